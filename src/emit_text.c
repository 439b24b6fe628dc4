/*
 * Text from outside made safe for a header: what is not on a short list of characters is replaced,
 * so that no name, key or citation can close a comment or a string, splice lines, or form a
 * trigraph.
 */
#include "emit_part.h"

#include <stdbool.h>
#include <string.h>

#define WIDTH 100

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void add_listed(struct buf *out, const char *text, size_t limit, const char *also)
{
	for (size_t i = 0; text[i] && i < limit; i++)
		buf_putc(out, is_word(text[i]) || strchr(also, text[i]) ? text[i] : '_');
}

void emit_plain(struct buf *out, const char *text, size_t limit)
{
	add_listed(out, text, limit, " ._+-");
}

/* No '*': without it a comment can neither end nor begin; no '\\' and no '?' either: lines and
 * trigraphs. */
void emit_comment(struct buf *out, const char *text, size_t limit)
{
	add_listed(out, text, limit, " ._+-,:;()=<>%/@#&'~");
}

bool emit_is_plain(const char *text)
{
	return text[strspn(
		       text,
		       "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ._+-")] ==
	       '\0';
}

void emit_upper(struct buf *out, const char *text)
{
	for (; *text; text++) {
		if (*text >= 'a' && *text <= 'z')
			buf_putc(out, (char)(*text - 'a' + 'A'));
		else
			buf_putc(out, is_word(*text) ? *text : '_');
	}
}

void emit_wrapped(struct buf *out, const char *first, const char *next, const char *text)
{
	size_t column = strlen(first);

	buf_puts(out, first);
	while (*text) {
		size_t n = strcspn(text, " ");

		if (column + 1 + n > WIDTH && column > strlen(next)) {
			buf_addf(out, "\n%s", next);
			column = strlen(next);
		}
		buf_putc(out, ' ');
		emit_comment(out, text, n);
		column += 1 + n;
		text += n + strspn(text + n, " ");
	}
	buf_putc(out, '\n');
}
