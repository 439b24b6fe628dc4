/*
 * Is the file a database of ours, and of which version: created, brought forward, or refused and
 * left untouched.
 */
#include <stdlib.h>

#include "embed.h"
#include "store_local.h"

#define APPLICATION_ID 0x636d7074 /* "cmpt" */

/* One row a version: applied in this order, each once. */
static const char *const migration[] = {
	"db/schema.sql",
};
#define VERSION ((int64_t)(sizeof(migration) / sizeof(*migration)))

static int migrate(struct store *s, struct fault *f)
{
	struct buf sql = BUF_INIT;
	int64_t version;
	int rc = sql_begin(s, f);

	if (rc)
		return rc;
	/* Another process may have done it while we waited for the lock. */
	rc = sql_int(s, "PRAGMA user_version", 0, &version, f);
	for (int64_t v = version; !rc && v < VERSION; v++) {
		const struct embed_file *e = embed_find(migration[v]);

		rc = e ? sql_exec(s, e->data, f)
		       : fault_set(f, FAULT_DATA, "%s: is not in this program", migration[v]);
	}
	if (!rc && version < VERSION) {
		buf_addf(&sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
			 APPLICATION_ID, (int)VERSION);
		rc = sql_exec(s, buf_str(&sql), f);
	}
	buf_done(&sql);
	return sql_end(s, rc, f);
}

int schema_ready(struct store *s, struct fault *f)
{
	int64_t application, version, objects;
	int rc = sql_int(s, "PRAGMA application_id", 0, &application, f);

	if (!rc)
		rc = sql_int(s, "PRAGMA user_version", 0, &version, f);
	if (!rc)
		rc = sql_int(s, "SELECT count(*) FROM sqlite_schema", 0, &objects, f);
	if (rc)
		return rc;
	if (application != APPLICATION_ID && (application || version || objects))
		return fault_set(f, FAULT_DATABASE,
				 "%s: is the database of another program: choose another file with "
				 "--db or $CMPTUNE_DB",
				 s->path);
	if (version > VERSION)
		return fault_set(f, FAULT_DATABASE,
				 "%s: was written by a newer cmptune (database version %lld, this "
				 "one knows %lld): use that "
				 "one, or another file with --db or $CMPTUNE_DB",
				 s->path, (long long)version, (long long)VERSION);
	return version < VERSION ? migrate(s, f) : 0;
}
