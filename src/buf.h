/* A growing byte string.  Every text of unknown length in cmptune lives in one of these. */
#ifndef CMPTUNE_BUF_H
#define CMPTUNE_BUF_H

#include <stddef.h>

/*
 * Invariants: s is NULL exactly when cap is 0; otherwise s[len] is NUL and len < cap, so that s can
 * be passed on as a C string.  A zeroed struct is a valid empty one.  The struct owns s. Memory
 * exhaustion ends the process: results are committed one by one, so nothing is lost by it.
 */
struct buf {
	char *s;
	size_t len;
	size_t cap;
};

#define BUF_INIT                                                                                   \
	{                                                                                          \
		0                                                                                  \
	}

void buf_done(struct buf *b);  /* frees and zeroes; a zeroed struct is fine */
void buf_clear(struct buf *b); /* empties, keeps the memory */
void buf_add(struct buf *b, const void *p, size_t n);
void buf_puts(struct buf *b, const char *text);
void buf_putc(struct buf *b, char c);
__attribute__((format(printf, 2, 3))) void buf_addf(struct buf *b, const char *fmt, ...);
const char *buf_str(const struct buf *b); /* never NULL; borrowed until the next change of b */
char *buf_take(struct buf *b); /* hands the text to the caller (free()), leaves b empty */

/* Allocation that cannot fail: it ends the process instead.  n * size is checked for overflow. */
void *mem_new(size_t n, size_t size);           /* zeroed */
void *mem_grow(void *p, size_t n, size_t size); /* realloc */
char *mem_text(const char *text);               /* strdup; NULL stays NULL */

#endif
