/*
 * argv to a verb's argument struct, by the verb's rows.  It knows nothing of what an option means.
 */
#include "opt.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

int opt_name_len(const struct opt *o)
{
	return (int)strcspn(o->name, ",");
}

static void list_clear(struct opt_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->item[i]);
	free(list->item);
	*list = (struct opt_list){0};
}

static int list_add(struct opt_list *list, const struct opt *o, const char *value, struct fault *f)
{
	for (;;) {
		size_t n = strcspn(value, ",");
		struct buf item = BUF_INIT;

		if (n == 0)
			return fault_set(f, FAULT_USAGE, "--%.*s: an empty item in the list of %s",
					 opt_name_len(o), o->name, o->value);
		buf_add(&item, value, n);
		list->item = mem_grow(list->item, list->n + 1, sizeof(*list->item));
		list->item[list->n++] = buf_take(&item);
		if (!value[n])
			return 0;
		value += n + 1;
	}
}

static int parse_long(const struct opt *o, const char *value, long *out, struct fault *f)
{
	char *end;
	long v;

	errno = 0;
	v = strtol(value, &end, 10);
	if (end == value || *end || isspace((unsigned char)value[0]))
		return fault_set(f, FAULT_USAGE, "--%.*s: '%s' is not a whole number",
				 opt_name_len(o), o->name, value);
	if (errno == ERANGE || v < o->min || v > o->max)
		return fault_set(f, FAULT_USAGE,
				 "--%.*s: %s is out of range, it must be between %ld and %ld",
				 opt_name_len(o), o->name, value, o->min, o->max);
	*out = v;
	return 0;
}

static int check_choice(const struct opt *o, const char *value, struct fault *f)
{
	struct buf all = BUF_INIT;
	const char *near;
	size_t n = 0;
	int rc;

	for (; o->choices[n]; n++) {
		if (strcmp(o->choices[n], value) == 0) {
			buf_done(&all);
			return 0;
		}
		buf_addf(&all, "%s%s", n ? ", " : "", o->choices[n]);
	}
	near = opt_nearest(value, o->choices, n);
	rc = fault_set(f, FAULT_USAGE, "--%.*s: there is no '%s'%s%s%s; it is one of: %s",
		       opt_name_len(o), o->name, value, near ? ", did you mean '" : "",
		       near ? near : "", near ? "'" : "", buf_str(&all));
	buf_done(&all);
	return rc;
}

static int store_value(const struct opt *o, const char *value, void *args, struct fault *f)
{
	char *field = (char *)args + o->offset;

	switch (o->kind) {
	case OPT_FLAG:
		*(bool *)field = true;
		return 0;
	case OPT_TEXT:
		if (o->choices && check_choice(o, value, f) != 0)
			return f ? f->code : FAULT_USAGE;
		*(const char **)field = value;
		return 0;
	case OPT_LONG:
		return parse_long(o, value, (long *)field, f);
	case OPT_LIST:
		return list_add((struct opt_list *)field, o, value, f);
	}
	return 0;
}

static int unknown_option(const struct verb *verb, const char *word, struct fault *f)
{
	char **names = mem_new(verb->n_opts + 1, sizeof(*names));
	const char *near;
	int rc;

	for (size_t i = 0; i < verb->n_opts; i++) {
		names[i] = mem_text(verb->opts[i].name);
		names[i][opt_name_len(&verb->opts[i])] = '\0';
	}
	names[verb->n_opts] = mem_text("help");
	near = opt_nearest(word + strspn(word, "-"), (const char *const *)names, verb->n_opts + 1);
	rc = fault_set(f, FAULT_USAGE, "%s: there is no option %s%s%s; see 'cmptune %s --help'",
		       verb->name, word, near ? ", did you mean --" : "", near ? near : "",
		       verb->name);
	for (size_t i = 0; i <= verb->n_opts; i++)
		free(names[i]);
	free(names);
	return rc;
}

/* The row that `word` ("--name", "--name=value", "-n") names; *value points behind '=' or is NULL.
 */
static const struct opt *find_option(const struct verb *verb, const char *word, const char **value)
{
	size_t n_dashes = strspn(word, "-"), n = strcspn(word + n_dashes, "=");
	const char *name = word + n_dashes;

	*value = name[n] == '=' ? name + n + 1 : NULL;
	for (size_t i = 0; i < verb->n_opts; i++) {
		const struct opt *o = &verb->opts[i];
		size_t len = (size_t)opt_name_len(o);
		bool is_long = n_dashes == 2 && n == len && strncmp(o->name, name, n) == 0;

		if (is_long ||
		    (n_dashes == 1 && n == 1 && o->name[len] && o->name[len + 1] == *name))
			return o;
	}
	return NULL;
}

static int parse_option(const struct verb *verb, int argc, char **argv, int *i, bool *seen,
			void *args, struct fault *f)
{
	const char *value;
	const struct opt *o = find_option(verb, argv[*i], &value);

	if (!o) {
		struct buf word = BUF_INIT;
		int rc;

		buf_add(&word, argv[*i], strcspn(argv[*i], "="));
		rc = unknown_option(verb, buf_str(&word), f);
		buf_done(&word);
		return rc;
	}
	if (o->kind == OPT_FLAG && value)
		return fault_set(f, FAULT_USAGE, "--%.*s takes no value", opt_name_len(o), o->name);
	if (o->kind != OPT_FLAG && !value) {
		if (*i + 1 >= argc)
			return fault_set(f, FAULT_USAGE, "--%.*s needs a value: %s",
					 opt_name_len(o), o->name, o->value);
		value = argv[++*i];
	}
	/* What the user lists replaces the default; what he lists afterwards adds to it. */
	if (o->kind == OPT_LIST && !seen[o - verb->opts])
		list_clear((struct opt_list *)((char *)args + o->offset));
	seen[o - verb->opts] = true;
	return store_value(o, value, args, f);
}

int opt_parse(const struct verb *verb, int argc, char **argv, void *args, int *n_operands,
	      int *wants_help, struct fault *f)
{
	bool *seen = mem_new(verb->n_opts, sizeof(*seen));
	bool options_over = false;
	int rc = 0, n = 0;

	*n_operands = 0;
	*wants_help = 0;
	for (size_t i = 0; rc == 0 && i < verb->n_opts; i++)
		if (verb->opts[i].fallback)
			rc = store_value(&verb->opts[i], verb->opts[i].fallback, args, f);
	for (int i = 0; rc == 0 && i < argc; i++) {
		if (options_over || argv[i][0] != '-' || !argv[i][1])
			argv[n++] = argv[i];
		else if (strcmp(argv[i], "--") == 0)
			options_over = true;
		else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			*wants_help = 1;
		else
			rc = parse_option(verb, argc, argv, &i, seen, args, f);
	}
	*n_operands = n;
	if (rc == 0 && n > 0 && !verb->operands && !*wants_help)
		rc = fault_set(f, FAULT_USAGE,
			       "%s takes no operand, and '%s' is one; see 'cmptune %s --help'",
			       verb->name, argv[0], verb->name);
	free(seen);
	return rc;
}

void opt_done(const struct verb *verb, void *args)
{
	for (size_t i = 0; i < verb->n_opts; i++)
		if (verb->opts[i].kind == OPT_LIST)
			list_clear((struct opt_list *)((char *)args + verb->opts[i].offset));
}
