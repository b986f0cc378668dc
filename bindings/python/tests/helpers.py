"""What the tests share: exact values, random numbers, rounding by definition."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import ddblas
import mpmath
import numpy as np

U = Fraction(1, 2**53)  # unit of double
UW = Fraction(1, 2**104)

mpmath.mp.prec = 250


def nearest(value: Fraction) -> tuple[float, float]:
    """The pair (RN(v), RN(v - RN(v))), by Fraction alone."""
    high = float(value)
    return high, float(value - Fraction(high))


def pair(number: Any) -> tuple[float, float]:
    assert number.shape == ()
    return float(number.storage[0]), float(number.storage[1])


def exact(a: Any) -> Any:
    """Exact values: a Fraction, or an object array of these."""
    return a.to_fraction()


def number(rng: random.Random, spread: int = 8) -> Fraction:
    """A random number with about 106 bits; half of them have low parts of another size."""
    scale = Fraction(2) ** rng.randint(-spread, spread)
    value = Fraction(rng.getrandbits(160) - 2**159, 2**159) * scale
    if rng.random() < 0.3:
        value = Fraction(rng.randint(-9, 9)) + value * Fraction(2) ** -rng.randint(50, 120)
    return value


def numbers(rng: random.Random, *shape: int, spread: int = 8) -> Any:
    values = np.empty(shape, dtype=object)
    for index in np.ndindex(*shape):
        values[index] = number(rng, spread)
    return ddblas.array(values)


def complex_numbers(rng: random.Random, *shape: int, spread: int = 8) -> Any:
    return ddblas.from_complex_parts(numbers(rng, *shape, spread=spread), numbers(rng, *shape, spread=spread))


def exact_product(a: Any, b: Any) -> Any:
    """The product of object arrays of Fractions (or of pairs of these for complex numbers)."""
    return a @ b


def real_and_imaginary(a: Any) -> tuple[Any, Any]:
    return exact(a.real), exact(a.imag)


def norm(values: Any) -> float:
    """The Frobenius norm as a float; no digits are needed of it."""
    return math.sqrt(float(sum(value * value for value in np.ravel(values))))


def mp_matrix(a: Any) -> Any:
    """A matrix of mpmath, exactly; mpmath works with 250 bits."""
    rows, columns = a.shape
    if a.kind == "W":
        return mpmath.matrix(rows, columns) + mpmath.matrix(a.to_mpmath().tolist())
    re_part, im_part = a.real.to_mpmath(), a.imag.to_mpmath()
    return mpmath.matrix([[mpmath.mpc(re_part[i, j], im_part[i, j]) for j in range(columns)] for i in range(rows)])


def mp_norm(a: Any) -> Any:
    return mpmath.norm(a, 2) if len(a) else mpmath.mpf(0)
