/*
 * How symv on the GPU divides a triangle into work. This is index arithmetic that compiles as C and
 * as CUDA, so that it is tested without a GPU.
 *
 * The triangle is treated as a lower one of NB x NB square tiles of edge E, tile (I, J) with I >=
 * J. For a stored upper triangle the tiles are counted from the far corner: (I, J) means the true
 * tile (NB-1-I, NB-1-J). In this file I and J are always these reflected indices. row0, column0 and
 * all coordinates inside a tile are true coordinates of the matrix.
 *
 *      J=0  1   2   3
 *  I=0  d                    d: diagonal tile
 *    1  |   d                arrows: order in which the tiles are numbered
 *    2  |   |   d
 *    3  v   v   v   d
 *
 * A tile consists of strips of C columns. A strip is processed from top to bottom in chunks of H
 * rows. A chunk, H x C elements, is the unit of work. The tiles are numbered column by column, and
 * the chunks of a tile strip by strip, so all chunks of the triangle form one sequence, numbered
 * from 0 to numbers - 1. Block b of G blocks gets the part [b dealt/G, (b+1) dealt/G) of the
 * sequence, its share. All shares have the same length whatever n is, except for the last one,
 * which ends at `numbers`. The part of a block's share within one tile is called a segment.
 *
 * `dealt` exceeds `numbers` by a fifth of a share, so the last block gets about 4/5 of a share. The
 * reason is that its chunks lie in the corner, where strips are short and every chunk meets the
 * diagonal or the edge. With a full share it finished 15% later than the others. Measured gain,
 * lower triangle at order 12345: S 104 -> 96 us, D 173 -> 166 us.
 *
 * If chunks on the diagonal take longer than others, `idle` sequence numbers without a chunk follow
 * the chunks of each diagonal tile except the last. Blocks with such a tile then get fewer chunks.
 *
 * The segment of block b in tile number t writes its row sums and column sums to slot t + b of the
 * workspace. Along the sequence each new segment belongs to a new tile or to a new block, so t + b
 * grows by at least 1. Therefore no two segments share a slot, and there are at most tiles + G - 1
 * slots.
 */
#ifndef DDBLAS_LEVEL2_SYMV_GEOMETRY_H
#define DDBLAS_LEVEL2_SYMV_GEOMETRY_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define SYMV_FN static __host__ __device__ __forceinline__
#else
#define SYMV_FN static inline
#endif

/* Number of chunks in a batch, whose row sums are collected in shared memory. The batch has as many
 * rows as there are threads; if elements have more than 16 bytes, half as many. */
#define SYMV_BATCH(warps, height, size)                                                                                          \
    (32 * (warps) / ((size) > 16 ? 2 : 1) / (height) > 0 ? 32 * (warps) / ((size) > 16 ? 2 : 1) / (height) : 1)

enum
{
    SYMV_MAX_TILES = 96, /* Upper bound of NB, the number of tile rows. */
    SYMV_LINE = 128,     /* Bytes of a cache line. */
    /* From this number of warps on, columns in alignment classes may start at any multiple of the
     * element size. With fewer warps they must start on 16-byte boundaries. */
    SYMV_ANY_ELEMENT = 16,
    /* From this number of columns of a warp on, W may use alignment classes. */
    SYMV_DD_CLASSES = 16
};

/* Where the columns of A start. symv_tile.cuh describes the three variants. */
enum symv_alignment
{
    /* All columns start on cache line boundaries. W and U also use this variant for other columns,
     * if no other variant is faster. */
    SYMV_ON_LINES,
    /* Columns j and j + period start equally far past a cache line boundary. Such columns form an
     * alignment class. There are at most as many classes as warps. */
    SYMV_IN_CLASSES,
    SYMV_OFF_LINES, /* Columns start anywhere. */
    SYMV_ALIGNMENTS
};

/* How the kernel of the method by squares (symv_square.cuh) loads A. */
enum symv_placement
{
    /* Columns start on 16-byte boundaries. A load reads 16 bytes; in squares at the edges of the
     * matrix it reads one element. */
    SYMV_WHOLE,
    /* Elements are aligned to their size. A load reads 16 bytes, also at the edges of the
     * matrix. */
    SYMV_SLANTED,
    /* Elements are aligned to the size of their parts. Every load reads one element. */
    SYMV_SCATTERED
};

/* Returns the log2 of the period of columns that start `apart` bytes apart. The period is the
 * smallest power of two of columns that span whole cache lines. */
SYMV_FN int32_t symv_period_log(int64_t apart)
{
    int32_t log = 0;
    while ((apart << log) % SYMV_LINE != 0)
        log++;
    return log;
}

struct symv_geometry
{
    int32_t n;
    int32_t upper;
    /* Tile edge E, a multiple of the strip width and of the chunk height. */
    int32_t edge;
    int32_t strip, strip_log;   /* Strip width C, a power of two, and log2 C. */
    int32_t height, height_log; /* Chunk height H, a power of two, and log2 H. */
    /* Number of rows outside a tile, on the side of the diagonal, that the row sums of the tile
     * also cover (symv_tile.cuh). */
    int32_t beyond;
    /* Number of additional chunks that the slant requires in each strip of the last tile row of the
     * matrix. Only an upper triangle uses it, because there the last tile row has all its rows. */
    int32_t more;
    int32_t tiles;   /* NB, the number of tile rows. */
    int32_t blocks;  /* G, the number of thread blocks. */
    int32_t numbers; /* Sequence numbers of the whole triangle: chunks and idle numbers. */
    int32_t dealt;   /* `numbers` plus a fifth of a block's share. */
    /* Coefficients of the polynomial in symv_column_start(). */
    int32_t offset, slope, curve;
    int32_t ragged; /* The tile column whose diagonal tile may be smaller than the others. */
    /* Number of chunks of a diagonal tile, and number of chunks of the diagonal tile in column
     * `ragged`. */
    int32_t diagonal, ragged_diagonal;
    /* Number of sequence numbers without a chunk that follow each diagonal tile except the last
     * one. */
    int32_t idle;
};

SYMV_FN int32_t symv_min(int32_t a, int32_t b) { return a < b ? a : b; }
/* Returns a, limited to [0, most]. */
SYMV_FN int32_t symv_clamp(int32_t a, int32_t most) { return a < 0 ? 0 : symv_min(a, most); }
SYMV_FN int32_t symv_ceil_div(int32_t a, int32_t b) { return (a + b - 1) / b; }
/* Returns a / 2^log, rounded up. The kernels count strips and chunks with shifts, because they do
 * it before their first copy, where a division would cost time. */
SYMV_FN int32_t symv_ceil_shift(int32_t a, int32_t log) { return (a + (1 << log) - 1) >> log; }

/* Returns the first sequence number of tile column J, 0 <= J <= NB. For 0 < J < NB it is a
 * quadratic polynomial of J, because all diagonal tiles between the first and the last one have the
 * same size. */
SYMV_FN int32_t symv_column_start(const struct symv_geometry *g, int32_t J)
{
    if (J == g->tiles)
        return g->numbers;
    return J > 0 ? g->offset + J * g->slope - J * (J - 1) / 2 * g->curve : 0;
}

/* Returns the first row (or column) in the matrix of the tile row (or tile column) with this
 * reflected index. */
SYMV_FN int32_t symv_origin(const struct symv_geometry *g, int32_t index)
{
    return (g->upper ? g->tiles - 1 - index : index) * g->edge;
}

/* Returns the largest possible slant, in rows. It is less than `beyond`, which is a whole cache
 * line. */
SYMV_FN int32_t symv_most_slant(const struct symv_geometry *g) { return g->beyond > 0 ? g->beyond - 1 : 0; }

/* Returns the number of rows or columns of the matrix in a tile that starts at `origin`. */
SYMV_FN int32_t symv_extent(const struct symv_geometry *g, int32_t origin) { return symv_min(g->edge, g->n - origin); }

/* Finds the chunks [first, last) of strip s in a tile with `rows` rows. In a diagonal tile they are
 * only those chunks that meet the triangle. */
SYMV_FN void symv_strip_range(const struct symv_geometry *g, int32_t rows, int on_diagonal, int32_t s, int32_t *first,
                              int32_t *last)
{
    *first = on_diagonal && !g->upper ? s << g->strip_log >> g->height_log : 0;
    *last = symv_ceil_shift(on_diagonal && g->upper ? symv_min(rows, (s + 1) << g->strip_log) : rows, g->height_log);
}

/* Returns the number of chunks of tile (J, J). */
SYMV_FN int32_t symv_diagonal_of(const struct symv_geometry *g, int32_t J)
{
    const int32_t chunks = J == g->ragged ? g->ragged_diagonal : g->diagonal;
    const int32_t more = g->upper && J == g->tiles - 1 ? g->more : 0;
    return chunks + more * symv_ceil_shift(symv_extent(g, symv_origin(g, J)), g->strip_log);
}

/* Returns the number of chunks of an off-diagonal tile in tile column J whose rows are all inside
 * the matrix. */
SYMV_FN int32_t symv_full_tile(const struct symv_geometry *g, int32_t J)
{
    return symv_ceil_shift(symv_extent(g, symv_origin(g, J)), g->strip_log) * (g->edge >> g->height_log);
}

/* Returns the number that tile (I, J) has in the order of the tiles. */
SYMV_FN int32_t symv_tile_number(const struct symv_geometry *g, int32_t I, int32_t J)
{
    return J * g->tiles - J * (J - 1) / 2 + (I - J);
}

/* Return the first sequence number of tile (I, J), and the sequence number after its last chunk. I
 * = NB gives the end of tile column J. */
SYMV_FN int32_t symv_tile_start(const struct symv_geometry *g, int32_t I, int32_t J)
{
    if (I == J)
        return symv_column_start(g, J);
    if (I == g->tiles)
        return symv_column_start(g, J + 1);
    return symv_column_start(g, J) + symv_diagonal_of(g, J) + g->idle + (I - J - 1) * symv_full_tile(g, J);
}
SYMV_FN int32_t symv_tile_end(const struct symv_geometry *g, int32_t I, int32_t J)
{
    return I == J ? symv_column_start(g, J) + symv_diagonal_of(g, J) : symv_tile_start(g, I + 1, J);
}

/* Return the first sequence number of block b, and the number of the block to which sequence number
 * p belongs. They compute with 32 bits, because symv_cut keeps dealt * blocks below 2^32. */
SYMV_FN int32_t symv_block_start(const struct symv_geometry *g, int32_t b)
{
    return symv_min(g->numbers, (int32_t)((uint32_t)g->dealt * (uint32_t)b / (uint32_t)g->blocks));
}
SYMV_FN int32_t symv_block_of(const struct symv_geometry *g, int32_t p)
{
    return (int32_t)((((uint32_t)p + 1) * (uint32_t)g->blocks - 1) / (uint32_t)g->dealt);
}

/* Returns the bytes of the counters at the beginning of the workspace: the next ticket, then the
 * turns of all tile rows, then their locks. Only the methods with tickets have these counters. */
SYMV_FN size_t symv_ticket_counters_bytes(int32_t tiles) { return ((size_t)(1 + 2 * tiles) * sizeof(int32_t) + 255) / 256 * 256; }

/* Finds the tile (I, J) with the number t. */
SYMV_FN void symv_tile_of(const struct symv_geometry *g, int32_t t, int32_t *I, int32_t *J)
{
    int32_t j = 0;
    while (t >= g->tiles - j)
        t -= g->tiles - j++;
    *I = j + t;
    *J = j;
}

/* Returns the number of elements of a slot. It has row sums, including those of the rows `beyond`,
 * and column sums. */
SYMV_FN int32_t symv_slot_elements(const struct symv_geometry *g) { return 2 * g->edge + g->beyond; }

/* A position in the sequence of chunks. */
struct symv_cursor
{
    int32_t I, J;          /* The tile, with reflected indices. */
    int32_t row0, column0; /* The first row and the first column of the tile in the matrix. */
    /* Number of rows and of strips of the tile. At the lower edge of the matrix the slant adds
     * rows. */
    int32_t rows, strips;
    /* The strip, the chunk within the strip, and the end of the chunks of the strip. */
    int32_t s, k, k_end;
};

/* Returns the number of chunks of a strip that lie before the tile. Only the tiles at the upper
 * edge of an upper triangle have such chunks. */
SYMV_FN int32_t symv_lead(const struct symv_geometry *g, int32_t I) { return g->upper && I == g->tiles - 1 ? g->more : 0; }

/* Moves the cursor to the first chunk of strip s. */
SYMV_FN void symv_enter_strip(const struct symv_geometry *g, struct symv_cursor *c, int32_t s)
{
    c->s = s;
    symv_strip_range(g, c->rows, c->I == c->J, s, &c->k, &c->k_end);
    c->k_end += symv_lead(g, c->I);
}

/* Moves the cursor to the first chunk of tile (I, J). */
SYMV_FN void symv_enter_tile(const struct symv_geometry *g, struct symv_cursor *c, int32_t I, int32_t J)
{
    c->I = I;
    c->J = J;
    c->row0 = symv_origin(g, I);
    c->column0 = symv_origin(g, J);
    c->rows = symv_extent(g, c->row0) + (!g->upper && I == g->tiles - 1 ? symv_most_slant(g) : 0);
    c->strips = symv_ceil_shift(symv_extent(g, c->column0), g->strip_log);
    symv_enter_strip(g, c, 0);
}

/* Returns the tile column of sequence number p. The solution of a quadratic equation is an estimate
 * that is wrong by at most one or two columns; steps correct it. */
SYMV_FN int32_t symv_column_of(const struct symv_geometry *g, int32_t p)
{
    const float left = 1.0F - (float)p / (float)g->numbers;
    int32_t J = symv_clamp((int32_t)((float)g->tiles * (1.0F - sqrtf(left > 0.0F ? left : 0.0F))), g->tiles - 1);
    while (symv_column_start(g, J) > p)
        J--;
    while (symv_column_start(g, J + 1) <= p)
        J++;
    return J;
}

/* Returns the number of chunks with sequence numbers below p, 0 <= p <= numbers. */
SYMV_FN int32_t symv_chunks_before(const struct symv_geometry *g, int32_t p)
{
    if (g->idle == 0)
        return p;
    if (p == g->numbers)
        return p - (g->tiles - 1) * g->idle;
    const int32_t J = symv_column_of(g, p);
    return p - J * g->idle - symv_clamp(p - symv_column_start(g, J) - symv_diagonal_of(g, J), g->idle);
}

/* Moves the cursor to the chunk with sequence number p, 0 <= p < numbers. If p is an idle number,
 * it moves to the next chunk. */
SYMV_FN void symv_seek(const struct symv_geometry *g, struct symv_cursor *c, int32_t p)
{
    const int32_t J = symv_column_of(g, p), diagonal = symv_diagonal_of(g, J);
    int32_t q = p - symv_column_start(g, J);
    if (q < diagonal)
    {
        symv_enter_tile(g, c, J, J);
        while (q >= c->k_end - c->k)
        {
            q -= c->k_end - c->k;
            symv_enter_strip(g, c, c->s + 1);
        }
    }
    else
    {
        q = q > diagonal + g->idle ? q - diagonal - g->idle : 0;
        const int32_t full = symv_full_tile(g, J), below = symv_min(q / full, g->tiles - 2 - J);
        symv_enter_tile(g, c, J + 1 + below, J);
        q -= below * full;
        const int32_t strip = q / c->k_end;
        symv_enter_strip(g, c, strip);
        q -= strip * c->k_end;
    }
    c->k += q;
}

/* Moves the cursor to the next chunk of the sequence. Returns 0 if the chunk is in the same strip,
 * 1 if it is in a new strip, and 2 if it is in a new tile. After the last chunk the cursor must not
 * be used. */
SYMV_FN int symv_advance(const struct symv_geometry *g, struct symv_cursor *c)
{
    if (++c->k < c->k_end)
        return 0;
    if (c->s + 1 < c->strips)
    {
        symv_enter_strip(g, c, c->s + 1);
        return 1;
    }
    if (c->I + 1 < g->tiles)
        symv_enter_tile(g, c, c->I + 1, c->J);
    else if (c->J + 1 < g->tiles)
        symv_enter_tile(g, c, c->J + 1, c->J + 1);
    return 2;
}

/* Returns the number of chunks of a diagonal tile with `rows` rows and `extent` columns. */
SYMV_FN int32_t symv_diagonal_chunks(const struct symv_geometry *g, int32_t rows, int32_t extent)
{
    int32_t chunks = 0;
    for (int32_t s = 0; s < symv_ceil_shift(extent, g->strip_log); s++)
    {
        int32_t first, last;
        symv_strip_range(g, rows, 1, s, &first, &last);
        chunks += last - first;
    }
    return chunks;
}

/* Returns the number of elements of shared memory that a block needs. They are, in this order: for
 * every warp `stages` stages of `group` columns, `pitch` elements apart; for every warp, x of the
 * rows and columns of the chunks that may be in flight; for every warp `batch` row sums of the last
 * chunks; and `sums` row sums of the tile. */
SYMV_FN int32_t symv_shared_elements(int32_t warps, int32_t columns, int32_t height, int32_t pitch, int32_t group, int32_t stages,
                                     int32_t parts, int32_t batch, int32_t sums)
{
    const int32_t vectors = (parts - 1 + stages - 1) / parts + 1;
    return stages * warps * group * pitch + vectors * warps * (height + columns) + warps * batch + sums;
}

/* Returns k for power = 2^k. */
SYMV_FN int32_t symv_log(int32_t power)
{
    int32_t log = 0;
    while (power >> log > 1)
        log++;
    return log;
}

/* Computes the other members from n, upper, edge, strip, height and beyond.
 *
 * The chunks of the triangle have consecutive numbers, and each block gets a range of numbers.
 * After the chunks of a diagonal tile come idle numbers, which stand for no chunk: sixteenths/16 of
 * the tile's chunks, rounded down. They give the block of a diagonal tile less other work. There
 * may be fewer blocks than `blocks`. Each has at least one number, but perhaps only idle ones.
 *
 * Let `tiles` be NB. The ragged tile, the last one of the matrix, has index NB - 1 in a lower
 * triangle. The tiles of an upper triangle are counted from its last row and column, so its ragged
 * tile has index 0. Below the diagonal tile of column J there are NB - 1 - J tiles. In an upper
 * triangle all of them have `edge` rows, and column 0 may have fewer columns. In a lower triangle
 * the last one is ragged. The tiles of the last tile row have no next tile that could cover the
 * rows left over by the slant, so they have additional chunks (`more`). */
SYMV_FN void symv_cut(struct symv_geometry *g, int32_t blocks, int32_t sixteenths)
{
    g->strip_log = symv_log(g->strip);
    g->height_log = symv_log(g->height);
    const int32_t tiles = symv_ceil_div(g->n, g->edge), last = tiles - 1, rest = g->n - last * g->edge;
    const int32_t rows = g->edge / g->height, rest_rows = symv_ceil_div(rest + symv_most_slant(g), g->height);
    const int32_t strips = g->edge / g->strip, rest_strips = symv_ceil_div(rest, g->strip);
    g->tiles = tiles;
    g->diagonal = symv_diagonal_chunks(g, g->edge, g->edge);
    g->ragged_diagonal = symv_diagonal_chunks(g, g->upper ? rest : rest + symv_most_slant(g), rest);
    g->curve = rows * strips;
    g->more = symv_ceil_div(symv_most_slant(g), g->height);
    g->idle = g->diagonal * sixteenths / 16;
    if (g->upper)
    {
        g->ragged = 0;
        g->slope = g->diagonal + g->idle + last * g->curve + g->more * strips;
        g->offset = g->ragged_diagonal + g->idle + (last * rows + g->more) * rest_strips - g->slope;
    }
    else
    {
        g->ragged = last;
        g->slope = g->diagonal + g->idle + strips * rest_rows + (last - 1) * g->curve;
        g->offset = 0;
    }
    const int32_t total = symv_column_start(g, last) + symv_diagonal_of(g, last);
    g->numbers = total;
    const uint32_t most = UINT32_MAX / 6 * 5 / (uint32_t)(total > 0 ? total : 1);
    g->blocks = symv_min(blocks, total);
    if ((uint32_t)g->blocks > most)
        g->blocks = (int32_t)most;
    g->dealt = total + total / (5 * g->blocks);
}

#endif
