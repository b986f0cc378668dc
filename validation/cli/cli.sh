# Shared by the tests of the ddblas command; sourced as ". cli.sh PATH_OF_DDBLAS". Runs in a folder
# of its own, which goes at the end.
# shellcheck shell=bash
set -uo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
ddblas=$(realpath "$1")
test_name=$(basename "$0" .sh)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
checks=0

fail() { echo "$test_name: $1" >&2; failures=$((failures + 1)); }

# expect CODE arguments...: the exit code; output to out, errors to err.
expect() {
    local code=$1 got=0
    shift
    checks=$((checks + 1))
    "$ddblas" "$@" >out 2>err </dev/null || got=$?
    [ "$got" = "$code" ] || { fail "ddblas $*: exit code $got, expected $code: $(cat err)"; return 1; }
}

# refuse CODE PATTERN arguments...: that exit code, nothing on stdout, or with --json an object that
# has the exit code, exactly one line on stderr, and it matches.
refuse() {
    local code=$1 pattern=$2
    shift 2
    expect "$code" "$@" || return
    if [[ " $* " == *' --json '* ]]; then
        json
        says "^  \"exit_code\": $code$"
    else
        [ ! -s out ] || fail "ddblas $*: wrote to stdout in spite of its failure"
    fi
    [ "$(wc -l <err)" = 1 ] || fail "ddblas $*: expected one line of error, got: $(cat err)"
    grep -qE -e "$pattern" err || fail "ddblas $*: expected an error like '$pattern', got: $(cat err)"
}

prints() { # file: stdout is exactly this
    diff -u "$1" out >diff.txt || fail "unexpected output: $(cat diff.txt)"
}

numbers() { # the lines of stdout without remarks and without the sizes of a Matrix Market file
    if [[ $(head -n 1 out) == '%%MatrixMarket'* ]]; then
        grep -v '^%' out | sed 1d
    else
        grep -v '^#' out
    fi
}

says() { # pattern: stdout has it
    grep -qE -e "$1" out || fail "expected '$1' in: $(cat out)"
}

json() { # the output is valid JSON (python3 where there is one)
    command -v python3 >/dev/null || return 0
    python3 -m json.tool <out >/dev/null || fail "not JSON: $(cat out)"
}

# holds PROGRAM: Python statements about r, the JSON of stdout, and near(a, b), equality up to
# 1e-9; q(name) is the value of a quantity of verify --result (python3 where there is one).
holds() {
    command -v python3 >/dev/null || return 0
    python3 -c "import json
r = json.load(open('out'))
near = lambda a, b: abs(a - b) <= 1e-9 * abs(b)
q = lambda name: [x for x in r['quantities'] if x['name'] == name][0]['value']
assert $1" || fail "not as expected: $1: $(cat out)"
}

finish() { # the verdict
    echo "$test_name: $checks runs, $failures failures"
    [ "$failures" = 0 ]
}
