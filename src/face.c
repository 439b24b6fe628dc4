/*
 * Which record is this command about?  Answered from --card, --device or the machine, the same way
 * for every command.
 */
#include "face.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "say.h"
#include "worker.h"

#define CANDIDATES_MAX 6

/* Cards that are worth asking about: "20c2 (CMP 170HX), ...", the throttled ones of the database,
 * each once. */
static int add_candidates(struct store *s, struct buf *out, struct fault *f)
{
	struct store_entry *entry = NULL;
	size_t n = 0, shown = 0;
	int rc = store_list(s, &entry, &n, f);

	for (size_t i = 0; rc == 0 && i < n && shown < CANDIDATES_MAX; i++) {
		const struct card_field *id = &entry[i].card.f[CARD_pci_device];
		const struct card_field *name = &entry[i].card.f[CARD_name];
		bool throttled = strchr(entry[i].fingerprint, '/'), repeated = false;

		for (size_t j = 0; j < i && !repeated; j++)
			repeated = strchr(entry[j].fingerprint, '/') &&
				   entry[j].card.f[CARD_pci_device].num == id->num;
		if (!throttled || repeated || id->status != CARD_OK)
			continue;
		buf_addf(out, "%s%04x (%s)", shown++ ? ", " : "", (unsigned)id->num,
			 name->status == CARD_OK ? name->text : "no name");
	}
	free(entry);
	return rc;
}

static int no_card_here(struct store *s, const char *why, struct fault *f)
{
	struct buf candidates = BUF_INIT;
	int rc = add_candidates(s, &candidates, f);

	if (rc == 0)
		rc = fault_set(f, FAULT_DEVICE,
			       "no NVIDIA card can be used in this machine (%s): name one in the "
			       "database with "
			       "--card, such as %s",
			       *why ? why : "none was found",
			       candidates.len ? candidates.s : "20c2");
	buf_done(&candidates);
	return rc;
}

int face_card(const struct card_list *cards, const char *device, const struct card **out,
	      struct fault *f)
{
	struct buf key = BUF_INIT;
	int rc = card_select(cards, device, out, f);

	if (rc == 0 && !device && cards->n > 1) {
		card_key(*out, &key);
		say_note("this is about the first of %zu cards, %s: --device names another, and "
			 "'cmptune list' shows them all",
			 cards->n, buf_str(&key));
	}
	buf_done(&key);
	return rc;
}

static int record_of_machine(const char *device, struct store *s, struct record *out,
			     struct fault *f)
{
	struct card_list cards = {0};
	struct buf why = BUF_INIT, key = BUF_INIT;
	const struct card *card;
	int rc = worker_cards(&cards, &why, f);

	if (rc != 0)
		goto out;
	if (cards.n == 0) {
		rc = no_card_here(s, buf_str(&why), f);
		goto out;
	}
	rc = face_card(&cards, device, &card, f);
	if (rc != 0)
		goto out;
	card_key(card, &key);
	rc = store_record(s, buf_str(&key), out, f);
	if (rc == FAULT_NONE_SUCH)
		rc = fault_set(f, FAULT_NONE_SUCH,
			       "the card in this machine (%s) is not in the database: measure it "
			       "with 'cmptune "
			       "probe', or name another card with --card",
			       buf_str(&key));
out:
	buf_done(&key);
	buf_done(&why);
	card_list_done(&cards);
	return rc;
}

int face_record(const struct face_args *a, struct store *s, struct record *out, struct fault *f)
{
	if (a->card && a->device)
		return fault_set(f, FAULT_USAGE,
				 "--card names a card in the database and --device one in the "
				 "machine: give one of "
				 "them");
	if (a->card)
		return store_record(s, a->card, out, f);
	return record_of_machine(a->device, s, out, f);
}
