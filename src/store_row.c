/*
 * Any row of store_row.def to SQLite and back, and whether its values may be stored at all.  Knows
 * members and columns, not what they mean.
 */
#include "store_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_OF(type, member) sizeof(((type *)0)->member)

static const struct row_field run_field[] = {
#define RUN_TEXT(name, size, form)                                                                 \
	{#name, ROW_TEXT, offsetof(struct dossier, name), size, TEXT_##form},
#include "store_row.def"
#undef RUN_TEXT
};

static const struct row_field figure_field[] = {
#define FIGURE(name, kind, form)                                                                   \
	{#name, ROW_##kind, offsetof(struct figure, name), SIZE_OF(struct figure, name),           \
	 TEXT_##form},
#include "store_row.def"
#undef FIGURE
};

static const struct row_field sample_field[] = {
#define SAMPLE(name, kind)                                                                         \
	{#name, ROW_##kind, offsetof(struct store_sample, name),                                   \
	 SIZE_OF(struct store_sample, name), TEXT_ANY},
#include "store_row.def"
#undef SAMPLE
};

static const struct row_field check_field[] = {
#define CHECK(name, kind, form)                                                                    \
	{#name, ROW_##kind, offsetof(struct store_check, name), SIZE_OF(struct store_check, name), \
	 TEXT_##form},
#include "store_row.def"
#undef CHECK
};

#define TABLE(name, field)                                                                         \
	{                                                                                          \
		name, field, sizeof(field) / sizeof(*field)                                        \
	}
const struct row_table row_run = TABLE("run", run_field),
		       row_figure = TABLE("figure", figure_field),
		       row_sample = TABLE("sample", sample_field),
		       row_check = TABLE("variant_check", check_field);

#define MEMBER(type, item, field) (*(type *)(void *)((char *)(item) + (field)->offset))
#define CONST_MEMBER(type, item, field)                                                            \
	(*(const type *)(const void *)((const char *)(item) + (field)->offset))

static bool has_reasons(const void *item)
{
	return ((const struct store_sample *)item)->has_reasons;
}

void row_clear_figure(struct figure *fig)
{
	*fig = (struct figure){0};
	for (size_t i = 0; i < row_figure.n; i++)
		if (figure_field[i].kind == ROW_REAL)
			MEMBER(double, fig, &figure_field[i]) = NAN;
}

void row_columns(const struct row_table *t, const char *prefix, struct buf *out)
{
	for (size_t i = 0; i < t->n; i++)
		buf_addf(out, "%s%s%s", i ? ", " : "", prefix, t->field[i].name);
}

void row_bind(const struct row_table *t, const void *item, sqlite3_stmt *q, int first)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct row_field *c = &t->field[i];
		int at = first + (int)i;
		double v;

		switch (c->kind) {
		case ROW_TEXT:
			sqlite3_bind_text(q, at, &CONST_MEMBER(char, item, c), -1,
					  SQLITE_TRANSIENT);
			break;
		case ROW_INT:
			sqlite3_bind_int(q, at, CONST_MEMBER(int, item, c));
			break;
		case ROW_INT64:
		case ROW_COUNT:
		case ROW_BITS:
			sqlite3_bind_int64(q, at, CONST_MEMBER(int64_t, item, c));
			break;
		case ROW_REASONS:
			if (has_reasons(item))
				sqlite3_bind_int64(q, at, CONST_MEMBER(int64_t, item, c));
			else
				sqlite3_bind_null(q, at);
			break;
		case ROW_BOOL:
			sqlite3_bind_int(q, at, CONST_MEMBER(bool, item, c));
			break;
		case ROW_REAL:
			v = CONST_MEMBER(double, item, c);
			if (isnan(v))
				sqlite3_bind_null(q, at);
			else
				sqlite3_bind_double(q, at, v);
			break;
		}
	}
}

static int clamp_int(int64_t v)
{
	return v < 0 ? 0 : v > INT32_MAX ? INT32_MAX : (int)v;
}

void row_read(const struct row_table *t, void *item, sqlite3_stmt *q, int first)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct row_field *c = &t->field[i];
		int at = first + (int)i;
		bool is_null = sqlite3_column_type(q, at) == SQLITE_NULL;
		const char *text;
		double v;

		switch (c->kind) {
		case ROW_TEXT:
			text = (const char *)sqlite3_column_text(q, at);
			text_clean(&MEMBER(char, item, c), c->size, text ? text : "", TEXT_PROSE);
			break;
		case ROW_INT:
			MEMBER(int, item, c) = clamp_int(sqlite3_column_int64(q, at));
			break;
		case ROW_REASONS:
			((struct store_sample *)item)->has_reasons = !is_null;
			MEMBER(int64_t, item, c) = sqlite3_column_int64(q, at);
			break;
		case ROW_INT64:
		case ROW_COUNT:
		case ROW_BITS:
			MEMBER(int64_t, item, c) = sqlite3_column_int64(q, at);
			break;
		case ROW_BOOL:
			MEMBER(bool, item, c) = sqlite3_column_int64(q, at) != 0;
			break;
		case ROW_REAL:
			v = sqlite3_column_double(q, at);
			MEMBER(double, item, c) = is_null || !isfinite(v) ? NAN : v;
			break;
		}
	}
}

static const char *wrong_value(const struct row_field *c, const void *item)
{
	const char *text = &CONST_MEMBER(char, item, c);

	switch (c->kind) {
	case ROW_TEXT:
		if (strnlen(text, c->size) == c->size)
			return "short enough for the field";
		return text_fits(text, c->form) ? NULL : text_form_name(c->form);
	case ROW_INT:
		return CONST_MEMBER(int, item, c) < 0 ? "a number that is not negative" : NULL;
	case ROW_INT64:
	case ROW_COUNT:
		return CONST_MEMBER(int64_t, item, c) < 0 ? "a number from 0 to 2^63 - 1" : NULL;
	case ROW_REAL:
		return isinf(CONST_MEMBER(double, item, c)) ? "a finite number" : NULL;
	default:
		return NULL;
	}
}

int row_check_values(const struct row_table *t, const void *item, const char *what, struct fault *f)
{
	for (size_t i = 0; i < t->n; i++) {
		const char *wanted = wrong_value(&t->field[i], item);

		if (wanted)
			return fault_set(f, FAULT_DATA, "%s: %s is not %s", what, t->field[i].name,
					 wanted);
	}
	return 0;
}

int row_check_figure(const struct figure *fig, struct fault *f)
{
	struct buf what = BUF_INIT;
	int rc;

	buf_addf(&what, "figure %.*s %.*s", (int)sizeof(fig->probe), fig->probe,
		 (int)sizeof(fig->kind), fig->kind);
	rc = row_check_values(&row_figure, fig, buf_str(&what), f);
	if (!rc && text_audit_is_rate(fig->audit) && fig->interval_cyc <= 0)
		rc = fault_set(
			f, FAULT_DATA,
			"%s: audited as '%s' with an interval of %g cycles, which is no rate",
			buf_str(&what), fig->audit, fig->interval_cyc);
	buf_done(&what);
	return rc;
}

static int by_figure(const void *a, const void *b)
{
	const struct figure *x = &((const struct dossier_figure *)a)->fig,
			    *y = &((const struct dossier_figure *)b)->fig;
	int order = strcmp(x->probe, y->probe);

	if (!order)
		order = strcmp(x->kind, y->kind);
	if (!order)
		order = (x->warps > y->warps) - (x->warps < y->warps);
	return order ? order : (x->chains > y->chains) - (x->chains < y->chains);
}

static int by_variant(const void *a, const void *b)
{
	return strcmp(((const struct store_check *)a)->variant,
		      ((const struct store_check *)b)->variant);
}

void dossier_sort(struct dossier *d)
{
	if (d->n)
		qsort(d->fig, d->n, sizeof(*d->fig), by_figure);
	if (d->n_checks)
		qsort(d->check, d->n_checks, sizeof(*d->check), by_variant);
}

struct dossier_figure *dossier_add(struct dossier *d)
{
	struct dossier_figure *row;

	d->fig = mem_grow(d->fig, d->n + 1, sizeof(*d->fig));
	row = &d->fig[d->n++];
	row->sample = NULL;
	row->n = 0;
	row_clear_figure(&row->fig);
	return row;
}

void dossier_done(struct dossier *d)
{
	for (size_t i = 0; i < d->n; i++)
		free(d->fig[i].sample);
	free(d->fig);
	free(d->check);
	*d = (struct dossier){0};
}
