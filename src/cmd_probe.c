/* cmptune probe: measure the card in the machine and store what was found. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "face.h"
#include "say.h"
#include "session.h"
#include "worker.h"

struct args {
	struct face_args face;
	struct opt_list only;
	const char *nvrtc;
	const char *probes;
	const char *dump;
	bool resume;
	long jobs, timeout_s, seed;
};

static const struct opt opts[] = {
	FACE_OPT_JSON,
	FACE_OPT_QUIET,
	FACE_OPT_DB,
	FACE_OPT_DEVICE,
	{"only", OPT_LIST, offsetof(struct args, only), "NAME,...", NULL,
	 "probes by name, glob or throttle class", 0, 0, NULL},
	{"resume", OPT_FLAG, offsetof(struct args, resume), NULL, NULL,
	 "go on with the unfinished run of this card", 0, 0, NULL},
	{"nvrtc", OPT_TEXT, offsetof(struct args, nvrtc), "PATH", NULL,
	 "the NVRTC library, or a folder that holds it", 0, 0, NULL},
	{"probes", OPT_TEXT, offsetof(struct args, probes), "DIR", NULL,
	 "probe files of your own instead of the built-in ones", 0, 0, NULL},
	{"dump", OPT_TEXT, offsetof(struct args, dump), "DIR", NULL,
	 "keep source, PTX, cubin and compiler log of every program here", 0, 0, NULL},
	{"jobs", OPT_LONG, offsetof(struct args, jobs), "N", "0",
	 "compiling processes; 0: one a processor", 0, 64, NULL},
	{"timeout", OPT_LONG, offsetof(struct args, timeout_s), "SECONDS", "30",
	 "give up a point of a probe after so long", 1, 3600, NULL},
	{"seed", OPT_LONG, offsetof(struct args, seed), "N", "1",
	 "of random operands and of the order of the second pass", 1, 2147483647, NULL},
};

static volatile sig_atomic_t stop_asked;

static void on_signal(int sig)
{
	(void)sig;
	stop_asked = 1;
}

static void progress(enum session_phase phase, size_t done, size_t total, const char *label,
		     void *user)
{
	static const char *const verb[] = {"building", "measuring", "second pass"};
	char text[96];

	(void)user;
	snprintf(text, sizeof(text), "%s: %s", verb[phase], label);
	say_progress(done, total, text);
}

/* A probe has a dozen points and more, which mostly fail for one reason: it is said once. */
static void trouble(const char *probe, const char *what, void *user)
{
	struct buf *last = user, now = BUF_INIT;

	buf_addf(&now, "%s: %s", probe, what);
	if (strcmp(buf_str(&now), buf_str(last)))
		say_warn("%s", buf_str(&now));
	buf_done(last);
	*last = now;
}

static void print_result(const struct card *card, const struct session_result *r, bool as_json)
{
	struct buf key = BUF_INIT;

	card_key(card, &key);
	if (as_json) {
		json_t *j = json_pack(
			"{s:s, s:I, s:s, s:s, s:b, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:f}",
			"card", buf_str(&key), "run", (json_int_t)r->run_id, "fingerprint",
			r->fingerprint, "provenance", provenance_name(r->provenance), "resumed",
			r->resumed, "points", (json_int_t)r->n_points, "skipped",
			(json_int_t)r->n_skipped, "failed", (json_int_t)r->n_failed, "gated",
			(json_int_t)r->n_gated, "programs", (json_int_t)r->n_programs,
			"programs_cached", (json_int_t)r->n_cached, "build_s", r->build_s,
			"measure_s", r->measure_s, "repeat_s", r->repeat_s);

		json_dumpf(j, stdout, JSON_INDENT(1) | JSON_SORT_KEYS);
		putchar('\n');
		json_decref(j);
	} else {
		printf("%s  run %lld (%s): %s\n", buf_str(&key), (long long)r->run_id,
		       provenance_name(r->provenance), r->fingerprint);
		printf("%zu points, %zu without a figure, %zu that fail the gate; built %zu "
		       "programs (%zu from the cache) in %.1f s, "
		       "measured in %.1f s, second pass %.1f s\n",
		       r->n_points, r->n_failed, r->n_gated, r->n_programs, r->n_cached, r->build_s,
		       r->measure_s, r->repeat_s);
	}
	buf_done(&key);
}

/* The card, an NVRTC for it and the database; then the run. */
static int probe_card(const struct args *a, const struct card *card, const struct probe_set *set,
		      struct fault *f)
{
	struct session_request r = {.card = card,
				    .set = set,
				    .only = a->only.item,
				    .n_only = a->only.n,
				    .resume = a->resume,
				    .dump_dir = a->dump,
				    .jobs = (int)a->jobs,
				    .timeout_s = (double)a->timeout_s,
				    .seed = (uint32_t)a->seed,
				    .stop = &stop_asked,
				    .progress = progress,
				    .trouble = trouble};
	struct session_result result = {0};
	struct buf last_trouble = BUF_INIT; /* what was last said */
	int rc;

	r.user = &last_trouble;
	if (card->ordinal < 0 || card->f[CARD_cc].status != CARD_OK)
		return fault_set(f, FAULT_DEVICE,
				 "the card is there but CUDA cannot use it; 'cmptune list' shows "
				 "what is missing");
	rc = nvrtc_open((int)card->f[CARD_cc].num, a->nvrtc, &r.nvrtc, f);
	if (!rc)
		rc = store_open(a->face.db, STORE_WRITE, &r.store, f);
	if (!rc)
		rc = session_run(&r, &result, f);
	say_progress_end();
	if (!rc)
		print_result(card, &result, a->face.json);
	if (!rc && result.n_points && result.n_failed == result.n_points)
		rc = fault_set(f, FAULT_UNTRUSTED, "not one of %zu points could be measured",
			       result.n_points);
	else if (!rc && result.n_points && result.n_failed + result.n_gated == result.n_points)
		rc = fault_set(f, FAULT_UNTRUSTED,
			       "not one of %zu figures passes the gate; 'cmptune report --run "
			       "%lld' says why",
			       result.n_points - result.n_failed, (long long)result.run_id);
	store_close(r.store);
	nvrtc_close(r.nvrtc);
	buf_done(&last_trouble);
	return rc;
}

static int run(void *args, int n_operands, char **operands, struct fault *f)
{
	const struct args *a = args;
	struct card_list cards = {0};
	const struct card *card = NULL;
	struct probe_set set = {0};
	struct buf why = BUF_INIT;
	struct sigaction act = {.sa_handler = on_signal};
	int rc = spec_load(a->probes, &set, f);

	(void)n_operands, (void)operands;
	if (!rc)
		rc = worker_cards(&cards, &why, f);
	if (!rc && !cards.n)
		rc = fault_set(f, FAULT_DEVICE,
			       "there is no NVIDIA card here to measure (%s); 'cmptune report "
			       "--card 20c2' "
			       "shows what is known of a CMP 170HX",
			       why.len ? buf_str(&why) : "none found");
	if (!rc)
		rc = face_card(&cards, a->face.device, &card, f);
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	if (!rc)
		rc = probe_card(a, card, &set, f);
	card_list_done(&cards);
	spec_done(&set);
	buf_done(&why);
	return rc;
}

const struct verb verb_probe = {
	.name = "probe",
	.about = "measure the card in the machine and store the figures",
	.opts = opts,
	.n_opts = sizeof(opts) / sizeof(*opts),
	.args_size = sizeof(struct args),
	.examples = "cmptune probe                    # everything, on the card of this machine\n"
		    "cmptune probe --device 1         # on the second card\n"
		    "cmptune probe --only 'dp*,ffma'  # the dot products and one throttle class\n"
		    "cmptune probe --resume           # go on after Ctrl-C or a crash\n",
	.run = run,
};
