/* What a variant costs on a card: as timed, or by the pipe model from the rates of its
 * instructions. */
#ifndef CMPTUNE_DECIDE_COST_H
#define CMPTUNE_DECIDE_COST_H

#include <stdbool.h>

#include "variant.h"
#include "verdict.h"

struct estimate {
	bool known;
	bool is_rate;       /* per multiply-add rather than per primitive */
	double cyc, lo, hi; /* SM cycles; lo..hi holds the noise */
	char text[200];     /* known: the cost line it comes from.  Otherwise: what is missing */
};

void cost_measured(const struct verdict *v, const char *probe, struct estimate *out);
/* The cheapest of the variant's cost lines whose rates are all known. */
void cost_predicted(const struct verdict *v, const struct variant *variant, int cc,
		    struct estimate *out);

#endif
