/* struct buf: growth, printing, handing over; NUL at the end after every step. */
#include "tap.h"

#include "buf.h"

static void test_growth(void)
{
	struct buf b = BUF_INIT;
	int intact = 1;

	is_str(buf_str(&b), "", "an empty buffer reads as an empty text");
	for (int i = 0; i < 10000; i++) {
		buf_putc(&b, (char)('a' + i % 26));
		intact &= b.s[b.len] == '\0' && b.len < b.cap;
	}
	ok(intact, "NUL-terminated after each of 10000 characters");
	is_int((long long)b.len, 10000, "length");
	is_int(b.s[9999], 'a' + 9999 % 26, "last character");
	buf_clear(&b);
	is_str(buf_str(&b), "", "cleared");
	buf_add(&b, "x\0y", 3);
	ok(b.len == 3 && memcmp(b.s, "x\0y", 4) == 0, "bytes with a NUL among them");
	buf_done(&b);
	ok(!b.s && b.len == 0 && b.cap == 0, "done: zeroed");
	buf_done(&b);
}

static void test_printing(void)
{
	struct buf b = BUF_INIT;
	char *text;

	buf_addf(&b, "%s", "");
	ok(!b.s, "nothing added allocates nothing");
	buf_puts(&b, "ab");
	buf_addf(&b, "%d-%s", 42, "x");
	is_str(buf_str(&b), "ab42-x", "formatted text goes behind");
	buf_clear(&b);
	buf_addf(&b, "%*d", 5000, 7);
	is_int((long long)b.len, 5000, "long formatted text");
	is_int(b.s[4999], '7', "its end");
	text = buf_take(&b);
	ok(text && strlen(text) == 5000 && !b.s && b.len == 0, "taken: the buffer is empty");
	free(text);
	text = buf_take(&b);
	is_str(text, "", "taking from an empty buffer gives an empty text");
	free(text);
}

static void test_memory(void)
{
	int *v = mem_new(3, sizeof(*v));
	char *copy = mem_text("text");

	ok(v[0] == 0 && v[2] == 0, "mem_new zeroes");
	v = mem_grow(v, 1000, sizeof(*v));
	is_int(v[1], 0, "mem_grow keeps");
	is_str(copy, "text", "mem_text copies");
	ok(mem_text(NULL) == NULL, "mem_text of NULL");
	free(v);
	free(copy);
}

int main(void)
{
	test_growth();
	test_printing();
	test_memory();
	return done();
}
