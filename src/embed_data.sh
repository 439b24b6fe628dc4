#!/bin/sh
# The embedded files, given in order, as C: a table of paths and sizes over .incbin'ed bytes.
set -eu

cat <<'END'
/* Made by src/embed_data.sh: do not edit. */
#include "embed.h"

END
i=0
for path in "$@"; do
	printf '__asm__(".section .rodata\\nembed_%d: .incbin \\"%s\\"\\n.byte 0\\n.previous");\n' "$i" "$path"
	printf 'extern const char embed_%d[];\n' "$i"
	i=$((i + 1))
done
printf 'const struct embed_file embed_files[] = {\n'
i=0
for path in "$@"; do
	printf '\t{"%s", embed_%d, %d},\n' "$path" "$i" "$(wc -c <"$path")"
	i=$((i + 1))
done
# ISO C has no empty arrays, and a tree without probes still has to link.
printf '\t{0, 0, 0},\n};\nconst size_t embed_count = %d;\n' "$i"
