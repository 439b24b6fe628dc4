/* The encoding before sm_70, for sass_decode alone: 8-byte instructions in groups of three. */
#ifndef CMPTUNE_SASS_PASCAL_H
#define CMPTUNE_SASS_PASCAL_H

#include "sass.h"

#define SASS_PASCAL_WORD_BYTES 8
#define SASS_PASCAL_GROUP_BYTES 32 /* a word of control bits, then three instructions */

bool sass_is_pascal(int arch);

/* out has every field but number, op, base and role in its idle state. */
void sass_pascal_decode(int arch, uint64_t word, size_t at, struct sass_insn *out);

/* "?000" to "?fff", static. */
const char *sass_unknown_name(unsigned number);

#endif
