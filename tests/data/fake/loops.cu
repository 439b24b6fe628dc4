/*
 * Timed loops whose cost on a made-up card can be computed by hand: input of tests/unit/fake.c.  Made by
 *   nvcc -std=c++17 -cubin -arch=sm_80 -o loops_sm80.cubin loops.cu   (and sm_90; CUDA 13.0)
 */
struct stamp {
	unsigned long long clock_begin, clock_end, ns_begin, ns_end;
	unsigned smid, pad;
};

static __device__ __forceinline__ unsigned long long ns_now()
{
	unsigned long long t;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}

template <typename T, int CHAINS, int COPIES, typename F>
static __device__ __forceinline__ void loop(const unsigned *in, unsigned *out, stamp *at, int iters, F step)
{
	unsigned lane = in[threadIdx.x & 31], warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
	unsigned sum = 0;
	T chain[CHAINS];

	for (int c = 0; c < CHAINS; c++)
		chain[c] = T(lane + c);
	unsigned long long ns = ns_now();
	long long begin = clock64();
#pragma unroll 1
	for (int i = 0; i < iters; i++) {
#pragma unroll
		for (int k = 0; k < COPIES; k++)
			step(chain[k % CHAINS], lane);
	}
	long long end = clock64();
	unsigned long long ns_end = ns_now();
	for (int c = 0; c < CHAINS; c++)
		sum += unsigned(chain[c]);
	out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
	if ((threadIdx.x & 31) == 0)
		at[warp] = {(unsigned long long)begin, (unsigned long long)end, ns, ns_end, blockIdx.x, 0};
}

struct Ffma {
	__device__ void operator()(float &x, unsigned lane) const
	{
		float a = 0.5f + lane, b = lane;

		asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(b));
	}
};

struct Dp4a {
	__device__ void operator()(unsigned &x, unsigned lane) const
	{
		asm volatile("dp4a.s32.s32 %0, %1, %2, %0;" : "+r"(x) : "r"(lane), "r"(lane + 1));
	}
};

#define KERNEL(name, T, F, chains, copies)                                                                             \
	extern "C" __global__ void name(const unsigned *in, unsigned *out, stamp *at, int iters)                       \
	{                                                                                                              \
		loop<T, chains, copies>(in, out, at, iters, F());                                                      \
	}
#define PAIR(name, T, F, chains, copies)                                                                               \
	KERNEL(name##_u, T, F, chains, copies)                                                                         \
	KERNEL(name##_2u, T, F, chains, 2 * (copies))

PAIR(ffma_c8, float, Ffma, 8, 32)
PAIR(ffma_c1, float, Ffma, 1, 32)
PAIR(dp4a_c8, unsigned, Dp4a, 8, 32)
PAIR(dp4a_c1, unsigned, Dp4a, 1, 32)

struct Frag {
	float d[4];
	__device__ Frag(unsigned v) : d{float(v), 0, 0, 0} {}
	__device__ operator unsigned() const { return unsigned(d[0] + d[1] + d[2] + d[3]); }
	__device__ Frag() {}
};
struct Mma {
	__device__ void operator()(Frag &f, unsigned lane) const
	{
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};"
			     : "+f"(f.d[0]), "+f"(f.d[1]), "+f"(f.d[2]), "+f"(f.d[3])
			     : "r"(lane));
	}
};
PAIR(mma_c1, Frag, Mma, 1, 16)
PAIR(mma_c4, Frag, Mma, 4, 16)

struct Divide {
	__device__ void operator()(float &x, unsigned lane) const
	{
		asm volatile("div.rn.f32 %0, %1, %0;" : "+f"(x) : "f"(1.5f + lane));
	}
};
PAIR(div_c1, float, Divide, 1, 8)

/* Two kinds of work for one pipe of sm_80; on sm_90 the one has a second pipe to go to. */
struct Both {
	__device__ void operator()(unsigned &x, unsigned lane) const
	{
		float f = __uint_as_float(x);

		asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(f) : "f"(__uint_as_float(lane)));
		asm volatile("mad.lo.s32 %0, %1, %2, %2;" : "=r"(x) : "r"(__float_as_uint(f)), "r"(lane));
	}
};
PAIR(both_c8, unsigned, Both, 8, 32)

/* No timed loop: a verify kernel. */
extern "C" __global__ void verify(const unsigned *in, unsigned *out, stamp *, int iters)
{
	unsigned wrong = 0;

#pragma unroll 1
	for (int i = 0; i < iters; i++)
		wrong += __dp4a(int(in[0] + i), int(in[0]), 0) == 77;
	out[blockIdx.x * blockDim.x + threadIdx.x] = wrong;
}
