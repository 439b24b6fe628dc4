/* What the store_*.c files share.  Nobody else includes this. */
#ifndef CMPTUNE_STORE_LOCAL_H
#define CMPTUNE_STORE_LOCAL_H

#include <sqlite3.h>
#include <stdbool.h>

#include "store.h"
#include "store_row.h"

struct store {
	sqlite3 *db;
	char *path;     /* as the user may know it */
	bool is_memory; /* nothing is written to the file: it is missing, or cannot be written */
};

/* ---- store_sql.c: SQLite's answers as faults ---- */

/* Turn a result code into a fault that names the file, the reason, and what to do; `doing` is a
 * clause. */
int sql_fault(struct store *s, int rc, const char *doing, struct fault *f);
int sql_prepare(struct store *s, const char *sql, sqlite3_stmt **q, struct fault *f);
/* 1: there is a row.  0: done.  A negative fault code otherwise. */
int sql_step(struct store *s, sqlite3_stmt *q, struct fault *f);
/* Step a statement that gives no row, and make it ready for the next values. */
int sql_run(struct store *s, sqlite3_stmt *q, struct fault *f);
int sql_exec(struct store *s, const char *sql, struct fault *f);
/* One integer; `fallback` when there is no row. */
int sql_int(struct store *s, const char *sql, int64_t fallback, int64_t *out, struct fault *f);
/* A write transaction.  sql_end commits for rc 0, else rolls back and gives rc back. */
int sql_begin(struct store *s, struct fault *f);
int sql_end(struct store *s, int rc, struct fault *f);

/* ---- store_schema.c: is it ours, and of which version ---- */

/* Refuse what is not ours, create or migrate what is. */
int schema_ready(struct store *s, struct fault *f);

/* ---- store_card.c: the identity a run carries ---- */

bool card_is_local(enum card_index i); /* bus id and UUID: never stored, never exported */
bool card_is_number(enum card_index i);
int card_check(const struct card *c, const char *what, struct fault *f);
/* A copy that may be stored: a name's odd characters are replaced, local fields are gone. */
void card_stored(const struct card *c, struct card *out);
int card_insert(struct store *s, int64_t run_id, const struct card *c, struct fault *f);
int card_load(struct store *s, int64_t run_id, struct card *out, struct fault *f);
/* The row of the card's key, made where there is none. */
int card_row(struct store *s, const struct card *c, int64_t *card_id, struct fault *f);

/* ---- store_write.c ---- */

int write_run_row(struct store *s, const struct dossier *d, const char *origin, bool is_builtin,
		  int64_t *run_id, struct fault *f);
int write_figure(struct store *s, int64_t run_id, const struct figure *fig,
		 const struct store_sample *samples, size_t n, struct fault *f);
int write_check(struct store *s, int64_t run_id, const struct store_check *c, struct fault *f);
int write_state(struct store *s, int64_t run_id, const char *fingerprint, const char *record_id,
		struct fault *f);

/* ---- store_dossier.c: a whole run, out of the database and into it ---- */

int dossier_load(struct store *s, int64_t run_id, struct dossier *out, struct fault *f);
/* Within a transaction of the caller's.  *added is false when a run of the same content is there.
 */
int dossier_insert(struct store *s, struct dossier *d, const char *origin, bool is_builtin,
		   bool *added, struct fault *f);
int dossier_check(const struct dossier *d, struct fault *f);

/* ---- store_exchange.c, store_parse.c: JSON ---- */

#define RECORD_FORMAT "cmptune record"
#define RECORD_VERSION 1
json_t *dossier_json(const struct dossier *d);          /* without the id; new reference */
void dossier_id(const struct dossier *d, char hex[65]); /* sorts nothing: d must be sorted */
int dossier_parse(const char *json, size_t size, struct dossier *out, struct fault *f);

/* ---- store_builtin.c: what the program carries ---- */

/* Bring the records of this program into the database, unless they are there. */
int builtin_refresh(struct store *s, struct fault *f);

/* One profile (db/profiles) or table (db/published) to dossiers. */
struct probe_set;
int profile_parse(const char *file, const char *text, const struct probe_set *set,
		  struct dossier *out, struct fault *f);
int published_parse(const char *file, const char *text, struct dossier **out, size_t *n,
		    struct fault *f);

/* ---- store_list.c ---- */

/* What can be asked for: one card in one state of one provenance. */
struct choice {
	struct store_entry e;
	int64_t state_id; /* 0: the one unfinished run e.newest_run */
	int rank;         /* smaller is better */
};
int choice_list(struct store *s, struct choice **out, size_t *n, struct fault *f);

/* ---- store_read.c ---- */

int record_load(struct store *s, const struct choice *c, struct record *out, struct fault *f);

#endif
