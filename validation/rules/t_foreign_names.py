#!/usr/bin/env python3
"""docs/coming-from.md: every name of cuBLAS, cuSOLVER, LAPACKE, CBLAS and QD is in the headers of
these libraries, as far as they are installed, and every name of ddblas in its own headers. The
names of MPLAPACK are those that the library in compat/mplapack defines.
Usage: t_foreign_names.py
"""
import json
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
CUDA = [p for p in [Path("/usr/local/cuda/include"), Path("/usr/include")] if (p / "cublas_api.h").exists()]
SYSTEM = [Path("/usr/include"), *Path("/usr/include").glob("*-linux-gnu")]
# A pattern of names, the headers that have them, and the folders where these may be.
LIBRARIES = [
    (r"cublas[A-Z]\w+|CUBLAS_\w+", ["cublas_v2.h", "cublas_api.h", "cublasXt.h"], CUDA),
    (r"cusolverDn[A-Z]\w+", ["cusolverDn.h"], CUDA),
    (r"LAPACKE_\w+|LAPACK_[A-Z]\w+", ["lapacke.h"], SYSTEM),
    (r"cblas_\w+|Cblas\w+", ["cblas.h"], SYSTEM),
    (
        r"dd_real\b|to_double|to_string|fpu_fix_start|ieee_add|QD_\w+",
        ["qd/dd_real.h", "qd/dd_inline.h", "qd/fpu.h", "qd/qd_config.h"],
        SYSTEM,
    ),
]


def text_of(names, folders):
    found = [folder / name for folder in folders for name in names if (folder / name).exists()]
    return "".join(path.read_text(errors="replace") for path in found)


def has(text, name):
    return re.search(rf"\b{name}\b", text)


def main():
    quoted = " ".join(re.findall(r"`([^`]+)`", (TOP / "docs" / "coming-from.md").read_text()))
    own = "".join(path.read_text() for path in (TOP / "include" / "dd").glob("**/*.*"))
    statuses = json.loads((TOP / "bindings" / "api.json").read_text())["statuses"]
    own += "".join(f" DDBLAS_STATUS_{status['name']}" for status in statuses)
    mplapack = "".join(path.read_text() for path in (TOP / "compat" / "mplapack").glob("**/*.*"))
    wrong, checked = [], 0
    sources = [(pattern, text_of(names, folders)) for pattern, names, folders in LIBRARIES]
    sources.append((r"(?:ddblas|cudd)[A-Z]\w+|DDBLAS_\w+|CUDD_\w+", own))
    sources.append((r"[RC](?:gemm|potrf|syev|heev)|mplapackint|Mxerbla_dd", mplapack))
    for pattern, text in sources:
        names = sorted(set(re.findall(rf"\b(?:{pattern})\b", quoted)))
        if not names:
            sys.exit(f"t_foreign_names: no name like {pattern}")
        if text:
            checked += len(names)
            wrong += [name for name in names if not has(text, name)]
        else:
            print(f"not tested: {', '.join(names)}")
    if wrong:
        sys.exit("t_foreign_names: not in any header: " + ", ".join(wrong))
    print(f"t_foreign_names: {checked} names")


if __name__ == "__main__":
    main()
