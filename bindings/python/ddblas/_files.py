"""Matrix Market and NumPy files, read and written with dd/io.h of the library."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from . import _core
from ._array import Array, asarray, wrap

_NPY_COLUMNS, _NPY_PAIRS, _NPY_UNLESS_EITHER = 0, 1, 2
_FORMATS = {"auto": 0, "mtx": 1, "npy": 2}


def _path(path: Any) -> str:
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError("path: a str or os.PathLike is expected")
    if "\0" in name:
        raise ValueError("path: it has a null character")
    return name


def read(path: Any, pairs: bool | None = None) -> Array:
    """The matrix in a Matrix Market or NumPy file, each number the nearest double-double.

    The result has two axes. An n x 2 array of float64 in a .npy file is two columns if pairs is
    False, a column of pairs (high, low) if it is True, and refused if pairs is None and it may be
    either. Raises FileError, FormatError with file and line, or AllocationError.
    """
    option = _NPY_UNLESS_EITHER if pairs is None else _NPY_PAIRS if pairs else _NPY_COLUMNS
    real, imaginary = _core.read(_path(path), option)
    if imaginary is None:
        return wrap(real.swapaxes(0, 1), False)
    return wrap(np.stack((real, imaginary), axis=-2).swapaxes(0, 1), True)


def write(
    path: Any,
    a: Any,
    *,
    format: str = "auto",
    digits: int | None = None,
    hexadecimal: bool = False,
    coordinate: bool = False,
    comment: str = "",
) -> None:
    """Writes a matrix, or a vector as a column, to a Matrix Market file, or to a NumPy file if the
    name ends with .npy. Text has the fewest digits that give the same bits back, unless digits or
    hexadecimal say otherwise. Complex matrices are written as Matrix Market files only.
    """
    matrix = asarray(a)
    if matrix.ndim == 1:
        matrix = matrix.reshape(matrix.size, 1)
    if matrix.ndim != 2:
        raise ValueError("a: a matrix or a vector is expected")
    if not isinstance(format, str) or format not in _FORMATS:
        raise ValueError('format: one of "auto", "mtx" and "npy" is expected')
    if digits is not None and (isinstance(digits, bool) or not isinstance(digits, (int, np.integer))):
        raise TypeError("digits: an integer is expected")
    if digits is not None and not 1 <= digits <= 100000:
        raise ValueError("digits: a number from 1 to 100000 is expected")
    if not isinstance(comment, str):
        raise TypeError("comment: a str is expected")
    if "\0" in comment:
        raise ValueError("comment: it has a null character")
    number = -1 if hexadecimal else 0 if digits is None else int(digits)
    columns = np.ascontiguousarray(matrix._data.swapaxes(0, 1))
    real, imaginary = columns, None
    if matrix._complex:
        real, imaginary = (np.ascontiguousarray(columns[:, :, i]) for i in (0, 1))
    _core.write(_path(path), real, imaginary, _FORMATS[format], number, bool(coordinate), comment)
