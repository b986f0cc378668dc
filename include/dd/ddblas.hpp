/*
 * C++ around the C interface: a handle that destroys itself, errors as exceptions or as statuses,
 * and pointers to the numbers of other libraries. C++17.
 *
 *   dd::handle h(DDBLAS_ENGINE_CPU);
 *   h(ddblasWsymv, DDBLAS_FILL_MODE_LOWER, n, &one, A, n, x, 1, &zero, y, 1);
 *
 * calls a routine and throws dd::error with the library's sentence when it fails. If the program
 * wants the status instead, or is compiled without exceptions,
 *
 *   ddblasStatus_t status = h.attempt(ddblasWpotrf, DDBLAS_FILL_MODE_LOWER, n, A, n, &info);
 *
 * returns the status. Any function of the library whose first argument is a handle can be called
 * either way.
 */
#ifndef DD_DDBLAS_HPP
#define DD_DDBLAS_HPP

#include <complex>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <dd/cuddcomplex.hpp>
#include <dd/ddblas.h>

namespace dd
{

/* A call that failed: what() is the library's sentence. */
class error : public std::runtime_error
{
  public:
    error(ddblasStatus_t status, int argument, const std::string &sentence)
        : std::runtime_error(sentence), status_(status), argument_(argument)
    {
    }

    ddblasStatus_t status() const noexcept { return status_; }
    /* The position of the wrong argument (the handle is 1), or 0 if no single one was wrong. */
    int argument() const noexcept { return argument_; }

  private:
    ddblasStatus_t status_;
    int argument_;
};

/* Owns a handle of the library. One thread at a time may use it. It can be moved, not copied. */
class handle
{
  public:
    explicit handle(ddblasEngine_t engine = DDBLAS_ENGINE_AUTO)
    {
        const ddblasStatus_t status = ddblasCreateWithEngine(&handle_, engine);
        if (status != DDBLAS_STATUS_SUCCESS)
            fail(status, nullptr);
    }

    /* Takes over a handle that was created by the C interface. */
    static handle adopt(ddblasHandle_t owned) noexcept { return handle(owned, 0); }

    handle(handle &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    handle &operator=(handle &&other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }
    handle(const handle &) = delete;
    handle &operator=(const handle &) = delete;

    ~handle()
    {
        if (handle_ != nullptr)
            (void)ddblasDestroy(handle_);
    }

    ddblasHandle_t get() const noexcept { return handle_; }
    /* Gives the handle up to the caller, who destroys it. */
    ddblasHandle_t release() noexcept { return std::exchange(handle_, nullptr); }

    /* Calls a routine; returns its status. */
    template <class... Parameters, class... Arguments>
    ddblasStatus_t attempt(ddblasStatus_t (*routine)(ddblasHandle_t, Parameters...), Arguments &&...arguments) const noexcept
    {
        static_assert(sizeof...(Parameters) == sizeof...(Arguments), "the routine takes another number of arguments");
        return routine(handle_, std::forward<Arguments>(arguments)...);
    }

    /* Calls a routine; throws dd::error when it fails. */
    template <class... Parameters, class... Arguments>
    void operator()(ddblasStatus_t (*routine)(ddblasHandle_t, Parameters...), Arguments &&...arguments) const
    {
        const ddblasStatus_t status = attempt(routine, std::forward<Arguments>(arguments)...);
        if (status != DDBLAS_STATUS_SUCCESS)
            fail(status, handle_);
    }

  private:
    handle(ddblasHandle_t owned, int) noexcept : handle_(owned) {}

    [[noreturn]] static void fail(ddblasStatus_t status, ddblasHandle_t h)
    {
#if defined(__cpp_exceptions)
        throw error(status, ddblasGetLastArgument(h), ddblasGetLastError(h));
#else
        (void)status;
        (void)h;
        std::abort(); /* without exceptions call attempt() */
#endif
    }

    ddblasHandle_t handle_ = nullptr;
};

/* The number of this library that has the layout of T. Of a type of another library only the layout
 * is known: two doubles are a number, four a complex one. A type for which that is wrong has a
 * specialisation: std::complex<double> has two doubles, but is not a double-double number, so
 * `numbers` refuses it. */
template <class T>
struct number_of
{
    static constexpr std::size_t doubles = sizeof(T) / sizeof(double);
    using type = std::conditional_t<doubles == 4, cuddcomplex, cuddreal>;
};

template <class Part>
struct number_of<std::complex<Part>>
{
    using type = cuddcomplex;
};

template <>
struct number_of<ddblasDoubleComplex>
{
    using type = cuddcomplex;
};

/* True if an array of T can be read as an array of the number that number_of names; of real numbers
 * for is_real_number. */
template <class T>
struct is_number : std::bool_constant<std::is_standard_layout<T>::value && sizeof(T) == sizeof(typename number_of<T>::type)>
{
};

template <class T>
struct is_real_number : std::bool_constant<is_number<T>::value && std::is_same<typename number_of<T>::type, cuddreal>::value>
{
};

/* The numbers of another library as the pointer that this one takes, without a copy: any type of
 * two doubles, high part first, such as QD's dd_real and CUDA's double2; or of four for a complex
 * number. The numbers must be normalised, |low| <= half a unit in the last place of |high|: QD's
 * are, those of cuda::experimental::fp64mp2 at its lowest accuracy level may not be (normalize
 * below). The pointer is for calls of the library: the caller's own code goes on to use its own
 * type. */
template <class T>
auto numbers(T *p) noexcept
{
    using plain = std::remove_cv_t<T>;
    static_assert(is_number<plain>::value, "a number of this library is two doubles, a complex one four");
    using number = typename number_of<plain>::type;
    using target = std::conditional_t<std::is_const<T>::value, const number, number>;
    return reinterpret_cast<target *>(p);
}

/* Makes n pairs of doubles at `pairs` normalised numbers of the same exact sums. */
inline void normalize(double *pairs, std::size_t n) noexcept
{
    for (std::size_t i = 0; i < n; i++)
    {
        const cuddreal r = cuddNormalize(pairs[2 * i], pairs[2 * i + 1]);
        pairs[2 * i] = r.x;
        pairs[2 * i + 1] = r.y;
    }
}

/* A number of any such type as a normalised cuddreal. */
template <class T>
cuddreal value(const T &other) noexcept
{
    static_assert(std::is_trivially_copyable<T>::value && is_real_number<T>::value, "two doubles, high part first");
    double parts[2];
    __builtin_memcpy(parts, &other, sizeof parts);
    return cuddNormalize(parts[0], parts[1]);
}

/* A cuddreal as a number of such a type. */
template <class T>
T to(cuddreal a) noexcept
{
    static_assert(std::is_trivially_copyable<T>::value && is_real_number<T>::value, "two doubles, high part first");
    T other;
    __builtin_memcpy(static_cast<void *>(&other), &a, sizeof other);
    return other;
}

} // namespace dd

#endif
