#!/usr/bin/env bash
# ddblas solve, solve-triangular, factor, det and inv, and their verification: results that are
# known, exit codes, one line for each bad input.
# Usage: t_cli_solve.sh PATH_OF_DDBLAS
# shellcheck disable=SC2015 # "run && check || fail": a failed run is to be reported as well
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

matrix() { # file rows columns elements by columns
    printf '%s\n' '%%MatrixMarket matrix array real general' "$2 $3" "${@:4}" >"$1"
}
complex() {
    printf '%s\n' '%%MatrixMarket matrix array complex general' "$2 $3" "${@:4}" >"$1"
}
result() { # numbers of stdout without header and remarks, in one line
    [ "$(numbers | sed -E 's/(^| )-0( |$)/\10\2/g' | tr '\n' ' ')" = "${1:+$1 }" ] || fail "expected $1, got: $(cat out)"
}
near() { # integers: stdout has these numbers, right to 27 digits at least, in this order
    local n place=0 line
    for n in "$@"; do
        place=$((place + 1))
        line=$(numbers | sed -n "${place}p")
        python3 - "$line" "$n" <<'P' || fail "number $place: expected $n, got $line"
import sys
from decimal import Decimal, getcontext
getcontext().prec = 60
got, want = Decimal(sys.argv[1]), Decimal(sys.argv[2])
sys.exit(abs(got - want) > abs(want) * Decimal("1e-27"))
P
    done
}
command -v python3 >/dev/null || near() { :; }
engines=cpu
"$ddblas" info | grep -q '^cuda *[^n ]' && engines='cpu cuda'

for command in solve solve-triangular factor det inv; do
    expect 0 $command --help && says "usage: ddblas $command" && says "^  ddblas .*$command"
done
expect 0 --help && says '^  solve-triangular ' && says '4 fewer digits than asked for'
expect 0 verify --help && says 'verify solve A.mtx x.mtx b.mtx' && says 'verify solve-triangular'

# ---- solve-triangular: (2 0 0; 1 1 0; 3 2 4) x = (2, 3, 17)
matrix L.mtx 3 3 2 1 3 0 1 2 0 0 4
matrix both.mtx 3 3 2 1 3 nan 1 2 inf -7 4
matrix b.mtx 3 1 2 3 17
matrix b2.mtx 3 2 2 3 17 4 6 34
matrix row.mtx 1 3 2 3 17
for engine in $engines; do
    for type in S D W C Z U; do
        expect 0 solve-triangular L.mtx b.mtx --type $type --engine "$engine" && [ "$(numbers | cut -d' ' -f1 | tr '\n' ' ')" = '1 2 2.5 ' ] ||
            fail "solve-triangular in $type: $(cat out)"
    done
    expect 0 solve-triangular L.mtx b2.mtx --engine "$engine" && result '1 2 2.5 2 4 5'
    # (2 1 3; 0 1 2; 0 0 4) x = (2, 3, 17): x3 = 4.25, x2 = -5.5, x1 = (2 + 5.5 - 12.75) / 2
    expect 0 solve-triangular L.mtx b.mtx --trans T --engine "$engine" && result '-2.625 -5.5 4.25'
    expect 0 solve-triangular both.mtx b.mtx --uplo L --engine "$engine" && result '1 2 2.5'
    # A diagonal of ones: x1 = 2, x2 = 3 - 2, x3 = 17 - 6 - 2
    expect 0 solve-triangular L.mtx b.mtx --diag U --engine "$engine" && result '2 1 9'
done
expect 0 solve-triangular L.mtx row.mtx && result '1 2 2.5'
matrix U.mtx 2 2 2 0 1 4
matrix u.mtx 2 1 4 8
expect 0 solve-triangular U.mtx u.mtx --json && json && says '"uplo": "U"' && says '"2"'
complex cl.mtx 2 2 '0 1' '1 0' '0 0' '0 -2' # (i 0; 1 -2i)
complex cb.mtx 2 1 '-1 0' '0 5'             # x = (i, -2): i i = -1; i + 4i = 5i
expect 0 solve-triangular cl.mtx cb.mtx && result '0 1 -2 0'
complex cc.mtx 2 1 '-2 -1' '0 -4' # (i 0; 1 -2i)^H = (-i 1; 0 2i), x = (1, -2)
expect 0 solve-triangular cl.mtx cc.mtx --trans C && result '1 0 -2 0'
expect 0 solve-triangular L.mtx b.mtx --out x.mtx && says '^x.mtx: Wtrsv, LNN, n = 3, 1 right-hand side,'
expect 0 verify solve-triangular L.mtx b.mtx && says 'backward error +0 +0 ' && says 'worst component +exact +exact$' && says '^PASS'
expect 0 verify solve-triangular cl.mtx cb.mtx --type C && says 'FP32 +U$' && says '^PASS'
expect 0 verify solve-triangular L.mtx b2.mtx --type S --json && json && says '"right_hand_sides": 2' && says '"passed": true'
for trans in N T C; do
    expect 0 verify solve-triangular --gen kahan 60 --trans $trans --digits-svg k.svg && says '^PASS'
    expect 0 verify solve-triangular --gen random 50 --uplo U --diag U --trans $trans && says '^PASS'
done
[ "$(grep -c '^<circle' k.svg)" = 120 ] && grep -q '</svg>' k.svg || fail "60 components in two types are not 120 circles"
# (1 0; 1/3 1): the third rounded to double errs by 2^-54 / (1/3), which is 16.3 digits
matrix third.mtx 2 2 3 1 0 1 && matrix t.mtx 2 1 1 0
expect 0 verify solve-triangular third.mtx t.mtx && says 'whole vector +1[56]\.[0-9] +3[1-9]\.[0-9]' && says '^PASS'
matrix zero.mtx 2 2 1 5 0 0
refuse 2 'zero.mtx: the matrix is singular: element \(2, 2\) is 0 in type W; --diag U' solve-triangular zero.mtx u.mtx
refuse 2 'both.mtx: expected a triangular matrix.*--uplo L or U' solve-triangular both.mtx b.mtx
refuse 2 'both.mtx: expected finite numbers' solve-triangular both.mtx b.mtx --uplo U
refuse 2 'expected 2 rows as A has, got 3 x 1' solve-triangular U.mtx b.mtx
refuse 2 'b2.mtx: expected a square matrix, got 3 x 2' solve-triangular b2.mtx b.mtx
refuse 2 'expected C, Z or U' solve-triangular cl.mtx cb.mtx --type D
refuse 2 'one of N, T, C' solve-triangular L.mtx b.mtx --trans X
matrix tiny.mtx 1 1 1e-300 && matrix huge.mtx 1 1 1e300
refuse 2 'tiny.mtx: the solution is beyond the range of type W' solve-triangular tiny.mtx huge.mtx
refuse 2 'tiny.mtx: the matrix is singular: element \(1, 1\) is 0 in type S' solve-triangular tiny.mtx tiny.mtx --type S

# ---- solve: 60 times the Hilbert matrix of order 3, whose inverse is known
matrix H3.mtx 3 3 60 30 20 30 20 15 20 15 12
matrix I60.mtx 3 3 60 0 0 0 60 0 0 0 60
matrix s60.mtx 3 1 60 60 60
matrix x3.mtx 3 1 3 -24 30
for engine in $engines; do
    for options in '' '--method lu' '--refine' '--refine --method lu' '--uplo U'; do
        # shellcheck disable=SC2086 # words
        expect 0 solve H3.mtx s60.mtx --engine "$engine" $options && near 3 -24 30 && says '^% (Cholesky|LU)'
    done
    expect 0 solve H3.mtx I60.mtx --engine "$engine" && near 9 -36 30 -36 192 -180 30 -180 180
done
expect 0 solve H3.mtx s60.mtx && says '^% Cholesky$' && says '^% about [23][0-9]\.[0-9] digits of the largest element.*estimates, no bounds'
expect 0 solve H3.mtx s60.mtx --method lu && says '^% LU$'
expect 0 solve H3.mtx s60.mtx --refine && says 'Cholesky, factors in double, [0-9]+ residuals, condition [0-9.e+]+ ' && says '^% certain: 2[0-9]\.[0-9] digits.*bounds'
expect 0 solve H3.mtx s60.mtx --refine --json && json && says '"route": "double"' && says '"digits_are": "bounds"'
expect 0 solve H3.mtx s60.mtx --out x.mtx && says '^x.mtx: solve, n = 3, 1 right-hand side,' && says '^  Cholesky$'
expect 0 verify solve H3.mtx x.mtx s60.mtx --digits 27 && says '^PASS'
expect 0 solve H3.mtx I60.mtx >/dev/null && cp out X.mtx && expect 0 convert X.mtx X.npy && says '3 x 3'
# Not positive definite, with a positive diagonal: LU takes over and says why.
# (1 2; 2 1) (1, 1) = (3, 3)
matrix ind.mtx 2 2 1 2 2 1 && matrix three.mtx 2 1 3 3
for options in '' --refine; do
    # shellcheck disable=SC2086 # words
    expect 0 solve ind.mtx three.mtx $options && result '1 1' && says '^% LU, because the leading minor of order 2 is not positive'
done
expect 0 solve ind.mtx three.mtx --json && json && says '"method": "lu"' && says '"leading_minor_not_positive": 2'
refuse 2 'ind.mtx: the matrix is not positive definite: .*order 2 is not \(info = 2\); --method lu' solve ind.mtx three.mtx --method cholesky
refuse 2 'ind.mtx: the matrix is not positive definite.*\(info = 2\)' solve ind.mtx three.mtx --method cholesky --refine
matrix frank.mtx 2 2 0 1 1 0
refuse 2 '--method cholesky needs a symmetric matrix with a positive diagonal' solve frank.mtx three.mtx --method cholesky
expect 0 solve frank.mtx u.mtx && result '8 4' && says '^% LU$'
# Complex: (2 1-i; 1+i 3) (i, 1) = (1+i, 2+i) is Hermitian and goes to Cholesky;
# (0 i; 1 0) x = (i, 2) has x = (2, 1)
complex herm.mtx 2 2 '2 0' '1 1' '1 -1' '3 0' && complex hb.mtx 2 1 '1 1' '2 1'
expect 0 solve herm.mtx hb.mtx --out zx.mtx && says '^  Cholesky$'
complex hx.mtx 2 1 '0 1' '1 0'
expect 0 verify solve herm.mtx hx.mtx hb.mtx && says 'backward error +0 ' && says 'whole vector +exact$'
expect 0 verify solve herm.mtx zx.mtx hb.mtx --digits 29 && says '^PASS'
complex swap.mtx 2 2 '0 0' '1 0' '0 1' '0 0' && complex sb.mtx 2 1 '0 1' '2 0'
expect 0 solve swap.mtx sb.mtx && result '2 0 1 0' && says '^% LU$'
matrix twofold.mtx 2 2 4 0 0 4
expect 0 solve twofold.mtx sb.mtx && result '0 0.25 0.5 0' # a real matrix with complex right-hand sides
expect 0 solve herm.mtx hb.mtx --refine && says 'Cholesky, factors in double' && says '^% certain: 2[0-9]'
expect 0 solve swap.mtx sb.mtx --refine && says 'LU, factors in double' && says '^% certain: 2[0-9]'
# One triangle, with NaN in the other.
matrix lower.mtx 2 2 4 2 nan 5 && matrix lb.mtx 2 1 8 12 # (4 2; 2 5) (1, 2) = (8, 12)
expect 0 solve lower.mtx lb.mtx --uplo L && result '1 2'
refuse 2 'lower.mtx: expected finite numbers, found Inf or NaN' solve lower.mtx lb.mtx

# ---- the Hilbert matrix of order 12 times lcm(1, ..., 23), exact integers with an exact solution
awk 'BEGIN { print "%%MatrixMarket matrix array real general\n12 12"; for (j = 0; j < 12; j++) for (i = 0; i < 12; i++) printf "%.0f\n", 5354228880 / (i + j + 1) }' >H12.mtx
awk 'BEGIN { print "%%MatrixMarket matrix array real general\n12 1"; for (i = 0; i < 12; i++) printf "%.0f\n", 5354228880 }' >b12.mtx
expect 0 gen hilbert-x 12 -o x12.mtx
expect 0 verify solve H12.mtx x12.mtx b12.mtx && says 'backward error +0 ' && says 'worst component +exact$' && says '^PASS'
expect 0 solve H12.mtx b12.mtx --refine --digits 12 --out r.mtx && says 'factors in double-double'
expect 0 verify solve H12.mtx r.mtx b12.mtx --digits 12 && says '^PASS'
refuse 4 'H12.mtx: 1[0-9]\.[0-9] correct digits can be vouched for, and 25 are asked for; --digits 1[0-9] ' solve H12.mtx b12.mtx --refine --digits 25 --out none.mtx
refuse 4 'H12.mtx: 1[0-9]\.[0-9] correct digits are what an estimate gives, and 25 are asked for' solve H12.mtx b12.mtx --digits 25 --json
[ ! -e none.mtx ] || fail "solve: a solution of too few digits was written"
expect 0 verify solve H12.mtx b12.mtx --digits 14 && says 'x by Cholesky' && says '^PASS'
expect 1 verify solve H12.mtx b12.mtx --digits 25 && says '^FAIL: fewer than 25 digits'
# Order 24 in double-double has no digit: that is said, and with --digits 0 there is an answer.
expect 0 gen hilbert 24 -o H24.mtx
refuse 4 'H24.mtx: 0\.[0-9] correct digits are what an estimate gives, and 1 is asked for; --digits 0' solve H24.mtx --b ones
refuse 4 'H24.mtx: 0\.[0-9] correct digits can be vouched for, and 1 is asked for' solve H24.mtx --b ones --refine
expect 0 solve H24.mtx --b ones --digits 0 && says '^% about 0\.[0-9] digits'
expect 0 verify solve --gen hilbert 24 && says 'whole vector +0\.' && says '^PASS: .*no digit'

# The estimate of the digits is at most 3 below the digits that MPFR finds, and at most 1 above.
for kind in 'random-spectrum 20 --cond 1e8' 'random-spectrum 30 --cond 1e15' 'random-spectrum 20 --cond 1e25' 'frank 12' 'random 30' \
    'lehmer 30' 'lotkin 8' 'clement 20' 'pascal 12'; do
    # shellcheck disable=SC2086 # words
    expect 0 gen $kind -o e.mtx && expect 0 gen random-x "$(sed -n 2p e.mtx | cut -d' ' -f1)" -o f.mtx && expect 0 solve e.mtx f.mtx
    estimate=$(sed -nE 's/^% about ([0-9.]+) digits.*/\1/p' out)
    expect 0 verify solve e.mtx f.mtx && truth=$(sed -nE 's/^ +whole vector +//p' out | sed 's/exact/31/')
    awk -v e="$estimate" -v t="$truth" 'BEGIN { exit !(e != "" && e >= t - 3 && e <= t + 1) }' || fail "$kind: $estimate digits are estimated, and $truth are right"
done

# ---- verify solve: an x of known error
matrix two.mtx 2 2 1 0 0 2
matrix near.mtx 2 1 '0x1p+0+0x1p-80' 4 && matrix nb.mtx 2 1 1 8
# |b - A x| / (|A| |x| + |b|) = 2^-80 / 2, in units of 2^-104: 2^23; digits of 2^-80 / 4 and 2^-80
expect 1 verify solve two.mtx near.mtx nb.mtx && says 'backward error +8\.39e\+06 ' && says 'worst component +24\.1$' && says 'whole vector +24\.7$' && says '^FAIL: the backward error'
matrix near2.mtx 2 1 '0x1p+0+0x1p-100' 4 # 2^-100 / 2 in units: 8, within 3 * 202
expect 0 verify solve two.mtx near2.mtx nb.mtx --digits 30 && says 'backward error +8 ' && says '^PASS'
expect 1 verify solve two.mtx near2.mtx nb.mtx --digits 31 --json && json && says '"passed": false' && says '"backward_error": 8,'
expect 0 verify solve --gen random 60 --digits-svg r.svg && [ "$(grep -c '^<circle' r.svg)" = 60 ] || fail "60 components are not 60 circles"
expect 0 verify solve --gen random 60 --refine --json && json && says '"passed": true'
expect 0 verify solve --gen lehmer 400 --engine cpu && says 'correct digits, by a solution at 424 bits'
expect 0 verify solve --gen lehmer 401 --engine cpu && says 'no correct digits: the system is too large'
# Singular with solutions, and without: the backward error exists all the same. x = (1, 1) solves it
matrix same.mtx 2 2 1 2 1 2 && matrix sx.mtx 2 1 1 1 && matrix sb.mtx 2 1 2 4
expect 0 verify solve same.mtx sx.mtx sb.mtx && says 'backward error +0 ' && says 'no correct digits: the matrix is singular' && says '^PASS'
expect 1 verify solve same.mtx sx.mtx sb.mtx --digits 1 && says '^FAIL'
refuse 2 'no digits to draw: the matrix is singular' verify solve same.mtx sx.mtx sb.mtx --digits-svg s.svg
[ ! -e s.svg ] || fail "verify solve: a picture without digits was written"
refuse 2 '--refine, --method: expected A and b alone, got an x in near.mtx' verify solve two.mtx near.mtx nb.mtx --refine
refuse 2 's.xyz: expected a name that ends in .svg' verify solve two.mtx near.mtx nb.mtx --digits-svg s.xyz
refuse 2 'x3.mtx: expected 2 rows as A has' verify solve two.mtx x3.mtx nb.mtx
refuse 2 'twofold.mtx: expected 1 columns as b has, got 2' verify solve two.mtx twofold.mtx nb.mtx
matrix nan_x.mtx 2 1 nan 1
refuse 2 'nan_x.mtx: expected finite numbers, found Inf or NaN' verify solve two.mtx nan_x.mtx nb.mtx

# Pictures of products: a circle for each element in FP64 and in W.
expect 0 verify symv --gen minij 9 --digits-svg p.svg && [ "$(grep -c '^<circle' p.svg)" = 18 ] || fail "symv: 9 components in two types"
expect 0 verify gemv --gen minij 9 --trans T --digits-svg p.svg && [ "$(grep -c '^<circle' p.svg)" = 18 ] || fail "gemv: 9 components in two types"
expect 0 verify gemm --gen frank 7 --digits-svg p.svg && [ "$(grep -c '^<circle' p.svg)" = 98 ] || fail "gemm: 49 elements in two types"
! command -v python3 >/dev/null || python3 -c 'import sys, xml.dom.minidom as x; x.parse("p.svg")' || fail "p.svg is not XML"
refuse 2 'p.png: expected a name that ends in .svg' verify gemm --gen frank 7 --digits-svg p.png

# ---- singular matrices: the number of the pivot
matrix ones.mtx 3 3 1 1 1 1 1 1 1 1 1
matrix rank2.mtx 3 3 1 2 4 2 4 9 0 0 1 # rows 1 and 2 are dependent in columns 1 and 2 and 3
for command in 'solve rank2.mtx b.mtx' 'solve rank2.mtx b.mtx --refine' 'inv rank2.mtx'; do
    # shellcheck disable=SC2086 # words
    refuse 2 'rank2.mtx: the matrix is singular: pivot 3 of 3 is 0 \(info = 3\)' $command
done
refuse 2 'ones.mtx: the matrix is singular: pivot 2 of 3 is 0 \(info = 2\)' solve ones.mtx b.mtx
refuse 2 'same.mtx: the matrix is singular: pivot 2 of 2 is 0' solve same.mtx sb.mtx --out none.mtx
[ ! -e none.mtx ] || fail "solve: a solution of a singular system was written"

# ---- sizes, empty matrices, numbers that are not finite
refuse 2 'b2.mtx: expected a square matrix, got 3 x 2' solve b2.mtx b.mtx
refuse 2 'u.mtx: expected 3 rows as A has, got 2 x 1' solve H3.mtx u.mtx
refuse 2 "there is no option '--digit'" solve H3.mtx s60.mtx --digit 3
refuse 2 'one of auto, cholesky, lu' solve H3.mtx s60.mtx --method qr
matrix inf.mtx 3 1 1 inf 2
refuse 2 'inf.mtx: expected finite numbers, found Inf or NaN' solve H3.mtx inf.mtx
refuse 2 'tiny.mtx: the solution is beyond the range of type W' solve tiny.mtx huge.mtx
matrix none.mtx 0 0 && matrix none_b.mtx 0 1 && matrix none_c.mtx 3 0
for options in '' --refine; do
    # shellcheck disable=SC2086 # words
    expect 0 solve none.mtx none_b.mtx $options && result ''
    # shellcheck disable=SC2086 # words
    expect 0 solve H3.mtx none_c.mtx $options && says '^3 0$'
done
expect 0 verify solve none.mtx none_b.mtx && says '^PASS' && expect 0 solve-triangular none.mtx none_b.mtx && [ -z "$(numbers)" ]
expect 0 inv none.mtx && says '^0 0$' && expect 0 det none.mtx && says '^det +1$'

# ---- inv: (2 1; 1 1)^-1 = (1 -1; -1 2)
matrix sym.mtx 2 2 2 1 1 1 && matrix gen.mtx 2 2 0 1 2 4 # (0 2; 1 4)^-1 = (-2 1; 1/2 0)
for engine in $engines; do
    expect 0 inv sym.mtx --method lu --engine "$engine" && result '1 -1 -1 2'
    expect 0 inv gen.mtx --engine "$engine" && result '-2 0.5 1 0'
done
expect 0 inv H3.mtx --out Hi.mtx && says '^Hi.mtx: inv, n = 3, [0-9.e-]+ ms$' && says 'Cholesky'
expect 0 inv gen.mtx --json && json && says '"routine": "inv"' && says '"0.5"'
expect 0 inv gen.mtx --refine && says '^% certain: 2[0-9]\.'
refuse 2 'b2.mtx: expected a square matrix' inv b2.mtx
refuse 4 'digits' inv H24.mtx

# ---- factor: P A = L U
for engine in $engines; do
    # (0 2; 4 6): rows exchanged, L = I
    matrix pivot.mtx 2 2 0 4 2 6
    expect 0 factor pivot.mtx --l l.mtx --u u.mtx --p p.mtx --engine "$engine" && says '^pivot.mtx: LU, 2 x 2, type W, 1 exchange of rows$'
    [ "$(sed 1,2d l.mtx | tr '\n' ' ')$(sed 1,2d u.mtx | tr '\n' ' ')$(sed 1,2d p.mtx | tr '\n' ' ')" = '1 0 0 1 4 0 6 2 0 1 1 0 ' ] ||
        fail "factor: P, L, U of (0 2; 4 6): $(cat l.mtx u.mtx p.mtx)"
    # (4 2; 2 5) = (2 0; 1 2) (2 1; 0 2)
    matrix chol.mtx 2 2 4 2 2 5
    expect 0 factor chol.mtx --l l.mtx --u u.mtx --p p.mtx --engine "$engine" && says '^chol.mtx: Cholesky, 2 x 2, type W$'
    [ "$(sed 1,2d l.mtx | tr '\n' ' ')$(sed 1,2d u.mtx | tr '\n' ' ')$(sed 1,2d p.mtx | tr '\n' ' ')" = '2 1 0 2 2 0 1 2 1 0 0 1 ' ] ||
        fail "factor: L of (4 2; 2 5): $(cat l.mtx u.mtx p.mtx)"
done
# (1 2i; 2 0) by LU: rows exchanged, L = (1 0; 1/2 1), U = (2 0; 0 2i)
complex cf.mtx 2 2 '1 0' '2 0' '0 2' '0 0'
expect 0 factor cf.mtx --l l.mtx --u u.mtx && [ "$(sed 1,2d l.mtx | tr '\n' ' ')$(sed 1,2d u.mtx | tr '\n' ' ')" = '1 0 0.5 0 0 0 1 0 2 0 0 0 0 0 0 2 ' ] ||
    fail "factor: complex L and U: $(cat l.mtx u.mtx)"
complex ch.mtx 2 2 '1 0' '0 2' '0 -2' '5 0' # L = (1 0; 2i 1), U = (1 -2i; 0 1)
expect 0 factor ch.mtx --l l.mtx --u u.mtx && [ "$(sed 1,2d l.mtx | tr '\n' ' ')$(sed 1,2d u.mtx | tr '\n' ' ')" = '1 0 0 2 0 0 1 0 1 0 0 0 0 -2 1 0 ' ] ||
    fail "factor: complex Cholesky: $(cat l.mtx u.mtx)"
# (2 4 6; 1 2 5): the second pivot is 3, in the third column only: U = (2 4 6; 0 0 2), pivot 2 is 0
matrix wide.mtx 2 3 2 1 4 2 6 5
expect 0 factor wide.mtx --l l.mtx --u u.mtx && says 'LU, 2 x 3, .*singular, as pivot 2 is 0'
[ "$(sed 1,2d l.mtx | tr '\n' ' ')$(sed 1,2d u.mtx | tr '\n' ' ')" = '1 0.5 0 1 2 0 4 0 6 2 ' ] || fail "factor: 2 x 3: $(cat l.mtx u.mtx)"
matrix tall.mtx 3 1 1 4 2
expect 0 factor tall.mtx --l l.mtx --u u.mtx --p p.mtx && [ "$(sed 1,2d l.mtx | tr '\n' ' ')$(sed 1,2d u.mtx)" = '1 0.25 0.5 4' ] || fail "factor: 3 x 1: $(cat l.mtx u.mtx)"
expect 0 gen random 40 -o R.mtx && expect 0 factor R.mtx --method lu --l l.mtx --u u.mtx --p p.mtx && expect 0 gemm l.mtx u.mtx -o lu.mtx &&
    expect 0 gemm p.mtx R.mtx lu.mtx --beta -1 -o rest.mtx && expect 0 convert rest.mtx rest8.mtx --type D --digits 3
awk 'NR > 2 && ($1 > 1e-29 || $1 < -1e-29) { exit 1 }' rest8.mtx || fail "factor: P A - L U is not small: $(sort -g rest8.mtx | head -n 3)"
expect 0 factor ind.mtx --json && json && says '"leading_minor_not_positive": 2' && says '"exchanges": 1'
refuse 2 'expected a file to write, --l, --u or --p' factor ind.mtx
refuse 2 'not positive definite.*info = 2' factor ind.mtx --method cholesky --l none.txt
refuse 2 'two files' factor ind.mtx --l l.mtx --u ./l.mtx
refuse 2 'lower.mtx: expected finite numbers' factor lower.mtx --l none.txt
[ ! -e none.txt ] || fail "factor: a file was written in spite of a failure"

# ---- verify solve: exact solutions at every condition
# (F(n+1), F(n); F(n), F(n-1)) in Fibonacci numbers, n even, has the determinant 1, so both norms
# are F(n+2) and the condition is its square: 3.14e8, 2.48e29, 6.81e62. Factors in double, in 128
# and in 424 bits give it. The solution for (F(n+2), F(n+1)) is (1, 1).
matrix fib20.mtx 2 2 10946 6765 6765 4181
matrix fib70.mtx 2 2 308061521170129 190392490709135 190392490709135 117669030460994
matrix fib150.mtx 2 2 16130531424904581415797907386349 9969216677189303386214405760200 \
    9969216677189303386214405760200 6161314747715278029583501626149
matrix fib20_b.mtx 2 1 17711 10946
matrix fib70_b.mtx 2 1 498454011879264 308061521170129
matrix fib150_b.mtx 2 1 26099748102093884802012313146549 16130531424904581415797907386349
matrix fib_x.mtx 2 1 1 1
matrix fib_wrong.mtx 2 1 1 1.0009765625
for case in 20:3.14e+08 70:2.48e+29 150:6.81e+62; do
    n=${case%%:*}
    condition=${case#*:}
    expect 0 verify solve "fib$n.mtx" fib_x.mtx "fib${n}_b.mtx" && says "^  condition +${condition/+/\\+} " && says '^  worst component +exact$'
    # 2^-10 of a component is wrong: 3.0 digits, whatever the condition.
    expect 1 verify solve "fib$n.mtx" fib_wrong.mtx "fib${n}_b.mtx" && says '^  worst component +3\.0$' && says "^  condition +${condition/+/\\+} "
done

# ---- det
for engine in $engines; do
    expect 0 det pivot.mtx --engine "$engine" && says '^det +-8$' && says '^mantissa  -0\.5$' && says '^exponent  4$'
    expect 0 det sym.mtx --engine "$engine" && says '^det +1$'
done
expect 0 det cf.mtx && says '^det +0 -4$'
expect 0 det ones.mtx && says '^det +0$' && says '^# pivot 2 of 3 is 0'
expect 0 det ones.mtx --json && json && says '"zero_pivot": 2'
matrix large.mtx 3 3 1e300 0 0 0 1e300 0 0 0 -1e300
expect 0 det large.mtx && says '^det +beyond the range of double-double, about 10\^900\.0000'
expect 0 det large.mtx --json && json && says '"exponent": 2990' && says '"log10": (900|899\.99999999999)'
matrix up.mtx 3 3 1e250 0 0 0 1e-250 0 0 0 -3 # 1e250 1e-250 is 1 but for roundings
expect 0 det up.mtx && says '^det +-(3|3\.0{28,}[0-9]*|2\.9{28,}[0-9]*)$'
expect 0 gen pascal 8 -o p8.mtx && expect 0 det p8.mtx && says '^det +(1|1\.0{22,}[0-9]*|0\.9{22,}[0-9]*)$' && says '^# about 2[0-9]\.[0-9] digits \(an estimate'
refuse 2 'b2.mtx: expected a square matrix, got 3 x 2' det b2.mtx

[ -z "$(find . -name '*.tmp' -o -name '*.part')" ] || fail "temporary files are left: $(ls)"
finish
