/*
 * The identity of a card as a run saw it: into the database, out of it, and whether it may be
 * there.  A field that was not known stays not known, with its reason.  What names one piece of
 * hardware (bus id, UUID) is never stored.
 */
#include <stdlib.h>
#include <string.h>

#include "store_local.h"

#define CARD_KIND_NUM true
#define CARD_KIND_TEXT false
static const bool is_number[CARD_FIELD_COUNT] = {
#define CARD_FIELD(id, kind, unit, label) CARD_KIND_##kind,
#include "card.def"
#undef CARD_FIELD
};

/* Above this a number is a slip or an attack; the rest may be anything up to 2^40 kHz or so. */
static const uint64_t most[CARD_FIELD_COUNT] = {
	[CARD_pci_device] = 0xffff,
	[CARD_pci_subsystem] = 0xffffffff,
	[CARD_cc] = 999,
	[CARD_sm_count] = 4096,
	[CARD_mem_bytes] = UINT64_C(1) << 50,
	[CARD_l2_bytes] = UINT64_C(1) << 40,
};
#define MOST_OTHER (UINT64_C(1) << 40)

bool card_is_local(enum card_index i)
{
	return i == CARD_bus_id || i == CARD_uuid;
}

bool card_is_number(enum card_index i)
{
	return is_number[i];
}

static enum text_form form_of(enum card_index i)
{
	return i == CARD_name ? TEXT_LABEL : TEXT_WORD;
}

static uint64_t most_of(enum card_index i)
{
	return most[i] ? most[i] : MOST_OTHER;
}

int card_check(const struct card *c, const char *what, struct fault *f)
{
	for (int i = 0; i < CARD_FIELD_COUNT; i++) {
		const struct card_field *field = &c->f[i];
		const char *id = card_field_id((enum card_index)i);

		if (field->status == CARD_UNKNOWN && !text_fits(field->why, TEXT_PROSE))
			return fault_set(f, FAULT_DATA, "%s: the reason for no %s is not %s", what,
					 id, text_form_name(TEXT_PROSE));
		if (field->status != CARD_OK)
			continue;
		if (is_number[i] && field->num > most_of((enum card_index)i))
			return fault_set(f, FAULT_DATA, "%s: %s %llu is out of range", what, id,
					 (unsigned long long)field->num);
		if (!is_number[i] &&
		    (!field->text[0] || !text_fits(field->text, form_of((enum card_index)i))))
			return fault_set(f, FAULT_DATA, "%s: %s is not %s", what, id,
					 text_form_name(form_of((enum card_index)i)));
	}
	return 0;
}

void card_stored(const struct card *c, struct card *out)
{
	*out = (struct card){.ordinal = -1};
	for (int i = 0; i < CARD_FIELD_COUNT; i++) {
		const struct card_field *from = &c->f[i];
		struct card_field *to = &out->f[i];
		bool is_odd;

		if (card_is_local((enum card_index)i) || from->status == CARD_UNREAD)
			continue;
		is_odd = is_number[i] ? from->num > most_of((enum card_index)i) : !from->text[0];
		if (from->status == CARD_OK && is_odd) {
			card_set_unknown(out, (enum card_index)i, "a value that cannot be true");
			continue;
		}
		to->status = from->status;
		to->num = from->status == CARD_OK && is_number[i] ? from->num : 0;
		if (from->status == CARD_OK && !is_number[i])
			text_clean(to->text, sizeof(to->text), from->text,
				   form_of((enum card_index)i));
		if (from->status == CARD_UNKNOWN)
			text_clean(to->why, sizeof(to->why), from->why, TEXT_PROSE);
	}
}

int card_insert(struct store *s, int64_t run_id, const struct card *c, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_prepare(
		s,
		"INSERT INTO identity (run_id, field, num, text, why) VALUES (?1, ?2, ?3, ?4, ?5)",
		&q, f);

	for (int i = 0; !rc && i < CARD_FIELD_COUNT; i++) {
		const struct card_field *field = &c->f[i];

		if (field->status == CARD_UNREAD)
			continue;
		sqlite3_clear_bindings(q);
		sqlite3_bind_int64(q, 1, run_id);
		sqlite3_bind_text(q, 2, card_field_id((enum card_index)i), -1, SQLITE_STATIC);
		if (field->status == CARD_UNKNOWN)
			sqlite3_bind_text(q, 5, field->why, -1, SQLITE_STATIC);
		else if (is_number[i])
			sqlite3_bind_int64(q, 3, (int64_t)field->num);
		else
			sqlite3_bind_text(q, 4, field->text, -1, SQLITE_STATIC);
		rc = sql_run(s, q, f);
	}
	sqlite3_finalize(q);
	return rc;
}

static void read_field(sqlite3_stmt *q, struct card *out)
{
	const char *id = (const char *)sqlite3_column_text(q, 0);
	const char *text = (const char *)sqlite3_column_text(q, 2),
		   *why = (const char *)sqlite3_column_text(q, 3);

	/* A field of a newer cmptune is passed over. */
	for (int i = 0; id && i < CARD_FIELD_COUNT; i++) {
		if (strcmp(id, card_field_id((enum card_index)i)))
			continue;
		if (why)
			card_set_unknown(out, (enum card_index)i, "%s", why);
		else if (is_number[i])
			card_set_num(out, (enum card_index)i, (uint64_t)sqlite3_column_int64(q, 1));
		else
			card_set_text(out, (enum card_index)i, text ? text : "");
	}
}

int card_load(struct store *s, int64_t run_id, struct card *out, struct fault *f)
{
	sqlite3_stmt *q = NULL;
	int rc = sql_prepare(s, "SELECT field, num, text, why FROM identity WHERE run_id = ?1", &q,
			     f);

	*out = (struct card){.ordinal = -1};
	if (!rc) {
		sqlite3_bind_int64(q, 1, run_id);
		while ((rc = sql_step(s, q, f)) > 0)
			read_field(q, out);
	}
	sqlite3_finalize(q);
	return rc;
}

int card_row(struct store *s, const struct card *c, int64_t *card_id, struct fault *f)
{
	struct buf key = BUF_INIT;
	sqlite3_stmt *q = NULL;
	int rc;

	card_key(c, &key);
	/* DO UPDATE and not DO NOTHING: only then RETURNING gives the row that was there. */
	rc = sql_prepare(s,
			 "INSERT INTO card (key) VALUES (?1) ON CONFLICT (key) DO UPDATE SET key = "
			 "key RETURNING id",
			 &q, f);
	if (!rc) {
		sqlite3_bind_text(q, 1, buf_str(&key), -1, SQLITE_STATIC);
		rc = sql_step(s, q, f);
		if (rc > 0) {
			*card_id = sqlite3_column_int64(q, 0);
			rc = sql_step(s, q, f);
		}
	}
	sqlite3_finalize(q);
	buf_done(&key);
	return rc;
}
