#!/usr/bin/env bash
# ddblas verify solve, solve-triangular and lstsq with --result: problems with known solutions,
# errors of known size, the place of a wrong component, the condition, exit codes, bad inputs.
# Usage: t_cli_result_solve.sh PATH_OF_DDBLAS
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

column() { printf '%s\n' "${@:2}" >"$1"; } # file numbers
matrix() {                                 # file, rows, columns, elements by columns
    { printf '%%%%MatrixMarket matrix array real general\n%s %s\n' "$2" "$3" && printf '%s\n' "${@:4}"; } >"$1"
}
digits_2=0.30102999566398119521 # log10 2
cap="104 * $digits_2"           # all digits of double-double

# ---- solve: (2 1; 1 2) (1, 1) = (3, 3), with the inverse (2 -1; -1 2) / 3
matrix A.mtx 2 2 2 1 1 2
column b.txt 3 3
column exact.txt 1 1
column near.txt 1 1.00000000000000088817841970012523233890533447265625 # 1 + 2^-50
column wrong.txt 1 1.25
expect 0 verify solve A.mtx b.txt --result exact.txt --json && json
holds "near(r['condition'], 3) and near(r['yours']['worst_component_digits'], $cap) and r['yours']['error_over_bound'] == 0 and r['passed']"
holds "q('backward_error_by_norm') == 0 and q('backward_error_by_component') == 0 and near(r['reference_digits'], $cap)"
# The residual is 2^-50 (1, 2): 2^-49 over ||A|| ||x|| + ||b|| = 6 by norms, and 2^-49 over 6 by
# components. Its bound is 36 u, that of a component 36 u 6, and the error is 8 u.
expect 0 verify solve A.mtx b.txt --result near.txt --json
holds "near(q('backward_error_by_norm'), 2**-49 / 6) and near(q('backward_error_by_component'), 2**-49 / 6)"
holds "near(r['yours']['error_over_bound'], 1 / 27) and r['yours']['largest_error_over_bound']['row'] == 2"
holds "near(r['yours']['worst_component_digits'], 50 * $digits_2) and near(r['yours']['median_component_digits'], 50 * $digits_2)"
expect 0 verify solve A.mtx b.txt --result near.txt --require-digits 15 && says '^PASS: the worst component of yours at \(2, 1\) has 15\.0 digits'
expect 4 verify solve A.mtx b.txt --result near.txt --require-digits 15.1 && says '^FAIL: the worst component of yours at \(2, 1\) has 15\.0 digits, 15\.1 are required'
expect 0 verify solve A.mtx b.txt --result near.txt --require-digits 15 --measure whole --type S && expect 1 verify solve A.mtx b.txt --result near.txt --type W
expect 1 verify solve A.mtx b.txt --result wrong.txt --require-digits 12 && says 'worst component +0\.6 +at \(2, 1\): 1\.25$' &&
    says 'where ours is 1$' && says '^FAIL: an error of yours is above its bound' && says 'at \(2, 1\) has 0\.6 digits'
# x = (1, 2^-20) and an error of 2^-50 in the second component: within the bound, 30 bits are right.
column small.txt 1 9.5367431729442842305e-07
matrix bs.mtx 2 1 2.00000095367431640625 1.0000019073486328125
expect 4 verify solve A.mtx bs.mtx --result small.txt --require-digits 12 --json && json
holds "r['yours']['worst_component']['row'] == 2 and abs(r['yours']['worst_component_digits'] - 30 * $digits_2) < 1e-6 and not r['passed']"
holds "'at (2, 1)' in r['summary'] and r['required_digits'] == 12"
column nan.txt nan 1
expect 1 verify solve A.mtx b.txt --result nan.txt && says 'worst component +0\.0 +at \(1, 1\): nan$'
expect 1 verify solve A.mtx b.txt --result nan.txt --json && json && holds "r['yours']['worst_component']['mine'] == 'nan' and r['yours']['error_over_bound'] is None"
# Hilbert's matrix of order 3: row sums 11/6, of the inverse 36 + 192 + 180.
"$ddblas" gen hilbert 3 -o H.mtx >out || fail "gen"
matrix h.mtx 3 1 1 0 0
column hx.txt 9 -36 30
expect 0 verify solve H.mtx h.mtx --result hx.txt --require-digits 25 --json && holds "near(r['condition'], 11 / 6 * 408)"
expect 0 verify solve H.mtx h.mtx --result hx.txt && says 'condition +748 .*; it leaves 13\.1 of the 16\.0 digits of u$'
# Two right-hand sides, complex numbers: (i 1; 0 2) X = ((1 + i, i), (2, 4)).
printf '1j,1\n0,2\n' >C.csv
printf '1+1j,1\n2,0\n' >CB.csv
printf '1,0-1j\n1,0\n' >CX.csv # i 1 + 1 = 1 + i; i (-i) = 1
expect 0 verify solve C.csv CB.csv --result CX.csv --require-digits 31 --digits-svg d.svg
grep -q yours d.svg || fail "no picture of yours"
printf '1,0-1.5j\n1,0\n' >CX.csv
expect 1 verify solve C.csv CB.csv --result CX.csv && says 'at \(1, 2\): 0 -1\.5$'
matrix singular.mtx 2 2 1 1 1 1
matrix two.mtx 2 1 2 2
expect 0 verify solve singular.mtx two.mtx --result exact.txt && says 'no correct digits: the matrix is singular'
refuse 2 'no digits to judge: the matrix is singular' verify solve singular.mtx two.mtx --result exact.txt --require-digits 3
"$ddblas" verify solve A.mtx b.txt --result - <exact.txt >out 2>err || fail "from standard input"

# An element far below the largest one, which corrections reach after it: (3 1; 1 1) (1, 2^-330),
# and (3 1; 3 2) ((1 - t) / 3, t) = (1, 1 + t) for t = 2^-600, where the rounding of 1/3 hides t
# longest. 0 has no correct digit of t, but all digits of 0: (3 1; 1 1) (5, 0) = (15, 5).
if command -v python3 >/dev/null; then
    python3 - <<'P' || fail "files of small elements"
from fractions import Fraction


def text(x):  # all digits of a positive number whose denominator is a power of two
    k = x.denominator.bit_length() - 1
    digits = str(x.numerator * 5**k).rjust(k + 1, "0")
    return digits[: len(digits) - k] + "." + digits[len(digits) - k :] + "\n"


one, third = Fraction(1, 2**330), Fraction(1, 2**600)
for name, first, t, right in (("one", "1\n", one, 3 + one), ("third", "0." + 50 * "3" + "\n", third, Fraction(1))):
    with open(f"{name}-b.txt", "w") as f:
        f.write(text(right) + text(1 + t))
    for x in (0, 1, 2):
        with open(f"{name}-{x}.txt", "w") as f:
            f.write(first + text(Fraction(x) * t))
P
    matrix one-A.mtx 2 2 3 1 1 1
    matrix third-A.mtx 2 2 3 3 1 2
    for name in one third; do
        expect 0 verify solve $name-A.mtx $name-b.txt --result $name-1.txt --require-digits 31
        expect 4 verify solve $name-A.mtx $name-b.txt --result $name-0.txt --require-digits 1 && says 'worst component +0\.0 +at \(2, 1\): 0$'
        expect 4 verify solve $name-A.mtx $name-b.txt --result $name-2.txt --require-digits 1 && says 'worst component +0\.0 +at \(2, 1\)'
    done
    column zero-b.txt 15 5
    column zero-x.txt 5 0
    column zero-y.txt 5 1e-300
    expect 0 verify solve one-A.mtx zero-b.txt --result zero-x.txt --require-digits 31
    expect 4 verify solve one-A.mtx zero-b.txt --result zero-y.txt --require-digits 1 && says 'worst component +0\.0 +at \(2, 1\)'
fi

# Too large for MPFR: the Laplacian of order 401 with x = (1, 1, ...), beside a refined solution.
n=401
{
    printf '%%%%MatrixMarket matrix coordinate real symmetric\n%s %s %s\n' $n $n $((2 * n - 1))
    for ((i = 1; i <= n; i++)); do echo "$i $i 2"; done
    for ((i = 1; i < n; i++)); do echo "$((i + 1)) $i -1"; done
} >lap.mtx
for ((i = 1; i <= n; i++)); do echo $((i == 1 || i == n)); done >lap.txt
for ((i = 1; i <= n; i++)); do echo 1; done >big.txt
expect 0 verify solve lap.mtx lap.txt --result big.txt --require-digits 22 --json && json
holds "22 < r['reference_digits'] < 30 and q('backward_error_by_norm') == 0 and 10 < r['condition'] < 1e6 and 'refined' in r['reference']"
sed '7s/.*/1.000000000000001/' big.txt >planted.txt
expect 4 verify solve lap.mtx lap.txt --result planted.txt --require-digits 15.5 && says 'at \(7, 1\) has 15\.0 digits, 15\.5 are required'
sed '7s/.*/1.0001/' big.txt >planted.txt
expect 1 verify solve lap.mtx lap.txt --result planted.txt --require-digits 12 && says 'at \(7, 1\): 1\.0001$'
refuse 2 'at most the 2[0-9]\.[0-9] digits that our own result vouches for' verify solve lap.mtx lap.txt --result big.txt --require-digits 31

# ---- solve-triangular: (2 0; 1 4) (1, 1) = (2, 5), and its transpose (3, 4)
matrix L.mtx 2 2 2 1 0 4
column lb.txt 2 5
column lt.txt 3 4
expect 0 verify solve-triangular L.mtx lb.txt --result exact.txt --require-digits 31
expect 0 verify solve-triangular L.mtx lt.txt --trans T --result exact.txt --require-digits 31
# Row 2: 4 2^-50 over 1 + 4 + 5; the bound is 82 u.
expect 4 verify solve-triangular L.mtx lb.txt --result near.txt --require-digits 15.1 --json && json
holds "near(q('backward_error_by_component'), 2**-48 / 10) and r['yours']['worst_component']['row'] == 2"
expect 1 verify solve-triangular L.mtx lb.txt --result wrong.txt --require-digits 12 && says 'at \(2, 1\): 1\.25$'
expect 1 verify solve-triangular L.mtx lb.txt --result nan.txt && says 'at \(1, 1\): nan$'
expect 1 verify solve-triangular L.mtx lb.txt --result near.txt --type W

# ---- lstsq: the line through (0, 1), (1, 2), (2, 4) is 5/6 + 3/2 t; the residual is (1, -2, 1) / 6
matrix F.mtx 3 2 1 1 1 0 1 2
column y.txt 1 2 4
column line.txt 0.83333333333333333333333333333333333333 1.5
column line64.txt 0.8333333333333334 1.5
column off.txt 0.83333333333333333333333333333333333333 1.5000000000000009 # within the bound
column bad.txt 0.83333333333333333333333333333333333333 1.51
expect 0 verify lstsq F.mtx y.txt --result line.txt --require-digits 31 --json && json
holds "near(q('residual'), 6**-0.5) and q('gradient') < 1e-30"
# ||A||^2 = 8 and ||A^+||^2 = trace (A^T A)^-1 = 8/6, whose root is k / ||A||; ||x||^2 = 106/36
holds "near(r['condition'], (8 * 8 / 6)**0.5 * (1 + (8 / 6)**0.5 * 6**-0.5 / (106 / 36)**0.5))"
expect 0 verify lstsq F.mtx y.txt --result line64.txt --require-digits 15.9
expect 4 verify lstsq F.mtx y.txt --result off.txt --require-digits 15.9 && says 'at \(2, 1\) has 15\.2 digits, 15\.9 are required'
expect 1 verify lstsq F.mtx y.txt --result bad.txt --require-digits 15 && says 'at \(2, 1\): 1\.51$'
expect 1 verify lstsq F.mtx y.txt --result nan.txt --json && json && holds "q('gradient') is None and r['yours']['worst_component']['row'] == 1"
column ones.txt 1 1 1 1 1 1 # the coefficients of Wampler's first polynomial
expect 0 verify lstsq --gen wampler 6 --b wampler-y1 --result ones.txt --require-digits 31
refuse 2 'the columns of A are dependent' verify lstsq singular.mtx two.mtx --result exact.txt

# ---- bad inputs
column three.txt 1 2 3
for routine in 'solve A.mtx b.txt' 'solve-triangular L.mtx lb.txt' 'lstsq F.mtx y.txt'; do
    # shellcheck disable=SC2086 # words
    set -- $routine
    refuse 2 'three.txt: expected a result of 2 x 1, got 3 x 1' verify "$@" --result three.txt
    refuse 2 'missing.txt: cannot open' verify "$@" --result missing.txt
    refuse 2 'expected a file with the options that judge it' verify "$@" --require-digits 3
    refuse 2 'expected at most the 31\.3 digits' verify "$@" --result exact.txt --require-digits 40 --json
done
refuse 2 'expected a file with the options that judge it' verify solve A.mtx b.txt --type S
refuse 2 'got an x in exact.txt too' verify solve A.mtx exact.txt b.txt --result exact.txt
refuse 2 'not with --result' verify solve A.mtx b.txt --result exact.txt --refine
refuse 2 'not with --result' verify lstsq F.mtx y.txt --result line.txt --refine
finish
