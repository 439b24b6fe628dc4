/* Strategy files: the embedded ones hold together, and what is wrong with a file is said with its
 * line. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "path.h"
#include "spec.h"
#include "tap.h"
#include "variant.h"

static void embedded(void)
{
	struct variant_set set;
	struct fault f = {0};
	struct buf all = BUF_INIT;
	const struct variant *v;

	ok(variant_load(NULL, &set, &f) == 0, "the embedded strategies load: %s", f.text);
	v = variant_find(&set, "dp4a", "prmt_dp2a");
	ok(v != NULL, "dp4a has prmt_dp2a");
	if (v) {
		is_int(v->id, 1, "its id");
		is_int(v->n_forms, 4, "its overloads");
		is_str(v->form[2].signature, "char4 a, char4 b, int c", "a signature");
		is_str(v->form[1].returns, "unsigned int", "a type");
		has_str(v->form[0].body,
			"\tasm(\"prmt.b32 %0, %1, 0, 0x9180;\" : \"=r\"(lo) : \"r\"(a));\n",
			"the body is kept byte for byte");
		is_int(v->cost[0].n_terms, 3, "terms of its cost");
		is_int(v->cost[0].term[0].count, 2, "two permutes");
		is_str(v->probe, "dp4a.prmt_dp2a", "its probe");
		is_str(v->function, "cmp_dp4a", "the function of the native form");
	}
	v = variant_native(&set, "mma_s8");
	ok(v && v->n_forms == 0 && v->probe == NULL && v->cost[0].work == 0,
	   "mma_s8 is a fact, its cost per macs");
	v = variant_find(&set, "fma_f32", "split");
	ok(v && v->by_default && v->accuracy == VARIANT_ULP && v->ulp == 0.5,
	   "split rounds once more, and may");
	variant_text(&set, &all);
	has_str(buf_str(&all), "//@ variant: avoid", "the text of all files");
	buf_done(&all);
	variant_done(&set);
}

/* Every cost can be looked up, and every variant with a body has a probe. */
static void fit_the_probes(void)
{
	struct probe_set set;
	struct fault f = {0};

	if (!ok(spec_load(NULL, &set, &f) == 0, "the probes load: %s", f.text))
		return;
	for (size_t i = 0; i < set.variants.n; i++) {
		const struct variant *v = &set.variants.v[i];

		for (int c = 0; c < v->n_costs; c++)
			for (int t = 0; t < v->cost[c].n_terms; t++)
				ok(spec_find(&set, v->cost[c].term[t].probe) != NULL,
				   "%s: %s is a probe", v->file, v->cost[c].term[t].probe);
		if (v->n_forms)
			ok(spec_find(&set, v->probe) != NULL, "%s is timed by %s", v->file,
			   v->probe);
	}
	spec_done(&set);
}

#define HEAD "//@ primitive: p\n//@ variant: native\n//@ id: 0\n//@ about: x\n//@ accuracy: exact\n"
#define COST "//@ cost: f32_add\n"
#define SASS "//@ sass: FADD\n"
#define FORM "//@ function: cmp_p\n//@ sass: FADD\n//@ form: int a -> int\n\treturn a;\n"

static const struct {
	const char *name, *text, *wanted;
} cases[] = {
	{"p.native.cu", HEAD COST FORM, ""},
	{"p.native.cu", HEAD COST "//@ sass: 90: FFMA\n//@ sass: 62: ~XMAD\n" FORM, ""},
	{"p.native.cu", HEAD COST SASS SASS SASS SASS FORM, "more than 4 lines of 'sass'"},
	{"p.native.cu", "// about\n\n" HEAD COST, ""},
	{"p.native.cu", HEAD "//@ cost: f32_add / 64\n//@ cost: f32_mul*2 f32_add\n", ""},
	{"p.native.cu", HEAD COST "//@ colour: red\n", "p.native.cu:7: unknown key 'colour'"},
	{"p.native.cu", HEAD COST "//@ id: 1\n", ":7: 'id' is there twice"},
	{"p.native.cu", HEAD, "without 'cost'"},
	{"p.native.cu", COST, "without 'primitive'"},
	{"p.native.cu", HEAD COST "int x;\n", ":7: neither a comment"},
	{"p.native.cu", HEAD COST "//@ ulp: 1\n", "'ulp' goes with"},
	{"p.native.cu", HEAD COST "//@ flags: --x;reboot\n", "flags hold ';'"},
	{"p.native.cu", HEAD COST "//@ default: yes\n", "default 'yes'"},
	{"p.native.cu", HEAD "//@ cost: f32_add*0\n", "is not a count"},
	{"p.native.cu", HEAD "//@ cost: f32-add\n", "not the name of a probe"},
	{"p.native.cu", HEAD "//@ cost: f32_add / 0\n", "neither a number nor"},
	{"p.native.cu", HEAD "//@ cost: f32_add f32_mul / macs\n", "exactly one probe"},
	{"p.native.cu", HEAD "//@ cost: / 4\n", "names no probe"},
	{"p.native.cu", HEAD COST "//@ sass: FADD\n", "'sass' without any form"},
	{"p.native.cu", HEAD COST "//@ sass: FADD\n//@ form: int a -> int\n", "has no body"},
	{"p.native.cu", HEAD COST "//@ form: int a -> int\n\treturn a;\n", "without 'sass'"},
	{"p.native.cu", HEAD COST "//@ sass: FADD\n//@ form: int a\n\treturn a;\n", "is not like"},
	{"p.native.cu", HEAD COST "//@ sass: FADD\n//@ form: int a -> int\n\treturn a;\n",
	 "needs 'function'"},
	{"p.native.cu", HEAD COST FORM "//@ min_cc: 70\n", "comes after the first form"},
	{"q.native.cu", HEAD COST, "name is not p.native.cu"},
	{"p.native.cu", "", "without 'primitive'"},
	{"p.native.cu", "//@ primitive\n", "not followed by 'key: value'"},
	{"p.native.cu", "//@ primitive:\n", "'primitive' has no value"},
	{"p.native.cu", "//@ primitive: a-b\n", "not an identifier"},
	{"p.native.cu", "//@ id: -1\n", "not a number from 0"},
	{"p.native.cu", "//@ accuracy: good\n", "none of exact, ulp, range"},
};

static void one_file(const char *dir, const char *name, const char *text, const char *wanted)
{
	struct variant_set set;
	struct fault f = {0};
	struct buf path = BUF_INIT;
	int rc;

	buf_addf(&path, "%s/%s", dir, name);
	file_write(path.s, text, strlen(text), &f);
	rc = variant_load(dir, &set, &f);
	if (*wanted) {
		is_int(rc, FAULT_DATA, "refused: %s", wanted);
		has_str(f.text, wanted, "and said so");
	} else {
		ok(rc == 0, "accepted: %s", f.text);
	}
	if (rc == 0)
		variant_done(&set);
	unlink(path.s);
	buf_done(&path);
}

static void together(const char *dir)
{
	static const struct {
		const char *text, *wanted;
	} second[] = {
		{"//@ primitive: p\n//@ variant: b\n//@ id: 0\n//@ about: x\n//@ accuracy: "
		 "exact\n" COST,
		 "is already that of"},
		{"//@ primitive: p\n//@ variant: b\n//@ id: 1\n//@ about: x\n//@ accuracy: "
		 "exact\n" COST,
		 "its forms are not"},
		{"//@ primitive: p\n//@ variant: b\n//@ id: 1\n//@ about: x\n//@ accuracy: "
		 "exact\n" COST FORM,
		 "belong to the native form"},
	};
	struct buf path = BUF_INIT;
	struct fault f = {0};

	buf_addf(&path, "%s/p.native.cu", dir);
	file_write(path.s, HEAD COST FORM, strlen(HEAD COST FORM), &f);
	for (size_t i = 0; i < sizeof(second) / sizeof(second[0]); i++)
		one_file(dir, "p.b.cu", second[i].text, second[i].wanted);
	unlink(path.s);
	one_file(dir, "p.b.cu",
		 "//@ primitive: p\n//@ variant: b\n//@ id: 1\n//@ about: x\n//@ accuracy: "
		 "exact\n" COST,
		 "has no native form");
	buf_done(&path);
}

int main(void)
{
	char dir[] = "/tmp/cmptune-variant.XXXXXX";
	struct variant_set set;
	struct fault f = {0};

	embedded();
	fit_the_probes();
	if (!mkdtemp(dir))
		return 1;
	is_int(variant_load(dir, &set, &f), FAULT_DATA, "an empty folder is refused");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		one_file(dir, cases[i].name, cases[i].text, cases[i].wanted);
	together(dir);
	rmdir(dir);
	is_int(variant_load("/nonexistent", &set, &f), FAULT_FILE, "a missing folder is refused");
	return done();
}
