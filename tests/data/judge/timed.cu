/* Timed loops: what sass_find_loop must find, with a slow path behind the EXIT in one of them. */
#define K extern "C" __global__ void
#define LOOP(name, T, body)                                                                    \
	K name(T *o, long long *t, T a, T b, int n)                                            \
	{                                                                                      \
		T x = o[threadIdx.x], y = o[threadIdx.x + 32];                                 \
		long long t0 = clock64();                                                      \
		_Pragma("unroll 1") for (int i = 0; i < n; i++)                                \
		{                                                                              \
			_Pragma("unroll") for (int j = 0; j < 16; j++)                         \
			{                                                                      \
				body;                                                          \
			}                                                                      \
		}                                                                              \
		long long t1 = clock64();                                                      \
		o[threadIdx.x] = x + y;                                                        \
		t[threadIdx.x] = t1 - t0;                                                      \
	}
LOOP(ffma, float, x = fmaf(x, a, b); y = fmaf(y, b, a))
LOOP(fdiv, float, x = a / x; y = b / y)
LOOP(dfma, double, x = fma(x, a, b); y = fma(y, b, a))
#if __CUDA_ARCH__ >= 610
LOOP(idp, int, asm("dp4a.s32.s32 %0, %0, %1, %2;" : "+r"(x) : "r"(a), "r"(y)); asm("dp4a.s32.s32 %0, %0, %1, %2;" : "+r"(y) : "r"(b), "r"(x)))
#endif
LOOP(mad, int, x = x * a + b; y = y * b + a)
LOOP(idiv, int, x = a / x; y = b % y)
