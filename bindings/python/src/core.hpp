/*
 * The extension module of the Python package: declarations that its files share. Arrays come from
 * Python as objects with the buffer protocol, float64 with the pair (high, low) as the last axis,
 * and for complex numbers (real, imaginary) before it. numpy.empty makes the memory of results.
 */
#ifndef DDBLAS_PYTHON_CORE_HPP
#define DDBLAS_PYTHON_CORE_HPP

#include <dd/ddblas.h>

#include <nanobind/nanobind.h>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace nb = nanobind;

/* NumPy's limit of axes, with the one or two axes of an element. */
constexpr int max_axes = 66;

/* A view of an array's memory; it keeps the array alive. */
class Buffer
{
  public:
    Buffer(nb::handle object, bool writable, const char *name);
    ~Buffer();
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;

    char *data() const { return static_cast<char *>(view_.buf); }
    int axes() const { return view_.ndim; }
    int64_t size(int axis) const { return view_.shape[axis]; }
    int64_t stride(int axis) const { return view_.strides[axis]; } /* in bytes */
    const Py_ssize_t *shape() const { return view_.shape; }
    const Py_ssize_t *strides() const { return view_.strides; }
    /* Axes before those of an element. Raises ValueError unless the elements are pairs of doubles
     * whose parts are adjacent. */
    int element_axes(bool is_complex, const char *name) const;
    bool is_int64() const;
    bool contiguous() const;

  private:
    Py_buffer view_;
};

/* numpy.empty(shape, dtype). */
nb::object empty(int axes, const int64_t *shape, const char *dtype);
/* A new array of elements: shape is followed by the one or two axes of an element. */
nb::object empty_elements(int axes, const int64_t *shape, bool is_complex);

/* Raises the exception of ddblas._errors for a status. */
[[noreturn]] void raise_status(ddblasStatus_t status, int argument, const char *text);
/* Raises ValueError with a printf format. */
[[noreturn]] void raise_value(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Raises KeyboardInterrupt if Ctrl-C was pressed during a call. */
void check_signals();

/* A handle of the CPU engine for one call: taken from a pool and given back. */
class Handle
{
  public:
    Handle();
    ~Handle();
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    operator ddblasHandle_t() const { return handle_; }

  private:
    ddblasHandle_t handle_;
    int settings_;
};

/* Calls the library with a handle, without the GIL, and raises its error. */
template <typename Call>
void call_with(ddblasHandle_t handle, const Call &call)
{
    ddblasStatus_t status;
    {
        nb::gil_scoped_release released;
        status = call(handle);
    }
    if (status != DDBLAS_STATUS_SUCCESS)
        raise_status(status, ddblasGetLastArgument(handle), ddblasGetLastError(handle));
}

/* The same with a handle of the CPU engine's pool. */
template <typename Call>
void call_library(const Call &call)
{
    {
        Handle handle;
        call_with(handle, call);
    }
    check_signals();
}

/* Calls function with a null pointer of the element type. */
template <typename Function>
auto with_type(bool is_complex, const Function &function)
{
    return is_complex ? function(static_cast<cuddcomplex *>(nullptr)) : function(static_cast<cuddreal *>(nullptr));
}

/* Runs statements with T as the element type. */
#define WITH_ELEMENTS(is_complex, T, ...)                                                                                        \
    with_type(is_complex,                                                                                                        \
              [&](auto *element_pointer)                                                                                         \
              {                                                                                                                  \
                  typedef std::remove_pointer_t<decltype(element_pointer)> T;                                                    \
                  __VA_ARGS__                                                                                                    \
              })

/* The functions of one file as functions of the module. */
void define_elementwise(nb::module_ &module);
void define_products(nb::module_ &module);
void define_factor(nb::module_ &module);
void define_spectral(nb::module_ &module);
void define_text(nb::module_ &module);
void define_files(nb::module_ &module);
void define_device(nb::module_ &module);
void define_engine(nb::module_ &module);

#endif
