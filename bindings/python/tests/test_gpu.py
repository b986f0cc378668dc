"""ddblas.gpu: what it refuses, everywhere; results, where the library has a CUDA engine (a GPU or
the emulated device); arrays of CuPy and PyTorch, where these are installed with a GPU.
"""

from __future__ import annotations

import random

import ddblas
import numpy as np
import pytest
from ddblas import gpu, linalg
from helpers import UW, complex_numbers, exact, numbers


def engine_missing():
    try:
        gpu.to_device([1.0])
    except (ddblas.NotSupportedError, ddblas.DeviceError) as error:
        return str(error)
    return ""


MISSING = engine_missing()
needs_engine = pytest.mark.skipif(bool(MISSING), reason=MISSING or "there is an engine")


class Fake:
    """An array that claims to be in a device's memory. Nothing here reads it."""

    def __init__(self, shape, typestr="<f8", strides=None, address=4096, **more):
        self.__cuda_array_interface__ = {
            "shape": shape,
            "typestr": typestr,
            "strides": strides,
            "data": (address, False),
            "version": 3,
            **more,
        }


class FromArray(Fake):
    """The interface of a device array, as another library would show it."""

    def __init__(self, a):
        self.owner = a
        self.__cuda_array_interface__ = a.__cuda_array_interface__


def test_views_of_other_arrays():
    a = gpu.asarray(Fake((3, 4, 2)))
    assert (a.shape, a.strides, a.kind, a.T.shape, a.T.strides) == ((3, 4), (4, 1), "W", (4, 3), (1, 4))
    b = gpu.asarray(Fake((3, 4, 2), strides=(16, 48, 8), stream=7))
    assert b.strides == (1, 3) and b.stream == 7
    z = gpu.asarray(Fake((5, 2, 2)), "U")
    assert z.shape == (5,) and z.kind == "U"
    facts = z.__cuda_array_interface__
    assert facts["shape"] == (5, 2, 2) and facts["strides"] == (32, 16, 8) and facts["data"][0] == 4096
    assert a.__dlpack_device__() == (2, 0) and gpu.asarray(a) is a


@pytest.mark.parametrize(
    "wrong",
    [Fake((3, 4)), Fake((2, 2), strides=(8, 16)), Fake((3, 2), strides=(24, 8)), Fake((3, 2), address=4104), Fake(())],
)
def test_wrong_forms(wrong):
    with pytest.raises(ValueError):
        gpu.asarray(wrong)


def test_wrong_types():
    for wrong in (Fake((3, 2), typestr="<f4"), Fake((3, 2), mask=1), np.zeros((3, 2)), [1.0], None, ddblas.array([1])):
        with pytest.raises(TypeError):
            gpu.asarray(wrong)
    with pytest.raises(TypeError, match="ddblas.gpu"):
        ddblas.array(Fake((3, 2)))
    a = gpu.asarray(Fake((3, 3, 2)))
    for call in (
        lambda: a @ Fake((4, 2)),
        lambda: a @ Fake((3, 2), stream=5),
        lambda: a @ Fake((3, 2), strides=(-16, 8)),
        lambda: gpu.solve(a, Fake((2, 2))),
        lambda: gpu.matmul(Fake((3, 2)), a),
        lambda: gpu.eigh(a, "x"),
        lambda: gpu.cholesky(Fake((3, 4, 2))),
        lambda: gpu.solve(Fake((4, 3, 2)), a),
        lambda: linalg.cholesky(gpu.asarray(Fake((2, 2)))),
        lambda: gpu.asarray(Fake((3, 3, 2), strides=(96, 32, 8))) @ a,
    ):
        # A LinAlgError is a ValueError from NumPy 1.25 on.
        with pytest.raises((ValueError, linalg.LinAlgError)):
            call()


@pytest.mark.skipif(not MISSING, reason="there is an engine")
def test_without_an_engine_nothing_falls_back():
    with pytest.raises((ddblas.NotSupportedError, ddblas.DeviceError)):
        gpu.asarray(Fake((3, 3, 2))) @ Fake((3, 2))
    with pytest.raises((ddblas.NotSupportedError, ddblas.DeviceError)):
        linalg.solve(gpu.asarray(Fake((3, 3, 2))), Fake((3, 2)))


@needs_engine
@pytest.mark.parametrize("maker", [numbers, complex_numbers])
def test_there_and_back(maker):
    a = maker(random.Random(1), 3, 4)
    assert np.array_equal(gpu.to_device(a).get().storage, a.storage)
    assert np.array_equal(gpu.to_device(a).T.get().storage, a.T.storage)


def check_close(got, want, limit):
    assert got.shape == want.shape and got.kind == want.kind
    for one, other in ((got.real, want.real), (got.imag, want.imag)):
        assert np.all(abs(exact(one) - exact(other)) <= limit)


@needs_engine
@pytest.mark.parametrize("maker", [numbers, complex_numbers])
@pytest.mark.parametrize("m,n,k", [(3, 4, 5), (1, 1, 1), (20, 7, 33), (3, 2, 0)])
def test_products(maker, m, n, k):
    rng = random.Random(m)
    a, b = maker(rng, m, k), maker(rng, k, n)
    limit = (
        4
        * (k + 8)
        * UW
        * max([1, *(abs(x.to_fraction()) for p in (a.real, a.imag) for x in p.ravel())])
        * 2**9
        * max(1, k)
    )
    da, db = gpu.to_device(a), gpu.to_device(b)
    for left, right in (
        (da, db),
        (gpu.to_device(a.T).T, db),
        (da, gpu.to_device(b.T).T),
        (FromArray(da), db),
        (da, FromArray(db)),
    ):
        if a.kind == "U" and isinstance(left, FromArray):
            left = gpu.asarray(left, "U")
        if a.kind == "U" and isinstance(right, FromArray):
            right = gpu.asarray(right, "U")
        check_close(gpu.matmul(left, right).get(), a @ b, limit)
    if k and n:
        x = b[:, 0].copy()
        check_close((da @ gpu.to_device(x)).get(), a @ x, limit)
        check_close((gpu.to_device(a.T).T @ gpu.to_device(x)).get(), a @ x, limit)


@needs_engine
def test_products_copy_nothing():
    """The only new memory is that of the result."""
    rng = random.Random(3)
    a, b = gpu.to_device(numbers(rng, 9, 7)), gpu.to_device(numbers(rng, 7, 5))
    x, count = gpu.to_device(numbers(rng, 7)), ddblas._core.device.allocations
    for left, right in ((a, b), (a, x), (b.T, a.T), (a, FromArray(b)), (gpu.asarray(FromArray(a)), FromArray(x))):
        before = count()
        result = left @ right
        assert count() == before + 1
        assert result.get().shape == (left.shape[0], *result.shape[1:])


class Part(Fake):
    """hi or lo of an array whose storage is (2, n): contiguous doubles in the device's memory."""

    def __init__(self, a, which):
        self.owner = a
        shape, address = a.shape[1:], a.__cuda_array_interface__["data"][0]
        super().__init__((2 * shape[0],), address=address + which * 16 * shape[0])


@needs_engine
def test_parts_apart():
    parts = ddblas.Array(np.array([[[1.0, 1e-20], [3.0, 4.0]], [[1e-20, 1.0], [1.0, 1e-30]]]))
    device = gpu.to_device(parts)  # its doubles in memory: 1, 1e-20, 3, 4 and then 1e-20, 1, 1, 1e-30
    got = gpu.from_parts(Part(device, 0), Part(device, 1)).get()
    want = ddblas.from_parts([1.0, 1e-20, 3.0, 4.0], [1e-20, 1.0, 1.0, 1e-30])
    assert np.array_equal(got.storage, want.storage)


def test_wrong_parts():
    for hi, lo in (
        (Fake((3,)), Fake((4,))),
        (Fake((3,)), Fake((3,), stream=9)),
        (Fake((3,), strides=(16,)), Fake((3,))),
    ):
        with pytest.raises(ValueError):
            gpu.from_parts(hi, lo)
    with pytest.raises(TypeError):
        gpu.from_parts(Fake((3,), typestr="<f4"), Fake((3,)))


@needs_engine
def test_dlpack():
    a = gpu.to_device(numbers(random.Random(4), 3, 2))
    assert type(a.__dlpack__()).__name__ == "PyCapsule" and type(a.T.__dlpack__(stream=2)).__name__ == "PyCapsule"


@needs_engine
@pytest.mark.parametrize("maker", [numbers, complex_numbers])
def test_systems_and_eigenvalues(maker):
    rng = random.Random(5)
    n = 6
    m, b = maker(rng, n, n), maker(rng, n, 2)
    a = m @ m.conj().T + 100 * ddblas.eye(n)
    da, db = gpu.to_device(a), gpu.to_device(b)
    limit = UW * 2**30
    check_close(linalg.solve(da, db).get(), linalg.solve(a, b), limit)
    check_close(gpu.solve(da, gpu.to_device(b[:, 0].copy())).get(), linalg.solve(a, b[:, 0]), limit)
    check_close(gpu.solve(gpu.to_device(a.T).T, db).get(), linalg.solve(a, b), limit)
    for upper in (False, True):
        check_close(linalg.cholesky(da, upper=upper).get(), linalg.cholesky(a, upper=upper), limit)
    w, v = linalg.eigh(da)
    check_close(w.get(), linalg.eigvalsh(a), limit)
    product = a @ v.get() - v.get() * w.get()
    check_close(product, product * 0, limit)
    assert np.array_equal(da.get().storage, a.storage) and np.array_equal(db.get().storage, b.storage)
    with pytest.raises(linalg.LinAlgError):
        gpu.solve(gpu.to_device(ddblas.zeros((2, 2), a.kind)), gpu.to_device(ddblas.zeros(2, a.kind)))
    with pytest.raises(linalg.LinAlgError):
        gpu.cholesky(gpu.to_device(-a))


@needs_engine
@pytest.mark.parametrize("name", ["cupy", "torch"])
def test_arrays_of_other_libraries(name):
    library = pytest.importorskip(name)
    if name == "torch" and not library.cuda.is_available():
        pytest.skip("no GPU for PyTorch")
    a, x = numbers(random.Random(6), 5, 4), numbers(random.Random(7), 4)
    put = library.asarray if name == "cupy" else lambda s: library.as_tensor(s).cuda()
    get = library.asnumpy if name == "cupy" else lambda t: t.cpu().numpy()
    da, dx = put(np.ascontiguousarray(a.storage)), put(np.ascontiguousarray(x.storage))
    y = gpu.asarray(da) @ dx
    address = y.__cuda_array_interface__["data"][0]
    back = library.asarray(y) if name == "cupy" else library.as_tensor(y, device="cuda")
    assert (back.data.ptr if name == "cupy" else back.data_ptr()) == address  # no copy
    assert gpu.asarray(da).__cuda_array_interface__["data"][0] == (da.data.ptr if name == "cupy" else da.data_ptr())
    check_close(ddblas.Array(get(back)), a @ x, UW * 2**24)
    assert library.from_dlpack(y).shape == (5, 2)


@needs_engine
def test_arrays_of_jax():
    """JAX has DLPack only: its arrays are read through PyTorch."""
    jax, torch = pytest.importorskip("jax"), pytest.importorskip("torch")
    if jax.default_backend() != "gpu" or not torch.cuda.is_available():
        pytest.skip("no GPU for JAX and PyTorch")
    jax.config.update("jax_enable_x64", True)
    a, x = numbers(random.Random(8), 5, 4), numbers(random.Random(9), 4)
    da, dx = jax.numpy.asarray(np.ascontiguousarray(a.storage)), jax.numpy.asarray(np.ascontiguousarray(x.storage))
    jax.block_until_ready((da, dx))
    back = jax.dlpack.from_dlpack(gpu.asarray(da) @ gpu.asarray(dx))
    check_close(ddblas.Array(np.array(back)), a @ x, UW * 2**24)
