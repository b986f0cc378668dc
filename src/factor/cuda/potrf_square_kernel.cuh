/*
 * The square of a Cholesky factorisation that is factored next, ahead of the product that its rows
 * and columns belong to:
 *
 *   S = A - X X^H,  A of order n <= ORDER, X of n x k
 *
 * Tiles: the terms are cut into pieces, one for each blockIdx.x, and the lower triangle into three
 * quarters, one for each blockIdx.y. Each block stores its sums; the first piece has A in addition.
 * The kernel of the diagonal block (potrf_leaf_kernel.cuh) adds the pieces in their order.
 * Edges: rows and terms that do not exist count as 0.
 * Special values: those of the accumulators (dd/scalar.cuh); they appear in S as Inf or NaN.
 * Error bound: docs/numerics.md, "Cholesky and LU factorisations"; the sums are those of gemm.
 */
#ifndef DDBLAS_FACTOR_POTRF_SQUARE_KERNEL_CUH
#define DDBLAS_FACTOR_POTRF_SQUARE_KERNEL_CUH

#include "potrf_leaf_kernel.cuh"

enum
{
    SQUARE_SIDE = 16, /* Threads along a side of a quarter. */
    SQUARE_THREADS = SQUARE_SIDE * SQUARE_SIDE,
    SQUARE_TERMS = 16, /* Terms that are in shared memory at once. */
    SQUARE_PIECES = 16 /* The most pieces. */
};

/* X: element (i, t) at X[i row + t term], or its conjugate there. */
template <class T>
struct square_factor
{
    const T *X;
    int64_t row, term, terms;
    bool conjugate;

    __device__ __forceinline__ T at(int64_t i, int64_t t) const
    {
        const T element = X[i * row + t * term];
        return conjugate ? scalar<T>::conj(element) : element;
    }
};

/* The terms of a piece: a multiple of SQUARE_TERMS. */
static inline int64_t square_terms_of_piece(int64_t terms)
{
    const int64_t groups = (terms + SQUARE_TERMS - 1) / SQUARE_TERMS;
    return (groups + SQUARE_PIECES - 1) / SQUARE_PIECES * SQUARE_TERMS;
}

/* Loads rows [first, first + WIDTH - 1) of X in the terms [from, from + SQUARE_TERMS). */
template <class T, int WIDTH>
static __device__ void square_load(const square_factor<T> &x, int n, int first, int64_t from, int64_t last,
                                   T (&tile)[SQUARE_TERMS][WIDTH])
{
    constexpr int HALF = WIDTH - 1;
    for (int e = (int)threadIdx.x; e < SQUARE_TERMS * HALF; e += SQUARE_THREADS)
    {
        const int i = x.row == 1 ? e % HALF : e / SQUARE_TERMS, t = x.row == 1 ? e / HALF : e % SQUARE_TERMS;
        tile[t][i] = first + i < n && from + t < last ? x.at(first + i, from + t) : scalar<T>::zero();
    }
}

/* pieces: matrices of order ORDER, element (i, j) at i + j ORDER. */
template <class T, int ORDER>
__global__ void __launch_bounds__(SQUARE_THREADS)
    potrf_square_kernel(const leaf_block<T> block, const square_factor<T> x, int64_t terms_of_piece, T *pieces)
{
    constexpr int HALF = ORDER / 2, OWN = HALF / SQUARE_SIDE; /* A thread has OWN x OWN elements. */
    __shared__ T left[SQUARE_TERMS][HALF + 1], right[SQUARE_TERMS][HALF + 1];
    typename scalar<T>::accumulator sum[OWN][OWN];
    const int n = block.n, down = blockIdx.y == 0 ? 0 : HALF, across = blockIdx.y == 2 ? HALF : 0;
    const int i = (int)threadIdx.x % SQUARE_SIDE, j = (int)threadIdx.x / SQUARE_SIDE;
    const int64_t begin = blockIdx.x * terms_of_piece, end = min(begin + terms_of_piece, x.terms);
#pragma unroll
    for (int e = 0; e < OWN * OWN; e++)
        sum[e / OWN][e % OWN].clear();
    for (int64_t from = begin; from < end; from += SQUARE_TERMS)
    {
        square_load(x, n, down, from, end, left);
        square_load(x, n, across, from, end, right);
        __syncthreads();
#pragma unroll
        for (int t = 0; t < SQUARE_TERMS; t++)
        {
#pragma unroll
            for (int e = 0; e < OWN * OWN; e++)
                sum[e / OWN][e % OWN].mac(scalar<T>::neg(left[t][i + e / OWN * SQUARE_SIDE]),
                                          scalar<T>::conj(right[t][j + e % OWN * SQUARE_SIDE]));
            if (t % 8 == 7)
#pragma unroll
                for (int e = 0; e < OWN * OWN; e++)
                    sum[e / OWN][e % OWN].renormalise();
        }
        __syncthreads();
    }
#pragma unroll
    for (int e = 0; e < OWN * OWN; e++)
    {
        const int row = down + i + e / OWN * SQUARE_SIDE, column = across + j + e % OWN * SQUARE_SIDE;
        T total = sum[e / OWN][e % OWN].value();
        if (blockIdx.x == 0 && row < n && row >= column)
            total = scalar<T>::add(block.load(row, column), total);
        pieces[(int64_t)blockIdx.x * ORDER * ORDER + row + column * ORDER] = total;
    }
}

/* Copies the factor, whose element (i, j) is at L[i + j ORDER], to its place. */
template <class T, int ORDER>
__global__ void __launch_bounds__(SQUARE_THREADS) potrf_place_kernel(const leaf_block<T> block, const T *L)
{
    const int n = block.n;
    for (int e = (int)(blockIdx.x * SQUARE_THREADS + threadIdx.x); e < n * n; e += (int)gridDim.x * SQUARE_THREADS)
    {
        const int i = block.row == 1 ? e % n : e / n, j = block.row == 1 ? e / n : e % n;
        if (i >= j)
            block.store(i, j, L[i + j * ORDER]);
    }
}

#endif
