/*
 * Errors of the arithmetic functions: against the proved bounds, the recorded baseline and the list
 * of worst cases; and the same bits from a compilation that leaves contraction on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "baseline.h"
#include "functions/scalar_sweep.h"

enum
{
    SEED = 20261121,
    OPERANDS = 1000000,
    BIT_OPERANDS = 200000
};

static void bounds_hold_and_accuracy_is_kept(void **state)
{
    struct dd_baseline *baseline = dd_baseline_open(DDBLAS_VALIDATION_DIR "/baseline/scalar.csv");
    uint64_t seed = dd_random_seed(SEED);
    int64_t broken = 0, regressions = 0;
    (void)state;
    printf("%-14s %10s %10s %7s %12s   seed %llu, %d operands each\n", "function", "largest", "bound", "ratio", "QD",
           (unsigned long long)seed, OPERANDS);
    for (int i = 0; i < DD_FUNCTION_COUNT; i++)
    {
        const struct dd_function *f = &dd_functions[i];
        struct dd_largest l;
        dd_sweep(f, OPERANDS, seed + (uint64_t)i, &l);
        printf("%-14s %10.6f %10.6g %7.4f ", f->name, l.error, dd_bound(f->bound), l.error / dd_bound(f->bound));
        if (f->qd != NULL)
            printf("%12.6g", l.qd);
        printf("\n");
        broken += l.broken;
        if (seed == SEED)
            regressions += !dd_baseline_check(baseline, f->name, l.error);
    }
    dd_baseline_close(baseline);
    assert_int_equal(broken, 0);
    assert_int_equal(regressions, 0);
}

static const struct dd_function *function_named(const char *name)
{
    for (int i = 0; i < DD_FUNCTION_COUNT; i++)
        if (strcmp(dd_functions[i].name, name) == 0)
            return &dd_functions[i];
    return NULL;
}

/* worst/scalar.txt: function, three pairs in hexadecimal, the error in u^2 to 6 decimals that a
 * right implementation of the named algorithm has there. */
static void worst_cases_have_their_known_errors(void **state)
{
    FILE *file = fopen(DDBLAS_VALIDATION_DIR "/worst/scalar.txt", "r");
    char line[512], name[64];
    struct dd_operands o;
    double expected;
    int cases = 0, wrong = 0;
    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL)
    {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        assert_int_equal(
            sscanf(line, "%63s %la %la %la %la %la %la %lf", name, &o.a.x, &o.a.y, &o.b.x, &o.b.y, &o.c.x, &o.c.y, &expected), 8);
        const struct dd_function *f = function_named(name);
        assert_non_null(f);
        double error = dd_function_error(f, o.a, o.b, o.c, f->call(o.a, o.b, o.c), NULL);
        if (!(error <= dd_bound(f->bound)) || error > expected + 1e-6 || error < expected - 1e-6)
        {
            dd_report_operands("worst case", f, &o, error);
            wrong++;
        }
        cases++;
    }
    fclose(file);
    printf("%d worst cases\n", cases);
    assert_true(cases >= DD_FUNCTION_COUNT);
    assert_int_equal(wrong, 0);
}

static int same_bits(cuddreal a, cuddreal b) { return memcmp(&a, &b, sizeof a) == 0; }

static void contraction_in_the_users_flags_changes_no_bit(void **state)
{
    int different = 0;
    (void)state;
    for (int i = 0; i < DD_FUNCTION_COUNT; i++)
    {
        const struct dd_function *f = &dd_functions[i];
        struct dd_random g;
        struct dd_operands worst;
        dd_random_start(&g, dd_random_seed(SEED) + 77);
        worst = dd_next_operands(&g, f, DD_STREAM_EXTREME, NULL);
        for (int k = 0; k < BIT_OPERANDS; k++)
        {
            struct dd_operands o = dd_next_operands(&g, f, (enum dd_stream)(k % DD_STREAM_COUNT), &worst);
            cuddreal r = f->call(o.a, o.b, o.c), s = dd_functions_contracting[i].call(o.a, o.b, o.c);
            if (!same_bits(r, s) && !(cuddIsNan(r) && cuddIsNan(s)) && different++ < 5)
                dd_report_operands("different bits with contraction", f, &o, 0.0);
        }
    }
    assert_int_equal(different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold_and_accuracy_is_kept),
        cmocka_unit_test(worst_cases_have_their_known_errors),
        cmocka_unit_test(contraction_in_the_users_flags_changes_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
