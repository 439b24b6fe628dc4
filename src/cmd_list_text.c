/*
 * Turns a listing into text for people: a block a card of the machine, a line a record of the
 * database.  A field that is not known has its reason beside it.
 */
#include <string.h>

#include "cmd_list.h"
#include "say.h"

enum { LABEL_WIDTH = 24 };

static void add_row(struct buf *out, const char *label, const char *value)
{
	buf_addf(out, "    %-*s  %s\n", LABEL_WIDTH, label, value);
}

static void add_heading(struct buf *out, const char *text)
{
	buf_addf(out, "%s%s%s%s\n", out->len ? "\n" : "", say_style(SAY_BOLD), text,
		 say_style(SAY_PLAIN));
}

static void text_card(const struct card *c, struct buf *out)
{
	struct buf value = BUF_INIT;
	struct fault why = {0};
	struct nvrtc *n;

	buf_puts(out, "\n  ");
	if (c->ordinal >= 0)
		buf_addf(out, "%d: ", c->ordinal);
	card_key(c, out);
	buf_putc(out, '\n');
	for (int i = 0; i < CARD_FIELD_COUNT; i++) {
		buf_clear(&value);
		card_field_format(c, (enum card_index)i, &value);
		add_row(out, card_field_label((enum card_index)i), buf_str(&value));
	}
	list_nvrtc(c, &n, &why);
	buf_clear(&value);
	if (n) {
		int major, minor;

		nvrtc_version(n, &major, &minor);
		buf_addf(&value, "%d.%d (%s)", major, minor, nvrtc_path(n));
	} else {
		buf_addf(&value, "none: %s", why.text);
	}
	add_row(out, "NVRTC", buf_str(&value));
	nvrtc_close(n);
	buf_done(&value);
}

static void text_machine(const struct listing *l, struct buf *out)
{
	add_heading(out, "Cards in this machine");
	if (l->why_none.len)
		buf_addf(out, "\n  %s%s\n", l->cards.n ? "" : "none: ", buf_str(&l->why_none));
	for (size_t i = 0; i < l->cards.n; i++)
		if (!l->only || l->only == &l->cards.v[i])
			text_card(&l->cards.v[i], out);
}

static const char *name_of(const struct card *c)
{
	return c->f[CARD_name].status == CARD_OK ? c->f[CARD_name].text : "-";
}

static void text_database(const struct listing *l, struct buf *out)
{
	int key_width = 4, name_width = 4, state_width = 5;

	add_heading(out, "Cards in the database");
	buf_addf(out, "  %s\n\n", store_path(l->store));
	for (size_t i = 0; i < l->n_entries; i++) {
		const struct store_entry *e = &l->entry[i];
		int key = (int)strlen(e->key), name = (int)strlen(name_of(&e->card)),
		    state = (int)strlen(e->fingerprint);

		key_width = key > key_width ? key : key_width;
		name_width = name > name_width ? name : name_width;
		state_width = state > state_width ? state : state_width;
	}
	buf_addf(out, "  %-*s  %-*s  %-*s  %-10s %-10s %7s\n", key_width, "card", name_width,
		 "name", state_width, "state", "provenance", "date", "figures");
	for (size_t i = 0; i < l->n_entries; i++) {
		const struct store_entry *e = &l->entry[i];
		int again = i > 0 &&
			    strcmp(e->key, e[-1].key) == 0; /* another state of the card above */

		buf_addf(out, "  %-*s  %-*s  %-*s  %-10s %-10.10s %7zu\n", key_width,
			 again ? "" : e->key, name_width, again ? "" : name_of(&e->card),
			 state_width, e->fingerprint[0] ? e->fingerprint : "-",
			 provenance_name(e->provenance), e->started_utc[0] ? e->started_utc : "-",
			 e->n_figures);
	}
}

void list_text(const struct listing *l, struct buf *out)
{
	if (l->with_machine)
		text_machine(l, out);
	if (l->store && l->entry)
		text_database(l, out);
}
