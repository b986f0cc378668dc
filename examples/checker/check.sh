#!/bin/sh
# Checks the results of cholesky.py, as a job of continuous integration would.
# Usage: check.sh [PATH_OF_DDBLAS [DIGITS [JUNIT_FILE]]]
# The exit code is that of `ddblas verify --suite`: 0 if x has DIGITS correct digits (default: 5)
# and the other cases pass, 4 if some result has too few digits, 1 if one is above its bound.
set -eu
ddblas=$(command -v "${1:-ddblas}")
digits=${2:-5}
junit=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
case $ddblas in /*) ;; *) ddblas=$PWD/$ddblas ;; esac
case $junit in '') junit=$results/junit.xml ;; /*) ;; *) junit=$PWD/$junit ;; esac
cd "$results"

# 1. The code under test.
python3 "$here/cholesky.py" 8

# 2. References: a solution with at least 18 certain digits, and a product in double-double.
"$ddblas" solve A.mtx b.mtx --refine --digits 18 --out x-reference.mtx
"$ddblas" symv A.mtx b.mtx --out y-reference.mtx

# 3. One result by itself: its digits, shown in full. Exit code 4 would mean too few.
"$ddblas" compare x.mtx x-reference.mtx --require-digits 5

# 4. All of them as a suite, with a report for the server.
sed "s/@digits@/$digits/" "$here/suite.txt" >suite.txt
code=0
"$ddblas" verify --suite . --junit "$junit" || code=$?
exit "$code"
