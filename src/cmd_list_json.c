/*
 * Turns a listing into JSON for programs: the same content as the text, numbers as numbers, what is
 * not known as null with its reason.
 */
#include <jansson.h>
#include <stdlib.h>

#include "cmd_list.h"

static json_t *json_field(const struct card *c, enum card_index i)
{
	const struct card_field *f = &c->f[i];
	struct buf text = BUF_INIT;
	json_t *o = json_object(), *value = json_null();

	if (f->status == CARD_OK)
		value = card_field_is_text(i) ? json_string(f->text)
					      : json_integer((json_int_t)f->num);
	json_object_set_new(o, "value", value);
	if (f->status == CARD_OK) {
		card_field_format(c, i, &text);
		json_object_set_new(o, "text", json_string(buf_str(&text)));
	}
	if (f->why[0])
		json_object_set_new(o, "why", json_string(f->why));
	buf_done(&text);
	return o;
}

static json_t *json_nvrtc(const struct card *c)
{
	struct fault why = {0};
	struct nvrtc *n;
	json_t *o;
	int major, minor;

	list_nvrtc(c, &n, &why);
	if (!n)
		return json_pack("{s:n, s:s}", "version", "why", why.text);
	nvrtc_version(n, &major, &minor);
	o = json_pack("{s:o, s:s}", "version", json_sprintf("%d.%d", major, minor), "path",
		      nvrtc_path(n));
	nvrtc_close(n);
	return o;
}

static json_t *json_machine(const struct listing *l)
{
	json_t *cards = json_array();

	for (size_t i = 0; i < l->cards.n; i++) {
		const struct card *c = &l->cards.v[i];
		struct buf key = BUF_INIT;
		json_t *fields = json_object();

		if (l->only && l->only != c)
			continue;
		card_key(c, &key);
		for (int k = 0; k < CARD_FIELD_COUNT; k++)
			json_object_set_new(fields, card_field_id((enum card_index)k),
					    json_field(c, (enum card_index)k));
		json_array_append_new(
			cards,
			json_pack("{s:o, s:s, s:o, s:o}", "index",
				  c->ordinal >= 0 ? json_integer(c->ordinal) : json_null(), "card",
				  buf_str(&key), "fields", fields, "nvrtc", json_nvrtc(c)));
		buf_done(&key);
	}
	return json_pack("{s:o, s:o}", "cards", cards, "why",
			 l->why_none.len ? json_string(buf_str(&l->why_none)) : json_null());
}

static json_t *json_database(const struct listing *l)
{
	json_t *records = json_array();

	for (size_t i = 0; i < l->n_entries; i++) {
		const struct store_entry *e = &l->entry[i];

		json_array_append_new(
			records,
			json_pack("{s:s, s:s?, s:s, s:s, s:s, s:I}", "card", e->key, "name",
				  e->card.f[CARD_name].status == CARD_OK ? e->card.f[CARD_name].text
									 : NULL,
				  "state", e->fingerprint, "provenance",
				  provenance_name(e->provenance), "date", e->started_utc, "figures",
				  (json_int_t)e->n_figures));
	}
	return json_pack("{s:s, s:o}", "path", store_path(l->store), "records", records);
}

void list_json(const struct listing *l, struct buf *out)
{
	json_t *root = json_object();
	char *text;

	if (l->with_machine)
		json_object_set_new(root, "machine", json_machine(l));
	if (l->store)
		json_object_set_new(root, "database", json_database(l));
	text = json_dumps(root, JSON_INDENT(2));
	buf_addf(out, "%s\n", text ? text : "{}");
	free(text);
	json_decref(root);
}
