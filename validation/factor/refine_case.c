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
    return (struct system){.positive = positive,
                           .type = type,
                           .n = n,
                           .nrhs = nrhs,
                           .A = refine_numbers(n * n, sizeof(cuddreal)),
                           .B = refine_numbers(n * nrhs, sizeof(cuddreal)),
                           .X = refine_numbers(n * nrhs, sizeof(cuddreal)),
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
    for (int64_t e = 0; e < s->n * s->n && s->type == DDBLAS_TYPE_D; e++)
        s->A[e] = cuddFromDouble(s->A[e].x);
}

void *refine_given_matrix(const struct system *s, int64_t lda, size_t *bytes)
{
    const size_t size = dd_type_size(s->type);
    *bytes = (size_t)(lda * s->n) * size;
    char *A = dd_poisoned(*bytes);
    for (int64_t j = 0; j < s->n; j++)
        for (int64_t i = 0; i < s->n; i++)
            if (!s->positive || (s->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j))
                dd_element_set(s->type, A, i + j * lda, s->A[i + j * s->n], cuddFromDouble(0.0));
    return A;
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

/* A = (I - 2 v v^T) A, and A = A (I - 2 v v^T), with errors of double-double. */
static void reflect(int64_t n, const double *v, int from_left, cuddreal *A)
{
    for (int64_t q = 0; q < n; q++)
    {
        cuddreal sum = cuddFromDouble(0.0);
        for (int64_t i = 0; i < n; i++)
            sum = cuddAdd(sum, cuddMulD(from_left ? A[i + q * n] : A[q + i * n], v[i]));
        for (int64_t i = 0; i < n; i++)
        {
            cuddreal *a = from_left ? &A[i + q * n] : &A[q + i * n];
            *a = cuddSub(*a, cuddMulD(sum, 2.0 * v[i]));
        }
    }
}

/* A diagonal from 1 to 10^-digits between reflections. */
void refine_fill_conditioned(struct system *s, struct dd_random *g, double digits)
{
    const int64_t n = s->n;
    double *v = refine_numbers(n, sizeof *v);
    memset(s->A, 0, (size_t)(n * n) * sizeof *s->A);
    for (int64_t i = 0; i < n; i++)
        s->A[i * (n + 1)] = cuddFromDouble(pow(10.0, n > 1 ? -digits * (double)i / (double)(n - 1) : 0.0));
    for (int k = 0; k < 3; k++)
    {
        unit_vector(n, g, v);
        reflect(n, v, 1, s->A);
        if (!s->positive)
            unit_vector(n, g, v);
        reflect(n, v, 0, s->A);
    }
    for (int64_t j = 0; j < n && s->positive; j++)
        for (int64_t i = 0; i < j; i++)
            s->A[i + j * n] = s->A[j + i * n];
    round_matrix(s);
    for (int64_t e = 0; e < n * s->nrhs; e++)
        s->B[e] = dd_random_full_pair(g, (int)dd_random_int(g, -4, 4));
    free(v);
}

double refine_check_bounds(const struct system *s, struct refine_tightness *tightness, const char *what)
{
    double *error = refine_numbers(s->n, sizeof *error), *size = refine_numbers(s->n, sizeof *size), largest = 0.0;
    for (int64_t j = 0; j < s->nrhs; j++)
    {
        double absolute = 0.0, norm = 0.0, relative = 0.0;
        assert_true(dd_oracle_solution_errors(s->n, s->A, s->B + j * s->n, s->X + j * s->n, error, size));
        for (int64_t i = 0; i < s->n; i++)
        {
            absolute = fmax(absolute, error[i]);
            norm = fmax(norm, size[i]);
            relative = error[i] == 0.0 ? relative : fmax(relative, error[i] / size[i]);
        }
        if (!(absolute <= s->normwise[j] * norm) || !(relative <= s->componentwise[j]))
            fail_msg("%s, n = %lld, condition %g, route %d: errors %g and %g, bounds %g and %g", what, (long long)s->n,
                     s->report.condition, (int)s->report.route, absolute / norm, relative, s->normwise[j], s->componentwise[j]);
        largest = fmax(largest, s->normwise[j]);
        if (tightness && absolute > 0.0 && isfinite(s->normwise[j]))
        {
            tightness->logarithms += log10(s->normwise[j] * norm / absolute);
            tightness->count++;
        }
    }
    free(error);
    free(size);
    return largest;
}
