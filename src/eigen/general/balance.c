/*
 * Balancing, as LAPACK's gebal since version 3.5.0: rows and columns that isolate an eigenvalue are
 * moved to the ends, and the others are scaled by powers of two until the 2-norms of row and column
 * are alike: R. James, J. Langou and B. R. Lowery, On matrix balancing and eigenvector computation,
 * arXiv:1401.5766, 2014. Then what follows for vectors: the way back, and norm 1. A matrix of U is
 * one of pairs of numbers here.
 */
#include <math.h>
#include <string.h>

#include "core/sizes.h"
#include "factor/qr/qr_reflector.h"
#include "general.h"

enum
{
    MOST_SCALE = 400 /* The largest exponent of a scale. */
};

/* ---- numbers --------------------------------------------------------------------------------- */

int ddblas_general_exponent(int64_t words, const ddblas_host_w *x)
{
    double largest = 0.0;
    for (int64_t k = 0; k < words; k++)
        largest = fmax(largest, fabs(x[k].x));
    return largest == 0.0 ? 0 : qr_exponent(largest);
}

void ddblas_general_scale(int64_t words, ddblas_host_w *x, int exponent)
{
    for (int64_t k = 0; k < words && exponent != 0; k++)
        x[k] = cuddLdexp(x[k], exponent);
}

int ddblas_general_finite(ddblasType_t type, int64_t rows, int64_t columns, const void *A, int64_t lda)
{
    const int64_t parts = ddblas_type_is_complex(type) ? 2 : 1;
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows * parts; i++)
        {
            const int64_t k = i + j * lda * parts;
            const int finite = ddblas_type_is_double_double(type) ? cuddIsFinite(((const ddblas_host_w *)A)[k])
                               : ddblas_type_is_single(type)      ? isfinite(((const float *)A)[k])
                                                                  : isfinite(((const double *)A)[k]);
            if (!finite)
                return 0;
        }
    return 1;
}

/* ---- balancing ------------------------------------------------------------------------------- */

/* The matrix as numbers: element (i, j) is `parts` of them. */
struct numbers
{
    ddblas_host_w *M;
    int64_t n, parts;
};

static ddblas_host_w *number(const struct numbers *m, int64_t i, int64_t j) { return m->M + (i + j * m->n) * m->parts; }

static double magnitude(const struct numbers *m, int64_t i, int64_t j)
{
    const ddblas_host_w *a = number(m, i, j);
    return m->parts == 1 ? fabs(a->x) : hypot(a[0].x, a[1].x);
}

static int is_zero(const struct numbers *m, int64_t i, int64_t j)
{
    const ddblas_host_w *a = number(m, i, j);
    return cuddIsZero(a[0]) && (m->parts == 1 || cuddIsZero(a[1]));
}

static void swap_elements(const struct numbers *m, ddblas_host_w *a, ddblas_host_w *b)
{
    for (int64_t k = 0; k < m->parts; k++)
    {
        const cuddreal kept = a[k];
        a[k] = b[k];
        b[k] = kept;
    }
}

/* Exchanges rows and columns i and k. */
static void exchange(struct ddblas_balance *b, const struct numbers *m, int64_t i, int64_t k)
{
    b->swap[k] = i;
    for (int64_t r = 0; r < m->n && i != k; r++)
        swap_elements(m, number(m, r, i), number(m, r, k));
    for (int64_t c = 0; c < m->n && i != k; c++)
        swap_elements(m, number(m, i, c), number(m, k, c));
}

/* 1 if all elements of row (or column) k in the active range are 0, but for the diagonal. */
static int is_isolated(const struct ddblas_balance *b, const struct numbers *m, int64_t k, int column)
{
    for (int64_t j = b->first; j < b->end; j++)
        if (j != k && !(column ? is_zero(m, j, k) : is_zero(m, k, j)))
            return 0;
    return 1;
}

static int push_row(struct ddblas_balance *b, const struct numbers *m)
{
    for (int64_t i = b->end - 1; i >= b->first && b->end - b->first > 1; i--)
        if (is_isolated(b, m, i, 0))
        {
            exchange(b, m, i, --b->end);
            return 1;
        }
    return 0;
}

static int push_column(struct ddblas_balance *b, const struct numbers *m)
{
    for (int64_t j = b->first; j < b->end && b->end - b->first > 1; j++)
        if (is_isolated(b, m, j, 1))
        {
            exchange(b, m, j, b->first++);
            return 1;
        }
    return 0;
}

/* The 2-norm of a row or column in the active range, with the diagonal, and its largest element. */
static double norm_of(const struct ddblas_balance *b, const struct numbers *m, int64_t k, int column)
{
    double largest = 0.0, sum = 0.0;
    for (int64_t j = b->first; j < b->end; j++)
        largest = fmax(largest, column ? magnitude(m, j, k) : magnitude(m, k, j));
    for (int64_t j = b->first; j < b->end && largest > 0.0; j++)
    {
        const double part = (column ? magnitude(m, j, k) : magnitude(m, k, j)) / largest;
        sum += part * part;
    }
    return largest * sqrt(sum);
}

/* Returns the exponent by which column k is to be multiplied, and row k divided. */
static int scale_of(const struct ddblas_balance *b, const struct numbers *m, int64_t k)
{
    double c = norm_of(b, m, k, 1), r = norm_of(b, m, k, 0);
    const double sum = c + r;
    int e = 0;
    if (c == 0.0 || r == 0.0)
        return 0;
    for (; c < r / 2.0 && b->scale[k] + e < MOST_SCALE && c < 0x1p+900 && r > 0x1p-900; e++, c *= 2.0, r /= 2.0)
        continue;
    for (; c / 2.0 >= r && b->scale[k] + e > -MOST_SCALE && r < 0x1p+900 && c > 0x1p-900; e--, c /= 2.0, r *= 2.0)
        continue;
    return c + r >= 0.95 * sum ? 0 : e;
}

static int scale_rows(struct ddblas_balance *b, const struct numbers *m)
{
    int changed = 0;
    for (int64_t k = b->first; k < b->end; k++)
    {
        const int e = scale_of(b, m, k);
        if (e == 0)
            continue;
        changed = 1;
        b->scale[k] += e;
        for (int64_t j = b->first; j < m->n; j++)
            ddblas_general_scale(m->parts, number(m, k, j), -e);
        ddblas_general_scale(b->end * m->parts, number(m, 0, k), e);
    }
    return changed;
}

void ddblas_balance(struct ddblas_balance *b)
{
    const struct numbers m = {b->M, b->n, ddblas_type_is_complex(b->type) ? 2 : 1};
    for (int64_t k = 0; k < b->n; k++)
    {
        b->swap[k] = k;
        b->scale[k] = 0;
    }
    b->first = 0;
    b->end = b->n;
    while (push_row(b, &m))
        continue;
    while (push_column(b, &m))
        continue;
    while (scale_rows(b, &m))
        continue;
}

/* ---- vectors --------------------------------------------------------------------------------- */

/* Columns of the vector that begins in column j. */
static int64_t columns_of(const cuddcomplex *values, int64_t parts, int64_t j)
{
    return parts == 1 && !cuddIsZero(values[j].y) ? 2 : 1;
}

void ddblas_balance_back(const struct ddblas_balance *b, int left, const cuddcomplex *values, void *V, int64_t ldv)
{
    const int64_t parts = ddblas_type_is_complex(b->type) ? 2 : 1, n = b->n;
    ddblas_host_w *X = V;
    for (int64_t j = 0; j < n; j++)
    {
        const int64_t columns = columns_of(values, parts, j);
        int largest = -4000;
        for (int pass = 0; pass < 2; pass++)
            for (int64_t c = j; c < j + columns; c++)
                for (int64_t i = 0; i < n * parts; i++)
                {
                    ddblas_host_w *x = &X[i + c * ldv * parts];
                    const int e = left ? -b->scale[i / parts] : b->scale[i / parts];
                    if (pass == 0 && x->x != 0.0)
                        largest = (int)most(largest, qr_exponent(x->x) + e);
                    else if (pass == 1)
                        *x = cuddLdexp(*x, e - largest);
                }
        j += columns - 1;
    }
    const struct numbers m = {V, ldv, parts};
    for (int64_t c = 0; c < n; c++)
    {
        for (int64_t k = b->first - 1; k >= 0; k--)
            if (b->swap[k] != k)
                swap_elements(&m, number(&m, k, c), number(&m, b->swap[k], c));
        for (int64_t k = b->end; k < n; k++)
            if (b->swap[k] != k)
                swap_elements(&m, number(&m, k, c), number(&m, b->swap[k], c));
    }
}

/* The vector of 1 or 2 columns gets norm 1; in *at the number of the component that is largest. */
static void divide_by_norm(int64_t words, int64_t columns, int64_t stride, int64_t parts, ddblas_host_w *x, int64_t *at)
{
    cuddreal sum = cuddFromDouble(0.0), largest = cuddFromDouble(-1.0);
    for (int64_t i = 0; i < words; i += parts)
    {
        cuddreal square = cuddAdd(cuddSqr(x[i]), columns == 2 ? cuddSqr(x[i + stride])
                                                 : parts == 2 ? cuddSqr(x[i + 1])
                                                              : cuddFromDouble(0.0));
        sum = cuddAdd(sum, square);
        if (cuddGt(square, largest))
        {
            largest = square;
            *at = i;
        }
    }
    const cuddreal factor = cuddDDiv(1.0, cuddSqrt(sum));
    for (int64_t c = 0; c < columns; c++)
        for (int64_t i = 0; i < words; i++)
            x[i + c * stride] = cuddMul(x[i + c * stride], factor);
}

/* Multiplies the complex vector by a number of modulus 1 that makes component `at` real and, in U,
 * positive. Parts are `apart` numbers from each other. */
static void turn(int64_t words, int64_t parts, int64_t apart, ddblas_host_w *x, int64_t at)
{
    const cuddcomplex peak = cuddcMake(x[at], x[at + apart]);
    const cuddcomplex factor = cuddcDivReal(cuddcConj(peak), cuddcAbs(peak));
    for (int64_t i = 0; i < words; i += parts)
    {
        const cuddcomplex value = cuddcMul(cuddcMake(x[i], x[i + apart]), factor);
        x[i] = value.x;
        x[i + apart] = i == at ? cuddFromDouble(0.0) : value.y;
    }
}

void ddblas_general_normalise(ddblasType_t type, int64_t n, const cuddcomplex *values, void *V, int64_t ldv)
{
    const int64_t parts = ddblas_type_is_complex(type) ? 2 : 1, words = n * parts, stride = ldv * parts;
    for (int64_t j = 0; j < n; j++)
    {
        const int64_t columns = columns_of(values, parts, j);
        ddblas_host_w *x = (ddblas_host_w *)V + j * stride;
        int64_t at = 0;
        divide_by_norm(words, columns, stride, parts, x, &at);
        if (columns == 2 || parts == 2)
            turn(words, parts, parts == 2 ? 1 : stride, x, at);
        j += columns - 1;
    }
}
