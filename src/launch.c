/*
 * The CUDA driver side of one measurement: memory, launch, stamps to times.  Knows the kernels'
 * signature (gen.h) and nothing of what they compute.
 */
#include "launch.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "cuda_api.h"
#include "gen.h"
#include "path.h"
#include "stat.h"

#define WARPS_MAX 32
#define CUBIN_LIMIT (64 << 20)
#define SMIDS_MAX 1024

struct launch {
	struct cuda_api cu;
	int device, sm_count, watchdog;
	bool retained;
	struct cuda_module *module;
	char *loaded;            /* path of the cubin that module is */
	uint64_t in, out, stamp; /* device memory; stamp: LAUNCH_ROW_MAX launches' */
	struct gen_stamp *host_stamp; /* pinned, as host_out: copied to five times as fast */
	uint32_t *host_out;
	double *per_sm; /* scratch: cycles, then ns */
};

#define CALL(l, name, ...) call_rc(l, #name, (l)->cu.name(__VA_ARGS__), f)

static int call_rc(const struct launch *l, const char *name, int rc, struct fault *f)
{
	return rc ? cuda_api_fault(&l->cu, name, rc, f) : 0;
}

static size_t out_bytes(const struct launch *l)
{
	return (size_t)l->sm_count * WARPS_MAX * 32 * sizeof(uint32_t);
}

static size_t stamp_bytes(const struct launch *l)
{
	return LAUNCH_ROW_MAX * (size_t)l->sm_count * WARPS_MAX * sizeof(struct gen_stamp);
}

static int prepare_memory(struct launch *l, struct fault *f)
{
	uint32_t lanes[32];

	for (uint32_t i = 0; i < 32; i++)
		lanes[i] = i;
	l->per_sm = mem_new(2 * (size_t)l->sm_count, sizeof(*l->per_sm));
	if (CALL(l, cuMemAllocHost, (void **)&l->host_stamp, stamp_bytes(l)) ||
	    CALL(l, cuMemAllocHost, (void **)&l->host_out, out_bytes(l)) ||
	    CALL(l, cuMemAlloc, &l->in, sizeof(lanes)) ||
	    CALL(l, cuMemAlloc, &l->out, out_bytes(l)) ||
	    CALL(l, cuMemAlloc, &l->stamp, stamp_bytes(l)) ||
	    CALL(l, cuMemcpyHtoD, l->in, lanes, sizeof(lanes)) ||
	    CALL(l, cuMemsetD8, l->out, 0, out_bytes(l)))
		return FAULT_DEVICE;
	return 0;
}

static int prepare_device(struct launch *l, int ordinal, struct fault *f)
{
	struct cuda_context *ctx;

	if (CALL(l, cuInit, 0) || CALL(l, cuDeviceGet, &l->device, ordinal) ||
	    CALL(l, cuDeviceGetAttribute, &l->sm_count, CUDA_DEVICE_SM_COUNT, l->device) ||
	    CALL(l, cuDeviceGetAttribute, &l->watchdog, CUDA_DEVICE_KERNEL_TIMEOUT, l->device) ||
	    CALL(l, cuDevicePrimaryCtxRetain, &ctx, l->device))
		return FAULT_DEVICE;
	l->retained = true;
	if (l->sm_count < 1)
		return fault_set(f, FAULT_DEVICE, "the driver says the device has %d SMs",
				 l->sm_count);
	return CALL(l, cuCtxSetCurrent, ctx);
}

int launch_open(int ordinal, struct launch **out, struct fault *f)
{
	struct launch *l = mem_new(1, sizeof(*l));
	int rc = cuda_api_open(&l->cu, f);

	if (!rc)
		rc = prepare_device(l, ordinal, f);
	if (!rc)
		rc = prepare_memory(l, f);
	if (rc)
		launch_close(l);
	else
		*out = l;
	return rc;
}

void launch_close(struct launch *l)
{
	if (!l)
		return;
	/* Frees the module with it, and all memory, also the pinned one. */
	if (l->retained)
		l->cu.cuDevicePrimaryCtxRelease(l->device);
	cuda_api_close(&l->cu);
	free(l->per_sm);
	free(l->loaded);
	free(l);
}

int launch_sm_count(const struct launch *l)
{
	return l->sm_count;
}

bool launch_is_double(const struct launch *l)
{
	return cuda_api_is_double(&l->cu);
}

bool launch_has_watchdog(const struct launch *l)
{
	return l->watchdog != 0;
}

int launch_load(struct launch *l, const char *cubin_path, struct fault *f)
{
	struct buf image = BUF_INIT;
	int rc;

	if (l->loaded && !strcmp(l->loaded, cubin_path))
		return 0; /* a dozen points in a row lie in one cubin, and loading takes
			     milliseconds */
	free(l->loaded);
	l->loaded = NULL;
	rc = file_read(cubin_path, CUBIN_LIMIT, &image, f);
	if (!rc && l->module) {
		rc = CALL(l, cuModuleUnload, l->module);
		l->module = NULL;
	}
	if (!rc)
		rc = CALL(l, cuModuleLoadData, &l->module, image.s);
	if (!rc)
		l->loaded = mem_text(cubin_path);
	buf_done(&image);
	return rc;
}

int launch_find(struct launch *l, const char *name, struct launch_kernel **out, struct fault *f)
{
	return CALL(l, cuModuleGetFunction, (struct cuda_function **)out, l->module, name);
}

/* One block an SM is what the grid asks for; whether it came so is seen in the stamps. */
static void times_of(const struct launch *l, const struct gen_stamp *stamp, int warps,
		     struct launch_time *t)
{
	const size_t n = (size_t)l->sm_count;
	double *cycles = l->per_sm, *ns = l->per_sm + n;
	bool seen[SMIDS_MAX] = {false};
	struct stat_summary s;

	t->uneven = false;
	for (size_t b = 0; b < n; b++) {
		const struct gen_stamp *w = stamp + b * (size_t)warps;
		struct gen_stamp span = w[0];

		for (int i = 1; i < warps; i++) {
			span.clock_begin = w[i].clock_begin < span.clock_begin ? w[i].clock_begin
									       : span.clock_begin;
			span.clock_end =
				w[i].clock_end > span.clock_end ? w[i].clock_end : span.clock_end;
			span.ns_begin =
				w[i].ns_begin < span.ns_begin ? w[i].ns_begin : span.ns_begin;
			span.ns_end = w[i].ns_end > span.ns_end ? w[i].ns_end : span.ns_end;
		}
		cycles[b] = (double)(span.clock_end - span.clock_begin);
		ns[b] = (double)(span.ns_end - span.ns_begin);
		t->uneven |= w[0].smid >= SMIDS_MAX || seen[w[0].smid];
		if (w[0].smid < SMIDS_MAX)
			seen[w[0].smid] = true;
	}
	stat_summarize(cycles, n, &s);
	t->cycles = s.median;
	t->sm_spread = (s.max - s.min) / s.median;
	t->ns = stat_median(ns, n);
}

static int start(struct launch *l, struct launch_kernel *k, int warps, int iters, uint64_t stamp,
		 struct fault *f)
{
	void *params[] = {&l->in, &l->out, &stamp, &iters};

	return CALL(l, cuLaunchKernel, (struct cuda_function *)k, (unsigned)l->sm_count, 1, 1,
		    32 * (unsigned)warps, 1, 1, 0, NULL, params, NULL);
}

int launch_run(struct launch *l, struct launch_kernel *const *k, int n, int warps, int iters,
	       struct launch_time *time, struct fault *f)
{
	size_t stamps = (size_t)l->sm_count * (size_t)warps;
	int rc = 0;

	for (int i = 0; i < n && !rc; i++)
		rc = start(l, k[i % 2], warps, iters,
			   l->stamp + (size_t)i * stamps * sizeof(struct gen_stamp), f);
	if (!rc)
		rc = CALL(l, cuCtxSynchronize);
	if (!rc)
		rc = CALL(l, cuMemcpyDtoH, l->host_stamp, l->stamp,
			  (size_t)n * stamps * sizeof(struct gen_stamp));
	for (int i = 0; i < n && !rc; i++)
		times_of(l, l->host_stamp + (size_t)i * stamps, warps, &time[i]);
	return rc;
}

int launch_lanes_agree(struct launch *l, int warps, bool *agree, int *block, int *warp, int *lane,
		       struct fault *f)
{
	int n_warps = l->sm_count * warps;
	int rc =
		CALL(l, cuMemcpyDtoH, l->host_out, l->out, (size_t)n_warps * 32 * sizeof(uint32_t));

	*agree = true;
	for (int w = 0; !rc && *agree && w < n_warps; w++)
		for (int i = 0; *agree && i < 32; i++)
			if (l->host_out[w * 32 + i] != l->host_out[i]) {
				*agree = false;
				*block = w / warps;
				*warp = w % warps;
				*lane = i;
			}
	return rc;
}

int launch_verify(struct launch *l, struct launch_kernel *k, int warps, int iters, uint32_t seed,
		  uint64_t *mismatches, struct fault *f)
{
	size_t n = (size_t)l->sm_count * (size_t)warps * 32;
	const uint32_t zero = 0;
	int rc = CALL(l, cuMemcpyHtoD, l->in, &seed, sizeof(seed));

	if (!rc)
		rc = CALL(l, cuMemsetD8, l->out, 0xff,
			  n * sizeof(uint32_t)); /* an unwritten word is a mismatch */
	if (!rc)
		rc = start(l, k, warps, iters, l->stamp, f);
	if (!rc)
		rc = CALL(l, cuCtxSynchronize);
	if (!rc)
		rc = CALL(l, cuMemcpyDtoH, l->host_out, l->out, n * sizeof(uint32_t));
	*mismatches = 0;
	for (size_t i = 0; !rc && i < n; i++)
		*mismatches += l->host_out[i];
	return rc ? rc : CALL(l, cuMemcpyHtoD, l->in, &zero, sizeof(zero));
}
