/* Integer work in every form the compiler has for it: registers, immediates, constants, uniform values. */
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long s64;
#define K extern "C" __global__ void

#define ASM2(name, text)                                                                       \
	K name(int *o, int a, int b)                                                           \
	{                                                                                      \
		int x = o[threadIdx.x], y = o[threadIdx.x + 64], r;                            \
		asm volatile(text " %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));                  \
		o[threadIdx.x + 128] = r;                                                      \
		asm volatile(text " %0, %1, %2;" : "=r"(r) : "r"(x), "r"(a));                  \
		o[threadIdx.x + 256] = r;                                                      \
		asm volatile(text " %0, %1, %2;" : "=r"(r) : "r"(b), "r"(y));                  \
		o[threadIdx.x + 384] = r;                                                      \
		asm volatile(text " %0, %1, 13;" : "=r"(r) : "r"(x));                          \
		o[threadIdx.x + 512] = r;                                                      \
		asm volatile(text " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));                  \
		o[threadIdx.x + 640] = r;                                                      \
	}
#define ASM3(name, text)                                                                       \
	K name(int *o, int a, int b)                                                           \
	{                                                                                      \
		int x = o[threadIdx.x], y = o[threadIdx.x + 64], z = o[threadIdx.x + 96], r;   \
		asm volatile(text " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));      \
		o[threadIdx.x + 128] = r;                                                      \
		asm volatile(text " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(a), "r"(z));      \
		o[threadIdx.x + 256] = r;                                                      \
		asm volatile(text " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(b));      \
		o[threadIdx.x + 384] = r;                                                      \
		asm volatile(text " %0, %1, 21, %2;" : "=r"(r) : "r"(x), "r"(y));              \
		o[threadIdx.x + 512] = r;                                                      \
		asm volatile(text " %0, %1, %2, 9;" : "=r"(r) : "r"(x), "r"(y));               \
		o[threadIdx.x + 640] = r;                                                      \
		asm volatile(text " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(a));      \
		o[threadIdx.x + 768] = r;                                                      \
	}
/* The video instructions take registers only. */
#define ASMV(name, text)                                                                       \
	K name(int *o, int a, int b)                                                           \
	{                                                                                      \
		int x = o[threadIdx.x], y = o[threadIdx.x + 64], z = o[threadIdx.x + 96], r;   \
		asm volatile(text " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));      \
		o[threadIdx.x + 128] = r;                                                      \
		asm volatile(text " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(a), "r"(b));      \
		o[threadIdx.x + 256] = r;                                                      \
	}
#define ASM1(name, text)                                                                       \
	K name(int *o, int a)                                                                  \
	{                                                                                      \
		int x = o[threadIdx.x], r;                                                     \
		asm volatile(text " %0, %1;" : "=r"(r) : "r"(x));                              \
		o[threadIdx.x + 128] = r;                                                      \
		asm volatile(text " %0, %1;" : "=r"(r) : "r"(a));                              \
		o[threadIdx.x + 256] = r;                                                      \
	}
#define WIDE3(name, text, in)                                                                  \
	K name(s64 *o, int *p, s64 a, int b)                                                   \
	{                                                                                      \
		int x = p[threadIdx.x], y = p[threadIdx.x + 64];                               \
		s64 z = o[threadIdx.x], r;                                                     \
		asm volatile(text " %0, %1, %2, %3;" : "=l"(r) : in(x), in(y), "l"(z));        \
		o[threadIdx.x + 128] = r;                                                      \
		asm volatile(text " %0, %1, %2, %3;" : "=l"(r) : in(x), in(b), "l"(z));        \
		o[threadIdx.x + 256] = r;                                                      \
		asm volatile(text " %0, %1, %2, %3;" : "=l"(r) : in(x), in(y), "l"(a));        \
		o[threadIdx.x + 384] = r;                                                      \
		asm volatile(text " %0, %1, 77, %2;" : "=l"(r) : in(x), "l"(z));               \
		o[threadIdx.x + 512] = r;                                                      \
	}
#define LONG2(name, text)                                                                      \
	K name(s64 *o, s64 a)                                                                  \
	{                                                                                      \
		s64 x = o[threadIdx.x], y = o[threadIdx.x + 64], r;                            \
		asm volatile(text " %0, %1, %2;" : "=l"(r) : "l"(x), "l"(y));                  \
		o[threadIdx.x + 128] = r;                                                      \
		asm volatile(text " %0, %1, %2;" : "=l"(r) : "l"(x), "l"(a));                  \
		o[threadIdx.x + 256] = r;                                                      \
		asm volatile(text " %0, %1, 3;" : "=l"(r) : "l"(x));                           \
		o[threadIdx.x + 384] = r;                                                      \
	}

ASM2(add, "add.s32")
ASM2(sub, "sub.s32")
ASM2(add_sat, "add.sat.s32")
ASM2(mul, "mul.lo.s32")
ASM2(mulhi, "mul.hi.s32")
ASM2(mulhi_u, "mul.hi.u32")
ASM2(mul24, "mul24.lo.s32")
ASM2(mul24hi, "mul24.hi.u32")
ASM3(mad, "mad.lo.s32")
ASM3(madhi, "mad.hi.s32")
ASM3(madhi_u, "mad.hi.u32")
ASM3(mad24, "mad24.lo.s32")
WIDE3(madwide, "mad.wide.s32", "r")
WIDE3(madwide_u, "mad.wide.u32", "r")
ASM2(min_s, "min.s32")
ASM2(max_s, "max.s32")
ASM2(min_u, "min.u32")
ASM2(max_u, "max.u32")
ASM1(abs_, "abs.s32")
ASM1(neg, "neg.s32")
ASM1(not_, "not.b32")
ASM1(cnot, "cnot.b32")
ASM1(popc, "popc.b32")
ASM1(clz, "clz.b32")
ASM1(brev, "brev.b32")
ASM1(bfind, "bfind.s32")
ASM1(bfind_u, "bfind.u32")
ASM1(bfind_sh, "bfind.shiftamt.u32")
ASM2(and_, "and.b32")
ASM2(or_, "or.b32")
ASM2(xor_, "xor.b32")
ASM2(shl, "shl.b32")
ASM2(shr, "shr.s32")
ASM2(shr_u, "shr.u32")
ASM3(shf_l, "shf.l.wrap.b32")
ASM3(shf_r, "shf.r.wrap.b32")
ASM3(shf_lc, "shf.l.clamp.b32")
ASM3(shf_rc, "shf.r.clamp.b32")
ASM3(prmt, "prmt.b32")
ASM3(prmt_f4e, "prmt.b32.f4e")
ASM3(prmt_rc8, "prmt.b32.rc8")
ASM3(bfe, "bfe.s32")
ASM3(bfe_u, "bfe.u32")
#if __CUDA_ARCH__ >= 700
ASM2(bmsk, "bmsk.clamp.b32")
ASM2(bmsk_w, "bmsk.wrap.b32")
ASM2(szext, "szext.clamp.s32")
ASM2(szext_u, "szext.wrap.u32")
#endif
ASM3(sad, "sad.s32")
ASM3(sad_u, "sad.u32")
#if __CUDA_ARCH__ >= 610
ASM3(dp4a_ss, "dp4a.s32.s32")
ASM3(dp4a_su, "dp4a.s32.u32")
ASM3(dp4a_us, "dp4a.u32.s32")
ASM3(dp4a_uu, "dp4a.u32.u32")
ASM3(dp2a_lo_ss, "dp2a.lo.s32.s32")
ASM3(dp2a_hi_ss, "dp2a.hi.s32.s32")
ASM3(dp2a_lo_su, "dp2a.lo.s32.u32")
ASM3(dp2a_hi_us, "dp2a.hi.u32.s32")
ASM3(dp2a_lo_uu, "dp2a.lo.u32.u32")
ASM3(dp2a_hi_uu, "dp2a.hi.u32.u32")
#endif
ASMV(vabsdiff4, "vabsdiff4.u32.u32.u32.add")
ASMV(vabsdiff4s, "vabsdiff4.s32.s32.s32")
ASMV(vabsdiff, "vabsdiff.u32.u32.u32.add")
ASMV(vadd, "vadd.s32.s32.s32.add")
ASMV(vadd4, "vadd4.s32.s32.s32")
ASMV(vadd2, "vadd2.s32.s32.s32")
ASMV(vavrg4, "vavrg4.s32.s32.s32")
ASMV(vmin2, "vmin2.s32.s32.s32")
ASMV(vmax4, "vmax4.u32.u32.u32")
ASMV(vshl, "vshl.u32.u32.u32.clamp.add")
ASMV(vmad, "vmad.s32.s32.s32")
ASM2(div_s, "div.s32")
ASM2(rem_u, "rem.u32")
LONG2(add64, "add.s64")
LONG2(sub64, "sub.s64")
LONG2(mul64, "mul.lo.s64")
LONG2(mulhi64, "mul.hi.u64")
LONG2(min64, "min.s64")
LONG2(max64u, "max.u64")
LONG2(and64, "and.b64")
LONG2(xor64, "xor.b64")
LONG2(div64, "div.s64")
LONG2(rem64, "rem.u64")

K shift64(s64 *o, int n)
{
	s64 x = o[threadIdx.x];
	o[threadIdx.x + 64] = x << n;
	o[threadIdx.x + 128] = x >> n;
	o[threadIdx.x + 192] = (u64)x >> n;
	o[threadIdx.x + 256] = x << 5;
	o[threadIdx.x + 320] = -x;
	o[threadIdx.x + 384] = __popcll(x) + __clzll(x) + __ffsll(x);
	o[threadIdx.x + 448] = __brevll(x);
}

K bits(u32 *o, u32 a, u32 b)
{
	u32 x = o[threadIdx.x], y = o[threadIdx.x + 32], z = o[threadIdx.x + 64], r;
	asm volatile("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
	o[threadIdx.x + 96] = r;
	asm volatile("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(x), "r"(y), "r"(a), "r"(b));
	o[threadIdx.x + 128] = r;
	asm volatile("bfi.b32 %0, %1, %2, 4, 9;" : "=r"(r) : "r"(x), "r"(y));
	o[threadIdx.x + 160] = r;
	asm volatile("fns.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(0), "r"(3));
	o[threadIdx.x + 192] = r;
	o[threadIdx.x + 224] = __byte_perm(x, y, 0x5140);
	o[threadIdx.x + 256] = (x & a) | (y & ~a);
	o[threadIdx.x + 288] = __funnelshift_lc(x, y, b);
}

K carry(u32 *o, u32 a)
{
	u32 x = o[threadIdx.x], y = o[threadIdx.x + 32], z = o[threadIdx.x + 64], r, s, t;
	asm volatile("add.cc.u32 %0, %3, %4; addc.cc.u32 %1, %4, %5; addc.u32 %2, %5, %6;"
		     : "=r"(r), "=r"(s), "=r"(t) : "r"(x), "r"(y), "r"(z), "r"(a));
	o[threadIdx.x + 96] = r ^ s ^ t;
	asm volatile("sub.cc.u32 %0, %3, %4; subc.cc.u32 %1, %4, %5; subc.u32 %2, %5, %6;"
		     : "=r"(r), "=r"(s), "=r"(t) : "r"(x), "r"(y), "r"(z), "r"(a));
	o[threadIdx.x + 128] = r ^ s ^ t;
	asm volatile("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %5;"
		     : "=r"(r), "=r"(s) : "r"(x), "r"(y), "r"(z), "r"(a));
	o[threadIdx.x + 160] = r ^ s;
}

/* Selections, comparisons and predicates. */
K choose(int *o, int a, int b)
{
	int x = o[threadIdx.x], y = o[threadIdx.x + 32], z = o[threadIdx.x + 64], r;
	asm volatile("slct.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
	o[threadIdx.x + 96] = r;
	asm volatile("{ .reg .pred p, q; setp.lt.and.s32 p|q, %1, %2, 1; selp.b32 %0, %1, %3, p;"
		     " @q add.s32 %0, %0, 7; }" : "=r"(r) : "r"(x), "r"(y), "r"(a));
	o[threadIdx.x + 128] = r;
	asm volatile("set.lt.u32.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(b));
	o[threadIdx.x + 160] = r;
	asm volatile("{ .reg .pred p, q, s; setp.eq.s32 p, %1, 3; setp.gt.u32 q, %2, %3; xor.pred s, p, q;"
		     " not.pred s, s; and.pred s, s, p; selp.b32 %0, 5, 9, s; }" : "=r"(r)
		     : "r"(x), "r"(y), "r"(a));
	o[threadIdx.x + 192] = r;
	o[threadIdx.x + 224] = (x < a && y > b) || (z == a && x != y) ? x : z;
}

/* Three-operand minimum and add-then-maximum: one instruction from Hopper on. */
K three(int *o, u32 *p)
{
	int x = o[threadIdx.x], y = o[threadIdx.x + 32], z = o[threadIdx.x + 64];
	u32 a = p[threadIdx.x], b = p[threadIdx.x + 32], c = p[threadIdx.x + 64];
	o[threadIdx.x + 96] = min(min(x, y), z);
	o[threadIdx.x + 128] = max(max(x, y), z);
	o[threadIdx.x + 160] = max(x + y, z);
	o[threadIdx.x + 192] = max(min(x, y), 0);
	p[threadIdx.x + 96] = min(min(a, b), c);
	p[threadIdx.x + 128] = max(a + b, c);
	p[threadIdx.x + 160] = __vmaxs2(a, b);
	p[threadIdx.x + 192] = __vmins2(__vadd2(a, b), c);
	p[threadIdx.x + 224] = __vmaxu2(__vmaxu2(a, b), c);
#if __CUDACC_VER_MAJOR__ >= 12
	p[threadIdx.x + 256] = __vimax3_s16x2_relu(a, b, c);
	p[threadIdx.x + 288] = __viaddmax_s16x2(a, b, c);
	p[threadIdx.x + 320] = __viaddmin_u32(a, b, c);
	o[threadIdx.x + 224] = __vimin3_s32_relu(x, y, z);
#endif
}

K addr(int *o, s64 *q, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	o[i * n + m] = o[i * 3 + n] + 12 * i + (i << 4) + (n << 3);
	q[i] = (s64)i * n + q[i + n] + (s64)(q + i);
	o[i + (m >> 2)] = i / 7 + i % 10;
}

/* Work on values that all lanes share. */
K uniform(int *o, const int *p, int a, int b, int c, u64 d)
{
	int u = blockIdx.x * a + b, v = (u << 3) ^ (c & b), w = min(u, v) + __popc(v);
	int x = o[threadIdx.x];
	for (int i = blockIdx.y; i < u; i += gridDim.y)
		x += i * v + (w >> 2) + p[i];
	o[threadIdx.x + v] = x + w * a + __clz(u) + __brev(v);
	o[threadIdx.x + 64] = (int)(d * u + b) + (u > v ? c : w) + __byte_perm(u, v, 0x1302) + abs(v);
	o[threadIdx.x + 96] = (int)((d + blockIdx.x) >> c) + max(u, a) + (int)(((u64)(u32)u * (u32)v) >> 32);
}
