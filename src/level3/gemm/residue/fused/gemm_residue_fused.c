/*
 * Cuts the INT8 products whose results are residues in bytes into tiles.
 */
#include "gemm_residue_fused.h"

#include "core/sizes.h"

#ifndef DDBLAS_HAVE_SM90A
#define DDBLAS_HAVE_SM90A 0
#endif

int ddblas_gemm_fused_exists(int32_t capability) { return DDBLAS_HAVE_SM90A && capability == 90; }

static struct gemm_divider divider_of(uint32_t d)
{
    struct gemm_divider r = {0, 0};
    if (d == 1)
        return r;
    while (((uint64_t)2 << r.shift) < d)
        r.shift++;
    r.factor = (uint32_t)((((uint64_t)1 << (32 + r.shift)) + d - 1) / d);
    return r;
}

struct gemm_fused_tiles ddblas_gemm_fused_tiles_of(int64_t rows, int64_t columns, int64_t terms, int planes, int cluster)
{
    enum
    {
        BAND = 2 /* Clusters in a band. On an H200, 4 and 8 were no faster than 2. */
    };
    struct gemm_fused_tiles t = {.width = rows > 128 ? 256 : rows > 64 ? 128 : 64};
    t.down = (int32_t)quotient_up(rows, t.width);
    t.across = (int32_t)quotient_up(columns, (int64_t)GEMM_FUSED_COLUMNS * cluster);
    t.band = (int32_t)least(BAND, t.across);
    t.bands = (int32_t)quotient_up(t.across, t.band);
    t.steps = (int32_t)quotient_up(terms, GEMM_FUSED_STEP);
    t.count = planes * t.down * t.across;
    t.in_plane = divider_of((uint32_t)(t.down * t.across));
    t.in_band = divider_of((uint32_t)(t.down * t.band));
    t.by_band = divider_of((uint32_t)t.band);
    t.by_last = divider_of((uint32_t)(t.across - (t.bands - 1) * t.band));
    return t;
}
