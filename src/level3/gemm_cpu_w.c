/*
 * Double-double gemm on the CPU: C in blocks shared out among threads, each block computed by one thread over all of k.
 *
 * A block of C is at most 288 x 288, k passes in pieces of 96 terms: the packed pieces of op(A) and op(B), 440 kB each, and the
 * block's sums, 1.3 MB, pass through the second cache; the panel of op(B), 9 kB, that meets all panels of op(A), 12 kB each,
 * stays in the first. The sums are kept as the kernels leave them, so that neither block nor piece boundaries, nor threads, enter
 * the bits.
 */
#include "gemm_cpu_w.h"

#include <omp.h>
#include <string.h>

#include "../backend/isa.h"
#include "gemm_cpu.h"

enum
{
    MOST_BLOCK = 288,  /* rows or columns of a block of C */
    LEAST_BLOCK = 72,  /* where halving for the sake of threads ends */
    ROWS_UNIT = 8,     /* multiple of every mr */
    COLUMNS_UNIT = 12, /* multiple of every nr */
    PIECE = 96,        /* terms of a piece, a multiple of 16: the kernels normalise every 16 */
    TERMS_UNIT = 4,
    BLOCKS_PER_THREAD = 3 /* wanted, so that the last blocks do not leave threads idle */
};

struct plan
{
    int64_t rows, columns, terms; /* of a block, padded */
    int64_t down, across;         /* blocks */
    size_t share;                 /* bytes of a thread's workspace */
};

static int64_t round_up(int64_t a, int64_t unit) { return (a + unit - 1) / unit * unit; }

static int64_t at_most(int64_t a, int64_t most, int64_t unit) { return a < most ? round_up(a, unit) : most; }

/* Smaller blocks where whole ones are too few to go round. */
static struct plan make_plan(int threads, int64_t m, int64_t n, int64_t k)
{
    struct plan p;
    int64_t most_rows = MOST_BLOCK, most_columns = MOST_BLOCK;
    for (;;)
    {
        p.rows = at_most(m, most_rows, ROWS_UNIT);
        p.columns = at_most(n, most_columns, COLUMNS_UNIT);
        p.down = m / p.rows + (m % p.rows != 0);
        p.across = n / p.columns + (n % p.columns != 0);
        const int enough = threads == 1 || p.down >= BLOCKS_PER_THREAD * threads || p.across >= BLOCKS_PER_THREAD * threads ||
                           p.down * p.across >= BLOCKS_PER_THREAD * threads;
        int64_t *larger = p.rows >= p.columns ? &most_rows : &most_columns;
        if (enough || *larger == LEAST_BLOCK)
            break;
        *larger /= 2;
    }
    p.terms = at_most(k, PIECE, TERMS_UNIT);
    p.share = sizeof(cuddreal) * (size_t)(p.rows * p.terms + p.columns * p.terms + p.rows * p.columns);
    p.share = (p.share + 255) / 256 * 256;
    return p;
}

/* Threads that have a block to compute. */
static int threads_for(int threads, const struct plan *p)
{
    const int idle = p->down < threads && p->across < threads && p->down * p->across < threads;
    return idle ? (int)(p->down * p->across) : threads;
}

size_t ddblas_gemm_cpu_w_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    const struct plan p = make_plan(ddblas_threads(handle), m, n, k);
    return (size_t)threads_for(ddblas_threads(handle), &p) * p.share;
}

size_t ddblas_gemm_cpu_w_least(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    return make_plan(ddblas_threads(handle), m, n, k).share;
}

static const struct ddblas_gemm_w_kernels *kernels(void)
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

/* What a thread needs to know. Element (i, t) of op(A) is A[i a_row + t a_term], (t, j) of op(B) is B[j b_row + t b_term]. */
struct job
{
    const struct ddblas_gemm_problem *problem;
    const struct ddblas_gemm_w_kernels *kernels;
    struct plan plan;
    const cuddreal *A, *B;
    cuddreal *C;
    int64_t a_row, a_term, b_row, b_term;
    cuddreal alpha, beta;
};

static struct job make_job(const struct ddblas_gemm_problem *p, struct plan plan)
{
    const int a_plain = p->transa == DDBLAS_OP_N, b_plain = p->transb == DDBLAS_OP_N;
    return (struct job){.problem = p,
                        .kernels = kernels(),
                        .plan = plan,
                        .A = p->A,
                        .B = p->B,
                        .C = p->C,
                        .a_row = a_plain ? 1 : p->lda,
                        .a_term = a_plain ? p->lda : 1,
                        .b_row = b_plain ? p->ldb : 1,
                        .b_term = b_plain ? 1 : p->ldb,
                        .alpha = *(const cuddreal *)p->alpha,
                        .beta = *(const cuddreal *)p->beta};
}

/* A high part that tells the class of the number. */
static double class_of(cuddreal a) { return cuddIsNan(a) ? (double)NAN : a.x; }

/* The sum of element (i, j) where the kernels' one is not finite. */
static cuddreal careful_sum(const struct job *w, int64_t i, int64_t j)
{
    const cuddreal *a = w->A + i * w->a_row, *b = w->B + j * w->b_row;
    const int64_t k = w->problem->k;
    double high = 0.0;
    for (int64_t t = 0; t < k; t++)
        high = cudd_add(high, cudd_mul(class_of(a[t * w->a_term]), class_of(b[t * w->b_term])));
    if (!cudd_finite(high))
        return cuddMake(high, 0.0);
    cuddreal sum = cuddFromDouble(0.0);
    for (int64_t t = 0; t < k; t++)
        sum = cuddFma(a[t * w->a_term], b[t * w->b_term], sum);
    return sum;
}

/* Element (i, j) of C from its sum, with the special values of cuddMul and cuddAdd. */
static cuddreal careful_element(const struct job *w, int64_t i, int64_t j, cuddreal sum, cuddreal old)
{
    if (!cuddIsFinite(sum))
        sum = careful_sum(w, i, j);
    const cuddreal product = cuddMul(w->alpha, sum);
    return cuddIsZero(w->beta) ? product : cuddAdd(product, cuddMul(w->beta, old));
}

/* 1 when element (i, j) is one that the problem computes. */
static int is_wanted(enum ddblas_gemm_part part, int64_t i, int64_t j)
{
    return part == DDBLAS_GEMM_ALL || (part == DDBLAS_GEMM_LOWER ? i >= j : i <= j);
}

/* 1 when none of the elements from (i, j) on, rows x columns of them, is. */
static int is_outside(enum ddblas_gemm_part part, int64_t i, int64_t j, int64_t rows, int64_t columns)
{
    return (part == DDBLAS_GEMM_LOWER && i + rows - 1 < j) || (part == DDBLAS_GEMM_UPPER && i > j + columns - 1);
}

/* alpha sums + beta C to the tile of C that starts at (i0, j0), rows x columns of it inside C. */
static void store_tile(const struct job *w, int64_t i0, int64_t j0, int rows, int columns, const double *sums)
{
    const int mr = w->kernels->mr, nr = w->kernels->nr;
    const int with_old = !cuddIsZero(w->beta);
    const enum ddblas_gemm_part part = w->problem->part;
    double old[2 * DDBLAS_GEMM_W_MOST_TILE], result[2 * DDBLAS_GEMM_W_MOST_TILE];
    cuddreal *C = w->C + i0 + j0 * w->problem->ldc;
    memset(old, 0, sizeof old);
    for (int j = 0; with_old && j < columns; j++)
        for (int i = 0; i < rows; i++)
        {
            if (!is_wanted(part, i0 + i, j0 + j))
                continue;
            old[2 * mr * j + i] = C[i + j * w->problem->ldc].x;
            old[2 * mr * j + mr + i] = C[i + j * w->problem->ldc].y;
        }
    w->kernels->combine((int64_t)mr * nr, w->alpha, w->beta, sums, old, result);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
        {
            if (!is_wanted(part, i0 + i, j0 + j))
                continue;
            const int hi = 2 * mr * j + i, lo = hi + mr;
            cuddreal r = cuddMake(result[hi], result[lo]);
            if (!cudd_finite(r.x) || !cudd_finite(r.y))
                r = careful_element(w, i0 + i, j0 + j, cuddMake(sums[hi], sums[lo]), cuddMake(old[hi], old[lo]));
            C[i + j * w->problem->ldc] = r;
        }
}

/* A block of C. */
struct block
{
    int64_t i0, j0, rows, columns; /* inside C */
    double *a, *b, *sums;          /* the thread's workspace */
};

/* The sums of the tile whose first row and column are i and j of the block: tiles of a column of tiles follow one another. */
static double *tile_sums(const struct job *w, const struct block *f, int64_t i, int64_t j)
{
    return f->sums + 2 * (j * w->plan.rows + i * w->kernels->nr);
}

/* sums += op(A) op(B) over the terms [t0, t0 + terms). */
static void add_piece(const struct job *w, const struct block *f, int64_t t0, int64_t terms)
{
    const int64_t mr = w->kernels->mr, nr = w->kernels->nr, padded = round_up(terms, TERMS_UNIT);
    w->kernels->pack_a(w->A + f->i0 * w->a_row + t0 * w->a_term, w->a_row, w->a_term, f->rows, terms, f->a);
    w->kernels->pack_b(w->B + f->j0 * w->b_row + t0 * w->b_term, w->b_row, w->b_term, f->columns, terms, f->b);
    for (int64_t j = 0; j < f->columns; j += nr)
        for (int64_t i = 0; i < f->rows; i += mr)
            if (!is_outside(w->problem->part, f->i0 + i, f->j0 + j, mr, nr))
                w->kernels->tile(padded, f->a + 2 * i * padded, f->b + 2 * j * padded, tile_sums(w, f, i, j));
}

static void compute_block(const struct job *w, int64_t index, double *workspace)
{
    const struct ddblas_gemm_problem *p = w->problem;
    const int64_t mr = w->kernels->mr, nr = w->kernels->nr;
    struct block f = {.i0 = index % w->plan.down * w->plan.rows, .j0 = index / w->plan.down * w->plan.columns};
    f.rows = p->m - f.i0 < w->plan.rows ? p->m - f.i0 : w->plan.rows;
    f.columns = p->n - f.j0 < w->plan.columns ? p->n - f.j0 : w->plan.columns;
    if (is_outside(p->part, f.i0, f.j0, f.rows, f.columns))
        return;
    f.a = workspace;
    f.b = f.a + 2 * w->plan.rows * w->plan.terms;
    f.sums = f.b + 2 * w->plan.columns * w->plan.terms;
    memset(f.sums, 0, sizeof(cuddreal) * (size_t)(w->plan.rows * w->plan.columns));
    for (int64_t t = 0; t < p->k; t += PIECE)
        add_piece(w, &f, t, p->k - t < PIECE ? p->k - t : PIECE);
    for (int64_t j = 0; j < f.columns; j += nr)
        for (int64_t i = 0; i < f.rows; i += mr)
            if (!is_outside(p->part, f.i0 + i, f.j0 + j, mr, nr))
                store_tile(w, f.i0 + i, f.j0 + j, (int)(f.rows - i < mr ? f.rows - i : mr),
                           (int)(f.columns - j < nr ? f.columns - j : nr), tile_sums(w, &f, i, j));
}

ddblasStatus_t ddblas_gemm_cpu_w(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    const struct plan plan = make_plan(ddblas_threads(handle), problem->m, problem->n, problem->k);
    int threads = threads_for(ddblas_threads(handle), &plan);
    void *workspace = NULL;
    const ddblasStatus_t status = ddblas_gemm_cpu_share(handle, plan.share, &threads, &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    const struct job w = make_job(problem, plan);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int64_t index = 0; index < plan.down * plan.across; index++)
        compute_block(&w, index, (double *)((char *)workspace + (size_t)omp_get_thread_num() * plan.share));
    return DDBLAS_STATUS_SUCCESS;
}
