/*
 * Buffers, errors and handles of the extension module, and its list of functions.
 */
#include "core.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <mutex>

/* ---- buffers --------------------------------------------------------------------------------- */

Buffer::Buffer(nb::handle object, bool writable, const char *name)
{
    const int flags = PyBUF_STRIDES | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object.ptr(), &view_, flags) != 0)
        throw nb::python_error();
    const char *format = view_.format ? view_.format : "B";
    const bool is_double = std::strcmp(format, "d") == 0 && view_.itemsize == 8;
    const bool is_long = (std::strcmp(format, "l") == 0 || std::strcmp(format, "q") == 0) && view_.itemsize == 8;
    const bool is_bool = std::strcmp(format, "?") == 0;
    const bool aligned = reinterpret_cast<uintptr_t>(view_.buf) % 8 == 0;
    if ((is_double || is_long || is_bool) && aligned && view_.ndim <= max_axes)
        return;
    PyBuffer_Release(&view_);
    raise_value("%s: an aligned array of float64 is expected", name);
}

Buffer::~Buffer() { PyBuffer_Release(&view_); }

int Buffer::element_axes(bool is_complex, const char *name) const
{
    const int last = axes() - 1, own = is_complex ? 2 : 1;
    if (view_.format[0] != 'd' || last + 1 < own || size(last) != 2 || stride(last) != 8)
        raise_value("%s: float64 with pairs (high, low) as the last axis is expected", name);
    if (is_complex && (size(last - 1) != 2 || stride(last - 1) != 16))
        raise_value("%s: float64 with complex pairs as the last two axes is expected", name);
    for (int i = 0; i <= last - own; i++)
        if (stride(i) % 8 != 0)
            raise_value("%s: strides are not multiples of 8 bytes", name);
    return axes() - own;
}

bool Buffer::is_int64() const { return view_.format[0] == 'l' || view_.format[0] == 'q'; }

bool Buffer::contiguous() const { return PyBuffer_IsContiguous(&view_, 'C') != 0; }

nb::object empty(int axes, const int64_t *shape, const char *dtype)
{
    /* Never freed: the interpreter may be gone when static objects are destroyed. */
    static PyObject *const function = nb::object(nb::module_::import_("numpy").attr("empty")).release().ptr();
    PyObject *sizes = PyTuple_New(axes);
    if (!sizes)
        throw nb::python_error();
    for (int i = 0; i < axes; i++)
        PyTuple_SET_ITEM(sizes, i, PyLong_FromLongLong(shape[i]));
    nb::object owned = nb::steal(sizes);
    return nb::handle(function)(owned, nb::handle(nb::str(dtype)));
}

nb::object empty_elements(int axes, const int64_t *shape, bool is_complex)
{
    int64_t sizes[max_axes];
    std::memcpy(sizes, shape, sizeof(int64_t) * static_cast<size_t>(axes));
    sizes[axes] = 2;
    sizes[axes + 1] = 2;
    return empty(axes + (is_complex ? 2 : 1), sizes, "d");
}

/* ---- errors ---------------------------------------------------------------------------------- */

void raise_status(ddblasStatus_t status, int argument, const char *text)
{
    nb::object make = nb::module_::import_("ddblas._errors").attr("make");
    nb::object error = make(static_cast<int>(status), argument, text && *text ? text : ddblasGetStatusString(status));
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(error.ptr())), error.ptr());
    throw nb::python_error();
}

void raise_value(const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    (void)std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    PyErr_SetString(PyExc_ValueError, text);
    throw nb::python_error();
}

void check_signals()
{
    if (PyErr_CheckSignals() != 0)
        throw nb::python_error();
}

/* ---- handles --------------------------------------------------------------------------------- */

namespace
{

/* Handles that no call uses, the number of threads that users ask for, where 0 is OpenMP's, and how
 * often it was set: a handle of an earlier setting is not used again. */
struct Pool
{
    std::mutex mutex;
    std::vector<ddblasHandle_t> idle;
    int threads = 0;
    int settings = 0;
};

/* Never destroyed: threads may still compute while the process ends. */
Pool &pool()
{
    static Pool *const the_pool = new Pool;
    return *the_pool;
}

ddblasHandle_t make_handle(int threads)
{
    ddblasHandle_t handle;
    ddblasStatus_t status = ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU);
    if (status != DDBLAS_STATUS_SUCCESS)
        raise_status(status, 0, ddblasGetLastError(nullptr));
    if (threads == 0 || (status = ddblasSetThreads(handle, threads)) == DDBLAS_STATUS_SUCCESS)
        return handle;
    char text[512];
    (void)std::snprintf(text, sizeof text, "%s", ddblasGetLastError(handle));
    (void)ddblasDestroy(handle);
    raise_status(status, 2, text);
}

void set_threads(int threads)
{
    if (threads < 0)
        raise_value("threads: %d is negative", threads);
    std::vector<ddblasHandle_t> old;
    {
        std::lock_guard<std::mutex> lock(pool().mutex);
        pool().threads = threads;
        pool().settings++;
        old.swap(pool().idle);
    }
    for (ddblasHandle_t handle : old)
        (void)ddblasDestroy(handle);
}

int get_threads()
{
    int threads = 0;
    call_library([&](ddblasHandle_t handle) { return ddblasGetThreads(handle, &threads); });
    return threads;
}

nb::str engine_name()
{
    char name[256] = "";
    call_library([&](ddblasHandle_t handle) { return ddblasGetEngineName(handle, name, sizeof name); });
    return nb::str(name);
}

} // namespace

Handle::Handle()
{
    int threads;
    {
        Pool &p = pool();
        std::lock_guard<std::mutex> lock(p.mutex);
        threads = p.threads;
        settings_ = p.settings;
        handle_ = p.idle.empty() ? nullptr : p.idle.back();
        if (handle_)
            p.idle.pop_back();
    }
    if (!handle_)
        handle_ = make_handle(threads);
}

Handle::~Handle()
{
    {
        std::lock_guard<std::mutex> lock(pool().mutex);
        if (settings_ == pool().settings)
        {
            pool().idle.push_back(handle_);
            return;
        }
    }
    (void)ddblasDestroy(handle_);
}

void define_engine(nb::module_ &module)
{
    module.def("set_threads", &set_threads);
    module.def("get_threads", &get_threads);
    module.def("engine_name", &engine_name);
    module.def("version", &ddblasGetVersion);
}

NB_MODULE(_core, module)
{
    module.doc() = "Compiled part of ddblas; use the package ddblas instead.";
    define_engine(module);
    define_elementwise(module);
    define_products(module);
    define_factor(module);
    define_spectral(module);
    define_text(module);
    define_files(module);
    define_device(module);
}
