/*
 * A report for people: who the card is and how the figures came about, one statement a throttle
 * class, then the sections. Text and Markdown hold the same; every number has its unit, and what
 * was not measured is a dash.
 */
#include "report_page.h"

#include <math.h>
#include <string.h>

#include "units.h"

const char *const report_format_names[] = {"text", "md", "csv", "json", NULL};

int report_format_parse(const char *name, enum report_format *out)
{
	for (int i = 0; report_format_names[i]; i++)
		if (!strcmp(name, report_format_names[i])) {
			*out = (enum report_format)i;
			return 0;
		}
	return -1;
}

void page_heading(const struct page *p, const char *text)
{
	if (p->md)
		buf_addf(p->out, "\n## %s\n\n", text);
	else
		buf_addf(p->out, "\n%s%s%s\n", say_style(SAY_BOLD), text, say_style(SAY_PLAIN));
}

void page_table(const struct page *p, const struct table *t)
{
	if (p->md)
		table_md(t, p->out);
	else
		table_text(t, "  ", p->out);
}

void page_item(const struct page *p, const char *text)
{
	struct buf plain = BUF_INIT;
	const char *s;
	size_t column = 2;

	if (p->md) {
		buf_puts(p->out, "- ");
		table_md_text(text, p->out);
		buf_putc(p->out, '\n');
		return;
	}
	table_plain_text(text, &plain);
	buf_puts(p->out, "  ");
	for (s = buf_str(&plain); *s;) {
		const size_t blanks = strspn(s, " "), word = strcspn(s + blanks, " ");

		if (column > 2 && column + blanks + word > 100) {
			buf_puts(p->out, "\n    ");
			column = 4;
		} else {
			buf_add(p->out, s, blanks);
			column += blanks;
		}
		buf_add(p->out, s + blanks, word);
		column += word;
		s += blanks + word;
	}
	buf_putc(p->out, '\n');
	buf_done(&plain);
}

void page_number(struct table *t, double v, int digits, enum say_style style)
{
	struct buf b = BUF_INIT;

	units_figure(&b, v, digits);
	table_add(t, buf_str(&b), style);
	buf_done(&b);
}

void page_doubtful(struct table *t, double v, bool trusted)
{
	struct buf b = BUF_INIT;

	if (trusted || isnan(v)) {
		page_number(t, v, 4, SAY_PLAIN);
		return;
	}
	buf_putc(&b, '(');
	units_figure(&b, v, 4);
	buf_putc(&b, ')');
	table_add(t, buf_str(&b), SAY_DIM);
	buf_done(&b);
}

/* ---- identity ---- */

static void fact(struct table *t, const char *name, const char *text)
{
	table_add(t, name, SAY_DIM);
	table_add(t, text, SAY_PLAIN);
}

static void add_word(struct buf *b, const char *before, const char *word)
{
	if (word[0])
		buf_addf(b, ", %s%s", before, word);
}

static void provenance_line(const struct record *rec, struct buf *b)
{
	const double clock_mhz = report_clock_mhz(rec);

	buf_clear(b);
	buf_puts(b, provenance_name(rec->provenance));
	add_word(b, "", rec->started_utc);
	add_word(b, "cmptune ", rec->tool_version);
	add_word(b, "driver ", rec->driver);
	add_word(b, "NVRTC ", rec->nvrtc);
	if (!isnan(clock_mhz)) {
		buf_puts(b, ", SM clock ");
		units_hz(b, clock_mhz * 1e6);
	}
}

static void attributes(const struct card *c, struct buf *b)
{
	static const enum card_index shown[] = {CARD_sm_count, CARD_mem_bytes, CARD_l2_bytes};

	buf_puts(b, "compute capability ");
	card_field_format(c, CARD_cc, b);
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++) {
		if (c->f[shown[i]].status != CARD_OK)
			continue;
		buf_puts(b, ", ");
		card_field_format(c, shown[i], b);
		buf_addf(b, " %s", card_field_label(shown[i]));
	}
}

static void identity(const struct page *p)
{
	static const struct table_column col[] = {{"", "", false}, {"", "", false}};
	const struct record *rec = p->r->rec;
	struct buf b = BUF_INIT;
	struct table t;

	table_init(&t, col, 2);
	report_title(&rec->card, &b);
	if (p->md) {
		buf_puts(p->out, "# ");
		table_md_text(buf_str(&b), p->out);
		buf_puts(p->out, "\n\n");
	} else {
		buf_puts(p->out, say_style(SAY_BOLD));
		table_plain_text(buf_str(&b), p->out);
		buf_addf(p->out, "%s\n", say_style(SAY_PLAIN));
	}
	buf_clear(&b);
	attributes(&rec->card, &b);
	fact(&t, "card", buf_str(&b));
	fact(&t, "key", rec->key);
	fact(&t, "state", report_state(p->r));
	if (rec->fingerprint[0] && strcmp(rec->fingerprint, report_state(p->r)))
		fact(&t, "recorded state", rec->fingerprint);
	provenance_line(rec, &b);
	fact(&t, "figures", buf_str(&b));
	if (p->r->ref) {
		buf_clear(&b);
		report_title(&p->r->ref->card, &b);
		buf_addf(&b, " (%s, %s)", provenance_name(p->r->ref->provenance),
			 p->r->ref_verdict->fingerprint);
		fact(&t, "compared with", buf_str(&b));
	}
	page_table(p, &t);
	table_done(&t);
	buf_done(&b);
	if (p->md)
		buf_putc(p->out, '\n');
	if (rec->citation[0])
		page_item(p, rec->citation);
	if (rec->remark[0])
		page_item(p, rec->remark);
}

/* ---- classes ---- */

static enum say_style class_style(enum verdict_kind kind)
{
	switch (kind) {
	case VERDICT_FULL:
		return SAY_GOOD;
	case VERDICT_THROTTLED:
	case VERDICT_MIXED:
	case VERDICT_UNEXPLAINED:
		return SAY_BAD;
	case VERDICT_NONE:
	case VERDICT_ABSENT:
		return SAY_DIM;
	case VERDICT_ARCH_SLOW:
		break;
	}
	return SAY_PLAIN;
}

/* The table holds the figures; what follows them would make it wider than a terminal. */
static void class_row(const struct verdict_class *c, struct table *t)
{
	struct buf b = BUF_INIT;

	table_add(t, class_id(c->id), SAY_PLAIN);
	table_add(t, class_title(c->id), SAY_PLAIN);
	verdict_class_format(c, &b);
	table_add(t, buf_str(&b), class_style(c->kind));
	buf_clear(&b);
	buf_add(&b, c->evidence, strcspn(c->evidence, ";"));
	table_add(t, buf_str(&b), SAY_PLAIN);
	buf_done(&b);
}

static void class_remarks(const struct page *p, const struct verdict_class *c)
{
	const char *more = strchr(c->evidence, ';');
	struct buf b = BUF_INIT;

	if (c->deviant[0]) {
		buf_addf(&b, "%s: %s has another ratio than its class.", class_id(c->id),
			 c->deviant);
		page_item(p, buf_str(&b));
	}
	if (more) {
		buf_clear(&b);
		buf_addf(&b, "%s: %s.", class_id(c->id), more + 2);
		page_item(p, buf_str(&b));
	}
	buf_done(&b);
}

static void classes(const struct page *p)
{
	static const struct table_column col[] = {{"class", "", false},
						  {"instructions", "", false},
						  {"verdict", "", false},
						  {"evidence", "", false}};
	const struct verdict_class *c = p->r->verdict->cls;
	struct table t;

	table_init(&t, col, 4);
	/* Classes outside the fingerprint have rates but nothing to be held against. */
	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		if (class_is_core(c[i].id))
			class_row(&c[i], &t);
	page_heading(p, "Verdicts");
	page_table(p, &t);
	table_done(&t);
	if (p->md)
		buf_putc(p->out, '\n');
	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++)
		if (class_is_core(c[i].id))
			class_remarks(p, &c[i]);
}

static void write_page(const struct page *p)
{
	identity(p);
	classes(p);
	page_rates(p);
	page_latencies(p);
	page_sweeps(p);
	page_strategies(p);
	page_checks(p);
	page_notes(p);
	page_none(p);
	page_others(p);
}

void report_write(const struct report *r, enum report_format format, struct buf *out)
{
	const struct page p = {.r = r, .md = format == REPORT_MD, .out = out};

	if (format == REPORT_CSV)
		report_csv(r, out);
	else if (format == REPORT_JSON)
		report_json(r, out);
	else
		write_page(&p);
}
