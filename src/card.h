/* Who is this card: identity and attributes, read from CUDA, NVML, /proc and sysfs, each field with
 * its fate. */
#ifndef CMPTUNE_CARD_H
#define CMPTUNE_CARD_H

#include <stdint.h>

#include "buf.h"
#include "fault.h"

enum card_status {
	CARD_UNREAD = 0, /* nobody asked */
	CARD_OK,
	CARD_UNKNOWN, /* asked, and the source said it does not know; why tells */
};

struct card_field {
	enum card_status status;
	uint64_t num;  /* kind NUM */
	char text[96]; /* kind TEXT */
	char why[160]; /* for CARD_UNKNOWN: one clause, e.g. "NVML: not supported (3)" */
};

enum card_index {
#define CARD_FIELD(id, kind, unit, label) CARD_##id,
#include "card.def"
#undef CARD_FIELD
	CARD_FIELD_COUNT
};

struct card {
	struct card_field f[CARD_FIELD_COUNT];
	int ordinal; /* CUDA device ordinal; -1 for a card from the database */
};

struct card_list {
	struct card *v; /* owned */
	size_t n;
};

void card_set_num(struct card *c, enum card_index i, uint64_t v);
void card_set_text(struct card *c, enum card_index i,
		   const char *text); /* control characters become '?' */
__attribute__((format(printf, 3, 4))) void card_set_unknown(struct card *c, enum card_index i,
							    const char *fmt, ...);

/*
 * The cards of this machine: CUDA's devices first, then those that only NVML or sysfs can see
 * (ordinal -1). Succeeds with n == 0 when there is no NVIDIA card; why_none (may be NULL) then says
 * what is missing.  It also does when there are cards, but none that CUDA can use. A failing device
 * or call costs the fields it would have filled, nothing else.  Must run in a process that may be
 * lost (it calls into the driver).  Caller: card_list_done.
 */
int card_list_local(struct card_list *out, struct buf *why_none, struct fault *f);
void card_list_done(struct card_list *l);

/* "20c2:10de1585:92.00.67.00.01"; an unknown part reads "unknown".  This is the database key of a
 * card. */
void card_key(const struct card *c, struct buf *out);

/* The card that `selector` (index, PCI bus id in any common spelling, or UUID) names; NULL selects
 * the only or first one. */
int card_select(const struct card_list *l, const char *selector, const struct card **out,
		struct fault *f);

const char *card_field_id(enum card_index i);
const char *card_field_label(enum card_index i);
int card_field_is_text(enum card_index i); /* else its value is num */
void card_field_format(const struct card *c, enum card_index i,
		       struct buf *out); /* for people: "8.0", "7.8 GiB", "unknown (why)" */

#endif
