#!/usr/bin/env bash
# Without stat an error stops a Fortran program with 1, after one line that says what is wrong.
# Usage: t_fortran_stop.sh PROGRAM
set -euo pipefail
program=$1
export DDBLAS_TUNE_TABLE=none

stops() { # case, the line
    local said status=0
    said=$("$program" "$1" 2>&1 >/dev/null) || status=$?
    [ "$status" = 1 ] || { echo "t_fortran_stop: $1: status $status" >&2; exit 1; }
    grep -qxF "$2" <<<"$said" || { printf 't_fortran_stop: %s: %s\n' "$1" "$said" >&2; exit 1; }
}

stops argument 'ddblasWsymv, argument lda: 1 is below max(1, 2)'
stops handle 'ddblasWsymv: the handle is null or was destroyed'
stops engine 'ddblasCreateWithEngine: engine: 99 is none of AUTO, CPU, CUDA'
stops copy 'ddblas: a ddblas_handle cannot be copied; pass it as an argument or make another one'
stops text 'ddblas: "twelve" is not a number'
[ "$("$program" nothing)" = 2 ] || { echo "t_fortran_stop: a right call" >&2; exit 1; }
echo "t_fortran_stop: 5 sentences"
