/*
 * The driver double: what its files promise each other.  Everything is read from profiles and the
 * environment, see README; a mistake in either ends the process with a sentence, so that a test
 * cannot pass by a misspelt rule.
 */
#ifndef CMPTUNE_FAKE_H
#define CMPTUNE_FAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAKE_EXPORT __attribute__((visibility("default")))
#define FAKE_PIPES_MAX 16
#define FAKE_SUBPARTITIONS 4 /* of an SM; each issues one warp instruction a cycle */

/* ---- profiles (profile.c, rates.c) ---- */

struct fake_rate {      /* a row of rates.ini */
	char *op;       /* pattern of canonical opcode names */
	unsigned pipes; /* bit set: an instruction takes one of them; 0: costs issue slots only */
	double per_clk; /* thread instructions per clock per SM, all pipes together */
	double lat_cyc; /* until a dependent instruction may issue */
};

struct fake_divider {
	char *op;
	double by;
};

/* Text that a profile leaves out is NULL, a number NaN. */
struct fake_card {
#define FIELD_TEXT(key) char *key;
#define FIELD_NUM(key) double key;
#include "field.def"
#undef FIELD_TEXT
#undef FIELD_NUM
	struct fake_rate *rate; /* owned; first match wins */
	size_t n_rates;
	struct fake_divider *divider; /* owned */
	size_t n_dividers;
};

struct fake_rig {
	struct fake_card *card; /* owned; in CUDA's order */
	size_t n;
};

/* The rig $FAKE_CARD names: a profile's name or a path.  No cards when it is unset or "none".  Read
 * once. */
const struct fake_rig *fake_rig(void);
void fake_rig_done(void);

void fake_rates_load(struct fake_card *c);
void fake_rates_done(struct fake_card *c);

/* What one warp instruction costs its sub-partition. */
struct fake_cost {
	unsigned pipes;  /* any one of them */
	double busy_cyc; /* for which the pipe takes nothing else */
	double lat_cyc;
};
void fake_rate_of(const struct fake_card *c, const char *op, struct fake_cost *out);

/* ---- what goes wrong on purpose (rule.c) ---- */

/*
 * To be asked at the start of every call: sleeps, hangs or crashes when a rule says so, else gives
 * the error code that a rule wants returned, or 0.  kernel is NULL for calls that have none.
 */
int fake_rule(const char *call, const char *kernel);

/* "0x4@10-20,0x8@30": the value for launch number n (from 1), or fallback. */
double fake_schedule(const char *variable, uint64_t n, double fallback);

/*
 * How far the card has come.  libcuda.so.1 exports it as cmptune_double, which is also how the tool
 * can tell that it talks to a double; libnvidia-ml.so.1 finds it there.
 */
struct fake_progress {
	uint64_t launches;
	double busy_ns; /* GPU time */
};
struct fake_progress *fake_progress(void);

/* Launches so far, over all processes when $FAKE_STATE names a file they share. */
uint64_t fake_launches(void);
uint64_t fake_launches_add(void);

/* SM clock now: on its ramp, or where $FAKE_CLOCK wants it.  (clock.c) */
double fake_clock_mhz(const struct fake_card *c);
double fake_or(double v, double fallback); /* fallback for NaN */

__attribute__((noreturn, format(printf, 1, 2))) void fake_die(const char *fmt, ...);

/* ---- running kernels (model.c) ---- */

/* What the timed loop of a kernel costs on a card, per pass. */
struct fake_loop {
	bool timed;       /* false: no timed loop, a verify kernel */
	size_t n_insns;   /* issued a warp */
	size_t n_unknown; /* opcodes the decoder does not know, costed as ALU work */
	double chain_cyc; /* of one warp alone: dependences, pipes, the branch */
	double pipe_cyc;  /* the busiest pipe, per warp of the sub-partition */
};
void fake_loop_cost(const struct fake_card *c, int arch, const uint8_t *code, size_t size,
		    struct fake_loop *out);
/* Cycles a pass takes with so many warps on the SM. */
double fake_loop_pass_cyc(const struct fake_loop *l, unsigned warps);

struct fake_launch {
	unsigned blocks, warps; /* warps a block */
	int iters;
	uint32_t *out;           /* blocks * warps * 32 words */
	struct gen_stamp *stamp; /* blocks * warps */
	double cycles, mhz;      /* filled in: of the loop, and the clock at its start */
};
/* Runs it: fills out and stamps and moves the card's clock on. */
void fake_loop_run(const struct fake_card *c, const struct fake_loop *l, uint64_t launch_no,
		   struct fake_launch *run);
#endif
