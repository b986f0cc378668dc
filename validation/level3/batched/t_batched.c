/*
 * Batches of products and of triangular systems in W, on the engine that DDBLAS_TEST_ENGINE names:
 * untouched memory, exactness on integers, error bounds against MPFR, the bits of single calls,
 * special values, threads and workspaces, and a mutant that the bound must catch.
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
#include "batched_case.h"
#include "core/core.h"
#include "handle.h"
#include "level3/gemm/cpu/gemm_cpu_w_job.h"
#include "level3/gemm/plain/gemm_plain_plan.h"
#include "poison.h"

extern const struct ddblas_gemm_w_kernels gemm_mutant;

static int on_cuda(void) { return dd_test_engine() == DDBLAS_ENGINE_CUDA; }

/* ---- what is not read ------------------------------------------------------------------------ */

/* alpha = 0: A and B, all NaN, are not read, and C = beta C; beta = 0: C, all NaN, is not read.
 * Both scalars in either memory. */
static void zero_scalars(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1901);
    for (int k = 0; k < 16; k++)
    {
        const double alpha = k % 2, beta = k / 2 % 2;
        struct batched_case c = batched_gemm_new(5, DDBLAS_OP_N, DDBLAS_OP_T, 9, 7, 6, 1);
        batched_gemm_fill(&c, &g, GEMM_INTEGER);
        c.form = (enum batched_form)(k / 4 % 2);
        c.on_engine = k / 8;
        c.gap = 3;
        for (int64_t i = 0; i < c.count; i++)
        {
            struct gemm_case *m = c.gemm[i];
            gemm_case_scalars(m, alpha, beta);
            if (alpha == 0.0)
            {
                memset(m->A, DD_POISON, m->bytes_A);
                memset(m->B, DD_POISON, m->bytes_B);
                m->k = 0; /* for the judgement: no terms */
            }
            if (beta == 0.0)
                memset(m->C, DD_POISON, m->bytes_C);
        }
        if (alpha == 0.0)
            c.gemm[0]->k = 6;
        dd_must(h, batched_run(h, &c), "batch");
        c.gemm[0]->k = alpha == 0.0 ? 0 : 6;
        for (int64_t i = 0; i < c.count; i++)
            for (int64_t e = 0; e < 63; e++)
                if (gemm_case_error(c.gemm[i], e % 9, e / 9, 0.0) != 0.0)
                    fail_msg("alpha %g, beta %g: member %lld", alpha, beta, (long long)i);
        batched_free(&c);
    }
}

/* k = 0, with null for A and B; in trsm alpha = 0, with NaN in A and B. */
static void no_operands(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1902);
    const cuddreal two = {2.0, 0.0}, zero = {0.0, 0.0};
    cuddreal C[24], expected[24];
    for (int i = 0; i < 24; i++)
        C[i] = expected[i] = cuddFromDouble(i);
    for (int i = 0; i < 24; i++)
        if (i % 8 < 6 && i % 4 < 3) /* members of 3 x 2, ldc = 4, stride 8 */
            expected[i] = cuddFromDouble(2.0 * i);
    for (int i = 6; i < 24; i += 8)
        expected[i] = cuddFromDouble(2.0 * i);
    cuddreal *there = dd_engine_copy(h, C, sizeof C, 0);
    assert_int_equal(
        ddblasWgemmStridedBatched(h, DDBLAS_OP_N, DDBLAS_OP_N, 3, 2, 0, &two, NULL, 3, 0, NULL, 1, 0, &two, there, 4, 8, 3),
        DDBLAS_STATUS_SUCCESS);
    dd_engine_read(h, C, there, sizeof C);
    assert_memory_equal(C, expected, sizeof C);
    assert_int_equal(ddblasWtrsmStridedBatched(h, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT, 3, 2,
                                               &zero, NULL, 3, 0, there, 4, 8, 3),
                     DDBLAS_STATUS_SUCCESS);
    dd_engine_read(h, C, there, sizeof C);
    for (int i = 0; i < 24; i++)
        assert_true(C[i].x == (i % 4 < 3 ? 0.0 : expected[i].x) && C[i].y == 0.0);
    dd_engine_free(h, there, 0);
    for (int k = 0; k < 4; k++)
    {
        const struct level3_shape shape = {
            DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_UPPER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, k % 2 ? 70 : 9, 5, 0, 0};
        struct batched_case c = batched_trsm_new(3, shape, 1);
        c.on_engine = k / 2;
        level3_case_scalars(c.trsm[0], 0.0, 0.0);
        dd_must(h, batched_run(h, &c), "alpha = 0");
        for (int64_t i = 0; i < c.count; i++)
            for (int64_t e = 0; e < shape.m * 5; e++)
            {
                const cuddreal *x = level3_case_at(c.trsm[i], c.trsm[i]->result, c.trsm[i]->ldc, e % shape.m, e / shape.m);
                assert_true(x->x == 0.0 && x->y == 0.0);
            }
        batched_free(&c);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Sizes astride the tiles of both engines and the vectors of 4 and 8. */
static const int64_t orders[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 20, 23, 24, 31, 32, 33, 48, 63, 64, 65, 97};

enum
{
    ORDERS = sizeof orders / sizeof orders[0],
    SMALL = 19 /* orders whose products take short on the emulated device */
};

static ddblasOperation_t operation(int64_t k) { return (ddblasOperation_t)(k % 3); }

static void integers(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1903);
    for (int k = 0; k < ORDERS; k++)
        for (int form = 0; form < BATCHED_FORMS; form++)
        {
            struct batched_case c = batched_gemm_new(3, operation(k), operation(k / 3), orders[k], orders[(k + 5) % ORDERS],
                                                     orders[(k + 11) % ORDERS], k % 3);
            c.form = (enum batched_form)form;
            c.gap = k % 4;
            batched_gemm_fill(&c, &g, GEMM_INTEGER);
            dd_must(h, batched_run(h, &c), "integers");
            for (int64_t i = 0; i < 3; i++)
                for (int64_t e = 0; e < c.gemm[i]->m * c.gemm[i]->n; e++)
                    assert_true(gemm_case_error(c.gemm[i], e % c.gemm[i]->m, e / c.gemm[i]->m, 0.0) == 0.0);
            batched_free(&c);
        }
}

static void all_sizes_of_gemm(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(1904);
    const int step = dd_test_scale() > 1 ? 5 : 1, most = on_cuda() ? SMALL : ORDERS;
    double worst[GEMM_DATA_COUNT] = {0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < 6 * ORDERS; k += step)
        for (int data = 0; data < GEMM_SUBNORMAL; data++)
        {
            const int square = k % 2;
            const int64_t m = orders[k % most], n = square ? m : orders[dd_random_int(&g, 0, most - 1)],
                          terms = square ? m : orders[dd_random_int(&g, 0, most - 1)];
            struct batched_case c = batched_gemm_new(dd_random_int(&g, 1, 9), operation(k), operation(k / 3), m, n, terms, k % 4);
            c.form = (enum batched_form)((k + data) % BATCHED_FORMS);
            c.gap = dd_random_int(&g, 0, 5);
            c.shared = k % 5 == 0;
            c.on_engine = k % 3 == 0;
            c.offset = (size_t)dd_random_int(&g, 0, 7) * 16 + (k % 2 ? dd_engine_half(h) : 0);
            batched_gemm_fill(&c, &g, (enum gemm_data)data);
            worst[data] = fmax(worst[data], batched_judge(h, &c, &g, 40, gemm_data_name((enum gemm_data)data), seed));
            batched_free(&c);
        }
    for (int data = 0; data < GEMM_SUBNORMAL; data++)
        printf("  %s: largest error %.3f (units of 2^-104)\n", gemm_data_name((enum gemm_data)data), worst[data]);
}

/* Orders up to 200, so that the CUDA engine halves too. */
static struct level3_shape shape_of(int64_t k, int64_t order, int64_t vectors)
{
    const ddblasSideMode_t side = (ddblasSideMode_t)(k % 2);
    return (struct level3_shape){side,
                                 (ddblasFillMode_t)(k / 2 % 2),
                                 operation(k / 4),
                                 (ddblasDiagType_t)(k / 12 % 2),
                                 side == DDBLAS_SIDE_LEFT ? order : vectors,
                                 side == DDBLAS_SIDE_LEFT ? vectors : order,
                                 0,
                                 0};
}

static void all_sizes_of_trsm(void **state)
{
    (void)state;
    static const int64_t order[] = {1, 3, 4, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 129, 200},
                         vectors[] = {1, 4, 16, 17, 33};
    const uint64_t seed = dd_random_seed(1905);
    const int step = dd_test_scale() > 1 ? 7 : 1;
    double worst = 0.0;
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int k = 0; k < 16 * 24; k += step)
        for (int data = LEVEL3_UNIFORM; data <= LEVEL3_GRADED; data++)
        {
            struct batched_case c =
                batched_trsm_new(dd_random_int(&g, 1, 4), shape_of(k, order[k / 24], vectors[(k + data) % 5]), k % 3);
            c.form = (enum batched_form)((k / 3 + data) % BATCHED_FORMS);
            c.gap = dd_random_int(&g, 0, 5);
            c.shared = k % 5 == 0;
            c.on_engine = k % 3 == 0;
            c.offset = k % 4 == 0 ? dd_engine_half(h) : 0;
            batched_trsm_fill(&c, &g, (enum level3_data)data);
            worst = fmax(worst, batched_judge(h, &c, &g, 30, "systems", seed));
            batched_free(&c);
        }
    printf("  largest error of a residual %.3f (units of 2^-104)\n", worst);
}

/* C as blocks of one matrix, one below the other: the stride is less than a matrix. */
static void blocks_of_one_matrix(void **state)
{
    (void)state;
    enum
    {
        N = 5,
        COUNT = 4,
        ROWS = N * COUNT + 2
    };
    struct dd_random g;
    dd_random_start(&g, 1906);
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_W, DDBLAS_OP_N, DDBLAS_OP_N, N * COUNT, N, N, 2);
    gemm_case_fill(c, &g, GEMM_UNIFORM);
    void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *B = dd_engine_copy(h, c->B, c->bytes_B, 0),
         *C = dd_engine_copy(h, c->C, c->bytes_C, 0);
    assert_int_equal(c->ldc, ROWS);
    dd_must(h,
            ddblasWgemmStridedBatched(h, DDBLAS_OP_N, DDBLAS_OP_N, N, N, N, &c->alpha.w, A, c->lda, N, B, c->ldb, 0, &c->beta.w,
                                      C, c->ldc, N, COUNT),
            "blocks");
    dd_engine_read(h, c->result, C, c->bytes_C);
    for (int64_t e = 0; e < ROWS * N; e++)
        if (e % ROWS < N * COUNT)
            assert_true(gemm_case_error(c, e % ROWS, e / ROWS, 0.0) <= gemm_case_bound(c));
        else
            assert_memory_equal((cuddreal *)c->result + e, (cuddreal *)c->C + e, sizeof(cuddreal));
    dd_engine_free(h, A, 0);
    dd_engine_free(h, B, 0);
    dd_engine_free(h, C, 0);
    gemm_case_free(c);
}

/* ---- bits ------------------------------------------------------------------------------------ */

/* Returns 1 if a product alone has the order of sums of a batch: on the CUDA engine where the plain
 * route neither cuts k nor exchanges the sides. */
static int alone_is_alike(const struct gemm_case *c)
{
    struct ddblas_device facts;
    if (!on_cuda())
        return 1;
    assert_int_equal(ddblas_device_facts(h->backend, h->device, &facts), DDBLAS_STATUS_SUCCESS);
    const struct gemm_plain_plan plan = ddblas_gemm_plain_make_plan(facts.multiprocessors, c->m, c->n, c->k, 0);
    return plan.splits == 1 && !plan.swapped;
}

/* Inf, NaN and huge numbers in some members. */
static void plant_special_values(struct batched_case *c, struct dd_random *g)
{
    static const double list[] = {INFINITY, -INFINITY, NAN, 0x1p1000, -0.0, 0x1p-1074};
    for (int64_t i = 1; i < c->count; i += 2)
    {
        const struct gemm_case *m = c->gemm[i];
        *(cuddreal *)gemm_case_a(m, dd_random_int(g, 0, m->m - 1), dd_random_int(g, 0, m->k - 1)) =
            cuddMake(list[dd_random_int(g, 0, 5)], 0.0);
        *(cuddreal *)gemm_case_b(m, dd_random_int(g, 0, m->k - 1), dd_random_int(g, 0, m->n - 1)) =
            cuddMake(list[dd_random_int(g, 0, 5)], 0.0);
        *(cuddreal *)gemm_case_c(m, m->C, dd_random_int(g, 0, m->m - 1), dd_random_int(g, 0, m->n - 1)) =
            cuddMake(list[dd_random_int(g, 0, 5)], 0.0);
    }
}

/* Each member has the bits of a call for it alone, special values included; and the bits of a batch
 * of one member, whatever the shape. */
static void bits_of_gemm_alone(void **state)
{
    (void)state;
    struct dd_random g;
    int alike = 0;
    dd_random_start(&g, 1907);
    assert_int_equal(ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_PLAIN), DDBLAS_STATUS_SUCCESS);
    for (int k = 0; k < 4 * SMALL; k++)
    {
        const int64_t n = orders[k % SMALL], other = k < 2 * SMALL ? n : orders[(k + 7) % SMALL];
        struct batched_case c = batched_gemm_new(6, operation(k), operation(k / 3), n, other, k % 2 ? n : other, k % 3);
        c.form = (enum batched_form)(k % BATCHED_FORMS);
        batched_gemm_fill(&c, &g, k % 5 ? GEMM_UNIFORM : GEMM_WIDE);
        if (k % 4 > 1)
            for (int64_t i = 0; i < c.count; i++)
                gemm_case_scalars(c.gemm[i], 1.0, k % 4 == 2 ? 0.0 : 1.0);
        if (k % 3)
            plant_special_values(&c, &g);
        dd_must(h, batched_run(h, &c), "batch");
        for (int64_t i = 0; i < c.count; i += 5)
        {
            struct batched_case one = {.count = 1, .gemm = &c.gemm[i], .form = (enum batched_form)((k + i) % BATCHED_FORMS)};
            void *first = malloc(c.gemm[i]->bytes_C);
            assert_non_null(first);
            memcpy(first, c.gemm[i]->result, c.gemm[i]->bytes_C);
            dd_must(h, batched_run(h, &one), "batch of one");
            assert_memory_equal(first, c.gemm[i]->result, c.gemm[i]->bytes_C);
            free(first);
        }
        if (alone_is_alike(c.gemm[0]))
        {
            alike++;
            batched_assert_alone(h, &c, "gemm");
        }
        batched_free(&c);
    }
    assert_int_equal(ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_AUTO), DDBLAS_STATUS_SUCCESS);
    assert_true(alike >= SMALL);
}

/* On the CUDA engine orders up to 64, of which a call alone has no product. */
static void bits_of_trsm_alone(void **state)
{
    (void)state;
    static const int64_t order[] = {1, 2, 5, 8, 16, 17, 33, 64, 65, 100};
    struct dd_random g;
    dd_random_start(&g, 1908);
    for (int k = 0; k<24 * (on_cuda() ? 8 : 10); k += dd_test_scale()> 1 ? 5 : 1)
    {
        struct batched_case c = batched_trsm_new(4, shape_of(k, order[k / 24], 1 + k % 19), k % 2);
        c.form = (enum batched_form)(k % BATCHED_FORMS);
        batched_trsm_fill(&c, &g, LEVEL3_UNIFORM);
        if (k % 3 == 0) /* a singular member, and one with Inf */
        {
            *(cuddreal *)c.trsm[1]->A = cuddFromDouble(0.0);
            *(cuddreal *)c.trsm[2]->C = cuddMake((double)INFINITY, 0.0);
        }
        dd_must(h, batched_run(h, &c), "batch");
        batched_assert_alone(h, &c, "trsm");
        batched_free(&c);
    }
}

static void assert_same(struct batched_case *c, void **first, const char *what)
{
    dd_must(h, batched_run(h, c), what);
    for (int64_t i = 0; i < c->count; i++)
        if (memcmp(first[i], c->gemm ? c->gemm[i]->result : c->trsm[i]->result,
                   c->gemm ? c->gemm[i]->bytes_C : c->trsm[i]->bytes_C))
            fail_msg("%s: other bits of member %lld", what, (long long)i);
}

/* Every number of threads, instruction set, form, and workspaces for all threads and for fewer.
 * Many small members are dealt to the threads; few large ones are computed in turn. */
static void same_bits(struct batched_case *c)
{
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    void **first = calloc((size_t)c->count, sizeof *first);
    assert_non_null(first);
    dd_must(h, batched_run(h, c), "first");
    for (int64_t i = 0; i < c->count; i++)
    {
        const size_t bytes = c->gemm ? c->gemm[i]->bytes_C : c->trsm[i]->bytes_C;
        first[i] = malloc(bytes);
        assert_non_null(first[i]);
        memcpy(first[i], c->gemm ? c->gemm[i]->result : c->trsm[i]->result, bytes);
    }
    for (int k = 0; k < 3 && !on_cuda(); k++)
        if (ddblas_isa_select(sets[k]) == 0)
            assert_same(c, first, sets[k]);
    (void)ddblas_isa_select(NULL);
    assert_int_equal(ddblasSetThreads(h, 1), DDBLAS_STATUS_SUCCESS);
    const size_t share = batched_workspace(h, c);
    for (int threads = 1; threads <= 5; threads++)
    {
        assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
        c->form = (enum batched_form)(threads % BATCHED_FORMS);
        assert_same(c, first, "threads");
        const size_t bytes = batched_workspace(h, c), step = c->count < 4 * threads ? bytes : share;
        void *poison = dd_poisoned(bytes), *workspace = bytes > 0 ? dd_engine_copy(h, poison, bytes, 0) : NULL;
        free(poison);
        for (size_t part = bytes; part > 0; part -= step)
        {
            assert_int_equal(ddblasSetWorkspace(h, workspace, part), DDBLAS_STATUS_SUCCESS);
            assert_same(c, first, "workspace");
        }
        assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
        if (workspace)
            dd_engine_free(h, workspace, 0);
    }
    assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
    for (int64_t i = 0; i < c->count; i++)
        free(first[i]);
    free(first);
}

static void threads_and_workspaces(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{60, 8, 8}, {100, 20, 16}, {3, 180, 100}, {40, 12, 2000}}; /* count, order, terms */
    const int shapes_here = on_cuda() ? 2 : 4;
    struct dd_random g;
    dd_random_start(&g, 1909);
    for (int k = 0; k < shapes_here; k++)
    {
        struct batched_case c =
            batched_gemm_new(shapes[k][0], operation(k), operation(k + 1), shapes[k][1], shapes[k][1], shapes[k][2], 1);
        batched_gemm_fill(&c, &g, GEMM_UNIFORM);
        same_bits(&c);
        batched_free(&c);
    }
    for (int k = 0; k < 3 - on_cuda(); k++)
    {
        struct batched_case c = batched_trsm_new(k < 2 ? 30 : 3,
                                                 shape_of(k,
                                                          k == 0   ? 16
                                                          : k == 1 ? 70
                                                                   : 300,
                                                          k < 2 ? 9 : 200),
                                                 1);
        batched_trsm_fill(&c, &g, LEVEL3_UNIFORM);
        same_bits(&c);
        batched_free(&c);
    }
}

/* ---- the mutant ------------------------------------------------------------------------------ */

/* The product by these kernels, as the CPU engine computes a member; its largest error. */
static double error_of_kernels(const struct ddblas_gemm_w_kernels *kernels, struct gemm_case *c)
{
    const struct ddblas_gemm_problem p = {.type = DDBLAS_TYPE_W,
                                          .m = c->m,
                                          .n = c->n,
                                          .k = c->k,
                                          .alpha = &c->alpha,
                                          .A = c->A,
                                          .lda = c->lda,
                                          .B = c->B,
                                          .ldb = c->ldb,
                                          .beta = &c->beta,
                                          .C = c->result,
                                          .ldc = c->ldc};
    const struct gemm_w_plan plan = ddblas_gemm_w_make_plan(1, DDBLAS_TYPE_W, c->m, c->n, c->k);
    struct gemm_w_job w = ddblas_gemm_w_make_job(&p, plan, NULL);
    void *share = dd_poisoned(plan.share);
    double largest = 0.0;
    w.kernels = kernels;
    assert_true(w.direct);
    memcpy(c->result, c->C, c->bytes_C);
    ddblas_gemm_w_compute_share(&w, 0, share);
    for (int64_t e = 0; e < c->m * c->n; e++)
        largest = fmax(largest, gemm_case_error(c, e % c->m, e / c->m, 0.0));
    free(share);
    return largest;
}

static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1910);
    for (int64_t n = 4; n <= 60; n += 7)
    {
        struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_W, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, 1);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        assert_true(error_of_kernels(&ddblas_gemm_w_portable, c) <= gemm_case_bound(c));
        assert_true(error_of_kernels(&gemm_mutant, c) > gemm_case_bound(c));
        gemm_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zero_scalars),
        cmocka_unit_test(no_operands),
        cmocka_unit_test(integers),
        cmocka_unit_test(all_sizes_of_gemm),
        cmocka_unit_test(all_sizes_of_trsm),
        cmocka_unit_test(blocks_of_one_matrix),
        cmocka_unit_test(bits_of_gemm_alone),
        cmocka_unit_test(bits_of_trsm_alone),
        cmocka_unit_test(threads_and_workspaces),
        cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
