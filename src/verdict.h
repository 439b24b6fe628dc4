/* From figures to statements: per probe a ratio to nominal, per throttle class full speed, slow by
 * design, or throttled 1/N. */
#ifndef CMPTUNE_VERDICT_H
#define CMPTUNE_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "spec.h"
#include "store.h"

enum verdict_kind {
	VERDICT_FULL,        /* within tolerance of nominal */
	VERDICT_ARCH_SLOW,   /* at nominal, and nominal itself is below 1/16 of the issue limit */
	VERDICT_THROTTLED,   /* nominal / 2^k, k >= 1 */
	VERDICT_UNEXPLAINED, /* neither: the ratio is given, the cause is not */
	VERDICT_MIXED,       /* members of the class disagree */
	VERDICT_NONE,        /* no trusted figure, or no nominal to hold it against */
	VERDICT_ABSENT,      /* the card has no such instruction */
};

/* One probe's row of the table.  NaN where a value is not known. */
struct verdict_row {
	const struct probe *probe; /* NULL for a figure whose probe this build does not know */
	const struct figure *tput, *lat; /* borrowed from the record; NULL when absent */
	double interval_cyc,
		lat_cyc; /* theirs, after an alternated instruction's share was taken off */
	double results_per_clk_sm; /* 32 / interval; mma: MAC per clock per SM */
	double nominal_per_clk_sm; /* same unit */
	const char *nominal_confidence;
	double divider;   /* nominal / measured; 1.0 is full speed */
	int divider_log2; /* k of the nearest 2^k within 2 %; -1: none */
	int trusted; /* the audit called it a rate (or it is derived), and the gate was passed */
	int lat_trusted; /* the same of lat */
	char why[160];   /* one clause: why it is not trusted, or has no divider; "" otherwise */
};

struct verdict_class {
	enum throttle_class id;
	enum verdict_kind kind;
	double divider; /* median over trusted members; NaN when none */
	int divider_log2;
	size_t n_members; /* probes with a trusted figure */
	char deviants[256]; /* members off by more than 2 % from it: "a, b and 3 more"; or "" */
	char evidence[256]; /* clauses: "f32_fma 2.000 of 64.00 results/clk/SM; ..." */
};

struct verdict {
	struct verdict_row *row; /* owned; in the order of the probe set */
	size_t n;
	struct verdict_class cls[THROTTLE_CLASS_COUNT];
	/*
	 * Core classes that are slower than the silicon, in class.def order: "ffma/32 idp4a/32
	 * mma/~20".  "full speed" when none is and the telling ones (ffma, idp4a) were measured;
	 * else "?" and those that were not: "? ffma".
	 */
	char fingerprint[256];
};

/* May this figure be used?  The audit called it a rate (or it is derived), and the gate was passed.
 */
bool verdict_figure_trusted(const struct figure *fig);
/* The record and the probe set must outlive out. */
void verdict_make(const struct record *r, const struct probe_set *set, struct verdict *out);
void verdict_done(struct verdict *v);
void verdict_class_format(const struct verdict_class *c, struct buf *out); /* "throttled 1/32" */

#endif
