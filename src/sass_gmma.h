/* Names of the warpgroup's matrix instructions: private to sass. */
#ifndef CMPTUNE_SASS_GMMA_H
#define CMPTUNE_SASS_GMMA_H

#include <stdint.h>

/*
 * "HGMMA.64x256x16.F32", "IGMMA.64x64x32.S8.U8", ...; NULL for what is none of them, and for the
 * sparse forms. number: the low nine bits of the word whose low half is `low`; modifiers: bits 72
 * and up.
 */
const char *sass_gmma_name(unsigned number, uint64_t low, uint64_t modifiers);

#endif
