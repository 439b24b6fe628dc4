#!/bin/sh
# From a bare Debian or Ubuntu to results.  What is there already is left alone.
#
#   sh bootstrap.sh        install what is missing, build, and run the main job
#   sh bootstrap.sh check  install what is missing for the tests too, build, and run them
set -eu

cd "$(dirname "$0")"
LC_ALL=C DEBIAN_FRONTEND=noninteractive
export LC_ALL DEBIAN_FRONTEND

say() {
	printf 'bootstrap: %s\n' "$1" >&2
}

die() {
	say "$1"
	exit 1
}

# What a broken-off run has unpacked half must not stay.
part=
trap 'rm -rf "$part"' EXIT
trap 'exit 130' HUP INT TERM

have() {
	command -v "$1" >/dev/null 2>&1
}

# ---- Debian packages ----

# want PACKAGE TEST...: remember the package if the test fails.
missing=
want() {
	package=$1
	shift
	"$@" >/dev/null 2>&1 || missing="$missing $package"
}

has_pip() {
	python3 -m pip --version
}

want_build() {
	want gcc have cc
	want make have make
	want pkg-config have pkg-config
	want libc6-dev test -e /usr/include/stdio.h
	want libsqlite3-dev pkg-config --exists sqlite3
	want libjansson-dev pkg-config --exists jansson
	want libinih-dev pkg-config --exists inih
	want libmd-dev pkg-config --exists libmd
	want gnuplot-nox have gnuplot
}

want_wheels() {
	want python3 have python3
	want python3-pip has_pip
	want ca-certificates test -e /etc/ssl/certs/ca-certificates.crt
}

want_tests() {
	want g++ have c++
	want perl have prove
	want mandoc have mandoc
	want shellcheck have shellcheck
	want sqlite3 have sqlite3
}

# The package lists of a fresh image are empty, and those of an old one name versions that are gone.  A source that cannot
# be reached does not matter as long as the packages come from others.
install_missing() {
	[ -n "$missing" ] || return 0
	have apt-get || die "these programs or libraries are missing, and there is no apt-get to install them:$missing"
	[ "$(id -u)" -eq 0 ] || die "some packages are missing; run this as root first: apt-get install$missing"
	say "installing$missing"
	log=$(mktemp)
	# shellcheck disable=SC2086 # a list of names
	{ apt-get update || :; apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1 </dev/null || {
		tail -n 5 "$log" >&2
		die "apt-get could not install$missing; its whole output is in $log"
	}
	rm -f "$log"
	missing=
}

# ---- NVIDIA's wheels ----

# fetch_wheel NAME FOLDER FILE [PIP OPTION...]: unpack the wheel under build/FOLDER, which then has FILE.  Only a whole folder
# gets its name.
fetch_wheel() {
	[ -e "build/$2/$3" ] && return 0
	want_wheels
	install_missing
	case $(uname -m) in
	x86_64) ;;
	*) die "NVIDIA's wheel $1 is fetched for x86_64 only, and this machine is $(uname -m): install the CUDA toolkit instead" ;;
	esac
	say "fetching $1 from PyPI into build/$2"
	wheel=$1 folder=build/$2 file=$3
	shift 3
	mkdir -p build
	part=$(mktemp -d "$folder.XXXXXX")
	grep "^$wheel==" tests/data/wheels.txt >"$part/wheels.txt"
	python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
		"$@" -r "$part/wheels.txt" -d "$part" >"$part/log" 2>&1 </dev/null || {
		tail -n 5 "$part/log" >&2
		die "pip could not fetch $wheel: see whether PyPI can be reached from here"
	}
	mkdir "$part/tree"
	python3 -m zipfile -e "$part"/*.whl "$part/tree" || die "the wheel of $wheel cannot be unpacked: is the disk full?"
	# The alternative builds and headers double the size, and nothing uses them; nor anything else of Triton.
	find "$part/tree" \( -name '*.alt.so*' -o -name '*.h' -o -path '*/triton/*' ! -name nvdisasm -type f \) -exec rm -f {} +
	[ -e "$part/tree/$file" ] || die "the wheel of $wheel has no $file: tests/data/wheels.txt names another version than this script knows"
	chmod +x "$part/tree/$file"
	chmod 755 "$part/tree"
	rm -rf "$folder"
	mv "$part/tree" "$folder"
	rm -rf "$part"
	part=
}

fetch_nvrtc13() {
	fetch_wheel nvidia-cuda-nvrtc nvrtc13 nvidia/cu13/lib/libnvrtc.so.13
}

fetch_nvrtc12() {
	fetch_wheel nvidia-cuda-nvrtc-cu12 nvrtc12 nvidia/cuda_nvrtc/lib/libnvrtc.so.12
}

fetch_nvrtc11() {
	fetch_wheel nvidia-cuda-nvrtc-cu11 nvrtc11 nvidia/cuda_nvrtc/lib/libnvrtc.so.11.2
}

# Of a wheel that is made for one version of Python, and has nothing to do with it here.
fetch_nvdisasm12() {
	fetch_wheel triton nvdisasm12 triton/third_party/cuda/bin/nvdisasm \
		--python-version 3.10 --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64
}

# ---- the card ----

# The PCI device ids of NVIDIA's display and 3D controllers, e.g. 0x20c2; mining cards are 3D controllers.
cards() {
	for dev in /sys/bus/pci/devices/*; do
		[ -r "$dev/class" ] || continue
		case $(cat "$dev/vendor"):$(cat "$dev/class") in
		0x10de:0x03*) cat "$dev/device" ;;
		esac
	done
}

# CUDA 13 came with driver 580; older drivers do not load its code.
driver_is_old() {
	release=$(sed -n 's/^NVRM version:.* \([0-9][0-9]*\)\.[0-9.]* .*/\1/p' /proc/driver/nvidia/version)
	[ -n "$release" ] && [ "$release" -lt 580 ]
}

# has_toolkit N: CUDA N is installed, or the loader finds its NVRTC.
has_toolkit() {
	for file in "${CUDA_HOME:-/usr/local/cuda}"/lib64/libnvrtc.so."$1" /usr/local/cuda*/lib64/libnvrtc.so."$1"; do
		[ ! -e "$file" ] || return 0
	done
	ldconfig -p 2>/dev/null | grep -q "libnvrtc\.so\.$1 "
}

# An NVRTC for each card.  CUDA 13's cannot target anything before Turing, and Turing's PCI ids begin at 0x1e00.
fetch_nvrtc() {
	[ -z "${CMPTUNE_NVRTC:-}" ] || return 0
	for id in $1; do
		if [ $((id)) -lt $((0x1e00)) ] || driver_is_old; then
			has_toolkit 12 || fetch_nvrtc12
		else
			has_toolkit 13 || fetch_nvrtc13
		fi
	done
}

# ---- the two jobs ----

# Status 1: measured, but not everything is to be trusted; the report says what.
run() {
	status=0
	"$@" || status=$?
	[ "$status" -le 1 ] || exit "$status"
}

# results OPTION...: the verdicts on the screen, the tables behind them in a file, and the header.
results() {
	run build/cmptune report "$@" >build/report.txt
	sed '/^Instructions$/,$d' build/report.txt
	build/cmptune emit "$@" -o build/cmp_dispatch.h
}

main() {
	want_build
	install_missing
	make -s all
	ids=$(cards)
	if [ -n "$ids" ] && [ -e /proc/driver/nvidia/version ]; then
		fetch_nvrtc "$ids"
		run build/cmptune probe
		results
	else
		if [ -n "$ids" ]; then
			say "there is an NVIDIA card but no driver for it, so nothing can be measured: install the driver and run this again"
		else
			say "there is no NVIDIA GPU in this machine, so nothing can be measured"
		fi
		say "showing the embedded records of a CMP 170HX instead; they were not measured here"
		results --card 20c2
	fi
	say "all figures are in build/report.txt, the header is build/cmp_dispatch.h, the program build/cmptune"
	say "'make install' puts the program in /usr/local"
}

check() {
	want_build
	want_wheels
	want_tests
	install_missing
	fetch_nvrtc13
	fetch_nvrtc12
	fetch_nvrtc11
	fetch_nvdisasm12
	fetch_wheel nvidia-cuda-nvdisasm nvdisasm nvidia/cu13/bin/nvdisasm
	make -s check
}

case ${1:-} in
'') main ;;
check) check ;;
*) die "there is no '$1': run 'sh bootstrap.sh' or 'sh bootstrap.sh check'" ;;
esac
