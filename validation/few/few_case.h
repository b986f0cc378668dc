/*
 * One call of syevx or heevx under test: a dense matrix with known eigenvalues on the engine, the
 * operator that multiplies by it, and the judgement by exact sums.
 */
#ifndef DD_VALIDATION_FEW_CASE_H
#define DD_VALIDATION_FEW_CASE_H

#include <dd/ddblas.h>

/* Families of matrices of integers, whose eigenvalues are known. In U the element (i, j) is
 * multiplied by the power i - j of the imaginary unit, which changes no eigenvalue. */
enum few_family
{
    FEW_121,       /* 2 on the diagonal, -1 beside it: 4 sin^2(k pi / (2 (n + 1))) */
    FEW_GRID,      /* the same in two dimensions, for a square n: double eigenvalues */
    FEW_HYPERCUBE, /* the graph of a hypercube, n = 2^d: d - 2 i, binomial(d, i) times */
    FEW_IDENTITY,  /* 3 I */
    FEW_ZERO,
    FEW_SQUARES, /* (i + 1)^2 on the diagonal, nothing else */
    FEW_FAMILIES
};

/* The fault of the operator from call number `at` on; the first call is 1. */
enum few_fault
{
    FEW_SOUND,
    FEW_FAILS,          /* returns FILE_ERROR */
    FEW_FAILS_IN_CALL,  /* hands back the error of a routine */
    FEW_NAN,            /* one element of the product is NaN */
    FEW_CHANGES_STREAM, /* leaves the handle with another stream */
    FEW_CHANGES_MODE    /* and with another pointer mode */
};

struct few_case
{
    ddblasType_t type;
    int64_t n, k, ldx;
    ddblasEigEnd_t end;
    ddblasSyevxPlan_t plan;
    int exponent; /* The matrix is multiplied by 2^exponent. */
    void *A;      /* n x n on the host. */
    void *on_engine;
    int preconditions; /* By a diagonal matrix. */
    void *diagonal;    /* The preconditioner's diagonal, on the engine. */
    enum few_fault fault;
    int64_t at, calls;
    ddblasPointerMode_t mode_seen; /* The handle's pointer mode in the last call of the operator. */
    void (*inject)(int);           /* Called with `failing` right before the call, or null. */
    int failing;
    /* After the call. */
    void *X; /* n x k, leading dimension n */
    cuddreal *w;
    double *residuals;
    ddblasSyevxReport_t report;
    int padding_kept;
    int says_error, argument; /* Whether the handle has a sentence, and its last argument. */
};

struct few_case *few_case_new(ddblasHandle_t handle, ddblasType_t type, enum few_family family, int64_t n, int64_t k,
                              int exponent);
void few_case_free(ddblasHandle_t handle, struct few_case *c);
/* Runs the call; if the plan has a guess, X is its input. */
ddblasStatus_t few_case_run(ddblasHandle_t handle, struct few_case *c);
/* The eigenvalue number j of the family, ascending, without the exponent: from mathematics. */
double few_eigenvalue(enum few_family family, int64_t n, int64_t j);

#endif
