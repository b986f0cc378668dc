/*
 * R and explicit Q from Gram matrices, for matrices whose columns are far from dependent: sizes and
 * the arguments of the kernels.
 *
 *   A^T A = R1^T R1,   Q1 = A R1^-1,   Q1^T Q1 = R2^T R2,   Q = Q1 R2^-1,   R = R2 R1
 *
 * (Y. Yamamoto, Y. Nakatsukasa, Y. Yanagisawa, T. Fukaya, Roundoff error analysis of the
 * CholeskyQR2 algorithm, Electron. Trans. Numer. Anal. 44, 2015.) The second Gram matrix checks the
 * first pass. A is accepted if all pivots of the Cholesky factorisations exceed their rounding
 * errors, the square sums of the columns are far from underflow, and ||Q1^T Q1 - I||_F <= 1/4. A
 * and R are not overwritten before this check. The Householder kernels are launched after those of
 * the Gram route; they factor a matrix that was refused and return at once if it was accepted. The
 * work type, in which everything between A and Q is computed, is double for S and D, and
 * double-double for W.
 */
#ifndef DDBLAS_TSQR_TSQR_GRAM_H
#define DDBLAS_TSQR_TSQR_GRAM_H

#include <stddef.h>

#include <dd/ddblas.h>

#include "machine/machine.h"
#include "tsqr/cuda/tsqr_level.h"

/* The types that have the Gram route, a mask of types.def. */
#define DDBLAS_TSQR_GRAM_TYPES (DDBLAS_TYPES_OF_TSQR & DDBLAS_TYPES_REAL)

enum
{
    DDBLAS_TSQR_GRAM_COLUMNS = 128, /* Most columns of a matrix. */
    /* Rows of a chunk in S and D with up to 64 columns; half as many with more columns. */
    DDBLAS_TSQR_GRAM_ROWS = 256,
    DDBLAS_TSQR_GRAM_ROWS_W = 64, /* Rows of a chunk in W. */
    /* The rows are divided into parts as if every GPU had this many multiprocessors. The division
     * decides the order of additions, so that all GPUs give the same bits. */
    DDBLAS_TSQR_GRAM_MULTIPROCESSORS = H200_MULTIPROCESSORS
};

struct tsqr_gram
{
    void *A; /* m x n; overwritten by Q. */
    struct tsqr_stride a;
    int64_t m;
    int32_t n;
    /* Number of parts into which the rows are divided. One thread block sums one part. */
    int32_t parts;
    int64_t part_rows; /* Rows of every part but the last, a whole number of chunks. */
    void *R;           /* n x n upper triangle; zeros are written below its diagonal. */
    struct tsqr_stride r;
    /* The following arrays have elements of the work type. Triangles are packed by columns, as the
     * member S of struct tsqr_level is. */
    void *partial; /* The Gram matrices of the parts, one triangle after another. */
    void *gram;    /* The sum of the parts. */
    /* Each factor is followed by n numbers. After R1, and in W after R2, these are the reciprocals
     * of the factor's diagonal elements; after R2 in S and D they are the reciprocals minus 1. */
    void *R1, *R2;
    /* 1: the matrix is refused. The first factorisation sets this to 0 or 1. The second one can
     * change it only from 0 to 1. */
    int32_t *refused;
};

/* Returns the number of elements of the work type that R1 takes, or R2, together with the n numbers
 * behind it. */
TSQR_FN int64_t tsqr_gram_factor_elements(int64_t n) { return tsqr_packed(n) + n; }

/* The argument `pairs` here and below is 1 for W, whose elements are pairs of doubles, and 0 for S
 * and D. */

/* Returns the number of thread blocks that the registers of a multiprocessor can hold at once. */
TSQR_FN int tsqr_gram_blocks(int64_t n, int pairs) { return pairs ? (n <= 64 ? 2 : 1) : n <= 16 ? 3 : n <= 32 ? 2 : 1; }

/* Returns the largest number of chunks of a part. The limit keeps the chains of additions, and with
 * them the rounding errors, short. */
TSQR_FN int64_t tsqr_gram_most_chunks(int64_t n, int pairs) { return pairs ? (n <= 32 ? 8 : 32) : n <= 16 ? 8 : 16; }

/* Returns the number of rows of a part, for a matrix of m >= 1 rows. Parts are whole chunks; the
 * last part may have fewer rows. Normally there is one part for each thread block that runs at
 * once. If a part would then have more chunks than tsqr_gram_most_chunks allows, there are more
 * parts, which run in several waves. The part size is then between half the limit and the limit;
 * the function takes the size for which (chunks of a part) x (number of waves) is least, because
 * the time is proportional to this product. */
TSQR_FN int64_t tsqr_gram_part_rows(int64_t m, int64_t n, int pairs)
{
    const int64_t rows = pairs     ? DDBLAS_TSQR_GRAM_ROWS_W
                         : n <= 64 ? DDBLAS_TSQR_GRAM_ROWS
                                   : DDBLAS_TSQR_GRAM_ROWS / 2,
                  chunks = (m - 1) / rows + 1, most = DDBLAS_TSQR_GRAM_MULTIPROCESSORS * tsqr_gram_blocks(n, pairs),
                  once = (chunks - 1) / most + 1, limit = tsqr_gram_most_chunks(n, pairs);
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
TSQR_FN int64_t tsqr_gram_parts(int64_t m, int64_t n, int pairs) { return (m - 1) / tsqr_gram_part_rows(m, n, pairs) + 1; }

#endif
