"""Every public function with random arguments: no crash, and only documented exceptions.

DDBLAS_FUZZ_SECONDS is the run time, 5 by default, and DDBLAS_FUZZ_SEED the seed. After a crash the
file DDBLAS_FUZZ_LOG, if it is set, has the last call.
"""

from __future__ import annotations

import faulthandler
import inspect
import math
import operator
import os
import random
import time
import warnings
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import ddblas
import mpmath
import numpy as np
import pytest
from ddblas import _array, _functions, linalg

# OSError: files. MemoryError: sizes beyond the memory. BufferError: DLPack.
DOCUMENTED = (
    TypeError,
    ValueError,
    IndexError,
    OverflowError,
    MemoryError,
    OSError,
    NotImplementedError,
    ddblas.DdblasError,
    BufferError,
)

OPERATORS = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.matmul,
    operator.pow,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
    operator.eq,
    operator.ne,
    operator.neg,
    operator.pos,
    operator.abs,
    operator.getitem,
    operator.setitem,
    operator.iadd,
    operator.isub,
    operator.imul,
    operator.itruediv,
    operator.imatmul,
    operator.ipow,
    float,
    int,
    complex,
    bool,
    len,
    iter,
    list,
    repr,
    str,
    format,
    hash,
    math.floor,
    operator.contains,
]


def public_functions():
    """(name, function, whether the first argument is an Array)."""
    found = []
    for module in (ddblas, linalg, ddblas.gpu):
        for name in module.__all__:
            value = getattr(module, name)
            if not callable(value) or name == "set_threads":
                continue
            if isinstance(value, type) and value is not ddblas.Array:
                continue
            found.append((f"{module.__name__}.{name}", value, False))
    for name in dir(ddblas.Array):
        value = getattr(ddblas.Array, name)
        if callable(value) and not isinstance(value, type) and name not in dir(object) and name != "__reduce__":
            found.append((f"Array.{name}", value, True))
        elif isinstance(value, property):
            found.append((f"Array.{name}", value.fget, True))
    found += [(f"operator.{f.__name__}", f, True) for f in OPERATORS]
    found += [(f"numpy.{f.__name__}", f, True) for f in _functions.TABLE]
    ufuncs = [
        np.add,
        np.multiply,
        np.maximum,
        np.less,
        np.sqrt,
        np.matmul,
        np.power,
        np.isnan,
        np.exp,
        np.divmod,
        np.absolute,
    ]
    found += [(f"numpy.{f.__name__}", f, True) for f in ufuncs]
    found += [
        (f"numpy.{f.__name__}.{m}", getattr(f, m), True)
        for f in ufuncs[:4]
        for m in ("reduce", "accumulate", "outer", "at")
    ]
    return found


class OnDevice:
    """Says that it is an array in a device's memory; nobody reads it without a device."""

    def __init__(self, rng):
        shape = rng.choice([(2, 2), (3, 3, 2), (3, 2), (2, 2, 2, 2), (3,), ()])
        self.__cuda_array_interface__ = rng.choice(
            [
                {
                    "shape": shape,
                    "typestr": "<f8",
                    "data": (rng.choice([4096, 4104]), False),
                    "version": 3,
                    "strides": None,
                },
                {"shape": shape, "typestr": "<f4", "data": (4096, False), "version": 3},
                {},
                None,
            ]
        )


class Maker:
    """Random arguments."""

    def __init__(self, seed: int, folder: str) -> None:
        self.rng = random.Random(seed)
        self.folder = folder

    def number(self):
        r = self.rng
        return r.choice(
            [
                lambda: r.uniform(-2, 2),
                lambda: r.randint(-3, 6),
                lambda: r.choice([math.inf, -math.inf, math.nan, -0.0, 5e-324, 1.7e308]),
                lambda: r.choice([2**63, -(2**63) - 1, 2**64, 10**400, -(10**30)]),
                lambda: Fraction(r.randint(-9, 9), r.randint(1, 9)),
                lambda: Decimal(r.choice(["0.1", "NaN", "-Infinity", "1e9999", "sNaN", "1e-9999"])),
                lambda: mpmath.mpf(r.choice(["0.1", "inf", "nan", "1e9999"])),
                lambda: complex(r.uniform(-1, 1), r.choice([0.0, 1.0, math.nan, math.inf])),
                lambda: np.float32(0.1),
                lambda: np.int16(3),
                lambda: np.longdouble("0.1"),
                lambda: r.choice([True, False]),
            ]
        )()

    def text(self):
        return self.rng.choice(
            [
                "0.1",
                "-1e5",
                "1+2j",
                "",
                "x",
                "inf",
                "W",
                "U",
                "fro",
                "nuc",
                "L",
                "reduced",
                "complete",
                "r",
                "\0",
                "\u20ac",
                "\ud800",
                ".3e",
                "npy",
                "mtx",
                "C",
                "F",
                "e",
            ]
        )

    def shape(self):
        r = self.rng
        return tuple(r.choice([0, 1, 2, 2, 3, 3, 4, 5]) for _ in range(r.choice([0, 1, 1, 2, 2, 2, 3])))

    def view(self, a):
        r = self.rng
        for _ in range(r.randint(0, 2)):
            try:
                a = r.choice(
                    [
                        lambda: a.T,
                        lambda: a[::-1],
                        lambda: a[..., ::2],
                        lambda: a[0],
                        lambda: a[None],
                        lambda: np.broadcast_to(a, (2, *a.shape)),
                        lambda: a.real,
                        lambda: a[..., 1:],
                        lambda: a.swapaxes(0, -1),
                    ]
                )()
            except DOCUMENTED:
                pass
        return a

    def array(self):
        r = self.rng
        shape = self.shape()
        if r.random() < 0.3:
            n = r.choice([1, 2, 3, 4, 33])
            shape = (n, n)
        count = math.prod(shape)
        style = r.random()
        values = (
            [r.uniform(-2, 2) for _ in range(count)] if style < 0.6 else [float(r.randint(-2, 2)) for _ in range(count)]
        )
        if style > 0.9 and count:
            values[r.randrange(count)] = r.choice([math.inf, math.nan, 1e308, 5e-324])
        a = ddblas.from_parts(np.array(values).reshape(shape), np.zeros(shape) if r.random() < 0.5 else 1e-20)
        if r.random() < 0.3:
            a = ddblas.from_complex_parts(a, a if r.random() < 0.5 else -a)
        if len(shape) == 2 and shape[0] == shape[1] and r.random() < 0.5:
            a = a @ a.conj().T
        return self.view(a)

    def ndarray(self):
        r = self.rng
        dtype = r.choice(
            [
                np.float64,
                np.float32,
                np.int64,
                np.uint64,
                np.bool_,
                np.complex128,
                np.longdouble,
                object,
                "U3",
                "M8[D]",
                ">f8",
                "V4",
                np.float16,
            ]
        )
        try:
            return np.ones(self.shape(), dtype=dtype)
        except (TypeError, ValueError):
            return np.zeros(2)

    def anything(self, depth=0):
        r = self.rng
        choices = [self.array] * 6 + [self.number] * 4 + [self.ndarray, self.text, self.shape]
        choices += [
            lambda: None,
            lambda: r.choice([0, 1, -1, 2, 3]),
            lambda: r.choice([b"x", object(), {}, {1}, ..., 1.5, int, np.float64, object]),
            lambda: slice(r.choice([None, 0, 1, -1]), r.choice([None, 2, 0]), r.choice([None, 1, -1, 2, 0])),
            lambda: self.folder + r.choice(["/a.mtx", "/b.npy", "/no/c.mtx", ""]),
            lambda: 10**15,
            lambda: (10**15,),
            lambda: OnDevice(r),
        ]
        if depth < 3:
            choices += [
                lambda: [self.anything(depth + 1) for _ in range(r.randint(0, 3))],
                lambda: tuple(self.anything(depth + 1) for _ in range(r.randint(0, 2))),
            ]
        return r.choice(choices)()

    def likely(self, like):
        """An argument that often fits."""
        r = self.rng
        return r.choice(
            [
                lambda: like.copy(),
                lambda: like.T,
                lambda: like,
                lambda: r.choice([0, 1, 2, -1]),
                lambda: 0.5,
                lambda: like.shape,
                lambda: r.choice(["W", "U", "L", "C", "g", "fro", self.folder + "/a.mtx", "0.1"]),
                lambda: (0,),
                lambda: None,
                lambda: [like, like],
                lambda: np.float64,
                lambda: object,
                lambda: like.storage,
                lambda: like.real.hi,
                lambda: like.real.lo,
            ]
        )()

    def arguments(self, function, array_first):
        r = self.rng
        values = [self.array()] if array_first else []
        count = r.choice([0, 1, 1, 2, 2, 3])
        if r.random() < 0.6:  # as many as are needed
            count = max(0, required(function) - len(values))
        if r.random() < 0.5:
            like = values[0] if values else self.array()
            values += [self.likely(like) for _ in range(count)]
        else:
            values += [self.anything() if r.random() < 0.6 else self.array() for _ in range(count)]
        keywords = {}
        if r.random() < 0.2:
            name = r.choice(
                [
                    "axis",
                    "keepdims",
                    "kind",
                    "ord",
                    "mode",
                    "upper",
                    "UPLO",
                    "k",
                    "rcond",
                    "out",
                    "copy",
                    "num",
                    "full_matrices",
                    "compute_uv",
                    "pairs",
                    "digits",
                    "format",
                    "tol",
                    "p",
                    "dtype",
                    "order",
                ]
            )
            keywords[name] = self.anything()
        return values, keywords


def required(function):
    """The number of arguments without a default."""
    if isinstance(function, np.ufunc):
        return function.nin
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        return 2
    return sum(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)


def is_sound(value):
    """A result that is an Array has storage of the right form."""
    if isinstance(value, _array.Array):
        assert value.storage.dtype == np.float64 and value.storage.shape[value.ndim :] == (2,) * (
            2 if value.kind == "U" else 1
        )
        repr(value)


def test_random_calls(tmp_path, monkeypatch):
    seconds = float(os.environ.get("DDBLAS_FUZZ_SECONDS", "5"))
    seed = int(os.environ.get("DDBLAS_FUZZ_SEED", "1"))
    log = os.environ.get("DDBLAS_FUZZ_LOG")
    functions, counts, worked, calls = public_functions(), Counter(), Counter(), 0
    faulthandler.enable()
    monkeypatch.chdir(tmp_path)  # names of files are random too
    start = time.monotonic()
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        while time.monotonic() - start < seconds:
            maker = Maker(seed + calls, str(tmp_path))
            name, function, array_first = functions[calls % len(functions)]
            calls += 1
            values, keywords = maker.arguments(function, array_first)
            if log:
                with open(log, "w", errors="backslashreplace") as out:
                    out.write(f"{seed + calls - 1} {name} {values!r} {keywords!r}")
            counts[name] += 1
            try:
                is_sound(function(*values, **keywords))
                worked[name] += 1
            except DOCUMENTED as error:
                assert not isinstance(error, SystemError)
            except Exception as error:
                call = f"{name}{values!r}, {keywords!r}"
                pytest.fail(f"DDBLAS_FUZZ_SEED={seed + calls - 1}: {call}: {type(error).__name__}: {error}")
    ddblas.set_progress(False)
    never = sorted(name for name in counts if not worked[name])
    print(f"\nfuzz: {calls} calls of {len(functions)} functions in {seconds:.0f} s, seed {seed}")
    print(f"fuzz: {sum(worked.values())} with a result; functions without any: {', '.join(never) or 'none'}")
    if seconds >= 60:
        assert len(never) < len(functions) // 4
