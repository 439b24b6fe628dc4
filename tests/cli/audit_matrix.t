#!/bin/sh
# cmptune audit: machine code of real compilers against what probes declare, as lines and as a matrix.
. tests/lib.sh

[ -d "$build/nvrtc12" ] || skip_all "no $build/nvrtc12: sh bootstrap.sh check unpacks its wheel there"
unset CMPTUNE_NVRTC CUDA_HOME

run "$cmptune" audit --arch 60,61 --only f32_fma,s32_mad_lo,dp4a_ss,b32_shfl --nvrtc "$build/nvrtc12"
exits 0 "Pascal's code is audited"
has "one FFMA a copy" "$out" '^ok +sm_61 +f32_fma .*FFMA\*1$'
has "an integer multiplication is three XMAD" "$out" '^ok +sm_60 +s32_mad_lo .*XMAD\*3$'
has "sm_61 has IDP.4A" "$out" '^ok +sm_61 +dp4a_ss .*IDP\.4A\*1$'
hasnt "sm_60 has not" "$out" 'sm_60 +dp4a'
has "the sum" "$err" 'expectations met: 7, not met: 0'

run "$cmptune" audit --arch 52 --nvrtc "$build/nvrtc12"
exits 2 "what comes before is refused"
has "and said why" "$err" 'sm_52 cannot be audited: the decoder knows sm_60 and later'

# A compiler of each major version that was unpacked here, each with what it can target of the two.
compilers=0
for d in "$build"/nvrtc1[123]; do
	[ ! -d "$d" ] || compilers=$((compilers + 1))
done
run "$cmptune" audit --matrix --arch 80,61,sm_61 --only f32_fma,dp4a_ss,mma_m16n8k16_f16 --nvrtc "$build"
exits 0 "a matrix"
has "its sum" "$out" "^[0-9]+ of [0-9]+ expectations met over 2 architectures and $compilers compilers\$"
has "a letter a compiler and architecture" "$out" '^f32_fma( +o)+$'
has "a dot where there is no such instruction" "$out" '^mma_m16n8k16_f16 .*\. o'
has "versions above" "$out" '^NVRTC.* 12\.[0-9]'
has "architectures upright, in order" "$out" '^sm_.* 6 8( |$)'
has "and a legend" "$out" 'o ok, a alias.*F folded'
is "a row a probe, none of the others" "$(grep -cE '^[a-z0-9_.]+ +[oamcFUX.]( |$)' "$out")" 3

# An expectation that does not hold anywhere.
mkdir "$tmp/probes"
cat >"$tmp/probes/wrong.ini" <<'EOF'
[right]
about = an addition
ptx = add.rn.f32 $d, $d, $a
odd = add.rn.f32 $d, $d, $b
type = f32
init = 1.0f + lane
a = 0.5f + lane
b = -0.5f - lane
sass = FADD
class = fadd

[wrong]
about = an addition that pretends to be a multiplication on one architecture
ptx = add.rn.f32 $d, $d, $a
odd = add.rn.f32 $d, $d, $b
type = f32
init = 1.0f + lane
a = 0.5f + lane
b = -0.5f - lane
sass = FADD
  61: FMUL
class = fadd
EOF
run "$cmptune" audit --matrix --arch 61,80 --only right,wrong --probes "$tmp/probes" --nvrtc "$build/nvrtc12"
exits 5 "an expectation that is not met"
has "one letter tells it" "$out" '^wrong +F o$'
has "the others are as declared" "$out" '^right +o o$'
has "what was executed instead is said" "$out" '^folded +wrong for sm_61 with NVRTC 12\.[0-9]+: FADD\*1; FMUL grew by 0'
has "the sum says how many" "$out" '^3 of 4 expectations met over 2 architectures and 1 compiler$'
has "and so does the error" "$err" '1 of 4 expectations'

run "$cmptune" audit --matrix --json --arch 61,80 --only right,wrong --probes "$tmp/probes" --nvrtc "$build/nvrtc12"
exits 5 "the same as JSON"
has "cells" "$out" '"verdict": "folded"'
has "what is met" "$out" '"met": 3'
has "of how many" "$out" '"expectations": 4'
has "with which library" "$out" '"path": ".*libnvrtc'

if [ -d "$build/nvrtc13" ]; then
	run "$cmptune" audit --matrix --arch 61 --nvrtc "$build/nvrtc13"
	exits 4 "no compiler for an architecture"
	has "it is named" "$err" 'no NVRTC here can target sm_61'
else
	skip "no compiler for an architecture" "no $build/nvrtc13"
fi
run "$cmptune" audit --matrix --dump "$tmp/dump"
exits 2 "a matrix keeps no files"
has "and says so" "$err" 'matrix has one letter'
finish
