/*
 * The CUDA driver as a table of functions, opened at run time: no CUDA header is needed to build.
 * Members carry the plain names (api->cuMemAlloc); which versioned symbol is behind one says
 * cuda_api.def.
 */
#ifndef CMPTUNE_CUDA_API_H
#define CMPTUNE_CUDA_API_H

#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "fault.h"

struct cuda_context;
struct cuda_module;
struct cuda_function;
struct cuda_stream;
struct cuda_uuid {
	unsigned char byte[16];
};

/* Those that are told apart; all others are just errors. */
enum cuda_result {
	CUDA_RC_SUCCESS = 0,
	CUDA_RC_INVALID_VALUE = 1,
	CUDA_RC_OUT_OF_MEMORY = 2,
	CUDA_RC_NO_DEVICE = 100,
	CUDA_RC_NOT_FOUND = 500,
};

enum cuda_device_attribute {
	CUDA_DEVICE_CLOCK_KHZ = 13,
	CUDA_DEVICE_SM_COUNT = 16,
	CUDA_DEVICE_KERNEL_TIMEOUT = 17, /* 1: a display watchdog ends long kernels */
	CUDA_DEVICE_MEM_CLOCK_KHZ = 36,
	CUDA_DEVICE_BUS_WIDTH_BITS = 37,
	CUDA_DEVICE_L2_BYTES = 38,
	CUDA_DEVICE_CC_MAJOR = 75,
	CUDA_DEVICE_CC_MINOR = 76,
};

enum cuda_function_attribute {
	CUDA_FUNCTION_MAX_THREADS = 0, /* a block */
	CUDA_FUNCTION_LOCAL_BYTES = 3,
	CUDA_FUNCTION_REGISTERS = 4,
};

struct cuda_api {
#define CUDA_API(member, required, names, params) int(*member) params;
#include "cuda_api.def"
#undef CUDA_API
	void *handle;
};

/*
 * Loads libcuda.so.1 and nothing more: cuInit is the caller's.  *api must be zeroed; on a fault it
 * stays so.
 */
int cuda_api_open(struct cuda_api *api, struct fault *f);
void cuda_api_close(struct cuda_api *api); /* a zeroed one is fine */

/* The test double of tests/fake says so by a symbol of its own: what runs on it is modelled, never
 * measured. */
int cuda_api_is_double(const struct cuda_api *api);

/* Adds "cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (719): unspecified launch failure". */
void cuda_api_error(const struct cuda_api *api, const char *call, int rc, struct buf *out);
/* The same as a FAULT_DEVICE, which it returns. */
int cuda_api_fault(const struct cuda_api *api, const char *call, int rc, struct fault *f);

#endif
