/*
 * The plan of products over host memory: the order of units, what fits the memory, choices at sizes
 * of interest, and tiles in slots: every product finds its operands, and panels are loaded as
 * rarely as the memory allows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "level3/gemm/plain/gemm_plain_plan.h"
#include "level3/gemm/gemm_route_choice.h"
#include "level3/gemm/residue/gemm_residue_plan.h"
#include "xt/plan/xt_cache.h"
#include "xt/plan/xt_forecast.h"
#include "xt/xt_staging.h"

static struct xt_request request(ddblasType_t type, int64_t m, int64_t n, int64_t k, size_t memory)
{
    return (struct xt_request){
        .type = type, .m = m, .n = n, .k = k, .reuse = 1, .drain = 1, .engine_workspace = 1, .memory = memory};
}

static struct xt_plan plan_of(const struct xt_request *r)
{
    struct xt_plan p;
    const struct xt_rates rates = ddblas_xt_rates(r->type);
    assert_int_equal(ddblas_xt_make_plan(&p, r, &rates), DDBLAS_STATUS_SUCCESS);
    return p;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Every unit once, neighbours share a row or a column of blocks, index and unit are inverse. */
static void order(void **state)
{
    (void)state;
    for (int part = DDBLAS_GEMM_ALL; part <= DDBLAS_GEMM_UPPER; part++)
        for (int64_t down = 1; down <= 7; down++)
            for (int64_t across = 1; across <= 7; across++)
            {
                struct xt_plan p = {.part = (enum ddblas_gemm_part)part, .down = down, .across = across, .bands = 1};
                if (part != DDBLAS_GEMM_ALL && down != across)
                    continue;
                ddblas_xt_cut_bands(&p, (int)(1 + (down + across) % 9));
                int new_bands = 0;
                p.units = part == DDBLAS_GEMM_ALL ? down * across : down * (down + 1) / 2;
                struct xt_unit before = {-1, -1};
                for (int64_t u = 0; u < p.units; u++)
                {
                    const struct xt_unit at = ddblas_xt_unit(&p, u);
                    assert_true(at.i >= 0 && at.i < down && at.j >= 0 && at.j < across);
                    assert_true(part != DDBLAS_GEMM_LOWER || at.i >= at.j);
                    assert_true(part != DDBLAS_GEMM_UPPER || at.i <= at.j);
                    assert_int_equal(ddblas_xt_index(&p, at.i, at.j), u);
                    if (u > 0 && at.j < before.j) /* the next band begins */
                    {
                        assert_true(at.j == 0 && before.j == across - 1 && at.i > before.i);
                        new_bands++;
                    }
                    else if (u > 0)
                        assert_true(at.j == before.j ? labs((long)(at.i - before.i)) == 1
                                                     : at.j == before.j + 1 && (at.i == before.i || part != DDBLAS_GEMM_ALL));
                    before = at;
                }
                assert_true(new_bands + 1 == p.bands || across == 1);
                assert_int_equal(ddblas_xt_index(&p, -1, 0), -1);
                assert_int_equal(ddblas_xt_index(&p, down, 0), -1);
                assert_int_equal(ddblas_xt_index(&p, 0, across), -1);
                int64_t next = 0;
                for (int lane = 0; lane < 3; lane++)
                {
                    int64_t first, end;
                    ddblas_xt_section(&p, lane, 3, &first, &end);
                    assert_true(first == next && end >= first);
                    next = end;
                }
                assert_int_equal(next, p.units);
            }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Whatever the sizes: blocks cover the matrices, memory is kept to, and more memory is never
 * expected to be slower. */
static void memory(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{1, 1, 1},         {100, 1, 5},           {1, 70000, 300},
                                       {3000, 3000, 10},  {12288, 12288, 12288}, {40000, 40000, 40000},
                                       {1000000, 64, 64}, {64, 64, 1000000},     {200000, 200000, 200000}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
        {
            double before = 0.0;
            for (size_t bytes = (size_t)1 << 31; bytes <= (size_t)1 << 36; bytes *= 2)
            {
                const struct xt_request r = request((ddblasType_t)type, sizes[s][0], sizes[s][1], sizes[s][2], bytes);
                const struct xt_plan p = plan_of(&r);
                assert_true(p.rows * (p.down - 1) < r.m && p.rows * p.down >= r.m);
                assert_true(p.columns * (p.across - 1) < r.n && p.columns * p.across >= r.n);
                assert_true(p.terms * (p.chunks - 1) < r.k && p.terms * p.chunks >= r.k);
                assert_int_equal(p.units, p.down * p.across);
                assert_true(p.results >= 1 && p.slots >= 2 && p.slots <= (p.down + p.across) * p.chunks);
                assert_true(p.workspace + (size_t)p.results * p.result_bytes + (size_t)p.slots * p.tile_bytes <= bytes);
                assert_true(before == 0.0 || p.seconds <= before * 1.01);
                before = p.seconds;
            }
        }
    struct xt_plan p;
    const struct xt_rates rates = ddblas_xt_rates(DDBLAS_TYPE_D);
    const struct xt_request none = request(DDBLAS_TYPE_D, 10, 10, 10, 1000);
    assert_int_equal(ddblas_xt_make_plan(&p, &none, &rates), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
}

/* Blocks by the caller, products without terms, triangles. */
static void given_blocks(void **state)
{
    (void)state;
    struct xt_request r = request(DDBLAS_TYPE_Z, 1000, 900, 800, (size_t)1 << 30);
    r.rows = 300;
    r.columns = 2000;
    r.terms = 7;
    struct xt_plan p = plan_of(&r);
    assert_true(p.rows == 300 && p.columns == 900 && p.terms == 7 && p.down == 4 && p.across == 1 && p.chunks == 115);
    struct xt_request huge = request(DDBLAS_TYPE_Z, (int64_t)1 << 40, (int64_t)1 << 20, 10, (size_t)1 << 30);
    huge.rows = huge.columns = huge.terms = INT64_MAX;
    const struct xt_rates rates = ddblas_xt_rates(huge.type);
    assert_int_equal(ddblas_xt_make_plan(&p, &huge, &rates), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
    r.k = 0;
    p = plan_of(&r);
    assert_true(p.chunks == 0 && p.slots == 0 && p.units == 4);
    r = request(DDBLAS_TYPE_W, 1000, 1000, 800, (size_t)1 << 32);
    r.part = DDBLAS_GEMM_LOWER;
    r.rows = 300;
    r.columns = 77;
    p = plan_of(&r);
    assert_true(p.rows == 300 && p.columns == 300 && p.units == 10);
}

/* As many units as a call may have, and one more: the caller's blocks are at fault, or the memory,
 * or neither. */
static void most_units(void **state)
{
    (void)state;
    struct xt_plan p;
    const struct xt_rates rates = ddblas_xt_rates(DDBLAS_TYPE_D);
    struct xt_request r = request(DDBLAS_TYPE_D, XT_MOST_UNITS, 3, 4, (size_t)1 << 30);
    r.rows = 1;
    r.columns = 3;
    assert_int_equal(plan_of(&r).units, XT_MOST_UNITS);
    r.m++;
    assert_int_equal(ddblas_xt_make_plan(&p, &r, &rates), DDBLAS_STATUS_INVALID_VALUE);
    r.rows = 0;
    assert_int_equal(plan_of(&r).units <= XT_MOST_UNITS, 1);
    r.n = r.columns = 1 << 24; /* no memory for one of these blocks */
    assert_int_equal(ddblas_xt_make_plan(&p, &r, &rates), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
    r = request(DDBLAS_TYPE_D, (int64_t)1 << 15, (int64_t)1 << 15, 10, 6000); /* only small ones, but too many */
    r.engine_workspace = 0;
    assert_int_equal(ddblas_xt_make_plan(&p, &r, &rates), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
    r.m = r.n = 1 << 13;
    assert_true(plan_of(&r).units > XT_MOST_UNITS / 8);
    r = request(DDBLAS_TYPE_S, INT64_MAX / 64, 16, 1, (size_t)1 << 36);
    assert_int_equal(ddblas_xt_make_plan(&p, &r, &rates), DDBLAS_STATUS_INVALID_VALUE);
}

/* The purpose of the pipeline: with the measured rates, arithmetic is expected to hide nine tenths
 * of the transfers. */
static void choices(void **state)
{
    (void)state;
    static const struct
    {
        ddblasType_t type;
        int64_t n;
        size_t memory;
        double least; /* part of the arithmetic's time in the expected one */
    } cases[] = {{DDBLAS_TYPE_D, 12288, (size_t)70 << 30, 0.7},
                 {DDBLAS_TYPE_D, 40000, (size_t)70 << 30, 0.9},
                 {DDBLAS_TYPE_D, 40000, 2000000000, 0.75},
                 {DDBLAS_TYPE_W, 24576, (size_t)70 << 30, 0.7},
                 {DDBLAS_TYPE_W, 24576, 2000000000, 0.36}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
    {
        const struct xt_request r = request(cases[c].type, cases[c].n, cases[c].n, cases[c].n, cases[c].memory);
        const struct xt_plan p = plan_of(&r);
        const double n = (double)cases[c].n, arithmetic = ddblas_xt_rates(r.type).term * n * n * n;
        print_message("%c n = %lld, %.1f GB: blocks %lld x %lld x %lld, %lld units, %lld slots, %.3f s, arithmetic %.3f\n",
                      ddblas_type_letter(r.type), (long long)cases[c].n, 1e-9 * (double)r.memory, (long long)p.rows,
                      (long long)p.columns, (long long)p.terms, (long long)p.units, (long long)p.slots, p.seconds,
                      arithmetic / p.seconds);
        assert_true(arithmetic / p.seconds >= cases[c].least);
    }
    assert_true(ddblas_xt_share_pays(100, 0.1, 5.0) && !ddblas_xt_share_pays(100, 0.01, 5.0) &&
                !ddblas_xt_share_pays(0, 1.0, 0.5));
}

/* Blocks that were measured where memory is plenty. */
static void measured(void **state)
{
    (void)state;
    static const struct
    {
        ddblasType_t type;
        int64_t n, edge, terms;
    } cases[] = {{DDBLAS_TYPE_D, 12288, 3072, 4096},
                 {DDBLAS_TYPE_D, 24576, 4096, 6144},
                 {DDBLAS_TYPE_D, 40000, 4032, 13376},
                 {DDBLAS_TYPE_W, 16384, 4096, 5504},
                 {DDBLAS_TYPE_W, 24576, 6144, 12288}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
        for (size_t gib = 70; gib <= 140; gib += 70)
        {
            const struct xt_request r = request(cases[c].type, cases[c].n, cases[c].n, cases[c].n, gib << 30);
            const struct xt_plan p = plan_of(&r);
            assert_true(p.rows == cases[c].edge && p.columns == cases[c].edge && p.terms == cases[c].terms);
            assert_true(p.slots == (p.down + p.across) * p.chunks);
        }
}

/* Double-double products of all sizes that the blocks have do with the workspace, whichever route
 * they take. */
static void workspace(void **state)
{
    (void)state;
    enum
    {
        MULTIPROCESSORS = 132
    };
    static const int64_t sizes[][3] = {{24576, 24576, 24576}, {25000, 24000, 23001}, {40000, 777, 9000}, {5000, 5000, 100}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (size_t bytes = (size_t)1 << 28; bytes <= (size_t)1 << 35; bytes *= 2)
        {
            const struct xt_request r = request(DDBLAS_TYPE_W, sizes[s][0], sizes[s][1], sizes[s][2], bytes);
            const struct xt_plan p = plan_of(&r);
            const int64_t rows[2] = {p.rows, p.m - (p.down - 1) * p.rows}, terms[2] = {p.terms, p.k - (p.chunks - 1) * p.terms},
                          columns[2] = {p.columns, p.n - (p.across - 1) * p.columns};
            for (int i = 0; i < 8; i++)
            {
                struct gemm_residue_plan residues;
                const int64_t m = rows[i & 1], n = columns[i >> 1 & 1], k = terms[i >> 2];
                if (ddblas_gemm_prefers_residues(m, n, k))
                    for (int fused = 0; fused < 2; fused++)
                        assert_true(ddblas_gemm_residue_make_plan(&residues, m, n, k, 0, fused, p.workspace));
                else
                    assert_true(ddblas_gemm_plain_make_plan(MULTIPROCESSORS, m, n, k, 0).workspace <= p.workspace);
            }
        }
}

/* ---- time ------------------------------------------------------------------------------------ */

static void assert_near(double x, double y)
{
    if (!(x > y * (1.0 - 1e-12) && x < y * (1.0 + 1e-12)))
        fail_msg("%.17g is not %.17g", x, y);
}

/* Four slots: one pair of tiles is loaded while another is multiplied, and nothing is kept. */
static void forecast(void **state)
{
    (void)state;
    struct xt_plan p = {.down = 1, .across = 1, .chunks = 5, .units = 1, .slots = 4, .results = 1, .bands = 1};
    struct xt_stages s = {.product = 3.0, .a = 1.0, .b = 0.5, .store = 2.0};
    assert_near(ddblas_xt_forecast(&p, &s, 1), 1.5 + 5 * 3.0 + 2.0); /* the first loads, all products, the store */
    s.product = 1.0;
    assert_near(ddblas_xt_forecast(&p, &s, 1), 5 * 1.5 + 1.0 + 2.0); /* all loads, the last product, the store */
    s.c = 10.0;
    assert_near(ddblas_xt_forecast(&p, &s, 1), 1.5 + 10.0 + 4 * 1.5 + 1.0 + 2.0);

    /* Two units in a column: with one result the second waits for the store of the first, with two
     * it does not. */
    p.down = p.units = 2;
    s = (struct xt_stages){.product = 3.0, .a = 1.0, .b = 0.5, .store = 2.0};
    assert_near(ddblas_xt_forecast(&p, &s, 0), 1.5 + 2 * (5 * 3.0 + 2.0));
    p.results = 2;
    assert_near(ddblas_xt_forecast(&p, &s, 0), 1.5 + 10 * 3.0 + 2.0);

    /* Ten slots keep the column's five tiles: then only A is loaded again, and loads are no
     * limit. */
    s.product = 1.25;
    assert_near(ddblas_xt_forecast(&p, &s, 1), 10 * 1.5 + 1.25 + 2.0);
    p.slots = 10;
    assert_near(ddblas_xt_forecast(&p, &s, 1), 5 * 1.5 + 6 * 1.25 + 2.0);

    /* A long order is followed in part: rows of units that are all alike. */
    p = (struct xt_plan){.down = 1 << 20, .across = 1, .chunks = 2, .units = 1 << 20, .slots = 4, .results = 2, .bands = 1};
    s = (struct xt_stages){.product = 3.0, .a = 1.0, .b = 0.5, .store = 2.0};
    const double all = ddblas_xt_forecast(&p, &s, 0), products = 6.0 * (double)p.units;
    assert_true(all > 0.999 * products && all < 1.001 * products);
}

/* W in 2 GB: longer chunks pay less often for the reconstruction of C, and are worth most of the
 * workspace. */
static void scarce_memory(void **state)
{
    (void)state;
    struct xt_request r = request(DDBLAS_TYPE_W, 24576, 24576, 24576, 2000000000);
    const double chosen = plan_of(&r).seconds;
    assert_true(chosen < 1.75);
    r.terms = 1024;
    assert_true(chosen < 0.98 * plan_of(&r).seconds);
}

/* ---- tiles in slots -------------------------------------------------------------------------- */

/* Runs all units of a section and counts loads. */
static int64_t loads_of(const struct xt_plan *p, int64_t first, int64_t end, int reuse)
{
    struct xt_slot *slots = calloc((size_t)p->slots, sizeof *slots);
    struct xt_cache c;
    int64_t loads = 0;
    ddblas_xt_cache_start(&c, p, slots, reuse);
    for (int64_t u = first; u < end; u++)
        for (int64_t q = 0; q < p->chunks; q++)
        {
            const struct xt_unit at = ddblas_xt_unit(p, u);
            int load_a, load_b;
            ddblas_xt_cache_step(&c);
            const int64_t a = ddblas_xt_cache_take(&c, XT_SIDE_A, at.i, q, u, end, &load_a);
            const int64_t b = ddblas_xt_cache_take(&c, XT_SIDE_B, at.j, q, u, end, &load_b);
            assert_true(a >= 0 && a < p->slots && b >= 0 && b < p->slots);
            assert_true(slots[a].line == at.i && slots[a].chunk == q && slots[b].line == at.j && slots[b].chunk == q);
            assert_true(a != b || (p->part != DDBLAS_GEMM_ALL && at.i == at.j));
            loads += load_a + load_b;
        }
    free(slots);
    return loads;
}

static void tiles(void **state)
{
    (void)state;
    struct xt_plan p = {.down = 6, .across = 5, .chunks = 4, .units = 30, .bands = 1};
    p.slots = (p.down + p.across) * p.chunks;
    assert_int_equal(loads_of(&p, 0, p.units, 1), p.slots);    /* everything once */
    assert_int_equal(loads_of(&p, 0, p.units, 0), 2 * 30 * 4); /* everything each time */
    p.slots = p.down * p.chunks + p.chunks + 4;                /* all of A and a panel of B */
    assert_int_equal(loads_of(&p, 0, p.units, 1), (6 + 5) * 4);
    p.slots = p.chunks + 5; /* a panel of B; most tiles of A are loaded again for each column of C */
    const int64_t few_slots = loads_of(&p, 0, p.units, 1);
    assert_true(few_slots <= 5 * 4 + 6 * 5 * 4 && few_slots >= (6 + 5) * 4);
    p.slots = 4;
    assert_true(loads_of(&p, 0, p.units, 1) <= 2 * 30 * 4);
    int64_t before = 2 * 30 * 4;
    for (p.slots = 4; p.slots <= 44; p.slots++)
    {
        const int64_t loads = loads_of(&p, 0, p.units, 1);
        assert_true(loads <= before + 4);
        before = loads < before ? loads : before;
    }
    p.slots = 44;
    assert_int_equal(loads_of(&p, 12, 18, 1), 6 * 4 + 4); /* a section of one column */
    struct xt_plan four = {.down = 6, .across = 6, .chunks = 4, .units = 36, .slots = 48, .bands = 1};
    ddblas_xt_cut_bands(&four, 4); /* a section for each of four lanes is square */
    for (int lane = 0; lane < 4; lane++)
    {
        int64_t first, end;
        ddblas_xt_section(&four, lane, 4, &first, &end);
        assert_int_equal(loads_of(&four, first, end, 1), (3 + 3) * 4);
    }
    four.slots = 30; /* half of A, a panel of B, and some: B is loaded once for each band */
    assert_true(loads_of(&four, 0, 36, 1) <= 6 * 4 + 2 * 6 * 4);
    /* a triangle: A's panels serve both sides */
    for (int part = DDBLAS_GEMM_LOWER; part <= DDBLAS_GEMM_UPPER; part++)
    {
        struct xt_plan t = {
            .part = (enum ddblas_gemm_part)part, .down = 5, .across = 5, .chunks = 3, .units = 15, .slots = 15, .bands = 1};
        assert_int_equal(loads_of(&t, 0, 15, 1), 15);
        t.slots = 6;
        assert_true(loads_of(&t, 0, 15, 1) <= 2 * 15 * 3);
    }
}

/* A ring's place stays in the ring, however many blocks go through it. */
static void ring_place(void **state)
{
    (void)state;
    const struct ddblas_streams *s = ddblas_streams_of(DDBLAS_ENGINE_CPU);
    double host[] = {1.0, 2.0}, device[2];
    struct xt_ring ring;
    const struct xt_block block = {
        .size = sizeof(double), .rows = 2, .columns = 1, .host = host, .host_leading = 2, .device = device, .device_leading = 2};
    assert_int_equal(ddblas_xt_ring_new(&ring, s, NULL), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblas_xt_ring_reserve(&ring, sizeof host, sizeof host), DDBLAS_STATUS_SUCCESS);
    for (int turn = 0; turn < 3 * XT_RING_PIECES; turn++)
    {
        host[0] = turn;
        assert_int_equal(ddblas_xt_load(&ring, &block), DDBLAS_STATUS_SUCCESS);
        assert_memory_equal(device, host, sizeof host);
        assert_in_range(ring.next, 0, XT_RING_PIECES - 1);
    }
    ddblas_xt_ring_free(&ring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(order),      cmocka_unit_test(memory),    cmocka_unit_test(given_blocks),
                                       cmocka_unit_test(most_units), cmocka_unit_test(choices),   cmocka_unit_test(measured),
                                       cmocka_unit_test(workspace),  cmocka_unit_test(forecast),  cmocka_unit_test(scarce_memory),
                                       cmocka_unit_test(tiles),      cmocka_unit_test(ring_place)};
    return cmocka_run_group_tests_name("xt plan", tests, NULL, NULL);
}
