/*
 * A panel of a symmetric indefinite factorisation by one launch. In the view of sytrf.h, for the
 * columns k of a panel:
 *
 *   w = column k of A, less the products of the panel's columns before it
 *   the pivot is chosen (sytrf_pivot.h); a row that it needs is computed in the same way
 *   rows and columns are exchanged: in A from column k on, in L and W of the panel
 *   L = W D^-1, and the columns of L go to A
 *
 * Tiles: a thread has a row, or several rows one grid apart, for the whole panel. It alone computes
 * the row's elements of w and of L. The blocks are all resident at once (cooperative launch) and
 * meet at a barrier, an atomic counter that all of them poll, where one needs what another has
 * written:
 *
 *   1. each thread computes its elements of w; each block stores its largest magnitude;    barrier
 *   2. if row r must be looked at, the same for row r, into a vector of candidates;        barrier
 *   3. all blocks come to the same choice. Each thread copies its candidates to W and moves its
 *      elements of the row that changes places; the first block exchanges two rows of L and W. If
 *      any of this is done:                                                               barrier
 *   4. each thread computes its elements of L.
 *
 * Vectors of candidates and magnitudes exist twice, for even and odd steps: a block that writes
 * those of step s + 2 has met all others in step s + 1, after they have read those of step s. What
 * others read of D is read before the first block may exchange it.
 *
 * Work: columns^2 / 2 multiply-adds for each row, and as many if each step looks at a row; one to
 * three barriers a step.
 * Edges: rows beyond the last one have no thread. A pivot of order 2 may end behind the panel.
 * Error bound: docs/numerics.md, "Symmetric indefinite factorisations".
 */
#ifndef DDBLAS_FACTOR_SYTRF_PANEL_KERNEL_CUH
#define DDBLAS_FACTOR_SYTRF_PANEL_KERNEL_CUH

#include <dd/scalar.cuh>

#include "backend/instructions.cuh"
#include "factor/sytrf_pivot.h"

enum
{
    SYTRF_THREADS = 128,
    SYTRF_MOST_BLOCKS = SYTRF_THREADS, /* A thread for each block's magnitude. */
    SYTRF_WIDTH = 33                   /* Columns of L and W. */
};

/* The state of a factorisation. */
struct sytrf_state
{
    int64_t next; /* The column with which the next panel begins. */
    int met;      /* Arrivals at barriers of this launch. */
    int unused;
    ddblas_pivot best[2][2][SYTRF_MOST_BLOCKS]; /* The best pivots of even and odd steps, of columns and rows. */
};

/* A panel: struct ddblas_sytrf_panel with typed pointers. */
template <class T>
struct sytrf_view
{
    T *A, *L, *W, *candidates;
    int64_t n, lda, first, last;
    bool hermitian, upper;
    sytrf_state *state;
    int64_t *ipiv, *info;

    __device__ __forceinline__ int64_t row_of(int64_t i) const { return upper ? n - 1 - i : i; }
    __device__ __forceinline__ T &a(int64_t i, int64_t j) const { return A[row_of(i) + row_of(j) * lda]; }
    __device__ __forceinline__ T &l(int64_t i, int64_t j) const { return L[row_of(i) + (j - first) * n]; }
    __device__ __forceinline__ T &w(int64_t i, int64_t j) const { return W[row_of(i) + (j - first) * n]; }
    __device__ __forceinline__ T adjoint(T x) const { return hermitian ? scalar<T>::conj(x) : x; }
    __device__ __forceinline__ T diagonal(T x) const { return hermitian ? scalar<T>::real_of(x) : x; }
    /* Element (i, j) of the matrix that is not yet factored. */
    __device__ __forceinline__ T symmetric(int64_t i, int64_t j) const
    {
        return i == j ? diagonal(a(i, i)) : i > j ? a(i, j) : adjoint(a(j, i));
    }
    /* The rows of a thread are begin(), begin() + stride(), ... */
    __device__ __forceinline__ int64_t begin() const { return first + (int64_t)blockIdx.x * SYTRF_THREADS + threadIdx.x; }
    __device__ __forceinline__ int64_t stride() const { return (int64_t)gridDim.x * SYTRF_THREADS; }
};

static __device__ __noinline__ cuddreal sytrf_quotient(cuddreal a, cuddreal b) { return cuddDiv(a, b); }
static __device__ __noinline__ cuddcomplex sytrf_quotient(cuddcomplex a, cuddcomplex b) { return cuddcDiv(a, b); }
template <class T>
static __device__ __forceinline__ T sytrf_difference(T a, T b)
{
    return scalar<T>::add(a, scalar<T>::neg(b));
}

/* Waits until all blocks have arrived; *expected counts the arrivals up to then. What a block has
 * stored before is visible to all blocks afterwards. */
static __device__ void sytrf_meet(sytrf_state *state, int *expected)
{
    __syncthreads();
    *expected += (int)gridDim.x;
    if (threadIdx.x == 0 && gridDim.x > 1)
    {
        __threadfence();
        atomicAdd(&state->met, 1);
        while (load_acquire(&state->met) < *expected)
            __nanosleep(20);
        __threadfence();
    }
    __syncthreads();
}

/* A row that is not in the matrix: every row comes before it. */
static __device__ __forceinline__ ddblas_pivot sytrf_no_pivot() { return {cuddFromDouble(0.0), INT64_MAX}; }

/* Returns the best pivot of a block in every thread. */
static __device__ ddblas_pivot sytrf_best_of_block(ddblas_pivot mine, ddblas_pivot *shared)
{
    __syncthreads();
    shared[threadIdx.x] = mine;
    __syncthreads();
    for (int half = SYTRF_THREADS / 2; half > 0; half /= 2)
    {
        if ((int)threadIdx.x < half)
            shared[threadIdx.x] = ddblas_pivot_of(shared[threadIdx.x], shared[threadIdx.x + half]);
        __syncthreads();
    }
    return shared[0];
}

/* Returns the best pivot of all blocks, after they have met. Rows are the caller's. */
static __device__ ddblas_pivot sytrf_best(const ddblas_pivot *best, ddblas_pivot *shared)
{
    return sytrf_best_of_block((int)threadIdx.x < (int)gridDim.x ? best[threadIdx.x] : sytrf_no_pivot(), shared);
}

/* Computes column j of the matrix in this thread's rows from k on, to column[row], and returns the
 * block's largest magnitude beside row `except` and the rows before `from`. */
template <class T>
static __device__ ddblas_pivot sytrf_update_column(const sytrf_view<T> &v, int64_t k, int64_t j, int64_t from, int64_t except,
                                                   T *column, T *factors, ddblas_pivot *shared)
{
    const int terms = (int)(k - v.first);
    ddblas_pivot mine = sytrf_no_pivot();
    __syncthreads();
    if ((int)threadIdx.x < terms)
        factors[threadIdx.x] = v.adjoint(v.w(j, v.first + threadIdx.x));
    __syncthreads();
    for (int64_t i = v.begin(); i < v.n; i += v.stride())
    {
        if (i < k)
            continue;
        typename scalar<T>::accumulator sum;
        sum.clear();
        for (int t = 0; t < terms; t++)
        {
            sum.mac(v.l(i, v.first + t), factors[t]);
            if (t % 8 == 7)
                sum.renormalise();
        }
        T element = v.symmetric(i, j);
        if (terms > 0)
            element = sytrf_difference(element, sum.value());
        if (i == j)
            element = v.diagonal(element);
        column[v.row_of(i)] = element;
        if (i >= from && i != except)
            mine = ddblas_pivot_of(mine, {scalar<T>::abs1(element), v.row_of(i)});
    }
    return sytrf_best_of_block(mine, shared);
}

/* The pivot of a step and what its columns of L need. */
template <class T>
struct sytrf_pivot
{
    ddblas_sytrf_choice choice;
    int64_t row; /* The row that comes to row k, or to k + 1 if the pivot is of order 2. */
    bool moves;  /* Whether the candidates are a column of W. */
    T d, c, e;   /* D: its diagonal d, e and c below it. */
};

/* Chooses the pivot of column k; the same in all threads of all blocks. */
template <class T>
static __device__ sytrf_pivot<T> sytrf_choose(const sytrf_view<T> &v, int64_t k, int parity, int *expected, T *factors,
                                              ddblas_pivot *shared)
{
    ddblas_pivot(*best)[SYTRF_MOST_BLOCKS] = v.state->best[parity];
    T *candidates = v.candidates + parity * v.n;
    sytrf_pivot<T> pivot = {DDBLAS_SYTRF_DIAGONAL, k, false, scalar<T>::zero(), scalar<T>::zero(), scalar<T>::zero()};
    const ddblas_pivot of_column = sytrf_update_column(v, k, k, k + 1, -1, &v.w(v.upper ? v.n - 1 : 0, k), factors, shared);
    if (threadIdx.x == 0)
        best[0][blockIdx.x] = of_column;
    sytrf_meet(v.state, expected);
    const ddblas_pivot in_column = sytrf_best(best[0], shared);
    pivot.d = v.w(k, k);
    const cuddreal magnitude = scalar<T>::abs1(pivot.d);
    pivot.choice = ddblas_sytrf_by_column(magnitude, in_column.magnitude);
    if (pivot.choice != DDBLAS_SYTRF_LOOK)
        return pivot;
    const int64_t row = v.row_of(in_column.row);
    pivot.c = v.w(row, k);
    const ddblas_pivot of_row = sytrf_update_column(v, k, row, k, row, candidates, factors, shared);
    if (threadIdx.x == 0)
        best[1][blockIdx.x] = of_row;
    sytrf_meet(v.state, expected);
    const ddblas_pivot in_row = sytrf_best(best[1], shared);
    pivot.e = candidates[v.row_of(row)];
    pivot.choice = ddblas_sytrf_by_row(magnitude, in_column.magnitude, in_row.magnitude, scalar<T>::abs1(pivot.e));
    pivot.moves = pivot.choice != DDBLAS_SYTRF_DIAGONAL;
    if (pivot.moves)
        pivot.row = row;
    if (pivot.choice == DDBLAS_SYTRF_OTHER)
        pivot.d = pivot.e;
    return pivot;
}

/* Copies the candidates to column `last` of W, and moves row and column `last` of the matrix that
 * is not yet factored to row and column `row`: this thread's elements. Column `last` of A is free
 * then. */
template <class T>
static __device__ void sytrf_move(const sytrf_view<T> &v, int64_t k, int64_t last, int64_t row, const T *candidates)
{
    for (int64_t i = v.begin(); i < v.n; i += v.stride())
    {
        if (i >= k && (row == last || (i != last && i != row)))
            v.w(i, last) = candidates[v.row_of(i)];
        if (row == last || i < last || i == row)
            continue;
        if (i == last)
            v.a(row, row) = v.a(last, last);
        else if (i < row)
            v.a(row, i) = v.adjoint(v.a(i, last));
        else
            v.a(i, row) = v.a(i, last);
    }
}

/* Exchanges the rows `last` and `row` of L and W, by the first block. Column `last` of W comes from
 * the candidates. */
template <class T>
static __device__ void sytrf_exchange(const sytrf_view<T> &v, int64_t k, int64_t last, int64_t row, const T *candidates)
{
    for (int64_t j = v.first + threadIdx.x; j < last; j += SYTRF_THREADS)
    {
        const T of_last = v.w(last, j), of_row = v.w(row, j);
        v.w(last, j) = of_row;
        v.w(row, j) = of_last;
    }
    for (int64_t j = v.first + threadIdx.x; j < k; j += SYTRF_THREADS)
    {
        const T of_last = v.l(last, j), of_row = v.l(row, j);
        v.l(last, j) = of_row;
        v.l(row, j) = of_last;
    }
    if (threadIdx.x == 0)
    {
        v.w(last, last) = candidates[v.row_of(row)];
        v.w(row, last) = candidates[v.row_of(last)];
    }
}

/* Computes this thread's elements of the columns of L that belong to a pivot of order 1. */
template <class T>
static __device__ void sytrf_divide_by_one(const sytrf_view<T> &v, int64_t k, const sytrf_pivot<T> &pivot)
{
    for (int64_t i = v.begin(); i < v.n; i += v.stride())
        if (i == k)
            v.a(k, k) = pivot.d;
        else if (i > k)
        {
            const T w = v.w(i, k);
            v.l(i, k) = v.a(i, k) = pivot.choice == DDBLAS_SYTRF_ZERO ? w : sytrf_quotient(w, pivot.d);
        }
}

/* The same for a pivot of order 2, [d c*; c e], with p = e / c, q = d / c*, t = 1 / (p q - 1),
 * where c* is c or its conjugate:  l1 = (t / c*) (p w1 - w2),  l2 = (t / c) (q w2 - w1). */
template <class T>
static __device__ void sytrf_divide_by_two(const sytrf_view<T> &v, int64_t k, const sytrf_pivot<T> &pivot)
{
    const T star = v.adjoint(pivot.c), p = sytrf_quotient(pivot.e, pivot.c), q = sytrf_quotient(pivot.d, star);
    const T t = sytrf_quotient(scalar<T>::one(), sytrf_difference(scalar<T>::mul(p, q), scalar<T>::one()));
    const T first = sytrf_quotient(t, star), second = sytrf_quotient(t, pivot.c);
    for (int64_t i = v.begin(); i < v.n; i += v.stride())
        if (i == k)
            v.a(k, k) = pivot.d;
        else if (i == k + 1)
        {
            v.a(i, k) = pivot.c;
            v.a(i, i) = v.l(i, i) = pivot.e;
            v.l(i, k) = scalar<T>::zero();
        }
        else if (i > k)
        {
            const T w1 = v.w(i, k), w2 = v.w(i, k + 1);
            v.l(i, k) = v.a(i, k) = scalar<T>::mul(first, sytrf_difference(scalar<T>::mul(p, w1), w2));
            v.l(i, k + 1) = v.a(i, k + 1) = scalar<T>::mul(second, sytrf_difference(scalar<T>::mul(q, w2), w1));
        }
}

/* Records the pivot, by one thread of all. */
template <class T>
static __device__ void sytrf_record(const sytrf_view<T> &v, int64_t k, int64_t last, const sytrf_pivot<T> &pivot)
{
    const int64_t number = v.row_of(pivot.row) + 1;
    v.ipiv[v.row_of(k)] = v.ipiv[v.row_of(last)] = pivot.choice == DDBLAS_SYTRF_PAIR ? -number : number;
    if (pivot.choice == DDBLAS_SYTRF_ZERO && *v.info == 0)
        *v.info = v.row_of(k) + 1;
}

/* Factors with the pivot of column k, of order 1 or 2. Returns the next column. */
template <class T>
static __device__ int64_t sytrf_eliminate(const sytrf_view<T> &v, int64_t k, int parity, int *expected, T *factors,
                                          ddblas_pivot *shared)
{
    const sytrf_pivot<T> pivot = sytrf_choose(v, k, parity, expected, factors, shared);
    const bool is_pair = pivot.choice == DDBLAS_SYTRF_PAIR;
    const int64_t last = is_pair ? k + 1 : k;
    const T *candidates = v.candidates + parity * v.n;
    if (pivot.moves)
    {
        sytrf_move(v, k, last, pivot.row, candidates);
        if (blockIdx.x == 0 && pivot.row != last)
            sytrf_exchange(v, k, last, pivot.row, candidates);
        sytrf_meet(v.state, expected);
    }
    if (is_pair)
        sytrf_divide_by_two(v, k, pivot);
    else
        sytrf_divide_by_one(v, k, pivot);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        sytrf_record(v, k, last, pivot);
    return last + 1;
}

/* Restores this thread's elements of column `first`, which the panel before has finished, and sets
 * them to 0 in L and W. */
template <class T>
static __device__ void sytrf_restore(const sytrf_view<T> &v)
{
    for (int64_t i = v.begin(); i < v.n; i += v.stride())
    {
        v.a(i, v.first) = v.l(i, v.first + SYTRF_WIDTH - 1);
        v.l(i, v.first) = v.w(i, v.first) = scalar<T>::zero();
    }
}

template <class T>
__global__ void __launch_bounds__(SYTRF_THREADS) sytrf_panel_kernel(const sytrf_view<T> v)
{
    __shared__ T factors[SYTRF_WIDTH];
    __shared__ ddblas_pivot shared[SYTRF_THREADS];
    int expected = 0;
    int64_t k = v.state->next;
    if (k > v.first)
        sytrf_restore(v);
    sytrf_meet(v.state, &expected);
    for (int parity = 0; k < v.last; parity ^= 1)
        k = sytrf_eliminate(v, k, parity, &expected, factors, shared);
    for (int64_t i = v.begin(); i < v.n && k == v.last; i += v.stride())
        if (i >= v.last)
            v.l(i, v.last) = v.w(i, v.last) = scalar<T>::zero();
    if (blockIdx.x == 0 && threadIdx.x == 0)
        v.state->next = k;
}

#endif
