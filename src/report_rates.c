/*
 * The tables of rates: a row a probe, instructions and tensor cores apart because their units
 * differ, and the legend.
 */
#include "report_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "units.h"

static void nominal_cell(struct table *t, const struct verdict_row *row)
{
	const char *sure = row->nominal_confidence;
	struct buf b = BUF_INIT;

	if (!isnan(row->nominal_per_clk_sm) && strcmp(sure, "exact") && strcmp(sure, "transcribed"))
		buf_putc(&b, '~');
	units_figure(&b, row->nominal_per_clk_sm, 4);
	table_add(t, buf_str(&b), SAY_PLAIN);
	buf_done(&b);
}

static void divider_cell(struct table *t, const struct verdict_row *row)
{
	struct buf b = BUF_INIT;

	if (row->divider_log2 >= 0)
		buf_addf(&b, "%d", 1 << row->divider_log2);
	else
		units_figure(&b, row->divider, 3);
	table_add(t, buf_str(&b),
		  isnan(row->divider)      ? SAY_DIM
		  : row->divider_log2 == 0 ? SAY_GOOD
		  : row->divider > 1       ? SAY_BAD
					   : SAY_PLAIN);
	buf_done(&b);
}

static void rate_row(const struct report *r, const struct verdict_row *row, struct table *t)
{
	const struct figure *fig = row->tput ? row->tput : row->lat;
	const double percent = 100 * report_share(row);

	table_add(t, row->probe->name, SAY_PLAIN);
	table_add(t, class_id(row->probe->cls), SAY_DIM);
	page_doubtful(t, row->results_per_clk_sm, row->trusted);
	nominal_cell(t, row);
	page_number(t, percent, percent >= 99.995 ? 5 : 4, SAY_PLAIN); /* 99.99, 100.01 */
	divider_cell(t, row);
	if (r->ref)
		page_number(t, report_ratio(r, row), 3, SAY_PLAIN);
	else
		table_add(t, "", SAY_PLAIN);
	page_number(t, row->interval_cyc, 4, SAY_PLAIN);
	page_number(t, report_ns(row), 4, SAY_PLAIN);
	if (spec_is_mma(row->probe))
		page_number(t, report_tops(r->rec, row), 4, SAY_PLAIN);
	else
		table_add(t, "", SAY_PLAIN);
	page_doubtful(t, row->lat_cyc, row->lat_trusted);
	table_add(t, fig ? fig->audit : "-", SAY_PLAIN);
	table_add(t, fig ? fig->gate : "", SAY_BAD);
	table_add(t, fig ? provenance_name(r->rec->provenance) : "-", SAY_DIM);
}

static void rates(const struct page *p, bool mma)
{
	static const struct table_column unit[2] = {{"results", "/clk/SM", true},
						    {"MAC", "/clk/SM", true}};
	const struct table_column col[] = {
		{"probe", "", false},         {"class", "", false},      unit[mma],
		{"nominal", "/clk/SM", true}, {"of nominal", "%", true}, {"divider", "", true},
		{"vs ref", "", true},         {"interval", "cyc", true}, {"time", "ns", true},
		{"card", "TOPS", true},       {"latency", "cyc", true},  {"audit", "", false},
		{"gate failed", "", false},   {"figures", "", false},
	};
	const struct verdict_row **rows = report_rows(p->r);
	struct table t;

	table_init(&t, col, sizeof(col) / sizeof(*col));
	for (size_t i = 0; i < p->r->verdict->n; i++) {
		const struct verdict_row *row = rows[i];

		/* A strategy or a sequence that was not measured is no gap in what is known of the
		 * silicon. */
		if (spec_is_mma(row->probe) == mma &&
		    (row->tput || row->lat || class_is_core(row->probe->cls)))
			rate_row(p->r, row, &t);
	}
	if (t.n > 0) {
		page_heading(p, mma ? "Tensor cores" : "Instructions");
		page_table(p, &t);
	}
	table_done(&t);
	free(rows);
}

static void legend(const struct page *p)
{
	buf_putc(p->out, '\n');
	page_item(p, "-: not measured or not known.  (n): measured, but not to be trusted; the "
		     "notes say why.");
	page_item(p, "interval, time: of one warp instruction on one SM, saturated.  latency: of "
		     "one dependent instruction.  "
		     "results, MAC: scalar results and multiply-adds per SM clock and SM.  "
		     "of nominal: measured / nominal.  divider: nominal / measured.");
	page_item(p,
		  "TOPS: 10^12 operations a second of the whole card, two a multiply-add, at the "
		  "SM clock of that figure.");
	page_item(p,
		  "~n: a nominal rate that the official table does not state: derived, inferred or "
		  "measured by others.");
	if (p->r->ref)
		page_item(p,
			  "vs ref: results per clock per SM here / there, that is at equal clock.");
}

void page_rates(const struct page *p)
{
	rates(p, false);
	rates(p, true);
	legend(p);
}
