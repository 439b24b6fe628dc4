/* The real cubins in tests/data/cubins and what expected.txt says of them, for the tests of elf and
 * sass. */
#ifndef CMPTUNE_TEST_CUBINS_H
#define CMPTUNE_TEST_CUBINS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

#define CUBINS "tests/data/cubins/"

struct cubin_row {
	char file[32], kernel[32];
	int arch;
	long long bytes;
	int regs, local_bytes;
	int has_loop;
	unsigned begin, end;
	char counts[512]; /* "BRA=1 FFMA=5 ..." */
};

static inline void cubin_read(const char *file, struct buf *b)
{
	char name[128], part[4096];
	size_t n;
	FILE *f;

	snprintf(name, sizeof(name), CUBINS "%s.cubin", file);
	f = fopen(name, "rb");
	if (!f) {
		perror(name);
		exit(2);
	}
	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		buf_add(b, part, n);
	fclose(f);
}

/* The rows of expected.txt; the caller frees them. */
static inline size_t cubin_rows(struct cubin_row **out)
{
	char line[1024];
	size_t n = 0;
	FILE *f = fopen(CUBINS "expected.txt", "r");

	*out = NULL;
	if (!f) {
		perror(CUBINS "expected.txt");
		exit(2);
	}
	while (fgets(line, sizeof(line), f)) {
		struct cubin_row r = {0};
		char begin[16], end[16];

		line[strcspn(line, "\n")] = 0;
		if (line[0] == '#')
			continue;
		if (sscanf(line, "%31s %31s %lld %d %d %15s %15s %511[^\n]", r.file, r.kernel,
			   &r.bytes, &r.regs, &r.local_bytes, begin, end, r.counts) < 7 ||
		    sscanf(r.file, "sm_%d", &r.arch) != 1) {
			fprintf(stderr, "expected.txt: bad line: %s\n", line);
			exit(2);
		}
		r.has_loop = begin[0] != '-';
		r.begin = (unsigned)strtoul(begin, NULL, 16);
		r.end = (unsigned)strtoul(end, NULL, 16);
		*out = mem_grow(*out, n + 1, sizeof(r));
		(*out)[n++] = r;
	}
	fclose(f);
	return n;
}

#endif
