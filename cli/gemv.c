/*
 * ddblas gemv: y = alpha op(A) x + beta y for files.
 */
#include "product.h"

#include <inttypes.h>
#include <stdio.h>

const char cli_gemv_help[] =
    "usage: ddblas gemv A.mtx [x.mtx] [--trans N|T|C] [--alpha a] [--beta b --y y.mtx] [--type S|D|W|C|Z|U]\n"
    "                   [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--out FILE] [--json]\n"
    "\n"
    "Computes alpha op(A) x + beta y for a matrix in a Matrix Market or NumPy file, by default in double-double (type W; U\n"
    "for complex files), and prints the result with all its digits, or writes it to FILE.\n"
    "\n"
    "  x         without x.mtx a vector is made: --x random-x (default, with --seed) or another kind of 'ddblas gen'\n"
    "  --trans   op(A): A itself, its transpose, or its conjugate transpose; default N\n"
    "  --alpha   a number, or re,im for complex types; default 1. --beta: the same; one other than 0 needs --y, --y needs\n"
    "            one; 0 reads no y\n"
    "  --type    the precision: the files are rounded to it once\n"
    "  --engine  cuda fails when there is no device; auto takes it when there is one\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas gemv A.mtx x.mtx\n"
    "  ddblas gemv A.mtx x.mtx --alpha -1 --beta 1 --y b.mtx --out residual.mtx       b - A x\n"
    "  ddblas gemv A.mtx --x ones --trans T --json                                    column sums\n";

static const char *const operation_words[] = {"N", "T", "C", NULL}; /* the order of ddblasOperation_t */

/* ---- the problem ----------------------------------------------------------------------------- */

static int prepare(struct cli_product *p, const struct cli_product_options *o)
{
    p->transa = (ddblasOperation_t)o->transa;
    p->m = p->transa == DDBLAS_OP_N ? p->A.m : p->A.n;
    p->k = p->transa == DDBLAS_OP_N ? p->A.n : p->A.m;
    p->n = 1;
    int code = o->files[1] ? cli_product_check_vector(&p->B, o->files[1], p->k) : cli_product_make_vector(p, o);
    if (code == CLI_OK && p->C.data)
        code = cli_product_check_vector(&p->C, o->files[2], p->m);
    return code;
}

/* The library leaves y as it is if there are no products; here y = beta y then. */
static ddblasStatus_t call(ddblasHandle_t handle, const struct cli_product *p, const struct cli_operands *o)
{
    const int64_t lda = p->A.m > 1 ? p->A.m : 1;
    switch (p->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_GEMV
#define DDBLAS_TYPE(letter, T, real, complex)                                                                                    \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return p->k > 0 ? ddblas##letter##gemv(handle, p->transa, p->A.m, p->A.n, (const T *)(const void *)o->alpha, o->A, lda,  \
                                               o->B, 1, (const T *)(const void *)o->beta, o->C, 1)                               \
                        : ddblas##letter##gemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, p->m, 1, 0, (const T *)(const void *)o->alpha,  \
                                               o->A, p->m > 1 ? p->m : 1, o->B, 1, (const T *)(const void *)o->beta, o->C,       \
                                               p->m > 1 ? p->m : 1);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
}

static void factors(const struct cli_product *p, int64_t i, int64_t j, int64_t t, cuddreal a[2], cuddreal b[2])
{
    cli_fetch(p->type, p->transa == DDBLAS_OP_N ? cli_element(&p->A, i, t) : cli_element(&p->A, t, i), a);
    cli_fetch(p->type, cli_element(&p->B, t, j), b);
    if (p->transa == DDBLAS_OP_C)
        a[1] = cuddNeg(a[1]);
}

static void describe(const struct cli_product *p, int json)
{
    if (!json)
    {
        printf("%s, m = %" PRId64 ", n = %" PRId64, operation_words[p->transa], p->A.m, p->A.n);
        return;
    }
    cli_json_text("trans", operation_words[p->transa]);
    cli_json_int("m", p->A.m);
    cli_json_int("n", p->A.n);
}

const struct cli_routine cli_gemv_routine = {"gemv",  "y",      1, 1, "the vector that beta multiplies, --y FILE,", prepare, call,
                                             factors, describe, 0, 0};

/* ---- the commands ---------------------------------------------------------------------------- */

#define GEMV_OPTIONS(o)                                                                                                          \
    {"--y", CLI_TEXT, &(o).files[2], 0}, {"--x", CLI_TEXT, &(o).b_kind, 0}, {"--trans", CLI_WORD, &(o).transa, operation_words}, \
        CLI_PRODUCT_OPTIONS(o)

int cli_gemv(int argc, char **argv)
{
    struct cli_product_options o = cli_product_defaults;
    struct cli_run run = {0};
    const char *out = NULL;
    int count;
    const struct cli_option options[] = {GEMV_OPTIONS(o), CLI_RUN_OPTIONS(run), {"--out", CLI_OUTPUT, &out, NULL}, {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 2, &count);
    code = code ? code : cli_product_command(&run, &cli_gemv_routine, &o, out);
    cli_run_close(&run);
    return code;
}

int cli_verify_gemv(int argc, char **argv)
{
    struct cli_product_options o = cli_product_defaults;
    struct cli_run run = {0};
    int count;
    const struct cli_option options[] = {GEMV_OPTIONS(o),
                                         CLI_RUN_OPTIONS(run),
                                         {"--gen", CLI_TEXT, &o.gen, NULL},
                                         CLI_MINE_OPTIONS(o.mine),
                                         {"--digits-svg", CLI_TEXT, &o.svg, NULL},
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 2, &count);
    code = code ? code : cli_product_verify(&run, &cli_gemv_routine, &o);
    cli_run_close(&run);
    return code;
}
