// DP2A reads two half-words of its first operand and two bytes of its second, so one dp4a is a dp2a.lo and a
// dp2a.hi once the four bytes of a are widened to half-words.  PRMT does that: a selector nibble with bit 3 set
// copies the sign of the byte, a nibble 4..7 takes a byte of the second operand, which is 0.
// It stays inline PTX because compilers turn the same arithmetic in C back into one dp4a.
//@ primitive: dp4a
//@ variant: prmt_dp2a
//@ id: 1
//@ about: two byte permutes widen a, then dp2a.lo and dp2a.hi
//@ accuracy: exact
//@ min_cc: 61
//@ cost: b32_prmt*2 dp2a_lo_ss dp2a_hi_ss
//@ sass: PRMT*2, IDP.2A*2
//@ sass: 62: !XMAD*4
//@ form: int a, int b, int c -> int
	int lo, hi, r;
	asm("prmt.b32 %0, %1, 0, 0x9180;" : "=r"(lo) : "r"(a));
	asm("prmt.b32 %0, %1, 0, 0xB3A2;" : "=r"(hi) : "r"(a));
	asm("dp2a.lo.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(b), "r"(c));
	asm("dp2a.hi.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(hi), "r"(b), "r"(r));
	return r;
//@ form: unsigned int a, unsigned int b, unsigned int c -> unsigned int
	unsigned int lo, hi, r;
	asm("prmt.b32 %0, %1, 0, 0x4140;" : "=r"(lo) : "r"(a));
	asm("prmt.b32 %0, %1, 0, 0x4342;" : "=r"(hi) : "r"(a));
	asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(b), "r"(c));
	asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(hi), "r"(b), "r"(r));
	return r;
//@ form: char4 a, char4 b, int c -> int
	int wa = *(const int *)&a, wb = *(const int *)&b, lo, hi, r;
	asm("prmt.b32 %0, %1, 0, 0x9180;" : "=r"(lo) : "r"(wa));
	asm("prmt.b32 %0, %1, 0, 0xB3A2;" : "=r"(hi) : "r"(wa));
	asm("dp2a.lo.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(wb), "r"(c));
	asm("dp2a.hi.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(hi), "r"(wb), "r"(r));
	return r;
//@ form: uchar4 a, uchar4 b, unsigned int c -> unsigned int
	unsigned int wa = *(const unsigned int *)&a, wb = *(const unsigned int *)&b, lo, hi, r;
	asm("prmt.b32 %0, %1, 0, 0x4140;" : "=r"(lo) : "r"(wa));
	asm("prmt.b32 %0, %1, 0, 0x4342;" : "=r"(hi) : "r"(wa));
	asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(wb), "r"(c));
	asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(hi), "r"(wb), "r"(r));
	return r;
