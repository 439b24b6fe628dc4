/*
 * sassdump CUBIN...: what our decoder makes of a cubin, one line an instruction, tab-separated:
 * kernel, offset, mnemonic, canonical name, role, branch target (or -), registers dst, a, b, c (or
 * -), width. The judge in this folder holds it against nvdisasm.
 */
#include <stdio.h>
#include <stdlib.h>

#include "buf.h"
#include "elf.h"
#include "sass.h"

static const char *role_name(enum sass_role r)
{
	switch (r) {
	case SASS_WORK:
		return "work";
	case SASS_MOVE:
		return "move";
	case SASS_CONTROL:
		return "control";
	case SASS_CLOCK:
		return "clock";
	case SASS_UNKNOWN:
		break;
	}
	return "unknown";
}

static void print_register(int r)
{
	if (r == 255)
		printf("\t-");
	else
		printf("\t%d", r);
}

static void dump(const struct elf_cubin *c)
{
	size_t i, at, word = sass_word_bytes(c->arch);
	struct sass_insn s;

	for (i = 0; i < c->n; i++)
		for (at = sass_first(c->arch, 0); at + word <= c->kernel[i].size;
		     at = sass_next(c->arch, at)) {
			sass_decode(c->arch, c->kernel[i].code + at, at, &s);
			printf("%s\t%04zx\t%s\t%s\t%s", c->kernel[i].name, at, s.base, s.op,
			       role_name(s.role));
			if (s.target < 0)
				printf("\t-");
			else
				printf("\t%04llx", (unsigned long long)s.target);
			print_register(s.dst);
			print_register(s.src_a);
			print_register(s.src_b);
			print_register(s.src_c);
			printf("\t%d\n", s.width);
		}
}

static int read_file(const char *name, struct buf *b)
{
	char part[65536];
	size_t n;
	FILE *f = fopen(name, "rb");

	if (!f)
		return -1;
	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		buf_add(b, part, n);
	n = (size_t)ferror(f);
	fclose(f);
	return n ? -1 : 0;
}

int main(int argc, char **argv)
{
	struct elf_cubin c;
	struct fault f = {0};
	int i, rc = 0;

	for (i = 1; i < argc; i++) {
		struct buf b = BUF_INIT;

		if (read_file(argv[i], &b)) {
			perror(argv[i]);
			rc = 1;
		} else if (elf_open(b.s, b.len, &c, &f)) {
			fprintf(stderr, "%s: %s\n", argv[i], f.text);
			rc = 1;
		} else {
			dump(&c);
			elf_done(&c);
		}
		buf_done(&b);
	}
	return rc;
}
