/*
 * Records made by hand, for tests of what is right of the store.  rates_add fills one from the
 * nominal table, each class slowed by its divider, with a little noise that is the same in every
 * run.
 */
#ifndef CMPTUNE_RECORD_H
#define CMPTUNE_RECORD_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nominal.h"
#include "spec.h"
#include "store.h"

static inline void sample_card(struct record *r, unsigned pci_device, int cc, const char *name)
{
	*r = (struct record){.provenance = PROV_MEASURED, .newest_run = 1};
	r->card.ordinal = -1;
	card_set_num(&r->card, CARD_pci_device, pci_device);
	card_set_num(&r->card, CARD_cc, (uint64_t)cc);
	card_set_num(&r->card, CARD_sm_count, 70);
	card_set_text(&r->card, CARD_name, name);
	snprintf(r->key, sizeof(r->key), "%04x:10de1585:92.00.67.00.01", pci_device);
	snprintf(r->started_utc, sizeof(r->started_utc), "2026-01-02T03:04:05Z");
	snprintf(r->tool_version, sizeof(r->tool_version), "0.1.0");
	snprintf(r->driver, sizeof(r->driver), "580.65.06");
	snprintf(r->nvrtc, sizeof(r->nvrtc), "13.0");
}

/* Borrowed until the next one is added. */
static inline struct figure *sample_figure(struct record *r, const char *probe, const char *kind,
					   double interval_cyc)
{
	struct figure *fig;

	r->fig = realloc(r->fig, (r->n + 1) * sizeof(*r->fig));
	fig = &r->fig[r->n++];
	*fig = (struct figure){.warps = 32,
			       .chains = 8,
			       .interval_cyc = interval_cyc,
			       .lo_cyc = interval_cyc * 0.999,
			       .hi_cyc = interval_cyc * 1.001,
			       .mad_cyc = 0.001,
			       .clock_mhz = 1410,
			       .n_samples = 9};
	fig->ns = interval_cyc / 1.41;
	snprintf(fig->probe, sizeof(fig->probe), "%s", probe);
	snprintf(fig->kind, sizeof(fig->kind), "%s", kind);
	snprintf(fig->audit, sizeof(fig->audit), "ok");
	return fig;
}

static inline int sample_order(const void *a, const void *b)
{
	const struct figure *x = a, *y = b;
	int d = strcmp(x->probe, y->probe);

	d = d ? d : strcmp(x->kind, y->kind);
	d = d ? d : x->warps - y->warps;
	return d ? d : x->chains - y->chains;
}

/* SM cycles per warp instruction that a healthy card needs; NaN when no rate was published. */
static inline double sample_nominal_cyc(const struct probe *p, int cc, const char *line)
{
	const struct nominal *n = p->nominal ? nominal_find(cc, p->nominal, line) : NULL;

	return n ? (spec_is_mma(p) ? p->macs : 32) / n->rate_per_clk_sm : NAN;
}

/* An alternated probe's figure is the mean of both instructions, or half of the slower one. */
static inline double sample_alternated(const struct probe *p, double own, double other)
{
	return p->alternate_pipe == PIPE_SAME ? (own + other) / 2 : fmax(own, other) / 2;
}

/* divider[class] slows a class; NaN leaves it out.  The figures are those that measuring would have
 * given. */
static inline void sample_rates(struct record *r, const struct probe_set *set, const char *line,
				const double divider[THROTTLE_CLASS_COUNT])
{
	const int cc = (int)r->card.f[CARD_cc].num;
	unsigned noise = 1;

	for (size_t i = 0; i < set->n; i++) {
		const struct probe *p = &set->v[i],
				   *alt = p->alternate ? spec_find(set, p->alternate) : NULL;
		double cyc = sample_nominal_cyc(p, cc, line) * divider[p->cls],
		       lat = cyc < 16 ? 4 + cyc : 4 * cyc;

		noise = noise * 1103515245 + 12345;
		cyc *= 1 + ((noise >> 16) % 100 - 50.0) / 50000; /* 0.1 % */
		if (!spec_supports(p, cc) || isnan(cyc))
			continue;
		if (alt && r->provenance != PROV_DERIVED)
			cyc = sample_alternated(
				p, cyc, sample_nominal_cyc(alt, cc, line) * divider[alt->cls]);
		sample_figure(r, p->name, "tput", cyc);
		if (r->provenance == PROV_DERIVED)
			strcpy(r->fig[r->n - 1].audit, "derived");
		else
			sample_figure(r, p->name, "lat", lat);
	}
	if (r->n)
		qsort(r->fig, r->n, sizeof(*r->fig), sample_order);
}

/* The sweep of a unit that takes latency_cyc an instruction, and one every interval_cyc; gated: one
 * at a time a sub-partition. */
static inline void sample_sweep(struct record *r, const char *probe, double interval_cyc,
				double latency_cyc, bool gated)
{
	for (int warps = 1; warps <= 32; warps *= 2)
		for (int chains = 1; chains <= 4; chains *= 2) {
			const double alone = latency_cyc / (warps * (gated ? 1 : chains));
			struct figure *fig =
				sample_figure(r, probe, "sweep", fmax(interval_cyc, alone));

			if (warps < 4) /* one sub-partition a warp */
				fig->interval_cyc = fmax(4 * interval_cyc / warps, alone);
			fig->warps = warps;
			fig->chains = chains;
		}
	qsort(r->fig, r->n, sizeof(*r->fig), sample_order);
}

static inline void sample_done(struct record *r)
{
	free(r->fig);
	free(r->check);
	*r = (struct record){0};
}

#endif
