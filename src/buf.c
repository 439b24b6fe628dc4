/*
 * A growing byte string, and allocation that cannot fail: running out of memory ends the process,
 * so that nobody above needs an error path which no test ever walks.
 */
#include "buf.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "say.h"

__attribute__((noreturn)) static void out_of_memory(size_t n, size_t size)
{
	struct fault f = {0};

	fault_set(&f, FAULT_FILE,
		  "out of memory (%zu x %zu bytes wanted): close other programs and try again", n,
		  size);
	say_error(&f);
	_Exit(fault_exit_status(f.code));
}

static size_t checked_product(size_t n, size_t size)
{
	size_t total;

	if (__builtin_mul_overflow(n, size, &total) || total > PTRDIFF_MAX)
		out_of_memory(n, size);
	return total ? total : 1;
}

void *mem_new(size_t n, size_t size)
{
	void *p = calloc(1, checked_product(n, size));

	if (!p)
		out_of_memory(n, size);
	return p;
}

void *mem_grow(void *p, size_t n, size_t size)
{
	void *q = realloc(p, checked_product(n, size));

	if (!q)
		out_of_memory(n, size);
	return q;
}

char *mem_text(const char *text)
{
	size_t size;
	char *copy;

	if (!text)
		return NULL;
	size = strlen(text) + 1;
	copy = mem_grow(NULL, size, 1);
	memcpy(copy, text, size);
	return copy;
}

/* Room for n more bytes and the NUL behind them. */
static void reserve(struct buf *b, size_t n)
{
	size_t need, cap;

	if (__builtin_add_overflow(b->len, n, &need) || need >= PTRDIFF_MAX)
		out_of_memory(n, 1);
	need++;
	if (need <= b->cap)
		return;
	cap = b->cap < 32 ? 64 : b->cap * 2;
	if (cap < need)
		cap = need;
	b->s = mem_grow(b->s, cap, 1);
	b->cap = cap;
	b->s[b->len] = '\0';
}

void buf_done(struct buf *b)
{
	free(b->s);
	*b = (struct buf)BUF_INIT;
}

void buf_clear(struct buf *b)
{
	b->len = 0;
	if (b->s)
		b->s[0] = '\0';
}

void buf_add(struct buf *b, const void *p, size_t n)
{
	if (n == 0)
		return;
	reserve(b, n);
	memcpy(b->s + b->len, p, n);
	b->len += n;
	b->s[b->len] = '\0';
}

void buf_puts(struct buf *b, const char *text)
{
	buf_add(b, text, strlen(text));
}

void buf_putc(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void buf_addf(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n <= 0)
		return;
	reserve(b, (size_t)n);
	va_start(ap, fmt);
	vsnprintf(b->s + b->len, (size_t)n + 1, fmt, ap);
	va_end(ap);
	b->len += (size_t)n;
}

const char *buf_str(const struct buf *b)
{
	return b->s ? b->s : "";
}

char *buf_take(struct buf *b)
{
	char *s = b->s ? b->s : mem_text("");

	*b = (struct buf)BUF_INIT;
	return s;
}
