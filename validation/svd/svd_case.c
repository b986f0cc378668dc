/*
 * One call of gesvd under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle_svd.h"
#include "poison.h"
#include "svd_case.h"
#include "terms.h"

int64_t svd_vectors(ddblasSvdMode_t job, int64_t order, int64_t all)
{
    return job == DDBLAS_SVD_MODE_NONE ? 0 : job == DDBLAS_SVD_MODE_THIN ? order : all;
}

struct svd_case *svd_case_new(ddblasType_t type, ddblasSvdMode_t jobu, ddblasSvdMode_t jobv, int64_t m, int64_t n, int64_t pad)
{
    struct svd_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    *c = (struct svd_case){.type = type, .jobu = jobu, .jobv = jobv, .m = m, .n = n, .size = dd_type_size(type)};
    c->order = m < n ? m : n;
    c->columns = svd_vectors(jobu, c->order, m);
    c->rows = svd_vectors(jobv, c->order, n);
    c->lda = dd_least_leading(m) + pad;
    c->ldu = dd_least_leading(m) + 2 * pad;
    c->ldvt = dd_least_leading(c->rows) + pad;
    c->a = (size_t)(c->lda * n) * c->size;
    c->u = (size_t)(c->ldu * c->columns) * c->size;
    c->vt = c->rows > 0 ? (size_t)(c->ldvt * n) * c->size : 0;
    c->values = (size_t)c->order * sizeof *c->s;
    c->A = dd_poisoned(c->a);
    c->U = dd_poisoned(c->u);
    c->VT = dd_poisoned(c->vt);
    c->raw = (size_t)c->order * dd_type_size(dd_type_real(type));
    c->stored = dd_poisoned(c->raw);
    c->s = dd_poisoned(c->values);
    return c;
}

void svd_case_free(struct svd_case *c)
{
    free(c->A);
    free(c->U);
    free(c->VT);
    free(c->stored);
    free(c->s);
    free(c);
}

void *svd_case_at(const struct svd_case *c, int64_t i, int64_t j) { return (char *)c->A + (size_t)(i + j * c->lda) * c->size; }

/* ---- families -------------------------------------------------------------------------------- */

const char *svd_family_name(enum svd_family family)
{
    static const char *const names[] = {"random",   "uniform",        "geometric",      "gaps 1e-34", "gaps 1e-20",
                                        "multiple", "deficient by 1", "deficient by 9", "half rank",  "near noise",
                                        "integers", "zero columns",   "Kahan",          "Hilbert",    "Vandermonde",
                                        "Laeuchli", "graded rows",    "graded columns", "zero",       "one element",
                                        "rank one", "identity",       "orthogonal",     "tiny",       "huge"};
    return names[family];
}

static void put(struct svd_case *c, int64_t i, int64_t j, cuddcomplex a)
{
    dd_element_set(c->type, svd_case_at(c, i, j), 0, a.x, a.y);
}

static void put_real(struct svd_case *c, int64_t i, int64_t j, double a) { put(c, i, j, cuddcFromDoubles(a, 0.0)); }

static cuddcomplex get(const struct svd_case *c, int64_t i, int64_t j)
{
    const struct dd_number a = dd_number_load(c->type, svd_case_at(c, i, j), 0);
    return cuddcMake(a.re, a.im);
}

static cuddcomplex random_number(const struct svd_case *c, struct dd_random *g, int exponent)
{
    const cuddreal re = dd_random_full_pair(g, exponent);
    return cuddcMake(re, dd_type_is_complex(c->type) ? dd_random_full_pair(g, exponent) : cuddFromDouble(0.0));
}

/* The prescribed singular value number k. */
static cuddreal singular_value(const struct svd_case *c, struct dd_random *g, enum svd_family family, int64_t k)
{
    const cuddreal one = cuddFromDouble(1.0), zero = cuddFromDouble(0.0), group = cuddFromDouble((double)(k / 5 + 1));
    const double last = (double)(c->order > 1 ? c->order - 1 : 1);
    const cuddreal other = cuddFabs(dd_random_full_pair(g, -1));
    switch (family)
    {
    case SVD_UNIFORM:
        return cuddFromDouble((double)(c->order - k));
    case SVD_GEOMETRIC:
        return cuddFromDouble(pow(10.0, -30.0 * (double)k / last));
    case SVD_CLUSTER_34:
        return cuddAddD(group, (double)(k % 5) * 1e-34);
    case SVD_CLUSTER_20:
        return cuddAddD(group, (double)(k % 5) * 1e-20);
    case SVD_MULTIPLE:
        return k < c->order / 2 ? one : other;
    case SVD_DEFICIENT_1:
        return k + 1 < c->order ? other : zero;
    case SVD_DEFICIENT_9:
        return k + 9 < c->order ? other : zero;
    case SVD_DEFICIENT_HALF:
        return k < c->order / 2 ? other : zero;
    case SVD_NEAR_NOISE:
        return k < 2 ? one : cuddFromDouble(pow(10.0, -28.0 - 8.0 * (double)k / last));
    default: /* SVD_ORTHOGONAL */
        return one;
    }
}

/* A = (I - 2 v v^H / v^H v) A or, if `right`, A (I - 2 v v^H / v^H v), in W's arithmetic: the
 * result is the matrix. */
static void reflect(struct svd_case *c, struct dd_random *g, int right)
{
    const int64_t length = right ? c->n : c->m, others = right ? c->m : c->n;
    cuddcomplex *v = malloc((size_t)length * sizeof *v);
    assert_non_null(v);
    cuddreal square = cuddFromDouble(0.0);
    for (int64_t i = 0; i < length; i++)
    {
        v[i] = random_number(c, g, -1);
        square = cuddAdd(square, cuddcNorm(v[i]));
    }
    const cuddreal factor = cuddDDiv(-2.0, square);
    for (int64_t j = 0; j < others; j++)
    {
        cuddcomplex sum = cuddcFromDoubles(0.0, 0.0);
        for (int64_t i = 0; i < length; i++)
            sum = right ? cuddcFma(get(c, j, i), v[i], sum) : cuddcFma(cuddcConj(v[i]), get(c, i, j), sum);
        sum = cuddcMulReal(sum, factor);
        for (int64_t i = 0; i < length; i++)
            if (right)
                put(c, j, i, cuddcFma(sum, cuddcConj(v[i]), get(c, j, i)));
            else
                put(c, i, j, cuddcFma(v[i], sum, get(c, i, j)));
    }
    free(v);
}

static void fill_prescribed(struct svd_case *c, struct dd_random *g, enum svd_family family)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
            put(c, i, j, cuddcFromReal(i == j ? singular_value(c, g, family, i) : cuddFromDouble(0.0)));
    for (int k = 0; k < 4; k++)
        reflect(c, g, k % 2);
}

/* sum of x_t(i) y_t(j) with integers x and y, or one such product of full numbers. */
static void fill_products(struct svd_case *c, struct dd_random *g, int terms)
{
    cuddcomplex *x = malloc((size_t)(terms * (c->m + c->n)) * sizeof *x), *y = x + terms * c->m;
    assert_non_null(x);
    for (int64_t i = 0; i < terms * (c->m + c->n); i++)
        x[i] = terms > 1 ? cuddcFromDoubles((double)dd_random_int(g, -9, 9), 0.0) : random_number(c, g, 0);
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
        {
            cuddcomplex a = cuddcFromDoubles(0.0, 0.0);
            for (int t = 0; t < terms; t++)
                a = cuddcFma(x[i * terms + t], y[j * terms + t], a);
            put(c, i, j, a);
        }
    free(x);
}

/* Row i of Kahan's matrix: sine^i (1, -cosine, -cosine, ...) from the diagonal on. */
static double kahan(int64_t i, int64_t j) { return i > j ? 0.0 : pow(0.96, (double)i) * (i == j ? 1.0 : -0.28); }

static void put_element(struct svd_case *c, struct dd_random *g, enum svd_family family, int64_t i, int64_t j)
{
    const cuddcomplex a = random_number(c, g, (int)dd_random_int(g, -4, 0));
    const double largest = (double)(c->m > c->n ? c->m : c->n);
    const int far = dd_type_real(c->type) == DDBLAS_TYPE_S ? 110 : 830;
    switch (family)
    {
    case SVD_ZERO_COLUMNS:
        put(c, i, j, j % 3 == 1 || i % 5 == 2 ? cuddcFromDoubles(0.0, 0.0) : a);
        break;
    case SVD_KAHAN:
        put_real(c, i, j, kahan(i, j));
        break;
    case SVD_HILBERT:
        put(c, i, j, cuddcFromReal(cuddDDiv(1.0, cuddFromDouble((double)(i + j + 1)))));
        break;
    case SVD_VANDERMONDE:
        put_real(c, i, j, pow(((double)i + 0.5) / largest, (double)j));
        break;
    case SVD_LAEUCHLI:
        put(c, i, j, i == 0 ? a : cuddcFromDoubles(i == j + 1 ? 1e-20 : 0.0, 0.0));
        break;
    case SVD_GRADED_ROWS:
        put(c, i, j, cuddcMulReal(a, cuddFromDouble(pow(10.0, -2.0 * (double)i))));
        break;
    case SVD_GRADED_COLUMNS:
        put(c, i, j, cuddcMulReal(a, cuddFromDouble(pow(10.0, -2.0 * (double)j))));
        break;
    case SVD_ZERO:
        put_real(c, i, j, 0.0);
        break;
    case SVD_ONE_ELEMENT:
        put(c, i, j, i == c->m / 2 && j == c->n / 3 ? a : cuddcFromDoubles(0.0, 0.0));
        break;
    case SVD_IDENTITY:
        put(c, i, j, cuddcAdd(cuddcFromDoubles(i == j ? 1.0 : 0.0, 0.0), cuddcMulReal(a, cuddFromDouble(1e-20))));
        break;
    default:
        put(c, i, j, cuddcLdexp(a, family == SVD_TINY ? -far : family == SVD_HUGE ? far : 0));
    }
}

void svd_case_fill(struct svd_case *c, struct dd_random *g, enum svd_family family)
{
    if ((family >= SVD_UNIFORM && family <= SVD_NEAR_NOISE) || family == SVD_ORTHOGONAL)
        fill_prescribed(c, g, family);
    else if (family == SVD_INTEGERS || family == SVD_RANK_ONE)
        fill_products(c, g, family == SVD_INTEGERS ? 3 : 1);
    else
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                put_element(c, g, family, i, j);
}

/* ---- call ------------------------------------------------------------------------------------ */

#define CALL(name) name(h, u, v, a->m, a->n, a->A, a->lda, a->s, a->U, a->ldu, a->VT, a->ldvt, a->info)

ddblasStatus_t svd_call(ddblasHandle_t h, ddblasType_t type, const struct svd_arguments *a)
{
    const ddblasSvdMode_t u = (ddblasSvdMode_t)a->jobu, v = (ddblasSvdMode_t)a->jobv;
    switch (type)
    {
    case DDBLAS_TYPE_S:
        return CALL(ddblasSgesvd);
    case DDBLAS_TYPE_D:
        return CALL(ddblasDgesvd);
    case DDBLAS_TYPE_C:
        return CALL(ddblasCgesvd);
    case DDBLAS_TYPE_Z:
        return CALL(ddblasZgesvd);
    case DDBLAS_TYPE_W:
        return CALL(ddblasWgesvd);
    default:
        return CALL(ddblasUgesvd);
    }
}

size_t svd_case_workspace(ddblasHandle_t h, const struct svd_case *c)
{
    size_t bytes = 0;
    dd_must(h, ddblasGesvdWorkspaceSize(h, c->type, c->jobu, c->jobv, c->m, c->n, &bytes), "query");
    return bytes;
}

static int in_u(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct svd_case *)problem)->m;
}

static int in_vt(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct svd_case *)problem)->rows;
}

/* s = the numbers in `stored`. */
static void widen(const struct svd_case *c)
{
    const ddblasType_t real = dd_type_real(c->type);
    for (int64_t k = 0; k < c->order; k++)
        if (real == DDBLAS_TYPE_W)
            c->s[k] = ((const cuddreal *)c->stored)[k];
        else
            c->s[k] = cuddFromDouble(dd_parts_load(real, c->stored, k).re[0]);
}

static void inject_nothing(int failing) { (void)failing; }

ddblasStatus_t svd_case_run_failing(ddblasHandle_t caller, ddblasHandle_t h, struct svd_case *c, void (*inject)(int), int failing)
{
    int64_t before = INT64_MIN;
    void *u = dd_poisoned(c->u), *vt = dd_poisoned(c->vt), *s = dd_poisoned(c->raw);
    struct dd_operand o[] = {dd_operand_read(c->A, c->a), dd_operand_written(u, c->U, c->u), dd_operand_written(vt, c->VT, c->vt),
                             dd_operand_written(s, c->stored, c->raw)};
    struct dd_operand info = dd_operand_written(&before, &c->info, sizeof before);
    dd_operands_put(h, o, 4, c->offset);
    dd_operands_put(h, &info, 1, 0);
    const struct svd_arguments a = {c->jobu, c->jobv, c->m,   c->n,    o[0].at, c->lda,
                                    o[3].at, o[1].at, c->ldu, o[2].at, c->ldvt, info.at};
    inject(failing);
    const ddblasStatus_t status = svd_call(caller, c->type, &a);
    inject(0);
    dd_operands_take(h, o, 4, c->offset);
    dd_operands_take(h, &info, 1, 0);
    widen(c);
    dd_rest_unchanged("U", u, c->U, c->u, c->size, c->ldu, in_u, c);
    dd_rest_unchanged("VT", vt, c->VT, c->vt, c->size, c->ldvt, in_vt, c);
    free(u);
    free(vt);
    free(s);
    return status;
}

ddblasStatus_t svd_case_run(ddblasHandle_t h, struct svd_case *c) { return svd_case_run_failing(h, h, c, inject_nothing, 0); }

/* ---- judgement ------------------------------------------------------------------------------- */

void *svd_dense(const struct svd_case *c, const void *X, int64_t rows, int64_t columns, int64_t ld)
{
    char *dense = dd_poisoned((size_t)(rows * columns) * c->size);
    for (int64_t j = 0; j < columns; j++)
        memcpy(dense + (size_t)(j * rows) * c->size, (const char *)X + (size_t)(j * ld) * c->size, (size_t)rows * c->size);
    return dense;
}

static void judge(const struct svd_case *c, double error, const char *name, const char *what, uint64_t seed)
{
    const double bound = dd_routine_bound(DD_ROUTINE_gesvd, c->type, (struct dd_bound_size){.m = c->m, .k = c->n});
    if (error <= bound)
        return;
    fail_msg("%cgesvd %lld x %lld, jobs %d %d, %s, seed %llu: %s is %g max(m, n) u, above %g", dd_type_letter(c->type),
             (long long)c->m, (long long)c->n, (int)c->jobu, (int)c->jobv, what, (unsigned long long)seed, name, error, bound);
}

double svd_case_judge(ddblasHandle_t h, struct svd_case *c, const char *what, uint64_t seed, int exact)
{
    dd_must(h, svd_case_run(h, c), what);
    if (c->info != 0)
        fail_msg("%lld x %lld, %s, seed %llu: info is %lld", (long long)c->m, (long long)c->n, what, (unsigned long long)seed,
                 (long long)c->info);
    void *A = svd_dense(c, c->A, c->m, c->n, c->lda), *U = svd_dense(c, c->U, c->m, c->columns, c->ldu),
         *VT = svd_dense(c, c->VT, c->rows, c->n, c->ldvt);
    const struct dd_svd_error e = dd_oracle_svd_error(c->type, c->m, c->n, A, c->s, c->columns, U, c->rows, VT);
    judge(c, e.residual, "A - U S V^H", what, seed);
    judge(c, e.left, "U^H U - I", what, seed);
    judge(c, e.right, "V^H V - I", what, seed);
    for (int64_t j = 0; j < c->order; j++)
        assert_true(!cuddSignBit(c->s[j]) && (j == 0 || cuddLe(c->s[j], c->s[j - 1])));
    const double value = exact ? dd_oracle_singular_value_error(c->type, c->m, c->n, A, c->s).absolute : 0.0;
    judge(c, value, "a singular value's error", what, seed);
    free(A);
    free(U);
    free(VT);
    return fmax(fmax(value, e.residual), fmax(e.left, e.right));
}
