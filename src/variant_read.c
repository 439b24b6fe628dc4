/*
 * The text of a strategy file to a variant.  Strict: unknown, repeated, missing or malformed keys
 * are errors with file and line, because a variant that is half understood would be measured and
 * emitted half wrong. Bodies are kept byte for byte; nothing here looks into them.
 */
#include "variant_read.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "units.h"

__attribute__((format(printf, 3, 4))) static int complain(const struct reader *r, struct fault *f,
							  const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return fault_set(f, FAULT_DATA, "%s:%d: %s", r->file, r->line, text);
}

static char *trim(char *s)
{
	char *end;

	while (isspace((unsigned char)*s))
		s++;
	end = s + strlen(s);
	while (end > s && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	return s;
}

static bool is_identifier(const char *s)
{
	if (!isalpha((unsigned char)*s) && *s != '_')
		return false;
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && *s != '_')
			return false;
	return true;
}

/* ---- keys: each parser takes the trimmed value, which stays where it is ---- */

static int parse_count(const char *text, int max, int *out)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(text, &end, 10);
	if (!isdigit((unsigned char)*text) || *end || errno || n > max)
		return -1;
	*out = (int)n;
	return 0;
}

static int key_primitive(struct reader *r, char *value, struct fault *f)
{
	if (!is_identifier(value))
		return complain(r, f, "primitive '%s' is not an identifier", value);
	r->v->primitive = value;
	return 0;
}

static int key_variant(struct reader *r, char *value, struct fault *f)
{
	if (!is_identifier(value))
		return complain(r, f, "variant '%s' is not an identifier", value);
	r->v->name = value;
	return 0;
}

static int key_id(struct reader *r, char *value, struct fault *f)
{
	return parse_count(value, 999, &r->v->id)
		       ? complain(r, f, "id '%s' is not a number from 0 to 999", value)
		       : 0;
}

static int key_about(struct reader *r, char *value, struct fault *f)
{
	(void)f;
	r->v->about = value;
	return 0;
}

static int key_accuracy(struct reader *r, char *value, struct fault *f)
{
	if (variant_accuracy_parse(value, &r->v->accuracy))
		return complain(r, f, "accuracy '%s' is none of exact, ulp, range", value);
	return 0;
}

static int key_ulp(struct reader *r, char *value, struct fault *f)
{
	if (units_parse_double(value, &r->v->ulp) || r->v->ulp < 0)
		return complain(r, f, "ulp '%s' is not a number", value);
	return 0;
}

static int key_default(struct reader *r, char *value, struct fault *f)
{
	if (strcmp(value, "allowed") != 0)
		return complain(r, f, "default '%s' is not 'allowed', the only value it has",
				value);
	r->v->by_default = true;
	return 0;
}

static int key_flags(struct reader *r, char *value, struct fault *f)
{
	/* They are printed for a shell: only what needs no quoting there. */
	for (const char *s = value; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr("-_=., +", *s))
			return complain(
				r, f, "flags hold '%c', which a shell might not take as it is", *s);
	r->v->flags = value;
	return 0;
}

static int key_min_cc(struct reader *r, char *value, struct fault *f)
{
	return parse_count(value, 999, &r->v->min_cc)
		       ? complain(r, f, "min_cc '%s' is not like 61", value)
		       : 0;
}

static int key_function(struct reader *r, char *value, struct fault *f)
{
	if (!is_identifier(value))
		return complain(r, f, "function '%s' is not an identifier", value);
	r->v->function = value;
	return 0;
}

static int key_intrinsic(struct reader *r, char *value, struct fault *f)
{
	if (!is_identifier(value))
		return complain(r, f, "intrinsic '%s' is not an identifier", value);
	r->v->intrinsic = value;
	return 0;
}

static int cost_term(struct reader *r, struct variant_cost *c, char *word, struct fault *f)
{
	char *star = strchr(word, '*');

	if (c->n_terms == VARIANT_TERMS_MAX)
		return complain(r, f, "a cost has more than %d terms", VARIANT_TERMS_MAX);
	c->term[c->n_terms].count = 1;
	if (star) {
		*star = '\0';
		if (parse_count(star + 1, 99, &c->term[c->n_terms].count) ||
		    c->term[c->n_terms].count == 0)
			return complain(r, f, "'%s' after '%s*' is not a count", star + 1, word);
	}
	if (!is_identifier(word) || strlen(word) >= sizeof(c->term[0].probe))
		return complain(r, f, "'%s' is not the name of a probe", word);
	strcpy(c->term[c->n_terms++].probe, word);
	return 0;
}

static int key_cost(struct reader *r, char *value, struct fault *f)
{
	struct variant_cost *c = &r->v->cost[r->v->n_costs];
	char *slash = strchr(value, '/'), *save = NULL;
	int rc = 0;

	if (r->v->n_costs == VARIANT_COSTS_MAX)
		return complain(r, f, "more than %d cost lines", VARIANT_COSTS_MAX);
	c->work = 1;
	if (slash) {
		char *work = trim(slash + 1);

		*slash = '\0';
		if (strcmp(work, "macs") == 0)
			c->work = 0;
		else if (units_parse_double(work, &c->work) || c->work <= 0)
			return complain(r, f, "'%s' after '/' is neither a number nor 'macs'",
					work);
	}
	for (char *word = strtok_r(value, " \t", &save); word && rc == 0;
	     word = strtok_r(NULL, " \t", &save))
		rc = cost_term(r, c, word, f);
	if (rc == 0 && c->n_terms == 0)
		rc = complain(r, f, "a cost names no probe");
	if (rc == 0 && c->work == 0 && (c->n_terms != 1 || c->term[0].count != 1))
		rc = complain(r, f, "'/ macs' goes with exactly one probe");
	r->v->n_costs++;
	return rc;
}

static int key_sass(struct reader *r, char *value, struct fault *f)
{
	if (r->v->n_sass == VARIANT_SASS_MAX)
		return complain(r, f, "more than %d lines of 'sass'", VARIANT_SASS_MAX);
	r->v->sass[r->v->n_sass++] = value;
	return 0;
}

static int key_form(struct reader *r, char *value, struct fault *f)
{
	struct variant_form *form = &r->v->form[r->v->n_forms];
	char *arrow = strstr(value, "->");

	if (r->v->n_forms == VARIANT_FORMS_MAX)
		return complain(r, f, "more than %d forms", VARIANT_FORMS_MAX);
	if (!arrow)
		return complain(r, f, "a form is not like 'int a, int b -> int'");
	*arrow = '\0';
	form->signature = trim(value);
	form->returns = trim(arrow + 2);
	if (!*form->signature || !*form->returns)
		return complain(r, f, "a form is not like 'int a, int b -> int'");
	r->v->n_forms++;
	return 0;
}

enum key_rule {
	KEY_MUST = 1,      /* in every file */
	KEY_MANY = 2,      /* may be repeated */
	KEY_WITH_FORMS = 4 /* exactly in files that have forms */
};

static const struct key {
	const char *name;
	unsigned rule;
	int (*parse)(struct reader *r, char *value, struct fault *f);
} keys[] = {
	{"primitive", KEY_MUST, key_primitive},
	{"variant", KEY_MUST, key_variant},
	{"id", KEY_MUST, key_id},
	{"about", KEY_MUST, key_about},
	{"accuracy", KEY_MUST, key_accuracy},
	{"ulp", 0, key_ulp},
	{"default", 0, key_default},
	{"flags", 0, key_flags},
	{"min_cc", 0, key_min_cc},
	{"function", 0, key_function},
	{"intrinsic", 0, key_intrinsic},
	{"cost", KEY_MUST | KEY_MANY, key_cost},
	{"sass", KEY_MANY | KEY_WITH_FORMS, key_sass},
	{"form", KEY_MANY | KEY_WITH_FORMS, key_form},
};
#define N_KEYS (sizeof(keys) / sizeof(keys[0]))

static int read_key(struct reader *r, char *line, struct fault *f)
{
	char *colon = strchr(line, ':'), *value;

	if (!colon)
		return complain(r, f, "'//@' is not followed by 'key: value'");
	*colon = '\0';
	line = trim(line);
	value = trim(colon + 1);
	for (size_t i = 0; i < N_KEYS; i++) {
		if (strcmp(line, keys[i].name) != 0)
			continue;
		if (!*value)
			return complain(r, f, "'%s' has no value", line);
		if ((r->seen & 1u << i) && !(keys[i].rule & KEY_MANY))
			return complain(r, f, "'%s' is there twice", line);
		if (r->v->n_forms && keys[i].parse != key_form)
			return complain(r, f, "'%s' comes after the first form", line);
		r->seen |= 1u << i;
		return keys[i].parse(r, value, f);
	}
	return complain(r, f, "unknown key '%s'", line);
}

/* ---- one file ---- */

static bool is_blank(const char *s, const char *end)
{
	return s + strspn(s, " \t\r\n") >= end;
}

static int check_whole(struct reader *r, struct fault *f)
{
	struct variant *v = r->v;
	const char *base = strrchr(r->file, '/');
	struct buf name = BUF_INIT;
	int rc = 0;

	for (size_t i = 0; i < N_KEYS && rc == 0; i++) {
		bool has = r->seen & 1u << i;

		if (!has &&
		    ((keys[i].rule & KEY_MUST) || ((keys[i].rule & KEY_WITH_FORMS) && v->n_forms)))
			rc = complain(r, f, "the file ends without '%s'", keys[i].name);
		else if (has && (keys[i].rule & KEY_WITH_FORMS) && !v->n_forms)
			rc = complain(r, f, "'%s' without any form", keys[i].name);
	}
	for (int i = 0; i < v->n_forms && rc == 0; i++)
		if (is_blank(v->form[i].body, v->form[i].body + strlen(v->form[i].body)))
			rc = complain(r, f, "the form '%s' has no body", v->form[i].signature);
	if (rc == 0 && (v->accuracy == VARIANT_ULP) == isnan(v->ulp))
		rc = complain(r, f, "'ulp' goes with 'accuracy: ulp', and only with it");
	if (rc == 0) {
		buf_addf(&name, "%s.%s" STRATEGY_SUFFIX, v->primitive, v->name);
		if (strcmp(name.s, base ? base + 1 : r->file) != 0)
			rc = complain(r, f, "the file's name is not %s, as its keys want", name.s);
	}
	buf_done(&name);
	return rc;
}

int variant_read(struct reader *r, char *text, struct fault *f)
{
	bool in_body = false;
	int rc = 0;

	for (char *line = text, *next; *line && rc == 0; line = next) {
		char *newline = strchr(line, '\n');

		next = newline ? newline + 1 : line + strlen(line);
		r->line++;
		if (strncmp(line, "//@", 3) == 0) {
			*line = '\0'; /* ends the body before it */
			if (newline)
				*newline = '\0';
			rc = read_key(r, line + 3, f);
			in_body = rc == 0 && r->v->n_forms > 0;
			if (in_body)
				r->v->form[r->v->n_forms - 1].body = next;
		} else if (!in_body && strncmp(line, "//", 2) != 0 && !is_blank(line, next)) {
			rc = complain(
				r, f,
				"neither a comment nor '//@ key: value', and no form has begun");
		}
	}
	return rc ? rc : check_whole(r, f);
}
