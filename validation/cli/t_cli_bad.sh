#!/usr/bin/env bash
# Every line of bad_inputs.txt: its exit code, one line of error that matches, nothing on standard
# output but with --json an object, and no file left behind.
# Usage: t_cli_bad.sh PATH_OF_DDBLAS
# shellcheck source=validation/cli/cli.sh
. "$(dirname "$0")/cli.sh" "$1"
table=$top/validation/cli/bad_inputs.txt

matrix() { # file, rows, columns, elements by columns
    local file=$1
    printf '%%%%MatrixMarket matrix array real general\n%s %s\n' "$2" "$3" >"$file"
    shift 3
    printf '%s\n' "$@" >>"$file"
}
matrix A.mtx 3 3 2 1 0 1 2 1 0 1 2
matrix x.mtx 3 1 1 2 3
matrix two.mtx 2 1 1 2
matrix wide.mtx 2 3 1 2 3 4 5 6
matrix general.mtx 2 2 1 2 5 3
matrix singular.mtx 2 2 1 1 1 1
matrix inf.mtx 2 2 1 inf inf 1
matrix junk.mtx 2 2 1 2x 3 4
matrix short.mtx 3 3 1 2 3
matrix huge.mtx 4000000000 4000000000 1
printf '%s\n' '%%MatrixMarket matrix coordinate real general' '2 2 1' '3 1 1.0' >range.mtx
one='\x00\x00\x00\x00\x00\x00\xf0\x3f' two='\x00\x00\x00\x00\x00\x00\x00\x40' low='\x00\x00\x00\x00\x00\x00\x50\x3c' # 2^-58
{ printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }"; printf '%b' "$one$low$two$low"; } >either.npy
: >empty.mtx
mkdir folder

before=$(ls)
lines=0
while IFS='|' read -r code pattern arguments; do
    case $code in '#'* | '') continue ;; esac
    # A pattern may have a bar in it: the arguments are after the last one.
    while [[ $arguments == *' | '* ]]; do
        pattern="$pattern|${arguments%% | *}"
        arguments=${arguments#* | }
    done
    pattern=${pattern# }
    pattern=${pattern% }
    lines=$((lines + 1))
    # shellcheck disable=SC2086 # words
    refuse "${code% }" "$pattern" $arguments
    # shellcheck disable=SC2086 # words
    set -- $arguments
    case ${1:-} in
    tune | '') ;;
    verify) refuse "${code% }" "$pattern" "$@" --json ;;
    *) refuse "${code% }" "$pattern" "$1" --json "${@:2}" ;;
    esac
    rm -f out err
    [ "$(ls)" = "$before" ] || fail "ddblas $arguments: files changed: $(echo *)"
done <"$table"
[ "$lines" -ge 60 ] || fail "only $lines lines in the table"
finish
