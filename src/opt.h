/* Command-line options as rows: parsing, defaults, --help and the man-page test all read the same
 * table. */
#ifndef CMPTUNE_OPT_H
#define CMPTUNE_OPT_H

#include <stddef.h>

#include "fault.h"

enum opt_kind {
	OPT_FLAG, /* bool */
	OPT_TEXT, /* const char *, borrowed from argv or from the row's default; NULL when neither
		   */
	OPT_LONG, /* long, between min and max */
	OPT_LIST, /* struct opt_list: comma-separated and repeatable */
};

struct opt_list {
	char **item; /* owned */
	size_t n;
};

struct opt {
	const char *name; /* without the dashes; "output,o": -o is the same as --output */
	enum opt_kind kind;
	size_t offset;        /* of the field in the verb's argument struct */
	const char *value;    /* what --help calls the value; NULL for a flag */
	const char *fallback; /* the default as text, parsed like a user's value; NULL: zero */
	const char *help;     /* one sentence */
	long min, max;        /* OPT_LONG only */
	const char *const *choices; /* OPT_TEXT: NULL-terminated allowed values; NULL: any */
};

struct verb {
	const char *name;
	const char *about;    /* one line */
	const char *operands; /* "FILE..." for the usage line; NULL when the verb takes none */
	const struct opt *opts;
	size_t n_opts;
	size_t args_size;     /* of the argument struct that opts' offsets refer to */
	const char *examples; /* lines beginning "cmptune ..." with a comment each */
	/* returns 0 or a fault code with f filled */
	int (*run)(void *args, int n_operands, char **operands, struct fault *f);
};

/*
 * Parse argv (argv[0] is the first word after the verb) into args, which is verb->args_size zeroed
 * bytes. Defaults are applied first.  Operands are gathered at the front of argv, *n_operands of
 * them. *wants_help is set for --help.  Unknown options name the nearest one.  A verb without
 * `operands` refuses any.
 */
int opt_parse(const struct verb *verb, int argc, char **argv, void *args, int *n_operands,
	      int *wants_help, struct fault *f);
int opt_name_len(const struct opt *o);                        /* of the name without letter */
void opt_done(const struct verb *verb, void *args);           /* frees the lists */
void opt_help(const struct verb *verb, struct fault *unused); /* to stdout */

/* The candidate nearest to word by edit distance, or NULL when none is near enough to be a likely
 * typo. */
const char *opt_nearest(const char *word, const char *const *candidates, size_t n);

#endif
