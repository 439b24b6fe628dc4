/* A report on its way to text or Markdown: what its sections share. */
#ifndef CMPTUNE_REPORT_PAGE_H
#define CMPTUNE_REPORT_PAGE_H

#include "report.h"
#include "report_table.h"

struct page {
	const struct report *r;
	bool md; /* else text */
	struct buf *out;
};

void page_heading(const struct page *p, const char *text);
void page_table(const struct page *p, const struct table *t);
void page_item(const struct page *p,
	       const char *text); /* of a list; wrapped, since terminals cut words */
void page_number(struct table *t, double v, int digits, enum say_style style);
/* Of four digits; in brackets when it is not to be trusted. */
void page_doubtful(struct table *t, double v, bool trusted);

/* The sections that are files of their own. */
void page_rates(const struct page *p);
void page_latencies(const struct page *p);
void page_sweeps(const struct page *p);
void page_strategies(const struct page *p);
void page_checks(const struct page *p);
void page_notes(const struct page *p);
void page_none(const struct page *p);
void page_others(const struct page *p);

#endif
