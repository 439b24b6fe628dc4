/*
 * cmptune emit: cmp_dispatch.h for one or more cards, or the decisions in it as JSON.
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decide.h"
#include "emit.h"
#include "face.h"
#include "path.h"
#include "say.h"
#include "spec.h"

struct args {
	struct face_args face;
	struct opt_list cards;
	bool all;
	const char *output, *accuracy;
};

static const char *const accuracies[] = {"default", "exact", "ulp", "range",
					 NULL}; /* as enum decide_limit */

/* clang-format off */
static const struct opt opts[] = {
	{"output,o", OPT_TEXT, offsetof(struct args, output), "FILE", "-", "where to write the header; '-': standard output", 0, 0, NULL},
	{"card", OPT_LIST, offsetof(struct args, cards), "ID", NULL, "cards of the database: PCI device id (20c2), device:subsystem:vbios, or a part of a name that fits one card only", 0, 0, NULL},
	{"all", OPT_FLAG, offsetof(struct args, all), NULL, NULL, "every card of the database", 0, 0, NULL},
	{"accuracy", OPT_TEXT, offsetof(struct args, accuracy), "CLASS", "default", "what may be chosen: exact; ulp: also what rounds differently; range: also what may overflow; default: exact, fmad off and tensor cores off", 0, 0, accuracies},
	FACE_OPT_DEVICE,
	FACE_OPT_DB,
	FACE_OPT_JSON,
	FACE_OPT_QUIET,
};
/* clang-format on */

struct subject { /* one card, from its record to its decisions */
	struct record record;
	struct verdict verdict;
	struct decisions decisions;
};

struct subjects {
	struct subject *v; /* owned */
	size_t n;
};

static void subject_done(struct subject *s)
{
	decide_done(&s->decisions);
	verdict_done(&s->verdict);
	record_done(&s->record);
}

static void subjects_done(struct subjects *s)
{
	for (size_t i = 0; i < s->n; i++)
		subject_done(&s->v[i]);
	free(s->v);
}

/* NULL: the card in the machine. */
static int add_subject(struct subjects *s, struct store *store, const struct face_args *face,
		       const char *selector, struct fault *f)
{
	struct record r = {0};
	int rc = selector ? store_record(store, selector, &r, f) : face_record(face, store, &r, f);

	if (rc)
		return rc;
	for (size_t i = 0; i < s->n; i++) {
		if (strcmp(s->v[i].record.key, r.key) == 0) {
			record_done(&r); /* named twice: one row in the header */
			return 0;
		}
	}
	s->v = mem_grow(s->v, s->n + 1, sizeof(*s->v));
	s->v[s->n++] = (struct subject){.record = r};
	return 0;
}

static int add_all(struct subjects *s, struct store *store, struct fault *f)
{
	struct store_entry *entry = NULL;
	size_t n = 0;
	int rc = store_list(store, &entry, &n, f);

	for (size_t i = 0; i < n && rc == 0; i++) {
		if (entry[i].card.f[CARD_pci_device].status == CARD_OK)
			rc = add_subject(s, store, NULL, entry[i].key, f);
		else
			say_note("%s is left out: it has no PCI device id", entry[i].key);
	}
	free(entry);
	return rc;
}

static int gather(const struct args *a, struct store *store, struct subjects *s, struct fault *f)
{
	int rc = 0;

	if ((a->all && a->cards.n) || ((a->all || a->cards.n) && a->face.device))
		return fault_set(f, FAULT_USAGE,
				 "--card, --all and --device exclude each other: give one of them");
	if (a->all)
		return add_all(s, store, f);
	for (size_t i = 0; i < a->cards.n && rc == 0; i++)
		rc = add_subject(s, store, NULL, a->cards.item[i], f);
	return a->cards.n ? rc : add_subject(s, store, &a->face, NULL, f);
}

/* ---- output ---- */

static json_t *number(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

/* Texts of a database need not be UTF-8, JSON has to be. */
static json_t *text(const char *s)
{
	json_t *j = json_string(s);

	return j ? j : json_null();
}

static json_t *subject_json(const struct subject *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->decisions.n; i++) {
		const struct decision *d = &s->decisions.v[i];

		json_array_append_new(
			list, json_pack("{s:s, s:s, s:i, s:b, s:s, s:o, s:o, s:o, s:o}",
					"primitive", d->primitive, "chosen", d->chosen->name, "id",
					d->chosen->id, "native", d->chosen == d->native, "basis",
					decide_basis_name(d->basis), "native_cyc",
					number(d->native_cyc), "chosen_cyc", number(d->chosen_cyc),
					"gain", number(d->gain), "why", text(d->why)));
	}
	return json_pack("{s:o, s:o, s:s, s:o}", "card", text(s->record.key), "state",
			 text(s->record.fingerprint), "provenance",
			 provenance_name(s->record.provenance), "decisions", list);
}

static void write_json(const struct subjects *s, struct buf *out)
{
	json_t *list = json_array(), *root;
	char *dump;

	for (size_t i = 0; i < s->n; i++)
		json_array_append_new(list, subject_json(&s->v[i]));
	root = json_pack("{s:o}", "cards", list);
	dump = json_dumps(root, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
	buf_addf(out, "%s\n", dump);
	free(dump);
	json_decref(root);
}

static int write_header(const struct args *a, const struct subjects *s,
			const struct variant_set *variants, struct buf *out, struct fault *f)
{
	struct emit_card *card = mem_new(s->n, sizeof(*card));
	struct buf remark = BUF_INIT;
	int rc;

	for (size_t i = 0; i < s->n; i++) {
		card[i] = (struct emit_card){&s->v[i].record, &s->v[i].decisions};
		if (s->v[i].record.provenance != PROV_MEASURED)
			say_note("%s: chosen from %s rates; 'cmptune probe' on the card itself "
				 "decides better",
				 s->v[i].record.key, provenance_name(s->v[i].record.provenance));
	}
	if (strcmp(a->accuracy, "default") != 0)
		buf_addf(&remark, "Accuracy class allowed: %s.", a->accuracy);
	rc = emit_header(card, s->n, variants, remark.len ? remark.s : NULL, out, f);
	buf_done(&remark);
	free(card);
	return rc;
}

static enum decide_limit limit_of(const char *accuracy)
{
	int i = 0;

	while (strcmp(accuracies[i], accuracy) != 0)
		i++;
	return i;
}

/*
 * Of all cards: a record that decides nothing would only hide that nothing is known of the card,
 * and what a test double said is true of no card.
 */
static void drop_unfounded(struct subjects *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->n; i++) {
		struct subject *one = &s->v[i];
		bool decided = false;

		for (size_t k = 0; k < one->decisions.n; k++)
			decided |= one->decisions.v[k].basis == DECIDE_PREDICTED ||
				   one->decisions.v[k].basis == DECIDE_MEASURED;
		if (decided && one->record.provenance != PROV_MODELLED) {
			s->v[kept++] = *one;
			continue;
		}
		say_note("%s is left out: its %s", one->record.key,
			 decided ? "figures come from a test double" : "record decides nothing");
		subject_done(one);
	}
	s->n = kept;
}

static int run(void *args, int n_operands, char **operands, struct fault *f)
{
	const struct args *a = args;
	struct store *store = NULL;
	struct subjects s = {0};
	struct probe_set set = {0};
	struct buf out = BUF_INIT;
	int rc = store_open(a->face.db, STORE_READ, &store, f);

	(void)n_operands;
	(void)operands;
	if (rc == 0)
		rc = spec_load(NULL, &set, f);
	if (rc == 0)
		rc = gather(a, store, &s, f);
	for (size_t i = 0; i < s.n && rc == 0; i++) {
		verdict_make(&s.v[i].record, &set, &s.v[i].verdict);
		decide_make_within(&s.v[i].record, &s.v[i].verdict, &set, &set.variants,
				   limit_of(a->accuracy), &s.v[i].decisions);
	}
	if (rc == 0 && a->all)
		drop_unfounded(&s);
	if (rc == 0 && s.n == 0)
		rc = fault_set(
			f, FAULT_NONE_SUCH,
			"the database %s has no card to emit: measure one with 'cmptune probe'",
			store_path(store));
	if (rc == 0 && a->face.json)
		write_json(&s, &out);
	else if (rc == 0)
		rc = write_header(a, &s, &set.variants, &out, f);
	if (rc == 0)
		rc = file_write(a->output, buf_str(&out), out.len, f);
	buf_done(&out);
	subjects_done(&s);
	spec_done(&set);
	store_close(store);
	return rc;
}

const struct verb verb_emit = {
	.name = "emit",
	.about = "write cmp_dispatch.h: the fast form of each primitive on these cards",
	.opts = opts,
	.n_opts = sizeof(opts) / sizeof(opts[0]),
	.args_size = sizeof(struct args),
	.examples = "cmptune emit -o cmp_dispatch.h           # for the card in this machine\n"
		    "cmptune emit --card 20c2,220d -o both.h  # for two cards of the database\n"
		    "cmptune emit --card 20c2 --json          # what was decided, and why\n",
	.run = run,
};
