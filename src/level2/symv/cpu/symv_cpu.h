/*
 * symv and hemv on the CPU. Threads work on tiles and write partial sums to the workspace, which
 * are then added in a fixed order.
 *
 * The n rows and columns are cut into as few blocks of at most T as possible; T is a constant of
 * the type or the choice of the tuning table. All blocks but the last have the same size. The
 * stored triangle is then a set of tiles. A tile off the diagonal, with the rows of block ib and
 * the columns of block jb, is read once and gives two partial sums: A_IJ x_J for y_I, and A_IJ^T
 * x_I (A_IJ^H x_I if A is Hermitian) for y_J, where I and J are the index ranges of blocks ib and
 * jb. A tile on the diagonal gives one partial sum. part(ib, jb) is the place in the workspace for
 * the contribution of x_J to y_I. At the end y_I = alpha sum_J part(ib, jb) + beta y_I is added in
 * the order jb = 0, 1, ... None of these operations depends on which thread makes it, so the bits
 * do not depend on the number of threads.
 *
 * Lower and upper triangles differ only in which of a stored tile's two blocks gives the rows: the
 * later one in a lower triangle, the earlier one in an upper triangle.
 */
#ifndef DDBLAS_LEVEL2_SYMV_CPU_H
#define DDBLAS_LEVEL2_SYMV_CPU_H

#include "level2/symv/symv.h"
#include "core/sizes.h"

/* A problem with its blocks. x and part are arrays without gaps that begin at multiples of 64
 * bytes. x is zero beyond n. */
struct ddblas_symv_job
{
    const struct ddblas_symv_problem *problem;
    size_t size; /* Bytes of an element. */
    int64_t T;   /* Order of a block, in rows. */
    int64_t blocks;
    char *x;       /* blocks * T elements. */
    char *part;    /* blocks^2 * T elements. */
    char *scratch; /* Scratch memory: a share for each thread. */
    size_t share;  /* Bytes of a share, a multiple of 64. */
};

/* The functions and constants of a type. */
struct ddblas_symv_cpu_ops
{
    int64_t T; /* Largest order of a block if no table says otherwise. */
    /* The order of a block is a multiple of `unit`, and it is at most `most`. */
    int64_t unit, most;
    /* Number of elements of A that are worth a thread: about 50 us of work, ten times the cost of a
     * parallel region. */
    double elements;
    int cblas; /* Nonzero: a tile calls CBLAS, which must then use one thread only. */
    /* Bytes of scratch that a thread needs for a tile, in addition to its stack of 128 KiB. */
    size_t scratch;
    /* Multiplies by the stored tile with the rows of block ib and the columns of block jb. Writes
     * part(ib, jb); if ib and jb differ, also part(jb, ib). */
    void (*tile)(const struct ddblas_symv_job *job, int64_t ib, int64_t jb, void *scratch);
    /* Computes y_I from part(ib, 0), part(ib, 1), ... */
    void (*finish)(const struct ddblas_symv_job *job, int64_t ib);
    /* y = beta y. */
    void (*scale)(const struct ddblas_symv_problem *problem);
    int (*is_zero)(const void *scalar);
};

extern const struct ddblas_symv_cpu_ops ddblas_symv_cpu_s, ddblas_symv_cpu_d, ddblas_symv_cpu_c, ddblas_symv_cpu_z,
    ddblas_symv_cpu_w, ddblas_symv_cpu_u;

/* Returns the functions of a type, or null if the CPU engine does not support the type. */
const struct ddblas_symv_cpu_ops *ddblas_symv_cpu_ops(ddblasType_t type);

/* Returns the address of part(ib, jb). */
static inline void *ddblas_symv_part(const struct ddblas_symv_job *job, int64_t ib, int64_t jb)
{
    return job->part + (size_t)((ib * job->blocks + jb) * job->T) * job->size;
}

/* Returns the address of element ib * T of x. */
static inline const void *ddblas_symv_x(const struct ddblas_symv_job *job, int64_t ib)
{
    return job->x + (size_t)(ib * job->T) * job->size;
}

/* Returns the number of rows (or columns) of block ib that are inside the matrix. */
static inline int64_t ddblas_symv_extent(const struct ddblas_symv_job *job, int64_t ib)
{
    int64_t left = job->problem->n - ib * job->T;
    return least(left, job->T);
}

/* Returns the address of element (i, j) of A, counted from 0. */
static inline const void *ddblas_symv_element(const struct ddblas_symv_job *job, int64_t i, int64_t j)
{
    return (const char *)job->problem->A + ((size_t)j * (size_t)job->problem->lda + (size_t)i) * job->size;
}

/* Returns the index of element i of a vector of n elements with increment inc, counted from the
 * caller's first stored element. */
static inline int64_t ddblas_symv_index(int64_t i, int64_t n, int64_t inc) { return inc > 0 ? i * inc : (i - (n - 1)) * inc; }

/* The id of the space of symv on the CPU (tune.h). */
extern const char ddblas_symv_cpu_id;

#endif
