#!/usr/bin/env bash
# No procedure of the Fortran modules keeps a variable between calls, so that several threads may
# call any of them. (gfortran gives local variables of types that have formatted I/O static memory;
# therefore the module of I/O is apart, and has no such variables either.)
# Usage: t_fortran_static.sh LIBRARY
set -euo pipefail
found=$(nm --print-file-name "$1" 2>/dev/null | grep -E ' [bBdDC] ' | grep -vE '__(def_init|vtab|copy|final)_|__vtype_' || true)
if [ -n "$found" ]; then
    printf 't_fortran_static: static variables\n%s\n' "$found" >&2
    exit 1
fi
[ "$(nm "$1" 2>/dev/null | grep -c ' T ')" -gt 500 ] || { echo "t_fortran_static: no procedures" >&2; exit 1; }
echo "t_fortran_static: no static variables"
