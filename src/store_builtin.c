/*
 * The records of db/ that the program carries: brought into the database when it is new, and again
 * when another program with other records opens it.  What people measured or imported is never
 * touched.
 */
#include <stdlib.h>
#include <string.h>

#include "embed.h"
#include "path.h"
#include "spec.h"
#include "store_local.h"
#include "version.h"

static bool is_below(const char *path, const char *dir)
{
	return !strncmp(path, dir, strlen(dir));
}

/* All that the records are made from: another program that makes the same from the same has the
 * same hash. */
static void hash_builtin(char hex[HASH_HEX_SIZE])
{
	struct buf all = BUF_INIT;

	buf_puts(&all, CMPTUNE_VERSION);
	for (size_t i = 0; i < embed_count; i++)
		if (is_below(embed_files[i].path, "db/") ||
		    is_below(embed_files[i].path, "probes/")) {
			buf_puts(&all, embed_files[i].path);
			buf_add(&all, embed_files[i].data, embed_files[i].size + 1);
		}
	hash_hex(buf_str(&all), all.len, hex);
	buf_done(&all);
}

static int is_current(struct store *s, const char *hash, bool *out, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_prepare(s, "SELECT 1 FROM builtin WHERE hash = ?1", &q, f);

	if (!rc) {
		sqlite3_bind_text(q, 1, hash, -1, SQLITE_STATIC);
		rc = sql_step(s, q, f);
	}
	if (rc >= 0)
		*out = rc > 0;
	sqlite3_finalize(q);
	return rc < 0 ? rc : 0;
}

static int insert(struct store *s, struct dossier *d, const char *origin, struct fault *f)
{
	bool added;

	return dossier_insert(s, d, origin, true, &added, f);
}

static int add_profiles(struct store *s, struct fault *f)
{
	struct probe_set set = {0};
	const struct embed_file *e;
	size_t i = 0;
	int rc = spec_load(NULL, &set, f);

	while (!rc && (e = embed_next("db/profiles", ".ini", &i)) != NULL) {
		struct dossier d;

		rc = profile_parse(e->path, e->data, &set, &d, f);
		if (rc)
			break;
		rc = insert(s, &d, e->path, f);
		if (rc)
			fault_wrap(f, "%s", e->path);
		dossier_done(&d);
	}
	spec_done(&set);
	return rc;
}

static int add_published(struct store *s, struct fault *f)
{
	const struct embed_file *e;
	size_t i = 0;
	int rc = 0;

	while (!rc && (e = embed_next("db/published", ".tsv", &i)) != NULL) {
		struct dossier *d = NULL;
		size_t n = 0;

		rc = published_parse(e->path, e->data, &d, &n, f);
		for (size_t k = 0; k < n; k++) {
			if (!rc && (rc = insert(s, &d[k], e->path, f)) != 0)
				fault_wrap(f, "%s", e->path);
			dossier_done(&d[k]);
		}
		free(d);
	}
	return rc;
}

static int add_records(struct store *s, struct fault *f)
{
	const struct embed_file *e;
	size_t i = 0;
	int rc = 0;

	while (!rc && (e = embed_next("db/records", ".json", &i)) != NULL) {
		struct dossier d;

		rc = dossier_parse(e->data, e->size, &d, f);
		if (!rc) {
			rc = insert(s, &d, e->path, f);
			dossier_done(&d);
		}
		if (rc)
			fault_wrap(f, "%s", e->path);
	}
	return rc;
}

static int replace(struct store *s, const char *hash, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_exec(s,
			  "DELETE FROM run WHERE is_builtin = 1;"
			  "DELETE FROM state WHERE id NOT IN (SELECT state_id FROM run WHERE "
			  "state_id IS NOT NULL);"
			  "DELETE FROM card WHERE id NOT IN (SELECT card_id FROM run);"
			  "DELETE FROM builtin",
			  f);

	if (!rc)
		rc = add_records(s, f);
	if (!rc)
		rc = add_profiles(s, f);
	if (!rc)
		rc = add_published(s, f);
	if (!rc)
		rc = sql_prepare(s, "INSERT INTO builtin (one, hash) VALUES (1, ?1)", &q, f);
	if (!rc) {
		sqlite3_bind_text(q, 1, hash, -1, SQLITE_STATIC);
		rc = sql_run(s, q, f);
	}
	sqlite3_finalize(q);
	return rc;
}

int builtin_refresh(struct store *s, struct fault *f)
{
	char hash[HASH_HEX_SIZE];
	bool current = false;
	int rc;

	hash_builtin(hash);
	rc = is_current(s, hash, &current, f);
	if (rc || current)
		return rc;
	rc = sql_begin(s, f);
	if (rc)
		return rc;
	/* Another process may have done it while we waited for the lock. */
	rc = is_current(s, hash, &current, f);
	if (!rc && !current)
		rc = replace(s, hash, f);
	return sql_end(s, rc, f);
}
