/*
 * The choice of the route of double-double gemm on the CUDA engine, from a model of the time of
 * each route.
 */
#include "gemm_route_choice.h"

#include <math.h>

#include "core/sizes.h"
#include "level3/gemm/plain/gemm_plain_plan.h"
#include "level3/gemm/residue/gemm_residue_plan.h"

/* Times are in microseconds. They are computed from the constants of a machine. machine/h200.def
 * says to which measured times those of the H200 were fitted. */

static double plain_time(const struct ddblas_machine *machine, int64_t m, int64_t n, int64_t k)
{
    const struct
    {
        int size, fill;
        double rate[2];
    } shapes[] = {
#define GEMM_PLAIN_SIZE(name, tm, tn, lm, ln, stages, resident, fill, cost, rate, swapped_rate)                                  \
    {(tm) * (lm) * (tn) * (ln), fill, {machine->rate, machine->swapped_rate}},
        GEMM_PLAIN_SHAPES(GEMM_PLAIN_SIZE)
#undef GEMM_PLAIN_SIZE
    };
    const struct gemm_plain_plan plan = ddblas_gemm_plain_make_plan(machine->multiprocessors, m, n, k, 0);
    const double places = (double)machine->multiprocessors * shapes[plan.shape].fill;
    const double tiles = (double)plan.down * (double)plan.across * (double)plan.splits, rounds = ceil(tiles / places);
    const double alone = shapes[plan.shape].fill == 1 && rounds == 1.0 ? machine->gemm_plain_alone : 1.0;
    const double work = rounds * places * shapes[plan.shape].size * (double)(plan.split_terms + H200_GEMM_PLAIN_TILE_START);
    return machine->gemm_plain_call + (plan.splits > 1 ? machine->gemm_plain_second_kernel : 0.0) +
           1e-6 * work / (alone * shapes[plan.shape].rate[plan.swapped]);
}

/* Returns the cost of repair as a share of the time of the plain route. It is for data whose
 * exponents are random over 20 binades. The fewer terms a sum has, the more elements the guard
 * refuses; with very few terms nearly all of C is repaired. */
static double repaired_share(const struct ddblas_machine *machine, int64_t k)
{
    return fmin(0.95, machine->gemm_residue_repair / ((double)k * (double)k));
}

static double residue_time(const struct ddblas_machine *machine, int64_t m, int64_t n, int64_t k, double plain)
{
    const double rows = (double)round_up(m, GEMM_PAD_LINES), columns = (double)round_up(n, GEMM_PAD_LINES);
    const int64_t slices_of_k = quotient_up(k, GEMM_TERMS_MOST);
    const double slices = (double)slices_of_k, size = rows * columns * slices;
    const double elements = (rows + columns) * (double)k;
    const double work = rows * columns * (double)round_up(k, GEMM_PAD_TERMS) * GEMM_MODULI_MOST;
    const double memory = fmax(machine->gemm_residue_read * elements, machine->gemm_residue_write * size),
                 products = fmax(fmax(work / machine->gemm_residue_int8_rate, memory), machine->gemm_residue_term * (double)k);
    return machine->gemm_residue_slice * slices + machine->gemm_residue_line * (rows + columns) +
           (machine->gemm_residue_split_a * rows + machine->gemm_residue_split_b * columns) * (double)k + products +
           machine->gemm_residue_element * size + repaired_share(machine, k) * plain;
}

int ddblas_gemm_prefers_residues_on(const struct ddblas_machine *machine, int64_t m, int64_t n, int64_t k)
{
    /* Sizes beyond the limit are replaced by the limit, so that the numbers of tiles stay within 64
     * bits; for such sizes the choice depends only on their ratio. */
    const int64_t limit = (int64_t)1 << 30;
    const int64_t rows = least(m, limit), columns = least(n, limit), terms = least(k, limit);
    const double plain = plain_time(machine, rows, columns, terms);
    return residue_time(machine, rows, columns, terms, plain) < plain;
}

int ddblas_gemm_prefers_residues(int64_t m, int64_t n, int64_t k)
{
    return ddblas_gemm_prefers_residues_on(ddblas_machine_h200(), m, n, k);
}
