/*
 * cmptune audit --matrix: every probe, for every architecture, with every NVRTC, as one letter
 * each.  What the letters stand for is audit.c's business.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "cmd_audit.h"
#include "say.h"

struct column {
	struct nvrtc *nvrtc;
	int major, minor, arch;
};

struct cell {
	const struct probe *probe; /* NULL: that architecture has no such instruction */
	enum audit_verdict verdict;
	char *sass, *why; /* owned */
};

struct matrix {
	const struct probe_set *set;
	struct column *column;
	struct cell *cell; /* of each column the cells of all probes of the set */
	size_t n_columns, n_compilers, n_archs;
	size_t met, total;
};

/* By verdict; small where the expectation is met. */
static const char letters[] = "oamceFUX";
#define ABSENT '.'

static struct cell *cell_at(const struct matrix *m, size_t probe, size_t column)
{
	return &m->cell[column * m->set->n + probe];
}

static bool is_asked(int arch, const int *asked, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (asked[i] == arch)
			return true;
	return !asked && arch >= AUDIT_ARCH_MIN;
}

/* Oldest compiler first, as architectures ascend too. */
static void add_columns(struct matrix *m, struct nvrtc *const *lib, size_t n_libs, const int *asked,
			size_t n_asked)
{
	for (size_t l = n_libs; l-- > 0;) {
		struct column c = {.nvrtc = lib[l]};
		size_t n_archs, before = m->n_columns;
		const int *arch = nvrtc_archs(lib[l], &n_archs);

		nvrtc_version(lib[l], &c.major, &c.minor);
		for (size_t i = 0; i < n_archs; i++) {
			bool is_new = true;

			if (!is_asked(arch[i], asked, n_asked))
				continue;
			c.arch = arch[i];
			for (size_t k = 0; k < m->n_columns; k++)
				is_new &= m->column[k].arch != c.arch;
			m->n_archs += is_new;
			m->column = mem_grow(m->column, m->n_columns + 1, sizeof(c));
			m->column[m->n_columns++] = c;
		}
		m->n_compilers += m->n_columns > before;
	}
}

static int check_archs(const struct matrix *m, const int *asked, size_t n, struct fault *f)
{
	for (size_t i = 0; i < n; i++) {
		bool found = false;

		for (size_t c = 0; c < m->n_columns; c++)
			found |= m->column[c].arch == asked[i];
		if (!found)
			return fault_set(f, FAULT_BUILD, "no NVRTC here can target sm_%d",
					 asked[i]);
	}
	return 0;
}

static int fill_column(const struct audit_args *a, struct matrix *m, size_t column, struct fault *f)
{
	const struct column *c = &m->column[column];
	struct plan plan = {0};
	struct session_build b = {0};
	int rc = audit_build(a, m->set, c->nvrtc, c->arch, &plan, &b, f);

	for (size_t i = 0, end; i < plan.n && !rc; i = end) {
		size_t worst = audit_worst(&plan, &b, i, &end);
		const struct probe *p = plan.point[worst].probe;
		struct cell *cell = cell_at(m, (size_t)(p - m->set->v), column);
		const char *failed = b.failed[worst];

		cell->probe = p;
		cell->verdict = failed ? AUDIT_FAILED : b.audit[worst].verdict;
		cell->sass = mem_text(failed ? "" : b.audit[worst].sass);
		cell->why = mem_text(failed ? failed : b.audit[worst].why);
		m->met += (size_t)audit_is_rate(cell->verdict);
		m->total++;
	}
	session_build_done(&b);
	plan_done(&plan);
	return rc;
}

static bool begins_compiler(const struct matrix *m, size_t column)
{
	return !column || m->column[column].nvrtc != m->column[column - 1].nvrtc;
}

static size_t name_width(const struct matrix *m)
{
	size_t width = 0;

	for (size_t p = 0; p < m->set->n; p++)
		if (strlen(m->set->v[p].name) > width)
			width = strlen(m->set->v[p].name);
	return width;
}

/* Room for a version above the first column of a compiler. */
#define GAP_FIRST "    "
#define GAP " "

static const char *gap(const struct matrix *m, size_t column)
{
	return begins_compiler(m, column) ? GAP_FIRST : GAP;
}

/* Architectures stand upright: a digit a line, so that a column is two characters wide. */
static void print_head(const struct matrix *m, int width)
{
	int first = 10;

	printf("%-*s", width, "NVRTC");
	for (size_t c = 0; c < m->n_columns; c++) {
		char version[24] = "";

		if (begins_compiler(m, c))
			snprintf(version, sizeof(version), "%d.%d", m->column[c].major,
				 m->column[c].minor);
		printf("%*s", (int)strlen(gap(m, c)) + 1, version);
		if (m->column[c].arch >= 100)
			first = 100;
	}
	putchar('\n');
	for (int unit = first; unit; unit /= 10) {
		printf("%-*s", width, unit == first ? "sm_" : "");
		for (size_t c = 0; c < m->n_columns; c++) {
			int arch = m->column[c].arch;

			printf("%s%c", gap(m, c), arch < unit ? ' ' : '0' + arch / unit % 10);
		}
		putchar('\n');
	}
}

static void print_row(const struct matrix *m, size_t probe, int width)
{
	printf("%-*s", width, m->set->v[probe].name);
	for (size_t c = 0; c < m->n_columns; c++) {
		const struct cell *cell = cell_at(m, probe, c);
		bool bad = cell->probe && !audit_is_rate(cell->verdict);

		printf("%s%s%c%s", gap(m, c), say_style(bad ? SAY_BAD : SAY_PLAIN),
		       cell->probe ? letters[cell->verdict] : ABSENT, say_style(SAY_PLAIN));
	}
	putchar('\n');
}

static bool is_picked(const struct matrix *m, size_t probe)
{
	for (size_t c = 0; c < m->n_columns; c++)
		if (cell_at(m, probe, c)->probe)
			return true;
	return false;
}

static void print_unmet(const struct matrix *m)
{
	for (size_t p = 0; p < m->set->n; p++)
		for (size_t c = 0; c < m->n_columns; c++) {
			const struct cell *cell = cell_at(m, p, c);

			if (cell->probe && !audit_is_rate(cell->verdict))
				printf("%s%-10s%s %s for sm_%d with NVRTC %d.%d: %s%s%s\n",
				       say_style(SAY_BAD), audit_verdict_name(cell->verdict),
				       say_style(SAY_PLAIN), cell->probe->name, m->column[c].arch,
				       m->column[c].major, m->column[c].minor, cell->sass,
				       *cell->sass ? "; " : "", cell->why);
		}
}

static void print_text(const struct matrix *m)
{
	int width = (int)name_width(m);

	print_head(m, width);
	for (size_t p = 0; p < m->set->n; p++)
		if (is_picked(m, p))
			print_row(m, p, width);
	printf("\nmet: o ok, a alias, m mix, c compound, e emulated; not met: F folded, U undeclared, X "
	       "failed; "
	       "%c no such instruction there\n",
	       ABSENT);
	print_unmet(m);
	printf("%zu of %zu expectations met over %zu architecture%s and %zu compiler%s\n", m->met,
	       m->total, m->n_archs, m->n_archs == 1 ? "" : "s", m->n_compilers,
	       m->n_compilers == 1 ? "" : "s");
}

static void print_json(const struct matrix *m)
{
	json_t *compilers = json_array(), *cells = json_array(), *all;

	for (size_t c = 0; c < m->n_columns; c++) {
		const struct column *col = &m->column[c];
		char version[24];

		snprintf(version, sizeof(version), "%d.%d", col->major, col->minor);
		if (begins_compiler(m, c))
			json_array_append_new(compilers, json_pack("{s:s, s:s}", "nvrtc", version,
								   "path", nvrtc_path(col->nvrtc)));
		for (size_t p = 0; p < m->set->n; p++) {
			const struct cell *cell = cell_at(m, p, c);

			if (cell->probe)
				json_array_append_new(
					cells, json_pack("{s:s, s:s, s:i, s:s, s:s, s:s}", "probe",
							 cell->probe->name, "nvrtc", version,
							 "arch", col->arch, "verdict",
							 audit_verdict_name(cell->verdict), "sass",
							 cell->sass, "why", cell->why));
		}
	}
	all = json_pack("{s:o, s:o, s:I, s:I, s:I}", "compilers", compilers, "cells", cells, "met",
			(json_int_t)m->met, "expectations", (json_int_t)m->total, "architectures",
			(json_int_t)m->n_archs);
	json_dumpf(all, stdout, JSON_INDENT(1) | JSON_SORT_KEYS);
	putchar('\n');
	json_decref(all);
}

static void matrix_done(struct matrix *m)
{
	for (size_t i = 0; m->cell && i < m->n_columns * m->set->n; i++) {
		free(m->cell[i].sass);
		free(m->cell[i].why);
	}
	free(m->cell);
	free(m->column);
}

int audit_matrix(const struct audit_args *a, const struct probe_set *set, size_t *met,
		 size_t *total, struct fault *f)
{
	struct matrix m = {.set = set};
	struct nvrtc **lib = NULL;
	int *asked = NULL;
	size_t n_libs = 0, n_asked = 0;
	int rc = audit_archs(a, &asked, &n_asked, f);

	if (!rc)
		rc = nvrtc_open_all(a->nvrtc, &lib, &n_libs, f);
	if (!rc) {
		add_columns(&m, lib, n_libs, asked, n_asked);
		rc = check_archs(&m, asked, n_asked, f);
	}
	if (!rc)
		m.cell = mem_new(m.n_columns * set->n + 1, sizeof(*m.cell));
	for (size_t c = 0; c < m.n_columns && !rc; c++)
		rc = fill_column(a, &m, c, f);
	if (!rc)
		(a->face.json ? print_json : print_text)(&m);
	*met = m.met;
	*total = m.total;
	matrix_done(&m);
	for (size_t i = 0; i < n_libs; i++)
		nvrtc_close(lib[i]);
	free(lib);
	free(asked);
	return rc;
}
