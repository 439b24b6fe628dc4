/*
 * A run to the state of its card.  Measures and judges nothing itself: verdicts come from
 * verdict.c, and what a state says is never changed.
 */
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "verdict.h"

/* What the fingerprint says of a class: "ffma/32" in its list, or "" when the class is not in it.
 */
static void claim(const char *fingerprint, const char *id, char *out, size_t size)
{
	size_t n = strlen(id);

	*out = '\0';
	for (const char *s = fingerprint; s && *s; s = strchr(s, ' ') ? strchr(s, ' ') + 1 : NULL)
		if (!strncmp(s, id, n) && s[n] == '/')
			snprintf(out, size, "%.*s", (int)strcspn(s, " "), s);
}

int state_agrees(const char *fingerprint, const struct verdict *v)
{
	char said[64], measured[64];

	if (fingerprint[0] == '?' || !strcmp(fingerprint, "unfinished"))
		return 0;
	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++) {
		const struct verdict_class *c = &v->cls[i];

		if (!class_is_core(c->id) || c->kind == VERDICT_NONE || c->kind == VERDICT_ABSENT)
			continue;
		claim(fingerprint, class_id(c->id), said, sizeof(said));
		claim(v->fingerprint, class_id(c->id), measured, sizeof(measured));
		if (strcmp(said, measured))
			return 0;
	}
	return 1;
}

/* Did the run leave out a core class that the card has? */
static bool is_partial(const struct verdict *v)
{
	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		if (class_is_core(v->cls[i].id) && v->cls[i].kind == VERDICT_NONE)
			return true;
	return false;
}

/* A run without one figure to trust must not join a state: it would hide that state's own figures.
 */
static bool tells_anything(const struct verdict *v)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->row[i].trusted)
			return true;
	return false;
}

static int known_state(struct store *s, const struct record *r, const struct verdict *v,
		       char fingerprint[256], struct fault *f)
{
	struct store_entry *e = NULL;
	const struct store_entry *best = NULL;
	size_t n = 0;
	int rc = store_list(s, &e, &n, f);

	for (size_t i = 0; i < n && !rc; i++)
		if (!strcmp(e[i].key, r->key) && e[i].provenance == r->provenance &&
		    state_agrees(e[i].fingerprint, v) &&
		    (!best || e[i].newest_run > best->newest_run))
			best = &e[i];
	if (best)
		snprintf(fingerprint, 256, "%s", best->fingerprint);
	free(e);
	return rc;
}

int state_finish(struct store *s, int64_t run_id, const struct probe_set *set,
		 char fingerprint[256], struct fault *f)
{
	struct record r;
	struct verdict v;
	int rc = store_record_run(s, run_id, &r, f);

	if (rc)
		return rc;
	verdict_make(&r, set, &v);
	snprintf(fingerprint, 256, "%s", v.fingerprint);
	if (is_partial(&v) && tells_anything(&v))
		rc = known_state(s, &r, &v, fingerprint, f);
	if (!rc)
		rc = store_run_finish(s, run_id, fingerprint, f);
	verdict_done(&v);
	record_done(&r);
	return rc;
}
