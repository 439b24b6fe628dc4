/*
 * Verify kernels: every form of a dp4a strategy against byte arithmetic, on random and on edge
 * operands.  The reference is inline PTX (bfe and mad.lo), which no compiler turns back into the
 * instruction under test.
 */
#include <stdio.h>
#include <string.h>

#include "gen.h"

/* How a form's operands are made from 32 random bits, and whether its bytes are signed. */
static const struct operand_type {
	const char *type, *from_bits;
	bool is_signed;
} operand_types[] = {
	{"int", "(int)%s", true},
	{"unsigned int", "%s", false},
	{"char4", "*(const char4 *)&%s", true},
	{"uchar4", "*(const uchar4 *)&%s", false},
};

static const char reference[] =
	"static __device__ unsigned %s_byte(unsigned x, int i, bool s)\n"
	"{\n\tunsigned r;\n"
	"\tif (s) asm volatile(\"bfe.s32 %%0, %%1, %%2, 8;\" : \"=r\"(r) : \"r\"(x), \"r\"(8 * "
	"i));\n"
	"\telse asm volatile(\"bfe.u32 %%0, %%1, %%2, 8;\" : \"=r\"(r) : \"r\"(x), \"r\"(8 * i));\n"
	"\treturn r;\n}\n"
	"static __device__ unsigned %s_reference(unsigned a, unsigned b, unsigned c, bool s)\n"
	"{\n\tfor (int i = 0; i < 4; i++) {\n"
	"\t\tunsigned x = %s_byte(a, i, s), y = %s_byte(b, i, s);\n"
	"\t\tasm volatile(\"mad.lo.s32 %%0, %%1, %%2, %%0;\" : \"+r\"(c) : \"r\"(x), \"r\"(y));\n"
	"\t}\n\treturn c;\n}\n"
	/* A 32-bit mixer (xorshift-multiply); every fourth operand has only edge bytes. */
	"static __device__ unsigned %s_random(unsigned *state)\n"
	"{\n\tconst unsigned edge = 0x017fff80u;\n"
	"\tunsigned x = *state += 0x9e3779b9u;\n"
	"\tx ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;\n"
	"\tif ((x >> 28) & 3) return x;\n"
	"\tunsigned r = 0;\n"
	"\tfor (int i = 0; i < 4; i++) {\n"
	"\t\tunsigned pick = (x >> (3 * i)) & 7;\n"
	"\t\tr |= (pick < 4 ? (edge >> (8 * pick)) & 255 : pick == 4 ? 0 : pick == 5 ? 126 : pick "
	"== 6 ? 129 : 2) << (8 * i);\n"
	"\t}\n\treturn r;\n}\n";

static const struct operand_type *operand_type(const char *signature)
{
	for (size_t i = sizeof(operand_types) / sizeof(*operand_types); i-- > 0;) {
		size_t n = strlen(operand_types[i].type);

		if (!strncmp(signature, operand_types[i].type, n) && signature[n] == ' ')
			return &operand_types[i];
	}
	return NULL; /* a form of another type is not verified here */
}

void gen_verify(const struct gen_kernel *k, struct buf *out)
{
	const struct variant *v = k->probe->variant;

	buf_addf(out, reference, k->name, k->name, k->name, k->name, k->name);
	for (int i = 0; i < v->n_forms; i++)
		buf_addf(out, "static __device__ __forceinline__ %s f%d_%s(%s)\n{\n%s\n}\n",
			 v->form[i].returns, i, k->name, v->form[i].signature, v->form[i].body);
	buf_addf(out,
		 "extern \"C\" __global__ void __launch_bounds__(1024, 1)\n"
		 "%s(const unsigned *in, unsigned *out, struct stamp *stamp, int iters)\n{\n"
		 "\tconst unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;\n"
		 "\tunsigned state = in[0] ^ (thread * 0x85ebca6bu), wrong = 0;\n"
		 "\tfor (int i = 0; i < iters; i++) {\n"
		 "\t\tconst unsigned a = %s_random(&state), b = %s_random(&state), c = "
		 "%s_random(&state);\n"
		 "\t\tbool differs = false;\n",
		 k->name, k->name, k->name, k->name);
	for (int i = 0; i < v->n_forms; i++) {
		const struct operand_type *t = operand_type(v->form[i].signature);
		char a[48], b[48];

		if (!t)
			continue;
		snprintf(a, sizeof(a), t->from_bits, "a");
		snprintf(b, sizeof(b), t->from_bits, "b");
		buf_addf(out,
			 "\t\tdiffers |= (unsigned)f%d_%s(%s, %s, c) != %s_reference(a, b, c, "
			 "%s);\n",
			 i, k->name, a, b, k->name, t->is_signed ? "true" : "false");
	}
	buf_puts(out, "\t\twrong += differs;\n\t}\n\tout[thread] = wrong;\n\t(void)stamp;\n}\n\n");
}
