/*
 * The report as JSON: the whole of it, null where a value is not known.  Numbers are exact; units
 * stand in the names.
 */
#include "report.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Text from a card or a file need not be UTF-8, which JSON must be. */
static json_t *text(const char *s)
{
	json_t *v = json_string(s);
	struct buf plain = BUF_INIT;

	if (v)
		return v;
	for (; *s; s++)
		buf_putc(&plain, (unsigned char)*s < 0x80 ? *s : '?');
	v = json_string(buf_str(&plain));
	buf_done(&plain);
	return v;
}

static json_t *number(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

static void put(json_t *o, const char *key, json_t *v)
{
	json_object_set_new(o, key, v);
}

static json_t *card_json(const struct record *rec, const char *state)
{
	json_t *o = json_object();
	struct buf b = BUF_INIT;

	report_title(&rec->card, &b);
	put(o, "title", text(buf_str(&b)));
	put(o, "key", text(rec->key));
	put(o, "state", text(state));
	put(o, "provenance", text(provenance_name(rec->provenance)));
	put(o, "compute_capability", json_integer((json_int_t)rec->card.f[CARD_cc].num));
	put(o, "sm_count",
	    rec->card.f[CARD_sm_count].status == CARD_OK
		    ? json_integer((json_int_t)rec->card.f[CARD_sm_count].num)
		    : json_null());
	put(o, "clock_mhz", number(report_clock_mhz(rec)));
	put(o, "date", text(rec->started_utc));
	put(o, "tool_version", text(rec->tool_version));
	put(o, "driver", text(rec->driver));
	put(o, "nvrtc", text(rec->nvrtc));
	put(o, "citation", text(rec->citation));
	put(o, "remark", text(rec->remark));
	buf_done(&b);
	return o;
}

static json_t *classes_json(const struct verdict *v)
{
	static const char *const kind[] = {
		[VERDICT_FULL] = "full",           [VERDICT_ARCH_SLOW] = "architecturally slow",
		[VERDICT_THROTTLED] = "throttled", [VERDICT_UNEXPLAINED] = "unexplained",
		[VERDICT_MIXED] = "mixed",         [VERDICT_NONE] = "none",
		[VERDICT_ABSENT] = "absent",
	};
	json_t *list = json_array();

	for (int i = 0; i < THROTTLE_CLASS_COUNT; i++) {
		const struct verdict_class *c = &v->cls[i];
		json_t *o = json_object();

		put(o, "class", text(class_id(c->id)));
		put(o, "title", text(class_title(c->id)));
		put(o, "verdict", text(kind[c->kind]));
		put(o, "divider", number(c->divider));
		put(o, "divider_log2",
		    c->divider_log2 < 0 ? json_null() : json_integer(c->divider_log2));
		put(o, "trusted_probes", json_integer((json_int_t)c->n_members));
		put(o, "deviant", c->deviant[0] ? text(c->deviant) : json_null());
		put(o, "evidence", text(c->evidence));
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *figure_json(const struct figure *fig)
{
	json_t *o;

	if (!fig)
		return json_null();
	o = json_object();
	put(o, "probe", text(fig->probe));
	put(o, "kind", text(fig->kind));
	put(o, "warps", json_integer(fig->warps));
	put(o, "chains", json_integer(fig->chains));
	put(o, "interval_cyc", number(fig->interval_cyc));
	put(o, "lo_cyc", number(fig->lo_cyc));
	put(o, "hi_cyc", number(fig->hi_cyc));
	put(o, "mad_cyc", number(fig->mad_cyc));
	put(o, "time_ns", number(fig->ns));
	put(o, "clock_mhz", number(fig->clock_mhz));
	put(o, "n_samples", json_integer(fig->n_samples));
	put(o, "audit", text(fig->audit));
	put(o, "gate", text(fig->gate));
	put(o, "note", text(fig->note));
	put(o, "sass", text(fig->sass));
	return o;
}

static json_t *remarks_json(const struct report *r, const struct probe *p)
{
	const int cc = (int)r->rec->card.f[CARD_cc].num;
	json_t *list = json_array();
	const char *remark;

	for (int i = 0; (remark = spec_remark(p, cc, &i)) != NULL;)
		json_array_append_new(list, text(remark));
	return list;
}

static json_t *probes_json(const struct report *r)
{
	const struct verdict_row **rows = report_rows(r);
	json_t *list = json_array();

	for (size_t i = 0; i < r->verdict->n; i++) {
		const struct verdict_row *row = rows[i];
		json_t *o = json_object();

		put(o, "probe", text(row->probe->name));
		put(o, "about", text(row->probe->about));
		put(o, "class", text(class_id(row->probe->cls)));
		put(o, "rate_unit",
		    text(spec_is_mma(row->probe) ? "MAC/clk/SM" : "results/clk/SM"));
		put(o, "rate", number(row->results_per_clk_sm));
		put(o, "nominal", number(row->nominal_per_clk_sm));
		put(o, "nominal_confidence", text(row->nominal_confidence));
		put(o, "share_of_nominal", number(report_share(row)));
		put(o, "tops", number(report_tops(r->rec, row)));
		put(o, "divider", number(row->divider));
		put(o, "divider_log2",
		    row->divider_log2 < 0 ? json_null() : json_integer(row->divider_log2));
		put(o, "ratio_to_reference", number(report_ratio(r, row)));
		put(o, "interval_cyc", number(row->interval_cyc));
		put(o, "time_ns", number(report_ns(row)));
		put(o, "latency_cyc", number(row->lat_cyc));
		put(o, "trusted", json_boolean(row->trusted));
		put(o, "why", text(row->why));
		put(o, "remarks", remarks_json(r, row->probe));
		put(o, "provenance", text(provenance_name(r->rec->provenance)));
		put(o, "throughput_figure", figure_json(row->tput));
		put(o, "latency_figure", figure_json(row->lat));
		json_array_append_new(list, o);
	}
	free(rows);
	return list;
}

/* Sweep points when sweep is set, else the figures without a probe of this build. */
static json_t *loose_json(const struct report *r, bool sweep)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->rec->n; i++) {
		const struct figure *fig = &r->rec->fig[i];
		const bool known = spec_find(r->set, fig->probe) != NULL;

		if (sweep ? known && !strcmp(fig->kind, "sweep") : !known)
			json_array_append_new(list, figure_json(fig));
	}
	return list;
}

static json_t *latencies_json(const struct report *r)
{
	json_t *list = json_array();
	size_t n;
	struct report_latency *v = report_latencies(r, &n);

	for (size_t i = 0; i < n; i++) {
		json_t *o = json_object();

		put(o, "probe", text(v[i].row->probe->name));
		put(o, "measured_cyc", number(v[i].row->lat_cyc));
		put(o, "published_low_cyc", number(v[i].published->low_cyc));
		put(o, "published_high_cyc", number(v[i].published->high_cyc));
		put(o, "difference_cyc", number(v[i].off_cyc));
		put(o, "differs", json_boolean(v[i].differs));
		put(o, "confidence", text(v[i].published->confidence));
		put(o, "source", text(v[i].published->source));
		json_array_append_new(list, o);
	}
	free(v);
	return list;
}

static json_t *flights_json(const struct report *r)
{
	json_t *list = json_array();
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < r->verdict->n; i++) {
		struct report_flight f;
		json_t *o;

		if (!report_flight_make(r->rec, &r->verdict->row[i], &f))
			continue;
		o = json_object();
		buf_clear(&b);
		report_flight_answer(&f, &b);
		put(o, "probe", text(f.probe->name));
		put(o, "latency_cyc", number(f.latency_cyc));
		put(o, "subpartition_interval_cyc", number(f.interval_cyc));
		put(o, "in_flight", number(f.in_flight));
		put(o, "least_warps",
		    f.sweep.least_warps ? json_integer(f.sweep.least_warps) : json_null());
		put(o, "least_chains",
		    f.sweep.least_chains ? json_integer(f.sweep.least_chains) : json_null());
		put(o, "plateau_per_clk_sm", number(f.per_clk_sm));
		put(o, "throughput_is_latency",
		    f.is_latency == REPORT_NOT_KNOWN ? json_null()
						     : json_boolean(f.is_latency == REPORT_YES));
		put(o, "text", text(buf_str(&b)));
		json_array_append_new(list, o);
	}
	buf_done(&b);
	return list;
}

static json_t *checks_json(const struct report *r)
{
	struct report_check check[REPORT_CHECKS_MAX];
	const size_t n = report_checks(r, check);
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++) {
		json_t *o = json_object();

		put(o, "agree", json_boolean(check[i].passed));
		put(o, "text", text(check[i].text));
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *variants_json(const struct record *rec)
{
	json_t *list = json_array();

	for (size_t i = 0; i < rec->n_checks; i++) {
		const struct store_check *c = &rec->check[i];
		json_t *o = json_object();

		put(o, "variant", text(c->variant));
		put(o, "cases", json_integer((json_int_t)c->cases));
		put(o, "mismatches", json_integer((json_int_t)c->mismatches));
		put(o, "max_ulp", number(c->max_ulp));
		json_array_append_new(list, o);
	}
	return list;
}

void report_json(const struct report *r, struct buf *out)
{
	json_t *o = json_object();
	char *dump;

	put(o, "card", card_json(r->rec, report_state(r)));
	put(o, "reference", r->ref ? card_json(r->ref, r->ref_verdict->fingerprint) : json_null());
	put(o, "classes", classes_json(r->verdict));
	put(o, "probes", probes_json(r));
	put(o, "published_latencies", latencies_json(r));
	put(o, "sweep", loose_json(r, true));
	put(o, "in_flight", flights_json(r));
	put(o, "strategies", variants_json(r->rec));
	put(o, "cross_checks", checks_json(r));
	put(o, "other_figures", loose_json(r, false));
	dump = json_dumps(o, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	buf_puts(out, dump);
	buf_putc(out, '\n');
	free(dump);
	json_decref(o);
}
