#!/usr/bin/env bash
# scripts/check_links accepts the library's objects, and finds a planted use against the law and a
# planted circle.
# Usage: t_links.sh LIST    LIST as for scripts/check_links
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$top/scripts/check_links" "$1"

# plant PATH TEXT: an object of these contents, as if src/PATH were a source of the library.
plant() {
    local object=$work/planted.dir/src/$1.o
    mkdir -p "$(dirname "$object")"
    echo "$2" | "${CC:-cc}" -c -x c - -o "$object"
    echo "$object"
}
refused() { # SENTENCE
    if "$top/scripts/check_links" "$work/list" 2>"$work/said"; then
        echo "t_links: not found: $1" >&2
        exit 1
    fi
    grep -qF "$1" "$work/said" || { cat "$work/said" >&2; echo "t_links: not said: $1" >&2; exit 1; }
}

{ cat "$1"; plant core/planted.c 'void ddblas_symv_cpu(void); void planted(void) { ddblas_symv_cpu(); }'; } >"$work/list"
refused 'core/planted.c uses ddblas_symv_cpu of level2/symv/cpu/symv_cpu.c: core may not enter level2'
{
    cat "$1"
    plant level3/one.c 'void planted_two(void); void planted_one(void) { planted_two(); }'
    plant level3/two.c 'void planted_one(void); void planted_two(void) { planted_one(); }'
} >"$work/list"
refused 'in a circle: level3/one.c uses planted_two of level3/two.c'
echo "t_links: 2 planted violations found"
