/*
 * Eigenvalues and vectors of a matrix from a file, by the library.
 */
#include "eigen.h"

#include <inttypes.h>

/* ---- the matrix ------------------------------------------------------------------------------ */

static int check_symmetric(const struct cli_solve_options *o, const ddblasHostMatrix *A)
{
    for (int64_t j = 0; j < A->n; j++)
        for (int64_t i = j; i < A->m; i++)
            if (!cli_mirrors(A, i, j, 1))
                return cli_error(CLI_BAD_INPUT,
                                 "%s: expected a symmetric or Hermitian matrix, but element (%" PRId64 ", %" PRId64
                                 ") is not the mirror image of (%" PRId64 ", %" PRId64 "); --uplo L or U takes one triangle",
                                 cli_a_name(o), i + 1, j + 1, j + 1, i + 1);
    return CLI_OK;
}

int cli_eig_load(const struct cli_solve_options *o, int general, struct cli_eig *s)
{
    struct cli_system system = {0};
    int code = cli_system_load_a(o, &system);
    code = code ? code : cli_check_kind_options();
    s->A = system.A;
    code = code ? code : cli_check_square(o, &s->A);
    code = code || general ? code : check_symmetric(o, &s->A);
    if (code == CLI_OK && s->A.n == 0)
        code = cli_error(CLI_BAD_INPUT, "%s: a matrix of order 0 has no eigenvalues", cli_a_name(o));
    return code ? code : cli_matrix_turn(&s->A, system.type);
}

void cli_eig_free(struct cli_eig *s)
{
    ddblasHostMatrixFree(&s->A);
    ddblasHostMatrixFree(&s->w);
    ddblasHostMatrixFree(&s->V);
}

/* ---- the call -------------------------------------------------------------------------------- */

/* Arrays of the engine. */
struct arrays
{
    void *A, *w;
    int64_t *info;
};

static ddblasStatus_t call(ddblasHandle_t handle, ddblasEigMode_t jobz, struct cli_eig *s, struct arrays *at, int64_t *info)
{
    const int64_t n = s->A.n;
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    ddblasStatus_t t = cli_matrix_send(handle, &s->A, &at->A);
    t = t ? t : ddblasMalloc(handle, &at->w, (size_t)n * sizeof(cuddreal));
    t = t ? t : ddblasMalloc(handle, (void **)&at->info, sizeof *at->info);
    const double start = cli_seconds();
    if (t == DDBLAS_STATUS_SUCCESS)
        t = s->A.type == DDBLAS_TYPE_U ? ddblasUheevd(handle, jobz, lower, n, at->A, n, at->w, at->info)
                                       : ddblasWsyevd(handle, jobz, lower, n, at->A, n, at->w, at->info);
    t = t ? t : ddblasGetVector(handle, 1, sizeof *info, at->info, 1, info, 1);
    s->seconds = cli_seconds() - start;
    t = t ? t : cli_matrix_fetch(handle, at->w, n, &s->w);
    return t || !s->V.data ? t : cli_matrix_fetch(handle, at->A, n, &s->V);
}

int cli_eig_find(ddblasHandle_t handle, int vectors, struct cli_eig *s)
{
    struct arrays at = {0};
    int64_t info = 0;
    int code = cli_matrix_init(&s->w, DDBLAS_TYPE_W, s->A.n, 1);
    code = code || !vectors ? code : cli_matrix_init(&s->V, s->A.type, s->A.n, s->A.n);
    if (code)
        return code;
    cli_stage(vectors ? "computing eigenvalues and vectors" : "computing eigenvalues", s->A.n);
    const ddblasStatus_t t = call(handle, vectors ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR, s, &at, &info);
    cli_stage(NULL, s->A.n);
    ddblasFree(handle, at.A);
    ddblasFree(handle, at.w);
    ddblasFree(handle, at.info);
    if (t != DDBLAS_STATUS_SUCCESS)
        return cli_status_error(handle, t);
    if (info)
        return cli_error(CLI_FAILED, "eig: %" PRId64 " eigenvalues did not converge", info);
    return CLI_OK;
}
