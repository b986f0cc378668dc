"""Exceptions of the library's status codes."""

from __future__ import annotations

import re
from pathlib import Path

import ddblas
import pytest
from ddblas import _errors

STATUS = Path(__file__).parents[3] / "include/dd/status.def"
BASES = {
    "NOT_INITIALIZED": RuntimeError,
    "INVALID_VALUE": ValueError,
    "MISALIGNED": ValueError,
    "ALLOC_FAILED": MemoryError,
    "WORKSPACE_TOO_SMALL": MemoryError,
    "NO_DEVICE": RuntimeError,
    "NOT_SUPPORTED": NotImplementedError,
    "DEVICE_ERROR": RuntimeError,
    "SELFTEST_FAILED": RuntimeError,
    "FILE_ERROR": OSError,
    "FORMAT_ERROR": ValueError,
    "INTERNAL_ERROR": RuntimeError,
    "CANCELLED": RuntimeError,
    "DEPENDENT": ValueError,
    "NOT_FINITE": ValueError,
}


@pytest.mark.skipif(not STATUS.exists(), reason="installed without the headers")
def test_every_status_has_its_exception():
    rows = re.findall(r"^DDBLAS_STATUS\((\w+), (\d+),", STATUS.read_text(), flags=re.M)
    assert {name for name, number in rows if number != "0"} == set(BASES)
    for name, number in rows:
        if number != "0":
            error = _errors.make(int(number), 3, "sentence")
            assert isinstance(error, BASES[name]) and isinstance(error, ddblas.DdblasError)
            assert (error.status, error.argument, str(error)) == (int(number), 3, "sentence")


def test_an_error_of_the_library_comes_through():
    with pytest.raises(ddblas.InvalidValueError, match="tolerance") as caught:
        ddblas._core.pinv(False, 2.0, ddblas.eye(2).storage)
    assert caught.value.status == 2 and caught.value.argument == 6
    with pytest.raises(ddblas.FormatError) as caught:
        ddblas.array("x")
    assert caught.value.status == 11
