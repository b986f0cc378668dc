/*
 * The data and functions that the files of the double-double gemm on the CPU share: the plan of a
 * call, the data of its threads, and the tiles and blocks of C. gemm_cpu_w.c describes how they fit
 * together.
 */
#ifndef DDBLAS_LEVEL3_GEMM_CPU_W_JOB_H
#define DDBLAS_LEVEL3_GEMM_CPU_W_JOB_H

#include "gemm_cpu_w.h"

/* ---- plan ------------------------------------------------------------------------------------ */

enum
{
    /* Terms of a piece, a multiple of 16, because the kernels normalise every 16 terms. */
    GEMM_W_PIECE = 96,
    GEMM_W_THIN = 24, /* A C of at most this many columns counts as thin. */
    GEMM_W_LEAF = 4   /* Terms of a leaf: the kernels sum these from zero first. */
};

struct gemm_w_plan
{
    int transposed;  /* 1: the transposed problem C^T = op(B)^T op(A)^T is computed. */
    int64_t m, n, k; /* Sizes of the real product: rows and columns of C or C^T, and terms of a sum. */
    /* Size of a block and number of terms of a piece, including padding. */
    int64_t rows, columns, terms;
    int64_t down, across; /* Number of blocks down a column and across a row of C. */
    /* stretch: number of terms of a stretch, a multiple of GEMM_W_PIECE. stretches: number of
     * stretches. */
    int64_t stretch, stretches;
    /* 1: k is so small that the kernels keep all sums in registers and need no sums in the
     * workspace. */
    int few;
    /* 1: each stretch of a block has sums of its own, which are added at the end. */
    int apart;
    size_t share; /* Bytes of workspace of a thread. */
    /* Bytes of the sums of all blocks and stretches if `apart` is set. In the workspace these sums
     * come after the threads' shares. */
    size_t apart_bytes;
};

/* Returns the number of threads for which there is enough work. */
int ddblas_gemm_w_wanted_threads(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k);

/* Makes the plan of a call with this many threads. */
struct gemm_w_plan ddblas_gemm_w_make_plan(int threads, ddblasType_t type, int64_t m, int64_t n, int64_t k);

/* Returns the number of threads that get a block or a stretch to compute. */
int ddblas_gemm_w_threads_for(int threads, const struct gemm_w_plan *p);

/* Returns the bytes of workspace of all threads together. */
size_t ddblas_gemm_w_total_workspace(int threads, const struct gemm_w_plan *p);

/* ---- job, tiles and blocks ------------------------------------------------------------------- */

/* An operand: op(A), or the transpose of op(B). An element consists of `size` doubles, 1 for D, 2
 * for W and 4 for U; element (r, t) is at X + size (r row + t term). The packed panels hold real
 * numbers of `parts` doubles, 1 for D and 2 for W and U. Only complex operands can be
 * conjugated. */
struct gemm_w_operand
{
    const double *X;
    int64_t row, term, size, parts;
    int conjugate;
};

static inline const double *gemm_w_at(const struct gemm_w_operand *x, int64_t r, int64_t t)
{
    return x->X + x->size * (r * x->row + t * x->term);
}

enum
{
    GEMM_W_AHEAD = 3
};

/* Matrices that are prefetched during the work, because the next product needs them: A, B and C as
 * they are stored. The list ends before the first entry whose `first` is null. */
struct gemm_w_ahead
{
    struct gemm_w_ahead_matrix
    {
        const ddblas_host_w *first;
        int64_t rows, columns, leading;
    } matrix[GEMM_W_AHEAD];
};

/* Data of a call, shared by its threads. Element (i, j) of C is C[i c_row + j c_column]. If
 * plan.transposed is set, A, B and C are those of the transposed problem.
 *
 * A complex problem is computed as a real one (gemm_cpu_u_kernel.h). Then all sizes, rows, columns
 * and terms are those of the real problem. A, B, C and their strides remain complex; the strides
 * count complex elements. */
struct gemm_w_job
{
    const struct ddblas_gemm_problem *problem;
    const struct ddblas_gemm_w_kernels *kernels;
    struct gemm_w_plan plan;
    enum ddblas_gemm_w_form form;
    int complex;
    struct gemm_w_operand A, B;
    ddblas_host_w *C; /* In a complex problem its elements are of type ddblas_host_u. */
    double *apart;    /* If plan.apart is set: the sums of all stretches of all blocks. */
    int64_t c_row, c_column;
    cuddcomplex alpha, beta; /* In a real problem the imaginary parts are 0. */
    /* 1: op(B) is so small that the kernel `direct` reads it where it is in memory. */
    int direct;
    struct gemm_w_ahead ahead;
};

/* A tile of C: the position of its first element, and the numbers of its rows and columns that are
 * inside C. */
struct gemm_w_tile
{
    int64_t i, j;
    int rows, columns;
};

/* Direction of a copy of a tile. */
enum gemm_w_direction
{
    GEMM_W_FROM_C,
    GEMM_W_TO_C
};

/* A block of C. Its sums are stored tile by tile; the tiles of one column of tiles follow one
 * another. */
struct gemm_w_block
{
    int64_t i0, j0, rows, columns; /* The part inside C. */
    double *a, *b;                 /* The pieces of A and B that are packed at present. */
    /* Sums of the current stretch, and of all stretches so far. In the first stretch both point at
     * the same array. */
    double *sums, *totals;
};

/* Returns the part of C that is computed. If the problem is transposed, this is the part of C^T. */
static inline enum ddblas_gemm_part gemm_w_part(const struct gemm_w_job *w)
{
    const enum ddblas_gemm_part part = w->problem->part;
    if (!w->plan.transposed || part == DDBLAS_GEMM_ALL)
        return part;
    return part == DDBLAS_GEMM_LOWER ? DDBLAS_GEMM_UPPER : DDBLAS_GEMM_LOWER;
}

/* Returns 1 if the problem computes none of the rows x columns elements that begin at (i, j). In a
 * complex problem a column of C makes two real columns; if the problem is transposed, a row of the
 * computed matrix makes two real rows. */
static inline int gemm_w_is_outside(const struct gemm_w_job *w, int64_t i, int64_t j, int64_t rows, int64_t columns)
{
    const enum ddblas_gemm_part part = gemm_w_part(w);
    const int64_t down = w->complex && w->plan.transposed ? 2 : 1, across = w->complex && !w->plan.transposed ? 2 : 1;
    const int64_t top = i / down, bottom = (i + rows - 1) / down, left = j / across, right = (j + columns - 1) / across;
    return (part == DDBLAS_GEMM_LOWER && bottom < left) || (part == DDBLAS_GEMM_UPPER && top > right);
}

/* Copies a tile between C and `copy`, in the given direction. It leaves out elements outside the
 * part of C that the problem computes. Columns of `copy` are kernels->mr elements apart. */
void ddblas_gemm_w_copy_tile(const struct gemm_w_job *w, const struct gemm_w_tile *t, enum gemm_w_direction direction,
                             cuddreal *copy);

/* Stores alpha * sums + beta * C in a tile of C. */
void ddblas_gemm_w_store_tile(const struct gemm_w_job *w, const struct gemm_w_tile *t, const double *sums);

/* Returns element (i, j) of C, computed from its sum by cuddMul and cuddAdd, which treat all
 * special values. */
cuddreal ddblas_gemm_w_careful_element(const struct gemm_w_job *w, int64_t i, int64_t j, cuddreal sum, const ddblas_host_w *old);

/* Prepares a call. apart: memory in the workspace for the sums of the stretches (plan.apart). */
struct gemm_w_job ddblas_gemm_w_make_job(const struct ddblas_gemm_problem *problem, struct gemm_w_plan plan, double *apart);

/* Computes work item number `index`. An item is a block or, if the stretches have separate sums,
 * one stretch of a block. share: the workspace of the thread. */
void ddblas_gemm_w_compute_share(const struct gemm_w_job *w, int64_t index, double *share);

/* Stores alpha * sums + beta * C in a block of a complex C. */
void ddblas_gemm_u_store_block(const struct gemm_w_job *w, const struct gemm_w_block *f, const double *sums);

/* Computes a block of a problem with few terms. share: the thread's workspace. */
void ddblas_gemm_w_few_block(const struct gemm_w_job *w, const struct gemm_w_block *f, double *share);

#endif
