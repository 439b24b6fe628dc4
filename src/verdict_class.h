/* The part of a verdict that speaks of whole throttle classes. */
#ifndef CMPTUNE_VERDICT_CLASS_H
#define CMPTUNE_VERDICT_CLASS_H

#include "verdict.h"

#define VERDICT_TOLERANCE 0.02 /* of a ratio to a power of two, and of a member to its class */

/* Fills cls and fingerprint from the finished rows.  The probe set tells a class that the card
 * lacks from one that was not looked at. */
void verdict_classes(struct verdict *v, const struct probe_set *set);

#endif
