/*
 * Operations on elements of arrays: broadcasting, axes, and the choice of a loop.
 *
 * An operand is an array of the operation's element type, or a Python number that is exact in it.
 */
#include "core.hpp"
#include "loops.hpp"

#include <cstdlib>
#include <cstring>

namespace
{

/* DDBLAS_CPU_ISA, which limits the library's kernels, holds here too. */
bool wants_avx2()
{
#if defined(__x86_64__)
    const char *isa = std::getenv("DDBLAS_CPU_ISA");
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && !(isa && std::strcmp(isa, "portable") == 0);
#else
    return false;
#endif
}

const LoopTable &loops()
{
    static const bool has_avx2 = wants_avx2();
    return has_avx2 ? loops_avx2() : loops_portable();
}

/* ---- operands -------------------------------------------------------------------------------- */

class Operand
{
  public:
    Operand(nb::handle object, bool is_complex, const char *name)
    {
        if (!read_number(object.ptr(), is_complex))
        {
            buffer_ = new (storage_) Buffer(object, false, name);
            try
            {
                axes = buffer_->element_axes(is_complex, name);
            } catch (...)
            {
                buffer_->~Buffer();
                throw;
            }
            data = buffer_->data();
        }
    }
    ~Operand()
    {
        if (buffer_)
            buffer_->~Buffer();
    }
    Operand(const Operand &) = delete;
    Operand &operator=(const Operand &) = delete;

    /* Size and stride of an axis that is counted from the last one. */
    int64_t size(int from_last) const { return from_last < axes ? buffer_->size(axes - 1 - from_last) : 1; }
    int64_t stride(int from_last) const { return size(from_last) == 1 ? 0 : buffer_->stride(axes - 1 - from_last); }

    const char *data = reinterpret_cast<const char *>(number_);
    int axes = 0;

  private:
    bool read_number(PyObject *object, bool is_complex)
    {
        if (PyFloat_CheckExact(object))
            number_[0] = PyFloat_AS_DOUBLE(object);
        else if (PyLong_CheckExact(object))
        {
            const long long value = PyLong_AsLongLong(object);
            if (value == -1 && PyErr_Occurred())
                throw nb::python_error();
            const cuddreal exact = cuddFromInt64(value);
            number_[0] = exact.x;
            number_[1] = exact.y;
        }
        else if (is_complex && PyComplex_CheckExact(object))
        {
            number_[0] = PyComplex_RealAsDouble(object);
            number_[2] = PyComplex_ImagAsDouble(object);
        }
        else
            return false;
        return true;
    }

    double number_[4] = {0.0, 0.0, 0.0, 0.0};
    alignas(Buffer) char storage_[sizeof(Buffer)];
    Buffer *buffer_ = nullptr;
};

/* ---- broadcasting ---------------------------------------------------------------------------- */

/* Axes in the order of the loops, the innermost first; strides of a, b and the result in bytes. */
struct Plan
{
    int axes = 0;
    int64_t size[max_axes];
    int64_t stride[3][max_axes];
    int64_t elements = 1;

    /* Adds the next outer axis; merges it with the last one if all strides continue that one's. */
    void add(int64_t count, int64_t a, int64_t b, int64_t out)
    {
        elements *= count;
        if (count == 1)
            return;
        const int last = axes - 1;
        if (axes > 0 && a == stride[0][last] * size[last] && b == stride[1][last] * size[last] &&
            out == stride[2][last] * size[last])
        {
            size[last] *= count;
            return;
        }
        size[axes] = count;
        stride[0][axes] = a;
        stride[1][axes] = b;
        stride[2][axes] = out;
        axes++;
    }
};

void run_loops(const Plan &plan, ElementLoop loop, const char *a, const char *b, char *out)
{
    const int64_t inner = plan.axes > 0 ? plan.size[0] : 1;
    int64_t index[max_axes] = {0};
    if (plan.elements == 0)
        return;
    for (;;)
    {
        loop(inner, a, plan.axes > 0 ? plan.stride[0][0] : 0, b, plan.axes > 0 ? plan.stride[1][0] : 0, out,
             plan.axes > 0 ? plan.stride[2][0] : 0);
        int axis = 1;
        for (; axis < plan.axes; axis++)
        {
            a += plan.stride[0][axis];
            b += plan.stride[1][axis];
            out += plan.stride[2][axis];
            if (++index[axis] < plan.size[axis])
                break;
            a -= plan.stride[0][axis] * plan.size[axis];
            b -= plan.stride[1][axis] * plan.size[axis];
            out -= plan.stride[2][axis] * plan.size[axis];
            index[axis] = 0;
        }
        if (axis >= plan.axes)
            return;
    }
}

/* Calls function; releases the GIL if there are so many elements that this pays. */
template <typename Function>
void without_gil(int64_t elements, const Function &function)
{
    if (elements < 5000)
        return function();
    {
        nb::gil_scoped_release released;
        function();
    }
    check_signals();
}

const ElementRow &element_row(const char *name, bool is_complex, int arguments)
{
    for (const ElementRow *row = loops().elements; row->name; row++)
        if (row->is_complex == is_complex && row->arguments == arguments && std::strcmp(row->name, name) == 0)
            return *row;
    (void)PyErr_Format(PyExc_TypeError, "%s is not defined for %s numbers", name, is_complex ? "complex" : "real");
    throw nb::python_error();
}

nb::object apply(const ElementRow &row, const Operand &a, const Operand &b)
{
    const int axes = a.axes > b.axes ? a.axes : b.axes;
    int64_t shape[max_axes], out_stride = row.result == '?' ? 1 : row.result == 'W' ? 16 : 32;
    Plan plan;
    for (int i = 0; i < axes; i++)
    {
        const int64_t one = a.size(i), other = b.size(i), size = one == 1 ? other : one;
        if (other != 1 && other != size)
            raise_value("%s: shapes do not broadcast: an axis has %lld and %lld elements", row.name, static_cast<long long>(one),
                        static_cast<long long>(other));
        plan.add(size, a.stride(i), b.stride(i), out_stride);
        out_stride *= size;
        shape[axes - 1 - i] = size;
    }
    nb::object result = row.result == '?' ? empty(axes, shape, "?") : empty_elements(axes, shape, row.result == 'U');
    const Buffer out(result, true, "result");
    without_gil(plan.elements, [&] { run_loops(plan, row.loop, a.data, b.data, out.data()); });
    return result;
}

nb::object binary(const char *name, bool is_complex, nb::handle a, nb::handle b)
{
    const Operand one(a, is_complex, "left operand"), other(b, is_complex, "right operand");
    return apply(element_row(name, is_complex, 2), one, other);
}

nb::object unary(const char *name, bool is_complex, nb::handle a)
{
    const Operand one(a, is_complex, "operand"), none(nb::float_(0.0), is_complex, "");
    return apply(element_row(name, is_complex, 1), one, none);
}

/* ---- powers and reductions ------------------------------------------------------------------- */

nb::object contiguous_copy(nb::handle a, bool is_complex) { return unary("positive", is_complex, a); }

nb::object power(bool is_complex, nb::handle a, int64_t exponent)
{
    nb::object result = contiguous_copy(a, is_complex);
    const Buffer buffer(result, true, "result");
    int64_t elements = 1;
    for (int i = 0; i < buffer.element_axes(is_complex, "operand"); i++)
        elements *= buffer.size(i);
    const int64_t stride = is_complex ? 32 : 16;
    without_gil(elements, [&] { loops().power[is_complex](elements, buffer.data(), stride, exponent, buffer.data(), stride); });
    return result;
}

/* Reduces the last axis. */
nb::object reduce(const char *name, bool is_complex, nb::handle a)
{
    const ReductionRow *row = loops().reductions;
    while (row->name && (row->is_complex != is_complex || std::strcmp(row->name, name) != 0))
        row++;
    if (!row->name)
        raise_value("%s: no reduction of %s numbers", name, is_complex ? "complex" : "real");
    const Buffer buffer(a, false, "operand");
    const int axes = buffer.element_axes(is_complex, "operand") - 1;
    if (axes < 0)
        raise_value("%s: an array without axes has none to reduce", name);
    const int64_t n = buffer.size(axes), stride = buffer.stride(axes);
    if (n == 0 && !row->empty_allowed)
        raise_value("%s: an empty array has none", name);

    int64_t shape[max_axes], results = 1;
    for (int i = 0; i < axes; i++)
        results *= shape[i] = buffer.size(i);
    nb::object result = empty_elements(axes, shape, is_complex);
    const Buffer out(result, true, "result");
    without_gil(results * n,
                [&]
                {
                    for (int64_t k = 0; k < results; k++)
                    {
                        const char *from = buffer.data();
                        for (int64_t rest = k, axis = axes - 1; axis >= 0; rest /= shape[axis], axis--)
                            from += rest % shape[axis] * buffer.stride(static_cast<int>(axis));
                        row->loop(n, from, stride, out.data() + k * (is_complex ? 32 : 16));
                    }
                });
    return result;
}

/* A copy of storage whose pairs are normalised: the same sums, as high and low parts. */
nb::object normalize(nb::handle parts)
{
    nb::object result = contiguous_copy(parts, false);
    const Buffer buffer(result, true, "result");
    int64_t elements = 1;
    for (int i = 0; i < buffer.element_axes(false, "parts"); i++)
        elements *= buffer.size(i);
    double *d = reinterpret_cast<double *>(buffer.data());
    for (int64_t i = 0; i < elements; i++)
    {
        const cuddreal pair = cuddNormalize(d[2 * i], d[2 * i + 1]);
        d[2 * i] = pair.x;
        d[2 * i + 1] = pair.y;
    }
    return result;
}

nb::list names()
{
    nb::list list;
    for (const ElementRow *row = loops().elements; row->name; row++)
        list.append(nb::make_tuple(row->name, row->is_complex, row->arguments, nb::str(&row->result, 1)));
    return list;
}

} // namespace

void define_elementwise(nb::module_ &module)
{
    module.def("binary", &binary);
    module.def("unary", &unary);
    module.def("power", &power);
    module.def("reduce", &reduce);
    module.def("normalize", &normalize);
    module.def("names", &names);
}
