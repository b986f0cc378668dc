/*
 * ddblas det: the determinant of a matrix in a file.
 *
 * P A = L U gives det A = det P times the product of U's diagonal, as mantissa and exponent
 * (dd/determinant.h), so that nothing overflows.
 */
#include "solve.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

const char cli_det_help[] =
    "usage: ddblas det A.mtx [--uplo L|U] [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--json]\n"
    "\n"
    "The determinant of a square matrix in a Matrix Market or NumPy file, from its LU factors in double-double (type W; U for\n"
    "complex files). Prints a mantissa and an exponent, det A = mantissa 2^exponent, where the larger part of the mantissa is\n"
    "from 1/2 to 1, and the number itself if it is in the range of double-double. The digits are an estimate, no bound: how\n"
    "far changes of A by one rounding of each element, signs at random, change the determinant.\n"
    "\n"
    "  --uplo    reads that triangle of A alone; A is then symmetric, or Hermitian if it is complex\n"
    "  --engine  cuda fails when there is no device; auto takes it when there is one\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas det A.mtx\n"
    "  ddblas gen pascal 20 -o P.mtx && ddblas det P.mtx            1, as far as the digits go\n";

struct determinant
{
    cuddreal part[2]; /* the mantissa */
    int64_t exponent;
    int64_t zero_pivot; /* its number, or 0 */
    double error;       /* relative, estimated */
};

static int multiply_pivots(ddblasHandle_t handle, const struct cli_factors *f, struct determinant *d)
{
    _Alignas(16) char mantissa[32];
    const size_t size = cli_element_size(f->type);
    void *m = NULL, *e = NULL;
    ddblasStatus_t s = ddblasMalloc(handle, &m, size);
    s = s ? s : ddblasMalloc(handle, &e, sizeof d->exponent);
    if (s == DDBLAS_STATUS_SUCCESS && f->type == DDBLAS_TYPE_U)
        s = ddblasUgedet(handle, f->n, f->at, f->lda, f->pivots, m, e);
    else if (s == DDBLAS_STATUS_SUCCESS)
        s = ddblasWgedet(handle, f->n, f->at, f->lda, f->pivots, m, e);
    s = s ? s : ddblasGetVector(handle, 1, size, m, 1, mantissa, 1);
    s = s ? s : ddblasGetVector(handle, 1, sizeof d->exponent, e, 1, &d->exponent, 1);
    s = s ? s : ddblasSynchronize(handle);
    ddblasFree(handle, m);
    ddblasFree(handle, e);
    if (s != DDBLAS_STATUS_SUCCESS)
        return cli_status_error(handle, s);
    cli_fetch(f->type, mantissa, d->part);
    if (!cuddIsFinite(d->part[0]) || !cuddIsFinite(d->part[1]))
        return cli_error(CLI_BAD_INPUT, "det: the factors are beyond the range of type %s", cli_type_words[f->type]);
    return CLI_OK;
}

/* The relative change of the determinant by A + E is the trace of A^-1 E. The moduli of its terms
 * are added, and n roundings of the product. */
static int estimate_error(ddblasHandle_t handle, const struct cli_system *s, const struct cli_factors *f, struct determinant *d)
{
    ddblasHostMatrix E = {0};
    void *at = NULL;
    uint64_t z = 1;
    cuddreal part[2];
    int code = cli_matrix_init(&E, f->type, f->n, f->n);
    for (int64_t j = 0; code == CLI_OK && j < E.n; j++)
        for (int64_t i = 0; i < E.m; i++)
        {
            cli_fetch(f->type, cli_element(&s->A, i, j), part);
            z = z * 6364136223846793005u + 1442695040888963407u;
            const double unit = z >> 63 ? 0x1p-104 : -0x1p-104; /* a power of two: products are exact */
            cli_store(f->type, cli_element(&E, i, j), cuddMulD(part[0], unit), cuddMulD(part[1], unit));
        }
    if (code == CLI_OK && E.data)
    {
        ddblasStatus_t t = cli_matrix_send(handle, &E, &at);
        t = t ? t : cli_factors_solve(handle, f, f->n, at);
        t = t ? t : cli_matrix_fetch(handle, at, f->lda, &E);
        code = t ? cli_status_error(handle, t) : CLI_OK;
    }
    d->error = ldexp((double)f->n, -104);
    for (int64_t i = 0; code == CLI_OK && i < f->n; i++)
    {
        cli_fetch(f->type, cli_element(&E, i, i), part);
        d->error += hypot(part[0].x, part[1].x);
    }
    ddblasFree(handle, at);
    ddblasHostMatrixFree(&E);
    return code;
}

static int find(ddblasHandle_t handle, const struct cli_solve_options *o, const struct cli_system *s, struct determinant *d)
{
    struct cli_factors f = {0};
    int code = cli_factors_make(handle, o, s, &f);
    if (code == CLI_OK && f.info > 0)
    {
        d->part[0] = d->part[1] = cuddFromDouble(0.0);
        d->zero_pivot = f.info;
    }
    else
    {
        code = code ? code : multiply_pivots(handle, &f, d);
        code = code ? code : estimate_error(handle, s, &f, d);
    }
    cli_factors_free(handle, &f);
    return code;
}

/* ---- output ---------------------------------------------------------------------------------- */

/* The parts times 2^exponent with all their digits; 0 where one of them would overflow or lose low
 * bits, that is, below 2^-969. */
static int set_number(const struct determinant *d, ddblasType_t type, ddblasHostMatrix *number)
{
    cuddreal part[2];
    for (int k = 0; k < 2; k++)
    {
        int e = 0;
        (void)frexp(d->part[k].x, &e);
        if (d->part[k].x != 0.0 && (d->exponent + e > 1023 || d->exponent + e < -968))
            return 0;
        part[k] = cuddIsZero(d->part[k]) ? d->part[k] : cuddLdexp(d->part[k], (int)d->exponent);
    }
    cli_store(type, number->data, part[0], part[1]);
    return 1;
}

static void print(ddblasHandle_t handle, const struct cli_system *s, const struct determinant *d, ddblasHostMatrix *element,
                  int json)
{
    char mantissa[CLI_ELEMENT_TEXT], number[CLI_ELEMENT_TEXT] = "", engine[256];
    const double power = log10(hypot(d->part[0].x, d->part[1].x)) + (double)d->exponent * log10(2.0);
    cli_store(s->type, element->data, d->part[0], d->part[1]);
    cli_element_text(element, 0, 0, mantissa, sizeof mantissa);
    if (set_number(d, s->type, element))
        cli_element_text(element, 0, 0, number, sizeof number);
    if (json)
    {
        ddblasGetEngineName(handle, engine, sizeof engine);
        cli_json_open(NULL, '{');
        cli_json_text("type", cli_type_words[s->type]);
        cli_json_int("n", s->A.n);
        cli_json_text("engine", engine);
        cli_json_text("mantissa", mantissa);
        cli_json_int("exponent", d->exponent);
        if (number[0])
            cli_json_text("det", number);
        cli_json_number("log10", power);
        cli_json_int("zero_pivot", d->zero_pivot);
        if (!d->zero_pivot)
            cli_json_number("digits_estimated", cli_digits_of_error(d->error));
        cli_json_close('}');
        return;
    }
    printf("mantissa  %s\nexponent  %" PRId64 "\n", mantissa, d->exponent);
    if (number[0])
        printf("det       %s\n", number);
    else
        printf("det       beyond the range of double-double, about 10^%.6f in modulus\n", power);
    if (d->zero_pivot)
        printf("# pivot %" PRId64 " of %" PRId64 " is 0: the matrix is singular\n", d->zero_pivot, s->A.n);
    else
        printf("# about %.1f digits (an estimate, no bound)\n", cli_digits_of_error(d->error));
}

int cli_det(int argc, char **argv)
{
    struct cli_solve_options o = CLI_SOLVE_DEFAULTS;
    struct cli_run run = {0};
    struct cli_system s = {0};
    struct determinant d = {0};
    ddblasHostMatrix element = {0};
    int count;
    const struct cli_option options[] = {
        {"--uplo", CLI_WORD, &o.uplo, cli_uplo_words}, CLI_NPY_OPTION(o.npy), CLI_RUN_OPTIONS(run), {0}};
    int code = cli_run_open(&run, argc, argv, options, &o.a_file, 1, 1, &count);
    o.method = CLI_METHOD_LU;
    code = code ? code : cli_system_load_a(&o, &s);
    code = code ? code : cli_check_square(&o, &s.A);
    code = code ? code : find(run.handle, &o, &s, &d);
    code = code ? code : cli_matrix_init(&element, s.type, 1, 1);
    if (code == CLI_OK)
        print(run.handle, &s, &d, &element, run.json);
    ddblasHostMatrixFree(&element);
    cli_system_free(&s);
    cli_run_close(&run);
    return code;
}
