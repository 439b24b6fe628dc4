/* Probe files: what is wrong with one is said with its line; folders; the embedded set is whole. */
#include <stdio.h>
#include <unistd.h>

#include "path.h"
#include "spec.h"
#include "tap.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* Eight lines; what is appended begins at line 9. */
#define WHOLE                                                                                      \
	"[x]\nabout = t\nptx = add.f32 $d, $d, $a\ntype = f32\ninit = 1\na = 2\nsass = FADD\n"     \
	"class = fadd\n"
#define WITHOUT_PTX "[x]\nabout = t\ntype = f32\ninit = 1\na = 2\nsass = FADD\nclass = fadd\n"
/* Another whole one, of the type b32; eight lines as well. */
#define OTHER                                                                                      \
	"[y]\nabout = t\nptx = add.s32 $d, $d, $a\ntype = b32\ninit = 1\na = 2\nsass = IADD3\n"    \
	"class = alu\n"
#define TWIN                                                                                       \
	"[z]\nabout = t\nptx = mul.f32 $d, $d, $a\ntype = f32\ninit = 1\na = 2\nsass = FMUL\n"     \
	"class = fadd\n"
/* Two chains of a warpgroup's instruction, but for its registers. */
#define GROUP                                                                                      \
	"[w]\nabout = t\nptx = x $D, $A, $B\ntype = f32\ninit = 1\na = 1\nb = 1\nmacs = 16\n"      \
	"group = 4\narch = 90a\nchains = 2\nsass = HGMMA\nclass = mma\n"
#define TEN(s) s s s s s s s s s s
#define LONG_LINE "# " TEN(TEN("xx"))

static const struct {
	const char *text, *wanted; /* "": accepted */
} cases[] = {
	{WHOLE, ""},
	{"# comment\n\n; another\n" WHOLE "\n" OTHER, ""},
	{WHOLE "results = 2\nsweep = yes\nchains = 4\ncopies = 16\nmin_cc = 75\nmax_cc = 90\n", ""},
	{WHOLE "odd = sub.f32 $d, $d, $b\nb = 3\nc = 4\n", ""},
	{"[x]\r\nabout = t\r\nptx = add.f32 $d, $d, $d\r\ntype = f32\r\ninit = 1\r\nsass = "
	 "FADD\r\nclass = fadd\r\n",
	 ""},
	/* unknown keys, and what was meant */
	{WHOLE "sas = FADD\n", "f.ini:9: unknown key 'sas'; did you mean 'sass'?"},
	{WHOLE "min_c = 75\n", "f.ini:9: unknown key 'min_c'; did you mean 'min_cc'?"},
	{WHOLE "frobnicate = 1\n", "f.ini:9: unknown key 'frobnicate'"},
	{"# one\n# two\n" WHOLE "# three\ncopy = 96\n", "f.ini:12: unknown key 'copy'"},
	{WHOLE "About = x\n", "f.ini:9: unknown key 'About'; did you mean 'about'?"},
	/* missing keys: the line of the section */
	{WITHOUT_PTX, "f.ini:1: section [x] lacks the key 'ptx'"},
	{"# one\n\n" WITHOUT_PTX OTHER, "f.ini:3: section [x] lacks the key 'ptx'"},
	{WHOLE "[y]\nabout = t\n", "f.ini:9: section [y] lacks the key 'ptx'"},
	{WHOLE "[y]\n# nothing\n\nabout = t\n", "f.ini:9: section [y] lacks the key 'ptx'"},
	{WHOLE "[y]\n", "f.ini:9: the section holds no key"},
	{"[y]\n" WHOLE, "f.ini:1: the section holds no key"},
	{WHOLE "[y]\n# nothing\n[z]\n", "f.ini:9: the section holds no key"},
	/* doubled keys and sections */
	{WHOLE "type = f32\n", "f.ini:9: the key is there twice"},
	{WHOLE "class = fadd\n", "f.ini:9: the key is there twice"},
	{WHOLE "class = ffma\nclass = fadd\n", "f.ini:9: the key is there twice"},
	{"[x]\nabout = t\nabout = u\n", "f.ini:3: the key is there twice"},
	{"[x]\nabout = t\n# between\nabout = u\n", "f.ini:4: the key is there twice"},
	{"[x]\nabout = t\nabout = u\n", "f.ini:3: the key is there twice"},
	{WHOLE "sass = 80: FMUL\nsass = 90: FMUL\n", ""},
	{WHOLE WHOLE, "f.ini:9: there is a probe [x] already, in f.ini"},
	{WHOLE OTHER WHOLE, "f.ini:17: there is a probe [x] already, in f.ini"},
	{WHOLE "[x]\nb = 2\n", "f.ini:9: there is a probe [x] already, in f.ini"},
	{WHOLE "[x]\nclass = fadd\n", "f.ini:9: there is a probe [x] already, in f.ini"},
	{WHOLE "[y]\nabout = t\n[y]\nabout = u\n", "f.ini:9: section [y] lacks the key 'ptx'"},
	/* names and lines that are none */
	{"about = t\n" WHOLE, "f.ini:1: '' is no probe name"},
	{"[X]\nabout = t\n", "f.ini:1: 'X' is no probe name: small letters, digits and _"},
	{"[a.b]\nabout = t\n", "f.ini:1: 'a.b' is no probe name"},
	{"[a b]\nabout = t\n", "f.ini:1: 'a b' is no probe name"},
	{"[]\nabout = t\n", "f.ini:1: '' is no probe name"},
	{"[" TEN("abcde") "]\nabout = t\n", "is no probe name"},
	{WHOLE "what is this\n", "f.ini:9: neither a [section]"},
	{WHOLE "[y\n", "f.ini:9: neither a [section]"},
	{WHOLE LONG_LINE "\n", "f.ini:9: the line is longer than 190 characters"},
	{WHOLE OTHER LONG_LINE, "f.ini:17: the line is longer than 190 characters"},
	/* values */
	{"[x]\nabout = t\ntype = f8\n", "f.ini:3: 'f8' is no chain type; there are f32, f64, "},
	{"[x]\nabout = t\ntype = F32\n", "f.ini:3: 'F32' is no chain type"},
	{"[x]\nclass = fma\n", "f.ini:2: 'fma' is no throttle class"},
	{"[x]\nclass = \n", "f.ini:2: '' is no throttle class"},
	{"[x]\nnominal = fp31\n", "f.ini:2: 'fp31' is no rate group of db/nominal.tsv"},
	{WHOLE "chains = 0\n", "f.ini:9: '0' is not a number from 1 to 16"},
	{WHOLE "chains = 17\n", "f.ini:9: '17' is not a number from 1 to 16"},
	{WHOLE "chains = four\n", "f.ini:9: 'four' is not a number"},
	{WHOLE "chains = 4x\n", "f.ini:9: '4x' is not a number"},
	{WHOLE "chains =\n", "f.ini:9: '' is not a number"},
	{WHOLE "chains = 4\n  4\n", "f.ini:10: '4\n4' is not a number"},
	{WHOLE "copies = 1\n", "f.ini:9: '1' is not a number from 2 to 1024"},
	{WHOLE "copies = 99999999999999999999\n", "is not a number from 2 to 1024"},
	{WHOLE "min_cc = 7.5\n", "f.ini:9: '7.5' is not a number from 50 to 999"},
	{WHOLE "max_cc = 9\n", "f.ini:9: '9' is not a number from 50 to 999"},
	{WHOLE "results = 3\n", "f.ini:9: '3' is not a number from 1 to 2"},
	{WHOLE "macs = 0\n", "f.ini:9: '0' is not a number"},
	{WHOLE "sweep = no\n", "f.ini:9: 'no' is not 'yes'"},
	{WHOLE "pipe = both\n", "f.ini:9: 'both' is neither 'same' nor 'other'"},
	{WHOLE "frag = 4 4\n", "f.ini:9: '4 4' is not three register counts"},
	{WHOLE "frag = 4 4 2 1\n", "f.ini:9: '4 4 2 1' is not three register counts"},
	{WHOLE "frag = 0 4 2\n", "f.ini:9: '0 4 2' is not three register counts"},
	{WHOLE "frag = 4 -1 2\n", "f.ini:9: '4 -1 2' is not three register counts"},
	{WHOLE "frag = 129 4 2\n", "f.ini:9: '129 4 2' is not three register counts"},
	{WHOLE "group = 2\n", "f.ini:9: '2' is not 4, the warps of a warpgroup"},
	{WHOLE "arch = 90\n", "f.ini:9: '90' is no architecture such as 90a"},
	{WHOLE "arch = 90f\n", "f.ini:9: '90f' is no architecture such as 90a"},
	{WHOLE "arch = a\n", "f.ini:9: 'a' is no architecture such as 90a"},
	{WHOLE "arch = 1000a\n", "f.ini:9: '1000a' is no architecture such as 90a"},
	{WHOLE "arch = 9xa\n", "f.ini:9: '9x' is not a number from 50 to 999"},
	{WHOLE "sass = 80: \n", "f.ini:9: '80:' is no expectation"},
	{"[x]\nsass = FADD\n  80: FADD\n  8x: FADD\n", "f.ini:4: '8x: FADD' does not begin with"},
	/* remarks */
	{WHOLE "remark = t\nremark = 80, 90-: u\n  v\n", ""},
	{WHOLE "remark = why: a colon, and no architecture\n", ""},
	{WHOLE TWIN "remark = @x\n",
	 "f.ini:9: [z] has the remarks of 'x', which has none of its own"},
	{WHOLE "remark = t\n" TWIN "remark = @x\n", ""},
	{TWIN "remark = @x\n" WHOLE "remark = @z\n", "f.ini:1: [z] has the remarks of 'x', which"},
	{WHOLE "remark = @x\n", "f.ini:1: [x] has the remarks of 'x', which has none of its own"},
	{WHOLE "remark = @nobody\n", "f.ini:1: [x] has the remarks of 'nobody', which has none"},
	{WHOLE "remark = 9x: t\n", "f.ini:9: '9x: t' does not begin with architectures"},
	{WHOLE "remark = 90/12: t\n", "f.ini:9: a remark holds for architectures, not for comp"},
	{WHOLE "remark =\n", "f.ini:9: the remark says nothing"},
	{WHOLE "remark = 90:\n", "f.ini:9: the remark says nothing"},
	{"[x]\nabout = t\nnone = r\nremark = t\n", "f.ini:1: section [x] has no instruction of"},
	/* what only the whole section or set can tell: the line of the section */
	{WHOLE "odd = add.f32 $d, $d, $b\n", "f.ini:1: [x] uses an input that has no value"},
	{WHOLE "odd = add.f32 $d, $d, $c\n", "f.ini:1: [x] uses an input that has no value"},
	{WHOLE "odd = add.f32 $d, $d, $e\n", "f.ini:1: [x] uses $e without the key 'init_e'"},
	{WHOLE "odd = add.f32 $d, $d, $q\n", "f.ini:1: [x] has a $ that stands for nothing"},
	{WHOLE "odd = add.f32 $d, $d, $\n", "f.ini:1: [x] has a $ that stands for nothing"},
	{WHOLE "odd = mma $D, $d\n", "f.ini:1: [x] uses a fragment without the keys"},
	{"\n" WHOLE "macs = 256\n", "f.ini:2: [x] needs both 'macs' and 'frag', or neither"},
	{WHOLE "frag = 4 4 2\n", "f.ini:1: [x] needs both 'macs' and 'frag', or neither"},
	{WHOLE "copies = 24\n", "f.ini:1: [x] needs 'copies' that are a multiple of twice"},
	{WHOLE "chains = 5\n", "f.ini:1: [x] needs 'copies' that are a multiple of twice"},
	{WHOLE "min_cc = 90\nmax_cc = 80\n", "f.ini:1: [x] has a max_cc below its min_cc"},
	/* a warpgroup's */
	{GROUP "frag = 64 0 0\n", ""},
	{GROUP "frag = 64 4 0\nlatency = no\n", ""},
	{GROUP "frag = 65 0 0\n", "f.ini:1: [w] needs more registers than there are"},
	{GROUP "frag = 64 0 0\nmin_cc = 80\n", "f.ini:1: [w] has the key 'arch', which is min_cc"},
	{GROUP "frag = 64 0 0\nsweep = yes\n", "f.ini:1: [w] is a warpgroup's: that goes with"},
	{GROUP "frag = 64 0 0\nodd = x $D\n", "f.ini:1: [w] is a warpgroup's: that goes with"},
	{"[w]\nabout = t\nptx = x $D\ntype = f32\ninit = 1\nmacs = 16\nfrag = 4 0 0\ngroup = 4\n"
	 "sass = HGMMA\nclass = mma\n",
	 "f.ini:1: [w] needs the words of its operands: the keys 'a' and 'b'"},
	{WHOLE "group = 4\n", "f.ini:1: [x] is a warpgroup's: that goes with"},
	{WHOLE "macs = 256\nfrag = 4 0 2\n", "f.ini:1: [x] has operands in shared memory without"},
	{WHOLE "arch = 90a\nmax_cc = 100\n", "f.ini:1: [x] has the key 'arch', which is min_cc"},
	/* alternates */
	{TWIN WHOLE "alternate = z\npipe = same\n", ""},
	{WHOLE "alternate = z\npipe = other\n" TWIN, ""},
	{WHOLE "alternate = nobody\npipe = same\n",
	 "f.ini:1: [x] takes turns with a probe that does not exist"},
	{OTHER WHOLE "alternate = y\npipe = same\n", "f.ini:9: [x] cannot take turns with that"},
	{TWIN WHOLE "alternate = z\n", "f.ini:9: [x] needs the key 'pipe'"},
	{WHOLE "alternate = x\npipe = same\n", "f.ini:1: [x] cannot take turns with that probe"},
	{TWIN WHOLE "alternate = z\npipe = same\nodd = add.f32 $d, $d, $d\n",
	 "f.ini:9: [x] cannot take turns with that probe"},
	{TWIN "alternate = x\npipe = same\n" WHOLE "alternate = z\npipe = same\n",
	 "f.ini:1: [z] cannot take turns with that probe"},
	{TWIN WHOLE "alternate = z\npipe = same\nmacs = 256\nfrag = 4 4 2\n",
	 "f.ini:9: [x] cannot take turns with that probe"},
};

static void test_strictness(void)
{
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct probe_set set = {0};
		struct fault f = {0};
		int rc = spec_parse(&set, "f.ini", cases[i].text, &f);

		if (!rc)
			rc = spec_finish(&set, &f);
		if (*cases[i].wanted) {
			is_int(rc, FAULT_DATA, "refused: %.60s", cases[i].wanted);
			has_str(f.text, cases[i].wanted, "and said so");
		} else {
			ok(rc == 0, "accepted: case %zu %s", i, f.text);
		}
		spec_done(&set);
	}
}

static void test_values(void)
{
	static const char text[] = "# comment\n"
				   "[one]\n"
				   "about = some; words = and more\n"
				   "ptx = .reg .b32 t\n"
				   "  mov.b32 t, $d\n"
				   "\tadd.s32 $d, t, $e\n"
				   "type = b32\n"
				   "init = lane\n"
				   "init_e = chain\n"
				   "sass = IADD3\n"
				   "  80: FLO, IADD3\n"
				   "class = alu\n"
				   "nominal = iadd\n"
				   "min_cc = 75\n"
				   "results = 2\n" OTHER "alternate = one\n"
				   "pipe = other\n"
				   "alt_b = 7\n";
	struct probe_set set = {0};
	struct fault f = {0};
	const struct probe *p;

	ok(spec_parse(&set, "dir/v.ini", text, &f) == 0, "a file is read: %s", f.text);
	is_int((long long)set.n, 2, "two probes");
	p = spec_find(&set, "one");
	if (!ok(p != NULL, "found by name"))
		return;
	is_str(p->about, "some; words = and more", "a value may hold ; and =");
	is_str(p->ptx, ".reg .b32 t\nmov.b32 t, $d\nadd.s32 $d, t, $e", "statements, one a line");
	is_str(p->file, "dir/v.ini", "its file");
	is_int(p->line, 2, "its line");
	is_str(p->type, "b32", "its type");
	is_int(p->cls, CLASS_alu, "its class");
	is_str(p->init_e, "chain", "the second register");
	is_int(p->n_sass, 2, "two expectations");
	ok(p->min_cc == 75 && p->max_cc == 999 && p->chains == 8 && p->copies == 96 &&
		   p->results == 2 && !p->sweep && !p->macs,
	   "numbers given and left out");
	ok(!p->odd && !p->in[0] && !p->alternate, "texts left out are NULL");
	ok(spec_supports(p, 75) && spec_supports(p, 120) && !spec_supports(p, 70), "architectures");
	ok(!spec_is_mma(p), "no mma");
	p = &set.v[1];
	ok(p->alternate_pipe == PIPE_OTHER && p->alt_in[1] && !p->alt_in[0], "an alternate's keys");
	is_str(p->alt_in[1], "7", "and its input");
	ok(!spec_find(&set, "on"), "no probe by a part of its name");
	spec_done(&set);
}

/* Which remarks hold on an architecture, in order, with their continuations. */
static void test_remarks(void)
{
	static const char text[] = WHOLE "remark = first\n"
					 "  goes on\n"
					 "  twice\n"
					 "remark = 80, 90-: second\n"
					 "  goes on\n"
					 "remark = third\n" TWIN "remark = 75: own\n"
					 "remark = @x\n" OTHER;
	static const struct {
		const char *probe;
		int arch;
		const char *wanted;
	} cases_of_arch[] = {
		{"x", 75, "first\ngoes on\ntwice|third|"},
		{"x", 80, "first\ngoes on\ntwice|second\ngoes on|third|"},
		{"x", 120, "first\ngoes on\ntwice|second\ngoes on|third|"},
		{"z", 75, "own|first\ngoes on\ntwice|third|"},
		{"z", 90, "first\ngoes on\ntwice|second\ngoes on|third|"},
		{"y", 80, ""},
	};
	struct probe_set set = {0};
	struct buf all = BUF_INIT;
	struct fault f = {0};

	if (!ok(!spec_parse(&set, "f.ini", text, &f) && !spec_finish(&set, &f), "remarks: read %s",
		f.text))
		return;
	for (size_t c = 0; c < COUNT(cases_of_arch); c++) {
		const struct probe *p = spec_find(&set, cases_of_arch[c].probe);
		const char *remark;

		buf_clear(&all);
		for (int i = 0; (remark = spec_remark(p, cases_of_arch[c].arch, &i)) != NULL;)
			buf_addf(&all, "%s|", remark);
		is_str(buf_str(&all), cases_of_arch[c].wanted, "remarks of %s on %d",
		       cases_of_arch[c].probe, cases_of_arch[c].arch);
	}
	buf_done(&all);
	spec_done(&set);
}

/* ---- folders ---- */

static char dir[] = "/tmp/cmptune-spec.XXXXXX";

static void put(const char *name, const void *text, size_t n)
{
	struct buf path = BUF_INIT;
	struct fault f = {0};

	buf_addf(&path, "%s/%s", dir, name);
	if (file_write(buf_str(&path), text, n, &f))
		diag("%s", f.text);
	buf_done(&path);
}

static void drop(const char *name)
{
	struct buf path = BUF_INIT;

	buf_addf(&path, "%s/%s", dir, name);
	unlink(buf_str(&path));
	buf_done(&path);
}

static void is_refused(int code, const char *wanted, const char *name)
{
	struct probe_set set = {0};
	struct fault f = {0};

	is_int(spec_load(dir, &set, &f), code, "%s", name);
	has_str(f.text, wanted, "and said so");
	spec_done(&set);
}

static void hash_of_folder(char hash[65])
{
	struct probe_set set;
	struct fault f = {0};

	*hash = '\0';
	if (spec_load(dir, &set, &f)) {
		ok(0, "the folder loads: %s", f.text);
		return;
	}
	memcpy(hash, set.hash, 65);
	spec_done(&set);
}

static void test_folder(void)
{
	static const char nul[] = WHOLE "\0[zzz";
	struct probe_set set;
	struct fault f = {0};
	char before[65], after[65];

	is_int(spec_load("/nonexistent/folder", &set, &f), FAULT_FILE, "a missing folder");
	has_str(f.text, "/nonexistent/folder: ", "is named");
	if (!mkdtemp(dir)) {
		skip("folders of probe files", "no temporary folder can be made");
		return;
	}
	is_refused(FAULT_DATA, "holds no probe file (*.ini)", "an empty folder");
	put("readme.txt", "nothing", 7);
	put(".ini", "nothing", 7);
	is_refused(FAULT_DATA, "holds no probe file (*.ini)", "other files are passed over");
	put("b.ini", WHOLE "alternate = z\npipe = same\n",
	    strlen(WHOLE "alternate = z\npipe = same\n"));
	is_refused(FAULT_DATA, "/b.ini:1: [x] takes turns with a probe that does not exist",
		   "a set that is not whole");
	put("c.ini", TWIN, strlen(TWIN));
	if (ok(spec_load(dir, &set, &f) == 0, "an alternate in another file: %s", f.text)) {
		is_str(set.v[0].name, "x", "b.ini comes first");
		is_str(set.v[1].name, "z", "then c.ini");
		ok(spec_find(&set, "dp4a.prmt_dp2a") != NULL, "the strategies are there too");
		ok(!spec_find(&set, "f32_fma"), "the built-in probes are not");
		is_int((long long)strlen(set.hash), 64, "the set has a hash");
		spec_done(&set);
	}
	hash_of_folder(before);
	hash_of_folder(after);
	is_str(after, before, "the same files, the same hash");
	put("c.ini", TWIN "\n", strlen(TWIN) + 1);
	hash_of_folder(after);
	ok(strcmp(before, after) != 0, "one byte more, another hash");
	put("c.ini", TWIN "remark = t\n  u\n", strlen(TWIN "remark = t\n  u\n"));
	hash_of_folder(after);
	is_str(after, before, "a remark, the same hash: it changes no figure");
	put("c.ini", TWIN "remark = t\n  u\nc = 1\n", strlen(TWIN "remark = t\n  u\nc = 1\n"));
	hash_of_folder(after);
	ok(strcmp(before, after) != 0, "what follows it counts");
	put("a.ini", WHOLE, strlen(WHOLE));
	is_refused(FAULT_DATA, "/b.ini:1: there is a probe [x] already, in ",
		   "a name in two files");
	put("a.ini", nul, sizeof(nul) - 1);
	is_refused(FAULT_DATA, "/a.ini: ", "a file that holds a NUL byte");
	drop("a.ini");
	drop("b.ini");
	drop("c.ini");
	drop("readme.txt");
	drop(".ini");
	rmdir(dir);
}

/* ---- the embedded set ---- */

static void test_embedded(void)
{
	static const char *const names[] = {
		"f32_add",         "f32_mul",          "f32_fma",         "f32_min",
		"f16x2_add",       "f16x2_mul",        "f16x2_fma",       "bf16x2_add",
		"bf16x2_mul",      "bf16x2_fma",       "f16_fma",         "f64_fma",
		"s32_add",         "s32_mad_lo",       "s32_mul_hi",      "s32_min",
		"b32_and",         "b32_lop3",         "b32_shl",         "b32_shf",
		"b32_prmt",        "b32_popc",         "b32_clz",         "s32_bfind",
		"b32_brev",        "s32_sad",          "dp4a_ss",         "dp4a_su",
		"dp4a_us",         "dp4a_uu",          "dp2a_lo_ss",      "dp2a_hi_ss",
		"f32_ex2",         "f32_rcp_approx",   "f32_rsqrt",       "f32_lg2",
		"f32_sin",         "f32_tanh",         "f32_rcp_rn",      "f32_div_rn",
		"f32_sqrt_rn",     "cvt_f16_f32",      "cvt_f32_f16",     "cvt_f32_s32",
		"cvt_s32_f32",     "b32_shfl",         "b32_selp",        "mma_m16n8k16_f16",
		"mma_m16n8k8_f16", "mma_m16n8k8_tf32", "mma_m16n8k32_s8", "mma_m8n8k4_f64",
		"dp4a.native",     "dp4a.prmt_dp2a",   "fma_f32.fused",   "fma_f32.split",
	};
	struct probe_set set;
	struct fault f = {0};
	size_t unexpected = 0;

	if (!ok(spec_load(NULL, &set, &f) == 0, "the embedded set loads: %s", f.text))
		return;
	for (size_t i = 0; i < COUNT(names); i++)
		ok(spec_find(&set, names[i]) != NULL, "%s is there", names[i]);
	for (size_t i = 0; i < set.n; i++)
		for (int arch = 75; arch <= 120; arch++)
			unexpected +=
				spec_supports(&set.v[i], arch) && !spec_expect(&set.v[i], arch, 1300);
	is_int((long long)unexpected, 0, "every probe has an expectation wherever it runs");
	ok(spec_find(&set, "mma_m16n8k8_f16")->macs * 2 ==
		   spec_find(&set, "mma_m16n8k16_f16")->macs,
	   "one mma is half of the other: it tells a divider from a fixed gate");
	ok(spec_is_mma(spec_find(&set, "mma_m16n8k16_f16")) &&
		   spec_find(&set, "mma_m16n8k16_f16")->sweep,
	   "tensor cores are swept");
	ok(spec_supports(spec_find(&set, "wgmma_m64n256k16_f16"), 90) &&
		   !spec_supports(spec_find(&set, "wgmma_m64n256k16_f16"), 89) &&
		   !spec_supports(spec_find(&set, "wgmma_m64n256k16_f16"), 100),
	   "a warpgroup's is for sm_90a alone");
	ok(spec_find(&set, "dp4a.prmt_dp2a")->form && !spec_find(&set, "dp4a_ss")->form,
	   "strategies have a form");
	for (size_t i = 0; i < set.n; i++)
		if (set.v[i].copies % (2 * set.v[i].chains))
			ok(0, "%s has whole rounds of copies", set.v[i].name);
	spec_done(&set);
	ok(!set.v && !set.n && !set.text, "a set that is done is empty");
}

static void test_memory_and_none(void)
{
	static const char text[] =
		"[gone]\nabout = t\nnone = a modifier\n"
		"[load]\nabout = t\nptx = ld.shared.b32 $d, [$d]\ntype = b32\ninit = p\n"
		"space = shared 16\nchains = 2\nlatency = no\nsass = LDS\nclass = lsu\n"
		"[wide]\nabout = t\nptx = ld.global.b64 $d, [$d]\ntype = b64\ninit = p\n"
		"space = global\nchains = 4\nsass = LDG\nclass = lsu\n";
	struct probe_set set = {0};
	struct fault f = {0};

	if (!ok(!spec_parse(&set, "m.ini", text, &f) && !spec_finish(&set, &f), "read: %s", f.text))
		return;
	is_str(set.v[0].none, "a modifier", "why there is nothing to measure");
	ok(!spec_supports(&set.v[0], 80) && !spec_supports(&set.v[0], 120), "on no architecture");
	ok(set.v[1].space == SPACE_SHARED && set.v[1].no_latency, "memory, and no latency");
	is_int(spec_slot_bytes(&set.v[1]), 16, "slots as wide as it says");
	is_int(set.v[2].space, SPACE_GLOBAL, "device memory");
	is_int(spec_slot_bytes(&set.v[2]), 8, "slots as wide as the register");
	spec_done(&set);
}

int main(void)
{
	test_memory_and_none();
	test_strictness();
	test_values();
	test_remarks();
	test_folder();
	test_embedded();
	return done();
}
