/*
 * A compiling process: takes the next program, compiles it, leaves cubins and logs as files.  NVRTC
 * can crash or take hundreds of megabytes; here it takes nothing along.
 */
#include "jit_child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const options[] = {"--std=c++17", "--device-as-default-execution-space"};
#define N_OPTIONS (sizeof(options) / sizeof(*options))

void jit_arch(const struct jit_request *r, const struct gen_kernel *k, char arch[JIT_ARCH_SIZE])
{
	snprintf(arch, JIT_ARCH_SIZE, "%d%s", r->arch, k->probe->arch_suffix);
}

void jit_key(const struct jit_plan *plan, const char *arch, const char *source,
	     char key[HASH_HEX_SIZE])
{
	struct buf b = BUF_INIT;
	int major, minor;

	nvrtc_version(plan->nvrtc, &major, &minor);
	buf_addf(&b, "nvrtc %d.%d sm_%s", major, minor, arch);
	for (size_t i = 0; i < N_OPTIONS; i++)
		buf_addf(&b, " %s", options[i]);
	buf_addf(&b, "\n%s", source);
	hash_hex(buf_str(&b), b.len, key);
	buf_done(&b);
}

size_t jit_group_end(const struct jit_request *r, size_t begin)
{
	size_t end = begin + 1;

	while (end < r->n && r->kernel[end].probe == r->kernel[begin].probe &&
	       r->kernel[end].verify == r->kernel[begin].verify)
		end++;
	return end;
}

void jit_group_key(const struct jit_plan *plan, const struct jit_request *r, size_t begin,
		   size_t end, struct buf *source, char key[HASH_HEX_SIZE])
{
	struct buf own = BUF_INIT, *b = source ? source : &own;
	char arch[JIT_ARCH_SIZE];

	jit_arch(r, &r->kernel[begin], arch);
	gen_program(&r->kernel[begin], end - begin, r->set, b);
	jit_key(plan, arch, buf_str(b), key);
	buf_done(&own);
}

void jit_path(const struct jit_plan *plan, const char *key, const char *suffix, struct buf *out)
{
	buf_addf(out, "%s/%s.%s", plan->dir, key, suffix);
}

void jit_plan_done(struct jit_plan *plan)
{
	for (size_t i = 0; i < plan->n; i++)
		buf_done(&plan->program[i].source);
	free(plan->program);
	free(plan->dir);
	if (plan->shared)
		munmap(plan->shared, sizeof(*plan->shared));
	*plan = (struct jit_plan){0};
}

static void put_file(const char *dir, const char *name, const char *suffix,
		     const struct buf *content)
{
	struct buf path = BUF_INIT;

	buf_addf(&path, "%s/%s.%s", dir, name, suffix);
	file_write(buf_str(&path), buf_str(content), content->len,
		   NULL); /* the parent sees what is missing */
	buf_done(&path);
}

/* k: the program's first kernel, after which dumped files are called. */
static int compile_one(struct jit_plan *plan, const struct jit_request *r, const char *source,
		       const char *key, const struct gen_kernel *k)
{
	char arch[JIT_ARCH_SIZE];
	struct buf cubin = BUF_INIT, ptx = BUF_INIT, log = BUF_INIT, text = BUF_INIT;
	struct fault why = {0};
	int rc;

	jit_arch(r, k, arch);
	rc = nvrtc_compile(plan->nvrtc, arch, source, options, N_OPTIONS, &cubin,
			   r->dump_dir ? &ptx : NULL, &log, &why);
	if (!rc)
		put_file(plan->dir, key, "cubin", &cubin);
	else if (!log.len)
		buf_puts(&log, why.text);
	if (rc)
		put_file(plan->dir, key, "log", &log);
	if (r->dump_dir) {
		struct buf base = BUF_INIT;

		buf_addf(&base, "%s.sm_%s", k->name, arch);
		buf_puts(&text, source);
		put_file(r->dump_dir, buf_str(&base), "cu", &text);
		put_file(r->dump_dir, buf_str(&base), rc ? "log" : "ptx", rc ? &log : &ptx);
		if (!rc)
			put_file(r->dump_dir, buf_str(&base), "cubin", &cubin);
		buf_done(&base);
	}
	buf_done(&cubin);
	buf_done(&ptx);
	buf_done(&log);
	buf_done(&text);
	return rc;
}

/* A program failed: probe by probe, so that only the bad one stays behind. */
static void compile_groups(struct jit_plan *plan, const struct jit_request *r,
			   const struct jit_program *p)
{
	struct buf source = BUF_INIT;
	char key[HASH_HEX_SIZE];

	for (size_t k = p->begin, end; k < p->end; k = end) {
		end = jit_group_end(r, k);
		buf_clear(&source);
		jit_group_key(plan, r, k, end, &source, key);
		compile_one(plan, r, buf_str(&source), key, &r->kernel[k]);
	}
	buf_done(&source);
}

_Noreturn void jit_child(struct jit_plan *plan, const struct jit_request *r)
{
	size_t i;

	while ((i = atomic_fetch_add(&plan->shared->next, 1)) < plan->n) {
		struct jit_program *p = &plan->program[i];

		if (!p->done) {
			int rc = compile_one(plan, r, buf_str(&p->source), p->key,
					     &r->kernel[p->begin]);

			if (rc)
				compile_groups(plan, r, p);
		}
		atomic_fetch_add(&plan->shared->done, 1);
	}
	_exit(0);
}
