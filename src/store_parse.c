/*
 * A record's JSON text to a dossier, believing nothing: sizes, types, ranges, characters, unknown
 * and missing keys, and whether the id is the hash of the content.
 */
#include <stdlib.h>
#include <string.h>

#include "store_local.h"

#define SIZE_MAX_BYTES (64u << 20)
#define FIGURES_MAX 20000
#define SAMPLES_MAX 100000
#define CHECKS_MAX 2000

static int parse_field(const char *id, json_t *v, enum card_index i, struct card *out,
		       struct fault *f)
{
	const char *text, *why = NULL;

	if (json_is_object(v)) {
		text = json_string_value(json_object_get(v, "unknown"));
		if (!text || json_object_size(v) != 1)
			return fault_set(f, FAULT_DATA,
					 "card: %s is neither a value nor {\"unknown\": reason}",
					 id);
		if (strlen(text) >= sizeof(out->f[i].why) || !text_fits(text, TEXT_PROSE))
			return fault_set(f, FAULT_DATA, "card: the reason for no %s is not %s", id,
					 text_form_name(TEXT_PROSE));
		card_set_unknown(out, i, "%s", text);
		return 0;
	}
	if (card_is_number(i)) {
		if (!json_is_integer(v) || json_integer_value(v) < 0)
			why = "a number that is not negative";
		else
			card_set_num(out, i, (uint64_t)json_integer_value(v));
	} else {
		text = json_string_value(v);
		if (!text || json_string_length(v) != strlen(text) ||
		    strlen(text) >= sizeof(out->f[i].text))
			why = "a text short enough for the field";
		else
			strcpy(out->f[i].text, text); /* as it came: card_check judges it */
		out->f[i].status = CARD_OK;
	}
	return why ? fault_set(f, FAULT_DATA, "card: %s is not %s", id, why) : 0;
}

static int parse_card(json_t *object, struct card *out, struct fault *f)
{
	const char *key;
	json_t *v;

	*out = (struct card){.ordinal = -1};
	if (!json_is_object(object))
		return fault_set(f, FAULT_DATA, "card is not an object");
	json_object_foreach(object, key, v)
	{
		int i = 0, rc;

		while (i < CARD_FIELD_COUNT && strcmp(key, card_field_id((enum card_index)i)))
			i++;
		if (i == CARD_FIELD_COUNT || card_is_local((enum card_index)i))
			return fault_set(f, FAULT_DATA,
					 "card: it has a field that no record may have");
		rc = parse_field(key, v, (enum card_index)i, out, f);
		if (rc)
			return rc;
	}
	return 0;
}

static int parse_run(json_t *object, struct dossier *out, struct fault *f)
{
	const char *name = json_string_value(json_object_get(object, "provenance"));
	const char *state = json_string_value(json_object_get(object, "fingerprint"));

	if (!name || provenance_parse(name, &out->provenance))
		return fault_set(
			f, FAULT_DATA,
			"run: provenance is not one of measured, published, derived, modelled");
	if (!state || strlen(state) >= sizeof(out->fingerprint) || !text_fits(state, TEXT_STATE))
		return fault_set(f, FAULT_DATA, "run: fingerprint is not %s",
				 text_form_name(TEXT_STATE));
	strcpy(out->fingerprint, state);
	json_object_del(object, "provenance");
	json_object_del(object, "fingerprint");
	return row_from_json(&row_run, object, out, "run", f);
}

static int parse_samples(json_t *array, struct dossier_figure *out, size_t *total, struct fault *f)
{
	size_t n = json_array_size(array);
	int rc = 0;

	if (!json_is_array(array))
		return fault_set(f, FAULT_DATA, "figure %s: samples is not an array",
				 out->fig.probe);
	*total += n;
	if (*total > SAMPLES_MAX)
		return fault_set(f, FAULT_DATA, "more than %d samples", SAMPLES_MAX);
	out->sample = mem_new(n ? n : 1, sizeof(*out->sample));
	out->n = n;
	for (size_t i = 0; !rc && i < n; i++)
		rc = row_from_json_array(&row_sample, json_array_get(array, i), &out->sample[i],
					 "a sample", f);
	return rc;
}

static int parse_figures(json_t *array, struct dossier *out, struct fault *f)
{
	size_t total = 0;
	int rc = 0;

	if (!json_is_array(array) || json_array_size(array) > FIGURES_MAX)
		return fault_set(f, FAULT_DATA, "figures is not an array of at most %d",
				 FIGURES_MAX);
	for (size_t i = 0; !rc && i < json_array_size(array); i++) {
		json_t *object = json_array_get(array, i),
		       *samples = json_object_get(object, "samples");
		struct dossier_figure *row = dossier_add(out);

		json_incref(samples);
		json_object_del(object, "samples");
		rc = row_from_json(&row_figure, object, &row->fig, "a figure", f);
		if (!rc)
			rc = parse_samples(samples, row, &total, f);
		json_decref(samples);
	}
	return rc;
}

static int parse_checks(json_t *array, struct dossier *out, struct fault *f)
{
	size_t n = json_array_size(array);
	int rc = 0;

	if (!json_is_array(array) || n > CHECKS_MAX)
		return fault_set(f, FAULT_DATA, "checks is not an array of at most %d", CHECKS_MAX);
	out->check = mem_new(n ? n : 1, sizeof(*out->check));
	out->n_checks = n;
	for (size_t i = 0; !rc && i < n; i++)
		rc = row_from_json(&row_check, json_array_get(array, i), &out->check[i], "a check",
				   f);
	return rc;
}

/* Is it a record, and of a version this program knows? */
static int parse_header(json_t *root, struct fault *f)
{
	const char *format = json_string_value(json_object_get(root, "format"));
	json_t *version = json_object_get(root, "version"), *names = row_json_names(&row_sample);
	int rc = 0;

	if (!format || strcmp(format, RECORD_FORMAT) || !json_is_integer(version))
		rc = fault_set(f, FAULT_DATA, "is no record that 'cmptune export' wrote");
	else if (json_integer_value(version) != RECORD_VERSION)
		rc = fault_set(f, FAULT_DATA,
			       "is a record of version %lld, and this cmptune knows version %d: "
			       "use a newer one",
			       (long long)json_integer_value(version), RECORD_VERSION);
	else if (json_object_size(root) != 8)
		rc = fault_set(f, FAULT_DATA, "has %zu keys at the top and not 8",
			       json_object_size(root));
	else if (!json_equal(names, json_object_get(root, "sample_columns")))
		rc = fault_set(f, FAULT_DATA, "sample_columns are not those of version %d",
			       RECORD_VERSION);
	json_decref(names);
	return rc;
}

static int check_id(json_t *root, const struct dossier *d, struct fault *f)
{
	const char *claimed = json_string_value(json_object_get(root, "id"));
	char id[65];

	dossier_id(d, id);
	if (!claimed || strcmp(claimed, id))
		return fault_set(f, FAULT_DATA,
				 "its id is not the hash of its content, so it was changed or "
				 "damaged after it was exported: "
				 "export it again");
	return 0;
}

int dossier_parse(const char *json, size_t size, struct dossier *out, struct fault *f)
{
	json_error_t error;
	json_t *root = NULL;
	char why[JSON_ERROR_TEXT_LENGTH];
	int rc = 0;

	*out = (struct dossier){0};
	if (size > SIZE_MAX_BYTES)
		return fault_set(f, FAULT_DATA, "is larger than %u MiB, which no record is",
				 SIZE_MAX_BYTES >> 20);
	root = json_loadb(json, size, JSON_REJECT_DUPLICATES, &error);
	if (!root) {
		text_clean(why, sizeof(why), error.text, TEXT_PROSE); /* it quotes the file */
		return fault_set(f, FAULT_DATA, "is no JSON: %s in line %d, column %d", why,
				 error.line, error.column);
	}
	rc = json_is_object(root) ? parse_header(root, f)
				  : fault_set(f, FAULT_DATA, "is no record but another JSON value");
	if (!rc)
		rc = parse_card(json_object_get(root, "card"), &out->card, f);
	if (!rc)
		rc = parse_run(json_object_get(root, "run"), out, f);
	if (!rc)
		rc = parse_figures(json_object_get(root, "figures"), out, f);
	if (!rc)
		rc = parse_checks(json_object_get(root, "checks"), out, f);
	if (!rc) {
		dossier_sort(out);
		rc = dossier_check(out, f);
	}
	if (!rc)
		rc = check_id(root, out, f);
	json_decref(root);
	if (rc)
		dossier_done(out);
	return rc;
}
