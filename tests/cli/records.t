#!/bin/sh
# Records on the command line: export, import, both ways between two databases, and files that are no records.
. tests/lib.sh

CMPTUNE_DB=$tmp/a.db
export CMPTUNE_DB

run "$cmptune" export --card 20c2
exits 0 "an embedded record is exported"
cp "$out" "$tmp/derived.json"
is "and nothing is said" "$(cat "$err")" ""
ok "reading makes no database" test ! -e "$tmp/a.db"
run "$cmptune" export --card 20c2@published --output "$tmp/published.json"
exits 0 "the published one into a file"
has "which is said" "$err" "published.json"
has "with the citation" "$tmp/published.json" "arabel1a/gpu-micro-bench"
has "with the remark why it has no rates" "$tmp/published.json" "latency / 8"
hasnt "an export names no folder of this machine" "$tmp/published.json" "$tmp"

run "$cmptune" import "$tmp/derived.json" "$tmp/published.json"
exits 0 "import into a new database"
has "which carries the same already" "$out" "derived.json: was there already"
run "$cmptune" export --card 20c2
ok "and exports the same bytes" cmp -s "$out" "$tmp/derived.json"

# A record that no program carries: another state, with the id that goes with it.
python=$(command -v python3 || true)
if [ -n "$python" ]; then
	cat >"$tmp/edit.py" <<'PY'
import hashlib, json, sys
record = json.load(open(sys.argv[1]))
record["run"]["started_utc"] = sys.argv[2]
record["run"]["provenance"] = "measured"
del record["id"]
text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
record["id"] = hashlib.sha256(text.encode()).hexdigest()
json.dump(record, open(sys.argv[3], "w"))
PY
	# Whole numbers and halves: Python writes them as the export does.
	"$python" - "$tmp/derived.json" "$tmp/plain.json" <<'PY'
import json, sys
record = json.load(open(sys.argv[1]))
record["figures"] = [f for f in record["figures"] if f["probe"] == "f32_fma"]
for f in record["figures"]:
    f["ns"] = None
json.dump(record, open(sys.argv[2], "w"))
PY
	"$python" "$tmp/edit.py" "$tmp/plain.json" 2026-03-01T00:00:00Z "$tmp/one.json"
	"$python" "$tmp/edit.py" "$tmp/plain.json" 2026-03-02T00:00:00Z "$tmp/two.json"
	run "$cmptune" import "$tmp/one.json"
	exits 0 "a record made by other software, with the right id"
	has "is imported" "$out" "one.json: imported"
	run "$cmptune" import "$tmp/one.json" --json
	has "once" "$out" '"added": false'
	run "$cmptune" import --db "$tmp/b.db" "$tmp/two.json"
	exits 0 "and another into a second database"
	run "$cmptune" export --card 20c2 --output "$tmp/from-a.json"
	run "$cmptune" export --card 20c2 --db "$tmp/b.db" --output "$tmp/from-b.json"
	run "$cmptune" import "$tmp/from-b.json"
	run "$cmptune" import --db "$tmp/b.db" "$tmp/from-a.json"
	run "$cmptune" list --json
	sed 's/"path": "[^"]*"//; s/"run": [0-9]*//g' "$out" >"$tmp/list-a"
	run "$cmptune" list --json --db "$tmp/b.db"
	sed 's/"path": "[^"]*"//; s/"run": [0-9]*//g' "$out" >"$tmp/list-b"
	ok "two databases that exchange what they have hold the same" cmp "$tmp/list-a" "$tmp/list-b"
	run "$cmptune" export --card 20c2
	cp "$out" "$tmp/merged-a.json"
	run "$cmptune" export --card 20c2 --db "$tmp/b.db"
	ok "and export the same" cmp "$out" "$tmp/merged-a.json"
else
	skip "records of other software" "no python3"
fi

# What is no record, or not one any more.
sed 's/"interval_cyc":16.0/"interval_cyc":0.5/' "$tmp/derived.json" >"$tmp/changed.json"
run "$cmptune" import "$tmp/changed.json"
exits 8 "a record that was changed"
has "is named" "$err" "changed.json: its id is not the hash of its content"
head -c 3000 "$tmp/derived.json" >"$tmp/cut.json"
run "$cmptune" import "$tmp/cut.json"
exits 8 "a record that was cut"
has "tells where" "$err" "cut.json: is no JSON: .* in line [0-9]+, column [0-9]+"
run "$cmptune" import "$tmp/missing.json"
exits 7 "a file that is not there"
run "$cmptune" import
exits 2 "no file"
run "$cmptune" export --run 999999
exits 9 "a run that is not there"
has "tells where to look" "$err" "cmptune list"
run "$cmptune" export --run 1 --card 20c2
exits 2 "a run and a card"
run "$cmptune" export --card nothing-like-it
exits 9 "an unknown card"

# Databases that are none.
echo "something else, written by a person, long enough not to be empty" >"$tmp/text.db"
run "$cmptune" list --db "$tmp/text.db"
exits 6 "a text file as database"
has "tells what to do" "$err" "text.db: is damaged or no database .*: move it away"
has "and is as it was" "$tmp/text.db" "written by a person"
run "$cmptune" import --db "$tmp/none/x.db" "$tmp/derived.json"
exits 6 "a database in a folder that is not there"
has "says so" "$err" "No such file or directory"
run "$cmptune" list --db /proc/self/mem
exits 6 "a database that is no file one can use"

finish
