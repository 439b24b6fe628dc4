/* A loaded probe set: looking things up in it, and letting it go.  Reads no file. */
#include <stdlib.h>
#include <string.h>

#include "spec.h"

void spec_done(struct probe_set *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->v[i].sass);
		free(s->v[i].remark);
	}
	for (size_t i = 0; i < s->n_text; i++)
		free(s->text[i]);
	free(s->v);
	free(s->text);
	variant_done(&s->variants);
	*s = (struct probe_set){0};
}

const struct probe *spec_find(const struct probe_set *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->v[i].name, name))
			return &s->v[i];
	return NULL;
}

bool spec_supports(const struct probe *p, int arch)
{
	return !p->none && arch >= p->min_cc && arch <= p->max_cc;
}

int spec_slot_bytes(const struct probe *p)
{
	bool wide = !strcmp(p->type, "b64") || !strcmp(p->type, "f64");

	return p->slot_bytes ? p->slot_bytes : wide ? 8 : 4;
}

bool spec_is_mma(const struct probe *p)
{
	return p->macs > 0;
}
