/*
 * Factorisations and fits of host matrices.
 */
#include "orthogonal.h"

int cli_orthogonal_load(const struct cli_orthogonal_options *o, ddblasHostMatrix *A)
{
    int64_t n = 0;
    int code;
    if (o->gen)
    {
        const struct cli_kind *kind = cli_find_kind(o->gen);
        code = kind ? cli_integer("N", o->files[0], 1, 100000, &n) : CLI_BAD_INPUT;
        code = code ? code : cli_make(kind, n, &o->kind, A);
    }
    else
        code = cli_read(o->files[0], -1, A);
    if (code == CLI_OK && A->m < A->n)
        code = cli_error(CLI_BAD_INPUT, "%s: expected at least as many rows as columns, got %lld x %lld",
                         o->gen ? "the matrix made" : o->files[0], (long long)A->m, (long long)A->n);
    return code;
}

int cli_orthogonal_types(const ddblasHostMatrix *A, int asked, ddblasType_t types[2])
{
    const int is_complex = cli_is_complex(A->type), narrow = asked >= 0 && cli_unit((ddblasType_t)asked) != 0x1p-104;
    int count = 0;
    if (asked == DDBLAS_TYPE_U || (asked >= 0 && cli_is_complex((ddblasType_t)asked) != is_complex))
        return cli_error(0, "--type: expected %s for these data", is_complex ? "C or Z" : "S, D or W");
    types[count++] = narrow ? (ddblasType_t)asked : is_complex ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D;
    if (!is_complex)
        types[count++] = DDBLAS_TYPE_W;
    return count;
}

const char *cli_orthogonal_name(ddblasType_t type)
{
    const double unit = cli_unit(type);
    return unit == 0x1p-24 ? "FP32" : unit == 0x1p-53 ? "FP64" : "W";
}

/* ---- the library's part ------------------------------------------------------------------------------------------------ */

static size_t bytes_of(const ddblasHostMatrix *A) { return (size_t)A->lda * (size_t)A->n * cli_element_size(A->type); }

/* A copy in the engine's memory. */
static ddblasStatus_t upload(ddblasHandle_t handle, const ddblasHostMatrix *A, void **engine)
{
    ddblasStatus_t status = ddblasMalloc(handle, engine, bytes_of(A));
    if (status == DDBLAS_STATUS_SUCCESS && A->m > 0 && A->n > 0)
        status = ddblasSetMatrix(handle, A->m, A->n, cli_element_size(A->type), A->data, A->lda, *engine, A->lda);
    return status;
}

static ddblasStatus_t download(ddblasHandle_t handle, const void *engine, int64_t ld, ddblasHostMatrix *A)
{
    return A->m > 0 && A->n > 0 ? ddblasGetMatrix(handle, A->m, A->n, cli_element_size(A->type), engine, ld, A->data, A->lda)
                                : DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t call_tsqr(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, const ddblasHostMatrix *A, void *a, void *r,
                                int64_t ldr)
{
    switch (A->type)
    {
#define DDBLAS_TYPE(letter, T, real, is_complex)                                                                                 \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##tsqr(handle, plan, DDBLAS_LAYOUT_COLUMN_MAJOR, A->m, A->n, a, A->lda, r, ldr);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
}

static ddblasStatus_t call_lstsq(ddblasHandle_t handle, const ddblasHostMatrix *A, void *a, const ddblasHostMatrix *B, void *b,
                                 void *residual)
{
    switch (A->type)
    {
#define DDBLAS_TYPE(letter, T, real, is_complex)                                                                                 \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##lstsq(handle, NULL, DDBLAS_LAYOUT_COLUMN_MAJOR, A->m, A->n, B->n, a, A->lda, b, B->lda,           \
                                     (real *)residual);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
}

int cli_factorise(ddblasHandle_t handle, const ddblasHostMatrix *A, int nonnegative, ddblasHostMatrix *Q, ddblasHostMatrix *R,
                  double *seconds)
{
    const ddblasTsqrPlan_t plan = {.nonnegative = nonnegative};
    void *a = NULL, *r = NULL;
    int code = cli_matrix_init(Q, A->type, A->m, A->n);
    code = code ? code : cli_matrix_init(R, A->type, A->n, A->n);
    if (code)
        return code;
    ddblasStatus_t status = upload(handle, A, &a);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = upload(handle, R, &r);
    *seconds = -cli_seconds();
    if (status == DDBLAS_STATUS_SUCCESS)
        status = call_tsqr(handle, &plan, A, a, r, R->lda);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasSynchronize(handle);
    *seconds += cli_seconds();
    if (status == DDBLAS_STATUS_SUCCESS)
        status = download(handle, a, A->lda, Q);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = download(handle, r, R->lda, R);
    code = status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(handle, status);
    ddblasFree(handle, a);
    ddblasFree(handle, r);
    return code;
}

int cli_fit(ddblasHandle_t handle, const ddblasHostMatrix *A, const ddblasHostMatrix *B, ddblasHostMatrix *X,
            ddblasHostMatrix *residual, double *seconds)
{
    const ddblasType_t real = A->type == DDBLAS_TYPE_C ? DDBLAS_TYPE_S : A->type == DDBLAS_TYPE_Z ? DDBLAS_TYPE_D : A->type;
    void *a = NULL, *b = NULL, *rho = NULL;
    int code = cli_matrix_init(X, A->type, A->n, B->n);
    code = code ? code : cli_matrix_init(residual, real, B->n, 1);
    if (code)
        return code;
    ddblasStatus_t status = upload(handle, A, &a);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = upload(handle, B, &b);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = upload(handle, residual, &rho);
    *seconds = -cli_seconds();
    if (status == DDBLAS_STATUS_SUCCESS)
        status = call_lstsq(handle, A, a, B, b, rho);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasSynchronize(handle);
    *seconds += cli_seconds();
    if (status == DDBLAS_STATUS_SUCCESS)
        status = download(handle, b, B->lda, X);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = download(handle, rho, residual->lda, residual);
    code = status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(handle, status);
    ddblasFree(handle, a);
    ddblasFree(handle, b);
    ddblasFree(handle, rho);
    return code;
}
