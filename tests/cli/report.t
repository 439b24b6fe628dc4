# shellcheck shell=sh
# cmptune report from the embedded records: formats, references, pictures, and what goes wrong.  BLESS=1 rewrites the
# expectations beside this file.
. tests/lib.sh

golden() { # NAME FILE: the last run's output is FILE
	[ -z "${BLESS:-}" ] || cp "$out" "$2"
	ok "$1" diff -u "$2" "$out"
}

run "$cmptune" report --card 20c2
exits 0 "report of a derived card"
golden "its text" tests/cli/report.text
is "it says nothing on stderr" "$(cat "$err")" ""

run "$cmptune" report --card 20c2 --format md
exits 0 "Markdown"
has "Markdown: title" "$out" '^# CMP 170HX'
has "Markdown: verdict" "$out" '^\| ffma \| .* \| throttled 1/32 \|'
has "Markdown: provenance in the rows" "$out" '^\| f32\\_fma \| ffma \| 2\.000 \| .* \| derived \|$'

run "$cmptune" report --card 220d --format csv
exits 0 "CSV"
is "CSV: FADD of the 90HX" "$(grep ',f32_add,' "$out" | cut -d, -f2,3,5,8,9,11)" \
	"ffma/32 fadd/32 idp4a/32 mma/32,derived,fadd,4,128,32"
is "CSV: as many commas in every line without quotes" \
	"$(grep -v '"' "$out" | tr -dc ',\n' | sort -u | wc -l | tr -d ' ')" 1

json() { # KEY...: what lies there, "null" for nothing
	perl -MJSON::PP -e '
		local $/;
		my $v = decode_json(<STDIN>);
		$v = ref $v ? $v->{$_} : undef for @ARGV;
		print $v // "null"' "$@" <"$out"
}
for option in --json --format=json; do
	run "$cmptune" report --card 1e09 "$option"
	exits 0 "JSON by $option"
	is "$option: state" "$(json card state)" "ffma/32 idp4a/32"
	is "$option: provenance" "$(json card provenance)" derived
	is "$option: reference" "$(json reference title)" "GeForce RTX 2080 Ti"
done

run "$cmptune" report --card 20c2 --against none
exits 0 "without a reference"
hasnt "no ratio without a reference" "$out" 'vs ref'
run "$cmptune" report --card 20c2 --against 2206
exits 0 "against a card of another die"
has "it is named" "$out" 'compared with +GeForce RTX 3080'
has "FFMA: 2 results a clock here, 128 there" "$out" '^ +f32_fma +ffma +2\.000 +64\.00 +3\.125 +32 +0\.0156 '
run "$cmptune" report --card 2330 --format json
is "the healthy die itself is compared with none" "$(json reference)" null

run "$cmptune" report --card 2335
has "a healthy card has several mma in flight" "$out" '^  mma_m16n8k16_f16 +24\.00 +6\.000 +4\.00 +4 x 4 +1365  no$'
has "no answer from figures that did not pass the gate" "$out" '^  mma_m8n8k4_f16 .*  not known: no latency'
has "they are in brackets" "$out" '^  4 +\(338\.2\) '
has "tensor cores: share of nominal and TOPS" "$out" '^  mma_m16n8k32_s8 .* (100\.00|99\.99[0-9]) +1 +1\.00 +1\.500 +0\.[78][0-9]+ +1[234][0-9][0-9] '

sed -n '/^Latency: measured/,/^In flight/p' "$out" >"$tmp/latency"
is "latencies: every published one of the die whose probe has one" "$(grep -cE '^  (DIFFERS|agrees) ' "$tmp/latency")" \
	"$(grep -c '^9\.0	' db/latency.tsv)"
has "latencies: one that differs" "$tmp/latency" '^  DIFFERS  f16_fma +4\.000 +5\.000 +-1\.00  table '
is "latencies: those that differ come first" "$(sed -n '4p' "$tmp/latency" | cut -c3-9)$(grep -A999 agrees "$tmp/latency" |
	grep -c DIFFERS)" DIFFERS0
has "a remark on a row without a nominal rate" "$out" '^  f64_fma3: three distinct source registers'
hasnt "none on a row at full speed" "$out" 'an even number of warps'
run "$cmptune" report --card 2335 --remarks
exits 0 "all remarks"
has "one on rows at full speed" "$out" '^  f32_add, f32_mul, f32_fma: with an even number of warps'
run "$cmptune" report --card 20c2 --remarks
hasnt "a remark on 9.0 is not told of an 8.0" "$out" 'an even number of warps'
run "$cmptune" report --card 2335 --json
has "JSON has all remarks" "$out" '"with an even number of warps'
run "$cmptune" report --card 2335 --format csv
has "CSV has them too" "$out" '^.*,f32_fma,.*,"?with an even number of warps'
has "CSV: a published latency, and whose" "$out" ',f64_add,dfma,tput,.*,8,8,nvdisasm tables: table,$'
run "$cmptune" report --card 20c2
hasnt "derived latencies are not compared" "$out" '^Latency: measured'

run "$cmptune" report --card 20c2 --sort off
exits 0 "worst first"
is "the throttled rows are on top" "$(sed -n '/^Instructions/,/^Tensor/p' "$out" | sed -n '4p' | awk '{print $1, $5, $6}')" \
	"dp4a_ss 3.125 32"
run "$cmptune" report --card 2335 --sort off
sed -n '/^Instructions/,/^Tensor/p' "$out" | awk '$5 ~ /^[0-9.]+$/ { d = $5 - 100; print d < 0 ? -d : d }' >"$tmp/off"
ok "of a healthy card, too" test "$(grep -c . "$tmp/off")" -gt 100
is "each row is no farther off than the one above, but for rounding" \
	"$(awk 'NR > 1 && $1 > last + 0.02 { print NR } { last = $1 }' "$tmp/off")" ""
sort "$out" >"$tmp/sorted"
run "$cmptune" report --card 2335
sort "$out" >"$tmp/unsorted"
ok "and nothing is left out" cmp "$tmp/sorted" "$tmp/unsorted"
run "$cmptune" report --card 20c2 --sort off --format csv
is "CSV, worst first" "$(sed -n 2p "$out" | cut -d, -f4,11)" "mma_m8n8k4_f64,64"
run "$cmptune" report --card 20c2 --sort nonesuch
exits 2 "no such order"

run "$cmptune" report --card 20c2:unknown:unknown
exits 0 "a published record"
has "its figures are published" "$out" 'figures +published'
hasnt "and no verdict comes of them" "$out" 'throttled|full speed '

run "$cmptune" report --run 1 --card 20c2
exits 2 "--run and --card exclude each other"
run "$cmptune" report --run 1
exits 0 "a run by its number"
run "$cmptune" report --run 999999
exits 9 "no such run"

run "$cmptune" report --card nonesuch
exits 9 "no such card"
run "$cmptune" report --card 20c2 --against nonesuch
exits 9 "no such reference"
has "the message says which option" "$err" '--against'
run "$cmptune" report --card 20c2 --format pdf
exits 2 "no such format"

run "$cmptune" report --card 20c2 --plot "$tmp/new/pictures" --quiet
exits 0 "--plot makes its folder"
ok "the data are there" test -s "$tmp/new/pictures/rates.tsv"
if command -v gnuplot >/dev/null; then
	is "a PNG" "$(head -c 4 "$tmp/new/pictures/rates.png" | tail -c 3)" PNG
	has "an SVG" "$tmp/new/pictures/rates.svg" '<svg'
else
	skip "PNG and SVG" "gnuplot is not installed"
fi
mkdir "$tmp/empty"
run env PATH="$tmp/empty" "$cmptune" report --card 20c2 --plot "$tmp/bare"
exits 0 "--plot without gnuplot"
has "it says so" "$err" 'install gnuplot'
ok "the data are there all the same" test -s "$tmp/bare/rates.tsv"
: >"$tmp/file"
run "$cmptune" report --card 20c2 --plot "$tmp/file"
exits 7 "--plot into what is no folder"

finish
