/*
 * rotg and rotmg in all types, on the engine that DDBLAS_TEST_ENGINE names, with scalars in host
 * memory and in the engine's: arguments, the reference BLAS's conventions, errors against MPFR over
 * the whole range of exponents, special values, the same bits in either memory, no allocations, and
 * a mutant that the bounds must refuse.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "backend/allocate.h"
#include "case.h"
#include "handle.h"
#include "level1/rotg_element.h"
#include "oracle_rotg.h"
#include "poison.h"

void rotg_mutant(const struct ddblas_rotg *problem);

enum
{
    ARGUMENTS = 5,
    FRONT = 16, /* poison in front of an argument on a device; 8 bytes in host memory */
    ROOM = FRONT + 5 * sizeof(cuddreal) + 16
};

/* ---- functions ------------------------------------------------------------------------------- */

struct function
{
    const char *name;
    ddblasType_t type;
    int modified;
    ddblasStatus_t (*call)(ddblasHandle_t handle, void *const at[ARGUMENTS]);
};

#define DDBLAS_TYPES DDBLAS_TYPES_OF_LEVEL1
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    static ddblasStatus_t call_##letter(ddblasHandle_t handle, void *const at[ARGUMENTS])                                        \
    {                                                                                                                            \
        return ddblas##letter##rotg(handle, at[0], at[1], at[2], at[3]);                                                         \
    }
#include <dd/types.def>

#define DDBLAS_TYPES (DDBLAS_TYPES_OF_LEVEL1 & DDBLAS_TYPES_REAL)
#define DDBLAS_TYPE(letter, type, real, is_complex)                                                                              \
    static ddblasStatus_t call_modified_##letter(ddblasHandle_t handle, void *const at[ARGUMENTS])                               \
    {                                                                                                                            \
        return ddblas##letter##rotmg(handle, at[0], at[1], at[2], at[3], at[4]);                                                 \
    }
#include <dd/types.def>

static const struct function functions[] = {
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_LEVEL1
#define DDBLAS_TYPE(letter, type, real, is_complex) {#letter "rotg", DDBLAS_TYPE_##letter, 0, call_##letter},
#include <dd/types.def>
#define DDBLAS_TYPES                                (DDBLAS_TYPES_OF_LEVEL1 & DDBLAS_TYPES_REAL)
#define DDBLAS_TYPE(letter, type, real, is_complex) {#letter "rotmg", DDBLAS_TYPE_##letter, 1, call_modified_##letter},
#include <dd/types.def>
};

#define FOR_EACH_FUNCTION(f)                                                                                                     \
    for (const struct function *f = functions; f < functions + sizeof functions / sizeof functions[0]; f++)

static int arguments_of(const struct function *f) { return f->modified ? 5 : 4; }

/* Bytes of an argument: c is real, and param has five numbers. */
static size_t size_of(const struct function *f, int k)
{
    return dd_type_size(!f->modified && k == 2 ? dd_type_real(f->type) : f->type) * (k == 4 ? 5 : 1);
}

/* ---- a call ---------------------------------------------------------------------------------- */

/* The arguments before and after a call; what a routine does not write remains poison, NaN. */
struct call
{
    _Alignas(16) unsigned char before[ARGUMENTS][5 * sizeof(cuddreal)], after[ARGUMENTS][5 * sizeof(cuddreal)];
};

static void set(const struct function *f, struct call *c, int k, cuddreal re, cuddreal im)
{
    dd_element_set(f->type, c->before[k], 0, re, im);
}

static struct call poisoned(void)
{
    struct call c;
    memset(&c, DD_POISON, sizeof c);
    return c;
}

static ddblasStatus_t run(const struct function *f, struct call *c, int on_engine)
{
    _Alignas(16) unsigned char memory[ARGUMENTS][ROOM], poison[ROOM];
    void *engine[ARGUMENTS], *at[ARGUMENTS] = {NULL};
    const size_t front = on_engine ? FRONT : 8;
    memset(memory, DD_POISON, sizeof memory);
    memset(poison, DD_POISON, sizeof poison);
    for (int k = 0; k < arguments_of(f); k++)
    {
        memcpy(memory[k] + front, c->before[k], size_of(f, k));
        engine[k] = on_engine ? dd_engine_copy(h, memory[k], ROOM, 0) : NULL;
        at[k] = (engine[k] ? (unsigned char *)engine[k] : memory[k]) + front;
    }
    dd_must(h, ddblasSetPointerMode(h, on_engine ? DDBLAS_POINTER_MODE_DEVICE : DDBLAS_POINTER_MODE_HOST), "the pointer mode");
    const ddblasStatus_t status = f->call(h, at);
    dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), "the pointer mode");
    memset(c->after, DD_POISON, sizeof c->after);
    for (int k = 0; k < arguments_of(f); k++)
    {
        const size_t size = size_of(f, k);
        if (engine[k])
        {
            dd_engine_read(h, memory[k], engine[k], ROOM);
            dd_engine_free(h, engine[k], 0);
        }
        memcpy(c->after[k], memory[k] + front, size);
        assert_memory_equal(memory[k], poison, front);
        assert_memory_equal(memory[k] + front + size, poison, ROOM - front - size);
    }
    if (f->modified)
        assert_memory_equal(c->after[3], c->before[3], size_of(f, 3));
    else if (dd_type_is_complex(f->type))
        assert_memory_equal(c->after[1], c->before[1], size_of(f, 1));
    return status;
}

/* In host memory and in the engine's, with the same bits. NaN may differ. */
static void run_twice(const struct function *f, struct call *c, int same_nan)
{
    struct call other = *c;
    dd_must(h, run(f, &other, 1), f->name);
    dd_must(h, run(f, c, 0), f->name);
    if (same_nan)
        assert_memory_equal(c->after, other.after, sizeof c->after);
}

/* ---- judgement ------------------------------------------------------------------------------- */

static struct dd_rotg_error largest[sizeof functions / sizeof functions[0]];

/* The largest error over its bound. */
static double judge(const struct function *f, const struct call *c)
{
    const struct dd_bound_size none = {0, 0, 0};
    struct dd_rotg_error *const most = &largest[f - functions];
    if (f->modified)
    {
        const void *before[4] = {c->before[0], c->before[1], c->before[2], c->before[3]};
        const void *after[3] = {c->after[0], c->after[1], c->after[2]};
        const double error = dd_oracle_rotmg_error(f->type, before, after, c->after[4]);
        most->r = fmax(most->r, error);
        return error / dd_routine_bound(DD_ROUTINE_rotmg, f->type, none);
    }
    const struct dd_rotg_error e =
        dd_oracle_rotg_error(f->type, c->before[0], c->before[1], c->after[0], c->after[1], c->after[2], c->after[3]);
    *most = (struct dd_rotg_error){fmax(most->r, e.r), fmax(most->c, e.c), fmax(most->s, e.s), fmax(most->z, e.z)};
    return fmax(e.r / dd_routine_bound(DD_ROUTINE_rotg_r, f->type, none),
                fmax(e.c, fmax(e.s, e.z)) / dd_routine_bound(DD_ROUTINE_rotg, f->type, none));
}

static void judged(const struct function *f, struct call *c, uint64_t seed)
{
    run_twice(f, c, 1);
    const double error = judge(f, c);
    if (!(error <= 1.0))
    {
        for (int k = 0; k < 4; k++)
        {
            const struct dd_parts p = dd_parts_load(k == 2 && !f->modified ? dd_type_real(f->type) : f->type, c->before[k], 0);
            print_error("argument %d: (%a, %a), (%a, %a)\n", k + 2, p.re[0], p.re[1], p.im[0], p.im[1]);
        }
        fail_msg("%s: %g of the bound, seed %llu", f->name, error, (unsigned long long)seed);
    }
}

/* A number whose leading bit has this exponent, subnormal ones too. */
static cuddreal number(struct dd_random *g, int exponent) { return cuddLdexp(dd_random_full_pair(g, 0), exponent); }

static int random_exponent(struct dd_random *g, ddblasType_t type)
{
    return (int)(dd_type_is_single(type) ? dd_random_int(g, -149, 127) : dd_random_int(g, -1074, 1023));
}

static void fill(const struct function *f, struct call *c, struct dd_random *g, int k, int exponent)
{
    set(f, c, k, number(g, exponent), number(g, exponent - (int)dd_random_int(g, 0, 3)));
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void wrong_arguments(void **state)
{
    (void)state;
    FOR_EACH_FUNCTION(f)
    for (int k = 0; k < arguments_of(f); k++)
        for (int misaligned = 0; misaligned < 2; misaligned++)
        {
            struct call c = poisoned(), kept = c;
            void *at[ARGUMENTS];
            for (int i = 0; i < ARGUMENTS; i++)
                at[i] = c.before[i];
            at[k] = misaligned ? c.before[k] + 1 : NULL;
            assert_int_equal(f->call(h, at), misaligned ? DDBLAS_STATUS_MISALIGNED : DDBLAS_STATUS_INVALID_VALUE);
            assert_int_equal(ddblasGetLastArgument(h), k + 2);
            assert_true(strlen(ddblasGetLastError(h)) > 0);
            assert_memory_equal(&c, &kept, sizeof c);
        }
}

static double value(const struct function *f, const struct call *c, int k, int part)
{
    const struct dd_parts p = dd_parts_load(k == 2 ? dd_type_real(f->type) : f->type, c->after[k], 0);
    return part ? p.im[0] + p.im[1] : p.re[0] + p.re[1];
}

/* Results that every type holds exactly. */
static void conventions_of_rotg(void **state)
{
    (void)state;
    static const struct
    {
        double a, b, r, z, c, s;
    } exact[] = {{0.0, 0.0, 0.0, 0.0, 1.0, 0.0},     {-3.0, 0.0, -3.0, 0.0, 1.0, 0.0},    {0.0, -3.0, -3.0, 1.0, 0.0, 1.0},
                 {0.0, 5.0, 5.0, 1.0, 0.0, 1.0},     {3.0, -4.0, -5.0, -1.0, -1.0, -1.0}, {-4.0, 3.0, -5.0, -1.0, -1.0, -1.0},
                 {-3.0, 4.0, 5.0, -1.0, -1.0, -1.0}, {12.0, 5.0, 13.0, -1.0, -1.0, -1.0}};
    FOR_EACH_FUNCTION(f)
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++)
    {
        const int is_complex = dd_type_is_complex(f->type), easy = exact[i].a == 0.0 || exact[i].b == 0.0;
        if (f->modified)
            continue;
        struct call c = poisoned();
        set(f, &c, 0, cuddFromDouble(exact[i].a), cuddFromDouble(0.0));
        set(f, &c, 1, cuddFromDouble(is_complex ? 0.0 : exact[i].b), cuddFromDouble(exact[i].b));
        run_twice(f, &c, 1);
        if (!easy || exact[i].b != 0.0)
            assert_true(judge(f, &c) <= 1.0);
        if (!is_complex)
        {
            assert_true(value(f, &c, 0, 0) == exact[i].r);
            assert_true(!easy || (value(f, &c, 1, 0) == exact[i].z && value(f, &c, 2, 0) == exact[i].c &&
                                  value(f, &c, 3, 0) == exact[i].s));
            continue;
        }
        /* b = i times the number of the table */
        assert_true(fabs(value(f, &c, 0, 0)) == fabs(exact[i].r) && value(f, &c, 0, 1) == 0.0);
        assert_true(!easy || (value(f, &c, 2, 0) == exact[i].c && value(f, &c, 3, 0) == 0.0 &&
                              value(f, &c, 3, 1) == (exact[i].b == 0.0 ? 0.0 : copysign(1.0, -exact[i].b))));
    }
}

/* Every pair of exponents of the type: equal ones, near ones, far ones, with sums beyond the range,
 * and subnormal numbers. */
static void rotg_over_the_range(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(741);
    struct dd_random g;
    dd_random_start(&g, seed);
    FOR_EACH_FUNCTION(f)
    for (int k = 0; !f->modified && k < 4000 / (int)dd_test_scale() + 60; k++)
    {
        const int least = dd_type_is_single(f->type) ? -149 : -1074, most = dd_type_is_single(f->type) ? 127 : 1023;
        const int e = k % 5 == 0 ? most : k % 5 == 1 ? least : random_exponent(&g, f->type);
        const int near = (int)dd_random_int(&g, -60, 60);
        const int other = k % 3 == 0         ? random_exponent(&g, f->type)
                          : e + near < least ? least
                          : e + near > most  ? most
                                             : e + near;
        struct call c = poisoned();
        fill(f, &c, &g, 0, k % 2 ? e : other);
        fill(f, &c, &g, 1, k % 2 ? other : e);
        judged(f, &c, seed);
    }
    FOR_EACH_FUNCTION(f)
    if (!f->modified)
        print_message("%s: r %.3g, c %.3g, s %.3g, z %.3g units\n", f->name, largest[f - functions].r, largest[f - functions].c,
                      largest[f - functions].s, largest[f - functions].z);
}

/* Moderate exponents, where q1 and q2 are of one size, and all exponents, which need many factors
 * and results that overflow or underflow. */
static void rotmg_over_the_range(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(742);
    struct dd_random g;
    dd_random_start(&g, seed);
    FOR_EACH_FUNCTION(f)
    for (int k = 0; f->modified && k < 3000 / (int)dd_test_scale() + 60; k++)
    {
        struct call c = poisoned();
        for (int i = 0; i < 4; i++)
            set(f, &c, i,
                number(&g, k % 3 ? (int)dd_random_int(&g, -2, 2) + (k % 3 == 1 ? 0 : 18 * (int)dd_random_int(&g, -3, 3))
                                 : random_exponent(&g, f->type)),
                cuddFromDouble(0.0));
        if (dd_random_int(&g, 0, 15) != 0) /* otherwise any sign */
            set(f, &c, 0, cuddFabs(dd_random_full_pair(&g, k % 3 ? (int)dd_random_int(&g, -30, 30) : 0)), cuddFromDouble(0.0));
        judged(f, &c, seed);
    }
    FOR_EACH_FUNCTION(f)
    if (f->modified)
        print_message("%s: %.3g units over kappa\n", f->name, largest[f - functions].r);
}

/* Signs, zeros, powers of two at both limits of the factors, and equal q1 and q2. The flags are the
 * reference BLAS's; the oracle judges the numbers. */
static void conventions_of_rotmg(void **state)
{
    (void)state;
    static const struct
    {
        double d1, d2, x1, y1, flag;
    } rows[] = {{-1.0, 2.0, 3.0, 4.0, -1.0},
                {2.0, 0.0, 3.0, 4.0, -2.0},
                {2.0, 1.0, 3.0, 0.0, -2.0},
                {0.0, 1.0, 3.0, 4.0, 1.0},
                {2.0, 1.0, 0.0, 4.0, 1.0},
                {1.0, -1.0, 1.0, 2.0, -1.0},
                {1.0, -1.0, 2.0, 1.0, 0.0},
                {1.0, 1.0, 1.0, 1.0, 1.0},
                {1.0, -1.0, 1.0, 1.0, -1.0},
                {1.0, 1.0, 2.0, 1.0, 0.0},
                {0x1p25, 0x1p25, 1.0, 1.0, -1.0},
                {0x1p-23, 0x1p-23, 1.0, 1.0, -1.0},
                {0x1p80, 0x1p-80, 1.0, 0x1p-20, -1.0},
                {0x1p-80, 0x1p70, 0x1p10, 0x1p-20, -1.0}};
    FOR_EACH_FUNCTION(f)
    for (size_t i = 0; f->modified && i < sizeof rows / sizeof rows[0]; i++)
    {
        struct call c = poisoned();
        const double operands[4] = {rows[i].d1, rows[i].d2, rows[i].x1, rows[i].y1};
        for (int k = 0; k < 4; k++)
            set(f, &c, k, cuddFromDouble(operands[k]), cuddFromDouble(0.0));
        judged(f, &c, 0);
        if (value(f, &c, 4, 0) != rows[i].flag)
            fail_msg("%s, row %d: the flag is %g", f->name, (int)i, value(f, &c, 4, 0));
        for (int k = 0; rows[i].flag == -2.0 && k < 3; k++)
            assert_memory_equal(c.after[k], c.before[k], size_of(f, k));
    }
}

static int same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static void special_values(void **state)
{
    (void)state;
    static const double inf = (double)INFINITY, not = (double)NAN;
    static const struct
    {
        double a, b, r, z, c, s;
    } rows[] = {{inf, 1.0, inf, 0.0, not, 0.0},  {-inf, 1.0, -inf, 0.0, not, 0.0}, {1.0, -inf, -inf, 1.0, 0.0, not },
                {inf, inf, inf, not, not, not }, {1.0, not, not, not, not, not },  {not, 1.0, not, not, not, not },
                {not, 0.0, not, 0.0, 1.0, 0.0},  {0.0, inf, inf, 1.0, 0.0, 1.0}};
    FOR_EACH_FUNCTION(f)
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
        struct call c = poisoned();
        set(f, &c, 0, cuddFromDouble(rows[i].a), cuddFromDouble(0.0));
        set(f, &c, 1, cuddFromDouble(rows[i].b), cuddFromDouble(0.0));
        if (f->modified)
        {
            set(f, &c, 2, cuddFromDouble(1.0), cuddFromDouble(0.0));
            set(f, &c, 3, cuddFromDouble(2.0), cuddFromDouble(0.0));
        }
        for (int on_engine = 0; on_engine < 2; on_engine++)
        {
            dd_must(h, run(f, &c, on_engine), f->name);
            if (f->modified)
            {
                const int zeros = rows[i].a == -inf, unchanged = rows[i].b == 0.0;
                for (int k = 0; k < 3; k++)
                    assert_true(unchanged || same(value(f, &c, k, 0), zeros ? 0.0 : not ));
                assert_true(value(f, &c, 4, 0) == (unchanged ? -2.0 : -1.0));
                continue;
            }
            const int is_complex = dd_type_is_complex(f->type), all_nan = is_complex && rows[i].b != 0.0;
            if (!same(value(f, &c, 0, 0), all_nan ? not : rows[i].r) || !same(value(f, &c, 2, 0), all_nan ? not : rows[i].c) ||
                !same(value(f, &c, 3, 0), all_nan ? not : rows[i].s) || (!is_complex && !same(value(f, &c, 1, 0), rows[i].z)))
                fail_msg("%s(%g, %g): r %g, z %g, c %g, s %g", f->name, rows[i].a, rows[i].b, value(f, &c, 0, 0),
                         value(f, &c, 1, 0), value(f, &c, 2, 0), value(f, &c, 3, 0));
        }
    }
}

static void no_allocation(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 743);
    FOR_EACH_FUNCTION(f)
    {
        struct call c = poisoned();
        for (int k = 0; k < 4; k++)
            fill(f, &c, &g, k, 0);
        ddblasHandle_t fresh = dd_test_handle();
        void *at[ARGUMENTS];
        for (int k = 0; k < ARGUMENTS; k++)
            at[k] = c.before[k];
        ddblas_inject_allocation_failure(1);
        const ddblasStatus_t status = f->call(fresh, at);
        ddblas_inject_allocation_failure(0);
        dd_must(fresh, status, f->name);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
    }
}

/* Its results go through the same judgement. */
static void mutant(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 744);
    FOR_EACH_FUNCTION(f)
    {
        struct call c = poisoned();
        if (!dd_type_is_pair(f->type))
            continue;
        for (int k = 0; k < (f->modified ? 4 : 2); k++)
            set(f, &c, k, cuddFabs(dd_random_full_pair(&g, 0)), dd_random_full_pair(&g, 0));
        memcpy(c.after, c.before, sizeof c.after);
        const struct ddblas_rotg problem = {DDBLAS_ROTG_PAIR,
                                            dd_type_is_complex(f->type),
                                            f->modified,
                                            {c.after[0], c.after[1], c.after[2], c.after[3], c.after[4]}};
        rotg_mutant(&problem);
        assert_true(judge(f, &c) > 1.0);
        judged(f, &c, 744);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments),      cmocka_unit_test(conventions_of_rotg),
        cmocka_unit_test(rotg_over_the_range),  cmocka_unit_test(conventions_of_rotmg),
        cmocka_unit_test(rotmg_over_the_range), cmocka_unit_test(special_values),
        cmocka_unit_test(no_allocation),        cmocka_unit_test(mutant),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, open_handle, close_handle);
}
