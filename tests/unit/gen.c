/*
 * CUDA C of the probe kernels: four programs byte for byte, operand numbers, names, verify
 * kernels. BLESS=1 rewrites the programs in tests/data/gen.
 */
#include <ctype.h>
#include <stdlib.h>

#include "gen.h"
#include "path.h"
#include "tap.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define DATA "tests/data/gen"

static struct probe_set set;

static void program(const char *probe, int chains, int copies, struct buf *out)
{
	const struct probe *p = spec_find(&set, probe);
	struct gen_kernel k[2];

	if (!p) {
		printf("Bail out! no probe %s\n", probe);
		exit(1);
	}
	gen_kernel_init(&k[0], p, chains, copies);
	gen_kernel_init(&k[1], p, chains, 2 * copies);
	if (p->group)
		gen_kernel_init_waiting(&k[1], p, copies);
	gen_program(k, 2, &set, out);
}

static void test_golden(void)
{
	static const struct {
		const char *probe;
		int chains, copies;
		const char *file;
	} row[] = {
		{"turns", 2, 8, DATA "/turns.cu"},
		{"matrix", 2, 4, DATA "/matrix.cu"},
		{"dp4a.prmt_dp2a", 2, 4, DATA "/strategy.cu"},
		{"group", 2, 4, DATA "/group.cu"}, /* the second one is its latency */
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf got = BUF_INIT, wanted = BUF_INIT;
		struct fault f = {0};

		program(row[i].probe, row[i].chains, row[i].copies, &got);
		if (getenv("BLESS") && file_write(row[i].file, got.s, got.len, &f))
			diag("%s", f.text);
		if (file_read(row[i].file, 1 << 20, &wanted, &f))
			diag("%s", f.text);
		is_str(buf_str(&got), buf_str(&wanted), "%s is %s", row[i].probe, row[i].file);
		buf_done(&got);
		buf_done(&wanted);
	}
}

/* The line of a program that begins with `start`, without its end. */
static void line_of(const char *text, const char *start, struct buf *out)
{
	size_t n = strlen(start);

	buf_clear(out);
	for (const char *s = text; *s; s += strcspn(s, "\n"), s += *s == '\n')
		if (!strncmp(s, start, n)) {
			buf_add(out, s, strcspn(s, "\n"));
			return;
		}
}

static void test_operands(void)
{
	static const struct {
		const char *probe, *step, *wanted;
	} row[] = {
		/* what is written has the first numbers, whatever its place; a look-alike has none
		 */
		{"all", "_0",
		 "asm volatile(\"{ x.a.b %2, %3, %0, %4, %1, %3, d, a, %0d, %3lt; }\" : "
		 "\"+d\"(d##k), \"+d\"(e##k) : \"d\"(c), \"d\"(a), \"d\"(b));"},
		{"turns", "_0",
		 "asm volatile(\"{ .reg .f32 t; neg.f32 t, %0; fma.rn.f32 %0, t, %1, %2; }\" : "
		 "\"+f\"(d##k) : \"f\"(a), \"f\"(c));"},
		{"turns", "_1",
		 "asm volatile(\"{ fma.rn.f32 %0, %1, %0, %2; }\" : \"+f\"(d##k) : "
		 "\"f\"(alt_b), \"f\"(alt_a));"},
		{"crossed", "_0",
		 "asm volatile(\"{ add.s32 %0, %0, %1; }\" : \"+r\"(d##k), \"+r\"(e##k) : );"},
		{"crossed", "_1",
		 "asm volatile(\"{ add.s32 %0, %2, %1; }\" : \"+r\"(e##k), \"+r\"(d##k) : "
		 "\"r\"(a));"},
		{"short", "_0", "asm volatile(\"{ neg.f16 %0, %0; }\" : \"+h\"(d##k) : );"},
		{"wide", "_0",
		 "asm volatile(\"{ add.s64 %0, %0, %1; }\" : \"+l\"(d##k) : \"l\"(a));"},
		/* behind the fragments the metadata, a word whatever the accumulators are */
		{"sparse", "_0",
		 "asm volatile(\"{ mma.sp {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%0, %1, %2, %3}, "
		 "%8, 0x0; }\" : \"+f\"(d##k##_0), \"+f\"(d##k##_1), \"+f\"(d##k##_2), "
		 "\"+f\"(d##k##_3) : \"r\"(a0), \"r\"(a1), \"r\"(b0), \"r\"(b1), \"r\"(c));"},
		/* a tile is one operand: its descriptor */
		{"group_registers", "_0",
		 "asm volatile(\"{ wgmma {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 0; }\" : "
		 "\"+f\"(d##k##_0), \"+f\"(d##k##_1), \"+f\"(d##k##_2), \"+f\"(d##k##_3) : "
		 "\"r\"(a0), \"r\"(a1), \"r\"(a2), \"r\"(a3), \"l\"(b_tile));"},
		{"doubles", "_0",
		 "asm volatile(\"{ mma.f64 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, "
		 "{%12, %13, %14}, {%0, %1, %2, %3, %4, %5, %6, %7}; }\" : "
		 "\"+d\"(d##k##_0), \"+d\"(d##k##_1), \"+d\"(d##k##_2), \"+d\"(d##k##_3), "
		 "\"+d\"(d##k##_4), \"+d\"(d##k##_5), \"+d\"(d##k##_6), \"+d\"(d##k##_7) : "
		 "\"d\"(a0), \"d\"(a1), \"d\"(a2), \"d\"(a3), \"d\"(b0), \"d\"(b1), \"d\"(b2));"},
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf text = BUF_INIT, start = BUF_INIT, line = BUF_INIT, wanted = BUF_INIT;

		program(row[i].probe, 2, 4, &text);
		buf_addf(&start, "#define S_p_%s_c2_u4%s(k) ", row[i].probe, row[i].step);
		buf_addf(&wanted, "%s%s", buf_str(&start), row[i].wanted);
		line_of(buf_str(&text), buf_str(&start), &line);
		is_str(buf_str(&line), buf_str(&wanted), "step %s of %s", row[i].step,
		       row[i].probe);
		buf_done(&text);
		buf_done(&start);
		buf_done(&line);
		buf_done(&wanted);
	}
}

static size_t count(const char *text, const char *part)
{
	size_t n = 0;

	for (const char *s = strstr(text, part); s; s = strstr(s + 1, part))
		n++;
	return n;
}

/* Steps in the loop of the U and of the 2U kernel: half of them of each kind where two take turns.
 */
static void test_copies(void)
{
	static const struct {
		const char *probe;
		size_t even_u, odd_u;
	} row[] = {{"turns", 8, 8}, {"crossed", 8, 8}, {"base", 16, 0}, {"dp4a.native", 16, 0}};

	for (size_t i = 0; i < COUNT(row); i++)
		for (size_t twice = 1; twice <= 2; twice++) {
			struct buf text = BUF_INIT, step = BUF_INIT;
			char id[64];

			snprintf(id, sizeof(id), "%s", row[i].probe);
			for (char *s = id; *s; s++)
				*s = *s == '.' ? '_' : *s;
			program(row[i].probe, 4, 16, &text);
			buf_addf(&step, "\tS_p_%s_c4_u%zu_0(0) ", id, 16 * twice);
			is_int((long long)count(buf_str(&text), buf_str(&step)),
			       (long long)(row[i].even_u * twice / 4), "%s: even rounds of %zu",
			       row[i].probe, 16 * twice);
			buf_clear(&step);
			buf_addf(&step, "\tS_p_%s_c4_u%zu_1(0) ", id, 16 * twice);
			is_int((long long)count(buf_str(&text), buf_str(&step)),
			       (long long)(row[i].odd_u * twice / 4), "%s: odd rounds of %zu",
			       row[i].probe, 16 * twice);
			buf_done(&text);
			buf_done(&step);
		}
}

/* How the chains end as one word, and what the inputs are. */
static void test_lines(void)
{
	static const struct {
		const char *probe, *wanted;
	} row[] = {
		{"wide", "\tunsigned long long d1;\n"},
		{"wide", "\tx = x * 31u + ((unsigned)(d1) ^ (unsigned)(d1 >> 32));\n"},
		{"sparse", "\tconst unsigned c = 0x44444444u;\n"},
		{"sparse", "\tconst unsigned a1 = (1u) + 1;\n"},
		{"doubles", "\tconst double b2 = (0.75 + lane) + 2;\n"},
		{"doubles", "\tx = x * 31u + (__double2hiint(d1_7) ^ __double2loint(d1_7));\n"},
		{"crossed", "\te1 = chain;\n"},
		{"crossed", "\tx = x * 31u + ((unsigned)(e1));\n"},
		{"short", "\tunsigned short d0;\n"},
		{"turns", "\tconst float alt_a = 0.25f + lane;\n"},
		{"turns", "\tconst float alt_b = 4.0f + lane;\n"},
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf text = BUF_INIT;

		program(row[i].probe, 2, 4, &text);
		is_int((long long)count(buf_str(&text), row[i].wanted), 2, "%s: %.*s", row[i].probe,
		       (int)strlen(row[i].wanted) - 2, row[i].wanted + 1);
		buf_done(&text);
	}
}

static void test_names(void)
{
	struct gen_kernel k;
	struct probe longest = {.type = "f32"};

	gen_kernel_init(&k, spec_find(&set, "turns"), 8, 256);
	is_str(k.name, "p_turns_c8_u256", "a kernel's name");
	ok(k.chains == 8 && k.copies == 256 && !k.verify && k.probe == spec_find(&set, "turns"),
	   "and what it is of");
	gen_kernel_init(&k, spec_find(&set, "dp4a.native"), 1, 16);
	is_str(k.name, "p_dp4a_native_c1_u16", "a strategy's name is an identifier");
	ok(gen_kernel_init_verify(&k, spec_find(&set, "dp4a.prmt_dp2a")), "dp4a can be verified");
	is_str(k.name, "v_dp4a_prmt_dp2a", "its verify kernel");
	ok(k.verify, "is one");
	ok(!gen_kernel_init_verify(&k, spec_find(&set, "fma_f32.split")),
	   "f32 fma has no exact reference here");
	ok(!gen_kernel_init_verify(&k, spec_find(&set, "turns")), "nor has what is no strategy");
	memset(longest.name, 'x', sizeof(longest.name) - 1);
	gen_kernel_init(&k, &longest, 16, 2048);
	is_int((long long)strlen(k.name), 2 + 47 + 10, "the longest name fits");
	has_str(k.name, "x_c16_u2048", "to its end");
}

/* Inside a name would be another word: `name` as a whole one. */
static bool has_word(const char *text, const char *name)
{
	size_t n = strlen(name);

	for (const char *s = strstr(text, name); s; s = strstr(s + 1, name))
		if (!isalnum((unsigned char)s[n]) && s[n] != '_' &&
		    (s == text || (!isalnum((unsigned char)s[-1]) && s[-1] != '_')))
			return true;
	return false;
}

static void test_verify(void)
{
	static const char *const variants[] = {"dp4a.native", "dp4a.prmt_dp2a"};

	for (size_t i = 0; i < COUNT(variants); i++) {
		const struct probe *p = spec_find(&set, variants[i]);
		struct buf text = BUF_INIT, all = BUF_INIT, word = BUF_INIT;
		struct gen_kernel k;

		gen_kernel_init_verify(&k, p);
		gen_verify(&k, &text);
		gen_program(&k, 1, &set, &all);
		has_str(buf_str(&all), buf_str(&text), "%s: its program holds it", variants[i]);
		ok(!strstr(buf_str(&text), "clock64"), "%s: without a timed loop", variants[i]);
		buf_addf(&word, "%s_reference", k.name);
		is_int((long long)count(buf_str(&text), buf_str(&word)), 1 + p->variant->n_forms,
		       "%s: a reference, and each form held against it", variants[i]);
		is_int(p->variant->n_forms, 4, "%s: four forms", variants[i]);
		for (int form = 0; form < p->variant->n_forms; form++) {
			has_str(buf_str(&text), p->variant->form[form].body,
				"%s: the body of form %d", variants[i], form);
			buf_clear(&word);
			buf_addf(&word, "f%d_%s", form, k.name);
			ok(has_word(buf_str(&text), buf_str(&word)), "%s: as %s", variants[i],
			   buf_str(&word));
		}
		is_int((long long)count(buf_str(&text), ", true)"), 2, "%s: two forms are signed",
		       variants[i]);
		is_int((long long)count(buf_str(&text), ", false)"), 2, "%s: two are not",
		       variants[i]);
		has_str(buf_str(&text), "*(const uchar4 *)&a", "%s: bytes as a vector",
			variants[i]);
		ok(!strstr(buf_str(&text), "%%"), "%s: no format is left in it", variants[i]);
		buf_done(&text);
		buf_done(&all);
		buf_done(&word);
	}
}

/* Where a probe's memory lies, what is in it, and that a fold does not tell of addresses. */
static void test_memory(void)
{
	static const struct {
		const char *probe, *parts[5];
	} row[] = {
		{"chase",
		 {"__shared__ __align__(16) unsigned char shared_cells[32768];",
		  "const unsigned p1 = (unsigned)__cvta_generic_to_shared(shared_cells) + (1024u + "
		  "threadIdx.x) * 16u;",
		  "const unsigned p = p1;\n\td1 = p;\n\tfor (unsigned w = 0; w < 16 / "
		  "sizeof(unsigned); "
		  "w++)",
		  "unsigned x = lane;", "x = x * 31u + ((unsigned)((d1 - p1)));"}},
		{"counter",
		 {"static __device__ __align__(16) unsigned char global_cells[12582912];",
		  "const unsigned long long p1 = __cvta_generic_to_global(global_cells) + "
		  "((blockIdx.x % "
		  "256u * 2u + 1u) * 1024u + threadIdx.x) * 8u;",
		  "w < 8 / sizeof(unsigned long long)", "unsigned x = 0;", "(unsigned)(d1)"}},
		{"constant",
		 {"static __constant__ unsigned long long constant_cells[64];",
		  "const unsigned long long p1 = __cvta_generic_to_constant(constant_cells);",
		  "unsigned x = 0;"}},
	};

	for (size_t i = 0; i < COUNT(row); i++) {
		struct buf text = BUF_INIT;

		program(row[i].probe, 2, 4, &text);
		for (size_t k = 0; k < COUNT(row[i].parts) && row[i].parts[k]; k++)
			has_str(buf_str(&text), row[i].parts[k], "%s, part %zu", row[i].probe, k);
		is_int((long long)count(buf_str(&text), "static __"),
		       (long long)count(buf_str(&text), "static __device__ __forceinline__") +
			       !!strcmp(row[i].probe, "chase"),
		       "%s: memory of the module, once", row[i].probe);
		buf_done(&text);
	}
}

int main(void)
{
	struct fault f = {0};

	if (spec_load(DATA, &set, &f)) {
		printf("Bail out! %s\n", f.text);
		return 1;
	}
	test_golden();
	test_operands();
	test_copies();
	test_lines();
	test_memory();
	test_names();
	test_verify();
	is_int(sizeof(struct gen_stamp), 40, "a stamp is 40 bytes, as in the kernels");
	spec_done(&set);
	return done();
}
