/*
 * Where card fields come from.  card_local.c asks each source in turn; a field that is known
 * already is left alone, one that is not known gathers the reason of every source that was asked.
 * Nobody outside card*.c includes this.
 */
#ifndef CMPTUNE_CARD_SOURCE_H
#define CMPTUNE_CARD_SOURCE_H

#include "card.h"
#include "cuda_api.h"
#include "nvml_api.h"

/* ---- texts (card_text.c): no input or output ---- */

struct card_bus {
	unsigned domain, bus, device, function;
};

/* 0 or -1.  "00000000:01:00.0", "0000:01:00.0", "01:00.0", "1:0": domain and function are optional.
 */
int card_bus_parse(const char *text, struct card_bus *out);
int card_bus_equal(const struct card_bus *a, const struct card_bus *b);
/* "0000:01:00.0", as sysfs spells it */
void card_bus_format(const struct card_bus *bus, struct buf *out);

int card_link_gen(const char *speed); /* "16.0 GT/s PCIe" -> 4; 0 when not known */
/* Trimmed and in upper case; -1 for a placeholder or nonsense. */
int card_vbios_parse(const char *text, char out[96]);
void card_uuid_format(const unsigned char byte[16], struct buf *out); /* "GPU-xxxxxxxx-..." */

/* ---- reasons (card_source.c) ---- */

enum card_from { CARD_FROM_CUDA = 1, CARD_FROM_NVML = 2 };

int card_known(const struct card *c, enum card_index i);
/* Joins the reasons in why; does nothing to a field that is known. */
__attribute__((format(printf, 3, 4))) void card_add_reason(struct card *c, enum card_index i,
							   const char *fmt, ...);
/* Adds "CUDA: why" to every field that the source could have filled and that is not known. */
void card_explain(struct card *c, enum card_from source, const char *why);

/* ---- sysfs and /proc (card_sysfs.c): $CMPTUNE_SYSROOT goes before both roots ---- */

/* The NVIDIA display and 3D controllers, by ascending bus id; owned array, NULL when n is 0. */
void card_sysfs_list(struct card_bus **out, size_t *n);
void card_sysfs_ids(const struct card_bus *bus, struct card *c);  /* pci_device, pci_subsystem */
void card_sysfs_link(const struct card_bus *bus, struct card *c); /* pcie_* */
void card_sysfs_driver(struct card *c);                           /* driver */
/* vbios; until the card was opened once, /proc has a placeholder */
void card_proc_vbios(const struct card_bus *bus, struct card *c);

/* ---- CUDA (card_cuda.c) ---- */

void card_cuda_fill(const struct cuda_api *api, int ordinal, struct card *c);
/* Open the device once, which fills in /proc. */
void card_cuda_touch(const struct cuda_api *api, int ordinal);

/* ---- NVML (card_nvml.c) ---- */

struct nvml_device *card_nvml_find(const struct nvml_api *api, const struct card_bus *bus,
				   struct buf *why);
void card_nvml_list(const struct nvml_api *api, struct card_bus **out, size_t *n); /* owned array */
void card_nvml_fill(const struct nvml_api *api, struct nvml_device *device, struct card *c);

#endif
