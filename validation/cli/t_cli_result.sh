#!/usr/bin/env bash
# ddblas verify ROUTINE --result: digits of results whose errors are known, bounds by the precision
# of the file, requirements, exit codes, one line for each bad input.
# Usage: t_cli_result.sh PATH_OF_DDBLAS
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

column() { printf '%s\n' "${@:2}" >"$1"; } # file numbers
value() { # key number ...: numbers of the object "yours" in the JSON, within 1e-12; "exact" as it is
    command -v python3 >/dev/null || return 0
    python3 -c 'import json, sys
got = json.load(open("out"))["yours"]
for key, want in zip(sys.argv[1::2], sys.argv[2::2]):
    assert got[key] == want if want == "exact" else abs(got[key] - float(want)) <= 1e-12 * max(1, abs(float(want))), (key, got[key])' \
        "$@" || fail "expected $* in: $(cat out)"
}

# (2 1; 1 2) (1, 1) = (3, 3)
printf '%s\n' '%%MatrixMarket matrix array real general' '2 2' 2 1 1 2 >A.mtx
column x.txt 1 1
column exact.txt 3 3
column near.txt 3 3.0000000000000004440892098500626 # 3 + 2^-51: a relative error of 2^-51 / 3
column far.txt 3 6                                  # an error of 3, digits 0
expect 0 verify symv A.mtx x.txt --result exact.txt --json && json && value worst_component_digits exact error_over_bound 0
expect 0 verify symv A.mtx x.txt --result exact.txt && says '^PASS: the errors of W and yours ' && says ' FP64 +W +yours$'
# The bound of each element is (n + 8) u 3 = 30 2^-53; 2^-51 / (30 2^-53) = 4 / 30. The digits are
# 51 log10 2 + log10 3.
expect 0 verify symv A.mtx x.txt --result near.txt --json && value worst_component_digits 15.829651033582703 error_over_bound 0.13333333333333333
expect 0 verify symv A.mtx x.txt --result near.txt --require-digits 15.8 && says '^PASS: the worst component of yours has 15\.8 digits'
expect 4 verify symv A.mtx x.txt --result near.txt --require-digits 15.9 && says '^FAIL: the worst component of yours has 15\.8 digits, 15\.9 are required'
expect 4 verify symv A.mtx x.txt --result near.txt --require-digits 15.9 --json && json && says '^  "passed": false'
expect 1 verify symv A.mtx x.txt --result far.txt --require-digits 1 && says '^FAIL: the errors of yours are above'
# 2^-51 is above the bound 30 2^-104 of pairs, and far below that of float32
expect 1 verify symv A.mtx x.txt --result near.txt --type W --json && value error_over_bound 300239975158033.06 # 2^-51 / (30 2^-104)
expect 0 verify symv A.mtx x.txt --result near.txt --type S --json && value error_over_bound 2.4835268656412763e-10 # 2^-51 / (30 2^-24)
# By the file's own numbers: float32 3 and 3 + 2^-21, 0.133 of its bound
npy() { # file descr shape bytes
    { printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '$2', 'fortran_order': False, 'shape': $3, }"; printf '%b' "$4"; } >"$1"
}
npy single.npy '<f4' '(2,)' '\x00\x00\x40\x40\x02\x00\x40\x40' # 3 and 3 + 2 2^-22
expect 0 verify symv A.mtx x.txt --result single.npy --json && value error_over_bound 0.26666666666666666 && says '^  "result_unit": 5.96'
gzip -c single.npy >single.npy.gz
expect 0 verify symv A.mtx x.txt --result single.npy.gz --json && value error_over_bound 0.26666666666666666
column bad.txt 3 nan
expect 1 verify symv A.mtx x.txt --result bad.txt && says '^FAIL: the errors of yours'

# ---- the other routines, alpha and beta, from a pipe
printf -- '-1\n-1\n' >r.txt
expect 0 verify gemv A.mtx x.txt --alpha -1 --beta 2 --y x.txt --result r.txt --json && value worst_component_digits exact
column two.txt 2
expect 0 verify dot x.txt x.txt --result two.txt --json && value worst_component_digits exact
column root.txt 1.4142135623730951 # sqrt 2 in FP64: digits between 15.9 and 16.2
expect 0 verify nrm2 x.txt --result root.txt --require-digits 15.9 && expect 4 verify nrm2 x.txt --result root.txt --require-digits 17
printf '5,4\n4,5\n' >square.csv # A A, by rows
expect 0 verify gemm A.mtx A.mtx --result square.csv --digits-svg d.svg
grep -q yours d.svg || fail "no picture of yours"
printf '5,4\n4,5.5\n' >square.csv
expect 1 verify gemm A.mtx A.mtx --result square.csv --json && json && value worst_component_digits 1
column z.txt 1+2j 3-1j # conjugate: |1 + 2i|^2 + |3 - i|^2 = 15
column fifteen.txt 15+0j
expect 0 verify dot z.txt z.txt --conjugate --result fifteen.txt --json && value worst_component_digits exact

# ---- bad inputs
refuse 2 'three.txt: cannot open' verify symv A.mtx x.txt --result three.txt
column three.txt 1 2 3
refuse 2 'three.txt: expected a result of 2 x 1, got 3 x 1' verify symv A.mtx x.txt --result three.txt
refuse 2 'expected a file with the options that judge it' verify symv A.mtx x.txt --require-digits 3
refuse 2 'require-digits' verify symv A.mtx x.txt --result exact.txt --require-digits 40
refuse 2 'one of worst, median, whole' verify symv A.mtx x.txt --result exact.txt --measure mean
finish
