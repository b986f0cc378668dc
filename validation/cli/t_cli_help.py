#!/usr/bin/env python3
"""ddblas help NAME shows the prototype and the comment of every function: those that
bindings/api.json has, which another parser takes from the headers, and the inline functions.
Usage: t_cli_help.py PATH_OF_DDBLAS"""
import json
import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
HEADERS = TOP / "include" / "dd"


def ddblas(*words):
    return subprocess.run([sys.argv[1], *words], capture_output=True, text=True, check=False)


def words(text):
    return " ".join(text.split())


def declaration(a):
    """An argument of api.json as C text."""
    if a["type"] == "function":
        return f"{a['returns']} (*{a['name']})({', '.join(map(declaration, a['arguments']))})"
    return f"{'const ' * a.get('const', False)}{a['type']} {'*' * a.get('pointer', 0)}{a['name']}"


def bare(text):
    """Without what api.json does not keep: brackets, struct, const of pointers."""
    return re.sub(r"[\s*]+|\bstruct\b|\bconst\b|\[\w*\]", "", text)


def main():
    failures = []
    functions = json.loads((TOP / "bindings" / "api.json").read_text())["functions"]
    shown = ddblas("help", *[f["name"] for f in functions])
    pages = re.split(r"^(?=#include <)", shown.stdout, flags=re.M)[1:]
    if shown.returncode or len(pages) != len(functions):
        sys.exit(f"t_cli_help: exit code {shown.returncode}, {len(pages)} pages for {len(functions)} functions: {shown.stderr}")
    for f, page in zip(functions, pages):
        found = re.match(r"#include <(\S+)>\n\n([^;]*);\n(?:\n(.*))?", page, re.S)
        if not found:
            failures.append(f"{f['name']}: {page}")
            continue
        header, prototype, comment = found.groups()
        expected = f"{f['returns']} {f['name']}({', '.join(map(declaration, f['arguments'])) or 'void'})"
        if header != f["header"] or bare(prototype) != bare(expected):
            failures.append(f"{f['name']}: {header}: {words(prototype)}\n  expected {f['header']}: {expected}")
        if not words(comment or "").startswith(f["summary"]):
            failures.append(f"{f['name']}: the comment is '{words(comment or '')[:80]}', expected '{f['summary']}'")

    inline = []
    for path in [*HEADERS.glob("*.h"), *HEADERS.glob("elementary/*.h")]:
        inline += re.findall(r"^CUDD_FN [\w *]*?\b(cuddc?[A-Z]\w*)\(", path.read_text(), re.M)
    listed = ddblas("complete", "help", "").stdout.split("\n")
    names = {line.split("\t")[0] for line in listed}
    for name in inline + [f["name"] for f in functions]:
        if name not in names:
            failures.append(f"{name} is not offered after ddblas help")
    if len(inline) < 120:
        failures.append(f"only {len(inline)} inline functions found")
    # The functions that have no comment of their own have that of their section.
    for name, text in (("cuddSqrt", r"sqrt"), ("cuddEqD", r"Comparisons are IEEE 754's"), ("cuddNeg", r"\n\n-a\. Exact"),
                       ("cuddExp", r"#include <dd/elementary\.h>[\s\S]*e\^a"), ("cuddcExp", r"#include <dd/elementary/complex\.h>"),
                       ("ddblasGetStream", r"stream"), ("potrf", r"^ddblasSpotrf\nddblasDpotrf\n"), ("WSYMV", r"^ASPEN_wsymv\nddblasWsymv\n$")):
        page = ddblas("help", name)
        if page.returncode or not re.search(text, page.stdout):
            failures.append(f"help {name}: exit code {page.returncode}, {page.stdout}")
    for name in ("ddblasQsymv", "", "x" * 100):
        page = ddblas("help", name)
        if page.returncode != 2 or page.stdout or page.stderr.count("\n") != 1:
            failures.append(f"help '{name}': exit code {page.returncode}, {page.stdout}{page.stderr}")
    for failure in failures:
        print(f"t_cli_help: {failure}", file=sys.stderr)
    print(f"t_cli_help: {len(functions)} functions of the library, {len(inline)} inline functions, {len(failures)} failures")
    sys.exit(bool(failures))


main()
