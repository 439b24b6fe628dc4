/*
 * Runs the verify kernels through the worker and stores what they found.  Chooses nothing: what a
 * mismatch means is decided where variants are.
 */
#include "session_verify.h"

#include <math.h>
#include <stdio.h>

#define VERIFY_WARPS 32

static int verify_one(const struct session_request *r, const struct gen_kernel *k,
		      const char *cubin, struct worker *w, int64_t run_id, struct fault *f)
{
	struct measure_job job = {.task = MEASURE_VERIFY, .warps = VERIFY_WARPS, .seed = r->seed};
	struct store_check check = {.seed = r->seed, .max_ulp = NAN};
	struct measure_outcome o;
	int rc;

	snprintf(job.cubin, sizeof(job.cubin), "%s", cubin);
	snprintf(job.kernel[0], sizeof(job.kernel[0]), "%s", k->name);
	snprintf(check.variant, sizeof(check.variant), "%s", k->probe->name);
	rc = worker_measure(w, &job, &o, f);
	if (rc)
		return rc;
	if (o.fault.code) {
		if (r->trouble)
			r->trouble(k->probe->name, o.fault.text, r->user);
		return 0; /* unverified: no check is stored, and the strategy will not be chosen */
	}
	check.cases = o.cases;
	check.mismatches = o.mismatches;
	return store_add_check(r->store, run_id, &check, f);
}

int session_verify_all(const struct session_request *r, const struct session_build *b,
		       struct worker *w, int64_t run_id, struct fault *f)
{
	int rc = 0;

	for (size_t i = b->n_plan; i < b->n && !rc; i++)
		if (b->jit.cubin[i])
			rc = verify_one(r, &b->kernel[i], b->jit.cubin[i], w, run_id, f);
		else if (r->trouble)
			r->trouble(b->kernel[i].probe->name, "its verify kernel does not compile",
				   r->user);
	return rc;
}
