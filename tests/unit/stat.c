/* Median, MAD, order-statistic interval, powers of two, plateaus. */
#include "tap.h"

#include <stdint.h>

#include "stat.h"

static void test_known(void)
{
	const double odd[] = {5, 1, 3}, even[] = {4, 1, 3, 2}, one[] = {7};
	const double spread[] = {1, 2, 3, 4, 100};
	struct stat_summary s;

	is_near(stat_median(odd, 3), 3, 0, "median of three");
	is_near(stat_median(even, 4), 2.5, 0, "median of four is the middle of the middle two");
	is_near(even[0], 4, 0, "the samples keep their order");
	stat_summarize(one, 1, &s);
	ok(s.n == 1 && s.median == 7 && s.mad == 0 && s.lo == 7 && s.hi == 7 && s.min == 7 &&
		   s.max == 7,
	   "one sample");
	stat_summarize(spread, 5, &s);
	is_near(s.median, 3, 0, "an outlier does not move the median");
	is_near(s.mad, 1, 0, "nor the MAD");
	ok(s.lo == 1 && s.hi == 100, "with five samples the interval is all of them");
	stat_summarize(even, 4, &s);
	is_near(s.mad, 1, 0, "MAD of an even number");
}

/* Ranks from the tables of the binomial distribution: r-th smallest and largest, counted from 1. */
static void test_ranks(void)
{
	static const struct {
		size_t n, rank;
	} row[] = {{5, 1},  {6, 1},  {8, 1},   {9, 2},   {11, 2},   {12, 3},     {15, 4},
		   {20, 6}, {25, 8}, {30, 10}, {50, 18}, {100, 40}, {1000, 469}, {1001, 469}};
	static double v[1001];
	struct stat_summary s;

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		for (size_t j = 0; j < row[i].n; j++)
			v[j] = (double)(j + 1);
		stat_summarize(v, row[i].n, &s);
		if (row[i].n <= 1000)
			is_near(s.lo, (double)row[i].rank, 0, "lower rank of %zu", row[i].n);
		else
			is_near(s.lo, (double)row[i].rank, 1.01, "lower rank of %zu", row[i].n);
		is_near(s.hi, (double)(row[i].n + 1) - s.lo, 0, "upper rank of %zu", row[i].n);
	}
}

/* xorshift64: the same samples on every machine. */
static double uniform(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double)(*state >> 11) / 9007199254740992.0;
}

/* A skewed distribution (u^4, true median 1/16): the interval must hold its promise without
 * assuming symmetry. */
static void test_coverage(void)
{
	static const size_t sizes[] = {6, 7, 12, 25, 64};
	uint64_t state = 20240601;
	double v[64];

	for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
		int covered = 0, rounds = 4000;

		for (int i = 0; i < rounds; i++) {
			struct stat_summary s;

			for (size_t j = 0; j < sizes[k]; j++)
				v[j] = pow(uniform(&state), 4);
			stat_summarize(v, sizes[k], &s);
			covered += s.lo <= 1.0 / 16 && 1.0 / 16 <= s.hi;
		}
		/* 95 % less three standard deviations of 4000 tries; never all, or the interval
		 * says nothing. */
		ok(covered >= 0.9396 * rounds && covered < 0.995 * rounds,
		   "%zu samples: %d of %d cover the median", sizes[k], covered, rounds);
	}
}

static void test_powers(void)
{
	static const struct {
		double ratio, tolerance;
		int k;
	} row[] = {
		{1, 0.05, 0},     {0.98, 0.05, 0},  {1.04, 0.05, 0},     {1.1, 0.05, -1},
		{2, 0, 1},        {31.5, 0.05, 5},  {33, 0.05, 5},       {35, 0.05, -1},
		{1024, 0.01, 10}, {2048, 0.01, -1}, {0.5, 0.1, -1},      {0, 0.1, -1},
		{-2, 0.1, -1},    {NAN, 0.1, -1},   {INFINITY, 0.1, -1}, {0.4, 0.7, 0},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		is_int(stat_power_of_two(row[i].ratio, row[i].tolerance), row[i].k, "%g within %g",
		       row[i].ratio, row[i].tolerance);
}

/* Which of several occupancies stands for the rate, and how many agree with it. */
static void test_plateau(void)
{
	static const struct {
		size_t n;
		double v[5], tolerance;
		long index; /* -1: none */
		size_t members;
	} row[] = {
		{0, {0}, 0.01, -1, 0},
		{1, {3}, 0.01, 0, 1},
		{1, {NAN}, 0.01, -1, 0},
		{3, {NAN, 0, -1}, 0.01, -1, 0},
		{3, {1, 2, 4}, 0.01, 0, 1},
		{3, {4, 2, 1}, 0.01, 2, 1},
		{3, {1.004, 1, 1.008}, 0.01, 0, 3},
		{3, {1.02, 1, 1.008}, 0.01, 1, 2}, /* of two the lower */
		{3, {1, 1, 1}, 0.01, 1, 3},        /* ties by index */
		{2, {1, 1}, 0, 0, 2},
		{4, {1.003, 1.002, 1.001, 1}, 0.01, 2, 4},
		{5, {NAN, 1.005, 0, 1, 1.009}, 0.01, 1, 3},
		{3, {-5, 2, 2.01}, 0.01, 1, 2},
		{3, {1, 1.0101, 1.0099}, 0.01, 0, 2}, /* on either side of the tolerance */
		{3, {INFINITY, 2, INFINITY}, 0.01, 1, 1},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		size_t members = 77,
		       got = stat_plateau(row[i].v, row[i].n, row[i].tolerance, &members);

		is_int(got == SIZE_MAX ? -1 : (long)got, row[i].index, "plateau %zu: its median",
		       i);
		is_int((long)members, (long)row[i].members, "plateau %zu: its members", i);
	}
}

int main(void)
{
	test_known();
	test_ranks();
	test_coverage();
	test_powers();
	test_plateau();
	return done();
}
