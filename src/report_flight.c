/*
 * The section on instructions in flight: one line a swept probe that says whether its throughput is
 * nothing but its latency, then the sweeps themselves.
 */
#include "report_page.h"

#include <math.h>
#include <stdlib.h>

#include "units.h"

static enum say_style answer_style(enum report_answer a)
{
	return a == REPORT_YES ? SAY_BAD : a == REPORT_NO ? SAY_GOOD : SAY_DIM;
}

static void flight_row(const struct report_flight *f, struct table *t)
{
	struct buf b = BUF_INIT;

	table_add(t, f->probe->name, SAY_PLAIN);
	page_number(t, f->latency_cyc, 4, SAY_PLAIN);
	page_number(t, f->interval_cyc, 4, SAY_PLAIN);
	page_number(t, f->in_flight, 3, SAY_PLAIN);
	if (f->sweep.least_warps)
		buf_addf(&b, "%d x %d", f->sweep.least_warps, f->sweep.least_chains);
	else
		buf_putc(&b, '-');
	table_add(t, buf_str(&b), SAY_PLAIN);
	page_number(t, f->per_clk_sm, 4, SAY_PLAIN);
	buf_clear(&b);
	report_flight_answer(f, &b);
	table_add(t, buf_str(&b), answer_style(f->is_latency));
	buf_done(&b);
}

static void flight_table(const struct page *p, const struct report_flight *f, size_t n)
{
	static const struct table_column col[] = {
		{"probe", "", false},
		{"latency", "cyc", true},
		{"interval", "cyc", true},
		{"in flight", "", true},
		{"95 % from", "warps x chains", true},
		{"plateau", "/clk/SM", true},
		{"throughput == latency", "", false},
	};
	struct table t;

	table_init(&t, col, sizeof(col) / sizeof(*col));
	for (size_t i = 0; i < n; i++)
		flight_row(&f[i], &t);
	page_heading(p, "In flight: is throughput nothing but latency?");
	page_table(p, &t);
	table_done(&t);
	buf_putc(p->out, '\n');
	page_item(p, "latency: of one dependent instruction.  interval: between two of one "
		     "sub-partition, saturated.  in flight: latency / interval.  95 % from: the "
		     "fewest warps per SM x chains per warp that reach 95 % of the plateau.");
	page_item(p, "yes: one warp with one chain already takes all of what its unit can do; "
		     "another instruction starts when the one before has ended.  Only figures "
		     "that passed the gate count.");
}

static void sweep_table(const struct page *p, const struct report_sweep *s)
{
	static const struct table_column col[] = {{"chains \\ warps", "", false},
						  {"1", "", true},
						  {"2", "", true},
						  {"4", "", true},
						  {"8", "", true},
						  {"16", "", true},
						  {"32", "", true}};
	struct buf b = BUF_INIT;
	struct table t;

	table_init(&t, col, 1 + REPORT_SWEEP_WARPS);
	for (int c = 0; c < REPORT_SWEEP_CHAINS; c++) {
		buf_clear(&b);
		buf_addf(&b, "%d", report_sweep_chains[c]);
		table_add(&t, buf_str(&b), SAY_PLAIN);
		for (int w = 0; w < REPORT_SWEEP_WARPS; w++)
			page_doubtful(&t, s->cyc[w][c], s->trusted[w][c]);
	}
	buf_putc(p->out, '\n');
	buf_clear(&b);
	buf_addf(&b, "%s: SM cycles per warp instruction", s->probe->name);
	page_item(p, buf_str(&b));
	if (p->md)
		buf_putc(p->out, '\n');
	page_table(p, &t);
	table_done(&t);
	buf_done(&b);
}

void page_sweeps(const struct page *p)
{
	const struct verdict *v = p->r->verdict;
	struct report_flight *f = mem_new(v->n + 1, sizeof(*f));
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		n += report_flight_make(p->r->rec, &v->row[i], &f[n]);
	if (n > 0)
		flight_table(p, f, n);
	for (size_t i = 0; i < n; i++)
		sweep_table(p, &f[i].sweep);
	free(f);
}
