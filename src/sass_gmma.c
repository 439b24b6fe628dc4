/*
 * The names of the warpgroup's matrix instructions: wgmma.mma_async, sm_90a only.  Their shape lies
 * in the low half of the word, where sass_form.def does not look.  Must not name a shape that
 * nvdisasm calls invalid.
 */
#include "sass_gmma.h"

#include <stddef.h>

#define SHAPE_BIT 53
#define SHAPE_MASK 0x7f
#define SPARSE 0x2
#define NUMBER_FIRST 0x1f0
#define NUMBER_LAST 0x1f3

struct gmma {
	uint16_t number;
	uint8_t shape;
	uint16_t mask, value; /* bits 72 and up */
	const char *name;
};

/* row(N, number of the shape): N goes by 8, and by 16 from 32 on where elements are integers or
 * bits. */
/* clang-format off */
#define BY_8(row) \
	row(8, 0) row(16, 1) row(24, 2) row(32, 3) row(40, 4) row(48, 5) row(56, 6) \
	row(64, 7) row(72, 8) row(80, 9) row(88, 10) row(96, 11) row(104, 12) row(112, \
	13) row(120, 14) row(128, 15) row(136, 16) row(144, 17) row(152, 18) row(160, \
	19) row(168, 20) row(176, 21) row(184, 22) row(192, 23) row(200, 24) row(208, \
	25) row(216, 26) row(224, 27) row(232, 28) row(240, 29) row(248, 30) row(256, \
	31)
#define BY_16(row) \
	row(8, 0) row(16, 1) row(24, 2) row(32, 3) row(48, 4) row(64, 5) row(80, 6) \
	row(96, 7) row(112, 8) row(128, 9) row(144, 10) row(160, 11) row(176, 12) \
	row(192, 13) row(208, 14) row(224, 15) row(240, 16) row(256, 17)

/* Bits 3 to 5: F32 sums, bfloat16, tf32. */
#define H_F16(n, i) {0x1f0, i, 0x038, 0x000, "HGMMA.64x" #n "x16.F16"},
#define H_F32(n, i) {0x1f0, i, 0x038, 0x008, "HGMMA.64x" #n "x16.F32"},
#define H_BF16(n, i) {0x1f0, i, 0x038, 0x018, "HGMMA.64x" #n "x16.F32.BF16"},
#define H_TF32(n, i) {0x1f0, 32 + i, 0x038, 0x028, "HGMMA.64x" #n "x8.F32.TF32"},

/* Bits 4 and 10: A and B are signed. */
#define I_SS(n, i) {0x1f1, 3 * i, 0x410, 0x410, "IGMMA.64x" #n "x32.S8.S8"},
#define I_SU(n, i) {0x1f1, 3 * i, 0x410, 0x010, "IGMMA.64x" #n "x32.S8.U8"},
#define I_US(n, i) {0x1f1, 3 * i, 0x410, 0x400, "IGMMA.64x" #n "x32.U8.S8"},
#define I_UU(n, i) {0x1f1, 3 * i, 0x410, 0x000, "IGMMA.64x" #n "x32.U8.U8"},

#define B_AND(n, i) {0x1f2, i, 0x140, 0x140, "BGMMA.64x" #n "x256.AND.POPC"},

/* Bit 3: F32 sums; 4 and 5: A and B are E5M2. */
#define Q_F32_44(n, i) {0x1f3, i, 0x038, 0x008, "QGMMA.64x" #n "x32.F32.E4M3.E4M3"},
#define Q_F32_45(n, i) {0x1f3, i, 0x038, 0x028, "QGMMA.64x" #n "x32.F32.E4M3.E5M2"},
#define Q_F32_54(n, i) {0x1f3, i, 0x038, 0x018, "QGMMA.64x" #n "x32.F32.E5M2.E4M3"},
#define Q_F32_55(n, i) {0x1f3, i, 0x038, 0x038, "QGMMA.64x" #n "x32.F32.E5M2.E5M2"},
#define Q_F16_44(n, i) {0x1f3, i, 0x038, 0x000, "QGMMA.64x" #n "x32.F16.E4M3.E4M3"},
#define Q_F16_45(n, i) {0x1f3, i, 0x038, 0x020, "QGMMA.64x" #n "x32.F16.E4M3.E5M2"},
#define Q_F16_54(n, i) {0x1f3, i, 0x038, 0x010, "QGMMA.64x" #n "x32.F16.E5M2.E4M3"},
#define Q_F16_55(n, i) {0x1f3, i, 0x038, 0x030, "QGMMA.64x" #n "x32.F16.E5M2.E5M2"},

static const struct gmma names[] = {
	BY_8(H_F16)
	BY_8(H_F32)
	BY_8(H_BF16)
	BY_8(H_TF32)
	BY_16(I_SS)
	BY_16(I_SU)
	BY_16(I_US)
	BY_16(I_UU)
	BY_16(B_AND)
	BY_8(Q_F32_44)
	BY_8(Q_F32_45)
	BY_8(Q_F32_54)
	BY_8(Q_F32_55)
	BY_8(Q_F16_44)
	BY_8(Q_F16_45)
	BY_8(Q_F16_54)
	BY_8(Q_F16_55)
};
/* clang-format on */

const char *sass_gmma_name(unsigned number, uint64_t low, uint64_t modifiers)
{
	unsigned shape = low >> SHAPE_BIT & SHAPE_MASK;

	/* Asked of every instruction there is: the table is long. */
	if (number < NUMBER_FIRST || number > NUMBER_LAST || modifiers & SPARSE)
		return NULL;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].number == number && names[i].shape == shape &&
		    (modifiers & names[i].mask) == names[i].value)
			return names[i].name;
	return NULL;
}
