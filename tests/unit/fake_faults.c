/*
 * The driver double: what goes wrong on purpose, and NVML.
 */
#include "tap.h"

#include "fake/fake_test.h"
#include "nvml_api.h"

#define SM80 "tests/data/fake/loops_sm80.cubin"
#define SM90 "tests/data/fake/loops_sm90.cubin"
#define CARD "FAKE_CARD=cmp170hx"
#define SECONDS 20

/* rc[0] opening; then launch and wait, 8 times: rc[1] rc[2], rc[3] rc[4], ...; rc[17] another
 * kernel, rc[18] its wait. */
static void body_launches(struct seen *seen)
{
	struct session s;

	seen->rc[0] = session_open(&s, SM80);
	if (seen->rc[0])
		return;
	for (int i = 0; i < 8; i++) {
		seen->rc[1 + 2 * i] = session_launch(&s, "ffma_c8_u", 4, 4, 10);
		seen->rc[2 + 2 * i] = s.cu.cuCtxSynchronize();
	}
	seen->rc[17] = session_launch(&s, "dp4a_c8_u", 4, 4, 10);
	seen->rc[18] = s.cu.cuCtxSynchronize();
	seen->rc[19] = s.cu.cuMemFree(s.out);
}

static void test_failures(void)
{
	static const struct {
		const char *rule;
		int at, rc,
			before; /* rc[at] is rc, rc[before] still 0 (before -1: nothing to check) */
	} rows[] = {
		{"FAKE_FAIL=cuInit:100", 0, 100, -1},
		{"FAKE_FAIL=cuModuleLoadData:209", 0, 209, -1},
		{"FAKE_FAIL=cuMemAlloc:2", 0, 2, -1},
		{"FAKE_FAIL=cuMemAlloc_v2@2:2", 0, 2, -1},
		/* a launch that cannot be made fails itself, and alone */
		{"FAKE_FAIL=cuLaunchKernel@5:701", 9, 701, 7},
		{"FAKE_FAIL=cuLaunchKernel@5:701", 9, 701, 11},
		{"FAKE_FAIL=cuLaunchKernel@2-3:1", 5, 1, 7},
		/* a kernel that faults is told of by the wait, and by all that follows */
		{"FAKE_FAIL=cuLaunchKernel@5:719", 10, 719, 9},
		{"FAKE_FAIL=cuLaunchKernel@5:719", 11, 719, 8},
		{"FAKE_FAIL=cuLaunchKernel@5:719", 19, 719, -1},
		{"FAKE_FAIL=cuCtxSynchronize@3:700", 6, 700, 5},
		{"FAKE_FAIL=cuCtxSynchronize@3:700", 7, 700, 4},
		/* by kernel */
		{"FAKE_FAIL=cuLaunchKernel=dp4a*:700", 18, 700, 16},
		{"FAKE_FAIL=cuLaunchKernel=ffma*@8:700", 16, 700, 14},
		{"FAKE_FAIL=cuModuleGetFunction=dp4a*:500 cuMemFree:1", 17, 500, 15},
		{"FAKE_FAIL=cuModuleGetFunction=dp4a*:500 cuMemFree:1", 19, 1, 18},
	};
	struct seen seen;

	fake_run(body_launches, (const char *const[ENV_MAX]){CARD}, SECONDS, &seen);
	for (int i = 0; i < 20; i++)
		if (seen.rc[i])
			is_int(seen.rc[i], 0, "without a rule call %d works", i);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int status =
			fake_run(body_launches, (const char *const[ENV_MAX]){CARD, rows[i].rule},
				 SECONDS, &seen);

		ok(WIFEXITED(status) && seen.rc[rows[i].at] == rows[i].rc &&
			   (rows[i].before < 0 || seen.rc[rows[i].before] == 0),
		   "%s: call %d gives %d", rows[i].rule, rows[i].at, rows[i].rc);
	}
}

static void test_endings(void)
{
	struct seen seen;
	int status = fake_run(body_launches,
			      (const char *const[ENV_MAX]){CARD, "FAKE_CRASH=cuLaunchKernel@3"},
			      SECONDS, &seen);

	ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT,
	   "FAKE_CRASH ends the process by a signal");
	status = fake_run(body_launches,
			  (const char *const[ENV_MAX]){CARD, "FAKE_HANG=cuCtxSynchronize@2"}, 0.3,
			  &seen);
	is_int(status, -1, "FAKE_HANG hangs until killed");
	status = fake_run(body_launches,
			  (const char *const[ENV_MAX]){CARD, "FAKE_SLEEP=cuLaunchKernel@2:50"},
			  SECONDS, &seen);
	ok(status == 0 && seen.rc[18] == 0, "FAKE_SLEEP only takes time");
}

/* Mistakes in a test must not make it pass. */
static void test_mistakes(void)
{
	static const char *const rows[] = {
		"FAKE_CARD=cmp999",
		"FAKE_FAIL=cuLaunch:1",
		"FAKE_FAIL=cuLaunchKernel",
		"FAKE_FAIL=cuLaunchKernel@0:1",
		"FAKE_FAIL=cuLaunchKernel@7-3:1",
		"FAKE_FAIL=cuInit=p_*:1",
		"FAKE_HANG=cuInit:1",
		"FAKE_LANE=1,2",
		"FAKE_CLOCK=fast",
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct seen seen;
		int err = dup(2), status;

		/* its sentence on stderr is wanted, but not here */
		if (!freopen("/dev/null", "w", stderr))
			exit(96);
		status = fake_run(body_launches, (const char *const[ENV_MAX]){CARD, rows[i]},
				  SECONDS, &seen);
		fflush(stderr);
		dup2(err, 2);
		close(err);
		ok(WIFEXITED(status) && WEXITSTATUS(status) == 99, "%s is refused", rows[i]);
	}
}

static void body_limits(struct seen *seen)
{
	struct session s;
	struct cuda_module *other;
	char *image;

	seen->rc[0] = session_open(&s, SM80);
	image = file_read(SM90);
	seen->rc[1] = s.cu.cuModuleLoadData(&other, image);
	free(image);
	seen->rc[2] = s.cu.cuModuleLoadData(&other, ".version 8.0");
	seen->rc[3] = session_launch(&s, "no_such_kernel", 1, 1, 1);
	seen->rc[4] = session_launch(&s, "ffma_c8_u", 1, 33, 1);
	seen->rc[5] = s.cu.cuMemcpyDtoH(seen->text, s.in, 129);
	/* more blocks than there is room for: the launch is made, the kernel writes where it must
	 * not */
	seen->rc[6] = session_launch(&s, "ffma_c8_u", SESSION_BLOCKS + 1, SESSION_WARPS, 1);
	seen->rc[7] = s.cu.cuCtxSynchronize();
	seen->rc[8] = session_launch(&s, "ffma_c8_u", 1, 1, 1);
}

static void test_limits(void)
{
	static const struct {
		int rc;
		const char *what;
	} rows[] = {
		{0, "opening"},
		{209, "a cubin for another generation"},
		{200, "PTX instead of a cubin"},
		{500, "a kernel that is not there"},
		{1, "more threads than a block can have"},
		{1, "reading past an allocation"},
		{0, "launching a kernel that will fault"},
		{700, "waiting for it"},
		{700, "the next launch"},
	};
	struct seen seen;

	fake_run(body_limits, (const char *const[ENV_MAX]){CARD}, SECONDS, &seen);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		is_int(seen.rc[i], rows[i].rc, "%s gives %d", rows[i].what, rows[i].rc);
}

static void body_watchdog(struct seen *seen)
{
	struct session s;

	seen->rc[0] = session_open(&s, SM80);
	seen->rc[1] = session_launch(&s, "ffma_c8_u", 1, 32, 1000);
	seen->rc[2] = s.cu.cuCtxSynchronize();
	seen->rc[3] = session_launch(&s, "ffma_c8_u", 1, 32, 100000000);
	seen->rc[4] = s.cu.cuCtxSynchronize();
}

static void test_watchdog(void)
{
	struct seen seen;

	fake_run(body_watchdog, (const char *const[ENV_MAX]){"FAKE_CARD=rtx3060"}, SECONDS, &seen);
	is_int(seen.rc[2], 0, "a display watchdog lets a short launch pass");
	is_int(seen.rc[4], 702, "... and ends a long one");
}

/* rc[1..]: NVML's answers; v: values; text. */
static void body_nvml(struct seen *seen)
{
	struct nvml_api ml = {0};
	struct nvml_device *d = NULL;
	struct nvml_pci pci = {0};
	struct session s = {0};
	unsigned n = 0;
	uint64_t reasons = 0;
	struct fault f = {0};

	fake_open("libnvidia-ml.so.1");
	seen->rc[0] = nvml_api_open(&ml, &f);
	snprintf(seen->text[7], sizeof(seen->text[7]), "%.90s", f.text);
	if (seen->rc[0])
		return;
	ml.nvmlDeviceGetCount(&n);
	seen->v[0] = n;
	seen->rc[1] = ml.nvmlDeviceGetHandleByIndex(0, &d);
	ml.nvmlDeviceGetName(d, seen->text[0], NVML_NAME_SIZE);
	seen->rc[2] = ml.nvmlDeviceGetHandleByPciBusId("00000000:0A:00.0", &d);
	ml.nvmlDeviceGetName(d, seen->text[1], NVML_NAME_SIZE);
	seen->rc[3] = ml.nvmlDeviceGetVbiosVersion(d, seen->text[2], NVML_VBIOS_SIZE);
	seen->rc[4] = ml.nvmlDeviceGetPciInfo(d, &pci);
	seen->v[1] = pci.device_id;
	seen->v[2] = pci.subsystem_id;
	snprintf(seen->text[3], sizeof(seen->text[3]), "%s", pci.bus_id);
	seen->rc[5] = ml.nvmlDeviceGetHandleByPciBusId("0000:77:00.0", &d);
	session_open(&s, SM80);
	for (int i = 10; i < 15; i++) {
		session_launch(&s, "ffma_c8_u", 70, 32, 100000);
		ml.nvmlDeviceGetCurrentClocksEventReasons(d, &reasons);
		seen->rc[i] = (int)reasons;
	}
	ml.nvmlDeviceGetClockInfo(d, NVML_CLOCK_SM, &n);
	seen->v[3] = n;
	seen->rc[6] = ml.nvmlDeviceGetPowerUsage(d, &n);
	nvml_api_close(&ml);
}

static void body_nvml_gaps(struct seen *seen)
{
	struct nvml_api ml = {0};
	struct nvml_device *d = NULL;

	fake_open("libnvidia-ml.so.1");
	nvml_api_open(&ml, NULL);
	ml.nvmlDeviceGetHandleByIndex(0, &d);
	seen->rc[0] = ml.nvmlDeviceGetVbiosVersion(d, seen->text[0], NVML_VBIOS_SIZE);
	seen->rc[1] = ml.nvmlDeviceGetUUID(d, seen->text[1], NVML_UUID_SIZE);
}

static void test_nvml(void)
{
	struct seen seen;

	fake_run(body_nvml,
		 (const char *const[ENV_MAX]){"FAKE_CARD=mixed", "FAKE_REASONS=0x4@2-3 0x40@5"},
		 SECONDS, &seen);
	is_int(seen.rc[0], 0, "NVML opens");
	is_int((int)seen.v[0], 2, "... with two cards");
	is_str(seen.text[0], "NVIDIA GeForce RTX 3060", "NVML counts by bus id");
	is_str(seen.text[1], "NVIDIA Graphics Device", "a card by its bus id");
	is_str(seen.text[2], "92.00.67.00.01", "VBIOS");
	ok(seen.v[1] == 0x20c210de && seen.v[2] == 0x158510de, "PCI ids, vendor in the low half");
	is_str(seen.text[3], "00000000:0A:00.0", "bus id as NVML writes it");
	is_int(seen.rc[5], 6, "no card on that bus");
	ok(seen.rc[10] == 0 && seen.rc[11] == 4 && seen.rc[12] == 4 && seen.rc[13] == 0 &&
		   seen.rc[14] == 0x40,
	   "FAKE_REASONS follows the launches");
	is_int((int)seen.v[3], 1410, "the clock of the warm card");
	is_int(seen.rc[6], 0, "power");
	fake_run(body_nvml, (const char *const[ENV_MAX]){CARD, "FAKE_NVML=none"}, SECONDS, &seen);
	ok(seen.rc[0] != 0, "FAKE_NVML=none: no NVML");
	fake_run(body_nvml_gaps,
		 (const char *const[ENV_MAX]){CARD, "FAKE_FAIL=nvmlDeviceGetVbiosVersion:3"},
		 SECONDS, &seen);
	ok(seen.rc[0] == 3 && seen.rc[1] == 0, "one NVML call fails alone");
	fake_run(body_nvml_gaps, (const char *const[ENV_MAX]){"FAKE_CARD=cmp50hx"}, SECONDS, &seen);
	is_int(seen.rc[0], 3, "what a profile leaves out is not supported");
}

static void test_state(void)
{
	char path[] = "/tmp/cmptune-fake-XXXXXX", state[64], log[] = "/tmp/cmptune-fake-XXXXXX",
	     log_env[64];
	const char *env[ENV_MAX] = {CARD, "FAKE_FAIL=cuLaunchKernel@12:1", state, log_env};
	struct seen seen;
	char *text;
	int lines = 0;

	close(mkstemp(path));
	close(mkstemp(log));
	snprintf(state, sizeof(state), "FAKE_STATE=%s", path);
	snprintf(log_env, sizeof(log_env), "FAKE_LOG=%s", log);
	fake_run(body_launches, env, SECONDS, &seen);
	is_int(seen.rc[17], 0, "the first process makes nine launches");
	fake_run(body_launches, env, SECONDS, &seen);
	ok(seen.rc[3] == 0 && seen.rc[5] == 1 && seen.rc[7] == 0,
	   "FAKE_STATE: the third of the second is the twelfth");
	text = file_read(log);
	for (char *p = text; *p; p++)
		lines += *p == '\n';
	is_int(lines, 17, "FAKE_LOG has a line for each launch that ran");
	has_str(text, "1 ffma_c8_u blocks=4 warps=4 iters=10 cycles=", "... saying what");
	free(text);
	unlink(path);
	unlink(log);
}

int main(void)
{
	test_failures();
	test_endings();
	test_mistakes();
	test_limits();
	test_watchdog();
	test_nvml();
	test_state();
	return done();
}
