/*
 * The tridiagonal problem on the host: what a call that does not converge reports, errors of the
 * function that takes the rotations, batches, the order of eigenvalues.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "eigen/eigen.h"

enum
{
    ORDER = 30
};

/* 1-2-1, divided by 4. */
static void fill(cuddreal *d, cuddreal *e)
{
    for (int64_t k = 0; k < ORDER; k++)
    {
        d[k] = cuddFromDouble(0.5);
        e[k] = cuddFromDouble(k + 1 < ORDER ? -0.25 : 0.0);
    }
}

/* With no steps allowed no eigenvalue but the last one converges. */
static void no_convergence(void **state)
{
    (void)state;
    cuddreal d[ORDER], e[ORDER];
    int64_t failed = -1;
    fill(d, e);
    assert_int_equal(ddblas_tridiagonal_ql(ORDER, d, e, 0, NULL, NULL, NULL, &failed), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(failed, ORDER - 1);
    fill(d, e);
    assert_int_equal(ddblas_tridiagonal_ql(ORDER, d, e, 60, NULL, NULL, NULL, &failed), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(failed, 0);
}

/* The batches that the function below has got. */
struct given
{
    int64_t batches, rotations, most;
    int fails; /* The number of the batch that fails; 0: none. */
};

static ddblasStatus_t take(void *context, const struct ddblas_rotations *batch)
{
    struct given *g = context;
    g->batches++;
    g->rotations += batch->used;
    assert_true(batch->used <= batch->capacity && batch->sweeps >= 1 && batch->sweeps <= DDBLAS_MOST_SWEEPS);
    int64_t next = 0;
    for (int64_t k = 0; k < batch->sweeps; k++)
    {
        const struct ddblas_sweep *s = &batch->sweep[k];
        assert_true(s->first == next && s->count >= 1 && s->top - s->count + 1 >= 0 && s->top + 1 < batch->order);
        next += s->count;
    }
    assert_int_equal(next, batch->used);
    return g->batches == g->fails ? DDBLAS_STATUS_DEVICE_ERROR : DDBLAS_STATUS_SUCCESS;
}

/* Small and large batches have the same rotations in all, and every batch is complete. */
static void batches(void **state)
{
    (void)state;
    cuddreal d[ORDER], e[ORDER];
    static struct ddblas_rotation rotation[100 * ORDER];
    static struct ddblas_sweep sweep[DDBLAS_MOST_SWEEPS];
    int64_t rotations[2], failed = -1;
    for (int k = 0; k < 2; k++)
    {
        struct ddblas_rotations batch = {
            .order = ORDER, .capacity = k ? 100 * ORDER : ORDER, .rotation = rotation, .sweep = sweep};
        struct given given = {.fails = 0};
        fill(d, e);
        assert_int_equal(ddblas_tridiagonal_ql(ORDER, d, e, 60, &batch, take, &given, &failed), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(failed, 0);
        assert_true(k ? given.batches <= 2 : given.batches > 5);
        rotations[k] = given.rotations;
    }
    assert_int_equal(rotations[0], rotations[1]);
    struct ddblas_rotations batch = {.order = ORDER, .capacity = ORDER, .rotation = rotation, .sweep = sweep};
    struct given given = {.fails = 3};
    fill(d, e);
    assert_int_equal(ddblas_tridiagonal_ql(ORDER, d, e, 60, &batch, take, &given, &failed), DDBLAS_STATUS_DEVICE_ERROR);
    assert_int_equal(given.batches, 3);
}

/* Ascending, and equal numbers in their order; numbers that differ in the low part alone. */
static void order(void **state)
{
    (void)state;
    for (int64_t n = 1; n < 40; n++)
    {
        cuddreal v[40];
        int64_t o[80];
        for (int64_t k = 0; k < n; k++)
            v[k] = cuddMake((double)(k * 7 % 5), 1e-25 * (double)(k * 3 % 4));
        ddblas_ascending(n, v, o);
        int64_t seen[40] = {0};
        for (int64_t k = 0; k < n; k++)
        {
            seen[o[k]]++;
            if (k > 0)
                assert_true(cuddLt(v[o[k - 1]], v[o[k]]) || (cuddEq(v[o[k - 1]], v[o[k]]) && o[k - 1] < o[k]));
        }
        for (int64_t k = 0; k < n; k++)
            assert_int_equal(seen[k], 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_convergence),
        cmocka_unit_test(batches),
        cmocka_unit_test(order),
    };
    return cmocka_run_group_tests_name("tridiagonal", tests, NULL, NULL);
}
