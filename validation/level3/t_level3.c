/*
 * symm, hemm, syrk, herk, syr2k, her2k, trmm and trsm in all types, on the engine that
 * DDBLAS_TEST_ENGINE names: exact cases, error bounds against MPFR, exact solutions, special
 * values, bits, workspaces, allocation failures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend/isa.h"
#include "baseline.h"
#include "core/core.h"
#include "handle.h"
#include "level3_case.h"

/* The types of double-double numbers, and trsm of each. */
static const ddblasType_t pair_types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};
static const struct level3_routine pair_trsm[] = {{"Wtrsm", LEVEL3_TRSM, DDBLAS_TYPE_W, 0},
                                                  {"Utrsm", LEVEL3_TRSM, DDBLAS_TYPE_U, 0}};

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

/* ---- exact and bounded ----------------------------------------------------------------------- */

static int64_t edge(struct dd_random *g, int64_t largest)
{
    static const int64_t edges[] = {1,  2,  3,  7,  8,  15, 16, 17,  31,  32,  33,  34,  47,  48,
                                    49, 63, 64, 65, 95, 96, 97, 127, 128, 129, 160, 193, 257, 300};
    for (;;)
    {
        const int64_t e = edges[dd_random_int(g, 0, (int64_t)(sizeof edges / sizeof edges[0]) - 1)];
        if (e <= largest)
            return e;
    }
}

static struct level3_shape random_shape(const struct level3_routine *r, struct dd_random *g, int64_t largest)
{
    const int64_t order = edge(g, largest), other = edge(g, largest < 100 ? largest : 100);
    const int left = (int)dd_random_int(g, 0, 1), update = r->kind == LEVEL3_SYRK || r->kind == LEVEL3_SYR2K;
    return (struct level3_shape){left ? DDBLAS_SIDE_LEFT : DDBLAS_SIDE_RIGHT,
                                 (ddblasFillMode_t)dd_random_int(g, 0, 1),
                                 level3_operation(r, dd_random_int(g, 0, 5)),
                                 (ddblasDiagType_t)dd_random_int(g, 0, 1),
                                 left ? order : other,
                                 left && !update ? other : order,
                                 edge(g, largest),
                                 (int)dd_random_int(g, 0, 1)};
}

static void integers(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 502);
    for (int q = 0; q < 4 * LEVEL3_ROUTINES; q++)
    {
        if (dd_test_leaves_out(q))
            continue;
        const struct level3_routine *r = &level3_routines[q % LEVEL3_ROUTINES];
        if (r->kind == LEVEL3_TRSM)
            continue;
        struct level3_case *c = level3_case_new(r, random_shape(r, &g, 65), q % 3);
        level3_case_fill(c, &g, LEVEL3_INTEGER);
        assert_int_equal(level3_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t j = 0; j < c->shape.n; j++)
            for (int64_t i = 0; i < c->shape.m; i++)
                if (level3_case_stored(c, 'C', i, j) && level3_case_error(c, i, j) != 0.0)
                    fail_msg("%s: (%lld, %lld) is not exact", r->name, (long long)i, (long long)j);
        level3_case_free(c);
    }
}

/* Sizes astride the edges of leaves, systems and blocks; every letter; random scalars and simple
 * ones. */
static void bounds(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(503);
    double largest[LEVEL3_ROUTINES] = {0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t q = 0; q < 24 * LEVEL3_ROUTINES / dd_test_scale(); q++)
    {
        const int number = (int)(q % LEVEL3_ROUTINES);
        const struct level3_routine *r = &level3_routines[number];
        struct level3_case *c = level3_case_new(r, random_shape(r, &g, r->type == DDBLAS_TYPE_W ? 300 : 130), q % 3);
        const enum level3_data data = q / LEVEL3_ROUTINES % 2 ? LEVEL3_GRADED : LEVEL3_UNIFORM;
        level3_case_fill(c, &g, data);
        if (q % 4 == 0)
            level3_case_scalars(c, q % 3 == 0 ? -1.0 : 1.0, (double)(q % 2));
        c->on_engine = q % 5 == 1;
        largest[number] = fmax(largest[number], level3_case_judge(h, c, &g, 24, data ? "graded" : "uniform", seed));
        level3_case_free(c);
    }
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
        print_message("largest error %s: %.3g units\n", level3_routines[q].name, largest[q]);
}

/* Updates of 1 to 9 terms, of which the CPU engine sums some in another way; the bound is tightest
 * there. An Inf in row 5 of A makes the row and the column of C infinite, with the signs of alpha
 * B, and leaves all else alone. */
static void updates_of_few_terms(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 514);
    for (int q = 0; q < 9 * 4 * LEVEL3_ROUTINES; q++)
    {
        const struct level3_routine *r = &level3_routines[q % LEVEL3_ROUTINES];
        const int form = q / LEVEL3_ROUTINES % 4;
        const struct level3_shape shape = {DDBLAS_SIDE_LEFT,
                                           (ddblasFillMode_t)(form % 2),
                                           (ddblasOperation_t)(form / 2),
                                           DDBLAS_DIAG_NON_UNIT,
                                           37,
                                           37,
                                           1 + q / LEVEL3_ROUTINES / 4,
                                           0};
        if (r->type != DDBLAS_TYPE_W || (r->kind != LEVEL3_SYRK && r->kind != LEVEL3_SYR2K))
            continue;
        struct level3_case *c = level3_case_new(r, shape, 1);
        level3_case_fill(c, &g, shape.k % 3 ? LEVEL3_UNIFORM : LEVEL3_GRADED);
        (void)level3_case_judge(h, c, &g, 2000, "few terms", 514);
        *(cuddreal *)level3_case_at(c, c->A, c->lda, form / 2 ? 0 : 5, form / 2 ? 5 : 0) =
            cuddMake((double)INFINITY, (double)NAN);
        if (r->kind == LEVEL3_SYR2K)
            assert_int_equal(level3_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t j = 0; j < shape.n && r->kind == LEVEL3_SYR2K; j++)
            for (int64_t i = 0; i < shape.n; i++)
            {
                if (!level3_case_stored(c, 'C', i, j))
                    continue;
                const cuddreal now = *(cuddreal *)level3_case_at(c, c->result, c->ldc, i, j);
                const int64_t other = i == 5 ? j : i;
                const cuddreal *b = level3_case_at(c, c->B, c->ldb, form / 2 ? 0 : other, form / 2 ? other : 0);
                if (i != 5 && j != 5)
                    assert_true(level3_case_error(c, i, j) <= level3_case_bound(c));
                else if (!(now.y == 0.0 && now.x == c->alpha.w.x * b->x * (double)INFINITY))
                    fail_msg("(%lld, %lld) = (%g, %g)", (long long)i, (long long)j, now.x, now.y);
            }
        level3_case_free(c);
    }
}

/* The judge sees an error of a few hundred units in one element. */
static void judge_bites(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 504);
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
    {
        const struct level3_routine *r = &level3_routines[q];
        if (!dd_type_is_pair(r->type))
            continue;
        const struct level3_shape shape = {
            DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 20, 20, 20, 0};
        struct level3_case *c = level3_case_new(r, shape, 0);
        level3_case_fill(c, &g, LEVEL3_UNIFORM);
        (void)level3_case_judge(h, c, &g, 400, "bites", 504);
        cuddreal *e = level3_case_at(c, c->result, c->ldc, 19, 7);
        *e = cuddMulD(*e, 1.0 + 0x1p-40);
        assert_true(level3_case_error(c, 19, 7) > level3_case_bound(c));
        level3_case_free(c);
    }
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* T of small integers with powers of two on the diagonal, X of small integers: every step is exact,
 * and so is the solution. */
static void exact_solution(ddblasType_t type, struct dd_random *g, struct level3_shape shape)
{
    const struct level3_routine trmm = {"trmm", LEVEL3_TRMM, type, 0}, trsm = {"trsm", LEVEL3_TRSM, type, 0};
    shape.in_place = 0;
    struct level3_case *product = level3_case_new(&trmm, shape, 1), *system = level3_case_new(&trsm, shape, 1);
    level3_case_fill(product, g, LEVEL3_INTEGER);
    for (int64_t j = 0; j < product->order; j++)
        for (int64_t i = 0; i < product->order; i++)
            if (level3_case_stored(product, 'A', i, j))
            {
                const double re = i == j ? ldexp(1.0, (int)dd_random_int(g, -2, 2)) : (double)dd_random_int(g, -1, 1);
                const union dd_element a = dd_element_integer(type, re, i == j ? 0.0 : (double)dd_random_int(g, -1, 1));
                memcpy(level3_case_at(product, product->A, product->lda, i, j), &a, product->size);
            }
    level3_case_scalars(product, 1.0, 0.0);
    level3_case_scalars(system, 1.0, 0.0);
    assert_int_equal(level3_case_run(h, product), DDBLAS_STATUS_SUCCESS);
    memcpy(system->A, product->A, system->bytes_A);
    memcpy(system->C, product->result, system->bytes_C);
    assert_int_equal(level3_case_run(h, system), DDBLAS_STATUS_SUCCESS);
    for (int64_t j = 0; j < shape.n; j++)
        for (int64_t i = 0; i < shape.m; i++)
        {
            const struct dd_number x = dd_number_load(type, level3_case_at(system, system->result, system->ldc, i, j), 0),
                                   b = dd_number_load(type, level3_case_at(product, product->B, product->ldb, i, j), 0);
            assert_true(cuddEq(x.re, b.re) && cuddEq(x.im, b.im) && x.re.y == 0.0 && x.im.y == 0.0);
        }
    level3_case_free(product);
    level3_case_free(system);
}

/* W and U with arrays at 8 mod 16: within the bound, and the bits of aligned ones. */
static void eight_bytes(void **state)
{
    (void)state;
    if (dd_engine_half(h) == 0)
        skip();
    struct dd_random g;
    dd_random_start(&g, 512);
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
        for (int k = 0; k < 24 && dd_type_is_pair(level3_routines[q].type); k++)
        {
            const struct level3_routine *r = &level3_routines[q];
            struct level3_shape shape = random_shape(r, &g, 130);
            shape.uplo = (ddblasFillMode_t)(k % 2);
            shape.side = (ddblasSideMode_t)(k / 2 % 2);
            shape.trans = level3_operation(r, k / 4);
            struct level3_case *c = level3_case_new(r, shape, k % 3);
            level3_case_fill(c, &g, LEVEL3_UNIFORM);
            level3_case_judge(h, c, &g, 40, "aligned", 512);
            void *aligned = malloc(c->bytes_C);
            assert_non_null(aligned);
            memcpy(aligned, c->result, c->bytes_C);
            c->offset = dd_engine_half(h);
            level3_case_judge(h, c, &g, 40, "at 8 mod 16", 512);
            assert_memory_equal(c->result, aligned, c->bytes_C);
            free(aligned);
            level3_case_free(c);
        }
}

static void exact_solutions(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 505);
    for (int q = 0; q < 80; q++)
        if (!dd_test_leaves_out(q))
            exact_solution(pair_types[q / 40], &g, random_shape(&pair_trsm[q / 40], &g, q < 40 ? 160 : 60));
}

/* A diagonal far from 1: at 2^600 its reciprocal is out of the range in which vectors are solved
 * together, at 2^1000 the low part of the reciprocal is subnormal and has lost its digits. Still
 * solved, element by element. B is of such a size that A, B and the solution, about 2^(-far / 10),
 * keep all their digits. */
static void far_diagonals(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 506);
    for (int turn = 0; turn < 64; turn++)
    {
        if (dd_test_leaves_out(turn))
            continue;
        const int q = turn / 2, parts = 1 + turn % 2; /* cuddreals of an element */
        struct level3_shape shape = {(ddblasSideMode_t)(q % 2),
                                     (ddblasFillMode_t)(q / 2 % 2),
                                     (ddblasOperation_t)(q / 4 % 2),
                                     DDBLAS_DIAG_NON_UNIT,
                                     20,
                                     19,
                                     0,
                                     0};
        struct level3_case *c = level3_case_new(&pair_trsm[turn % 2], shape, 0);
        level3_case_fill(c, &g, LEVEL3_UNIFORM);
        static const int exponents[] = {600, -600, 1000, -900};
        const int far = exponents[q / 8];
        for (int64_t j = 0; j < shape.n; j++)
            for (int64_t i = 0; i < shape.m; i++)
            {
                cuddreal *b = level3_case_at(c, c->C, c->ldc, i, j);
                for (int part = 0; part < parts; part++)
                    b[part] = cuddLdexp(b[part], far / 10 * 9);
            }
        for (int64_t i = 0; i < c->order; i++) /* all of A, so that the solution stays in range */
            for (int64_t j = 0; j < c->order; j++)
                if (level3_case_stored(c, 'A', i, j))
                {
                    cuddreal *a = level3_case_at(c, c->A, c->lda, i, j);
                    for (int part = 0; part < parts; part++)
                        a[part] = cuddLdexp(a[part], far);
                }
        (void)level3_case_judge(h, c, &g, 400, "far", 506);
        level3_case_free(c);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

/* A NaN in B stays in its vector; a zero on the diagonal makes what division makes; other vectors
 * keep their bounds. */
static void special_values(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 507);
    for (int turn = 0; turn < 24; turn++)
    {
        if (dd_test_leaves_out(turn))
            continue;
        const int q = turn / 2;
        const int left = q % 2 == 0;
        const struct level3_shape shape = {left ? DDBLAS_SIDE_LEFT : DDBLAS_SIDE_RIGHT,
                                           (ddblasFillMode_t)(q / 2 % 2),
                                           (ddblasOperation_t)(q % 3),
                                           DDBLAS_DIAG_NON_UNIT,
                                           50,
                                           47,
                                           0,
                                           0};
        struct level3_case *c = level3_case_new(&pair_trsm[turn % 2], shape, 0);
        level3_case_fill(c, &g, LEVEL3_UNIFORM);
        const int64_t vector = 11;
        cuddreal *b = level3_case_at(c, c->C, c->ldc, left ? 20 : vector, left ? vector : 20);
        *b = q % 3 == 0 ? cuddNan() : cuddMake(1.0, (double)NAN);
        assert_int_equal(level3_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        const cuddreal *x = level3_case_at(c, c->result, c->ldc, left ? 20 : vector, left ? vector : 20);
        assert_true(cuddIsNan(*x) && x->y == 0.0);
        for (int64_t v = 0; v < (left ? shape.n : shape.m); v++)
            for (int64_t e = 0; e < c->order && v != vector; e += 7)
                assert_true(level3_case_error(c, left ? e : v, left ? v : e) <= level3_case_bound(c));
        level3_case_free(c);
    }
    for (int q = 0; q < 2; q++)
    {
        const struct level3_shape shape = {
            DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_UPPER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 5, 3, 0, 0};
        struct level3_case *c = level3_case_new(&pair_trsm[q], shape, 0);
        level3_case_fill(c, &g, LEVEL3_UNIFORM);
        level3_case_scalars(c, 1.0, 0.0);
        memset(level3_case_at(c, c->A, c->lda, 4, 4), 0, c->size);
        assert_int_equal(level3_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t j = 0; j < 3; j++)
            assert_true(cuddIsInf(*(cuddreal *)level3_case_at(c, c->result, c->ldc, 4, j)));
        level3_case_free(c);
    }
}

/* ---- bits, workspaces, allocation ------------------------------------------------------------ */

static void assert_same_bits(struct level3_case *c, const void *first, const char *what)
{
    if (level3_case_run(h, c) != DDBLAS_STATUS_SUCCESS)
        fail_msg("%s: %s", c->routine->name, ddblasGetLastError(h));
    if (memcmp(first, c->result, c->bytes_C) != 0)
        fail_msg("%s: other bits: %s", c->routine->name, what);
}

/* With a part of the workspace a call gives the same bits, or fails before it writes. */
static void assert_all_or_nothing(struct level3_case *c, const void *first, void *workspace, size_t bytes)
{
    assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
    const ddblasStatus_t status = level3_case_run(h, c);
    if (status != DDBLAS_STATUS_SUCCESS)
        assert_int_equal(status, DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
    if (memcmp(c->result, status == DDBLAS_STATUS_SUCCESS ? first : c->C, c->bytes_C) != 0)
        fail_msg("%s with %zu bytes of workspace: %s", c->routine->name, bytes,
                 status == DDBLAS_STATUS_SUCCESS ? "other bits" : "C is written in spite of the error");
}

/* Threads and instruction sets, where the engine has them; workspaces of the size asked for and
 * smaller. number: of the case. */
static void over_settings(struct level3_case *c, const void *first, int number)
{
    static const char *const names[] = {"portable", "avx2", "avx512"};
    static const int threads[] = {1, 3, 7};
    size_t bytes = 0;
    void *workspace = NULL;
    for (int i = 0; i < 3; i++)
    {
        if (dd_test_leaves_out(3 * number + i))
            continue;
        assert_int_equal(ddblasSetThreads(h, threads[i]), DDBLAS_STATUS_SUCCESS);
        if (ddblas_isa_select(names[i]) == 0)
            assert_same_bits(c, first, names[i]);
    }
    (void)ddblas_isa_select(NULL);
    assert_int_equal(ddblasSetThreads(h, 2), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(level3_workspace(h, c->routine, &c->shape, &bytes), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasMalloc(h, &workspace, bytes), DDBLAS_STATUS_SUCCESS);
    if (bytes > 0)
    {
        assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
        assert_same_bits(c, first, "workspace of the caller");
        assert_int_equal(ddblasSetWorkspace(h, workspace, 64), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(level3_case_run(h, c), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_memory_equal(c->result, c->C, c->bytes_C);
        for (size_t part = 1; part < 16; part++)
            if (!dd_test_leaves_out((int64_t)part))
                assert_all_or_nothing(c, first, workspace, bytes * part / 16);
        assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
    }
    assert_int_equal(ddblasFree(h, workspace), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
}

static void same_bits(void **state)
{
    (void)state;
    const int large = dd_test_scale() > 1 ? 181 : 281;
    struct dd_random g;
    dd_random_start(&g, 508);
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
    {
        const struct level3_routine *r = &level3_routines[q];
        /* The emulated device is slow; leaves and systems of U are smaller than these orders. */
        const int small = DDBLAS_EMULATED && dd_test_engine() == DDBLAS_ENGINE_CUDA && r->type == DDBLAS_TYPE_U;
        const struct level3_shape shape = {
            (ddblasSideMode_t)(q % 2), (ddblasFillMode_t)(q / 2 % 2), level3_operation(r, q), DDBLAS_DIAG_NON_UNIT,
            small ? 69 : large,        small ? 67 : large - 4,        small ? 35 : 75,        0};
        struct level3_case *c = level3_case_new(r, shape, 1);
        level3_case_fill(c, &g, LEVEL3_UNIFORM);
        assert_int_equal(level3_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        assert_same_bits(c, first, "repeated");
        over_settings(c, first, q);
        free(first);
        level3_case_free(c);
    }
}

/* The workspace asked for is enough for every side, triangle and operation. */
static void queried_workspaces(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{8, 88}, {88, 8}, {48, 6}, {6, 48}, {45, 99}, {99, 45}};
    struct dd_random g;
    dd_random_start(&g, 511);
    assert_int_equal(ddblasSetThreads(h, 2), DDBLAS_STATUS_SUCCESS);
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
        for (int form = 0; dd_type_is_pair(level3_routines[q].type) && form < 8; form++)
            for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            {
                const struct level3_routine *r = &level3_routines[q];
                const struct level3_shape shape = {(ddblasSideMode_t)(form % 2),
                                                   (ddblasFillMode_t)(form / 2 % 2),
                                                   form / 4 ? level3_operation(r, 1) : DDBLAS_OP_N,
                                                   DDBLAS_DIAG_NON_UNIT,
                                                   sizes[i][0],
                                                   sizes[i][1],
                                                   7,
                                                   0};
                struct level3_case *c = level3_case_new(r, shape, 0);
                size_t bytes = 0;
                void *workspace = NULL;
                level3_case_fill(c, &g, LEVEL3_UNIFORM);
                assert_int_equal(level3_workspace(h, r, &c->shape, &bytes), DDBLAS_STATUS_SUCCESS);
                assert_int_equal(ddblasMalloc(h, &workspace, bytes), DDBLAS_STATUS_SUCCESS);
                assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
                if (level3_case_run(h, c) != DDBLAS_STATUS_SUCCESS)
                    fail_msg("%s, form %d, %lld x %lld: %s", r->name, form, (long long)sizes[i][0], (long long)sizes[i][1],
                             ddblasGetLastError(h));
                assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
                assert_int_equal(ddblasFree(h, workspace), DDBLAS_STATUS_SUCCESS);
                level3_case_free(c);
            }
    assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
}

/* The first allocation of a call fails: C is as it was. */
static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 509);
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
    {
        const struct level3_routine *r = &level3_routines[q];
        if (!dd_type_is_pair(r->type))
            continue;
        ddblasHandle_t mine = dd_test_handle();
        assert_int_equal(ddblasSetGemmRoute(mine, route), DDBLAS_STATUS_SUCCESS);
        const struct level3_shape shape = {
            DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 60, 60, 60, 0};
        struct level3_case *c = level3_case_new(r, shape, 0);
        level3_case_fill(c, &g, LEVEL3_UNIFORM);
        void *A = dd_engine_copy(mine, c->A, c->bytes_A, 0), *B = dd_engine_copy(mine, c->B, c->bytes_B, 0),
             *C = dd_engine_copy(mine, c->C, c->bytes_C, 0);
        const struct level3_arguments a = {
            shape, &c->alpha, A, &c->beta, r->kind == LEVEL3_TRSM ? C : B, C, c->lda, r->kind == LEVEL3_TRSM ? c->ldc : c->ldb,
            c->ldc};
        ddblas_inject_allocation_failure(1);
        const ddblasStatus_t status = level3_call(mine, r, &a);
        ddblas_inject_allocation_failure(0);
        assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
        dd_engine_read(mine, c->result, C, c->bytes_C);
        assert_memory_equal(c->result, c->C, c->bytes_C);
        dd_engine_free(mine, A, 0);
        dd_engine_free(mine, B, 0);
        dd_engine_free(mine, C, 0);
        assert_int_equal(ddblasDestroy(mine), DDBLAS_STATUS_SUCCESS);
        level3_case_free(c);
    }
}

/* ---- recorded accuracy ----------------------------------------------------------------------- */

static void recorded_accuracy(void **state)
{
    (void)state;
    int good = 1;
    struct dd_baseline *b =
        dd_baseline_open(dd_test_engine() == DDBLAS_ENGINE_CPU ? DDBLAS_VALIDATION_DIR "/baseline/level3_cpu.csv"
                         : route == DDBLAS_GEMM_ROUTE_RESIDUES ? DDBLAS_VALIDATION_DIR "/baseline/level3_cuda_residues.csv"
                                                               : DDBLAS_VALIDATION_DIR "/baseline/level3_cuda.csv");
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
    {
        const struct level3_routine *r = &level3_routines[q];
        double largest = 0.0;
        struct dd_random g;
        dd_random_start(&g, (uint64_t)(600 + q));
        if (!dd_type_is_pair(r->type))
            continue;
        for (int i = 0; i < 4; i++)
        {
            const int64_t n = r->type == DDBLAS_TYPE_U ? 100 : 200;
            const struct level3_shape shape = {
                (ddblasSideMode_t)(i % 2), (ddblasFillMode_t)(i / 2), level3_operation(r, i), DDBLAS_DIAG_NON_UNIT, n, n, n, 0};
            struct level3_case *c = level3_case_new(r, shape, 0);
            level3_case_fill(c, &g, LEVEL3_UNIFORM);
            largest = fmax(largest, level3_case_judge(h, c, &g, 200, "recorded", (uint64_t)(600 + q)));
            level3_case_free(c);
        }
        good = dd_baseline_check(b, r->name, largest) && good;
    }
    dd_baseline_close(b);
    assert_true(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(bounds),
        cmocka_unit_test(updates_of_few_terms),
        cmocka_unit_test(judge_bites),
        cmocka_unit_test(eight_bytes),
        cmocka_unit_test(exact_solutions),
        cmocka_unit_test(far_diagonals),
        cmocka_unit_test(special_values),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(queried_workspaces),
        cmocka_unit_test(allocation_failure),
        cmocka_unit_test(recorded_accuracy),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("level3", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("level3, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("level3, residue route", tests, set_up, close_handle);
    return failed;
}
