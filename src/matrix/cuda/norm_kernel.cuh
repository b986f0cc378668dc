/*
 * The passes and reductions of norms on the GPU.
 *
 * Formulas: norm_element.h. Order of the sums: norm.h; the CPU engine has the same.
 *
 * Tiles of the pass over columns: a warp has 1024 rows of a column and adds 32 terms in each lane;
 * loads of four rows overlap. Tiles of the pass over rows: a thread has a row and a chunk of
 * columns; loads of four columns overlap. A reduction has a warp for 1024 partial results, which
 * are 32 bytes and so fill a sector each, at any distance.
 *
 * Work per element: one load; of the sums in double-double 11 FP64 operations, and 6 to 8 for a
 * square. Memory limits the time in W, and in D about as much as the arithmetic. The modulus of a
 * complex number has a root and a quotient.
 * Edges: lanes without a row add nothing, which is exact.
 * Error: docs/numerics.md, "Norms of matrices".
 */
#ifndef DDBLAS_MATRIX_NORM_KERNEL_CUH
#define DDBLAS_MATRIX_NORM_KERNEL_CUH

#include <dd/scalar.cuh>

#include "matrix/norm.h"
#include "matrix/norm_element.h"

enum
{
    NORM_THREADS = 256,
    NORM_WARPS = NORM_THREADS / 32,
    NORM_BLOCKS = 3, /* Least number of resident blocks of a multiprocessor. */
    NORM_LOADS = 4,  /* Loads of a thread that overlap. */
    NORM_ROW_THREADS = 128,
    NORM_ROW_BLOCKS = 6 /* Least number of resident blocks of a multiprocessor. */
};

/* ---- the functions of norm_element.h by type ------------------------------------------------- */

template <class T>
struct norm_of;

#define NORM_OF(letter, type, precision)                                                                                         \
    template <>                                                                                                                  \
    struct norm_of<type>                                                                                                         \
    {                                                                                                                            \
        typedef norm_number_##precision number;                                                                                  \
        DD_DEVICE number zero() { return norm_wrap_##precision(0.0); }                                                           \
        DD_DEVICE number add(number a, number b) { return norm_add_##precision(a, b); }                                          \
        DD_DEVICE number larger(number a, number b) { return norm_larger_##precision(a, b); }                                    \
        DD_DEVICE number twice(number a) { return norm_twice_##precision(a); }                                                   \
        DD_DEVICE cuddreal widen(number a) { return norm_widen_##precision(a); }                                                 \
        DD_DEVICE bool in_range(number a) { return norm_in_range_##precision(a) != 0; }                                          \
        DD_DEVICE bool is_finite(number a) { return norm_is_finite_##precision(a) != 0; }                                        \
        DD_DEVICE number modulus(type a) { return norm_modulus_##letter(a); }                                                    \
        DD_DEVICE number search(number best, type a) { return norm_search_##letter(best, a); }                                   \
        DD_DEVICE number square(type a, double scale) { return norm_square_##letter(a, scale); }                                 \
        DD_DEVICE double plain_square(type a) { return norm_plain_square_##letter(a); }                                          \
        DD_DEVICE type real(type a) { return norm_real_##letter(a); }                                                            \
    };
NORM_OF(S, float, 1)
NORM_OF(D, double, 2)
NORM_OF(C, ddblasComplex, 1)
NORM_OF(Z, ddblasDoubleComplex, 2)
NORM_OF(W, cuddreal, 2)
NORM_OF(U, cuddcomplex, 2)
#undef NORM_OF

/* ---- the value of another lane --------------------------------------------------------------- */

DD_DEVICE double norm_lane(double a, int with) { return __shfl_xor_sync(0xffffffffu, a, with); }
DD_DEVICE cuddreal norm_lane(cuddreal a, int with) { return cuddMake(norm_lane(a.x, with), norm_lane(a.y, with)); }
DD_DEVICE special_sum norm_lane(const special_sum &s, int with)
{
    special_sum other;
    other.finite = norm_lane(s.finite, with);
    other.exponent = __shfl_xor_sync(0xffffffffu, s.exponent, with);
    other.special = norm_lane(s.special, with);
    return other;
}

/* ---- the pass over columns ------------------------------------------------------------------- */

template <class T>
struct norm_operands
{
    int64_t m, n;
    const T *A;
    int64_t lda;
    ddblasFillMode_t uplo;
    bool symmetric, hermitian;
    int strict;
    int64_t chunk;
    bool collapse;
    special_sum *to;
};

template <class T>
DD_DEVICE T norm_element(const norm_operands<T> &op, int64_t i, int64_t j)
{
    const T e = op.A[i + j * op.lda];
    return op.hermitian && i == j ? norm_of<T>::real(e) : e;
}

/* The terms of a column. add: a = a + the term of element (i, j); combine: of two lanes. */
template <class T>
struct norm_largest
{
    typedef norm_of<T> of;
    DD_DEVICE void add(const norm_operands<T> &, typename of::number &a, T e, int64_t, int64_t, double) { a = of::search(a, e); }
    DD_DEVICE typename of::number combine(typename of::number a, typename of::number b) { return of::larger(a, b); }
};

template <class T>
struct norm_moduli
{
    typedef norm_of<T> of;
    DD_DEVICE void add(const norm_operands<T> &, typename of::number &a, T e, int64_t, int64_t, double)
    {
        a = of::add(a, of::modulus(e));
    }
    DD_DEVICE typename of::number combine(typename of::number a, typename of::number b) { return of::add(a, b); }
};

template <class T>
struct norm_squares
{
    typedef norm_of<T> of;
    DD_DEVICE void add(const norm_operands<T> &op, typename of::number &a, T e, int64_t i, int64_t j, double scale)
    {
        const typename of::number square = of::square(e, scale);
        a = of::add(a, op.symmetric && i != j ? of::twice(square) : square);
    }
    DD_DEVICE typename of::number combine(typename of::number a, typename of::number b) { return of::add(a, b); }
};

/* The terms of the rows [first, last) of column j, combined; every lane of the warp has the
 * result. */
template <class T, class TERM>
DD_DEVICE typename norm_of<T>::number norm_column(const norm_operands<T> &op, int64_t j, int64_t first, int64_t last,
                                                  double scale)
{
    typename norm_of<T>::number sum = norm_of<T>::zero();
    const int lane = static_cast<int>(threadIdx.x) % DDBLAS_NORM_LANES;
    for (int64_t i = first - first % DDBLAS_NORM_LANES + lane; i < last; i += NORM_LOADS * DDBLAS_NORM_LANES)
    {
        T element[NORM_LOADS];
#pragma unroll
        for (int k = 0; k < NORM_LOADS; k++)
        {
            const int64_t row = i + k * DDBLAS_NORM_LANES;
            if (row >= first && row < last)
                element[k] = norm_element(op, row, j);
        }
#pragma unroll
        for (int k = 0; k < NORM_LOADS; k++)
        {
            const int64_t row = i + k * DDBLAS_NORM_LANES;
            if (row >= first && row < last)
                TERM::add(op, sum, element[k], row, j, scale);
        }
    }
    __syncwarp();
    for (int with = DDBLAS_NORM_LANES / 2; with > 0; with /= 2)
        sum = TERM::combine(sum, norm_lane(sum, with));
    return sum;
}

/* Inf or NaN, from rows of which one has it: added lane by lane in any order. */
template <class T>
DD_DEVICE double norm_special(const norm_operands<T> &op, int64_t j, int64_t first, int64_t last)
{
    double sum = 0.0;
    for (int64_t i = first + static_cast<int>(threadIdx.x) % DDBLAS_NORM_LANES; i < last; i += DDBLAS_NORM_LANES)
        sum += norm_of<T>::plain_square(norm_element(op, i, j));
    __syncwarp();
    for (int with = DDBLAS_NORM_LANES / 2; with > 0; with /= 2)
        sum += norm_lane(sum, with);
    return sum;
}

template <class T, class TERM>
struct norm_block
{
    DD_DEVICE special_sum result(const norm_operands<T> &op, int64_t j, int64_t first, int64_t last)
    {
        return norm_partial(norm_of<T>::widen(norm_column<T, TERM>(op, j, first, last, 1.0)), 0);
    }
};

/* Squares are added again with a scale where their sum leaves the range. */
template <class T>
struct norm_block<T, norm_squares<T>>
{
    DD_DEVICE special_sum result(const norm_operands<T> &op, int64_t j, int64_t first, int64_t last)
    {
        typedef norm_of<T> of;
        typename of::number sum = norm_column<T, norm_squares<T>>(op, j, first, last, 1.0);
        if (of::in_range(sum))
            return norm_partial(of::widen(sum), 0);
        const bool up = of::is_finite(sum);
        sum = norm_column<T, norm_squares<T>>(op, j, first, last, up ? LEVEL1_SCALE_UP : LEVEL1_SCALE_DOWN);
        if (of::is_finite(sum))
            return norm_partial(of::widen(sum), up ? -LEVEL1_SCALE_SQUARED : LEVEL1_SCALE_SQUARED);
        special_sum s = special_sum_zero();
        s.special = norm_special(op, j, first, last);
        return s;
    }
};

/* The warps of the grid take the blocks of all columns in turn. */
template <class T, class TERM>
__global__ void __launch_bounds__(NORM_THREADS, NORM_BLOCKS) norm_columns_kernel(const norm_operands<T> op)
{
    const int64_t blocks = ddblas_norm_blocks(op.m), step = static_cast<int64_t>(gridDim.x) * NORM_WARPS;
    for (int64_t task = static_cast<int64_t>(blockIdx.x) * NORM_WARPS + static_cast<int>(threadIdx.x) / 32; task < blocks * op.n;
         task += step)
    {
        int64_t first, last;
        ddblas_norm_rows_of(op.uplo, op.strict, op.m, task % blocks, task / blocks, &first, &last);
        const special_sum s = first < last ? norm_block<T, TERM>::result(op, task / blocks, first, last) : special_sum_zero();
        if (threadIdx.x % 32 == 0)
            op.to[task] = s;
    }
}

/* ---- the pass over rows ---------------------------------------------------------------------- */

/* The largest of the warp's values, in lane 0. */
DD_DEVICE special_sum norm_largest_of_warp(special_sum s)
{
    for (int with = 16; with > 0; with /= 2)
        norm_merge(&s, norm_lane(s, with), 1);
    return s;
}

/* A block has NORM_ROW_THREADS rows and the chunks blockIdx.y, blockIdx.y + gridDim.y, ... */
template <class T>
__global__ void __launch_bounds__(NORM_ROW_THREADS, NORM_ROW_BLOCKS) norm_rows_kernel(const norm_operands<T> op)
{
    typedef norm_of<T> of;
    const int64_t i = static_cast<int64_t>(blockIdx.x) * NORM_ROW_THREADS + threadIdx.x;
    const int64_t low = op.uplo == DDBLAS_FILL_MODE_UPPER ? i : 0, high = op.uplo == DDBLAS_FILL_MODE_LOWER ? i + 1 : op.n;
    for (int64_t c = blockIdx.y; c * op.chunk < op.n; c += gridDim.y)
    {
        const int64_t first = low > c * op.chunk ? low : c * op.chunk;
        const int64_t last = high < (c + 1) * op.chunk ? high : (c + 1) * op.chunk;
        typename of::number sum = of::zero();
        for (int64_t j = first; i < op.m && j < last; j += NORM_LOADS)
        {
            T element[NORM_LOADS];
#pragma unroll
            for (int k = 0; k < NORM_LOADS; k++)
                if (j + k < last)
                    element[k] = norm_element(op, i, j + k);
#pragma unroll
            for (int k = 0; k < NORM_LOADS; k++)
                if (j + k < last)
                    sum = of::add(sum, of::modulus(element[k]));
        }
        special_sum s = norm_partial(of::widen(sum), 0);
        if (op.collapse)
        {
            __syncwarp();
            s = norm_largest_of_warp(s);
            if (threadIdx.x % 32 == 0 && i < op.m)
                op.to[i / DDBLAS_NORM_LANES] = s;
        }
        else if (i < op.m)
            op.to[i + c * op.m] = s;
    }
}

/* ---- reductions ------------------------------------------------------------------------------ */

struct norm_reduction
{
    ddblas_norm_vector in;
    int largest;
    special_sum *to;
    int64_t to_stride;
    ddblas_norm_finish finish;
    int is_single, is_double_double;
    void *result;
};

/* The warps of the grid take the blocks of all segments in turn. */
static __global__ void __launch_bounds__(NORM_THREADS) norm_reduce_kernel(const norm_reduction r)
{
    const int64_t blocks = ddblas_norm_blocks(r.in.count), step = static_cast<int64_t>(gridDim.x) * NORM_WARPS;
    const int lane = static_cast<int>(threadIdx.x) % DDBLAS_NORM_LANES;
    for (int64_t task = static_cast<int64_t>(blockIdx.x) * NORM_WARPS + static_cast<int>(threadIdx.x) / 32;
         task < blocks * r.in.segments; task += step)
    {
        const special_sum *segment = r.in.base + task / blocks * r.in.segment_stride;
        const int64_t first = task % blocks * DDBLAS_NORM_BLOCK;
        const int64_t last = r.in.count - first < DDBLAS_NORM_BLOCK ? r.in.count : first + DDBLAS_NORM_BLOCK;
        special_sum s = special_sum_zero();
        for (int64_t t = first + lane; t < last; t += DDBLAS_NORM_LANES)
            norm_merge(&s, segment[t * r.in.item_stride], r.largest);
        __syncwarp();
        for (int with = DDBLAS_NORM_LANES / 2; with > 0; with /= 2)
            norm_merge(&s, norm_lane(s, with), r.largest);
        if (lane == 0 && r.finish == DDBLAS_NORM_KEEP)
            r.to[task * r.to_stride] = s;
        else if (lane == 0)
            norm_store(r.finish == DDBLAS_NORM_ROOT ? level1_root(s) : special_sum_value(s), r.is_single, r.is_double_double,
                       r.result);
    }
}

#endif
