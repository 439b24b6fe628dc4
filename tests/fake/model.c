/*
 * A decoded timed loop to the cycles it would take.  One warp is walked in order until a pass costs
 * the same every time: that is the dependence bound.  Pipes and issue slots give the bounds for a
 * sub-partition full of warps.  The greatest of the three is the pass; nothing is scheduled cycle
 * by cycle, so that a test can compute the figures by hand.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "fake.h"
#include "gen.h"
#include "sass.h"

#define BRANCH_CYC 20   /* a taken branch, seen by its own warp only */
#define WARMUP_PASSES 8 /* enough for every chain to settle */
#define COUNTED_PASSES 8
#define PROLOGUE_CYC 300 /* from launch to the first clock read */
#define LAUNCH_NS 4000
#define WARP_SKEW_CYC 3 /* between the starts of neighbouring warps */
#define EPOCH_NS UINT64_C(1750000000000000000)
#define NO_REGISTER 255

/* One instruction of the path that a warp takes through the loop. */
struct step {
	struct fake_cost cost;
	uint8_t dst, width, src[3];
	bool backward;
};

struct path {
	struct step *v;
	size_t n;
};

/* The slow path of a division: a call in the loop that a predicated branch jumps over. */
static bool skips_call(int arch, const uint8_t *code, size_t from, size_t to)
{
	struct sass_insn i;

	for (size_t at = from; at < to; at = sass_next(arch, at)) {
		sass_decode(arch, code + at, at, &i);
		if (strcmp(i.base, "CALL") == 0)
			return true;
	}
	return false;
}

static bool is_branch(const struct sass_insn *i)
{
	return i->target >= 0 && strcmp(i->base, "BRA") == 0;
}

static void path_add(struct path *p, const struct fake_card *c, const struct sass_insn *i)
{
	struct step s = {.dst = i->dst, .width = i->width, .src = {i->src_a, i->src_b, i->src_c}};

	fake_rate_of(c, i->op, &s.cost);
	p->v = mem_grow(p->v, p->n + 1, sizeof(s));
	p->v[p->n++] = s;
}

/* Straight through the body, over what healthy operands never enter. */
static void path_walk(const struct fake_card *c, int arch, const uint8_t *code,
		      const struct sass_loop *loop, struct path *path, size_t *n_unknown)
{
	size_t at = loop->begin;

	while (at < loop->end) {
		struct sass_insn i;
		size_t next = sass_next(arch, at);

		sass_decode(arch, code + at, at, &i);
		path_add(path, c, &i);
		*n_unknown += i.role == SASS_UNKNOWN;
		if (is_branch(&i) && (size_t)i.target == loop->begin)
			path->v[path->n - 1].backward = true;
		else if (is_branch(&i) && (size_t)i.target > at && (size_t)i.target < loop->end &&
			 (!i.predicated || skips_call(arch, code, next, (size_t)i.target)))
			next = (size_t)i.target;
		at = next;
	}
}

/* The pipe of the set that is free first. */
static int free_pipe(unsigned pipes, const double *free_at)
{
	int best = -1;

	for (int p = 0; p < FAKE_PIPES_MAX; p++)
		if (pipes >> p & 1 && (best < 0 || free_at[p] < free_at[best]))
			best = p;
	return best;
}

/* Cycles a pass of one warp that has the sub-partition to itself. */
static double chain_cyc(const struct path *path)
{
	double ready[256] = {0}, free_at[FAKE_PIPES_MAX] = {0}, now = 0, start = 0;

	for (int pass = 0; pass < WARMUP_PASSES + COUNTED_PASSES; pass++) {
		if (pass == WARMUP_PASSES)
			start = now;
		for (size_t k = 0; k < path->n; k++) {
			const struct step *s = &path->v[k];
			int pipe = free_pipe(s->cost.pipes, free_at);
			double at = now;

			for (int j = 0; j < 3; j++)
				if (s->src[j] != NO_REGISTER)
					at = fmax(at, ready[s->src[j]]);
			if (pipe >= 0) {
				at = fmax(at, free_at[pipe]);
				free_at[pipe] = at + s->cost.busy_cyc;
			}
			for (int w = 0; w < s->width && s->dst + w < NO_REGISTER; w++)
				ready[s->dst + w] = at + s->cost.lat_cyc;
			now = at + (s->backward ? BRANCH_CYC : 1);
		}
	}
	return (now - start) / COUNTED_PASSES;
}

/* Cycles a pass of the busiest pipe: those that can run on one pipe only first, then the others
 * where there is room. */
static double pipe_cyc(const struct path *path)
{
	double load[FAKE_PIPES_MAX] = {0}, most = 0;

	for (int pass = 0; pass < 2; pass++)
		for (size_t k = 0; k < path->n; k++) {
			const struct fake_cost *c = &path->v[k].cost;

			if ((__builtin_popcount(c->pipes) > 1) == pass && c->pipes)
				load[free_pipe(c->pipes, load)] += c->busy_cyc;
		}
	for (int p = 0; p < FAKE_PIPES_MAX; p++)
		most = fmax(most, load[p]);
	return most;
}

void fake_loop_cost(const struct fake_card *c, int arch, const uint8_t *code, size_t size,
		    struct fake_loop *out)
{
	struct sass_loop loop;
	struct path path = {0};

	*out = (struct fake_loop){0};
	if (sass_find_loop(arch, code, size, &loop) != 0)
		return;
	out->timed = true;
	path_walk(c, arch, code, &loop, &path, &out->n_unknown);
	out->n_insns = path.n;
	out->chain_cyc = chain_cyc(&path);
	out->pipe_cyc = pipe_cyc(&path);
	free(path.v);
}

double fake_loop_pass_cyc(const struct fake_loop *l, unsigned warps)
{
	double resident = (warps + FAKE_SUBPARTITIONS - 1) / FAKE_SUBPARTITIONS;

	return fmax(l->chain_cyc, resident * fmax(l->pipe_cyc, (double)l->n_insns));
}

/* A number in [-1, 1) that depends on nothing but its arguments. */
static double noise(uint64_t seed, uint64_t a, uint64_t b)
{
	uint64_t x = seed * UINT64_C(0x9e3779b97f4a7c15) + a * UINT64_C(0xbf58476d1ce4e5b9) +
		     b * UINT64_C(0x94d049bb133111eb);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	x ^= x >> 31;
	return (double)(x >> 11) / (double)(UINT64_C(1) << 52) - 1;
}

static void stamp_block(const struct fake_card *c, const struct fake_launch *run, unsigned block,
			double cycles)
{
	unsigned sms = (unsigned)c->sms;
	double busy_ns = fake_progress()->busy_ns, step_ns = fake_or(c->timer_ns, 32),
	       ns_per_cyc = 1e3 / run->mhz;
	/* every SM counts from another value */
	uint64_t base = UINT64_C(1) << 40 | (uint64_t)(block % sms) << 32;

	for (unsigned w = 0; w < run->warps; w++) {
		struct gen_stamp *s = &run->stamp[block * run->warps + w];
		double begin = PROLOGUE_CYC + w * WARP_SKEW_CYC, end = begin + cycles;
		double ns = busy_ns + LAUNCH_NS / 2;

		s->clock_begin = base + (uint64_t)(busy_ns * c->clock_mhz / 1e3) + (uint64_t)begin;
		s->clock_end = s->clock_begin + (uint64_t)llround(cycles);
		s->ns_begin =
			EPOCH_NS + (uint64_t)(floor((ns + begin * ns_per_cyc) / step_ns) * step_ns);
		s->ns_end =
			EPOCH_NS + (uint64_t)(floor((ns + end * ns_per_cyc) / step_ns) * step_ns);
		s->smid = block % sms;
		s->pad = 0;
	}
}

/* Every warp computes the same: a value a lane, none of them 0. */
static void fill_out(const struct fake_launch *run, bool timed)
{
	size_t n = (size_t)run->blocks * run->warps * 32;
	const char *broken = getenv("FAKE_LANE");

	for (size_t i = 0; i < n; i++)
		run->out[i] = timed ? (uint32_t)(i % 32 + 1) * UINT32_C(0x9e3779b1) : 0;
	if (broken) {
		unsigned block, warp, lane;
		int used = 0;

		if (sscanf(broken, "%u,%u,%u%n", &block, &warp, &lane, &used) != 3 || broken[used])
			fake_die("FAKE_LANE=%s: BLOCK,WARP,LANE is wanted", broken);
		if (block < run->blocks && warp < run->warps && lane < 32)
			run->out[(block * run->warps + warp) * 32 + lane] ^= 1;
	}
}

void fake_loop_run(const struct fake_card *c, const struct fake_loop *l, uint64_t launch_no,
		   struct fake_launch *run)
{
	unsigned sms = (unsigned)c->sms, per_sm = (run->blocks + sms - 1) / sms;
	uint64_t seed = (uint64_t)fake_or(c->seed, 1);
	double amplitude = fake_or(c->noise, 0), cycles = 0;

	run->mhz = fake_clock_mhz(c);
	fill_out(run, l->timed);
	if (l->timed) {
		cycles = run->iters * fake_loop_pass_cyc(l, run->warps * per_sm);
		cycles *= 1 + amplitude * noise(seed, launch_no, 0);
		for (unsigned b = 0; b < run->blocks; b++)
			stamp_block(c, run, b,
				    cycles * (1 + amplitude / 4 * noise(seed, launch_no, b + 1)));
	}
	run->cycles = cycles;
	fake_progress()->busy_ns += LAUNCH_NS + (PROLOGUE_CYC + cycles) * 1e3 / run->mhz;
}
