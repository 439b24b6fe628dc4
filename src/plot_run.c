/*
 * gnuplot as a child process: script on its standard input, what it says kept for the fault.  No
 * shell, no start-up files.  Input and output are unnamed files, so that neither side can wait for
 * the other.
 */
#include "plot.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int spawn(const char *dir, int in, int err, pid_t *pid)
{
	static char name[] = "gnuplot", no_settings[] = "-d", from_stdin[] = "-";
	char *const argv[] = {name, no_settings, from_stdin, NULL};
	posix_spawn_file_actions_t actions;
	int rc = posix_spawn_file_actions_init(&actions);

	if (rc)
		return rc;
	rc = posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	if (!rc)
		rc = posix_spawn_file_actions_adddup2(&actions, err, STDOUT_FILENO);
	if (!rc)
		rc = posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
	if (!rc)
		rc = posix_spawn_file_actions_addchdir_np(&actions, dir);
	if (!rc)
		rc = posix_spawnp(pid, name, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return rc;
}

/* gnuplot points at the spot with a caret first; the sentence comes last. */
static void last_line(FILE *file, struct buf *out)
{
	char line[256];

	rewind(file);
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (!line[strspn(line, " \t")])
			continue;
		buf_clear(out);
		buf_puts(out, line + strspn(line, " \t"));
	}
}

int gnuplot_run(const char *dir, const char *script, size_t size, bool *drawn, struct fault *f)
{
	struct buf said = BUF_INIT;
	FILE *in = tmpfile(), *err = tmpfile();
	int rc = 0, status = 0, spawned;
	pid_t pid;

	*drawn = false;
	if (!in || !err || fwrite(script, 1, size, in) != size || fflush(in) ||
	    fseek(in, 0, SEEK_SET)) {
		rc = fault_set(f, FAULT_FILE,
			       "cannot write the gnuplot script to a temporary file: %s",
			       strerror(errno));
		goto out;
	}
	spawned = spawn(dir, fileno(in), fileno(err), &pid);
	if (spawned == ENOENT)
		goto out; /* dir was just written to, so it is gnuplot that is not there */
	if (spawned) {
		rc = fault_set(f, FAULT_FILE, "cannot start gnuplot: %s", strerror(spawned));
		goto out;
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR) {
			rc = fault_set(f, FAULT_FILE, "lost track of gnuplot: %s", strerror(errno));
			goto out;
		}
	*drawn = status == 0;
	if (status) {
		last_line(err, &said);
		rc = fault_set(f, FAULT_FILE, "gnuplot failed: %s",
			       said.len ? said.s : "it said nothing");
	}
out:
	buf_done(&said);
	if (in)
		fclose(in);
	if (err)
		fclose(err);
	return rc;
}
