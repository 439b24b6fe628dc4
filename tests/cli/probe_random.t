#!/bin/sh
# Made-up cards with random dividers, one a throttle class: the probe has to find every one of them.
# DRAWS=N (default 200) and SEED=N choose how many and which.
. tests/lib.sh

draws=${DRAWS:-200} seed=${SEED:-20261130}
[ -e "$build/fake/libcuda.so.1" ] || skip_all "the driver double is not built"
. tests/double.sh
needs_nvrtc
mkdir "$tmp/probes" "$tmp/cards"
# One probe a class tells its divider; sweeps would only take time.
for f in probes/*.ini; do
	sed '/^sweep/d' "$f" >"$tmp/probes/${f##*/}"
done
only=f32_fma,f32_add,f16_fma,f64_fma,dp4a_ss,dp2a_lo_ss,s32_mad_lo,b32_lop3,b32_popc,cvt_f16_f32,b32_shfl
only=$only,mma_m16n8k16_f16,mma_m8n8k4_f64

# Draws: the divide line of a profile, a tab, the fingerprint that must come out.  Classes in the order of src/class.def.
perl -e '
	my ($draws, $seed) = @ARGV;
	my @class = (["ffma", "FFMA*"], ["fadd", "FADD* FMUL*"], ["hfma2", "HFMA2*"], ["dfma", "DFMA*"], ["idp4a", "IDP.4A*"],
		["idp2a", "IDP.2A*"], ["imad", "IMAD*"], ["alu", "LOP3*"], ["xu", "POPC*"], ["cvt", "HADD2.F32*"],
		["shfl", "SHFL*"], ["mma", "HMMA.*"], ["dmma", "DMMA.*"]);
	my $x = $seed;
	sub draw { $x = ($x * 1103515245 + 12345) % 2147483648; return int($x / 65536) % $_[0]; }
	for (1 .. $draws) {
		my (@divide, @said);
		for my $c (@class) {
			next if draw(2);
			my $d = 2 ** (1 + draw(6));
			push @divide, map { "$_/$d" } split / /, $c->[1];
			push @said, "$c->[0]/$d";
		}
		print join(" ", @divide), "\t", (@said ? join(" ", @said) : "full speed"), "\n";
	}' "$draws" "$seed" >"$tmp/draws"

probe() {
	# shellcheck disable=SC2317 # "run" calls it
	double "$tmp/cards/$1.ini" "$cmptune" probe --db "$tmp/$1.db" --probes "$tmp/probes" --only "$only" --json
}

sed '/^divide/d' tests/fake/cards/cmp170hx.ini >"$tmp/base.ini"
cp "$tmp/base.ini" "$tmp/cards/healthy.ini"
run probe healthy
exits 0 "a card without dividers"
has "is at full speed" "$out" '"fingerprint": "full speed"'

note "seed $seed"
n=0 wrong=0
tab=$(printf '\t')
while IFS="$tab" read -r divide wanted; do
	n=$((n + 1))
	{ cat "$tmp/base.ini"; [ -z "$divide" ] || echo "divide = $divide"; } >"$tmp/cards/draw.ini"
	rm -f "$tmp"/draw.db*
	run probe draw
	got=$(sed -n 's/.*"fingerprint": "\(.*\)",.*/\1/p' "$out")
	if [ "$rc" -ne 0 ] || [ "$got" != "$wanted" ]; then
		wrong=$((wrong + 1))
		note "draw $n: got '$got', wanted '$wanted' (exit status $rc)"
	fi
done <"$tmp/draws"
is "$draws random cards, every divider recovered" "$n draws, $wrong wrong" "$draws draws, 0 wrong"
finish
