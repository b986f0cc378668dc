/*
 * A chunk in registers as tiles of eight columns, and the two products of a panel of eight columns with them.
 *
 * Lane (column c of eight, quarter q of four) of a warp holds of each tile column c and ROWS of the warp's rows: pieces of 16
 * bytes, piece g rows (4 g + q) V .. + V - 1, V elements in 16 bytes. So four lanes side by side have one column, a column's sum
 * crosses them by two exchanges, and global accesses of a warp fill whole sectors in both layouts. In D these are the fragments
 * of the tensor cores' m16n8k4, A's transpose being the left operand and the result, without any move.
 */
#ifndef DDBLAS_TSQR_TSQR_TILE_CUH
#define DDBLAS_TSQR_TSQR_TILE_CUH

#include "tsqr_shape.cuh"

enum
{
    TSQR_TILE = 8,    /* columns of a tile, and of a panel */
    TSQR_QUARTERS = 4 /* lanes of a column */
};

template <class T, class Shape>
struct tsqr_tile
{
    typedef scalar<T> s;
    typedef typename s::accumulator sum;
    static constexpr int VECTOR = tsqr_vector<T>, ROWS = Shape::warp_rows / TSQR_QUARTERS, TILES = Shape::width / TSQR_TILE;
    static constexpr int TOGETHER = TILES < 4 ? TILES : 4;   /* tiles whose products are formed side by side */
    static constexpr int STRIDE = Shape::stride;             /* of a panel's columns in shared memory */
    static constexpr int WEIGHT_STRIDE = TSQR_TILE + VECTOR; /* of the eight numbers of each column */
    static constexpr bool TENSOR = sizeof(T) == 8 && !s::is_complex;
    static_assert(ROWS % VECTOR == 0, "rows of a lane are read 16 bytes at a time");

    /* Row number i of a quarter among the warp's. */
    DD_DEVICE int row(int i, int quarter) { return i / VECTOR * (TSQR_QUARTERS * VECTOR) + quarter * VECTOR + i % VECTOR; }

    /* A lane's rows of a column in shared memory. */
    DD_DEVICE void read(T (&x)[ROWS], const T *column, int quarter)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i += VECTOR)
        {
            const tsqr_pack<T> pack = tsqr_load(&column[row(i, quarter)]);
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
                x[i + v] = pack.at[v];
        }
    }
    DD_DEVICE void write(T *column, const T (&x)[ROWS], int quarter)
    {
#pragma unroll
        for (int i = 0; i < ROWS; i += VECTOR)
        {
            tsqr_pack<T> pack;
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
                pack.at[v] = x[i + v];
            tsqr_store(&column[row(i, quarter)], pack);
        }
    }

    /* x^H y over a lane's rows, and over its column. */
    DD_DEVICE sum dot(const T (&x)[ROWS], const T (&y)[ROWS])
    {
        constexpr int CHAINS = sum::interval == 0 ? ROWS / 2 : 1;
        sum g[CHAINS];
#pragma unroll
        for (int i = 0; i < CHAINS; i++)
            g[i].clear();
#pragma unroll
        for (int i = 0; i < ROWS; i += 2)
            if (CHAINS == 1)
                tsqr_mac_pair(g[0], s::conj(x[i]), y[i], s::conj(x[i + 1]), y[i + 1]);
            else
            {
                g[i % CHAINS].mac(s::conj(x[i]), y[i]);
                g[(i + 1) % CHAINS].mac(s::conj(x[i + 1]), y[i + 1]);
            }
#pragma unroll
        for (int half = CHAINS / 2; half > 0; half /= 2)
#pragma unroll
            for (int i = 0; i < half; i++)
                g[i].add(g[i + half]);
#pragma unroll
        for (int mask = 1; mask < TSQR_QUARTERS; mask *= 2)
            g[0].add(tsqr_exchange(g[0], mask));
        return g[0];
    }

    /* Of TOGETHER tiles from number First on the products X^H a with the panel's eight columns, over the warp's rows, to
     * part[column][..]. X in shared memory; `mine` are the lane's own entries of it. */
    template <int First>
    DD_DEVICE void products(const T (&a)[TILES][ROWS], const T *X, const T (&mine)[ROWS], sum *part, int column, int quarter)
    {
        if constexpr (TENSOR)
        {
            T z[TOGETHER][2];
#pragma unroll
            for (int t = 0; t < TOGETHER; t++)
                z[t][0] = z[t][1] = s::zero();
#pragma unroll
            for (int i = 0; i < ROWS; i++)
#pragma unroll
                for (int t = 0; t < TOGETHER; t += 2)
                    multiply_doubles(z[t], z[t + 1], a[First + t][i], a[First + t + 1][i], mine[i]);
#pragma unroll
            for (int t = 0; t < TOGETHER; t++)
                tsqr_store((T *)&part[((First + t) * TSQR_TILE + column) * WEIGHT_STRIDE + 2 * quarter], {z[t][0], z[t][1]});
        }
        else
#pragma unroll 1
            for (int k = 0; k < TSQR_TILE; k++)
            {
                sum z[TOGETHER];
                T x[ROWS];
                read(x, &X[k * STRIDE], quarter);
#pragma unroll
                for (int t = 0; t < TOGETHER; t++)
                    z[t].clear();
#pragma unroll
                for (int i = 0; i < ROWS; i += 2)
#pragma unroll
                    for (int t = 0; t < TOGETHER; t++)
                        tsqr_mac_pair(z[t], s::conj(x[i]), a[First + t][i], s::conj(x[i + 1]), a[First + t][i + 1]);
                /* each lane comes to hold the sums of one tile, of TOGETHER = 2 two lanes, the first of which counts */
                const bool high = quarter & 2;
                if constexpr (TOGETHER == 4)
                {
                    const sum low_sum = tsqr_exchange(high ? z[0] : z[2], 2), high_sum = tsqr_exchange(high ? z[1] : z[3], 2);
                    z[0] = high ? z[2] : z[0];
                    z[1] = high ? z[3] : z[1];
                    z[0].add(low_sum);
                    z[1].add(high_sum);
                    const bool odd = quarter & 1;
                    const sum other = tsqr_exchange(odd ? z[0] : z[1], 1);
                    z[0] = odd ? z[1] : z[0];
                    z[0].add(other);
                    part[((First + quarter) * TSQR_TILE + column) * WEIGHT_STRIDE + k] = z[0];
                }
                else
                {
                    const sum other = tsqr_exchange(high ? z[0] : z[1], 2);
                    z[0] = high ? z[1] : z[0];
                    z[0].add(other);
                    z[0].add(tsqr_exchange(z[0], 1));
                    if (quarter % 2 == 0)
                        part[((First + quarter / 2) * TSQR_TILE + column) * WEIGHT_STRIDE + k] = z[0];
                }
            }
    }

    /* The products X^H x of the panel's eight columns with each other, over the warp's rows, to part[column][..]. */
    DD_DEVICE void gram(const T (&x)[ROWS], const T *X, sum *part, int column, int quarter)
    {
        if constexpr (TENSOR)
        {
            T z[2] = {s::zero(), s::zero()}, none[2] = {s::zero(), s::zero()};
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                multiply_doubles(z, none, x[i], s::zero(), x[i]);
            tsqr_store((T *)&part[column * WEIGHT_STRIDE + 2 * quarter], {z[0], z[1]});
        }
        else
#pragma unroll 1
            for (int k = 0; k < TSQR_TILE; k++)
            {
                T y[ROWS];
                read(y, &X[k * STRIDE], quarter);
                const sum g = dot(y, x);
                if (quarter == k % TSQR_QUARTERS)
                    part[column * WEIGHT_STRIDE + k] = g;
            }
    }

    /* a += X W for one or two tiles, w[t] the eight numbers of the lane's column of W. */
    template <int Count>
    DD_DEVICE void accumulate(T (&a)[Count][ROWS], const T *X, const T *const (&w)[Count], int column, int quarter)
    {
        if constexpr (TENSOR)
        {
            const tsqr_pack<T> one = tsqr_load(&w[0][2 * quarter]), two = tsqr_load(&w[Count - 1][2 * quarter]);
#pragma unroll
            for (int i = 0; i < ROWS; i += 2)
            {
                T low[2] = {a[0][i], a[0][i + 1]}, high[2] = {a[Count - 1][i], a[Count - 1][i + 1]};
#pragma unroll
                for (int h = 0; h < 2; h++)
                    multiply_doubles(low, high, one.at[h], two.at[h], X[(2 * quarter + h) * STRIDE + i / 2 * TSQR_TILE + column]);
                a[0][i] = low[0];
                a[0][i + 1] = low[1];
                a[Count - 1][i] = high[0];
                a[Count - 1][i + 1] = high[1];
            }
        }
        else
        {
            sum y[Count][ROWS];
#pragma unroll
            for (int i = 0; i < ROWS; i++)
#pragma unroll
                for (int t = 0; t < Count; t++)
                    y[t][i] = tsqr_sum_from(a[t][i]);
#pragma unroll 1
            for (int k = 0; k < TSQR_TILE; k += 2)
            {
                T one[ROWS], two[ROWS];
                read(one, &X[k * STRIDE], quarter);
                read(two, &X[(k + 1) * STRIDE], quarter);
#pragma unroll
                for (int t = 0; t < Count; t++)
                {
                    const T f = w[t][k], g = w[t][k + 1];
#pragma unroll
                    for (int i = 0; i < ROWS; i++)
                        tsqr_mac_pair(y[t][i], one[i], f, two[i], g);
                }
            }
#pragma unroll
            for (int i = 0; i < ROWS; i++)
#pragma unroll
                for (int t = 0; t < Count; t++)
                    a[t][i] = tsqr_value(y[t][i]);
        }
    }

    /* The same for tiles number First and First + 1, W by columns. */
    template <int First>
    DD_DEVICE void update(T (&a)[TILES][ROWS], const T *X, const T *W, int column, int quarter)
    {
        const T *const w[2] = {&W[(First * TSQR_TILE + column) * WEIGHT_STRIDE],
                               &W[((First + 1) * TSQR_TILE + column) * WEIGHT_STRIDE]};
        accumulate<2>(reinterpret_cast<T(&)[2][ROWS]>(a[First]), X, w, column, quarter);
    }

    /* x = X w, w eight numbers of the lane's own column. */
    DD_DEVICE void transform(T (&x)[ROWS], const T *X, const T *w, int column, int quarter)
    {
        T y[1][ROWS];
        const T *const numbers[1] = {w};
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            y[0][i] = s::zero();
        accumulate<1>(y, X, numbers, column, quarter);
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            x[i] = y[0][i];
    }

    /* Of a column in memory that a lane has rows of: piece(i, place) for VECTOR of them where the matrix allows, otherwise f(i,
     * place) one by one; none(i) where there is none. */
    template <class Piece, class F, class None>
    DD_DEVICE void visit(struct tsqr_stride stride, bool pieces, int valid, int n, int c, int quarter, Piece piece, F f,
                         None none)
    {
        /* places are computed here and now: kept from chunk to chunk they would take the registers of the tiles */
        compute_here(stride.row);
        compute_here(stride.column);
        int64_t place = c * stride.column + quarter * VECTOR * stride.row;
        if (c >= n)
        {
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                none(i);
        }
        else if (pieces)
        {
#pragma unroll
            for (int i = 0; i < ROWS; i += VECTOR)
                piece(i, place + row(i, 0));
        }
        else
#pragma unroll
            for (int i = 0; i < ROWS; i++)
            {
                if (row(i, quarter) < valid)
                    f(i, place);
                else
                    none(i);
                place += i + 1 < ROWS ? (row(i + 1, 0) - row(i, 0)) * stride.row : 0;
            }
    }

    /* How many of a warp's rows from row `first` on exist, and whether they may be moved by 16 bytes at a time. */
    DD_DEVICE int valid_rows(int64_t first, int64_t end)
    {
        return (int)min((int64_t)Shape::warp_rows, max((int64_t)0, end - first));
    }
    DD_DEVICE bool by_pieces(const T *start, struct tsqr_stride stride, int valid)
    {
        return valid == Shape::warp_rows && stride.row == 1 && (uintptr_t)start % 16 == 0 && stride.column % VECTOR == 0;
    }

    /* Column c over the warp's rows from row `first` of the matrix on; rows from `end` on and columns from n on are 0. */
    DD_DEVICE void load_column(T (&x)[ROWS], const T *A, struct tsqr_stride stride, int64_t first, int64_t end, int n, int c,
                               int quarter)
    {
        const T *from = A + first * stride.row;
        const int valid = valid_rows(first, end);
        visit(
            stride, by_pieces(from, stride, valid), valid, n, c, quarter,
            [&](int i, int64_t place)
            {
                const tsqr_pack<T> pack = tsqr_load(&from[place]);
#pragma unroll
                for (int v = 0; v < VECTOR; v++)
                    x[i + v] = pack.at[v];
            },
            [&](int i, int64_t place) { x[i] = from[place]; }, [&](int i) { x[i] = s::zero(); });
    }

    /* All tiles of the rows, and back. */
    DD_DEVICE void load(T (&a)[TILES][ROWS], const T *A, struct tsqr_stride stride, int64_t first, int64_t end, int n, int column,
                        int quarter)
    {
#pragma unroll
        for (int t = 0; t < TILES; t++)
            load_column(a[t], A, stride, first, end, n, t * TSQR_TILE + column, quarter);
    }

    DD_DEVICE void store(const T (&a)[TILES][ROWS], T *A, struct tsqr_stride stride, int64_t first, int64_t end, int n,
                         int column, int quarter)
    {
        T *to = A + first * stride.row;
        const int valid = valid_rows(first, end);
        const bool pieces = by_pieces(to, stride, valid);
#pragma unroll
        for (int t = 0; t < TILES; t++)
            visit(
                stride, pieces, valid, n, t * TSQR_TILE + column, quarter,
                [&](int i, int64_t place)
                {
                    tsqr_pack<T> pack;
#pragma unroll
                    for (int v = 0; v < VECTOR; v++)
                        pack.at[v] = a[t][i + v];
                    tsqr_store_global(&to[place], pack);
                },
                [&](int i, int64_t place) { to[place] = a[t][i]; }, [](int) {});
    }

    /* A column's product with one of the panel's, summed over the warps; `part` is the first warp's. */
    DD_DEVICE T total(const sum *part) { return over_warps(part, Shape::width * WEIGHT_STRIDE); }

    /* The sum of what each warp has, `next` elements apart, in pairs. */
    DD_DEVICE T over_warps(const sum *part, int next)
    {
        sum sums[Shape::warps];
#pragma unroll
        for (int w = 0; w < Shape::warps; w++)
            sums[w] = part[w * next];
#pragma unroll
        for (int half = Shape::warps / 2; half > 0; half /= 2)
#pragma unroll
            for (int w = 0; w < half; w++)
                sums[w].add(sums[w + half]);
        return tsqr_value(sums[0]);
    }

    /* The same for the four lanes of a column, each with a part of the warps. In double-double an addition takes more time than
     * an exchange. */
    DD_DEVICE T over_warps_by_quarters(const sum *part, int quarter)
    {
        constexpr int EACH = Shape::warps / TSQR_QUARTERS;
        sum mine = part[quarter * EACH];
#pragma unroll
        for (int w = 1; w < EACH; w++)
            mine.add(part[quarter * EACH + w]);
#pragma unroll
        for (int mask = 1; mask < TSQR_QUARTERS; mask *= 2)
        {
            const sum other = tsqr_exchange(mine, mask);
            const bool second = quarter & mask; /* both lanes add in one order, for the sake of the bits */
            sum whole = second ? other : mine;
            whole.add(second ? mine : other);
            mine = whole;
        }
        return tsqr_value(mine);
    }

    /* z becomes -T z or -T^H z: T^-1 is S, upper triangular, with 1 / tau_j on the diagonal where S has tau_j. */
    template <bool Adjoint>
    DD_DEVICE void substitute(T (&z)[TSQR_TILE], const T (&S)[TSQR_TILE][TSQR_TILE])
    {
#pragma unroll
        for (int n = 0; n < TSQR_TILE; n++)
        {
            const int k = Adjoint ? n : TSQR_TILE - 1 - n;
            z[k] = tsqr_negative(tsqr_mul(Adjoint ? s::conj(S[k][k]) : S[k][k], z[k]));
#pragma unroll
            for (int m = n + 1; m < TSQR_TILE; m++)
            {
                const int i = Adjoint ? m : TSQR_TILE - 1 - m;
                z[i] = tsqr_fma(Adjoint ? s::conj(S[k][i]) : S[i][k], z[k], z[i]);
            }
        }
    }
};

#endif
