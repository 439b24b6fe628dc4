/*
 * Records out of the database: the figures of all runs of one card in one state and of one
 * provenance, the newest run's where several have the same one.  Neither states nor provenances are
 * ever mixed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_local.h"

static bool same_place(const struct figure *a, const struct figure *b)
{
	return !strcmp(a->probe, b->probe) && !strcmp(a->kind, b->kind) && a->warps == b->warps &&
	       a->chains == b->chains;
}

/* The runs of a choice, ?1 to ?3: its state and provenance, or the one run. */
#define OF_CHOICE                                                                                  \
	" JOIN run ON run.id = run_id WHERE run.id = ?1 OR (run.state_id = ?2 AND run.provenance " \
	"= ?3)"
#define NEWEST_FIRST " run.started_utc DESC, run.id DESC"

static int prepare_choice(struct store *s, const struct choice *c, const struct row_table *t,
			  const char *order, sqlite3_stmt **q, struct fault *f)
{
	struct buf sql = BUF_INIT;
	int rc;

	buf_puts(&sql, "SELECT ");
	row_columns(t, t->name[0] == 'f' ? "figure." : "variant_check.", &sql);
	buf_addf(&sql, " FROM %s" OF_CHOICE " ORDER BY %s," NEWEST_FIRST, t->name, order);
	rc = sql_prepare(s, buf_str(&sql), q, f);
	buf_done(&sql);
	if (rc)
		return rc;
	sqlite3_bind_int64(*q, 1, c->e.newest_run);
	if (c->state_id)
		sqlite3_bind_int64(*q, 2, c->state_id);
	sqlite3_bind_text(*q, 3, provenance_name(c->e.provenance), -1, SQLITE_STATIC);
	return 0;
}

static int load_figures(struct store *s, const struct choice *c, struct record *out,
			struct fault *f)
{
	sqlite3_stmt *q = NULL;
	size_t room = 0;
	int rc = prepare_choice(s, c, &row_figure, "probe, kind, warps, chains", &q, f);

	while (!rc && (rc = sql_step(s, q, f)) > 0) {
		if (out->n == room) {
			room = room ? 2 * room : 64;
			out->fig = mem_grow(out->fig, room, sizeof(*out->fig));
		}
		row_clear_figure(&out->fig[out->n]);
		row_read(&row_figure, &out->fig[out->n], q, 0);
		if (!out->n || !same_place(&out->fig[out->n], &out->fig[out->n - 1]))
			out->n++;
		rc = 0;
	}
	sqlite3_finalize(q);
	return rc;
}

static int load_checks(struct store *s, const struct choice *c, struct record *out, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = prepare_choice(s, c, &row_check, "variant", &q, f);

	while (!rc && (rc = sql_step(s, q, f)) > 0) {
		struct store_check *row;

		out->check = mem_grow(out->check, out->n_checks + 1, sizeof(*out->check));
		row = &out->check[out->n_checks];
		row_read(&row_check, row, q, 0);
		if (!out->n_checks || strcmp(row->variant, row[-1].variant))
			out->n_checks++;
		rc = 0;
	}
	sqlite3_finalize(q);
	return rc;
}

/* What the newest run says of itself. */
static int load_run(struct store *s, const struct choice *c, struct record *out, struct fault *f)
{
	struct buf sql = BUF_INIT, key = BUF_INIT;
	struct dossier run = {0};
	sqlite3_stmt *q = NULL;
	int rc;

	buf_puts(&sql, "SELECT ");
	row_columns(&row_run, "", &sql);
	buf_puts(&sql, " FROM run WHERE id = ?1");
	rc = sql_prepare(s, buf_str(&sql), &q, f);
	if (!rc) {
		sqlite3_bind_int64(q, 1, c->e.newest_run);
		rc = sql_step(s, q, f);
		if (rc > 0)
			row_read(&row_run, &run, q, 0);
		rc = rc < 0 ? rc : 0;
	}
	sqlite3_finalize(q);
	buf_done(&sql);
	if (rc)
		return rc;
	out->card = c->e.card;
	card_key(&out->card, &key);
	snprintf(out->key, sizeof(out->key), "%s", buf_str(&key));
	buf_done(&key);
	out->provenance = c->e.provenance;
	out->newest_run = c->e.newest_run;
	snprintf(out->fingerprint, sizeof(out->fingerprint), "%s", c->e.fingerprint);
	snprintf(out->citation, sizeof(out->citation), "%s", run.citation);
	snprintf(out->remark, sizeof(out->remark), "%s", run.remark);
	snprintf(out->driver, sizeof(out->driver), "%s", run.driver);
	snprintf(out->nvrtc, sizeof(out->nvrtc), "%s", run.nvrtc_version);
	snprintf(out->started_utc, sizeof(out->started_utc), "%s", run.started_utc);
	snprintf(out->tool_version, sizeof(out->tool_version), "%s", run.tool_version);
	return 0;
}

int record_load(struct store *s, const struct choice *c, struct record *out, struct fault *f)
{
	int rc;

	*out = (struct record){0};
	rc = load_run(s, c, out, f);
	if (!rc)
		rc = load_figures(s, c, out, f);
	if (!rc)
		rc = load_checks(s, c, out, f);
	if (rc)
		record_done(out);
	return rc;
}

int store_record_run(struct store *s, int64_t run_id, struct record *out, struct fault *f)
{
	struct choice c = {.e.newest_run = run_id};
	struct dossier d;
	int rc = dossier_load(s, run_id, &d, f);

	if (rc)
		return rc;
	c.e.card = d.card;
	c.e.provenance = d.provenance;
	snprintf(c.e.fingerprint, sizeof(c.e.fingerprint), "%s", d.fingerprint);
	dossier_done(&d);
	return record_load(s, &c, out, f);
}

void record_done(struct record *r)
{
	free(r->fig);
	free(r->check);
	*r = (struct record){0};
}

const struct figure *record_find(const struct record *r, const char *probe, const char *kind,
				 int warps, int chains)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct figure *fig = &r->fig[i];

		if (!strcmp(fig->probe, probe) && !strcmp(fig->kind, kind) &&
		    (warps < 0 || fig->warps == warps) && (chains < 0 || fig->chains == chains))
			return fig;
	}
	return NULL;
}
