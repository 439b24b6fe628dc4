/*
 * One point measured: the kernels with U and with 2U copies launched in turn, every sample kept.
 * Runs in the worker process; results are plain structs that travel over a pipe.
 */
#ifndef CMPTUNE_MEASURE_H
#define CMPTUNE_MEASURE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "fault.h"
#include "guard.h"
#include "launch.h"
#include "store.h"

#define MEASURE_SAMPLES_MAX 28 /* four rows of launches */
#define MEASURE_CASES_A_THREAD 256 /* of a verify kernel */

enum measure_task {
	MEASURE_HELLO,
	MEASURE_POINT,
	MEASURE_VERIFY
}; /* hello: open the device, say what it is */

struct measure_job {
	enum measure_task task;
	char cubin[PATH_MAX];
	char kernel[2][96]; /* with U and with 2U copies; a verify kernel: only the first */
	int warps, chains, copies;
	uint32_t seed; /* of a verify kernel */
};

struct measure_outcome {
	struct fault fault; /* code 0: measured */
	bool fatal;         /* the context is lost: this process must be replaced */
	bool is_double;     /* a test double answered */
	int n;
	struct store_sample sample[MEASURE_SAMPLES_MAX];
	bool uneven;      /* blocks did not spread one an SM */
	double sm_spread; /* of the last launch */
	bool lanes_differ;
	int bad_block, bad_warp, bad_lane;
	uint64_t cases, mismatches; /* verify */
};

/*
 * Calibrates the passes so that a launch of the 2U kernel takes about 0.13 ms
 * (never more than 30 on a card with a display watchdog), discards the first pair, then takes rows
 * of seven pairs until the 95 % interval of the difference is narrower than 0.02 % or
 * MEASURE_SAMPLES_MAX are there.  A pair is disturbed when NVML gave a throttle reason or when the
 * clock moved by more than 0.5 % and a step of globaltimer within it; it is kept and marked.
 */
void measure_run(struct launch *l, struct guard *g, const struct measure_job *job,
		 struct measure_outcome *out);

/* Run a kernel until cycles per ns moves by less than 0.2 % over three windows, two seconds at
 * most. */
int measure_warm(struct launch *l, const struct measure_job *job, struct fault *f);

#endif
