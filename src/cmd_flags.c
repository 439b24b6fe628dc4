/*
 * cmptune flags: the compiler flags that go with cmp_dispatch.h on one card.  Only they go to
 * standard output.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decide.h"
#include "emit.h"
#include "face.h"
#include "say.h"
#include "spec.h"

struct args {
	struct face_args face;
	const char *header;
};

/* clang-format off */
static const struct opt opts[] = {
	{"header", OPT_TEXT, offsetof(struct args, header), "FILE", "cmp_dispatch.h", "the header as the compiler shall find it; a build that changes folders needs an absolute path", 0, 0, NULL},
	FACE_OPT_CARD,
	FACE_OPT_DEVICE,
	FACE_OPT_DB,
	FACE_OPT_JSON,
	FACE_OPT_QUIET,
};
/* clang-format on */

static const char *const forms[] = {"nvcc", "nvrtc", "cmake", "env"}; /* as enum emit_flags_form */
#define N_FORMS (sizeof(forms) / sizeof(forms[0]))

static int parse_form(int n, char **operands, enum emit_flags_form *out, struct fault *f)
{
	const char *near;

	*out = EMIT_NVCC;
	if (n == 0)
		return 0;
	for (size_t i = 0; n == 1 && i < N_FORMS; i++) {
		if (strcmp(operands[0], forms[i]) == 0) {
			*out = i;
			return 0;
		}
	}
	near = n == 1 ? opt_nearest(operands[0], forms, N_FORMS) : NULL;
	return fault_set(f, FAULT_USAGE, "give one of nvcc, nvrtc, cmake, env%s%s%s",
			 near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static void explain(const struct record *r, const struct decisions *d)
{
	say_note("%s (%s), from %s figures:", r->key, r->fingerprint,
		 provenance_name(r->provenance));
	for (size_t i = 0; i < d->n; i++)
		say_note("%s: %s (%s)%s%s", d->v[i].primitive, d->v[i].chosen->name,
			 decide_basis_name(d->v[i].basis), *d->v[i].chosen->flags ? ", hence " : "",
			 d->v[i].chosen->flags);
}

static void print(const struct args *a, const struct record *r, enum emit_flags_form form,
		  const char *flags)
{
	if (a->face.json) {
		json_t *root = json_pack("{s:s, s:s, s:s}", "card", r->key, "for", forms[form],
					 "flags", flags);

		if (root)
			json_dumpf(root, stdout, JSON_PRESERVE_ORDER);
		json_decref(root);
		putchar('\n');
	} else {
		printf("%s\n", flags);
	}
}

static int run(void *args, int n_operands, char **operands, struct fault *f)
{
	const struct args *a = args;
	struct store *store = NULL;
	struct record r = {0};
	struct probe_set set = {0};
	struct verdict v = {0};
	struct decisions d = {0};
	struct buf flags = BUF_INIT;
	enum emit_flags_form form;
	int rc = parse_form(n_operands, operands, &form, f);

	if (rc == 0)
		rc = store_open(a->face.db, STORE_READ, &store, f);
	if (rc == 0)
		rc = spec_load(NULL, &set, f);
	if (rc == 0)
		rc = face_record(&a->face, store, &r, f);
	if (rc)
		goto out;
	verdict_make(&r, &set, &v);
	decide_make(&r, &v, &set, &set.variants, &d);
	rc = emit_flags(&(struct emit_card){&r, &d}, form, a->header, &flags, f);
	if (rc == 0) {
		explain(&r, &d);
		print(a, &r, form, flags.s);
	}
out:
	buf_done(&flags);
	decide_done(&d);
	verdict_done(&v);
	spec_done(&set);
	record_done(&r);
	store_close(store);
	return rc;
}

const struct verb verb_flags = {
	.name = "flags",
	.about = "print the compiler flags that go with cmp_dispatch.h",
	.operands = "[nvcc|nvrtc|cmake|env]",
	.opts = opts,
	.n_opts = sizeof(opts) / sizeof(opts[0]),
	.args_size = sizeof(struct args),
	.examples =
		"cmptune flags --card 20c2               # for a CMP 170HX, on nvcc's command "
		"line\n"
		"eval \"export $(cmptune flags env)\"     # any build that calls nvcc, unpatched\n"
		"eval \"cmake $(cmptune flags cmake) ..\" # one that cmake configures\n",
	.run = run,
};
