/*
 * One call of rank, null or pinv under test: a matrix of svd_case.h, and the call on the engine
 * under test.
 */
#ifndef DD_VALIDATION_SVD_RANK_CASE_H
#define DD_VALIDATION_SVD_RANK_CASE_H

#include "svd_case.h"

enum svd_rank_task
{
    RANK_ALONE,
    RANK_NULL,
    RANK_PINV,
    RANK_TASKS
};

struct svd_rank_case
{
    enum svd_rank_task task;
    struct svd_case *matrix; /* type, m, n, order, A and lda; its results are not used. */
    double tolerance;        /* -1 */
    int64_t columns;         /* Columns of Z that are given: n for null, m for pinv. */
    int64_t ldz;
    void *Z;            /* Z or X after the call; NaN before it. */
    size_t z;           /* Its bytes. */
    cuddreal stored[2]; /* gap after the call, in the real type; NaN before it. */
    cuddreal gap[2];    /* The same as double-double numbers. */
    int64_t rank, info;
    size_t offset; /* Bytes from a 256-byte boundary to each array on the engine. */
};

struct svd_rank_case *svd_rank_case_new(ddblasType_t type, enum svd_rank_task task, int64_t m, int64_t n, int64_t pad);
void svd_rank_case_free(struct svd_rank_case *c);

/* Arguments of a call. */
struct svd_rank_arguments
{
    int64_t m, n;
    const void *A;
    int64_t lda;
    double tolerance;
    int64_t columns;
    void *Z;
    int64_t ldz;
    void *gap;
    int64_t *rank, *info;
};
ddblasStatus_t svd_rank_call(ddblasHandle_t h, ddblasType_t type, enum svd_rank_task task, const struct svd_rank_arguments *a);
ddblasStatus_t svd_rank_query(ddblasHandle_t h, ddblasType_t type, enum svd_rank_task task, int64_t m, int64_t n, int64_t columns,
                              size_t *bytes);

enum
{
    RANK_OPERANDS = 5 /* A, Z, gap, rank, info */
};
/* The operands of a call before it; `before` is NaN for Z and gap, to be freed. */
void svd_rank_case_operands(struct svd_rank_case *c, void *before, const int64_t *integers, struct dd_operand *o);
/* The call with operands on the engine. */
ddblasStatus_t svd_rank_case_call(ddblasHandle_t h, const void *svd_rank_case, const struct dd_operand *o);
/* Copies to the engine, calls, copies back. A must not change, nor elements between the columns. */
ddblasStatus_t svd_rank_case_run(ddblasHandle_t h, void *svd_rank_case);
/* Z or X without gaps between its columns, `columns` of them, to be freed. */
void *svd_rank_case_dense(const struct svd_rank_case *c, int64_t columns);

#endif
