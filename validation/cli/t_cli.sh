#!/usr/bin/env bash
# The ddblas command: results that are known exactly, exit codes, one line for each bad input, no
# file left behind.
# Usage: t_cli.sh PATH_OF_DDBLAS
# shellcheck disable=SC2015 # "run && check || fail": a failed run is to be reported as well
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

elements() { # file: the numbers of the Matrix Market file on stdout are exactly these
    numbers >numbers.txt
    diff -u "$1" numbers.txt >diff.txt || fail "unexpected output: $(cat diff.txt)"
}

# ---- help and version
expect 0 --help && says 'First steps'
expect 0 --version && says '^ddblas [0-9]+\.[0-9]+\.[0-9]+$'
for command in info gen convert symv gemv dot nrm2 gemm verify; do
    expect 0 $command --help && says "usage: ddblas $command" && says "^  ddblas $command"
    expect 0 help $command && says "usage: ddblas $command"
done
expect 0 info && says 'self-test +passed' && says '^cpu ' && says '^type U +cuddcomplex +32 bytes'
expect 0 info --json && json && says '"selftest": "passed"'
for set in portable avx2 avx512; do # info names the set in use, the one asked for, or says that the processor lacks it
    got=0
    DDBLAS_CPU_ISA=$set "$ddblas" info >out || got=$?
    case "$set $got $(grep '^cpu ' out)" in
    'portable 0 '*' portable, '* | 'avx2 0 '*' AVX2, '* | 'avx512 0 '*' AVX-512, '*) ;;
    portable*) fail "DDBLAS_CPU_ISA=portable: $(grep '^cpu ' out)" ;;
    *" 3 cpu "*"not available: "*"DDBLAS_CPU_ISA is '$set', which this processor lacks: it has portable"*)
        grep -qw "${set/512/512f}" /proc/cpuinfo && fail "DDBLAS_CPU_ISA=$set: $(grep '^cpu ' out)" ;;
    *) fail "DDBLAS_CPU_ISA=$set: exit code $got, $(grep '^cpu ' out)" ;;
    esac
done
for set in bogus AVX2 'avx2 ' 'a%s%n'; do
    export DDBLAS_CPU_ISA=$set
    refuse 2 "DDBLAS_CPU_ISA is '$set': expected one of portable, avx2, avx512" symv none.mtx
    expect 3 info && says '^self-test +passed' && says "^cpu +not available: .*DDBLAS_CPU_ISA is '$set': expected one of portable, avx2, avx512$"
    expect 3 info --json && json && says '"selftest": "passed"' && says '"status": "DDBLAS_STATUS_INVALID_VALUE"'
done
export DDBLAS_CPU_ISA= && expect 0 info && unset DDBLAS_CPU_ISA
refuse 2 'expected a command'
refuse 2 "'frobnicate' is not a command" frobnicate
refuse 2 "no option '--frob'" info --frob

# ---- known entries, exact
# Hilbert 1/3 is 0x1.5555555555555p-2 + 0x1.5555555555555p-56, W21+ and binomials are integers
expect 0 gen hilbert 3 -o h.txt
grep -q '^0x1.5555555555555p-2+0x1.5555555555555p-56$' h.txt || fail "Hilbert's 1/3 is not rounded to double-double: $(cat h.txt)"
expect 0 gen wilkinson 21 -o w21.txt
[ "$(sed '/^%/d' w21.txt | awk 'NR == 2')" = "0x1.4p+3" ] || fail "W21+ does not begin with 10: $(head -n 4 w21.txt)"
expect 0 gen pascal 50 -o p.txt
[ "$(tail -n 1 p.txt)" = "0x1.494a59002fa28p+94-0x1.0972fb4f48p+40" ] || fail "C(98, 49) is 25477612258980856902730428600, got $(tail -n 1 p.txt)"
expect 0 gen clement 4 -o c.txt
grep -q '^0x1.bb67ae8584caap+0+0x1.cec95d0b5c1e3p-54$' c.txt || fail "clement 4 lacks sqrt 3 in double-double: $(cat c.txt)"
for kind in hilbert lehmer minij 1-2-1 clement pascal wilkinson random random-spectrum frank kahan lotkin laeuchli wampler ones \
    random-x hilbert-x wampler-y1 wampler-y2; do
    expect 0 gen $kind 5 -o kind.mtx --json && json
    expect 0 gen $kind 1 -o kind.npy
done
expect 0 gen random 30 --seed 3 -o a.txt && expect 0 gen random 30 --seed 3 -o b.txt && { cmp -s a.txt b.txt || fail "a seed gives two matrices"; }
expect 0 gen random 30 --seed 4 -o b.txt && { ! cmp -s a.txt b.txt || fail "two seeds give one matrix"; }
refuse 2 "'nokind' is not a kind" gen nokind 5
refuse 2 'integer from 1' gen hilbert 0
refuse 2 'integer from 1' gen hilbert 5x
refuse 2 'condition number' gen random-spectrum 5 --cond 0.5 -o bad.mtx
refuse 2 'beyond the range' gen pascal 600 -o bad.mtx
refuse 2 'ends in' gen hilbert 5 -o bad.xyz
refuse 2 'nodir/h.mtx' gen hilbert 5 -o nodir/h.mtx
[ ! -e bad.mtx ] || fail "a failed gen left bad.mtx behind"

# ---- products that are known exactly
expect 0 gen minij 4 -o m.mtx && expect 0 symv m.mtx --x ones
printf '4\n7\n9\n10\n' >want && elements want
expect 0 gen ones 4 -o one.mtx && expect 0 symv m.mtx one.mtx --alpha -1 --beta 0.5 --y one.mtx
printf -- '-3.5\n-6.5\n-8.5\n-9.5\n' >want && elements want
for type in S D W C Z; do
    expect 0 symv m.mtx one.mtx --type $type --engine cpu && [ "$(numbers | cut -d' ' -f1 | tr '\n' ' ')" = "4 7 9 10 " ] || fail "minij 4 in $type: $(cat out)"
done
expect 0 symv m.mtx one.mtx --json && json && says '"10"'
expect 0 symv m.mtx one.mtx --out y.mtx && expect 0 convert y.mtx y.npy && expect 0 convert y.npy y2.mtx && { cmp -s <(sed 1d y.mtx) <(sed 1d y2.mtx) || fail "mtx -> npy -> mtx changes y"; }
printf '%s\n' '%%MatrixMarket matrix array real general' '2 2' 1 2 5 3 >g.mtx
refuse 2 'g.mtx: expected a symmetric matrix.*\(2, 1\)' symv g.mtx --x ones
expect 0 symv g.mtx --x ones --uplo L && printf '3\n5\n' >want && elements want
expect 0 symv g.mtx --x ones --uplo U && printf '6\n8\n' >want && elements want
# NaN at (1, 2) and (2, 1), and on the diagonal, is symmetric; at one of two places it is not.
printf '%s\n' '%%MatrixMarket matrix array real general' '3 3' 1 nan 3 nan 2 4 3 4 5 >nan.mtx
expect 0 symv nan.mtx --x ones && printf 'nan\nnan\n12\n' >want && elements want
printf '%s\n' '%%MatrixMarket matrix array real general' '2 2' nan 1 1 2 >nan.mtx
expect 0 symv nan.mtx --x ones && printf 'nan\n3\n' >want && elements want
printf '%s\n' '%%MatrixMarket matrix array real general' '2 2' 1 nan 1 2 >nan.mtx
refuse 2 'nan.mtx: expected a symmetric matrix.*\(2, 1\)' symv nan.mtx --x ones
printf '%s\n' '%%MatrixMarket matrix array complex general' '2 2' '1 0' 'nan nan' 'nan nan' '2 0' >nan.mtx
expect 0 symv nan.mtx --x ones && printf 'nan nan\nnan nan\n' >want && elements want
expect 0 symv nan.mtx --x ones --hermitian
printf '%s\n' '%%MatrixMarket matrix array complex general' '2 2' '1 nan' '1 0' '1 0' '2 0' >nan.mtx
expect 0 symv nan.mtx --x ones && refuse 2 'expected a Hermitian matrix.*\(1, 1\)' symv nan.mtx --x ones --hermitian
printf '%s\n' '%%MatrixMarket matrix coordinate complex hermitian' '2 2 3' '1 1 2 0' '2 1 1 1' '2 2 3 0' >herm.mtx
expect 0 symv herm.mtx --x ones && printf '3 -1\n4 1\n' >want && elements want
expect 0 symv herm.mtx --x ones --alpha 0,1 && printf '1 3\n-1 4\n' >want && elements want

# Names of files may be any bytes, JSON is UTF-8.
for name in $'\xc3\xa4.mtx' $'\xff\xc3.mtx' $'\xed\xa0\x80.mtx' $'\xc0\xaf.mtx' $'\xf0\x9f\x99\x82.mtx' $'a"\\\n.mtx'; do
    expect 0 gen ones 2 -o "$name" --json && json
done

# ---- the hard product
# H times the row sums of its inverse is (1, ..., 1); for order 3 they are 3, -24, 30
expect 0 gen hilbert-x 3 -o hx3.mtx && [ "$(tail -n 3 hx3.mtx | tr '\n' ' ')" = "3 -24 30 " ] || fail "hilbert-x 3: $(cat hx3.mtx)"
expect 0 gen hilbert 12 -o H.mtx && expect 0 gen hilbert-x 12 -o hx.mtx
expect 0 verify symv H.mtx hx.mtx && says '^PASS'
expect 0 verify symv H.mtx hx.mtx --json && json && says '"passed": true'
# 1 + 2^-60 rounds to 1 in FP64: relative error 2^-60, and -log10 of it is 18.06; W is exact
printf '%s\n' '%%MatrixMarket matrix array real general' '1 1' '0x1p+0+0x1p-60' >one60.mtx
expect 0 verify symv one60.mtx --x ones && says 'worst component +18\.1 +exact$'
expect 0 verify symv --gen random-spectrum 40 --cond 1e25 && says '^PASS'
expect 0 verify symv --gen hilbert 12 --x hilbert-x && says 'PASS'
expect 0 verify symv "$top/examples/spring.mtx" && says '^PASS'
printf '%s\n' '%%MatrixMarket matrix array real general' '0 0' >none.mtx
expect 0 symv none.mtx --json && json && expect 0 verify symv none.mtx && says '^PASS' && expect 0 verify symv none.mtx --json && json
refuse 2 'expected a square matrix' verify symv --gen laeuchli 5
refuse 2 'expected a symmetric matrix' verify symv --gen frank 5
refuse 2 "'trsv' is not a routine" verify trsv H.mtx
refuse 2 'finite numbers' verify symv m.mtx --x ones --alpha inf

# ---- verify in every type: U beside Z (or C) for complex files; a type that is asked for is judged
expect 0 verify symv herm.mtx && says '^hemv' && says ' FP64 +U$' && says '^PASS: the errors of U '
expect 0 verify symv herm.mtx --type C --json && json && says '"type": "C"' && says '"passed": true'
expect 0 verify symv herm.mtx --alpha 0.1,0.3 --uplo U && says '^PASS'
for type in S D W; do
    expect 0 verify symv H.mtx hx.mtx --type $type && says '^PASS'
done
expect 0 verify symv H.mtx hx.mtx --type S && says 'errors of FP32 and W '
refuse 2 'expected C or Z' verify symv herm.mtx --type S
printf '%s\n' '%%MatrixMarket matrix array real general' '1 1' 1e300 >big.mtx
refuse 2 'range of the type' verify symv big.mtx --x ones --type S
expect 0 convert herm.mtx herm.npy && expect 0 verify symv herm.npy --hermitian && says '^hemv' && says '^PASS'
refuse 2 'expected a symmetric matrix' verify symv herm.npy

# ---- gemv and dot: sums that are known exactly
printf '%s\n' '%%MatrixMarket matrix array real general' '2 3' 1 2 3 4 5 6 >wide.mtx
printf '%s\n' '%%MatrixMarket matrix array real general' '3 1' 1 -1 2 >x3.mtx
printf '%s\n' '%%MatrixMarket matrix array real general' '2 1' 1 10 >y2.mtx
for type in S D W C Z U; do
    expect 0 gemv wide.mtx x3.mtx --type $type --engine cpu && [ "$(numbers | cut -d' ' -f1 | tr '\n' ' ')" = "8 10 " ] || fail "gemv in $type: $(cat out)"
    expect 0 dot x3.mtx x3.mtx --type $type --engine cpu && [ "$(cut -d' ' -f1 out)" = 6 ] || fail "dot in $type: $(cat out)"
done
expect 0 gemv wide.mtx x3.mtx --alpha -1 --beta 0.5 --y y2.mtx && printf -- '-7.5\n-5\n' >want && elements want
expect 0 gemv wide.mtx y2.mtx --trans T && printf '21\n43\n65\n' >want && elements want
expect 0 gemv herm.mtx --x ones --trans C && printf '3 -1\n4 1\n' >want && elements want
expect 0 gemv herm.mtx --x ones --trans T && printf '3 1\n4 -1\n' >want && elements want
expect 0 gemv wide.mtx x3.mtx --out g.mtx && says '^g.mtx: Wgemv, N, m = 2, n = 3'
expect 0 gemv wide.mtx x3.mtx --json && json && says '"trans": "N"' && says '"10"'
refuse 2 'x3.mtx: expected a vector of 2 elements, got 3 x 1' gemv wide.mtx x3.mtx --trans T
refuse 2 'y2.mtx: expected --beta with it' gemv wide.mtx x3.mtx --y y2.mtx
refuse 2 'expected the vector that beta multiplies' gemv wide.mtx x3.mtx --beta 1
expect 0 verify gemv wide.mtx x3.mtx && says 'worst component +exact +exact$' && says '^PASS'
expect 0 verify gemv --gen hilbert 30 --trans T --type S && says 'errors of FP32 and W ' && says '^PASS'
expect 0 verify gemv herm.mtx --trans C && says ' FP64 +U$' && says '^PASS: the errors of U '
printf '%s\n' '%%MatrixMarket matrix array complex general' '2 1' '1 2' '3 -1' >z2.mtx
expect 0 dot z2.mtx z2.mtx && printf '5 -2\n' >want && prints want
expect 0 dot z2.mtx z2.mtx --conjugate && printf '15 0\n' >want && prints want
expect 0 dot x3.mtx --y ones && printf '2\n' >want && prints want
expect 0 dot x3.mtx --y ones --json && json && says '"n": 3' && says '"2"'
refuse 2 'expected a vector of 3 elements, got 2 x 1' dot x3.mtx y2.mtx
refuse 2 'expected a vector' dot wide.mtx x3.mtx
# 1 + 2^-60 - 1: FP64 loses all digits, and W none
printf '%s\n' '%%MatrixMarket matrix array real general' '2 1' '0x1p+0+0x1p-60' -1 >cancel.mtx
expect 0 dot cancel.mtx --y ones && says '^8\.67361737988'
expect 0 verify dot cancel.mtx --y ones && says 'worst component +0\.0 +exact$' && says '^PASS'
expect 0 verify dot --gen random-x 500 && says '^PASS'
expect 0 verify dot z2.mtx z2.mtx --conjugate && says ' FP64 +U$' && says '^PASS'

# ---- nrm2: Pythagorean vectors, and norms whose squares are beyond the range
printf '%s\n' '%%MatrixMarket matrix array real general' '3 1' 2 -3 6 >seven.mtx
printf '%s\n' '%%MatrixMarket matrix array real general' '1 2' 3e200 4e200 >row.mtx
printf '%s\n' '%%MatrixMarket matrix array complex general' '2 1' '1 -2' '2 4' >five.mtx
for type in S D W C Z U; do
    expect 0 nrm2 seven.mtx --type $type --engine cpu && [ "$(cat out)" = 7 ] || fail "nrm2 in $type: $(cat out)"
done
expect 0 nrm2 row.mtx && says '^(5|4\.9{28,}[0-9]*|5\.0{28,}[0-9]*)e\+200$'
expect 0 nrm2 five.mtx && printf '5\n' >want && prints want
expect 0 nrm2 five.mtx --json && json && says '"n": 2' && says '"5"'
printf '%s\n' '%%MatrixMarket matrix array real general' '0 1' >none1.mtx
expect 0 nrm2 none1.mtx && printf '0\n' >want && prints want && expect 0 dot none1.mtx none1.mtx && prints want
expect 0 verify nrm2 seven.mtx && says 'worst component +exact +exact$' && says '^PASS'
# sqrt 2 in FP64 has an error of 0.27 units in the last place: 15.9 to 16.2 digits
printf '%s\n' '%%MatrixMarket matrix array real general' '2 1' 1 1 >root2.mtx
expect 0 nrm2 root2.mtx && says '^1\.414213562373095048801688724209[67]'
expect 0 verify nrm2 root2.mtx && says 'worst component +16\.[0-2] +3[1-9]\.' && says '^PASS'
expect 0 verify nrm2 five.mtx --type C && says 'errors of FP32 and U ' && says '^PASS'
expect 0 verify nrm2 --gen random-x 700 && says '^PASS'
expect 0 verify nrm2 row.mtx && says '^PASS'
refuse 2 'wide.mtx: expected a vector of 2 elements, got 2 x 3' nrm2 wide.mtx

# ---- gemm: products that are known exactly, digit by digit
printf '%s\n' '%%MatrixMarket matrix array real general' '2 3' 1 2 3 4 5 6 >a23.mtx
printf '%s\n' '%%MatrixMarket matrix array real general' '3 2' 1 0 -1 2 1 0 >b32.mtx
printf '%s\n' '%%MatrixMarket matrix array real general' '2 2' 10 20 30 40 >c22.mtx
result() { # elements by columns: the matrix on stdout
    [ "$(sed 1d out | tr '\n' ' ')" = "$1 " ] || fail "expected $1, got $(tr '\n' ' ' <out)"
}
for type in S D W; do
    expect 0 gemm a23.mtx b32.mtx --type $type --engine cpu && result '2 2 -4 -4 5 8'
done
expect 0 gemm a23.mtx b32.mtx c22.mtx --alpha -1 --beta 0.5 && result '2 2 9 14 10 12'
expect 0 gemm a23.mtx b32.mtx c22.mtx --beta 0 && result '2 2 -4 -4 5 8'
expect 0 gemm a23.mtx b32.mtx --transa T --transb T && result '3 3 5 11 17 2 4 6 -1 -3 -5'
expect 0 gemm b32.mtx b32.mtx --transa T && result '2 2 2 2 2 5'
expect 0 gemm herm.mtx herm.mtx && result '2 2 6 0 5 5 5 -5 11 0'
expect 0 gemm herm.mtx herm.mtx --transa T && result '2 2 4 2 5 1 5 1 9 -2'
expect 0 gemm a23.mtx b32.mtx -o ab.mtx && says '^ab.mtx: Wgemm, NN, m = 2, n = 2, k = 3'
expect 0 convert ab.mtx ab.txt && [ "$(tail -n 4 ab.txt | tr '\n' ' ')" = "-0x1p+2 -0x1p+2 0x1.4p+2 0x1p+3 " ] || fail "ab.mtx: $(cat ab.txt)"
expect 0 gemm a23.mtx b32.mtx --json && json && says '"k": 3' && says '"8"'
for xt in '' '--memory 4096' '--memory 4096 --trace line.json' '--devices 1'; do # blocks through a device, here the CPU
    # shellcheck disable=SC2086 # words
    expect 0 gemm a23.mtx b32.mtx c22.mtx --beta 2 --engine cpu --xt $xt && result '2 2 16 36 65 88'
done
[ "$(head -n 1 line.json)$(tail -n 1 line.json)" = '[]' ] && grep -q '"store"' line.json || fail "a timeline: $(head -n 3 line.json)"
expect 0 gemm herm.mtx herm.mtx --transa T --engine cpu --xt --memory 4096 && result '2 2 4 2 5 1 5 1 9 -2'
expect 0 gen random 90 -o r.txt && expect 0 gemm r.txt r.txt -o rx.txt --engine cpu --xt --memory 200000 &&
    says '^rx.txt: Wgemm, NN, m = 90, n = 90, k = 90, blocks = [1-9]'
expect 0 gemm r.txt r.txt -o rx.txt --engine cpu --xt --memory 200000 --json && json && says '"devices": 1' && says '"blocks": [1-9]'
expect 0 gemm none.mtx none.mtx --engine cpu --xt && result '0 0'
if "$ddblas" info | grep -q '^cuda .*not available'; then
    refuse 3 'no CUDA device; with --engine cpu' gemm a23.mtx b32.mtx --xt
fi
refuse 3 'device 1 of the options: there are 1' gemm a23.mtx b32.mtx --engine cpu --xt --memory 4096 --devices 2
refuse 3 '10 bytes of a device.s memory hold no blocks' gemm a23.mtx b32.mtx --engine cpu --xt --memory 10
refuse 2 'expected --xt' gemm a23.mtx b32.mtx --memory 4096
refuse 2 'devices: expected an integer from 1 to 32' gemm a23.mtx b32.mtx --xt --devices 0
refuse 2 'memory: expected an integer from 1' gemm a23.mtx b32.mtx --xt --memory 1G
refuse 2 'only with --memory' gemm a23.mtx b32.mtx --engine cpu --xt --trace t.json
refuse 2 'no/t.json: the timeline could not be written' gemm a23.mtx b32.mtx --engine cpu --xt --memory 4096 --trace no/t.json
for route in auto plain residues; do
    expect 0 gemm a23.mtx b32.mtx --route $route && result '2 2 -4 -4 5 8'
    expect 0 verify gemm --gen random 40 --route $route && says '^PASS'
done
refuse 2 'one of auto, plain, residues' gemm a23.mtx b32.mtx --route x
expect 0 gemm none.mtx none.mtx && result '0 0'
refuse 2 'expected 3 rows of op\(B\).*got 2' gemm a23.mtx a23.mtx
refuse 2 'c22.mtx: expected a 3 x 3 matrix, got 2 x 2' gemm b32.mtx a23.mtx c22.mtx --beta 1
refuse 2 'third file' gemm a23.mtx b32.mtx --beta 1
refuse 2 'expected 2 arguments' gemm a23.mtx
refuse 2 'one of N, T, C' gemm a23.mtx b32.mtx --transa X
refuse 2 'no type U' gemm a23.mtx b32.mtx --type U
refuse 2 'real numbers' gemm a23.mtx b32.mtx --alpha 0,1
expect 0 verify gemm a23.mtx b32.mtx c22.mtx --beta 3 && says 'worst component +exact +exact$' && says '^PASS'
expect 0 verify gemm --gen hilbert 20 --b lotkin --transb T && says '^gemm of hilbert, NT, m = 20' && says '^PASS'
expect 0 verify gemm --gen random 30 --type S && says 'errors of FP32 and W ' && says '^PASS'
expect 0 verify gemm --gen random 30 --samples 17 --json && json && says '"compared": 17' && says '"passed": true'
expect 0 verify gemm --gen random 30 --samples 17 && says '^17 of 900 elements compared'
expect 0 verify gemm herm.mtx herm.mtx --transb C && says '^PASS: the errors of FP64 '
expect 0 verify gemm none.mtx none.mtx && says '^PASS'
refuse 2 'expected A and B' verify gemm a23.mtx

# ---- a pipe is read once
pipe() { # expected first line, arguments after ddblas: herm.mtx or a23.mtx comes through a pipe
    local want=$1 file=$2
    shift 2
    [ "$("$ddblas" "$@" 2>&1 < <(cat "$file") | head -n 1)" = "$want" ] || fail "ddblas $* of a pipe: $("$ddblas" "$@" 2>&1 < <(cat "$file"))"
    checks=$((checks + 1))
}
pipe '%%MatrixMarket matrix array real general' m.mtx symv /dev/stdin --x ones
pipe '%%MatrixMarket matrix array complex general' herm.mtx symv /dev/stdin --x ones
pipe '%%MatrixMarket matrix array real general' a23.mtx gemm /dev/stdin b32.mtx
pipe 'symv of /dev/stdin, n = 4, on '"$("$ddblas" info | sed -n 's/^cpu *//p')" m.mtx verify symv /dev/stdin --x ones --engine cpu
pipe 'piped.npy: 2 x 3' a23.mtx convert /dev/stdin piped.npy

# ---- "-" is standard input and output
stream() { # expected text, command line of the shell
    local got
    got=$(eval "$2" 2>err) || fail "$2: failed: $(cat err)"
    [ "$got" = "$1" ] || fail "$2: expected '$1', got '$got': $(cat err)"
    checks=$((checks + 1))
}
run() { "$ddblas" "$@"; }
stream '3 5 6 ' 'run gen minij 3 -o - | run symv - --x ones | grep -v % | sed 1d | tr "\n" " "'
stream '2' 'run gen ones 4 -o - | run nrm2 -'
stream '30' 'run gen minij 4 -o - | run symv - --x ones -o - | run dot - --y ones'
stream '%%MatrixMarket matrix array real general 2 1 1 1' 'run gen ones 2 -o - | run convert - - | tr "\n" " " | sed "s/ $//"'
printf 'kept\n' >log && "$ddblas" gen ones 1 -o - >>log 2>err && { printf 'kept\n%%%%MatrixMarket matrix array real general\n1 1\n1\n' | cmp -s - log || fail "a file that is appended to: $(cat log)"; }
got=0
"$ddblas" gen minij 2 -o - 2>/dev/null | "$ddblas" gemm - - >out 2>err || got=$?
{ [ "$got" = 2 ] && grep -q 'expected one file from standard input' err; } || fail "two files from standard input: $(cat err)"
got=0
"$ddblas" symv one.mtx --json -o - >out 2>err </dev/null || got=$?
{ [ "$got" = 2 ] && json; } || fail "--json and -: $(cat out err)"

# ---- an n x 2 array of doubles in a .npy file: two columns, or n pairs
npy() { # file shape, doubles as little-endian bytes
    { printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<f8', 'fortran_order': False, 'shape': $2, }"; printf '%b' "$3"; } >"$1"
}
one='\x00\x00\x00\x00\x00\x00\xf0\x3f' two='\x00\x00\x00\x00\x00\x00\x00\x40' low='\x00\x00\x00\x00\x00\x00\x50\x3c' # 2^-58
npy either.npy '(2, 2)' "$one$low$two$low"
npy columns.npy '(2, 2)' "$one$two$two$one"
npy three.npy '(2, 1, 2)' "$one$low$two$low"
printf '%s\n' '%%MatrixMarket matrix array real general' '2 2' 1 0 0 1 >eye.mtx
expect 0 gemm eye.mtx columns.npy && result '2 2 1 2 2 1'
expect 0 gemm eye.mtx columns.npy --npy pairs --transb N && result '2 1 3 3'
expect 0 gemm eye.mtx either.npy --npy columns --type D && result "2 2 1 2 $(printf '%.17g %.17g' 3.4694469519536142e-18 3.4694469519536142e-18)"
expect 0 convert three.npy want.txt && expect 0 convert either.npy got.txt --npy pairs && { cmp -s want.txt got.txt || fail "pairs: $(cat got.txt)"; }
expect 0 convert either.npy got.npy --npy pairs && expect 0 convert got.npy got.txt && { cmp -s want.txt got.txt || fail "converted pairs: $(cat got.txt)"; }
expect 0 symv eye.mtx either.npy --npy pairs --out got.txt && { cmp -s <(tail -n 2 want.txt) <(tail -n 2 got.txt) || fail "symv of pairs: $(cat got.txt)"; }
for command in 'symv eye.mtx either.npy' 'verify symv eye.mtx either.npy' 'gemm either.npy eye.mtx' 'gemm eye.mtx either.npy' \
    'gemm eye.mtx eye.mtx either.npy --beta 1' 'verify gemm either.npy eye.mtx' 'qr either.npy' 'verify qr either.npy' \
    'lstsq either.npy one.mtx' 'lstsq eye.mtx either.npy' 'verify lstsq eye.mtx either.npy' 'convert either.npy got.mtx' \
    'convert either.npy got.mtx --type S' 'symv either.npy --type D'; do
    # shellcheck disable=SC2086 # words
    refuse 2 '^ddblas: either.npy:1: these 2 x 2 doubles may be two columns .*--npy columns or --npy pairs$' $command
done

# ---- silent in a pipe
expect 0 gen random 300 -o r.mtx && [ ! -s err ] || fail "gen writes to stderr without a terminal"
expect 0 verify symv r.mtx && [ ! -s err ] || fail "verify writes to stderr without a terminal"

# ---- bad files: one line that names file and line, exit code 2, nothing left behind
refuse 2 'missing.mtx' symv missing.mtx
: >empty.mtx
refuse 2 'empty.mtx' symv empty.mtx
head -c 300 /dev/urandom >garbage.mtx
refuse 2 'garbage.mtx' symv garbage.mtx
head -n 20 H.mtx >cut.mtx
refuse 2 '^ddblas: cut.mtx:[0-9]+: ' symv cut.mtx
printf '%s\n' '%%MatrixMarket matrix array real general' '2 2' 1 2x 3 4 >junk.mtx
refuse 2 '^ddblas: junk.mtx:4: ' symv junk.mtx
refuse 2 '^ddblas: junk.mtx:4: ' gemm m.mtx junk.mtx
refuse 2 '^ddblas: junk.mtx:4: ' convert junk.mtx converted.mtx
[ ! -e converted.mtx ] || fail "a failed convert left a file behind"
printf '%s\n' '%%MatrixMarket matrix coordinate real general' '2 2 1' '3 1 1.0' >range.mtx
refuse 2 '^ddblas: range.mtx:3: ' symv range.mtx
printf '%s\n' '%%MatrixMarket matrix array real general' '0 4611686018427387904' >wide.mtx
expect 0 convert wide.mtx wide.txt --type U && says '^wide.txt: 0 x 4611686018427387904'
printf 'ddblas-table 1\nengine cpu\ndevice x\ncapability 1.0\nend 0\n' >empty.table
refuse 2 'missing.samples' tune report missing.samples --engine cpu --table empty.table
printf '%s\n' '%%MatrixMarket matrix array real general' '4000000000 4000000000' 1 >huge.mtx
expect 2 symv huge.mtx || expect 3 symv huge.mtx
expect 0 convert m.mtx self.txt && cp self.txt want && expect 0 convert self.txt self.txt && { cmp -s want self.txt || fail "a file converted to itself changes"; }
expect 0 gemm self.txt one.mtx -o self.txt && expect 0 symv m.mtx one.mtx -o want.txt && { cmp -s self.txt want.txt || fail "an output that is an input too is wrong"; }
long=$(printf 'n%.0s' {1..251}).mtx # 255 bytes, the longest name there is
expect 0 convert one.mtx "$long" && cmp -s <(sed 1d one.mtx) <(sed 1d "$long") || fail "no file of a long name"
cp one.mtx kept.mtx
refuse 2 'junk.mtx:4' convert junk.mtx kept.mtx
cmp -s one.mtx kept.mtx || fail "a failed convert changed an existing file"
refuse 2 'expected a vector of 4 elements' symv m.mtx hx.mtx
refuse 2 'beta.*--y' symv m.mtx --beta 2
# A file that beta would leave out without a word, in each command that takes one.
refuse 2 'one.mtx: expected --beta' symv m.mtx one.mtx --y one.mtx
refuse 2 'one.mtx: expected --beta' verify symv m.mtx one.mtx --y one.mtx
refuse 2 'c22.mtx: expected --beta' gemm a23.mtx b32.mtx c22.mtx
refuse 2 'c22.mtx: expected --beta' verify gemm a23.mtx b32.mtx c22.mtx
expect 0 symv m.mtx one.mtx --y missing.mtx --beta 0 && printf '4\n7\n9\n10\n' >want && elements want
# A file of 0 x 2 doubles is no column of pairs.
printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 2), }" >none.npy && expect 0 convert none.npy none.mtx
expect 0 verify symv m.mtx one.mtx --y one.mtx --beta 1 && says '^PASS'
refuse 2 'alpha' symv m.mtx --alpha 1z
refuse 2 'real numbers' symv m.mtx --alpha 1,2
refuse 2 'one of L, U' symv m.mtx --uplo X
refuse 2 'one of auto, cpu, cuda' symv m.mtx --engine gpu
refuse 2 'too many' symv m.mtx one.mtx one.mtx
if ! "$ddblas" info | grep -q '^cuda *[^n ]'; then
    refuse 3 '[Cc][Uu][Dd][Aa]|device' symv m.mtx --engine cuda
fi
if [ -e /dev/full ]; then
    "$ddblas" info >/dev/full 2>err
    [ $? = 2 ] || fail "a full standard output is not noticed"
fi
[ -z "$(find . -newer want -name '*.mtx.*')$(find . -name '*.tmp' -o -name '*.part')" ] || fail "temporary files are left: $(ls)"

finish
