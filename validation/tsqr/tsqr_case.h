/*
 * TSQR under test: matrices in any layout on the engine, poisoned wherever the routine has no
 * business, calls of any type, and test matrices. Dense host matrices are column-major with leading
 * dimension = rows.
 */
#ifndef DD_VALIDATION_TSQR_CASE_H
#define DD_VALIDATION_TSQR_CASE_H

#include <stddef.h>
#include <stdint.h>

#include <dd/ddblas.h>

#include "case.h"
#include "random.h"
#include "tsqr/tsqr.h"

/* A matrix in the engine's memory. */
struct tsqr_matrix
{
    ddblasHandle_t h;
    ddblasType_t type;
    ddblasLayout_t layout;
    int64_t rows, columns, ld;
    size_t size, bytes, offset; /* offset: of `at` past a 256-byte boundary */
    char *host;                 /* the engine's memory as it was at the beginning, padding included */
    void *at;                   /* the engine's */
};

/* The offset of matrices made from now on, 0 at first. */
extern size_t tsqr_matrix_offset;

/* `pad` more than the least leading dimension. Elements from the dense matrix, or NaN when it is
 * null; padding NaN. */
struct tsqr_matrix tsqr_matrix_new(ddblasHandle_t h, ddblasType_t type, ddblasLayout_t layout, int64_t rows, int64_t columns,
                                   int64_t pad, const void *dense);
/* To a dense matrix; the test fails when padding has changed. */
void tsqr_matrix_get(const struct tsqr_matrix *x, void *dense);
/* Fails when a byte has changed. */
void tsqr_matrix_same(const struct tsqr_matrix *x);
void tsqr_matrix_free(struct tsqr_matrix *x);

/* The public function of the problem's task and type with the problem's arguments. */
ddblasStatus_t tsqr_call(ddblasHandle_t h, const ddblasTsqrPlan_t *plan, const struct ddblas_tsqr_problem *p);

/* A = Q R for a dense A, to dense Q (null: R alone) and R. */
ddblasStatus_t tsqr_factorise(ddblasHandle_t h, const ddblasTsqrPlan_t *plan, ddblasType_t type, ddblasLayout_t layout, int64_t m,
                              int64_t n, int64_t pad, const void *A, void *Q, void *R);

/* The bound of tsqr, tsqr_apply or lstsq for m x n in units of n u, from bounds.def. */
double tsqr_bound(enum dd_routine routine, ddblasType_t type, int64_t m, int64_t n);

/* Test matrices. */
enum tsqr_data
{
    TSQR_UNIFORM,   /* full-length numbers, exponents -4 .. 0 */
    TSQR_COLUMNS,   /* columns of sizes 2^-150 .. 2^150 (S, C: 2^-20 .. 2^20) */
    TSQR_EXTREME,   /* columns from 2^-860 to 2^960 (S, C: 2^-95 to 2^110): all of the range that tsqr.h grants */
    TSQR_ROWS,      /* rows graded over the same range */
    TSQR_GRADED,    /* elements graded over 2^-900 .. 2^900 by columns and rows (S, C: 2^-50 .. 2^50) */
    TSQR_DEPENDENT, /* columns that differ from one another by a part in 2^100 (W), 2^50 (D, Z), 2^20 (S, C) at last */
    TSQR_LAEUCHLI,  /* a row of full-length numbers in (1, 2) over mu I, zeros below; mu = 2^-53 .. 2^-100, 2^-24 .. 2^-50 (D, Z),
                     * 2^-10 .. 2^-20 (S, C) */
    TSQR_REPEATED,  /* every second column a copy of the one before */
    TSQR_ZEROS,     /* every third column 0 */
    TSQR_ZERO,      /* 0 */
    TSQR_ORTHOGONAL, /* orthonormal columns to begin with */
    TSQR_SPARSE,     /* nine elements of ten 0 */
    TSQR_DATA_COUNT
};
const char *tsqr_data_name(enum tsqr_data data);
void tsqr_fill(struct dd_random *g, enum tsqr_data data, ddblasType_t type, int64_t m, int64_t n, void *A);

void *tsqr_dense(ddblasType_t type, int64_t rows, int64_t columns);

/* The types and layouts to go through, and the designs of the engine under test. */
enum
{
    TSQR_TYPES = 5,
    TSQR_LAYOUTS = 2
};
extern const ddblasType_t tsqr_types[TSQR_TYPES];
int tsqr_designs(ddblasHandle_t h);

#endif
