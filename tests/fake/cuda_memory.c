/*
 * Device memory of the fake libcuda.so.1: host memory, of which every access is held against the
 * allocations.
 */
#include <stdlib.h>
#include <string.h>

#include "fake_cuda.h"

struct block {
	struct block *next;
	size_t bytes;
	max_align_t data[];
};

static struct block *blocks;

static uint64_t address_of(const struct block *b)
{
	return (uint64_t)(uintptr_t)b->data;
}

bool cuda_memory_holds(uint64_t address, size_t bytes)
{
	for (const struct block *b = blocks; b; b = b->next)
		if (address >= address_of(b) && bytes <= b->bytes &&
		    address - address_of(b) <= b->bytes - bytes)
			return true;
	return false;
}

static int allocate(const char *caller, uint64_t *address, size_t bytes)
{
	int rc = cuda_enter(caller, NULL);
	struct block *b;

	if (rc)
		return rc;
	if (!bytes)
		return CUDA_RC_INVALID_VALUE;
	if (bytes > (size_t)fake_or(cuda_card()->mem_mib, 0) << 20)
		return CUDA_RC_OUT_OF_MEMORY;
	b = malloc(sizeof(*b) + bytes);
	if (!b)
		return CUDA_RC_OUT_OF_MEMORY;
	memset(b->data, 0xa5, bytes); /* fresh device memory holds anything */
	b->bytes = bytes;
	b->next = blocks;
	blocks = b;
	*address = address_of(b);
	return CUDA_RC_SUCCESS;
}

int cuMemAlloc(uint64_t *address, size_t bytes)
{
	return allocate("cuMemAlloc_v2", address, bytes);
}

/* Pinned memory can be reached from the device, too. */
int cuMemAllocHost(void **memory, size_t bytes)
{
	uint64_t address = 0;
	int rc = allocate("cuMemAllocHost_v2", &address, bytes);

	*memory = (void *)(uintptr_t)address;
	return rc;
}

int cuMemFree(uint64_t address)
{
	int rc = cuda_enter("cuMemFree_v2", NULL);

	if (rc)
		return rc;
	for (struct block **p = &blocks; *p; p = &(*p)->next)
		if (address_of(*p) == address) {
			struct block *b = *p;

			*p = b->next;
			free(b);
			return CUDA_RC_SUCCESS;
		}
	return CUDA_RC_INVALID_VALUE;
}

int cuMemcpyHtoD(uint64_t to, const void *from, size_t bytes)
{
	int rc = cuda_enter("cuMemcpyHtoD_v2", NULL);

	if (rc)
		return rc;
	if (!cuda_memory_holds(to, bytes))
		return CUDA_RC_INVALID_VALUE;
	memcpy((void *)(uintptr_t)to, from, bytes);
	return CUDA_RC_SUCCESS;
}

int cuMemcpyDtoH(void *to, uint64_t from, size_t bytes)
{
	int rc = cuda_enter("cuMemcpyDtoH_v2", NULL);

	if (rc)
		return rc;
	if (!cuda_memory_holds(from, bytes))
		return CUDA_RC_INVALID_VALUE;
	memcpy(to, (const void *)(uintptr_t)from, bytes);
	return CUDA_RC_SUCCESS;
}

int cuMemsetD8(uint64_t to, unsigned char value, size_t bytes)
{
	int rc = cuda_enter("cuMemsetD8_v2", NULL);

	if (rc)
		return rc;
	if (!cuda_memory_holds(to, bytes))
		return CUDA_RC_INVALID_VALUE;
	memset((void *)(uintptr_t)to, value, bytes);
	return CUDA_RC_SUCCESS;
}

void cuda_memory_done(void)
{
	while (blocks) {
		struct block *b = blocks;

		blocks = b->next;
		free(b);
	}
}
