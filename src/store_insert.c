/*
 * Rows into the tables, within a transaction of the caller's.  Nothing here decides what may be
 * written.
 */
#include "store_local.h"

/* INSERT INTO table (owners..., fields...) VALUES (?1, ?2, ...): the names are ours, every value is
 * bound. */
static int prepare_insert(struct store *s, const struct row_table *t, const char *owners,
			  int n_owners, sqlite3_stmt **q, struct fault *f)
{
	struct buf sql = BUF_INIT;
	int rc;

	buf_addf(&sql, "INSERT INTO %s (%s, ", t->name, owners);
	row_columns(t, "", &sql);
	buf_puts(&sql, ") VALUES (?1");
	for (int i = 2; i <= n_owners + (int)t->n; i++)
		buf_addf(&sql, ", ?%d", i);
	buf_puts(&sql, ")");
	rc = sql_prepare(s, buf_str(&sql), q, f);
	buf_done(&sql);
	return rc;
}

int write_run_row(struct store *s, const struct dossier *d, const char *origin, bool is_builtin,
		  int64_t *run_id, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int64_t card_id = 0;
	int rc = card_row(s, &d->card, &card_id, f);

	if (!rc)
		rc = prepare_insert(s, &row_run, "card_id, provenance, origin, is_builtin", 4, &q,
				    f);
	if (!rc) {
		sqlite3_bind_int64(q, 1, card_id);
		sqlite3_bind_text(q, 2, provenance_name(d->provenance), -1, SQLITE_STATIC);
		sqlite3_bind_text(q, 3, origin, -1, SQLITE_STATIC);
		sqlite3_bind_int(q, 4, is_builtin);
		row_bind(&row_run, d, q, 5);
		rc = sql_run(s, q, f);
	}
	if (!rc) {
		*run_id = sqlite3_last_insert_rowid(s->db);
		rc = card_insert(s, *run_id, &d->card, f);
	}
	sqlite3_finalize(q);
	return rc;
}

static int write_samples(struct store *s, int64_t figure_id, const struct store_sample *samples,
			 size_t n, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = prepare_insert(s, &row_sample, "figure_id, seq", 2, &q, f);

	for (size_t i = 0; !rc && i < n; i++) {
		sqlite3_bind_int64(q, 1, figure_id);
		sqlite3_bind_int64(q, 2, (int64_t)i);
		row_bind(&row_sample, &samples[i], q, 3);
		rc = sql_run(s, q, f);
	}
	sqlite3_finalize(q);
	return rc;
}

int write_figure(struct store *s, int64_t run_id, const struct figure *fig,
		 const struct store_sample *samples, size_t n, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = prepare_insert(s, &row_figure, "run_id", 1, &q, f);

	if (!rc) {
		sqlite3_bind_int64(q, 1, run_id);
		row_bind(&row_figure, fig, q, 2);
		rc = sql_run(s, q, f);
	}
	sqlite3_finalize(q);
	return rc ? rc : write_samples(s, sqlite3_last_insert_rowid(s->db), samples, n, f);
}

int write_check(struct store *s, int64_t run_id, const struct store_check *c, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = prepare_insert(s, &row_check, "run_id", 1, &q, f);

	if (!rc) {
		sqlite3_bind_int64(q, 1, run_id);
		row_bind(&row_check, c, q, 2);
		rc = sql_run(s, q, f);
	}
	sqlite3_finalize(q);
	return rc;
}

/* The state's row, made where the card was never seen in it. */
static int state_row(struct store *s, int64_t run_id, const char *fingerprint, int64_t *state_id,
		     struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_prepare(s,
			     "INSERT INTO state (card_id, fingerprint) SELECT card_id, ?2 FROM run "
			     "WHERE id = ?1 "
			     "ON CONFLICT (card_id, fingerprint) DO UPDATE SET fingerprint = "
			     "fingerprint RETURNING id",
			     &q, f);

	if (!rc) {
		sqlite3_bind_int64(q, 1, run_id);
		sqlite3_bind_text(q, 2, fingerprint, -1, SQLITE_STATIC);
		rc = sql_step(s, q, f);
		if (rc > 0) {
			*state_id = sqlite3_column_int64(q, 0);
			rc = sql_step(s, q, f);
		}
	}
	sqlite3_finalize(q);
	return rc;
}

int write_state(struct store *s, int64_t run_id, const char *fingerprint, const char *record_id,
		struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int64_t state_id = 0;
	int rc = state_row(s, run_id, fingerprint, &state_id, f);

	if (!rc)
		rc = sql_prepare(s, "UPDATE run SET state_id = ?2, record_id = ?3 WHERE id = ?1",
				 &q, f);
	if (!rc) {
		sqlite3_bind_int64(q, 1, run_id);
		sqlite3_bind_int64(q, 2, state_id);
		sqlite3_bind_text(q, 3, record_id, -1, SQLITE_STATIC);
		rc = sql_run(s, q, f);
	}
	sqlite3_finalize(q);
	return rc;
}
