/* The state of a run, shared by the files that make up a session: private to them. */
#ifndef CMPTUNE_SESSION_STATE_H
#define CMPTUNE_SESSION_STATE_H

#include "figure.h"
#include "session.h"
#include "session_build.h"
#include "worker.h"

struct session {
	const struct session_request *r;
	struct session_result *out;
	struct plan plan;
	struct session_build build;
	struct worker *worker;
	struct figure *fig; /* of each point; n_samples 0: none */
	struct measure_outcome
		*outcome; /* of each throughput point: the second pass adds to its samples */
	int cc;
	struct {
		bool any;
		size_t point, n;
		struct store_sample sample[2 * MEASURE_SAMPLES_MAX];
	} unstored; /* the newest figure: it is stored while the next one is measured */
};

double session_now_s(void);
void session_tell(const struct session *s, enum session_phase phase, size_t done, size_t total,
		  const char *label);
bool session_stopped(const struct session *s);
void session_job(const struct session *s, size_t i, struct measure_job *job);

/* One point: measured or failed, and kept. */
int session_measure_one(struct session *s, size_t i, struct fault *f);

/*
 * A commit waits for the disk about as long as a point takes to be measured, so that they go side
 * by side: session_measure hands out the job, commits what session_keep kept, and takes the answer.
 * session_keep commits what it still finds unstored; session_commit leaves nothing.
 */
int session_measure(struct session *s, size_t i, struct measure_outcome *out, struct fault *f);
int session_keep(struct session *s, size_t i, const struct store_sample *sample, size_t n,
		 struct fault *f);
int session_commit(struct session *s, struct fault *f);

/*
 * The second pass: the point that stands for each probe is measured again, in shuffled order.  Its
 * figure then rests on the samples of both passes, and learns whether they agree (gate "repeat")
 * and whether another occupancy comes near (gate "plateau").
 */
int session_repeat_all(struct session *s, struct fault *f);

#endif
