/*
 * Opening the database: in its file, or in memory where the file is missing or cannot be written
 * and nobody wants to write.  What is in it is not this file's business.
 */
#include "store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "path.h"
#include "store_local.h"

#define BUSY_TIMEOUT_MS 20000

static const char *const provenance_names[PROV_COUNT] = {"measured", "published", "derived",
							 "modelled"};

const char *provenance_name(enum provenance p)
{
	return (unsigned)p < PROV_COUNT ? provenance_names[p] : "unknown";
}

int provenance_parse(const char *name, enum provenance *out)
{
	for (int i = 0; i < PROV_COUNT; i++)
		if (!strcmp(name, provenance_names[i])) {
			*out = (enum provenance)i;
			return 0;
		}
	return -1;
}

static bool file_exists(const char *path, const char *suffix)
{
	struct buf name = BUF_INIT;
	struct stat st;
	bool is_there;

	buf_addf(&name, "%s%s", path, suffix);
	is_there = stat(buf_str(&name), &st) == 0 && (!suffix[0] || st.st_size > 0);
	buf_done(&name);
	return is_there;
}

static void folder_of(const char *path, struct buf *out)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		buf_puts(out, ".");
	else
		buf_add(out, path, slash == path ? 1 : (size_t)(slash - path));
}

/* Can the file, there or not yet, and what SQLite puts beside it be written?  If not, errno says
 * why. */
static bool is_writable(const char *path)
{
	struct buf folder = BUF_INIT;
	bool can;

	folder_of(path, &folder);
	can = (!euidaccess(path, R_OK | W_OK) || errno == ENOENT) &&
	      !euidaccess(buf_str(&folder), R_OK | W_OK | X_OK);
	buf_done(&folder);
	return can;
}

/* A log in shared memory needs all processes on one machine; what FUSE carries may be on any. */
static bool is_on_network(const char *path)
{
	static const unsigned long magic[] = {
		0x6969 /* NFS */,      0x517b /* SMB */,      0xff534d42 /* CIFS */,
		0xfe534d42 /* SMB2 */, 0x01021997 /* 9P */,   0x65735546 /* FUSE */,
		0x5346414f /* AFS */,  0x00c36400 /* Ceph */, 0x0bd00bd0 /* Lustre */,
	};
	struct statfs fs;

	if (statfs(path, &fs))
		return false;
	for (size_t i = 0; i < sizeof(magic) / sizeof(*magic); i++)
		if ((unsigned long)fs.f_type == magic[i])
			return true;
	return false;
}

static int configure(struct store *s, struct fault *f)
{
	sqlite3_extended_result_codes(s->db, 1);
	sqlite3_busy_timeout(s->db, BUSY_TIMEOUT_MS);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	/* FULL: a card that hangs its machine must not cost results that were reported as stored.
	 */
	return sql_exec(s,
			"PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA "
			"foreign_keys = ON; "
			"PRAGMA synchronous = FULL",
			f);
}

/* WAL lets reports be read while a probe writes.  Where it cannot be had the default journal does,
 * with waiting. */
static int choose_journal(struct store *s, struct fault *f)
{
	const char *sql = is_on_network(s->path) ? "PRAGMA journal_mode = DELETE"
						 : "PRAGMA journal_mode = WAL";
	int rc = 0;

	/* The change itself does not wait for a process that is about to do the same. */
	for (int tries = 0; tries < 100; tries++) {
		rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
		if ((rc & 0xff) != SQLITE_BUSY && (rc & 0xff) != SQLITE_LOCKED)
			break;
		sqlite3_sleep(20);
	}
	if ((rc & 0xff) == SQLITE_CORRUPT || (rc & 0xff) == SQLITE_NOTADB)
		return sql_fault(s, rc, "opening", f);
	return 0;
}

/* After a crash SQLite repairs by its journal; this finds what that could not. */
static int quick_check(struct store *s, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_prepare(s, "PRAGMA quick_check(1)", &q, f);

	if (!rc)
		rc = sql_step(s, q, f);
	if (rc > 0) {
		const char *word = (const char *)sqlite3_column_text(q, 0);

		rc = 0;
		if (!word || strcmp(word, "ok"))
			rc = fault_set(f, FAULT_DATABASE,
				       "%s: is damaged (%s): move it away, a new one is then made, "
				       "and 'cmptune import' "
				       "brings back what was exported",
				       s->path, word ? word : "no answer");
	}
	sqlite3_finalize(q);
	return rc;
}

static int open_file(struct store *s, int flags, struct fault *f)
{
	bool was_unclean = file_exists(s->path, "-wal") || file_exists(s->path, "-journal");
	int rc = sqlite3_open_v2(s->path, &s->db, flags, NULL);

	if (rc)
		return sql_fault(s, rc, "opening", f);
	rc = configure(s, f);
	if (!rc && was_unclean)
		rc = quick_check(s, f);
	if (!rc)
		rc = schema_ready(s, f);
	return rc ? rc : choose_journal(s, f);
}

static int open_memory(struct store *s, struct fault *f)
{
	int rc = sqlite3_open_v2(":memory:", &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
				 NULL);

	s->is_memory = true;
	return rc ? sql_fault(s, rc, "opening", f) : configure(s, f);
}

/* SQLite's URI of the file: whatever could mean something in it is escaped. */
static void uri_of(const char *path, const char *options, struct buf *out)
{
	buf_puts(out, "file:");
	for (const unsigned char *c = (const unsigned char *)path; *c; c++)
		if (*c <= ' ' || *c >= 0x7f || strchr("%?#", *c))
			buf_addf(out, "%%%02x", *c);
		else
			buf_putc(out, (char)*c);
	buf_puts(out, options);
}

/* A file that cannot be written, read into memory: our records can then be added to what it holds.
 */
static int open_copy(struct store *s, struct fault *f)
{
	struct buf uri = BUF_INIT;
	struct store from = {.path = s->path};
	sqlite3_backup *copy = NULL;
	int rc;

	/* Without a log there is nothing that another process could be about to write back. */
	uri_of(s->path, file_exists(s->path, "-wal") ? "?mode=ro" : "?mode=ro&immutable=1", &uri);
	rc = sqlite3_open_v2(buf_str(&uri), &from.db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
	if (!rc)
		rc = sqlite3_exec(from.db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
	if (rc)
		rc = sql_fault(&from, rc, "opening", f);
	else
		rc = open_memory(s, f);
	if (!rc) {
		copy = sqlite3_backup_init(s->db, "main", from.db, "main");
		if (copy)
			sqlite3_backup_step(copy, -1);
		rc = copy ? sqlite3_backup_finish(copy) : sqlite3_errcode(s->db);
		rc = rc ? sql_fault(s, rc, "reading it", f) : schema_ready(s, f);
	}
	sqlite3_close(from.db);
	buf_done(&uri);
	return rc;
}

static int open_for_reading(struct store *s, struct fault *f)
{
	int rc;

	if (file_exists(s->path, ""))
		return is_writable(s->path) ? open_file(s, SQLITE_OPEN_READWRITE, f)
					    : open_copy(s, f);
	rc = open_memory(s, f);
	return rc ? rc : schema_ready(s, f);
}

/* Only the default place is made; a folder that the user names and that is missing is more likely a
 * slip. */
static int find_path(const char *path, enum store_mode mode, struct store *s, struct fault *f)
{
	struct buf name = BUF_INIT;
	int rc = 0;

	if (!path || !path[0])
		path = getenv("CMPTUNE_DB");
	if (path && path[0]) {
		buf_puts(&name, path);
	} else {
		path_data_dir(&name);
		if (mode == STORE_WRITE)
			rc = path_make_dirs(buf_str(&name), f);
		if (rc)
			rc = fault_set(f, FAULT_DATABASE,
				       "%s: cannot be made, so there is no place for the database: "
				       "choose a file with --db "
				       "or $CMPTUNE_DB",
				       buf_str(&name));
		buf_puts(&name, "/cmptune.db");
	}
	s->path = buf_take(&name);
	return rc;
}

int store_open(const char *path, enum store_mode mode, struct store **out, struct fault *f)
{
	struct store *s = mem_new(1, sizeof(*s));
	struct stat st;
	int rc = find_path(path, mode, s, f);

	if (!rc && stat(s->path, &st) == 0 && !S_ISREG(st.st_mode))
		rc = fault_set(
			f, FAULT_DATABASE,
			"%s: is no file, so it cannot be a database: choose one with --db or "
			"$CMPTUNE_DB",
			s->path);
	if (!rc && mode == STORE_WRITE && !is_writable(s->path))
		rc = fault_set(f, FAULT_DATABASE,
			       "%s: it or its folder cannot be written (%s): mend that, or choose "
			       "another file with --db or $CMPTUNE_DB",
			       s->path, strerror(errno));
	if (!rc && mode == STORE_WRITE)
		rc = open_file(s, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, f);
	else if (!rc)
		rc = open_for_reading(s, f);
	if (!rc)
		rc = builtin_refresh(s, f);
	if (rc)
		store_close(s);
	else
		*out = s;
	return rc;
}

void store_close(struct store *s)
{
	if (!s)
		return;
	sqlite3_close(s->db);
	free(s->path);
	free(s);
}

const char *store_path(const struct store *s)
{
	return s->path;
}
