/*
 * Turns the spellings of sysfs, /proc, CUDA and NVML into one: bus ids, link speeds, VBIOS
 * versions, UUIDs. Must not take a placeholder for a value.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "card_source.h"

/* A hexadecimal number of at most max_digits at *s, which moves behind it. */
static int hex(const char **s, int max_digits, unsigned *out)
{
	int n = 0;

	*out = 0;
	for (; n < max_digits && isxdigit((unsigned char)**s); n++, (*s)++) {
		int c = tolower((unsigned char)**s);

		*out = *out * 16 + (unsigned)(isdigit(c) ? c - '0' : c - 'a' + 10);
	}
	return n > 0 && !isxdigit((unsigned char)**s) ? 0 : -1;
}

int card_bus_parse(const char *text, struct card_bus *out)
{
	struct card_bus b = {0};
	unsigned part[3];
	int n = 0;

	do {
		if (n == 3 || hex(&text, 8, &part[n]) != 0)
			return -1;
		n++;
	} while (*text == ':' && *++text);
	if (n < 2 || text[-1] == ':')
		return -1;
	b.domain = n == 3 ? part[0] : 0;
	b.bus = part[n - 2];
	b.device = part[n - 1];
	if (*text == '.') {
		text++;
		if (hex(&text, 1, &b.function) != 0)
			return -1;
	}
	if (*text || b.bus > 0xff || b.device > 0x1f || b.function > 7)
		return -1;
	*out = b;
	return 0;
}

int card_bus_equal(const struct card_bus *a, const struct card_bus *b)
{
	return a->domain == b->domain && a->bus == b->bus && a->device == b->device &&
	       a->function == b->function;
}

void card_bus_format(const struct card_bus *bus, struct buf *out)
{
	buf_addf(out, "%04x:%02x:%02x.%x", bus->domain, bus->bus, bus->device, bus->function);
}

int card_link_gen(const char *speed)
{
	static const char *const gts[] = {"2.5", "5.0", "8.0", "16.0", "32.0", "64.0"};
	char *end;
	long whole = strtol(speed, &end, 10);

	if (end == speed)
		return 0;
	/* Kernels before 5.x print "8 GT/s", later ones "8.0 GT/s PCIe". */
	for (int i = 0; i < (int)(sizeof(gts) / sizeof(gts[0])); i++)
		if (whole == atol(gts[i]) && strstr(end, "GT/s"))
			return i + 1;
	return 0;
}

int card_vbios_parse(const char *text, char out[96])
{
	size_t n;

	text += strspn(text, " \t");
	n = strspn(text, "0123456789abcdefABCDEF.");
	/* "??.??.??.??.??" is what the driver prints of a card nobody has opened yet, "N/A" of one
	 * it cannot read. */
	if (n == 0 || n >= 96 || text[n + strspn(text + n, " \t\r\n")] != '\0' ||
	    !memchr(text, '.', n))
		return -1;
	for (size_t i = 0; i < n; i++)
		out[i] = (char)toupper((unsigned char)text[i]);
	out[n] = '\0';
	return 0;
}

void card_uuid_format(const unsigned char byte[16], struct buf *out)
{
	buf_puts(out, "GPU-");
	for (int i = 0; i < 16; i++)
		buf_addf(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", byte[i]);
}
