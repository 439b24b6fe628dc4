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

static __device__ __forceinline__ unsigned long long tile_descriptor(const unsigned *tile)
{
	return ((unsigned)__cvta_generic_to_shared(tile) & 0x3ffff) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}
#define GROUP_BEGIN asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#define GROUP_END asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");

#define S_p_group_c2_u4_0(k) asm volatile("{ wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0; }" : "+f"(d##k##_0), "+f"(d##k##_1), "+f"(d##k##_2), "+f"(d##k##_3) : "l"(a_tile), "l"(b_tile));
extern "C" __global__ void __launch_bounds__(1024, 1)
p_group_c2_u4(const unsigned *in, unsigned *out, struct stamp *stamp, int iters)
{
	const unsigned lane = in[threadIdx.x & 31];
	const unsigned a = 0x2c002c00u + lane;
	const unsigned b = 0x2c00ac00u + lane;
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
	__shared__ __align__(128) unsigned a_words[512];
	for (unsigned w = threadIdx.x; w < 512; w += blockDim.x)
		a_words[w] = a;
	const unsigned long long a_tile = tile_descriptor(a_words);
	__shared__ __align__(128) unsigned b_words[2048];
	for (unsigned w = threadIdx.x; w < 2048; w += blockDim.x)
		b_words[w] = b;
	const unsigned long long b_tile = tile_descriptor(b_words);
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	const unsigned long long n0 = nanoseconds(), c0 = clock64();
#pragma unroll 1
	for (int i = 0; i < iters; i++) {
		GROUP_BEGIN
		S_p_group_c2_u4_0(0) S_p_group_c2_u4_0(1) 
		S_p_group_c2_u4_0(0) S_p_group_c2_u4_0(1) 
		GROUP_END
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

#define S_p_group_wait_u4_0(k) asm volatile("{ wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0; }" : "+f"(d##k##_0), "+f"(d##k##_1), "+f"(d##k##_2), "+f"(d##k##_3) : "l"(a_tile), "l"(b_tile));
extern "C" __global__ void __launch_bounds__(1024, 1)
p_group_wait_u4(const unsigned *in, unsigned *out, struct stamp *stamp, int iters)
{
	const unsigned lane = in[threadIdx.x & 31];
	const unsigned a = 0x2c002c00u + lane;
	const unsigned b = 0x2c00ac00u + lane;
	float d0_0;
	float d0_1;
	float d0_2;
	float d0_3;
	{ const unsigned chain = 0; (void)chain;
	d0_0 = 0.001f * lane;
	d0_1 = 0.001f * lane;
	d0_2 = 0.001f * lane;
	d0_3 = 0.001f * lane;
	}
	__shared__ __align__(128) unsigned a_words[512];
	for (unsigned w = threadIdx.x; w < 512; w += blockDim.x)
		a_words[w] = a;
	const unsigned long long a_tile = tile_descriptor(a_words);
	__shared__ __align__(128) unsigned b_words[2048];
	for (unsigned w = threadIdx.x; w < 2048; w += blockDim.x)
		b_words[w] = b;
	const unsigned long long b_tile = tile_descriptor(b_words);
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	const unsigned long long n0 = nanoseconds(), c0 = clock64();
#pragma unroll 1
	for (int i = 0; i < iters; i++) {
		GROUP_BEGIN S_p_group_wait_u4_0(0) GROUP_END
		GROUP_BEGIN S_p_group_wait_u4_0(0) GROUP_END
		GROUP_BEGIN S_p_group_wait_u4_0(0) GROUP_END
		GROUP_BEGIN S_p_group_wait_u4_0(0) GROUP_END
	}
	const unsigned long long c1 = clock64(), n1 = nanoseconds();
	unsigned x = 0;
	x = x * 31u + (__float_as_uint(d0_0));
	x = x * 31u + (__float_as_uint(d0_1));
	x = x * 31u + (__float_as_uint(d0_2));
	x = x * 31u + (__float_as_uint(d0_3));
	finish(out, stamp, x, c0, c1, n0, n1);
}

