/*
 * The measuring process on the driver double: it answers, crashes, hangs, is lost and replaced. The
 * double is loaded here first, so that the loader's name for the driver means the double.
 */
#include "worker.h"

#include <errno.h>
#include <unistd.h>

#include "buf.h"
#include "tap.h"

#include "fake/fake_test.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define SM80 "tests/data/fake/loops_sm80.cubin"
#define BUS_ID "0000:01:00.0"
#define TIMEOUT_S 2

/* The next process sees exactly these; NULL: the card alone. */
static void surroundings(const char *name, const char *value)
{
	static const char *const all[] = {"FAKE_FAIL", "FAKE_HANG", "FAKE_CRASH",   "FAKE_SLEEP",
					  "FAKE_LANE", "FAKE_NVML", "FAKE_REASONS", "FAKE_CLOCK",
					  "FAKE_LOG",  "FAKE_STATE"};

	for (size_t i = 0; i < COUNT(all); i++)
		unsetenv(all[i]);
	setenv("FAKE_CARD", "cmp170hx", 1);
	if (name)
		setenv(name, value, 1);
}

static struct measure_job point(const char *kernel)
{
	struct measure_job job = {
		.task = MEASURE_POINT, .cubin = SM80, .warps = 32, .chains = 8, .copies = 32};

	snprintf(job.kernel[0], sizeof(job.kernel[0]), "%s_u", kernel);
	snprintf(job.kernel[1], sizeof(job.kernel[1]), "%s_2u", kernel);
	return job;
}

/* Measures; a rate of 1/32 is what the double's card has. */
static void is_measured(struct worker *w, const char *kernel, const char *name)
{
	const struct measure_job job = point(kernel);
	struct measure_outcome o;
	struct fault f = {0};

	if (!ok(worker_measure(w, &job, &o, &f) == 0 && !o.fault.code, "%s: %s%s", name, f.text,
		o.fault.text))
		return;
	ok(o.n >= 7 && o.n <= MEASURE_SAMPLES_MAX, "%s: %d samples", name, o.n);
	for (int i = 0; i < o.n && i < 1; i++)
		is_near((o.sample[i].cycles_2u - o.sample[i].cycles_u) /
				((double)o.sample[i].iters * 32 * 32),
			16, 0.02, "%s: 16 cycles an instruction", name);
}

static double elapsed_s(const struct timespec *begin)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - begin->tv_sec) + 1e-9 * (double)(now.tv_nsec - begin->tv_nsec);
}

static void test_cards(void)
{
	struct card_list l = {0};
	struct buf why = BUF_INIT;
	struct fault f = {0};

	surroundings(NULL, NULL);
	is_int(worker_cards(&l, &why, &f), 0, "the cards of the machine");
	is_int((long long)l.n, 1, "are one");
	if (l.n)
		is_str(l.v[0].f[CARD_vbios].text, "92.00.67.00.01", "with what NVML says of it");
	is_str(buf_str(&why), "", "and nothing to explain");
	card_list_done(&l);
	setenv("FAKE_CARD", "none", 1);
	is_int(worker_cards(&l, &why, &f), 0, "no card is no fault");
	ok(l.n == 0 && why.len, "but explained: %s", buf_str(&why));
	card_list_done(&l);
	surroundings("FAKE_CRASH", "cuInit");
	is_int(worker_cards(&l, NULL, &f), FAULT_DEVICE, "a driver that crashes");
	has_str(f.text, "the NVIDIA driver crashed while the cards were read: signal 6",
		"costs a sentence");
	ok(l.n == 0 && !l.v, "and there are no cards");
	buf_done(&why);
}

static void test_hello(void)
{
	static const struct {
		const char *name, *value, *wanted;
	} row[] = {
		{"FAKE_CARD", "none", "the device cannot be opened: cuInit: CUDA_ERROR_NO_DEVICE"},
		{"FAKE_FAIL", "cuInit:999", "the device cannot be opened: cuInit: "},
		{"FAKE_FAIL", "cuDevicePrimaryCtxRetain:2",
		 "the device cannot be opened: cuDevicePrimaryCtxRetain: "},
		{"FAKE_FAIL", "cuMemAlloc:2", "the device cannot be opened: cuMemAlloc: "},
		{"FAKE_CRASH", "cuInit",
		 "the device cannot be opened: the measuring process died: signal 6"},
		{"FAKE_CRASH", "cuMemAlloc",
		 "the device cannot be opened: the measuring process died: signal 6"},
	};
	struct worker *w = worker_new(0, BUS_ID, TIMEOUT_S);
	const struct measure_job job = point("ffma_c8");
	struct measure_outcome o;
	struct fault f = {0};
	bool is_double = false;

	for (size_t i = 0; i < COUNT(row); i++) {
		surroundings(row[i].name, row[i].value);
		is_int(worker_hello(w, &is_double, &f), FAULT_DEVICE, "no device: %s=%s",
		       row[i].name, row[i].value);
		has_str(f.text, row[i].wanted, "and why");
		is_int(worker_measure(w, &job, &o, &f), FAULT_DEVICE, "nor is there a measurement");
		is_int(o.n, 0, "nor a sample");
	}
	surroundings(NULL, NULL);
	is_int(worker_hello(w, &is_double, &f), 0, "the device opens now");
	ok(is_double, "and is a double");
	is_int(worker_hello(w, &is_double, &f), 0, "it can be asked again");
	is_measured(w, "ffma_c8", "after all that");
	worker_free(w);
	w = worker_new(7, NULL, TIMEOUT_S);
	is_int(worker_hello(w, &is_double, &f), FAULT_DEVICE, "an eighth card");
	has_str(f.text, "cuDeviceGet", "there is not");
	worker_free(w);
	worker_free(worker_new(0, NULL, TIMEOUT_S));
	worker_free(NULL);
}

/* A point that takes the process along costs that point alone. */
static void test_lost(void)
{
	static const struct {
		const char *name, *value, *wanted;
	} row[] = {
		{"FAKE_CRASH", "cuLaunchKernel=dp4a*", "the measuring process died: signal 6"},
		{"FAKE_HANG", "cuLaunchKernel=dp4a*",
		 "no answer within 2 s; the measuring process was ended"},
		/* an error that ends the context */
		{"FAKE_FAIL", "cuLaunchKernel=dp4a*:719",
		 "cuCtxSynchronize: CUDA_ERROR_LAUNCH_FAILED (719)"},
		{"FAKE_FAIL", "cuModuleGetFunction=dp4a*:500",
		 "cuModuleGetFunction: CUDA_ERROR_NOT_FOUND (500)"},
	};
	const struct measure_job bad = point("dp4a_c8");

	for (size_t i = 0; i < COUNT(row); i++) {
		struct worker *w = worker_new(0, BUS_ID, TIMEOUT_S);
		struct measure_outcome o;
		struct fault f = {0};
		struct timespec begin;

		surroundings(row[i].name, row[i].value);
		is_measured(w, "ffma_c8", "before");
		clock_gettime(CLOCK_MONOTONIC, &begin);
		is_int(worker_measure(w, &bad, &o, &f), 0, "%s=%s is the point's own fault",
		       row[i].name, row[i].value);
		is_int(o.fault.code, FAULT_DEVICE, "a fault of the device");
		has_str(o.fault.text, row[i].wanted, "and which");
		is_int(o.n, 0, "without samples");
		ok(elapsed_s(&begin) < TIMEOUT_S + 3, "in time");
		is_measured(w, "ffma_c8", "a new process goes on");
		is_int(worker_measure(w, &bad, &o, &f), 0, "and is lost in its turn");
		is_int(o.fault.code, FAULT_DEVICE, "by the same");
		worker_free(w);
	}
}

/* What is wrong with a job, and not with the device, keeps the process. */
static void test_bad_job(void)
{
	struct worker *w = worker_new(0, BUS_ID, TIMEOUT_S);
	struct measure_job job = point("ffma_c8");
	struct measure_outcome o;
	struct fault f = {0};

	surroundings(NULL, NULL);
	is_measured(w, "ffma_c8", "before a bad job");
	snprintf(job.cubin, sizeof(job.cubin), "/nonexistent/x.cubin");
	is_int(worker_measure(w, &job, &o, &f), 0, "a cubin that is not there");
	is_int(o.fault.code, FAULT_FILE, "is a fault of the file");
	has_str(o.fault.text, "/nonexistent/x.cubin", "which is named");
	ok(!o.fatal, "and costs no process");
	is_measured(w, "ffma_c8", "after a bad job");
	worker_free(w);
}

/* The only child of this process, or 0 where the kernel does not tell. */
static pid_t only_child(void)
{
	char path[64];
	int pid = 0;
	FILE *list;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	list = fopen(path, "r");
	if (list && fscanf(list, "%d", &pid) != 1)
		pid = 0;
	if (list)
		fclose(list);
	return pid;
}

/* Ended from outside while it has nothing to do. */
static void test_killed(void)
{
	struct worker *w = worker_new(0, BUS_ID, TIMEOUT_S);
	const struct measure_job job = point("ffma_c8");
	struct measure_outcome o;
	struct fault f = {0};
	pid_t pid;

	surroundings(NULL, NULL);
	is_measured(w, "ffma_c8", "before it is killed");
	pid = only_child();
	if (pid > 0) {
		kill(pid, SIGKILL);
		is_int(worker_measure(w, &job, &o, &f), 0, "a process killed between two points");
		has_str(o.fault.text, "the measuring process died: signal 9", "is noticed");
		is_measured(w, "ffma_c8", "and replaced");
	} else {
		skip("a process killed between two points", "/proc does not list children");
	}
	worker_free(w);
}

static void test_answers(void)
{
	struct worker *w = worker_new(0, BUS_ID, TIMEOUT_S);
	struct measure_job job = {.task = MEASURE_VERIFY,
				  .cubin = SM80,
				  .kernel = {"verify"},
				  .warps = 8,
				  .seed = 12345};
	struct measure_outcome o;
	struct fault f = {0};
	int disturbed = 0;

	surroundings("FAKE_LANE", "7,3,21");
	is_int(worker_measure(w, &job, &o, &f), 0, "a verify kernel");
	is_int(o.fault.code, 0, "runs");
	is_int((long long)o.cases, 70LL * 8 * 32 * MEASURE_CASES_A_THREAD, "all its cases");
	job = point("ffma_c8");
	is_int(worker_measure(w, &job, &o, &f), 0, "a lane that computes something else");
	ok(o.lanes_differ && o.bad_block == 7 && o.bad_warp == 3 && o.bad_lane == 21,
	   "is found: block %d, warp %d, lane %d", o.bad_block, o.bad_warp, o.bad_lane);
	ok(o.is_double && !o.uneven, "the rest is as ever");
	worker_free(w);

	w = worker_new(0, BUS_ID, TIMEOUT_S);
	surroundings("FAKE_REASONS", "0x40@1-100000");
	is_int(worker_measure(w, &job, &o, &f), 0, "throttle reasons");
	for (int i = 0; i < o.n; i++)
		disturbed += o.sample[i].disturbed && o.sample[i].has_reasons &&
			     o.sample[i].reasons == 0x40;
	is_int(disturbed, o.n, "disturb every sample");
	is_int(o.n, MEASURE_SAMPLES_MAX, "and others are taken, up to a limit");
	worker_free(w);

	w = worker_new(0, NULL, TIMEOUT_S);
	surroundings(NULL, NULL);
	is_int(worker_measure(w, &job, &o, &f), 0, "without a bus id");
	ok(o.n && !o.sample[0].has_reasons && !o.sample[0].disturbed && !o.lanes_differ,
	   "NVML is not asked");
	worker_free(w);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN); /* as the program does */
	setenv("CMPTUNE_SYSROOT", "/nowhere", 1);
	fake_open("libcuda.so.1");
	fake_open("libnvidia-ml.so.1");
	test_cards();
	test_hello();
	test_lost();
	test_bad_job();
	test_killed();
	test_answers();
	ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "no process is left behind");
	return done();
}
