/* Figures to rows, classes and fingerprints: dividers with noise, what is not to be trusted,
 * alternates, mma shapes. */
#include "verdict.h"
#include "record.h"
#include "tap.h"
#include "units.h"

/* A probe set by hand, so that what is measured in these tests does not change with probes/. */
static struct probe probe_rows[] = {
	{.name = "ffma", .cls = CLASS_ffma, .nominal = "fp32", .results = 1, .max_cc = 999},
	{.name = "fadd", .cls = CLASS_fadd, .nominal = "fp32", .results = 1, .max_cc = 999},
	{.name = "fmul", .cls = CLASS_fadd, .nominal = "fp32", .results = 1, .max_cc = 999},
	{.name = "half", .cls = CLASS_hfma2, .nominal = "half2", .results = 2, .max_cc = 999},
	{.name = "dfma", .cls = CLASS_dfma, .nominal = "fp64", .results = 1, .max_cc = 999},
	{.name = "dp4a", .cls = CLASS_idp4a, .nominal = "dot", .results = 1, .max_cc = 999},
	{.name = "lop3", .cls = CLASS_alu, .nominal = "logic", .results = 1, .max_cc = 999},
	{.name = "shf", .cls = CLASS_alu, .nominal = "shift", .results = 1, .max_cc = 999},
	{.name = "min", .cls = CLASS_alu, .nominal = "minmax", .results = 1, .max_cc = 999},
	{.name = "and",
	 .cls = CLASS_alu,
	 .nominal = "logic",
	 .results = 1,
	 .max_cc = 999,
	 .alternate = "lop3",
	 .alternate_pipe = PIPE_SAME},
	{.name = "rcp",
	 .cls = CLASS_xu,
	 .nominal = "mufu",
	 .results = 1,
	 .max_cc = 999,
	 .alternate = "fadd",
	 .alternate_pipe = PIPE_OTHER},
	{.name = "mulhi", .cls = CLASS_imad, .nominal = "imul_hi", .results = 1, .max_cc = 999},
	{.name = "mma16",
	 .cls = CLASS_mma,
	 .nominal = "mma_f16_f32",
	 .macs = 2048,
	 .results = 1,
	 .min_cc = 80,
	 .max_cc = 999},
	{.name = "mma8",
	 .cls = CLASS_mma,
	 .nominal = "mma_f16_f32",
	 .macs = 1024,
	 .results = 1,
	 .min_cc = 75,
	 .max_cc = 999},
	{.name = "div", .cls = CLASS_compound, .results = 1, .max_cc = 999},
	{.name = "mma_emulated",
	 .cls = CLASS_mma,
	 .nominal = "mma_s8",
	 .macs = 2048,
	 .results = 1,
	 .min_cc = 75,
	 .max_cc = 999},
	{.name = "no_shuffle", .none = "for a test", .cls = CLASS_shfl},
};
static const struct probe_set set = {.v = probe_rows,
				     .n = sizeof(probe_rows) / sizeof(*probe_rows)};

static const struct verdict_row *row_of(const struct verdict *v, const char *probe)
{
	for (size_t i = 0; i < v->n; i++)
		if (!strcmp(v->row[i].probe->name, probe))
			return &v->row[i];
	return NULL;
}

static void is_class(const struct verdict *v, enum throttle_class id, const char *wanted,
		     const char *name)
{
	struct buf b = BUF_INIT;

	verdict_class_format(&v->cls[id], &b);
	is_str(buf_str(&b), wanted, "%s", name);
	buf_done(&b);
}

/* FFMA on a GA100 takes 0.5 cycles a warp instruction; the dp4a beside it is healthy. */
static void dividers(void)
{
	static const struct {
		double divider;
		int log2;
		const char *text, *fingerprint;
	} rows[] = {
		{1, 0, "full speed", "full speed"},
		{1.015, 0, "full speed", "full speed"},
		{2, 1, "throttled 1/2", "ffma/2"},
		{3.97, 2, "throttled 1/4", "ffma/4"},
		{8.1, 3, "throttled 1/8", "ffma/8"},
		{16, 4, "throttled 1/16", "ffma/16"},
		{31.5, 5, "throttled 1/32", "ffma/32"},
		{32.5, 5, "throttled 1/32", "ffma/32"},
		{64, 6, "throttled 1/64", "ffma/64"},
		{1.04, -1, "0.962 of nominal, unexplained", "full speed"},
		{1.6, -1, "0.625 of nominal, unexplained", "full speed"},
		{20, -1, "0.0500 of nominal, unexplained", "ffma/~20"},
		{28, -1, "0.0357 of nominal, unexplained", "ffma/~28"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct record r;
		struct verdict v;

		sample_card(&r, 0x20c2, 80, "x");
		sample_figure(&r, "ffma", "tput", 0.5 * rows[i].divider);
		sample_figure(&r, "dp4a", "tput", 0.5);
		verdict_make(&r, &set, &v);
		is_near(v.cls[CLASS_ffma].divider, rows[i].divider, 1e-9, "divider %g",
			rows[i].divider);
		is_int(v.cls[CLASS_ffma].divider_log2, rows[i].log2, "divider %g is 2^%d",
		       rows[i].divider, rows[i].log2);
		is_class(&v, CLASS_ffma, rows[i].text, rows[i].text);
		is_str(v.fingerprint, rows[i].fingerprint, "its fingerprint is %s",
		       rows[i].fingerprint);
		verdict_done(&v);
		sample_done(&r);
	}
}

static void trust(void)
{
	static const struct {
		const char *audit, *gate;
		double interval_cyc;
		int trusted;
		const char *why;
	} rows[] = {
		{"ok", "", 0.5, 1, ""},
		{"alias", "", 0.5, 1, ""},
		{"mix", "", 0.5, 1, ""},
		{"derived", "", 0.5, 1, ""},
		{"ok", "plateau", 0.5, 0, "gate not passed: plateau"},
		{"folded", "", 0.5, 0, "audit: folded"},
		{"failed", "", NAN, 0, "audit: failed"},
		{"impossible", "", 0.1, 0, "audit: impossible"},
		{"none", "", 0.5, 0, "audit: none"},
		{"ok", "", 0.2, 0, "impossible: more than one warp instruction"},
		{"ok", "", 0.4, 0, "impossible: faster than the published rate"},
		{"ok", "", NAN, 0, "no figure"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct record r;
		struct verdict v;
		struct figure *fig;

		sample_card(&r, 0x20c2, 80, "x");
		fig = sample_figure(&r, "ffma", "tput", rows[i].interval_cyc);
		strcpy(fig->audit, rows[i].audit);
		strcpy(fig->gate, rows[i].gate);
		verdict_make(&r, &set, &v);
		is_int(v.row[0].trusted, rows[i].trusted, "audit %s, gate '%s', %g cyc",
		       rows[i].audit, rows[i].gate, rows[i].interval_cyc);
		ok(!strncmp(v.row[0].why, rows[i].why, strlen(rows[i].why)) &&
			   !v.row[0].why[0] == !rows[i].why[0],
		   "because '%s'", v.row[0].why);
		is_int(v.cls[CLASS_ffma].kind, rows[i].trusted ? VERDICT_FULL : VERDICT_NONE,
		       "what is not trusted says nothing of the class");
		verdict_done(&v);
		sample_done(&r);
	}
}

static void figures(void)
{
	struct record r;
	struct verdict v;

	sample_card(&r, 0x20c2, 80, "x");
	sample_figure(&r, "ffma", "tput", 0.52);
	sample_figure(&r, "ffma", "tput", 0.50);
	strcpy(sample_figure(&r, "ffma", "tput", 0.30)->audit, "folded");
	sample_figure(&r, "ffma", "lat", 4);
	sample_figure(&r, "half", "tput", 0.25);
	sample_figure(&r, "mulhi", "tput", 1);
	strcpy(sample_figure(&r, "div", "tput", 100)->audit, "compound");
	strcpy(sample_figure(&r, "mma_emulated", "tput", 500)->audit, "emulated");
	verdict_make(&r, &set, &v);
	is_near(row_of(&v, "ffma")->interval_cyc, 0.5, 0,
		"the least of the trusted figures counts");
	is_near(row_of(&v, "ffma")->lat_cyc, 4, 0, "latency stands beside it");
	is_near(row_of(&v, "ffma")->results_per_clk_sm, 64, 1e-9,
		"32 lanes in half a cycle are 64 results a clock");
	is_near(row_of(&v, "half")->results_per_clk_sm, 256, 1e-9, "a packed half counts twice");
	is_near(row_of(&v, "half")->nominal_per_clk_sm, 256, 1e-9, "and so does its nominal rate");
	ok(row_of(&v, "mulhi")->trusted && isnan(row_of(&v, "mulhi")->divider),
	   "without a nominal: a rate, no divider");
	is_class(&v, CLASS_imad, "no published rate", "its class says so");
	ok(row_of(&v, "div")->trusted && isnan(row_of(&v, "div")->divider),
	   "a sequence: a rate, no divider");
	ok(row_of(&v, "mma_emulated")->trusted && row_of(&v, "mma_emulated")->results_per_clk_sm > 0,
	   "emulated: a rate of the operation");
	ok(isnan(row_of(&v, "mma_emulated")->divider) &&
		   isnan(row_of(&v, "mma_emulated")->nominal_per_clk_sm),
	   "but nothing to hold it against");
	has_str(row_of(&v, "mma_emulated")->why, "emulated", "and it says why");
	is_class(&v, CLASS_mma, "no published rate", "nor is the class slow by it");
	ok(!row_of(&v, "no_shuffle"), "what has no instruction has no row");
	ok(!row_of(&v, "shf")->tput && isnan(row_of(&v, "shf")->results_per_clk_sm),
	   "not measured is not 0");
	is_class(&v, CLASS_idp4a, "not measured", "a class without a figure");
	is_str(v.fingerprint, "? idp4a",
	       "full speed is not claimed while a telling class was not measured");
	verdict_done(&v);
	sample_done(&r);

	sample_card(&r, 0x20c2, 80, "x");
	verdict_make(&r, &set, &v);
	is_str(v.fingerprint, "? ffma idp4a", "an empty record");
	verdict_done(&v);
	sample_done(&r);
}

/* Of two points of a plateau the trusted one counts; a slower one does not stand in for a fast one
 * that is doubted. */
static void plateaus(void)
{
	static const struct {
		double other_cyc;
		int trusted;
		double interval_cyc;
	} rows[] = {{0.503, 1, 0.503}, {0.52, 0, 0.5}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct record r;
		struct verdict v;

		sample_card(&r, 0x20c2, 80, "x");
		strcpy(sample_figure(&r, "ffma", "tput", 0.5)->gate, "repeat");
		sample_figure(&r, "ffma", "tput", rows[i].other_cyc);
		verdict_make(&r, &set, &v);
		is_int(v.row[0].trusted, rows[i].trusted, "0.5 cyc, doubted, beside %g",
		       rows[i].other_cyc);
		is_near(v.row[0].interval_cyc, rows[i].interval_cyc, 0, "and what is shown");
		verdict_done(&v);
		sample_done(&r);
	}
}

static void classes(void)
{
	struct record r;
	struct verdict v;

	sample_card(&r, 0x20c2, 80, "x");
	sample_figure(&r, "fadd", "tput", 0.5);
	sample_figure(&r, "fmul", "tput", 16);
	sample_figure(&r, "lop3", "tput", 0.5);
	sample_figure(&r, "shf", "tput", 0.5);
	sample_figure(&r, "min", "tput", 0.52);
	verdict_make(&r, &set, &v);
	is_int(v.cls[CLASS_fadd].kind, VERDICT_MIXED, "half of a class at 1/32: mixed");
	is_near(v.cls[CLASS_fadd].divider, 32, 1e-9,
		"and its divider is one that an instruction has");
	is_str(v.cls[CLASS_fadd].deviants, "fadd", "the other one is named");
	is_class(&v, CLASS_fadd, "mixed, mostly 1/32", "in words");
	is_int(v.cls[CLASS_alu].kind, VERDICT_FULL, "4 %% off do not make a class mixed");
	is_str(v.cls[CLASS_alu].deviants, "min", "but the member is named");
	is_int((int)v.cls[CLASS_alu].n_members, 3, "members with a trusted figure");
	verdict_done(&v);
	sample_done(&r);

	sample_card(&r, 0x2206, 86, "NVIDIA GeForce RTX 3080");
	sample_figure(&r, "dfma", "tput", 16);
	verdict_make(&r, &set, &v);
	is_class(&v, CLASS_dfma, "architecturally slow", "f64 of a GA102 at its nominal 2 a clock");
	verdict_done(&v);
	sample_done(&r);

	sample_card(&r, 0x1d84, 70, "x");
	verdict_make(&r, &set, &v);
	is_class(&v, CLASS_mma, "not on this card",
		 "no probe of the class fits the compute capability");
	is_class(&v, CLASS_shfl, "not measured", "no probe at all is about the class");
	verdict_done(&v);
	sample_done(&r);
}

/* A rate that is only inferred may be beaten; one that the guide states may not. */
static void too_low(void)
{
	struct record r;
	struct verdict v;
	const struct nominal *n = nominal_find(90, "mma_f16_f32", NULL);

	sample_card(&r, 0x2335, 90, "x");
	sample_figure(&r, "mma16", "tput", 2048 / n->rate_per_clk_sm / 1.2);
	verdict_make(&r, &set, &v);
	ok(strcmp(n->confidence, "exact"), "the nominal rate used here is not exact");
	ok(row_of(&v, "mma16")->trusted, "faster than an uncertain nominal rate: trusted");
	is_int(v.cls[CLASS_mma].kind, VERDICT_UNEXPLAINED, "and unexplained");
	has_str(v.cls[CLASS_mma].evidence, "is too low", "the nominal rate is doubted");
	verdict_done(&v);
	sample_done(&r);
}

static void alternates(void)
{
	struct record r;
	struct verdict v;

	sample_card(&r, 0x20c2, 80, "x");
	sample_figure(&r, "lop3", "tput", 0.5);
	sample_figure(&r, "lop3", "lat", 4);
	sample_figure(&r, "and", "tput", 0.6);
	sample_figure(&r, "and", "lat", 5);
	sample_figure(&r, "fadd", "tput", 0.5);
	sample_figure(&r, "rcp", "tput", 1);
	verdict_make(&r, &set, &v);
	is_near(row_of(&v, "and")->interval_cyc, 0.7, 1e-9,
		"same pipe: twice the mean less the other's");
	is_near(row_of(&v, "and")->lat_cyc, 6, 1e-9, "so is the latency");
	is_near(row_of(&v, "rcp")->interval_cyc, 2, 1e-9, "other pipe: the slower one alone");
	is_class(&v, CLASS_xu, "full speed", "which is its nominal rate");
	verdict_done(&v);
	sample_done(&r);

	sample_card(&r, 0x220d, 86, "x");
	sample_figure(&r, "fadd", "tput", 8);
	sample_figure(&r, "rcp", "tput", 4);
	sample_figure(&r, "and", "tput", 0.5);
	verdict_make(&r, &set, &v);
	ok(!row_of(&v, "rcp")->trusted, "hidden behind a throttled alternate");
	has_str(row_of(&v, "rcp")->why, "hidden behind fadd", "and it says so");
	ok(!row_of(&v, "and")->trusted, "without the alternate's figure nothing can be taken off");
	has_str(row_of(&v, "and")->why, "lop3", "and it says whose is missing");
	verdict_done(&v);
	sample_done(&r);
}

static void mma_shapes(void)
{
	static const struct {
		double big_cyc, half_cyc;
		const char *evidence, *text;
	} rows[] = {
		{64, 32, "a divider, not a fixed gate", "throttled 1/32"},
		{64, 64, "a fixed gate, not a divider", "mixed, mostly 1/64"},
		{64, 44, "neither", "mixed, mostly 0.0227 of nominal"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct record r;
		struct verdict v;

		sample_card(&r, 0x20c2, 80, "x");
		sample_figure(&r, "mma16", "tput", rows[i].big_cyc);
		sample_figure(&r, "mma8", "tput", rows[i].half_cyc);
		verdict_make(&r, &set, &v);
		has_str(v.cls[CLASS_mma].evidence, rows[i].evidence, "%g and %g cyc",
			rows[i].big_cyc, rows[i].half_cyc);
		is_class(&v, CLASS_mma, rows[i].text, rows[i].text);
		is_near(row_of(&v, "mma16")->results_per_clk_sm, 32, 1e-9, "MAC per clock per SM");
		verdict_done(&v);
		sample_done(&r);
	}
}

/* The probes of this build on a card throttled as a stock CMP 170HX is. */
static void whole_set(void)
{
	double divider[THROTTLE_CLASS_COUNT];
	struct probe_set all = {0};
	struct fault f = {0};
	struct record r;
	struct verdict v;

	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		divider[i] =
			i == CLASS_ffma || i == CLASS_idp4a || i == CLASS_mma || i == CLASS_dfma
				? 32
				: 1;
	if (!ok(spec_load(NULL, &all, &f) == 0, "the probes of this build load %s", f.text))
		return;
	sample_card(&r, 0x20c2, 80, "x");
	sample_rates(&r, &all, "pro", divider);
	verdict_make(&r, &all, &v);
	is_str(v.fingerprint, "ffma/32 dfma/32 idp4a/32 mma/32", "all probes together");
	for (size_t i = 0; i < v.n; i++)
		if (v.row[i].trusted && !isnan(v.row[i].divider))
			is_int(v.row[i].divider_log2, divider[v.row[i].probe->cls] == 32 ? 5 : 0,
			       "%s", v.row[i].probe->name);
	verdict_done(&v);
	sample_done(&r);
	spec_done(&all);
}

int main(void)
{
	dividers();
	trust();
	figures();
	plateaus();
	classes();
	too_low();
	alternates();
	mma_shapes();
	whole_set();
	return done();
}
