/*
 * A report to the data files that the gnuplot templates in reports/ read, and to the pictures. What
 * comes from a card or a database is only ever data: it never becomes a part of a script.
 */
#include "plot.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "embed.h"
#include "path.h"
#include "units.h"

/* How a row is drawn; the templates know these numbers. */
enum mark { MARK_FULL, MARK_THROTTLED, MARK_OTHER, MARK_UNTRUSTED, MARK_NONE };

/* One field: gnuplot gives a meaning to quotes, backslashes, backquotes and, at the start, to '#'.
 */
static void field(struct buf *out, const char *text)
{
	buf_putc(out, '\t');
	if (!*text)
		buf_putc(out, '-');
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;

		buf_putc(out, c < 0x20 || c == 0x7f || strchr("\"'`\\#", c) ? '?' : (char)c);
	}
}

static void field_number(struct buf *out, double v)
{
	buf_putc(out, '\t');
	units_figure(out, v, 6);
}

/* Block 0 of both files: who, in which state, and where the figures are from. */
static void add_titles(const struct report *r, size_t left_out, struct buf *out)
{
	const double clock_mhz = report_clock_mhz(r->rec);
	struct buf b = BUF_INIT;

	report_title(&r->rec->card, &b);
	field(out, buf_str(&b));
	buf_clear(&b);
	buf_addf(&b, "state: %s  |  figures: %s", report_state(r),
		 provenance_name(r->rec->provenance));
	if (r->rec->started_utc[0])
		buf_addf(&b, ", %.10s", r->rec->started_utc);
	if (!isnan(clock_mhz)) {
		buf_puts(&b, "  |  SM clock: ");
		units_hz(&b, clock_mhz * 1e6);
	}
	if (left_out)
		buf_addf(&b, "  |  left out: %zu without a published rate", left_out);
	field(out, buf_str(&b));
	buf_done(&b);
}

static double fraction(const struct verdict_row *row)
{
	return row->results_per_clk_sm / row->nominal_per_clk_sm;
}

static enum mark mark_of(const struct verdict_row *row)
{
	if (isnan(fraction(row)))
		return MARK_NONE;
	if (!row->trusted || isnan(row->divider))
		return MARK_UNTRUSTED;
	if (row->divider_log2 < 0)
		return MARK_OTHER;
	return row->divider_log2 == 0 ? MARK_FULL : MARK_THROTTLED;
}

/* The words that stand where a mark cannot. */
static const char *words_of(const struct verdict_row *row)
{
	if (mark_of(row) != MARK_NONE)
		return "";
	if (!row->tput)
		return "not measured";
	return row->why;
}

/* The left end of the axis: a power of two with room below the smallest share. */
static double axis_low(const struct verdict *v)
{
	double low = 1.0 / 64;

	for (size_t i = 0; i < v->n; i++)
		while (fraction(&v->row[i]) < low * 1.2 && low > 1e-6)
			low /= 2;
	return low;
}

static double axis_high(const struct verdict *v)
{
	double high = 1;

	for (size_t i = 0; i < v->n; i++)
		high = fmax(high, fraction(&v->row[i])); /* of a NaN fmax takes the other */
	return fmin(high, 8);
}

/* A share needs a whole: what has no published rate is left out, and only counted. */
static bool is_drawn(const struct verdict_row *row)
{
	return class_is_core(row->probe->cls) && !isnan(row->nominal_per_clk_sm);
}

static size_t count_class(const struct verdict *v, enum throttle_class id)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		n += is_drawn(&v->row[i]) && v->row[i].probe->cls == id;
	return n;
}

static size_t count_left_out(const struct verdict *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		n += class_is_core(v->row[i].probe->cls) && !is_drawn(&v->row[i]) && v->row[i].tput;
	return n;
}

static void add_rows(const struct report *r, struct buf *out)
{
	size_t y = 0;

	buf_puts(out, "\n\n# y\tprobe\tshare of nominal\tmark\twords\n");
	for (int c = 0; c < THROTTLE_CLASS_COUNT; c++)
		for (size_t i = 0; class_is_core((enum throttle_class)c) && i < r->verdict->n;
		     i++) {
			const struct verdict_row *row = &r->verdict->row[i];

			if (!is_drawn(row) || row->probe->cls != (enum throttle_class)c)
				continue;
			buf_addf(out, "%zu", ++y);
			field(out, row->probe->name);
			field_number(out, fraction(row));
			buf_addf(out, "\t%d", mark_of(row));
			field(out, words_of(row));
			buf_putc(out, '\n');
		}
}

static void add_classes(const struct report *r, struct buf *out)
{
	struct buf b = BUF_INIT;
	size_t y = 0;

	buf_puts(out, "\n\n# first y\tlast y\tclass and verdict\n");
	for (int c = 0; c < THROTTLE_CLASS_COUNT; c++) {
		const size_t n = count_class(r->verdict, (enum throttle_class)c);

		if (!class_is_core((enum throttle_class)c) || n == 0)
			continue;
		buf_clear(&b);
		buf_addf(&b, "%s: ", class_id((enum throttle_class)c));
		verdict_class_format(&r->verdict->cls[c], &b);
		buf_addf(out, "%zu\t%zu", y + 1, y + n);
		field(out, buf_str(&b));
		buf_putc(out, '\n');
		y += n;
	}
	buf_done(&b);
}

void plot_rates_data(const struct report *r, struct buf *out)
{
	size_t rows = 0;

	for (size_t i = 0; i < r->verdict->n; i++)
		rows += is_drawn(&r->verdict->row[i]);
	buf_puts(out, "# rows\ttitle\tsubtitle\taxis from\taxis to\n");
	buf_addf(out, "%zu", rows);
	add_titles(r, count_left_out(r->verdict), out);
	field_number(out, axis_low(r->verdict));
	field_number(out, axis_high(r->verdict));
	buf_putc(out, '\n');
	add_rows(r, out);
	add_classes(r, out);
}

/* One panel: its block, its name, and the ends of its axis with room for the marks. */
struct panels {
	size_t n;
	struct buf blocks, names, lows, highs;
};

static void add_panel(const struct verdict_row *row, const struct report_sweep *s,
		      struct panels *out)
{
	double low = row->nominal_per_clk_sm, high = low;

	buf_addf(&out->blocks, "\n\n# %s: warps\tMAC/clk/SM with 1, 2 and 4 chains\tnominal\n",
		 row->probe->name);
	for (int w = 0; w < REPORT_SWEEP_WARPS; w++) {
		buf_addf(&out->blocks, "%d", report_sweep_warps[w]);
		for (int c = 0; c < REPORT_SWEEP_CHAINS; c++) {
			const double rate = row->probe->macs / s->cyc[w][c];

			low = fmin(low, rate);
			high = fmax(high, rate);
			field_number(&out->blocks, rate);
		}
		field_number(&out->blocks, row->nominal_per_clk_sm);
		buf_putc(&out->blocks, '\n');
	}
	buf_addf(&out->names, "%s ", row->probe->name);
	buf_addf(&out->lows, "%.6g ", low / 1.5);
	buf_addf(&out->highs, "%.6g ", high * 1.5);
	out->n++;
}

bool plot_mma_data(const struct report *r, struct buf *out)
{
	struct panels panels = {0};
	struct report_sweep s;
	bool any;

	for (size_t i = 0; i < r->verdict->n; i++) {
		const struct verdict_row *row = &r->verdict->row[i];

		if (spec_is_mma(row->probe) && report_sweep_make(r->rec, row->probe, &s))
			add_panel(row, &s, &panels);
	}
	any = panels.n > 0;
	buf_puts(out, "# panels\ttitle\tsubtitle\tprobes\taxes from\taxes to\n");
	buf_addf(out, "%zu", panels.n);
	add_titles(r, 0, out);
	field(out, buf_str(&panels.names));
	field(out, buf_str(&panels.lows));
	field(out, buf_str(&panels.highs));
	buf_putc(out, '\n');
	buf_add(out, buf_str(&panels.blocks), panels.blocks.len);
	buf_done(&panels.blocks);
	buf_done(&panels.names);
	buf_done(&panels.lows);
	buf_done(&panels.highs);
	return any;
}

/* One picture: NAME.tsv, then NAME.png and NAME.svg by the template reports/NAME.gp. */
static int draw(const char *dir, const char *name, const struct buf *data, struct buf *written,
		bool *drawn, struct fault *f)
{
	struct buf path = BUF_INIT, template = BUF_INIT;
	const struct embed_file *script;
	int rc;

	buf_addf(&path, "%s/%s.tsv", dir, name);
	rc = file_write(buf_str(&path), data->s, data->len, f);
	if (rc)
		goto out;
	buf_addf(written, "%s%s.tsv", written->len ? " " : "", name);
	buf_addf(&template, "reports/%s.gp", name);
	script = embed_find(buf_str(&template));
	if (!script) {
		rc = fault_set(f, FAULT_DATA, "this build lacks its template %s: build it again",
			       buf_str(&template));
		goto out;
	}
	rc = gnuplot_run(dir, script->data, script->size, drawn, f);
	if (!rc && *drawn)
		buf_addf(written, " %s.png %s.svg", name, name);
out:
	buf_done(&path);
	buf_done(&template);
	return rc;
}

int plot_write(const struct report *r, const char *dir, struct buf *written, bool *drawn,
	       struct fault *f)
{
	struct buf data = BUF_INIT;
	int rc;

	*drawn = false;
	rc = path_make_dirs(dir, f);
	if (rc)
		goto out;
	plot_rates_data(r, &data);
	rc = draw(dir, "rates", &data, written, drawn, f);
	if (rc)
		goto out;
	buf_clear(&data);
	if (plot_mma_data(r, &data))
		rc = draw(dir, "mma", &data, written, drawn, f);
out:
	buf_done(&data);
	return rc;
}
