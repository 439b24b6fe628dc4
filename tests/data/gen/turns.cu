struct stamp { unsigned long long clock_begin, clock_end, ns_begin, ns_end; unsigned smid, pad; };
static __device__ __forceinline__ unsigned long long nanoseconds()
{
	unsigned long long t;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}
static __device__ __forceinline__ void finish(unsigned *out, struct stamp *stamp, unsigned x,
	unsigned long long c0, unsigned long long c1, unsigned long long n0, unsigned long long n1)
{
	unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
	out[thread] = x;
	if (threadIdx.x % 32 == 0) {
		struct stamp *s = stamp + thread / 32;
		unsigned smid;
		asm volatile("mov.u32 %0, %%smid;" : "=r"(smid));
		s->clock_begin = c0; s->clock_end = c1; s->ns_begin = n0; s->ns_end = n1;
		s->smid = smid; s->pad = 0;
	}
}

#define S_p_turns_c2_u8_0(k) asm volatile("{ .reg .f32 t; neg.f32 t, %0; fma.rn.f32 %0, t, %1, %2; }" : "+f"(d##k) : "f"(a), "f"(c));
#define S_p_turns_c2_u8_1(k) asm volatile("{ fma.rn.f32 %0, %1, %0, %2; }" : "+f"(d##k) : "f"(alt_b), "f"(alt_a));
extern "C" __global__ void __launch_bounds__(1024, 1)
p_turns_c2_u8(const unsigned *in, unsigned *out, struct stamp *stamp, int iters)
{
	const unsigned lane = in[threadIdx.x & 31];
	const float a = 2.0f + lane;
	const float alt_a = 0.25f + lane;
	const float alt_b = 4.0f + lane;
	const float c = 3.0f + lane;
	float d0;
	float d1;
	{ const unsigned chain = 0; (void)chain;
	d0 = 0.5f + lane + chain;
	}
	{ const unsigned chain = 1; (void)chain;
	d1 = 0.5f + lane + chain;
	}
	__syncthreads();
	const unsigned long long n0 = nanoseconds(), c0 = clock64();
#pragma unroll 1
	for (int i = 0; i < iters; i++) {
		S_p_turns_c2_u8_0(0) S_p_turns_c2_u8_0(1) 
		S_p_turns_c2_u8_1(0) S_p_turns_c2_u8_1(1) 
		S_p_turns_c2_u8_0(0) S_p_turns_c2_u8_0(1) 
		S_p_turns_c2_u8_1(0) S_p_turns_c2_u8_1(1) 
	}
	const unsigned long long c1 = clock64(), n1 = nanoseconds();
	unsigned x = 0;
	x = x * 31u + (__float_as_uint(d0));
	x = x * 31u + (__float_as_uint(d1));
	finish(out, stamp, x, c0, c1, n0, n1);
}

#define S_p_turns_c2_u16_0(k) asm volatile("{ .reg .f32 t; neg.f32 t, %0; fma.rn.f32 %0, t, %1, %2; }" : "+f"(d##k) : "f"(a), "f"(c));
#define S_p_turns_c2_u16_1(k) asm volatile("{ fma.rn.f32 %0, %1, %0, %2; }" : "+f"(d##k) : "f"(alt_b), "f"(alt_a));
extern "C" __global__ void __launch_bounds__(1024, 1)
p_turns_c2_u16(const unsigned *in, unsigned *out, struct stamp *stamp, int iters)
{
	const unsigned lane = in[threadIdx.x & 31];
	const float a = 2.0f + lane;
	const float alt_a = 0.25f + lane;
	const float alt_b = 4.0f + lane;
	const float c = 3.0f + lane;
	float d0;
	float d1;
	{ const unsigned chain = 0; (void)chain;
	d0 = 0.5f + lane + chain;
	}
	{ const unsigned chain = 1; (void)chain;
	d1 = 0.5f + lane + chain;
	}
	__syncthreads();
	const unsigned long long n0 = nanoseconds(), c0 = clock64();
#pragma unroll 1
	for (int i = 0; i < iters; i++) {
		S_p_turns_c2_u16_0(0) S_p_turns_c2_u16_0(1) 
		S_p_turns_c2_u16_1(0) S_p_turns_c2_u16_1(1) 
		S_p_turns_c2_u16_0(0) S_p_turns_c2_u16_0(1) 
		S_p_turns_c2_u16_1(0) S_p_turns_c2_u16_1(1) 
		S_p_turns_c2_u16_0(0) S_p_turns_c2_u16_0(1) 
		S_p_turns_c2_u16_1(0) S_p_turns_c2_u16_1(1) 
		S_p_turns_c2_u16_0(0) S_p_turns_c2_u16_0(1) 
		S_p_turns_c2_u16_1(0) S_p_turns_c2_u16_1(1) 
	}
	const unsigned long long c1 = clock64(), n1 = nanoseconds();
	unsigned x = 0;
	x = x * 31u + (__float_as_uint(d0));
	x = x * 31u + (__float_as_uint(d1));
	finish(out, stamp, x, c0, c1, n0, n1);
}

