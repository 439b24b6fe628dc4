/* Which state of its card a run saw: the fingerprint, also for runs that measured only a part. */
#ifndef CMPTUNE_STATE_H
#define CMPTUNE_STATE_H

#include <stdint.h>

#include "fault.h"
#include "spec.h"
#include "store.h"

/*
 * Closes the run with its fingerprint.  A run that measured only some classes joins the card's
 * newest known state whose dividers it confirms, if there is one; it never changes what that state
 * says.
 */
int state_finish(struct store *s, int64_t run_id, const struct probe_set *set,
		 char fingerprint[256], struct fault *f);

/* Does a state's fingerprint agree with what was measured?  Classes without a verdict agree with
 * anything. */
struct verdict;
int state_agrees(const char *fingerprint, const struct verdict *v);

#endif
