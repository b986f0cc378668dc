/*
 * One call of sygvd or hegvd under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle_generalized.h"
#include "poison.h"
#include "sygvd_case.h"

struct eigen_case *sygvd_case_new(ddblasType_t type, ddblasEigType_t itype, int upper, int64_t n, int64_t pad)
{
    const ddblasFillMode_t uplo = upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
    struct eigen_case *c = eigen_case_new(type, DDBLAS_EIG_MODE_VECTOR, uplo, n, pad);
    c->itype = itype;
    c->pair = eigen_case_new(type, DDBLAS_EIG_MODE_VECTOR, uplo, n, pad > 0 ? pad + 2 : 0);
    return c;
}

void sygvd_case_fill(struct eigen_case *c, struct dd_random *g, enum eigen_family family, int kind)
{
    static const enum eigen_family kinds[SYGVD_KINDS] = {EIGEN_IDENTITY, EIGEN_ARITHMETIC, EIGEN_CLUSTER_20,
                                                         EIGEN_121,      EIGEN_HILBERT,    EIGEN_MIN};
    const enum eigen_family of_b = kinds[kind % SYGVD_KINDS];
    eigen_case_fill(c, g, family);
    eigen_case_fill(c->pair, g, of_b == EIGEN_HILBERT && c->n > 12 ? EIGEN_ARITHMETIC : of_b);
}

/* ---- integers -------------------------------------------------------------------------------- */

/* i^turn times an integer. */
static void put_turned(struct eigen_case *c, int64_t i, int64_t j, int64_t value, int turn)
{
    static const double cosine[] = {1.0, 0.0, -1.0, 0.0}, sine[] = {0.0, 1.0, 0.0, -1.0};
    const int quarter = dd_type_is_complex(c->type) ? turn & 3 : 0;
    dd_element_set(c->type, eigen_case_at(c, i, j), 0, cuddFromDouble((double)value * cosine[quarter]),
                   cuddFromDouble((double)value * sine[quarter]));
}

/* L = S N: N has ones on the diagonal and -1 below it, so that N^-1 is the triangle of ones, and S
 * is diagonal with s_k = i^k in U. B = S N N^T S^H. A = S N D N^T S^H in type 1; S N^-T D N^-1 S^H,
 * whose elements are sums of values, in types 2 and 3. */
void sygvd_case_fill_integers(struct eigen_case *c, const int64_t *values)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->n; i++)
        {
            const int64_t low = i < j ? i : j, high = i < j ? j : i, apart = high - low;
            int64_t a = 0;
            if (c->itype == DDBLAS_EIG_TYPE_1)
                a = apart == 0 ? values[i] + (i > 0 ? values[i - 1] : 0) : apart == 1 ? -values[low] : 0;
            else
                for (int64_t k = high; k < c->n; k++)
                    a += values[k];
            put_turned(c, i, j, a, (int)(i - j));
            put_turned(c->pair, i, j, apart == 0 ? (i > 0 ? 2 : 1) : apart == 1 ? -1 : 0, (int)(i - j));
        }
    eigen_case_store(c);
    eigen_case_store(c->pair);
}

/* ---- the reduction alone --------------------------------------------------------------------- */

ddblasStatus_t sygvd_call_potrf(ddblasHandle_t h, const struct eigen_case *c, void *B, int64_t *info)
{
    switch (c->type)
    {
    case DDBLAS_TYPE_S:
        return ddblasSpotrf(h, c->uplo, c->n, B, c->pair->lda, info);
    case DDBLAS_TYPE_D:
        return ddblasDpotrf(h, c->uplo, c->n, B, c->pair->lda, info);
    case DDBLAS_TYPE_C:
        return ddblasCpotrf(h, c->uplo, c->n, B, c->pair->lda, info);
    case DDBLAS_TYPE_Z:
        return ddblasZpotrf(h, c->uplo, c->n, B, c->pair->lda, info);
    case DDBLAS_TYPE_W:
        return ddblasWpotrf(h, c->uplo, c->n, B, c->pair->lda, info);
    default:
        return ddblasUpotrf(h, c->uplo, c->n, B, c->pair->lda, info);
    }
}

ddblasStatus_t sygvd_call_sygst(ddblasHandle_t h, const struct eigen_case *c, void *A, const void *B)
{
    return c->type == DDBLAS_TYPE_W ? ddblasWsygst(h, c->itype, c->uplo, c->n, A, c->lda, B, c->pair->lda)
                                    : ddblasUhegst(h, c->itype, c->uplo, c->n, A, c->lda, B, c->pair->lda);
}

void sygvd_case_reduce(ddblasHandle_t h, struct eigen_case *c)
{
    int64_t info = 7;
    struct dd_operand o[] = {dd_operand_written(c->pair->A, c->pair->result, c->pair->bytes),
                             dd_operand_written(&info, &c->info, sizeof info)};
    dd_operands_put(h, o, 2, 0);
    dd_must(h, sygvd_call_potrf(h, c, o[0].at, o[1].at), "potrf");
    dd_operands_take(h, o, 2, 0);
    assert_int_equal(c->info, 0);
    struct dd_operand r[] = {dd_operand_written(c->A, c->result, c->bytes), dd_operand_read(c->pair->result, c->pair->bytes)};
    dd_operands_put(h, r, 2, 0);
    dd_must(h, sygvd_call_sygst(h, c, r[0].at, r[1].at), "sygst");
    dd_operands_take(h, r, 2, 0);
    dd_rest_unchanged("A", c->A, c->result, c->bytes, c->size, c->lda, eigen_case_in_triangle, c);
}

/* ---- judgement ------------------------------------------------------------------------------- */

double sygvd_case_bound(const struct eigen_case *c, enum dd_routine routine)
{
    return dd_routine_bound(routine, c->type, (struct dd_bound_size){.k = c->n});
}

static void judge(const struct eigen_case *c, double error, double bound, const char *name, const char *what, uint64_t seed)
{
    if (error <= bound)
        return;
    fail_msg("%csygvd type %d uplo %d n=%lld, %s, seed %llu: %s is %g u, above %g", dd_type_letter(c->type), (int)c->itype,
             (int)c->uplo, (long long)c->n, what, (unsigned long long)seed, name, error, bound);
}

/* The errors of the vectors in c->result. */
static struct dd_generalized_error errors_of(const struct eigen_case *c)
{
    const int64_t n = c->n;
    char *X = dd_poisoned((size_t)(n * n) * c->size);
    for (int64_t j = 0; j < n; j++)
        memcpy(X + (size_t)(j * n) * c->size, (char *)c->result + (size_t)(j * c->lda) * c->size, (size_t)n * c->size);
    const struct dd_generalized_error e = dd_oracle_generalized_error(c->type, c->itype, n, c->full, c->pair->full, X, c->w);
    free(X);
    return e;
}

double sygvd_case_error(const struct eigen_case *c)
{
    const struct dd_generalized_error e = errors_of(c);
    return fmax(e.residual, e.normalization) / sygvd_case_bound(c, DD_ROUTINE_sygvd);
}

double sygvd_case_judge(ddblasHandle_t h, struct eigen_case *c, const char *what, uint64_t seed)
{
    const int64_t n = c->n;
    const double bound = sygvd_case_bound(c, DD_ROUTINE_sygvd);
    dd_must(h, eigen_case_run(h, c), what);
    if (c->info != 0)
        fail_msg("n=%lld, %s, seed %llu: info is %lld", (long long)n, what, (unsigned long long)seed, (long long)c->info);
    const struct dd_generalized_error e = errors_of(c);
    judge(c, e.residual, bound, "the residual", what, seed);
    judge(c, e.normalization, bound, "the error of normalisation", what, seed);
    for (int64_t j = 1; j < n; j++)
        assert_true(cuddLe(c->w[j - 1], c->w[j]));
    return fmax(e.residual, e.normalization) / bound;
}
