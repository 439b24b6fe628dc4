/* Half and bfloat16, scalar and packed, and the conversions to and from them. */
typedef unsigned int u32;
typedef unsigned short u16;
#define K extern "C" __global__ void

#define FORMS(name, T, c, one, ...)                                                            \
	K name(T *o, T a, T b)                                                                 \
	{                                                                                      \
		T x = o[threadIdx.x], y = o[threadIdx.x + 32], z = o[threadIdx.x + 64], r;     \
		T s = z, t = y;                                                                \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(x), c(y), c(z));                       \
		o[threadIdx.x + 96] = r;                                                       \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(x), c(a), c(z));                       \
		o[threadIdx.x + 128] = r;                                                      \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(x), c(y), c(b));                       \
		o[threadIdx.x + 160] = r;                                                      \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(x), c((T)one), c(z));                  \
		o[threadIdx.x + 192] = r;                                                      \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(x), c(y), c((T)one));                  \
		o[threadIdx.x + 224] = r;                                                      \
		for (int i = 0; i < 8; i++) {                                                  \
			asm volatile(__VA_ARGS__ : "=" c(s) : c(s), c(x), c(y));               \
			asm volatile(__VA_ARGS__ : "=" c(t) : c(t), c(y), c(x));               \
		}                                                                              \
		o[threadIdx.x + 256] = s ^ t;                                                  \
	}
#define P1(name, text) FORMS(name, u32, "r", 0x3c003e00, text " %0, %1;")
#define P2(name, text) FORMS(name, u32, "r", 0x3c003e00, text " %0, %1, %2;")
#define P3(name, text) FORMS(name, u32, "r", 0x3c003e00, text " %0, %1, %2, %3;")
#define S1(name, text) FORMS(name, u16, "h", 0x3c00, text " %0, %1;")
#define S2(name, text) FORMS(name, u16, "h", 0x3c00, text " %0, %1, %2;")
#define S3(name, text) FORMS(name, u16, "h", 0x3c00, text " %0, %1, %2, %3;")

P2(hadd2, "add.rn.f16x2")
P2(hsub2, "sub.f16x2")
P2(hmul2, "mul.rn.f16x2")
P2(hmul2_s, "mul.ftz.sat.f16x2")
P3(hfma2, "fma.rn.f16x2")
P3(hfma2_s, "fma.rn.ftz.sat.f16x2")
P1(hneg2, "neg.f16x2")
P1(habs2, "abs.f16x2")
S2(hadd, "add.rn.f16")
S2(hmul, "mul.f16")
S3(hfma, "fma.rn.f16")
S1(hneg, "neg.f16")
#if __CUDA_ARCH__ >= 750
P1(hex2, "ex2.approx.f16x2")
S1(hex1, "ex2.approx.f16")
S1(htanh, "tanh.approx.f16")
P1(htanh2, "tanh.approx.f16x2")
#endif
#if __CUDA_ARCH__ >= 800
P2(hmin2, "min.f16x2")
P2(hmax2, "max.NaN.f16x2")
S2(hmin, "min.f16")
P3(hfma2_r, "fma.rn.relu.f16x2")
P3(bfma2, "fma.rn.bf16x2")
P3(bfma2_r, "fma.rn.relu.bf16x2")
S3(bfma, "fma.rn.bf16")
P2(bmin2, "min.bf16x2")
S2(bmax, "max.bf16")
P1(bneg2, "neg.bf16x2")
P1(babs2, "abs.bf16x2")
#endif
#if __CUDA_ARCH__ >= 900
P2(badd2, "add.rn.bf16x2")
P2(bsub2, "sub.rn.bf16x2")
P2(bmul2, "mul.rn.bf16x2")
S2(badd, "add.rn.bf16")
S2(bmul, "mul.bf16")
P1(btanh2, "tanh.approx.bf16x2")
P1(bex2, "ex2.approx.ftz.bf16x2")
S1(bex1, "ex2.approx.ftz.bf16")
#endif

K compare(u32 *o, u16 *h)
{
	u32 x = o[threadIdx.x], y = o[threadIdx.x + 32], r;
	u16 a = h[threadIdx.x], b = h[threadIdx.x + 32], s;
	asm volatile("set.lt.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
	o[threadIdx.x + 64] = r;
	asm volatile("{ .reg .pred p, q; setp.gt.f16x2 p|q, %1, %2; selp.b32 %0, %1, 7, p;"
		     " @q add.u32 %0, %0, 1; }" : "=r"(r) : "r"(x), "r"(y));
	o[threadIdx.x + 96] = r;
	asm volatile("{ .reg .pred p; setp.le.f16 p, %1, %2; selp.b16 %0, %1, %2, p; }"
		     : "=h"(s) : "h"(a), "h"(b));
	h[threadIdx.x + 64] = s;
#if __CUDA_ARCH__ >= 900
	asm volatile("set.lt.bf16x2.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y));
	o[threadIdx.x + 128] = r;
#endif
}

K convert(u16 *h, float *f, int *i, double *d, u32 *p, long long *l)
{
	u16 s;
	u32 r;
	float x = f[threadIdx.x], y = f[threadIdx.x + 32], g;
	double e;
	int k;
	long long m;
	asm volatile("cvt.rn.f16.f32 %0, %1;" : "=h"(s) : "f"(x));
	h[threadIdx.x] = s;
	asm volatile("cvt.rz.f16.f32 %0, %1;" : "=h"(s) : "f"(y));
	h[threadIdx.x + 32] = s;
	asm volatile("cvt.f32.f16 %0, %1;" : "=f"(g) : "h"(h[threadIdx.x + 64]));
	f[threadIdx.x + 64] = g;
	asm volatile("cvt.rn.f16.f64 %0, %1;" : "=h"(s) : "d"(d[threadIdx.x]));
	h[threadIdx.x + 96] = s;
	asm volatile("cvt.f64.f16 %0, %1;" : "=d"(e) : "h"(h[threadIdx.x + 96]));
	d[threadIdx.x + 32] = e;
	asm volatile("cvt.rn.f16.s32 %0, %1;" : "=h"(s) : "r"(i[threadIdx.x]));
	h[threadIdx.x + 128] = s;
	asm volatile("cvt.rzi.s32.f16 %0, %1;" : "=r"(k) : "h"(h[threadIdx.x + 160]));
	i[threadIdx.x + 32] = k;
	asm volatile("cvt.rzi.s64.f16 %0, %1;" : "=l"(m) : "h"(h[threadIdx.x + 160]));
	l[threadIdx.x + 32] = m;
	asm volatile("cvt.rni.f16.f16 %0, %1;" : "=h"(s) : "h"(h[threadIdx.x + 192]));
	h[threadIdx.x + 224] = s;
	asm volatile("{ .reg .b16 a, b; .reg .f32 x, y; mov.b32 {a, b}, %1; cvt.f32.f16 x, a; cvt.f32.f16 y, b;"
		     " add.f32 %0, x, y; }" : "=f"(g) : "r"(p[threadIdx.x]));
	f[threadIdx.x + 96] = g;
#if __CUDA_ARCH__ >= 800
	asm volatile("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(x), "f"(y));
	p[threadIdx.x + 32] = r;
	asm volatile("cvt.rn.relu.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(x), "f"(y));
	p[threadIdx.x + 64] = r;
	asm volatile("cvt.rn.bf16.f32 %0, %1;" : "=h"(s) : "f"(x));
	h[threadIdx.x + 256] = s;
#endif
#if __CUDA_ARCH__ >= 890 && __CUDACC_VER_MAJOR__ >= 12
	asm volatile("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(s) : "f"(x), "f"(y));
	h[threadIdx.x + 288] = s;
	asm volatile("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(r) : "h"(s));
	p[threadIdx.x + 96] = r;
	asm volatile("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(s) : "r"(r));
	h[threadIdx.x + 320] = s;
#endif
}

K three(u32 *o)
{
	u32 x = o[threadIdx.x], y = o[threadIdx.x + 32], z = o[threadIdx.x + 64], r = x, s;
#if __CUDA_ARCH__ >= 800
	asm volatile("{ .reg .b32 t; min.f16x2 t, %1, %2; min.f16x2 %0, t, %3; }" : "=r"(r) : "r"(x), "r"(y), "r"(z));
	o[threadIdx.x + 96] = r;
	asm volatile("{ .reg .b32 t; max.bf16x2 t, %1, %2; max.bf16x2 %0, t, %3; }" : "=r"(s) : "r"(x), "r"(y), "r"(z));
	r ^= s;
#endif
	o[threadIdx.x + 128] = r;
}
