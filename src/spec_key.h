/* The keys of a probe section, one setter each: private to the loader. */
#ifndef CMPTUNE_SPEC_KEY_H
#define CMPTUNE_SPEC_KEY_H

#include "spec.h"

enum spec_key_index {
#define SPEC_KEY(name, setter, required) SPEC_KEY_##name,
#include "spec_key.def"
#undef SPEC_KEY
	SPEC_KEY_COUNT
};

const char *spec_key_name(enum spec_key_index k);
bool spec_key_required(enum spec_key_index k);
int spec_key_find(const char *name, enum spec_key_index *out, const char **nearest); /* 0 or -1 */

/* value is one line of the key's text; `text` is the whole of it so far, owned by the set. */
int spec_key_set(enum spec_key_index k, struct probe *p, const char *text, const char *line,
		 struct fault *f);

/* One line of a `sass` value, appended to the probe's expectations: "[ARCHS:] EXPECTATION".  See
 * probes/README. */
int spec_sass_parse(struct probe *p, const char *line, struct fault *f);

#endif
