/*
 * What must not be lost: results when a process is killed at any moment, other processes' results
 * when two write at once, and the person's patience when a file is damaged.
 */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tap.h"

#define KILLS 20
#define ADDS 60

static char dir[] = "/tmp/cmptune-damage.XXXXXX";

static const char *at(const char *name)
{
	static char path[4][256];
	static int turn;
	char *out = path[turn++ % 4];

	snprintf(out, sizeof(path[0]), "%s/%s", dir, name);
	return out;
}

static struct card make_card(unsigned device)
{
	struct card c = {.ordinal = 0};

	card_set_num(&c, CARD_pci_device, device);
	card_set_text(&c, CARD_name, "NVIDIA Odd");
	return c;
}

static const struct store_run run = {.provenance = PROV_MEASURED,
				     .tool_version = "0.1.0",
				     .started_utc = "2026-01-01T00:00:00Z"};

static int add(struct store *s, int64_t id, const char *prefix, int i, struct fault *f)
{
	struct figure fig = {
		.kind = "tput", .warps = 1, .chains = 1, .interval_cyc = i + 1, .audit = "ok"};
	struct store_sample sample[8] = {{.copies = i}};

	snprintf(fig.probe, sizeof(fig.probe), "%s%d", prefix, i);
	return store_add(s, id, &fig, sample, 8, f);
}

/* Adds figures until it is killed.  Through the pipe: the run, then each figure that store_add
 * took. */
static void write_until_killed(int pipe_fd)
{
	struct store *s = NULL;
	struct card c = make_card(0x2abc);
	struct fault f = {0};
	int64_t id = 0;

	if (store_open(at("kill.db"), STORE_WRITE, &s, &f) ||
	    store_run_begin(s, &c, &run, &id, &f) || write(pipe_fd, &id, sizeof(id)) != sizeof(id))
		_exit(1);
	for (int64_t i = 0; !add(s, id, "p", (int)i, &f); i++)
		if (write(pipe_fd, &i, sizeof(i)) != sizeof(i))
			_exit(1);
	_exit(1);
}

/* What a killed writer had said: its run (0: none yet), and how many figures of it are stored. */
struct word {
	int64_t run_id, n;
};

/* Kill it some time after its start, or after its run has begun. */
static struct word kill_after(long nanoseconds, bool from_run)
{
	struct timespec wait_time = {.tv_nsec = nanoseconds};
	struct word said = {0, 0};
	int fd[2], status;
	int64_t i;
	pid_t child;

	if (pipe(fd))
		return said;
	child = fork();
	if (child == 0) {
		close(fd[0]);
		write_until_killed(fd[1]);
	}
	close(fd[1]);
	if (from_run && read(fd[0], &said.run_id, sizeof(i)) != sizeof(i))
		ok(0, "the writer begins a run");
	nanosleep(&wait_time, NULL);
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	if (said.run_id || read(fd[0], &said.run_id, sizeof(i)) == sizeof(i))
		while (read(fd[0], &i, sizeof(i)) == sizeof(i))
			said.n = i + 1;
	close(fd[0]);
	if (!WIFSIGNALED(status))
		ok(0, "the writer ran until it was killed");
	return said;
}

static void test_kill(void)
{
	struct word said[KILLS];
	struct store *s = NULL;
	struct fault f = {0};
	int64_t total = 0, lost = 0;
	int opened = 0;

	srand(20260101);
	for (int turn = 0; turn < KILLS; turn++) {
		/* 1 to 60 ms: while the file is made, the records are imported, figures are added.
		 */
		said[turn] = kill_after(1000000L + rand() % 59000000L, turn % 2);
		total += said[turn].n;
		if (store_open(at("kill.db"), STORE_WRITE, &s, &f)) {
			diag("%s", f.text);
			continue;
		}
		opened++;
		store_close(s);
	}
	is_int(opened, KILLS, "the database opens after each kill -9");
	ok(total > KILLS, "the writers were killed while they wrote (%lld figures)",
	   (long long)total);
	if (store_open(at("kill.db"), STORE_READ, &s, &f))
		return;
	for (int turn = 0; turn < KILLS; turn++)
		for (int64_t i = 0; i < said[turn].n; i++) {
			bool is_there = false;
			char probe[64];

			snprintf(probe, sizeof(probe), "p%d", (int)i);
			store_run_has(s, said[turn].run_id, probe, "tput", &is_there, &f);
			lost += !is_there;
		}
	is_int(lost, 0, "no figure is lost that was said to be stored");
	store_close(s);
}

static void write_some(const char *prefix)
{
	struct store *s = NULL;
	struct card c = make_card(0x2abd);
	struct fault f = {0};
	int64_t id = 0;
	int rc = store_open(at("two.db"), STORE_WRITE, &s, &f);

	if (!rc)
		rc = store_run_begin(s, &c, &run, &id, &f);
	for (int i = 0; !rc && i < ADDS; i++)
		rc = add(s, id, prefix, i, &f);
	if (!rc)
		rc = store_run_finish(s, id, "full speed", &f);
	if (rc)
		fprintf(stderr, "# %s\n", f.text);
	store_close(s);
	_exit(rc != 0);
}

static void test_two_writers(void)
{
	pid_t child[3];
	struct store *s = NULL;
	struct record r;
	struct fault f = {0};
	int failed = 0, status;
	static const char *const prefix[] = {"a", "b", "c"};

	for (int i = 0; i < 3; i++) {
		child[i] = fork();
		if (child[i] == 0)
			write_some(prefix[i]);
	}
	for (int i = 0; i < 3; i++) {
		waitpid(child[i], &status, 0);
		failed += status != 0;
	}
	is_int(failed, 0, "three processes make one database and write into it at once");
	is_int(store_open(at("two.db"), STORE_READ, &s, &f), 0, "it opens");
	is_int(store_record(s, "2abd", &r, &f), 0, "the card is there");
	is_int((long long)r.n, 3 * ADDS, "with everybody's figures");
	record_done(&r);
	store_close(s);
}

/* Open, read all there is, write; whatever is wrong must come back as a fault that names the file.
 */
static int use(const char *path, struct fault *f)
{
	struct store *s = NULL;
	struct store_entry *v = NULL;
	struct card c = make_card(0x2abe);
	size_t n = 0;
	int64_t id = 0;
	int rc = store_open(path, STORE_WRITE, &s, f);

	if (rc)
		return rc;
	rc = store_list(s, &v, &n, f);
	for (size_t i = 0; !rc && i < n; i++) {
		struct record r;

		rc = store_record_run(s, v[i].newest_run, &r, f);
		if (!rc)
			record_done(&r);
	}
	if (!rc)
		rc = store_run_begin(s, &c, &run, &id, f);
	if (!rc)
		rc = add(s, id, "x", 1, f);
	free(v);
	store_close(s);
	return rc;
}

static void copy_file(const char *from, const char *to)
{
	char block[65536];
	int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	ssize_t n;

	while ((n = read(in, block, sizeof(block))) > 0)
		if (write(out, block, (size_t)n) != n)
			diag("%s: %s", to, strerror(errno));
	close(in);
	close(out);
}

static void overwrite(const char *path, off_t where, size_t n)
{
	int fd = open(path, O_WRONLY);

	for (size_t i = 0; i < n; i++) {
		unsigned char byte = (unsigned char)rand();

		if (pwrite(fd, &byte, 1, where + (off_t)i) != 1)
			diag("%s: %s", path, strerror(errno));
	}
	close(fd);
}

static void test_damage(void)
{
	struct fault f = {0};
	struct stat st;
	int refused = 0, unnamed = 0;
	long pages;

	is_int(use(at("whole.db"), &f), 0, "a whole database can be used");
	stat(at("whole.db"), &st);
	pages = (long)st.st_size / 4096;
	for (long page = 0; page < pages; page++) {
		copy_file(at("whole.db"), at("damaged.db"));
		overwrite(at("damaged.db"), page * 4096, 4096);
		f = (struct fault){0};
		if (use(at("damaged.db"), &f)) {
			refused++;
			unnamed += strstr(f.text, "damaged.db") == NULL;
		}
		unlink(at("damaged.db-wal"));
		unlink(at("damaged.db-shm"));
	}
	ok(refused > pages / 4, "a page of noise is noticed (%d of %ld pages)", refused, pages);
	is_int(unnamed, 0, "and the file is always named");
	copy_file(at("whole.db"), at("damaged.db"));
	overwrite(at("damaged.db"), 0, 100);
	is_int(use(at("damaged.db"), &f), FAULT_DATABASE, "a header of noise");
	has_str(f.text, "move it away", "tells what to do");
	has_str(f.text, "cmptune import", "and how to get back what was exported");
	copy_file(at("whole.db"), at("damaged.db"));
	if (truncate(at("damaged.db"), st.st_size / 2))
		diag("%s", strerror(errno));
	is_int(use(at("damaged.db"), &f), FAULT_DATABASE, "half a database");
	/* A log that is not of this file, as a copy without its log leaves one. */
	copy_file(at("whole.db"), at("damaged.db"));
	copy_file(at("whole.db"), at("damaged.db-wal"));
	is_int(use(at("damaged.db"), &f), 0, "a foreign log is no reason to fail");
}

int main(void)
{
	if (!mkdtemp(dir))
		skip_all("no temporary folder can be made");
	test_kill();
	test_two_writers();
	test_damage();
	if (fork() == 0)
		execlp("rm", "rm", "-rf", dir, (char *)NULL);
	wait(NULL);
	return done();
}
