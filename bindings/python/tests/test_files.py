"""Files: Matrix Market and NumPy."""

from __future__ import annotations

import os
import random
from fractions import Fraction
from pathlib import Path

import ddblas
import numpy as np
import pytest
from helpers import complex_numbers, numbers


@pytest.mark.parametrize("options", [{}, {"hexadecimal": True}, {"coordinate": True}, {"comment": "two\nlines"}])
@pytest.mark.parametrize("maker", [numbers, complex_numbers])
@pytest.mark.parametrize("shape", [(3, 4), (1, 1), (5, 1), (0, 3)])
def test_matrix_market_bit_by_bit(tmp_path, options, maker, shape):
    a = maker(random.Random(1), *shape)
    path = tmp_path / "a.mtx"
    ddblas.write(path, a, **options)
    b = ddblas.read(path)
    assert b.shape == a.shape and b.kind == a.kind and np.array_equal(a.storage, b.storage)


def test_views_and_vectors(tmp_path):
    a = numbers(random.Random(2), 4, 6)
    for view in (a.T, a[::-1, ::2], a[1:2]):
        ddblas.write(tmp_path / "a.npy", view)
        assert np.array_equal(ddblas.read(tmp_path / "a.npy").storage, view.storage)
    ddblas.write(str(tmp_path / "v.mtx"), a[0])
    assert np.array_equal(ddblas.read(tmp_path / "v.mtx").storage[:, 0], a.storage[0])


def test_numpy_files(tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, np.array([[1.5, 2.0, 3.0]]))
    assert np.array_equal(ddblas.read(path).hi, [[1.5, 2.0, 3.0]])
    np.save(path, np.array([[1.0, 1e-20], [2.0, 0.0]]))
    assert ddblas.read(path, pairs=True).shape == (2, 1) and ddblas.read(path, pairs=False).shape == (2, 2)
    with pytest.raises(ddblas.FormatError):
        ddblas.read(path)
    np.save(path, np.array([[1 + 2j, 3]]))
    z = ddblas.read(path)
    assert z.kind == "U" and complex(z[0, 0]) == 1 + 2j
    a = numbers(random.Random(3), 3, 2)
    ddblas.write(path, a)
    assert np.array_equal(np.load(path), a.storage)


def test_numbers_in_files_are_correctly_rounded(tmp_path):
    path = tmp_path / "a.mtx"
    path.write_text("%%MatrixMarket matrix array real general\n2 1\n0.1\n1e-3\n")
    a = ddblas.read(path)
    for got, want in zip(a.ravel(), (Fraction(1, 10), Fraction(1, 1000))):
        assert np.array_equal(got.storage, ddblas.array(want).storage)
    ddblas.write(path, a, digits=5)
    assert ddblas.read(path)[0, 0].to_str() == "0.1"


def test_errors(tmp_path):
    with pytest.raises(ddblas.FileError, match="none.mtx") as caught:
        ddblas.read(tmp_path / "none.mtx")
    assert caught.value.status == 10 and isinstance(caught.value, OSError)
    path = tmp_path / "bad.mtx"
    path.write_text("%%MatrixMarket matrix array real general\n2 1\n1\nx\n")
    with pytest.raises(ddblas.FormatError, match="bad.mtx:4") as error:
        ddblas.read(path)
    assert isinstance(error.value, ValueError)
    with pytest.raises(ddblas.NotSupportedError):
        ddblas.write(tmp_path / "z.npy", [[1j]])
    with pytest.raises(ddblas.FileError):
        ddblas.write(tmp_path / "missing" / "a.mtx", [[1]])
    for call in (
        lambda: ddblas.write(path, ddblas.zeros((2, 2, 2))), lambda: ddblas.write(path, [[1]], format="x"),
        lambda: ddblas.write(path, [[1]], digits=0), lambda: ddblas.read("a\0b"), lambda: ddblas.write(path, 1),
        lambda: ddblas.write(path, [[1]], comment="a\0b"),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    for options in ({"digits": 3.0}, {"digits": True}, {"comment": 1}, {"comment": None}):
        with pytest.raises(TypeError):
            ddblas.write(path, [[1]], **options)
    for wrong in (None, 1, b"a.mtx"):
        with pytest.raises(TypeError):
            ddblas.read(wrong)
    assert [name for name in os.listdir(tmp_path) if name.endswith(".tmp")] == []


def test_examples_of_the_tree():
    folder = Path(__file__).parents[3] / "examples"
    if folder.is_dir():
        a = ddblas.read(folder / "longley.mtx")
        assert a.ndim == 2 and np.isfinite(a).all()
