"""ddblas.linalg: residuals in exact arithmetic, known answers, NumPy's shapes, errors."""

from __future__ import annotations

import math
import random
import sys
import types
from decimal import Decimal
from fractions import Fraction

import ddblas
import mpmath
import numpy as np
import pytest
from ddblas import linalg
from helpers import complex_numbers, exact, mp_matrix, numbers, pair

UW = mpmath.mpf(2) ** -104
MAKERS = [numbers, complex_numbers]


def frobenius(matrix):
    return mpmath.sqrt(sum(abs(matrix[i, j]) ** 2 for i in range(matrix.rows) for j in range(matrix.cols)))


def small(matrix, bound):
    assert frobenius(matrix) <= bound, f"{frobenius(matrix)} > {bound}"


def unitary(q, factor=8):
    q = mp_matrix(q)
    small(q.H * q - mpmath.eye(q.cols), factor * max(q.rows, q.cols) * UW)


def random_unitary(rng, n, maker):
    return linalg.qr(maker(rng, n, n)).Q


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("n", [1, 2, 5, 20])
def test_solve(maker, n):
    rng = random.Random(n)
    a, b = maker(rng, n, n), maker(rng, n, 3)
    for right in (b, b[:, 0], b[:, 1:], b.T.copy().T):
        x = linalg.solve(a, right)
        assert x.shape == right.shape
        one = x if x.ndim == 2 else x.reshape(n, 1)
        other = right if right.ndim == 2 else right.reshape(n, 1)
        residual = mp_matrix(a) * mp_matrix(one) - mp_matrix(other)
        small(residual, 100 * n * UW * frobenius(mp_matrix(a)) * frobenius(mp_matrix(one)))
    before = a.copy()
    linalg.solve(a, b)
    assert np.array_equal(a.storage, before.storage)
    assert np.array_equal(np.linalg.solve(a, b).storage, linalg.solve(a, b).storage)


def test_hilbert_has_the_digits_that_double_loses():
    n = 12
    a = ddblas.array([[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)])
    exact_a = exact(a)
    ones = np.array([Fraction(1)] * n, dtype=object)
    b = ddblas.array(exact_a @ ones)
    x = linalg.solve(a, b)
    assert max(abs(v - 1) for v in exact(x)) < Fraction(1, 10**12)
    assert np.max(np.abs(np.linalg.solve(a.hi, b.hi) - 1)) > 1e-3


def test_solve_mixed_kinds_and_lists():
    x = linalg.solve([[2, 1], [1, 3]], [1, 2])
    assert abs(x[0].to_fraction() - Fraction(1, 5)) < Fraction(1, 2**100) and x.kind == "W"
    assert linalg.solve([[2, 1], [1, 3]], [1j, 2]).kind == "U" and linalg.solve([[2j, 1], [1, 3]], [1, 2]).kind == "U"


@pytest.mark.parametrize("maker", MAKERS)
def test_inverse_and_determinant(maker):
    rng = random.Random(3)
    for n in (1, 2, 6):
        a = maker(rng, n, n)
        inverse = linalg.inv(a)
        product = mp_matrix(a) * mp_matrix(inverse) - mpmath.eye(n)
        small(product, 100 * n * UW * frobenius(mp_matrix(a)) * frobenius(mp_matrix(inverse)))
        want = mpmath.det(mp_matrix(a))
        got = linalg.det(a)
        condition = frobenius(mp_matrix(a)) * frobenius(mp_matrix(inverse))
        assert abs(got.to_mpmath() - want) <= 100 * n * UW * condition * abs(want)
        sign, logarithm = linalg.slogdet(a)
        assert abs(logarithm.to_mpmath() - mpmath.log(abs(want))) <= 100 * n * UW * condition
        assert abs(sign.to_mpmath() - want / abs(want)) <= 100 * n * UW * condition


def test_integer_determinants_are_exact():
    a = ddblas.array([[2, 0, 1], [1, 3, 2], [1, 1, 2]])
    assert abs(exact(linalg.det(a)) - 6) < Fraction(1, 2**100)
    assert exact(linalg.det(ddblas.array([[1, 2], [2, 4]]))) == 0
    sign, logarithm = linalg.slogdet(ddblas.array([[1, 2], [2, 4]]))
    assert float(sign) == 0 and float(logarithm) == -math.inf
    assert float(linalg.det(ddblas.zeros((0, 0)))) == 1


def test_determinants_beyond_the_range():
    a = ddblas.eye(40) * 1e300
    assert float(linalg.det(a)) == math.inf and float(linalg.det(ddblas.eye(40) * 1e-300)) == 0
    assert pair(linalg.det(a))[1] == 0
    sign, logarithm = linalg.slogdet(a)
    assert float(sign) == 1
    assert abs(logarithm.to_mpmath() - 40 * mpmath.log(mpmath.mpf(1e300))) < mpmath.mpf(10) ** -26
    assert float(linalg.det(ddblas.array([[1e-300, 0], [0, 1e-20]]))) == pytest.approx(1e-320, abs=5e-324)


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("upper", [False, True])
def test_cholesky(maker, upper):
    rng = random.Random(5)
    for n in (1, 3, 12):
        b = maker(rng, n, n)
        a = b @ b.conj().T + ddblas.eye(n)
        other = np.tril(a) if not upper else np.triu(a)
        factor = linalg.cholesky(other, upper=upper)  # the other triangle is not read
        m = mp_matrix(factor)
        small((m.H * m if upper else m * m.H) - mp_matrix(a), 20 * n * UW * frobenius(mp_matrix(a)))
        triangle = np.tril(factor, -1) if upper else np.triu(factor, 1)
        assert not np.any(triangle != 0)


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("shape", [(1, 1), (5, 3), (3, 5), (4, 4), (9, 1), (1, 9), (0, 3), (3, 0)])
def test_qr(maker, shape):
    rng = random.Random(6)
    a = maker(rng, *shape)
    m, n = shape
    for mode in ("reduced", "complete"):
        q, r = linalg.qr(a, mode)
        want_q, want_r = np.linalg.qr(np.zeros(shape), mode)
        assert q.shape == want_q.shape and r.shape == want_r.shape
        assert not np.any(np.tril(r, -1) != 0)
        if m and n:
            unitary(q)
            small(mp_matrix(q) * mp_matrix(r) - mp_matrix(a), 20 * max(shape) * UW * frobenius(mp_matrix(a)))
    assert np.array_equal(linalg.qr(a, "r").storage, linalg.qr(a).R.storage)
    with pytest.raises(ValueError):
        linalg.qr(a, "raw")


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("shape", [(6, 3), (3, 6), (4, 4)])
def test_lstsq(maker, shape):
    rng = random.Random(7)
    a, b = maker(rng, *shape), maker(rng, shape[0], 2)
    x, residuals, rank, s = linalg.lstsq(a, b)
    assert rank == min(shape) and x.shape == (shape[1], 2) and s.shape == (min(shape),)
    am, bm, xm = mp_matrix(a), mp_matrix(b), mp_matrix(x)
    rest = bm - am * xm
    condition = s[0].to_mpmath() / s[-1].to_mpmath()
    small(am.H * rest, 200 * UW * condition * frobenius(am) * (frobenius(am) * frobenius(xm) + frobenius(bm)))
    if shape[0] > shape[1]:
        for j in range(2):
            want = sum(abs(rest[i, j]) ** 2 for i in range(shape[0]))
            assert abs(residuals[j].to_mpmath() - want) <= 200 * UW * condition * want + mpmath.mpf(2) ** -180
    else:
        assert residuals.shape == (0,)
        small(rest, 200 * UW * condition * frobenius(bm))
    vector = linalg.lstsq(a, b[:, 0])
    assert vector[0].shape == (shape[1],) and np.linalg.lstsq(a, b, rcond=None)[2] == rank


def test_lstsq_without_full_rank():
    a = ddblas.array([[1, 2], [2, 4], [3, 6]])
    x, residuals, rank, s = linalg.lstsq(a, [1, 2, 3])
    assert rank == 1 and residuals.shape == (0,)
    for got, want in zip(exact(x), (Fraction(1, 5), Fraction(2, 5))):
        assert abs(got - want) < Fraction(1, 2**98)
    with pytest.raises(ValueError):
        linalg.lstsq(a, [1, 2, 3], rcond=1.5)


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("n", [1, 2, 7, 40])
@pytest.mark.parametrize("uplo", ["L", "U"])
def test_eigh(maker, n, uplo):
    rng = random.Random(8)
    b = maker(rng, n, n)
    a = b + b.conj().T
    w, v = linalg.eigh(np.tril(a) if uplo == "L" else np.triu(a), uplo)
    assert w.kind == "W" and v.kind == a.kind and np.all(w[1:] >= w[:-1])
    am, vm = mp_matrix(a), mp_matrix(v)
    unitary(v)
    small(am * vm - vm * mpmath.diag(list(w.to_mpmath())), 8 * n * UW * frobenius(am))
    alone = linalg.eigvalsh(a, uplo)
    assert max(abs(exact(alone) - exact(w))) <= 16 * n * Fraction(1, 2**104) * Fraction(float(frobenius(am)))
    assert type(linalg.eigh(a)).__name__ == "EighResult"


def test_known_eigenvalues():
    n = 30  # the second difference: 2 - 2 cos(k pi / (n + 1))
    a = 2 * ddblas.eye(n) - ddblas.eye(n, k=1) - ddblas.eye(n, k=-1)
    for k, w in enumerate(linalg.eigvalsh(a), 1):
        assert abs(w.to_mpmath() - (2 - 2 * mpmath.cos(k * mpmath.pi / (n + 1)))) < 200 * UW


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("n", [1, 2, 5, 20])
def test_eig(maker, n):
    rng = random.Random(9 + n)
    a = maker(rng, n, n)
    w, v = linalg.eig(a)
    am, vm = mp_matrix(a), mp_matrix(v)
    small(am * vm - vm * mpmath.diag([x.to_mpmath() for x in w]), 20 * (n + 8) * UW * frobenius(am))
    for j in range(n):
        assert abs(sum(abs(vm[i, j]) ** 2 for i in range(n)) - 1) < 100 * UW
    alone = linalg.eigvals(a)
    assert abs(sum(x.to_mpmath() for x in alone) - sum(am[i, i] for i in range(n))) < 100 * n * UW * frobenius(am)


def test_eig_is_real_where_numpy_says_real():
    symmetric = ddblas.array([[2, 1], [1, 3]])
    rotation = ddblas.array([[0, 1], [-1, 0]])
    assert linalg.eigvals(symmetric).kind == "W" and linalg.eig(symmetric).eigenvectors.kind == "W"
    w = linalg.eigvals(rotation)
    assert w.kind == "U" and sorted(complex(x).imag for x in w) == [-1, 1]


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("shape", [(1, 1), (5, 3), (3, 5), (4, 4), (40, 36), (0, 3), (3, 0)])
def test_svd(maker, shape):
    rng = random.Random(10)
    a = maker(rng, *shape)
    k = min(shape)
    for full in (True, False):
        u, s, vh = linalg.svd(a, full_matrices=full)
        want = np.linalg.svd(np.zeros(shape), full_matrices=full)
        assert (u.shape, s.shape, vh.shape) == tuple(x.shape for x in want)
        assert s.kind == "W" and np.all(s >= 0) and np.all(s[1:] <= s[:-1])
        if k == 0:
            continue
        unitary(u)
        unitary(vh.T)
        product = mp_matrix(u[:, :k]) * mpmath.diag(list(s.to_mpmath())) * mp_matrix(vh[:k])
        small(product - mp_matrix(a), 20 * max(shape) * UW * frobenius(mp_matrix(a)))
    for values in (linalg.svdvals(a), linalg.svd(a, compute_uv=False)):
        assert np.all(abs(values - s) <= 1e-29)


@pytest.mark.parametrize("maker", MAKERS)
def test_rank_pinv_cond(maker):
    rng = random.Random(11)
    u, v = random_unitary(rng, 5, maker), random_unitary(rng, 4, maker)
    s = ddblas.array([8, 2, "1e-25"])
    a = (u[:, :3] * s) @ v[:3]
    assert (
        linalg.matrix_rank(a) == 3
        and linalg.matrix_rank(a, tol=1e-20) == 2
        and linalg.matrix_rank(ddblas.zeros((2, 2))) == 0
    )
    assert linalg.matrix_rank(a, rtol=1e-20) == 2 and linalg.matrix_rank(a, rtol=1e-27) == 3
    assert np.array_equal(linalg.pinv(a, rtol=1e-20), linalg.pinv(a, rcond=1e-20))
    for wrong in (lambda: linalg.matrix_rank(a, 1, rtol=0.1), lambda: linalg.pinv(a, 0.1, rtol=0.1)):
        with pytest.raises(ValueError):
            wrong()
    for rcond, rank in ((None, 3), (1e-20, 2)):
        x = linalg.pinv(a, rcond)
        assert x.shape == (4, 5)
        kept = mp_matrix((u[:, :rank] * s[:rank]) @ v[:rank])
        xm = mp_matrix(x)
        loss = 200 * UW * (mpmath.mpf(8) / s[rank - 1].to_mpmath()) ** 2
        small(xm * kept * xm - xm, (loss + (mpmath.mpf("1e-24") if rank == 2 else 0)) * frobenius(xm) ** 1)
    square = (random_unitary(rng, 3, maker) * ddblas.array([4, 2, 1])) @ random_unitary(rng, 3, maker)
    assert abs(linalg.cond(square).to_mpmath() - 4) < 1000 * UW
    assert abs(linalg.cond(square, -2).to_mpmath() - mpmath.mpf(1) / 4) < 1000 * UW
    inverse = mp_matrix(square) ** -1
    for p in (1, math.inf, "fro"):
        want = norm_of(mp_matrix(square), p) * norm_of(inverse, p)
        assert abs(linalg.cond(square, p).to_mpmath() - want) < 1000 * UW * want
    assert float(linalg.cond(ddblas.array([[1, 2], [2, 4]]), 1)) == math.inf


def norm_of(m, p):
    if p == "fro":
        return frobenius(m)
    rows = [[abs(m[i, j]) for j in range(m.cols)] for i in range(m.rows)]
    sums = [sum(r) for r in rows] if abs(p) == math.inf else [sum(r[j] for r in rows) for j in range(m.cols)]
    return max(sums) if p > 0 else min(sums)


@pytest.mark.parametrize("maker", MAKERS)
def test_norms(maker):
    rng = random.Random(12)
    a = maker(rng, 4, 6)
    am = mp_matrix(a)
    for view, m in ((a, am), (a.T, am.T), (a[::-1], am), (a[:, ::2], mp_matrix(a[:, ::2].copy()))):
        for p in (1, -1, math.inf, -math.inf, "fro"):
            want = norm_of(m, p)
            assert abs(linalg.norm(view, p).to_mpmath() - want) <= 20 * UW * want
    assert abs(linalg.norm(a).to_mpmath() - frobenius(am)) <= 20 * UW * frobenius(am)
    s = linalg.svdvals(a)
    assert exact(linalg.norm(a, 2)) == exact(s[0]) and exact(linalg.norm(a, -2)) == exact(s[-1])
    assert abs(exact(linalg.norm(a, "nuc")) - sum(exact(s))) < Fraction(1, 2**90)
    moduli = [abs(am[0, j]) for j in range(6)]
    for p, want in (
        (None, mpmath.sqrt(sum(x * x for x in moduli))),
        (2, mpmath.sqrt(sum(x * x for x in moduli))),
        (1, sum(moduli)),
        (math.inf, max(moduli)),
        (-math.inf, min(moduli)),
        (0, 6),
    ):
        assert abs(linalg.norm(a[0], p).to_mpmath() - want) <= 20 * UW * want
    for axis in (0, 1, -1):
        assert linalg.norm(a, axis=axis).shape == np.linalg.norm(np.ones((4, 6)), axis=axis).shape
        assert (
            linalg.norm(a, axis=axis, keepdims=True).shape
            == np.linalg.norm(np.ones((4, 6)), axis=axis, keepdims=True).shape
        )
    three = maker(rng, 2, 3, 4)
    for axis in ((0, 1), (2, 0), (-1, -2)):
        got = linalg.norm(three, "fro", axis)
        assert got.shape == np.linalg.norm(np.ones((2, 3, 4)), "fro", axis).shape
    assert linalg.norm(three, axis=(0, 2), keepdims=True).shape == (1, 3, 1)
    assert linalg.vector_norm(three, keepdims=True).shape == (1, 1, 1) and linalg.matrix_norm(three).shape == (2,)
    big = ddblas.array([1e300, 1e300])
    assert abs(linalg.norm(big).to_mpmath() / mpmath.mpf(1e300) - mpmath.sqrt(2)) < 10 * UW
    for wrong in (
        lambda: linalg.norm(a, 3),
        lambda: linalg.norm(a[0], 3),
        lambda: linalg.norm(three, 1),
        lambda: linalg.norm(a, "x"),
        lambda: linalg.norm(ddblas.zeros((0, 2)), 2),
    ):
        with pytest.raises(ValueError):
            wrong()


def test_wrong_orders_of_norms():
    a = ddblas.eye(2)
    for wrong in (Decimal("sNaN"), ddblas.array(1), 1j, b"fro", [1], object()):
        for call in (linalg.norm, linalg.vector_norm, linalg.matrix_norm, linalg.cond):
            with pytest.raises(TypeError):
                call(a, wrong)
        with pytest.raises(TypeError):
            linalg.norm(a[0], wrong)


def test_powers_and_chains():
    a = ddblas.array([[1, 1], [1, 0]])
    assert exact(linalg.matrix_power(a, 90)[0, 1]) == 2880067194370816120
    assert np.array_equal(linalg.matrix_power(a, 0).hi, np.eye(2)) and exact(linalg.matrix_power(a, -1)[1, 1]) == -1
    assert np.array_equal(linalg.multi_dot([a, a, a]).hi, [[3, 2], [2, 1]])
    with pytest.raises(TypeError):
        linalg.matrix_power(a, 0.5)


@pytest.mark.parametrize("maker", MAKERS)
def test_stacks(maker):
    rng = random.Random(13)
    a, b = maker(rng, 2, 3, 4, 4), maker(rng, 3, 4, 2)
    one = a + a.conj().mT + 10000 * ddblas.eye(4)
    results = {
        "solve": linalg.solve(a, b),
        "inv": linalg.inv(a),
        "det": linalg.det(a),
        "cholesky": linalg.cholesky(one),
        "eigvalsh": linalg.eigvalsh(one),
        "svdvals": linalg.svdvals(a),
        "pinv": linalg.pinv(a),
        "qr": linalg.qr(a).R,
        "eigvals": ddblas.array(linalg.eigvals(a), "U"),
        "rank": linalg.matrix_rank(a),
        "norm": linalg.matrix_norm(a),
        "cond": linalg.cond(a),
        "logdet": linalg.slogdet(a).logabsdet,
        "vectors": linalg.eigh(one).eigenvectors,
    }
    for i, j in np.ndindex(2, 3):
        m, h = a[i, j], one[i, j]
        singles = {
            "solve": linalg.solve(m, b[j]),
            "inv": linalg.inv(m),
            "det": linalg.det(m),
            "cholesky": linalg.cholesky(h),
            "eigvalsh": linalg.eigvalsh(h),
            "svdvals": linalg.svdvals(m),
            "pinv": linalg.pinv(m),
            "qr": linalg.qr(m).R,
            "eigvals": ddblas.array(linalg.eigvals(m), "U"),
            "rank": linalg.matrix_rank(m),
            "norm": linalg.matrix_norm(m),
            "cond": linalg.cond(m),
            "logdet": linalg.slogdet(m).logabsdet,
            "vectors": linalg.eigh(h).eigenvectors,
        }
        for name, single in singles.items():
            got = results[name][i, j]
            assert np.array_equal(got, single), name


def test_progress_changes_no_result(monkeypatch):
    seen = []

    def tqdm(items, **options):
        seen.append((options["total"], options["desc"]))
        return items

    auto = types.ModuleType("tqdm.auto")
    auto.tqdm = tqdm
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", auto)
    a = numbers(random.Random(1), 3, 2, 2)
    ddblas.set_progress(False)
    inverse, square = linalg.inv(a), a @ a
    assert not seen
    ddblas.set_progress(True)
    try:
        assert np.array_equal(linalg.inv(a), inverse) and np.array_equal(a @ a, square)
        linalg.inv(a[0])
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
        assert np.array_equal(linalg.inv(a), inverse)  # without tqdm
    finally:
        ddblas.set_progress(False)
    assert seen == [(3, "matrices"), (3, "products")]


def test_stacks_without_matrices():
    a = ddblas.zeros((0, 3, 3))
    assert linalg.solve(a, ddblas.zeros((3, 2))).shape == (0, 3, 2) and linalg.inv(a).shape == (0, 3, 3)
    assert linalg.det(a).shape == (0,) and linalg.eigh(a).eigenvalues.shape == (0, 3)
    assert linalg.svdvals(ddblas.zeros((2, 0, 3, 4))).shape == (2, 0, 3)


SQUARE = [
    linalg.inv,
    linalg.det,
    linalg.slogdet,
    linalg.cholesky,
    linalg.eigh,
    linalg.eigvalsh,
    linalg.eig,
    linalg.eigvals,
]


@pytest.mark.parametrize("function", SQUARE, ids=lambda f: f.__name__)
def test_wrong_shapes(function):
    for shape in ((2, 3), (3,), (), (2, 2, 3)):
        with pytest.raises(linalg.LinAlgError, match="a: a .*matrix is expected"):
            function(ddblas.zeros(shape))


def test_wrong_right_sides():
    a = ddblas.eye(3)
    for shape in ((2,), (2, 3), (4,)):
        with pytest.raises(ValueError, match="b: 3 rows"):
            linalg.solve(a, ddblas.zeros(shape))
        # A LinAlgError is a ValueError from NumPy 1.25 on.
        with pytest.raises((ValueError, linalg.LinAlgError), match="b: 3 rows"):
            linalg.lstsq(a, ddblas.zeros(shape))
    with pytest.raises(linalg.LinAlgError):
        linalg.solve(a, 1)


def test_singular_matrices():
    a = ddblas.array([[1, 2], [2, 4]])
    for call in (lambda: linalg.solve(a, [1, 2]), lambda: linalg.inv(a), lambda: np.linalg.inv(a)):
        with pytest.raises(np.linalg.LinAlgError, match="singular"):
            call()
    with pytest.raises(linalg.LinAlgError, match="positive definite"):
        linalg.cholesky(ddblas.array([[1, 2], [2, 1]]))


def test_matrices_that_are_not_finite():
    for value in (math.inf, math.nan):
        a = ddblas.array([[1, 2], [2, value]])
        for function in (
            linalg.eigh,
            linalg.eigvalsh,
            linalg.eig,
            linalg.eigvals,
            linalg.svd,
            linalg.svdvals,
            linalg.pinv,
        ):
            with pytest.raises(linalg.LinAlgError, match="Inf or NaN"):
                function(a)
    assert np.isnan(linalg.solve(ddblas.array([[math.nan, 1], [1, 1]]), [1, 2])).any()


@pytest.mark.parametrize(
    "function", [linalg.inv, linalg.eigh, linalg.eigvals, linalg.svd, linalg.qr, linalg.pinv, linalg.cholesky]
)
def test_empty_matrices(function):
    result = function(ddblas.zeros((0, 0)))
    first = result if isinstance(result, ddblas.Array) else result[0]
    assert 0 in first.shape


def test_wrong_types():
    for wrong in (None, "1", object(), [["a"]], {}):
        for name in linalg.__all__:
            function = getattr(linalg, name)
            if isinstance(function, type):
                continue
            arguments = (
                (wrong, 2) if name == "matrix_power" else (wrong, wrong) if name in ("solve", "lstsq") else (wrong,)
            )
            with pytest.raises((TypeError, ValueError)):
                function(*arguments)
