/* One strategy file, read strictly; what variant.c builds its set from. */
#ifndef CMPTUNE_VARIANT_READ_H
#define CMPTUNE_VARIANT_READ_H

#include "variant.h"

#define STRATEGY_SUFFIX ".cu"

struct reader {
	struct variant *v; /* being filled; its texts point into the file's text */
	const char *file;
	int line;
	unsigned seen; /* bit per key row */
};

/* text is cut up in place and must live as long as the variant. */
int variant_read(struct reader *r, char *text, struct fault *f);

#endif
