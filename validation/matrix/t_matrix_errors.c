/*
 * geam, dgmm, lacpy and laset, on the engine that DDBLAS_TEST_ENGINE names: wrong arguments by
 * their numbers, quick returns, operands that may be null, no allocation; and
 * DDBLAS_FILL_MODE_FULL, which every routine with a triangle refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "backend/allocate.h"
#include "handle.h"
#include "matrix_case.h"
#include "poison.h"

/* ---- arguments ------------------------------------------------------------------------------- */

/* The operands of a case on the engine. */
struct copies
{
    struct matrix_case *c;
    struct matrix_call call;
};

static struct copies copies_of(matrix_kind kind, ddblasType_t type, struct matrix_form form)
{
    struct dd_random g;
    dd_random_start(&g, 6201);
    struct copies o = {.c = matrix_case_new(kind, type, form, 5, 4, 2)};
    const struct matrix_case *c = o.c;
    matrix_case_fill(o.c, &g, MATRIX_UNIFORM);
    void *C = dd_engine_copy(h, c->C, c->bytes_C, 0);
    o.call = (struct matrix_call){form,
                                  c->m,
                                  c->n,
                                  c->lda,
                                  c->ldb,
                                  c->ldc,
                                  &c->alpha,
                                  &c->beta,
                                  c->A ? dd_engine_copy(h, c->A, c->bytes_A, 0) : C,
                                  c->B ? dd_engine_copy(h, c->B, c->bytes_B, 0) : C,
                                  c->x ? dd_engine_copy(h, c->x, c->bytes_x, 0) : NULL,
                                  C};
    return o;
}

/* Fails when C has changed. */
static void discard(const struct copies *o)
{
    assert_true(dd_engine_holds(h, o->call.C, o->c->C, o->c->bytes_C));
    if (o->c->A)
        dd_engine_free(h, (void *)o->call.A, 0);
    if (o->c->B)
        dd_engine_free(h, (void *)o->call.B, 0);
    if (o->c->x)
        dd_engine_free(h, (void *)o->call.x, 0);
    dd_engine_free(h, o->call.C, 0);
    matrix_case_free(o->c);
}

static void assert_refused(const struct copies *o, const struct matrix_call *wrong, ddblasStatus_t status, int position)
{
    assert_int_equal(matrix_call(h, o->c->kind, o->c->type, wrong), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
    assert_int_equal(matrix_call(NULL, o->c->kind, o->c->type, wrong), DDBLAS_STATUS_NOT_INITIALIZED);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct matrix_call wrong = o.call;                                                                                       \
        wrong.member = value;                                                                                                    \
        assert_refused(&o, &wrong, DDBLAS_STATUS_##status, position);                                                            \
    } while (0)

/* Bytes by which a pointer to elements of the type is misaligned on the engine and in host
 * memory. */
static size_t misaligned(ddblasType_t type)
{
    return dd_type_is_pair(type) ? dd_engine_misaligned(h) : dd_type_is_single(type) ? 2 : 4;
}

static void wrong_geam(ddblasType_t type)
{
    const struct copies o = copies_of(MATRIX_GEAM, type, (struct matrix_form){.transa = DDBLAS_OP_T, .incx = 1});
    const size_t off = misaligned(type);
    REFUSED(form.transa, (ddblasOperation_t)3, INVALID_VALUE, 2);
    REFUSED(form.transb, (ddblasOperation_t)-1, INVALID_VALUE, 3);
    REFUSED(m, -1, INVALID_VALUE, 4);
    REFUSED(n, INT64_MIN, INVALID_VALUE, 5);
    REFUSED(alpha, NULL, INVALID_VALUE, 6);
    REFUSED(alpha, (const char *)o.call.alpha + (dd_type_is_single(type) ? 2 : 4), MISALIGNED, 6);
    REFUSED(A, NULL, INVALID_VALUE, 7);
    REFUSED(A, (const char *)o.call.A + off, MISALIGNED, 7);
    REFUSED(lda, 3, INVALID_VALUE, 8); /* A is 4 x 5 */
    REFUSED(beta, NULL, INVALID_VALUE, 9);
    REFUSED(B, NULL, INVALID_VALUE, 10);
    REFUSED(B, (const char *)o.call.B + off, MISALIGNED, 10);
    REFUSED(ldb, 4, INVALID_VALUE, 11);
    REFUSED(C, NULL, INVALID_VALUE, 12);
    REFUSED(C, (char *)o.call.C + off, MISALIGNED, 12);
    REFUSED(ldc, 4, INVALID_VALUE, 13);
    REFUSED(A, o.call.C, INVALID_VALUE, 2); /* transposed in place */
    struct matrix_call wrong = o.call;
    wrong.B = o.call.C;
    wrong.ldb = o.call.ldc + 1;
    assert_refused(&o, &wrong, DDBLAS_STATUS_INVALID_VALUE, 11);
    wrong.ldb = o.call.ldc;
    wrong.form.transb = DDBLAS_OP_C;
    assert_refused(&o, &wrong, DDBLAS_STATUS_INVALID_VALUE, 3);
    wrong = o.call;
    wrong.form.transa = DDBLAS_OP_N;
    wrong.A = o.call.C;
    wrong.lda = o.call.ldc + 1;
    assert_refused(&o, &wrong, DDBLAS_STATUS_INVALID_VALUE, 8);
    wrong = o.call;
    wrong.m = 0;
    wrong.ldc = 0;
    assert_refused(&o, &wrong, DDBLAS_STATUS_INVALID_VALUE, 13);
    discard(&o);
}

static void wrong_dgmm(ddblasType_t type)
{
    const struct copies o = copies_of(MATRIX_DGMM, type, (struct matrix_form){.incx = 1});
    const size_t off = misaligned(type);
    REFUSED(form.side, (ddblasSideMode_t)2, INVALID_VALUE, 2);
    REFUSED(m, -1, INVALID_VALUE, 3);
    REFUSED(n, -1, INVALID_VALUE, 4);
    REFUSED(A, NULL, INVALID_VALUE, 5);
    REFUSED(A, (const char *)o.call.A + off, MISALIGNED, 5);
    REFUSED(lda, 4, INVALID_VALUE, 6);
    REFUSED(x, NULL, INVALID_VALUE, 7);
    REFUSED(x, (const char *)o.call.x + off, MISALIGNED, 7);
    REFUSED(form.incx, 0, INVALID_VALUE, 8);
    REFUSED(C, NULL, INVALID_VALUE, 9);
    REFUSED(C, (char *)o.call.C + off, MISALIGNED, 9);
    REFUSED(ldc, INT64_MIN, INVALID_VALUE, 10);
    struct matrix_call wrong = o.call;
    wrong.A = o.call.C;
    wrong.lda = o.call.ldc + 1;
    assert_refused(&o, &wrong, DDBLAS_STATUS_INVALID_VALUE, 6);
    discard(&o);
}

static void wrong_lacpy(ddblasType_t type)
{
    const struct copies o = copies_of(MATRIX_LACPY, type, (struct matrix_form){.uplo = DDBLAS_FILL_MODE_FULL, .incx = 1});
    const size_t off = misaligned(type);
    REFUSED(form.uplo, (ddblasFillMode_t)3, INVALID_VALUE, 2);
    REFUSED(m, -1, INVALID_VALUE, 3);
    REFUSED(n, -1, INVALID_VALUE, 4);
    REFUSED(A, NULL, INVALID_VALUE, 5);
    REFUSED(A, (const char *)o.call.A + off, MISALIGNED, 5);
    REFUSED(lda, 4, INVALID_VALUE, 6);
    REFUSED(C, NULL, INVALID_VALUE, 7);
    REFUSED(C, (char *)o.call.C + off, MISALIGNED, 7);
    REFUSED(ldc, 4, INVALID_VALUE, 8);
    discard(&o);
}

static void wrong_laset(ddblasType_t type)
{
    const struct copies o = copies_of(MATRIX_LASET, type, (struct matrix_form){.uplo = DDBLAS_FILL_MODE_FULL, .incx = 1});
    REFUSED(form.uplo, (ddblasFillMode_t)-1, INVALID_VALUE, 2);
    REFUSED(m, -1, INVALID_VALUE, 3);
    REFUSED(n, -1, INVALID_VALUE, 4);
    REFUSED(alpha, NULL, INVALID_VALUE, 5);
    REFUSED(beta, NULL, INVALID_VALUE, 6);
    REFUSED(C, NULL, INVALID_VALUE, 7);
    REFUSED(C, (char *)o.call.C + misaligned(type), MISALIGNED, 7);
    REFUSED(ldc, 4, INVALID_VALUE, 8);
    discard(&o);
}

static void wrong_arguments(void **state)
{
    (void)state;
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
    {
        wrong_geam((ddblasType_t)type);
        wrong_dgmm((ddblasType_t)type);
        wrong_lacpy((ddblasType_t)type);
        wrong_laset((ddblasType_t)type);
    }
}

/* ---- DDBLAS_FILL_MODE_FULL ------------------------------------------------------------------- */

static void assert_no_full(const char *name, ddblasStatus_t status, int position)
{
    if (status != DDBLAS_STATUS_INVALID_VALUE || ddblasGetLastArgument(h) != position)
        fail_msg("%s takes a part that is no triangle: %s, argument %d", name, ddblasGetStatusName(status),
                 ddblasGetLastArgument(h));
}

/* uplo stands first (2), or behind the side (3). */
#define NO_FULL(name, ...)       assert_no_full(#name, ddblas##name(h, DDBLAS_FILL_MODE_FULL, __VA_ARGS__), 2);
#define NO_FULL_SIDED(name, ...) assert_no_full(#name, ddblas##name(h, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_FULL, __VA_ARGS__), 3);

/* The check comes before the quick return, so that no operands are needed. */
static void full_is_refused(void **state)
{
    (void)state;
    const ddblasOperation_t op = DDBLAS_OP_N;
    const ddblasDiagType_t diag = DDBLAS_DIAG_UNIT;
#define DDBLAS_TYPES DDBLAS_TYPES_ALL
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    NO_FULL(letter##symv, 0, NULL, NULL, 1, NULL, 1, NULL, NULL, 1)                                                              \
    NO_FULL(letter##trmv, op, diag, 0, NULL, 1, NULL, 1)                                                                         \
    NO_FULL(letter##trsv, op, diag, 0, NULL, 1, NULL, 1)                                                                         \
    NO_FULL(letter##syrk, op, 0, 0, NULL, NULL, 1, NULL, NULL, 1)                                                                \
    NO_FULL(letter##syr2k, op, 0, 0, NULL, NULL, 1, NULL, 1, NULL, NULL, 1)                                                      \
    NO_FULL_SIDED(letter##symm, 0, 0, NULL, NULL, 1, NULL, 1, NULL, NULL, 1)                                                     \
    NO_FULL_SIDED(letter##trmm, op, diag, 0, 0, NULL, NULL, 1, NULL, 1, NULL, 1)                                                 \
    NO_FULL_SIDED(letter##trsm, op, diag, 0, 0, NULL, NULL, 1, NULL, 1)
#include <dd/types.def>
#define DDBLAS_TYPES DDBLAS_TYPES_COMPLEX
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    NO_FULL(letter##hemv, 0, NULL, NULL, 1, NULL, 1, NULL, NULL, 1)                                                              \
    NO_FULL(letter##herk, op, 0, 0, NULL, NULL, 1, NULL, NULL, 1)                                                                \
    NO_FULL(letter##her2k, op, 0, 0, NULL, NULL, 1, NULL, 1, NULL, NULL, 1)                                                      \
    NO_FULL_SIDED(letter##hemm, 0, 0, NULL, NULL, 1, NULL, 1, NULL, NULL, 1)
#include <dd/types.def>
    NO_FULL(WsyrkEx, op, 0, 0, NULL, NULL, DDBLAS_TYPE_W, 1, NULL, NULL, 1)
    NO_FULL(XtWsyrk, op, 0, 0, NULL, NULL, 1, NULL, NULL, 1)
    NO_FULL_SIDED(WtrsmStridedBatched, op, diag, 0, 0, NULL, NULL, 1, 0, NULL, 1, 0, 0)
    NO_FULL_SIDED(WtrsmBatched, op, diag, 0, 0, NULL, NULL, 1, NULL, 1, 0)
}

/* ---- quick returns --------------------------------------------------------------------------- */

/* m = 0 or n = 0 asks for nothing but legal letters, sizes and increments. */
static void empty(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{0, 7}, {7, 0}, {0, 0}};
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int kind = 0; kind < MATRIX_KINDS; kind++)
            for (int k = 0; k < 3; k++)
            {
                const struct matrix_call call = {
                    .form = {.incx = -2}, .m = shapes[k][0], .n = shapes[k][1], .lda = 7, .ldb = 7, .ldc = 7};
                dd_must(h, matrix_call(h, (matrix_kind)kind, (ddblasType_t)type, &call), matrix_kind_name((matrix_kind)kind));
            }
}

/* A matrix whose scalar is 0 in host memory may be null and misaligned; C may not. */
static void null_operands(void **state)
{
    (void)state;
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
    {
        struct matrix_case *c =
            matrix_case_new(MATRIX_GEAM, (ddblasType_t)type, (struct matrix_form){.transa = DDBLAS_OP_T}, 5, 4, 1);
        void *C = dd_engine_copy(h, c->C, c->bytes_C, 0);
        struct matrix_call call = {.form = c->form,
                                   .m = 5,
                                   .n = 4,
                                   .lda = c->lda,
                                   .ldb = c->ldb,
                                   .ldc = c->ldc,
                                   .alpha = &c->alpha,
                                   .beta = &c->beta, /* both scalars are 0 */
                                   .B = (const char *)C + 1,
                                   .C = C};
        dd_must(h, matrix_call(h, MATRIX_GEAM, c->type, &call), "geam");
        dd_engine_read(h, c->result, C, c->bytes_C);
        for (int64_t q = 0; q < 20; q++)
            assert_true(dd_parts_are_zero(dd_parts_load(c->type, matrix_case_c(c, c->result, q % 5, q / 5), 0)));
        call.C = NULL;
        assert_int_equal(matrix_call(h, MATRIX_GEAM, c->type, &call), DDBLAS_STATUS_INVALID_VALUE);
        assert_int_equal(ddblasGetLastArgument(h), 12);
        dd_engine_free(h, C, 0);
        matrix_case_free(c);
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* A call allocates nothing: it succeeds on a fresh handle while every allocation fails, and needs
 * no workspace of the caller's. */
static void allocates_nothing(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6202);
    for (int k = 0; k < MATRIX_KINDS * DDBLAS_TYPE_ALL_COUNT; k++)
    {
        struct matrix_case *c =
            matrix_case_new((matrix_kind)(k % MATRIX_KINDS), (ddblasType_t)(k / MATRIX_KINDS),
                            (struct matrix_form){.transa = DDBLAS_OP_C, .uplo = DDBLAS_FILL_MODE_UPPER, .incx = 1}, 130, 70, 0);
        void *none = NULL, *after = dd_poisoned(c->bytes_C);
        matrix_case_fill(c, &g, MATRIX_UNIFORM);
        matrix_case_judge(h, c, &g, 20, "with memory", 6202);
        void *A = dd_engine_copy(h, c->A, c->A ? c->bytes_A : 0, 0), *B = dd_engine_copy(h, c->B, c->B ? c->bytes_B : 0, 0),
             *x = dd_engine_copy(h, c->x, c->x ? c->bytes_x : 0, 0), *C = dd_engine_copy(h, c->C, c->bytes_C, 0);
        const struct matrix_call call = {c->form, c->m, c->n, c->lda, c->ldb, c->ldc, &c->alpha, &c->beta, A, B, x, C};
        ddblasHandle_t fresh = dd_test_handle();
        ddblas_inject_allocation_failure(1);
        dd_must(fresh, matrix_call(fresh, c->kind, c->type, &call), matrix_kind_name(c->kind));
        /* The failure is still to come. */
        assert_int_equal(ddblasMalloc(fresh, &none, 16), DDBLAS_STATUS_ALLOC_FAILED);
        ddblas_inject_allocation_failure(0);
        dd_engine_read(fresh, after, C, c->bytes_C);
        assert_memory_equal(after, c->result, c->bytes_C);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        free(after);
        dd_engine_free(h, A, 0);
        dd_engine_free(h, B, 0);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, C, 0);
        matrix_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(full_is_refused),   cmocka_unit_test(empty),
        cmocka_unit_test(null_operands),   cmocka_unit_test(allocates_nothing),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
