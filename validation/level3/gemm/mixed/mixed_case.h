/*
 * Calls of ddblasWgemmEx and ddblasWsyrkEx under test: the kinds of operands, random sizes, and the
 * run of a program by each route.
 */
#ifndef DD_VALIDATION_MIXED_CASE_H
#define DD_VALIDATION_MIXED_CASE_H

#include "../gemm_case.h"

struct CMUnitTest;

/* Which routine and operands: gemm of D and W, W and D, D and D, W and W; syrk of D and of W, lower
 * and upper. */
enum
{
    MIXED_KINDS = 8,
    MIXED_OF_GEMM = 4
};

/* W for 1, D for 0. */
ddblasType_t mixed_type(int bit);

/* A case of the kind. syrk has n rows and columns, and no transb. */
struct gemm_case *mixed_case(int64_t kind, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n, int64_t k,
                             int64_t pad);

/* A case with any operations and sizes astride the edges of tiles, leaves, pieces and blocks. */
struct gemm_case *mixed_case_random(struct dd_random *g, int64_t kind, int64_t most, int64_t most_terms);

/* Runs the tests; on the CUDA engine by each route, to which *route is set before set_up is
 * called. Returns the number of tests that failed. */
int mixed_run(const char *name, const struct CMUnitTest *tests, size_t count, int (*set_up)(void **), int (*tear_down)(void **),
              ddblasGemmRoute_t *route);

#endif
