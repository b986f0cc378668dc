/*
 * ddblas symv: y = alpha A x + beta y for files.
 */
#include "product.h"

#include <inttypes.h>
#include <stdio.h>

const char cli_symv_help[] =
    "usage: ddblas symv A.mtx [x.mtx] [--alpha a] [--beta b --y y.mtx] [--uplo L|U] [--hermitian] [--type S|D|W|C|Z|U]\n"
    "                   [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--out FILE] [--json]\n"
    "\n"
    "Computes alpha A x + beta y for a symmetric or Hermitian matrix in a Matrix Market or NumPy file, by default in\n"
    "double-double (type W; U for complex files), and prints the result with all its digits, or writes it to FILE.\n"
    "\n"
    "  x            without x.mtx a vector is made: --x random-x (default, with --seed) or another kind of 'ddblas gen'\n"
    "  --alpha      a number, or re,im for complex types; default 1. --beta: the same; one other than 0 needs --y, --y needs "
    "one; 0 reads no y\n"
    "  --uplo       reads only that triangle; without it the file must hold a symmetric (or Hermitian) matrix\n"
    "  --hermitian  A is Hermitian; without it that is what the file says\n"
    "  --type       the precision: the file is rounded to it once\n"
    "  --engine     cuda fails when there is no device; auto takes it when there is one\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas symv A.mtx x.mtx\n"
    "  ddblas symv A.mtx x.mtx --alpha -1 --beta 1 --y b.mtx --out residual.mtx       b - A x\n"
    "  ddblas symv A.mtx --x ones --type D --json                                     row sums in FP64\n";

/* ---- the problem ----------------------------------------------------------------------------- */

/* A product by one triangle of a matrix that is not symmetric would answer another question than
 * the file asks. */
static int check_symmetry(const ddblasHostMatrix *A, const char *name, int hermitian)
{
    for (int64_t j = 0; j < A->n; j++)
        for (int64_t i = j; i < A->m; i++)
            if (!cli_mirrors(A, i, j, hermitian))
                return cli_error(
                    CLI_BAD_INPUT,
                    "%s: expected a %s matrix, but entries (%lld, %lld) and (%lld, %lld) differ; --uplo L or U takes one "
                    "triangle",
                    name, hermitian ? "Hermitian" : "symmetric", (long long)i + 1, (long long)j + 1, (long long)j + 1,
                    (long long)i + 1);
    return CLI_OK;
}

static int prepare(struct cli_product *p, const struct cli_product_options *o)
{
    const ddblasHostMatrix *A = &p->A;
    const char *name = o->gen ? "the matrix made" : o->files[0];
    if (A->m != A->n)
        return cli_error(CLI_BAD_INPUT, "%s: expected a square matrix, got %lld x %lld", name, (long long)A->m, (long long)A->n);
    p->m = p->k = A->n;
    p->n = 1;
    p->hermitian = cli_is_complex(p->type) && (o->hermitian || A->symmetry == DDBLAS_SYMMETRY_HERMITIAN);
    p->uplo = o->uplo < 0 ? DDBLAS_FILL_MODE_LOWER : (ddblasFillMode_t)o->uplo;
    int code = o->uplo < 0 ? check_symmetry(A, name, p->hermitian) : CLI_OK;
    if (code == CLI_OK)
        code = o->files[1] ? cli_product_check_vector(&p->B, o->files[1], p->m) : cli_product_make_vector(p, o);
    if (code == CLI_OK && p->C.data)
        code = cli_product_check_vector(&p->C, o->files[2], p->m);
    return code;
}

static ddblasStatus_t call(ddblasHandle_t handle, const struct cli_product *p, const struct cli_operands *o)
{
#define CALL(T, routine)                                                                                                         \
    routine(handle, p->uplo, p->m, (const T *)(const void *)o->alpha, o->A, p->m > 0 ? p->m : 1, o->B, 1,                        \
            (const T *)(const void *)o->beta, o->C, 1)
    if (p->hermitian)
        return p->type == DDBLAS_TYPE_C   ? CALL(ddblasComplex, ddblasChemv)
               : p->type == DDBLAS_TYPE_Z ? CALL(ddblasDoubleComplex, ddblasZhemv)
                                          : CALL(cuddcomplex, ddblasUhemv);
    switch (p->type)
    {
#define ROW(letter, T, real, complex)                                                                                            \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return CALL(T, ddblas##letter##symv);
#define DDBLAS_TYPES DDBLAS_TYPES_OF_SYMV
#define DDBLAS_TYPE  ROW
#include <dd/types.def>
#undef ROW
    default:
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
#undef CALL
}

/* The other triangle is the mirror image of the stored one; a Hermitian diagonal is real. */
static void factors(const struct cli_product *p, int64_t i, int64_t j, int64_t t, cuddreal a[2], cuddreal b[2])
{
    const int stored = p->uplo == DDBLAS_FILL_MODE_LOWER ? t <= i : t >= i;
    cli_fetch(p->type, stored ? cli_element(&p->A, i, t) : cli_element(&p->A, t, i), a);
    cli_fetch(p->type, cli_element(&p->B, t, j), b);
    if (p->hermitian && t == i)
        a[1] = cuddFromDouble(0.0);
    else if (p->hermitian && !stored)
        a[1] = cuddNeg(a[1]);
}

static void describe(const struct cli_product *p, int json)
{
    if (!json)
    {
        printf("n = %" PRId64, p->m);
        return;
    }
    cli_json_int("n", p->m);
    cli_json_text("uplo", cli_uplo_words[p->uplo]);
}

const struct cli_routine cli_symv_routine = {"symv",  "y",      1, 1, "the vector that beta multiplies, --y FILE,", prepare, call,
                                             factors, describe, 0, 0};

/* ---- the commands ---------------------------------------------------------------------------- */

#define SYMV_OPTIONS(o)                                                                                                          \
    {"--y", CLI_TEXT, &(o).files[2], 0}, {"--x", CLI_TEXT, &(o).b_kind, 0}, {"--uplo", CLI_WORD, &(o).uplo, cli_uplo_words},     \
        {"--hermitian", CLI_FLAG, &(o).hermitian, 0}, CLI_PRODUCT_OPTIONS(o)

int cli_symv(int argc, char **argv)
{
    struct cli_product_options o = cli_product_defaults;
    struct cli_run run = {0};
    const char *out = NULL;
    int count;
    const struct cli_option options[] = {SYMV_OPTIONS(o), CLI_RUN_OPTIONS(run), {"--out", CLI_OUTPUT, &out, NULL}, {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 2, &count);
    code = code ? code : cli_product_command(&run, &cli_symv_routine, &o, out);
    cli_run_close(&run);
    return code;
}

int cli_verify_symv(int argc, char **argv)
{
    struct cli_product_options o = cli_product_defaults;
    struct cli_run run = {0};
    int count;
    const struct cli_option options[] = {SYMV_OPTIONS(o),
                                         CLI_RUN_OPTIONS(run),
                                         {"--gen", CLI_TEXT, &o.gen, NULL},
                                         CLI_MINE_OPTIONS(o.mine),
                                         {"--digits-svg", CLI_TEXT, &o.svg, NULL},
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 2, &count);
    code = code ? code : cli_product_verify(&run, &cli_symv_routine, &o);
    cli_run_close(&run);
    return code;
}
