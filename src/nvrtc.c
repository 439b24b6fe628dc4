/*
 * Turns CUDA C into a cubin (and PTX) with an opened NVRTC.
 * Must not hand PTX to the driver, whose JIT may contract mul and add again, and must not use
 * precompiled headers, whose folder several processes would race for.
 */
#include "nvrtc.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "nvrtc_lib.h"

typedef int get_size_fn(struct nvrtc_program *, size_t *);
typedef int get_text_fn(struct nvrtc_program *, char *);

/* Fetch one of the program's outputs.  Texts are counted with their NUL, which buf keeps outside of
 * len. */
static int fetch(struct nvrtc_program *p, get_size_fn *get_size, get_text_fn *get, int is_text,
		 struct buf *out)
{
	size_t size = 0;
	char *bytes = NULL;
	int rc = get_size(p, &size);

	buf_clear(out);
	if (rc == 0 && size) {
		bytes = mem_new(size + 1, 1);
		rc = get(p, bytes);
		if (rc == 0)
			buf_add(out, bytes, is_text ? strlen(bytes) : size);
	}
	free(bytes);
	return rc;
}

/* NVRTC before 12.6.2 leaves another locale behind, in which a comma may end up in our numbers. */
static int compile_in_our_locale(struct nvrtc *n, struct nvrtc_program *p, int n_opts,
				 const char *const *opts)
{
	locale_t thread = uselocale((locale_t)0);
	char *process = mem_text(setlocale(LC_ALL, NULL));
	int rc = n->nvrtcCompileProgram(p, n_opts, opts);
	const char *now = setlocale(LC_ALL, NULL);

	if (process && (!now || strcmp(now, process) != 0))
		setlocale(LC_ALL, process);
	uselocale(thread);
	free(process);
	return rc;
}

/* The first line of the log that speaks of an error, else its first line. */
static void first_error(const char *log, struct buf *out)
{
	const char *at = strstr(log, "error:");

	if (!at)
		at = strstr(log, "error"); /* "ptxas error   : ..." */
	while (at && at > log && at[-1] != '\n')
		at--;
	if (!at)
		at = log;
	buf_add(out, at, strcspn(at, "\n"));
}

static int compile_fault(const struct nvrtc *n, const char *arch, int rc, const struct buf *log,
			 struct fault *f)
{
	struct buf line = BUF_INIT;
	int code;

	first_error(buf_str(log), &line);
	code = fault_set(f, FAULT_BUILD,
			 "NVRTC %d.%d cannot compile this program for sm_%s: %s (%d)%s%s", n->major,
			 n->minor, arch, n->nvrtcGetErrorString(rc), rc, line.len ? ": " : "",
			 buf_str(&line));
	buf_done(&line);
	return code;
}

static int fetch_all(struct nvrtc *n, struct nvrtc_program *p, struct buf *cubin, struct buf *ptx,
		     struct fault *f)
{
	int rc = fetch(p, n->nvrtcGetCUBINSize, n->nvrtcGetCUBIN, 0, cubin);

	if (rc == 0 && ptx)
		rc = fetch(p, n->nvrtcGetPTXSize, n->nvrtcGetPTX, 1, ptx);
	if (rc == 0 && cubin->len == 0)
		return fault_set(f, FAULT_BUILD, "NVRTC %d.%d compiled a program but gave no cubin",
				 n->major, n->minor);
	if (rc != 0)
		return fault_set(f, FAULT_BUILD,
				 "NVRTC %d.%d compiled a program but did not hand it over: %s (%d)",
				 n->major, n->minor, n->nvrtcGetErrorString(rc), rc);
	return 0;
}

int nvrtc_compile(struct nvrtc *n, const char *arch, const char *source, const char *const *opts,
		  size_t n_opts, struct buf *cubin, struct buf *ptx, struct buf *log,
		  struct fault *f)
{
	struct nvrtc_program *p = NULL;
	struct buf target = BUF_INIT;
	const char **all = mem_new(n_opts + 1, sizeof(*all));
	int rc;

	buf_addf(&target, "--gpu-architecture=sm_%s", arch);
	all[0] = buf_str(&target);
	for (size_t i = 0; i < n_opts; i++)
		all[i + 1] = opts[i];
	buf_clear(log);
	rc = n->nvrtcCreateProgram(&p, source, "cmptune.cu", 0, NULL, NULL);
	if (rc == 0) {
		rc = compile_in_our_locale(n, p, (int)n_opts + 1, all);
		fetch(p, n->nvrtcGetProgramLogSize, n->nvrtcGetProgramLog, 1, log);
	}
	rc = rc == 0 ? fetch_all(n, p, cubin, ptx, f) : compile_fault(n, arch, rc, log, f);
	if (p)
		n->nvrtcDestroyProgram(&p);
	buf_done(&target);
	free(all);
	return rc;
}
