/* A table of text cells, set as aligned columns or as Markdown. */
#ifndef CMPTUNE_REPORT_TABLE_H
#define CMPTUNE_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "say.h"

struct table_column {
	const char *title, *unit; /* two heading lines; unit "" when there is none */
	bool right;
};

struct table_cell {
	char *text; /* owned, never NULL */
	enum say_style style;
};

/* Invariant: n is a multiple of n_cols when the table is set. */
struct table {
	const struct table_column *col; /* borrowed */
	size_t n_cols;
	struct table_cell *cell; /* owned, row by row */
	size_t n, cap;
};

void table_init(struct table *t, const struct table_column *col, size_t n_cols);
void table_done(struct table *t);
/* The next cell.  Control characters become '?'.  text is copied. */
void table_add(struct table *t, const char *text, enum say_style style);
/* A column without any text is left out.  Both append to out. */
void table_text(const struct table *t, const char *indent, struct buf *out);
void table_md(const struct table *t, struct buf *out);

/* One text, safe in Markdown: characters with a meaning there are escaped, line ends become blanks.
 */
void table_md_text(const char *text, struct buf *out);
/* Without control characters. */
void table_plain_text(const char *text, struct buf *out);

#endif
