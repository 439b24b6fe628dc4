/* What the silicon does when nothing throttles it: published rates by compute capability and rate
 * group. */
#ifndef CMPTUNE_NOMINAL_H
#define CMPTUNE_NOMINAL_H

#include <stddef.h>

#include "fault.h"

/*
 * rate_per_clk_sm is in thread instructions per clock per SM (warp instructions x 32; the unit of
 * the CUDA guide for everything but packed halves), for the mma groups in MAC per clock per SM.
 * interval in SM cycles per warp instruction per SM is 32 / rate, for mma MAC-of-the-shape / rate.
 */
struct nominal {
	int cc;            /* 80 for 8.0 */
	const char *group; /* "fp32", "half2", "mma_f16_f32", ... : the `nominal` key of a probe */
	const char
		*line; /* "" for every product, "pro" or "geforce" where a die is sold both ways */
	double rate_per_clk_sm;
	const char *confidence; /* exact, transcribed, inferred-span, derived, measured,
				   architectural */
	const char *source;
};

/* The row for (cc, group), the one of `line` if there is such a one ("" or NULL: the general row,
 * else "pro"). NULL when nothing was published: that is not a rate of 0.  The table is embedded
 * from db/nominal.tsv. */
const struct nominal *nominal_find(int cc, const char *group, const char *line);
const struct nominal *nominal_table(size_t *n);
int nominal_group_known(const char *group);

/* A latency that somebody published of the silicon, in SM cycles of one dependent instruction. */
struct nominal_latency {
	int cc;
	const char *probe;        /* the one that measures the same machine code */
	double low_cyc, high_cyc; /* equal where the source gives one number */
	const char *confidence;   /* dependent, overhead, few, table, spacing, approximate:
				     db/latency.tsv */
	const char *source;
};
/* All rows, ordered by compute capability; a probe may have several, of different sources.  The
 * table is embedded from db/latency.tsv. */
const struct nominal_latency *nominal_latencies(size_t *n);

/* Cards known by PCI device id (embedded from db/cards.tsv). */
struct nominal_card {
	unsigned pci_device;
	const char *id;    /* "cmp170hx": identifier-safe, used in the header */
	const char *title; /* "CMP 170HX 8 GB" */
	const char *die;   /* "GA100" */
	int cc;
	int sm_count;     /* 0: not known */
	const char *line; /* "pro", "geforce" */
	const char *source;
};
const struct nominal_card *
nominal_card_find(unsigned pci_device); /* NULL for a card we have no name for */
const struct nominal_card *nominal_cards(size_t *n);

#endif
