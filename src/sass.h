/*
 * SASS words to opcodes.  sm_70 and later: 16-byte instructions; sm_60 to sm_62: 8-byte ones, three
 * and three behind a word of control bits.  An opcode number means different things on different
 * architectures, so every look-up is by (arch, number); modifiers tell IDP.4A from IDP.2A, and
 * operands tell a real IMAD or HFMA2.MMA from a move in its clothes.
 *
 * Canonical names are nvdisasm's, less the modifiers that leave the kind of work alone (rounding,
 * saturation, ftz, carry, the step of HMMA.884, sizes and cache policy of memory accesses):
 *   by operation    IDP.4A IDP.2A, MUFU.RCP MUFU.EX2 MUFU.EX2.F16 ..., IMAD IMAD.WIDE IMAD.HI,
 *                   IADD.64
 *   by type         HFMA2 HADD2 HMUL2 HMNMX2 for f16, each with .BF16_V2 for bf16; HADD2.F32 is
 *                   f16 to f32; HFMA2.MMA and HFMA2.MMA.BF16_V2 are the other opcode for packed
 *                   halves (sm_80, 87, 90)
 *   by shape, type  HMMA.16816.F32.BF16 HMMA.SP.16832.F32 HMMA.884.F32.F32 IMMA.16832.S8.U8
 *                   BMMA.88128.XOR.POPC DMMA.884 DMMA.8x8x4 QMMA.16832.F32.E4M3.E5M2; QMMA.SF and
 *                   OMMA.SF, the block-scaled ones, whatever their types; HGMMA.64x256x16.F32,
 *                   IGMMA.64x64x32.S8.U8, QGMMA.64x8x32.F16.E4M3.E5M2, a warpgroup's; its sparse
 *                   ones are HGMMA.SP, IGMMA.SP and QGMMA.SP, whatever their shapes and types
 *   moves           IMAD.MOV; HFMA2.MOV and HFMA2.MMA.MOV, which load constants (nvdisasm prints
 *                   HFMA2 and HFMA2.MMA with -RZ, RZ)
 *   in disguise     IMAD.SHL, IMAD.IADD and IMAD.NEG (nvdisasm prints IMAD.MOV with -R) are work
 * All others go by their mnemonic, but what is guarded by @!PT is never executed: ptxas pads with
 * it, and it is called NOP.
 */
#ifndef CMPTUNE_SASS_H
#define CMPTUNE_SASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SASS_WORD_BYTES 16 /* of the longest instruction */

/* What an instruction does in the eyes of the audit. */
enum sass_role {
	SASS_WORK, /* counts as work */
	SASS_MOVE, /* MOV and its disguises: IMAD.MOV, HFMA2.MMA and HFMA2 constants, UMOV, ... */
	SASS_CONTROL, /* BRA, EXIT, NOP, CALL, RET, BSSY, BSYNC, WARPSYNC, YIELD, DEPBAR, ... */
	SASS_CLOCK,   /* CS2R or S2UR of the clock */
	SASS_UNKNOWN, /* not in the table: named "?xxx" by its number */
};

struct sass_insn {
	const char *op; /* canonical name, static: "FFMA", "IDP.4A", "HFMA2.MMA", "MUFU.RCP", ... */
	const char *base; /* what nvdisasm prints before the first dot, static: "IDP", "HFMA2" */
	enum sass_role role;
	uint16_t number; /* bits [11:0]; before sm_70 bits [63:52] */
	int64_t target;  /* byte offset in the kernel of a relative branch, else -1 */
	/* Register numbers; 255 where it is RZ or the slot holds no register. */
	uint8_t dst, src_a, src_b, src_c;
	uint8_t width;   /* registers written from dst on: 1, 2, 4, 8 (DMMA.16x8xN); 0: none */
	uint8_t stall;   /* cycles, from the control bits; 0 before sm_70 */
	bool predicated; /* by a guard, @P0, or a condition code; not by an operand as BRA.U and SEL
			    have */
};

/*
 * Where the instructions of a kernel lie: sass_word_bytes long, the first one at
 * sass_first(arch, 0).  sass_first is the offset itself or, where before sm_70 a word of control
 * bits lies there, the one behind it; sass_next is the instruction after that at `at`.
 */
size_t sass_word_bytes(int arch);
size_t sass_first(int arch, size_t at);
size_t sass_next(int arch, size_t at);

/* Decode the instruction at offset `at` (bytes) of a kernel. */
void sass_decode(int arch, const uint8_t *word, size_t at, struct sass_insn *out);

/* Count by canonical name and role: a census.  Sorted by both; owned by the caller. */
struct sass_count {
	const char *op; /* static */
	enum sass_role role;
	size_t n;
};
struct sass_census {
	struct sass_count *v;
	size_t n;
};
void sass_census_add(struct sass_census *c, const struct sass_insn *i);
size_t sass_census_get(const struct sass_census *c, const char *op); /* all roles of the name */
void sass_census_done(struct sass_census *c);

/*
 * The timed loop of a kernel: the body of the backward branch between the first and the last clock
 * read, the widest if there are several.
 */
struct sass_loop {
	size_t begin, end; /* byte offsets: the body is [begin, end), the branch included */
};
/* 0, or -1 when no backward branch lies between two clock reads: then no loop is timed. */
int sass_find_loop(int arch, const uint8_t *code, size_t size, struct sass_loop *out);

#endif
