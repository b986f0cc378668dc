#!/usr/bin/env bash
# ddblas qr and ddblas lstsq: results that are known, exit codes, one line for each bad input. Usage: t_cli_qr.sh PATH_OF_DDBLAS
# shellcheck disable=SC2015 # "run && check || fail": a failed run is to be reported as well
# shellcheck source=validation/cli.sh
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
expect 0 verify qr --gen wampler 8 --json && says '"passed": true'

# Wampler's fits: half the digits in FP64, 25 in double-double.
expect 0 gen wampler 6 -o A.mtx && expect 0 gen wampler-y1 6 -o y.mtx
expect 0 lstsq A.mtx y.mtx && [ "$(grep -cE '^(1|1\.0{25,}[0-9]*|0\.9{25,}[0-9]*|9\.9{25,}[0-9]*e-01)$' out)" = 6 ] ||
    fail "lstsq: not six times 1: $(cat out)"
expect 0 lstsq A.mtx y.mtx --refine && [ "$(grep -cE '^(1|1\.0{28,}[0-9]*|0\.9{28,}[0-9]*|9\.9{28,}[0-9]*e-01)$' out)" = 6 ] ||
    fail "lstsq --refine: not six times 1: $(cat out)"
expect 0 verify lstsq A.mtx y.mtx --refine && says '^PASS'
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
    line=$(sed -n ${place}p out)
    [[ $line == "$coefficient"* ]] || fail "Longley: expected $coefficient..., got $line"
done
says '^# ..b - A x.. = 914\.5622206858944064144'
expect 0 verify lstsq "$top/examples/longley.mtx" "$top/examples/longley-y.mtx" && says '^PASS'

# Wrong input.
printf '%%%%MatrixMarket matrix array real general\n1 2\n3\n4\n' >wide.mtx
refuse 2 'at least as many rows' qr wide.mtx
refuse 2 'expected 21 rows' lstsq A.mtx v.mtx
printf '%%%%MatrixMarket matrix array real general\n2 0\n' >none.mtx
refuse 2 'at least one column' lstsq none.mtx v.mtx
refuse 2 'at least one column' verify lstsq none.mtx v.mtx
expect 0 verify gemm none.mtx v.mtx --transa T && says '^PASS'
# The third column is the sum of the others, as rounding does not show; norms beyond the range; columns of norms 1e-300 and 1e300.
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
refuse 2 'absent.mtx' qr absent.mtx
refuse 2 'verify lstsq' verify lstsq A.mtx

finish
