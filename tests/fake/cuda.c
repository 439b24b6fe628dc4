/*
 * The fake libcuda.so.1: devices, contexts and errors.  Modules and launches are in cuda_module.c,
 * memory in cuda_memory.c.  One thread, one current context: the tool's CUDA process needs no more.
 */
#include "fake_cuda.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRIVER_VERSION 13000 /* CUDA 13.0 */

struct cuda_context {
	const struct fake_card *card;
};

FAKE_EXPORT extern struct fake_progress cmptune_double;
struct fake_progress cmptune_double;

static bool initialised;
static struct cuda_context contexts[16];
static struct cuda_context *current;
static int died_of;

struct fake_progress *fake_progress(void)
{
	return &cmptune_double;
}

bool cuda_is_sticky(int rc)
{
	return rc == 214 || rc == RC_ILLEGAL_ADDRESS || rc == RC_LAUNCH_TIMEOUT ||
	       (rc >= 710 && rc <= 719);
}

void cuda_die_of(int rc)
{
	died_of = rc;
}

bool cuda_is_dead(void)
{
	return died_of != 0;
}

int cuda_enter(const char *call, const char *kernel)
{
	int rc = fake_rule(call, kernel);

	if (!initialised)
		return RC_NOT_INITIALIZED;
	if (!current)
		return RC_INVALID_CONTEXT;
	if (died_of)
		return died_of;
	if (cuda_is_sticky(rc))
		died_of = rc;
	return rc;
}

const struct fake_card *cuda_card(void)
{
	return current->card;
}

/* The start of a call about a device. */
static int enter_device(const char *call, int device, const struct fake_card **card)
{
	const struct fake_rig *rig = fake_rig();
	int rc = fake_rule(call, NULL);

	if (rc)
		return rc;
	if (!initialised)
		return RC_NOT_INITIALIZED;
	if (device < 0 || (size_t)device >= rig->n)
		return RC_INVALID_DEVICE;
	*card = &rig->card[device];
	return CUDA_RC_SUCCESS;
}

int cuInit(unsigned flags)
{
	int rc = fake_rule("cuInit", NULL);

	if (rc)
		return rc;
	if (flags)
		return CUDA_RC_INVALID_VALUE;
	if (fake_rig()->n == 0)
		return CUDA_RC_NO_DEVICE;
	initialised = true;
	return CUDA_RC_SUCCESS;
}

int cuDriverGetVersion(int *version)
{
	int rc = fake_rule("cuDriverGetVersion", NULL);

	*version = DRIVER_VERSION;
	return rc;
}

int cuDeviceGetCount(int *count)
{
	int rc = fake_rule("cuDeviceGetCount", NULL);

	if (rc || !initialised)
		return rc ? rc : RC_NOT_INITIALIZED;
	*count = (int)fake_rig()->n;
	return CUDA_RC_SUCCESS;
}

int cuDeviceGet(int *device, int ordinal)
{
	const struct fake_card *card;
	int rc = enter_device("cuDeviceGet", ordinal, &card);

	if (rc == CUDA_RC_SUCCESS)
		*device = ordinal;
	return rc;
}

int cuDeviceGetName(char *name, int size, int device)
{
	const struct fake_card *card;
	int rc = enter_device("cuDeviceGetName", device, &card);

	if (rc == CUDA_RC_SUCCESS)
		snprintf(name, (size_t)size, "%s", card->name);
	return rc;
}

int cuDeviceTotalMem(size_t *bytes, int device)
{
	const struct fake_card *card;
	int rc = enter_device("cuDeviceTotalMem_v2", device, &card);

	if (rc == CUDA_RC_SUCCESS)
		*bytes = (size_t)fake_or(card->mem_mib, 0) << 20;
	return rc;
}

int cuDeviceGetPCIBusId(char *bus_id, int size, int device)
{
	const struct fake_card *card;
	int rc = enter_device("cuDeviceGetPCIBusId", device, &card);

	if (rc == CUDA_RC_SUCCESS)
		snprintf(bus_id, (size_t)size, "%s", card->bus_id);
	return rc;
}

int cuDeviceGetUuid(struct cuda_uuid *uuid, int device)
{
	const struct fake_card *card;
	int rc = enter_device("cuDeviceGetUuid_v2", device, &card);
	const char *p;

	if (rc)
		return rc;
	p = card->uuid + strlen("GPU-");
	for (size_t i = 0; i < sizeof(uuid->byte); i++) {
		p += *p == '-';
		if (sscanf(p, "%2hhx", &uuid->byte[i]) != 1)
			fake_die("card %s: %s is no UUID", card->name, card->uuid);
		p += 2;
	}
	return CUDA_RC_SUCCESS;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
	const struct fake_card *c;
	int rc = enter_device("cuDeviceGetAttribute", device, &c);
	double v = NAN;

	if (rc)
		return rc;
	switch (attribute) {
	case CUDA_DEVICE_CLOCK_KHZ:
		v = c->max_clock_mhz * 1000;
		break;
	case CUDA_DEVICE_SM_COUNT:
		v = c->sms;
		break;
	case CUDA_DEVICE_KERNEL_TIMEOUT:
		v = fake_or(c->watchdog, 0);
		break;
	case CUDA_DEVICE_MEM_CLOCK_KHZ:
		v = c->mem_clock_mhz * 1000;
		break;
	case CUDA_DEVICE_BUS_WIDTH_BITS:
		v = c->bus_bits;
		break;
	case CUDA_DEVICE_L2_BYTES:
		v = c->l2_kib * 1024;
		break;
	case CUDA_DEVICE_CC_MAJOR:
		v = floor(c->cc / 10);
		break;
	case CUDA_DEVICE_CC_MINOR:
		v = fmod(c->cc, 10);
		break;
	default:
		fake_die("cuDeviceGetAttribute: the double does not know attribute %d yet",
			 attribute);
	}
	*value = (int)fake_or(v, 0);
	return CUDA_RC_SUCCESS;
}

int cuDevicePrimaryCtxRetain(struct cuda_context **ctx, int device)
{
	const struct fake_card *card;
	int rc = enter_device("cuDevicePrimaryCtxRetain", device, &card);

	if (rc)
		return rc;
	if (died_of)
		return died_of;
	if ((size_t)device >= sizeof(contexts) / sizeof(*contexts))
		fake_die("too many cards");
	contexts[device].card = card;
	*ctx = &contexts[device];
	return CUDA_RC_SUCCESS;
}

int cuDevicePrimaryCtxRelease(int device)
{
	const struct fake_card *card;
	int rc = enter_device("cuDevicePrimaryCtxRelease_v2", device, &card);

	if (rc == CUDA_RC_SUCCESS && current == &contexts[device]) {
		current = NULL;
		cuda_modules_done();
		cuda_memory_done();
	}
	return rc;
}

int cuCtxSetCurrent(struct cuda_context *ctx)
{
	int rc = fake_rule("cuCtxSetCurrent", NULL);

	if (rc)
		return rc;
	current = ctx;
	return CUDA_RC_SUCCESS;
}

int cuCtxSynchronize(void)
{
	return cuda_enter("cuCtxSynchronize", NULL);
}

/* Not for us: NVRTC asks the driver for a table of its own and does not check that it can. */
FAKE_EXPORT int cuGetExportTable(const void **table, const void *id);
int cuGetExportTable(const void **table, const void *id)
{
	(void)id;
	*table = NULL;
	return CUDA_RC_NOT_FOUND;
}

/* CALL(code, name, text) for the errors that tests provoke. */
#define ERRORS(E)                                                                                  \
	E(0, "CUDA_SUCCESS", "no error")                                                           \
	E(1, "CUDA_ERROR_INVALID_VALUE", "invalid argument")                                       \
	E(2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory")                                          \
	E(3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error")                                 \
	E(100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected")                       \
	E(101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal")                              \
	E(200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid")                       \
	E(201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context")                             \
	E(209, "CUDA_ERROR_NO_BINARY_FOR_GPU",                                                     \
	  "no kernel image is available for execution on the device")                              \
	E(214, "CUDA_ERROR_ECC_UNCORRECTABLE", "uncorrectable ECC error encountered")              \
	E(400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle")                             \
	E(500, "CUDA_ERROR_NOT_FOUND", "named symbol not found")                                   \
	E(700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered")           \
	E(701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch")    \
	E(702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated")             \
	E(715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered")         \
	E(719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure")                           \
	E(999, "CUDA_ERROR_UNKNOWN", "unknown error")

int cuGetErrorName(int rc, const char **text)
{
	switch (rc) {
#define E(code, name, sentence)                                                                    \
	case code:                                                                                 \
		*text = name;                                                                      \
		return CUDA_RC_SUCCESS;
		ERRORS(E)
#undef E
	}
	*text = NULL;
	return CUDA_RC_INVALID_VALUE;
}

int cuGetErrorString(int rc, const char **text)
{
	switch (rc) {
#define E(code, name, sentence)                                                                    \
	case code:                                                                                 \
		*text = sentence;                                                                  \
		return CUDA_RC_SUCCESS;
		ERRORS(E)
#undef E
	}
	*text = NULL;
	return CUDA_RC_INVALID_VALUE;
}

/* Leak checkers look when the library is gone. */
__attribute__((destructor)) static void unload(void)
{
	cuda_modules_done();
	cuda_memory_done();
	fake_rig_done();
}
