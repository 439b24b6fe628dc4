/*
 * Probes to CUDA C: the kernel around the steps.  Runs nothing and decides nothing about what is
 * measured.
 */
#include "gen.h"

#include "gen_group.h"
#include "gen_space.h"
#include "gen_step.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void make_identifier(char *name)
{
	for (; *name; name++)
		if (!isalnum((unsigned char)*name))
			*name = '_';
}

void gen_kernel_init(struct gen_kernel *k, const struct probe *p, int chains, int copies)
{
	*k = (struct gen_kernel){.probe = p, .chains = chains, .copies = copies};
	snprintf(k->name, sizeof(k->name), "p_%s_c%d_u%d", p->name, chains, copies);
	make_identifier(k->name);
}

void gen_kernel_init_waiting(struct gen_kernel *k, const struct probe *p, int copies)
{
	*k = (struct gen_kernel){.probe = p, .chains = 1, .copies = copies, .waits = true};
	snprintf(k->name, sizeof(k->name), "p_%s_wait_u%d", p->name, copies);
	make_identifier(k->name);
}

bool gen_kernel_init_verify(struct gen_kernel *k, const struct probe *p)
{
	*k = (struct gen_kernel){.probe = p, .verify = true};
	snprintf(k->name, sizeof(k->name), "v_%s", p->name);
	make_identifier(k->name);
	return p->variant && !strcmp(p->variant->primitive, "dp4a");
}

static void put_inputs(const struct probe *p, const struct probe_set *set, struct buf *out)
{
	const struct probe *alt = p->alternate ? spec_find(set, p->alternate) : NULL;
	const char *c_type = gen_chain_type(p)->c_type;

	for (int i = 0; i < SPEC_INPUTS_MAX; i++) {
		const char *alt_in = alt && p->alt_in[i] ? p->alt_in[i] : alt ? alt->in[i] : NULL;
		int size = !p->macs ? 0 : i == 0 ? p->frag_a : i == 1 ? p->frag_b : 0;

		if (p->in[i] && !p->macs)
			buf_addf(out, "\tconst %s %c = %s;\n", c_type, 'a' + i, p->in[i]);
		if (p->in[i] && p->macs && !size) /* metadata of a sparse mma, words of a tile */
			buf_addf(out, "\tconst unsigned %c = %s;\n", 'a' + i, p->in[i]);
		for (int r = 0; r < size; r++)
			buf_addf(out, "\tconst %s %c%d = (%s) + %d;\n", gen_frag_c_type(p), 'a' + i,
				 r, p->in[i], r);
		if (alt_in)
			buf_addf(out, "\tconst %s alt_%c = %s;\n", c_type, 'a' + i, alt_in);
	}
}

static void put_chains(const struct gen_kernel *k, struct buf *out)
{
	const struct probe *p = k->probe;

	for (int c = 0; c < k->chains; c++) {
		buf_addf(out, "\t{ const unsigned chain = %d; (void)chain;\n", c);
		if (gen_is_pointer_chain(p))
			buf_addf(out, "\tconst unsigned%s p = p%d;\n",
				 gen_has_short_address(p) ? "" : " long long", c);
		for (int r = 0; r < (p->macs ? p->frag_d : 1); r++)
			if (p->macs)
				buf_addf(out, "\td%d_%d = %s;\n", c, r, p->init);
			else
				buf_addf(out, "\td%d = %s;\n", c, p->init);
		if (p->init_e)
			buf_addf(out, "\te%d = %s;\n", c, p->init_e);
		gen_slot(p, gen_chain_type(p)->c_type, c, out);
		buf_puts(out, "\t}\n");
	}
}

static void put_declarations(const struct gen_kernel *k, struct buf *out)
{
	const struct probe *p = k->probe;
	const char *c_type = p->form ? p->form->returns : gen_chain_type(p)->c_type;

	if (p->space == SPACE_SHARED)
		buf_addf(out, "\t__shared__ __align__(16) unsigned char shared_cells[%d];\n",
			 1024 * k->chains * spec_slot_bytes(p));
	for (int c = 0; c < k->chains; c++) {
		gen_address(p, k->chains, c, out);
		if (!p->macs)
			buf_addf(out, "\t%s d%d;\n", c_type, c);
		for (int r = 0; p->macs && r < p->frag_d; r++)
			buf_addf(out, "\t%s d%d_%d;\n", c_type, c, r);
		if (p->init_e)
			buf_addf(out, "\t%s e%d;\n", c_type, c);
	}
}

static void put_body(const struct gen_kernel *k, int n_steps, struct buf *out)
{
	bool group = k->probe->group;
	int steps = k->copies / k->chains;

	if (group && !k->waits)
		buf_puts(out, "\t\tGROUP_BEGIN\n");
	for (int s = 0; s < steps; s++) {
		buf_puts(out, k->waits ? "\t\tGROUP_BEGIN " : "\t\t");
		for (int c = 0; c < k->chains; c++)
			buf_addf(out, "S_%s_%d(%d) ", k->name, s % n_steps, c);
		buf_puts(out, k->waits ? "GROUP_END\n" : "\n");
	}
	if (group && !k->waits)
		buf_puts(out, "\t\tGROUP_END\n");
}

static void put_fold(const struct gen_kernel *k, struct buf *out)
{
	const struct gen_chain_type *t = gen_chain_type(k->probe);
	char name[32];

	/* Where threads have addresses of their own, only the way from them may be told: warps are
	 * compared. */
	buf_puts(out,
		 gen_is_pointer_chain(k->probe) ? "\tunsigned x = lane;\n" : "\tunsigned x = 0;\n");
	for (int c = 0; c < k->chains; c++)
		for (int r = 0; r < (k->probe->macs ? k->probe->frag_d : 1) + !!k->probe->init_e;
		     r++) {
			if (k->probe->macs)
				snprintf(name, sizeof(name), "d%d_%d", c, r);
			else
				snprintf(name, sizeof(name), "%c%d", r ? 'e' : 'd', c);
			if (!r && gen_is_pointer_chain(k->probe))
				snprintf(name, sizeof(name), "(d%d - p%d)", c, c);
			buf_puts(out, "\tx = x * 31u + (");
			buf_addf(out, t->fold, name, name);
			buf_puts(out, ");\n");
		}
}

static void put_kernel(const struct gen_kernel *k, const struct probe_set *set, struct buf *out)
{
	const struct probe *p = k->probe;
	int n_steps = gen_step_macros(k, set, out);

	if (p->form)
		buf_addf(out, "static __device__ __forceinline__ %s f_%s(%s)\n{\n%s\n}\n",
			 p->form->returns, k->name, p->form->signature, p->form->body);
	buf_addf(out,
		 "extern \"C\" __global__ void __launch_bounds__(%d, 1)\n"
		 "%s(const unsigned *in, unsigned *out, struct stamp *stamp, int iters)\n{\n"
		 "\tconst unsigned lane = in[threadIdx.x & 31];\n",
		 32 * gen_warps_max(p, k->chains), k->name);
	put_inputs(p, set, out);
	put_declarations(k, out);
	put_chains(k, out);
	if (p->group)
		gen_group_tiles(p, out);
	buf_puts(out, "\t__syncthreads();\n"
		      "\tconst unsigned long long n0 = nanoseconds(), c0 = clock64();\n"
		      "#pragma unroll 1\n"
		      "\tfor (int i = 0; i < iters; i++) {\n");
	put_body(k, n_steps, out);
	buf_puts(out, "\t}\n"
		      "\tconst unsigned long long c1 = clock64(), n1 = nanoseconds();\n");
	put_fold(k, out);
	buf_puts(out, "\tfinish(out, stamp, x, c0, c1, n0, n1);\n}\n\n");
}

static const char prelude[] =
	"struct stamp { unsigned long long clock_begin, clock_end, ns_begin, ns_end; unsigned "
	"smid, pad; };\n"
	"static __device__ __forceinline__ unsigned long long nanoseconds()\n"
	"{\n\tunsigned long long t;\n\tasm volatile(\"mov.u64 %0, %%globaltimer;\" : "
	"\"=l\"(t));\n\treturn t;\n}\n"
	"static __device__ __forceinline__ void finish(unsigned *out, struct stamp *stamp, "
	"unsigned x,\n"
	"\tunsigned long long c0, unsigned long long c1, unsigned long long n0, unsigned long long "
	"n1)\n"
	"{\n\tunsigned thread = blockIdx.x * blockDim.x + threadIdx.x;\n"
	"\tout[thread] = x;\n"
	"\tif (threadIdx.x % 32 == 0) {\n"
	"\t\tstruct stamp *s = stamp + thread / 32;\n"
	"\t\tunsigned smid;\n"
	"\t\tasm volatile(\"mov.u32 %0, %%smid;\" : \"=r\"(smid));\n"
	"\t\ts->clock_begin = c0; s->clock_end = c1; s->ns_begin = n0; s->ns_end = n1;\n"
	"\t\ts->smid = smid; s->pad = 0;\n\t}\n}\n\n";

void gen_program(const struct gen_kernel *k, size_t n, const struct probe_set *set, struct buf *out)
{
	bool declared[SPACE_CONST + 1] = {false}, group = false;

	buf_puts(out, prelude);
	for (size_t i = 0; i < n; i++)
		group |= k[i].probe->group;
	if (group)
		gen_group_prelude(out);
	for (size_t i = 0; i < n; i++) {
		enum spec_space space = k[i].probe->space;

		if (!declared[space])
			gen_cells(space, out);
		declared[space] = true;
		if (k[i].verify)
			gen_verify(&k[i], out);
		else
			put_kernel(&k[i], set, out);
	}
}
