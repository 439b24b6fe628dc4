/* Tables of db/ as text: lines of columns that tabs divide, private to nominal.  The first line
 * that is no comment is the header. */
#ifndef CMPTUNE_NOMINAL_TSV_H
#define CMPTUNE_NOMINAL_TSV_H

#include <stdbool.h>

#define TSV_COLUMNS_MAX 8

/* The next line that is neither comment nor header, NUL-terminated in place; NULL at the end.  *at
 * moves on. */
char *tsv_row(char **at, bool *seen_header);
/* Cuts the line at its tabs; the number of columns found, TSV_COLUMNS_MAX + 1 when there are more
 * than that. */
int tsv_split(char *line, char *column[TSV_COLUMNS_MAX]);
int tsv_cc(const char *text); /* "8.0" is 80, "10.3" is 103; -1 for anything else */

#endif
