/*
 * Solutions of a system, and how many of their digits are right.
 *
 * Without refinement: X0 by the factors, an inverse by getri or potri from them; the residual R = B
 * - A X0 by gemm, and X = X0 + D with the correction D = A^-1 R. The error of X is estimated as |D|
 * + |E| with E = A^-1 G, where G stands for the rounding errors of a residual: G = u (|A| |X| +
 * |B|), signs at random, u = 2^-104. Both are of the size that the error has as a rule, and neither
 * is a bound.
 */
#include "solve.h"

#include <math.h>
#include <stdlib.h>

double cli_digits_of_error(double error)
{
    const double most = 31.3;
    return error > 0.0 ? fmin(most, fmax(0.0, -log10(error))) : error == 0.0 ? most : 0.0;
}

double cli_least_digits(const double *errors, int64_t count)
{
    double digits = cli_digits_of_error(0.0);
    for (int64_t j = 0; j < count; j++)
        digits = fmin(digits, cli_digits_of_error(errors[j]));
    return digits;
}

/* ---- without refinement ---------------------------------------------------------------------- */

static double modulus(const ddblasHostMatrix *A, int64_t i, int64_t j)
{
    cuddreal part[2];
    cli_fetch(A->type, cli_element(A, i, j), part);
    return hypot(part[0].x, part[1].x);
}

/* *to = |A| in double. */
static int set_moduli(const ddblasHostMatrix *A, ddblasHostMatrix *to)
{
    const int code = cli_matrix_init(to, DDBLAS_TYPE_D, A->m, A->n);
    for (int64_t j = 0; code == CLI_OK && j < A->n; j++)
        for (int64_t i = 0; i < A->m; i++)
            *(double *)cli_element(to, i, j) = modulus(A, i, j);
    return code;
}

/* A well mixed bit of an index. */
static int random_bit(int64_t index)
{
    uint64_t z = (uint64_t)index * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    return (int)((z ^ (z >> 31)) & 1u);
}

/* *G = u (|A| |X| + |B|) with signs at random, of s->type. */
static int set_rounding(ddblasHandle_t handle, const struct cli_system *s, const ddblasHostMatrix *X, ddblasHostMatrix *G)
{
    const double one = 1.0;
    const int64_t n = s->A.n, ld = n > 1 ? n : 1;
    ddblasHostMatrix a = {0}, x = {0}, b = {0};
    void *at[3] = {NULL, NULL, NULL};
    int code = set_moduli(&s->A, &a);
    code = code ? code : set_moduli(X, &x);
    code = code ? code : set_moduli(&s->B, &b);
    code = code ? code : cli_matrix_init(G, s->type, n, X->n);
    if (code == CLI_OK && n > 0 && X->n > 0)
    {
        ddblasStatus_t t = cli_matrix_send(handle, &a, &at[0]);
        t = t ? t : cli_matrix_send(handle, &x, &at[1]);
        t = t ? t : cli_matrix_send(handle, &b, &at[2]);
        t = t ? t : ddblasDgemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, n, X->n, n, &one, at[0], ld, at[1], ld, &one, at[2], ld);
        t = t ? t : cli_matrix_fetch(handle, at[2], ld, &b);
        code = t ? cli_status_error(handle, t) : CLI_OK;
    }
    for (int64_t j = 0; code == CLI_OK && j < X->n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            const double g = ldexp(*(double *)cli_element(&b, i, j), -104);
            cli_store(s->type, cli_element(G, i, j), cuddFromDouble(random_bit(i + j * n) ? g : -g), cuddFromDouble(0.0));
        }
    for (int k = 0; k < 3; k++)
        ddblasFree(handle, at[k]);
    ddblasHostMatrixFree(&a);
    ddblasHostMatrixFree(&x);
    ddblasHostMatrixFree(&b);
    return code;
}

/* B at b becomes B - A X. */
static ddblasStatus_t subtract_product(ddblasHandle_t handle, const struct cli_system *s, const void *a, const void *x, void *b)
{
    _Alignas(16) char scalar[2][32];
    const int64_t n = s->A.n, ld = n > 1 ? n : 1;
    const void *minus = scalar[0], *one = scalar[1];
    cli_store(s->type, scalar[0], cuddFromDouble(-1.0), cuddFromDouble(0.0));
    cli_store(s->type, scalar[1], cuddFromDouble(1.0), cuddFromDouble(0.0));
    return s->type == DDBLAS_TYPE_U
               ? ddblasUgemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, n, s->B.n, n, minus, a, ld, x, ld, one, b, ld)
               : ddblasWgemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, n, s->B.n, n, minus, a, ld, x, ld, one, b, ld);
}

/* The upper triangle of a Hermitian matrix from its lower one. */
static void mirror(ddblasHostMatrix *X)
{
    for (int64_t j = 0; j < X->n; j++)
        for (int64_t i = j + 1; i < X->m; i++)
        {
            cuddreal part[2];
            cli_fetch(X->type, cli_element(X, i, j), part);
            cli_store(X->type, cli_element(X, j, i), part[0], cuddNeg(part[1]));
        }
}

/* The solution in place of B at *x, which for B = I is the inverse of A by getri or potri. X is
 * room on the host. */
static ddblasStatus_t solve_once(ddblasHandle_t handle, const struct cli_system *s, const struct cli_factors *f,
                                 ddblasHostMatrix *X, void **x)
{
    if (!s->inverse)
        return cli_factors_solve(handle, f, s->B.n, *x);
    ddblasStatus_t t = cli_factors_invert(handle, f, *x);
    if (t != DDBLAS_STATUS_SUCCESS || f->method != CLI_METHOD_CHOLESKY)
        return t;
    t = cli_matrix_fetch(handle, *x, f->lda, X);
    mirror(X);
    ddblasFree(handle, *x);
    *x = NULL;
    return t ? t : cli_matrix_send(handle, X, x);
}

/* X = A^-1 B and D = A^-1 (B - A X). */
static ddblasStatus_t solve_twice(ddblasHandle_t handle, const struct cli_system *s, const struct cli_factors *f,
                                  ddblasHostMatrix *X, ddblasHostMatrix *D)
{
    void *a = NULL, *b = NULL, *x = NULL;
    ddblasStatus_t t = cli_matrix_send(handle, &s->A, &a);
    t = t ? t : cli_matrix_send(handle, &s->B, &b);
    t = t ? t : cli_matrix_send(handle, &s->B, &x);
    t = t ? t : solve_once(handle, s, f, X, &x);
    t = t ? t : subtract_product(handle, s, a, x, b);
    t = t ? t : cli_factors_solve(handle, f, s->B.n, b);
    t = t ? t : cli_matrix_fetch(handle, x, f->lda, X);
    t = t ? t : cli_matrix_fetch(handle, b, f->lda, D);
    ddblasFree(handle, a);
    ddblasFree(handle, b);
    ddblasFree(handle, x);
    return t;
}

/* G = A^-1 G */
static ddblasStatus_t solve_again(ddblasHandle_t handle, const struct cli_factors *f, ddblasHostMatrix *G)
{
    void *g = NULL;
    ddblasStatus_t t = cli_matrix_send(handle, G, &g);
    t = t ? t : cli_factors_solve(handle, f, G->n, g);
    t = t ? t : cli_matrix_fetch(handle, g, f->lda, G);
    ddblasFree(handle, g);
    return t;
}

/* X += D, and the errors of column j, from |D| + |E|; NaN counts as infinite. */
static void correct_column(ddblasHostMatrix *X, const ddblasHostMatrix *D, const ddblasHostMatrix *E, int64_t j, double *whole,
                           double *element)
{
    double largest = 0.0, largest_error = 0.0;
    *element = 0.0;
    for (int64_t i = 0; i < X->m; i++)
    {
        cuddreal x[2], d[2];
        const double error = modulus(D, i, j) + modulus(E, i, j);
        cli_fetch(X->type, cli_element(X, i, j), x);
        cli_fetch(D->type, cli_element(D, i, j), d);
        if (cuddIsFinite(d[0]) && cuddIsFinite(d[1]))
            cli_store(X->type, cli_element(X, i, j), cuddAdd(x[0], d[0]), cuddAdd(x[1], d[1]));
        const double size = modulus(X, i, j);
        largest = fmax(largest, size);
        largest_error = isnan(error) ? INFINITY : fmax(largest_error, error);
        if (!(error <= 0.0))
            *element = isnan(error) ? INFINITY : fmax(*element, size > 0.0 ? error / size : INFINITY);
    }
    *whole = largest_error == 0.0 ? 0.0 : largest > 0.0 ? largest_error / largest : INFINITY;
}

static int solve_plain(ddblasHandle_t handle, const struct cli_solve_options *o, const struct cli_system *s,
                       struct cli_solution *solution)
{
    ddblasHostMatrix D = {0}, G = {0};
    struct cli_factors f = {0};
    const double start = cli_seconds();
    int code = cli_factors_make(handle, o, s, &f);
    if (code == CLI_OK && f.method == CLI_METHOD_LU && f.info > 0)
        code = cli_singular_error(o, s->A.n, f.info);
    code = code ? code : cli_matrix_init(&D, s->type, s->A.n, s->B.n);
    solution->method = f.method;
    solution->indefinite = f.indefinite;
    if (code == CLI_OK && s->A.n > 0 && s->B.n > 0)
    {
        const ddblasStatus_t t = solve_twice(handle, s, &f, &solution->X, &D);
        code = t ? cli_status_error(handle, t) : CLI_OK;
    }
    solution->seconds = cli_seconds() - start;
    code = code ? code : set_rounding(handle, s, &solution->X, &G);
    if (code == CLI_OK && s->A.n > 0 && s->B.n > 0)
    {
        const ddblasStatus_t t = solve_again(handle, &f, &G);
        code = t ? cli_status_error(handle, t) : CLI_OK;
    }
    for (int64_t j = 0; code == CLI_OK && j < s->B.n; j++)
        correct_column(&solution->X, &D, &G, j, &solution->whole[j], &solution->element[j]);
    cli_factors_free(handle, &f);
    ddblasHostMatrixFree(&D);
    ddblasHostMatrixFree(&G);
    return code;
}

/* ---- with refinement ------------------------------------------------------------------------- */

/* By posvRefine in W or U, if the method allows it, and otherwise by gesvRefine. */
static ddblasStatus_t call_refine(ddblasHandle_t handle, const struct cli_system *s, struct cli_solution *solution)
{
    const int64_t n = s->A.n, ld = n > 1 ? n : 1;
    void *a = NULL, *b = NULL, *x = NULL;
    ddblasStatus_t t = cli_matrix_send(handle, &s->A, &a);
    t = t ? t : cli_matrix_send(handle, &s->B, &b);
    t = t ? t : cli_matrix_send(handle, &solution->X, &x);
    const int cholesky = solution->method == CLI_METHOD_CHOLESKY, is_complex = s->type == DDBLAS_TYPE_U;
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    ddblasRefineReport_t *report = &solution->report;
    double *whole = solution->whole, *element = solution->element;
    if (t == DDBLAS_STATUS_SUCCESS && is_complex)
        t = cholesky ? ddblasUposvRefine(handle, lower, n, s->B.n, a, s->type, ld, b, ld, x, ld, report, whole, element)
                     : ddblasUgesvRefine(handle, n, s->B.n, a, s->type, ld, b, ld, x, ld, report, whole, element);
    else if (t == DDBLAS_STATUS_SUCCESS)
        t = cholesky ? ddblasWposvRefine(handle, lower, n, s->B.n, a, s->type, ld, b, ld, x, ld, report, whole, element)
                     : ddblasWgesvRefine(handle, n, s->B.n, a, s->type, ld, b, ld, x, ld, report, whole, element);
    t = t || !solution->X.data ? t : cli_matrix_fetch(handle, x, ld, &solution->X);
    ddblasFree(handle, a);
    ddblasFree(handle, b);
    ddblasFree(handle, x);
    return t;
}

static int solve_refined(ddblasHandle_t handle, const struct cli_solve_options *o, const struct cli_system *s,
                         struct cli_solution *solution)
{
    const double start = cli_seconds();
    solution->refined = 1;
    solution->method = s->cholesky && o->method != CLI_METHOD_LU ? CLI_METHOD_CHOLESKY : CLI_METHOD_LU;
    ddblasStatus_t t = call_refine(handle, s, solution);
    if (t == DDBLAS_STATUS_SUCCESS && solution->method == CLI_METHOD_CHOLESKY && solution->report.info > 0)
    {
        if (o->method == CLI_METHOD_CHOLESKY)
            return cli_indefinite_error(o, solution->report.info);
        solution->indefinite = solution->report.info;
        solution->method = CLI_METHOD_LU;
        t = call_refine(handle, s, solution);
    }
    solution->seconds = cli_seconds() - start;
    if (t != DDBLAS_STATUS_SUCCESS)
        return cli_status_error(handle, t);
    return solution->report.info > 0 ? cli_singular_error(o, s->A.n, solution->report.info) : CLI_OK;
}

/* ---- both ------------------------------------------------------------------------------------ */

static int check_range(const struct cli_solve_options *o, const ddblasHostMatrix *X)
{
    if (cli_matrix_is_finite(X))
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: the solution is beyond the range of type %s, or the matrix is singular to its precision",
                     cli_a_name(o), cli_type_words[X->type]);
}

static int check_digits(const struct cli_solve_options *o, const struct cli_solution *solution)
{
    const double digits = cli_least_digits(solution->whole, solution->X.n);
    if (digits >= (double)o->digits)
        return CLI_OK;
    return cli_error(CLI_FEW_DIGITS,
                     "%s: %.1f correct digits %s, and %lld %s asked for; --digits %d gives the solution with what it has",
                     cli_a_name(o), digits, solution->refined ? "can be vouched for" : "are what an estimate gives",
                     (long long)o->digits, o->digits == 1 ? "is" : "are", (int)digits);
}

int cli_solution_find(ddblasHandle_t handle, const struct cli_solve_options *o, const struct cli_system *s,
                      struct cli_solution *solution)
{
    int code = cli_matrix_init(&solution->X, s->type, s->A.n, s->B.n);
    solution->whole = calloc((size_t)s->B.n + 1, sizeof(double));
    solution->element = calloc((size_t)s->B.n + 1, sizeof(double));
    if (code == CLI_OK && (!solution->whole || !solution->element))
        code = cli_error(CLI_NO_RESOURCE, "out of memory");
    code = code ? code : (o->refine ? solve_refined : solve_plain)(handle, o, s, solution);
    code = code ? code : check_range(o, &solution->X);
    return code ? code : check_digits(o, solution);
}

int cli_solution_invert(ddblasHandle_t handle, const struct cli_solve_options *o, struct cli_system *s,
                        struct cli_solution *solution)
{
    const int code = cli_system_set_identity(o, s);
    return code ? code : cli_solution_find(handle, o, s, solution);
}

void cli_solution_free(struct cli_solution *solution)
{
    ddblasHostMatrixFree(&solution->X);
    free(solution->whole);
    free(solution->element);
    solution->whole = solution->element = NULL;
}
