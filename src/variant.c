/*
 * The strategy files, embedded or of a folder, to a set of variants that fit together: each
 * primitive has a native form, ids are unique, all variants of a primitive have the same overloads.
 */
#include "variant.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "embed.h"
#include "path.h"
#include "variant_read.h"

#define STRATEGY_DIR "probes/strategies"
#define FILE_LIMIT (1 << 20)

/* Every text of the variants points into these blocks. */
struct arena {
	char **block;
	size_t n;
};

static char *arena_keep(struct arena *a, char *text)
{
	a->block = mem_grow(a->block, a->n + 1, sizeof(*a->block));
	a->block[a->n++] = text;
	return text;
}

static const char *const accuracy_names[] = {"exact", "ulp", "range"};

const char *variant_accuracy_name(enum variant_accuracy a)
{
	return accuracy_names[a];
}

int variant_accuracy_parse(const char *name, enum variant_accuracy *out)
{
	for (int i = VARIANT_EXACT; i <= VARIANT_RANGE; i++) {
		if (strcmp(name, accuracy_names[i]) == 0) {
			*out = i;
			return 0;
		}
	}
	return -1;
}

static int add_file(struct variant_set *set, const char *file, const char *data, size_t size,
		    struct fault *f)
{
	struct arena *arena = set->arena;
	struct reader r = {0};
	char *text;
	int rc;

	set->v = mem_grow(set->v, set->n + 1, sizeof(*set->v));
	r.v = &set->v[set->n++];
	*r.v = (struct variant){.flags = "", .ulp = NAN};
	r.file = r.v->file = arena_keep(arena, mem_text(file));
	if (memchr(data, '\0', size))
		return fault_set(f, FAULT_DATA, "%s: the file holds a NUL byte", file);
	text = arena_keep(arena, mem_new(size + 1, 1));
	memcpy(text, data, size);
	r.v->text = arena_keep(arena, mem_text(text));
	rc = variant_read(&r, text, f);
	if (rc == 0 && r.v->n_forms) {
		struct buf probe = BUF_INIT;

		buf_addf(&probe, "%s.%s", r.v->primitive, r.v->name);
		r.v->probe = arena_keep(arena, buf_take(&probe));
	}
	return rc;
}

/* ---- all files ---- */

static int by_primitive_and_id(const void *a, const void *b)
{
	const struct variant *x = a, *y = b;
	int order = strcmp(x->primitive, y->primitive);

	return order ? order : (x->id > y->id) - (x->id < y->id);
}

static int same_forms(const struct variant *native, const struct variant *v)
{
	if (v->n_forms != native->n_forms)
		return 0;
	for (int i = 0; i < v->n_forms; i++)
		if (strcmp(v->form[i].signature, native->form[i].signature) != 0 ||
		    strcmp(v->form[i].returns, native->form[i].returns) != 0)
			return 0;
	return 1;
}

/* Sorted, so a primitive's variants follow its native form. */
static int check_set(struct variant_set *set, struct fault *f)
{
	const struct variant *native = NULL;

	for (size_t i = 0; i < set->n; i++) {
		struct variant *v = &set->v[i];

		if (!native || strcmp(native->primitive, v->primitive) != 0) {
			if (v->id != 0)
				return fault_set(
					f, FAULT_DATA,
					"%s: primitive %s has no native form: no file with id 0",
					v->file, v->primitive);
			if (v->n_forms && !v->function)
				return fault_set(f, FAULT_DATA,
						 "%s: a native form with forms needs 'function'",
						 v->file);
			native = v;
			continue;
		}
		if (v->id == v[-1].id)
			return fault_set(f, FAULT_DATA, "%s: id %d is already that of %s", v->file,
					 v->id, v[-1].file);
		if (v->function || v->intrinsic)
			return fault_set(
				f, FAULT_DATA,
				"%s: 'function' and 'intrinsic' belong to the native form %s",
				v->file, native->file);
		if (!same_forms(native, v))
			return fault_set(f, FAULT_DATA,
					 "%s: its forms are not those of the native form %s",
					 v->file, native->file);
		v->function = native->function;
		v->intrinsic = native->intrinsic;
	}
	return 0;
}

static int load_embedded(struct variant_set *set, struct fault *f)
{
	const struct embed_file *file;
	size_t at = 0;
	int rc = 0;

	while (rc == 0 && (file = embed_next(STRATEGY_DIR, STRATEGY_SUFFIX, &at)))
		rc = add_file(set, file->path, file->data, file->size, f);
	return rc;
}

static int is_strategy(const struct dirent *e)
{
	size_t n = strlen(e->d_name), n_suffix = strlen(STRATEGY_SUFFIX);

	return n > n_suffix && e->d_name[0] != '.' &&
	       strcmp(e->d_name + n - n_suffix, STRATEGY_SUFFIX) == 0;
}

static int load_folder(struct variant_set *set, const char *dir, struct fault *f)
{
	struct dirent **entry = NULL;
	struct buf path = BUF_INIT, data = BUF_INIT;
	int n = scandir(dir, &entry, is_strategy, alphasort), rc = 0;

	if (n < 0)
		return fault_set(f, FAULT_FILE, "cannot read the folder %s: %s", dir,
				 strerror(errno));
	for (int i = 0; i < n && rc == 0; i++) {
		buf_clear(&path);
		buf_clear(&data);
		buf_addf(&path, "%s/%s", dir, entry[i]->d_name);
		rc = file_read(path.s, FILE_LIMIT, &data, f);
		if (rc == 0)
			rc = add_file(set, path.s, buf_str(&data), data.len, f);
	}
	for (int i = 0; i < n; i++)
		free(entry[i]);
	free(entry);
	buf_done(&path);
	buf_done(&data);
	return rc;
}

int variant_load(const char *dir, struct variant_set *out, struct fault *f)
{
	int rc;

	*out = (struct variant_set){.arena = mem_new(1, sizeof(struct arena))};
	rc = dir ? load_folder(out, dir, f) : load_embedded(out, f);
	if (rc == 0 && out->n == 0)
		rc = fault_set(f, FAULT_DATA, "no strategy file (*" STRATEGY_SUFFIX ") in %s",
			       dir ? dir : STRATEGY_DIR);
	if (rc == 0) {
		qsort(out->v, out->n, sizeof(*out->v), by_primitive_and_id);
		rc = check_set(out, f);
	}
	if (rc)
		variant_done(out);
	return rc;
}

void variant_done(struct variant_set *s)
{
	struct arena *a = s->arena;

	for (size_t i = 0; a && i < a->n; i++)
		free(a->block[i]);
	if (a)
		free(a->block);
	free(a);
	free(s->v);
	*s = (struct variant_set){0};
}

void variant_text(const struct variant_set *s, struct buf *out)
{
	for (size_t i = 0; i < s->n; i++)
		buf_puts(out, s->v[i].text);
}

const struct variant *variant_find(const struct variant_set *s, const char *primitive,
				   const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->v[i].primitive, primitive) == 0 && strcmp(s->v[i].name, name) == 0)
			return &s->v[i];
	return NULL;
}

const struct variant *variant_native(const struct variant_set *s, const char *primitive)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->v[i].primitive, primitive) == 0 && s->v[i].id == 0)
			return &s->v[i];
	return NULL;
}
