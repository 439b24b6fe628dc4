/* The notation of expected machine code: what a line says, for which architecture and NVRTC, and
 * what is no line. */
#include "spec.h"

#include <stdio.h>

#include "buf.h"
#include "tap.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const char *describe(const struct spec_sass *e, char *out, size_t size)
{
	static const char *const kind[] = {"", "=", "", "~", "!"};
	size_t n;

	if (!e)
		return "none";
	n = (size_t)snprintf(out, size, "%s", kind[e->expect]);
	for (int t = 0; t < e->n_terms; t++)
		n += (size_t)snprintf(out + n, size - n, "%s%s*%d",
				      !t                        ? ""
				      : e->expect == EXPECT_MIX ? " | "
								: ", ",
				      e->term[t].op, e->term[t].per_copy);
	return out;
}

static void test_notation(void)
{
	static const struct {
		const char *lines; /* of one sass value, after "sass = " */
		int arch, nvrtc;
		const char *wanted;
	} row[] = {
		{"FFMA", 70, 12, "FFMA*1"},
		{"FFMA", 120, 13, "FFMA*1"},
		{"=LOP3", 80, 13, "=LOP3*1"},
		{"= LOP3", 80, 13, "=LOP3*1"},
		{"FLO, IADD3", 80, 1300, "FLO*1, IADD3*1"},
		{"FLO,IADD3", 80, 1300, "FLO*1, IADD3*1"},
		{"PRMT*2, IDP.2A*2", 80, 1300, "PRMT*2, IDP.2A*2"},
		{"PRMT * 2 , IDP.2A * 3", 80, 1300, "PRMT*2, IDP.2A*3"},
		{"HFMA2 | HFMA2.MMA", 80, 1300, "HFMA2*1 | HFMA2.MMA*1"},
		{"~MUFU.RCP, FFMA", 80, 1300, "~MUFU.RCP*1, FFMA*1"},
		{"~VIMNMX*2, IADD3", 80, 1300, "~VIMNMX*2, IADD3*1"},
		{"!CALL", 90, 1300, "!CALL*1"},
		{"DMMA.8x8x4", 90, 1300, "DMMA.8x8x4*1"},
		{"A, B, C, D, E, F", 80, 1300, "A*1, B*1, C*1, D*1, E*1, F*1"},
		/* architectures */
		{"80: FFMA", 80, 1300, "FFMA*1"},
		{"80: FFMA", 86, 1300, "none"},
		{"80: FFMA", 79, 1300, "none"},
		{"80-89: FFMA", 80, 1300, "FFMA*1"},
		{"80-89: FFMA", 89, 1300, "FFMA*1"},
		{"80-89: FFMA", 90, 1300, "none"},
		{"100-: FFMA", 100, 1300, "FFMA*1"},
		{"100-: FFMA", 121, 1300, "FFMA*1"},
		{"100-: FFMA", 99, 1300, "none"},
		{"80, 87,90: FFMA", 87, 1300, "FFMA*1"},
		{"80, 87,90: FFMA", 90, 1300, "FFMA*1"},
		{"80, 87,90: FFMA", 86, 1300, "none"},
		{" 75-89 , 110 : IMNMX", 110, 1300, "IMNMX*1"},
		{"75-89, 110: IMNMX", 89, 1300, "IMNMX*1"},
		/* NVRTC */
		{"90/12: FFMA", 90, 1209, "FFMA*1"},
		{"90/12: FFMA", 90, 1300, "none"},
		{"75-/13: FFMA", 120, 1300, "FFMA*1"},
		{"75-/13: FFMA", 120, 1209, "none"},
		{"75-89/12, 100-: FFMA", 80, 1209, "FFMA*1"},
		{"90/13.1: FFMA", 90, 1301, "FFMA*1"},
		{"90/13.1: FFMA", 90, 1300, "none"},
		{"90/13.1: FFMA", 90, 1302, "none"},
		{"90/13.1-: FFMA", 90, 1300, "none"},
		{"90/13.1-: FFMA", 90, 1305, "FFMA*1"},
		{"90/13.1-: FFMA", 90, 1400, "FFMA*1"},
		{"75-89/12, 100-: FFMA", 80, 1300, "none"},
		{"75-89/12, 100-: FFMA", 100, 1300, "FFMA*1"},
		/* later lines override earlier ones */
		{"IADD3\n  80-89: =VIADD\n  86/12: ~FLO", 70, 1209, "IADD3*1"},
		{"IADD3\n  80-89: =VIADD\n  86/12: ~FLO", 80, 1209, "=VIADD*1"},
		{"IADD3\n  80-89: =VIADD\n  86/12: ~FLO", 86, 1300, "=VIADD*1"},
		{"IADD3\n  80-89: =VIADD\n  86/12: ~FLO", 86, 1209, "~FLO*1"},
		{"80: FLO\n  IADD3", 80, 1300, "IADD3*1"},
		{"IADD3\nsass = 80: FLO", 80, 1300, "FLO*1"},
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf text = BUF_INIT;
		struct probe_set set = {0};
		struct fault f = {0};
		char got[256];

		buf_addf(&text, "[x]\nabout = t\nptx = x $d\ntype = f32\ninit = 1\nclass = fadd\n");
		buf_addf(&text, "sass = %s\n", row[i].lines);
		if (spec_parse(&set, "n.ini", buf_str(&text), &f))
			ok(0, "'%s': %s", row[i].lines, f.text);
		else
			is_str(describe(spec_expect(&set.v[0], row[i].arch, row[i].nvrtc), got,
					sizeof(got)),
			       row[i].wanted, "sm_%d, NVRTC %d of '%.*s'", row[i].arch,
			       row[i].nvrtc, (int)strcspn(row[i].lines, "\n"), row[i].lines);
		spec_done(&set);
		buf_done(&text);
	}
}

static void test_bad_notation(void)
{
	static const char *const archs[] = {"8x: FFMA", "89-80: FFMA", ": FFMA",     "80,: FFMA",
					    "80 86: F", "80/: FFMA",   "80-x: FFMA", "-80: FFMA",
					    "1000: F",  "a: FFMA",     "80-89-90: F"};
	static const char *const terms[] = {"80:",
					    "=",
					    "~",
					    "FFMA,",
					    "FFMA |",
					    ", FFMA",
					    "FFMA FMUL",
					    "FFMA*0",
					    "FFMA*",
					    "FFMA*x",
					    "FFMA*-1",
					    "A, B | C",
					    "A | B, C",
					    "=A | B",
					    "~A | B",
					    "==A",
					    "A+B",
					    "80: A; B",
					    "A, B, C, D, E, F, G",
					    "A1234567890123456789012345678901"};
	static const char many[] = "1,2,3,4,5,6,7,8,9,10,11,12,13: FFMA";

	for (size_t i = 0; i < COUNT(archs) + COUNT(terms) + 1; i++) {
		bool is_arch = i < COUNT(archs) || i == COUNT(archs) + COUNT(terms);
		const char *line = i < COUNT(archs)                  ? archs[i]
				   : i < COUNT(archs) + COUNT(terms) ? terms[i - COUNT(archs)]
								     : many;
		struct buf text = BUF_INIT;
		struct probe_set set = {0};
		struct fault f = {0};

		buf_addf(&text, "[x]\nsass = %s\n", line);
		is_int(spec_parse(&set, "n.ini", buf_str(&text), &f), FAULT_DATA, "refused: '%s'",
		       line);
		has_str(f.text, "n.ini:2: '", "with its line");
		has_str(f.text, is_arch ? "does not begin with architectures" : "is no expectation",
			"and what is wrong");
		spec_done(&set);
		buf_done(&text);
	}
}

static void test_emulated(void)
{
	static const char text[] = "[x]\nabout = t\nptx = x $d\ntype = f32\ninit = 1\nclass = mma\n"
				   "sass = HMMA\n  80-89: !CALL\n  86: HMMA\n";
	struct probe_set set = {0};
	struct fault f = {0};

	ok(!spec_parse(&set, "e.ini", text, &f), "read %s", f.text);
	ok(!spec_is_emulated(&set.v[0], 75) && !spec_is_emulated(&set.v[0], 90), "native outside");
	ok(spec_is_emulated(&set.v[0], 80) && spec_is_emulated(&set.v[0], 89), "emulated within");
	ok(!spec_is_emulated(&set.v[0], 86), "a later line overrides");
	spec_done(&set);
}

int main(void)
{
	test_emulated();
	test_notation();
	test_bad_notation();
	return done();
}
