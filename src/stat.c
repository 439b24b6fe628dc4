/*
 * Samples to median, MAD and an interval made of order statistics.  Nothing here assumes a
 * distribution, and nothing here drops samples: what is disturbed is for the caller to take out.
 */
#include "stat.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

#define EXACT_MAX                                                                                  \
	1000 /* beyond it 2^-n leaves the range of a double; the normal approximation is good long \
		before */

static int compare_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double *sorted_copy(const double *samples, size_t n)
{
	double *v = mem_new(n, sizeof(*v));

	memcpy(v, samples, n * sizeof(*v));
	qsort(v, n, sizeof(*v), compare_double);
	return v;
}

static double median_of_sorted(const double *v, size_t n)
{
	return n % 2 ? v[n / 2] : v[n / 2 - 1] / 2 + v[n / 2] / 2;
}

/*
 * The largest r such that the r-th smallest and r-th largest of n samples (r counts from 0) enclose
 * the median with at least 95 %: P(Binomial(n, 1/2) <= r) <= 2.5 %.  0 when there are too few
 * samples for it.
 */
static size_t interval_rank(size_t n)
{
	double term, sum = 0;
	size_t r = 0;

	if (n > EXACT_MAX)
		return (size_t)floor((double)n / 2 - 0.98 * sqrt((double)n) - 1);
	term = ldexp(1, -(int)n);
	for (size_t k = 0; k < n / 2; k++) {
		sum += term;
		if (sum > 0.025)
			break;
		r = k;
		term *= (double)(n - k) / (double)(k + 1);
	}
	return r;
}

double stat_median(const double *samples, size_t n)
{
	double *v = sorted_copy(samples, n);
	double median = median_of_sorted(v, n);

	free(v);
	return median;
}

void stat_summarize(const double *samples, size_t n, struct stat_summary *out)
{
	double *v = sorted_copy(samples, n);
	size_t r = interval_rank(n);

	out->n = n;
	out->median = median_of_sorted(v, n);
	out->min = v[0];
	out->max = v[n - 1];
	out->lo = v[r];
	out->hi = v[n - 1 - r];
	for (size_t i = 0; i < n; i++)
		v[i] = fabs(samples[i] - out->median);
	qsort(v, n, sizeof(*v), compare_double);
	out->mad = median_of_sorted(v, n);
	free(v);
}

int stat_power_of_two(double ratio, double tolerance)
{
	double k;

	if (!(ratio > 0) || !isfinite(ratio))
		return -1;
	k = round(log2(ratio));
	if (k < 0)
		k = 0;
	if (k > 10 || !(fabs(ratio / exp2(k) - 1) <= tolerance))
		return -1;
	return (int)k;
}

size_t stat_plateau(const double *v, size_t n, double tolerance, size_t *members)
{
	double least = INFINITY;
	size_t median = SIZE_MAX;

	*members = 0;
	for (size_t i = 0; i < n; i++)
		if (v[i] > 0 && v[i] < least)
			least = v[i];
	for (size_t i = 0; i < n; i++)
		*members += v[i] > 0 && v[i] <= least * (1 + tolerance);
	for (size_t i = 0; i < n; i++) {
		size_t below = 0; /* members that come before v[i] in order, ties by index */

		if (!(v[i] > 0 && v[i] <= least * (1 + tolerance)))
			continue;
		for (size_t k = 0; k < n; k++)
			below += v[k] > 0 && (v[k] < v[i] || (v[k] == v[i] && k < i));
		if (below == (*members - 1) / 2)
			median = i;
	}
	return median;
}
