/*
 * A kernel's words to its timed loop: what the backward branch between two clock reads spans.  Must
 * not look at what the loop does.
 */
#include "sass.h"

int sass_find_loop(int arch, const uint8_t *code, size_t size, struct sass_loop *out)
{
	size_t word = sass_word_bytes(arch), at, first = size, last = 0;
	struct sass_insn i;
	bool found = false;

	size -= size % word;
	for (at = sass_first(arch, 0); at < size; at = sass_next(arch, at)) {
		sass_decode(arch, code + at, at, &i);
		if (i.role != SASS_CLOCK)
			continue;
		if (first > at)
			first = at;
		last = at;
	}
	/*
	 * Slow paths have loops of their own, behind EXIT or inside the timed one: of several
	 * branches the widest is the loop.
	 */
	for (at = first; at < last; at = sass_next(arch, at)) {
		size_t to;

		sass_decode(arch, code + at, at, &i);
		if (i.target < 0)
			continue;
		to = (size_t)i.target;
		if (to % word || to <= first || to > at)
			continue;
		if (found && at + word - to <= out->end - out->begin)
			continue;
		out->begin = to;
		out->end = at + word;
		found = true;
	}
	return found ? 0 : -1;
}
