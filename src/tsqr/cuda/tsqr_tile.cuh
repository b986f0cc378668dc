/*
 * The arithmetic of a chunk in registers, whose layout tsqr_columns.cuh describes: products of a
 * panel of eight columns with the chunk and with itself, the update of the chunk by a panel, sums
 * over the warps, and the substitution with the triangle S of a panel.
 *
 * Sums over a warp's rows end with exchanges between the four lanes of a column. In D the products
 * and the updates run on the tensor cores.
 */
#ifndef DDBLAS_TSQR_TSQR_TILE_CUH
#define DDBLAS_TSQR_TSQR_TILE_CUH

#include "tsqr_columns.cuh"

/* True if products of the type are computed on tensor cores. */
template <class T>
constexpr bool tsqr_on_tensor_cores = false;
template <>
constexpr bool tsqr_on_tensor_cores<double> = true;

template <class T, class Shape>
struct tsqr_tile : tsqr_columns<T, Shape>
{
    typedef tsqr_columns<T, Shape> columns;
    using typename columns::s;
    typedef typename s::accumulator sum;
    using columns::read, columns::ROWS, columns::TILES, columns::VECTOR;
    /* True if an accumulator is one number, which is so in all types but W. */
    static constexpr bool PLAIN = sum::interval == 0;
    /* Elements from one column of a panel to the next in shared memory. */
    static constexpr int STRIDE = Shape::stride;
    /* Elements from one column to the next in arrays that have eight numbers for each column. */
    static constexpr int WEIGHT_STRIDE = TSQR_TILE + VECTOR;
    static constexpr bool TENSOR = tsqr_on_tensor_cores<T>;
    /* Number of tiles whose products are computed together. It is as large as the registers
     * allow. */
    static constexpr int PRODUCTS = TILES < 4 || (PLAIN && !TENSOR) ? TILES : 4;
    /* Elements from one column to the next in arrays of eight products for each column. The two
     * values avoid bank conflicts for the lanes that store the products and for those that sum
     * them. */
    static constexpr int PRODUCT_STRIDE = TENSOR ? TSQR_TILE : WEIGHT_STRIDE;

    /* Returns x^H y over the warp's rows. All four lanes that hold the column get the result. */
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

    /* Adds each of the Count sums z over the four lanes of a column. Afterwards each lane holds a
     * quarter of the totals, in z[0], z[1], ..; if Count is 2, two lanes hold the same total.
     * Returns the number of the first total that the lane holds. */
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

    /* Computes X^H a over the warp's rows: the products of the panel's eight columns with the
     * columns of the tiles. It stores them in part[column][..]. The tiles t and t + 1 are computed
     * if wanted(t), on which all lanes must agree; the entries of other tiles are unspecified. X:
     * the panel in shared memory. mine: the lane's elements of X. */
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

    /* Computes X^H x, the products of the panel's eight columns with each other over the warp's
     * rows, and stores them in part[column][..]. x: the lane's elements of X. */
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

    /* Returns the product of one column with one column of the panel: the total of the sums of all
     * warps. part: the sum of the first warp. */
    DD_DEVICE T total(const sum *part) { return over_warps(part, Shape::width * PRODUCT_STRIDE); }

    /* Returns the totals of as many neighbouring products as fit 16 bytes. */
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

    /* Returns the total of the sums of all warps, which are `next` elements apart. They are added
     * in pairs. */
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

    /* Returns the total of the sums of all warps. The four lanes of a column share the work: each
     * lane adds the sums of some of the warps. That pays because an addition in double-double takes
     * more time than an exchange between lanes. */
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

    /* Replaces z with -T z, or with -T^H z if Adjoint is true, by substitution. This needs only S,
     * because T^-1 is the upper triangle S with 1 / tau_j in place of tau_j on the diagonal. */
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
