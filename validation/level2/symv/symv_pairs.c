/*
 * Shared by the tests of symv in double-double.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/isa.h"
#include "engine.h"
#include "level2/symv/cpu/symv_cpu_w.h"
#include "symv_pairs.h"

extern const struct ddblas_symv_w_kernels symv_mutant;

double symv_value(cuddreal a) { return isfinite(a.x) && !isfinite(a.y) ? (double)NAN : a.x; }

cuddreal symv_special(struct dd_random *g)
{
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    const cuddreal list[] = {{inf, 0.0},  {-inf, 0.0}, {inf, nan_}, {-inf, inf}, {inf, 5.0}, {nan_, 0.0},
                             {nan_, 3.0}, {1.0, nan_}, {0.0, 0.0},  {-0.0, 0.0}, {0.0, 0.0}, {2.0, 0.0}};
    return list[dd_random_int(g, 0, (int64_t)(sizeof list / sizeof list[0]) - 1)];
}

void symv_same_bits(ddblasHandle_t h, struct symv_case *c)
{
    static const char *const names[] = {"portable", "avx2", "avx512"};
    void *first = malloc(c->bytes_y);
    assert_non_null(first);
    for (int k = 0; k < 3; k++)
    {
        if (ddblas_isa_select(names[k]) != 0)
            continue;
        assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        if (k == 0)
            memcpy(first, c->result, c->bytes_y);
        else if (memcmp(first, c->result, c->bytes_y) != 0)
            fail_msg("%s: %s gives other bits than portable, n = %lld", c->routine->name, names[k], (long long)c->n);
    }
    free(first);
    assert_int_equal(ddblas_isa_select(NULL), 0);
}

static const char *engine_name(void) { return dd_test_engine() == DDBLAS_ENGINE_CPU ? "cpu" : "cuda"; }

struct dd_baseline *symv_record_open(ddblasHandle_t h)
{
    char path[512];
    snprintf(path, sizeof path, "%s/baseline/symv_%s.csv", DDBLAS_VALIDATION_DIR, engine_name());
    assert_int_equal(ddblasTuneLoadTable(h, "none"), DDBLAS_STATUS_SUCCESS);
    return dd_baseline_open(path);
}

int symv_record_check(struct dd_baseline *record, const char *type, const char *data, const char *orders, double error)
{
    char key[96];
    snprintf(key, sizeof key, "%s/%s/%s/%s", engine_name(), type, data, orders);
    return dd_baseline_check(record, key, error);
}

void symv_record_close(ddblasHandle_t h, struct dd_baseline *record, int passed)
{
    dd_baseline_close(record);
    assert_int_equal(ddblasTuneLoadTable(h, NULL), DDBLAS_STATUS_SUCCESS);
    assert_true(passed);
}

void symv_mutant_breaks(ddblasHandle_t h, struct symv_case *c, const char *what, uint64_t seed)
{
    ddblas_symv_w_substitute(&symv_mutant);
    assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    ddblas_symv_w_substitute(NULL);
    assert_true(symv_case_error(c) > symv_case_bound(c));
    symv_case_judge(h, c, what, seed);
}
