"""Operators, ufuncs, reductions and products against exact rational numbers."""

from __future__ import annotations

import math
import operator
import os
import random
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import ddblas
import mpmath
import numpy as np
import pytest
from helpers import UW, U, complex_numbers, exact, number, numbers, pair

# Bounds of dd/cuddreal.h in units of u^2.
BOUNDS = {operator.add: 4, operator.sub: 4, operator.mul: 4, operator.truediv: 10}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("function", list(BOUNDS), ids=lambda f: f.__name__)
def test_real_operators(function, seed):
    rng = random.Random(seed)
    a, b = numbers(rng, 5, 7), numbers(rng, 5, 7)
    for got, x, y in zip(function(a, b).ravel(), a.ravel(), b.ravel()):
        want = function(exact(x), exact(y))
        assert abs(exact(got) - want) <= BOUNDS[function] * U * U * abs(want)
        hi, lo = pair(got)
        assert hi + lo == hi


@pytest.mark.parametrize("function", list(BOUNDS), ids=lambda f: f.__name__)
def test_complex_operators(function):
    rng = random.Random(5)
    a, b = complex_numbers(rng, 30), complex_numbers(rng, 30)
    result = function(a, b)
    for got, x, y in zip(result, a, b):
        with mpmath.workprec(400):
            want = function(x.to_mpmath(), y.to_mpmath())
            assert abs(got.to_mpmath() - want) <= mpmath.mpf(2) ** -104 * 6 * abs(want)


OTHERS = [
    3,
    -(2**60) - 1,
    2**80 + 1,
    0.1,
    Fraction(1, 3),
    Decimal("0.1"),
    mpmath.mpf("0.3"),
    np.float32(0.5),
    np.int64(7),
    True,
]


@pytest.mark.parametrize("other", OTHERS, ids=lambda x: type(x).__name__)
@pytest.mark.parametrize("function", list(BOUNDS), ids=lambda f: f.__name__)
def test_other_operands_on_both_sides(function, other):
    a = ddblas.array(["0.7", 2, -3])
    y = ddblas.array(other).to_fraction()
    for got, want in (
        (function(a, other), [function(exact(x), y) for x in a]),
        (function(other, a), [function(y, exact(x)) for x in a]),
    ):
        assert type(got) is ddblas.Array
        for one, value in zip(got, want):
            assert abs(exact(one) - value) <= BOUNDS[function] * U * U * abs(value)


def test_mixed_real_and_complex():
    a, z = ddblas.array(["0.1", 2]), ddblas.array([1j, 2])
    for result in (a + z, z + a, a * 1j, 1j * a, a - z, a / z, np.complex128(1j) * a, np.array([1j, 2]) + a):
        assert result.kind == "U"
    assert complex((a * 1j)[1]) == 2j and pair((a * 1j).imag[0]) == pair(a[0])


def test_arrays_of_numpy_as_operands():
    a = ddblas.array(["0.1", 2])
    for n in (np.array([1.0, 2.0]), np.array([1, 2]), np.array([1, 2], dtype=np.uint8)):
        for result in (a + n, n + a):
            assert type(result) is ddblas.Array and exact(result[0]) == exact((a + 1)[0])
    assert type([1, 2] + a) is ddblas.Array


@pytest.mark.parametrize("wrong", ["1", b"1", None, object(), {}, [None], np.array("2020", dtype="M8[D]")])
def test_wrong_operands(wrong):
    a = ddblas.array([1, 2])
    for function in (operator.add, operator.sub, operator.mul, operator.truediv, operator.matmul, operator.lt):
        with pytest.raises(TypeError):
            function(a, wrong)
        if not isinstance(wrong, np.ndarray):
            with pytest.raises(TypeError):
                function(wrong, a)
    assert (a == "1") is False and (a != None) is True  # noqa: E711


def test_broadcasting_as_numpy():
    rng = random.Random(2)
    shapes = [
        ((), (3,)),
        ((3,), (2, 3)),
        ((2, 1), (1, 3)),
        ((4, 1, 3), (2, 1)),
        ((0,), (1,)),
        ((2, 0), (1, 1)),
        ((1, 1, 1), (2, 2)),
    ]
    for one, other in shapes:
        a, b = numbers(rng, *one), numbers(rng, *other)
        want = np.asarray(exact(a), dtype=object) + np.asarray(exact(b), dtype=object)
        got = a + b
        assert got.shape == want.shape == np.broadcast_shapes(one, other)
        for index in np.ndindex(*got.shape):
            assert abs(exact(got[index]) - want[index]) <= 4 * U * U * abs(want[index])
    for one, other in (((2,), (3,)), ((2, 3), (2,)), ((0,), (2,))):
        with pytest.raises(ValueError):
            ddblas.zeros(one) + ddblas.zeros(other)


@pytest.mark.parametrize("maker", [numbers, complex_numbers])
def test_strides(maker):
    """Operands that are views of every kind give what copies give."""
    rng = random.Random(3)
    a = maker(rng, 6, 5, 4)
    views = [
        a.T,
        a[::-1],
        a[:, ::2],
        a[1:5:3, ::-2, 1],
        a.transpose(1, 0, 2),
        a[:, :1],
        a[..., 0],
        a[2],
        a[0, 0, 0],
        np.broadcast_to(a[0, 0], (3, 4)),
        a.real if a.kind == "U" else a[:, 1],
        a.imag[::-1] if a.kind == "U" else a[::3],
    ]
    for view in views:
        plain = view.copy()
        for function in (
            lambda x: x + x,
            lambda x: -x,
            lambda x: x * x[..., :1] if x.ndim else x,
            abs,
            lambda x: x**3,
            lambda x: x.sum(axis=0) if x.ndim else x,
            lambda x: x == x,
        ):
            got, want = function(view), function(plain)
            assert np.array_equal(
                got if isinstance(got, (np.ndarray, np.bool_)) else got.storage,
                want if isinstance(want, (np.ndarray, np.bool_)) else want.storage,
            )


def test_storage_at_eight_bytes():
    memory = np.zeros(41)
    a = ddblas.Array(memory[1:].reshape(20, 2))
    a[...] = ddblas.linspace(0, 1, 20)
    b = a.copy()
    assert np.array_equal((a * a + a).storage, (b * b + b).storage)
    m, n = a.reshape(4, 5), b.reshape(4, 5)
    assert np.array_equal((m @ m.T).storage, (n @ n.T).storage)
    odd = np.zeros((5, 3))
    c = ddblas.Array(odd[:, 1:])  # 24 bytes from element to element
    c[...] = [1, 2, 3, 4, "0.1"]
    assert exact(c @ c) == exact(c.copy() @ c.copy()) and exact((c + c)[4]) == 2 * exact(c[4])


COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne]


@pytest.mark.parametrize("function", COMPARISONS, ids=lambda f: f.__name__)
def test_comparisons(function):
    low = Fraction(1, 2**80)
    values = [Fraction(1), 1 + low, 1 - low, Fraction(-1), Fraction(0), 2]
    a = ddblas.array(values)
    table = function(a.reshape(-1, 1), a)
    assert table.dtype == np.bool_ and table.shape == (6, 6)
    for i, x in enumerate(values):
        for j, y in enumerate(values):
            assert table[i, j] == function(x, y)
            assert bool(function(a[i], y)) == function(x, y)
    nan = ddblas.array(math.nan)
    assert bool(function(nan, nan)) == function(math.nan, math.nan)
    if function not in (operator.eq, operator.ne):
        with pytest.raises(TypeError):
            function(a, 1j)
    assert isinstance(function(a[0], a[1]), (bool, np.bool_))


def test_unary_functions():
    rng = random.Random(7)
    values = [number(rng, 60) for _ in range(40)] + [
        Fraction(5, 2),
        Fraction(-5, 2),
        Fraction(3),
        Fraction(2**70 + 1) / 2,
        Fraction(0),
    ]
    a = ddblas.array(values)
    for got, x in zip(-a, a):
        assert exact(got) == -exact(x)
    for name, function in (
        ("floor", math.floor),
        ("ceil", math.ceil),
        ("trunc", math.trunc),
        ("rint", round),
        ("absolute", abs),
        ("sign", lambda x: (x > 0) - (x < 0)),
    ):
        for result in (getattr(np, name)(a), getattr(ddblas, name)(a)):
            for got, x in zip(result, a):
                assert exact(got) == function(exact(x))
    assert exact(abs(a)[0]) == abs(exact(a[0])) and exact((+a)[1]) == exact(a[1])
    for got, x in zip(np.square(a), a):
        assert abs(exact(got) - exact(x) ** 2) <= 4 * U * U * exact(x) ** 2
    for got, x in zip(np.reciprocal(a[:40]), a):
        assert abs(exact(got) * exact(x) - 1) <= 10 * U * U


def test_roots():
    rng = random.Random(8)
    a = abs(numbers(rng, 50, spread=400))
    for got, x in zip(ddblas.sqrt(a), a):
        root, square = exact(got), exact(x)
        assert abs(root * root - square) <= 8 * U * U * square
    assert np.isnan(ddblas.sqrt(ddblas.array(-1))) and float(np.sqrt(ddblas.array(0))) == 0


def test_complex_roots():
    rng = random.Random(9)
    z = complex_numbers(rng, 60, spread=300)
    with mpmath.workprec(400):
        for got, x in zip(np.sqrt(z), z):
            want = mpmath.sqrt(x.to_mpmath())
            assert abs(got.to_mpmath() - want) <= 10 * mpmath.mpf(2) ** -104 * abs(want)
    cases = [
        (0, 0),
        (-1, 0.0),
        (-1, -0.0),
        (math.inf, 1),
        (-math.inf, 1),
        (-math.inf, -1),
        (1, math.inf),
        (math.nan, math.inf),
        (1e-320, 1e-320),
        (1.7e308, 1.7e308),
    ]
    import cmath

    for re_part, im_part in cases:
        got, want = complex(np.sqrt(ddblas.array(complex(re_part, im_part)))), cmath.sqrt(complex(re_part, im_part))
        for one, other in ((got.real, want.real), (got.imag, want.imag)):
            assert (
                one == pytest.approx(other, rel=1e-15, abs=1e-322, nan_ok=True)
                and math.copysign(1, one) == math.copysign(1, other)
                or math.isnan(other)
            )


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 7, 30, -1, -5])
def test_powers(exponent):
    rng = random.Random(exponent)
    a = numbers(rng, 30) + 20
    for result in (a**exponent, np.power(a, exponent), ddblas.power(a, exponent)):
        for got, x in zip(result, a):
            want = exact(x) ** exponent
            assert abs(exact(got) - want) <= (2 * abs(exponent) + 3) * UW * abs(want)
    z = complex_numbers(rng, 10)
    with mpmath.workprec(400):
        for got, x in zip(z**exponent, z):
            want = x.to_mpmath() ** exponent
            assert abs(got.to_mpmath() - want) <= (3 * abs(exponent) + 6) * mpmath.mpf(2) ** -104 * abs(want)


def test_wrong_powers():
    a = ddblas.array([1, 2])
    for wrong in ("2", None, object(), b"2"):
        with pytest.raises(TypeError):
            a**wrong
        with pytest.raises(TypeError):
            wrong**a
    assert exact(ddblas.array(1) ** (-(2**63))) == 1 and float(ddblas.array(2) ** 2000) == math.inf


@pytest.mark.parametrize("base", [2, 3, -7, 10, 12345])
def test_powers_of_integers_are_exact(base):
    for exponent in range(1, 300):
        value = base**exponent
        if abs(value).bit_length() > 106:
            break
        assert exact(ddblas.array(base) ** exponent) == value


# Where the elementary functions are real; |error| <= 9/8 u^2 |exact|, as dd/elementary.h states.
ELEMENTARY = {
    "exp": (-700, 700),
    "exp2": (-900, 900),
    "expm1": (-40, 40),
    "log": (0, 1e9),
    "log2": (0, 1e9),
    "log10": (0, 1e9),
    "log1p": (-1, 1e3),
    "cbrt": (-1e3, 1e3),
    "sin": (-1e3, 1e3),
    "cos": (-1e3, 1e3),
    "tan": (-1e3, 1e3),
    "arcsin": (-1, 1),
    "arccos": (-1, 1),
    "arctan": (-1e3, 1e3),
    "sinh": (-100, 100),
    "cosh": (-100, 100),
    "tanh": (-30, 30),
    "arcsinh": (-1e5, 1e5),
    "arccosh": (1, 1e5),
    "arctanh": (-1, 1),
}
IN_MPMATH = {
    "exp2": lambda x: mpmath.mpf(2) ** x,
    "log2": lambda x: mpmath.log(x) / mpmath.log(2),
    "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
    "arcsin": mpmath.asin,
    "arccos": mpmath.acos,
    "arctan": mpmath.atan,
    "arcsinh": mpmath.asinh,
    "arccosh": mpmath.acosh,
    "arctanh": mpmath.atanh,
}


@pytest.mark.parametrize("name", ELEMENTARY)
def test_elementary_functions(name):
    rng = random.Random(name)
    low, high = ELEMENTARY[name]
    a = ddblas.array([low + (high - low) * Fraction(rng.getrandbits(120) + 1, 2**120 + 2) for _ in range(60)])
    with mpmath.workprec(400):
        for result in (getattr(np, name)(a), getattr(ddblas, name)(a)):
            for got, x in zip(result, a):
                want = IN_MPMATH.get(name, getattr(mpmath, name, None))(x.to_mpmath())
                assert abs(got.to_mpmath() - want) <= mpmath.mpf("1.126") * mpmath.mpf(2) ** -106 * abs(want)


def test_every_elementary_function_is_tested():
    names = {f.__name__ for f in ddblas._ufunc.ELEMENTARY}
    assert names == set(ELEMENTARY) and {f.__name__ for f in ddblas._ufunc.ELEMENTARY2} == {"arctan2", "hypot"}


def test_elementary_functions_of_two_arguments():
    rng = random.Random(1)
    a, b = numbers(rng, 60, spread=20), numbers(rng, 60, spread=20)
    cases = [
        (np.arctan2, mpmath.atan2, a, b),
        (np.hypot, mpmath.hypot, a, b),
        (np.power, lambda x, y: x**y, abs(a), np.sin(b) * 5),
        (ddblas.power, lambda x, y: x**y, abs(a), np.cos(b)),
    ]
    with mpmath.workprec(400):
        for function, reference, one, other in cases:
            for got, x, y in zip(function(one, other), one, other):
                want = reference(x.to_mpmath(), y.to_mpmath())
                assert abs(got.to_mpmath() - want) <= mpmath.mpf("1.126") * mpmath.mpf(2) ** -106 * abs(want)
        assert abs((2 ** ddblas.array("0.5")).to_mpmath() - mpmath.sqrt(2)) < mpmath.mpf(2) ** -104
        assert abs((ddblas.array(3) ** 0.5).to_mpmath() - mpmath.sqrt(3)) < mpmath.mpf(2) ** -104


@pytest.mark.parametrize("name", ["exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh"])
def test_complex_elementary_functions(name):
    z = complex_numbers(random.Random(name), 40, spread=2)
    with mpmath.workprec(400):
        for got, x in zip(getattr(np, name)(z), z):
            want = getattr(mpmath, name)(x.to_mpmath())
            assert abs(got.to_mpmath() - want) <= mpmath.mpf(2) ** -100 * abs(want)
        for got, x in zip(z ** (0.5 + 1j), z):
            want = x.to_mpmath() ** mpmath.mpc(0.5, 1)
            assert abs(got.to_mpmath() - want) <= mpmath.mpf(2) ** -98 * abs(want)
        for got, x in zip(np.angle(z), z):
            assert abs(got.to_mpmath() - mpmath.arg(x.to_mpmath())) <= mpmath.mpf(2) ** -103 * abs(
                mpmath.arg(x.to_mpmath())
            )
    for missing in (np.arcsin, np.cbrt, np.exp2, np.floor, np.maximum):
        with pytest.raises(TypeError):
            missing(z) if missing is not np.maximum else missing(z, z)


def test_special_values():
    inf, nan, one, zero = (ddblas.array(v) for v in (math.inf, math.nan, 1, 0))
    assert np.isinf(inf + one) and np.isnan(inf - inf) and np.isnan(zero * inf) and np.isinf(one / zero)
    assert np.isnan(np.maximum(nan, one)) and np.isnan(np.minimum(one, nan)) and float(np.fmax(nan, one)) == 1
    assert (
        float(np.maximum(one, inf)) == math.inf and float(np.minimum(one, inf)) == 1 and float(np.fmin(one, nan)) == 1
    )
    assert np.signbit(-zero) and not np.signbit(zero) and np.isfinite(one) and not np.isfinite(nan)
    assert np.isinf(ddblas.array(complex(1, math.inf))) and np.isnan(ddblas.array(complex(math.nan, 0)))
    largest = ddblas.Array(np.array([1.7976931348623157e308, 9.979201547673598e291]))
    assert np.isinf(largest + largest) and np.isinf(largest * 2) and float(largest - largest) == 0
    for result in (inf + one, largest * 2, one / zero):
        assert result.storage[1] == 0


@pytest.mark.parametrize("maker", [numbers, complex_numbers])
@pytest.mark.parametrize(
    "shape,axis",
    [
        ((40,), None),
        ((40,), 0),
        ((3, 4, 5), None),
        ((3, 4, 5), 1),
        ((3, 4, 5), (0, 2)),
        ((3, 0), 1),
        ((0,), None),
        ((), None),
        ((200,), 0),
        ((3, 4), -1),
        ((3, 4), ()),
    ],
)
def test_sums(maker, shape, axis):
    rng = random.Random(4)
    a = maker(rng, *shape)
    for keepdims in (False, True):
        result = a.sum(axis=axis, keepdims=keepdims)
        for part, of in (("real", result.real), ("imag", result.imag)):
            values = np.asarray(exact(getattr(a, part)), dtype=object)
            want = np.asarray(np.sum(values, axis=axis, keepdims=keepdims), dtype=object)
            size = np.asarray(np.sum(abs(values), axis=axis, keepdims=keepdims), dtype=object)
            assert of.shape == want.shape
            for index in np.ndindex(*want.shape):
                assert abs(exact(of[index]) - want[index]) <= 70 * 3 * U * U * size[index]
    assert np.array_equal(np.sum(a, axis=axis).storage, a.sum(axis=axis).storage)


def test_long_sums_are_pairwise():
    n = 200001
    a = ddblas.full(n, Fraction(1, 3))
    want = exact(a[0]) * n
    assert abs(exact(a.sum()) - want) <= (64 + 14) * 3 * U * U * want


def test_other_reductions():
    rng = random.Random(6)
    a = numbers(rng, 4, 6)
    values = exact(a)
    for axis in (None, 0, 1, (0, 1)):
        for function, name in ((np.max, "max"), (np.min, "min")):
            got = getattr(a, name)(axis=axis)
            want = np.asarray(function(values, axis=axis), dtype=object)
            assert np.array_equal(np.asarray(exact(got), dtype=object), want)
            assert np.array_equal(exact(function(a, axis=axis)), exact(got))
    product, mean = a.prod(), a.mean()
    want = math.prod(values.ravel())
    assert abs(exact(product) - want) <= 24 * 4 * U * U * abs(want)
    assert abs(exact(mean) - sum(values.ravel()) / 24) <= 40 * 4 * U * U * sum(abs(values.ravel()))
    assert exact(ddblas.ones(0).prod()) == 1 and exact(np.add.reduce(a)[0]) == exact(a.sum(axis=0)[0])
    for wrong in (
        lambda: ddblas.zeros(0).max(),
        lambda: ddblas.zeros((0, 3)).min(axis=0),
        lambda: a.sum(axis=2),
        lambda: a.sum(axis=(0, 0)),
    ):
        with pytest.raises(ValueError):
            wrong()
    for wrong in (
        lambda: ddblas.array([1j]).max(),
        lambda: a.sum(axis=0.5),
        lambda: a.sum(axis="0"),
        lambda: np.add.accumulate(a),
    ):
        with pytest.raises(TypeError):
            wrong()


# ---- products ------------------------------------------------------------------------------------


def check_product(got, a, b):
    """The bound of gemm: (k + 8) u_w |A| |B|, in U twice the terms for each part."""
    a_parts, b_parts = [[np.asarray(exact(p), dtype=object) for p in (x.real, x.imag)] for x in (a, b)]
    k = a.shape[-1]
    size = sum(abs(x) for x in a_parts) @ sum(abs(y) for y in b_parts)
    real = a_parts[0] @ b_parts[0] - a_parts[1] @ b_parts[1]
    imaginary = a_parts[0] @ b_parts[1] + a_parts[1] @ b_parts[0]
    for part, want in ((got.real, real), (got.imag, imaginary)):
        error = abs(np.asarray(exact(part), dtype=object) - want)
        assert part.shape == np.shape(want)
        assert np.all(error <= (2 * k + 16) * UW * size)


SHAPES = [
    ((5,), (5,)),
    ((3, 5), (5,)),
    ((5,), (5, 3)),
    ((3, 5), (5, 4)),
    ((1, 5), (5, 1)),
    ((5, 1), (1, 5)),
    ((1, 1), (1, 1)),
    ((9, 17), (17, 8)),
    ((3, 0), (0, 2)),
    ((0, 3), (3, 2)),
    ((3, 2), (2, 0)),
    ((0,), (0,)),
    ((3, 0), (0,)),
    ((0,), (0, 3)),
]


@pytest.mark.parametrize("maker", [numbers, complex_numbers])
@pytest.mark.parametrize("one,other", SHAPES)
def test_matmul(maker, one, other):
    rng = random.Random(str(one + other))
    a, b = maker(rng, *one), maker(rng, *other)
    check_product(a @ b, a, b)
    check_product(np.matmul(a, b), a, b)
    check_product(ddblas.dot(a, b), a, b)


@pytest.mark.parametrize("maker", [numbers, complex_numbers])
def test_matmul_of_views(maker):
    rng = random.Random(11)
    a, b = maker(rng, 6, 7), maker(rng, 7, 5)
    copies = ddblas._core.copies
    free = [
        (a, b),
        (maker(rng, 7, 6).T, b),
        (a, maker(rng, 5, 7).T),
        (maker(rng, 7, 6).T, maker(rng, 5, 7).T),
        (a[1:5], b[:, 1:4]),
        (a[:, 2:5], b[3:6]),
        (a[::2], b),
        (a[:, 0], b[:6, 0]),
        (a[0], b),
        (a, b[:, 2]),
        (a[2:3], b),
        (a[:, :1], b[:1]),
        (a.T[:6], a[:, ::1]),
        (a[0, ::-1], b),
        (a, b[::-1, 0]),
        (a[0, ::2], b[::2]),
        (a[0, ::-2], b[::2, 1]),
    ]
    for x, y in free:
        before = copies()
        result = x @ y
        assert copies() == before
        check_product(result, x, y)
    for x, y in (
        (a[:, ::2], b[::2, ::2]),
        (a[::-1], b),
        (a, b[:, ::-1]),
        (a[:, ::-1], b),
        (np.broadcast_to(a[0], (3, 7)), b),
        (np.broadcast_to(a[0, 0], (7,)), b),
        (a, np.broadcast_to(a[0, 0], (7,))),
    ):
        before = copies()
        result = x @ y
        assert 1 <= copies() - before <= 2
        check_product(result, x, y)


def test_stacks_of_matrices():
    rng = random.Random(12)
    for one, other in (
        ((2, 3, 4), (2, 4, 5)),
        ((2, 3, 4), (4, 5)),
        ((3, 4), (2, 4, 1)),
        ((2, 1, 3, 4), (5, 4, 2)),
        ((2, 3, 4), (4,)),
        ((4,), (2, 4, 3)),
        ((0, 3, 4), (4, 2)),
    ):
        a, b = numbers(rng, *one), numbers(rng, *other)
        got = a @ b
        assert got.shape == (np.zeros(one) @ np.zeros(other)).shape
        if got.size:
            want = np.matmul(exact(a), exact(b))
            assert np.all(abs(exact(got) - want) <= 40 * UW * np.matmul(abs(exact(a)), abs(exact(b))))


def test_products_with_others():
    a = ddblas.array([["0.1", 2], [3, 4]])
    for other in (np.eye(2), [[1, 0], [0, 1]], np.eye(2, dtype=int)):
        for result in (a @ other, other @ a):
            assert exact(result[0, 0]) == exact(a[0, 0])
    assert (a @ np.eye(2, dtype=complex)).kind == "U"
    z = ddblas.array([1j, 2])
    assert complex(ddblas.vdot(z, z)) == 5 and complex(np.dot(z, z)) == 3 and complex(np.vdot(z, [1, 1])) == 2 - 1j
    b = a.copy()
    b @= ddblas.eye(2)
    assert np.array_equal(b.storage, a.storage)


@pytest.mark.parametrize(
    "one,other",
    [
        ((2, 3), (2, 3)),
        ((3,), (2,)),
        ((2, 3), (2,)),
        ((), (3,)),
        ((3,), ()),
        ((2, 2, 3), (2, 3)),
        ((2, 3, 3), (4, 3, 3)),
    ],
)
def test_products_of_wrong_shapes(one, other):
    with pytest.raises(ValueError):
        ddblas.zeros(one) @ ddblas.zeros(other)


def test_other_products():
    rng = random.Random(13)
    a, b = numbers(rng, 3), numbers(rng, 4)
    outer = np.outer(a, b)
    for i in range(3):
        for j in range(4):
            want = exact(a[i]) * exact(b[j])
            assert abs(exact(outer[i, j]) - want) <= 4 * U * U * abs(want)
    m, n = ddblas.array([[1, 2], [3, 4]]), ddblas.array([[0, 5], [6, 7]])
    assert np.array_equal(np.kron(m, n).hi, np.kron(m.hi, n.hi)) and np.array_equal(
        np.inner(m, n).hi, np.inner(m.hi, n.hi)
    )
    assert float(np.trace(m)) == 5 and float(np.trace(m, 1)) == 2


# ---- in place, out, and NumPy's protocol ---------------------------------------------------------


def test_in_place():
    a = ddblas.array([["0.1", 2], [3, 4]])
    view, b = a[0], a
    a += 1
    assert b is a and exact(view[0]) == exact(ddblas.array("0.1") + 1)
    a *= a.T
    a -= a
    assert not np.any(a != 0)
    a[...] = [[1, 2], [3, 4]]
    a[0] += a[0, ::-1]  # operands overlap
    assert np.array_equal(a.hi, [[3, 3], [3, 4]])
    a **= 2
    assert float(a[1, 1]) == 16
    with pytest.raises(TypeError):
        a += 1j
    with pytest.raises(ValueError):
        a[0] += ddblas.zeros((2, 2))
    read_only = np.broadcast_to(ddblas.array(1), (2,))
    with pytest.raises(ValueError):
        read_only += 1


def test_ufuncs_with_out():
    a, out, truth = ddblas.array(["0.1", 2]), ddblas.zeros(2), np.zeros(2, dtype=bool)
    assert np.add(a, 1, out=out) is out and exact(out[0]) == exact((a + 1)[0])
    assert np.less(a, 1, out=truth) is truth and truth.tolist() == [True, False]
    for wrong in (
        lambda: np.add(a, 1, out=np.zeros(2)),
        lambda: np.add(a, 1, where=[True, False]),
        lambda: np.add(a, 1, dtype=np.float32),
        lambda: np.add(1.0, np.ones(2), out=out, casting="no"),
    ):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError):
        np.add(a, 1, out=ddblas.zeros(3))


def test_order():
    low = Fraction(1, 2**70)
    values = [Fraction(1), 1 + low, Fraction(-3), 1 - low, Fraction(1), Fraction(-3) + low, Fraction(2)]
    a = ddblas.array(values)
    order = sorted(range(7), key=lambda i: values[i])
    for result in (np.argsort(a), a.argsort(), ddblas.argsort(a)):
        assert result.tolist() == order
    assert list(exact(np.sort(a))) == sorted(values)
    assert np.argmax(a) == 6 and a.argmin() == 2 and np.argmax(a[:5]) == 1
    nan = ddblas.array([1, math.nan, 3])
    assert np.argmax(nan) == 1 == np.argmin(nan) and np.isnan(np.sort(nan)[-1])
    m = ddblas.array([[3, 1, 2], [1 + low, 1, 5]])
    for axis in (0, 1, None):
        assert np.array_equal(np.argmax(m, axis), np.argmax(exact(m), axis))
        assert np.array_equal(np.argmin(m, axis=axis), np.argmin(exact(m), axis=axis))
        assert np.array_equal(exact(np.sort(m, axis=axis)), np.sort(exact(m), axis=axis))
    for wrong in (np.argsort, np.sort, np.argmax, np.argmin):
        with pytest.raises(TypeError):
            wrong(ddblas.array([1j]))
    for wrong in (np.argmax, np.argmin):
        with pytest.raises(ValueError):
            wrong(ddblas.zeros(0))


def test_truth_and_limits():
    a = ddblas.array([[0, 1e-300], [0, "0.1"]])
    assert np.any(a) and not np.all(a) and np.count_nonzero(a) == 2 and a.any(axis=1).tolist() == [True, True]
    assert a.all(axis=0).tolist() == [False, True] and not ddblas.any(ddblas.zeros(3)) and ddblas.all(ddblas.ones(3))
    assert exact(np.clip(a, 0, 0.05)[1, 1]) == Fraction(0.05) and exact(a.clip(1)[0, 0]) == 1
    assert exact(a.clip(max=Fraction(1, 16))[1, 1]) == Fraction(1, 16)


@pytest.mark.parametrize("maker", [numbers, complex_numbers])
def test_running_sums(maker):
    a = maker(random.Random(16), 4, 9)
    for axis in (0, 1, None):
        for part in ("real", "imag"):
            values = exact(getattr(a, part))
            want, size = np.cumsum(values, axis=axis), np.cumsum(abs(values), axis=axis)
            got = exact(getattr(np.cumsum(a, axis=axis), part))
            assert got.shape == want.shape and np.all(abs(got - want) <= 36 * 3 * U * U * size)


def test_what_is_missing_says_so():
    a = ddblas.array([1, 2])
    for call in (
        lambda: np.arctan2(a, 1j),
        lambda: np.fft.fft(a),
        lambda: np.floor_divide(a, 2),
        lambda: np.median(a),
    ):
        with pytest.raises(TypeError):
            call()


def test_close():
    a = ddblas.array(["0.1", 1e10])
    assert np.allclose(a, a * (1 + ddblas.array("1e-30"))) and not np.allclose(a, a * (1 + ddblas.array("1e-20")))
    assert np.array_equal(a, a.copy()) and not np.array_equal(a, a[:1]) and ddblas.isclose(math.inf, math.inf)


def test_threads_give_the_same_bits():
    rng = random.Random(14)
    a = numbers(rng, 60, 60)
    try:
        ddblas.set_threads(1)
        assert ddblas.get_threads() == 1
        one = a @ a
        ddblas.set_threads(2)
        assert np.array_equal(one.storage, (a @ a).storage)
    finally:
        ddblas.set_threads(0)
    with pytest.raises(ValueError):
        ddblas.set_threads(-1)


def test_several_threads_of_python():
    from concurrent.futures import ThreadPoolExecutor

    rng = random.Random(15)
    a = numbers(rng, 40, 40)
    want = (a @ a).storage
    with ThreadPoolExecutor(4) as executor:
        for result in executor.map(lambda _: (a @ a).storage, range(40)):
            assert np.array_equal(result, want)


SAME_BITS = """
import hashlib, numpy as np, ddblas
r = np.random.default_rng(1)
a = ddblas.from_parts(r.standard_normal((50, 60)), r.standard_normal((50, 60)) * 1e-17)
z = ddblas.from_complex_parts(a, a[::-1])
results = [a + a.T[:50, :1], a * a, a / a[::-1], np.sqrt(abs(a)), a**5, a.sum(axis=0), z * z, z / z[::-1]]
results += [np.sqrt(z), abs(z), a @ a.T, np.exp(a), np.sin(a), np.log(z)]
print(hashlib.sha256(b"".join(np.ascontiguousarray(x.storage).tobytes() for x in results)).hexdigest())
"""


def test_instruction_sets_give_the_same_bits():
    said = set()
    for isa in (None, "portable"):
        environment = {key: value for key, value in os.environ.items() if key != "DDBLAS_CPU_ISA"}
        environment |= {"DDBLAS_CPU_ISA": isa} if isa else {}
        run = subprocess.run(
            [sys.executable, "-c", SAME_BITS], env=environment, capture_output=True, text=True, check=True
        )
        said.add(run.stdout)
    assert len(said) == 1
