#!/bin/sh
# The structure that the source promises: layers, who may print, where SQL and the loader live, sizes.
. tests/lib.sh

layer_names="ground boundary pipeline face"

# layer_of NAME: sets $layer and $rank; fails when the file is in no layer.
layer_of() {
	rank=0
	for layer in $layer_names; do
		rank=$((rank + 1))
		# shellcheck disable=SC2013 # words are wanted
		for pattern in $(sed -n "s/^$layer  *//p" src/LAYERS); do
			# shellcheck disable=SC2254 # a pattern on purpose
			case $1 in $pattern) return 0 ;; esac
		done
	done
	return 1
}

set -f
: >"$tmp/ranks"
: >"$tmp/lost"
for name in $(cd src && find . -name '*.c' -o -name '*.h' -o -name '*.def' | sed 's,^\./,,; s,\.[a-z]*$,,' | sort -u); do
	if layer_of "$name"; then
		echo "$name $rank $layer" >>"$tmp/ranks"
	else
		echo "$name" >>"$tmp/lost"
	fi
done
set +f
is "every file of src/ is in a layer of src/LAYERS" "$(cat "$tmp/lost")" ""

# "file:included" for each #include "..." that climbs.
awk -v ranks="$tmp/ranks" '
	BEGIN { while ((getline line < ranks) > 0) { split(line, w, " "); rank[w[1]] = w[2] } }
	/^#[ \t]*include "/ {
		split($0, q, "\"")
		from = FILENAME; sub(/.*\//, "", from); sub(/\.[a-z]*$/, "", from)
		to = q[2]; sub(/\.[a-z]*$/, "", to)
		if (!(to in rank)) print FILENAME ": includes unknown " q[2]
		else if (rank[to] > rank[from]) print FILENAME ": includes " q[2] " of a higher layer"
	}' src/*.c src/*.h src/*.def >"$tmp/climbs"
is "no file includes from a higher layer" "$(cat "$tmp/climbs")" ""
ok "the check sees includes at all" test "$(grep -c '#include "' src/main.c)" -gt 0

# code FILE...: the files' text without comments and string literals, each line with its file's name.
code() {
	awk '{
		line = $0
		gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
		while (1) {
			if (inside) {
				if (!match(line, /\*\//)) { line = ""; break }
				line = substr(line, RSTART + 2); inside = 0
			}
			gsub(/\/\*[^*]*\*+([^\/*][^*]*\*+)*\//, "", line)
			if (!match(line, /\/\*/)) break
			line = substr(line, 1, RSTART - 1); inside = 1
			break
		}
		print FILENAME ": " line
	}' "$@"
}

# only NAME PATTERN ALLOWED: outside the files that the (extended) pattern ALLOWED names, no code line matches PATTERN.
only() {
	code src/*.c | grep -E "$2" | grep -Ev "^src/($3)\.c: " >"$tmp/only" || :
	is "$1" "$(cat "$tmp/only")" ""
}

only "say alone writes to stderr" '(^|[^_a-zA-Z])(stderr|perror)' 'say'
only "commands, help and file_write alone write to stdout" '(^|[^_a-zA-Z])(printf|puts|putchar) *\(|[^_a-zA-Z]stdout[^_a-zA-Z]' 'cmd_[a-z_]*|main|opt_help|say|path'
only "store alone calls SQLite" 'sqlite3_' 'store[_a-z]*'
only "the loader is called in the boundary alone" '(^|[^_a-z])(dlopen|dlsym) *\(' 'dyn|nvrtc_lib'
only "nothing but the guard around NVRTC touches the locale of the program" '(^|[^_a-z])setlocale *\(' 'nvrtc'
only "no command runs through a shell" '(^|[^_a-z])(system|popen) *\(' 'none'

for file in src/*.c src/*.h; do
	lines=$(wc -l <"$file")
	[ "$lines" -le 400 ] || echo "$file: $lines lines"
done >"$tmp/long"
is "no source file is longer than 400 lines" "$(cat "$tmp/long")" ""

awk '
	/^{/ { start = FNR }
	/^}/ { if (start && FNR - start > 60) print FILENAME ":" start ": " FNR - start " lines"; start = 0 }
	' src/*.c >"$tmp/functions"
is "no function is longer than 60 lines" "$(cat "$tmp/functions")" ""

for file in src/*.c; do
	head -n 1 "$file" | grep -q '^/\*' || echo "$file"
done >"$tmp/headless"
is "every source file begins by saying what it does" "$(cat "$tmp/headless")" ""

finish
