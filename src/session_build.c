/* Compiles a plan's kernels and holds each pair of loops against its probe. */
#include "session_build.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "path.h"

#define CUBIN_LIMIT (64 << 20)
#define LOG_SHOWN 300

static void add_kernels(struct session_build *b, const struct plan *plan,
			const struct probe_set *set)
{
	b->n_plan = b->n = plan->n_kernels;
	b->kernel = mem_new(plan->n_kernels + set->n, sizeof(*b->kernel));
	if (plan->n_kernels)
		memcpy(b->kernel, plan->kernel, plan->n_kernels * sizeof(*b->kernel));
	for (size_t i = 0; i < set->n; i++) {
		bool wanted = false;

		for (size_t k = 0; k < plan->n_kernels; k++)
			wanted |= plan->kernel[k].probe == &set->v[i];
		if (wanted && gen_kernel_init_verify(&b->kernel[b->n], &set->v[i]))
			b->n++;
	}
}

/* A cubin that was read, kept while neighbouring points use it. */
struct loaded {
	const char *path;
	struct buf image;
	struct elf_cubin cubin;
};

static void unload(struct loaded *l)
{
	elf_done(&l->cubin);
	buf_done(&l->image);
	l->path = NULL;
}

static int load(struct loaded *l, const char *path, struct fault *f)
{
	int rc;

	if (l->path && !strcmp(l->path, path))
		return 0;
	unload(l);
	rc = file_read(path, CUBIN_LIMIT, &l->image, f);
	if (!rc)
		rc = elf_open(l->image.s, l->image.len, &l->cubin, f);
	if (!rc)
		l->path = path;
	return rc;
}

static char *compile_failure(const char *log)
{
	struct buf b = BUF_INIT;

	buf_addf(&b, "does not compile: %.*s", LOG_SHOWN, log);
	for (char *s = b.s; *s; s++)
		if (*s == '\n' || *s == '\t')
			*s = ' ';
	return buf_take(&b);
}

/* NULL, or why the point has no code to measure. */
static char *audit_point(struct session_build *b, const struct plan *plan, size_t i,
			 const struct jit_request *base, struct loaded *l)
{
	const struct plan_point *pt = &plan->point[i];
	const struct probe *alt =
		pt->probe->alternate ? spec_find(base->set, pt->probe->alternate) : NULL;
	const struct elf_kernel *u, *u2;
	struct fault why = {0};
	int major, minor;

	for (int k = 0; k < 2; k++) {
		const char *log = b->jit.log[k ? pt->kernel_2u : pt->kernel_u];

		if (log)
			return compile_failure(log);
	}
	if (load(l, b->jit.cubin[pt->kernel_u], &why))
		return mem_text(why.text);
	u = elf_find(&l->cubin, plan->kernel[pt->kernel_u].name);
	u2 = elf_find(&l->cubin, plan->kernel[pt->kernel_2u].name);
	if (!u || !u2)
		return mem_text("its kernel is not in the cubin");
	nvrtc_version(base->nvrtc, &major, &minor);
	audit_pair(pt->probe, alt, base->arch, 100 * major + minor, pt->copies,
		   plan->kernel[pt->kernel_u].waits, u, u2, &b->audit[i]);
	return NULL;
}

/* Beside the dumped cubins: what our own decoder sees in every kernel of the plan. */
static int dump_census(const struct session_build *b, const struct plan *plan,
		       const struct jit_request *base, struct loaded *l, struct fault *f)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	int rc = 0;

	buf_puts(&text, "kernel\topcode\tin the timed loop\tin all\n");
	for (size_t k = 0; k < plan->n_kernels && !rc; k++) {
		const struct elf_kernel *found = NULL;

		if (b->jit.cubin[k])
			rc = load(l, b->jit.cubin[k], f);
		if (b->jit.cubin[k] && !rc)
			found = elf_find(&l->cubin, plan->kernel[k].name);
		if (found)
			audit_put_census(base->arch, found, &text);
	}
	buf_addf(&path, "%s/census.sm_%d.tsv", base->dump_dir, base->arch);
	if (!rc)
		rc = file_write(buf_str(&path), buf_str(&text), text.len, f);
	buf_done(&path);
	buf_done(&text);
	return rc;
}

int session_build_make(const struct jit_request *base, const struct plan *plan,
		       struct session_build *out, struct fault *f)
{
	struct jit_request r = *base;
	struct loaded l = {0};
	int rc;

	*out = (struct session_build){.n_points = plan->n};
	add_kernels(out, plan, base->set);
	r.kernel = out->kernel;
	r.n = out->n;
	out->audit = mem_new(plan->n ? plan->n : 1, sizeof(*out->audit));
	out->failed = mem_new(plan->n ? plan->n : 1, sizeof(*out->failed));
	rc = jit_build(&r, &out->jit, f);
	for (size_t i = 0; i < plan->n && !rc; i++)
		out->failed[i] = audit_point(out, plan, i, base, &l);
	if (!rc && base->dump_dir)
		rc = dump_census(out, plan, base, &l, f);
	unload(&l);
	if (rc)
		session_build_done(out);
	return rc;
}

void session_build_done(struct session_build *b)
{
	jit_done(&b->jit);
	for (size_t i = 0; i < b->n_points; i++)
		free(b->failed[i]);
	free(b->failed);
	free(b->audit);
	free(b->kernel);
	*b = (struct session_build){0};
}
