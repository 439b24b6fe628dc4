/*
 * One step of a chain as a macro: the probe's PTX with its operands numbered.  Must not know what
 * stands around the steps.
 */
#include "gen_step.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "gen_group.h"
#include "gen_space.h"

/* The registers of a chain: how CUDA C and inline PTX name their type, and how a value becomes 32
 * bits. */
static const struct gen_chain_type chain_types[] = {
	{"f32", "float", "f", "__float_as_uint(%s)"},
	{"f64", "double", "d", "__double2hiint(%s) ^ __double2loint(%s)"},
	{"b32", "unsigned", "r", "(unsigned)(%s)"},
	{"b64", "unsigned long long", "l", "(unsigned)(%s) ^ (unsigned)(%s >> 32)"},
	{"f16", "unsigned short", "h", "(unsigned)(%s)"},
	{"f16x2", "unsigned", "r", "(unsigned)(%s)"},
};

const struct gen_chain_type *gen_chain_type(const struct probe *p)
{
	size_t i = 0;

	while (strcmp(chain_types[i].type, p->type))
		i++; /* the loader let no other type in */
	return &chain_types[i];
}

/* A and B of an mma are 32-bit registers, but doubles for f64. */
const char *gen_frag_c_type(const struct probe *p)
{
	return !strcmp(p->type, "f64") ? "double" : "unsigned";
}

static const char *frag_constraint(const struct probe *p)
{
	return !strcmp(p->type, "f64") ? "d" : "r";
}

static int frag_size(const struct probe *p, char list)
{
	return list == 'D' ? p->frag_d : list == 'A' ? p->frag_a : p->frag_b;
}

/* Inline PTX needs the written operands numbered before the read ones. */
struct operands {
	struct buf out, in; /* "\"+f\"(d)", ... */
	int n_out, n_in;
	int number[128]; /* of the operand that a letter stands for; -1: not seen yet */
};

static const char *constraint_of(const struct probe *p, char name, bool written)
{
	if (name == 'p')
		return gen_has_short_address(p) ? "r" : "l";
	if (gen_is_tile(p, name))
		return "l"; /* a descriptor */
	return written || !p->macs ? gen_chain_type(p)->constraint : frag_constraint(p);
}

/* `"+f"(d##k_0)`: register i of what a letter stands for. */
static void put_binding(const struct probe *p, char name, int i, const char *prefix, bool written,
			struct buf *out)
{
	buf_addf(out, "%s\"%s%s\"(", out->len ? ", " : "", written ? "+" : "",
		 constraint_of(p, name, written));
	if (gen_is_tile(p, name))
		buf_addf(out, "%c_tile", tolower((unsigned char)name));
	else if (isupper((unsigned char)name))
		buf_addf(out, "%c%s%d", tolower((unsigned char)name), written ? "##k##_" : "", i);
	else if (written || name == 'p')
		buf_addf(out, "%c##k", name);
	else
		buf_addf(out, "%s%c", prefix, name);
	buf_puts(out, ")");
}

static void find_operands(const struct probe *p, const char *ptx, const char *prefix,
			  struct operands *o)
{
	memset(o->number, -1, sizeof(o->number));
	for (int pass = 0; pass < 2; pass++)
		for (const char *s = strchr(ptx, '$'); s; s = strchr(s + 1, '$')) {
			bool written = s[1] == 'd' || s[1] == 'e' || s[1] == 'D';
			bool list = isupper((unsigned char)s[1]) && !gen_is_tile(p, s[1]);
			int *count = written ? &o->n_out : &o->n_in;
			int size = list ? frag_size(p, s[1]) : 1;

			if (written != !pass || o->number[(int)s[1]] >= 0)
				continue;
			o->number[(int)s[1]] = written ? *count : o->n_out + *count;
			for (int i = 0; i < size; i++, (*count)++)
				put_binding(p, s[1], i, prefix, written,
					    written ? &o->out : &o->in);
		}
}

/*
 * "{%4, %5}" for a fragment, "%0" for a register; $A1 is a fragment's second one.  Returns where
 * the pattern goes on.
 */
static const char *put_operand(const struct probe *p, const struct operands *o, const char *s,
			       struct buf *out)
{
	char name = *s++;
	int first = o->number[(int)name];
	bool list = isupper((unsigned char)name) && !gen_is_tile(p, name);
	bool element = list && isdigit((unsigned char)*s);

	if (!list || element) {
		buf_addf(out, "%%%d", first + (element ? *s++ - '0' : 0));
		return s;
	}
	buf_puts(out, "{");
	for (int i = 0; i < frag_size(p, name); i++)
		buf_addf(out, "%s%%%d", i ? ", " : "", first + i);
	buf_puts(out, "}");
	return s;
}

/* One step as a macro of the chain number: S_<id>(k). */
static void put_step_macro(const struct probe *p, const char *ptx, const char *id,
			   const char *prefix, struct buf *out)
{
	struct operands o = {0};

	find_operands(p, ptx, prefix, &o);
	buf_addf(out, "#define S_%s(k) asm volatile(\"{ ", id);
	for (const char *s = ptx; *s;) {
		if (*s == '$')
			s = put_operand(p, &o, s + 1, out);
		else if (*s == '\n')
			buf_puts(out, "; "), s++;
		else
			buf_putc(out, *s++);
	}
	buf_addf(out, "; }\" : %s : %s);\n", buf_str(&o.out), buf_str(&o.in));
	buf_done(&o.out);
	buf_done(&o.in);
}

/* The steps that take turns: at most two. */
int gen_step_macros(const struct gen_kernel *k, const struct probe_set *set, struct buf *out)
{
	const struct probe *p = k->probe;

	if (p->form) {
		buf_addf(out, "#define S_%s_0(k) d##k = f_%s(d##k, a, b);\n", k->name, k->name);
		return 1;
	}
	for (int i = 0; i < 2; i++) {
		const struct probe *of = i && p->alternate ? spec_find(set, p->alternate) : p;
		const char *ptx = i && p->odd ? p->odd : of->ptx;
		char id[112];

		if (i && of == p && !p->odd)
			return 1;
		snprintf(id, sizeof(id), "%s_%d", k->name, i);
		put_step_macro(of, ptx, id, of == p ? "" : "alt_", out);
	}
	return 2;
}
