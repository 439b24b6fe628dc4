/* The first half of a run: cubins of all points, and the audit of each.  Also all there is to
 * `cmptune audit`. */
#ifndef CMPTUNE_SESSION_BUILD_H
#define CMPTUNE_SESSION_BUILD_H

#include "audit.h"
#include "jit.h"
#include "plan.h"

struct session_build {
	struct jit_result jit;     /* of the plan's kernels, then of the verify kernels */
	struct gen_kernel *kernel; /* owned: the same, in that order */
	size_t n_plan, n;          /* kernels of the plan; all */
	struct audit *audit;       /* of each point of the plan */
	char **failed; /* of each point: why it has no code to measure, owned; NULL: it has */
	size_t n_points;
};

/* base gives arch, NVRTC, set, dump_dir, jobs and progress; its kernels are filled in here. */
int session_build_make(const struct jit_request *base, const struct plan *plan,
		       struct session_build *out, struct fault *f);
void session_build_done(struct session_build *b);

#endif
