/* What the commands share: common options, and finding the card a command is about. */
#ifndef CMPTUNE_FACE_H
#define CMPTUNE_FACE_H

#include <stdbool.h>
#include <stddef.h>

#include "opt.h"
#include "store.h"

/* First member, named `face`, of every verb's argument struct: main reads quiet and json from it.
 */
struct face_args {
	bool json, quiet;
	const char *db;     /* --db */
	const char *device; /* --device: a card in the machine */
	const char *card;   /* --card: a card in the database */
};

/* Rows for a verb's option table; a verb lists those that make sense for it. */
#define FACE_OPT_JSON                                                                              \
	{                                                                                          \
		"json", OPT_FLAG, offsetof(struct face_args, json), NULL, NULL,                    \
			"print results, and errors, as JSON", 0, 0, NULL                           \
	}
#define FACE_OPT_QUIET                                                                             \
	{                                                                                          \
		"quiet", OPT_FLAG, offsetof(struct face_args, quiet), NULL, NULL,                  \
			"say nothing but errors", 0, 0, NULL                                       \
	}
#define FACE_OPT_DB                                                                                \
	{                                                                                          \
		"db", OPT_TEXT, offsetof(struct face_args, db), "FILE", NULL,                      \
			"the database (default: $CMPTUNE_DB, else cmptune.db in the XDG data "     \
			"folder)",                                                                 \
			0, 0, NULL                                                                 \
	}
#define FACE_OPT_DEVICE                                                                            \
	{                                                                                          \
		"device", OPT_TEXT, offsetof(struct face_args, device), "ID", NULL,                \
			"a card in the machine: index, PCI bus id or UUID", 0, 0, NULL             \
	}
#define FACE_OPT_CARD                                                                              \
	{                                                                                          \
		"card", OPT_TEXT, offsetof(struct face_args, card), "ID", NULL,                    \
			"a card in the database: PCI device id (20c2), device:subsystem:vbios, "   \
			"or a part of its name that fits one card only",                           \
			0, 0, NULL                                                                 \
	}

/*
 * The record a command is about: --card from the database; else --device, else the only card of the
 * machine, by its key. Without either, and without a card in the machine, the fault says so and
 * names --card and some candidates.
 */
int face_record(const struct face_args *a, struct store *s, struct record *out, struct fault *f);

/* card_select; without --device among several cards it is the first, and that is said. */
int face_card(const struct card_list *cards, const char *device, const struct card **out,
	      struct fault *f);

/* The commands; each lives in cmd_NAME.c. */
extern const struct verb verb_list, verb_probe, verb_audit, verb_report, verb_emit, verb_flags,
	verb_export, verb_import;

#endif
