# shellcheck shell=sh
# TAP from the shell.  A test sources this file (". tests/lib.sh"), runs from the root of the source tree and ends with "finish".
#
#   run CMD...              run it: $rc, and its output in the files $out and $err
#   exits N NAME            the last run ended with status N
#   ok NAME CMD...          CMD succeeds
#   is NAME GOT WANTED      the texts are equal
#   has NAME FILE PATTERN   grep -E finds PATTERN in FILE ($out, $err, ...)
#   hasnt NAME FILE PATTERN
#   pass NAME | fail NAME   record a result
#   skip NAME REASON        a check that cannot be made here
#   skip_all REASON         as the first call: the whole file; ends it
#   note TEXT               a comment in the output
#   finish                  the plan, and the exit status
#
# $cmptune is the program, $tmp an empty folder of this test's own.  HOME, the XDG folders and the database lie in $tmp:
# nothing of the person's is read or written.

# shellcheck disable=SC2034 # for the tests that source this
cmptune=${CMPTUNE:-$PWD/build/cmptune}
# shellcheck disable=SC2034
build=${BUILD:-$PWD/build}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/cmptune-test.XXXXXX") || exit 1
# shellcheck disable=SC2154 # rc is the exit status on the way out
trap 'tap_rc=$?; chmod -R u+rwX "$tmp"; rm -rf "$tmp"; exit $tap_rc' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$tmp/home" "$tmp/data" "$tmp/cache"
HOME=$tmp/home XDG_DATA_HOME=$tmp/data XDG_CACHE_HOME=$tmp/cache LC_ALL=C
export HOME XDG_DATA_HOME XDG_CACHE_HOME LC_ALL
unset CMPTUNE_DB NO_COLOR
out=$tmp/out err=$tmp/err
tap_n=0 tap_failed=0 rc=0

note() {
	printf '%s\n' "$*" | sed 's/^/# /'
}

pass() {
	tap_n=$((tap_n + 1))
	printf 'ok %d - %s\n' "$tap_n" "$1"
}

fail() {
	tap_n=$((tap_n + 1)) tap_failed=$((tap_failed + 1))
	printf 'not ok %d - %s\n' "$tap_n" "$1"
}

skip() {
	tap_n=$((tap_n + 1))
	printf 'ok %d - %s # SKIP %s\n' "$tap_n" "$1" "$2"
}

skip_all() {
	printf '1..0 # SKIP %s\n' "$1"
	exit 0
}

run() {
	rc=0
	"$@" >"$out" 2>"$err" </dev/null || rc=$?
}

exits() {
	if [ "$rc" -eq "$1" ]; then
		pass "$2"
	else
		fail "$2"
		note "exit status $rc, wanted $1"
		note "$(head -c 2000 "$err")"
	fi
}

ok() {
	tap_name=$1
	shift
	if "$@" >"$tmp/ok.log" 2>&1; then
		pass "$tap_name"
	else
		fail "$tap_name"
		note "$*"
		note "$(head -c 2000 "$tmp/ok.log")"
	fi
}

is() {
	if [ "$2" = "$3" ]; then
		pass "$1"
	else
		fail "$1"
		note "got    '$2'"
		note "wanted '$3'"
	fi
}

has() {
	if grep -Eq -e "$3" "$2"; then
		pass "$1"
	else
		fail "$1"
		note "no '$3' in:"
		note "$(head -c 2000 "$2")"
	fi
}

hasnt() {
	if grep -Eq -e "$3" "$2"; then
		fail "$1"
		note "'$3' in:"
		note "$(head -c 2000 "$2")"
	else
		pass "$1"
	fi
}

finish() {
	printf '1..%d\n' "$tap_n"
	[ "$tap_failed" -eq 0 ]
	exit
}
