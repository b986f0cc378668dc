/*
 * The plans of symv on the GPU, without a GPU: every order gets a plan that can run, its workspace
 * is within the query, which never falls, and the chunks of all blocks are the triangle, once each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "level2/symv/symv_plan.h"
#include "random.h"

static const struct symv_device devices[] = {{132, 232448}, {108, 166912}, {1, 101376}};

enum
{
    DEVICES = sizeof devices / sizeof devices[0],
    LARGEST = 400000
};

static int64_t next_order(int64_t n) { return n < 3000 ? n + 1 : n + n / 97; }

static void every_order_has_a_plan(void **state)
{
    (void)state;
    for (int d = 0; d < DEVICES; d++)
        for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
        {
            size_t before = 0;
            for (int64_t n = 1; n <= LARGEST; n = next_order(n))
            {
                const size_t query = ddblas_symv_plan_workspace((ddblasType_t)t, &devices[d], n);
                assert_true(query >= before);
                before = query;
                for (int k = 0; k < 32; k++)
                {
                    static const uintptr_t addresses[] = {256, 16, 8, 4};
                    struct symv_plan plan;
                    const uintptr_t address = addresses[k / 8];
                    const int64_t lda = n + k / 2 % 4;
                    const struct symv_choice choice = ddblas_symv_choose_built_in((ddblasType_t)t, &devices[d], n, address, lda);
                    assert_true(ddblas_symv_feasible(&choice, &devices[d], (ddblasType_t)t, n));
                    assert_true(ddblas_symv_is_compiled((ddblasType_t)t, &choice));
                    ddblas_symv_make_plan(&plan, &choice, &devices[d], (ddblasType_t)t, k % 2, n, address, lda);
                    assert_true(plan.workspace <= query);
                    assert_true(plan.shared <= (size_t)devices[d].shared_of_block);
                    assert_true(plan.geometry.blocks >= 1);
                }
            }
        }
}

/* Where tickets or no order are asked for: mutexes from some order on, up to where tiles do not fit
 * the smallest of the devices.
 */
static void every_order_has_a_plan_by_mutexes(void **state)
{
    (void)state;
    static const enum symv_method methods[] = {SYMV_BY_TICKETS, SYMV_ANY_ORDER};
    for (int d = 0; d < DEVICES; d++)
        for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
        {
            const ddblasType_t type = (ddblasType_t)t;
            size_t before = 0;
            for (int64_t n = 1; n <= LARGEST; n = next_order(n))
            {
                const size_t query = ddblas_symv_mutexes_workspace(type, &devices[d], n);
                assert_true(query >= before);
                before = query;
                for (int k = 0; k < 8; k++)
                {
                    struct symv_choice choice;
                    struct symv_plan plan;
                    if (!ddblas_symv_choose_mutexes(methods[k / 4], type, &devices[d], n, &choice))
                    {
                        assert_true(n < 2000 || n > 20000);
                        continue;
                    }
                    assert_int_equal(choice.method, methods[k / 4]);
                    assert_true(ddblas_symv_feasible(&choice, &devices[d], type, n));
                    assert_true(ddblas_symv_is_compiled(type, &choice));
                    assert_true(n >= ddblas_symv_proved_from(&choice, type));
                    ddblas_symv_make_plan(&plan, &choice, &devices[d], type, k % 2, n, k / 2 % 2 ? 16 : 256, n + k);
                    assert_true(plan.workspace <= query);
                    assert_true(plan.shared <= (size_t)devices[d].shared_of_block);
                    assert_true(plan.geometry.blocks >= 1);
                }
            }
            assert_true(ddblas_symv_mutexes_workspace(type, &devices[d], INT64_MAX) >= before);
        }
}

/* The largest edge with which the choice is feasible, 0 where there is none. */
static int32_t largest_edge(struct symv_choice choice, const struct symv_device *device, ddblasType_t type)
{
    int32_t largest = 0;
    for (choice.edge = 32; choice.edge < 1 << 15; choice.edge += 32)
        if (ddblas_symv_feasible(&choice, device, type, 1))
            largest = choice.edge;
    return largest;
}

/* Choices that a table may name, among the compiled shapes, have the workspace that they need.
 * Most are tried with large edges, next to the largest, where the alignment of the columns decides
 * whether they fit a block. */
static void any_choice_has_its_workspace(void **state)
{
    (void)state;
    static const uintptr_t addresses[] = {0, 16, 32, 8, 4};
    struct dd_random g;
    int64_t plans = 0;
    dd_random_start(&g, 402);
    for (int d = 0; d < DEVICES; d++)
        for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
            for (int s = 0; s < SYMV_TILE_COUNT; s++)
            {
                const ddblasType_t type = (ddblasType_t)t;
                struct symv_choice choice = {SYMV_BY_TILES, ddblas_symv_compiled_tiles[s], 0};
                const int32_t largest = largest_edge(choice, &devices[d], type);
                for (int k = 0; k < 2000 && largest > 0; k++)
                {
                    struct symv_plan plan;
                    const int64_t n = dd_random_int(&g, 1, 40000), lda = n + dd_random_int(&g, 0, 32);
                    choice.edge = k % 4 == 0 ? 256 : largest - 128 * (int32_t)dd_random_int(&g, 0, 7);
                    if (choice.edge <= 0 || !ddblas_symv_feasible(&choice, &devices[d], type, n))
                        continue;
                    ddblas_symv_make_plan(&plan, &choice, &devices[d], type, k / 4 % 2, n, addresses[dd_random_int(&g, 0, 4)],
                                          lda);
                    assert_true(plan.workspace <= ddblas_symv_choice_workspace(&choice, &devices[d], type, n));
                    assert_true(plan.shared <= (size_t)devices[d].shared_of_block);
                    plans++;
                }
            }
    assert_true(plans > 50000);
}

static void infeasible_choices(void **state)
{
    (void)state;
    static const struct symv_choice bad[] = {{-1, 0, 0},
                                             {SYMV_ANY_ORDER + 1, 0, 256},
                                             {SYMV_BY_ROWS, -1, 0},
                                             {SYMV_BY_ROWS, SYMV_WIDE, 0},
                                             {SYMV_BY_TILES, -1, 256},
                                             {SYMV_BY_TILES, SYMV_ROWS_8_256, 256},
                                             {SYMV_BY_TILES, SYMV_WIDE, 0},
                                             {SYMV_BY_TILES, SYMV_WIDE, -256},
                                             {SYMV_BY_TILES, SYMV_WIDE, 200},
                                             {SYMV_BY_TILES, SYMV_WIDE, INT32_MAX},
                                             {SYMV_BY_TILES, SYMV_WIDE, 1 << 16},
                                             {SYMV_BY_TILES, SYMV_WIDE, 128}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(ddblas_symv_feasible(&bad[i], &devices[0], DDBLAS_TYPE_W, 100000));
    const struct symv_choice good = {SYMV_BY_TILES, SYMV_WIDE, 256};
    assert_true(ddblas_symv_feasible(&good, &devices[0], DDBLAS_TYPE_W, 5000));
    assert_false(ddblas_symv_feasible(&good, &devices[0], DDBLAS_TYPE_W, 0));
    assert_false(ddblas_symv_feasible(&good, &devices[0], DDBLAS_TYPE_W, INT64_MAX));
}

/* Walks every block of the plan and counts how often each element of the triangle is met, columns
 * being slanted by less than `beyond` rows, the first by first_slant; slots are never shared, and
 * those that the second kernel reads have been written. */
static void walk(const struct symv_geometry *g, int32_t first_slant)
{
    unsigned char *met = calloc((size_t)g->n * (size_t)g->n, 1);
    const int32_t tiles = g->tiles * (g->tiles + 1) / 2;
    unsigned char *used = calloc((size_t)(tiles + g->blocks), 1);
    assert_true(met && used);
    for (int32_t b = 0; b < g->blocks; b++)
    {
        const int32_t begin = symv_block_start(g, b), end = symv_block_start(g, b + 1);
        struct symv_cursor c;
        int32_t slot = -1;
        assert_true(begin < end);
        symv_seek(g, &c, begin);
        for (int32_t k = symv_chunks_before(g, begin); k < symv_chunks_before(g, end); k++)
        {
            /* the idle numbers of all diagonal tiles before this chunk */
            const int32_t p = k + (c.J + (c.I > c.J)) * g->idle;
            assert_int_equal(symv_block_of(g, p), b);
            assert_int_equal(symv_chunks_before(g, p), k);
            assert_true(p >= symv_tile_start(g, c.I, c.J) && p < symv_tile_end(g, c.I, c.J));
            const int32_t own = symv_tile_number(g, c.I, c.J) + b;
            if (own != slot)
                assert_int_equal(used[own]++, 0);
            slot = own;
            for (int32_t j = c.column0 + c.s * g->strip; j < c.column0 + (c.s + 1) * g->strip && j < g->n; j++)
            {
                const int32_t slant = g->beyond > 0 ? (j + first_slant) % g->beyond : 0;
                const int32_t top = c.row0 + (c.k - symv_lead(g, c.I)) * g->height - (g->upper ? -slant : slant);
                for (int32_t i = top > 0 ? top : 0; i < top + g->height && i < g->n; i++)
                    if (g->upper ? i <= j : i >= j)
                    {
                        met[(size_t)i + (size_t)j * (size_t)g->n]++;
                        assert_true(i >= c.row0 - (g->upper ? 0 : g->beyond));
                        assert_true(i < c.row0 + g->edge + (g->upper ? g->beyond : 0));
                    }
            }
            symv_advance(g, &c);
        }
    }
    for (int32_t j = 0; j < g->n; j++)
        for (int32_t i = 0; i < g->n; i++)
            assert_int_equal(met[(size_t)i + (size_t)j * (size_t)g->n], g->upper ? i <= j : i >= j);
    int32_t I, J, read = 0, written = 0;
    for (int32_t t = 0; t < tiles; t++)
    {
        symv_tile_of(g, t, &I, &J);
        assert_int_equal(symv_tile_number(g, I, J), t);
        const int32_t first = symv_block_of(g, symv_tile_start(g, I, J)), last = symv_block_of(g, symv_tile_end(g, I, J) - 1);
        for (int32_t b = first; b <= last; b++)
            assert_int_equal(used[t + b], 1);
        read += last - first + 1;
    }
    for (int32_t slot = 0; slot < tiles + g->blocks; slot++)
        written += used[slot];
    assert_int_equal(read, written);
    free(met);
    free(used);
}

static void blocks_share_out_the_triangle(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 401);
    for (int k = 0; k < 400; k++)
    {
        struct symv_plan plan;
        const ddblasType_t type = (ddblasType_t)(k % DDBLAS_TYPE_ALL_COUNT);
        const int32_t shape = ddblas_symv_compiled_tiles[dd_random_int(&g, 0, SYMV_TILE_COUNT - 1)];
        const struct symv_choice choice = {SYMV_BY_TILES, shape, shape == SYMV_BROAD || k % 7 == 0 ? 256 : 128};
        const int64_t n = k < 5 * DDBLAS_TYPE_ALL_COUNT ? k / DDBLAS_TYPE_ALL_COUNT + 1 : dd_random_int(&g, 1, 700),
                      lda = n + dd_random_int(&g, 0, 2);
        const struct symv_device device = {(int32_t)dd_random_int(&g, 1, 132), devices[0].shared_of_block};
        if (!ddblas_symv_is_compiled(type, &choice))
            continue;
        assert_true(ddblas_symv_feasible(&choice, &device, type, n));
        ddblas_symv_make_plan(&plan, &choice, &device, type, (int)dd_random_int(&g, 0, 1), n,
                              (uintptr_t)(16 * dd_random_int(&g, 0, 1)), lda);
        walk(&plan.geometry, k);
        /* numbers without a chunk, up to as many as a diagonal tile has chunks */
        symv_cut(&plan.geometry, device.multiprocessors, (int32_t)dd_random_int(&g, 1, 16));
        walk(&plan.geometry, k);
    }
    /* every place of the lower edge in a chunk, for columns of each slant */
    for (int32_t n = 1; n <= 300; n++)
        for (int upper = 0; upper < 2; upper++)
        {
            struct symv_plan plan;
            const struct symv_choice choice = {SYMV_BY_TILES, SYMV_WIDE_3, 256};
            ddblas_symv_make_plan(&plan, &choice, &devices[0], DDBLAS_TYPE_W, upper, n, 16, n + n % 2);
            assert_int_equal(plan.alignment, SYMV_IN_CLASSES);
            walk(&plan.geometry, 0);
        }
}

static void alignment(void **state)
{
    (void)state;
    static const struct
    {
        ddblasType_t type;
        uintptr_t address;
        int64_t lda;
        int32_t unit, alignment;
    } cases[] = {
        {DDBLAS_TYPE_S, 512, 4096, 16, SYMV_ON_LINES},   {DDBLAS_TYPE_S, 512, 4104, 16, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_S, 32, 4096, 16, SYMV_IN_CLASSES},  {DDBLAS_TYPE_S, 16, 4096, 16, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_S, 512, 4100, 16, SYMV_IN_CLASSES}, {DDBLAS_TYPE_S, 512, 4097, 4, SYMV_OFF_LINES},
        {DDBLAS_TYPE_S, 4, 4096, 4, SYMV_OFF_LINES},     {DDBLAS_TYPE_S, 8, 4096, 4, SYMV_OFF_LINES},
        {DDBLAS_TYPE_D, 0, 4096, 16, SYMV_ON_LINES},     {DDBLAS_TYPE_D, 0, 4100, 16, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_D, 8, 4096, 8, SYMV_OFF_LINES},     {DDBLAS_TYPE_D, 0, 4097, 8, SYMV_OFF_LINES},
        {DDBLAS_TYPE_D, 0, 4098, 16, SYMV_IN_CLASSES},   {DDBLAS_TYPE_C, 4, 4096, 4, SYMV_OFF_LINES},
        {DDBLAS_TYPE_C, 8, 4096, 8, SYMV_OFF_LINES},     {DDBLAS_TYPE_C, 0, 4098, 16, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_C, 64, 4108, 16, SYMV_IN_CLASSES},  {DDBLAS_TYPE_Z, 8, 4096, 8, SYMV_OFF_LINES},
        {DDBLAS_TYPE_Z, 16, 4096, 16, SYMV_IN_CLASSES},  {DDBLAS_TYPE_Z, 0, 4097, 16, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_Z, 0, 4098, 16, SYMV_IN_CLASSES},   {DDBLAS_TYPE_W, 0, 4096, 16, SYMV_ON_LINES},
        {DDBLAS_TYPE_W, 96, 4096, 16, SYMV_ON_LINES},    {DDBLAS_TYPE_W, 16, 4097, 16, SYMV_ON_LINES},
        {DDBLAS_TYPE_W, 16, 4096, 16, SYMV_IN_CLASSES},  {DDBLAS_TYPE_W, 48, 4098, 16, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_U, 0, 4096, 16, SYMV_ON_LINES},     {DDBLAS_TYPE_U, 16, 4097, 16, SYMV_ON_LINES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        struct symv_plan plan;
        const struct symv_choice choice = {SYMV_BY_TILES, SYMV_WIDE, 256};
        ddblas_symv_make_plan(&plan, &choice, &devices[0], cases[i].type, 0, 4000, cases[i].address, cases[i].lda);
        assert_int_equal(plan.unit, cases[i].unit);
        assert_int_equal(plan.alignment, cases[i].alignment);
    }
    /* as many classes as warps and more; on any element; by tickets; W from the order on that
     * gains */
    static const struct
    {
        ddblasType_t type;
        struct symv_choice choice;
        int64_t n, lda;
        int32_t alignment;
    } others[] = {
        {DDBLAS_TYPE_Z, {SYMV_BY_TILES, SYMV_NARROW, 256}, 4000, 4098, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_Z, {SYMV_BY_TILES, SYMV_NARROW, 256}, 4000, 4097, SYMV_OFF_LINES},
        {DDBLAS_TYPE_Z, {SYMV_BY_TICKETS, SYMV_NARROW, 256}, 4000, 4098, SYMV_OFF_LINES},
        {DDBLAS_TYPE_D, {SYMV_BY_TILES, SYMV_BROAD, 256}, 4000, 4097, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_C, {SYMV_BY_TILES, SYMV_FINE, 256}, 4000, 4097, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_D, {SYMV_BY_TILES, SYMV_WIDE, 256}, 4000, 4097, SYMV_OFF_LINES},
        {DDBLAS_TYPE_S, {SYMV_BY_TILES, SYMV_BROAD, 256}, 4000, 4098, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_S, {SYMV_BY_TILES, SYMV_BROAD, 256}, 4000, 4097, SYMV_OFF_LINES},
        {DDBLAS_TYPE_U, {SYMV_BY_TICKETS, SYMV_NARROW, 256}, 4000, 4097, SYMV_ON_LINES},
        {DDBLAS_TYPE_W, {SYMV_BY_TICKETS, SYMV_NARROW, 256}, 4000, 4097, SYMV_ON_LINES},
        {DDBLAS_TYPE_W, {SYMV_BY_TILES, SYMV_WIDE_3, 256}, 6000, 6001, SYMV_ON_LINES},
        {DDBLAS_TYPE_W, {SYMV_BY_TILES, SYMV_SLIM_3, 256}, 6001, 6001, SYMV_ON_LINES},
        {DDBLAS_TYPE_W, {SYMV_BY_TILES, SYMV_WIDE_3, 256}, 6001, 6001, SYMV_IN_CLASSES},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    {
        struct symv_plan plan;
        ddblas_symv_make_plan(&plan, &others[i].choice, &devices[0], others[i].type, 0, others[i].n, 0, others[i].lda);
        assert_int_equal(plan.alignment, others[i].alignment);
    }
}

/* How squares take elements: by what these are aligned to, and where columns start on 16 bytes by
 * the order. */
static void placement(void **state)
{
    (void)state;
    static const struct
    {
        ddblasType_t type;
        int32_t shape;
        int64_t n;
        uintptr_t address;
        int64_t lda;
        int32_t placement;
    } cases[] = {
        {DDBLAS_TYPE_S, SYMV_SQUARE_128_2, 6016, 0, 6016, SYMV_WHOLE},
        {DDBLAS_TYPE_S, SYMV_SQUARE_128_2, 6000, 0, 6000, SYMV_SLANTED},
        {DDBLAS_TYPE_S, SYMV_SQUARE_128_2, 9000, 0, 9000, SYMV_WHOLE},
        {DDBLAS_TYPE_S, SYMV_SQUARE_128_2, 9000, 4, 9000, SYMV_SLANTED},
        {DDBLAS_TYPE_S, SYMV_SQUARE_128_2, 9000, 0, 9001, SYMV_SLANTED},
        {DDBLAS_TYPE_D, SYMV_SQUARE_64_4, 3000, 0, 3000, SYMV_WHOLE},
        {DDBLAS_TYPE_D, SYMV_SQUARE_64_4, 3000, 8, 3000, SYMV_SLANTED},
        {DDBLAS_TYPE_C, SYMV_SQUARE_64_4, 3000, 0, 3000, SYMV_SLANTED},
        {DDBLAS_TYPE_C, SYMV_SQUARE_64_4, 3000, 4, 3000, SYMV_SCATTERED},
        {DDBLAS_TYPE_C, SYMV_SQUARE_64_4, 9000, 0, 9000, SYMV_WHOLE},
        {DDBLAS_TYPE_Z, SYMV_SQUARE_64_2, 3008, 0, 3008, SYMV_WHOLE},
        {DDBLAS_TYPE_Z, SYMV_SQUARE_64_2, 3000, 0, 3001, SYMV_SLANTED},
        {DDBLAS_TYPE_Z, SYMV_SQUARE_64_2, 3008, 8, 3008, SYMV_SCATTERED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
        struct symv_plan plan;
        const struct symv_choice choice = {SYMV_BY_SQUARES, cases[i].shape, 0};
        ddblas_symv_make_plan(&plan, &choice, &devices[0], cases[i].type, 0, cases[i].n, cases[i].address, cases[i].lda);
        assert_int_equal(plan.placement, cases[i].placement);
    }
}

static void there_are_exceptions(void **state)
{
    (void)state;
    static const struct
    {
        ddblasType_t type;
        int32_t shape;
        int64_t last;
    } cases[] = {{DDBLAS_TYPE_D, SYMV_BROAD, 98304}, {DDBLAS_TYPE_C, SYMV_FINE, 61440}};
    /* S: on lines, in classes, off 16 bytes; the first and the last order, and those beside */
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_S, &devices[0], 24500, 0, 24512).shape, SYMV_BROAD);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_S, &devices[0], 24501, 0, 24512).shape, SYMV_WIDE);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_S, &devices[0], 24501, 0, 24501).shape, SYMV_BROAD);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_S, &devices[0], 34500, 0, 34528).shape, SYMV_WIDE);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_S, &devices[0], 34500, 0, 34501).shape, SYMV_BROAD);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_S, &devices[0], 30000, 0, 30016).shape, SYMV_WIDE);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_S, &devices[0], 30000, 0, 30000).shape, SYMV_WIDE);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_S, &devices[0], 30000, 0, 30001).shape, SYMV_BROAD);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_S, &devices[0], 30000, 4, 30000).shape, SYMV_BROAD);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_S, &devices[0], 34501, 0, 34504).shape, SYMV_BROAD);
    for (int t = 0; t < 2; t++)
    {
        const ddblasType_t type = cases[t].type;
        const int64_t last = cases[t].last;
        assert_int_equal(ddblas_symv_choose_built_in(type, &devices[0], 16385, 0, 16400).shape, SYMV_WIDE);
        assert_int_equal(ddblas_symv_choose_built_in(type, &devices[0], 16385, 0, 16388).shape, SYMV_WIDE);
        assert_int_equal(ddblas_symv_choose_built_in(type, &devices[0], 16385, 8, 16400).shape, cases[t].shape);
        assert_int_equal(ddblas_symv_choose_built_in(type, &devices[0], 16385, 4, 16400).shape, cases[t].shape);
        assert_int_equal(ddblas_symv_choose_built_in(type, &devices[0], 16385, 0, 16385).shape, cases[t].shape);
        assert_int_equal(ddblas_symv_choose_built_in(type, &devices[0], 12400, 0, 12401).shape, SYMV_SQUARE_64_4);
        assert_int_equal(ddblas_symv_choose_built_in(type, &devices[0], last, 0, last + 1).shape, cases[t].shape);
        assert_int_equal(ddblas_symv_choose_built_in(type, &devices[0], last + 1, 0, last + 1).shape, SYMV_WIDE);
    }
    /* W: on lines, on sectors, on some sector, on none; below the first order */
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_W, &devices[0], 3000, 0, 3000).shape, SYMV_SLIM_3);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_W, &devices[0], 3000, 32, 3000).shape, SYMV_SLIM_3);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_W, &devices[0], 3000, 16, 3001).shape, SYMV_SLIM_3);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_W, &devices[0], 3000, 16, 3000).shape, SYMV_WIDE_3);
    assert_int_equal(ddblas_symv_choose_built_in(DDBLAS_TYPE_W, &devices[0], 2700, 16, 3000).shape, SYMV_SLIM_3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_has_a_plan),
        cmocka_unit_test(every_order_has_a_plan_by_mutexes),
        cmocka_unit_test(any_choice_has_its_workspace),
        cmocka_unit_test(infeasible_choices),
        cmocka_unit_test(blocks_share_out_the_triangle),
        cmocka_unit_test(alignment),
        cmocka_unit_test(placement),
        cmocka_unit_test(there_are_exceptions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
