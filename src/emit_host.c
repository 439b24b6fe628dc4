/*
 * The host part: one row a card and the look-up.  C99 and C++ alike, no header included, nothing of
 * CUDA.
 */
#include <string.h>

#include "emit_part.h"

/* "dp4a", or "use_mma_s8" for a fact. */
static void add_field(struct buf *out, const struct variant *native)
{
	buf_addf(out, "%s%s", native->n_forms ? "" : "use_", native->primitive);
}

static void add_struct(const struct emit_plan *p, struct buf *out)
{
	const struct variant *native;

	buf_puts(out, "struct cmp_card {\n"
		      "\tunsigned int card; /* CMP_CARD_... */\n"
		      "\tunsigned int pci_device;\n"
		      "\tunsigned int pci_subsystem; /* vendor << 16 | device, 0: not known */\n"
		      "\tunsigned int cc; /* 80: compute capability 8.0; 0: not known */\n"
		      "\tconst char *vbios; /* \"\": not known */\n"
		      "\tconst char *title;\n");
	for (size_t i = 0; (native = emit_primitive(p->variants, &i, NULL));) {
		buf_puts(out, "\tint ");
		add_field(out, native);
		buf_puts(out, ";\n");
	}
	buf_puts(out, "\tint fmad;\n};\n");
}

static void add_row(const struct emit_row *row, struct buf *out)
{
	const struct decisions *d = row->card->decisions;
	const struct decision *fma = decide_find(d, "fma_f32");

	buf_addf(out, "\t{%s, 0x%04X, 0x%08X, %d, \"%s\", \"%s\"", row->macro.s, row->pci_device,
		 row->pci_subsystem, row->cc, buf_str(&row->vbios), row->title.s);
	for (size_t i = 0; i < d->n; i++)
		buf_addf(out, ", %d",
			 d->v[i].native->n_forms ? d->v[i].chosen->id : d->v[i].chosen->id == 0);
	buf_addf(out, ", %d},\n", !fma || fma->chosen->id == 0);
}

static const char look_up[] =
	"\n/* How well a row fits a card: the same VBIOS and subsystem, the same subsystem, only "
	"the same device. */\n"
	"#define CMP_FIT_NONE 0\n"
	"#define CMP_FIT_DEVICE 1\n"
	"#define CMP_FIT_SUBSYSTEM 2\n"
	"#define CMP_FIT_VBIOS 3\n\n"
	"static inline int cmp_card_fit(const struct cmp_card *card, unsigned int pci_device, "
	"unsigned int pci_subsystem,\n"
	"\t\t\t       const char *vbios)\n"
	"{\n"
	"\tconst char *known = card->vbios;\n\n"
	"\tif (card->pci_device != pci_device)\n"
	"\t\treturn CMP_FIT_NONE;\n"
	"\tif (!card->pci_subsystem || card->pci_subsystem != pci_subsystem)\n"
	"\t\treturn CMP_FIT_DEVICE;\n"
	"\tif (!vbios || !*known)\n"
	"\t\treturn CMP_FIT_SUBSYSTEM;\n"
	"\twhile (*known && *known == *vbios) {\n"
	"\t\tknown++;\n"
	"\t\tvbios++;\n"
	"\t}\n"
	"\treturn *known == *vbios ? CMP_FIT_VBIOS : CMP_FIT_SUBSYSTEM;\n"
	"}\n\n"
	"/*\n"
	" * The row that fits best, the first of equals; a null pointer when none is of this "
	"device.  cmp_card_fit() tells\n"
	" * how well it fits.  pci_subsystem is vendor << 16 | device, as in sysfs "
	"subsystem_vendor and subsystem_device\n"
	" * (NVML's pciSubSystemId has the two the other way round); 0 and a null vbios when not "
	"known.\n"
	" */\n"
	"static inline const struct cmp_card *cmp_find_card(unsigned int pci_device, unsigned int "
	"pci_subsystem,\n"
	"\t\t\t\t\t\t   const char *vbios)\n"
	"{\n"
	"\tconst struct cmp_card *best = 0;\n"
	"\tunsigned int i;\n"
	"\tint best_fit = CMP_FIT_NONE;\n\n"
	"\tfor (i = 0; i < CMP_CARDS; i++) {\n"
	"\t\tint fit = cmp_card_fit(&cmp_cards[i], pci_device, pci_subsystem, vbios);\n\n"
	"\t\tif (fit > best_fit) {\n"
	"\t\t\tbest = &cmp_cards[i];\n"
	"\t\t\tbest_fit = fit;\n"
	"\t\t}\n"
	"\t}\n"
	"\treturn best;\n"
	"}\n";

void emit_host(const struct emit_plan *p, struct buf *out)
{
	buf_puts(out, "\n/* ---- host: the same choices, to look up at run time ---- */\n\n"
		      "#ifndef __CUDACC_RTC__\n");
	add_struct(p, out);
	buf_addf(out, "\n#define CMP_CARDS %zuu\n", p->n);
	buf_puts(out, "static const struct cmp_card cmp_cards[CMP_CARDS] = {\n");
	for (size_t i = 0; i < p->n; i++)
		add_row(&p->row[i], out);
	buf_puts(out, "};\n");
	buf_puts(out, look_up);
	buf_puts(out, "#endif /* !__CUDACC_RTC__ */\n");
}
