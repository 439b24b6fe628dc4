/*
 * Turns a card's fields into its key, its texts and the answer to "which one do you mean?".
 * Must not read the machine: that is card_local.c's business, so that cards from a database are the
 * same to everybody.
 */
#include "card.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "card_source.h"
#include "units.h"

static const struct {
	const char *id, *unit, *label;
	int is_text;
} fields[] = {
#define CARD_KIND_TEXT 1
#define CARD_KIND_NUM 0
#define CARD_FIELD(id, kind, unit, label) {#id, unit, label, CARD_KIND_##kind},
#include "card.def"
#undef CARD_FIELD
#undef CARD_KIND_TEXT
#undef CARD_KIND_NUM
};

static void copy_clean(char *to, size_t size, const char *from)
{
	snprintf(to, size, "%s", from);
	for (; *to; to++)
		if (iscntrl((unsigned char)*to))
			*to = '?';
}

void card_set_num(struct card *c, enum card_index i, uint64_t v)
{
	c->f[i] = (struct card_field){.status = CARD_OK, .num = v};
}

void card_set_text(struct card *c, enum card_index i, const char *text)
{
	c->f[i] = (struct card_field){.status = CARD_OK};
	copy_clean(c->f[i].text, sizeof(c->f[i].text), text);
}

void card_set_unknown(struct card *c, enum card_index i, const char *fmt, ...)
{
	char text[sizeof(c->f[i].why)];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	c->f[i] = (struct card_field){.status = CARD_UNKNOWN};
	copy_clean(c->f[i].why, sizeof(c->f[i].why), text);
}

void card_list_done(struct card_list *l)
{
	free(l->v);
	memset(l, 0, sizeof(*l));
}

void card_key(const struct card *c, struct buf *out)
{
	const struct card_field *device = &c->f[CARD_pci_device],
				*subsystem = &c->f[CARD_pci_subsystem];
	const struct card_field *vbios = &c->f[CARD_vbios];

	if (device->status == CARD_OK)
		buf_addf(out, "%04x:", (unsigned)device->num);
	else
		buf_puts(out, "unknown:");
	if (subsystem->status == CARD_OK)
		buf_addf(out, "%08x:", (unsigned)subsystem->num);
	else
		buf_puts(out, "unknown:");
	buf_puts(out, vbios->status == CARD_OK ? vbios->text : "unknown");
}

const char *card_field_id(enum card_index i)
{
	return fields[i].id;
}

const char *card_field_label(enum card_index i)
{
	return fields[i].label;
}

int card_field_is_text(enum card_index i)
{
	return fields[i].is_text;
}

static void format_num(enum card_index i, uint64_t v, struct buf *out)
{
	switch ((int)i) {
	case CARD_pci_device:
		buf_addf(out, "%04x", (unsigned)v);
		break;
	case CARD_pci_subsystem:
		buf_addf(out, "%04x:%04x", (unsigned)(v >> 16) & 0xffff, (unsigned)v & 0xffff);
		break;
	case CARD_cc:
		buf_addf(out, "%u.%u", (unsigned)v / 10, (unsigned)v % 10);
		break;
	case CARD_cuda_version:
		buf_addf(out, "%u.%u", (unsigned)v / 1000, (unsigned)v % 1000 / 10);
		break;
	case CARD_pcie_width:
	case CARD_pcie_width_max:
		buf_addf(out, "x%u", (unsigned)v);
		break;
	default:
		if (strcmp(fields[i].unit, "B") == 0)
			units_bytes(out, v);
		else if (strcmp(fields[i].unit, "kHz") == 0)
			units_hz(out, (double)v * 1e3);
		else
			buf_addf(out, "%llu%s%s", (unsigned long long)v,
				 fields[i].unit[0] ? " " : "", fields[i].unit);
	}
}

void card_field_format(const struct card *c, enum card_index i, struct buf *out)
{
	const struct card_field *f = &c->f[i];

	if (f->status != CARD_OK)
		buf_puts(out, "unknown");
	else if (fields[i].is_text)
		buf_puts(out, f->text);
	else
		format_num(i, f->num, out);
	if (f->status != CARD_UNREAD && f->why[0])
		buf_addf(out, " (%s)", f->why);
}

/* One entry of "this machine has ...": what the user could have said instead. */
static void describe(const struct card *c, struct buf *out)
{
	if (c->ordinal >= 0)
		buf_addf(out, "%d = ", c->ordinal);
	card_field_format(c, CARD_bus_id, out);
	if (c->f[CARD_name].status == CARD_OK)
		buf_addf(out, " %s", c->f[CARD_name].text);
}

static int matches_uuid(const struct card *c, const char *selector)
{
	const char *uuid = c->f[CARD_uuid].text;

	/* A UUID may be shortened, as nvidia-smi allows it, but not to nothing. */
	return c->f[CARD_uuid].status == CARD_OK && strlen(selector) >= 8 &&
	       (strncasecmp(uuid, selector, strlen(selector)) == 0 ||
		(strncasecmp(uuid, "GPU-", 4) == 0 &&
		 strncasecmp(uuid + 4, selector, strlen(selector)) == 0));
}

static int matches(const struct card *c, const char *selector)
{
	struct card_bus wanted, have;

	if (selector[strspn(selector, "0123456789")] == '\0' && strlen(selector) < 8)
		return c->ordinal >= 0 && c->ordinal == atoi(selector);
	if (card_bus_parse(selector, &wanted) == 0)
		return c->f[CARD_bus_id].status == CARD_OK &&
		       card_bus_parse(c->f[CARD_bus_id].text, &have) == 0 &&
		       card_bus_equal(&wanted, &have);
	return matches_uuid(c, selector);
}

int card_select(const struct card_list *l, const char *selector, const struct card **out,
		struct fault *f)
{
	struct buf have = BUF_INIT;
	size_t hits = 0, hit = 0;
	int rc = 0;

	if (l->n == 0)
		return fault_set(f, FAULT_DEVICE,
				 "there is no NVIDIA card in this machine; `cmptune list` says "
				 "what was looked "
				 "for, and --card names a card of the database instead");
	for (size_t i = 0; i < l->n; i++) {
		buf_puts(&have, i ? ", " : "");
		describe(&l->v[i], &have);
		if (selector && *selector && matches(&l->v[i], selector)) {
			hit = i;
			hits++;
		}
	}
	if (!selector || hits == 1)
		*out = &l->v[hit];
	else if (hits == 0)
		rc = fault_set(f, FAULT_NONE_SUCH,
			       "no card of this machine is named \"%s\" by index, PCI bus id or "
			       "UUID; it has %s",
			       selector, buf_str(&have));
	else
		rc = fault_set(f, FAULT_NONE_SUCH,
			       "\"%s\" fits several cards; name one by its PCI bus id: %s",
			       selector, buf_str(&have));
	buf_done(&have);
	return rc;
}
