"""Exceptions. Each carries the library's own sentence, its status and the wrong argument's number.

Every class is also a subclass of the built-in exception that Python programs expect.
"""

from __future__ import annotations


class DdblasError(Exception):
    """An error of the library: status is its number in dd/status.def, and argument the position of
    a wrong argument of the C function, or 0."""

    status: int = 0
    argument: int = 0


class InvalidValueError(DdblasError, ValueError):
    """An argument is out of its range."""


class FormatError(DdblasError, ValueError):
    """A text or a file does not have the expected form."""


class AllocationError(DdblasError, MemoryError):
    """Memory could not be allocated."""


class NotSupportedError(DdblasError, NotImplementedError):
    """This build or engine lacks the feature."""


class FileError(DdblasError, OSError):
    """A file could not be opened, read or written."""


class DeviceError(DdblasError, RuntimeError):
    """There is no usable CUDA device, or it reported an error."""


class InternalError(DdblasError, RuntimeError):
    """Another error of the library."""


# The classes of the statuses, by their numbers in dd/status.def; InternalError for the others.
_CLASSES: dict[int, type[DdblasError]] = {
    2: InvalidValueError,
    3: InvalidValueError,
    4: AllocationError,
    5: AllocationError,
    6: DeviceError,
    7: NotSupportedError,
    8: DeviceError,
    10: FileError,
    11: FormatError,
    14: InvalidValueError,
    15: InvalidValueError,
}


def make(status: int, argument: int, text: str) -> DdblasError:
    """The exception of a status; the extension module calls this."""
    error = _CLASSES.get(status, InternalError)(text)
    error.status = status
    error.argument = argument
    return error
