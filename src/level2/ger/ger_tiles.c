/*
 * The size of the tiles of ger and its relatives on the CUDA engine.
 */
#include "ger.h"

#include <stdatomic.h>

enum
{
    LARGE_TILES_FROM = 1 << 25 /* elements of A */
};

static _Atomic int64_t large_tiles_from = LARGE_TILES_FROM;

int ddblas_ger_has_large_tiles(const struct ddblas_ger_problem *problem)
{
    return ddblas_type_is_complex(problem->type) && problem->m >= atomic_load(&large_tiles_from) / problem->n;
}

void ddblas_ger_large_tiles_from(int64_t elements) { atomic_store(&large_tiles_from, elements ? elements : LARGE_TILES_FROM); }
