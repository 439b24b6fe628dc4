/*
 * One 64-bit word of sm_60 to sm_62 to its meaning.  The table says what is known of each opcode
 * (sass_pascal.def); what modifiers make of it is code, for there is little.  Must not guess: a
 * word that no row fits is SASS_UNKNOWN.
 */
#include "sass_pascal.h"

#include <string.h>

enum {
	FIRST_ARCH = 60,
	AFTER_ARCH = 70,
	FIRST_IDP = 61,
	TRUE_PREDICATE = 7,
	NEVER = 15,
	TRUE_CONDITION = 15, /* of a branch that asks no condition code */
	RZ = 255,
	CLOCK_LO = 0x50,
	CLOCK_HI = 0x51,
};

/* Where an instruction holds its registers, see sass_pascal.def. */
enum {
	D = 1,
	A = 2,
	B = 4,
	C = 8,
	B_IN_C = 16,
	B_IN_D = 32,
	C_IN_D = 64,
	TARGET = 128,
	MEM = 255, /* registers written: by the size field */
};

struct op {
	uint16_t value, mask;
	const char *base;
	enum sass_role role;
	uint8_t slots, width;
};

static const struct op ops[] = {
#define PASCAL(value, mask, base, role, slots, width)                                              \
	{value, mask, base, SASS_##role, slots, width},
#include "sass_pascal.def"
#undef PASCAL
};

bool sass_is_pascal(int arch)
{
	return arch >= FIRST_ARCH && arch < AFTER_ARCH;
}

static const struct op *find_op(int arch, uint64_t word)
{
	unsigned top = (unsigned)(word >> 48);

	for (size_t i = 0; i < sizeof(ops) / sizeof(*ops); i++)
		if ((top & ops[i].mask) == ops[i].value)
			return arch < FIRST_IDP && !strcmp(ops[i].base, "IDP") ? NULL : &ops[i];
	return NULL;
}

static void read_slots(uint64_t word, unsigned slots, struct sass_insn *out)
{
	uint8_t d = word & 0xff, a = word >> 8 & 0xff, b = word >> 20 & 0xff, c = word >> 39 & 0xff;

	out->dst = slots & D ? d : RZ;
	out->src_a = slots & A ? a : RZ;
	out->src_b = slots & B ? b : slots & B_IN_C ? c : slots & B_IN_D ? d : RZ;
	out->src_c = slots & C ? c : slots & C_IN_D ? d : RZ;
}

/* The lane and the bounds of a shuffle may be immediates, each by a bit of its own. */
static void read_shuffle(uint64_t word, struct sass_insn *out)
{
	if (word >> 28 & 1)
		out->src_b = RZ;
	if (word >> 29 & 1)
		out->src_c = RZ;
}

/* Functions in the order of their numbers. */
static const char *mufu_name(unsigned function)
{
	static const char *const names[] = {
		"MUFU.COS", "MUFU.SIN",    "MUFU.EX2",    "MUFU.LG2",  "MUFU.RCP",
		"MUFU.RSQ", "MUFU.RCP64H", "MUFU.RSQ64H", "MUFU.SQRT",
	};

	return function < sizeof(names) / sizeof(*names) ? names[function] : "MUFU";
}

/* What modifiers and the special register make of an instruction. */
static void read_form(uint64_t word, struct sass_insn *out)
{
	const char *base = out->base;
	unsigned special = word >> 20 & 0xff, type = word >> 8 & 3;
	bool to_f32 = word >> 49 & 1, halves = word >> 48 & 1;

	if (!strcmp(base, "MUFU"))
		out->op = mufu_name(word >> 20 & 15);
	else if (!strcmp(base, "IDP"))
		out->op = halves ? "IDP.2A" : "IDP.4A";
	else if (!strcmp(base, "HADD2") && word >> 60 == 5 && to_f32)
		out->op = "HADD2.F32";
	else if (!strcmp(base, "HMUL2") && word >> 60 == 5 && to_f32)
		out->op = "HMUL2.F32";
	else if (!strcmp(base, "S2R") || !strcmp(base, "CS2R"))
		out->role = special == CLOCK_LO || special == CLOCK_HI ? SASS_CLOCK : SASS_WORK;
	else if (!strcmp(base, "F2F") || !strcmp(base, "F2I") || !strcmp(base, "I2F"))
		out->width = type == 3 ? 2 : 1;
	else if (!strcmp(base, "SHFL"))
		read_shuffle(word, out);
	else if (!strcmp(base, "VABSDIFF4") && (word >> 28 & 15) == 15) /* an immediate */
		out->src_b = RZ;
}

/* 64 bits are size 5, 128 bits size 6 and 7. */
static uint8_t load_width(uint64_t word)
{
	unsigned size = word >> 48 & 7;

	return size < 5 ? 1 : size == 5 ? 2 : 4;
}

/* Bits 43 to 20 count bytes from the next word; with bit 5 the distance is in a constant. */
static int64_t branch_target(int arch, uint64_t word, size_t at)
{
	int64_t bytes = (int64_t)(word << 20) >> 40;

	bytes += (int64_t)at + SASS_PASCAL_WORD_BYTES;
	if (word >> 5 & 1 || bytes < 0)
		return -1;
	return (int64_t)sass_first(arch, (size_t)bytes);
}

void sass_pascal_decode(int arch, uint64_t word, size_t at, struct sass_insn *out)
{
	const struct op *op = find_op(arch, word);
	unsigned guard = word >> 16 & 15;

	out->number = (uint16_t)(word >> 52);
	if (!op) {
		out->op = out->base = sass_unknown_name(out->number);
		out->role = SASS_UNKNOWN;
		return;
	}
	out->op = out->base = op->base;
	out->role = op->role;
	out->width = op->width == MEM ? load_width(word) : op->width;
	out->predicated = guard != TRUE_PREDICATE;
	read_slots(word, op->slots, out);
	read_form(word, out);
	if (out->dst == RZ)
		out->width = 0;
	if (guard == NEVER) {
		out->op = "NOP";
		out->role = SASS_CONTROL;
		out->width = 0;
	} else if (op->slots & TARGET) {
		out->predicated |= (word & 15) != TRUE_CONDITION;
		out->target = branch_target(arch, word, at);
	}
}
