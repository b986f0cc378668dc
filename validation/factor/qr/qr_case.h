/*
 * One call of geqrf, ormqr, orgqr or gels (in U unmqr and ungqr) under test: operands in host
 * arrays that are poisoned wherever the routine has no business, the call on the engine under test,
 * and the judgement by exact sums.
 */
#ifndef DD_VALIDATION_QR_CASE_H
#define DD_VALIDATION_QR_CASE_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "case.h"
#include "oracle_qr.h"

enum qr_routine
{
    QR_FACTOR,
    QR_MULTIPLY,
    QR_FORM,
    QR_SOLVE
};

/* Arguments of a call, as the routine gets them; a routine ignores those that it lacks. */
struct qr_arguments
{
    ddblasSideMode_t side;
    ddblasOperation_t trans;
    int64_t m, n, k; /* k: nrhs of gels */
    void *A;
    int64_t lda;
    void *tau;
    void *C; /* B of gels */
    int64_t ldc;
    int64_t *info;
};

struct qr_case
{
    enum qr_routine routine;
    ddblasType_t type;
    ddblasSideMode_t side;
    ddblasOperation_t trans;
    int64_t m, n, k, lda, ldc;
    int64_t rows_A, columns_A, rows_C, columns_C, taus; /* sizes of the arrays; 0: there is none */
    size_t size, bytes_A, bytes_C, bytes_tau;
    void *A, *C, *tau;                      /* Host, before the call. */
    void *result_A, *result_C, *result_tau; /* Host, after the call. */
    int64_t info;                           /* After the call of gels. */
    size_t offset;                          /* Bytes from a 256-byte boundary to each array on the engine. */
};

/* Leading dimensions `pad` above the least; all arrays hold NaN. */
struct qr_case *qr_case_new(enum qr_routine routine, ddblasType_t type, ddblasSideMode_t side, ddblasOperation_t trans, int64_t m,
                            int64_t n, int64_t k, int64_t pad);
void qr_case_free(struct qr_case *c);

/* Element (i, j) of an array. */
void *qr_case_at(const struct qr_case *c, const void *base, int64_t leading, int64_t i, int64_t j);
void qr_case_put(struct qr_case *c, int64_t i, int64_t j, double re, double im);

/* Data of A. Exponents of columns or rows reach 2^(+-860) in EXTREME. */
enum qr_data
{
    QR_UNIFORM,   /* full-length numbers, exponents -4 .. 0 */
    QR_COLUMNS,   /* columns of sizes 2^-150 .. 2^150 */
    QR_EXTREME,   /* columns of sizes 2^-830 .. 2^830 */
    QR_ROWS,      /* rows graded over 2^-300 .. 2^300 */
    QR_DEPENDENT, /* columns that differ from one another by a part in 2^100 */
    QR_ZEROS,     /* every third column 0 */
    QR_ZERO,      /* 0 */
    QR_SPARSE,    /* nine elements of ten 0 */
    QR_TINY,      /* all elements near 1e-250 */
    QR_HUGE,      /* all elements near 1e250 */
    QR_DATA_COUNT
};
const char *qr_data_name(enum qr_data data);
void qr_case_fill(struct qr_case *c, struct dd_random *g, enum qr_data data);
/* Fills the rows of C that the routine reads, all elements near 2^exponent. */
void qr_case_fill_c(struct qr_case *c, struct dd_random *g, int exponent);

ddblasStatus_t qr_call(ddblasHandle_t h, enum qr_routine routine, ddblasType_t type, const struct qr_arguments *a);

/* Copies to the engine, calls, copies back. What the routine only reads must come back as it was,
 * and nothing outside the elements that it computes may change, otherwise the test fails. */
ddblasStatus_t qr_case_run(ddblasHandle_t h, struct qr_case *c);

/* The workspace that the query gives for the call. */
size_t qr_case_workspace(ddblasHandle_t h, const struct qr_case *c);

/* A dense copy, leading dimension = rows, of the first rows and columns of an array; freed by
 * free. */
void *qr_dense(const struct qr_case *c, const void *base, int64_t leading, int64_t rows, int64_t columns);
/* The dense adjoint, columns x rows, of a dense matrix of rows x columns. */
void *qr_adjoint(ddblasType_t type, const void *dense, int64_t rows, int64_t columns);

/* The first `columns` columns of Q, dense, from the factors of a call of geqrf, by orgqr. */
void *qr_form(ddblasHandle_t h, const struct qr_case *factored, int64_t columns);

/* Runs geqrf and judges A - Q R, Q^H Q - I and the reflectors. Returns the largest error, in units
 * of k u. */
double qr_case_judge(ddblasHandle_t h, struct qr_case *c, const char *what, uint64_t seed);
/* The same for a call that has run. */
double qr_case_judge_results(ddblasHandle_t h, const struct qr_case *c, const char *what, uint64_t seed);
/* Fails, with the case described, if an error of this name exceeds the bound. */
void qr_judge(const struct qr_case *c, double error, double bound, const char *name, const char *what, uint64_t seed);
/* The bound of a routine for r rows and k columns, in units of k u. */
double qr_bound(enum dd_routine routine, ddblasType_t type, int64_t r, int64_t k);

#endif
