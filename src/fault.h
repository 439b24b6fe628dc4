/* What went wrong, as a value: a code for programs and one sentence for people. */
#ifndef CMPTUNE_FAULT_H
#define CMPTUNE_FAULT_H

enum fault_index {
#define FAULT(name, status, about) FAULT_INDEX_##name,
#include "fault.def"
#undef FAULT
	FAULT_COUNT
};

/* Codes are negative so that "return 0 or a negative code" holds everywhere. */
enum fault_code {
	FAULT_OK = 0,
#define FAULT(name, status, about) FAULT_##name = -1 - FAULT_INDEX_##name,
#include "fault.def"
#undef FAULT
};

/* The caller owns it; a zeroed one means "no fault".  text is one sentence: the thing, the reason,
 * what to do. */
struct fault {
	int code;
	char text[1024];
};

/* Record a fault and return its code, so that `return fault_set(f, ...)` reads well.  f may be
 * NULL. */
__attribute__((format(printf, 3, 4))) int fault_set(struct fault *f, int code, const char *fmt,
						    ...);

/* Put "context: " before the sentence already in f; returns f->code. */
__attribute__((format(printf, 2, 3))) int fault_wrap(struct fault *f, const char *fmt, ...);

int fault_exit_status(int code);  /* 0 for FAULT_OK */
const char *fault_name(int code); /* "USAGE"; "OK" for 0 */
const char *fault_about(int code);

#endif
