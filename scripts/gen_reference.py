#!/usr/bin/env python3
"""Writes the reference pages of the manual from bindings/api.json and the comments of the headers.

Usage: scripts/gen_reference.py DIR      writes DIR/*.md and DIR/headers/*.md
scripts/gen_site.py calls pages(). A routine has one page: the functions of one comment in a header
that have a letter, with all their types. What else a header declares is on the header's page. A
page takes its bounds from the tables of docs/bounds.md, its call from docs/calls/, and its chart
from docs/performance/charts/.
"""
import json
import re
import sys
from pathlib import Path

import gen_api
import header_comments

TOP = Path(__file__).resolve().parent.parent
# Headers in the order of the navigation, with their titles.
TITLES = {
    "ddblas": "Handle, memory, conversions", "cuddreal": "The number", "cuddcomplex": "The complex number",
    "elementary": "Elementary functions", "io": "Numbers as text, matrix files", "level1": "Vectors (level 1)",
    "level2": "Matrix and vector (level 2)", "rank": "Updates by vectors", "compact": "Bands and packed matrices",
    "level3": "Matrix and matrix (level 3)", "batched": "Batches of products", "matrix": "Whole matrices, norms",
    "factor": "Cholesky and LU", "inverse": "Inverses", "determinant": "Determinants", "condition": "Condition",
    "equilibrate": "Equilibration", "expert": "Expert drivers", "refine": "Iterative refinement",
    "indefinite": "Symmetric indefinite", "factor_batched": "Batches of systems", "qr": "QR, least squares",
    "tsqr": "Tall and skinny QR", "eigen": "Symmetric eigenvalues", "few": "A few eigenvalues",
    "tridiagonal": "Tridiagonal matrices", "nonsymmetric": "General eigenvalues", "svd": "Singular values",
    "xt": "Products over host memory", "tune": "Tuner", "aspen": "ASPEN.K2's interface"}
# Routines that keep the bounds of others.
BOUNDS_OF = {"gemmPrepared": "gemm", "posv": "potrf", "sysv": "sytrf", "syevdx": "syevd", "spr": "syr", "tsqrR": "tsqr",
             "tsqrFactor": "tsqr", "tsqrApply": "tsqr", "tsqrForm": "tsqr", "lange": "norms", "lansy": "norms", "orgqr": "geqrf",
             "orgtr": "sytrd", "xtgemm": "gemm over host memory", "xtsyrk": "gemm over host memory"}
ENTITIES = {c: f"&#{ord(c)};" for c in "*_[]|\\<>#"}
ENTITIES["<"], ENTITIES[">"] = "&lt;", "&gt;"


def escaped(text):
    """Plain text as Markdown that shows the same characters; `code` stays code."""
    parts = re.split(r"(`[^`\n]*`)", text.replace("&", "&amp;"))
    return "".join(p if p.startswith("`") else "".join(ENTITIES.get(c, c) for c in p) for p in parts)


class Links:
    """Turns names of functions, headers and documents in prose into links from one page."""

    def __init__(self, targets, up):
        self.targets, self.up = targets, up

    def __call__(self, text):
        def link(found):
            target = self.targets.get(found.group(0))
            return f"[{found.group(0)}]({self.up}{target})" if target else found.group(0)

        pattern = r"\bdocs/[\w/]+\.md\b|\bdd/\w+\.h\b|\b(?:ddblas|cudd|ASPEN&#95;)\w+"
        return re.sub(pattern, link, escaped(text))


def rendered(text, links):
    """A comment as Markdown: paragraphs, lists of arguments as tables, other indented lines as they are."""
    blocks = []
    for line in text.split("\n"):
        kind = "" if not line.strip() else "list" if line.startswith("  ") else "prose"
        if blocks and blocks[-1][0] == kind:
            blocks[-1][1].append(line)
        else:
            blocks.append((kind, [line]))
    out = []
    for kind, lines in blocks:
        if kind == "prose":
            out.append(links(" ".join(lines)))
        elif kind == "list":
            out.append(indented(lines, links))
    return "\n\n".join(out)


def indented(lines, links):
    base = min(len(line) - len(line.lstrip()) for line in lines)
    items = []
    for line in lines:
        own = line[base:]
        if not own.startswith(" "):
            items.append([own])
        elif items:
            items[-1].append(own.strip())
    if all(item[0].startswith("- ") for item in items):
        return "\n".join("* " + links(" ".join(item)[2:]) for item in items)
    pairs = named_items(items)
    if pairs:
        rows = [f"| {links(name)} | {links(meaning)} |" for name, meaning in pairs]
        return "\n".join(["| | |", "|---|---|"] + rows)
    return "```text\n" + "\n".join(line[base:] for line in lines) + "\n```"


def named_items(items):
    """Items of a list as pairs of a name and its meaning, or nothing if it is no such list."""
    split = [re.match(r"(\S+(?: \S+)* {2,})\S", item[0]) for item in items]
    columns = [found.end(1) for found in split if found]
    if not columns:
        return []
    column = max(set(columns), key=columns.count) # where most meanings begin
    pairs = []
    for item, found in zip(items, split):
        if found:
            name, meaning = item[0][:found.end(1)], item[0][found.end(1):]
        elif item[0][column - 1:column] == " ":
            name, meaning = item[0][:column], item[0][column:]
        else:
            return []
        pairs.append((name.strip(), " ".join([meaning] + item[1:])))
    return pairs


def summary(comment):
    return gen_api.first_sentence(comment.replace("...", "\x03")).rstrip(".:").replace("\x03", "...")


def function_heading(functions):
    """A heading with the names of functions, and an anchor for each of them."""
    names = [name for name, _ in functions]
    anchors = "".join(f'<a id="{name}"></a>' for name in names[1:])
    return f"{anchors}\n\n#### {escaped(', '.join(names))} {{#{names[0]}}}".strip()


def folded(prototype, width=88):
    """A prototype in lines of at most this width where its arguments allow it."""
    text = " ".join(prototype.split())
    if len(text) <= width:
        return text
    head, _, rest = text.partition("(")
    lines = [head + "("]
    for argument in gen_api.split_top(rest.rpartition(")")[0]):
        if len(lines[-1]) + len(argument) + 2 > width:
            lines[-1] = lines[-1].rstrip()
            lines.append("    ")
        lines[-1] += argument + ", "
    return "\n".join(lines)[:-2] + ");"


def code(prototypes):
    return "```c\n" + "\n".join(folded(p) for p in prototypes) + "\n```"


def bounds_rows(document):
    """The rows of the tables in docs/bounds.md, as lists of cells."""
    if not document.exists():
        return []
    rows = [line for line in document.read_text().split("\n") if re.match(r"\|(?! *(?:-|routine \|))", line)]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in rows]


def named(cell, routine):
    return re.search(rf"(?<![\w?]){re.escape(routine)}(?!\w)", cell.replace("ddblas?", "").split(":")[0])


class Reference:
    def __init__(self, top=TOP):
        self.api = json.loads((top / "bindings" / "api.json").read_text())
        self.letters = {f["name"]: (f["letter"], f["routine"]) for f in self.api["functions"] if "letter" in f}
        self.headers = {n[:-2]: header_comments.read(n) for n in header_comments.names()}
        self.inline = {n: [header_comments.read_inline(f) for f in files] for n, files in header_comments.INLINE.items()}
        self.bounds = bounds_rows(top / "docs" / "bounds.md")
        self.charts = sorted(p.name for p in (top / "docs" / "performance" / "charts").glob("*.svg"))
        self.calls = {p.stem: p.read_text() for p in sorted((top / "docs" / "calls").glob("*.c"))}
        self.examples = {f"examples/{p.name}": p.read_text() for p in sorted((top / "examples").glob("*.c"))}
        self.files = set() # of the repository, to which pages link below tree/
        self.cpp = set(re.findall(r"\bvoid (\w+)\(", (top / "include/dd/routines.hpp").read_text()))
        self.routines, self.targets = {}, {}
        self.collect()

    def collect(self):
        for name in list(self.headers) + list(self.inline):
            self.targets[f"dd/{name}.h"] = f"headers/{name}.md"
        for path in (TOP / "docs").rglob("*.md"):
            self.targets[str(path.relative_to(TOP))] = "../" + str(path.relative_to(TOP / "docs"))
        for name, header in self.headers.items():
            for group in header.groups:
                routines = list(dict.fromkeys(self.letters[f][1] for f, _ in group.functions if f in self.letters))
                if routines:
                    page = routines[0]
                    self.routines[page] = (name, routines, group)
                for function, _ in group.functions:
                    self.targets[function] = f"{page}.md" if routines else f"headers/{name}.md#{function}"
                    self.targets[function.replace("_", "&#95;")] = self.targets[function]
        for name, headers in self.inline.items():
            for header in headers:
                for group in header.groups:
                    self.targets.update((function, f"headers/{name}.md#{function}") for function, _ in group.functions)

    def workspace(self, header, routines):
        """The functions of a header that tell these routines' workspace."""
        by_name, by_comment = [], []
        for group in self.headers[header].groups:
            sizes = [(f, p) for f, p in group.functions if f.endswith("WorkspaceSize") and f not in self.letters]
            bases = [f[len("ddblas"):-len("WorkspaceSize")].lower() for f, _ in sizes]
            own = [s for s, base in zip(sizes, bases) if base in [r.lower() for r in routines]]
            if own:
                by_name.append((group.comment, own))
            elif sizes and any(named(group.comment, r) for r in routines):
                by_comment.append((group.comment, sizes))
        return by_name or by_comment

    def bound(self, routines):
        """The rows of docs/bounds.md about routines, or about those whose bounds are theirs."""
        rows = [row for row in self.bounds if any(named(row[0], r) for r in routines)]
        bases = [BOUNDS_OF.get(r) or re.sub(r"(StridedBatched|Ex)$", "", r) for r in routines]
        return rows or [row for row in self.bounds if any(named(row[0], base) for base in bases)]

    def call(self, routines, functions):
        """The text of a call in docs/calls/: of the routine's own file, or of another one that calls it."""
        names = [r for r in routines if r in self.calls]
        names += [name for name, text in self.calls.items() if any(f"{f}(" in text for f in functions)]
        return self.calls[names[0]].rstrip() if names else None

    def example(self, functions):
        """A file of examples/ that calls one of the functions."""
        return next((path for path, text in self.examples.items() if any(f"{f}(" in text for f in functions)), None)

    def routine_page(self, page):
        header, routines, group = self.routines[page]
        links = Links(self.targets, "")
        functions = [(f, p) for f, p in group.functions]
        letters = list(dict.fromkeys(self.letters[f][0] for f, _ in functions if f in self.letters))
        out = [f"# {', '.join(routines)}", links(summary(group.comment) + ".")]
        facts = [f"Header [dd/{header}.h](headers/{header}.md), whose page has the rules of all its routines",
                 "types " + " ".join(letter for letter in "SDCZWU" if letter in letters)]
        cpp = [f"`dd::{r}`" for r in routines if r in self.cpp]
        if cpp:
            facts.append("in C++ also " + ", ".join(cpp))
        out.append("; ".join(facts) + ".")
        out += ["## Prototypes", code(p for _, p in functions)]
        first, _, rest = group.comment.partition("\n\n")
        out += ["## Description", rendered(rest if summary(first) == " ".join(first.split()).rstrip(".:") and rest else group.comment, links)]
        rows = self.bound(routines)
        if rows:
            out += ["## Error bound", "From the [table of all bounds](../bounds.md), which explains the symbols.",
                    "\n".join(["| routine | type | bound | proof |", "|---|---|---|---|"]
                              + ["| " + " | ".join(self.moved(cell) for cell in row) + " |" for row in rows])]
        for comment, sizes in self.workspace(header, routines):
            out += ["## Workspace", code(p for _, p in sizes), rendered(comment, links)]
        names = [f for f, _ in functions]
        call, example = self.call(routines, names), self.example(names)
        if call:
            out += ["## A call", CALL, f"```c\n{call}\n```"]
        if example:
            self.files.add(example)
            out += [f"A complete program: [{example}](../tree/{example}.md)."]
        charts = [c for r in routines for c in sorted(self.charts, key=len) if re.fullmatch(rf"{r}(-\w+)?\.svg", c)]
        if charts:
            out.append("## Speed")
            out += [f"![Speed of {c[:-4]}](../performance/charts/{c})" for c in charts]
            out.append("[Performance](../performance.md) says how this was measured.")
        return "\n\n".join(out) + "\n"

    @staticmethod
    def moved(cell):
        """A cell of docs/bounds.md as it is on a page of the reference."""
        return re.sub(r"\]\((?!http)", "](../", cell)

    def type_block(self, item, links):
        if item.name == "ddblasStatus_t":
            rows = [f"| `DDBLAS_STATUS_{s['name']}` | {s['value']} | {escaped(s['text'])} |" for s in self.api["statuses"]]
            return [f"### {item.name}", "\n".join(["| name | value | meaning |", "|---|---|---|"] + rows)]
        if item.name == "ddblasType_t":
            rows = [f"| `DDBLAS_TYPE_{letter}` | `{t['element']}` |" for letter, t in self.api["types"].items()]
            return [f"### {item.name}", "\n".join(["| name | type of an element |", "|---|---|"] + rows)]
        return [f"### {item.name}", f"```c\n{item.source}\n```"] + ([rendered(item.comment, links)] if item.comment else [])

    def header_page(self, name):
        links = Links(self.targets, "../")
        parts = self.inline.get(name) or [self.headers[name]]
        out = [f"# {TITLES.get(name, name)}", f"Header `dd/{name}.h`."]
        if name in self.headers:
            rows = []
            for page, (header, routines, group) in self.routines.items():
                if header == name:
                    rows.append(f"| [{', '.join(routines)}](../{page}.md) | {links(summary(group.comment))} |")
            if rows:
                out += ["## Routines", "\n".join(["| routine | computes |", "|---|---|"] + rows)]
        for header in parts:
            if header.intro:
                out += ["## About this header" if len(parts) == 1 else f"## dd/{header.name}", rendered(header.intro, links)]
            functions, types = [], []
            for item in header.items:
                if isinstance(item, header_comments.Section):
                    functions.append(item)
                elif isinstance(item, header_comments.Type):
                    types += self.type_block(item, links)
                elif not any(f in self.letters for f, _ in item.functions):
                    functions.append(item)
            shown = []
            for item, after in zip(functions, functions[1:] + [None]):
                if isinstance(item, header_comments.Section):
                    if isinstance(after, header_comments.Group) or "\n\n" in item.text and name not in self.inline:
                        title, _, rest = item.text.partition("\n\n")
                        shown += [f"### {escaped(title)}"] + ([rendered(rest, links)] if rest else [])
                else:
                    shown += [function_heading(item.functions), code(p for _, p in item.functions)] + ([rendered(item.comment, links)] if item.comment else [])
            if any(s.startswith("```c") for s in shown):
                out += ["## Functions" if len(parts) == 1 or header is parts[0] else f"### Functions of dd/{header.name}"] + shown
            if types:
                out += ["## Types"] + types
        return "\n\n".join(out) + "\n"

    def pages(self):
        """Paths below reference/ and their Markdown, and the navigation as (title, path or list)."""
        found, navigation = {}, []
        order = [n for n in TITLES if n in self.headers or n in self.inline]
        order += [n for n in self.headers if n not in TITLES]
        rows = ["| part | header | routines |", "|---|---|---|"]
        for name in order:
            title = TITLES.get(name, name)
            found[f"headers/{name}.md"] = self.header_page(name)
            own = [(", ".join(r), page) for page, (header, r, _) in self.routines.items() if header == name]
            for _, page in own:
                found[f"{page}.md"] = self.routine_page(page)
            navigation.append((title, [("Overview", f"headers/{name}.md")] + [(t, f"{page}.md") for t, page in own]))
            shown = ", ".join(f"[{t}]({page}.md)" for t, page in own)
            rows.append(f"| [{title}](headers/{name}.md) | `dd/{name}.h` | {shown} |")
        found["index.md"] = INDEX + "\n".join(rows) + "\n"
        return found, navigation


CALL = ("Tests compile and run these lines on the CPU engine, and compare what they print. `W(1)` is the number 1, `one` and "
        "`zero` are numbers too, and matrices are stored by columns. Statuses are not looked at, to keep the lines short.")

INDEX = """# Reference

One page a routine, made from the headers in `include/dd`: prototypes of all types, arguments, errors,
error bound, workspace. The names of functions are `ddblas`, the letter of a type, and the name of the
routine: `ddblasWgemm` is `gemm` in double-double.

| letter | element | |
|---|---|---|
| S, D | `float`, `double` | single and double precision |
| C, Z | `ddblasComplex`, `ddblasDoubleComplex` | complex of these |
| W | `cuddreal` | double-double |
| U | `cuddcomplex` | complex of double-double |

"""


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    for path, text in Reference().pages()[0].items():
        target = Path(sys.argv[1]) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


if __name__ == "__main__":
    main()
