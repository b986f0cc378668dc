/*
 * Double-double gemm on the GPU, what t_gemm.c does not reach: the residue route at sizes where the
 * plan would not take it, data that its guard must refuse in whole or in part, Inf and NaN, slices
 * of k, device scalars, and the same bits whatever the workspace, stream, repetition and graph
 * replay.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gemm_case.h"
#include "hashed_matrix.h"
#include "level3/gemm/residue/fused/gemm_residue_fused.h"
#include "level3/gemm/residue/gemm_residue_route.h"
#include "handle.h"

static int set_up(void **state)
{
    (void)open_cuda_handle(state);
    return ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_RESIDUES) != DDBLAS_STATUS_SUCCESS;
}

static struct gemm_case *random_case(struct dd_random *g, enum gemm_data data, int64_t m, int64_t n, int64_t k)
{
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_W, (ddblasOperation_t)dd_random_int(g, 0, 2),
                                        (ddblasOperation_t)dd_random_int(g, 0, 2), m, n, k, dd_random_int(g, 0, 3));
    gemm_case_fill(c, g, data);
    c->offset = (size_t)dd_random_int(g, 0, 3) * 16;
    return c;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* All elements of small products, all data, sizes astride the edges of tiles. */
static void small_products(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 31, 32, 33, 63, 65, 127, 129}, terms[] = {1, 2, 63, 65, 127, 129, 300};
    struct dd_random g;
    dd_random_start(&g, 701);
    for (int64_t q = 0; q < 120 / dd_test_scale(); q++)
    {
        const enum gemm_data data = (enum gemm_data)(q % GEMM_SUBNORMAL);
        struct gemm_case *c =
            random_case(&g, data, sizes[dd_random_int(&g, 0, 8)], sizes[dd_random_int(&g, 0, 8)], terms[dd_random_int(&g, 0, 6)]);
        const double error = gemm_case_judge(h, c, &g, 400, gemm_data_name(data), 701);
        if (data == GEMM_INTEGER && error != 0.0)
            fail_msg("integers must be exact");
        gemm_case_free(c);
    }
}

/* The other route, for a tool that does not see what cublasLt stores. */
static void small_products_by_the_plain_route(void **state)
{
    assert_int_equal(ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_PLAIN), DDBLAS_STATUS_SUCCESS);
    small_products(state);
    assert_int_equal(ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_RESIDUES), DDBLAS_STATUS_SUCCESS);
}

/* Many terms: within 4 units for data over 2^-10 .. 2^10, also where k is cut into slices. */
static void many_terms(void **state)
{
    (void)state;
    static const int64_t terms[] = {1023, 1024, 4095, 4097, 20000, 131072, 131077, 300000};
    struct dd_random g;
    dd_random_start(&g, 702);
    for (size_t q = 0; q < sizeof terms / sizeof terms[0]; q++)
    {
        struct gemm_case *c = random_case(&g, GEMM_UNIFORM, 35, 33, terms[q]);
        const double error = gemm_case_judge(h, c, &g, terms[q] > 100000 ? 20 : 100, "many terms", 702);
        if (!(error <= 4.0))
            fail_msg("k = %lld: %g units", (long long)terms[q], error);
        gemm_case_free(c);
    }
}

/* Returns 1 if a call with a workspace of its own left an element of C to the plain kernel. The
 * workspace holds one block. */
static int has_repaired(struct gemm_case *c)
{
    struct gemm_residue_plan plan;
    size_t bytes = 0;
    char *workspace = NULL;
    assert_int_equal(ddblasGemmWorkspaceSize(h, DDBLAS_TYPE_W, c->m, c->n, c->k, &bytes), DDBLAS_STATUS_SUCCESS);
    assert_true(ddblas_gemm_residue_make_plan(&plan, c->m, c->n, c->k, 0, ddblas_gemm_residue_has_fused(h), bytes));
    assert_true(plan.rows == c->m && plan.columns == c->n && plan.terms == c->k);
    assert_int_equal(ddblasMalloc(h, (void **)&workspace, bytes), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    uint32_t any = 0;
    dd_engine_read(h, &any, workspace + ddblas_gemm_residue_layout_of(&plan).any, sizeof any);
    assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasFree(h, workspace), DDBLAS_STATUS_SUCCESS);
    return any != 0;
}

/* Matrices with dominant elements pass the guard, whatever the size of these elements: one in each
 * row and column, in rows alone, in columns alone, and a diagonal matrix as a factor. With two
 * large elements in each row and column there are repairs, which shows that has_repaired can
 * tell. */
static void dominant_elements(void **state)
{
    (void)state;
    static const int exponents[] = {5, 6, 14, 52, 110, 400};
    struct dd_random g;
    dd_random_start(&g, 710);
    for (int q = 0; q < 4 * (int)(sizeof exponents / sizeof exponents[0]); q++)
    {
        const int e = exponents[q / 4], in_rows = q % 4 != 2, in_columns = q % 4 != 1, rest = q % 4 != 3;
        struct gemm_case *c =
            gemm_case_new(DDBLAS_TYPE_W, (ddblasOperation_t)(q % 2), (ddblasOperation_t)(q / 2 % 2), 90, 70, 600, 1);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        for (int64_t t = 0; t < c->k; t++)
        {
            for (int64_t i = 0; i < c->m; i++)
                gemm_case_set_a(c, i, t,
                                t == 5 * i + 1 && in_rows ? dd_random_full_pair(&g, e)
                                : rest                    ? dd_random_full_pair(&g, (int)dd_random_int(&g, -1, 0))
                                                          : cuddFromDouble(0.0));
            for (int64_t j = 0; j < c->n; j++)
                gemm_case_set_b(c, t, j,
                                dd_random_full_pair(&g, t == 7 * j + 1 && in_columns ? e : (int)dd_random_int(&g, -1, 0)));
        }
        if (has_repaired(c))
            fail_msg("2^%d, case %d: the guard has refused elements", e, q % 4);
        memcpy(c->result, c->C, c->bytes_C);
        assert_true(gemm_case_judge(h, c, &g, 200, "dominant elements", 710) <= 6.0);
        if (e > 50 && q % 4 == 0)
        {
            for (int64_t i = 0; i < c->m; i++)
                gemm_case_set_a(c, i, c->k - 1 - 5 * i, dd_random_full_pair(&g, e));
            for (int64_t j = 0; j < c->n; j++)
                gemm_case_set_b(c, c->k - 2 - 7 * j, j, dd_random_full_pair(&g, e));
            memcpy(c->result, c->C, c->bytes_C);
            assert_int_equal(has_repaired(c), 1);
        }
        gemm_case_free(c);
    }
}

/* Subnormal elements: each product may lose what lies under 2^-1074. */
static void subnormal_elements(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 703);
    for (int q = 0; q < 10; q++)
    {
        struct gemm_case *c = random_case(&g, GEMM_SUBNORMAL, 40, 37, dd_random_int(&g, 1, 200));
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                assert_true(gemm_case_error(c, i, j, 4.0 * (double)(c->k + 1)) <= gemm_case_bound(c));
        gemm_case_free(c);
    }
}

/* Some rows and columns that only the plain kernel can multiply: the bound holds everywhere, and
 * the other elements have the bits that they have without them. */
static void sparse_repair(void **state)
{
    (void)state;
    enum
    {
        SIZE = 150,
        TERMS = 700
    };
    struct dd_random g;
    dd_random_start(&g, 704);
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_W, DDBLAS_OP_N, DDBLAS_OP_N, SIZE, SIZE, TERMS, 1);
    gemm_case_fill(c, &g, GEMM_UNIFORM);
    assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    cuddreal *before = malloc(c->bytes_C);
    assert_non_null(before);
    memcpy(before, c->result, c->bytes_C);
    static const int64_t rows[] = {3, 64, 149}, columns[] = {0, 77};
    for (int64_t t = 0; t < TERMS; t++)
    {
        const int e = (int)(600 * t / TERMS) - 300;
        for (int r = 0; r < 3; r++)
            *(cuddreal *)gemm_case_a(c, rows[r], t) = dd_random_full_pair(&g, e);
        for (int r = 0; r < 2; r++)
            *(cuddreal *)gemm_case_b(c, t, columns[r]) = dd_random_full_pair(&g, -e);
    }
    memcpy(c->result, c->C, c->bytes_C);
    assert_true(gemm_case_judge(h, c, &g, (int64_t)SIZE * SIZE, "sparse repair", 704) <= gemm_case_bound(c));
    for (int64_t j = 0; j < SIZE; j++)
        for (int64_t i = 0; i < SIZE; i++)
        {
            const int touched = i == 3 || i == 64 || i == 149 || j == 0 || j == 77;
            if (!touched)
                assert_memory_equal(gemm_case_c(c, c->result, i, j), gemm_case_c(c, before, i, j), sizeof(cuddreal));
        }
    free(before);
    gemm_case_free(c);
}

/* Inf and NaN in single elements: their rows and columns are what double arithmetic on the high
 * parts gives, all else is as good as ever. */
static void infinities(void **state)
{
    (void)state;
    enum
    {
        SIZE = 70,
        TERMS = 150
    };
    struct dd_random g;
    dd_random_start(&g, 705);
    static const double specials[] = {INFINITY, -INFINITY, NAN};
    for (int q = 0; q < 6; q++)
    {
        struct gemm_case *c = random_case(&g, GEMM_UNIFORM, SIZE, SIZE, TERMS);
        gemm_case_scalars(c, 1.0, q % 2);
        const int64_t row = dd_random_int(&g, 0, SIZE - 1), column = dd_random_int(&g, 0, SIZE - 1);
        *(cuddreal *)gemm_case_a(c, row, dd_random_int(&g, 0, TERMS - 1)) = cuddMake(specials[q % 3], q < 3 ? 0.0 : NAN);
        *(cuddreal *)gemm_case_b(c, dd_random_int(&g, 0, TERMS - 1), column) =
            q == 5 ? cuddMake(1.0, INFINITY) : cuddMake(specials[(q + 1) % 3], 0.0);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t j = 0; j < SIZE; j++)
            for (int64_t i = 0; i < SIZE; i++)
            {
                const cuddreal r = *(cuddreal *)gemm_case_c(c, c->result, i, j);
                if (i != row && j != column)
                {
                    assert_true(gemm_case_error(c, i, j, 0.0) <= gemm_case_bound(c));
                    continue;
                }
                double sum = 0.0;
                for (int64_t t = 0; t < TERMS; t++)
                {
                    const cuddreal a = *(cuddreal *)gemm_case_a(c, i, t), b = *(cuddreal *)gemm_case_b(c, t, j);
                    sum += (cuddIsNan(a) ? NAN : a.x) * (cuddIsNan(b) ? NAN : b.x);
                }
                assert_true(!cudd_finite(sum));
                assert_true(isnan(sum) ? cuddIsNan(r) : r.x == sum);
                assert_true(isnan(sum) || r.y == 0.0);
            }
        gemm_case_free(c);
    }
}

/* A large product on random rows and columns of the result, with its operands made on the
 * device. */
static void large_product(void **state)
{
    (void)state;
    const int64_t m = 3000, n = 2500, k = 5000, samples = 60;
    struct dd_random g;
    cuddreal *A = NULL, *B = NULL, *C = NULL, *result = malloc((size_t)(m * n) * sizeof(cuddreal));
    const cuddreal one = cuddFromDouble(1.0), zero = cuddFromDouble(0.0);
    assert_non_null(result);
    assert_int_equal(ddblasMalloc(h, (void **)&A, (size_t)(m * k) * 16), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasMalloc(h, (void **)&B, (size_t)(k * n) * 16), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasMalloc(h, (void **)&C, (size_t)(m * n) * 16), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(dd_hashed_fill(A, m * k, 1, 10), 0);
    assert_int_equal(dd_hashed_fill(B, k * n, 2, 10), 0);
    assert_int_equal(ddblasWgemm(h, DDBLAS_OP_N, DDBLAS_OP_N, m, n, k, &one, A, m, B, k, &zero, C, m), DDBLAS_STATUS_SUCCESS);
    dd_engine_read(h, result, C, (size_t)(m * n) * 16);
    dd_random_start(&g, 706);
    for (int64_t q = 0; q < samples; q++)
    {
        const int64_t i = q == 0   ? 0
                          : q == 1 ? m - 1
                                   : dd_random_int(&g, 0, m - 1),
                      j = q < 2 ? n - 1 : dd_random_int(&g, 0, n - 1);
        dd_exact *sum = dd_exact_new(), *scale = dd_exact_new();
        for (int64_t t = 0; t < k; t++)
        {
            const cuddreal a = dd_hashed_element(1, (uint64_t)(i + t * m), 10),
                           b = dd_hashed_element(2, (uint64_t)(t + j * k), 10);
            dd_exact_add_pairs(sum, a, b);
            dd_exact_add_pairs(scale, cuddFabs(a), cuddFabs(b));
        }
        assert_true(dd_exact_scaled_error(sum, result[i + j * m], scale, 104) <= 4.0);
        dd_exact_free(sum);
        dd_exact_free(scale);
    }
    free(result);
    assert_int_equal(ddblasFree(h, A) | ddblasFree(h, B) | ddblasFree(h, C), 0);
}

/* ---- bits ------------------------------------------------------------------------------------ */

/* A problem on the device with its result as it was first. */
struct fixed
{
    int64_t m, n, k;
    cuddreal *A, *B, *C, *start, *first, *again;
    cuddreal alpha, beta;
};

static void fixed_call(ddblasHandle_t handle, const struct fixed *f)
{
    assert_int_equal(
        ddblasWgemm(handle, DDBLAS_OP_N, DDBLAS_OP_T, f->m, f->n, f->k, &f->alpha, f->A, f->m, f->B, f->n, &f->beta, f->C, f->m),
        DDBLAS_STATUS_SUCCESS);
}

static size_t fixed_bytes(const struct fixed *f) { return (size_t)(f->m * f->n) * sizeof(cuddreal); }

static void fixed_restart(ddblasHandle_t handle, const struct fixed *f)
{
    assert_int_equal(ddblasSetMatrix(handle, f->m, f->n, 16, f->start, f->m, f->C, f->m), DDBLAS_STATUS_SUCCESS);
}

static void fixed_compare(ddblasHandle_t handle, struct fixed *f, const char *what)
{
    dd_engine_read(handle, f->again, f->C, fixed_bytes(f));
    if (memcmp(f->first, f->again, fixed_bytes(f)) != 0)
        fail_msg("%s: other bits", what);
}

/* Every fourth row is graded, so that repair has its part. */
static struct fixed fixed_new(int64_t m, int64_t n, int64_t k)
{
    struct fixed f = {.m = m, .n = n, .k = k};
    struct dd_random g;
    dd_random_start(&g, 707);
    f.alpha = dd_random_full_pair(&g, 0);
    f.beta = dd_random_full_pair(&g, -1);
    f.start = malloc(fixed_bytes(&f));
    f.first = malloc(fixed_bytes(&f));
    f.again = malloc(fixed_bytes(&f));
    cuddreal *a = malloc((size_t)(m * k) * 16), *b = malloc((size_t)(n * k) * 16);
    assert_true(f.start && f.first && f.again && a && b);
    for (int64_t e = 0; e < m * n; e++)
        f.start[e] = dd_random_full_pair(&g, 0);
    for (int64_t e = 0; e < m * k; e++)
        a[e] = dd_random_full_pair(&g, e % m % 4 == 0 ? (int)(e / m * 400 / k) - 200 : (int)dd_random_int(&g, -10, 10));
    for (int64_t e = 0; e < n * k; e++)
        b[e] = dd_random_full_pair(&g, e % n % 5 == 0 ? 200 - (int)(e / n * 400 / k) : (int)dd_random_int(&g, -10, 10));
    f.A = dd_engine_copy(h, a, (size_t)(m * k) * 16, 0);
    f.B = dd_engine_copy(h, b, (size_t)(n * k) * 16, 0);
    f.C = dd_engine_copy(h, f.start, fixed_bytes(&f), 0);
    free(a);
    free(b);
    fixed_call(h, &f);
    dd_engine_read(h, f.first, f.C, fixed_bytes(&f));
    return f;
}

static void fixed_free(struct fixed *f)
{
    dd_engine_free(h, f->A, 0);
    dd_engine_free(h, f->B, 0);
    dd_engine_free(h, f->C, 0);
    free(f->start);
    free(f->first);
    free(f->again);
}

static void same_bits_in_any_workspace(void **state)
{
    (void)state;
    struct fixed f = fixed_new(700, 650, 5000);
    size_t all = 0;
    assert_int_equal(ddblasGemmWorkspaceSize(h, DDBLAS_TYPE_W, f.m, f.n, f.k, &all), DDBLAS_STATUS_SUCCESS);
    for (size_t bytes = all; bytes > (size_t)4 << 20; bytes = bytes / 3)
    {
        void *workspace = NULL;
        assert_int_equal(ddblasMalloc(h, &workspace, bytes), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
        fixed_restart(h, &f);
        fixed_call(h, &f);
        fixed_compare(h, &f, "workspace");
        assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasFree(h, workspace), DDBLAS_STATUS_SUCCESS);
    }
    void *little = NULL;
    assert_int_equal(ddblasMalloc(h, &little, 65536), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetWorkspace(h, little, 65536), DDBLAS_STATUS_SUCCESS);
    fixed_restart(h, &f);
    assert_int_equal(ddblasWgemm(h, DDBLAS_OP_N, DDBLAS_OP_T, f.m, f.n, f.k, &f.alpha, f.A, f.m, f.B, f.n, &f.beta, f.C, f.m),
                     DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
    dd_engine_read(h, f.again, f.C, fixed_bytes(&f));
    assert_memory_equal(f.again, f.start, fixed_bytes(&f));
    assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasFree(h, little), DDBLAS_STATUS_SUCCESS);
    fixed_free(&f);
}

/* The products that leave bytes and those of cublasLt give the same bits: all data, sizes astride
 * the edges of their tiles, and of the terms up to which a byte holds any residue. */
static void same_bits_by_both_products(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{63, 64, 64},   {64, 65, 128},   {65, 127, 129},  {1, 129, 300},   {129, 1, 300},
                                        {128, 257, 65}, {129, 255, 127}, {257, 128, 640}, {300, 520, 200}, {40, 33, 4095},
                                        {33, 40, 4096}, {66, 40, 4097},  {130, 30, 6657}, {31, 7, 14000},  {260, 300, 512}};
    struct ddblas_device facts;
    struct dd_random g;
    assert_int_equal(ddblas_device_facts(h->backend, h->device, &facts), DDBLAS_STATUS_SUCCESS);
    if (!ddblas_gemm_fused_exists(facts.capability))
        skip();
    dd_random_start(&g, 709);
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        for (enum gemm_data data = GEMM_UNIFORM; data < GEMM_DATA_COUNT; data++)
        {
            if (dd_test_scale() > 1 && (s + data) % GEMM_DATA_COUNT != 0)
                continue;
            struct gemm_case *c = random_case(&g, data, shapes[s][0], shapes[s][1], shapes[s][2]);
            assert_true(ddblas_gemm_residue_leaves_bytes(h, c->m, c->n, c->k));
            assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
            void *bytes = malloc(c->bytes_C);
            assert_non_null(bytes);
            memcpy(bytes, c->result, c->bytes_C);
            ddblas_gemm_residue_allow_fused(0);
            assert_false(ddblas_gemm_residue_leaves_bytes(h, c->m, c->n, c->k));
            memcpy(c->result, c->C, c->bytes_C);
            const ddblasStatus_t status = gemm_case_run(h, c);
            ddblas_gemm_residue_allow_fused(1);
            assert_int_equal(status, DDBLAS_STATUS_SUCCESS);
            if (memcmp(bytes, c->result, c->bytes_C) != 0)
                fail_msg("%s, %lld x %lld x %lld: other bits", gemm_data_name(data), (long long)c->m, (long long)c->n,
                         (long long)c->k);
            free(bytes);
            gemm_case_free(c);
        }
}

static void same_bits_over_streams_and_replays(void **state)
{
    (void)state;
    enum
    {
        STREAMS = 4,
        REPEATS = 25
    };
    struct fixed f = fixed_new(300, 333, 2000);
    for (int q = 0; q < STREAMS * REPEATS / (int)dd_test_scale(); q++)
    {
        static cudaStream_t streams[STREAMS];
        cudaStream_t *stream = &streams[q % STREAMS];
        if (!*stream)
            assert_int_equal(cudaStreamCreate(stream), cudaSuccess);
        assert_int_equal(ddblasSetStream(h, *stream), DDBLAS_STATUS_SUCCESS);
        fixed_restart(h, &f);
        fixed_call(h, &f);
        fixed_compare(h, &f, "stream");
    }
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    assert_int_equal(ddblasSetStream(h, stream), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    fixed_call(h, &f);
    assert_int_equal(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&replay, graph, 0), cudaSuccess);
    for (int q = 0; q < 10; q++)
    {
        fixed_restart(h, &f);
        assert_int_equal(cudaGraphLaunch(replay, stream), cudaSuccess);
        fixed_compare(h, &f, "graph");
    }
    assert_int_equal(cudaGraphExecDestroy(replay), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(graph), cudaSuccess);
    assert_int_equal(ddblasSetStream(h, NULL), DDBLAS_STATUS_SUCCESS);
    fixed_free(&f);
}

/* The first call of a handle while its stream records: with a workspace set it needs nothing that
 * capture forbids. */
static void first_call_in_capture(void **state)
{
    (void)state;
    struct fixed f = fixed_new(200, 210, 1500);
    ddblasHandle_t fresh = NULL;
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t replay;
    void *workspace = NULL;
    const size_t bytes = (size_t)256 << 20;
    assert_int_equal(ddblasCreateWithEngine(&fresh, DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetGemmRoute(fresh, DDBLAS_GEMM_ROUTE_RESIDUES), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasMalloc(fresh, &workspace, bytes), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetWorkspace(fresh, workspace, bytes), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    assert_int_equal(ddblasSetStream(fresh, stream), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    fixed_call(fresh, &f);
    assert_int_equal(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&replay, graph, 0), cudaSuccess);
    fixed_restart(fresh, &f);
    assert_int_equal(cudaGraphLaunch(replay, stream), cudaSuccess);
    fixed_compare(fresh, &f, "first call in capture");
    assert_int_equal(cudaGraphExecDestroy(replay), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(graph), cudaSuccess);
    assert_int_equal(ddblasSetWorkspace(fresh, NULL, 0), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasFree(fresh, workspace), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
    fixed_free(&f);
}

/* One triangle of A A^T: gemm's bits in it, nothing else written, in one block and in many. */
static void one_triangle(void **state)
{
    (void)state;
    enum
    {
        N = 1000,
        K = 1100
    };
    struct fixed f = fixed_new(N, N, K);
    const size_t few = (size_t)32 << 20;
    void *workspace = NULL;
    cuddreal *whole = malloc(fixed_bytes(&f));
    assert_non_null(whole);
    fixed_restart(h, &f);
    assert_int_equal(ddblasWgemm(h, DDBLAS_OP_N, DDBLAS_OP_T, N, N, K, &f.alpha, f.A, N, f.A, N, &f.beta, f.C, N),
                     DDBLAS_STATUS_SUCCESS);
    dd_engine_read(h, whole, f.C, fixed_bytes(&f));
    assert_int_equal(ddblasMalloc(h, &workspace, few), DDBLAS_STATUS_SUCCESS);
    for (int q = 0; q < 4; q++)
    {
        const int upper = q % 2;
        assert_int_equal(ddblasSetWorkspace(h, q < 2 ? NULL : workspace, q < 2 ? 0 : few), DDBLAS_STATUS_SUCCESS);
        fixed_restart(h, &f);
        assert_int_equal(ddblasWsyrk(h, upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, N, K, &f.alpha, f.A,
                                     N, &f.beta, f.C, N),
                         DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, f.again, f.C, fixed_bytes(&f));
        for (int64_t j = 0; j < N; j++)
            for (int64_t i = 0; i < N; i++)
            {
                const cuddreal *expected = upper ? (i <= j ? whole : f.start) : (i >= j ? whole : f.start);
                if (memcmp(&f.again[i + j * N], &expected[i + j * N], sizeof(cuddreal)) != 0)
                    fail_msg("triangle %d, workspace %d: element (%lld, %lld)", upper, q / 2, (long long)i, (long long)j);
            }
    }
    assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasFree(h, workspace), DDBLAS_STATUS_SUCCESS);
    free(whole);
    fixed_free(&f);
}

/* ---- scalars --------------------------------------------------------------------------------- */

/* Device scalars give the bits of host ones; alpha = 0 forgets NaN in A and B, beta = 0 does not
 * read C. */
static void device_scalars(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 708);
    for (int q = 0; q < 4; q++)
    {
        struct gemm_case *c = random_case(&g, GEMM_UNIFORM, 90, 75, q == 3 ? 131100 : 200);
        if (q == 1)
            gemm_case_scalars(c, 0.0, 3.0);
        if (q == 2)
        {
            gemm_case_scalars(c, 2.0, 0.0);
            memset(c->C, 0xff, c->bytes_C);
        }
        if (q == 1)
            *(cuddreal *)gemm_case_a(c, 5, 7) = cuddNan();
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        cuddreal *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *B = dd_engine_copy(h, c->B, c->bytes_B, 0),
                 *C = dd_engine_copy(h, c->C, c->bytes_C, 0), *alpha = dd_engine_copy(h, &c->alpha, 16, 0),
                 *beta = dd_engine_copy(h, &c->beta, 16, 0), *back = malloc(c->bytes_C);
        assert_non_null(back);
        assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasWgemm(h, c->transa, c->transb, c->m, c->n, c->k, alpha, A, c->lda, B, c->ldb, beta, C, c->ldc),
                         DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, back, C, c->bytes_C);
        assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
        assert_memory_equal(back, c->result, c->bytes_C);
        for (int64_t e = 0; e < c->m; e++)
            assert_true(cuddIsFinite(*(cuddreal *)gemm_case_c(c, back, e, 3)));
        free(back);
        cuddreal *all[] = {A, B, C, alpha, beta};
        for (int p = 0; p < 5; p++)
            dd_engine_free(h, all[p], 0);
        gemm_case_free(c);
    }
}

int main(void)
{
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_products),
        cmocka_unit_test(small_products_by_the_plain_route),
        cmocka_unit_test(many_terms),
        cmocka_unit_test(subnormal_elements),
        cmocka_unit_test(dominant_elements),
        cmocka_unit_test(sparse_repair),
        cmocka_unit_test(infinities),
        cmocka_unit_test(large_product),
        cmocka_unit_test(same_bits_in_any_workspace),
        cmocka_unit_test(same_bits_by_both_products),
        cmocka_unit_test(same_bits_over_streams_and_replays),
        cmocka_unit_test(first_call_in_capture),
        cmocka_unit_test(one_triangle),
        cmocka_unit_test(device_scalars),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, set_up, close_handle);
}
