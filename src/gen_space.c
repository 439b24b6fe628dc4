/*
 * The memory of a probe: where it lies, its addresses, and what it begins with.  Must not know what
 * the instruction does with it.
 */
#include "gen_space.h"

#include <string.h>

/* Blocks of a grid whose slots in device memory are told apart; a card of more SMs has neighbours
 * share them. */
#define GLOBAL_BLOCKS 256

bool gen_has_short_address(const struct probe *p)
{
	return p->space == SPACE_SHARED;
}

bool gen_is_pointer_chain(const struct probe *p)
{
	return p->space && !strcmp(p->init, "p");
}

void gen_address(const struct probe *p, int chains, int c, struct buf *out)
{
	int slot = spec_slot_bytes(p);

	if (p->space == SPACE_SHARED)
		buf_addf(
			out,
			"\tconst unsigned p%d = (unsigned)__cvta_generic_to_shared(shared_cells) + "
			"(%du + threadIdx.x) * %du;\n",
			c, c * 1024, slot);
	else if (p->space == SPACE_GLOBAL)
		buf_addf(
			out,
			"\tconst unsigned long long p%d = __cvta_generic_to_global(global_cells) + "
			"((blockIdx.x %% %du * %du + %du) * 1024u + threadIdx.x) * %du;\n",
			c, GLOBAL_BLOCKS, (unsigned)chains, (unsigned)c, slot);
	else if (p->space == SPACE_CONST)
		buf_addf(out,
			 "\tconst unsigned long long p%d = "
			 "__cvta_generic_to_constant(constant_cells);\n",
			 c);
}

void gen_slot(const struct probe *p, const char *c_type, int c, struct buf *out)
{
	bool shared = p->space == SPACE_SHARED;

	if (p->space != SPACE_SHARED && p->space != SPACE_GLOBAL)
		return;
	/* To its end: an instruction may load all of it. */
	buf_addf(out,
		 "\tfor (unsigned w = 0; w < %d / sizeof(%s); w++)\n"
		 "\t\t((%s *)(%s_cells + (p%d - %s__cvta_generic_to_%s(%s_cells))))[w] = d%d;\n",
		 spec_slot_bytes(p), c_type, c_type, shared ? "shared" : "global", c,
		 shared ? "(unsigned)" : "", shared ? "shared" : "global",
		 shared ? "shared" : "global", c);
}

void gen_cells(enum spec_space space, struct buf *out)
{
	if (space == SPACE_GLOBAL)
		buf_addf(out, "static __device__ __align__(16) unsigned char global_cells[%d];\n\n",
			 GLOBAL_BLOCKS * 1024 * SPEC_SLOTS_BYTES_MAX);
	else if (space == SPACE_CONST)
		buf_puts(out, "static __constant__ unsigned long long constant_cells[64];\n\n");
}
