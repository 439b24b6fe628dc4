/*
 * A verb's rows to the text of --help, on stdout: nothing about an option is said twice in the
 * source.
 */
#include "opt.h"

#include <stdio.h>
#include <string.h>

#include "buf.h"

#define HELP_WIDTH 96
#define HELP_INDENT 24

/* Words of text from column `at` on, continued at the indent. */
static void print_wrapped(const char *text, size_t at)
{
	while (*text) {
		size_t n = strcspn(text, " ");

		if (at > HELP_INDENT && at + 1 + n > HELP_WIDTH) {
			printf("\n%*s", HELP_INDENT, "");
			at = HELP_INDENT;
		} else if (at > HELP_INDENT) {
			putchar(' ');
			at++;
		}
		printf("%.*s", (int)n, text);
		at += n;
		text += n + strspn(text + n, " ");
	}
	putchar('\n');
}

static void print_option(const struct opt *o)
{
	struct buf left = BUF_INIT, right = BUF_INIT;
	int name_len = opt_name_len(o);

	buf_puts(&left, "  ");
	if (o->name[name_len])
		buf_addf(&left, "-%c, ", o->name[name_len + 1]);
	buf_addf(&left, "--%.*s%s%s", name_len, o->name, o->value ? " " : "",
		 o->value ? o->value : "");
	buf_puts(&right, o->help);
	for (size_t i = 0; o->choices && o->choices[i]; i++)
		buf_addf(&right, "%s%s", i ? ", " : "; one of: ", o->choices[i]);
	if (o->kind == OPT_LIST)
		buf_puts(&right, "; separated by commas, repeatable");
	if (o->fallback)
		buf_addf(&right, " (default: %s)", o->fallback);
	if (left.len + 1 > HELP_INDENT)
		printf("%s\n%*s", left.s, HELP_INDENT, "");
	else
		printf("%-*s", HELP_INDENT, left.s);
	print_wrapped(right.s, HELP_INDENT);
	buf_done(&left);
	buf_done(&right);
}

void opt_help(const struct verb *verb, struct fault *unused)
{
	static const struct opt help = {.name = "help", .help = "show this text"};

	(void)unused;
	printf("cmptune %s: %s\n\n", verb->name, verb->about);
	printf("Usage: cmptune %s [OPTION...]%s%s\n\nOptions:\n", verb->name,
	       verb->operands ? " " : "", verb->operands ? verb->operands : "");
	for (size_t i = 0; i < verb->n_opts; i++)
		print_option(&verb->opts[i]);
	print_option(&help);
	printf("\nExamples:\n");
	for (const char *line = verb->examples; *line;) {
		size_t n = strcspn(line, "\n");

		printf("  %.*s\n", (int)n, line);
		line += n + (line[n] == '\n');
	}
}
