/* Parts of a kernel whose probe has `space`: private to gen.c. */
#ifndef CMPTUNE_GEN_SPACE_H
#define CMPTUNE_GEN_SPACE_H

#include <stdbool.h>

#include "buf.h"
#include "spec.h"

/* Addresses of shared memory have 32 bits, others 64. */
bool gen_has_short_address(const struct probe *p);
/* A chain of addresses: each slot holds its own, and a load gives the address of the next load. */
bool gen_is_pointer_chain(const struct probe *p);

/* Memory of the module, once: device memory a slot a thread of the whole grid, or a table of zeros.
 */
void gen_cells(enum spec_space space, struct buf *out);
/* Where $p of chain c points to. */
void gen_address(const struct probe *p, int chains, int c, struct buf *out);
/* The slot begins as the chain does, all of its words. */
void gen_slot(const struct probe *p, const char *c_type, int c, struct buf *out);

#endif
