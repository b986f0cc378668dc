/*
 * On small stacks (small_stack.h): level 1, level 2, whole matrices, and what is no linear algebra.
 */
#define _GNU_SOURCE /* getpid */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../level1/level1_case.h"
#include "../../level2/gemv_case.h"
#include "../../level2/ger/rank_case.h"
#include "../../level2/symv/symv_case.h"
#include "../../level2/trv_case.h"
#include "../../matrix/laswp_case.h"
#include "../../matrix/matrix_case.h"
#include "../../matrix/norm_case.h"
#include "small_stack.h"

/* A handle made on a small stack as well. */
static void *make_handle(void *unused)
{
    ddblasHandle_t other;
    (void)unused;
    assert_int_equal(ddblasCreateWithEngine(&other, DDBLAS_ENGINE_CPU), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasDestroy(other), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void handle(void **state)
{
    (void)state;
    on_small_stack(make_handle, NULL);
}

static void *run_level1(void *argument)
{
    assert_int_equal(level1_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

/* Every function of level 1, with buffers and without. */
static void level1(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1806);
    for (int k = 0; k < 2 * LEVEL1_FUNCTIONS; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct level1_case *c = level1_case_new(&level1_functions[k / 2], 140000, k % 2 ? -2 : 1, 1);
        level1_case_fill(c, &g, LEVEL1_UNIFORM);
        dd_must(h, level1_case_run(h, c), c->f->name);
        const union dd_element number = c->number;
        void *first = malloc(c->bytes_x + c->bytes_y);
        assert_non_null(first);
        memcpy(first, c->x_after, c->bytes_x);
        if (c->y)
            memcpy((char *)first + c->bytes_x, c->y_after, c->bytes_y);
        on_small_stack(run_level1, c);
        assert_memory_equal(&c->number, &number, sizeof number);
        assert_memory_equal(c->x_after, first, c->bytes_x);
        if (c->y)
            assert_memory_equal(c->y_after, (char *)first + c->bytes_x, c->bytes_y);
        free(first);
        level1_case_free(c);
    }
}

/* Four complex numbers for rotg, and d1, d2, x1, y1 and param of rotmg. */
struct rotations
{
    cuddcomplex plane[4];
    cuddreal modified[4 + 5];
};

static void *run_rotations(void *argument)
{
    struct rotations *const r = argument;
    cuddcomplex *const p = r->plane;
    cuddreal *const m = r->modified;
    assert_int_equal(ddblasUrotg(h, p, p + 1, &p[2].x, p + 3), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWrotmg(h, m, m + 1, m + 2, m + 3, m + 4), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void rotations(void **state)
{
    (void)state;
    struct rotations first, second;
    struct dd_random g;
    dd_random_start(&g, 1816);
    for (int k = 0; k < 4; k++)
    {
        first.plane[k] = cuddcMake(dd_random_full_pair(&g, 0), dd_random_full_pair(&g, 0));
        first.modified[k] = cuddFabs(dd_random_full_pair(&g, 40 * k));
    }
    memset(first.modified + 4, 0, 5 * sizeof first.modified[0]);
    second = first;
    (void)run_rotations(&first);
    on_small_stack(run_rotations, &second);
    assert_memory_equal(&first, &second, sizeof first);
}

static void *run_symv(void *argument)
{
    assert_int_equal(symv_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void symv(void **state)
{
    (void)state;
    static const int64_t orders[] = {5, 300, 900};
    struct dd_random g;
    dd_random_start(&g, 1801);
    for (int k = 0; k < 6 * SYMV_ROUTINES; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const int64_t n = orders[k % 3];
        struct symv_case *c = symv_case_new(&symv_routines[k / 6], uplo_of(k / 3), n, n + 1, 1, -1);
        symv_case_generate(c, &g, DD_GENERATE_UNIFORM, 0.0);
        symv_case_judge(h, c, "large stack", 1801);
        same_on_small_stack(run_symv, c, c->result, c->bytes_y);
        symv_case_free(c);
    }
}

static void *run_rank(void *argument)
{
    assert_int_equal(rank_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

/* The routine of one product in W, and of two in U, which has the most on its stack. */
static void ger(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{5, 3}, {1030, 70}, {3000, 200}};
    struct dd_random g;
    dd_random_start(&g, 1805);
    for (int k = 0; k < 6; k++)
    {
        struct rank_case *c = rank_case_new(k % 2 ? RANK_HER2 : RANK_GER, k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W,
                                            DDBLAS_FILL_MODE_LOWER, shapes[k / 2][0], shapes[k / 2][1], 1, -1, 1);
        rank_case_fill(c, &g, RANK_UNIFORM);
        rank_case_judge(h, c, &g, 10, "large stack", 1805);
        same_on_small_stack(run_rank, c, c->result, c->bytes_A);
        rank_case_free(c);
    }
}

static void *run_matrix(void *argument)
{
    assert_int_equal(matrix_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

/* geam, dgmm, lacpy and laset. */
static void matrix(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1808);
    for (int k = 0; k < 2 * MATRIX_KINDS * DDBLAS_TYPE_ALL_COUNT; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const struct matrix_form form = {.transa = DDBLAS_OP_T, .transb = DDBLAS_OP_C, .uplo = DDBLAS_FILL_MODE_FULL, .incx = -1};
        const ddblasType_t type = (ddblasType_t)(k / 2 / MATRIX_KINDS);
        struct matrix_case *c =
            matrix_case_new((matrix_kind)(k / 2 % MATRIX_KINDS), type, form, k % 2 ? 700 : 9, k % 2 ? 300 : 7, 1);
        matrix_case_fill(c, &g, MATRIX_UNIFORM);
        matrix_case_judge(h, c, &g, 10, "large stack", 1808);
        same_on_small_stack(run_matrix, c, c->result, c->bytes_C);
        matrix_case_free(c);
    }
}

static void *run_laswp(void *argument)
{
    assert_int_equal(laswp_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void laswp(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1809);
    for (int k = 0; k < 2 * DDBLAS_TYPE_ALL_COUNT; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct laswp_case *c =
            laswp_case_new((ddblasType_t)(k / 2), k % 2 ? 300 : 9, k % 2 ? 400 : 7, 1, k % 2 ? 300 : 9, 1, 0, &g);
        laswp_case_fill(c, &g, LASWP_BELOW);
        on_small_stack(run_laswp, c);
        assert_memory_equal(c->result, c->expected, c->bytes_A);
        laswp_case_free(c);
    }
}

static void *run_norm(void *argument)
{
    assert_int_equal(norm_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

/* lange, lansy and lanhe. */
static void norm(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1810);
    for (int64_t k = 0; k < 2 * NORM_FORMS; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const int64_t order = k < NORM_FORMS ? 9 : 400;
        struct norm_case *c = norm_case_of(k, order, order, 0);
        if (!c)
            continue;
        norm_case_fill(c, &g, NORM_UNIFORM);
        dd_must(h, norm_case_run(h, c), "norm");
        const union dd_element first = c->result;
        on_small_stack(run_norm, c);
        assert_memory_equal(&c->result, &first, sizeof first);
        norm_case_free(c);
    }
}

static void *run_trv(void *argument)
{
    assert_int_equal(trv_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

/* trmv and trsv. */
static void trv(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1807);
    for (int k = 0; k < 2 * TRV_FORMS * (DDBLAS_TYPE_U + 1); k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct trv_case *c = trv_case_new(k % 2, (ddblasType_t)(k / 2 / TRV_FORMS), k / 2 % TRV_FORMS, 150, 1, 1);
        trv_case_fill(c, &g, TRV_UNIFORM);
        trv_case_judge(h, c, &g, 10, "large stack", 1807);
        same_on_small_stack(run_trv, c, c->result, c->bytes_x);
        trv_case_free(c);
    }
}

static void *run_gemv(void *argument)
{
    assert_int_equal(gemv_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void gemv(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{5, 3}, {1030, 70}, {6, 9000}, {9000, 6}};
    struct dd_random g;
    dd_random_start(&g, 1806);
    for (int k = 0; k < 12 * (DDBLAS_TYPE_U + 1); k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct gemv_case *c = gemv_case_new((ddblasType_t)(k / 12), (ddblasType_t)(k / 12), (ddblasOperation_t)(k / 4 % 3),
                                            shapes[k % 4][0], shapes[k % 4][1], 1, -1, 1);
        gemv_case_fill(c, &g, GEMV_UNIFORM);
        gemv_case_judge(h, c, &g, 10, "large stack", 1806);
        same_on_small_stack(run_gemv, c, c->result, c->bytes_y);
        gemv_case_free(c);
    }
}

/* Conversions, text, files. */
static void *run_rest(void *argument)
{
    enum
    {
        N = 300
    };
    static double d[N * N], back[N * N];
    static cuddreal w[N * N];
    const char *path = argument;
    char text[1200];
    cuddreal value;
    for (int i = 0; i < N * N; i++)
        d[i] = 1.0 / (i + 1);
    assert_int_equal(ddblasConvertDtoW(h, N, N, d, N, w, N), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasConvertWtoD(h, N, N, w, N, back, N), DDBLAS_STATUS_SUCCESS);
    assert_memory_equal(d, back, sizeof d);
    for (int i = 0; i < 40; i++)
    {
        const cuddreal third = cuddLdexp(cuddDDiv(1.0, cuddFromDouble(3.0)), 50 * i - 1000);
        assert_true(cuddToString(text, sizeof text, third, 900, 'e') > 0);
        assert_true(cuddToShortest(text, sizeof text, third) > 0);
        assert_int_equal(cuddFromString(text, NULL, &value), DDBLAS_STATUS_SUCCESS);
        assert_true(cuddEq(value, third));
    }
    ddblasHostMatrix A = {.type = DDBLAS_TYPE_W, .m = 20, .n = 20, .lda = N, .data = w}, B;
    assert_int_equal(ddblasWriteMatrix(path, &A, NULL), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, &B), DDBLAS_STATUS_SUCCESS);
    assert_memory_equal(B.data, w, 20 * sizeof *w);
    ddblasHostMatrixFree(&B);
    return NULL;
}

static void rest(void **state)
{
    (void)state;
    static const char *const endings[] = {"mtx", "npy"};
    for (int k = 0; k < 2; k++)
    {
        char path[64];
        (void)snprintf(path, sizeof path, "/tmp/ddblas_stack_%ld.%s", (long)getpid(), endings[k]);
        on_small_stack(run_rest, path);
        assert_int_equal(remove(path), 0);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handle), cmocka_unit_test(level1), cmocka_unit_test(rotations), cmocka_unit_test(symv),
        cmocka_unit_test(ger),    cmocka_unit_test(matrix), cmocka_unit_test(laswp),     cmocka_unit_test(norm),
        cmocka_unit_test(trv),    cmocka_unit_test(gemv),   cmocka_unit_test(rest),
    };
    (void)count;
    small_stack_restart(arguments);
    choose_tests();
    return cmocka_run_group_tests_name("stack", tests, open_small_handle, close_handle);
}
