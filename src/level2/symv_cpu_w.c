/*
 * Double-double symv on the CPU: choice of the kernels, and what the kernels leave out: strides and special values.
 */
#include <math.h>
#include <stdatomic.h>

#include "../core/isa.h"
#include "symv_cpu.h"
#include "symv_cpu_w.h"

/* ---- kernels ----------------------------------------------------------------------------------------------------------- */

static const struct ddblas_symv_w_kernels *const kernels_of[DDBLAS_ISA_COUNT] = {
    [DDBLAS_ISA_PORTABLE] = &ddblas_symv_w_portable,
#if defined(__x86_64__)
    [DDBLAS_ISA_AVX2] = &ddblas_symv_w_avx2,
    [DDBLAS_ISA_AVX512] = &ddblas_symv_w_avx512,
#endif
};

static _Atomic(const struct ddblas_symv_w_kernels *) substitute;

void ddblas_symv_w_substitute(const struct ddblas_symv_w_kernels *kernels) { atomic_store(&substitute, kernels); }

static const struct ddblas_symv_w_kernels *kernels_in_use(void)
{
    const struct ddblas_symv_w_kernels *other = atomic_load(&substitute);
    return other ? other : kernels_of[ddblas_isa()];
}

/* ---- special values ----------------------------------------------------------------------------------------------------
 * The kernels give a component that is not finite when an operand is not, and also when a partial sum passes the range of double.
 * Such a component is formed again, scalar by scalar:
 *
 *   - finite products are added in double-double as fractions beside an exponent of the sum, so that nothing overflows and terms
 *     lost to underflow are below 2^-1000 of the largest term;
 *   - products with an Inf or NaN are added apart in IEEE 754 arithmetic on the values.
 *
 * So an Inf meets another one, never a finite sum that overflowed, and a result in the range of double is finite and accurate
 * even where a partial sum, alpha A x or beta y was not. */

/* The value as one double, for classification. */
static double class_of(cuddreal a) { return cuddIsNan(a) ? (double)NAN : a.x; }

/* A row of A times x. */
struct special_sum
{
    cuddreal finite; /* sum of the finite products, times 2^-exponent */
    int exponent;
    double special; /* Inf or NaN when any product is not finite, otherwise 0 */
};

/* a 2^e as a fraction in [1/2, 1) and an exponent. */
static cuddreal fraction(cuddreal a, int *e)
{
    int own;
    a = cuddFrexp(a, &own);
    *e += own;
    return a;
}

/* The sum and the product in the larger of their exponents. */
static void add_product(struct special_sum *sum, cuddreal a, cuddreal x)
{
    int e = 0;
    const cuddreal product = cuddMul(fraction(a, &e), fraction(x, &e));
    if (product.x == 0.0)
        return;
    if (sum->finite.x == 0.0 || e > sum->exponent)
    {
        sum->finite = cuddLdexp(sum->finite, sum->exponent - e);
        sum->exponent = e;
    }
    sum->finite = cuddAdd(sum->finite, cuddLdexp(product, e - sum->exponent));
}

static struct special_sum special_row(const struct ddblas_symv_job *job, int64_t i)
{
    const int lower = job->problem->uplo == DDBLAS_FILL_MODE_LOWER;
    struct special_sum r = {{0.0, 0.0}, 0, 0.0};
    for (int64_t j = 0; j < job->problem->n; j++)
    {
        int stored = lower ? i >= j : i <= j;
        const cuddreal *a = ddblas_symv_element(job, stored ? i : j, stored ? j : i);
        const cuddreal *x = (const cuddreal *)(const void *)job->x + j;
        if (cuddIsFinite(*a) && cuddIsFinite(*x))
            add_product(&r, *a, *x);
        else
            r.special += class_of(*a) * class_of(*x);
    }
    return r;
}

/* a b 2^e + c d, all finite. */
static cuddreal scaled_update(cuddreal a, cuddreal b, int e, cuddreal c, cuddreal d)
{
    int f = 0;
    cuddreal ab = cuddMul(fraction(a, &e), fraction(b, &e));
    cuddreal cd = cuddMul(fraction(c, &f), fraction(d, &f));
    if (ab.x == 0.0 || cd.x == 0.0)
        return ab.x == 0.0 ? cuddLdexp(cd, f) : cuddLdexp(ab, e);
    int top = e > f ? e : f;
    return cuddLdexp(cuddAdd(cuddLdexp(ab, e - top), cuddLdexp(cd, f - top)), top);
}

static cuddreal special_component(const struct ddblas_symv_job *job, int64_t i, cuddreal y)
{
    const cuddreal alpha = *(const cuddreal *)job->problem->alpha, beta = *(const cuddreal *)job->problem->beta;
    const struct special_sum row = special_row(job, i);
    const double product = row.special != 0.0 ? class_of(alpha) * row.special : class_of(alpha) * row.finite.x;
    const double update = cuddIsZero(beta) ? 0.0 : class_of(beta) * class_of(y);
    const int product_special = row.special != 0.0 || !cuddIsFinite(alpha);
    const int update_special = !cuddIsZero(beta) && !(cuddIsFinite(beta) && cuddIsFinite(y));
    if (product_special || update_special)
        return cuddFromDouble((product_special ? product : 0.0) + (update_special ? update : 0.0));
    return scaled_update(alpha, row.finite, row.exponent, beta, cuddIsZero(beta) ? cuddFromDouble(0.0) : y);
}

/* ---- the steps of symv_cpu.c ------------------------------------------------------------------------------------------- */

static int is_zero(const void *scalar) { return cuddIsZero(*(const cuddreal *)scalar); }

static void tile(const struct ddblas_symv_job *job, int64_t ib, int64_t jb)
{
    const struct ddblas_symv_w_kernels *kernels = kernels_in_use();
    const cuddreal *A = ddblas_symv_element(job, ib * job->T, jb * job->T);
    const int64_t lda = job->problem->lda, m = ddblas_symv_extent(job, ib), k = ddblas_symv_extent(job, jb);
    if (ib == jb)
        kernels->triangle(job->T, A, lda, m, job->problem->uplo == DDBLAS_FILL_MODE_LOWER, ddblas_symv_x(job, ib),
                          ddblas_symv_part(job, ib, ib));
    else
        kernels->rectangle(job->T, A, lda, m, k, ddblas_symv_x(job, ib), ddblas_symv_x(job, jb), ddblas_symv_part(job, ib, jb),
                           ddblas_symv_part(job, jb, ib));
}

static void finish(const struct ddblas_symv_job *job, int64_t ib)
{
    const struct ddblas_symv_problem *p = job->problem;
    const cuddreal alpha = *(const cuddreal *)p->alpha, beta = *(const cuddreal *)p->beta;
    const int64_t m = ddblas_symv_extent(job, ib);
    cuddreal *y = p->y, old[DDBLAS_SYMV_W_T] = {{0.0, 0.0}}, result[DDBLAS_SYMV_W_T];
    if (!cuddIsZero(beta))
        for (int64_t i = 0; i < m; i++)
            old[i] = y[ddblas_symv_index(ib * job->T + i, p->n, p->incy)];
    kernels_in_use()->combine(job->T, ddblas_symv_part(job, ib, 0), job->blocks, alpha, beta, old, result);
    for (int64_t i = 0; i < m; i++)
    {
        if (!cuddIsFinite(result[i]))
            result[i] = special_component(job, ib * job->T + i, old[i]);
        y[ddblas_symv_index(ib * job->T + i, p->n, p->incy)] = result[i];
    }
}

static void scale(const struct ddblas_symv_problem *p)
{
    const cuddreal beta = *(const cuddreal *)p->beta;
    cuddreal *y = p->y;
    for (int64_t i = 0; i < p->n; i++)
    {
        cuddreal *at = y + ddblas_symv_index(i, p->n, p->incy);
        *at = cuddIsZero(beta) ? cuddFromDouble(0.0) : cuddMul(beta, *at);
    }
}

const struct ddblas_symv_cpu_ops ddblas_symv_cpu_w = {DDBLAS_SYMV_W_T, DDBLAS_SYMV_W_UNIT, DDBLAS_SYMV_W_T, tile, finish, scale,
                                                      is_zero};
