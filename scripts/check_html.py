#!/usr/bin/env python3
"""Checks a folder of HTML pages: links, images and anchors inside it, and tags that are text by mistake.

Usage: scripts/check_html.py DIR
Links to other sites are counted and not fetched. Exits with 1 if something is found.
"""
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

TAGS = set(
    "a abbr article aside blockquote body br button code dd details div dl dt em footer form g h1 h2 h3 h4 h5 h6 head header "
    "hr html img input label li link main meta nav ol p path pre script section small span strong style sub summary sup svg "
    "table tbody td th thead title tr ul".split())


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.anchors, self.unknown, self.in_svg = [], set(), set(), 0
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        self.in_svg += tag == "svg"
        if tag not in TAGS and not self.in_svg:
            self.unknown.add(tag)
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)

    def handle_endtag(self, tag):
        self.in_svg -= tag == "svg"


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    top = Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in sorted(top.rglob("*.html"))}
    found = inside = outside = 0
    for path, page in pages.items():
        where = path.relative_to(top)
        for tag in sorted(page.unknown):
            print(f"{where}: <{tag}> is no tag of HTML: is it text?")
            found += 1
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                outside += 1
                continue
            inside += 1
            base = top if parts.path.startswith("/") else path.parent
            target = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
            if target.is_dir():
                target = target / "index.html"
            if not target.exists():
                print(f"{where}: {link}: there is no such file")
                found += 1
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                print(f"{where}: {link}: there is no such anchor")
                found += 1
    print(f"check_html: {len(pages)} pages, {inside} links inside, {outside} to other sites, {found} errors")
    sys.exit(found != 0 or not pages)


if __name__ == "__main__":
    main()
