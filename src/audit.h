/* Does the machine code do what the probe declares?  Holds the timed loops of U and 2U copies
 * against the spec. */
#ifndef CMPTUNE_AUDIT_H
#define CMPTUNE_AUDIT_H

#include "buf.h"
#include "elf.h"
#include "sass.h"
#include "spec.h"

enum audit_verdict {
	AUDIT_OK,         /* each copy is the declared instruction, exactly */
	AUDIT_ALIAS,      /* executed by another, declared opcode */
	AUDIT_MIX,        /* the copies are shared out over two declared opcodes */
	AUDIT_COMPOUND,   /* a declared sequence */
	AUDIT_EMULATED,   /* a declared sequence in place of an instruction that the card lacks */
	AUDIT_FOLDED,     /* fewer, more or other instructions than declared: not a rate */
	AUDIT_UNDECLARED, /* the spec has no expectation for this architecture */
	AUDIT_FAILED,     /* does not compile, no timed loop, spills */
};
const char *audit_verdict_name(enum audit_verdict v); /* "ok", "alias", ... */
int audit_is_rate(enum audit_verdict v);              /* ok, alias, mix, compound, emulated */

/* A kernel's whole census as lines "kernel, opcode, count in the timed loop, count in all",
 * tab-separated. */
void audit_put_census(int arch, const struct elf_kernel *k, struct buf *out);

struct audit {
	enum audit_verdict verdict;
	char why[256];          /* one sentence for everything but ok; "" for ok */
	char sass[256];         /* what one copy executes: "FFMA*1", "HFMA2*0.5 HFMA2.MMA*0.5" */
	size_t body_u, body_2u; /* instructions in the loop bodies */
	int regs, local_bytes;  /* of the 2U kernel */
};

/*
 * u and u2 are the kernels with `copies` and 2 * copies instructions; alternate is the probe that
 * takes every second step, or NULL; nvrtc (100 * major + minor) picks the expectation.  waits: a
 * warpgroup waits for each instruction, and then one WARPGROUP.ARRIVE and .DEPBAR belong to a copy.
 * Otherwise none may: a compiler that finds the group's registers in its way waits behind every
 * instruction.
 */
void audit_pair(const struct probe *p, const struct probe *alternate, int arch, int nvrtc,
		int copies, bool waits, const struct elf_kernel *u, const struct elf_kernel *u2,
		struct audit *out);

#endif
