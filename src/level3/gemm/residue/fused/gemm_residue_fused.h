/*
 * INT8 products of the residue route whose results are stored as residues, one byte each, on
 * devices of compute capability 9.0. This file has the cut into tiles and the launch;
 * gemm_residue_fused_kernel.cuh has the kernel. A line is a row of op(A) or a column of op(B).
 */
#ifndef DDBLAS_LEVEL3_GEMM_RESIDUE_FUSED_H
#define DDBLAS_LEVEL3_GEMM_RESIDUE_FUSED_H

#include <dd/cuddreal.h>

#include "level3/gemm/residue/gemm_residue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
    GEMM_FUSED_COLUMNS = 128, /* Columns of C of a tile. */
    GEMM_FUSED_STEP = 128,    /* Terms of a stage. */
    GEMM_FUSED_LINES = 64     /* Rows of C and lines of a plane are padded to a multiple of this. */
};

/* Numbers that turn a division n / d, n < 2^31, into a multiplication and a shift: factor =
 * ceil(2^(32 + shift) / d), or 0 for d = 1. */
struct gemm_divider
{
    uint32_t factor, shift;
};

/* The tiles of all planes and their order. The blocks of a cluster compute tiles that are
 * neighbours along a row of C; below, these tiles are called a cluster of tiles. */
struct gemm_fused_tiles
{
    int32_t width; /* Rows of C of a tile: 64, 128 or 256. */
    /* down: number of tiles in a column of C. across: number of clusters of tiles in a row of C. */
    int32_t down, across;
    /* band: width of a band in clusters; the last band may be narrower. bands: number of bands. */
    int32_t band, bands;
    int32_t steps; /* Stages of a tile. */
    int32_t count; /* Clusters of tiles in all planes. */
    struct gemm_divider in_plane, in_band, by_band, by_last;
};

struct gemm_fused_place
{
    int32_t plane, down, across;
};

/* The products D_z = A_z B_z^T modulo the modulus of plane z. Each line of both operands has
 * `terms` terms. Neighbouring lines are pitch_a bytes apart in A and pitch_b bytes in B. */
struct gemm_residue_fused
{
    /* The addresses, in plane 0, of the line of op(A) for the block's first row of C and of the
     * line of op(B) for its first column. */
    const int8_t *A, *B;
    /* lines_a: number of lines from A to the end of the plane; lines_b: from B. If lines_a is no
     * multiple of GEMM_FUSED_LINES, the kernel reads up to GEMM_FUSED_LINES - 1 lines beyond the
     * last plane, which must be readable memory; no result depends on these bytes. */
    int64_t lines_a, lines_b;
    int64_t padded_a, padded_b;      /* Lines of a plane, multiples of GEMM_FUSED_LINES. */
    int64_t terms, pitch_a, pitch_b; /* Multiples of 32. */
    /* Size of the block of C; rows are a multiple of GEMM_FUSED_LINES. */
    int64_t rows, columns;
    int residues; /* Number of planes whose products become bytes. */
    /* 1: one more plane follows the planes of the moduli; its product is stored as INT32. */
    int guard;
    uint8_t *bytes;          /* rows x columns bytes for each plane. */
    int32_t *guard_product;  /* rows x columns numbers. */
    int64_t plane;           /* Bytes from one plane of `bytes` to the next. */
    int32_t multiprocessors; /* Number of multiprocessors of the device. */
};

/* Cuts the products of `planes` planes, each of rows x columns x terms, into tiles, for clusters of
 * `cluster` thread blocks. */
struct gemm_fused_tiles ddblas_gemm_fused_tiles_of(int64_t rows, int64_t columns, int64_t terms, int planes, int cluster);

/* Returns 1 if the library has the kernel for this compute capability (10 major + minor). */
int ddblas_gemm_fused_exists(int32_t capability);

/* Returns a cudaError_t. */
int ddblas_gemm_residue_fused(const struct gemm_residue_fused *products, const struct gemm_residue_form *form, void *stream);

CUDD_FN uint32_t gemm_divide(uint32_t n, struct gemm_divider d)
{
    return d.factor ? (uint32_t)((uint64_t)n * d.factor >> 32) >> d.shift : n;
}

/* Returns the place of cluster of tiles number t. The clusters are numbered plane by plane, within
 * a plane band by band, and within a band row by row from the top. Clusters with neighbouring
 * numbers run at the same time; in this order they read few different lines, which then come from
 * the L2 cache. */
CUDD_FN struct gemm_fused_place gemm_fused_place_of(const struct gemm_fused_tiles *tiles, uint32_t t)
{
    struct gemm_fused_place at;
    const uint32_t plane = gemm_divide(t, tiles->in_plane), u = t - plane * (uint32_t)(tiles->down * tiles->across);
    const uint32_t band = gemm_divide(u, tiles->in_band), v = u - band * (uint32_t)(tiles->down * tiles->band);
    const int last = (int32_t)band == tiles->bands - 1;
    const uint32_t size = (uint32_t)(last ? tiles->across - (int32_t)band * tiles->band : tiles->band);
    const uint32_t down = gemm_divide(v, last ? tiles->by_last : tiles->by_band);
    at.plane = (int32_t)plane;
    at.down = (int32_t)down;
    at.across = (int32_t)(band * (uint32_t)tiles->band + v - down * size);
    return at;
}

#ifdef __cplusplus
}
#endif

#endif
