/* Matrix instructions that mma.sync reaches, and what feeds them. */
typedef unsigned int u32;
#define K extern "C" __global__ void

#define LOAD                                                                                   \
	u32 t = threadIdx.x, a0 = o[t], a1 = o[t + 32], a2 = o[t + 64], a3 = o[t + 96];        \
	u32 b0 = o[t + 128], b1 = o[t + 160], b2 = o[t + 192], b3 = o[t + 224];                \
	u32 c0 = o[t + 256], c1 = o[t + 288], c2 = o[t + 320], c3 = o[t + 352];                \
	(void)a1, (void)a2, (void)a3, (void)b1, (void)b2, (void)b3, (void)c2, (void)c3
#define STORE                                                                                  \
	o[t] = c0;                                                                             \
	o[t + 32] = c1;                                                                        \
	o[t + 64] = c2;                                                                        \
	o[t + 96] = c3
/* D registers, A registers, B registers */
#define M_4_4_2(name, text)                                                                    \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"     \
			     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)                          \
			     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));          \
		STORE;                                                                         \
	}
#define M_2_4_2(name, text)                                                                    \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		asm volatile(text " {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%0,%1};"                 \
			     : "+r"(c0), "+r"(c1)                                              \
			     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));          \
		STORE;                                                                         \
	}
#define M_4_2_1(name, text)                                                                    \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		asm volatile(text " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"              \
			     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)                          \
			     : "r"(a0), "r"(a1), "r"(b0));                                     \
		STORE;                                                                         \
	}
#define M_2_2_1(name, text)                                                                    \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		asm volatile(text " {%0,%1}, {%2,%3}, {%4}, {%0,%1};"                          \
			     : "+r"(c0), "+r"(c1) : "r"(a0), "r"(a1), "r"(b0));                \
		STORE;                                                                         \
	}
#define M_2_1_1(name, text)                                                                    \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		asm volatile(text " {%0,%1}, {%2}, {%3}, {%0,%1};"                             \
			     : "+r"(c0), "+r"(c1) : "r"(a0), "r"(b0));                         \
		STORE;                                                                         \
	}
/* sparse: A, B, C and the metadata */
#define M_SP(name, text, d, nb)                                                                \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9,%10,%11}, {%0,%1,%2,%3}, %12, 0x0;" \
			     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)                          \
			     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1), "r"(b2),  \
			       "r"(b3), "r"(t));                                               \
		STORE;                                                                         \
	}

K m8n8k4(u32 *o)
{
	LOAD;
	u32 d4 = 0, d5 = 0, d6 = 0, d7 = 0;
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11},"
		     " {%0,%1,%2,%3,%4,%5,%6,%7};"
		     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3), "+r"(d4), "+r"(d5), "+r"(d6), "+r"(d7)
		     : "r"(a0), "r"(a1), "r"(b0), "r"(b1));
	asm volatile("mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16 {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3};"
		     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3) : "r"(a0), "r"(a1), "r"(b0), "r"(b1));
	o[t + 128] = d4 ^ d5 ^ d6 ^ d7;
	STORE;
}

K wmma(u32 *o)
{
	__shared__ u32 s[1024];
	LOAD;
	u32 d4 = 0, d5 = 0, d6 = 0, d7 = 0;
	s[t] = a0;
	__syncthreads();
	asm volatile("{ .reg .b32 a<8>, b<8>; wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {a0,a1,a2,a3,a4,a5,a6,a7}, [%8], 16;"
		     " wmma.load.b.sync.aligned.col.m16n16k16.shared.f16 {b0,b1,b2,b3,b4,b5,b6,b7}, [%8], 16;"
		     " wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {a0,a1,a2,a3,a4,a5,a6,a7},"
		     " {b0,b1,b2,b3,b4,b5,b6,b7}, {%0,%1,%2,%3,%4,%5,%6,%7}; }"
		     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3), "+r"(d4), "+r"(d5), "+r"(d6), "+r"(d7)
		     : "l"(__cvta_generic_to_shared(s)) : "memory");
	o[t + 128] = d4 ^ d5 ^ d6 ^ d7;
	STORE;
}

#if __CUDA_ARCH__ >= 720
K wmma_s8(u32 *o)
{
	LOAD;
	u32 d4 = 0, d5 = 0, d6 = 0, d7 = 0;
	asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9},"
		     " {%10,%11}, {%0,%1,%2,%3,%4,%5,%6,%7};"
		     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3), "+r"(d4), "+r"(d5), "+r"(d6), "+r"(d7)
		     : "r"(a0), "r"(a1), "r"(b0), "r"(b1));
	o[t + 128] = d4 ^ d5 ^ d6 ^ d7;
	STORE;
}
#endif

#if __CUDA_ARCH__ >= 750
M_4_2_1(h1688_f32, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32")
M_2_2_1(h1688_f16, "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16")
M_2_1_1(i8816_ss, "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32")
M_2_1_1(i8816_us, "mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32")
M_2_1_1(i8816_su_sat, "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32")
M_2_1_1(i8816_uu, "mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32")
M_2_1_1(i8832_ss, "mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32")
M_2_1_1(i8832_uu, "mma.sync.aligned.m8n8k32.row.col.satfinite.s32.u4.u4.s32")
M_2_1_1(b88128, "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc")
K ldsm(u32 *o)
{
	__shared__ u32 s[1024];
	u32 r0, r1, r2, r3, q = (u32)__cvta_generic_to_shared(s + threadIdx.x * 4);
	s[threadIdx.x] = o[threadIdx.x];
	__syncthreads();
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
		     : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(q));
	o[threadIdx.x + 32] = r0 ^ r1 ^ r2 ^ r3;
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1+64];" : "=r"(r0) : "r"(q));
	o[threadIdx.x + 64] = r0;
	asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r0) : "r"(r1));
	o[threadIdx.x + 96] = r0;
#if __CUDA_ARCH__ >= 900
	asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1,%2};" ::"r"(q), "r"(r0), "r"(r1));
	o[threadIdx.x + 128] = s[threadIdx.x + 5];
#endif
}
#endif

#if __CUDA_ARCH__ >= 800
M_4_4_2(h16816_f32, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32")
M_2_4_2(h16816_f16, "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16")
M_4_4_2(h16816_bf16, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32")
M_4_2_1(h1688_bf16, "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32")
M_4_2_1(h1684_tf32, "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32")
M_4_4_2(h1688_tf32, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32")
M_4_2_1(i16816_ss, "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32")
M_4_4_2(i16832_ss, "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32")
M_4_4_2(i16832_us, "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32")
M_4_4_2(i16832_su, "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32")
M_4_4_2(i16832_uu, "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32")
M_4_2_1(i16832_s4, "mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32")
M_4_4_2(i16864_s4, "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32")
M_4_4_2(i16864_u4, "mma.sync.aligned.m16n8k64.row.col.s32.u4.s4.s32")
M_4_2_1(b168128_xor, "mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc")
M_4_4_2(b168256_and, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc")
M_SP(h16832_sp, "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", 4, 4)
M_SP(h16832_sp_bf, "mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32", 4, 4)
M_SP(h16816_sp_tf, "mma.sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32", 4, 4)
M_SP(i16864_sp, "mma.sp.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32", 4, 4)
M_SP(i168128_sp, "mma.sp.sync.aligned.m16n8k128.row.col.s32.s4.s4.s32", 4, 4)
K d884(double *o)
{
	double a = o[threadIdx.x], b = o[threadIdx.x + 32], c = o[threadIdx.x + 64], d = o[threadIdx.x + 96];
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
		     : "+d"(c), "+d"(d) : "d"(a), "d"(b));
	o[threadIdx.x + 128] = c + d;
}
K redux(u32 *o)
{
	u32 x = o[threadIdx.x], r;
	asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(x));
	o[threadIdx.x + 32] = r;
	asm volatile("redux.sync.min.s32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(x));
	o[threadIdx.x + 64] = r;
	asm volatile("redux.sync.xor.b32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(o[threadIdx.x + 9]));
	o[threadIdx.x + 96] = r;
}
#endif

#if __CUDA_ARCH__ >= 890 && __CUDACC_VER_MAJOR__ >= 12
M_4_4_2(q16832_e4m3, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32")
M_4_4_2(q16832_e5m2, "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32")
#endif

#if __CUDA_ARCH__ >= 900
K d16816(double *o)
{
	double a[8], b[4], c[4];
	for (int i = 0; i < 8; i++)
		a[i] = o[threadIdx.x + 32 * i];
	for (int i = 0; i < 4; i++)
		b[i] = o[threadIdx.x + 32 * i + 256], c[i] = o[threadIdx.x + 32 * i + 512];
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11},"
		     " {%12,%13,%14,%15}, {%0,%1,%2,%3};"
		     : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
		     : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
		       "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
	asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
		     : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
	asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
		     : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
		     : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
	for (int i = 0; i < 4; i++)
		o[threadIdx.x + 32 * i] = c[i];
}
#endif

/* HMMA.884 with mixed sums, and the smaller sparse shapes. */
#if __CUDA_ARCH__ < 800
K m8n8k4_mixed(u32 *o)
{
	LOAD;
	u32 d4 = 0, d5 = 0, d6 = 0, d7 = 0;
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11},"
		     " {%12,%13,%14,%15};"
		     : "=r"(c0), "=r"(c1), "=r"(c2), "=r"(c3), "=r"(d4), "=r"(d5), "=r"(d6), "=r"(d7)
		     : "r"(a0), "r"(a1), "r"(b0), "r"(b1), "r"(a2), "r"(a3), "r"(b2), "r"(b3));
	o[t + 128] = d4 ^ d5 ^ d6 ^ d7;
	STORE;
}
#endif
#define M_SP2(name, text)                                                                      \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		asm volatile(text " {%0,%1,%2,%3}, {%4,%5}, {%6,%7}, {%0,%1,%2,%3}, %8, 0x0;"  \
			     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)                          \
			     : "r"(a0), "r"(a1), "r"(b0), "r"(b1), "r"(t));                    \
		STORE;                                                                         \
	}
#define M_SPH(name, text, nb)                                                                  \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		asm volatile(text " {%0,%1}, {%2,%3,%4,%5}, {%6,%7,%8,%9}, {%0,%1}, %10, 0x0;" \
			     : "+r"(c0), "+r"(c1)                                              \
			     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1), "r"(b2),  \
			       "r"(b3), "r"(t));                                               \
		STORE;                                                                         \
	}
#if __CUDA_ARCH__ >= 800
M_SP2(h16816_sp, "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32")
M_SP2(h16816_sp_bf, "mma.sp.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32")
M_SP2(h1688_sp_tf, "mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32")
M_SP2(i16832_sp, "mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32")
M_SP2(i16864_sp4, "mma.sp.sync.aligned.m16n8k64.row.col.s32.u4.u4.s32")
M_SPH(h16832_sp_f16, "mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16", 4)
#endif
#if __CUDA_ARCH__ >= 890 && __CUDACC_VER_MAJOR__ >= 12
M_4_4_2(q16832_52_52, "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32")
M_4_4_2(q16832_43_52, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32")
M_2_4_2(q16832_f16, "mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16")
M_4_2_1(q16816, "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32")
M_2_2_1(q16816_f16, "mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e4m3.f16")
M_SP(q16864_sp, "mma.sp.sync.aligned.m16n8k64.row.col.f32.e4m3.e5m2.f32", 4, 4)
#endif
#ifdef __CUDA_ARCH_FEAT_SM120_ALL
M_4_4_2(q_e2m1, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m1.f32")
M_4_4_2(q_e3m2, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e3m2.e2m3.f32")
M_4_4_2(q_e2m3, "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m3.e4m3.f32")
#define M_SCALED(name, text)                                                                   \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		asm volatile(text " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3},"     \
			     " {%10}, {0,0}, {%11}, {0,0};"                                    \
			     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)                          \
			     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1), "r"(b2),  \
			       "r"(b3));                                                       \
		STORE;                                                                         \
	}
M_SCALED(q_sf, "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0")
M_SCALED(o_sf, "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0")
M_SCALED(o_nv, "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3")
#endif
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
/* A warpgroup's.  The registers of D are few, so N is small; A and B are tiles that nobody reads. */
#define D4 "{%0,%1,%2,%3}"
#define W(name, text, d, tail)                                                                 \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		unsigned long long a = t, b = t + 1;                                           \
		asm volatile("wgmma.fence.sync.aligned; wgmma.mma_async" text " " d            \
			     ", %4, %5, " tail "; wgmma.commit_group.sync.aligned;"            \
			     "wgmma.wait_group.sync.aligned 0;"                                \
			     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)                          \
			     : "l"(a), "l"(b), "r"(a0), "r"(a1), "r"(a2), "r"(a3));            \
		STORE;                                                                         \
	}
#define W_REG(name, text, tail)                                                                \
	K name(u32 *o)                                                                         \
	{                                                                                      \
		LOAD;                                                                          \
		unsigned long long b = t + 1;                                                  \
		asm volatile("wgmma.fence.sync.aligned; wgmma.mma_async" text " " D4           \
			     ", {%4,%5,%6,%7}, %8, " tail "; wgmma.commit_group.sync.aligned;" \
			     "wgmma.wait_group.sync.aligned 1;"                                \
			     : "+r"(c0), "+r"(c1), "+r"(c2), "+r"(c3)                          \
			     : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "l"(b));                    \
		STORE;                                                                         \
	}
W(w_f16_f32, ".sync.aligned.m64n8k16.f32.f16.f16", D4, "1, 1, 1, 0, 0")
W(w_f16_n16, ".sync.aligned.m64n16k16.f16.f16.f16", D4, "0, -1, 1, 1, 0")
W(w_f16_n8, ".sync.aligned.m64n8k16.f16.f16.f16", "{%0,%1}", "1, 1, -1, 0, 1")
W(w_bf16, ".sync.aligned.m64n8k16.f32.bf16.bf16", D4, "1, 1, 1, 1, 1")
W(w_tf32, ".sync.aligned.m64n8k8.f32.tf32.tf32", D4, "1, 1, 1")
W(w_s8s8, ".sync.aligned.m64n8k32.s32.s8.s8", D4, "1")
W(w_s8u8, ".sync.aligned.m64n8k32.s32.s8.u8", D4, "1")
W(w_u8s8, ".sync.aligned.m64n8k32.s32.satfinite.u8.s8", D4, "1")
W(w_u8u8, ".sync.aligned.m64n8k32.s32.u8.u8", D4, "0")
W(w_b1, ".sync.aligned.m64n8k256.s32.b1.b1.and.popc", D4, "1")
W(w_43_43, ".sync.aligned.m64n8k32.f32.e4m3.e4m3", D4, "1, 1, 1")
W(w_43_52, ".sync.aligned.m64n16k32.f16.e4m3.e5m2", D4, "1, 1, 1")
W(w_52_43, ".sync.aligned.m64n8k32.f32.e5m2.e4m3", D4, "1, 1, 1")
W(w_52_52, ".sync.aligned.m64n16k32.f16.e5m2.e5m2", D4, "1, 1, 1")
W(w_sp_f16, ".sp.sync.aligned.m64n8k32.f32.f16.f16", D4, "%6, 0, 1, 1, 1, 0, 0")
W(w_sp_s8, ".sp.sync.aligned.m64n8k64.s32.s8.s8", D4, "%6, 0, 1")
W(w_sp_43, ".sp.sync.aligned.m64n8k64.f32.e4m3.e4m3", D4, "%6, 0, 1, 1, 1")
W_REG(w_f16_reg, ".sync.aligned.m64n8k16.f32.f16.f16", "1, 1, 1, 0")
W_REG(w_tf32_reg, ".sync.aligned.m64n8k8.f32.tf32.tf32", "1, 1, 1")
W_REG(w_s8_reg, ".sync.aligned.m64n8k32.s32.s8.s8", "1")
#endif
