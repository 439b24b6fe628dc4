/*
 * The pipe model.  Instructions of one pipe add up, pipes overlap, and an SM issues at most one
 * warp instruction per sub-partition and cycle: the largest of these is what a sequence costs in a
 * saturated SM.
 */
#include "decide_cost.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ISSUE_CYC 0.25 /* four sub-partitions */

enum unit {
	UNIT_FMA,
	UNIT_ALU,
	UNIT_HALF,
	UNIT_F64,
	UNIT_XU,
	UNIT_LSU,
	UNIT_TENSOR,
	UNIT_WHOLE,
	UNIT_COUNT
};

/*
 * IDP runs where IMAD does from sm_75 on: the FMA pipe (its heavy half on sm_80 and later).  WHOLE
 * is for sequences whose own instructions are spread over pipes unknown here: nothing is taken to
 * overlap with them.
 */
static const enum unit unit_of[THROTTLE_CLASS_COUNT] = {
	[CLASS_ffma] = UNIT_FMA,   [CLASS_fadd] = UNIT_FMA,       [CLASS_hfma2] = UNIT_HALF,
	[CLASS_dfma] = UNIT_F64,   [CLASS_idp4a] = UNIT_FMA,      [CLASS_idp2a] = UNIT_FMA,
	[CLASS_imad] = UNIT_FMA,   [CLASS_alu] = UNIT_ALU,        [CLASS_xu] = UNIT_XU,
	[CLASS_cvt] = UNIT_XU,     [CLASS_shfl] = UNIT_LSU,       [CLASS_mma] = UNIT_TENSOR,
	[CLASS_warp] = UNIT_WHOLE, [CLASS_lsu] = UNIT_LSU,        [CLASS_atom] = UNIT_LSU,
	[CLASS_dmma] = UNIT_F64,   [CLASS_compound] = UNIT_WHOLE, [CLASS_strategy] = UNIT_WHOLE,
};

struct span {
	double cyc, lo, hi;
};

static const struct verdict_row *find_row(const struct verdict *v, const char *probe)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->row[i].probe && strcmp(v->row[i].probe->name, probe) == 0)
			return &v->row[i];
	return NULL;
}

/* The trusted interval of a probe; the noise of its figure moves along with what the verdict took
 * off. */
static bool row_span(const struct verdict_row *row, struct span *out)
{
	double shift;

	if (!row || !row->trusted || !row->tput || !(row->interval_cyc > 0))
		return false;
	shift = row->interval_cyc - row->tput->interval_cyc;
	out->cyc = out->lo = out->hi = row->interval_cyc;
	if (isfinite(row->tput->lo_cyc) && isfinite(row->tput->hi_cyc)) {
		out->lo = fmin(out->cyc, row->tput->lo_cyc + shift);
		out->hi = fmax(out->cyc, row->tput->hi_cyc + shift);
	}
	return true;
}

static void span_add(struct span *sum, const struct span *s, double times)
{
	sum->cyc += s->cyc * times;
	sum->lo += s->lo * times;
	sum->hi += s->hi * times;
}

static void span_max(struct span *most, const struct span *s)
{
	most->cyc = fmax(most->cyc, s->cyc);
	most->lo = fmax(most->lo, s->lo);
	most->hi = fmax(most->hi, s->hi);
}

/* "2 b32_prmt + dp2a_lo_ss + dp2a_hi_ss" */
static void describe(const struct variant_cost *cost, char *text, size_t size)
{
	size_t len = 0;

	text[0] = '\0';
	for (int i = 0; i < cost->n_terms && len < size; i++) {
		len += (size_t)snprintf(text + len, size - len, "%s", i ? " + " : "");
		if (cost->term[i].count > 1 && len < size)
			len += (size_t)snprintf(text + len, size - len, "%d ", cost->term[i].count);
		if (len < size)
			len += (size_t)snprintf(text + len, size - len, "%s", cost->term[i].probe);
	}
}

static void predict(const struct verdict *v, const struct variant_cost *cost, int cc,
		    struct estimate *out)
{
	struct span pipe[UNIT_COUNT] = {{0}}, issue = {0}, most = {0};
	double work = cost->work;

	*out = (struct estimate){.is_rate = work != 1};
	for (int i = 0; i < cost->n_terms; i++) {
		const struct verdict_row *row = find_row(v, cost->term[i].probe);
		const struct span one = {ISSUE_CYC, ISSUE_CYC, ISSUE_CYC};
		struct span s;

		/* What a sequence of other instructions does tells nothing of the unit. */
		if ((row && cc &&
		     (!spec_supports(row->probe, cc) || spec_is_emulated(row->probe, cc))) ||
		    !row_span(row, &s)) {
			snprintf(out->text, sizeof(out->text), "no trusted rate of %s",
				 cost->term[i].probe);
			return;
		}
		span_add(&pipe[unit_of[row->probe->cls]], &s, cost->term[i].count);
		span_add(&issue, &one, cost->term[i].count);
		if (work == 0)
			work = row->probe->macs;
	}
	span_max(&most, &issue);
	for (int p = 0; p < UNIT_WHOLE; p++)
		span_max(&most, &pipe[p]);
	span_add(&most, &pipe[UNIT_WHOLE], 1);
	if (!(work > 0)) {
		snprintf(out->text, sizeof(out->text), "%s does no multiply-adds",
			 cost->term[0].probe);
		return;
	}
	out->known = true;
	out->cyc = most.cyc / work;
	out->lo = most.lo / work;
	out->hi = most.hi / work;
	describe(cost, out->text, sizeof(out->text));
}

void cost_predicted(const struct verdict *v, const struct variant *variant, int cc,
		    struct estimate *out)
{
	*out = (struct estimate){0};
	for (int i = 0; i < variant->n_costs; i++) {
		struct estimate e;

		predict(v, &variant->cost[i], cc, &e);
		if (i == 0 || (e.known && (!out->known || e.cyc < out->cyc)))
			*out = e;
	}
}

void cost_measured(const struct verdict *v, const char *probe, struct estimate *out)
{
	struct span s;

	*out = (struct estimate){0};
	if (!row_span(find_row(v, probe), &s)) {
		snprintf(out->text, sizeof(out->text), "no trusted time of %s", probe);
		return;
	}
	*out = (struct estimate){.known = true, .cyc = s.cyc, .lo = s.lo, .hi = s.hi};
	snprintf(out->text, sizeof(out->text), "timed as %s", probe);
}
