/*
 * ddblas nrm2: the Euclidean norm of a vector in a file.
 */
#include "product.h"

#include <inttypes.h>
#include <stdio.h>

const char cli_nrm2_help[] =
    "usage: ddblas nrm2 x.mtx [--type S|D|W|C|Z|U] [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--json]\n"
    "\n"
    "Prints the square root of the sum of |x_i|^2 for a vector in a Matrix Market or NumPy file, by default computed in\n"
    "double-double (type W; U for complex files), with all its digits. Squares that would overflow or underflow do no harm.\n"
    "\n"
    "  --type    the precision: the file is rounded to it once\n"
    "  --engine  cuda fails when there is no device; auto takes it when there is one\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas nrm2 x.mtx\n"
    "  ddblas gemv A.mtx x.mtx --alpha -1 --beta 1 --y b.mtx --out r.mtx && ddblas nrm2 r.mtx       ||b - A x||\n"
    "  ddblas verify nrm2 x.mtx                       correct digits of FP64 and of double-double, by MPFR\n";

static int prepare(struct cli_product *p, const struct cli_product_options *o)
{
    p->m = p->n = 1;
    p->k = p->A.m == 1 ? p->A.n : p->A.m;
    return cli_product_check_vector(&p->A, o->gen ? "the vector made" : o->files[0], p->k);
}

static ddblasStatus_t norm(ddblasHandle_t handle, const struct cli_product *p, const struct cli_operands *o)
{
    switch (p->type)
    {
    case DDBLAS_TYPE_S:
        return ddblasSnrm2(handle, p->k, o->A, 1, o->C);
    case DDBLAS_TYPE_D:
        return ddblasDnrm2(handle, p->k, o->A, 1, o->C);
    case DDBLAS_TYPE_W:
        return ddblasWnrm2(handle, p->k, o->A, 1, o->C);
    case DDBLAS_TYPE_C:
        return ddblasScnrm2(handle, p->k, o->A, 1, o->C);
    case DDBLAS_TYPE_Z:
        return ddblasDznrm2(handle, p->k, o->A, 1, o->C);
    case DDBLAS_TYPE_U:
        return ddblasWunrm2(handle, p->k, o->A, 1, o->C);
    default:
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
}

/* The result goes to the engine's memory, as those of the products. */
static ddblasStatus_t call(ddblasHandle_t handle, const struct cli_product *p, const struct cli_operands *o)
{
    const ddblasStatus_t status = ddblasSetPointerMode(handle, DDBLAS_POINTER_MODE_DEVICE);
    const ddblasStatus_t result = status ? status : norm(handle, p, o);
    const ddblasStatus_t restored = ddblasSetPointerMode(handle, DDBLAS_POINTER_MODE_HOST);
    return result ? result : restored;
}

static void factors(const struct cli_product *p, int64_t i, int64_t j, int64_t t, cuddreal a[2], cuddreal b[2])
{
    (void)i;
    (void)j;
    cli_fetch(p->type, cli_element(&p->A, t, 0), a);
    b[0] = a[0];
    b[1] = cuddNeg(a[1]);
}

static void describe(const struct cli_product *p, int json)
{
    if (json)
        cli_json_int("n", p->k);
    else
        printf("n = %" PRId64, p->k);
}

const struct cli_routine cli_nrm2_routine = {"nrm2", "nrm2", 1, 1, "nothing", prepare, call, factors, describe, 1, 1};

/* ---- the commands ---------------------------------------------------------------------------- */

#define NRM2_OPTIONS(o) {"--type", CLI_WORD, &(o).type, cli_type_words}, CLI_NPY_OPTION((o).npy)

int cli_nrm2(int argc, char **argv)
{
    struct cli_product_options o = cli_product_defaults;
    struct cli_run run = {0};
    int count;
    const struct cli_option options[] = {NRM2_OPTIONS(o), CLI_RUN_OPTIONS(run), {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 1, &count);
    code = code ? code : cli_product_command(&run, &cli_nrm2_routine, &o, NULL);
    cli_run_close(&run);
    return code;
}

int cli_verify_nrm2(int argc, char **argv)
{
    struct cli_product_options o = cli_product_defaults;
    struct cli_run run = {0};
    int count;
    const struct cli_option options[] = {NRM2_OPTIONS(o),          CLI_KIND_OPTIONS(o.kind),
                                         CLI_RUN_OPTIONS(run),     {"--gen", CLI_TEXT, &o.gen, NULL},
                                         CLI_MINE_OPTIONS(o.mine), {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 1, &count);
    code = code ? code : cli_product_verify(&run, &cli_nrm2_routine, &o);
    cli_run_close(&run);
    return code;
}
