/*
 * The fake libnvidia-ml.so.1: the same cards as the fake driver, counted by PCI bus id as NVML
 * does.  A field that the profile leaves out is "not supported".
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define nvmlInit nvmlInit_v2
#define nvmlDeviceGetCount nvmlDeviceGetCount_v2
#define nvmlDeviceGetHandleByIndex nvmlDeviceGetHandleByIndex_v2
#define nvmlDeviceGetHandleByPciBusId nvmlDeviceGetHandleByPciBusId_v2
#define nvmlDeviceGetPciInfo nvmlDeviceGetPciInfo_v3

#include "fake.h"
#include "nvml_api.h"

#define NVML_API(member, required, names, result, params) FAKE_EXPORT result member params;
#include "nvml_api.def"
#undef NVML_API

enum {
	RC_SUCCESS = 0,
	RC_UNINITIALIZED = 1,
	RC_INVALID_ARGUMENT = 2,
	RC_NOT_SUPPORTED = 3,
	RC_NOT_FOUND = 6,
	RC_INSUFFICIENT_SIZE = 7,
	RC_DRIVER_NOT_LOADED = 9,
};

/* A handle: points at one of these, one a card, sorted by bus id. */
struct nvml_device {
	const struct fake_card *card;
	unsigned domain, bus, slot, function;
};

static struct nvml_device devices[16];
static unsigned n_devices;
static int sessions;

/* The driver's, when this process has opened it; clocks and launch numbers stand still otherwise.
 */
struct fake_progress *fake_progress(void)
{
	static struct fake_progress none;
	void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
	struct fake_progress *p = driver ? dlsym(driver, "cmptune_double") : NULL;

	if (driver)
		dlclose(driver);
	return p ? p : &none;
}

static bool bus_parse(const char *text, struct nvml_device *out)
{
	return sscanf(text, "%x:%x:%x.%u", &out->domain, &out->bus, &out->slot, &out->function) ==
	       4;
}

static int by_bus(const void *a, const void *b)
{
	const struct nvml_device *x = a, *y = b;

	return (x->bus > y->bus) - (x->bus < y->bus);
}

static void devices_fill(void)
{
	const struct fake_rig *rig = fake_rig();

	if (rig->n > sizeof(devices) / sizeof(*devices))
		fake_die("too many cards");
	n_devices = (unsigned)rig->n;
	for (unsigned i = 0; i < n_devices; i++) {
		devices[i].card = &rig->card[i];
		if (!bus_parse(rig->card[i].bus_id, &devices[i]))
			fake_die("card %s: %s is no PCI bus id", rig->card[i].name,
				 rig->card[i].bus_id);
	}
	qsort(devices, n_devices, sizeof(*devices), by_bus);
}

static int enter(const char *call)
{
	int rc = fake_rule(call, NULL);

	if (rc)
		return rc;
	return sessions > 0 ? RC_SUCCESS : RC_UNINITIALIZED;
}

static int give_text(const char *call, const char *value, char *text, unsigned size)
{
	int rc = enter(call);

	if (rc)
		return rc;
	if (!value)
		return RC_NOT_SUPPORTED;
	if (strlen(value) >= size)
		return RC_INSUFFICIENT_SIZE;
	memcpy(text, value, strlen(value) + 1);
	return RC_SUCCESS;
}

static int give_number(const char *call, double value, unsigned *out)
{
	int rc = enter(call);

	if (rc)
		return rc;
	if (isnan(value))
		return RC_NOT_SUPPORTED;
	*out = (unsigned)value;
	return RC_SUCCESS;
}

int nvmlInit(void)
{
	const char *mode = getenv("FAKE_NVML");
	int rc = fake_rule("nvmlInit_v2", NULL);

	if (rc)
		return rc;
	if (mode && strcmp(mode, "none") == 0)
		return RC_DRIVER_NOT_LOADED;
	if (mode)
		fake_die("FAKE_NVML=%s: only \"none\" is known", mode);
	if (sessions++ == 0)
		devices_fill();
	return RC_SUCCESS;
}

int nvmlShutdown(void)
{
	int rc = enter("nvmlShutdown");

	if (rc == RC_SUCCESS)
		sessions--;
	return rc;
}

const char *nvmlErrorString(int rc)
{
	switch (rc) {
	case RC_SUCCESS:
		return "Success";
	case RC_UNINITIALIZED:
		return "Uninitialized";
	case RC_INVALID_ARGUMENT:
		return "Invalid Argument";
	case RC_NOT_SUPPORTED:
		return "Not Supported";
	case RC_NOT_FOUND:
		return "Not Found";
	case RC_INSUFFICIENT_SIZE:
		return "Insufficient Size";
	case RC_DRIVER_NOT_LOADED:
		return "Driver Not Loaded";
	default:
		return "Unknown Error";
	}
}

int nvmlSystemGetDriverVersion(char *text, unsigned size)
{
	return give_text("nvmlSystemGetDriverVersion", "580.65.06", text, size);
}

int nvmlDeviceGetCount(unsigned *count)
{
	return give_number("nvmlDeviceGetCount_v2", n_devices, count);
}

int nvmlDeviceGetHandleByIndex(unsigned index, struct nvml_device **device)
{
	int rc = enter("nvmlDeviceGetHandleByIndex_v2");

	if (rc)
		return rc;
	if (index >= n_devices)
		return RC_INVALID_ARGUMENT;
	*device = &devices[index];
	return RC_SUCCESS;
}

int nvmlDeviceGetHandleByPciBusId(const char *bus_id, struct nvml_device **device)
{
	int rc = enter("nvmlDeviceGetHandleByPciBusId_v2");
	struct nvml_device wanted;

	if (rc)
		return rc;
	if (!bus_parse(bus_id, &wanted))
		return RC_INVALID_ARGUMENT;
	for (unsigned i = 0; i < n_devices; i++)
		if (devices[i].domain == wanted.domain && devices[i].bus == wanted.bus &&
		    devices[i].slot == wanted.slot) {
			*device = &devices[i];
			return RC_SUCCESS;
		}
	return RC_NOT_FOUND;
}

int nvmlDeviceGetPciInfo(struct nvml_device *device, struct nvml_pci *pci)
{
	int rc = enter("nvmlDeviceGetPciInfo_v3");
	unsigned subsystem;

	if (rc)
		return rc;
	subsystem = (unsigned)fake_or(device->card->pci_subsystem, 0);
	memset(pci, 0, sizeof(*pci));
	pci->domain = device->domain;
	pci->bus = device->bus;
	pci->device = device->slot;
	pci->device_id = (unsigned)fake_or(device->card->pci_device, 0) << 16 | 0x10de;
	/* NVML has the vendor in the low half */
	pci->subsystem_id = subsystem << 16 | subsystem >> 16;
	snprintf(pci->bus_id_short, sizeof(pci->bus_id_short), "%04X:%02X:%02X.0",
		 pci->domain & 0xffff, pci->bus & 0xff, pci->device & 0xff);
	snprintf(pci->bus_id, sizeof(pci->bus_id), "%08X:%02X:%02X.0", pci->domain, pci->bus & 0xff,
		 pci->device & 0xff);
	return RC_SUCCESS;
}

int nvmlDeviceGetName(struct nvml_device *device, char *text, unsigned size)
{
	return give_text("nvmlDeviceGetName", device->card->name, text, size);
}

int nvmlDeviceGetUUID(struct nvml_device *device, char *text, unsigned size)
{
	return give_text("nvmlDeviceGetUUID", device->card->uuid, text, size);
}

int nvmlDeviceGetVbiosVersion(struct nvml_device *device, char *text, unsigned size)
{
	return give_text("nvmlDeviceGetVbiosVersion", device->card->vbios, text, size);
}

int nvmlDeviceGetMemoryInfo(struct nvml_device *device, struct nvml_memory *memory)
{
	int rc = enter("nvmlDeviceGetMemoryInfo");

	if (rc)
		return rc;
	if (isnan(device->card->mem_mib))
		return RC_NOT_SUPPORTED;
	memory->total = memory->free = (uint64_t)device->card->mem_mib << 20;
	memory->used = 0;
	return RC_SUCCESS;
}

int nvmlDeviceGetCudaComputeCapability(struct nvml_device *device, int *major, int *minor)
{
	int rc = enter("nvmlDeviceGetCudaComputeCapability");

	if (rc)
		return rc;
	*major = (int)device->card->cc / 10;
	*minor = (int)device->card->cc % 10;
	return RC_SUCCESS;
}

int nvmlDeviceGetMemoryBusWidth(struct nvml_device *device, unsigned *bits)
{
	return give_number("nvmlDeviceGetMemoryBusWidth", device->card->bus_bits, bits);
}

int nvmlDeviceGetClockInfo(struct nvml_device *device, int clock, unsigned *mhz)
{
	return give_number("nvmlDeviceGetClockInfo",
			   clock == NVML_CLOCK_MEM ? device->card->mem_clock_mhz
						   : fake_clock_mhz(device->card),
			   mhz);
}

int nvmlDeviceGetMaxClockInfo(struct nvml_device *device, int clock, unsigned *mhz)
{
	return give_number("nvmlDeviceGetMaxClockInfo",
			   clock == NVML_CLOCK_MEM ? device->card->mem_clock_mhz
						   : device->card->max_clock_mhz,
			   mhz);
}

int nvmlDeviceGetCurrPcieLinkGeneration(struct nvml_device *device, unsigned *gen)
{
	return give_number("nvmlDeviceGetCurrPcieLinkGeneration", device->card->pcie_gen, gen);
}

int nvmlDeviceGetMaxPcieLinkGeneration(struct nvml_device *device, unsigned *gen)
{
	return give_number("nvmlDeviceGetMaxPcieLinkGeneration", device->card->pcie_gen_max, gen);
}

int nvmlDeviceGetCurrPcieLinkWidth(struct nvml_device *device, unsigned *lanes)
{
	return give_number("nvmlDeviceGetCurrPcieLinkWidth", device->card->pcie_width, lanes);
}

int nvmlDeviceGetMaxPcieLinkWidth(struct nvml_device *device, unsigned *lanes)
{
	return give_number("nvmlDeviceGetMaxPcieLinkWidth", device->card->pcie_width_max, lanes);
}

int nvmlDeviceGetPowerUsage(struct nvml_device *device, unsigned *mw)
{
	return give_number("nvmlDeviceGetPowerUsage", device->card->power_mw, mw);
}

int nvmlDeviceGetTemperature(struct nvml_device *device, int sensor, unsigned *celsius)
{
	return give_number("nvmlDeviceGetTemperature",
			   sensor == NVML_SENSOR_GPU ? device->card->temp_c : NAN, celsius);
}

int nvmlDeviceGetCurrentClocksEventReasons(struct nvml_device *device, uint64_t *reasons)
{
	int rc = enter("nvmlDeviceGetCurrentClocksEventReasons");

	if (rc)
		return rc;
	(void)device;
	*reasons = (uint64_t)fake_schedule("FAKE_REASONS", fake_launches(), 0);
	return RC_SUCCESS;
}

__attribute__((destructor)) static void unload(void)
{
	fake_rig_done();
}
