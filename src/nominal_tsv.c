/* Lines and columns of the tables in db/.  What a column means is its table's business. */
#include "nominal_tsv.h"

#include <stdlib.h>
#include <string.h>

int tsv_split(char *line, char *column[TSV_COLUMNS_MAX])
{
	int n = 0;

	for (char *s = line; s; s = strchr(s, '\t')) {
		if (s != line)
			*s++ = '\0';
		if (n == TSV_COLUMNS_MAX)
			return TSV_COLUMNS_MAX + 1;
		column[n++] = s;
	}
	return n;
}

int tsv_cc(const char *text)
{
	char *end;
	long major = strtol(text, &end, 10);

	if (end == text || major < 1 || major > 99 || end[0] != '.' || end[1] < '0' ||
	    end[1] > '9' || end[2])
		return -1;
	return (int)major * 10 + (end[1] - '0');
}

char *tsv_row(char **at, bool *seen_header)
{
	while (*at) {
		char *line = *at, *end = strchr(line, '\n');

		*at = end ? end + 1 : NULL;
		if (end)
			*end = '\0';
		if (!line[0] || line[0] == '#')
			continue;
		if (*seen_header)
			return line;
		*seen_header = true;
	}
	return NULL;
}
