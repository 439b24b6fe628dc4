/* What the parts of the fake libcuda.so.1 share.  Handles are pointers to these structs. */
#ifndef CMPTUNE_FAKE_CUDA_H
#define CMPTUNE_FAKE_CUDA_H

/* The prototypes come from the tool's own list of the calls it makes, with the names they have in
 * the library. */
#define cuDeviceTotalMem cuDeviceTotalMem_v2
#define cuDeviceGetUuid cuDeviceGetUuid_v2
#define cuDevicePrimaryCtxRelease cuDevicePrimaryCtxRelease_v2
#define cuMemAlloc cuMemAlloc_v2
#define cuMemAllocHost cuMemAllocHost_v2
#define cuMemFree cuMemFree_v2
#define cuMemcpyHtoD cuMemcpyHtoD_v2
#define cuMemcpyDtoH cuMemcpyDtoH_v2
#define cuMemsetD8 cuMemsetD8_v2

#include "cuda_api.h"
#include "fake.h"

#define CUDA_API(member, required, names, params) FAKE_EXPORT int member params;
#include "cuda_api.def"
#undef CUDA_API

enum {
	RC_NOT_INITIALIZED = 3,
	RC_INVALID_DEVICE = 101,
	RC_INVALID_IMAGE = 200,
	RC_INVALID_CONTEXT = 201,
	RC_NO_BINARY = 209,
	RC_INVALID_HANDLE = 400,
	RC_ILLEGAL_ADDRESS = 700,
	RC_OUT_OF_RESOURCES = 701,
	RC_LAUNCH_TIMEOUT = 702,
};

/* The start of a call that needs a context: a rule's error, the error the context has died of, or
 * no context. */
int cuda_enter(const char *call, const char *kernel);
const struct fake_card *cuda_card(void); /* of the current context */
bool cuda_is_sticky(int rc);             /* after this error the context is dead */
void cuda_die_of(int rc);                /* every later call that needs the context returns it */
bool cuda_is_dead(void);

bool cuda_memory_holds(uint64_t address, size_t bytes); /* inside one allocation */
void cuda_memory_done(void);
void cuda_modules_done(void);

#endif
