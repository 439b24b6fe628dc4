#!/bin/sh
# The whole way on the card of this machine: what a healthy or a throttled card must both pass.
. tests/lib.sh

[ -e /dev/nvidiactl ] || skip_all "no NVIDIA GPU (no /dev/nvidiactl)"
perl -MJSON::PP -e 1 2>/dev/null || skip_all "no perl with JSON::PP"

run "$cmptune" list --json
exits 0 "list"
has "the card was read" "$out" '"sm_count"'

run "$cmptune" probe --json
exits 0 "probe, cold"
cp "$out" "$tmp/cold"
has "on a real card figures are measured" "$out" '"provenance": "measured"'
has "no point is without a figure" "$out" '"failed": 0,'
note "$(grep -E '_s"|points"|gated|fingerprint' "$out" | tr -d '\n')"

run "$cmptune" probe --json
exits 0 "probe again, kernels from the cache"
is "the card is in the state it was in" "$(grep fingerprint "$out")" "$(grep fingerprint "$tmp/cold")"
note "$(grep -E '_s"|gated' "$out" | tr -d '\n')"

run "$cmptune" report --format json
exits 0 "report"
cp "$out" "$tmp/report.json"

# Judges rows that are one instruction with an exact nominal rate: off by at most 0.5 % from nominal / 2^k.
perl -MJSON::PP -0777 -ne '
	my ($n, $off) = (0, 0);
	for my $p (@{decode_json($_)->{probes}}) {
		next unless $p->{trusted} && $p->{nominal} && $p->{nominal_confidence} eq "exact";
		my $d = $p->{divider} / 2 ** ($p->{divider_log2} // 0);
		$n++;
		next if abs($d - 1) <= 0.005;
		$off++;
		print "$p->{probe}: $p->{rate} of $p->{nominal}\n";
	}
	print "$n rows\n";
	exit($off || $n < 20);
' "$tmp/report.json" >"$out" 2>&1
rc=$?
exits 0 "every exact row within 0.5 % of nominal, or of nominal / 2^k"
note "$(cat "$out")"

perl -MJSON::PP -0777 -ne '
	for my $s (@{decode_json($_)->{strategies}}) {
		print "$s->{variant}: $s->{mismatches} of $s->{cases}\n";
		$bad += $s->{mismatches} || !$s->{cases};
	}
	exit !!$bad;
' "$tmp/report.json" >"$out" 2>&1
rc=$?
exits 0 "replacement strategies are exact on this card"
note "$(cat "$out")"

run "$cmptune" probe --only ffma,idp4a --json
exits 0 "two classes alone"
is "they confirm the state" "$(grep fingerprint "$out")" "$(grep fingerprint "$tmp/cold")"

run "$cmptune" emit -o "$tmp/cmp_dispatch.h"
exits 0 "emit for this card"
run "$cmptune" flags
exits 0 "flags for this card"

run "$cmptune" export --output "$tmp/record.json"
exits 0 "export"
hasnt "the record names neither bus id nor UUID" "$tmp/record.json" 'GPU-[0-9a-f]{8}|[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]"'
run "$cmptune" import --db "$tmp/other.db" "$tmp/record.json"
exits 0 "import elsewhere"
finish
