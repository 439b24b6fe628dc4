/* Runs in and out of the database, what makes a record, and which one a selector means. */
#include "store_helpers.h"

static void test_round_trip(void)
{
	struct store *s = open_or_die(at("round.db"), STORE_WRITE);
	struct card c = make_card(0x233b, "96.00.AA", "NVIDIA H200 NVL");
	struct store_run run = make_run(PROV_MEASURED, "2026-01-01T00:00:00Z"), other = run;
	struct figure fig = make_figure("f32_fma", "tput", 1.0 / 3);
	struct store_sample sample[2] = {
		{.warps = 32,
		 .chains = 8,
		 .copies = 128,
		 .iters = 1000,
		 .cycles_u = 1e7 / 3,
		 .cycles_2u = 2e7,
		 .ns_u = 5,
		 .ns_2u = NAN,
		 .reasons = UINT64_C(1) << 63,
		 .has_reasons = true,
		 .disturbed = true},
		{.warps = 32, .chains = 8},
	};
	struct store_check check = {
		.variant = "dp4a.prmt_dp2a", .cases = 1u << 26, .seed = UINT64_MAX, .max_ulp = NAN};
	struct fault f = {0};
	struct record r;
	const struct figure *got;
	int64_t id = 0, found = 0;
	bool has = true;

	is_int(store_run_begin(s, &c, &run, &id, &f), 0, "a run begins");
	is_int(store_run_has(s, id, "f32_fma", "tput", &has, &f), 0,
	       "it can be asked for a figure");
	ok(!has, "and has none");
	snprintf(fig.note, sizeof(fig.note), "line one\nline\033[31m two");
	is_int(store_add(s, id, &fig, sample, 2, &f), 0, "a figure with samples is added");
	is_int(store_add_check(s, id, &check, &f), 0, "and a check");
	store_run_has(s, id, "f32_fma", "tput", &has, &f);
	ok(has, "the run has it now");
	store_run_has(s, id, "f32_fma", "lat", &has, &f);
	ok(!has, "but no other kind of it");

	is_int(store_run_resumable(s, &c, &run, &found, &f), 0, "an unfinished run is looked for");
	is_int(found, id, "and found");
	other.nvrtc_version = "12.9";
	store_run_resumable(s, &c, &other, &found, &f);
	is_int(found, 0, "but not for another NVRTC");
	other = run;
	other.provenance = PROV_MODELLED;
	store_run_resumable(s, &c, &other, &found, &f);
	is_int(found, 0, "nor for a modelled run");

	is_int(store_record(s, "233b:10de1585:96.00.AA", &r, &f), 0,
	       "an unfinished run is a record");
	is_str(r.fingerprint, "unfinished", "of a state that says so");
	record_done(&r);
	is_int(store_run_finish(s, id, "full speed", &f), 0, "the run is closed");
	is_int(store_add(s, id, &fig, NULL, 0, &f), FAULT_DATA, "then takes no more");
	is_int(store_run_finish(s, id, "ffma/32", &f), FAULT_DATA, "and keeps its state");
	store_run_resumable(s, &c, &run, &found, &f);
	is_int(found, 0, "nor can it be resumed");
	store_close(s);

	s = open_or_die(at("round.db"), STORE_READ);
	is_int(store_record(s, "h200 nvl@measured", &r, &f), 0, "another process finds it by its name");
	is_str(r.key, "233b:10de1585:96.00.AA", "key");
	is_str(r.fingerprint, "full speed", "state");
	is_str(r.driver, "580.1", "driver");
	is_int(r.newest_run, id, "run");
	ok(r.card.f[CARD_uuid].status == CARD_UNREAD && r.card.f[CARD_bus_id].status == CARD_UNREAD,
	   "what names one piece of hardware is not stored");
	got = record_find(&r, "f32_fma", "tput", -1, -1);
	if (ok(got != NULL, "the figure is there")) {
		ok(got->interval_cyc == 1.0 / 3, "with the same bits");
		ok(isnan(got->ns) && isnan(got->mad_cyc), "what was not measured is not a number");
		is_str(got->note, "line one line?[31m two",
		       "control characters of a note are gone");
	}
	is_int((long long)r.n_checks, 1, "one check");
	if (r.n_checks)
		ok(r.check[0].seed == UINT64_MAX && r.check[0].cases == 1u << 26 &&
			   isnan(r.check[0].max_ulp),
		   "with its values");
	ok(record_find(&r, "f32_fma", "tput", 1, 1) == NULL, "no other point is found");
	record_done(&r);
	store_close(s);
}

static void test_refused_figures(void)
{
	struct store *s = open_or_die(at("refused.db"), STORE_WRITE);
	struct card c = make_card(0x233b, NULL, "x");
	struct store_run run = make_run(PROV_MEASURED, "2026-01-01T00:00:00Z");
	struct figure fig = make_figure("f32_fma", "tput", 0);
	struct fault f = {0};
	int64_t id = 0;

	store_run_begin(s, &c, &run, &id, &f);
	is_int(store_add(s, id, &fig, NULL, 0, &f), FAULT_DATA,
	       "an interval of 0 cycles is no rate");
	fig = make_figure("f32_fma", "rate", 1);
	is_int(store_add(s, id, &fig, NULL, 0, &f), FAULT_DATA, "an unknown kind is refused");
	fig = make_figure("", "tput", 1);
	is_int(store_add(s, id, &fig, NULL, 0, &f), FAULT_DATA, "a figure of nothing is refused");
	fig = make_figure("f32_fma", "tput", INFINITY);
	is_int(store_add(s, id, &fig, NULL, 0, &f), FAULT_DATA, "an infinite one is refused");
	fig = make_figure("f32_fma", "tput", 1);
	is_int(store_add(s, id + 1000, &fig, NULL, 0, &f), FAULT_NONE_SUCH,
	       "a run that does not exist is refused");
	is_int(store_run_finish(s, id, "unfinished", &f), FAULT_DATA,
	       "'unfinished' is no state to finish in");
	store_close(s);
}

static void test_states(void)
{
	struct store *s = open_or_die(at("states.db"), STORE_WRITE);
	struct card c = make_card(0x20c2, "92.00.67.00.01", "NVIDIA Graphics Device");
	struct fault f = {0};
	struct record r;
	int64_t last;

	is_int(store_record(s, "20c2", &r, &f), 0, "a card of the profiles");
	is_int(r.provenance, PROV_DERIVED, "its derived profile is before the published latencies");
	record_done(&r);
	is_int(store_record(s, "20c2@published", &r, &f), 0, "which can be asked for");
	is_int(r.provenance, PROV_PUBLISHED, "and are published");
	is_near(record_find(&r, "f32_fma", "lat", -1, -1)->interval_cyc, 64, 0.01,
		"with the latency that tells the divider");
	ok(strstr(r.remark, "latency / 8") != NULL, "and the remark why they are no rates");
	record_done(&r);

	put_run(s, &c, PROV_MODELLED, "2026-05-01T00:00:00Z", "ffma/32", "f32_fma", 7);
	store_record(s, "20c2", &r, &f);
	is_int(r.provenance, PROV_DERIVED, "a test double's figures do not hide real ones");
	record_done(&r);

	put_run(s, &c, PROV_MEASURED, "2026-01-01T00:00:00Z", "ffma/32", "f32_fma", 16);
	put_run(s, &c, PROV_MEASURED, "2026-01-02T00:00:00Z", "ffma/32", "f32_add", 0.5);
	put_run(s, &c, PROV_MEASURED, "2026-01-03T00:00:00Z", "ffma/32", "f32_fma", 16.5);
	store_record(s, "20c2", &r, &f);
	is_int(r.provenance, PROV_MEASURED, "a measurement is before everything");
	is_int((long long)r.n, 2, "runs of one state make one record");
	is_near(record_find(&r, "f32_fma", "tput", -1, -1)->interval_cyc, 16.5, 0,
		"of the newest figures");
	is_near(record_find(&r, "f32_add", "tput", -1, -1)->interval_cyc, 0.5, 0,
		"and of older ones that are the only ones");
	record_done(&r);

	last = put_run(s, &c, PROV_MEASURED, "2026-01-04T00:00:00Z", "full speed", "f32_fma", 0.5);
	store_record(s, "20c2", &r, &f);
	is_str(r.fingerprint, "full speed", "the newest state wins");
	is_int((long long)r.n, 1, "and states are not mixed");
	is_int(r.newest_run, last, "its run is named");
	record_done(&r);

	put_run(s, &c, PROV_MEASURED, "2026-01-05T00:00:00Z", NULL, "f32_mul", 3);
	store_record(s, "20c2", &r, &f);
	is_str(r.fingerprint, "unfinished", "an unfinished run counts");
	is_int((long long)r.n, 1, "alone");
	record_done(&r);
	is_int(store_record_run(s, last, &r, &f), 0, "a run by its number");
	is_str(r.fingerprint, "full speed", "is what it is");
	record_done(&r);
	is_int(store_record_run(s, 9999, &r, &f), FAULT_NONE_SUCH, "a run that does not exist");
	store_close(s);
}

static const struct {
	const char *selector;
	int rc;
	const char *part; /* of the key, or of the fault */
} selection[] = {
	{"20c2", 0, "20c2:10de1585"},
	{"20C2", 0, "20c2:10de1585"},
	{"20c2:10de1585:92.00.67.00.01", 0, "20c2:10de1585"},
	{"20c2:10de1585", 0, "20c2:10de1585"},
	{"20c2:10de158", FAULT_NONE_SUCH, "no card"},
	{"cmp170hx", 0, "20c2:10de1585"},
	{"170HX", 0, "20c2:10de1585"},
	{"geforce rtx 3080", 0, "2206:"},
	{"3080", 0, "2206:"},
	{"2080", FAULT_NONE_SUCH, "1e81:unknown:unknown (GeForce RTX 2080 SUPER)"},
	{"CMP", FAULT_NONE_SUCH, "several"},
	{"rtx3081", FAULT_NONE_SUCH, "did you mean 'rtx3080'"},
	{"xyzzy", FAULT_NONE_SUCH, "cmptune list"},
	{"", FAULT_USAGE, "names no card"},
	{"@derived", FAULT_USAGE, "names no card"},
	{"20c2@guessed", FAULT_USAGE, "measured, published, derived or modelled"},
	{"20c2@measured", FAULT_NONE_SUCH, "of provenance measured"},
	{"220d@derived", 0, "220d:10de1555"},
};

static void test_selection(void)
{
	struct store *s = open_or_die(at("missing/so-in-memory.db"), STORE_READ);
	struct card one = make_card(0x2abc, "1.1", "NVIDIA Odd"),
		    two = make_card(0x2abc, "2.2", "NVIDIA Odd");
	struct fault f = {0};
	struct record r;

	for (size_t i = 0; i < sizeof(selection) / sizeof(*selection); i++) {
		int rc = store_record(s, selection[i].selector, &r, &f);

		is_int(rc, selection[i].rc, "selector '%s'", selection[i].selector);
		has_str(rc ? f.text : r.key, selection[i].part, "selector '%s' tells",
			selection[i].selector);
		if (!rc)
			record_done(&r);
	}
	store_close(s);
	s = open_or_die(at("two.db"), STORE_WRITE);
	put_run(s, &one, PROV_MEASURED, "2026-01-01T00:00:00Z", "full speed", "f32_fma", 1);
	is_int(store_record(s, "2abc", &r, &f), 0, "one VBIOS of a card");
	record_done(&r);
	put_run(s, &two, PROV_MEASURED, "2026-01-02T00:00:00Z", "full speed", "f32_fma", 1);
	is_int(store_record(s, "2abc", &r, &f), FAULT_NONE_SUCH, "two equally well known ones");
	has_str(f.text, "2abc:10de1585:1.1", "both are named");
	has_str(f.text, "2abc:10de1585:2.2", "both are named");
	is_int(store_record(s, "2abc:10de1585:1.1", &r, &f), 0, "the key says which");
	record_done(&r);
	store_close(s);
}

int main(void)
{
	begin();
	test_round_trip();
	test_refused_figures();
	test_states();
	test_selection();
	return end();
}
