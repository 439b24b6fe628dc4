/*
 * Probes to points: throughput at several occupancies, latency, sweeps.  Order and choice are all
 * that happens here.
 */
#include "plan.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "opt.h"

/*
 * A rate is a plateau, not a point: at least two of these must agree.  Which they are was found on
 * an H200: below 20 warps an SM single instructions stay 0.1 to 0.7 % off; with an even number of
 * warps a sub-partition (16, 24, 32) the loop's own instructions cost U and 2U bodies differently,
 * which shows as 128.2 to 128.4 for FFMA, FADD and FMUL where an odd one (20, 28) gives 128.05.
 */
static const int tput_warps[] = {20, 28, 32};
static const int sweep_warps[] = {1, 2, 4, 8, 16, 32};
static const int sweep_chains[] = {1, 2, 4};
#define LAT_COPIES_MAX 48
/* ptxas takes seconds for a few dozen waits, from each of which a hundred registers are live. */
#define LAT_COPIES_GROUP 8
#define GROUPS_MAX 4 /* warpgroups an SM: one keeps its tensor cores busy but for the waits */
#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static size_t kernel_index(struct plan *plan, const struct probe *p, int chains, int copies,
			   bool waits)
{
	for (size_t i = 0; i < plan->n_kernels; i++) {
		const struct gen_kernel *k = &plan->kernel[i];

		if (k->probe == p && k->chains == chains && k->copies == copies &&
		    k->waits == waits)
			return i;
	}
	plan->kernel = mem_grow(plan->kernel, plan->n_kernels + 1, sizeof(*plan->kernel));
	if (waits)
		gen_kernel_init_waiting(&plan->kernel[plan->n_kernels], p, copies);
	else
		gen_kernel_init(&plan->kernel[plan->n_kernels], p, chains, copies);
	return plan->n_kernels++;
}

static void add_point(struct plan *plan, const struct probe *p, const char *kind, int warps,
		      int chains, int copies)
{
	bool waits = p->group && !strcmp(kind, "lat");
	struct plan_point *pt;

	plan->point = mem_grow(plan->point, plan->n + 1, sizeof(*plan->point));
	pt = &plan->point[plan->n++];
	*pt = (struct plan_point){
		.probe = p, .kind = kind, .warps = warps, .chains = chains, .copies = copies};
	pt->kernel_u = kernel_index(plan, p, chains, copies, waits);
	pt->kernel_2u = kernel_index(plan, p, chains, 2 * copies, waits);
}

static void add_probe(struct plan *plan, const struct probe *p)
{
	int most = p->group ? LAT_COPIES_GROUP : LAT_COPIES_MAX;
	int lat_copies = p->copies < most ? p->copies : most;

	for (size_t i = 0; i < COUNT(tput_warps) && !p->group; i++)
		add_point(plan, p, "tput", tput_warps[i], p->chains, p->copies);
	for (int groups = 1; groups <= GROUPS_MAX && p->group; groups++)
		if (groups * p->group <= gen_warps_max(p, p->chains))
			add_point(plan, p, "tput", groups * p->group, p->chains, p->copies);
	if (!p->no_latency)
		add_point(plan, p, "lat", p->group ? p->group : 1, 1, lat_copies);
	for (size_t c = 0; p->sweep && c < COUNT(sweep_chains); c++)
		for (size_t w = 0; w < COUNT(sweep_warps); w++)
			add_point(plan, p, "sweep", sweep_warps[w], sweep_chains[c], lat_copies);
}

bool plan_picks(const struct probe *p, char *const *only, size_t n_only)
{
	for (size_t i = 0; i < n_only; i++)
		if (!fnmatch(only[i], p->name, 0) ||
		    (!p->none && !strcmp(only[i], class_id(p->cls))))
			return true;
	return n_only == 0;
}

/* Marks what the patterns pick, and what that needs to be measured against. */
static int pick(const struct probe_set *set, char *const *only, size_t n_only, bool *picked,
		struct fault *f)
{
	for (size_t o = 0; o < n_only; o++) {
		const char **names = mem_new(set->n, sizeof(*names));
		const char *nearest;
		bool any = false;

		for (size_t i = 0; i < set->n; i++) {
			names[i] = set->v[i].name;
			any |= plan_picks(&set->v[i], only + o, 1);
		}
		nearest = any ? NULL : opt_nearest(only[o], names, set->n);
		free(names);
		if (!any)
			return fault_set(f, FAULT_NONE_SUCH,
					 "no probe or class is called '%.60s'%s%s%s 'cmptune "
					 "audit' lists all",
					 only[o], nearest ? "; did you mean '" : ";",
					 nearest ? nearest : "", nearest ? "'?" : "");
	}
	for (size_t i = 0; i < set->n; i++)
		if (plan_picks(&set->v[i], only, n_only)) {
			picked[i] = true;
			if (set->v[i].alternate)
				picked[spec_find(set, set->v[i].alternate) - set->v] = true;
		}
	return 0;
}

int plan_make(const struct probe_set *set, int arch, int nvrtc_major, char *const *only, size_t n_only,
	      struct plan *out, struct fault *f)
{
	bool *picked = mem_new(set->n ? set->n : 1, sizeof(*picked));
	int rc = pick(set, only, n_only, picked, f);

	*out = (struct plan){0};
	for (int needs_other = 0; needs_other < 2 && !rc; needs_other++)
		for (size_t i = 0; i < set->n; i++)
			if (picked[i] && spec_supports(&set->v[i], arch) && nvrtc_major >= set->v[i].min_nvrtc &&
			    !set->v[i].alternate == !needs_other)
				add_probe(out, &set->v[i]);
	free(picked);
	return rc;
}

void plan_done(struct plan *p)
{
	free(p->point);
	free(p->kernel);
	*p = (struct plan){0};
}
