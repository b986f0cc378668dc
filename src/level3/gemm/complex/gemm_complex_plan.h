/*
 * Complex double-double gemm on the CUDA engine: the sizes of the blocks. Plain C, tested without a
 * GPU.
 *
 * C is cut into blocks, and k into slices; the slices depend on k alone. For each slice in turn a
 * block's columns of op(A) and op(B) are expanded to real matrices in the workspace, and their
 * product is added to P:
 *
 *   A'   2 terms x rows        column i: re a, im a of each term of row i of op(A)
 *   B'   2 terms x 2 columns   column 2j: re b, -im b of each term of column j of op(B)
 *                              column 2j + 1: im b, re b
 *   P    rows x 2 columns      sum over the slices of A'^T B': column 2j is the real part of
 *                              column j of op(A) op(B), column 2j + 1 the imaginary part
 *
 * The product A'^T B' is formed by a double-double gemm, which uses the rest of the workspace.
 *
 * If three real products make a complex one (gemm_complex_three.h), the same numbers lie in another
 * order: all real parts of a column come before all imaginary parts, each padded with zeros to
 * `padded` numbers.
 */
#ifndef DDBLAS_LEVEL3_GEMM_COMPLEX_PLAN_H
#define DDBLAS_LEVEL3_GEMM_COMPLEX_PLAN_H

#include <stddef.h>
#include <stdint.h>

enum
{
    /* Most complex terms of a slice. They are 6144 real terms, which is less than GEMM_BYTE_TERMS =
     * 6656: up to that number the residue route gives the same bits whether its products are stored
     * as bytes or as INT32 (docs/numerics.md). */
    GEMM_COMPLEX_SLICE = 3072,
    /* Largest number of rows of a block, and of its real columns. */
    GEMM_COMPLEX_EDGE = 4096,
    /* Smallest number of rows, and of real columns, to which a block is reduced. */
    GEMM_COMPLEX_LEAST_EDGE = 32,
    /* Least number of blocks along the diagonal of a triangle of C. */
    GEMM_COMPLEX_TRIANGLE_PARTS = 8,
    /* The sizes if three real products make a complex one, in complex numbers. Blocks are large,
     * because both operands are converted for each block. They have more rows than columns, because
     * the residues of a block's rows are kept while one block of columns after another is
     * treated. */
    GEMM_COMPLEX_THREE_SLICE = 16384,
    GEMM_COMPLEX_THREE_ROWS = 16384,
    GEMM_COMPLEX_THREE_COLUMNS = 8192,
    /* The columns become fewer than this only after the rows have been halved. */
    GEMM_COMPLEX_THREE_FEWEST_COLUMNS = 2048,
    GEMM_COMPLEX_THREE_LEAST_EDGE = 64,
    /* Least number of blocks along the diagonal of a triangle of C. It is smaller than
     * GEMM_COMPLEX_TRIANGLE_PARTS, because each block converts its columns anew. */
    GEMM_COMPLEX_THREE_TRIANGLE_PARTS = 4
};

/* How the product of a block is formed. */
enum gemm_complex_method
{
    GEMM_COMPLEX_REAL, /* By one double-double gemm of A' and B'. */
    GEMM_COMPLEX_THREE /* By three products of residues (gemm_complex_three.h). */
};

struct gemm_complex_plan
{
    enum gemm_complex_method method;
    int64_t rows, columns; /* Size of a block of C, in elements. */
    int64_t terms;         /* Terms of a slice. */
    /* Half of the length of a column of A' and B', in numbers; at least `terms`. */
    int64_t padded;
    /* Offsets in bytes of A', B' and P in the workspace; the gemm's workspace begins at `own`. */
    size_t a, b, product, own;
};

/* Returns in *full and *smallest the bytes of workspace of the double-double gemm of an m x n block
 * with k terms: those for full speed, and the least with which it runs. `data` is the argument that
 * ddblas_gemm_complex_make_plan got under this name. */
typedef void gemm_complex_needs(const void *data, int64_t m, int64_t n, int64_t k, size_t *full, size_t *smallest);

/* Makes the plan with the largest blocks that fit the budget: their own arrays and the least
 * workspace of the gemm of a block have at most `budget` bytes together. Returns 0 if there is no
 * such plan. With a budget of 0 the plan has the smallest blocks. */
int ddblas_gemm_complex_make_plan(struct gemm_complex_plan *plan, enum gemm_complex_method method, int64_t m, int64_t n,
                                  int64_t k, int triangle, size_t budget, gemm_complex_needs *needs, const void *data);

/* Returns the number of terms to which GEMM_COMPLEX_THREE pads the real parts, and the imaginary
 * parts, of `terms` complex terms. */
int64_t ddblas_gemm_complex_three_padded(int64_t terms);

/* Offsets in bytes of the arrays with which GEMM_COMPLEX_THREE computes a block. Index 0: rows of
 * op(A), 1: columns of op(B). */
struct gemm_complex_three_layout
{
    /* tops, keys and uppers follow one another without gaps. */
    size_t tops[2], keys[2], uppers[2], residue[2];
    /* One plane of bytes for each modulus, three times. */
    size_t products;
    /* Two planes of INT32, for the real parts and for the imaginary parts. */
    size_t guard;
    size_t mask, any, one, end;
};

struct gemm_complex_three_layout ddblas_gemm_complex_three_layout_of(int64_t rows, int64_t columns, int64_t terms);

/* Returns the bytes of workspace for the plan's blocks: in *full those for full speed, at most
 * `budget`, and in *smallest the least with which the blocks can be computed. */
void ddblas_gemm_complex_workspace_of(const struct gemm_complex_plan *plan, size_t budget, gemm_complex_needs *needs,
                                      const void *data, size_t *full, size_t *smallest);

#endif
