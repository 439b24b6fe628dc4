#!/bin/sh
# The front of the program: help, near misses, exit statuses, and what happens to its output streams.
. tests/lib.sh

run "$cmptune" --help
exits 0 "--help"
verbs=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$out")
is "--help names the commands" "$(printf "%s\n" "$verbs" | tr "\n" " ")" "list probe audit report emit flags export import "
# shellcheck disable=SC2013 # words are wanted
for status in $(sed -n 's/^FAULT([A-Z_]*, \([0-9]*\),.*/\1/p' src/fault.def); do
	has "--help lists exit status $status" "$out" "^  $status +[A-Za-z]"
done

for verb in $verbs; do
	run "$cmptune" "$verb" --help
	exits 0 "$verb --help"
	is "$verb --help writes nothing to stderr" "$(cat "$err")" ""
	has "$verb --help shows the usage" "$out" "^Usage: cmptune $verb "
	has "$verb --help has an example" "$out" "^  cmptune $verb"
	# An option's text stands on its own line or, behind a long name, on the next.
	is "$verb --help explains every option" \
		"$(awk '/^  -/ { if (!/^  --?[a-z-]+( [A-Z:.=,|\[\]]+)* +[^ ]/) { getline n; if (n !~ /^ +[^ ]/) print } }' "$out")" ""
	hasnt "$verb --help: no line is wider than 100 columns" "$out" '^.{101}'

	# The first option that takes no value, with two letters swapped.
	option=$(sed -n 's/^  --\([a-z-]*\)  .*/\1/p' "$out" | grep -E '^....' | grep -v '^help$' | head -n 1)
	typo=$(echo "$option" | sed 's/^\(.\)\(.\)\(.\)/\1\3\2/')
	run "$cmptune" "$verb" "--$typo"
	exits 2 "$verb --$typo is a usage error"
	has "and --$option is suggested" "$err" "did you mean --$option"
	is "$verb --$typo writes nothing to stdout" "$(cat "$out")" ""
done

run "$cmptune"
exits 2 "no command"
has "says what to do" "$err" "cmptune --help"
run "$cmptune" reprot
exits 2 "a mistyped command"
has "gets a suggestion" "$err" "did you mean 'report'"
run "$cmptune" xyzzy
exits 2 "an unknown command"
hasnt "gets none" "$err" "did you mean"
run "$cmptune" --json report
exits 2 "an option before the command"

run "$cmptune" --version
exits 0 "--version"
is "prints name and version" "$(cat "$out")" "cmptune $(sed -n 's/.*CMPTUNE_VERSION "\(.*\)"/\1/p' src/version.h)"

run "$cmptune" report --jsno --json
exits 2 "an error with --json"
is "is one JSON object on stderr" "$(sed 's/"text": ".*"}}$/"text": T}}/' "$err")" '{"error": {"code": "USAGE", "text": T}}'

run sh -c '"$0" --help >/dev/full' "$cmptune"
exits 7 "a full disk behind stdout"
has "is said" "$err" "standard output: cannot be written: No space left"
run sh -c '"$0" --help >&-' "$cmptune"
exits 7 "a closed stdout"
run sh -c '{ sleep 0.2; "$0" --help; echo "status $?" >&3; } 3>"$1" | true' "$cmptune" "$tmp/status"
has "a reader that left early is no error" "$tmp/status" "status 0"
is "and not worth a word" "$(cat "$err")" ""

run "$cmptune" list
if grep -q "$(printf '\033')" "$out" "$err"; then
	fail "no colour unless on a terminal"
else
	pass "no colour unless on a terminal"
fi

finish
