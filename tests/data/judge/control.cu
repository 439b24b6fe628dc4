/* Branches, calls, barriers, votes, shuffles and special registers. */
typedef unsigned int u32;
typedef unsigned long long u64;
#define K extern "C" __global__ void

K votes(u32 *o, u32 m)
{
	u32 t = threadIdx.x, x = o[t];
	o[t + 32] = __ballot_sync(~0u, x > m) + __any_sync(~0u, x == 3) + __all_sync(~0u, x < 9);
	o[t + 64] = __shfl_sync(~0u, x, 3) + __shfl_sync(~0u, x, m) + __shfl_up_sync(~0u, x, 1);
	o[t + 96] = __shfl_xor_sync(~0u, x, 16) + __shfl_down_sync(~0u, x, m, 8) + __shfl_sync(~0u, x, t ^ m);
	o[t + 128] = __activemask();
	__syncwarp(m);
	o[t + 192] = __syncthreads_count(x > 4) + __syncthreads_or(x > 5) + __syncthreads_and(x > 6);
#if __CUDA_ARCH__ >= 700
	int p;
	o[t + 160] = __match_any_sync(~0u, x) + __match_all_sync(~0u, x, &p) + p;
	__nanosleep(m);
	__nanosleep(100);
#endif
}
K special(u32 *o, u64 *q)
{
	u32 r;
	u64 l;
#define SR(i, name) asm volatile("mov.u32 %0, %%" name ";" : "=r"(r)); o[threadIdx.x + 32 * i] = r
#define SR64(i, name) asm volatile("mov.u64 %0, %%" name ";" : "=l"(l)); q[threadIdx.x + 32 * i] = l
	SR(0, "clock");
	SR(1, "clock_hi");
	SR64(0, "clock64");
	SR64(1, "globaltimer");
	SR(2, "globaltimer_lo");
	SR(3, "smid");
	SR(4, "laneid");
	SR(5, "warpid");
	SR(6, "lanemask_lt");
	SR(7, "lanemask_ge");
	SR(8, "ctaid.x");
	SR(9, "tid.y");
	SR(10, "nsmid");
	SR(11, "dynamic_smem_size");
	SR(12, "gridid");
	SR(13, "pm0");
	SR(14, "nwarpid");
	SR64(2, "clock64");
}
K named(int *o, int b)
{
	asm volatile("bar.sync 1, 64;" ::: "memory");
	asm volatile("bar.arrive 2, 64;" ::: "memory");
	asm volatile("bar.sync %0, 96;" ::"r"(b) : "memory");
	o[threadIdx.x] = b;
}
__device__ __noinline__ int deep(int n)
{
	return n < 2 ? n : deep(n - 1) * 3 + deep(n - 2);
}
__device__ int (*volatile fn)(int);
K calls(int *o, int n)
{
	fn = deep;
	o[threadIdx.x] = deep(o[threadIdx.x]) + fn(n);
}
K branches(int *o, const float *f, int n)
{
	int x = o[threadIdx.x];
	switch (x & 15) {
	case 0: x += 3; break;
	case 1: x *= n; break;
	case 2: x ^= 77; break;
	case 3: x = __float2int_rn(sinf(f[x])); break;
	case 4: while (x > n) x = x * 3 / 7; break;
	case 5: for (int i = 0; i < x; i++) o[i + 64] = x / (i + 1); break;
	case 7: if (x > 100) return; x = 5; break;
	case 8: x = __popc(x); break;
	case 9: o[99] = 3; __threadfence(); x -= 3; break;
	case 11: x = max(x, n); break;
	default: x = -x;
	}
	if (n == 7)
		asm volatile("brkpt;");
	if (n == 9)
		asm volatile("trap;");
	if (n == 11)
		asm volatile("pmevent 3;");
	if (n == 13)
		asm volatile("exit;");
	o[threadIdx.x] = x;
}
K printing(int n)
{
	asm volatile("{ .reg .b64 a; cvta.to.global.u64 a, 0; st.global.u32 [a], %0; }" ::"r"(n));
	for (int i = 0; i < n; i++)
		if (i * threadIdx.x > 77)
			__syncwarp();
}
