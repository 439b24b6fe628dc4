/*
 * The loop bodies of a kernel with U and with 2U copies against what the probe declares.  Judging
 * the difference leaves the loop's own instructions out, just as the measurement does.
 */
#include "audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Register shuffles that do not grow with the copies are the loop's; two of them may differ between
 * the bodies. */
#define MOVES_TOLERATED 2
#define NEEDS_MAX (2 * SPEC_TERMS_MAX + 2)

const char *audit_verdict_name(enum audit_verdict v)
{
	static const char *const name[] = {"ok",       "alias",  "mix",        "compound",
					   "emulated", "folded", "undeclared", "failed"};

	return name[v];
}

int audit_is_rate(enum audit_verdict v)
{
	return v <= AUDIT_EMULATED;
}

/* So many instructions of these opcodes together, each of them at least once. */
struct need {
	const char *op[NEEDS_MAX];
	int n_ops;
	long total;
	bool at_least;
};

static bool has_op(const struct need *need, const char *op)
{
	for (int o = 0; o < need->n_ops; o++)
		if (!strcmp(need->op[o], op))
			return true;
	return false;
}

/* What an opcode belongs to: an alternate may need the same one, and then they need it together. */
static struct need *need_with(struct need *need, int *n, const char *op)
{
	for (int i = 0; i < *n; i++)
		if (has_op(&need[i], op))
			return &need[i];
	need[*n] = (struct need){.op = {op}, .n_ops = 1};
	return &need[(*n)++];
}

static bool is_sequence(const struct spec_sass *e)
{
	return e->expect == EXPECT_COMPOUND || e->expect == EXPECT_EMULATED;
}

static int add_needs(const struct spec_sass *e, long copies, struct need *need, int n)
{
	struct need *to = NULL;

	for (int t = 0; t < e->n_terms; t++) {
		const char *op = e->term[t].op;

		if (e->expect == EXPECT_MIX && to) {
			if (!has_op(to, op))
				to->op[to->n_ops++] = op;
			continue;
		}
		to = need_with(need, &n, op);
		to->total += e->term[t].per_copy * copies;
		to->at_least |= is_sequence(e);
	}
	return n;
}

static int count_loop(int arch, const struct elf_kernel *k, struct sass_census *out,
		      size_t *n_insns)
{
	struct sass_loop loop;
	struct sass_insn insn;

	if (sass_find_loop(arch, k->code, k->size, &loop))
		return -1;
	*n_insns = 0;
	for (size_t at = loop.begin; at < loop.end; at = sass_next(arch, at)) {
		sass_decode(arch, k->code + at, at, &insn);
		sass_census_add(out, &insn);
		++*n_insns;
	}
	return 0;
}

void audit_put_census(int arch, const struct elf_kernel *k, struct buf *out)
{
	struct sass_census loop = {0}, all = {0};
	struct sass_insn insn;
	size_t n, word = sass_word_bytes(arch);

	count_loop(arch, k, &loop, &n);
	for (size_t at = sass_first(arch, 0); at + word <= k->size; at = sass_next(arch, at)) {
		sass_decode(arch, k->code + at, at, &insn);
		sass_census_add(&all, &insn);
	}
	for (size_t i = 0; i < all.n; i++)
		buf_addf(out, "%s\t%s\t%zu\t%zu\n", k->name, all.v[i].op,
			 sass_census_get(&loop, all.v[i].op), all.v[i].n);
	sass_census_done(&loop);
	sass_census_done(&all);
}

static long grown(const struct sass_census *u, const struct sass_census *u2, const char *op)
{
	return (long)sass_census_get(u2, op) - (long)sass_census_get(u, op);
}

/* "FFMA*1 FLO*0.5": what one copy executes. */
static void put_sass(const struct sass_census *u, const struct sass_census *u2, int copies,
		     struct audit *out)
{
	size_t used = 0;

	for (size_t i = 0; i < u2->n; i++) {
		long n = grown(u, u2, u2->v[i].op);

		if (n > 0 && used + 1 < sizeof(out->sass))
			used += (size_t)snprintf(out->sass + used, sizeof(out->sass) - used,
						 "%s%s*%.3g", used ? " " : "", u2->v[i].op,
						 (double)n / copies);
	}
}

static int fail(struct audit *out, enum audit_verdict verdict, const char *fmt, const char *op,
		long have, long want)
{
	out->verdict = verdict;
	snprintf(out->why, sizeof(out->why), fmt, op, have, want);
	return -1;
}

/* Does what grew from U to 2U satisfy the needs, every one? */
static int check_needs(const struct need *need, int n, const struct sass_census *u,
		       const struct sass_census *u2, struct audit *out)
{
	for (int i = 0; i < n; i++) {
		long have = 0;

		for (int o = 0; o < need[i].n_ops; o++) {
			long of_op = grown(u, u2, need[i].op[o]);

			if (need[i].n_ops > 1 && of_op <= 0)
				return fail(out, AUDIT_FOLDED,
					    "declared as a mix, but no %s is executed",
					    need[i].op[o], 0, 0);
			have += of_op;
		}
		if (need[i].at_least ? have < need[i].total : have != need[i].total)
			return fail(out, AUDIT_FOLDED, "%s grew by %ld where %ld are declared",
				    need[i].op[0], have, need[i].total);
	}
	return 0;
}

static bool is_needed(const struct need *need, int n, const char *op)
{
	for (int i = 0; i < n; i++)
		if (has_op(&need[i], op))
			return true;
	return false;
}

/*
 * Nothing else may grow with the copies, or shrink: it would be timed along with them.  ptxas puts
 * a NOP behind a dependent HMMA; it takes an issue slot of the many that the tensor core leaves
 * free, and is shown with the row.
 */
static int check_rest(const struct need *need, int n, const struct sass_census *u,
		      const struct sass_census *u2, struct audit *out)
{
	for (size_t i = 0; i < u->n + u2->n; i++) {
		const struct sass_count *c = i < u2->n ? &u2->v[i] : &u->v[i - u2->n];
		long more = grown(u, u2, c->op);
		long allowed = c->role == SASS_MOVE ? MOVES_TOLERATED : 0;

		if (!strcmp(c->op, "NOP"))
			continue;
		if (!is_needed(need, n, c->op) && labs(more) > allowed)
			return fail(out, AUDIT_FOLDED,
				    "%s is executed too: %ld more with twice the copies%.0ld",
				    c->op, more, 0);
	}
	return 0;
}

static void judge(const struct spec_sass *e, const struct spec_sass *alt, int copies, bool waits,
		  const struct sass_census *u, const struct sass_census *u2, struct audit *out)
{
	static const enum audit_verdict good[] = {AUDIT_OK, AUDIT_ALIAS, AUDIT_MIX, AUDIT_COMPOUND,
						  AUDIT_EMULATED};
	static const char *const barrier[] = {"WARPGROUP.ARRIVE", "WARPGROUP.DEPBAR"};
	struct need need[NEEDS_MAX];
	int n = add_needs(e, alt ? copies / 2 : copies, need, 0);

	for (int i = 0; waits && i < 2; i++)
		need_with(need, &n, barrier[i])->total = copies;
	if (alt) {
		int own = n;

		n = add_needs(alt, copies / 2, need, n);
		/* A sequence may hold the other's instruction too. */
		for (int i = own; i < n; i++)
			need[i].at_least |= is_sequence(e);
	}
	if (check_needs(need, n, u, u2, out))
		return;
	if (!is_sequence(e) && check_rest(need, n, u, u2, out))
		return;
	out->verdict = good[e->expect];
}

void audit_pair(const struct probe *p, const struct probe *alternate, int arch, int nvrtc,
		int copies, bool waits, const struct elf_kernel *u, const struct elf_kernel *u2,
		struct audit *out)
{
	const struct spec_sass *e = spec_expect(p, arch, nvrtc);
	const struct spec_sass *alt = alternate ? spec_expect(alternate, arch, nvrtc) : NULL;
	struct sass_census cu = {0}, cu2 = {0};

	*out = (struct audit){
		.verdict = AUDIT_FAILED, .regs = u2->regs, .local_bytes = u2->local_bytes};
	if (count_loop(arch, u, &cu, &out->body_u) || count_loop(arch, u2, &cu2, &out->body_2u)) {
		snprintf(out->why, sizeof(out->why), "there is no loop between two clock reads");
	} else {
		put_sass(&cu, &cu2, copies, out);
		/* What runs in an instruction's place may need a stack: that is part of its cost.
		 */
		bool may_spill = e && e->expect == EXPECT_EMULATED;

		if (!may_spill && (u->local_bytes > 0 || u2->local_bytes > 0))
			fail(out, AUDIT_FAILED, "%sregisters spill: %ld bytes a thread%.0ld", "",
			     u->local_bytes > u2->local_bytes ? u->local_bytes : u2->local_bytes,
			     0);
		else if (!e || (alternate && !alt))
			fail(out, AUDIT_UNDECLARED, "%s declares nothing for sm_%ld with NVRTC %ld",
			     e ? alternate->name : p->name, arch, nvrtc / 100);
		else
			judge(e, alt, copies, waits, &cu, &cu2, out);
	}
	sass_census_done(&cu);
	sass_census_done(&cu2);
}
