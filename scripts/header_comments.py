"""Reads the public headers with their comments.

read(name) takes the name of a header, such as level3.h, and returns a Header:
  name      level3.h
  intro     the comment at the top
  items     in the order of the file, each one of
              Section(text)               a comment that begins with ----, without its dashes
              Group(comment, functions)   a comment and the functions that follow it
              Type(comment, name, source) an enumeration, a structure or a function pointer
A function is a pair (name, prototype), the prototype as the header prints it, without DDBLAS_API.
read_inline(name) does the same for headers whose functions are inline, such as cuddreal.h; names
with an underscore are left out, because they are not for users. Comments are plain text: the stars
and slashes are gone, the indentation of lists is kept.

functions() returns the functions of all headers in groups (header, comment, functions), where the
header is the one to include. "ddblas help" finds the same comments, by a reader in C
(cli/manual.c); the test man compares the two.
"""
import re
from pathlib import Path
from typing import NamedTuple

import gen_api

HEADERS = Path(__file__).resolve().parent.parent / "include" / "dd"
# Headers with inline functions, and the files that they consist of.
INLINE = {"cuddreal": ["cuddreal.h"], "cuddcomplex": ["cuddcomplex.h"],
          "elementary": ["elementary.h", "elementary/exponential.h", "elementary/trigonometric.h", "elementary/complex.h"]}


class Section(NamedTuple):
    text: str


class Group(NamedTuple):
    comment: str
    functions: list


class Type(NamedTuple):
    comment: str
    name: str
    source: str


class Header(NamedTuple):
    name: str
    intro: str
    items: list

    @property
    def groups(self):
        return [item for item in self.items if isinstance(item, Group)]


def names():
    """The headers that declare functions, in alphabetical order."""
    return sorted(path.name for path in HEADERS.glob("*.h") if "DDBLAS_API " in path.read_text())


def with_comments(text, comments):
    return re.sub(r"\x01(\d+)\x02", lambda found: comments[int(found.group(1))], text).strip()


def prototype(text):
    """One prototype with the indentation that it has without DDBLAS_API."""
    lines = gen_api.bare(text).strip().split("\n")
    return "\n".join([lines[0]] + [re.sub(r"^ {11}", "", line.rstrip()) for line in lines[1:]]) + ";"


def section_text(block):
    """A comment that begins with dashes: its title without them, and what follows."""
    title, _, rest = block.partition("\n")
    return (title.strip("- ") + "\n\n" + rest.strip("\n")).strip()


def opened(name):
    """The first comment of a header, the rest of its text and its comments."""
    text, comments = gen_api.without_comments((HEADERS / name).read_text())
    opening = re.match(r"\s*\x01(\d+)\x02", text)
    intro = gen_api.comment_text(comments[int(opening.group(1))]) if opening else ""
    return intro, text[opening.end():] if opening else text, comments


def read_inline(name):
    intro, body, comments = opened(name)
    body = re.sub(r"^#(?:.*\\\n)*.*$", "", body, flags=re.M)
    items, comment = [], ""
    for found in re.finditer(r"\x01(\d+)\x02|^CUDD_FN ([^\n{;]*?\b(cudd[A-Za-z0-9]+)\([^{;]*?\))|\n\n", body, re.M):
        note, declared, function = found.groups()
        if note is not None:
            block = gen_api.comment_text(comments[int(note)])
            if block.startswith("----"):
                items.append(Section(section_text(block)))
            else:
                comment = block
        elif declared is None: # a blank line ends what a comment belongs to
            comment = "" if body[found.start() - 1] != "\x02" else comment
        else:
            if not items or not isinstance(items[-1], Group) or items[-1].comment != comment:
                items.append(Group(comment, []))
            items[-1].functions.append((function, " ".join(declared.split()) + ";"))
    return Header(name, intro, items)


def read(name):
    intro, body, comments = opened(name)
    body = re.sub(r"^\s*#(?:.*\\\n)*.*$", "", body, flags=re.M)
    items, comment, fresh = [], "", False
    for found in gen_api.DECLARATION.finditer(body):
        note, _, enum, _, struct, opaque, _, callback, _, declared = found.groups()
        if note is not None:
            block = gen_api.comment_text(comments[int(note)])
            if block.startswith("----"):
                items.append(Section(section_text(block)))
            else:
                comment = block
                items.append(Group(comment, []))
                fresh = True
        elif declared is not None:
            found_name = re.match(r"[^(]*?(\w+)\s*\(", gen_api.bare(declared)).group(1)
            if not items or not isinstance(items[-1], Group) or items[-1].comment != comment:
                items.append(Group(comment, []))
            items[-1].functions.append((found_name, prototype(declared)))
            fresh = False
        else:
            kept = ""
            if fresh and isinstance(items[-1], Group) and not items[-1].functions:
                kept = items.pop().comment
            items.append(Type(kept, enum or struct or opaque or callback, with_comments(found.group(0), comments)))
            comment, fresh = "", False
    return Header(name, intro, [i for i in items if not isinstance(i, Group) or i.functions])


def functions():
    """All functions in groups (header, comment, [(name, prototype), ...]), the headers in
    alphabetical order. A function without a comment has that of its section or its header."""
    inline = [file for files in INLINE.values() for file in files]
    headers = [read(name) for name in names()] + [read_inline(name) for name in inline]
    groups = []
    for header in sorted(headers, key=lambda h: ("/" in h.name, h.name)):
        part = "/" in header.name and header.name != "elementary/complex.h"
        include, section = "elementary.h" if part else header.name, header.intro
        for item in header.items:
            if isinstance(item, Section):
                section = item.text
            elif isinstance(item, Group):
                comment = item.comment or section
                if groups and groups[-1][:2] == (include, comment):
                    groups[-1][2].extend(item.functions)
                else:
                    groups.append((include, comment, list(item.functions)))
    return groups
