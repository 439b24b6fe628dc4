/*
 * Look-up in the table of embedded files, which the Makefile generates sorted by path.
 */
#include "embed.h"

#include <string.h>

const struct embed_file *embed_find(const char *path)
{
	size_t lo = 0, hi = embed_count;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int order = strcmp(path, embed_files[mid].path);

		if (order == 0)
			return &embed_files[mid];
		if (order < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return NULL;
}

static int is_in(const char *path, const char *dir, const char *suffix)
{
	size_t n_dir = strlen(dir), n_suffix = strlen(suffix), n_name;
	const char *name;

	while (n_dir > 0 && dir[n_dir - 1] == '/')
		n_dir--;
	if (strncmp(path, dir, n_dir) != 0 || path[n_dir] != '/')
		return 0;
	name = path + n_dir + 1;
	n_name = strlen(name);
	return !strchr(name, '/') && n_name >= n_suffix &&
	       strcmp(name + n_name - n_suffix, suffix) == 0;
}

const struct embed_file *embed_next(const char *dir, const char *suffix, size_t *i)
{
	while (*i < embed_count) {
		const struct embed_file *file = &embed_files[(*i)++];

		if (is_in(file->path, dir, suffix))
			return file;
	}
	return NULL;
}
