/*
 * rank, null and pinv in W and U on the engine that DDBLAS_TEST_ENGINE names: arguments, empty
 * sizes, queries, bits, workspaces, failing allocations; planted errors must be seen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "oracle_svd.h"
#include "poison.h"
#include "svd_rank_case.h"
#include "settings.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static struct svd_rank_case *filled_case(int k, enum svd_family family, int64_t m, int64_t n, int64_t pad)
{
    struct dd_random g;
    struct svd_rank_case *c = svd_rank_case_new(types[k / RANK_TASKS % 2], (enum svd_rank_task)(k % RANK_TASKS), m, n, pad);
    dd_random_start(&g, 2931);
    svd_case_fill(c->matrix, &g, family);
    return c;
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* The position is that of null; rank and pinv lack some of its arguments. */
static void assert_refused(ddblasType_t type, const struct svd_rank_arguments *a, ddblasStatus_t status, int position)
{
    for (int task = 0; task < RANK_TASKS; task++)
    {
        int there = position;
        if (task == RANK_ALONE && position >= 7)
            there = position >= 10 ? position - 3 : -1;
        if (task == RANK_PINV && position >= 7)
            there = position >= 8 ? position - 1 : -1;
        if (there >= 0)
            dd_refused(h, svd_rank_call(h, type, (enum svd_rank_task)task, a), status, there);
    }
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct svd_rank_arguments wrong = right;                                                                                 \
        wrong.member = value;                                                                                                    \
        assert_refused(type, &wrong, DDBLAS_STATUS_##status, position);                                                          \
    } while (0)

static void refuse_all(ddblasType_t type, char *memory)
{
    int64_t *integers = (int64_t *)(void *)(memory + 3072), *between = (int64_t *)(void *)(memory + 3076);
    const struct svd_rank_arguments right = {4, 6, memory, 4, -1.0, 5, memory + 1024, 6, memory + 2048, integers, integers + 1};
    const size_t off = dd_engine_misaligned(h);
    REFUSED(m, -1, INVALID_VALUE, 2);
    REFUSED(n, -1, INVALID_VALUE, 3);
    REFUSED(A, NULL, INVALID_VALUE, 4);
    REFUSED(A, memory + off, MISALIGNED, 4);
    REFUSED(lda, 3, INVALID_VALUE, 5);
    REFUSED(tolerance, 1.0, INVALID_VALUE, 6);
    REFUSED(tolerance, NAN, INVALID_VALUE, 6);
    REFUSED(columns, -1, INVALID_VALUE, 7);
    REFUSED(Z, NULL, INVALID_VALUE, 8);
    REFUSED(Z, memory + off, MISALIGNED, 8);
    REFUSED(ldz, 5, INVALID_VALUE, 9);
    REFUSED(gap, NULL, INVALID_VALUE, 10);
    REFUSED(gap, memory + off, MISALIGNED, 10);
    REFUSED(rank, NULL, INVALID_VALUE, 11);
    REFUSED(rank, between, MISALIGNED, 11);
    REFUSED(info, NULL, INVALID_VALUE, 12);
    REFUSED(info, between, MISALIGNED, 12);
    struct svd_rank_arguments huge = right;
    huge.m = huge.n = huge.lda = huge.ldz = (INT64_C(1) << 26) + 1;
    assert_refused(type, &huge, DDBLAS_STATUS_NOT_SUPPORTED, 0);
    huge.n = 2;
    huge.m = huge.lda = (INT64_C(1) << 40) + 1;
    assert_refused(type, &huge, DDBLAS_STATUS_NOT_SUPPORTED, 0);
    for (int task = 0; task < RANK_TASKS; task++)
        assert_int_equal(svd_rank_call(NULL, type, (enum svd_rank_task)task, &right), DDBLAS_STATUS_NOT_INITIALIZED);
}

static void refuse_every(char *memory)
{
    for (int k = 0; k < 2; k++)
        refuse_all(types[k], memory);
}

static void wrong_arguments(void **state)
{
    (void)state;
    dd_leaves_memory(h, refuse_every);
}

static void refuse_query(enum svd_rank_task task, ddblasType_t type, int64_t m, int64_t n, int64_t columns, size_t *bytes,
                         ddblasStatus_t status, int position)
{
    dd_refused(h, svd_rank_query(h, type, task, m, n, columns, bytes), status, position);
}

static void queries(void **state)
{
    (void)state;
    size_t bytes = 4711;
    for (int t = 0; t < RANK_TASKS; t++)
    {
        const enum svd_rank_task task = (enum svd_rank_task)t;
        assert_int_equal(svd_rank_query(NULL, DDBLAS_TYPE_W, task, 1, 1, 1, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
        refuse_query(task, (ddblasType_t)99, 1, 1, 1, &bytes, DDBLAS_STATUS_INVALID_VALUE, 2);
        refuse_query(task, DDBLAS_TYPE_W, -1, 1, 1, &bytes, DDBLAS_STATUS_INVALID_VALUE, 3);
        refuse_query(task, DDBLAS_TYPE_W, 1, -1, 1, &bytes, DDBLAS_STATUS_INVALID_VALUE, 4);
        refuse_query(task, DDBLAS_TYPE_W, 1, 1, 1, NULL, DDBLAS_STATUS_INVALID_VALUE, task == RANK_NULL ? 6 : 5);
        refuse_query(task, DDBLAS_TYPE_U, INT64_MAX, INT64_MAX, 1, &bytes, DDBLAS_STATUS_NOT_SUPPORTED, 0);
        assert_int_equal(bytes, 4711);
        dd_must(h, svd_rank_query(h, DDBLAS_TYPE_U, task, 7, 0, 1, &bytes), "query");
        assert_int_equal(bytes, 0);
        bytes = 4711;
    }
    refuse_query(RANK_NULL, DDBLAS_TYPE_W, 1, 1, -1, &bytes, DDBLAS_STATUS_INVALID_VALUE, 5);
}

/* Without elements the rank is 0, and the null space the whole space. */
static void empty(void **state)
{
    (void)state;
    for (int k = 0; k < 4 * RANK_TASKS; k++)
    {
        const int wide = k / (2 * RANK_TASKS);
        struct svd_rank_case *c = filled_case(k, SVD_ZERO, wide ? 0 : 5, wide ? 4 : 0, 1);
        dd_must(h, svd_rank_case_run(h, c), "empty");
        assert_int_equal(c->info, 0);
        assert_int_equal(c->rank, 0);
        assert_true(c->gap[0].x == 0.0 && c->gap[1].x == 0.0);
        for (int64_t e = 0; e < c->matrix->n * c->columns; e++)
        {
            const char *at = (const char *)c->Z + (size_t)(e % 4 + e / 4 * c->ldz) * c->matrix->size;
            const struct dd_parts z = dd_parts_load(c->matrix->type, at, 0);
            assert_true(z.re[0] == (e % 5 == 0 ? 1.0 : 0.0) && z.re[1] == 0.0 && z.im[0] == 0.0 && z.im[1] == 0.0);
        }
        c->columns -= 1;
        c->z = (size_t)(c->ldz * c->columns) * c->matrix->size;
        if (c->task == RANK_NULL && wide)
        {
            dd_must(h, svd_rank_case_run(h, c), "empty, few columns");
            assert_int_equal(c->info, 2);
        }
        svd_rank_case_free(c);
    }
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static const int64_t shapes[][2] = {{20, 20}, {30, 11}, {12, 40}, {40, 40}, {70, 45}, {36, 60}};

static void same_bits(void **state)
{
    (void)state;
    for (int k = 0; k < 6 * 2 * RANK_TASKS; k++)
    {
        const int64_t *shape = shapes[k / (2 * RANK_TASKS)];
        if (dd_test_scale() > 1 && k % (shape[1] > 40 ? 11 : 5))
            continue;
        struct svd_rank_case *c = filled_case(k, SVD_DEFICIENT_9, shape[0], shape[1], 2);
        dd_must(h, svd_rank_case_run(h, c), "first");
        assert_int_equal(c->info, 0);
        void *poison = dd_poisoned(c->z + sizeof c->gap);
        const size_t raw = 2 * dd_type_size(dd_type_real(c->matrix->type));
        struct dd_repeats r = {.handle = h,
                               .run = svd_rank_case_run,
                               .problem = c,
                               .outputs = {{c->Z, c->z, poison}, {c->stored, raw, poison}, {&c->rank, sizeof c->rank, NULL}}};
        dd_must(h, svd_rank_query(h, c->matrix->type, c->task, shape[0], shape[1], c->columns, &r.workspace), "query");
        dd_repeats_record(&r);
        dd_repeats_over_settings(&r);
        assert_true(dd_repeats_over_workspaces(&r) > 0);
        c->offset = dd_engine_half(h);
        dd_repeats_same(&r, "at 8 mod 16");
        dd_repeats_free(&r);
        free(poison);
        svd_rank_case_free(c);
    }
}

/* Every rank finds room in the workspace of the query. */
static void workspaces_of_ranks(void **state)
{
    (void)state;
    for (int64_t rank = 0; rank < 13; rank++)
    {
        struct svd_rank_case *c = filled_case(RANK_NULL, SVD_RANDOM, 12, 40, 0);
        size_t bytes = 0;
        void *memory = NULL;
        for (int64_t j = 0; j < 40; j++)
            for (int64_t i = rank; i < 12; i++)
                dd_element_set(DDBLAS_TYPE_W, svd_case_at(c->matrix, i, j), 0, cuddFromDouble(0.0), cuddFromDouble(0.0));
        dd_must(h, svd_rank_query(h, DDBLAS_TYPE_W, RANK_NULL, 12, 40, 40, &bytes), "query");
        dd_must(h, ddblasMalloc(h, &memory, bytes), "malloc");
        dd_must(h, ddblasSetWorkspace(h, memory, bytes), "workspace");
        dd_must(h, svd_rank_case_run(h, c), "all of the workspace");
        dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
        dd_must(h, ddblasFree(h, memory), "free");
        assert_int_equal(c->rank, rank);
        svd_rank_case_free(c);
    }
}

/* Other leading dimensions give the same bits. */
static void leading_dimensions(void **state)
{
    (void)state;
    for (int k = 0; k < 2 * RANK_TASKS; k++)
    {
        struct svd_rank_case *c = filled_case(k, SVD_INTEGERS, shapes[k][0], shapes[k][1], 0),
                             *padded = filled_case(k, SVD_INTEGERS, shapes[k][0], shapes[k][1], 5);
        dd_must(h, svd_rank_case_run(h, c), "dense");
        dd_must(h, svd_rank_case_run(h, padded), "padded");
        assert_int_equal(c->rank, 3);
        const int64_t columns = c->task == RANK_ALONE ? 0 : c->task == RANK_NULL ? c->matrix->n - 3 : c->matrix->m;
        void *Z = svd_rank_case_dense(c, columns), *other = svd_rank_case_dense(padded, columns);
        assert_memory_equal(Z, other, (size_t)(columns * c->matrix->n) * c->matrix->size);
        assert_true(cuddEq(c->gap[0], padded->gap[0]) && cuddEq(c->gap[1], padded->gap[1]));
        free(Z);
        free(other);
        svd_rank_case_free(padded);
        svd_rank_case_free(c);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int k = 0; k < 4 * RANK_TASKS; k++)
    {
        const int64_t n = k < 2 * RANK_TASKS ? 8 : 36;
        const int64_t before = INT64_MIN;
        if (dd_test_scale() > 1 && n > 8 && k % 2)
            continue;
        struct svd_rank_case *c = filled_case(k, SVD_INTEGERS, n + 3, n, 0);
        void *poison = dd_poisoned(c->z + sizeof c->gap);
        struct dd_operand o[RANK_OPERANDS];
        svd_rank_case_operands(c, poison, &before, o);
        assert_true(dd_without_memory(h, DDBLAS_GEMM_ROUTE_AUTO, o, RANK_OPERANDS, svd_rank_case_call, c) > 1);
        assert_int_equal(c->info, 0);
        assert_int_equal(c->rank, 3);
        free(poison);
        svd_rank_case_free(c);
    }
}

/* ---- planted errors -------------------------------------------------------------------------- */

/* One element of a result that is wrong in its last digits is seen. */
static void planted_errors(void **state)
{
    (void)state;
    for (int k = 0; k < 2 * RANK_TASKS; k++)
    {
        struct svd_rank_case *c = filled_case(k, k % RANK_TASKS == RANK_NULL ? SVD_DEFICIENT_1 : SVD_ORTHOGONAL, 9, 6, 0);
        dd_must(h, svd_rank_case_run(h, c), "planted error");
        cuddreal *first = c->Z;
        if (c->task != RANK_ALONE)
            *first = cuddAddD(*first, 0x1p-92);
        if (c->task == RANK_NULL)
        {
            const struct dd_null_error e = dd_oracle_null_error(c->matrix->type, 9, 6, c->matrix->A, 1, c->Z);
            assert_int_equal(c->rank, 5);
            assert_true(e.residual > 4.0 && e.orthogonal > 4.0);
        }
        if (c->task == RANK_PINV)
            assert_true(dd_oracle_pseudo_inverse_error(c->matrix->type, 9, 6, c->matrix->A, 6, c->Z) > 8.0);
        svd_rank_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(queries),
        cmocka_unit_test(empty),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(leading_dimensions),
        cmocka_unit_test(workspaces_of_ranks),
        cmocka_unit_test(allocation_failure),
        cmocka_unit_test(planted_errors),
    };
    choose_tests();
    return cmocka_run_group_tests_name("rank, null, pinv, calls", tests, open_handle, close_handle);
}
