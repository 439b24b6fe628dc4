/*
 * rates.ini and a card's dividers to the cost of an opcode.  Must not read db/: the double would
 * then judge the tool by the tool's own table.
 */
#include <fnmatch.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "fake.h"
#include "units.h"

#define RATES_FILE FAKE_DIR "/rates.ini"

/* "fma+fma2": either of two pipes.  "-": none. */
static const char *const pipe_name[] = {"fma",  "fma2", "alu", "half",   "half2",
					"fp64", "xu",   "lsu", "tensor", "ctl"};

static unsigned pipes_parse(const char *op, char *text)
{
	unsigned set = 0;
	char *rest = NULL;

	if (strcmp(text, "-") == 0)
		return 0;
	for (char *t = strtok_r(text, "+", &rest); t; t = strtok_r(NULL, "+", &rest)) {
		size_t i = 0;

		while (i < sizeof(pipe_name) / sizeof(*pipe_name) && strcmp(pipe_name[i], t) != 0)
			i++;
		if (i == sizeof(pipe_name) / sizeof(*pipe_name))
			fake_die(RATES_FILE ": %s: no pipe is called %s", op, t);
		set |= 1u << i;
	}
	return set;
}

struct reading {
	struct fake_card *card;
	const char *section;
	char *like; /* the section to go on with */
	bool found;
};

/* OP = PIPES RATE LATENCY */
static int take(void *user, const char *section, const char *op, const char *value)
{
	struct reading *r = user;
	struct fake_rate rate = {0};
	char *text, *rest = NULL, *pipes, *per_clk, *lat;

	if (strcmp(section, r->section) != 0)
		return 1;
	r->found = true;
	text = mem_text(value);
	if (strcmp(op, "like") == 0) {
		r->like = text;
		return 1;
	}
	pipes = strtok_r(text, " \t", &rest);
	per_clk = strtok_r(NULL, " \t", &rest);
	lat = strtok_r(NULL, " \t", &rest);
	if (!lat || strtok_r(NULL, " \t", &rest) ||
	    units_parse_double(per_clk, &rate.per_clk) != 0 ||
	    units_parse_double(lat, &rate.lat_cyc) != 0 || rate.per_clk <= 0)
		fake_die(RATES_FILE ": [%s] %s = %s: pipes, rate and latency are wanted", section,
			 op, value);
	rate.pipes = pipes_parse(op, pipes);
	rate.op = mem_text(op);
	r->card->rate = mem_grow(r->card->rate, r->card->n_rates + 1, sizeof(rate));
	r->card->rate[r->card->n_rates++] = rate;
	free(text);
	return 1;
}

static void dividers_parse(struct fake_card *c)
{
	char *text = mem_text(c->divide), *rest = NULL;

	for (char *t = strtok_r(text, " \t", &rest); t; t = strtok_r(NULL, " \t", &rest)) {
		char *slash = strchr(t, '/');
		struct fake_divider d = {0};

		if (strcmp(t, "none") == 0)
			continue;
		if (slash)
			*slash = '\0';
		if (!slash || units_parse_double(slash + 1, &d.by) != 0 || d.by < 1)
			fake_die("card %s: divide = %s: PATTERN/NUMBER is wanted", c->name,
				 c->divide);
		d.op = mem_text(t);
		c->divider = mem_grow(c->divider, c->n_dividers + 1, sizeof(d));
		c->divider[c->n_dividers++] = d;
	}
	free(text);
}

void fake_rates_load(struct fake_card *c)
{
	struct reading r = {.card = c};
	char by_cc[16];
	char *section;

	snprintf(by_cc, sizeof(by_cc), "%d.%d", (int)c->cc / 10, (int)c->cc % 10);
	section = mem_text(c->rates ? c->rates : by_cc);
	while (section) {
		r.section = section;
		r.like = NULL;
		r.found = false;
		if (ini_parse(RATES_FILE, take, &r) != 0)
			fake_die(RATES_FILE " cannot be read");
		if (!r.found)
			fake_die(RATES_FILE " has no section [%s]", section);
		free(section);
		section = r.like;
	}
	if (c->divide)
		dividers_parse(c);
}

void fake_rates_done(struct fake_card *c)
{
	for (size_t i = 0; i < c->n_rates; i++)
		free(c->rate[i].op);
	for (size_t i = 0; i < c->n_dividers; i++)
		free(c->divider[i].op);
	free(c->rate);
	free(c->divider);
}

void fake_rate_of(const struct fake_card *c, const char *op, struct fake_cost *out)
{
	const struct fake_rate *r = NULL;
	double by = 1, interval_cyc;

	for (size_t i = 0; i < c->n_rates && !r; i++)
		if (fnmatch(c->rate[i].op, op, 0) == 0)
			r = &c->rate[i];
	if (!r)
		fake_die("card %s: rates.ini has no row that fits %s", c->name, op);
	for (size_t i = 0; i < c->n_dividers; i++)
		if (fnmatch(c->divider[i].op, op, 0) == 0)
			by = c->divider[i].by;
	/* of one sub-partition, all its pipes for this opcode together */
	interval_cyc = by * FAKE_SUBPARTITIONS * 32 / r->per_clk;
	/*
	 * A divider holds the pipe, not the result: on a CMP 170HX a chain of FFMA takes 64 cycles
	 * each, and a division with five of them 5 * 64, although other instructions wait for their
	 * results in between.
	 */
	*out = (struct fake_cost){
		.pipes = r->pipes,
		.busy_cyc = interval_cyc * __builtin_popcount(r->pipes),
		.lat_cyc = r->lat_cyc,
	};
}
