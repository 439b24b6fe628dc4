#!/bin/sh
# The manual page: well-formed, and every command, option, exit status and variable of the program is in it.
# And the probe files' manual: every key is in it.
. tests/lib.sh

page=src/cmptune.1
if command -v mandoc >/dev/null; then
	run mandoc -Tlint -Wwarning "$page"
	exits 0 "mandoc finds nothing to complain about"
	note "$(cat "$out")"
else
	skip "mandoc finds nothing to complain about" "mandoc is not installed"
fi

for verb in $("$cmptune" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
	sed -n "/^\.Ss $verb\$/,/^\.S[sh] /p" "$page" >"$tmp/$verb"
	has "$verb has a section" "$tmp/$verb" "^\.Ss $verb\$"
	# "  -o, --output FILE     ..." is o and -output.
	"$cmptune" "$verb" --help | sed -n 's/^  \(-.*\)/\1/p' | sed 's/  .*//' | tr -s ', ' '\n' |
		sed -n 's/^-//p' | grep -vx -e '-help' >"$tmp/options"
	while read -r option; do
		has "$verb: -$option" "$tmp/$verb" "^\.It Fl (.* Fl )?$option( |\$)"
	done <"$tmp/options"
	# And nothing that the program does not know.
	grep '^\.It Fl' "$tmp/$verb" | grep -oE 'Fl [^ ]+' | sed 's/^Fl //' | grep -vxF -e , -f "$tmp/options" >"$tmp/strange" || :
	is "$verb: no option that the program lacks" "$(cat "$tmp/strange")" ""
done

sed -n 's/^FAULT([A-Z_]*, \([0-9]*\),.*/\1/p' src/fault.def >"$tmp/statuses"
sed -n '/^\.Sh EXIT STATUS/,/^\.Sh /p' "$page" >"$tmp/exit"
while read -r status; do
	has "exit status $status" "$tmp/exit" "^\.It $status\$"
done <"$tmp/statuses"

grep -rhoE 'getenv\("[A-Z_]+"\)' src | sed 's/.*"\(.*\)".*/\1/' | sort -u | grep -vxE 'HOME|TERM|PATH|TMPDIR|VIRTUAL_ENV' >"$tmp/env"
while read -r name; do
	has "environment variable $name" "$page" "^\.It Ev $name( |\$)"
done <"$tmp/env"

sed -n 's/^SPEC_KEY(\([a-z_]*\),.*/\1/p' src/spec_key.def >"$tmp/keys"
while read -r key; do
	has "probes/README.md explains the key $key" probes/README.md "^\|.*\`$key\`"
done <"$tmp/keys"

finish
