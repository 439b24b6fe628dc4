/* Statistics of a handful of samples: nothing here assumes that they are normally distributed. */
#ifndef CMPTUNE_STAT_H
#define CMPTUNE_STAT_H

#include <stddef.h>

/* All in the unit of the samples.  lo..hi is a distribution-free interval that covers the median
 * with a probability of at least 95 % (order statistics, binomial); with fewer than 6 samples it is
 * min..max. */
struct stat_summary {
	size_t n;
	double median, mad, lo, hi, min, max;
};

void stat_summarize(const double *samples, size_t n,
		    struct stat_summary *out);       /* n >= 1; does not reorder */
double stat_median(const double *samples, size_t n); /* mean of the middle two for even n */

/*
 * v holds intervals of one thing at several occupancies.  Those within `tolerance` (relative) of
 * the smallest are its plateau; returns the index of the plateau's median (the lower one for an
 * even count) and, in *members, its size. NaN and values that are not positive are passed over;
 * SIZE_MAX when none is left.  The median and not the smallest: the smallest of several unbiased
 * figures is biased.
 */
size_t stat_plateau(const double *v, size_t n, double tolerance, size_t *members);

/* k such that ratio is within tolerance (relative) of 2^k, k >= 0; -1 when there is none up to
 * 2^10. */
int stat_power_of_two(double ratio, double tolerance);

#endif
