#!/bin/sh
# From card to decision: the real program on the driver double, one made-up card after the other.
. tests/lib.sh
. tests/double.sh

needs_nvrtc

# "dp4a=native fma_f32=fused ..." of emit's JSON.
decisions() {
	perl -MJSON::PP -e '
		local $/;
		my $v = decode_json(<STDIN>);
		print join " ", map { "$_->{primitive}=$_->{chosen}" } @{ $v->{cards}[0]{decisions} }' <"$out"
}

# column NAME PROBE: of the report as CSV; texts with commas come behind the columns asked for here.
column() {
	awk -F, -v name="$1" -v probe="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		$at["probe"] == probe { print $at[name] }' "$tmp/report.csv"
}

# near WANTED GOT: within half a percent
near() {
	# shellcheck disable=SC2317 # "ok" calls it
	awk -v a="$1" -v b="$2" 'BEGIN { exit !(b != "" && b >= a * 0.995 && b <= a * 1.005) }'
}

# figures RUN PROBE=DIVIDER...
figures() {
	run_id=$1
	shift
	"$cmptune" report --run "$run_id" --against none --format csv >"$tmp/report.csv"
	for pair; do
		got=$(column divider "${pair%=*}")
		ok "$card: ${pair%=*} is 1/${pair#*=} of nominal, got $got" near "${pair#*=}" "$got"
	done
	# The double follows no subroutine, counts no loop of compare-and-swap, and knows one rate for all F2F, F2I and I2F.
	"$cmptune" report --run "$run_id" --against none --format json >"$tmp/report.json"
	# shellcheck disable=SC2016 # perl's own variables
	is "$card: figures that fail the gate" "$(perl -MJSON::PP -0777 -ne '
		for my $p (@{ decode_json($_)->{probes} }) {
			my $f = $p->{throughput_figure} or next;
			print "$p->{probe}: $f->{gate}\n" if $f->{gate} && $f->{audit} !~ /^(emulated|compound)$/ &&
				$p->{class} ne "atom" && $p->{probe} !~ /^(cvt_.*64|cvt_f16x2_e.m.x2$|s32_addcc_addc$)/;
		}' "$tmp/report.json")" ""
	"$cmptune" export --run "$run_id" >"$tmp/run.json"
	# shellcheck disable=SC2016 # perl's own variables
	is "$card: intervals hold every occupancy of the plateau" "$(perl -MJSON::PP -0777 -ne '
		my %of;
		push @{ $of{$_->{probe}} }, $_ for grep { $_->{kind} eq "tput" && $_->{interval_cyc} } @{ decode_json($_)->{figures} };
		for my $v (values %of) {
			my ($told) = sort { $b->{n_samples} <=> $a->{n_samples} } @$v;
			for (grep { abs($_->{interval_cyc} / $told->{interval_cyc} - 1) <= 0.0099 } @$v) {
				print "$_->{probe} " if $_->{interval_cyc} < $told->{lo_cyc} || $_->{interval_cyc} > $told->{hi_cyc};
			}
		}' "$tmp/run.json")" ""
	is "$card: all its figures are modelled" \
		"$(awk -F, 'NR > 1 { print $3 }' "$tmp/report.csv" | sort -u)" modelled
}

# card ARCH SELECTOR FINGERPRINT | DECISIONS | FLAGS | PROBE=DIVIDER...
while IFS='|' read -r what decided flags dividers; do
	# shellcheck disable=SC2086 # words
	set -- $what
	card=$1 arch=$2 id=$3
	shift 3
	fingerprint=$*
	if ! has_nvrtc "$arch"; then
		skip "$card" "no NVRTC can target sm_$arch"
		continue
	fi
	run double "$card" "$cmptune" probe --json
	exits 0 "$card: probe"
	is "$card: its state" "$(key fingerprint)" "$fingerprint"
	is "$card: provenance" "$(key provenance)" modelled
	is "$card: points without a figure" "$(key failed)" 0
	hasnt "$card: nothing went wrong on the way" "$err" .
	# shellcheck disable=SC2086 # words
	figures "$(key run)" $dividers
	run "$cmptune" emit --card "$id@modelled" --json --quiet
	exits 0 "$card: emit"
	is "$card: state that emit decides from" "$(key cards.0.state)" "$fingerprint"
	is "$card: decisions" "$(decisions)" "$(trim "$decided")"
	is "$card: dp4a is decided from figures" "$(key cards.0.decisions.0.basis)" measured
	run "$cmptune" flags --card "$id@modelled" --quiet
	exits 0 "$card: flags"
	is "$card: flags" "$(sed 's/.*-DCMP_OVERRIDE_INTRINSICS *//' "$out")" "$(trim "$flags")"
	lap "$card"
done <<'END'
cmp170hx 80 20c2 ffma/32 dfma/32 idp4a/32 mma/32 dmma/64 | dp4a=prmt_dp2a fma_f32=split mma_f16=avoid mma_s8=avoid | --fmad=false --use_fast_math | f32_fma=32 f32_add=1 f32_mul=1 dp4a_uu=32 dp2a_lo_ss=1 s32_mad_lo=1 f16x2_fma=1 mma_m16n8k16_f16=32 mma_m16n8k8_f16=32 mma_m16n8k32_s8=32 mma_m8n8k4_f64=64 f64_fma=32
cmp90hx 86 220d ffma/32 fadd/32 idp4a/32 mma/32 | dp4a=prmt_dp2a fma_f32=fused mma_f16=avoid mma_s8=avoid | | f32_fma=32 f32_add=32 f32_mul=32 f32_min=1 dp4a_ss=32 dp2a_hi_ss=1 mma_m16n8k32_s8=32 f64_fma=1
cmp50hx 75 1e09 ffma/32 idp4a/32 mma/32 | dp4a=prmt_dp2a fma_f32=split mma_f16=avoid mma_s8=native | --fmad=false --use_fast_math | f32_fma=32 f32_add=1 dp4a_su=32 dp2a_lo_ss=1 mma_m16n8k8_f16=32
cmp100-210 70 1d84 dfma/16 mma/16 | dp4a=native fma_f32=fused mma_f16=avoid mma_s8=avoid | | f32_fma=1 dp4a_us=1 dp2a_lo_ss=1 f64_fma=16 s32_add=1 mma_m8n8k4_f16=16
h200 90 2335 full speed | dp4a=native fma_f32=fused mma_f16=native mma_s8=native | | f32_fma=1 f16x2_fma=1 f16_fma=1 cvt_f32_f16=1 dp4a_ss=1 f64_fma=1 mma_m16n8k16_f16=1 mma_m16n8k8_f16=1 mma_m16n8k8_tf32=1 mma_m16n8k32_s8=1 mma_m8n8k4_f64=1 wgmma_m64n256k16_f16=1 wgmma_m64n64k8_tf32=1 wgmma_m64n128k32_s8=1
rtx3060 86 2504 full speed | dp4a=native fma_f32=fused mma_f16=native mma_s8=native | | f32_fma=1 dp4a_ss=1 mma_m16n8k16_f16=1 f64_fma=1
END

# ---- what else the 170HX's report must say ----

run "$cmptune" report --card 20c2@modelled --against none
exits 0 "report of the 170HX"
has "half the work takes half the time" "$out" 'mma_m16n8k8_f16\) takes 0\.500 of the time: a divider, not a fixed gate'
has "one mma in flight, as its sweep shows" "$out" '^  mma_m16n8k16_f16 +256\.0 +256\.0 +1\.00 .* yes: one at a time a sub-partition$'
has "the replacement was verified" "$out" '^  dp4a\.prmt_dp2a +[0-9]+ +0 '
has "the probe set of the run is today's: the page has no warning" "$out" '^Verdicts'
run "$cmptune" report --card 2335@modelled --against none
# The double prices a conversion by its opcode alone; silicon takes a ninth cycle for a 64-bit source (db/nominal.tsv).
grep -v '^  cvt  *conversions' "$out" >"$tmp/but_cvt"
hasnt "no class of the H200 but cvt is mixed or unexplained" "$tmp/but_cvt" 'mixed|unexplained|DISAGREE'
has "members that deviate from their class are named" "$out" '^  cvt: another ratio than their class have .*cvt_s32_f64'

# ---- two states of one card ----

run double cmp170hx-healthy "$cmptune" probe --json
exits 0 "the 170HX in another state"
is "its state" "$(key fingerprint)" "full speed"
run "$cmptune" emit --card 20c2@modelled --json --quiet
is "the newest state decides" "$(decisions)" "dp4a=native fma_f32=fused mma_f16=native mma_s8=native"
run "$cmptune" list
sed -n '/^  20c2:10de1585/,/^  20c2:unknown/p' "$out" >"$tmp/states"
has "the state it is in now is listed" "$tmp/states" ' full speed +modelled '
has "and the other one" "$tmp/states" ' ffma/32 dfma/32 idp4a/32 mma/32 dmma/64 +modelled '
run double cmp170hx "$cmptune" probe --only 'f32_fma,dp4a*' --json
exits 0 "a part of the probes, on the throttled card again"
is "a part is recognised as a state that is known" "$(key fingerprint)" "ffma/32 dfma/32 idp4a/32 mma/32 dmma/64"

# ---- modelled never mixes ----

for id in 20c2 220d 1e09 1d84; do
	run "$cmptune" report --card $id --format csv
	is "$id without a suffix: figures from elsewhere" "$(awk -F, 'NR > 1 { print $3 }' "$out" | sort -u)" derived
	run "$cmptune" emit --card $id --json --quiet
	is "$id without a suffix: decided from elsewhere" "$(key cards.0.provenance)" derived
done
run "$cmptune" report --card 20c2 --against 2335@modelled --format csv
exits 0 "a modelled card as the reference, when asked for"
run "$cmptune" report --card 2335@modelled
hasnt "no reference of itself is modelled" "$out" 'compared with .*modelled'
run "$cmptune" emit --all --quiet
hasnt "a header for all cards has nothing modelled" "$out" modelled
run "$cmptune" emit --card 2504 --quiet
has "a header from modelled figures says so" "$out" 'modelled'
run "$cmptune" emit --card 2504
has "and so does the command" "$err" 'modelled'

finish
