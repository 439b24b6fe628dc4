/* What `cmptune audit` was asked for, and what its two forms, lines and matrix, share. */
#ifndef CMPTUNE_CMD_AUDIT_H
#define CMPTUNE_CMD_AUDIT_H

#include "face.h"
#include "session_build.h"

#define AUDIT_ARCH_MIN 60 /* older machine code is not decoded */

struct audit_args {
	struct face_args face;
	struct opt_list arch;
	struct opt_list only;
	const char *nvrtc;
	const char *probes;
	const char *dump;
	bool all_kernels, matrix;
	long jobs;
};

/* --arch as numbers, ascending and each once; *out is owned by the caller, NULL without --arch. */
int audit_archs(const struct audit_args *a, int **out, size_t *n, struct fault *f);

/* Compile and judge what was asked for: for one architecture with one library.  The caller ends
 * both, also on failure. */
int audit_build(const struct audit_args *a, const struct probe_set *set, struct nvrtc *nvrtc,
		int arch, struct plan *plan, struct session_build *out, struct fault *f);

/* A probe counts once, by its worst kernel pair: of the points of one probe from begin to *end. */
size_t audit_worst(const struct plan *plan, const struct session_build *b, size_t begin,
		   size_t *end);

/* Probe x (architecture, NVRTC), printed; *met of *total are as declared. */
int audit_matrix(const struct audit_args *a, const struct probe_set *set, size_t *met,
		 size_t *total, struct fault *f);

#endif
