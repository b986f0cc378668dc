#!/usr/bin/env python3
"""MPLAPACK's own tests of double-double routines, against the drop-in library.

Usage: run_foreign.py SOURCE LIBRARY WORK [--reference] [--jobs N] [NAME ...]

SOURCE is a checkout of MPLAPACK (include, mpfrc++, mpblas, mplapack), LIBRARY the folder of
libddblas_mplapack.so, WORK a folder for objects. The tests compare each routine with the same
routine in MPFR; both kinds of routines are compiled from SOURCE as far as programs need them. With
--reference, MPLAPACK's own routines in double-double are tested in place of the drop-in. NAMEs
choose tests, by default those of all routines that the drop-in offers. Needs QD, MPFR, MPC and GMP.
Some tests also compare what a call leaves in its workspace, which the drop-in does not use: a test
that fails is run again without that comparison, and then counts as "passed, work apart".
Prints one line a test and, at the end, the numbers of those that passed and failed.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import threading

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("source", type=pathlib.Path)
parser.add_argument("library", type=pathlib.Path)
parser.add_argument("work", type=pathlib.Path)
parser.add_argument("--reference", action="store_true")
parser.add_argument("--jobs", type=int, default=2)
parser.add_argument("names", nargs="*")
options = parser.parse_args()
source, work = options.source.resolve(), options.work.resolve()
work.mkdir(parents=True, exist_ok=True)

KINDS = {"dd": "___MPLAPACK_BUILD_WITH_DD___", "mpfr": "___MPLAPACK_BUILD_WITH_MPFR___"}
FOLDERS = ["mpblas/reference", "mplapack/reference"]
TESTS = ["mpblas/test/common", "mplapack/test/compare/common"]


def command(kind, path, out):
    return ["g++", "-O2", "-w", "-fpermissive", f"-D{KINDS[kind]}", "-D___MPLAPACK_INTERNAL___", f"-I{source}/include",
            f"-I{source}/mpfrc++", "-c", str(path), "-o", str(out)]


locks = {}


def compiled(kind, path):
    """The object of a source in one kind of arithmetic, or None if it does not compile."""
    out = work / kind / (path.name + ".o")
    out.parent.mkdir(exist_ok=True)
    with locks.setdefault(out, threading.Lock()):
        return out if out.exists() else compiled_now(kind, path, out)


def compiled_now(kind, path, out):
    done = subprocess.run(command(kind, path, out), capture_output=True, text=True)
    if done.returncode != 0:
        (work / kind / (path.name + ".log")).write_text(done.stderr)
        return None
    return out


def symbols(path, *flags):
    text = subprocess.run(["nm", *flags, str(path)], capture_output=True, text=True).stdout
    return {line.split()[-1] for line in text.splitlines() if line.strip()}


def functions(names):
    """C++ names with their signatures, as c++filt writes them."""
    text = subprocess.run(["c++filt"], input="\n".join(sorted(names)), capture_output=True, text=True).stdout
    return dict(zip(sorted(names), text.splitlines()))


library = options.library.resolve() / "libddblas_mplapack.so"
offered = set() if options.reference else symbols(library, "-D", "--defined-only")


def routine(signature):
    return re.match(r"[A-Za-z0-9_]+", signature).group(0)


def source_of(name):
    for folder in FOLDERS:
        path = source / folder / (re.sub(r"_(dd|mpfr)$", "", name) + ".cpp")
        if path.exists():
            return path
    return None


def needed(objects):
    """The objects of MPLAPACK that these objects need, and those of these objects in turn."""
    found, defined, queue = {}, set(), list(objects)
    for o in objects:
        defined |= symbols(o, "--defined-only")
    while queue:
        missing = functions(symbols(queue.pop(), "-u") - defined - offered)
        for symbol, signature in missing.items():
            if "(" not in signature:
                continue
            path = source_of(routine(signature))
            kind = "mpfr" if re.search(r"mpreal|mpcomplex|_mpfr($|\()", signature) else "dd"
            if path is None or (kind, path) in found:
                continue
            o = compiled(kind, path)
            found[(kind, path)] = o
            if o:
                defined |= symbols(o, "--defined-only")
                queue.append(o)
    return [o for o in found.values() if o]


def run(name):
    result = run_test(name, False)
    if not options.reference and result[1].startswith("failed"):
        again = run_test(name, True)
        if again[1] == "passed":
            return name, "passed, work apart", again[2]
    return result


def without_work(test):
    """A copy of a test that does not compare workspaces."""
    copy = work / f"{test.name.replace('.test.cpp', '')}.without_work.test.cpp"
    copy.write_text(re.sub(r"infnorm\(work_ref, work,[^;]*", "0.0", test.read_text()))
    return copy


def run_test(name, apart):
    for folder in TESTS:
        test = source / folder / f"{name}.test.cpp"
        if test.exists():
            break
    else:
        return name, "no test", ""
    common = source / folder
    shared = ("xerbla.cpp", "mplapack.test.cpp", "Mxerbla.override.cpp")
    parts = [compiled("dd", without_work(test) if apart else test)]
    parts += [compiled("dd", common / p) for p in shared if (common / p).exists()]
    if folder != TESTS[0]:
        parts += [compiled("dd", source / TESTS[0] / p) for p in shared if not (common / p).exists()]
    parts.append(compiled("mpfr", source / "mpblas/reference/mplapackinit.cpp"))
    if None in parts:
        return name, "does not compile", ""
    program = work / f"{name}{'.without_work' if apart else ''}.{'reference' if options.reference else 'ddblas'}"
    link = ["g++", "-o", str(program), *map(str, parts)]
    if not options.reference:
        link += [str(library), f"-Wl,-rpath,{library.parent}"]
    libraries = ["-lmpc", "-lmpfr", "-lgmp", "-lqd", "-llapack", "-lblas"]
    link += [*map(str, needed(parts)), "-Wl,--allow-multiple-definition", "-fopenmp", *libraries]
    linked = subprocess.run(link, capture_output=True, text=True)
    if linked.returncode != 0:
        (work / f"{name}.log").write_text(linked.stderr)
        return name, "does not link", ""
    try:
        done = subprocess.run([str(program)], capture_output=True, text=True, timeout=1800)
    except subprocess.TimeoutExpired:
        return name, "did not end", ""
    (work / f"{program.name}.out").write_text(done.stdout + done.stderr)
    last = (done.stdout.strip().splitlines() or [""])[-1]
    return name, "passed" if done.returncode == 0 else f"failed ({done.returncode})", last


def offered_names():
    names = {routine(s) for s in functions(symbols(library, "-D", "--defined-only")).values() if "(" in s}
    return sorted(re.sub(r"_dd$", "", n) for n in names)


names = options.names or [n for n in offered_names() if any((source / f / f"{n}.test.cpp").exists() for f in TESTS)]
counts = {}
with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
    for name, result, last in pool.map(run, names):
        counts[result.split(" (")[0]] = counts.get(result.split(" (")[0], 0) + 1
        print(f"{name:8} {result:20} {last}", flush=True)
print(", ".join(f"{n} {result}" for result, n in sorted(counts.items())))
sys.exit(0 if set(counts) <= {"passed", "passed, work apart"} else 1)
