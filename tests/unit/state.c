/* Which state of its card a run saw: agreement class by class, and runs that measured only a part.
 */
#include "state.h"

#include "record.h"
#include "store_helpers.h"
#include "verdict.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* measured: the classes that have a verdict, by name; others have none.  An x before it: the card
 * has no such class. */
static void make_verdict(const char *measured, const char *fingerprint, struct verdict *v)
{
	*v = (struct verdict){0};
	snprintf(v->fingerprint, sizeof(v->fingerprint), "%s", fingerprint);
	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++) {
		const char *id = class_id((enum throttle_class)i);
		size_t n = strlen(id);

		v->cls[i] = (struct verdict_class){.id = (enum throttle_class)i,
						   .kind = VERDICT_NONE,
						   .divider = NAN,
						   .divider_log2 = -1};
		for (const char *s = strstr(measured, id); s; s = strstr(s + 1, id))
			if ((s == measured || s[-1] == ' ' || s[-1] == 'x') &&
			    (s[n] == ' ' || !s[n]))
				v->cls[i].kind = s != measured && s[-1] == 'x' ? VERDICT_ABSENT
									       : VERDICT_FULL;
	}
}

static void test_agreement(void)
{
	static const struct {
		const char *said, *measured, *fingerprint;
		int agrees;
	} row[] = {
		{"ffma/32 idp4a/32", "ffma", "ffma/32", 1},
		{"ffma/32 idp4a/32", "idp4a", "idp4a/32", 1},
		{"ffma/32 idp4a/32", "ffma idp4a", "ffma/32 idp4a/32", 1},
		{"ffma/32 idp4a/32", "ffma", "ffma/16", 0},
		{"ffma/32 idp4a/32", "ffma", "? idp4a", 0},
		{"ffma/32 idp4a/32", "ffma idp4a", "ffma/32", 0},
		{"ffma/32 idp4a/32", "fadd", "? ffma idp4a", 1},
		{"ffma/32 idp4a/32", "fadd", "fadd/32", 0},
		{"ffma/32 idp4a/32", "", "? ffma idp4a", 1},
		/* beginnings of a name, and of a number */
		{"mma/32", "dmma", "? ffma", 1},
		{"dmma/32", "mma", "? ffma", 1},
		{"dmma/32", "mma", "mma/32", 0},
		{"ffma/32", "ffma", "ffma/3", 0},
		{"ffma/3", "ffma", "ffma/32", 0},
		{"mma/~20", "mma", "mma/~20", 1},
		{"mma/~20", "mma", "mma/~19", 0},
		/* full speed */
		{"full speed", "ffma", "? idp4a", 1},
		{"full speed", "ffma idp4a", "full speed", 1},
		{"full speed", "ffma", "ffma/2", 0},
		{"ffma/32", "ffma idp4a", "full speed", 0},
		/* no state at all */
		{"unfinished", "", "? ffma", 0},
		{"? ffma", "fadd", "? ffma", 0},
		{"?", "", "?", 0},
		/* what the card has not, and what is no part of a fingerprint */
		{"ffma/32 mma/32", "ffma xmma", "ffma/32", 1},
		{"compound/4", "compound", "? ffma", 1},
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct verdict v;

		make_verdict(row[i].measured, row[i].fingerprint, &v);
		is_int(state_agrees(row[i].said, &v), row[i].agrees, "'%s', and '%s' of %s",
		       row[i].said, row[i].fingerprint,
		       *row[i].measured ? row[i].measured : "none");
	}
}

/* ---- runs ---- */

static struct probe_set set;
static struct store *s;
static int n_runs;

struct slowed {
	const char *cls; /* "": ends the list */
	double divider;  /* NAN: not measured */
};

#define ALL(x)                                                                                     \
	{                                                                                          \
		"*", x                                                                             \
	}
#define MAX_SLOWED 4

/* A run of the card that NVIDIA calls so, its classes slowed; "*" is all of them. */
static int64_t run(const struct card *card, enum provenance p, const struct slowed *slowed,
		   char fingerprint[256])
{
	double divider[THROTTLE_CLASS_COUNT];
	char started[32];
	struct store_run how;
	struct record r;
	struct fault f = {0};
	int64_t id = 0;
	int rc;

	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		for (int k = 0; k < MAX_SLOWED && slowed[k].cls; k++)
			if (!strcmp(slowed[k].cls, "*") ||
			    !strcmp(slowed[k].cls, class_id((enum throttle_class)i)))
				divider[i] = slowed[k].divider;
	snprintf(started, sizeof(started), "2026-01-%02dT00:00:00Z", ++n_runs);
	how = make_run(p, started);
	sample_card(&r, 0x20c2, 80, "NVIDIA Graphics Device");
	sample_rates(&r, &set, "pro", divider);
	rc = store_run_begin(s, card, &how, &id, &f);
	for (size_t i = 0; i < r.n && !rc; i++)
		rc = store_add(s, id, &r.fig[i], NULL, 0, &f);
	if (!rc)
		rc = state_finish(s, id, &set, fingerprint, &f);
	if (rc)
		ok(0, "run %d: %s", n_runs, f.text);
	sample_done(&r);
	return id;
}

static void test_runs(void)
{
	static const struct {
		const char *name;
		int card;
		enum provenance provenance;
		struct slowed slowed[MAX_SLOWED];
		const char *wanted;
	} row[] = {
		{"a part that tells nothing, and nothing is known",
		 0,
		 PROV_MEASURED,
		 {ALL(NAN), {"fadd", 1}},
		 "? ffma idp4a"},
		{"a part that tells something",
		 0,
		 PROV_MEASURED,
		 {ALL(NAN), {"ffma", 32}},
		 "ffma/32"},
		{"a part that tells nothing, again",
		 0,
		 PROV_MEASURED,
		 {ALL(NAN), {"fadd", 1}},
		 "ffma/32"},
		{"everything",
		 0,
		 PROV_MEASURED,
		 {ALL(1), {"ffma", 32}, {"idp4a", 32}},
		 "ffma/32 idp4a/32"},
		{"a part that confirms it",
		 0,
		 PROV_MEASURED,
		 {ALL(NAN), {"ffma", 32}},
		 "ffma/32 idp4a/32"},
		{"a part at full speed in it",
		 0,
		 PROV_MEASURED,
		 {ALL(NAN), {"alu", 1}},
		 "ffma/32 idp4a/32"},
		{"nothing at all", 0, PROV_MEASURED, {ALL(NAN)}, "? ffma idp4a"},
		{"another divider", 0, PROV_MEASURED, {ALL(NAN), {"ffma", 16}}, "ffma/16"},
		{"no divider", 0, PROV_MEASURED, {ALL(NAN), {"ffma", 1}}, "? idp4a"},
		{"a class that was not slow", 0, PROV_MEASURED, {ALL(NAN), {"alu", 8}}, "alu/8"},
		/* others' states are not this one's */
		{"another card", 1, PROV_MEASURED, {ALL(NAN), {"ffma", 32}}, "ffma/32"},
		{"a model", 0, PROV_MODELLED, {ALL(NAN), {"idp4a", 32}}, "idp4a/32"},
		/* everything again, in another state */
		{"everything at full speed", 0, PROV_MEASURED, {ALL(1)}, "full speed"},
		{"a part of that", 0, PROV_MEASURED, {ALL(NAN), {"ffma", 1}}, "full speed"},
		{"a part of the first state",
		 0,
		 PROV_MEASURED,
		 {ALL(NAN), {"idp4a", 32}},
		 "ffma/32 idp4a/32"},
		/* two states agree with it: the newest is the one with the last run */
		{"a part of both", 0, PROV_MEASURED, {ALL(NAN), {"fadd", 1}}, "ffma/32 idp4a/32"},
		{"everything at full speed again", 0, PROV_MEASURED, {ALL(1)}, "full speed"},
		{"again a part of both", 0, PROV_MEASURED, {ALL(NAN), {"fadd", 1}}, "full speed"},
	};
	const struct card cards[] = {make_card(0x20c2, "92.00.67.00.01", "NVIDIA Graphics Device"),
				     make_card(0x20c2, "92.00.67.00.02", "NVIDIA Graphics Device")};

	for (size_t i = 0; i < COUNT(row); i++) {
		char fingerprint[256] = "";
		struct record r;
		struct fault f = {0};
		int64_t id =
			run(&cards[row[i].card], row[i].provenance, row[i].slowed, fingerprint);

		is_str(fingerprint, row[i].wanted, "%s", row[i].name);
		if (store_record_run(s, id, &r, &f)) {
			ok(0, "%s: %s", row[i].name, f.text);
			continue;
		}
		is_str(r.fingerprint, row[i].wanted, "%s: so it is stored", row[i].name);
		record_done(&r);
	}
}

/* What a state says is not changed by the part that joins it. */
static void test_unchanged(void)
{
	const struct card card = make_card(0x20b0, "92.00.00.00.01", "NVIDIA Graphics Device");
	static const struct slowed all[MAX_SLOWED] = {ALL(1), {"ffma", 32}, {"idp4a", 32}},
				   part[MAX_SLOWED] = {ALL(NAN), {"ffma", 32}};
	char fingerprint[256];
	struct fault f = {0};
	struct record before, after;
	int64_t id = run(&card, PROV_MEASURED, all, fingerprint);

	is_int(state_finish(s, id, &set, fingerprint, &f), FAULT_DATA,
	       "a closed run is not closed again");
	is_int(state_finish(s, id + 1000, &set, fingerprint, &f), FAULT_NONE_SUCH,
	       "a run that does not exist");
	if (!ok(store_record(s, "20b0@measured", &before, &f) == 0, "its record: %s", f.text))
		return;
	run(&card, PROV_MEASURED, part, fingerprint);
	if (!ok(store_record(s, "20b0@measured", &after, &f) == 0, "and after: %s", f.text))
		return;
	is_str(after.fingerprint, before.fingerprint, "the state is the same");
	is_int((long long)after.n, (long long)before.n, "with the figures of both runs");
	ok(after.newest_run > before.newest_run, "and a newer run");
	record_done(&before);
	record_done(&after);
}

int main(void)
{
	struct fault f = {0};

	test_agreement();
	begin();
	if (spec_load(NULL, &set, &f)) {
		printf("Bail out! %s\n", f.text);
		return 1;
	}
	s = open_or_die(at("state.db"), STORE_WRITE);
	test_runs();
	test_unchanged();
	store_close(s);
	spec_done(&set);
	return end();
}
