/*
 * Pictures of a report through gnuplot: what share of its nominal rate each instruction reaches,
 * and the mma sweep. The data files they are drawn from lie beside them and are written in any
 * case.
 */
#ifndef CMPTUNE_PLOT_H
#define CMPTUNE_PLOT_H

#include <stdbool.h>

#include "buf.h"
#include "report.h"

/*
 * Writes rates.tsv, rates.png and rates.svg, and mma.* when the record holds a sweep, to dir (made
 * when it is not there). written gets the names of the files, separated by blanks.  *drawn is false
 * when there is no gnuplot: not a fault.
 */
int plot_write(const struct report *r, const char *dir, struct buf *written, bool *drawn,
	       struct fault *f);

/* The data files, for plot_write and its tests.  Text from outside has lost tabs, quotes,
 * backslashes, line ends. */
void plot_rates_data(const struct report *r, struct buf *out);
bool plot_mma_data(const struct report *r, struct buf *out); /* false: the record holds no sweep */

/*
 * Run a gnuplot script in dir: a child process without a shell, which reads none of the user's
 * settings. *drawn is false when there is no gnuplot.  A script that fails is FAULT_FILE with
 * gnuplot's last line.
 */
int gnuplot_run(const char *dir, const char *script, size_t size, bool *drawn, struct fault *f);

#endif
