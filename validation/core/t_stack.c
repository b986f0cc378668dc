/*
 * Every routine of the CPU engine in a thread with a stack of 128 KiB, OpenMP's own threads with no
 * more: the same bits as in a thread with room. A stack that is too small ends the program.
 */
#define _GNU_SOURCE /* setenv, execv */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../level2/gemv_case.h"
#include "../eigen/eigen_case.h"
#include "../factor/getrf_case.h"
#include "../factor/inverse/inverse_case.h"
#include "../factor/potrf_case.h"
#include "../factor/qr/qr_case.h"
#include "../factor/indefinite/sytrf_case.h"
#include "../level1/level1_case.h"
#include "../level2/ger/rank_case.h"
#include "../level2/trv_case.h"
#include "../matrix/laswp_case.h"
#include "../matrix/matrix_case.h"
#include "../matrix/norm_case.h"
#include "../level3/batched/batched_case.h"
#include "../level3/gemm/gemm_case.h"
#include "handle.h"
#include "../level3/level3_case.h"
#include "../level2/symv/symv_case.h"
#include "../svd/svd_case.h"
#include "../svd/svd_rank_case.h"
#include "../tsqr/tsqr_case.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define LARGE_FRAMES
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LARGE_FRAMES
#endif

enum
{
#if defined(LARGE_FRAMES)
    STACK = 8 << 20, /* a sanitizer's frames are several times as large */
    /* A sanitizer starts no thread on the least stack of the C library. */
    LEAST_STACK = STACK,
#else
    STACK = 128 << 10,
    LEAST_STACK = 16 << 10, /* least of the C library where no library has thread-local data */
#endif
    PAGE = 4096,
    THREADS = 4
};

static void *nothing(void *argument) { return argument; }

/* Returns the size of stack with which a thread has STACK bytes for itself. The C library takes the
 * thread-local data of all loaded libraries, cuBLAS's among them, from a thread's stack, and
 * refuses stacks that have no room for it. */
static size_t size_of_stack(void)
{
    for (size_t size = LEAST_STACK;; size += PAGE)
    {
        pthread_attr_t attributes;
        pthread_t thread;
        int refused = pthread_attr_init(&attributes);
        if (!refused)
            refused = pthread_attr_setstacksize(&attributes, size) || pthread_create(&thread, &attributes, nothing, NULL);
        if (!refused)
            return pthread_join(thread, NULL) ? 0 : STACK + size - LEAST_STACK;
        if (size > (size_t)64 << 20)
            return 0;
    }
}

static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

static void on_small_stack(void *(*work)(void *), void *argument)
{
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, size_of_stack()), 0);
    assert_int_equal(pthread_create(&thread, &attributes, work, argument), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(pthread_attr_destroy(&attributes), 0);
}

/* ---- the routines ---------------------------------------------------------------------------- */

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
        void *first = malloc(c->bytes_y);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_y);
        on_small_stack(run_symv, c);
        assert_memory_equal(c->result, first, c->bytes_y);
        free(first);
        symv_case_free(c);
    }
}

static void *run_level1(void *argument)
{
    assert_int_equal(level1_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
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
        void *first = malloc(c->bytes_A);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_A);
        on_small_stack(run_rank, c);
        assert_memory_equal(c->result, first, c->bytes_A);
        free(first);
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
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        on_small_stack(run_matrix, c);
        assert_memory_equal(c->result, first, c->bytes_C);
        free(first);
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
        void *first = malloc(c->bytes_x);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_x);
        on_small_stack(run_trv, c);
        assert_memory_equal(c->result, first, c->bytes_x);
        free(first);
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
        void *first = malloc(c->bytes_y);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_y);
        on_small_stack(run_gemv, c);
        assert_memory_equal(c->result, first, c->bytes_y);
        free(first);
        gemv_case_free(c);
    }
}

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
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        on_small_stack(run_gemm, c);
        assert_memory_equal(c->result, first, c->bytes_C);
        if (c->type == DDBLAS_TYPE_W && k % 4 == 1)
        {
            run_xt(c);
            memcpy(first, c->result, c->bytes_C);
            on_small_stack(run_xt, c);
            assert_memory_equal(c->result, first, c->bytes_C);
        }
        free(first);
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
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        on_small_stack(run_level3, c);
        assert_memory_equal(c->result, first, c->bytes_C);
        free(first);
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

static void *run_potrf(void *argument)
{
    assert_int_equal(potrf_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void potrf(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1805);
    for (int k = 0; k < 8; k++)
    {
        struct potrf_case *c =
            potrf_case_new(POTRF_BOTH, k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, uplo_of(k / 2), k < 4 ? 9 : 150, 40, 0);
        potrf_case_fill(c, &g, c->n, 0, 0);
        run_potrf(c);
        void *first = malloc(c->bytes_A);
        assert_non_null(first);
        memcpy(first, c->result_A, c->bytes_A);
        on_small_stack(run_potrf, c);
        assert_memory_equal(c->result_A, first, c->bytes_A);
        free(first);
        potrf_case_free(c);
    }
}

static void *run_sytrf(void *argument)
{
    assert_int_equal(sytrf_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void sytrf(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1807);
    for (int k = 0; k < 2 * SYTRF_KINDS; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        const int64_t n = k < SYTRF_KINDS ? 9 : 150;
        struct sytrf_case *c = sytrf_case_new(SYTRF_BOTH, (enum sytrf_kind)(k % SYTRF_KINDS), uplo_of(k), n, 40, 0);
        sytrf_case_fill(c, &g, 0, 0, 0);
        run_sytrf(c);
        void *first = malloc(c->bytes_A);
        assert_non_null(first);
        memcpy(first, c->result_A, c->bytes_A);
        on_small_stack(run_sytrf, c);
        assert_memory_equal(c->result_A, first, c->bytes_A);
        free(first);
        sytrf_case_free(c);
    }
}

static void *run_getrf(void *argument)
{
    assert_int_equal(getrf_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void getrf(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1806);
    for (int k = 0; k < 4; k++)
    {
        const int64_t n = k < 2 ? 9 : 150;
        struct getrf_case *c = getrf_case_new(GETRF_BOTH, k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, DDBLAS_OP_N, n, n, 40, 0);
        getrf_case_fill(c, &g, 0, 0);
        run_getrf(c);
        void *first = malloc(c->bytes_A);
        assert_non_null(first);
        memcpy(first, c->result_A, c->bytes_A);
        on_small_stack(run_getrf, c);
        assert_memory_equal(c->result_A, first, c->bytes_A);
        free(first);
        getrf_case_free(c);
    }
}

static void *run_qr(void *argument)
{
    assert_int_equal(qr_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

/* gels calls what geqrf and ormqr call. */
static void qr(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1807);
    for (int k = 0; k < 4; k++)
    {
        const int64_t n = k < 2 ? 9 : 150;
        struct qr_case *c =
            qr_case_new(QR_SOLVE, k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, DDBLAS_OP_N, n + 50, n, 40, 0);
        qr_case_fill(c, &g, QR_UNIFORM);
        qr_case_fill_c(c, &g, 0);
        run_qr(c);
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result_C, c->bytes_C);
        on_small_stack(run_qr, c);
        assert_memory_equal(c->result_C, first, c->bytes_C);
        free(first);
        qr_case_free(c);
    }
}

static void *run_inverse(void *argument)
{
    assert_int_equal(inverse_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void inverse(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1807);
    for (int k = 0; k < 16; k++)
    {
        if (dd_test_leaves_out(k))
            continue;
        struct inverse_case *c = inverse_case_new((enum inverse_routine)(k / 4), k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W,
                                                  uplo_of(k / 2), DDBLAS_DIAG_NON_UNIT, k / 2 % 2 ? 150 : 9, 0);
        inverse_case_fill(h, c, &g, 0);
        run_inverse(c);
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        on_small_stack(run_inverse, c);
        assert_memory_equal(c->result, first, c->bytes_C);
        free(first);
        inverse_case_free(c);
    }
}

/* Small systems: the determinant and the condition of one, and a batch of them. */
struct small_systems
{
    cuddreal A[4 * 100], b[4 * 10], f, log;
    int64_t ipiv[4 * 10], info[4], e;
    double rcond;
};

static void *run_small_systems(void *argument)
{
    struct small_systems *s = argument;
    for (int k = 0; k < 400; k++)
        s->A[k] = cuddFromDouble(k % 100 % 11 == 0 ? 20.0 : (double)(k * k % 17) - 8.0);
    for (int k = 0; k < 40; k++)
        s->b[k] = cuddFromDouble((double)k);
    assert_int_equal(ddblasWgesvStridedBatched(h, 10, 1, s->A, 10, 100, s->ipiv, 10, s->b, 10, 10, s->info, 4),
                     DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWgedet(h, 10, s->A, 10, s->ipiv, &s->f, &s->e), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWlogdet(h, &s->f, &s->e, &s->log), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWgecon(h, DDBLAS_NORM_ONE, 10, s->A, 10, 1.0, &s->rcond), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void small_systems(void **state)
{
    (void)state;
    static struct small_systems first, second;
    run_small_systems(&first);
    on_small_stack(run_small_systems, &second);
    assert_memory_equal(&first, &second, sizeof first);
}

static void *run_syevd(void *argument)
{
    assert_int_equal(eigen_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

/* 1-2-1 by stedc and steqr. */
struct tridiagonal_systems
{
    cuddreal d[2][100], e[100], Z[100 * 100];
    int64_t info[2], m;
    cuddreal w[100];
};

static void *run_tridiagonal(void *argument)
{
    struct tridiagonal_systems *t = argument;
    for (int k = 0; k < 100; k++)
    {
        t->d[0][k] = t->d[1][k] = cuddFromDouble(2.0);
        t->e[k] = cuddFromDouble(-1.0);
    }
    assert_int_equal(ddblasWstedc(h, DDBLAS_EVECT_TRIDIAGONAL, 100, t->d[0], t->e, t->Z, 100, &t->info[0]),
                     DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWsteqr(h, DDBLAS_EVECT_ORIGINAL, 100, t->d[1], t->e, t->Z, 100, &t->info[1]), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWstebz(h, DDBLAS_EIG_RANGE_ALL, 100, NULL, NULL, 0, 0, t->d[0], t->e, &t->m, t->w, &t->info[0]),
                     DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void tridiagonal(void **state)
{
    static struct tridiagonal_systems first, second;
    (void)state;
    run_tridiagonal(&first);
    on_small_stack(run_tridiagonal, &second);
    assert_memory_equal(&first, &second, sizeof first);
}

static void syevd(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1807);
    for (int k = 0; k < 6; k++)
    {
        struct eigen_case *c =
            eigen_case_new(k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, DDBLAS_EIG_MODE_VECTOR, uplo_of(k / 2 % 2), k < 2 ? 9 : 150, 0);
        eigen_case_fill(c, &g, EIGEN_RANDOM);
        if (k >= 4) /* sygvd and hegvd. */
        {
            c->itype = k == 4 ? DDBLAS_EIG_TYPE_1 : DDBLAS_EIG_TYPE_2;
            c->pair = eigen_case_new(c->type, c->jobz, c->uplo, c->n, 0);
            eigen_case_fill(c->pair, &g, EIGEN_ARITHMETIC);
        }
        run_syevd(c);
        void *first = malloc(c->bytes);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes);
        on_small_stack(run_syevd, c);
        assert_memory_equal(c->result, first, c->bytes);
        free(first);
        eigen_case_free(c);
    }
}

static void *run_gesvd(void *argument)
{
    assert_int_equal(svd_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

/* Jacobi's method and the polar decomposition. */
static void gesvd(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1808);
    for (int k = 0; k < 4; k++)
    {
        struct svd_case *c = svd_case_new(k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, DDBLAS_SVD_MODE_FULL, DDBLAS_SVD_MODE_THIN,
                                          k < 2 ? 30 : 70, k < 2 ? 20 : 60, 0);
        svd_case_fill(c, &g, SVD_RANDOM);
        run_gesvd(c);
        void *first = malloc(c->u);
        assert_non_null(first);
        memcpy(first, c->U, c->u);
        on_small_stack(run_gesvd, c);
        assert_memory_equal(c->U, first, c->u);
        free(first);
        svd_case_free(c);
    }
}

static void *run_pinv(void *argument)
{
    assert_int_equal(svd_rank_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
}

static void pinv(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1809);
    for (int k = 0; k < 4; k++)
    {
        struct svd_rank_case *c =
            svd_rank_case_new(k % 2 ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, RANK_PINV, k < 2 ? 30 : 70, k < 2 ? 20 : 60, 0);
        svd_case_fill(c->matrix, &g, SVD_RANDOM);
        run_pinv(c);
        void *first = malloc(c->z);
        assert_non_null(first);
        memcpy(first, c->Z, c->z);
        on_small_stack(run_pinv, c);
        assert_memory_equal(c->Z, first, c->z);
        free(first);
        svd_rank_case_free(c);
    }
}

static void *run_refine(void *argument)
{
    static const double A[4] = {3.0, 1.0, 1.0, 2.0};
    static const cuddreal B[2] = {{1.0, 0.0}, {2.0, 0.0}};
    ddblasRefineReport_t report;
    double bound;
    dd_must(h, ddblasWgesvRefine(h, 2, 1, A, DDBLAS_TYPE_D, 2, B, 2, argument, 2, &report, &bound, NULL), "refine");
    assert_int_equal(report.route, DDBLAS_REFINE_ROUTE_DOUBLE);
    return NULL;
}

static void refine(void **state)
{
    (void)state;
    cuddreal X[2], again[2];
    run_refine(X);
    on_small_stack(run_refine, again);
    assert_memory_equal(X, again, sizeof X);
}

/* An equilibrated system, its bounds, and refinement of its solution. */
struct expert
{
    cuddreal A[9], F[9], B[3], X[3];
    double R[3], C[3], ferr, berr;
    int64_t ipiv[3];
};

static void *run_expert(void *argument)
{
    struct expert *e = argument;
    ddblasEquilibration_t equed;
    ddblasExpertReport_t report;
    for (int k = 0; k < 9; k++)
        e->A[k] = cuddFromDouble(ldexp(k % 4 ? 1.0 : 4.0, 20 * (k % 3)));
    for (int k = 0; k < 3; k++)
        e->B[k] = cuddFromDouble(1.0);
    dd_must(h,
            ddblasWgesvx(h, DDBLAS_FACT_EQUILIBRATE, DDBLAS_OP_N, 3, 1, e->A, 3, e->F, 3, e->ipiv, &equed, e->R, e->C, e->B, 3,
                         e->X, 3, &report, &e->ferr, &e->berr),
            "gesvx");
    assert_true(report.info == 0 && equed == DDBLAS_EQUILIBRATION_ROWS);
    return NULL;
}

static void expert(void **state)
{
    (void)state;
    static struct expert first, second;
    run_expert(&first);
    on_small_stack(run_expert, &second);
    assert_memory_equal(&first, &second, sizeof first);
}

/* Routines that the functions above do not call, on small matrices in W and U. */
enum
{
    ORDER = 90
};

struct more
{
    int complex;
    cuddcomplex A[ORDER * ORDER], F[ORDER * ORDER], Q[ORDER * ORDER], tau[ORDER], B[ORDER], X[ORDER];
    cuddreal d[ORDER], e[ORDER], w[ORDER];
    double S[ORDER], scond, amax, bounds[3];
    int64_t integers[ORDER], info;
};

/* A call in W or U. */
#define MORE(w, u, ...) dd_must(h, (m->complex ? ddblas##u(h, __VA_ARGS__) : ddblas##w(h, __VA_ARGS__)), #w)

/* A positive definite matrix: ones, and 2 n on the diagonal. */
static void fill_more(const struct more *m, void *A)
{
    for (int k = 0; k < ORDER * ORDER; k++)
    {
        const cuddreal value = cuddFromDouble(k % (ORDER + 1) ? 1.0 + 1.0 / (1 + k % 7) : 2.0 * ORDER);
        if (m->complex)
            ((cuddcomplex *)A)[k] = cuddcFromReal(value);
        else
            ((cuddreal *)A)[k] = value;
    }
}

static void run_eigen_parts(struct more *m)
{
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    const int64_t n = ORDER;
    fill_more(m, m->A);
    fill_more(m, m->Q);
    MORE(Wsytrd, Uhetrd, lower, n, (void *)m->A, n, m->d, m->e, (void *)m->tau);
    MORE(Wormtr, Uunmtr, DDBLAS_SIDE_LEFT, lower, DDBLAS_OP_N, n, n, (void *)m->A, n, (void *)m->tau, (void *)m->Q, n);
    MORE(Worgtr, Uungtr, lower, n, (void *)m->A, n, (void *)m->tau);
    for (int k = 0; k < ORDER; k++)
    {
        m->d[k] = cuddFromDouble(2.0);
        m->e[k] = cuddFromDouble(-1.0);
    }
    dd_must(h, ddblasWstebz(h, DDBLAS_EIG_RANGE_I, n, NULL, NULL, 1, n / 2, m->d, m->e, m->integers, m->w, &m->info), "stebz");
    MORE(Wstein, Ustein, n, m->d, m->e, n / 2, m->w, (void *)m->F, n, &m->info);
}

static void run_factor_parts(struct more *m)
{
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    const int64_t n = ORDER;
    fill_more(m, m->A);
    MORE(Wpoequb, Upoequb, n, (void *)m->A, n, m->S, &m->scond, &m->amax, &m->info);
    fill_more(m, m->F);
    MORE(Wpotrf, Upotrf, lower, n, (void *)m->F, n, &m->info);
    memcpy(m->B, m->A, sizeof m->B);
    memset(m->X, 0, sizeof m->X);
    MORE(Wporfs, Uporfs, lower, n, 1, (void *)m->A, n, (void *)m->F, n, (void *)m->B, n, (void *)m->X, n, &m->bounds[0],
         &m->bounds[1]);
    fill_more(m, m->F);
    MORE(Wsytrf, Uhetrf, lower, n, (void *)m->F, n, m->integers, &m->info);
    MORE(Wsytri, Uhetri, lower, n, (void *)m->F, n, m->integers, &m->info);
    memset(m->integers, 0, sizeof m->integers);
    fill_more(m, m->Q);
    MORE(Wgeqp3, Ugeqp3, n, n, (void *)m->Q, n, m->integers, (void *)m->tau);
}

static void run_least_squares(struct more *m)
{
    const int64_t n = ORDER;
    ddblasRefineReport_t report;
    fill_more(m, m->A);
    MORE(WgelsRefine, UgelsRefine, n, n / 2, 1, m->A, m->complex ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, n, (void *)m->B, n,
         (void *)m->X, n, &report, &m->bounds[2], NULL);
    assert_int_equal(report.info, 0);
}

static void *run_more(void *argument)
{
    run_eigen_parts(argument);
    run_factor_parts(argument);
    run_least_squares(argument);
    return NULL;
}

static void more(void **state)
{
    static struct more first, second;
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        first.complex = second.complex = k;
        run_more(&first);
        on_small_stack(run_more, &second);
        assert_memory_equal(&first, &second, sizeof first);
    }
}

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

static int set_up(void **state)
{
    (void)open_cpu_handle(state);
    return ddblasSetThreads(h, THREADS) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handle), cmocka_unit_test(level1),  cmocka_unit_test(rotations),     cmocka_unit_test(symv),
        cmocka_unit_test(ger),    cmocka_unit_test(matrix),  cmocka_unit_test(laswp),         cmocka_unit_test(norm),
        cmocka_unit_test(trv),    cmocka_unit_test(gemv),    cmocka_unit_test(gemv_batched),  cmocka_unit_test(gemm),
        cmocka_unit_test(level3), cmocka_unit_test(batched), cmocka_unit_test(potrf),         cmocka_unit_test(getrf),
        cmocka_unit_test(qr),     cmocka_unit_test(inverse), cmocka_unit_test(small_systems), cmocka_unit_test(sytrf),
        cmocka_unit_test(refine), cmocka_unit_test(tsqr),    cmocka_unit_test(syevd),         cmocka_unit_test(tridiagonal),
        cmocka_unit_test(expert), cmocka_unit_test(gesvd),   cmocka_unit_test(pinv),          cmocka_unit_test(more),
        cmocka_unit_test(rest),
    };
    char stack[32];
    (void)count;
    (void)snprintf(stack, sizeof stack, "%zuk", size_of_stack() >> 10);
    if (!getenv("OMP_STACKSIZE")) /* OpenMP has read its environment before main */
    {
        (void)setenv("OMP_STACKSIZE", stack, 1);
        (void)execv("/proc/self/exe", arguments);
    }
    choose_tests();
    return cmocka_run_group_tests(tests, set_up, close_handle);
}
