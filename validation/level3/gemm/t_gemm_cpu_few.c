/*
 * gemm of the CPU engine, shapes with code of their own: few rows, columns and terms, and terms in
 * stretches.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "backend/isa.h"
#include "gemm_case.h"
#include "handle.h"
#include "gemm_cpu_bits.h"

/* ---- few rows, columns, terms ---------------------------------------------------------------- */

/* Every number of rows or columns up to two tiles beyond the thin ones, and few terms or many,
 * against MPFR; with beta = 0 over a C of NaN. */
static void thin(void **state)
{
    (void)state;
    static const int64_t terms[] = {1, 2, 3, 4, 7, 15, 16, 17, 31, 33, 64, 95, 96, 97, 130, 193, 400};
    const uint64_t seed = dd_random_seed(406);
    double largest = 0.0;
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t q = 0; q < 680 / dd_test_scale(); q++)
    {
        const int64_t few = 1 + q % 34, many = dd_random_int(&g, 1, q % 5 == 0 ? 310 : 60);
        struct gemm_case *c =
            new_pair(q / 34 % PAIRS, (ddblasOperation_t)dd_random_int(&g, 0, 2), (ddblasOperation_t)dd_random_int(&g, 0, 2),
                     q % 2 ? few : many, q % 2 ? many : few, terms[q % 17], dd_random_int(&g, 0, 2));
        gemm_case_fill(c, &g, (enum gemm_data)(q / 3 % GEMM_INTEGER));
        if (q % 4 == 0)
        {
            c->beta = dd_element_integer(c->type, 0.0, 0.0);
            memset(c->C, 0xff, c->bytes_C);
        }
        if (ddblas_isa_select(instruction_sets[q % 3]) != 0)
            (void)ddblas_isa_select(NULL);
        largest = fmax(largest, gemm_case_judge(h, c, &g, 16, "thin", seed));
        gemm_case_free(c);
    }
    (void)ddblas_isa_select(NULL);
    print_message("largest error: %.3g units\n", largest);
}

/* Zeros of both signs, an Inf, a sum of four terms that overflows where the sum in order does not,
 * and small numbers. */
static void put_hostile_rows(struct gemm_case *c)
{
    for (int64_t i = 0; i < c->m; i += 5)
        for (int64_t t = 0; t < c->k; t++)
        {
            const cuddreal a = gemm_case_get_a(c, i, t);
            gemm_case_set_a(c, i, t,
                            i % 4 == 0             ? cuddFromDouble(i % 8 ? -0.0 : 0.0)
                            : i % 4 == 1 && t == 0 ? cuddFromDouble((double)INFINITY)
                                                   : cuddLdexp(a, i % 4 == 2   ? 1000
                                                                  : i % 4 == 3 ? -900
                                                                               : 0));
        }
}

static void assert_same_numbers(const struct gemm_case *c, const struct gemm_case *d)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
        {
            const cuddreal *x = gemm_case_c(c, c->result, i, j), *y = gemm_case_c(d, d->result, i, j);
            if (!(isnan(x->x) && isnan(y->x) && x->y == 0.0 && y->y == 0.0) && memcmp(x, y, sizeof *x) != 0)
                fail_msg("k = %lld and %lld: element (%lld, %lld) of %lld x %lld: (%a, %a), (%a, %a)", (long long)c->k,
                         (long long)d->k, (long long)i, (long long)j, (long long)c->m, (long long)c->n, x->x, x->y, y->x, y->y);
        }
}

/* Up to 8 terms have a way of their own: the bits of the same product with terms of zeros behind
 * them, which has not. */
static void few_terms(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 412);
    for (int q = 0; q < 96 * W_PAIRS; q++)
    {
        if (dd_test_leaves_out(q))
            continue;
        const ddblasOperation_t op_a = (ddblasOperation_t)(q % 2), op_b = (ddblasOperation_t)(q / 2 % 2);
        const int64_t m = dd_random_int(&g, 1, q % 3 ? 120 : 30), n = dd_random_int(&g, 1, q % 5 ? 110 : 7);
        struct gemm_case *c = new_pair(q / 96, op_a, op_b, m, n, 1 + q / 4 % 8, q % 3);
        struct gemm_case *d = new_pair(q / 96, op_a, op_b, m, n, 13, q % 3);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        if (q % 3 == 0)
            put_hostile_rows(c);
        else
            (void)gemm_case_judge(h, c, &g, 10, "few terms", 412);
        gemm_case_fill(d, &g, GEMM_UNIFORM);
        d->alpha = c->alpha;
        d->beta = c->beta;
        if (q % 7 == 0)
            gemm_case_scalars(c, -1.0, 0.0), gemm_case_scalars(d, -1.0, 0.0), memset(c->C, 0xff, c->bytes_C);
        memcpy(d->C, c->C, c->bytes_C);
        for (int64_t t = 0; t < d->k; t++)
        {
            for (int64_t i = 0; i < m; i++)
                gemm_case_set_a(d, i, t, t < c->k ? gemm_case_get_a(c, i, t) : cuddFromDouble(0.0));
            for (int64_t j = 0; j < n; j++)
                gemm_case_set_b(d, t, j, t < c->k ? gemm_case_get_b(c, t, j) : cuddFromDouble(0.0));
        }
        assert_int_equal(gemm_case_run(h, d), DDBLAS_STATUS_SUCCESS);
        for (int i = 0; i < 3; i++)
        {
            assert_int_equal(ddblasSetThreads(h, 1 + 2 * i), DDBLAS_STATUS_SUCCESS);
            if (ddblas_isa_select(instruction_sets[i]) != 0)
                continue;
            assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
            assert_same_numbers(c, d);
        }
        (void)ddblas_isa_select(NULL);
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        gemm_case_free(c);
        gemm_case_free(d);
    }
}

/* An update of a triangle of order UPDATE, or of its rows and columns [from, from + order)
 * alone. */
enum
{
    UPDATE = 107
};

struct update
{
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    int two;
    int64_t k, lda;
    cuddreal alpha, beta, *A, *B, *C;
};

static void run_update(const struct update *u, int64_t from, int64_t order, cuddreal *C)
{
    const int64_t line = from * (u->trans == DDBLAS_OP_N ? 1 : u->lda), corner = from * (UPDATE + 1);
    memcpy(C, u->C, (size_t)(UPDATE * UPDATE) * sizeof *C);
    assert_int_equal(
        u->two ? ddblasWsyr2k(h, u->uplo, u->trans, order, u->k, &u->alpha, u->A + line, u->lda, u->B + line, u->lda, &u->beta,
                              C + corner, UPDATE)
               : ddblasWsyrk(h, u->uplo, u->trans, order, u->k, &u->alpha, u->A + line, u->lda, &u->beta, C + corner, UPDATE),
        DDBLAS_STATUS_SUCCESS);
}

/* Elements of `part`, an update of [from, from + order), are those of the whole one; all others are
 * as they were. */
static void assert_part(const struct update *u, const cuddreal *whole, const cuddreal *part, int64_t from, int64_t order)
{
    for (int64_t j = 0; j < UPDATE; j++)
        for (int64_t i = 0; i < UPDATE; i++)
        {
            const int updated = (u->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j) && i >= from && j >= from &&
                                i < from + order && j < from + order;
            const cuddreal *expected = &(updated ? whole : u->C)[i + j * UPDATE];
            if (memcmp(&part[i + j * UPDATE], expected, sizeof *part) != 0)
                fail_msg("two %d k %lld uplo %d trans %d from %lld order %lld: (%lld, %lld)", u->two, (long long)u->k,
                         (int)u->uplo, (int)u->trans, (long long)from, (long long)order, (long long)i, (long long)j);
        }
}

/* Updates of few terms, by one product or by two. Every instruction set and number of threads gives
 * the same bits, and so does a call for a part of the triangle. In one row the sums overflow, and
 * its neighbours stay as they are. Nothing outside the triangle is written. */
static void few_terms_of_triangles(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 413);
    cuddreal *whole = malloc((size_t)(UPDATE * UPDATE) * sizeof *whole), *part = malloc((size_t)(UPDATE * UPDATE) * sizeof *part);
    cuddreal *A = malloc(UPDATE * 10 * sizeof *A), *B = malloc(UPDATE * 10 * sizeof *B),
             *C = malloc((size_t)(UPDATE * UPDATE) * sizeof *C);
    assert_true(whole && part && A && B && C);
    for (int q = 0; q < 9 * 8; q++)
    {
        if (dd_test_leaves_out(q))
            continue;
        struct update u = {.uplo = (ddblasFillMode_t)(q % 2), .trans = (ddblasOperation_t)(q / 2 % 2), .two = q / 4 % 2};
        u.k = 1 + q / 8;
        u.lda = u.trans == DDBLAS_OP_N ? UPDATE : u.k;
        u.alpha = dd_random_full_pair(&g, 0);
        u.beta = q % 3 ? dd_random_full_pair(&g, -1) : cuddFromDouble(q % 2 ? 0.0 : 1.0);
        u.A = A, u.B = B, u.C = C;
        for (int64_t e = 0; e < UPDATE * u.k; e++)
        {
            A[e] = dd_random_full_pair(&g, (int)dd_random_int(&g, -10, 10));
            B[e] = dd_random_full_pair(&g, (int)dd_random_int(&g, -10, 10));
        }
        for (int64_t e = 0; e < UPDATE * UPDATE; e++)
            C[e] = cuddIsZero(u.beta) ? cuddNan() : dd_random_full_pair(&g, 0);
        for (int64_t t = 0; t < u.k; t++)
        {
            cuddreal *a = &A[u.trans == DDBLAS_OP_N ? 50 + t * UPDATE : t + 50 * u.lda];
            *a = cuddLdexp(*a, 1010);
        }
        run_update(&u, 0, UPDATE, whole);
        assert_part(&u, whole, whole, 0, UPDATE);
        for (int i = 0; i < 3; i++)
        {
            if (ddblas_isa_select(instruction_sets[i]) != 0)
                continue;
            assert_int_equal(ddblasSetThreads(h, 1 + 3 * i), DDBLAS_STATUS_SUCCESS);
            run_update(&u, 0, UPDATE, part);
            assert_part(&u, whole, part, 0, UPDATE);
            for (int64_t from = 0; from < UPDATE; from += 19)
            {
                const int64_t order = dd_random_int(&g, 1, UPDATE - from);
                run_update(&u, from, order, part);
                assert_part(&u, whole, part, from, order);
            }
        }
        (void)ddblas_isa_select(NULL);
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
    }
    free(whole);
    free(part);
    free(A);
    free(B);
    free(C);
}

/* ---- stretches of terms ---------------------------------------------------------------------- */

/* Sums of one stretch of terms and of as many stretches as there can be, against MPFR. One thread,
 * which goes through the stretches in turn, gives the same bits as several threads, which share
 * them out, with the whole workspace and with the least one. */
static void stretches(void **state)
{
    (void)state;
    static const int64_t terms[] = {1919, 1920, 1921, 3840, 3841, 5000, 61440, 61441, 61500, 70001};
    const uint64_t seed = dd_random_seed(408);
    double largest = 0.0;
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int turn = 0; turn < 10 * PAIRS; turn++)
    {
        if (dd_test_leaves_out(turn))
            continue;
        const int q = turn % 10, pair = turn / 10;
        struct gemm_case *c =
            new_pair(pair, (ddblasOperation_t)(q % 2), (ddblasOperation_t)(q / 2 % 2), dd_random_int(&g, 1, q % 3 ? 4 : 30),
                     dd_random_int(&g, 1, q % 3 ? 30 : 4), pair == COMPLEX_PAIR ? (terms[q] + 1) / 2 : terms[q], 1);
        size_t whole = 0, least = 0;
        gemm_case_fill(c, &g, (enum gemm_data)(q % GEMM_INTEGER));
        assert_int_equal(ddblasSetThreads(h, 1), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasGemmWorkspaceSize(h, c->type, c->m, c->n, c->k, &least), DDBLAS_STATUS_SUCCESS);
        largest = fmax(largest, gemm_case_judge(h, c, &g, 6, "stretches", seed));
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        over_instruction_sets(c, first);
        over_threads(c, first);
        assert_int_equal(ddblasSetThreads(h, 6), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasGemmWorkspaceSize(h, c->type, c->m, c->n, c->k, &whole), DDBLAS_STATUS_SUCCESS);
        void *workspace = aligned_alloc(256, (whole + 255) / 256 * 256);
        assert_non_null(workspace);
        const size_t sizes[] = {whole, whole > least ? whole - 1 : whole, whole > least ? least : whole};
        for (int part = 0; part < 3; part++)
        {
            memset(workspace, 0xff, whole);
            assert_int_equal(ddblasSetWorkspace(h, workspace, sizes[part]), DDBLAS_STATUS_SUCCESS);
            assert_same_bits(c, first, part == 0 ? "whole workspace" : "part of the workspace");
        }
        assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        free(workspace);
        free(first);
        gemm_case_free(c);
    }
    print_message("largest error: %.3g units\n", largest);
}

/* However many terms there are, they are cut into at most 32 stretches: the workspace stops growing
 * with k. */
static void workspace_of_long_sums(void **state)
{
    (void)state;
    static const int threads[] = {1, 3, 24};
    for (int q = 0; q < 6; q++)
    {
        size_t first = 0;
        assert_int_equal(ddblasSetThreads(h, threads[q / 2]), DDBLAS_STATUS_SUCCESS);
        for (int bit = 25; bit < 63; bit++)
        {
            size_t bytes = 0;
            assert_int_equal(ddblasGemmWorkspaceSize(h, q % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, 3, 2, INT64_C(1) << bit, &bytes),
                             DDBLAS_STATUS_SUCCESS);
            first = bit == 25 ? bytes : first;
            assert_int_equal(bytes, first);
        }
        assert_true(first <= (size_t)4 << 20);
    }
    assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
}

/* A triangle of long sums is that of the product, and the other one is left alone. */
static void stretches_of_triangles(void **state)
{
    (void)state;
    enum
    {
        N = 53,
        K = 4000
    };
    struct dd_random g;
    dd_random_start(&g, 409);
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_W, DDBLAS_OP_T, DDBLAS_OP_N, N, N, K, 0);
    gemm_case_fill(c, &g, GEMM_UNIFORM);
    memcpy(c->B, c->A, c->bytes_A);
    assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    for (int q = 0; q < 4; q++)
    {
        cuddreal *triangle = malloc(c->bytes_C);
        assert_non_null(triangle);
        memcpy(triangle, c->C, c->bytes_C);
        assert_int_equal(ddblasSetThreads(h, q < 2 ? 1 : 24), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasWsyrk(h, q % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_T, N, K, &c->alpha.w,
                                     c->A, c->lda, &c->beta.w, triangle, c->ldc),
                         DDBLAS_STATUS_SUCCESS);
        for (int64_t j = 0; j < N; j++)
            for (int64_t i = 0; i < N; i++)
                assert_memory_equal(gemm_case_c(c, triangle, i, j),
                                    gemm_case_c(c, (q % 2 ? i <= j : i >= j) ? c->result : c->C, i, j), sizeof *triangle);
        free(triangle);
    }
    assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
    gemm_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thin),
        cmocka_unit_test(few_terms),
        cmocka_unit_test(few_terms_of_triangles),
        cmocka_unit_test(stretches),
        cmocka_unit_test(workspace_of_long_sums),
        cmocka_unit_test(stretches_of_triangles),
    };
    return cmocka_run_group_tests_name("gemm on the CPU, few and many terms", tests, open_cpu_handle, close_handle);
}
