/*
 * CUDA C of the probe kernels.  All kernels have one signature:
 *
 *   extern "C" __global__ void NAME(const unsigned *in, unsigned *out, struct stamp *stamp, int
 * iters)
 *
 *   in     32 words, in[l] = l: read per lane, so that nothing is a constant or warp-uniform to the
 * compiler out    one word a thread: all chain values folded.  Lane l of every warp of every block
 * must agree stamp  one a warp, index blockIdx.x * (blockDim.x / 32) + warp: see below iters passes
 * of the timed loop
 *
 * The grid is one block an SM; the block is 32 * warps threads.  A verify kernel has the same
 * signature, no timed loop, and writes the number of mismatches its thread found to out; iters is
 * then the number of cases a thread and in[0] the seed.
 */
#ifndef CMPTUNE_GEN_H
#define CMPTUNE_GEN_H

#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "spec.h"
#include "variant.h"

/* Written by lane 0 of each warp.  40 bytes, the same on host and device. */
struct gen_stamp {
	uint64_t clock_begin, clock_end; /* clock64 */
	uint64_t ns_begin, ns_end;       /* globaltimer */
	uint32_t smid, pad;
};

struct gen_kernel {
	const struct probe *probe;
	int chains; /* independent dependency chains a warp */
	int copies; /* instructions a warp in the loop body: U or 2U; a multiple of chains */
	bool waits; /* each instruction of a warpgroup is waited for before the next: its latency */
	bool verify; /* no timed loop: every form of the probe's strategy against an exact reference
		      */
	char name[96]; /* "p_f32_fma_c8_u256", "v_dp4a_native": an identifier, from the probe's name
			*/
};

void gen_kernel_init(struct gen_kernel *k, const struct probe *p, int chains, int copies);
/* The latency kernel of a probe with `group`: one chain. */
void gen_kernel_init_waiting(struct gen_kernel *k, const struct probe *p, int copies);
/* The verify kernel of a strategy probe; false when its primitive has no exact reference here. */
bool gen_kernel_init_verify(struct gen_kernel *k, const struct probe *p);

/* Warps that its kernel can be launched with: the registers of an SM hold no more of a warpgroup's
 * sums. */
int gen_warps_max(const struct probe *p, int chains);

/* A whole NVRTC program: prelude once, then the kernels.  Deterministic bytes. */
void gen_program(const struct gen_kernel *k, size_t n, const struct probe_set *set,
		 struct buf *out);
/* The text of one verify kernel: for gen_program. */
void gen_verify(const struct gen_kernel *k, struct buf *out);

#endif
