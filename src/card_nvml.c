/*
 * Turns an NVML device into the card fields that CUDA does not tell, and into second opinions on
 * PCI ids. Must not take "not supported" for a value: each field keeps NVML's words and number.
 */
#include <stdio.h>
#include <string.h>

#include "card_source.h"

enum { NOT_THERE = -1 }; /* no NVML code: the driver's library does not have the call */

/* Also for calls that succeed with an empty text or 0, which is no value for any of our fields. */
static void add_error(const struct nvml_api *api, int rc, struct card *c, enum card_index i)
{
	struct buf why = BUF_INIT;

	if (rc == NOT_THERE)
		buf_puts(&why, "this driver does not have the call");
	else if (rc == 0)
		buf_puts(&why, "says nothing");
	else
		nvml_api_error(api, rc, &why);
	card_add_reason(c, i, "NVML: %s", buf_str(&why));
	buf_done(&why);
}

/* pci_device and pci_subsystem: sysfs has the last word, since drivers exist that present a card as
 * another product. */
static void fill_id(struct card *c, enum card_index i, uint64_t id)
{
	struct card_field *f = &c->f[i];

	if (!card_known(c, i))
		card_set_num(c, i, id);
	else if (f->num != id)
		snprintf(f->why, sizeof(f->why), "sysfs; NVML says 0x%04llx",
			 (unsigned long long)id);
}

static void fill_ids(const struct nvml_api *api, struct nvml_device *device, struct card *c)
{
	struct nvml_pci pci = {0};
	int rc = api->nvmlDeviceGetPciInfo ? api->nvmlDeviceGetPciInfo(device, &pci) : NOT_THERE;

	if (rc != 0) {
		add_error(api, rc, c, CARD_pci_device);
		add_error(api, rc, c, CARD_pci_subsystem);
		return;
	}
	fill_id(c, CARD_pci_device, pci.device_id >> 16);
	/* NVML packs both ids as device << 16 | vendor; ours is vendor << 16 | device. */
	if (pci.subsystem_id)
		fill_id(c, CARD_pci_subsystem,
			(uint64_t)(pci.subsystem_id & 0xffff) << 16 | pci.subsystem_id >> 16);
	else
		add_error(api, rc, c, CARD_pci_subsystem);
}

static void fill_texts(const struct nvml_api *api, struct nvml_device *device, struct card *c)
{
	const struct {
		enum card_index field;
		int (*call)(struct nvml_device *device, char *text, unsigned size);
		unsigned size; /* NVML refuses smaller buffers, old ones larger ones */
	} rows[] = {
		{CARD_name, api->nvmlDeviceGetName, NVML_NAME_SIZE},
		{CARD_uuid, api->nvmlDeviceGetUUID, NVML_UUID_SIZE},
		{CARD_vbios, api->nvmlDeviceGetVbiosVersion, NVML_VBIOS_SIZE},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[128] = "", vbios[96];
		int rc;

		if (card_known(c, rows[i].field))
			continue;
		rc = rows[i].call ? rows[i].call(device, text, rows[i].size) : NOT_THERE;
		if (rc != 0)
			add_error(api, rc, c, rows[i].field);
		else if (rows[i].field == CARD_vbios && card_vbios_parse(text, vbios) == 0)
			card_set_text(c, CARD_vbios, vbios);
		else if (rows[i].field == CARD_vbios || !text[0])
			card_add_reason(c, rows[i].field, "NVML: says \"%.32s\"", text);
		else
			card_set_text(c, rows[i].field, text);
	}
}

/* PCIe links and the memory bus: NVML's numbers go before sysfs's, CUDA's before NVML's. */
static void fill_numbers(const struct nvml_api *api, struct nvml_device *device, struct card *c)
{
	const struct {
		enum card_index field;
		int (*call)(struct nvml_device *device, unsigned *v);
	} rows[] = {
		{CARD_pcie_gen, api->nvmlDeviceGetCurrPcieLinkGeneration},
		{CARD_pcie_gen_max, api->nvmlDeviceGetMaxPcieLinkGeneration},
		{CARD_pcie_width, api->nvmlDeviceGetCurrPcieLinkWidth},
		{CARD_pcie_width_max, api->nvmlDeviceGetMaxPcieLinkWidth},
		{CARD_bus_width_bits, api->nvmlDeviceGetMemoryBusWidth},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned v = 0;
		int rc;

		if (card_known(c, rows[i].field))
			continue;
		rc = rows[i].call ? rows[i].call(device, &v) : NOT_THERE;
		if (rc == 0 && v)
			card_set_num(c, rows[i].field, v);
		else
			add_error(api, rc, c, rows[i].field);
	}
}

static void fill_clock(const struct nvml_api *api, struct nvml_device *device, struct card *c,
		       enum card_index i, int clock)
{
	unsigned mhz = 0;
	int rc;

	if (card_known(c, i))
		return;
	rc = api->nvmlDeviceGetMaxClockInfo ? api->nvmlDeviceGetMaxClockInfo(device, clock, &mhz)
					    : NOT_THERE;
	if (rc == 0 && mhz)
		card_set_num(c, i, (uint64_t)mhz * 1000);
	else
		add_error(api, rc, c, i);
}

/* What CUDA tells of a card it can use; here for one it cannot. */
static void fill_cc_and_memory(const struct nvml_api *api, struct nvml_device *device,
			       struct card *c)
{
	struct nvml_memory memory = {0};
	int major = 0, minor = 0, rc;

	if (!card_known(c, CARD_cc)) {
		rc = api->nvmlDeviceGetCudaComputeCapability
			     ? api->nvmlDeviceGetCudaComputeCapability(device, &major, &minor)
			     : NOT_THERE;
		if (rc == 0 && major > 0)
			card_set_num(c, CARD_cc, (uint64_t)(major * 10 + minor));
		else
			add_error(api, rc, c, CARD_cc);
	}
	if (!card_known(c, CARD_mem_bytes)) {
		rc = api->nvmlDeviceGetMemoryInfo ? api->nvmlDeviceGetMemoryInfo(device, &memory)
						  : NOT_THERE;
		if (rc == 0 && memory.total)
			card_set_num(c, CARD_mem_bytes, memory.total);
		else
			add_error(api, rc, c, CARD_mem_bytes);
	}
}

static void fill_driver(const struct nvml_api *api, struct card *c)
{
	char text[NVML_DRIVER_SIZE + 1] = "";
	int rc = api->nvmlSystemGetDriverVersion
			 ? api->nvmlSystemGetDriverVersion(text, NVML_DRIVER_SIZE)
			 : NOT_THERE;

	if (rc == 0 && text[0])
		card_set_text(c, CARD_driver, text);
	else
		add_error(api, rc, c, CARD_driver);
}

void card_nvml_fill(const struct nvml_api *api, struct nvml_device *device, struct card *c)
{
	fill_driver(api, c);
	if (!device)
		return;
	fill_ids(api, device, c);
	fill_texts(api, device, c);
	fill_numbers(api, device, c);
	fill_clock(api, device, c, CARD_clock_khz, NVML_CLOCK_SM);
	fill_clock(api, device, c, CARD_mem_clock_khz, NVML_CLOCK_MEM);
	fill_cc_and_memory(api, device, c);
}

struct nvml_device *card_nvml_find(const struct nvml_api *api, const struct card_bus *bus,
				   struct buf *why)
{
	struct nvml_device *device = NULL;
	struct buf id = BUF_INIT;
	int rc;

	if (!api->nvmlDeviceGetHandleByPciBusId) {
		buf_puts(why, "this driver cannot look a card up by its bus id");
		return NULL;
	}
	card_bus_format(bus, &id);
	rc = api->nvmlDeviceGetHandleByPciBusId(buf_str(&id), &device);
	if (rc != 0) {
		buf_puts(why, "the card is not to be had: ");
		nvml_api_error(api, rc, why);
		device = NULL;
	}
	buf_done(&id);
	return device;
}

void card_nvml_list(const struct nvml_api *api, struct card_bus **out, size_t *n)
{
	unsigned count = 0;

	*out = NULL;
	*n = 0;
	if (!api->nvmlDeviceGetCount || !api->nvmlDeviceGetHandleByIndex ||
	    !api->nvmlDeviceGetPciInfo || api->nvmlDeviceGetCount(&count) != 0)
		return;
	for (unsigned i = 0; i < count; i++) {
		struct nvml_device *device = NULL;
		struct nvml_pci pci = {0};
		struct card_bus bus;

		if (api->nvmlDeviceGetHandleByIndex(i, &device) != 0 ||
		    api->nvmlDeviceGetPciInfo(device, &pci) != 0 ||
		    card_bus_parse(pci.bus_id, &bus) != 0)
			continue;
		*out = mem_grow(*out, *n + 1, sizeof(**out));
		(*out)[(*n)++] = bus;
	}
}
