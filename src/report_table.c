/*
 * Cells to aligned columns or Markdown.  Widths are counted in characters of UTF-8, since names may
 * hold some.  It knows nothing of what the cells mean.
 */
#include "report_table.h"

#include <stdlib.h>
#include <string.h>

void table_init(struct table *t, const struct table_column *col, size_t n_cols)
{
	*t = (struct table){.col = col, .n_cols = n_cols};
}

void table_done(struct table *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->cell[i].text);
	free(t->cell);
	*t = (struct table){0};
}

void table_plain_text(const char *text, struct buf *out)
{
	for (const unsigned char *s = (const unsigned char *)text; *s; s++)
		buf_putc(out, *s < 0x20 || *s == 0x7f ? '?' : (char)*s);
}

void table_md_text(const char *text, struct buf *out)
{
	for (; *text; text++) {
		if (strchr("\\|<>*_`[]#&", *text))
			buf_putc(out, '\\');
		buf_putc(out, *text == '\n' ? ' ' : *text);
	}
}

void table_add(struct table *t, const char *text, enum say_style style)
{
	struct buf plain = BUF_INIT;

	if (t->n == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 64;
		t->cell = mem_grow(t->cell, t->cap, sizeof(*t->cell));
	}
	table_plain_text(text, &plain);
	t->cell[t->n].text = mem_text(buf_str(&plain));
	t->cell[t->n++].style = style;
	buf_done(&plain);
}

static size_t width(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

static bool column_used(const struct table *t, size_t col)
{
	for (size_t i = col; i < t->n; i += t->n_cols)
		if (t->cell[i].text[0])
			return true;
	return false;
}

static size_t column_width(const struct table *t, size_t col)
{
	size_t most = width(t->col[col].title), w = width(t->col[col].unit);

	if (w > most)
		most = w;
	for (size_t i = col; i < t->n; i += t->n_cols) {
		w = width(t->cell[i].text);
		if (w > most)
			most = w;
	}
	return most;
}

static void pad(struct buf *out, size_t n)
{
	while (n-- > 0)
		buf_putc(out, ' ');
}

/* Blanks after the last column would only make lines wrap. */
static void trim_line(struct buf *out)
{
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	buf_putc(out, '\n');
}

static void set_cell(const char *text, enum say_style style, size_t w, bool right, struct buf *out)
{
	const size_t rest = w - width(text);

	if (right)
		pad(out, rest);
	if (style != SAY_PLAIN)
		buf_puts(out, say_style(style));
	buf_puts(out, text);
	if (style != SAY_PLAIN)
		buf_puts(out, say_style(SAY_PLAIN));
	pad(out, right ? 2 : rest + 2);
}

static bool has_units(const struct table *t)
{
	for (size_t c = 0; c < t->n_cols; c++)
		if (t->col[c].unit[0] && column_used(t, c))
			return true;
	return false;
}

static bool has_titles(const struct table *t)
{
	for (size_t c = 0; c < t->n_cols; c++)
		if (t->col[c].title[0])
			return true;
	return false;
}

static void text_heading(const struct table *t, const size_t *w, const char *indent, bool units,
			 struct buf *out)
{
	buf_puts(out, indent);
	for (size_t c = 0; c < t->n_cols; c++)
		if (w[c] > 0)
			set_cell(units ? t->col[c].unit : t->col[c].title, SAY_DIM, w[c],
				 t->col[c].right, out);
	trim_line(out);
}

void table_text(const struct table *t, const char *indent, struct buf *out)
{
	size_t *w = mem_new(t->n_cols, sizeof(*w));

	for (size_t c = 0; c < t->n_cols; c++)
		w[c] = column_used(t, c) ? column_width(t, c) : 0;
	if (has_titles(t))
		text_heading(t, w, indent, false, out);
	if (has_units(t))
		text_heading(t, w, indent, true, out);
	for (size_t i = 0; i < t->n; i++) {
		const size_t c = i % t->n_cols;

		if (c == 0)
			buf_puts(out, indent);
		if (w[c] > 0)
			set_cell(t->cell[i].text, t->cell[i].style, w[c], t->col[c].right, out);
		if (c == t->n_cols - 1)
			trim_line(out);
	}
	free(w);
}

void table_md(const struct table *t, struct buf *out)
{
	for (size_t c = 0; c < t->n_cols; c++) {
		if (!column_used(t, c))
			continue;
		buf_puts(out, "| ");
		table_md_text(t->col[c].title, out);
		if (t->col[c].unit[0])
			buf_addf(out, " [%s]", t->col[c].unit);
		buf_putc(out, ' ');
	}
	buf_puts(out, "|\n");
	for (size_t c = 0; c < t->n_cols; c++)
		if (column_used(t, c))
			buf_puts(out, t->col[c].right ? "| ---: " : "| --- ");
	buf_puts(out, "|\n");
	for (size_t i = 0; i < t->n; i++) {
		const size_t c = i % t->n_cols;

		if (column_used(t, c)) {
			buf_puts(out, "| ");
			table_md_text(t->cell[i].text, out);
			buf_putc(out, ' ');
		}
		if (c == t->n_cols - 1)
			buf_puts(out, "|\n");
	}
}
