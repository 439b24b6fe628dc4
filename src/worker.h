/* Child processes that may be lost: everything that calls the CUDA driver runs in one. */
#ifndef CMPTUNE_WORKER_H
#define CMPTUNE_WORKER_H

#include "card.h"
#include "fault.h"
#include "measure.h"

/* card_list_local in a child with a time limit: a driver that crashes or hangs costs a sentence,
 * not the program. */
int worker_cards(struct card_list *out, struct buf *why_none, struct fault *f);

struct worker; /* a process that measures on one device, started again when it is lost */

/* bus_id is for NVML and may be NULL.  Starts nothing yet. */
struct worker *worker_new(int ordinal, const char *bus_id, double timeout_s);
void worker_free(struct worker *w); /* ends the process; NULL is fine */

/* Start the process, which then opens the device by itself: that takes a second, in which there is
 * other work. */
int worker_start(struct worker *w, struct fault *f);

/* Start the process and open the device.  FAULT_DEVICE when that fails, hangs or crashes. */
int worker_hello(struct worker *w, bool *is_double, struct fault *f);

/*
 * Measure.  A fault of the job itself, a crash and a time-out are in out->fault, and a process that
 * was lost is replaced for the next job.  Returns non-zero only when no process can be started or
 * the device no longer opens.
 */
int worker_measure(struct worker *w, const struct measure_job *job, struct measure_outcome *out,
		   struct fault *f);

/* The same in two steps, with time for something else between them: after a worker_ask that
 * returned 0 there must be one worker_answer. */
int worker_ask(struct worker *w, const struct measure_job *job, struct fault *f);
void worker_answer(struct worker *w, struct measure_outcome *out);

#endif
