/*
 * TAP from C: call the checks, end main with `return done();`.  A unit test is one program.
 *
 *	ok(condition, "name %d", i)
 *	is_int(got, wanted, "name")
 *	is_str(got, wanted, "name")              NULL equals NULL only
 *	is_near(got, wanted, tolerance, "name")  |got - wanted| <= tolerance; NaN equals NaN
 *	has_str(text, part, "name")              part occurs in text
 *	skip("name", "reason")                   a check that cannot be made here
 *	skip_all("reason")                       as the first call: the whole program; ends it
 *	diag("text %s", s)                       a comment in the output
 */
#ifndef CMPTUNE_TAP_H
#define CMPTUNE_TAP_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
	int run, failed;
} tap_count;

__attribute__((format(printf, 2, 0))) static inline int tap_result(int good, const char *fmt,
								   va_list ap)
{
	if (tap_count.run == 0)
		setvbuf(stdout, NULL, _IOLBF, 0);
	printf("%sok %d - ", good ? "" : "not ", ++tap_count.run);
	vprintf(fmt, ap);
	putchar('\n');
	tap_count.failed += !good;
	return good;
}

__attribute__((format(printf, 1, 2))) static inline void diag(const char *fmt, ...)
{
	va_list ap;

	printf("# ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

__attribute__((format(printf, 2, 3))) static inline int ok(int good, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tap_result(good, fmt, ap);
	va_end(ap);
	return good;
}

__attribute__((format(printf, 3, 4))) static inline int is_int(long long got, long long wanted,
							       const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (!tap_result(got == wanted, fmt, ap))
		diag("got %lld, wanted %lld", got, wanted);
	va_end(ap);
	return got == wanted;
}

__attribute__((format(printf, 3, 4))) static inline int is_str(const char *got, const char *wanted,
							       const char *fmt, ...)
{
	int good = got == wanted || (got && wanted && strcmp(got, wanted) == 0);
	va_list ap;

	va_start(ap, fmt);
	if (!tap_result(good, fmt, ap)) {
		diag("got    '%s'", got ? got : "(null)");
		diag("wanted '%s'", wanted ? wanted : "(null)");
	}
	va_end(ap);
	return good;
}

__attribute__((format(printf, 4, 5))) static inline int
is_near(double got, double wanted, double tolerance, const char *fmt, ...)
{
	int good =
		got == wanted || fabs(got - wanted) <= tolerance || (isnan(got) && isnan(wanted));
	va_list ap;

	va_start(ap, fmt);
	if (!tap_result(good, fmt, ap))
		diag("got %.17g, wanted %.17g within %g", got, wanted, tolerance);
	va_end(ap);
	return good;
}

__attribute__((format(printf, 3, 4))) static inline int has_str(const char *text, const char *part,
								const char *fmt, ...)
{
	int good = text && part && strstr(text, part);
	va_list ap;

	va_start(ap, fmt);
	if (!tap_result(good, fmt, ap)) {
		diag("in     '%s'", text ? text : "(null)");
		diag("wanted '%s'", part ? part : "(null)");
	}
	va_end(ap);
	return good;
}

static inline void skip(const char *name, const char *reason)
{
	printf("ok %d - %s # SKIP %s\n", ++tap_count.run, name, reason);
}

__attribute__((noreturn)) static inline void skip_all(const char *reason)
{
	printf("1..0 # SKIP %s\n", reason);
	exit(0);
}

static inline int done(void)
{
	printf("1..%d\n", tap_count.run);
	return tap_count.failed != 0;
}

#endif
