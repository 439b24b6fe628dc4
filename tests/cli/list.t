#!/bin/sh
# cmptune list: what the machine says, what the database holds, and the reason of each field that is not known.
. tests/lib.sh

# The double's cards and no others.
fake() {
	LD_LIBRARY_PATH=$build/fake FAKE_CARD=$1 CMPTUNE_SYSROOT=$tmp/nowhere
	export LD_LIBRARY_PATH FAKE_CARD CMPTUNE_SYSROOT
}

# field FILE NAME: the value column of the first card's row.
field() {
	sed -n "s/^    $2  *//p" "$1" | head -n 1
}

run "$cmptune" list --help
exits 0 "--help"

# ---- the double
fake mixed
run "$cmptune" list
exits 0 "two cards"
is "and nothing is complained of" "$(cat "$err")" ""
is "the PCI device id" "$(field "$out" "PCI device id")" "20c2"
is "the PCI subsystem id" "$(field "$out" "PCI subsystem id")" "10de:1585"
is "the VBIOS" "$(field "$out" "VBIOS")" "92.00.67.00.01"
is "the compute capability" "$(field "$out" "compute capability")" "8.0"
is "the SMs" "$(field "$out" "SMs")" "70"
is "the link" "$(field "$out" "PCIe generation, now")" "1"
has "the second card" "$out" '^  1: '
has "the database" "$out" '^Cards in the database'
has "holds a CMP 170HX" "$out" '^  20c2:'

run "$cmptune" list --device 1
exits 0 "one card by its index"
hasnt "and no other" "$out" '^  0: '
hasnt "and no database" "$out" 'database'
bus=$(field "$out" "PCI bus id")
uuid=$(field "$out" "UUID")
cp "$out" "$tmp/one"
run "$cmptune" list --device "$bus"
ok "the same by its bus id $bus" cmp "$out" "$tmp/one"
run "$cmptune" list --device "$uuid"
ok "the same by its UUID" cmp "$out" "$tmp/one"
run "$cmptune" list --device 7
exits 9 "a card that is not there"
has "the ones that are get named" "$err" '0 = 0000:'
run "$cmptune" list --device 0 --card 20c2
exits 2 "a card cannot be in both places"

run "$cmptune" list --card 20c2
exits 0 "a card of the database"
hasnt "without the machine" "$out" 'this machine'
hasnt "or other cards" "$out" '^  220d:'

run "$cmptune" list --json
exits 0 "as JSON"
if command -v python3 >/dev/null; then
	is "it can be read" "$(python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); c = d["machine"]["cards"]
print(len(c), c[0]["fields"]["pci_device"]["value"], c[0]["index"], len(d["database"]["records"]) > 0)' "$out")" "2 8386 0 True"
else
	skip "it can be read" "no python3"
fi

# ---- one call fails: the others are not hidden
FAKE_FAIL="nvmlDeviceGetVbiosVersion:3 cuDeviceTotalMem:999"
export FAKE_FAIL
run "$cmptune" list --device 0
exits 0 "two calls fail"
has "one says why" "$out" '^    VBIOS  *unknown \(NVML: .*\(3\); /proc/driver/nvidia does not list the card\)'
is "NVML stands in for the other" "$(field "$out" "memory" | sed 's/ .*//')" "7.8"
is "the rest is there" "$(field "$out" "SMs")" "70"
run env FAKE_FAIL=nvmlInit:9 "$cmptune" list --device 0
exits 0 "no NVML"
has "says NVML's reason" "$out" '^    PCIe generation, now  *unknown \(NVML: nvmlInit: .*\(9\)'
is "CUDA's fields are there" "$(field "$out" "compute capability")" "8.0"
run env FAKE_FAIL=cuInit:100 "$cmptune" list
exits 0 "no CUDA"
has "says CUDA's reason" "$out" 'no card can be used by CUDA: cuInit: .*\(100\)'
has "NVML's fields are there" "$out" '^    VBIOS  *92\.00\.67\.00\.01$'
unset FAKE_FAIL
run env FAKE_CRASH=cuInit "$cmptune" list
exits 3 "the driver crashes"
has "the database is shown nevertheless" "$out" '^  20c2:'
has "and the crash told" "$err" 'cmptune: error: '

# ---- an NVRTC for each card
fake cmp100-210
run env CMPTUNE_NVRTC="$tmp" "$cmptune" list --device 0
exits 0 "a card without an NVRTC"
has "says what to install" "$out" '^    NVRTC  *none: .*nvidia-cuda-nvrtc-cu12==12.9.86'

# ---- sources against each other
fake cmp100-210
run env CMPTUNE_SYSROOT=tests/data/sysroot-170hx "$cmptune" list --device 0
is "sysfs has the last word on ids, and NVML's is told" "$(field "$out" "PCI device id")" "20c2 (sysfs; NVML says 0x1d84)"
fake h200
run env CMPTUNE_SYSROOT=tests/data/sysroot-proc FAKE_FAIL=nvmlDeviceGetVbiosVersion:3 "$cmptune" list --device 0
is "/proc tells the VBIOS that NVML does not, in the same spelling" "$(field "$out" VBIOS)" "96.00.A5.00.1A"
run env CMPTUNE_SYSROOT=tests/data/sysroot-proc FAKE_FAIL=nvmlInit:9 "$cmptune" list --device 0
is "and sysfs the driver's version" "$(field "$out" driver)" "580.95.05"

# ---- sysfs without a driver
fake none
run env FAKE_FAIL="cuInit:100 nvmlInit:9" CMPTUNE_SYSROOT=tests/data/sysroot-170hx "$cmptune" list
exits 0 "no driver"
is "sysfs tells the ids" "$(field "$out" "PCI device id")" "20c2"
is "and the link" "$(field "$out" "PCIe width, now")" "x4"
has "what it cannot tell has a reason" "$out" '^    compute capability  *unknown \(CUDA: '

finish
