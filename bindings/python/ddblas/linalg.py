"""Linear algebra with the names and results of numpy.linalg, in double-double.

Operands are Arrays, or what ddblas.array converts. Arrays of more than two axes are stacks of
matrices, as in NumPy. solve, cholesky and eigh also take ddblas.gpu.DeviceArray.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.linalg import LinAlgError

from . import _core, _ufunc, gpu
from ._array import Array, asarray, check_axes, wrap
from ._checks import check_converged, check_positive_definite, check_regular, is_upper
from ._convert import Storage
from ._functions import broadcast_to, eye, from_complex_parts, moveaxis, where, zeros
from ._progress import progress
from .gpu import DeviceArray

__all__ = [
    "EighResult", "EigResult", "LinAlgError", "QRResult", "SlogdetResult", "SVDResult",
    "cholesky", "cond", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "lstsq", "matrix_norm", "matrix_power",
    "matrix_rank", "multi_dot", "norm", "pinv", "qr", "slogdet", "solve", "svd", "svdvals", "vector_norm",
]  # fmt: skip


class EighResult(NamedTuple):
    eigenvalues: Any  # of Array, or of gpu.DeviceArray
    eigenvectors: Any


class EigResult(NamedTuple):
    eigenvalues: Array
    eigenvectors: Array


class QRResult(NamedTuple):
    Q: Array
    R: Array


class SlogdetResult(NamedTuple):
    sign: Array
    logabsdet: Array


class SVDResult(NamedTuple):
    U: Array
    S: Array
    Vh: Array


# ---- operands ------------------------------------------------------------------------------------


def _matrix(value: Any, name: str, square: bool = False) -> Array:
    a = asarray(_ufunc.operand(value))
    if a.ndim < 2:
        raise LinAlgError(f"{name}: a matrix is expected, and it has {a.ndim} axes")
    if square and a.shape[-1] != a.shape[-2]:
        raise LinAlgError(f"{name}: a square matrix is expected, and it is {a.shape[-2]} x {a.shape[-1]}")
    return a


def _same_kind(a: Array, b: Array) -> tuple[Array, Array]:
    if a._complex == b._complex:
        return a, b
    return a.astype("U", copy=False), b.astype("U", copy=False)


def _columns(data: Storage) -> Storage:
    """A column-major copy of the storage of a matrix."""
    return np.array(data.swapaxes(0, 1), order="C", copy=True)


def _rows(columns: Storage) -> Storage:
    """The storage of a matrix from its column-major one: a view."""
    return columns.swapaxes(0, 1)


def _stacked(function: Callable[..., tuple[Storage, ...]], *arrays: Array) -> list[Storage]:
    """Calls a function of matrices for each matrix of stacks, which broadcast; stacks its results."""
    if all(a.ndim == 2 for a in arrays):
        return list(function(*(a._data for a in arrays)))
    stack = np.broadcast_shapes(*(a.shape[:-2] for a in arrays))
    data = [broadcast_to(a, stack + a.shape[-2:])._data for a in arrays]
    results: list[list[Any]] = []
    for index in progress(np.ndindex(*stack), math.prod(stack), "matrices"):
        results.append(list(function(*(part[index] for part in data))))
    if not results:  # an empty stack: the results for identity matrices have the right shapes
        parts = function(*(eye(a.shape[-2], a.shape[-1], kind=a.kind)._data for a in arrays))
        return [np.zeros(stack + np.shape(part), np.asarray(part).dtype) for part in parts]
    columns = (np.stack([result[i] for result in results]) for i in range(len(results[0])))
    return [part.reshape(stack + part.shape[1:]) for part in columns]


# ---- systems, inverses, determinants -------------------------------------------------------------


def solve(a: Any, b: Any) -> Any:
    """The solution of a x = b by LU factors with partial pivoting; b is a vector or a matrix."""
    if isinstance(a, DeviceArray):
        return gpu.solve(a, b)
    matrix = _matrix(a, "a", square=True)
    right = asarray(_ufunc.operand(b))
    if right.ndim == 0:
        raise LinAlgError("b: a vector or a matrix is expected")
    matrix, right = _same_kind(matrix, right)
    vector = right.ndim == 1
    if vector:
        right = right.reshape(right.size, 1)
    if right.shape[-2] != matrix.shape[-1]:
        raise ValueError(f"b: {matrix.shape[-1]} rows are expected, and it has {right.shape[-2]}")
    is_complex = matrix._complex

    def one(a_data: Storage, b_data: Storage) -> tuple[Storage]:
        x = _columns(b_data)
        check_regular(_core.gesv(is_complex, _columns(a_data), x))
        return (_rows(x),)

    x = wrap(_stacked(one, matrix, right)[0], is_complex)
    return x[..., 0] if vector else x


def inv(a: Any) -> Array:
    """The inverse, from LU factors."""
    matrix = _matrix(a, "a", square=True)
    is_complex = matrix._complex

    def one(data: Storage) -> tuple[Storage]:
        factors = _columns(data)
        pivots, info = _core.getrf(is_complex, factors)
        check_regular(info)
        inverse, info = _core.getri(is_complex, factors, pivots)
        check_regular(info)
        return (_rows(inverse),)

    return wrap(_stacked(one, matrix)[0], is_complex)


def _determinants(matrix: Array) -> list[Storage]:
    def one(data: Storage) -> tuple[Storage, ...]:
        factors = _columns(data)
        pivots, _ = _core.getrf(matrix._complex, factors)
        mantissa, exponent, logarithm = _core.gedet(matrix._complex, factors, pivots)
        return mantissa, np.asarray(exponent), logarithm

    return _stacked(one, matrix)


def det(a: Any) -> Array:
    """The determinant; Inf or 0 if it leaves the range (slogdet does not)."""
    matrix = _matrix(a, "a", square=True)
    mantissa, exponent, _ = _determinants(matrix)
    power = exponent.reshape(exponent.shape + (1,) * matrix._tail)
    with np.errstate(all="ignore"):
        high_and_low = np.ldexp(mantissa, np.clip(power, -5000, 5000).astype(np.int32))
    result = wrap(np.ascontiguousarray(high_and_low), matrix._complex)
    return _ufunc.arithmetic("add", result, 0.0)  # a low part beside Inf becomes 0


def slogdet(a: Any) -> SlogdetResult:
    """The sign (or phase) of the determinant and the logarithm of its modulus."""
    matrix = _matrix(a, "a", square=True)
    mantissa, _, logarithm = _determinants(matrix)
    value = wrap(mantissa, matrix._complex)
    size = abs(value)
    sign = value / where(size == 0, 1, size)
    return SlogdetResult(sign, wrap(logarithm, False))


def cholesky(a: Any, *, upper: bool = False) -> Any:
    """L with a = L L^H, or with upper U with a = U^H U. Only that triangle of a is read."""
    if isinstance(a, DeviceArray):
        return gpu.cholesky(a, upper=upper)
    matrix = _matrix(a, "a", square=True)
    is_complex = matrix._complex

    def one(data: Storage) -> tuple[Storage]:
        factor = _columns(data)
        check_positive_definite(_core.potrf(is_complex, bool(upper), factor))
        return (_rows(factor),)

    return wrap(_stacked(one, matrix)[0], is_complex)


def matrix_power(a: Any, n: int) -> Array:
    """a to an integer power by repeated products."""
    matrix = _matrix(a, "a", square=True)
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)):
        raise TypeError("n: an integer is expected")
    if n < 0:
        matrix, n = inv(matrix), -n
    result: Array | None = None
    while n:
        if n & 1:
            result = matrix if result is None else result @ matrix
        n >>= 1
        if n:
            matrix = matrix @ matrix
    if result is None:
        result = broadcast_to(eye(matrix.shape[-1], kind=matrix.kind), matrix.shape)
    return result.copy()


def multi_dot(arrays: Any) -> Array:
    """The product of several matrices, from the left to the right."""
    parts = [asarray(_ufunc.operand(a)) for a in arrays]
    if not parts:
        raise ValueError("multi_dot: at least one array is expected")
    result = parts[0]
    for part in parts[1:]:
        result = _ufunc.matmul(result, part)
    return result


# ---- QR and least squares ------------------------------------------------------------------------


def qr(a: Any, mode: str = "reduced") -> Any:
    """a = Q R. mode is "reduced", "complete", or "r" for R alone."""
    if mode not in ("reduced", "complete", "r"):
        raise ValueError('mode: one of "reduced", "complete" and "r" is expected')
    matrix = _matrix(a, "a")
    is_complex = matrix._complex

    def one(data: Storage) -> tuple[Storage, ...]:
        m, n = data.shape[:2]
        factors = _columns(data)
        tau = _core.geqrf(is_complex, factors)
        columns = m if mode == "complete" else min(m, n)
        r = np.zeros((columns, n) + data.shape[2:])
        r[: min(m, n)] = _rows(factors)[: min(m, n)]
        r[np.tril(np.ones((columns, n), dtype=bool), -1)] = 0.0
        if mode == "r":
            return (r,)
        q = np.zeros((columns, m) + data.shape[2:])
        q[: min(columns, n)] = factors[: min(columns, n)]
        _core.orgqr(is_complex, q, tau)
        return _rows(q), r

    parts = [wrap(part, is_complex) for part in _stacked(one, matrix)]
    return parts[0] if mode == "r" else QRResult(parts[0], parts[1])


def lstsq(a: Any, b: Any, rcond: Any = None) -> tuple[Array, Array, int, Array]:
    """(x, residuals, rank, singular values) of the least squares problem; x has the least norm.

    Singular values up to rcond times the largest one count as 0; None means max(m, n) u_w. residuals
    is empty unless a has full rank and more rows than columns.
    """
    matrix, right = _same_kind(_matrix(a, "a"), asarray(_ufunc.operand(b)))
    if matrix.ndim != 2 or right.ndim not in (1, 2):
        raise LinAlgError("lstsq: a is one matrix, and b a vector or a matrix")
    m, n = matrix.shape
    if right.shape[0] != m:
        raise LinAlgError(f"b: {m} rows are expected, and it has {right.shape[0]}")
    u, s, vh = svd(matrix, full_matrices=False)
    limit = _tolerance(rcond, m, n) * (s[0] if s.size else 0)
    rank = int(np.count_nonzero(s > limit))
    projected = _adjoint(u[:, :rank]) @ right
    scale = s[:rank] if right.ndim == 1 else s[:rank].reshape(rank, 1)
    x = _adjoint(vh[:rank]) @ (projected / scale)
    residuals = zeros((0,))
    if rank == n and m > n:
        rest = abs(right - matrix @ x)
        residuals = (rest * rest).sum(axis=0)
        residuals = residuals.reshape(residuals.size)
    return x, residuals, rank, s


def _adjoint(a: Array) -> Array:
    return a.conj().mT if a._complex else a.mT


def _tolerance(value: Any, m: int, n: int) -> Any:
    """A relative tolerance from 0 to below 1; None means max(m, n) u_w, u_w = 2^-104."""
    if value is None:
        return max(m, n) * 2.0**-104
    number = float(asarray(value, "W"))
    if not number < 1.0:
        raise ValueError("rcond or rtol: a number below 1 is expected")
    return max(number, 0.0)


# ---- eigenvalues ---------------------------------------------------------------------------------


def _symmetric(a: Any, uplo: str, vectors: bool) -> list[Array]:
    upper, matrix = is_upper(uplo), _matrix(a, "a", square=True)

    def one(data: Storage) -> tuple[Storage, ...]:
        v = _columns(data)
        w, info = _core.syevd(matrix._complex, vectors, upper, v)
        check_converged(info, len(data))
        return (w, _rows(v)) if vectors else (w,)

    parts = _stacked(one, matrix)
    return [wrap(parts[0], False)] + [wrap(part, matrix._complex) for part in parts[1:]]


def eigh(a: Any, UPLO: str = "L") -> EighResult:
    """Eigenvalues, ascending, and eigenvectors of a symmetric or Hermitian matrix, of which the
    triangle UPLO is read."""
    if isinstance(a, DeviceArray):
        return EighResult(*gpu.eigh(a, UPLO))
    return EighResult(*_symmetric(a, UPLO, True))


def eigvalsh(a: Any, UPLO: str = "L") -> Array:
    return _symmetric(a, UPLO, False)[0]


def _vectors_of_pairs(v: Storage, wi: Storage) -> Storage:
    """Complex vectors from LAPACK's real ones, where a conjugate pair of eigenvalues has the real part
    and the imaginary part of one vector in two columns."""
    n = len(v)
    result = np.zeros((n, n, 2, 2))
    result[:, :, 0] = v
    j = 0
    while j < n:
        if wi[j, 0] != 0.0 and j + 1 < n:
            result[j + 1, :, 0] = v[j]
            result[j, :, 1] = v[j + 1]
            result[j + 1, :, 1] = -v[j + 1]
            j += 1
        j += 1
    return result


def _general(a: Any, vectors: bool) -> list[Array]:
    matrix = _matrix(a, "a", square=True)

    def one(data: Storage) -> tuple[Storage, ...]:
        if matrix._complex:
            w, v, info = _core.geev_complex(_columns(data), vectors)
        else:
            wr, wi, v, info = _core.geev_real(_columns(data), vectors)
            w = from_complex_parts(wrap(wr, False), wrap(wi, False))._data
            v = _vectors_of_pairs(v, wi) if vectors else v
        check_converged(info, len(data))
        return (w, _rows(v)) if vectors else (w,)

    results = [wrap(part, True) for part in _stacked(one, matrix)]
    if not matrix._complex and not np.any(results[0].imag._data):
        results = [part.real.copy() for part in results]
    return results


def eig(a: Any) -> EigResult:
    """Eigenvalues and right eigenvectors, real if a and all eigenvalues are."""
    return EigResult(*_general(a, True))


def eigvals(a: Any) -> Array:
    return _general(a, False)[0]


# ---- singular values -----------------------------------------------------------------------------


def _svd(a: Any, mode: int) -> tuple[Array, Array, Array]:
    matrix = _matrix(a, "a")

    def one(data: Storage) -> tuple[Storage, ...]:
        u, s, vt, info = _core.gesvd(matrix._complex, mode, _columns(data))
        check_converged(info, min(data.shape[:2]))
        return _rows(u), s, _rows(vt)

    u, s, vt = _stacked(one, matrix)
    return wrap(u, matrix._complex), wrap(s, False), wrap(vt, matrix._complex)


def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """a = U diag(S) Vh, singular values descending. hermitian is accepted and makes no difference."""
    if not compute_uv:
        return svdvals(a)
    return SVDResult(*_svd(a, 2 if full_matrices else 1))


def svdvals(a: Any) -> Array:
    return _svd(a, 0)[1]


def matrix_rank(A: Any, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Any:
    """The number of singular values above tol, or above rtol times the largest one; without both
    above max(m, n) u_w times the largest one."""
    if tol is not None and rtol is not None:
        raise ValueError("tol and rtol: only one of them may be given")
    a = asarray(_ufunc.operand(A))
    if a.ndim < 2:
        return int(bool(np.any(a != 0)))
    s = svdvals(a)
    if s.shape[-1] == 0:
        return 0 if a.ndim == 2 else np.zeros(s.shape[:-1], dtype=np.int64)
    limit = s.max(axis=-1, keepdims=True) * _tolerance(rtol, *a.shape[-2:]) if tol is None else asarray(tol)
    if limit.ndim and tol is not None:
        limit = limit.reshape(limit.shape + (1,))
    count = np.count_nonzero(s > limit, axis=-1)
    return int(count) if a.ndim == 2 else count


def pinv(a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = None) -> Array:
    """The pseudo-inverse; singular values up to rcond (or rtol) times the largest one count as 0."""
    if rcond is not None and rtol is not None:
        raise ValueError("rcond and rtol: only one of them may be given")
    rcond = rtol if rcond is None else rcond
    matrix = _matrix(a, "a")
    tolerance = -1.0 if rcond is None else float(_tolerance(rcond, 1, 1))

    def one(data: Storage) -> tuple[Storage]:
        x, _, info = _core.pinv(matrix._complex, tolerance, _columns(data))
        check_converged(info, min(data.shape[:2]))
        return (_rows(x),)

    return wrap(_stacked(one, matrix)[0], matrix._complex)


# ---- norms ---------------------------------------------------------------------------------------

_MATRIX_NORMS = {1: 1, math.inf: 2, "fro": 3}  # ddblasNorm_t


def _order(value: Any) -> Any:
    """The argument ord of a norm: None, a str or a float."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (int, float, np.integer, np.floating)):
        return float(value)
    raise TypeError("ord: a number, a str or None is expected")


def vector_norm(x: Any, ord: Any = 2, axis: Any = None, keepdims: bool = False) -> Array:
    """The norm of vectors along an axis, or of all elements."""
    a, ord = asarray(_ufunc.operand(x)), _order(ord)
    if axis is None:
        result = _norm_of_last(a.ravel(), ord)
        return result.reshape((1,) * a.ndim) if keepdims else result
    (where_,) = check_axes(axis, a.ndim)
    result = _norm_of_last(moveaxis(a, where_, -1), ord)
    return result.reshape(a.shape[:where_] + (1,) + a.shape[where_ + 1 :]) if keepdims else result


def _norm_of_last(a: Array, ord: Any) -> Array:
    if ord is None or ord == 2:
        result = zeros(a.shape[:-1])
        for index in np.ndindex(*a.shape[:-1]):
            result._data[index] = _core.nrm2(a._complex, a._data[index])
        return result
    size = abs(a)
    if ord == math.inf:
        return size.max(axis=-1)
    if ord == -math.inf:
        return size.min(axis=-1)
    if ord == 0:
        return asarray(np.count_nonzero(size != 0, axis=-1))
    if ord == 1:
        return size.sum(axis=-1)
    raise ValueError("ord: of a vector one of None, 2, 1, 0, inf and -inf is expected")


def matrix_norm(x: Any, ord: Any = "fro", keepdims: bool = False) -> Array:
    """The norm of matrices in the last two axes."""
    a, ord = _matrix(x, "x"), _order(ord)
    if ord in ("nuc", 2, -2):
        s = svdvals(a)
        if s.shape[-1] == 0:
            raise ValueError("ord: this norm of an empty matrix is not defined")
        result = s.sum(axis=-1) if ord == "nuc" else s.max(axis=-1) if ord == 2 else s.min(axis=-1)
    elif ord in (-1, -math.inf):
        result = abs(a).sum(axis=-2 if ord == -1 else -1).min(axis=-1)
    elif ord in _MATRIX_NORMS:
        result = zeros(a.shape[:-2])
        for index in np.ndindex(*a.shape[:-2]):
            result._data[index] = _core.lange(a._complex, _MATRIX_NORMS[ord], a._data[index])
    else:
        raise ValueError('ord: of a matrix one of "fro", "nuc", 1, -1, 2, -2, inf and -inf is expected')
    return result.reshape(result.shape + (1, 1)) if keepdims else result


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Array:
    """numpy.linalg.norm: of all elements, of vectors along one axis, of matrices along two."""
    a = asarray(_ufunc.operand(x))
    if a.ndim == 1 and ord is None and axis is None and keepdims is False:
        return wrap(_core.nrm2(a._complex, a._data), False)
    if axis is None and (ord is None or a.ndim == 1):
        return vector_norm(a, 2 if ord is None else ord, None, keepdims)
    axes = tuple(range(a.ndim)) if axis is None else check_axes(axis, a.ndim)
    if len(axes) == 1:
        return vector_norm(a, ord, axes[0], keepdims)
    if len(axes) != 2:
        raise ValueError("norm: one or two axes are expected")
    result = matrix_norm(moveaxis(a, axes, (-2, -1)), "fro" if ord is None else ord)
    if keepdims:
        return result.reshape(tuple(1 if i in axes else size for i, size in enumerate(a.shape)))
    return result


def cond(x: Any, p: Any = None) -> Array:
    """The condition number: of singular values for p None, 2 and -2, otherwise norm(x) norm(inv(x)),
    which is Inf for a singular matrix."""
    a, p = _matrix(x, "x"), _order(p)
    if p is None or p in (2, -2):
        s = svdvals(a)
        if s.shape[-1] == 0:
            raise LinAlgError("x: an empty matrix has no condition")
        return s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
    _matrix(a, "x", square=True)
    try:
        inverse = inv(a)
    except LinAlgError:
        if a.ndim > 2:
            raise
        return asarray(math.inf)
    return matrix_norm(a, p) * matrix_norm(inverse, p)


def _register() -> None:
    """Makes the functions of numpy.linalg call these for Arrays."""
    from ._functions import TABLE

    for name in __all__:
        function = globals()[name]
        if hasattr(np.linalg, name) and callable(function) and not isinstance(function, type):
            TABLE[getattr(np.linalg, name)] = function


_register()
