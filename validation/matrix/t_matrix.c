/*
 * geam, dgmm, lacpy and laset in all types, on the engine that DDBLAS_TEST_ENGINE names: untouched
 * memory, exactness on integers, the error bounds against MPFR, the bits that dd/matrix.h defines,
 * special values, operands in place, indices beyond 32 bits, and a mutant that the bounds must
 * catch.
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

#include "backend/isa.h"
#include "handle.h"
#include "matrix/cpu/matrix_cpu.h"
#include "matrix_case.h"
#include "poison.h"

extern ddblas_matrix_kernel matrix_mutant;

enum
{
    FORMS = 9 /* all pairs of operations, and so of the other letters */
};

static const ddblasOperation_t operations[] = {DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C};
static const ddblasFillMode_t parts[] = {DDBLAS_FILL_MODE_LOWER, DDBLAS_FILL_MODE_UPPER, DDBLAS_FILL_MODE_FULL};

static struct matrix_form form_of(int64_t k)
{
    static const int64_t increments[] = {1, -1, 2, -2, 3, -3};
    return (struct matrix_form){.transa = operations[k % 3],
                                .transb = operations[k / 3 % 3],
                                .side = k % 2 ? DDBLAS_SIDE_RIGHT : DDBLAS_SIDE_LEFT,
                                .uplo = parts[k % 3],
                                .incx = increments[k % 6]};
}

static const char *data_name(int data)
{
    static const char *const names[MATRIX_DATA_COUNT] = {"uniform", "wide", "integer", "cancel"};
    return names[data];
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Small integers exactly, in every form. */
static void integers(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 7, 33, 65};
    struct dd_random g;
    dd_random_start(&g, 6101);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int kind = 0; kind < MATRIX_KINDS; kind++)
            for (int k = 0; k < 25; k++)
            {
                struct matrix_case *c =
                    matrix_case_new((matrix_kind)kind, (ddblasType_t)type, form_of(k), sizes[k % 5], sizes[k / 5], k % 4);
                matrix_case_fill(c, &g, MATRIX_INTEGER);
                c->on_engine = k % 2;
                dd_must(h, matrix_case_run(h, c), matrix_kind_name(c->kind));
                for (int64_t q = 0; q < c->m * c->n; q++)
                    if (matrix_case_writes(c, q % c->m, q / c->m) && matrix_case_error(c, q % c->m, q / c->m) != 0.0)
                        fail_msg("%c%s: integers are not exact", dd_type_letter(c->type), matrix_kind_name(c->kind));
                matrix_case_free(c);
            }
}

/* Sizes astride the tiles of 16 and 32 of the GPU and of 128 rows and 16 columns of the CPU, in all
 * forms, with all data. */
static void all_sizes(void **state)
{
    (void)state;
    static const int64_t rows[] = {1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 257},
                         columns[] = {1, 2, 8, 15, 16, 17, 31, 32, 33, 47, 48, 49, 65};
    enum
    {
        ROWS = sizeof rows / sizeof rows[0],
        COLUMNS = sizeof columns / sizeof columns[0]
    };
    const uint64_t seed = dd_random_seed(6102);
    struct dd_random g;
    double worst[MATRIX_KINDS][2] = {{0.0}}; /* real and complex types */
    dd_random_start(&g, seed);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int kind = 0; kind < MATRIX_KINDS; kind++)
            for (int k = type; k < ROWS * COLUMNS; k += (int)(dd_test_scale() > 1 ? 11 : 1))
            {
                const int data = (k + k / ROWS) % MATRIX_DATA_COUNT;
                struct matrix_case *c = matrix_case_new((matrix_kind)kind, (ddblasType_t)type, form_of(dd_random_int(&g, 0, 17)),
                                                        rows[k % ROWS], columns[k / ROWS], dd_random_int(&g, 0, 3));
                c->offset = (size_t)dd_random_int(&g, 0, 15) * c->size;
                c->on_engine = k % 3 == 1;
                matrix_case_fill(c, &g, (matrix_data)data);
                const double error = matrix_case_judge(h, c, &g, 60, data_name(data), seed) / fmax(matrix_case_bound(c), 1.0);
                double *largest = &worst[kind][dd_type_is_complex(c->type)];
                *largest = fmax(*largest, error);
                matrix_case_free(c);
            }
    for (int kind = 0; kind < MATRIX_KINDS; kind++)
        printf("  %s: largest error %.2f of the bound, complex %.2f\n", matrix_kind_name((matrix_kind)kind), worst[kind][0],
               worst[kind][1]);
}

/* Every pair of operations and every part with all types, on one size with edges in both
 * directions. */
static void all_forms(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6103);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int kind = 0; kind < MATRIX_KINDS; kind++)
            for (int k = 0; k < 2 * FORMS; k++)
            {
                struct matrix_case *c =
                    matrix_case_new((matrix_kind)kind, (ddblasType_t)type, form_of(k), k % 2 ? 37 : 50, k % 2 ? 50 : 37, k % 3);
                matrix_case_fill(c, &g, MATRIX_UNIFORM);
                matrix_case_judge(h, c, &g, 100, "forms", 6103);
                matrix_case_free(c);
            }
}

/* C is A or B. */
static void in_place(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6104);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int k = 0; k < 12; k++)
        {
            struct matrix_form form = form_of(k);
            form.in_place = k < 6 ? 'A' : 'B';
            if (k < 6)
                form.transa = DDBLAS_OP_N;
            else
                form.transb = DDBLAS_OP_N;
            struct matrix_case *c = matrix_case_new(k < 3 ? MATRIX_DGMM : MATRIX_GEAM, (ddblasType_t)type, form, 67, 35, k % 3);
            matrix_case_fill(c, &g, MATRIX_UNIFORM);
            matrix_case_judge(h, c, &g, 200, "in place", 6104);
            matrix_case_free(c);
        }
}

/* Operands at 8 mod 16, where the engine takes them. */
static void eight_bytes(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_engine_half(h) == 0)
        skip();
    dd_random_start(&g, 6105);
    for (int kind = 0; kind < MATRIX_KINDS; kind++)
        for (int k = 0; k < 2 * FORMS; k++)
        {
            struct matrix_case *c =
                matrix_case_new((matrix_kind)kind, k % 2 ? DDBLAS_TYPE_W : DDBLAS_TYPE_U, form_of(k), 21, 18, k % 2);
            matrix_case_fill(c, &g, MATRIX_UNIFORM);
            c->offset = dd_engine_half(h);
            matrix_case_judge(h, c, &g, 100, "at 8 mod 16", 6105);
            matrix_case_free(c);
        }
}

/* ---- scalars 0 and 1 ------------------------------------------------------------------------- */

static void set(const struct matrix_case *c, union dd_element *scalar, double value)
{
    memset(scalar, 0, sizeof *scalar);
    dd_element_set(c->type, scalar, 0, cuddFromDouble(value), cuddFromDouble(0.0));
}

/* Where a scalar is 0, of either sign, its matrix is not read: it is all NaN here. */
static void zero_scalars(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6106);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int k = 0; k < 3 * FORMS; k++)
        {
            struct matrix_case *c = matrix_case_new(MATRIX_GEAM, (ddblasType_t)type, form_of(k), 40, 35, k % 2);
            const int no_a = k / FORMS != 1, no_b = k / FORMS != 0;
            matrix_case_fill(c, &g, MATRIX_UNIFORM);
            if (no_a)
            {
                set(c, &c->alpha, k % 2 ? -0.0 : 0.0);
                memset(c->A, DD_POISON, c->bytes_A);
            }
            if (no_b)
            {
                set(c, &c->beta, k % 2 ? 0.0 : -0.0);
                memset(c->B, DD_POISON, c->bytes_B);
            }
            c->on_engine = k % 2;
            dd_must(h, matrix_case_run(h, c), "geam");
            for (int64_t q = 0; q < c->m * c->n; q++)
            {
                const int64_t i = q % c->m, j = q / c->m;
                const struct dd_parts got = dd_parts_load(c->type, matrix_case_c(c, c->result, i, j), 0);
                assert_true(no_a && no_b ? dd_parts_are_zero(got) : dd_parts_are_finite(got));
                assert_true(matrix_case_is(c, i, j, matrix_case_defined(c, i, j)));
            }
            matrix_case_free(c);
        }
}

/* Puts zeros of either sign, Inf, NaN and numbers near both ends of the range into an element. */
static void put_special(const struct matrix_case *c, struct dd_random *g, void *to)
{
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    const cuddreal list[] = {{inf, 0.0},     {-inf, 0.0},      {inf, nan_},      {nan_, 0.0},     {1.0, nan_},
                             {0.0, 0.0},     {-0.0, 0.0},      {-0.0, -0.0},     {0x1p-540, 0.0}, {-0x1p-700, 0.0},
                             {0x1p520, 0.0}, {-0x1p1023, 0.0}, {0x1p-1074, 0.0}, {0x1p120, 0.0},  {-0x1p-140, 0.0}};
    enum
    {
        COUNT = sizeof list / sizeof list[0]
    };
    dd_element_set(c->type, to, 0, list[dd_random_int(g, 0, COUNT - 1)], list[dd_random_int(g, 0, COUNT - 1)]);
}

/* alpha = 1 and beta = 0, or the other way round: a copy or a transpose keeps all bits, also those
 * of NaN. */
static void copies(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 6107);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int k = 0; k < 8; k++)
        {
            const ddblasOperation_t op = k % 2 ? DDBLAS_OP_T : DDBLAS_OP_N;
            struct matrix_case *c =
                matrix_case_new(MATRIX_GEAM, (ddblasType_t)type, (struct matrix_form){.transa = op, .transb = op}, 70, 45, k % 3);
            matrix_case_fill(c, &g, MATRIX_UNIFORM);
            for (int s = 0; s < 500; s++)
            {
                put_special(c, &g, matrix_case_a(c, dd_random_int(&g, 0, 69), dd_random_int(&g, 0, 44)));
                put_special(c, &g, matrix_case_b(c, dd_random_int(&g, 0, 69), dd_random_int(&g, 0, 44)));
            }
            set(c, &c->alpha, k < 4 ? 1.0 : 0.0);
            set(c, &c->beta, k < 4 ? 0.0 : 1.0);
            c->on_engine = k / 2 % 2;
            dd_must(h, matrix_case_run(h, c), "geam");
            for (int64_t q = 0; q < c->m * c->n; q++)
            {
                const int64_t i = q % c->m, j = q / c->m;
                assert_memory_equal(matrix_case_c(c, c->result, i, j), k < 4 ? matrix_case_a(c, i, j) : matrix_case_b(c, i, j),
                                    c->size);
            }
            matrix_case_free(c);
        }
}

/* ---- special values -------------------------------------------------------------------------- */

static void special_values(void **state)
{
    (void)state;
    struct dd_random g;
    int64_t seen[2] = {0}; /* not finite, finite */
    dd_random_start(&g, 6108);
    for (int k = 0; k < 600 / (int)(dd_test_scale() > 1 ? 10 : 1); k++)
    {
        struct matrix_case *c = matrix_case_new((matrix_kind)(k % MATRIX_KINDS), (ddblasType_t)(k / 4 % DDBLAS_TYPE_ALL_COUNT),
                                                form_of(k), dd_random_int(&g, 1, 40), dd_random_int(&g, 1, 40), 0);
        matrix_case_fill(c, &g, MATRIX_UNIFORM);
        for (int s = 0; s < 80 && c->kind != MATRIX_LASET; s++)
        {
            const int64_t i = dd_random_int(&g, 0, c->m - 1), j = dd_random_int(&g, 0, c->n - 1);
            put_special(c, &g, matrix_case_a(c, i, j));
            if (c->kind == MATRIX_GEAM)
                put_special(c, &g, matrix_case_b(c, i, j));
            if (c->kind == MATRIX_DGMM && s < 6)
                put_special(c, &g, matrix_case_x(c, c->form.side == DDBLAS_SIDE_LEFT ? i : j));
        }
        if (k % 3 == 0)
            put_special(c, &g, &c->alpha);
        if (k % 5 == 0)
            put_special(c, &g, &c->beta);
        c->on_engine = k / 24 % 2;
        dd_must(h, matrix_case_run(h, c), matrix_kind_name(c->kind));
        for (int64_t q = 0; q < c->m * c->n; q++)
        {
            const int64_t i = q % c->m, j = q / c->m;
            if (!matrix_case_writes(c, i, j))
                continue;
            seen[dd_parts_are_finite(dd_parts_load(c->type, matrix_case_c(c, c->result, i, j), 0))]++;
            if (!matrix_case_is(c, i, j, matrix_case_defined(c, i, j)))
                fail_msg("%c%s, case %d: element (%lld, %lld) is not the defined one", dd_type_letter(c->type),
                         matrix_kind_name(c->kind), k, (long long)i, (long long)j);
        }
        matrix_case_free(c);
    }
    assert_true(seen[0] > 0 && seen[1] > 0);
}

/* ---- indices beyond 32 bits ------------------------------------------------------------------ */

static void *sparse(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(memory != MAP_FAILED);
    return memory;
}

/* Columns far apart in sparse memory of the CPU. */
static void beyond_32_bits(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 6109);
    for (int kind = 0; kind < MATRIX_KINDS; kind++)
    {
        const int64_t far = (INT64_C(1) << 31) + 64;
        struct matrix_case *c = matrix_case_new((matrix_kind)kind, DDBLAS_TYPE_W, form_of(2 * FORMS), 3, 3, 0);
        const size_t bytes = (size_t)(2 * far + 3) * c->size;
        matrix_case_fill(c, &g, MATRIX_UNIFORM);
        matrix_case_judge(h, c, &g, 9, "close together", 6109);
        char *A = sparse(bytes), *B = sparse(bytes), *C = sparse(bytes);
        for (int64_t q = 0; q < 9 && c->kind != MATRIX_LASET; q++)
        {
            const size_t at = (size_t)(q % 3 + q / 3 * far) * c->size;
            memcpy(A + at, (char *)c->A + (size_t)(q % 3 + q / 3 * c->lda) * c->size, c->size);
            if (c->B)
                memcpy(B + at, (char *)c->B + (size_t)(q % 3 + q / 3 * c->ldb) * c->size, c->size);
        }
        const struct matrix_call call = {c->form, 3, 3, far, far, far, &c->alpha, &c->beta, A, B, c->x, C};
        dd_must(h, matrix_call(h, c->kind, c->type, &call), matrix_kind_name(c->kind));
        for (int64_t q = 0; q < 9; q++)
            if (matrix_case_writes(c, q % 3, q / 3))
                assert_memory_equal(C + (size_t)(q % 3 + q / 3 * far) * c->size, matrix_case_c(c, c->result, q % 3, q / 3),
                                    c->size);
        (void)munmap(A, bytes);
        (void)munmap(B, bytes);
        (void)munmap(C, bytes);
        matrix_case_free(c);
    }
}

/* ---- same bits and the mutant ---------------------------------------------------------------- */

/* Every number of threads and every instruction set, and repetitions. */
static void same_bits(void **state)
{
    (void)state;
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    const int on_cpu = dd_test_engine() == DDBLAS_ENGINE_CPU;
    struct dd_random g;
    dd_random_start(&g, 6110);
    for (int k = 0; k < MATRIX_KINDS * DDBLAS_TYPE_ALL_COUNT; k++)
    {
        struct matrix_case *c = matrix_case_new((matrix_kind)(k % MATRIX_KINDS), (ddblasType_t)(k / MATRIX_KINDS), form_of(k),
                                                on_cpu ? 701 : 90, on_cpu ? 203 : 70, 2);
        matrix_case_fill(c, &g, (matrix_data)(k % 3 ? MATRIX_UNIFORM : MATRIX_WIDE));
        matrix_case_judge(h, c, &g, 30, "same bits", 6110);
        void *first = malloc(c->bytes_C);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_C);
        for (int s = 0; s < (on_cpu ? 3 : 1); s++)
        {
            if (on_cpu && ddblas_isa_select(sets[s]) != 0)
            {
                printf("  not on this processor: %s\n", sets[s]);
                continue;
            }
            for (int threads = 1; threads <= 7; threads += 2)
            {
                assert_int_equal(ddblasSetThreads(h, threads), DDBLAS_STATUS_SUCCESS);
                dd_must(h, matrix_case_run(h, c), matrix_kind_name(c->kind));
                assert_memory_equal(c->result, first, c->bytes_C);
            }
        }
        assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblas_isa_select(NULL), 0);
        free(first);
        matrix_case_free(c);
    }
}

/* The kernels without one term of a product break the bounds of geam and dgmm in W and U on all
 * data of full length. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 6111);
    for (int k = 0; k < 40; k++)
    {
        const int data = k / 4 % 2 ? MATRIX_WIDE : MATRIX_UNIFORM;
        struct matrix_case *c =
            matrix_case_new(k % 2 ? MATRIX_DGMM : MATRIX_GEAM, k / 2 % 2 ? DDBLAS_TYPE_W : DDBLAS_TYPE_U, form_of(k), 20, 10, 0);
        double largest = 0.0;
        matrix_case_fill(c, &g, (matrix_data)data);
        ddblas_matrix_substitute(matrix_mutant);
        dd_must(h, matrix_case_run(h, c), "mutant");
        ddblas_matrix_substitute(NULL);
        for (int64_t q = 0; q < c->m * c->n; q++)
            largest = fmax(largest, matrix_case_error(c, q % c->m, q / c->m));
        assert_true(largest > matrix_case_bound(c));
        matrix_case_judge(h, c, &g, 100, "not the mutant", 6111);
        matrix_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),  cmocka_unit_test(all_sizes),      cmocka_unit_test(all_forms),
        cmocka_unit_test(in_place),  cmocka_unit_test(eight_bytes),    cmocka_unit_test(zero_scalars),
        cmocka_unit_test(copies),    cmocka_unit_test(special_values), cmocka_unit_test(beyond_32_bits),
        cmocka_unit_test(same_bits), cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
