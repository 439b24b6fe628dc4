/*
 * For unit tests of the driver double: each scenario runs in a process of its own, with its own
 * environment, and leaves what it saw in shared memory.
 */
#ifndef CMPTUNE_FAKE_TEST_H
#define CMPTUNE_FAKE_TEST_H

#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cuda_api.h"
#include "fault.h"
#include "gen.h"

#define SEEN_MAX 64
struct seen {
	int rc[SEEN_MAX];
	double v[SEEN_MAX];
	char text[8][96];
};

#define ENV_MAX 6
typedef void fake_body(struct seen *s);

/* The tests are build/tests/unit/NAME.t, the double is build/fake/. */
static inline void *fake_open(const char *soname)
{
	char self[PATH_MAX] = {0}, path[PATH_MAX + 64];
	void *handle;

	if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0)
		exit(90);
	snprintf(path, sizeof(path), "%s/../../fake/%s", dirname(self), soname);
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle) {
		fprintf(stderr, "%s\n", dlerror());
		exit(91);
	}
	return handle;
}

/* Runs body with exactly these FAKE_ variables ("NAME=VALUE").  The wait status, or -1 when it had
 * to be killed. */
static inline int fake_run(fake_body *body, const char *const env[ENV_MAX], double seconds,
			   struct seen *out)
{
	static const char *const all[] = {"FAKE_CARD",    "FAKE_FAIL",  "FAKE_HANG", "FAKE_CRASH",
					  "FAKE_SLEEP",   "FAKE_LANE",  "FAKE_LOG",  "FAKE_NVML",
					  "FAKE_REASONS", "FAKE_CLOCK", "FAKE_STATE"};
	struct seen *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status = -1;
	pid_t pid;

	if (shared == MAP_FAILED)
		exit(92);
	fflush(NULL);
	pid = fork();
	if (pid == 0) {
		for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
			unsetenv(all[i]);
		for (int i = 0; i < ENV_MAX && env[i]; i++) {
			char name[32];

			snprintf(name, sizeof(name), "%.*s", (int)strcspn(env[i], "="), env[i]);
			setenv(name, env[i] + strlen(name) + 1, 1);
		}
		body(shared);
		_exit(0);
	}
	for (double waited = 0; waitpid(pid, &status, WNOHANG) == 0; waited += 0.005) {
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
		if (waited > seconds) {
			kill(pid, SIGKILL);
			waitpid(pid, NULL, 0);
			status = -1;
			break;
		}
	}
	*out = *shared;
	munmap(shared, sizeof(*shared));
	return status;
}

/* ---- inside a scenario ---- */

struct session {
	struct cuda_api cu;
	struct cuda_context *ctx;
	struct cuda_module *module;
	uint64_t in, out, stamp;
};

static inline char *file_read(const char *path)
{
	FILE *f = fopen(path, "rb");
	char *text;
	long n;

	if (!f)
		exit(93);
	fseek(f, 0, SEEK_END);
	n = ftell(f);
	rewind(f);
	text = malloc((size_t)n + 1);
	if (!text || fread(text, 1, (size_t)n, f) != (size_t)n)
		exit(94);
	text[n] = '\0';
	fclose(f);
	return text;
}

#define SESSION_BLOCKS 132
#define SESSION_WARPS 32

/* Opens the double as the tool opens the driver, through its own loader.  The first error code, or
 * 0. */
static inline int session_open(struct session *s, const char *cubin)
{
	struct fault f = {0};
	size_t warps = SESSION_BLOCKS * SESSION_WARPS;
	uint32_t lanes[32];
	char *image;
	int rc;

	memset(s, 0, sizeof(*s));
	fake_open("libcuda.so.1");
	if (cuda_api_open(&s->cu, &f) != 0) {
		fprintf(stderr, "%s\n", f.text);
		exit(95);
	}
	for (uint32_t i = 0; i < 32; i++)
		lanes[i] = i;
	image = file_read(cubin);
	rc = s->cu.cuInit(0);
	if (!rc)
		rc = s->cu.cuDevicePrimaryCtxRetain(&s->ctx, 0);
	if (!rc)
		rc = s->cu.cuCtxSetCurrent(s->ctx);
	if (!rc)
		rc = s->cu.cuModuleLoadData(&s->module, image);
	if (!rc)
		rc = s->cu.cuMemAlloc(&s->in, sizeof(lanes));
	if (!rc)
		rc = s->cu.cuMemAlloc(&s->out, warps * 32 * sizeof(uint32_t));
	if (!rc)
		rc = s->cu.cuMemAlloc(&s->stamp, warps * sizeof(struct gen_stamp));
	if (!rc)
		rc = s->cu.cuMemcpyHtoD(s->in, lanes, sizeof(lanes));
	free(image);
	return rc;
}

static inline int session_launch(struct session *s, const char *kernel, unsigned blocks,
				 unsigned warps, int iters)
{
	struct cuda_function *fn;
	void *params[] = {&s->in, &s->out, &s->stamp, &iters};
	int rc = s->cu.cuModuleGetFunction(&fn, s->module, kernel);

	return rc ? rc
		  : s->cu.cuLaunchKernel(fn, blocks, 1, 1, warps * 32, 1, 1, 0, NULL, params, NULL);
}

/* Launches and waits; the first warp's stamp. */
static inline int session_time(struct session *s, const char *kernel, unsigned warps, int iters,
			       struct gen_stamp *out)
{
	int rc = session_launch(s, kernel, 2, warps, iters);

	if (!rc)
		rc = s->cu.cuCtxSynchronize();
	return rc ? rc : s->cu.cuMemcpyDtoH(out, s->stamp, sizeof(*out));
}

#endif
