/*
 * Latencies beside those that others published of the same die: what differs first.  Only what was
 * measured and passed the gate is compared; a latency that was derived shows nothing.
 */
#include "report_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "units.h"

#define DIFFERS_CYC 0.5

static double off(double cyc, const struct nominal_latency *p)
{
	return cyc < p->low_cyc ? cyc - p->low_cyc : fmax(cyc - p->high_cyc, 0);
}

/* All of one row, in the order of the table. */
static size_t add_row(const struct verdict_row *row, int cc, struct report_latency *out)
{
	size_t n, added = 0;
	const struct nominal_latency *v = nominal_latencies(&n);

	if (!row->lat_trusted || !strcmp(row->lat->audit, "derived"))
		return 0;
	for (size_t i = 0; i < n; i++) {
		const double off_cyc = off(row->lat_cyc, &v[i]);

		if (v[i].cc == cc && !strcmp(v[i].probe, row->probe->name))
			out[added++] =
				(struct report_latency){.row = row,
							.published = &v[i],
							.off_cyc = off_cyc,
							.differs = fabs(off_cyc) > DIFFERS_CYC};
	}
	return added;
}

static int by_difference(const void *a, const void *b)
{
	const struct report_latency *x = a, *y = b;
	const double more = fabs(y->off_cyc) - fabs(x->off_cyc);

	if (x->differs != y->differs)
		return y->differs - x->differs;
	if (x->differs && more != 0)
		return more > 0 ? 1 : -1;
	if (x->row != y->row) /* both are of the verdict's array */
		return x->row < y->row ? -1 : 1;
	return x->published < y->published ? -1 : 1;
}

struct report_latency *report_latencies(const struct report *r, size_t *n)
{
	const int cc = (int)r->rec->card.f[CARD_cc].num;
	struct report_latency *out;
	size_t most;

	nominal_latencies(&most);
	out = mem_new(most + 1, sizeof(*out));
	*n = 0;
	for (size_t i = 0; i < r->verdict->n; i++)
		*n += add_row(&r->verdict->row[i], cc, &out[*n]);
	qsort(out, *n, sizeof(*out), by_difference);
	return out;
}

static void published_cell(const struct nominal_latency *p, struct table *t)
{
	struct buf b = BUF_INIT;

	units_figure(&b, p->low_cyc, 4);
	if (p->high_cyc > p->low_cyc) {
		buf_putc(&b, '-');
		units_figure(&b, p->high_cyc, 4);
	}
	table_add(t, buf_str(&b), SAY_PLAIN);
	buf_done(&b);
}

static void difference_cell(const struct report_latency *l, struct table *t)
{
	const double cyc = round(l->off_cyc * 100) / 100 + 0.0; /* + 0.0: no "-0" */
	struct buf b = BUF_INIT;

	if (cyc > 0)
		buf_putc(&b, '+');
	units_figure(&b, cyc, 3);
	table_add(t, buf_str(&b), l->differs ? SAY_BAD : SAY_PLAIN);
	buf_done(&b);
}

void page_latencies(const struct page *p)
{
	static const struct table_column col[] = {
		{"", "", false},
		{"probe", "", false},
		{"measured", "cyc", true},
		{"published", "cyc", true},
		{"difference", "cyc", true},
		{"confidence", "", false},
		{"source", "", false},
	};
	struct table t;
	size_t n;
	struct report_latency *v = report_latencies(p->r, &n);

	table_init(&t, col, sizeof(col) / sizeof(*col));
	for (size_t i = 0; i < n; i++) {
		table_add(&t, v[i].differs ? "DIFFERS" : "agrees",
			  v[i].differs ? SAY_BAD : SAY_GOOD);
		table_add(&t, v[i].row->probe->name, SAY_PLAIN);
		page_number(&t, v[i].row->lat_cyc, 4, SAY_PLAIN);
		published_cell(v[i].published, &t);
		difference_cell(&v[i], &t);
		table_add(&t, v[i].published->confidence, SAY_DIM);
		table_add(&t, v[i].published->source, SAY_DIM);
	}
	if (n > 0) {
		page_heading(p, "Latency: measured against published");
		page_table(p, &t);
		buf_putc(p->out, '\n');
		page_item(p,
			  "confidence: dependent, a chain was timed; overhead, with up to 0.9 cyc "
			  "of its loop left in; few, a few instructions only, 1 to 3 cyc low; "
			  "table, the compiler's table for the worst consumer; spacing, the "
			  "least distance in machine code.  db/latency.tsv names the sources.");
	}
	table_done(&t);
	free(v);
}
