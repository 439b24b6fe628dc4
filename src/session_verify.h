/* Strategies held against their exact reference on the card, before their time counts. */
#ifndef CMPTUNE_SESSION_VERIFY_H
#define CMPTUNE_SESSION_VERIFY_H

#include "session.h"
#include "session_build.h"
#include "worker.h"

/* Runs every verify kernel of the build and stores a check each; one that cannot run is told as
 * trouble. */
int session_verify_all(const struct session_request *r, const struct session_build *b,
		       struct worker *w, int64_t run_id, struct fault *f);

#endif
