#!/bin/sh
# From the embedded records to decisions, header and flags, and what compilers make of the header.
. tests/lib.sh

tool=$build/tests/tool/cubintool
nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc)

# ---- the field's known results ----

# "dp4a=prmt_dp2a fma_f32=split ..." of the last run of emit --json.
decisions() {
	sed -n -e 's/.*"primitive": "\([a-z0-9_]*\)".*/\1/p' -e 's/.*"chosen": "\([a-z0-9_]*\)".*/=\1/p' "$out" |
		tr -d '\n' | sed -e 's/dp4a=/ &/g' -e 's/fma_f32=/ &/g' -e 's/mma_[a-z0-9]*=/ &/g' -e 's/^ //'
}

while read -r id want; do
	run "$cmptune" emit --card "$id" --json --quiet
	exits 0 "$id: decisions"
	is "$id decides" "$(decisions)" "$want"
done <<'END'
20c2 dp4a=prmt_dp2a fma_f32=split mma_f16=avoid mma_s8=avoid
220d dp4a=prmt_dp2a fma_f32=fused mma_f16=avoid mma_s8=avoid
1e09 dp4a=prmt_dp2a fma_f32=split mma_f16=native mma_s8=native
1d84 dp4a=native fma_f32=fused mma_f16=avoid mma_s8=avoid
20b0 dp4a=native fma_f32=fused mma_f16=native mma_s8=native
2206 dp4a=native fma_f32=fused mma_f16=native mma_s8=native
1e04 dp4a=native fma_f32=fused mma_f16=native mma_s8=native
1db4 dp4a=native fma_f32=fused mma_f16=native mma_s8=avoid
2330 dp4a=native fma_f32=fused mma_f16=native mma_s8=native
END
# A V100 has no tensor instruction for bytes at all; a CMP 50HX's tensor cores were never measured in public.
run "$cmptune" emit --card 1db4 --json --quiet
has "1db4: no byte matrix products in sm_70" "$out" 'compute capability 7\.0 has no'
run "$cmptune" emit --card 1e09 --json --quiet
has "1e09: tensor cores are not judged" "$out" '"basis": "not enough evidence"'

# ---- the command ----

run "$cmptune" emit --card 20c2 --card 220d,1db4
exits 0 "three cards"
has "their numbers" "$out" '^#define CMP_CARD_CMP90HX 0x220D'
has "said where the choice comes from" "$err" 'derived'
cp "$out" "$tmp/cmp_dispatch.h"
run "$cmptune" emit --card 20c2 --card 220d,1db4 -o "$tmp/again.h"
is "nothing on standard output with -o" "$(cat "$out")" ""
ok "the same bytes each time" cmp "$tmp/cmp_dispatch.h" "$tmp/again.h"
run "$cmptune" emit --card 20c2,20C2
is "a card named twice is one row" "$(grep -c '^	{CMP_CARD_' "$out")" 1
run "$cmptune" emit --all --quiet
exits 0 "all cards of the database"
ok "which are a few" [ "$(grep -c '^	{CMP_CARD_' "$out")" -ge 9 ]
hasnt "and none whose record decides nothing" "$out" '^#define CMP_CARD_[A-Z0-9_]+ 0x[0-9A-F]{5}'
cp "$out" "$tmp/all.h"
run "$cmptune" emit --card 20c2 --all
exits 2 "--card and --all exclude each other"
run "$cmptune" emit --card nosuchcard
exits 9 "an unknown card"
run "$cmptune" emit --card 20c2 -o "$tmp/no/such/folder.h"
exits 7 "a folder that is not there"
run "$cmptune" emit --card 20c2 --accuracy perfect
exits 2 "an unknown accuracy class"
run "$cmptune" emit --card 20c2 --accuracy exact --json --quiet
is "exact keeps what rounds once" "$(decisions)" "dp4a=prmt_dp2a fma_f32=fused mma_f16=native mma_s8=avoid"

# ---- flags: only they are printed ----

while read -r id form want; do
	run "$cmptune" flags --card "$id" "$form"
	exits 0 "flags $id $form"
	is "flags $id $form, alone on standard output" "$(cat "$out")" "$want"
done <<'END'
20c2 nvcc -include cmp_dispatch.h -DCMP_CARD=0x20C2 -DCMP_OVERRIDE_INTRINSICS --fmad=false --use_fast_math
20c2 nvrtc --pre-include=cmp_dispatch.h -DCMP_CARD=0x20C2 -DCMP_OVERRIDE_INTRINSICS --fmad=false --use_fast_math
220d nvcc -include cmp_dispatch.h -DCMP_CARD=0x220D -DCMP_OVERRIDE_INTRINSICS
220d env NVCC_APPEND_FLAGS="-include cmp_dispatch.h -DCMP_CARD=0x220D -DCMP_OVERRIDE_INTRINSICS"
1e09 cmake -DCMAKE_CUDA_FLAGS="-include cmp_dispatch.h -DCMP_CARD=0x1E09 -DCMP_OVERRIDE_INTRINSICS --fmad=false --use_fast_math"
END
run "$cmptune" flags --card 20c2
has "flags explains on standard error" "$err" 'fma_f32: split'
run "$cmptune" flags --card 20c2 --quiet
is "flags --quiet explains nothing" "$(cat "$err")" ""
run "$cmptune" flags --card 20c2 nvc
exits 2 "an unknown form"
has "the form that was meant" "$err" "nvcc"
run "$cmptune" flags --card 20c2 --header 'a b.h'
exits 2 "a path that would need quotes"

# ---- host compilers ----

cat >"$tmp/host.c" <<'END'
#include "all.h"
#include "cmp_dispatch.h"
#include <stdio.h>

int main(void)
{
	const struct cmp_card *card = cmp_find_card(0x20c2, 0x10de1585, "92.00.67.00.01");

	printf("%s dp4a %d fmad %d fit %d\n", card->title, card->dp4a, card->fmad,
	       cmp_card_fit(card, 0x20c2, 0x10de1585, "92.00.67.00.01"));
	return cmp_find_card(0x1234, 0, 0) != 0;
}
END
cp "$tmp/host.c" "$tmp/host.cpp"
for how in 'gcc -std=c99' 'gcc -std=c11' 'clang -std=c99' 'g++ -std=c++11' 'g++ -std=c++17' 'clang++ -std=c++17'; do
	if ! command -v "${how%% *}" >/dev/null; then
		skip "$how" "no ${how%% *}"
		continue
	fi
	case $how in *++*) source=$tmp/host.cpp ;; *) source=$tmp/host.c ;; esac
	# shellcheck disable=SC2086 # words are wanted
	run $how -Wall -Wextra -Wundef -pedantic -Werror -o "$tmp/host" "$source"
	exits 0 "$how"
	run "$tmp/host"
	exits 0 "$how: runs"
	is "$how: looks up" "$(cat "$out")" "CMP 170HX dp4a 1 fmad 0 fit 3"
done

# ---- device compilers: native is as if there were no header, the choice is made where it is asked for ----

# shellcheck disable=SC2317 # ok calls it
same_text() {
	"$tool" text "$1" >"$tmp/text1" && "$tool" text "$2" >"$tmp/text2" && [ -s "$tmp/text1" ] &&
		cmp "$tmp/text1" "$tmp/text2"
}

counts() {
	echo "dp4a $("$tool" count "$1" IDP.4A) dp2a $("$tool" count "$1" IDP.2A) ffma $("$tool" count "$1" FFMA)"
}

cp tests/data/dispatch.cu "$tmp/plain.cu"
cd "$tmp" || exit 1 # --pre-include and -include look here
for arch in 75 86 120; do
	if [ -z "$nvcc" ]; then
		skip "nvcc sm_$arch" "no nvcc (install the CUDA toolkit)"
		continue
	fi
	run "$nvcc" -arch=sm_$arch -cubin -o plain.cubin plain.cu
	exits 0 "nvcc sm_$arch: without the header"
	run "$nvcc" -arch=sm_$arch -cubin -Werror all-warnings -include cmp_dispatch.h -DCMP_STRATEGY=0 \
		-DCMP_OVERRIDE_INTRINSICS -DCMP_OVERRIDE_INEXACT -o native.cubin plain.cu
	exits 0 "nvcc sm_$arch: native"
	ok "nvcc sm_$arch: native is the same machine code" same_text plain.cubin native.cubin
	run "$nvcc" -arch=sm_$arch -cubin -Werror all-warnings -include cmp_dispatch.h -DCMP_CARD=0x20C2 \
		-DCMP_OVERRIDE_INTRINSICS -DCMP_OVERRIDE_INEXACT --fmad=false -o chosen.cubin plain.cu
	exits 0 "nvcc sm_$arch: a CMP 170HX's choice"
	is "nvcc sm_$arch: no dp4a, and no ffma but that of fmaf()" "$(counts chosen.cubin)" "dp4a 0 dp2a 8 ffma 1"
done
if [ -n "$nvcc" ]; then
	run "$nvcc" -arch=sm_86 -cubin -include cmp_dispatch.h -DCMP_OVERRIDE_INTRINSICS -o arch.cubin plain.cu
	exits 0 "nvcc: chosen by architecture"
	is "nvcc: sm_86 alone is the CMP 90HX, which keeps ffma" "$(counts arch.cubin)" "dp4a 0 dp2a 8 ffma 3"
	run "$nvcc" -arch=sm_89 -cubin -include cmp_dispatch.h -DCMP_OVERRIDE_INTRINSICS -o arch.cubin plain.cu
	is "nvcc: an architecture of no card is native" "$(counts arch.cubin)" "dp4a 4 dp2a 0 ffma 3"
	run "$nvcc" -arch=sm_80 -c -Werror all-warnings -Xcompiler -Wall,-Wextra -include cmp_dispatch.h -o whole.o plain.cu
	exits 0 "nvcc: host and device passes without a warning"
else
	skip "nvcc: by architecture" "no nvcc (install the CUDA toolkit)"
fi

cat cmp_dispatch.h plain.cu >with.cu # as a program would that has no file to include
archs=$("$tool" archs)
for arch in 61 70 75 80 86 89 90 100 120; do
	if ! printf '%s\n' "$archs" | grep -qx $arch; then
		skip "NVRTC sm_$arch" "no NVRTC here can target it"
		continue
	fi
	run "$tool" compile $arch plain.cu plain.cubin
	exits 0 "NVRTC sm_$arch: without the header"
	run "$tool" compile $arch with.cu native.cubin -DCMP_STRATEGY=0 -DCMP_OVERRIDE_INTRINSICS -DCMP_OVERRIDE_INEXACT
	exits 0 "NVRTC sm_$arch: native"
	hasnt "NVRTC sm_$arch: no warning of the header" "$err" 'warning #'
	ok "NVRTC sm_$arch: native is the same machine code" same_text plain.cubin native.cubin
	run "$tool" compile $arch with.cu chosen.cubin -DCMP_CARD=0x20C2 -DCMP_OVERRIDE_INTRINSICS \
		-DCMP_OVERRIDE_INEXACT --fmad=false
	exits 0 "NVRTC sm_$arch: a CMP 170HX's choice"
	[ $arch -lt 70 ] || # the decoder begins with Volta
		is "NVRTC sm_$arch: no dp4a, and no ffma but that of fmaf()" "$(counts chosen.cubin)" \
			"dp4a 0 dp2a 8 ffma 1"
done
if printf '%s\n' "$archs" | grep -qx 80; then
	flags=$("$cmptune" flags --card 20c2 --quiet nvrtc)
	# shellcheck disable=SC2086 # words are wanted
	run "$tool" compile 80 plain.cu flags.cubin $flags
	exits 0 "NVRTC takes what flags prints"
	is "and it does what it says" "$(counts flags.cubin)" "dp4a 0 dp2a 8 ffma 2"
else
	skip "NVRTC takes what flags prints" "no NVRTC here can target sm_80"
fi
finish
