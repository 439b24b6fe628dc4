/* Parts of a kernel whose instruction is a warpgroup's (wgmma): private to gen. */
#ifndef CMPTUNE_GEN_GROUP_H
#define CMPTUNE_GEN_GROUP_H

#include <stdbool.h>

#include "buf.h"
#include "spec.h"

/* Is operand A or B (name: the letter) a tile in shared memory, known by its descriptor? */
bool gen_is_tile(const struct probe *p, char name);

/* Macros GROUP_BEGIN and GROUP_END, and the descriptor of a tile: once a program. */
void gen_group_prelude(struct buf *out);
/* The tiles, filled with the words a and b of the lanes, and their descriptors a_tile and b_tile.
 */
void gen_group_tiles(const struct probe *p, struct buf *out);

#endif
