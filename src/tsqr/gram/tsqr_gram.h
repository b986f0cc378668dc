/*
 * R and explicit Q from Gram matrices, for matrices whose columns are far from dependent: what the kernels are told.
 *
 *   A^T A = R1^T R1,   Q1 = A R1^-1,   Q1^T Q1 = R2^T R2,   Q = Q1 R2^-1,   R = R2 R1
 *
 * (Y. Yamamoto, Y. Nakatsukasa, Y. Yanagisawa, T. Fukaya, Roundoff error analysis of the CholeskyQR2 algorithm, Electron. Trans.
 * Numer. Anal. 44, 2015.) The second Gram matrix is the first one's check: A is refused unless all pivots exceed rounding
 * errors, the columns' squares are far from underflow and ||Q1^T Q1 - I||_F <= 1/4. Nothing is written over A and R before that
 * is known, so a matrix that is refused is factored by reflections, whose kernels return at once when it is not. Numbers between
 * the passes are doubles for S and D, double-double for W: the work type.
 */
#ifndef DDBLAS_TSQR_TSQR_GRAM_H
#define DDBLAS_TSQR_TSQR_GRAM_H

#include <stddef.h>

#include "tsqr/cuda/tsqr_level.h"

enum
{
    DDBLAS_TSQR_GRAM_COLUMNS = 128, /* the most columns */
    DDBLAS_TSQR_GRAM_ROWS = 256,    /* of a chunk of S and D up to 64 columns, half of them beyond */
    DDBLAS_TSQR_GRAM_ROWS_W = 64,
    DDBLAS_TSQR_GRAM_MULTIPROCESSORS = 132 /* that the parts are made for: on others the bits are the same */
};

struct tsqr_gram
{
    void *A; /* m x n; Q in the end */
    struct tsqr_stride a;
    int64_t m;
    int32_t n;
    int32_t parts;     /* of the rows, each summed by one thread block */
    int64_t part_rows; /* of all parts but the last: whole chunks */
    void *R;           /* n x n upper triangle, zeros below */
    struct tsqr_stride r;
    /* Of the work type, triangles packed by columns as S is: */
    void *partial;    /* `parts` triangles one behind another: Gram matrices of the parts */
    void *gram;       /* their sum */
    void *R1, *R2;    /* triangles, behind each the n reciprocals of its diagonal; in doubles less 1 behind R2 */
    int32_t *refused; /* 0 or 1, from the first factor on */
};

/* Elements of the work type that R1 and R2 each take. */
TSQR_FN int64_t tsqr_gram_factor_elements(int64_t n) { return tsqr_packed(n) + n; }

/* 1 for elements of W, `size` bytes each, 0 for those of S and D. */
TSQR_FN int tsqr_gram_of_pairs(size_t size) { return size > sizeof(double); }

/* Blocks that a multiprocessor holds at once, by the registers they take. */
TSQR_FN int tsqr_gram_blocks(int64_t n, size_t size)
{
    return tsqr_gram_of_pairs(size) ? (n <= 64 ? 2 : 1) : n <= 16 ? 3 : n <= 32 ? 2 : 1;
}

/* The most chunks of a part, so that no sum is a long chain of additions. */
TSQR_FN int64_t tsqr_gram_most_chunks(int64_t n, size_t size)
{
    return tsqr_gram_of_pairs(size) ? (n <= 32 ? 8 : 32) : n <= 16 ? 8 : 16;
}

/* Rows of a part of m >= 1 rows of a type of `size` bytes: of as many parts as blocks run at once, of whole chunks, the last one
 * perhaps with less; of so many more that none has too many chunks, where whole waves of blocks lose least. */
TSQR_FN int64_t tsqr_gram_part_rows(int64_t m, int64_t n, size_t size)
{
    const int64_t rows = tsqr_gram_of_pairs(size) ? DDBLAS_TSQR_GRAM_ROWS_W
                         : n <= 64                ? DDBLAS_TSQR_GRAM_ROWS
                                                  : DDBLAS_TSQR_GRAM_ROWS / 2,
                  chunks = (m - 1) / rows + 1, most = DDBLAS_TSQR_GRAM_MULTIPROCESSORS * tsqr_gram_blocks(n, size),
                  once = (chunks - 1) / most + 1, limit = tsqr_gram_most_chunks(n, size);
    if (once <= limit)
        return once * rows;
    int64_t best = limit, least = INT64_MAX;
    for (int64_t c = limit; c > limit / 2; c--)
    {
        const int64_t parts = (chunks - 1) / c + 1, steps = ((parts - 1) / most + 1) * c;
        if (steps < least)
        {
            best = c;
            least = steps;
        }
    }
    return best * rows;
}
TSQR_FN int64_t tsqr_gram_parts(int64_t m, int64_t n, size_t size) { return (m - 1) / tsqr_gram_part_rows(m, n, size) + 1; }

#endif
