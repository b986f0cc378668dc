/*
 * Steps of geqp3 on the CPU engine. Rows and columns do not depend on each other, so the bits do
 * not depend on the threads.
 */
#include "core/core.h"
#include "core/sizes.h"
#include "factor/qr/geqp3_norm.h"

enum
{
    THREAD_PRODUCTS = 1 << 12 /* Products that are worth a thread, about 50 us. */
};

static double square_w(cuddreal a, double power) { return a.x * power * (a.x * power); }
static double square_u(cuddcomplex a, double power) { return square_w(a.x, power) + square_w(a.y, power); }
static cuddreal same_w(cuddreal a) { return a; }

#define NAME(function) function##_w
#define T              cuddreal
#define HOST           ddblas_host_w
#define ADD            cuddAdd
#define SUBTRACT       cuddSub
#define MULTIPLY       cuddMul
#define CONJUGATE      same_w
#define SQUARE         square_w
#define EXPONENT       qr_exponent_w
#include "factor/qr/geqp3_elements.h"

#define NAME(function) function##_u
#define T              cuddcomplex
#define HOST           ddblas_host_u
#define ADD            cuddcAdd
#define SUBTRACT       cuddcSub
#define MULTIPLY       cuddcMul
#define CONJUGATE      cuddcConj
#define SQUARE         square_u
#define EXPONENT       qr_exponent_u
#include "factor/qr/geqp3_elements.h"

static int threads_for(ddblasHandle_t handle, const struct ddblas_geqp3_step *s, int64_t items)
{
    const double products = (double)items * (double)(s->k - s->first + 1) * (ddblas_type_is_complex(s->type) ? 4.0 : 1.0);
    return ddblas_threads_useful(handle, DDBLAS_TYPE_W, products / THREAD_PRODUCTS);
}

/* Computes norm j from the elements in the rows from `row` on. */
static void compute_norm(const struct ddblas_geqp3_step *s, int64_t j, int64_t row)
{
    const int is_complex = ddblas_type_is_complex(s->type);
    const int e = is_complex ? geqp3_exponent_u(s, j, row, 1) : geqp3_exponent_w(s, j, row, 1);
    geqp3_set_norm(s, j, is_complex ? geqp3_squares_u(s, j, row, 1, e) : geqp3_squares_w(s, j, row, 1, e), e);
}

static void exchange_columns(const struct ddblas_geqp3_step *s, int64_t i, int64_t j)
{
    for (int64_t row = 0; row < s->m; row++)
        if (ddblas_type_is_complex(s->type))
            geqp3_exchange_u(geqp3_at_u(s, row, i), geqp3_at_u(s, row, j));
        else
            geqp3_exchange_w(geqp3_at_w(s, row, i), geqp3_at_w(s, row, j));
}

void ddblas_geqp3_start_cpu(ddblasHandle_t handle, const struct ddblas_geqp3_step *step)
{
    struct ddblas_geqp3_step s = *step;
    geqp3_order(&s);
    for (int64_t j = 0; j < s.n; j++)
        if (s.exchange[j] != j)
            exchange_columns(&s, j, s.exchange[j]);
    s.k = -1; /* Nothing is subtracted from the columns. */
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, (double)s.m * (double)s.n / THREAD_PRODUCTS);
    if (threads == 1)
        for (int64_t j = 0; j < s.n; j++)
            compute_norm(&s, j, 0);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t j = 0; j < s.n; j++)
            compute_norm(&s, j, 0);
    }
}

static void compute_row(const struct ddblas_geqp3_step *s, int64_t pivot, int64_t i)
{
    if (ddblas_type_is_complex(s->type))
        geqp3_row_u(s, pivot, i);
    else
        geqp3_row_w(s, pivot, i);
}

static void compute_rows(ddblasHandle_t handle, const struct ddblas_geqp3_step *s, int64_t pivot)
{
    const int threads = threads_for(handle, s, s->m);
    if (threads == 1)
        for (int64_t i = 0; i < s->m; i++)
            compute_row(s, pivot, i);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t i = 0; i < s->m; i++)
            compute_row(s, pivot, i);
    }
}

void ddblas_geqp3_pivot_cpu(ddblasHandle_t handle, const struct ddblas_geqp3_step *s)
{
    int64_t pivot = s->k;
    for (int64_t j = s->k + 1; j < s->n && s->k >= s->state[0]; j++)
        if (geqp3_is_above(s->norm[j], s->norm[pivot]))
            pivot = j;
    for (int64_t l = s->first; l < s->k && pivot != s->k; l++)
        if (ddblas_type_is_complex(s->type))
            geqp3_exchange_u(geqp3_f_u(s, s->k, l), geqp3_f_u(s, pivot, l));
        else
            geqp3_exchange_w(geqp3_f_w(s, s->k, l), geqp3_f_w(s, pivot, l));
    geqp3_exchange_norms(s, pivot);
    compute_rows(handle, s, pivot);
}

static void compute_column(const struct ddblas_geqp3_step *s, int64_t j)
{
    if (ddblas_type_is_complex(s->type) ? geqp3_column_u(s, j) : geqp3_column_w(s, j))
        compute_norm(s, j, s->k + 1);
}

void ddblas_geqp3_finish_cpu(ddblasHandle_t handle, const struct ddblas_geqp3_step *s)
{
    const int threads = threads_for(handle, s, s->n - s->k);
    if (threads == 1)
        for (int64_t j = s->k + 1; j < s->n; j++)
            compute_column(s, j);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t j = s->k + 1; j < s->n; j++)
            compute_column(s, j);
    }
}
