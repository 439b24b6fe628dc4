/*
 * Launch pairs to samples.  Takes no medians and passes no judgement: that is figure.c's, from what
 * is stored.
 */
#include "measure.h"

#include <math.h>
#include <string.h>

#include "stat.h"

/* Of a 2U launch: long against the steps of globaltimer (16 ns to 1 us) and against the skew between
 * warps, short against a watchdog. */
#define TARGET_NS 1.3e5
#define LAUNCH_LIMIT_NS 30.0e6
#define ITERS_MAX 100000000
#define SAMPLES_MIN 7
#define NARROW 2.0e-4      /* relative width of the interval at which enough is enough */
#define CLOCK_MOVED 5.0e-3 /* relative, beyond what a step of globaltimer makes of it */
#define TIMER_STEP_NS 1024 /* of globaltimer, where it is coarse */
#define WARM_MOVED 2.0e-3
#define WARM_WINDOWS_MAX 200
#define WARM_NS 10.0e6

struct pair {
	struct launch_kernel *k[2]; /* with U and with 2U copies */
	int warps, iters;
};

static int load_pair(struct launch *l, const struct measure_job *job, struct pair *p,
		     struct fault *f)
{
	int rc = launch_load(l, job->cubin, f);

	p->warps = job->warps;
	if (!rc)
		rc = launch_find(l, job->kernel[0], &p->k[0], f);
	if (!rc)
		rc = launch_find(l, job->kernel[1], &p->k[1], f);
	return rc;
}

/* Passes for about target_ns, found by doubling: one pass on a card at 1/64 may take half a
 * millisecond already. */
static int calibrate(struct launch *l, struct pair *p, double target_ns, struct fault *f)
{
	struct launch_time t = {0};
	int rc;

	p->iters = 1;
	for (;;) {
		rc = launch_run(l, &p->k[1], 1, p->warps, p->iters, &t, f);
		if (rc || t.ns > 0.1 * target_ns || p->iters > ITERS_MAX / 8)
			break;
		p->iters *= 4;
	}
	if (rc)
		return rc;
	if (t.ns / p->iters > LAUNCH_LIMIT_NS)
		return fault_set(
			f, FAULT_DEVICE,
			"one pass of the loop takes %.0f ms: too slow to be measured safely",
			t.ns / p->iters * 1e-6);
	p->iters = (int)fmax(1, fmin(ITERS_MAX, p->iters * target_ns / fmax(t.ns, 1)));
	return 0;
}

static void keep_sample(const struct pair *p, const struct measure_job *job,
			const struct launch_time time[2], struct measure_outcome *out)
{
	const struct launch_time *u = &time[0], *u2 = &time[1];
	double moved = fabs(u->cycles / u->ns * u2->ns / u2->cycles - 1);

	out->sample[out->n++] = (struct store_sample){
		.warps = job->warps,
		.chains = job->chains,
		.copies = job->copies,
		.iters = p->iters,
		.cycles_u = u->cycles,
		.cycles_2u = u2->cycles,
		.ns_u = u->ns,
		.ns_2u = u2->ns,
		.disturbed = !(moved <= CLOCK_MOVED + TIMER_STEP_NS / u->ns),
	};
	out->uneven |= u->uneven || u2->uneven;
	out->sm_spread = u2->sm_spread;
}

/* Is the interval of the difference narrow enough, over the undisturbed samples? */
static bool narrow_enough(const struct measure_outcome *out)
{
	double d[MEASURE_SAMPLES_MAX];
	struct stat_summary s;
	size_t n = 0;

	for (int i = 0; i < out->n; i++)
		if (!out->sample[i].disturbed)
			d[n++] = out->sample[i].cycles_2u - out->sample[i].cycles_u;
	if (n < SAMPLES_MIN)
		return false;
	stat_summarize(d, n, &s);
	return s.hi - s.lo <= NARROW * fabs(s.median);
}

static void watch(struct guard *g, struct measure_outcome *out, int from)
{
	struct guard_reading r;

	guard_read(g, &r);
	for (int i = from; i < out->n; i++) {
		out->sample[i].has_reasons = r.has_reasons;
		out->sample[i].reasons = r.reasons;
		out->sample[i].disturbed |= r.has_reasons && (r.reasons & GUARD_TAINT);
	}
}

static int take_samples(struct launch *l, struct guard *g, const struct pair *p,
			const struct measure_job *job, struct measure_outcome *out, struct fault *f)
{
	struct launch_time time[LAUNCH_ROW_MAX];
	int rc = 0, skip = 2; /* the first pair warms the caches */

	while (!rc && out->n < MEASURE_SAMPLES_MAX && !narrow_enough(out)) {
		int from = out->n;

		/* NVML is asked once a row, and its word holds for the row. */
		rc = launch_run(l, p->k, skip + 2 * SAMPLES_MIN, p->warps, p->iters, time, f);
		for (int i = 0; i < SAMPLES_MIN && !rc; i++)
			keep_sample(p, job, &time[skip + 2 * i], out);
		watch(g, out, from);
		skip = 0;
	}
	return rc;
}

static int measure_point(struct launch *l, struct guard *g, const struct measure_job *job,
			 struct measure_outcome *out, struct fault *f)
{
	struct pair p = {0};
	bool agree = true;
	int rc = load_pair(l, job, &p, f);

	if (!rc)
		rc = calibrate(l, &p, TARGET_NS, f);
	if (!rc)
		rc = take_samples(l, g, &p, job, out, f);
	if (!rc)
		rc = launch_lanes_agree(l, job->warps, &agree, &out->bad_block, &out->bad_warp,
					&out->bad_lane, f);
	out->lanes_differ = !rc && !agree;
	return rc;
}

static int measure_verify(struct launch *l, const struct measure_job *job,
			  struct measure_outcome *out, struct fault *f)
{
	struct launch_kernel *k;
	int rc = launch_load(l, job->cubin, f);

	if (!rc)
		rc = launch_find(l, job->kernel[0], &k, f);
	if (!rc)
		rc = launch_verify(l, k, job->warps, MEASURE_CASES_A_THREAD, job->seed,
				   &out->mismatches, f);
	out->cases =
		(uint64_t)launch_sm_count(l) * (uint64_t)job->warps * 32 * MEASURE_CASES_A_THREAD;
	return rc;
}

void measure_run(struct launch *l, struct guard *g, const struct measure_job *job,
		 struct measure_outcome *out)
{
	memset(out, 0, sizeof(*out));
	out->is_double = launch_is_double(l);
	if (job->task == MEASURE_VERIFY)
		measure_verify(l, job, out, &out->fault);
	else if (job->task == MEASURE_POINT)
		measure_point(l, g, job, out, &out->fault);
	/* A launch that failed leaves a context in which everything fails. */
	out->fatal = out->fault.code == FAULT_DEVICE;
}

int measure_warm(struct launch *l, const struct measure_job *job, struct fault *f)
{
	struct launch_time t;
	struct pair p = {0};
	double mhz[3] = {0, 0, 0};
	int rc = load_pair(l, job, &p, f);

	if (!rc)
		rc = calibrate(l, &p, WARM_NS, f);
	for (int i = 0; !rc && i < WARM_WINDOWS_MAX; i++) {
		rc = launch_run(l, &p.k[1], 1, p.warps, p.iters, &t, f);
		mhz[i % 3] = t.cycles / t.ns;
		if (i >= 2 && fmax(fmax(mhz[0], mhz[1]), mhz[2]) <
				      (1 + WARM_MOVED) * fmin(fmin(mhz[0], mhz[1]), mhz[2]))
			break;
	}
	return rc;
}
