/* A cubin's kernels: name, code, registers, spills.  Everything read is bounds-checked: cubins may
 * come from a cache. */
#ifndef CMPTUNE_ELF_H
#define CMPTUNE_ELF_H

#include <stddef.h>
#include <stdint.h>

#include "fault.h"

struct elf_kernel {
	const char *name;    /* points into the image */
	const uint8_t *code; /* .text.<name>, borrowed from the image */
	size_t size;         /* bytes */
	int regs;            /* registers a thread; -1 when the cubin does not say */
	int local_bytes;     /* stack frame and spills a thread; -1 when the cubin does not say */
};

struct elf_cubin {
	int arch;                  /* 80 for sm_80, from e_flags */
	struct elf_kernel *kernel; /* owned, sorted by name */
	size_t n;
};

/* image is borrowed and must outlive out.  FAULT_DATA for anything that is not a whole 64-bit CUDA
 * ELF. */
int elf_open(const void *image, size_t size, struct elf_cubin *out, struct fault *f);
void elf_done(struct elf_cubin *c);
const struct elf_kernel *elf_find(const struct elf_cubin *c,
				  const char *name); /* NULL when absent */

#endif
