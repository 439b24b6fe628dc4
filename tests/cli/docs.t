#!/bin/sh
# The documents: every "$ ..." example of README.md and the manual page runs, what README.md shows of its output is what is
# printed, its probes pass the audit, and the examples of --help are at least understood.
#
# What needs a card runs on the double, where that and NVRTC are there.
. tests/lib.sh
. tests/double.sh

root=$PWD
mkdir "$tmp/bin" "$tmp/work"
ln -s "$cmptune" "$tmp/bin/cmptune"
PATH=$tmp/bin:$PATH
CMPTUNE_SYSROOT=$tmp/sysroot
export PATH CMPTUNE_SYSROOT

nvrtc='' card=''
if has_nvrtc 80; then
	nvrtc=yes
fi
if [ -n "$nvrtc" ] && [ -e "$build/fake/libcuda.so.1" ]; then
	card=yes
	# shellcheck disable=SC2154 # double.sh
	LD_LIBRARY_PATH=$double_path FAKE_CARD=cmp170hx
	export LD_LIBRARY_PATH FAKE_CARD
fi

# can_run COMMAND: is there what it needs?
can_run() {
	case $1 in
	*"cmptune audit"*) [ -n "$nvrtc" ] ;;
	*"cmptune probe"*) [ -n "$card" ] ;;
	*--card* | *"cmptune list"* | *"cmptune import"*) true ;;
	*) [ -n "$card" ] ;;
	esac
}

# example COMMAND: runs it in the work folder; its output, as a terminal shows it, is $tmp/both.
example() {
	if ! can_run "$1"; then
		skip "$1" "no NVRTC, or no driver double"
		return 1
	fi
	rc=0
	(cd "$tmp/work" && exec sh -c "$1") >"$tmp/both" 2>&1 </dev/null || rc=$?
	cp "$tmp/both" "$err"
	exits 0 "$1"
	hasnt "and complains of nothing" "$tmp/both" "cmptune: (error|warning)"
}

# shellcheck disable=SC2317 # called by ok
# shows WANTED GOT: the same lines, where "..." stands for any number of them.
shows() {
	awk '
		NR == FNR { want[++n] = $0; next }
		{ sub(/ +$/, ""); got[++m] = $0 }
		END {
			for (i = j = 1; j <= m; j++) {
				if (want[i] == "...") { gap = 1; i++ }
				if (i <= n && got[j] == want[i]) { gap = 0; i++ }
				else if (!gap) { print "printed: " got[j]; print "shown:   " want[i]; exit 1 }
			}
			if (want[i] == "...") i++
			if (i <= n) { print "not printed: " want[i]; exit 1 }
		}' "$1" "$2"
}

# ---- README.md: examples are indented by four, a blank line ends one

awk -v to="$tmp/readme." '
	/^    \$ / { file = to sprintf("%02d", ++n); print substr($0, 7) >file; next }
	/^    / && file { print substr($0, 5) >(file ".shown"); next }
	{ file = "" }' README.md
for file in "$tmp"/readme.??; do
	command=$(cat "$file")
	example "$command" || continue
	[ ! -e "$file.shown" ] || ok "and prints what README.md shows" shows "$file.shown" "$tmp/both"
done
[ -e "$tmp/readme.04" ] || fail "README.md has examples"

# ---- the manual page

sed -n '/^\.Bd -literal/,/^\.Ed/s/^\$ //p' src/cmptune.1 | grep cmptune >"$tmp/man"
is "the manual page has examples for every command" "$(grep -oE 'cmptune (list|probe|audit|report|emit|flags|export|import)' \
	"$tmp/man" | sort -u | grep -c .)" 8
while read -r command <&3; do
	example "$command" || :
done 3<"$tmp/man"

# ---- --help: on a machine that has nothing

printf '#!/bin/sh\n' >"$tmp/bin/cmake"
chmod +x "$tmp/bin/cmake"
"$cmptune" --help >"$tmp/help"
verbs=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$tmp/help")
for verb in $verbs; do
	"$cmptune" "$verb" --help >>"$tmp/help"
done
sed -n '/^Examples:/,/^cmptune/s/^  \([^ ].*[^ ]\)  *# .*/\1/p' "$tmp/help" >"$tmp/commands"
is "each command's --help has examples with a comment" "$(cut -d' ' -f1-2 "$tmp/commands" | sort -u | grep -c '^cmptune')" 8
while read -r command <&3; do
	rc=0
	(cd "$tmp/work" && LD_LIBRARY_PATH='' CMPTUNE_NVRTC=$tmp/nowhere exec sh -c "$command") >"$out" 2>"$err" </dev/null || rc=$?
	is "--help: $command" "$rc$(grep -E "see 'cmptune|names no|not found|give one of" "$err")" "$(echo "$rc" | sed 's/^2$/no usage error/')"
done 3<"$tmp/commands"

# ---- probes in the documents

for file in README.md probes/README.md; do
	mkdir "$tmp/probes"
	sed -n '/^    \[[a-z0-9_]*\]$/,/^$/s/^    //p' "$file" >"$tmp/probes/probe.ini"
	name=$(sed -n 's/^\[\(.*\)\]$/\1/p' "$tmp/probes/probe.ini" | paste -s -d, -)
	if [ -n "$nvrtc" ]; then
		run "$cmptune" audit --arch sm_80 --probes "$tmp/probes" --only "$name"
		exits 0 "$file: the probe $name passes the audit"
	else
		skip "$file: the probe $name passes the audit" "no NVRTC"
	fi
	rm -r "$tmp/probes"
done

# ---- tables and links

sed -n 's/^FAULT([A-Z_]*, \([0-9]*\), "\(.*\)")$/| \1 | \2 |/p' src/fault.def >"$tmp/rows"
while read -r row; do
	ok "README.md: $row" grep -qxF "$row" README.md
done <"$tmp/rows"
for verb in $verbs; do
	has "README.md: the command $verb" README.md "^\|.*\`(cmptune )?$verb\`.*\|"
done
for file in README.md probes/README.md tests/README.md; do
	links=$(grep -oE '\]\([^)#:]*\)' "$file" | sed 's/^](//; s/)$//')
	for link in $links; do
		ok "$file: $link is there" test -e "$root/$(dirname "$file")/$link"
	done
done

finish
