/*
 * Parent and child over a pair of pipes.  Both are the same program, so plain structs travel.  The
 * child touches neither the database nor the terminal, and leaves by _exit.
 */
#include "worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CARDS_TIMEOUT_S 20.0
#define HELLO_TIMEOUT_S 60.0 /* of opening the device; creating a context can take seconds */
#define GRACE_STEPS 50 /* a child that has answered is given 0.1 s to leave by itself */
#define GRACE_STEP_NS 2000000
#define WARM_TIMEOUT_S 5.0   /* the first point is preceded by the warm-up */

struct worker {
	int ordinal;
	char *bus_id;
	double timeout_s;
	pid_t pid; /* 0: none is running */
	int to, from;
	bool warm; /* a point was measured by the process that runs now */
};

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int write_all(int fd, const void *data, size_t n)
{
	const char *p = data;

	while (n) {
		ssize_t done = write(fd, p, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return -1;
		p += done;
		n -= (size_t)done;
	}
	return 0;
}

/* 0: all n bytes; -1: the other side is gone; -2: the time is up. */
static int read_all(int fd, void *data, size_t n, double timeout_s)
{
	double end = now_s() + timeout_s;
	char *p = data;

	while (n) {
		struct pollfd pf = {.fd = fd, .events = POLLIN};
		double left = end - now_s();
		ssize_t done;

		if (left <= 0)
			return -2;
		if (poll(&pf, 1, (int)(left * 1000) + 1) <= 0)
			continue;
		done = read(fd, p, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return -1;
		p += done;
		n -= (size_t)done;
	}
	return 0;
}

/*
 * A child with a pipe each way.  0 in the child.  It dies with its parent, and leaves Ctrl-C to the
 * parent, so that the probe in flight is given up by one process only.
 */
static pid_t spawn(int *to, int *from)
{
	pid_t parent = getpid(), pid;
	int down[2], up[2];

	if (pipe(down))
		return -1;
	if (pipe(up)) {
		close(down[0]);
		close(down[1]);
		return -1;
	}
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		signal(SIGINT, SIG_IGN);
		close(down[1]);
		close(up[0]);
		*to = up[1];
		*from = down[0];
		return 0;
	}
	close(down[0]);
	close(up[1]);
	if (pid < 0) {
		close(down[1]);
		close(up[0]);
		return -1;
	}
	*to = down[1];
	*from = up[0];
	return pid;
}

/* How a child ended, as a clause; kills it first where it still runs. */
static void bury(pid_t pid, int to, int from, struct buf *how)
{
	int status = 0;
	pid_t got = waitpid(pid, &status, WNOHANG);

	close(to);
	close(from);
	for (int i = 0; got == 0 && i < GRACE_STEPS; i++) {
		nanosleep(&(struct timespec){0, GRACE_STEP_NS}, NULL);
		got = waitpid(pid, &status, WNOHANG);
	}
	if (got == 0) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
		buf_puts(how, "it had to be killed");
	} else if (WIFSIGNALED(status)) {
		buf_addf(how, "signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
	} else {
		buf_addf(how, "exit status %d", WEXITSTATUS(status));
	}
}

/* ---- cards ---- */

struct cards_answer {
	struct fault fault;
	size_t n;
	char why_none[512];
};

static _Noreturn void cards_child(int to)
{
	struct cards_answer a = {0};
	struct card_list l = {0};
	struct buf why = BUF_INIT;
	int rc = card_list_local(&l, &why, &a.fault);

	a.n = rc ? 0 : l.n;
	strncpy(a.why_none, buf_str(&why), sizeof(a.why_none) - 1);
	if (!write_all(to, &a, sizeof(a)))
		write_all(to, l.v, a.n * sizeof(*l.v));
	_exit(0);
}

int worker_cards(struct card_list *out, struct buf *why_none, struct fault *f)
{
	struct cards_answer a;
	struct buf how = BUF_INIT;
	int to, from, got, rc = 0;
	pid_t pid = spawn(&to, &from);

	*out = (struct card_list){0};
	if (pid < 0)
		return fault_set(f, FAULT_DEVICE, "no process for the driver can be started: %s",
				 strerror(errno));
	if (pid == 0)
		cards_child(to);
	got = read_all(from, &a, sizeof(a), CARDS_TIMEOUT_S);
	if (!got && a.n) {
		out->v = mem_new(a.n, sizeof(*out->v));
		got = read_all(from, out->v, a.n * sizeof(*out->v), CARDS_TIMEOUT_S);
		out->n = a.n;
	}
	bury(pid, to, from, &how);
	if (got) {
		card_list_done(out);
		rc = got == -2
			     ? fault_set(f, FAULT_DEVICE,
					 "the NVIDIA driver did not answer within %.0f s; "
					 "'nvidia-smi' will tell whether it hangs",
					 CARDS_TIMEOUT_S)
			     : fault_set(f, FAULT_DEVICE,
					 "the NVIDIA driver crashed while the cards were read: %s",
					 buf_str(&how));
	} else if (a.fault.code) {
		if (f)
			*f = a.fault;
		rc = a.fault.code;
	} else if (why_none) {
		buf_puts(why_none, a.why_none);
	}
	buf_done(&how);
	return rc;
}

/* ---- measuring ---- */

struct worker *worker_new(int ordinal, const char *bus_id, double timeout_s)
{
	struct worker *w = mem_new(1, sizeof(*w));

	w->ordinal = ordinal;
	w->bus_id = mem_text(bus_id);
	w->timeout_s = timeout_s;
	return w;
}

static void lose(struct worker *w, struct buf *how)
{
	bury(w->pid, w->to, w->from, how);
	w->pid = 0;
	w->warm = false;
}

void worker_free(struct worker *w)
{
	struct buf how = BUF_INIT;

	if (!w)
		return;
	if (w->pid)
		lose(w, &how);
	buf_done(&how);
	free(w->bus_id);
	free(w);
}

static _Noreturn void measure_child(const struct worker *w, int to, int from)
{
	struct measure_job job;
	struct measure_outcome out;
	struct launch *l = NULL;
	struct guard *g = NULL;
	struct fault opening = {0};
	bool warm = false;

	launch_open(w->ordinal, &l, &opening);
	g = w->bus_id ? guard_open(w->bus_id) : NULL;
	while (!read_all(from, &job, sizeof(job), 1e9)) {
		memset(&out, 0, sizeof(out));
		out.fault = opening;
		out.fatal = !l;
		if (l && !warm && job.task == MEASURE_POINT) {
			warm = !measure_warm(l, &job, &out.fault);
			out.fatal = out.fault.code == FAULT_DEVICE;
		}
		if (!out.fault.code)
			measure_run(l, g, &job, &out);
		if (write_all(to, &out, sizeof(out)) || out.fatal)
			break;
	}
	_exit(0); /* without tidying up: a lost context may hang in it, and the driver frees all by
		     itself */
}

static int start(struct worker *w, struct fault *f)
{
	pid_t pid = spawn(&w->to, &w->from);

	if (pid < 0)
		return fault_set(f, FAULT_DEVICE, "no measuring process can be started: %s",
				 strerror(errno));
	if (pid == 0)
		measure_child(w, w->to, w->from);
	w->pid = pid;
	return 0;
}

/* The answer to a job that was written; what went wrong on the way is in out->fault, and a lost
 * process is buried.  One that did not even read the job does not answer either. */
static void answer(struct worker *w, double timeout_s, struct measure_outcome *out)
{
	struct buf how = BUF_INIT;
	int got = read_all(w->from, out, sizeof(*out), timeout_s);

	if (got)
		memset(out, 0, sizeof(*out));
	if (got || out->fatal)
		lose(w, &how);
	if (got == -2)
		fault_set(&out->fault, FAULT_DEVICE,
			  "no answer within %.0f s; the measuring process was ended", timeout_s);
	else if (got)
		fault_set(&out->fault, FAULT_DEVICE, "the measuring process died: %s",
			  buf_str(&how));
	buf_done(&how);
}

int worker_start(struct worker *w, struct fault *f)
{
	return w->pid ? 0 : start(w, f);
}

int worker_hello(struct worker *w, bool *is_double, struct fault *f)
{
	const struct measure_job job = {.task = MEASURE_HELLO};
	struct measure_outcome out;
	int rc = worker_start(w, f);

	if (rc)
		return rc;
	write_all(w->to, &job, sizeof(job));
	answer(w, HELLO_TIMEOUT_S, &out);
	*is_double = out.is_double;
	if (!out.fault.code)
		return 0;
	if (f)
		*f = out.fault;
	return fault_wrap(f, "the device cannot be opened");
}

int worker_ask(struct worker *w, const struct measure_job *job, struct fault *f)
{
	bool is_double;
	int rc = w->pid ? 0 : worker_hello(w, &is_double, f);

	if (!rc)
		write_all(w->to, job, sizeof(*job));
	return rc;
}

void worker_answer(struct worker *w, struct measure_outcome *out)
{
	answer(w, w->warm ? w->timeout_s : w->timeout_s + WARM_TIMEOUT_S, out);
	w->warm = w->pid != 0;
}

int worker_measure(struct worker *w, const struct measure_job *job, struct measure_outcome *out,
		   struct fault *f)
{
	int rc = worker_ask(w, job, f);

	memset(out, 0, sizeof(*out));
	if (!rc)
		worker_answer(w, out);
	return rc;
}
