"""Functions of the package with NumPy's names, which NumPy's functions call for Arrays too."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

import numpy as np

from . import _core, _ufunc
from ._array import Array, array, asarray, check_axes, check_kind, check_shape, wrap

# The functions that NumPy calls for Arrays instead of its own, by NumPy's function.
TABLE: dict[Any, Callable[..., Any]] = {}


def _implements(function: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(implementation: Callable[..., Any]) -> Callable[..., Any]:
        TABLE[function] = implementation
        return implementation

    return register


# ---- new arrays ----------------------------------------------------------------------------------


def zeros(shape: Any, kind: str = "W") -> Array:
    is_complex = check_kind(kind)
    return wrap(np.zeros(check_shape(shape) + (2,) * (2 if is_complex else 1)), is_complex)


def empty(shape: Any, kind: str = "W") -> Array:
    """The same as zeros, because memory that is not set may hold pairs that are not normalised."""
    return zeros(shape, kind)


def full(shape: Any, value: Any, kind: str | None = None) -> Array:
    number = array(value, kind)
    result = zeros(shape, number.kind)
    result[...] = number
    return result


def ones(shape: Any, kind: str = "W") -> Array:
    return full(shape, 1, kind)


def eye(n: int, m: int | None = None, k: int = 0, kind: str = "W") -> Array:
    rows, columns = check_shape((n, n if m is None else m))
    result = zeros((rows, columns), kind)
    ones_at = np.eye(rows, columns, int(k))
    (result._data[..., 0, 0] if result._complex else result._data[..., 0])[...] = ones_at
    return result


def identity(n: int, kind: str = "W") -> Array:
    return eye(n, kind=kind)


def from_parts(hi: Any, lo: Any) -> Array:
    """The normalised sums hi + lo of two arrays of float64."""
    high, low = (np.asarray(part) for part in (hi, lo))
    for part in (high, low):
        if part.dtype.kind not in "fiu" or not np.can_cast(part.dtype, np.float64):
            raise TypeError("from_parts: arrays of float64 are expected")
    shape = np.broadcast_shapes(high.shape, low.shape)
    data = np.empty(check_shape(shape) + (2,))
    data[..., 0] = high
    data[..., 1] = low
    return wrap(_core.normalize(data), False)


def from_complex_parts(real: Any, imag: Any) -> Array:
    """real + i imag of two real arrays."""
    one, other = asarray(real, "W"), asarray(imag, "W")
    result = zeros(np.broadcast_shapes(one.shape, other.shape), "U")
    result.real[...] = one
    result.imag[...] = other
    return result


def _exact(value: Any) -> Fraction:
    """The exact value of a number. Text and Decimal are not rounded to double-double first."""
    number = array(value, "W")
    if number.ndim or not np.isfinite(number):
        raise ValueError("a finite number is expected")
    if isinstance(value, (str, Decimal)) and abs(number) > 1e-300:
        try:
            return Fraction(value)
        except ValueError:  # a form that only ddblas reads
            pass
    if isinstance(value, Fraction):
        return value
    fraction: Fraction = number.to_fraction()
    return fraction


_LARGEST = 2**30


def arange(start: Any, stop: Any = None, step: Any = 1) -> Array:
    """start + i step for i = 0, 1, ..., below stop. The number of elements is computed from exact
    values. If start or step is text, Decimal or Fraction, each element is rounded once."""
    if stop is None:
        start, stop = 0, start
    first, last, width = _exact(start), _exact(stop), _exact(step)
    if width == 0:
        raise ValueError("arange: step is 0")
    count = max(0, math.ceil((last - first) / width))
    if count > _LARGEST:
        raise ValueError("arange: too many elements")
    if any(isinstance(value, (str, Decimal, Fraction)) for value in (start, step)):
        return array([first + i * width for i in range(count)], "W")
    return array(start, "W") + array(np.arange(count)) * array(step, "W")


def linspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True) -> Array:
    """num numbers from start to stop, evenly spaced; the ends are exact."""
    (count,) = check_shape(num)
    first, last = array(start, "W"), array(stop, "W")
    if first.ndim or last.ndim:
        raise ValueError("linspace: numbers are expected")
    gaps = max(1, count - 1 if endpoint else count)
    result = first + (last - first) * array(np.arange(count)) / gaps
    if endpoint and count > 1:
        result[-1] = last
    return result


@_implements(np.zeros_like)
def zeros_like(a: Any) -> Array:
    a = asarray(a)
    return zeros(a.shape, a.kind)


@_implements(np.ones_like)
def ones_like(a: Any) -> Array:
    a = asarray(a)
    return ones(a.shape, a.kind)


@_implements(np.full_like)
def full_like(a: Any, fill_value: Any) -> Array:
    a = asarray(a)
    return full(a.shape, fill_value, a.kind)


TABLE[np.empty_like] = zeros_like


# ---- joining, views and selection ----------------------------------------------------------------


def _common(arrays: Sequence[Any]) -> tuple[list[Array], bool]:
    if not isinstance(arrays, (list, tuple, Array)):
        raise TypeError("a sequence of arrays is expected")
    converted = [asarray(_ufunc.operand(a)) for a in arrays]
    is_complex = any(a._complex for a in converted)
    return [a.astype("U" if is_complex else "W", copy=False) for a in converted], is_complex


@_implements(np.concatenate)
def concatenate(arrays: Sequence[Any], axis: int | None = 0) -> Array:
    parts, is_complex = _common(arrays)
    if not parts:
        raise ValueError("concatenate: at least one array is needed")
    if axis is None:
        parts, axis = [a.ravel() for a in parts], 0
    (where,) = check_axes((axis,), parts[0].ndim)
    if any(a.ndim != parts[0].ndim for a in parts):
        raise ValueError("concatenate: the arrays differ in their number of axes")
    return wrap(np.concatenate([a._data for a in parts], axis=where), is_complex)


@_implements(np.stack)
def stack(arrays: Sequence[Any], axis: int = 0) -> Array:
    parts, is_complex = _common(arrays)
    if not parts or any(a.shape != parts[0].shape for a in parts):
        raise ValueError("stack: arrays of one shape are needed")
    (where,) = check_axes((axis,), parts[0].ndim + 1)
    return wrap(np.stack([a._data for a in parts], axis=where), is_complex)


def _at_least(a: Array, axes: int) -> Array:
    return a if a.ndim >= axes else a.reshape((1,) * (axes - a.ndim) + a.shape)


@_implements(np.vstack)
def vstack(arrays: Sequence[Any]) -> Array:
    return concatenate([_at_least(asarray(a), 2) for a in arrays], 0)


@_implements(np.hstack)
def hstack(arrays: Sequence[Any]) -> Array:
    parts = [_at_least(asarray(a), 1) for a in arrays]
    return concatenate(parts, 0 if parts and parts[0].ndim == 1 else 1)


@_implements(np.broadcast_to)
def broadcast_to(a: Any, shape: Any) -> Array:
    """A read-only view."""
    a = asarray(a)
    return wrap(np.broadcast_to(a._data, check_shape(shape) + (2,) * a._tail), a._complex)


@_implements(np.expand_dims)
def expand_dims(a: Any, axis: int) -> Array:
    a = asarray(a)
    (where,) = check_axes((axis,), a.ndim + 1)
    return wrap(np.expand_dims(a._data, where), a._complex)


@_implements(np.moveaxis)
def moveaxis(a: Any, source: Any, destination: Any) -> Array:
    a = asarray(a)
    return wrap(np.moveaxis(a._data, check_axes(source, a.ndim), check_axes(destination, a.ndim)), a._complex)


@_implements(np.flip)
def flip(a: Any, axis: Any = None) -> Array:
    a = asarray(a)
    axes = tuple(range(a.ndim)) if axis is None else check_axes(axis, a.ndim)
    return wrap(np.flip(a._data, axes), a._complex)


@_implements(np.where)
def where(condition: Any, x: Any, y: Any) -> Array:
    (one, other), is_complex = _common([x, y])
    truth = np.asarray(condition if not isinstance(condition, Array) else condition != 0)
    result = zeros(np.broadcast_shapes(truth.shape, one.shape, other.shape), "U" if is_complex else "W")
    result[...] = other
    truth = np.broadcast_to(truth, result.shape)
    result._data[truth] = np.broadcast_to(one._data, result._data.shape)[truth]
    return result


@_implements(np.diagonal)
def diagonal(a: Any, offset: int = 0) -> Array:
    """A view of a diagonal of a matrix."""
    a = asarray(a)
    if a.ndim != 2:
        raise ValueError("diagonal: a matrix is expected")
    data = np.diagonal(a._data, int(offset), 0, 1)
    return wrap(np.moveaxis(data, -1, 0), a._complex)


@_implements(np.diag)
def diag(a: Any, k: int = 0) -> Array:
    """The diagonal of a matrix, or the matrix of a diagonal."""
    a = asarray(a)
    if a.ndim == 2:
        return diagonal(a, k).copy()
    if a.ndim != 1:
        raise ValueError("diag: a vector or a matrix is expected")
    n = a.size + abs(int(k))
    result = zeros((n, n), a.kind)
    rows = np.arange(a.size) + max(0, -int(k))
    result._data[rows, rows + int(k)] = a._data
    return result


def _triangle(a: Any, mask: Any, k: int) -> Array:
    a = asarray(a)
    if a.ndim < 2:
        raise ValueError("at least two axes are needed")
    keep = mask(np.ones(a.shape[-2:], dtype=bool), int(k))
    return where(keep, a, zeros((), a.kind))


@_implements(np.tril)
def tril(a: Any, k: int = 0) -> Array:
    return _triangle(a, np.tril, k)


@_implements(np.triu)
def triu(a: Any, k: int = 0) -> Array:
    return _triangle(a, np.triu, k)


# ---- arithmetic ----------------------------------------------------------------------------------


@_implements(np.trace)
def trace(a: Any, offset: int = 0) -> Array:
    return diagonal(a, offset).sum()


@_implements(np.outer)
def outer(a: Any, b: Any) -> Array:
    one, other = asarray(_ufunc.operand(a)), asarray(_ufunc.operand(b))
    return _ufunc.arithmetic("multiply", one.reshape(one.size, 1), other.reshape(1, other.size))


@_implements(np.inner)
def inner(a: Any, b: Any) -> Array:
    one, other = asarray(_ufunc.operand(a)), asarray(_ufunc.operand(b))
    if one.ndim > 2 or other.ndim > 2:
        raise ValueError("inner: operands of at most two axes are supported")
    return _ufunc.dot(one, other.T)


@_implements(np.kron)
def kron(a: Any, b: Any) -> Array:
    one, other = asarray(_ufunc.operand(a)), asarray(_ufunc.operand(b))
    if one.ndim != 2 or other.ndim != 2:
        raise ValueError("kron: matrices are expected")
    (m, n), (p, q) = one.shape, other.shape
    return (one.reshape(m, 1, n, 1) * other.reshape(1, p, 1, q)).reshape(m * p, n * q)


@_implements(np.array_equal)
def array_equal(a: Any, b: Any) -> bool:
    one, other = asarray(a), asarray(b)
    return one.shape == other.shape and bool(np.all(one == other))


@_implements(np.isclose)
def isclose(a: Any, b: Any, rtol: Any = 1e-28, atol: Any = 1e-30) -> Any:
    """|a - b| <= atol + rtol |b|, with limits that suit 32 digits."""
    one, other = asarray(_ufunc.operand(a)), asarray(_ufunc.operand(b))
    near = abs(one - other) <= asarray(atol) + asarray(rtol) * abs(other)
    return (near & np.isfinite(other)) | (one == other)


@_implements(np.allclose)
def allclose(a: Any, b: Any, rtol: Any = 1e-28, atol: Any = 1e-30) -> bool:
    return bool(np.all(isclose(a, b, rtol, atol)))


def _reduction(name: str) -> Callable[..., Array]:
    def function(a: Any, axis: Any = None, *, keepdims: bool = False) -> Array:
        return _ufunc.reduce(name, _ufunc.operand(a), axis, keepdims)

    return function


# The package exports sum_ as sum, amax also as max, and amin also as min.
sum_ = TABLE[np.sum] = _reduction("add")
prod = TABLE[np.prod] = _reduction("multiply")
amax = TABLE[np.max] = TABLE[np.amax] = _reduction("maximum")
amin = TABLE[np.min] = TABLE[np.amin] = _reduction("minimum")


@_implements(np.mean)
def mean(a: Any, axis: Any = None, *, keepdims: bool = False) -> Array:
    return _ufunc.mean(_ufunc.operand(a), axis, keepdims)


# ---- truth and order -----------------------------------------------------------------------------


@_implements(np.any)
def any_(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    """Whether an element is not 0."""
    return np.any(_ufunc.compare("not_equal", a, 0), axis=axis, keepdims=cast(Any, keepdims))


@_implements(np.all)
def all_(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    """Whether no element is 0."""
    return np.all(_ufunc.compare("not_equal", a, 0), axis=axis, keepdims=cast(Any, keepdims))


@_implements(np.count_nonzero)
def count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> Any:
    return np.count_nonzero(_ufunc.compare("not_equal", a, 0), axis=axis, keepdims=keepdims)


@_implements(np.clip)
def clip(a: Any, a_min: Any = None, a_max: Any = None) -> Array:
    """The elements, at least a_min and at most a_max."""
    result = asarray(_ufunc.operand(a))
    if a_min is not None:
        result = _ufunc.arithmetic("maximum", result, a_min)
    return result.copy() if a_max is None else _ufunc.arithmetic("minimum", result, a_max)


def _keys(a: Any) -> Array:
    result = asarray(_ufunc.operand(a))
    if result._complex:
        raise TypeError("complex numbers have no order")
    return result if result.ndim else result.reshape(1)


@_implements(np.argsort)
def argsort(a: Any, axis: int | None = -1) -> Any:
    """Stable. Pairs that are normalised have the order of (high, low); NaN comes last."""
    keys = _keys(a)
    keys, axis = (keys.ravel(), 0) if axis is None else (keys, axis)
    (along,) = check_axes((axis,), keys.ndim)
    return np.lexsort((keys.lo, keys.hi), axis=along)


@_implements(np.sort)
def sort(a: Any, axis: int | None = -1) -> Array:
    keys = _keys(a)
    keys, axis = (keys.ravel(), 0) if axis is None else (keys, axis)
    order = np.expand_dims(argsort(keys, axis), -1)
    (along,) = check_axes((axis,), keys.ndim)
    return wrap(np.take_along_axis(keys._data, order, along), False)


def _extreme(a: Any, axis: int | None, name: str) -> Any:
    """The first place of the largest or smallest element, or of the first NaN."""
    keys = _keys(a)
    keys, axis = (keys.ravel(), 0) if axis is None else (keys, axis)
    best = _ufunc.reduce(name, keys, axis, True)
    found = _ufunc.compare("equal", keys, best) | _ufunc.unary("isnan", keys)
    return np.argmax(found, axis=axis)


@_implements(np.argmax)
def argmax(a: Any, axis: int | None = None) -> Any:
    return _extreme(a, axis, "maximum")


@_implements(np.argmin)
def argmin(a: Any, axis: int | None = None) -> Any:
    return _extreme(a, axis, "minimum")


@_implements(np.cumsum)
def cumsum(a: Any, axis: int | None = None) -> Array:
    """Running sums, term after term."""
    terms = asarray(_ufunc.operand(a))
    terms, axis = (terms.ravel(), 0) if axis is None else (terms, axis)
    (along,) = check_axes((axis,), terms.ndim)
    result = terms.copy()
    view = moveaxis(result, along, 0)
    for i in range(1, len(view)):
        view[i] = view[i - 1] + view[i]
    return result


# ---- functions that call a method ----------------------------------------------------------------

TABLE[np.dot] = dot = _ufunc.dot
TABLE[np.vdot] = vdot = _ufunc.vdot
TABLE[np.transpose] = lambda a, axes=None: asarray(a).transpose(axes)
TABLE[np.reshape] = lambda a, shape, order="C": asarray(a).reshape(shape, order=order)
TABLE[np.ravel] = lambda a, order="C": asarray(a).ravel(order)
TABLE[np.squeeze] = lambda a, axis=None: asarray(a).squeeze(axis)
TABLE[np.swapaxes] = lambda a, axis1, axis2: asarray(a).swapaxes(axis1, axis2)
TABLE[np.copy] = lambda a: asarray(a).copy()
TABLE[np.shape] = lambda a: a.shape
TABLE[np.ndim] = lambda a: a.ndim
TABLE[np.size] = lambda a: a.size
TABLE[np.real] = lambda a: a.real
TABLE[np.imag] = lambda a: a.imag
