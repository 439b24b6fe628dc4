/* NVRTC: find a library that can target a card, compile CUDA C to a cubin. */
#ifndef CMPTUNE_NVRTC_H
#define CMPTUNE_NVRTC_H

#include <stddef.h>

#include "buf.h"
#include "fault.h"

struct nvrtc; /* an opened library */

/*
 * Open a library whose nvrtcGetSupportedArchs holds arch (80 for sm_80); arch 0 takes the newest
 * library. `where` (NULL: $CMPTUNE_NVRTC) is a file or a folder and then the only place to look.
 * Without it all of these are looked through: the sonames libnvrtc.so.13, .12, .11.2 by the loader,
 * $CUDA_HOME, /usr/local/cuda*, nvrtc* beside the program (build/nvrtc*) and in ../lib/cmptune,
 * Python's packages in $VIRTUAL_ENV and ~/.local.  The newest that fits wins. When none will do,
 * the fault says which were found, what they can target, and what to install.
 */
int nvrtc_open(int arch, const char *where, struct nvrtc **out, struct fault *f);
/*
 * All of those libraries, of each major version the one that nvrtc_open would try first; newest
 * first.  *out is an array of *n, both the caller's.  FAULT_BUILD when there is none.
 */
int nvrtc_open_all(const char *where, struct nvrtc ***out, size_t *n, struct fault *f);
void nvrtc_close(struct nvrtc *n);

const char *nvrtc_path(const struct nvrtc *n);
void nvrtc_version(const struct nvrtc *n, int *major, int *minor);
const int *nvrtc_archs(const struct nvrtc *n, size_t *count); /* ascending */

/*
 * Compile to a cubin for sm_<arch>, "80" or "90a".  opts are extra options, n_opts of them.  cubin
 * gets the image; ptx (may be NULL) the PTX; log the compiler's words, also on success.  A program
 * that does not compile is FAULT_BUILD. Keeps the thread's locale as it was (NVRTC before 12.6.2
 * does not).
 */
int nvrtc_compile(struct nvrtc *n, const char *arch, const char *source, const char *const *opts,
		  size_t n_opts, struct buf *cubin, struct buf *ptx, struct buf *log,
		  struct fault *f);

#endif
