/*
 * Operations of the CUDA engine on arrays in a GPU's memory. Matrices are column-major and are
 * given by address, sizes and leading dimension; ddblas/gpu.py takes these and the stream from the
 * arrays.
 *
 * A handle belongs to a device, which must be current at its calls, and to a stream, because calls
 * of two streams must not share a workspace.
 */
#include "api.hpp"
#include "core.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

namespace
{

typedef std::pair<int, uintptr_t> Place; /* device and stream */

/* Handles that no call uses. Never destroyed, because the CUDA runtime may end first. */
struct DevicePool
{
    std::mutex mutex;
    std::multimap<Place, ddblasHandle_t> idle;
};

DevicePool &pool()
{
    static DevicePool *const the_pool = new DevicePool;
    return *the_pool;
}

/* A handle of the CUDA engine for one call. */
class DeviceHandle
{
  public:
    explicit DeviceHandle(Place place) : handle_(nullptr), place_(place)
    {
        {
            std::lock_guard<std::mutex> lock(pool().mutex);
            const auto found = pool().idle.find(place);
            if (found != pool().idle.end())
            {
                handle_ = found->second;
                pool().idle.erase(found);
                return;
            }
        }
        ddblasStatus_t status = ddblasCreateWithEngine(&handle_, DDBLAS_ENGINE_CUDA);
        if (status == DDBLAS_STATUS_SUCCESS)
            status = ddblasSetStream(handle_, reinterpret_cast<void *>(place.second));
        if (status != DDBLAS_STATUS_SUCCESS)
            raise_status(status, 0, ddblasGetLastError(handle_));
    }
    ~DeviceHandle()
    {
        std::lock_guard<std::mutex> lock(pool().mutex);
        pool().idle.emplace(place_, handle_);
    }
    DeviceHandle(const DeviceHandle &) = delete;
    DeviceHandle &operator=(const DeviceHandle &) = delete;
    operator ddblasHandle_t() const { return handle_; }

  private:
    ddblasHandle_t handle_;
    Place place_;
};

/* call_with a handle of the device and stream. */
template <typename Call>
void call_device(Place place, const Call &call)
{
    {
        DeviceHandle handle(place);
        call_with(handle, call);
    }
    check_signals();
}

/* ---- memory ---------------------------------------------------------------------------------- */

std::atomic<int64_t> allocations{0}; /* blocks of device memory since the module was loaded */

/* Memory of a device that is freed with the last object that uses it. */
class DeviceMemory
{
  public:
    DeviceMemory(int device, uintptr_t stream, size_t bytes) : place_(device, stream), data_(nullptr)
    {
        call_device(place_, [&](ddblasHandle_t handle) { return ddblasMalloc(handle, &data_, bytes); });
        allocations++;
    }
    ~DeviceMemory()
    {
        try
        {
            DeviceHandle handle(place_);
            (void)ddblasFree(handle, data_);
        } catch (...) /* without a handle the memory is lost */
        {
            PyErr_Clear();
        }
    }
    DeviceMemory(const DeviceMemory &) = delete;
    DeviceMemory &operator=(const DeviceMemory &) = delete;
    uintptr_t address() const { return reinterpret_cast<uintptr_t>(data_); }
    template <typename T>
    T *as() const
    {
        return static_cast<T *>(data_);
    }

  private:
    Place place_;
    void *data_;
};

template <typename T>
T *at(uintptr_t address)
{
    return reinterpret_cast<T *>(address);
}

/* Reads an integer of the device. Waits for the stream. */
int64_t read_info(Place place, const DeviceMemory &memory)
{
    int64_t info = 0;
    call_device(place,
                [&](ddblasHandle_t handle) { return ddblasGetVector(handle, 1, sizeof info, memory.as<void>(), 1, &info, 1); });
    return info;
}

/* Copies a contiguous host array of 8-byte elements to a device's memory, or back. */
void copy_bytes(int device, uintptr_t stream, nb::handle host, uintptr_t address, bool to_device)
{
    const Buffer buffer(host, !to_device, "host");
    int64_t elements = 1;
    for (int i = 0; i < buffer.axes(); i++)
        elements *= buffer.size(i);
    if (!buffer.contiguous())
        raise_value("host: a contiguous array is expected");
    if (elements > 0)
        call_device({device, stream},
                    [&](ddblasHandle_t handle)
                    {
                        return to_device ? ddblasSetVector(handle, elements, 8, buffer.data(), 1, at<void>(address), 1)
                                         : ddblasGetVector(handle, elements, 8, at<void>(address), 1, buffer.data(), 1);
                    });
}

void synchronize(int device, uintptr_t stream)
{
    call_device({device, stream}, [](ddblasHandle_t handle) { return ddblasSynchronize(handle); });
}

/* pairs[i] = hi[i] + lo[i], normalised, for n elements. */
void from_parts(int device, uintptr_t stream, int64_t n, uintptr_t hi, uintptr_t lo, uintptr_t pairs)
{
    call_device({device, stream},
                [&](ddblasHandle_t handle)
                {
                    const int64_t ld = n > 1 ? n : 1;
                    return ddblasConvertSplitToW(handle, n, 1, at<double>(hi), at<double>(lo), ld, at<cuddreal>(pairs), ld);
                });
}

/* A DLPack capsule for memory that the object owner keeps alive. Strides count doubles. */
nb::object dlpack(uintptr_t address, const std::vector<size_t> &shape, const std::vector<int64_t> &strides, int device,
                  nb::handle owner)
{
    return nb::cast(nb::ndarray<double>(at<double>(address), shape.size(), shape.data(), owner, strides.data(),
                                        nb::dtype<double>(), nb::device::cuda::value, device));
}

/* ---- operations ------------------------------------------------------------------------------ */

/* (address, leading dimension) of an operand. */
typedef std::pair<uintptr_t, int64_t> Operand;

void gemm(int device, uintptr_t stream, bool is_complex, int op_a, int op_b, int64_t m, int64_t n, int64_t k, Operand a,
          Operand b, Operand c)
{
    WITH_ELEMENTS(is_complex, T, {
        const T one = Api<T>::one(), zero = Api<T>::zero();
        call_device({device, stream},
                    [&](ddblasHandle_t handle)
                    {
                        return Api<T>::gemm(handle, static_cast<ddblasOperation_t>(op_a), static_cast<ddblasOperation_t>(op_b), m,
                                            n, k, &one, at<T>(a.first), a.second, at<T>(b.first), b.second, &zero, at<T>(c.first),
                                            c.second);
                    });
    });
}

void gemv(int device, uintptr_t stream, bool is_complex, int op, int64_t m, int64_t n, Operand a, Operand x, uintptr_t y)
{
    WITH_ELEMENTS(is_complex, T, {
        const T one = Api<T>::one(), zero = Api<T>::zero();
        call_device({device, stream},
                    [&](ddblasHandle_t handle)
                    {
                        return Api<T>::gemv(handle, static_cast<ddblasOperation_t>(op), m, n, &one, at<T>(a.first), a.second,
                                            at<T>(x.first), x.second, &zero, at<T>(y), 1);
                    });
    });
}

/* C = op(A), m x n. */
void transposed_copy(int device, uintptr_t stream, bool is_complex, int op, int64_t m, int64_t n, Operand a, Operand c)
{
    WITH_ELEMENTS(is_complex, T, {
        const T one = Api<T>::one(), zero = Api<T>::zero();
        call_device({device, stream},
                    [&](ddblasHandle_t handle)
                    {
                        return Api<T>::geam(handle, static_cast<ddblasOperation_t>(op), DDBLAS_OP_N, m, n, &one, at<T>(a.first),
                                            a.second, &zero, static_cast<const T *>(nullptr), m > 1 ? m : 1, at<T>(c.first),
                                            c.second);
                    });
    });
}

int64_t gesv(int device, uintptr_t stream, bool is_complex, int64_t n, int64_t columns, Operand a, Operand b)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Place place(device, stream);
        const DeviceMemory pivots(device, stream, static_cast<size_t>(n) * 8 + 8), info(device, stream, 8);
        call_device(place,
                    [&](ddblasHandle_t handle)
                    {
                        return Api<T>::gesv(handle, n, columns, at<T>(a.first), a.second, pivots.as<int64_t>(), at<T>(b.first),
                                            b.second, info.as<int64_t>());
                    });
        return read_info(place, info);
    });
}

/* The factor, with zeros in the other triangle. */
int64_t potrf(int device, uintptr_t stream, bool is_complex, bool upper, int64_t n, Operand a)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Place place(device, stream);
        const DeviceMemory info(device, stream, 8);
        const T zero = Api<T>::zero();
        T *const other = at<T>(a.first) + (n > 1 ? (upper ? 1 : a.second) : 0);
        call_device(place,
                    [&](ddblasHandle_t handle)
                    {
                        const ddblasFillMode_t uplo = upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
                        const ddblasFillMode_t rest = upper ? DDBLAS_FILL_MODE_LOWER : DDBLAS_FILL_MODE_UPPER;
                        const ddblasStatus_t status =
                            Api<T>::potrf(handle, uplo, n, at<T>(a.first), a.second, info.as<int64_t>());
                        return status != DDBLAS_STATUS_SUCCESS || n < 2
                                   ? status
                                   : Api<T>::laset(handle, rest, n - 1, n - 1, &zero, &zero, other, a.second);
                    });
        return read_info(place, info);
    });
}

int64_t syevd(int device, uintptr_t stream, bool is_complex, bool upper, int64_t n, Operand a, uintptr_t w)
{
    return WITH_ELEMENTS(is_complex, T, {
        const Place place(device, stream);
        const DeviceMemory info(device, stream, 8);
        call_device(place,
                    [&](ddblasHandle_t handle)
                    {
                        return Api<T>::syevd(handle, DDBLAS_EIG_MODE_VECTOR,
                                             upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, at<T>(a.first), a.second,
                                             at<cuddreal>(w), info.as<int64_t>());
                    });
        return read_info(place, info);
    });
}

} // namespace

void define_device(nb::module_ &module)
{
    nb::module_ gpu = module.def_submodule("device");
    nb::class_<DeviceMemory>(gpu, "DeviceMemory")
        .def(nb::init<int, uintptr_t, size_t>())
        .def_prop_ro("address", &DeviceMemory::address);
    gpu.def("allocations", [] { return allocations.load(); });
    gpu.def("copy_bytes", &copy_bytes);
    gpu.def("synchronize", &synchronize);
    gpu.def("from_parts", &from_parts);
    gpu.def("dlpack", &dlpack);
    gpu.def("gemm", &gemm);
    gpu.def("gemv", &gemv);
    gpu.def("transposed_copy", &transposed_copy);
    gpu.def("gesv", &gesv);
    gpu.def("potrf", &potrf);
    gpu.def("syevd", &syevd);
}
