/*
 * The notation of expected machine code: "80, 87, 90/12: HADD2 | HFMA2.MMA" to rows of struct
 * spec_sass. Later lines override earlier ones, so that a general line comes first and exceptions
 * follow.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "spec_key.h"

#define ARCH_LAST 999
#define NVRTC_LAST 9999

static const char *skip_space(const char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

static int number(const char **s)
{
	char *end;
	long v = strtol(*s, &end, 10);

	if (end == *s || v < 0 || v > ARCH_LAST)
		return -1;
	*s = end;
	return (int)v;
}

/* "12": all of 12; "13.1": that one; "13.1-": that one and later ones.  As 100 * major + minor. */
static int parse_nvrtc(const char **s, struct spec_range *r)
{
	int major = number(s), minor = -1;

	if (major >= 0 && **s == '.') {
		(*s)++;
		minor = number(s);
		if (minor < 0 || minor > 99)
			return -1;
	}
	r->nvrtc_lo = 100 * major + (minor < 0 ? 0 : minor);
	r->nvrtc_hi = 100 * major + (minor < 0 ? 99 : minor);
	if (**s == '-') {
		(*s)++;
		r->nvrtc_hi = NVRTC_LAST;
	}
	return major < 0 ? -1 : 0;
}

/* "80", "86-89", "90/12", "75-/13.1-": an architecture or a range of them, and perhaps the NVRTC it
 * holds for. */
static int parse_range(const char **s, struct spec_range *r)
{
	*r = (struct spec_range){0, ARCH_LAST, 0, NVRTC_LAST};
	*s = skip_space(*s);
	r->arch_lo = number(s);
	if (r->arch_lo < 0)
		return -1;
	r->arch_hi = r->arch_lo;
	if (**s == '-') {
		(*s)++;
		r->arch_hi = isdigit((unsigned char)**s) ? number(s) : ARCH_LAST;
	}
	if (**s == '/') {
		(*s)++;
		if (parse_nvrtc(s, r))
			return -1;
	}
	*s = skip_space(*s);
	return r->arch_hi < r->arch_lo ? -1 : 0;
}

int spec_ranges_parse(const char **s, struct spec_range v[SPEC_RANGES_MAX], int *n)
{
	*n = 0;
	if (!strchr(*s, ':')) {
		v[(*n)++] = (struct spec_range){0, ARCH_LAST, 0, NVRTC_LAST};
		return 0;
	}
	for (;;) {
		if (*n == SPEC_RANGES_MAX || parse_range(s, &v[*n]))
			return -1;
		(*n)++;
		if (**s == ':')
			break;
		if (*(*s)++ != ',')
			return -1;
	}
	(*s)++;
	return 0;
}

/* "IDP.2A*2": an opcode and how many of it a copy executes. */
static int parse_term(const char **s, struct spec_sass *e)
{
	size_t n;

	*s = skip_space(*s);
	n = strspn(*s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._");
	if (!n || n >= sizeof(e->term[0].op) || e->n_terms == SPEC_TERMS_MAX)
		return -1;
	memcpy(e->term[e->n_terms].op, *s, n);
	e->term[e->n_terms].op[n] = '\0';
	e->term[e->n_terms].per_copy = 1;
	*s = skip_space(*s + n);
	if (**s == '*') {
		(*s)++;
		e->term[e->n_terms].per_copy = number(s);
		if (e->term[e->n_terms].per_copy < 1)
			return -1;
		*s = skip_space(*s);
	}
	e->n_terms++;
	return 0;
}

static int parse_terms(const char *s, struct spec_sass *e)
{
	static const struct {
		char sign;
		enum sass_expect expect;
	} signs[] = {{'=', EXPECT_ALIAS}, {'~', EXPECT_COMPOUND}, {'!', EXPECT_EMULATED}};
	char separator = 0;

	s = skip_space(s);
	e->expect = EXPECT_EXACT;
	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++)
		if (*s == signs[i].sign) {
			e->expect = signs[i].expect;
			s++;
			break;
		}
	for (;;) {
		if (parse_term(&s, e))
			return -1;
		if (!*s)
			break;
		if (separator && *s != separator)
			return -1;
		separator = *s++;
		if (separator != ',' && separator != '|')
			return -1;
	}
	if (separator == '|') {
		if (e->expect != EXPECT_EXACT)
			return -1;
		e->expect = EXPECT_MIX;
	}
	return 0;
}

int spec_sass_parse(struct probe *p, const char *line, struct fault *f)
{
	struct spec_range range[SPEC_RANGES_MAX];
	struct spec_sass e = {0};
	const char *s = line;
	int n;

	if (spec_ranges_parse(&s, range, &n))
		return fault_set(f, FAULT_DATA,
				 "'%s' does not begin with architectures such as "
				 "'80, 86-89, 90/12:'",
				 line);
	if (parse_terms(s, &e))
		return fault_set(f, FAULT_DATA,
				 "'%s' is no expectation: write 'FFMA', 'FLO, IADD3', '=LOP3', "
				 "'HFMA2 | HFMA2.MMA', '~MUFU.RCP, FFMA' or '!CALL'",
				 line);
	p->sass = mem_grow(p->sass, (size_t)(p->n_sass + n), sizeof(*p->sass));
	for (int i = 0; i < n; i++) {
		e.arch_lo = range[i].arch_lo;
		e.arch_hi = range[i].arch_hi;
		e.nvrtc_lo = range[i].nvrtc_lo;
		e.nvrtc_hi = range[i].nvrtc_hi;
		p->sass[p->n_sass++] = e;
	}
	return 0;
}

bool spec_is_emulated(const struct probe *p, int arch)
{
	bool emulated = false;

	for (int i = 0; i < p->n_sass; i++) {
		const struct spec_sass *e = &p->sass[i];

		if (arch >= e->arch_lo && arch <= e->arch_hi) /* a later line overrides */
			emulated = e->expect == EXPECT_EMULATED;
	}
	return emulated;
}

const struct spec_sass *spec_expect(const struct probe *p, int arch, int nvrtc)
{
	for (int i = p->n_sass - 1; i >= 0; i--) {
		const struct spec_sass *e = &p->sass[i];

		if (arch >= e->arch_lo && arch <= e->arch_hi && nvrtc >= e->nvrtc_lo &&
		    nvrtc <= e->nvrtc_hi)
			return e;
	}
	return NULL;
}
