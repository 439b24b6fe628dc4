/*
 * Card profiles (cards/NAME.ini) to struct fake_card.  Strict: an unknown key or a missing file
 * ends the process.
 */
#include <ctype.h>
#include <ini.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "fake.h"
#include "units.h"

static struct fake_rig rig;
static bool rig_read;

static void card_init(struct fake_card *c)
{
	*c = (struct fake_card){0};
#define FIELD_TEXT(key)
#define FIELD_NUM(key) c->key = NAN;
#include "field.def"
#undef FIELD_TEXT
#undef FIELD_NUM
}

static void card_done(struct fake_card *c)
{
	fake_rates_done(c);
#define FIELD_TEXT(key) free(c->key);
#define FIELD_NUM(key)
#include "field.def"
#undef FIELD_TEXT
#undef FIELD_NUM
}

static void path_of(const char *profile, struct buf *out)
{
	if (strchr(profile, '/'))
		buf_puts(out, profile);
	else
		buf_addf(out, "%s/cards/%s.ini", FAKE_DIR, profile);
}

static double number(const char *profile, const char *key, const char *text)
{
	char *end;
	double v;

	if (text[0] == '0' && text[1] == 'x') {
		v = (double)strtoull(text, &end, 16);
		if (*end == '\0')
			return v;
	} else if (units_parse_double(text, &v) == 0) {
		return v;
	}
	fake_die("profile %s: %s = %s is no number", profile, key, text);
}

static bool card_set(struct fake_card *c, const char *profile, const char *key, const char *value)
{
#define FIELD_TEXT(id)                                                                             \
	if (strcmp(key, #id) == 0) {                                                               \
		free(c->id);                                                                       \
		c->id = mem_text(value);                                                           \
		return true;                                                                       \
	}
#define FIELD_NUM(id)                                                                              \
	if (strcmp(key, #id) == 0) {                                                               \
		c->id = number(profile, key, value);                                               \
		return true;                                                                       \
	}
#include "field.def"
#undef FIELD_TEXT
#undef FIELD_NUM
	return false;
}

struct reading {
	const char *profile;
	struct fake_rig *rig;    /* every section becomes a card of it ... */
	struct fake_card *card0; /* ... or card 0 goes here and the rest is passed over */
};

static void rig_load(const char *profile, struct reading *r);

static int take(void *user, const char *section, const char *key, const char *value)
{
	struct reading *r = user;
	struct fake_card *c = r->card0;
	char *end;
	unsigned long i;

	if (strncmp(section, "card", 4) != 0 || !isdigit((unsigned char)section[4]))
		fake_die("profile %s: [%s] is no [cardN]", r->profile, section);
	i = strtoul(section + 4, &end, 10);
	if (c && i > 0)
		return 1;
	if (!c) {
		if (i > r->rig->n)
			fake_die("profile %s: [%s] comes before [card%zu]", r->profile, section,
				 r->rig->n);
		if (i == r->rig->n) {
			r->rig->card = mem_grow(r->rig->card, i + 1, sizeof(*c));
			card_init(&r->rig->card[r->rig->n++]);
		}
		c = &r->rig->card[i];
	}
	if (strcmp(key, "like") == 0)
		rig_load(value, &(struct reading){.card0 = c});
	else if (!card_set(c, r->profile, key, value))
		fake_die("profile %s: unknown key %s", r->profile, key);
	return 1;
}

static void rig_load(const char *profile, struct reading *r)
{
	struct buf path = BUF_INIT;
	int rc;

	r->profile = profile;
	path_of(profile, &path);
	rc = ini_parse(buf_str(&path), take, r);
	if (rc < 0)
		fake_die("no card profile %s", buf_str(&path));
	if (rc > 0)
		fake_die("%s:%d: not a line of an ini file", buf_str(&path), rc);
	buf_done(&path);
}

static void card_check(const struct fake_card *c, const char *profile)
{
	if (!c->name || isnan(c->cc) || isnan(c->sms) || isnan(c->clock_mhz) || !c->bus_id ||
	    !c->uuid)
		fake_die("profile %s: name, cc, sms, clock_mhz, bus_id and uuid must be given",
			 profile);
}

const struct fake_rig *fake_rig(void)
{
	const char *profile = getenv("FAKE_CARD");

	if (rig_read)
		return &rig;
	rig_read = true;
	if (!profile || strcmp(profile, "none") == 0)
		return &rig;
	rig_load(profile, &(struct reading){.rig = &rig});
	for (size_t i = 0; i < rig.n; i++) {
		card_check(&rig.card[i], profile);
		fake_rates_load(&rig.card[i]);
	}
	return &rig;
}

void fake_rig_done(void)
{
	for (size_t i = 0; i < rig.n; i++)
		card_done(&rig.card[i]);
	free(rig.card);
	rig = (struct fake_rig){0};
	rig_read = false;
}
