/*
 * The plain route of double-double gemm: C = alpha op(A) op(B) + beta C by multiply-adds on the
 * FP64 pipes.
 *
 *   S(i, j) = sum over t of a(i, t) b(t, j),
 *   a(i, t) = A[i a_row + t a_term], b(t, j) = B[j b_row + t b_term]
 *
 * Tiles: LM x LN threads compute a tile of BM x BN elements of C. In this file they are a whole
 * block of 128 threads; in a batch (level3/batched) a block of threads has several tiles of 8 to
 * 128 threads. Each thread has TM x TN elements: rows lm + r LM, columns ln + c LN. A stage holds 8
 * terms of both operands. cp.async copies the stages, one 16-byte element at a time, into a ring in
 * shared memory, which is indexed by term and then by line (a row of op(A) or a column of op(B)).
 * If adjacent lines are adjacent in memory, adjacent threads copy adjacent lines, otherwise
 * adjacent terms. One element of padding after the lines of each term keeps both ways free of bank
 * conflicts.
 *
 * Work: two terms of an element take 24 FP64 instructions. The two terms are added to each other
 * first, and the result is added to the element's sum s + c. The numbers in brackets count
 * instructions:
 *   p0 + g = a0 b0, p1 + e1 = a1 b1 (4 each);  q + d = p0 + p1 (6);  g += d + e1 (2);
 *   s + d = s + q (6);  c += d + g (2)
 * With a normalisation (3) every 8 terms these are 12.4 instructions a multiply-add. Bytes: 16 (BM
 * + BN) for each term of a tile, from the L2 cache.
 *
 * Operands of doubles: the copies write high parts alone, and the low parts in shared memory are 0
 * from the beginning. All further steps are those for double-double numbers, so the bits are also
 * the same.
 *
 * Edges: rows, columns and terms outside the matrices are zeros in shared memory; results outside
 * are not stored. Blocks never wait for one another. If k is cut (gridDim.y parts), the sums of the
 * parts go to the workspace, and a second kernel adds them in a fixed order.
 *
 * Special values: a sum that is not finite is recomputed term by term in order, as
 * gemm_cpu_w_tile.c does on the CPU. Error bound: docs/numerics.md, the plain route.
 */
#ifndef DDBLAS_LEVEL3_GEMM_PLAIN_KERNEL_CUH
#define DDBLAS_LEVEL3_GEMM_PLAIN_KERNEL_CUH

#include "gemm_plain_operands.cuh"

/* Returns the operands of the problem as strides, scalars and arrays. */
gemm_plain_operands ddblas_gemm_plain_operands(ddblasHandle_t handle, const struct ddblas_gemm_problem &problem);

template <int TM_, int TN_, int LM_, int LN_, int Stages_, int Resident_>
struct gemm_plain_tile
{
    static constexpr int TM = TM_, TN = TN_, LM = LM_, LN = LN_, Stages = Stages_, Resident = Resident_;
    static constexpr int BM = TM * LM, BN = TN * LN, Threads = LM * LN, Terms = GEMM_PLAIN_TERMS;
    static_assert(Threads % Terms == 0 && Threads % BM == 0 && Threads % BN == 0, "loads take whole rows");

    struct stage
    {
        cuddreal a[Terms][BM + 1], b[Terms][BN + 1];
    };
    union shared
    {
        stage ring[Stages];
        cuddreal sums[BN][BM + 1];
    };
};

/* Adds two terms: s + c += a0 b0 + a1 b1. */
DD_DEVICE void gemm_plain_pair(double &s, double &c, cuddreal a0, cuddreal b0, cuddreal a1, cuddreal b1)
{
    const double p0 = __dmul_rn(a0.x, b0.x), p1 = __dmul_rn(a1.x, b1.x);
    double g = __fma_rn(a0.x, b0.x, -p0), e = __fma_rn(a1.x, b1.x, -p1);
    g = __fma_rn(a0.x, b0.y, g);
    e = __fma_rn(a1.x, b1.y, e);
    g = __fma_rn(a0.y, b0.x, g);
    e = __fma_rn(a1.y, b1.x, e);
    const cuddreal q = cuddTwoSum(p0, p1);
    g = __dadd_rn(g, __dadd_rn(q.y, e));
    const cuddreal t = cuddTwoSum(s, q.x);
    s = t.x;
    c = __dadd_rn(c, __dadd_rn(t.y, g));
}

template <class Tile>
struct gemm_plain_sums
{
    double s[Tile::TM][Tile::TN], c[Tile::TM][Tile::TN];

    __device__ __forceinline__ void clear()
    {
#pragma unroll
        for (int r = 0; r < Tile::TM; r++)
#pragma unroll
            for (int j = 0; j < Tile::TN; j++)
                s[r][j] = c[r][j] = 0.0;
    }

    /* Adds the first `terms` terms of a stage to the sums. `terms` is even and normally 8; the
     * remaining terms of a shorter stage are zeros, which would change nothing. The normalisation
     * may turn an Inf into NaN. That does no harm, because a sum that is not finite is
     * recomputed. */
    __device__ __forceinline__ void add(const typename Tile::stage &stage, int terms, int lm, int ln)
    {
#pragma unroll 1
        for (int t = 0; t < terms; t += 2)
        {
            cuddreal a[2][Tile::TM], b[2][Tile::TN];
#pragma unroll
            for (int u = 0; u < 2; u++)
            {
#pragma unroll
                for (int r = 0; r < Tile::TM; r++)
                    a[u][r] = stage.a[t + u][lm + r * Tile::LM];
#pragma unroll
                for (int j = 0; j < Tile::TN; j++)
                    b[u][j] = stage.b[t + u][ln + j * Tile::LN];
            }
#pragma unroll
            for (int r = 0; r < Tile::TM; r++)
#pragma unroll
                for (int j = 0; j < Tile::TN; j++)
                    gemm_plain_pair(s[r][j], c[r][j], a[0][r], b[0][j], a[1][r], b[1][j]);
        }
#pragma unroll
        for (int r = 0; r < Tile::TM; r++)
#pragma unroll
            for (int j = 0; j < Tile::TN; j++)
            {
                const cuddreal v = cuddFastTwoSum(s[r][j], c[r][j]);
                s[r][j] = v.x;
                c[r][j] = v.y;
            }
    }
};

/* Finds the row and the column of a tile, counted in tiles. The rows of tiles form groups of 8.
 * Within a group the tiles are numbered column after column, so that the tiles of blocks that run
 * at the same time share operands. */
DD_DEVICE void gemm_plain_place(const gemm_plain_operands &op, int64_t tile, int64_t &down, int64_t &across)
{
    constexpr int64_t Group = 8;
    const int64_t first = tile / (Group * op.across) * Group, rest = tile % (Group * op.across);
    const int64_t size = op.down - first < Group ? op.down - first : Group;
    down = first + rest % size;
    across = rest / size;
}

/* Returns true if any element of the tile that begins at element (i0, j0) of C must be computed.
 * All threads get the same answer. */
template <class Tile>
DD_DEVICE bool gemm_plain_tile_wanted(const gemm_plain_operands &op, int64_t i0, int64_t j0)
{
    if ((op.part == DDBLAS_GEMM_LOWER && i0 + Tile::BM - 1 < j0) || (op.part == DDBLAS_GEMM_UPPER && i0 > j0 + Tile::BN - 1))
        return false;
    if (!op.mask.elements)
        return true;
    bool any = false;
    for (int e = threadIdx.x; e < Tile::BM * Tile::BN; e += Tile::Threads)
        any |= op.wanted(i0 + e % Tile::BM, j0 + e / Tile::BM);
    return __syncthreads_or(any);
}

/* Computes element (i, j) of C from its sum and its old value by operations that ignore special
 * values, and stores it if there is a product and the result is finite and not 0. In all other
 * cases gemm_finish_element computes and stores the element, with special values as IEEE 754 wants
 * them. */
DD_DEVICE void gemm_plain_finish(const gemm_plain_operands &op, const gemm_plain_arrays &x, int64_t i, int64_t j, bool product,
                                 cuddreal alpha, cuddreal beta, cuddreal sum, cuddreal old)
{
    cuddreal r = cudd_mul_parts(alpha.x, alpha.y, sum.x, sum.y);
    if (!cuddIsZero(beta))
    {
        const cuddreal update = cudd_mul_parts(beta.x, beta.y, old.x, old.y);
        r = cudd_add_parts(r.x, r.y, update.x, update.y);
    }
    if (product && dd_is_finite(r.y) && r.x != 0.0)
        x.C[i * op.c_row + j * op.c_column] = r;
    else
        gemm_finish_element(op, x, i, j, product, alpha, beta, sum);
}

/* Stores the results of the tile, from its sums in shared memory, if `stored` is true. Neighbouring
 * threads store neighbouring elements of a column of C, or of a row if the rows of C are
 * contiguous. A thread loads several old values before it uses the first, so that their latencies
 * overlap. */
template <class Tile>
DD_DEVICE void gemm_plain_store(const gemm_plain_operands &op, const gemm_plain_arrays &x,
                                const cuddreal (&sums)[Tile::BN][Tile::BM + 1], int64_t i0, int64_t j0, bool stored, bool product,
                                cuddreal alpha, cuddreal beta)
{
    constexpr int Each = Tile::BM * Tile::BN / Tile::Threads, Loads = Each < 4 ? Each : 4;
    const bool down = op.c_row == 1 || op.partial, with_old = !op.partial && !cuddIsZero(beta);
#pragma unroll 1
    for (int e0 = threadIdx.x; e0 < Tile::BM * Tile::BN; e0 += Loads * Tile::Threads)
    {
        cuddreal old[Loads];
        bool wanted[Loads];
#pragma unroll
        for (int u = 0; u < Loads; u++)
        {
            const int e = e0 + u * Tile::Threads;
            const int64_t i = i0 + (down ? e % Tile::BM : e / Tile::BN), j = j0 + (down ? e / Tile::BM : e % Tile::BN);
            wanted[u] = stored && op.wanted(i, j);
            old[u] = wanted[u] && with_old ? x.C[i * op.c_row + j * op.c_column] : cuddFromDouble(0.0);
        }
#pragma unroll
        for (int u = 0; u < Loads; u++)
        {
            const int e = e0 + u * Tile::Threads;
            const int i = down ? e % Tile::BM : e / Tile::BN, j = down ? e / Tile::BM : e % Tile::BN;
            if (wanted[u] && op.partial)
                op.partial[(blockIdx.y * op.n + j0 + j) * op.m + i0 + i] = sums[j][i];
            else if (wanted[u])
                gemm_plain_finish(op, x, i0 + i, j0 + j, product, alpha, beta, sums[j][i], old[u]);
        }
    }
}

/* Sets the low parts of all stages to 0. If the operand consists of doubles they remain 0, because
 * the copies of doubles do not write them. */
template <class Tile>
DD_DEVICE void gemm_plain_clear_low_parts(typename Tile::shared &shared)
{
    cuddreal *all = (cuddreal *)shared.ring;
    for (int e = threadIdx.x; e < (int)(sizeof shared.ring / sizeof *all); e += Tile::Threads)
        all[e].y = 0.0;
    __syncthreads();
}

/* Computes one tile of the product of the arrays x: the tile in row `down` and column `across`,
 * counted in tiles. Stores it if `stored` is true. AnyTerms: the last stage skips terms that do not
 * exist; the kernel then needs a counter in a register. */
template <class Tile, bool Mixed, bool AnyTerms>
DD_DEVICE void gemm_plain_multiply(const gemm_plain_operands &op, const gemm_plain_arrays &x, typename Tile::shared &shared,
                                   int64_t down, int64_t across, bool stored)
{
    const int lm = threadIdx.x % Tile::LM, ln = threadIdx.x / Tile::LM;
    const int64_t i0 = down * Tile::BM, j0 = across * Tile::BN;
    if (!gemm_plain_tile_wanted<Tile>(op, i0, j0))
        return;
    const bool product = op.k > 0 && !cuddIsZero(op.get_alpha());
    if (!product && op.partial)
        return;
    const int64_t begin = blockIdx.y * op.split_terms;
    const int64_t terms = !product ? 0 : op.k - begin < op.split_terms ? op.k - begin : op.split_terms;

    if (Mixed)
        gemm_plain_clear_low_parts<Tile>(shared);
    gemm_plain_loader<Mixed> a, b;
    a.template start<Tile::BM, Tile::Threads>(x.A, op.double_a, i0, op.m, begin, op.a_row, op.a_term);
    b.template start<Tile::BN, Tile::Threads>(x.B, op.double_b, j0, op.n, begin, op.b_row, op.b_term);
    int64_t loaded = 0;
#pragma unroll
    for (int s = 0; s < Tile::Stages - 1; s++)
    {
        if (loaded < terms)
        {
            a.template load<Tile::BM, Tile::Threads>(shared.ring[s].a, terms - loaded);
            b.template load<Tile::BN, Tile::Threads>(shared.ring[s].b, terms - loaded);
        }
        loaded += Tile::Terms;
        copy_commit();
    }
    gemm_plain_sums<Tile> sums;
    sums.clear();
    int current = 0, next = Tile::Stages - 1;
#pragma unroll 1
    for (int64_t done = 0; done < terms; done += Tile::Terms)
    {
        copy_wait<Tile::Stages - 2>();
        __syncthreads();
        if (loaded < terms)
        {
            a.template load<Tile::BM, Tile::Threads>(shared.ring[next].a, terms - loaded);
            b.template load<Tile::BN, Tile::Threads>(shared.ring[next].b, terms - loaded);
        }
        loaded += Tile::Terms;
        copy_commit();
        const int there = AnyTerms && terms - done < Tile::Terms ? (int)(terms - done + 1) / 2 * 2 : Tile::Terms;
        sums.add(shared.ring[current], there, lm, ln);
        current = current + 1 == Tile::Stages ? 0 : current + 1;
        next = next + 1 == Tile::Stages ? 0 : next + 1;
    }
    copy_wait<0>();
    __syncthreads();
#pragma unroll
    for (int r = 0; r < Tile::TM; r++)
#pragma unroll
        for (int j = 0; j < Tile::TN; j++)
            shared.sums[ln + j * Tile::LN][lm + r * Tile::LM] = cuddTwoSum(sums.s[r][j], sums.c[r][j]);
    __syncthreads();
    gemm_plain_store<Tile>(op, x, shared.sums, i0, j0, stored, product, op.get_alpha(), op.get_beta());
}

template <class Tile, bool Mixed>
__global__ void __launch_bounds__(Tile::Threads, Tile::Resident) gemm_plain_kernel(const __grid_constant__ gemm_plain_operands op)
{
    __shared__ __align__(16) unsigned char memory[sizeof(typename Tile::shared)];
    int64_t down, across;
    gemm_plain_place(op, blockIdx.x, down, across);
    gemm_plain_multiply<Tile, Mixed, false>(op, op.arrays, *(typename Tile::shared *)memory, down, across, true);
}

/* Computes element (i, j) of the product of the arrays x in one thread. The steps are those of a
 * tile, so the bits are the same as those of a tile if k is not cut. */
DD_DEVICE void gemm_plain_single(const gemm_plain_operands &op, const gemm_plain_arrays &x, int64_t i, int64_t j)
{
    const cuddreal beta = op.get_beta();
    gemm_plain_walk a(x.A, op.double_a, i * op.a_row, op.a_term), b(x.B, op.double_b, j * op.b_row, op.b_term);
    double s = 0.0, c = 0.0;
#pragma unroll 1
    for (int64_t t = 0; t < op.k; t += GEMM_PLAIN_TERMS)
    {
        cuddreal p[GEMM_PLAIN_TERMS], q[GEMM_PLAIN_TERMS];
#pragma unroll
        for (int u = 0; u < GEMM_PLAIN_TERMS; u++)
        {
            p[u] = t + u < op.k ? a.take() : cuddFromDouble(0.0);
            q[u] = t + u < op.k ? b.take() : cuddFromDouble(0.0);
        }
#pragma unroll
        for (int u = 0; u < GEMM_PLAIN_TERMS; u += 2)
            gemm_plain_pair(s, c, p[u], q[u], p[u + 1], q[u + 1]);
        const cuddreal v = cuddFastTwoSum(s, c);
        s = v.x;
        c = v.y;
    }
    const cuddreal old = cuddIsZero(beta) ? cuddFromDouble(0.0) : x.C[i * op.c_row + j * op.c_column];
    gemm_plain_finish(op, x, i, j, true, op.get_alpha(), beta, cuddTwoSum(s, c), old);
}

/* A list of the elements of a tile that must be computed. An entry is e = row + BM column. */
template <class Tile>
struct gemm_plain_list
{
    /* Largest number of elements that are computed one by one. A thread computes an element in less
     * time than the block computes a tile. */
    static constexpr int Most = Tile::Threads / 2;
    int count, element[Most];
};

/* Lists the elements of a tile that the words of the mask select, up to Most of them. Returns their
 * number in the tile, which may be larger. */
template <class Tile>
DD_DEVICE int gemm_plain_list_wanted(const gemm_plain_operands &op, int64_t i0, int64_t j0, gemm_plain_list<Tile> &list)
{
    if (threadIdx.x == 0)
        list.count = 0;
    __syncthreads();
    const int64_t first = i0 / 32, last = (min(i0 + Tile::BM, op.m) - 1) / 32;
    const int words = (int)(last - first) + 1;
    for (int w = threadIdx.x; w < words * Tile::BN; w += Tile::Threads)
    {
        const int64_t j = j0 + w / words, word = first + w % words;
        for (uint32_t bits = j < op.n ? op.mask.elements[word + j * op.mask.pitch] : 0; bits; bits &= bits - 1)
        {
            const int64_t i = 32 * word + __ffs((int)bits) - 1;
            if (i < i0 || i >= i0 + Tile::BM || !op.wanted(i, j))
                continue;
            const int at = atomicAdd(&list.count, 1);
            if (at < gemm_plain_list<Tile>::Most)
                list.element[at] = (int)(i - i0) + Tile::BM * (int)(j - j0);
        }
    }
    __syncthreads();
    return list.count;
}

/* The kernel for a mask. Usually no bit of the mask is set, so a few blocks go through all tiles.
 * If a tile has few selected elements, they are computed one by one, otherwise the tile is computed
 * as a whole. The bits of an element are the same in both cases. */
template <class Tile, bool Mixed>
__global__ void __launch_bounds__(Tile::Threads, Tile::Resident)
    gemm_plain_masked_kernel(const __grid_constant__ gemm_plain_operands op)
{
    __shared__ __align__(16) unsigned char memory[sizeof(typename Tile::shared)];
    __shared__ gemm_plain_list<Tile> list;
    if (*op.mask.any == 0)
        return;
    const bool product = op.k > 0 && !cuddIsZero(op.get_alpha());
#pragma unroll 1
    for (int64_t tile = blockIdx.x; tile < op.down * op.across; tile += gridDim.x)
    {
        int64_t down, across;
        gemm_plain_place(op, tile, down, across);
        const int64_t i0 = down * Tile::BM, j0 = across * Tile::BN;
        const int count = gemm_plain_list_wanted<Tile>(op, i0, j0, list);
        if (product && count <= gemm_plain_list<Tile>::Most)
        {
            if ((int)threadIdx.x < count)
            {
                const int e = list.element[threadIdx.x];
                gemm_plain_single(op, op.arrays, i0 + e % Tile::BM, j0 + e / Tile::BM);
            }
        }
        else
            gemm_plain_multiply<Tile, Mixed, false>(op, op.arrays, *(typename Tile::shared *)memory, down, across, true);
        __syncthreads();
    }
}

#endif
