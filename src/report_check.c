/*
 * Figures that must agree because one opcode, or the sum of others, is behind them.  A disagreement
 * means that one of them does not measure what its name says; which one, no arithmetic can tell.
 */
#include "report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "units.h"

#define EQUAL 0.01
#define GROUP_MAX 4

/* Probes that one opcode executes. */
static const char *const equal_groups[][GROUP_MAX] = {
	{"dp4a_ss", "dp4a_su", "dp4a_us", "dp4a_uu"},
	{"dp2a_lo_ss", "dp2a_hi_ss"},
	{"b32_lop3", "b32_and"},
	{"b32_shf", "b32_shl"},
	{"f32_add", "f32_mul"},
	{"f32_ex2", "f32_rsqrt", "f32_lg2", "f32_rcp_approx"},
	{"b32_clz", "s32_bfind"},
};

static const struct verdict_row *trusted_row(const struct report *r, const char *probe)
{
	for (size_t i = 0; i < r->verdict->n; i++) {
		const struct verdict_row *row = &r->verdict->row[i];

		if (!strcmp(row->probe->name, probe))
			return row->trusted && strcmp(row->tput->audit, "derived") ? row : NULL;
	}
	return NULL;
}

static bool check_equal(const struct report *r, const char *const group[GROUP_MAX],
			struct report_check *out)
{
	struct buf text = BUF_INIT;
	double lo = INFINITY, hi = 0;
	size_t n = 0;

	for (size_t i = 0; i < GROUP_MAX && group[i]; i++) {
		const struct verdict_row *row = trusted_row(r, group[i]);

		if (!row)
			continue;
		buf_addf(&text, "%s%s", n++ ? " = " : "", group[i]);
		lo = fmin(lo, row->interval_cyc);
		hi = fmax(hi, row->interval_cyc);
	}
	if (n > 1) {
		buf_puts(&text, ": ");
		units_figure(&text, lo, 4);
		buf_puts(&text, " cyc, apart by ");
		units_figure(&text, round((hi / lo - 1) * 1e4) / 100, 2);
		buf_puts(&text, " %");
		out->passed = hi / lo - 1 <= EQUAL;
		snprintf(out->text, sizeof(out->text), "%s", buf_str(&text));
	}
	buf_done(&text);
	return n > 1;
}

/* The interval of an opcode, from a probe whose copy is that one instruction; NaN when there is
 * none. */
static double opcode_interval(const struct report *r, const char *op, size_t n_op)
{
	for (size_t i = 0; i < r->verdict->n; i++) {
		const struct verdict_row *row = &r->verdict->row[i];

		if (row->trusted && !strncmp(row->tput->sass, op, n_op) &&
		    !strcmp(row->tput->sass + n_op, "*1"))
			return row->interval_cyc;
	}
	return NAN;
}

/* A sequence takes at least as long as the instructions of its slowest opcode. */
static bool check_compound(const struct report *r, const struct verdict_row *row,
			   struct report_check *out)
{
	const char *s = row->tput->sass, *slowest = NULL;
	struct buf text = BUF_INIT;
	double least = 0;
	int n_slowest = 0;

	while (*s) {
		const size_t n_op = strcspn(s, "* ");
		double need, per_copy;
		char *end;

		if (s[n_op] != '*')
			return false;
		per_copy = strtod(s + n_op + 1, &end);
		need = per_copy * opcode_interval(r, s, n_op);
		if (need > least) {
			least = need;
			slowest = s;
			n_slowest = (int)(end - s);
		}
		s = end + strspn(end, " ");
	}
	if (!slowest)
		return false;
	buf_addf(&text, "%s: ", row->probe->name);
	units_figure(&text, row->interval_cyc, 4);
	buf_addf(&text, " cyc, of which its %.*s alone take ", n_slowest, slowest);
	units_figure(&text, least, 4);
	buf_puts(&text, " cyc");
	out->passed = row->interval_cyc >= least * (1 - EQUAL);
	snprintf(out->text, sizeof(out->text), "%s", buf_str(&text));
	buf_done(&text);
	return true;
}

size_t report_checks(const struct report *r, struct report_check out[REPORT_CHECKS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof(equal_groups) / sizeof(*equal_groups); i++)
		n += check_equal(r, equal_groups[i], &out[n]);
	for (size_t i = 0; i < r->verdict->n && n < REPORT_CHECKS_MAX; i++) {
		const struct verdict_row *row = &r->verdict->row[i];

		if (row->trusted && !strcmp(row->tput->audit, "compound"))
			n += check_compound(r, row, &out[n]);
	}
	return n;
}
