/*
 * Faults as values: a code out of fault.def and one sentence.  Nothing here prints; say.c does.
 */
#include "fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct fault_row {
	const char *name;
	int status;
	const char *about;
};

static const struct fault_row rows[] = {
#define FAULT(name, status, about) {#name, status, about},
#include "fault.def"
#undef FAULT
};

static const struct fault_row *row_of(int code)
{
	int i = -1 - code;

	return i >= 0 && i < FAULT_COUNT ? &rows[i] : NULL;
}

/* A text that was cut must not end in half a UTF-8 character: it also goes out as JSON. */
static void trim_broken_tail(char *text)
{
	size_t len = strlen(text), i = len;

	while (i > 0 && ((unsigned char)text[i - 1] & 0xc0) == 0x80)
		i--;
	if (i > 0 && (unsigned char)text[i - 1] >= 0xc0)
		text[i - 1] = '\0';
}

static void fill(char *text, size_t size, const char *fmt, va_list ap)
{
	int n = vsnprintf(text, size, fmt, ap);

	if (n < 0)
		text[0] = '\0';
	else if ((size_t)n >= size)
		trim_broken_tail(text);
}

int fault_set(struct fault *f, int code, const char *fmt, ...)
{
	va_list ap;
	struct fault made = {.code = code};

	if (!f)
		return code;
	/* By way of a copy: the arguments may point into f->text. */
	va_start(ap, fmt);
	fill(made.text, sizeof(made.text), fmt, ap);
	va_end(ap);
	*f = made;
	return code;
}

int fault_wrap(struct fault *f, const char *fmt, ...)
{
	char context[sizeof(f->text)];
	struct fault made;
	va_list ap;
	size_t used, rest;

	if (!f || f->code == FAULT_OK)
		return f ? f->code : FAULT_OK;
	va_start(ap, fmt);
	fill(context, sizeof(context), fmt, ap);
	va_end(ap);
	made.code = f->code;
	snprintf(made.text, sizeof(made.text), "%s", context);
	used = strlen(made.text);
	rest = sizeof(made.text) - used;
	if ((size_t)snprintf(made.text + used, rest, ": %s", f->text) >= rest)
		trim_broken_tail(made.text);
	*f = made;
	return f->code;
}

int fault_exit_status(int code)
{
	const struct fault_row *row = row_of(code);

	if (code == FAULT_OK)
		return 0;
	return row ? row->status : 1;
}

const char *fault_name(int code)
{
	const struct fault_row *row = row_of(code);

	return row ? row->name : code == FAULT_OK ? "OK" : "UNKNOWN";
}

const char *fault_about(int code)
{
	const struct fault_row *row = row_of(code);

	return row ? row->about : code == FAULT_OK ? "success" : "unknown";
}
