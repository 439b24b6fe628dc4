/*
 * The `remark` of a probe: what is known of its figures on some architectures.  For people; nothing
 * is measured or decided by it.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "spec_key.h"

#define OF_PROBE '@' /* in place of a text: the remarks of the probe that is named here */

static void add(struct probe *p, const struct spec_remark *r)
{
	p->remark = mem_grow(p->remark, (size_t)p->n_remarks + 1, sizeof(*p->remark));
	p->remark[p->n_remarks++] = *r;
}

/* Only what begins with a number is about architectures: other texts may have colons, too. */
static int parse_ranges(const char **s, struct spec_range v[SPEC_RANGES_MAX], int *n)
{
	const char *everywhere = "";

	if (isdigit((unsigned char)**s) && strchr(*s, ':'))
		return spec_ranges_parse(s, v, n);
	return spec_ranges_parse(&everywhere, v, n);
}

int spec_remark_parse(struct probe *p, const char *text, const char *line, struct fault *f)
{
	struct spec_range range[SPEC_RANGES_MAX];
	const char *s = text;
	int n;

	/* The whole text of a remark that goes on comes with each line of it, at another place. */
	if (strchr(text, '\n'))
		p->n_remarks -= p->remark[p->n_remarks - 1].n_ranges;
	if (parse_ranges(&s, range, &n))
		return fault_set(f, FAULT_DATA,
				 "'%s' does not begin with architectures such as '80, 86-89:'",
				 line);
	s += strspn(s, " ");
	if (!*s)
		return fault_set(f, FAULT_DATA, "the remark says nothing");
	for (int i = 0; i < n; i++) {
		const struct spec_remark r = {range[i].arch_lo, range[i].arch_hi, s, n};

		if (range[i].nvrtc_lo)
			return fault_set(f, FAULT_DATA,
					 "a remark holds for architectures, not for compilers");
		add(p, &r);
	}
	return 0;
}

int spec_remark_resolve(const struct probe_set *set, struct probe *p, struct fault *f)
{
	const int n = p->n_remarks;
	struct spec_remark *own = p->remark;
	int rc = 0;

	p->remark = NULL;
	p->n_remarks = 0;
	for (int i = 0; i < n && !rc; i++) {
		const struct probe *other = spec_find(set, own[i].text + 1);

		if (own[i].text[0] != OF_PROBE) {
			add(p, &own[i]);
			continue;
		}
		if (!other || !other->n_remarks || other->remark[0].text[0] == OF_PROBE)
			rc = fault_set(
				f, FAULT_DATA,
				"%s:%d: [%s] has the remarks of '%s', which has none of its own",
				p->file, p->line, p->name, own[i].text + 1);
		for (int k = 0; !rc && k < other->n_remarks; k++)
			add(p, &other->remark[k]);
	}
	free(own);
	return rc;
}

const char *spec_remark(const struct probe *p, int arch, int *i)
{
	while (*i < p->n_remarks) {
		const struct spec_remark *r = &p->remark[(*i)++];

		if (arch >= r->arch_lo && arch <= r->arch_hi)
			return r->text;
	}
	return NULL;
}
