/*
 * The report as CSV: one line a figure, empty where a value is not known.  Numbers are exact; units
 * stand in the names.
 */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void csv_text(struct buf *out, const char *text)
{
	if (!text[strcspn(text, "\",\r\n")]) {
		buf_puts(out, text);
		return;
	}
	buf_putc(out, '"');
	for (; *text; text++) {
		if (*text == '"')
			buf_putc(out, '"');
		buf_putc(out, *text);
	}
	buf_putc(out, '"');
}

static void csv_field(struct buf *out, const char *text)
{
	buf_putc(out, ',');
	csv_text(out, text);
}

static void csv_number(struct buf *out, double v)
{
	buf_putc(out, ',');
	if (isfinite(v))
		buf_addf(out, "%.10g", v);
}

static void csv_count(struct buf *out, int v)
{
	buf_addf(out, ",%d", v);
}

static void csv_blank(struct buf *out, int n)
{
	while (n-- > 0)
		buf_putc(out, ',');
}

static void csv_identity(const struct report *r, struct buf *out)
{
	csv_text(out, r->rec->key);
	csv_field(out, report_state(r));
	csv_field(out, provenance_name(r->rec->provenance));
}

/* Those of report_latencies(). */
struct latencies {
	struct report_latency *v; /* owned */
	size_t n;
};

/* What a figure holds of itself, without a verdict. */
static void csv_figure(const struct figure *fig, struct buf *out)
{
	if (!fig) {
		csv_blank(out, 11);
		return;
	}
	csv_count(out, fig->warps);
	csv_count(out, fig->chains);
	csv_number(out, fig->lo_cyc);
	csv_number(out, fig->hi_cyc);
	csv_number(out, fig->mad_cyc);
	csv_number(out, fig->clock_mhz);
	csv_count(out, fig->n_samples);
	csv_field(out, fig->audit);
	csv_field(out, fig->gate);
	csv_field(out, fig->sass);
	csv_field(out, fig->note);
}

/* Of all sources, and who they are. */
static void csv_published(const struct latencies *l, const struct verdict_row *row, struct buf *out)
{
	double low = NAN, high = NAN;
	struct buf by = BUF_INIT;

	for (size_t i = 0; i < l->n; i++) {
		const struct nominal_latency *p = l->v[i].published;

		if (l->v[i].row != row)
			continue;
		low = fmin(low, p->low_cyc);
		high = fmax(high, p->high_cyc);
		buf_addf(&by, "%s%s: %s", by.len ? "; " : "", p->source, p->confidence);
	}
	csv_number(out, low);
	csv_number(out, high);
	csv_field(out, buf_str(&by));
	buf_done(&by);
}

static void csv_remarks(const struct report *r, const struct verdict_row *row, struct buf *out)
{
	struct buf all = BUF_INIT;

	report_remarks(r, row, "; ", &all);
	csv_field(out, all.len ? buf_str(&all) + strlen("; ") : "");
	buf_done(&all);
}

static void csv_row(const struct report *r, const struct latencies *l,
		    const struct verdict_row *row, struct buf *out)
{
	csv_identity(r, out);
	csv_field(out, row->probe->name);
	csv_field(out, class_id(row->probe->cls));
	csv_field(out, "tput");
	csv_field(out, spec_is_mma(row->probe) ? "MAC/clk/SM" : "results/clk/SM");
	csv_number(out, row->results_per_clk_sm);
	csv_number(out, row->nominal_per_clk_sm);
	csv_field(out, row->nominal_confidence);
	csv_number(out, row->divider);
	csv_number(out, report_ratio(r, row));
	csv_number(out, row->interval_cyc);
	csv_number(out, report_ns(row));
	csv_number(out, row->lat_cyc);
	csv_field(out, row->trusted ? "yes" : "no");
	csv_field(out, row->why);
	csv_figure(row->tput, out);
	csv_number(out, report_share(row));
	csv_number(out, report_tops(r->rec, row));
	csv_published(l, row, out);
	csv_remarks(r, row, out);
	buf_putc(out, '\n');
}

/* Figures that have no verdict: sweep points, and those without a probe of this build. */
static void csv_loose(const struct report *r, const struct figure *fig, const struct probe *p,
		      struct buf *out)
{
	csv_identity(r, out);
	csv_field(out, fig->probe);
	csv_field(out, p ? class_id(p->cls) : "");
	csv_field(out, fig->kind);
	csv_blank(out, 6);
	csv_number(out, fig->interval_cyc);
	csv_number(out, fig->ns);
	csv_blank(out, 3);
	csv_figure(fig, out);
	csv_blank(out, 6);
	buf_putc(out, '\n');
}

void report_csv(const struct report *r, struct buf *out)
{
	const struct verdict_row **row = report_rows(r);
	struct latencies latencies;

	latencies.v = report_latencies(r, &latencies.n);
	buf_puts(out, "card,state,provenance,probe,class,kind,rate_unit,rate,nominal,nominal_"
		      "confidence,divider,"
		      "ratio_to_reference,interval_cyc,time_ns,latency_cyc,trusted,why,warps,"
		      "chains,lo_cyc,hi_cyc,"
		      "mad_cyc,clock_mhz,n_samples,audit,gate,sass,note,share_of_nominal,tops,"
		      "published_low_cyc,published_high_cyc,published_by,remarks\n");
	for (size_t i = 0; i < r->verdict->n; i++)
		csv_row(r, &latencies, row[i], out);
	for (size_t i = 0; i < r->rec->n; i++) {
		const struct figure *fig = &r->rec->fig[i];
		const struct probe *p = spec_find(r->set, fig->probe);

		if (!p || !strcmp(fig->kind, "sweep"))
			csv_loose(r, fig, p, out);
	}
	free(row);
	free(latencies.v);
}
