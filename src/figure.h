/* Samples to a figure, and the acceptance gate: what a row must pass before anybody may use it. */
#ifndef CMPTUNE_FIGURE_H
#define CMPTUNE_FIGURE_H

#include "audit.h"
#include "measure.h"
#include "plan.h"
#include "store.h"

/*
 * Points of the gate, by the word that a figure's `gate` holds when it fails:
 * - audit: the machine code is not what the probe declares
 * - linear: T(U) is not U intervals and a loop's overhead; something else than the copies was timed
 * - impossible: faster than the issue limit, than the published rate, or a latency under 2 cycles
 * - clock: it moved by more than 2 % from sample to sample
 * - lanes: warps computed different values from the same inputs, faulty hardware
 * - disturbed: every sample was taken under a throttle reason or a moving clock
 * - uneven: the blocks did not spread one an SM
 * - noise: the 95 % interval is wider than 1 %
 * - plateau: no other occupancy comes within 1 % of this rate (session_repeat.c)
 * - repeat: a second pass in shuffled order differs by more than 1 % (session_repeat.c)
 */
void figure_make(const struct plan_point *pt, const struct audit *a, int cc,
		 const struct measure_outcome *o, struct figure *out);

/* A point that could not be measured, with the reason: NaN and a note, never 0. */
void figure_failed(const struct plan_point *pt, const struct audit *a, const char *why,
		   struct figure *out);

void figure_gate_add(struct figure *fig, const char *point);
/* The warps of o differed: the point of the gate, and where, as a note. */
void figure_faulty(const struct measure_outcome *o, struct figure *out);

/* Recompute the interval from more samples (a second pass); gate and audit stay. */
void figure_summarize(const struct plan_point *pt, const struct store_sample *s, int n,
		      struct figure *out);

#endif
