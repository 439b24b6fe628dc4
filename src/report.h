/*
 * What is known of a card, for people and programs: text, Markdown, CSV and JSON of a record and
 * its verdict. Nothing here measures, decides or prints: it turns rows into text.
 */
#ifndef CMPTUNE_REPORT_H
#define CMPTUNE_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "nominal.h"
#include "spec.h"
#include "store.h"
#include "verdict.h"

enum report_format { REPORT_TEXT, REPORT_MD, REPORT_CSV, REPORT_JSON };

enum report_sort { REPORT_SORT_PROBES, REPORT_SORT_OFF };

/* All borrowed. */
struct report {
	const struct record *rec;
	const struct probe_set *set;
	const struct verdict *verdict;
	const struct record *ref; /* the card to compare with; NULL: none */
	const struct verdict *ref_verdict;
	enum report_sort sort; /* of the tables of rates: as in the probe files, or worst first */
	bool all_remarks; /* in the text, also those of rows that need none: report_remark_due() */
};

/* Appends the whole report to out.  Text is ASCII but for names, and coloured when stdout is a
 * terminal. */
void report_write(const struct report *r, enum report_format format, struct buf *out);
int report_format_parse(const char *name, enum report_format *out); /* 0 or -1 */
extern const char *const report_format_names[]; /* NULL-terminated, in the order of the enum */

int report_sort_parse(const char *name, enum report_sort *out); /* 0 or -1 */
extern const char *const report_sort_names[]; /* NULL-terminated, in the order of the enum */

/* The verdict's rows in the order asked for, as many; with REPORT_SORT_OFF the farthest off its
 * nominal rate first, then what there is nothing to hold against.  Caller: free(). */
const struct verdict_row **report_rows(const struct report *r);

/* Rates here to rates there, each per clock per SM; NaN when either is not to be trusted or not
 * known. */
double report_ratio(const struct report *r, const struct verdict_row *row);
/* ns of one warp instruction per SM, less the share of an alternated one; NaN when not measured. */
double report_ns(const struct verdict_row *row);
/* SM clock during the run, the median over its figures; NaN when it was not measured. */
double report_clock_mhz(const struct record *rec);
/* "CMP 170HX 8 GB"; the title we know the PCI id by, else the name the card gives itself. */
void report_title(const struct card *c, struct buf *out);
/* "ffma/32 mma/32": the state that the figures show; the recorded one where they show none. */
const char *report_state(const struct report *r);

/*
 * The card to compare with when the user names none: the healthy die of the same compute capability
 * (and product line, where there is one) among the derived records.  *found is false when there is
 * none, or rec is that card.
 */
int report_reference(struct store *s, const struct record *rec, struct record *out, bool *found,
		     struct fault *f);

/* Measured / nominal, 1 at full speed: NaN where there is no divider. */
double report_share(const struct verdict_row *row);
/* mma: 10^12 operations a second of the whole card, two a multiply-add, at the clock of the figure;
 * NaN for other instructions, and where the figure, its clock or the number of SMs is not known. */
double report_tops(const struct record *rec, const struct verdict_row *row);

/* Does the row need its remarks?  It was measured, and is off its nominal rate by more than 0.1 %,
 * has none, or is not to be trusted. */
bool report_remark_due(const struct verdict_row *row);
/* Those that hold on the card, each with `before` in front and its line ends as blanks. */
void report_remarks(const struct report *r, const struct verdict_row *row, const char *before,
		    struct buf *out);

/* ---- how many mma are in flight ---- */

#define REPORT_SWEEP_WARPS 6
#define REPORT_SWEEP_CHAINS 3
extern const int report_sweep_warps[REPORT_SWEEP_WARPS];   /* 1 2 4 8 16 32 */
extern const int report_sweep_chains[REPORT_SWEEP_CHAINS]; /* 1 2 4 */

/* SM cycles per warp instruction per SM; NaN where a point was not measured, or is no rate. */
struct report_sweep {
	const struct probe *probe;
	double cyc[REPORT_SWEEP_WARPS][REPORT_SWEEP_CHAINS];
	bool trusted[REPORT_SWEEP_WARPS][REPORT_SWEEP_CHAINS]; /* passed audit and gate */
	double saturated_cyc;          /* the plateau of the trusted points; NaN: none is trusted */
	size_t n_plateau;              /* trusted points on it */
	double fastest_cyc;            /* of all points, trusted or not; NaN likewise */
	int least_warps, least_chains; /* the fewest in all that reach 95 % of it; 0: none */
};
bool report_sweep_make(const struct record *rec, const struct probe *p,
		       struct report_sweep *out); /* false: no point */

/*
 * "Throughput is latency": is what a sub-partition can do taken up by one warp with one chain, that
 * is, does a dependent instruction take as long as the interval between two at saturation?  Then
 * there is never more than one in flight.  Made or refuted from trusted figures alone.
 */
enum report_answer { REPORT_NOT_KNOWN, REPORT_NO, REPORT_YES };
struct report_flight {
	const struct probe *probe;
	struct report_sweep sweep;
	double latency_cyc;  /* of one dependent instruction; NaN: no trusted figure */
	double interval_cyc; /* between two of one sub-partition, saturated; NaN likewise */
	double in_flight;    /* latency / interval: instructions of a sub-partition on their way */
	double per_clk_sm;   /* at saturation: MAC, or results; NaN likewise */
	enum report_answer is_latency;
	const char *why; /* it is not known; "" otherwise */
};
/* False when the row has no sweep. */
bool report_flight_make(const struct record *rec, const struct verdict_row *row,
			struct report_flight *out);
/* "no", "yes: one at a time a sub-partition", "not known: why". */
void report_flight_answer(const struct report_flight *f, struct buf *out);

/* ---- latencies that others published ---- */

struct report_latency {
	const struct verdict_row *row;           /* its latency is trusted and was measured */
	const struct nominal_latency *published; /* of the card's compute capability */
	double off_cyc; /* measured - published; from the nearer end of a span, 0 inside */
	bool differs;   /* by more than half a cycle */
};
/* The differing ones first, the farthest off at the top, then the others in the order of the
 * probes; *n of them.  Caller: free(). */
struct report_latency *report_latencies(const struct report *r, size_t *n);

/* ---- figures that must agree with each other ---- */

#define REPORT_CHECKS_MAX 24
struct report_check {
	bool passed;
	char text[240]; /* "dp4a_ss = dp4a_su = dp4a_us: 2.000 cyc, apart by 0.010 %" */
};
/* Those for which there are figures; returns how many. */
size_t report_checks(const struct report *r, struct report_check out[REPORT_CHECKS_MAX]);

/* csv and json, for report_write. */
void report_csv(const struct report *r, struct buf *out);
void report_json(const struct report *r, struct buf *out);

#endif
