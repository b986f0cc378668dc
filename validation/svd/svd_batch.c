/*
 * One call of a batch of gesvd under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle_svd.h"
#include "poison.h"
#include "svd_batch.h"

struct svd_batch svd_batch_new(ddblasType_t type, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, int64_t pad,
                               int64_t count)
{
    struct svd_batch b = {.type = type, .size = dd_type_size(type), .jobu = jobu, .jobv = jobv, .m = m, .n = n, .count = count};
    b.order = m < n ? m : n;
    b.columns = svd_vectors(jobu, b.order, m);
    b.rows = svd_vectors(jobv, b.order, n);
    b.lda = dd_least_leading(m) + pad;
    b.ldu = dd_least_leading(m) + 2 * pad;
    b.ldvt = dd_least_leading(b.rows) + pad;
    b.stride_a = b.lda * n + 3 * pad;
    b.stride_u = b.ldu * b.columns + pad;
    b.stride_vt = (b.rows > 0 ? b.ldvt * n : 0) + pad;
    b.stride_s = b.order + 2 * pad;
    b.a = (size_t)(b.stride_a * count) * b.size;
    b.u = (size_t)(b.stride_u * count) * b.size;
    b.vt = (size_t)(b.stride_vt * count) * b.size;
    b.s = (size_t)(b.stride_s * count) * sizeof *b.values;
    b.info = (size_t)count * sizeof *b.infos;
    b.A = dd_poisoned(b.a);
    b.U = dd_poisoned(b.u);
    b.VT = dd_poisoned(b.vt);
    b.values = dd_poisoned(b.s);
    b.infos = dd_poisoned(b.info);
    return b;
}

void svd_batch_free(struct svd_batch *b)
{
    free(b->A);
    free(b->U);
    free(b->VT);
    free(b->values);
    free(b->infos);
}

void *svd_batch_at(const struct svd_batch *b, int64_t member, int64_t i, int64_t j)
{
    return b->A + (size_t)(member * b->stride_a + i + j * b->lda) * b->size;
}

void svd_batch_fill(struct svd_batch *b, int first, uint64_t seed)
{
    for (int64_t member = 0; member < b->count; member++)
    {
        struct dd_random g;
        const int family = (first + (int)member) % SVD_FAMILIES;
        dd_random_start(&g, seed + (uint64_t)((b->m + b->n) * 64 + family));
        struct svd_case *c = svd_case_new(b->type, b->jobu, b->jobv, b->m, b->n, 0);
        svd_case_fill(c, &g, (enum svd_family)family);
        for (int64_t j = 0; j < b->n; j++)
            memcpy(svd_batch_at(b, member, 0, j), svd_case_at(c, 0, j), (size_t)b->m * b->size);
        svd_case_free(c);
    }
}

void *svd_batch_dense(const struct svd_batch *b, const char *array, int64_t member, int64_t stride, int64_t rows, int64_t columns,
                      int64_t ld)
{
    char *dense = dd_poisoned((size_t)(rows * columns) * b->size);
    for (int64_t j = 0; j < columns; j++)
        memcpy(dense + (size_t)(j * rows) * b->size, array + (size_t)(member * stride + j * ld) * b->size,
               (size_t)rows * b->size);
    return dense;
}

/* ---- call ------------------------------------------------------------------------------------ */

#define CALL(name)                                                                                                               \
    name(h, (ddblasSvdMode_t)a->jobu, (ddblasSvdMode_t)a->jobv, a->m, a->n, a->A, a->lda, a->stride_a, a->s, a->stride_s, a->U,  \
         a->ldu, a->stride_u, a->VT, a->ldvt, a->stride_vt, a->info, a->count)

ddblasStatus_t svd_batch_call(ddblasHandle_t h, ddblasType_t type, const struct svd_batch_arguments *a)
{
    return type == DDBLAS_TYPE_U ? CALL(ddblasUgesvdStridedBatched) : CALL(ddblasWgesvdStridedBatched);
}

/* Arrays as one matrix whose columns are the members: which elements are results. */
static int in_u(const void *problem, int64_t i, int64_t j)
{
    const struct svd_batch *b = problem;
    (void)j;
    return i < b->ldu * b->columns && i % b->ldu < b->m;
}

static int in_vt(const void *problem, int64_t i, int64_t j)
{
    const struct svd_batch *b = problem;
    (void)j;
    return b->rows > 0 && i < b->ldvt * b->n && i % b->ldvt < b->rows;
}

static int in_s(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct svd_batch *)problem)->order;
}

static void inject_nothing(int failing) { (void)failing; }

ddblasStatus_t svd_batch_run_failing(ddblasHandle_t caller, ddblasHandle_t h, struct svd_batch *b, void (*inject)(int),
                                     int failing)
{
    void *u = dd_poisoned(b->u), *vt = dd_poisoned(b->vt), *s = dd_poisoned(b->s), *before = dd_poisoned(b->info);
    struct dd_operand o[] = {dd_operand_read(b->A, b->a), dd_operand_written(u, b->U, b->u), dd_operand_written(vt, b->VT, b->vt),
                             dd_operand_written(s, b->values, b->s), dd_operand_written(before, b->infos, b->info)};
    dd_operands_put(h, o, 5, 0);
    const struct svd_batch_arguments a = {(int)b->jobu, (int)b->jobv, b->m,         b->n,    o[0].at, b->lda,
                                          b->stride_a,  o[3].at,      b->stride_s,  o[1].at, b->ldu,  b->stride_u,
                                          o[2].at,      b->ldvt,      b->stride_vt, o[4].at, b->count};
    inject(failing);
    const ddblasStatus_t status = svd_batch_call(caller, b->type, &a);
    inject(0);
    dd_operands_take(h, o, 5, 0);
    dd_rest_unchanged("U", u, b->U, b->u, b->size, b->stride_u, in_u, b);
    dd_rest_unchanged("VT", vt, b->VT, b->vt, b->size, b->stride_vt, in_vt, b);
    dd_rest_unchanged("s", s, b->values, b->s, sizeof *b->values, b->stride_s, in_s, b);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        assert_memory_equal(u, b->U, b->u);
        assert_memory_equal(vt, b->VT, b->vt);
        assert_memory_equal(s, b->values, b->s);
        assert_memory_equal(before, b->infos, b->info);
    }
    free(u);
    free(vt);
    free(s);
    free(before);
    return status;
}

ddblasStatus_t svd_batch_run(ddblasHandle_t h, struct svd_batch *b) { return svd_batch_run_failing(h, h, b, inject_nothing, 0); }

/* ---- judgement ------------------------------------------------------------------------------- */

double svd_batch_judge(const struct svd_batch *b, int64_t member, const char *what, int exact)
{
    const double bound = dd_routine_bound(DD_ROUTINE_gesvd, b->type, (struct dd_bound_size){.m = b->m, .k = b->n});
    const cuddreal *s = b->values + member * b->stride_s;
    assert_int_equal(b->infos[member], 0);
    void *A = svd_batch_dense(b, b->A, member, b->stride_a, b->m, b->n, b->lda);
    void *U = svd_batch_dense(b, b->U, member, b->stride_u, b->m, b->columns, b->ldu);
    void *VT = svd_batch_dense(b, b->VT, member, b->stride_vt, b->rows, b->n, b->ldvt);
    const struct dd_svd_error e = dd_oracle_svd_error(b->type, b->m, b->n, A, s, b->columns, U, b->rows, VT);
    const double value = exact ? dd_oracle_singular_value_error(b->type, b->m, b->n, A, s).absolute : 0.0;
    const double worst = fmax(fmax(value, e.residual), fmax(e.left, e.right));
    for (int64_t j = 0; j < b->order; j++)
        assert_true(!cuddSignBit(s[j]) && (j == 0 || cuddLe(s[j], s[j - 1])));
    if (!(worst <= bound))
        fail_msg("%c, %d x %d, member %d, %s: residual %g, left %g, right %g, values %g max(m, n) u, above %g",
                 dd_type_letter(b->type), (int)b->m, (int)b->n, (int)member, what, e.residual, e.left, e.right, value, bound);
    free(A);
    free(U);
    free(VT);
    return worst;
}

void svd_batch_assert_equal(const struct svd_batch *a, int64_t i, const struct svd_batch *b, int64_t j)
{
    assert_int_equal(a->infos[i], b->infos[j]);
    assert_memory_equal(a->values + i * a->stride_s, b->values + j * b->stride_s, (size_t)a->order * sizeof *a->values);
    const int64_t columns = a->columns < b->columns ? a->columns : b->columns, rows = a->rows < b->rows ? a->rows : b->rows;
    void *const U = svd_batch_dense(a, a->U, i, a->stride_u, a->m, columns, a->ldu);
    void *const other = svd_batch_dense(b, b->U, j, b->stride_u, b->m, columns, b->ldu);
    assert_memory_equal(U, other, (size_t)(a->m * columns) * a->size);
    void *const VT = svd_batch_dense(a, a->VT, i, a->stride_vt, rows, a->n, a->ldvt);
    void *const other_vt = svd_batch_dense(b, b->VT, j, b->stride_vt, rows, b->n, b->ldvt);
    assert_memory_equal(VT, other_vt, (size_t)(rows * a->n) * a->size);
    free(U);
    free(other);
    free(VT);
    free(other_vt);
}
