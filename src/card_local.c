/*
 * Turns this machine into a list of cards: CUDA's devices, then those that only NVML or sysfs can
 * see, joined by PCI bus id. Must not give up: a library, device or call that fails costs the
 * fields it would have filled, and they say so.
 */
#include <stdlib.h>
#include <string.h>

#include "card_source.h"

struct machine {
	struct cuda_api cuda;
	struct nvml_api nvml;
	int n_cuda;          /* devices CUDA shows */
	struct buf cuda_why; /* why CUDA is of no use; "" when it is */
	struct buf nvml_why; /* likewise */
	struct card_list *cards;
};

static struct card *add_card(struct machine *m, int ordinal)
{
	struct card_list *l = m->cards;

	l->v = mem_grow(l->v, l->n + 1, sizeof(*l->v));
	memset(&l->v[l->n], 0, sizeof(l->v[l->n]));
	l->v[l->n].ordinal = ordinal;
	return &l->v[l->n++];
}

static int bus_of(const struct card *c, struct card_bus *out)
{
	return card_known(c, CARD_bus_id) ? card_bus_parse(c->f[CARD_bus_id].text, out) : -1;
}

static void open_cuda(struct machine *m)
{
	struct fault why = {0};
	int rc;

	if (cuda_api_open(&m->cuda, &why) != 0) {
		buf_puts(&m->cuda_why, why.text);
		return;
	}
	rc = m->cuda.cuInit(0);
	if (rc != CUDA_RC_SUCCESS) {
		cuda_api_error(&m->cuda, "cuInit", rc, &m->cuda_why);
		return;
	}
	rc = m->cuda.cuDeviceGetCount(&m->n_cuda);
	if (rc != CUDA_RC_SUCCESS) {
		cuda_api_error(&m->cuda, "cuDeviceGetCount", rc, &m->cuda_why);
		m->n_cuda = 0;
	}
}

static void open_nvml(struct machine *m)
{
	struct fault why = {0};

	if (nvml_api_open(&m->nvml, &why) != 0)
		buf_puts(&m->nvml_why, why.text);
}

static void add_cards(struct machine *m, const struct card_bus *bus, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct buf text = BUF_INIT;
		int seen = 0;

		for (size_t k = 0; k < m->cards->n; k++) {
			struct card_bus have;

			seen |= bus_of(&m->cards->v[k], &have) == 0 &&
				card_bus_equal(&have, &bus[i]);
		}
		if (!seen) {
			card_bus_format(&bus[i], &text);
			card_set_text(add_card(m, -1), CARD_bus_id, buf_str(&text));
		}
		buf_done(&text);
	}
}

static void find_cards(struct machine *m)
{
	struct card_bus *bus;
	size_t n;

	for (int i = 0; i < m->n_cuda; i++)
		card_cuda_fill(&m->cuda, i, add_card(m, i));
	if (!m->nvml_why.len) {
		card_nvml_list(&m->nvml, &bus, &n);
		add_cards(m, bus, n);
		free(bus);
	}
	card_sysfs_list(&bus, &n);
	add_cards(m, bus, n);
	free(bus);
}

static void fill_nvml(struct machine *m, const struct card_bus *bus, struct card *c)
{
	struct nvml_device *device = NULL;
	struct buf why = BUF_INIT;

	if (m->nvml_why.len)
		buf_puts(&why, buf_str(&m->nvml_why));
	else if (!bus)
		buf_puts(&why, "the card's bus id is not known");
	else
		device = card_nvml_find(&m->nvml, bus, &why);
	if (!m->nvml_why.len)
		card_nvml_fill(&m->nvml, device, c);
	if (why.len)
		card_explain(c, CARD_FROM_NVML, buf_str(&why));
	buf_done(&why);
}

static void fill_card(struct machine *m, struct card *c)
{
	struct card_bus bus;
	int has_bus = bus_of(c, &bus) == 0;

	if (has_bus)
		card_sysfs_ids(&bus, c);
	if (c->ordinal < 0)
		card_explain(c, CARD_FROM_CUDA,
			     m->cuda_why.len ? buf_str(&m->cuda_why) : "does not show this card");
	fill_nvml(m, has_bus ? &bus : NULL, c);
	card_sysfs_driver(c);
	if (!has_bus)
		return;
	card_sysfs_link(&bus, c);
	/* Until a card has been opened once, /proc has a placeholder for its VBIOS. */
	if (!card_known(c, CARD_vbios) && c->ordinal >= 0)
		card_cuda_touch(&m->cuda, c->ordinal);
	card_proc_vbios(&bus, c);
}

static void say_why_none(const struct machine *m, struct buf *out)
{
	const char *cuda = m->cuda_why.len ? buf_str(&m->cuda_why) : "no device";
	const char *nvml = m->nvml_why.len ? buf_str(&m->nvml_why) : "no device";

	if (m->cards->n == 0)
		buf_addf(out,
			 "the PCI bus has no display controller of vendor 10de; CUDA: %s; NVML: %s",
			 cuda, nvml);
	else if (m->n_cuda == 0)
		buf_addf(out, "no card can be used by CUDA: %s", cuda);
}

int card_list_local(struct card_list *out, struct buf *why_none, struct fault *f)
{
	struct card_list cards = {0};
	struct machine m = {.cards = &cards};

	(void)f; /* nothing here is fatal */
	open_cuda(&m);
	open_nvml(&m);
	find_cards(&m);
	for (size_t i = 0; i < cards.n; i++)
		fill_card(&m, &cards.v[i]);
	if (why_none)
		say_why_none(&m, why_none);
	nvml_api_close(&m.nvml);
	cuda_api_close(&m.cuda);
	buf_done(&m.cuda_why);
	buf_done(&m.nvml_why);
	*out = cards;
	return 0;
}
