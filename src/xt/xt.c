/*
 * Entry points of products over host memory, with the checks of their arguments.
 */
#include <stdio.h>

#include "core/checks.h"
#include "level3/gemm/cpu/gemm_cpu.h"
#include "level3/structured/syrk.h"
#include "xt_run.h"

/* A matrix in host memory, with the positions of its pointer and of its leading dimension in the
 * prototype, and the bytes of an element. */
struct stored
{
    const char *name;
    int pointer_at, leading_at;
    const char *first;
    int64_t leading, rows, columns;
    size_t size;
};

/* Returns the bytes from the first element to the last, including the padding between columns. */
static size_t bytes_of(const struct stored *s) { return (size_t)((s->columns - 1) * s->leading + s->rows) * s->size; }

static ddblasStatus_t check_stored(ddblasHandle_t handle, const struct stored *s)
{
    if (!ddblas_addressable(s->rows, s->columns, s->leading, s->size))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, s->leading_at,
                                    "ld%c: a matrix of %lld columns, %lld elements apart, is beyond the address space",
                                    s->name[0] + ('a' - 'A'), (long long)s->columns, (long long)s->leading);
    if (ddblas_streams_of(handle->backend->engine)->is_pinned(s->first) < 0)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, s->pointer_at, "%s: memory of a device, not of the host",
                                    s->name);
    return DDBLAS_STATUS_SUCCESS;
}

/* Returns 1 if the two matrices may have an element in common, judging by their addresses. Returns
 * 0 for blocks of one larger matrix that have no row in common, although their addresses
 * interleave. */
static int matrices_overlap(const struct stored *c, const struct stored *a)
{
    const uintptr_t begin_c = (uintptr_t)c->first, begin_a = (uintptr_t)a->first;
    if (begin_c >= begin_a + bytes_of(a) || begin_a >= begin_c + bytes_of(c))
        return 0;
    const struct stored *low = begin_c < begin_a ? c : a, *high = begin_c < begin_a ? a : c;
    const size_t distance = (size_t)(high->first - low->first);
    if ((low->leading != high->leading && high->columns > 1) || distance % low->size != 0)
        return 1;
    const int64_t row = (int64_t)(distance / low->size) % low->leading;
    return row < low->rows || row + high->rows > low->leading;
}

static ddblasStatus_t check_places(ddblasHandle_t handle, const struct stored *a, const struct stored *b, const struct stored *c,
                                   int reads_operands)
{
    const struct stored *const operands[] = {a, b};
    DDBLAS_CHECK(check_stored(handle, c));
    for (int i = 0; i < 2 && reads_operands; i++)
    {
        DDBLAS_CHECK(check_stored(handle, operands[i]));
        if (matrices_overlap(c, operands[i]))
            return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, c->pointer_at, "C shares memory with %s",
                                        operands[i]->name);
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* Resets the report for a new call. The arguments of the call have not been checked yet. */
static ddblasStatus_t begin_report(ddblasHandle_t handle)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    struct xt_context *context = ddblas_xt_context(handle);
    if (!context)
        return ddblas_fail(handle, DDBLAS_STATUS_ALLOC_FAILED, "no memory for a context");
    const int with_cpu = (context->options.techniques & DDBLAS_XT_CPU_SHARE) != 0;
    (void)snprintf(context->cpu_share, sizeof context->cpu_share, "%s", with_cpu ? "no blocks were shared with the CPU" : "");
    context->report = (ddblasXtReport_t){.cpu_share = context->cpu_share};
    return DDBLAS_STATUS_SUCCESS;
}

/* Checks the arguments and runs the product. positions: the positions of A, lda, B, ldb, C, ldc in
 * the prototype. */
static ddblasStatus_t run_product(ddblasHandle_t handle, struct ddblas_gemm_problem g, const int positions[6])
{
    const size_t size = ddblas_type_size(g.type);
    struct xt_context *context = ddblas_xt_context(handle);
    if (g.m == 0 || g.n == 0)
    {
        context->report.state = DDBLAS_XT_COMPLETE;
        return DDBLAS_STATUS_SUCCESS;
    }
    if (ddblas_type_is_zero(g.type, g.alpha))
        g.k = 0;
    const int plain_a = g.transa == DDBLAS_OP_N, plain_b = g.transb == DDBLAS_OP_N;
    const struct stored a = {"A", positions[0], positions[1], g.A, g.lda, plain_a ? g.m : g.k, plain_a ? g.k : g.m, size};
    const struct stored b = {"B", positions[2], positions[3], g.B, g.ldb, plain_b ? g.k : g.n, plain_b ? g.n : g.k, size};
    const struct stored c = {"C", positions[4], positions[5], g.C, g.ldc, g.m, g.n, size};
    DDBLAS_CHECK(check_places(handle, &a, &b, &c, g.k > 0));
    return ddblas_xt_run(handle, context, &g);
}

static ddblasStatus_t run_gemm(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    static const int positions[] = {8, 9, 10, 11, 13, 14};
    DDBLAS_CHECK(begin_report(handle));
    DDBLAS_CHECK(ddblas_gemm_check(handle, problem, 1));
    return run_product(handle, *problem, positions);
}

/* Defines ddblasXtSgemm, ddblasXtDgemm, ddblasXtWgemm, ddblasXtCgemm and ddblasXtZgemm. */
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_XT
#define DDBLAS_TYPE(letter, type, real, is_complex) DDBLAS_GEMM_ENTRY(ddblasXt##letter##gemm, letter, type, run_gemm)
#include <dd/types.def>

ddblasStatus_t ddblasXtWsyrk(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                             const cuddreal *alpha, const cuddreal *A, int64_t lda, const cuddreal *beta, cuddreal *C,
                             int64_t ldc)
{
    static const int positions[] = {7, 8, 7, 8, 10, 11};
    const struct ddblas_syrk_problem problem = {.type = DDBLAS_TYPE_W,
                                                .uplo = uplo,
                                                .trans = trans,
                                                .n = n,
                                                .k = k,
                                                .alpha = alpha,
                                                .A = A,
                                                .lda = lda,
                                                .ldb = 1,
                                                .beta = beta,
                                                .C = C,
                                                .ldc = ldc};
    DDBLAS_CHECK(begin_report(handle));
    DDBLAS_CHECK(ddblas_syrk_check(handle, &problem, 1));
    return run_product(handle, ddblas_syrk_product(&problem), positions);
}
