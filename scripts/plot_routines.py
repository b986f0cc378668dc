"""A plot for each routine that has a record: its rate, the ceiling of the same run, and its peer.

charts() returns them as a list of Chart; page() is the Markdown of docs/performance/charts.md.
"""
import csv
import math
import re
from pathlib import Path
from typing import NamedTuple

from plot_svg import Dots, Plot

RESULTS = Path(__file__).resolve().parent.parent / "bench" / "results"
MACHINES = {"nvidia-h200": "one H200", "nvidia-h100": "one H100", "cpu": "CPU, one thread"}


class Chart(NamedTuple):
    name: str
    title: str
    record: str
    page: str
    plot: Plot


def read(path):
    """Rows of a record as dictionaries; lines that begin with # are comments."""
    with (RESULTS / path).open(encoding="utf-8") as record:
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


def nice(value):
    """The next number of the form 1, 2 or 5 times a power of ten that is not below value."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= value * (1 - 1e-12))


def log_ticks(low, high, most=7):
    """Numbers 1, 2, 5 times powers of ten from below low to above high, or powers of ten if these are too many."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    fine = [f * 10.0 ** e for e in range(first, last + 1) for f in (1, 2, 5)]
    below, above = max(v for v in fine if v <= low * (1 + 1e-12)), min(v for v in fine if v >= high * (1 - 1e-12))
    ticks = [v for v in fine if below <= v <= above]
    if len(ticks) > most:
        ticks = [v for v in ticks if v in (below, above) or abs(math.log10(v) % 1) < 1e-9]
        ticks = [v for v in ticks if v in (below, above) or (v / below > 3 and above / v > 3)]
    return ticks


def axes(title, x_label, y_label, data):
    """A plot with room for all points of data, a list of lists of (x, y)."""
    xs = sorted({x for line in data for x, _ in line})
    ys = [y for line in data for _, y in line if y > 0]
    ticks = []
    for x in xs: # labels must not touch each other
        if all(abs(math.log(x / t) / math.log(xs[-1] / xs[0])) > 0.11 for t in ticks):
            ticks.append(x)
    if xs[-1] not in ticks:
        ticks[-1] = xs[-1]
    y_log = max(ys) / min(ys) > 30
    if y_log:
        y_ticks = log_ticks(min(ys), max(ys))
        y_range = (y_ticks[0], y_ticks[-1])
    else:
        step = nice(max(ys) / 6)
        count = math.ceil(max(ys) / step - 1e-9)
        y_ticks = [float(f"{i * step:.6g}") for i in range(count + 1)]
        y_range = (0, y_ticks[-1])
    return Plot(title, x_label, y_label, (xs[0], xs[-1]), y_range, y_log=y_log, x_ticks=ticks, y_ticks=y_ticks)


BYTES = {"S": 4, "D": 8, "C": 8, "Z": 16, "W": 16, "U": 32}


def no_scale(row):
    return 1.0


def per_element(row):
    """GB/s as G elements/s, so that rates of types compare."""
    return 1.0 / BYTES[row["type"]]


def per_multiply_add(row):
    """FP64 instructions as multiply-adds of the type."""
    return 1.0 / 12 if row["type"] == "W" else 1.0


def scaled(rows, x, y, scale):
    """As points(), each y times the scale of its row."""
    return points([dict(row, **{y: float(row[y]) * scale(row)}) for row in rows], x, y)


def peer_rate(row, scale):
    """The peer's rate in the unit of the row."""
    return float(row["achieved"]) * scale(row) * float(row["median_us"]) / float(row["peer_us"])


def rates(record, routine, label, unit, x="n", x_label="n", names=("W", "U"), title=None, only=None, scale=no_scale,
          ceiling=True, peers=True):
    """The plot of a routine: label(row) names the line of a row, names come first, and the first line's ceiling and
    peers are drawn too. Returns nothing where there are fewer than two sizes."""
    rows = [row for row in read(record) if row["routine"] in routine and (only is None or only(row))]
    lines = {}
    for row in rows:
        name = label(row)
        if name is not None:
            lines.setdefault(name, []).append(row)
    order = [n for n in names if n in lines] + [n for n in lines if n not in names]
    lines = {name: lines[name] for name in order if len({row[x] for row in lines[name]}) > 1}
    if not lines:
        return None
    first = next(iter(lines))
    drawn = [(name, scaled(found, x, "achieved", scale), {}) for name, found in lines.items()]
    # Ceilings that are alike are one line.
    ceilings = []
    for name, found in lines.items() if ceiling else ():
        data = [p for p in scaled(found, x, "ceiling", scale) if p[1] > 0]
        if len(data) > 1 and not any(alike(data, other) for _, other in ceilings):
            ceilings.append((name, data))
    # Two at most, of two types if possible.
    ceilings = ceilings[:1] + sorted(ceilings[1:], key=lambda c: c[0][0] == ceilings[0][0][0])[:1]
    known = {}
    for row in lines[first] if peers else ():
        if row["peer"]:
            known.setdefault(row["peer"], {}).setdefault(float(row[x]), peer_rate(row, scale))
    drawn += [(peer, sorted(data.items()), {"dash": "2 2"}) for peer, data in list(known.items())[:2] if len(data) > 1]
    several = len(ceilings) > 1
    drawn += [("ceiling" + (f", {name}" if several else ""), data, {"kind": "rule", "dash": ("6 4", "1 3")[i]})
              for i, (name, data) in enumerate(ceilings)]
    plot = axes(title, x_label, unit, [data for _, data, _ in drawn])
    for name, data, options in drawn:
        name = name.replace("cusolver", "cuSOLVER").replace("cublas", "cuBLAS")
        plot.line(name if len(name) <= 31 else name[:29] + "..", data, **options)
    return plot


def alike(a, b):
    """Whether two ceilings differ by at most 10 % at all sizes that both have."""
    other = dict(b)
    return all(x in other and abs(y - other[x]) <= 0.1 * max(y, other[x]) for x, y in a)


def times(record, routine, variants, peers, title, x="n"):
    """The plot of a record whose rows have seconds and those of the peer."""
    drawn = []
    rows = [row for row in read(record) if row["routine"] in routine]
    for letter in "WU":
        for variant in variants:
            found = [row for row in rows
                     if row["type"] == letter and row["variant"] == variant and row.get("m", row["n"]) == row["n"]]
            if len({row[x] for row in found}) < 2:
                continue
            drawn.append((f"{letter}, {variant}", points(found, x, "time"), {}))
            known = [row for row in found if row["peer"]]
            if len(known) > 1 and variant == variants[0]:
                drawn.append((peers[letter], points(known, x, "peer"), {"dash": "2 2"}))
    if not drawn:
        return None
    plot = axes(title, "n", "seconds", [data for _, data, _ in drawn])
    for name, data, options in drawn:
        plot.line(name, data, **options)
    return plot


def by_type(row):
    return row["type"] if row["type"] in "WU" else None


def by_type_and_d(row):
    return row["type"] if row["type"] in "WD" else None


def by_set(row):
    """Rows of one thread of the CPU by type and instruction set."""
    found = re.search(r"(avx512|avx2|portable)", row["variant"])
    return f"{row['type']} {found.group(1)}" if found else None


def by_transpose(row):
    return f"{row['type']} {row['variant'].split()[-1]}"


def by_variant(row):
    return f"{row['type']}, {row['variant']}"


def charts():
    found = []

    def add(name, routine, record, page, plot_of, *arguments, **options):
        machine = MACHINES[record.split("/")[0]]
        title = options.pop("title", f"{routine}, {machine}")
        plot = plot_of(record, *arguments, title=title, **options)
        if plot:
            found.append(Chart(name, title, record, page, plot))

    h200, h100 = "nvidia-h200", "nvidia-h100"
    for routine in ("axpy", "scal", "copy", "swap", "rot", "dot", "nrm2", "asum", "amax"):
        name = "iamax" if routine == "amax" else routine
        add(name, name, f"{h200}/level1.csv", "blas", rates, [routine], by_type, "G elements/s")
        sets = ("W avx512", "U avx512", "W avx2", "W portable")
        add(name + "-cpu", name, "cpu/level1.csv", "cpu", rates, [routine, "dotu"] if routine == "dot" else [routine], by_set,
            "G elements/s", x="m", x_label="n", names=sets, only=lambda row: row["type"] == "W")
    add("symv", "symv, hemv", f"{h200}/symv.csv", "symv", rates, ["symv", "hemv"],
        lambda row: {"symvW": "W symv", "hemvU": "U hemv", "symvD": "D symv"}.get(row["routine"] + row["type"]),
        "G elements of the triangle/s", scale=per_element, names=("W symv", "U hemv", "D symv"),
        only=lambda row: row["variant"] == "lower")
    add("symv-cpu", "symv", "cpu/symv.csv", "cpu", rates, ["symv"],
        lambda row: "W, 2 threads" if "2 threads" in row["variant"] else None,
        "G elements/s", only=lambda row: row["variant"].startswith("lower"), title="symv, CPU, two threads")
    add("gemv", "gemv", f"{h200}/gemv.csv", "blas", rates, ["gemv"], by_transpose, "G elements of A/s", names=("W N",
        "W T", "U N", "U T"),
        only=lambda row: row["m"] == row["n"], scale=per_element)
    add("gemv-cpu", "gemv", "cpu/gemv.csv", "cpu", rates, ["gemv"], by_set, "G multiply-adds/s",
        only=lambda row: row["variant"].startswith("N"))
    for routine in ("trmv", "trsv"):
        add(routine, routine, f"{h200}/trv.csv", "blas", rates, [routine], by_transpose, "G elements of the triangle/s",
            names=("W N", "W T"), scale=per_element)
    for routine in ("ger", "syr", "syr2", "spr2", "spmv", "gbmv"):
        name = "spr" if routine == "spr2" else routine
        add(name, routine, f"{h200}/level2.csv", "blas", rates, [routine], by_type, "G elements/s", scale=per_element)
    add("ger-cpu", "ger", "cpu/ger.csv", "cpu", rates, ["ger"], by_set, "G elements/s")
    for name, routines in (("geam", ["geam", "geam_transpose"]), ("dgmm", ["dgmm"]), ("lacpy", ["lacpy"]), ("laset", ["laset"]),
                           ("laswp", ["laswp"]), ("lange", ["lange_one", "lange_inf", "lange_frobenius", "lange_max"])):
        def label(row, several=len(routines) > 2):
            kind = row["routine"].partition("_")[2]
            if several and row["type"] != "W":
                return None
            return (f"{row['type']} {kind}".strip() if kind else by_type(row)) if row["type"] in "WU" else None
        add(name, name, f"{h200}/matrix.csv", "blas", rates, routines, label, "G elements read and written/s",
            scale=per_element)
    cube = lambda row: row["m"] == row["n"] == row["k"]
    add("gemm", "gemm", f"{h200}/gemm.csv", "gemm", rates, ["gemm"],
        lambda row: f"{row['type']} {row['variant'][3:]}" if row["variant"] in ("nn residues", "nn plain") else None,
        "TFLOPS (2 m n k)", names=("W residues", "W plain"), x_label="m = n = k", only=cube)
    add("gemm-cpu", "gemm", "cpu/gemm.csv", "cpu", rates, ["gemm"],
        lambda row: {"nn avx512 16 threads": "W, 16 threads", "nn avx512 1 threads": "W, one thread"}.get(row["variant"]),
        "G multiply-adds/s", names=("W, 16 threads", "W, one thread"), x_label="m = n = k", only=cube, title="gemm, CPU, AVX-512")
    # Operands in double: the name of a product is that of its operands.
    operands = lambda row: (re.search(r"(W x W|D x W|W x D|D x D)", row["variant"]) or [None])[0]
    add("gemmEx", "gemmEx", f"{h200}/gemm.csv", "gemm", rates, ["gemm"], operands, "TFLOPS (2 m n k)",
        names=("W x W", "D x W", "W x D", "D x D"),
        x_label="m = n = k", title="gemmEx, operands in W or D, one H200")
    add("gemmEx-cpu", "gemmEx", "cpu/gemm_mixed.csv", "cpu", rates, ["gemm"], operands, "G multiply-adds/s",
        names=("W x W", "D x W", "W x D", "D x D"), x_label="m = n = k", only=lambda row: "avx512" in row["variant"],
        title="gemmEx, operands in W or D, CPU, one thread", ceiling=False, peers=False)
    add("syrkEx-cpu", "syrkEx", "cpu/gemm_mixed.csv", "cpu", rates, ["syrk"],
        lambda row: f"A in D, {'AVX-512' if 'avx512' in row['variant'] else 'AVX2'}", "G multiply-adds/s", ceiling=False,
        peers=False)
    for routine in ("symm", "syrk", "syr2k", "trmm", "trsm"):
        add(routine, routine, f"{h200}/level3.csv", "level3", rates, [routine], by_variant, "TFLOPS of useful work",
            names=("W, auto",), title=f"{routine}, one H200; the ceiling is gemm")
    for name, routine in (("symm", "hemm"), ("syrk", "herk"), ("syr2k", "her2k"), ("trmm", "trmm"), ("trsm", "trsm")):
        add(name + "-cpu", routine, "cpu/complex.csv", "cpu", rates, [routine], by_type, "G real multiply-adds/s",
            title=f"{routine} in U, CPU, one thread; the ceiling is W")
    for routine in ("gemm", "trsm"):
        add(f"{routine}StridedBatched", f"{routine}StridedBatched", f"{h200}/batched.csv", "blas", rates, [routine], by_type,
            "T multiply-adds/s", only=lambda row: row["variant"].startswith("strided"), x_label="order of a member")
        add(f"{routine}StridedBatched-cpu", f"{routine}StridedBatched", "cpu/batched.csv", "cpu", rates, [routine], by_type,
            "G multiply-adds/s", only=lambda row: "alpha 1" in row["variant"], x_label="order of a member")
    for routine in ("potrf", "getrf", "geqrf", "sytrf", "gesvRefine"):
        add(routine, routine, f"{h100}/factor.csv", "factor", rates, [routine],
            by_type if routine != "gesvRefine" else by_variant, "TFLOPS of useful work",
            title=f"{routine}, one H100; the ceiling is gemm")
    for routine in ("potrf", "getrf", "geqrf"):
        add(routine + "-cpu", routine, "cpu/factor.csv", "cpu", rates, [routine], by_type, "G real multiply-adds/s",
            title=f"{routine}, CPU, one thread; the ceiling is gemm")
    for routine in ("geqp3", "gesvx", "gelsRefine"):
        add(routine, routine, f"{h100}/expert.csv", "factor", rates, [routine], by_type, "TFLOPS of useful work",
            title=f"{routine}, one H100; the ceiling is gemm")
    for routine in ("trtri", "potri", "getri", "gesvStridedBatched"):
        add(routine + "-cpu", routine, "cpu/inverse.csv", "cpu", rates, [routine], by_type, "G real multiply-adds/s",
            title=f"{routine}, CPU, one thread; the ceiling is gemm")
    fp64 = {"W": "cuSOLVER in D", "U": "cuSOLVER in Z"}
    add("syevd", "syevd, heevd", f"{h100}/eigen.csv", "eigen", times, ["syevd", "heevd"], ["random", "values"], fp64)
    add("sytrd", "sytrd", f"{h100}/eigen_parts.csv", "eigen", times, ["sytrd"], ["random"], fp64)
    add("sygvd", "sygvd", f"{h100}/eigen_parts.csv", "eigen", times, ["sygvd"], ["random"], fp64)
    # One order was measured: dots instead of lines.
    add("stedc", "stedc", f"{h100}/eigen_parts.csv", "eigen", single_times, {"stedc": "W", "sytrd": "W"}, 8192,
        title="stedc, n = 8192, one H100")
    add("stein", "stein", f"{h100}/eigen_parts.csv", "eigen", single_times, {"stein": "W", "stedc": "W"}, 8192,
        title="stein, n = 8192, one H100")
    add("syevdStridedBatched", "syevdStridedBatched, heevdStridedBatched", f"{h200}/eigen_parts.csv", "eigen", batch_times,
        ["syevdStridedBatched", "heevdStridedBatched"], "syevjBatched, heevjBatched in D, Z",
        title="5000 eigenvalue problems, one H200")
    add("gesvdStridedBatched", "gesvdStridedBatched", f"{h200}/svd.csv", "svd", batch_times, ["gesvdStridedBatched"],
        "gesvdjBatched in D, Z", title="2000 singular value decompositions, one H200")
    add("syevx", "syevx, 20 of n eigenvalues", f"{h100}/few.csv", "eigen", times_alone, ["syevx"])
    add("syevd-cpu", "syevd, heevd", "cpu/eigen.csv", "cpu", rates, ["syevd", "heevd"], by_variant, "G real multiply-adds/s",
        title="syevd, heevd, CPU, one thread; the ceiling is gemm")
    add("gesvd", "gesvd", f"{h100}/svd.csv", "svd", times, ["gesvd"], ["random", "values"], fp64)
    add("xtgemm", "xtgemm", f"{h200}/xt.csv", "xt", rates, ["xtgemm"], by_type_and_d, "TFLOPS", names=("W", "D"),
        x_label="m = n = k",
        only=lambda row: row["variant"].endswith("pinned"), title="xtgemm, host memory, one H200; ceiling: in core")
    add("xtgemm-devices", "xtgemm", f"{h200}/xt_4gpus.csv", "xt", devices, title="xtgemm, host memory, 1 to 4 H200")
    add("elementary-cpu", "elementary functions", "cpu/elementary.csv", "elementary", functions,
        title="Elementary functions, CPU, one core")
    add("elementary", "elementary functions", f"{h100}/elementary.csv", "elementary", functions_gpu,
        title="Elementary functions, one H100")
    for name, variant in (("tsqr", "Q and R"), ("tsqrR", "R alone")):
        add(name, f"{name}, 64 columns", f"{h200}/tsqr.csv", "tsqr", rates, ["tsqr"], by_type_and_d,
            "G multiply-adds/s", scale=per_multiply_add, x="m", x_label="rows m", names=("W", "D"),
            only=lambda row, v=variant: row["variant"] == v and row["n"] == "64")
    return found


def times_alone(record, routine, title):
    """Times in a record without a peer."""
    rows = [row for row in read(record) if row["routine"] in routine]
    lines = [(v, points([r for r in rows if r["variant"] == v], "n", "time"))
             for v in dict.fromkeys(row["variant"] for row in rows)]
    plot = axes(title, "n", "seconds", [data for _, data in lines])
    for name, data in lines:
        plot.line(f"W, {name}", data)
    return plot


def dots(title, x_label, series):
    """A plot of dots; series are names and dictionaries from the name of a line to its number."""
    names = list(dict.fromkeys(name for _, values in series for name in values))
    numbers = [value for _, values in series for value in values.values()]
    ticks = log_ticks(min(numbers), max(numbers), most=9)
    plot = Dots(title, x_label, names, (ticks[0], ticks[-1]), ticks)
    for name, values in series:
        plot.dots(name, values)
    return plot


def single_times(record, routines, n, title):
    """Seconds of each variant of some routines for one order; the first routine's peer is named behind it."""
    rows = [row for row in read(record) if row["routine"] in routines and row["n"] == str(n)]
    rows.sort(key=lambda row: list(routines).index(row["routine"]))
    ours = {f"{row['routine']}, {row['variant']}" if len(routines) > 1 else row["variant"]: float(row["time"]) for row in rows}
    first = next(iter(routines))
    peers = {row["variant"]: float(row["peer"]) for row in rows if row["routine"] == first and row["peer"]}
    return dots(title, "seconds", [("W", ours)] + ([(routines[first], peers)] if peers else []))


def batch_times(record, routines, peer, title):
    """Seconds of batches by type and shape, and the peer's where it has the shape."""
    rows = [row for row in read(record) if row["routine"] in routines]
    names = [f"{row['type']}, {row.get('m') or row['n']} x {row['n']}" for row in rows]
    ours = {name: float(row["time"]) for name, row in zip(names, rows)}
    theirs = {name: float(row["peer"]) for name, row in zip(names, rows) if row["peer"] != "nan"}
    return dots(title, "seconds", [("ddblas", ours), (peer, theirs)])


def functions(record, title):
    """Nanoseconds of elementary functions, ours and the peers'."""
    ours, peers = {}, {}
    for row in read(record):
        ours[row["routine"]] = float(row["achieved"])
        time_ratio = float(row["peer_us"]) / float(row["median_us"])
        peers.setdefault(row["peer"], {})[row["routine"]] = float(row["achieved"]) * time_ratio
    return dots(title, "nanoseconds an argument", [("W", ours)] + sorted(peers.items(), reverse=True))


def functions_gpu(record, title):
    times = {row["function"]: float(row["ns_an_argument"]) for row in read(record)}
    return dots(title, "nanoseconds an argument", [("W", times)])


def devices(record, title):
    """Rates of products over host memory against the number of devices."""
    lines = {}
    for row in read(record):
        count = re.search(r"on (\d+) devices", row["variant"])
        name_of_order = f"{row['type']}, n = {row['n']}"
        for name, rate in ((name_of_order, "achieved"), (f"in core, {name_of_order}", "ceiling")):
            lines.setdefault(name, []).append((float(count[1]) if count else 1.0, float(row[rate])))
    names = sorted(lines, key=lambda name: name.startswith("in core"))
    names = [name for name in names if not name.startswith("in core") or "40000" in name or ", W," in name]
    plot = axes(title, "devices", "TFLOPS", [lines[name] for name in names])
    for name in names:
        rule = {"kind": "rule", "dash": "6 4" if ", D," in name else "1 3"} if name.startswith("in core") else {}
        plot.line(name, sorted(lines[name]), **rule)
    return plot


def page(charts):
    out = ["# All charts", "One chart for each routine that has a record, made by `scripts/plot_results.py` from the records in\n"
           "[bench/results](../../bench/results): the rate in W and U, the ceiling that was measured in the same\n"
           "run, and the peer. Higher is better, except where the axis shows seconds or nanoseconds. A peer is\n"
           "FP64 unless its name says otherwise, so it computes 16 digits where W has 32. Lines of peers are\n"
           "dotted. Where one size was measured the chart has dots instead of lines."]
    for chart in sorted(charts, key=lambda c: c.name.lower()):
        out += [f"## {chart.name}", f"![{chart.title}](charts/{chart.name}.svg)",
                f"Record: [{chart.record}](../../bench/results/{chart.record});\npage: [{chart.page}]({chart.page}.md)."]
    return "\n\n".join(out) + "\n"
