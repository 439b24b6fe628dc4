/*
 * The order of a report's rows: that of the probe files, or what is farthest off its nominal rate
 * first.
 */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const report_sort_names[] = {"probes", "off", NULL};

int report_sort_parse(const char *name, enum report_sort *out)
{
	for (int i = 0; report_sort_names[i]; i++)
		if (!strcmp(name, report_sort_names[i])) {
			*out = (enum report_sort)i;
			return 0;
		}
	return -1;
}

/* What can be held against nothing comes last: figures that are not to be trusted, those without a
 * nominal rate, then what was not measured. */
static int rank(const struct verdict_row *row)
{
	if (!row->tput)
		return 3;
	if (!row->trusted)
		return 1;
	return isnan(report_share(row)) ? 2 : 0;
}

/* Half the rate is as far off as twice the rate. */
static double off(const struct verdict_row *row)
{
	return fabs(log(report_share(row)));
}

static int by_off(const void *a, const void *b)
{
	const struct verdict_row *x = *(const struct verdict_row *const *)a,
				 *y = *(const struct verdict_row *const *)b;

	if (rank(x) != rank(y))
		return rank(x) - rank(y);
	if (rank(x) == 0 && off(x) != off(y))
		return off(x) > off(y) ? -1 : 1;
	return x < y ? -1 : 1; /* both are of the verdict's array */
}

const struct verdict_row **report_rows(const struct report *r)
{
	const size_t n = r->verdict->n;
	const struct verdict_row **row = mem_new(n + 1, sizeof(*row));

	for (size_t i = 0; i < n; i++)
		row[i] = &r->verdict->row[i];
	if (r->sort == REPORT_SORT_OFF)
		qsort(row, n, sizeof(*row), by_off);
	return row;
}
