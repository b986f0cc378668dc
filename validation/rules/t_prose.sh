#!/usr/bin/env bash
# scripts/check_prose accepts the tree and finds each of a list of planted violations.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$top/scripts/check_prose"


long='a line of prose with more than one hundred columns, which is what a comment must not have in this project'
# file | line of the violation | contents
planted="of.c|1|int a; /* of the matrix */
what.h|2|int a;\n/* What the call returns. */
broken.cu|1|/* The value is stored in the\n * place of the other. */
slashes.cuh|2|// The sum is exact\n// , for it has no rounding.
long.c|1|/* $long */
long_block.h|2|/*\n * $long\n */
long_slashes.c|1|// $long
long.md|3|# Title\n\n$long
tic.md|1|The tile is at hand.
code.md|5|\`\`\`\nis had\n\`\`\`\n\nThe block is had.
script.sh|2|#!/bin/sh\n# What is missing is installed.
build.cmake|1|# $long"
while IFS='|' read -r file line text; do
    printf '%b\n' "$text" >"$work/$file"
    if found=$("$top/scripts/check_prose" "$work/$file" 2>/dev/null); then
        echo "t_prose: check_prose accepts $file: $text"
        exit 1
    fi
    if [[ $found != "$work/$file:$line: "* ]]; then
        echo "t_prose: check_prose says $found where line $line of $file is wrong"
        exit 1
    fi
done <<<"$planted"

# Code, strings and tables are not prose.
cat >"$work/good.c" <<'EOF'
/* The sum of a column. */
const char *text = "/* of a string */"; /* The text is printed. */
EOF
printf '| a table |\n|---|\n| of %s |\n\n    is had in code\n' "$long" >"$work/good.md"
"$top/scripts/check_prose" "$work/good.c" "$work/good.md"
