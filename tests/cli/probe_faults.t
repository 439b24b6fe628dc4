#!/bin/sh
# What goes wrong with a card, its driver and its machine, by injection into the driver double: the run goes on, the probe that
# failed is recorded with its error, and standard output holds results only.
. tests/lib.sh
. tests/double.sh

needs_nvrtc
probes=dp4a_ss,f32_fma,b32_prmt # 12 points
n_points=12

# faulty RULE... [-- OPTION...]: probe with these FAKE_ settings
faulty() {
	faulty_env=
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		faulty_env="$faulty_env $1"
		shift
	done
	[ $# -eq 0 ] || shift
	# shellcheck disable=SC2086 # NAME=VALUE words
	run double cmp170hx env $faulty_env "$cmptune" probe --only "$probes" --json "$@"
	cp "$out" "$tmp/result"
}

# result KEY: of the last probe
result() {
	cp "$tmp/result" "$out"
	key "$1"
}

# error KEY: of the error object of the last run; standard output must have nothing then
error() {
	if [ -s "$out" ]; then
		echo "standard output: $(cat "$out")"
		return
	fi
	tail -n 1 "$err" >"$out"
	key "error.$1"
}

# points RUN: probe kind warps chains, samples, gate, note, interval; tab-separated
points() {
	"$cmptune" export --run "$1" | perl -MJSON::PP -e '
		local $/;
		my $v = decode_json(<STDIN>);
		for my $f (@{ $v->{figures} }) {
			my @t = ("$f->{probe} $f->{kind} $f->{warps} $f->{chains}", $f->{n_samples}, $f->{gate}, $f->{note},
				$f->{interval_cyc} // "none");
			print join("\t", @t), "\n";
		}' >"$tmp/points"
}

# with COLUMN PATTERN: how many points match
with() {
	column=$1 pattern=$2 awk -F'\t' '$ENVIRON["column"] ~ ENVIRON["pattern"] { n++ } END { print n + 0 }' "$tmp/points"
}

# ---- undisturbed: what the others are held against ----

faulty
exits 0 "nothing goes wrong"
hasnt "and nothing is said" "$err" .
is "points" "$(result points)" $n_points
points "$(result run)"
is "all with a figure" "$(with 5 '^[0-9.e-]+$')" $n_points
run "$cmptune" emit --card 20c2@modelled --json --quiet
cp "$out" "$tmp/before.json"

# ---- calls that fail ----

# NAME POINTS EXPECTED-NOTE RULE...
while IFS='|' read -r name failures note rules; do
	name=$(trim "$name") note=$(trim "$note")
	# shellcheck disable=SC2046 # NAME=VALUE words
	faulty $(echo "$rules" | sed "s,TMP,$tmp,g") -- --timeout 2
	exits 0 "$name: the run goes on"
	is "$name: points without a figure" "$(result failed)" $((failures))
	points "$(result run)"
	is "$name: every point is recorded" "$(wc -l <"$tmp/points" | tr -d ' ')" $n_points
	is "$name: the error is recorded with it" "$(with 4 "$note")" $((failures))
	is "$name: the others have their figures" "$(with 5 '^[0-9.e-]+$')" $((n_points - failures))
	has "$name: it is said" "$err" "^cmptune: warning: (dp4a_ss|f32_fma|b32_prmt): .*$note"
done <<'END'
one cubin does not load | 1 | cuModuleLoadData: CUDA_ERROR_NO_BINARY_FOR_GPU \(209\) | FAKE_FAIL=cuModuleLoadData@1:209 FAKE_STATE=TMP/state1
a kernel is not in it | 1 | cuModuleGetFunction: .*\(500\) | FAKE_FAIL=cuModuleGetFunction@9:500 FAKE_STATE=TMP/state2
a kernel faults, which ends the context | 4 | cuCtxSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS \(700\) | FAKE_FAIL=cuLaunchKernel=p_f32_fma*:700
one launch is refused | 1 | cuLaunchKernel: .*\(701\) | FAKE_FAIL=cuLaunchKernel@100:701 FAKE_STATE=TMP/state3
a hang | 1 | no answer within 2 s | FAKE_HANG=cuCtxSynchronize@40 FAKE_STATE=TMP/state4
a crash | 1 | the measuring process died: signal 6 | FAKE_CRASH=cuLaunchKernel@150 FAKE_STATE=TMP/state5
a launch times out | 1 | CUDA_ERROR_LAUNCH_TIMEOUT \(702\) | FAKE_FAIL=cuLaunchKernel@60:702 FAKE_STATE=TMP/state6
END
lap "one call that fails"

for rule in FAKE_FAIL=cuModuleLoadData:209 FAKE_CRASH=cuLaunchKernel FAKE_FAIL=cuLaunchKernel:700; do
	faulty $rule
	exits 1 "$rule always: nothing can be trusted"
	is "$rule: all points failed" "$(result failed)" $n_points
	has "$rule: the last word" "$err" '"not one of 12 points could be measured"'
	is "$rule: a warning a probe, not one a point" "$(grep -c warning "$err")" 3
	points "$(result run)"
	is "$rule: all are recorded" "$(with 5 none)" $n_points
	has "$rule: as a run that knows no state" "$tmp/result" '"fingerprint": "\? ffma idp4a"'
done
run "$cmptune" emit --card 20c2@modelled --json --quiet
exits 0 "emit after runs without a figure"
lap "every call that fails"

# ---- no card, no driver ----

for rule in FAKE_FAIL=cuInit:999 FAKE_FAIL=cuDevicePrimaryCtxRetain:2 FAKE_FAIL=cuMemAlloc:2 FAKE_FAIL=cuDeviceGetCount:999 \
	FAKE_CRASH=cuInit; do
	faulty $rule
	exits 3 "$rule"
	is "$rule: no result, an error object" "$(error code)" DEVICE
	is "$rule: one sentence" "$(wc -l <"$err" | tr -d ' ')" 1
done
run double none "$cmptune" probe
exits 3 "a driver without a card"
is "its standard output" "$(cat "$out")" ""
mkdir "$tmp/broken"
: >"$tmp/broken/libcuda.so.1"
run env LD_LIBRARY_PATH="$tmp/broken" CMPTUNE_SYSROOT="$tmp/sysroot" "$cmptune" probe
exits 3 "a driver that cannot be loaded"
has "the sentence names it" "$err" 'libcuda\.so\.1'
if ldconfig -p 2>/dev/null | grep -q libcuda.so.1; then
	skip "no driver at all" "this machine has one"
else
	run env CMPTUNE_SYSROOT="$tmp/sysroot" "$cmptune" probe
	exits 3 "no driver at all"
	has "the sentence says what is shown without a card" "$err" 'libcuda\.so\.1 is not installed.*report --card 20c2'
fi

# ---- NVML ----

faulty FAKE_NVML=none
exits 0 "NVML is not there: measured all the same"
is "no figure is missing" "$(result failed)" 0
has "the card is known as far as it can be" "$tmp/result" '"card": "[0-9a-z]+:[0-9a-z]+:unknown"'
faulty FAKE_FAIL=nvmlDeviceGetCurrentClocksEventReasons:3
exits 0 "NVML tells no reasons"
is "nothing is disturbed then" "$(result gated)" 0
faulty FAKE_FAIL=nvmlDeviceGetVbiosVersion:3
exits 0 "NVML tells no VBIOS"
is "it is unknown" "$(result card)" 20c2:10de1585:unknown

# ---- figures that must not be trusted ----

faulty FAKE_LANE=3,2,5
exits 0 "one lane of one SM computes something else"
has "said at once" "$err" 'warning: dp4a_ss: faulty hardware: block 3, warp 2, lane 5'
points "$(result run)"
is "the points that used it fail the gate" "$(with 3 '(^| )lanes( |$)')" 9
is "with the place in the note" "$(with 4 'faulty hardware: block 3, warp 2, lane 5')" 9
faulty FAKE_LANE=0,0,7
exits 1 "the lane that all are held against is wrong: nothing is left"
is "and all points fail" "$(result gated)" $n_points
run "$cmptune" report --run "$(result run)"
has "the report says so" "$out" 'faulty hardware'

faulty FAKE_REASONS=0x20@60-90
exits 0 "a thermal slowdown for some launches"
is "no figure suffers: taken again" "$(result gated)" 0
run "$cmptune" export --run "$(result run)"
has "the disturbed samples are kept, with the reason" "$out" ',32,true\]'
faulty FAKE_REASONS=0x4@1-
exits 0 "a power cap all the time: what is done in a clock stays the same"
is "all figures pass" "$(result gated)" 0
points "$(result run)"
is "and each says so" "$(with 4 '^measured under a software power cap')" $n_points
faulty FAKE_REASONS=0x40@1-
exits 1 "hardware thermal slowdown all the time"
has "the last word" "$err" 'not one of 12 figures passes the gate'
points "$(result run)"
is "each figure is kept" "$(with 5 '^[0-9.e-]+$')" $n_points
is "and says that it was disturbed" "$(with 3 '(^| )disturbed( |$)')" $n_points
faulty FAKE_REASONS=0x1@1-
is "idle is no reason" "$(result gated)" 0
faulty FAKE_CLOCK=900@100-160
exits 0 "the clock falls for a while"
ok "figures are in cycles: every divider is found" \
	[ "$(result fingerprint)" = "ffma/32 idp4a/32" ]
lap "NVML and the gate"

# ---- a display watchdog and a divider of 64 ----

cat >"$tmp/watchdog.ini" <<'END'
[card0]
like = rtx3060
divide = FFMA*/64 IDP.4A*/64 HMMA*/64 MUFU*/64
END
run double "$tmp/watchdog.ini" env FAKE_LOG="$tmp/log" "$cmptune" probe --only f32_fma,dp4a_ss,f32_div_rn,mma_m16n8k16_f16 --json
exits 0 "a card at 1/64 behind a watchdog"
is "its state" "$(key fingerprint)" "ffma/64 idp4a/64 mma/64"
sed -n 's/.*cycles=\([0-9.]*\) mhz=\([0-9.]*\).*/\1 \2/p' "$tmp/log" >"$tmp/launches"
ok "launches were logged" [ "$(wc -l <"$tmp/launches")" -gt 100 ]
is "launches longer than 30 ms" "$(awk '$1 / $2 > 30000 { n++ } END { print n + 0 }' "$tmp/launches")" 0

# ---- the command line ----

run double cmp170hx "$cmptune" probe --only f32_fmaa
exits 9 "--only with a slip of the pen"
has "it is guessed what was meant" "$err" "did you mean 'f32_fma'"
is "nothing on standard output" "$(cat "$out")" ""
run double cmp170hx "$cmptune" probe --only $probes --resume --json
exits 0 "--resume without an unfinished run"
is "is a run from the start" "$(key skipped)" 0

# ---- folders that cannot be written ----

: >"$tmp/file"
for db in "$tmp/file/cmptune.db" /proc/cmptune.db; do
	run double cmp170hx "$cmptune" probe --only $probes --db "$db"
	exits 6 "a database in $db"
	has "the sentence names the way out" "$err" "$db.*--db"
	is "nothing on standard output" "$(cat "$out")" ""
done
for cache in "$tmp/file" /proc/cmptune; do
	mkdir -p "$tmp/tmpdir"
	run double cmp170hx env XDG_CACHE_HOME="$cache" TMPDIR="$tmp/tmpdir" "$cmptune" probe --only $probes --json
	exits 0 "a cache in $cache: compiled all the same"
	is "and no temporary folder stays behind" "$(ls "$tmp/tmpdir")" ""
done
if [ "$(id -u)" -eq 0 ]; then
	skip "a database folder without write permission" "root may write everywhere"
else
	mkdir "$tmp/locked"
	chmod 555 "$tmp/locked"
	run double cmp170hx "$cmptune" probe --only $probes --db "$tmp/locked/cmptune.db"
	exits 6 "a database folder without write permission"
fi
lap "command line and folders"

# ---- Ctrl-C ----

for signal in INT TERM; do
	background cmp170hx env FAKE_SLEEP=cuLaunchKernel:5 "$cmptune" probe --only $probes --json
	sleep 1
	kill -$signal "$pid"
	rc=0
	wait "$pid" || rc=$?
	exits 130 "SIG$signal"
	has "SIG$signal: it says how to go on" "$err" 'probe --resume'
	is "SIG$signal: no result, an error object" "$(error code)" INTERRUPTED
	run "$cmptune" list
	has "SIG$signal: the run is listed as unfinished" "$out" 'unfinished +modelled'
	run double cmp170hx "$cmptune" probe --only $probes --resume --json
	exits 0 "SIG$signal: --resume"
	is "SIG$signal: resumed" "$(key resumed)" 1
	ok "SIG$signal: some points were there already, $(key skipped)" [ "$(key skipped)" -gt 0 ]
	points "$(key run)"
	is "SIG$signal: all points in the end" "$(with 5 '^[0-9.e-]+$')" $n_points
done
lap "signals"

# ---- two cards ----

run double mixed "$cmptune" probe --only f32_fma --json
exits 0 "two cards"
is "the first is measured" "$(key card)" 20c2:10de1585:92.00.67.00.01
has "and said which" "$err" 'first of 2 cards.*--device'
for device in 1 01:00.0 GPU-51c0e7aa-3060-4a77-8f2d-250400000001; do
	run double mixed "$cmptune" probe --only f32_fma --json --device $device
	exits 0 "--device $device"
	is "is the other one" "$(key card)" 2504:14584074:94.06.2F.00.B5
	ok "which is at full speed" [ "$(key failed) $(key gated)" = "0 0" ]
done
run double mixed "$cmptune" probe --device 2
exits 9 "a third card"
has "the sentence names those that are there" "$err" '0 = .*1 = '

finish
