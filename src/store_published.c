/*
 * A table of somebody else's figures (db/published) to published records, one a card.
 * Tab-separated:
 *
 *   # a comment
 *   @citation TAB where it is from          @remark TAB what is known to be wrong with it
 *   card TAB probe TAB ns TAB lat_cyc TAB audit TAB note
 *
 * card is an id of db/cards.tsv, - stands for a number that there is none of.  ns is printed as it
 * was published; only lat_cyc is a quantity of ours: cycles of a dependent instruction.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nominal.h"
#include "store_local.h"
#include "units.h"

#define COLUMNS 6
/* No rate of any class is in such a table, so nothing can be said of the card's state. */
#define STATE "rates not measured"

struct table {
	const char *file;
	int line;
	struct fault *f;
	char citation[512], remark[1024];
	struct dossier *v;
	size_t n;
};

static int refuse(struct table *t, const char *what)
{
	return fault_set(t->f, FAULT_DATA, "%s:%d: %s", t->file, t->line, what);
}

static struct dossier *dossier_of(struct table *t, const char *id)
{
	size_t n_cards;
	const struct nominal_card *cards = nominal_cards(&n_cards), *known = NULL;
	struct dossier *d;

	for (size_t i = 0; i < n_cards; i++)
		if (!strcmp(cards[i].id, id))
			known = &cards[i];
	for (size_t i = 0; known && i < t->n; i++)
		if (t->v[i].card.f[CARD_pci_device].num == known->pci_device)
			return &t->v[i];
	if (!known)
		return NULL;
	t->v = mem_grow(t->v, t->n + 1, sizeof(*t->v));
	d = &t->v[t->n++];
	*d = (struct dossier){
		.provenance = PROV_PUBLISHED, .fingerprint = STATE, .card.ordinal = -1};
	for (int i = 0; i <= CARD_clock_khz; i++)
		card_set_unknown(&d->card, (enum card_index)i, "not published");
	card_set_num(&d->card, CARD_pci_device, known->pci_device);
	card_set_text(&d->card, CARD_name, known->title);
	card_set_num(&d->card, CARD_cc, (uint64_t)known->cc);
	if (known->sm_count)
		card_set_num(&d->card, CARD_sm_count, (uint64_t)known->sm_count);
	return d;
}

static int number(const char *text, double *out)
{
	*out = NAN;
	return strcmp(text, "-") ? units_parse_double(text, out) : 0;
}

static int take_row(struct table *t, char *line)
{
	char *column[COLUMNS] = {line};
	struct dossier *d;
	struct figure *fig;
	int n = 1;

	for (char *tab = line; n < COLUMNS && (tab = strchr(tab, '\t')); n++) {
		*tab++ = '\0';
		column[n] = tab;
	}
	if (n < COLUMNS || strchr(column[COLUMNS - 1], '\t'))
		return refuse(t, "a row has six columns: card, probe, ns, lat_cyc, audit, note");
	if (!strcmp(column[0], "card"))
		return 0; /* the header */
	d = dossier_of(t, column[0]);
	if (!d)
		return refuse(t, "the card is none of db/cards.tsv");
	fig = &dossier_add(d)->fig;
	if (strlen(column[1]) >= sizeof(fig->probe) || strlen(column[4]) >= sizeof(fig->audit) ||
	    strlen(column[5]) >= sizeof(fig->note))
		return refuse(t, "a text is too long");
	strcpy(fig->probe, column[1]);
	strcpy(fig->kind, "lat");
	strcpy(fig->audit, column[4]);
	strcpy(fig->note, column[5]);
	if (number(column[2], &fig->ns) || number(column[3], &fig->interval_cyc))
		return refuse(t, "ns and lat_cyc are numbers, or -");
	return 0;
}

static int take_setting(struct table *t, const char *line)
{
	static const char citation[] = "@citation\t", remark[] = "@remark\t";

	if (!strncmp(line, citation, strlen(citation)) && strlen(line) < sizeof(t->citation)) {
		strcpy(t->citation, line + strlen(citation));
		return 0;
	}
	if (!strncmp(line, remark, strlen(remark)) && strlen(line) < sizeof(t->remark)) {
		strcpy(t->remark, line + strlen(remark));
		return 0;
	}
	return refuse(t, "only @citation and @remark are known, of 500 and 1000 characters");
}

int published_parse(const char *file, const char *text, struct dossier **out, size_t *n,
		    struct fault *f)
{
	struct table t = {.file = file, .f = f};
	char *copy = mem_text(text), *rest = copy, *line;
	int rc = 0;

	while (!rc && (line = strsep(&rest, "\n")) != NULL) {
		t.line++;
		if (line[0] == '@')
			rc = take_setting(&t, line);
		else if (line[0] && line[0] != '#')
			rc = take_row(&t, line);
	}
	for (size_t i = 0; i < t.n; i++) {
		strcpy(t.v[i].citation, t.citation);
		strcpy(t.v[i].remark, t.remark);
		if (rc)
			dossier_done(&t.v[i]);
	}
	free(copy);
	if (rc) {
		free(t.v);
		return rc;
	}
	*out = t.v;
	*n = t.n;
	return 0;
}
