/*
 * What stands behind and beside the tables of rates: strategies held against a reference, cross
 * checks, remarks on rows, and figures that no probe of this build stands for.
 */
#include "report_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "units.h"

void page_checks(const struct page *p)
{
	struct report_check check[REPORT_CHECKS_MAX];
	const size_t n = report_checks(p->r, check);
	struct buf b = BUF_INIT;

	if (n > 0)
		page_heading(p, "Cross checks");
	for (size_t i = 0; i < n; i++) {
		buf_clear(&b);
		buf_addf(&b, "%s  %s", check[i].passed ? "agree   " : "DISAGREE", check[i].text);
		page_item(p, buf_str(&b));
	}
	buf_done(&b);
}

void page_strategies(const struct page *p)
{
	static const struct table_column col[] = {{"variant", "", false},
						  {"cases", "", true},
						  {"mismatches", "", true},
						  {"max error", "ulp", true}};
	struct buf b = BUF_INIT;
	struct table t;

	table_init(&t, col, 4);
	for (size_t i = 0; i < p->r->rec->n_checks; i++) {
		const struct store_check *c = &p->r->rec->check[i];

		table_add(&t, c->variant, SAY_PLAIN);
		buf_clear(&b);
		buf_addf(&b, "%llu", (unsigned long long)c->cases);
		table_add(&t, buf_str(&b), SAY_PLAIN);
		buf_clear(&b);
		buf_addf(&b, "%llu", (unsigned long long)c->mismatches);
		table_add(&t, buf_str(&b), c->mismatches ? SAY_BAD : SAY_GOOD);
		page_number(&t, c->max_ulp, 3, SAY_PLAIN);
	}
	if (t.n > 0) {
		page_heading(p, "Replacement strategies against an exact reference, on the card");
		page_table(p, &t);
	}
	table_done(&t);
	buf_done(&b);
}

static void note_of_row(const struct verdict_row *row, struct buf *b)
{
	const struct probe *probe = row->probe;
	/* That nothing was measured, or that nothing was published, the dashes say already. */
	const bool said = !row->tput || (row->trusted && isnan(row->divider));

	if (row->why[0] && !said)
		buf_addf(b, "; %s", row->why);
	if (row->tput && row->tput->note[0])
		buf_addf(b, "; %s", row->tput->note);
	if (row->lat && row->lat->note[0] &&
	    (!row->tput || strcmp(row->lat->note, row->tput->note)))
		buf_addf(b, "; latency: %s", row->lat->note);
	if (row->trusted && probe->alternate && strcmp(row->tput->audit, "derived"))
		buf_addf(b, "; takes turns with %s, %s", probe->alternate,
			 probe->alternate_pipe == PIPE_SAME
				 ? "whose share is taken off"
				 : "which runs beside it on another pipe");
}

/* "dp4a_ss, dp4a_su: note.": the rows from `first` on that have this note, so that none is told
 * twice. */
static void note_item(const struct page *p, const struct buf *note, size_t first)
{
	const struct verdict *v = p->r->verdict;
	struct buf line = BUF_INIT;

	for (size_t i = first; i < v->n; i++)
		if (!strcmp(buf_str(&note[i]), buf_str(&note[first])))
			buf_addf(&line, "%s%s", line.len ? ", " : "", v->row[i].probe->name);
	buf_addf(&line, ": %s.", buf_str(&note[first]) + strspn(buf_str(&note[first]), "; "));
	page_item(p, buf_str(&line));
	buf_done(&line);
}

static bool told_before(const struct buf *note, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (!strcmp(buf_str(&note[j]), buf_str(&note[i])))
			return true;
	return false;
}

/* Under the heading, unless an item before was. */
static void note_items(const struct page *p, const struct buf *note, bool *any)
{
	for (size_t i = 0; i < p->r->verdict->n; i++) {
		if (!note[i].len || told_before(note, i))
			continue;
		if (!*any)
			page_heading(p, "Notes");
		*any = true;
		note_item(p, note, i);
	}
}

static void notes_done(struct buf *note, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_done(&note[i]);
	free(note);
}

void page_notes(const struct page *p)
{
	const struct verdict *v = p->r->verdict;
	struct buf *note = mem_new(v->n + 1, sizeof(*note)),
		   *remark = mem_new(v->n + 1, sizeof(*remark));
	bool any = false;

	for (size_t i = 0; i < v->n; i++) {
		note_of_row(&v->row[i], &note[i]);
		if (p->r->all_remarks || report_remark_due(&v->row[i]))
			report_remarks(p->r, &v->row[i], "; ", &remark[i]);
	}
	note_items(p, note, &any);
	note_items(p, remark, &any);
	notes_done(note, v->n);
	notes_done(remark, v->n);
}

/* "f16_neg, f32_neg: reason.": PTX instructions that no unit executes, those of one reason in one
 * item. */
void page_none(const struct page *p)
{
	const struct probe_set *set = p->r->set;
	struct buf line = BUF_INIT;
	bool any = false;

	for (size_t i = 0; i < set->n; i++) {
		bool told = !set->v[i].none;

		for (size_t j = 0; j < i && !told; j++)
			told = set->v[j].none && !strcmp(set->v[j].none, set->v[i].none);
		if (told)
			continue;
		buf_clear(&line);
		for (size_t j = i; j < set->n; j++)
			if (set->v[j].none && !strcmp(set->v[j].none, set->v[i].none))
				buf_addf(&line, "%s%s", line.len ? ", " : "", set->v[j].name);
		buf_addf(&line, ": %s.", set->v[i].none);
		if (!any)
			page_heading(p, "No instruction of their own");
		any = true;
		page_item(p, buf_str(&line));
	}
	buf_done(&line);
}

/* Figures that no probe of this build stands for, as published tables have them. */
void page_others(const struct page *p)
{
	static const struct table_column col[] = {{"row", "", false},        {"kind", "", false},
						  {"interval", "cyc", true}, {"time", "ns", true},
						  {"audit", "", false},      {"remark", "", false}};
	struct table t;

	table_init(&t, col, 6);
	for (size_t i = 0; i < p->r->rec->n; i++) {
		const struct figure *fig = &p->r->rec->fig[i];

		const struct probe *probe = spec_find(p->r->set, fig->probe);

		if (probe && !probe->none)
			continue;
		table_add(&t, fig->probe, SAY_PLAIN);
		table_add(&t, fig->kind, SAY_DIM);
		page_number(&t, fig->interval_cyc, 4, SAY_PLAIN);
		page_number(&t, fig->ns, 4, SAY_PLAIN);
		table_add(&t, fig->audit, SAY_PLAIN);
		table_add(&t, fig->note, SAY_PLAIN);
	}
	if (t.n > 0) {
		page_heading(p, "Figures without a probe of this build");
		page_table(p, &t);
	}
	table_done(&t);
}
