/*
 * Replacement strategies: for each primitive a native form and others, one text file each in
 * probes/strategies/, named PRIMITIVE.VARIANT.cu.  The body in the file is compiled into the probe
 * that measures it and written into the emitted header: what was measured is what is emitted.
 *
 * A file is comment lines, then lines "//@ key: value", then the forms: "//@ form: PARAMETERS ->
 * TYPE" followed by the CUDA C of its body up to the next form or the end.  Keys: see variant.c.
 */
#ifndef CMPTUNE_VARIANT_H
#define CMPTUNE_VARIANT_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "fault.h"

enum variant_accuracy {
	VARIANT_EXACT, /* bit for bit */
	VARIANT_ULP,   /* within `ulp` units in the last place of the largest value on the way */
	VARIANT_RANGE, /* may overflow */
};
const char *variant_accuracy_name(enum variant_accuracy a);               /* "exact" */
int variant_accuracy_parse(const char *name, enum variant_accuracy *out); /* 0 or -1 */

#define VARIANT_FORMS_MAX 8
struct variant_form {          /* one overload of the primitive */
	const char *signature; /* "int a, int b, int c" */
	const char *returns;   /* "int" */
	const char *body;      /* CUDA C, uses the parameter names, returns the value */
};

#define VARIANT_TERMS_MAX 6
#define VARIANT_COSTS_MAX 4
#define VARIANT_SASS_MAX 4
/* "b32_prmt*2 dp2a_lo_ss / 64": cycles of the sequence, divided by the work it does. */
struct variant_cost {
	struct {
		char probe[48];
		int count;
	} term[VARIANT_TERMS_MAX];
	int n_terms;
	double work; /* 1 unless the line says otherwise; 0: the macs of its one probe ("/ macs") */
};

struct variant {
	const char *primitive; /* "dp4a" */
	const char *name;      /* "prmt_dp2a" */
	int id;                /* stable, never reused; 0 is the native form */
	const char *about;
	enum variant_accuracy accuracy;
	double ulp;            /* NaN unless accuracy is VARIANT_ULP */
	bool by_default;       /* may be chosen though it is not exact, without being asked for */
	const char *flags;     /* compiler flags that belong to it ("--fmad=false"); "" none */
	int min_cc;            /* 0: any */
	const char *function;  /* "cmp_dp4a", that of the native form; NULL without forms */
	const char *intrinsic; /* "__dp4a", what it stands in for; NULL: nothing to redirect */
	/* Alternatives: the cheapest that is known counts. */
	struct variant_cost cost[VARIANT_COSTS_MAX];
	int n_costs;
	/* The same overloads in the same order as the native form's. */
	struct variant_form form[VARIANT_FORMS_MAX];
	int n_forms; /* 0 for a build-time fact such as tensor cores */
	/* Of the probe that times form[0]; its chain runs through the first parameter. */
	const char *probe; /* "dp4a.prmt_dp2a"; NULL: the variant is only ever predicted */
	const char *sass[VARIANT_SASS_MAX]; /* expected code, notation of the probe files */
	int n_sass;                         /* 0 without forms */
	const char *text;                   /* the whole file, as it is */
	const char *file;
};

struct variant_set {
	struct variant *v; /* owned; primitives in alphabetical order, each by id: native first */
	size_t n;
	void *arena;
};

int variant_load(const char *dir, struct variant_set *out,
		 struct fault *f); /* NULL: the embedded files */
void variant_done(struct variant_set *s);
void variant_text(const struct variant_set *s,
		  struct buf *out); /* all files, appended: for the probe-set hash */
const struct variant *variant_find(const struct variant_set *s, const char *primitive,
				   const char *name);
const struct variant *variant_native(const struct variant_set *s, const char *primitive);

#endif
