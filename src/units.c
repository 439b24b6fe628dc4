/*
 * Numbers to text and back without the locale: digits are taken out of printf's exponent form, so
 * that a decimal comma cannot get in.
 */
#include "units.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS_MAX 17

void units_bytes(struct buf *b, uint64_t bytes)
{
	static const char *const unit[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
	uint64_t tenths;
	size_t i = 0;
	int shift = 10;

	if (bytes < 1024) {
		buf_addf(b, "%u B", (unsigned)bytes);
		return;
	}
	/* Round first, then see whether 1023.96 KiB became 1024.0 and belongs to the next unit. */
	for (;; i++, shift += 10) {
		uint64_t whole = bytes >> shift, rest = bytes & ((UINT64_C(1) << shift) - 1);

		tenths = whole * 10 + (uint64_t)llround(ldexp((double)rest, -shift) * 10);
		if (tenths < 10240 || i == 5)
			break;
	}
	buf_addf(b, "%u", (unsigned)(tenths / 10));
	if (tenths % 10)
		buf_addf(b, ".%u", (unsigned)(tenths % 10));
	buf_addf(b, " %s", unit[i]);
}

void units_hz(struct buf *b, double hz)
{
	if (!isfinite(hz))
		buf_putc(b, '-');
	else if (hz < 1e3)
		buf_addf(b, "%.0f Hz", hz);
	else if (hz < 999.5e3)
		buf_addf(b, "%.0f kHz", hz / 1e3);
	else
		buf_addf(b, "%.0f MHz", hz / 1e6);
}

/* v as digit[0].digit[1]digit[2]... x 10^exponent, n digits; only the digits of printf's text are
 * used. */
static int decimal_digits(double v, int n, char digit[DIGITS_MAX + 1])
{
	char text[64];
	int used = 0;

	snprintf(text, sizeof(text), "%.*e", n - 1, v);
	for (const char *s = text; *s != 'e'; s++)
		if (*s >= '0' && *s <= '9' && used < n)
			digit[used++] = *s;
	digit[used] = '\0';
	return atoi(strchr(text, 'e') + 1);
}

void units_figure(struct buf *b, double v, int digits)
{
	char digit[DIGITS_MAX + 1];
	int exponent;

	if (isnan(v)) {
		buf_putc(b, '-');
		return;
	}
	if (v < 0)
		buf_putc(b, '-');
	v = fabs(v);
	if (isinf(v) || v == 0) {
		buf_puts(b, v == 0 ? "0" : "inf");
		return;
	}
	digits = digits < 1 ? 1 : digits > DIGITS_MAX ? DIGITS_MAX : digits;
	exponent = decimal_digits(v, digits, digit);
	if (exponent < -4 || exponent >= 9) {
		buf_putc(b, digit[0]);
		if (digits > 1)
			buf_addf(b, ".%s", digit + 1);
		buf_addf(b, "e%d", exponent);
	} else if (exponent < 0) {
		buf_addf(b, "0.%.*s%s", -1 - exponent, "000", digit);
	} else if (exponent + 1 >= digits) {
		/* The whole part is never blurred: 1410 with three digits stays 1410. */
		buf_addf(b, "%.0f", v);
	} else {
		buf_addf(b, "%.*s.%s", exponent + 1, digit, digit + exponent + 1);
	}
}

int units_parse_double(const char *text, double *out)
{
	locale_t c;
	char *end;
	double v;

	/* strtod also takes blanks, hexadecimal, "inf" and "nan"; none of them is a number in our
	 * files. */
	if (!*text || strspn(text, "0123456789+-.eE") != strlen(text))
		return -1;
	c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!c)
		return -1;
	v = strtod_l(text, &end, c);
	freelocale(c);
	if (end == text || *end || !isfinite(v))
		return -1;
	*out = v;
	return 0;
}
