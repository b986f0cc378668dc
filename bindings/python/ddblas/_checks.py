"""Checks of arguments and of info that linalg and gpu share. info is LAPACK's."""

from __future__ import annotations

from typing import Any

from numpy.linalg import LinAlgError


def is_upper(uplo: Any) -> bool:
    """Whether the argument UPLO names the upper triangle."""
    if not isinstance(uplo, str) or uplo.upper() not in ("L", "U"):
        raise ValueError('UPLO: "L" or "U" is expected')
    return uplo.upper() == "U"


def check_regular(info: int) -> None:
    """After LU factorisation of the argument a."""
    if info:
        raise LinAlgError(f"a: the matrix is singular: U({info}, {info}) is exactly 0")


def check_positive_definite(info: int) -> None:
    """After Cholesky factorisation of the argument a."""
    if info:
        raise LinAlgError(f"a: the matrix is not positive definite: its leading minor of order {info} is not")


def check_converged(info: int, order: int) -> None:
    """After an iteration for eigenvalues or singular values of the argument a; order is their number."""
    if info == order + 1:
        raise LinAlgError("a: the matrix holds Inf or NaN")
    if info:
        raise LinAlgError(f"a: the iteration did not converge, info = {info}")
