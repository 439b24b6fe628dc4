/* Records between machines: the same bytes everywhere, and nothing hostile gets in. */
#include "store.h"

#include <jansson.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buf.h"
#include "store_text.h"
#include "tap.h"

static char dir[] = "/tmp/cmptune-exchange.XXXXXX";

static struct store *open_db(const char *name)
{
	char path[256];
	struct store *s = NULL;
	struct fault f = {0};

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	if (store_open(path, STORE_WRITE, &s, &f)) {
		printf("Bail out! %s\n", f.text);
		exit(1);
	}
	return s;
}

static int64_t put_run(struct store *s, const char *name, const char *started, double interval)
{
	struct card c = {.ordinal = 0};
	struct store_run run = {.provenance = PROV_MEASURED,
				.tool_version = "0.1.0",
				.probe_set_hash = "abc",
				.nvrtc_version = "13.0",
				.nvrtc_arch = "sm_90",
				.driver = "580.1",
				.started_utc = started};
	struct figure fig = {.probe = "f32_fma",
			     .kind = "tput",
			     .warps = 32,
			     .chains = 8,
			     .interval_cyc = interval,
			     .lo_cyc = -0.0,
			     .hi_cyc = 0.1,
			     .mad_cyc = NAN,
			     .ns = 1e-300,
			     .clock_mhz = 1980,
			     .n_samples = 1,
			     .audit = "ok",
			     .sass = "FFMA*1",
			     .build = "0123456789abcdef"};
	struct store_sample sample = {.warps = 32,
				      .chains = 8,
				      .copies = 128,
				      .iters = INT64_MAX,
				      .cycles_u = 1.0 / 3,
				      .cycles_2u = 2,
				      .ns_u = NAN,
				      .ns_2u = 0,
				      .reasons = UINT64_MAX,
				      .has_reasons = true};
	struct store_check check = {
		.variant = "dp4a.prmt_dp2a", .cases = 10, .seed = UINT64_MAX, .max_ulp = NAN};
	struct fault f = {0};
	int64_t id = 0;

	card_set_num(&c, CARD_pci_device, 0x233b);
	card_set_num(&c, CARD_pci_subsystem, 0x10de18be);
	card_set_text(&c, CARD_vbios, "96.00.89.00.01");
	card_set_text(&c, CARD_name, name);
	card_set_num(&c, CARD_cc, 90);
	card_set_unknown(&c, CARD_l2_bytes, "NVML: not supported (3)");
	card_set_text(&c, CARD_uuid, "GPU-0123-secret");
	card_set_text(&c, CARD_bus_id, "0000:0a:00.0");
	if (store_run_begin(s, &c, &run, &id, &f) || store_add(s, id, &fig, &sample, 1, &f) ||
	    store_add_check(s, id, &check, &f) || store_run_finish(s, id, "full speed", &f))
		diag("%s", f.text);
	return id;
}

static int import(struct store *s, const char *text, bool *added, struct fault *f)
{
	return store_import(s, text, strlen(text), "a/test", added, f);
}

/* The run as text; the caller frees it. */
static char *export(struct store *s, int64_t run_id)
{
	struct buf b = BUF_INIT;
	struct fault f = {0};

	if (store_export(s, run_id, &b, &f))
		diag("%s", f.text);
	return buf_take(&b);
}

static void test_merge(void)
{
	struct store *a = open_db("a.db"), *b = open_db("b.db");
	int64_t of_a = put_run(a, "NVIDIA H200", "2026-01-01T00:00:00Z", 1.0 / 3);
	int64_t of_b = put_run(b, "NVIDIA H200", "2026-02-01T00:00:00Z", 0.3);
	char *from_a = export(a, of_a), *from_b = export(b, of_b), *back_a, *back_b;
	struct fault f = {0};
	struct record ra, rb;
	bool added = false;

	ok(strstr(from_a, "secret") == NULL && strstr(from_a, "0a:00") == NULL,
	   "no UUID and no bus id is exported");
	ok(strstr(from_a, dir) == NULL, "and no path");
	is_int(import(b, from_a, &added, &f), 0, "a record is imported");
	ok(added, "and added");
	is_int(import(b, from_a, &added, &f), 0, "again");
	ok(!added, "which changes nothing");
	is_int(import(a, from_a, &added, &f), 0, "where it comes from");
	ok(!added, "it is there");
	import(a, from_b, &added, &f);
	ok(added, "the other way");
	store_record(a, "233b", &ra, &f);
	store_record(b, "233b", &rb, &f);
	ok(ra.n == rb.n && ra.n == 1 && ra.fig[0].interval_cyc == 0.3 &&
		   rb.fig[0].interval_cyc == 0.3 && ra.n_checks == 1,
	   "both know the same");
	is_str(ra.started_utc, rb.started_utc, "both name the same run");
	back_a = export(a, ra.newest_run);
	back_b = export(b, rb.newest_run);
	is_str(back_a, back_b, "an imported record is exported with the same bytes");
	is_str(back_b, from_b, "which are those of its maker");
	record_done(&ra);
	record_done(&rb);
	free(from_a);
	free(from_b);
	free(back_a);
	free(back_b);
	store_close(a);
	store_close(b);
}

/* Change the text: `from` becomes `to`, once. */
static char *with(const char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	struct buf b = BUF_INIT;

	if (!at) {
		ok(0, "'%s' is in the record", from);
		return mem_text(text);
	}
	buf_add(&b, text, (size_t)(at - text));
	buf_puts(&b, to);
	buf_puts(&b, at + strlen(from));
	return buf_take(&b);
}

static const struct {
	const char *name, *from, *to, *says;
} hostile[] = {
	{"another figure", "\"interval_cyc\":0.25", "\"interval_cyc\":0.5", "changed or damaged"},
	{"another card", "\"pci_device\":9019", "\"pci_device\":9014", "changed or damaged"},
	{"another id", "\"id\": \"", "\"id\": \"0", "changed or damaged"},
	{"NaN", "\"interval_cyc\":0.25", "\"interval_cyc\":NaN", "no JSON"},
	{"\"NaN\"", "\"interval_cyc\":0.25", "\"interval_cyc\":\"NaN\"",
	 "interval_cyc is not a number or null"},
	{"an infinity", "\"interval_cyc\":0.25", "\"interval_cyc\":1e999", "no JSON"},
	{"a negative rate", "\"interval_cyc\":0.25", "\"interval_cyc\":-1.0", "no rate"},
	{"a rate of 0", "\"interval_cyc\":0.25", "\"interval_cyc\":0", "no rate"},
	{"a text for a number", "\"warps\":32", "\"warps\":\"32\"", "warps is not a whole number"},
	{"a fraction for a number", "\"warps\":32", "\"warps\":32.5",
	 "warps is not a whole number"},
	{"a negative number", "\"warps\":32", "\"warps\":-1", "warps is not a number from 0"},
	{"a huge number", "\"warps\":32", "\"warps\":99999999999", "warps is not a number from 0"},
	{"a number beyond 64 bits", "\"warps\":32", "\"warps\":99999999999999999999", "no JSON"},
	{"an unknown kind", "\"kind\":\"tput\"", "\"kind\":\"rate\"", "kind is not one of"},
	{"an unknown audit", "\"audit\":\"ok\"", "\"audit\":\"fine\"", "audit is not a verdict"},
	{"an unknown provenance", "\"provenance\":\"measured\"", "\"provenance\":\"known\"",
	 "provenance is not one of"},
	{"a reserved state", "\"fingerprint\":\"full speed\"", "\"fingerprint\":\"unfinished\"",
	 "the state is not"},
	{"a state with a command", "\"fingerprint\":\"full speed\"", "\"fingerprint\":\"$(id)\"",
	 "fingerprint is not"},
	{"a probe that ends a comment", "\"probe\":\"f32_fma\"", "\"probe\":\"*/ evil();/*\"",
	 "probe is not a name"},
	{"a probe with a digit first", "\"probe\":\"f32_fma\"", "\"probe\":\"32\"",
	 "probe is not a name"},
	{"a name that ends a comment", "NVIDIA H200\"", "H200 */ int x; /*\"",
	 "name is not a name"},
	{"a name with a quote", "NVIDIA H200\"", "H200 \\\" \"", "name is not a name"},
	{"a name with a line break", "NVIDIA H200\"", "H200\\n#error\"", "name is not a name"},
	{"a name with a backslash", "NVIDIA H200\"", "H200 \\\\\"", "name is not a name"},
	{"a name with an escape", "NVIDIA H200\"", "H200\\u001b[2J\"", "name is not a name"},
	{"a name with a NUL", "NVIDIA H200\"", "H200\\u0000x\"", "no JSON"},
	{"an empty name", "NVIDIA H200\"", "\"", "name is not a name"},
	{"a VBIOS with an escape", "96.00.89.00.01\"", "96\\u001b\"", "vbios is not a word"},
	{"a note with an escape", "\"note\":\"\"", "\"note\":\"\\u001b[31m\"",
	 "note is not a text without control"},
	{"a note that turns the direction", "\"note\":\"\"", "\"note\":\"\\u202eabc\"",
	 "note is not a text without control"},
	{"a note with half a character", "\"note\":\"\"", "\"note\":\"\xc3\"", "no JSON"},
	{"a field that does not exist", "\"cc\":90", "\"cc\":90,\"price\":1",
	 "card: it has a field"},
	{"a UUID", "\"cc\":90", "\"cc\":90,\"uuid\":\"GPU-1\"", "card: it has a field"},
	{"a cc out of range", "\"cc\":90", "\"cc\":100000", "cc 100000 is out of range"},
	{"a negative cc", "\"cc\":90", "\"cc\":-1", "cc is not a number that is not negative"},
	{"a cc that is a text", "\"cc\":90", "\"cc\":\"90\"", "cc is not a number"},
	{"a key twice", "\"cc\":90", "\"cc\":90,\"cc\":90", "duplicate"},
	{"a field that says nothing", "{\"unknown\":\"NVML: not supported (3)\"}", "{\"no\":1}",
	 "l2_bytes is neither"},
	{"a figure without a key", "\"sass\":\"FFMA*1\",", "", "a figure has 15 keys"},
	{"a figure with one more", "\"sass\":\"FFMA*1\",", "\"sass\":\"FFMA*1\",\"x\":1,",
	 "a figure has 17 keys"},
	{"a sample of another length", "[32,8,128,", "[32,8,128,1,",
	 "a sample is not an array of 10"},
	{"samples that are none", "\"samples\":[[", "\"samples\":0,\"x\":[[", ""},
	{"more mismatches than cases", "\"mismatches\":0", "\"mismatches\":11",
	 "more mismatches than cases"},
	{"a newer version", "\"version\": 1", "\"version\": 2", "version 2"},
	{"other columns", "\"sample_columns\": [\"warps\"", "\"sample_columns\": [\"warp\"",
	 "sample_columns"},
	{"another format", "\"format\": \"cmptune record\"", "\"format\": \"recipe\"", "no record"},
	{"one more key at the top", "\"format\":", "\"x\": 1, \"format\":", "9 keys"},
};

static size_t count_entries(struct store *s)
{
	struct store_entry *v = NULL;
	struct fault f = {0};
	size_t n = 0;

	store_list(s, &v, &n, &f);
	free(v);
	return n;
}

static void test_hostile(void)
{
	struct store *a = open_db("honest.db"), *b = open_db("target.db");
	char *text = export(a, put_run(a, "NVIDIA H200", "2026-01-01T00:00:00Z", 0.25));
	size_t before = count_entries(b), size = strlen(text), refused = 0;
	struct fault f = {0};
	bool added;
	char *big;

	for (size_t i = 0; i < sizeof(hostile) / sizeof(*hostile); i++) {
		char *changed = with(text, hostile[i].from, hostile[i].to);

		f = (struct fault){0};
		is_int(import(b, changed, &added, &f), FAULT_DATA, "%s is refused",
		       hostile[i].name);
		has_str(f.text, hostile[i].says, "%s: the reason", hostile[i].name);
		ok(text_fits(f.text, TEXT_PROSE), "%s: the reason can be printed", hostile[i].name);
		free(changed);
	}
	for (size_t n = 0; n + 2 < size; n += 7)
		refused += store_import(b, text, n, "cut", &added, &f) == FAULT_DATA;
	is_int((long long)refused, (long long)((size - 3) / 7 + 1),
	       "a file that is cut anywhere is refused");
	big = mem_new(400, 1);
	memset(big, '[', 399);
	is_int(import(b, big, &added, &f), FAULT_DATA, "brackets without end");
	free(big);
	big = mem_new(1u << 20, 1);
	memset(big, '[', (1u << 20) - 1);
	is_int(import(b, big, &added, &f), FAULT_DATA, "a million brackets");
	is_int(store_import(b, big, 1u << 31, "big", &added, &f), FAULT_DATA, "two GiB");
	free(big);
	is_int(import(b, "null", &added, &f), FAULT_DATA, "null");
	is_int(import(b, "[]", &added, &f), FAULT_DATA, "an array");
	is_int(import(b, "{}", &added, &f), FAULT_DATA, "an empty object");
	is_int((long long)count_entries(b), (long long)before,
	       "nothing of all that is in the database");
	is_int(import(b, text, &added, &f), 0, "the honest record is taken still");
	ok(added, "as a new one");
	free(text);
	store_close(a);
	store_close(b);
}

/* What is equal but written otherwise is the same record. */
static void test_spelling(void)
{
	struct store *a = open_db("spelling-a.db"), *b = open_db("spelling-b.db");
	char *text = export(a, put_run(a, "NVIDIA H200", "2026-01-01T00:00:00Z", 2)), *compact;
	json_t *root = json_loads(text, 0, NULL);
	struct fault f = {0};
	bool added = false;

	compact = json_dumps(root, JSON_INDENT(3));
	is_int(import(b, compact, &added, &f), 0, "spaces and order do not matter");
	ok(added, "to the id");
	free(compact);
	compact = with(text, "\"interval_cyc\":2.0", "\"interval_cyc\":2");
	is_int(import(b, compact, &added, &f), 0, "nor does 2 for 2.0");
	ok(!added, "it is the same record");
	free(compact);
	free(text);
	json_decref(root);
	store_close(a);
	store_close(b);
}

static void test_unfinished(void)
{
	struct store *s = open_db("unfinished.db");
	struct card c = {.ordinal = 0};
	struct store_run run = {.provenance = PROV_MEASURED};
	struct buf b = BUF_INIT;
	struct fault f = {0};
	int64_t id = 0;

	is_int(store_run_begin(s, &c, &run, &id, &f), 0, "a card of which nothing is known");
	is_int(store_export(s, id, &b, &f), FAULT_DATA, "an unfinished run is no record");
	has_str(f.text, "--resume", "and the way to one is told");
	is_int(store_export(s, 12345, &b, &f), FAULT_NONE_SUCH, "nor is one that does not exist");
	buf_done(&b);
	store_close(s);
}

/* Names that a driver gives are stored so that another machine takes them. */
static void test_odd_names(void)
{
	struct store *a = open_db("odd-a.db"), *b = open_db("odd-b.db");
	char *text = export(a, put_run(a, "GeForce\xc2\xae \"*/\\ RTX", "2026-01-01T00:00:00Z", 1));
	struct fault f = {0};
	bool added = false;

	has_str(text, "GeForce__ __/_ RTX", "odd characters of a name are replaced");
	is_int(import(b, text, &added, &f), 0, "and the record can be imported");
	free(text);
	store_close(a);
	store_close(b);
}

int main(void)
{
	if (!mkdtemp(dir))
		skip_all("no temporary folder can be made");
	test_merge();
	test_hostile();
	test_spelling();
	test_unfinished();
	test_odd_names();
	if (fork() == 0)
		execlp("rm", "rm", "-rf", dir, (char *)NULL);
	wait(NULL);
	return done();
}
