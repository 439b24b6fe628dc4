/* Medians, intervals and the gate, from samples alone: the same samples always give the same
 * figure. */
#include "figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "nominal.h"
#include "stat.h"

#define ISSUE_LIMIT_CYC                                                                            \
	0.25 /* SM cycles per warp instruction per SM: four sub-partitions, one a clock each */
#define CEILING_SLACK 0.98
#define LATENCY_MIN_CYC 2.0
#define LINEAR_SHARE 0.01 /* T(U)/U against (T(2U) - T(U))/U */
#define BUBBLE_CYC 32.0   /* a pass: behind the branch back */
#define GROUP_CYC 128.0   /* a pass: a warpgroup waits until its last instruction is done */
#define LOOP_INSNS                                                                                 \
	3.0 /* counter, compare, branch: a cycle an SM each for every warp, on the slowest pipe */
#define CLOCK_SPREAD 0.02
#define NOISE 0.01
#define SAMPLES_MAX (2 * MEASURE_SAMPLES_MAX)

void figure_gate_add(struct figure *fig, const char *point)
{
	size_t n = strlen(fig->gate);

	snprintf(fig->gate + n, sizeof(fig->gate) - n, "%s%s", n ? " " : "", point);
}

static void init(const struct plan_point *pt, const struct audit *a, struct figure *out)
{
	*out = (struct figure){.warps = pt->warps,
			       .chains = pt->chains,
			       .interval_cyc = NAN,
			       .lo_cyc = NAN,
			       .hi_cyc = NAN,
			       .mad_cyc = NAN,
			       .ns = NAN,
			       .clock_mhz = NAN};
	strcpy(out->probe, pt->probe->name);
	strcpy(out->kind, pt->kind);
	strcpy(out->audit, a ? audit_verdict_name(a->verdict) : "failed");
	if (a)
		strcpy(out->sass, a->sass);
}

void figure_failed(const struct plan_point *pt, const struct audit *a, const char *why,
		   struct figure *out)
{
	init(pt, a, out);
	snprintf(out->note, sizeof(out->note), "%s", why);
	if (!a || !audit_is_rate(a->verdict))
		figure_gate_add(out, "audit");
}

/* Undisturbed samples, or all of them where every one was disturbed: labelled figures beat none. */
static int usable(const struct store_sample *s, int n, const struct store_sample **out)
{
	int good = 0;

	for (int i = 0; i < n; i++)
		if (!s[i].disturbed)
			out[good++] = &s[i];
	for (int i = 0; !good && i < n; i++)
		out[i] = &s[i];
	return good;
}

/* Warp instructions of a pass that follow each other.  Where a latency is taken of more than one
 * warp, they are a group that executes each instruction together. */
static double insns_a_pass(const struct plan_point *pt)
{
	return strcmp(pt->kind, "lat") ? (double)pt->copies * pt->warps : pt->copies;
}

static double interval_of(const struct plan_point *pt, const struct store_sample *s)
{
	return (s->cycles_2u - s->cycles_u) / ((double)s->iters * insns_a_pass(pt));
}

void figure_summarize(const struct plan_point *pt, const struct store_sample *s, int n,
		      struct figure *out)
{
	const struct store_sample *use[SAMPLES_MAX];
	double interval[SAMPLES_MAX], mhz[SAMPLES_MAX];
	struct stat_summary sum;
	int good = usable(s, n, use);

	if (!good)
		good = n;
	for (int i = 0; i < good; i++) {
		interval[i] = interval_of(pt, use[i]);
		mhz[i] = 1e3 * use[i]->cycles_2u / use[i]->ns_2u;
	}
	stat_summarize(interval, (size_t)good, &sum);
	out->interval_cyc = sum.median;
	out->lo_cyc = sum.lo;
	out->hi_cyc = sum.hi;
	out->mad_cyc = sum.mad;
	out->n_samples = n;
	out->clock_mhz = stat_median(mhz, (size_t)good);
	out->ns = out->interval_cyc / out->clock_mhz * 1e3;
}

/* What a pass may take beside its copies. */
static double loop_cyc(const struct plan_point *pt)
{
	return BUBBLE_CYC + LOOP_INSNS * pt->warps + (pt->probe->group ? GROUP_CYC : 0);
}

/* What T(U) holds beyond U intervals is one pass of the loop's own instructions. */
static bool is_linear(const struct plan_point *pt, const struct store_sample *s,
		      double interval_cyc)
{
	double pass = s->cycles_u / (double)s->iters;
	double rest = pass - interval_cyc * insns_a_pass(pt);

	return rest >= -LINEAR_SHARE * pass &&
	       (rest <= LINEAR_SHARE * pass || rest <= loop_cyc(pt));
}

static bool is_clock_steady(const struct store_sample *const *s, int n)
{
	double lo = INFINITY, hi = 0;

	for (int i = 0; i < n; i++) {
		double mhz = 1e3 * s[i]->cycles_2u / s[i]->ns_2u;

		lo = fmin(lo, mhz);
		hi = fmax(hi, mhz);
	}
	return hi <= lo * (1 + CLOCK_SPREAD);
}

/* Faster than the machine can issue, or than the guide's exact figure for it, is not a measurement.
 */
static bool is_impossible(const struct plan_point *pt, const struct audit *a, int cc,
			  double interval_cyc)
{
	const struct probe *p = pt->probe;
	const struct nominal *nom =
		p->nominal && !p->alternate ? nominal_find(cc, p->nominal, NULL) : NULL;
	/* A sequence's body holds a slow path that is jumped over: only one instruction a copy is
	 * sure. */
	bool sequence = a->verdict == AUDIT_COMPOUND || a->verdict == AUDIT_EMULATED;
	double insns = sequence
			       ? 1
			       : ((double)a->body_2u - (double)a->body_u) / pt->copies;
	/* A mix of two opcodes may use two pipes, where the guide counts one. */
	double ceiling =
		nom && !strcmp(nom->confidence, "exact") && !nom->line[0] && a->verdict != AUDIT_MIX &&
				a->verdict != AUDIT_EMULATED
			? (p->macs ? p->macs : 32) / nom->rate_per_clk_sm
			: 0;

	if (!strcmp(pt->kind, "lat"))
		return interval_cyc < LATENCY_MIN_CYC;
	return interval_cyc < CEILING_SLACK * fmax(ISSUE_LIMIT_CYC * insns, ceiling);
}

void figure_faulty(const struct measure_outcome *o, struct figure *out)
{
	figure_gate_add(out, "lanes");
	snprintf(out->note, sizeof(out->note),
		 "faulty hardware: block %d, warp %d, lane %d computed another "
		 "value than the first warp from the same inputs",
		 o->bad_block, o->bad_warp, o->bad_lane);
}

/* Rates per clock do not depend on it, times do. */
static void note_power_cap(const struct measure_outcome *o, struct figure *out)
{
	int capped = 0;

	for (int i = 0; i < o->n; i++)
		capped += o->sample[i].has_reasons && (o->sample[i].reasons & GUARD_POWER_CAP);
	if (2 * capped > o->n && !out->note[0])
		snprintf(out->note, sizeof(out->note),
			 "measured under a %s: it lowers the clock, not what is done in a clock",
			 guard_reason_text(GUARD_POWER_CAP));
}

void figure_make(const struct plan_point *pt, const struct audit *a, int cc,
		 const struct measure_outcome *o, struct figure *out)
{
	const struct store_sample *use[MEASURE_SAMPLES_MAX];
	int good;

	init(pt, a, out);
	figure_summarize(pt, o->sample, o->n, out);
	if (!audit_is_rate(a->verdict)) {
		figure_gate_add(out, "audit");
		snprintf(out->note, sizeof(out->note), "%s", a->why);
	}
	good = usable(o->sample, o->n, use);
	if (!good)
		figure_gate_add(out, "disturbed");
	if (!is_linear(pt, use[0], out->interval_cyc))
		figure_gate_add(out, "linear");
	if (is_impossible(pt, a, cc, out->interval_cyc)) {
		figure_gate_add(out, "impossible");
		strcpy(out->audit, "impossible");
	}
	if (!is_clock_steady(use, good ? good : o->n))
		figure_gate_add(out, "clock");
	if (out->hi_cyc - out->lo_cyc > NOISE * out->interval_cyc)
		figure_gate_add(out, "noise");
	if (o->uneven)
		figure_gate_add(out, "uneven");
	if (o->lanes_differ)
		figure_faulty(o, out);
	note_power_cap(o, out);
}
