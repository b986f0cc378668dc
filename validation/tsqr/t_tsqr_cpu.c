/*
 * TSQR on the CPU, W: the same bits for every instruction set and number of threads, workspaces for
 * fewer threads, and mutant kernels that the bound must catch.
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

#include "backend/isa.h"
#include "handle.h"
#include "oracle_qr.h"
#include "tsqr/cpu/tsqr_cpu_w.h"
#include "tsqr/tsqr_panel.h"
#include "tsqr_case.h"

extern const struct ddblas_tsqr_w_kernels tsqr_mutant;

static struct dd_random g;

static int set_up(void **state)
{
    dd_random_start(&g, dd_random_seed(571));
    return open_cpu_handle(state);
}

/* Kernels one by one against those of another width: every output bit. */
static void kernels(const struct ddblas_tsqr_w_kernels *a, const struct ddblas_tsqr_w_kernels *b)
{
    enum
    {
        ROWS = 8 * 37,
        COLUMNS = 19
    };
    static double V[2 * ROWS * 8], C[2 * ROWS * COLUMNS], C1[2 * ROWS * COLUMNS], C2[2 * ROWS * COLUMNS];
    cuddreal T[64], G1[64], G2[64];
    for (int i = 0; i < ROWS * 8; i++)
    {
        const cuddreal v = dd_random_full_pair(&g, (int)dd_random_int(&g, -9, 0));
        V[i % ROWS + i / ROWS * 2 * ROWS] = v.x;
        V[i % ROWS + i / ROWS * 2 * ROWS + ROWS] = v.y;
    }
    for (int i = 0; i < ROWS * COLUMNS; i++)
    {
        const cuddreal v = dd_random_full_pair(&g, (int)dd_random_int(&g, -9, 0));
        C[i % ROWS + i / ROWS * 2 * ROWS] = v.x;
        C[i % ROWS + i / ROWS * 2 * ROWS + ROWS] = v.y;
    }
    for (int i = 0; i < 64; i++)
        T[i] = dd_random_full_pair(&g, 0);
    for (int k = 1; k <= 8; k++)
        for (int p = 1; p <= COLUMNS; p += 3)
            for (int64_t rows = 8; rows <= ROWS; rows += 72)
            {
                memcpy(C1, C, sizeof C);
                memcpy(C2, C, sizeof C);
                a->apply(rows, k, V, ROWS, T, p % 2, p, C1, ROWS);
                b->apply(rows, k, V, ROWS, T, p % 2, p, C2, ROWS);
                assert_memory_equal(C1, C2, sizeof C);
                memset(G1, 0, sizeof G1);
                memset(G2, 0, sizeof G2);
                a->gram(rows, k, V, ROWS, G1);
                b->gram(rows, k, V, ROWS, G2);
                assert_memory_equal(G1, G2, sizeof G1);
            }
    memcpy(C1, C, sizeof C);
    memcpy(C2, C, sizeof C);
    a->multiply(ROWS, T[0], C1, ROWS);
    b->multiply(ROWS, T[0], C2, ROWS);
    assert_memory_equal(C1, C2, sizeof C);
    const cuddreal s1 = a->square_sum(ROWS, C, ROWS), s2 = b->square_sum(ROWS, C, ROWS);
    assert_memory_equal(&s1, &s2, sizeof s1);
}

static void instruction_sets(void **state)
{
    (void)state;
#if defined(__x86_64__)
    if (ddblas_isa_select("avx2") == 0)
        kernels(&ddblas_tsqr_w_portable, &ddblas_tsqr_w_avx2);
    if (ddblas_isa_select("avx512") == 0)
        kernels(&ddblas_tsqr_w_portable, &ddblas_tsqr_w_avx512);
    (void)ddblas_isa_select(NULL);
#endif
    kernels(&ddblas_tsqr_w_portable, &ddblas_tsqr_w_portable);
}

/* Whole factorisations, a tree and a single leaf, over instruction sets and threads. */
static void same_bits(void **state)
{
    (void)state;
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    static const int64_t sizes[][2] = {{1500, 21}, {130, 70}};
    for (int s = 0; s < 2; s++)
    {
        const int64_t m = sizes[s][0], n = sizes[s][1];
        cuddreal *A = tsqr_dense(DDBLAS_TYPE_W, m, n), *Q = tsqr_dense(DDBLAS_TYPE_W, m, n), *R = tsqr_dense(DDBLAS_TYPE_W, n, n),
                 *Q2 = tsqr_dense(DDBLAS_TYPE_W, m, n), *R2 = tsqr_dense(DDBLAS_TYPE_W, n, n);
        tsqr_fill(&g, TSQR_UNIFORM, DDBLAS_TYPE_W, m, n, A);
        dd_must(h, tsqr_factorise(h, NULL, DDBLAS_TYPE_W, DDBLAS_LAYOUT_ROW_MAJOR, m, n, 0, A, Q, R), "first");
        for (int i = 0; i < 9; i++)
        {
            if (ddblas_isa_select(sets[i % 3]) != 0)
                continue;
            dd_must(h, ddblasSetThreads(h, 1 + i), "threads");
            dd_must(h, tsqr_factorise(h, NULL, DDBLAS_TYPE_W, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 1, A, Q2, R2), "again");
            assert_memory_equal(Q, Q2, (size_t)(m * n) * sizeof *Q);
            assert_memory_equal(R, R2, (size_t)(n * n) * sizeof *R);
        }
        (void)ddblas_isa_select(NULL);
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        free(A);
        free(Q);
        free(R);
        free(Q2);
        free(R2);
    }
}

/* A workspace for one thread is enough for a handle of many, with the same bits. */
static void small_workspace(void **state)
{
    (void)state;
    const int64_t m = 9000, n = 5;
    size_t one = 0, many = 0;
    void *workspace = NULL;
    cuddreal *A = tsqr_dense(DDBLAS_TYPE_W, m, n), *Q = tsqr_dense(DDBLAS_TYPE_W, m, n), *R = tsqr_dense(DDBLAS_TYPE_W, n, n),
             *Q2 = tsqr_dense(DDBLAS_TYPE_W, m, n), *R2 = tsqr_dense(DDBLAS_TYPE_W, n, n);
    tsqr_fill(&g, TSQR_UNIFORM, DDBLAS_TYPE_W, m, n, A);
    dd_must(h, tsqr_factorise(h, NULL, DDBLAS_TYPE_W, DDBLAS_LAYOUT_ROW_MAJOR, m, n, 0, A, Q, R), "first");
    dd_must(h, ddblasSetThreads(h, 1), "threads");
    dd_must(h, ddblasTsqrWorkspaceSize(h, NULL, DDBLAS_TYPE_W, DDBLAS_LAYOUT_ROW_MAJOR, m, n, 0, &one), "query");
    dd_must(h, ddblasSetThreads(h, 8), "threads");
    dd_must(h, ddblasTsqrWorkspaceSize(h, NULL, DDBLAS_TYPE_W, DDBLAS_LAYOUT_ROW_MAJOR, m, n, 0, &many), "query");
    assert_true(many > one);
    dd_must(h, ddblasMalloc(h, &workspace, one), "workspace");
    dd_must(h, ddblasSetWorkspace(h, workspace, one), "set");
    dd_must(h, tsqr_factorise(h, NULL, DDBLAS_TYPE_W, DDBLAS_LAYOUT_ROW_MAJOR, m, n, 0, A, Q2, R2), "again");
    assert_memory_equal(Q, Q2, (size_t)(m * n) * sizeof *Q);
    assert_memory_equal(R, R2, (size_t)(n * n) * sizeof *R);
    dd_must(h, ddblasSetWorkspace(h, NULL, 0), "reset");
    dd_must(h, ddblasFree(h, workspace), "free");
    dd_must(h, ddblasSetThreads(h, 0), "threads");
    free(A);
    free(Q);
    free(R);
    free(Q2);
    free(R2);
}

/* The test that fails: the bound of tsqr.h must not hold for kernels without one error term. */
static void mutant(void **state)
{
    (void)state;
    const int64_t m = 300, n = 12;
    cuddreal *A = tsqr_dense(DDBLAS_TYPE_W, m, n), *Q = tsqr_dense(DDBLAS_TYPE_W, m, n), *R = tsqr_dense(DDBLAS_TYPE_W, n, n);
    tsqr_fill(&g, TSQR_UNIFORM, DDBLAS_TYPE_W, m, n, A);
    ddblas_tsqr_w_substitute(&tsqr_mutant);
    dd_must(h, tsqr_factorise(h, NULL, DDBLAS_TYPE_W, DDBLAS_LAYOUT_ROW_MAJOR, m, n, 0, A, Q, R), "mutant");
    ddblas_tsqr_w_substitute(NULL);
    const struct dd_qr_error e = dd_oracle_qr_error(DDBLAS_TYPE_W, m, n, A, Q, R);
    printf("mutant: residual %g, orthogonality %g n u\n", e.residual, e.orthogonality);
    const double bound = tsqr_bound(DD_ROUTINE_tsqr, DDBLAS_TYPE_W, m, n);
    assert_true(e.residual > bound && e.orthogonality > bound);
    free(A);
    free(Q);
    free(R);
}

/* The tree that the hybrid design leaves to the CPU: of stacked triangles, whatever their rank, Q
 * is stacked triangles with exact zeros, for the GPU's leaves read no more of it. */
static void stacked_triangles(void **state)
{
    (void)state;
    static const enum tsqr_data data[] = {TSQR_UNIFORM, TSQR_ZEROS, TSQR_ZERO, TSQR_REPEATED, TSQR_COLUMNS};
    for (int64_t i = 0; i < 200 / dd_test_scale(); i++)
    {
        const ddblasType_t type = tsqr_types[i % TSQR_TYPES];
        const int64_t n = dd_random_int(&g, 1, 40);
        const struct ddblas_tsqr_problem whole = {
            .type = type,
            .plan = {.design = DDBLAS_TSQR_DESIGN_HYBRID, .fan_in = (int32_t)dd_random_int(&g, 2, 5), .leaf_rows = 2 * n},
            .m = 2 * n * dd_random_int(&g, 2, 30),
            .n = n};
        const struct tsqr_panel panel = ddblas_tsqr_panel_make(&whole, 0, 0);
        struct ddblas_tsqr_problem tree = ddblas_tsqr_host_problem(&whole, &panel, DDBLAS_TSQR_QR);
        const size_t size = dd_type_size(type), bytes = (size_t)(tree.m * n) * size;
        char *A = tsqr_dense(type, tree.m, n), *Q = tsqr_dense(type, tree.m, n), *R = tsqr_dense(type, n, n);
        void *workspace = malloc(ddblas_tsqr_cpu_bytes(&tree, 2));
        const char zero[sizeof(cuddreal)] = {0};
        assert_non_null(workspace);
        tsqr_fill(&g, data[i / TSQR_TYPES % 5], type, tree.m, n, A);
        for (int64_t e = 0; e < tree.m * n; e++)
            if (e % tree.m % n > e / tree.m)
                memset(A + (size_t)e * size, 0, size);
        memcpy(Q, A, bytes);
        tree.A = Q;
        tree.R = R;
        (void)ddblas_tsqr_cpu_solve(&tree, 2, workspace);
        for (int64_t e = 0; e < tree.m * n; e++)
            if (e % tree.m % n > e / tree.m)
                assert_true(dd_oracle_distance(type, 1, 1, 1, Q + (size_t)e * size, zero) == 0.0);
        const struct dd_qr_error error = dd_oracle_qr_error(type, tree.m, n, A, Q, R);
        const double bound = tsqr_bound(DD_ROUTINE_tsqr, type, tree.m, n);
        assert_true(error.residual <= bound && error.orthogonality <= bound);
        free(A);
        free(Q);
        free(R);
        free(workspace);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(instruction_sets), cmocka_unit_test(same_bits),
                                       cmocka_unit_test(small_workspace), cmocka_unit_test(mutant),
                                       cmocka_unit_test(stacked_triangles)};
    return cmocka_run_group_tests(tests, set_up, close_handle);
}
