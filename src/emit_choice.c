/*
 * The preprocessor part: numbers of variants and cards, and per card which variant is chosen and
 * why.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "emit_part.h"

#define CITATION_MAX 300

/* "CMP_DP4A", or "CMP_USE_MMA_S8" for a fact that a build switches on or off. */
static void add_macro(struct buf *out, const struct variant *native)
{
	buf_puts(out, native->n_forms ? "CMP_" : "CMP_USE_");
	emit_upper(out, native->primitive);
}

static void add_value(struct buf *out, const struct variant *v)
{
	if (!v->n_forms) {
		buf_puts(out, v->id == 0 ? "1" : "0");
		return;
	}
	buf_puts(out, "CMP_");
	emit_upper(out, v->primitive);
	buf_putc(out, '_');
	emit_upper(out, v->name);
}

static void add_numbers(const struct emit_plan *p, struct buf *out)
{
	buf_puts(out, "\n/* ---- the forms; their numbers never change ---- */\n\n");
	for (size_t i = 0; i < p->variants->n; i++) {
		const struct variant *v = &p->variants->v[i];

		if (!v->n_forms)
			continue;
		buf_puts(out, "#define ");
		add_value(out, v);
		buf_addf(out, " %d /* ", v->id);
		emit_comment(out, v->about, strlen(v->about));
		buf_puts(out, " */\n");
	}
	buf_puts(out, "#define CMP_STRATEGY_NATIVE 0\n#define CMP_STRATEGY_CHOSEN 1\n");
	buf_puts(out, "\n/* ---- the cards ---- */\n\n");
	for (size_t i = 0; i < p->n; i++)
		buf_addf(out, "#define %s 0x%04X /* %s */\n", p->row[i].macro.s, p->row[i].value,
			 p->row[i].title.s);
}

static bool agree(const struct emit_row *a, const struct emit_row *b)
{
	const struct decisions *x = a->card->decisions, *y = b->card->decisions;

	for (size_t i = 0; i < x->n; i++)
		if (x->v[i].chosen != y->v[i].chosen)
			return false;
	return true;
}

/* The card that stands for its architecture: the first of those that agree, NULL when they do not.
 */
static bool stands_for_arch(const struct emit_plan *p, size_t at)
{
	for (size_t i = 0; i < p->n; i++) {
		if (p->row[i].cc != p->row[at].cc || i == at)
			continue;
		if (i < at || !agree(&p->row[at], &p->row[i]))
			return false;
	}
	return p->row[at].cc > 0;
}

static void add_selection(const struct emit_plan *p, struct buf *out)
{
	buf_puts(out, "\n/* ---- which card: 0 is none of them ---- */\n\n"
		      "#ifndef CMP_STRATEGY\n#define CMP_STRATEGY CMP_STRATEGY_CHOSEN\n#endif\n\n"
		      "#if CMP_STRATEGY == CMP_STRATEGY_NATIVE\n#define CMP_SELECTED 0\n"
		      "#elif defined(CMP_CARD)\n#define CMP_SELECTED CMP_CARD\n");
	for (size_t i = 0; i < p->n; i++)
		if (stands_for_arch(p, i))
			buf_addf(out,
				 "#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ / 10 == %d\n"
				 "#define CMP_SELECTED %s\n",
				 p->row[i].cc, p->row[i].macro.s);
	buf_puts(out, "#else\n#define CMP_SELECTED 0\n#endif\n");
}

static void add_default(struct buf *out, const struct variant *native, const struct variant *chosen)
{
	buf_puts(out, "#ifndef ");
	add_macro(out, native);
	buf_puts(out, "\n#define ");
	add_macro(out, native);
	buf_putc(out, ' ');
	add_value(out, chosen);
	buf_puts(out, "\n#endif\n");
}

/* The evidence: where the record comes from, then one item a primitive. */
static void add_evidence(const struct emit_row *row, struct buf *out)
{
	const struct record *r = row->card->record;
	struct buf line = BUF_INIT;

	buf_addf(&line, "%s, %s; state: %s; %s", row->title.s, r->key, r->fingerprint,
		 provenance_name(r->provenance));
	if (r->started_utc[0])
		buf_addf(&line, " %.10s", r->started_utc);
	emit_wrapped(out, "/*", " *", line.s);
	if (r->citation[0]) {
		buf_clear(&line);
		buf_add(&line, r->citation, strnlen(r->citation, CITATION_MAX));
		emit_wrapped(out, " * source:", " *  ", line.s);
	}
	for (size_t i = 0; i < row->card->decisions->n; i++) {
		const struct decision *d = &row->card->decisions->v[i];

		buf_clear(&line);
		buf_addf(&line, "%s: %s, %s: %s", d->primitive, d->chosen->name,
			 decide_basis_name(d->basis), d->why);
		emit_wrapped(out, " * -", " *  ", line.s);
	}
	buf_puts(out, " */\n");
	buf_done(&line);
}

static void add_blocks(const struct emit_plan *p, struct buf *out)
{
	const struct variant *native;

	buf_puts(out, "\n/* ---- what is chosen ---- */\n\n#if CMP_SELECTED == 0\n");
	for (size_t i = 0; (native = emit_primitive(p->variants, &i, NULL));)
		add_default(out, native, native);
	for (size_t i = 0; i < p->n; i++) {
		const struct decisions *d = p->row[i].card->decisions;

		buf_addf(out, "\n#elif CMP_SELECTED == %s\n", p->row[i].macro.s);
		add_evidence(&p->row[i], out);
		for (size_t k = 0; k < d->n; k++)
			add_default(out, d->v[k].native, d->v[k].chosen);
	}
	buf_puts(out, "\n#else\n#error \"CMP_CARD is none of the cards of this "
		      "cmp_dispatch.h\"\n#endif\n");
}

/* A number that no form has would silently be the native one. */
static void add_checks(const struct emit_plan *p, struct buf *out)
{
	const struct variant *native;
	size_t i = 0, n;

	buf_putc(out, '\n');
	while ((native = emit_primitive(p->variants, &i, &n))) {
		buf_puts(out, "#if ");
		for (size_t k = 0; k < n; k++) {
			buf_puts(out, k ? " && " : "");
			add_macro(out, native);
			buf_puts(out, " != ");
			add_value(out, &native[k]);
		}
		buf_puts(out, "\n#error \"");
		add_macro(out, native);
		buf_puts(out, " has a value that means nothing\"\n#endif\n");
	}
}

void emit_choice(const struct emit_plan *p, struct buf *out)
{
	add_numbers(p, out);
	add_selection(p, out);
	add_blocks(p, out);
	add_checks(p, out);
	buf_puts(out, "\n/* 1: let the compiler fuse multiply and add; 0: build with the flags of "
		      "`cmptune flags`. */\n"
		      "#ifndef CMP_FMAD\n"
		      "#if CMP_FMA_F32 == CMP_FMA_F32_FUSED\n#define CMP_FMAD 1\n#else\n#define "
		      "CMP_FMAD 0\n#endif\n"
		      "#endif\n");
}
