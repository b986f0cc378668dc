/*
 * Linear systems for the tests of refinement.
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
#include "oracle_solve.h"
#include "poison.h"
#include "refine_case.h"

void *refine_numbers(int64_t count, size_t size)
{
    void *p = calloc((size_t)count + 1, size);
    assert_non_null(p);
    return p;
}

struct system refine_system_new(int positive, ddblasType_t type, int64_t n, int64_t nrhs)
{
    const int parts = type == DDBLAS_TYPE_U || type == DDBLAS_TYPE_Z ? 2 : 1;
    return (struct system){.positive = positive,
                           .type = type,
                           .parts = parts,
                           .n = n,
                           .nrhs = nrhs,
                           .A = refine_numbers(n * n * parts, sizeof(cuddreal)),
                           .B = refine_numbers(n * nrhs * parts, sizeof(cuddreal)),
                           .X = refine_numbers(n * nrhs * parts, sizeof(cuddreal)),
                           .normwise = refine_numbers(nrhs, sizeof(double)),
                           .componentwise = refine_numbers(nrhs, sizeof(double))};
}

void refine_system_free(struct system *s)
{
    free(s->A);
    free(s->B);
    free(s->X);
    free(s->normwise);
    free(s->componentwise);
}

/* Rounds A to double where it is given in double. */
static void round_matrix(struct system *s)
{
    for (int64_t e = 0; e < s->n * s->n * s->parts && (s->type == DDBLAS_TYPE_D || s->type == DDBLAS_TYPE_Z); e++)
        s->A[e] = cuddFromDouble(s->A[e].x);
}

ddblasStatus_t refine_call(ddblasHandle_t handle, struct system *s, const void *A, int64_t lda, const void *B, void *X)
{
    ddblasRefineReport_t *report = &s->report;
    double *normwise = s->normwise, *componentwise = s->componentwise;
    const int64_t n = s->n, nrhs = s->nrhs;
    if (s->parts == 2)
        return s->positive
                   ? ddblasUposvRefine(handle, s->uplo, n, nrhs, A, s->type, lda, B, n, X, n, report, normwise, componentwise)
                   : ddblasUgesvRefine(handle, n, nrhs, A, s->type, lda, B, n, X, n, report, normwise, componentwise);
    return s->positive ? ddblasWposvRefine(handle, s->uplo, n, nrhs, A, s->type, lda, B, n, X, n, report, normwise, componentwise)
                       : ddblasWgesvRefine(handle, n, nrhs, A, s->type, lda, B, n, X, n, report, normwise, componentwise);
}

void *refine_given_matrix(const struct system *s, int64_t lda, size_t *bytes)
{
    const size_t size = dd_type_size(s->type);
    *bytes = (size_t)(lda * s->n) * size;
    char *A = dd_poisoned(*bytes);
    for (int64_t j = 0; j < s->n; j++)
        for (int64_t i = 0; i < s->n; i++)
            if (!s->positive || (s->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j))
            {
                const cuddreal *a = s->A + (i + j * s->n) * s->parts;
                dd_element_set(s->type, A, i + j * lda, a[0], s->positive && i == j ? cuddNan() : a[s->parts - 1]);
            }
    return A;
}

ddblasStatus_t refine_run_on(ddblasHandle_t handle, struct system *s)
{
    const size_t bytes_B = (size_t)(s->n * s->nrhs * s->parts) * sizeof *s->B;
    const int64_t lda = s->n + 1;
    size_t bytes_A;
    void *A = refine_given_matrix(s, lda, &bytes_A), *before = dd_poisoned(bytes_B);
    struct dd_operand o[] = {dd_operand_read(A, bytes_A), dd_operand_read(s->B, bytes_B),
                             dd_operand_written(before, s->X, bytes_B)};
    dd_operands_put(handle, o, 3, 0);
    const ddblasStatus_t status = refine_call(handle, s, o[0].at, lda, o[1].at, o[2].at);
    dd_operands_take(handle, o, 3, 0);
    free(A);
    free(before);
    return status;
}

/* A vector of random numbers of length 1, to the accuracy of double. */
static void unit_vector(int64_t n, struct dd_random *g, double *v)
{
    double sum = 0.0;
    for (int64_t i = 0; i < n; i++)
    {
        v[i] = 2.0 * dd_random_unit(g) - 1.0;
        sum += v[i] * v[i];
    }
    for (int64_t i = 0; i < n; i++)
        v[i] /= sqrt(sum);
}

/* sum += a v, where an element has one or two numbers. */
static void add_product(int parts, cuddreal *sum, const cuddreal *a, double re, double im)
{
    sum[0] = cuddAdd(sum[0], cuddMulD(a[0], re));
    if (parts == 1)
        return;
    sum[0] = cuddSub(sum[0], cuddMulD(a[1], im));
    sum[1] = cuddAdd(sum[1], cuddAdd(cuddMulD(a[0], im), cuddMulD(a[1], re)));
}

/* A = (I - 2 v v^H) A, and A = A (I - 2 v v^H), with errors of double-double. */
static void reflect(int64_t n, int parts, const double *v, int from_left, cuddreal *A)
{
    const double sign = from_left ? -1.0 : 1.0; /* The first factor of a sum has conj v on the left. */
    for (int64_t q = 0; q < n; q++)
    {
        cuddreal sum[2] = {{0.0, 0.0}, {0.0, 0.0}};
        for (int64_t i = 0; i < n; i++)
            add_product(parts, sum, A + (from_left ? i + q * n : q + i * n) * parts, v[i * parts],
                        parts == 2 ? sign * v[2 * i + 1] : 0.0);
        for (int64_t i = 0; i < n; i++)
            add_product(parts, A + (from_left ? i + q * n : q + i * n) * parts, sum, -2.0 * v[i * parts],
                        parts == 2 ? 2.0 * sign * v[2 * i + 1] : 0.0);
    }
}

/* Makes A Hermitian by its lower triangle. */
static void mirror(struct system *s)
{
    const int64_t n = s->n;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= j; i++)
            for (int part = 0; part < s->parts; part++)
            {
                const cuddreal a = s->A[(j + i * n) * s->parts + part];
                s->A[(i + j * n) * s->parts + part] = part == 0 ? a : i == j ? cuddFromDouble(0.0) : cuddNeg(a);
            }
}

static double logarithm_of_value(int64_t i, int64_t n, enum refine_spectrum spectrum, struct dd_random *g)
{
    if (i == 0 || i == n - 1)
        return i == 0 ? 0.0 : 1.0;
    return spectrum == REFINE_GEOMETRIC ? (double)i / (double)(n - 1) : spectrum == REFINE_RANDOM ? dd_random_unit(g) : 0.0;
}

/* A diagonal from 1 to 10^-digits between reflections. */
void refine_fill_spectrum(struct system *s, struct dd_random *g, double digits, enum refine_spectrum spectrum)
{
    const int64_t n = s->n;
    double *v = refine_numbers(n * s->parts, sizeof *v);
    memset(s->A, 0, (size_t)(n * n * s->parts) * sizeof *s->A);
    for (int64_t i = 0; i < n; i++)
        s->A[i * (n + 1) * s->parts] = cuddFromDouble(pow(10.0, -digits * logarithm_of_value(i, n, spectrum, g)));
    for (int k = 0; k < 3; k++)
    {
        unit_vector(n * s->parts, g, v);
        reflect(n, s->parts, v, 1, s->A);
        if (!s->positive)
            unit_vector(n * s->parts, g, v);
        reflect(n, s->parts, v, 0, s->A);
    }
    if (s->positive)
        mirror(s);
    round_matrix(s);
    for (int64_t e = 0; e < n * s->nrhs * s->parts; e++)
        s->B[e] = dd_random_full_pair(g, (int)dd_random_int(g, -4, 4));
    free(v);
}

void refine_fill_conditioned(struct system *s, struct dd_random *g, double digits)
{
    refine_fill_spectrum(s, g, digits, REFINE_GEOMETRIC);
}

/* The matrix of a real system for the numbers of X: A, or its elements as matrices of order 2. */
static cuddreal *real_matrix(const struct system *s)
{
    const int64_t m = s->n * s->parts;
    cuddreal *M = refine_numbers(m * m, sizeof *M);
    for (int64_t c = 0; c < m; c++)
        for (int64_t r = 0; r < m; r++)
        {
            const cuddreal *a = s->A + (r / s->parts + c / s->parts * s->n) * s->parts;
            const int part = (int)((r + c) % s->parts);
            M[r + c * m] = part == 1 && r % 2 == 0 ? cuddNeg(a[part]) : a[part];
        }
    return M;
}

/* The modulus of element i of the numbers v. */
static double modulus_of(const struct system *s, const double *v, int64_t i)
{
    return s->parts == 2 ? hypot(v[2 * i], v[2 * i + 1]) : v[i];
}

struct refine_errors refine_true_errors(const struct system *s, int64_t j)
{
    const int64_t m = s->n * s->parts;
    cuddreal *matrix = real_matrix(s);
    double *error = refine_numbers(m, sizeof *error), *size = refine_numbers(m, sizeof *size);
    double absolute = 0.0, norm = 0.0, relative = 0.0;
    assert_true(dd_oracle_solution_errors(m, matrix, s->B + j * m, s->X + j * m, error, size));
    for (int64_t i = 0; i < s->n; i++)
    {
        const double e = modulus_of(s, error, i), x = modulus_of(s, size, i);
        absolute = fmax(absolute, e);
        norm = fmax(norm, x);
        relative = e == 0.0 ? relative : fmax(relative, e / x);
    }
    free(matrix);
    free(error);
    free(size);
    return (struct refine_errors){absolute == 0.0 ? 0.0 : absolute / norm, relative};
}

double refine_check_bounds(const struct system *s, struct refine_tightness *tightness, const char *what)
{
    double largest = 0.0;
    for (int64_t j = 0; j < s->nrhs; j++)
    {
        const struct refine_errors e = refine_true_errors(s, j);
        if (!(e.normwise <= s->normwise[j]) || !(e.componentwise <= s->componentwise[j]))
            fail_msg("%s, type %d, n = %lld, condition %g, route %d: errors %g and %g, bounds %g and %g", what, (int)s->type,
                     (long long)s->n, s->report.condition, (int)s->report.route, e.normwise, e.componentwise, s->normwise[j],
                     s->componentwise[j]);
        largest = fmax(largest, s->normwise[j]);
        if (tightness && e.normwise > 0.0 && isfinite(s->normwise[j]))
        {
            tightness->logarithms += log10(s->normwise[j] / e.normwise);
            tightness->count++;
        }
    }
    return largest;
}
