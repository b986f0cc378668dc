/*
 * A chunk of rows in registers as tiles of eight columns, and the two products of a panel of eight
 * columns with it.
 *
 * Each warp has rows of its own. Lane 4 c + q of a warp, 0 <= c < 8, 0 <= q < 4, holds part of
 * column c of every tile: ROWS rows, in pieces of 16 bytes. With v elements to a piece, piece g of
 * quarter q has the rows (4 g + q) v .. (4 g + q) v + v - 1 of the warp:
 *
 *   rows of the warp   0 .. v-1   v .. 2v-1   2v .. 3v-1   3v .. 4v-1   4v .. 5v-1   ..
 *   quarter q          0          1           2            3            0            ..
 *   piece g            0          0           0            0            1            ..
 *
 * Four neighbouring lanes share a column. So the sum of a column needs two exchanges between lanes,
 * and the global accesses of a warp fill whole sectors in both layouts. In D the registers are the
 * fragments of the tensor cores' m16n8k4, with the transpose of A as the left operand and as the
 * result, so that no element has to move.
 */
#ifndef DDBLAS_TSQR_TSQR_TILE_CUH
#define DDBLAS_TSQR_TSQR_TILE_CUH

#include "tsqr_shape.cuh"

enum
{
    TSQR_TILE = 8,    /* Columns of a tile, and of a panel. */
    TSQR_QUARTERS = 4 /* Lanes that share a column. */
};

template <class T, class Shape>
struct tsqr_tile
{
    typedef scalar<T> s;
    typedef typename s::accumulator sum;
    static constexpr int VECTOR = tsqr_vector<T>, ROWS = Shape::warp_rows / TSQR_QUARTERS, TILES = Shape::width / TSQR_TILE;
    static constexpr bool PLAIN = sum::interval == 0; /* A sum is one number (all types but W). */
    /* Elements from one column of a panel to the next in shared memory. */
    static constexpr int STRIDE = Shape::stride;
    /* Elements from one column to the next where each column has eight numbers. */
    static constexpr int WEIGHT_STRIDE = TSQR_TILE + VECTOR;
    static constexpr bool TENSOR = sizeof(T) == 8 && !s::is_complex;
    /* Tiles whose products are computed together, as many as the registers allow. */
    static constexpr int PRODUCTS = TILES < 4 || (PLAIN && !TENSOR) ? TILES : 4;
    /* Elements from one column to the next where each column has eight products, as the lanes that
     * store and sum them need it. */
    static constexpr int PRODUCT_STRIDE = TENSOR ? TSQR_TILE : WEIGHT_STRIDE;
    static constexpr int PIECES = ROWS / VECTOR; /* 16-byte pieces of a column that a lane holds. */
    /* Tiles of the next chunk that fit into shared memory. */
    static constexpr int AHEAD = sizeof(T) < 16 || TILES < 8 ? TILES : TILES / 2;
    static_assert(ROWS % VECTOR == 0, "rows of a lane are read 16 bytes at a time");

    /* Row of the warp that is number i among a quarter's rows. */
    DD_DEVICE int row(int i, int quarter) { return i / VECTOR * (TSQR_QUARTERS * VECTOR) + quarter * VECTOR + i % VECTOR; }

    /* Reads or writes a lane's rows of a column in shared memory. */
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

    /* x^H y over the warp's rows of a column; each of the column's four lanes returns it. */
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

    /* Sums each of the Count sums z over the four lanes of a column. Afterwards each lane holds a
     * quarter of the totals as z[0], z[1] ..; if Count is 2, two lanes hold the same total. Returns
     * the number of the lane's first total. */
    template <int Count>
    DD_DEVICE int gather(sum (&z)[Count], int quarter)
    {
        constexpr int HALF = Count / 2, QUARTER = Count / 4;
        const bool high = quarter & 2, odd = quarter & 1;
#pragma unroll
        for (int t = 0; t < HALF; t++)
        {
            const sum other = tsqr_exchange(high ? z[t] : z[t + HALF], 2);
            z[t] = high ? z[t + HALF] : z[t];
            z[t].add(other);
        }
        if constexpr (QUARTER == 0)
            z[0].add(tsqr_exchange(z[0], 1));
#pragma unroll
        for (int t = 0; t < QUARTER; t++)
        {
            const sum other = tsqr_exchange(odd ? z[t] : z[t + QUARTER], 1);
            z[t] = odd ? z[t + QUARTER] : z[t];
            z[t].add(other);
        }
        return (high ? HALF : 0) + (odd ? QUARTER : 0);
    }

    /* X^H a: the products of the panel's eight columns with the columns of the tiles, over the
     * warp's rows, to part[column][..]. Tiles t and t + 1 are computed if wanted(t), on which all
     * lanes must agree; the entries of other tiles are unspecified. X: the panel in shared memory.
     * mine: the lane's elements of X. */
    template <class Wanted>
    DD_DEVICE void products(const T (&a)[TILES][ROWS], const T *X, const T (&mine)[ROWS], sum *part, int column, int quarter,
                            Wanted wanted)
    {
#pragma unroll
        for (int first = 0; first < TILES; first += PRODUCTS)
        {
            if (PRODUCTS < TILES && !wanted(first) && !wanted(first + PRODUCTS - 2))
                continue;
            sum *to = &part[(first * TSQR_TILE + column) * PRODUCT_STRIDE];
            if constexpr (TENSOR)
            {
                T z[PRODUCTS][2];
#pragma unroll
                for (int t = 0; t < PRODUCTS; t++)
                    z[t][0] = z[t][1] = s::zero();
#pragma unroll
                for (int i = 0; i < ROWS; i++)
#pragma unroll
                    for (int t = 0; t < PRODUCTS; t += 2)
                        multiply_doubles(z[t], z[t + 1], a[first + t][i], a[first + t + 1][i], mine[i]);
#pragma unroll
                for (int t = 0; t < PRODUCTS; t++)
                    tsqr_store((T *)&to[t * TSQR_TILE * PRODUCT_STRIDE + 2 * quarter], {z[t][0], z[t][1]});
            }
            else
#pragma unroll 1
                for (int k = 0; k < TSQR_TILE; k++)
                {
                    sum z[PRODUCTS];
                    T x[ROWS];
                    read(x, &X[k * STRIDE], quarter);
#pragma unroll
                    for (int t = 0; t < PRODUCTS; t++)
                        z[t].clear();
#pragma unroll
                    for (int t = 0; t < PRODUCTS; t += 2)
                        if (wanted(first + t))
#pragma unroll
                            for (int i = 0; i < ROWS; i += 2)
                            {
                                tsqr_mac_pair(z[t], s::conj(x[i]), a[first + t][i], s::conj(x[i + 1]), a[first + t][i + 1]);
                                tsqr_mac_pair(z[t + 1], s::conj(x[i]), a[first + t + 1][i], s::conj(x[i + 1]),
                                              a[first + t + 1][i + 1]);
                            }
                    const int tile = gather(z, quarter);
#pragma unroll
                    for (int t = 0; t < (PRODUCTS + 3) / 4; t++)
                        if (PRODUCTS > 2 || quarter % 2 == 0)
                            to[(tile + t) * TSQR_TILE * PRODUCT_STRIDE + k] = z[t];
                }
        }
    }

    /* X^H x: the products of the panel's eight columns with each other, over the warp's rows, to
     * part[column][..]. x: the lane's elements of X. */
    DD_DEVICE void gram(const T (&x)[ROWS], const T *X, sum *part, int column, int quarter)
    {
        if constexpr (TENSOR)
        {
            T z[2][2] = {}, none[2][2] = {};
#pragma unroll
            for (int i = 0; i < ROWS; i++)
                multiply_doubles(z[i % 2], none[i % 2], x[i], s::zero(), x[i]);
            tsqr_store((T *)&part[column * PRODUCT_STRIDE + 2 * quarter], {z[0][0] + z[1][0], z[0][1] + z[1][1]});
        }
        else
        {
            sum z[TSQR_TILE];
#pragma unroll
            for (int k = 0; k < TSQR_TILE; k++)
            {
                T y[ROWS];
                read(y, &X[k * STRIDE], quarter);
                z[k].clear();
#pragma unroll
                for (int i = 0; i < ROWS; i += 2)
                    tsqr_mac_pair(z[k], s::conj(y[i]), x[i], s::conj(y[i + 1]), x[i + 1]);
            }
            const int k = gather(z, quarter);
#pragma unroll
            for (int i = 0; i < TSQR_TILE / TSQR_QUARTERS; i++)
                part[column * PRODUCT_STRIDE + k + i] = z[i];
        }
    }

    /* a += X W for tiles t and t + 1 if wanted(t). w(t) points at the eight elements of W for the
     * lane's column of tile t. */
    template <int Count, class Weights, class Wanted>
    DD_DEVICE void accumulate(T (&a)[Count][ROWS], const T *X, int column, int quarter, Weights w, Wanted wanted)
    {
        if constexpr (TENSOR)
        {
#pragma unroll
            for (int t = 0; t < Count; t += 2)
            {
                constexpr int NEXT = Count > 1;
                if (!wanted(t))
                    continue;
                const tsqr_pack<T> one = tsqr_load(&w(t)[2 * quarter]), two = tsqr_load(&w(t + NEXT)[2 * quarter]);
#pragma unroll
                for (int i = 0; i < ROWS; i += 2)
                {
                    T low[2] = {a[t][i], a[t][i + 1]}, high[2] = {a[t + NEXT][i], a[t + NEXT][i + 1]};
#pragma unroll
                    for (int h = 0; h < 2; h++)
                        multiply_doubles(low, high, one.at[h], two.at[h],
                                         X[(2 * quarter + h) * STRIDE + i / 2 * TSQR_TILE + column]);
#pragma unroll
                    for (int h = 0; h < 2; h++)
                    {
                        a[t][i + h] = low[h];
                        a[t + NEXT][i + h] = high[h];
                    }
                }
            }
        }
        else
#pragma unroll
            for (int first = 0; first < Count; first += 2)
            {
                if (!wanted(first))
                    continue;
                constexpr int GROUP = Count < 2 ? Count : 2;
                sum y[GROUP][ROWS];
#pragma unroll
                for (int t = 0; t < GROUP; t++)
#pragma unroll
                    for (int i = 0; i < ROWS; i++)
                        y[t][i] = tsqr_sum_from(a[first + t][i]);
#pragma unroll 1
                for (int k = 0; k < TSQR_TILE; k += 2)
                {
                    T one[ROWS], two[ROWS];
                    read(one, &X[k * STRIDE], quarter);
                    read(two, &X[(k + 1) * STRIDE], quarter);
#pragma unroll
                    for (int t = 0; t < GROUP; t++)
                    {
                        const T f = w(first + t)[k], g = w(first + t)[k + 1];
#pragma unroll
                        for (int i = 0; i < ROWS; i++)
                            tsqr_mac_pair(y[t][i], one[i], f, two[i], g);
                    }
                }
#pragma unroll
                for (int t = 0; t < GROUP; t++)
#pragma unroll
                    for (int i = 0; i < ROWS; i++)
                        a[first + t][i] = tsqr_value(y[t][i]);
            }
    }

    /* a += X W with W stored by columns, WEIGHT_STRIDE elements apart. */
    template <class Wanted>
    DD_DEVICE void update(T (&a)[TILES][ROWS], const T *X, const T *W, int column, int quarter, Wanted wanted)
    {
        accumulate<TILES>(
            a, X, column, quarter, [&](int t) { return &W[(t * TSQR_TILE + column) * WEIGHT_STRIDE]; }, wanted);
    }

    /* x = X w. w: the eight elements for the lane's own column. */
    DD_DEVICE void transform(T (&x)[ROWS], const T *X, const T *w, int column, int quarter)
    {
        T y[1][ROWS];
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            y[0][i] = s::zero();
        accumulate<1>(
            y, X, column, quarter, [&](int) { return w; }, [](int) { return true; });
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            x[i] = y[0][i];
    }

    /* Visits the lane's rows of column c of a matrix in memory, of which `valid` rows and n columns
     * exist. If the matrix allows 16-byte accesses (pieces), calls piece(i, place) for every piece,
     * otherwise f(i, place) for every row; calls none(i) for rows and columns that do not exist.
     * place: the element's offset. */
    template <class Piece, class F, class None>
    DD_DEVICE void visit(struct tsqr_stride stride, bool pieces, int valid, int n, int c, int quarter, Piece piece, F f,
                         None none)
    {
        /* Compute the offsets here. Kept from chunk to chunk they would take registers from the
         * tiles. */
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

    /* The number of the warp's rows that exist from row `first` on, and whether they can be moved
     * 16 bytes at a time. */
    DD_DEVICE int valid_rows(int64_t first, int64_t end)
    {
        return (int)min((int64_t)Shape::warp_rows, max((int64_t)0, end - first));
    }
    DD_DEVICE bool by_pieces(const T *start, struct tsqr_stride stride, int valid)
    {
        return valid == Shape::warp_rows && stride.row == 1 && (uintptr_t)start % 16 == 0 && stride.column % VECTOR == 0;
    }

    /* Loads column c over the warp's rows, from row `first` of the matrix on. Rows from `end` on
     * and columns from n on are zeros. */
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

    /* copy_column does the same in the background, to the thread's own places in shared memory;
     * take_copy loads from there. */
    DD_DEVICE void copy_column(tsqr_pack<T> (*to)[Shape::threads], const T *A, struct tsqr_stride stride, int64_t first,
                               int64_t end, int n, int c, int quarter)
    {
        const T *from = A + first * stride.row;
        const int valid = valid_rows(first, end), thread = threadIdx.x;
        visit(
            stride, by_pieces(from, stride, valid), valid, n, c, quarter,
            [&](int i, int64_t place) { copy_async<16>(&to[i / VECTOR][thread], &from[place]); },
            [&](int i, int64_t place) { tsqr_copy(&to[i / VECTOR][thread].at[i % VECTOR], &from[place], true); },
            [&](int i) { to[i / VECTOR][thread].at[i % VECTOR] = s::zero(); });
    }
    DD_DEVICE void take_copy(T (&x)[ROWS], const tsqr_pack<T> (*from)[Shape::threads])
    {
#pragma unroll
        for (int i = 0; i < ROWS; i += VECTOR)
        {
            const tsqr_pack<T> pack = from[i / VECTOR][threadIdx.x];
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
                x[i + v] = pack.at[v];
        }
    }

    /* Stores a column that was loaded by load_column. */
    DD_DEVICE void store_column(const T (&x)[ROWS], T *A, struct tsqr_stride stride, int64_t first, int64_t end, int n, int c,
                                int quarter)
    {
        T *to = A + first * stride.row;
        const int valid = valid_rows(first, end);
        visit(
            stride, by_pieces(to, stride, valid), valid, n, c, quarter,
            [&](int i, int64_t place)
            {
                tsqr_pack<T> pack;
#pragma unroll
                for (int v = 0; v < VECTOR; v++)
                    pack.at[v] = x[i + v];
                tsqr_store_global(&to[place], pack);
            },
            [&](int i, int64_t place) { to[place] = x[i]; }, [](int) {});
    }

    /* Loads or stores all tiles of the warp's rows. */
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
#pragma unroll
        for (int t = 0; t < TILES; t++)
            store_column(a[t], A, stride, first, end, n, t * TSQR_TILE + column, quarter);
    }

    /* The product of a column and one of the panel's columns, summed over the warps. part: the
     * first warp's sum. */
    DD_DEVICE T total(const sum *part) { return over_warps(part, Shape::width * PRODUCT_STRIDE); }

    /* The totals of all products in 16 bytes. */
    DD_DEVICE tsqr_pack<T> totals(const sum *part)
    {
        tsqr_pack<T> sums[Shape::warps];
        if constexpr (PLAIN)
        {
#pragma unroll
            for (int w = 0; w < Shape::warps; w++)
                sums[w] = tsqr_load((const T *)&part[w * Shape::width * PRODUCT_STRIDE]);
#pragma unroll
            for (int half = Shape::warps / 2; half > 0; half /= 2)
#pragma unroll
                for (int w = 0; w < half; w++)
#pragma unroll
                    for (int v = 0; v < VECTOR; v++)
                        sums[w].at[v] = tsqr_add(sums[w].at[v], sums[w + half].at[v]);
        }
        else
#pragma unroll
            for (int v = 0; v < VECTOR; v++)
                sums[0].at[v] = total(&part[v]);
        return sums[0];
    }

    /* The sum of all warps' sums, which are `next` elements apart, added in pairs. */
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

    /* The sum of all warps' sums, which the four lanes of a column compute together: each adds the
     * sums of some of the warps. In double-double an addition takes more time than an exchange
     * between lanes. */
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
            /* Both lanes add in the same order, so that they get the same bits. */
            const bool second = quarter & mask;
            sum whole = second ? other : mine;
            whole.add(second ? mine : other);
            mine = whole;
        }
        return tsqr_value(mine);
    }

    /* Replaces z with -T z, or with -T^H z if Adjoint, by substitution. T^-1 is the upper triangle
     * S with 1 / tau_j on the diagonal, where S has tau_j. */
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
