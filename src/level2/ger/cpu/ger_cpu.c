/*
 * ger and its relatives on the CPU. A is cut into tiles at fixed places, which the threads share
 * out; tiles outside the stored triangle are skipped. Every element of A is computed once, and its
 * computation involves no other element of A. So the bits depend neither on the tiles nor on the
 * threads.
 */
#include "ger_cpu.h"

#include "core/cblas_threads.h"
#include "core/sizes.h"

enum
{
    /* Number of elements that are worth a thread: they take 30 us with AVX2 if A is in the cache,
     * 80 us from memory. In S, D, C and Z an element takes a tenth of that. */
    THREAD_ELEMENTS = 1 << 14,
    THREAD_ELEMENTS_CBLAS = 1 << 17
};

/* Updates tile number k, where the tiles are numbered column of tiles after column of tiles. */
static void update_tile(const struct ddblas_ger_problem *p, int64_t rows, int64_t k)
{
    const int64_t down = quotient_up(p->m, rows), i = k % down * rows, j = k / down * DDBLAS_GER_COLUMNS;
    const struct ddblas_ger_tile tile = {i, least(i + rows, p->m), j, least(j + DDBLAS_GER_COLUMNS, p->n)};
    if (tile.end_row <= layout_first_row(p->layout, tile.first_column) ||
        tile.first_row >= layout_end_row(p->layout, tile.end_column - 1))
        return;
    if (ddblas_type_is_double_double(p->type))
        ddblas_ger_cpu_pairs(p, tile);
    else
        ddblas_ger_cpu_cblas(p, tile);
}

ddblasStatus_t ddblas_ger_cpu(ddblasHandle_t handle, const struct ddblas_ger_problem *problem)
{
    const int pairs = ddblas_type_is_double_double(problem->type);
    const int64_t rows = DDBLAS_GER_ROWS / (ddblas_type_is_complex(problem->type) ? 2 : 1),
                  tiles = quotient_up(problem->m, rows) * quotient_up(problem->n, DDBLAS_GER_COLUMNS);
    const double elements = (double)problem->m * (double)problem->n / (problem->layout.storage == LAYOUT_FULL ? 1 : 2),
                 worth = 1.0 + elements / (pairs ? THREAD_ELEMENTS : THREAD_ELEMENTS_CBLAS);
    const int threads = ddblas_threads_useful(handle, problem->type, worth < (double)tiles ? worth : (double)tiles);
    if (!pairs)
        ddblas_cblas_begin();
    /* With one thread no parallel region is opened, because that would take most of the time of a
     * small call. */
    if (threads == 1)
        for (int64_t k = 0; k < tiles; k++)
            update_tile(problem, rows, k);
    else
    {
#pragma omp parallel for num_threads(threads) schedule(dynamic)
        for (int64_t k = 0; k < tiles; k++)
            update_tile(problem, rows, k);
    }
    if (!pairs)
        ddblas_cblas_end();
    return DDBLAS_STATUS_SUCCESS;
}
