/*
 * Instructions to counts by canonical name and role.  Must not decide what the counts mean.
 */
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "sass.h"

static int order(const struct sass_count *c, const char *op, enum sass_role role)
{
	int d = strcmp(c->op, op);

	return d ? d : (int)c->role - (int)role;
}

void sass_census_add(struct sass_census *c, const struct sass_insn *i)
{
	size_t lo = 0, hi = c->n, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (order(&c->v[mid], i->op, i->role) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == c->n || order(&c->v[lo], i->op, i->role) != 0) {
		c->v = mem_grow(c->v, c->n + 1, sizeof(*c->v));
		memmove(c->v + lo + 1, c->v + lo, (c->n - lo) * sizeof(*c->v));
		c->v[lo] = (struct sass_count){.op = i->op, .role = i->role};
		c->n++;
	}
	c->v[lo].n++;
}

size_t sass_census_get(const struct sass_census *c, const char *op)
{
	size_t i, n = 0;

	for (i = 0; i < c->n; i++)
		if (strcmp(c->v[i].op, op) == 0)
			n += c->v[i].n;
	return n;
}

void sass_census_done(struct sass_census *c)
{
	free(c->v);
	memset(c, 0, sizeof(*c));
}
