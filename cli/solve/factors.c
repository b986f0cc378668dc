/*
 * Factors of a matrix by the library, and solutions with them.
 */
#include "solve.h"

/* A routine of the factors' type; pointers to elements are void *. */
#define CALL(f, routine, ...) ((f)->type == DDBLAS_TYPE_U ? ddblasU##routine(__VA_ARGS__) : ddblasW##routine(__VA_ARGS__))

/* ---- what cannot be solved ------------------------------------------------------------------- */

int cli_check_method(const struct cli_solve_options *o, const struct cli_system *s)
{
    if (o->method != CLI_METHOD_CHOLESKY || s->cholesky)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT,
                     "%s: --method cholesky needs a %s matrix with a positive diagonal; --method lu takes any, and --uplo L or U "
                     "one triangle",
                     cli_a_name(o), s->type == DDBLAS_TYPE_U ? "Hermitian" : "symmetric");
}

int cli_indefinite_error(const struct cli_solve_options *o, int64_t info)
{
    return cli_error(CLI_BAD_INPUT,
                     "%s: the matrix is not positive definite: its leading minor of order %lld is not (info = %lld); --method lu "
                     "takes any matrix",
                     cli_a_name(o), (long long)info, (long long)info);
}

int cli_singular_error(const struct cli_solve_options *o, int64_t n, int64_t info)
{
    return cli_error(CLI_BAD_INPUT,
                     "%s: the matrix is singular: pivot %lld of %lld is 0 (info = %lld), so that there is no unique solution",
                     cli_a_name(o), (long long)info, (long long)n, (long long)info);
}

/* ---- factors --------------------------------------------------------------------------------- */

/* *info of the engine as a number here, after all work. */
static ddblasStatus_t fetch_info(ddblasHandle_t handle, const int64_t *at, int64_t *info)
{
    const ddblasStatus_t s = ddblasGetVector(handle, 1, sizeof *info, at, 1, info, 1);
    return s ? s : ddblasSynchronize(handle);
}

/* f->at = A, and the pivots and info of its factors. */
static ddblasStatus_t factor(ddblasHandle_t handle, const ddblasHostMatrix *A, struct cli_factors *f)
{
    void *info = NULL, *pivots = NULL;
    const int64_t least = A->m < A->n ? A->m : A->n;
    ddblasStatus_t s = ddblasMalloc(handle, &info, sizeof(int64_t));
    s = s ? s : cli_matrix_send(handle, A, &f->at);
    if (f->method == CLI_METHOD_LU)
    {
        s = s ? s : ddblasMalloc(handle, &pivots, (size_t)least * sizeof(int64_t));
        f->pivots = pivots;
        s = s ? s : CALL(f, getrf, handle, f->m, f->n, f->at, f->lda, f->pivots, info);
    }
    else
        s = s ? s : CALL(f, potrf, handle, DDBLAS_FILL_MODE_LOWER, f->n, f->at, f->lda, info);
    s = s ? s : fetch_info(handle, info, &f->info);
    ddblasFree(handle, info);
    return s;
}

int cli_factors_make(ddblasHandle_t handle, const struct cli_solve_options *o, const struct cli_system *s, struct cli_factors *f)
{
    const int cholesky = s->cholesky && o->method != CLI_METHOD_LU;
    *f = (struct cli_factors){.type = s->type,
                              .m = s->A.m,
                              .n = s->A.n,
                              .lda = s->A.m > 1 ? s->A.m : 1,
                              .method = cholesky ? CLI_METHOD_CHOLESKY : CLI_METHOD_LU};
    ddblasStatus_t status = factor(handle, &s->A, f);
    if (status == DDBLAS_STATUS_SUCCESS && cholesky && f->info > 0)
    {
        if (o->method == CLI_METHOD_CHOLESKY)
            return cli_indefinite_error(o, f->info);
        f->indefinite = f->info;
        f->method = CLI_METHOD_LU;
        ddblasFree(handle, f->at);
        f->at = NULL;
        status = factor(handle, &s->A, f);
    }
    return status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(handle, status);
}

ddblasStatus_t cli_factors_solve(ddblasHandle_t handle, const struct cli_factors *f, int64_t nrhs, void *b)
{
    if (f->method == CLI_METHOD_CHOLESKY)
        return CALL(f, potrs, handle, DDBLAS_FILL_MODE_LOWER, f->n, nrhs, f->at, f->lda, b, f->lda);
    return CALL(f, getrs, handle, DDBLAS_OP_N, f->n, nrhs, f->at, f->lda, f->pivots, b, f->lda);
}

ddblasStatus_t cli_factors_invert(ddblasHandle_t handle, const struct cli_factors *f, void *c)
{
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    void *info = NULL;
    ddblasStatus_t s = ddblasMalloc(handle, &info, sizeof(int64_t));
    if (f->method == CLI_METHOD_CHOLESKY)
    {
        s = s ? s : CALL(f, lacpy, handle, lower, f->n, f->n, f->at, f->lda, c, f->lda);
        s = s ? s : CALL(f, potri, handle, lower, f->n, c, f->lda, info);
    }
    else
        s = s ? s : CALL(f, getri, handle, f->n, f->at, f->lda, f->pivots, c, f->lda, info);
    s = s ? s : ddblasSynchronize(handle);
    ddblasFree(handle, info);
    return s;
}

void cli_factors_free(ddblasHandle_t handle, struct cli_factors *f)
{
    if (!handle)
        return;
    ddblasFree(handle, f->at);
    ddblasFree(handle, f->pivots);
    f->at = NULL;
    f->pivots = NULL;
}
