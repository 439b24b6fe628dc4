/* The parts of the header, for emit_header.c alone. */
#ifndef CMPTUNE_EMIT_PART_H
#define CMPTUNE_EMIT_PART_H

#include <stdbool.h>

#include "emit.h"

/* What the header says of one card, with every text already made safe. */
struct emit_row {
	const struct emit_card *card;
	struct buf macro; /* "CMP_CARD_CMP170HX", unique */
	struct buf title; /* "CMP 170HX" */
	struct buf vbios; /* "" when not known, or when it could not be written as it is */
	unsigned value;   /* of the macro: the PCI device id, 0x10000 more for each repetition */
	unsigned pci_device, pci_subsystem; /* subsystem 0: not known */
	int cc;                             /* 0: not known */
};

struct emit_plan {
	struct emit_row *row;
	size_t n;
	const struct variant_set *variants;
};

/* The primitives in order: *i starts at 0.  The native form of the next, and how many variants. */
const struct variant *emit_primitive(const struct variant_set *s, size_t *i, size_t *n_variants);

/* ---- emit_text.c: no more than limit bytes of text, anything unlisted becomes '_' ---- */

/* [0-9A-Za-z ._+-] */
void emit_plain(struct buf *out, const char *text, size_t limit);
/* Also punctuation, but nothing that can end a comment or begin one. */
void emit_comment(struct buf *out, const char *text, size_t limit);
/* Lines of a comment: the first begins with `first`, the others with `next`. */
void emit_wrapped(struct buf *out, const char *first, const char *next, const char *text);
/* [0-9A-Z_] */
void emit_upper(struct buf *out, const char *text);
bool emit_is_plain(const char *text);

/* ---- one part each ---- */
void emit_choice(const struct emit_plan *p, struct buf *out); /* ids, cards, what is chosen */
void emit_host(const struct emit_plan *p, struct buf *out);   /* table and look-up */
void emit_device(const struct emit_plan *p, struct buf *out); /* the functions */

#endif
