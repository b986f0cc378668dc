#!/usr/bin/env bash
# ddblas svd, rank, null and pinv, and verify of each: values, ranks and matrices that are known,
# pictures, exit codes, one line for each bad input.
# Usage: t_cli_svd.sh PATH_OF_DDBLAS
# shellcheck disable=SC2015 # "run && check || fail": a failed run is to be reported as well
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

matrix() { # file rows columns elements by columns
    printf '%s\n' '%%MatrixMarket matrix array real general' "$2 $3" "${@:4}" >"$1"
}
complex() {
    printf '%s\n' '%%MatrixMarket matrix array complex general' "$2 $3" "${@:4}" >"$1"
}
near() { # file numbers: the numbers in it after its header, each within 1e-30 of the largest modulus
    grep -v '^[#%]' "$1" | grep -vE '^[0-9]+ [0-9]+$' | tr ' ' '\n' >values
    printf '%s\n' "${@:2}" >wanted
    python3 - <<'P' || fail "expected ${*:2}, got: $(cat "$1")"
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

for word in svd rank null pinv; do
    expect 0 $word --help && says "usage: ddblas $word" && says "^  ddblas verify $word"
    expect 0 --help && says "^  $word "
done
expect 0 verify --help && says 'verify svd\|rank\|null\|pinv A.mtx'

# ---- B = (3 4; 4 3; 0 0) has 7 and 1; C the same times i; S = (1 2; 2 4; 3 6) has rank 1
matrix B.mtx 3 2 3 4 0 4 3 0
complex C.mtx 2 2 '0 3' '0 4' '0 4' '0 3'
matrix S.mtx 3 2 1 2 3 2 4 6
matrix T.mtx 2 3 1 2 2 4 3 6
matrix zero.mtx 2 2 0 0 0 0
for engine in $engines; do
    expect 0 svd B.mtx --engine "$engine" && near out 7 1 && says '^% 2 singular values of a 3 x 2 matrix, '
    expect 0 svd C.mtx --engine "$engine" && near out 7 1
    expect 0 svd S.mtx --engine "$engine" && says '^8\.366600265340755479781720257'
    expect 0 rank B.mtx --engine "$engine" && says '^2$' && says '^# rank 2 of 3 x 2, ' && says '^# singular value 2: 1$'
    expect 0 rank S.mtx --engine "$engine" && says '^1$' && says '^# singular value 2: .*, which does not count'
    expect 0 rank zero.mtx --engine "$engine" && says '^0$' && says '^# singular value 1: 0, which does not count'
    expect 0 pinv S.mtx --engine "$engine" --out X.mtx && says '^X.mtx: pseudo_inverse, 2 x 3' && says '^  rank 1 of 3 x 2'
    # X = A^T / 70, because A has one singular value, the root of 70
    expect 0 pinv X.mtx --engine "$engine" --out A.mtx && near A.mtx 1 2 3 2 4 6
    expect 0 pinv T.mtx --engine "$engine" && says '^2?.*%%MatrixMarket matrix array real general' && says '^3 2$'
    expect 0 null S.mtx --engine "$engine" --out Z.mtx && grep -q '^2 1$' Z.mtx || fail 'one vector is not 2 x 1'
    for file in B C S T zero; do
        for word in svd rank null pinv; do
            expect 0 verify $word $file.mtx --engine "$engine" && says '^PASS'
        done
    done
done
# the null vector of S is (2, -1) / root 5, up to its sign
grep -vE '^(%|[0-9]+ [0-9]+$)' Z.mtx | sed 's/^-//' | sort >moduli
near moduli 0.447213595499957939281834733746255247088124 0.894427190999915878563669467492510494176247
matrix I.mtx 2 2 2 0 0 4
expect 0 pinv I.mtx && near out 0.5 0 0 0.25
expect 0 null I.mtx && says '^2 0$' && says '^% rank 2 of 2 x 2'

# ---- factors: U and VT of B have the shapes of thin and of full ones
expect 0 svd B.mtx --u U.mtx --vt VT.mtx && grep -q '^3 2$' U.mtx && grep -q '^2 2$' VT.mtx || fail 'thin factors'
expect 0 svd B.mtx --u U.mtx --full && grep -q '^3 3$' U.mtx || fail 'full factors'
expect 0 svd B.mtx --u U.mtx --json && json && says '"singular_values"' && says '"u": "U.mtx"'
expect 0 svd B.mtx --digits 3 && says '^7$' && says '^1$'
expect 0 null S.mtx --json && json && says '"rank": 1' && says '"basis"'
expect 0 rank S.mtx --json && json && says '"first_that_does_not"'
expect 0 pinv S.mtx --json && json && says '"pseudo_inverse"'

# ---- Hilbert matrices: the smallest and the largest; a tolerance between singular values
expect 0 gen hilbert 8 -o H.mtx
expect 0 svd H.mtx && says '^1\.6959389969219494520818217273' && says '^1\.11153896637244'
expect 0 rank H.mtx && says '^8$'
expect 0 rank H.mtx --tolerance 1e-6 && says '^5$'
expect 0 gen hilbert 20 -o H20.mtx
expect 0 rank H20.mtx && says '^20$'
expect 0 rank H20.mtx --tolerance 4.44e-15 && says '^13$'
expect 0 null H20.mtx --tolerance 1e-20 --out Z.mtx && says '^Z.mtx: basis, 20 x '

# ---- pictures
expect 0 svd H.mtx --svg h.svg && [ "$(grep -c '^<circle' h.svg)" = 8 ] && grep -q 'Singular values of' h.svg || fail '8 values are not 8 circles'
grep -q '>1e-10<' h.svg && grep -q 'descending' h.svg || fail 'no logarithmic axis'
expect 0 svd zero.mtx --svg z.svg
if command -v python3 >/dev/null; then
    python3 -c 'import sys, xml.dom.minidom as d; [d.parse(f) for f in sys.argv[1:]]' h.svg z.svg || fail 'a picture is not XML'
fi

# ---- verify
for kind in 'wilkinson 21' 'hilbert 20' 'minij 40' 'laeuchli 12'; do
    for word in svd rank null pinv; do
        # shellcheck disable=SC2086 # words
        expect 0 verify $word --gen $kind --engine cpu && says '^PASS'
    done
done
expect 0 verify svd --gen hilbert 12 --json && json && says '"bound": 4' && says '"passed": true' && says '"compared_columns": 12'
expect 0 verify rank --gen hilbert 12 && says 'the errors allow ranks from 12 to 12'
expect 0 verify rank S.mtx --json && json && says '"least_rank": 1' && says '"most_rank": 1'
expect 0 verify pinv --gen hilbert 12 --tolerance 1e-8 && says 'A X A - A'
expect 0 verify svd --gen minij 260 --engine cpu && says '^124 of 260 columns compared' && says 'estimated'

# ---- refusals
matrix inf.mtx 1 1 inf
printf '%s\n' '%%MatrixMarket matrix array real general' '0 3' >none.mtx
for word in svd rank null pinv; do
    refuse 2 'inf.mtx: expected finite numbers' $word inf.mtx
    refuse 2 'none.mtx: a matrix without elements has no singular values' $word none.mtx
    refuse 2 'missing.mtx' $word missing.mtx
done
for word in rank null pinv; do
    refuse 2 'tolerance: expected a number from 0 to below 1, got 1' $word B.mtx --tolerance 1
    refuse 2 'tolerance: expected a number from 0 to below 1, got -2' $word B.mtx --tolerance -2
done
refuse 2 'digits: expected 1 to 200, got 0' svd B.mtx --digits 0
refuse 2 'picture.png: expected a name that ends in .svg' svd B.mtx --svg picture.png
refuse 2 'out' rank B.mtx --out X.mtx
finish
