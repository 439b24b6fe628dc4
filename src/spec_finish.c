/*
 * What only a whole probe set can tell: keys that need each other, alternates that exist and fit,
 * and the probes that time the replacement strategies.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "spec_key.h"

#define STRATEGY_INSNS                                                                             \
	96 /* about so many a warp a pass, as in other probes; a call may be several */
/*
 * Calls of 1, 2 and 4 instructions all come to that many.  Fewer chains leave a call that uses two
 * pipes short of its rate: 1.10 cycles for prmt_dp2a with 6 on an H200, where 12 reach 0.99.
 */
#define STRATEGY_CHAINS 12

static int refuse(const struct probe *p, struct fault *f, const char *what)
{
	return fault_set(f, FAULT_DATA, "%s:%d: [%s] %s", p->file, p->line, p->name, what);
}

/* Every $x of a pattern must have its value in the section. */
static int check_pattern(const struct probe *p, const char *ptx, struct fault *f)
{
	for (const char *s = ptx ? strchr(ptx, '$') : NULL; s; s = strchr(s + 1, '$')) {
		switch (s[1]) {
		case 'd':
			continue;
		case 'e':
			if (!p->init_e)
				return refuse(p, f, "uses $e without the key 'init_e'");
			continue;
		case 'a':
		case 'b':
		case 'c':
			if (!p->in[s[1] - 'a'])
				return refuse(p, f, "uses an input that has no value");
			continue;
		case 'p':
			if (!p->space)
				return refuse(p, f, "uses $p without the key 'space'");
			continue;
		case 'D':
		case 'A':
		case 'B':
			if (!p->macs)
				return refuse(p, f,
					      "uses a fragment without the keys 'macs' and 'frag'");
			if (isdigit((unsigned char)s[2]) &&
			    s[2] - '0' >= (s[1] == 'D'   ? p->frag_d
					   : s[1] == 'A' ? p->frag_a
							 : p->frag_b))
				return refuse(p, f,
					      "uses a register that its fragment does not have");
			continue;
		default:
			return refuse(p, f,
				      "has a $ that stands for nothing: there are $d $e $a $b $c "
				      "$p $D $A $B");
		}
	}
	return 0;
}

static int check_alternate(const struct probe_set *set, const struct probe *p, struct fault *f)
{
	const struct probe *other = p->alternate ? spec_find(set, p->alternate) : NULL;

	if (!p->alternate)
		return 0;
	if (!other)
		return refuse(p, f, "takes turns with a probe that does not exist");
	if (other->none || other->space || strcmp(other->type, p->type) || other->alternate ||
	    p->macs || other->macs || p->odd)
		return refuse(p, f,
			      "cannot take turns with that probe: its chain has another type, or "
			      "it takes turns itself");
	if (p->alternate_pipe == PIPE_UNSAID)
		return refuse(p, f,
			      "needs the key 'pipe': does the other instruction use the same pipe "
			      "or another?");
	return 0;
}

static int check_space(const struct probe *p, struct fault *f)
{
	bool wide = !strcmp(p->type, "b64") || !strcmp(p->type, "f64");

	if (p->space && p->macs)
		return refuse(p, f, "is an mma, whose operands are registers: it has no 'space'");
	if (p->slot_bytes && p->slot_bytes < (wide ? 8 : 4))
		return refuse(p, f, "has slots that are narrower than its chain's register");
	if (spec_slot_bytes(p) * p->chains > SPEC_SLOTS_BYTES_MAX && p->space)
		return refuse(
			p, f,
			"needs more memory than a block has: chains x bytes of a slot must be 48 "
			"at most");
	return 0;
}

static int check_group(const struct probe *p, struct fault *f)
{
	if (p->arch_suffix[0] && p->min_cc != p->max_cc)
		return refuse(p, f, "has the key 'arch', which is min_cc and max_cc already");
	if (!p->group)
		return p->macs && (!p->frag_a || !p->frag_b)
			       ? refuse(p, f,
					"has operands in shared memory without the key 'group'")
			       : 0;
	if (!p->macs || p->odd || p->alternate || p->sweep)
		return refuse(p, f,
			      "is a warpgroup's: that goes with 'macs' and 'frag', and not with "
			      "'odd', 'alternate' or 'sweep'");
	if (!p->in[0] || !p->in[1])
		return refuse(p, f, "needs the words of its operands: the keys 'a' and 'b'");
	if (p->chains * p->frag_d > SPEC_SUMS_MAX)
		return refuse(p, f,
			      "needs more registers than there are: chains x those of D must be "
			      "128 at most");
	return 0;
}

static int check_probe(const struct probe_set *set, const struct probe *p, struct fault *f)
{
	int rc = p->none ? 0 : check_pattern(p, p->ptx, f);

	if (p->none)
		return 0;
	if (!rc)
		rc = check_space(p, f);
	if (!rc)
		rc = check_pattern(p, p->odd, f);
	if (!rc)
		rc = check_alternate(set, p, f);
	if (!rc && !p->macs != !p->frag_d)
		rc = refuse(p, f, "needs both 'macs' and 'frag', or neither");
	if (!rc)
		rc = check_group(p, f);
	if (!rc && p->copies % (2 * p->chains))
		rc = refuse(p, f, "needs 'copies' that are a multiple of twice its chains");
	if (!rc && p->max_cc < p->min_cc)
		rc = refuse(p, f, "has a max_cc below its min_cc");
	return rc;
}

/* By the general line, which is the first.  A multiple of twice the chains, so that U and 2U are
 * made of whole rounds. */
static int strategy_copies(const struct probe *p)
{
	const struct spec_sass *e = &p->sass[0];
	const int round = 2 * p->chains;
	int insns = 0;

	for (int i = 0; i < e->n_terms; i++)
		insns += e->term[i].per_copy;
	return insns * round >= STRATEGY_INSNS ? round : STRATEGY_INSNS / insns / round * round;
}

/* The first form of a variant as a probe: its first parameter is the chain, the others are fixed
 * inputs. */
static int add_strategy(struct probe_set *set, const struct variant *v, struct fault *f)
{
	struct probe p = {.file = v->file,
			  .about = v->about,
			  .cls = CLASS_strategy,
			  .min_cc = v->min_cc,
			  .max_cc = 999,
			  .chains = STRATEGY_CHAINS,
			  .results = 1,
			  .variant = v,
			  .form = &v->form[0]};
	bool is_float = !strcmp(p.form->returns, "float");

	snprintf(p.name, sizeof(p.name), "%s.%s", v->primitive, v->name);
	p.type = is_float ? "f32" : "b32";
	p.init = is_float ? "1.0f + 0.01f * lane + 0.1f * chain" : "0x12345678u + lane + chain";
	p.in[0] = is_float ? "0.99f - 0.001f * lane" : "0x03fd04fcu + lane";
	p.in[1] = is_float ? "0.01f + 0.001f * lane" : "0x01ff02feu + lane";
	if (!v->n_sass)
		return fault_set(f, FAULT_DATA,
				 "%s: the strategy has a body but no 'sass' to audit it by",
				 v->file);
	for (int i = 0; i < v->n_sass; i++)
		if (spec_sass_parse(&p, v->sass[i], f)) {
			free(p.sass);
			return fault_wrap(f, "%s", v->file);
		}
	p.copies = strategy_copies(&p);
	set->v = mem_grow(set->v, set->n + 1, sizeof(*set->v));
	set->v[set->n++] = p;
	return 0;
}

int spec_finish(struct probe_set *set, struct fault *f)
{
	int rc = 0;

	for (size_t i = 0; i < set->n && !rc; i++)
		rc = check_probe(set, &set->v[i], f);
	for (size_t i = 0; i < set->n && !rc; i++)
		rc = spec_remark_resolve(set, &set->v[i], f);
	for (size_t i = 0; i < set->variants.n && !rc; i++)
		if (set->variants.v[i].n_forms)
			rc = add_strategy(set, &set->variants.v[i], f);
	return rc;
}
