#!/usr/bin/env bash
# scripts/check_includes accepts the tree and finds each of a list of planted violations.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$top/scripts/check_includes" "$top"

# file | line that must be refused
planted='cli/planted1.c|#include "../src/core/core.h"
cli/planted2.c|#include <mpfr.h>
cli/planted3.c|#include "nowhere.h"
bench/planted.c|#include "../src/level2/symv/symv.h"
bench/planted2.c|#include "../validation/level3/gemm/gemm_case.h"
bench/planted3.c|#include "engine.h"
validation/level2/t_planted.c|#include "../../bench/lib/bench.h"
reference/planted.c|#include "../bench/lib/bench.h"
reference/planted2.c|#include "../validation/lib/engine.h"
reference/oracle/planted.c|#include "core/core.h"
examples/planted.c|  #  include "../reference/oracle/oracle.h"
src/core/planted1.c|#include "level2/symv/symv.h"
src/core/planted2.c|#include <mpfr.h>
src/backend/planted.c|#include "../core/core.h"
src/tune/planted.c|#include "api/spaces.h"
src/dd_arith/planted.c|#include "../level1/convert.h"
src/level1/planted.c|#include "level2/symv/symv.h"
src/machine/planted.c|#include "core/core.h"
src/simd/planted.c|#include "core/core.h"
src/xt/planted.c|#include "tsqr/tsqr.h"
src/factor/planted.c|#include "tsqr/tsqr.h"
src/eigen/planted.c|#include "tsqr/tsqr.h"
src/svd/planted.c|#include "xt/xt.h"
src/dd_arith/planted2.c|#include "io/file.h"
src/matrix/planted.c|#include "level2/symv/symv.h"
src/level2/planted2.c|#include "matrix/matrix.h"
src/level2/planted.cu|#include "../../reference/oracle/oracle.h"
src/level2/planted.c|#include "../../include/dd/ddblas.h"
include/dd/planted.h|#include "../../src/core/core.h"
include/dd/cuddreal.h|#include <dd/ddblas.h>
bindings/python/src/planted.hpp|#include "core/core.h"
bindings/python/src/planted.cpp|#include "simd/vd.h"
validation/level3/t_planted2.c|#include <core/core.h>
validation/level3/t_planted.c|#include "core/core.h"'

for room in include src cli compat bindings examples reference bench validation; do
    [ ! -d "$top/$room" ] || cp -r "$top/$room" "$work/"
done
while IFS='|' read -r file line; do
    mkdir -p "$work/$(dirname "$file")"
    echo "$line" >>"$work/$file"
done <<<"$planted"

if "$top/scripts/check_includes" "$work" 2>"$work/said"; then
    echo "t_includes: no violation was found" >&2
    exit 1
fi
while IFS='|' read -r file line; do
    number=$(grep -nF "$line" "$work/$file" | tail -n 1 | cut -d: -f1)
    grep -q "^$file:$number: " "$work/said" || { echo "t_includes: not found: $file: $line" >&2; exit 1; }
done <<<"$planted"
[ "$(wc -l <<<"$planted")" = "$(grep -c '^[^ ]*:[0-9]*: ' "$work/said")" ] || { cat "$work/said" >&2; exit 1; }
echo "t_includes: $(wc -l <<<"$planted") planted violations found, and nothing else"
