/*
 * The routines of dd/rank.h in all types, on the engine that DDBLAS_TEST_ENGINE names: arguments,
 * quick returns, untouched memory, exactness on integers, error bounds against exact sums, special
 * values, packed beside unpacked, indices beyond 32 bits, bits over threads, instruction sets and
 * engines, failing allocations, and a mutant that the bound must catch.
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
#include "handle.h"
#include "level2/ger/cpu/ger_cpu_w.h"
#include "poison.h"
#include "rank_case.h"

extern const struct ddblas_ger_w_kernels ger_mutant;

enum
{
    TYPES = 6
};
static const ddblasType_t types[TYPES] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_S,
                                          DDBLAS_TYPE_D, DDBLAS_TYPE_C, DDBLAS_TYPE_Z};

/* Every routine in every type that has it: for (EACH(k)) runs with routine_of(k) and type_of(k). */
#define EACH(k)                                                                                                                  \
    int k = 0;                                                                                                                   \
    k < TYPES *RANK_ROUTINES;                                                                                                    \
    k++
static enum rank_routine routine_of(int k) { return (enum rank_routine)(k % RANK_ROUTINES); }
static ddblasType_t type_of(int k) { return types[k / RANK_ROUTINES]; }
static int is_offered(int k) { return rank_offers(routine_of(k), type_of(k)); }

static ddblasFillMode_t fill_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(const struct rank_case *c, struct rank_args a, ddblasStatus_t status, int position)
{
    assert_int_equal(rank_call(h, c->routine, c->type, a), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

/* A call in which one argument is wrong, if the routine has that argument. */
#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct rank_args wrong = good;                                                                                           \
        wrong.member = value;                                                                                                    \
        if (position)                                                                                                            \
            assert_refused(c, wrong, DDBLAS_STATUS_##status, position);                                                          \
    } while (0)

static void refuse_all(const struct rank_case *c, struct rank_args good)
{
    const struct rank_traits *t = c->traits;
    const size_t off = dd_engine_misaligned(h);
    assert_int_equal(rank_call(NULL, c->routine, c->type, good), DDBLAS_STATUS_NOT_INITIALIZED);
    REFUSED(uplo, (ddblasFillMode_t)2, INVALID_VALUE, t->uplo);
    REFUSED(uplo, (ddblasFillMode_t)-1, INVALID_VALUE, t->uplo);
    REFUSED(m, -1, INVALID_VALUE, t->m);
    REFUSED(n, -1, INVALID_VALUE, t->n);
    REFUSED(n, INT64_MIN, INVALID_VALUE, t->n);
    REFUSED(alpha, NULL, INVALID_VALUE, t->alpha);
    REFUSED(x, NULL, INVALID_VALUE, t->x);
    REFUSED(incx, 0, INVALID_VALUE, t->incx);
    REFUSED(y, NULL, INVALID_VALUE, t->y);
    REFUSED(incy, 0, INVALID_VALUE, t->incy);
    REFUSED(A, NULL, INVALID_VALUE, t->A);
    REFUSED(lda, c->m - 1, INVALID_VALUE, t->lda);
    REFUSED(lda, INT64_MIN, INVALID_VALUE, t->lda);
    if (!dd_type_is_pair(c->type))
        return;
    REFUSED(alpha, (const char *)&c->alpha + 4, MISALIGNED, t->alpha);
    REFUSED(x, (const char *)good.x + off, MISALIGNED, t->x);
    REFUSED(y, (const char *)good.y + off, MISALIGNED, t->y);
    REFUSED(A, (char *)good.A + off, MISALIGNED, t->A);
}

static void wrong_arguments(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 901);
    for (EACH(k))
    {
        if (!is_offered(k))
            continue;
        struct rank_case *c = rank_case_new(routine_of(k), type_of(k), fill_of(k), 5, 4, 1, 1, 1);
        rank_case_fill(c, &g, RANK_UNIFORM);
        void *x = dd_engine_copy(h, c->x, c->bytes_x, 0), *y = dd_engine_copy(h, c->y, c->bytes_y, 0),
             *A = dd_engine_copy(h, c->A, c->bytes_A, 0);
        refuse_all(c, (struct rank_args){c->uplo, c->m, c->n, &c->alpha, x, 1, y, 1, A, c->lda});
        dd_engine_read(h, c->result, A, c->bytes_A);
        assert_memory_equal(c->result, c->A, c->bytes_A);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, y, 0);
        dd_engine_free(h, A, 0);
        rank_case_free(c);
    }
}

/* An order of 0 asks for nothing but legal sizes. With alpha = 0 nothing of x and y, all NaN here,
 * is read, and A, with NaN on a Hermitian diagonal, keeps its bits. cuBLAS reads x and y if alpha
 * is on the device. */
static void nothing_to_do(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 902);
    for (EACH(k))
    {
        if (!is_offered(k))
            continue;
        const struct rank_args none = {fill_of(k), 0, 0, NULL, NULL, 1, NULL, -1, NULL, 1};
        assert_int_equal(rank_call(h, routine_of(k), type_of(k), none), DDBLAS_STATUS_SUCCESS);
        const int places = dd_test_engine() == DDBLAS_ENGINE_CPU || dd_type_is_pair(type_of(k)) ? 2 : 1;
        for (int on_engine = 0; on_engine < places; on_engine++)
        {
            struct rank_case *c = rank_case_new(routine_of(k), type_of(k), fill_of(k + on_engine), 40, 70, 1, -2, 1);
            rank_case_fill(c, &g, RANK_UNIFORM);
            memset(&c->alpha, 0, sizeof c->alpha);
            memset(c->x, DD_POISON, c->bytes_x);
            memset(c->y, DD_POISON, c->bytes_y);
            c->on_engine = on_engine;
            dd_must(h, rank_case_run(h, c), "alpha = 0");
            assert_memory_equal(c->result, c->A, c->bytes_A);
            rank_case_free(c);
        }
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Small integers exactly, and Hermitian diagonals without imaginary part. */
static void integers(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 7, 33, 64, 65, 130};
    struct dd_random g;
    dd_random_start(&g, 903);
    for (EACH(k))
        for (int s = 0; s < 7 && is_offered(k); s++)
        {
            if (dd_test_leaves_out(7 * k + s))
                continue;
            struct rank_case *c = rank_case_new(routine_of(k), type_of(k), fill_of(s), sizes[6 - s], sizes[s], s % 2 ? 2 : -3,
                                                s % 3 ? -1 : 2, s % 4);
            rank_case_fill(c, &g, RANK_INTEGER);
            dd_must(h, rank_case_run(h, c), "integers");
            for (int64_t j = 0; j < c->n; j++)
                for (int64_t i = 0; i < c->m; i++)
                    if (rank_case_stored(c, i, j))
                        assert_true(rank_case_error(c, i, j) == 0.0);
            rank_case_free(c);
        }
}

/* The bound on random data; sizes beyond several tiles, increments, padding, either place of alpha,
 * and on the CPU arrays at 8 mod 16. */
static void judge_all(rank_data data, uint64_t number)
{
    static const int64_t sizes[] = {1, 31, 64, 97, 1030};
    const uint64_t seed = dd_random_seed(number);
    double largest[RANK_ROUTINES] = {0.0};
    struct dd_random g;
    dd_random_start(&g, seed);
    for (EACH(k))
        for (int s = 0; s < 10 && is_offered(k); s++)
        {
            if (dd_test_leaves_out(10 * k + s))
                continue;
            const int64_t m = sizes[s % 5], n = s % 5 == 4 ? 70 + 560 * rank_traits[routine_of(k)].uplo : sizes[(s + 2) % 4];
            struct rank_case *c =
                rank_case_new(routine_of(k), type_of(k), fill_of(s / 5), m, n, s % 3 ? 1 : -2, s % 4 ? 1 : 3, s % 3);
            rank_case_fill(c, &g, data);
            c->on_engine = s % 2;
            c->offset = dd_test_engine() == DDBLAS_ENGINE_CPU && s % 4 == 1 ? 8 : 0;
            largest[c->routine] = fmax(largest[c->routine], rank_case_judge(h, c, &g, 300, "random", seed) / rank_case_bound(c));
            rank_case_free(c);
        }
    for (int r = 0; r < RANK_ROUTINES; r++)
        printf("  largest error over bound: %-5s %.3f\n", rank_traits[r].name, largest[r]);
}

static void uniform(void **state)
{
    (void)state;
    judge_all(RANK_UNIFORM, 904);
}

static void wide_exponents(void **state)
{
    (void)state;
    judge_all(RANK_WIDE, 905);
}

/* An Inf or a NaN in one element of x makes that row of A not finite, in updates of symmetric
 * matrices also that column. All others keep the bound. */
static void special_values(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 906);
    for (EACH(k))
        for (int s = 0; s < 4 && is_offered(k); s++)
        {
            if (dd_test_leaves_out(4 * k + s))
                continue;
            struct rank_case *c = rank_case_new(routine_of(k), type_of(k), fill_of(s), 70, 70, 1, 1, 0);
            const int64_t bad = dd_random_int(&g, 0, 69);
            rank_case_fill(c, &g, RANK_UNIFORM);
            dd_element_set(c->type, rank_case_x(c, bad), 0, cuddFromDouble(s / 2 ? (double)NAN : -(double)INFINITY),
                           cuddFromDouble(1.0));
            dd_must(h, rank_case_run(h, c), "special values");
            for (int64_t j = 0; j < c->n; j++)
                for (int64_t i = 0; i < c->m; i++)
                {
                    const int touched = i == bad || (c->traits->uplo && j == bad);
                    if (!rank_case_stored(c, i, j))
                        continue;
                    if (!touched)
                        assert_true(rank_case_error(c, i, j) <= rank_case_bound(c));
                    else
                        assert_false(dd_parts_are_finite(dd_parts_load(c->type, rank_case_a(c, c->result, i, j), 0)));
                }
            rank_case_free(c);
        }
}

/* The packed routines give the bits of the unpacked ones in W and U. */
static void packed_as_unpacked(void **state)
{
    (void)state;
    static const enum rank_routine packed[] = {RANK_SPR, RANK_SPR2, RANK_HPR, RANK_HPR2},
                                   unpacked[] = {RANK_SYR, RANK_SYR2, RANK_HER, RANK_HER2};
    struct dd_random g;
    dd_random_start(&g, 907);
    for (int k = 0; k < 8; k++)
    {
        const ddblasType_t type = k % 4 < 2 ? DDBLAS_TYPE_W : DDBLAS_TYPE_U;
        struct rank_case *p = rank_case_new(packed[k % 4], type, fill_of(k / 4), 0, 130, 1, 1, 0),
                         *u = rank_case_new(unpacked[k % 4], type, fill_of(k / 4), 0, 130, 1, 1, 3);
        rank_case_fill(p, &g, RANK_UNIFORM);
        u->alpha = p->alpha;
        memcpy(u->x, p->x, p->bytes_x);
        memcpy(u->y, p->y, p->bytes_y);
        for (int64_t j = 0; j < p->n; j++)
            for (int64_t i = 0; i < p->n; i++)
                if (rank_case_stored(p, i, j))
                    memcpy(rank_case_a(u, u->A, i, j), rank_case_a(p, p->A, i, j), p->size);
        rank_case_judge(h, p, &g, 200, "packed", 907);
        dd_must(h, rank_case_run(h, u), "unpacked");
        for (int64_t j = 0; j < p->n; j++)
            for (int64_t i = 0; i < p->n; i++)
                if (rank_case_stored(p, i, j))
                    assert_memory_equal(rank_case_a(u, u->result, i, j), rank_case_a(p, p->result, i, j), p->size);
        rank_case_free(p);
        rank_case_free(u);
    }
}

/* ---- indices beyond 32 bits ------------------------------------------------------------------ */

static void *sparse(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(memory != MAP_FAILED);
    return memory;
}

/* The case with the columns of A, and the elements of x, far apart in sparse memory of the CPU. */
static void far_apart(struct rank_case *c, int64_t lda, int64_t incx)
{
    const int64_t size = (int64_t)c->size, start = incx > 0 ? 0 : -(c->m - 1) * incx;
    const size_t bytes_A = (size_t)(((c->n - 1) * lda + c->m) * size), bytes_x = (size_t)(((c->m - 1) * llabs(incx) + 1) * size);
    char *A = sparse(bytes_A), *x = sparse(bytes_x);
    for (int64_t j = 0; j < c->n; j++)
        memcpy(A + j * lda * size, (const char *)c->A + j * c->lda * size, (size_t)(c->m * size));
    for (int64_t i = 0; i < c->m; i++)
        memcpy(x + (start + i * incx) * size, rank_case_x(c, i), c->size);
    const struct rank_args a = {c->uplo, c->m, c->n, &c->alpha, x, incx, c->y, c->incy, A, lda};
    dd_must(h, rank_call(h, c->routine, c->type, a), "far apart");
    for (int64_t j = 0; j < c->n; j++)
        memcpy((char *)c->result + j * c->lda * size, A + j * lda * size, (size_t)(c->m * size));
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
            if (rank_case_stored(c, i, j))
                assert_true(rank_case_error(c, i, j) <= rank_case_bound(c));
    (void)munmap(A, bytes_A);
    (void)munmap(x, bytes_x);
}

static void beyond_32_bits(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 908);
    for (EACH(k))
    {
        if (!is_offered(k) || rank_traits[routine_of(k)].packed)
            continue;
        struct rank_case *c = rank_case_new(routine_of(k), type_of(k), fill_of(k), 5, 4, 1, 1, 0);
        rank_case_fill(c, &g, RANK_UNIFORM);
        far_apart(c, (INT64_C(1) << 31) + 64, 1);
        far_apart(c, c->m, k % 2 ? (INT64_C(1) << 31) + 1 : -((INT64_C(1) << 31) + 1));
        rank_case_free(c);
    }
}

/* ---- bits ------------------------------------------------------------------------------------ */

/* Runs the case on the handle; the result must be as it was. */
static void repeat(ddblasHandle_t handle, struct rank_case *c, const void *first)
{
    dd_must(handle, rank_case_run(handle, c), "again");
    assert_memory_equal(c->result, first, c->bytes_A);
}

/* In W and U on the CPU engine, every instruction set with several numbers of threads. */
static void repeat_on_cpu(ddblasHandle_t cpu, struct rank_case *c, const void *first)
{
    static const char *const sets[] = {"portable", "avx2", "avx512"};
    for (int set = 0; set < 3; set++)
        for (int threads = 1; threads <= 7 && ddblas_isa_select(sets[set]) == 0; threads += 3)
        {
            assert_int_equal(ddblasSetThreads(cpu, threads), DDBLAS_STATUS_SUCCESS);
            repeat(cpu, c, first);
        }
    assert_int_equal(ddblas_isa_select(NULL), 0);
}

/* Repetitions, threads, instruction sets, and for W and U both engines. */
static void same_bits(void **state)
{
    (void)state;
    ddblasHandle_t cpu = dd_test_handle_on(DDBLAS_ENGINE_CPU);
    struct dd_random g;
    dd_random_start(&g, 909);
    for (EACH(k))
    {
        if (!is_offered(k))
            continue;
        struct rank_case *c = rank_case_new(routine_of(k), type_of(k), fill_of(k / 2), 1101, 203, 1, 1, 2);
        rank_case_fill(c, &g, RANK_UNIFORM);
        rank_case_judge(h, c, &g, 100, "bits", 909);
        void *first = malloc(c->bytes_A);
        assert_non_null(first);
        memcpy(first, c->result, c->bytes_A);
        repeat(h, c, first);
        if (dd_type_is_pair(c->type))
            repeat_on_cpu(cpu, c, first);
        free(first);
        rank_case_free(c);
    }
    assert_int_equal(ddblasDestroy(cpu), DDBLAS_STATUS_SUCCESS);
}

/* ---- memory and the mutant ------------------------------------------------------------------- */

/* A call allocates nothing in W and U, and nothing on the CPU: it succeeds while every allocation
 * fails. */
static void allocates_nothing(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 910);
    for (EACH(k))
    {
        if (!is_offered(k) || (dd_test_engine() != DDBLAS_ENGINE_CPU && !dd_type_is_pair(type_of(k))))
            continue;
        struct rank_case *c = rank_case_new(routine_of(k), type_of(k), fill_of(k), 90, 80, 1, 1, 0);
        rank_case_fill(c, &g, RANK_UNIFORM);
        rank_case_judge(h, c, &g, 100, "with memory", 910);
        void *x = dd_engine_copy(h, c->x, c->bytes_x, 0), *y = dd_engine_copy(h, c->y, c->bytes_y, 0),
             *A = dd_engine_copy(h, c->A, c->bytes_A, 0), *none = NULL;
        ddblasHandle_t fresh = dd_test_handle();
        ddblas_inject_allocation_failure(1);
        dd_must(fresh,
                rank_call(fresh, c->routine, c->type, (struct rank_args){c->uplo, c->m, c->n, &c->alpha, x, 1, y, 1, A, c->lda}),
                "without memory");
        /* The failure is still to come. */
        assert_int_equal(ddblasMalloc(fresh, &none, 16), DDBLAS_STATUS_ALLOC_FAILED);
        ddblas_inject_allocation_failure(0);
        assert_true(dd_engine_holds(fresh, A, c->result, c->bytes_A));
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        dd_engine_free(h, x, 0);
        dd_engine_free(h, y, 0);
        dd_engine_free(h, A, 0);
        rank_case_free(c);
    }
}

/* The kernel without one term of the product must break the bounds in W and in U. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    if (dd_test_engine() != DDBLAS_ENGINE_CPU)
        skip();
    dd_random_start(&g, 911);
    for (int k = 0; k < 2 * RANK_ROUTINES; k++)
    {
        if (!is_offered(k))
            continue;
        struct rank_case *c = rank_case_new(routine_of(k), type_of(k), fill_of(k), 40, 30, 1, 1, 0);
        double largest = 0.0;
        rank_case_fill(c, &g, RANK_UNIFORM);
        ddblas_ger_w_substitute(&ger_mutant);
        dd_must(h, rank_case_run(h, c), "mutant");
        ddblas_ger_w_substitute(NULL);
        for (int64_t q = 0; q < c->m * c->n; q++)
            if (rank_case_stored(c, q % c->m, q / c->m))
                largest = fmax(largest, rank_case_error(c, q % c->m, q / c->m));
        assert_true(largest > rank_case_bound(c));
        rank_case_judge(h, c, &g, 100, "not the mutant", 911);
        rank_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments), cmocka_unit_test(nothing_to_do),      cmocka_unit_test(integers),
        cmocka_unit_test(uniform),         cmocka_unit_test(wide_exponents),     cmocka_unit_test(special_values),
        cmocka_unit_test(beyond_32_bits),  cmocka_unit_test(packed_as_unpacked), cmocka_unit_test(same_bits),
        cmocka_unit_test(mutant),          cmocka_unit_test(allocates_nothing),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
