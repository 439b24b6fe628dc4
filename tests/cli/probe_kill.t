#!/bin/sh
# kill -9 at 20 random moments of a run on the driver double, and of the run that resumes it: what was committed is there
# afterwards, and in the end there is what an undisturbed run has.  CMPTUNE_TEST_SEED=N: other moments.
. tests/lib.sh
. tests/double.sh

needs_nvrtc
seed=${CMPTUNE_TEST_SEED:-20}
probes=f32_add,f32_mul,f32_fma,f32_min,dp4a_ss,dp2a_lo_ss,s32_mad_lo,b32_lop3,b32_prmt,b32_popc,f32_ex2,mma_m16n8k8_f16
db=$XDG_DATA_HOME/cmptune/cmptune.db

# sql QUERY: its rows, fields between bars, by whatever reads such a file here.  A writer may hold the lock for a moment.
if command -v sqlite3 >/dev/null; then
	sql() {
		sqlite3 -cmd '.timeout 5000' "$db" "$1"
	}
elif python3 -c 'import sqlite3' 2>/dev/null; then
	sql() {
		python3 -c '
import sqlite3, sys
for row in sqlite3.connect(sys.argv[1], timeout=5).execute(sys.argv[2]):
    print("|".join("" if v is None else str(v) for v in row))' "$db" "$1"
	}
else
	skip_all "nothing here reads an SQLite file: install sqlite3"
fi

# figures RUN: what is committed of it
figures() {
	sql "SELECT probe, kind, warps, chains FROM figure WHERE run_id = $1 AND n_samples > 0" | sort
}

newest_run() {
	sql "SELECT max(id) FROM run"
}

# whole: "" when the file is sound and each figure has all its samples
whole() {
	sql "PRAGMA integrity_check" | grep -v '^ok$'
	sql "PRAGMA foreign_key_check"
	sql "SELECT probe, kind, n_samples, count(sample.seq) FROM figure LEFT JOIN sample ON figure_id = figure.id
		JOIN run ON run.id = run_id WHERE NOT is_builtin GROUP BY figure.id HAVING n_samples <> count(sample.seq)"
}

# Slowed down, so that there is something to hit.
start() {
	background cmp170hx env FAKE_SLEEP=cuLaunchKernel:1 "$cmptune" probe --only "$probes" "$@"
}

# kill_after SECONDS NAME: what was committed just before must be there just after
kill_after() {
	sleep "$1"
	: >"$tmp/before"
	run_id=
	[ ! -e "$db" ] || run_id=$(newest_run 2>/dev/null)
	[ -z "$run_id" ] || figures "$run_id" >"$tmp/before"
	kill -9 "$pid" 2>/dev/null
	rc=0
	wait "$pid" 2>/dev/null || rc=$?
	[ "$rc" -eq 137 ] || missed=$((missed + 1))
	run "$cmptune" list
	exits 0 "$2: the database opens, $(wc -l <"$tmp/before" | tr -d ' ') points after $1 s"
	is "$2: and is sound" "$(whole)" ""
	: >"$tmp/after"
	[ -z "$run_id" ] || figures "$run_id" >"$tmp/after"
	is "$2: nothing is lost" "$(comm -23 "$tmp/before" "$tmp/after")" ""
}

# ---- the undisturbed run ----

run double cmp170hx "$cmptune" probe --only "$probes"
exits 0 "the kernels are compiled"
start
began=$(date +%s.%N)
wait "$pid" || fail "an undisturbed run"
ended=$(date +%s.%N)
whole_run=$(newest_run)
figures "$whole_run" >"$tmp/wanted"
n_wanted=$(wc -l <"$tmp/wanted" | tr -d ' ')
is "an undisturbed run has every point" "$(sed -n 's/^\([0-9]*\) points, 0 without a figure, 0 .*/\1/p' "$out")" "$n_wanted"
took=$(awk -v a="$began" -v b="$ended" 'BEGIN { print b - a }')
note "seed $seed; $n_wanted points in $took s"

# ---- kills: of a run, and of the run that resumes it ----

missed=0 partial=0 resumed=0
moments=$(awk -v seed="$seed" -v whole="$took" 'BEGIN { srand(seed); for (i = 0; i < 20; i++) printf "%.3f ", rand() * whole }')
# shellcheck disable=SC2086 # twenty numbers
set -- $moments
while [ $# -gt 0 ]; do
	start
	kill_after "$1" "kill at $1 s"
	first=$run_id
	n=$(wc -l <"$tmp/after" | tr -d ' ')
	[ "$n" -eq 0 ] || [ "$n" -eq "$n_wanted" ] || partial=$((partial + 1))
	cp "$tmp/after" "$tmp/first"
	start --resume
	kill_after "$2" "resumed, kill at $2 s"
	is "resumed, kill at $2 s: nothing of the first run is lost" \
		"$(figures "${first:-0}" | comm -23 "$tmp/first" -)" ""
	shift 2
	run double cmp170hx "$cmptune" probe --only "$probes" --resume --json
	exits 0 "resumed to the end"
	[ "$(key resumed)" != 1 ] || resumed=$((resumed + 1))
	id=$(key run)
	is "the state" "$(key fingerprint)" "$(sql "SELECT fingerprint FROM state JOIN run ON state_id = state.id WHERE run.id = $whole_run")"
	figures "$id" >"$tmp/got"
	ok "the points of an undisturbed run" cmp "$tmp/wanted" "$tmp/got"
	is "and their values" "$(sql "SELECT a.probe, a.kind, a.warps, a.chains FROM figure a JOIN figure b USING (probe, kind, warps, chains)
		WHERE a.run_id = $whole_run AND b.run_id = $id AND abs(a.interval_cyc / b.interval_cyc - 1) > 0.001")" ""
done
ok "most kills hit a run: $missed came too late" [ "$missed" -le 6 ]
ok "and some left a part of the points: $partial of 10" [ "$partial" -ge 4 ]
ok "which was resumed: $resumed of 10" [ "$resumed" -ge 4 ]
lap "20 kills"

# ---- kills while kernels are compiled, with a cache of its own ----

for moment in 0.05 0.2 0.5; do
	rm -rf "$tmp/cold"
	background cmp170hx env XDG_CACHE_HOME="$tmp/cold" "$cmptune" probe --only f32_fma,dp4a_ss,mma_m16n8k8_f16
	sleep $moment
	kill -9 "$pid" 2>/dev/null
	wait "$pid" 2>/dev/null
	run double cmp170hx env XDG_CACHE_HOME="$tmp/cold" "$cmptune" probe --only f32_fma,dp4a_ss,mma_m16n8k8_f16 --resume --json
	exits 0 "killed after $moment s of compiling: the next run"
	is "and its points without a figure" "$(key failed)" 0
done
lap "kills while compiling"

finish
