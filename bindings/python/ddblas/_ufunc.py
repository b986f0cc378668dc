"""Arithmetic on Arrays: operators, ufuncs of NumPy, reductions and products."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import _core
from ._array import Array, asarray, check_axes, wrap
from ._progress import progress

# NumPy's ufuncs by the names of the loops of the extension module, which are those of NumPy.
BINARY: set[Any] = {np.add, np.subtract, np.multiply, np.divide, np.maximum, np.minimum, np.fmax, np.fmin}
COMPARISONS = {np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal}
UNARY: set[Any] = {
    np.positive,
    np.negative,
    np.absolute,
    np.sqrt,
    np.square,
    np.reciprocal,
    np.floor,
    np.ceil,
    np.trunc,
    np.rint,
}
UNARY |= {np.sign, np.conjugate}
TESTS = {np.isfinite, np.isinf, np.isnan, np.signbit}
REDUCTIONS = {np.add, np.multiply, np.maximum, np.minimum}

# The loops of the extension module: (name, is_complex) and the type of the result.
_ROWS = _core.names()
_LOOPS = {(name, is_complex): result for name, is_complex, _, result in _ROWS}


def _elementary(arguments: int) -> set[Any]:
    """The rows of src/elementary.def: loops that are ufuncs of NumPy and not named above."""
    found = {getattr(np, name, None) for name, _, count, _ in _ROWS if count == arguments}
    return {f for f in found if isinstance(f, np.ufunc)} - BINARY - COMPARISONS - UNARY - TESTS


ELEMENTARY, ELEMENTARY2 = _elementary(1), _elementary(2) - {np.power}
UNARY |= ELEMENTARY
BINARY |= ELEMENTARY2

_LEAST, _MOST = -(2**63), 2**63 - 1


# ---- operands ------------------------------------------------------------------------------------


def operand(value: Any) -> Any:
    """An Array, or a float, int or complex that the loops read as it is. TypeError for others."""
    kind = type(value)
    if kind is Array or kind is float or kind is complex:
        return value
    if kind is int and _LEAST <= value <= _MOST:
        return value
    if isinstance(value, (str, bytes)) or value is None:
        raise TypeError(f"{kind.__name__} is no operand of arithmetic; use ddblas.array for numbers in text")
    return asarray(value)


def _is_complex(value: Any) -> bool:
    return value._complex if type(value) is Array else type(value) is complex


def _raw(value: Any, is_complex: bool) -> Any:
    """An operand as the loops take it: storage of the wanted kind, or a number."""
    if type(value) is not Array:
        return value
    return value._data if value._complex == is_complex else value.astype("U")._data


def _call(name: str, a: Any, b: Any) -> tuple[Any, bool]:
    a, b = operand(a), operand(b)
    is_complex = _is_complex(a) or _is_complex(b)
    return _core.binary(name, is_complex, _raw(a, is_complex), _raw(b, is_complex)), is_complex


def arithmetic(name: str, a: Any, b: Any) -> Array:
    """A function of two arguments, element by element."""
    if type(a) is Array and type(b) is Array and a._complex == b._complex:
        return wrap(_core.binary(name, a._complex, a._data, b._data), a._complex)
    return wrap(*_call(name, a, b))


def compare(name: str, a: Any, b: Any) -> Any:
    """A comparison, as an array of bool or a bool."""
    if name not in ("equal", "not_equal") and (_is_complex(operand(a)) or _is_complex(operand(b))):
        raise TypeError("complex numbers have no order")
    return _call(name, a, b)[0][()]


def operator(name: str, a: Any, b: Any) -> Any:
    try:
        return arithmetic(name, a, b)
    except TypeError:
        if _known(a) and _known(b):
            raise
        return NotImplemented


def comparison(name: str, a: Any, b: Any) -> Any:
    if not _known(b):
        return NotImplemented
    return compare(name, a, b)


def _known(value: Any) -> bool:
    try:
        operand(value)
    except TypeError:
        return False
    return True


def in_place(a: Array, result: Any) -> Any:
    if result is not NotImplemented:
        if result.shape != a.shape:
            raise ValueError(f"a result of shape {result.shape} does not fit into the array of shape {a.shape}")
        a[...] = result
        return a
    return result


# ---- one argument --------------------------------------------------------------------------------


def _result(name: str, is_complex: bool) -> str:
    result: str | None = _LOOPS.get((name, is_complex))
    if result is None:
        raise TypeError(f"{name} is not defined for {'complex' if is_complex else 'real'} numbers")
    return result


def unary(name: str, a: Any) -> Any:
    """A function of one argument; isnan and its like return bool."""
    a = asarray(a)
    result = _result(name, a._complex)
    data = _core.unary(name, a._complex, a._data)
    return data[()] if result == "?" else wrap(data, result == "U")


def power(a: Any, exponent: Any) -> Any:
    """a to a power. An integer n, |n| <= 1024, means repeated products, with a relative error of
    about 2 |n| u_w; other exponents, and arrays of exponents, mean cuddPow of dd/elementary.h."""
    if isinstance(exponent, (np.integer, int)) and not isinstance(exponent, bool) and abs(int(exponent)) <= _PRODUCTS:
        a = asarray(operand(a))
        return wrap(_core.power(a._complex, a._data, int(exponent)), a._complex)
    return arithmetic("power", a, exponent)


_PRODUCTS = 1024  # the largest |exponent| for which a power is computed by products


def power_operator(a: Any, exponent: Any) -> Any:
    if _known(a) and _known(exponent):
        return power(a, exponent)
    return NotImplemented


# ---- reductions ----------------------------------------------------------------------------------


def reduce(name: str, a: Any, axis: Any = None, keepdims: bool = False) -> Array:
    a = asarray(a)
    if a._complex and name in ("maximum", "minimum"):
        raise TypeError("complex numbers have no order")
    axes = tuple(range(a.ndim)) if axis is None else check_axes(axis, a.ndim)
    rest = tuple(i for i in range(a.ndim) if i not in axes)
    tail = tuple(range(a.ndim, a._data.ndim))
    outer = tuple(a.shape[i] for i in rest)
    count = math.prod(a.shape[i] for i in axes)
    moved = a._data.transpose(rest + axes + tail).reshape(outer + (count,) + (2,) * len(tail))
    result = _core.reduce(name, a._complex, moved)
    if keepdims:
        shape = tuple(1 if i in axes else size for i, size in enumerate(a.shape))
        result = result.reshape(shape + (2,) * len(tail))
    return wrap(result, a._complex)


def mean(a: Any, axis: Any = None, keepdims: bool = False) -> Array:
    a = asarray(a)
    axes = tuple(range(a.ndim)) if axis is None else check_axes(axis, a.ndim)
    count = math.prod(a.shape[i] for i in axes)
    return reduce("add", a, axes, keepdims) / count


# ---- products ------------------------------------------------------------------------------------


def _product_operands(a: Any, b: Any) -> tuple[Array, Array]:
    a, b = asarray(operand(a)), asarray(operand(b))
    if a._complex != b._complex:
        a, b = a.astype("U", copy=False), b.astype("U", copy=False)
    return a, b


def matmul(a: Any, b: Any) -> Array:
    """The matrix product with NumPy's rules, by gemm, gemv or dot of the library."""
    if not (type(a) is Array and type(b) is Array and a._complex == b._complex):
        a, b = _product_operands(a, b)
    if a.ndim == 0 or b.ndim == 0:
        raise ValueError("matmul: an operand has no axes")
    if a.ndim <= 2 and b.ndim <= 2:
        return wrap(_core.matmul(a._complex, a._data, b._data), a._complex)
    return _matmul_of_stacks(a, b)


def _matmul_of_stacks(a: Array, b: Array) -> Array:
    one = a if a.ndim > 1 else a.reshape(1, -1)
    other = b if b.ndim > 1 else b.reshape(-1, 1)
    stack = np.broadcast_shapes(one.shape[:-2], other.shape[:-2])
    tail = (2,) * a._tail
    left = np.broadcast_to(one._data, stack + one.shape[-2:] + tail)
    right = np.broadcast_to(other._data, stack + other.shape[-2:] + tail)
    result = np.zeros(stack + (one.shape[-2], other.shape[-1]) + tail)
    if one.shape[-1] != other.shape[-2]:
        raise ValueError(f"matmul: the inner sizes of the operands differ: {one.shape[-1]} and {other.shape[-2]}")
    for index in progress(np.ndindex(*stack), math.prod(stack), "products"):
        result[index] = _core.matmul(a._complex, left[index], right[index])
    if a.ndim == 1:
        result = result.reshape(stack + (other.shape[-1],) + tail)
    if b.ndim == 1:
        result = result.reshape(stack + (one.shape[-2],) + tail)
    return wrap(result, a._complex)


def matmul_operator(a: Any, b: Any) -> Any:
    try:
        return matmul(a, b)
    except TypeError:
        if _known(a) and _known(b):
            raise
        return NotImplemented


def dot(a: Any, b: Any) -> Array:
    """numpy.dot for operands of at most two axes."""
    a, b = _product_operands(a, b)
    if a.ndim == 0 or b.ndim == 0:
        return arithmetic("multiply", a, b)
    if a.ndim > 2 or b.ndim > 2:
        raise ValueError("dot: operands of at most two axes are supported; use matmul")
    return matmul(a, b)


def vdot(a: Any, b: Any) -> Array:
    """The sum of conj(a) b over all elements."""
    a, b = _product_operands(a, b)
    return wrap(_core.vdot(a._complex, a.ravel()._data, b.ravel()._data), a._complex)


# ---- NumPy's protocol ----------------------------------------------------------------------------


def _call_ufunc(ufunc: Any, inputs: tuple[Any, ...]) -> Any:
    name = ufunc.__name__
    if ufunc in BINARY:
        return arithmetic(name, *inputs)
    if ufunc in COMPARISONS:
        return compare(name, *inputs)
    if ufunc in UNARY or ufunc in TESTS:
        return unary(name, *inputs)
    if ufunc is np.matmul:
        return matmul(*inputs)
    if ufunc is np.power:
        return power(*inputs)
    if ufunc is np.fabs:
        return unary("absolute", inputs[0])
    return NotImplemented


def _store(result: Any, out: Any) -> Any:
    """Writes a result to the argument out of a ufunc."""
    target = out[0] if isinstance(out, tuple) else out
    if isinstance(target, Array):
        return in_place(target, asarray(result))
    if isinstance(target, np.ndarray) and target.dtype == np.bool_ and not isinstance(result, Array):
        np.copyto(target, result)
        return target
    raise TypeError("out: an Array is expected, because others would lose digits")


def array_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], arguments: dict[str, Any]) -> Any:
    out = arguments.pop("out", None)
    if arguments.get("where", True) is True:
        arguments.pop("where", None)
    if method == "__call__" and not arguments:
        result = _call_ufunc(ufunc, inputs)
    elif method == "reduce" and ufunc in REDUCTIONS and set(arguments) <= {"axis", "keepdims"}:
        result = reduce(ufunc.__name__, inputs[0], arguments.get("axis", 0), arguments.get("keepdims", False))
    else:
        return NotImplemented
    if result is NotImplemented or out is None:
        return result
    return _store(result, out)
