/*
 * One call of rank, null or pinv under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "poison.h"
#include "svd_rank_case.h"

struct svd_rank_case *svd_rank_case_new(ddblasType_t type, enum svd_rank_task task, int64_t m, int64_t n, int64_t pad)
{
    struct svd_rank_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->task = task;
    c->matrix = svd_case_new(type, DDBLAS_SVD_MODE_NONE, DDBLAS_SVD_MODE_NONE, m, n, pad);
    c->tolerance = -1.0;
    c->columns = task == RANK_ALONE ? 0 : task == RANK_NULL ? n : m;
    c->ldz = dd_least_leading(n) + 2 * pad;
    c->z = (size_t)(c->ldz * c->columns) * c->matrix->size;
    c->Z = dd_poisoned(c->z);
    return c;
}

void svd_rank_case_free(struct svd_rank_case *c)
{
    svd_case_free(c->matrix);
    free(c->Z);
    free(c);
}

#define CALL(L)                                                                                                                  \
    (task == RANK_ALONE ? ddblas##L##rank(h, a->m, a->n, a->A, a->lda, a->tolerance, a->gap, a->rank, a->info)                   \
     : task == RANK_NULL                                                                                                         \
         ? ddblas##L##null(h, a->m, a->n, a->A, a->lda, a->tolerance, a->columns, a->Z, a->ldz, a->gap, a->rank, a->info)        \
         : ddblas##L##pinv(h, a->m, a->n, a->A, a->lda, a->tolerance, a->Z, a->ldz, a->gap, a->rank, a->info))

ddblasStatus_t svd_rank_call(ddblasHandle_t h, ddblasType_t type, enum svd_rank_task task, const struct svd_rank_arguments *a)
{
    return DD_OF_TYPE(type, CALL);
}

ddblasStatus_t svd_rank_query(ddblasHandle_t h, ddblasType_t type, enum svd_rank_task task, int64_t m, int64_t n, int64_t columns,
                              size_t *bytes)
{
    return task == RANK_ALONE  ? ddblasRankWorkspaceSize(h, type, m, n, bytes)
           : task == RANK_NULL ? ddblasNullWorkspaceSize(h, type, m, n, columns, bytes)
                               : ddblasPinvWorkspaceSize(h, type, m, n, bytes);
}

void svd_rank_case_operands(struct svd_rank_case *c, void *before, const int64_t *integers, struct dd_operand *o)
{
    char *gap = (char *)before + c->z;
    o[0] = dd_operand_read(c->matrix->A, c->matrix->a);
    o[1] = dd_operand_written(before, c->Z, c->z);
    o[2] = dd_operand_written(gap, c->stored, 2 * dd_type_size(dd_type_real(c->matrix->type)));
    o[3] = dd_operand_written(integers, &c->rank, sizeof c->rank);
    o[4] = dd_operand_written(integers, &c->info, sizeof c->info);
}

ddblasStatus_t svd_rank_case_call(ddblasHandle_t h, const void *svd_rank_case, const struct dd_operand *o)
{
    const struct svd_rank_case *c = svd_rank_case;
    const struct svd_rank_arguments a = {c->matrix->m, c->matrix->n, o[0].at, c->matrix->lda, c->tolerance, c->columns,
                                         o[1].at,      c->ldz,       o[2].at, o[3].at,        o[4].at};
    return svd_rank_call(h, c->matrix->type, c->task, &a);
}

/* The columns of Z that are written: the dimension of the null space, unless info says that none
 * are. */
static int in_z(const void *problem, int64_t i, int64_t j)
{
    const struct svd_rank_case *c = problem;
    return c->info == 0 && i < c->matrix->n && (c->task == RANK_PINV || j < c->matrix->n - c->rank);
}

ddblasStatus_t svd_rank_case_run(ddblasHandle_t h, void *svd_rank_case)
{
    struct svd_rank_case *c = svd_rank_case;
    const int64_t before = INT64_MIN;
    void *poison = dd_poisoned(c->z + sizeof c->gap);
    struct dd_operand o[RANK_OPERANDS];
    svd_rank_case_operands(c, poison, &before, o);
    dd_operands_put(h, o, 3, c->offset);
    dd_operands_put(h, o + 3, 2, 0);
    const ddblasStatus_t status = svd_rank_case_call(h, c, o);
    dd_operands_take(h, o, 3, c->offset);
    dd_operands_take(h, o + 3, 2, 0);
    for (int64_t k = 0; k < 2; k++)
    {
        const struct dd_parts g = dd_parts_load(dd_type_real(c->matrix->type), c->stored, k);
        c->gap[k] = cuddMake(g.re[0], g.re[1]);
    }
    dd_rest_unchanged("Z", poison, c->Z, c->z, c->matrix->size, c->ldz, in_z, c);
    free(poison);
    return status;
}

void *svd_rank_case_dense(const struct svd_rank_case *c, int64_t columns)
{
    return svd_dense(c->matrix, c->Z, c->matrix->n, columns, c->ldz);
}
