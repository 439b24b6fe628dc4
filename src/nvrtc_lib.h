/* One opened NVRTC: what nvrtc_find.c looks for and nvrtc.c compiles with; nobody else's business.
 */
#ifndef CMPTUNE_NVRTC_LIB_H
#define CMPTUNE_NVRTC_LIB_H

#include "nvrtc.h"

struct nvrtc_program;

struct nvrtc {
#define NVRTC_API(member, required, names, result, params) result(*member) params;
#include "nvrtc_api.def"
#undef NVRTC_API
	void *handle; /* never closed: see nvrtc_close */
	char *path;   /* owned; resolved when the library was opened by its soname */
	int major, minor;
	int *arch; /* owned, ascending */
	size_t n_archs;
};

/* name is a soname or a path.  FAULT_BUILD when it does not load or is not a usable NVRTC. */
int nvrtc_lib_open(const char *name, struct nvrtc **out, struct fault *f);

int nvrtc_targets(const struct nvrtc *n, int arch); /* arch 0: any */
/* "NVRTC 13.0 in /usr/.../libnvrtc.so.13 (sm_75 to sm_121)" */
void nvrtc_describe(const struct nvrtc *n, struct buf *out);

#endif
