/*
 * A whole run in memory: read from the database, checked, and written to it.
 */
#include <stdlib.h>
#include <string.h>

#include "store_local.h"

#define UNFINISHED "unfinished"

static int load_run(struct store *s, int64_t run_id, struct dossier *out, struct fault *f)
{
	struct buf sql = BUF_INIT;
	sqlite3_stmt *q = NULL;
	int rc;

	buf_puts(&sql, "SELECT provenance, coalesce(state.fingerprint, '" UNFINISHED "'), ");
	row_columns(&row_run, "run.", &sql);
	buf_puts(&sql, " FROM run LEFT JOIN state ON state.id = run.state_id WHERE run.id = ?1");
	rc = sql_prepare(s, buf_str(&sql), &q, f);
	if (!rc) {
		sqlite3_bind_int64(q, 1, run_id);
		rc = sql_step(s, q, f);
	}
	if (rc == 0) {
		rc = fault_set(f, FAULT_NONE_SUCH,
			       "%s: there is no run %lld: 'cmptune list' shows those there are",
			       s->path, (long long)run_id);
	} else if (rc > 0) {
		const char *name = (const char *)sqlite3_column_text(q, 0),
			   *state = (const char *)sqlite3_column_text(q, 1);

		rc = 0;
		if (!name || provenance_parse(name, &out->provenance))
			rc = fault_set(f, FAULT_DATABASE, "%s: run %lld has no known provenance",
				       s->path, (long long)run_id);
		text_clean(out->fingerprint, sizeof(out->fingerprint), state ? state : "",
			   TEXT_STATE);
		row_read(&row_run, out, q, 2);
	}
	sqlite3_finalize(q);
	buf_done(&sql);
	return rc;
}

static int load_samples(struct store *s, int64_t figure_id, struct dossier_figure *out,
			struct fault *f)
{
	struct buf sql = BUF_INIT;
	sqlite3_stmt *q = NULL;
	size_t room = 0;
	int rc;

	buf_puts(&sql, "SELECT ");
	row_columns(&row_sample, "", &sql);
	buf_puts(&sql, " FROM sample WHERE figure_id = ?1 ORDER BY seq");
	rc = sql_prepare(s, buf_str(&sql), &q, f);
	if (!rc)
		sqlite3_bind_int64(q, 1, figure_id);
	while (!rc && (rc = sql_step(s, q, f)) > 0) {
		if (out->n == room) {
			room = room ? 2 * room : 32;
			out->sample = mem_grow(out->sample, room, sizeof(*out->sample));
		}
		memset(&out->sample[out->n], 0, sizeof(*out->sample));
		row_read(&row_sample, &out->sample[out->n++], q, 0);
		rc = 0;
	}
	sqlite3_finalize(q);
	buf_done(&sql);
	return rc;
}

static int load_figures(struct store *s, int64_t run_id, struct dossier *out, struct fault *f)
{
	struct buf sql = BUF_INIT;
	sqlite3_stmt *q = NULL;
	int rc;

	buf_puts(&sql, "SELECT id, ");
	row_columns(&row_figure, "", &sql);
	buf_puts(&sql, " FROM figure WHERE run_id = ?1 ORDER BY probe, kind, warps, chains");
	rc = sql_prepare(s, buf_str(&sql), &q, f);
	if (!rc)
		sqlite3_bind_int64(q, 1, run_id);
	while (!rc && (rc = sql_step(s, q, f)) > 0) {
		struct dossier_figure *row = dossier_add(out);

		row_read(&row_figure, &row->fig, q, 1);
		rc = load_samples(s, sqlite3_column_int64(q, 0), row, f);
	}
	sqlite3_finalize(q);
	buf_done(&sql);
	return rc;
}

static int load_checks(struct store *s, int64_t run_id, struct dossier *out, struct fault *f)
{
	struct buf sql = BUF_INIT;
	sqlite3_stmt *q = NULL;
	int rc;

	buf_puts(&sql, "SELECT ");
	row_columns(&row_check, "", &sql);
	buf_puts(&sql, " FROM variant_check WHERE run_id = ?1 ORDER BY variant");
	rc = sql_prepare(s, buf_str(&sql), &q, f);
	if (!rc)
		sqlite3_bind_int64(q, 1, run_id);
	while (!rc && (rc = sql_step(s, q, f)) > 0) {
		out->check = mem_grow(out->check, out->n_checks + 1, sizeof(*out->check));
		row_read(&row_check, &out->check[out->n_checks++], q, 0);
		rc = 0;
	}
	sqlite3_finalize(q);
	buf_done(&sql);
	return rc;
}

int dossier_load(struct store *s, int64_t run_id, struct dossier *out, struct fault *f)
{
	int rc;

	*out = (struct dossier){0};
	rc = load_run(s, run_id, out, f);
	if (!rc)
		rc = card_load(s, run_id, &out->card, f);
	if (!rc)
		rc = load_figures(s, run_id, out, f);
	if (!rc)
		rc = load_checks(s, run_id, out, f);
	if (rc)
		dossier_done(out);
	else
		dossier_sort(
			out); /* SQLite's order of texts is that of strcmp, but not by our word */
	return rc;
}

int dossier_check(const struct dossier *d, struct fault *f)
{
	int rc = card_check(&d->card, "card", f);

	if (!rc)
		rc = row_check_values(&row_run, d, "run", f);
	if (!rc && (!text_fits(d->fingerprint, TEXT_STATE) || !strcmp(d->fingerprint, UNFINISHED)))
		rc = fault_set(f, FAULT_DATA, "run: the state is not %s",
			       text_form_name(TEXT_STATE));
	for (size_t i = 0; !rc && i < d->n; i++) {
		rc = row_check_figure(&d->fig[i].fig, f);
		for (size_t k = 0; !rc && k < d->fig[i].n; k++)
			rc = row_check_values(&row_sample, &d->fig[i].sample[k],
					      d->fig[i].fig.probe, f);
	}
	for (size_t i = 0; !rc && i < d->n_checks; i++) {
		rc = row_check_values(&row_check, &d->check[i], d->check[i].variant, f);
		if (!rc && d->check[i].mismatches > d->check[i].cases)
			rc = fault_set(f, FAULT_DATA, "check %s: more mismatches than cases",
				       d->check[i].variant);
	}
	return rc;
}

static int is_known(struct store *s, const char *id, bool *out, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_prepare(s, "SELECT 1 FROM run WHERE record_id = ?1 LIMIT 1", &q, f);

	if (!rc) {
		sqlite3_bind_text(q, 1, id, -1, SQLITE_STATIC);
		rc = sql_step(s, q, f);
	}
	if (rc >= 0)
		*out = rc > 0;
	sqlite3_finalize(q);
	return rc < 0 ? rc : 0;
}

int dossier_insert(struct store *s, struct dossier *d, const char *origin, bool is_builtin,
		   bool *added, struct fault *f)
{
	int64_t run_id = 0;
	bool is_there = false;
	char id[65];
	int rc;

	*added = false;
	dossier_sort(d);
	rc = dossier_check(d, f);
	if (!rc) {
		dossier_id(d, id);
		rc = is_known(s, id, &is_there, f);
	}
	if (rc || is_there)
		return rc;
	rc = write_run_row(s, d, origin, is_builtin, &run_id, f);
	for (size_t i = 0; !rc && i < d->n; i++)
		rc = write_figure(s, run_id, &d->fig[i].fig, d->fig[i].sample, d->fig[i].n, f);
	for (size_t i = 0; !rc && i < d->n_checks; i++)
		rc = write_check(s, run_id, &d->check[i], f);
	if (!rc)
		rc = write_state(s, run_id, d->fingerprint, id, f);
	*added = !rc;
	return rc;
}
