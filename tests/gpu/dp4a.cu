/*
 * Every dp4a form of cmp_dispatch.h against byte arithmetic on the CPU: random operands and all edge operands, all four
 * overloads.  Built with the emitted header included by -include; prints TAP.  Usage: dp4a RANDOM_CASES_LOG2 [SEED]
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>
#include <vector>

#define FORMS 4
#define OVERLOADS 4
#define COLUMNS (FORMS * OVERLOADS)
#define CHUNK (1u << 22)
#define EDGE_BYTES 7
#define EDGE_WORDS (EDGE_BYTES * EDGE_BYTES * EDGE_BYTES * EDGE_BYTES)
#define EDGE_SUMS 5
#define EDGE_CASES ((uint64_t)EDGE_WORDS * EDGE_WORDS * EDGE_SUMS)

static const char *const form_names[FORMS] = {"cmp_dp4a_native", "cmp_dp4a_prmt_dp2a", "cmp_dp4a", "__dp4a"};
static const char *const overload_names[OVERLOADS] = {"int", "unsigned", "char4", "uchar4"};

struct operands {
	uint32_t a, b, c;
};

static __host__ __device__ uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return x ^ (x >> 31);
}

static __host__ __device__ uint32_t edge_word(uint32_t digits)
{
	const uint32_t bytes[EDGE_BYTES] = {0x80, 0x81, 0xff, 0x00, 0x01, 0x7e, 0x7f};
	uint32_t word = 0;

	for (int i = 0; i < 4; i++) {
		word = word << 8 | bytes[digits % EDGE_BYTES];
		digits /= EDGE_BYTES;
	}
	return word;
}

/* Case i, the same on both sides. */
static __host__ __device__ struct operands operands_of(uint64_t i, uint64_t seed, bool edge)
{
	const uint32_t sums[EDGE_SUMS] = {0x80000000u, 0xffffffffu, 0, 1, 0x7fffffffu};
	struct operands o;

	if (edge) {
		o.c = sums[i % EDGE_SUMS];
		o.a = edge_word((uint32_t)(i / EDGE_SUMS % EDGE_WORDS));
		o.b = edge_word((uint32_t)(i / EDGE_SUMS / EDGE_WORDS));
	} else {
		uint64_t x = mix(seed + 2 * i), y = mix(seed + 2 * i + 1);

		o.a = (uint32_t)x;
		o.b = (uint32_t)(x >> 32);
		o.c = (uint32_t)y;
	}
	return o;
}

static __device__ char4 signed_bytes(uint32_t w)
{
	return make_char4((signed char)w, (signed char)(w >> 8), (signed char)(w >> 16), (signed char)(w >> 24));
}

static __device__ uchar4 unsigned_bytes(uint32_t w)
{
	return make_uchar4((unsigned char)w, (unsigned char)(w >> 8), (unsigned char)(w >> 16), (unsigned char)(w >> 24));
}

#define ALL_OVERLOADS(form, function)                                                                                  \
	do {                                                                                                           \
		out[((form) * OVERLOADS + 0) * (size_t)CHUNK + t] = (uint32_t)function((int)o.a, (int)o.b, (int)o.c);  \
		out[((form) * OVERLOADS + 1) * (size_t)CHUNK + t] = function(o.a, o.b, o.c);                           \
		out[((form) * OVERLOADS + 2) * (size_t)CHUNK + t] =                                                    \
			(uint32_t)function(signed_bytes(o.a), signed_bytes(o.b), (int)o.c);                            \
		out[((form) * OVERLOADS + 3) * (size_t)CHUNK + t] =                                                    \
			function(unsigned_bytes(o.a), unsigned_bytes(o.b), o.c);                                       \
	} while (0)

/* out: COLUMNS columns of CHUNK words. */
static __global__ void run_forms(uint64_t first, uint32_t n, uint64_t seed, bool edge, uint32_t *out)
{
	uint32_t t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t < n) {
		struct operands o = operands_of(first + t, seed, edge);

		ALL_OVERLOADS(0, cmp_dp4a_native);
		ALL_OVERLOADS(1, cmp_dp4a_prmt_dp2a);
		ALL_OVERLOADS(2, cmp_dp4a);
		ALL_OVERLOADS(3, __dp4a);
	}
}

/* ---- the reference: bytes, one by one ---- */

static uint32_t reference(const struct operands *o, bool is_signed)
{
	uint32_t sum = o->c;

	for (int i = 0; i < 4; i++) {
		int x = o->a >> (8 * i) & 0xff, y = o->b >> (8 * i) & 0xff;

		if (is_signed) {
			x -= x >= 128 ? 256 : 0;
			y -= y >= 128 ? 256 : 0;
		}
		sum += (uint32_t)(x * y);
	}
	return sum;
}

struct tally {
	uint64_t wrong[COLUMNS];
	struct operands example[COLUMNS];
};

static void compare(uint64_t first, uint32_t begin, uint32_t end, uint64_t seed, bool edge, const uint32_t *out,
		    struct tally *tally)
{
	for (uint32_t t = begin; t < end; t++) {
		struct operands o = operands_of(first + t, seed, edge);
		uint32_t wanted[2] = {reference(&o, true), reference(&o, false)};

		for (int k = 0; k < COLUMNS; k++) {
			if (out[k * (size_t)CHUNK + t] == wanted[k % 2])
				continue;
			if (!tally->wrong[k]++)
				tally->example[k] = o;
		}
	}
}

static void compare_on_all_cores(uint64_t first, uint32_t n, uint64_t seed, bool edge, const uint32_t *out,
				 struct tally *total)
{
	uint32_t workers = std::thread::hardware_concurrency() ? std::thread::hardware_concurrency() : 1;
	std::vector<struct tally> part(workers);
	std::vector<std::thread> thread;

	for (uint32_t w = 0; w < workers; w++) {
		uint32_t begin = (uint32_t)((uint64_t)n * w / workers), end = (uint32_t)((uint64_t)n * (w + 1) / workers);

		memset(&part[w], 0, sizeof(part[w]));
		thread.emplace_back(compare, first, begin, end, seed, edge, out, &part[w]);
	}
	for (uint32_t w = 0; w < workers; w++) {
		thread[w].join();
		for (int k = 0; k < COLUMNS; k++) {
			if (!total->wrong[k] && part[w].wrong[k])
				total->example[k] = part[w].example[k];
			total->wrong[k] += part[w].wrong[k];
		}
	}
}

static void check(cudaError_t e, const char *what)
{
	if (e == cudaSuccess)
		return;
	printf("Bail out! %s: %s\n", what, cudaGetErrorString(e));
	exit(1);
}

static int run_all(uint64_t cases, uint64_t seed, bool edge, int *test)
{
	struct tally total;
	uint32_t *device, *host;
	int failed = 0;

	memset(&total, 0, sizeof(total));
	check(cudaMalloc(&device, sizeof(uint32_t) * COLUMNS * (size_t)CHUNK), "cudaMalloc");
	check(cudaMallocHost(&host, sizeof(uint32_t) * COLUMNS * (size_t)CHUNK), "cudaMallocHost");
	for (uint64_t first = 0; first < cases; first += CHUNK) {
		uint32_t n = cases - first < CHUNK ? (uint32_t)(cases - first) : CHUNK;

		run_forms<<<(n + 255) / 256, 256>>>(first, n, seed, edge, device);
		check(cudaGetLastError(), "the kernel");
		check(cudaMemcpy(host, device, sizeof(uint32_t) * COLUMNS * (size_t)CHUNK, cudaMemcpyDeviceToHost),
		      "cudaMemcpy");
		compare_on_all_cores(first, n, seed, edge, host, &total);
	}
	for (int k = 0; k < COLUMNS; k++) {
		printf("%sok %d - %s(%s): %llu mismatches in %llu %s cases\n", total.wrong[k] ? "not " : "", ++*test,
		       form_names[k / OVERLOADS], overload_names[k % OVERLOADS], (unsigned long long)total.wrong[k],
		       (unsigned long long)cases, edge ? "edge" : "random");
		if (total.wrong[k])
			printf("# first: a %08x b %08x c %08x\n", total.example[k].a, total.example[k].b,
			       total.example[k].c);
		failed += total.wrong[k] != 0;
	}
	check(cudaFree(device), "cudaFree");
	check(cudaFreeHost(host), "cudaFreeHost");
	return failed;
}

int main(int argc, char **argv)
{
	uint64_t cases = 1ull << (argc > 1 ? atoi(argv[1]) : 26);
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : mix((uint64_t)time(NULL));
	int n = 0, test = 0, failed;

	if (cudaGetDeviceCount(&n) != cudaSuccess || n == 0) {
		printf("1..0 # SKIP no CUDA device\n");
		return 0;
	}
	printf("# seed 0x%016llx\n", (unsigned long long)seed);
#ifdef __dp4a
	printf("ok %d - __dp4a is redirected\n", ++test);
#else
	printf("ok %d - __dp4a is left alone\n", ++test);
#endif
	failed = run_all(cases, seed, false, &test);
	failed += run_all(EDGE_CASES, seed, true, &test);
	printf("1..%d\n", test);
	return failed != 0;
}
