/* What to measure on a card: the points of each probe, and the kernels they need. */
#ifndef CMPTUNE_PLAN_H
#define CMPTUNE_PLAN_H

#include "gen.h"
#include "spec.h"

struct plan_point {
	const struct probe *probe;
	const char *kind; /* "tput", "lat", "sweep" */
	int warps, chains, copies;
	size_t kernel_u, kernel_2u; /* indices into kernel */
};

struct plan {
	struct plan_point *point; /* owned; alternates before the probes that need their figure */
	size_t n;
	struct gen_kernel *kernel; /* owned; each (probe, chains, copies) once, those of a probe
				      side by side */
	size_t n_kernels;
};

/*
 * only: names or globs (NULL or n_only 0: all); what it picks brings the alternates along.  arch
 * leaves out what the architecture does not have.  FAULT_NONE_SUCH names a pattern that fits no
 * probe, and the nearest name.
 */
int plan_make(const struct probe_set *set, int arch, int nvrtc_major, char *const *only, size_t n_only,
	      struct plan *out, struct fault *f);
/* Does one of the patterns (no pattern: all) fit its name or its throttle class? */
bool plan_picks(const struct probe *p, char *const *only, size_t n_only);
void plan_done(struct plan *p);

#endif
