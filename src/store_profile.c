/*
 * A profile of db/profiles to a derived record: the published rate of the silicon over the known
 * divider of each throttle class.  Strict, as probe files are.  A class of unknown divider gives no
 * figure, and so does an instruction whose rate was never published.
 *
 *   [card]     pci_device, and what is known of: pci_subsystem, vbios, clock_mhz
 *   [profile]  citation, remark
 *   [all]      divider (a number, or unknown) and citation of every class that has no section
 *   [ffma]     the same of one class
 *   [latency]  probe = cycles of a dependent instruction; citation
 */
#include <errno.h>
#include <ini.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nominal.h"
#include "spec.h"
#include "stat.h"
#include "store_local.h"
#include "units.h"
#include "version.h"

#define LINE_LIMIT 190 /* inih cuts lines at 200 without a word */
#define ALL THROTTLE_CLASS_COUNT
#define LATENCIES_MAX 32

struct share { /* of one throttle class */
	bool is_there;
	double divider; /* NaN: unknown */
	struct buf citation;
};

struct profile {
	const char *file, *rest; /* rest: what of the text is still unread */
	int line;
	struct fault *f;
	int rc;
	char section[40], key[48]; /* of the last line, which a further one may carry on */
	struct buf *text; /* that a continuation is added to; NULL where there must be none */
	struct card card;
	double clock_mhz;
	struct buf citation, remark, latency_citation;
	struct share share[THROTTLE_CLASS_COUNT + 1];
	struct {
		char probe[48];
		double cyc;
	} latency[LATENCIES_MAX];
	size_t n_latencies;
};

__attribute__((format(printf, 2, 3))) static int refuse(struct profile *p, const char *fmt, ...)
{
	char what[256];
	va_list ap;

	if (p->rc)
		return 0; /* the first mistake is the one to mend */
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	p->rc = fault_set(p->f, FAULT_DATA, "%s:%d: %s", p->file, p->line, what);
	return 0;
}

static char *read_line(char *out, int size, void *stream)
{
	struct profile *p = stream;
	size_t n = strcspn(p->rest, "\n");

	if (!*p->rest)
		return NULL;
	p->line++;
	if (n > LINE_LIMIT || (int)n + 2 > size || (n && memchr(p->rest + 1, ';', n - 1))) {
		refuse(p, "the line is longer than 190 characters, or has a ';', which would begin "
			  "a comment");
		n = 0;
	}
	memcpy(out, p->rest, n);
	strcpy(out + n, "\n");
	p->rest += strcspn(p->rest, "\n");
	p->rest += *p->rest == '\n';
	return out;
}

static int take_hex(struct profile *p, enum card_index i, const char *value)
{
	char *end;
	unsigned long v = strtoul(value, &end, 16);

	if (end == value || *end || v > 0xffffffff)
		return refuse(p, "'%.40s' is no hexadecimal number", value);
	card_set_num(&p->card, i, v);
	return 1;
}

static int take_card(struct profile *p, const char *key, const char *value)
{
	if (!strcmp(key, "pci_device"))
		return take_hex(p, CARD_pci_device, value);
	if (!strcmp(key, "pci_subsystem"))
		return take_hex(p, CARD_pci_subsystem, value);
	if (!strcmp(key, "vbios")) {
		card_set_text(&p->card, CARD_vbios, value);
		return 1;
	}
	if (!strcmp(key, "clock_mhz") && !units_parse_double(value, &p->clock_mhz) &&
	    p->clock_mhz > 0) {
		card_set_num(&p->card, CARD_clock_khz, (uint64_t)(p->clock_mhz * 1000 + 0.5));
		return 1;
	}
	return refuse(p, "'%.40s = %.40s' is nothing that a card can have", key, value);
}

static int take_share(struct profile *p, struct share *share, const char *key, const char *value)
{
	if (!strcmp(key, "citation")) {
		p->text = &share->citation;
		buf_puts(p->text, value);
		return 1;
	}
	if (strcmp(key, "divider") || share->is_there)
		return refuse(
			p, "'%.40s' is no key of a class, or there twice: divider and citation are",
			key);
	share->is_there = true;
	share->divider = NAN;
	if (strcmp(value, "unknown") &&
	    (units_parse_double(value, &share->divider) || share->divider < 1))
		return refuse(p, "'%.40s' is neither a divider from 1 on nor 'unknown'", value);
	return 1;
}

static int take_latency(struct profile *p, const char *key, const char *value)
{
	double cyc;

	if (!strcmp(key, "citation")) {
		p->text = &p->latency_citation;
		buf_puts(p->text, value);
		return 1;
	}
	if (strlen(key) >= sizeof(p->latency[0].probe) || p->n_latencies == LATENCIES_MAX ||
	    units_parse_double(value, &cyc) || cyc <= 0)
		return refuse(p, "'%.40s = %.40s' is no probe and its cycles", key, value);
	strcpy(p->latency[p->n_latencies].probe, key);
	p->latency[p->n_latencies++].cyc = cyc;
	return 1;
}

static int on_line(void *user, const char *section, const char *key, const char *value)
{
	struct profile *p = user;
	enum throttle_class cls;

	if (p->rc)
		return 0;
	if (p->text && !strcmp(section, p->section) &&
	    !strcmp(key, p->key)) { /* inih repeats the key of a carried-on line */
		buf_addf(p->text, " %s", value);
		return 1;
	}
	snprintf(p->section, sizeof(p->section), "%s", section);
	snprintf(p->key, sizeof(p->key), "%s", key);
	p->text = NULL;
	if (!strcmp(section, "card"))
		return take_card(p, key, value);
	if (!strcmp(section, "latency"))
		return take_latency(p, key, value);
	if (!strcmp(section, "all"))
		return take_share(p, &p->share[ALL], key, value);
	if (!strcmp(section, "profile") && (!strcmp(key, "citation") || !strcmp(key, "remark"))) {
		p->text = key[0] == 'c' ? &p->citation : &p->remark;
		buf_puts(p->text, value);
		return 1;
	}
	if (!class_parse(section, &cls))
		return take_share(p, &p->share[cls], key, value);
	return refuse(p, "there is no '%.40s' in a section [%.40s]", key, section);
}

static const struct share *share_of(const struct profile *p, enum throttle_class cls)
{
	return p->share[cls].is_there ? &p->share[cls] : &p->share[ALL];
}

/* What verdict_make would find on such a card: the core classes that are known not to run at full
 * speed. */
static void fingerprint(const struct profile *p, char *out, size_t size)
{
	struct buf b = BUF_INIT;

	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++) {
		double divider = share_of(p, (enum throttle_class)i)->divider;
		int k = isnan(divider) ? 0 : stat_power_of_two(divider, 0.02);

		if (!class_is_core((enum throttle_class)i) || k == 0)
			continue;
		buf_addf(&b, "%s%s/", b.len ? " " : "", class_id((enum throttle_class)i));
		if (k > 0)
			buf_addf(&b, "%d", 1 << k);
		else
			buf_addf(&b, "~%.0f", divider);
	}
	snprintf(out, size, "%s", b.len ? buf_str(&b) : "full speed");
	buf_done(&b);
}

static void add_figure(const struct profile *p, struct dossier *d, const char *probe,
		       const char *kind, double cyc, const char *note)
{
	struct figure *fig = &dossier_add(d)->fig;

	snprintf(fig->probe, sizeof(fig->probe), "%s", probe);
	snprintf(fig->kind, sizeof(fig->kind), "%s", kind);
	snprintf(fig->audit, sizeof(fig->audit), "derived");
	text_clean(fig->note, sizeof(fig->note), note, TEXT_PROSE);
	fig->interval_cyc = cyc;
	fig->clock_mhz = p->clock_mhz;
	fig->ns = cyc / p->clock_mhz * 1e3;
}

static void add_rate(const struct profile *p, struct dossier *d, const struct probe *probe,
		     const struct nominal_card *known)
{
	const struct nominal *rate =
		probe->nominal ? nominal_find(known->cc, probe->nominal, known->line) : NULL;
	const struct share *share = share_of(p, probe->cls);
	struct buf note = BUF_INIT;

	if (!rate || isnan(share->divider) || !class_is_core(probe->cls) ||
	    !spec_supports(probe, known->cc) || spec_is_emulated(probe, known->cc))
		return;
	buf_addf(&note, "%s %g a clock and SM (%s) / %g", rate->group, rate->rate_per_clk_sm,
		 rate->confidence, share->divider);
	if (share->citation.len)
		buf_addf(&note, ": %s", buf_str(&share->citation));
	add_figure(p, d, probe->name, "tput",
		   (spec_is_mma(probe) ? probe->macs : 32) / rate->rate_per_clk_sm * share->divider,
		   buf_str(&note));
	buf_done(&note);
}

static int derive(struct profile *p, const struct probe_set *set, struct dossier *out)
{
	const struct card_field *device = &p->card.f[CARD_pci_device];
	const struct nominal_card *known =
		device->status == CARD_OK ? nominal_card_find((unsigned)device->num) : NULL;

	if (!known || !p->share[ALL].is_there || !p->citation.len) {
		refuse(p, "it lacks a pci_device of db/cards.tsv, the divider of [all], or the "
			  "citation of [profile]");
		return p->rc;
	}
	out->provenance = PROV_DERIVED;
	card_set_text(&p->card, CARD_name, known->title);
	card_set_num(&p->card, CARD_cc, (uint64_t)known->cc);
	if (known->sm_count)
		card_set_num(&p->card, CARD_sm_count, (uint64_t)known->sm_count);
	for (int i = 0; i < CARD_FIELD_COUNT; i++)
		if (i <= CARD_clock_khz && p->card.f[i].status == CARD_UNREAD)
			card_set_unknown(&p->card, (enum card_index)i, "a profile does not say");
	card_stored(&p->card, &out->card);
	fingerprint(p, out->fingerprint, sizeof(out->fingerprint));
	snprintf(out->tool_version, sizeof(out->tool_version), "%s", CMPTUNE_VERSION);
	snprintf(out->probe_set_hash, sizeof(out->probe_set_hash), "%s", set->hash);
	text_clean(out->citation, sizeof(out->citation), buf_str(&p->citation), TEXT_PROSE);
	text_clean(out->remark, sizeof(out->remark), buf_str(&p->remark), TEXT_PROSE);
	for (size_t i = 0; i < set->n; i++)
		add_rate(p, out, &set->v[i], known);
	for (size_t i = 0; i < p->n_latencies; i++) {
		if (!spec_find(set, p->latency[i].probe))
			refuse(p, "[latency] names '%s', which is no probe", p->latency[i].probe);
		add_figure(p, out, p->latency[i].probe, "lat", p->latency[i].cyc,
			   buf_str(&p->latency_citation));
	}
	return p->rc;
}

int profile_parse(const char *file, const char *text, const struct probe_set *set,
		  struct dossier *out, struct fault *f)
{
	struct profile p = {.file = file, .rest = text, .f = f, .clock_mhz = NAN};
	int bad_line, rc;

	*out = (struct dossier){0};
	for (int i = 0; i <= THROTTLE_CLASS_COUNT; i++)
		p.share[i].divider = NAN;
	bad_line = ini_parse_stream(read_line, &p, on_line, &p);
	if (bad_line > 0)
		refuse(&p, "neither a [section], a 'key = value' nor a comment");
	rc = p.rc ? p.rc : derive(&p, set, out);
	if (rc)
		dossier_done(out);
	for (int i = 0; i <= THROTTLE_CLASS_COUNT; i++)
		buf_done(&p.share[i].citation);
	buf_done(&p.citation);
	buf_done(&p.remark);
	buf_done(&p.latency_citation);
	return rc;
}
