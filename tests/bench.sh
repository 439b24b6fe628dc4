#!/bin/sh
# What takes how long: make bench.  Prints figures with units and judges nothing.
#
# Cold is with an empty cache of compiled kernels, warm is the same again.  With a card in the machine it is about that card,
# else about the driver double.  CMPTUNE and BUILD as for the tests.
set -eu

cmptune=${CMPTUNE:-$PWD/build/cmptune}
build=${BUILD:-$PWD/build}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/cmptune-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM
XDG_CACHE_HOME=$tmp/cache XDG_DATA_HOME=$tmp/data LC_ALL=C
export XDG_CACHE_HOME XDG_DATA_HOME LC_ALL

now_ms() {
	echo $(($(date +%s%N) / 1000000))
}

# timed COMMAND...: its output goes to $tmp/out; wall is what it took, in seconds.
timed() {
	begin=$(now_ms)
	status=0
	"$@" >"$tmp/out" 2>"$tmp/err" || status=$?
	# 1: measured, but not to be trusted.
	if [ "$status" -gt 1 ]; then
		cat "$tmp/err" >&2
		exit "$status"
	fi
	ms=$(($(now_ms) - begin))
	wall=$((ms / 1000)).$(printf %03d $((ms % 1000)))
}

# field NAME: a number of the JSON in $tmp/out.
field() {
	sed -n "s/^ *\"$1\": \([0-9.e-]*\),*$/\1/p" "$tmp/out"
}

row() {
	printf '%-28s %8.3f s%s\n' "$1" "$2" "${3:+  $3}"
}

printf '%s, %s processors, NVRTC %s\n' "$("$cmptune" --version)" "$(getconf _NPROCESSORS_ONLN)" "${CMPTUNE_NVRTC:-as found}"
for how in cold warm; do
	timed "$cmptune" audit --arch sm_90 --quiet
	row "audit of sm_90, $how" "$wall" "$(grep -c . "$tmp/out") probes"
done

if ! "$cmptune" list --device 0 >/dev/null 2>&1; then
	if [ ! -e "$build/fake/libcuda.so.1" ]; then
		echo "probe: there is no card, and no driver double ('make fake' builds it)"
		exit 0
	fi
	LD_LIBRARY_PATH=$build/fake FAKE_CARD=${FAKE_CARD:-h200} CMPTUNE_SYSROOT=$tmp
	export LD_LIBRARY_PATH FAKE_CARD CMPTUNE_SYSROOT
	echo "There is no card: what follows is about the simulated $FAKE_CARD, whose launches take no time."
fi
rm -rf "$tmp/cache"
for how in cold warm; do
	timed "$cmptune" probe --json --quiet
	row "probe, $how" "$wall" "$(field points) points, $(field failed) failed, $(field gated) fail the gate"
	row "  building" "$(field build_s)" "$(field programs) programs, $(field programs_cached) from the cache"
	row "  measuring" "$(field measure_s)"
	row "  second pass" "$(field repeat_s)"
done
for command in report emit; do
	timed "$cmptune" "$command"
	row "$command" "$wall"
done
