/*
 * symv and hemv on the CPU: tiles in parallel, partial sums in the workspace, added in a fixed order.
 *
 * The order n is cut into blocks of T rows and columns: as few as a greatest order, a constant of the type or the table's choice,
 * allows, and all alike but for the last. The stored triangle is then a set of T x T tiles. A tile off the diagonal, rows of
 * block ib and columns of block jb, is read once and gives two partial sums, A_IJ x_J for y_I and A_IJ^T x_I (or ^H) for y_J; a
 * tile on the diagonal gives one. Each partial sum has a place of its own, part(ib, jb) being what x_J contributes to y_I, and
 * y_I = alpha sum_J part(ib, jb) + beta y_I is formed in the order jb = 0, 1, ... at the end. Nothing depends on which thread
 * does what, so the bits do not depend on the number of threads.
 *
 * Lower and upper differ in one line: the stored tile of two blocks has the later block as its rows, or as its columns.
 */
#ifndef DDBLAS_LEVEL2_SYMV_CPU_H
#define DDBLAS_LEVEL2_SYMV_CPU_H

#include "symv.h"

/* A problem with its blocks. x and part are contiguous, blocks of T elements, 64-byte aligned; x is zero beyond n. */
struct ddblas_symv_job
{
    const struct ddblas_symv_problem *problem;
    size_t size; /* bytes of an element */
    int64_t T;   /* order of a block */
    int64_t blocks;
    char *x;       /* blocks T elements */
    char *part;    /* blocks^2 T elements */
    char *scratch; /* a share for each thread */
    size_t share;  /* bytes, a multiple of 64 */
};

/* What a type offers. */
struct ddblas_symv_cpu_ops
{
    int64_t T;          /* the greatest order without a table */
    int64_t unit, most; /* orders are multiples of unit, at most `most` */
    double elements;    /* elements of A that are worth a thread: they take 50 us or so, ten times a parallel region's time */
    int cblas;          /* a tile calls CBLAS, whose own threads are to keep out of it */
    size_t scratch;     /* bytes that a thread needs for a tile beside its stack, which may be one of 128 KiB */
    /* The stored tile with rows ib and columns jb: writes part(ib, jb), and part(jb, ib) when they differ. */
    void (*tile)(const struct ddblas_symv_job *job, int64_t ib, int64_t jb, void *scratch);
    /* y_I from part(ib, 0), part(ib, 1), ... */
    void (*finish)(const struct ddblas_symv_job *job, int64_t ib);
    /* y = beta y. */
    void (*scale)(const struct ddblas_symv_problem *problem);
    int (*is_zero)(const void *scalar);
};

extern const struct ddblas_symv_cpu_ops ddblas_symv_cpu_s, ddblas_symv_cpu_d, ddblas_symv_cpu_c, ddblas_symv_cpu_z,
    ddblas_symv_cpu_w, ddblas_symv_cpu_u;

/* Null for a type that the CPU engine lacks. */
const struct ddblas_symv_cpu_ops *ddblas_symv_cpu_ops(ddblasType_t type);

/* part(ib, jb). */
static inline void *ddblas_symv_part(const struct ddblas_symv_job *job, int64_t ib, int64_t jb)
{
    return job->part + (size_t)((ib * job->blocks + jb) * job->T) * job->size;
}

/* The elements of x with index ib T and up. */
static inline const void *ddblas_symv_x(const struct ddblas_symv_job *job, int64_t ib)
{
    return job->x + (size_t)(ib * job->T) * job->size;
}

/* Rows (or columns) of block ib that exist. */
static inline int64_t ddblas_symv_extent(const struct ddblas_symv_job *job, int64_t ib)
{
    int64_t left = job->problem->n - ib * job->T;
    return left < job->T ? left : job->T;
}

/* Element (i, j) of A, counted from 0. */
static inline const void *ddblas_symv_element(const struct ddblas_symv_job *job, int64_t i, int64_t j)
{
    return (const char *)job->problem->A + ((size_t)j * (size_t)job->problem->lda + (size_t)i) * job->size;
}

/* Index of element i of a vector of n elements with increment inc, counted from the caller's first stored element. */
static inline int64_t ddblas_symv_index(int64_t i, int64_t n, int64_t inc) { return inc > 0 ? i * inc : (i - (n - 1)) * inc; }

#endif
