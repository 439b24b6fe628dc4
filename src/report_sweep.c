/*
 * The warps x chains sweep of a probe: the grid of figures, where it saturates, and in words what
 * that shows of the instructions in flight.  It draws no conclusion from points that were not
 * measured.
 */
#include "report.h"

#include <math.h>
#include <string.h>

#include "units.h"

#define SAME 1.05 /* two intervals this close are one */

const int report_sweep_warps[REPORT_SWEEP_WARPS] = {1, 2, 4, 8, 16, 32};
const int report_sweep_chains[REPORT_SWEEP_CHAINS] = {1, 2, 4};

static double point(const struct record *rec, const struct probe *p, int warps, int chains)
{
	const struct figure *fig = record_find(rec, p->name, "sweep", warps, chains);

	if (!fig || !(fig->interval_cyc > 0))
		return NAN;
	return !strcmp(fig->audit, "folded") || !strcmp(fig->audit, "impossible")
		       ? NAN
		       : fig->interval_cyc;
}

bool report_sweep_make(const struct record *rec, const struct probe *p, struct report_sweep *out)
{
	*out = (struct report_sweep){.probe = p, .saturated_cyc = NAN};
	for (int w = 0; w < REPORT_SWEEP_WARPS; w++)
		for (int c = 0; c < REPORT_SWEEP_CHAINS; c++) {
			out->cyc[w][c] =
				point(rec, p, report_sweep_warps[w], report_sweep_chains[c]);
			out->saturated_cyc = fmin(out->saturated_cyc, out->cyc[w][c]);
		}
	for (int w = REPORT_SWEEP_WARPS - 1; w >= 0; w--)
		for (int c = 0; c < REPORT_SWEEP_CHAINS; c++)
			if (out->cyc[w][c] <= out->saturated_cyc * 1.02)
				out->saturated_warps = report_sweep_warps[w];
	return !isnan(out->saturated_cyc);
}

static void cyc(struct buf *out, double v)
{
	units_figure(out, v, 4);
	buf_puts(out, " cyc");
}

/*
 * One warp's single chain shows the latency.  More chains of the same warp overlap unless a warp
 * (or its sub-partition) takes one instruction at a time; four warps, one a sub-partition, then
 * saturate the SM.
 */
void report_sweep_sentence(const struct report_sweep *s, struct buf *out)
{
	const double one = s->cyc[0][0], chained = s->cyc[0][REPORT_SWEEP_CHAINS - 1];

	buf_addf(out, "%s: ", s->probe->name);
	if (!isnan(one)) {
		buf_puts(out, "one warp with one chain takes ");
		cyc(out, one);
		buf_puts(out, " an instruction");
	}
	if (!isnan(one) && !isnan(chained)) {
		if (one / chained < SAME) {
			buf_puts(out, ", and four chains help nothing: one in flight a "
				      "sub-partition, throughput is latency");
		} else {
			buf_puts(out, ", four chains ");
			cyc(out, chained);
			buf_puts(out, ": instructions overlap");
		}
	}
	buf_addf(out, "%ssaturated from %d warp%s on at ", isnan(one) ? "" : "; ",
		 s->saturated_warps, s->saturated_warps == 1 ? "" : "s");
	cyc(out, s->saturated_cyc);
	buf_puts(out, " a warp instruction, ");
	units_figure(out,
		     (s->probe->macs ? s->probe->macs : 32 * s->probe->results) / s->saturated_cyc,
		     4);
	buf_puts(out, s->probe->macs ? " MAC/clk/SM." : " results/clk/SM.");
}
