"""Dense linear algebra in double-double (about 32 digits) with NumPy's interface.

    import ddblas
    A = ddblas.array([["0.1", 1], [1, 3]])
    x = ddblas.linalg.solve(A, [1, 2])

See docs/python.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core, _functions, _ufunc, gpu, linalg
from ._array import Array, array, asarray
from ._errors import (
    AllocationError,
    DdblasError,
    DeviceError,
    FileError,
    FormatError,
    InternalError,
    InvalidValueError,
    NotSupportedError,
)
from ._files import read, write
from ._functions import (
    allclose,
    amax,
    amin,
    arange,
    argmax,
    argmin,
    argsort,
    array_equal,
    broadcast_to,
    clip,
    concatenate,
    count_nonzero,
    cumsum,
    diag,
    diagonal,
    dot,
    empty,
    expand_dims,
    eye,
    flip,
    from_complex_parts,
    from_parts,
    full,
    full_like,
    hstack,
    identity,
    inner,
    isclose,
    kron,
    linspace,
    mean,
    moveaxis,
    ones,
    ones_like,
    outer,
    prod,
    sort,
    stack,
    trace,
    tril,
    triu,
    vdot,
    vstack,
    where,
    zeros,
    zeros_like,
)
from ._progress import set_progress
from ._ufunc import matmul, power

__all__ = [
    "AllocationError", "Array", "DdblasError", "DeviceError", "FileError", "FormatError",
    "InternalError", "InvalidValueError", "NotSupportedError", "absolute", "add", "all", "allclose",
    "amax", "amin", "angle", "any", "arange", "argmax", "argmin", "argsort", "array", "array_equal",
    "asarray", "broadcast_to", "ceil", "clip", "concatenate", "conjugate", "count_nonzero",
    "cumsum", "diag", "diagonal", "divide", "dot", "e", "empty", "engine_name", "eps",
    "expand_dims", "eye", "flip", "floor", "from_complex_parts", "from_parts", "full", "full_like",
    "get_threads", "gpu", "hstack", "identity", "inner", "isclose", "isfinite", "isinf", "isnan",
    "kron", "linalg", "linspace", "matmul", "max", "maximum", "mean", "min", "minimum", "moveaxis",
    "multiply", "negative", "ones", "ones_like", "outer", "pi", "power", "prod", "read", "rint",
    "set_progress", "set_threads", "sign", "sort", "sqrt", "square", "stack", "subtract", "sum",
    "trace", "tril", "triu", "trunc", "vdot", "vstack", "where", "write", "zeros", "zeros_like",
]  # fmt: skip

sum = _functions.sum_
any = _functions.any_
all = _functions.all_
max = _functions.amax
min = _functions.amin


def _unary(name: str) -> Any:
    def function(a: Any) -> Any:
        return _ufunc.unary(name, _ufunc.operand(a))

    function.__name__ = name
    function.__doc__ = f"numpy.{name} for Arrays."
    return function


def _binary(name: str) -> Any:
    def function(a: Any, b: Any) -> Any:
        return _ufunc.arithmetic(name, a, b)

    function.__name__ = name
    function.__doc__ = f"numpy.{name} for Arrays."
    return function


add, subtract, multiply, divide = (_binary(name) for name in ("add", "subtract", "multiply", "divide"))
maximum, minimum = _binary("maximum"), _binary("minimum")
negative, absolute, sqrt, square = (_unary(name) for name in ("negative", "absolute", "sqrt", "square"))
floor, ceil, trunc, rint, sign = (_unary(name) for name in ("floor", "ceil", "trunc", "rint", "sign"))
isfinite, isinf, isnan = _unary("isfinite"), _unary("isinf"), _unary("isnan")
conjugate = _unary("conjugate")


def angle(z: Any) -> Array:
    """The argument of complex numbers, in [-pi, pi]."""
    return _ufunc.unary("angle", asarray(_ufunc.operand(z), "U"))


_functions.TABLE[np.angle] = angle
for _function in _ufunc.ELEMENTARY:  # exp, log, sin, ...
    globals()[_function.__name__] = _unary(_function.__name__)
    __all__.append(_function.__name__)
for _function in _ufunc.ELEMENTARY2:  # arctan2, hypot
    globals()[_function.__name__] = _binary(_function.__name__)
    __all__.append(_function.__name__)

# The unit in which the library states its error bounds, u_w = 2^-104, and the numbers pi and e.
eps = 2.0**-104
pi = Array(np.array([3.141592653589793, 1.2246467991473532e-16]))
e = Array(np.array([2.718281828459045, 1.4456468917292502e-16]))


def set_threads(threads: int) -> None:
    """Threads of later calls; 0 is OpenMP's default. Results do not depend on it."""
    _core.set_threads(threads)


def get_threads() -> int:
    """The number of threads of a call."""
    return _core.get_threads()


def engine_name() -> str:
    """The instruction set and the number of threads."""
    return _core.engine_name()


_number = _core.version()
__version__ = f"{_number // 10000}.{_number // 100 % 100}.{_number % 100}"
