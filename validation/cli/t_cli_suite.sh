#!/usr/bin/env bash
# ddblas verify --suite: outcomes of every kind that are known beforehand, exit codes, reports as
# text, JSON and JUnit XML, names that need escapes, a case that is killed, lines that are refused.
# Usage: t_cli_suite.sh PATH_OF_DDBLAS
# shellcheck disable=SC2015 # "run && check || fail": a failed run is to be reported as well
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

column() { printf '%s\n' "${@:2}" >"$1"; } # file numbers
suite() {                                  # folder, lines of suite.txt from standard input
    mkdir -p "$1" && cat >"$1/suite.txt"
}
python() { # program: a Python program about out and junit.xml, which exits with 0
    command -v python3 >/dev/null || return 0
    python3 -c "import json, sys, xml.etree.ElementTree as tree
$1" || fail "not as expected: $1: $(cat out junit.xml)"
}

mkdir data
column data/ref.txt 1 2 4
column data/equal.txt 1 2 4
column data/near.txt 1.0009765625 2 4 # an error of 2^-10, 3.01 digits
cp data/near.txt 'data/with blanks.txt'
column data/bound.txt 1e-6 1e-6 1e-6
printf '%%%%MatrixMarket matrix array real general\n2 2\n2\n1\n1\n2\n' >data/A.mtx
printf '%%%%MatrixMarket matrix array real general\n2 1\n3\n3\n' >data/b.mtx
printf '%%%%MatrixMarket matrix array real general\n2 1\n1\n1\n' >data/x.mtx
printf '%%%%MatrixMarket matrix array real general\n2 1\n1\n1.001\n' >data/wrong.mtx

pass='same: compare equal.txt ref.txt --require-digits 30'
few='few: compare near.txt ref.txt --require-digits 4'
failed='failed: compare near.txt ref.txt --bound bound.txt'
bad='bad: compare missing.txt ref.txt'

# ---- every kind of outcome, and the worst exit code
suite data <<<"$pass"
expect 0 verify --suite data && says '^same  PASS +31\.3  [0-9.]+ s$' &&
    says '^1 cases: 1 passed, 0 failed, 0 with few digits, 0 errors, [0-9.]+ s$'
expect 0 verify --suite=data
suite data <<<"$few"$'\n'"$pass"
expect 4 verify --suite data && says '^few   FEW DIGITS +3\.0  .* worst 3\.0, .*; worst 4 required$' && says '^same  PASS '
suite data <<<"$failed"$'\n'"$few"
expect 1 verify --suite data && says '^failed  FAIL +3\.0  .* error / bound 977$'
suite data <<<"$bad"$'\n'"$failed"$'\n'"$few"
expect 2 verify --suite data && says '^bad     ERROR +-  .* missing\.txt' && says '^failed  FAIL' &&
    says '^3 cases: 0 passed, 1 failed, 1 with few digits, 1 errors'

# ---- the syntax of suite.txt, verify, and digits of the columns that are judged alone
suite data <<'END'
# a comment

	right : verify solve A.mtx x.mtx b.mtx
  wrong: verify solve A.mtx wrong.mtx b.mtx   # another comment
double quotes:compare: compare "with blanks.txt" ref.txt
single quotes: compare 'with blanks.txt' ref'.'txt
product: verify symv --gen hilbert 12 --x hilbert-x
END
printf 'no new line at the end: compare equal.txt ref.txt\r' >>data/suite.txt
expect 1 verify --suite data --json && json
python 'r = json.load(open("out")); c = {x["name"]: x for x in r["cases"]}
assert [x["outcome"] for x in r["cases"]] == ["PASS", "FAIL", "PASS", "PASS", "PASS", "PASS"], r
assert [x["line"] for x in r["cases"]] == [3, 4, 5, 6, 7, 8]
assert (r["tests"], r["passes"], r["failures"], r["few_digits"], r["errors"], r["exit_code"], r["passed"]) == (6, 5, 1, 0, 0, 1, False)
assert abs(c["double quotes:compare"]["worst_component_digits"] - 3.010299956639812) < 1e-12
assert abs(c["single quotes"]["worst_component_digits"] - 3.010299956639812) < 1e-12
# 0.001 of 1.001 beside 1: three digits
assert abs(c["wrong"]["worst_component_digits"] - 3) < 1e-9 and c["right"]["worst_component_digits"] == "exact"
# double-double alone is judged: FP64 has no digit here
assert c["product"]["worst_component_digits"] > 12' # 32 digits without the 16 of the condition

# ---- results of the user: the digits of the worst component, and its place in the message
printf '1\n1\n' >data/one.txt
printf '1\n1.00000000000000088817841970012523233890533447265625\n' >data/near_one.txt # 50 bits
printf '1\n1.25\n' >data/far.txt
printf '1\n3\n' >data/w.txt
suite data <<'END'
solution: verify solve A.mtx b.mtx --result one.txt --require-digits 30
eigenvalues: verify eig A.mtx --result w.txt --require-digits 30
few: verify solve A.mtx b.mtx --result near_one.txt --require-digits 15.1
far: verify solve A.mtx b.mtx --result far.txt --require-digits 12
END
printf '%%%%MatrixMarket matrix array real general\n2 2\n2\n1\n1\n2\n' >data/A.mtx
expect 1 verify --suite data --junit junit.xml --json && json
python 'r = json.load(open("out")); c = {x["name"]: x for x in r["cases"]}
assert [x["outcome"] for x in r["cases"]] == ["PASS", "PASS", "FEW DIGITS", "FAIL"], r
assert abs(c["few"]["worst_component_digits"] - 15.051499783199059) < 1e-12 and "at (2, 1)" in c["few"]["message"]
assert "at (2, 1)" in c["far"]["message"] and c["solution"]["worst_component_digits"] > 31
root = tree.parse("junit.xml").getroot()
assert root.get("failures") == "2" and "at (2, 1)" in root.findall("testcase/failure")[1].get("message")'

# ---- JUnit XML: counts, and names that need escapes, also bytes that are not UTF-8
suite data <<'END'
a <b> & "c" 'd' ]]> é: compare equal.txt ref.txt
few <&>: compare near.txt ref.txt --require-digits 4
failed: compare near.txt ref.txt --bound bound.txt
bad: compare "miss<&'ing.txt" ref.txt
END
printf 'latin \351 1 \001 \357\277\277: verify "r<\\" A.mtx\n' >>data/suite.txt
expect 2 verify --suite data --junit junit.xml --json && json
python 'root = tree.parse("junit.xml").getroot(); cases = root.findall("testcase")
assert root.tag == "testsuite" and root.get("name") == "data" and float(root.get("time")) >= 0
assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("5", "2", "2"), root.attrib
assert len(root.findall("testcase/failure")) == 2 and len(root.findall("testcase/error")) == 2
assert cases[0].get("name") == "a <b> & \"c\" " + chr(39) + "d" + chr(39) + " ]]> \u00e9" and len(cases[0]) == 0
assert cases[0].get("classname") == "ddblas.compare" and float(cases[0].get("time")) >= 0
assert cases[1].get("name") == "few <&>" and "worst 4 required" in cases[1].find("failure").get("message")
assert cases[2].find("failure").get("type") == "exit code 1"
assert "miss<&" + chr(39) + "ing.txt" in cases[3].find("error").get("message")
assert cases[4].get("name") == "latin \ufffd 1 \ufffd \ufffd" and cases[4].get("classname") == "ddblas.verify.r<\\"
assert "not a routine" in cases[4].find("error").get("message")
names = [c["name"] for c in json.load(open("out"))["cases"]]
assert names[0] == cases[0].get("name") and names[4] == "latin \ufffd 1 \x01 \uffff"'
rm -f junit.xml
suite data <<<"$pass"
# A report that cannot be written is refused before the cases run.
refuse 2 '^ddblas: missing/junit.xml: cannot create' verify --suite data --junit missing/junit.xml
refuse 2 '^ddblas: missing/junit.xml: cannot create' verify --suite data --junit missing/junit.xml --json
refuse 2 '^ddblas: data: cannot write: it is a folder' verify --suite data --junit data
[ -w /dev/full ] && expect 2 verify --suite data --junit /dev/full
expect 0 verify --json --suite data && json # options in any order
expect 0 verify --junit junit.xml --suite=data && rm -f junit.xml

# ---- files of other systems: a byte order mark, and carriage returns, of which none hides a case
printf '\xef\xbb\xbf# comment\r\n%s\r\n' "$pass" >data/suite.txt
expect 0 verify --suite data && says '^same  PASS' && says '^1 cases'
printf '\xef\xbb\xbf%s\n' "$pass" >data/suite.txt
expect 0 verify --suite data && says '^same  PASS'
printf '%s\r%s\r' "$pass" "$few" >data/suite.txt
refuse 2 '^ddblas: data/suite\.txt:1: .*carriage return' verify --suite data
suite data <<<"$pass"

# ---- a parent that ignores the end of its children
if command -v python3 >/dev/null; then
    checks=$((checks + 1))
    python3 -c 'import os, signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execv(sys.argv[1], ["ddblas", "verify", "--suite", "data"])' "$ddblas" >out 2>err || fail "SIGCHLD ignored: $(cat out err)"
fi

# ---- a case that is killed is an error, and the next one runs
if mkfifo data/pipe 2>/dev/null; then
    suite data <<<$'killed: compare pipe ref.txt\n'"$bad"$'\n'"$pass"
    "$ddblas" verify --suite data --junit junit.xml >out 2>err </dev/null &
    parent=$!
    child=
    for _ in $(seq 400); do
        child=$(grep -lsx "PPid:[[:space:]]*$parent" /proc/[0-9]*/status | head -n 1)
        # The child has opened no file but the pipe, which it waits for.
        [ -n "$child" ] && kill -s KILL "$(basename "$(dirname "$child")")" && break
        sleep 0.01
    done
    got=0
    wait "$parent" || got=$?
    checks=$((checks + 1))
    [ "$got" = 3 ] || fail "a killed case: exit code $got, expected 3: $(cat out err)"
    says '^killed  ERROR .* killed by signal 9 \(.*\)$' && says '^bad     ERROR' && says '^same    PASS'
    python 'root = tree.parse("junit.xml").getroot()
assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "0", "2")
assert root.find("testcase/error").get("message").startswith("killed by signal 9")'
fi

# ---- a case that takes longer than its limit is an error, and the next one runs
if mkfifo data/endless 2>/dev/null; then # nobody writes to it
    suite data <<<$'limit_s: 0.2  # of both\nendless: compare endless ref.txt\n'"$pass"
    expect 3 verify --suite data --junit junit.xml && says '^endless  ERROR +- +0\.[2-9][0-9]* s  took longer than its limit of 0\.2 s$' &&
        says '^same     PASS'
    python 'root = tree.parse("junit.xml").getroot()
assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("2", "0", "1")
assert root.find("testcase/error").get("message") == "took longer than its limit of 0.2 s"'
    suite data <<<$'limit_s: 600\nendless: limit_s=0.1 compare endless ref.txt\n'"$pass"
    expect 3 verify --suite data --json && json
    python 'r = json.load(open("out")); assert [c["limit_s"] for c in r["cases"]] == [0.1, 600] and r["errors"] == 1 and r["passes"] == 1, r'
    suite data <<<$'limit_s: 0.1\nlimit_s: 0\n'"$pass"
    expect 0 verify --suite data --json
    python 'r = json.load(open("out")); assert "limit_s" not in r["cases"][0] and r["tests"] == 1, r'
    rm data/endless
fi

# ---- a suite that is killed takes its case with it
if [ -p data/pipe ]; then
    suite data <<<'waits: compare pipe ref.txt'
    "$ddblas" verify --suite data >out 2>err </dev/null &
    parent=$!
    child=
    for _ in $(seq 400); do
        child=$(grep -lsx "PPid:[[:space:]]*$parent" /proc/[0-9]*/status | head -n 1)
        [ -n "$child" ] && break
        sleep 0.01
    done
    sleep 0.1 # the child has asked for its end
    kill -s KILL "$parent"
    wait "$parent" 2>/dev/null
    for _ in $(seq 400); do
        [ -e "$child" ] || break
        sleep 0.01
    done
    checks=$((checks + 1))
    [ -n "$child" ] && [ ! -e "$child" ] || fail "the case of a killed suite goes on: $child"
fi

# ---- refused as a whole, with the line; no case runs, as a case would write out.mtx
refuse_line() { # line number, pattern, the lines
    printf '%s\n' "first: compare equal.txt ref.txt --out out.mtx" "${@:3}" >data/suite.txt
    refuse 2 "^ddblas: data/suite\.txt:$1: $2" verify --suite data
    refuse 2 "^ddblas: data/suite\.txt:$1: $2" verify --suite data --json
    [ ! -e data/out.mtx ] || fail "a case ran in spite of a bad line: $3"
}
refuse_line 2 'expected NAME: verify' 'compare equal.txt ref.txt'
refuse_line 2 'expected NAME: verify' 'name:compare equal.txt ref.txt'
refuse_line 2 'expected NAME: verify' ' : compare equal.txt ref.txt'
refuse_line 4 "expected verify or compare after the name, got 'solve'" '# comment' '' 'a: solve A.mtx b.mtx'
refuse_line 3 "expected verify or compare after the name, got ''" '' 'a:'
refuse_line 2 "expected verify or compare after the name, got ''" 'a: # compare'
refuse_line 2 "expected arguments after 'compare'" 'a: compare'
refuse_line 2 "a quote is not closed" 'a: compare "equal.txt ref.txt'
refuse_line 2 "a quote is not closed" "a: compare equal.txt 'ref.txt\""
refuse_line 2 'a case cannot have --suite' 'a: verify --suite .'
refuse_line 2 'a case cannot have --help' 'a: compare --help'
refuse_line 2 'a case cannot have -h' 'a: verify symv -h'
refuse_line 3 "the name 'first' is that of line 1 too" 'a: compare equal.txt ref.txt' 'first : compare equal.txt ref.txt'
for limit in -1 x '' nan 1e9 '3 4'; do
    refuse_line 2 "limit_s: expected seconds from 0, .* got '$limit'" "limit_s: $limit"
done
refuse_line 2 "limit_s: expected seconds from 0, .* got 'x'" 'a: limit_s=x compare equal.txt ref.txt'
refuse_line 2 "expected verify or compare after the name, got ''" 'a: limit_s=3'
printf '%s\n' "$pass" >data/suite.txt
printf 'a: compare\0 equal.txt ref.txt\n' >>data/suite.txt
refuse 2 '^ddblas: data/suite\.txt:2: .*byte of value 0' verify --suite data
printf '# nothing\n\n' >data/suite.txt
refuse 2 '^ddblas: data/suite\.txt: expected at least one case' verify --suite data
: >data/suite.txt
refuse 2 '^ddblas: data/suite\.txt: expected at least one case' verify --suite data --json
rm data/suite.txt
refuse 2 '^ddblas: data/suite\.txt: cannot be read' verify --suite data
mkdir data/suite.txt
refuse 2 '^ddblas: data/suite\.txt: cannot be read' verify --suite data
refuse 2 'missing: expected a folder' verify --suite missing
refuse 2 'ref\.txt: expected a folder' verify --suite data/ref.txt
refuse 2 '--suite' verify --suite
refuse 2 '--wrong' verify --suite data --wrong
refuse 2 'got -' verify --suite data --junit -
expect 0 verify --help && says 'verify --suite DIR' && says '^  4  a case has too few digits$'
finish
