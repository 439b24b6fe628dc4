/*
 * SQLite's calls with our faults: whatever goes wrong becomes one sentence that names the file, the
 * reason, and what to do next.
 */
#include "store_local.h"

#include <string.h>

/* What the operating system said tells more than "unable to open database file". */
static const char *reason(struct store *s, int rc)
{
	int why = sqlite3_system_errno(s->db);

	return (rc & 0xff) == SQLITE_CANTOPEN && why ? strerror(why) : sqlite3_errmsg(s->db);
}

int sql_fault(struct store *s, int rc, const char *doing, struct fault *f)
{
	const char *why = reason(s, rc);

	switch (rc & 0xff) {
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return fault_set(f, FAULT_DATABASE,
				 "%s: is damaged or no database (%s): move it away, a new one is "
				 "then made, and "
				 "'cmptune import' brings back what was exported",
				 s->path, why);
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return fault_set(
			f, FAULT_DATABASE,
			"%s: another process keeps the database locked: try again when it is done",
			s->path);
	case SQLITE_READONLY:
	case SQLITE_CANTOPEN:
	case SQLITE_PERM:
	case SQLITE_AUTH:
		return fault_set(f, FAULT_DATABASE,
				 "%s: cannot be written (%s): mend the permissions, or choose "
				 "another file with --db or "
				 "$CMPTUNE_DB",
				 s->path, why);
	case SQLITE_FULL:
		return fault_set(f, FAULT_DATABASE, "%s: cannot grow (%s): free space on its disk",
				 s->path, why);
	case SQLITE_CONSTRAINT:
		return fault_set(f, FAULT_DATA, "%s: refused while %s: %s", s->path, doing, why);
	default:
		return fault_set(f, FAULT_DATABASE, "%s: failed while %s: %s", s->path, doing, why);
	}
}

int sql_prepare(struct store *s, const char *sql, sqlite3_stmt **q, struct fault *f)
{
	int rc = sqlite3_prepare_v2(s->db, sql, -1, q, NULL);

	return rc ? sql_fault(s, rc, "preparing a statement", f) : 0;
}

int sql_step(struct store *s, sqlite3_stmt *q, struct fault *f)
{
	int rc = sqlite3_step(q);

	if (rc == SQLITE_ROW)
		return 1;
	if (rc == SQLITE_DONE)
		return 0;
	return sql_fault(s, rc, sqlite3_stmt_readonly(q) ? "reading" : "writing", f);
}

int sql_run(struct store *s, sqlite3_stmt *q, struct fault *f)
{
	int rc = sql_step(s, q, f);

	sqlite3_reset(q);
	return rc < 0 ? rc : 0;
}

int sql_exec(struct store *s, const char *sql, struct fault *f)
{
	int rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);

	return rc ? sql_fault(s, rc, "changing the database", f) : 0;
}

int sql_int(struct store *s, const char *sql, int64_t fallback, int64_t *out, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_prepare(s, sql, &q, f);

	if (!rc)
		rc = sql_step(s, q, f);
	if (rc >= 0)
		*out = rc ? sqlite3_column_int64(q, 0) : fallback;
	sqlite3_finalize(q);
	return rc < 0 ? rc : 0;
}

int sql_begin(struct store *s, struct fault *f)
{
	/* IMMEDIATE: the lock is waited for here, where nothing is lost by giving up. */
	return sql_exec(s, "BEGIN IMMEDIATE", f);
}

int sql_end(struct store *s, int rc, struct fault *f)
{
	if (!rc)
		rc = sql_exec(s, "COMMIT", f);
	if (rc && !sqlite3_get_autocommit(s->db))
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return rc;
}
