/*
 * cmptune export: one run as a JSON record that another machine can import.  Nothing in it names
 * the person's machine.
 */
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "face.h"
#include "path.h"
#include "say.h"

struct args {
	struct face_args face;
	long run;
	const char *output;
};

/* clang-format off */
static const struct opt opts[] = {
	{"run", OPT_LONG, offsetof(struct args, run), "N", NULL, "this run, instead of the newest one of the card", 1, LONG_MAX, NULL},
	{"output,o", OPT_TEXT, offsetof(struct args, output), "FILE", "-", "where to write the record; '-': standard output", 0, 0, NULL},
	FACE_OPT_CARD,
	FACE_OPT_DEVICE,
	FACE_OPT_DB,
	FACE_OPT_JSON,
	FACE_OPT_QUIET,
};
/* clang-format on */

static int find_run(const struct args *a, struct store *s, int64_t *run_id, struct fault *f)
{
	struct record r = {0};
	int rc;

	if (a->run && (a->face.card || a->face.device))
		return fault_set(f, FAULT_USAGE,
				 "--run names one run already: leave --card and --device out");
	*run_id = a->run;
	if (a->run)
		return 0;
	rc = face_record(&a->face, s, &r, f);
	*run_id = r.newest_run;
	record_done(&r);
	return rc;
}

static void tell(const struct args *a, int64_t run_id)
{
	json_t *root;

	if (!strcmp(a->output, "-"))
		return; /* the record is the output */
	say_note("run %lld is in %s", (long long)run_id, a->output);
	if (!a->face.json)
		return;
	root = json_pack("{s:s, s:I}", "file", a->output, "run", (json_int_t)run_id);
	json_dumpf(root, stdout, JSON_PRESERVE_ORDER);
	putchar('\n');
	json_decref(root);
}

static int run(void *args, int n_operands, char **operands, struct fault *f)
{
	const struct args *a = args;
	struct store *store = NULL;
	struct buf text = BUF_INIT;
	int64_t run_id = 0;
	int rc = store_open(a->face.db, STORE_READ, &store, f);

	(void)n_operands, (void)operands;
	if (!rc)
		rc = find_run(a, store, &run_id, f);
	if (!rc)
		rc = store_export(store, run_id, &text, f);
	if (!rc)
		rc = file_write(a->output, buf_str(&text), text.len, f);
	if (!rc)
		tell(a, run_id);
	buf_done(&text);
	store_close(store);
	return rc;
}

const struct verb verb_export = {
	.name = "export",
	.about = "write a run as a JSON record for other machines",
	.opts = opts,
	.n_opts = sizeof(opts) / sizeof(opts[0]),
	.args_size = sizeof(struct args),
	.examples = "cmptune export -o my-card.json  # the newest run of the card in "
		    "this machine\n"
		    "cmptune export --card 20c2      # of a CMP 170HX in the "
		    "database, to standard output\n",
	.run = run,
};
