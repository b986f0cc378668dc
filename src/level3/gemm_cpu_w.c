/*
 * Double-double gemm on the CPU: C in blocks shared out among threads, each block computed by one thread over all of k.
 *
 * A block of C is at most 288 x 288, k passes in pieces of 96 terms: the packed pieces of op(A) and op(B), 440 kB each, and the
 * block's sums, 1.3 MB, pass through the second cache; the panel of op(B), 9 kB, that meets all panels of op(A), 12 kB each,
 * stays in the first. Where C has few columns, op(A) meets few panels: then 24 kB of it are packed at a time, and multiplied
 * while they are in the first cache. Where it has few rows, C^T is computed.
 *
 * The sums are kept as the kernels leave them, so that neither block nor piece boundaries, nor threads, enter the bits.
 */
#include "gemm_cpu_w.h"

#include <omp.h>
#include <string.h>

#include "../backend/isa.h"
#include "gemm_cpu.h"

enum
{
    MOST_BLOCK = 288, /* rows or columns of a block of C */
    UNIT = 24,        /* multiple of every mr and nr */
    PIECE = 96,       /* terms of a piece, a multiple of 16: the kernels normalise every 16 */
    TERMS_UNIT = 4,
    THIN = 24,            /* columns of a C with few columns */
    BLOCKS_PER_THREAD = 3 /* wanted, so that the last blocks do not leave threads idle */
};

struct plan
{
    int transposed;               /* C^T = op(B)^T op(A)^T is computed */
    int64_t m, n;                 /* of C or C^T */
    int64_t rows, columns, terms; /* of a block, padded */
    int64_t down, across;         /* blocks */
    size_t share;                 /* bytes of a thread's workspace */
};

static int64_t round_up(int64_t a, int64_t unit) { return (a + unit - 1) / unit * unit; }

static int64_t at_most(int64_t a, int64_t most, int64_t unit) { return a < most ? round_up(a, unit) : most; }

/* Rows fill the lanes of a vector, columns only the number that a tile has: the smaller of m and n are the columns where it is
 * small. Smaller blocks where whole ones are too few to go round. */
static struct plan make_plan(int threads, int64_t m, int64_t n, int64_t k)
{
    struct plan p = {.transposed = m < n && m <= THIN};
    int64_t most_rows = MOST_BLOCK, most_columns = MOST_BLOCK;
    p.m = p.transposed ? n : m;
    p.n = p.transposed ? m : n;
    for (;;)
    {
        p.rows = at_most(p.m, most_rows, UNIT);
        p.columns = at_most(p.n, most_columns, UNIT);
        p.down = p.m / p.rows + (p.m % p.rows != 0);
        p.across = p.n / p.columns + (p.n % p.columns != 0);
        const int enough = threads == 1 || p.down >= BLOCKS_PER_THREAD * threads || p.across >= BLOCKS_PER_THREAD * threads ||
                           p.down * p.across >= BLOCKS_PER_THREAD * threads;
        int64_t *larger = p.rows >= p.columns ? &most_rows : &most_columns;
        if (enough || *larger == UNIT)
            break;
        *larger /= *larger % (2 * UNIT) == 0 ? 2 : 3;
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

/* What a thread needs to know. Element (i, t) of op(A) is A[i a_row + t a_term], (t, j) of op(B) is B[j b_row + t b_term], (i, j)
 * of C is C[i c_row + j c_column]. Where the plan says so, A, B and C are those of the transposed problem. */
struct job
{
    const struct ddblas_gemm_problem *problem;
    const struct ddblas_gemm_w_kernels *kernels;
    struct plan plan;
    const cuddreal *A, *B;
    cuddreal *C;
    int64_t a_row, a_term, b_row, b_term, c_row, c_column;
    cuddreal alpha, beta;
};

static struct job make_job(const struct ddblas_gemm_problem *p, struct plan plan)
{
    const int a_plain = p->transa == DDBLAS_OP_N, b_plain = p->transb == DDBLAS_OP_N;
    struct job w = {.problem = p,
                    .kernels = kernels(),
                    .plan = plan,
                    .A = p->A,
                    .B = p->B,
                    .C = p->C,
                    .a_row = a_plain ? 1 : p->lda,
                    .a_term = a_plain ? p->lda : 1,
                    .b_row = b_plain ? p->ldb : 1,
                    .b_term = b_plain ? 1 : p->ldb,
                    .c_row = 1,
                    .c_column = p->ldc,
                    .alpha = *(const cuddreal *)p->alpha,
                    .beta = *(const cuddreal *)p->beta};
    if (plan.transposed)
    {
        const struct job plain = w;
        w.A = plain.B, w.a_row = plain.b_row, w.a_term = plain.b_term;
        w.B = plain.A, w.b_row = plain.a_row, w.b_term = plain.a_term;
        w.c_row = plain.c_column, w.c_column = plain.c_row;
    }
    return w;
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
    {
        const cuddreal x = a[t * w->a_term], y = b[t * w->b_term];
        sum = w->plan.transposed ? cuddFma(y, x, sum) : cuddFma(x, y, sum);
    }
    return sum;
}

/* Element (i, j) of C from its sum, with the special values of cuddMul and cuddAdd. */
static cuddreal careful_element(const struct job *w, int64_t i, int64_t j, cuddreal sum, const cuddreal *old)
{
    if (!cuddIsFinite(sum))
        sum = careful_sum(w, i, j);
    const cuddreal product = cuddMul(w->alpha, sum);
    return cuddIsZero(w->beta) ? product : cuddAdd(product, cuddMul(w->beta, *old));
}

/* The rows of column j of C, [*from, the result), that the problem computes out of [i0, i0 + rows). */
static int64_t wanted(const struct job *w, int64_t j, int64_t i0, int64_t rows, int64_t *from)
{
    const enum ddblas_gemm_part part = w->problem->part;
    *from = part == DDBLAS_GEMM_LOWER && i0 < j ? j : i0;
    return part == DDBLAS_GEMM_UPPER && i0 + rows > j + 1 ? j + 1 : i0 + rows;
}

/* 1 when none of the elements from (i, j) on, rows x columns of them, is computed. */
static int is_outside(enum ddblas_gemm_part part, int64_t i, int64_t j, int64_t rows, int64_t columns)
{
    return (part == DDBLAS_GEMM_LOWER && i + rows - 1 < j) || (part == DDBLAS_GEMM_UPPER && i > j + columns - 1);
}

/* A tile of C: its first element's place, and how much of it is inside C. */
struct tile
{
    int64_t i, j;
    int rows, columns;
};

enum direction
{
    FROM_C,
    TO_C
};

/* Copies the elements of a tile that the problem computes. */
static void copy_tile(const struct job *w, const struct tile *t, enum direction direction, cuddreal *copy)
{
    const int mr = w->kernels->mr;
    for (int j = 0; j < t->columns; j++)
    {
        int64_t from;
        const int64_t end = wanted(w, t->j + j, t->i, t->rows, &from);
        cuddreal *C = w->C + (t->j + j) * w->c_column, *column = copy + mr * j;
        for (int64_t i = from; i < end; i++)
            if (direction == FROM_C)
                column[i - t->i] = C[i * w->c_row];
            else
                C[i * w->c_row] = column[i - t->i];
    }
}

/* alpha sums + beta C to a tile of C. */
static void store_tile(const struct job *w, const struct tile *t, const double *sums)
{
    const int mr = w->kernels->mr;
    const int whole = t->rows == mr && w->c_row == 1 && w->problem->part == DDBLAS_GEMM_ALL;
    cuddreal copy[DDBLAS_GEMM_W_MOST_TILE], result[DDBLAS_GEMM_W_MOST_TILE];
    const cuddreal *old = whole ? w->C + t->i + t->j * w->c_column : copy;
    const int64_t ld = whole ? w->c_column : mr;
    if (!whole && !cuddIsZero(w->beta))
    {
        memset(copy, 0, sizeof *copy * (size_t)(mr * t->columns));
        copy_tile(w, t, FROM_C, copy);
    }
    if (!w->kernels->combine(t->columns, w->alpha, w->beta, sums, old, ld, result))
        for (int j = 0; j < t->columns; j++)
            for (int i = 0; i < t->rows; i++)
                if (!cuddIsFinite(result[i + mr * j]))
                    result[i + mr * j] = careful_element(
                        w, t->i + i, t->j + j, cuddMake(sums[2 * mr * j + i], sums[2 * mr * j + mr + i]), old + i + ld * j);
    copy_tile(w, t, TO_C, result);
}

/* A block of C. */
struct block
{
    int64_t i0, j0, rows, columns; /* inside C */
    double *a, *b, *sums;          /* the thread's workspace */
};

/* sums += op(A) op(B) over the terms [t0, t0 + terms) for rows [i0, i0 + rows) of the block, whose columns' panels are packed;
 * with the last terms, to C. Tiles of a column of tiles follow one another in the sums. */
static void add_rows(const struct job *w, const struct block *f, int64_t i0, int64_t rows, int64_t t0, int64_t terms)
{
    const int64_t mr = w->kernels->mr, nr = w->kernels->nr, padded = round_up(terms, TERMS_UNIT);
    w->kernels->pack_a(w->A + (f->i0 + i0) * w->a_row + t0 * w->a_term, w->a_row, w->a_term, rows, terms, f->a);
    for (int64_t j = 0; j < f->columns; j += nr)
        for (int64_t i = i0; i < i0 + rows; i += mr)
        {
            const struct tile t = {f->i0 + i, f->j0 + j, (int)(f->rows - i < mr ? f->rows - i : mr),
                                   (int)(f->columns - j < nr ? f->columns - j : nr)};
            double *sums = f->sums + 2 * (j * w->plan.rows + i * nr);
            if (is_outside(w->problem->part, t.i, t.j, mr, nr))
                continue;
            if (t0 == 0)
                memset(sums, 0, 2 * sizeof *sums * (size_t)(mr * nr));
            w->kernels->tile[w->plan.transposed](t.columns, padded, f->a + 2 * (i - i0) * padded, f->b + 2 * j * padded, sums);
            if (t0 + terms == w->problem->k)
                store_tile(w, &t, sums);
        }
}

/* Rows and terms of op(A) that are packed together: the rows of a block in pieces; or, with few columns, what fits into the first
 * cache, long in the direction of memory. Terms are a multiple of 16, after which the kernels normalise. */
struct steps
{
    int64_t rows, terms;
};

static struct steps make_steps(const struct job *w, const struct block *f)
{
    if (f->columns > THIN)
        return (struct steps){f->rows, PIECE};
    return w->a_row == 1 ? (struct steps){48, PIECE / 3} : (struct steps){16, PIECE};
}

static void compute_block(const struct job *w, int64_t index, double *workspace)
{
    const struct plan *p = &w->plan;
    const int64_t k = w->problem->k;
    struct block f = {.i0 = index % p->down * p->rows, .j0 = index / p->down * p->columns};
    f.rows = p->m - f.i0 < p->rows ? p->m - f.i0 : p->rows;
    f.columns = p->n - f.j0 < p->columns ? p->n - f.j0 : p->columns;
    if (is_outside(w->problem->part, f.i0, f.j0, f.rows, f.columns))
        return;
    f.a = workspace;
    f.b = f.a + 2 * p->rows * p->terms;
    f.sums = f.b + 2 * p->columns * p->terms;
    const struct steps steps = make_steps(w, &f);
    for (int64_t t = 0; t < k; t += steps.terms)
    {
        const int64_t terms = k - t < steps.terms ? k - t : steps.terms;
        w->kernels->pack_b(w->B + f.j0 * w->b_row + t * w->b_term, w->b_row, w->b_term, f.columns, terms, f.b);
        for (int64_t i = 0; i < f.rows; i += steps.rows)
            add_rows(w, &f, i, f.rows - i < steps.rows ? f.rows - i : steps.rows, t, terms);
    }
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
    const int64_t blocks = plan.down * plan.across;
    if (threads == 1) /* opening a region takes longer than a small product */
        for (int64_t index = 0; index < blocks; index++)
            compute_block(&w, index, workspace);
    else
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
        for (int64_t index = 0; index < blocks; index++)
            compute_block(&w, index, (double *)((char *)workspace + (size_t)omp_get_thread_num() * plan.share));
    return DDBLAS_STATUS_SUCCESS;
}
