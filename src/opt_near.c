/*
 * A mistyped word to the candidate that was probably meant.  It must rather stay silent than guess
 * wildly.
 */
#include "opt.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

/* Optimal string alignment: insertions, deletions, substitutions, swaps of neighbours; case costs
 * nothing. */
static size_t edit_distance(const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b), width = nb + 1, d;
	size_t *cell = mem_new((na + 1) * width, sizeof(*cell));

	for (size_t i = 0; i <= na; i++)
		for (size_t j = 0; j <= nb; j++) {
			size_t *at = &cell[i * width + j], best;
			bool same;

			if (i == 0 || j == 0) {
				*at = i + j;
				continue;
			}
			same = tolower((unsigned char)a[i - 1]) == tolower((unsigned char)b[j - 1]);
			best = cell[(i - 1) * width + j - 1] + !same;
			if (cell[(i - 1) * width + j] + 1 < best)
				best = cell[(i - 1) * width + j] + 1;
			if (cell[i * width + j - 1] + 1 < best)
				best = cell[i * width + j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    cell[(i - 2) * width + j - 2] + 1 < best)
				best = cell[(i - 2) * width + j - 2] + 1;
			*at = best;
		}
	d = cell[na * width + nb];
	free(cell);
	return d;
}

const char *opt_nearest(const char *word, const char *const *candidates, size_t n)
{
	size_t length = strlen(word), best = length < 3 ? 1 : length < 7 ? 2 : 3;
	const char *found = NULL;

	if (length < 2 || length > 64)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		size_t d = edit_distance(word, candidates[i]);

		/* A beginning is a likely slip, whatever is missing: "rep" for "report". */
		if (length >= 3 && strncmp(word, candidates[i], length) == 0 && d > 1)
			d = 1;
		if (d < best || (d == best && !found)) {
			best = d;
			found = candidates[i];
		}
	}
	/* "xy" is at distance 2 of every word of two letters: half of the word must be right. */
	return found && best * 2 <= length ? found : NULL;
}
