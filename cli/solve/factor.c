/*
 * ddblas factor: the factors of a matrix in files.
 */
#include "solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

const char cli_factor_help[] =
    "usage: ddblas factor A.mtx [--method auto|cholesky|lu] [--uplo L|U] [--l L.mtx] [--u U.mtx] [--p P.mtx]\n"
    "                     [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--json]\n"
    "\n"
    "Writes matrices with P A = L U for a matrix in a Matrix Market or NumPy file, in double-double (type W; U for complex\n"
    "files): L lower and U upper triangular, P a permutation. By LU with partial pivoting L has ones on its diagonal. By\n"
    "Cholesky, A = L L^H: U is then L^H, and P the identity.\n"
    "\n"
    "  --method  auto: Cholesky if A is symmetric, or Hermitian, with a positive diagonal, and LU if it is not or if Cholesky\n"
    "            finds A not positive definite; the output says which. LU takes matrices of any shape\n"
    "  --uplo    reads that triangle of A alone; A is then symmetric, or Hermitian if it is complex\n"
    "  --engine  cuda fails when there is no device; auto takes it when there is one\n"
    "\n"
    "A pivot of LU that is exactly 0 makes U singular: the factors are written all the same, and the output has its number.\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas factor A.mtx --l L.mtx --u U.mtx --p P.mtx\n"
    "  ddblas gemm L.mtx U.mtx -o LU.mtx && ddblas gemm P.mtx A.mtx LU.mtx --beta -1        P A - L U\n"
    "  ddblas factor S.mtx --method cholesky --l L.mtx\n";

/* The factors in host memory. */
struct factors
{
    ddblasHostMatrix at; /* both, as the library leaves them */
    int64_t *pivots, exchanges;
};

static int fetch(ddblasHandle_t handle, const struct cli_factors *f, struct factors *to)
{
    const int64_t count = f->m < f->n ? f->m : f->n;
    int code = cli_matrix_init(&to->at, f->type, f->m, f->n);
    to->pivots = calloc((size_t)count + 1, sizeof *to->pivots);
    if (code == CLI_OK && !to->pivots)
        code = cli_error(CLI_NO_RESOURCE, "out of memory");
    if (code || !to->at.data)
        return code;
    ddblasStatus_t s = cli_matrix_fetch(handle, f->at, f->lda, &to->at);
    if (f->method == CLI_METHOD_LU)
        s = s ? s : ddblasGetVector(handle, count, sizeof *to->pivots, f->pivots, 1, to->pivots, 1);
    for (int64_t i = 0; i < count; i++)
    {
        if (f->method == CLI_METHOD_CHOLESKY)
            to->pivots[i] = i + 1;
        to->exchanges += to->pivots[i] != i + 1;
    }
    return s ? cli_status_error(handle, s) : CLI_OK;
}

/* L (m x k) or U (k x n), k = min(m, n). Of Cholesky's factor U is the mirror image. */
static int write_factor(const char *path, const struct cli_factors *f, const struct factors *of, int lower)
{
    const int cholesky = f->method == CLI_METHOD_CHOLESKY;
    const int64_t k = f->m < f->n ? f->m : f->n;
    ddblasHostMatrix T = {0};
    int code = cli_matrix_init(&T, f->type, lower ? f->m : k, lower ? k : f->n);
    for (int64_t j = 0; code == CLI_OK && j < T.n; j++)
        for (int64_t i = 0; i < T.m; i++)
        {
            cuddreal part[2];
            if (lower ? i < j : i > j)
                continue;
            if (!lower && cholesky)
                cli_fetch(f->type, cli_element(&of->at, j, i), part);
            else
                cli_fetch(f->type, cli_element(&of->at, i, j), part);
            if (!lower && cholesky && !cuddIsZero(part[1]))
                part[1] = cuddNeg(part[1]);
            if (lower && !cholesky && i == j)
                part[0] = cuddFromDouble(1.0), part[1] = cuddFromDouble(0.0);
            cli_store(f->type, cli_element(&T, i, j), part[0], part[1]);
        }
    code = code ? code : cli_write(path, &T, NULL, DDBLAS_DIGITS_SHORTEST);
    ddblasHostMatrixFree(&T);
    return code;
}

static int write_permutation(const char *path, const struct cli_factors *f, const struct factors *of)
{
    const int64_t count = f->m < f->n ? f->m : f->n;
    int64_t *row = malloc(((size_t)f->m + 1) * sizeof *row);
    ddblasHostMatrix P = {0};
    int code = row ? cli_matrix_init(&P, DDBLAS_TYPE_W, f->m, f->m) : cli_error(CLI_NO_RESOURCE, "out of memory");
    for (int64_t i = 0; code == CLI_OK && i < f->m; i++)
        row[i] = i;
    for (int64_t i = 0; code == CLI_OK && i < count; i++)
    {
        const int64_t other = of->pivots[i] - 1, kept = row[i];
        row[i] = row[other];
        row[other] = kept;
    }
    for (int64_t i = 0; code == CLI_OK && i < f->m; i++)
        *(cuddreal *)cli_element(&P, i, row[i]) = cuddFromDouble(1.0);
    code = code ? code : cli_write(path, &P, NULL, DDBLAS_DIGITS_SHORTEST);
    ddblasHostMatrixFree(&P);
    free(row);
    return code;
}

/* ---- output ---------------------------------------------------------------------------------- */

static void print_text(const char *name, const struct cli_factors *f, const struct factors *of)
{
    printf("%s: %s, %" PRId64 " x %" PRId64 ", type %s", name, f->method == CLI_METHOD_CHOLESKY ? "Cholesky" : "LU", f->m, f->n,
           cli_type_words[f->type]);
    if (f->method == CLI_METHOD_LU)
        printf(", %" PRId64 " exchange%s of rows", of->exchanges, of->exchanges == 1 ? "" : "s");
    if (f->indefinite)
        printf("; not positive definite, as its leading minor of order %" PRId64 " is not", f->indefinite);
    if (f->info > 0)
        printf("; singular, as pivot %" PRId64 " is 0", f->info);
    putchar('\n');
}

static void print_json(ddblasHandle_t handle, const struct cli_factors *f, const struct factors *of, const char *const *out)
{
    static const char *const keys[] = {"l", "u", "p"};
    char engine[256];
    ddblasGetEngineName(handle, engine, sizeof engine);
    cli_json_open(NULL, '{');
    cli_json_text("method", cli_method_words[f->method]);
    cli_json_text("type", cli_type_words[f->type]);
    cli_json_int("m", f->m);
    cli_json_int("n", f->n);
    cli_json_int("exchanges", of->exchanges);
    cli_json_int("info", f->info);
    if (f->indefinite)
        cli_json_int("leading_minor_not_positive", f->indefinite);
    cli_json_text("engine", engine);
    for (int k = 0; k < 3; k++)
        if (out[k])
            cli_json_text(keys[k], out[k]);
    cli_json_close('}');
}

/* out: the files of L, U and P, or null. */
static int factor_file(struct cli_run *run, const struct cli_solve_options *o, const char *const *out)
{
    struct cli_system s = {0};
    struct cli_factors f = {0};
    struct factors host = {0};
    int code = cli_system_load_a(o, &s);
    code = code ? code : cli_factors_make(run->handle, o, &s, &f);
    code = code ? code : fetch(run->handle, &f, &host);
    if (code == CLI_OK && f.method == CLI_METHOD_LU && !cli_matrix_is_finite(&host.at))
        code = cli_error(CLI_BAD_INPUT, "%s: the factors are beyond the range of type %s", o->a_file, cli_type_words[f.type]);
    code = code || !out[0] ? code : write_factor(out[0], &f, &host, 1);
    code = code || !out[1] ? code : write_factor(out[1], &f, &host, 0);
    code = code || !out[2] ? code : write_permutation(out[2], &f, &host);
    if (code == CLI_OK && run->json)
        print_json(run->handle, &f, &host, out);
    else if (code == CLI_OK)
        print_text(o->a_file, &f, &host);
    free(host.pivots);
    ddblasHostMatrixFree(&host.at);
    cli_factors_free(run->handle, &f);
    cli_system_free(&s);
    return code;
}

int cli_factor(int argc, char **argv)
{
    struct cli_solve_options o = CLI_SOLVE_DEFAULTS;
    struct cli_run run = {0};
    const char *out[3] = {NULL, NULL, NULL};
    int count;
    const struct cli_option options[] = {CLI_FACTOR_OPTIONS(o),
                                         CLI_RUN_OPTIONS(run),
                                         {"--l", CLI_OUTPUT, &out[0], NULL},
                                         {"--u", CLI_OUTPUT, &out[1], NULL},
                                         {"--p", CLI_OUTPUT, &out[2], NULL},
                                         {0}};
    int code = cli_run_open(&run, argc, argv, options, &o.a_file, 1, 1, &count);
    if (code == CLI_OK && !out[0] && !out[1] && !out[2] && !run.json)
        code = cli_error(CLI_BAD_INPUT, "factor: expected a file to write, --l, --u or --p; --json describes the factors alone");
    code = code ? code : factor_file(&run, &o, out);
    cli_run_close(&run);
    return code;
}
