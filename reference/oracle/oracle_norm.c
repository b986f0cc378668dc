/*
 * Norms of matrices, by MPFR.
 */
#include "oracle_norm.h"

#include <math.h>
#include <stdlib.h>

#include "element.h"
#include "oracle.h"
#include "oracle_mpfr.h"

enum
{
    BITS_OF_LARGEST = 400, /* The largest modulus of real numbers is exact. */
    BITS_OF_SUM = 256      /* Terms are >= 0, so that sums lose less than 2^-230 of their value. */
};

/* Element (i, j) of the whole matrix, from the stored part. */
static struct dd_parts load(const struct dd_norm_problem *p, int64_t i, int64_t j)
{
    const int stored = p->uplo == DDBLAS_FILL_MODE_FULL || (p->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j);
    struct dd_parts e = dd_parts_load(p->type, p->A, stored ? i + j * p->lda : j + i * p->lda);
    if (p->hermitian && i == j)
        e.im[0] = e.im[1] = 0.0;
    return e;
}

static void set(mpfr_ptr v, const double part[2])
{
    mpfr_set_d(v, part[0], RN);
    if (part[1] != 0.0)
        mpfr_add_d(v, v, part[1], RN);
}

/* An element's modulus, or its square. */
static void set_term(mpfr_ptr v, mpfr_ptr work, struct dd_parts e, int squares)
{
    const int is_real = e.im[0] == 0.0 && e.im[1] == 0.0;
    set(v, e.re);
    if (is_real && !squares)
    {
        mpfr_abs(v, v, RN);
        return;
    }
    mpfr_sqr(v, v, RN);
    if (!is_real)
    {
        set(work, e.im);
        mpfr_sqr(work, work, RN);
        mpfr_add(v, v, work, RN);
    }
    if (!squares)
        mpfr_sqrt(v, v, RN);
}

static void compute_norm(mpfr_ptr norm, const struct dd_norm_problem *p)
{
    mpfr_t term, work, sum;
    const int by_rows = p->norm == DDBLAS_NORM_INF;
    /* The largest modulus of complex numbers is the square root of the largest square. */
    const int squares = p->norm == DDBLAS_NORM_FROBENIUS || (p->norm == DDBLAS_NORM_MAX && dd_type_is_complex(p->type));
    const int64_t outer = by_rows ? p->m : p->n, inner = by_rows ? p->n : p->m;
    mpfr_inits2(mpfr_get_prec(norm), term, work, sum, (mpfr_ptr)0);
    mpfr_set_zero(norm, 1);
    for (int64_t a = 0; a < outer; a++)
    {
        mpfr_set_zero(sum, 1);
        for (int64_t b = 0; b < inner; b++)
        {
            set_term(term, work, by_rows ? load(p, a, b) : load(p, b, a), squares);
            if (p->norm == DDBLAS_NORM_MAX)
                mpfr_max(sum, sum, term, RN);
            else
                mpfr_add(sum, sum, term, RN);
        }
        if (p->norm == DDBLAS_NORM_FROBENIUS)
            mpfr_add(norm, norm, sum, RN);
        else
            mpfr_max(norm, norm, sum, RN);
    }
    if (squares)
        mpfr_sqrt(norm, norm, RN);
    mpfr_clears(term, work, sum, (mpfr_ptr)0);
}

double dd_oracle_norm_error(const struct dd_norm_problem *p, const void *result, double absolute, double *value)
{
    const ddblasType_t real = dd_type_real(p->type);
    const struct dd_parts got = dd_parts_load(real, result, 0);
    mpfr_t norm, error, allowed;
    const int finite = dd_parts_are_finite(got);
    mpfr_inits2(p->norm == DDBLAS_NORM_MAX ? BITS_OF_LARGEST : BITS_OF_SUM, norm, error, allowed, (mpfr_ptr)0);
    compute_norm(norm, p);
    if (value)
        *value = mpfr_get_d(norm, RN);
    mpfr_sub_d(error, norm, finite ? got.re[0] : 0.0, RN);
    mpfr_sub_d(error, error, finite ? got.re[1] : 0.0, RN);
    mpfr_abs(error, error, RN);
    mpfr_set_d(allowed, absolute, RN);
    mpfr_mul_2si(allowed, allowed, dd_type_is_single(real) ? -149 : -1074, RN);
    mpfr_sub(error, error, allowed, RN);
    if (mpfr_sgn(error) < 0)
        mpfr_set_zero(error, 1);
    const double r = finite ? dd_mpfr_ratio(error, norm, -ilogb(dd_oracle_unit(real))) : (double)INFINITY;
    mpfr_clears(norm, error, allowed, (mpfr_ptr)0);
    return r;
}
