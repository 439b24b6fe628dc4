/*
 * The frame of cmp_dispatch.h: what it says of itself, its guards, and its parts in order.
 */
#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "emit_part.h"
#include "nominal.h"
#include "version.h"

#define TITLE_MAX 60
#define REMARK_MAX 600

const struct variant *emit_primitive(const struct variant_set *s, size_t *i, size_t *n_variants)
{
	const struct variant *native;
	size_t n = 0;

	if (*i >= s->n)
		return NULL;
	native = &s->v[*i];
	while (*i + n < s->n && strcmp(s->v[*i + n].primitive, native->primitive) == 0)
		n++;
	*i += n;
	if (n_variants)
		*n_variants = n;
	return native;
}

static const char *text_of(const struct card *c, enum card_index i)
{
	return c->f[i].status == CARD_OK ? c->f[i].text : "";
}

static uint64_t num_of(const struct card *c, enum card_index i)
{
	return c->f[i].status == CARD_OK ? c->f[i].num : 0;
}

/* Our own name for the card where we have one; a stranger's goes through the escaper. */
static void name_row(struct emit_row *row, const struct card *card)
{
	const struct nominal_card *known = nominal_card_find(row->pci_device);

	buf_puts(&row->macro, "CMP_CARD_");
	if (known) {
		emit_upper(&row->macro, known->id);
		emit_plain(&row->title, known->title, TITLE_MAX);
	} else {
		buf_addf(&row->macro, "PCI%04X", row->pci_device);
		emit_plain(&row->title, text_of(card, CARD_name), TITLE_MAX);
		if (!row->title.len)
			buf_addf(&row->title, "PCI device %04x", row->pci_device);
	}
}

static int plan_row(struct emit_plan *p, const struct emit_card *from, struct fault *f)
{
	const struct card *card = &from->record->card;
	struct emit_row *row = &p->row[p->n++];
	unsigned repeats = 0;

	row->card = from;
	row->pci_device = (unsigned)num_of(card, CARD_pci_device);
	row->pci_subsystem = (unsigned)num_of(card, CARD_pci_subsystem);
	row->cc = (int)num_of(card, CARD_cc);
	if (row->pci_device == 0 || row->pci_device > 0xffff)
		return fault_set(f, FAULT_DATA,
				 "%s has no PCI device id, so that nothing could select it: a "
				 "header cannot hold it",
				 from->record->key);
	name_row(row, card);
	/* A VBIOS that has to be changed to be written would never be found again: then none is
	 * better. */
	if (emit_is_plain(text_of(card, CARD_vbios)))
		buf_puts(&row->vbios, text_of(card, CARD_vbios));
	for (size_t i = 0; i + 1 < p->n; i++)
		repeats += p->row[i].pci_device == row->pci_device;
	row->value = row->pci_device | repeats << 16;
	if (repeats)
		buf_addf(&row->macro, "_%u", repeats + 1);
	return 0;
}

static void plan_done(struct emit_plan *p)
{
	for (size_t i = 0; i < p->n; i++) {
		buf_done(&p->row[i].macro);
		buf_done(&p->row[i].title);
		buf_done(&p->row[i].vbios);
	}
	free(p->row);
}

static void add_command(const struct emit_plan *p, struct buf *out)
{
	struct buf line = BUF_INIT;

	buf_puts(&line, "cmptune emit");
	for (size_t i = 0; i < p->n; i++)
		buf_addf(&line, " --card %s", p->row[i].card->record->key);
	emit_wrapped(out, " * Made by cmptune " CMPTUNE_VERSION ":", " *  ", line.s);
	buf_done(&line);
}

static const char about[] =
	" *\n"
	" * Host code, C99 or C++: cmp_find_card() gives the row of a card, for programs that "
	"choose at run time.\n"
	" * Device code, nvcc or NVRTC: cmp_dp4a(), cmp_fmaf() are the chosen forms; "
	"cmp_dp4a_native(),\n"
	" * cmp_dp4a_prmt_dp2a(), ... are each form by name, whatever was chosen.\n"
	" *\n"
	" * Macros that a build may set, with -D:\n"
	" *   CMP_CARD=CMP_CARD_...     the card to build for.  Without it the choice follows "
	"__CUDA_ARCH__ where all\n"
	" *                             cards here of that architecture agree, else everything is "
	"native; in host code\n"
	" *                             everything is native then.\n"
	" *   CMP_STRATEGY=0            everything native, whatever the card\n"
	" *   CMP_DP4A=..., CMP_USE_MMA_S8=..., ...   this choice, whatever the card\n"
	" *   CMP_OVERRIDE_INTRINSICS   calls of an intrinsic (__dp4a) in the including program "
	"become calls of the\n"
	" *                             chosen form, where that is exact to the bit\n"
	" *   CMP_OVERRIDE_INEXACT      the same where it is not (__fmaf_rn).  Apart, because code "
	"that asks for a fused\n"
	" *                             multiply-add by name may need its single rounding.  fmaf() "
	"and fma() are never\n"
	" *                             redirected: they are host functions and names of namespace "
	"std as well.\n"
	" *   CMP_DISPATCH_NEED_ABI=1   stop unless this header is of that ABI\n"
	" */\n";

static void add_guard(struct buf *out)
{
	buf_addf(out,
		 "#if defined(CMP_DISPATCH_ABI) && CMP_DISPATCH_ABI != %d\n"
		 "#error \"two cmp_dispatch.h of different ABI in one program: make both with the "
		 "same cmptune\"\n"
		 "#endif\n"
		 "#if defined(CMP_DISPATCH_NEED_ABI) && CMP_DISPATCH_NEED_ABI != %d\n"
		 "#error \"this program was written for a cmp_dispatch.h of another ABI: make one "
		 "with its cmptune\"\n"
		 "#endif\n\n"
		 "#ifndef CMP_DISPATCH_ABI\n"
		 "#define CMP_DISPATCH_ABI %d\n"
		 "#define CMP_DISPATCH_MAKER \"cmptune " CMPTUNE_VERSION "\"\n",
		 EMIT_ABI, EMIT_ABI, EMIT_ABI);
}

int emit_header(const struct emit_card *cards, size_t n, const struct variant_set *variants,
		const char *remark, struct buf *out, struct fault *f)
{
	struct emit_plan p = {.row = mem_new(n, sizeof(*p.row)), .variants = variants};
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++)
		rc = plan_row(&p, &cards[i], f);
	if (rc)
		goto out;
	buf_puts(out, "/*\n * cmp_dispatch.h: which form of each primitive is the fast one on "
		      "which card.\n");
	add_command(&p, out);
	if (remark) {
		struct buf text = BUF_INIT;

		buf_add(&text, remark, strnlen(remark, REMARK_MAX));
		emit_wrapped(out, " *", " *", text.s);
		buf_done(&text);
	}
	buf_puts(out, " * SPDX-License-Identifier: CC0-1.0\n");
	buf_puts(out, about);
	add_guard(out);
	emit_choice(&p, out);
	emit_host(&p, out);
	emit_device(&p, out);
	buf_puts(out, "\n#endif /* CMP_DISPATCH_ABI */\n");
out:
	plan_done(&p);
	return rc;
}
