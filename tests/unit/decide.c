/* Decisions from rates and from timed variants: the field's known results, and when native has to
 * stay. */
#include <stdio.h>

#include "decide.h"
#include "record.h"
#include "tap.h"

static struct probe_set set;

/* ---- whole cards: dividers as published, everything else healthy ---- */

/* clang-format off */
#define ALL_HEALTHY {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, NAN, NAN, NAN, 1, 1, 1, 1}
_Static_assert(THROTTLE_CLASS_COUNT == 18, "the rows below name every class");

static const struct {
	const char *name, *line;
	unsigned pci_device;
	int cc;
	double divider[THROTTLE_CLASS_COUNT];
	const char *dp4a, *fma, *mma_s8, *mma_f16;
} cards[] = {
	/* ffma fadd hfma2 dfma idp4a idp2a imad alu xu cvt shfl warp lsu atom mma dmma compound strategy */
	{"CMP 170HX", "pro", 0x20c2, 80, {32, 1, 1, 32, 32, 1, 1, 1, 1, 1, 1, NAN, NAN, NAN, 32, 32, NAN, NAN},
	 "prmt_dp2a", "split", "avoid", "avoid"},
	{"CMP 90HX", "pro", 0x220d, 86, {32, 32, 1, 1, 32, 1, 1, 1, 1, 1, 1, NAN, NAN, NAN, 32, 32, NAN, NAN},
	 "prmt_dp2a", "fused", "avoid", "avoid"},
	{"CMP 50HX", "pro", 0x1e09, 75, {32, 1, 1, 1, 32, 1, 1, 1, 1, 1, 1, NAN, NAN, NAN, NAN, NAN, NAN, NAN},
	 "prmt_dp2a", "split", "native", "native"},
	{"CMP 100-210", "pro", 0x1d84, 70, {1, 1, 1, 16, 1, 1, 1, 1, 1, 1, 1, NAN, NAN, NAN, 20, NAN, NAN, NAN},
	 "native", "fused", "avoid", "avoid"},
	{"GA100", "pro", 0x20b0, 80, ALL_HEALTHY, "native", "fused", "native", "native"},
	{"GA102", "geforce", 0x2206, 86, ALL_HEALTHY, "native", "fused", "native", "native"},
	{"TU102", "geforce", 0x1e07, 75, ALL_HEALTHY, "native", "fused", "native", "native"},
	{"GV100", "pro", 0x1db4, 70, ALL_HEALTHY, "native", "fused", "avoid", "native"},
	{"GH100", "pro", 0x2335, 90, ALL_HEALTHY, "native", "fused", "native", "native"},
	{"GP104", "geforce", 0x1b87, 61, ALL_HEALTHY, "native", "fused", "avoid", "avoid"},
};
/* clang-format on */

static const char *chosen(const struct decisions *d, const char *primitive)
{
	const struct decision *one = decide_find(d, primitive);

	return one ? one->chosen->name : NULL;
}

static void whole_cards(void)
{
	for (size_t i = 0; i < sizeof(cards) / sizeof(cards[0]); i++) {
		struct record r;
		struct verdict v;
		struct decisions d;

		sample_card(&r, cards[i].pci_device, cards[i].cc, cards[i].name);
		sample_rates(&r, &set, cards[i].line, cards[i].divider);
		verdict_make(&r, &set, &v);
		decide_make(&r, &v, &set, &set.variants, &d);
		is_str(chosen(&d, "dp4a"), cards[i].dp4a, "%s dp4a", cards[i].name);
		is_str(chosen(&d, "fma_f32"), cards[i].fma, "%s fma_f32", cards[i].name);
		is_str(chosen(&d, "mma_s8"), cards[i].mma_s8, "%s mma_s8", cards[i].name);
		is_str(chosen(&d, "mma_f16"), cards[i].mma_f16, "%s mma_f16", cards[i].name);
		for (size_t k = 0; k < d.n; k++)
			diag("%s: %s: %s", d.v[k].primitive, decide_basis_name(d.v[k].basis),
			     d.v[k].why);
		decide_done(&d);
		verdict_done(&v);
		sample_done(&r);
	}
}

/* ---- dp4a alone ---- */

struct dp4a_case {
	const char *name;
	struct {
		const char *probe;
		double cyc, noise;
	} rate[8];
	uint64_t cases, mismatches, native_mismatches; /* cases 0: no check was made */
	const char *chosen;
	enum decide_basis basis;
	double gain; /* NaN: unknown */
};

/* clang-format off */
#define DP2A_RATES {"b32_prmt", 0.5, 0}, {"dp2a_lo_ss", 0.5, 0}, {"dp2a_hi_ss", 0.5, 0}

static const struct dp4a_case dp4a_cases[] = {
	{"no figure at all", {{0}}, 0, 0, 0, "native", DECIDE_NONE, NAN},
	{"predicted", {{"dp4a_ss", 16, 0}, DP2A_RATES}, 0, 0, 0, "prmt_dp2a", DECIDE_PREDICTED, 16},
	{"predicted, healthy", {{"dp4a_ss", 0.5, 0}, DP2A_RATES}, 0, 0, 0, "native", DECIDE_PREDICTED, 1},
	{"one rate missing", {{"dp4a_ss", 16, 0}, {"b32_prmt", 0.5, 0}, {"dp2a_lo_ss", 0.5, 0}}, 0, 0, 0,
	 "native", DECIDE_NONE, NAN},
	{"an untrusted rate is no rate", {{"dp4a_ss", 16, 0}, DP2A_RATES, {"!b32_prmt", 0, 0}}, 0, 0, 0,
	 "native", DECIDE_NONE, NAN},
	{"2 % faster is too little", {{"dp4a_ss", 1.02, 0}, DP2A_RATES}, 0, 0, 0, "native", DECIDE_PREDICTED, 1},
	{"4 % faster is enough", {{"dp4a_ss", 1.04, 0}, DP2A_RATES}, 0, 0, 0,
	 "prmt_dp2a", DECIDE_PREDICTED, 1.04},
	{"10 % faster, but within the noise", {{"dp4a_ss", 1.1, 0.2}, DP2A_RATES}, 0, 0, 0,
	 "native", DECIDE_PREDICTED, 1},
	{"the issue limit counts: four instructions cost 1 cycle",
	 {{"dp4a_ss", 0.9, 0}, {"b32_prmt", 0.25, 0}, {"dp2a_lo_ss", 0.25, 0}, {"dp2a_hi_ss", 0.25, 0}}, 0, 0, 0,
	 "native", DECIDE_PREDICTED, 1},
	{"permutes on their own pipe do not add to dp2a",
	 {{"dp4a_ss", 2.2, 0}, {"b32_prmt", 1, 0}, {"dp2a_lo_ss", 1, 0}, {"dp2a_hi_ss", 1, 0}}, 0, 0, 0,
	 "prmt_dp2a", DECIDE_PREDICTED, 1.1},
	{"measured beats prediction",
	 {{"dp4a_ss", 16, 0}, DP2A_RATES, {"dp4a.native", 16, 0}, {"dp4a.prmt_dp2a", 17, 0}}, 1000, 0, 0,
	 "native", DECIDE_MEASURED, 1},
	{"measured and verified", {{"dp4a.native", 16, 0}, {"dp4a.prmt_dp2a", 1.25, 0}}, 1000, 0, 0,
	 "prmt_dp2a", DECIDE_MEASURED, 12.8},
	{"measured, never verified: its time does not count",
	 {{"dp4a.native", 16, 0}, {"dp4a.prmt_dp2a", 1.25, 0}}, 0, 0, 0, "native", DECIDE_NONE, NAN},
	{"measured, never verified: predicted instead",
	 {{"dp4a_ss", 16, 0}, DP2A_RATES, {"dp4a.native", 16, 0}, {"dp4a.prmt_dp2a", 1.25, 0}}, 0, 0, 0,
	 "prmt_dp2a", DECIDE_PREDICTED, 16},
	{"a mismatch rules it out",
	 {{"dp4a_ss", 16, 0}, DP2A_RATES, {"dp4a.native", 16, 0}, {"dp4a.prmt_dp2a", 1, 0}}, 1000, 1, 0,
	 "native", DECIDE_MEASURED, 1},
	{"a native form that computes wrongly", {{"dp4a_ss", 0.5, 0}, DP2A_RATES}, 1000, 0, 1,
	 "prmt_dp2a", DECIDE_ABSENT, NAN},
	{"both wrong", {{"dp4a_ss", 0.5, 0}, DP2A_RATES}, 1000, 1, 1, "native", DECIDE_NONE, NAN},
};
/* clang-format on */

static void add_check(struct record *r, const char *variant, uint64_t n, uint64_t mismatches)
{
	r->check = realloc(r->check, (r->n_checks + 1) * sizeof(*r->check));
	r->check[r->n_checks] =
		(struct store_check){.cases = n, .mismatches = mismatches, .max_ulp = NAN};
	snprintf(r->check[r->n_checks++].variant, sizeof(r->check[0].variant), "%s", variant);
}

static void make_dp4a(const struct dp4a_case *c, struct record *r)
{
	sample_card(r, 0x20c2, 80, "x");
	for (size_t i = 0; i < 8 && c->rate[i].probe; i++) {
		bool untrusted = c->rate[i].probe[0] == '!';
		struct figure *fig;

		for (size_t k = 0; untrusted && k < r->n; k++)
			if (strcmp(r->fig[k].probe, c->rate[i].probe + 1) == 0)
				snprintf(r->fig[k].gate, sizeof(r->fig[k].gate), "plateau");
		if (untrusted)
			continue;
		fig = sample_figure(r, c->rate[i].probe, "tput", c->rate[i].cyc);
		fig->lo_cyc = fig->interval_cyc - c->rate[i].noise;
		fig->hi_cyc = fig->interval_cyc + c->rate[i].noise;
	}
	if (r->n)
		qsort(r->fig, r->n, sizeof(*r->fig), sample_order);
	if (c->cases)
		add_check(r, "dp4a.prmt_dp2a", c->cases, c->mismatches);
	if (c->native_mismatches)
		add_check(r, "dp4a.native", c->cases, c->native_mismatches);
}

static void dp4a_alone(void)
{
	for (size_t i = 0; i < sizeof(dp4a_cases) / sizeof(dp4a_cases[0]); i++) {
		const struct dp4a_case *c = &dp4a_cases[i];
		struct record r;
		struct verdict v;
		struct decisions d;
		const struct decision *one;

		make_dp4a(c, &r);
		verdict_make(&r, &set, &v);
		decide_make(&r, &v, &set, &set.variants, &d);
		one = decide_find(&d, "dp4a");
		is_str(one->chosen->name, c->chosen, "%s", c->name);
		is_str(decide_basis_name(one->basis), decide_basis_name(c->basis), "%s: basis",
		       c->name);
		is_near(one->gain, c->gain, 1e-6, "%s: gain", c->name);
		ok(one->why[0], "%s: %s", c->name, one->why);
		decide_done(&d);
		verdict_done(&v);
		sample_done(&r);
	}
}

/* ---- what may be chosen ---- */

static void accuracy(void)
{
	static const struct {
		enum decide_limit limit;
		const char *fma, *mma_f16;
	} limits[] = {
		{DECIDE_DEFAULT, "split", "avoid"},
		{DECIDE_EXACT, "fused", "native"},
		{DECIDE_ULP, "split", "native"},
		{DECIDE_RANGE, "split", "avoid"},
	};
	struct record r;
	struct verdict v;

	sample_card(&r, cards[0].pci_device, cards[0].cc, cards[0].name);
	sample_rates(&r, &set, cards[0].line, cards[0].divider);
	verdict_make(&r, &set, &v);
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		struct decisions d;

		decide_make_within(&r, &v, &set, &set.variants, limits[i].limit, &d);
		is_str(chosen(&d, "fma_f32"), limits[i].fma, "limit %zu: fma_f32", i);
		is_str(chosen(&d, "mma_f16"), limits[i].mma_f16, "limit %zu: mma_f16", i);
		is_str(chosen(&d, "dp4a"), "prmt_dp2a", "limit %zu: exact ones always may", i);
		decide_done(&d);
	}
	verdict_done(&v);
	sample_done(&r);
}

int main(void)
{
	struct fault f = {0};

	if (!ok(spec_load(NULL, &set, &f) == 0, "probes load: %s", f.text))
		return done();
	whole_cards();
	dp4a_alone();
	accuracy();
	spec_done(&set);
	return done();
}
