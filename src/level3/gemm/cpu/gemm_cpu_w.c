/*
 * Double-double gemm on the CPU. C is cut into blocks, which are shared out among threads; one
 * thread computes a block over all of k.
 *
 *   block    at most 288 x 288 elements of C
 *   piece    96 terms of a block's op(A) and op(B), packed: 440 kB each
 *   panel    the rows (columns) of a tile in a packed piece: 12 kB of op(A), 9 kB of op(B)
 *
 * The packed pieces and the block's sums, 1.3 MB, pass through the L2 cache. A panel of op(B) is
 * multiplied by all panels of op(A) in turn and stays in the L1 cache. Where C has few columns, a
 * panel of op(A) is multiplied by few panels of op(B): then only 24 kB of op(A) are packed at a
 * time, and multiplied while they are in the L1 cache. Where C has few rows, C^T is computed.
 *
 * From one piece to the next the sums are stored exactly as the kernels hold them in registers, so
 * that the bits do not depend on block boundaries, piece boundaries or threads. From 1921 terms on,
 * k is cut into stretches, whose number and length depend on k alone. Each stretch has its own
 * sums, which are added in order. If there are fewer blocks than threads, the threads share out the
 * stretches.
 *
 * If k is at most 8, a kernel sums the packed terms in registers and updates C directly, without
 * sums in the workspace. The same kernel also adds two products of up to 4 terms each, which syr2k
 * needs: the terms of each product are one leaf.
 *
 * If k is at most the 96 terms of a piece, and op(A) and op(B) are small, op(B) is not packed, and
 * a kernel keeps the sums of a tile in registers over all of k.
 *
 * U, complex double-double, is computed as a real product (gemm_cpu_u_kernel.h). It has its own
 * packing and its own last step, alpha S + beta C for a whole block (gemm_cpu_u_store.c).
 *
 * The sizes are chosen in gemm_cpu_w_plan.c. Tiles are stored in gemm_cpu_w_tile.c, which also
 * treats special values. Blocks of few terms or small operands are computed in gemm_cpu_w_few.c.
 */
#include "gemm_cpu_w_job.h"

#include <omp.h>
#include <string.h>

#include "backend/isa.h"
#include "core/sizes.h"
#include "gemm_cpu.h"

enum
{
    /* op(B) is read without packing if op(A) has at most this many elements, and op(B), with the
     * gaps between its columns, spans at most as many elements in memory. Otherwise op(B) is
     * packed. */
    DIRECT = 4096
};

const struct ddblas_gemm_w_kernels *ddblas_gemm_w_chosen_kernels(void)
{
    switch (ddblas_isa())
    {
#if defined(__x86_64__)
    case DDBLAS_ISA_AVX512:
        return &ddblas_gemm_w_avx512;
    case DDBLAS_ISA_AVX2:
        return &ddblas_gemm_w_avx2;
#endif
    default:
        return &ddblas_gemm_w_portable;
    }
}

/* Describes op(A), or the transpose of op(B), as an operand whose rows are lines of terms. across:
 * 1 if these rows are rows of the stored matrix X. */
static struct gemm_w_operand operand_of(const struct ddblas_gemm_problem *p, const void *X, int64_t ld, ddblasOperation_t op,
                                        int across, int is_double)
{
    return (struct gemm_w_operand){.X = X,
                                   .row = across ? 1 : ld,
                                   .term = across ? ld : 1,
                                   .size = ddblas_type_is_complex(p->type) ? 4
                                           : is_double                     ? 1
                                                                           : 2,
                                   .parts = is_double ? 1 : 2,
                                   .conjugate = op == DDBLAS_OP_C};
}

static enum ddblas_gemm_w_form form_of(const struct gemm_w_job *w)
{
    if (w->A.parts == 2)
        return w->B.parts == 1 ? DDBLAS_GEMM_W_D : w->plan.transposed ? DDBLAS_GEMM_W_W_TRANSPOSED : DDBLAS_GEMM_W_W;
    return w->B.parts == 1 ? DDBLAS_GEMM_D_D : DDBLAS_GEMM_D_W;
}

/* Returns 1 if the kernel `direct` can compute the product; this kernel reads op(B) where it is in
 * memory. It computes one product of double-double matrices in W whose terms fit one piece. op(A)
 * and op(B) must be so small that they stay in the caches next to the core. The limit for op(B)
 * counts the memory that op(B) spans and not only its elements: elements whose distance is a large
 * power of 2 share a set of cache lines, and would displace each other even in a small matrix. */
static int reads_directly(const struct gemm_w_job *w)
{
    const struct gemm_w_plan *p = &w->plan;
    const int64_t span = w->B.term == 1 ? p->n * w->B.row : p->k * w->B.term;
    return !w->complex && w->form == DDBLAS_GEMM_W_W && !w->problem->pair && p->k <= GEMM_W_PIECE && span <= DIRECT &&
           p->m <= DIRECT / p->k;
}

struct gemm_w_job ddblas_gemm_w_make_job(const struct ddblas_gemm_problem *p, struct gemm_w_plan plan, double *apart)
{
    const struct gemm_w_operand A = operand_of(p, p->A, p->lda, p->transa, p->transa == DDBLAS_OP_N, p->double_a),
                                B = operand_of(p, p->B, p->ldb, p->transb, p->transb != DDBLAS_OP_N, p->double_b);
    struct gemm_w_job w = {.problem = p,
                           .kernels = ddblas_gemm_w_chosen_kernels(),
                           .plan = plan,
                           .A = plan.transposed ? B : A,
                           .B = plan.transposed ? A : B,
                           .C = p->C,
                           .apart = apart,
                           .c_row = plan.transposed ? p->ldc : 1,
                           .c_column = plan.transposed ? 1 : p->ldc,
                           .complex = ddblas_type_is_complex(p->type)};
    memcpy(&w.alpha, p->alpha, ddblas_type_size(p->type));
    memcpy(&w.beta, p->beta, ddblas_type_size(p->type));
    w.form = form_of(&w);
    w.direct = reads_directly(&w);
    return w;
}

/* Packs the rows [r, r + rows) of an operand, with the terms [t, t + terms). there: number of rows
 * that exist from row r on. doubled: the operand has two real rows for each of its complex rows. */
static void pack_operand(const struct gemm_w_job *w, const struct gemm_w_operand *x, int second, int64_t r, int64_t rows,
                         int64_t t, int64_t terms, int64_t there, double *out)
{
    const int64_t terms_there = w->plan.k - t;
    if (!w->complex)
    {
        const struct ddblas_gemm_w_part part = {.X = gemm_w_at(x, r, t),
                                                .row_stride = x->row,
                                                .term_stride = x->term,
                                                .rows = rows,
                                                .terms = terms,
                                                .rows_there = there,
                                                .terms_there = terms_there,
                                                .parts = (int)x->parts};
        (second ? w->kernels->pack_b : w->kernels->pack_a)(&part, out);
        return;
    }
    const int doubled = second != w->plan.transposed;
    const struct ddblas_gemm_u_part part = {.X = (const ddblas_host_u *)(const void *)gemm_w_at(x, doubled ? r / 2 : r, t / 2),
                                            .row_stride = x->row,
                                            .term_stride = x->term,
                                            .rows = rows,
                                            .terms = terms,
                                            .rows_there = doubled ? there / 2 : there,
                                            .terms_there = terms_there / 2,
                                            .doubled = doubled,
                                            .conjugate = x->conjugate};
    (second ? w->kernels->pack_complex_b : w->kernels->pack_complex_a)(&part, out);
}

/* Returns the tile whose first element is element (i, j) of the block. */
static struct gemm_w_tile make_tile(const struct gemm_w_job *w, const struct gemm_w_block *f, int64_t i, int64_t j)
{
    const int64_t mr = w->kernels->mr, nr = w->kernels->nr;
    return (struct gemm_w_tile){f->i0 + i, f->j0 + j, (int)(f->rows - i < mr ? f->rows - i : mr),
                                (int)(f->columns - j < nr ? f->columns - j : nr)};
}

/* Adds op(A) op(B) over the terms [t0, t0 + terms) to the sums of the rows [i0, i0 + rows) of the
 * block. The panels of op(B) for the block's columns have been packed. At the end of a stretch the
 * sums are added to the totals. After the last term of k the results are stored in C, unless each
 * stretch has separate sums. */
static void add_rows(const struct gemm_w_job *w, const struct gemm_w_block *f, int64_t i0, int64_t rows, int64_t t0,
                     int64_t terms)
{
    const int64_t mr = w->kernels->mr, nr = w->kernels->nr, padded = round_up(terms, GEMM_W_LEAF);
    const int last = t0 + terms == w->plan.k, ends = last || (t0 + terms) % w->plan.stretch == 0;
    pack_operand(w, &w->A, 0, f->i0 + i0, rows, t0, terms, w->plan.m - f->i0 - i0, f->a);
    for (int64_t j = 0; j < f->columns; j += nr)
        for (int64_t i = i0; i < i0 + rows; i += mr)
        {
            const struct gemm_w_tile t = make_tile(w, f, i, j);
            const int64_t place = 2 * (j * w->plan.rows + i * nr);
            if (gemm_w_is_outside(w, t.i, t.j, mr, nr))
                continue;
            if (t0 % w->plan.stretch == 0)
                memset(f->sums + place, 0, sizeof(cuddreal) * (size_t)(mr * nr));
            w->kernels->tile[w->form](t.columns, padded, f->a + w->A.parts * (i - i0) * padded, f->b + w->B.parts * j * padded,
                                      f->sums + place);
            if (ends && f->totals != f->sums)
                w->kernels->add(t.columns, f->sums + place, f->totals + place);
            if (last && !w->plan.apart && !w->complex)
                ddblas_gemm_w_store_tile(w, &t, f->totals + place);
        }
}

/* How many rows and terms of op(A) are packed together. Normally they are all rows of the block and
 * a piece of terms. If the block has few columns, they are as much as fits the L1 cache, with more
 * rows or more terms depending on which of them are adjacent in memory. The number of terms is a
 * multiple of 16, because the kernels normalise every 16 terms. */
struct steps
{
    int64_t rows, terms;
};

static struct steps make_steps(const struct gemm_w_job *w, const struct gemm_w_block *f)
{
    if (f->columns > GEMM_W_THIN)
        return (struct steps){f->rows, GEMM_W_PIECE};
    return w->A.row == 1 && f->rows > 16 ? (struct steps){48, GEMM_W_PIECE / 3} : (struct steps){16, GEMM_W_PIECE};
}

/* Computes one stretch of a block. */
static void sum_stretch(const struct gemm_w_job *w, const struct gemm_w_block *f, int64_t stretch)
{
    const struct steps steps = make_steps(w, f);
    const int64_t start = stretch * w->plan.stretch, left = w->plan.k - start;
    const int64_t end = left < w->plan.stretch ? w->plan.k : start + w->plan.stretch;
    for (int64_t t = start; t < end; t += steps.terms)
    {
        const int64_t terms = end - t < steps.terms ? end - t : steps.terms;
        pack_operand(w, &w->B, 1, f->j0, f->columns, t, terms, f->columns, f->b);
        for (int64_t i = 0; i < f->rows; i += steps.rows)
            add_rows(w, f, i, f->rows - i < steps.rows ? f->rows - i : steps.rows, t, terms);
    }
}

/* Describes block number `index`. Returns 0 if the problem computes no element of it. */
static int make_block(const struct gemm_w_job *w, int64_t index, struct gemm_w_block *f)
{
    const struct gemm_w_plan *p = &w->plan;
    *f = (struct gemm_w_block){.i0 = index % p->down * p->rows, .j0 = index / p->down * p->columns};
    f->rows = p->m - f->i0 < p->rows ? p->m - f->i0 : p->rows;
    f->columns = p->n - f->j0 < p->columns ? p->n - f->j0 : p->columns;
    return !gemm_w_is_outside(w, f->i0, f->j0, f->rows, f->columns);
}

/* Returns the memory for the separate sums of one stretch of a block. */
static double *apart_sums(const struct gemm_w_job *w, int64_t index, int64_t stretch)
{
    return w->apart + 2 * w->plan.rows * w->plan.columns * (index * w->plan.stretches + stretch);
}

void ddblas_gemm_w_compute_share(const struct gemm_w_job *w, int64_t index, double *share)
{
    const struct gemm_w_plan *p = &w->plan;
    struct gemm_w_block f;
    if (!make_block(w, p->apart ? index / p->stretches : index, &f))
        return;
    if (p->few || w->direct)
    {
        ddblas_gemm_w_few_block(w, &f, share);
        return;
    }
    f.a = share;
    f.b = f.a + 2 * p->rows * p->terms;
    if (p->apart)
    {
        f.sums = f.totals = apart_sums(w, index / p->stretches, index % p->stretches);
        sum_stretch(w, &f, index % p->stretches);
        return;
    }
    f.sums = f.totals = f.b + 2 * p->columns * p->terms;
    for (int64_t stretch = 0; stretch < p->stretches; stretch++)
    {
        sum_stretch(w, &f, stretch);
        f.sums = f.totals + 2 * p->rows * p->columns;
    }
    if (w->complex)
        ddblas_gemm_u_store_block(w, &f, f.totals);
}

/* Adds the separate sums of a block's stretches in order and stores the results in C. */
static void join_shares(const struct gemm_w_job *w, int64_t index)
{
    const int64_t mr = w->kernels->mr, nr = w->kernels->nr;
    struct gemm_w_block f;
    if (!make_block(w, index, &f))
        return;
    for (int64_t j = 0; j < f.columns; j += nr)
        for (int64_t i = 0; i < f.rows; i += mr)
        {
            const struct gemm_w_tile t = make_tile(w, &f, i, j);
            const int64_t place = 2 * (j * w->plan.rows + i * nr);
            if (gemm_w_is_outside(w, t.i, t.j, mr, nr))
                continue;
            for (int64_t stretch = 1; stretch < w->plan.stretches; stretch++)
                w->kernels->add(t.columns, apart_sums(w, index, stretch) + place, apart_sums(w, index, 0) + place);
            if (!w->complex)
                ddblas_gemm_w_store_tile(w, &t, apart_sums(w, index, 0) + place);
        }
    if (w->complex)
        ddblas_gemm_u_store_block(w, &f, apart_sums(w, index, 0));
}

ddblasStatus_t ddblas_gemm_cpu_w(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    int threads = ddblas_gemm_w_wanted_threads(handle, problem->type, problem->m, problem->n, problem->k);
    struct gemm_w_plan plan = ddblas_gemm_w_make_plan(threads, problem->type, problem->m, problem->n, problem->k);
    if (handle->user_workspace && handle->user_workspace_bytes < ddblas_gemm_w_total_workspace(threads, &plan))
        plan.apart = 0;
    threads = ddblas_gemm_w_threads_for(threads, &plan);
    void *workspace = NULL;
    const ddblasStatus_t status = plan.apart ? ddblas_workspace(handle, ddblas_gemm_w_total_workspace(threads, &plan), &workspace)
                                             : ddblas_workspace_shares(handle, plan.share, &threads, &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    const struct gemm_w_job w =
        ddblas_gemm_w_make_job(problem, plan, (double *)((char *)workspace + (size_t)threads * plan.share));
    const int64_t blocks = plan.down * plan.across, work = plan.apart ? blocks * plan.stretches : blocks;
    if (threads == 1) /* Opening a parallel region takes longer than a small product. */
        for (int64_t index = 0; index < work; index++)
            ddblas_gemm_w_compute_share(&w, index, workspace);
    else
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
        for (int64_t index = 0; index < work; index++)
            ddblas_gemm_w_compute_share(&w, index, (double *)((char *)workspace + (size_t)omp_get_thread_num() * plan.share));
    for (int64_t index = 0; plan.apart && index < blocks; index++)
        join_shares(&w, index);
    return DDBLAS_STATUS_SUCCESS;
}
