/* NVML as a table of functions, opened at run time.  Members carry the plain names; nvml_api.def
 * has the symbols. */
#ifndef CMPTUNE_NVML_API_H
#define CMPTUNE_NVML_API_H

#include <stdint.h>

#include "buf.h"
#include "fault.h"

struct nvml_device;

struct nvml_pci { /* as nvmlDeviceGetPciInfo_v3 fills it */
	char bus_id_short[16];
	unsigned domain, bus, device;
	unsigned device_id;    /* device << 16 | vendor */
	unsigned subsystem_id; /* likewise */
	char bus_id[32];
};

struct nvml_memory {
	uint64_t total, free, used; /* bytes */
};

enum nvml_clock { NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM };
enum { NVML_SENSOR_GPU = 0 };
enum { NVML_UUID_SIZE = 96, NVML_VBIOS_SIZE = 32, NVML_NAME_SIZE = 96, NVML_DRIVER_SIZE = 80 };

struct nvml_api {
#define NVML_API(member, required, names, result, params)                                          \
	result(*member) params; /* NULL: not in this driver */
#include "nvml_api.def"
#undef NVML_API
	void *handle;
};

/* Loads libnvidia-ml.so.1 and begins a session.  *api must be zeroed; on a fault (FAULT_DEVICE) it
 * stays so. */
int nvml_api_open(struct nvml_api *api, struct fault *f);
void nvml_api_close(struct nvml_api *api); /* ends the session; a zeroed one is fine */

/* "Not Supported (3)" */
void nvml_api_error(const struct nvml_api *api, int rc, struct buf *out);

#endif
