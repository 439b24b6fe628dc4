/* The rows of store_row.def as tables, and what can be done to any of them: bind, read, check, to
 * and from JSON. */
#ifndef CMPTUNE_STORE_ROW_H
#define CMPTUNE_STORE_ROW_H

#include <jansson.h>
#include <sqlite3.h>
#include <stddef.h>

#include "buf.h"
#include "fault.h"
#include "store.h"
#include "store_text.h"

enum row_kind {
	ROW_TEXT,    /* char[size] */
	ROW_INT,     /* int >= 0 */
	ROW_INT64,   /* int64_t >= 0 */
	ROW_COUNT,   /* uint64_t up to INT64_MAX */
	ROW_BITS,    /* uint64_t of any value, stored as the int64_t of the same bits */
	ROW_REASONS, /* BITS of a struct store_sample, nothing unless has_reasons */
	ROW_REAL,    /* double; NaN is NULL */
	ROW_BOOL,
};

struct row_field {
	const char *name;
	enum row_kind kind;
	size_t offset, size; /* size: of a TEXT's buffer */
	enum text_form form;
};

struct row_table {
	const char *name; /* of the SQL table, and of the thing in messages */
	const struct row_field *field;
	size_t n;
};

/* One run with all it holds: what import makes, what export reads, and what the program carries. */
struct dossier_figure {
	struct figure fig;
	struct store_sample *sample; /* owned */
	size_t n;
};

struct dossier {
	struct card card;
	enum provenance provenance;
	char fingerprint[256];
#define RUN_TEXT(name, size, form) char name[size];
#include "store_row.def"
#undef RUN_TEXT
	struct dossier_figure *fig; /* owned */
	size_t n;
	struct store_check *check; /* owned */
	size_t n_checks;
};
void dossier_done(struct dossier *d);
void dossier_sort(struct dossier *d); /* figures by probe, kind, warps, chains; checks by variant */
struct dossier_figure *dossier_add(struct dossier *d); /* a new figure: no value, no sample */

extern const struct row_table row_run, row_figure, row_sample, row_check;

/* An empty figure: every number NaN, every text "". */
void row_clear_figure(struct figure *fig);

/* "tool_version, driver": column names with `prefix` before each. */
void row_columns(const struct row_table *t, const char *prefix, struct buf *out);
/* Bind item's fields to the parameters first, first + 1, ... */
void row_bind(const struct row_table *t, const void *item, sqlite3_stmt *q, int first);
/* Fill item from the columns first, first + 1, ...: whatever they hold, item is then well-formed.
 */
void row_read(const struct row_table *t, void *item, sqlite3_stmt *q, int first);

/* FAULT_DATA unless every field has a value that may be stored; what names the item. */
int row_check_values(const struct row_table *t, const void *item, const char *what,
		     struct fault *f);
/* Further rules of one figure: a rate is above 0. */
int row_check_figure(const struct figure *fig, struct fault *f);

json_t *row_json(const struct row_table *t, const void *item); /* an object: new reference */
json_t *row_json_array(const struct row_table *t,
		       const void *item); /* the values alone, in order */
json_t *row_json_names(const struct row_table *t);
/* Types and ranges are checked, as are missing and unknown keys. */
int row_from_json(const struct row_table *t, json_t *object, void *item, const char *what,
		  struct fault *f);
int row_from_json_array(const struct row_table *t, json_t *array, void *item, const char *what,
			struct fault *f);

#endif
