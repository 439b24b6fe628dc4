/* Memory, atomics, textures and local arrays. */
typedef unsigned int u32;
typedef unsigned long long u64;
#define K extern "C" __global__ void

__constant__ int table[64];
__device__ u64 counter;

K global(int *o, const int4 *__restrict__ v, const short *h, const signed char *c, u64 *q)
{
	int t = threadIdx.x, r;
	int4 w = v[t], x = __ldg(v + t + 32);
	int2 y = *(const int2 *)(v + t + 64);
	*(int4 *)(o + 4 * t) = w;
	*(int2 *)(o + 2 * t + 1024) = y;
	o[t + 2048] = x.x + x.w + h[t] + (unsigned short)h[t + 32] + c[t] + (unsigned char)c[t + 32];
	((short *)o)[t + 9000] = w.y;
	((char *)o)[t + 20000] = w.z;
	asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(r) : "l"(o + t));
	o[t + 3000] = r;
	asm volatile("ld.global.cv.u32 %0, [%1];" : "=r"(r) : "l"(o + t + 9));
	o[t + 3032] = r;
#if __CUDA_ARCH__ >= 700
	asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(r) : "l"(o + t + 11));
	o[t + 3064] = r;
	asm volatile("st.release.sys.u32 [%0], %1;" ::"l"(o + t + 3200), "r"(r));
#endif
	asm volatile("st.global.wt.u32 [%0], %1;" ::"l"(o + t + 3100), "r"(r));
	asm volatile("prefetch.global.L2 [%0];" ::"l"(o + t + 4000));
#if __CUDA_ARCH__ >= 800
	asm volatile("discard.global.L2 [%0], 128;" ::"l"(o + 4096) : "memory");
#endif
	q[t] = counter + table[t & 63] + table[w.x & 63];
	__threadfence();
	__threadfence_block();
	__threadfence_system();
}

K generic(int *o, int *p, int which)
{
	__shared__ int s[64];
	s[threadIdx.x & 63] = o[threadIdx.x];
	__syncthreads();
	int *g = which ? s : p;
	g[threadIdx.x & 63] += 3;
	o[threadIdx.x] = g[(threadIdx.x + 1) & 63] + atomicAdd(g + 2, 1) + __isShared(g);
}

K shared(int *o, double *d)
{
	__shared__ int s[256];
	__shared__ __align__(16) double e[64];
	extern __shared__ int4 dyn[];
	int t = threadIdx.x;
	s[t] = o[t];
	e[t & 63] = d[t];
	dyn[t] = *(int4 *)(o + 4 * t);
	((short *)s)[t + 256] = 7;
	__syncthreads();
	o[t] = s[t ^ 1] + ((char *)s)[t + 9] + dyn[t ^ 3].y + *(unsigned short *)&dyn[t ^ 5];
	d[t] = e[(t + 1) & 63] + ((double2 *)e)[t & 31].y + e[3];
	atomicAdd(&s[3], t);
	atomicMax(&s[t & 7], t);
	o[t + 256] = atomicCAS(&s[5], t, 9) + atomicExch(&s[6], t) + atomicAdd(&s[9], 2);
	atomicAdd((float *)&s[11], 1.5f);
	atomicAdd(&e[7], 2.5);
}
K atomics(int *o, u32 *u, u64 *q, float *f, double *d)
{
	int t = threadIdx.x;
	atomicAdd(o + t, 1);
	atomicMin(u + t, 7u);
	atomicOr(u + t + 32, 5u);
	atomicAdd(q + t, 3ull);
	atomicAdd(f + t, 2.5f);
	atomicAdd(d + t, 2.5);
	o[t + 64] = atomicAdd(o + t + 96, 2);
	u[t + 64] = atomicXor(u + t + 96, 2u);
	u[t + 128] = atomicInc(u + t + 160, 2u);
	q[t + 64] = atomicCAS(q + t + 96, 5ull, 9ull) + atomicExch(q + t + 128, 1ull);
	o[t + 192] = atomicCAS(o + t + 224, 1, 2);
	f[t + 64] = atomicAdd(f + t + 96, 1.5f) + atomicExch(f + t + 128, 3.f);
	d[t + 64] = atomicAdd(d + t + 96, 1.5);
	asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(u + 512 + t), "r"(t));
	o[t + 256] = atomicAdd_system(o + 260, 4) + atomicAdd_block(o + 270, 4);
}
K local(int *o, int n)
{
	int a[64];
	double b[16];
	for (int i = 0; i < 64; i++)
		a[i] = o[i] * n;
	for (int i = 0; i < 16; i++)
		b[i] = o[i + n] * 1.5;
	o[threadIdx.x] = a[n & 63] + a[(n * 7) & 63] + (int)b[n & 15] + ((short *)a)[n & 15];
}
K textures(float4 *o, u64 tex, u64 surf)
{
	float4 v;
	float x = o[threadIdx.x].x;
	int i = threadIdx.x;
	asm volatile("tex.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
		     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(tex), "f"(x), "f"(x));
	o[i] = v;
	asm volatile("tex.1d.v4.f32.s32 {%0,%1,%2,%3}, [%4, {%5}];"
		     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(tex), "r"(i));
	o[i + 32] = v;
	asm volatile("tld4.r.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
		     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(tex), "f"(x), "f"(x));
	o[i + 64] = v;
	asm volatile("tex.grad.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}], {%5,%6}, {%6,%5};"
		     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(tex), "f"(x), "f"(x));
	o[i + 96] = v;
	asm volatile("txq.width.b32 %0, [%1];" : "=r"(i) : "l"(tex));
	o[0].x = i;
	asm volatile("suld.b.2d.b32.trap %0, [%1, {%2,%2}];" : "=r"(i) : "l"(surf), "r"(i));
	o[1].x = i;
	asm volatile("sust.b.2d.b32.trap [%0, {%1,%1}], %1;" ::"l"(surf), "r"(i));
	asm volatile("sured.b.add.2d.s32.trap [%0, {%1,%1}], %1;" ::"l"(surf), "r"(i));
}
#if __CUDA_ARCH__ >= 800
K async(int *o, int *p)
{
	__shared__ int s[256];
	__shared__ u64 bar;
	u32 q = (u32)__cvta_generic_to_shared(s + threadIdx.x * 4), b = (u32)__cvta_generic_to_shared(&bar);
	u64 state;
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(q), "l"(p + threadIdx.x));
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(q), "l"(p + threadIdx.x * 4));
	asm volatile("cp.async.commit_group; cp.async.wait_group 0;");
	asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(b));
	asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(b));
	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(b));
	asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%0], %1; @p trap; }" ::"r"(b), "l"(state));
	__syncthreads();
	o[threadIdx.x] = s[threadIdx.x];
}
#endif
#if __CUDA_ARCH__ >= 900 && __CUDACC_VER_MAJOR__ >= 12
K cluster(int *o, int *p)
{
	__shared__ __align__(128) int s[256];
	__shared__ u64 bar;
	u32 q = (u32)__cvta_generic_to_shared(s), b = (u32)__cvta_generic_to_shared(&bar), r;
	asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;");
	asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(r) : "r"(q));
	asm volatile("ld.shared::cluster.u32 %0, [%0];" : "+r"(r));
	o[threadIdx.x] = r;
	asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
	o[threadIdx.x + 32] = r;
	asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
	asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 512;" ::"r"(b));
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];"
		     ::"r"(q), "l"(p), "r"(b));
	asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra L; }" ::"r"(b));
	asm volatile("fence.proxy.async;");
	asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(o + 1024), "r"(q));
	asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;");
	asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; @p st.global.u32 [%0], 7; }" ::"l"(o + 64));
	o[threadIdx.x + 96] = s[threadIdx.x];
}
#endif
