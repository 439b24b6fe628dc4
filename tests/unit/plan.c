/* Probes to points and kernels: how many, in which order, what --only picks and what it brings
 * along. */
#include <stdlib.h>

#include "plan.h"
#include "tap.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define ONLY_MAX 3

/* turns comes before what it takes turns with. */
static const char text[] =
	"[turns]\nabout = t\nptx = x $d\ntype = f32\ninit = 1\nsass = FADD\nclass = fadd\n"
	"alternate = plain\npipe = same\n"
	"[plain]\nabout = t\nptx = x $d\ntype = f32\ninit = 1\nsass = FFMA\nclass = ffma\n"
	"[swept]\nabout = t\nptx = x $D, $A, $B\ntype = f32\ninit = 1\na = 1\nb = 1\nfrag = 4 4 2\n"
	"macs = 2048\nmin_cc = 80\nsweep = yes\nsass = HMMA\nclass = mma\n"
	"[lone]\nabout = t\nptx = x $d\ntype = f16\ninit = 1\nchains = 1\nsass = HFMA2\n"
	"class = hfma2\n"
	"[short]\nabout = t\nptx = x $d\ntype = f32\ninit = 1\nchains = 4\ncopies = 8\n"
	"sass = ~MUFU.RCP\nclass = compound\n"
	"[tiny]\nabout = t\nptx = x $d\ntype = b32\ninit = 1\nchains = 1\ncopies = 8\n"
	"sass = FLO\nclass = xu\n"
	"[gone]\nabout = t\nnone = a modifier\n"
	"[store]\nabout = t\nptx = st.shared.b32 [$p], $d\ntype = b32\ninit = 1\nspace = shared\n"
	"latency = no\nsass = STS\nclass = lsu\nmin_cc = 120\n"
	"[old]\nabout = t\nptx = x $d\ntype = b32\ninit = 1\nmax_cc = 72\nsass = IADD3\n"
	"class = alu\n";

static struct probe_set set;

static void add_name(const struct plan_point *pt, struct buf *out)
{
	const char *last = strrchr(buf_str(out), ' ');

	last = last ? last + 1 : buf_str(out);
	if (strcmp(last, pt->probe->name))
		buf_addf(out, "%s%s", out->len ? " " : "", pt->probe->name);
}

static void test_choice(void)
{
	static const struct {
		int arch;
		const char *only[ONLY_MAX];
		const char *wanted; /* probes, in the order of their points */
		size_t points, kernels;
	} row[] = {
		/* three occupancies and the latency; a sweep has 18 points and 4 more kernels */
		{90, {"plain"}, "plain", 4, 4},
		{90, {"swept"}, "swept", 22, 8},
		/* one chain: 96, 192 and 48, 96 copies */
		{90, {"lone"}, "lone", 4, 3},
		/* few copies are not made fewer for the latency */
		{90, {"short"}, "short", 4, 4},
		{90, {"tiny"}, "tiny", 4, 2},
		{90, {NULL}, "plain swept lone short tiny turns", 42, 25},
		{75, {NULL}, "plain lone short tiny turns", 20, 17},
		{70, {NULL}, "plain lone short tiny old turns", 24, 21},
		{72, {"old"}, "old", 4, 4},
		/* what the architecture does not have is left out without a word */
		{75, {"old"}, "", 0, 0},
		{75, {"swept", "plain"}, "plain", 4, 4},
		/* an alternate's partner comes along, and before it */
		{90, {"turns"}, "plain turns", 8, 8},
		{90, {"t*"}, "plain tiny turns", 12, 10},
		/* globs and classes */
		{90, {"*o*"}, "lone short", 8, 7},
		{90, {"?lain"}, "plain", 4, 4},
		{90, {"[pl]*"}, "plain lone", 8, 7},
		{90, {"ffma"}, "plain", 4, 4},
		{90, {"mma", "xu"}, "swept tiny", 26, 10},
		{90, {"fadd"}, "plain turns", 8, 8},
		/* what has no instruction is picked by name, and there is nothing to measure */
		{90, {"gone"}, "", 0, 0},
		{90, {"gone", "ffma"}, "plain", 4, 4},
		/* no latency: three occupancies of one pair */
		{120, {"store"}, "store", 3, 2},
		{90, {"plain", "ffma", "p*"}, "plain", 4, 4},
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf got = BUF_INIT, name = BUF_INIT;
		char *only[ONLY_MAX];
		struct plan plan;
		struct fault f = {0};
		size_t n = 0;

		for (; n < ONLY_MAX && row[i].only[n]; n++)
			only[n] = mem_text(row[i].only[n]);
		buf_addf(&name, "sm_%d, %s%s", row[i].arch, n ? only[0] : "all",
			 n > 1 ? " ..." : "");
		if (plan_make(&set, row[i].arch, 13, n ? only : NULL, n, &plan, &f)) {
			ok(0, "%s: %s", buf_str(&name), f.text);
		} else {
			for (size_t k = 0; k < plan.n; k++)
				add_name(&plan.point[k], &got);
			is_str(buf_str(&got), row[i].wanted, "%s: probes", buf_str(&name));
			is_int((long long)plan.n, (long long)row[i].points, "%s: points",
			       buf_str(&name));
			is_int((long long)plan.n_kernels, (long long)row[i].kernels, "%s: kernels",
			       buf_str(&name));
			plan_done(&plan);
			ok(!plan.point && !plan.kernel && !plan.n, "%s: done", buf_str(&name));
		}
		while (n)
			free(only[--n]);
		buf_done(&got);
		buf_done(&name);
	}
}

static void test_unknown(void)
{
	static const struct {
		const char *only[ONLY_MAX], *wanted;
	} row[] = {
		{{"plainn"},
		 "no probe or class is called 'plainn'; did you mean 'plain'? 'cmptune audit' "
		 "lists "
		 "all"},
		{{"Plain"}, "'Plain'; did you mean 'plain'?"},
		{{"plain", "swepd"}, "'swepd'; did you mean 'swept'?"},
		{{"nothing_like_it"}, "called 'nothing_like_it'; 'cmptune audit' lists all"},
		{{"z*"}, "called 'z*'"},
		{{""}, "called ''"},
		{{"plai"}, "called 'plai'; did you mean 'plain'?"},
		/* a class without probes here */
		{{"dmma"}, "called 'dmma'"},
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		char *only[ONLY_MAX];
		struct plan plan;
		struct fault f = {0};
		size_t n = 0;

		for (; n < ONLY_MAX && row[i].only[n]; n++)
			only[n] = mem_text(row[i].only[n]);
		is_int(plan_make(&set, 90, 13, only, n, &plan, &f), FAULT_NONE_SUCH, "refused: %s",
		       row[i].wanted);
		has_str(f.text, row[i].wanted, "and said so");
		ok(!plan.point && !plan.kernel && !plan.n, "there is no plan");
		while (n)
			free(only[--n]);
	}
}

static void test_points(void)
{
	static const struct {
		const char *kind;
		int warps, chains, copies; /* warps 0: several occupancies, which ones is tuned */
	} plain[] = {{"tput", 0, 8, 96}, {"tput", 0, 8, 96}, {"tput", 0, 8, 96}, {"lat", 1, 1, 48}};
	char only_plain[] = "plain", only_swept[] = "swept", only_short[] = "short";
	char *only[] = {only_plain};
	struct plan plan;
	struct fault f = {0};
	int seen[33][5] = {0};

	if (plan_make(&set, 90, 13, only, 1, &plan, &f)) {
		ok(0, "%s", f.text);
		return;
	}
	for (size_t i = 0; i < COUNT(plain) && i < plan.n; i++) {
		const struct plan_point *pt = &plan.point[i];
		const struct gen_kernel *u = &plan.kernel[pt->kernel_u],
					*u2 = &plan.kernel[pt->kernel_2u];

		is_str(pt->kind, plain[i].kind, "point %zu: kind", i);
		ok(pt->chains == plain[i].chains && pt->copies == plain[i].copies,
		   "point %zu: %d chains, %d copies", i, pt->chains, pt->copies);
		if (plain[i].warps)
			is_int(pt->warps, plain[i].warps, "point %zu: warps", i);
		else
			ok(pt->warps % 4 == 0 && pt->warps <= 32 &&
				   pt->warps > (i ? plan.point[i - 1].warps : 0),
			   "point %zu: %d warps, as many on each sub-partition", i, pt->warps);
		ok(u->copies == pt->copies && u2->copies == 2 * pt->copies &&
			   u->chains == pt->chains && u2->chains == pt->chains,
		   "point %zu: its kernels have once and twice the copies", i);
	}
	plan_done(&plan);
	only[0] = only_short;
	if (!plan_make(&set, 90, 13, only, 1, &plan, &f))
		is_int(plan.point[3].copies, 8, "the latency of a long sequence: few copies");
	plan_done(&plan);
	only[0] = only_swept;
	if (plan_make(&set, 90, 13, only, 1, &plan, &f)) {
		ok(0, "%s", f.text);
		return;
	}
	for (size_t i = 0; i < plan.n; i++)
		if (!strcmp(plan.point[i].kind, "sweep"))
			seen[plan.point[i].warps][plan.point[i].chains]++;
	for (int warps = 1; warps <= 32; warps *= 2)
		for (int chains = 1; chains <= 4; chains *= 2)
			is_int(seen[warps][chains], 1, "swept: %d warps, %d chains", warps, chains);
	plan_done(&plan);
}

/* A warpgroup's: blocks of whole groups, as many as the registers of an SM hold. */
static void test_groups(void)
{
	static const char groups[] =
		"[wide]\nabout = t\nptx = x $D, $A, $B\ntype = f32\ninit = 1\na = 1\nb = 1\n"
		"frag = 128 0 0\nmacs = 16\ngroup = 4\narch = 90a\nchains = 1\ncopies = 8\n"
		"min_nvrtc = 12\nsass = HGMMA\nclass = mma\n"
		"[narrow]\nabout = t\nptx = x $D, $A, $B\ntype = f32\ninit = 1\na = 1\nb = 1\n"
		"frag = 4 0 0\nmacs = 16\ngroup = 4\narch = 90a\nchains = 1\n"
		"min_nvrtc = 12\nsass = HGMMA\nclass = mma\n";
	static const struct {
		const char *probe, *kind;
		int warps, copies;
	} want[] = {
		{"wide", "tput", 4, 8},     {"wide", "tput", 8, 8},     {"wide", "tput", 12, 8},
		{"wide", "lat", 4, 8},      {"narrow", "tput", 4, 96},  {"narrow", "tput", 8, 96},
		{"narrow", "tput", 12, 96}, {"narrow", "tput", 16, 96}, {"narrow", "lat", 4, 8}};
	struct probe_set s = {0};
	struct plan plan;
	struct fault f = {0};

	if (spec_parse(&s, "g.ini", groups, &f) || spec_finish(&s, &f) ||
	    plan_make(&s, 90, 12, NULL, 0, &plan, &f)) {
		ok(0, "%s", f.text);
		return;
	}
	is_int((long long)plan.n, COUNT(want), "points of groups");
	is_int((long long)plan.n_kernels, 8, "their latency has kernels of its own");
	for (size_t i = 0; i < COUNT(want) && i < plan.n; i++) {
		const struct plan_point *pt = &plan.point[i];

		ok(!strcmp(pt->probe->name, want[i].probe) && !strcmp(pt->kind, want[i].kind) &&
			   pt->warps == want[i].warps && pt->copies == want[i].copies,
		   "%s %s: %d warps, %d copies", pt->probe->name, pt->kind, pt->warps, pt->copies);
		is_int(plan.kernel[pt->kernel_u].waits, !strcmp(want[i].kind, "lat"), "waits");
	}
	plan_done(&plan);
	is_int(plan_make(&s, 90, 11, NULL, 0, &plan, &f), 0, "an NVRTC that does not know them");
	is_int((long long)plan.n, 0, "has nothing to measure");
	plan_done(&plan);
	spec_done(&s);
}

/* What holds for the probes that the program carries, on every architecture. */
static void test_embedded(void)
{
	static const int archs[] = {70, 75, 80, 86, 89, 90, 100, 120};
	struct probe_set all;
	struct fault f = {0};

	if (!ok(spec_load(NULL, &all, &f) == 0, "the embedded probes load: %s", f.text))
		return;
	for (size_t i = 0; i < COUNT(archs); i++) {
		size_t early = 0, doubled = 0, apart = 0, foreign = 0;
		struct plan plan;

		if (plan_make(&all, archs[i], 13, NULL, 0, &plan, &f)) {
			ok(0, "sm_%d: %s", archs[i], f.text);
			continue;
		}
		ok(plan.n > 150, "sm_%d: %zu points", archs[i], plan.n);
		for (size_t k = 0; k < plan.n; k++) {
			const char *alternate = plan.point[k].probe->alternate;
			bool before = !alternate;

			for (size_t j = 0; j < k && !before; j++)
				before = !strcmp(plan.point[j].probe->name, alternate);
			early += !before;
			foreign += !spec_supports(plan.point[k].probe, archs[i]);
		}
		for (size_t k = 1; k < plan.n_kernels; k++)
			for (size_t j = 0; j < k; j++) {
				const struct gen_kernel *a = &plan.kernel[j];

				doubled += !strcmp(a->name, plan.kernel[k].name);
				apart += a->probe == plan.kernel[k].probe &&
					 plan.kernel[k - 1].probe != a->probe;
			}
		is_int((long long)early, 0, "sm_%d: no alternate before its partner", archs[i]);
		is_int((long long)doubled, 0, "sm_%d: no kernel twice", archs[i]);
		is_int((long long)apart, 0, "sm_%d: kernels of a probe side by side", archs[i]);
		is_int((long long)foreign, 0, "sm_%d: nothing that it does not have", archs[i]);
		plan_done(&plan);
	}
	spec_done(&all);
}

int main(void)
{
	struct fault f = {0};

	if (spec_parse(&set, "plan.ini", text, &f) || spec_finish(&set, &f)) {
		printf("Bail out! %s\n", f.text);
		return 1;
	}
	test_choice();
	test_unknown();
	test_points();
	test_groups();
	test_embedded();
	spec_done(&set);
	return done();
}
