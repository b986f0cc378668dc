/*
 * sytrd, orgtr and ormtr in W and their namesakes in U on the engine that DDBLAS_TEST_ENGINE names:
 * residual and orthogonality from exact sums, the reflectors multiplied in MPFR, products with Q,
 * known eigenvalues by way of stedc, arguments, NaN, bits, workspaces, failing allocations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend/allocate.h"
#include "backend/isa.h"
#include "eigen_case.h"
#include "handle.h"
#include "oracle_eigen.h"
#include "oracle_qr.h"
#include "poison.h"
#include "terms.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

/* ---- calls ----------------------------------------------------------------------------------- */

/* A reduction: the matrix of an eigen_case, whose `result` is A after the call. */
struct reduction
{
    struct eigen_case *c;
    cuddreal *d, *e; /* n numbers each; the last of e is poison. */
    void *tau;       /* n elements, of which the last is poison. */
    size_t bytes, bytes_tau;
};

static struct reduction reduction_new(ddblasType_t type, ddblasFillMode_t uplo, int64_t n, int64_t pad)
{
    struct reduction r = {.c = eigen_case_new(type, DDBLAS_EIG_MODE_VECTOR, uplo, n, pad)};
    r.bytes = (size_t)n * sizeof *r.d;
    r.bytes_tau = (size_t)n * r.c->size;
    r.d = dd_poisoned(r.bytes);
    r.e = dd_poisoned(r.bytes);
    r.tau = dd_poisoned(r.bytes_tau);
    return r;
}

static struct reduction reduction_of(ddblasType_t type, ddblasFillMode_t uplo, int64_t n, int64_t pad, enum eigen_family family,
                                     uint64_t seed)
{
    struct dd_random g;
    struct reduction r = reduction_new(type, uplo, n, pad);
    dd_random_start(&g, seed + (uint64_t)(n * 64 + (int64_t)family));
    eigen_case_fill(r.c, &g, family);
    return r;
}

static void reduction_free(struct reduction *r)
{
    eigen_case_free(r->c);
    free(r->d);
    free(r->e);
    free(r->tau);
}

static ddblasStatus_t call_sytrd(ddblasHandle_t handle, ddblasType_t type, ddblasFillMode_t uplo, int64_t n, void *A, int64_t lda,
                                 void *d, void *e, void *tau)
{
    return type == DDBLAS_TYPE_W ? ddblasWsytrd(handle, uplo, n, A, lda, d, e, tau)
                                 : ddblasUhetrd(handle, uplo, n, A, lda, d, e, tau);
}

static ddblasStatus_t call_orgtr(ddblasHandle_t handle, ddblasType_t type, ddblasFillMode_t uplo, int64_t n, void *A, int64_t lda,
                                 const void *tau)
{
    return type == DDBLAS_TYPE_W ? ddblasWorgtr(handle, uplo, n, A, lda, tau) : ddblasUungtr(handle, uplo, n, A, lda, tau);
}

static void inject_nothing(int failing) { (void)failing; }

/* Runs the reduction with a call of `caller`, between inject(failing) and inject(0). Only the
 * triangle may change, and n - 1 elements of e and tau. */
static ddblasStatus_t reduce_failing(ddblasHandle_t caller, struct reduction *r, void (*inject)(int), int failing)
{
    const struct eigen_case *c = r->c;
    void *before[3] = {dd_poisoned(r->bytes), dd_poisoned(r->bytes), dd_poisoned(r->bytes_tau)};
    struct dd_operand o[] = {dd_operand_written(c->A, c->result, c->bytes), dd_operand_written(before[0], r->d, r->bytes),
                             dd_operand_written(before[1], r->e, r->bytes), dd_operand_written(before[2], r->tau, r->bytes_tau)};
    dd_operands_put(h, o, 4, c->offset);
    inject(failing);
    const ddblasStatus_t status = call_sytrd(caller, c->type, c->uplo, c->n, o[0].at, c->lda, o[1].at, o[2].at, o[3].at);
    inject(0);
    dd_operands_take(h, o, 4, c->offset);
    dd_rest_unchanged("A", c->A, c->result, c->bytes, c->size, c->lda, eigen_case_in_triangle, c);
    assert_memory_equal(r->e + c->n - 1, (cuddreal *)before[1] + c->n - 1, sizeof *r->e);
    assert_memory_equal((char *)r->tau + r->bytes_tau - c->size, (char *)before[2] + r->bytes_tau - c->size, c->size);
    for (int i = 0; i < 3; i++)
        free(before[i]);
    return status;
}

static void reduce(struct reduction *r) { dd_must(h, reduce_failing(h, r, inject_nothing, 0), "sytrd"); }

/* Q, dense, from orgtr. Rows behind the matrix may not change. */
static char *form_q(const struct reduction *r)
{
    const struct eigen_case *c = r->c;
    const int64_t n = c->n;
    char *whole = dd_poisoned(c->bytes), *Q = malloc((size_t)(n * n) * c->size + 1);
    assert_non_null(Q);
    struct dd_operand o[] = {dd_operand_written(c->result, whole, c->bytes), dd_operand_read(r->tau, r->bytes_tau)};
    dd_operands_put(h, o, 2, c->offset);
    dd_must(h, call_orgtr(h, c->type, c->uplo, n, o[0].at, c->lda, o[1].at), "orgtr");
    dd_operands_take(h, o, 2, c->offset);
    for (int64_t j = 0; j < n; j++)
    {
        memcpy(Q + (size_t)(j * n) * c->size, whole + (size_t)(j * c->lda) * c->size, (size_t)n * c->size);
        assert_memory_equal(whole + (size_t)(j * c->lda + n) * c->size,
                            (const char *)c->result + (size_t)(j * c->lda + n) * c->size, (size_t)(c->lda - n) * c->size);
    }
    free(whole);
    return Q;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static double bound_of(enum dd_routine routine, const struct reduction *r)
{
    return dd_routine_bound(routine, r->c->type, (struct dd_bound_size){.k = r->c->n});
}

static void judge(const struct reduction *r, double error, double bound, const char *name, const char *what)
{
    if (!(error <= bound))
        fail_msg("%csytrd uplo %d n=%lld lda=%lld, %s: %s is %g n u, above %g", dd_type_letter(r->c->type), (int)r->c->uplo,
                 (long long)r->c->n, (long long)r->c->lda, what, name, error, bound);
}

/* The diagonal of A and the elements beside it are d and e. */
static void assert_t_in_a(const struct reduction *r)
{
    const struct eigen_case *c = r->c;
    const int lower = c->uplo == DDBLAS_FILL_MODE_LOWER;
    for (int64_t j = 0; j < c->n; j++)
        for (int beside = 0; beside < 2 && j + beside < c->n; beside++)
        {
            const int64_t at = lower ? j + beside + j * c->lda : j + (j + beside) * c->lda;
            const struct dd_number a = dd_number_load(c->type, (const char *)c->result + (size_t)at * c->size, 0);
            const cuddreal t = beside ? r->e[j] : r->d[j];
            assert_true(cuddEq(a.re, t) && cuddIsZero(a.im));
        }
}

static double judge_reduction(const struct reduction *r, const char *what)
{
    const struct eigen_case *c = r->c;
    char *Q = form_q(r);
    const struct dd_eigen_error e = dd_oracle_sytrd_error(c->type, c->n, c->full, Q, r->d, r->e);
    judge(r, e.residual, bound_of(DD_ROUTINE_sytrd, r), "A Q - Q T", what);
    judge(r, e.orthogonality, bound_of(DD_ROUTINE_sytrd, r), "Q^H Q - I", what);
    assert_t_in_a(r);
    free(Q);
    return fmax(e.residual, e.orthogonality);
}

/* Orders around the panels and blocks of both engines. */
static void bounds(void **state)
{
    static const int64_t orders[] = {1, 2, 3, 5, 21, 31, 32, 33, 34, 64, 65, 97, 130};
    (void)state;
    const uint64_t seed = dd_random_seed(1401);
    double worst = 0.0;
    for (int s = 0; s < 13; s++)
    {
        const int step = orders[s] > 40 ? 5 : dd_test_scale() > 1 ? 3 : 1;
        for (int family = s % step; family < EIGEN_FAMILIES; family += step)
            for (int form = 0; form < 4; form++)
            {
                if ((orders[s] > 40 || dd_test_scale() > 1) && (form + family / step) % 4 != s % 4)
                    continue;
                struct reduction r = reduction_of(types[form % 2], form / 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER,
                                                  orders[s], family % 3, (enum eigen_family)family, seed);
                reduce(&r);
                worst = fmax(worst, judge_reduction(&r, eigen_family_name((enum eigen_family)family)));
                reduction_free(&r);
            }
    }
    print_message("largest error: %.2f n u_w\n", worst);
}

/* The oracle notices an element of T, and one of Q, that is wrong in its 20th digit. */
static void wrong_elements(void **state)
{
    (void)state;
    struct reduction r = reduction_of(DDBLAS_TYPE_W, DDBLAS_FILL_MODE_LOWER, 30, 0, EIGEN_RANDOM, 1402);
    reduce(&r);
    cuddreal *Q = (cuddreal *)(void *)form_q(&r);
    r.e[11] = cuddMulD(r.e[11], 1.0 + 0x1p-52);
    assert_true(dd_oracle_sytrd_error(r.c->type, 30, r.c->full, Q, r.d, r.e).residual > bound_of(DD_ROUTINE_sytrd, &r));
    r.e[11] = cuddMulD(r.e[11], 1.0 - 0x1p-52);
    Q[277] = cuddAdd(Q[277], cuddMulD(Q[277], 1e-20)); /* Row 7 of column 9. */
    assert_true(dd_oracle_sytrd_error(r.c->type, 30, r.c->full, Q, r.d, r.e).orthogonality > bound_of(DD_ROUTINE_sytrd, &r));
    free(Q);
    reduction_free(&r);
}

/* ---- the format ------------------------------------------------------------------------------ */

/* The reflectors of a LOWER format in the format of geqrf: F of k x k and tau. An UPPER one is
 * read backwards. */
static void read_reflectors(const struct reduction *r, char *F, char *tau)
{
    const struct eigen_case *c = r->c;
    const int64_t n = c->n, k = n - 1;
    const int upper = c->uplo == DDBLAS_FILL_MODE_UPPER;
    for (int64_t j = 0; j < k; j++)
    {
        memcpy(tau + (size_t)j * c->size, (const char *)r->tau + (size_t)(upper ? k - 1 - j : j) * c->size, c->size);
        for (int64_t i = 0; i < k; i++)
        {
            const int64_t row = i + 1, at = upper ? n - 1 - row + (n - 1 - j) * c->lda : row + j * c->lda;
            char *to = F + (size_t)(i + j * k) * c->size;
            memset(to, 0, c->size);
            if (i > j)
                memcpy(to, (const char *)c->result + (size_t)at * c->size, c->size);
        }
    }
}

/* H_1 ... H_(n-1), or H_(n-1) ... H_1, in MPFR is Q. */
static void reflectors(void **state)
{
    static const int64_t orders[] = {2, 3, 9, 34, 45};
    (void)state;
    for (int s = 0; s < 20; s++)
    {
        const int64_t n = orders[s / 4], k = n - 1;
        struct reduction r =
            reduction_of(types[s % 2], s / 2 % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, 1, EIGEN_RANDOM, 1403);
        const struct eigen_case *c = r.c;
        const int upper = c->uplo == DDBLAS_FILL_MODE_UPPER;
        reduce(&r);
        char *Q = form_q(&r), *F = malloc((size_t)(k * k) * c->size), *tau = malloc((size_t)k * c->size),
             *part = malloc((size_t)(k * k) * c->size);
        assert_true(F && tau && part);
        read_reflectors(&r, F, tau);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
            {
                const char *q = Q + (size_t)((upper ? n - 1 - i : i) + (upper ? n - 1 - j : j) * n) * c->size;
                if (i > 0 && j > 0)
                    memcpy(part + (size_t)(i - 1 + (j - 1) * k) * c->size, q, c->size);
                const struct dd_number a = dd_number_load(c->type, q, 0);
                if (i == 0 || j == 0)
                    assert_true(cuddEqD(a.re, i == j ? 1.0 : 0.0) && cuddIsZero(a.im));
            }
        const struct dd_reflector_error e = dd_oracle_reflector_error(c->type, k, k, k, F, tau, part);
        judge(&r, e.product, bound_of(DD_ROUTINE_sytrd, &r), "the product of the reflectors - Q", "format");
        judge(&r, e.unitarity, bound_of(DD_ROUTINE_sytrd, &r), "H^H H - I", "format");
        free(Q);
        free(F);
        free(tau);
        free(part);
        reduction_free(&r);
    }
}

/* ---- products with Q ------------------------------------------------------------------------- */

struct product
{
    const struct reduction *r;
    ddblasSideMode_t side;
    ddblasOperation_t trans;
    int64_t m, n, ldc;
    char *C, *result;
    size_t bytes;
};

static ddblasStatus_t call_ormtr(ddblasHandle_t handle, ddblasType_t type, ddblasSideMode_t side, ddblasFillMode_t uplo,
                                 ddblasOperation_t trans, int64_t m, int64_t n, const void *A, int64_t lda, const void *tau,
                                 void *C, int64_t ldc)
{
    return type == DDBLAS_TYPE_W ? ddblasWormtr(handle, side, uplo, trans, m, n, A, lda, tau, C, ldc)
                                 : ddblasUunmtr(handle, side, uplo, trans, m, n, A, lda, tau, C, ldc);
}

static void run_product(ddblasHandle_t caller, const struct product *p)
{
    const struct eigen_case *c = p->r->c;
    struct dd_operand o[] = {dd_operand_read(c->result, c->bytes), dd_operand_read(p->r->tau, p->r->bytes_tau),
                             dd_operand_written(p->C, p->result, p->bytes)};
    dd_operands_put(h, o, 3, c->offset);
    dd_must(h, call_ormtr(caller, c->type, p->side, c->uplo, p->trans, p->m, p->n, o[0].at, c->lda, o[1].at, o[2].at, p->ldc),
            "ormtr");
    dd_operands_take(h, o, 3, c->offset);
}

static struct product product_new(const struct reduction *r, int form, int64_t others, struct dd_random *g)
{
    const struct eigen_case *c = r->c;
    struct product p = {.r = r, .side = form % 2 ? DDBLAS_SIDE_RIGHT : DDBLAS_SIDE_LEFT};
    p.trans = form / 2 % 2 == 0 ? DDBLAS_OP_N : c->type == DDBLAS_TYPE_W && others % 2 ? DDBLAS_OP_T : DDBLAS_OP_C;
    p.m = form % 2 ? others : c->n;
    p.n = form % 2 ? c->n : others;
    p.ldc = p.m + form % 3;
    p.bytes = (size_t)(p.ldc * p.n) * c->size;
    p.C = dd_poisoned(p.bytes);
    p.result = dd_poisoned(p.bytes);
    for (int64_t j = 0; j < p.n; j++)
        for (int64_t i = 0; i < p.m; i++)
            dd_element_put(c->type, g, 0, (int)dd_random_int(g, -6, 6), p.C + (size_t)(i + j * p.ldc) * c->size);
    return p;
}

static char *dense(const struct product *p, const char *C)
{
    const size_t size = p->r->c->size;
    char *out = malloc((size_t)(p->m * p->n) * size + 1);
    assert_non_null(out);
    for (int64_t j = 0; j < p->n; j++)
        memcpy(out + (size_t)(j * p->m) * size, C + (size_t)(j * p->ldc) * size, (size_t)p->m * size);
    return out;
}

static char *adjoint(ddblasType_t type, const char *A, int64_t m, int64_t n)
{
    const size_t size = dd_type_size(type);
    char *out = malloc((size_t)(m * n) * size + 1);
    assert_non_null(out);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
        {
            const struct dd_number a = dd_number_load(type, A + (size_t)(i + j * m) * size, 1);
            dd_element_set(type, out, j + i * n, a.re, a.im);
        }
    return out;
}

/* All is judged as X = Q^H C: with Q^H for Q where op(Q) C is Q C, and C Q = (Q^H C^H)^H. */
static void judge_product(const struct product *p, const char *Q)
{
    const struct eigen_case *c = p->r->c;
    const int left = p->side == DDBLAS_SIDE_LEFT, is_adjoint = p->trans != DDBLAS_OP_N;
    const int64_t r = c->n, others = left ? p->n : p->m;
    char *before = dense(p, p->C), *after = dense(p, p->result), *turned_before = adjoint(c->type, before, p->m, p->n),
         *turned_after = adjoint(c->type, after, p->m, p->n), *turned_Q = adjoint(c->type, Q, r, r);
    const double error = dd_oracle_adjoint_error(c->type, r, r, others, left == is_adjoint ? Q : turned_Q,
                                                 left ? before : turned_before, left ? after : turned_after);
    judge(p->r, error, bound_of(DD_ROUTINE_ormtr, p->r), "op(Q) C", left ? "left" : "right");
    for (int64_t j = 0; j < p->n; j++)
        assert_memory_equal(p->C + (size_t)(j * p->ldc + p->m) * c->size, p->result + (size_t)(j * p->ldc + p->m) * c->size,
                            (size_t)(p->ldc - p->m) * c->size);
    free(before);
    free(after);
    free(turned_before);
    free(turned_after);
    free(turned_Q);
}

static void products(void **state)
{
    static const int64_t orders[] = {1, 2, 7, 34, 70}, others[] = {1, 5, 2, 33, 8};
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1404);
    for (int s = 0; s < 20; s++)
    {
        struct reduction r = reduction_of(types[s % 2], s / 2 % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER,
                                          orders[s / 4], 1, EIGEN_RANDOM, 1404);
        reduce(&r);
        char *Q = form_q(&r);
        for (int form = 0; form < 4; form++)
        {
            struct product p = product_new(&r, form, others[s / 4], &g);
            run_product(h, &p);
            judge_product(&p, Q);
            free(p.C);
            free(p.result);
        }
        free(Q);
        reduction_free(&r);
    }
}

/* Eigenvalues and eigenvectors by the parts alone: sytrd, stedc, ormtr; and stedc with Q. */
static void own_solver(void **state)
{
    (void)state;
    for (int form = 0; form < 8; form++)
    {
        const int64_t n = 70;
        struct reduction r = reduction_of(types[form % 2], form / 2 % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, n, 0,
                                          EIGEN_ARITHMETIC, 1405);
        const struct eigen_case *c = r.c;
        const int by_q = form / 4;
        int64_t info = -1;
        reduce(&r);
        char *Q = form_q(&r), *V = dd_poisoned((size_t)(n * n) * c->size);
        struct dd_operand o[] = {dd_operand_written(r.d, c->w, r.bytes),
                                 dd_operand_read(r.e, r.bytes),
                                 dd_operand_written(Q, V, (size_t)(n * n) * c->size),
                                 dd_operand_written(&info, &info, sizeof info),
                                 dd_operand_read(c->result, c->bytes),
                                 dd_operand_read(r.tau, r.bytes_tau)};
        const ddblasEvect_t compz = by_q ? DDBLAS_EVECT_ORIGINAL : DDBLAS_EVECT_TRIDIAGONAL;
        dd_operands_put(h, o, 6, 0);
        dd_must(h,
                c->type == DDBLAS_TYPE_W ? ddblasWstedc(h, compz, n, o[0].at, o[1].at, o[2].at, n, o[3].at)
                                         : ddblasUstedc(h, compz, n, o[0].at, o[1].at, o[2].at, n, o[3].at),
                "stedc");
        if (!by_q)
            dd_must(h, call_ormtr(h, c->type, DDBLAS_SIDE_LEFT, c->uplo, DDBLAS_OP_N, n, n, o[4].at, c->lda, o[5].at, o[2].at, n),
                    "ormtr");
        dd_operands_take(h, o, 6, 0);
        assert_int_equal(info, 0);
        const struct dd_eigen_error e = dd_oracle_eigen_error(c->type, n, c->full, V, c->w);
        judge(&r, e.residual, bound_of(DD_ROUTINE_syevd, &r), "A x - lambda x", "own solver");
        judge(&r, e.orthogonality, bound_of(DD_ROUTINE_syevd, &r), "V^H V - I", "own solver");
        for (int64_t k = 0; k < n; k++)
            assert_true(fabs(cuddSubD(c->w[k], (double)(k + 1)).x) <= 4.0 * (double)(n * n) * 0x1p-104);
        free(Q);
        free(V);
        reduction_free(&r);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

/* NaN or Inf in the triangle ends as NaN in T. */
static void special_values(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++)
    {
        struct reduction r =
            reduction_of(types[k % 2], k / 2 % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, 40, 1, EIGEN_RANDOM, 1406);
        const cuddreal value = k / 4 ? cuddInf() : cuddNan(), zero = cuddFromDouble(0.0);
        int found = 0;
        dd_element_set(r.c->type, eigen_case_at(r.c, 20, 18), 0, value, zero);
        dd_element_set(r.c->type, eigen_case_at(r.c, 18, 20), 0, value, zero);
        eigen_case_store(r.c);
        reduce(&r);
        for (int64_t i = 0; i < 40; i++)
            found += cuddIsNan(r.d[i]) || (i < 39 && cuddIsNan(r.e[i]));
        assert_true(found >= 18);
        reduction_free(&r);
    }
}

/* The imaginary parts of a Hermitian diagonal are not read. */
static void imaginary_diagonal(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        struct reduction r =
            reduction_of(DDBLAS_TYPE_U, k ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, 37, 0, EIGEN_RANDOM, 1407);
        for (int64_t i = 0; i < 37; i++)
            ((cuddcomplex *)r.c->A)[i + i * r.c->lda].y = cuddNan();
        reduce(&r);
        (void)judge_reduction(&r, "NaN as imaginary parts of the diagonal");
        reduction_free(&r);
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(ddblasStatus_t got, ddblasStatus_t status, int position)
{
    assert_int_equal(got, status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

static void refuse_all(ddblasType_t type, char *at)
{
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER, no_fill = (ddblasFillMode_t)7;
    const ddblasSideMode_t left = DDBLAS_SIDE_LEFT;
    const ddblasOperation_t none = DDBLAS_OP_N;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE, off = DDBLAS_STATUS_MISALIGNED;
    char *odd = at + dd_engine_misaligned(h);
    const int64_t huge = (INT64_C(1) << 26) + 1;
    assert_int_equal(call_sytrd(NULL, type, lower, 4, at, 4, at, at, at), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_refused(call_sytrd(h, type, no_fill, 4, at, 4, at, at, at), invalid, 2);
    assert_refused(call_sytrd(h, type, lower, -1, at, 4, at, at, at), invalid, 3);
    assert_refused(call_sytrd(h, type, lower, 4, NULL, 4, at, at, at), invalid, 4);
    assert_refused(call_sytrd(h, type, lower, 4, odd, 4, at, at, at), off, 4);
    assert_refused(call_sytrd(h, type, lower, 4, at, 3, at, at, at), invalid, 5);
    assert_refused(call_sytrd(h, type, lower, 4, at, 4, NULL, at, at), invalid, 6);
    assert_refused(call_sytrd(h, type, lower, 4, at, 4, at, odd, at), off, 7);
    assert_refused(call_sytrd(h, type, lower, 4, at, 4, at, at, NULL), invalid, 8);
    assert_refused(call_sytrd(h, type, lower, huge, at, huge, at, at, at), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(call_orgtr(NULL, type, lower, 4, at, 4, at), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_refused(call_orgtr(h, type, no_fill, 4, at, 4, at), invalid, 2);
    assert_refused(call_orgtr(h, type, lower, -1, at, 4, at), invalid, 3);
    assert_refused(call_orgtr(h, type, lower, 4, NULL, 4, at), invalid, 4);
    assert_refused(call_orgtr(h, type, lower, 4, at, 3, at), invalid, 5);
    assert_refused(call_orgtr(h, type, lower, 4, at, 4, odd), off, 6);
    assert_refused(call_orgtr(h, type, lower, huge, at, huge, at), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(call_ormtr(NULL, type, left, lower, none, 4, 4, at, 4, at, at, 4), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_refused(call_ormtr(h, type, (ddblasSideMode_t)5, lower, none, 4, 4, at, 4, at, at, 4), invalid, 2);
    assert_refused(call_ormtr(h, type, left, no_fill, none, 4, 4, at, 4, at, at, 4), invalid, 3);
    assert_refused(call_ormtr(h, type, left, lower, (ddblasOperation_t)5, 4, 4, at, 4, at, at, 4), invalid, 4);
    if (type == DDBLAS_TYPE_U)
        assert_refused(call_ormtr(h, type, left, lower, DDBLAS_OP_T, 4, 4, at, 4, at, at, 4), invalid, 4);
    assert_refused(call_ormtr(h, type, left, lower, none, -1, 4, at, 4, at, at, 4), invalid, 5);
    assert_refused(call_ormtr(h, type, left, lower, none, 4, -1, at, 4, at, at, 4), invalid, 6);
    assert_refused(call_ormtr(h, type, left, lower, none, 4, 2, NULL, 4, at, at, 4), invalid, 7);
    assert_refused(call_ormtr(h, type, left, lower, none, 4, 2, at, 3, at, at, 4), invalid, 8);
    assert_refused(call_ormtr(h, type, DDBLAS_SIDE_RIGHT, lower, none, 2, 4, at, 3, at, at, 4), invalid, 8);
    assert_refused(call_ormtr(h, type, left, lower, none, 4, 2, at, 4, odd, at, 4), off, 9);
    assert_refused(call_ormtr(h, type, left, lower, none, 4, 2, at, 4, at, NULL, 4), invalid, 10);
    assert_refused(call_ormtr(h, type, left, lower, none, 4, 2, at, 4, at, at, 3), invalid, 11);
    assert_refused(call_ormtr(h, type, left, lower, none, huge, 2, at, huge, at, at, huge), DDBLAS_STATUS_NOT_SUPPORTED, 0);
}

static void arguments(void **state)
{
    (void)state;
    char host[2048];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    for (int k = 0; k < 2; k++)
    {
        refuse_all(types[k], memory);
        dd_must(h, call_sytrd(h, types[k], DDBLAS_FILL_MODE_LOWER, 0, NULL, 1, NULL, NULL, NULL), "n = 0");
        dd_must(h, call_orgtr(h, types[k], DDBLAS_FILL_MODE_LOWER, 0, NULL, 1, NULL), "n = 0");
        dd_must(h, call_ormtr(h, types[k], DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, 4, 0, NULL, 4, NULL, NULL, 4),
                "n = 0");
    }
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    dd_engine_free(h, memory, 0);
}

static void queries(void **state)
{
    (void)state;
    size_t bytes = 4711;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    assert_int_equal(ddblasSytrdWorkspaceSize(NULL, DDBLAS_TYPE_W, 4, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_refused(ddblasSytrdWorkspaceSize(h, DDBLAS_TYPE_D, 4, &bytes), invalid, 2);
    assert_refused(ddblasSytrdWorkspaceSize(h, DDBLAS_TYPE_W, -1, &bytes), invalid, 3);
    assert_refused(ddblasSytrdWorkspaceSize(h, DDBLAS_TYPE_W, 4, NULL), invalid, 4);
    assert_refused(ddblasSytrdWorkspaceSize(h, DDBLAS_TYPE_W, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(ddblasOrgtrWorkspaceSize(NULL, DDBLAS_TYPE_W, 4, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_refused(ddblasOrgtrWorkspaceSize(h, DDBLAS_TYPE_D, 4, &bytes), invalid, 2);
    assert_refused(ddblasOrgtrWorkspaceSize(h, DDBLAS_TYPE_W, -1, &bytes), invalid, 3);
    assert_refused(ddblasOrgtrWorkspaceSize(h, DDBLAS_TYPE_W, 4, NULL), invalid, 4);
    assert_refused(ddblasOrgtrWorkspaceSize(h, DDBLAS_TYPE_W, INT64_MAX, &bytes), DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(ddblasOrmtrWorkspaceSize(NULL, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, 4, 4, &bytes),
                     DDBLAS_STATUS_NOT_INITIALIZED);
    assert_refused(ddblasOrmtrWorkspaceSize(h, DDBLAS_TYPE_D, DDBLAS_SIDE_LEFT, 4, 4, &bytes), invalid, 2);
    assert_refused(ddblasOrmtrWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasSideMode_t)5, 4, 4, &bytes), invalid, 3);
    assert_refused(ddblasOrmtrWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, -1, 4, &bytes), invalid, 4);
    assert_refused(ddblasOrmtrWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, 4, -1, &bytes), invalid, 5);
    assert_refused(ddblasOrmtrWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, 4, 4, NULL), invalid, 6);
    assert_refused(ddblasOrmtrWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, INT64_MAX, 4, &bytes),
                   DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_int_equal(bytes, 4711);
    dd_must(h, ddblasOrmtrWorkspaceSize(h, DDBLAS_TYPE_U, DDBLAS_SIDE_LEFT, 0, 4, &bytes), "query");
    assert_int_equal(bytes, 0);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

/* Runs all three, with the same results as `first`; `first` becomes the results if it is empty. */
static void assert_same(struct reduction *r, struct reduction *first, const char *what)
{
    reduce(r);
    char *Q = form_q(r), *Q_first = first == r ? NULL : form_q(first);
    if (first != r && (memcmp(r->c->result, first->c->result, r->c->bytes) != 0 || memcmp(r->d, first->d, r->bytes) != 0 ||
                       memcmp(r->e, first->e, r->bytes) != 0 || memcmp(r->tau, first->tau, r->bytes_tau) != 0 ||
                       memcmp(Q, Q_first, (size_t)(r->c->n * r->c->n) * r->c->size) != 0))
        fail_msg("other bits: %s", what);
    free(Q);
    free(Q_first);
}

/* ormtr's bits over the threads. */
static void same_products(const struct reduction *r, struct dd_random *g)
{
    for (int form = 0; form < 4; form++)
    {
        struct product p = product_new(r, form, 9, g);
        run_product(h, &p);
        char *first = malloc(p.bytes);
        assert_non_null(first);
        memcpy(first, p.result, p.bytes);
        for (int threads = 1; threads <= 3; threads++)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            run_product(h, &p);
            assert_memory_equal(first, p.result, p.bytes);
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        free(first);
        free(p.C);
        free(p.result);
    }
}

static void same_bits(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1408);
    for (int k = 0; k < 4; k++)
    {
        const ddblasFillMode_t uplo = k / 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
        const int64_t n = dd_test_scale() > 1 ? 70 : 130;
        struct reduction first = reduction_of(types[k % 2], uplo, n, 2, EIGEN_RANDOM, 1408),
                         r = reduction_of(types[k % 2], uplo, n, 2, EIGEN_RANDOM, 1408);
        assert_same(&first, &first, "first");
        assert_same(&r, &first, "repeated");
        if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        {
            static const char *const sets[] = {"portable", "avx2", "avx512"};
            for (int i = 0; i < 3; i++)
                if (ddblas_isa_select(sets[i]) == 0)
                    assert_same(&r, &first, sets[i]);
            assert_int_equal(ddblas_isa_select(NULL), 0);
        }
        for (int threads = 1; threads <= 3; threads++)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            assert_same(&r, &first, "threads");
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        r.c->offset = dd_engine_half(h);
        assert_same(&r, &first, "at 8 mod 16");
        dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), "pointer mode");
        assert_same(&r, &first, "device pointer mode");
        dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), "pointer mode");
        same_products(&r, &g);
        reduction_free(&first);
        reduction_free(&r);
    }
}

/* The caller's workspace: of the queried size all succeed with the same bits, with less they fail
 * and nothing changes. */
static void workspaces(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 1409);
    for (int k = 0; k < 4; k++)
    {
        struct reduction r =
            reduction_of(types[k % 2], k / 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER, 50, 0, EIGEN_RANDOM, 1409);
        struct eigen_case *c = r.c;
        size_t need[3];
        void *memory = NULL;
        dd_must(h, ddblasSytrdWorkspaceSize(h, c->type, 50, &need[0]), "query");
        dd_must(h, ddblasOrgtrWorkspaceSize(h, c->type, 50, &need[1]), "query");
        dd_must(h, ddblasOrmtrWorkspaceSize(h, c->type, DDBLAS_SIDE_LEFT, 50, 6, &need[2]), "query");
        reduce(&r);
        char *Q = form_q(&r);
        for (int part = 0; part < 3; part++)
        {
            struct reduction again = reduction_of(c->type, c->uplo, 50, 0, EIGEN_RANDOM, 1409);
            struct product p = product_new(&r, 0, 6, &g);
            dd_must(h, ddblasMalloc(h, &memory, need[part]), "malloc");
            dd_must(h, ddblasSetWorkspace(h, memory, need[part]), "workspace");
            if (part == 0)
            {
                reduce(&again);
                assert_memory_equal(again.c->result, c->result, c->bytes);
            }
            else if (part == 1)
            {
                char *same = form_q(&r);
                assert_memory_equal(same, Q, (size_t)(50 * 50) * c->size);
                free(same);
            }
            else
                run_product(h, &p);
            dd_must(h, ddblasSetWorkspace(h, memory, 1024), "workspace");
            if (part == 0)
            {
                assert_int_equal(reduce_failing(h, &again, inject_nothing, 0), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
                assert_memory_equal(again.c->result, again.c->A, c->bytes);
            }
            dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
            dd_must(h, ddblasFree(h, memory), "free");
            if (part == 2)
                judge_product(&p, Q);
            free(p.C);
            free(p.result);
            reduction_free(&again);
        }
        free(Q);
        reduction_free(&r);
    }
}

/* With one allocation of a new handle failing, nothing changes. */
static void allocation_failure(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        struct reduction r = reduction_of(types[k], DDBLAS_FILL_MODE_UPPER, 40, 0, EIGEN_RANDOM, 1410);
        int failing = 1;
        for (;; failing++)
        {
            ddblasHandle_t fresh = dd_test_handle();
            const ddblasStatus_t status = reduce_failing(fresh, &r, ddblas_inject_allocation_failure, failing);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            if (status == DDBLAS_STATUS_SUCCESS)
                break;
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_memory_equal(r.c->result, r.c->A, r.c->bytes);
        }
        assert_true(failing > 1);
        reduction_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds),    cmocka_unit_test(wrong_elements), cmocka_unit_test(reflectors),
        cmocka_unit_test(products),  cmocka_unit_test(own_solver),     cmocka_unit_test(special_values),
        cmocka_unit_test(arguments), cmocka_unit_test(queries),        cmocka_unit_test(imaginary_diagonal),
        cmocka_unit_test(same_bits), cmocka_unit_test(workspaces),     cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("sytrd, orgtr and ormtr", tests, open_handle, close_handle);
}
