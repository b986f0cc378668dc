/*
 * Factorisations and fits of host matrices.
 */
#include "orthogonal.h"

#include <stdio.h>

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
        code = cli_read(o->files[0], -1, o->npy, A);
    if (code == CLI_OK && A->m < A->n)
        code = cli_error(CLI_BAD_INPUT, "%s: expected at least as many rows as columns, got %lld x %lld",
                         o->gen ? "the matrix made" : o->files[0], (long long)A->m, (long long)A->n);
    return code;
}

int cli_orthogonal_type(int asked, int is_complex, ddblasType_t *type)
{
    *type = asked >= 0 ? (ddblasType_t)asked : is_complex ? DDBLAS_TYPE_Z : DDBLAS_TYPE_W;
    if (*type == DDBLAS_TYPE_U || (is_complex && !cli_is_complex(*type)))
        return cli_error(CLI_BAD_INPUT, "--type: expected %s for these data", is_complex ? "C or Z" : "S, D, W, C or Z");
    return CLI_OK;
}

void cli_orthogonal_json(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, double seconds)
{
    char engine[256];
    ddblasGetEngineName(handle, engine, sizeof engine);
    cli_json_open(NULL, '{');
    cli_json_text("type", cli_type_words[type]);
    cli_json_int("m", m);
    cli_json_int("n", n);
    cli_json_text("engine", engine);
    cli_json_number("seconds", seconds);
}

/* ---- the library's part ---------------------------------------------------------------------- */

static ddblasStatus_t call_tsqr(ddblasHandle_t handle, const ddblasTsqrPlan_t *plan, int with_Q, const ddblasHostMatrix *A,
                                void *a, void *r, int64_t ldr)
{
    switch (A->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, T, real, is_complex)                                                                                 \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return (with_Q ? ddblas##letter##tsqr : ddblas##letter##tsqrR)(handle, plan, DDBLAS_LAYOUT_COLUMN_MAJOR, A->m, A->n, a,  \
                                                                       A->lda, r, ldr);
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
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TSQR
#define DDBLAS_TYPE(letter, T, real, is_complex)                                                                                 \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##lstsq(handle, NULL, DDBLAS_LAYOUT_COLUMN_MAJOR, A->m, A->n, B->n, a, A->lda, b, B->lda,           \
                                     (real *)residual);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
}

/* Q may be null: R alone. */
static int factorise(ddblasHandle_t handle, const ddblasHostMatrix *A, int nonnegative, ddblasHostMatrix *Q, ddblasHostMatrix *R,
                     double *seconds)
{
    const ddblasTsqrPlan_t plan = {.nonnegative = nonnegative};
    void *a = NULL, *r = NULL;
    int code = Q ? cli_matrix_init(Q, A->type, A->m, A->n) : CLI_OK;
    code = code ? code : cli_matrix_init(R, A->type, A->n, A->n);
    if (code)
        return code;
    ddblasStatus_t s = cli_matrix_send(handle, A, &a);
    s = s ? s : cli_matrix_send(handle, R, &r);
    *seconds = -cli_seconds();
    s = s ? s : call_tsqr(handle, &plan, Q != NULL, A, a, r, R->lda);
    s = s ? s : ddblasSynchronize(handle);
    *seconds += cli_seconds();
    s = s || !Q ? s : cli_matrix_fetch(handle, a, A->lda, Q);
    s = s ? s : cli_matrix_fetch(handle, r, R->lda, R);
    code = s ? cli_status_error(handle, s) : CLI_OK;
    ddblasFree(handle, a);
    ddblasFree(handle, r);
    return code;
}

int cli_factorise(ddblasHandle_t handle, const ddblasHostMatrix *A, int nonnegative, ddblasHostMatrix *Q, ddblasHostMatrix *R,
                  double *seconds)
{
    return factorise(handle, A, nonnegative, Q, R, seconds);
}

int cli_triangle(ddblasHandle_t handle, const ddblasHostMatrix *A, ddblasHostMatrix *R)
{
    double seconds = 0.0;
    return factorise(handle, A, 0, NULL, R, &seconds);
}

int cli_fit(ddblasHandle_t handle, const ddblasHostMatrix *A, const ddblasHostMatrix *B, ddblasHostMatrix *X,
            ddblasHostMatrix *residual, double *seconds)
{
    void *a = NULL, *b = NULL, *rho = NULL;
    int code = cli_matrix_init(X, A->type, A->n, B->n);
    code = code ? code : cli_matrix_init(residual, cli_real_type(A->type), B->n, 1);
    if (code)
        return code;
    ddblasStatus_t s = cli_matrix_send(handle, A, &a);
    s = s ? s : cli_matrix_send(handle, B, &b);
    s = s ? s : cli_matrix_send(handle, residual, &rho);
    *seconds = -cli_seconds();
    s = s ? s : call_lstsq(handle, A, a, B, b, rho);
    if (s == DDBLAS_STATUS_DEPENDENT || s == DDBLAS_STATUS_NOT_FINITE) /* the solutions say it too, on every engine */
        s = DDBLAS_STATUS_SUCCESS;
    s = s ? s : ddblasSynchronize(handle);
    *seconds += cli_seconds();
    s = s ? s : cli_matrix_fetch(handle, b, B->lda, X);
    s = s ? s : cli_matrix_fetch(handle, rho, residual->lda, residual);
    code = s ? cli_status_error(handle, s) : CLI_OK;
    ddblasFree(handle, a);
    ddblasFree(handle, b);
    ddblasFree(handle, rho);
    return code;
}

/* ---- verify ---------------------------------------------------------------------------------- */

int cli_verdict_begin(struct cli_orthogonal_verdict *v, const char *routine, const struct cli_orthogonal_options *o,
                      const ddblasHostMatrix *data)
{
    const int is_complex = cli_is_complex(data->type), narrow = o->type >= 0 && cli_unit((ddblasType_t)o->type) != 0x1p-104;
    *v = (struct cli_orthogonal_verdict){
        .routine = routine, .title = o->gen ? o->gen : o->files[0], .m = data->m, .n = data->n, .passed = 1};
    if (o->type == DDBLAS_TYPE_U || (o->type >= 0 && cli_is_complex((ddblasType_t)o->type) != is_complex))
        return cli_error(CLI_BAD_INPUT, "--type: expected %s for these data", is_complex ? "C or Z" : "S, D or W");
    v->type[v->count++] = narrow ? (ddblasType_t)o->type : is_complex ? DDBLAS_TYPE_Z : DDBLAS_TYPE_D;
    if (!is_complex)
        v->type[v->count++] = DDBLAS_TYPE_W;
    return CLI_OK;
}

const char *cli_verdict_name(ddblasType_t type)
{
    const double unit = cli_unit(type);
    return unit == 0x1p-24 ? "FP32" : unit == 0x1p-53 ? "FP64" : "W";
}

void cli_verdict_types(const struct cli_orthogonal_verdict *v, const char *label)
{
    printf("\n  %-28s", label);
    for (int c = 0; c < v->count; c++)
        printf(" %11s", cli_verdict_name(v->type[c]));
}

void cli_verdict_row(const struct cli_orthogonal_verdict *v, const char *label, const double *value)
{
    printf("\n  %-28s", label);
    for (int c = 0; c < v->count; c++)
        printf(" %11.3g", value[c]);
}

void cli_verdict_times(const struct cli_orthogonal_verdict *v)
{
    double milliseconds[2];
    for (int c = 0; c < v->count; c++)
        milliseconds[c] = 1e3 * v->seconds[c];
    cli_verdict_row(v, "time", milliseconds);
    printf("   ms\n\n");
}

void cli_verdict_json_open(const struct cli_orthogonal_verdict *v)
{
    cli_json_open(NULL, '{');
    cli_json_text("routine", v->routine);
    cli_json_text("matrix", v->title);
    cli_json_int("m", v->m);
    cli_json_int("n", v->n);
}

void cli_verdict_json_type(const struct cli_orthogonal_verdict *v, int c)
{
    cli_json_open(NULL, '{');
    cli_json_text("type", cli_type_words[v->type[c]]);
    cli_json_number("seconds", v->seconds[c]);
}

void cli_verdict_json_close(const struct cli_orthogonal_verdict *v)
{
    cli_json_close(']');
    cli_json_bool("passed", v->passed);
    cli_json_close('}');
}
