/* Shared libraries opened at run time, described by rows of symbols. */
#ifndef CMPTUNE_DYN_H
#define CMPTUNE_DYN_H

#include <stddef.h>

#include "fault.h"

struct dyn_symbol {
	const char *names; /* tried in this order, separated by spaces: newest version first */
	size_t offset;     /* of the function pointer in the API struct */
	int required;      /* 0: may stay NULL */
};

/*
 * Open the first of the NULL-terminated sonames that loads and fill api.  *handle is the caller's
 * to dlclose through dyn_close.  A library that lacks a required symbol is refused by naming the
 * symbol and the file.
 */
int dyn_open(const char *const *sonames, const struct dyn_symbol *symbols, size_t n, void *api,
	     void **handle, struct fault *f);
int dyn_has(void *handle, const char *symbol); /* for symbols that are only asked after, never used */
void dyn_close(void *handle); /* NULL is fine */

#endif
