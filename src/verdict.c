/*
 * Figures of a card against the published rates of its silicon: a row a probe.  Pure: the same
 * record and probe set give the same verdict.  It never trusts a figure that failed the audit or
 * the gate, and never reads "not measured" as 0.
 */
#include "verdict_class.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nominal.h"
#include "stat.h"

#define FIGURES_A_PROBE_MAX 16
#define PLATEAU 0.01         /* relative: figures this close are of one plateau */
#define ISSUE_LIMIT_CYC 0.25 /* 4 sub-partitions issue one warp instruction a clock each */

/* What verdict_make works with while it fills the rows. */
struct context {
	const struct record *r;
	const struct probe_set *set;
	int cc;
	const char *line;
};

__attribute__((format(printf, 2, 3))) static void say_why(struct verdict_row *row, const char *fmt,
							  ...)
{
	va_list ap;

	if (row->why[0])
		return; /* the first reason is the root */
	va_start(ap, fmt);
	vsnprintf(row->why, sizeof(row->why), fmt, ap);
	va_end(ap);
}

static int is_one_of(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (!strcmp(word, *list))
			return 1;
	return 0;
}

static int audit_passed(const struct figure *fig)
{
	static const char *const rates[] = {"ok",       "alias",   "mix", "compound",
					    "emulated", "derived", NULL};

	return is_one_of(fig->audit, rates);
}

bool verdict_figure_trusted(const struct figure *fig)
{
	return audit_passed(fig) && !fig->gate[0] && isfinite(fig->interval_cyc) &&
	       fig->interval_cyc > 0;
}

/* What the audit passed before what it did not, a number before none, then the faster one. */
static int better(const struct figure *a, const struct figure *b)
{
	const int pass_a = audit_passed(a), pass_b = audit_passed(b);

	if (pass_a != pass_b)
		return pass_a;
	if (isnan(a->interval_cyc) || isnan(b->interval_cyc))
		return isnan(b->interval_cyc) && !isnan(a->interval_cyc);
	return a->interval_cyc < b->interval_cyc;
}

/*
 * The figure that stands for a probe: the median of its plateau over the numbers of warps, of
 * figures that passed the gate.  Where the fastest did not pass it and no trusted one comes near,
 * the fastest: a slower one would not be the unit's rate.
 */
static const struct figure *best_figure(const struct record *r, const char *probe, const char *kind)
{
	const struct figure *best = NULL, *trusted[FIGURES_A_PROBE_MAX];
	double interval[FIGURES_A_PROBE_MAX];
	size_t n = 0, members, median;

	for (size_t i = 0; i < r->n; i++) {
		const struct figure *fig = &r->fig[i];

		if (strcmp(fig->probe, probe) || strcmp(fig->kind, kind))
			continue;
		if (!best || better(fig, best))
			best = fig;
		if (verdict_figure_trusted(fig) && n < FIGURES_A_PROBE_MAX) {
			interval[n] = fig->interval_cyc;
			trusted[n++] = fig;
		}
	}
	median = stat_plateau(interval, n, PLATEAU, &members);
	return median != SIZE_MAX && interval[median] <= best->interval_cyc * (1 + PLATEAU)
		       ? trusted[median]
		       : best;
}

/*
 * In an alternated probe the other's instruction is every second one, so that the figure is the
 * mean of both.  On one pipe they add up and the other's share is known; on two pipes they overlap,
 * and the slower one is what is seen.
 */
static double own_interval(const struct context *x, struct verdict_row *row)
{
	const struct probe *p = row->probe;
	const double pair_cyc = 2 * row->tput->interval_cyc;
	const struct figure *other;

	if (!p->alternate || !strcmp(row->tput->audit, "derived"))
		return row->tput->interval_cyc;
	other = best_figure(x->r, p->alternate, "tput");
	if (!other || !verdict_figure_trusted(other)) {
		say_why(row, "%s, which takes turns with it, has no trusted figure to take off",
			p->alternate);
		return NAN;
	}
	if (p->alternate_pipe == PIPE_SAME)
		return pair_cyc - other->interval_cyc;
	if (pair_cyc <= other->interval_cyc * (1 + VERDICT_TOLERANCE)) {
		say_why(row, "hidden behind %s, which takes turns with it: at least as fast",
			p->alternate);
		return NAN;
	}
	return pair_cyc;
}

static double own_latency(const struct context *x, const struct verdict_row *row)
{
	const struct probe *p = row->probe;
	const struct figure *other;

	if (!row->lat)
		return NAN;
	if (!p->alternate || !strcmp(row->lat->audit, "derived"))
		return row->lat->interval_cyc;
	other = best_figure(x->r, p->alternate,
			    "lat"); /* in one chain they add up, whatever their pipes */
	return other ? 2 * row->lat->interval_cyc - other->interval_cyc : NAN;
}

static void row_trust(const struct context *x, struct verdict_row *row)
{
	const struct figure *fig = row->tput;

	if (!fig) {
		say_why(row, "not measured");
		return;
	}
	if (!audit_passed(fig))
		say_why(row, "audit: %s", fig->audit[0] ? fig->audit : "none");
	if (fig->gate[0])
		say_why(row, "gate not passed: %s", fig->gate);
	row->interval_cyc = own_interval(x, row);
	if (row->interval_cyc > 0)
		row->results_per_clk_sm =
			(spec_is_mma(row->probe) ? row->probe->macs : 32 * row->probe->results) /
			row->interval_cyc;
	if (isnan(fig->interval_cyc))
		say_why(row, "no figure");
	else if (row->interval_cyc < ISSUE_LIMIT_CYC * (1 - VERDICT_TOLERANCE))
		say_why(row,
			"impossible: more than one warp instruction per clock per sub-partition");
	row->trusted = !row->why[0];
}

static void row_divider(struct verdict_row *row)
{
	double ratio;

	if (!strcmp(row->tput->audit, "compound")) {
		say_why(row, "a sequence: no published rate of its own");
		return;
	}
	if (!strcmp(row->tput->audit, "emulated")) {
		/* What runs is other units' work: the rate of the unit that is not there says
		 * nothing of it. */
		row->nominal_per_clk_sm = NAN;
		say_why(row, "emulated: the card has no such instruction, a sequence runs in its "
			     "place");
		return;
	}
	if (isnan(row->nominal_per_clk_sm)) {
		say_why(row, "no published rate to hold it against");
		return;
	}
	ratio = row->nominal_per_clk_sm / row->results_per_clk_sm;
	if (ratio < 1 - VERDICT_TOLERANCE && !strcmp(row->nominal_confidence, "exact")) {
		say_why(row, "impossible: faster than the published rate");
		row->trusted = 0;
		return;
	}
	if (ratio < 1 - VERDICT_TOLERANCE)
		say_why(row, "faster than nominal: the published rate (%s) is too low",
			row->nominal_confidence);
	row->divider = ratio;
	row->divider_log2 = stat_power_of_two(ratio, VERDICT_TOLERANCE);
}

static void row_make(const struct context *x, const struct probe *p, struct verdict_row *row)
{
	const struct nominal *nominal =
		p->nominal ? nominal_find(x->cc, p->nominal, x->line) : NULL;

	*row = (struct verdict_row){.probe = p, .divider_log2 = -1};
	row->tput = best_figure(x->r, p->name, "tput");
	row->lat = best_figure(x->r, p->name, "lat");
	row->results_per_clk_sm = row->divider = row->interval_cyc = NAN;
	row->nominal_per_clk_sm =
		nominal ? nominal->rate_per_clk_sm * (spec_is_mma(p) ? 1 : p->results) : NAN;
	row->nominal_confidence = nominal ? nominal->confidence : "";
	row->lat_cyc = own_latency(x, row);
	row->lat_trusted = row->lat && verdict_figure_trusted(row->lat) && row->lat_cyc > 0;
	row_trust(x, row);
	if (row->trusted)
		row_divider(row);
}

/* Dies are sold with different rates: known cards have their line, and NVIDIA's own name tells for
 * the others. */
static const char *card_line(const struct card *c)
{
	const struct card_field *id = &c->f[CARD_pci_device], *name = &c->f[CARD_name];
	const struct nominal_card *known = NULL;

	if (id->status == CARD_OK)
		known = nominal_card_find((unsigned)id->num);
	if (known)
		return known->line;
	return name->status == CARD_OK && strstr(name->text, "GeForce") ? "geforce" : NULL;
}

void verdict_make(const struct record *r, const struct probe_set *set, struct verdict *out)
{
	const struct context x = {
		.r = r,
		.set = set,
		.cc = (int)r->card.f[CARD_cc].num,
		.line = card_line(&r->card),
	};

	*out = (struct verdict){.row = mem_new(set->n, sizeof(*out->row))};
	for (size_t i = 0; i < set->n; i++)
		if (spec_supports(&set->v[i], x.cc))
			row_make(&x, &set->v[i], &out->row[out->n++]);
	verdict_classes(out, set);
}

void verdict_done(struct verdict *v)
{
	free(v->row);
	*v = (struct verdict){0};
}
