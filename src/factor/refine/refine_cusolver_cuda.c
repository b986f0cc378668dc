/*
 * Factors in double by cuSOLVER, on the CUDA engine.
 */
#include "refine.h"

#include <string.h>

#include "core/checks.h"
#include "factor/cusolver.h"
#include "level2/trv/trv.h"
#include "level3/structured/triangular.h"

enum
{
    MOST_ORDER = 1 << 16, /* Sizes of cuSOLVER's workspace are 32-bit numbers. */
    FEW_COLUMNS = 4
};

/* The pivots and info are cuSOLVER's, in the memory of those of W. */
static int *pivots_of(const struct ddblas_refine *f) { return (int *)(void *)f->pivots; }
static int *info_of(const struct ddblas_refine *f) { return (int *)(void *)f->info; }

size_t ddblas_refine_cusolver_workspace(void) { return ddblas_trv_cublas_workspace(); }

/* Finds f->order, the number of the row of S that is row i of L U, from cuSOLVER's exchanges. */
static ddblasStatus_t read_order(struct ddblas_refine *f)
{
    const int64_t n = f->p->n;
    int *exchanged = (int *)(void *)f->z; /* Nothing is in z yet. */
    DDBLAS_CHECK(ddblas_refine_fetch(f, exchanged, f->pivots, (size_t)n * sizeof *exchanged));
    for (int64_t i = 0; i < n; i++)
        f->order[i] = (int32_t)i;
    for (int64_t i = 0; i < n; i++)
    {
        const int64_t other = exchanged[i] - 1;
        const int32_t row = f->order[i];
        f->order[i] = f->order[other];
        f->order[other] = row;
    }
    return DDBLAS_STATUS_SUCCESS;
}

static cusolverStatus_t ask_for_size(struct ddblas_refine *f, cusolverDnHandle_t solver, int n, int *size)
{
    const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
    if (f->parts == 2)
        return f->p->positive ? cusolverDnZpotrf_bufferSize(solver, lower, n, f->factors, n, size)
                              : cusolverDnZgetrf_bufferSize(solver, n, n, f->factors, n, size);
    return f->p->positive ? cusolverDnDpotrf_bufferSize(solver, lower, n, f->factors, n, size)
                          : cusolverDnDgetrf_bufferSize(solver, n, n, f->factors, n, size);
}

static cusolverStatus_t factor(struct ddblas_refine *f, cusolverDnHandle_t solver, int n, int size)
{
    const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
    if (f->parts == 2)
        return f->p->positive ? cusolverDnZpotrf(solver, lower, n, f->factors, n, f->work, size, info_of(f))
                              : cusolverDnZgetrf(solver, n, n, f->factors, n, f->work, pivots_of(f), info_of(f));
    return f->p->positive ? cusolverDnDpotrf(solver, lower, n, f->factors, n, f->work, size, info_of(f))
                          : cusolverDnDgetrf(solver, n, n, f->factors, n, f->work, pivots_of(f), info_of(f));
}

ddblasStatus_t ddblas_refine_factor_cusolver(struct ddblas_refine *f, int *failed)
{
    const int n = f->p->n <= MOST_ORDER ? (int)f->p->n : 0;
    const size_t room = f->work_bytes / ((size_t)f->parts * sizeof(double));
    struct ddblas_cusolver *cusolver = NULL;
    int size = 0, info = 0;
    *failed = 1;
    if (n == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_cusolver_begin(f->handle, &cusolver));
    cusolverDnHandle_t solver = cusolver->solver;
    DDBLAS_CHECK(ddblas_cusolver_check(f->handle, ask_for_size(f, solver, n, &size), "refinement"));
    if (size < 0 || (size_t)size > room)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_cusolver_check(f->handle, factor(f, solver, n, size), "refinement"));
    DDBLAS_CHECK(ddblas_check_engine(
        f->handle, f->handle->backend->from_engine(&info, sizeof info, f->info, sizeof info, sizeof info, 1, f->handle->stream),
        "refinement"));
    *failed = info != 0;
    if (info == 0 && !f->p->positive)
        DDBLAS_CHECK(read_order(f));
    return info == 0 ? ddblas_refine_triangles_prepare(f) : DDBLAS_STATUS_SUCCESS;
}

/* Solves with a triangle of the factors. cuBLAS's trsm for a few columns takes longer than as many
 * trsv. */
static ddblasStatus_t solve_triangle(struct ddblas_refine *f, struct ddblas_refine_triangle t, int64_t count, double *vectors)
{
    static const double one[2] = {1.0, 0.0};
    const ddblasType_t type = f->parts == 2 ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D;
    const int64_t n = f->p->n;
    const struct ddblas_triangular_problem several = {.type = type,
                                                      .side = DDBLAS_SIDE_LEFT,
                                                      .uplo = t.uplo,
                                                      .trans = t.trans,
                                                      .diag = t.diag,
                                                      .m = n,
                                                      .n = count,
                                                      .alpha = one,
                                                      .A = f->factors,
                                                      .lda = n,
                                                      .B = vectors,
                                                      .ldb = n,
                                                      .C = vectors,
                                                      .ldc = n};
    if (count > FEW_COLUMNS)
        return ddblas_triangular_cublas(f->handle, &several, 1);
    for (int64_t j = 0; j < count; j++)
    {
        const struct ddblas_trv_problem single = {.name = "trsv",
                                                  .type = type,
                                                  .routine = DDBLAS_TRV_SOLVE,
                                                  .uplo = t.uplo,
                                                  .trans = t.trans,
                                                  .diag = t.diag,
                                                  .n = n,
                                                  .A = f->factors,
                                                  .lda = n,
                                                  .x = vectors + j * f->numbers,
                                                  .incx = 1,
                                                  .stored = {.storage = LAYOUT_TRIANGLE}};
        DDBLAS_CHECK(ddblas_trv_cublas(f->handle, &single));
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* The two triangles of S^-1, of its adjoint, and of the inverse of a positive definite S. */
static const struct ddblas_refine_triangle triangles[][2] = {
    {{DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT}, {DDBLAS_FILL_MODE_UPPER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT}},
    {{DDBLAS_FILL_MODE_UPPER, DDBLAS_OP_C, DDBLAS_DIAG_NON_UNIT}, {DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_C, DDBLAS_DIAG_UNIT}},
    {{DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT}, {DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_C, DDBLAS_DIAG_NON_UNIT}}};

static ddblasStatus_t solve_on_device(struct ddblas_refine *f, const struct ddblas_refine_triangle *pair, int64_t count,
                                      double *packed)
{
    const size_t bytes = (size_t)(f->numbers * count) * sizeof(double);
    DDBLAS_CHECK(ddblas_refine_send(f, f->vectors, packed, bytes));
    DDBLAS_CHECK(solve_triangle(f, pair[0], count, f->vectors));
    DDBLAS_CHECK(solve_triangle(f, pair[1], count, f->vectors));
    return ddblas_refine_fetch(f, packed, f->vectors, bytes);
}

/* The same with the kernels of this library, which exchange the rows too. */
static ddblasStatus_t solve_fast(struct ddblas_refine *f, const struct ddblas_refine_triangle *pair, int64_t count,
                                 double *packed)
{
    const size_t bytes = (size_t)(f->numbers * count) * sizeof(double);
    double *const vectors = f->vectors, *const between = vectors + f->numbers * count; /* Elements are half as long as in W. */
    DDBLAS_CHECK(ddblas_refine_send(f, vectors, packed, bytes));
    DDBLAS_CHECK(ddblas_refine_triangles_solve(f, &pair[0], count, vectors, between));
    DDBLAS_CHECK(ddblas_refine_triangles_solve(f, &pair[1], count, between, vectors));
    return ddblas_refine_fetch(f, packed, vectors, bytes);
}

/* Writes the rows of `from` in the order of the rows of L U, or back. */
static void permute(const struct ddblas_refine *f, int back, int64_t count, const double *from, double *to)
{
    const size_t size = (size_t)f->parts * sizeof *to;
    for (int64_t j = 0; j < count; j++)
        for (int64_t i = 0; i < f->p->n; i++)
        {
            const int64_t ours = f->order[i] * f->parts + j * f->numbers, theirs = i * f->parts + j * f->numbers;
            memcpy(to + (back ? ours : theirs), from + (back ? theirs : ours), size);
        }
}

/* The rows are permuted in host memory, where the vectors come from and go to: cuSOLVER's getrs
 * exchanges those of one column one after another, which takes longer than a triangle. */
ddblasStatus_t ddblas_refine_solve_cusolver(struct ddblas_refine *f, int adjoint, int64_t count, double *packed)
{
    double *permuted = packed + f->numbers * count;
    const size_t bytes = (size_t)(f->numbers * count) * sizeof *packed;
    if (f->fast_triangles && count <= FEW_COLUMNS)
        return solve_fast(f, triangles[f->p->positive ? 2 : adjoint], count, packed);
    if (f->p->positive)
        return solve_on_device(f, triangles[2], count, packed);
    if (adjoint)
    {
        DDBLAS_CHECK(solve_on_device(f, triangles[1], count, packed));
        memcpy(permuted, packed, bytes);
        permute(f, 1, count, permuted, packed);
        return DDBLAS_STATUS_SUCCESS;
    }
    permute(f, 0, count, packed, permuted);
    DDBLAS_CHECK(solve_on_device(f, triangles[0], count, permuted));
    memcpy(packed, permuted, bytes);
    return DDBLAS_STATUS_SUCCESS;
}
