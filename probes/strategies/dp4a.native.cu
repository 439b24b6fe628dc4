// Inline PTX, because NVRTC 11 declares __dp4a and does not define it.
//@ primitive: dp4a
//@ variant: native
//@ id: 0
//@ about: the instruction itself, IDP.4A
//@ accuracy: exact
//@ min_cc: 61
//@ function: cmp_dp4a
//@ intrinsic: __dp4a
//@ cost: dp4a_ss
//@ sass: IDP.4A
//@ sass: 62: ~XMAD*4
//@ form: int a, int b, int c -> int
	int r;
	asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
	return r;
//@ form: unsigned int a, unsigned int b, unsigned int c -> unsigned int
	unsigned int r;
	asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
	return r;
//@ form: char4 a, char4 b, int c -> int
	int wa = *(const int *)&a, wb = *(const int *)&b, r;
	asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(wa), "r"(wb), "r"(c));
	return r;
//@ form: uchar4 a, uchar4 b, unsigned int c -> unsigned int
	unsigned int wa = *(const unsigned int *)&a, wb = *(const unsigned int *)&b, r;
	asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(wa), "r"(wb), "r"(c));
	return r;
