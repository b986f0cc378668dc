/*
 * Chooses the blocks of a product over host memory from the predicted time of many candidates.
 *
 * The time of a candidate follows from three clocks: of loads, of products and of stores. The units
 * of the candidate are added to the clocks one after another. The loads of a unit are the parts of
 * its panels that are not on the device yet. The products of a unit end when all its chunks have
 * been multiplied after the products of earlier units; they also cannot end before the last of its
 * loads has ended and one more chunk has been multiplied. The store of the unit follows. So the
 * predicted time includes the first loads, then the larger of transfers and arithmetic, and the
 * last store. If memory does not hold all tiles, loads have to wait for slots; then xt_forecast.c
 * follows the events one by one. Two terms are added: half a unit, because the lanes wait for the
 * last unit; and the idle time of four lanes, if the number of units is no multiple of four.
 */
#include "xt_plan.h"

#include <math.h>

#include "core/sizes.h"
#include "level3/gemm/residue/gemm_residue_plan.h"
#include "machine/machine.h"
#include "xt_forecast.h"

enum
{
    ALIGNMENT = 256,
    /* The leading dimension in device memory is a multiple of this many elements. */
    LEADING_UNIT = 16,
    /* Number of finished units whose results may be on the way to the host while other units are
     * computed. Each keeps a block of device memory. */
    DRAINING = 2,
    WINDOW_COLUMNS = 4, /* Largest number of columns of blocks in a window. */
    /* Least number of slots: two tiles are multiplied while two others are loaded. */
    LEAST_SLOTS = 4,
    CUBLAS_BYTES = H200_CUBLAS_WORKSPACE,
    /* Largest number of units of a candidate that are added to the clocks one by one. Each further
     * unit is assumed to take the average time of these. */
    JUDGED_UNITS = 4096,
    /* Number of lanes for which the idle time of a candidate is computed. It is fixed, because the
     * blocks must not depend on the actual number of lanes. */
    TEAM = 4
};

struct xt_rates ddblas_xt_rates(ddblasType_t type)
{
    const struct ddblas_machine *machine = ddblas_machine_h200();
    struct xt_rates r = {.in = machine->xt_in,
                         .out = machine->xt_out,
                         .call = machine->xt_call,
                         .result = machine->xt_result,
                         .operand = 0.0,
                         .term = machine->xt_term_d};
    switch (type)
    {
    case DDBLAS_TYPE_S:
        r.term = machine->xt_term_s;
        break;
    case DDBLAS_TYPE_C:
        r.term = machine->xt_term_c;
        break;
    case DDBLAS_TYPE_Z:
        r.term = machine->xt_term_z;
        break;
    case DDBLAS_TYPE_W:
        r.call = machine->xt_call_w;
        r.result = machine->xt_result_w;
        r.operand = machine->xt_operand_w;
        r.term = machine->xt_term_w;
        break;
    default:
        break;
    }
    return r;
}

int64_t ddblas_xt_leading(int64_t rows) { return round_up(rows, LEADING_UNIT); }

int ddblas_xt_share_pays(int64_t left, double device_seconds, double cpu_seconds)
{
    return (double)left * device_seconds > cpu_seconds;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t bytes_of(const struct xt_request *r, int64_t rows, int64_t columns)
{
    return (size_t)round_up(ddblas_xt_leading(rows) * columns * (int64_t)ddblas_type_size(r->type), ALIGNMENT);
}

/* Plans the double-double product of one unit and one chunk on a device, with at most `budget`
 * bytes of workspace. Returns 0 if there is no such plan. For a product with its own transpose, a
 * unit counts as a complete block unless it is the only one, because most units of a triangle are
 * complete blocks. */
static int route_in(const struct xt_request *r, const struct xt_plan *p, size_t budget, struct gemm_residue_plan *route)
{
    return ddblas_gemm_residue_make_plan(route, p->rows, p->columns, p->terms, r->part != DDBLAS_GEMM_ALL && p->down == 1, 0,
                                         budget);
}

static int by_route(const struct xt_request *r, const struct xt_plan *p)
{
    return r->engine_workspace && ddblas_type_is_double_double(r->type) && p->chunks > 0;
}

/* Returns the bytes of workspace that the products use if they may use `budget` bytes. If they need
 * more than `budget` bytes, it returns the number that they need. */
static size_t workspace_in(const struct xt_request *r, const struct xt_plan *p, size_t budget)
{
    struct gemm_residue_plan route;
    if (!r->engine_workspace)
        return 0;
    if (!by_route(r, p))
        return CUBLAS_BYTES;
    return route_in(r, p, budget, &route) ? most_bytes(route.workspace, CUBLAS_BYTES) : SIZE_MAX;
}

/* Returns the number of tiles in a call. */
static int64_t all_tiles(const struct xt_plan *p)
{
    return (p->part == DDBLAS_GEMM_ALL ? p->down + p->across : p->down) * p->chunks;
}

/* Adds results so that the units of a window can begin together. The results take memory that is
 * left when all tiles have slots. */
static void open_window(struct xt_plan *p, size_t left)
{
    const int64_t wanted = least(p->units, least(XT_MOST_RESULTS, WINDOW_COLUMNS * p->down + DRAINING));
    if (p->slots == all_tiles(p) && p->results >= least(p->units, DRAINING) && p->chunks > 1)
        p->results = most(p->results, least(wanted, p->results + (int64_t)(left / p->result_bytes)));
    p->window = p->chunks <= 1 ? 1 : p->results == p->units ? p->units : most(1, p->results - DRAINING);
}

/* Divides the memory that results and workspace leave among slots. Returns 0 if there is too little
 * memory. */
static int slots_fit(const struct xt_request *r, struct xt_plan *p, int64_t results, size_t workspace)
{
    /* A slot must have room for a tile of either operand, stored transposed or not. */
    const int64_t terms = p->chunks > 0 ? p->terms : 0;
    p->workspace = workspace;
    p->results = results;
    p->tile_bytes = most_bytes(most_bytes(bytes_of(r, p->rows, terms), bytes_of(r, terms, p->rows)),
                               most_bytes(bytes_of(r, p->columns, terms), bytes_of(r, terms, p->columns)));
    p->result_bytes = bytes_of(r, p->rows, p->columns);
    const int64_t needed = least(all_tiles(p), LEAST_SLOTS);
    const size_t fixed = workspace + (size_t)results * p->result_bytes;
    if (workspace > r->memory || fixed > r->memory)
        return 0;
    const size_t left = r->memory - fixed;
    p->slots = all_tiles(p) == 0 ? 0 : (int64_t)(left / p->tile_bytes);
    p->slots = least(p->slots, r->reuse ? all_tiles(p) : needed);
    if (p->slots < needed)
        return 0;
    p->window = 1;
    if (r->drain && r->reuse)
        open_window(p, left - (size_t)p->slots * p->tile_bytes);
    return 1;
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Returns the number of pieces if `total` lines are first cut at the multiples of `lines`, and then
 * every part between two cuts into pieces of at most `part` lines. */
static double count_pieces(int64_t total, int64_t lines, int64_t part)
{
    const int64_t whole = total / lines;
    return (double)whole * (double)quotient_up(lines, part) + (double)quotient_up(total - whole * lines, part);
}

/* Returns the seconds of the product of one chunk. On the residue route each block that is
 * multiplied at once counts as a call. The residues of the rows of op(A) are computed again for
 * each block of columns, unless the workspace holds the residues of all rows. */
static double product_seconds(const struct xt_request *r, const struct xt_plan *p, const struct xt_rates *rates)
{
    const double m = (double)p->rows, n = (double)p->columns, k = (double)p->k / (double)most(p->chunks, 1);
    double calls = 1.0, lines = m + n;
    struct gemm_residue_plan route;
    if (by_route(r, p) && route_in(r, p, p->workspace, &route))
    {
        calls = count_pieces(p->rows, route.lines_a, route.rows) * count_pieces(p->columns, route.lines_b, route.columns) *
                (double)quotient_up(least(p->terms, route.slice), route.terms);
        lines = n + (route.lines_a < p->rows ? m * count_pieces(p->columns, route.lines_b, route.lines_b) : m);
    }
    return calls * rates->call + rates->result * m * n + rates->operand * lines * k + rates->term * m * n * k;
}

/* The fraction of a panel that must be loaded again because it is no longer on the device: of a
 * panel of A after the first column of blocks (a_later), of a panel of B after the first unit of a
 * column (b_later). */
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

struct clocks
{
    double loaded, multiplied, stored;
};

/* Adds `count` chunks of unit u to the clocks. begins: 1 if the first chunk of the unit is among
 * them. ends: 1 if the last chunk is among them. */
static void advance_clocks(const struct xt_plan *p, const struct xt_stages *s, struct clocks *t, const struct missing *missing,
                           int64_t u, double count, int begins, int ends)
{
    const struct xt_unit at = ddblas_xt_unit(p, u);
    const int starts = u == 0 || ddblas_xt_unit(p, u - 1).j != at.j;
    /* If there is only one result, the store of the previous unit must end before this unit
     * begins. */
    const double before = p->results > 1 ? t->multiplied : t->stored;
    t->loaded += s->a * (at.j == 0 ? 1.0 : missing->a_later) * count + s->b * (starts ? 1.0 : missing->b_later) * count +
                 (begins ? s->c : 0.0);
    t->multiplied = fmax(before + s->product * count, t->loaded + s->product);
    if (ends)
        t->stored = fmax(t->stored, t->multiplied) + s->store;
}

/* Returns the seconds that one device would take if loads could run ahead without limit. */
static double run_free(const struct xt_request *r, const struct xt_plan *p, const struct xt_stages *s)
{
    const double chunks = (double)most(p->chunks, 1);
    const struct missing missing = missing_of(r, p);
    const int64_t units = least(p->units, JUDGED_UNITS);
    const int64_t window = p->window > 1 ? p->window : 0;
    struct clocks t = {0.0, 0.0, 0.0};
    for (int64_t u = 0; u < window; u++)
        advance_clocks(p, s, &t, &missing, u, 1.0, 1, 0);
    for (int64_t u = 0; u < units; u++)
        advance_clocks(p, s, &t, &missing, u, u < window ? chunks - 1.0 : chunks, u >= window, 1);
    return t.stored * (double)p->units / (double)units;
}

static struct xt_stages stages_of(const struct xt_request *r, const struct xt_plan *p, const struct xt_rates *rates)
{
    const double size = (double)ddblas_type_size(r->type), rows = (double)p->rows, columns = (double)p->columns;
    const double terms = (double)p->k / (double)most(p->chunks, 1);
    return (struct xt_stages){.product = product_seconds(r, p, rates),
                              .a = rows * terms * size / rates->in,
                              .b = columns * terms * size / rates->in,
                              .c = r->reads_c ? rows * columns * size / rates->in : 0.0,
                              .store = rows * columns * size / rates->out};
}

/* Sets p->seconds. If the candidate cannot be faster than `fastest`, the function stops early, and
 * the value may be too small. */
static void predict_seconds(const struct xt_request *r, struct xt_plan *p, const struct xt_rates *rates, double fastest)
{
    const struct xt_stages s = stages_of(r, p, rates);
    const double unit = s.product * (double)most(p->chunks, 1);
    const double idle = (0.5 + (double)(round_up(p->units, TEAM) - p->units) / TEAM) * unit;
    p->seconds = unit * (double)p->units;
    if (p->seconds >= fastest)
        return;
    p->seconds = run_free(r, p, &s) + idle;
    if (p->seconds < fastest && p->slots < all_tiles(p))
        p->seconds = ddblas_xt_forecast(p, &s, r->reuse) + idle;
}

/* ---- choice ---------------------------------------------------------------------------------- */

/* Returns the size of the parts if `size` is cut into about equal parts of at most about `edge`.
 * The size of a part is a multiple of 64, or of 8 if `edge` is below 64; if one part is enough, it
 * is `size` itself. */
static int64_t part_of(int64_t size, int64_t edge)
{
    const int64_t grain = edge >= 64 ? 64 : 8;
    return least(size, round_up(quotient_up(size, quotient_up(size, edge)), grain));
}

/* Returns the size of a part that the caller has chosen, limited so that the product of two sizes
 * fits 64 bits. */
static int64_t given_part(int64_t part, int64_t size) { return least(least(part, (int64_t)1 << 24), size); }

static void cut_blocks(const struct xt_request *r, struct xt_plan *p, int64_t edge, int64_t terms)
{
    *p = (struct xt_plan){.part = r->part, .m = r->m, .n = r->n, .k = r->k, .bands = 1};
    p->rows = r->rows ? given_part(r->rows, r->m) : part_of(r->m, edge);
    p->columns = r->part != DDBLAS_GEMM_ALL ? p->rows : r->columns ? given_part(r->columns, r->n) : part_of(r->n, edge);
    p->terms = r->k == 0 ? 0 : r->terms ? given_part(r->terms, r->k) : part_of(r->k, terms);
    p->down = quotient_up(r->m, p->rows);
    p->across = quotient_up(r->n, p->columns);
    p->chunks = r->k == 0 ? 0 : quotient_up(r->k, p->terms);
    p->units = p->down > XT_MOST_UNITS || p->across > XT_MOST_UNITS ? INT64_MAX : ddblas_xt_column_start(p, 0, p->across);
}

/* Replaces *plan by the blocks of the candidate p if the candidate is faster with some division of
 * the device's memory. Several divisions are tried: more workspace makes products faster, more
 * results let stores overlap with products, and more slots avoid repeated loads. */
static void consider_plan(struct xt_plan *plan, const struct xt_request *r, struct xt_plan p, const struct xt_rates *rates)
{
    const int64_t most_results = least(p.units, r->drain ? DRAINING + 1 : 1);
    int everything = 0;
    for (size_t budget = r->memory, workspace; !everything && (workspace = workspace_in(r, &p, budget)) <= budget;
         budget = workspace - 1)
    {
        for (int64_t results = most_results; results > 0 && !everything; results--)
        {
            if (!slots_fit(r, &p, results, workspace))
                continue;
            everything = p.slots == all_tiles(&p);
            predict_seconds(r, &p, rates, plan->seconds);
            if (p.seconds < plan->seconds)
                *plan = p;
        }
        if (!by_route(r, &p))
            break;
    }
}

ddblasStatus_t ddblas_xt_make_plan(struct xt_plan *plan, const struct xt_request *request, const struct xt_rates *rates)
{
    static const int64_t edges[] = {24576, 16384, 12288, 8192, 6144, 5120, 4096, 3072, 2048, 1536, 1024, 768,
                                    512,   384,   256,   192,  128,  96,   64,   48,   32,   16,   8};
    static const int64_t chunks[] = {16384, 12288, 8192, 6144, 4096, 3072, 2048, 1024, 512, 256, 128, 64, 32, 16, 8};
    int few_enough = 0;
    struct xt_plan p = {.rows = -1};
    plan->seconds = INFINITY;
    for (size_t e = 0; e < sizeof edges / sizeof edges[0]; e++)
    {
        const int64_t rows = p.rows, columns = p.columns;
        cut_blocks(request, &p, edges[e], chunks[0]);
        /* The blocks are the same as for the previous edge, because of the size of the matrix or
         * the choice of the caller, so they need not be considered again. */
        if (p.rows == rows && p.columns == columns)
            continue;
        if (p.units > XT_MOST_UNITS)
            continue;
        few_enough = 1;
        int64_t terms = -1;
        for (size_t t = 0; t < sizeof chunks / sizeof chunks[0]; t++)
        {
            cut_blocks(request, &p, edges[e], chunks[t]);
            if (p.terms != terms)
                consider_plan(plan, request, p, rates);
            terms = p.terms;
        }
    }
    return plan->seconds < INFINITY ? DDBLAS_STATUS_SUCCESS
           : few_enough             ? DDBLAS_STATUS_WORKSPACE_TOO_SMALL
                                    : DDBLAS_STATUS_INVALID_VALUE;
}
