#!/bin/sh
# Every dp4a form of the emitted header on the card of this machine, against the CPU.
. tests/lib.sh

nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc)
[ -n "$nvcc" ] || skip_all "no nvcc (install the CUDA toolkit)"
[ -e /dev/nvidiactl ] || skip_all "no NVIDIA GPU (no /dev/nvidiactl)"

# The CMP 170HX's header chooses prmt_dp2a: forced onto this card, all of its forms have to be right here too.
run "$cmptune" emit --card 20c2 -o "$tmp/cmp_dispatch.h"
exits 0 "the header is written"
run "$nvcc" -O2 -std=c++14 -arch=native -include "$tmp/cmp_dispatch.h" -DCMP_CARD=0x20C2 -DCMP_OVERRIDE_INTRINSICS \
	-o "$tmp/chosen" tests/gpu/dp4a.cu
exits 0 "builds for this card, forms chosen"
run "$nvcc" -O2 -std=c++14 -arch=native -include "$tmp/cmp_dispatch.h" -DCMP_STRATEGY=0 -DCMP_OVERRIDE_INTRINSICS \
	-o "$tmp/native" tests/gpu/dp4a.cu
exits 0 "builds for this card, all native"

# Sums up the TAP of a program: its failures are shown, its count of cases is held against what it has to be.
judge() {
	note "$(grep '^# seed' "$out")"
	if [ "$rc" -eq 0 ] && [ "$(grep -c '^ok' "$out")" -eq 33 ] && [ "$(grep -c ': 0 mismatches in' "$out")" -eq 32 ]; then
		pass "$1: 32 columns, 0 mismatches"
	else
		fail "$1: 32 columns, 0 mismatches"
		note "$(grep -v '^ok' "$out"; cat "$err")"
	fi
}

run "$tmp/chosen" 26
judge "2^26 random and all edge triples"
has "the intrinsic was redirected" "$out" 'ok 1 - __dp4a is redirected'
note "$(grep -E 'cmp_dp4a_prmt_dp2a|__dp4a\(' "$out")"
run "$tmp/native" 22
judge "all native, 2^22 random and all edge triples"
has "the intrinsic was left alone" "$out" 'ok 1 - __dp4a is left alone'
finish
