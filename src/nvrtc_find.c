/*
 * Turns an architecture into an opened NVRTC that can target it: gathers the libraries of this
 * machine, newest first, and asks each one what it can do.  Must not trust a version number for
 * that: only nvrtcGetSupportedArchs knows.
 */
#include <glob.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "nvrtc_lib.h"

struct candidate {
	char *name;       /* owned: a soname, or a path without symbolic links */
	int major, minor; /* as the file names have it: good enough to say which to ask first */
	size_t order;     /* as found; decides between equals */
};

struct finder {
	struct candidate *v;
	size_t n;
};

static void add_candidate(struct finder *fd, const char *name, int major, int minor)
{
	for (size_t i = 0; i < fd->n; i++)
		if (strcmp(fd->v[i].name, name) == 0)
			return;
	fd->v = mem_grow(fd->v, fd->n + 1, sizeof(*fd->v));
	fd->v[fd->n] = (struct candidate){mem_text(name), major, minor, fd->n};
	fd->n++;
}

static int compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->major != y->major)
		return x->major < y->major ? 1 : -1;
	if (x->minor != y->minor)
		return x->minor < y->minor ? 1 : -1;
	return x->order < y->order ? -1 : 1;
}

/* Text for a glob pattern that stands for itself. */
static void add_literal(struct buf *pattern, const char *text)
{
	for (; *text; text++) {
		if (strchr("*?[]\\", *text))
			buf_putc(pattern, '\\');
		buf_putc(pattern, *text);
	}
}

/* The soname froze at .11.2 and .12 carries no minor version at all; the builtins beside it do:
 * "...so.12.9". */
static void version_of(const char *path, int *major, int *minor)
{
	const char *base = strrchr(path, '/') + 1;
	struct buf pattern = BUF_INIT, dir = BUF_INIT;
	glob_t found = {0};

	*major = *minor = -1;
	sscanf(base, "libnvrtc.so.%d", major);
	buf_add(&dir, path, (size_t)(base - path));
	add_literal(&pattern, buf_str(&dir));
	buf_puts(&pattern, "libnvrtc-builtins.so.*");
	if (glob(buf_str(&pattern), 0, NULL, &found) == 0)
		for (size_t i = 0; i < found.gl_pathc; i++) {
			int a, b;
			const char *name = strrchr(found.gl_pathv[i], '/') + 1;

			if (sscanf(name, "libnvrtc-builtins.so.%d.%d", &a, &b) == 2 &&
			    a == *major && b > *minor)
				*minor = b;
		}
	globfree(&found);
	buf_done(&dir);
	buf_done(&pattern);
}

static void add_file(struct finder *fd, const char *path)
{
	char *real = realpath(path, NULL);
	int major, minor;

	if (real) {
		version_of(real, &major, &minor);
		add_candidate(fd, real, major, minor);
	}
	free(real);
}

/* root is a glob pattern of folders: CUDA toolkits, unpacked wheels, folders of either, or the
 * library's own. */
static void add_root(struct finder *fd, const char *root)
{
	static const char *const tails[] = {"/libnvrtc.so*", "/lib64/libnvrtc.so*",
					    "/lib/libnvrtc.so*", "/nvidia/*/lib/libnvrtc.so*",
					    "/*/nvidia/*/lib/libnvrtc.so*"};

	for (size_t t = 0; t < sizeof(tails) / sizeof(tails[0]); t++) {
		struct buf pattern = BUF_INIT;
		glob_t found = {0};

		buf_puts(&pattern, root);
		buf_puts(&pattern, tails[t]);
		if (glob(buf_str(&pattern), 0, NULL, &found) == 0)
			for (size_t i = 0; i < found.gl_pathc; i++)
				add_file(fd, found.gl_pathv[i]);
		globfree(&found);
		buf_done(&pattern);
	}
}

static void add_env_root(struct finder *fd, const char *variable, const char *tail)
{
	const char *value = getenv(variable);
	struct buf root = BUF_INIT;

	if (value && *value) {
		add_literal(&root, value);
		buf_puts(&root, tail);
		add_root(fd, buf_str(&root));
	}
	buf_done(&root);
}

/* The bootstrap script unpacks wheels beside the program; `make install` puts them under
 * PREFIX/lib/cmptune. */
static void add_program_roots(struct finder *fd)
{
	static const char *const tails[] = {"/nvrtc*", "/../lib/cmptune/nvrtc*"};
	char *exe = realpath("/proc/self/exe", NULL);

	if (!exe)
		return;
	*strrchr(exe, '/') = '\0';
	for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
		struct buf root = BUF_INIT;

		add_literal(&root, exe);
		buf_puts(&root, tails[i]);
		add_root(fd, buf_str(&root));
		buf_done(&root);
	}
	free(exe);
}

/* What the user names is the only place to look: a folder, a file, or a soname for the loader. */
static void gather_from(struct finder *fd, const char *where)
{
	struct buf root = BUF_INIT;
	struct stat st;

	if (stat(where, &st) == 0 && S_ISDIR(st.st_mode)) {
		add_literal(&root, where);
		add_root(fd, buf_str(&root));
	} else {
		add_candidate(fd, where, 0, 0);
	}
	buf_done(&root);
}

static void gather_all(struct finder *fd)
{
	/* What the loader would take anyway is asked first of its major version. */
	add_candidate(fd, "libnvrtc.so.13", 13, INT_MAX);
	add_candidate(fd, "libnvrtc.so.12", 12, INT_MAX);
	add_candidate(fd, "libnvrtc.so.11.2", 11, INT_MAX);
	add_env_root(fd, "CUDA_HOME", "");
	add_root(fd, "/usr/local/cuda*");
	add_program_roots(fd);
	add_env_root(fd, "VIRTUAL_ENV", "/lib/python3*/site-packages");
	add_env_root(fd, "HOME", "/.local/lib/python3*/site-packages");
}

/* Wheels whose range is known: 13 dropped everything below sm_75, 12 everything below sm_50. */
static const char *wheel_for(int arch)
{
	if (arch != 0 && arch < 50)
		return "nvidia-cuda-nvrtc-cu11==11.8.89";
	if (arch != 0 && arch < 75)
		return "nvidia-cuda-nvrtc-cu12==12.9.86";
	return "nvidia-cuda-nvrtc";
}

static int none_fits(int arch, const char *where, const char *origin, const struct buf *seen,
		     struct fault *f)
{
	struct buf s = BUF_INIT;
	int rc;

	if (!seen->len && where)
		buf_addf(&s, "there is no NVRTC in %s", where);
	else if (!seen->len)
		buf_puts(
			&s,
			"NVRTC is not installed: there is no libnvrtc.so.13, .12 or .11.2 for the "
			"loader, under "
			"$CUDA_HOME, /usr/local/cuda*, beside cmptune, or among Python's packages");
	else if (arch)
		buf_addf(&s, "no NVRTC here can target sm_%d: %s", arch, buf_str(seen));
	else
		buf_addf(&s, "no NVRTC here can be used: %s", buf_str(seen));
	if (origin)
		buf_addf(&s, " (%s names the only place to look)", origin);
	rc = fault_set(
		f, FAULT_BUILD,
		"%s. Install one that can with \"python3 -m pip install --target DIR %s\" and set "
		"CMPTUNE_NVRTC=DIR",
		buf_str(&s), wheel_for(arch));
	buf_done(&s);
	return rc;
}

/* The first of the candidates that can target arch; NULL when none can, and seen then has what each
 * one is. */
static struct nvrtc *first_fit(const struct finder *fd, int arch, int say_missing, struct buf *seen)
{
	struct buf about = BUF_INIT;
	struct nvrtc *n = NULL;

	for (size_t i = 0; i < fd->n && !n; i++) {
		struct fault why = {0};

		buf_clear(&about);
		if (nvrtc_lib_open(fd->v[i].name, &n, &why) != 0) {
			if (say_missing || strchr(fd->v[i].name, '/'))
				buf_puts(&about, why.text);
		} else if (!nvrtc_targets(n, arch)) {
			nvrtc_describe(n, &about);
			nvrtc_close(n);
			n = NULL;
		}
		if (about.len &&
		    !strstr(buf_str(seen),
			    buf_str(&about))) /* by soname and by path it is one library */
			buf_addf(seen, "%s%s", seen->len ? "; " : "", buf_str(&about));
	}
	buf_done(&about);
	return n;
}

/* The candidates in the order in which they are to be tried.  *where becomes the place that was
 * named, *origin who named it. */
static void gather(struct finder *fd, const char **where, const char **origin)
{
	const char *env = getenv("CMPTUNE_NVRTC");

	*origin = !*where && env && *env ? "CMPTUNE_NVRTC" : NULL;
	if (*origin)
		*where = env;
	if (*where)
		gather_from(fd, *where);
	else
		gather_all(fd);
	if (fd->n)
		qsort(fd->v, fd->n, sizeof(*fd->v), compare_candidates);
}

static void finder_done(struct finder *fd)
{
	for (size_t i = 0; i < fd->n; i++)
		free(fd->v[i].name);
	free(fd->v);
}

int nvrtc_open(int arch, const char *where, struct nvrtc **out, struct fault *f)
{
	struct finder fd = {0};
	struct buf seen = BUF_INIT;
	const char *origin;
	struct nvrtc *n;
	int rc = 0;

	gather(&fd, &where, &origin);
	n = first_fit(&fd, arch, where != NULL, &seen);
	if (n)
		*out = n;
	else
		rc = none_fits(arch, where, origin, &seen, f);
	finder_done(&fd);
	buf_done(&seen);
	return rc;
}

static bool has_major(struct nvrtc *const *v, size_t n, int major)
{
	for (size_t i = 0; i < n; i++)
		if (v[i]->major == major)
			return true;
	return false;
}

int nvrtc_open_all(const char *where, struct nvrtc ***out, size_t *n, struct fault *f)
{
	struct finder fd = {0};
	struct buf seen = BUF_INIT;
	const char *origin;
	int rc = 0;

	*out = NULL;
	*n = 0;
	gather(&fd, &where, &origin);
	for (size_t i = 0; i < fd.n; i++) {
		struct finder one = {&fd.v[i], 1};
		struct nvrtc *lib = NULL;

		if (!has_major(*out, *n, fd.v[i].major))
			lib = first_fit(&one, 0, where != NULL, &seen);
		if (lib && has_major(*out, *n, lib->major)) {
			nvrtc_close(lib);
		} else if (lib) {
			*out = mem_grow(*out, *n + 1, sizeof(struct nvrtc *));
			(*out)[(*n)++] = lib;
		}
	}
	if (!*n)
		rc = none_fits(0, where, origin, &seen, f);
	finder_done(&fd);
	buf_done(&seen);
	return rc;
}
