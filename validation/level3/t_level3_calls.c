/*
 * symm, hemm, syrk, herk, syr2k, her2k, trmm and trsm in all types, on the engine that
 * DDBLAS_TEST_ENGINE names: arguments, queries, quick returns, calls without a product, and what
 * may be read and written.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/core.h"
#include "handle.h"
#include "level3_case.h"

static ddblasGemmRoute_t route; /* the route that the CUDA engine takes */

static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, route) == DDBLAS_STATUS_SUCCESS ? 0 : 1;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(const struct level3_routine *r, struct level3_arguments a, ddblasStatus_t status, int position)
{
    assert_int_equal(level3_call(h, r, &a), status);
    if (ddblasGetLastArgument(h) != position)
        fail_msg("%s: argument %d instead of %d: %s", r->name, ddblasGetLastArgument(h), position, ddblasGetLastError(h));
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

#define REFUSED(field, value, position)                                                                                          \
    do                                                                                                                           \
    {                                                                                                                            \
        struct level3_arguments wrong = right;                                                                                   \
        wrong.field = value;                                                                                                     \
        assert_refused(r, wrong, DDBLAS_STATUS_INVALID_VALUE, position);                                                         \
    } while (0)

static void refuse_symm(const struct level3_routine *r, const struct level3_arguments right)
{
    REFUSED(shape.side, (ddblasSideMode_t)2, 2);
    REFUSED(shape.uplo, (ddblasFillMode_t)-1, 3);
    REFUSED(shape.m, -1, 4);
    REFUSED(shape.n, -1, 5);
    REFUSED(alpha, NULL, 6);
    REFUSED(A, NULL, 7);
    REFUSED(lda, 2, 8);
    REFUSED(shape.side, DDBLAS_SIDE_RIGHT, 8); /* n = 5 rows */
    REFUSED(B, NULL, 9);
    REFUSED(ldb, 2, 10);
    REFUSED(beta, NULL, 11);
    REFUSED(C, NULL, 12);
    REFUSED(ldc, INT64_MIN, 13);
}

static void refuse_syrk(const struct level3_routine *r, const struct level3_arguments right)
{
    const int two = r->kind == LEVEL3_SYR2K;
    REFUSED(shape.uplo, (ddblasFillMode_t)2, 2);
    REFUSED(shape.trans, (ddblasOperation_t)3, 3);
    if (ddblas_type_is_complex(r->type))
        REFUSED(shape.trans, r->hermitian ? DDBLAS_OP_T : DDBLAS_OP_C, 3);
    REFUSED(shape.n, -1, 4);
    REFUSED(shape.k, -1, 5);
    REFUSED(alpha, NULL, 6);
    REFUSED(A, NULL, 7);
    REFUSED(lda, 4, 8);
    if (two)
    {
        REFUSED(B, NULL, 9);
        REFUSED(ldb, 4, 10);
    }
    REFUSED(beta, NULL, two ? 11 : 9);
    REFUSED(C, NULL, two ? 12 : 10);
    REFUSED(ldc, 4, two ? 13 : 11);
}

static void refuse_triangular(const struct level3_routine *r, const struct level3_arguments right)
{
    REFUSED(shape.side, (ddblasSideMode_t)-1, 2);
    REFUSED(shape.uplo, (ddblasFillMode_t)2, 3);
    REFUSED(shape.trans, (ddblasOperation_t)3, 4);
    REFUSED(shape.diag, (ddblasDiagType_t)2, 5);
    REFUSED(shape.m, -1, 6);
    REFUSED(shape.n, -1, 7);
    REFUSED(alpha, NULL, 8);
    REFUSED(A, NULL, 9);
    REFUSED(lda, 2, 10);
    REFUSED(B, NULL, 11);
    REFUSED(ldb, 2, 12);
    if (r->kind != LEVEL3_TRMM)
        return;
    REFUSED(C, NULL, 13);
    REFUSED(ldc, 2, 14);
    struct level3_arguments wrong = right; /* in place with two leading dimensions */
    wrong.C = wrong.B;
    wrong.ldc = wrong.ldb + 1;
    assert_refused(r, wrong, DDBLAS_STATUS_INVALID_VALUE, 14);
}

static void wrong_arguments(void **state)
{
    (void)state;
    _Alignas(64) char memory[8192];
    memset(memory, 0x5a, sizeof memory);
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
    {
        const struct level3_routine *r = &level3_routines[q];
        struct level3_arguments right = {{DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT, 3, 5, 4, 0},
                                         memory,
                                         memory + 1024,
                                         memory + 64,
                                         memory + 2048,
                                         memory + 4096,
                                         3,
                                         3,
                                         3};
        if (r->kind == LEVEL3_SYRK || r->kind == LEVEL3_SYR2K)
            right.lda = right.ldb = right.ldc = 5;
        (r->kind == LEVEL3_SYMM                              ? refuse_symm
         : r->kind == LEVEL3_SYRK || r->kind == LEVEL3_SYR2K ? refuse_syrk
                                                             : refuse_triangular)(r, right);
        if (dd_type_is_pair(r->type))
        {
            right.A = memory + 1024 + dd_engine_misaligned(h);
            assert_refused(r, right, DDBLAS_STATUS_MISALIGNED, r->kind == LEVEL3_TRMM || r->kind == LEVEL3_TRSM ? 9 : 7);
        }
        assert_int_equal(level3_call(NULL, r, &right), DDBLAS_STATUS_NOT_INITIALIZED);
    }
    for (size_t i = 0; i < sizeof memory; i++)
        assert_int_equal(memory[i], 0x5a);
}

static void wrong_queries(void **state)
{
    (void)state;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    size_t bytes = 4711;
    assert_int_equal(ddblasSymmWorkspaceSize(h, (ddblasType_t)-1, DDBLAS_SIDE_LEFT, 1, 1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(ddblasTrsmWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasSideMode_t)2, 1, 1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasTrmmWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, -1, 1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(ddblasSyrkWorkspaceSize(h, DDBLAS_TYPE_W, 1, -1, &bytes), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(ddblasSyrkWorkspaceSize(h, DDBLAS_TYPE_W, 1, 1, NULL), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 5);
    assert_int_equal(ddblasTrsmWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, INT64_MAX, 1, &bytes),
                     DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(bytes, 4711);
    assert_int_equal(ddblasSymmWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasSideMode_t)2, 1, 1, NULL), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(ddblasTrmmWorkspaceSize(h, DDBLAS_TYPE_W, DDBLAS_SIDE_LEFT, 1, -1, NULL), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 5);
    assert_int_equal(ddblasSyrkWorkspaceSize(h, DDBLAS_TYPE_W, -1, 1, NULL), invalid);
    assert_int_equal(ddblasGetLastArgument(h), 3);
}

/* trmm in place keeps a copy of B's rows or columns beside the triangle: sizes whose product leaves
 * 64 bits are no small ones. */
static void huge_queries(void **state)
{
    (void)state;
    for (int bit = 52; bit < 63; bit++)
        for (int side = 0; side < 2; side++)
        {
            const int64_t small = 32, large = INT64_C(1) << bit, m = side ? large : small, n = side ? small : large;
            size_t bytes = 0;
            assert_int_equal(ddblasTrmmWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasSideMode_t)side, m, n, &bytes),
                             DDBLAS_STATUS_SUCCESS);
            assert_true((double)bytes >= fmin(0x1p62, 16.0 * (double)m * (double)n));
        }
}

/* A matrix of one element may have any leading dimension. */
static void largest_leading_dimensions(void **state)
{
    (void)state;
    const cuddreal three = cuddFromDouble(3.0), zero = cuddFromDouble(0.0), a = cuddFromDouble(2.0), b = cuddFromDouble(5.0);
    cuddreal *A = dd_engine_copy(h, &a, sizeof a, 0), *B = dd_engine_copy(h, &b, sizeof b, 0),
             *C = dd_engine_copy(h, &b, sizeof b, 0);
    const int64_t ld = INT64_MAX;
    const ddblasFillMode_t lower = DDBLAS_FILL_MODE_LOWER;
    const ddblasSideMode_t left = DDBLAS_SIDE_LEFT;
    const double expected[] = {30.0, 12.0, 60.0, 30.0};
    for (int routine = 0; routine < 4; routine++)
    {
        cuddreal c;
        assert_int_equal(routine == 0   ? ddblasWsymm(h, left, lower, 1, 1, &three, A, ld, B, ld, &zero, C, ld)
                         : routine == 1 ? ddblasWsyrk(h, lower, DDBLAS_OP_N, 1, 1, &three, A, ld, &zero, C, ld)
                         : routine == 2
                             ? ddblasWsyr2k(h, lower, DDBLAS_OP_N, 1, 1, &three, A, ld, B, ld, &zero, C, ld)
                             : ddblasWtrmm(h, left, lower, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 1, 1, &three, A, ld, B, ld, C, ld),
                         DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, &c, C, sizeof c);
        assert_true(c.x == expected[routine] && c.y == 0.0);
    }
    dd_engine_free(h, A, 0);
    dd_engine_free(h, B, 0);
    dd_engine_free(h, C, 0);
}

/* ---- quick returns --------------------------------------------------------------------------- */

static void quick_returns(void **state)
{
    (void)state;
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
        for (int which = 0; which < 2; which++)
        {
            const struct level3_routine *r = &level3_routines[q];
            struct level3_arguments a = {
                {DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_UNIT, which ? 4 : 0, which ? 0 : 4, 3, 0},
                NULL,
                NULL,
                NULL,
                NULL,
                NULL,
                9,
                9,
                9};
            if (r->kind == LEVEL3_SYRK || r->kind == LEVEL3_SYR2K)
                a.shape.n = 0;
            assert_int_equal(level3_call(h, r, &a), DDBLAS_STATUS_SUCCESS);
        }
}

static void fill_imaginary_diagonal(struct level3_case *c, int byte)
{
    for (int64_t i = 0; i < c->shape.n; i++)
        memset((char *)level3_case_at(c, c->C, c->ldc, i, i) + c->size / 2, byte, c->size / 2);
}

/* alpha = 0 (and k = 0): A and B are NaN and not looked at. */
static void vanishing_products(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 501);
    for (int q = 0; q < 6 * LEVEL3_ROUTINES; q++)
    {
        if (dd_test_leaves_out(q))
            continue;
        const struct level3_routine *r = &level3_routines[q % LEVEL3_ROUTINES];
        const int without_k = q / LEVEL3_ROUTINES >= 3;
        const struct level3_shape shape = {(ddblasSideMode_t)(q % 2),
                                           (ddblasFillMode_t)(q / 2 % 2),
                                           level3_operation(r, q),
                                           DDBLAS_DIAG_NON_UNIT,
                                           70,
                                           67,
                                           without_k ? 0 : 5,
                                           q % 2};
        struct level3_case *c = level3_case_new(r, shape, 2);
        struct level3_case *data = level3_case_new(r, shape, 2);
        level3_case_fill(data, &g, LEVEL3_INTEGER);
        const int has_beta = r->kind != LEVEL3_TRMM && r->kind != LEVEL3_TRSM;
        const int beta = has_beta ? q / LEVEL3_ROUTINES % 3 : 0, real_diagonal = beta && r->hermitian && r->kind != LEVEL3_SYMM;
        if (beta)
            memcpy(c->C, data->C, c->bytes_C);
        if (real_diagonal) /* NaN in the imaginary parts, which count as zero */
            fill_imaginary_diagonal(c, 0xff);
        level3_case_scalars(c, without_k ? 1.0 : 0.0, beta);
        c->on_engine = dd_type_is_pair(r->type) && q % 2;
        const int has_product = without_k && r->kind != LEVEL3_SYRK && r->kind != LEVEL3_SYR2K;
        if (!has_product)
        {
            assert_int_equal(level3_case_run(h, c), DDBLAS_STATUS_SUCCESS);
            if (beta == 1) /* C is left alone, those imaginary parts included */
                assert_memory_equal(c->result, c->C, c->bytes_C);
            else if (real_diagonal)
                fill_imaginary_diagonal(c, 0);
            for (int64_t j = 0; j < c->shape.n && beta != 1; j++)
                for (int64_t i = 0; i < c->shape.m; i++)
                {
                    if (!level3_case_stored(c, 'C', i, j))
                        continue;
                    struct dd_terms s;
                    dd_terms_start(&s);
                    if (beta)
                        dd_terms_add(&s, dd_number_of(beta), dd_number_load(r->type, level3_case_at(c, c->C, c->ldc, i, j), 0));
                    const double error =
                        dd_terms_error(&s, r->type, dd_number_load(r->type, level3_case_at(c, c->result, c->ldc, i, j), 0), 0.0);
                    dd_terms_end(&s);
                    if (error != 0.0)
                        fail_msg("%s with alpha = 0: (%lld, %lld)", r->name, (long long)i, (long long)j);
                }
        }
        level3_case_free(c);
        level3_case_free(data);
    }
}

static void put_special(struct level3_case *c, int64_t i, int64_t j, double re, double im)
{
    const union dd_element e = dd_element_integer(c->routine->type, re, im);
    memcpy(level3_case_at(c, c->C, c->ldc, i, j), &e, c->size);
}

/* herk and her2k without product and with beta = 1 leave every byte of C as it was; with beta = 2
 * the diagonal becomes real, and beta, a real number, makes no NaN of an Inf. Scalars on the host,
 * and in the engine's memory where that is not cuBLAS's affair.
 */
static void hermitian_without_product(void **state)
{
    (void)state;
    const double inf = (double)INFINITY;
    struct dd_random g;
    dd_random_start(&g, 512);
    for (int q = 0; q < 16 * LEVEL3_ROUTINES; q++)
    {
        if (dd_test_leaves_out(q))
            continue;
        const struct level3_routine *r = &level3_routines[q / 16];
        const int without_k = q % 2, beta = 1 + q / 2 % 2;
        const struct level3_shape shape = {DDBLAS_SIDE_LEFT,
                                           (ddblasFillMode_t)(q / 4 % 2),
                                           q % 3 ? DDBLAS_OP_N : DDBLAS_OP_C,
                                           DDBLAS_DIAG_NON_UNIT,
                                           q % 5 ? 6 : 1,
                                           q % 5 ? 6 : 1,
                                           without_k ? 0 : 3,
                                           0};
        if (!r->hermitian || r->kind == LEVEL3_SYMM)
            continue;
        struct level3_case *c = level3_case_new(r, shape, 1);
        level3_case_fill(c, &g, LEVEL3_INTEGER);
        for (int64_t i = 0; i < shape.n; i++)
            put_special(c, i, i, 1.0, i == 1 ? (double)NAN : 5.0);
        if (shape.n > 1)
            put_special(c, shape.uplo == DDBLAS_FILL_MODE_LOWER ? 3 : 2, shape.uplo == DDBLAS_FILL_MODE_LOWER ? 2 : 3, inf, 1.0);
        level3_case_scalars(c, without_k ? 1.0 : 0.0, beta);
        c->on_engine = (dd_test_engine() == DDBLAS_ENGINE_CPU || DDBLAS_EMULATED || dd_type_is_pair(r->type)) && q / 8 % 2;
        assert_int_equal(level3_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        if (beta == 1)
            assert_memory_equal(c->result, c->C, c->bytes_C);
        for (int64_t j = 0; j < shape.n && beta != 1; j++)
            for (int64_t i = 0; i < shape.n; i++)
            {
                if (!level3_case_stored(c, 'C', i, j))
                    continue;
                const struct dd_number old = dd_number_load(r->type, level3_case_at(c, c->C, c->ldc, i, j), 0),
                                       now = dd_number_load(r->type, level3_case_at(c, c->result, c->ldc, i, j), 0);
                if (now.re.x != beta * old.re.x || now.im.x != (i == j ? 0.0 : beta * old.im.x))
                    fail_msg("%s: (%lld, %lld) = (%g, %g)", r->name, (long long)i, (long long)j, now.re.x, now.im.x);
            }
        level3_case_free(c);
    }
}

/* C = beta C in double-double where C holds numbers that are not finite, with any low part: low
 * parts 0 come back. With beta = 1 every finite number keeps its bits, one with a low part of -0
 * and one that is not normalised among them. */
static void special_values_without_product(void **state)
{
    (void)state;
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    const cuddreal specials[] = {{inf, nan_},  {-inf, inf},      {inf, 3.0},   {-inf, -0.0},  {nan_, 0.0},
                                 {nan_, nan_}, {1.0, -inf},      {2.0, nan_},  {3.0, -0.0},   {1.0, 1.0},
                                 {-0.0, 0.0},  {0x1p-1074, 0.0}, {inf, -nan_}, {5.0, 0x1p-60}};
    enum
    {
        COUNT = sizeof specials / sizeof specials[0],
        SIZE = 33
    };
    struct dd_random g;
    dd_random_start(&g, 513);
    for (int q = 0; q < 12 * LEVEL3_ROUTINES; q++)
    {
        if (dd_test_leaves_out(q))
            continue;
        const struct level3_routine *r = &level3_routines[q / 12];
        const int update = r->kind == LEVEL3_SYRK || r->kind == LEVEL3_SYR2K, without_k = update && q % 2;
        const double beta = q / 2 % 3 == 0 ? 1.0 : q / 2 % 3 == 1 ? -1.0 : 0.5;
        const struct level3_shape shape = {(ddblasSideMode_t)(q % 2),
                                           (ddblasFillMode_t)(q / 3 % 2),
                                           DDBLAS_OP_N,
                                           DDBLAS_DIAG_NON_UNIT,
                                           SIZE,
                                           SIZE,
                                           without_k ? 0 : 3,
                                           0};
        if (!dd_type_is_pair(r->type) || r->kind == LEVEL3_TRMM || r->kind == LEVEL3_TRSM)
            continue;
        const int parts = dd_type_is_complex(r->type) ? 2 : 1;
        struct level3_case *c = level3_case_new(r, shape, 1);
        level3_case_fill(c, &g, LEVEL3_INTEGER);
        for (int64_t j = 0; j < SIZE; j++)
            for (int64_t i = 0; i < SIZE; i++)
                for (int part = 0; part < parts && level3_case_stored(c, 'C', i, j); part++)
                    ((cuddreal *)level3_case_at(c, c->C, c->ldc, i, j))[part] = specials[(i + 5 * j + 3 * part) % COUNT];
        level3_case_scalars(c, without_k ? 1.0 : 0.0, 1.0);
        c->beta.w = cuddFromDouble(beta);
        c->on_engine = q / 6 % 2;
        assert_int_equal(level3_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t e = 0; e < (int64_t)parts * SIZE * SIZE; e++)
        {
            const int64_t part = e % parts, i = e / parts % SIZE, j = e / parts / SIZE;
            if (!level3_case_stored(c, 'C', i, j))
                continue;
            const cuddreal old = specials[(i + 5 * j + 3 * part) % COUNT],
                           now = ((cuddreal *)level3_case_at(c, c->result, c->ldc, i, j))[part];
            const int zero = part == 1 && i == j && r->hermitian && update; /* or as it was: hermitian_without_product */
            if (zero ? beta != 1.0 && !cuddIsZero(now) : !dd_is_scaled(old, beta, now))
                fail_msg("%s: %g (%g, %g) = (%g, %g)", r->name, beta, old.x, old.y, now.x, now.y);
        }
        level3_case_free(c);
    }
}

/* alpha = 0 on the CPU: A and B lie where a read ends the process. */
static void out_of_sight(void **state)
{
    (void)state;
    ddblasEngine_t engine = DDBLAS_ENGINE_AUTO;
    const size_t bytes = (size_t)1 << 20;
    assert_int_equal(ddblasGetEngine(h, &engine), DDBLAS_STATUS_SUCCESS);
    if (engine != DDBLAS_ENGINE_CPU)
        return;
    void *forbidden = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(forbidden != MAP_FAILED);
    for (int q = 0; q < LEVEL3_ROUTINES; q++)
    {
        const struct level3_routine *r = &level3_routines[q];
        if (r->kind == LEVEL3_TRSM)
            continue;
        _Alignas(16) double C[4 * 9 * 9];
        const union dd_element zero = {.u = {{0.0, 0.0}, {0.0, 0.0}}};
        for (size_t i = 0; i < sizeof C / sizeof C[0]; i++)
            C[i] = 1.0;
        const struct level3_arguments a = {.shape = {.trans = level3_operation(r, 0), .m = 9, .n = 9, .k = 9},
                                           .alpha = &zero,
                                           .A = forbidden,
                                           .beta = &zero,
                                           .B = forbidden,
                                           .C = C,
                                           .lda = 9,
                                           .ldb = 9,
                                           .ldc = 9};
        assert_int_equal(level3_call(h, r, &a), DDBLAS_STATUS_SUCCESS);
        assert_true(C[0] == 0.0);
    }
    assert_int_equal(munmap(forbidden, bytes), 0);
}

/* alpha = 0: A and B are null. */
static void nothing_to_read(void **state)
{
    (void)state;
    for (int q = 0; q < 2 * LEVEL3_ROUTINES; q++)
    {
        const struct level3_routine *r = &level3_routines[q / 2];
        const int64_t n = q % 2 ? 301 : 9;
        const size_t bytes = (size_t)(n * n) * sizeof(union dd_element);
        const union dd_element zero = {.u = {{0.0, 0.0}, {0.0, 0.0}}};
        unsigned char *host = calloc(1, bytes);
        assert_non_null(host);
        memset(host, 0x3f, bytes);
        struct level3_arguments a = {
            .shape = {.trans = level3_operation(r, q), .uplo = (ddblasFillMode_t)(q / 2 % 2), .m = n, .n = n, .k = n},
            .alpha = &zero,
            .beta = &zero,
            .C = dd_engine_copy(h, host, bytes, 0),
            .lda = n,
            .ldb = n,
            .ldc = n};
        if (r->kind == LEVEL3_TRSM)
            a.B = a.C;
        assert_int_equal(level3_call(h, r, &a), DDBLAS_STATUS_SUCCESS);
        dd_engine_read(h, host, a.C, bytes);
        const size_t size = ddblas_type_size(r->type);
        for (int64_t i = 0; i < n; i++)
            assert_memory_equal(host + (size_t)(i * (n + 1)) * size, &zero, size);
        dd_engine_free(h, a.C, 0);
        free(host);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(wrong_queries),
        cmocka_unit_test(quick_returns),
        cmocka_unit_test(huge_queries),
        cmocka_unit_test(largest_leading_dimensions),
        cmocka_unit_test(out_of_sight),
        cmocka_unit_test(nothing_to_read),
        cmocka_unit_test(vanishing_products),
        cmocka_unit_test(hermitian_without_product),
        cmocka_unit_test(special_values_without_product),
    };
    choose_tests();
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return cmocka_run_group_tests_name("level3, calls", tests, set_up, close_handle);
    int failed = cmocka_run_group_tests_name("level3, calls, automatic route", tests, set_up, close_handle);
    route = DDBLAS_GEMM_ROUTE_RESIDUES;
    failed += cmocka_run_group_tests_name("level3, calls, residue route", tests, set_up, close_handle);
    return failed;
}
