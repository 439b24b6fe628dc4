/*
 * Decisions to text that compilers read: cmp_dispatch.h, and the flags that go with it.
 * Deterministic bytes.  No text of a database becomes code: names and keys go through the escapers
 * of emit_text.c or are left out.
 */
#ifndef CMPTUNE_EMIT_H
#define CMPTUNE_EMIT_H

#include <stddef.h>

#include "buf.h"
#include "decide.h"
#include "fault.h"

#define EMIT_ABI 1 /* of the header: struct cmp_card, macro names and their meaning */

struct emit_card { /* borrowed */
	const struct record *record;
	const struct decisions *decisions;
};

/*
 * The header for n >= 1 cards, in this order.  remark goes into its head comment (NULL: none).  A
 * card without a PCI device id is refused: nothing could ever select it.
 */
int emit_header(const struct emit_card *cards, size_t n, const struct variant_set *variants,
		const char *remark, struct buf *out, struct fault *f);

enum emit_flags_form {
	EMIT_NVCC,  /* words for nvcc's command line */
	EMIT_NVRTC, /* words for nvrtcCompileProgram */
	EMIT_CMAKE, /* -DCMAKE_CUDA_FLAGS="..." */
	EMIT_ENV,   /* NVCC_APPEND_FLAGS="...", for any build that calls nvcc */
};
/* header is the path to name; one that a shell or make would not take as it is, is FAULT_USAGE. */
int emit_flags(const struct emit_card *card, enum emit_flags_form form, const char *header,
	       struct buf *out, struct fault *f);

#endif
