/*
 * Matrices in host memory, of any type: elements, conversion, files.
 */
#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- types ----------------------------------------------------------------------------------- */

/* The number of a real type, from its C type. */
#define REAL_TYPE(real) _Generic(*(real *)0, float : DDBLAS_TYPE_S, double : DDBLAS_TYPE_D, cuddreal : DDBLAS_TYPE_W)

static const struct
{
    size_t size;
    int is_complex;
    ddblasType_t real;
} types[] = {
#define ROW(letter, T, real, is_complex) {sizeof(T), is_complex, REAL_TYPE(real)},
#define DDBLAS_TYPES                     DDBLAS_TYPES_ALL
#define DDBLAS_TYPE                      ROW
#include <dd/types.def>
#undef ROW
};

/* By real type: the unit of error bounds, and the digits that give every number back; 0: as many as
 * it takes. */
static const struct
{
    double unit;
    int digits;
} formats[] = {[DDBLAS_TYPE_S] = {0x1p-24, 9}, [DDBLAS_TYPE_D] = {0x1p-53, 17}, [DDBLAS_TYPE_W] = {0x1p-104, 0}};

size_t cli_element_size(ddblasType_t type) { return types[type].size; }

int cli_is_complex(ddblasType_t type) { return types[type].is_complex; }

ddblasType_t cli_real_type(ddblasType_t type) { return types[type].real; }

double cli_unit(ddblasType_t type) { return formats[types[type].real].unit; }

/* ---- elements -------------------------------------------------------------------------------- */

/* RN of a.x + a.y to float. Rounded to odd in double, 53 >= 24 + 2 digits, the second rounding
 * gives what one would. */
static float to_float(cuddreal a)
{
    if (!isfinite(a.x))
        return (float)a.x;
    a = cuddNormalize(a.x, a.y);
    double d = a.x;
    if (a.y == 0.0)
        return (float)d;
    if ((a.y < 0.0) != (d < 0.0))
        d = nextafter(d, 0.0); /* truncated */
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    bits |= 1u;
    memcpy(&d, &bits, sizeof d);
    return (float)d;
}

void cli_store(ddblasType_t type, void *element, cuddreal re, cuddreal im)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        *(float *)element = to_float(re);
        break;
    case DDBLAS_TYPE_D:
        *(double *)element = cuddToDouble(re);
        break;
    case DDBLAS_TYPE_W:
        *(cuddreal *)element = re;
        break;
    case DDBLAS_TYPE_C:
        *(ddblasComplex *)element = (ddblasComplex){to_float(re), to_float(im)};
        break;
    case DDBLAS_TYPE_Z:
        *(ddblasDoubleComplex *)element = (ddblasDoubleComplex){cuddToDouble(re), cuddToDouble(im)};
        break;
    default:
        *(cuddcomplex *)element = cuddcMake(re, im);
    }
}

void cli_fetch(ddblasType_t type, const void *element, cuddreal part[2])
{
    part[0] = part[1] = cuddFromDouble(0.0);
    switch (type)
    {
    case DDBLAS_TYPE_S:
        part[0] = cuddFromDouble((double)*(const float *)element);
        break;
    case DDBLAS_TYPE_D:
        part[0] = cuddFromDouble(*(const double *)element);
        break;
    case DDBLAS_TYPE_W:
        part[0] = *(const cuddreal *)element;
        break;
    case DDBLAS_TYPE_C:
        part[0] = cuddFromDouble((double)((const ddblasComplex *)element)->x);
        part[1] = cuddFromDouble((double)((const ddblasComplex *)element)->y);
        break;
    case DDBLAS_TYPE_Z:
        part[0] = cuddFromDouble(((const ddblasDoubleComplex *)element)->x);
        part[1] = cuddFromDouble(((const ddblasDoubleComplex *)element)->y);
        break;
    default:
        part[0] = ((const cuddcomplex *)element)->x;
        part[1] = ((const cuddcomplex *)element)->y;
    }
}

void *cli_element(const ddblasHostMatrix *A, int64_t i, int64_t j)
{
    return (char *)A->data + (size_t)(i + j * A->lda) * types[A->type].size;
}

double cli_modulus(const ddblasHostMatrix *A, int64_t i, int64_t j)
{
    cuddreal part[2];
    cli_fetch(A->type, cli_element(A, i, j), part);
    return hypot(part[0].x, part[1].x);
}

double cli_norm_of_column(const ddblasHostMatrix *A, int64_t j)
{
    double norm = 0.0;
    for (int64_t i = 0; i < A->m; i++)
        norm = hypot(norm, cli_modulus(A, i, j));
    return norm;
}

double cli_norm(const ddblasHostMatrix *A)
{
    double norm = 0.0;
    for (int64_t j = 0; j < A->n; j++)
        norm = hypot(norm, cli_norm_of_column(A, j));
    return norm;
}

static void part_text(ddblasType_t type, cuddreal part, char *text, size_t size)
{
    const int digits = formats[types[type].real].digits;
    if (digits == 0)
        cuddToShortest(text, size, part);
    else
        snprintf(text, size, "%.*g", digits, part.x);
}

void cli_element_text(const ddblasHostMatrix *A, int64_t i, int64_t j, char *text, size_t size)
{
    cuddreal part[2];
    cli_fetch(A->type, cli_element(A, i, j), part);
    part_text(A->type, part[0], text, size);
    const size_t length = strlen(text);
    if (!types[A->type].is_complex || length + 1 >= size)
        return;
    text[length] = ' ';
    part_text(A->type, part[1], text + length + 1, size - length - 1);
}

/* ---- matrices -------------------------------------------------------------------------------- */

/* Columns with anything in them: a matrix without rows may have any number of columns. */
static int64_t columns(const ddblasHostMatrix *A) { return A->m > 0 ? A->n : 0; }

/* U has the layout of a W matrix with twice the rows. */
int cli_matrix_init(ddblasHostMatrix *A, ddblasType_t type, int64_t m, int64_t n)
{
    const int pairs = type == DDBLAS_TYPE_U;
    const ddblasStatus_t status = pairs && m > INT64_MAX / 2
                                      ? DDBLAS_STATUS_ALLOC_FAILED
                                      : ddblasHostMatrixInit(A, pairs ? DDBLAS_TYPE_W : type, pairs ? 2 * m : m, n);
    if (status != DDBLAS_STATUS_SUCCESS)
        return cli_status_error(NULL, status);
    A->type = type;
    A->m = m;
    A->lda = m > 1 ? m : 1;
    return CLI_OK;
}

int cli_matrix_convert(const ddblasHostMatrix *from, ddblasType_t type, ddblasHostMatrix *to)
{
    cuddreal part[2];
    const int code = cli_matrix_init(to, type, from->m, from->n);
    for (int64_t j = 0; code == CLI_OK && j < columns(from); j++)
        for (int64_t i = 0; i < from->m; i++)
        {
            cli_fetch(from->type, cli_element(from, i, j), part);
            cli_store(type, cli_element(to, i, j), part[0], part[1]);
        }
    to->symmetry = from->symmetry;
    return code;
}

int cli_matrix_turn(ddblasHostMatrix *A, ddblasType_t type)
{
    ddblasHostMatrix to = {0};
    if (!A->data || A->type == type)
        return CLI_OK;
    const int code = cli_matrix_convert(A, type, &to);
    ddblasHostMatrixFree(A);
    *A = to;
    return code;
}

ddblasStatus_t cli_matrix_send(ddblasHandle_t handle, const ddblasHostMatrix *A, void **engine)
{
    const size_t size = cli_element_size(A->type);
    if (!A->data)
        return DDBLAS_STATUS_SUCCESS;
    const ddblasStatus_t s = ddblasMalloc(handle, engine, (size_t)A->m * (size_t)A->n * size);
    return s ? s : ddblasSetMatrix(handle, A->m, A->n, size, A->data, A->lda, *engine, A->m);
}

ddblasStatus_t cli_matrix_fetch(ddblasHandle_t handle, const void *engine, int64_t ld, ddblasHostMatrix *A)
{
    return ddblasGetMatrix(handle, A->m, A->n, cli_element_size(A->type), engine, ld, A->data, A->lda);
}

int cli_matrix_is_finite(const ddblasHostMatrix *A)
{
    cuddreal part[2];
    for (int64_t j = 0; j < columns(A); j++)
        for (int64_t i = 0; i < A->m; i++)
        {
            cli_fetch(A->type, cli_element(A, i, j), part);
            if (!cuddIsFinite(part[0]) || !cuddIsFinite(part[1]))
                return 0;
        }
    return 1;
}

/* 0 and -0 are the same, and so are all NaN. */
static int is_same(cuddreal a, cuddreal b) { return cuddEq(a, b) || (cuddIsNan(a) && cuddIsNan(b)); }

int cli_mirrors(const ddblasHostMatrix *A, int64_t i, int64_t j, int hermitian)
{
    cuddreal a[2], b[2];
    cli_fetch(A->type, cli_element(A, i, j), a);
    cli_fetch(A->type, cli_element(A, j, i), b);
    if (i == j)
        return !hermitian || cuddIsZero(a[1]);
    return is_same(a[0], b[0]) && is_same(a[1], hermitian ? cuddNeg(b[1]) : b[1]);
}

void cli_print_banner(ddblasType_t type)
{
    printf("%%%%MatrixMarket matrix array %s general\n", cli_is_complex(type) ? "complex" : "real");
}

void cli_print_elements(const ddblasHostMatrix *A)
{
    char text[CLI_ELEMENT_TEXT];
    printf("%" PRId64 " %" PRId64 "\n", A->m, A->n);
    for (int64_t j = 0; j < columns(A); j++)
        for (int64_t i = 0; i < A->m; i++)
        {
            cli_element_text(A, i, j, text, sizeof text);
            puts(text);
        }
}

void cli_matrix_print(const ddblasHostMatrix *A)
{
    cli_print_banner(A->type);
    cli_print_elements(A);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* *A of type U = re + i im. */
static int join(const ddblasHostMatrix *re, const ddblasHostMatrix *im, ddblasHostMatrix *A)
{
    const int code = cli_matrix_init(A, DDBLAS_TYPE_U, re->m, re->n);
    for (int64_t j = 0; code == CLI_OK && j < columns(re); j++)
        for (int64_t i = 0; i < re->m; i++)
            cli_store(DDBLAS_TYPE_U, cli_element(A, i, j), *(cuddreal *)cli_element(re, i, j),
                      im->data ? *(cuddreal *)cli_element(im, i, j) : cuddFromDouble(0.0));
    A->symmetry = re->symmetry;
    return code;
}

/* *re + i *im = A of type U. */
static int split(const ddblasHostMatrix *A, ddblasHostMatrix *re, ddblasHostMatrix *im)
{
    int code = cli_matrix_init(re, DDBLAS_TYPE_W, A->m, A->n);
    code = code ? code : cli_matrix_init(im, DDBLAS_TYPE_W, A->m, A->n);
    for (int64_t j = 0; code == CLI_OK && j < columns(A); j++)
        for (int64_t i = 0; i < A->m; i++)
        {
            const cuddcomplex *a = cli_element(A, i, j);
            *(cuddreal *)cli_element(re, i, j) = a->x;
            *(cuddreal *)cli_element(im, i, j) = a->y;
        }
    re->symmetry = im->symmetry = A->symmetry;
    return code;
}

static int show_file(void *data, int64_t done, int64_t all)
{
    cli_progress(data, done, all);
    return 0;
}

ddblasReadOptions cli_read_options(int npy)
{
    return (ddblasReadOptions){.npy_pairs = npy < 0 ? (int)DDBLAS_NPY_UNLESS_EITHER : npy};
}

int cli_read(const char *path, int type, int npy, ddblasHostMatrix *A)
{
    ddblasFileInfo info;
    return cli_read_informed(path, type, npy, A, &info);
}

int cli_read_informed(const char *path, int type, int npy, ddblasHostMatrix *A, ddblasFileInfo *info)
{
    ddblasReadOptions options = cli_read_options(npy);
    ddblasHostMatrix re = {0}, im = {0};
    const int by_parts = type < 0 || type == DDBLAS_TYPE_U;
    char what[128];
    if (cli_input_path(path, &path))
        return CLI_BAD_INPUT;
    snprintf(what, sizeof what, "reading %.100s", path);
    options.progress = show_file;
    options.progress_data = what;
    options.info = info;
    const ddblasStatus_t status =
        by_parts ? ddblasReadMatrixParts(path, &options, &re, &im) : ddblasReadMatrix(path, (ddblasType_t)type, &options, A);
    cli_progress_stop();
    if (status != DDBLAS_STATUS_SUCCESS)
        return cli_status_error(NULL, status);
    if (!by_parts)
        return CLI_OK;
    int code = CLI_OK;
    if (type < 0 && !im.data)
    {
        *A = re;
        re = (ddblasHostMatrix){0};
    }
    else
        code = join(&re, &im, A);
    ddblasHostMatrixFree(&re);
    ddblasHostMatrixFree(&im);
    return code;
}

int cli_ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

int cli_write(const char *path, const ddblasHostMatrix *re, const ddblasHostMatrix *im, int digits)
{
    char what[128];
    snprintf(what, sizeof what, "writing %.100s", path);
    ddblasWriteOptions options = {.progress = show_file, .progress_data = what};
    ddblasHostMatrix part[2] = {{0}, {0}};
    options.digits = cli_ends_in(path, ".txt") ? (int)DDBLAS_DIGITS_HEX : digits;
    if (re->type == DDBLAS_TYPE_U)
    {
        int code = split(re, &part[0], &part[1]);
        code = code ? code : cli_write(path, &part[0], &part[1], digits);
        ddblasHostMatrixFree(&part[0]);
        ddblasHostMatrixFree(&part[1]);
        return code;
    }
    path = cli_output_path(path);
    const ddblasStatus_t status =
        im && im->data ? ddblasWriteMatrixParts(path, re, im, &options) : ddblasWriteMatrix(path, re, &options);
    cli_progress_stop();
    return status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(NULL, status);
}
