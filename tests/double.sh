# shellcheck shell=sh
# For tests that compile probes and measure on the driver double (tests/fake/README); after ". tests/lib.sh".
#
#   needs_nvrtc             the whole file is skipped where no NVRTC can target sm_80
#   has_nvrtc ARCH          can one target it?
#   double CARD CMD...      run CMD as if CARD, a profile of tests/fake/cards, were in the machine
#   background CARD CMD...  the same in the background: $pid is its process, $out and $err its output
#   lap NAME                a comment: the seconds since the last one, or since the file began
#   trim TEXT               without the blanks around it
#   key PATH                what lies there in the JSON of $out: "a.b.0.c"; "null" for nothing
#
# Compiling a kernel takes longer than all else in such a test.  All of them share one cache, which is emptied when what it is
# made from changes: then all that lies in it belongs to this source tree.

# shellcheck disable=SC2154 # build, tmp: lib.sh
kernels=$build/test-cache/$(cat probes/*.ini probes/strategies/* src/gen*.c src/plan.c src/jit*.c | cksum | tr ' ' -)
if [ ! -d "$kernels" ]; then
	rm -rf "$build/test-cache"
	mkdir -p "$kernels"
fi
XDG_CACHE_HOME=$kernels
export XDG_CACHE_HOME
mkdir "$tmp/sysroot"
double_path=$build/fake${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
double_began=$(date +%s)

has_nvrtc() {
	# shellcheck disable=SC2154 # cmptune: lib.sh
	"$cmptune" audit --arch "$1" --only f32_fma --quiet >/dev/null 2>"$tmp/nvrtc.err" </dev/null
}

needs_nvrtc() {
	has_nvrtc 80 || skip_all "no NVRTC: $(head -n 1 "$tmp/nvrtc.err")"
}

double() {
	double_card=$1
	shift
	env LD_LIBRARY_PATH="$double_path" FAKE_CARD="$double_card" CMPTUNE_SYSROOT="$tmp/sysroot" "$@"
}

background() {
	double_card=$1
	shift
	# shellcheck disable=SC2154 # err: lib.sh
	env LD_LIBRARY_PATH="$double_path" FAKE_CARD="$double_card" CMPTUNE_SYSROOT="$tmp/sysroot" "$@" \
		>"$out" 2>"$err" </dev/null &
	# shellcheck disable=SC2034 # for the tests
	pid=$!
}

lap() {
	double_now=$(date +%s)
	note "$1: $((double_now - double_began)) s"
	double_began=$double_now
}

trim() {
	printf '%s\n' "$1" | sed 's/^ *//; s/ *$//'
}

key() {
	# shellcheck disable=SC2154 # out: lib.sh
	perl -MJSON::PP -e '
		local $/;
		my $v = eval { decode_json(<STDIN>) };
		for (split /\./, $ARGV[0]) {
			$v = ref $v eq "ARRAY" ? $v->[$_] : ref $v eq "HASH" ? $v->{$_} : undef;
		}
		print $v // "null"' "$1" <"$out"
}
