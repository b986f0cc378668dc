/*
 * ddblas solve-triangular: systems with a triangular matrix.
 */
#include "triangle.h"

#include <inttypes.h>
#include <stdio.h>

const char cli_solve_triangular_help[] =
    "usage: ddblas solve-triangular A.mtx [b.mtx] [--uplo L|U] [--trans N|T|C] [--diag N|U] [--type S|D|W|C|Z|U] [--out X.mtx]\n"
    "                               [--npy columns|pairs] [--engine auto|cpu|cuda] [--threads N] [--json]\n"
    "\n"
    "Solves op(A) x = b for a triangular matrix and one or more right-hand sides in Matrix Market or NumPy files, by default in\n"
    "double-double (type W; U for complex files), and prints x with all its digits, or writes it to the file of --out. One\n"
    "right-hand side is solved by trsv, several by trsm. Exit code 2 when an element of the diagonal is 0.\n"
    "\n"
    "  b         without b.mtx a vector is made: --b random-x (default, with --seed) or another kind of 'ddblas gen'\n"
    "  --uplo    reads that triangle alone; without it the other triangle must be 0\n"
    "  --trans   op(A): A itself, its transpose, or its conjugate transpose; default N\n"
    "  --diag    U: the diagonal is not read, and taken as ones; default N\n"
    "  --type    the precision: the files are rounded to it once\n"
    "  --engine  cuda fails when there is no device; auto takes it when there is one\n"
    "\n" CLI_NPY_HELP "\n"
    "  ddblas factor A.mtx --l L.mtx --u U.mtx --p P.mtx && ddblas gemm P.mtx b.mtx -o pb.mtx\n"
    "  ddblas solve-triangular L.mtx pb.mtx -o y.mtx && ddblas solve-triangular U.mtx y.mtx\n"
    "  ddblas verify solve-triangular --gen kahan 90 --trans T          backward error and correct digits, by MPFR\n";

const char *const cli_trans_words[] = {"N", "T", "C", NULL};
const char *const cli_diag_words[] = {"N", "U", NULL};

/* ---- loading --------------------------------------------------------------------------------- */

static int is_zero(const ddblasHostMatrix *A, int64_t i, int64_t j)
{
    cuddreal part[2];
    cli_fetch(A->type, cli_element(A, i, j), part);
    return cuddIsZero(part[0]) && cuddIsZero(part[1]);
}

/* 1 when nothing but zeros is outside the triangle. */
static int is_triangular(const ddblasHostMatrix *A, ddblasFillMode_t uplo)
{
    for (int64_t j = 0; j < A->n; j++)
        for (int64_t i = j + 1; i < A->m; i++)
            if (!(uplo == DDBLAS_FILL_MODE_LOWER ? is_zero(A, j, i) : is_zero(A, i, j)))
                return 0;
    return 1;
}

static int choose_triangle(const struct cli_triangle_options *t, const ddblasHostMatrix *A, ddblasFillMode_t *uplo)
{
    if (t->o.uplo >= 0)
        *uplo = (ddblasFillMode_t)t->o.uplo;
    else if (is_triangular(A, DDBLAS_FILL_MODE_LOWER))
        *uplo = DDBLAS_FILL_MODE_LOWER;
    else if (is_triangular(A, DDBLAS_FILL_MODE_UPPER))
        *uplo = DDBLAS_FILL_MODE_UPPER;
    else
        return cli_error(CLI_BAD_INPUT,
                         "%s: expected a triangular matrix, but there are elements other than 0 on both sides of the diagonal; "
                         "--uplo L or U takes one triangle",
                         cli_a_name(&t->o));
    return CLI_OK;
}

/* Elements that the system does not read become 0, and a diagonal that it does not read 1. */
static void cut(struct cli_triangle_problem *p)
{
    const cuddreal zero = cuddFromDouble(0.0), one = cuddFromDouble(1.0);
    for (int64_t j = 0; j < p->A.n; j++)
        for (int64_t i = j; i < p->A.m; i++)
            if (i == j && p->diag == DDBLAS_DIAG_UNIT)
                cli_store(p->A.type, cli_element(&p->A, i, i), one, zero);
            else if (i > j)
                cli_store(p->A.type, p->uplo == DDBLAS_FILL_MODE_LOWER ? cli_element(&p->A, j, i) : cli_element(&p->A, i, j),
                          zero, zero);
}

int cli_triangle_load(const struct cli_triangle_options *t, struct cli_triangle_problem *p)
{
    ddblasType_t type;
    *p = (struct cli_triangle_problem){.trans = (ddblasOperation_t)t->trans, .diag = (ddblasDiagType_t)t->diag};
    int code = cli_read_a(&t->o, &p->A);
    code = code ? code : cli_check_square(&t->o, &p->A);
    code = code ? code : choose_triangle(t, &p->A, &p->uplo);
    if (code == CLI_OK)
    {
        cut(p);
        p->A.symmetry = DDBLAS_SYMMETRY_GENERAL;
        code = cli_check_finite(&p->A, cli_a_name(&t->o));
    }
    code = code ? code : cli_read_b(&t->o, p->A.n, &p->B);
    code = code ? code : cli_check_kind_options();
    return code ? code : cli_unify(&p->A, &p->B, &type);
}

static int check_range(const ddblasHostMatrix *A, const char *name)
{
    if (cli_matrix_is_finite(A))
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: expected numbers within the range of type %s", name, cli_type_words[A->type]);
}

static int check_diagonal(const struct cli_triangle_options *t, const ddblasHostMatrix *A)
{
    for (int64_t i = 0; i < A->n; i++)
        if (is_zero(A, i, i))
            return cli_error(CLI_BAD_INPUT,
                             "%s: the matrix is singular: element (%lld, %lld) is 0 in type %s; --diag U takes the diagonal as "
                             "ones",
                             cli_a_name(&t->o), (long long)i + 1, (long long)i + 1, cli_type_words[A->type]);
    return CLI_OK;
}

int cli_triangle_convert(const struct cli_triangle_options *t, const struct cli_triangle_problem *from, ddblasType_t type,
                         struct cli_triangle_problem *to)
{
    *to = *from;
    to->A = to->B = (ddblasHostMatrix){.lda = 1};
    if (!cli_is_complex(type) && cli_is_complex(from->A.type))
        return cli_error(CLI_BAD_INPUT, "--type: expected C, Z or U for complex files");
    int code = cli_matrix_convert(&from->A, type, &to->A);
    code = code ? code : cli_matrix_convert(&from->B, type, &to->B);
    code = code ? code : check_range(&to->A, cli_a_name(&t->o));
    code = code ? code : check_range(&to->B, t->o.b_file ? t->o.b_file : "the vector made");
    return code ? code : check_diagonal(t, &to->A);
}

void cli_triangle_free(struct cli_triangle_problem *p)
{
    ddblasHostMatrixFree(&p->A);
    ddblasHostMatrixFree(&p->B);
}

/* ---- the library's part ---------------------------------------------------------------------- */

static ddblasStatus_t call(ddblasHandle_t handle, const struct cli_triangle_problem *p, const void *a, void *x)
{
    _Alignas(16) char one[32];
    const int64_t n = p->A.n, ld = n > 1 ? n : 1;
    cli_store(p->A.type, one, cuddFromDouble(1.0), cuddFromDouble(0.0));
    switch (p->A.type)
    {
#define DDBLAS_TYPES DDBLAS_TYPES_OF_TRV
#define DDBLAS_TYPE(letter, T, real, complex)                                                                                    \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return p->B.n == 1 ? ddblas##letter##trsv(handle, p->uplo, p->trans, p->diag, n, a, ld, x, 1)                            \
                           : ddblas##letter##trsm(handle, DDBLAS_SIDE_LEFT, p->uplo, p->trans, p->diag, n, p->B.n,               \
                                                  (const T *)(const void *)one, a, ld, x, ld);
#include <dd/types.def>
    default:
        return DDBLAS_STATUS_NOT_SUPPORTED;
    }
}

int cli_triangle_solve(ddblasHandle_t handle, const struct cli_triangle_problem *p, ddblasHostMatrix *X, double *seconds)
{
    void *a = NULL, *x = NULL;
    const int code = cli_matrix_init(X, p->A.type, p->A.n, p->B.n);
    if (code || !X->data)
        return code;
    ddblasStatus_t s = cli_matrix_send(handle, &p->A, &a);
    s = s ? s : cli_matrix_send(handle, &p->B, &x);
    s = s ? s : ddblasSynchronize(handle);
    const double start = cli_seconds();
    s = s ? s : call(handle, p, a, x);
    s = s ? s : ddblasSynchronize(handle);
    *seconds = cli_seconds() - start;
    s = s ? s : cli_matrix_fetch(handle, x, X->lda, X);
    ddblasFree(handle, a);
    ddblasFree(handle, x);
    return s ? cli_status_error(handle, s) : CLI_OK;
}

/* ---- the command ----------------------------------------------------------------------------- */

static void print_json(ddblasHandle_t handle, const struct cli_triangle_problem *p, const ddblasHostMatrix *X, double seconds,
                       const char *out)
{
    char text[CLI_ELEMENT_TEXT], engine[256];
    ddblasGetEngineName(handle, engine, sizeof engine);
    cli_json_open(NULL, '{');
    cli_json_text("routine", X->n == 1 ? "trsv" : "trsm");
    cli_json_text("type", cli_type_words[X->type]);
    cli_json_text("uplo", cli_uplo_words[p->uplo]);
    cli_json_text("trans", cli_trans_words[p->trans]);
    cli_json_text("diag", cli_diag_words[p->diag]);
    cli_json_int("n", X->m);
    cli_json_int("right_hand_sides", X->n);
    cli_json_text("engine", engine);
    cli_json_number("seconds", seconds);
    if (out)
        cli_json_text("out", out);
    else
    {
        cli_json_open("columns", '[');
        for (int64_t j = 0; j < X->n; j++)
        {
            cli_json_open(NULL, '[');
            for (int64_t i = 0; i < X->m; i++)
            {
                cli_element_text(X, i, j, text, sizeof text);
                cli_json_text(NULL, text);
            }
            cli_json_close(']');
        }
        cli_json_close(']');
    }
    cli_json_close('}');
}

static int solve_files(struct cli_run *run, const struct cli_triangle_options *t, const char *out)
{
    struct cli_triangle_problem data = {0}, p = {0};
    ddblasHostMatrix X = {0};
    double seconds = 0.0;
    int code = cli_triangle_load(t, &data);
    code = code ? code : cli_triangle_convert(t, &data, t->type < 0 ? data.A.type : (ddblasType_t)t->type, &p);
    code = code ? code : cli_triangle_solve(run->handle, &p, &X, &seconds);
    if (code == CLI_OK && !cli_matrix_is_finite(&X))
        code = cli_error(CLI_BAD_INPUT, "%s: the solution is beyond the range of type %s", cli_a_name(&t->o),
                         cli_type_words[X.type]);
    code = code || !out ? code : cli_write(out, &X, NULL, DDBLAS_DIGITS_SHORTEST);
    if (code == CLI_OK && run->json)
        print_json(run->handle, &p, &X, seconds, out);
    else if (code == CLI_OK && out)
        printf("%s: %s%s, %s%s%s, n = %" PRId64 ", %" PRId64 " right-hand side%s, %.3g ms\n", out, cli_type_words[X.type],
               X.n == 1 ? "trsv" : "trsm", cli_uplo_words[p.uplo], cli_trans_words[p.trans], cli_diag_words[p.diag], X.m, X.n,
               X.n == 1 ? "" : "s", 1e3 * seconds);
    else if (code == CLI_OK && X.n == 1)
        cli_matrix_print(&X);
    else if (code == CLI_OK)
        cli_matrix_print(&X);
    ddblasHostMatrixFree(&X);
    cli_triangle_free(&p);
    cli_triangle_free(&data);
    return code;
}

int cli_solve_triangular(int argc, char **argv)
{
    struct cli_triangle_options t = CLI_TRIANGLE_DEFAULTS;
    struct cli_run run = {0};
    const char *out = NULL, *files[2] = {NULL, NULL};
    int count;
    const struct cli_option options[] = {CLI_TRIANGLE_OPTIONS(t), CLI_RUN_OPTIONS(run), {"--out", CLI_OUTPUT, &out, NULL}, {0}};
    int code = cli_run_open(&run, argc, argv, options, files, 1, 2, &count);
    t.o.a_file = files[0];
    t.o.b_file = files[1];
    code = code ? code : solve_files(&run, &t, out);
    cli_run_close(&run);
    return code;
}
