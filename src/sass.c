/*
 * One SASS word to its meaning: name, role, registers, branch target.  The tables say what is known
 * of each opcode (sass_op.def) and of its modifiers (sass_form.def); only what depends on operands
 * is code.  Must not guess: a word that no row fits is SASS_UNKNOWN and named by its number.
 */
#include "sass.h"

#include <string.h>

#include "sass_gmma.h"
#include "sass_pascal.h"

enum {
	FIRST_ARCH = 70,
	GMMA_ARCH = 90, /* the only one with matrix instructions of a warpgroup */
	LAST = INT16_MAX,
	RZ = 255,
	TRUE_PREDICATE = 7,
	NEVER = 15, /* not the true predicate: ptxas pads dependent HMMA so on sm_80 to sm_89 */
};

/* Where an instruction holds its registers, see sass_op.def. */
enum {
	D = 1,
	A = 2,
	B = 4,
	C = 8,
	FIXED = 16,
	TARGET = 32,
	MEM = 255, /* registers written: by the size field */
};

/* Bits 11 to 9: which of B and C is a register, an immediate, a constant or a uniform register. */
enum {
	FORM_REGISTERS = 1,
	FORM_C_IMMEDIATE = 2,
	FORM_C_CONSTANT = 3,
	FORM_B_IMMEDIATE = 4,
	FORM_C_UNIFORM = 7,
};

struct op {
	uint16_t number;
	int16_t arch_lo, arch_hi;
	const char *base;
	enum sass_role role;
	uint8_t slots, width;
};

static const struct op ops[] = {
#define OP(number, lo, hi, base, role, slots, width)                                               \
	{number, lo, hi, base, SASS_##role, slots, width},
#include "sass_op.def"
#undef OP
};

struct form {
	uint16_t number;
	int16_t arch_lo, arch_hi;
	uint64_t mask, value;
	const char *name;
	enum sass_role role;
	uint8_t width;
};

static const struct form forms[] = {
#define FORM(number, lo, hi, mask, value, name, role, width)                                       \
	{number, lo, hi, mask, value, name, SASS_##role, width},
#include "sass_form.def"
#undef FORM
};

/* "?000" to "?fff", five bytes each. */
/* clang-format off */
#define NUMBERS(h)                                                                                 \
	"?" h "0\0" "?" h "1\0" "?" h "2\0" "?" h "3\0" "?" h "4\0" "?" h "5\0" "?" h "6\0" "?" h "7\0"     \
	"?" h "8\0" "?" h "9\0" "?" h "a\0" "?" h "b\0" "?" h "c\0" "?" h "d\0" "?" h "e\0" "?" h "f\0"
#define NUMBERS16(h)                                                                               \
	NUMBERS(h "0") NUMBERS(h "1") NUMBERS(h "2") NUMBERS(h "3") NUMBERS(h "4") NUMBERS(h "5")          \
	NUMBERS(h "6") NUMBERS(h "7") NUMBERS(h "8") NUMBERS(h "9") NUMBERS(h "a") NUMBERS(h "b")          \
	NUMBERS(h "c") NUMBERS(h "d") NUMBERS(h "e") NUMBERS(h "f")
static const char unknown_names[] =
	NUMBERS16("0") NUMBERS16("1") NUMBERS16("2") NUMBERS16("3") NUMBERS16("4") NUMBERS16("5")
	NUMBERS16("6") NUMBERS16("7") NUMBERS16("8") NUMBERS16("9") NUMBERS16("a") NUMBERS16("b")
	NUMBERS16("c") NUMBERS16("d") NUMBERS16("e") NUMBERS16("f");
/* clang-format on */

const char *sass_unknown_name(unsigned number)
{
	return unknown_names + number * sizeof("?000");
}

size_t sass_word_bytes(int arch)
{
	return sass_is_pascal(arch) ? SASS_PASCAL_WORD_BYTES : SASS_WORD_BYTES;
}

size_t sass_first(int arch, size_t at)
{
	bool control = sass_is_pascal(arch) && at % SASS_PASCAL_GROUP_BYTES == 0;

	return control ? at + SASS_PASCAL_WORD_BYTES : at;
}

size_t sass_next(int arch, size_t at)
{
	return sass_first(arch, at + sass_word_bytes(arch));
}

static uint64_t load(const uint8_t *p)
{
	uint64_t v = 0;
	int i;

	for (i = 7; i >= 0; i--)
		v = v << 8 | p[i];
	return v;
}

static const struct op *find_op(int arch, unsigned number)
{
	unsigned low = number & 0x1ff;
	size_t lo = 0, hi = sizeof(ops) / sizeof(*ops), mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if ((ops[mid].number & 0x1ffu) < low)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < sizeof(ops) / sizeof(*ops) && (ops[lo].number & 0x1ffu) == low; lo++)
		if (arch >= ops[lo].arch_lo && arch <= ops[lo].arch_hi &&
		    (ops[lo].number < 0x200 || ops[lo].number == number))
			return &ops[lo];
	return NULL;
}

/* modifiers: bits 72 and up of the word. */
static const struct form *find_form(int arch, unsigned low, uint64_t modifiers)
{
	size_t lo = 0, hi = sizeof(forms) / sizeof(*forms), mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (forms[mid].number < low)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < sizeof(forms) / sizeof(*forms) && forms[lo].number == low; lo++)
		if (arch >= forms[lo].arch_lo && arch <= forms[lo].arch_hi &&
		    (modifiers & forms[lo].mask) == forms[lo].value)
			return &forms[lo];
	return NULL;
}

/* Forms whose C is no register in bits 71 to 64 keep B there. */
static bool b_sits_in_c(unsigned form)
{
	return form == FORM_C_IMMEDIATE || form == FORM_C_CONSTANT || form == FORM_C_UNIFORM;
}

static void read_slots(const struct op *op, unsigned form, uint64_t lo, uint64_t hi,
		       struct sass_insn *out)
{
	uint8_t b = lo >> 32 & 0xff, c = hi & 0xff;
	bool fixed = op->slots & FIXED;

	if (op->slots & D)
		out->dst = lo >> 16 & 0xff;
	if (op->slots & A)
		out->src_a = lo >> 24 & 0xff;
	if (op->slots & B) {
		if (fixed || form == FORM_REGISTERS)
			out->src_b = b;
		else if (b_sits_in_c(form) && op->slots & C)
			out->src_b = c;
	}
	if (op->slots & C && (fixed || !b_sits_in_c(form)))
		out->src_c = c;
}

/* 64 bits are size 5, 128 bits size 6, in bits 75 to 73 of a load. */
static uint8_t load_width(uint64_t modifiers)
{
	unsigned size = modifiers >> 1 & 7;

	return size == 5 ? 2 : size == 6 ? 4 : 1;
}

/* IMAD that moves, negates, shifts or adds.  A shift by 16 is plain IMAD to nvdisasm, so it is
 * here. */
static void see_through_imad(unsigned form, uint64_t lo, uint64_t hi, struct sass_insn *out)
{
	uint32_t imm = (uint32_t)(lo >> 32);
	bool b_register = form == FORM_REGISTERS || b_sits_in_c(form);
	bool negated = form == FORM_REGISTERS ? hi >> 11 & 1 : form != FORM_C_IMMEDIATE && lo >> 63;
	bool carries = hi >> 10 & 1;

	if (carries)
		return;
	if (b_register && out->src_a == RZ && out->src_b == RZ) {
		out->op = negated ? "IMAD.NEG" : "IMAD.MOV";
		out->role = negated ? SASS_WORK : SASS_MOVE;
	} else if (form == FORM_B_IMMEDIATE && imm == 1) {
		out->op = "IMAD.IADD";
	} else if (form == FORM_B_IMMEDIATE && out->src_c == RZ && imm && !(imm & (imm - 1)) &&
		   imm != 1u << 16) {
		out->op = "IMAD.SHL";
	}
}

/* HFMA2 that loads a constant.  With a register for C it takes an absolute value or a sign, which
 * is work. */
static void see_through_hfma2(unsigned form, struct sass_insn *out)
{
	if (form != FORM_C_IMMEDIATE || out->src_a != RZ || out->src_b != RZ)
		return;
	out->op = (out->number & 0x1ff) == 0x031 ? "HFMA2.MOV" : "HFMA2.MMA.MOV";
	out->role = SASS_MOVE;
}

/* Bits 81 to 34 count words of four bytes from the next instruction; since sm_90 bits 23 to 16 are
 * the low end of it. */
static int64_t branch_target(int arch, uint64_t lo, uint64_t hi, size_t at)
{
	uint64_t bits = lo >> 34 | hi << 30;
	int64_t words;

	bits &= (1ull << 48) - 1;
	words = (int64_t)(bits << 16) >> 16;
	if (arch >= 90)
		words = (int64_t)((uint64_t)words << 8 | (lo >> 16 & 0xff));
	if (words < -(INT64_C(1) << 40) || words > INT64_C(1) << 40)
		return -1;
	words = (int64_t)at + SASS_WORD_BYTES + words * 4;
	return words < 0 ? -1 : words;
}

static void decode(int arch, uint64_t lo, uint64_t hi, size_t at, struct sass_insn *out)
{
	unsigned number = lo & 0xfff, form = lo >> 9 & 7;
	const struct op *op = arch < FIRST_ARCH ? NULL : find_op(arch, number);
	const struct form *f;
	const char *gmma;

	out->number = (uint16_t)number;
	if (!op) {
		out->op = out->base = sass_unknown_name(number);
		out->role = SASS_UNKNOWN;
		return;
	}
	out->op = out->base = op->base;
	out->role = op->role;
	out->width = op->width == MEM ? load_width(hi >> 8) : op->width;
	out->stall = hi >> 41 & 15;
	out->predicated = (lo >> 12 & 15) != TRUE_PREDICATE;
	f = find_form(arch, number & 0x1ff, hi >> 8);
	if (f) {
		out->op = f->name;
		out->role = f->role;
		out->width = f->width;
	}
	gmma = arch == GMMA_ARCH ? sass_gmma_name(number & 0x1ff, lo, hi >> 8) : NULL;
	if (gmma)
		out->op = gmma;
	read_slots(op, form, lo, hi, out);
	if (out->dst == RZ)
		out->width = 0;
	if (out->op == op->base && strcmp(op->base, "IMAD") == 0)
		see_through_imad(form, lo, hi, out);
	else if (strcmp(op->base, "HFMA2") == 0)
		see_through_hfma2(form, out);
	if ((lo >> 12 & 15) == NEVER) {
		out->op = "NOP";
		out->role = SASS_CONTROL;
		out->width = 0;
	} else if (op->slots & TARGET) {
		out->target = branch_target(arch, lo, hi, at);
	}
}

void sass_decode(int arch, const uint8_t *word, size_t at, struct sass_insn *out)
{
	memset(out, 0, sizeof(*out));
	out->target = -1;
	out->dst = out->src_a = out->src_b = out->src_c = RZ;
	if (sass_is_pascal(arch))
		sass_pascal_decode(arch, load(word), at, out);
	else
		decode(arch, load(word), load(word + 8), at, out);
}
