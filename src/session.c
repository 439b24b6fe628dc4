/*
 * The order of a run.  What a figure is, is figure.c's; which points there are, plan.c's; what a
 * state is, state.c's.
 */
#include "session_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buf.h"
#include "path.h"
#include "session_verify.h"
#include "state.h"
#include "version.h"

double session_now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void session_tell(const struct session *s, enum session_phase phase, size_t done, size_t total,
		  const char *label)
{
	if (s->r->progress)
		s->r->progress(phase, done, total, label, s->r->user);
}

bool session_stopped(const struct session *s)
{
	return s->r->stop && *s->r->stop;
}

int session_commit(struct session *s, struct fault *f)
{
	bool any = s->unstored.any;

	s->unstored.any = false;
	return any ? store_add(s->r->store, s->out->run_id, &s->fig[s->unstored.point],
			       s->unstored.sample, s->unstored.n, f)
		   : 0;
}

int session_keep(struct session *s, size_t i, const struct store_sample *sample, size_t n,
		 struct fault *f)
{
	int rc = session_commit(s, f);

	s->unstored.any = true;
	s->unstored.point = i;
	s->unstored.n = n;
	if (n)
		memcpy(s->unstored.sample, sample, n * sizeof(*sample));
	return rc;
}

int session_measure(struct session *s, size_t i, struct measure_outcome *out, struct fault *f)
{
	const struct plan_point *pt = &s->plan.point[i];
	struct measure_job job = {.task = MEASURE_POINT,
				  .warps = pt->warps,
				  .chains = pt->chains,
				  .copies = pt->copies};
	int asked, rc;

	snprintf(job.cubin, sizeof(job.cubin), "%s", s->build.jit.cubin[pt->kernel_u]);
	snprintf(job.kernel[0], sizeof(job.kernel[0]), "%s", s->plan.kernel[pt->kernel_u].name);
	snprintf(job.kernel[1], sizeof(job.kernel[1]), "%s", s->plan.kernel[pt->kernel_2u].name);
	asked = worker_ask(s->worker, &job, f);
	rc = session_commit(s, asked ? NULL : f);
	if (!asked)
		worker_answer(s->worker, out);
	return asked ? asked : rc;
}

static void failed(struct session *s, size_t i, const char *why)
{
	const struct plan_point *pt = &s->plan.point[i];

	figure_failed(pt, s->build.failed[i] ? NULL : &s->build.audit[i], why, &s->fig[i]);
	s->out->n_failed++;
	if (s->r->trouble)
		s->r->trouble(pt->probe->name, why, s->r->user);
}

/* Cubins are files named by their key, the hash of everything that decides their bytes. */
static void note_build(const struct session *s, size_t i, char build[HASH_HEX_SIZE])
{
	const char *cubin = s->build.jit.cubin[s->plan.point[i].kernel_u];
	const char *slash = strrchr(cubin, '/');

	snprintf(build, HASH_HEX_SIZE, "%.64s", slash ? slash + 1 : cubin);
}

int session_measure_one(struct session *s, size_t i, struct fault *f)
{
	struct measure_outcome *o = &s->outcome[i];
	int rc;

	if (s->build.failed[i]) {
		failed(s, i, s->build.failed[i]);
		return session_keep(s, i, NULL, 0, f);
	}
	rc = session_measure(s, i, o, f);
	if (rc)
		return rc;
	if (o->fault.code)
		failed(s, i, o->fault.text);
	else
		figure_make(&s->plan.point[i], &s->build.audit[i], s->cc, o, &s->fig[i]);
	if (o->lanes_differ && s->r->trouble)
		s->r->trouble(s->plan.point[i].probe->name, s->fig[i].note, s->r->user);
	note_build(s, i, s->fig[i].build);
	return session_keep(s, i, o->sample, o->fault.code ? 0 : (size_t)o->n, f);
}

/* The figures that the resumed run holds already; those that failed are tried again. */
static int load_resumed(struct session *s, struct fault *f)
{
	struct record r;
	int rc = store_record_run(s->r->store, s->out->run_id, &r, f);

	if (rc)
		return rc;
	for (size_t i = 0; i < s->plan.n; i++) {
		const struct plan_point *pt = &s->plan.point[i];
		const struct figure *fig =
			record_find(&r, pt->probe->name, pt->kind, pt->warps, pt->chains);

		if (fig && fig->n_samples) {
			s->fig[i] = *fig;
			s->out->n_skipped++;
		}
	}
	record_done(&r);
	return 0;
}

static int measure_all(struct session *s, struct fault *f)
{
	double begin = session_now_s();
	int kept, rc = s->out->resumed ? load_resumed(s, f) : 0;

	for (size_t i = 0; i < s->plan.n && !rc; i++) {
		session_tell(s, SESSION_MEASURE, i, s->plan.n, s->plan.point[i].probe->name);
		if (session_stopped(s))
			rc = fault_set(f, FAULT_INTERRUPTED,
				       "stopped after %zu of %zu points; 'cmptune probe --resume' "
				       "goes on from there",
				       i, s->plan.n);
		else if (!s->fig[i].n_samples)
			rc = session_measure_one(s, i, f);
	}
	kept = session_commit(s, rc ? NULL : f);
	s->out->measure_s = session_now_s() - begin;
	return rc ? rc : kept;
}

/* ---- begin and end ---- */

/* Is there anything to measure, and on what?  A run is only begun on a device that opens. */
static int ask_device(struct session *s, struct fault *f)
{
	bool is_double = false;
	size_t i = 0;
	int rc;

	while (i < s->plan.n && s->build.failed[i])
		i++;
	if (i == s->plan.n)
		return fault_set(
			f, FAULT_BUILD,
			"not one of %zu kernels compiles for sm_%d; 'cmptune audit --arch sm_%d' "
			"shows why",
			s->plan.n_kernels, s->cc, s->cc);
	rc = worker_hello(s->worker, &is_double, f);
	s->out->provenance = is_double ? PROV_MODELLED : PROV_MEASURED;
	return rc;
}

static int begin_run(struct session *s, struct fault *f)
{
	char nvrtc_version_text[32], arch[16], started[32];
	const struct card_field *driver = &s->r->card->f[CARD_driver];
	struct store_run run = {.provenance = s->out->provenance,
				.tool_version = CMPTUNE_VERSION,
				.probe_set_hash = s->r->set->hash,
				.nvrtc_version = nvrtc_version_text,
				.nvrtc_arch = arch,
				.started_utc = started,
				.driver = driver->status == CARD_OK ? driver->text : "unknown"};
	time_t now = time(NULL);
	struct tm utc;
	int major, minor, rc = 0;

	nvrtc_version(s->r->nvrtc, &major, &minor);
	snprintf(nvrtc_version_text, sizeof(nvrtc_version_text), "%d.%d", major, minor);
	snprintf(arch, sizeof(arch), "sm_%d", s->cc);
	strftime(started, sizeof(started), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
	if (s->r->resume)
		rc = store_run_resumable(s->r->store, s->r->card, &run, &s->out->run_id, f);
	s->out->resumed = !rc && s->out->run_id != 0;
	if (!rc && !s->out->run_id)
		rc = store_run_begin(s->r->store, s->r->card, &run, &s->out->run_id, f);
	return rc;
}

static int finish_run(struct session *s, struct fault *f)
{
	for (size_t i = 0; i < s->plan.n; i++)
		s->out->n_gated += s->fig[i].n_samples && s->fig[i].gate[0];
	return state_finish(s->r->store, s->out->run_id, s->r->set, s->out->fingerprint, f);
}

static void build_progress(size_t done, size_t total, void *user)
{
	session_tell(user, SESSION_BUILD, done, total, "compiling");
}

static int nvrtc_major(const struct nvrtc *n)
{
	int major, minor;

	nvrtc_version(n, &major, &minor);
	return major;
}

int session_run(const struct session_request *r, struct session_result *out, struct fault *f)
{
	struct session s = {.r = r, .out = out, .cc = (int)r->card->f[CARD_cc].num};
	const struct card_field *bus = &r->card->f[CARD_bus_id];
	const struct jit_request jit = {.nvrtc = r->nvrtc,
					.arch = s.cc,
					.set = r->set,
					.dump_dir = r->dump_dir,
					.jobs = r->jobs,
					.progress = build_progress,
					.stop = r->stop,
					.user = &s};
	int rc = plan_make(r->set, s.cc, nvrtc_major(r->nvrtc), r->only, r->n_only, &s.plan, f);

	*out = (struct session_result){0};
	s.worker = worker_new(r->card->ordinal, bus->status == CARD_OK ? bus->text : NULL,
			      r->timeout_s);
	if (!rc)
		rc = worker_start(s.worker, f);
	if (!rc)
		rc = session_build_make(&jit, &s.plan, &s.build, f);
	if (rc)
		goto out;
	out->n_points = s.plan.n;
	out->build_s = s.build.jit.seconds;
	out->n_programs = s.build.jit.n_programs;
	out->n_cached = s.build.jit.n_cached;
	s.fig = mem_new(s.plan.n ? s.plan.n : 1, sizeof(*s.fig));
	s.outcome = mem_new(s.plan.n ? s.plan.n : 1, sizeof(*s.outcome));
	rc = ask_device(&s, f);
	if (!rc)
		rc = begin_run(&s, f);
	if (!rc)
		rc = session_verify_all(r, &s.build, s.worker, out->run_id, f);
	if (!rc)
		rc = measure_all(&s, f);
	if (!rc)
		rc = session_repeat_all(&s, f);
	if (!rc)
		rc = finish_run(&s, f);
out:
	worker_free(s.worker);
	free(s.fig);
	free(s.outcome);
	session_build_done(&s.build);
	plan_done(&s.plan);
	return rc;
}
