/*
 * Turns the silence of a source into reasons: which fields it could have filled, and what it said
 * instead. Must not touch a field that is known.
 */
#include "card_source.h"

#include <stdarg.h>
#include <stdio.h>

/* What each field may be read from, besides sysfs and /proc, which name their files themselves. */
static const unsigned char sources[CARD_FIELD_COUNT] = {
	[CARD_pci_device] = CARD_FROM_NVML,
	[CARD_pci_subsystem] = CARD_FROM_NVML,
	[CARD_vbios] = CARD_FROM_NVML,
	[CARD_name] = CARD_FROM_CUDA | CARD_FROM_NVML,
	[CARD_cc] = CARD_FROM_CUDA | CARD_FROM_NVML,
	[CARD_sm_count] = CARD_FROM_CUDA,
	[CARD_mem_bytes] = CARD_FROM_CUDA | CARD_FROM_NVML,
	[CARD_l2_bytes] = CARD_FROM_CUDA,
	[CARD_clock_khz] = CARD_FROM_CUDA | CARD_FROM_NVML,
	[CARD_mem_clock_khz] = CARD_FROM_CUDA | CARD_FROM_NVML,
	[CARD_bus_width_bits] = CARD_FROM_CUDA | CARD_FROM_NVML,
	[CARD_pcie_gen] = CARD_FROM_NVML,
	[CARD_pcie_gen_max] = CARD_FROM_NVML,
	[CARD_pcie_width] = CARD_FROM_NVML,
	[CARD_pcie_width_max] = CARD_FROM_NVML,
	[CARD_bus_id] = CARD_FROM_CUDA,
	[CARD_uuid] = CARD_FROM_CUDA | CARD_FROM_NVML,
	[CARD_driver] = CARD_FROM_NVML,
	[CARD_cuda_version] = CARD_FROM_CUDA,
};

int card_known(const struct card *c, enum card_index i)
{
	return c->f[i].status == CARD_OK;
}

void card_add_reason(struct card *c, enum card_index i, const char *fmt, ...)
{
	struct buf why = BUF_INIT;
	char text[sizeof(c->f[i].why)];
	va_list ap;

	if (card_known(c, i))
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (c->f[i].why[0])
		buf_addf(&why, "%s; ", c->f[i].why);
	buf_puts(&why, text);
	card_set_unknown(c, i, "%s", buf_str(&why));
	buf_done(&why);
}

void card_explain(struct card *c, enum card_from source, const char *why)
{
	for (int i = 0; i < CARD_FIELD_COUNT; i++)
		if (sources[i] & source)
			card_add_reason(c, (enum card_index)i, "%s: %s",
					source == CARD_FROM_CUDA ? "CUDA" : "NVML", why);
}
