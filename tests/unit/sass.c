/* Words to names, roles, registers and loops.  The words are the compilers', the names are what
 * nvdisasm prints for them. */
#include "sass.h"

#include "cubins.h"
#include "elf.h"
#include "tap.h"

#define RZ 255

struct word {
	int arch;
	uint64_t lo, hi;
	const char *op;
	enum sass_role role;
	uint8_t dst, a, b, c, width;
};

/* clang-format off */
static const struct word words[] = {
	/* one opcode number, several instructions */
	{80, 0x0000000900007235, 0x000fe20000000006, "HFMA2.MMA", SASS_WORK, 0, 0, 9, 6, 1},
	{120, 0x000000100c087235, 0x001fe400078e0200, "IADD.64", SASS_WORK, 8, 12, 16, RZ, 2},
	{86, 0x0000000900007231, 0x000fe20000000006, "HFMA2", SASS_WORK, 0, 0, 9, 6, 1},
	{75, 0x0000000604087236, 0x004fe40000005408, "HMMA.884.F32.F32", SASS_WORK, 8, 4, 6, 8, 2},
	{90, 0xffffffe801017836, 0x000fca0000000000, "VIADD", SASS_WORK, 1, 1, RZ, RZ, 1},
	{75, 0x0000001e0200798e, 0x000fe60000114100, "RED", SASS_WORK, RZ, 2, 30, RZ, 0},
	{90, 0x000000050200798e, 0x000fe4000c10e186, "REDG", SASS_WORK, RZ, 2, 5, RZ, 0},
	{80, 0x000000060404723f, 0x004e1e0000000008, "DMMA.884", SASS_WORK, 4, 4, 6, 8, 4},
	{120, 0x000000121408723f, 0x004ede0000000008, "DMMA.8x8x4", SASS_WORK, 8, 20, 18, 8, 4},
	{80, 0x0000000400047308, 0x004e300000000a00, "MUFU.EX2.F16", SASS_WORK, 4, RZ, 4, RZ, 1},
	{90, 0x0000000400047308, 0x004e300000000900, "MUFU.EX2.F16", SASS_WORK, 4, RZ, 4, RZ, 1},

	/* modifiers that change the work */
	{80, 0x0000000500097226, 0x0c4fe40000000009, "IDP.4A", SASS_WORK, 9, 0, 5, 9, 1},
	{80, 0x0000000500097226, 0x0c4fe40000003009, "IDP.2A", SASS_WORK, 9, 0, 5, 9, 1},
	{80, 0x000000080404723c, 0x004fde000000180c, "HMMA.16816.F32", SASS_WORK, 4, 4, 8, 12, 4},
	{80, 0x000000080404723c, 0x004fde000004180c, "HMMA.16816.F32.BF16", SASS_WORK, 4, 4, 8, 12, 4},
	{80, 0x000000080404723c, 0x004fde000008100c, "HMMA.1688.F32.TF32", SASS_WORK, 4, 4, 8, 12, 4},
	{75, 0x000000080404723c, 0x004fde000000100c, "HMMA.1688.F32", SASS_WORK, 4, 4, 8, 12, 4},
	{80, 0x000000080404723c, 0x004fde000000080c, "HMMA.16816.F16", SASS_WORK, 4, 4, 8, 12, 2},
	{80, 0x0000000804047237, 0x004fde0000405c0c, "IMMA.16832.S8.S8", SASS_WORK, 4, 4, 8, 12, 4},
	{80, 0x0000000804047237, 0x004fde0000445c0c, "IMMA.16832.S8.S8", SASS_WORK, 4, 4, 8, 12, 4},
	{75, 0x0000000804047237, 0x004fde000000540c, "IMMA.8816.S8.S8", SASS_WORK, 4, 4, 8, 12, 2},
	{80, 0x2000000cff137230, 0x010fe40000004100, "HADD2.F32", SASS_WORK, 19, RZ, 12, RZ, 1},
	{80, 0x0000001000107308, 0x000ea20000000800, "MUFU.EX2", SASS_WORK, 16, RZ, 16, RZ, 1},
	{80, 0x0000001000107310, 0x008fe20000201800, "F2F", SASS_WORK, 16, RZ, 16, RZ, 2},

	/* a warpgroup's, whose shape is in the low half; a sparse one has another, and no name of its own */
	{90, 0x03e00000081879f0, 0x000fc00008000818, "HGMMA.64x256x16.F32", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x03e0000898187df0, 0x000fc00008000818, "HGMMA.64x256x16.F32", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x00e00000041879f0, 0x000fc0000c0018ff, "HGMMA.64x64x16.F32.BF16", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x80e00000041879f0, 0x000fc0000c0009ff, "HGMMA.64x64x16.F32", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x00000000041879f0, 0x000fc0000c0000ff, "HGMMA.64x8x16.F16", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x04e00000041879f0, 0x000fc0000c0028ff, "HGMMA.64x64x8.F32.TF32", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x00e00000041879f0, 0x000fc0000c000aff, "HGMMA.SP", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x08e00000041879f0, 0x000fc0000c0008ff, "HGMMA", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x06600000041879f1, 0x000fc0000c0010ff, "IGMMA.64x256x32.S8.U8", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x00c00000041879f1, 0x000fc0000c0410ff, "IGMMA.64x24x32.S8.S8", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x00e00000041879f1, 0x000fc0000c0010ff, "IGMMA", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x00a00000041879f2, 0x000fc0000c0140ff, "BGMMA.64x64x256.AND.POPC", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x00e00000041879f3, 0x000fc0000c0028ff, "QGMMA.64x64x32.F32.E4M3.E5M2", SASS_WORK, RZ, RZ, RZ, RZ, 0},
	{90, 0x00000000000079c5, 0x000fc00000000000, "WARPGROUP.ARRIVE", SASS_CONTROL, RZ, RZ, RZ, RZ, 0},
	{90, 0x00008000000079c5, 0x000fc00000010000, "WARPGROUP.DEPBAR", SASS_CONTROL, RZ, RZ, RZ, RZ, 0},

	/* moves in other clothes, and their neighbours that do work */
	{80, 0x00000000ff037435, 0x000fe200000001ff, "HFMA2.MMA.MOV", SASS_MOVE, 3, RZ, RZ, RZ, 1},
	{120, 0x00000000ff157431, 0x000fe200000001ff, "HFMA2.MOV", SASS_MOVE, 21, RZ, RZ, RZ, 1},
	{120, 0x3c003c0005007431, 0x040fe20000040800, "HFMA2", SASS_WORK, 0, 5, 0, RZ, 1},
	{80, 0x000000ffff117224, 0x000fe200078e0004, "IMAD.MOV", SASS_MOVE, 17, RZ, RZ, 4, 1},
	{80, 0x00000a00ff017624, 0x000fe400078e00ff, "IMAD.MOV", SASS_MOVE, 1, RZ, RZ, RZ, 1},
	{80, 0x000000ffff007224, 0x000fc800078e0a0a, "IMAD.NEG", SASS_WORK, 0, RZ, RZ, 10, 1},
	{80, 0x000000ffff067224, 0x000fe200008e0605, "IMAD", SASS_WORK, 6, RZ, RZ, 5, 1},
	{80, 0x0000000209057824, 0x041fe400078e00ff, "IMAD.SHL", SASS_WORK, 5, 9, RZ, RZ, 1},
	{80, 0x0000000111117824, 0x000fca00078e0204, "IMAD.IADD", SASS_WORK, 17, 17, RZ, 4, 1},
	{80, 0x000000010f0a7824, 0x000fc800000e0609, "IMAD", SASS_WORK, 10, 15, RZ, 9, 1},
	{80, 0x0000000400027202, 0x002fc80000000f00, "MOV", SASS_MOVE, 2, RZ, 4, RZ, 1},
	{80, 0x0000000000027805, 0x000fe2000001ff00, "CS2R", SASS_MOVE, 2, RZ, RZ, RZ, 2},

	/* the clock */
	{75, 0x0000000000057805, 0x000fcc0000005000, "CS2R.32", SASS_CLOCK, 5, RZ, RZ, RZ, 1},
	{80, 0x0000000000027805, 0x000fe40000015000, "CS2R", SASS_CLOCK, 2, RZ, RZ, RZ, 2},
	{80, 0x0000000000027805, 0x000fe40000015200, "CS2R", SASS_WORK, 2, RZ, RZ, RZ, 2},
	{120, 0x00000000000878cb, 0x000fe20000015000, "CS2UR", SASS_CLOCK, RZ, RZ, RZ, RZ, 0},
	{120, 0x00000000000679c3, 0x000e620000002500, "S2UR", SASS_WORK, RZ, RZ, RZ, RZ, 0},

	/* where the registers are, by the form of the operands */
	{120, 0x0000000405047223, 0x040fe20000000006, "FFMA", SASS_WORK, 4, 5, 4, 6, 1},
	{120, 0xbfc90fda07087823, 0x000fc80000000000, "FFMA", SASS_WORK, 8, 7, RZ, 0, 1},
	{120, 0xbab607ed05007423, 0x000fe20000000000, "FFMA", SASS_WORK, 0, 5, 0, RZ, 1},
	{120, 0x0000000604087e23, 0x0c8fe20008000006, "FFMA", SASS_WORK, 8, 4, 6, RZ, 1},
	{80, 0x00005a0000047623, 0x000fc80000000809, "FFMA", SASS_WORK, 4, 0, 9, RZ, 1},
	{80, 0x3f800000080d7421, 0x040fe40000000000, "FADD", SASS_WORK, 13, 8, RZ, RZ, 1},
	{80, 0x0000001300007221, 0x020fc80000000000, "FADD", SASS_WORK, 0, 0, 19, RZ, 1},
	{80, 0x0000000016167229, 0x001e0e0000000018, "DADD", SASS_WORK, 22, 22, RZ, 24, 2},
	{80, 0x0000000a0a0a722b, 0x001e0c000000000a, "DFMA", SASS_WORK, 10, 10, 10, 10, 2},
	{80, 0x00000015000b7416, 0x040fe40000000305, "PRMT", SASS_WORK, 11, 0, 5, RZ, 1},
	{80, 0x00001f0f00077589, 0x000fe200000e0000, "SHFL", SASS_WORK, 7, 0, 15, RZ, 1},
	{80, 0x0420000000087989, 0x000e6400000e00ff, "SHFL", SASS_WORK, 8, 0, RZ, RZ, 1},
	{80, 0x00000004020e7981, 0x000ea4000c1e1b00, "LDG", SASS_WORK, 14, 2, RZ, RZ, 2},

	/* padding that is never executed */
	{80, 0x3f800000080df421, 0x040fe40000000000, "NOP", SASS_CONTROL, 13, 8, RZ, RZ, 0},

	/* what nobody knows */
	{80, 0x00000000000071ff, 0x000fe20000000000, "?1ff", SASS_UNKNOWN, RZ, RZ, RZ, RZ, 0},
	{86, 0x0000000000007fff, 0x000fe20000000000, "?fff", SASS_UNKNOWN, RZ, RZ, RZ, RZ, 0},
	{52, 0x0000000405047223, 0x040fe20000000006, "?223", SASS_UNKNOWN, RZ, RZ, RZ, RZ, 0},
};
/* Before sm_70 a word has 64 bits, and the words are ptxas 11.8's and 12.9's. */
static const struct word pascal_words[] = {
	/* the same instruction with a register, a constant and an immediate for B, a constant for C */
	{61, 0x5c58000000670000, 0, "FADD", SASS_WORK, 0, 0, 6, RZ, 1},
	{61, 0x5980038000870708, 0, "FFMA", SASS_WORK, 8, 7, 8, 7, 1},
	{61, 0x49807f8005470807, 0, "FFMA", SASS_WORK, 7, 8, RZ, RZ, 1},
	{61, 0x5181030800070708, 0, "FFMA", SASS_WORK, 8, 7, 6, RZ, 1},
	{61, 0x4c18810005070b02, 0, "ISCADD", SASS_WORK, 2, 11, RZ, RZ, 1},
	{61, 0x3848000000270000, 0, "SHL", SASS_WORK, 0, 0, RZ, RZ, 1},
	{61, 0x30cc03ff80070e09, 0, "FSET", SASS_WORK, 9, 14, RZ, RZ, 1},
	{61, 0x5be003bc809708ff, 0, "LOP3", SASS_WORK, RZ, 8, 9, 7, 0},
	{61, 0xe000000000070002, 0, "?e00", SASS_UNKNOWN, RZ, RZ, RZ, RZ, 0},

	/* opcodes that 12 bits do not tell apart */
	{61, 0x5c60040000670402, 0, "FMNMX", SASS_WORK, 2, 4, 6, RZ, 1},
	{61, 0x5c68040000670402, 0, "FMUL", SASS_WORK, 2, 4, 6, RZ, 1},
	{61, 0x5bd0040000670402, 0, "LEA", SASS_WORK, 2, 4, 6, RZ, 1},
	{61, 0x5bd8040000670402, 0, "LEA", SASS_WORK, 2, 4, 6, 8, 1},
	{61, 0x5b00040000670402, 0, "XMAD", SASS_WORK, 2, 4, 6, 8, 1},
	{61, 0x5100040000670402, 0, "XMAD", SASS_WORK, 2, 4, 8, RZ, 1},

	/* modifiers that change the work */
	{61, 0x53f8040000670402, 0, "IDP.4A", SASS_WORK, 2, 4, 6, 8, 1},
	{61, 0x53fb040000670402, 0, "IDP.2A", SASS_WORK, 2, 4, 6, 8, 1},
	{60, 0x53f8040000670402, 0, "?53f", SASS_UNKNOWN, RZ, RZ, RZ, RZ, 0},
	{61, 0x5080000000470607, 0, "MUFU.RCP", SASS_WORK, 7, 6, RZ, RZ, 1},
	{61, 0x5080000000970607, 0, "MUFU", SASS_WORK, 7, 6, RZ, RZ, 1},
	{60, 0x5d10040000670402, 0, "HADD2", SASS_WORK, 2, 4, 6, RZ, 1},
	{60, 0x5d12040000670402, 0, "HADD2.F32", SASS_WORK, 2, 4, 6, RZ, 1},
	{60, 0x7000040000670402, 0, "HFMA2", SASS_WORK, 2, 4, RZ, 8, 1},
	{60, 0x6080040000670402, 0, "HFMA2", SASS_WORK, 2, 4, 8, RZ, 1},
	{60, 0x0c00040000670402, 0, "FFMA32I", SASS_WORK, 2, 4, RZ, 2, 1},

	/* how many registers */
	{60, 0x5b70040000670402, 0, "DFMA", SASS_WORK, 2, 4, 6, 8, 2},
	{60, 0x5ca8000000670b02, 0, "F2F", SASS_WORK, 2, RZ, 6, RZ, 2},
	{60, 0x5ca8000000670902, 0, "F2F", SASS_WORK, 2, RZ, 6, RZ, 1},
	{60, 0xeed5200000070406, 0, "LDG", SASS_WORK, 6, 4, RZ, RZ, 2},
	{60, 0xeedc200000070200, 0, "STG", SASS_WORK, RZ, 2, 0, RZ, 0},
	{60, 0xef10040000670402, 0, "SHFL", SASS_WORK, 2, 4, 6, 8, 1},
	{60, 0xef10040030670402, 0, "SHFL", SASS_WORK, 2, 4, RZ, RZ, 1},

	/* moves, the clock, control */
	{61, 0x4c98078000870001, 0, "MOV", SASS_MOVE, 1, RZ, RZ, RZ, 1},
	{61, 0x5c98078000670008, 0, "MOV", SASS_MOVE, 8, RZ, 6, RZ, 1},
	{61, 0x0103f8000007f005, 0, "MOV32I", SASS_MOVE, 5, RZ, RZ, RZ, 1},
	{61, 0x50c8000005070005, 0, "CS2R", SASS_CLOCK, 5, RZ, RZ, RZ, 1},
	{61, 0x50c8000005170007, 0, "CS2R", SASS_CLOCK, 7, RZ, RZ, RZ, 1},
	{61, 0x50c8000005270002, 0, "CS2R", SASS_WORK, 2, RZ, RZ, RZ, 1},
	{61, 0xf0c8000005070002, 0, "S2R", SASS_CLOCK, 2, RZ, RZ, RZ, 1},
	{61, 0xf0c800000217000b, 0, "S2R", SASS_WORK, 11, RZ, RZ, RZ, 1},
	{61, 0xe290000007800000, 0, "SSY", SASS_CONTROL, RZ, RZ, RZ, RZ, 0},
	{61, 0xe260000011000040, 0, "CAL", SASS_CONTROL, RZ, RZ, RZ, RZ, 0},
	{61, 0xe30000000007000f, 0, "EXIT", SASS_CONTROL, RZ, RZ, RZ, RZ, 0},
	{61, 0x50b0000000070f00, 0, "NOP", SASS_CONTROL, RZ, RZ, RZ, RZ, 0},
	{61, 0x5c580000006f0000, 0, "NOP", SASS_CONTROL, 0, 0, 6, RZ, 0},
};
/* clang-format on */

static void put_word(uint8_t *p, uint64_t lo, uint64_t hi)
{
	for (int i = 0; i < 8; i++) {
		p[i] = lo >> 8 * i & 0xff;
		p[i + 8] = hi >> 8 * i & 0xff;
	}
}

static struct sass_insn decode(int arch, uint64_t lo, uint64_t hi, size_t at)
{
	uint8_t word[SASS_WORD_BYTES];
	struct sass_insn i;

	put_word(word, lo, hi);
	sass_decode(arch, word, at, &i);
	return i;
}

/* But for what is never executed. */
static bool begins_with_base(const struct sass_insn *i)
{
	return strncmp(i->op, i->base, strlen(i->base)) == 0 || strcmp(i->op, "NOP") == 0;
}

static void test_words(const struct word *v, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		const struct word *w = &v[k];
		struct sass_insn i = decode(w->arch, w->lo, w->hi, 0);
		char got[64], wanted[64];

		is_str(i.op, w->op, "sm_%d %016llx: name", w->arch, (unsigned long long)w->lo);
		ok(begins_with_base(&i) && !strchr(i.base, '.'), "%s: its mnemonic", w->op);
		is_int(i.role, w->role, "%s: role", w->op);
		snprintf(got, sizeof(got), "%d <- %d %d %d, %d", i.dst, i.src_a, i.src_b, i.src_c,
			 i.width);
		snprintf(wanted, sizeof(wanted), "%d <- %d %d %d, %d", w->dst, w->a, w->b, w->c,
			 w->width);
		is_str(got, wanted, "%s: registers", w->op);
		is_int(i.target, -1, "%s: no branch", w->op);
	}
}

static void test_control_bits(void)
{
	struct sass_insn i = decode(80, 0x0000018000008947, 0x000fea0003800000, 0x70);

	is_str(i.op, "BRA", "a branch");
	is_int(i.target, 0x200, "forward, 32 bits of offset");
	is_int(i.predicated, true, "@!P0 is a predicate");
	is_int(i.stall, 5, "it stalls for 5 cycles");
	is_int(decode(80, 0xfffffed000008947, 0x000fea000383ffff, 0x1f0).target, 0xd0, "backward");
	is_int(decode(120, 0xfffffffd00ac7547, 0x000fec000b83ffff, 0x1f0).target, 0xb0,
	       "BRA.U backward, the low bits elsewhere");
	is_int(decode(90, 0x0000000000288947, 0x001fea0003800000, 0).target, 0xb0, "sm_90 forward");
	is_int(decode(75, 0x0000003300007947, 0x000fea0003800000, 0).target, 0x40, "BRA.CONV");
	is_int(decode(90, 0xfffffffc00fc7947, 0x000fc0000383ffff, 0x40).target, 0x40,
	       "a branch to itself");
	is_int(decode(80, 0xfffffed000008947, 0x000fea000383ffff, 0).target, -1,
	       "a branch to before the kernel");
	is_int(decode(80, 0xfffffed00000f947, 0x000fea000383ffff, 0x1f0).target, -1,
	       "@!PT branches nowhere");
	is_int(decode(80, 0x0000001300007221, 0x020fc80000000000, 0).predicated, false,
	       "no predicate");
}

static void test_pascal_layout(void)
{
	static const size_t at[] = {8, 16, 24, 40, 48, 56, 72};
	struct sass_insn i;

	is_int((long long)sass_first(61, 0), 8, "the first word of sm_61 is no instruction");
	for (size_t k = 1; k < sizeof(at) / sizeof(*at); k++)
		is_int((long long)sass_next(61, at[k - 1]), (long long)at[k], "the one behind %zu",
		       at[k - 1]);
	is_int((long long)sass_word_bytes(61), 8, "sm_61: 8 bytes");
	is_int((long long)sass_first(70, 0), 0, "sm_70 begins with one");
	is_int((long long)sass_next(70, 32), 48, "and has 16 bytes");

	is_int(decode(61, 0xe2400ffffb08000f, 0, 0xd8).target, 0x90, "backward");
	is_int(decode(61, 0xe24000000208000f, 0, 0xb8).target, 0xe8,
	       "forward to control bits: the instruction behind them");
	i = decode(61, 0xe24000000207000f, 0, 0xb8);
	is_int(i.predicated, false, "BRA");
	i = decode(61, 0xe24000000208000f, 0, 0xb8);
	is_int(i.predicated, true, "@!P0 BRA");
	i = decode(61, 0xe240000002070002, 0, 0xb8);
	is_int(i.predicated, true, "BRA CC.EQ");
	is_int(decode(61, 0xe24000000207002f, 0, 0xb8).target, -1, "to where a constant says");
	is_int(decode(61, 0xe24000000208000f ^ 7 << 16, 0, 0xb8).target, -1, "@!PT");
	is_int(decode(61, 0xe2400ffffb08000f, 0, 8).target, -1, "to before the kernel");
}

static void test_expected(void)
{
	struct cubin_row *row;
	size_t n = cubin_rows(&row);

	for (size_t i = 0; i < n; i++) {
		struct buf b = BUF_INIT, counts = BUF_INIT;
		struct elf_cubin c;
		struct sass_loop loop = {0};
		struct sass_census census = {0};
		struct sass_insn insn;
		const struct elf_kernel *k;
		int rc;

		cubin_read(row[i].file, &b);
		if (elf_open(b.s, b.len, &c, NULL) || !(k = elf_find(&c, row[i].kernel))) {
			ok(0, "%s %s is there", row[i].file, row[i].kernel);
			continue;
		}
		rc = sass_find_loop(c.arch, k->code, k->size, &loop);
		is_int(rc, row[i].has_loop ? 0 : -1, "%s %s: has a timed loop", row[i].file,
		       k->name);
		is_int((long long)loop.begin, row[i].begin, "%s %s: its begin", row[i].file,
		       k->name);
		is_int((long long)loop.end, row[i].end, "%s %s: its end", row[i].file, k->name);
		for (size_t at = loop.begin; at < loop.end; at = sass_next(c.arch, at)) {
			sass_decode(c.arch, k->code + at, at, &insn);
			sass_census_add(&census, &insn);
		}
		for (size_t v = 0; v < census.n; v++)
			buf_addf(&counts, "%s%s=%zu", v ? " " : "", census.v[v].op, census.v[v].n);
		is_str(buf_str(&counts), row[i].counts, "%s %s: counts", row[i].file, k->name);
		sass_census_done(&census);
		elf_done(&c);
		buf_done(&counts);
		buf_done(&b);
	}
	free(row);
}

/* A kernel in letters: c reads the clock, '.' is FADD, a digit branches there (offset in words), e
 * is EXIT. */
static void test_loops(void)
{
	static const struct {
		const char *code;
		int rc;
		size_t begin, end;
		const char *name;
	} row[] = {
		{"..c...3.c.e", 0, 3, 7, "a loop between two clock reads"},
		{"c..1...2.c.", 0, 2, 8, "two backward branches: the wider one"},
		{"c.28....1c.", 0, 1, 9, "a test at the top, an unconditional branch at the end"},
		{"c..c.e3..4", -1, 0, 0, "slow paths behind the second read"},
		{"c.....c..4.", -1, 0, 0, "the branch is behind the second read"},
		{"...1c...c", -1, 0, 0, "the branch is before the first read"},
		{".c..3....", -1, 0, 0, "one clock read"},
		{"...1..e", -1, 0, 0, "none"},
		{"c..9....c.", -1, 0, 0, "a forward branch"},
		{".c..0...c.", -1, 0, 0, "a branch to before the first read"},
		{"c.c.4.c.", 0, 4, 5, "three reads; a loop of one word"},
		{"", -1, 0, 0, "no code"},
	};
	static const int archs[] = {70, 89, 90, 120};

	for (size_t r = 0; r < sizeof(row) / sizeof(*row); r++)
		for (size_t a = 0; a < sizeof(archs) / sizeof(*archs); a++) {
			uint8_t code[32 * SASS_WORD_BYTES];
			size_t n = strlen(row[r].code);
			struct sass_loop loop = {0};

			for (size_t i = 0; i < n; i++) {
				char c = row[r].code[i];
				uint64_t lo = 0x0000001300007221, hi = 0x020fc80000000000;

				if (c == 'c') {
					lo = 0x0000000000027805, hi = 0x000fe40000015000;
				} else if (c == 'e') {
					lo = 0x000000000000794d, hi = 0x000fea0003800000;
				} else if (c >= '0' && c <= '9') {
					int64_t offset = ((c - '0') - ((int64_t)i + 1)) * 4;
					int64_t high = archs[a] >= 90 ? offset >> 8 : offset;

					lo = 0x0000000000007947 | (uint64_t)high << 34;
					lo |= archs[a] >= 90 ? (uint64_t)(offset & 0xff) << 16 : 0;
					hi = 0x000fea0003800000 | ((uint64_t)high >> 30 & 0x3ffff);
				}
				put_word(code + i * SASS_WORD_BYTES, lo, hi);
			}
			is_int(sass_find_loop(archs[a], code, n * SASS_WORD_BYTES, &loop),
			       row[r].rc, "sm_%d: %s", archs[a], row[r].name);
			is_int((long long)(loop.begin / SASS_WORD_BYTES), (long long)row[r].begin,
			       "its begin");
			is_int((long long)(loop.end / SASS_WORD_BYTES), (long long)row[r].end,
			       "its end");
		}
}

/* The same on sm_61, where loops may begin and end at a group's control bits. */
static void test_pascal_loops(void)
{
	static const struct {
		const char *code;
		int rc;
		size_t begin, end;
	} row[] = {
		{"..c...3.c.e", 0, 0x28, 0x50}, {"..c0..3.c.e", 0, 0x28, 0x50},
		{"c....2.c", 0, 0x18, 0x40},    {"c..c.e3..4", -1, 0, 0},
		{".c..1...c.", -1, 0, 0},       {"c8....1c.", 0, 0x10, 0x50},
	};

	for (size_t r = 0; r < sizeof(row) / sizeof(*row); r++) {
		uint8_t code[64 * 8];
		struct sass_loop loop = {0};
		size_t size = 0;

		for (size_t i = 0; row[r].code[i]; i++) {
			char c = row[r].code[i];
			size_t at = i / 3 * 32 + 8 + i % 3 * 8;
			uint64_t word = 0x5c58000000670000;

			if (c >= '0' && c <= '9') {
				/* the first of a group is reached by way of its control bits */
				int to = (c - '0') / 3 * 32, in = (c - '0') % 3;
				int64_t offset = to + (in ? in * 8 + 8 : 0) - (int64_t)at - 8;

				word = 0xe24000000007000f | ((uint64_t)offset & 0xffffff) << 20;
			} else if (c != '.') {
				word = c == 'c' ? 0x50c8000005070005 : 0xe30000000007000f;
			}
			if (i % 3 == 0) /* control bits that would be a clock read */
				put_word(code + at - 8, 0x50c8000005070005, 0);
			put_word(code + at, word, 0);
			size = at + 8;
		}
		is_int(sass_find_loop(61, code, size, &loop), row[r].rc, "sm_61 %s", row[r].code);
		is_int((long long)loop.begin, (long long)row[r].begin, "its begin");
		is_int((long long)loop.end, (long long)row[r].end, "its end");
	}
}

static void test_census(void)
{
	struct sass_census c = {0};
	const struct sass_insn moved = {.op = "CS2R", .role = SASS_MOVE};
	const struct sass_insn read = {.op = "CS2R", .role = SASS_CLOCK};
	const struct sass_insn add = {.op = "FADD", .role = SASS_WORK};
	const struct sass_insn abs = {.op = "ABS", .role = SASS_WORK};

	sass_census_add(&c, &read);
	sass_census_add(&c, &add);
	sass_census_add(&c, &moved);
	sass_census_add(&c, &abs);
	sass_census_add(&c, &read);
	is_int((long long)c.n, 4, "one entry a name and role");
	is_str(c.v[0].op, "ABS", "sorted by name");
	is_str(c.v[3].op, "FADD", "to the last");
	is_int((long long)sass_census_get(&c, "CS2R"), 3, "a name's roles together");
	is_int((long long)sass_census_get(&c, "FMUL"), 0, "none of another");
	sass_census_done(&c);
	is_int((long long)c.n, 0, "done");
}

/* The look-ups bisect: rows out of order would not be found. */
static void test_tables(void)
{
	enum { LAST = 999, D = 0, A = 0, B = 0, C = 0, FIXED = 0, TARGET = 0, MEM = 0 };
	static const struct {
		unsigned number;
		int lo, hi;
	} op[] =
		{
#define OP(number, lo, hi, base, role, slots, width) {number, lo, hi},
#include "../../src/sass_op.def"
#undef OP
		},
	  form[] = {
#define FORM(number, lo, hi, mask, value, name, role, width) {number, lo, hi},
#include "../../src/sass_form.def"
#undef FORM
	  };
	int unsorted = 0, odd = 0;

	for (size_t i = 0; i < sizeof(op) / sizeof(*op); i++) {
		odd += op[i].lo > op[i].hi || op[i].number > 0xfff;
		if (i == 0)
			continue;
		unsorted += (op[i - 1].number & 0x1ff) > (op[i].number & 0x1ff);
		/* a row for every form hides the twelve-bit rows behind it */
		unsorted += op[i - 1].number < 0x200 && op[i].number >= 0x200 &&
			    (op[i].number & 0x1ff) == op[i - 1].number;
	}
	for (size_t i = 1; i < sizeof(form) / sizeof(*form); i++) {
		unsorted += form[i - 1].number > form[i].number;
		odd += form[i].lo > form[i].hi || form[i].number > 0x1ff;
	}
	is_int(unsorted, 0, "the tables are sorted");
	is_int(odd, 0, "their ranges are ranges");
}

/* No word fits two rows: then their order would matter. */
static void test_pascal_table(void)
{
	enum {
		D = 0,
		A = 0,
		B = 0,
		C = 0,
		B_IN_C = 0,
		B_IN_D = 0,
		C_IN_D = 0,
		TARGET = 0,
		MEM = 0
	};
	static const struct {
		unsigned value, mask;
		const char *base;
	} row[] = {
#define PASCAL(value, mask, base, role, slots, width) {value, mask, base},
#include "../../src/sass_pascal.def"
#undef PASCAL
	};
	int overlapping = 0, odd = 0;

	for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
		odd += (row[i].value & ~row[i].mask) != 0 || row[i].value > 0xffff;
		for (size_t k = 0; k < i; k++) {
			unsigned both = row[i].mask & row[k].mask;

			overlapping += (row[i].value & both) == (row[k].value & both);
		}
	}
	is_int(overlapping, 0, "no two rows of the table before sm_70 fit one word");
	is_int(odd, 0, "and their values lie within their masks");
}

static void test_random_words(void)
{
	static const int archs[] = {0, 61, 70, 75, 80, 60, 90, 100, 110, 120, 121, 255};
	uint64_t s = 7;
	int bad = 0, unknown = 0;

	for (int i = 0; i < 200000; i++) {
		uint64_t lo, hi;
		struct sass_insn n;

		s = s * 6364136223846793005u + 1442695040888963407u;
		lo = s ^ s >> 29;
		s = s * 6364136223846793005u + 1442695040888963407u;
		hi = s ^ s >> 29;
		n = decode(archs[i % 12], lo, hi, (size_t)(s >> 50) * SASS_WORD_BYTES);
		bad += !n.op || !n.base || !begins_with_base(&n) || n.target < -1;
		bad += n.width && n.dst == RZ;
		unknown += n.role == SASS_UNKNOWN;
	}
	is_int(bad, 0, "any word has a name that begins with its mnemonic");
	ok(unknown > 1000 && unknown < 190000, "not everything is known: %d", unknown);
}

int main(void)
{
	test_words(words, sizeof(words) / sizeof(*words));
	test_words(pascal_words, sizeof(pascal_words) / sizeof(*pascal_words));
	test_control_bits();
	test_pascal_layout();
	test_expected();
	test_loops();
	test_pascal_loops();
	test_census();
	test_tables();
	test_pascal_table();
	test_random_words();
	return done();
}
