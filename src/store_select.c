/*
 * Which record a person means: "20c2", "20c2:10de1585:92.00.67.00.01", "rtx 3080", each also with
 * "@derived".  One card is found, or a sentence says which ones could have been meant.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "nominal.h"
#include "opt.h"
#include "store_local.h"

enum match { MATCH_NONE, MATCH_PART, MATCH_NAME, MATCH_DEVICE, MATCH_KEY };

struct wanted {
	char text[128];
	bool has_provenance;
	enum provenance provenance;
};

static int parse_selector(const char *selector, struct wanted *out, struct fault *f)
{
	const char *at = strrchr(selector, '@');
	size_t n = at ? (size_t)(at - selector) : strlen(selector);

	*out = (struct wanted){0};
	if (at && provenance_parse(at + 1, &out->provenance))
		return fault_set(
			f, FAULT_USAGE,
			"'%.100s': after the '@' comes measured, published, derived or modelled",
			selector);
	out->has_provenance = at != NULL;
	if (!n || n >= sizeof(out->text))
		return fault_set(f, FAULT_USAGE, "'%.100s' names no card", selector);
	memcpy(out->text, selector, n);
	return 0;
}

static const char *name_of(const struct card *c)
{
	return c->f[CARD_name].status == CARD_OK ? c->f[CARD_name].text : "";
}

static const struct nominal_card *known_as(const struct card *c)
{
	if (c->f[CARD_pci_device].status != CARD_OK)
		return NULL;
	return nominal_card_find((unsigned)c->f[CARD_pci_device].num);
}

static bool is_device(const char *text, const struct card *c)
{
	char id[8];

	snprintf(id, sizeof(id), "%04x", (unsigned)(c->f[CARD_pci_device].num & 0xffff));
	return c->f[CARD_pci_device].status == CARD_OK && !strcasecmp(text, id);
}

/* The whole key, or its first one or two parts. */
static bool is_key(const char *text, const char *key)
{
	size_t n = strlen(text);

	return strchr(text, ':') && !strncasecmp(text, key, n) && (!key[n] || key[n] == ':');
}

static enum match match(const char *text, const struct choice *c)
{
	const struct nominal_card *known = known_as(&c->e.card);
	const char *name = name_of(&c->e.card), *title = known ? known->title : "",
		   *id = known ? known->id : "";

	if (is_key(text, c->e.key))
		return MATCH_KEY;
	if (is_device(text, &c->e.card))
		return MATCH_DEVICE;
	if (!strcasecmp(text, name) || !strcasecmp(text, title) || !strcasecmp(text, id))
		return MATCH_NAME;
	return strcasestr(name, text) || strcasestr(title, text) || strcasestr(id, text)
		       ? MATCH_PART
		       : MATCH_NONE;
}

/* "20c2:10de1585:92.00.67.00.01 CMP 170HX, derived": once for each key. */
static void add_candidate(struct buf *out, const struct choice *c)
{
	const struct nominal_card *known = known_as(&c->e.card);

	if (strstr(buf_str(out), c->e.key))
		return;
	buf_addf(out, "%s%s (%s)", out->len ? ", " : "", c->e.key,
		 known ? known->title : name_of(&c->e.card));
}

static const char *nearest_name(const char *text, const struct choice *v, size_t n)
{
	const char **names = mem_new(2 * n + 1, sizeof(*names)), *found;
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		const struct nominal_card *known = known_as(&v[i].e.card);

		names[count++] = name_of(&v[i].e.card);
		if (known)
			names[count++] = known->id;
	}
	found = opt_nearest(text, names, count);
	free(names);
	return found;
}

static int no_match(struct store *s, const struct wanted *w, const struct choice *v, size_t n,
		    struct fault *f)
{
	const char *near = nearest_name(w->text, v, n);

	if (near)
		return fault_set(f, FAULT_NONE_SUCH,
				 "%s: no card '%s'%s%s: did you mean '%s'? 'cmptune list' shows "
				 "all there are",
				 s->path, w->text, w->has_provenance ? " of provenance " : "",
				 w->has_provenance ? provenance_name(w->provenance) : "", near);
	return fault_set(f, FAULT_NONE_SUCH,
			 "%s: no card '%s'%s%s: 'cmptune list' shows those there are", s->path,
			 w->text, w->has_provenance ? " of provenance " : "",
			 w->has_provenance ? provenance_name(w->provenance) : "");
}

/* Smaller rank, then the later run. */
static bool is_better(const struct choice *a, const struct choice *b)
{
	int order;

	if (a->rank != b->rank)
		return a->rank < b->rank;
	order = strcmp(a->e.started_utc, b->e.started_utc);
	return order ? order > 0 : a->e.newest_run > b->e.newest_run;
}

/* Two cards, or two VBIOSes of one card that are equally well known: the user has to say which. */
static bool is_rival(const struct choice *best, const struct choice *c)
{
	bool same_device =
		best->e.card.f[CARD_pci_device].status == c->e.card.f[CARD_pci_device].status &&
		best->e.card.f[CARD_pci_device].num == c->e.card.f[CARD_pci_device].num;

	return !same_device || (best->rank == c->rank && strcmp(best->e.key, c->e.key));
}

static int choose(struct store *s, const struct wanted *w, struct choice *v, size_t n,
		  const struct choice **out, struct fault *f)
{
	struct buf rivals = BUF_INIT;
	const struct choice *best = NULL;
	enum match most = MATCH_NONE;
	bool is_unclear = false;

	for (size_t i = 0; i < n; i++) {
		enum match m = match(w->text, &v[i]);

		if (w->has_provenance && v[i].e.provenance != w->provenance)
			m = MATCH_NONE;
		if (m > most || (m == most && m && is_better(&v[i], best))) {
			most = m;
			best = &v[i];
		}
	}
	if (!best)
		return no_match(s, w, v, n, f);
	for (size_t i = 0; i < n; i++) {
		if (match(w->text, &v[i]) != most ||
		    (w->has_provenance && v[i].e.provenance != w->provenance))
			continue;
		add_candidate(&rivals, &v[i]);
		is_unclear = is_unclear || is_rival(best, &v[i]);
	}
	if (is_unclear)
		fault_set(f, FAULT_NONE_SUCH, "'%s' fits several cards: say which of %s", w->text,
			  buf_str(&rivals));
	buf_done(&rivals);
	*out = best;
	return is_unclear ? FAULT_NONE_SUCH : 0;
}

int store_record(struct store *s, const char *selector, struct record *out, struct fault *f)
{
	struct wanted w;
	struct choice *v = NULL;
	const struct choice *best = NULL;
	size_t n = 0;
	int rc = parse_selector(selector, &w, f);

	if (!rc)
		rc = choice_list(s, &v, &n, f);
	if (!rc)
		rc = choose(s, &w, v, n, &best, f);
	if (!rc)
		rc = record_load(s, best, out, f);
	free(v);
	return rc;
}
