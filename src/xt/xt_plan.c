/*
 * Blocks, their order, and how long they take.
 *
 * The time of a candidate is that of its units one after the other on three clocks (loads, products, stores): a unit's loads are
 * what of its panels is not on the device; its products end when the loads have ended and one chunk more has been multiplied, and
 * not before the products of earlier units and its own; its store follows. So what is judged is the first fill, the larger of
 * transfers and arithmetic in between, and the last drain. Added are half a unit
 * for lanes that wait for the last one, and what four lanes lose when units are no multiple of four.
 */
#include "xt_plan.h"

#include <math.h>

#include "../level3/gemm_plan.h"

enum
{
    ALIGNMENT = 256,
    LEADING_UNIT = 16,  /* elements */
    DRAINING = 2,       /* results on their way while others are formed */
    WINDOW_COLUMNS = 4, /* of blocks */
    LEAST_SLOTS = 4,    /* two tiles are multiplied while two are loaded */
    CUBLAS_BYTES = 32 << 20,
    JUDGED_UNITS = 4096, /* of a candidate; the others are like them */
    TEAM = 4,            /* lanes, for which blocks should do too: they may not depend on the number there is */
    PARTS_OF_MEMORY = 3  /* one of them at most is workspace */
};

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t quotient_up(int64_t a, int64_t b) { return a / b + (a % b != 0); }
static int64_t round_up(int64_t a, int64_t unit) { return quotient_up(a, unit) * unit; }

/* PCIe 5 x16 to pinned memory, both directions at once; cuBLAS's rates at 4096 and more; for W the residue route's stages. */
struct xt_rates ddblas_xt_rates(ddblasType_t type)
{
    struct xt_rates r = {.in = 51e9, .out = 51e9, .call = 10e-6, .result = 4e-12, .operand = 0.0, .term = 2.0 / 55e12};
    switch (type)
    {
    case DDBLAS_TYPE_S:
        r.term = 2.0 / 50e12;
        break;
    case DDBLAS_TYPE_C:
        r.term = 8.0 / 50e12;
        break;
    case DDBLAS_TYPE_Z:
        r.term = 8.0 / 55e12;
        break;
    case DDBLAS_TYPE_W:
        r.call = 66e-6;
        r.result = 33e-12;
        r.operand = 21.5e-12;
        r.term = 4.3e-14;
        break;
    default:
        break;
    }
    return r;
}

int64_t ddblas_xt_leading(int64_t rows) { return round_up(rows, LEADING_UNIT); }

/* ---- order ------------------------------------------------------------------------------------------------------------- */

/* Rows of blocks that stand together in a column, and the units before the first column's. */
struct rows
{
    int64_t first, count, before;
};

static struct rows band(const struct xt_plan *p, int64_t b)
{
    const int64_t first = p->down * b / p->bands;
    return (struct rows){first, p->down * (b + 1) / p->bands - first, first * p->across};
}

static struct rows band_of_row(const struct xt_plan *p, int64_t i)
{
    int64_t b = 0;
    while (b + 1 < p->bands && band(p, b + 1).first <= i)
        b++;
    return band(p, b);
}

/* Rows of column j in the band that row i is in, and the units before them. */
static struct rows rows_of(const struct xt_plan *p, int64_t i, int64_t j)
{
    if (p->part == DDBLAS_GEMM_LOWER)
        return (struct rows){j, p->down - j, j * p->down - j * (j - 1) / 2};
    if (p->part == DDBLAS_GEMM_UPPER)
        return (struct rows){0, j + 1, j * (j + 1) / 2};
    const struct rows r = band_of_row(p, i);
    return (struct rows){r.first, r.count, r.before + j * r.count};
}

/* The column of a triangle that a unit is in: the last that begins at or before it. */
static int64_t column_of(const struct xt_plan *p, int64_t index)
{
    int64_t low = 0, high = p->across - 1;
    while (low < high)
    {
        const int64_t middle = (low + high + 1) / 2;
        if (rows_of(p, 0, middle).before <= index)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

struct xt_unit ddblas_xt_unit(const struct xt_plan *p, int64_t index)
{
    int64_t row = 0, j;
    if (p->part == DDBLAS_GEMM_ALL)
    {
        const struct rows r = band_of_row(p, index / p->across);
        row = r.first;
        j = (index - r.before) / r.count;
    }
    else
        j = column_of(p, index);
    const struct rows r = rows_of(p, row, j);
    const int64_t place = index - r.before;
    return (struct xt_unit){r.first + (j % 2 == 0 ? place : r.count - 1 - place), j};
}

int64_t ddblas_xt_index(const struct xt_plan *p, int64_t i, int64_t j)
{
    if (i < 0 || i >= p->down || j < 0 || j >= p->across)
        return -1;
    const struct rows r = rows_of(p, i, j);
    const int64_t place = i - r.first;
    return place < 0 || place >= r.count ? -1 : r.before + (j % 2 == 0 ? place : r.count - 1 - place);
}

int64_t ddblas_xt_column_start(const struct xt_plan *p, int64_t i, int64_t j) { return rows_of(p, i, j).before; }

void ddblas_xt_cut_bands(struct xt_plan *p, int lanes)
{
    for (int g = 1; g * g <= lanes && p->part == DDBLAS_GEMM_ALL && g <= p->down; g++)
        if (lanes % g == 0)
            p->bands = g;
}

void ddblas_xt_section(const struct xt_plan *p, int part, int parts, int64_t *first, int64_t *end)
{
    *first = p->units / parts * part + least(part, p->units % parts);
    *end = *first + p->units / parts + (part < p->units % parts);
}

int ddblas_xt_share_pays(int64_t left, double device_seconds, double cpu_seconds)
{
    return (double)left * device_seconds > cpu_seconds;
}

/* ---- memory ------------------------------------------------------------------------------------------------------------ */

static size_t bytes_of(const struct xt_request *r, int64_t rows, int64_t columns)
{
    return (size_t)round_up(ddblas_xt_leading(rows) * columns * (int64_t)ddblas_type_size(r->type), ALIGNMENT);
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

/* Workspace at full speed, and what is granted of it. */
static size_t workspace_wanted(const struct xt_request *r, const struct xt_plan *p)
{
    struct gemm_plan plan;
    if (!r->engine_workspace)
        return 0;
    if (r->type != DDBLAS_TYPE_W || p->chunks == 0)
        return CUBLAS_BYTES;
    return ddblas_gemm_make_plan(&plan, p->rows, p->columns, p->terms, r->part != DDBLAS_GEMM_ALL, SIZE_MAX)
               ? larger(plan.workspace, CUBLAS_BYTES)
               : SIZE_MAX;
}

/* Products of the blocks can do with so much. */
static int works_in(const struct xt_request *r, const struct xt_plan *p, size_t workspace)
{
    struct gemm_plan plan;
    if (!r->engine_workspace)
        return 1;
    if (r->type != DDBLAS_TYPE_W || p->chunks == 0)
        return workspace >= CUBLAS_BYTES;
    return ddblas_gemm_make_plan(&plan, p->rows, p->columns, p->terms, r->part != DDBLAS_GEMM_ALL, workspace);
}

/* Tiles that a call uses at all. */
static int64_t all_tiles(const struct xt_plan *p)
{
    return (p->part == DDBLAS_GEMM_ALL ? p->down + p->across : p->down) * p->chunks;
}

/* Results for a window of units, of memory that is left when all tiles have slots. */
static void open_window(struct xt_plan *p, size_t left)
{
    const int64_t wanted = least(p->units, least(XT_MOST_RESULTS, WINDOW_COLUMNS * p->down + DRAINING));
    if (p->slots == all_tiles(p) && p->results >= least(p->units, DRAINING) && p->chunks > 1)
        p->results = most(p->results, least(wanted, p->results + (int64_t)(left / p->result_bytes)));
    p->window = p->chunks <= 1 ? 1 : p->results == p->units ? p->units : most(1, p->results - DRAINING);
}

/* Shares the memory out; 0 when it does not do. */
static int fits(const struct xt_request *r, struct xt_plan *p)
{
    const size_t wanted = workspace_wanted(r, p), granted = r->memory / PARTS_OF_MEMORY;
    p->workspace = wanted < granted ? wanted : granted / ALIGNMENT * ALIGNMENT;
    if (!works_in(r, p, p->workspace))
        return 0;
    /* either operand of a tile may be transposed */
    const int64_t terms = p->chunks > 0 ? p->terms : 0;
    p->tile_bytes = larger(larger(bytes_of(r, p->rows, terms), bytes_of(r, terms, p->rows)),
                           larger(bytes_of(r, p->columns, terms), bytes_of(r, terms, p->columns)));
    p->result_bytes = bytes_of(r, p->rows, p->columns);
    const int64_t needed = least(all_tiles(p), LEAST_SLOTS);
    for (p->results = least(p->units, r->drain ? DRAINING + 1 : 1); p->results > 0; p->results--)
    {
        const size_t fixed = p->workspace + (size_t)p->results * p->result_bytes;
        if (fixed > r->memory)
            continue;
        const size_t left = r->memory - fixed;
        p->slots = all_tiles(p) == 0 ? 0 : (int64_t)(left / p->tile_bytes);
        p->slots = least(p->slots, r->reuse ? all_tiles(p) : needed);
        if (p->slots < (p->results > DRAINING ? least(all_tiles(p), 3 * LEAST_SLOTS) : needed))
            continue;
        p->window = 1;
        if (r->drain && r->reuse)
            open_window(p, left - (size_t)p->slots * p->tile_bytes);
        return 1;
    }
    return 0;
}

/* ---- time -------------------------------------------------------------------------------------------------------------- */

/* The part of a panel that is not on the device any more: of A after the first column of blocks, of B after the first unit of a
 * column. */
struct missing
{
    double a_later, b_later;
};

static struct missing missing_of(const struct xt_request *r, const struct xt_plan *p)
{
    struct missing x = {1.0, 1.0};
    if (!r->reuse || p->chunks == 0)
        return x;
    const double free_slots = (double)(p->slots - LEAST_SLOTS), chunks = (double)p->chunks;
    x.b_later = fmax(0.0, 1.0 - fmax(free_slots, 0.0) / chunks);
    x.a_later =
        p->slots >= all_tiles(p) ? 0.0 : fmin(1.0, fmax(0.0, 1.0 - fmax(free_slots - chunks, 0.0) / ((double)p->down * chunks)));
    return x;
}

/* What judging goes on: seconds of one unit's products and of its store, bytes of a column of op(A) or op(B)'s panel, and the
 * three clocks. */
struct clocks
{
    double unit, store, line, c_load;
    double loaded, multiplied, stored;
};

/* A part of a unit's chunks: `share` of its loads and products, the first of them or those that end it. */
static void pass(const struct xt_plan *p, struct clocks *t, const struct missing *missing, int64_t u, double share, int begins,
                 int ends)
{
    const struct xt_unit at = ddblas_xt_unit(p, u);
    const int starts = u == 0 || ddblas_xt_unit(p, u - 1).j != at.j;
    const double lines =
        (double)p->rows * (at.j == 0 ? 1.0 : missing->a_later) + (double)p->columns * (starts ? 1.0 : missing->b_later);
    const double before = p->results > 1 ? t->multiplied : t->stored; /* a single result has to be stored before */
    t->loaded += lines * t->line * share + (begins ? t->c_load : 0.0);
    t->multiplied = fmax(before + t->unit * share, t->loaded + t->unit / (double)most(p->chunks, 1));
    if (ends)
        t->stored = fmax(t->stored, t->multiplied) + t->store;
}

static double judge(const struct xt_request *r, const struct xt_plan *p, const struct xt_rates *rates)
{
    const double size = (double)ddblas_type_size(r->type), mn = (double)p->rows * (double)p->columns;
    const double chunks = (double)most(p->chunks, 1), k = (double)p->k;
    const double slowed = p->workspace > 0 ? fmax(1.0, (double)workspace_wanted(r, p) / (double)p->workspace) : 1.0;
    const struct missing missing = missing_of(r, p);
    const int64_t units = least(p->units, JUDGED_UNITS);
    struct clocks t = {.unit = chunks * (rates->call + rates->result * mn) +
                               slowed * rates->operand * (double)(p->rows + p->columns) * k + rates->term * mn * k,
                       .store = mn * size / rates->out,
                       .line = k * size / rates->in,
                       .c_load = r->reads_c ? mn * size / rates->in : 0.0};
    const int64_t window = p->window > 1 ? p->window : 0;
    for (int64_t u = 0; u < window; u++)
        pass(p, &t, &missing, u, 1.0 / chunks, 1, 0);
    for (int64_t u = 0; u < units; u++)
        pass(p, &t, &missing, u, u < window ? 1.0 - 1.0 / chunks : 1.0, u >= window, 1);
    const double idle = (double)(round_up(p->units, TEAM) - p->units) / TEAM;
    return t.stored * (double)p->units / (double)units + (0.5 + idle) * t.unit;
}

/* ---- choice ------------------------------------------------------------------------------------------------------------ */

/* Parts of about `edge` of the size, as equal as their grain allows. */
static int64_t part_of(int64_t size, int64_t edge)
{
    const int64_t grain = edge >= 64 ? 64 : 8;
    return least(size, round_up(quotient_up(size, quotient_up(size, edge)), grain));
}

/* Parts that the caller wants, of which products of two stay in range. */
static int64_t given(int64_t part, int64_t size) { return least(least(part, (int64_t)1 << 24), size); }

static void cut(const struct xt_request *r, struct xt_plan *p, int64_t edge, int64_t terms)
{
    *p = (struct xt_plan){.part = r->part, .m = r->m, .n = r->n, .k = r->k, .bands = 1};
    p->rows = r->rows ? given(r->rows, r->m) : part_of(r->m, edge);
    p->columns = r->part != DDBLAS_GEMM_ALL ? p->rows : r->columns ? given(r->columns, r->n) : part_of(r->n, edge);
    p->terms = r->k == 0 ? 0 : r->terms ? given(r->terms, r->k) : part_of(r->k, terms);
    p->down = quotient_up(r->m, p->rows);
    p->across = quotient_up(r->n, p->columns);
    p->chunks = r->k == 0 ? 0 : quotient_up(r->k, p->terms);
    p->units = p->down > XT_MOST_UNITS || p->across > XT_MOST_UNITS ? INT64_MAX : rows_of(p, 0, p->across).before;
}

ddblasStatus_t ddblas_xt_make_plan(struct xt_plan *plan, const struct xt_request *request, const struct xt_rates *rates)
{
    static const int64_t edges[] = {24576, 16384, 12288, 8192, 6144, 5120, 4096, 3072, 2048, 1536, 1024, 768,
                                    512,   384,   256,   192,  128,  96,   64,   48,   32,   16,   8};
    static const int64_t chunks[] = {16384, 12288, 8192, 6144, 4096, 3072, 2048, 1024, 512, 256, 128, 64, 32, 16, 8};
    const double work = (double)request->m * (double)request->n * (double)request->k * rates->term;
    double best = INFINITY;
    int few_enough = 0;
    for (size_t e = 0; e < sizeof edges / sizeof edges[0]; e++)
        for (size_t t = 0; t < sizeof chunks / sizeof chunks[0]; t++)
        {
            struct xt_plan p;
            cut(request, &p, edges[e], chunks[t]);
            few_enough |= p.units <= XT_MOST_UNITS;
            if (p.units > XT_MOST_UNITS || !fits(request, &p))
                continue;
            const double calls = (double)p.units * (double)most(p.chunks, 1) * rates->call;
            if (calls + (request->part == DDBLAS_GEMM_ALL ? work : work / 2.0) >= best)
                continue;
            p.seconds = judge(request, &p, rates);
            if (p.seconds < best)
            {
                best = p.seconds;
                *plan = p;
            }
        }
    return best < INFINITY ? DDBLAS_STATUS_SUCCESS : few_enough ? DDBLAS_STATUS_WORKSPACE_TOO_SMALL : DDBLAS_STATUS_INVALID_VALUE;
}
