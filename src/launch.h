/*
 * A CUDA context and kernel launches of the probes' signature.  Runs in a process that may be lost:
 * after a failed launch the context is gone and so should the process be.
 */
#ifndef CMPTUNE_LAUNCH_H
#define CMPTUNE_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

#include "fault.h"

struct launch;        /* an opened device */
struct launch_kernel; /* an opaque function of a loaded module */

/* What one launch took.  cycles and ns are medians over the SMs of last end - first begin. */
struct launch_time {
	double cycles;
	double ns;
	double sm_spread; /* (largest - smallest) / median of cycles over the SMs */
	bool uneven;      /* the blocks were not one an SM: the times mean nothing */
};

int launch_open(int ordinal, struct launch **out, struct fault *f);
void launch_close(struct launch *l);
int launch_sm_count(const struct launch *l);
bool launch_is_double(const struct launch *l);    /* a test double: what it measures is modelled */
bool launch_has_watchdog(const struct launch *l); /* a display watchdog ends long kernels */

/* Load a cubin file, unless it is the one that is loaded; the one before is unloaded.  Kernels
 * found in it live until the next load. */
int launch_load(struct launch *l, const char *cubin_path, struct fault *f);
int launch_find(struct launch *l, const char *name, struct launch_kernel **out, struct fault *f);

/*
 * n launches one behind the other (at most LAUNCH_ROW_MAX), of k[0] and k[1] in turn (one: only of k[0]); a block an SM,
 * warps warps a block, iters passes.  The host waits only for the last: between launches that it
 * waits for, a card idles longer than many of them take.  Times go to time[0..n-1].
 */
#define LAUNCH_ROW_MAX 16
int launch_run(struct launch *l, struct launch_kernel *const *k, int n, int warps, int iters,
	       struct launch_time *time, struct fault *f);

/*
 * After launch_run: do all warps of all blocks agree, lane by lane?  They computed the same from
 * the same inputs. false: block, warp and lane tell the first that differs from the first warp's.
 */
int launch_lanes_agree(struct launch *l, int warps, bool *agree, int *block, int *warp, int *lane,
		       struct fault *f);

/* For verify kernels: sets the seed word, runs, and adds up out.  iters is the number of cases a
 * thread. */
int launch_verify(struct launch *l, struct launch_kernel *k, int warps, int iters, uint32_t seed,
		  uint64_t *mismatches, struct fault *f);

#endif
