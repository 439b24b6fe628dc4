#!/bin/sh
# Every probe on every architecture, with NVRTC 13 and with 12.9, is the machine code that its file declares; and what audit says
# where it is not.
# shellcheck disable=SC2016 # $d and $a are of the probe files
. tests/lib.sh
. tests/double.sh

needs_nvrtc

nvrtc13=
for lib in "$build/nvrtc13" /usr/local/cuda/lib64 /usr/local/cuda-13*/lib64; do
	[ -n "$nvrtc13" ] || [ -z "$(find "$lib/" -name 'libnvrtc.so.13*' 2>/dev/null | head -n 1)" ] || nvrtc13=$lib
done

# audited NAME ARCHITECTURES OPTION...: all expectations are met, on each of them
audited() {
	audited_name=$1
	audited_archs=$2
	shift 2
	run "$cmptune" audit "$@"
	exits 0 "$audited_name: every expectation is met"
	hasnt "$audited_name: no other verdict" "$out" '^(folded|undeclared|failed)'
	for arch in $audited_archs; do
		ok "$audited_name: sm_$arch, $(grep -c " sm_$arch " "$out") probes" [ "$(grep -c " sm_$arch " "$out")" -ge 45 ]
	done
	lap "$audited_name"
}

if [ -n "$nvrtc13" ]; then
	audited "NVRTC 13" "75 80 86 87 89 90 100 103 110 120 121" --nvrtc "$nvrtc13"
	run "$cmptune" audit --nvrtc "$nvrtc13" --arch 70
	exits 4 "it cannot target Volta"
	has "which is said" "$err" 'sm_70'
else
	skip "NVRTC 13" "there is none"
fi
if [ -d "$build/nvrtc12" ]; then
	audited "NVRTC 12.9" "70 75 80 86 89 90" --nvrtc "$build/nvrtc12" --arch 70,75,80,86,89,90
else
	skip "NVRTC 12.9" "sh bootstrap.sh check unpacks it under $build/nvrtc12"
fi

# ---- one line a probe ----

run "$cmptune" audit --arch sm_80,86 --only dp4a_ss,f16x2_fma,f32_div_rn
exits 0 "some probes on two architectures"
is "a line each" "$(wc -l <"$out" | tr -d ' ')" 6
has "the verdict, the architecture, the probe, what a copy executes" "$out" '^ok +sm_80 +dp4a_ss +tput .* IDP\.4A\*1'
has "a mix is known as one" "$out" '^mix +sm_80 +f16x2_fma .*HFMA2(\.MMA)?\*'
has "the other architecture has one opcode for it" "$out" '^ok +sm_86 +f16x2_fma .* HFMA2\*1'
has "a sequence is known as one" "$out" '^compound +sm_80 +f32_div_rn .*FFMA'
has "the sum" "$err" 'met: 6'
run "$cmptune" audit --arch sm_80 --only dp4a_ss --json
is "JSON: verdict" "$(key 0.verdict)" ok
is "JSON: opcodes" "$(key 0.sass)" 'IDP.4A*1'
is "JSON: registers" "$(key 0.local_bytes)" 0
run "$cmptune" audit --arch sm_80 --only dp4a_ss --all
ok "--all: a line a pair of kernels" [ "$(wc -l <"$out")" -eq 2 ]
run "$cmptune" audit --arch sm_8x
exits 2 "no such architecture"
run "$cmptune" audit --arch sm_52
exits 2 "an architecture of another machine code"
run "$cmptune" audit --arch sm_80 --only nonesuch
exits 9 "no such probe"

run "$cmptune" audit --arch sm_80 --only dp4a_ss --dump "$tmp/dump"
exits 0 "--dump"
for suffix in cu ptx cubin; do
	ok "--dump keeps the $suffix" [ -n "$(find "$tmp/dump" -name "*.sm_80.$suffix" -size +0)" ]
done

# ---- expectations that are not met ----

# own NAME SASS KEY...: a probe of one's own in a folder of its own; other keys as lines
own() {
	own_name=$1
	own_sass=$2
	shift 2
	mkdir -p "$tmp/own"
	{
		printf '[%s]\nabout = a test\ntype = b32\ninit = 0x12345678u + lane + chain\nclass = alu\n' "$own_name"
		printf 'sass = %s\n' "$own_sass"
		printf '%s\n' "$@"
	} >"$tmp/own/$own_name.ini"
}

own wrong IADD3 'ptx = lop3.b32 $d, $d, $a, $b, 0x96' 'a = 0x0f0f0f0fu + lane' 'b = 0x33333333u + lane'
run "$cmptune" audit --arch 80,90 --probes "$tmp/own" --nvrtc "${nvrtc13:-$build/nvrtc12}"
exits 5 "an expectation that is wrong"
has "verdict, architecture, probe, what is executed, and the counts" "$out" \
	'^folded +sm_80 +wrong .*LOP3\*1 +IADD3 grew by 0 where 96 are declared'
has "on the other architecture too" "$out" '^folded +sm_90 +wrong '
has "the sum is an error" "$err" 'error: 2 of [0-9]+ expectations about machine code are not met'

own halved LOP3 'ptx = and.b32 $d, $d, $a' 'a = 0xffffffffu ^ (lane >> 5)'
own twice 'PRMT*2' 'ptx = prmt.b32 $d, $d, $a, $b' 'a = 0x9abcdef0u + lane' 'b = 0x2103u + (lane >> 5)'
own more LOP3 'ptx = popc.b32 $d, $d' 'odd = lop3.b32 $d, $d, $a, $b, 0x96' 'a = lane' 'b = lane'
own nowhere '90-: PRMT' 'ptx = prmt.b32 $d, $d, $a, $b' 'a = 0x9abcdef0u + lane' 'b = 0x2103u + (lane >> 5)'
own alien PRMT 'ptx = nosuch.b32 $d, $d, $a' 'a = lane'
own right PRMT 'ptx = prmt.b32 $d, $d, $a, $b' 'a = 0x9abcdef0u + lane' 'b = 0x2103u + (lane >> 5)'
run "$cmptune" audit --arch 80 --probes "$tmp/own"
exits 5 "a folder of such probes"
has "an instruction that folds" "$out" '^folded +sm_80 +halved '
has "fewer than declared" "$out" '^folded +sm_80 +twice .*PRMT grew by 96 where 192 are declared'
has "something else beside it" "$out" '^folded +sm_80 +more '
has "nothing is declared for this architecture" "$out" '^undeclared +sm_80 +nowhere '
has "one that does not compile, with the compiler's words" "$out" '^failed +sm_80 +alien .*nosuch'
has "takes no neighbour along" "$out" '^ok +sm_80 +right '
run "$cmptune" audit --arch 80 --probes "$tmp/own" --only right
exits 0 "the one that is right, alone"

# ---- probe files with mistakes: file:line, and nothing is compiled ----

mkdir "$tmp/bad"
while IFS='|' read -r line what text; do
	printf '# a file of mistakes\n[right]\nabout = a\ntype = b32\ninit = lane\nclass = alu\nptx = brev.b32 $d, $d\nsass = BREV\n%b' \
		"$text" >"$tmp/bad/bad.ini"
	run "$cmptune" audit --arch 80 --probes "$tmp/bad"
	exits 8 "$what"
	has "$what: file and line" "$err" "bad\\.ini:$line: "
	is "$what: no verdicts" "$(cat "$out")" ""
done <<'END'
9|an unknown key|chain = 8\n
9|a key twice|about = b\n
9|a section twice|[right]\nabout = a\n
9|a section that lacks keys|[other]\nabout = a\n
9|a line that is nothing|about\n
10|a class that does not exist|[other]\nclass = alp\n
9|an expectation that cannot be read|sass = 80: 12 34\n
9|a number that is none|copies = many\n
END
run "$cmptune" audit --probes "$tmp/none"
exits 7 "no such folder"
lap "everything else"

finish
