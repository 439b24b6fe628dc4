/*
 * What the database can be asked for: every card in every state, of every provenance, each with its
 * rank.
 */
#include <stdlib.h>
#include <string.h>

#include "store_local.h"

/*
 * Better first.  A published record without a usable rate (the seed's table is one of latencies)
 * must not hide a profile derived from known dividers, of which decisions can be made; it can still
 * be asked for as "20c2@published".
 */
static int rank_of(enum provenance p, bool has_rate)
{
	switch (p) {
	case PROV_MEASURED:
		return 0;
	case PROV_PUBLISHED:
		return has_rate ? 1 : 3;
	case PROV_DERIVED:
		return 2;
	default:
		return 4;
	}
}

/*
 * One row a group of runs that make one record.  Runs of one state and provenance belong together;
 * of the unfinished ones only the newest with anything in it counts, alone, since nobody knows
 * which state the others were made in.
 */
static const char choice_sql[] =
	"WITH grouped AS ("
	" SELECT run.id, card.key, run.state_id, coalesce(state.fingerprint, 'unfinished') AS "
	"fingerprint, run.provenance,"
	"  run.started_utc, row_number() OVER w AS place"
	" FROM run JOIN card ON card.id = run.card_id LEFT JOIN state ON state.id = run.state_id"
	" WHERE run.state_id IS NOT NULL OR EXISTS (SELECT 1 FROM figure WHERE figure.run_id = "
	"run.id)"
	" WINDOW w AS (PARTITION BY run.card_id, run.state_id, run.provenance ORDER BY "
	"run.started_utc DESC, run.id DESC)"
	")"
	"SELECT g.id, g.key, coalesce(g.state_id, 0), g.fingerprint, g.provenance, g.started_utc,"
	" (SELECT count(*) FROM (SELECT DISTINCT probe, kind, warps, chains FROM figure JOIN run "
	"AS r ON r.id = figure.run_id"
	"   WHERE r.id = g.id OR (r.state_id = g.state_id AND r.provenance = g.provenance))),"
	" EXISTS (SELECT 1 FROM figure JOIN run AS r ON r.id = figure.run_id"
	"   WHERE (r.id = g.id OR (r.state_id = g.state_id AND r.provenance = g.provenance)) AND "
	"kind = 'tput'"
	"   AND interval_cyc IS NOT NULL AND audit IN ('ok', 'alias', 'mix', 'compound', "
	"'emulated', 'derived')) "
	"FROM grouped AS g WHERE g.place = 1 ORDER BY g.key, g.provenance, g.started_utc DESC, "
	"g.id DESC";

static void copy_column(char *out, size_t size, sqlite3_stmt *q, int at)
{
	const char *text = (const char *)sqlite3_column_text(q, at);

	text_clean(out, size, text ? text : "", TEXT_PROSE);
}

static int read_choice(struct store *s, sqlite3_stmt *q, struct choice *out, struct fault *f)
{
	char name[16];

	*out = (struct choice){0};
	out->e.newest_run = sqlite3_column_int64(q, 0);
	copy_column(out->e.key, sizeof(out->e.key), q, 1);
	out->state_id = sqlite3_column_int64(q, 2);
	copy_column(out->e.fingerprint, sizeof(out->e.fingerprint), q, 3);
	copy_column(name, sizeof(name), q, 4);
	copy_column(out->e.started_utc, sizeof(out->e.started_utc), q, 5);
	out->e.n_figures = (size_t)sqlite3_column_int64(q, 6);
	if (provenance_parse(name, &out->e.provenance))
		out->e.provenance = PROV_MODELLED; /* the worst there is */
	out->rank = rank_of(out->e.provenance, sqlite3_column_int(q, 7));
	return card_load(s, out->e.newest_run, &out->e.card, f);
}

int choice_list(struct store *s, struct choice **out, size_t *n, struct fault *f)
{
	struct choice *v = NULL;
	sqlite3_stmt *q = NULL;
	size_t count = 0;
	int rc = sql_prepare(s, choice_sql, &q, f);

	while (!rc && (rc = sql_step(s, q, f)) > 0) {
		v = mem_grow(v, count + 1, sizeof(*v));
		rc = read_choice(s, q, &v[count++], f);
	}
	sqlite3_finalize(q);
	if (rc) {
		free(v);
		return rc;
	}
	*out = v;
	*n = count;
	return 0;
}

int store_list(struct store *s, struct store_entry **out, size_t *n, struct fault *f)
{
	struct choice *v = NULL;
	size_t count = 0;
	int rc = choice_list(s, &v, &count, f);

	if (rc)
		return rc;
	*out = mem_new(count ? count : 1, sizeof(**out));
	*n = count;
	for (size_t i = 0; i < count; i++)
		(*out)[i] = v[i].e;
	free(v);
	return 0;
}
