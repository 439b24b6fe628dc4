/* Loops of made-up machine code against expectations: what passes as what, and what does not. */
#include "audit.h"

#include <stdlib.h>

#include "tap.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define ARCH 80
#define ARCH_GROUP 90 /* the only one with instructions of a warpgroup */
#define COPIES 8
#define WORDS_MAX 256

static const struct op {
	const char *name;
	uint64_t lo, hi;
} ops[] = {
	{"FFMA", 0x7223, 0},
	{"FADD", 0x7221, 0},
	{"MUFU.RCP", 0x7308, 0x1000},
	{"MOV", 0x7202, 0},
	{"CALL", 0x7944, 0},
	{"NOP", 0x7918, 0},
	{"LOP3", 0x7212, 0},
	{"PRMT", 0x7216, 0},
	{"HGMMA", 0x03e00000081879f0, 0x8000818},
	{"ARRIVE", 0x79c5, 0},
	{"DEPBAR", 0x79c5, 0x10000},
};

struct code {
	uint64_t word[2 * WORDS_MAX];
	size_t n;
};

static void add(struct code *c, uint64_t lo, uint64_t hi)
{
	c->word[2 * c->n] = lo;
	c->word[2 * c->n++ + 1] = hi;
}

/* "FFMA*1 MOV*0.5": what one copy executes; "@MOV*2" is there whatever the copies. */
static void add_body(struct code *c, const char *text, int copies)
{
	char part[64];

	for (int used; sscanf(text, " %63s%n", part, &used) == 1; text += used) {
		char *star = strchr(part, '*');
		bool fixed = *part == '@';
		int times;

		*star = '\0';
		times = (int)lround(atof(star + 1) * (fixed ? 1 : copies));
		for (size_t i = 0; i < COUNT(ops); i++)
			for (int k = 0; !strcmp(ops[i].name, part + fixed) && k < times; k++)
				add(c, ops[i].lo, ops[i].hi);
	}
}

/* A clock, the loop, a clock: the words of a kernel with so many copies. */
static void make_kernel(struct code *c, int arch, const char *body, int copies, bool loops,
			struct elf_kernel *k)
{
	int64_t back;

	c->n = 0;
	add(c, 0x7805, 0x15000);
	add_body(c, body, copies);
	back = -(int64_t)(c->n) * SASS_WORD_BYTES / 4; /* to the word behind the clock */
	if (loops && arch >= 90) /* the low end of the distance has a place of its own */
		add(c, 0x7947 | (uint64_t)(back & 0xff) << 16 | (uint64_t)(back >> 8) << 34,
		    (uint64_t)(back >> 8) >> 30 & 0x3ffff);
	else if (loops)
		add(c, 0x7947 | (uint64_t)back << 34, (uint64_t)back >> 30 & 0x3ffff);
	add(c, 0x7805, 0x15000);
	add(c, 0x794d, 0);
	*k = (struct elf_kernel){.name = "k",
				 .code = (const uint8_t *)c->word,
				 .size = c->n * SASS_WORD_BYTES,
				 .regs = 16};
}

#define SECTION "[x]\nabout = t\nptx = x $d\ntype = b32\ninit = 1\nclass = alu\nsass = "
#define OTHER "[y]\nabout = t\nptx = x $d\ntype = b32\ninit = 1\nclass = alu\nsass = PRMT\n"

static const struct {
	const char *sass, *body, *alternate;
	enum audit_verdict verdict;
	const char *why;
} row[] = {
	{"FFMA", "FFMA*1", NULL, AUDIT_OK, ""},
	{"FFMA", "FFMA*1 @MOV*5", NULL, AUDIT_OK, ""},
	{"FFMA", "FFMA*1 NOP*1", NULL, AUDIT_OK, ""},
	{"FFMA*2, FADD", "FFMA*2 FADD*1", NULL, AUDIT_OK, ""},
	{"=FFMA", "FFMA*1", NULL, AUDIT_ALIAS, ""},
	{"FFMA | FADD", "FFMA*0.25 FADD*0.75", NULL, AUDIT_MIX, ""},
	{"~MUFU.RCP, FFMA", "MUFU.RCP*1 FFMA*4 MOV*2", NULL, AUDIT_COMPOUND, ""},
	{"!CALL", "CALL*1 MOV*4", NULL, AUDIT_EMULATED, ""},
	{"!FFMA*2, FADD", "FFMA*3 FADD*1 LOP3*2", NULL, AUDIT_EMULATED, ""},
	{"LOP3", "LOP3*0.5 PRMT*0.5", OTHER, AUDIT_OK, ""},
	{"!LOP3", "LOP3*0.5 FADD*2 PRMT*0.5", OTHER, AUDIT_EMULATED, ""},
	{"~LOP3", "LOP3*0.5 PRMT*1", OTHER, AUDIT_COMPOUND, ""},
	{"LOP3", "LOP3*0.5 PRMT*1", OTHER, AUDIT_FOLDED, "PRMT grew by 8 where 4 are declared"},
	{"~LOP3", "LOP3*0.5 PRMT*0.25", OTHER, AUDIT_FOLDED, "PRMT grew by 2 where 4"},
	/* other things than declared */
	{"FFMA", "FFMA*0.5", NULL, AUDIT_FOLDED, "FFMA grew by 4 where 8 are declared"},
	{"FFMA", "FADD*1", NULL, AUDIT_FOLDED, "FFMA grew by 0 where 8"},
	{"FFMA", "FFMA*1 FADD*1", NULL, AUDIT_FOLDED, "FADD is executed too: 8 more"},
	{"FFMA", "FFMA*1 MOV*1", NULL, AUDIT_FOLDED, "MOV is executed too"},
	{"FFMA | FADD", "FFMA*1", NULL, AUDIT_FOLDED, "declared as a mix, but no FADD"},
	{"~MUFU.RCP, FFMA", "FFMA*4", NULL, AUDIT_FOLDED, "MUFU.RCP grew by 0"},
	{"!CALL", "FFMA*1", NULL, AUDIT_FOLDED, "CALL grew by 0 where 8 are declared"},
	{"!FFMA*2", "FFMA*1", NULL, AUDIT_FOLDED, "FFMA grew by 8 where 16 are declared"},
	{"!CALL", "CALL*0.5", NULL, AUDIT_FOLDED, "CALL grew by 4"},
	{"90: FFMA", "FFMA*1", NULL, AUDIT_UNDECLARED,
	 "x declares nothing for sm_80 with NVRTC 13"},
};

static void judge(const char *sass, const char *body, const char *other, bool loops, int stack,
		  struct audit *out)
{
	struct probe_set set = {0};
	struct fault f = {0};
	struct buf text = BUF_INIT;
	static struct code u, u2;
	struct elf_kernel k, k2;

	buf_addf(&text, SECTION "%s\n%s", sass, other ? other : "");
	if (spec_parse(&set, "a.ini", buf_str(&text), &f)) {
		printf("Bail out! %s\n", f.text);
		exit(1);
	}
	make_kernel(&u, ARCH, body, COPIES, loops, &k);
	make_kernel(&u2, ARCH, body, 2 * COPIES, loops, &k2);
	k.local_bytes = k2.local_bytes = stack;
	audit_pair(&set.v[0], other ? &set.v[1] : NULL, ARCH, 1300, COPIES, false, &k, &k2, out);
	spec_done(&set);
	buf_done(&text);
}

/*
 * A warpgroup's loop: one fence and one wait a pass, or one of each a copy where the latency is
 * taken.  Neither may be the other: ptxas waits behind each instruction of its own accord when
 * something touches the group's registers.
 */
static void test_groups(void)
{
	static const struct {
		bool waits;
		const char *body;
		enum audit_verdict verdict;
		const char *why;
	} group[] = {
		{false, "HGMMA*1 NOP*1 @ARRIVE*1 @DEPBAR*1", AUDIT_OK, ""},
		{true, "ARRIVE*1 HGMMA*1 DEPBAR*1", AUDIT_OK, ""},
		{false, "ARRIVE*1 HGMMA*1 DEPBAR*1", AUDIT_FOLDED,
		 "WARPGROUP.ARRIVE is executed too: 8 more"},
		{false, "HGMMA*1 DEPBAR*1", AUDIT_FOLDED,
		 "WARPGROUP.DEPBAR is executed too: 8 more"},
		{true, "HGMMA*1 @ARRIVE*1 @DEPBAR*1", AUDIT_FOLDED,
		 "WARPGROUP.ARRIVE grew by 0 where 8 are declared"},
		{true, "ARRIVE*2 HGMMA*1 DEPBAR*2", AUDIT_FOLDED,
		 "WARPGROUP.ARRIVE grew by 16 where 8 are declared"},
	};
	struct probe_set set = {0};
	struct fault f = {0};
	static struct code u, u2;
	struct elf_kernel k, k2;
	struct audit a;

	if (!ok(!spec_parse(&set, "g.ini", SECTION "HGMMA.64x256x16.F32\n", &f), "read %s", f.text))
		return;
	for (size_t i = 0; i < COUNT(group); i++) {
		make_kernel(&u, ARCH_GROUP, group[i].body, COPIES, true, &k);
		make_kernel(&u2, ARCH_GROUP, group[i].body, 2 * COPIES, true, &k2);
		audit_pair(&set.v[0], NULL, ARCH_GROUP, 1300, COPIES, group[i].waits, &k, &k2, &a);
		is_str(audit_verdict_name(a.verdict), audit_verdict_name(group[i].verdict),
		       "a group's %s with %s", group[i].waits ? "latency" : "rate", group[i].body);
		has_str(a.why, group[i].why, "and why");
	}
	spec_done(&set);
}

int main(void)
{
	struct audit a;

	test_groups();
	for (size_t i = 0; i < COUNT(row); i++) {
		judge(row[i].sass, row[i].body, row[i].alternate, true, 0, &a);
		is_str(audit_verdict_name(a.verdict), audit_verdict_name(row[i].verdict),
		       "'%s' and %s", row[i].sass, row[i].body);
		has_str(a.why, row[i].why, "and why");
		is_int(audit_is_rate(a.verdict), row[i].verdict < AUDIT_FOLDED, "is it a rate?");
	}
	judge("FFMA", "FFMA*1", NULL, false, 0, &a);
	is_str(audit_verdict_name(a.verdict), "failed", "without a loop");
	has_str(a.why, "no loop between two clock reads", "and why");
	is_str(audit_verdict_name(AUDIT_EMULATED), "emulated", "a name");
	judge("!CALL", "CALL*1 MOV*4", NULL, true, 0, &a);
	is_str(a.sass, "CALL*1 MOV*4", "what one copy executes");
	judge("FFMA", "FFMA*1", NULL, true, 16, &a);
	is_str(audit_verdict_name(a.verdict), "failed", "spilled registers are timed along");
	has_str(a.why, "registers spill: 16 bytes", "and why");
	judge("!FFMA", "FFMA*1", NULL, true, 16, &a);
	is_str(audit_verdict_name(a.verdict), "emulated", "a stack is part of what emulates");
	return done();
}
