#!/bin/sh
# Our decoder against its judge, nvdisasm: every instruction of the committed cubins, and of tests/data/judge/*.cu as NVRTC
# compiles it.  CMPTUNE_TEST_ALL=1: with each NVRTC here, for each architecture it knows (many minutes).
. tests/lib.sh

nvdisasm=${NVDISASM:-}
for f in "$build/nvdisasm/nvidia/cu13/bin/nvdisasm" build/nvdisasm/nvidia/cu13/bin/nvdisasm; do
	[ -n "$nvdisasm" ] || [ ! -x "$f" ] || nvdisasm=$f
done
[ -n "$nvdisasm" ] || nvdisasm=$(command -v nvdisasm) || skip_all "no nvdisasm: sh bootstrap.sh check unpacks its wheel under build/"
[ -x "$build/tests/tool/sassdump" ] || skip_all "no $build/tests/tool/sassdump: run make tests"
export NVDISASM="$nvdisasm"

# CUDA 13's nvdisasm knows nothing before Turing; the judge takes one of CUDA 12 for Pascal.
nvdisasm12=${NVDISASM12:-}
for f in "$build/nvdisasm12" build/nvdisasm12; do
	f=$f/triton/third_party/cuda/bin/nvdisasm
	[ -n "$nvdisasm12" ] || [ ! -x "$f" ] || nvdisasm12=$f
done
export NVDISASM12="$nvdisasm12"
no_nvdisasm12="no nvdisasm of CUDA 12: sh bootstrap.sh check unpacks one under build/"

# judged NAME CUBIN...
judged() {
	judged_name=$1
	shift
	ok "$judged_name" perl tests/tool/judge "$@"
}

# The judge must be able to say no: an IDP.4A turned into an IDP.2A behind nvdisasm's back, by a dumper that lies.
cat >"$tmp/liar" <<EOF
#!/bin/sh
"$build/tests/tool/sassdump" "\$@" | sed 's/IDP\\.4A/IDP.2A/'
EOF
chmod +x "$tmp/liar"
run env SASSDUMP="$tmp/liar" perl tests/tool/judge tests/data/cubins/sm_80.cubin
exits 1 "the judge notices a wrong name"
has "and shows the line" "$out" 'IDP\.4A.*wanted IDP, IDP\.4A'

judged "the committed cubins" tests/data/cubins/sm_[7-9]*.cubin tests/data/cubins/sm_1*.cubin
if [ -n "$nvdisasm12" ]; then
	judged "those of Pascal" tests/data/cubins/sm_6*.cubin
else
	skip "those of Pascal" "$no_nvdisasm12"
fi

# compiled ARCH ("80", "90a"): tests/data/judge/*.cu for it, judged.  An NVRTC that does not know the architecture is no fault.
compiled() {
	set -- "$1" "$1${CMPTUNE_NVRTC:+ with $CMPTUNE_NVRTC}"
	compiled_arch=${1%a}
	if [ "$compiled_arch" -lt 70 ] && [ -z "$nvdisasm12" ]; then
		skip "sm_$2" "$no_nvdisasm12"
		return
	fi
	rm -rf "$tmp/cubins"
	mkdir "$tmp/cubins"
	for source in tests/data/judge/*.cu; do
		# Volta is the first to have matrix instructions.
		[ "$compiled_arch" -ge 70 ] || [ "$source" != tests/data/judge/mma.cu ] || continue
		run "$build/tests/tool/cubintool" compile "$1" "$source" "$tmp/cubins/$(basename "$source" .cu).cubin"
		if [ "$rc" -eq 77 ]; then
			skip "sm_$2" "$(head -c 300 "$err" | tr '\n' ' ')"
			return
		fi
		[ "$rc" -eq 0 ] || exits 0 "$source compiles for sm_$2"
	done
	judged "sm_$2" "$tmp"/cubins/*.cubin
}

if [ -n "${CMPTUNE_TEST_ALL:-}" ]; then
	for lib in "$build"/nvrtc* /usr/local/cuda/lib64; do
		[ -d "$lib" ] || continue
		export CMPTUNE_NVRTC="$lib"
		for arch in 60 61 62 70 72 75 80 86 87 88 89 90 100 101 103 110 120 121; do
			compiled "$arch"
		done
		# CUDA 11 has no sm_90a.
		case $lib in
		*/nvrtc11) ;;
		*) compiled 90a ;;
		esac
	done
else
	for arch in 80 90 90a 120; do
		compiled "$arch"
	done
	# CUDA 13 knows neither Volta nor Pascal.
	[ ! -d "$build/nvrtc12" ] || export CMPTUNE_NVRTC="$build/nvrtc12"
	compiled 70
	compiled 61
	if [ -d "$build/nvrtc11" ]; then
		export CMPTUNE_NVRTC="$build/nvrtc11"
		compiled 60
	else
		skip "sm_60 with NVRTC 11" "no $build/nvrtc11: sh bootstrap.sh check unpacks its wheel there"
	fi
fi
finish
