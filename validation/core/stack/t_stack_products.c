/*
 * On small stacks (small_stack.h): products of matrices, batches of them, and tall and skinny QR.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../../level2/gemv_case.h"
#include "../../level3/batched/batched_case.h"
#include "../../level3/gemm/gemm_case.h"
#include "../../level3/level3_case.h"
#include "../../tsqr/tsqr_case.h"
#include "small_stack.h"

/* Products of matrices and vectors: two members have the bits of one call each. */
static void *run_gemv_batched(void *argument)
{
    struct gemv_case *const *c = argument;
    const int64_t A = (int64_t)(c[0]->bytes_A / c[0]->size), x = (int64_t)(c[0]->bytes_x / c[0]->size),
                  y = (int64_t)(c[0]->bytes_y / c[0]->size);
    cuddreal *all = malloc(2 * (size_t)(A + x + y) * sizeof *all), *X = all + 2 * A, *Y = X + 2 * x;
    assert_non_null(all);
    for (int i = 0; i < 2; i++)
    {
        memcpy(all + i * A, c[i]->A, c[i]->bytes_A);
        memcpy(X + i * x, c[i]->x, c[i]->bytes_x);
        memcpy(Y + i * y, c[i]->y, c[i]->bytes_y);
    }
    dd_must(h,
            ddblasWgemvStridedBatched(h, c[0]->trans, c[0]->m, c[0]->n, &c[0]->alpha.w, all, c[0]->lda, A, X, 1, x, &c[0]->beta.w,
                                      Y, 1, y, 2),
            "WgemvStridedBatched");
    for (int i = 0; i < 2; i++)
        assert_memory_equal(Y + i * y, c[i]->result, c[i]->bytes_y);
    free(all);
    return NULL;
}

static void gemv_batched(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{5, 3}, {1030, 70}, {6, 9000}, {9000, 6}};
    struct dd_random g;
    dd_random_start(&g, 1811);
    for (int k = 0; k < 8; k++)
    {
        struct gemv_case *c[2];
        for (int i = 0; i < 2; i++)
        {
            c[i] = gemv_case_new(DDBLAS_TYPE_W, DDBLAS_TYPE_W, k % 2 ? DDBLAS_OP_T : DDBLAS_OP_N, shapes[k / 2][0],
                                 shapes[k / 2][1], 1, 1, 0);
            gemv_case_fill(c[i], &g, GEMV_UNIFORM);
            c[i]->alpha = c[0]->alpha;
            c[i]->beta = c[0]->beta;
            gemv_case_judge(h, c[i], &g, 10, "large stack", 1811);
        }
        on_small_stack(run_gemv_batched, c);
        gemv_case_free(c[0]);
        gemv_case_free(c[1]);
    }
}

static void *run_gemm(void *argument)
{
    assert_int_equal(gemm_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void *run_xt(void *argument)
{
    struct gemm_case *c = argument;
    memcpy(c->result, c->C, c->bytes_C);
    assert_int_equal(ddblasXtWgemm(h, c->transa, c->transb, c->m, c->n, c->k, &c->alpha.w, c->A, c->lda, c->B, c->ldb, &c->beta.w,
                                   c->result, c->ldc),
                     DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void gemm(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{3, 4, 5}, {200, 150, 120}, {2, 300, 90}, {5, 5, 4000}};
    const ddblasXtOptions_t small = {.device_memory = 300000};
    struct dd_random g;
    dd_random_start(&g, 1802);
    assert_int_equal(ddblasXtSetOptions(h, &small), DDBLAS_STATUS_SUCCESS);
    for (int k = 0; k < 4 * DDBLAS_TYPE_ALL_COUNT; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const int64_t *shape = shapes[k % 4];
        struct gemm_case *c = gemm_case_new((ddblasType_t)(k / 4), DDBLAS_OP_T, DDBLAS_OP_N, shape[0], shape[1], shape[2], 1);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        gemm_case_judge(h, c, &g, 10, "large stack", 1802);
        same_on_small_stack(run_gemm, c, c->result, c->bytes_C);
        if (c->type == DDBLAS_TYPE_W && k % 4 == 1)
        {
            run_xt(c);
            same_on_small_stack(run_xt, c, c->result, c->bytes_C);
        }
        gemm_case_free(c);
    }
}

static void *run_level3(void *argument)
{
    assert_int_equal(level3_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void level3(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1803);
    for (int q = 0; q < 2 * LEVEL3_ROUTINES; q++)
    {
        if (dd_test_leaves_out(q))
            continue;
        const struct level3_routine *r = &level3_routines[q / 2];
        const int64_t order = q % 2 ? 300 : 9;
        const struct level3_shape shape = {.side = DDBLAS_SIDE_LEFT, .uplo = uplo_of(q / 2), .m = order, .n = order, .k = 40};
        struct level3_case *c = level3_case_new(r, shape, 0);
        level3_case_fill(c, &g, LEVEL3_UNIFORM);
        level3_case_judge(h, c, &g, 5, "large stack", 1803);
        same_on_small_stack(run_level3, c, c->result, c->bytes_C);
        level3_case_free(c);
    }
}

static void *run_batched(void *argument)
{
    assert_int_equal(batched_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

/* Members dealt to threads, and computed in turn. */
static void batched(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{300, 20}, {300, 40}, {2, 200}, {2, 130}}; /* members, order */
    struct dd_random g;
    dd_random_start(&g, 1806);
    for (int k = 0; k < 4; k++)
    {
        const int64_t n = shapes[k][1];
        const struct level3_shape shape = {.side = DDBLAS_SIDE_LEFT, .uplo = uplo_of(k), .m = n, .n = n};
        struct batched_case c = k % 2 ? batched_trsm_new(shapes[k][0], shape, 0)
                                      : batched_gemm_new(shapes[k][0], DDBLAS_OP_N, DDBLAS_OP_T, n, n, n, 0);
        if (k % 2)
            batched_trsm_fill(&c, &g, LEVEL3_UNIFORM);
        else
            batched_gemm_fill(&c, &g, GEMM_UNIFORM);
        on_small_stack(run_batched, &c);
        batched_assert_alone(h, &c, "small stack");
        batched_free(&c);
    }
}

/* A factorisation with everything that follows from it. */
struct least_squares
{
    ddblasType_t type;
    int64_t m, n;
    const void *A, *b;
    char *out; /* results of all tasks, one after the other */
    size_t bytes;
};

static char *append(char *to, const void *from, size_t bytes) { return (char *)memcpy(to, from, bytes) + bytes; }

static void *run_tsqr(void *argument)
{
    struct least_squares *s = argument;
    const ddblasTsqrPlan_t plan = {.leaf_rows = 2 * s->n + 256};
    const ddblasLayout_t layout = DDBLAS_LAYOUT_COLUMN_MAJOR;
    const size_t size = dd_type_size(s->type), a = (size_t)(s->m * s->n) * size, r = (size_t)(s->n * s->n) * size,
                 b = (size_t)s->m * size;
    char *A = malloc(a), *R = malloc(r), *B = malloc(b), *T, *out = s->out, residual[sizeof(cuddreal)] = {0};
    int64_t tsize = 0;
    assert_true(A && R && B);
    memset(R, 0, r);
    assert_int_equal(ddblasTsqrFactorSize(h, &plan, s->type, layout, s->m, s->n, &tsize), DDBLAS_STATUS_SUCCESS);
    T = malloc((size_t)tsize * size);
    assert_non_null(T);
    struct ddblas_tsqr_problem p = {.type = s->type,
                                    .layout = layout,
                                    .op = DDBLAS_OP_C,
                                    .m = s->m,
                                    .n = s->n,
                                    .p = 1,
                                    .A = A,
                                    .lda = s->m,
                                    .R = R,
                                    .ldr = s->n,
                                    .T = T,
                                    .tsize = tsize,
                                    .C = B,
                                    .ldc = s->m,
                                    .residual = residual};
    for (int task = DDBLAS_TSQR_QR; task <= DDBLAS_TSQR_LSTSQ; task++)
    {
        p.task = (enum ddblas_tsqr_task)task;
        if (task != DDBLAS_TSQR_APPLY && task != DDBLAS_TSQR_FORM) /* these use what the factorisation left */
            memcpy(A, s->A, a);
        memcpy(B, s->b, b);
        dd_must(h, tsqr_call(h, &plan, &p), "small stack");
        out = append(out, B, b);
        if (task != DDBLAS_TSQR_R && task != DDBLAS_TSQR_LSTSQ)
            out = append(out, A, a);
        if (task <= DDBLAS_TSQR_FACTOR)
            out = append(out, R, r);
    }
    out = append(out, residual, sizeof residual);
    s->bytes = (size_t)(out - s->out);
    free(A);
    free(R);
    free(B);
    free(T);
    return NULL;
}

static void tsqr(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1804);
    for (int k = 0; k < 2 * TSQR_TYPES; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct least_squares s = {.type = tsqr_types[k / 2], .m = k % 2 ? 3000 : 40, .n = k % 2 ? 70 : 3};
        void *A = tsqr_dense(s.type, s.m, s.n), *b = tsqr_dense(s.type, s.m, 1);
        tsqr_fill(&g, TSQR_UNIFORM, s.type, s.m, s.n, A);
        tsqr_fill(&g, TSQR_UNIFORM, s.type, s.m, 1, b);
        s.A = A;
        s.b = b;
        s.out = malloc(16 * (size_t)(s.m * (s.n + 2)) * sizeof(cuddreal));
        char *first = malloc(16 * (size_t)(s.m * (s.n + 2)) * sizeof(cuddreal));
        assert_true(s.out && first);
        run_tsqr(&s);
        memcpy(first, s.out, s.bytes);
        on_small_stack(run_tsqr, &s);
        assert_memory_equal(first, s.out, s.bytes);
        free(first);
        free(s.out);
        free(A);
        free(b);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gemv_batched), cmocka_unit_test(gemm), cmocka_unit_test(level3),
        cmocka_unit_test(batched),      cmocka_unit_test(tsqr),
    };
    (void)count;
    small_stack_restart(arguments);
    choose_tests();
    return cmocka_run_group_tests_name("stack, products", tests, open_small_handle, close_handle);
}
