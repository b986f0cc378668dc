/*
 * Problems of least squares and least norm for the tests of refinement.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "element.h"
#include "handle.h"
#include "oracle_solve.h"
#include "poison.h"
#include "refine_least_case.h"

void *least_numbers(int64_t count, size_t size)
{
    void *p = calloc((size_t)count + 1, size);
    assert_non_null(p);
    return p;
}

struct least_problem least_problem_new(ddblasType_t type, int64_t m, int64_t n, int64_t nrhs)
{
    const int parts = dd_type_is_complex(type) ? 2 : 1;
    return (struct least_problem){.type = type,
                                  .parts = parts,
                                  .m = m,
                                  .n = n,
                                  .nrhs = nrhs,
                                  .A = least_numbers(m * n * parts, sizeof(cuddreal)),
                                  .B = least_numbers(m * nrhs * parts, sizeof(cuddreal)),
                                  .X = least_numbers(n * nrhs * parts, sizeof(cuddreal)),
                                  .normwise = least_numbers(nrhs, sizeof(double)),
                                  .componentwise = least_numbers(nrhs, sizeof(double))};
}

void least_problem_free(struct least_problem *p)
{
    free(p->A);
    free(p->B);
    free(p->X);
    free(p->normwise);
    free(p->componentwise);
}

/* ---- data ------------------------------------------------------------------------------------ */

cuddreal *least_at(const struct least_problem *p, int64_t i, int64_t j) { return p->A + (i + j * p->m) * p->parts; }

/* A = (I - 2 v v^T / v^T v) A for a random real v, or from the right, with errors of double-double.
 */
static void reflect(struct least_problem *p, struct dd_random *g, int from_left)
{
    const int64_t length = from_left ? p->m : p->n, others = from_left ? p->n : p->m;
    double *v = least_numbers(length, sizeof *v), square = 0.0;
    for (int64_t i = 0; i < length; i++)
    {
        v[i] = 2.0 * dd_random_unit(g) - 1.0;
        square += v[i] * v[i];
    }
    for (int64_t q = 0; q < others; q++)
        for (int part = 0; part < p->parts; part++)
        {
            cuddreal sum = cuddFromDouble(0.0);
            for (int64_t i = 0; i < length; i++)
                sum = cuddAdd(sum, cuddMulD((from_left ? least_at(p, i, q) : least_at(p, q, i))[part], v[i]));
            sum = cuddDivD(cuddMulD(sum, -2.0), square);
            for (int64_t i = 0; i < length; i++)
            {
                cuddreal *a = (from_left ? least_at(p, i, q) : least_at(p, q, i)) + part;
                *a = cuddAdd(*a, cuddMulD(sum, v[i]));
            }
        }
    free(v);
}

/* Multiplies row i by a number of modulus 1, to the accuracy of double, if A is complex. */
static void turn_row(struct least_problem *p, struct dd_random *g, int64_t i)
{
    const double angle = 6.0 * dd_random_unit(g), c = cos(angle), s = sin(angle);
    for (int64_t j = 0; j < p->n && p->parts == 2; j++)
    {
        cuddreal *a = least_at(p, i, j);
        const cuddreal re = cuddSub(cuddMulD(a[0], c), cuddMulD(a[1], s)), im = cuddAdd(cuddMulD(a[0], s), cuddMulD(a[1], c));
        a[0] = re;
        a[1] = im;
    }
}

void least_fill_matrix(struct least_problem *p, struct dd_random *g, double digits, int grade)
{
    const int wide = p->m < p->n;
    const int64_t order = wide ? p->m : p->n, length = wide ? p->n : p->m;
    for (int64_t e = 0; e < p->m * p->n * p->parts; e++)
        p->A[e] = cuddFromDouble(0.0);
    for (int64_t i = 0; i < order; i++)
        least_at(p, i, i)[0] = cuddFromDouble(pow(10.0, order > 1 ? -digits * (double)i / (double)(order - 1) : 0.0));
    for (int k = 0; k < 3; k++)
    {
        reflect(p, g, 1);
        reflect(p, g, 0);
        for (int64_t i = 0; i < p->m; i++)
            turn_row(p, g, i);
    }
    for (int64_t j = 0; j < order; j++)
    {
        const int e = (int)dd_random_int(g, -grade, grade);
        for (int64_t i = 0; i < length; i++)
            for (int part = 0; part < p->parts; part++)
            {
                cuddreal *a = (wide ? least_at(p, j, i) : least_at(p, i, j)) + part;
                *a = !dd_type_is_pair(p->type) ? cuddFromDouble(ldexp(a->x, e)) : cuddLdexp(*a, e);
            }
    }
}

void least_fill_right(struct least_problem *p, struct dd_random *g, double residual)
{
    for (int64_t j = 0; j < p->nrhs; j++)
    {
        cuddreal *b = p->B + j * p->m * p->parts;
        for (int64_t i = 0; i < p->m * p->parts; i++)
            b[i] = cuddMulD(dd_random_full_pair(g, 0), residual);
        for (int64_t k = 0; k < p->n; k++)
        {
            const double x = 2.0 * dd_random_unit(g) - 1.0;
            for (int64_t i = 0; i < p->m * p->parts; i++)
                b[i] = cuddAdd(b[i], cuddMulD(p->A[i + k * p->m * p->parts], x));
        }
    }
}

/* ---- the call -------------------------------------------------------------------------------- */

ddblasStatus_t least_call(ddblasHandle_t handle, struct least_problem *p, const void *A, int64_t lda, const void *B, void *X)
{
    return p->parts == 2 ? ddblasUgelsRefine(handle, p->m, p->n, p->nrhs, A, p->type, lda, B, p->m, X, p->n, &p->report,
                                             p->normwise, p->componentwise)
                         : ddblasWgelsRefine(handle, p->m, p->n, p->nrhs, A, p->type, lda, B, p->m, X, p->n, &p->report,
                                             p->normwise, p->componentwise);
}

ddblasStatus_t least_run_on(ddblasHandle_t handle, struct least_problem *p)
{
    const int64_t lda = p->m + 1;
    const size_t size = dd_type_size(p->type), bytes_A = (size_t)(lda * p->n) * size,
                 bytes_B = (size_t)(p->m * p->nrhs * p->parts) * sizeof *p->B,
                 bytes_X = (size_t)(p->n * p->nrhs * p->parts) * sizeof *p->X;
    char *A = dd_poisoned(bytes_A);
    void *before = dd_poisoned(bytes_X);
    for (int64_t j = 0; j < p->n; j++)
        for (int64_t i = 0; i < p->m; i++)
            dd_element_set(p->type, A, i + j * lda, least_at(p, i, j)[0], least_at(p, i, j)[p->parts - 1]);
    struct dd_operand o[] = {dd_operand_read(A, bytes_A), dd_operand_read(p->B, bytes_B),
                             dd_operand_written(before, p->X, bytes_X)};
    dd_operands_put(handle, o, 3, 0);
    const ddblasStatus_t status = least_call(handle, p, o[0].at, lda, o[1].at, o[2].at);
    dd_operands_take(handle, o, 3, 0);
    free(A);
    free(before);
    return status;
}

/* ---- true errors ----------------------------------------------------------------------------- */

/* Element (i, j) of the matrix (I M; M^H 0), M = A or, if A is wide, M = A^H. */
static void augmented(const struct least_problem *p, int64_t i, int64_t j, cuddreal element[2])
{
    const int wide = p->m < p->n;
    const int64_t rows = wide ? p->n : p->m;
    element[0] = cuddFromDouble(i == j && i < rows ? 1.0 : 0.0);
    element[1] = cuddFromDouble(0.0);
    if ((i < rows) == (j < rows))
        return;
    const int64_t row = i < rows ? i : j, column = (i < rows ? j : i) - rows;
    memcpy(element, wide ? least_at(p, column, row) : least_at(p, row, column), (size_t)p->parts * sizeof *element);
    if (wide == (i < rows))
        element[1] = cuddNeg(element[1]);
}

struct least_errors least_true_errors(const struct least_problem *p, int64_t j)
{
    const int wide = p->m < p->n;
    const int64_t order = (p->m + p->n) * p->parts, equations = p->m * p->parts, unknowns = p->n * p->parts,
                  above = wide ? unknowns : equations, of_b = wide ? above : 0, of_x = wide ? 0 : above;
    cuddreal *M = least_numbers(order * order, sizeof *M), *b = least_numbers(order, sizeof *b),
             *x = least_numbers(order, sizeof *x);
    double *error = least_numbers(order, sizeof *error), *size = least_numbers(order, sizeof *size);
    struct least_errors e = {0.0, 0.0};
    double absolute = 0.0, norm = 0.0;
    for (int64_t c = 0; c < order; c++)
        for (int64_t r = 0; r < order; r++)
        {
            cuddreal element[2];
            const int part = (int)((r + c) % p->parts);
            augmented(p, r / p->parts, c / p->parts, element);
            M[r + c * order] = part == 1 && r % 2 == 0 ? cuddNeg(element[1]) : element[part];
        }
    memcpy(b + of_b, p->B + j * equations, (size_t)equations * sizeof *b);
    memcpy(x + of_x, p->X + j * unknowns, (size_t)unknowns * sizeof *x);
    assert_true(dd_oracle_solution_errors(order, M, b, x, error, size));
    for (int64_t i = 0; i < p->n; i++)
    {
        const double *f = error + of_x + i * p->parts, *s = size + of_x + i * p->parts;
        const double a = p->parts == 2 ? hypot(f[0], f[1]) : f[0], modulus = p->parts == 2 ? hypot(s[0], s[1]) : s[0];
        absolute = fmax(absolute, a);
        norm = fmax(norm, modulus);
        e.componentwise = a == 0.0 ? e.componentwise : fmax(e.componentwise, a / modulus);
    }
    e.normwise = absolute == 0.0 ? 0.0 : absolute / norm;
    free(M);
    free(b);
    free(x);
    free(error);
    free(size);
    return e;
}

struct least_tightness least_tightness;

static void count_tightness(struct least_errors e, double normwise, double componentwise)
{
    if (isinf(normwise) != 0 || e.normwise == 0.0)
        return;
    least_tightness.largest = fmax(least_tightness.largest, fmax(e.normwise / normwise, e.componentwise / componentwise));
    least_tightness.logarithms += log10(normwise / e.normwise);
    least_tightness.count++;
}

double least_check_bounds(const struct least_problem *p, double digits, const char *what)
{
    double largest = 0.0;
    for (int64_t j = 0; j < p->nrhs; j++)
    {
        const struct least_errors e = least_true_errors(p, j);
        if (!(e.normwise <= p->normwise[j]) || !(e.componentwise <= p->componentwise[j]))
            fail_msg("%s, type %d, %lld x %lld, condition 1e%g (%g), route %d: errors %g and %g, bounds %g and %g", what,
                     (int)p->type, (long long)p->m, (long long)p->n, digits, p->report.condition, (int)p->report.route,
                     e.normwise, e.componentwise, p->normwise[j], p->componentwise[j]);
        largest = fmax(largest, p->normwise[j]);
        count_tightness(e, p->normwise[j], p->componentwise[j]);
    }
    return largest;
}

void least_check_workspace(ddblasHandle_t handle, int64_t m, int64_t n, uint64_t seed)
{
    static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_D, DDBLAS_TYPE_U, DDBLAS_TYPE_Z};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < 8; k++)
    {
        struct least_problem p = least_problem_new(types[k % 4], m, n, 2);
        const size_t size = (size_t)(p.n * p.nrhs * p.parts) * sizeof *p.X;
        size_t bytes = 0;
        void *workspace = NULL, *first = least_numbers((int64_t)size, 1);
        unsigned char *poison = dd_poisoned(size);
        least_fill_matrix(&p, &g, k / 4 ? 15.5 : 3.0, 0);
        least_fill_right(&p, &g, 0.1);
        dd_must(handle, least_run_on(handle, &p), "own workspace");
        memcpy(first, p.X, size);
        dd_must(handle, ddblasGelsRefineWorkspaceSize(handle, p.parts == 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, m, n, p.nrhs, &bytes),
                "query");
        ddblasHandle_t other = dd_test_handle();
        dd_must(handle, ddblasMalloc(handle, &workspace, bytes), "malloc");
        dd_must(other, ddblasSetWorkspace(other, workspace, bytes), "workspace");
        dd_must(other, least_run_on(other, &p), "workspace of the caller");
        assert_memory_equal(p.X, first, size);
        dd_must(other, ddblasSetWorkspace(other, workspace, bytes - 256), "workspace");
        assert_int_equal(least_run_on(other, &p), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_memory_equal(p.X, poison, size);
        assert_int_equal(ddblasDestroy(other), DDBLAS_STATUS_SUCCESS);
        dd_must(handle, ddblasFree(handle, workspace), "free");
        free(first);
        free(poison);
        least_problem_free(&p);
    }
}
