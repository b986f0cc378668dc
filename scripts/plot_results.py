#!/usr/bin/env python3
"""Draws the plots of docs/performance/ from the records in bench/results/.

    scripts/plot_results.py [directory]      default: docs/performance

Each plot is one SVG file. Python 3 alone is needed. The same records give the same bytes.
"""
import csv
import math
import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
GPU = "nvidia-h200"
COLOURS = ["#1f5fa8", "#c7522a", "#2e8b57", "#7b4fa3", "#a8861f", "#555555"]
DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2", ""]
WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 62, 132, 40, 48  # margins; the legend is in the right one


def read(path):
    """Rows of a record as dictionaries; lines that begin with # are comments."""
    with open(os.path.join(ROOT, "bench", "results", path), encoding="utf-8") as record:
        return list(csv.DictReader(line for line in record if not line.startswith("#")))


def select(rows, **wanted):
    """Rows whose fields have the wanted values."""
    return [row for row in rows if all(row[name] == str(value) for name, value in wanted.items())]


def points(rows, x, y, scale=1.0):
    """Sorted (x, y) of rows, one for each x: a record repeats a row for each peer."""
    found = {}
    for row in rows:
        found.setdefault(float(row[x]), float(row[y]) * scale)
    return sorted(found.items())


def number(value):
    """A short label for an axis."""
    if value >= 1e6 and value % 1e6 == 0:
        return f"{value / 1e6:g}e6"
    if value >= 1e4:
        return f"{value:.0f}"
    return f"{value:g}"


def text(x, y, content, anchor="middle", size=12, extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{extra}>{content}</text>'


class Plot:
    """Axes with a title; line() and bars() add series, write() makes the file."""

    def __init__(self, title, x_label, y_label, x_range, y_range, x_log=True, y_log=False, x_ticks=None, y_ticks=None):
        self.x_range, self.y_range, self.x_log, self.y_log = x_range, y_range, x_log, y_log
        self.series = 0
        self.body = [text(LEFT, 20, title, "start", 14, ' font-weight="bold"')]
        self.frame(x_ticks or [], y_ticks or [])
        bottom = HEIGHT - BOTTOM
        self.body.append(text((LEFT + WIDTH - RIGHT) / 2, bottom + 36, x_label))
        middle = (TOP + bottom) / 2
        self.body.append(text(16, middle, y_label, extra=f' transform="rotate(-90 16 {middle:.1f})"'))

    @staticmethod
    def share(value, bounds, log):
        low, high = bounds
        if log:
            return math.log(value / low) / math.log(high / low)
        return (value - low) / (high - low)

    def x(self, value):
        return LEFT + self.share(value, self.x_range, self.x_log) * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        return HEIGHT - BOTTOM - self.share(value, self.y_range, self.y_log) * (HEIGHT - TOP - BOTTOM)

    def frame(self, x_ticks, y_ticks):
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        for tick in y_ticks:
            at = self.y(tick)
            self.body.append(f'<path d="M{LEFT} {at:.1f}H{right}" stroke="#ddd"/>')
            self.body.append(text(LEFT - 6, at + 4, number(tick), "end"))
        for tick in x_ticks:
            value, label = tick if isinstance(tick, tuple) else (tick, number(tick))
            at = self.x(value)
            self.body.append(f'<path d="M{at:.1f} {bottom}v5" stroke="#333"/>')
            self.body.append(text(at, bottom + 18, label, size=11))
        self.body.append(f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#333"/>')

    def legend(self, name, colour, dash):
        x, y = WIDTH - RIGHT + 10, TOP + 8 + 20 * self.series
        self.body.append(f'<path d="M{x} {y}h22" stroke="{colour}" stroke-width="2.5"{dash}/>')
        self.body.append(text(x + 28, y + 4, name, "start"))
        self.series += 1

    def line(self, name, data):
        colour, pattern = COLOURS[self.series % len(COLOURS)], DASHES[self.series % len(DASHES)]
        dash = f' stroke-dasharray="{pattern}"' if pattern else ""
        path = "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in data)
        self.body.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        for x, y in data:
            self.body.append(f'<circle cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="2.5" fill="{colour}"/>')
        self.legend(name, colour, dash)

    def bars(self, name, data, place, places):
        """One bar for each group: data is a list of heights, the groups are at 0, 1, 2, ..."""
        colour = COLOURS[self.series % len(COLOURS)]
        width = 0.8 / places
        for group, height in enumerate(data):
            left, right = self.x(group - 0.4 + place * width), self.x(group - 0.4 + (place + 1) * width)
            top = self.y(height)
            self.body.append(f'<path d="M{left:.1f} {HEIGHT - BOTTOM}V{top:.1f}H{right - 1.5:.1f}V{HEIGHT - BOTTOM}Z" '
                             f'fill="{colour}"/>')
            self.body.append(text((left + right) / 2 - 1, top - 4, f"{height:.0f}", size=10))
        self.legend(name, colour, "")

    def rule(self, height, label):
        """A dashed horizontal line with its label."""
        at = self.y(height)
        self.body.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#888" stroke-dasharray="3 3"/>')
        self.body.append(text(WIDTH - RIGHT - 4, at - 5, label, "end", 11))

    def write(self, path):
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
                f'font-family="sans-serif" fill="#222">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n')
        with open(path, "w", encoding="utf-8") as out:
            out.write(head + "\n".join(self.body) + "\n</svg>\n")


def symv():
    rows = read(f"{GPU}/symv.csv")
    plot = Plot("symv, hemv, lower triangle, one H200", "order n", "fraction of the read bandwidth", (64, 40000), (0, 1.0),
                x_ticks=[64, 256, 1000, 4096, 16384, 38400], y_ticks=[0, 0.2, 0.4, 0.6, 0.8, 1.0])
    for letter, routine in (("S", "symv"), ("D", "symv"), ("C", "hemv"), ("Z", "hemv"), ("W", "symv"), ("U", "hemv")):
        plot.line(f"{letter} {routine}", points(select(rows, routine=routine, type=letter, variant="lower"), "n", "fraction"))
    return plot


def gemm():
    rows = [row for row in read(f"{GPU}/gemm.csv") if row["m"] == row["n"] == row["k"]]
    plot = Plot("gemm in W, cubes, one H200", "m = n = k", "TFLOPS (2 m n k)", (256, 16384), (0.5, 60), y_log=True,
                x_ticks=[256, 512, 1024, 2048, 4096, 8192, 16384], y_ticks=[0.5, 1, 2, 5, 10, 20, 50])
    for name in ("nn residues", "tn residues", "nn plain", "tn plain"):
        plot.line(name, points(select(rows, variant=name), "n", "achieved"))
    plot.rule(float(select(rows, variant="nn plain")[0]["ceiling"]), "FP64 ceiling of the plain route")
    return plot


def level3():
    rows = select(read(f"{GPU}/level3.csv"), variant="auto")
    plot = Plot("Structured products in W, automatic route, one H200", "order", "fraction of gemm's rate", (1024, 8192), (0, 1.0),
                x_ticks=[1024, 2048, 4096, 8192], y_ticks=[0, 0.2, 0.4, 0.6, 0.8, 1.0])
    for name in ("symm", "syrk", "syr2k", "trmm", "trsm"):
        plot.line(name, points(select(rows, routine=name), "n", "fraction"))
    return plot


def tsqr():
    rows = select(read(f"{GPU}/tsqr.csv"), n=64, variant="Q and R")
    plot = Plot("tsqr, Q and R, 64 columns, one H200", "rows m", "times cuSOLVER (W: cuSOLVER in FP64)", (1e4, 4e6), (1, 30),
                y_log=True, x_ticks=[1e4, 1e5, 1e6, 4e6], y_ticks=[1, 2, 5, 10, 20, 30])
    for letter in "SDW":
        plot.line(letter, points(select(rows, type=letter), "m", "speedup"))
    return plot


def xt():
    rows = read(f"{GPU}/xt.csv")
    cases = (("D", 12288), ("D", 24576), ("W", 16384))
    ticks = [(group, f"{letter} {n}") for group, (letter, n) in enumerate(cases)]
    plot = Plot("Products over host memory, one H200", "type and m = n = k", "TFLOPS", (-0.5, 2.5), (0, 60), x_log=False,
                x_ticks=ticks, y_ticks=[0, 10, 20, 30, 40, 50, 60])
    steps = (("in turn", "nn baseline"), ("+ load ahead", "nn DB"), ("+ tiles stay", "nn DB DR"), ("+ drain", "nn DB DR DP pinned"))
    for place, (name, variant) in enumerate(steps):
        data = [float(select(rows, type=letter, n=n, variant=variant)[0]["achieved"]) for letter, n in cases]
        plot.bars(name, data, place, len(steps) + 1)
    limits = [float(select(rows, type=letter, n=n, variant="nn DB")[0]["ceiling"]) for letter, n in cases]
    plot.bars("in core", limits, len(steps), len(steps) + 1)
    return plot


def cpu():
    rows = [row for row in read("cpu/gemm.csv") if row["m"] == row["n"] == row["k"]]
    plot = Plot("gemm in W on the CPU, AVX-512", "m = n = k", "G multiply-adds a second", (8, 2000), (0.1, 60), y_log=True,
                x_ticks=[8, 16, 32, 64, 256, 512, 1000, 2000], y_ticks=[0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50])
    for threads in (16, 1):
        data = points(select(rows, variant=f"nn avx512 {threads} threads"), "n", "achieved")
        plot.line(f"{threads} thread{'s' if threads > 1 else ''}", data)
    compared = select(rows, variant="nn avx512 1 threads", n=1000)
    plot.rule(float(compared[0]["ceiling"]), "FMA rate / 12, one thread")
    for peer, label in (("qd blocked fastest", "QD, vectorised loop"), ("qd blocked as packaged", "QD, as packaged")):
        row = select(compared, peer=peer)[0]
        plot.rule(float(row["achieved"]) / float(row["speedup"]), f"{label}, n = 1000")
    return plot


def main():
    target = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "docs", "performance")
    os.makedirs(target, exist_ok=True)
    for draw in (symv, gemm, level3, tsqr, xt, cpu):
        draw().write(os.path.join(target, draw.__name__ + ".svg"))


if __name__ == "__main__":
    main()
