/* What `cmptune list` shows, and its two forms. */
#ifndef CMPTUNE_CMD_LIST_H
#define CMPTUNE_CMD_LIST_H

#include <stdbool.h>

#include "buf.h"
#include "card.h"
#include "nvrtc.h"
#include "store.h"

/* The machine or the database is left out when the user names a card of the other one. */
struct listing {
	bool with_machine, with_database;
	struct card_list cards;
	const struct card *only; /* NULL: all of them */
	struct buf why_none;
	struct store *store;
	struct store_entry *entry; /* owned */
	size_t n_entries;
};

/* The library for a card; *out is NULL when none will do, and why says so. */
void list_nvrtc(const struct card *c, struct nvrtc **out, struct fault *why);

void list_text(const struct listing *l, struct buf *out);
void list_json(const struct listing *l, struct buf *out);

#endif
