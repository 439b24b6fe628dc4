/* cmptune audit: build every probe for the architectures asked for and hold its machine code
 * against its spec.  No GPU. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "cmd_audit.h"
#include "say.h"

static const struct opt opts[] = {
	FACE_OPT_JSON,
	FACE_OPT_QUIET,
	{"arch", OPT_LIST, offsetof(struct audit_args, arch), "sm_XX,...", NULL,
	 "architectures; default: every one the NVRTC can target from sm_60 on", 0, 0, NULL},
	{"only", OPT_LIST, offsetof(struct audit_args, only), "NAME,...", NULL,
	 "probes by name, glob or throttle class", 0, 0, NULL},
	{"nvrtc", OPT_TEXT, offsetof(struct audit_args, nvrtc), "PATH", NULL,
	 "the NVRTC library, or a folder that holds it", 0, 0, NULL},
	{"probes", OPT_TEXT, offsetof(struct audit_args, probes), "DIR", NULL,
	 "probe files of your own instead of the built-in ones", 0, 0, NULL},
	{"dump", OPT_TEXT, offsetof(struct audit_args, dump), "DIR", NULL,
	 "keep source, PTX, cubin and compiler log of every program here", 0, 0, NULL},
	{"all", OPT_FLAG, offsetof(struct audit_args, all_kernels), NULL, NULL,
	 "a line for every kernel pair, not one a probe", 0, 0, NULL},
	{"matrix", OPT_FLAG, offsetof(struct audit_args, matrix), NULL, NULL,
	 "a table of probes against architectures with every NVRTC here, the newest of each major "
	 "version",
	 0, 0, NULL},
	{"jobs", OPT_LONG, offsetof(struct audit_args, jobs), "N", "0",
	 "compiling processes; 0: one a processor", 0, 64, NULL},
};

struct tally {
	size_t met, unmet;
	json_t *rows; /* NULL: print text */
};

static void progress(size_t done, size_t total, void *user)
{
	say_progress(done, total, user);
}

static void print_point(const struct plan_point *pt, const char *failed, const struct audit *a,
			int arch, struct tally *t)
{
	const char *verdict = failed ? "failed" : audit_verdict_name(a->verdict);
	const char *why = failed ? failed : a->why;
	bool good = !failed && audit_is_rate(a->verdict);

	*(good ? &t->met : &t->unmet) += 1;
	if (t->rows) {
		json_array_append_new(
			t->rows, json_pack("{s:s, s:s, s:i, s:s, s:i, s:i, s:s, s:s, s:i, s:i}",
					   "probe", pt->probe->name, "kind", pt->kind, "arch", arch,
					   "verdict", verdict, "chains", pt->chains, "copies",
					   pt->copies, "sass", failed ? "" : a->sass, "why", why,
					   "registers", failed ? -1 : a->regs, "local_bytes",
					   failed ? -1 : a->local_bytes));
		return;
	}
	printf("%s%-10s%s sm_%-4d %-20s %-5s %2d chains x %3d  %s%s%s\n",
	       say_style(good ? SAY_GOOD : SAY_BAD), verdict, say_style(SAY_PLAIN), arch,
	       pt->probe->name, pt->kind, pt->chains, pt->copies / pt->chains,
	       failed ? "" : a->sass, *why ? "  " : "", why);
}

size_t audit_worst(const struct plan *plan, const struct session_build *b, size_t begin,
		   size_t *end)
{
	size_t worst = begin;

	for (*end = begin; *end < plan->n && plan->point[*end].probe == plan->point[begin].probe;
	     ++*end) {
		bool bad = b->failed[*end] || !audit_is_rate(b->audit[*end].verdict);
		bool worst_bad = b->failed[worst] || !audit_is_rate(b->audit[worst].verdict);

		if (bad && !worst_bad)
			worst = *end;
	}
	return worst;
}

static void print_points(const struct plan *plan, const struct session_build *b, int arch, bool all,
			 struct tally *t)
{
	for (size_t i = 0, end; i < plan->n; i = end) {
		size_t shown = audit_worst(plan, b, i, &end);

		for (size_t k = i; k < end; k++)
			if (all ? !k || plan->point[k].kernel_u != plan->point[k - 1].kernel_u
				: k == shown)
				print_point(&plan->point[k], b->failed[k], &b->audit[k], arch, t);
	}
}

int audit_build(const struct audit_args *a, const struct probe_set *set, struct nvrtc *nvrtc,
		int arch, struct plan *plan, struct session_build *out, struct fault *f)
{
	struct jit_request r = {.nvrtc = nvrtc,
				.arch = arch,
				.set = set,
				.dump_dir = a->dump,
				.jobs = (int)a->jobs,
				.progress = progress};
	char label[64];
	int major, minor, rc;

	nvrtc_version(nvrtc, &major, &minor);
	snprintf(label, sizeof(label), "compiling for sm_%d with NVRTC %d.%d", arch, major, minor);
	r.user = label;
	rc = plan_make(set, arch, major, a->only.item, a->only.n, plan, f);
	if (!rc)
		rc = session_build_make(&r, plan, out, f);
	say_progress_end();
	return rc;
}

static int audit_arch(const struct audit_args *a, const struct probe_set *set, int arch,
		      struct tally *t, struct fault *f)
{
	struct plan plan = {0};
	struct session_build build = {0};
	struct nvrtc *nvrtc = NULL;
	int rc = nvrtc_open(arch, a->nvrtc, &nvrtc, f);

	if (!rc)
		rc = audit_build(a, set, nvrtc, arch, &plan, &build, f);
	if (!rc)
		print_points(&plan, &build, arch, a->all_kernels, t);
	session_build_done(&build);
	plan_done(&plan);
	nvrtc_close(nvrtc);
	return rc;
}

static int parse_arch(const char *text, int *arch, struct fault *f)
{
	char *end;
	const char *digits = strncmp(text, "sm_", 3) ? text : text + 3;
	long v = strtol(digits, &end, 10);

	if (end == digits || *end || v < 50 || v > 999)
		return fault_set(f, FAULT_USAGE, "'%.40s' is no architecture: write sm_80 or 80",
				 text);
	if (v < AUDIT_ARCH_MIN)
		return fault_set(f, FAULT_USAGE,
				 "the machine code of sm_%ld cannot be audited: the decoder knows "
				 "sm_%d and later",
				 v, AUDIT_ARCH_MIN);
	*arch = (int)v;
	return 0;
}

static int compare_int(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

int audit_archs(const struct audit_args *a, int **out, size_t *n, struct fault *f)
{
	int *v = a->arch.n ? mem_new(a->arch.n, sizeof(*v)) : NULL;
	size_t kept = 0;
	int rc = 0;

	for (size_t i = 0; i < a->arch.n && !rc; i++)
		rc = parse_arch(a->arch.item[i], &v[i], f);
	if (rc) {
		free(v);
		return rc;
	}
	if (v)
		qsort(v, a->arch.n, sizeof(*v), compare_int);
	for (size_t i = 0; i < a->arch.n; i++)
		if (!kept || v[kept - 1] != v[i])
			v[kept++] = v[i];
	*out = v;
	*n = kept;
	return 0;
}

/* Instructions that are none: neither met nor unmet, but told, so that nothing seems forgotten. */
static void print_none(const struct audit_args *a, const struct probe_set *set, struct tally *t)
{
	for (size_t i = 0; i < set->n; i++) {
		const struct probe *p = &set->v[i];

		if (!p->none || !plan_picks(p, a->only.item, a->only.n))
			continue;
		if (t->rows)
			json_array_append_new(t->rows,
					      json_pack("{s:s, s:s, s:s}", "probe", p->name,
							"verdict", "none", "why", p->none));
		else
			printf("%-10s %-6s %-20s %s\n", "none", "", p->name, p->none);
	}
}

/* Every architecture asked for, else all that the newest NVRTC knows. */
static int for_archs(const struct audit_args *a, const struct probe_set *set, struct tally *t,
		     struct fault *f)
{
	struct nvrtc *newest = NULL;
	const int *known;
	int *asked = NULL;
	size_t n = 0;
	int rc = audit_archs(a, &asked, &n, f);

	if (rc)
		return rc;
	known = asked;
	if (!asked) {
		rc = nvrtc_open(0, a->nvrtc, &newest, f);
		known = rc ? NULL : nvrtc_archs(newest, &n);
	}
	for (size_t i = 0; i < n && !rc; i++)
		if (known[i] >= AUDIT_ARCH_MIN)
			rc = audit_arch(a, set, known[i], t, f);
	nvrtc_close(newest);
	free(asked);
	return rc;
}

static int print_lines(const struct audit_args *a, const struct probe_set *set, struct tally *t,
		       struct fault *f)
{
	int rc;

	t->rows = a->face.json ? json_array() : NULL;
	rc = for_archs(a, set, t, f);
	if (!rc)
		print_none(a, set, t);
	if (!rc && t->rows) {
		json_dumpf(t->rows, stdout, JSON_INDENT(1) | JSON_SORT_KEYS);
		putchar('\n');
	}
	if (!rc && !t->rows)
		say_note("expectations met: %zu, not met: %zu", t->met, t->unmet);
	json_decref(t->rows);
	return rc;
}

static int print_matrix(const struct audit_args *a, const struct probe_set *set, struct tally *t,
			struct fault *f)
{
	size_t total = 0;
	int rc;

	if (a->all_kernels || a->dump)
		return fault_set(f, FAULT_USAGE,
				 "--matrix has one letter a probe and compiler: use --all and "
				 "--dump without it");
	rc = audit_matrix(a, set, &t->met, &total, f);
	t->unmet = total - t->met;
	return rc;
}

static int run(void *args, int n_operands, char **operands, struct fault *f)
{
	struct audit_args *a = args;
	struct probe_set set = {0};
	struct tally t = {0};
	int rc = spec_load(a->probes, &set, f);

	(void)n_operands, (void)operands;
	if (!rc)
		rc = (a->matrix ? print_matrix : print_lines)(a, &set, &t, f);
	if (!rc && t.unmet)
		rc = fault_set(f, FAULT_AUDIT,
			       "%zu of %zu expectations about machine code are not met", t.unmet,
			       t.met + t.unmet);
	spec_done(&set);
	return rc;
}

const struct verb verb_audit = {
	.name = "audit",
	.about = "build every probe and hold its machine code against what it declares; needs no "
		 "GPU",
	.opts = opts,
	.n_opts = sizeof(opts) / sizeof(*opts),
	.args_size = sizeof(struct audit_args),
	.examples =
		"cmptune audit --arch sm_80               # a line a probe for a CMP 170HX's "
		"architecture\n"
		"cmptune audit --arch 75,86 --only 'dp*'  # the dot products on two architectures\n"
		"cmptune audit --matrix                   # all architectures, all compilers here\n"
		"cmptune audit --dump out --arch 90       # keep source, PTX and cubins to look "
		"into\n",
	.run = run,
};
