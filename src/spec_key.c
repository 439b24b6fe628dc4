/*
 * One setter a key of a probe section: text to a field of struct probe, with its check.
 * Cross-checks between keys and between probes are spec.c's.
 */
#include "spec_key.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nominal.h"
#include "opt.h"

#define TEXT_SETTER(setter, field)                                                                 \
	static int setter(struct probe *p, const char *text, const char *line, struct fault *f)    \
	{                                                                                          \
		(void)line, (void)f;                                                               \
		p->field = text;                                                                   \
		return 0;                                                                          \
	}

TEXT_SETTER(set_about, about)
TEXT_SETTER(set_none, none)
TEXT_SETTER(set_ptx, ptx)
TEXT_SETTER(set_odd, odd)
TEXT_SETTER(set_init, init)
TEXT_SETTER(set_init_e, init_e)
TEXT_SETTER(set_a, in[0])
TEXT_SETTER(set_b, in[1])
TEXT_SETTER(set_c, in[2])
TEXT_SETTER(set_alternate, alternate)
TEXT_SETTER(set_alt_a, alt_in[0])
TEXT_SETTER(set_alt_b, alt_in[1])
TEXT_SETTER(set_alt_c, alt_in[2])

static int whole_number(const char *text, int min, int max, int *out, struct fault *f)
{
	char *end;
	long v = strtol(text, &end, 10);

	if (end == text || *end || v < min || v > max)
		return fault_set(f, FAULT_DATA, "'%s' is not a number from %d to %d", text, min,
				 max);
	*out = (int)v;
	return 0;
}

#define NUMBER_SETTER(setter, field, min, max)                                                     \
	static int setter(struct probe *p, const char *text, const char *line, struct fault *f)    \
	{                                                                                          \
		(void)line;                                                                        \
		return whole_number(text, min, max, &p->field, f);                                 \
	}

NUMBER_SETTER(set_min_cc, min_cc, 50, 999)
NUMBER_SETTER(set_min_nvrtc, min_nvrtc, 11, 99)
NUMBER_SETTER(set_max_cc, max_cc, 50, 999)
NUMBER_SETTER(set_chains, chains, 1, 16)
NUMBER_SETTER(set_copies, copies, 2, 1024)
NUMBER_SETTER(set_results, results, 1, 2)
NUMBER_SETTER(set_macs, macs, 1, 65536)

static int set_type(struct probe *p, const char *text, const char *line, struct fault *f)
{
	static const char *const types[] = {"f32", "f64", "b32", "b64", "f16", "f16x2"};

	(void)line;
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (!strcmp(text, types[i])) {
			p->type = types[i];
			return 0;
		}
	return fault_set(f, FAULT_DATA,
			 "'%s' is no chain type; there are f32, f64, b32, b64, f16, f16x2", text);
}

static int set_pipe(struct probe *p, const char *text, const char *line, struct fault *f)
{
	(void)line;
	if (strcmp(text, "same") && strcmp(text, "other"))
		return fault_set(f, FAULT_DATA, "'%s' is neither 'same' nor 'other'", text);
	p->alternate_pipe = text[0] == 's' ? PIPE_SAME : PIPE_OTHER;
	return 0;
}

static int set_sass(struct probe *p, const char *text, const char *line, struct fault *f)
{
	(void)text;
	return spec_sass_parse(p, line, f);
}

static int set_remark(struct probe *p, const char *text, const char *line, struct fault *f)
{
	return spec_remark_parse(p, text, line, f);
}

static int set_class(struct probe *p, const char *text, const char *line, struct fault *f)
{
	(void)line;
	if (class_parse(text, &p->cls))
		return fault_set(f, FAULT_DATA,
				 "'%s' is no throttle class; src/class.def lists them", text);
	return 0;
}

static int set_nominal(struct probe *p, const char *text, const char *line, struct fault *f)
{
	(void)line;
	if (!nominal_group_known(text))
		return fault_set(f, FAULT_DATA, "'%s' is no rate group of db/nominal.tsv", text);
	p->nominal = text;
	return 0;
}

static int set_sweep(struct probe *p, const char *text, const char *line, struct fault *f)
{
	(void)line;
	if (strcmp(text, "yes"))
		return fault_set(f, FAULT_DATA, "'%s' is not 'yes'; leave the key out for no sweep",
				 text);
	p->sweep = true;
	return 0;
}

static int set_latency(struct probe *p, const char *text, const char *line, struct fault *f)
{
	(void)line;
	if (strcmp(text, "no"))
		return fault_set(f, FAULT_DATA,
				 "'%s' is not 'no'; leave the key out where one result feeds the "
				 "next",
				 text);
	p->no_latency = true;
	return 0;
}

/* "shared", or "shared 16" where a slot is wider than the chain's register. */
static int set_space(struct probe *p, const char *text, const char *line, struct fault *f)
{
	static const char *const spaces[] = {
		[SPACE_SHARED] = "shared", [SPACE_GLOBAL] = "global", [SPACE_CONST] = "const"};
	size_t n = strcspn(text, " ");

	(void)line;
	for (int i = SPACE_SHARED; i <= SPACE_CONST; i++)
		if (strlen(spaces[i]) == n && !strncmp(text, spaces[i], n))
			p->space = (enum spec_space)i;
	if (p->space == SPACE_NONE)
		return fault_set(f, FAULT_DATA,
				 "'%s' is no memory of a probe: there are shared, global and const",
				 text);
	if (!text[n])
		return 0;
	if (strcmp(text + n, " 4") && strcmp(text + n, " 8") && strcmp(text + n, " 16"))
		return fault_set(f, FAULT_DATA, "'%s' gives no slot of 4, 8 or 16 bytes", text);
	return whole_number(text + n + 1, 4, 16, &p->slot_bytes, f);
}

static int set_frag(struct probe *p, const char *text, const char *line, struct fault *f)
{
	char rest;

	(void)line;
	if (sscanf(text, "%d %d %d%c", &p->frag_d, &p->frag_a, &p->frag_b, &rest) != 3 ||
	    p->frag_d < 1 || p->frag_a < 1 || p->frag_b < 1 || p->frag_d > 16 || p->frag_a > 8 ||
	    p->frag_b > 8)
		return fault_set(f, FAULT_DATA,
				 "'%s' is not three register counts, those of D, A and B", text);
	return 0;
}

static const struct {
	const char *name;
	int (*set)(struct probe *p, const char *text, const char *line, struct fault *f);
	bool required;
} key_row[SPEC_KEY_COUNT] = {
#define SPEC_KEY(name, setter, required) {#name, setter, required},
#include "spec_key.def"
#undef SPEC_KEY
};

const char *spec_key_name(enum spec_key_index k)
{
	return key_row[k].name;
}

bool spec_key_required(enum spec_key_index k)
{
	return key_row[k].required;
}

bool spec_key_repeats(enum spec_key_index k)
{
	return k == SPEC_KEY_sass || k == SPEC_KEY_remark;
}

int spec_key_find(const char *name, enum spec_key_index *out, const char **nearest)
{
	const char *names[SPEC_KEY_COUNT];

	for (int i = 0; i < SPEC_KEY_COUNT; i++) {
		names[i] = key_row[i].name;
		if (!strcmp(name, names[i])) {
			*out = (enum spec_key_index)i;
			return 0;
		}
	}
	*nearest = opt_nearest(name, names, SPEC_KEY_COUNT);
	return -1;
}

int spec_key_set(enum spec_key_index k, struct probe *p, const char *text, const char *line,
		 struct fault *f)
{
	return key_row[k].set(p, text, line, f);
}
