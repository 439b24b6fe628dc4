/*
 * What stands around the instructions of a warpgroup: tiles in shared memory and their descriptors,
 * fence, commit and wait.  Must not know which instruction it is.
 */
#include "gen_group.h"

#include "gen.h"

#define TILE_ROW_BYTES 32 /* of each wgmma: 16 halves, 8 tf32, 32 bytes */
#define TILE_ROWS_A 64
#define TILE_ROWS_B 256 /* at most: a narrower instruction reads the first of them */
#define TILE_WORDS(rows) ((rows)*TILE_ROW_BYTES / 4)

#define REGISTERS_PER_SM 65536
/* Beside the sums: 24 that ptxas leaves free below them, A in registers, addresses. */
#define REGISTERS_BESIDE 40
#define WARPS_MAX 32

bool gen_is_tile(const struct probe *p, char name)
{
	return p->group && ((name == 'A' && !p->frag_a) || (name == 'B' && !p->frag_b));
}

int gen_warps_max(const struct probe *p, int chains)
{
	int registers = 32 * (p->frag_d * chains + REGISTERS_BESIDE);
	int warps = p->group ? REGISTERS_PER_SM / registers / p->group * p->group : WARPS_MAX;

	return warps < WARPS_MAX ? warps : WARPS_MAX;
}

/*
 * Without a swizzle a tile is made of core matrices, eight rows of 16 bytes each, 128 bytes in a
 * row: no bank conflicts.  Two make a row of the tile (128 bytes apart), the next eight rows are
 * 256 bytes on; the descriptor counts all in 16 bytes, and has 14 bits for the address.
 *
 * Tiles are written by ordinary stores and read by the tensor cores' own way to memory, so that a
 * fence lies between.
 */
void gen_group_prelude(struct buf *out)
{
	buf_puts(out, "static __device__ __forceinline__ unsigned long long tile_descriptor(const "
		      "unsigned *tile)\n"
		      "{\n\treturn ((unsigned)__cvta_generic_to_shared(tile) & 0x3ffff) >> 4 | "
		      "128ull >> 4 << 16 | "
		      "256ull >> 4 << 32;\n}\n"
		      "#define GROUP_BEGIN asm volatile(\"wgmma.fence.sync.aligned;\" ::: "
		      "\"memory\");\n"
		      "#define GROUP_END asm volatile(\"wgmma.commit_group.sync.aligned; "
		      "wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");\n\n");
}

static void put_tile(char name, int rows, struct buf *out)
{
	buf_addf(
		out,
		"\t__shared__ __align__(128) unsigned %c_words[%d];\n"
		"\tfor (unsigned w = threadIdx.x; w < %d; w += blockDim.x)\n\t\t%c_words[w] = %c;\n"
		"\tconst unsigned long long %c_tile = tile_descriptor(%c_words);\n",
		name, TILE_WORDS(rows), TILE_WORDS(rows), name, name, name, name);
}

/* Every core matrix holds the same words, so that all warps of a group compute the same. */
void gen_group_tiles(const struct probe *p, struct buf *out)
{
	if (gen_is_tile(p, 'A'))
		put_tile('a', TILE_ROWS_A, out);
	if (gen_is_tile(p, 'B'))
		put_tile('b', TILE_ROWS_B, out);
	buf_puts(out, "\tasm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");\n");
}
