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

#define S_p_matrix_c2_u4_0(k) asm volatile("{ mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3}; }" : "+f"(d##k##_0), "+f"(d##k##_1), "+f"(d##k##_2), "+f"(d##k##_3) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
extern "C" __global__ void __launch_bounds__(1024, 1)
p_matrix_c2_u4(const unsigned *in, unsigned *out, struct stamp *stamp, int iters)
{
	const unsigned lane = in[threadIdx.x & 31];
	const unsigned a0 = (0x2c002c00u + lane) + 0;
	const unsigned a1 = (0x2c002c00u + lane) + 1;
	const unsigned a2 = (0x2c002c00u + lane) + 2;
	const unsigned a3 = (0x2c002c00u + lane) + 3;
	const unsigned b0 = (0x2c00ac00u + lane) + 0;
	const unsigned b1 = (0x2c00ac00u + lane) + 1;
	float d0_0;
	float d0_1;
	float d0_2;
	float d0_3;
	float d1_0;
	float d1_1;
	float d1_2;
	float d1_3;
	{ const unsigned chain = 0; (void)chain;
	d0_0 = 0.001f * lane;
	d0_1 = 0.001f * lane;
	d0_2 = 0.001f * lane;
	d0_3 = 0.001f * lane;
	}
	{ const unsigned chain = 1; (void)chain;
	d1_0 = 0.001f * lane;
	d1_1 = 0.001f * lane;
	d1_2 = 0.001f * lane;
	d1_3 = 0.001f * lane;
	}
	__syncthreads();
	const unsigned long long n0 = nanoseconds(), c0 = clock64();
#pragma unroll 1
	for (int i = 0; i < iters; i++) {
		S_p_matrix_c2_u4_0(0) S_p_matrix_c2_u4_0(1) 
		S_p_matrix_c2_u4_0(0) S_p_matrix_c2_u4_0(1) 
	}
	const unsigned long long c1 = clock64(), n1 = nanoseconds();
	unsigned x = 0;
	x = x * 31u + (__float_as_uint(d0_0));
	x = x * 31u + (__float_as_uint(d0_1));
	x = x * 31u + (__float_as_uint(d0_2));
	x = x * 31u + (__float_as_uint(d0_3));
	x = x * 31u + (__float_as_uint(d1_0));
	x = x * 31u + (__float_as_uint(d1_1));
	x = x * 31u + (__float_as_uint(d1_2));
	x = x * 31u + (__float_as_uint(d1_3));
	finish(out, stamp, x, c0, c1, n0, n1);
}

#define S_p_matrix_c2_u8_0(k) asm volatile("{ mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3}; }" : "+f"(d##k##_0), "+f"(d##k##_1), "+f"(d##k##_2), "+f"(d##k##_3) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
extern "C" __global__ void __launch_bounds__(1024, 1)
p_matrix_c2_u8(const unsigned *in, unsigned *out, struct stamp *stamp, int iters)
{
	const unsigned lane = in[threadIdx.x & 31];
	const unsigned a0 = (0x2c002c00u + lane) + 0;
	const unsigned a1 = (0x2c002c00u + lane) + 1;
	const unsigned a2 = (0x2c002c00u + lane) + 2;
	const unsigned a3 = (0x2c002c00u + lane) + 3;
	const unsigned b0 = (0x2c00ac00u + lane) + 0;
	const unsigned b1 = (0x2c00ac00u + lane) + 1;
	float d0_0;
	float d0_1;
	float d0_2;
	float d0_3;
	float d1_0;
	float d1_1;
	float d1_2;
	float d1_3;
	{ const unsigned chain = 0; (void)chain;
	d0_0 = 0.001f * lane;
	d0_1 = 0.001f * lane;
	d0_2 = 0.001f * lane;
	d0_3 = 0.001f * lane;
	}
	{ const unsigned chain = 1; (void)chain;
	d1_0 = 0.001f * lane;
	d1_1 = 0.001f * lane;
	d1_2 = 0.001f * lane;
	d1_3 = 0.001f * lane;
	}
	__syncthreads();
	const unsigned long long n0 = nanoseconds(), c0 = clock64();
#pragma unroll 1
	for (int i = 0; i < iters; i++) {
		S_p_matrix_c2_u8_0(0) S_p_matrix_c2_u8_0(1) 
		S_p_matrix_c2_u8_0(0) S_p_matrix_c2_u8_0(1) 
		S_p_matrix_c2_u8_0(0) S_p_matrix_c2_u8_0(1) 
		S_p_matrix_c2_u8_0(0) S_p_matrix_c2_u8_0(1) 
	}
	const unsigned long long c1 = clock64(), n1 = nanoseconds();
	unsigned x = 0;
	x = x * 31u + (__float_as_uint(d0_0));
	x = x * 31u + (__float_as_uint(d0_1));
	x = x * 31u + (__float_as_uint(d0_2));
	x = x * 31u + (__float_as_uint(d0_3));
	x = x * 31u + (__float_as_uint(d1_0));
	x = x * 31u + (__float_as_uint(d1_1));
	x = x * 31u + (__float_as_uint(d1_2));
	x = x * 31u + (__float_as_uint(d1_3));
	finish(out, stamp, x, c0, c1, n0, n1);
}

