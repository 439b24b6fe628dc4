/*
 * A probe run from plan to finished record: build, audit, measure, store, second pass, state.  The
 * parent's side: the driver is only ever met through a worker, and every figure is committed as
 * soon as it exists.
 */
#ifndef CMPTUNE_SESSION_H
#define CMPTUNE_SESSION_H

#include <signal.h>

#include "card.h"
#include "fault.h"
#include "nvrtc.h"
#include "spec.h"
#include "store.h"

enum session_phase { SESSION_BUILD, SESSION_MEASURE, SESSION_REPEAT };

struct session_request {
	const struct card *card; /* of this machine */
	struct store *store;     /* opened for writing */
	const struct probe_set *set;
	struct nvrtc *nvrtc; /* can target the card */
	char *const *only;   /* names, globs or classes; n_only 0: everything */
	size_t n_only;
	bool resume; /* go on with the newest unfinished run of the same probe set, if there is one
		      */
	const char *dump_dir; /* NULL: none */
	int jobs;             /* compiling processes; 0: one a processor */
	double timeout_s;     /* of one point */
	uint32_t seed;        /* of the verify kernels and the order of the second pass */
	const volatile sig_atomic_t *stop; /* set by a signal: finish the point in flight, then
					      leave the run unfinished */
	void (*progress)(enum session_phase phase, size_t done, size_t total, const char *label,
			 void *user);
	void (*trouble)(const char *probe, const char *what,
			void *user); /* a point that failed; the run goes on */
	void *user;
};

struct session_result {
	int64_t run_id;
	char fingerprint[256];
	enum provenance provenance;
	bool resumed;
	size_t n_points, n_skipped; /* skipped: already in the resumed run */
	size_t n_failed;            /* points without a figure */
	size_t n_gated;             /* figures that fail a point of the gate */
	size_t n_programs, n_cached;
	double build_s, measure_s, repeat_s;
};

/* FAULT_INTERRUPTED when stopped: what was measured is in the store, and --resume goes on. */
int session_run(const struct session_request *r, struct session_result *out, struct fault *f);

#endif
