#!/usr/bin/env python3
"""Calls every routine of types W and U in bindings/api.json on the CPU engine twice: with every
operand, scalar and result at an address that is a multiple of 64, and with each of them at 8 more,
which is 8 modulo 16. Both calls must succeed and write the same bytes. dd/ddblas.h says that host
memory needs no more than the 8 bytes of a double; bind(C) types of Fortran and ctypes give no more.
So this test also calls each of these functions as bindings/api.json describes it. Some calls are
repeated with arguments that lead to rarely used code.

Usage: t_alignment.py LIBRARY API.JSON [SIZE..]
Sizes are 4 and 61 unless given; the second one is beyond the widths of vectors and blocks.
"""
import ctypes
import json
import math
import sys

MEMBERS = 2
MISALIGNED = 3
NEVER_MISALIGNED = ("ddblasWgemmPreparedWorkspaceSize",) # it has no operand
ELEMENT = {"float": 4, "double": 8, "cuddreal": 16, "cuddcomplex": 32, "ddblasComplex": 8, "ddblasDoubleComplex": 16, "int64_t": 8,
           "size_t": 8, "int": 4, "int32_t": 4}
SIZES = {"kl": 1, "ku": 1, "incx": 1, "incy": 1, "batchCount": MEMBERS, "k1": 1, "ilo": 1, "il": 1, "tsize": 1 << 16}


class Pair(ctypes.Structure):
    _fields_ = [("hi", ctypes.c_double), ("lo", ctypes.c_double)]


class Complex(ctypes.Structure):
    _fields_ = [("re", Pair), ("im", Pair)]


BY_VALUE = {"cuddreal": Pair, "cuddcomplex": Complex, "double": ctypes.c_double, "float": ctypes.c_float, "size_t": ctypes.c_size_t,
            "int64_t": ctypes.c_int64, "uint64_t": ctypes.c_uint64, "int": ctypes.c_int, "int32_t": ctypes.c_int32,
            "char": ctypes.c_char}


class Memory:
    """Bytes at an address that is `offset` modulo 64."""

    def __init__(self, size, offset):
        self.size = size
        self.raw = ctypes.create_string_buffer(size + 128)
        self.address = (ctypes.addressof(self.raw) + 63) // 64 * 64 + offset

    def doubles(self):
        return (ctypes.c_double * (self.size // 8)).from_address(self.address)

    def integers(self):
        return (ctypes.c_int64 * (self.size // 8)).from_address(self.address)

    def bytes(self):
        return ctypes.string_at(self.address, self.size)


def fill(memory, argument, n):
    """Numbers for which every routine succeeds: matrices are symmetric with a dominant diagonal, D of
    tridiagonal matrices dominates E, pivots are 1 .. n."""
    kind, name, shape = argument["type"], argument["name"], argument["shape"]
    if kind == "int64_t":
        for i in range(memory.size // 8):
            memory.integers()[i] = i % n + 1 if name in ("ipiv", "jpvt", "inertia") else 0
        return
    if kind not in ("cuddreal", "cuddcomplex", "double"):
        return
    doubles = memory.doubles()
    step = ELEMENT[kind] // 8
    diagonal = {i * (i + 1) // 2 + i for i in range(n)} | {i * n - i * (i - 1) // 2 for i in range(n)} # of packed triangles
    for i in range(memory.size // ELEMENT[kind]):
        row, column = i % (n + 4), i % ((n + 4) * n) // (n + 4)
        if shape in ("matrix", "batch"):
            value = 7.5 if row == column else 1.0 / (1 + abs(row - column)) / (2 + min(row, column))
        elif name == "AP":
            value = 2.0 * n if i in diagonal else 0.25
        elif name in ("d", "w"):
            value = 2.0 + i
        elif name in ("e", "tau"):
            value = 0.5 if name == "e" else 0.0
        elif name == "param":
            value = (-1.0, 0.5, 0.25, -0.25, 0.75)[i % 5]
        elif name in ("vl", "vu"):
            value = -100.0 if name == "vl" else 100.0
        elif name in ("R", "C", "S"):
            value = 1.0
        else:
            value = 0.75 + 0.125 * (i % 5)
        doubles[step * i] = value
        if step > 1 and value not in (0.0, 1.0) and name not in ("param", "vl", "vu"):
            doubles[step * i + 1] = value * 2.0**-60


def bytes_of(argument, n):
    kind, shape = argument["type"], argument["shape"]
    if shape == "scalar":
        return ELEMENT.get(kind, 4096)
    if argument["name"] in ("AP", "T"):
        return ELEMENT[kind] << 16
    return ELEMENT[kind] * ((n + 4) * 4 if shape == "vector" else (n + 4) * n * MEMBERS)


def fill_zero(memory):
    ctypes.memset(memory.address, 0, memory.size)


def fill_special(memory):
    """Inf, NaN and zeros between numbers, in both parts of complex numbers."""
    doubles = memory.doubles()
    special = (math.inf, -math.inf, math.nan, 0.0, -0.0)
    for i in range(0, len(doubles), 2):
        if i // 2 % 7 == 3:
            doubles[i], doubles[i + 1] = special[i // 14 % 5], 0.0


def scale_down(memory):
    """Times 2^-1000, so that reciprocals of elements are near the end of the range."""
    doubles = memory.doubles()
    for i, value in enumerate(doubles):
        doubles[i] = value * 2.0**-1000


def fill_without_diagonal(n):
    """Zeros on the diagonal, beside which sytrf finds no pivot of order 1."""
    def fill_matrix(memory):
        doubles, step = memory.doubles(), memory.size // ((n + 4) * n * MEMBERS) // 8
        for i in range(n):
            for part in range(step):
                doubles[(i * (n + 4) + i) * step + part] = 0.0
    return fill_matrix


# Variants of a routine: dictionaries from names of arguments to values, or to functions that change
# the memory.
def variants_of(routine, n):
    thin = "DDBLAS_SVD_MODE_THIN"
    return {"hemv": [{"alpha": fill_zero}, {"A": fill_special}], "symv": [{"alpha": fill_zero}, {"A": fill_special}],
            "trsm": [{"B": fill_special}, {"A": fill_special}, {"A": scale_down, "B": scale_down}, {"alpha": fill_zero},
                     {"side": "DDBLAS_SIDE_RIGHT"}, {"side": "DDBLAS_SIDE_RIGHT", "B": fill_special},
                     {"trans": "DDBLAS_OP_C", "B": fill_special}],
            "gemm": [{"A": fill_special}, {"beta": fill_zero}], "herk": [{"A": fill_special}],
            "gesvdStridedBatched": [{"jobu": thin, "jobv": thin}, {"jobu": thin, "jobv": thin, "m": n - 1},
                                    {"jobu": thin, "jobv": thin, "n": n - 1}, {"jobu": thin, "jobv": thin, "A": fill_zero}],
            "sytrf": [{"A": fill_without_diagonal(n)}, {"uplo": "DDBLAS_FILL_MODE_UPPER", "A": fill_without_diagonal(n)}],
            "hetrf": [{"A": fill_without_diagonal(n)}, {"uplo": "DDBLAS_FILL_MODE_UPPER", "A": fill_without_diagonal(n)}],
            }.get(routine, [])


class Caller:
    def __init__(self, library, api, handle, n):
        self.library, self.handle, self.n = library, handle, n
        self.enums = {e["name"]: {v["name"]: v["value"] for v in e["values"]} for e in api["enums"]}
        self.constants = {name: value for e in self.enums.values() for name, value in e.items()}

    def enum_value(self, function, argument):
        kind = argument["type"]
        if kind == "ddblasType_t":
            return self.constants["DDBLAS_TYPE_" + function["letter"]]
        chosen = {"ddblasEigMode_t": "DDBLAS_EIG_MODE_VECTOR"}.get(kind)
        if kind == "ddblasNorm_t":
            chosen = "DDBLAS_NORM_ONE"
        return self.constants[chosen] if chosen else list(self.enums[kind].values())[0]

    def operator(self, function):
        """y = diag(1 .. n) x, columns at their leading dimensions."""
        doubles = 2 if function["letter"] == "W" else 4
        prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p,
                                     ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)

        def apply(handle, context, n, columns, x, ldx, y, ldy):
            for j in range(columns):
                source = (ctypes.c_double * (n * doubles)).from_address(x + j * ldx * doubles * 8)
                target = (ctypes.c_double * (n * doubles)).from_address(y + j * ldy * doubles * 8)
                for i in range(n * doubles):
                    target[i] = (1 + i // doubles) * source[i] # of low parts too: the test needs no more accuracy
            return 0
        return prototype(apply)

    def call(self, function, offset, variant):
        """Calls the function with all memory at this offset: (status, sentence, bytes of every operand)."""
        kept, actual, operands = [], [], []
        for argument in function["arguments"]:
            kind, name, shape, depth = argument["type"], argument["name"], argument["shape"], argument.get("pointer", 0)
            if kind == "ddblasHandle_t":
                actual.append(self.handle)
            elif shape == "function":
                kept.append(self.operator(function) if name == "apply" else None)
                actual.append(kept[-1] if name == "apply" else ctypes.c_void_p(None))
            elif depth == 0 and kind in self.enums:
                actual.append(ctypes.c_int(self.constants[variant[name]] if name in variant else self.enum_value(function, argument)))
            elif depth == 0 and kind in ("cuddreal", "cuddcomplex"):
                actual.append(BY_VALUE[kind]())
            elif depth == 0 and kind in BY_VALUE:
                value = variant.get(name, SIZES.get(name, self.n))
                if name.startswith("ld"):
                    value = self.n + 4
                elif name.startswith("stride"):
                    value = (self.n + 4) * self.n if name[6:] in ("A", "B", "C", "X", "Z", "U", "VT") else self.n + 4
                elif name == "tolerance":
                    value = 0
                actual.append(BY_VALUE[kind](value))
            elif depth == 0: # a prepared operand: none
                actual.append(ctypes.c_void_p(None))
            elif shape == "pointers":
                members = [Memory(bytes_of(dict(argument, shape="matrix"), self.n), offset) for _ in range(MEMBERS)]
                for member in members:
                    fill(member, dict(argument, shape="matrix"), self.n)
                kept += members
                actual.append((ctypes.c_void_p * MEMBERS)(*[m.address for m in members]))
            elif name in ("plan", "context"):
                actual.append(ctypes.c_void_p(None))
            elif kind == "void":
                element = {"W": "cuddreal", "U": "cuddcomplex"}[function["letter"]]
                typed = dict(argument, type=element, shape="matrix")
                kept.append(Memory(bytes_of(typed, self.n), offset))
                fill(kept[-1], typed, self.n)
                actual.append(ctypes.c_void_p(kept[-1].address))
            else:
                kept.append(Memory(bytes_of(argument, self.n), offset))
                fill(kept[-1], argument, self.n)
                variant.get(name, lambda memory: None)(kept[-1])
                if name == "e" and function["routine"] == "stein": # then w, filled like d, are the eigenvalues
                    ctypes.memset(kept[-1].address, 0, kept[-1].size)
                operands.append((kept[-1], argument))
                actual.append(ctypes.c_void_p(kept[-1].address))
        entry = getattr(self.library, function["name"])
        entry.restype = ctypes.c_int
        status = entry(*actual)
        sentence = self.library.ddblasGetLastError(self.handle).decode()
        info = next((m for m, a in operands if a["name"] == "info"), None)
        if status == 0 and info is not None and any(info.integers()[i] for i in range(1 if info.size == 8 else MEMBERS)):
            return -1, f"info is {info.integers()[0]}", []
        return status, sentence, [m.bytes() for m in kept if isinstance(m, Memory)]


def main():
    library = ctypes.CDLL(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as file:
        api = json.load(file)
    library.ddblasGetLastError.restype = ctypes.c_char_p
    handle = ctypes.c_void_p()
    if library.ddblasCreateWithEngine(ctypes.byref(handle), 1) != 0:
        sys.exit("t_alignment: no handle")
    failed = called = 0
    sizes = [int(size) for size in sys.argv[3:]] or [4, 61]
    for n in sizes:
        caller = Caller(library, api, handle, n)
        for function in api["functions"]:
            if function.get("letter") not in ("W", "U") or "Operand" in function["name"]:
                continue
            for number, variant in enumerate([{}] + variants_of(function["routine"], n)):
                called += 1
                aligned = caller.call(function, 0, variant)
                odd = caller.call(function, 8, variant)
                if aligned[0] != 0:
                    complaint = aligned[1]
                elif odd[0] != 0:
                    complaint = f"at 8 modulo 16: {odd[1]}"
                elif aligned[2] != odd[2]:
                    complaint = "other bytes at 8 modulo 16"
                elif n == 4 and function["name"] not in NEVER_MISALIGNED and caller.call(function, 4, variant)[0] != MISALIGNED:
                    complaint = "accepts memory at 4 modulo 16"
                else:
                    continue
                print(f"{function['name']}, variant {number}, n = {n}: {complaint}")
                failed += 1
    library.ddblasDestroy(handle)
    if failed or called < 200 * len(sizes):
        sys.exit(f"t_alignment: {failed} of {called} calls fail")
    print(f"t_alignment: {called} calls of routines of W and U give the same bytes at 8 modulo 16")


if __name__ == "__main__":
    main()
