/*
 * Where a call of MPLAPACK's goes: to the CPU engine, or with its matrices to a GPU and back. Each
 * thread has handles of its own, which end with it. docs/mplapack.md states the policy.
 */
#ifndef DDBLAS_MPLAPACK_DOOR_HPP
#define DDBLAS_MPLAPACK_DOOR_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include <dd/ddblas.h>

namespace ddblas_mplapack
{
/* The name and the sizes of a call, for its line of the trace. Names are those that MPLAPACK gives
 * to Mxerbla: its BLAS pads them with blanks to six letters, its LAPACK does not. */
struct event
{
    const char *name;
    int64_t m, n, k;
};

/* The thread's handle of the CPU engine. Throws std::bad_alloc, or std::runtime_error if the engine
 * cannot work on this machine. */
ddblasHandle_t cpu();

/* Throws std::bad_alloc for ALLOC_FAILED, and std::runtime_error with the sentence of the library
 * for other errors. */
void check(ddblasStatus_t status, const event &what);

/* The number that an environment variable holds, or `otherwise` if it is not set or holds none that
 * is at least 0. */
double setting(const char *name, double otherwise);

/* Whether DDBLAS_TRACE names a file, and the line of a call in it. */
extern const bool tracing;
void trace(const event &what, const char *engine, std::chrono::steady_clock::time_point start);
/* A remark in the trace, which a reader of the lines can tell by its first character. */
void remark(const event &what, const std::string &text);

/* Calls f(handle) on the CPU engine. */
template <class F>
void on_cpu(const event &what, F f)
{
    if (!tracing)
        return check(f(cpu()), what);
    const auto start = std::chrono::steady_clock::now();
    check(f(cpu()), what);
    trace(what, "cpu", start);
}

/* A matrix of a call, in host memory. */
enum class use
{
    read,
    written,
    both
};
struct matrix
{
    void *memory;
    int64_t rows, columns, leading;
    size_t size; /* Bytes of an element. */
    use how;
};
template <class T>
matrix reads(const T *a, int64_t rows, int64_t columns, int64_t leading)
{
    return {const_cast<T *>(a), rows, columns, leading, sizeof(T), use::read};
}
template <class T>
matrix writes(T *a, int64_t rows, int64_t columns, int64_t leading)
{
    return {a, rows, columns, leading, sizeof(T), use::written};
}
template <class T>
matrix updates(T *a, int64_t rows, int64_t columns, int64_t leading)
{
    return {a, rows, columns, leading, sizeof(T), use::both};
}

/* The same matrix where the engine of a call reads and writes it. */
struct view
{
    void *memory;
    int64_t leading;
    template <class N>
    N *as() const
    {
        return static_cast<N *>(memory);
    }
};

/* Calls body(data, handle, views) once: on a GPU if the call has multiply-adds, at least as many as
 * the threshold, and a GPU can be used; otherwise, or if the GPU fails, on the CPU engine. */
using body = ddblasStatus_t (*)(const void *data, ddblasHandle_t handle, const view *views);
void run(const event &what, double multiply_adds, const matrix *matrices, int count, body function, const void *data);

/* The same with f(handle, views). */
template <int count, class F>
void on_engine(const event &what, double multiply_adds, const matrix (&matrices)[count], const F &f)
{
    run(
        what, multiply_adds, matrices, count,
        [](const void *data, ddblasHandle_t handle, const view *views) { return (*static_cast<const F *>(data))(handle, views); },
        &f);
}
} // namespace ddblas_mplapack

#endif
