/*
 * Any row of store_row.def to JSON and back.  NULL is "not measured"; a number that is written must
 * come back with the very same bits, since a record's id is the hash of its text.
 */
#include <math.h>
#include <string.h>

#include "store_row.h"

#define MEMBER(type, item, field) (*(type *)(void *)((char *)(item) + (field)->offset))
#define CONST_MEMBER(type, item, field)                                                            \
	(*(const type *)(const void *)((const char *)(item) + (field)->offset))

static json_t *value_of(const struct row_field *c, const void *item)
{
	double v;

	switch (c->kind) {
	case ROW_TEXT:
		return json_string(&CONST_MEMBER(char, item, c));
	case ROW_INT:
		return json_integer(CONST_MEMBER(int, item, c));
	case ROW_INT64:
	case ROW_COUNT:
	case ROW_BITS:
		return json_integer(CONST_MEMBER(int64_t, item, c));
	case ROW_REASONS:
		if (!((const struct store_sample *)item)->has_reasons)
			return json_null();
		return json_integer(CONST_MEMBER(int64_t, item, c));
	case ROW_BOOL:
		return json_boolean(CONST_MEMBER(bool, item, c));
	case ROW_REAL:
		v = CONST_MEMBER(double, item, c);
		return isnan(v) ? json_null()
				: json_real(v + 0.0); /* SQLite knows no negative zero */
	}
	return NULL;
}

json_t *row_json(const struct row_table *t, const void *item)
{
	json_t *object = json_object();

	for (size_t i = 0; i < t->n; i++)
		json_object_set_new(object, t->field[i].name, value_of(&t->field[i], item));
	return object;
}

json_t *row_json_array(const struct row_table *t, const void *item)
{
	json_t *array = json_array();

	for (size_t i = 0; i < t->n; i++)
		json_array_append_new(array, value_of(&t->field[i], item));
	return array;
}

json_t *row_json_names(const struct row_table *t)
{
	json_t *array = json_array();

	for (size_t i = 0; i < t->n; i++)
		json_array_append_new(array, json_string(t->field[i].name));
	return array;
}

static const char *take_text(const struct row_field *c, json_t *v, void *item)
{
	char *out = &MEMBER(char, item, c);

	if (!json_is_string(v))
		return "a text";
	if (json_string_length(v) >= c->size)
		return "short enough for the field";
	if (strlen(json_string_value(v)) != json_string_length(v) ||
	    !text_fits(json_string_value(v), c->form))
		return text_form_name(c->form);
	strcpy(out, json_string_value(v));
	return NULL;
}

static const char *take_integer(const struct row_field *c, json_t *v, void *item)
{
	json_int_t n = json_integer_value(v);

	if (!json_is_integer(v))
		return "a whole number";
	if (c->kind == ROW_INT) {
		if (n < 0 || n > INT32_MAX)
			return "a number from 0 to 2^31 - 1";
		MEMBER(int, item, c) = (int)n;
		return NULL;
	}
	if (n < 0 && (c->kind == ROW_INT64 || c->kind == ROW_COUNT))
		return "a number from 0 to 2^63 - 1";
	MEMBER(int64_t, item, c) = n;
	return NULL;
}

/* What the value should have been, or NULL when it was taken. */
static const char *take(const struct row_field *c, json_t *v, void *item)
{
	switch (c->kind) {
	case ROW_TEXT:
		return take_text(c, v, item);
	case ROW_REASONS:
		((struct store_sample *)item)->has_reasons = !json_is_null(v);
		MEMBER(int64_t, item, c) = 0;
		return json_is_null(v) ? NULL : take_integer(c, v, item);
	case ROW_INT:
	case ROW_INT64:
	case ROW_COUNT:
	case ROW_BITS:
		return take_integer(c, v, item);
	case ROW_BOOL:
		if (!json_is_boolean(v))
			return "true or false";
		MEMBER(bool, item, c) = json_is_true(v);
		return NULL;
	case ROW_REAL:
		if (!json_is_null(v) && !json_is_number(v))
			return "a number or null";
		MEMBER(double, item, c) = json_is_null(v) ? NAN : json_number_value(v) + 0.0;
		return NULL;
	}
	return "known";
}

int row_from_json(const struct row_table *t, json_t *object, void *item, const char *what,
		  struct fault *f)
{
	if (!json_is_object(object))
		return fault_set(f, FAULT_DATA, "%s is not an object", what);
	if (json_object_size(object) != t->n)
		return fault_set(f, FAULT_DATA, "%s has %zu keys and not %zu", what,
				 json_object_size(object), t->n);
	for (size_t i = 0; i < t->n; i++) {
		json_t *v = json_object_get(object, t->field[i].name);
		const char *wanted;

		if (!v)
			return fault_set(f, FAULT_DATA, "%s has no key '%s'", what,
					 t->field[i].name);
		wanted = take(&t->field[i], v, item);
		if (wanted)
			return fault_set(f, FAULT_DATA, "%s: %s is not %s", what, t->field[i].name,
					 wanted);
	}
	return 0;
}

int row_from_json_array(const struct row_table *t, json_t *array, void *item, const char *what,
			struct fault *f)
{
	if (!json_is_array(array) || json_array_size(array) != t->n)
		return fault_set(f, FAULT_DATA, "%s is not an array of %zu values", what, t->n);
	for (size_t i = 0; i < t->n; i++) {
		const char *wanted = take(&t->field[i], json_array_get(array, i), item);

		if (wanted)
			return fault_set(f, FAULT_DATA, "%s: %s is not %s", what, t->field[i].name,
					 wanted);
	}
	return 0;
}
