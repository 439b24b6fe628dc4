/* What the parent and the compiling processes of jit_build share: private to jit. */
#ifndef CMPTUNE_JIT_CHILD_H
#define CMPTUNE_JIT_CHILD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "jit.h"
#include "path.h"

#define JIT_ARCH_SIZE 8
struct jit_program {
	size_t begin, end; /* kernels [begin, end) of the request, all for one architecture */
	struct buf source;
	char key[HASH_HEX_SIZE]; /* name of its files in the cache */
	bool done;
};

struct jit_shared { /* in memory shared by all processes */
	atomic_size_t next, done;
};

struct jit_plan {
	struct nvrtc *nvrtc;
	char *dir;
	struct jit_program *program;
	size_t n;
	struct jit_shared *shared;
};

/* What a kernel is compiled for: "80", "90a". */
void jit_arch(const struct jit_request *r, const struct gen_kernel *k, char arch[JIT_ARCH_SIZE]);
/* Everything that decides the bytes of a cubin goes into its key: source, options, architecture,
 * NVRTC version. */
void jit_key(const struct jit_plan *plan, const char *arch, const char *source,
	     char key[HASH_HEX_SIZE]);
/* Kernels [begin, end) of the request share a probe: the smallest program they are compiled in, for
 * they belong together. */
size_t jit_group_end(const struct jit_request *r, size_t begin);
/* The key, and if wanted the source, of a program that holds kernels [begin, end) alone. */
void jit_group_key(const struct jit_plan *plan, const struct jit_request *r, size_t begin,
		   size_t end, struct buf *source, char key[HASH_HEX_SIZE]);
void jit_path(const struct jit_plan *plan, const char *key, const char *suffix, struct buf *out);
void jit_plan_done(struct jit_plan *plan);

/* Compile programs until none is left, then _exit: runs in a child of its own. */
_Noreturn void jit_child(struct jit_plan *plan, const struct jit_request *r);

#endif
