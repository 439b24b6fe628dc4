// A program that knows nothing of cmp_dispatch.h: byte dot products in all overloads, contraction, and explicit fma.
extern "C" __global__ void bytes(const int *a, const int *b, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = __dp4a(a[i], b[i], out[i]);
}

extern "C" __global__ void unsigned_bytes(const unsigned int *a, const unsigned int *b, unsigned int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = __dp4a(a[i], b[i], out[i]);
}

extern "C" __global__ void vectors(const char4 *a, const char4 *b, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = __dp4a(a[i], b[i], out[i]);
}

extern "C" __global__ void unsigned_vectors(const uchar4 *a, const uchar4 *b, unsigned int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = __dp4a(a[i], b[i], out[i]);
}

extern "C" __global__ void floats(const float *a, const float *b, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = a[i] * b[i] + out[i];
	out[i] += __fmaf_rn(a[i], out[i], b[i]);
	out[i] += fmaf(b[i], out[i], a[i]);
}
