/*
 * Kernels to cubin files, through NVRTC in several processes and a cache.  One program holds many
 * kernels; when a program does not compile its kernels are compiled one by one, so that a bad one
 * takes no neighbour along.
 */
#ifndef CMPTUNE_JIT_H
#define CMPTUNE_JIT_H

#include <signal.h>

#include "gen.h"
#include "nvrtc.h"

struct jit_request {
	struct nvrtc *nvrtc;
	int arch;
	const struct probe_set *set;
	const struct gen_kernel *kernel; /* kernels of one probe lie side by side */
	size_t n;
	const char *cache_dir; /* NULL: the XDG cache folder, or a temporary one where that cannot
				  be written */
	const char *dump_dir;  /* NULL: none.  Source, PTX, cubin and log of each program go there,
				  the cache is not read */
	int jobs;              /* compiling processes; 0: as many as there are processors */
	void (*progress)(size_t done, size_t total, void *user); /* NULL: none */
	const volatile sig_atomic_t *stop; /* set by a signal: compiling is given up; NULL: never */
	void *user;
};

struct jit_result {
	char **cubin; /* for each kernel the path of the cubin that holds it; NULL: it does not
			 compile */
	char **log;   /* for each kernel that does not: the compiler's words; else NULL */
	size_t n;
	size_t n_programs, n_cached;
	double seconds;  /* wall time */
	char *temporary; /* folder to be removed by jit_done; NULL: none */
};

int jit_build(const struct jit_request *r, struct jit_result *out, struct fault *f);
void jit_done(struct jit_result *r);

#endif
