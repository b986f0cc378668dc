#!/usr/bin/env python3
"""Prepares the manual for MkDocs, and checks the links of all Markdown files.

Usage: scripts/gen_site.py DIR       writes DIR/source, DIR/mkdocs.yml; scripts/docs calls this
       scripts/gen_site.py --check   writes nothing; the test docs_links
Exits with 1 if a link in a Markdown file of the tree leads to no file or to no heading.

The site has the pages of docs/, those of scripts/gen_reference.py, and below tree/ a page for every
other file of the repository that one of these links to, so that it needs no server and no network.
Headings get the anchors that GitHub gives them.
"""
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import gen_reference

TOP = Path(__file__).resolve().parent.parent
LANGUAGES = {".h": "c", ".c": "c", ".hpp": "cpp", ".cpp": "cpp", ".cu": "cpp", ".cuh": "cpp", ".def": "c", ".f90": "fortran",
             ".py": "python", ".json": "json", ".cmake": "cmake", ".sh": "bash", ".toml": "toml"}
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
FENCE = re.compile(r"^\s*```")


def slug(heading):
    """The anchor of a heading as GitHub makes it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def lines_outside_code(text):
    """(line number, line) of Markdown that is not in a code block."""
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if FENCE.match(line):
            inside = not inside
        elif not inside and not line.startswith("    "):
            yield number, line


def anchors(text):
    """The anchors of a Markdown text, in order."""
    found, seen = [], {}
    for _, line in lines_outside_code(text):
        heading = re.match(r"#+ +(.*?)(?: \{#([\w-]+)\})?$", line)
        if heading:
            name = heading.group(2) or slug(heading.group(1))
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.append(f"{name}-{count}" if count else name)
        found += re.findall(r'<a id="([\w-]+)">', line)
    return found


def outside_code(line, change):
    """The line with change() applied to what is not between backticks."""
    return "".join(part if part.startswith("`") else change(part) for part in re.split(r"(`[^`]*`)", line))


class Site:
    def __init__(self, target):
        self.target, self.source = target, target / "source"
        self.placed, self.waiting, self.errors = {}, [], []
        reference = gen_reference.Reference()
        self.reference, self.navigation = reference.pages()
        self.examples = reference.files
        headers = [p for p in (TOP / "include/dd").rglob("*") if p.is_file()]
        self.names = {name for path in headers for name in re.findall(r"\b(?:ddblas|cudd)\w+", path.read_text())}

    def error(self, page, number, message):
        self.errors.append(f"{page}:{number}: {message}")

    def address(self, path):
        """The page of the site for a file or folder of the repository, relative to source/."""
        text = str(path)
        if text.startswith("docs/"):
            return text[len("docs/"):] if path.suffix else f"tree/{text}/index.md"
        header = re.fullmatch(r"include/dd/(\w+)\.h", text)
        if header and f"headers/{header.group(1)}.md" in self.reference:
            return f"reference/headers/{header.group(1)}.md"
        if (TOP / path).is_dir():
            return f"tree/{text}/index.md"
        return f"tree/{text}" if path.suffix == ".md" else f"tree/{text}.md"

    def check_names(self, page, number, line):
        """Each name of the library in the code of a page must exist."""
        for code in re.findall(r"`([^`]*)`", line):
            for name in re.findall(r"(?<![\w.<])((?:ddblas|cuddc?)[A-Z]\w*)(?![\w?*<.{]|\.\.\.)", code):
                if name.removesuffix("_ptr") not in self.names and "Foo" not in name:
                    self.error(page, number, f"{name}: there is no such name in include/dd")

    def want(self, path):
        """Has the page of a file or folder written, and returns its address."""
        address = self.address(path)
        if path not in self.placed:
            self.placed[path] = address
            self.waiting.append(path)
        return address

    def moved_link(self, page, number, link, address):
        """A link of a repository file as it must be on its page."""
        if re.match(r"[a-z]+:", link):
            return link
        file, _, anchor = link.partition("#")
        path = Path(os.path.normpath(page.parent / file)) if file else page
        if not (TOP / path).exists() or str(path).startswith(".."):
            self.error(page, number, f"{link}: there is no such file")
            return link
        if anchor and (path.suffix != ".md" or anchor not in anchors((TOP / path).read_text())):
            self.error(page, number, f"{link}: there is no such heading")
        there = os.path.relpath(self.want(path), os.path.dirname(address) or ".") if file else ""
        return there + ("#" + anchor if anchor else "")

    def markdown(self, page, address):
        text = (TOP / page).read_text()
        names, out, inside = iter(anchors(text)), [], False
        for number, line in enumerate(text.split("\n"), 1):
            if FENCE.match(line):
                inside = not inside
            elif not inside and not line.startswith("    "):
                heading = re.match(r"(#+ +.*?)(?: \{#[\w-]+\})?$", line)
                if heading:
                    line = f"{heading.group(1)} {{#{next(names)}}}"
                change = lambda part, n=number: LINK.sub(
                    lambda found: found.group(1) + self.moved_link(page, n, found.group(2), address) + found.group(3), part)
                line = outside_code(line, change) if "](" in line else line
                self.check_names(page, number, line)
                # Python-Markdown begins a list, a table or a code block only after an empty line.
                if re.match(r"(\* |\d+\. |\|)", line) and out and out[-1].strip():
                    begins = "|" if line.startswith("|") else r"(\* |\d+\. |  )"
                    if not re.match(begins if begins != "|" else r"\|", out[-1]):
                        out.append("")
            out.append(line)
        return "\n".join(out)

    def page(self, path):
        """The Markdown of a file or folder that is not a page of docs/."""
        full = TOP / path
        if full.is_dir():
            files = sorted(p.name + ("/" if p.is_dir() else "") for p in full.iterdir() if not p.name.startswith((".", "__")))
            return f"# {path}/\n\n" + "\n".join(f"* `{name}`" for name in files) + "\n"
        language = LANGUAGES.get(path.suffix, "text")
        # Their text would fill the results of a search.
        return f"---\nsearch:\n  exclude: true\n---\n\n# {path.name}\n\n`{path}`\n\n~~~~{language}\n{full.read_text().rstrip()}\n~~~~\n"

    def write(self, address, content):
        target = self.source / address
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content)

    def make(self):
        for path in sorted((TOP / "docs").rglob("*")):
            if path.suffix == ".md":
                self.want(path.relative_to(TOP))
            elif path.suffix in (".svg", ".css"):
                self.placed[path.relative_to(TOP)] = str(path.relative_to(TOP / "docs"))
                (self.source / path.relative_to(TOP / "docs")).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, self.source / path.relative_to(TOP / "docs"))
        for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "validation/README.md", "bench/README.md", "reference/README.md",
                     *sorted(self.examples)):
            self.want(Path(name))
        while self.waiting:
            path = self.waiting.pop()
            address = self.placed[path]
            if path.suffix == ".md":
                self.write(address, self.markdown(path, address))
            elif not address.startswith("reference/"):
                self.write(address, self.page(path))
        for name, text in self.reference.items():
            self.write("reference/" + name, text)
        (self.target / "mkdocs.yml").write_text(self.configuration())

    def configuration(self):
        lines = []
        for line in (TOP / "mkdocs.yml").read_text().split("\n"):
            entry = re.match(r"\s+- (?:[^:]*: )?(\S+\.md)$", line)
            if line.endswith("@reference@"):
                lines.append(line.replace(" @reference@", ""))
                lines.append("      - reference/index.md")
                for title, pages in self.navigation:
                    lines.append(f"      - {title}:")
                    lines += [f'          - "{name}": reference/{page}' for name, page in pages]
            elif not entry or (self.source / entry.group(1)).exists():
                lines.append(line)
        return "\n".join(lines)


def main():
    if len(sys.argv) != 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        site = Site(Path(scratch if sys.argv[1] == "--check" else sys.argv[1]))
        shutil.rmtree(site.source, ignore_errors=True)
        site.make()
        for error in site.errors:
            print(error, file=sys.stderr)
        print(f"gen_site: {len(site.placed)} pages of files, {len(site.reference)} of the reference, {len(site.errors)} errors")
        sys.exit(1 if site.errors else 0)


if __name__ == "__main__":
    main()
