/*
 * The rows of a verdict to one statement a throttle class, with its evidence, and to the
 * fingerprint of the card's state. Rows that are not trusted have no say.
 */
#include "verdict_class.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "units.h"

#define SAME_DIVIDER 0.06
#define DISAGREE 1.1        /* members further apart than this do not share a divider */
#define SLOW_PER_CLK_SM 8.0 /* 1/16 of the issue limit of 128 thread instructions */
/*
 * A ratio that is no power of two names a state only from here on: below lie limits of the
 * instruction itself, such as Hopper's mma.sync at 0.63 of the wgmma peak that its data sheet
 * counts.
 */
#define STATE_MIN 1.75

/*
 * The member in the middle by divider; of an even number the slower of the middle two, so that a
 * class of which half is throttled does not get an average that no instruction has.
 */
static const struct verdict_row *middle_member(const struct verdict *v, enum throttle_class id)
{
	for (size_t i = 0; i < v->n; i++) {
		const struct verdict_row *row = &v->row[i];
		size_t below = 0, ties = 0, n = 0;

		if (row->probe->cls != id || isnan(row->divider))
			continue;
		for (size_t j = 0; j < v->n; j++) {
			const struct verdict_row *other = &v->row[j];

			if (other->probe->cls != id || isnan(other->divider))
				continue;
			n++;
			below += other->divider < row->divider;
			ties += other->divider == row->divider;
		}
		if (below <= n / 2 && n / 2 < below + ties)
			return row;
	}
	return NULL;
}

/* Names the members that are off from their class; returns by what factor the worst one is, 1 when
 * none is.  More names than fit are counted. */
static double find_deviants(const struct verdict *v, struct verdict_class *c)
{
	double worst = 1;
	size_t left_out = 0, used = 0;

	for (size_t i = 0; i < v->n; i++) {
		const struct verdict_row *row = &v->row[i];
		double off;

		if (row->probe->cls != c->id || isnan(row->divider))
			continue;
		off = fmax(row->divider / c->divider, c->divider / row->divider);
		if (off <= 1 + VERDICT_TOLERANCE)
			continue;
		worst = fmax(worst, off);
		if (used + strlen(row->probe->name) + sizeof(", and 1000 more") >
		    sizeof(c->deviants))
			left_out++;
		else
			used += (size_t)snprintf(c->deviants + used, sizeof(c->deviants) - used,
						 "%s%s", used ? ", " : "", row->probe->name);
	}
	if (left_out)
		snprintf(c->deviants + used, sizeof(c->deviants) - used, " and %zu more", left_out);
	return worst;
}

/* A derived figure is a nominal rate over a divider: that it follows the divider shows nothing. */
static int is_measured(const struct verdict_row *row)
{
	return row->trusted && strcmp(row->tput->audit, "derived");
}

static int is_half_of(const struct verdict_row *half, const struct verdict_row *big)
{
	const char *group = big->probe->nominal;

	/* "mma_f16_f32" and "mma_f16_f32_k8": the same operands, another depth */
	return big->probe->cls == CLASS_mma && big->probe->macs == 2 * half->probe->macs && group &&
	       half->probe->nominal && !strncmp(half->probe->nominal, group, strlen(group));
}

static void shape_evidence(const struct verdict_row *half, const struct verdict_row *big,
			   struct buf *out)
{
	const double ratio = half->interval_cyc / big->interval_cyc;

	buf_addf(out, "; half the work (%s) takes ", half->probe->name);
	units_figure(out, ratio, 3);
	buf_puts(out, " of the time: ");
	if (fabs(half->divider / big->divider - 1) < SAME_DIVIDER)
		buf_puts(out, "a divider, not a fixed gate");
	else if (ratio > 0.95)
		buf_puts(out, "a fixed gate, not a divider");
	else
		buf_puts(out, "neither a divider nor a fixed gate");
}

/*
 * Half the work in half the time is a divider; half the work in the same time is a fixed gate on
 * every mma.  Needs two shapes of one rate group, one twice the other.
 */
static void mma_evidence(const struct verdict *v, struct buf *out)
{
	for (size_t i = 0; i < v->n; i++)
		for (size_t j = 0; j < v->n; j++) {
			const struct verdict_row *big = &v->row[i], *half = &v->row[j];

			if (!is_half_of(half, big) || !is_measured(half) || !is_measured(big))
				continue;
			shape_evidence(half, big, out);
			return;
		}
}

static void class_evidence(const struct verdict *v, const struct verdict_row *middle,
			   struct verdict_class *c)
{
	struct buf text = BUF_INIT;

	buf_addf(&text, "%s ", middle->probe->name);
	units_figure(&text, middle->results_per_clk_sm, 4);
	buf_puts(&text, " of ");
	units_figure(&text, middle->nominal_per_clk_sm, 4);
	buf_puts(&text, spec_is_mma(middle->probe) ? " MAC/clk/SM" : " results/clk/SM");
	if (c->divider < 1 - VERDICT_TOLERANCE)
		buf_addf(&text, ": the nominal rate (%s) is too low", middle->nominal_confidence);
	if (c->id == CLASS_mma && (c->divider_log2 > 0 || c->divider >= STATE_MIN))
		mma_evidence(v, &text);
	snprintf(c->evidence, sizeof(c->evidence), "%s", buf_str(&text));
	buf_done(&text);
}

static enum verdict_kind class_kind(const struct verdict_class *c, const struct verdict_row *middle,
				    double off)
{
	const double nominal_insn = middle->nominal_per_clk_sm / middle->probe->results;

	if (off > DISAGREE)
		return VERDICT_MIXED;
	if (c->divider_log2 > 0)
		return VERDICT_THROTTLED;
	if (c->divider_log2 < 0)
		return VERDICT_UNEXPLAINED;
	return nominal_insn < SLOW_PER_CLK_SM ? VERDICT_ARCH_SLOW : VERDICT_FULL;
}

static void class_make(const struct verdict *v, const struct probe_set *set, enum throttle_class id,
		       struct verdict_class *c)
{
	const struct verdict_row *middle = middle_member(v, id);
	size_t n_rows = 0, n_probes = 0;

	*c = (struct verdict_class){.id = id, .divider = NAN, .divider_log2 = -1};
	for (size_t i = 0; i < v->n; i++) {
		n_rows += v->row[i].probe->cls == id;
		c->n_members += v->row[i].probe->cls == id && v->row[i].trusted;
	}
	for (size_t i = 0; i < set->n; i++)
		n_probes += !set->v[i].none && set->v[i].cls == id;
	if (!middle) {
		c->kind = n_probes && !n_rows ? VERDICT_ABSENT : VERDICT_NONE;
		return;
	}
	c->divider = middle->divider;
	c->divider_log2 = middle->divider_log2;
	c->kind = class_kind(c, middle, find_deviants(v, c));
	class_evidence(v, middle, c);
}

static void make_fingerprint(struct verdict *v)
{
	static const enum throttle_class telling[] = {CLASS_ffma, CLASS_idp4a};
	struct buf slow = BUF_INIT, missing = BUF_INIT;

	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++) {
		const struct verdict_class *c = &v->cls[i];

		if (!class_is_core(c->id) || isnan(c->divider))
			continue;
		if (c->divider_log2 > 0)
			buf_addf(&slow, " %s/%d", class_id(c->id), 1 << c->divider_log2);
		else if (c->divider >= STATE_MIN)
			buf_addf(&slow, " %s/~%.0f", class_id(c->id), c->divider);
	}
	for (size_t i = 0; i < sizeof(telling) / sizeof(*telling); i++)
		if (v->cls[telling[i]].kind == VERDICT_NONE)
			buf_addf(&missing, " %s", class_id(telling[i]));
	if (slow.len)
		snprintf(v->fingerprint, sizeof(v->fingerprint), "%s", slow.s + 1);
	else if (missing.len)
		snprintf(v->fingerprint, sizeof(v->fingerprint), "?%s", missing.s);
	else
		snprintf(v->fingerprint, sizeof(v->fingerprint), "full speed");
	buf_done(&slow);
	buf_done(&missing);
}

void verdict_classes(struct verdict *v, const struct probe_set *set)
{
	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		class_make(v, set, (enum throttle_class)i, &v->cls[i]);
	make_fingerprint(v);
}

static void format_share(const struct verdict_class *c, struct buf *out)
{
	if (c->divider_log2 == 0) {
		buf_puts(out, "full speed");
	} else if (c->divider_log2 > 0) {
		buf_addf(out, "1/%d", 1 << c->divider_log2);
	} else {
		units_figure(out, 1 / c->divider, 3);
		buf_puts(out, " of nominal");
	}
}

void verdict_class_format(const struct verdict_class *c, struct buf *out)
{
	switch (c->kind) {
	case VERDICT_FULL:
		buf_puts(out, "full speed");
		break;
	case VERDICT_ARCH_SLOW:
		buf_puts(out, "architecturally slow");
		break;
	case VERDICT_THROTTLED:
		buf_puts(out, "throttled ");
		format_share(c, out);
		break;
	case VERDICT_UNEXPLAINED:
		format_share(c, out);
		buf_puts(out, ", unexplained");
		break;
	case VERDICT_MIXED:
		buf_puts(out, "mixed, mostly ");
		format_share(c, out);
		break;
	case VERDICT_NONE:
		buf_puts(out, c->n_members ? "no published rate" : "not measured");
		break;
	case VERDICT_ABSENT:
		buf_puts(out, "not on this card");
		break;
	}
}
