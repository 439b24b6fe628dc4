/* Cubins to kernels: real ones, cut ones, damaged ones. */
#include "elf.h"

#include "cubins.h"
#include "sass.h"
#include "tap.h"

static void test_expected(void)
{
	struct cubin_row *row;
	size_t n = cubin_rows(&row);

	ok(n >= 14, "expected.txt has its rows");
	for (size_t i = 0; i < n; i++) {
		struct buf b = BUF_INIT;
		struct elf_cubin c;
		struct fault f = {0};
		const struct elf_kernel *k;

		cubin_read(row[i].file, &b);
		is_int(elf_open(b.s, b.len, &c, &f), 0, "%s opens", row[i].file);
		is_int(c.arch, row[i].arch, "%s: its architecture", row[i].file);
		k = elf_find(&c, row[i].kernel);
		if (ok(k != NULL, "%s has %s", row[i].file, row[i].kernel)) {
			is_int((long long)k->size, row[i].bytes, "%s %s: bytes", row[i].file,
			       row[i].kernel);
			is_int(k->regs, row[i].regs, "%s %s: registers", row[i].file,
			       row[i].kernel);
			is_int(k->local_bytes, row[i].local_bytes, "%s %s: stack", row[i].file,
			       row[i].kernel);
		}
		ok(elf_find(&c, "none such") == NULL, "%s has no other kernel", row[i].file);
		elf_done(&c);
		buf_done(&b);
	}
	free(row);
}

/* Uses every byte that elf_open() vouches for. */
static unsigned walk(const struct elf_cubin *c)
{
	unsigned sum = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct elf_kernel *k = &c->kernel[i];
		struct sass_loop loop;
		struct sass_insn insn;

		sum += (unsigned)strlen(k->name) + (elf_find(c, k->name) == k);
		for (size_t at = sass_first(c->arch, 0);
		     at + sass_word_bytes(c->arch) <= k->size; at = sass_next(c->arch, at)) {
			sass_decode(c->arch, k->code + at, at, &insn);
			sum += insn.op[0];
		}
		if (sass_find_loop(c->arch, k->code, k->size, &loop) == 0)
			sum += loop.begin < loop.end && loop.end <= k->size;
	}
	return sum;
}

/* A copy of its own size, so that the sanitizers see a read past the end.  Returns elf_open's
 * answer. */
static int open_copy(const char *image, size_t n, struct fault *f)
{
	char *copy = malloc(n ? n : 1);
	struct elf_cubin c;
	int rc;

	memcpy(copy, image, n);
	rc = elf_open(copy, n, &c, f);
	if (rc == 0)
		walk(&c);
	elf_done(&c);
	free(copy);
	return rc;
}

static void test_truncated(const char *file, size_t step)
{
	struct buf b = BUF_INIT;
	size_t wrong = 0, silent = 0, n;

	cubin_read(file, &b);
	for (n = 0; n < b.len; n += step) {
		struct fault f = {0};

		wrong += open_copy(b.s, n, &f) != FAULT_DATA;
		silent += f.code != FAULT_DATA || !f.text[0];
	}
	is_int((long long)wrong, 0, "%s cut short anywhere is FAULT_DATA", file);
	is_int((long long)silent, 0, "%s cut short: the fault has a sentence", file);
	is_int(open_copy(b.s, b.len, NULL), 0, "%s whole is fine", file);
	buf_done(&b);
}

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

/* One to four bytes changed; half of the times in the headers, where the offsets are. */
static void test_damaged(const char *file, int rounds)
{
	struct buf b = BUF_INIT;
	uint64_t seed = 20240229;
	int opened = 0, refused = 0, other = 0;

	cubin_read(file, &b);
	for (int i = 0; i < rounds; i++) {
		int rc, flips = 1 + (int)(next_random(&seed) % 4);
		struct buf copy = BUF_INIT;

		buf_add(&copy, b.s, b.len);
		for (int k = 0; k < flips; k++) {
			size_t sections = (uint8_t)b.s[40] | (size_t)(uint8_t)b.s[41] << 8;
			size_t at = next_random(&seed) % b.len;

			if (next_random(&seed) % 2)
				at = next_random(&seed) % 4 ? sections + next_random(&seed) % 1024
							    : next_random(&seed) % 64;
			copy.s[at % b.len] = (char)next_random(&seed);
		}
		rc = open_copy(copy.s, copy.len, NULL);
		opened += rc == 0;
		refused += rc == FAULT_DATA;
		other += rc != 0 && rc != FAULT_DATA;
		buf_done(&copy);
	}
	ok(opened > 0 && refused > 0 && other == 0, "%s damaged: %d open, %d refused", file, opened,
	   refused);
	buf_done(&b);
}

static void put(struct buf *b, size_t at, uint64_t v, int bytes)
{
	for (int i = 0; i < bytes; i++)
		b->s[at + (size_t)i] = (char)(v >> 8 * i);
}

static void test_forged(void)
{
	/* Fields of the ELF header, in bytes: where, what, how wide. */
	static const struct {
		const char *name;
		size_t at;
		uint64_t value;
		int bytes;
	} row[] = {
		{"another magic", 0, 0x46, 1},
		{"a 32-bit file", 4, 1, 1},
		{"a big-endian file", 5, 2, 1},
		{"another machine", 18, 62, 2},
		{"no architecture", 48, 0, 4},
		{"section headers at the end of the address space", 40, UINT64_MAX, 8},
		{"section headers that wrap around", 40, UINT64_MAX - 63, 8},
		{"more sections than fit", 60, 0xffff, 2},
		{"no sections", 60, 0, 2},
		{"sections of another size", 58, 40, 2},
		{"names in a section that is not there", 62, 0xffff, 2},
		{"program headers outside", 32, 1u << 30, 8},
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(*row); i++) {
		struct buf b = BUF_INIT;
		struct fault f = {0};

		cubin_read("sm_80", &b);
		put(&b, row[i].at, row[i].value, row[i].bytes);
		is_int(open_copy(b.s, b.len, &f), FAULT_DATA, "%s is refused", row[i].name);
		buf_done(&b);
	}
}

int main(void)
{
	test_expected();
	test_truncated("sm_75", 1);
	test_truncated("sm_100_mix", 1);
	test_truncated("sm_61", 7);
	test_truncated("sm_90", 7);
	test_damaged("sm_70", 4000);
	test_damaged("sm_80", 4000);
	test_damaged("sm_120_divide", 4000);
	test_damaged("sm_61", 1000);
	test_forged();
	return done();
}
