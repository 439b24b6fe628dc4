#!/bin/sh
# The machine code of every probe on every architecture, as audit compiled it, read by our decoder and by its judge, nvdisasm:
# the same opcodes at every address, hence the same counts.  Two judges at a time.
. tests/lib.sh
. tests/double.sh

nvdisasm=${NVDISASM:-}
for f in "$build/nvdisasm/nvidia/cu13/bin/nvdisasm" build/nvdisasm/nvidia/cu13/bin/nvdisasm; do
	[ -n "$nvdisasm" ] || [ ! -x "$f" ] || nvdisasm=$f
done
[ -n "$nvdisasm" ] || nvdisasm=$(command -v nvdisasm) || skip_all "no nvdisasm: sh bootstrap.sh check unpacks its wheel under build/"
[ -x "$build/tests/tool/sassdump" ] || skip_all "no $build/tests/tool/sassdump: run make tests"
needs_nvrtc
export NVDISASM="$nvdisasm" BUILD="$build"

# What audit.t compiled is in the cache; what it did not, is compiled now.
run "$cmptune" audit --quiet
exits 0 "compiled for every architecture of the newest NVRTC"
archs=$(sed -n 's/.* sm_\([0-9]*\) .*/\1/p' "$out" | sort -un)
if [ -d "$build/nvrtc12" ]; then
	run "$cmptune" audit --quiet --nvrtc "$build/nvrtc12" --arch 70,75,80,86,89,90
	exits 0 "and for those of CUDA 12.9"
fi
lap "compiling"

find "$kernels" -name '*.cubin' | sort >"$tmp/cubins"
n=$(wc -l <"$tmp/cubins" | tr -d ' ')
n_archs=$(echo "$archs" | wc -w)
ok "$n cubins of $n_archs architectures and more" [ "$n" -ge $((n_archs * 15)) ]
rc=0
xargs -P 2 -n $((n / 2 + 1)) perl tests/tool/judge <"$tmp/cubins" >"$out" 2>"$err" || rc=$?
exits 0 "every instruction of them is read as nvdisasm reads it"
note "$(grep -v ' 0 differ$' "$out" | head -n 20)"
is "all were judged" "$(awk '/ instructions in / { n += $4 } END { print n + 0 }' "$out")" "$n"
note "$(awk '/ instructions in / { n += $1 } END { print n }' "$out") instructions"
lap "judging"

finish
