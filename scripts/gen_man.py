#!/usr/bin/env python3
"""Writes the man pages: section 1 for the command and each sub-command, from the texts of --help,
section 3 for the functions, from the headers' comments as header_comments.py reads them.
Usage: scripts/gen_man.py DDBLAS FOLDER       writes FOLDER/man1 and FOLDER/man3, compressed

Functions that share a comment share a page; the other names are links to it.
"""
import gzip
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import header_comments
from gen_api import first_sentence

SPECIAL = {"\\": r"\e", "-": r"\-", "^": r"\(ha", "~": r"\(ti", "'": r"\(aq", "`": r"\(ga"}


def roff(text):
    """Text as roff shows it literally."""
    text = "".join(SPECIAL.get(c, c if c.isascii() else f"\\[u{ord(c):04X}]") for c in text)
    return re.sub(r"^\.", r"\&.", text, flags=re.M)


def bold(text):
    return rf"\fB{roff(text)}\fR"


def unbroken(usage):
    """Arguments of which none is broken between "[" and "]"."""
    return re.sub(r"\[[^][]*\]", lambda found: found.group().replace(" ", "\\ "), roff(usage))


def verbatim(lines):
    return [".PP", ".nf", *map(roff, lines), ".fi"]


def indented(lines):
    """A list of words and explanations as tagged paragraphs, other indented lines as they are."""
    out = []
    for line in lines:
        found = re.match(r"^( +)(\S.*?) {2,}(\S.*)$", line)
        if found and (not out or len(found.group(1)) <= indent):
            indent = len(found.group(1))
            out += [".TP", bold(found.group(2)), roff(found.group(3))]
        elif out and len(line) - len(line.lstrip()) > indent:
            out.append(roff(line.strip()))
        else:
            return verbatim(lines)
    return out


def body(text):
    """Paragraphs and lists of a text that is written for a terminal."""
    out = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.split("\n")
        while lines:
            deep = lines[0].startswith(" ")
            end = next((i for i, line in enumerate(lines) if line.startswith(" ") != deep), len(lines))
            out += indented(lines[:end]) if deep else [".PP", *[roff(line.strip()) for line in lines[:end]]]
            lines = lines[end:]
    return out


class Pages:
    def __init__(self, command, folder):
        self.command, self.folder = command, folder
        self.version = self.run("--version").strip()
        self.date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
        for section in ("man1", "man3"):
            shutil.rmtree(folder / section, ignore_errors=True)
            (folder / section).mkdir(parents=True)

    def run(self, *words):
        return subprocess.run([self.command, *words], capture_output=True, text=True, check=True).stdout

    def path(self, name, section):
        return self.folder / f"man{section}" / f"{name}.{section}.gz"

    def write(self, name, section, summary, parts, links=()):
        names = ", ".join([name, *links])
        lines = [f'.TH {name.upper() if section == 1 else name} {section} {self.date} "{self.version}" "ddblas manual"', ".nh", ".ad l", ".SH NAME",
                 rf"{roff(names)} \- {roff(summary)}"]
        for title, content in parts:
            if content[:1] == [".PP"]:
                content = content[1:]
            lines += [f".SH {title}", *content]
        with open(self.path(name, section), "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed:
            packed.write(("\n".join(lines) + "\n").encode())
        for link in links:
            self.path(link, section).symlink_to(self.path(name, section).name)

    # ---- section 1

    def usage(self, text):
        """The synopsis; a line that is indented further continues the one before."""
        out = []
        for line in text.split("\n"):
            words = line.removeprefix("usage:").strip()
            found = re.match(r"(ddblas(?: [a-z][a-z0-9-]*(?=\s|$))*)(.*)$", words)
            if found:
                arguments, _, explanation = found.group(2).strip().partition("   ")
                out += [".TP"] if explanation else [".PP"] if out else []
                out.append(" ".join([bold(found.group(1)), unbroken(arguments)]).strip())
                out += [roff(explanation.strip())] if explanation else []
            elif words:
                out.append(unbroken(words))
        return out

    def command_page(self, name, summary):
        usage, _, rest = self.run(name, "--help").partition("\n\n")
        examples, blocks, description = [], [], []
        for block in re.split(r"\n\s*\n", rest.rstrip("\n")):
            if block.startswith("usage:"): # a second form of the command
                usage += "\n" + block
                description += body("\n\n".join(blocks)) + [".SS " + roff(block.removeprefix("usage:").strip())]
                blocks = []
            else:
                (examples if block.startswith("  ddblas ") else blocks).append(block)
        rest = body("\n\n".join(blocks))
        description += rest[1:] if description and rest[0] == ".PP" else rest
        exits = self.run("--help").partition("Exit codes: ")[2]
        self.write(f"ddblas-{name}", 1, summary, [
            ("SYNOPSIS", self.usage(usage)), ("DESCRIPTION", description),
            *([("EXAMPLES", verbatim("\n".join(examples).split("\n")))] if examples else []),
            ("EXIT STATUS", [roff(" ".join(exits.split()))]),
            ("SEE ALSO", [r"\fBddblas\fR(1), \fBddblas\fR(3)"])])

    def commands(self):
        rows = [line.split("\t") for line in self.run("complete", "").splitlines() if "\t" in line]
        names = [row[0] for row in rows]
        usage, _, rest = self.run("--help").partition("\n\n")[2].partition("\n\n")
        steps, *notes = rest.partition("First steps:\n")[2].split("\n\n")
        exits = notes.pop().removeprefix("Exit codes: ")
        table = []
        for name, summary in rows:
            table += [".TP", rf"\fBddblas\-{roff(name)}\fR(1)", roff(summary)]
            self.command_page(name, summary)
        self.write("ddblas", 1, "dense linear algebra in double-double", [
            ("SYNOPSIS", self.usage(usage)),
            ("DESCRIPTION", [roff("The command multiplies, factors and solves with matrices in files, in double-double arithmetic, "
                                  "which has about 32 decimal digits, on GPUs and CPUs."), *body("\n\n".join(notes))]),
            ("COMMANDS", table), ("EXAMPLES", verbatim(steps.split("\n"))), ("EXIT STATUS", [roff(" ".join(exits.split()))]),
            ("SEE ALSO", [r"\fBddblas\fR(3)"])])
        return len(names)

    # ---- section 3

    def functions(self):
        headers, count = {}, 0
        for header, comment, members in header_comments.functions():
            head = f"#include <dd/{header}>"
            count += len(members)
            all_names = [name for name, _ in members]
            main = next((n for n in all_names if re.match(r"ddblas(Xt|I)?[Ww]", n)), all_names[0])
            headers.setdefault(head, []).append(all_names)
            synopsis = [".nf", bold(head)]
            for _, prototype in members:
                synopsis += [".PP", *map(bold, prototype.split("\n"))]
            summary = " ".join(first_sentence(comment).rstrip(".:").split()) or f"function of {head[10:-1]}"
            self.write(main, 3, summary, [
                ("SYNOPSIS", [*synopsis, ".fi"]), *([("DESCRIPTION", body(comment))] if comment else []),
                ("SEE ALSO", [r"\fBddblas\fR(3)"])], [n for n in all_names if n != main])
        self.overview(headers)
        return count

    def overview(self, headers):
        lists = []
        for head, groups in headers.items():
            lists += [".SS " + roff(head[9:])]
            for names in groups:
                lists += ([] if lists[-1].startswith(".SS") else [".PP"]) + [roff(",\n".join(names))]
        self.write("ddblas", 3, "library for dense linear algebra in double-double", [
            ("SYNOPSIS", [".nf", bold("#include <dd/ddblas.h>"), ".PP", bold("cc file.c $(pkg-config --cflags --libs ddblas)"), ".fi"]),
            ("DESCRIPTION", [roff("Each function below has a page, which functions of several types share. The letter after \"ddblas\" is the "
                                  "type: S float, D double, C and Z complex of these, W double-double, U complex of that."), *lists]),
            ("SEE ALSO", [r"\fBddblas\fR(1)"])])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pages = Pages(sys.argv[1], Path(sys.argv[2]))
    print(f"gen_man: {pages.commands()} commands, {pages.functions()} functions")


if __name__ == "__main__":
    main()
