/*
 * One call of syevd or heevd under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eigen_case.h"
#include "oracle_eigen.h"
#include "poison.h"
#include "terms.h"

struct eigen_case *eigen_case_new(ddblasType_t type, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, int64_t pad)
{
    struct eigen_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    *c = (struct eigen_case){.type = type, .jobz = jobz, .uplo = uplo, .n = n, .size = dd_type_size(type)};
    c->lda = dd_least_leading(n) + pad;
    c->bytes = (size_t)(c->lda * n) * c->size;
    c->full = dd_poisoned((size_t)(n * n) * c->size);
    c->A = dd_poisoned(c->bytes);
    c->result = dd_poisoned(c->bytes);
    c->w = dd_poisoned((size_t)n * sizeof *c->w);
    c->stored = dd_poisoned((size_t)n * sizeof *c->w);
    return c;
}

void eigen_case_free(struct eigen_case *c)
{
    if (c->pair)
        eigen_case_free(c->pair);
    free(c->full);
    free(c->A);
    free(c->result);
    free(c->w);
    free(c->stored);
    free(c);
}

void *eigen_case_at(const struct eigen_case *c, int64_t i, int64_t j)
{
    return (char *)c->full + (size_t)(i + j * c->n) * c->size;
}

void eigen_case_store(struct eigen_case *c)
{
    memset(c->A, DD_POISON, c->bytes);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->n; i++)
            if (c->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j)
                memcpy((char *)c->A + (size_t)(i + j * c->lda) * c->size, eigen_case_at(c, i, j), c->size);
}

/* ---- families -------------------------------------------------------------------------------- */

const char *eigen_family_name(enum eigen_family family)
{
    static const char *const names[] = {"random",    "arithmetic", "geometric", "gaps 1e-34", "gaps 1e-20", "gaps 1e-6",
                                        "multiple",  "outlier",    "rank one",  "zero",       "identity",   "Wilkinson",
                                        "glued",     "1-2-1",      "Clement",   "Hilbert",    "min",        "graded down",
                                        "graded up", "tiny",       "huge",      "diagonal"};
    return names[family];
}

/* Sets element (i, j) and its mirror image; the diagonal becomes real. */
static void put(struct eigen_case *c, int64_t i, int64_t j, cuddreal re, cuddreal im)
{
    const cuddreal zero = cuddFromDouble(0.0);
    dd_element_set(c->type, eigen_case_at(c, i, j), 0, re, i == j ? zero : im);
    dd_element_set(c->type, eigen_case_at(c, j, i), 0, re, i == j ? zero : cuddNeg(im));
}

static void put_real(struct eigen_case *c, int64_t i, int64_t j, cuddreal value) { put(c, i, j, value, cuddFromDouble(0.0)); }

static cuddcomplex get(const struct eigen_case *c, int64_t i, int64_t j)
{
    const struct dd_number a = dd_number_load(c->type, eigen_case_at(c, i, j), 0);
    return cuddcMake(a.re, a.im);
}

/* A random number of this exponent. */
static cuddcomplex random_number(const struct eigen_case *c, struct dd_random *g, int exponent)
{
    const cuddreal re = dd_random_full_pair(g, exponent);
    return cuddcMake(re, dd_type_is_complex(c->type) ? dd_random_full_pair(g, exponent) : cuddFromDouble(0.0));
}

/* The prescribed eigenvalue number k. */
static cuddreal eigenvalue(const struct eigen_case *c, struct dd_random *g, enum eigen_family family, int64_t k)
{
    const cuddreal one = cuddFromDouble(1.0), group = cuddFromDouble((double)(k / 5 + 1));
    const double member = (double)(k % 5);
    switch (family)
    {
    case EIGEN_ARITHMETIC:
        return cuddFromDouble((double)(k + 1));
    case EIGEN_GEOMETRIC:
        return cuddFromDouble(pow(10.0, -30.0 * (double)k / (double)(c->n > 1 ? c->n - 1 : 1)));
    case EIGEN_CLUSTER_34:
        return cuddAddD(group, member * 1e-34);
    case EIGEN_CLUSTER_20:
        return cuddAddD(group, member * 1e-20);
    case EIGEN_CLUSTER_6:
        return cuddAddD(group, member * 1e-6);
    case EIGEN_MULTIPLE:
        return k < c->n / 2 ? one : dd_random_full_pair(g, -1);
    case EIGEN_OUTLIER:
        return k == 0 ? cuddFromDouble(1e20) : dd_random_full_pair(g, 0);
    default: /* EIGEN_DIAGONAL */
        return k % 3 == 0 ? one : cuddFromDouble((double)dd_random_int(g, -4, 4));
    }
}

/* A = H A H with H = I - 2 v v^H / (v^H v), in W's arithmetic: what is stored is the matrix. */
static void reflect(struct eigen_case *c, struct dd_random *g)
{
    const int64_t n = c->n;
    cuddcomplex *v = malloc((size_t)(2 * n) * sizeof *v), *p = v + n;
    assert_non_null(v);
    cuddreal square = cuddFromDouble(0.0), dot = square;
    for (int64_t i = 0; i < n; i++)
    {
        v[i] = random_number(c, g, -1);
        square = cuddAdd(square, cuddcNorm(v[i]));
    }
    const cuddreal factor = cuddDDiv(2.0, square);
    for (int64_t i = 0; i < n; i++)
    {
        p[i] = cuddcFromDoubles(0.0, 0.0);
        for (int64_t k = 0; k < n; k++)
            p[i] = cuddcFma(get(c, i, k), v[k], p[i]);
        p[i] = cuddcMulReal(p[i], factor);
        dot = cuddAdd(dot, cuddcReal(cuddcMul(cuddcConj(v[i]), p[i])));
    }
    dot = cuddMulD(cuddMul(dot, factor), 0.5);
    for (int64_t i = 0; i < n; i++)
        p[i] = cuddcSub(p[i], cuddcMulReal(v[i], dot));
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++)
        {
            const cuddcomplex sum = cuddcAdd(cuddcMul(v[i], cuddcConj(p[j])), cuddcMul(p[i], cuddcConj(v[j])));
            const cuddcomplex a = cuddcSub(get(c, i, j), sum);
            put(c, i, j, a.x, a.y);
        }
    free(v);
}

/* An element of the families that are given by their elements, i >= j. */
static void put_element(struct eigen_case *c, struct dd_random *g, enum eigen_family family, int64_t i, int64_t j)
{
    const int64_t n = c->n, beside = i == j + 1;
    const int exponent = (int)dd_random_int(g, -4, 0), far = dd_type_real(c->type) == DDBLAS_TYPE_S ? 100 : 830;
    cuddcomplex a = random_number(c, g, exponent);
    cuddreal r = cuddFromDouble(0.0);
    switch (family)
    {
    case EIGEN_IDENTITY:
        a = cuddcMulReal(a, cuddFromDouble(1e-20));
        put(c, i, j, cuddAddD(a.x, i == j ? 1.0 : 0.0), a.y);
        return;
    case EIGEN_WILKINSON:
        r = cuddFromDouble(i == j ? fabs((double)i - 0.5 * (double)(n - 1)) : (double)beside);
        break;
    case EIGEN_GLUED:
        r = cuddFromDouble(i == j ? fabs((double)(i % 7) - 3.0) : !beside ? 0.0 : i % 7 == 0 ? 1e-15 : 1.0);
        break;
    case EIGEN_121:
        r = cuddFromDouble(i == j ? 2.0 : -(double)beside);
        break;
    case EIGEN_CLEMENT:
        r = beside ? dd_oracle_root(i * (n - i)) : r;
        break;
    case EIGEN_HILBERT:
        r = cuddDivD(cuddFromDouble(1.0), (double)(i + j + 1));
        break;
    case EIGEN_MIN:
        r = cuddFromDouble((double)(j + 1));
        break;
    case EIGEN_ZERO:
        break;
    case EIGEN_GRADED_DOWN:
    case EIGEN_GRADED_UP:
        a = cuddcLdexp(a, -3 * (int)(family == EIGEN_GRADED_DOWN ? i + j : 2 * (n - 1) - i - j));
        put(c, i, j, a.x, a.y);
        return;
    default:
        a = cuddcLdexp(a, family == EIGEN_TINY ? -far : family == EIGEN_HUGE ? far : 0);
        put(c, i, j, a.x, a.y);
        return;
    }
    put_real(c, i, j, r);
}

static void fill_rank_one(struct eigen_case *c, struct dd_random *g)
{
    cuddcomplex *x = malloc((size_t)(c->n + 1) * sizeof *x);
    assert_non_null(x);
    for (int64_t i = 0; i < c->n; i++)
        x[i] = random_number(c, g, 0);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = j; i < c->n; i++)
        {
            const cuddcomplex a = cuddcMul(x[i], cuddcConj(x[j]));
            put(c, i, j, a.x, a.y);
        }
    free(x);
}

void eigen_case_fill(struct eigen_case *c, struct dd_random *g, enum eigen_family family)
{
    const int prescribed = (family >= EIGEN_ARITHMETIC && family <= EIGEN_OUTLIER) || family == EIGEN_DIAGONAL;
    if (family == EIGEN_RANK_ONE)
        fill_rank_one(c, g);
    for (int64_t j = 0; j < c->n && family != EIGEN_RANK_ONE; j++)
        for (int64_t i = j; i < c->n; i++)
            if (!prescribed)
                put_element(c, g, family, i, j);
            else
                put_real(c, i, j, i == j ? eigenvalue(c, g, family, i) : cuddFromDouble(0.0));
    for (int k = 0; k < 2 && prescribed && family != EIGEN_DIAGONAL; k++)
        reflect(c, g);
    eigen_case_store(c);
}

/* ---- call ------------------------------------------------------------------------------------ */

ddblasStatus_t eigen_call(ddblasHandle_t h, ddblasType_t type, ddblasEigMode_t jobz, ddblasFillMode_t uplo, int64_t n, void *A,
                          int64_t lda, void *w, int64_t *info)
{
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return ddblasSsyevd(h, jobz, uplo, n, A, lda, w, info);
    case DDBLAS_TYPE_D:
        return ddblasDsyevd(h, jobz, uplo, n, A, lda, w, info);
    case DDBLAS_TYPE_C:
        return ddblasCheevd(h, jobz, uplo, n, A, lda, w, info);
    case DDBLAS_TYPE_Z:
        return ddblasZheevd(h, jobz, uplo, n, A, lda, w, info);
    case DDBLAS_TYPE_W:
        return ddblasWsyevd(h, jobz, uplo, n, A, lda, w, info);
    default:
        return ddblasUheevd(h, jobz, uplo, n, A, lda, w, info);
    }
}

static ddblasStatus_t call_case(ddblasHandle_t h, const struct eigen_case *c, void *A, void *B, void *w, int64_t *info)
{
    if (!c->pair)
        return eigen_call(h, c->type, c->jobz, c->uplo, c->n, A, c->lda, w, info);
    switch (c->type)
    {
    case DDBLAS_TYPE_S:
        return ddblasSsygvd(h, c->itype, c->jobz, c->uplo, c->n, A, c->lda, B, c->pair->lda, w, info);
    case DDBLAS_TYPE_D:
        return ddblasDsygvd(h, c->itype, c->jobz, c->uplo, c->n, A, c->lda, B, c->pair->lda, w, info);
    case DDBLAS_TYPE_C:
        return ddblasChegvd(h, c->itype, c->jobz, c->uplo, c->n, A, c->lda, B, c->pair->lda, w, info);
    case DDBLAS_TYPE_Z:
        return ddblasZhegvd(h, c->itype, c->jobz, c->uplo, c->n, A, c->lda, B, c->pair->lda, w, info);
    case DDBLAS_TYPE_W:
        return ddblasWsygvd(h, c->itype, c->jobz, c->uplo, c->n, A, c->lda, B, c->pair->lda, w, info);
    default:
        return ddblasUhegvd(h, c->itype, c->jobz, c->uplo, c->n, A, c->lda, B, c->pair->lda, w, info);
    }
}

size_t eigen_case_workspace(ddblasHandle_t h, const struct eigen_case *c)
{
    size_t bytes = 0;
    dd_must(h, (c->pair ? ddblasSygvdWorkspaceSize : ddblasSyevdWorkspaceSize)(h, c->type, c->jobz, c->n, &bytes), "query");
    return bytes;
}

static int is_inside(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct eigen_case *)problem)->n;
}

int eigen_case_in_triangle(const void *problem, int64_t i, int64_t j)
{
    const struct eigen_case *c = problem;
    return c->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j && i < c->n : i <= j;
}

/* All that the call must leave as it was. */
static void check_rest(const struct eigen_case *c)
{
    const int vectors = c->jobz == DDBLAS_EIG_MODE_VECTOR;
    dd_rest_unchanged("A", c->A, c->result, c->bytes, c->size, c->lda, c->pair && !vectors ? eigen_case_in_triangle : is_inside,
                      c);
    if (!c->pair && !vectors)
        assert_memory_equal(c->A, c->result, c->bytes);
    if (c->pair)
        dd_rest_unchanged("B", c->pair->A, c->pair->result, c->pair->bytes, c->size, c->pair->lda, eigen_case_in_triangle,
                          c->pair);
}

void eigen_case_widen(struct eigen_case *c, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        if (dd_type_real(c->type) == DDBLAS_TYPE_W)
            c->w[k] = ((const cuddreal *)c->stored)[k];
        else
            c->w[k] = cuddFromDouble(dd_parts_load(dd_type_real(c->type), c->stored, k).re[0]);
}

static void inject_nothing(int failing) { (void)failing; }

ddblasStatus_t eigen_case_run_failing(ddblasHandle_t caller, ddblasHandle_t h, struct eigen_case *c, void (*inject)(int),
                                      int failing)
{
    int64_t before = INT64_MIN;
    const size_t bytes = (size_t)c->n * dd_type_size(dd_type_real(c->type));
    void *w = dd_poisoned(bytes);
    struct dd_operand o[] = {dd_operand_written(c->A, c->result, c->bytes), dd_operand_written(w, c->stored, bytes),
                             c->pair ? dd_operand_written(c->pair->A, c->pair->result, c->pair->bytes) : (struct dd_operand){0}};
    struct dd_operand info = dd_operand_written(&before, &c->info, sizeof before);
    const int arrays = c->pair ? 3 : 2;
    dd_operands_put(h, o, arrays, c->offset);
    dd_operands_put(h, &info, 1, 0);
    inject(failing);
    const ddblasStatus_t status = call_case(caller, c, o[0].at, o[2].at, o[1].at, info.at);
    inject(0);
    dd_operands_take(h, o, arrays, c->offset);
    dd_operands_take(h, &info, 1, 0);
    free(w);
    eigen_case_widen(c, c->n);
    check_rest(c);
    return status;
}

ddblasStatus_t eigen_case_run(ddblasHandle_t h, struct eigen_case *c)
{
    return eigen_case_run_failing(h, h, c, inject_nothing, 0);
}

/* ---- judgement ------------------------------------------------------------------------------- */

static void judge(const struct eigen_case *c, double error, const char *name, const char *what, uint64_t seed)
{
    const double bound = dd_routine_bound(DD_ROUTINE_syevd, c->type, (struct dd_bound_size){.k = c->n});
    if (error <= bound)
        return;
    fail_msg("%csyevd uplo %d n=%lld lda=%lld, %s, seed %llu: %s is %g n u, above %g", dd_type_letter(c->type), (int)c->uplo,
             (long long)c->n, (long long)c->lda, what, (unsigned long long)seed, name, error, bound);
}

double eigen_case_judge(ddblasHandle_t h, struct eigen_case *c, const char *what, uint64_t seed, int exact)
{
    const int64_t n = c->n;
    dd_must(h, eigen_case_run(h, c), what);
    if (c->info != 0)
        fail_msg("n=%lld, %s, seed %llu: info is %lld", (long long)n, what, (unsigned long long)seed, (long long)c->info);
    char *V = dd_poisoned((size_t)(n * n) * c->size);
    for (int64_t j = 0; j < n; j++)
        memcpy(V + (size_t)(j * n) * c->size, (char *)c->result + (size_t)(j * c->lda) * c->size, (size_t)n * c->size);
    const struct dd_eigen_error e = dd_oracle_eigen_error(c->type, n, c->full, V, c->w);
    free(V);
    judge(c, e.residual, "the residual", what, seed);
    judge(c, e.orthogonality, "V^H V - I", what, seed);
    for (int64_t j = 1; j < n; j++)
        assert_true(cuddLe(c->w[j - 1], c->w[j]));
    const double value = exact ? dd_oracle_eigenvalue_error(c->type, n, c->full, c->w) : 0.0;
    judge(c, value, "an eigenvalue's error", what, seed);
    return fmax(value, fmax(e.residual, e.orthogonality));
}
