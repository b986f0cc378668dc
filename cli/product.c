/*
 * Products in host memory: loading, conversion, solution, and the command around them.
 */
#include "product.h"

#include <stdio.h>
#include <string.h>

#include <dd/xt.h>

const struct cli_product_options cli_product_defaults = {.b_kind = NULL,
                                                         .type = CLI_ANY_TYPE,
                                                         .npy = -1,
                                                         .uplo = -1,
                                                         .runs = 1,
                                                         .alpha = {.part = {{1.0, 0.0}}},
                                                         .kind = CLI_KIND_DEFAULTS,
                                                         .mine = CLI_MINE_DEFAULTS};

/* ---- loading --------------------------------------------------------------------------------- */

static int is_zero(const cuddreal scalar[2]) { return cuddIsZero(scalar[0]) && cuddIsZero(scalar[1]); }

static int generate(const char *kind_name, const char *n_text, const struct cli_kind_options *options, ddblasHostMatrix *A)
{
    int64_t n;
    if (cli_integer("--gen KIND N", n_text, 1, INT32_MAX, &n))
        return CLI_BAD_INPUT;
    const struct cli_kind *kind = cli_find_kind(kind_name);
    return kind ? cli_make(kind, n, options, A) : CLI_BAD_INPUT;
}

static int read_operands(struct cli_product *p, const struct cli_product_options *o, int type)
{
    int code = CLI_OK;
    if (o->gen)
        code = generate(o->gen, o->files[0], &o->kind, &p->A);
    else
        code = cli_read(o->files[0], type, o->npy, &p->A);
    if (code == CLI_OK && o->files[1])
        code = cli_read(o->files[1], type, o->npy, &p->B);
    if (code == CLI_OK && o->files[2] && !is_zero(o->beta.part))
        code = cli_read(o->files[2], type, o->npy, &p->C);
    return code;
}

/* All operands get one type. */
static int unify(struct cli_product *p, int type)
{
    const int is_complex = p->A.type == DDBLAS_TYPE_U || p->B.type == DDBLAS_TYPE_U || p->C.type == DDBLAS_TYPE_U;
    if (type < 0)
        type = !is_complex ? DDBLAS_TYPE_W : p->routine->has_u || type == CLI_EVERY_DIGIT ? DDBLAS_TYPE_U : DDBLAS_TYPE_Z;
    p->type = (ddblasType_t)type;
    if (!cli_is_complex(p->type) && !(cuddIsZero(p->alpha[1]) && cuddIsZero(p->beta[1])))
        return cli_error(CLI_BAD_INPUT, "--alpha, --beta: expected real numbers for a real matrix");
    int code = cli_matrix_turn(&p->A, p->type);
    code = code ? code : cli_matrix_turn(&p->B, p->type);
    return code ? code : cli_matrix_turn(&p->C, p->type);
}

int cli_product_load(struct cli_product *p, const struct cli_routine *routine, const struct cli_product_options *o, int type)
{
    *p = (struct cli_product){.routine = routine};
    memcpy(p->alpha, o->alpha.part, sizeof p->alpha);
    memcpy(p->beta, o->beta.part, sizeof p->beta);
    p->over_host = o->over_host;
    p->more_runs = o->runs - 1;
    if (o->runs < 1 || (o->runs > 1 && o->over_host))
        return cli_error(CLI_BAD_INPUT, o->runs < 1 ? "--repeat: expected an integer from 1" : "--repeat: not with --xt");
    if (type == DDBLAS_TYPE_U && !routine->has_u)
        return cli_error(CLI_BAD_INPUT, "--type: %s has no type U", routine->name);
    if (!o->files[2] && !is_zero(o->beta.part))
        return cli_error(CLI_BAD_INPUT, "--beta: expected %s with it", routine->beta_operand);
    if (o->files[2] && !o->beta.given)
        return cli_error(CLI_BAD_INPUT, "%s: expected --beta with it, as its default 0 would leave the file out", o->files[2]);
    int code = cli_check_kind_unnamed(o->b_kind, o->files[1]);
    code = code ? code : read_operands(p, o, type);
    code = code ? code : unify(p, type);
    code = code ? code : routine->prepare(p, o);
    return code ? code : cli_check_kind_options();
}

void cli_product_free(struct cli_product *p)
{
    ddblasHostMatrixFree(&p->A);
    ddblasHostMatrixFree(&p->B);
    ddblasHostMatrixFree(&p->C);
}

/* A matrix without elements, and one that is not there, keeps its sizes. */
static int convert_operand(const ddblasHostMatrix *from, ddblasType_t type, ddblasHostMatrix *to)
{
    if (from->data)
        return cli_matrix_convert(from, type, to);
    *to = *from;
    to->type = type;
    return CLI_OK;
}

int cli_product_convert(const struct cli_product *from, ddblasType_t type, struct cli_product *to)
{
    const ddblasHostMatrix none = {.lda = 1};
    *to = *from;
    to->type = type;
    to->A = to->B = to->C = none;
    int code = convert_operand(&from->A, type, &to->A);
    code = code ? code : convert_operand(&from->B, type, &to->B);
    return code ? code : convert_operand(&from->C, type, &to->C);
}

/* ---- vectors --------------------------------------------------------------------------------- */

int cli_product_check_vector(ddblasHostMatrix *x, const char *name, int64_t n)
{
    if (x->m == 1 && x->n == n && x->lda == 1)
    {
        x->m = x->lda = n;
        x->n = 1;
    }
    if (x->n == 1 && x->m == n)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: expected a vector of %lld elements, got %lld x %lld", name, (long long)n,
                     (long long)x->m, (long long)x->n);
}

/* x made by a kind of vector, real, in the problem's type. */
int cli_product_make_vector(struct cli_product *p, const struct cli_product_options *o)
{
    struct cli_kind_options own = o->kind;
    const char *name = o->b_kind ? o->b_kind : "random-x";
    const struct cli_kind *kind = cli_find_kind(name);
    ddblasHostMatrix made = {0};
    own.seed++;
    int code = kind ? cli_make(kind, p->k, &own, &made) : CLI_BAD_INPUT;
    if (code == CLI_OK && (made.m != p->k || made.n != 1))
        code = cli_error(CLI_BAD_INPUT, "--x: '%s' is not a vector of %lld elements", name, (long long)p->k);
    code = code ? code : cli_matrix_convert(&made, p->type, &p->B);
    ddblasHostMatrixFree(&made);
    return code;
}

/* ---- solving --------------------------------------------------------------------------------- */

/* The seconds that one run of a long product of matrices should take, by a part of it with sums of
 * 256 products; 0: not known, or nobody sees it. */
static double expected_seconds(ddblasHandle_t handle, const struct cli_product *p, const struct cli_operands *o)
{
    enum
    {
        PART = 256
    };
    struct cli_product part = *p;
    const double terms = (double)p->m * (double)p->n * (double)p->k;
    if (p->routine->is_vector || terms < 0x1p30 || !cli_shows_progress())
        return 0.0;
    part.m = p->m < PART ? p->m : PART;
    part.n = p->n < PART ? p->n : PART;
    part.k = p->k < PART ? p->k : PART;
    double start = 0.0;
    for (int run = 0; run < 2; run++) /* the first one starts threads */
    {
        start = cli_seconds();
        if (p->routine->call(handle, &part, o) || ddblasSynchronize(handle))
            return 0.0;
    }
    return (cli_seconds() - start) * terms / ((double)part.m * (double)part.n * (double)part.k);
}

/* Copies the operands to the engine, runs and brings the result back; stops at the first failure.
 * The first run of a routine starts threads and grows workspaces: the time is the best of the
 * runs. */
static ddblasStatus_t solve(ddblasHandle_t handle, const struct cli_product *p, struct cli_operands *o, ddblasHostMatrix *result,
                            double *seconds)
{
    const size_t size = cli_element_size(p->type);
    const int64_t ldc = p->m > 1 ? p->m : 1;
    ddblasStatus_t s = cli_matrix_send(handle, &p->A, &o->A);
    s = s ? s : cli_matrix_send(handle, &p->B, &o->B);
    s = s ? s : ddblasMalloc(handle, &o->C, (size_t)p->m * (size_t)p->n * size);
    const double expected = s ? 0.0 : expected_seconds(handle, p, o);
    for (int64_t run = 0; run <= p->more_runs && s == DDBLAS_STATUS_SUCCESS; run++)
    {
        cli_stage_of(p->routine->name, expected);
        if (p->C.data)
            s = ddblasSetMatrix(handle, p->m, p->n, size, p->C.data, p->C.lda, o->C, ldc);
        s = s ? s : ddblasSynchronize(handle);
        const double start = cli_seconds();
        s = s ? s : p->routine->call(handle, p, o);
        s = s ? s : ddblasSynchronize(handle);
        const double time = cli_seconds() - start;
        *seconds = run == 0 || time < *seconds ? time : *seconds;
    }
    cli_progress_stop();
    return s ? s : cli_matrix_fetch(handle, o->C, ldc, result);
}

/* The same in host memory. */
static ddblasStatus_t solve_over_host(ddblasHandle_t handle, const struct cli_product *p, struct cli_operands *o,
                                      ddblasHostMatrix *result, double *seconds)
{
    const double start = cli_seconds();
    for (int64_t j = 0; j < p->n && p->C.data; j++)
        memcpy(cli_element(result, 0, j), cli_element(&p->C, 0, j), (size_t)p->m * cli_element_size(p->type));
    struct cli_operands host = *o;
    host.A = p->A.data;
    host.B = p->B.data;
    host.C = result->data;
    const ddblasStatus_t status = p->routine->call(handle, p, &host);
    *seconds = cli_seconds() - start;
    cli_progress(p->routine->name, 1, 1); /* also where it ended before */
    return status;
}

int cli_product_solve(ddblasHandle_t handle, const struct cli_product *p, ddblasHostMatrix *result, double *seconds)
{
    struct cli_operands operands = {0};
    cli_store(p->type, operands.alpha, p->alpha[0], p->alpha[1]);
    cli_store(p->type, operands.beta, p->beta[0], p->beta[1]);
    int code = cli_matrix_init(result, p->routine->is_norm ? cli_real_type(p->type) : p->type, p->m, p->n);
    if (code)
        return code;
    const ddblasStatus_t status = (p->over_host ? solve_over_host : solve)(handle, p, &operands, result, seconds);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        code = cli_status_error(handle, status);
        ddblasHostMatrixFree(result);
    }
    ddblasFree(handle, operands.A);
    ddblasFree(handle, operands.B);
    ddblasFree(handle, operands.C);
    return code;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* A Matrix Market file, or one number by itself. */
static void print_elements(const ddblasHostMatrix *C, const struct cli_routine *routine)
{
    char text[CLI_ELEMENT_TEXT];
    if (!routine->is_number)
    {
        cli_matrix_print(C);
        return;
    }
    cli_element_text(C, 0, 0, text, sizeof text);
    puts(text);
}

/* A vector is an array of its elements, a matrix an array of its rows. */
static void json_elements(const ddblasHostMatrix *C, const struct cli_routine *routine)
{
    char text[CLI_ELEMENT_TEXT];
    cli_json_open(routine->result_name, '[');
    for (int64_t i = 0; i < C->m; i++)
    {
        if (!routine->is_vector)
            cli_json_open(NULL, '[');
        for (int64_t j = 0; j < C->n; j++)
        {
            cli_element_text(C, i, j, text, sizeof text);
            cli_json_text(NULL, text);
        }
        if (!routine->is_vector)
            cli_json_close(']');
    }
    cli_json_close(']');
}

static void print_json(ddblasHandle_t handle, const struct cli_product *p, const ddblasHostMatrix *result, double seconds,
                       const char *out)
{
    char engine[256];
    ddblasXtReport_t report;
    ddblasGetEngineName(handle, engine, sizeof engine);
    cli_json_open(NULL, '{');
    cli_json_text("routine", cli_product_name(p));
    cli_json_text("type", cli_type_words[p->type]);
    p->routine->describe(p, 1);
    cli_json_text("engine", engine);
    cli_json_number("seconds", seconds);
    if (p->over_host && ddblasXtGetReport(handle, &report) == DDBLAS_STATUS_SUCCESS)
    {
        cli_json_int("devices", report.devices);
        cli_json_int("blocks", report.blocks);
    }
    if (out)
        cli_json_text("out", out);
    else
        json_elements(result, p->routine);
    cli_json_close('}');
}

static void print_summary(ddblasHandle_t handle, const struct cli_product *p, double seconds, const char *out)
{
    ddblasXtReport_t report;
    printf("%s: %s%s, ", out, cli_type_words[p->type], cli_product_name(p));
    p->routine->describe(p, 0);
    if (p->over_host && ddblasXtGetReport(handle, &report) == DDBLAS_STATUS_SUCCESS)
        printf(", blocks = %lld", (long long)report.blocks);
    printf(", %.3g ms\n", 1e3 * seconds);
}

const char *cli_product_name(const struct cli_product *p) { return p->hermitian ? "hemv" : p->routine->name; }

int cli_product_command(struct cli_run *run, const struct cli_routine *routine, const struct cli_product_options *o,
                        const char *out)
{
    struct cli_product p = {0};
    ddblasHostMatrix result = {0};
    double seconds = 0.0;
    int code = cli_product_load(&p, routine, o, o->type);
    code = code ? code : cli_product_solve(run->handle, &p, &result, &seconds);
    if (code == CLI_OK && out)
        code = cli_write(out, &result, NULL, DDBLAS_DIGITS_SHORTEST);
    if (code == CLI_OK && run->json)
        print_json(run->handle, &p, &result, seconds, out);
    else if (code == CLI_OK && out)
        print_summary(run->handle, &p, seconds, out);
    else if (code == CLI_OK)
        print_elements(&result, routine);
    ddblasHostMatrixFree(&result);
    cli_product_free(&p);
    return code;
}
