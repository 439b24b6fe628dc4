/* Single and double precision, special functions and conversions. */
typedef unsigned int u32;
typedef unsigned long long u64;
#define K extern "C" __global__ void

#define FORMS(name, T, c, ...)                                                                 \
	K name(T *o, T a, T b)                                                                 \
	{                                                                                      \
		T x = o[threadIdx.x], y = o[threadIdx.x + 32], z = o[threadIdx.x + 64], r;     \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(x), c(y), c(z));                       \
		o[threadIdx.x + 96] = r;                                                       \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(x), c(a), c(z));                       \
		o[threadIdx.x + 128] = r;                                                      \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(x), c(y), c(b));                       \
		o[threadIdx.x + 160] = r;                                                      \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(x), c((T)1.5), c(z));                  \
		o[threadIdx.x + 192] = r;                                                      \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(x), c(y), c((T)2.25));                 \
		o[threadIdx.x + 224] = r;                                                      \
		asm volatile(__VA_ARGS__ : "=" c(r) : c(a), c(b), c(a));                       \
		o[threadIdx.x + 256] = r;                                                      \
	}
#define F1(name, text) FORMS(name, float, "f", text " %0, %1;")
#define F2(name, text) FORMS(name, float, "f", text " %0, %1, %2;")
#define F3(name, text) FORMS(name, float, "f", text " %0, %1, %2, %3;")
#define D1(name, text) FORMS(name, double, "d", text " %0, %1;")
#define D2(name, text) FORMS(name, double, "d", text " %0, %1, %2;")
#define D3(name, text) FORMS(name, double, "d", text " %0, %1, %2, %3;")

F2(fadd, "add.rn.f32")
F2(fadd_z, "add.rz.ftz.sat.f32")
F2(fsub, "sub.rn.f32")
F2(fmul, "mul.rn.f32")
F2(fmul_z, "mul.rp.ftz.f32")
F3(ffma, "fma.rn.f32")
F3(ffma_s, "fma.rm.ftz.sat.f32")
F2(fmin_, "min.f32")
F2(fmax_, "max.ftz.f32")
F1(fabs_, "abs.f32")
F1(fneg, "neg.f32")
F1(ex2, "ex2.approx.ftz.f32")
F1(ex2_n, "ex2.approx.f32")
F1(lg2, "lg2.approx.ftz.f32")
F1(lg2_n, "lg2.approx.f32")
F1(rcp, "rcp.approx.ftz.f32")
F1(rcp_n, "rcp.approx.f32")
F1(rsqrt_, "rsqrt.approx.ftz.f32")
F1(sqrt_a, "sqrt.approx.ftz.f32")
F1(sin_, "sin.approx.f32")
F1(cos_, "cos.approx.ftz.f32")
F1(rcp_rn, "rcp.rn.f32")
F1(sqrt_rn, "sqrt.rn.f32")
F2(div_rn, "div.rn.f32")
F2(div_rn_ftz, "div.rn.ftz.f32")
F2(div_full, "div.full.f32")
F2(div_approx, "div.approx.f32")
F2(copysign_, "copysign.f32")
#if __CUDA_ARCH__ >= 750
F1(tanh_, "tanh.approx.f32")
#endif
#if __CUDA_ARCH__ >= 800
F2(fmin_nan, "min.NaN.f32")
#endif
#if __CUDA_ARCH__ >= 860
F2(fmin_xs, "min.xorsign.abs.f32")
#endif
F1(rnd_i, "cvt.rni.f32.f32")
F1(rnd_m, "cvt.rmi.f32.f32")
D1(drnd, "cvt.rzi.f64.f64")
D2(dadd, "add.rn.f64")
D2(dmul, "mul.rn.f64")
D3(dfma, "fma.rn.f64")
D2(dmin, "min.f64")
D1(dabs, "abs.f64")
D1(drcp, "rcp.rn.f64")
D1(drcp_a, "rcp.approx.ftz.f64")
D1(drsqrt, "rsqrt.approx.f64")
D1(dsqrt, "sqrt.rn.f64")
D2(ddiv, "div.rn.f64")

K three(float *o, float *p)
{
	float x = o[threadIdx.x], y = o[threadIdx.x + 32], z = o[threadIdx.x + 64];
	p[threadIdx.x] = fminf(fminf(x, y), z);
	p[threadIdx.x + 32] = fmaxf(fmaxf(x, y), z);
	p[threadIdx.x + 64] = fmaxf(fminf(x, y), 1.0f);
	p[threadIdx.x + 96] = x < y ? z : x;
	p[threadIdx.x + 128] = x > 2.0f && y <= z ? 1.0f : 0.0f;
	p[threadIdx.x + 160] = __saturatef(x) + copysignf(y, z);
	p[threadIdx.x + 192] = expf(x) + sinf(y) * logf(z) + powf(x, y);
	p[threadIdx.x + 224] = isnan(x) ? y : fmodf(y, z);
}

K set(float *o, double *d)
{
	float x = o[threadIdx.x], y = o[threadIdx.x + 32], r;
	int i;
	asm volatile("set.lt.f32.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y));
	o[threadIdx.x + 64] = r;
	asm volatile("set.gt.ftz.u32.f32 %0, %1, %2;" : "=r"(i) : "f"(x), "f"(y));
	o[threadIdx.x + 96] = i;
	asm volatile("slct.f32.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(y));
	o[threadIdx.x + 128] = r;
	d[threadIdx.x] = d[threadIdx.x + 32] < d[threadIdx.x + 64] ? 1.0 : d[threadIdx.x + 96];
}

K convert(float *f, double *d, int *i, long long *l, short *h, signed char *c, float a, int b, double g,
	  long long m)
{
	int t = threadIdx.x;
	f[t] = i[t];
	f[t + 32] = (u32)i[t + 32];
	f[t + 64] = l[t];
	f[t + 96] = (u64)l[t + 32];
	f[t + 128] = h[t];
	f[t + 160] = c[t];
	f[t + 192] = (unsigned char)c[t + 32];
	f[t + 224] = d[t];
	f[t + 256] = b + (float)m + (float)g;
	d[t + 32] = f[t + 288];
	d[t + 64] = i[t + 64];
	d[t + 96] = (u32)i[t + 96];
	d[t + 128] = l[t + 64];
	d[t + 160] = h[t + 32];
	d[t + 192] = a + (double)b;
	i[t + 128] = f[t + 320];
	i[t + 160] = (u32)f[t + 352];
	i[t + 192] = __float2int_rn(f[t + 384]);
	i[t + 224] = d[t + 224];
	i[t + 256] = __double2uint_ru(d[t + 256]);
	i[t + 288] = a;
	i[t + 320] = g;
	l[t + 96] = f[t + 416];
	l[t + 128] = d[t + 288];
	l[t + 160] = (u64)f[t + 448];
	h[t + 64] = f[t + 480];
	c[t + 64] = f[t + 512];
	h[t + 96] = i[t + 352];
	c[t + 96] = i[t + 384];
	l[t + 192] = i[t + 416];
	l[t + 224] = (u32)i[t + 448];
}

K saturate(int *i, float *f)
{
	int x = i[threadIdx.x], r;
	asm volatile("{ .reg .s8 t; cvt.sat.s8.s32 t, %1; cvt.s32.s8 %0, t; }" : "=r"(r) : "r"(x));
	i[threadIdx.x + 32] = r;
	asm volatile("{ .reg .u16 t; cvt.sat.u16.s32 t, %1; cvt.u32.u16 %0, t; }" : "=r"(r) : "r"(x));
	i[threadIdx.x + 64] = r;
	asm volatile("cvt.rzi.sat.u32.f32 %0, %1;" : "=r"(r) : "f"(f[threadIdx.x]));
	i[threadIdx.x + 96] = r;
#if __CUDA_ARCH__ >= 720
	asm volatile("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(i[threadIdx.x + 7]));
	i[threadIdx.x + 128] = r;
	asm volatile("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %1;" : "=r"(r) : "r"(x), "r"(i[threadIdx.x + 9]));
	i[threadIdx.x + 160] = r;
#endif
}

#if __CUDA_ARCH__ >= 800
K tf32(u32 *o, float *f)
{
	u32 r;
	asm volatile("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(f[threadIdx.x]));
	o[threadIdx.x] = r;
#if __CUDA_ARCH__ >= 900
	asm volatile("cvt.rn.tf32.f32 %0, %1;" : "=r"(r) : "f"(f[threadIdx.x + 32]));
	o[threadIdx.x + 32] = r;
#endif
}
#endif

#if __CUDA_ARCH__ >= 1000
K pair(u64 *o, u64 a, u64 b)
{
	u64 x = o[threadIdx.x], y = o[threadIdx.x + 32], r;
	asm volatile("fma.rn.f32x2 %0, %1, %2, %3;" : "=l"(r) : "l"(x), "l"(y), "l"(a));
	o[threadIdx.x + 64] = r;
	asm volatile("add.rn.f32x2 %0, %1, %2;" : "=l"(r) : "l"(x), "l"(y));
	o[threadIdx.x + 96] = r;
	asm volatile("mul.rn.f32x2 %0, %1, %2;" : "=l"(r) : "l"(x), "l"(b));
	o[threadIdx.x + 128] = r;
	asm volatile("fma.rn.f32x2 %0, %1, %2, %3;" : "=l"(r) : "l"(x), "l"(y), "l"(y));
	o[threadIdx.x + 160] = r;
}
K three_asm(float *o)
{
	float x = o[threadIdx.x], y = o[threadIdx.x + 32], z = o[threadIdx.x + 64], r;
	asm volatile("max.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z));
	o[threadIdx.x + 96] = r;
	asm volatile("min.abs.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z));
	o[threadIdx.x + 128] = r;
}
#endif
