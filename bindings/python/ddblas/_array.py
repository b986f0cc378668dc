"""The class Array: an N-dimensional array of double-double numbers.

The storage is a float64 array with the pair (high, low) as its last axis; complex arrays have the
axis (real, imaginary) before it. Slices are views. The functions here treat elements as opaque; the
arithmetic is in _ufunc.py.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _convert, _core
from ._convert import Storage

Shape = tuple[int, ...]

_FORMAT = re.compile(r"(?:\.(\d{1,4}))?([efgEFG])?\Z")


class Array:
    """Double-double numbers, real (kind "W") or complex (kind "U"). Make one by ddblas.array."""

    __slots__ = ("_complex", "_data")
    __hash__ = None  # type: ignore[assignment]
    _data: Storage
    _complex: bool

    def __init__(self, storage: Storage, kind: str = "W") -> None:
        """A view of a float64 array of shape (..., 2), or (..., 2, 2) for kind "U".

        No copy is made, and the pairs must be normalised: |low| is at most half a unit in the last
        place of high. ddblas.from_parts normalises.
        """
        self._complex = check_kind(kind)
        if not isinstance(storage, np.ndarray) or storage.dtype != np.float64 or not storage.dtype.isnative:
            raise TypeError("storage: an array of float64 is expected")
        tail = 2 if self._complex else 1
        if storage.ndim < tail or storage.shape[-tail:] != (2,) * tail or storage.strides[-tail:] != (16, 8)[-tail:]:
            raise ValueError(f"storage: the last axes must be {(2,) * tail} and contiguous")
        if storage.ndim > _convert.MAX_AXES + tail or any(stride % 8 for stride in storage.strides):
            raise ValueError("storage: too many axes, or strides that are not multiples of 8 bytes")
        self._data = np.asarray(storage)

    # ---- facts -----------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """ "W" for real and "U" for complex numbers, the letters of the C interface."""
        return "U" if self._complex else "W"

    @property
    def _tail(self) -> int:
        return 2 if self._complex else 1

    @property
    def shape(self) -> Shape:
        return self._data.shape[: -self._tail]

    @property
    def ndim(self) -> int:
        return self._data.ndim - self._tail

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def strides(self) -> Shape:
        """In bytes, as NumPy's."""
        return self._data.strides[: -self._tail]

    @property
    def itemsize(self) -> int:
        return 32 if self._complex else 16

    @property
    def nbytes(self) -> int:
        return self.size * self.itemsize

    @property
    def storage(self) -> Storage:
        """The memory as a float64 array of shape (..., 2) or (..., 2, 2). A program that writes to it
        must keep the pairs normalised."""
        return self._data.view()

    @property
    def hi(self) -> npt.NDArray[Any]:
        """The nearest float64 (a read-only view) or complex128 (a copy) of each element."""
        return self._part(0)

    @property
    def lo(self) -> npt.NDArray[Any]:
        """The elements minus hi, in the same form as hi."""
        return self._part(1)

    def _part(self, which: int) -> npt.NDArray[Any]:
        part: npt.NDArray[Any] = self._data[..., which]
        if self._complex:
            part = np.ascontiguousarray(part).view(np.complex128)[..., 0]
        part = part.view()
        part.flags.writeable = False
        return part

    @property
    def real(self) -> Array:
        """The real parts: a view."""
        return wrap(self._data[..., 0, :], False) if self._complex else self

    @property
    def imag(self) -> Array:
        """The imaginary parts: a view for complex arrays, otherwise zeros."""
        return wrap(self._data[..., 1, :], False) if self._complex else wrap(np.zeros_like(self._data), False)

    # ---- shapes ----------------------------------------------------------------------------------

    @property
    def T(self) -> Array:
        return self.transpose()

    @property
    def mT(self) -> Array:
        """The last two axes exchanged: a view."""
        if self.ndim < 2:
            raise ValueError("mT: two axes are needed")
        return self.swapaxes(-1, -2)

    def transpose(self, *axes: Any) -> Array:
        order = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
        if order is None or axes == ():
            order = tuple(range(self.ndim))[::-1]
        order = check_axes(order, self.ndim)
        if len(order) != self.ndim:
            raise ValueError("axes don't match array")
        return wrap(self._data.transpose(order + tuple(range(self.ndim, self._data.ndim))), self._complex)

    def swapaxes(self, axis1: int, axis2: int) -> Array:
        (one,), (other,) = check_axes((axis1,), self.ndim), check_axes((axis2,), self.ndim)
        return wrap(self._data.swapaxes(one, other), self._complex)

    def reshape(self, *shape: Any, order: str = "C", copy: bool | None = None) -> Array:
        """A view where NumPy would make one."""
        wanted = shape[0] if len(shape) == 1 and not isinstance(shape[0], (int, np.integer)) else shape
        if order != "C":
            raise ValueError("reshape: only the order C is supported")
        full = full_shape(wanted, self.size)
        data = self._data.reshape(full + (2,) * self._tail)
        if copy is False and data.size and not np.shares_memory(data, self._data):
            raise ValueError("reshape: a copy is needed")
        return wrap(data.copy() if copy else data, self._complex)

    def ravel(self, order: str = "C") -> Array:
        return self.reshape(self.size, order=order)

    def flatten(self, order: str = "C") -> Array:
        return self.reshape(self.size, order=order, copy=True)

    def squeeze(self, axis: Any = None) -> Array:
        if axis is None:
            axes = tuple(i for i, size in enumerate(self.shape) if size == 1)
        else:
            axes = check_axes(axis, self.ndim)
        return wrap(np.squeeze(self._data, axis=axes), self._complex)

    def copy(self, order: str = "C") -> Array:
        return wrap(np.array(self._data, order="C" if order == "C" else "K"), self._complex)

    def __copy__(self) -> Array:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Array:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (np.ascontiguousarray(self._data), self._complex)

    # ---- elements --------------------------------------------------------------------------------

    def _key(self, key: Any) -> tuple[Any, ...]:
        """A key of the storage that cannot reach the axes of an element."""
        keys = key if isinstance(key, tuple) else (key,)
        whole = (slice(None),) * self._tail
        for item in keys:
            if isinstance(item, Array):
                raise IndexError("arrays of ddblas are no indices")
        return keys + (whole if any(item is Ellipsis for item in keys) else (Ellipsis,) + whole)

    def __getitem__(self, key: Any) -> Array:
        return wrap(self._data[self._key(key)], self._complex)

    def __setitem__(self, key: Any, value: Any) -> None:
        source = asarray(value)
        if source._complex and not self._complex:
            raise TypeError("complex numbers do not fit into a real array")
        self._data[self._key(key)] = source.astype(self.kind, copy=False)._data

    def __len__(self) -> int:
        if self.ndim == 0:
            raise TypeError("len() of an array without axes")
        return self._data.shape[0]

    def __iter__(self) -> Iterator[Array]:
        if self.ndim == 0:
            raise TypeError("iteration over an array without axes")
        return (wrap(item, self._complex) for item in self._data)

    def __contains__(self, value: Any) -> bool:
        return bool(np.any(self == value))

    def fill(self, value: Any) -> None:
        self[...] = value

    def item(self, *index: int) -> Array:
        """One element, as an array without axes."""
        if not index:
            return self._only("item").copy()
        if len(index) == 1 and self.ndim != 1:
            return self.ravel()[int(index[0])].copy()
        if len(index) != self.ndim:
            raise ValueError("item: one index, or one for each axis")
        return self[tuple(int(i) for i in index)].copy()

    def tolist(self) -> Any:
        """Nested lists of the elements, each an array without axes."""
        return [item.tolist() for item in self] if self.ndim else self.copy()

    # ---- operators -------------------------------------------------------------------------------

    def __add__(self, other: Any) -> Array:
        return _ufunc.operator("add", self, other)

    def __radd__(self, other: Any) -> Array:
        return _ufunc.operator("add", other, self)

    def __iadd__(self, other: Any) -> Array:
        return _ufunc.in_place(self, self.__add__(other))

    def __sub__(self, other: Any) -> Array:
        return _ufunc.operator("subtract", self, other)

    def __rsub__(self, other: Any) -> Array:
        return _ufunc.operator("subtract", other, self)

    def __isub__(self, other: Any) -> Array:
        return _ufunc.in_place(self, self.__sub__(other))

    def __mul__(self, other: Any) -> Array:
        return _ufunc.operator("multiply", self, other)

    def __rmul__(self, other: Any) -> Array:
        return _ufunc.operator("multiply", other, self)

    def __imul__(self, other: Any) -> Array:
        return _ufunc.in_place(self, self.__mul__(other))

    def __truediv__(self, other: Any) -> Array:
        return _ufunc.operator("divide", self, other)

    def __rtruediv__(self, other: Any) -> Array:
        return _ufunc.operator("divide", other, self)

    def __itruediv__(self, other: Any) -> Array:
        return _ufunc.in_place(self, self.__truediv__(other))

    def __matmul__(self, other: Any) -> Array:
        return _ufunc.matmul_operator(self, other)

    def __rmatmul__(self, other: Any) -> Array:
        return _ufunc.matmul_operator(other, self)

    def __imatmul__(self, other: Any) -> Array:
        return _ufunc.in_place(self, self.__matmul__(other))

    def __lt__(self, other: Any) -> Any:
        return _ufunc.comparison("less", self, other)

    def __le__(self, other: Any) -> Any:
        return _ufunc.comparison("less_equal", self, other)

    def __gt__(self, other: Any) -> Any:
        return _ufunc.comparison("greater", self, other)

    def __ge__(self, other: Any) -> Any:
        return _ufunc.comparison("greater_equal", self, other)

    def __eq__(self, other: Any) -> Any:
        return _ufunc.comparison("equal", self, other)

    def __ne__(self, other: Any) -> Any:
        return _ufunc.comparison("not_equal", self, other)

    def __pow__(self, exponent: Any) -> Array:
        return _ufunc.power_operator(self, exponent)

    def __rpow__(self, base: Any) -> Array:
        return _ufunc.power_operator(base, self)

    def __ipow__(self, exponent: Any) -> Array:
        return _ufunc.in_place(self, self**exponent)

    def __neg__(self) -> Array:
        return _ufunc.unary("negative", self)

    def __pos__(self) -> Array:
        return self.copy()

    def __abs__(self) -> Array:
        return _ufunc.unary("absolute", self)

    def conj(self) -> Array:
        return _ufunc.unary("conjugate", self)

    conjugate = conj

    def sum(self, axis: Any = None, *, keepdims: bool = False) -> Array:
        """Pairwise: the error grows with the logarithm of the number of terms."""
        return _ufunc.reduce("add", self, axis, keepdims)

    def prod(self, axis: Any = None, *, keepdims: bool = False) -> Array:
        return _ufunc.reduce("multiply", self, axis, keepdims)

    def max(self, axis: Any = None, *, keepdims: bool = False) -> Array:
        return _ufunc.reduce("maximum", self, axis, keepdims)

    def min(self, axis: Any = None, *, keepdims: bool = False) -> Array:
        return _ufunc.reduce("minimum", self, axis, keepdims)

    def mean(self, axis: Any = None, *, keepdims: bool = False) -> Array:
        return _ufunc.mean(self, axis, keepdims)

    def any(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return _functions.any_(self, axis, keepdims=keepdims)

    def all(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return _functions.all_(self, axis, keepdims=keepdims)

    def argmax(self, axis: int | None = None) -> Any:
        return _functions.argmax(self, axis)

    def argmin(self, axis: int | None = None) -> Any:
        return _functions.argmin(self, axis)

    def argsort(self, axis: int | None = -1) -> Any:
        return _functions.argsort(self, axis)

    def cumsum(self, axis: int | None = None) -> Array:
        return _functions.cumsum(self, axis)

    def clip(self, min: Any = None, max: Any = None) -> Array:
        return _functions.clip(self, min, max)

    def dot(self, other: Any) -> Array:
        return _ufunc.dot(self, other)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **arguments: Any) -> Any:
        return _ufunc.array_ufunc(ufunc, method, inputs, arguments)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        implementation = _functions.TABLE.get(function)
        return NotImplemented if implementation is None else implementation(*args, **kwargs)

    # ---- conversions -----------------------------------------------------------------------------

    def astype(self, dtype: Any, copy: bool = True) -> Any:
        """A copy as "W", "U", float64, longdouble, complex128, quad precision or object.

        float64 and complex128 are the nearest ones, object means Fraction (exact). "W" and "U" give
        an Array, of the same kind without a copy if copy is false.
        """
        if isinstance(dtype, str) and dtype in ("W", "U"):
            if (dtype == "U") == self._complex:
                return self.copy() if copy else self
            if self._complex:
                raise TypeError("a complex array has no real equivalent; take .real")
            data = np.zeros(self.shape + (2, 2))
            data[..., 0, :] = self._data
            return wrap(data, True)
        wanted = np.dtype(dtype)
        if wanted == np.float64 and not self._complex:
            return self._data[..., 0].copy()
        if wanted == np.complex128:
            return self.astype("U", copy=False).hi.copy()
        if wanted == np.longdouble and not self._complex:
            with np.errstate(invalid="ignore"):
                return self._data[..., 0].astype(np.longdouble) + self._data[..., 1]
        if wanted == np.object_ and not self._complex:
            return self._each(_convert.fraction_of)
        if _convert.is_quad(wanted) and not self._complex:
            return self._data[..., 0].astype(wanted) + self._data[..., 1].astype(wanted)
        raise TypeError(f"no conversion of {self.kind} to {wanted}")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Only with dtype=object, which gives Fractions. numpy.asarray(a, float) and b[...] = a call
        this function in the same way, so that a loss of digits that the caller wants cannot be
        distinguished from one that goes unnoticed."""
        if dtype is None or np.dtype(dtype) != np.object_:
            raise TypeError(
                "an Array is not cast to another type silently: use .astype(numpy.float64), .hi or .to_fraction()"
            )
        if copy is False:
            raise ValueError("a conversion to NumPy copies")
        return np.asarray(self.astype(object), dtype=object)

    def _only(self, what: str) -> Array:
        if self.size != 1:
            raise TypeError(f"{what}: only an array of one element can be converted")
        return self.reshape(())

    def _pair(self, what: str) -> tuple[float, float]:
        one = self._only(what)
        if one._complex:
            raise TypeError(f"{what}: a complex number cannot be converted")
        return float(one._data[0]), float(one._data[1])

    def __float__(self) -> float:
        """The nearest float."""
        return self._pair("float")[0]

    def __complex__(self) -> complex:
        return complex(self._only("complex").astype(np.complex128))

    def __int__(self) -> int:
        return math.trunc(_convert.fraction_of(*self._pair("int")))

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("the truth value of an array with several elements is ambiguous")
        return bool(self._data.reshape(-1)[:: 2 if self._complex else 1].any())

    def as_integer_ratio(self) -> tuple[int, int]:
        """Exactly; Fraction(a) uses it from Python 3.12 on."""
        return _convert.fraction_of(*self._pair("as_integer_ratio")).as_integer_ratio()

    def _mpmath_(self, precision: int, rounding: str) -> Any:
        return self._only("mpmath").to_mpmath()

    def _each(self, convert: Callable[[float, float], Any]) -> Any:
        """An array of objects, or one object for an array without axes."""
        if self._complex:
            raise TypeError("convert .real and .imag of a complex array apart")
        flat = self._data.reshape(-1, 2).tolist()
        if self.ndim == 0:
            return convert(*flat[0])
        result = np.empty(len(flat), dtype=object)
        for i, (high, low) in enumerate(flat):
            result[i] = convert(high, low)
        return result.reshape(self.shape)

    def to_fraction(self) -> Any:
        """Exactly, as Fraction or an array of these. OverflowError for Inf, ValueError for NaN."""
        return self._each(_convert.fraction_of)

    def to_decimal(self) -> Any:
        """Exactly, as Decimal or an array of these."""
        return self._each(_convert.decimal_of)

    def to_mpmath(self) -> Any:
        """Exactly, as mpmath.mpf or an array of these; complex numbers without axes as mpc."""
        if self._complex and self.ndim == 0:
            import mpmath

            return mpmath.mpc(self.real.to_mpmath(), self.imag.to_mpmath())
        return self._each(_convert.mpf_of)

    def to_str(self, digits: int | None = None, form: str = "g") -> Any:
        """Text: the fewest digits that ddblas.array reads back bit by bit, or as many as are wanted,
        correctly rounded, in the form e, f or g of C's printf."""
        if digits is None:
            return self._each(_core.to_shortest)
        if form not in ("e", "f", "g", "E", "F", "G"):
            raise ValueError("form: one of e, f, g, E, F, G is expected")
        if isinstance(digits, bool) or not isinstance(digits, (int, np.integer)):
            raise TypeError("digits: an integer is expected")
        if not 0 <= digits <= 100000:
            raise ValueError("digits: a number from 0 to 100000 is expected")
        return self._each(lambda high, low: _convert.text_of(high, low, int(digits), form))

    def to_hex(self) -> Any:
        """Exactly, as two hexadecimal numbers, which ddblas.array reads."""
        return self._each(_core.to_hex)

    def __format__(self, spec: str) -> str:
        if spec == "":
            return str(self)
        match = _FORMAT.match(spec)
        if not match:
            raise ValueError(f"format {spec!r}: .digits and one of e, f, g are expected")
        digits = int(match[1]) if match[1] else 32
        return _convert.text_of(*self._pair("format"), digits, match[2] or "g")

    def __str__(self) -> str:
        return _text(self, "{}", " ")

    def __repr__(self) -> str:
        return f"ddblas.array({_text(self, chr(39) + '{}' + chr(39), ', ')})"

    # ---- DLPack ----------------------------------------------------------------------------------

    def __dlpack__(self, **arguments: Any) -> Any:
        """The storage, float64 of shape (..., 2) or (..., 2, 2): no digit is lost."""
        return self._data.__dlpack__(**arguments)

    def __dlpack_device__(self) -> tuple[int, int]:
        device = self._data.__dlpack_device__()
        return int(device[0]), int(device[1])


# ---- making arrays -------------------------------------------------------------------------------


def wrap(data: Storage, is_complex: bool) -> Array:
    """An Array over storage, without the checks of Array()."""
    result = Array.__new__(Array)
    result._data = data
    result._complex = is_complex
    return result


def _unpickle(data: Storage, is_complex: bool) -> Array:
    return Array(data, "U" if is_complex else "W")


def check_kind(kind: Any) -> bool:
    """Whether a kind is complex."""
    if not isinstance(kind, str) or kind not in ("W", "U"):
        raise ValueError(f'kind: {kind!r} is neither "W" nor "U"')
    return kind == "U"


def array(obj: Any, kind: str | None = None, copy: bool = True) -> Array:
    """An Array of numbers, each rounded to the nearest double-double.

    obj is a number (int, float, str, Fraction, Decimal, mpmath.mpf, complex), nested lists of these,
    an array of NumPy (integers and floats of any size, complex, object) or an Array. kind is "W" or
    "U", or None for whichever holds obj.
    """
    wants_complex = None if kind is None else check_kind(kind)
    if isinstance(obj, Array):
        result = obj.copy() if copy else obj
    else:
        if isinstance(obj, (list, tuple)):
            shape = _convert.shape_of(obj)
            data, is_complex = _convert.from_numbers(list(_convert.leaves(obj, shape)), shape)
        elif isinstance(obj, np.ndarray):
            data, is_complex = _convert.from_numpy(obj)
        elif hasattr(obj, "__cuda_array_interface__"):
            raise TypeError("obj is in a GPU's memory: see ddblas.gpu")
        elif hasattr(obj, "__array__") and not isinstance(obj, np.generic):
            data, is_complex = _convert.from_numpy(np.asarray(obj))
        else:
            data, is_complex = _convert.from_numbers([obj], ())
        result = wrap(data, is_complex)
    if wants_complex is None or wants_complex == result._complex:
        return result
    converted: Array = result.astype("U" if wants_complex else "W")
    return converted


def asarray(obj: Any, kind: str | None = None) -> Array:
    """As array, without a copy of an Array."""
    return array(obj, kind, copy=False)


def check_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """Axes as numbers from 0 on; raises NumPy's AxisError and ValueError."""
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    numbers = []
    for one in axes:
        if isinstance(one, bool) or not isinstance(one, (int, np.integer)):
            raise TypeError("an axis is an integer")
        if not -ndim <= one < ndim:
            raise getattr(np, "exceptions", np).AxisError(int(one), ndim)  # np.AxisError before NumPy 1.25
        numbers.append(int(one) % ndim)
    if len(set(numbers)) != len(numbers):
        raise ValueError("an axis is named twice")
    return tuple(numbers)


def check_shape(shape: Any) -> Shape:
    """A shape as a tuple of sizes."""
    sizes = shape if isinstance(shape, (tuple, list)) else (shape,)
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, (int, np.integer)):
            raise TypeError("a shape consists of integers")
        if size < 0:
            raise ValueError("a size is negative")
    if len(sizes) > _convert.MAX_AXES:
        raise ValueError(f"an array has at most {_convert.MAX_AXES} axes")
    return tuple(int(size) for size in sizes)


def full_shape(shape: Any, elements: int) -> Shape:
    """The shape with -1 replaced by the size that makes this number of elements."""
    sizes = list(shape) if isinstance(shape, (tuple, list)) else [shape]
    unknown = [i for i, size in enumerate(sizes) if isinstance(size, (int, np.integer)) and size == -1]
    if len(unknown) > 1:
        raise ValueError("reshape: only one size can be -1")
    if unknown:
        sizes[unknown[0]] = 1
    known = math.prod(check_shape(tuple(sizes)))
    if unknown and known:
        sizes[unknown[0]] = elements // known
    full = check_shape(tuple(sizes))
    if math.prod(full) != elements:
        raise ValueError(f"reshape: {elements} elements do not make the shape {shape}")
    return full


# ---- text ----------------------------------------------------------------------------------------

_MANY = 1000  # elements from which on only the edges are shown
_EDGE = 3


def _element_text(element: Array, frame: str) -> str:
    if not element._complex:
        return frame.format(_convert.text_of(*element._pair("str")))
    re_text, im_text = (_convert.text_of(*part._pair("str")) for part in (element.real, element.imag))
    return f"{re_text}{'' if im_text[0] == '-' else '+'}{im_text}j"


def _text(a: Array, frame: str, separator: str) -> str:
    if a.ndim == 0:
        return _element_text(a, frame)
    rows: list[str]
    if a.size > _MANY and len(a) > 2 * _EDGE:
        rows = [_text(row, frame, separator) for row in a[:_EDGE]] + ["..."]
        rows += [_text(row, frame, separator) for row in a[-_EDGE:]]
    else:
        rows = [_text(row, frame, separator) for row in a]
    return "[" + (separator if a.ndim == 1 else separator.rstrip() + "\n ").join(rows) + "]"


# The operators above use these modules, which import this one.
from . import _functions, _ufunc  # noqa: E402
