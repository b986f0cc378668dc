/*
 * A symv or hemv problem: from files and options into host memory, and through the library on an engine.
 */
#include "cli.h"

#include <string.h>

/* ---- elements by type -------------------------------------------------------------------------------------------------------
 */

static size_t element_size(ddblasType_t type)
{
    switch (type)
    {
#define DDBLAS_TYPE(letter, T, real, is_complex)                                                                                 \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return sizeof(T);
#include <dd/types.def>
    default:
        return 0;
    }
}

int cli_is_complex(ddblasType_t type)
{
    switch (type)
    {
#define DDBLAS_COMPLEX_TYPE(letter, T, real, complex) case DDBLAS_TYPE_##letter:
#include <dd/types.def>
        return 1;
    default:
        return 0;
    }
}

void cli_store(ddblasType_t type, void *element, cuddreal re, cuddreal im)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        *(float *)element = (float)cuddToDouble(re);
        break;
    case DDBLAS_TYPE_D:
        *(double *)element = cuddToDouble(re);
        break;
    case DDBLAS_TYPE_W:
        *(cuddreal *)element = re;
        break;
    case DDBLAS_TYPE_C:
        *(ddblasComplex *)element = (ddblasComplex){(float)cuddToDouble(re), (float)cuddToDouble(im)};
        break;
    case DDBLAS_TYPE_Z:
        *(ddblasDoubleComplex *)element = (ddblasDoubleComplex){cuddToDouble(re), cuddToDouble(im)};
        break;
    default:
        break;
    }
}

/* ---- loading ----------------------------------------------------------------------------------------------------------------
 */

static int read_matrix(const char *path, ddblasType_t type, ddblasHostMatrix *A)
{
    ddblasStatus_t status = ddblasReadMatrix(path, type, NULL, A);
    return status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(NULL, status);
}

/* The type to compute in: as asked, otherwise W for a real file and Z for a complex one. */
static int choose_type(const char *a_file, int asked, ddblasType_t *type)
{
    ddblasFileInfo info;
    *type = DDBLAS_TYPE_W;
    if (asked >= 0)
        *type = (ddblasType_t)asked;
    else if (a_file)
    {
        ddblasStatus_t status = ddblasQueryMatrix(a_file, NULL, &info);
        if (status != DDBLAS_STATUS_SUCCESS)
            return cli_status_error(NULL, status);
        if (info.is_complex)
            *type = DDBLAS_TYPE_Z;
    }
    return CLI_OK;
}

/* 1 when element (i, j) of A is the mirror image of (j, i), conjugated for a Hermitian matrix. Bits count: 0 and -0 are told
 * apart only by value. */
static int mirrors(const ddblasHostMatrix *A, int64_t i, int64_t j, int hermitian)
{
    int64_t k = i + j * A->lda, l = j + i * A->lda;
    switch (A->type)
    {
    case DDBLAS_TYPE_S:
        return ((const float *)A->data)[k] == ((const float *)A->data)[l];
    case DDBLAS_TYPE_D:
        return ((const double *)A->data)[k] == ((const double *)A->data)[l];
    case DDBLAS_TYPE_W:
        return cuddEq(((const cuddreal *)A->data)[k], ((const cuddreal *)A->data)[l]);
    case DDBLAS_TYPE_C:
    {
        const ddblasComplex *a = A->data;
        return a[k].x == a[l].x && a[k].y == (hermitian ? -a[l].y : a[l].y);
    }
    case DDBLAS_TYPE_Z:
    {
        const ddblasDoubleComplex *a = A->data;
        return a[k].x == a[l].x && a[k].y == (hermitian ? -a[l].y : a[l].y);
    }
    default:
        return 0;
    }
}

/* A product by one triangle of a matrix that is not symmetric would answer another question than the file asks. */
static int check_symmetry(const ddblasHostMatrix *A, const char *name, int hermitian)
{
    for (int64_t j = 0; j < A->n; j++)
        for (int64_t i = j; i < A->m; i++)
            if (!mirrors(A, i, j, hermitian))
                return cli_error(
                    CLI_BAD_INPUT,
                    "%s: expected a %s matrix, but entries (%lld, %lld) and (%lld, %lld) differ; --uplo L or U takes one "
                    "triangle",
                    name, hermitian ? "Hermitian" : "symmetric", (long long)i + 1, (long long)j + 1, (long long)j + 1,
                    (long long)i + 1);
    return CLI_OK;
}

static int check_matrix(struct cli_problem *problem, const char *name, int uplo)
{
    const ddblasHostMatrix *A = &problem->A;
    if (A->m != A->n)
        return cli_error(CLI_BAD_INPUT, "%s: expected a square matrix, got %lld x %lld", name, (long long)A->m, (long long)A->n);
    problem->n = A->n;
    problem->hermitian = cli_is_complex(A->type) && A->symmetry == DDBLAS_SYMMETRY_HERMITIAN;
    problem->uplo = uplo < 0 ? DDBLAS_FILL_MODE_LOWER : (ddblasFillMode_t)uplo;
    return uplo < 0 ? check_symmetry(A, name, problem->hermitian) : CLI_OK;
}

static int read_vector(const char *path, ddblasType_t type, int64_t n, ddblasHostMatrix *x)
{
    int code = read_matrix(path, type, x);
    if (code)
        return code;
    if ((x->n == 1 && x->m == n) || (x->m == 1 && x->n == n && x->lda == 1))
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: expected a vector of %lld elements, got %lld x %lld", path, (long long)n,
                     (long long)x->m, (long long)x->n);
}

/* x made by a kind of vector, real, in the problem's type. */
static int make_vector(struct cli_problem *problem, const char *kind_name, const struct cli_kind_options *options)
{
    struct cli_kind_options own = *options;
    const struct cli_kind *kind = cli_find_kind(kind_name);
    ddblasHostMatrix made = {0};
    own.seed++;
    int code = kind ? cli_make(kind, problem->n, &own, &made) : CLI_BAD_INPUT;
    if (code)
        return code;
    if (made.m != problem->n || made.n != 1)
        code = cli_error(CLI_BAD_INPUT, "--x: '%s' is not a vector of %lld elements", kind_name, (long long)problem->n);
    else
    {
        ddblasStatus_t status = ddblasHostMatrixInit(&problem->x, problem->type, problem->n, 1);
        if (status != DDBLAS_STATUS_SUCCESS)
            code = cli_status_error(NULL, status);
        for (int64_t i = 0; code == CLI_OK && i < problem->n; i++)
            cli_store(problem->type, (char *)problem->x.data + (size_t)i * element_size(problem->type),
                      ((const cuddreal *)made.data)[i], cuddFromDouble(0.0));
    }
    ddblasHostMatrixFree(&made);
    return code;
}

int cli_problem_load(struct cli_problem *problem, const char *a_file, const char *x_file,
                     const struct cli_problem_options *options, const struct cli_kind_options *kind_options)
{
    int code = CLI_OK;
    memcpy(problem->alpha, options->alpha, sizeof problem->alpha);
    memcpy(problem->beta, options->beta, sizeof problem->beta);
    int beta_is_zero = cuddIsZero(options->beta[0]) && cuddIsZero(options->beta[1]);
    if (!beta_is_zero && !options->y_file)
        return cli_error(CLI_BAD_INPUT, "--beta: expected --y FILE with it, the vector that beta multiplies");
    if (a_file)
    {
        code = choose_type(a_file, options->type, &problem->type);
        code = code ? code : read_matrix(a_file, problem->type, &problem->A);
    }
    else if (options->type < 0 || (ddblasType_t)options->type == problem->A.type)
        problem->type = problem->A.type;
    else
        return cli_error(CLI_BAD_INPUT, "--type: a matrix that is made has type %s", cli_type_words[problem->A.type]);
    if (code == CLI_OK && !cli_is_complex(problem->type) && !(cuddIsZero(options->alpha[1]) && cuddIsZero(options->beta[1])))
        return cli_error(CLI_BAD_INPUT, "--alpha, --beta: expected real numbers for a real matrix");
    code = code ? code : check_matrix(problem, a_file ? a_file : "the matrix made", options->uplo);
    if (code == CLI_OK && x_file)
        code = read_vector(x_file, problem->type, problem->n, &problem->x);
    else if (code == CLI_OK)
        code = make_vector(problem, options->x_kind, kind_options);
    if (code == CLI_OK && !beta_is_zero)
        code = read_vector(options->y_file, problem->type, problem->n, &problem->y);
    return code;
}

void cli_problem_free(struct cli_problem *problem)
{
    ddblasHostMatrixFree(&problem->A);
    ddblasHostMatrixFree(&problem->x);
    ddblasHostMatrixFree(&problem->y);
}

/* ---- solving ----------------------------------------------------------------------------------------------------------------
 */

struct operands
{
    void *A, *x, *y; /* engine memory */
    _Alignas(16) char alpha[16], beta[16];
};

static ddblasStatus_t call(ddblasHandle_t handle, const struct cli_problem *p, const struct operands *o)
{
#define CALL(T, routine)                                                                                                         \
    routine(handle, p->uplo, p->n, (const T *)(const void *)o->alpha, o->A, p->n > 0 ? p->n : 1, o->x, 1,                        \
            (const T *)(const void *)o->beta, o->y, 1)
    if (p->hermitian)
        return p->type == DDBLAS_TYPE_C ? CALL(ddblasComplex, ddblasChemv) : CALL(ddblasDoubleComplex, ddblasZhemv);
    switch (p->type)
    {
#define DDBLAS_TYPE(letter, T, real, complex)                                                                                    \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return CALL(T, ddblas##letter##symv);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
#undef CALL
}

/* Copies the problem to the engine, solves it and brings y back; stops at the first failure. The first run of a routine starts
 * threads and grows workspaces: the time is the best of three runs. */
static ddblasStatus_t solve(ddblasHandle_t handle, const struct cli_problem *p, struct operands *o, void *result, double *seconds)
{
    size_t size = element_size(p->type), vector = (size_t)p->n * size;
    int64_t lda = p->n > 0 ? p->n : 1;
    ddblasStatus_t s = ddblasMalloc(handle, &o->A, (size_t)p->n * vector);
    s = s ? s : ddblasMalloc(handle, &o->x, vector);
    s = s ? s : ddblasMalloc(handle, &o->y, vector);
    s = s ? s : ddblasSetMatrix(handle, p->n, p->n, size, p->A.data, p->A.lda, o->A, lda);
    s = s ? s : ddblasSetVector(handle, p->n, size, p->x.data, 1, o->x, 1);
    for (int run = 0; run < 3 && s == DDBLAS_STATUS_SUCCESS; run++)
    {
        if (p->y.data)
            s = ddblasSetVector(handle, p->n, size, p->y.data, 1, o->y, 1);
        s = s ? s : ddblasSynchronize(handle);
        double start = cli_seconds();
        s = s ? s : call(handle, p, o);
        s = s ? s : ddblasSynchronize(handle);
        double time = cli_seconds() - start;
        *seconds = run == 0 || time < *seconds ? time : *seconds;
    }
    return s ? s : ddblasGetVector(handle, p->n, size, o->y, 1, result, 1);
}

int cli_problem_solve(ddblasHandle_t handle, const struct cli_problem *problem, ddblasHostMatrix *result, double *seconds)
{
    struct operands operands = {0};
    cli_store(problem->type, operands.alpha, problem->alpha[0], problem->alpha[1]);
    cli_store(problem->type, operands.beta, problem->beta[0], problem->beta[1]);
    ddblasStatus_t status = ddblasHostMatrixInit(result, problem->type, problem->n, 1);
    if (status != DDBLAS_STATUS_SUCCESS)
        return cli_status_error(NULL, status);
    int code = CLI_OK;
    status = solve(handle, problem, &operands, result->data, seconds);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        code = cli_status_error(handle, status);
        ddblasHostMatrixFree(result);
    }
    ddblasFree(handle, operands.A);
    ddblasFree(handle, operands.x);
    ddblasFree(handle, operands.y);
    return code;
}
