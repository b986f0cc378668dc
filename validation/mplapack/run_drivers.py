#!/usr/bin/env python3
"""LAPACK's test drivers as MPLAPACK has them in double-double, against the drop-in library.

Usage: run_drivers.py SOURCE LIBRARY WORK [--reference] [--jobs N] [PROGRAM ...]

SOURCE is a checkout of MPLAPACK (include, mpblas, mplapack), LIBRARY the folder of
libddblas_mplapack.so, WORK a folder for objects. A PROGRAM is linR, linC (linear equations and
least squares), eigR or eigC (eigenvalues and singular values); by default all four are run. Each is
run with those paths of its input files that test routines of the drop-in, with LAPACK's thresholds
for residuals and its tests of error exits. Routines that the drop-in does not offer come from
SOURCE. With --reference all routines do. Prints the drivers' lines of results.
"""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("source", type=pathlib.Path)
parser.add_argument("library", type=pathlib.Path)
parser.add_argument("work", type=pathlib.Path)
parser.add_argument("--reference", action="store_true")
parser.add_argument("--jobs", type=int, default=2)
parser.add_argument("programs", nargs="*")
options = parser.parse_args()
source, work = options.source.resolve(), options.work.resolve()
tests = source / "mplapack/test"

# Paths of the linear equation drivers that test routines of the drop-in, and the checks that only
# other paths call, which are left out of the programs.
PATHS = {"GE", "PO", "SY", "HE", "TR", "QR", "QP", "LS"}
OTHERS = re.compile(
    r"[RC](chk|drv)(gb|gt|ps|pp|pb|pt|lq|ql|rq|tz|eq|qrt|qrtp|lqt|lqtp|tsqr|sp|hp|tp|tb|(or|un)hr_col|(sy|he)_\w+)"
    r"|[RC](chk(bb|bk|bl|ec|gg|gk|gl|hb|hb2stg|sb|sb2stg|st2stg)|ck\w+|drv(gg\d*|st2stg|gsx|gev|gvx|rf\w+))"
)
# Input files of the eigenvalue drivers.
FILES = {"R": ["nep.in", "sep.in", "svd.in", "Red.in", "Rsg.in"], "C": ["nep.in", "sep.in", "svd.in", "Ced.in", "Csg.in"]}
# QD's square root of the largest number is NaN, so that matrices of large elements would be NaN.
QD_FAILS = "rtovfl = sqrt(ovfl)"
MAIN = {"lin": "chkaa", "eig": "chkee"}
FILE_OF = {"Rlamc3": "Rlamch", "CRrscl": "Cdrscl"}  # functions in files of other names


def compiled(path):
    """The object of a source, or None if it does not compile."""
    out = work / path.relative_to(source).with_suffix(".o")
    out.parent.mkdir(parents=True, exist_ok=True)
    if not out.exists():
        level = "-O1" if "test" in path.parts else "-O2"
        flags = ["-D___MPLAPACK_BUILD_WITH_DD___", "-D___MPLAPACK_INTERNAL___", f"-I{source}/include", f"-I{tests}/fable"]
        text = path.read_text(errors="replace")
        if QD_FAILS in text:
            path = out.with_suffix(".cpp")
            path.write_text(text.replace(QD_FAILS, "rtovfl = 0x1p511"))
        done = subprocess.run(["g++", level, "-w", "-fpermissive", *flags, "-c", path, "-o", out], capture_output=True, text=True)
        if done.returncode != 0:
            out.with_suffix(".log").write_text(done.stderr)
            return None
    return out


def symbols(path, *flags):
    text = subprocess.run(["nm", *flags, str(path)], capture_output=True, text=True).stdout
    return {line.split()[-1] for line in text.splitlines() if line.strip()}


def names(mangled):
    """The functions' names without arguments and without the suffix of the arithmetic."""
    text = subprocess.run(["c++filt"], input="\n".join(mangled), capture_output=True, text=True).stdout
    return {re.sub(r"_dd$", "", line.split("(")[0]) for line in text.splitlines() if re.fullmatch(r"\w+\(.*\)( const)?", line)}


def objects_of(kind, letter, offered):
    """The objects of a program: the main program, and what it needs from SOURCE, again and again."""
    folders = [tests / kind / "common", tests / "matgen", source / "mpblas/reference", source / "mplapack/reference"]
    wanted = {letter + MAIN[kind], "iMlaenv", "Mxerbla", "xlaenv"}
    if kind == "eig":
        wanted |= {"Rslect", "Rlctsx"}  # in which the common variables are defined
    seen, found = set(), []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        while wanted:
            seen |= wanted
            paths = [next((f / f"{n}.cpp" for f in folders if (f / f"{n}.cpp").exists()), None) for n in sorted(wanted)]
            made = [o for o in pool.map(compiled, [p for p in paths if p]) if o]
            found += made
            missing = set().union(*(symbols(o, "-u") for o in made)) - offered
            wanted = {FILE_OF.get(n, n) for n in names(missing) if not OTHERS.fullmatch(n)} - seen
    return found


def stubs(objects, built):
    """An object in which every function that was left out ends the program."""
    missing = set().union(*(symbols(o, "-u") for o in objects))
    left_out = [s for s in sorted(missing) if any(OTHERS.fullmatch(n) for n in names([s]))]
    text = "".join(f"_Noreturn void stub{i}(void) __asm__(\"{s}\"); void stub{i}(void) {{ abort(); }}\n" for i, s in enumerate(left_out))
    path = built.with_suffix(".stubs.c")
    path.write_text("#include <stdlib.h>\n" + text)
    subprocess.run(["gcc", "-c", path, "-o", path.with_suffix(".o")], check=True)
    return path.with_suffix(".o")


def input_of(kind, letter):
    """The texts of the standard input of each run."""
    if kind == "eig":
        return {name: (tests / "eig" / name).read_text() for name in FILES[letter]}
    lines = (tests / "lin" / f"{letter}test.in").read_text().splitlines()
    kept = [line for line in lines if not re.match(r"[CDZ][A-Z0-9]{2}( |$)", line) or line[1:3] in PATHS]
    return {f"{letter}test.in": "\n".join(kept) + "\n"}


def run(program):
    kind, letter = program[:3], program[3:]
    library = options.library.resolve() / "libddblas_mplapack.so"
    offered = set() if options.reference else symbols(library, "-D", "--defined-only")
    built = work / f"{program}.{'reference' if options.reference else 'ddblas'}"
    objects = objects_of(kind, letter, offered)
    link = ["g++", "-o", built, *objects, stubs(objects, built)]
    if not options.reference:
        link += [library, f"-Wl,-rpath,{library.parent}"]
    # iMlaenv2stage is in a file of its own and in the drivers' iMlaenv, which comes first.
    link += ["-Wl,--allow-multiple-definition", "-fopenmp", "-lqd", "-llapacke", "-llapack", "-lblas"]
    linked = subprocess.run(link, capture_output=True, text=True)
    if linked.returncode != 0:
        sys.exit(f"{program} does not link:\n{linked.stderr[-2000:]}")
    failures = 0
    for name, text in input_of(kind, letter).items():
        done = subprocess.run([built], input=text, capture_output=True, text=True, errors="replace", cwd=tests / kind)
        (work / f"{built.name}.{name}.out").write_text(done.stdout + done.stderr)
        ended = done.returncode == 0 and "End of tests" in done.stdout
        print(f"## {program} {name}{'' if ended else ': did not end'}")
        for line in (done.stdout + done.stderr).splitlines():
            if re.search(r"passed the|out of.*failed|\*\*\*|failed to", line):
                print(line.strip(), flush=True)
                failures += "passed the" not in line
        failures += not ended
    return failures


found = sum([run(p) for p in options.programs or ["linR", "linC", "eigR", "eigC"]])
sys.exit(1 if found else 0)
