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

/* The keys that may be there several times. */
bool spec_key_repeats(enum spec_key_index k);

#define SPEC_RANGES_MAX 12
/* "80", "86-89", "90/12": inclusive; from 0 on and up to the last one where nothing is named. */
struct spec_range {
	int arch_lo, arch_hi, nvrtc_lo, nvrtc_hi;
};
/* The part of a line before its colon, at *s, which moves behind it; without a colon the one range
 * that holds everywhere.  0 or -1. */
int spec_ranges_parse(const char **s, struct spec_range v[SPEC_RANGES_MAX], int *n);

/* A `remark`, whole: "[ARCHS:] TEXT" or "@PROBE".  Another line of the last one takes its place. */
int spec_remark_parse(struct probe *p, const char *text, const char *line, struct fault *f);
/* Puts the remarks of the probes that "@PROBE" names in their place. */
int spec_remark_resolve(const struct probe_set *set, struct probe *p, struct fault *f);

/* One line of a `sass` value, appended to the probe's expectations: "[ARCHS:] EXPECTATION".  See
 * probes/README. */
int spec_sass_parse(struct probe *p, const char *line, struct fault *f);

#endif
