/*
 * The audit on code that NVRTC made of crafted probes (tests/data/audit), and on the same code with
 * single instructions replaced.
 */
#include "audit.h"

#include <stdlib.h>

#include "path.h"
#include "tap.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define DATA "tests/data/audit/"
#define ARCH 80

/* Probes that are held against the code of others. */
#define F32 "about = t\nptx = x $d\ntype = f32\ninit = 1\nchains = 1\ncopies = 8\n"
static const char others[] =
	"[wrong]\n" F32 "class = ffma\nsass = FMUL\n  80/12: FFMA\n"
	"[one_of_two]\n" F32 "class = ffma\nsass = FFMA | FMUL\n"
	"[half]\n" F32 "class = hfma2\nsass = HFMA2\n"
	"[half_of_three]\n" F32 "class = hfma2\nsass = HFMA2 | HFMA2.MMA | FFMA\n"
	"[twice]\n" F32 "class = ffma\nsass = FFMA*2\n"
	"[sine_alone]\n" F32 "class = xu\nsass = MUFU.SIN\n"
	"[sine_compound]\n" F32 "class = compound\nsass = ~MUFU.SIN\n"
	"[too_long]\n" F32 "class = compound\nsass = ~MUFU.RCP, FFMA*6\n"
	"[undeclared]\n" F32 "class = ffma\nsass = 75: LOP3\n  80/12: LOP3\n"
	"[and_alone]\n" F32 "class = alu\nsass = LOP3\n"
	"[and_turns]\n" F32 "class = alu\nsass = LOP3\nalternate = undeclared\npipe = same\n"
	"[and_other]\n" F32 "class = alu\nsass = LOP3\nalternate = wrong\npipe = same\n";

static struct probe_set set;
static struct {
	struct buf image;
	struct elf_cubin cubin;
} files[3];

static int load(void)
{
	static const char *const names[] = {"plain", "named", "gone"};
	struct buf text = BUF_INIT;
	struct fault f = {0};
	int rc = file_read(DATA "probes.ini", 1 << 20, &text, &f);

	if (!rc)
		rc = spec_parse(&set, DATA "probes.ini", buf_str(&text), &f);
	if (!rc)
		rc = spec_parse(&set, "others", others, &f);
	if (!rc)
		rc = spec_finish(&set, &f);
	for (size_t i = 0; i < COUNT(files) && !rc; i++) {
		buf_clear(&text);
		buf_addf(&text, DATA "p_%s_c1_u8.sm_80.cubin", names[i]);
		rc = file_read(buf_str(&text), 1 << 20, &files[i].image, &f);
		if (!rc)
			rc = elf_open(files[i].image.s, files[i].image.len, &files[i].cubin, &f);
	}
	if (rc)
		printf("Bail out! %s\n", f.text);
	buf_done(&text);
	return rc;
}

static const struct elf_kernel *kernel(const char *probe, int chains, int copies)
{
	const struct elf_kernel *k = NULL;
	char name[96];

	snprintf(name, sizeof(name), "p_%s_c%d_u%d", probe, chains, copies);
	for (size_t i = 0; i < COUNT(files) && !k; i++)
		k = elf_find(&files[i].cubin, name);
	if (!k) {
		printf("Bail out! no kernel %s\n", name);
		exit(1);
	}
	return k;
}

static void audit(const char *probe, int nvrtc, int copies, const struct elf_kernel *u,
		  const struct elf_kernel *u2, struct audit *out)
{
	const struct probe *p = spec_find(&set, probe);

	if (!p) {
		printf("Bail out! no probe %s\n", probe);
		exit(1);
	}
	audit_pair(p, p->alternate ? spec_find(&set, p->alternate) : NULL, ARCH, 100 * nvrtc, copies,
		   false, u, u2, out);
}

static void test_verdicts(void)
{
	static const struct {
		const char *probe, *code; /* code: whose kernels */
		int nvrtc, chains, copies;
		const char *verdict, *sass, *why;
	} row[] = {
		{"plain", "plain", 13, 1, 8, "ok", "FFMA*1", ""},
		{"permute", "permute", 13, 1, 8, "ok", "PRMT*1", ""},
		{"sine", "sine", 13, 1, 8, "ok", "FMUL*1 MUFU.SIN*1", ""},
		/* ptxas fills behind a dependent HMMA */
		{"matrix", "matrix", 13, 1, 8, "ok", "HMMA.16816.F32*1 NOP*2", ""},
		{"spilled", "spilled", 13, 1, 32, "ok", "DFMA*1", ""},
		{"named", "named", 13, 1, 8, "alias", "LOP3*0.5 PRMT*0.5", ""},
		{"shared", "shared", 13, 1, 8, "mix", "HFMA2*0.5 HFMA2.MMA*0.5", ""},
		{"divided", "divided", 13, 1, 8, "compound",
		 "BRA*1 BSSY*1 BSYNC*1 CALL*1.12 FCHK*1 FFMA*5 MOV*2.75 MUFU.RCP*1", ""},
		{"sine_compound", "sine", 13, 1, 8, "compound", "FMUL*1 MUFU.SIN*1", ""},
		/* not what is declared */
		{"folded", "folded", 13, 1, 8, "folded", "", "LOP3 grew by 0 where 8 are declared"},
		{"half_dead", "half_dead", 13, 1, 8, "folded", "FFMA*1",
		 "FMUL grew by 0 where 8 are declared"},
		{"wrong", "plain", 13, 1, 8, "folded", "FFMA*1",
		 "FMUL grew by 0 where 8 are declared"},
		{"twice", "plain", 13, 1, 8, "folded", "FFMA*1",
		 "FFMA grew by 8 where 16 are declared"},
		{"one_of_two", "plain", 13, 1, 8, "folded", "FFMA*1",
		 "declared as a mix, but no FMUL is executed"},
		{"half", "shared", 13, 1, 8, "folded", "HFMA2*0.5 HFMA2.MMA*0.5",
		 "HFMA2 grew by 4 where 8 are declared"},
		{"half_of_three", "shared", 13, 1, 8, "folded", "HFMA2*0.5 HFMA2.MMA*0.5",
		 "declared as a mix, but no FFMA is executed"},
		{"sine_alone", "sine", 13, 1, 8, "folded", "FMUL*1 MUFU.SIN*1",
		 "FMUL is executed too: 8 more with twice the copies"},
		{"too_long", "divided", 13, 1, 8, "folded",
		 "BRA*1 BSSY*1 BSYNC*1 CALL*1.12 FCHK*1 FFMA*5 MOV*2.75 MUFU.RCP*1",
		 "FFMA grew by 40 where 48 are declared"},
		{"and_alone", "named", 13, 1, 8, "folded", "LOP3*0.5 PRMT*0.5",
		 "LOP3 grew by 4 where 8 are declared"},
		{"and_other", "named", 13, 1, 8, "folded", "LOP3*0.5 PRMT*0.5",
		 "FMUL grew by 0 where 4 are declared"},
		/* the expectation of that NVRTC, or none */
		{"wrong", "plain", 12, 1, 8, "ok", "FFMA*1", ""},
		{"undeclared", "plain", 13, 1, 8, "undeclared", "FFMA*1",
		 "undeclared declares nothing for sm_80 with NVRTC 13"},
		{"and_turns", "named", 13, 1, 8, "undeclared", "LOP3*0.5 PRMT*0.5",
		 "undeclared declares nothing for sm_80 with NVRTC 13"},
		{"and_turns", "named", 12, 1, 8, "folded", "LOP3*0.5 PRMT*0.5",
		 "LOP3 grew by 4 where 8 are declared"},
		/* nothing to judge */
		{"gone", "gone", 13, 1, 8, "failed", "",
		 "there is no loop between two clock reads"},
		{"spilled", "spilled", 13, 16, 32, "failed", "DFMA*1 LDL*0.375 STL*0.281",
		 "registers spill: 144 bytes a thread"},
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		const struct elf_kernel *u = kernel(row[i].code, row[i].chains, row[i].copies),
					*u2 = kernel(row[i].code, row[i].chains, 2 * row[i].copies);
		struct audit a;

		audit(row[i].probe, row[i].nvrtc, row[i].copies, u, u2, &a);
		is_str(audit_verdict_name(a.verdict), row[i].verdict, "%s on %s: %s", row[i].probe,
		       row[i].code, row[i].verdict);
		is_str(a.sass, row[i].sass, "%s on %s: what a copy executes", row[i].probe,
		       row[i].code);
		is_str(a.why, row[i].why, "%s on %s: why", row[i].probe, row[i].code);
		is_int(a.regs, u2->regs, "%s on %s: registers", row[i].probe, row[i].code);
		is_int(audit_is_rate(a.verdict), !*row[i].why, "%s on %s: a rate or not",
		       row[i].probe, row[i].code);
	}
}

/* ---- single instructions replaced ---- */

/* Some instruction of that name, from any of the kernels. */
static const uint8_t *word_of(const char *op)
{
	static const uint8_t unknown[SASS_WORD_BYTES] = {0xfe, 0x71};
	static const uint8_t nop[SASS_WORD_BYTES] = {0x18, 0x79};

	if (!strcmp(op, "NOP"))
		return nop;
	if (op[0] == '?')
		return unknown;
	for (size_t f = 0; f < COUNT(files); f++)
		for (size_t k = 0; k < files[f].cubin.n; k++) {
			const struct elf_kernel *e = &files[f].cubin.kernel[k];

			for (size_t at = 0; at + SASS_WORD_BYTES <= e->size;
			     at += SASS_WORD_BYTES) {
				struct sass_insn i;

				sass_decode(ARCH, e->code + at, at, &i);
				if (!strcmp(i.op, op) && i.target < 0)
					return e->code + at;
			}
		}
	printf("Bail out! no %s to be had\n", op);
	exit(1);
}

/* A copy of a kernel in whose loop n instructions `from` are `to`. */
static uint8_t *replaced(const struct elf_kernel *k, const char *from, int n, const char *to,
			 struct elf_kernel *out)
{
	uint8_t *code = mem_new(k->size, 1);
	struct sass_loop loop = {0};

	memcpy(code, k->code, k->size);
	sass_find_loop(ARCH, k->code, k->size, &loop);
	for (size_t at = loop.begin; at < loop.end && n; at += SASS_WORD_BYTES) {
		struct sass_insn i;

		sass_decode(ARCH, k->code + at, at, &i);
		if (strcmp(i.op, from))
			continue;
		memcpy(code + at, word_of(to), SASS_WORD_BYTES);
		n--;
	}
	ok(n == 0, "%s: %s becomes %s", k->name, from, to);
	*out = *k;
	out->code = code;
	return code;
}

static void test_replaced(void)
{
	static const struct {
		const char *probe, *code;
		int n, n2; /* so many FFMA of the U and of the 2U kernel are `to` */
		const char *to, *to2, *verdict, *sass, *why;
	} row[] = {
		/* register moves: two more or fewer are the loop's own */
		{"plain", "plain", 1, 1, "NOP", "MOV", "ok", "FFMA*1 MOV*0.125", ""},
		{"plain", "plain", 2, 2, "NOP", "MOV", "ok", "FFMA*1 MOV*0.25", ""},
		{"plain", "plain", 3, 3, "NOP", "MOV", "folded", "FFMA*1 MOV*0.375",
		 "MOV is executed too: 3 more with twice the copies"},
		{"plain", "plain", 2, 2, "MOV", "NOP", "ok", "FFMA*1 NOP*0.25", ""},
		{"plain", "plain", 3, 3, "MOV", "NOP", "folded", "FFMA*1 NOP*0.375",
		 "MOV is executed too: -3 more with twice the copies"},
		/* work: not one */
		{"plain", "plain", 1, 1, "NOP", "FMUL", "folded", "FFMA*1 FMUL*0.125",
		 "FMUL is executed too: 1 more with twice the copies"},
		{"plain", "plain", 1, 1, "FMUL", "NOP", "folded", "FFMA*1 NOP*0.125",
		 "FMUL is executed too: -1 more with twice the copies"},
		{"plain", "plain", 1, 1, "FMUL", "FMUL", "ok", "FFMA*1", ""},
		{"plain", "plain", 1, 1, "NOP", "?", "folded", "?1fe*0.125 FFMA*1",
		 "?1fe is executed too: 1 more with twice the copies"},
		/* what is declared: exactly */
		{"plain", "plain", 1, 0, "NOP", "NOP", "folded", "FFMA*1.12",
		 "FFMA grew by 9 where 8 are declared"},
		{"plain", "plain", 0, 1, "NOP", "NOP", "folded", "FFMA*0.875 NOP*0.125",
		 "FFMA grew by 7 where 8 are declared"},
		/* two opcodes: the sum, and both of them */
		{"one_of_two", "plain", 0, 1, "NOP", "FMUL", "mix", "FFMA*0.875 FMUL*0.125", ""},
		{"one_of_two", "plain", 1, 3, "NOP", "FMUL", "folded", "FFMA*0.75 FMUL*0.375",
		 "FFMA grew by 9 where 8 are declared"},
		{"one_of_two", "plain", 2, 2, "FMUL", "FMUL", "folded", "FFMA*1",
		 "declared as a mix, but no FMUL is executed"},
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct elf_kernel u, u2;
		uint8_t *code =
			replaced(kernel(row[i].code, 1, 8), "FFMA", row[i].n, row[i].to, &u);
		uint8_t *code2 =
			replaced(kernel(row[i].code, 1, 16), "FFMA", row[i].n2, row[i].to2, &u2);
		struct audit a;

		audit(row[i].probe, 13, 8, &u, &u2, &a);
		is_str(audit_verdict_name(a.verdict), row[i].verdict, "replaced %zu: %s", i,
		       row[i].verdict);
		is_str(a.sass, row[i].sass, "replaced %zu: what a copy executes", i);
		is_str(a.why, row[i].why, "replaced %zu: why", i);
		free(code);
		free(code2);
	}
}

static void test_rest(void)
{
	static const char *const names[] = {"ok",     "alias",      "mix",   "compound",
					    "emulated", "folded", "undeclared", "failed"};
	const struct elf_kernel *u = kernel("plain", 1, 8), *u2 = kernel("plain", 1, 16);
	struct elf_kernel no_loop, spilled = *u2, none = *u2;
	uint8_t *code = replaced(u2, "BRA", 1, "NOP", &no_loop);
	struct audit a;

	for (int i = AUDIT_OK; i <= AUDIT_FAILED; i++)
		is_str(audit_verdict_name((enum audit_verdict)i), names[i], "verdict %d", i);
	audit("plain", 13, 8, u, u2, &a);
	is_int((long long)(a.body_2u - a.body_u), 8, "the bodies differ by the copies");
	audit("plain", 13, 8, u, &no_loop, &a);
	is_int(a.verdict, AUDIT_FAILED, "without a branch back");
	is_str(a.why, "there is no loop between two clock reads", "there is no loop");
	spilled.local_bytes = 8;
	audit("plain", 13, 8, &spilled, u2, &a);
	is_int(a.verdict, AUDIT_FAILED, "a spill in the kernel with U copies alone");
	has_str(a.why, "registers spill: 8 bytes a thread", "and how much");
	audit("plain", 13, 8, u, &spilled, &a);
	is_int(a.local_bytes, 8, "or in the other");
	none.local_bytes = none.regs = -1;
	audit("plain", 13, 8, &none, &none, &a);
	is_int(a.verdict, AUDIT_FOLDED, "the same kernel twice has no copies");
	ok(a.regs == -1 && a.local_bytes == -1, "what the cubin does not say stays unknown");
	free(code);
}

/* For a judge: a line an opcode, its count in the timed loop and in the whole kernel. */
static void test_census(void)
{
	struct elf_kernel no_loop;
	uint8_t *code = replaced(kernel("plain", 1, 8), "BRA", 1, "NOP", &no_loop);
	struct buf text = BUF_INIT;

	audit_put_census(ARCH, kernel("plain", 1, 8), &text);
	has_str(buf_str(&text), "p_plain_c1_u8\tFFMA\t8\t9\n",
		"a census: eight FFMA of the loop, one before it");
	has_str(buf_str(&text), "p_plain_c1_u8\tBRA\t1\t3\n", "one branch of three");
	has_str(buf_str(&text), "p_plain_c1_u8\tCS2R\t0\t", "and no clock read");
	buf_clear(&text);
	audit_put_census(ARCH, &no_loop, &text);
	has_str(buf_str(&text), "p_plain_c1_u8\tFFMA\t0\t9\n", "without a loop nothing is in it");
	buf_done(&text);
	free(code);
}

int main(void)
{
	if (load())
		return 1;
	test_verdicts();
	test_replaced();
	test_rest();
	test_census();
	for (size_t i = 0; i < COUNT(files); i++) {
		elf_done(&files[i].cubin);
		buf_done(&files[i].image);
	}
	spec_done(&set);
	return done();
}
