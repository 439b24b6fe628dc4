/*
 * Who a report is about and whom it is compared with: titles, the clock of a run, ratios, remarks
 * on a row, and the healthy card of the same die that stands in when the user names no reference.
 */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nominal.h"
#include "stat.h"

#define REMARK_DUE 0.001

static const struct nominal_card *known_card(const struct card *c)
{
	const struct card_field *id = &c->f[CARD_pci_device];

	return id->status == CARD_OK ? nominal_card_find((unsigned)id->num) : NULL;
}

void report_title(const struct card *c, struct buf *out)
{
	const struct nominal_card *known = known_card(c);

	if (known)
		buf_puts(out, known->title);
	else if (c->f[CARD_name].status == CARD_OK && c->f[CARD_name].text[0])
		buf_puts(out, c->f[CARD_name].text);
	else
		buf_puts(out, "unnamed card");
}

const char *report_state(const struct report *r)
{
	const char *seen = r->verdict->fingerprint, *recorded = r->rec->fingerprint;

	return seen[0] == '?' && recorded[0] ? recorded : seen;
}

double report_clock_mhz(const struct record *rec)
{
	double *mhz = mem_new(rec->n + 1, sizeof(*mhz)), median;
	size_t n = 0;

	for (size_t i = 0; i < rec->n; i++)
		if (rec->fig[i].clock_mhz > 0)
			mhz[n++] = rec->fig[i].clock_mhz;
	median = n ? stat_median(mhz, n) : NAN;
	free(mhz);
	return median;
}

double report_ratio(const struct report *r, const struct verdict_row *row)
{
	if (!r->ref || !row->trusted)
		return NAN;
	for (size_t i = 0; i < r->ref_verdict->n; i++) {
		const struct verdict_row *other = &r->ref_verdict->row[i];

		if (other->probe == row->probe)
			return other->trusted ? row->results_per_clk_sm / other->results_per_clk_sm
					      : NAN;
	}
	return NAN;
}

double report_ns(const struct verdict_row *row)
{
	return row->tput ? row->tput->ns * row->interval_cyc / row->tput->interval_cyc : NAN;
}

double report_share(const struct verdict_row *row)
{
	return 1 / row->divider;
}

double report_tops(const struct record *rec, const struct verdict_row *row)
{
	const struct card_field *sms = &rec->card.f[CARD_sm_count];

	if (!spec_is_mma(row->probe) || !row->trusted || sms->status != CARD_OK)
		return NAN;
	return 2 * row->results_per_clk_sm * (double)sms->num * row->tput->clock_mhz / 1e6;
}

bool report_remark_due(const struct verdict_row *row)
{
	const double off = fabs(report_share(row) - 1);

	if (!row->tput || !strcmp(row->tput->audit, "derived"))
		return false;
	return !row->trusted || isnan(off) || off > REMARK_DUE;
}

void report_remarks(const struct report *r, const struct verdict_row *row, const char *before,
		    struct buf *out)
{
	const int cc = (int)r->rec->card.f[CARD_cc].num;
	const char *text;

	for (int i = 0; (text = spec_remark(row->probe, cc, &i)) != NULL;) {
		buf_puts(out, before);
		for (; *text; text++)
			buf_putc(out, *text == '\n' ? ' ' : *text);
	}
}

/* How well an entry will do as the reference; 0: not at all. */
static int fitness(const struct record *rec, const struct store_entry *e)
{
	const struct nominal_card *mine = known_card(&rec->card), *theirs = known_card(&e->card);
	int points = 1;

	if (e->provenance != PROV_DERIVED || strcmp(e->fingerprint, "full speed") ||
	    !strcmp(e->key, rec->key) || e->card.f[CARD_cc].num != rec->card.f[CARD_cc].num)
		return 0;
	if (mine && theirs) {
		points += 2 * !strcmp(mine->line, theirs->line);
		points += !strcmp(mine->die, theirs->die);
	}
	return points;
}

int report_reference(struct store *s, const struct record *rec, struct record *out, bool *found,
		     struct fault *f)
{
	struct store_entry *entry = NULL;
	const struct store_entry *best = NULL;
	size_t n = 0;
	int most = 0, rc;

	*found = false;
	rc = store_list(s, &entry, &n, f);
	if (rc)
		return rc;
	for (size_t i = 0; i < n; i++)
		if (fitness(rec, &entry[i]) > most) {
			most = fitness(rec, &entry[i]);
			best = &entry[i];
		}
	if (best) {
		rc = store_record_run(s, best->newest_run, out, f);
		*found = rc == 0;
	}
	free(entry);
	return rc;
}
