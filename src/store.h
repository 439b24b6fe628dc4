/*
 * The database: cards, their states, runs, builds, samples and figures.  SQLite, STRICT tables, one
 * transaction a result, so that kill -9 at any moment loses at most the probe in flight.  Only this
 * module contains SQL.
 */
#ifndef CMPTUNE_STORE_H
#define CMPTUNE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "card.h"
#include "fault.h"

enum provenance {                 /* best first; shown wherever a number is */
		  PROV_MEASURED,  /* by this tool, on the card */
		  PROV_PUBLISHED, /* figures from elsewhere, with citation */
		  PROV_DERIVED,   /* nominal rate / known divider */
		  PROV_MODELLED,  /* a test double */
		  PROV_COUNT
};
const char *provenance_name(enum provenance p);               /* "measured" */
int provenance_parse(const char *name, enum provenance *out); /* 0 or -1 */

struct store;

enum store_mode {
	STORE_WRITE, /* create, migrate, write */
	STORE_READ,  /* a missing or read-only file is fine: what it holds plus the embedded records
		      */
};

/*
 * path NULL: $CMPTUNE_DB, else cmptune.db under the XDG data folder.  The embedded records of db/
 * are imported on creation and whenever the program carries others.  A file that is no database, is
 * corrupt, or was written by a newer cmptune is refused in one sentence and left untouched.  A
 * child process must not touch what its parent opened.
 */
int store_open(const char *path, enum store_mode mode, struct store **out, struct fault *f);
void store_close(struct store *s);
const char *store_path(const struct store *s);

/* ---- writing a run ---- */

struct store_run {
	enum provenance provenance;
	const char *tool_version, *probe_set_hash, *nvrtc_version, *nvrtc_arch, *driver,
		*started_utc; /* ISO 8601 */
	const char *citation; /* NULL for measured runs */
	const char *remark;   /* NULL: none */
};

/*
 * Begin a run on a card (found or created by its key).  *run_id is for the calls below.  The card
 * is kept as this run sees it, without its bus id and UUID.
 */
int store_run_begin(struct store *s, const struct card *card, const struct store_run *run,
		    int64_t *run_id, struct fault *f);

/* The newest unfinished run of this card with the same probe set, tool version and NVRTC; *run_id 0
 * when none. */
int store_run_resumable(struct store *s, const struct card *card, const struct store_run *like,
			int64_t *run_id, struct fault *f);
int store_run_has(struct store *s, int64_t run_id, const char *probe, const char *kind, bool *out,
		  struct fault *f);

/*
 * Close a run: its state fingerprint ("ffma/32 idp4a/32", "full speed", ...).  It takes nothing
 * more then: its record id is the hash of what it holds.
 */
int store_run_finish(struct store *s, int64_t run_id, const char *fingerprint, struct fault *f);

/* One raw sample: a pair of launches of the kernel with U and with 2U copies. */
struct store_sample {
	int warps, chains, copies; /* copies: U, per warp */
	int64_t iters;
	double cycles_u, cycles_2u; /* SM cycles of the whole launch, median over SMs of last end -
				       first start */
	double ns_u, ns_2u;         /* globaltimer over the same span */
	uint64_t reasons; /* NVML event reasons seen; 0 also when NVML is silent (has_reasons tells)
			   */
	bool has_reasons;
	bool disturbed;
};

/* One figure of one probe.  NaN where there is none: not measured is not 0. */
struct figure {
	char probe[64];
	char kind[12];       /* "tput", "lat" or "sweep" */
	int warps, chains;   /* per SM; chains per warp */
	double interval_cyc; /* tput, sweep: SM cycles per warp instruction per SM.  lat: cycles per
				dependent instruction */
	double lo_cyc, hi_cyc; /* 95 % interval of it; a figure that was repeated: and what
					  each pass and each occupancy of its plateau gave */
	double mad_cyc;
	double ns;        /* interval_cyc in ns at clock_mhz */
	double clock_mhz; /* measured, from cycles and globaltimer */
	int n_samples;
	char audit[16]; /* "ok", "alias", "mix", "compound", "emulated", "derived", "folded",
			   "impossible", "undeclared", "failed", "none" */
	char gate[128]; /* "" when every point of the gate was passed, else the failed points:
			   "plateau clock" */
	char note[512]; /* for people: the error of a failed probe, the remark of a published figure
			 */
	char sass[256]; /* census of the body per copy, e.g. "FFMA*1"; "" when unknown */
	char build[65]; /* SHA-256 of source, options, architecture and NVRTC version of the cubin;
			   "" when there was none */
};

/*
 * Figure and samples in one transaction, in the place of what the run had for this (probe, kind,
 * warps, chains). FAULT_DATA for what may not be stored: an infinite number, an unknown word, a
 * rate that is not above 0.
 */
int store_add(struct store *s, int64_t run_id, const struct figure *fig,
	      const struct store_sample *samples, size_t n, struct fault *f);

/* A strategy variant's correctness: mismatches against an exact reference. */
struct store_check {
	char variant[64];
	uint64_t cases, mismatches, seed;
	double max_ulp; /* NaN for the exact class */
};
int store_add_check(struct store *s, int64_t run_id, const struct store_check *c, struct fault *f);

/* ---- reading ---- */

/* One card in one state, with the newest figure of each (probe, kind, warps, chains) of the best
 * provenance there is. */
struct record {
	struct card card;
	char key[128];
	char fingerprint[256];
	enum provenance provenance;
	char citation[512], remark[1024];
	char driver[64], nvrtc[64], started_utc[32], tool_version[32];
	int64_t newest_run;
	struct figure *fig; /* owned, sorted by probe, kind, warps, chains */
	size_t n;
	struct store_check *check;
	size_t n_checks;
};
void record_done(struct record *r);
const struct figure *record_find(const struct record *r, const char *probe, const char *kind,
				 int warps,
				 int chains); /* warps, chains -1: any; NULL when absent */

struct store_entry { /* a line of `cmptune list` */
	struct card card;
	char key[128];
	char fingerprint[256];
	enum provenance provenance;
	char started_utc[32];
	size_t n_figures;
	int64_t newest_run;
};
/* Every (card, state, provenance); owned array. */
int store_list(struct store *s, struct store_entry **out, size_t *n, struct fault *f);

/*
 * The record `selector` names: PCI device id ("20c2"), key (device:subsystem:vbios, or its first
 * parts), or a part of its name that fits one card only (case-insensitive); each with an optional
 * "@measured", "@published", "@derived" or
 * "@modelled".  Without one, measured is before published, before derived, before modelled; but a
 * published record without any usable rate comes after the derived one, which decisions can be made
 * of.  Among states of the same rank the newest run wins; an unfinished run with a figure counts,
 * alone.  Names near the selector are suggested when nothing fits; all candidates when several do.
 */
int store_record(struct store *s, const char *selector, struct record *out, struct fault *f);
/* What one run holds. */
int store_record_run(struct store *s, int64_t run_id, struct record *out, struct fault *f);

/* ---- exchange ---- */

struct buf;
/* One run as JSON text, keys sorted, no UUID, bus id or path; the record's id is the SHA-256 of its
 * content. */
int store_export(struct store *s, int64_t run_id, struct buf *out, struct fault *f);
/* All or nothing; a record already there changes nothing (*added = false).  Every field is checked.
 */
int store_import(struct store *s, const char *json, size_t size, const char *origin, bool *added,
		 struct fault *f);

#endif
