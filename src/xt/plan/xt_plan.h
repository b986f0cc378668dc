/*
 * The plan of a product over host memory: blocks of C, their order, and the use of a device's
 * memory. Plain C that depends only on sizes, memory and rates, tested without a GPU.
 *
 * C is cut into blocks of rows x columns, called units, and k into chunks of `terms`. For each
 * chunk a unit needs one tile of op(A) and one of op(B). In the device's memory a slot is the place
 * of a tile, and a result is the place of a unit. A panel is all tiles of one block row of op(A) or
 * of one block column of op(B). Units are ordered by columns of blocks, alternately down and up, so
 * that neighbours in the order share a panel of op(A) or op(B). A lane is a device with its streams
 * and threads. For several lanes C is first cut into bands of rows, so that each lane's section of
 * the order is as square as possible.
 *
 *   order for one band       order for two bands
 *     1  6  7                  1  4  5
 *     2  5  8                  2  3  6
 *     3  4  9                  --------
 *                              7 10 11
 *                              8  9 12
 *
 * If a lane computed its first unit alone, it would have to load two whole panels first. If the
 * memory holds all tiles and further results, the lane therefore begins with a window of units: it
 * computes the first chunk of each of them, and then the other chunks unit by unit. So the first
 * few tiles already give much work.
 */
#ifndef DDBLAS_XT_PLAN_H
#define DDBLAS_XT_PLAN_H

#include "level3/gemm/gemm.h"

enum
{
    XT_MOST_RESULTS = 32,
    XT_MOST_UNITS = 1 << 22
};

/* Rates of one device, from which the plan estimates times. */
struct xt_rates
{
    double in, out; /* Bytes a second over the bus, in each direction. */
    /* A product of m x k by k x n takes call + result m n + operand (m + n) k + term m n k
     * seconds. */
    double call, result, operand, term;
};

/* Returns the rates of a GPU. They were measured on an H200. */
struct xt_rates ddblas_xt_rates(ddblasType_t type);

struct xt_request
{
    ddblasType_t type;
    /* If not ALL: the product is that of a matrix with its own transpose, and m = n. */
    enum ddblas_gemm_part part;
    int64_t m, n, k;
    int reads_c;
    int reuse, drain;
    int engine_workspace; /* 1: the products need workspace in device memory. */
    size_t memory;        /* Bytes of memory on one device. */
    /* Size of the blocks that the caller wants, in elements; 0: the plan chooses. */
    int64_t rows, columns, terms;
};

struct xt_plan
{
    enum ddblas_gemm_part part;
    int64_t m, n, k;
    /* rows, columns: size of a unit. terms: number of terms of a chunk. The last unit or chunk may
     * be smaller. */
    int64_t rows, columns, terms;
    /* Number of units in a column of blocks and in a row of blocks. Number of chunks of k; 0: there
     * is no product. */
    int64_t down, across, chunks;
    int64_t units;
    int64_t slots, results;
    /* Number of units that begin together when a lane starts; 1: there is no window. */
    int64_t window;
    /* Bytes of one slot, of one result, and of the workspace of the products. */
    size_t tile_bytes, result_bytes, workspace;
    /* Number of bands of block rows. The bands follow one another in the order. It is 1 for
     * triangles. */
    int64_t bands;
    double seconds; /* Predicted time of one device, in seconds. */
};

/* Makes the plan. Returns INVALID_VALUE if there are more than XT_MOST_UNITS units even with the
 * blocks that the caller has chosen, or with the largest possible ones. Returns WORKSPACE_TOO_SMALL
 * if the memory holds no blocks, or only such blocks as make too many units. */
ddblasStatus_t ddblas_xt_make_plan(struct xt_plan *plan, const struct xt_request *request, const struct xt_rates *rates);

/* Returns the leading dimension of a slot or result for `rows` rows. */
int64_t ddblas_xt_leading(int64_t rows);

struct xt_unit
{
    int64_t i, j; /* Block row and block column. */
};

/* Sets the number of bands that suits a number of lanes. */
void ddblas_xt_cut_bands(struct xt_plan *plan, int lanes);

/* ddblas_xt_unit returns the unit with number `index` in the order. ddblas_xt_index returns the
 * index of unit (i, j), or -1 if the unit is outside the triangle. */
struct xt_unit ddblas_xt_unit(const struct xt_plan *plan, int64_t index);
int64_t ddblas_xt_index(const struct xt_plan *plan, int64_t i, int64_t j);

/* Returns the index of the first unit in column j of the band of row i. */
int64_t ddblas_xt_column_start(const struct xt_plan *plan, int64_t i, int64_t j);

/* Finds the units [*first, *end) of the order that belong to lane `part` of `parts` lanes. */
void ddblas_xt_section(const struct xt_plan *plan, int part, int parts, int64_t *first, int64_t *end);

/* Returns 1 if a unit should go to the CPU. `left` units are left, a device needs device_seconds
 * for a unit, and the CPU needs cpu_seconds. The CPU should take a unit if it ends that unit before
 * the devices end all the others. */
int ddblas_xt_share_pays(int64_t left, double device_seconds, double cpu_seconds);

#endif
