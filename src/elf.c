/*
 * A cubin image to its kernels: code, registers and local memory of each .text.<name> section.
 * Trusts no number in the image: every offset and count is held against the size before it is used.
 * Must not look at instructions (sass.h does), nor at the .nv.capmerc.* twins that sm_100 and later
 * carry beside the code.
 */
#include "elf.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

enum {
	EHDR_SIZE = 64,
	PHDR_SIZE = 56,
	SHDR_SIZE = 64,
	SYM_SIZE = 24,
	SHT_NOBITS = 8,
	MACHINE_CUDA = 190,
	CODE_UNIT = 8, /* bytes of a Pascal instruction, half of a later one */
};

/* Attributes in .nv.info: format byte, number, then 16 bits that are a value or a length, by the
 * format. */
enum {
	INFO_FORMAT_SIZED = 4,
	INFO_FRAME_SIZE = 0x11,
	INFO_MIN_STACK_SIZE = 0x12,
	INFO_REGCOUNT = 0x2f,
};

struct span {
	const uint8_t *p;
	size_t n;
};

struct section {
	const char *name;
	uint32_t type, link, info;
	struct span body; /* empty for NOBITS */
};

/* What is known of the image while it is read. */
struct image {
	struct span all;
	struct section *section;
	size_t n;
	size_t *kernel_of; /* section index to kernel index + 1; 0: none */
};

static uint16_t read16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static uint32_t read32(const uint8_t *p)
{
	return read16(p) | (uint32_t)read16(p + 2) << 16;
}

static uint64_t read64(const uint8_t *p)
{
	return read32(p) | (uint64_t)read32(p + 4) << 32;
}

/* The n bytes at `at` of s; false when they are not all there. */
static bool cut(struct span s, uint64_t at, uint64_t n, struct span *out)
{
	if (at > s.n || n > s.n - at)
		return false;
	out->p = s.p + at;
	out->n = (size_t)n;
	return true;
}

/* The text at `at` of a string table, NULL when it does not end inside it. */
static const char *text_at(struct span table, uint32_t at)
{
	if (at >= table.n || !memchr(table.p + at, 0, table.n - at))
		return NULL;
	return (const char *)table.p + at;
}

static int read_header(struct span all, int *arch, struct fault *f)
{
	static const uint8_t magic[6] = {0x7f, 'E', 'L', 'F', 2, 1};
	uint32_t flags;
	struct span ph;

	if (all.n < EHDR_SIZE || memcmp(all.p, magic, sizeof(magic)) != 0)
		return fault_set(f, FAULT_DATA, "this is no 64-bit little-endian ELF file");
	if (read16(all.p + 18) != MACHINE_CUDA)
		return fault_set(f, FAULT_DATA,
				 "this ELF file is for machine %d, not for CUDA (190)",
				 read16(all.p + 18));
	/* ABI 8 came with CUDA 13 and moved the architecture up by a byte. */
	flags = read32(all.p + 48);
	*arch = all.p[8] >= 8 ? flags >> 8 & 0xff : flags & 0xff;
	if (*arch == 0)
		return fault_set(f, FAULT_DATA, "the cubin names no architecture (e_flags 0x%x)",
				 (unsigned)flags);
	if (read16(all.p + 56) &&
	    (read16(all.p + 54) != PHDR_SIZE ||
	     !cut(all, read64(all.p + 32), (uint64_t)read16(all.p + 56) * PHDR_SIZE, &ph)))
		return fault_set(f, FAULT_DATA,
				 "the cubin is cut short: its program headers are missing");
	return 0;
}

static int read_section(struct image *m, struct span headers, size_t i, struct fault *f)
{
	const uint8_t *h = headers.p + i * SHDR_SIZE;
	struct section *s = &m->section[i];

	s->type = read32(h + 4);
	s->link = read32(h + 40);
	s->info = read32(h + 44);
	if (s->type != SHT_NOBITS && !cut(m->all, read64(h + 24), read64(h + 32), &s->body))
		return fault_set(f, FAULT_DATA,
				 "the cubin is cut short: section %zu lies outside the file", i);
	return 0;
}

static int read_sections(struct image *m, struct fault *f)
{
	uint16_t names = read16(m->all.p + 62);
	struct span headers;
	size_t i;
	int rc;

	m->n = read16(m->all.p + 60);
	if (m->n == 0 || names >= m->n || read16(m->all.p + 58) != SHDR_SIZE ||
	    !cut(m->all, read64(m->all.p + 40), (uint64_t)m->n * SHDR_SIZE, &headers))
		return fault_set(f, FAULT_DATA,
				 "the cubin is cut short: its section headers are missing");
	m->section = mem_new(m->n, sizeof(*m->section));
	m->kernel_of = mem_new(m->n, sizeof(*m->kernel_of));
	for (i = 0; i < m->n; i++) {
		rc = read_section(m, headers, i, f);
		if (rc)
			return rc;
	}
	for (i = 0; i < m->n; i++) {
		m->section[i].name =
			text_at(m->section[names].body, read32(headers.p + i * SHDR_SIZE));
		if (!m->section[i].name)
			return fault_set(f, FAULT_DATA, "section %zu of the cubin has no name", i);
	}
	return 0;
}

static int add_kernels(struct image *m, struct elf_cubin *out, struct fault *f)
{
	static const char prefix[] = ".text.";
	struct elf_kernel *k;
	size_t i;

	out->kernel = mem_new(m->n, sizeof(*out->kernel));
	for (i = 0; i < m->n; i++) {
		const struct section *s = &m->section[i];

		if (strncmp(s->name, prefix, sizeof(prefix) - 1) != 0)
			continue;
		k = &out->kernel[out->n++];
		m->kernel_of[i] = out->n;
		k->name = s->name + sizeof(prefix) - 1;
		k->code = s->body.p;
		k->size = s->body.n;
		/* Before ABI 8 the section says it itself; since then .nv.info alone does. */
		k->regs = s->info >> 24 ? (int)(s->info >> 24) : -1;
		k->local_bytes = -1;
		if (!k->size || k->size % CODE_UNIT)
			return fault_set(f, FAULT_DATA,
					 "the code of kernel %s is %zu bytes: no whole "
					 "instructions",
					 k->name, k->size);
	}
	return 0;
}

/* One attribute of a kernel, named by its symbol. */
static void take_info(const struct image *m, struct span symbols, int number, struct span value,
		      struct elf_cubin *out)
{
	struct span sym;
	size_t shndx;
	struct elf_kernel *k;
	int32_t v;

	if (value.n < 8 || !cut(symbols, (uint64_t)read32(value.p) * SYM_SIZE, SYM_SIZE, &sym))
		return;
	shndx = read16(sym.p + 6);
	if (shndx >= m->n || !m->kernel_of[shndx])
		return;
	k = &out->kernel[m->kernel_of[shndx] - 1];
	v = (int32_t)(read32(value.p + 4) & INT32_MAX);
	if (number == INFO_REGCOUNT)
		k->regs = v;
	else if (v > k->local_bytes)
		k->local_bytes = v;
}

static int read_info(const struct image *m, const struct section *s, struct elf_cubin *out,
		     struct fault *f)
{
	struct span symbols = {0}, value;
	size_t at = 0, n;
	int number;

	if (s->link < m->n)
		symbols = m->section[s->link].body;
	while (at < s->body.n) {
		if (s->body.n - at < 4)
			return fault_set(f, FAULT_DATA,
					 "section %s of the cubin ends inside an attribute",
					 s->name);
		number = s->body.p[at + 1];
		n = s->body.p[at] == INFO_FORMAT_SIZED ? read16(s->body.p + at + 2) : 0;
		at += 4;
		if (!cut(s->body, at, n, &value))
			return fault_set(f, FAULT_DATA,
					 "section %s of the cubin ends inside an attribute",
					 s->name);
		at += n;
		if (number == INFO_REGCOUNT || number == INFO_FRAME_SIZE ||
		    number == INFO_MIN_STACK_SIZE)
			take_info(m, symbols, number, value, out);
	}
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct elf_kernel *)a)->name, ((const struct elf_kernel *)b)->name);
}

static int sort_kernels(struct elf_cubin *out, struct fault *f)
{
	size_t i;

	if (!out->n)
		return 0;
	qsort(out->kernel, out->n, sizeof(*out->kernel), by_name);
	for (i = 1; i < out->n; i++)
		if (by_name(&out->kernel[i - 1], &out->kernel[i]) == 0)
			return fault_set(f, FAULT_DATA, "the cubin has two kernels named %s",
					 out->kernel[i].name);
	return 0;
}

int elf_open(const void *image, size_t size, struct elf_cubin *out, struct fault *f)
{
	struct image m = {.all = {image, size}};
	size_t i;
	int rc;

	memset(out, 0, sizeof(*out));
	rc = read_header(m.all, &out->arch, f);
	if (!rc)
		rc = read_sections(&m, f);
	if (!rc)
		rc = add_kernels(&m, out, f);
	for (i = 0; !rc && i < m.n; i++)
		if (strcmp(m.section[i].name, ".nv.info") == 0)
			rc = read_info(&m, &m.section[i], out, f);
	if (!rc)
		rc = sort_kernels(out, f);
	free(m.section);
	free(m.kernel_of);
	if (rc)
		elf_done(out);
	return rc;
}

void elf_done(struct elf_cubin *c)
{
	free(c->kernel);
	memset(c, 0, sizeof(*c));
}

const struct elf_kernel *elf_find(const struct elf_cubin *c, const char *name)
{
	size_t lo = 0, hi = c->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int d = strcmp(name, c->kernel[mid].name);

		if (d == 0)
			return &c->kernel[mid];
		if (d < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return NULL;
}
