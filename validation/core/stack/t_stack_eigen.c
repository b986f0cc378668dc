/*
 * On small stacks (small_stack.h): eigenvalues and singular values.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../eigen/eigen_case.h"
#include "../../svd/svd_case.h"
#include "../../svd/svd_rank_case.h"
#include "small_stack.h"

static void *run_syevd(void *argument)
{
    assert_int_equal(eigen_case_run(h, argument), DDBLAS_STATUS_SUCCESS);
    return NULL;
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
        same_on_small_stack(run_syevd, c, c->result, c->bytes);
        eigen_case_free(c);
    }
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
        same_on_small_stack(run_gesvd, c, c->U, c->u);
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
        same_on_small_stack(run_pinv, c, c->Z, c->z);
        svd_rank_case_free(c);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(syevd),
        cmocka_unit_test(tridiagonal),
        cmocka_unit_test(gesvd),
        cmocka_unit_test(pinv),
    };
    (void)count;
    small_stack_restart(arguments);
    choose_tests();
    return cmocka_run_group_tests_name("stack, eigen", tests, open_small_handle, close_handle);
}
