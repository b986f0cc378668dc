/*
 * Generalised eigenvalue problems against MPFR. A complex matrix is the real one [Re, -Im; Im, Re]
 * of twice the order, so that products, adjoints and norms of columns are those of real matrices.
 */
#include "oracle_generalized.h"

#include <math.h>
#include <stdlib.h>

#include "complex_sum.h"
#include "element.h"
#include "oracle.h"
#include "oracle_mpfr.h"

enum
{
    BITS = 192 /* MPFR is fast up to here; errors are judged in units of 2^-104 and more */
};

/* A square matrix of MPFR numbers. */
struct matrix
{
    int64_t order;
    mpfr_t *e;
};

static mpfr_ptr at(const struct matrix *M, int64_t i, int64_t j) { return M->e[i + j * M->order]; }

static struct matrix new_matrix(int64_t order)
{
    struct matrix M = {order, malloc((size_t)(order * order) * sizeof(mpfr_t))};
    if (!M.e)
        abort();
    for (int64_t k = 0; k < order * order; k++)
    {
        mpfr_init2(M.e[k], BITS);
        mpfr_set_zero(M.e[k], 1);
    }
    return M;
}

static void release(struct matrix M)
{
    for (int64_t k = 0; k < M.order * M.order; k++)
        mpfr_clear(M.e[k]);
    free(M.e);
}

static void set_pair(mpfr_ptr v, const double part[2], double sign)
{
    mpfr_set_d(v, sign * part[0], RN);
    mpfr_add_d(v, v, sign * part[1], RN);
}

/* The numbers of A, as a real matrix. */
static struct matrix load(ddblasType_t type, int64_t n, const void *A)
{
    const int is_complex = dd_type_is_complex(type);
    struct matrix M = new_matrix(is_complex ? 2 * n : n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            const struct dd_parts a = dd_parts_load(type, A, i + j * n);
            set_pair(at(&M, i, j), a.re, 1.0);
            if (!is_complex)
                continue;
            set_pair(at(&M, i + n, j + n), a.re, 1.0);
            set_pair(at(&M, i + n, j), a.im, 1.0);
            set_pair(at(&M, i, j + n), a.im, -1.0);
        }
    return M;
}

/* The modulus of element (i, j) of a matrix of order n that M represents. */
static void modulus(mpfr_ptr v, const struct matrix *M, int64_t n, int64_t i, int64_t j)
{
    if (M->order == n)
        mpfr_abs(v, at(M, i, j), RN);
    else
        mpfr_hypot(v, at(M, i, j), at(M, i + n, j), RN);
}

static struct matrix moduli(const struct matrix *M, int64_t n)
{
    struct matrix R = new_matrix(n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            modulus(at(&R, i, j), M, n, i, j);
    return R;
}

enum form
{
    AS_IT_IS,
    TRANSPOSED
};

/* The right half of a matrix of order 2 n, [-Y; X], from its left half, [X; Y]. */
static void set_right_half(const struct matrix *M, int64_t n)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            mpfr_set(at(M, i + n, j + n), at(M, i, j), RN);
            mpfr_neg(at(M, i, j + n), at(M, i + n, j), RN);
        }
}

/* op(A) op(B), matrices that represent those of order n. */
static struct matrix multiply(int64_t n, const struct matrix *A, enum form a, const struct matrix *B, enum form b)
{
    const int64_t order = A->order;
    struct matrix C = new_matrix(order);
    mpfr_t product;
    mpfr_init2(product, BITS);
    for (int64_t j = 0; j < n; j++)
        for (int64_t k = 0; k < order; k++)
        {
            mpfr_srcptr factor = b == TRANSPOSED ? at(B, j, k) : at(B, k, j);
            for (int64_t i = 0; i < order && !mpfr_zero_p(factor); i++)
            {
                mpfr_mul(product, a == TRANSPOSED ? at(A, k, i) : at(A, i, k), factor, RN);
                mpfr_add(at(&C, i, j), at(&C, i, j), product, RN);
            }
        }
    mpfr_clear(product);
    if (order != n)
        set_right_half(&C, n);
    return C;
}

/* A B C, and releases nothing that it was given. */
static struct matrix multiply_three(int64_t n, const struct matrix *A, enum form a, const struct matrix *B,
                                    const struct matrix *C, enum form c)
{
    const struct matrix AB = multiply(n, A, a, B, AS_IT_IS), ABC = multiply(n, &AB, AS_IT_IS, C, c);
    release(AB);
    return ABC;
}

/* M(:, j) -= w_j Y(:, j); column j + n of a complex matrix belongs to w_j too. */
static void subtract_scaled(const struct matrix *M, const struct matrix *Y, int64_t n, const cuddreal *w)
{
    mpfr_t value, product;
    mpfr_inits2(BITS, value, product, (mpfr_ptr)0);
    for (int64_t j = 0; j < M->order; j++)
    {
        mpfr_set_d(value, w[j % n].x, RN);
        mpfr_add_d(value, value, w[j % n].y, RN);
        for (int64_t i = 0; i < M->order; i++)
        {
            mpfr_mul(product, value, at(Y, i, j), RN);
            mpfr_sub(at(M, i, j), at(M, i, j), product, RN);
        }
    }
    mpfr_clears(value, product, (mpfr_ptr)0);
}

static void norm_of_column(mpfr_ptr norm, const struct matrix *M, int64_t j)
{
    mpfr_set_zero(norm, 1);
    for (int64_t i = 0; i < M->order; i++)
        mpfr_fma(norm, at(M, i, j), at(M, i, j), norm, RN);
    mpfr_sqrt(norm, norm, RN);
}

/* The Frobenius norm of the matrix of order n that M represents. */
static void norm_of_matrix(mpfr_ptr norm, const struct matrix *M, int64_t n)
{
    mpfr_set_zero(norm, 1);
    for (int64_t k = 0; k < M->order * M->order; k++)
        mpfr_fma(norm, M->e[k], M->e[k], norm, RN);
    mpfr_div_si(norm, norm, (long)(M->order / n), RN);
    mpfr_sqrt(norm, norm, RN);
}

static void norm_of_values(mpfr_ptr norm, int64_t n, const cuddreal *w)
{
    mpfr_t v;
    mpfr_init2(v, BITS);
    mpfr_set_zero(norm, 1);
    for (int64_t k = 0; k < n; k++)
    {
        mpfr_set_d(v, w[k].x, RN);
        mpfr_add_d(v, v, w[k].y, RN);
        mpfr_fma(norm, v, v, norm, RN);
    }
    mpfr_sqrt(norm, norm, RN);
    mpfr_clear(v);
}

double dd_oracle_norm_of_values(int64_t n, const cuddreal *w)
{
    mpfr_t norm;
    mpfr_init2(norm, BITS);
    norm_of_values(norm, n, w);
    const double result = mpfr_get_d(norm, RN);
    mpfr_clear(norm);
    return result;
}

/* error / scale in units of the type's unit; 0 if error is 0, Inf if scale alone is. */
static double judged(ddblasType_t type, mpfr_srcptr error, mpfr_srcptr scale)
{
    mpfr_t q;
    if (mpfr_zero_p(error))
        return 0.0;
    mpfr_init2(q, BITS);
    mpfr_div(q, error, scale, RN);
    mpfr_div_d(q, q, dd_oracle_unit(type), RN);
    const double result = fabs(mpfr_get_d(q, RN));
    mpfr_clear(q);
    return result;
}

/* ---- residuals ------------------------------------------------------------------------------- */

/* A problem with its matrices, of which BX is B X. */
struct problem
{
    ddblasType_t type;
    ddblasEigType_t itype;
    int64_t n;
    struct matrix A, B, X, BX;
    const cuddreal *w;
    mpfr_t trace;
};

/* R = A X - B X W, B (A B X - X W) or B A X - X W. */
static struct matrix residuals(const struct problem *p)
{
    const struct matrix *first = p->itype == DDBLAS_EIG_TYPE_2 ? &p->BX : &p->X;
    const struct matrix *second = p->itype == DDBLAS_EIG_TYPE_1 ? &p->BX : &p->X;
    struct matrix R = multiply(p->n, &p->A, AS_IT_IS, first, AS_IT_IS);
    if (p->itype == DDBLAS_EIG_TYPE_3)
    {
        const struct matrix BAX = multiply(p->n, &p->B, AS_IT_IS, &R, AS_IT_IS);
        release(R);
        R = BAX;
    }
    subtract_scaled(&R, second, p->n, p->w);
    if (p->itype == DDBLAS_EIG_TYPE_2)
    {
        const struct matrix BR = multiply(p->n, &p->B, AS_IT_IS, &R, AS_IT_IS);
        release(R);
        R = BR;
    }
    return R;
}

static double largest_residual(const struct problem *p)
{
    const struct matrix R = residuals(p);
    double worst = 0.0;
    mpfr_t scale, column, error;
    mpfr_inits2(BITS, scale, column, error, (mpfr_ptr)0);
    if (p->itype == DDBLAS_EIG_TYPE_1)
        norm_of_values(scale, p->n, p->w);
    else
        norm_of_matrix(scale, &p->A, p->n);
    mpfr_mul(scale, scale, p->trace, RN);
    if (p->itype == DDBLAS_EIG_TYPE_2)
        mpfr_mul(scale, scale, p->trace, RN);
    if (p->itype == DDBLAS_EIG_TYPE_3)
    {
        mpfr_sqrt(column, p->trace, RN);
        mpfr_mul(scale, scale, column, RN);
    }
    for (int64_t j = 0; j < p->n; j++)
    {
        norm_of_column(error, &R, j);
        mpfr_set_ui(column, 1, RN);
        if (p->itype != DDBLAS_EIG_TYPE_3)
            norm_of_column(column, &p->X, j);
        mpfr_mul(column, column, scale, RN);
        worst = fmax(worst, judged(p->type, error, column));
    }
    mpfr_clears(scale, column, error, (mpfr_ptr)0);
    release(R);
    return worst;
}

/* |X X^H - B|_F / (t sqrt(n)). */
static double error_of_square(const struct problem *p)
{
    const struct matrix R = multiply(p->n, &p->X, AS_IT_IS, &p->X, TRANSPOSED);
    mpfr_t error, scale;
    mpfr_inits2(BITS, error, scale, (mpfr_ptr)0);
    for (int64_t k = 0; k < R.order * R.order; k++)
        mpfr_sub(R.e[k], R.e[k], p->B.e[k], RN);
    norm_of_matrix(error, &R, p->n);
    mpfr_mul_d(scale, p->trace, sqrt((double)p->n), RN);
    const double result = judged(p->type, error, scale);
    mpfr_clears(error, scale, (mpfr_ptr)0);
    release(R);
    return result;
}

/* The largest |x_i^H B x_j - delta_ij| / (t |x_i| |x_j|). */
static double error_of_products(const struct problem *p)
{
    const struct matrix G = multiply(p->n, &p->X, TRANSPOSED, &p->BX, AS_IT_IS);
    double worst = 0.0;
    mpfr_t error, scale, *const norms = malloc((size_t)p->n * sizeof *norms);
    if (!norms)
        abort();
    mpfr_inits2(BITS, error, scale, (mpfr_ptr)0);
    for (int64_t j = 0; j < p->n; j++)
    {
        mpfr_init2(norms[j], BITS);
        norm_of_column(norms[j], &p->X, j);
        mpfr_sub_ui(at(&G, j, j), at(&G, j, j), 1, RN);
    }
    for (int64_t j = 0; j < p->n; j++)
        for (int64_t i = 0; i <= j; i++)
        {
            mpfr_mul(scale, norms[i], norms[j], RN);
            mpfr_mul(scale, scale, p->trace, RN);
            modulus(error, &G, p->n, i, j);
            worst = fmax(worst, judged(p->type, error, scale));
        }
    for (int64_t j = 0; j < p->n; j++)
        mpfr_clear(norms[j]);
    free(norms);
    mpfr_clears(error, scale, (mpfr_ptr)0);
    release(G);
    return worst;
}

struct dd_generalized_error dd_oracle_generalized_error(ddblasType_t type, ddblasEigType_t itype, int64_t n, const void *A,
                                                        const void *B, const void *X, const cuddreal *w)
{
    struct dd_generalized_error e = {INFINITY, INFINITY};
    if (!dd_elements_are_finite(DDBLAS_TYPE_W, w, n) || !dd_elements_are_finite(type, X, n * n))
        return e;
    struct problem p = {
        .type = type, .itype = itype, .n = n, .A = load(type, n, A), .B = load(type, n, B), .X = load(type, n, X), .w = w};
    p.BX = multiply(n, &p.B, AS_IT_IS, &p.X, AS_IT_IS);
    mpfr_init2(p.trace, BITS);
    mpfr_set_zero(p.trace, 1);
    for (int64_t k = 0; k < n; k++)
        mpfr_add(p.trace, p.trace, at(&p.B, k, k), RN);
    e.residual = largest_residual(&p);
    e.normalization = itype == DDBLAS_EIG_TYPE_3 ? error_of_square(&p) : error_of_products(&p);
    mpfr_clear(p.trace);
    release(p.A);
    release(p.B);
    release(p.X);
    release(p.BX);
    return e;
}

/* ---- reduction ------------------------------------------------------------------------------- */

double dd_oracle_reduction_error(ddblasType_t type, ddblasEigType_t itype, int64_t n, const void *A, const void *L, const void *C)
{
    const int divides = itype == DDBLAS_EIG_TYPE_1;
    const struct matrix factor = load(type, n, L), inner = load(type, n, divides ? C : A), outer = load(type, n, divides ? A : C);
    const struct matrix sizes = moduli(&factor, n), inner_sizes = moduli(&inner, n);
    const enum form left = divides ? AS_IT_IS : TRANSPOSED, right = divides ? TRANSPOSED : AS_IT_IS;
    const struct matrix product = multiply_three(n, &factor, left, &inner, &factor, right);
    const struct matrix scale = multiply_three(n, &sizes, left, &inner_sizes, &sizes, right);
    double worst = dd_elements_are_finite(type, C, n * n) ? 0.0 : INFINITY;
    mpfr_t error;
    mpfr_init2(error, BITS);
    for (int64_t k = 0; k < product.order * product.order; k++)
        mpfr_sub(product.e[k], product.e[k], outer.e[k], RN);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            modulus(error, &product, n, i, j);
            worst = fmax(worst, judged(type, error, at(&scale, i, j)));
        }
    mpfr_clear(error);
    release(factor);
    release(inner);
    release(outer);
    release(sizes);
    release(inner_sizes);
    release(product);
    release(scale);
    return worst;
}
