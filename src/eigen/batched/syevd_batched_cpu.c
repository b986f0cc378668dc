/*
 * Batches of small symmetric and Hermitian eigenvalue problems on the CPU engine: a thread has a
 * member.
 */
#include <string.h>

#include "core/sizes.h"
#include "core/checks.h"
#include "factor/qr/qr_reflector.h"
#include "jacobi.h"
#include "level3/batched/batched_cpu.h"
#include "simd/host_memory.h"
#include "syevd_batched.h"

enum
{
    NOT_FINITE = 1 << 20 /* Reported as the exponent of a matrix with Inf or NaN. */
};

#define NAME(x)        x##_w
#define ELEMENT        ddblas_host_w
#define VALUE          cuddreal
#define DIAGONAL(a)    (a)
#define CONJ(a)        (a)
#define IS_FINITE(a)   cuddIsFinite(a)
#define IS_ZERO(a)     cuddIsZero(a)
#define EXPONENT(a)    qr_exponent_w(a)
#define SCALE(a, p)    qr_scale_w(a, p)
#define FROM_DOUBLE(d) cuddFromDouble(d)
#include "syevd_batched_cpu_kernel.h"
#undef NAME
#undef ELEMENT
#undef VALUE
#undef DIAGONAL
#undef CONJ
#undef IS_FINITE
#undef IS_ZERO
#undef EXPONENT
#undef SCALE
#undef FROM_DOUBLE

#define NAME(x)        x##_u
#define ELEMENT        ddblas_host_u
#define VALUE          cuddcomplex
#define DIAGONAL(a)    cuddcFromReal((a).x)
#define CONJ(a)        cuddcConj(a)
#define IS_FINITE(a)   cuddcIsFinite(a)
#define IS_ZERO(a)     cuddcIsZero(a)
#define EXPONENT(a)    qr_exponent_u(a)
#define SCALE(a, p)    qr_scale_u(a, p)
#define FROM_DOUBLE(d) cuddcFromDoubles(d, 0.0)
#include "syevd_batched_cpu_kernel.h"

static void compute_member(const void *batch, int64_t member, void *memory)
{
    const struct ddblas_syevd_batched *b = batch;
    if (ddblas_type_is_complex(b->type))
        compute_member_u(b, member, memory);
    else
        compute_member_w(b, member, memory);
}

static size_t share_of(const struct ddblas_syevd_batched *b)
{
    const int n = (int)b->n;
    return round_up_bytes(ddblas_type_is_complex(b->type) ? jacobi_bytes_u(n) + jacobi_vector_bytes_u(n)
                                                          : jacobi_bytes_w(n) + jacobi_vector_bytes_w(n),
                          256);
}

static struct ddblas_batch_shares share_out(ddblasHandle_t handle, const struct ddblas_syevd_batched *b)
{
    const double n = (double)b->n;
    return ddblas_batch_share_out(handle, b->count, (ddblas_type_is_complex(b->type) ? 200.0 : 50.0) * n * n * n, 1);
}

size_t ddblas_syevd_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch)
{
    return (size_t)share_out(handle, batch).threads * share_of(batch);
}

ddblasStatus_t ddblas_syevd_batched_cpu(ddblasHandle_t handle, const struct ddblas_syevd_batched *batch)
{
    if (batch->n == 0)
    {
        memset(batch->info, 0, (size_t)batch->count * sizeof *batch->info);
        return DDBLAS_STATUS_SUCCESS;
    }
    return ddblas_batch_run(handle, share_out(handle, batch), batch->count, share_of(batch), compute_member, batch);
}
