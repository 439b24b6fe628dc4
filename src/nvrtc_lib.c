/*
 * Turns a soname or path into an opened NVRTC with its version and architectures.
 * Must not choose between libraries (nvrtc_find.c) nor compile (nvrtc.c).
 */
#include "nvrtc_lib.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "dyn.h"

static int compare_int(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/*
 * NVRTC opens libnvrtc-builtins.so.MAJOR.MINOR by its bare name at the first compile.  The folder
 * of a library that was opened by path is not searched for it, unless the library carries a
 * RUNPATH, and not all do: so it is loaded beforehand.
 */
static void preload_builtins(const struct nvrtc *n)
{
	const char *slash = strrchr(n->path, '/');
	struct buf file = BUF_INIT;

	if (slash) {
		buf_add(&file, n->path, (size_t)(slash - n->path));
		buf_addf(&file, "/libnvrtc-builtins.so.%d.%d", n->major, n->minor);
		dlopen(buf_str(&file),
		       RTLD_NOW | RTLD_LOCAL); /* when it is not there, the loader's path decides */
	}
	buf_done(&file);
}

static void resolve_path(struct nvrtc *n, const char *name)
{
	const void *inside;
	Dl_info info;

	memcpy(&inside, &n->nvrtcVersion, sizeof(inside));
	n->path = mem_text(dladdr(inside, &info) && info.dli_fname ? info.dli_fname : name);
}

static int ask_archs(struct nvrtc *n, struct fault *f)
{
	int count = 0;
	int rc = n->nvrtcGetNumSupportedArchs(&count);

	if (rc == 0 && count > 0 && count < 1000) {
		n->arch = mem_new((size_t)count, sizeof(*n->arch));
		rc = n->nvrtcGetSupportedArchs(n->arch);
	}
	if (rc != 0 || !n->arch)
		return fault_set(f, FAULT_BUILD,
				 "%s does not say which architectures it can target (%s, %d)",
				 n->path, n->nvrtcGetErrorString(rc), rc);
	n->n_archs = (size_t)count;
	qsort(n->arch, n->n_archs, sizeof(*n->arch), compare_int);
	return 0;
}

int nvrtc_lib_open(const char *name, struct nvrtc **out, struct fault *f)
{
	static const struct dyn_symbol symbols[] = {
#define NVRTC_API(member, required, names, result, params)                                         \
	{names, offsetof(struct nvrtc, member), required},
#include "nvrtc_api.def"
#undef NVRTC_API
	};
	const char *const names[] = {name, NULL};
	struct nvrtc *n = mem_new(1, sizeof(*n));
	struct fault why = {0};
	int rc =
		dyn_open(names, symbols, sizeof(symbols) / sizeof(symbols[0]), n, &n->handle, &why);

	if (rc != 0) {
		rc = fault_set(f, FAULT_BUILD, "%s", why.text);
		goto out;
	}
	resolve_path(n, name);
	rc = n->nvrtcVersion(&n->major, &n->minor);
	if (rc != 0) {
		rc = fault_set(f, FAULT_BUILD, "%s does not tell its version (%s, %d)", n->path,
			       n->nvrtcGetErrorString(rc), rc);
		goto out;
	}
	rc = ask_archs(n, f);
	if (rc != 0)
		goto out;
	preload_builtins(n);
	*out = n;
	n = NULL;
out:
	nvrtc_close(n);
	return rc;
}

/* The library stays loaded: NVRTC leaks memory when it is unloaded, and a process needs one or two
 * of them in its life. */
void nvrtc_close(struct nvrtc *n)
{
	if (!n)
		return;
	free(n->path);
	free(n->arch);
	free(n);
}

const char *nvrtc_path(const struct nvrtc *n)
{
	return n->path;
}

void nvrtc_version(const struct nvrtc *n, int *major, int *minor)
{
	*major = n->major;
	*minor = n->minor;
}

const int *nvrtc_archs(const struct nvrtc *n, size_t *count)
{
	*count = n->n_archs;
	return n->arch;
}

int nvrtc_targets(const struct nvrtc *n, int arch)
{
	for (size_t i = 0; i < n->n_archs; i++)
		if (arch == 0 || n->arch[i] == arch)
			return 1;
	return 0;
}

void nvrtc_describe(const struct nvrtc *n, struct buf *out)
{
	buf_addf(out, "NVRTC %d.%d in %s (sm_%d to sm_%d)", n->major, n->minor, n->path, n->arch[0],
		 n->arch[n->n_archs - 1]);
}
