/* Probe files: what is measured, as data.  Adding an instruction is one section of about six lines.
 */
#ifndef CMPTUNE_SPEC_H
#define CMPTUNE_SPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "fault.h"
#include "variant.h"

enum throttle_class {
#define CLASS(id, title, core) CLASS_##id,
#include "class.def"
#undef CLASS
	THROTTLE_CLASS_COUNT
};
const char *class_id(enum throttle_class c); /* "ffma" */
const char *class_title(enum throttle_class c);
bool class_is_core(enum throttle_class c);
int class_parse(const char *id, enum throttle_class *out); /* 0 or -1 */

/* How a `sass` line is to be read; see probes/README for the notation. */
enum sass_expect {
	EXPECT_EXACT, /* FFMA: each copy is one FFMA.  "FLO, IADD3": each copy is one of each */
	EXPECT_ALIAS, /* =LOP3: executed by another opcode than its name says */
	EXPECT_MIX, /* HFMA2 | HFMA2.MMA: the sum over the alternatives is one a copy, and all occur
		     */
	EXPECT_COMPOUND, /* ~MUFU, FFMA: a sequence that holds at least one of each a copy; the
			    census is stored */
	EXPECT_EMULATED, /* !CALL: the card lacks the instruction, and a sequence or a subroutine
			    runs in its place; counted like ~ */
};
#define SPEC_TERMS_MAX 6
struct spec_sass {
	int arch_lo, arch_hi;   /* inclusive */
	int nvrtc_lo, nvrtc_hi; /* 100 * major + minor, inclusive; 0..9999: the line names none */
	enum sass_expect expect;
	struct {
		char op[32];
		int per_copy;
	} term[SPEC_TERMS_MAX];
	int n_terms;
};

/* What is known of a probe on some architectures, for people. */
struct spec_remark {
	int arch_lo, arch_hi; /* inclusive */
	const char *text;     /* may have line ends */
	int n_ranges;         /* rows of the same remark, which are neighbours: one a range */
};

/* Memory that a probe's kernel provides: a slot a thread and chain, and $p is its address. */
enum spec_space { SPACE_NONE, SPACE_SHARED, SPACE_GLOBAL, SPACE_CONST };

enum spec_pipe { PIPE_UNSAID, PIPE_SAME, PIPE_OTHER };

#define SPEC_INPUTS_MAX 3
#define SPEC_SUMS_MAX 128       /* registers of a thread, all its chains: sums of a warpgroup */
#define SPEC_SLOTS_BYTES_MAX 48 /* memory of a thread, all its chains: 48 KiB a block */

/*
 * Texts are NULL where the file has no such key.  In PTX, $d is the chain register, $e a second one
 * of the same chain, $a $b $c fixed inputs, and for mma $D $A $B register lists; one statement a
 * line, without the semicolon.  $p is the address of the probe's memory.
 */
struct probe {
	char name[48];
	const char *about;
	const char *file; /* for messages; line is of the section */
	int line;
	const char *none; /* why there is nothing to measure: the probe is listed, never planned */
	enum throttle_class cls;
	const char *nominal; /* rate group of db/nominal.tsv; NULL: none was ever published */
	const char *ptx;     /* of every step, or of the even ones */
	const char *odd;     /* of the odd steps: another form of the same opcode */
	const char *type; /* of the chain: f32 f64 b32 b64 f16 f16x2; the PTX register class follows
			     from it */
	const char *init, *init_e;           /* C expressions of `lane` and `chain` */
	const char *in[SPEC_INPUTS_MAX];     /* $a $b $c, C expressions of `lane` */
	const char *alternate;               /* a probe whose instruction takes every second step */
	const char *alt_in[SPEC_INPUTS_MAX]; /* its inputs here; NULL: its own */
	enum spec_pipe alternate_pipe; /* SAME: intervals add up.  OTHER: they overlap, the slower
					  is seen */
	int min_cc, max_cc;            /* inclusive */
	char arch_suffix[2];           /* "a": compiled for sm_90a; else "" */
	int min_nvrtc;                 /* major version that knows the instruction; 0: every one */
	int chains;                    /* of the throughput kernel, a warp */
	int copies;                    /* U of the throughput kernel: instructions a warp a pass */
	int results;                   /* results a thread instruction gives: 2 for packed halves */
	bool sweep;                    /* warps x chains as well */
	bool no_latency;               /* nothing depends on the instruction: only its throughput */
	enum spec_space space;
	int slot_bytes;             /* 4, 8 or 16 */
	int macs;                   /* mma: m * n * k a warp instruction, of a warpgroup's the
				       warp's share; else 0 */
	int frag_d, frag_a, frag_b; /* mma: registers a thread of D (= C), A and B; 0: a tile in
				       shared memory */
	int group;                  /* warps that execute an instruction together; 0: each alone */
	/* strategy: the form of a variant that the probe times; else NULL */
	const struct variant *variant;
	const struct variant_form *form;
	struct spec_sass *sass; /* owned */
	int n_sass;
	struct spec_remark *remark; /* owned */
	int n_remarks;
};

struct probe_set {
	struct probe *v; /* owned; in file order */
	size_t n;
	char hash[65]; /* SHA-256 of all files but for remarks: a run carries it */
	struct variant_set variants;
	char **text; /* owned: every text the probes point to */
	size_t n_text;
};

/*
 * Load the embedded probe files, or those of a folder (NULL: the embedded), and make a probe of
 * every strategy that has a body.  Unknown, duplicate or missing keys are FAULT_DATA with
 * file:line.
 */
int spec_load(const char *dir, struct probe_set *out, struct fault *f);
/* One file's text; for the loader and its tests.  spec_finish checks what only the whole set can
 * tell. */
int spec_parse(struct probe_set *set, const char *file, const char *text, struct fault *f);
int spec_finish(struct probe_set *set, struct fault *f);
void spec_done(struct probe_set *s);
const struct probe *spec_find(const struct probe_set *s, const char *name);
/* The expectation for (arch, NVRTC major), or NULL when the file declares none. */
const struct spec_sass *spec_expect(const struct probe *p, int arch, int nvrtc);
/* The next remark that holds for arch, from the *i-th on, which moves behind it; NULL at the end.
 */
const char *spec_remark(const struct probe *p, int arch, int *i);
/* False everywhere for a probe that has no instruction of its own. */
bool spec_supports(const struct probe *p, int arch);
/* Does every compiler put something else in the instruction's place? */
bool spec_is_emulated(const struct probe *p, int arch);
bool spec_is_mma(const struct probe *p);
int spec_slot_bytes(const struct probe *p); /* of its memory, a thread and chain */

#endif
