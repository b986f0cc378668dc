/*
 * The routines of dd/compact.h in all types, on the engine that DDBLAS_TEST_ENGINE names:
 * arguments, quick returns, untouched memory, exactness on integers, error bounds against exact
 * sums, special values, singular systems, indices beyond 32 bits, bits over threads and instruction
 * sets, workspace and failing allocations, and a mutant that the bound must catch.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "backend/allocate.h"
#include "backend/isa.h"
#include "compact_case.h"
#include "handle.h"
#include "level1/cpu/level1_cpu_w.h"
#include "poison.h"

extern const struct ddblas_level1_w_kernels level1_mutant;

enum
{
    TYPES = 6
};
static const ddblasType_t types[TYPES] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_S,
                                          DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

/* Every routine in every type: for (EACH(k)) runs with routine_of(k) and type_of(k). */
#define EACH(k)                                                                                                                  \
    int k = 0;                                                                                                                   \
    k < TYPES *COMPACT_ROUTINES;                                                                                                 \
    k++
static enum compact_routine routine_of(int k) { return (enum compact_routine)(k % COMPACT_ROUTINES); }
static ddblasType_t type_of(int k) { return types[k / COMPACT_ROUTINES]; }

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(const struct compact_case *c, struct compact_args a, ddblasStatus_t status, int position)
{
    assert_int_equal(compact_call(h, c->routine, c->type, a), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

/* A call in which one argument is wrong, if the routine has that argument. */
#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct compact_args wrong = good;                                                                                        \
        wrong.member = value;                                                                                                    \
        if (position)                                                                                                            \
            assert_refused(c, wrong, DDBLAS_STATUS_##status, position);                                                          \
    } while (0)

static void refuse_all(const struct compact_case *c, struct compact_args good)
{
    const struct compact_traits *t = c->traits;
    const size_t off = dd_engine_misaligned(h);
    assert_int_equal(compact_call(NULL, c->routine, c->type, good), DDBLAS_STATUS_NOT_INITIALIZED);
    REFUSED(trans, (ddblasOperation_t)3, INVALID_VALUE, t->trans);
    REFUSED(uplo, (ddblasFillMode_t)2, INVALID_VALUE, t->uplo);
    REFUSED(diag, (ddblasDiagType_t)2, INVALID_VALUE, t->diag);
    REFUSED(m, -1, INVALID_VALUE, t->m);
    REFUSED(n, INT64_MIN, INVALID_VALUE, t->n);
    REFUSED(kl, -1, INVALID_VALUE, t->kl);
    REFUSED(ku, -1, INVALID_VALUE, t->ku);
    REFUSED(ku, INT64_MAX, INVALID_VALUE, t->lda);
    REFUSED(kl, INT64_MAX, INVALID_VALUE, t->kl ? t->lda : 0);
    REFUSED(lda, c->a.kl + c->a.ku, INVALID_VALUE, t->lda);
    REFUSED(lda, INT64_MIN, INVALID_VALUE, t->lda);
    REFUSED(alpha, NULL, INVALID_VALUE, t->alpha);
    REFUSED(A, NULL, INVALID_VALUE, t->A);
    REFUSED(x, NULL, INVALID_VALUE, t->x);
    REFUSED(incx, 0, INVALID_VALUE, t->incx);
    REFUSED(beta, NULL, INVALID_VALUE, t->beta);
    REFUSED(y, NULL, INVALID_VALUE, t->y);
    REFUSED(incy, 0, INVALID_VALUE, t->incy);
    if (!dd_type_is_pair(c->type))
        return;
    REFUSED(alpha, (const char *)&c->alpha + 4, MISALIGNED, t->alpha);
    REFUSED(A, (const char *)good.A + off, MISALIGNED, t->A);
    REFUSED(x, (const char *)good.x + off, MISALIGNED, t->x);
    REFUSED(y, (char *)good.y + off, MISALIGNED, t->y);
}

static void wrong_arguments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 921);
    for (EACH(k))
    {
        struct compact_case *c = compact_case_new(routine_of(k), type_of(k), k % COMPACT_FORMS, 5, 4, 1, 2, 1, 1, 0);
        compact_case_fill(c, &g, COMPACT_UNIFORM);
        struct compact_args good = c->a;
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0),
             *y = dd_engine_copy(h, c->y, c->bytes_y, 0);
        good.alpha = &c->alpha;
        good.beta = &c->beta;
        good.A = A;
        good.x = x;
        good.y = y;
        refuse_all(c, good);
        dd_engine_read(h, c->result, y, c->bytes_y);
        assert_memory_equal(c->result, c->y, c->bytes_y);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, y, 0);
        compact_case_free(c);
    }
}

/* An order of 0 asks for nothing but legal sizes. With alpha = 0 nothing of A and x, all NaN here,
 * is read; with beta = 0 too, y becomes 0. cuBLAS may read A and x if alpha is on the device. */
static void nothing_to_do(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 922);
    for (EACH(k))
    {
        const struct compact_args none = {.lda = 1, .incx = 1, .incy = -1};
        assert_int_equal(compact_call(h, routine_of(k), type_of(k), none), DDBLAS_STATUS_SUCCESS);
        const int places = dd_test_engine() == DDBLAS_ENGINE_CPU || dd_type_is_pair(type_of(k)) ? 2 : 1;
        for (int s = 0; s < 2 * places && compact_traits[routine_of(k)].alpha; s++)
        {
            struct compact_case *c = compact_case_new(routine_of(k), type_of(k), k % 6, 40, 70, 3, 5, 1, -2, 1);
            compact_case_fill(c, &g, COMPACT_INTEGER);
            memset(&c->alpha, 0, sizeof c->alpha);
            memset(c->A, DD_POISON, c->bytes_A);
            memset(c->x, DD_POISON, c->bytes_x);
            dd_element_set(c->type, &c->beta, 0, cuddFromDouble(s % 2 ? 2.0 : 0.0), cuddFromDouble(0.0));
            c->on_engine = s / 2;
            dd_must(h, compact_case_run(h, c), "alpha = 0");
            for (int64_t i = 0; i < c->outputs; i++)
            {
                const struct dd_parts old = dd_parts_load(c->type, compact_case_y(c, c->y, i), 0),
                                      now = dd_parts_load(c->type, compact_case_y(c, c->result, i), 0);
                assert_true(now.re[0] == (s % 2 ? 2.0 * old.re[0] : 0.0) && now.im[0] == (s % 2 ? 2.0 * old.im[0] : 0.0));
            }
            compact_case_free(c);
        }
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* m, n, kl, ku: narrow and wide bands, bands beyond the order, more rows and more columns. */
static const int64_t shapes[][4] = {{1, 1, 0, 0},   {2, 2, 3, 1},    {7, 7, 0, 1},     {33, 33, 2, 0},     {64, 65, 1, 1},
                                    {65, 64, 9, 4}, {130, 20, 5, 3}, {20, 130, 3, 17}, {130, 130, 40, 33}, {97, 97, 200, 120}};
enum
{
    SHAPES = sizeof shapes / sizeof *shapes
};

static struct compact_case *case_of(int k, int s, int form)
{
    const int64_t *z = shapes[s];
    return compact_case_new(routine_of(k), type_of(k), form, z[0], z[1], z[2], z[3], s % 2 ? 2 : -3, s % 3 ? -1 : 2, s % 3);
}

static void integers(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 923);
    for (EACH(k))
        for (int s = 0; s < SHAPES * 3; s++)
        {
            if (dd_test_leaves_out(SHAPES * 3 * k + s))
                continue;
            struct compact_case *c = case_of(k, s % SHAPES, (int)dd_random_int(&g, 0, COMPACT_FORMS - 1));
            compact_case_fill(c, &g, COMPACT_INTEGER);
            dd_must(h, compact_case_run(h, c), "integers");
            for (int64_t i = 0; i < c->outputs; i++)
            {
                const struct dd_parts got = dd_parts_load(c->type, compact_case_y(c, c->result, i), 0);
                assert_true(compact_case_error(c, i) == 0.0);
                if (c->traits->solve)
                    assert_true(got.re[0] == (double)c->integers[2 * i] && got.im[0] == (double)c->integers[2 * i + 1]);
            }
            compact_case_free(c);
        }
}

/* The bound on random data for all shapes and letters; either place of the scalars, and on the CPU
 * arrays at 8 mod 16. */
static void judge_all(compact_data data, uint64_t number)
{
    const uint64_t seed = dd_random_seed(number);
    double largest[COMPACT_ROUTINES] = {0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (EACH(k))
        for (int s = 0; s < SHAPES * COMPACT_FORMS; s++)
        {
            if (dd_test_leaves_out(SHAPES * COMPACT_FORMS * k + s))
                continue;
            struct compact_case *c = case_of(k, s % SHAPES, s / SHAPES);
            compact_case_fill(c, &g, data);
            c->on_engine = s % 2;
            c->offset = dd_test_engine() == DDBLAS_ENGINE_CPU && s % 4 == 1 ? 8 : 0;
            largest[c->routine] =
                fmax(largest[c->routine], compact_case_judge(h, c, &g, 12, "random", seed) / compact_case_bound(c));
            compact_case_free(c);
        }
    for (int r = 0; r < COMPACT_ROUTINES; r++)
        printf("  largest error over bound: %s %.3f\n", compact_traits[r].name, largest[r]);
}

static void uniform(void **state)
{
    (void)state;
    judge_all(COMPACT_UNIFORM, 924);
}

static void wide_exponents(void **state)
{
    (void)state;
    judge_all(COMPACT_WIDE, 925);
}

/* Larger orders: packed matrices of many blocks, and a long narrow band. */
static void large(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 926);
    for (EACH(k))
    {
        const int packed = compact_traits[routine_of(k)].packed;
        struct compact_case *c = compact_case_new(routine_of(k), type_of(k), k % COMPACT_FORMS, packed ? 600 : 5000,
                                                  packed ? 600 : 5000, 1, 2, 1, 1, 0);
        compact_case_fill(c, &g, COMPACT_UNIFORM);
        compact_case_judge(h, c, &g, 30, "large", 926);
        compact_case_free(c);
    }
}

/* An Inf or NaN in x makes the components whose row meets it not finite; all others keep the bound.
 * In W and U products of huge numbers that cancel give what is in range. */
static void special_values(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 927);
    for (EACH(k))
        for (int s = 0; s < 6 && !compact_traits[routine_of(k)].triangular; s++)
        {
            if (dd_test_leaves_out(6 * k + s))
                continue;
            struct compact_case *c = compact_case_new(routine_of(k), type_of(k), s, 60, 60, 3, 5, 1, 1, 0);
            const int64_t bad = dd_random_int(&g, 0, 59);
            compact_case_fill(c, &g, COMPACT_UNIFORM);
            dd_element_set(c->type, compact_case_x(c, bad), 0, cuddFromDouble(s % 2 ? (double)NAN : (double)INFINITY),
                           cuddFromDouble(0.0));
            dd_must(h, compact_case_run(h, c), "special values");
            for (int64_t i = 0; i < c->outputs; i++)
            {
                const int64_t row = c->a.trans == DDBLAS_OP_N ? i : bad, column = c->a.trans == DDBLAS_OP_N ? bad : i;
                const int met =
                    compact_case_stored(c, row, column) || (c->traits->symmetric && compact_case_stored(c, column, row));
                const struct dd_parts got = dd_parts_load(c->type, compact_case_y(c, c->result, i), 0);
                if (met)
                    assert_false(dd_parts_are_finite(got));
                else
                    assert_true(compact_case_error(c, i) <= compact_case_bound(c));
            }
            compact_case_free(c);
        }
    for (int k = 0; k < 2 * COMPACT_ROUTINES; k++)
    {
        if (compact_traits[routine_of(k)].triangular)
            continue;
        struct compact_case *c = compact_case_new(routine_of(k), type_of(k), 0, 40, 40, 4, 4, 1, 1, 0);
        compact_case_fill(c, &g, COMPACT_UNIFORM);
        for (int64_t i = 0; i < c->inputs; i++) /* all sums overflow unless alpha comes first */
            dd_element_put(c->type, &g, 0, 1021, compact_case_x(c, i));
        dd_element_set(c->type, &c->alpha, 0, cuddFromDouble(0x1p-900), cuddFromDouble(0.0));
        compact_case_judge(h, c, &g, 40, "huge sums", 927);
        compact_case_free(c);
    }
}

/* A zero or NaN on the diagonal: the component and those that depend on it are not finite. */
static void singular(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 928);
    for (EACH(k))
        for (int s = 0; s < 6 && compact_traits[routine_of(k)].solve; s++)
        {
            struct compact_case *c = compact_case_new(routine_of(k), type_of(k), s, 50, 50, 0, 60, 1, 1, 0);
            const int lower = (c->a.uplo == DDBLAS_FILL_MODE_LOWER) == (c->a.trans == DDBLAS_OP_N);
            const int64_t bad = dd_random_int(&g, 0, 49);
            compact_case_fill(c, &g, COMPACT_UNIFORM);
            dd_element_set(c->type, compact_case_a(c, bad, bad), 0, cuddFromDouble(s % 2 ? (double)NAN : 0.0),
                           cuddFromDouble(0.0));
            dd_must(h, compact_case_run(h, c), "singular");
            for (int64_t i = 0; i < c->outputs; i++)
            {
                const struct dd_parts got = dd_parts_load(c->type, compact_case_y(c, c->result, i), 0);
                if (lower ? i >= bad : i <= bad)
                    assert_false(dd_parts_are_finite(got));
                else
                    assert_true(compact_case_error(c, i) <= compact_case_bound(c));
            }
            compact_case_free(c);
        }
}

/* ---- indices beyond 32 bits ------------------------------------------------------------------ */

/* The columns of a band far apart in sparse memory of the CPU, in W and U. */
static void beyond_32_bits(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 929);
    for (int k = 0; k < 2 * COMPACT_ROUTINES; k++)
    {
        const int64_t lda = (INT64_C(1) << 31) + 64;
        if (compact_traits[routine_of(k)].packed)
            continue;
        struct compact_case *c = compact_case_new(routine_of(k), type_of(k), k % COMPACT_FORMS, 4, 4, 1, 2, 1, 1, 0);
        compact_case_fill(c, &g, COMPACT_UNIFORM);
        const size_t bytes = (size_t)(3 * lda + c->a.lda) * c->size;
        char *A = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        assert_true(A != MAP_FAILED);
        for (int64_t j = 0; j < 4; j++)
            memcpy(A + (size_t)(j * lda) * c->size, (const char *)c->A + (size_t)(j * c->a.lda) * c->size,
                   (size_t)c->a.lda * c->size);
        struct compact_args a = c->a;
        memcpy(c->result, c->y, c->bytes_y);
        a.A = A;
        a.lda = lda;
        a.alpha = &c->alpha;
        a.beta = &c->beta;
        a.x = c->x;
        a.y = c->result;
        dd_must(h, compact_call(h, c->routine, c->type, a), "far apart");
        for (int64_t i = 0; i < c->outputs; i++)
            assert_true(compact_case_error(c, i) <= compact_case_bound(c));
        (void)munmap(A, bytes);
        compact_case_free(c);
    }
}

/* ---- bits and memory ------------------------------------------------------------------------- */

/* Repetitions, and in W and U threads and instruction sets. */
static void same_bits(void **state)
{
    (void)state;
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    struct dd_random g;
    dd_random_start(&g, 930);
    for (EACH(k))
    {
        struct compact_case *c = compact_case_new(routine_of(k), type_of(k), k % COMPACT_FORMS, 520, 520, 60, 90, 1, 1, 0);
        compact_case_fill(c, &g, COMPACT_UNIFORM);
        compact_case_judge(h, c, &g, 20, "bits", 930);
        void *first = malloc(c->bytes_y);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_y);
        for (int set = 0; set < (on_cpu && dd_type_is_pair(c->type) ? 3 : 1); set++)
            for (int threads = 1; threads <= 7; threads += 3)
            {
                if (on_cpu && dd_type_is_pair(c->type) && ddblas_isa_select(sets[set]) != 0)
                    continue;
                assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
                dd_must(h, compact_case_run(h, c), "again");
                assert_memory_equal(c->result, first, c->bytes_y);
            }
        assert_int_equal(ddblas_isa_select(NULL), 0);
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        free(first);
        compact_case_free(c);
    }
}

/* In W and U: without memory a call fails if the query names a workspace, and leaves x as it was;
 * with that workspace, or where none is named, it succeeds. */
static void workspace(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 931);
    for (int k = 0; k < 2 * COMPACT_ROUTINES; k++)
    {
        struct compact_case *c = compact_case_new(routine_of(k), type_of(k), k % COMPACT_FORMS, 90, 90, 3, 4, 1, 1, 0);
        ddblasHandle_t fresh = dd_test_handle();
        size_t bytes = 0;
        compact_case_fill(c, &g, COMPACT_UNIFORM);
        if (c->traits->triangular)
            dd_must(fresh, (c->traits->solve ? ddblasTbsvWorkspaceSize : ddblasTbmvWorkspaceSize)(fresh, c->type, 90, &bytes),
                    "query");
        void *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *x = dd_engine_copy(h, c->x, c->bytes_x, 0),
             *y = dd_engine_copy(h, c->y, c->bytes_y, 0), *memory = NULL;
        struct compact_args a = c->a;
        a.alpha = &c->alpha;
        a.beta = &c->beta;
        a.A = A;
        a.x = x;
        a.y = y;
        dd_must(h, ddblasMalloc(h, &memory, bytes + 256), "malloc");
        if (bytes > 0)
        {
            ddblas_inject_allocation_failure(1);
            assert_int_equal(compact_call(fresh, c->routine, c->type, a), DDBLAS_STATUS_ALLOC_FAILED);
            ddblas_inject_allocation_failure(0);
            assert_true(dd_engine_holds(h, y, c->y, c->bytes_y));
            dd_must(fresh, ddblasSetWorkspace(fresh, memory, bytes), "workspace");
        }
        ddblas_inject_allocation_failure(1);
        dd_must(fresh, compact_call(fresh, c->routine, c->type, a), "without allocation");
        ddblas_inject_allocation_failure(0);
        dd_engine_read(h, c->result, y, c->bytes_y);
        for (int64_t i = 0; i < c->outputs; i++)
            assert_true(compact_case_error(c, i) <= compact_case_bound(c));
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        dd_must(h, ddblasFree(h, memory), "free");
        dd_engine_free(h, A, 0);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, y, 0);
        compact_case_free(c);
    }
}

static void wrong_queries(void **state)
{
    (void)state;
    size_t bytes;
    assert_int_equal(ddblasTbmvWorkspaceSize(h, (ddblasType_t)99, 4, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasTbsvWorkspaceSize(h, DDBLAS_TYPE_W, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasTbmvWorkspaceSize(h, DDBLAS_TYPE_W, 4, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    dd_must(h, ddblasTbmvWorkspaceSize(h, DDBLAS_TYPE_W, 0, &bytes), "query");
    assert_true(bytes == 0);
}

/* The kernels of level 1 without one term of the product must break the bounds. The mutant is the
 * portable kernel, whose updates of vectors in U have no vectors and are not changed. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 932);
    for (int k = 0; k < 2 * COMPACT_ROUTINES; k++)
        for (int form = 0; form < 6; form++)
        {
            struct compact_case *c = compact_case_new(routine_of(k), type_of(k), form, 70, 70, 9, 9, 1, 1, 0);
            double largest = 0.0;
            if (c->type == DDBLAS_TYPE_U && c->a.trans == DDBLAS_OP_N && !c->traits->symmetric)
            {
                compact_case_free(c);
                continue;
            }
            compact_case_fill(c, &g, COMPACT_UNIFORM);
            ddblas_level1_w_substitute(&level1_mutant);
            dd_must(h, compact_case_run(h, c), "mutant");
            ddblas_level1_w_substitute(NULL);
            for (int64_t i = 0; i < c->outputs; i++)
                largest = fmax(largest, compact_case_error(c, i));
            assert_true(largest > compact_case_bound(c));
            compact_case_judge(h, c, &g, 70, "not the mutant", 932);
            compact_case_free(c);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(wrong_queries),  cmocka_unit_test(nothing_to_do),
        cmocka_unit_test(integers),        cmocka_unit_test(uniform),        cmocka_unit_test(wide_exponents),
        cmocka_unit_test(large),           cmocka_unit_test(special_values), cmocka_unit_test(singular),
        cmocka_unit_test(beyond_32_bits),  cmocka_unit_test(same_bits),      cmocka_unit_test(workspace),
        cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
