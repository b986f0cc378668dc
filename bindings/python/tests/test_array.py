"""Shapes, views, elements, text and creation."""

from __future__ import annotations

import copy
import decimal
import itertools
from fractions import Fraction

import ddblas
import numpy as np
import pytest
from helpers import nearest, pair


def counted(*shape, kind="W"):
    """Elements 0, 1, 2, ... with low parts that tell them apart too."""
    count = int(np.prod(shape))
    a = ddblas.from_parts(np.arange(count, dtype=float), np.arange(count) * 2.0**-60).reshape(shape)
    return a if kind == "W" else ddblas.from_complex_parts(a, -a)


def as_numpy(a):
    """The same array of labels for NumPy to index."""
    hi = np.real(a.hi)
    low = a.lo if a.kind == "W" else np.real(a.lo)
    assert np.array_equal(np.asarray(low), np.asarray(hi) * 2.0**-60)
    return np.asarray(hi)


KEYS = [
    0, -1, (0, 1), (slice(None), 1), slice(None, None, -1), (Ellipsis, 0), (0, Ellipsis), Ellipsis, None,
    (slice(1, 3), slice(None, None, 2)), ([0, 2], [1, 1]), [2, 0], (slice(None), [3, 0]), (None, 1, None), (),
    np.array([True, False, True]), (slice(3, 1),), (1, slice(None, None, -2), None), np.ones((3, 4), dtype=bool),
]  # fmt: skip


@pytest.mark.parametrize("kind", ["W", "U"])
@pytest.mark.parametrize("key", KEYS, ids=str)
def test_keys_as_numpy(key, kind):
    a = counted(3, 4, kind=kind)
    want = np.arange(12.0).reshape(3, 4)[key]
    got = a[key]
    assert got.shape == want.shape and got.kind == kind and np.array_equal(as_numpy(got), want)
    basic = not any(isinstance(k, (list, np.ndarray)) for k in (key if isinstance(key, tuple) else (key,)))
    if want.size:
        assert np.shares_memory(got.storage, a.storage) == basic


@pytest.mark.parametrize(
    "key", [3, (0, 4), (0, 0, 0), (0, 0, Ellipsis, 0), 1.5, "hi", (0, 0, 0, 0), np.zeros((2, 2), dtype=bool)], ids=str
)
@pytest.mark.parametrize("kind", ["W", "U"])
def test_wrong_keys(key, kind):
    with pytest.raises(IndexError):
        counted(3, 4, kind=kind)[key]
    with pytest.raises(IndexError):
        counted(3, 4, kind=kind)[key] = 1


def test_no_key_reaches_the_parts():
    for kind in ("W", "U"):
        with pytest.raises(IndexError):
            counted(kind=kind)[0]
        with pytest.raises(IndexError):
            counted(3, kind=kind)[0, 1]
        assert counted(3, kind=kind)[..., 0].shape == ()


def test_assignment():
    a = ddblas.zeros((2, 3))
    a[0] = "0.1"
    a[1, ::2] = [Fraction(1, 3), 2]
    a[:, 1] = ddblas.array([7, 8])
    want = [[Fraction(1, 10), 7, Fraction(1, 10)], [Fraction(1, 3), 8, 2]]
    for i, j in itertools.product(range(2), range(3)):
        assert pair(a[i, j]) == nearest(Fraction(want[i][j]))
    view = a[1]
    view[...] = 0
    assert not np.any(a[1] != 0)
    a[a == 7] = 5
    assert float(a[0, 1]) == 5
    with pytest.raises(TypeError):
        a[0, 0] = 1j
    with pytest.raises(ValueError):
        a[0] = [1, 2]
    z = ddblas.zeros(2, "U")
    z[0] = "0.1"
    z[1] = 1j
    assert complex(z[1]) == 1j and pair(z.real[0]) == nearest(Fraction(1, 10))


@pytest.mark.parametrize("kind", ["W", "U"])
def test_shapes_as_numpy(kind):
    a, n = counted(2, 3, 4, kind=kind), np.arange(24.0).reshape(2, 3, 4)
    pairs = [
        (a.T, n.T), (a.transpose(1, 0, 2), n.transpose(1, 0, 2)), (a.transpose((2, 0, 1)), n.transpose(2, 0, 1)),
        (a.mT, np.swapaxes(n, -1, -2)), (a.swapaxes(0, 2), n.swapaxes(0, 2)), (a.reshape(6, 4), n.reshape(6, 4)),
        (a.reshape(-1), n.reshape(-1)), (a.reshape((4, -1)), n.reshape(4, -1)), (a.ravel(), n.ravel()),
        (a.T.flatten(), n.T.flatten()), (a[:1].squeeze(), n[:1].squeeze()), (a[:1].squeeze(0), n[:1].squeeze(0)),
        (np.moveaxis(a, 0, -1), np.moveaxis(n, 0, -1)), (np.expand_dims(a, 1), np.expand_dims(n, 1)),
        (np.flip(a), np.flip(n)), (np.flip(a, 1), np.flip(n, 1)), (np.transpose(a), n.T), (a.copy(), n),
        (np.broadcast_to(a[0, 0], (3, 4)), np.broadcast_to(n[0, 0], (3, 4))),
        (np.concatenate([a, a], axis=1), np.concatenate([n, n], axis=1)),
        (np.concatenate([a, a], axis=None), np.concatenate([n, n], axis=None)),
        (np.stack([a, a], axis=-1), np.stack([n, n], axis=-1)), (np.vstack([a[0], a[1]]), np.vstack([n[0], n[1]])),
        (np.hstack([a[0], a[1]]), np.hstack([n[0], n[1]])), (np.diagonal(a[0], 1), np.diagonal(n[0], 1)),
        (np.diag(a[0, 0], -1), np.diag(n[0, 0], -1)), (np.diag(a[0]), np.diag(n[0])), (np.tril(a), np.tril(n)),
        (np.triu(a[0], 1), np.triu(n[0], 1)), (np.where(n > 3, a, 0), np.where(n > 3, n, 0)),
    ]  # fmt: skip
    for got, want in pairs:
        assert got.shape == want.shape and np.array_equal(as_numpy(got), want)
    assert (a.ndim, a.size, len(a), a.nbytes) == (3, 24, 2, 24 * a.itemsize)
    for view in (a.T, a.reshape(6, 4), a.swapaxes(0, 1), a.ravel()):
        assert np.shares_memory(view.storage, a.storage)
    assert not np.shares_memory(a.flatten().storage, a.storage)


def test_wrong_shapes():
    a = counted(2, 3)
    for call in (
        lambda: a.reshape(4), lambda: a.reshape(-1, -1), lambda: a.reshape(-2, 3), lambda: a.reshape(-1, 0),
        lambda: a.transpose(0, 0), lambda: a.transpose(0), lambda: a.transpose(0, 5), lambda: a.squeeze(0),
        lambda: counted(3).mT, lambda: np.concatenate([]), lambda: np.stack([a, a[0]]),
        lambda: np.broadcast_to(a, (2, 2)),
        lambda: a.reshape((1,) * 40 + (6,)),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    for call in (
        lambda: a.reshape(2.0, 3),
        lambda: a.reshape("6"),
        lambda: a.swapaxes(0, "1"),
        lambda: ddblas.zeros(1.5),
    ):
        with pytest.raises(TypeError):
            call()


def test_iteration_and_items():
    a = counted(2, 3)
    assert [float(x) for row in a for x in row] == list(range(6))
    assert [[float(x) for x in row] for row in a.tolist()] == [[0, 1, 2], [3, 4, 5]]
    assert float(a.item(1, 2)) == 5 and float(a.item(4)) == 4
    scalar = a[0, 0]
    for call in (lambda: len(scalar), lambda: iter(scalar), lambda: hash(a), lambda: a.item()):
        with pytest.raises(TypeError):
            call()
    assert 3 in ddblas.arange(5) and 7 not in ddblas.arange(5) and 3 not in a
    with pytest.raises(ValueError):
        bool(a)
    assert bool(ddblas.array(2)) and not bool(ddblas.array(0)) and bool(ddblas.array(1e-300j))


def test_parts_are_views():
    a = counted(4)
    assert np.shares_memory(a.hi, a.storage) and np.shares_memory(a.lo, a.storage)
    with pytest.raises(ValueError):
        a.hi[0] = 1
    z = counted(4, kind="U")
    assert z.hi.dtype == np.complex128 and np.array_equal(z.hi, np.arange(4) * (1 - 1j))
    z.real[0] = 9
    assert complex(z[0]) == 9 and not np.any(counted(3).imag != 0)


def test_copies_are_copies():
    a = counted(3)
    for b in (a.copy(), copy.copy(a), copy.deepcopy(a), ddblas.array(a), np.copy(a)):
        b[0] = 100
        assert float(a[0]) == 0
    assert ddblas.asarray(a) is a


def test_storage_is_checked():
    good = np.zeros((3, 2))
    assert np.shares_memory(ddblas.Array(good).storage, good)
    for wrong in (np.zeros(3), np.zeros((3, 3)), np.zeros((2, 3)).T, np.zeros(()), np.zeros((3, 4))[:, ::2]):
        with pytest.raises(ValueError):
            ddblas.Array(wrong)
    for wrong in (np.zeros((3, 2), dtype=np.float32), np.zeros((3, 2), dtype=">f8"), [[1.0, 0.0]], None):
        with pytest.raises(TypeError):
            ddblas.Array(wrong)
    a = ddblas.Array(good)
    a.storage.shape = (6,)  # of the view alone
    assert a.shape == (3,) and a.storage.shape == (3, 2)
    with pytest.raises(ValueError):
        ddblas.Array(good, "U")
    with pytest.raises(ValueError):
        ddblas.Array(good, "X")


def test_text():
    third = ddblas.array(Fraction(1, 3))
    assert str(third) == "0." + "3" * 32
    assert repr(third) == "ddblas.array('0." + "3" * 32 + "')"
    assert str(ddblas.array([[1, 2], [3, "0.25"]])) == "[[1 2]\n [3 0.25]]"
    assert str(ddblas.array(1 - 2j)) == "1-2j"
    assert f"{third:.5e}" == "3.33333e-01"
    with decimal.localcontext(decimal.Context(prec=200)):
        assert f"{third:.40f}" == str(round(third.to_decimal(), 40))
    many = ddblas.zeros(5000)
    assert "..." in str(many) and len(str(many)) < 100
    back = eval(repr(ddblas.array([["0.1", 1j], [2, 3]])))
    assert back.shape == (2, 2) and back.kind == "U"
    for wrong in ("d", "10", ".5x", ">3"):
        with pytest.raises(ValueError):
            format(third, wrong)
    for wrong in (-1, 10**9):
        with pytest.raises(ValueError):
            third.to_str(wrong)
    with pytest.raises(ValueError):
        third.to_str(3, "x")
    for wrong in (decimal.Decimal("sNaN"), 3.0, True, "3"):
        with pytest.raises(TypeError):
            third.to_str(wrong)
    assert ddblas.array(["0.5", 2]).to_str().tolist() == ["0.5", "2"]


def test_creation():
    assert np.array_equal(ddblas.zeros((2, 3)).hi, np.zeros((2, 3)))
    assert np.array_equal(ddblas.ones(3, "U").hi, np.ones(3, complex))
    assert pair(ddblas.full((2,), "0.1")[1]) == nearest(Fraction(1, 10))
    for arguments in ((3,), (3, 4), (3, 4, 1), (4, 3, -2), (0,)):
        assert np.array_equal(ddblas.eye(*arguments).hi, np.eye(*arguments))
        assert np.array_equal(ddblas.eye(*arguments, kind="U").hi, np.eye(*arguments))
    assert ddblas.zeros_like(counted(2, kind="U")).kind == "U" and np.ones_like(counted(2)).shape == (2,)
    assert np.array_equal(np.full_like(counted(2), 5).hi, [5, 5])
    with pytest.raises(ValueError):
        ddblas.zeros(-1)
    with pytest.raises(ValueError):
        ddblas.zeros((1,) * 31)


def test_arange_is_exact():
    tenths = ddblas.arange("0", "1", "0.1")
    assert tenths.shape == (10,)
    assert [pair(v) for v in tenths] == [nearest(Fraction(i, 10)) for i in range(10)]
    assert np.array_equal(ddblas.arange(5).hi, np.arange(5)) and np.array_equal(ddblas.arange(5, 1, -2).hi, [5, 3])
    assert ddblas.arange(3, 3).shape == (0,) and ddblas.arange(0).shape == (0,)
    thirds = ddblas.arange(Fraction(1, 3), 2, Fraction(1, 3))
    assert [pair(v) for v in thirds] == [nearest(Fraction(i, 3)) for i in range(1, 6)]
    for wrong in ((0, 1, 0), (0, "inf"), (0, 1e300), ("nan",)):
        with pytest.raises(ValueError):
            ddblas.arange(*wrong)


def test_linspace():
    a = ddblas.linspace(0, 1, 11)
    for i, value in enumerate(a):
        assert abs(value.to_fraction() - Fraction(i, 10)) <= Fraction(4, 2**104)
    assert (
        pair(a[-1]) == (1.0, 0.0) and ddblas.linspace(0, 1, 1).shape == (1,) and ddblas.linspace(0, 1, 0).shape == (0,)
    )
    assert float(ddblas.linspace(0, 1, 4, endpoint=False)[-1]) == 0.75
    with pytest.raises(ValueError):
        ddblas.linspace(0, 1, -1)
