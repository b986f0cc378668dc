"""Conversion of numbers and arrays to pairs of doubles, correctly rounded, and back, exactly.

The pair of a number v is high = RN(v) and low = RN(v - high), as cuddFromString of dd/io.h defines
it. Text and Decimal beyond the range become Inf, as in C; int and Fraction raise OverflowError, as
float() does.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Iterator
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core

Pair = tuple[float, float]
Storage = npt.NDArray[np.float64]

MAX_AXES = 30
_EXACT_INT = 2**53


# ---- one number to a pair ------------------------------------------------------------------------


def _pair_of_ratio(p: int, q: int) -> Pair:
    """The pair of p / q, q > 0. Division of integers is correctly rounded in Python."""
    high = p / q
    if high == 0.0:
        return high, 0.0
    n, d = high.as_integer_ratio()
    pair: Pair = _core.normal_pair(high, (p * d - n * q) / (q * d) + 0.0)
    if math.isinf(pair[0]):
        raise OverflowError("number too large for a double-double")
    return pair


def _pair_of_int(value: int) -> Pair:
    if -_EXACT_INT <= value <= _EXACT_INT:
        return float(value), 0.0
    return _pair_of_ratio(value, 1)


def _pair_of_text(text: str) -> Pair:
    if "\0" in text or not text.isascii():
        raise ValueError(f"no number: {text!r}")
    pair: Pair = _core.parse(text)
    return pair


def _pair_of_decimal(value: Decimal) -> Pair:
    if value.is_nan():
        return math.nan, 0.0
    return _pair_of_text(str(value))


def _pair_of_mpf(value: Any) -> Pair:
    sign, mantissa, exponent, bits = (int(part) for part in value._mpf_)
    if mantissa == 0:
        return float(value), 0.0
    if sign:
        mantissa = -mantissa
    if bits + exponent > 1024:
        return math.copysign(math.inf, mantissa), 0.0
    if bits + exponent < -1080:
        return math.copysign(0.0, mantissa), 0.0
    try:
        if exponent >= 0:
            return _pair_of_int(mantissa << exponent)
        return _pair_of_ratio(mantissa, 1 << -exponent)
    except OverflowError:
        return math.copysign(math.inf, mantissa), 0.0


def pair_of(value: Any) -> Pair:
    """The pair (high, low) of a real number. Raises TypeError for other objects."""
    if isinstance(value, float):  # numpy.float64 too
        return float(value), 0.0
    if isinstance(value, (int, np.integer, np.bool_)):
        return _pair_of_int(int(value))
    if isinstance(value, str):
        return _pair_of_text(value)
    if isinstance(value, Decimal):
        return _pair_of_decimal(value)
    if isinstance(value, numbers.Rational):
        return _pair_of_ratio(int(value.numerator), int(value.denominator))
    if isinstance(value, np.floating):
        data = from_numpy(np.asarray(value))[0]
        return float(data[0]), float(data[1])
    if hasattr(value, "_mpf_"):
        return _pair_of_mpf(value)
    if is_quad(getattr(value, "dtype", None)):
        data = from_numpy(np.asarray(value))[0]
        return float(data[0]), float(data[1])
    raise TypeError(f"{type(value).__name__} is no number that ddblas knows")


_COMPLEX_TEXT = re.compile(r"\s*(.*?[^eEdDpP+-])??([+-]?[^+-]*(?:[eEdDpP][+-]\d+)?)[jJ]\s*\Z")


def is_complex_number(value: Any) -> bool:
    if isinstance(value, str):
        return value.rstrip()[-1:] in ("j", "J")
    return isinstance(value, (complex, np.complexfloating)) or hasattr(value, "_mpc_")


def complex_pairs_of(value: Any) -> tuple[Pair, Pair]:
    """The pairs of the real and the imaginary part of a number."""
    if isinstance(value, np.complexfloating):
        data = from_numpy(np.asarray(value))[0]
        return (float(data[0, 0]), float(data[0, 1])), (float(data[1, 0]), float(data[1, 1]))
    if isinstance(value, str) and is_complex_number(value):
        match = _COMPLEX_TEXT.match(value)
        if not match:
            raise ValueError(f"no complex number: {value!r}")
        return _pair_of_text(match[1] or "0"), _pair_of_text(match[2])
    if is_complex_number(value):
        return pair_of(value.real), pair_of(value.imag)
    return pair_of(value), (0.0, 0.0)


# ---- arrays of NumPy -----------------------------------------------------------------------------


def is_quad(dtype: Any) -> bool:
    """Whether a dtype is numpy-quaddtype's."""
    return type(dtype).__name__ == "QuadPrecDType"


def _join(high: Any, low: Any) -> Storage:
    storage = np.empty(np.shape(high) + (2,))
    storage[..., 0] = high
    storage[..., 1] = low
    return storage


def _from_integers(values: npt.NDArray[Any]) -> Storage:
    """Exact, because a double holds the upper 32 bits and another one the lower 32."""
    if values.dtype.itemsize <= 4:
        return _join(values.astype(np.float64), 0.0)
    upper = (values >> 32).astype(np.float64) * 2.0**32
    lower = (values & 0xFFFFFFFF).astype(np.float64)
    storage: Storage = _core.normalize(_join(upper, lower))
    return storage


def _from_wide(values: npt.NDArray[Any]) -> Storage:
    """The nearest double, and the nearest double of the rest."""
    with np.errstate(all="ignore"):
        high = values.astype(np.float64)
        low = np.where(np.isfinite(high), (values - high.astype(values.dtype)).astype(np.float64), 0.0)
    storage: Storage = _core.normalize(_join(high, low + 0.0))
    return storage


def from_numpy(values: npt.NDArray[Any]) -> tuple[Storage, bool]:
    """Storage of a new array, and whether it is complex."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError("masked arrays are not supported")
    values = np.asarray(values)
    dtype = values.dtype
    if values.ndim > MAX_AXES:
        raise ValueError(f"an array has at most {MAX_AXES} axes")
    if dtype.kind == "b":
        return _join(values, 0.0), False
    if dtype.kind in "iu":
        return _from_integers(values), False
    if dtype.kind == "f" and dtype.itemsize <= 8:
        return _join(values, 0.0), False
    if dtype.kind == "f" or is_quad(dtype):
        return _from_wide(values), False
    if dtype.kind == "c":
        parts = from_numpy(values.real)[0], from_numpy(values.imag)[0]
        return np.stack(parts, axis=-2), True
    if dtype.kind in "OU":
        return from_numbers(list(values.ravel()), values.shape)
    raise TypeError(f"arrays of {dtype} cannot be converted")


def from_numbers(values: list[Any], shape: tuple[int, ...]) -> tuple[Storage, bool]:
    """Storage of an array of a shape from a flat list of numbers."""
    if any(is_complex_number(value) or getattr(value, "_complex", False) for value in values):
        pairs = np.array([_complex_element(value) for value in values], dtype=np.float64)
        return pairs.reshape(shape + (2, 2)), True
    if all(type(value) is float for value in values):
        return _join(np.array(values, dtype=np.float64).reshape(shape), 0.0), False
    return np.array([_real_element(value) for value in values], dtype=np.float64).reshape(shape + (2,)), False


def _real_element(value: Any) -> Any:
    return value._data if hasattr(value, "_data") else pair_of(value)


def _complex_element(value: Any) -> Any:
    if not hasattr(value, "_data"):
        return complex_pairs_of(value)
    return value._data if value._complex else (value._data, (0.0, 0.0))


# ---- nested lists --------------------------------------------------------------------------------


def shape_of(value: Any, depth: int = 0) -> tuple[int, ...]:
    """The shape of nested lists, judged by the first element of each."""
    if depth > MAX_AXES:
        raise ValueError(f"lists are nested deeper than {MAX_AXES}")
    if isinstance(value, (list, tuple)):
        return (len(value),) + (shape_of(value[0], depth + 1) if value else ())
    shape = getattr(value, "shape", ())
    return shape if isinstance(shape, tuple) else ()


def leaves(value: Any, shape: tuple[int, ...]) -> Iterator[Any]:
    """The numbers of nested lists; raises ValueError where lists are ragged."""
    if isinstance(value, (list, tuple)):
        if not shape or len(value) != shape[0]:
            raise ValueError("lists of different lengths do not make an array")
        for item in value:
            yield from leaves(item, shape[1:])
    elif getattr(value, "shape", ()) != shape:
        raise ValueError("lists and numbers side by side do not make an array")
    elif shape == ():
        yield value
    elif isinstance(value, np.ndarray):
        yield from (value.ravel() if value.dtype.kind != "O" else list(value.ravel()))
    else:
        yield from value.ravel()


# ---- pairs to numbers, exactly -------------------------------------------------------------------


def fraction_of(high: float, low: float) -> Fraction:
    """The exact value; OverflowError for Inf and ValueError for NaN, as Fraction(float) raises."""
    return Fraction(high) + Fraction(low) if math.isfinite(high) else Fraction(high)


_EXACT = Context(prec=2200, Emin=-9999, Emax=9999)


def decimal_of(high: float, low: float) -> Decimal:
    """The exact value: a sum of two doubles has at most 2100 digits."""
    if not math.isfinite(high) or low == 0.0:
        return Decimal(high)
    return _EXACT.add(Decimal(high), Decimal(low))


def mpf_of(high: float, low: float) -> Any:
    """The exact value as mpmath.mpf, whatever mpmath's working precision is."""
    import mpmath

    if not math.isfinite(high) or low == 0.0:
        return mpmath.mpf(high)
    with mpmath.workprec(2200):
        return mpmath.mpf(high) + mpmath.mpf(low)


def text_of(high: float, low: float, digits: int = 32, form: str = "g") -> str:
    text: str = _core.to_string(high, low, digits, form)
    return text
