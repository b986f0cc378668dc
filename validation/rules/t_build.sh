#!/usr/bin/env bash
# The configuration stops at a source that is in no target, and names it.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/tree"
(cd "$top" && cp -r CMakeLists.txt bindings cli cmake compat examples include reference scripts src tables validation "$work/tree/")

# refused FILE SENTENCE: with this file in the tree the configuration fails and says so.
refused() {
    mkdir -p "$work/tree/$(dirname "$1")"
    echo 'int planted;' >"$work/tree/$1"
    if cmake -S "$work/tree" -B "$work/build" -DDDBLAS_CUDA=OFF -DDDBLAS_TESTS=ON >"$work/said" 2>&1; then
        echo "t_build: the configuration accepts $1" >&2
        exit 1
    fi
    tr -s ' \n' ' ' <"$work/said" | grep -qF "$1 $2" || { cat "$work/said" >&2; exit 1; }
    rm "$work/tree/$1"
}

refused src/planted/planted.c 'is in no room of scripts/law'
refused src/level2/planted.cpp 'is neither a source'
refused validation/level2/planted.c 'is in no target'
refused cli/planted.cpp 'is in no target'
echo "t_build: 4 planted sources found"
