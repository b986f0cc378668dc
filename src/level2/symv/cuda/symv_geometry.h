/*
 * How symv on the GPU cuts a triangle into work: plain index arithmetic for C and CUDA alike, so that it is tested without a GPU.
 *
 * The triangle is a lower one of NB x NB square tiles of edge E, tile (I, J) with I >= J. A stored upper triangle becomes this
 * one by counting tiles from the far corner, (I, J) -> (NB-1-I, NB-1-J); below, I and J are these reflected numbers, and row0,
 * column0 and everything inside a tile are true coordinates of the matrix.
 *
 *      J=0  1   2   3          inside a tile: strips of C columns, each walked down in chunks of H rows;
 *  I=0  d                      one chunk (H x C elements) is the unit of work.
 *    1  |   d                  The tiles are numbered J-major, the chunks of a tile strip by strip, and the whole triangle
 *    2  |   |   d              is one sequence of `numbers` numbers. Block b of G works on [b dealt/G, (b+1) dealt/G):
 *    3  v   v   v   d          equal shares whatever n, but for the last block. The part of a block in one tile is a segment.
 *
 * The last block has the corner, where strips are short and all chunks meet the diagonal or the edge: it ended 15% after the
 * others. So `dealt` is a fifth of a share more than there are numbers, and its share ends with them. Measured, lower triangle
 * at order 12345: S 104 -> 96 us, D 173 -> 166.
 *
 * Where chunks on the diagonal take longer than others, `idle` numbers that no chunk has follow those of each diagonal tile but
 * the last, so that blocks with such a tile get fewer chunks.
 *
 * A segment of tile number t in block b leaves its row sums and its column sums in slot t + b of the workspace: along the
 * sequence each new segment starts a new tile or a new block, so no two segments share a slot, and there are at most tiles + G -
 * 1 of them.
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

/* Chunks whose row sums wait in shared memory: one row to a thread, half as many where elements are long. */
#define SYMV_BATCH(warps, height, size)                                                                                          \
    (32 * (warps) / ((size) > 16 ? 2 : 1) / (height) > 0 ? 32 * (warps) / ((size) > 16 ? 2 : 1) / (height) : 1)

enum
{
    SYMV_MAX_TILES = 96,   /* NB at most */
    SYMV_LINE = 128,       /* bytes of a line of the cache */
    SYMV_ANY_ELEMENT = 16, /* warps with which columns in classes may start on any multiple of their elements' size, with fewer
                              on 16 bytes only */
    SYMV_DD_CLASSES = 16   /* columns of a warp from which on W may go in classes */
};

/* Where the columns of A start. */
enum symv_alignment
{
    SYMV_ON_LINES,   /* all on lines of the cache; double-double: on 16 bytes where nothing else gains */
    SYMV_IN_CLASSES, /* each as far after a line as every period'th: no more such classes than warps */
    SYMV_OFF_LINES,  /* anywhere */
    SYMV_ALIGNMENTS
};

/* How squares take the elements of A. */
enum symv_placement
{
    SYMV_WHOLE,    /* columns on 16 bytes: by pieces of 16 bytes, at the edges of the matrix one by one */
    SYMV_SLANTED,  /* elements on multiples of their size: by pieces there too */
    SYMV_SCATTERED /* elements on multiples of the size of their parts: one by one */
};

/* The period of columns so many bytes apart is 2^log: the least number of them that are whole lines. */
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
    int32_t edge;               /* E: a multiple of the strip width and of the chunk height */
    int32_t strip, strip_log;   /* C, a power of two */
    int32_t height, height_log; /* H, a power of two */
    int32_t beyond;             /* rows beside a tile, on the diagonal's side, that its row sums have too: symv_tile.cuh */
    int32_t more;    /* chunks that a strip has more, for its slant, in a tile of the last tile row, where it is whole */
    int32_t tiles;   /* NB */
    int32_t blocks;  /* G */
    int32_t numbers; /* of the whole triangle: its chunks and the idle ones */
    int32_t dealt;   /* numbers and a fifth of a share */
    int32_t offset, slope, curve;      /* of the first number of tile column J: symv_column_start */
    int32_t ragged;                    /* the tile column whose diagonal tile may be smaller than others */
    int32_t diagonal, ragged_diagonal; /* chunks of a diagonal tile; of that one */
    int32_t idle;                      /* numbers without a chunk after a diagonal tile */
};

SYMV_FN int32_t symv_min(int32_t a, int32_t b) { return a < b ? a : b; }
/* a within [0, most]. */
SYMV_FN int32_t symv_clamp(int32_t a, int32_t most) { return a < 0 ? 0 : symv_min(a, most); }
SYMV_FN int32_t symv_ceil_div(int32_t a, int32_t b) { return (a + b - 1) / b; }
/* The same for b = 2^log: the kernels count strips and chunks before their first copy, where a division is time lost. */
SYMV_FN int32_t symv_ceil_shift(int32_t a, int32_t log) { return (a + (1 << log) - 1) >> log; }

/* First number of tile column J, 0 <= J <= NB: a parabola between the ends, where no other column than the first or the last has
 * a ragged tile. */
SYMV_FN int32_t symv_column_start(const struct symv_geometry *g, int32_t J)
{
    if (J == g->tiles)
        return g->numbers;
    return J > 0 ? g->offset + J * g->slope - J * (J - 1) / 2 * g->curve : 0;
}

/* True first row or column of the reflected tile number. */
SYMV_FN int32_t symv_origin(const struct symv_geometry *g, int32_t index)
{
    return (g->upper ? g->tiles - 1 - index : index) * g->edge;
}

/* The most rows by which columns in classes are slanted: less than `beyond`, which is a whole line. */
SYMV_FN int32_t symv_most_slant(const struct symv_geometry *g) { return g->beyond > 0 ? g->beyond - 1 : 0; }

/* Rows or columns of the matrix in a tile that starts at origin. */
SYMV_FN int32_t symv_extent(const struct symv_geometry *g, int32_t origin) { return symv_min(g->edge, g->n - origin); }

/* Chunks [first, last) of strip s in a tile with `rows` rows; in a diagonal tile only those that meet the triangle. */
SYMV_FN void symv_strip_range(const struct symv_geometry *g, int32_t rows, int on_diagonal, int32_t s, int32_t *first,
                              int32_t *last)
{
    *first = on_diagonal && !g->upper ? s << g->strip_log >> g->height_log : 0;
    *last = symv_ceil_shift(on_diagonal && g->upper ? symv_min(rows, (s + 1) << g->strip_log) : rows, g->height_log);
}

/* Chunks of the tile (J, J). */
SYMV_FN int32_t symv_diagonal_of(const struct symv_geometry *g, int32_t J)
{
    const int32_t chunks = J == g->ragged ? g->ragged_diagonal : g->diagonal;
    const int32_t more = g->upper && J == g->tiles - 1 ? g->more : 0;
    return chunks + more * symv_ceil_shift(symv_extent(g, symv_origin(g, J)), g->strip_log);
}

/* Chunks of an off-diagonal tile in reflected tile column J whose rows are all inside the matrix. */
SYMV_FN int32_t symv_full_tile(const struct symv_geometry *g, int32_t J)
{
    return symv_ceil_shift(symv_extent(g, symv_origin(g, J)), g->strip_log) * (g->edge >> g->height_log);
}

/* Number of the tile (I, J). */
SYMV_FN int32_t symv_tile_number(const struct symv_geometry *g, int32_t I, int32_t J)
{
    return J * g->tiles - J * (J - 1) / 2 + (I - J);
}

/* First number of the tile (I, J), and the number after its last chunk; I = NB gives the end of tile column J. */
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

/* First number of block b, and the block that a number belongs to. dealt * blocks is kept below 2^32 by symv_cut. */
SYMV_FN int32_t symv_block_start(const struct symv_geometry *g, int32_t b)
{
    return symv_min(g->numbers, (int32_t)((uint32_t)g->dealt * (uint32_t)b / (uint32_t)g->blocks));
}
SYMV_FN int32_t symv_block_of(const struct symv_geometry *g, int32_t p)
{
    return (int32_t)((((uint32_t)p + 1) * (uint32_t)g->blocks - 1) / (uint32_t)g->dealt);
}

/* By tickets: bytes of the counters before the sums in the workspace: the next ticket, then turn and lock of each tile row. */
SYMV_FN size_t symv_ticket_counters_bytes(int32_t tiles) { return ((size_t)(1 + 2 * tiles) * sizeof(int32_t) + 255) / 256 * 256; }

/* The tile (I, J) with number t. */
SYMV_FN void symv_tile_of(const struct symv_geometry *g, int32_t t, int32_t *I, int32_t *J)
{
    int32_t j = 0;
    while (t >= g->tiles - j)
        t -= g->tiles - j++;
    *I = j + t;
    *J = j;
}

/* Elements of a slot: row sums, column sums. */
SYMV_FN int32_t symv_slot_elements(const struct symv_geometry *g) { return 2 * g->edge + g->beyond; }

/* A place in the sequence of chunks. */
struct symv_cursor
{
    int32_t I, J;          /* tile, reflected */
    int32_t row0, column0; /* its true origin */
    int32_t rows, strips;  /* its extent: rows, those of a slant included at the lower edge, and strips of columns */
    int32_t s, k, k_end;   /* strip, chunk in the strip, end of the strip's chunks */
};

/* Chunks of a strip that come before the tile: at the upper edge of an upper triangle. */
SYMV_FN int32_t symv_lead(const struct symv_geometry *g, int32_t I) { return g->upper && I == g->tiles - 1 ? g->more : 0; }

/* To the first chunk of strip s. */
SYMV_FN void symv_enter_strip(const struct symv_geometry *g, struct symv_cursor *c, int32_t s)
{
    c->s = s;
    symv_strip_range(g, c->rows, c->I == c->J, s, &c->k, &c->k_end);
    c->k_end += symv_lead(g, c->I);
}

/* To the first chunk of tile (I, J). */
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

/* The tile column of number p: the root of the parabola's equation is no more than a step or two away. */
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

/* Chunks with numbers below p, 0 <= p <= numbers. */
SYMV_FN int32_t symv_chunks_before(const struct symv_geometry *g, int32_t p)
{
    if (g->idle == 0)
        return p;
    if (p == g->numbers)
        return p - (g->tiles - 1) * g->idle;
    const int32_t J = symv_column_of(g, p);
    return p - J * g->idle - symv_clamp(p - symv_column_start(g, J) - symv_diagonal_of(g, J), g->idle);
}

/* To the chunk number p, 0 <= p < numbers, or the first one after it where p is idle. */
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

/* To the next chunk of the sequence. 0: the same strip; 1: a new strip; 2: a new tile. At the end of the sequence it stays in a
 * tile column NB that has no chunks and must not be used. */
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

/* Chunks of a diagonal tile of `rows` rows that is `extent` columns large. */
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

/* Elements of shared memory of a block: `stages` stages of `group` columns, `pitch` apart, for all warps, x of the chunks whose
 * stages may be under way (rows and the warp's columns, for each warp), `batch` row sums of the last chunks for each warp, `sums`
 * row sums of the tile. */
SYMV_FN int32_t symv_shared_elements(int32_t warps, int32_t columns, int32_t height, int32_t pitch, int32_t group, int32_t stages,
                                     int32_t parts, int32_t batch, int32_t sums)
{
    const int32_t vectors = (parts - 1 + stages - 1) / parts + 1;
    return stages * warps * group * pitch + vectors * warps * (height + columns) + warps * batch + sums;
}

/* k of 2^k. */
SYMV_FN int32_t symv_log(int32_t power)
{
    int32_t log = 0;
    while (power >> log > 1)
        log++;
    return log;
}

/* Fills in the rest from n, upper, edge, strip, height, beyond. There may be fewer blocks than asked for; none is empty unless
 * all its numbers are idle. A diagonal tile counts for so many sixteenths of its chunks more, rounded down.
 *
 * The ragged tile, last in the matrix, is number NB-1 of a lower triangle and 0 of a reflected upper one. Of NB - 1 - J tiles
 * below a diagonal one all are whole in the upper triangle, but for their columns where J = 0; in the lower one the last is
 * ragged. The tiles of the last tile row, at the far end from the diagonal, have the rows that the slants of the others leave to
 * the next: chunks more. */
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
