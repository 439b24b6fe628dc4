/*
 * The second pass over the throughput figures, see session_state.h.  Shuffled, so that what a
 * neighbour left behind (heat, clocks, caches) is not the same twice.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "session_state.h"
#include "stat.h"

#define PLATEAU 0.01
#define REPEAT 0.01
#define POINTS_A_PROBE_MAX 8

static bool is_tput(const struct session *s, size_t i)
{
	return !strcmp(s->plan.point[i].kind, "tput") && s->fig[i].interval_cyc > 0;
}

/* The throughput point that stands for a probe, and how many occupancies agree with it; SIZE_MAX:
 * none was measured. */
static size_t plateau_point(const struct session *s, const struct probe *p, size_t *members)
{
	double interval[POINTS_A_PROBE_MAX];
	size_t index[POINTS_A_PROBE_MAX], n = 0, median;

	for (size_t i = 0; i < s->plan.n && n < POINTS_A_PROBE_MAX; i++)
		if (s->plan.point[i].probe == p && is_tput(s, i)) {
			interval[n] = s->fig[i].interval_cyc;
			index[n++] = i;
		}
	median = stat_plateau(interval, n, PLATEAU, members);
	return median == SIZE_MAX ? SIZE_MAX : index[median];
}

static void widen(struct figure *fig, double interval_cyc)
{
	fig->lo_cyc = fmin(fig->lo_cyc, interval_cyc);
	fig->hi_cyc = fmax(fig->hi_cyc, interval_cyc);
}

/*
 * Samples of one launch's length and one occupancy agree better with each other than with anything
 * else: the interval that is told holds what each pass and each occupancy of the plateau gave.
 */
static void widen_to_plateau(const struct session *s, size_t at, struct figure *fig)
{
	const struct probe *p = s->plan.point[at].probe;
	const double middle = fig->interval_cyc;

	for (size_t i = 0; i < s->plan.n; i++)
		if (s->plan.point[i].probe == p && is_tput(s, i) &&
		    fabs(s->fig[i].interval_cyc / middle - 1) <= PLATEAU)
			widen(fig, s->fig[i].interval_cyc);
}

static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13; /* xorshift32 (Marsaglia 2003) */
	*state ^= *state >> 17;
	return *state ^= *state << 5;
}

static void shuffle(size_t *v, size_t n, uint32_t seed)
{
	uint32_t state = seed ? seed : 1;

	for (size_t i = n; i > 1; i--) {
		size_t j = next_random(&state) % i, t = v[i - 1];

		v[i - 1] = v[j];
		v[j] = t;
	}
}

/* Measure a point again, hold it against the first time, and keep the samples of both. */
static int repeat_one(struct session *s, size_t i, struct fault *f)
{
	const struct plan_point *pt = &s->plan.point[i];
	struct store_sample all[2 * MEASURE_SAMPLES_MAX];
	struct figure again, *fig = &s->fig[i];
	struct measure_outcome *first = &s->outcome[i], second;
	size_t members;
	double once_cyc;
	/* A resumed run has the figure but not the samples of its first pass here. */
	int rc = first->n ? 0 : session_measure_one(s, i, f);

	if (rc || !is_tput(s, i))
		return rc;
	rc = session_measure(s, i, &second, f);
	if (rc)
		return rc;
	again = *fig;
	plateau_point(s, pt->probe, &members);
	if (members < 2)
		figure_gate_add(fig, "plateau");
	if (second.fault.code) {
		figure_gate_add(fig, "repeat");
		snprintf(fig->note, sizeof(fig->note), "second pass: %.400s", second.fault.text);
		return session_keep(s, i, first->sample, (size_t)first->n, f);
	}
	figure_summarize(pt, second.sample, second.n, &again);
	if (second.lanes_differ && !first->lanes_differ) {
		figure_faulty(&second, fig);
		if (s->r->trouble)
			s->r->trouble(pt->probe->name, fig->note, s->r->user);
	}
	if (fabs(again.interval_cyc / fig->interval_cyc - 1) > REPEAT)
		figure_gate_add(fig, "repeat");
	memcpy(all, first->sample, (size_t)first->n * sizeof(*all));
	memcpy(all + first->n, second.sample, (size_t)second.n * sizeof(*all));
	once_cyc = fig->interval_cyc;
	figure_summarize(pt, all, first->n + second.n, fig);
	widen(fig, once_cyc);
	widen(fig, again.interval_cyc);
	widen_to_plateau(s, i, fig);
	return session_keep(s, i, all, (size_t)(first->n + second.n), f);
}

int session_repeat_all(struct session *s, struct fault *f)
{
	size_t *order = mem_new(s->plan.n ? s->plan.n : 1, sizeof(*order)), n = 0, members;
	double begin = session_now_s();
	int rc = 0, kept;

	for (size_t i = 0; i < s->plan.n; i++)
		if (is_tput(s, i) && plateau_point(s, s->plan.point[i].probe, &members) == i)
			order[n++] = i;
	shuffle(order, n, s->r->seed);
	for (size_t i = 0; i < n && !rc; i++) {
		session_tell(s, SESSION_REPEAT, i, n, s->plan.point[order[i]].probe->name);
		if (session_stopped(s))
			rc = fault_set(
				f, FAULT_INTERRUPTED,
				"stopped in the second pass; 'cmptune probe --resume' finishes it");
		else
			rc = repeat_one(s, order[i], f);
	}
	kept = session_commit(s, rc ? NULL : f);
	free(order);
	s->out->repeat_s = session_now_s() - begin;
	return rc ? rc : kept;
}
