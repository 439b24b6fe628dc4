/* Command lines: what is taken, what is refused, and which sentence comes with it. */
#include "tap.h"

#include <stdbool.h>
#include <stddef.h>

#include "opt.h"

struct args {
	bool flag;
	const char *text;
	long number;
	struct opt_list list;
	const char *format;
	const char *output;
};

static const char *const formats[] = {"text", "json", "csv", NULL};

static const struct opt rows[] = {
	{"flag", OPT_FLAG, offsetof(struct args, flag), NULL, NULL, "a flag", 0, 0, NULL},
	{"text", OPT_TEXT, offsetof(struct args, text), "TEXT", NULL, "a text", 0, 0, NULL},
	{"number", OPT_LONG, offsetof(struct args, number), "N", "7", "a number", -5, 100, NULL},
	{"list", OPT_LIST, offsetof(struct args, list), "ITEM", "x,y", "a list", 0, 0, NULL},
	{"format", OPT_TEXT, offsetof(struct args, format), "FORMAT", "text", "a choice", 0, 0,
	 formats},
	{"output,o", OPT_TEXT, offsetof(struct args, output), "FILE", NULL, "a name and a letter",
	 0, 0, NULL},
};

static const struct verb with_operands = {
	"try", "try it", "FILE...", rows, 6, sizeof(struct args), "cmptune try", NULL};
static const struct verb without_operands = {
	"try", "try it", NULL, rows, 6, sizeof(struct args), "cmptune try", NULL};

/* Splits `line` at blanks ("_" stands for an empty word) and parses it. */
static int parse(const struct verb *verb, const char *line, struct args *a, char **argv,
		 int *n_operands, int *help, struct fault *f)
{
	static char copy[256];
	int argc = 0;

	snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok(copy, " "); word && argc < 15; word = strtok(NULL, " "))
		argv[argc++] = strcmp(word, "_") == 0 ? word + 1 : word;
	*a = (struct args){0};
	*f = (struct fault){0};
	return opt_parse(verb, argc, argv, a, n_operands, help, f);
}

static void test_taken(void)
{
	char *argv[16];
	struct args a;
	struct fault f;
	int n, help;

	is_int(parse(&with_operands, "", &a, argv, &n, &help, &f), 0, "no argument");
	ok(!a.flag && !a.text && a.number == 7 && a.list.n == 2 && n == 0 && !help,
	   "gives the defaults");
	is_str(a.list.item[1], "y", "a list's default");
	is_str(a.format, "text", "a choice's default");
	opt_done(&with_operands, &a);
	is_int(a.list.n, 0, "opt_done empties lists");

	is_int(parse(&with_operands,
		     "one --flag --text a=b two --number=-5 --list p,q --list r -o f - -- --flag",
		     &a, argv, &n, &help, &f),
	       0, "everything at once");
	ok(a.flag && a.number == -5, "flag and number");
	is_str(a.text, "a=b", "a value with '='");
	is_str(a.output, "f", "a one-letter option");
	ok(a.list.n == 3 && strcmp(a.list.item[0], "p") == 0 && strcmp(a.list.item[2], "r") == 0,
	   "lists replace the default and add up");
	is_int(n, 4, "operands among options");
	ok(strcmp(argv[0], "one") == 0 && strcmp(argv[1], "two") == 0 &&
		   strcmp(argv[2], "-") == 0 && strcmp(argv[3], "--flag") == 0,
	   "'-' and what follows '--' are operands");
	opt_done(&with_operands, &a);

	for (size_t i = 0; i < 4; i++) {
		static const char *const line[] = {"-o f", "-o=f", "--output f", "--output=f"};

		parse(&with_operands, line[i], &a, argv, &n, &help, &f);
		is_str(a.output, "f", "%s", line[i]);
		opt_done(&with_operands, &a);
	}

	is_int(parse(&with_operands, "--text=_ --text= --number 1 --number 2", &a, argv, &n, &help,
		     &f),
	       0, "given twice");
	ok(a.text && !*a.text && a.number == 2, "the last one counts, also an empty one");
	opt_done(&with_operands, &a);

	parse(&without_operands, "--help operand", &a, argv, &n, &help, &f);
	is_int(help, 1, "--help");
	opt_done(&without_operands, &a);
}

static void test_refused(void)
{
	static const struct {
		const char *line, *sentence;
	} row[] = {
		{"--flga", "did you mean --flag?"},
		{"--formt=csv", "did you mean --format?"},
		{"--xyzzy", "there is no option --xyzzy; see 'cmptune try --help'"},
		{"-flag", "did you mean --flag?"},
		{"--o x", "there is no option --o"},
		{"--output,o x", "there is no option --output,o"},
		{"-output x", "did you mean --output?"},
		{"-x", "there is no option -x; see"},
		{"-o", "--output needs a value: FILE"},
		{"--flag=1", "--flag takes no value"},
		{"--text", "--text needs a value: TEXT"},
		{"--number 1x", "'1x' is not a whole number"},
		{"--number _", "'' is not a whole number"},
		{"--number 101", "must be between -5 and 100"},
		{"--number 99999999999999999999", "must be between -5 and 100"},
		{"--list a,,b", "an empty item"},
		{"--list _", "an empty item"},
		{"--format jsn", "did you mean 'json'?"},
		{"--format yaml", "it is one of: text, json, csv"},
		{"operand", "takes no operand, and 'operand' is one"},
	};
	char *argv[16];
	struct args a;
	struct fault f;
	int n, help;
	char wanted[128];

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		int rc = parse(&without_operands, row[i].line, &a, argv, &n, &help, &f);

		snprintf(wanted, sizeof(wanted), "%.*s", (int)strcspn(row[i].sentence, "?"),
			 row[i].sentence);
		is_int(rc, FAULT_USAGE, "'%s' is refused", row[i].line);
		has_str(f.text, wanted, "with a sentence");
		opt_done(&without_operands, &a);
	}
}

static void test_nearest(void)
{
	static const char *const words[] = {"list", "probe", "audit",  "report",
					    "emit", "flags", "export", "import"};
	static const struct {
		const char *word, *nearest;
	} row[] = {
		{"prob", "probe"},    {"pobre", "probe"}, {"reprot", "report"}, {"rep", "report"},
		{"exprot", "export"}, {"lst", "list"},    {"PROBE", "probe"},   {"flag", "flags"},
		{"benchmark", NULL},  {"x", NULL},        {"", NULL},           {"xy", NULL},
		{"emot", "emit"},     {"scan", NULL},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		is_str(opt_nearest(row[i].word, words, 8), row[i].nearest, "nearest to '%s'",
		       row[i].word);
}

int main(void)
{
	test_taken();
	test_refused();
	test_nearest();
	return done();
}
