/*
 * On small stacks (small_stack.h): factorisations, systems and least squares.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "../../factor/getrf_case.h"
#include "../../factor/indefinite/sytrf_case.h"
#include "../../factor/inverse/inverse_case.h"
#include "../../factor/potrf_case.h"
#include "../../factor/qr/qr_case.h"
#include "small_stack.h"

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
        same_on_small_stack(run_potrf, c, c->result_A, c->bytes_A);
        potrf_case_free(c);
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
        same_on_small_stack(run_getrf, c, c->result_A, c->bytes_A);
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
        same_on_small_stack(run_qr, c, c->result_C, c->bytes_C);
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
        same_on_small_stack(run_inverse, c, c->result, c->bytes_C);
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
        same_on_small_stack(run_sytrf, c, c->result_A, c->bytes_A);
        sytrf_case_free(c);
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

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(potrf),   cmocka_unit_test(getrf),         cmocka_unit_test(qr),
        cmocka_unit_test(inverse), cmocka_unit_test(small_systems), cmocka_unit_test(sytrf),
        cmocka_unit_test(refine),  cmocka_unit_test(expert),        cmocka_unit_test(more),
    };
    (void)count;
    small_stack_restart(arguments);
    choose_tests();
    return cmocka_run_group_tests_name("stack, factor", tests, open_small_handle, close_handle);
}
