/*
 * Systems with triangles of factors in double and Z on a CUDA device, which refinement solves:
 * residuals, the exchange of rows, orders on either side of the blocks' sizes, several columns, few
 * thread blocks, and the same bits in all of these. Skipped (77) where there is no device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "factor/refine/refine.h"
#include "handle.h"
#include "random.h"

enum
{
    COLUMNS = 3,
    WORK = 1 << 23 /* Bytes, as many as the orders below need. */
};

static const struct ddblas_refine_triangle triangles[] = {
    {DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT},     {DDBLAS_FILL_MODE_UPPER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT},
    {DDBLAS_FILL_MODE_UPPER, DDBLAS_OP_C, DDBLAS_DIAG_NON_UNIT}, {DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_C, DDBLAS_DIAG_UNIT},
    {DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT}, /* positive definite */
    {DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_C, DDBLAS_DIAG_NON_UNIT}};

enum
{
    TRIANGLES = sizeof triangles / sizeof triangles[0],
    FIRST_POSITIVE = 4
};

/* Factors with dominant diagonals and random right-hand sides, in host memory and on the device.
 * Elements are `parts` numbers. */
struct system
{
    struct ddblas_refine_problem p;
    struct ddblas_refine f;
    double *factors, *b, *x, *there, *solution;
    size_t bytes; /* The size of all columns. */
};

static void fill(double *numbers, int64_t count, double scale, struct dd_random *g)
{
    for (int64_t k = 0; k < count; k++)
        numbers[k] = scale * (2.0 * dd_random_unit(g) - 1.0);
}

static void start(struct system *s, int64_t n, int parts, int positive, struct dd_random *g)
{
    memset(s, 0, sizeof *s);
    s->p.n = n;
    s->p.positive = positive;
    s->f.handle = h;
    s->f.p = &s->p;
    s->f.parts = parts;
    s->f.numbers = parts * n;
    s->bytes = (size_t)(COLUMNS * s->f.numbers) * sizeof(double);
    s->factors = malloc((size_t)(n * s->f.numbers) * sizeof(double));
    s->b = malloc(s->bytes);
    s->x = malloc(s->bytes);
    s->f.order = malloc((size_t)n * sizeof *s->f.order);
    assert_true(s->factors && s->b && s->x && s->f.order);
    fill(s->factors, n * s->f.numbers, 0.25 / (double)n, g);
    fill(s->b, COLUMNS * s->f.numbers, 1.0, g);
    for (int64_t i = 0; i < n; i++)
    {
        s->factors[(i + i * n) * parts] = 1.0 + dd_random_unit(g);
        s->f.order[i] = (int32_t)i;
    }
    for (int64_t i = n - 1; i > 0; i--)
    {
        const int64_t other = dd_random_int(g, 0, i);
        const int32_t row = s->f.order[i];
        s->f.order[i] = s->f.order[other];
        s->f.order[other] = row;
    }
    s->f.factors = dd_engine_copy(h, s->factors, (size_t)(n * s->f.numbers) * sizeof(double), 0);
    s->there = dd_engine_copy(h, s->b, s->bytes, 0);
    s->solution = dd_engine_copy(h, s->b, s->bytes, 0);
    char *zeros = calloc(WORK, 1);
    assert_non_null(zeros);
    s->f.work = dd_engine_copy(h, zeros, WORK, 0);
    s->f.work_bytes = WORK;
    free(zeros);
    dd_must(h, ddblas_refine_triangles_prepare(&s->f), "prepare");
    assert_true(s->f.fast_triangles);
}

static void end(struct system *s)
{
    dd_engine_free(h, s->f.factors, 0);
    dd_engine_free(h, s->there, 0);
    dd_engine_free(h, s->solution, 0);
    dd_engine_free(h, s->f.work, 0);
    free(s->factors);
    free(s->b);
    free(s->x);
    free(s->f.order);
}

/* Solves for `count` columns from column `first` on; the solutions go to s->x. */
static void solve(struct system *s, const struct ddblas_refine_triangle *t, int64_t first, int64_t count)
{
    const int64_t at = first * s->f.numbers;
    dd_must(h, ddblas_refine_triangles_solve(&s->f, t, count, s->there + at, s->solution + at), "solve");
    dd_engine_read(h, s->x, s->solution, s->bytes);
}

/* The largest |b - op(T) x| of a column, over all its elements. Rows are exchanged in b before a
 * lower triangle of L U, and in x after its adjoint. */
static long double residual_of(const struct system *s, const struct ddblas_refine_triangle *t, int64_t column)
{
    const int64_t n = s->p.n, parts = s->f.parts;
    const int upper = t->uplo == DDBLAS_FILL_MODE_UPPER, adjoint = t->trans != DDBLAS_OP_N;
    const int exchanged = !s->p.positive && !upper;
    const double *b = s->b + column * s->f.numbers, *x = s->x + column * s->f.numbers;
    long double largest = 0.0L;
    for (int64_t i = 0; i < n; i++)
    {
        const int64_t from = exchanged && !adjoint ? s->f.order[i] : i;
        long double re = b[from * parts], im = parts == 2 ? b[from * parts + 1] : 0.0L;
        for (int64_t k = 0; k < n; k++)
        {
            const int64_t row = adjoint ? k : i, col = adjoint ? i : k, place = exchanged && adjoint ? s->f.order[k] : k;
            if (upper ? row > col : row < col)
                continue;
            const int one = row == col && t->diag == DDBLAS_DIAG_UNIT;
            const double *a = s->factors + (row + col * n) * parts, *y = x + place * parts;
            const long double ar = one ? 1.0L : a[0], ai = parts == 1 || one ? 0.0L : adjoint ? -a[1] : a[1];
            const long double yr = y[0], yi = parts == 2 ? y[1] : 0.0L;
            re -= ar * yr - ai * yi;
            im -= ar * yi + ai * yr;
        }
        largest = fmaxl(largest, hypotl(re, im));
    }
    return largest;
}

/* In the norm of rows |b| <= sqrt 2. The moduli beside a diagonal element add up to at most
 * sqrt 2 / 4. Therefore |T| <= 3, |T^-1| <= 2 and |x| <= 3, and so for T's diagonal blocks. An
 * element of x is a product of two factors. One is a computed inverse V with |V| <= 2 and
 * |V T - I| <= 6 (n + 8) u. The other is a sum with an error of 5 (n + 8) u. */
static long double limit_of(const struct system *s) { return 100.0L * (long double)(s->p.n + 8) * (long double)DBL_EPSILON; }

static void residuals(void **state)
{
    (void)state;
    static const int64_t orders[] = {1, 2, 63, 64, 65, 127, 128, 129, 200, 385};
    struct dd_random g;
    dd_random_start(&g, 2711);
    for (size_t k = 0; k < 2 * sizeof orders / sizeof orders[0]; k++)
    {
        const int64_t n = orders[k / 2];
        for (int which = 0; which < TRIANGLES; which++)
        {
            struct system s;
            start(&s, n, 1 + (int)(k % 2), which >= FIRST_POSITIVE, &g);
            solve(&s, &triangles[which], 0, COLUMNS);
            for (int64_t column = 0; column < COLUMNS; column++)
            {
                const long double residual = residual_of(&s, &triangles[which], column);
                if (!(residual <= limit_of(&s)))
                    fail_msg("n = %lld, %d parts, triangle %d, column %lld: residual %Lg", (long long)n, s.f.parts, which,
                             (long long)column, residual);
            }
            end(&s);
        }
    }
}

/* Bits do not depend on the columns beside one, nor on the number of thread blocks. */
static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 2712);
    for (int which = 0; which < 2 * TRIANGLES; which++)
    {
        struct system s;
        start(&s, 450, 1 + which % 2, which / 2 >= FIRST_POSITIVE, &g);
        double *first = malloc(s.bytes);
        assert_non_null(first);
        solve(&s, &triangles[which / 2], 0, COLUMNS);
        memcpy(first, s.x, s.bytes);
        for (int blocks = 1; blocks < 4; blocks++)
        {
            s.f.triangle_blocks = blocks;
            for (int64_t column = 0; column < COLUMNS; column++)
                solve(&s, &triangles[which / 2], column, 1);
            assert_memory_equal(first, s.x, s.bytes);
            solve(&s, &triangles[which / 2], 1, 2);
            assert_memory_equal(first, s.x, s.bytes);
        }
        free(first);
        end(&s);
    }
}

/* Without enough work memory there are no inverses. */
static void no_memory(void **state)
{
    (void)state;
    struct dd_random g;
    struct system s;
    dd_random_start(&g, 2713);
    start(&s, 100, 1, 0, &g);
    s.f.work_bytes = 1 << 16;
    dd_must(h, ddblas_refine_triangles_prepare(&s.f), "prepare");
    assert_int_equal(s.f.fast_triangles, 0);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(residuals), cmocka_unit_test(same_bits), cmocka_unit_test(no_memory)};
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    choose_tests();
    return cmocka_run_group_tests_name("triangles of a refinement", tests, open_cuda_handle, close_handle);
}
