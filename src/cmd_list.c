/*
 * cmptune list: the cards in the machine with the NVRTC that can target each, and the cards of the
 * database.  Must show what it has: a driver, card or database that fails is told of where its
 * answer would have been.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_list.h"
#include "face.h"
#include "worker.h"

struct args {
	struct face_args face;
};

/* clang-format off */
static const struct opt opts[] = {
	FACE_OPT_DEVICE,
	FACE_OPT_CARD,
	FACE_OPT_DB,
	FACE_OPT_JSON,
	FACE_OPT_QUIET,
};
/* clang-format on */

void list_nvrtc(const struct card *c, struct nvrtc **out, struct fault *why)
{
	const struct card_field *cc = &c->f[CARD_cc];

	*out = NULL;
	if (cc->status != CARD_OK)
		fault_set(why, FAULT_BUILD, "the card's compute capability is not known");
	else
		nvrtc_open((int)cc->num, NULL, out, why);
}

/* A driver that crashes must not hide the database: its fault becomes the reason, and is returned
 * for the exit status. */
static int gather_machine(const struct args *a, struct listing *l, struct fault *f)
{
	int rc = worker_cards(&l->cards, &l->why_none, f);

	if (rc != 0) {
		buf_clear(&l->why_none);
		buf_puts(&l->why_none, f->text);
	} else if (a->face.device && l->cards.n == 0) {
		rc = fault_set(f, FAULT_DEVICE, "there is no NVIDIA card in this machine: %s",
			       buf_str(&l->why_none));
	} else if (a->face.device) {
		rc = card_select(&l->cards, a->face.device, &l->only, f);
	}
	return rc;
}

static int gather_database(const struct args *a, struct listing *l, struct fault *f)
{
	struct record record = {0};
	size_t kept = 0;
	int rc = store_open(a->face.db, STORE_READ, &l->store, f);

	if (rc == 0)
		rc = store_list(l->store, &l->entry, &l->n_entries, f);
	if (rc != 0 || !a->face.card)
		return rc;
	rc = store_record(l->store, a->face.card, &record, f);
	for (size_t i = 0; rc == 0 && i < l->n_entries; i++)
		if (strcmp(l->entry[i].key, record.key) == 0)
			l->entry[kept++] = l->entry[i];
	l->n_entries = kept;
	record_done(&record);
	return rc;
}

static int print(const struct args *a, const struct listing *l, struct fault *f)
{
	struct buf out = BUF_INIT;
	int rc = 0;

	if (a->face.json)
		list_json(l, &out);
	else
		list_text(l, &out);
	if (fwrite(out.s, 1, out.len, stdout) != out.len || fflush(stdout))
		rc = fault_set(f, FAULT_FILE, "standard output: cannot be written: %s",
			       strerror(errno));
	buf_done(&out);
	return rc;
}

static int run(void *args, int n_operands, char **operands, struct fault *f)
{
	const struct args *a = args;
	struct listing l = {.with_machine = !a->face.card, .with_database = !a->face.device};
	struct fault machine = {0}, database = {0};
	int rc = 0;

	(void)n_operands, (void)operands;
	if (a->face.card && a->face.device)
		return fault_set(f, FAULT_USAGE,
				 "--card names a card of the database and --device one in the "
				 "machine: give one of "
				 "them");
	if (l.with_machine)
		gather_machine(a, &l, &machine);
	if (l.with_database)
		gather_database(a, &l, &database);
	rc = machine.code && a->face.device  ? 0
	     : database.code && a->face.card ? 0
					     : print(a, &l, f);
	if (rc == 0 && (machine.code || database.code)) {
		*f = machine.code ? machine : database;
		rc = f->code;
	}
	free(l.entry);
	store_close(l.store);
	card_list_done(&l.cards);
	buf_done(&l.why_none);
	return rc;
}

const struct verb verb_list = {
	.name = "list",
	.about = "list the cards in the machine and in the database",
	.opts = opts,
	.n_opts = sizeof(opts) / sizeof(opts[0]),
	.args_size = sizeof(struct args),
	.examples = "cmptune list              # everything\n"
		    "cmptune list --device 0   # the first card of the machine\n"
		    "cmptune list --card 20c2  # the records of a CMP 170HX\n",
	.run = run,
};
