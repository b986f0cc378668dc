/*
 * Batches of small singular value decompositions on the CPU engine: a thread has a member.
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "factor/qr/qr_reflector.h"
#include "gesvd_batched.h"
#include "level3/batched/batched_cpu.h"
#include "simd/host_memory.h"
#include "svd/svd.h"

#define NAME(x)        x##_w
#define ELEMENT        ddblas_host_w
#define VALUE          cuddreal
#define REFLECTOR      struct qr_reflector_w
#define REFLECT(a, s)  qr_reflect_w(a, s)
#define JACOBI         ddblas_svd_jacobi_w
#define SUB(a, b)      cuddSub(a, b)
#define MUL(a, b)      cuddMul(a, b)
#define FMA(a, b, c)   cuddFma(a, b, c)
#define MUL_REAL(a, d) cuddMul(a, d)
#define CONJ(a)        (a)
#define FROM(a)        (a)
#define FROM_DOUBLE(d) cuddFromDouble(d)
#define NORM(a)        cuddSqr(a)
#define IS_FINITE(a)   cuddIsFinite(a)
#define IS_ZERO(a)     cuddIsZero(a)
#define EXPONENT(a)    qr_exponent_w(a)
#define SCALE(a, p)    qr_scale_w(a, p)
#define SQUARE(a)      ((a).x * (a).x)
#include "gesvd_batched_cpu_kernel.h"
#undef NAME
#undef ELEMENT
#undef VALUE
#undef REFLECTOR
#undef REFLECT
#undef JACOBI
#undef SUB
#undef MUL
#undef FMA
#undef MUL_REAL
#undef CONJ
#undef FROM
#undef FROM_DOUBLE
#undef NORM
#undef IS_FINITE
#undef IS_ZERO
#undef EXPONENT
#undef SCALE
#undef SQUARE

#define NAME(x)        x##_u
#define ELEMENT        ddblas_host_u
#define VALUE          cuddcomplex
#define REFLECTOR      struct qr_reflector_u
#define REFLECT(a, s)  qr_reflect_u(a, s)
#define JACOBI         ddblas_svd_jacobi_u
#define SUB(a, b)      cuddcSub(a, b)
#define MUL(a, b)      cuddcMul(a, b)
#define FMA(a, b, c)   cuddcFma(a, b, c)
#define MUL_REAL(a, d) cuddcMulReal(a, d)
#define CONJ(a)        cuddcConj(a)
#define FROM(a)        cuddcFromReal(a)
#define FROM_DOUBLE(d) cuddcFromDoubles(d, 0.0)
#define NORM(a)        cuddcNorm(a)
#define IS_FINITE(a)   cuddcIsFinite(a)
#define IS_ZERO(a)     cuddcIsZero(a)
#define EXPONENT(a)    qr_exponent_u(a)
#define SCALE(a, p)    qr_scale_u(a, p)
#define SQUARE(a)      ((a).x.x * (a).x.x + (a).y.x * (a).y.x)
#include "gesvd_batched_cpu_kernel.h"

static void compute_member(const void *batch, int64_t member, void *memory)
{
    const struct ddblas_gesvd_batched *b = batch;
    if (ddblas_type_is_complex(b->type))
        compute_member_u(b, member, memory);
    else
        compute_member_w(b, member, memory);
}

static size_t share_of(const struct ddblas_gesvd_batched *b)
{
    const int rows = b->m < b->n ? b->n : b->m, order = b->m < b->n ? b->m : b->n;
    return round_up_bytes(ddblas_type_is_complex(b->type) ? bytes_of_u(rows, order) : bytes_of_w(rows, order), 256);
}

static struct ddblas_batch_shares share_out(ddblasHandle_t handle, const struct ddblas_gesvd_batched *b)
{
    const double order = b->m < b->n ? b->m : b->n, work = order * order * (b->m + b->n);
    return ddblas_batch_share_out(handle, b->count, (ddblas_type_is_complex(b->type) ? 200.0 : 50.0) * work, 1);
}

size_t ddblas_gesvd_batched_cpu_workspace(ddblasHandle_t handle, const struct ddblas_gesvd_batched *batch)
{
    return (size_t)share_out(handle, batch).threads * share_of(batch);
}

ddblasStatus_t ddblas_gesvd_batched_cpu(ddblasHandle_t handle, const struct ddblas_gesvd_batched *batch)
{
    return ddblas_batch_run(handle, share_out(handle, batch), batch->count, share_of(batch), compute_member, batch);
}
