"""Arrays in a GPU's memory: products, solve, cholesky and eigh by the CUDA engine.

    import cupy, ddblas
    A = ddblas.gpu.asarray(a)        # a: float64 of shape (m, n, 2) of CuPy, PyTorch or JAX
    y = A @ ddblas.gpu.asarray(x)
    result = cupy.asarray(y)         # or torch.as_tensor(y), jax.numpy.from_dlpack(y)

Nothing is copied between host and device, and operands of products are used where they are. A call
runs on the current stream of the library that an operand comes from, and on the legacy default
stream if that library is neither CuPy nor PyTorch and names no stream. The device of the operands
must be the current one.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
from numpy.linalg import LinAlgError

from . import _core
from ._array import Array, check_kind, wrap
from ._array import asarray as host_asarray
from ._checks import check_converged, check_positive_definite, check_regular, is_upper

_N, _T = 0, 1  # ddblasOperation_t
_LEGACY = 1  # CUDA's legacy default stream, in DLPack and __cuda_array_interface__
_CUDA = 2  # DLPack's number of the device type

Shape = tuple[int, ...]


class DeviceArray:
    """A view of double-double numbers in a device's memory. strides count elements."""

    __slots__ = ("_address", "_owner", "device", "kind", "shape", "stream", "strides")

    def __init__(
        self, address: int, shape: Shape, strides: Shape, kind: str, device: int, stream: int, owner: Any
    ) -> None:
        self._address, self.shape, self.strides, self.kind = address, shape, strides, kind
        self.device, self.stream, self._owner = device, stream, owner

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def _width(self) -> int:
        """The number of doubles in an element."""
        return 4 if self.kind == "U" else 2

    @property
    def T(self) -> DeviceArray:
        return DeviceArray(
            self._address, self.shape[::-1], self.strides[::-1], self.kind, self.device, self.stream, self._owner
        )

    def _full(self) -> tuple[Shape, Shape]:
        """Shape and strides of the storage, in doubles."""
        tail = (2, 2) if self.kind == "U" else (2,)
        steps = tuple(step * self._width for step in self.strides)
        return self.shape + tail, steps + ((2, 1) if self.kind == "U" else (1,))

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        shape, strides = self._full()
        return {
            "shape": shape,
            "strides": tuple(8 * step for step in strides),
            "typestr": "<f8",
            "data": (self._address, False),
            "version": 3,
            "stream": self.stream or _LEGACY,
        }

    def __dlpack__(self, *, stream: Any = None, **arguments: Any) -> Any:
        """A DLPack capsule. Waits for this array's stream first if the consumer uses another one."""
        if stream is not None and stream != -1 and (int(stream) or _LEGACY) != (self.stream or _LEGACY):
            _core.device.synchronize(self.device, self.stream)
        shape, strides = self._full()
        return _core.device.dlpack(self._address, list(shape), list(strides), self.device, self)

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA, self.device

    def __matmul__(self, other: Any) -> DeviceArray:
        return matmul(self, other)

    def __rmatmul__(self, other: Any) -> DeviceArray:
        return matmul(other, self)

    def get(self) -> Array:
        """A copy in the host's memory; the array or its transpose must be contiguous."""
        if self.strides != _contiguous(self.shape):
            if self.T.strides != _contiguous(self.T.shape):
                raise ValueError("get: neither the array nor its transpose is contiguous")
            return self.T.get().T
        data = np.empty(self._full()[0])
        _core.device.copy_bytes(self.device, self.stream, data, self._address, False)
        return wrap(data, self.kind == "U")


__all__ = ["DeviceArray", "asarray", "cholesky", "eigh", "from_parts", "matmul", "solve", "to_device"]


# ---- arrays of other libraries -------------------------------------------------------------------


def _contiguous(shape: Shape) -> Shape:
    return tuple(math.prod(shape[i + 1 :]) for i in range(len(shape)))


def _from_interface(obj: Any) -> tuple[int, Shape, Shape | None, int, int | None]:
    """(address, shape, strides in bytes, device, stream) by __cuda_array_interface__."""
    facts = obj.__cuda_array_interface__
    if not isinstance(facts, dict) or not {"typestr", "data", "shape"} <= set(facts):
        raise TypeError("__cuda_array_interface__ is incomplete")
    if facts["typestr"] not in ("<f8", "=f8"):
        raise TypeError(f"an array of float64 is expected, and it is {facts['typestr']}")
    if facts.get("mask") is not None:
        raise TypeError("masked arrays are not supported")
    device = getattr(obj, "device", 0)
    number = getattr(device, "index", None) if not isinstance(device, int) else device
    if number is None or callable(number):
        number = getattr(device, "id", 0)
    strides = facts.get("strides")
    return facts["data"][0], tuple(facts["shape"]), strides and tuple(strides), int(number), facts.get("stream")


def _current_stream(obj: Any, device: int, announced: int | None) -> int:
    """The stream on which the library that made the array works; announced is the one in the array's
    interface."""
    module = type(obj).__module__.partition(".")[0]
    library = sys.modules.get(module)
    if module == "torch" and library is not None:
        return int(library.cuda.current_stream(device).cuda_stream)
    if module == "cupy" and library is not None:
        return int(library.cuda.get_current_stream().ptr)
    return 0 if announced in (None, _LEGACY) else int(announced)


def asarray(obj: Any, kind: str = "W") -> DeviceArray:
    """A view of an array of CuPy, PyTorch or JAX: float64 of shape (..., 2) or, for kind "U",
    (..., 2, 2), whose last axes are contiguous. An Array of the host is not copied: see to_device."""
    is_complex = check_kind(kind)
    if isinstance(obj, DeviceArray):
        return obj
    if isinstance(obj, Array):
        raise TypeError("obj is in the host's memory; ddblas.gpu.to_device copies it")
    if not hasattr(obj, "__cuda_array_interface__"):
        obj = _by_dlpack(obj)
    address, shape, byte_strides, device, announced = _from_interface(obj)
    tail = (2, 2) if is_complex else (2,)
    width = 4 if is_complex else 2
    if shape[-len(tail) :] != tail:
        raise ValueError(f"an array of shape (..., {', '.join(map(str, tail))}) is expected, and it is {shape}")
    strides = byte_strides or tuple(8 * step for step in _contiguous(shape))
    if strides[-len(tail) :] != ((16, 8) if is_complex else (8,)):
        raise ValueError("the parts of an element are not contiguous")
    outer = strides[: -len(tail)]
    if any(step % (8 * width) for step in outer) or address % 16:
        raise ValueError("elements must lie at multiples of 16 bytes, and strides count whole elements")
    steps = tuple(step // (8 * width) for step in outer)
    return DeviceArray(address, shape[: -len(tail)], steps, kind, device, _current_stream(obj, device, announced), obj)


def _by_dlpack(obj: Any) -> Any:
    """JAX has DLPack only; CuPy or PyTorch, whichever is loaded, reads it without a copy."""
    if not hasattr(obj, "__dlpack__"):
        raise TypeError(f"{type(obj).__name__} has neither __cuda_array_interface__ nor __dlpack__")
    if obj.__dlpack_device__()[0] != _CUDA:
        raise TypeError("the array is not in a CUDA device's memory")
    for name in ("cupy", "torch"):
        library = sys.modules.get(name)
        if library is not None:
            return library.from_dlpack(obj)
    raise TypeError("an array that has only DLPack needs cupy or torch to be imported")


# ---- new arrays ----------------------------------------------------------------------------------


def _new(like: DeviceArray, shape: Shape, kind: str) -> DeviceArray:
    memory = _core.device.DeviceMemory(like.device, like.stream, max(1, math.prod(shape)) * (32 if kind == "U" else 16))
    return DeviceArray(memory.address, shape, _contiguous(shape), kind, like.device, like.stream, memory)


def to_device(a: Any, device: int = 0, stream: int = 0) -> DeviceArray:
    """A copy of an Array in the memory of the current device, which has the number device."""
    host = host_asarray(a)
    like = DeviceArray(0, (), (), host.kind, device, stream, None)
    result = _new(like, host.shape, host.kind)
    _core.device.copy_bytes(device, stream, np.array(host._data, order="C"), result._address, True)
    return result


def _doubles(obj: Any, name: str) -> tuple[int, Shape, int, int]:
    """(address, shape, device, stream) of a contiguous array of float64."""
    if not hasattr(obj, "__cuda_array_interface__"):
        obj = _by_dlpack(obj)
    address, shape, strides, device, announced = _from_interface(obj)
    if strides is not None and strides != tuple(8 * step for step in _contiguous(shape)):
        raise ValueError(f"{name}: a contiguous array is expected")
    return address, shape, device, _current_stream(obj, device, announced)


def from_parts(hi: Any, lo: Any) -> DeviceArray:
    """The normalised sums hi + lo of two arrays of float64 in a device's memory, as a new array."""
    high, shape, device, stream = _doubles(hi, "hi")
    low, other_shape, other_device, other_stream = _doubles(lo, "lo")
    if shape != other_shape or device != other_device or stream != other_stream:
        raise ValueError("hi and lo differ in their shape, device or stream")
    result = _new(DeviceArray(0, (), (), "W", device, stream, None), shape, "W")
    if result.size:
        _core.device.from_parts(device, stream, result.size, high, low, result._address)
    return result


# ---- operations ----------------------------------------------------------------------------------


def _operand(value: Any, name: str, axes: tuple[int, ...]) -> DeviceArray:
    a = asarray(value)
    if a.ndim not in axes:
        raise ValueError(f"{name}: {' or '.join(map(str, axes))} axes are expected, and it has {a.ndim}")
    return a


def _pair(a: DeviceArray, b: DeviceArray) -> tuple[int, int, bool]:
    """(device, stream, complex) of a call."""
    if a.device != b.device:
        raise ValueError(f"the operands are on the devices {a.device} and {b.device}")
    if a.stream != b.stream:
        raise ValueError("the operands are used on different streams")
    if a.kind != b.kind:
        raise TypeError("the operands are of different kinds")
    return a.device, a.stream, a.kind == "U"


def _layout(a: DeviceArray, name: str) -> tuple[tuple[int, int], int]:
    """((address, leading dimension) of a column-major matrix in memory, the op with op(memory) = a)."""
    rows, columns = a.shape
    row_step = a.strides[0] if rows > 1 else max(columns, 1)
    column_step = a.strides[1] if columns > 1 else 1
    if a.size == 0 or (column_step == 1 and row_step >= columns):
        return (a._address, max(1, columns, row_step)), _T
    if row_step == 1 and column_step >= rows:
        return (a._address, max(1, column_step)), _N
    raise ValueError(f"{name}: neither rows nor columns are contiguous; copy it with its own library")


def matmul(a: Any, b: Any) -> DeviceArray:
    """The product of a matrix with a matrix or a vector, without a copy of either."""
    left, right = _operand(a, "a", (2,)), _operand(b, "b", (1, 2))
    device, stream, is_complex = _pair(left, right)
    m, k = left.shape
    if right.shape[0] != k:
        raise ValueError(f"matmul: the inner sizes of the operands differ: {k} and {right.shape[0]}")
    memory_a, op_a = _layout(left, "a")
    if right.ndim == 1:
        if k > 1 and right.strides[0] < 1:
            raise ValueError("b: its stride is not positive; copy it with its own library")
        memory_b, op_b = (right._address, right.strides[0] if k > 1 else 1), _N
    else:
        memory_b, op_b = _layout(right, "b")
    result = _new(left, (m,) + right.shape[1:], left.kind)
    if k == 0 and result.size:
        zeros = np.zeros(result._full()[0])
        _core.device.copy_bytes(device, stream, zeros, result._address, True)
    elif right.ndim == 1:
        size = (k, m) if op_a == _T else (m, k)
        _core.device.gemv(device, stream, is_complex, op_a, *size, memory_a, memory_b, result._address)
    elif result.size:
        # Row-major results are the transposes of column-major ones: C^T = B^T A^T.
        n = right.shape[1]
        target = result._address, n
        _core.device.gemm(device, stream, is_complex, _T - op_b, _T - op_a, n, m, k, memory_b, memory_a, target)
    return result


def _column_major_copy(a: DeviceArray, name: str) -> DeviceArray:
    """A copy whose transpose is contiguous."""
    rows, columns = a.shape
    memory, op = _layout(a, name)
    copy = _new(a, (columns, rows), a.kind)
    if a.size:
        target = copy._address, rows
        _core.device.transposed_copy(a.device, a.stream, a.kind == "U", op, rows, columns, memory, target)
    return copy.T


def _square(value: Any, name: str) -> DeviceArray:
    a = _operand(value, name, (2,))
    if a.shape[0] != a.shape[1]:
        raise LinAlgError(f"{name}: a square matrix is expected, and it is {a.shape[0]} x {a.shape[1]}")
    return a


def solve(a: Any, b: Any) -> DeviceArray:
    """The solution of a x = b; a and b stay as they are."""
    matrix, right = _square(a, "a"), _operand(b, "b", (1, 2))
    device, stream, is_complex = _pair(matrix, right)
    n = matrix.shape[0]
    if right.shape[0] != n:
        raise ValueError(f"b: {n} rows are expected, and it has {right.shape[0]}")
    vector = right.ndim == 1
    if vector:
        shape, strides = (n, 1), (right.strides[0], 1)
        right = DeviceArray(right._address, shape, strides, right.kind, device, stream, right._owner)
    _layout(right, "b")
    factors, x = _column_major_copy(matrix, "a"), _column_major_copy(right, "b")
    ld = max(1, n)
    info = _core.device.gesv(device, stream, is_complex, n, x.shape[1], (factors._address, ld), (x._address, ld))
    check_regular(info)
    return DeviceArray(x._address, (n,), (1,), x.kind, device, stream, x._owner) if vector else x


def cholesky(a: Any, *, upper: bool = False) -> DeviceArray:
    """L with a = L L^H, or with upper U with a = U^H U."""
    matrix = _square(a, "a")
    factor = _column_major_copy(matrix, "a")
    n = matrix.shape[0]
    place = matrix.device, matrix.stream, matrix.kind == "U"
    check_positive_definite(_core.device.potrf(*place, bool(upper), n, (factor._address, max(1, n))))
    return factor


def eigh(a: Any, UPLO: str = "L") -> tuple[DeviceArray, DeviceArray]:
    """Eigenvalues, ascending, and eigenvectors of a symmetric or Hermitian matrix."""
    upper, matrix = is_upper(UPLO), _square(a, "a")
    v = _column_major_copy(matrix, "a")
    n = matrix.shape[0]
    w = _new(matrix, (n,), "W")
    place = matrix.device, matrix.stream, matrix.kind == "U"
    check_converged(_core.device.syevd(*place, upper, n, (v._address, max(1, n)), w._address), n)
    return w, v
