/*
 * For tests of what compilers make of the emitted header:
 *
 *   cubintool archs                                     architectures the NVRTC libraries here can
 * target, one a line cubintool compile ARCH SOURCE CUBIN [OPTION...]     by NVRTC, without an
 * include path; exit 77: no NVRTC for ARCH cubintool text CUBIN kernel, bytes and hash of its code,
 * one kernel a line cubintool count CUBIN OPCODE                        how many of it there are in
 * all kernels
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf.h"
#include "nvrtc.h"
#include "path.h"
#include "sass.h"

#define FILE_LIMIT (64 << 20)

static int complain(const struct fault *f)
{
	fprintf(stderr, "cubintool: %s\n", f->text);
	return 1;
}

/* A library that can target one architecture need not be able to target another: ask for each by
 * name. */
static int list_archs(void)
{
	static const int known[] = {61, 70, 75, 80, 86, 87, 89, 90, 100, 103, 120, 121};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		struct fault f = {0};
		struct nvrtc *n;

		if (nvrtc_open(known[i], NULL, &n, &f) == 0) {
			printf("%d\n", known[i]);
			nvrtc_close(n);
		}
	}
	return 0;
}

static int compile(int argc, char **argv)
{
	struct buf source = BUF_INIT, cubin = BUF_INIT, log = BUF_INIT;
	struct fault f = {0};
	struct nvrtc *n;
	int arch = atoi(argv[0]), rc;

	if (nvrtc_open(arch, NULL, &n, &f)) {
		complain(&f);
		return 77;
	}
	rc = file_read(argv[1], FILE_LIMIT, &source, &f);
	if (rc == 0)
		rc = nvrtc_compile(n, argv[0], buf_str(&source), (const char *const *)argv + 3,
				   (size_t)(argc - 3), &cubin, NULL, &log, &f);
	if (log.len)
		fprintf(stderr, "%s\n", log.s);
	if (rc == 0)
		rc = file_write(argv[2], cubin.s, cubin.len, &f);
	if (rc)
		complain(&f);
	nvrtc_close(n);
	buf_done(&source);
	buf_done(&cubin);
	buf_done(&log);
	return rc ? 1 : 0;
}

static size_t count_op(const struct elf_cubin *c, const char *op)
{
	struct sass_census census = {0};
	size_t n;

	for (size_t i = 0; i < c->n; i++) {
		for (size_t at = sass_first(c->arch, 0);
		     at + sass_word_bytes(c->arch) <= c->kernel[i].size;
		     at = sass_next(c->arch, at)) {
			struct sass_insn insn;

			sass_decode(c->arch, c->kernel[i].code + at, at, &insn);
			sass_census_add(&census, &insn);
		}
	}
	n = sass_census_get(&census, op);
	sass_census_done(&census);
	return n;
}

/* op NULL: the text of each kernel. */
static int look(const char *path, const char *op)
{
	struct buf image = BUF_INIT;
	struct elf_cubin c = {0};
	struct fault f = {0};
	int rc = file_read(path, FILE_LIMIT, &image, &f);

	if (rc == 0)
		rc = elf_open(image.s, image.len, &c, &f);
	if (rc) {
		buf_done(&image);
		return complain(&f);
	}
	for (size_t i = 0; i < c.n && !op; i++) {
		char hex[HASH_HEX_SIZE];

		hash_hex(c.kernel[i].code, c.kernel[i].size, hex);
		printf("%s %zu %s\n", c.kernel[i].name, c.kernel[i].size, hex);
	}
	if (op)
		printf("%zu\n", count_op(&c, op));
	elf_done(&c);
	buf_done(&image);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "archs") == 0)
		return list_archs();
	if (argc >= 5 && strcmp(argv[1], "compile") == 0)
		return compile(argc - 2, argv + 2);
	if (argc == 3 && strcmp(argv[1], "text") == 0)
		return look(argv[2], NULL);
	if (argc == 4 && strcmp(argv[1], "count") == 0)
		return look(argv[2], argv[3]);
	fprintf(stderr, "usage: cubintool archs | compile ARCH SOURCE CUBIN [OPTION...] | text "
			"CUBIN | count CUBIN OPCODE\n");
	return 2;
}
