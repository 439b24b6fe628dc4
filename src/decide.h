/* Which form of each primitive is fastest on a card: pure functions of stored rows. */
#ifndef CMPTUNE_DECIDE_H
#define CMPTUNE_DECIDE_H

#include <stddef.h>

#include "variant.h"
#include "verdict.h"

enum decide_basis {
	DECIDE_NONE,      /* not enough evidence: native stays */
	DECIDE_PREDICTED, /* from rates, by the pipe model */
	DECIDE_MEASURED,  /* the variants themselves were timed on the card */
	DECIDE_ABSENT,    /* the card has no native form: there is nothing to weigh */
};

/* Which variants may be chosen; the native form always may. */
enum decide_limit {
	DECIDE_DEFAULT, /* exact ones, and those whose file says "default: allowed" */
	DECIDE_EXACT,
	DECIDE_ULP,   /* also those within some units in the last place */
	DECIDE_RANGE, /* also those that may overflow */
};

struct decision {
	const char *primitive; /* "dp4a", "fma_f32", "mma_s8", "mma_f16" */
	const struct variant *native;
	const struct variant *chosen; /* never NULL: native where nothing is shown to be better */
	enum decide_basis basis;
	/* SM cycles per warp-wide primitive, per multiply-add for mma; NaN when not known. */
	double native_cyc, chosen_cyc;
	double gain;   /* native_cyc / chosen_cyc; NaN when not known */
	char why[512]; /* one sentence: candidates, intervals, rule */
};

struct decisions {
	struct decision *v; /* owned, in the order of the primitives */
	size_t n;
};

/* A replacement must be faster than native by this share, and by more than the noise. */
#define DECIDE_MARGIN 0.03

/* Within DECIDE_DEFAULT.  All borrowed arguments must outlive out. */
void decide_make(const struct record *r, const struct verdict *v, const struct probe_set *set,
		 const struct variant_set *variants, struct decisions *out);
void decide_make_within(const struct record *r, const struct verdict *v,
			const struct probe_set *set, const struct variant_set *variants,
			enum decide_limit limit, struct decisions *out);
void decide_done(struct decisions *d);
const struct decision *decide_find(const struct decisions *d, const char *primitive);
const char *decide_basis_name(enum decide_basis b);

#endif
