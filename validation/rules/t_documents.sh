#!/usr/bin/env bash
# scripts/gen_site.py and scripts/check_examples accept good documents and refuse planted errors:
# dead links and anchors, unknown names, wrong output, code that does not compile.
# Usage: t_documents.sh BUILD_DIRECTORY
# shellcheck disable=SC2016 # backticks are those of Markdown
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
fail() { echo "t_documents: $1" >&2; exit 1; }

# A small tree with one page and all that the reference is made from.
mkdir -p "$tree/docs" "$tree/bindings" "$tree/validation" "$tree/bench" "$tree/reference"
cp -r "$top/include" "$top/scripts" "$tree/"
cp "$top/bindings/api.json" "$tree/bindings/"
cp "$top/mkdocs.yml" "$tree/"
for file in README.md CONTRIBUTING.md CHANGELOG.md validation/README.md bench/README.md reference/README.md; do
    echo "# Title" >"$tree/$file"
done

links() { # TEXT VERDICT MESSAGE
    printf '# Page\n\n## A heading, twice\n\n%s\n' "$1" >"$tree/docs/page.md"
    local code=0
    python3 "$tree/scripts/gen_site.py" --check >"$work/log" 2>&1 || code=$?
    [ "$code" = "$2" ] || { cat "$work/log" >&2; fail "gen_site.py: exit code $code for: $1"; }
    [ -z "$3" ] || grep -qF "$3" "$work/log" || { cat "$work/log" >&2; fail "gen_site.py does not say '$3' for: $1"; }
}
links '[a](../README.md), [b](#a-heading-twice), [c](page.md#page), `ddblasWgemm`, `ddblas?gemm`, `[d](none.md)`' 0 ''
links '[a](none.md)' 1 'docs/page.md:5: none.md: there is no such file'
links $'[two\nlines](none.md)' 1 'docs/page.md:6: none.md: there is no such file'
links '[a](#a-heading)' 1 'docs/page.md:5: #a-heading: there is no such heading'
links '[a](../README.md#none)' 1 'there is no such heading'
links '`ddblasWgemmm(handle)`' 1 'docs/page.md:5: ddblasWgemmm: there is no such name'

examples() { # VERDICT MESSAGE, the page on standard input
    cat >"$tree/docs/page.md"
    local code=0
    python3 "$top/scripts/check_examples" "$build" "$tree/docs/page.md" >"$work/log" 2>&1 || code=$?
    [ "$code" = "$1" ] || { cat "$work/log" >&2; fail "check_examples: exit code $code"; }
    grep -qF "$2" "$work/log" || { cat "$work/log" >&2; fail "check_examples does not say '$2'"; }
}
program() { printf '```c\n#include <dd/ddblas.h>\n#include <stdio.h>\nint main(void) { %s }\n```\n' "$1"; }
{ program 'puts("1.5"); return 0;'; printf '```output\n1.5\n```\n'; } | examples 0 '1 blocks'
{ program 'puts("1.5"); return 0;'; printf '```output\n1.6\n```\n'; } | examples 1 'but this is printed'
{ program 'puts("x 100"); return 0;'; printf '```output similar\nx 120\n```\n'; } | examples 0 '1 blocks'
{ program 'puts("x 100"); return 0;'; printf '```output similar\nx 200\n```\n'; } | examples 1 'but this is printed'
{ program 'puts("y 100"); return 0;'; printf '```output similar\nx 100\n```\n'; } | examples 1 'but this is printed'
program 'return 1;' | examples 1 'exit code 1'
program 'return ddblasNone();' | examples 1 'ddblasNone'
printf '```c\nint i;\n```\n' | examples 1 'without a frame'
printf '<!-- not run: shows a declaration -->\n```c\nint i;\n```\n' | examples 0 '0 blocks'
printf '```rust\nfn main() {}\n```\n' | examples 1 'unknown kind'
printf '```output\n1\n```\n' | examples 1 'no program before'
printf '```console\n$ echo a; echo b\na\nb\n$ echo "n = 3, 4.25 ms"\nn = 3, 0.1 ms\n```\n' | examples 0 '1 blocks'
printf '```console\n$ echo a; echo b\n...\nb\n```\n' | examples 0 '1 blocks'
printf '```console\n$ echo a; echo b\n...\nc\n```\n' | examples 1 'but this is printed'
printf '```console\n$ echo a; echo b\na\n```\n' | examples 1 'but this is printed'
printf '```sh\nfalse\ntrue\n```\n' | examples 1 'exit code 1'
# Indented blocks: commands run, or what they name is looked up; the rest needs a reason.
printf 'Text\n\n    ddblas gen ones 2 -o - # a vector\n' | examples 0 '1 blocks'
printf 'Text\n\n    ddblas gen nothing 2 -o -\n' | examples 1 'exit code 2'
printf 'Text\n\n    a = b + c\n' | examples 1 'neither commands nor explained'
printf '<!-- indented blocks are formulas -->\nText\n\n    a = b + c\n' | examples 0 '0 blocks'
printf '<!-- indented blocks are formulas -->\nText\n\n    ddblas none\n' | examples 1 'there is no such command'
planted() { printf 'Text\n\n<!-- not run: planted -->\n\n    %s\n' "$1" | examples "$2" "$3"; }
planted 'scripts/demo && scripts/none' 1 'scripts/none: there is no such script'
planted 'scripts/docs --none' 1 'there is no such option'
planted 'scripts/docs --serve' 0 '0 blocks'
planted 'DDBLAS_NONE=1 build/t_symv_w' 1 'no source reads this variable'
planted 'build/t_none' 1 'no source makes this program'
planted 'build-bench/bench_symv -z' 1 'there is no such option'
planted 'cmake --preset none' 1 'there is no such preset'
planted 'cmake -S . -B build -DDDBLAS_NONE=ON' 1 'CMake does not know'
planted 'ddblas solve A.mtx --none' 1 'there is no such option'
planted 'ddblas solve A.mtx --refine' 0 '0 blocks'

# Pages that quote the version: the SONAME, and the changelog's topmost section.
version=$(sed -n 's/^project(ddblas VERSION \([0-9.]*\) .*/\1/p' "$top/CMakeLists.txt")
soname=${version%.*}
[ "${version%%.*}" = 0 ] || soname=${version%%.*}
for name in "libddblas$soname" "libddblas.so.$soname" "DDBLAS_$soname" "libddblas_mplapack.so.$soname"; do
    grep -qE "$name([^0-9.]|\.?$)" "$top/docs/installing.md" || fail "docs/installing.md does not name $name"
done
[[ $(grep -m 1 '^## ' "$top/CHANGELOG.md") == "## $version, "* ]] || fail "CHANGELOG.md does not begin with version $version"
echo "t_documents: planted errors are found"
