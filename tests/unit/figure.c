/* Made-up samples to figures, and each point of the gate: it fails when it should and only then. */
#include "figure.h"

#include "tap.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define SAMPLES 15
#define MHZ 1410.0
#define ITERS 1000

static struct probe probes[] = {
	{.name = "ffma", .nominal = "fp32"},                     /* 64 on sm_80: 0.5 cycles */
	{.name = "half", .nominal = "half2"},                    /* 128: 0.25 */
	{.name = "mma", .nominal = "mma_f16_f32", .macs = 2048}, /* derived: 2 cycles, no ceiling */
	{.name = "turns", .nominal = "fp32", .alternate = "ffma"},
	{.name = "free"},
	{.name = "group", .macs = 65536, .group = 4},
};
enum { FFMA, HALF, MMA, TURNS, FREE, GROUP };

/* A measurement as it ought to be, and what is wrong with this one. */
struct made {
	int probe, warps, copies;
	const char *kind;
	double interval_cyc; /* of the copies */
	double rest_cyc;     /* the loop's own, a pass */
	double spread;       /* relative: largest less smallest interval */
	double clock_moved;  /* relative: one sample's clock */
	int disturbed;       /* so many samples, from the second on */
	bool uneven, lanes_differ;
	enum audit_verdict verdict;
	double insns; /* a copy, as the audit saw them; 0: one */
};

static void make_outcome(const struct made *m, struct measure_outcome *o)
{
	*o = (struct measure_outcome){.n = SAMPLES,
				      .uneven = m->uneven,
				      .lanes_differ = m->lanes_differ,
				      .bad_block = 7,
				      .bad_warp = 3,
				      .bad_lane = 21};
	for (int i = 0; i < SAMPLES; i++) {
		/* the first is the median: 0, 1, -1, 2, -2, ... */
		int step = (i + 1) / 2 * (i % 2 ? 1 : -1);
		double interval = m->interval_cyc * (1 + m->spread * step / (SAMPLES - 1));
		double mhz = MHZ * (i == 4 ? 1 + m->clock_moved : 1);
		bool lat = m->kind && !strcmp(m->kind, "lat");
		double copies_cyc = interval * m->copies * (lat ? 1 : m->warps);
		struct store_sample *s = &o->sample[i];

		*s = (struct store_sample){.warps = m->warps, .copies = m->copies, .iters = ITERS};
		s->cycles_u = ITERS * (copies_cyc + m->rest_cyc);
		s->cycles_2u = ITERS * (2 * copies_cyc + m->rest_cyc);
		s->ns_u = s->cycles_u / mhz * 1e3;
		s->ns_2u = s->cycles_2u / mhz * 1e3;
		s->disturbed = i < m->disturbed;
	}
}

static void make_figure(const struct made *m, struct figure *out)
{
	const struct plan_point pt = {.probe = &probes[m->probe],
				      .kind = m->kind ? m->kind : "tput",
				      .warps = m->warps,
				      .chains = 8,
				      .copies = m->copies};
	struct audit a = {.verdict = m->verdict, .why = "because", .sass = "FFMA*1", .body_u = 100};
	struct measure_outcome o;

	a.body_2u = a.body_u + (size_t)(m->copies * (m->insns > 0 ? m->insns : 1));
	make_outcome(m, &o);
	figure_make(&pt, &a, 80, &o, out);
}

static const struct {
	const char *name, *gate;
	struct made m;
} gate_rows[] = {
	{"as it ought to be", "", {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40}},
	{"a card at 1/32", "", {FFMA, 32, 96, "tput", .interval_cyc = 16, .rest_cyc = 40}},
	{"a latency", "", {FFMA, 1, 48, "lat", .interval_cyc = 4, .rest_cyc = 20}},
	/* linear: a loop's own instructions are 32 cycles and 3 a warp, or 1 % */
	{"no overhead at all", "", {FFMA, 32, 96, "tput", .interval_cyc = 0.5}},
	{"a loop's overhead", "", {FFMA, 8, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 55}},
	{"more than a loop's",
	 "linear",
	 {FFMA, 8, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 57}},
	{"more warps, more overhead",
	 "",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 127}},
	{"but not any", "linear", {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 130}},
	{"1 % of a long pass", "", {FFMA, 32, 96, "tput", .interval_cyc = 16, .rest_cyc = 490}},
	{"2 % of it", "linear", {FFMA, 32, 96, "tput", .interval_cyc = 16, .rest_cyc = 980}},
	{"a little less than U intervals",
	 "",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = -14}},
	{"less than U intervals",
	 "linear",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = -17}},
	/* a warpgroup waits once a pass; its latency is of all four warps together */
	{"a group's wait", "", {GROUP, 4, 16, "tput", .interval_cyc = 32, .rest_cyc = 170}},
	{"more than that", "linear", {GROUP, 4, 16, "tput", .interval_cyc = 32, .rest_cyc = 180}},
	{"a group's latency", "", {GROUP, 4, 8, "lat", .interval_cyc = 130, .rest_cyc = 40}},
	/* impossible: the exact rate less 2 %, the issue limit, or two cycles of latency */
	{"at the published rate",
	 "",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.492, .rest_cyc = 40}},
	{"above it", "impossible", {FFMA, 32, 96, "tput", .interval_cyc = 0.488, .rest_cyc = 40}},
	{"the other pipe of a mix",
	 "",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.26, .rest_cyc = 40, .verdict = AUDIT_MIX}},
	{"no ceiling of its own while it takes turns",
	 "",
	 {TURNS, 32, 96, "tput", .interval_cyc = 0.3, .rest_cyc = 40}},
	{"above a rate that is not exact",
	 "",
	 {MMA, 32, 96, "tput", .interval_cyc = 1.0, .rest_cyc = 40}},
	{"at the issue limit", "", {FREE, 32, 96, "tput", .interval_cyc = 0.246, .rest_cyc = 40}},
	{"above the issue limit",
	 "impossible",
	 {FREE, 32, 96, "tput", .interval_cyc = 0.244, .rest_cyc = 40}},
	{"two instructions a copy",
	 "impossible",
	 {FREE, 32, 96, "tput", .interval_cyc = 0.4, .rest_cyc = 40, .insns = 2}},
	{"two instructions a copy, in time",
	 "",
	 {FREE, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40, .insns = 2}},
	{"a sequence jumps over most of its body",
	 "",
	 {FREE, 32, 8, "tput", .interval_cyc = 0.4, .insns = 12, .verdict = AUDIT_COMPOUND}},
	{"two cycles of latency", "", {FFMA, 1, 48, "lat", .interval_cyc = 2, .rest_cyc = 20}},
	{"a latency under two",
	 "impossible",
	 {FFMA, 1, 48, "lat", .interval_cyc = 1.9, .rest_cyc = 20}},
	{"a latency has no other ceiling",
	 "",
	 {FREE, 1, 48, "lat", .interval_cyc = 2.5, .rest_cyc = 20, .insns = 20}},
	{"a sweep has one",
	 "impossible",
	 {FFMA, 32, 48, "sweep", .interval_cyc = 0.4, .rest_cyc = 40}},
	/* clock */
	{"the clock moved by 1.9 %",
	 "",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40, .clock_moved = 0.019}},
	{"by 2.1 %",
	 "clock",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40, .clock_moved = 0.021}},
	{"down",
	 "clock",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40, .clock_moved = -0.021}},
	/* noise: of 15 samples the 4th to the 12th, 8/14 of the spread */
	{"0.9 % of noise",
	 "",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40, .spread = 0.01575}},
	{"1.1 % of noise",
	 "noise",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40, .spread = 0.01925}},
	/* disturbed */
	{"all but one disturbed",
	 "",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40, .disturbed = 14}},
	{"all disturbed",
	 "disturbed",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40, .disturbed = 15}},
	{"uneven blocks",
	 "uneven",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40, .uneven = true}},
	{"lanes that differ",
	 "lanes",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40, .lanes_differ = true}},
	/* audit */
	{"an alias is a rate",
	 "",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .verdict = AUDIT_ALIAS}},
	{"folded", "audit", {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .verdict = AUDIT_FOLDED}},
	{"undeclared",
	 "audit",
	 {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .verdict = AUDIT_UNDECLARED}},
	{"failed", "audit", {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .verdict = AUDIT_FAILED}},
	{"everything at once",
	 "audit disturbed linear impossible clock noise uneven lanes",
	 {FREE, 8, 96, "tput", 0.2, 100, 0.1, 0.1, 15, true, true, AUDIT_FOLDED, 1}},
};

static void test_gate(void)
{
	for (size_t i = 0; i < COUNT(gate_rows); i++) {
		struct figure fig;

		make_figure(&gate_rows[i].m, &fig);
		is_str(fig.gate, gate_rows[i].gate, "gate: %s", gate_rows[i].name);
		ok(fig.interval_cyc > 0, "and there is a figure");
	}
}

static void test_values(void)
{
	const struct made m = {HALF,           16, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40,
			       .spread = 0.007};
	const struct made impossible = {FFMA, 32, 96, "tput", .interval_cyc = 0.1};
	const struct made folded = {
		FFMA, 32, 96, "tput", .interval_cyc = 0.5, .verdict = AUDIT_FOLDED};
	const struct made lanes = {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .lanes_differ = true};
	struct figure fig;

	make_figure(&m, &fig);
	is_str(fig.probe, "half", "the probe");
	is_str(fig.kind, "tput", "the kind");
	ok(fig.warps == 16 && fig.chains == 8 && fig.n_samples == SAMPLES, "what was measured how");
	is_near(fig.interval_cyc, 0.5, 1e-9, "median interval");
	is_near(fig.lo_cyc, 0.5 * (1 - 0.007 * 4 / 14), 1e-9, "its lower end");
	is_near(fig.hi_cyc, 0.5 * (1 + 0.007 * 4 / 14), 1e-9, "its upper end");
	is_near(fig.mad_cyc, 0.5 * 0.007 * 4 / 14, 1e-9, "median absolute deviation");
	is_near(fig.clock_mhz, MHZ, 1e-6, "clock");
	is_near(fig.ns, 0.5 / MHZ * 1e3, 1e-9, "ns at that clock");
	is_str(fig.audit, "ok", "the audit's word");
	is_str(fig.sass, "FFMA*1", "and what a copy executes");
	is_str(fig.note, "", "nothing to remark");
	make_figure(&impossible, &fig);
	is_str(fig.audit, "impossible", "an impossible rate is no rate");
	make_figure(&folded, &fig);
	is_str(fig.audit, "folded", "folded");
	is_str(fig.note, "because", "and why");
	make_figure(&lanes, &fig);
	has_str(fig.note, "faulty hardware: block 7, warp 3, lane 21", "faulty hardware is said");
}

/* Disturbed samples do not count while there are others. */
static void test_disturbed(void)
{
	const struct made m = {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40};
	const struct plan_point pt = {
		.probe = &probes[FFMA], .kind = "tput", .warps = 32, .chains = 8, .copies = 96};
	const struct audit a = {.body_u = 99, .body_2u = 195};
	struct measure_outcome o;
	struct figure fig;

	make_outcome(&m, &o);
	for (int i = 0; i < 9; i++) {
		o.sample[i].disturbed = true;
		o.sample[i].cycles_2u *= 1.01;
		o.sample[i].ns_2u *= 1.01;
	}
	figure_make(&pt, &a, 80, &o, &fig);
	is_near(fig.interval_cyc, 0.5, 1e-9, "nine disturbed of fifteen do not move the median");
	is_int(fig.n_samples, SAMPLES, "all are kept");
	is_str(fig.gate, "", "and the figure passes");
	for (int i = 0; i < SAMPLES; i++)
		o.sample[i].disturbed = true;
	figure_make(&pt, &a, 80, &o, &fig);
	ok(fig.interval_cyc > 0.505, "where all are disturbed they are what there is");
	has_str(fig.gate, "disturbed", "labelled so");
}

static void test_second_pass(void)
{
	const struct made m = {FFMA, 32, 96, "tput", .interval_cyc = 0.5, .rest_cyc = 40};
	const struct plan_point pt = {
		.probe = &probes[FFMA], .kind = "tput", .warps = 32, .chains = 8, .copies = 96};
	static struct store_sample all[2 * MEASURE_SAMPLES_MAX];
	struct measure_outcome o;
	struct figure fig;

	make_figure(&m, &fig);
	make_outcome(&m, &o);
	for (size_t i = 0; i < COUNT(all); i++) {
		all[i] = o.sample[0];
		if (i % 2) /* the second pass: 0.504 */
			all[i].cycles_2u += 0.004 * ITERS * 96 * 32;
	}
	figure_gate_add(&fig, "repeat");
	figure_summarize(&pt, all, COUNT(all), &fig);
	is_near(fig.interval_cyc, 0.502, 1e-9, "the median of both passes");
	is_near(fig.lo_cyc, 0.5, 1e-9, "from one");
	is_near(fig.hi_cyc, 0.504, 1e-9, "to the other");
	is_int(fig.n_samples, 2 * MEASURE_SAMPLES_MAX, "all samples");
	is_str(fig.gate, "repeat", "gate and audit stay");
	is_str(fig.audit, "ok", "as they were");
	figure_gate_add(&fig, "plateau");
	is_str(fig.gate, "repeat plateau", "points are words");
	o.bad_block = 1;
	figure_faulty(&o, &fig);
	is_str(fig.gate, "repeat plateau lanes", "and hardware that fails in it");
	has_str(fig.note, "block 1, warp 3, lane 21", "is said");
	for (int i = 0; i < 40; i++)
		figure_gate_add(&fig, "plateau");
	is_int((long long)strlen(fig.gate), sizeof(fig.gate) - 1, "and never too many");
}

static void test_failed(void)
{
	static const struct {
		const char *name, *audit, *gate;
		struct audit a;
		bool no_audit;
	} row[] = {
		{"it did not compile", "failed", "audit", {0}, true},
		{"the process died", "ok", "", {.verdict = AUDIT_OK, .sass = "FFMA*1"}, false},
		{"folded code died", "folded", "audit", {.verdict = AUDIT_FOLDED}, false},
	};
	const struct plan_point pt = {
		.probe = &probes[FFMA], .kind = "lat", .warps = 1, .chains = 1, .copies = 48};
	char endless[2000];
	struct figure fig;

	for (size_t i = 0; i < COUNT(row); i++) {
		figure_failed(&pt, row[i].no_audit ? NULL : &row[i].a, row[i].name, &fig);
		ok(isnan(fig.interval_cyc) && isnan(fig.lo_cyc) && isnan(fig.hi_cyc) &&
			   isnan(fig.mad_cyc) && isnan(fig.ns) && isnan(fig.clock_mhz),
		   "%s: nothing is a number", row[i].name);
		is_str(fig.note, row[i].name, "%s: the note", row[i].name);
		is_str(fig.audit, row[i].audit, "%s: the audit", row[i].name);
		is_str(fig.gate, row[i].gate, "%s: the gate", row[i].name);
		is_str(fig.sass, row[i].a.sass, "%s: the code", row[i].name);
		ok(!strcmp(fig.probe, "ffma") && !strcmp(fig.kind, "lat") && fig.warps == 1 &&
			   fig.chains == 1 && fig.n_samples == 0,
		   "%s: which point", row[i].name);
	}
	memset(endless, 'x', sizeof(endless) - 1);
	endless[sizeof(endless) - 1] = '\0';
	figure_failed(&pt, NULL, endless, &fig);
	is_int((long long)strlen(fig.note), sizeof(fig.note) - 1, "a long reason is cut");
}

int main(void)
{
	test_gate();
	test_values();
	test_disturbed();
	test_second_pass();
	test_failed();
	return done();
}
