/*
 * Rates and timed variants of a card to a choice for each primitive.  A replacement is chosen only
 * when it is shown to be faster; whatever is missing, untrusted or within the noise leaves the
 * native form in place.  Pure: nothing is read or kept but the arguments.
 */
#include "decide.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decide_cost.h"

struct bench { /* what a decision is made from */
	const struct record *r;
	const struct verdict *v;
	const struct variant_set *variants;
	enum decide_limit limit;
	int cc; /* 0: not known */
};

/* One variant of the primitive under decision. */
struct candidate {
	const struct variant *v;
	bool allowed, available, wrong; /* wrong: gave a result that differs from the reference */
	struct estimate measured, predicted;
};

const char *decide_basis_name(enum decide_basis b)
{
	static const char *const names[] = {"not enough evidence", "predicted", "measured",
					    "no native form"};

	return names[b];
}

static bool is_allowed(const struct variant *v, enum decide_limit limit)
{
	switch (limit) {
	case DECIDE_DEFAULT:
		return v->accuracy == VARIANT_EXACT || v->by_default;
	case DECIDE_EXACT:
		return v->accuracy == VARIANT_EXACT;
	case DECIDE_ULP:
		return v->accuracy <= VARIANT_ULP;
	case DECIDE_RANGE:
		return true;
	}
	return false;
}

static const struct store_check *find_check(const struct record *r, const struct variant *v)
{
	for (size_t i = 0; v->probe && i < r->n_checks; i++)
		if (strcmp(r->check[i].variant, v->probe) == 0)
			return &r->check[i];
	return NULL;
}

static void weigh(const struct bench *b, const struct variant *v, struct candidate *c)
{
	const struct store_check *check = find_check(b->r, v);
	bool verified = v->accuracy != VARIANT_EXACT || v->id == 0 || (check && check->cases > 0);

	*c = (struct candidate){.v = v};
	c->allowed = v->id == 0 || is_allowed(v, b->limit);
	c->available = !b->cc || b->cc >= v->min_cc;
	c->wrong = check && check->mismatches > 0;
	/* The time of a replacement counts only after it was held against the reference on this
	 * very card. */
	if (verified && v->probe)
		cost_measured(b->v, v->probe, &c->measured);
	cost_predicted(b->v, v, b->cc, &c->predicted);
}

/* Faster by the margin, and the two intervals do not touch. */
static bool is_faster(const struct estimate *a, const struct estimate *than)
{
	return a->cyc * (1 + DECIDE_MARGIN) <= than->cyc && a->hi < than->lo;
}

/* Like is compared with like: both timed, else both predicted. */
static enum decide_basis compare(const struct candidate *native, const struct candidate *c,
				 const struct estimate **x, const struct estimate **y)
{
	bool measured = native->measured.known && c->measured.known;

	*x = measured ? &native->measured : &native->predicted;
	*y = measured ? &c->measured : &c->predicted;
	if (measured)
		return DECIDE_MEASURED;
	return (*x)->known && (*y)->known ? DECIDE_PREDICTED : DECIDE_NONE;
}

__attribute__((format(printf, 2, 3))) static void say(struct decision *d, const char *fmt, ...)
{
	size_t len = strlen(d->why);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(d->why + len, sizeof(d->why) - len, fmt, ap);
	va_end(ap);
}

/* "prmt_dp2a 1.00 cycles (b32_prmt*2 dp2a_lo_ss dp2a_hi_ss)"; work other than 1 reads better as a
 * rate. */
static void say_estimate(struct decision *d, const struct variant *v, const struct estimate *e)
{
	if (!e->known)
		say(d, "%s not known (%s)", v->name, e->text);
	else if (e->is_rate)
		say(d, "%s %.4g multiply-adds/clk/SM (%s)", v->name, 1 / e->cyc, e->text);
	else
		say(d, "%s %.4g cycles (%s)", v->name, e->cyc, e->text);
}

static void say_comparison(struct decision *d, const struct candidate *native,
			   const struct candidate *c, const struct estimate *x,
			   const struct estimate *y)
{
	say_estimate(d, c->v, y);
	say(d, " against ");
	say_estimate(d, native->v, x);
}

static void choose(struct decision *d, const struct candidate *c, enum decide_basis basis,
		   double native_cyc, double chosen_cyc)
{
	d->chosen = c->v;
	d->basis = basis;
	d->native_cyc = native_cyc;
	d->chosen_cyc = chosen_cyc;
	d->gain = native_cyc / chosen_cyc;
}

/* No native form on this card, or one that computes wrongly: the best of the others, known or not.
 */
static void decide_without_native(struct decision *d, const struct candidate *c, int n, int cc)
{
	const struct candidate *best = NULL;
	const struct estimate *cost = NULL;

	for (int i = 1; i < n; i++) {
		const struct estimate *e = c[i].measured.known ? &c[i].measured : &c[i].predicted;

		if (!c[i].available || !c[i].allowed || c[i].wrong)
			continue;
		if (!best || (e->known && (!cost->known || e->cyc < cost->cyc))) {
			best = &c[i];
			cost = e;
		}
	}
	if (c->wrong)
		say(d, "%s gave wrong results on this card", c->v->name);
	else
		say(d, "compute capability %d.%d has no %s", cc / 10, cc % 10, c->v->about);
	if (!best) {
		say(d, ", and nothing else here can take its place");
		return;
	}
	choose(d, best, DECIDE_ABSENT, NAN, cost->known ? cost->cyc : NAN);
}

/* The replacement that beats native by most; one that was timed goes before one that is predicted.
 */
static const struct candidate *best_replacement(const struct candidate *c, int n,
						enum decide_basis *basis)
{
	const struct candidate *best = NULL;
	double best_gain = 0;

	*basis = DECIDE_NONE;
	for (int i = 1; i < n; i++) {
		const struct estimate *x, *y;
		enum decide_basis how = compare(c, &c[i], &x, &y);

		if (!c[i].available || !c[i].allowed || c[i].wrong || how == DECIDE_NONE ||
		    !is_faster(y, x))
			continue;
		if (!best || how > *basis || (how == *basis && x->cyc / y->cyc > best_gain)) {
			best = &c[i];
			best_gain = x->cyc / y->cyc;
			*basis = how;
		}
	}
	return best;
}

static void keep_native(struct decision *d, const struct candidate *c, int n)
{
	for (int i = 1; i < n; i++) {
		const struct estimate *x, *y;
		enum decide_basis how = compare(c, &c[i], &x, &y);

		if (i > 1)
			say(d, "; ");
		if (c[i].wrong)
			say(d, "%s gave wrong results on this card", c[i].v->name);
		else if (!c[i].available)
			say(d, "%s needs compute capability %d.%d", c[i].v->name,
			    c[i].v->min_cc / 10, c[i].v->min_cc % 10);
		else
			say_comparison(d, c, &c[i], x, y);
		if (!c[i].wrong && c[i].available && !c[i].allowed)
			say(d, ", whose accuracy class (%s) is not allowed",
			    variant_accuracy_name(c[i].v->accuracy));
		if (how > d->basis) {
			choose(d, c, how, x->cyc, x->cyc);
		}
	}
	say(d, d->basis == DECIDE_NONE ? ": not enough evidence, native stays" : ": native stays");
}

/* c[0] is the native form. */
static void decide_one(const struct bench *b, const struct variant *v, int n, struct decision *d)
{
	struct candidate *c = mem_new((size_t)n, sizeof(*c));
	const struct candidate *best;
	enum decide_basis basis;

	*d = (struct decision){.primitive = v->primitive,
			       .chosen = v,
			       .native = v,
			       .native_cyc = NAN,
			       .chosen_cyc = NAN,
			       .gain = NAN};
	for (int i = 0; i < n; i++)
		weigh(b, &v[i], &c[i]);
	if (!c->available || c->wrong) {
		decide_without_native(d, c, n, b->cc);
	} else if ((best = best_replacement(c, n, &basis))) {
		const struct estimate *x, *y;

		compare(c, best, &x, &y);
		choose(d, best, basis, x->cyc, y->cyc);
		say_comparison(d, c, best, x, y);
		say(d, ": %.3g times as fast", d->gain);
	} else {
		keep_native(d, c, n);
	}
	free(c);
}

void decide_make_within(const struct record *r, const struct verdict *v,
			const struct probe_set *set, const struct variant_set *variants,
			enum decide_limit limit, struct decisions *out)
{
	struct bench b = {.r = r, .v = v, .variants = variants, .limit = limit};

	(void)set; /* the verdict's rows point to its probes */
	if (r->card.f[CARD_cc].status == CARD_OK)
		b.cc = (int)r->card.f[CARD_cc].num;
	*out = (struct decisions){.v = mem_new(variants->n + 1, sizeof(*out->v))};
	for (size_t i = 0, next; i < variants->n; i = next) {
		for (next = i + 1; next < variants->n; next++)
			if (strcmp(variants->v[next].primitive, variants->v[i].primitive) != 0)
				break;
		decide_one(&b, &variants->v[i], (int)(next - i), &out->v[out->n++]);
	}
}

void decide_make(const struct record *r, const struct verdict *v, const struct probe_set *set,
		 const struct variant_set *variants, struct decisions *out)
{
	decide_make_within(r, v, set, variants, DECIDE_DEFAULT, out);
}

void decide_done(struct decisions *d)
{
	free(d->v);
	*d = (struct decisions){0};
}

const struct decision *decide_find(const struct decisions *d, const char *primitive)
{
	for (size_t i = 0; i < d->n; i++)
		if (strcmp(d->v[i].primitive, primitive) == 0)
			return &d->v[i];
	return NULL;
}
