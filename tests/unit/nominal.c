/* The rate and card tables: every line is taken, and the figures that decisions hang on are the
 * published ones. */
#include "nominal.h"

#include "embed.h"
#include "spec.h"
#include "tap.h"

static size_t count_rows(const char *path)
{
	const struct embed_file *e = embed_find(path);
	size_t n = 0;

	for (const char *line = e ? e->data : NULL; line && *line;) {
		const char *end = strchr(line, '\n');

		n += line[0] != '#' && line[0] != '\n';
		line = end ? end + 1 : NULL;
	}
	return n ? n - 1 : 0; /* the header */
}

static const struct {
	int cc;
	const char *group, *line;
	double rate; /* 0: there must be none */
} rate[] = {
	{80, "fp32", NULL, 64},
	{86, "fp32", "pro", 128},
	{60, "half2", "", 64},
	{61, "half2", "", 1},
	{80, "half2", "", 128},
	{86, "half2", "", 64},
	{80, "bf162", "", 64},
	{75, "fp64", "", 2},
	{90, "fp64", "", 64},
	{103, "fp64", "", 2},
	{90, "popc", "", 16},
	{61, "dot", "geforce", 128},
	{80, "dot", "", 64},
	{80, "prmt", "", 64},
	{70, "mma_f16_f32", "", 512},
	{75, "mma_f16_f32", "pro", 512},
	{75, "mma_f16_f32", "geforce", 256},
	{86, "mma_f16_f32", NULL, 512}, /* no line: pro, where there is no general row */
	{86, "mma_f16_f32", "geforce", 256},
	{86, "mma_tf32", "geforce", 128},
	{86, "mma_s8", "geforce", 1024}, /* one row for both lines */
	{80, "mma_f64", "geforce", 64},
	{120, "mma_f16_f32", "pro", 0},
	{86, "mma_f64", "", 0},
	{75, "half2_minmax", "", 0}, /* "multiple": a sequence has no rate */
	{120, "sad", "", 0},
	{87, "fp32", "", 0}, /* not in the guides */
	{80, "imul_hi", "", 0},
	{80, "no_such", "", 0},
};

static const struct {
	unsigned device;
	const char *id, *die, *line;
	int cc, sms;
} card[] = {
	{0x20c2, "cmp170hx", "GA100", "pro", 80, 70},
	{0x220d, "cmp90hx", "GA102", "pro", 86, 50},
	{0x1e09, "cmp50hx", "TU102", "pro", 75, 56},
	{0x1d84, "cmp100_210", "GV100", "pro", 70, 68},
	{0x2206, "rtx3080", "GA102", "geforce", 86, 68},
	{0x2335, "h200", "GH100", "pro", 90, 132},
	{0x248a, "cmp70hx", "GA104", "pro", 86, 0}, /* sources disagree about its SMs */
};

/* A row that no probe measures, or on a die that has not the instruction, would never be shown. */
static void latencies(void)
{
	static const char *const words[] = {"dependent", "overhead", "few",
					    "table",     "spacing",  "approximate"};
	struct probe_set set = {0};
	struct fault f = {0};
	size_t n;
	const struct nominal_latency *v = nominal_latencies(&n);

	is_int((long long)n, (long long)count_rows("db/latency.tsv"),
	       "every line of latency.tsv is a row");
	ok(n > 100, "and there are many");
	if (!ok(spec_load(NULL, &set, &f) == 0, "the probes load"))
		return;
	for (size_t i = 0; i < n; i++) {
		const struct probe *p = spec_find(&set, v[i].probe);
		bool known = false;

		for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
			known |= !strcmp(v[i].confidence, words[k]);
		if (!p || p->no_latency || !spec_supports(p, v[i].cc))
			ok(0, "%d %s: no probe measures it", v[i].cc, v[i].probe);
		if (!known || !v[i].source[0])
			ok(0, "%d %s: confidence '%s', source '%s'", v[i].cc, v[i].probe,
			   v[i].confidence, v[i].source);
		for (size_t k = 0; k < i; k++)
			if (v[i].cc == v[k].cc && !strcmp(v[i].probe, v[k].probe) &&
			    !strcmp(v[i].source, v[k].source))
				ok(0, "%d %s: %s is there twice", v[i].cc, v[i].probe, v[i].source);
	}
	spec_done(&set);
}

int main(void)
{
	size_t n, n_cards;
	const struct nominal *v = nominal_table(&n);
	const struct nominal_card *cards = nominal_cards(&n_cards);

	is_int((long long)n, (long long)count_rows("db/nominal.tsv"),
	       "every line of nominal.tsv is a row");
	is_int((long long)n_cards, (long long)count_rows("db/cards.tsv"),
	       "every line of cards.tsv is a row");
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i; k++)
			if (v[i].cc == v[k].cc && !strcmp(v[i].group, v[k].group) &&
			    !strcmp(v[i].line, v[k].line))
				ok(0, "%d %s is there twice", v[i].cc, v[i].group);
		if (!v[i].source[0] || !v[i].confidence[0])
			ok(0, "%d %s has no source or confidence", v[i].cc, v[i].group);
		if (strcmp(v[i].line, "") && strcmp(v[i].line, "pro") &&
		    strcmp(v[i].line, "geforce"))
			ok(0, "%d %s: line '%s'", v[i].cc, v[i].group, v[i].line);
		if (v[i].rate_per_clk_sm > 128 && strncmp(v[i].group, "mma_", 4))
			ok(0, "%d %s is above the issue limit", v[i].cc, v[i].group);
	}
	for (size_t i = 0; i < sizeof(rate) / sizeof(*rate); i++) {
		const struct nominal *row = nominal_find(rate[i].cc, rate[i].group, rate[i].line);

		is_near(row ? row->rate_per_clk_sm : 0, rate[i].rate, 0, "%d %s %s", rate[i].cc,
			rate[i].group, rate[i].line ? rate[i].line : "(no line)");
	}
	for (size_t i = 0; i < sizeof(card) / sizeof(*card); i++) {
		const struct nominal_card *row = nominal_card_find(card[i].device);

		if (!ok(row != NULL, "card %04x", card[i].device))
			continue;
		is_str(row->id, card[i].id, "%04x id", card[i].device);
		is_str(row->die, card[i].die, "%04x die", card[i].device);
		is_str(row->line, card[i].line, "%04x line", card[i].device);
		is_int(row->cc, card[i].cc, "%04x compute capability", card[i].device);
		is_int(row->sm_count, card[i].sms, "%04x SMs", card[i].device);
	}
	for (size_t i = 0; i < n_cards; i++)
		for (size_t k = 0; k < i; k++)
			if (cards[i].pci_device == cards[k].pci_device ||
			    !strcmp(cards[i].id, cards[k].id))
				ok(0, "%s is there twice", cards[i].id);
	for (size_t i = 0; i < n_cards; i++)
		if (strspn(cards[i].id, "abcdefghijklmnopqrstuvwxyz0123456789_") !=
		    strlen(cards[i].id))
			ok(0, "'%s' cannot be a part of an identifier", cards[i].id);
	ok(nominal_card_find(0x1234) == NULL, "an unknown card has no row");
	ok(nominal_group_known("imul_hi") && nominal_group_known("fp32"),
	   "groups that probes may name");
	ok(!nominal_group_known("fp31"), "and others are not");
	latencies();
	return done();
}
