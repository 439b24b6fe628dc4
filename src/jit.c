/*
 * The parent's side: programs from kernels, the cache, the compiling processes, and who holds which
 * kernel.
 */
#include "jit.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "jit_child.h"
#include "path.h"

/* About 70 ms a program against 25 ms a kernel: larger programs save little, and they are shared
 * out worse. */
#define KERNELS_A_PROGRAM 12
#define KERNELS_A_PROGRAM_GROUP 4 /* those of a warpgroup take ten times as long */
#define POLL_NS 20000000
#define JOBS_MAX 64
#define ROUNDS 3
#define LOG_LIMIT (1 << 20)

/* Kernels of one probe stay together: U and 2U must come from one compilation.  Another
 * architecture is another program. */
static size_t program_end(const struct jit_request *r, size_t begin)
{
	const struct probe *first = r->kernel[begin].probe;
	const size_t most = first->group ? KERNELS_A_PROGRAM_GROUP : KERNELS_A_PROGRAM;
	const char *suffix = first->arch_suffix;
	size_t end = begin;

	while (end < r->n && end - begin < most &&
	       !strcmp(r->kernel[end].probe->arch_suffix, suffix))
		end = jit_group_end(r, end);
	return end;
}

static void make_programs(const struct jit_request *r, struct jit_plan *plan)
{
	for (size_t begin = 0; begin < r->n;) {
		size_t end = program_end(r, begin);
		char arch[JIT_ARCH_SIZE];
		struct jit_program *p;

		plan->program = mem_grow(plan->program, plan->n + 1, sizeof(*plan->program));
		p = &plan->program[plan->n++];
		*p = (struct jit_program){.begin = begin, .end = end};
		gen_program(r->kernel + begin, end - begin, r->set, &p->source);
		jit_arch(r, &r->kernel[begin], arch);
		jit_key(plan, arch, buf_str(&p->source), p->key);
		begin = end;
	}
}

static bool have_file(const struct jit_plan *plan, const char *key, const char *suffix)
{
	struct buf path = BUF_INIT;
	bool yes;

	jit_path(plan, key, suffix, &path);
	yes = access(buf_str(&path), R_OK) == 0;
	buf_done(&path);
	return yes;
}

/* The cache folder, or a temporary one where the cache cannot be written: a read-only home is no
 * reason to fail. */
static int choose_dir(const struct jit_request *r, struct jit_plan *plan, struct jit_result *out,
		      struct fault *f)
{
	struct buf dir = BUF_INIT;
	const char *tmp = getenv("TMPDIR");
	int rc = 0;

	if (r->cache_dir)
		buf_puts(&dir, r->cache_dir);
	else
		path_cache_dir(&dir);
	if (path_make_dirs(buf_str(&dir), NULL) || access(buf_str(&dir), W_OK)) {
		buf_clear(&dir);
		buf_addf(&dir, "%s/cmptune-XXXXXX", tmp && *tmp ? tmp : "/tmp");
		if (!mkdtemp(dir.s))
			rc = fault_set(f, FAULT_FILE,
				       "no folder for compiled kernels can be made in %s: %s",
				       buf_str(&dir), strerror(errno));
		else
			out->temporary = mem_text(buf_str(&dir));
	}
	plan->dir = buf_take(&dir);
	return rc;
}

static bool is_stopped(const struct jit_request *r)
{
	return r->stop && *r->stop;
}

/* Waits for the compiling processes and for no other child; a stop ends them. */
static void reap(struct jit_plan *plan, const struct jit_request *r, const pid_t *pid, long n)
{
	bool ended = false;

	for (long i = 0; i < n;) {
		pid_t got = waitpid(pid[i], NULL, WNOHANG);

		if (got != 0 && !(got < 0 && errno == EINTR)) {
			i++;
			continue;
		}
		for (long k = i; is_stopped(r) && !ended && k < n; k++)
			kill(pid[k], SIGKILL);
		ended |= is_stopped(r);
		nanosleep(&(struct timespec){0, POLL_NS}, NULL);
		if (r->progress)
			r->progress(plan->shared->done, plan->n, r->user);
	}
}

/* At first what has no cubin is to do, whatever an earlier run's log says of it; later what has
 * neither. */
static size_t mark_todo(struct jit_plan *plan, bool first, bool again)
{
	struct buf log = BUF_INIT;
	size_t todo = 0;

	for (size_t i = 0; i < plan->n; i++) {
		struct jit_program *p = &plan->program[i];

		p->done = !again && have_file(plan, p->key, "cubin");
		if (first && !p->done) {
			buf_clear(&log);
			jit_path(plan, p->key, "log", &log);
			unlink(buf_str(&log));
		}
		p->done |= !first && have_file(plan, p->key, "log");
		todo += !p->done;
	}
	buf_done(&log);
	return todo;
}

static int compile_round(struct jit_plan *plan, const struct jit_request *r, size_t n_todo,
			 struct fault *f)
{
	long jobs = r->jobs > 0 ? r->jobs : sysconf(_SC_NPROCESSORS_ONLN), n = 0;
	pid_t parent = getpid(), pid[JOBS_MAX];

	if (jobs > (long)n_todo)
		jobs = (long)n_todo;
	if (jobs > JOBS_MAX)
		jobs = JOBS_MAX;
	atomic_store(&plan->shared->next, 0);
	atomic_store(&plan->shared->done, 0);
	for (; n < jobs; n++) {
		pid[n] = fork();
		if (pid[n] == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			if (getppid() != parent)
				_exit(1);
			jit_child(plan, r);
		}
		if (pid[n] < 0)
			break;
	}
	if (!n)
		return fault_set(f, FAULT_BUILD, "no compiling process can be started: %s",
				 strerror(errno));
	reap(plan, r, pid, n);
	return 0;
}

/*
 * NVRTC 13.0 was seen to crash now and then in a program that compiles the next time: what a
 * process left undone when it died is tried again.
 */
static int compile(struct jit_plan *plan, const struct jit_request *r, size_t n_todo,
		   struct fault *f)
{
	int rc = 0;

	for (int round = 0; round < ROUNDS && n_todo && !rc; round++) {
		rc = compile_round(plan, r, n_todo, f);
		if (!rc && is_stopped(r))
			rc = fault_set(
				f, FAULT_INTERRUPTED,
				"stopped while compiling; what was compiled is in the cache");
		n_todo = mark_todo(plan, false, false);
	}
	return rc;
}

/* Kernels [begin, end) are in the cubin of that key, or their log says why not. */
static void collect_range(const struct jit_plan *plan, const char *key, size_t begin, size_t end,
			  struct jit_result *out)
{
	struct buf cubin = BUF_INIT, log_path = BUF_INIT, log = BUF_INIT;
	bool compiled;

	jit_path(plan, key, "cubin", &cubin);
	compiled = !access(buf_str(&cubin), R_OK);
	jit_path(plan, key, "log", &log_path);
	if (!compiled && file_read(buf_str(&log_path), LOG_LIMIT, &log, NULL))
		buf_puts(&log, "the compiling process died before it finished");
	for (size_t k = begin; k < end; k++) {
		out->cubin[k] = compiled ? mem_text(buf_str(&cubin)) : NULL;
		out->log[k] = compiled ? NULL : mem_text(buf_str(&log));
	}
	buf_done(&cubin);
	buf_done(&log_path);
	buf_done(&log);
}

/* Where each kernel ended: in its program's cubin, in that of its probe, or nowhere. */
static void collect(const struct jit_plan *plan, const struct jit_request *r,
		    struct jit_result *out)
{
	char key[HASH_HEX_SIZE];

	for (size_t i = 0; i < plan->n; i++) {
		const struct jit_program *p = &plan->program[i];

		if (have_file(plan, p->key, "cubin")) {
			collect_range(plan, p->key, p->begin, p->end, out);
			continue;
		}
		for (size_t k = p->begin, end; k < p->end; k = end) {
			end = jit_group_end(r, k);
			jit_group_key(plan, r, k, end, NULL, key);
			collect_range(plan, key, k, end, out);
		}
	}
}

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int jit_build(const struct jit_request *r, struct jit_result *out, struct fault *f)
{
	struct jit_plan plan = {.nvrtc = r->nvrtc};
	double begin = now_s();
	size_t todo = 0;
	int rc;

	*out = (struct jit_result){.n = r->n};
	out->cubin = mem_new(r->n ? r->n : 1, sizeof(*out->cubin));
	out->log = mem_new(r->n ? r->n : 1, sizeof(*out->log));
	plan.shared = mmap(NULL, sizeof(*plan.shared), PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (plan.shared == MAP_FAILED) {
		plan.shared = NULL;
		rc = fault_set(f, FAULT_BUILD, "no memory to share with compiling processes: %s",
			       strerror(errno));
		goto out;
	}
	rc = choose_dir(r, &plan, out, f);
	if (!rc && r->dump_dir)
		rc = path_make_dirs(r->dump_dir, f);
	if (rc)
		goto out;
	make_programs(r, &plan);
	out->n_programs = plan.n;
	todo = mark_todo(&plan, true, r->dump_dir != NULL);
	out->n_cached = plan.n - todo;
	if (todo)
		rc = compile(&plan, r, todo, f);
	if (!rc)
		collect(&plan, r, out);
	out->seconds = now_s() - begin;
out:
	jit_plan_done(&plan);
	if (rc)
		jit_done(out);
	return rc;
}

static void remove_dir(const char *dir)
{
	struct buf path = BUF_INIT;
	struct dirent *e;
	DIR *d = opendir(dir);

	while (d && (e = readdir(d)) != NULL) {
		buf_clear(&path);
		buf_addf(&path, "%s/%s", dir, e->d_name);
		unlink(buf_str(&path));
	}
	if (d)
		closedir(d);
	rmdir(dir);
	buf_done(&path);
}

void jit_done(struct jit_result *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->cubin[i]);
		free(r->log[i]);
	}
	free(r->cubin);
	free(r->log);
	if (r->temporary)
		remove_dir(r->temporary);
	free(r->temporary);
	*r = (struct jit_result){0};
}
