#!/usr/bin/env bash
# netlib's testers of levels 1, 2 and 3 (Debian package libblas-test) on the engine that
# DDBLAS_TEST_ENGINE names: each routine of every program must pass. With functions that do nothing,
# each program must report failures.
# Usage: t_netlib.sh LIBNETLIB_BLAS [FOLDER OF THE TESTERS]
# Ends with 77 if the testers are not installed.
set -euo pipefail
blas=$1
folder=${2:-}
for program in /usr/lib/*/blas/xblat1d; do
    [ -n "$folder" ] || [ ! -x "$program" ] || folder=$(dirname "$program")
done
if [ -z "$folder" ]; then
    echo "t_netlib: the package libblas-test is not installed"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# run LEVEL LETTER IDLE: the program's results go to the file "out", the number of calls to "err".
run() {
    local input=/dev/null result=stdout
    rm -f -- *.out
    if [ "$1" != 1 ]; then
        input=$folder/$2blat$1.in
        result=$2blat$1.out
    fi
    NETLIB_IDLE=$3 LD_PRELOAD=$blas "$folder/xblat$1$2" <"$input" >stdout 2>err || true
    cp "$result" out
}

# The number of lines of a file that contain a pattern.
count() { grep -c -e "$1" "$2" || true; }

# passes LEVEL LETTER: true if each routine passed and nothing else is in the results.
passes() {
    [ "$(count FAIL out)" = 0 ] && [ "$(count '\*\*\*\*' out)" = 0 ] || return 1
    if [ "$1" = 1 ]; then
        local begun
        begun=$(count 'Test of subprogram number' out)
        [ "$begun" -ge 10 ] && [ "$(count '----- PASS -----' out)" = "$begun" ]
        return
    fi
    local listed
    listed=$(count '^[A-Z0-9]\+ *T ' "$folder/$2blat$1.in")
    [ "$listed" -ge 6 ] && [ "$(count 'PASSED THE COMPUTATIONAL TESTS' out)" = "$listed" ] &&
        [ "$(count 'PASSED THE TESTS OF ERROR-EXITS' out)" = "$listed" ] && [ "$(count 'END OF TESTS' out)" = 1 ]
}

wrong=0
for level in 1 2 3; do
    for letter in s d c z; do
        run $level $letter 0
        calls=$(sed -n 's/^netlib_blas: \([0-9]*\) calls$/\1/p' err)
        if passes $level $letter && [ "${calls:-0}" -ge 100 ]; then
            echo "xblat$level$letter: passes with $calls calls"
        else
            echo "xblat$level$letter: fails"
            cat out err
            wrong=1
        fi
        run $level $letter 1
        if passes $level $letter || [ "$(count FAIL out)" = 0 ]; then
            echo "xblat$level$letter does not fail with functions that do nothing"
            wrong=1
        fi
    done
done
exit $wrong
