/*
 * ddblas dot: the sum of the products of two vectors in files.
 */
#include "product.h"

#include <inttypes.h>
#include <stdio.h>

const char cli_dot_help[] =
    "usage: ddblas dot x.mtx [y.mtx] [--conjugate] [--type S|D|W|C|Z|U] [--npy columns|pairs] [--engine auto|cpu|cuda]\n"
    "                  [--threads N] [--json]\n"
    "\n"
    "Prints the sum of x_i y_i for vectors in Matrix Market or NumPy files, by default computed in double-double (type W; U\n"
    "for complex files), with all its digits.\n"
    "\n"
    "  y            without y.mtx a vector is made: --y random-x (default, with --seed) or another kind of 'ddblas gen'\n"
    "  --conjugate  x is conjugated\n"
    "  --type       the precision: the files are rounded to it once\n"
    "  --engine     cuda fails when there is no device; auto takes it when there is one\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas dot x.mtx y.mtx\n"
    "  ddblas dot x.mtx --y ones                      the sum of the elements\n"
    "  ddblas dot z.mtx z.mtx --conjugate             the square of the norm\n";

/* ---- the problem ----------------------------------------------------------------------------- */

static int prepare(struct cli_product *p, const struct cli_product_options *o)
{
    const char *name = o->gen ? "the vector made" : o->files[0];
    p->transa = o->hermitian ? DDBLAS_OP_C : DDBLAS_OP_T;
    p->m = p->n = 1;
    p->k = p->A.m == 1 ? p->A.n : p->A.m;
    const int code = cli_product_check_vector(&p->A, name, p->k);
    if (code)
        return code;
    return o->files[1] ? cli_product_check_vector(&p->B, o->files[1], p->k) : cli_product_make_vector(p, o);
}

/* The result goes to the engine's memory, as that of the other products. */
static ddblasStatus_t sum(ddblasHandle_t handle, const struct cli_product *p, const struct cli_operands *o)
{
    const int conjugate = p->transa == DDBLAS_OP_C;
    switch (p->type)
    {
#define DDBLAS_TYPES (DDBLAS_TYPES_OF_LEVEL1 & DDBLAS_TYPES_REAL)
#define DDBLAS_TYPE(letter, T, real, complex)                                                                                    \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##dot(handle, p->k, o->A, 1, o->B, 1, o->C);
#include <dd/types.def>
#define DDBLAS_TYPES (DDBLAS_TYPES_OF_LEVEL1 & DDBLAS_TYPES_COMPLEX)
#define DDBLAS_TYPE(letter, T, real, complex)                                                                                    \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return (conjugate ? ddblas##letter##dotc : ddblas##letter##dotu)(handle, p->k, o->A, 1, o->B, 1, o->C);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
}

static ddblasStatus_t call(ddblasHandle_t handle, const struct cli_product *p, const struct cli_operands *o)
{
    const ddblasStatus_t status = ddblasSetPointerMode(handle, DDBLAS_POINTER_MODE_DEVICE);
    const ddblasStatus_t result = status ? status : sum(handle, p, o);
    const ddblasStatus_t restored = ddblasSetPointerMode(handle, DDBLAS_POINTER_MODE_HOST);
    return result ? result : restored;
}

static void factors(const struct cli_product *p, int64_t i, int64_t j, int64_t t, cuddreal a[2], cuddreal b[2])
{
    (void)i;
    (void)j;
    cli_fetch(p->type, cli_element(&p->A, t, 0), a);
    cli_fetch(p->type, cli_element(&p->B, t, 0), b);
    if (p->transa == DDBLAS_OP_C)
        a[1] = cuddNeg(a[1]);
}

static void describe(const struct cli_product *p, int json)
{
    if (json)
        cli_json_int("n", p->k);
    else
        printf("n = %" PRId64, p->k);
}

const struct cli_routine cli_dot_routine = {"dot", "dot", 1, 1, "nothing", prepare, call, factors, describe, 0, 1};

/* ---- the commands ---------------------------------------------------------------------------- */

#define DOT_OPTIONS(o)                                                                                                           \
    {"--y", CLI_TEXT, &(o).b_kind, 0}, {"--conjugate", CLI_FLAG, &(o).hermitian, 0},                                             \
        {"--type", CLI_WORD, &(o).type, cli_type_words}, CLI_NPY_OPTION((o).npy), CLI_KIND_OPTIONS((o).kind)

int cli_dot(int argc, char **argv)
{
    struct cli_product_options o = cli_product_defaults;
    struct cli_run run = {0};
    int count;
    const struct cli_option options[] = {DOT_OPTIONS(o), CLI_RUN_OPTIONS(run), {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 2, &count);
    code = code ? code : cli_product_command(&run, &cli_dot_routine, &o, NULL);
    cli_run_close(&run);
    return code;
}

int cli_verify_dot(int argc, char **argv)
{
    struct cli_product_options o = cli_product_defaults;
    struct cli_run run = {0};
    int count;
    const struct cli_option options[] = {
        DOT_OPTIONS(o), CLI_RUN_OPTIONS(run), {"--gen", CLI_TEXT, &o.gen, NULL}, CLI_MINE_OPTIONS(o.mine), {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 2, &count);
    code = code ? code : cli_product_verify(&run, &cli_dot_routine, &o);
    cli_run_close(&run);
    return code;
}
