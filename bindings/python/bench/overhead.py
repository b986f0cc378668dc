"""The overhead of a Python call above the same call in C, for vectors of 1000 elements.

    python bindings/python/bench/overhead.py [--bar MICROSECONDS]

Compiles overhead.c against the library inside the installed package. Prints the time of each call in
C and in Python and the difference. Exits with 1 if the bar is given and an overhead exceeds it.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

import ddblas
import numpy as np

HERE = Path(__file__).resolve().parent


def times_in_c() -> dict[str, float]:
    package = Path(ddblas.__file__).parent
    library = next(package.glob("libddblas.so*"))
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/overhead"
        command = ["cc", "-std=c11", "-O3", "-ffp-contract=off", "-march=native", f"-I{HERE.parents[2] / 'include'}"]
        command += [str(HERE / "overhead.c"), str(library), f"-Wl,-rpath,{library.parent}", "-lm", "-o", program]
        subprocess.run(command, check=True)
        lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    return {name: float(seconds) for name, _, seconds in (line.split() for line in lines)}


def measure(call) -> float:
    best = 1.0
    for _ in range(30):
        start = time.perf_counter()
        for _ in range(300):
            call()
        best = min(best, (time.perf_counter() - start) / 300)
    return best


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--bar", type=float, default=None, help="largest overhead allowed, in microseconds")
    bar = parser.parse_args().bar
    n = 1000
    x = 1 / ddblas.arange(1, n + 1)
    y, a = x.copy(), ddblas.array(np.outer(1 / np.arange(1.0, 11.0), np.ones(n)))
    calls = {
        "dot": lambda: x @ y, "nrm2": lambda: ddblas.linalg.norm(x), "add": lambda: x + y, "gemv": lambda: a @ x,
    }  # fmt: skip
    in_c = times_in_c()
    worst = 0.0
    print("call      C [us]  Python [us]  overhead [us]")
    for name, call in calls.items():
        python = measure(call)
        worst = max(worst, (python - in_c[name]) * 1e6)
        print(f"{name:6s} {in_c[name] * 1e6:9.2f} {python * 1e6:12.2f} {(python - in_c[name]) * 1e6:14.2f}")
    return int(bar is not None and worst > bar)


if __name__ == "__main__":
    raise SystemExit(main())
