/* Files of the source tree carried inside the program (probes, records, templates): made by the
 * Makefile. */
#ifndef CMPTUNE_EMBED_H
#define CMPTUNE_EMBED_H

#include <stddef.h>

struct embed_file {
	const char *path; /* relative to the source tree: "probes/f32.ini" */
	const char *data; /* NUL-terminated */
	size_t size;      /* without the NUL */
};

extern const struct embed_file embed_files[]; /* sorted by path */
extern const size_t embed_count;

const struct embed_file *embed_find(const char *path); /* NULL when absent */
/* The files directly in a folder, with a suffix, one after the other: start with *i = 0; NULL at
 * the end. */
const struct embed_file *embed_next(const char *dir, const char *suffix, size_t *i);

#endif
