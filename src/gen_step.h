/* The instruction of a kernel as macros, and the types of its registers: private to gen.c. */
#ifndef CMPTUNE_GEN_STEP_H
#define CMPTUNE_GEN_STEP_H

#include "gen.h"

struct gen_chain_type {
	const char *type;       /* as the probe file names it */
	const char *c_type;     /* in CUDA C */
	const char *constraint; /* in inline PTX */
	const char *fold;       /* format of 32 bits of it; "%s" once or twice */
};

/* Of the registers of the probe's chains. */
const struct gen_chain_type *gen_chain_type(const struct probe *p);
/* Of the registers of an mma's A and B: 32 bits wide, but doubles for f64. */
const char *gen_frag_c_type(const struct probe *p);

/*
 * The steps that take turns, at most two, as macros of the chain number: S_<kernel>_0(k) and
 * S_<kernel>_1(k).  Returns how many there are.
 */
int gen_step_macros(const struct gen_kernel *k, const struct probe_set *set, struct buf *out);

#endif
