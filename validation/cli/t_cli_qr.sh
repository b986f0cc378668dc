#!/usr/bin/env bash
# ddblas qr and ddblas lstsq: results that are known, exit codes, one line for each bad input.
# Usage: t_cli_qr.sh PATH_OF_DDBLAS
# shellcheck disable=SC2015 # "run && check || fail": a failed run is to be reported as well
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

# (3, 4) has the norm 5.
printf '%%%%MatrixMarket matrix array real general\n2 1\n3\n4\n' >v.mtx
expect 0 qr v.mtx --nonnegative && says '^5$'
expect 0 qr v.mtx --nonnegative --q q.mtx --r r.mtx --json && says '"m": 2'
[ -s q.mtx ] && [ -s r.mtx ] || fail "qr: Q and R were not written"
refuse 2 'two files, got q.mtx and ./q.mtx' qr v.mtx --q q.mtx --r ./q.mtx
refuse 2 'two files' qr v.mtx --q "$PWD/new.mtx" --r=new.mtx
refuse 2 'r.xyz: .*ends in' qr v.mtx --q new.mtx --r r.xyz
[ ! -e new.mtx ] || fail "qr: a file was written in spite of a failure"
expect 0 gemm q.mtx r.mtx && [ "$(grep -cE '^(3|4|3\.0*|4\.0*|2\.9{25,}[0-9]*|3\.9{25,}[0-9]*|[34]\.0{25,}[0-9]*)$' out)" = 2 ] ||
    fail "qr: Q R is not (3, 4): $(cat out)"

# Complex: (3i, 4) has the norm 5 too.
printf '%%%%MatrixMarket matrix array complex general\n2 1\n0 3\n4 0\n' >z.mtx
expect 0 qr z.mtx --nonnegative && says '^(5|4\.9{13,}[0-9]*|5\.0{13,}[0-9]*) -?0$'
expect 0 verify qr z.mtx && says '^PASS'
refuse 2 'expected C or Z' qr z.mtx --type D

expect 0 verify qr --gen laeuchli 20 --mu 1e-28 && says '^PASS'
# The triangle (1, 1; 0, e) has the inverse (1, -1/e; 0, 1/e), whose last column has the 1-norm 2/e.
# Columns that are the same are dependent, and orthogonal ones have the condition 1.
printf '%%%%MatrixMarket matrix array real general\n2 2\n1\n0\n1\n1e-10\n' >e.mtx
expect 0 verify qr e.mtx && says '^  condition, columns scaled +2e\+10 +2e\+10$'
expect 0 verify qr e.mtx --json && says '"condition": (2\.?0*|1\.99999999[0-9]*|2\.000000000[0-9]*)(e\+10|0000000000)?'
printf '%%%%MatrixMarket matrix array real general\n2 2\n3\n4\n-4\n3\n' >o.mtx
expect 0 verify qr o.mtx && says '^  condition, columns scaled +1 +1$'
expect 0 verify qr --gen wampler 8 --json && says '"passed": true'

# Wampler's fits: half the digits in FP64, 25 in double-double.
expect 0 gen wampler 6 -o A.mtx && expect 0 gen wampler-y1 6 -o y.mtx
expect 0 lstsq A.mtx y.mtx && [ "$(numbers | grep -cE '^(1|1\.0{25,}[0-9]*|0\.9{25,}[0-9]*|9\.9{25,}[0-9]*e-01)$')" = 6 ] ||
    fail "lstsq: not six times 1: $(cat out)"
expect 0 lstsq A.mtx y.mtx --refine && [ "$(numbers | grep -cE '^(1|1\.0{28,}[0-9]*|0\.9{28,}[0-9]*|9\.9{28,}[0-9]*e-01)$')" = 6 ] ||
    fail "lstsq --refine: not six times 1: $(cat out)"
expect 0 verify lstsq A.mtx y.mtx --refine && says '^PASS'
expect 0 verify lstsq A.mtx y.mtx --digits-svg d.svg && [ "$(grep -c '^<circle' d.svg)" = 12 ] || fail "verify lstsq: 6 components in two types are not 12 circles"
refuse 2 'd.png: expected a name that ends in .svg' verify lstsq A.mtx y.mtx --digits-svg d.png
expect 0 lstsq A.mtx y.mtx --out x.mtx && [ -s x.mtx ] || fail "lstsq: x was not written"
expect 0 lstsq A.mtx y.mtx --type D --json && json && says '"type": "D"' && says '"residual"'
expect 0 verify lstsq A.mtx y.mtx && says '^PASS' && says 'correct digits, worst +1?[0-9]\.[0-9] +2[0-9]\.[0-9]'
expect 0 verify lstsq --gen wampler 6 --b wampler-y2 --json && says '"passed": true'

# Longley's data: every digit that NIST certifies, and those of a solution recomputed at 60 digits.
expect 0 lstsq "$top/examples/longley.mtx" "$top/examples/longley-y.mtx"
place=0
for coefficient in -3482258.63459581832527689 15.06187227137329496998 -0.03581917929259101661685 -2.020229803816825085653 \
    -1.03322686717359197549469 -0.05110410565358071447066 1829.15146461355184522976; do
    place=$((place + 1))
    line=$(numbers | sed -n ${place}p)
    [[ $line == "$coefficient"* ]] || fail "Longley: expected $coefficient..., got $line"
done
says '^% ..b - A x.. = 914\.5622206858944064144'
expect 0 verify lstsq "$top/examples/longley.mtx" "$top/examples/longley-y.mtx" && says '^PASS'

# Wrong input.
printf '%%%%MatrixMarket matrix array real general\n1 2\n3\n4\n' >wide.mtx
refuse 2 'at least as many rows' qr wide.mtx
refuse 2 'expected 21 rows' lstsq A.mtx v.mtx
printf '%%%%MatrixMarket matrix array real general\n2 0\n' >none.mtx
refuse 2 'at least one column' lstsq none.mtx v.mtx
refuse 2 'at least one column' verify lstsq none.mtx v.mtx
expect 0 verify gemm none.mtx v.mtx --transa T && says '^PASS'
# The third column is the sum of the others, as rounding does not show; norms beyond the range;
# columns of norms 1e-300 and 1e300.
printf '%%%%MatrixMarket matrix array real general\n4 3\n3\n5\n7\n11\n1\n13\n2\n3\n4\n18\n9\n14\n' >sum.mtx
printf '%%%%MatrixMarket matrix array real general\n4 1\n1\n2\n3\n5\n' >four.mtx
refuse 2 'dependent' verify lstsq sum.mtx four.mtx
printf '%%%%MatrixMarket matrix array real general\n2 2\n1.7e308\n1.7e308\n1\n2\n' >large.mtx
expect 1 verify qr large.mtx && says '^FAIL'
printf '%%%%MatrixMarket matrix array real general\n3 2\n1e-300\n1e-310\n2e-300\n1e300\n2e300\n-3e300\n' >range.mtx
expect 0 verify qr range.mtx && says '^PASS'
refuse 2 'S, D or W' verify qr range.mtx --type U
printf '%%%%MatrixMarket matrix array real general\n2 2\n1\n1\n1\n1\n' >same.mtx
refuse 2 'dependent' verify lstsq same.mtx v.mtx
# No answer for dependent columns, exact or to rounding, whatever their lengths, or for Inf and NaN:
# neither output nor a file.
matrix() { # file rows columns elements by columns
    printf '%s\n' '%%MatrixMarket matrix array real general' "$2 $3" "${@:4}" >"$1"
}
matrix two.mtx 2 1 1 1
matrix twice.mtx 2 2 1 2 2 4
matrix tall.mtx 3 2 0.1 0.2 0.7 0.3 0.6 2.1
matrix three.mtx 3 1 1 2 5
matrix zero.mtx 3 2 1 2 3 0 0 0
matrix graded.mtx 3 3 1e-250 2e-250 5e-250 1e200 7e200 3e200 3 16 10
matrix nan.mtx 3 2 1 2 nan 2 4 7
matrix inf.mtx 3 1 1 -inf 2
for type in S D W; do
    refuse 2 "twice.mtx: the columns are dependent.*type $type" lstsq twice.mtx two.mtx --type $type
    refuse 2 "tall.mtx: the columns are dependent.*type $type" lstsq tall.mtx three.mtx --type $type --refine --out none.mtx.mtx
    refuse 2 'zero.mtx: the columns are dependent.* by a change of 0 ' lstsq zero.mtx three.mtx --type $type --json
    refuse 2 "nan.mtx: expected finite numbers in the range of type $type" lstsq nan.mtx three.mtx --type $type
    refuse 2 "inf.mtx: expected finite numbers in the range of type $type" lstsq tall.mtx inf.mtx --type $type
done
refuse 2 'sum.mtx: the columns are dependent' lstsq sum.mtx four.mtx
refuse 2 'same.mtx: the columns are dependent' lstsq same.mtx v.mtx --engine cpu
[ ! -e none.mtx.mtx ] || fail "lstsq: solutions for dependent columns were written"
printf '%s\n' '%%MatrixMarket matrix array complex general' '2 2' '1 1' '2 0' '-1 1' '0 2' >turned.mtx # i times the first column
refuse 2 'turned.mtx: the columns are dependent.*type Z' lstsq turned.mtx two.mtx
refuse 2 'norm of a column is beyond the range' lstsq large.mtx v.mtx
matrix small.mtx 2 1 1e-300 0 && matrix large_b.mtx 2 1 1e300 0
refuse 2 'large_b.mtx: the solution for column 1 is beyond the range of type W' lstsq small.mtx large_b.mtx
# Independent: lengths of 1e-250 and 1e200; a part in 1e20 apart, in W and not in D.
expect 0 lstsq graded.mtx three.mtx
matrix near.mtx 3 2 1 2 3 1 2 3.00000000000000000001
expect 0 lstsq near.mtx three.mtx --json && json
refuse 2 'near.mtx: the columns are dependent.*type D' lstsq near.mtx three.mtx --type D
refuse 2 'absent.mtx' qr absent.mtx
refuse 2 'verify lstsq' verify lstsq A.mtx

finish
