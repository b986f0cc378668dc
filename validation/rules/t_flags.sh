#!/usr/bin/env bash
# Compiler options that break double-double arithmetic: dd/cuddreal.h must refuse them, or its
# self-test must find them, with every compiler that is installed. Options that do no harm must
# compile and pass. Usage: t_flags.sh
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "t_flags: $1" >&2; exit 1; }

# Prints "right" when 3 (1/3) - 1, at run time, is the -2^-108 of pairs, which it is with IEEE
# arithmetic alone, and returns what the self-test says of this file. An argument turns rounding
# upward first.
cat >"$work/program.c" <<'END'
#include <dd/cuddreal.h>
#include <fenv.h>
#include <stdio.h>
int main(int count, char **argument)
{
    volatile double one = 1.0, three = 3.0;
    cuddreal defect = cuddSubD(cuddMulD(cuddDDiv(one, cuddFromDouble(three)), three), one);
    puts(defect.x == -0x1p-108 && defect.y == 0.0 ? "right" : "wrong");
    (void)argument;
    return count > 1 && fesetround(FE_UPWARD) ? 100 : cuddSelfTest();
}
END
cp "$work/program.c" "$work/program.cpp"

compile() { "${compiler[@]}" "$@" -I"$top/include" "$work/program.$suffix" -o "$work/program" -lm >"$work/log" 2>&1; }

# Sets REPLY: refused, by a sentence of the header's; found, by the self-test; or passed.
judge() {
    rm -f "$work/program"
    if ! compile "$@"; then
        grep -q 'cuddreal needs IEEE arithmetic' "$work/log" || { cat "$work/log" >&2; fail "${compiler[*]} $*: an error of another kind"; }
        REPLY=refused
    elif "$work/program" >"$work/output"; then
        REPLY=passed
    else
        REPLY=found
    fi
}

harmful=(-ffast-math -Ofast -funsafe-math-optimizations '-fassociative-math -fno-signed-zeros -fno-trapping-math')
harmless=(-fno-fast-math '-ffp-contract=fast -march=native')
compilers=0
for name in gcc:c g++:cpp clang:c clang++:cpp; do
    suffix=${name#*:}
    compiler=("${name%:*}" -std=c11) levels='-O0 -O1 -O3'
    [ "$suffix" = c ] || { compiler[1]=-std=c++17 levels=-O2; }
    command -v "${compiler[0]}" >/dev/null || continue
    compilers=$((compilers + 1))
    for level in $levels; do
        for options in "${harmful[@]}"; do
            # shellcheck disable=SC2086 # several options
            judge $level $options
            [ "$REPLY" != passed ] || fail "${compiler[*]} $level $options is neither refused nor found: $(cat "$work/output")"
            # A compiler that optimises tells while it compiles.
            [ "$REPLY" = refused ] || [ "$level" = -O0 ] || fail "${compiler[*]} $level $options is found, but not refused"
        done
        for options in "${harmless[@]}"; do
            # shellcheck disable=SC2086
            judge $level $options
            [ "$REPLY" = passed ] || fail "${compiler[*]} $level $options is $REPLY: $(cat "$work/log")"
            grep -qx right "$work/output" || fail "${compiler[*]} $level $options passes and computes wrongly"
        done
    done
    judge -O2 # linked below
    if "$work/program" upward >/dev/null; then fail "${compiler[*]}: the self-test does not find rounding upward"; fi
    # Linked with -ffast-math, a program flushes subnormal numbers, whatever its files were compiled
    # with.
    "${compiler[@]}" -O2 -c -I"$top/include" "$work/program.$suffix" -o "$work/program.o"
    "${compiler[@]}" -ffast-math "$work/program.o" -o "$work/program" -lm
    [ "$(uname -m)" != x86_64 ] || ! "$work/program" >/dev/null || fail "${compiler[*]}: the self-test does not find flushed subnormals"
    case ${compiler[0]} in g*)
        judge -O2 -freciprocal-math
        [ "$REPLY" = refused ] || fail "${compiler[*]} -freciprocal-math: $REPLY"
        ;;
    esac
done
[ $compilers -gt 0 ] || fail "no compiler"

# The library's own build refuses them by name, and not their negation.
for options in -Ofast -ffast-math -funsafe-math-optimizations -fassociative-math -freciprocal-math; do
    cmake "-DCMAKE_C_FLAGS=$options" -P "$top/cmake/arithmetic.cmake" >"$work/log" 2>&1 || true
    tr -s ' \n' ' ' <"$work/log" | grep -q -- "remove $options from" || fail "cmake/arithmetic.cmake accepts $options"
done
cmake "-DCMAKE_C_FLAGS=-fno-fast-math -fno-associative-math" -P "$top/cmake/arithmetic.cmake" >"$work/log" 2>&1 || true
if grep -q 'IEEE arithmetic' "$work/log"; then fail "cmake/arithmetic.cmake refuses -fno-fast-math"; fi
echo "t_flags: $compilers compilers refuse what breaks the arithmetic"
