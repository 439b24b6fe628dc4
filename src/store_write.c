/*
 * A run as it is made: begun, one result at a time committed, closed.  What was committed survives
 * a kill -9 at any later moment.  A closed run never changes: its record id is the hash of all it
 * holds.
 */
#include <stdio.h>
#include <string.h>

#include "store_local.h"

static void describe_run(const struct card *card, const struct store_run *run, struct dossier *out)
{
	*out = (struct dossier){.provenance = run->provenance};
	card_stored(card, &out->card);
	/* Our own texts may hold anything, such as a path in a version; what may not be stored is
	 * replaced. */
#define RUN_TEXT(name, size, form)                                                                 \
	text_clean(out->name, size, run->name ? run->name : "", TEXT_##form);
#include "store_row.def"
#undef RUN_TEXT
}

int store_run_begin(struct store *s, const struct card *card, const struct store_run *run,
		    int64_t *run_id, struct fault *f)
{
	struct dossier d;
	int rc;

	describe_run(card, run, &d);
	rc = sql_begin(s, f);
	return rc ? rc : sql_end(s, write_run_row(s, &d, "", false, run_id, f), f);
}

int store_run_resumable(struct store *s, const struct card *card, const struct store_run *like,
			int64_t *run_id, struct fault *f)
{
	struct buf key = BUF_INIT;
	struct dossier d;
	sqlite3_stmt *q = NULL;
	int rc;

	describe_run(card, like, &d);
	card_key(&d.card, &key);
	rc = sql_prepare(s,
			 "SELECT run.id FROM run JOIN card ON card.id = run.card_id WHERE card.key "
			 "= ?1 AND state_id IS NULL "
			 "AND provenance = ?2 AND probe_set_hash = ?3 AND tool_version = ?4 AND "
			 "nvrtc_version = ?5 "
			 "AND nvrtc_arch = ?6 ORDER BY started_utc DESC, run.id DESC LIMIT 1",
			 &q, f);
	if (!rc) {
		sqlite3_bind_text(q, 1, buf_str(&key), -1, SQLITE_STATIC);
		sqlite3_bind_text(q, 2, provenance_name(d.provenance), -1, SQLITE_STATIC);
		sqlite3_bind_text(q, 3, d.probe_set_hash, -1, SQLITE_STATIC);
		sqlite3_bind_text(q, 4, d.tool_version, -1, SQLITE_STATIC);
		sqlite3_bind_text(q, 5, d.nvrtc_version, -1, SQLITE_STATIC);
		sqlite3_bind_text(q, 6, d.nvrtc_arch, -1, SQLITE_STATIC);
		rc = sql_step(s, q, f);
	}
	if (rc >= 0)
		*run_id = rc ? sqlite3_column_int64(q, 0) : 0;
	sqlite3_finalize(q);
	buf_done(&key);
	return rc < 0 ? rc : 0;
}

int store_run_has(struct store *s, int64_t run_id, const char *probe, const char *kind, bool *out,
		  struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_prepare(
		s, "SELECT 1 FROM figure WHERE run_id = ?1 AND probe = ?2 AND kind = ?3 LIMIT 1",
		&q, f);

	if (!rc) {
		sqlite3_bind_int64(q, 1, run_id);
		sqlite3_bind_text(q, 2, probe, -1, SQLITE_STATIC);
		sqlite3_bind_text(q, 3, kind, -1, SQLITE_STATIC);
		rc = sql_step(s, q, f);
	}
	if (rc >= 0)
		*out = rc > 0;
	sqlite3_finalize(q);
	return rc < 0 ? rc : 0;
}

static int require_open(struct store *s, int64_t run_id, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_prepare(s, "SELECT state_id IS NOT NULL FROM run WHERE id = ?1", &q, f);

	if (!rc) {
		sqlite3_bind_int64(q, 1, run_id);
		rc = sql_step(s, q, f);
	}
	if (rc == 0)
		rc = fault_set(f, FAULT_NONE_SUCH, "%s: there is no run %lld", s->path,
			       (long long)run_id);
	else if (rc > 0)
		rc = sqlite3_column_int(q, 0)
			     ? fault_set(f, FAULT_DATA,
					 "%s: run %lld is closed and does not change any more",
					 s->path, (long long)run_id)
			     : 0;
	sqlite3_finalize(q);
	return rc;
}

/* A probe that is measured again in the same run takes the place of what it gave before. */
static int forget_figure(struct store *s, int64_t run_id, const struct figure *fig, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_prepare(s,
			     "DELETE FROM figure WHERE run_id = ?1 AND probe = ?2 AND kind = ?3 "
			     "AND warps = ?4 AND chains = ?5",
			     &q, f);

	if (!rc) {
		sqlite3_bind_int64(q, 1, run_id);
		sqlite3_bind_text(q, 2, fig->probe, -1, SQLITE_STATIC);
		sqlite3_bind_text(q, 3, fig->kind, -1, SQLITE_STATIC);
		sqlite3_bind_int(q, 4, fig->warps);
		sqlite3_bind_int(q, 5, fig->chains);
		rc = sql_run(s, q, f);
	}
	sqlite3_finalize(q);
	return rc;
}

/* Compilers and drivers write what they like into a note; that must not keep the figure out. */
static void clean_figure(const struct figure *fig, struct figure *out)
{
	*out = *fig;
	text_clean(out->gate, sizeof(out->gate), fig->gate, TEXT_PROSE);
	text_clean(out->note, sizeof(out->note), fig->note, TEXT_PROSE);
	text_clean(out->sass, sizeof(out->sass), fig->sass, TEXT_PROSE);
}

int store_add(struct store *s, int64_t run_id, const struct figure *fig,
	      const struct store_sample *samples, size_t n, struct fault *f)
{
	struct figure clean;
	int rc;

	clean_figure(fig, &clean);
	rc = row_check_figure(&clean, f);
	for (size_t i = 0; !rc && i < n; i++)
		rc = row_check_values(&row_sample, &samples[i], fig->probe, f);
	if (!rc)
		rc = sql_begin(s, f);
	if (rc)
		return rc;
	rc = require_open(s, run_id, f);
	if (!rc)
		rc = forget_figure(s, run_id, &clean, f);
	if (!rc)
		rc = write_figure(s, run_id, &clean, samples, n, f);
	return sql_end(s, rc, f);
}

int store_add_check(struct store *s, int64_t run_id, const struct store_check *c, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = row_check_values(&row_check, c, c->variant, f);

	if (!rc)
		rc = sql_begin(s, f);
	if (rc)
		return rc;
	rc = require_open(s, run_id, f);
	if (!rc)
		rc = sql_prepare(s, "DELETE FROM variant_check WHERE run_id = ?1 AND variant = ?2",
				 &q, f);
	if (!rc) {
		sqlite3_bind_int64(q, 1, run_id);
		sqlite3_bind_text(q, 2, c->variant, -1, SQLITE_STATIC);
		rc = sql_run(s, q, f);
	}
	if (!rc)
		rc = write_check(s, run_id, c, f);
	sqlite3_finalize(q);
	return sql_end(s, rc, f);
}

int store_run_finish(struct store *s, int64_t run_id, const char *fingerprint, struct fault *f)
{
	struct dossier d = {0};
	char id[65];
	int rc = sql_begin(s, f);

	if (rc)
		return rc;
	rc = require_open(s, run_id, f);
	if (!rc)
		rc = dossier_load(s, run_id, &d, f);
	if (!rc) {
		snprintf(d.fingerprint, sizeof(d.fingerprint), "%s", fingerprint);
		rc = dossier_check(&d, f);
	}
	if (!rc) {
		dossier_id(&d, id);
		rc = write_state(s, run_id, d.fingerprint, id, f);
	}
	dossier_done(&d);
	return sql_end(s, rc, f);
}
