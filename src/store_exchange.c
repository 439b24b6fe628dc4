/*
 * Records as JSON text: the same run gives the same bytes on every machine, since its id is their
 * hash.  Nothing that names a person's machine goes out: no UUID, bus id, path or host name.
 */
#include <stdlib.h>
#include <string.h>

#include "path.h"
#include "store_local.h"

/* 17 significant digits bring every double back; compact and sorted, so that there is one text
 * only. */
#define DUMP_FLAGS (JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17) | JSON_ENCODE_ANY)

static json_t *card_json(const struct card *c)
{
	json_t *object = json_object();

	for (int i = 0; i < CARD_FIELD_COUNT; i++) {
		const struct card_field *field = &c->f[i];
		json_t *v;

		if (field->status == CARD_UNREAD || card_is_local((enum card_index)i))
			continue;
		if (field->status == CARD_UNKNOWN)
			v = json_pack("{s:s}", "unknown", field->why);
		else if (card_is_number((enum card_index)i))
			v = json_integer((json_int_t)field->num);
		else
			v = json_string(field->text);
		json_object_set_new(object, card_field_id((enum card_index)i), v);
	}
	return object;
}

static json_t *figure_json(const struct dossier_figure *row)
{
	json_t *object = row_json(&row_figure, &row->fig), *samples = json_array();

	for (size_t i = 0; i < row->n; i++)
		json_array_append_new(samples, row_json_array(&row_sample, &row->sample[i]));
	json_object_set_new(object, "samples", samples);
	return object;
}

json_t *dossier_json(const struct dossier *d)
{
	json_t *run = row_json(&row_run, d), *figures = json_array(), *checks = json_array(),
	       *object = json_object();

	json_object_set_new(run, "provenance", json_string(provenance_name(d->provenance)));
	json_object_set_new(run, "fingerprint", json_string(d->fingerprint));
	for (size_t i = 0; i < d->n; i++)
		json_array_append_new(figures, figure_json(&d->fig[i]));
	for (size_t i = 0; i < d->n_checks; i++)
		json_array_append_new(checks, row_json(&row_check, &d->check[i]));
	json_object_set_new(object, "format", json_string(RECORD_FORMAT));
	json_object_set_new(object, "version", json_integer(RECORD_VERSION));
	json_object_set_new(object, "card", card_json(&d->card));
	json_object_set_new(object, "run", run);
	json_object_set_new(object, "figures", figures);
	json_object_set_new(object, "checks", checks);
	json_object_set_new(object, "sample_columns", row_json_names(&row_sample));
	return object;
}

void dossier_id(const struct dossier *d, char hex[65])
{
	json_t *object = dossier_json(d);
	char *text = json_dumps(object, DUMP_FLAGS);

	hash_hex(text ? text : "", text ? strlen(text) : 0, hex);
	free(text);
	json_decref(object);
}

static void put_value(struct buf *out, json_t *v)
{
	char *text = json_dumps(v, DUMP_FLAGS);

	buf_puts(out, text ? text : "null");
	free(text);
}

/* A line for each key, and for each element of an array: a record is read and compared by people
 * too. */
static void put_lines(struct buf *out, json_t *object)
{
	const char *keys[] = {"card", "checks", "figures",        "format",
			      "id",   "run",    "sample_columns", "version"};
	size_t n = sizeof(keys) / sizeof(*keys);

	buf_puts(out, "{\n");
	for (size_t k = 0; k < n; k++) {
		json_t *v = json_object_get(object, keys[k]);
		bool is_list = json_is_array(v) && strcmp(keys[k], "sample_columns");

		buf_addf(out, "\"%s\": ", keys[k]);
		if (!is_list)
			put_value(out, v);
		for (size_t i = 0; is_list && i < json_array_size(v); i++) {
			buf_puts(out, i ? ",\n  " : "[\n  ");
			put_value(out, json_array_get(v, i));
		}
		if (is_list)
			buf_puts(out, json_array_size(v) ? "\n]" : "[]");
		buf_puts(out, k + 1 < n ? ",\n" : "\n");
	}
	buf_puts(out, "}\n");
}

int store_export(struct store *s, int64_t run_id, struct buf *out, struct fault *f)
{
	struct dossier d;
	json_t *object;
	char id[65];
	int rc = dossier_load(s, run_id, &d, f);

	if (rc)
		return rc;
	if (dossier_check(&d, NULL))
		rc = fault_set(f, FAULT_DATA,
			       "%s: run %lld is unfinished, so it is no record yet: 'cmptune probe "
			       "--resume' finishes it",
			       s->path, (long long)run_id);
	if (!rc) {
		dossier_id(&d, id);
		object = dossier_json(&d);
		json_object_set_new(object, "id", json_string(id));
		put_lines(out, object);
		json_decref(object);
	}
	dossier_done(&d);
	return rc;
}

int store_import(struct store *s, const char *json, size_t size, const char *origin, bool *added,
		 struct fault *f)
{
	struct dossier d;
	char source[256];
	int rc = dossier_parse(json, size, &d, f);

	if (rc)
		return rc;
	text_clean(source, sizeof(source), origin ? origin : "", TEXT_PROSE);
	rc = sql_begin(s, f);
	if (!rc)
		rc = sql_end(s, dossier_insert(s, &d, source, false, added, f), f);
	dossier_done(&d);
	return rc;
}
