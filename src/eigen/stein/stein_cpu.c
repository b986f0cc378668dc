/*
 * Inverse iteration on the CPU engine. A column, and then a chain, belongs to one thread, and sums
 * go by rows, so the bits do not depend on the threads.
 */
#include "core/sizes.h"
#include "stein.h"
#include "stein_iterate.h"

enum
{
    THREAD_ROWS = 1 << 9 /* Rows of columns that are worth a thread. */
};

static cuddreal dot(int64_t n, const cuddreal *a, const cuddreal *b)
{
    cuddreal sum = cuddFromDouble(0.0);
    for (int64_t i = 0; i < n; i++)
        sum = cuddFma(a[i], b[i], sum);
    return sum;
}

/* Divides x by its norm, which it returns; a norm of 0 leaves x as it is. */
static double normalize(int64_t n, cuddreal *x)
{
    const cuddreal norm = cuddSqrt(dot(n, x, x));
    if (!(norm.x > 0.0))
        return norm.x;
    const cuddreal inverse = cuddDDiv(1.0, norm);
    for (int64_t i = 0; i < n; i++)
        x[i] = cuddMul(x[i], inverse);
    return norm.x;
}

/* Makes column j of X orthogonal to the columns [first, j), twice. */
static void orthogonalize_chain(const struct ddblas_stein_step *s, const struct ddblas_stein_chain *chain)
{
    const int64_t n = s->n;
    for (int64_t j = chain->first; j < chain->first + chain->count; j++)
    {
        cuddreal *x = s->X + j * n;
        double growth = normalize(n, x);
        for (int pass = 0; pass < 2 && j > chain->first; pass++)
        {
            for (int64_t k = chain->first; k < j; k++)
            {
                const cuddreal *before = s->X + k * n, part = cuddNeg(dot(n, before, x));
                for (int64_t i = 0; i < n; i++)
                    x[i] = cuddFma(part, before[i], x[i]);
            }
            growth *= normalize(n, x);
        }
        s->residual[j] = 1.0 / growth;
    }
}

static void solve_column(const struct ddblas_stein_step *s, int64_t j, int64_t slot)
{
    cuddreal *x = s->X + j * s->n;
    for (int64_t i = 0; i < s->n && s->round == 0; i++)
        x[i] = stein_start(i, j);
    stein_solve(s->n, s->d, s->e, s->w[j], s->small, s->factors + 3 * s->n * slot, 1, x);
}

/* The columns of a slot: every `slots`-th one. */
static void solve_columns(const struct ddblas_stein_step *s, int64_t slot, int64_t slots)
{
    for (int64_t j = slot; j < s->m; j += slots)
        solve_column(s, j, slot);
}

void ddblas_stein_step_cpu(ddblasHandle_t handle, const struct ddblas_stein_step *s)
{
    const int64_t slots = least(s->m, DDBLAS_STEIN_SLOTS_CPU);
    const double worth = 1.0 + (double)s->n * (double)s->m / THREAD_ROWS;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth < (double)slots ? worth : (double)slots);
    if (threads == 1)
    {
        for (int64_t slot = 0; slot < slots; slot++)
            solve_columns(s, slot, slots);
        for (int64_t k = 0; k < s->chains; k++)
            orthogonalize_chain(s, &s->chain[k]);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (int64_t slot = 0; slot < slots; slot++)
        solve_columns(s, slot, slots);
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (int64_t k = 0; k < s->chains; k++)
        orthogonalize_chain(s, &s->chain[k]);
}

void ddblas_stein_halve_cpu(int64_t m, cuddreal *S)
{
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = 0; i < m; i++)
            S[i + j * m] = cuddMulD(i == j ? cuddSubD(S[i + j * m], 1.0) : S[i + j * m], 0.5);
}
