#!/usr/bin/env python3
"""Draws the plots of docs/performance/ from the records in bench/results/.

Usage: scripts/plot_results.py [DIR]     writes to DIR, by default docs/performance
       scripts/plot_results.py --check   writes nothing; exits with 1 if a file there is not what
                                         the records give
Each plot is one SVG file. The same records give the same bytes. charts/ has a plot for each routine
that was measured, with its ceiling and its peer (plot_routines.py), and charts.md shows them all.
"""
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import plot_routines
from plot_routines import points, read, select
from plot_svg import Plot

TARGET = Path(__file__).resolve().parent.parent / "docs" / "performance"
GPU = "nvidia-h200"


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


def files():
    """Names of all files below docs/performance and their texts."""
    found = {draw.__name__ + ".svg": draw().svg() for draw in (symv, gemm, level3, tsqr, xt, cpu)}
    charts = plot_routines.charts()
    found.update((f"charts/{chart.name}.svg", chart.plot.svg()) for chart in charts)
    found["charts.md"] = plot_routines.page(charts)
    return found


def main():
    check = sys.argv[1:] == ["--check"]
    if len(sys.argv) > 2 or (sys.argv[1:2] and sys.argv[1].startswith("-") and not check):
        sys.exit(__doc__)
    target = TARGET if check or len(sys.argv) == 1 else Path(sys.argv[1])
    made = files()
    old = {str(path.relative_to(target)) for path in [*target.glob("*.svg"), *target.glob("charts/*.svg")]} - set(made)
    wrong = sorted(old)
    for name, content in made.items():
        path = target / name
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        elif not path.exists() or path.read_text() != content:
            wrong.append(name)
    if check and wrong:
        sys.exit(f"plot_results: not what the records give: {', '.join(wrong)}")
    print(f"plot_results: {len(made) - 1} plots")


if __name__ == "__main__":
    main()
