#!/usr/bin/env bash
# ddblas compare: digits that are known by hand, kinds of files, special numbers, requirements, JSON
# and pictures, one line for each bad input.
# Usage: t_cli_compare.sh PATH_OF_DDBLAS
# shellcheck disable=SC2015 # "run && check || fail": a failed run is to be reported as well
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"

column() { printf '%s\n' "${@:2}" >"$1"; } # file numbers
value() { # key number ...: numbers of the JSON object, within 1e-12
    command -v python3 >/dev/null || return 0
    python3 -c 'import json, sys
got = json.load(open("out"))
sys.exit(any(abs(got[key] - float(want)) > 1e-12 for key, want in zip(sys.argv[1::2], sys.argv[2::2])))' "$@" ||
        fail "expected $* in: $(cat out)"
}

expect 0 compare --help && says '^usage: ddblas compare MINE REF'
expect 0 --help && says '^  compare '

# ---- known digits: errors of 2^-10, 0, 2^-20 and 1 relative to 1, 2, 4 and 8
column ref.txt 1 2 4 8
column mine.txt 1.0009765625 2 4.000003814697265625 16
# The median is 10 log10 2, the lower one of the two in the middle; the largest error is 8 of 8;
# 31.3 is 104 log10 2.
expect 0 compare mine.txt ref.txt --json && value worst_component_digits 0 median_component_digits 3.010299956639812 \
    normwise_digits 0 equal 1 reference_digits 31.307119549054045
expect 0 compare mine.txt ref.txt && says '^  worst component          0\.0   at \(4, 1\): 16$' && says 'the reference has 8$' &&
    says '^  median component         3\.0$' && says '^  equal                      1   of 4 components$' && says '^   6 -  7           1 ' &&
    says '^  31 - 32           1 '
column three.txt 1.0009765625 2 4.000003814697265625 8.0009765625
expect 0 compare three.txt ref.txt --json && value worst_component_digits 3.010299956639812 \
    normwise_digits 3.913389943631756 # 13 log10 2: an error of 2^-10 of 8
# complex numbers by their moduli: |(3, 4) - (3, 4.0048828125)| = 5 2^-10
column zref.txt 3+4j 5
column zmine.txt 3+4.0048828125j 5
expect 0 compare zmine.txt zref.txt --json && value worst_component_digits 3.010299956639812
expect 0 compare ref.txt ref.txt --json && value equal 4 worst_component_digits 31.307119549054045
# a real result beside a complex reference and the other way round
column real.txt 3 5
expect 0 compare real.txt zref.txt --json && value worst_component_digits 0.09691001300805639 # 4 of 5
column zreal.txt 3+0j 5+0j
expect 0 compare zreal.txt real.txt --json && value equal 2

# ---- zeros, Inf and NaN
column special.txt 0 0 nan inf -inf inf 1 1
column other.txt -0 1e-300 nan inf inf 5 nan inf
expect 0 compare other.txt special.txt --json && value equal 3 worst_component_digits 0
expect 0 compare other.txt special.txt && says '^   0 -  1           5 ' && says '^  31 - 32           3 '
column same.txt nan inf 1
expect 0 compare same.txt same.txt --require-digits 31 && says '^PASS' && says '^  whole vector            31\.3'
column zeros.txt 0 0
expect 0 compare zeros.txt zeros.txt --require-digits 31
column tiny.txt 0 1e-20
expect 4 compare tiny.txt zeros.txt --require-digits 1 && says '^FAIL: the worst component has 0\.0 digits, 1 are required$'
expect 4 compare tiny.txt zeros.txt --require-digits 1 --measure whole
# --floor: an error of 2^-30 beside a component of 2^-20 that counts as 1
printf '0x1p-20\n1\n' >small.txt
printf '0x1.004p-20\n1\n' >small-mine.txt
expect 0 compare small-mine.txt small.txt --json && value worst_component_digits 3.010299956639812
expect 0 compare small-mine.txt small.txt --floor 1 --json && value worst_component_digits 9.030899869919436

# ---- requirements, at the digit and beside it
expect 0 compare three.txt ref.txt --require-digits 3.01 && says '^PASS: the worst component has 3\.0 digits, 3\.01 are required$'
expect 4 compare three.txt ref.txt --require-digits 3.02 && says '^FAIL'
expect 4 compare three.txt ref.txt --require-digits 3.02 --json && json && says '"passed": false' && says '"summary": "worst 3.0, median'
expect 0 compare three.txt ref.txt --require-digits 3.9 --measure whole
expect 4 compare three.txt ref.txt --require-digits 4 --measure whole && says '^FAIL: the whole has 3\.9 digits, 4 are required$'
expect 0 compare mine.txt ref.txt --require-digits 3 --measure median
expect 4 compare mine.txt ref.txt --require-digits 3
refuse 2 'require-digits: expected at most the 31\.3 digits that ref.txt vouches for, got 32' compare mine.txt ref.txt --require-digits 32
refuse 2 'require-digits: expected at most the 10\.0' compare mine.txt ref.txt --ref-digits 10 --require-digits 11
expect 0 compare ref.txt ref.txt --ref-digits 10 --json && value worst_component_digits 10
refuse 2 'above 0' compare mine.txt ref.txt --require-digits 0
refuse 2 'above 0' compare mine.txt ref.txt --require-digits nan --json
refuse 2 'ref-digits: expected a number above 0' compare mine.txt ref.txt --ref-digits -2
refuse 2 'floor: expected a number from 0' compare mine.txt ref.txt --floor -1
refuse 2 'measure: expected one of worst, median, whole' compare mine.txt ref.txt --measure best

# ---- bounds: the errors are 2^-10, 0, 2^-18 and 2^-10
printf '%s\n' 0x1p-10 0 0x1p-18 0x1p-9 >bound.txt
expect 0 compare three.txt ref.txt --bound bound.txt --json && value error_over_bound 1
expect 0 compare three.txt ref.txt --bound bound.txt && says '^PASS: every error is within its bound$'
printf '%s\n' 0x1p-10 0 0x1p-19 0x1p-9 >tight.txt
expect 1 compare three.txt ref.txt --bound tight.txt --json && value error_over_bound 2 && says '"passed": false'
expect 1 compare three.txt ref.txt --bound tight.txt --require-digits 20 && says '^FAIL: an error is above its bound$'
column zero-bound.txt 0 0 0 0
expect 1 compare three.txt ref.txt --bound zero-bound.txt && says '^  error / bound            inf '
expect 0 compare ref.txt ref.txt --bound zero-bound.txt
column negative.txt 1 1 -1 1
refuse 2 'negative.txt: expected bounds from 0 on, found another one at \(3, 1\)' compare three.txt ref.txt --bound negative.txt
refuse 2 'zref.txt: expected real bounds' compare real.txt real.txt --bound zref.txt
refuse 2 'zeros.txt: expected 4 x 1 as the reference, got 2 x 1' compare three.txt ref.txt --bound zeros.txt

# ---- kinds of files: the same numbers everywhere
expect 0 convert ref.txt ref.mtx && expect 0 convert ref.txt ref.npy
printf '1,2,4,8\n' >row.csv
printf 'name\n1\n2\n4\n8\n' >column.csv
for file in ref.mtx ref.npy row.csv column.csv; do
    expect 0 compare $file ref.txt --require-digits 31 --json && value equal 4
    expect 0 compare ref.txt $file --json && value equal 4
done
if command -v python3 >/dev/null; then
    python3 - <<'P'
import gzip, struct
def npy(name, descr, shape, data, zipped=0):
    head = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data
    open(name, "wb").write(gzip.compress(data) if zipped else data)
npy("f4.npy", "<f4", "(4,)", struct.pack("<4f", 1, 2, 4, 8))
npy("f8.npy", "<f8", "(4, 1)", struct.pack("<4d", 1, 2, 4, 8))
npy("f2.npy", "<f2", "(4,)", struct.pack("<4e", 1, 2, 4, 8))
npy("i2.npy", ">i2", "(1, 4)", struct.pack(">4h", 1, 2, 4, 8))
npy("u8.npy", "<u8", "(4,)", struct.pack("<4Q", 1, 2, 4, 8))
npy("c16.npy", "<c16", "(4,)", struct.pack("<8d", 1, 0, 2, 0, 4, 0, 8, 0))
npy("f16.npy", "<f16", "(4,)", b"".join(struct.pack("<QH6x", 1 << 63, 16383 + k) for k in range(4)))
npy("pairs.npy", "<f8", "(4, 2)", struct.pack("<8d", 1, 2**-60, 2, 0, 4, 0, 8, 0))
npy("f8.npy.gz", "<f8", "(4,)", struct.pack("<4d", 1, 2, 4, 8), 1)
open("ref.txt.gz", "wb").write(gzip.compress(open("ref.txt", "rb").read()))
P
    for file in f4 f8 f2 i2 u8 c16 f16; do
        expect 0 compare $file.npy ref.txt --json && value equal 4
    done
    expect 0 compare ref.txt f4.npy --json && value reference_digits 7.224719895935548 # 24 log10 2
    expect 0 compare ref.txt f8.npy --json && value reference_digits 15.954589770191003
    expect 0 compare ref.txt f16.npy --json && value reference_digits 19.265919722494797
    expect 0 compare ref.txt f2.npy --json && value reference_digits 3.3113299523037933
    expect 0 compare ref.txt i2.npy --json && value reference_digits 31.307119549054045
    refuse 2 'at most the 7\.2 digits that f4.npy' compare ref.txt f4.npy --require-digits 8
    refuse 2 'at most the 15\.9 digits that f8.npy vouches for, got 16' compare ref.txt f8.npy --require-digits 16
    refuse 2 'npy' compare pairs.npy ref.txt
    expect 0 compare pairs.npy ref.txt --npy pairs --json && value worst_component_digits 18.061799739838872 # 60 log10 2
    refuse 2 'expected 4 x 1 as the reference, got 4 x 2' compare pairs.npy ref.txt --npy columns
    "$ddblas" compare f8.npy.gz ref.txt >out 2>err
    case $? in
        0) expect 0 compare ref.txt.gz f8.npy.gz --json && value equal 4 ;;
        2) grep -q 'without zlib' err || fail "a compressed file is refused: $(cat err)" ;;
        *) fail 'compressed files' ;;
    esac
fi
# two columns of text are never taken for pairs
printf '1 1e-20\n2 1e-20\n' >text-pairs.txt
column two.txt 1 2
refuse 2 'expected 2 x 1 as the reference, got 2 x 2' compare text-pairs.txt two.txt --pairs
# standard input once
"$ddblas" compare - ref.txt --json <mine.txt >out 2>err && value equal 1 || fail 'standard input'
refuse 2 'one file from standard input' compare - -

# ---- pictures and digits as files
expect 0 compare three.txt ref.txt --bound bound.txt --svg a.svg --out digits.txt && says '^PASS'
grep -q 'correct digits' a.svg && grep -q '|error| / bound' a.svg || fail 'the picture lacks an axis'
if command -v python3 >/dev/null; then
    python3 -c 'import xml.etree.ElementTree as E; E.parse("a.svg")' || fail 'the picture is no XML'
fi
expect 0 compare digits.txt digits.txt --json && value equal 4
refuse 2 'ends in .svg' compare mine.txt ref.txt --svg a.png
refuse 2 'none/a.svg: cannot create' compare mine.txt ref.txt --svg none/a.svg

# ---- bad input
refuse 2 'expected 2 arguments, got 1' compare ref.txt
refuse 2 'one argument too many' compare ref.txt ref.txt ref.txt
refuse 2 'missing.txt' compare missing.txt ref.txt
refuse 2 'missing.txt' compare ref.txt missing.txt --json
: >empty.txt
refuse 2 'empty.txt' compare empty.txt ref.txt
refuse 2 'zeros.txt: expected 4 x 1 as the reference, got 2 x 1' compare zeros.txt ref.txt
printf '1 2\n3 4\n' >square.txt
refuse 2 'square.txt: expected 4 x 1' compare square.txt ref.txt
printf '%s\n' '%%MatrixMarket matrix array real general' '0 1' >none.mtx
refuse 2 'at least one component, got 0 x 1' compare none.mtx none.mtx
printf '1\nx\n3\n4\n' >bad.txt
refuse 2 'bad.txt:2: ' compare bad.txt ref.txt
mkdir folder
refuse 2 'folder' compare folder ref.txt
finish
