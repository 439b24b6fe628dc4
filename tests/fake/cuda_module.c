/*
 * Modules and launches of the fake libcuda.so.1: a cubin is decoded, and a launch fills in what the
 * probe kernels write.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "elf.h"
#include "fake_cuda.h"
#include "gen.h"

#define SECTION_NOBITS 8
#define MAX_THREADS 1024
#define REGISTERS_PER_SM 65536
#define WATCHDOG_NS 2e9

struct cuda_function {
	const struct elf_kernel *kernel;
	const struct fake_card *card;
	struct fake_loop loop;
	int arch;
	bool costed;
};

struct cuda_module {
	struct cuda_module *next;
	void *image; /* owned */
	struct elf_cubin cubin;
	struct cuda_function *function; /* owned, one a kernel */
};

static struct cuda_module *modules;

static uint64_t field(const uint8_t *p, size_t at, size_t size)
{
	uint64_t v = 0;

	memcpy(&v, p + at, size);
	return v;
}

static size_t greater(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* The driver is not told the size either: an ELF image ends where its last table or section ends.
 */
static size_t image_size(const void *image)
{
	const uint8_t *e = image;
	size_t segments = field(e, 32, 8), sections = field(e, 40, 8),
	       section_size = field(e, 58, 2);
	size_t n = field(e, 60, 2), end = greater(64, segments + field(e, 54, 2) * field(e, 56, 2));

	end = greater(end, sections + n * section_size);
	for (size_t i = 0; i < n; i++) {
		const uint8_t *s = e + sections + i * section_size;

		if (field(s, 4, 4) != SECTION_NOBITS)
			end = greater(end, field(s, 24, 8) + field(s, 32, 8));
	}
	return end;
}

/* A cubin runs on its own generation, on the same or a newer minor version. */
static bool runs_on(int arch, const struct fake_card *c)
{
	return arch / 10 == (int)c->cc / 10 && arch <= (int)c->cc;
}

static void module_free(struct cuda_module *m)
{
	elf_done(&m->cubin);
	free(m->function);
	free(m->image);
	free(m);
}

int cuModuleLoadData(struct cuda_module **module, const void *image)
{
	int rc = cuda_enter("cuModuleLoadData", NULL);
	struct cuda_module *m;
	size_t size;

	if (rc)
		return rc;
	if (memcmp(image, "\177ELF", 4) != 0)
		return RC_INVALID_IMAGE;
	size = image_size(image);
	m = mem_new(1, sizeof(*m));
	m->image = mem_new(size, 1);
	memcpy(m->image, image, size);
	if (elf_open(m->image, size, &m->cubin, NULL) != 0)
		rc = RC_INVALID_IMAGE;
	else if (!runs_on(m->cubin.arch, cuda_card()))
		rc = RC_NO_BINARY;
	if (rc) {
		module_free(m);
		return rc;
	}
	m->function = mem_new(m->cubin.n + 1, sizeof(*m->function));
	for (size_t i = 0; i < m->cubin.n; i++) {
		m->function[i].kernel = &m->cubin.kernel[i];
		m->function[i].card = cuda_card();
		m->function[i].arch = m->cubin.arch;
	}
	m->next = modules;
	modules = m;
	*module = m;
	return CUDA_RC_SUCCESS;
}

int cuModuleUnload(struct cuda_module *module)
{
	int rc = cuda_enter("cuModuleUnload", NULL);

	if (rc)
		return rc;
	for (struct cuda_module **p = &modules; *p; p = &(*p)->next)
		if (*p == module) {
			*p = module->next;
			module_free(module);
			return CUDA_RC_SUCCESS;
		}
	return RC_INVALID_HANDLE;
}

void cuda_modules_done(void)
{
	while (modules) {
		struct cuda_module *m = modules;

		modules = m->next;
		module_free(m);
	}
}

int cuModuleGetFunction(struct cuda_function **function, struct cuda_module *module,
			const char *name)
{
	int rc = cuda_enter("cuModuleGetFunction", name);
	const struct elf_kernel *k;

	if (rc)
		return rc;
	k = elf_find(&module->cubin, name);
	if (!k)
		return CUDA_RC_NOT_FOUND;
	*function = &module->function[k - module->cubin.kernel];
	return CUDA_RC_SUCCESS;
}

int cuFuncGetAttribute(int *value, int attribute, struct cuda_function *function)
{
	int rc = cuda_enter("cuFuncGetAttribute", function->kernel->name);

	if (rc)
		return rc;
	switch (attribute) {
	case CUDA_FUNCTION_MAX_THREADS:
		*value = MAX_THREADS;
		break;
	case CUDA_FUNCTION_LOCAL_BYTES:
		*value = function->kernel->local_bytes > 0 ? function->kernel->local_bytes : 0;
		break;
	case CUDA_FUNCTION_REGISTERS:
		*value = function->kernel->regs;
		break;
	default:
		fake_die("cuFuncGetAttribute: the double does not know attribute %d yet",
			 attribute);
	}
	return CUDA_RC_SUCCESS;
}

static void log_launch(const struct cuda_function *fn, const struct fake_launch *run, uint64_t no)
{
	const char *path = getenv("FAKE_LOG");
	FILE *f;

	if (!path)
		return;
	f = fopen(path, "a");
	if (!f)
		fake_die("FAKE_LOG: %s cannot be written", path);
	fprintf(f,
		"%llu %s blocks=%u warps=%u iters=%d cycles=%.0f mhz=%.1f chain=%.2f pipe=%.2f "
		"insns=%zu unknown=%zu\n",
		(unsigned long long)no, fn->kernel->name, run->blocks, run->warps, run->iters,
		run->cycles, run->mhz, fn->loop.chain_cyc, fn->loop.pipe_cyc, fn->loop.n_insns,
		fn->loop.n_unknown);
	fclose(f);
}

/* The kernel's parameters, see gen.h.  false: it would write where nothing was allocated. */
static bool launch_bind(void **params, bool timed, struct fake_launch *run)
{
	uint64_t in, out, stamp;
	size_t warps = (size_t)run->blocks * run->warps;

	memcpy(&in, params[0], sizeof(in));
	memcpy(&out, params[1], sizeof(out));
	memcpy(&stamp, params[2], sizeof(stamp));
	memcpy(&run->iters, params[3], sizeof(run->iters));
	run->out = (void *)(uintptr_t)out;
	run->stamp = (void *)(uintptr_t)stamp;
	return cuda_memory_holds(in, 32 * sizeof(uint32_t)) &&
	       cuda_memory_holds(out, warps * 32 * sizeof(uint32_t)) &&
	       (!timed || cuda_memory_holds(stamp, warps * sizeof(struct gen_stamp)));
}

int cuLaunchKernel(struct cuda_function *function, unsigned grid_x, unsigned grid_y,
		   unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z,
		   unsigned shared_bytes, struct cuda_stream *stream, void **params, void **extra)
{
	struct fake_launch run = {.blocks = grid_x, .warps = block_x / 32};
	uint64_t no = fake_launches_add();
	bool was_dead = cuda_is_dead();
	int rc = cuda_enter("cuLaunchKernel", function->kernel->name),
	    regs = (function->kernel->regs + 7) / 8 * 8;

	/* a kernel that faults has been launched all right: whoever waits for it is told */
	if (rc)
		return cuda_is_sticky(rc) && !was_dead ? CUDA_RC_SUCCESS : rc;
	if (grid_y != 1 || grid_z != 1 || block_y != 1 || block_z != 1 || shared_bytes || stream ||
	    extra || !grid_x || !block_x || block_x % 32 || block_x > MAX_THREADS)
		return CUDA_RC_INVALID_VALUE;
	if (regs > 0 && (unsigned)regs * block_x > REGISTERS_PER_SM)
		return RC_OUT_OF_RESOURCES;
	if (!function->costed) {
		fake_loop_cost(function->card, function->arch, function->kernel->code,
			       function->kernel->size, &function->loop);
		function->costed = true;
	}
	if (!launch_bind(params, function->loop.timed, &run)) {
		cuda_die_of(RC_ILLEGAL_ADDRESS);
		return CUDA_RC_SUCCESS;
	}
	fake_loop_run(function->card, &function->loop, no, &run);
	if (fake_or(function->card->watchdog, 0) > 0 && run.cycles * 1e3 / run.mhz > WATCHDOG_NS)
		cuda_die_of(RC_LAUNCH_TIMEOUT);
	log_launch(function, &run, no);
	return CUDA_RC_SUCCESS;
}
