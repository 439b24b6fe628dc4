/*
 * cmptune VERB [OPTION...]: finds the verb, has its options parsed, runs it, and turns its fault
 * into an exit status.  What a verb does is none of its business.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "face.h"
#include "say.h"
#include "version.h"

static const struct verb *const verbs[] = {
	&verb_list, &verb_probe, &verb_audit,  &verb_report,
	&verb_emit, &verb_flags, &verb_export, &verb_import,
};
#define N_VERBS (sizeof(verbs) / sizeof(verbs[0]))

static void print_help(void)
{
	printf("cmptune: which instructions are throttled on this NVIDIA card, and what to use "
	       "instead\n\n"
	       "Usage: cmptune COMMAND [OPTION...]\n\nCommands:\n");
	for (size_t i = 0; i < N_VERBS; i++)
		printf("  %-8s %s\n", verbs[i]->name, verbs[i]->about);
	printf("\n  cmptune COMMAND --help  the options of a command, and examples\n"
	       "  cmptune --version       the version\n"
	       "\nExit status:\n  0    success\n");
	for (int i = 0; i < FAULT_COUNT; i++)
		printf("  %-4d %s\n", fault_exit_status(-1 - i), fault_about(-1 - i));
	printf("\nExamples:\n"
	       "  cmptune list                       # the cards here, and those in the database\n"
	       "  cmptune probe                      # measure the card in this machine\n"
	       "  cmptune report                     # what is slow, and by what factor\n"
	       "  cmptune emit -o cmp_dispatch.h     # the header that avoids it\n"
	       "  cmptune report --card 20c2         # the same for a CMP 170HX, without one\n");
}

static const struct verb *find_verb(const char *word, struct fault *f)
{
	const char *names[N_VERBS], *near;

	for (size_t i = 0; i < N_VERBS; i++) {
		names[i] = verbs[i]->name;
		if (strcmp(word, names[i]) == 0)
			return verbs[i];
	}
	near = opt_nearest(word, names, N_VERBS);
	fault_set(f, FAULT_USAGE, "there is no command '%s'%s%s%s; see 'cmptune --help'", word,
		  near ? ", did you mean '" : "", near ? near : "", near ? "'" : "");
	return NULL;
}

/* A command line that does not parse still says whether its error is wanted as JSON. */
static bool asks_for(const char *option, int argc, char **argv)
{
	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], option) == 0)
			return true;
	return false;
}

static int run_verb(const struct verb *verb, int argc, char **argv, struct fault *f)
{
	struct face_args *args = mem_new(1, verb->args_size);
	bool json = asks_for("--json", argc, argv);
	int rc, n_operands, wants_help;

	rc = opt_parse(verb, argc, argv, args, &n_operands, &wants_help, f);
	say_init(args->quiet, args->json || (rc != 0 && json));
	if (rc == 0 && wants_help)
		opt_help(verb, f);
	else if (rc == 0)
		rc = verb->run(args, n_operands, argv, f);
	opt_done(verb, args);
	free(args);
	return rc;
}

static int dispatch(int argc, char **argv, struct fault *f)
{
	const struct verb *verb;

	if (argc < 2)
		return fault_set(f, FAULT_USAGE,
				 "name a command, such as 'cmptune list'; see 'cmptune --help'");
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help();
		return 0;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("cmptune %s\n", CMPTUNE_VERSION);
		return 0;
	}
	if (argv[1][0] == '-')
		return fault_set(f, FAULT_USAGE,
				 "%s: options come after the command; see 'cmptune --help'",
				 argv[1]);
	verb = find_verb(argv[1], f);
	return verb ? run_verb(verb, argc - 2, argv + 2, f) : f->code;
}

/* A reader that has left (`| head`) is no error; a full disk is. */
static bool reader_is_gone(void)
{
	struct pollfd p = {.fd = STDOUT_FILENO, .events = POLLOUT};

	return poll(&p, 1, 0) == 1 && (p.revents & POLLERR);
}

static int finish_stdout(int rc, struct fault *f)
{
	bool failed;

	errno = 0;
	failed = fflush(stdout) != 0;
	if (!failed && !ferror(stdout))
		return rc;
	if (reader_is_gone())
		return rc == FAULT_FILE ? 0 : rc;
	if (rc != 0)
		return rc;
	return fault_set(f, FAULT_FILE, "standard output: cannot be written: %s",
			 errno ? strerror(errno) : "an earlier write failed");
}

/* With a closed descriptor 0, 1 or 2 the next file opened would take its place and be printed into.
 */
static void fill_standard_descriptors(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

int main(int argc, char **argv)
{
	struct fault f = {0};
	int rc;

	fill_standard_descriptors();
	signal(SIGPIPE, SIG_IGN);
	say_init(false, false);
	rc = dispatch(argc, argv, &f);
	say_progress_end();
	rc = finish_stdout(rc, &f);
	if (rc != 0)
		say_error(&f);
	return fault_exit_status(rc);
}
