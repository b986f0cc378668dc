/*
 * symv and hemv in all types, on the engine that DDBLAS_TEST_ENGINE names: arguments, untouched
 * memory, exactness on integers, error bounds against MPFR, repeatability, allocation failures.
 * Special values, instruction sets and QD: t_symv_w.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "handle.h"
#include "poison.h"
#include "symv_case.h"

static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* ---- arguments ------------------------------------------------------------------------------- */

/* The operands of a call, of which one is wrong. */
struct call
{
    ddblasFillMode_t uplo;
    int64_t n, lda, incx, incy;
    const void *alpha, *A, *x, *beta;
    void *y;
};

static void assert_refused(const struct symv_routine *r, struct call c, ddblasStatus_t status, int position)
{
    assert_int_equal(symv_call(h, r, c.uplo, c.n, c.alpha, c.A, c.lda, c.x, c.incx, c.beta, c.y, c.incy), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

#define REFUSED(member, value, position)                                                                                         \
    do                                                                                                                           \
    {                                                                                                                            \
        struct call wrong = good;                                                                                                \
        wrong.member = value;                                                                                                    \
        assert_refused(r, wrong, DDBLAS_STATUS_INVALID_VALUE, position);                                                         \
    } while (0)

static void refuse_all(const struct symv_routine *r, struct symv_case *c, void *A, void *x, void *y)
{
    const struct call good = {c->uplo, c->n, c->lda, c->incx, c->incy, &c->alpha, A, x, &c->beta, y};
    assert_int_equal(symv_call(NULL, r, c->uplo, c->n, &c->alpha, A, c->lda, x, c->incx, &c->beta, y, c->incy),
                     DDBLAS_STATUS_NOT_INITIALIZED);
    REFUSED(uplo, (ddblasFillMode_t)2, 2);
    REFUSED(uplo, (ddblasFillMode_t)-1, 2);
    REFUSED(n, -1, 3);
    REFUSED(alpha, NULL, 4);
    REFUSED(A, NULL, 5);
    REFUSED(lda, 4, 6);
    REFUSED(lda, INT64_MIN, 6);
    REFUSED(x, NULL, 7);
    REFUSED(incx, 0, 8);
    REFUSED(beta, NULL, 9);
    REFUSED(y, NULL, 10);
    REFUSED(incy, 0, 11);
    struct call empty = good;
    empty.n = 0;
    empty.lda = 0;
    assert_refused(r, empty, DDBLAS_STATUS_INVALID_VALUE, 6);
    if (r->type != DDBLAS_TYPE_W && r->type != DDBLAS_TYPE_U)
        return;
    const size_t off = dd_engine_misaligned(h);
    struct call wrong = good;
    wrong.alpha = (const char *)&c->alpha + 4;
    assert_refused(r, wrong, DDBLAS_STATUS_MISALIGNED, 4);
    wrong = good;
    wrong.A = (const char *)A + off;
    assert_refused(r, wrong, DDBLAS_STATUS_MISALIGNED, 5);
    wrong = good;
    wrong.x = (const char *)x + off;
    assert_refused(r, wrong, DDBLAS_STATUS_MISALIGNED, 7);
    wrong = good;
    wrong.y = (char *)y + off;
    assert_refused(r, wrong, DDBLAS_STATUS_MISALIGNED, 10);
}

static void wrong_arguments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 101);
    for (int k = 0; k < SYMV_ROUTINES; k++)
    {
        struct symv_case *c = symv_case_new(&symv_routines[k], DDBLAS_FILL_MODE_LOWER, 5, 6, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0),
             *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
        refuse_all(&symv_routines[k], c, A, x, y);
        dd_engine_read(h, c->result, y, c->bytes_y);
        assert_memory_equal(c->result, c->y, c->bytes_y);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, y, 0);
        symv_case_free(c);
    }
}

/* alpha = 0 in host memory: A and x may be null or misaligned, because they are not read; y =
 * beta y to the last bit. */
static void nothing_to_read(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 116);
    for (int k = 0; k < 6 * SYMV_ROUTINES; k++)
    {
        static const double betas[] = {0.0, 1.0, -2.0};
        struct symv_case *c = symv_case_new(&symv_routines[k / 6], uplo_of(k), k % 2 ? 300 : 7, 301, 1, k % 2 ? -2 : 1);
        symv_case_generate(c, &g, DD_GENERATE_INTEGER, 0.0);
        symv_case_scalars(c, 0.0, betas[k / 2 % 3]);
        void *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
        const void *const nowhere = (const void *)(uintptr_t)(k % 4 < 2 ? 0 : 1);
        assert_int_equal(
            symv_call(h, c->routine, c->uplo, c->n, &c->alpha, nowhere, c->lda, nowhere, c->incx, &c->beta, y, c->incy),
            DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, c->result, y, c->bytes_y);
        assert_true(symv_case_error(c) == 0.0);
        dd_engine_free(h, y, 0);
        symv_case_free(c);
    }
}

/* n = 0 asks for nothing but legal letters and sizes. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < SYMV_ROUTINES; k++)
        assert_int_equal(symv_call(h, &symv_routines[k], DDBLAS_FILL_MODE_UPPER, 0, NULL, NULL, 1, NULL, -1, NULL, NULL, 1),
                         DDBLAS_STATUS_SUCCESS);
}

/* alpha = 0: A and x, all NaN here, are not read; beta = 0: nor is y. */
static void zero_scalars(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 102);
    for (int k = 0; k < SYMV_ROUTINES; k++)
        for (int beta = 0; beta <= 2; beta++)
        {
            struct symv_case *c = symv_case_new(&symv_routines[k], uplo_of(beta), 131, 133, -2, beta == 1 ? 3 : -1);
            symv_case_generate(c, &g, DD_GENERATE_INTEGER, 0.0);
            symv_case_scalars(c, 0.0, beta);
            memset(c->A, DD_POISON, c->bytes_A);
            memset(c->x, DD_POISON, c->bytes_x);
            struct symv_case *clean = symv_case_new(&symv_routines[k], c->uplo, c->n, c->lda, c->incx, c->incy);
            symv_case_generate(clean, &g, DD_GENERATE_INTEGER, 0.0);
            symv_case_scalars(clean, 0.0, beta);
            memcpy(clean->y, c->y, c->bytes_y);
            if (beta == 0)
                memset(c->y, DD_POISON, c->bytes_y);
            assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
            memcpy(clean->result, c->result, c->bytes_y);
            assert_true(symv_case_error(clean) == 0.0);
            symv_case_free(clean);
            symv_case_free(c);
        }
}

/* beta = 0 with NaN in y and a product that counts. */
static void y_is_not_read(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 103);
    for (int k = 0; k < SYMV_ROUTINES; k++)
        for (int64_t n = 1; n < 400; n += 57)
        {
            struct symv_case *c = symv_case_new(&symv_routines[k], uplo_of(n), n, n + 1, 1, 2);
            symv_case_generate(c, &g, DD_GENERATE_INTEGER, 0.0);
            symv_case_scalars(c, 3.0, 0.0);
            void *clean = malloc(c->bytes_y);
            assert_non_null(clean);
            memcpy(clean, c->y, c->bytes_y);
            memset(c->y, DD_POISON, c->bytes_y);
            assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
            memcpy(c->y, clean, c->bytes_y);
            assert_true(symv_case_error(c) == 0.0);
            free(clean);
            symv_case_free(c);
        }
}

/* ---- values ---------------------------------------------------------------------------------- */

static void assert_integers_exact(struct symv_case *c, struct dd_random *g, uint64_t seed)
{
    symv_case_generate(c, g, DD_GENERATE_INTEGER, 0.0);
    assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    if (symv_case_error(c) != 0.0)
        fail_msg("%s: integers are not exact, n=%lld seed=%llu", c->routine->name, (long long)c->n, (unsigned long long)seed);
}

/* Every order up to 200 and odd ones beyond, in all increments and both triangles: small integers
 * exactly, numbers of full length within the bound. The triangle that is not stored, the padding
 * and the gaps of the vectors hold NaN. */
static void all_sizes(void **state)
{
    (void)state;
    static const int64_t increments[] = {1, -1, 2, -2, 3, -3}, large[] = {255, 256, 257, 383, 385, 511, 513, 769};
    const uint64_t seed = dd_random_seed(104);
    struct dd_random g;
    dd_random_start(&g, seed);
    double worst = 0.0;
    for (int64_t k = 1; k <= 200 + (int64_t)(sizeof large / sizeof large[0]); k += dd_test_scale())
        for (int r = 0; r < SYMV_ROUTINES; r++)
        {
            const int64_t n = k <= 200 ? k : large[k - 201];
            struct symv_case *c = symv_case_new(&symv_routines[r], uplo_of(k + r + k / 2), n, n + dd_random_int(&g, 0, 5),
                                                increments[(k + r) % 6], increments[(k / 6 + 5 * r) % 6]);
            c->offset = (size_t)dd_random_int(&g, 0, 15) * c->size;
            if (n < 70 || (k + r) % 3 == 0)
                assert_integers_exact(c, &g, seed);
            symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
            worst = fmax(worst, symv_case_judge(h, c, "uniform", seed) / symv_case_bound(c));
            symv_case_free(c);
        }
    printf("all sizes: largest error / bound %.3g\n", worst);
}

static void all_increments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 105);
    for (int64_t incx = -3; incx <= 3; incx++)
        for (int64_t incy = -3; incy <= 3; incy++)
            for (int k = 0; incx != 0 && incy != 0 && k < 2 * SYMV_ROUTINES; k++)
            {
                if (dd_test_leaves_out(((incx + 3) * 7 + incy + 3) * 2 * SYMV_ROUTINES + k))
                    continue;
                struct symv_case *c = symv_case_new(&symv_routines[k / 2], uplo_of(k), 37, 40, incx, incy);
                symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
                symv_case_judge(h, c, "increments", 105);
                symv_case_free(c);
            }
}

/* W and U with arrays at 8 mod 16: the bits of aligned ones, whatever the order, triangle and
 * increments. */
static void eight_bytes(void **state)
{
    (void)state;
    static const int64_t orders[] = {1, 3, 8, 37, 150, 301}, increments[] = {1, -1, 2, -2, 3, -3};
    if (dd_engine_half(h) == 0)
        skip();
    struct dd_random g;
    dd_random_start(&g, 115);
    for (int k = 0; k < 2 * SYMV_ROUTINES; k++)
        for (size_t i = 0; i < sizeof orders / sizeof orders[0] * 36; i += (size_t)(i < 3 * 36 ? 1 : 7))
        {
            if (dd_test_leaves_out(k + (int64_t)i))
                continue;
            const struct symv_routine *r = &symv_routines[k / 2];
            const int64_t n = orders[i / 36];
            if (r->type != DDBLAS_TYPE_W && r->type != DDBLAS_TYPE_U)
                continue;
            struct symv_case *c = symv_case_new(r, uplo_of(k), n, n + (int64_t)i % 3, increments[i / 6 % 6], increments[i % 6]);
            symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
            if (i % 5 == 0)
                symv_case_scalars(c, (double)(i % 2), (double)(i % 3));
            symv_case_judge(h, c, "aligned", 115);
            void *aligned = malloc(c->bytes_y);
            assert_non_null(aligned);
            memcpy(aligned, c->result, c->bytes_y);
            c->offset = dd_engine_half(h);
            symv_case_judge(h, c, "at 8 mod 16", 115);
            assert_memory_equal(c->result, aligned, c->bytes_y);
            free(aligned);
            symv_case_free(c);
        }
}

/* Wide exponents, Hilbert, and cancellation up to condition 1e40. */
static void generators(void **state)
{
    (void)state;
    static const struct
    {
        dd_generator kind;
        double condition;
    } data[] = {{DD_GENERATE_WIDE, 0.0},    {DD_GENERATE_HILBERT, 0.0}, {DD_GENERATE_CANCEL, 1e4},  {DD_GENERATE_CANCEL, 1e8},
                {DD_GENERATE_CANCEL, 1e16}, {DD_GENERATE_CANCEL, 1e24}, {DD_GENERATE_CANCEL, 1e32}, {DD_GENERATE_CANCEL, 1e40}};
    const uint64_t seed = dd_random_seed(106);
    struct dd_random g;
    dd_random_start(&g, seed);
    for (size_t d = 0; d < sizeof data / sizeof data[0]; d++)
        for (int r = 0; r < SYMV_ROUTINES; r++)
            for (int k = 0; k < 6; k += (int)dd_test_scale())
            {
                const int64_t n = k < 5 ? dd_random_int(&g, 7, 150) : dd_random_int(&g, 250, 420);
                struct symv_case *c = symv_case_new(&symv_routines[r], uplo_of(k), n, n + 1, 1, 1);
                symv_case_generate(c, &g, data[d].kind, data[d].condition);
                if (k % 4 == 1)
                    symv_case_scalars(c, 1.0, 0.0);
                symv_case_judge(h, c, dd_generator_name(data[d].kind), seed);
                symv_case_free(c);
            }
}

/* n lda > 2^31, and lda > 2^31 - 1: the columns of a small matrix far apart in memory that is never
 * touched in between. On the CPU, where memory may be sparse, t_symv_cpu.c goes further. */
static void far_columns(const struct symv_routine *r, int64_t n, int64_t lda, struct dd_random *g)
{
    struct symv_case *c = symv_case_new(r, uplo_of(n), n, n, 1, 1);
    symv_case_generate(c, g, DD_GENERATE_UNIFORM, 0.0);
    void *A = NULL;
    if (ddblasMalloc(h, &A, (size_t)((n - 1) * lda + n) * c->size) != DDBLAS_STATUS_SUCCESS)
    {
        printf("skipped: no %g GB for %s with lda = %lld\n", (double)((n - 1) * lda + n) * (double)c->size * 1e-9, r->name,
               (long long)lda);
        symv_case_free(c);
        return;
    }
    assert_int_equal(ddblasSetMatrix(h, n, n, c->size, c->A, c->lda, A, lda), DDBLAS_STATUS_SUCCESS);
    void *x = dd_engine_copy(h, c->x, c->bytes_x, 0), *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
    assert_int_equal(symv_call(h, r, c->uplo, n, &c->alpha, A, lda, x, 1, &c->beta, y, 1), DDBLAS_STATUS_SUCCESS);
    dd_engine_read(h, c->result, y, c->bytes_y);
    assert_true(symv_case_error(c) <= symv_case_bound(c));
    dd_engine_free(h, A, 0);
    dd_engine_free(h, x, 0);
    dd_engine_free(h, y, 0);
    symv_case_free(c);
}

static void beyond_32_bits(void **state)
{
    (void)state;
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        skip();
    struct dd_random g;
    dd_random_start(&g, 107);
    for (int k = 0; k < SYMV_ROUTINES; k++)
    {
        far_columns(&symv_routines[k], 3, (INT64_C(1) << 30) / (int64_t)ddblas_type_size(symv_routines[k].type) * 4 + 1, &g);
        far_columns(&symv_routines[k], 2, (INT64_C(1) << 30) + 1, &g);
    }
    far_columns(&symv_routines[0], 2, (INT64_C(1) << 31) + 16, &g);
    far_columns(&symv_routines[1], 2, (INT64_C(1) << 31) + 16, &g);
}

struct parts
{
    double re, im;
};

/* The high parts in double-double. */
static struct parts parts_of(const struct symv_case *c, const void *element, int conjugate)
{
    const struct dd_parts e = dd_parts_load(c->routine->type, element, 0);
    return (struct parts){e.re[0], conjugate ? -e.im[0] : e.im[0]};
}

/* a b, added to `sum`. */
static struct parts add_product(struct parts sum, struct parts a, struct parts b, int is_complex)
{
    if (!is_complex)
        return (struct parts){sum.re + a.re * b.re, 0.0};
    return (struct parts){sum.re + a.re * b.re - a.im * b.im, sum.im + a.re * b.im + a.im * b.re};
}

/* Component m of y as IEEE 754 arithmetic in double gives it: operands are of moderate size, so its
 * parts are infinite or NaN where those of the exact result are. */
static struct parts ieee_component(const struct symv_case *c, int64_t m)
{
    const int is_complex = ddblas_type_is_complex(c->routine->type), hermitian = c->routine->hermitian;
    struct parts row = {0.0, 0.0}, y = {0.0, 0.0};
    for (int64_t j = 0; j < c->n; j++)
    {
        const int stored = c->uplo == DDBLAS_FILL_MODE_LOWER ? m >= j : m <= j;
        const char *a = (const char *)c->A + (size_t)(stored ? j * c->lda + m : m * c->lda + j) * c->size;
        struct parts factor = parts_of(c, a, hermitian && !stored);
        if (hermitian && m == j) /* a real factor does not touch the other part */
            row = (struct parts){row.re + factor.re * parts_of(c, symv_case_at(c, c->x, j, c->incx), 0).re,
                                 row.im + factor.re * parts_of(c, symv_case_at(c, c->x, j, c->incx), 0).im};
        else
            row = add_product(row, factor, parts_of(c, symv_case_at(c, c->x, j, c->incx), 0), is_complex);
    }
    y = add_product(y, parts_of(c, &c->alpha, 0), row, is_complex);
    return add_product(y, parts_of(c, &c->beta, 0), parts_of(c, symv_case_at(c, c->y, m, c->incy), 0), is_complex);
}

static void assert_class(const struct symv_case *c, int64_t m, double got, double expected)
{
    if (isnan(expected) ? !isnan(got) : isinf(expected) ? got != expected : !isfinite(got))
        fail_msg("%s: a part of component %lld is %g, expected %g", c->routine->name, (long long)m, got, expected);
}

/* A NaN in A(i, j) shows in y_i and y_j and nowhere else; an Inf too, with its sign. In complex
 * types of single and double precision the order of the products, which is BLAS's, decides between
 * Inf and NaN. */
static void propagation(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 108);
    for (int k = 0; k < 4 * SYMV_ROUTINES; k++)
    {
        const int64_t n = 150, i = dd_random_int(&g, 0, n - 1), j = dd_random_int(&g, 0, n - 1);
        struct symv_case *c = symv_case_new(&symv_routines[k / 4], uplo_of(k), n, n, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        const int64_t row = (c->uplo == DDBLAS_FILL_MODE_LOWER) == (i >= j) ? i : j, column = row == i ? j : i;
        char *a = (char *)c->A + (size_t)(column * n + row) * c->size;
        if (dd_type_is_single(c->routine->type))
            *(float *)(void *)a = k % 4 < 2 ? NAN : INFINITY;
        else
            *(double *)(void *)a = k % 4 < 2 ? (double)NAN : (double)INFINITY;
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        struct dd_symv_problem p = symv_case_problem(c);
        for (int64_t m = 0; m < n; m++)
            if (m == i || m == j)
            {
                const struct parts expected = ieee_component(c, m), got = parts_of(c, symv_case_at(c, c->result, m, c->incy), 0);
                assert_true(isinf(dd_oracle_symv_component(&p, c->result, m)));
                if (c->routine->type == DDBLAS_TYPE_C || c->routine->type == DDBLAS_TYPE_Z)
                    continue;
                assert_class(c, m, got.re, expected.re);
                assert_class(c, m, got.im, expected.im);
            }
            else
                assert_true(dd_oracle_symv_component(&p, c->result, m) <= symv_case_bound(c));
        symv_case_free(c);
    }
}

/* ---- same bits ------------------------------------------------------------------------------- */

static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 109);
    for (int k = 0; k < SYMV_ROUTINES; k++)
    {
        struct symv_case *c = symv_case_new(&symv_routines[k], uplo_of(k), 701, 703, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        void *first = malloc(c->bytes_y);
        assert_non_null(first);
        for (int threads = 1; threads <= 24; threads++)
        {
            assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
            assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
            if (threads == 1)
                memcpy(first, c->result, c->bytes_y);
            else
                assert_memory_equal(first, c->result, c->bytes_y);
        }
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        free(first);
        symv_case_free(c);
    }
}

static void repeats(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 110);
    for (int k = 0; k < SYMV_ROUTINES; k++)
    {
        struct symv_case *c = symv_case_new(&symv_routines[k], uplo_of(k), 300, 300, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        void *first = malloc(c->bytes_y);
        assert_non_null(first);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0), *y = NULL;
        for (int i = 0; i < 1000; i++)
        {
            if (dd_test_leaves_out(i))
                continue;
            y = dd_engine_copy(h, c->y, c->bytes_y, 0);
            assert_int_equal(symv_call(h, c->routine, c->uplo, c->n, &c->alpha, A, c->lda, x, 1, &c->beta, y, 1),
                             DDBLAS_STATUS_SUCCESS);
            dd_engine_read(h, i == 0 ? first : c->result, y, c->bytes_y);
            assert_memory_equal(first, i == 0 ? first : c->result, c->bytes_y);
            dd_engine_free(h, y, 0);
        }
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        free(first);
        symv_case_free(c);
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* A failed allocation leaves y as it was, and the same call succeeds afterwards. */
static void allocation_failures(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 111);
    for (int k = 0; k < SYMV_ROUTINES; k++)
    {
        struct symv_case *c = symv_case_new(&symv_routines[k], uplo_of(k), 300, 300, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0),
             *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
        int failures = 0;
        for (int call = 1;; call++, failures++)
        {
            ddblasHandle_t fresh = dd_test_handle();
            ddblas_inject_allocation_failure(call);
            ddblasStatus_t status = symv_call(fresh, c->routine, c->uplo, c->n, &c->alpha, A, c->lda, x, 1, &c->beta, y, 1);
            ddblas_inject_allocation_failure(0);
            dd_engine_read(fresh, c->result, y, c->bytes_y);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            if (status == DDBLAS_STATUS_SUCCESS)
                break;
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_memory_equal(c->result, c->y, c->bytes_y);
        }
        size_t workspace = 0;
        assert_int_equal(ddblasSymvWorkspaceSize(h, c->routine->type, c->n, &workspace), DDBLAS_STATUS_SUCCESS);
        assert_true(failures >= 1 || workspace == 0);
        assert_true(symv_case_error(c) <= symv_case_bound(c));
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, y, 0);
        symv_case_free(c);
    }
}

/* The workspace of the query is enough, full of NaN and not overrun; the same bits as with the
 * handle's own; less is refused. */
static void callers_workspace(void **state)
{
    (void)state;
    enum
    {
        GUARD = 256
    };
    struct dd_random g;
    dd_random_start(&g, 112);
    for (int k = 0; k < 4 * SYMV_ROUTINES; k++)
    {
        const int64_t n = dd_random_int(&g, 1, 600);
        struct symv_case *c = symv_case_new(&symv_routines[k % SYMV_ROUTINES], uplo_of(k), n, n, 1, 1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        symv_case_judge(h, c, "own workspace", 112);
        void *own = malloc(c->bytes_y);
        assert_non_null(own);
        memcpy(own, c->result, c->bytes_y);

        size_t bytes = 0;
        assert_int_equal(ddblasSetThreads(h, 1), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasSymvWorkspaceSize(h, c->routine->type, n, &bytes), DDBLAS_STATUS_SUCCESS);
        unsigned char *host = malloc(bytes + GUARD);
        assert_non_null(host);
        memset(host, DD_POISON, bytes + GUARD);
        void *workspace = dd_engine_copy(h, host, bytes + GUARD, 0);
        if (bytes > 0)
        {
            assert_int_equal(ddblasSetWorkspace(h, workspace, bytes - 1), DDBLAS_STATUS_SUCCESS);
            assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
            assert_memory_equal(c->result, c->y, c->bytes_y);
            assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
        }
        for (int threads = 1; threads <= 4; threads += 3) /* a workspace for one thread serves several */
        {
            assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
            ddblas_inject_allocation_failure(4);
            assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
            ddblas_inject_allocation_failure(0);
            assert_memory_equal(own, c->result, c->bytes_y);
        }
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, host, workspace, bytes + GUARD);
        for (size_t i = 0; i < GUARD; i++)
            assert_int_equal(host[bytes + i], DD_POISON);
        assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
        dd_engine_free(h, workspace, 0);
        free(host);
        free(own);
        symv_case_free(c);
    }
}

/* ---- orders of summation --------------------------------------------------------------------- */

static void set_order(ddblasSymvOrder_t order)
{
    ddblasSymvOrder_t got;
    assert_int_equal(ddblasSetSymvOrder(h, order), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasGetSymvOrder(h, &got), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(got, order);
}

static void wrong_orders(void **state)
{
    (void)state;
    ddblasSymvOrder_t order;
    assert_int_equal(ddblasGetSymvOrder(h, &order), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(order, DDBLAS_SYMV_ORDER_FIXED);
    for (int wrong = -1; wrong <= 3; wrong += 4)
    {
        assert_int_equal(ddblasSetSymvOrder(h, (ddblasSymvOrder_t)wrong), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 2);
    }
    assert_int_equal(ddblasGetSymvOrder(h, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasSetSymvOrder(NULL, order), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasGetSymvOrder(NULL, &order), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasGetSymvOrder(h, &order), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(order, DDBLAS_SYMV_ORDER_FIXED);
}

/* In each order the bound holds, in a workspace of the size of the query. With tickets a call gives
 * the same bits again; the CPU engine has one order. */
static void orders_of_summation(void **state)
{
    (void)state;
    const int on_cpu = h->backend->engine == DDBLAS_ENGINE_CPU;
    struct dd_random g;
    dd_random_start(&g, 113);
    for (int k = 0; k < 2 * SYMV_ROUTINES; k++)
    {
        const struct symv_routine *r = &symv_routines[k / 2];
        const ddblasSymvOrder_t order = k % 2 ? DDBLAS_SYMV_ORDER_ANY : DDBLAS_SYMV_ORDER_TICKETS;
        const int64_t n = on_cpu ? 301 : 1950; /* on a GPU beyond what goes by rows */
        struct symv_case *c = symv_case_new(r, uplo_of(k / 4 + k), n, n + k % 3, 1, 1);
        size_t bytes = 0;
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        void *first = malloc(c->bytes_y);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_y);

        set_order(order);
        assert_int_equal(ddblasSymvWorkspaceSize(h, r->type, n, &bytes), DDBLAS_STATUS_SUCCESS);
        void *workspace;
        assert_int_equal(ddblasMalloc(h, &workspace, bytes > 0 ? bytes : 1), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
        symv_case_judge(h, c, order == DDBLAS_SYMV_ORDER_ANY ? "in any order" : "by tickets", 113);
        if (on_cpu)
            assert_memory_equal(c->result, first, c->bytes_y);
        memcpy(first, c->result, c->bytes_y);
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        if (on_cpu || order == DDBLAS_SYMV_ORDER_TICKETS)
            assert_memory_equal(c->result, first, c->bytes_y);
        set_order(DDBLAS_SYMV_ORDER_FIXED);
        assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasFree(h, workspace), DDBLAS_STATUS_SUCCESS);
        free(first);
        symv_case_free(c);
    }
}

/* The query grows with n, and a size that no machine has is refused, not computed modulo 2^64. */
static void workspace_query(void **state)
{
    (void)state;
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
    {
        size_t before = 0, bytes = 0;
        for (int64_t n = 0; n < 5000; n++, before = bytes)
        {
            assert_int_equal(ddblasSymvWorkspaceSize(h, (ddblasType_t)type, n, &bytes), DDBLAS_STATUS_SUCCESS);
            assert_true(bytes >= before);
        }
    }
    size_t bytes = 0;
    assert_int_equal(ddblasSymvWorkspaceSize(h, (ddblasType_t)DDBLAS_TYPE_ALL_COUNT, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasSymvWorkspaceSize(h, DDBLAS_TYPE_D, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasSymvWorkspaceSize(h, DDBLAS_TYPE_D, 1, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 4);
}

/* Data sets on which the CUDA engine's errors are laid beside those of the CPU engine. */
struct sets
{
    dd_generator kind;
    double condition;
    int64_t low, high; /* orders */
    int count;
};

/* Largest errors and means of the data sets' largest, ours[0] and the CPU engine's [1]. */
static void errors_of_sets(struct dd_random *g, const struct symv_routine *r, const struct sets *sets, ddblasHandle_t cpu,
                           double worst[2], double mean[2])
{
    worst[0] = worst[1] = mean[0] = mean[1] = 0.0;
    for (int set = 0; set < sets->count; set++)
    {
        const int64_t n = dd_random_int(g, sets->low, sets->high);
        struct symv_case *c = symv_case_new(r, uplo_of(set), n, n + set % 3, 1, 1);
        symv_case_generate(c, g, sets->kind, sets->condition);
        for (int engine = 0; engine < 2; engine++)
        {
            assert_int_equal(symv_case_run(engine ? cpu : h, c), DDBLAS_STATUS_SUCCESS);
            const double error = symv_case_error(c);
            worst[engine] = fmax(worst[engine], error);
            mean[engine] += error / sets->count;
        }
        symv_case_free(c);
    }
}

/* S, D, C, Z on a GPU: the largest error over many data sets, and that of one set in the mean, are
 * at most twice those of the CPU engine. On a single set either may be lucky. */
static void beside_the_cpu_engine(void **state)
{
    (void)state;
    static const struct sets sets[] = {{DD_GENERATE_UNIFORM, 0.0, 8, 64, 200},     {DD_GENERATE_UNIFORM, 0.0, 150, 400, 30},
                                       {DD_GENERATE_WIDE, 0.0, 8, 64, 200},        {DD_GENERATE_WIDE, 0.0, 150, 400, 30},
                                       {DD_GENERATE_CANCEL, 1e4, 8, 64, 200},      {DD_GENERATE_CANCEL, 1e4, 150, 400, 30},
                                       {DD_GENERATE_UNIFORM, 0.0, 1057, 1100, 24}, {DD_GENERATE_WIDE, 0.0, 1057, 1100, 24},
                                       {DD_GENERATE_CANCEL, 1e4, 1057, 1100, 24}};
    ddblasHandle_t cpu;
    struct dd_random g;
    if (h->backend->engine == DDBLAS_ENGINE_CPU || dd_test_scale() > 1) /* too long for a sanitizer */
        skip();
    dd_random_start(&g, 114);
    assert_int_equal(ddblasCreateWithEngine(&cpu, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    for (const struct symv_routine *r = symv_routines; r < symv_routines + SYMV_ROUTINES; r++)
        for (size_t k = 0; k < sizeof sets / sizeof sets[0] && r->type != DDBLAS_TYPE_W && r->type != DDBLAS_TYPE_U; k++)
        {
            double worst[2], mean[2];
            errors_of_sets(&g, r, &sets[k], cpu, worst, mean);
            printf("  %s, %s, orders to %lld: largest error %.3f u, CPU engine %.3f; means %.3f, %.3f\n", r->name,
                   dd_generator_name(sets[k].kind), (long long)sets[k].high, worst[0], worst[1], mean[0], mean[1]);
            assert_true(worst[0] <= 2.0 * worst[1] && mean[0] <= 2.0 * mean[1]);
        }
    assert_int_equal(ddblasDestroy(cpu), DDBLAS_STATUS_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(empty),
        cmocka_unit_test(nothing_to_read),
        cmocka_unit_test(zero_scalars),
        cmocka_unit_test(y_is_not_read),
        cmocka_unit_test(all_sizes),
        cmocka_unit_test(all_increments),
        cmocka_unit_test(eight_bytes),
        cmocka_unit_test(generators),
        cmocka_unit_test(beyond_32_bits),
        cmocka_unit_test(propagation),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(repeats),
        cmocka_unit_test(allocation_failures),
        cmocka_unit_test(callers_workspace),
        cmocka_unit_test(workspace_query),
        cmocka_unit_test(wrong_orders),
        cmocka_unit_test(orders_of_summation),
        cmocka_unit_test(beside_the_cpu_engine),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
