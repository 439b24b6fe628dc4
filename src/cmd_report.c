/*
 * cmptune report: what is known of a card.  Finds the record and the card to compare with, prints
 * the report in the format asked for, and draws it.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "face.h"
#include "plot.h"
#include "report.h"
#include "say.h"

struct args {
	struct face_args face;
	const char *format, *sort, *against, *plot;
	long run;
	bool remarks;
};

/* clang-format off */
static const struct opt opts[] = {
	{"format", OPT_TEXT, offsetof(struct args, format), "FORMAT", "text", "the form of the report", 0, 0, report_format_names},
	{"sort", OPT_TEXT, offsetof(struct args, sort), "ORDER", "probes", "order of the rows: as in the probe files, or the farthest off its nominal rate first", 0, 0, report_sort_names},
	{"against", OPT_TEXT, offsetof(struct args, against), "CARD", NULL, "compare with this card of the database (default: the healthy die of the same compute capability; 'none': compare with none)", 0, 0, NULL},
	{"plot", OPT_TEXT, offsetof(struct args, plot), "DIR", NULL, "also draw rates.png, rates.svg, mma.png and mma.svg, with their data, into this folder", 0, 0, NULL},
	{"run", OPT_LONG, offsetof(struct args, run), "N", NULL, "this run, instead of the newest one of the card", 1, LONG_MAX, NULL},
	{"remarks", OPT_FLAG, offsetof(struct args, remarks), NULL, NULL, "text, md: every remark on an instruction, not only those on rows that are off", 0, 0, NULL},
	FACE_OPT_CARD,
	FACE_OPT_DEVICE,
	FACE_OPT_DB,
	FACE_OPT_JSON,
	FACE_OPT_QUIET,
};
/* clang-format on */

static int find_record(const struct args *a, struct store *s, struct record *out, struct fault *f)
{
	if (!a->run)
		return face_record(&a->face, s, out, f);
	if (a->face.card || a->face.device)
		return fault_set(f, FAULT_USAGE,
				 "--run names one run already: leave --card and --device out");
	return store_record_run(s, a->run, out, f);
}

/* *found is false when there is nothing to compare with. */
static int find_reference(const struct args *a, struct store *s, const struct record *rec,
			  struct record *out, bool *found, struct fault *f)
{
	int rc;

	*found = false;
	if (!a->against)
		return report_reference(s, rec, out, found, f);
	if (!strcmp(a->against, "none"))
		return 0;
	rc = store_record(s, a->against, out, f);
	*found = rc == 0;
	return rc ? fault_wrap(f, "--against") : 0;
}

static int draw(const struct report *r, const char *dir, struct fault *f)
{
	struct buf written = BUF_INIT;
	bool drawn;
	int rc = plot_write(r, dir, &written, &drawn, f);

	if (!rc)
		say_note("%s: wrote %s%s", dir, buf_str(&written),
			 drawn ? ""
			       : " (no pictures: install gnuplot, Debian package gnuplot-nox)");
	buf_done(&written);
	return rc;
}

static int check_trust(const struct report *r, struct fault *f)
{
	if (r->rec->provenance != PROV_MEASURED)
		return 0;
	for (size_t i = 0; i < r->verdict->n; i++)
		if (r->verdict->row[i].trusted)
			return 0;
	return fault_set(f, FAULT_UNTRUSTED,
			 "no figure of %s is to be trusted: the notes of the report say why; "
			 "measure it again with "
			 "'cmptune probe'",
			 r->rec->key);
}

static int print(const struct report *r, enum report_format format, struct fault *f)
{
	struct buf out = BUF_INIT;
	int rc = 0;

	report_write(r, format, &out);
	if (fwrite(out.s, 1, out.len, stdout) != out.len || fflush(stdout))
		rc = fault_set(f, FAULT_FILE, "standard output: cannot be written: %s",
			       strerror(errno));
	buf_done(&out);
	return rc;
}

static int run(void *args, int n_operands, char **operands, struct fault *f)
{
	struct args *a = args;
	struct store *store = NULL;
	struct record rec = {0}, ref = {0};
	struct probe_set set = {0};
	struct verdict verdict = {0}, ref_verdict = {0};
	struct report r = {.rec = &rec, .set = &set, .verdict = &verdict};
	enum report_format format;
	bool found;
	int rc;

	(void)n_operands;
	(void)operands;
	if (report_format_parse(a->face.json ? "json" : a->format, &format))
		return fault_set(f, FAULT_USAGE, "unknown format '%s': text, md, csv or json",
				 a->format);
	if (report_sort_parse(a->sort, &r.sort))
		return fault_set(f, FAULT_USAGE, "unknown order '%s': probes or off", a->sort);
	rc = store_open(a->face.db, STORE_READ, &store, f);
	if (!rc)
		rc = find_record(a, store, &rec, f);
	if (!rc)
		rc = find_reference(a, store, &rec, &ref, &found, f);
	if (!rc)
		rc = spec_load(NULL, &set, f);
	if (rc)
		goto out;
	r.all_remarks = a->remarks;
	verdict_make(&rec, &set, &verdict);
	if (found) {
		verdict_make(&ref, &set, &ref_verdict);
		r.ref = &ref;
		r.ref_verdict = &ref_verdict;
	}
	rc = print(&r, format, f);
	if (!rc && a->plot)
		rc = draw(&r, a->plot, f);
	if (!rc)
		rc = check_trust(&r, f);
out:
	verdict_done(&verdict);
	verdict_done(&ref_verdict);
	spec_done(&set);
	record_done(&rec);
	record_done(&ref);
	store_close(store);
	return rc;
}

const struct verb verb_report = {
	.name = "report",
	.about = "print what is known of a card: verdicts, rates, latencies, pictures",
	.opts = opts,
	.n_opts = sizeof(opts) / sizeof(*opts),
	.args_size = sizeof(struct args),
	.examples = "cmptune report                             # the card in this machine\n"
		    "cmptune report --card 20c2 --against 20b0  # a card of the database against "
		    "another\n"
		    "cmptune report --plot pictures             # and draw it\n"
		    "cmptune report --sort off                  # what is farthest off its nominal "
		    "rate first\n"
		    "cmptune report --format csv >rates.csv     # for a spreadsheet\n",
	.run = run,
};
