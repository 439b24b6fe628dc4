/* Reports of records made by hand: what each format holds, and that texts from outside cannot break
 * out of it. */
#include "report.h"

#include <jansson.h>

#include "record.h"
#include "tap.h"

/* What a hostile VBIOS or database could call a card. */
#define HOSTILE "a,\"b\"|<i>*c*`d`\\e"

struct scene {
	struct probe_set set;
	struct record rec, ref;
	struct verdict verdict, ref_verdict;
	struct report report;
};

static void fault_of(struct record *r, const char *probe, const char *audit, const char *gate,
		     const char *note)
{
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->fig[i].probe, probe) && !strcmp(r->fig[i].kind, "tput")) {
			strcpy(r->fig[i].audit, audit);
			strcpy(r->fig[i].gate, gate);
			strcpy(r->fig[i].note, note);
		}
}

/* A stock CMP 170HX against a healthy A100; the shuffle was not measured, two rows are not to be
 * trusted. */
static int scene_make(struct scene *s)
{
	double divider[THROTTLE_CLASS_COUNT];
	struct fault f = {0};

	*s = (struct scene){.report = {.rec = &s->rec, .set = &s->set, .verdict = &s->verdict}};
	if (!ok(spec_load(NULL, &s->set, &f) == 0, "the probes of this build load %s", f.text))
		return -1;
	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		divider[i] = 1;
	sample_card(&s->ref, 0x20b0, 80, "A100");
	s->ref.provenance = PROV_DERIVED;
	sample_rates(&s->ref, &s->set, "pro", divider);
	divider[CLASS_ffma] = divider[CLASS_idp4a] = divider[CLASS_mma] = 32;
	divider[CLASS_shfl] = NAN;
	sample_card(&s->rec, 0xfffe, 80, HOSTILE);
	sample_rates(&s->rec, &s->set, "pro", divider);
	sample_sweep(&s->rec, "mma_m16n8k16_f16", 64, 256, true);
	fault_of(&s->rec, "b32_popc", "folded", "", "IADD3 grew by 3, \"1\" is declared");
	fault_of(&s->rec, "s32_sad", "ok", "plateau clock", "");
	sample_figure(&s->rec, "zz_unheard_of", "tput", 7)->ns = NAN;
	s->rec.check = mem_new(1, sizeof(*s->rec.check));
	s->rec.n_checks = 1;
	s->rec.check[0] = (struct store_check){
		.variant = "dp4a.prmt_dp2a", .cases = 67108864, .max_ulp = NAN};
	verdict_make(&s->rec, &s->set, &s->verdict);
	verdict_make(&s->ref, &s->set, &s->ref_verdict);
	s->report.ref = &s->ref;
	s->report.ref_verdict = &s->ref_verdict;
	return 0;
}

static void scene_done(struct scene *s)
{
	verdict_done(&s->verdict);
	verdict_done(&s->ref_verdict);
	sample_done(&s->rec);
	sample_done(&s->ref);
	spec_done(&s->set);
}

static void has_no_nan(const char *text, const char *name)
{
	static const char *const wrong[] = {" nan",  ",nan",  "-nan",  "(nan",
					    " inf ", ",inf,", "(null)"};
	const char *found = NULL;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		found = strstr(text, wrong[i]) ? wrong[i] : found;
	is_str(found, NULL, "%s: no nan, inf or null pointer", name);
}

static void text_format(const struct scene *s)
{
	static const char *const parts[] = {
		"state          ffma/32 idp4a/32 mma/32",
		"compared with  A100 SXM4 40 GB (derived, full speed)",
		"SM clock 1410 MHz",
		"throttled 1/32",
		"not measured",
		"half the work (mma_m16n8k8_f16) takes 0.5",
		"a divider, not a fixed gate",
		"DIFFERS  f32_fma ",
		"256.0     256.0       1.00           4 x 1    32.00  yes: one at a time a "
		"sub-part",
		"mma_m16n8k16_f16: SM cycles per warp instruction",
		"b32_popc: audit: folded; IADD3 grew by 3",
		"s32_sad: gate not passed: plateau clock",
		"takes turns with",
		"agree     dp4a_ss = dp4a_su = dp4a_us = dp4a_uu",
		"dp4a.prmt_dp2a  67108864",
		"zz_unheard_of",
		"-: not measured or not known",
	};
	struct buf out = BUF_INIT;

	report_write(&s->report, REPORT_TEXT, &out);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		ok(strstr(buf_str(&out), parts[i]) != NULL, "text: %s", parts[i]);
	has_no_nan(buf_str(&out), "text");
	ok(!strchr(buf_str(&out), '\033'), "text: no colours without a terminal");
	ok(!strstr(buf_str(&out), " \n"), "text: no blanks at line ends");
	buf_done(&out);
}

/* Cells of a Markdown line: bars that are not escaped. */
static int bars(const char *line)
{
	int n = 0;

	for (; *line && *line != '\n'; line++) {
		if (*line == '\\' && line[1])
			line++;
		else
			n += *line == '|';
	}
	return n;
}

static void md_format(const struct scene *s)
{
	struct buf out = BUF_INIT;
	int wrong = 0, before = 0;

	report_write(&s->report, REPORT_MD, &out);
	for (const char *line = buf_str(&out); line && *line;
	     line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		const int n = *line == '|' ? bars(line) : 0;

		wrong += n && before && n != before;
		before = n;
	}
	is_int(wrong, 0, "md: every row of a table has as many cells as its head");
	has_str(buf_str(&out), "# a,\"b\"\\|\\<i\\>\\*c\\*\\`d\\`\\\\e\n", "md: a name is escaped");
	has_str(buf_str(&out), "| results [/clk/SM] |", "md: units in the head");
	has_no_nan(buf_str(&out), "md");
	buf_done(&out);
}

/* Fields of the CSV line at *s, which moves behind it; quotes as RFC 4180 has them. */
static int csv_fields(const char **s)
{
	int n = 1, quoted = 0;

	for (; **s && (quoted || **s != '\n'); (*s)++) {
		if (**s == '"')
			quoted = !quoted;
		n += **s == ',' && !quoted;
	}
	*s += **s == '\n';
	return n;
}

static void csv_format(const struct scene *s)
{
	struct buf out = BUF_INIT;
	const char *at;
	int columns, wrong = 0, lines = 0;

	report_write(&s->report, REPORT_CSV, &out);
	at = buf_str(&out);
	columns = csv_fields(&at);
	for (; *at; lines++)
		wrong += csv_fields(&at) != columns;
	is_int(columns, 34, "csv: columns of the head");
	is_int(wrong, 0, "csv: every line has as many");
	ok(lines > (int)s->verdict.n + 18,
	   "csv: a line a probe, a sweep point, and one for the unknown probe");
	has_str(buf_str(&out), ",\"IADD3 grew by 3, \"\"1\"\" is declared\"",
		"csv: quotes are doubled");
	has_no_nan(buf_str(&out), "csv");
	buf_done(&out);
}

static const json_t *named(const json_t *list, const char *key, const char *name)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (!strcmp(json_string_value(json_object_get(json_array_get(list, i), key)), name))
			return json_array_get(list, i);
	return NULL;
}

static void json_format(const struct scene *s)
{
	struct buf out = BUF_INIT;
	json_error_t e;
	const json_t *row;
	json_t *o;

	report_write(&s->report, REPORT_JSON, &out);
	o = json_loadb(out.s, out.len, JSON_REJECT_DUPLICATES, &e);
	if (!ok(o != NULL, "json: parses"))
		goto out;
	is_str(json_string_value(json_object_get(json_object_get(o, "card"), "title")), HOSTILE,
	       "json: the name as it is");
	is_str(json_string_value(json_object_get(json_object_get(o, "card"), "state")),
	       "ffma/32 idp4a/32 mma/32", "json: state");
	is_str(json_string_value(json_object_get(json_object_get(o, "reference"), "provenance")),
	       "derived", "json: the reference and where it is from");
	row = named(json_object_get(o, "classes"), "class", "ffma");
	is_str(json_string_value(json_object_get(row, "verdict")), "throttled",
	       "json: verdict of a class");
	is_int(json_integer_value(json_object_get(row, "divider_log2")), 5, "json: its divider");
	row = named(json_object_get(o, "probes"), "probe", "f32_fma");
	is_near(json_number_value(json_object_get(row, "rate")), 2, 0.01, "json: rate");
	is_near(json_number_value(json_object_get(row, "ratio_to_reference")), 1 / 32.0, 0.001,
		"json: against the A100");
	row = named(json_object_get(o, "probes"), "probe", "b32_shfl");
	ok(json_is_null(json_object_get(row, "rate")), "json: not measured is null");
	row = named(json_object_get(o, "probes"), "probe", "b32_popc");
	ok(json_is_false(json_object_get(row, "trusted")), "json: a folded row is not trusted");
	is_int((int)json_array_size(json_object_get(o, "sweep")), 18, "json: sweep points");
	row = named(json_object_get(o, "published_latencies"), "probe", "f32_fma");
	is_near(json_number_value(json_object_get(row, "difference_cyc")), 60, 0.01,
		"json: a throttled latency against the published one");
	ok(json_is_true(json_object_get(row, "differs")), "json: it differs");
	row = named(json_object_get(o, "in_flight"), "probe", "mma_m16n8k16_f16");
	ok(json_is_true(json_object_get(row, "throughput_is_latency")),
	   "json: throughput is latency");
	row = named(json_object_get(o, "probes"), "probe", "mma_m16n8k16_f16");
	is_near(json_number_value(json_object_get(row, "share_of_nominal")), 1 / 32.0, 0.001,
		"json: share of nominal");
	is_near(json_number_value(json_object_get(row, "tops")), 2 * 32 * 70 * 1410 / 1e6, 0.01,
		"json: TOPS of 70 SMs at 1410 MHz");
	is_int((int)json_array_size(json_object_get(o, "other_figures")), 1,
	       "json: the figure without a probe");
	json_decref(o);
out:
	buf_done(&out);
}

/* What a sweep says of throughput and latency, and when it says nothing. */
static const struct {
	const char *name, *gate; /* gate: of the points below gate_cyc */
	double interval_cyc, latency_cyc, gate_cyc, lat_cyc, in_flight;
	bool gated;
	int warps, chains;
	const char *answer;
} flights[] = {
	{"throttled", "", 64, 256, 0, 256, 1, true, 4, 1, "yes: one at a time a sub-partition"},
	{"healthy", "", 1.5, 24, 0, 24, 4, false, 4, 4, "no"},
	{"two in flight", "", 3, 24, 0, 24, 2, false, 4, 2, "no"},
	{"one an SM", "", 24, 6, 0, 24, 0.25, false, 4, 1, "yes: one at a time an SM"},
	{"latency from the sweep", "", 1.5, 24, 0, NAN, 4, false, 4, 4, "no"},
	{"no latency", "noise", 1.5, 24, 1e9, NAN, NAN, false, 0, 0,
	 "not known: no latency that passed the gate"},
	{"no point", "noise", 1.5, 24, 1e9, 24, NAN, false, 0, 0,
	 "not known: no point of the sweep passed the gate"},
	{"plateau not trusted", "linear", 1.5, 24, 2.9, 24, 2, false, 2, 4,
	 "not known: the fastest points of the sweep did not pass the gate"},
};

static void flight_answers(const struct probe_set *set)
{
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < sizeof(flights) / sizeof(*flights); i++) {
		const char *name = "mma_m16n8k16_f16";
		const struct verdict_row row = {.probe = spec_find(set, name),
						.lat_cyc = flights[i].lat_cyc,
						.lat_trusted = !isnan(flights[i].lat_cyc)};
		struct report_flight f;
		struct record r;

		sample_card(&r, 0x20b0, 80, "A100");
		sample_sweep(&r, name, flights[i].interval_cyc, flights[i].latency_cyc,
			     flights[i].gated);
		for (size_t k = 0; k < r.n; k++)
			if (r.fig[k].interval_cyc < flights[i].gate_cyc)
				strcpy(r.fig[k].gate, flights[i].gate);
		ok(report_flight_make(&r, &row, &f), "%s: there is a sweep", flights[i].name);
		buf_clear(&b);
		report_flight_answer(&f, &b);
		is_str(buf_str(&b), flights[i].answer, "%s: the answer", flights[i].name);
		is_near(f.in_flight, flights[i].in_flight, 0.01, "%s: in flight", flights[i].name);
		is_int(f.sweep.least_warps, flights[i].warps, "%s: warps", flights[i].name);
		is_int(f.sweep.least_chains, flights[i].chains, "%s: chains", flights[i].name);
		r.n = 0;
		ok(!report_flight_make(&r, &row, &f), "%s: without figures none", flights[i].name);
		sample_done(&r);
	}
	buf_done(&b);
}

/* Every published latency of the die whose probe was measured, and those that differ first. */
static void latencies(const struct scene *s)
{
	size_t n, n_published, wanted = 0, differ = 0;
	struct report_latency *v = report_latencies(&s->report, &n);
	const struct nominal_latency *published = nominal_latencies(&n_published);

	for (size_t i = 0; i < s->verdict.n; i++)
		for (size_t k = 0; k < n_published && s->verdict.row[i].lat_trusted; k++)
			wanted += published[k].cc == 80 &&
				  !strcmp(published[k].probe, s->verdict.row[i].probe->name);
	is_int((int)n, (int)wanted, "latencies: all of the die");
	ok(n > 20, "latencies: there are some");
	for (size_t i = 0; i < n; i++) {
		differ += v[i].differs;
		ok(v[i].published->cc == 80 && v[i].differs == (fabs(v[i].off_cyc) > 0.5) &&
			   (!i || v[i - 1].differs >= v[i].differs) &&
			   (!i || !v[i].differs || fabs(v[i - 1].off_cyc) >= fabs(v[i].off_cyc)),
		   "latencies: %s in its place", v[i].row->probe->name);
	}
	ok(differ > 0 && differ < n, "latencies: some differ, others do not");
	if (ok(n > 0 && v[0].differs, "latencies: the worst is first"))
		is_near(v[0].off_cyc, v[0].row->lat_cyc - v[0].published->low_cyc, 1e-9,
			"latencies: by how much");
	free(v);
}

/* A span is agreed with inside, and its nearer end counts outside; a gate or a derivation leaves
 * the row out. */
static const struct {
	double cyc, off_cyc; /* off_cyc NaN: no row */
	const char *audit, *gate;
} spans[] = {
	{23.4, 0, "ok", ""},      {24.5, 0.5, "ok", ""},    {25, 1, "ok", ""},
	{20, -3, "ok", ""},       {25, NAN, "ok", "noise"}, {25, NAN, "folded", ""},
	{25, NAN, "derived", ""},
};

static void latency_spans(const struct probe_set *set)
{
	for (size_t i = 0; i < sizeof(spans) / sizeof(*spans); i++) {
		struct record r;
		struct verdict verdict;
		struct report report = {.rec = &r, .set = set, .verdict = &verdict};
		struct report_latency *v;
		struct figure *fig;
		size_t n;

		sample_card(&r, 0x2206, 86, "GA102");
		fig = sample_figure(&r, "ld_shared_b32", "lat", spans[i].cyc);
		strcpy(fig->audit, spans[i].audit);
		strcpy(fig->gate, spans[i].gate);
		verdict_make(&r, set, &verdict);
		v = report_latencies(&report, &n);
		is_near(n ? v[0].off_cyc : NAN, spans[i].off_cyc, 1e-9,
			"latency %g against 23-24: difference", spans[i].cyc);
		free(v);
		verdict_done(&verdict);
		sample_done(&r);
	}
}

/* Where a remark is told: off its nominal rate, without one, not trusted; not at full speed, nor of
 * a figure that nobody measured. */
static const struct {
	const char *probe;
	double per_clk_sm;
	const char *audit, *gate;
	bool is_due;
} dues[] = {
	{"f32_fma", 128, "ok", "", false},       {"f32_fma", 127.9, "ok", "", false},
	{"f32_fma", 127.8, "ok", "", true},      {"f32_fma", 4, "ok", "", true},
	{"f32_fma", 128, "ok", "plateau", true}, {"f32_fma", 128, "folded", "", true},
	{"f32_fma", 4, "derived", "", false},    {"f64_fma3", 59.08, "ok", "", true},
	{"f64_fma3", NAN, NULL, NULL, false},
};

static void remarks(const struct probe_set *set)
{
	for (size_t i = 0; i < sizeof(dues) / sizeof(*dues); i++) {
		const char *told = strcmp(dues[i].probe, "f32_fma") ? "three distinct source"
								    : "an even number of warps";
		struct record r;
		struct verdict verdict;
		struct report report = {.rec = &r, .set = set, .verdict = &verdict};
		struct buf text = BUF_INIT, all = BUF_INIT;

		sample_card(&r, 0x2335, 90, "H200");
		if (dues[i].audit) {
			struct figure *fig =
				sample_figure(&r, dues[i].probe, "tput", 32 / dues[i].per_clk_sm);

			strcpy(fig->audit, dues[i].audit);
			strcpy(fig->gate, dues[i].gate);
		}
		verdict_make(&r, set, &verdict);
		report_write(&report, REPORT_TEXT, &text);
		report.all_remarks = true;
		report_write(&report, REPORT_TEXT, &all);
		ok(!strstr(buf_str(&text), told) == !dues[i].is_due, "remark on %s at %g %s: %s",
		   dues[i].probe, dues[i].per_clk_sm, dues[i].gate ? dues[i].gate : "",
		   dues[i].is_due ? "told" : "not told");
		has_str(buf_str(&all), told, "and told when all are");
		buf_done(&text);
		buf_done(&all);
		verdict_done(&verdict);
		sample_done(&r);
	}
}

/* What can be held against a nominal rate, worst first; not trusted; without a nominal rate; not
 * measured: 0 to 3. */
static int kind_of_row(const struct verdict_row *row)
{
	return !row->tput ? 3 : !row->trusted ? 1 : isnan(row->divider) ? 2 : 0;
}

static void row_order(const struct scene *s)
{
	struct report r = s->report;
	const struct verdict_row **row = report_rows(&r);
	size_t wrong = 0, seen[4] = {0};
	bool *there = mem_new(s->verdict.n, sizeof(*there));

	for (size_t i = 0; i < s->verdict.n; i++)
		wrong += row[i] != &s->verdict.row[i];
	is_int((int)wrong, 0, "rows: in the order of the probes");
	free(row);
	r.sort = REPORT_SORT_OFF;
	row = report_rows(&r);
	for (size_t i = 0; i < s->verdict.n; i++) {
		const int kind = kind_of_row(row[i]), before = i ? kind_of_row(row[i - 1]) : 0;

		seen[kind]++;
		wrong += there[row[i] - s->verdict.row] || kind < before;
		wrong += i && kind == 0 &&
			 fabs(log(row[i]->divider)) > fabs(log(row[i - 1]->divider));
		there[row[i] - s->verdict.row] = true;
	}
	is_int((int)wrong, 0, "rows: each once, the farthest off first");
	ok(seen[0] && seen[1] && seen[2] + seen[3], "rows: of several kinds");
	ok(row[0]->divider > 31, "rows: a throttled one is first");
	free(there);
	free(row);
}

static void derived(void)
{
	double divider[THROTTLE_CLASS_COUNT];
	struct scene s = {0};
	struct buf out = BUF_INIT;
	struct fault f = {0};

	s.report = (struct report){.rec = &s.rec, .set = &s.set, .verdict = &s.verdict};
	if (spec_load(NULL, &s.set, &f))
		return;
	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		divider[i] = i == CLASS_ffma ? 32 : i == CLASS_idp4a ? 32 : NAN;
	sample_card(&s.rec, 0x20c2, 80, "NVIDIA Graphics Device");
	s.rec.provenance = PROV_DERIVED;
	strcpy(s.rec.citation, "somebody, somewhere");
	sample_rates(&s.rec, &s.set, "pro", divider);
	for (size_t i = 0; i < s.rec.n; i++)
		s.rec.fig[i].clock_mhz = s.rec.fig[i].ns = NAN;
	verdict_make(&s.rec, &s.set, &s.verdict);
	report_write(&s.report, REPORT_TEXT, &out);
	has_str(buf_str(&out), "CMP 170HX\n",
		"derived: the title that belongs to the PCI id, not what the card says");
	has_str(buf_str(&out), "figures  derived", "derived: provenance in the heading");
	has_str(buf_str(&out), "derived  derived\n", "derived: and in the rows");
	has_str(buf_str(&out), "somebody, somewhere", "derived: with its citation");
	ok(!strstr(buf_str(&out), ", SM clock "), "derived: no clock where none was measured");
	ok(!strstr(buf_str(&out), "vs ref"), "derived: no ratio without a reference");
	has_no_nan(buf_str(&out), "derived");
	buf_done(&out);
	scene_done(&s);
}

int main(void)
{
	struct scene s;

	if (scene_make(&s) == 0) {
		text_format(&s);
		md_format(&s);
		csv_format(&s);
		json_format(&s);
		flight_answers(&s.set);
		latencies(&s);
		latency_spans(&s.set);
		remarks(&s.set);
		row_order(&s);
	}
	scene_done(&s);
	derived();
	return done();
}
