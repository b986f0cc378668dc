/*
 * Systems with the triangles of factors in double or Z on the CUDA engine, for a few right-hand
 * sides (refine_triangles_kernel.cuh).
 */
#include "refine_triangles_kernel.cuh"

extern "C" {
#include "backend/device_error.h"
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/refine/refine.h"
}

#include <cuda_runtime_api.h>

enum
{
    ALIGNMENT = 256,
    MOST_COUNT = 2 /* Right-hand sides of a launch. */
};

/* The arrays in cuSOLVER's workspace, which is not in use after the factorisation: the inverses of
 * the lower and of the upper triangle's diagonal blocks, the messages, the counter, the order of
 * the rows. */
struct layout
{
    size_t inverses[2], messages, ticket, order, all;
};

static size_t place_array(size_t *end, int64_t count, size_t size)
{
    const size_t at = *end;
    *end += round_up_bytes((size_t)count * size, ALIGNMENT);
    return at;
}

template <class T>
static layout layout_of(int64_t n)
{
    constexpr int64_t N = triangle_tile<T>::N;
    layout l = {};
    for (int k = 0; k < 2; k++)
        l.inverses[k] = place_array(&l.all, quotient_up(n, N) * N * N, sizeof(T));
    l.messages = place_array(&l.all, n * MOST_COUNT, sizeof(resident_element<T>));
    l.ticket = place_array(&l.all, 1, sizeof(int));
    l.order = place_array(&l.all, n, sizeof(int32_t));
    return l;
}

static ddblasStatus_t check(const struct ddblas_refine *f, cudaError_t error)
{
    return ddblas_check_engine(f->handle, ddblas_device_error((int)error), "refinement");
}

/* Inverts the diagonal blocks of one triangle. */
template <class T>
static cudaError_t launch_inverses(const struct ddblas_refine *f, const layout &l, bool upper)
{
    constexpr int N = triangle_tile<T>::N;
    constexpr size_t bytes = (N * N + N + TRIANGLE_THREADS) * sizeof(T);
    const unsigned blocks = (unsigned)quotient_up(f->p->n, N);
    const bool unit = !upper && !f->p->positive;
    T *inverses = (T *)((char *)f->work + l.inverses[upper]);
    const cudaStream_t stream = (cudaStream_t)f->handle->stream;
    const cudaError_t error =
        cudaFuncSetAttribute(invert_blocks_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (error != cudaSuccess)
        return error;
    invert_blocks_kernel<T><<<blocks, TRIANGLE_THREADS, bytes, stream>>>(f->p->n, (const T *)f->factors, upper, unit, inverses);
    return cudaGetLastError();
}

template <class T>
static ddblasStatus_t prepare(struct ddblas_refine *f)
{
    struct ddblas_device facts;
    const layout l = layout_of<T>(f->p->n);
    const cudaStream_t stream = (cudaStream_t)f->handle->stream;
    f->fast_triangles = 0;
    DDBLAS_CHECK(ddblas_device_facts(f->handle->backend, f->handle->device, &facts));
    if (l.all > f->work_bytes || triangle_shared_bytes<T, MOST_COUNT>() + 1024 > (size_t)facts.shared_of_block)
        return DDBLAS_STATUS_SUCCESS;
    f->triangle_blocks = (int)least(quotient_up(f->p->n, triangle_tile<T>::N), facts.multiprocessors);
    DDBLAS_CHECK(check(f, cudaMemsetAsync((char *)f->work + l.messages, 0, l.order - l.messages, stream)));
    DDBLAS_CHECK(check(f, launch_inverses<T>(f, l, false)));
    if (!f->p->positive)
    {
        DDBLAS_CHECK(check(f, launch_inverses<T>(f, l, true)));
        DDBLAS_CHECK(ddblas_refine_send(f, (char *)f->work + l.order, f->order, (size_t)f->p->n * sizeof *f->order));
    }
    f->fast_triangles = 1;
    f->turn = 0;
    f->tickets = 0;
    return DDBLAS_STATUS_SUCCESS;
}

template <class T, int Count, bool Adjoint>
static cudaError_t launch_system(struct ddblas_refine *f, triangle_system<T> s)
{
    constexpr size_t bytes = triangle_shared_bytes<T, Count>();
    const cudaStream_t stream = (cudaStream_t)f->handle->stream;
    const unsigned blocks = (unsigned)f->triangle_blocks;
    s.turn = ++f->turn;
    s.first_ticket = f->tickets;
    /* Each block of rows takes a ticket, and each thread block one that ends it. */
    f->tickets += (int)quotient_up(s.n, triangle_tile<T>::N) + f->triangle_blocks;
    const cudaError_t error =
        cudaFuncSetAttribute(triangle_kernel<T, Count, Adjoint>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    if (error != cudaSuccess)
        return error;
    triangle_kernel<T, Count, Adjoint><<<blocks, TRIANGLE_THREADS, bytes, stream>>>(s);
    return cudaGetLastError();
}

template <class T>
static ddblasStatus_t solve(struct ddblas_refine *f, const struct ddblas_refine_triangle *t, int64_t count, const double *from,
                            double *to)
{
    const int64_t n = f->p->n;
    const layout l = layout_of<T>(n);
    const bool upper = t->uplo == DDBLAS_FILL_MODE_UPPER, adjoint = t->trans != DDBLAS_OP_N;
    char *const work = (char *)f->work;
    triangle_system<T> s = {};
    s.n = n;
    s.factors = (const T *)f->factors;
    s.inverses = (const T *)(work + l.inverses[upper]);
    s.backwards = upper != adjoint;
    /* The rows of S are exchanged before the lower triangle. */
    s.rows = !f->p->positive && !upper ? (const int32_t *)(work + l.order) : NULL;
    s.scatters = adjoint;
    s.messages = (resident_element<T> *)(work + l.messages);
    s.ticket = (int *)(work + l.ticket);
    for (int64_t done = 0, columns; done < count; done += columns)
    {
        columns = least(count - done, MOST_COUNT);
        s.b = (const T *)from + done * n;
        s.x = (T *)to + done * n;
        const cudaError_t error = columns == 2 ? (adjoint ? launch_system<T, 2, true>(f, s) : launch_system<T, 2, false>(f, s))
                                               : (adjoint ? launch_system<T, 1, true>(f, s) : launch_system<T, 1, false>(f, s));
        DDBLAS_CHECK(check(f, error));
    }
    return DDBLAS_STATUS_SUCCESS;
}

extern "C" ddblasStatus_t ddblas_refine_triangles_prepare(struct ddblas_refine *f)
{
    return f->parts == 2 ? prepare<ddblasDoubleComplex>(f) : prepare<double>(f);
}

extern "C" ddblasStatus_t ddblas_refine_triangles_solve(struct ddblas_refine *f, const struct ddblas_refine_triangle *triangle,
                                                        int64_t count, const double *from, double *to)
{
    return f->parts == 2 ? solve<ddblasDoubleComplex>(f, triangle, count, from, to) : solve<double>(f, triangle, count, from, to);
}
