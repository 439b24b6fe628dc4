/*
 * The table of db/latency.tsv, embedded in the program, as an array: parsed at the first use and
 * kept for good.  A line of the wrong form ends the table there, which the unit test of nominal
 * would not let pass.
 */
#include <string.h>

#include "buf.h"
#include "embed.h"
#include "nominal.h"
#include "nominal_tsv.h"
#include "units.h"

/* Constant once parsed; a pointer into it never dies. */
static struct {
	struct nominal_latency *row;
	size_t n;
	bool is_parsed;
} table;

/* "4", or "23-24"; the text is cut up. */
static int parse_span(char *text, double *low, double *high)
{
	char *dash = strchr(text, '-');

	if (dash)
		*dash = '\0';
	if (units_parse_double(text, low) || units_parse_double(dash ? dash + 1 : text, high))
		return -1;
	return *low > 0 && *high >= *low ? 0 : -1;
}

static int parse_row(char **column, struct nominal_latency *out)
{
	out->cc = tsv_cc(column[0]);
	out->probe = column[1];
	out->confidence = column[3];
	out->source = column[4];
	return out->cc < 0 ? -1 : parse_span(column[2], &out->low_cyc, &out->high_cyc);
}

static void parse(void)
{
	const struct embed_file *e = embed_find("db/latency.tsv");
	char *column[TSV_COLUMNS_MAX], *line, *text;
	bool seen_header = false;

	if (table.is_parsed)
		return;
	table.is_parsed = true;
	/* The copy that is cut up lives as long as the table that points into it. */
	text = e ? mem_text(e->data) : NULL;
	while ((line = tsv_row(&text, &seen_header))) {
		table.row = mem_grow(table.row, table.n + 1, sizeof(*table.row));
		if (tsv_split(line, column) != 5 || parse_row(column, &table.row[table.n]))
			return;
		table.n++;
	}
}

const struct nominal_latency *nominal_latencies(size_t *n)
{
	parse();
	*n = table.n;
	return table.row;
}
