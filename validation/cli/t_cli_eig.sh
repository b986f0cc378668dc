#!/usr/bin/env bash
# ddblas eig and ddblas verify eig: eigenvalues that are known, vectors, pictures, exit codes, one
# line for each bad input.
# Usage: t_cli_eig.sh PATH_OF_DDBLAS
# shellcheck disable=SC2015 # "run && check || fail": a failed run is to be reported as well
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

matrix() { # file rows columns elements by columns
    printf '%s\n' '%%MatrixMarket matrix array real general' "$2 $3" "${@:4}" >"$1"
}
complex() {
    printf '%s\n' '%%MatrixMarket matrix array complex general' "$2 $3" "${@:4}" >"$1"
}
near() { # numbers: stdout has these, each within 1e-30 of the largest modulus, in this order; complex ones are two
    numbers | tr ' ' '\n' >values
    printf '%s\n' "$@" >wanted
    python3 - <<'P' || fail "expected $*, got: $(cat out)"
import sys
from decimal import Decimal, getcontext
getcontext().prec = 80
got = [Decimal(line) for line in open("values")]
want = [Decimal(line) for line in open("wanted")]
scale = max(abs(x) for x in want)
sys.exit(len(got) != len(want) or any(abs(a - b) > scale * Decimal("1e-30") for a, b in zip(got, want)))
P
}
command -v python3 >/dev/null || near() { :; }
engines=cpu
"$ddblas" info | grep -q '^cuda *[^n ]' && engines='cpu cuda'

expect 0 eig --help && says 'usage: ddblas eig' && says '^  ddblas verify eig'
expect 0 --help && says '^  eig '
expect 0 verify --help && says 'verify eig A.mtx'

# ---- (2 1; 1 2) has 1 and 3; (2 -i; i 2) too; diagonal matrices
matrix A.mtx 2 2 2 1 1 2
complex H.mtx 2 2 '2 0' '0 1' '0 -1' '2 0'
matrix D.mtx 3 3 3 0 0 0 -1 0 0 0 2
matrix one.mtx 1 1 7
for engine in $engines; do
    expect 0 eig A.mtx --engine "$engine" && near 1 3 && says '^% eigenvalues 1 to 2 of 2, '
    expect 0 eig H.mtx --engine "$engine" && near 1 3
    expect 0 eig D.mtx --engine "$engine" && near -1 2 3
    expect 0 eig one.mtx --engine "$engine" && near 7
    for file in A H D one; do
        expect 0 verify eig $file.mtx --engine "$engine" && says '^PASS'
    done
done

# ---- W21+: J. H. Wilkinson, The Algebraic Eigenvalue Problem; digits by MPFR
expect 0 gen wilkinson 21 -o W.mtx
expect 0 eig W.mtx --range 20:21 && near 10.7461941829033218322899092316003963063337 10.7461941829033934318574612573223352996636
says '^10\.746194182903321832289909231' && says '^% eigenvalues 20 to 21 of 21'
expect 0 eig W.mtx --range 1 && near -1.125441522119984222298774402855356982874
expect 0 eig W.mtx --range 21 --digits 5 && says '^10\.746$'
expect 0 eig W.mtx --range 19:20 --json && json && says '"routine": "eig"' && says '"first": 19' && says '"9\.2106786473613'

# ---- Clement's matrix has -9, -7, ..., 9; the Hilbert matrix of order 8 from 1.7 down to 1e-10
expect 0 gen clement 10 -o C.mtx
expect 0 eig C.mtx && near -9 -7 -5 -3 -1 1 3 5 7 9
expect 0 gen hilbert 8 -o B.mtx
expect 0 eig B.mtx --range 8:8 && near 1.69593899692194945208182172738952434
expect 0 eig B.mtx --range 1 && says '^1\.11153896637244'

# ---- vectors: of (2 1; 1 2) they are (1, -1) and (1, 1) over sqrt 2, up to their signs
expect 0 eig A.mtx --vectors V.mtx && near 1 3
grep -v '^[%#]' V.mtx | sed 's/^-//' | sed 1d | sort -u >moduli
[ "$(cut -c1-30 moduli | sort -u)" = 0.7071067811865475244008443621 ] || fail "vectors: $(cat V.mtx)"
expect 0 eig W.mtx --vectors V.mtx --range 3:7 && grep -q '^21 5$' V.mtx || fail 'five vectors are not 21 x 5'
expect 0 eig H.mtx --vectors HV.mtx --json && json && says '"vectors": "HV.mtx"'
expect 0 convert HV.mtx HV2.mtx

# ---- one triangle
matrix both.mtx 2 2 2 1 nan 2
expect 0 eig both.mtx --uplo L && near 1 3
expect 0 verify eig both.mtx --uplo L && says '^PASS'

# ---- pictures
expect 0 eig W.mtx --svg w.svg && [ "$(grep -c '^<circle' w.svg)" = 21 ] && grep -q '</svg>' w.svg || fail '21 eigenvalues are not 21 circles'
expect 0 eig B.mtx --svg b.svg && grep -q '>1e-10<' b.svg || fail 'no logarithmic axis'
expect 0 eig one.mtx --svg one.svg && [ "$(grep -c '^<circle' one.svg)" = 1 ] || fail 'one eigenvalue is not one circle'
if command -v python3 >/dev/null; then
    python3 -c 'import sys, xml.dom.minidom as d; [d.parse(f) for f in sys.argv[1:]]' w.svg b.svg one.svg || fail 'a picture is not XML'
fi

# ---- without symmetry: (x - 1)(x - 2)(x - 3)(x - 4) = x^4 - 10 x^3 + 35 x^2 - 50 x + 24, the third
# roots of 1, a rotation, and a complex triangular matrix, whose eigenvalues are its diagonal
matrix P.mtx 4 4 0 1 0 0 0 0 1 0 0 0 0 1 -24 50 -35 10
matrix Z.mtx 3 3 0 1 0 0 0 1 1 0 0
matrix J.mtx 2 2 0 1 -1 0
complex T.mtx 3 3 '3 0' '0 0' '0 0' '5 1' '1 2' '0 0' '7 -2' '4 4' '0 -1'
roots='1 0 2 0 3 0 4 0'
half=0.866025403784438646763723170752936183471403
# shellcheck disable=SC2086 # words
{
    expect 0 eig P.mtx --general --digits 28 && [ "$(numbers | wc -l)" = 4 ]
    cp out four
    sed -E 's/^([0-9.]+) .*/\1 0/' four >out && near $roots
    expect 0 eig Z.mtx --general && near -0.5 -$half -0.5 $half 1 0 && says '^% eigenvalues 1 to 3 of 3, '
}
expect 0 eig J.mtx --general && near 0 -1 0 1
expect 0 eig T.mtx --general && near 0 -1 1 2 3 0
expect 0 eig T.mtx --general --range 2:2 --json && json && says '"(1|0\.99999[0-9]*) (2|1\.99999[0-9]*)"'
expect 0 eig A.mtx --general --engine cpu && near 1 0 3 0
# A v = lambda v for the vectors of Z, of norm 1
expect 0 eig Z.mtx --general --vectors ZV.mtx && grep -q '^3 3$' ZV.mtx || fail 'three vectors are not 3 x 3'
if command -v python3 >/dev/null; then
    numbers >values.txt
    python3 - values.txt ZV.mtx <<'P' || fail "vectors of Z: $(cat ZV.mtx)"
import sys
from decimal import Decimal, getcontext
getcontext().prec = 60
pairs = lambda lines: [tuple(map(Decimal, line.split())) for line in lines]
values = pairs(open(sys.argv[1]))
numbers = pairs([line for line in open(sys.argv[2]) if line[0] != "%"][1:])
times = lambda a, b: (a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0])
for j, value in enumerate(values):
    v = numbers[3 * j:3 * j + 3]
    image = [v[2], v[0], v[1]]  # Z moves components down
    for i in range(3):
        product = times(value, v[i])
        assert all(abs(product[k] - image[i][k]) < Decimal("1e-30") for k in range(2)), (j, i)
    assert abs(sum(a * a + b * b for a, b in v) - 1) < Decimal("1e-30")
P
fi
refuse 2 'general: --uplo is for' eig P.mtx --general --uplo L
refuse 2 'general: --svg is for' eig P.mtx --general --svg p.svg
"$ddblas" eig P.mtx --general --engine cuda >out 2>err && fail 'a general matrix went to the CUDA engine'
[ "$(wc -l <err)" = 1 ] || fail "--general --engine cuda: $(cat err)"

# ---- verify
for kind in 'wilkinson 21' 'clement 40' 'hilbert 20' 'minij 33' 'random-spectrum 64'; do
    # shellcheck disable=SC2086 # words
    expect 0 verify eig --gen $kind && says '^PASS' && says 'worst \|\|A v - w v\|\| / \|\|A\|\| '
done
expect 0 verify eig --gen wilkinson 21 --json && json && says '"bound": 4' && says '"passed": true' && says '"compared_vectors": 21'
expect 0 verify eig --gen minij 200 && says '^104 of 200 vectors compared' && says 'estimated'

# ---- refusals
matrix N.mtx 2 2 1 2 3 4
matrix R.mtx 2 3 1 2 3 4 5 6
matrix inf.mtx 1 1 inf
refuse 2 'N.mtx: expected a symmetric or Hermitian matrix, but element \(2, 1\) is not the mirror image of \(1, 2\); --uplo' eig N.mtx
refuse 2 'R.mtx: expected a square matrix, got 2 x 3' eig R.mtx
refuse 2 'inf.mtx: expected finite numbers' eig inf.mtx
refuse 2 'none.mtx' eig none.mtx
refuse 2 'range' eig A.mtx --range 0:1
refuse 2 'range' eig A.mtx --range 2:1
refuse 2 'range' eig A.mtx --range 1:3
refuse 2 'range' eig A.mtx --range x
refuse 2 'digits: expected 1 to 200, got 0' eig A.mtx --digits 0
refuse 2 'picture.png: expected a name that ends in .svg' eig A.mtx --svg picture.png
refuse 2 'N.mtx: expected a symmetric' verify eig N.mtx
finish
