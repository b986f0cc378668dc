/*
 * Kinds of calls of ddblasWgemmEx and ddblasWsyrkEx under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mixed_case.h"

static const ddblasOperation_t operations[] = {DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C};

ddblasType_t mixed_type(int bit) { return bit ? DDBLAS_TYPE_W : DDBLAS_TYPE_D; }

struct gemm_case *mixed_case(int64_t kind, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k,
                             int64_t pad)
{
    static const int types[MIXED_OF_GEMM][2] = {{0, 1}, {1, 0}, {0, 0}, {1, 1}};
    if (kind < MIXED_OF_GEMM)
        return gemm_case_new_ex(mixed_type(types[kind][0]), mixed_type(types[kind][1]), transa, transb, m, n, k, pad);
    return gemm_case_new_syrk(mixed_type((int)(kind % 2)), kind < 6 ? DDBLAS_FILL_MODE_LOWER : DDBLAS_FILL_MODE_UPPER, transa, n,
                              k, pad);
}

static int64_t edge(struct dd_random *g, int64_t largest)
{
    static const int64_t edges[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  12,  13,  15,  16,  17,  31,  32,  33,
                                    47, 48, 49, 63, 64, 65, 95, 96, 97, 127, 128, 129, 191, 192, 193, 289, 385};
    for (;;)
    {
        const int64_t e = edges[dd_random_int(g, 0, (int64_t)(sizeof edges / sizeof edges[0]) - 1)];
        if (e <= largest)
            return e;
    }
}

struct gemm_case *mixed_case_random(struct dd_random *g, int64_t kind, int64_t most, int64_t most_terms)
{
    const ddblasOperation_t transa = operations[dd_random_int(g, 0, 2)], transb = operations[dd_random_int(g, 0, 2)];
    const int64_t m = edge(g, most), n = edge(g, most), k = edge(g, most_terms);
    return mixed_case(kind, transa, transb, m, n, k, dd_random_int(g, 0, 3));
}

int mixed_run(const char *name, const struct CMUnitTest *tests, size_t count, int (*set_up)(void **), int (*tear_down)(void **),
              ddblasGemmRoute_t *route)
{
    if (dd_test_engine() == DDBLAS_ENGINE_CPU)
        return _cmocka_run_group_tests(name, tests, count, set_up, tear_down);
    static const char *const routes[] = {"automatic route", "plain route", "residue route"};
    int failed = 0;
    for (int r = DDBLAS_GEMM_ROUTE_AUTO; r <= DDBLAS_GEMM_ROUTE_RESIDUES; r++)
    {
        print_message("%s, %s\n", name, routes[r]);
        *route = (ddblasGemmRoute_t)r;
        failed += _cmocka_run_group_tests(name, tests, count, set_up, tear_down);
    }
    return failed;
}
