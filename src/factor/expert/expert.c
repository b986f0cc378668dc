/*
 * gerfs, porfs, gesvx and posvx: entry points, checks, workspace queries.
 */
#include "expert.h"

#include "core/checks.h"
#include "factor/factor.h"

/* Positions of arguments in a prototype. 0: the prototype lacks the argument. */
struct positions
{
    int fact, uplo, trans, n, nrhs, A, lda, AF, ldaf, ipiv, equed, R, C, B, ldb, X, ldx, report, ferr, berr;
};

/* Arguments that follow one another in every prototype, from position `first` on. */
#define FACTORED(first)                                                                                                          \
    .n = (first), .nrhs = (first) + 1, .A = (first) + 2, .lda = (first) + 3, .AF = (first) + 4, .ldaf = (first) + 5
#define SOLVED(first) .B = (first), .ldb = (first) + 1, .X = (first) + 2, .ldx = (first) + 3
#define ERRORS(first) .ferr = (first), .berr = (first) + 1

static const struct positions of_gerfs = {.trans = 2, FACTORED(3), .ipiv = 9, SOLVED(10), ERRORS(14)};
static const struct positions of_porfs = {.uplo = 2, FACTORED(3), SOLVED(9), ERRORS(13)};
static const struct positions of_gesvx = {
    .fact = 2, .trans = 3, FACTORED(4), .ipiv = 10, .equed = 11, .R = 12, .C = 13, SOLVED(14), .report = 18, ERRORS(19)};
static const struct positions of_posvx = {
    .fact = 2, .uplo = 3, FACTORED(4), .equed = 10, .R = 11, SOLVED(12), .report = 16, ERRORS(17)};

/* ---- checks ---------------------------------------------------------------------------------- */

static ddblasStatus_t check_letters(ddblasHandle_t handle, const struct ddblas_expert_problem *p, const struct positions *at)
{
    if (at->fact && p->fact != DDBLAS_FACT_NONE && p->fact != DDBLAS_FACT_EQUILIBRATE && p->fact != DDBLAS_FACT_FACTORED)
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, at->fact,
                                    "fact: %d is none of NONE, EQUILIBRATE, FACTORED", (int)p->fact);
    if (at->uplo)
        DDBLAS_CHECK(ddblas_check_fill(handle, at->uplo, p->uplo));
    return at->trans ? ddblas_check_operation(handle, at->trans, "trans", p->trans) : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_sizes(ddblasHandle_t handle, const struct ddblas_expert_problem *p, const struct positions *at)
{
    DDBLAS_CHECK(ddblas_check_size(handle, at->n, "n", p->n));
    DDBLAS_CHECK(ddblas_check_size(handle, at->nrhs, "nrhs", p->nrhs));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->lda, "lda", p->lda, p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->ldaf, "ldaf", p->ldaf, p->n));
    DDBLAS_CHECK(ddblas_check_leading(handle, at->ldb, "ldb", p->ldb, p->n));
    return ddblas_check_leading(handle, at->ldx, "ldx", p->ldx, p->n);
}

static ddblasStatus_t check_matrices(ddblasHandle_t handle, const struct ddblas_expert_problem *p, const struct positions *at)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->A, "A", p->type, arrays, p->A));
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->AF, "AF", p->type, arrays, p->AF));
    if (at->ipiv)
        DDBLAS_CHECK(ddblas_factor_check_integers(handle, at->ipiv, "ipiv", p->ipiv));
    if (p->nrhs == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(ddblas_check_pointer(handle, at->B, "B", p->type, arrays, p->B));
    return ddblas_check_pointer(handle, at->X, "X", p->type, arrays, p->X);
}

/* The value of equed that a call starts from, after it has been checked. */
static ddblasStatus_t check_equilibration(ddblasHandle_t handle, const struct ddblas_expert_problem *p,
                                          const struct positions *at)
{
    const enum ddblas_place arrays = ddblas_place_of_arrays(handle);
    const int given = p->fact == DDBLAS_FACT_FACTORED, makes = p->fact == DDBLAS_FACT_EQUILIBRATE;
    DDBLAS_CHECK(ddblas_check_not_null(handle, at->equed, "equed", p->equed));
    const int equed = given ? (int)*p->equed : DDBLAS_EQUILIBRATION_NONE, both = DDBLAS_EQUILIBRATION_BOTH;
    if (equed < 0 || equed > both || (p->positive && equed != both && equed != DDBLAS_EQUILIBRATION_NONE))
        return ddblas_fail_argument(handle, DDBLAS_STATUS_INVALID_VALUE, at->equed, "equed: %d is no equilibration", equed);
    if (p->n > 0 && (makes || equed & DDBLAS_EQUILIBRATION_ROWS))
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->R, p->positive ? "S" : "R", DDBLAS_TYPE_D, arrays, p->R));
    if (p->n > 0 && at->C && (makes || equed & DDBLAS_EQUILIBRATION_COLUMNS))
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->C, "C", DDBLAS_TYPE_D, arrays, p->C));
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t check_call(ddblasHandle_t handle, const struct ddblas_expert_problem *p, const struct positions *at)
{
    DDBLAS_CHECK(check_letters(handle, p, at));
    DDBLAS_CHECK(check_sizes(handle, p, at));
    if (p->n > 0 && (p->drives || p->nrhs > 0))
        DDBLAS_CHECK(check_matrices(handle, p, at));
    if (p->drives)
    {
        DDBLAS_CHECK(check_equilibration(handle, p, at));
        DDBLAS_CHECK(ddblas_check_not_null(handle, at->report, "report", p->report));
    }
    if (p->nrhs > 0)
    {
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->ferr, "ferr", DDBLAS_TYPE_D, DDBLAS_PLACE_HOST, p->ferr));
        DDBLAS_CHECK(ddblas_check_pointer(handle, at->berr, "berr", DDBLAS_TYPE_D, DDBLAS_PLACE_HOST, p->berr));
    }
    return ddblas_check_order(handle, p->n);
}

static ddblasStatus_t run_call(ddblasHandle_t handle, const struct ddblas_expert_problem *p, const struct positions *at)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(check_call(handle, p, at));
    if (handle->backend->capturing(handle->stream))
        return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED,
                           "an expert driver decides on the host and cannot be recorded in a graph");
    if (p->n > 0 && (p->drives || p->nrhs > 0))
        return ddblas_expert_run(handle, p);
    for (int64_t j = 0; j < p->nrhs; j++)
        p->ferr[j] = p->berr[j] = 0.0;
    if (p->drives)
    {
        *p->report = (ddblasExpertReport_t){.rcond = 1.0, .rpvgrw = 1.0};
        *p->equed = p->fact == DDBLAS_FACT_FACTORED ? *p->equed : DDBLAS_EQUILIBRATION_NONE;
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- entry points ---------------------------------------------------------------------------- */

/* The arguments that all four have, in the designators of a problem. */
#define SYSTEM(letter)                                                                                                           \
    .type = DDBLAS_TYPE_##letter, .n = n, .nrhs = nrhs, .A = A, .lda = lda, .AF = AF, .ldaf = ldaf, .B = B, .ldb = ldb, .X = X,  \
    .ldx = ldx, .ferr = ferr, .berr = berr
#define DRIVER .drives = 1, .fact = fact, .scaled_A = A, .F = AF, .equed = equed, .scaled_B = B, .report = report

/* Defines ddblas<letter>gerfs, ddblas<letter>porfs, ddblas<letter>gesvx and ddblas<letter>posvx
 * for each type. */
#define DDBLAS_TYPES DDBLAS_TYPES_OF_EXPERT
#define DDBLAS_TYPE(letter, element, real, is_complex)                                                                           \
    ddblasStatus_t ddblas##letter##gerfs(ddblasHandle_t handle, ddblasOperation_t trans, int64_t n, int64_t nrhs,                \
                                         const element *A, int64_t lda, const element *AF, int64_t ldaf, const int64_t *ipiv,    \
                                         const element *B, int64_t ldb, element *X, int64_t ldx, double *ferr, double *berr)     \
    {                                                                                                                            \
        const struct ddblas_expert_problem problem = {SYSTEM(letter), .trans = trans, .ipiv = ipiv};                             \
        return run_call(handle, &problem, &of_gerfs);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##porfs(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,                  \
                                         const element *A, int64_t lda, const element *AF, int64_t ldaf, const element *B,       \
                                         int64_t ldb, element *X, int64_t ldx, double *ferr, double *berr)                       \
    {                                                                                                                            \
        const struct ddblas_expert_problem problem = {SYSTEM(letter), .positive = 1, .uplo = uplo, .trans = DDBLAS_OP_N};        \
        return run_call(handle, &problem, &of_porfs);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##gesvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasOperation_t trans, int64_t n,           \
                                         int64_t nrhs, element *A, int64_t lda, element *AF, int64_t ldaf, int64_t *ipiv,        \
                                         ddblasEquilibration_t *equed, double *R, double *C, element *B, int64_t ldb,            \
                                         element *X, int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr)      \
    {                                                                                                                            \
        const struct ddblas_expert_problem problem = {SYSTEM(letter), DRIVER, .trans = trans, .ipiv = ipiv,                      \
                                                      .pivots = ipiv, .R = R, .C = C};                                           \
        return run_call(handle, &problem, &of_gesvx);                                                                            \
    }                                                                                                                            \
    ddblasStatus_t ddblas##letter##posvx(ddblasHandle_t handle, ddblasFact_t fact, ddblasFillMode_t uplo, int64_t n,             \
                                         int64_t nrhs, element *A, int64_t lda, element *AF, int64_t ldaf,                       \
                                         ddblasEquilibration_t *equed, double *S, element *B, int64_t ldb, element *X,           \
                                         int64_t ldx, ddblasExpertReport_t *report, double *ferr, double *berr)                  \
    {                                                                                                                            \
        const struct ddblas_expert_problem problem = {SYSTEM(letter),       DRIVER, .positive = 1, .uplo = uplo,                 \
                                                      .trans = DDBLAS_OP_N, .R = S, .C = S};                                     \
        return run_call(handle, &problem, &of_posvx);                                                                            \
    }
#include <dd/types.def>

static ddblasStatus_t query(ddblasHandle_t handle, ddblasType_t type, int positive, int64_t n, int64_t nrhs, size_t *bytes)
{
    DDBLAS_CHECK(ddblas_enter(handle));
    DDBLAS_CHECK(ddblas_check_type(handle, 2, type, DDBLAS_TYPES_OF_EXPERT));
    DDBLAS_CHECK(ddblas_check_size(handle, 3, "n", n));
    DDBLAS_CHECK(ddblas_check_size(handle, 4, "nrhs", nrhs));
    DDBLAS_CHECK(ddblas_check_not_null(handle, 5, "bytes", bytes));
    DDBLAS_CHECK(ddblas_check_order(handle, n));
    *bytes = n == 0 ? 0 : ddblas_expert_workspace(handle, type, positive, n, nrhs);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblasGesvxWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs, size_t *bytes)
{
    return query(handle, type, 0, n, nrhs, bytes);
}

ddblasStatus_t ddblasPosvxWorkspaceSize(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t nrhs, size_t *bytes)
{
    return query(handle, type, 1, n, nrhs, bytes);
}
