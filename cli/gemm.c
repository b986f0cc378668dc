/*
 * ddblas gemm: C = alpha op(A) op(B) + beta C for files.
 */
#include "product.h"

#include <inttypes.h>
#include <stdio.h>

#include <dd/xt.h>

const char cli_gemm_help[] =
    "usage: ddblas gemm A.mtx B.mtx [C.mtx] [--transa N|T|C] [--transb N|T|C] [--alpha a] [--beta b] [--type S|D|W|C|Z]\n"
    "                   [--engine auto|cpu|cuda] [--route auto|plain|residues] [--threads N] [--out FILE] [--json]\n"
    "                   [--npy columns|pairs] [--xt [--memory BYTES] [--devices N] [--trace FILE]]\n"
    "\n"
    "Computes alpha op(A) op(B) + beta C for matrices in Matrix Market or NumPy files, by default in double-double\n"
    "(type W; Z for complex files), and prints the result as a Matrix Market file with all its digits, or writes it to FILE.\n"
    "\n"
    "  --transa   op(A): A itself, its transpose, or its conjugate transpose; default N. --transb: op(B)\n"
    "  --alpha    a number, or re,im for complex types; default 1. --beta: the same; C.mtx needs one, one\n"
    "             other than 0 needs C.mtx, 0 reads none\n"
    "  --type     the precision: the files are rounded to it once\n"
    "  --engine   cuda fails when there is no device; auto takes it when there is one\n"
    "  --route    how the CUDA engine forms products of type W: multiply-adds on the FP64 units, or exact INT8 products\n"
    "             on the tensor cores; default: what is faster at this size. The bound is the same\n"
    "  --xt       the matrices stay in host memory, and blocks of them go through all GPUs of the machine or the first N\n"
    "             (--devices), so they may be larger than a GPU. --memory: what may be taken of each GPU's; default half.\n"
    "             --trace: writes when which stage worked, for chrome://tracing. With --engine cpu and --memory the CPU\n"
    "             works on the same blocks\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas gemm A.mtx B.mtx -o C.mtx\n"
    "  ddblas gemm Q.mtx Q.mtx I.mtx --transa T --beta -1      Q'Q - I: how far Q is from orthogonal\n"
    "  ddblas gemm A.mtx B.mtx --type D --json                 the product in FP64\n"
    "  ddblas gemm A.npy B.npy -o C.npy --xt                   matrices larger than the GPU\n";

static const char *const operation_words[] = {"N", "T", "C", NULL};           /* the order of ddblasOperation_t */
static const char *const route_words[] = {"auto", "plain", "residues", NULL}; /* the order of ddblasGemmRoute_t */

/* ---- the problem ----------------------------------------------------------------------------- */

static int64_t rows_of(const ddblasHostMatrix *A, ddblasOperation_t op) { return op == DDBLAS_OP_N ? A->m : A->n; }
static int64_t columns_of(const ddblasHostMatrix *A, ddblasOperation_t op) { return op == DDBLAS_OP_N ? A->n : A->m; }

/* B made by a kind with the parameter k. */
static int make_b(struct cli_product *p, const struct cli_product_options *o)
{
    struct cli_kind_options own = o->kind;
    const struct cli_kind *kind = cli_find_kind(o->b_kind ? o->b_kind : "random");
    ddblasHostMatrix made = {0};
    own.seed++;
    int code = kind ? cli_make(kind, p->k, &own, &made) : CLI_BAD_INPUT;
    code = code ? code : cli_matrix_convert(&made, p->type, &p->B);
    ddblasHostMatrixFree(&made);
    return code;
}

static int prepare(struct cli_product *p, const struct cli_product_options *o)
{
    p->transa = (ddblasOperation_t)o->transa;
    p->transb = (ddblasOperation_t)o->transb;
    p->m = rows_of(&p->A, p->transa);
    p->k = columns_of(&p->A, p->transa);
    const int code = o->files[1] ? CLI_OK : make_b(p, o);
    if (code)
        return code;
    p->n = columns_of(&p->B, p->transb);
    if (rows_of(&p->B, p->transb) != p->k)
        return cli_error(CLI_BAD_INPUT, "%s: expected %lld rows of op(B), the columns of op(A), got %lld",
                         o->files[1] ? o->files[1] : "the matrix made", (long long)p->k, (long long)rows_of(&p->B, p->transb));
    if (p->C.data && (p->C.m != p->m || p->C.n != p->n))
        return cli_error(CLI_BAD_INPUT, "%s: expected a %lld x %lld matrix, got %lld x %lld", o->files[2], (long long)p->m,
                         (long long)p->n, (long long)p->C.m, (long long)p->C.n);
    return CLI_OK;
}

static int64_t lead(const struct cli_product *p, const ddblasHostMatrix *A)
{
    return p->over_host ? A->lda : A->m > 1 ? A->m : 1;
}

static ddblasStatus_t call(ddblasHandle_t handle, const struct cli_product *p, const struct cli_operands *o)
{
    switch (p->type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_XT
#define DDBLAS_TYPE(letter, T, real, complex)                                                                                    \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return (p->over_host ? ddblasXt##letter##gemm : ddblas##letter##gemm)(                                                   \
            handle, p->transa, p->transb, p->m, p->n, p->k, (const T *)(const void *)o->alpha, o->A, lead(p, &p->A), o->B,       \
            lead(p, &p->B), (const T *)(const void *)o->beta, o->C, p->m > 1 ? p->m : 1);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
}

static void fetch(const ddblasHostMatrix *A, ddblasOperation_t op, int64_t i, int64_t j, cuddreal part[2])
{
    cli_fetch(A->type, op == DDBLAS_OP_N ? cli_element(A, i, j) : cli_element(A, j, i), part);
    if (op == DDBLAS_OP_C)
        part[1] = cuddNeg(part[1]);
}

static void factors(const struct cli_product *p, int64_t i, int64_t j, int64_t t, cuddreal a[2], cuddreal b[2])
{
    fetch(&p->A, p->transa, i, t, a);
    fetch(&p->B, p->transb, t, j, b);
}

static void describe(const struct cli_product *p, int json)
{
    if (!json)
    {
        printf("%s%s, m = %" PRId64 ", n = %" PRId64 ", k = %" PRId64, operation_words[p->transa], operation_words[p->transb],
               p->m, p->n, p->k);
        return;
    }
    cli_json_text("transa", operation_words[p->transa]);
    cli_json_text("transb", operation_words[p->transb]);
    cli_json_int("m", p->m);
    cli_json_int("n", p->n);
    cli_json_int("k", p->k);
}

const struct cli_routine cli_gemm_routine = {
    "gemm", "C", 0, 0, "the matrix that beta multiplies, a third file,", prepare, call, factors, describe, 0, 0};

/* ---- the commands ---------------------------------------------------------------------------- */

#define GEMM_OPTIONS(o, route)                                                                                                   \
    {"--transa", CLI_WORD, &(o).transa, operation_words}, {"--transb", CLI_WORD, &(o).transb, operation_words},                  \
        {"--route", CLI_WORD, &(route), route_words}, CLI_PRODUCT_OPTIONS(o)

static int set_route(ddblasHandle_t handle, int route)
{
    const ddblasStatus_t status = ddblasSetGemmRoute(handle, (ddblasGemmRoute_t)route);
    return status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(handle, status);
}

/* The options that --xt allows, as given. */
struct over_host
{
    const char *memory, *devices, *trace;
};

static int show_progress(void *data, int64_t done, int64_t all)
{
    (void)data;
    cli_progress("gemm", done, all);
    return 0;
}

static int set_over_host(const struct cli_run *run, const struct over_host *given)
{
    ddblasXtOptions_t o = {.progress = show_progress, .trace = given->trace};
    ddblasEngine_t engine = DDBLAS_ENGINE_AUTO;
    int64_t memory = 0, devices = 0;
    if (given->memory && cli_integer("--memory", given->memory, 1, INT64_MAX, &memory))
        return CLI_BAD_INPUT;
    if (given->devices && cli_integer("--devices", given->devices, 1, DDBLAS_XT_MOST_DEVICES, &devices))
        return CLI_BAD_INPUT;
    ddblasGetEngine(run->handle, &engine);
    if (engine == DDBLAS_ENGINE_CPU && run->engine == DDBLAS_ENGINE_AUTO)
        return cli_error(CLI_NO_RESOURCE, "--xt: there is no CUDA device; with --engine cpu the CPU multiplies");
    if (engine == DDBLAS_ENGINE_CPU && given->trace && !given->memory)
        return cli_error(CLI_BAD_INPUT, "--trace: the CPU has stages only with --memory");
    o.device_memory = (size_t)memory;
    o.device_count = (int32_t)devices;
    for (int32_t d = 0; d < o.device_count; d++)
        o.devices[d] = d;
    const ddblasStatus_t status = ddblasXtSetOptions(run->handle, &o);
    return status == DDBLAS_STATUS_SUCCESS ? CLI_OK : cli_status_error(run->handle, status);
}

int cli_gemm(int argc, char **argv)
{
    struct cli_product_options o = cli_product_defaults;
    struct cli_run run = {0};
    struct over_host xt = {0};
    const char *out = NULL;
    int count, route = DDBLAS_GEMM_ROUTE_AUTO;
    const struct cli_option options[] = {GEMM_OPTIONS(o, route),
                                         CLI_RUN_OPTIONS(run),
                                         {"--out", CLI_OUTPUT, &out, NULL},
                                         {"--xt", CLI_FLAG, &o.over_host, NULL},
                                         {"--memory", CLI_TEXT, &xt.memory, NULL},
                                         {"--devices", CLI_TEXT, &xt.devices, NULL},
                                         {"--trace", CLI_TEXT, &xt.trace, NULL},
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 2, 3, &count);
    if (code == CLI_OK && !o.over_host && (xt.memory || xt.devices || xt.trace))
        code = cli_error(CLI_BAD_INPUT, "--memory, --devices, --trace: expected --xt with them");
    code = code ? code : set_route(run.handle, route);
    if (code == CLI_OK && o.over_host)
        code = set_over_host(&run, &xt);
    code = code ? code : cli_product_command(&run, &cli_gemm_routine, &o, out);
    cli_run_close(&run);
    return code;
}

int cli_verify_gemm(int argc, char **argv)
{
    struct cli_product_options o = cli_product_defaults;
    struct cli_run run = {0};
    int count, route = DDBLAS_GEMM_ROUTE_AUTO;
    const struct cli_option options[] = {GEMM_OPTIONS(o, route),
                                         CLI_RUN_OPTIONS(run),
                                         {"--gen", CLI_TEXT, &o.gen, NULL},
                                         CLI_MINE_OPTIONS(o.mine),
                                         {"--digits-svg", CLI_TEXT, &o.svg, NULL},
                                         {"--b", CLI_TEXT, &o.b_kind, NULL},
                                         {"--samples", CLI_INT, &o.samples, NULL},
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, o.files, 1, 3, &count);
    if (code == CLI_OK && !o.gen && count < 2)
        code = cli_error(CLI_BAD_INPUT, "verify gemm: expected A and B, or --gen KIND N; see 'ddblas verify --help'");
    code = code ? code : set_route(run.handle, route);
    code = code ? code : cli_product_verify(&run, &cli_gemm_routine, &o);
    cli_run_close(&run);
    return code;
}
