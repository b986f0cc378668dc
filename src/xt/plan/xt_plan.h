/*
 * The plan of a product over host memory: blocks of C, their order, what of a device's memory holds what. Plain C of sizes,
 * memory and rates, tested without a GPU.
 *
 * C is cut into units of rows x columns, k into chunks of terms. A unit takes one tile of op(A) and one of op(B) for each chunk;
 * tiles stand in slots of a device's memory, units in results. Units are taken column of blocks by column, up and down in turn,
 * so that neighbours share a panel of A or B; for several lanes C is first cut into bands of rows, so that a lane's section of
 * the order is as square as may be.
 *
 * The first units of a lane wait for loads: two panels for one unit. Where the memory holds all tiles and results to spare, a
 * window of units begins together: the first chunk of each, then the others unit by unit, so that few tiles give much work.
 */
#ifndef DDBLAS_XT_PLAN_H
#define DDBLAS_XT_PLAN_H

#include "level3/gemm/gemm.h"

enum
{
    XT_MOST_RESULTS = 32,
    XT_MOST_UNITS = 1 << 22
};

/* Seconds by which the plan judges blocks, of one device. */
struct xt_rates
{
    double in, out; /* bytes a second over the bus */
    /* a product of m x k by k x n: call + result m n + operand (m + n) k + term m n k */
    double call, result, operand, term;
};

/* What is known of GPUs: measured on an H200. */
struct xt_rates ddblas_xt_rates(ddblasType_t type);

struct xt_request
{
    ddblasType_t type;
    enum ddblas_gemm_part part; /* not ALL: a product with its own transpose, m = n */
    int64_t m, n, k;
    int reads_c;
    int reuse, drain;
    int engine_workspace;         /* products need workspace of the device's memory */
    size_t memory;                /* of one device */
    int64_t rows, columns, terms; /* 0: chosen here */
};

struct xt_plan
{
    enum ddblas_gemm_part part;
    int64_t m, n, k;
    int64_t rows, columns, terms; /* of a unit, of a chunk; the last ones may be smaller */
    int64_t down, across, chunks; /* chunks = 0: no product */
    int64_t units;
    int64_t slots, results;
    int64_t window;                             /* units that begin together, at a lane's start; 1: none */
    size_t tile_bytes, result_bytes, workspace; /* of one slot, of one result, of products */
    int64_t bands;                              /* of rows of blocks, one after the other in the order; 1 for triangles */
    double seconds;                             /* expected, one device */
};

/* INVALID_VALUE where the blocks that the caller wants, or the largest there are, make more than XT_MOST_UNITS units;
 * WORKSPACE_TOO_SMALL where the memory holds no blocks but such. */
ddblasStatus_t ddblas_xt_make_plan(struct xt_plan *plan, const struct xt_request *request, const struct xt_rates *rates);

/* Leading dimension in a slot or result for `rows` rows. */
int64_t ddblas_xt_leading(int64_t rows);

struct xt_unit
{
    int64_t i, j; /* block row and column */
};

/* Bands for a number of lanes. */
void ddblas_xt_cut_bands(struct xt_plan *plan, int lanes);

/* Unit `index` of the order, and the index of a unit; -1 for one outside the triangle. */
struct xt_unit ddblas_xt_unit(const struct xt_plan *plan, int64_t index);
int64_t ddblas_xt_index(const struct xt_plan *plan, int64_t i, int64_t j);

/* The first unit of the order in column j of the band that row i is in. */
int64_t ddblas_xt_column_start(const struct xt_plan *plan, int64_t i, int64_t j);

/* Which units of the order are whose: `part` of `parts` lanes has [first, end). */
void ddblas_xt_section(const struct xt_plan *plan, int part, int parts, int64_t *first, int64_t *end);

/* 1 when a CPU that takes cpu_seconds for a unit is done with one before the devices, at device_seconds for each, are done with
 * all `left` units. */
int ddblas_xt_share_pays(int64_t left, double device_seconds, double cpu_seconds);

#endif
