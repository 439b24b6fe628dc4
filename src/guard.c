/*
 * Turns NVML's answers about one card, now, into a reading.  Reads, never sets: clocks, limits and
 * firmware stay as they are. Must not fail: a card or driver that does not tell leaves the flag of
 * that value unset.
 */
#include "guard.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "nvml_api.h"

struct guard {
	struct nvml_api nvml;
	struct nvml_device *device;
};

struct guard *guard_open(const char *bus_id)
{
	struct guard *g = mem_new(1, sizeof(*g));

	if (bus_id && nvml_api_open(&g->nvml, NULL) == 0 && g->nvml.nvmlDeviceGetHandleByPciBusId &&
	    g->nvml.nvmlDeviceGetHandleByPciBusId(bus_id, &g->device) == 0)
		return g;
	guard_close(g);
	return NULL;
}

void guard_close(struct guard *g)
{
	if (!g)
		return;
	nvml_api_close(&g->nvml);
	free(g);
}

void guard_read(struct guard *g, struct guard_reading *out)
{
	memset(out, 0, sizeof(*out));
	if (!g)
		return;
	if (g->nvml.nvmlDeviceGetCurrentClocksEventReasons)
		out->has_reasons = g->nvml.nvmlDeviceGetCurrentClocksEventReasons(
					   g->device, &out->reasons) == 0;
}

const char *guard_reason_text(uint64_t bit)
{
	static const struct {
		uint64_t bit;
		const char *text;
	} reasons[] = {
		{0x001, "idle"},
		{0x002, "application clocks"},
		{0x004, "software power cap"},
		{0x008, "hardware slowdown"},
		{0x010, "sync boost"},
		{0x020, "software thermal slowdown"},
		{0x040, "hardware thermal slowdown"},
		{0x080, "hardware power brake"},
		{0x100, "display clock"},
	};

	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (reasons[i].bit == bit)
			return reasons[i].text;
	return NULL;
}
