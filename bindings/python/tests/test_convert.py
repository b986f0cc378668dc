"""Numbers into arrays, correctly rounded, and back, exactly."""

from __future__ import annotations

import math
import pickle
import random
from decimal import Decimal
from fractions import Fraction

import ddblas
import mpmath
import numpy as np
import pytest
from helpers import nearest, number, pair


def same_pair(got, want):
    assert got == want and math.copysign(1, got[0]) == math.copysign(1, want[0])


@pytest.mark.parametrize("seed", range(5))
def test_fractions_are_rounded_to_the_nearest_pair(seed):
    rng = random.Random(seed)
    for _ in range(300):
        value = Fraction(rng.getrandbits(400) - 2**399, rng.getrandbits(300) + 1) * Fraction(2) ** rng.randint(
            -900, 500
        )
        same_pair(pair(ddblas.array(value)), nearest(value))


def test_a_tie_gives_a_normalised_pair():
    # The rest is half a unit of an odd high part: the same sum with an even high part.
    high = 1 + 2**-52
    value = Fraction(high) + Fraction(1, 2**53)
    hi, lo = pair(ddblas.array(value))
    assert Fraction(hi) + Fraction(lo) == value and hi + lo == hi and hi == 1 + 2**-51


@pytest.mark.parametrize("seed", range(5))
def test_integers_exactly_or_nearest(seed):
    rng = random.Random(seed)
    for bits in (1, 30, 53, 54, 64, 100, 106, 107, 300, 1000):
        value = rng.getrandbits(bits) * rng.choice((1, -1))
        same_pair(pair(ddblas.array(value)), nearest(Fraction(value)))


def test_decimal_and_text_agree_with_fraction():
    rng = random.Random(1)
    for _ in range(200):
        text = f"{rng.randint(-9, 9)}.{rng.getrandbits(200)}e{rng.randint(-250, 250)}"
        want = nearest(Fraction(text)) if Fraction(text) else (0.0, 0.0)
        assert pair(ddblas.array(text)) == want
        assert pair(ddblas.array(Decimal(text))) == want


def test_text_beyond_the_range():
    assert pair(ddblas.array("1e400"))[0] == math.inf
    assert pair(ddblas.array("-1e-400")) == (0.0, 0.0)
    assert pair(ddblas.array(Decimal("-1e999999999")))[0] == -math.inf
    assert math.isnan(pair(ddblas.array(Decimal("NaN")))[0])
    assert math.isnan(pair(ddblas.array(Decimal("sNaN123")))[0])


@pytest.mark.parametrize("text", ["", "x", "1.2.3", "1 2", "0x", "1\0", "\u0661", "1+j2", "--1j"])
def test_wrong_text(text):
    with pytest.raises(ValueError):
        ddblas.array(text)


def test_integers_and_fractions_beyond_the_range():
    for value in (10**400, -(10**400), Fraction(10**400), 2**1024, Fraction(2**1025 - 1, 2)):
        with pytest.raises(OverflowError):
            ddblas.array(value)
    assert pair(ddblas.array(Fraction(1, 10**400))) == (0.0, 0.0)


def test_complex_text_and_numbers():
    z = ddblas.array(["1.5-0.1j", "2e-3+3e+2j", "4j", 1 - 2j, 3, mpmath.mpc("0.1", "0.2")])
    assert z.kind == "U" and z.shape == (6,)
    assert pair(z.imag[0]) == nearest(Fraction("-0.1"))
    assert pair(z.real[1]) == nearest(Fraction("0.002")) and pair(z.imag[1]) == (300.0, 0.0)
    assert pair(z.real[2]) == (0.0, 0.0) and pair(z.imag[2]) == (4.0, 0.0)
    assert complex(z[3]) == 1 - 2j and complex(z[4]) == 3
    with mpmath.workprec(53):
        assert pair(z.real[5])[0] == 0.1


@pytest.mark.parametrize("precision", [53, 106, 200, 1000])
def test_mpmath_there_and_back(precision):
    rng = random.Random(precision)
    with mpmath.workprec(precision):
        for _ in range(100):
            x = mpmath.mpf(rng.getrandbits(precision)) / mpmath.mpf(3) ** rng.randint(0, 50)
            sign, mantissa, exponent, _ = x._mpf_
            value = Fraction(int(mantissa)) * Fraction(2) ** exponent
            assert pair(ddblas.array(x)) == nearest(value)
    for special in ("inf", "-inf", "0", "1e5000", "-1e5000", "1e-5000", "1e100000000"):
        assert pair(ddblas.array(mpmath.mpf(special)))[0] == float(special)


def test_back_is_exact():
    rng = random.Random(3)
    values = [number(rng, 300) for _ in range(100)]
    a = ddblas.array(values)
    for element, value in zip(a, values):
        hi, lo = nearest(value)
        exact = Fraction(hi) + Fraction(lo)
        assert element.to_fraction() == exact
        assert Fraction(element.to_decimal()) == exact
        with mpmath.workprec(53):
            _, mantissa, exponent, _ = element.to_mpmath()._mpf_
        assert abs(exact) == Fraction(int(mantissa)) * Fraction(2) ** exponent
        assert pair(ddblas.array(element.to_str())) == (hi, lo)
        assert pair(ddblas.array(element.to_hex())) == (hi, lo)
        assert Fraction(*element.as_integer_ratio()) == exact
        assert float(element) == hi and int(element) == int(exact)
    assert list(a.astype(object)) == list(a.to_fraction())


def test_decimals_of_pairs_with_a_wide_gap():
    a = ddblas.Array(np.array([2.0**1023, 2.0**-1074]))
    assert Fraction(a.to_decimal()) == Fraction(2) ** 1023 + Fraction(2) ** -1074
    assert pair(ddblas.array(a.to_str())) == pair(a)


def test_special_numbers_back():
    inf, nan = ddblas.array(math.inf), ddblas.array(math.nan)
    for convert in (lambda a: a.to_fraction(), int):
        with pytest.raises(OverflowError):
            convert(inf)
        with pytest.raises(ValueError):
            convert(nan)
    assert inf.to_decimal() == Decimal("Infinity") and nan.to_decimal().is_nan()
    assert inf.to_mpmath() == mpmath.inf and inf.to_str() == "inf" and str(nan) == "nan"


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64, np.bool_])
def test_integer_arrays_are_exact(dtype):
    if dtype is np.bool_:
        values = np.array([True, False])
    else:
        info = np.iinfo(dtype)
        values = np.array([info.min, info.max, info.max - 1, 0, 1, info.max // 3], dtype=dtype)
    a = ddblas.array(values)
    assert [int(v) for v in a.to_fraction()] == [int(v) for v in values]
    assert all(abs(lo) <= math.ulp(hi) / 2 for hi, lo in a.storage if lo)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, ">f8", "<f4"])
def test_float_arrays_are_exact(dtype):
    values = np.array([0.1, -3, 1e-4, np.inf, 65504], dtype=dtype)
    a = ddblas.array(values)
    assert np.array_equal(a.hi, values.astype(np.float64)) and not a.lo.any()


def test_longdouble_there_and_back():
    values = np.array(["0.1", "1e300", "-1.23456789012345678901", "inf", "0", "3"], dtype=np.longdouble)
    values[4] = np.finfo(np.longdouble).tiny if np.finfo(np.longdouble).tiny < 1e-320 else 0
    a = ddblas.array(values)
    back = a.astype(np.longdouble)
    in_range = [0, 1, 2, 3, 5]
    assert np.array_equal(back[in_range], values[in_range]) and back[4] == 0
    tenth = np.longdouble("0.1")
    n, d = tenth.as_integer_ratio()
    assert ddblas.array(tenth).to_fraction() == Fraction(n, d)


def test_complex_arrays():
    values = np.array([1 + 2j, -0.1j, complex(np.inf, 1)])
    for dtype in (np.complex128, np.complex64, np.clongdouble):
        a = ddblas.array(values.astype(dtype))
        assert a.kind == "U" and np.array_equal(a.hi, values.astype(dtype).astype(np.complex128))


def test_object_and_text_arrays():
    a = ddblas.array(np.array([Fraction(1, 3), "0.1", 2, 1e-3], dtype=object))
    assert [pair(v) for v in a] == [nearest(Fraction(1, 3)), nearest(Fraction(1, 10)), (2.0, 0.0), (1e-3, 0.0)]
    assert pair(ddblas.array(np.array(["0.1", "2"]))[0]) == nearest(Fraction(1, 10))


def test_numpy_quaddtype():
    quad = pytest.importorskip("numpy_quaddtype")
    values = np.array(["0.1", "1.5", "-3.14159265358979323846264338327950288"], dtype=quad.QuadPrecDType())
    a = ddblas.array(values)
    tenth = Fraction(a[0].to_fraction())
    assert abs(tenth - Fraction(1, 10)) <= Fraction(1, 10) * Fraction(1, 2**106)
    assert a[0].storage[1] != 0 and exact_text(a[1]) == "1.5"
    assert np.array_equal(ddblas.array(a.astype(quad.QuadPrecDType())).storage, a.storage)


def exact_text(a):
    return a.to_str()


def test_nested_lists():
    a = ddblas.array([[1, "0.1"], (Fraction(1, 7), 2.5)])
    assert a.shape == (2, 2) and a.kind == "W"
    assert ddblas.array([]).shape == (0,) and ddblas.array([[], []]).shape == (2, 0)
    b = ddblas.array([np.arange(3.0), [1, 2, 3], ddblas.array(["0.1", 0, 1])])
    assert b.shape == (3, 3) and pair(b[2, 0]) == nearest(Fraction(1, 10))
    assert ddblas.array([ddblas.array(1 + 1j), ddblas.array("0.1")]).kind == "U"
    for wrong in ([1, [2]], [[1], 2], [[1, 2], [3]], [np.zeros(2), np.zeros(3)], [[[1]], [2]]):
        with pytest.raises(ValueError):
            ddblas.array(wrong)


def test_lists_within_themselves():
    endless: list = []
    endless.append(endless)
    with pytest.raises(ValueError):
        ddblas.array(endless)


@pytest.mark.parametrize(
    "wrong", [None, object(), {}, {1, 2}, b"1", [None], ["1", None], np.array("2020", dtype="M8[D]")]
)
def test_no_numbers(wrong):
    with pytest.raises(TypeError):
        ddblas.array(wrong)


def test_masked_arrays_are_refused():
    with pytest.raises(TypeError):
        ddblas.array(np.ma.array([1.0, 2.0], mask=[True, False]))


def test_kinds():
    assert ddblas.array([1], kind="U").kind == "U"
    with pytest.raises(TypeError):
        ddblas.array([1j], kind="W")
    for wrong in ("D", 1, None.__class__, "w"):
        with pytest.raises(ValueError):
            ddblas.array([1], kind=wrong)


def test_from_parts_normalises():
    a = ddblas.from_parts([1.0, 1e-20, 3.0], [1e-20, 1.0, 1.0])
    assert [pair(v) for v in a] == [(1.0, 1e-20), (1.0, 1e-20), (4.0, 0.0)]
    assert ddblas.from_parts(np.ones((2, 1)), np.zeros(3)).shape == (2, 3)
    for wrong in (np.zeros(2, dtype=np.longdouble), np.zeros(2, dtype=complex), "1", np.array([None])):
        with pytest.raises(TypeError):
            ddblas.from_parts(wrong, 0.0)


def test_no_silent_cast():
    a = ddblas.array(["0.1", 2])
    target = np.zeros(2)
    with pytest.raises(TypeError):
        np.asarray(a)
    with pytest.raises(TypeError):
        np.array([a[0], 1.0])
    with pytest.raises(TypeError):
        target[...] = a
    with pytest.raises(TypeError):
        np.add(target, a, out=target)
    with pytest.raises(TypeError):
        target += a
    with pytest.raises(TypeError):
        float(a)
    with pytest.raises(TypeError):
        np.asarray(a, dtype=np.float64)
    assert list(np.asarray(a, dtype=object)) == list(a.to_fraction())
    assert np.array_equal(a.astype(np.float64), [0.1, 2.0]) and a.astype(np.float64).dtype == np.float64
    for wrong in (np.float32, np.int64, "S3", np.float16):
        with pytest.raises(TypeError):
            a.astype(wrong)
    with pytest.raises(TypeError):
        ddblas.array([1j]).astype("W")
    with pytest.raises(TypeError):
        ddblas.array([1j]).astype(np.float64)


def test_pickle_and_copies():
    a = ddblas.array([["0.1", 2], [3, 4]])[::-1, ::-1]
    b = pickle.loads(pickle.dumps(a))
    assert np.array_equal(a.storage, b.storage) and b.shape == (2, 2)
    c = pickle.loads(pickle.dumps(ddblas.array([1j, "0.1"])))
    assert c.kind == "U"


def test_dlpack_exports_the_storage():
    a = ddblas.array(["0.1", 2])
    storage = np.from_dlpack(a)
    assert storage.shape == (2, 2) and np.shares_memory(storage, a.storage)


def test_constants():
    with mpmath.workprec(300):
        assert pair(ddblas.array(mpmath.pi + 0)) == pair(ddblas.pi)
        assert pair(ddblas.array(mpmath.e + 0)) == pair(ddblas.e)
    assert ddblas.eps == 2.0**-104
