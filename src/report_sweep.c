/*
 * The warps x chains sweep of a probe: the grid of figures, where it saturates, and whether its
 * throughput is nothing but its latency.  It draws no conclusion from points that were not measured
 * or did not pass the gate.
 */
#include "report.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "stat.h"

#define SAME 1.05       /* two intervals this close are one */
#define PLATEAU 0.02    /* relative: points this close to the fastest are saturated */
#define REACHED 0.95    /* of the plateau's rate */
#define SUBPARTITIONS 4 /* of an SM, on every die that has tensor cores */
#define POINTS (REPORT_SWEEP_WARPS * REPORT_SWEEP_CHAINS)

const int report_sweep_warps[REPORT_SWEEP_WARPS] = {1, 2, 4, 8, 16, 32};
const int report_sweep_chains[REPORT_SWEEP_CHAINS] = {1, 2, 4};

static double point(const struct figure *fig)
{
	if (!fig || !(fig->interval_cyc > 0))
		return NAN;
	return !strcmp(fig->audit, "folded") || !strcmp(fig->audit, "impossible")
		       ? NAN
		       : fig->interval_cyc;
}

static void saturation(struct report_sweep *s)
{
	double v[POINTS];
	size_t n = 0, median;
	int least = INT32_MAX;

	for (int w = 0; w < REPORT_SWEEP_WARPS; w++)
		for (int c = 0; c < REPORT_SWEEP_CHAINS; c++)
			if (s->trusted[w][c])
				v[n++] = s->cyc[w][c];
	median = stat_plateau(v, n, PLATEAU, &s->n_plateau);
	if (median == SIZE_MAX)
		return;
	s->saturated_cyc = v[median];
	for (int w = 0; w < REPORT_SWEEP_WARPS; w++)
		for (int c = 0; c < REPORT_SWEEP_CHAINS; c++) {
			const int all = report_sweep_warps[w] * report_sweep_chains[c];

			if (!s->trusted[w][c] || all >= least ||
			    s->cyc[w][c] * REACHED > s->saturated_cyc)
				continue;
			least = all;
			s->least_warps = report_sweep_warps[w];
			s->least_chains = report_sweep_chains[c];
		}
}

bool report_sweep_make(const struct record *rec, const struct probe *p, struct report_sweep *out)
{
	*out = (struct report_sweep){.probe = p, .saturated_cyc = NAN, .fastest_cyc = NAN};
	for (int w = 0; w < REPORT_SWEEP_WARPS; w++)
		for (int c = 0; c < REPORT_SWEEP_CHAINS; c++) {
			const struct figure *fig =
				record_find(rec, p->name, "sweep", report_sweep_warps[w],
					    report_sweep_chains[c]);

			out->cyc[w][c] = point(fig);
			out->trusted[w][c] = fig && verdict_figure_trusted(fig);
			out->fastest_cyc = fmin(out->fastest_cyc, out->cyc[w][c]);
		}
	saturation(out);
	return !isnan(out->fastest_cyc);
}

/* A plateau is at least two points: the fastest of a sweep alone may be short of the unit's rate.
 */
static enum report_answer answer(const struct report_flight *f, const char **why)
{
	*why = "";
	if (isnan(f->latency_cyc))
		*why = "no latency that passed the gate";
	else if (isnan(f->interval_cyc))
		*why = "no point of the sweep passed the gate";
	else if (f->sweep.n_plateau < 2)
		*why = "no two points of the sweep that passed the gate agree on a plateau";
	else if (f->sweep.fastest_cyc * (1 + PLATEAU) < f->sweep.saturated_cyc)
		*why = "the fastest points of the sweep did not pass the gate";
	if (**why)
		return REPORT_NOT_KNOWN;
	return f->in_flight < SAME ? REPORT_YES : REPORT_NO;
}

bool report_flight_make(const struct record *rec, const struct verdict_row *row,
			struct report_flight *out)
{
	const struct probe *p = row->probe;

	*out = (struct report_flight){.probe = p};
	if (!report_sweep_make(rec, p, &out->sweep))
		return false;
	out->latency_cyc = row->lat_trusted           ? row->lat_cyc
			   : out->sweep.trusted[0][0] ? out->sweep.cyc[0][0]
						      : NAN;
	out->interval_cyc = SUBPARTITIONS * out->sweep.saturated_cyc;
	out->in_flight = out->latency_cyc / out->interval_cyc;
	out->per_clk_sm = (spec_is_mma(p) ? p->macs : 32 * p->results) / out->sweep.saturated_cyc;
	out->is_latency = answer(out, &out->why);
	return true;
}

void report_flight_answer(const struct report_flight *f, struct buf *out)
{
	if (f->is_latency == REPORT_NOT_KNOWN)
		buf_addf(out, "not known: %s", f->why);
	else if (f->is_latency == REPORT_NO)
		buf_puts(out, "no");
	else if (f->in_flight * SUBPARTITIONS < SAME)
		buf_puts(out, "yes: one at a time an SM");
	else
		buf_puts(out, "yes: one at a time a sub-partition");
}
