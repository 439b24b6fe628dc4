/*
 * What the cubins in this folder were made from.  sm_60 by NVRTC 11.8.89, sm_61, sm_70 and sm_75 by NVRTC 12.9.86 (all ELF
 * ABI 7), the others by NVRTC 13.0.88 (ABI 8): -arch=sm_XX, and -DMIX or -DDIVIDE where one kernel makes a file large enough.  expected.txt
 * says what is in them.
 */
#ifndef DIVIDE
extern "C" __global__ void mix(float *o, int *p, long long *t, float a, int b, int n)
{
	float x = o[threadIdx.x];
	int y = p[threadIdx.x], z = p[threadIdx.x + 32];
	long long t0 = clock64();
#pragma unroll 1
	for (int i = 0; i < n; i++) {
		x = fmaf(x, a, x);
		x = x + a;
		y = __dp4a(y, b, z);
		z = __dp2a_lo(z, b, y);
		asm volatile("fma.rn.f16x2 %0, %0, %2, %1; fma.rn.f16x2 %1, %1, %2, %0;" : "+r"(y), "+r"(z) : "r"(b));
		asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
	}
	long long t1 = clock64();
	o[threadIdx.x] = x;
	p[threadIdx.x] = y + z;
	t[threadIdx.x] = t1 - t0;
}

#endif
#ifndef MIX
/* The slow path of the division lies behind EXIT, with a branch of its own; the array has to lie in local memory. */
extern "C" __global__ void divide(float *o, long long *t, float a, int n)
{
	volatile float keep[16];
	float x = o[threadIdx.x];
	keep[n & 15] = x;
	long long t0 = clock64();
#pragma unroll 1
	for (int i = 0; i < n; i++)
		x = a / x;
	long long t1 = clock64();
	o[threadIdx.x] = x + keep[n >> 1 & 15];
	t[threadIdx.x] = t1 - t0;
}
#endif
