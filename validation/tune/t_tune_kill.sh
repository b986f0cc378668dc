#!/usr/bin/env bash
# Kills a tuning run at 50 random moments: the table is always whole, timings are never lost, and
# the next run goes on from them. DDBLAS_TEST_PART divides the 50. Then: two runs exclude each
# other, a journal with a torn line or of another device is no obstacle, the report draws, and what
# a finished run leaves is a table that the library takes without complaint.
# Usage: t_tune_kill.sh path/to/ddblas
set -euo pipefail
ddblas=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CONFIG_HOME=$work/config OMP_WAIT_POLICY=passive
RANDOM=20261121
table=$work/cpu.table
arguments=(tune --engine cpu --threads 1 --types W --n-max 400 --table "$table")
tune() { "$ddblas" "${arguments[@]}" "$@"; }
start() { "$ddblas" "${arguments[@]}" "$@" >"$work/out" 2>"$work/err" & pid=$!; }
fail() { echo "t_tune_kill: $*" >&2; exit 1; }

# The form of docs/tuning.md: header, and as many rows as the last line says.
check_table() {
    [ -e "$table" ] || return 0
    [ "$(head -n 1 "$table")" = "ddblas-table 1" ] || fail "torn head after kill $1"
    local rows
    rows=$(grep -c '^symv ' "$table" || true)
    [ "$(tail -n 1 "$table")" = "end $rows" ] || fail "torn table after kill $1"
}

whole_lines() { if [ -e "$table.journal" ]; then grep -c ' \.$' "$table.journal" || true; else echo 0; fi; }

kills=0 finished=0 resumed=0 before=0 most=$((50 / ${DDBLAS_TEST_PART:-1}))
while [ $kills -lt $most ]; do
    start --json
    sleep "0.$(printf '%03d' $((RANDOM % 500)))"
    if kill -9 $pid 2>/dev/null; then kills=$((kills + 1)); fi
    wait $pid 2>/dev/null && finished=$((finished + 1))
    grep -q . "$work/err" && fail "$(cat "$work/err")"
    check_table $kills
    lines=$(whole_lines)
    [ -e "$table.journal" ] && [ "$lines" -lt "$before" ] && [ "$finished" = 0 ] && fail "timings lost: $before, then $lines"
    before=$lines
done

# Goes on: all whole lines of the journal are taken over that the search asks for again, a torn one
# is left out.
[ -e "$table.journal" ] || { start; sleep 0.3; kill -9 $pid; wait $pid 2>/dev/null || true; }
lines=$(whole_lines)
printf 'symv W lower 100 2 ns=1.000 noise=0.0' >>"$table.journal"
tune --json >"$work/out" || fail "the last run failed"
check_table end
resumed=$(sed -n 's/.*"resumed": *\([0-9]*\).*/\1/p' "$work/out")
[ "$resumed" -ge $((lines / 2)) ] || fail "only $resumed of $lines timings taken over"
if [ -e "$table.journal" ] || [ ! -s "$table.samples" ] || [ -e "$table.tmp" ]; then
    fail "litter: $(ls "$work")"
fi

# The library takes the table, and the report draws one picture a problem.
"$ddblas" tune report --engine cpu --table "$table" --out "$work/pictures" >"$work/report" || fail "no report"
for variant in lower upper; do
    grep -q '</svg>' "$work/pictures/symv-W-$variant.svg" || fail "no picture of $variant"
done

# A second run while one holds the journal.
start
for _ in $(seq 100); do [ -e "$table.journal" ] && break; sleep 0.02; done
if tune >/dev/null 2>"$work/second"; then
    kill -0 $pid 2>/dev/null && fail "two runs at once"
else
    grep -q 'another run holds' "$work/second" || fail "second run: $(cat "$work/second")"
fi
kill -9 $pid 2>/dev/null || true
wait $pid 2>/dev/null || true

# A journal of another device is emptied, not believed.
printf 'ddblas-journal 1\nengine cpu\ndevice Something else\ncapability 1.0\nsymv W lower 64 0 ns=1.000 noise=0.001 bytes=1 repeats=1 default .\n' >"$table.journal"
tune --json >"$work/out" || fail "run over a foreign journal"
[ "$(sed -n 's/.*"resumed": *\([0-9]*\).*/\1/p' "$work/out")" = 0 ] || fail "a foreign journal was believed"
# A run writes through no symbolic link: one where the journal belongs is an error, one where the
# new table belongs is replaced.
echo precious >"$work/victim"
ln -s victim "$table.journal"
if tune >/dev/null 2>"$work/err"; then fail "a run follows a symbolic link to its journal"; fi
grep -q 'symbolic link' "$work/err" || fail "journal that is a link: $(cat "$work/err")"
rm "$table.journal"
ln -s victim "$table.tmp"
tune >/dev/null || fail "run beside a symbolic link"
[ "$(cat "$work/victim")" = precious ] || fail "a run wrote through a symbolic link"
[ ! -L "$table" ] || fail "the table is a symbolic link"
echo "$kills kills, $finished runs finished between them, $resumed timings taken over in the last"
