/*
 * One call of a batch of gesvd under test: members of families in arrays with gaps of NaN, the call
 * on the engine under test, and the judgement by exact sums and MPFR.
 */
#ifndef DD_VALIDATION_SVD_BATCH_H
#define DD_VALIDATION_SVD_BATCH_H

#include "svd_case.h"

/* Arguments of a call. */
struct svd_batch_arguments
{
    int jobu, jobv;
    int64_t m, n;
    const void *A;
    int64_t lda, stride_a;
    void *s;
    int64_t stride_s;
    void *U;
    int64_t ldu, stride_u;
    void *VT;
    int64_t ldvt, stride_vt;
    int64_t *info;
    int64_t count;
};
ddblasStatus_t svd_batch_call(ddblasHandle_t h, ddblasType_t type, const struct svd_batch_arguments *a);

struct svd_batch
{
    ddblasType_t type;
    size_t size; /* Bytes of an element. */
    ddblasSvdMode_t jobu, jobv;
    int64_t m, n, order, columns, rows; /* min(m, n), columns of U, rows of V^H */
    int64_t lda, ldu, ldvt, stride_a, stride_u, stride_vt, stride_s, count;
    size_t a, u, vt, s, info; /* Bytes of the arrays. */
    char *A, *U, *VT;         /* U and VT after the call. */
    cuddreal *values;         /* After the call. */
    int64_t *infos;           /* After the call. */
};

/* pad: elements behind columns and members. */
struct svd_batch svd_batch_new(ddblasType_t type, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, int64_t pad,
                               int64_t count);
void svd_batch_free(struct svd_batch *b);

/* Member i is of family (first + i) % SVD_FAMILIES; it depends on seed, shape and family alone. */
void svd_batch_fill(struct svd_batch *b, int first, uint64_t seed);
/* Element (i, j) of a member's A. */
void *svd_batch_at(const struct svd_batch *b, int64_t member, int64_t i, int64_t j);
/* The elements of an array of members, one column after another, to be freed. */
void *svd_batch_dense(const struct svd_batch *b, const char *array, int64_t member, int64_t stride, int64_t rows, int64_t columns,
                      int64_t ld);

/* Copies to the engine, calls, copies back. A must not change, nor elements that are not results. A
 * call that fails must not change anything. */
ddblasStatus_t svd_batch_run(ddblasHandle_t h, struct svd_batch *b);
ddblasStatus_t svd_batch_run_failing(ddblasHandle_t caller, ddblasHandle_t h, struct svd_batch *b, void (*inject)(int),
                                     int failing);

/* Judges residual, orthogonality and order of a member with both vectors, and its singular values
 * by MPFR too if `exact`. Returns the largest error, in max(m, n) u_w. */
double svd_batch_judge(const struct svd_batch *b, int64_t member, const char *what, int exact);

/* Demands that the results of a member of each have the same bits. */
void svd_batch_assert_equal(const struct svd_batch *a, int64_t i, const struct svd_batch *b, int64_t j);

#endif
