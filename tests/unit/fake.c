/*
 * The driver double: what it makes kernels cost, against figures computed by hand from its
 * profiles, and what it writes.
 */
#include "tap.h"

#include "fake/fake_test.h"

#define SM80 "tests/data/fake/loops_sm80.cubin"
#define SM90 "tests/data/fake/loops_sm90.cubin"
#define ITERS 1000

/* What body_cost is to time: set before the fork. */
static struct cost {
	const char *card, *cubin, *kernel;
	unsigned warps;
	int copies;
	double wanted_cyc; /* per copy of the instruction, whole SM: (T(2U) - T(U)) / U */
} cost;

static void body_cost(struct seen *seen)
{
	struct gen_stamp u = {0}, u2 = {0};
	struct session s;
	char name[64];

	seen->rc[0] = session_open(&s, cost.cubin);
	snprintf(name, sizeof(name), "%s_u", cost.kernel);
	seen->rc[1] = session_time(&s, name, cost.warps, ITERS, &u);
	snprintf(name, sizeof(name), "%s_2u", cost.kernel);
	seen->rc[2] = session_time(&s, name, cost.warps, ITERS, &u2);
	seen->v[0] =
		((double)(u2.clock_end - u2.clock_begin) - (double)(u.clock_end - u.clock_begin)) /
		ITERS / cost.copies;
}

static void test_costs(void)
{
	static const struct cost rows[] = {
		/* 16 lanes a sub-partition: 2 cycles an instruction, 8 of the 32 warps on each */
		{"cmp170hx-healthy", SM80, "ffma_c8", 32, 32, 2 * 8},
		{"cmp170hx-healthy", SM80, "dp4a_c8", 32, 32, 2 * 8},
		{"cmp170hx", SM80, "ffma_c8", 32, 32, 2 * 32 * 8},
		{"cmp170hx", SM80, "dp4a_c8", 32, 32, 2 * 32 * 8},
		/* 32 lanes, on two pipes */
		{"h200", SM90, "ffma_c8", 32, 32, 1 * 8},
		{"h200", SM90, "dp4a_c8", 32, 32, 2 * 8},
		{"cmp90hx", SM80, "ffma_c8", 32, 32, 1 * 32 * 8},
		{"rtx3060", SM80, "ffma_c8", 32, 32, 1 * 8},
		/* one warp, one chain: the latency, or the gate when that is longer */
		{"cmp170hx-healthy", SM80, "ffma_c1", 1, 32, 4},
		{"cmp170hx", SM80, "ffma_c1", 1, 32, 64},
		{"cmp170hx-healthy", SM80, "dp4a_c1", 1, 32, 4},
		{"cmp90hx", SM80, "ffma_c1", 1, 32, 32},
		{"cmp170hx-healthy", SM80, "mma_c1", 1, 16, 25},
		{"cmp170hx", SM80, "mma_c1", 1, 16, 256},
		{"cmp90hx", SM80, "mma_c1", 1, 16, 512},
		{"h200", SM90, "mma_c1", 1, 16, 24},
		/* four chains of one warp: 25 cycles hold three mma of 8 cycles, not four */
		{"cmp170hx-healthy", SM80, "mma_c4", 4, 16, 8},
		{"cmp170hx-healthy", SM80, "mma_c4", 32, 16, 8 * 8},
		{"cmp170hx", SM80, "mma_c4", 8, 16, 256 * 2},
		{"h200", SM90, "mma_c4", 32, 16, 6 * 8},
		{"rtx3060", SM80, "mma_c4", 32, 16, 32 * 8},
		/* FFMA and IMAD want one pipe on sm_80; on sm_90 FFMA has another to go to */
		{"cmp170hx-healthy", SM80, "both_c8", 32, 32, (2 + 2) * 8},
		{"h200", SM90, "both_c8", 32, 32, 2 * 8},
		/* five gated FFMA in a division */
		{"cmp170hx", SM80, "div_c1", 1, 8, 5 * 64},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char card[64];
		struct seen seen;

		cost = rows[i];
		snprintf(card, sizeof(card), "FAKE_CARD=%s", cost.card);
		fake_run(body_cost, (const char *const[ENV_MAX]){card}, 20, &seen);
		is_int(seen.rc[0] | seen.rc[1] | seen.rc[2], 0, "%s %s runs", cost.card,
		       cost.kernel);
		is_near(seen.v[0], cost.wanted_cyc, cost.wanted_cyc * 1e-3,
			"%s %s, %u warps: %g cycles a copy", cost.card, cost.kernel, cost.warps,
			cost.wanted_cyc);
	}
}

/* The whole of a launch: stamps of every warp, one value a lane. */
static void body_output(struct seen *seen)
{
	enum { BLOCKS = 70, WARPS = 4 };
	static struct gen_stamp stamp[BLOCKS * WARPS];
	static uint32_t out[BLOCKS * WARPS * 32];
	struct session s;
	int lanes_differ = 0, smid_wrong = 0, backwards = 0;
	double slowest = 0, fastest = 1e18;

	seen->rc[0] = session_open(&s, SM80);
	seen->rc[1] = session_launch(&s, "ffma_c8_u", BLOCKS, WARPS, ITERS);
	s.cu.cuMemcpyDtoH(stamp, s.stamp, sizeof(stamp));
	s.cu.cuMemcpyDtoH(out, s.out, sizeof(out));
	for (int i = 0; i < BLOCKS * WARPS * 32; i++)
		lanes_differ += out[i] != out[i % 32];
	for (int i = 0; i < BLOCKS * WARPS; i++) {
		double cycles = (double)(stamp[i].clock_end - stamp[i].clock_begin);

		smid_wrong += stamp[i].smid != (uint32_t)i / WARPS;
		backwards += stamp[i].clock_end <= stamp[i].clock_begin ||
			     stamp[i].ns_end <= stamp[i].ns_begin;
		slowest = fmax(slowest, cycles);
		fastest = fmin(fastest, cycles);
	}
	seen->v[0] = lanes_differ;
	seen->v[1] = smid_wrong;
	seen->v[2] = backwards;
	seen->v[3] = slowest / fastest - 1;
	seen->v[4] = out[0] == out[1];
	seen->rc[2] = session_launch(&s, "verify", 4, 8, 100);
	s.cu.cuMemcpyDtoH(out, s.out, 4 * 8 * 32 * 4);
	for (int i = 0; i < 4 * 8 * 32; i++)
		seen->v[5] += out[i] != 0;
}

static void test_output(void)
{
	struct seen seen;

	fake_run(body_output, (const char *const[ENV_MAX]){"FAKE_CARD=cmp170hx"}, 20, &seen);
	is_int(seen.rc[0] | seen.rc[1] | seen.rc[2], 0, "launches run");
	is_int((int)seen.v[0], 0, "all warps give the same lanes");
	is_int((int)seen.v[1], 0, "block i runs on SM i");
	is_int((int)seen.v[2], 0, "stamps run forwards");
	ok(seen.v[3] > 0 && seen.v[3] < 1e-4, "SMs differ by the noise of the profile");
	is_int((int)seen.v[4], 0, "neighbouring lanes differ");
	is_int((int)seen.v[5], 0, "a verify kernel finds no mismatch");
	fake_run(body_output,
		 (const char *const[ENV_MAX]){"FAKE_CARD=cmp170hx", "FAKE_LANE=3,2,17"}, 20, &seen);
	is_int((int)seen.v[0], 1, "FAKE_LANE breaks one lane");
	is_int((int)seen.v[5], 1, "... also of a verify kernel");
}

/* Clocks of a hundred launches, from the stamps. */
static void body_clock(struct seen *seen)
{
	struct session s;

	seen->rc[0] = session_open(&s, SM80);
	for (int i = 0; i < SEEN_MAX; i++) {
		struct gen_stamp t;

		session_time(&s, "ffma_c8_u", 32, 200, &t);
		seen->v[i] = (double)(t.clock_end - t.clock_begin) /
			     (double)(t.ns_end - t.ns_begin) * 1e3;
	}
}

static void test_clock(void)
{
	struct seen seen, again;

	fake_run(body_clock, (const char *const[ENV_MAX]){"FAKE_CARD=cmp170hx"}, 20, &seen);
	is_near(seen.v[0], 1140, 2, "the clock starts at the ramp's foot");
	ok(seen.v[5] > seen.v[0] + 10 && seen.v[5] < 1400, "... climbs");
	is_near(seen.v[SEEN_MAX - 1], 1410, 1, "... and arrives");
	fake_run(body_clock, (const char *const[ENV_MAX]){"FAKE_CARD=cmp170hx"}, 20, &again);
	ok(memcmp(&seen, &again, sizeof(seen)) == 0, "a second run gives the very same figures");
	fake_run(body_clock,
		 (const char *const[ENV_MAX]){"FAKE_CARD=cmp170hx", "FAKE_CLOCK=900@50-55"}, 20,
		 &seen);
	is_near(seen.v[48], 1410, 1, "FAKE_CLOCK: launch 49 is as usual");
	is_near(seen.v[49], 900, 1, "FAKE_CLOCK: launch 50 is slow");
	is_near(seen.v[55], 1410, 1, "FAKE_CLOCK: launch 56 is as usual");
}

static void body_identity(struct seen *seen)
{
	struct cuda_api cu = {0};
	struct cuda_uuid uuid;
	size_t bytes = 0;
	int n = 0, value = 0;

	fake_open("libcuda.so.1");
	cuda_api_open(&cu, NULL);
	seen->rc[0] = cu.cuInit(0);
	cu.cuDeviceGetCount(&n);
	seen->v[0] = n;
	cu.cuDeviceGetName(seen->text[0], sizeof(seen->text[0]), 0);
	cu.cuDeviceGetPCIBusId(seen->text[1], sizeof(seen->text[1]), 0);
	cu.cuDeviceGetName(seen->text[2], sizeof(seen->text[2]), 1);
	cu.cuDeviceTotalMem(&bytes, 0);
	seen->v[1] = (double)(bytes >> 20);
	cu.cuDeviceGetAttribute(&value, CUDA_DEVICE_SM_COUNT, 0);
	seen->v[2] = value;
	cu.cuDeviceGetAttribute(&value, CUDA_DEVICE_CC_MINOR, 1);
	seen->v[3] = value;
	cu.cuDeviceGetUuid(&uuid, 0);
	seen->v[4] = uuid.byte[0];
	seen->v[5] = uuid.byte[15];
	seen->rc[1] = cu.cuDeviceGetName(seen->text[3], sizeof(seen->text[3]), 2);
	seen->v[6] = dlsym(cu.handle, "cmptune_double") != NULL;
}

static void test_identity(void)
{
	struct seen seen;

	fake_run(body_identity, (const char *const[ENV_MAX]){"FAKE_CARD=mixed"}, 20, &seen);
	is_int((int)seen.v[0], 2, "the mixed rig has two cards");
	is_str(seen.text[0], "NVIDIA Graphics Device", "a 170HX has no name of its own");
	is_str(seen.text[1], "0000:0A:00.0", "a key after `like` overrides");
	is_str(seen.text[2], "NVIDIA GeForce RTX 3060", "the second card");
	is_int((int)seen.v[1], 7961, "memory");
	is_int((int)seen.v[2], 70, "SMs");
	is_int((int)seen.v[3], 6, "compute capability, minor");
	is_int((int)seen.v[4], 0x0f, "UUID, first byte");
	is_int((int)seen.v[5], 0x01, "UUID, last byte");
	is_int(seen.rc[1], 101, "there is no third card");
	ok(seen.v[6] == 1, "libcuda.so.1 admits that it is a double");
	fake_run(body_identity, (const char *const[ENV_MAX]){NULL}, 20, &seen);
	is_int(seen.rc[0], 100, "no FAKE_CARD: no device");
}

int main(void)
{
	test_costs();
	test_output();
	test_clock();
	test_identity();
	return done();
}
