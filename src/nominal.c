/*
 * The tables of db/nominal.tsv and db/cards.tsv, embedded in the program, as arrays: parsed at the
 * first use and kept for good.  A line of the wrong form ends the table there, which the unit test
 * of this module would not let pass; nothing is guessed for a rate that was not published.
 */
#include "nominal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "embed.h"
#include "nominal_tsv.h"
#include "units.h"

/* Both tables are constant once parsed; a pointer into them never dies. */
static struct {
	struct nominal *rate;
	struct nominal_card *card;
	size_t n_rates, n_cards;
	bool is_parsed;
} table;

/* Groups that probes may name although no row has them: the guides do not give their rate. */
static const char *const unpublished[] = {"imul_hi"};

static int parse_rate(char **column, struct nominal *out)
{
	out->cc = tsv_cc(column[0]);
	out->group = column[1];
	out->line = strcmp(column[2], "-") ? column[2] : "";
	out->confidence = column[4];
	out->source = column[5];
	if (out->cc < 0 || units_parse_double(column[3], &out->rate_per_clk_sm) ||
	    out->rate_per_clk_sm <= 0)
		return -1;
	return 0;
}

static int parse_card(char **column, struct nominal_card *out)
{
	char *end, *end_sms;

	out->pci_device = (unsigned)strtoul(column[0], &end, 16);
	out->id = column[1];
	out->title = column[2];
	out->die = column[3];
	out->cc = tsv_cc(column[4]);
	out->sm_count = (int)strtol(column[5], &end_sms, 10);
	out->line = column[6];
	out->source = column[7];
	return *end || *end_sms || out->cc < 0 || out->sm_count < 0 ? -1 : 0;
}

static void parse_rates(char *text)
{
	char *column[TSV_COLUMNS_MAX], *line;
	bool seen_header = false;

	while ((line = tsv_row(&text, &seen_header))) {
		table.rate = mem_grow(table.rate, table.n_rates + 1, sizeof(*table.rate));
		if (tsv_split(line, column) != 6 || parse_rate(column, &table.rate[table.n_rates]))
			return;
		table.n_rates++;
	}
}

static void parse_cards(char *text)
{
	char *column[TSV_COLUMNS_MAX], *line;
	bool seen_header = false;

	while ((line = tsv_row(&text, &seen_header))) {
		table.card = mem_grow(table.card, table.n_cards + 1, sizeof(*table.card));
		if (tsv_split(line, column) != 8 || parse_card(column, &table.card[table.n_cards]))
			return;
		table.n_cards++;
	}
}

static void parse(void)
{
	const struct embed_file *rates = embed_find("db/nominal.tsv"),
				*cards = embed_find("db/cards.tsv");

	if (table.is_parsed)
		return;
	table.is_parsed = true;
	/* The copies that are cut up live as long as the tables that point into them. */
	if (rates)
		parse_rates(mem_text(rates->data));
	if (cards)
		parse_cards(mem_text(cards->data));
}

const struct nominal *nominal_table(size_t *n)
{
	parse();
	*n = table.n_rates;
	return table.rate;
}

const struct nominal *nominal_find(int cc, const char *group, const char *line)
{
	const struct nominal *general = NULL, *wanted = NULL;
	const char *want = line && line[0] ? line : "pro";
	bool is_asked = line && line[0];

	parse();
	for (size_t i = 0; i < table.n_rates; i++) {
		const struct nominal *row = &table.rate[i];

		if (row->cc != cc || strcmp(row->group, group))
			continue;
		if (!row->line[0])
			general = row;
		else if (!strcmp(row->line, want))
			wanted = row;
	}
	if (is_asked)
		return wanted ? wanted : general;
	return general ? general : wanted;
}

int nominal_group_known(const char *group)
{
	parse();
	for (size_t i = 0; i < table.n_rates; i++)
		if (!strcmp(table.rate[i].group, group))
			return 1;
	for (size_t i = 0; i < sizeof(unpublished) / sizeof(*unpublished); i++)
		if (!strcmp(unpublished[i], group))
			return 1;
	return 0;
}

const struct nominal_card *nominal_cards(size_t *n)
{
	parse();
	*n = table.n_cards;
	return table.card;
}

const struct nominal_card *nominal_card_find(unsigned pci_device)
{
	parse();
	for (size_t i = 0; i < table.n_cards; i++)
		if (table.card[i].pci_device == pci_device)
			return &table.card[i];
	return NULL;
}
