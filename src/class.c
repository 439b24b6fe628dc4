/* The throttle classes by name: everything from the rows of class.def. */
#include <string.h>

#include "spec.h"

static const struct {
	const char *id, *title;
	bool core;
} row[THROTTLE_CLASS_COUNT] = {
#define CLASS(id, title, core) {#id, title, core},
#include "class.def"
#undef CLASS
};

const char *class_id(enum throttle_class c)
{
	return row[c].id;
}

const char *class_title(enum throttle_class c)
{
	return row[c].title;
}

bool class_is_core(enum throttle_class c)
{
	return row[c].core;
}

int class_parse(const char *id, enum throttle_class *out)
{
	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		if (!strcmp(id, row[i].id)) {
			*out = (enum throttle_class)i;
			return 0;
		}
	return -1;
}
