#!/usr/bin/env bash
# scripts/check_includes accepts the tree and finds each of a list of planted violations.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$top/scripts/check_includes" "$top"

# file | line that must be refused
planted='cli/planted.c|#include "../src/core/core.h"
cli/planted.c|#include <mpfr.h>
bench/planted.c|#include "../src/level2/symv.h"
examples/planted.c|  #  include "../validation/lib/oracle.h"
src/core/planted.c|#include "../level2/symv.h"
src/core/planted.c|#include <mpfr.h>
src/backend/planted.c|#include "../core/core.h"
src/level1/planted.c|#include "../level2/symv.h"
src/tune/planted.c|#include "../level2/symv.h"
src/dd_arith/planted.c|#include "../level1/convert.h"
src/level2/planted.c|#include "../../include/dd/ddblas.h"
include/dd/planted.h|#include "../../src/core/core.h"
include/dd/cuddreal.h|#include <dd/ddblas.h>
validation/t_planted.c|#include "core/core.h"
cli/planted.c|#include "nowhere.h"'

while IFS='|' read -r file line; do
    rm -rf "$work/tree"
    mkdir -p "$work/tree"
    for room in include src cli examples bench validation; do
        [ ! -d "$top/$room" ] || cp -r "$top/$room" "$work/tree/"
    done
    mkdir -p "$work/tree/$(dirname "$file")"
    echo "$line" >>"$work/tree/$file"
    if "$top/scripts/check_includes" "$work/tree" 2>"$work/said"; then
        echo "t_includes: not found in $file: $line" >&2
        exit 1
    fi
    grep -q "^$file:" "$work/said" || { echo "t_includes: $file is not named: $(cat "$work/said")" >&2; exit 1; }
done <<<"$planted"
echo "t_includes: $(wc -l <<<"$planted") planted violations found"
