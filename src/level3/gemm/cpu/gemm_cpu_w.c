/*
 * Double-double gemm on the CPU. C is cut into blocks, which are shared out among threads; one
 * thread computes a block over all of k.
 *
 *   block    at most 288 x 288 elements of C
 *   piece    96 terms of a block's op(A) and op(B), packed: 440 kB each
 *   panel    the rows (columns) of a tile in a packed piece: 12 kB of op(A), 9 kB of op(B)
 *
 * The packed pieces and the block's sums, 1.3 MB, pass through the L2 cache. A panel of op(B) is
 * multiplied by all panels of op(A) in turn and stays in the L1 cache. Where C has few columns,
 * op(A) meets few panels of op(B): then only 24 kB of op(A) are packed at a time, and multiplied
 * while they are in the L1 cache. Where C has few rows, C^T is computed.
 *
 * Between pieces the sums stay in the form in which the kernels leave them, so that the bits do not
 * depend on block boundaries, piece boundaries or threads. From 1921 terms on, k is cut into
 * stretches, whose number and length depend on k alone. Each stretch has its own sums, which are
 * added in order. If there are fewer blocks than threads, the threads share out the stretches.
 *
 * Up to 8 terms a kernel goes from the packed terms to C, which it reads and writes directly,
 * without sums in the workspace. It also adds two products of up to 4 terms each, which syr2k
 * needs: the terms of each product are one leaf.
 */
#include "gemm_cpu_w.h"
#include "core/sizes.h"

#include <omp.h>
#include <string.h>

#include "backend/isa.h"
#include "gemm_cpu.h"

enum
{
    MOST_BLOCK = 288, /* Most rows or columns of a block of C. */
    UNIT = 24,        /* A multiple of every mr and nr. */
    /* Terms of a piece, a multiple of 16, because the kernels normalise every 16 terms. */
    PIECE = 96,
    THIN = 24,                  /* A C of at most this many columns counts as thin. */
    LEAST_STRETCH = 20 * PIECE, /* Least terms of a stretch. */
    MOST_STRETCHES = 32,
    LEAF = 4,       /* Terms that the kernels sum first. */
    FEW = 2 * LEAF, /* Most terms without sums in the workspace. */
    FEW_BLOCK = 96, /* Most rows or columns of a block with so few terms: 147 kB of C. */
    /* Blocks wanted for each thread, so that the last blocks do not leave threads idle. */
    BLOCKS_PER_THREAD = 3,
    /* Multiply-adds that are worth a thread: 60 microseconds, ten times the cost of a parallel
     * region. */
    THREAD_WORK = 1 << 17
};

struct plan
{
    int transposed;               /* 1: C^T = op(B)^T op(A)^T is computed. */
    int64_t m, n;                 /* Rows and columns of C, or of C^T. */
    int64_t rows, columns, terms; /* Size of a block and terms of a piece, padded. */
    int64_t down, across;         /* Blocks of a column and of a row. */
    int64_t stretch, stretches;   /* Terms of a stretch, a multiple of PIECE; their number. */
    int few;                      /* At most FEW terms: no sums in the workspace. */
    /* 1: the stretches of a block have separate sums, which are added afterwards. */
    int apart;
    size_t share; /* Bytes of workspace of a thread. */
    /* Bytes behind the threads' shares: separate sums of all blocks and stretches. */
    size_t apart_bytes;
};

static int64_t at_most(int64_t a, int64_t most, int64_t unit) { return a < most ? round_up(a, unit) : most; }

static int64_t parts_of(int64_t a, int64_t part) { return a / part + (a % part != 0); }

/* Returns 1 when there are fewer blocks than threads. The number of blocks may exceed 64 bits. */
static int too_few(const struct plan *p, int64_t threads)
{
    return p->down < threads && p->across < threads && p->down * p->across < threads;
}

/* Makes the plan. A tile's rows always fill the vector lanes, but a tile may have fewer columns
 * than nr. Therefore a small m becomes the number of columns, by transposition. Blocks shrink until
 * there are enough of them for the threads. */
static struct plan make_plan(int threads, int64_t m, int64_t n, int64_t k)
{
    struct plan p = {.transposed = m < n && m <= THIN};
    p.few = k <= FEW && !p.transposed;
    int64_t most_rows = p.few ? FEW_BLOCK : MOST_BLOCK, most_columns = most_rows;
    p.m = p.transposed ? n : m;
    p.n = p.transposed ? m : n;
    for (;;)
    {
        p.rows = at_most(p.m, most_rows, UNIT);
        p.columns = at_most(p.n, most_columns, UNIT);
        p.down = parts_of(p.m, p.rows);
        p.across = parts_of(p.n, p.columns);
        int64_t *larger = p.rows >= p.columns ? &most_rows : &most_columns;
        if (threads == 1 || !too_few(&p, BLOCKS_PER_THREAD * (int64_t)threads) || *larger == UNIT)
            break;
        *larger /= *larger % (2 * UNIT) == 0 ? 2 : 3;
    }
    p.terms = at_most(k, PIECE, LEAF);
    p.stretch = parts_of(k, MOST_STRETCHES) <= LEAST_STRETCH ? LEAST_STRETCH : round_up(parts_of(k, MOST_STRETCHES), PIECE);
    p.stretches = parts_of(k, p.stretch);
    p.apart = p.stretches > 1 && too_few(&p, threads);
    const size_t sums = sizeof(cuddreal) * (size_t)(p.rows * p.columns);
    const size_t packed = sizeof(cuddreal) * (size_t)((p.rows + p.columns) * p.terms);
    p.share = p.few ? 2 * packed : packed + (p.stretches > 1 ? 2 : 1) * sums;
    p.share = (p.share + 255) / 256 * 256;
    p.apart_bytes = p.apart ? (size_t)(p.down * p.across * p.stretches) * sums : 0;
    return p;
}

/* Returns the number of threads for which there is enough work. */
static int wanted_threads(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    return ddblas_threads_useful(handle, DDBLAS_TYPE_W, 1.0 + (double)m * (double)n * (double)k / THREAD_WORK);
}

/* Returns the number of threads that have a block or a stretch to compute. */
static int threads_for(int threads, const struct plan *p)
{
    const int64_t parts = p->apart ? p->stretches : 1;
    return too_few(p, threads) && p->down * p->across * parts < threads ? (int)(p->down * p->across * parts) : threads;
}

static size_t whole_workspace(int threads, const struct plan *p)
{
    return (size_t)threads_for(threads, p) * p->share + p->apart_bytes;
}

size_t ddblas_gemm_cpu_w_workspace(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    const int threads = wanted_threads(handle, m, n, k);
    const struct plan p = make_plan(threads, m, n, k);
    return whole_workspace(threads, &p);
}

size_t ddblas_gemm_cpu_w_least(ddblasHandle_t handle, int64_t m, int64_t n, int64_t k)
{
    return make_plan(wanted_threads(handle, m, n, k), m, n, k).share;
}

int ddblas_gemm_cpu_w_pairs(int64_t k) { return k <= LEAF; }

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

/* Data of a call, shared by its threads. Element (i, t) of op(A) is A[i a_row + t a_term], (t, j)
 * of op(B) is B[j b_row + t b_term], (i, j) of C is C[i c_row + j c_column]. If plan.transposed, A,
 * B and C are those of the transposed problem. */
struct job
{
    const struct ddblas_gemm_problem *problem;
    const struct ddblas_gemm_w_kernels *kernels;
    struct plan plan;
    const ddblas_host_w *A, *B;
    ddblas_host_w *C;
    double *apart; /* Separate sums of the stretches. */
    int64_t a_row, a_term, b_row, b_term, c_row, c_column;
    cuddreal alpha, beta;
};

static struct job make_job(const struct ddblas_gemm_problem *p, struct plan plan, double *apart)
{
    const int a_plain = p->transa == DDBLAS_OP_N, b_plain = p->transb == DDBLAS_OP_N;
    struct job w = {.problem = p,
                    .kernels = kernels(),
                    .plan = plan,
                    .A = p->A,
                    .B = p->B,
                    .C = p->C,
                    .apart = apart,
                    .a_row = a_plain ? 1 : p->lda,
                    .a_term = a_plain ? p->lda : 1,
                    .b_row = b_plain ? p->ldb : 1,
                    .b_term = b_plain ? 1 : p->ldb,
                    .c_row = 1,
                    .c_column = p->ldc,
                    .alpha = *(const ddblas_host_w *)p->alpha,
                    .beta = *(const ddblas_host_w *)p->beta};
    if (plan.transposed)
    {
        const struct job plain = w;
        w.A = plain.B, w.a_row = plain.b_row, w.a_term = plain.b_term;
        w.B = plain.A, w.b_row = plain.a_row, w.b_term = plain.a_term;
        w.c_row = plain.c_column, w.c_column = plain.c_row;
    }
    return w;
}

/* Returns a high part of the same class as the number: NaN, Inf or finite. */
static double class_of(cuddreal a) { return cuddIsNan(a) ? (double)NAN : a.x; }

/* Sets *a and *b to the factors of term t of element (i, j). In a pair the terms from k on are
 * those with A and B exchanged. */
static void factors(const struct job *w, int64_t i, int64_t j, int64_t t, cuddreal *a, cuddreal *b)
{
    const int exchanged = t >= w->problem->k;
    const int64_t row = exchanged ? j : i, column = exchanged ? i : j, term = exchanged ? t - w->problem->k : t;
    *a = w->A[row * w->a_row + term * w->a_term];
    *b = w->B[column * w->b_row + term * w->b_term];
    if (w->plan.transposed || exchanged)
    {
        const cuddreal first = *a;
        *a = *b;
        *b = first;
    }
}

/* Recomputes the sum of element (i, j) where the kernels' sum is not finite: by double arithmetic
 * on the high parts if that is not finite either, otherwise by cuddFma. */
static cuddreal careful_sum(const struct job *w, int64_t i, int64_t j)
{
    const int64_t terms = w->problem->pair ? 2 * w->problem->k : w->problem->k;
    double high = 0.0;
    cuddreal a, b, sum = cuddFromDouble(0.0);
    for (int64_t t = 0; t < terms; t++)
    {
        factors(w, i, j, t, &a, &b);
        high = cudd_add(high, cudd_mul(class_of(a), class_of(b)));
    }
    if (!cudd_finite(high))
        return cuddMake(high, 0.0);
    for (int64_t t = 0; t < terms; t++)
    {
        factors(w, i, j, t, &a, &b);
        sum = cuddFma(a, b, sum);
    }
    return sum;
}

/* Returns element (i, j) of C from its sum, with the special values of cuddMul and cuddAdd. */
static cuddreal careful_element(const struct job *w, int64_t i, int64_t j, cuddreal sum, const ddblas_host_w *old)
{
    if (!cuddIsFinite(sum))
        sum = careful_sum(w, i, j);
    const cuddreal product = cuddMul(w->alpha, sum);
    return cuddIsZero(w->beta) ? product : cuddAdd(product, cuddMul(w->beta, *old));
}

/* Returns in [*from, result) the rows of column j of C that the problem computes out of [i0, i0 +
 * rows). */
static int64_t wanted(const struct job *w, int64_t j, int64_t i0, int64_t rows, int64_t *from)
{
    const enum ddblas_gemm_part part = w->problem->part;
    *from = part == DDBLAS_GEMM_LOWER && i0 < j ? j : i0;
    return part == DDBLAS_GEMM_UPPER && i0 + rows > j + 1 ? j + 1 : i0 + rows;
}

/* Returns 1 when none of the rows x columns elements from (i, j) on is computed. */
static int is_outside(enum ddblas_gemm_part part, int64_t i, int64_t j, int64_t rows, int64_t columns)
{
    return (part == DDBLAS_GEMM_LOWER && i + rows - 1 < j) || (part == DDBLAS_GEMM_UPPER && i > j + columns - 1);
}

/* A tile of C: position of its first element, and how much of it is inside C. */
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
        ddblas_host_w *C = w->C + (t->j + j) * w->c_column;
        cuddreal *column = copy + mr * j;
        for (int64_t i = from; i < end; i++)
            if (direction == FROM_C)
                column[i - t->i] = C[i * w->c_row];
            else
                C[i * w->c_row] = column[i - t->i];
    }
}

/* Stores alpha * sums + beta * C in a tile of C. */
static void store_tile(const struct job *w, const struct tile *t, const double *sums)
{
    const int mr = w->kernels->mr;
    const int whole = t->rows == mr && w->c_row == 1 && w->problem->part == DDBLAS_GEMM_ALL;
    cuddreal copy[DDBLAS_GEMM_W_MOST_TILE], result[DDBLAS_GEMM_W_MOST_TILE];
    const ddblas_host_w *old = whole ? w->C + t->i + t->j * w->c_column : copy;
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

/* A block of C. In its sums, the tiles of a column of tiles are adjacent. */
struct block
{
    int64_t i0, j0, rows, columns; /* The part inside C. */
    double *a, *b;                 /* Packed pieces. */
    /* Sums of one stretch, and of all stretches so far; the same array in the first stretch. */
    double *sums, *totals;
};

static struct tile make_tile(const struct job *w, const struct block *f, int64_t i, int64_t j)
{
    const int64_t mr = w->kernels->mr, nr = w->kernels->nr;
    return (struct tile){f->i0 + i, f->j0 + j, (int)(f->rows - i < mr ? f->rows - i : mr),
                         (int)(f->columns - j < nr ? f->columns - j : nr)};
}

/* Adds op(A) op(B) over the terms [t0, t0 + terms) to the sums of rows [i0, i0 + rows) of the
 * block. The panels of the block's columns are packed already. At the end of a stretch the sums are
 * added to the totals; with the last terms they go to C. */
static void add_rows(const struct job *w, const struct block *f, int64_t i0, int64_t rows, int64_t t0, int64_t terms)
{
    const int64_t mr = w->kernels->mr, nr = w->kernels->nr, padded = round_up(terms, LEAF);
    const int last = t0 + terms == w->problem->k, ends = last || (t0 + terms) % w->plan.stretch == 0;
    const struct ddblas_gemm_w_part a = {.X = w->A + (f->i0 + i0) * w->a_row + t0 * w->a_term,
                                         .row_stride = w->a_row,
                                         .term_stride = w->a_term,
                                         .rows = rows,
                                         .terms = terms,
                                         .rows_there = w->plan.m - f->i0 - i0,
                                         .terms_there = w->problem->k - t0};
    w->kernels->pack_a(&a, f->a);
    for (int64_t j = 0; j < f->columns; j += nr)
        for (int64_t i = i0; i < i0 + rows; i += mr)
        {
            const struct tile t = make_tile(w, f, i, j);
            const int64_t place = 2 * (j * w->plan.rows + i * nr);
            if (is_outside(w->problem->part, t.i, t.j, mr, nr))
                continue;
            if (t0 % w->plan.stretch == 0)
                memset(f->sums + place, 0, sizeof(cuddreal) * (size_t)(mr * nr));
            w->kernels->tile[w->plan.transposed](t.columns, padded, f->a + 2 * (i - i0) * padded, f->b + 2 * j * padded,
                                                 f->sums + place);
            if (ends && f->totals != f->sums)
                w->kernels->add(t.columns, f->sums + place, f->totals + place);
            if (last && !w->plan.apart)
                store_tile(w, &t, f->totals + place);
        }
}

/* Rows and terms of op(A) that are packed together: all rows of the block and a piece of terms;
 * with few columns, as much as fits the L1 cache, longer in the direction in which elements are
 * adjacent. Terms are a multiple of 16, after which the kernels normalise. */
struct steps
{
    int64_t rows, terms;
};

static struct steps make_steps(const struct job *w, const struct block *f)
{
    if (f->columns > THIN)
        return (struct steps){f->rows, PIECE};
    return w->a_row == 1 && f->rows > 16 ? (struct steps){48, PIECE / 3} : (struct steps){16, PIECE};
}

static void sum_stretch(const struct job *w, const struct block *f, int64_t stretch)
{
    const struct steps steps = make_steps(w, f);
    const int64_t start = stretch * w->plan.stretch, left = w->problem->k - start;
    const int64_t end = left < w->plan.stretch ? w->problem->k : start + w->plan.stretch;
    for (int64_t t = start; t < end; t += steps.terms)
    {
        const int64_t terms = end - t < steps.terms ? end - t : steps.terms;
        const struct ddblas_gemm_w_part b = {.X = w->B + f->j0 * w->b_row + t * w->b_term,
                                             .row_stride = w->b_row,
                                             .term_stride = w->b_term,
                                             .rows = f->columns,
                                             .terms = terms,
                                             .rows_there = f->columns,
                                             .terms_there = w->problem->k - t};
        w->kernels->pack_b(&b, f->b);
        for (int64_t i = 0; i < f->rows; i += steps.rows)
            add_rows(w, f, i, f->rows - i < steps.rows ? f->rows - i : steps.rows, t, terms);
    }
}

/* Describes block `index`. Returns 0 when none of its elements is computed. */
static int make_block(const struct job *w, int64_t index, struct block *f)
{
    const struct plan *p = &w->plan;
    *f = (struct block){.i0 = index % p->down * p->rows, .j0 = index / p->down * p->columns};
    f->rows = p->m - f->i0 < p->rows ? p->m - f->i0 : p->rows;
    f->columns = p->n - f->j0 < p->columns ? p->n - f->j0 : p->columns;
    return !is_outside(w->problem->part, f->i0, f->j0, f->rows, f->columns);
}

/* ---- few terms --------------------------------------------------------------------------------------------------------- */

/* Computes the first `columns` columns of `tiles` tiles, one below the other, from element (i, j)
 * on, in C itself or in a copy of it. */
static void few_columns(const struct job *w, const struct ddblas_gemm_w_few *f, int64_t i, int64_t j, int columns, int64_t tiles,
                        ddblas_host_w *C, int64_t ld)
{
    const int mr = w->kernels->mr;
    struct ddblas_gemm_w_column stopped;
    for (int64_t done = 0; (done = w->kernels->few(f, columns, tiles, done, C, ld, &stopped)) < tiles * columns; done++)
        for (int r = 0; r < mr; r++)
        {
            const int64_t row = done / columns * mr + r, column = done % columns;
            ddblas_host_w *c = C + row + column * ld;
            const cuddreal sum = cuddMake(stopped.sums[r], stopped.sums[mr + r]);
            if (i + row < w->plan.m) /* A copy has rows beyond the matrix. */
                *c = cuddIsFinite(stopped.result[r]) ? stopped.result[r] : careful_element(w, i + row, j + column, sum, c);
        }
}

/* Whether all of the rows x columns elements from (i, j) on are inside the wanted part of C. */
static int is_inside(const struct job *w, int64_t i, int64_t j, int64_t rows, int64_t columns)
{
    const enum ddblas_gemm_part part = w->problem->part;
    return i + rows <= w->plan.m &&
           (part == DDBLAS_GEMM_ALL || (part == DDBLAS_GEMM_LOWER ? i >= j + columns - 1 : i + rows - 1 <= j));
}

/* Computes columns [j, j + columns) of the block, at most a tile's: runs of whole tiles in C
 * itself, other tiles in a copy. */
static void few_panel(const struct job *w, const struct block *f, struct ddblas_gemm_w_few few, int64_t j, int columns)
{
    const int64_t mr = w->kernels->mr;
    const double *const a[2] = {few.a[0], few.a[1]};
    for (int64_t i = 0, tiles; i < f->rows; i += tiles * mr)
    {
        const struct tile t = {f->i0 + i, f->j0 + j, (int)(f->rows - i < mr ? f->rows - i : mr), columns};
        for (tiles = 0; i + tiles * mr < f->rows && is_inside(w, t.i + tiles * mr, t.j, mr, columns); tiles++)
            ;
        few.a[0] = a[0] + i / mr * few.a_step;
        few.a[1] = a[1] + i / mr * few.a_step;
        if (tiles > 0)
            few_columns(w, &few, t.i, t.j, columns, tiles, w->C + t.i + t.j * w->c_column, w->c_column);
        else
        {
            cuddreal copy[DDBLAS_GEMM_W_MOST_TILE];
            tiles = 1;
            if (is_outside(w->problem->part, t.i, t.j, mr, columns))
                continue;
            if (!cuddIsZero(w->beta))
            {
                memset(copy, 0, sizeof *copy * (size_t)(mr * columns));
                copy_tile(w, &t, FROM_C, copy);
            }
            few_columns(w, &few, t.i, t.j, columns, 1, copy, mr);
            copy_tile(w, &t, TO_C, copy);
        }
    }
}

/* Packs rows of op(A), or columns of op(B), of a block. */
static void pack_few(void (*pack)(const struct ddblas_gemm_w_part *, double *), const ddblas_host_w *X, int64_t row_stride,
                     int64_t term_stride, int64_t rows, int64_t terms, double *out)
{
    const struct ddblas_gemm_w_part part = {X, row_stride, term_stride, rows, terms, rows, terms};
    pack(&part, out);
}

static void few_block(const struct job *w, const struct block *f, double *share)
{
    const struct ddblas_gemm_w_kernels *kernels = w->kernels;
    const int64_t k = w->problem->k, padded = round_up(k, LEAF), nr = kernels->nr;
    const int pair = w->problem->pair;
    double *a[2] = {share, share + 2 * w->plan.rows * w->plan.terms}, *b[2];
    b[0] = a[1] + 2 * w->plan.rows * w->plan.terms;
    b[1] = b[0] + 2 * w->plan.columns * w->plan.terms;
    pack_few(kernels->pack_a, w->A + f->i0 * w->a_row, w->a_row, w->a_term, f->rows, k, a[0]);
    pack_few(kernels->pack_b, w->B + f->j0 * w->b_row, w->b_row, w->b_term, f->columns, k, b[0]);
    if (pair)
    {
        pack_few(kernels->pack_a, w->B + f->i0 * w->b_row, w->b_row, w->b_term, f->rows, k, a[1]);
        pack_few(kernels->pack_b, w->A + f->j0 * w->a_row, w->a_row, w->a_term, f->columns, k, b[1]);
    }
    struct ddblas_gemm_w_few few = {.first = (int)(k < LEAF ? k : LEAF),
                                    .second = (int)(pair       ? k
                                                    : k > LEAF ? k - LEAF
                                                               : 0),
                                    .a = {a[0], pair ? a[1] : a[0] + 2 * kernels->mr * LEAF},
                                    .a_step = 2 * kernels->mr * padded,
                                    .alpha = w->alpha,
                                    .beta = w->beta};
    for (int64_t j = 0; j < f->columns; j += nr)
    {
        few.b[0] = b[0] + 2 * j * padded;
        few.b[1] = pair ? b[1] + 2 * j * padded : few.b[0] + 2 * nr * LEAF;
        few_panel(w, f, few, j, (int)(f->columns - j < nr ? f->columns - j : nr));
    }
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------- */

/* Returns the separate sums of one stretch of a block. */
static double *apart_sums(const struct job *w, int64_t index, int64_t stretch)
{
    return w->apart + 2 * w->plan.rows * w->plan.columns * (index * w->plan.stretches + stretch);
}

/* Computes work item `index`: a block or, if the stretches have separate sums, one stretch of a
 * block. */
static void compute(const struct job *w, int64_t index, double *share)
{
    const struct plan *p = &w->plan;
    struct block f;
    if (!make_block(w, p->apart ? index / p->stretches : index, &f))
        return;
    if (p->few)
    {
        few_block(w, &f, share);
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
}

/* Adds the separate sums of a block's stretches in order and stores the results in C. */
static void join(const struct job *w, int64_t index)
{
    const int64_t mr = w->kernels->mr, nr = w->kernels->nr;
    struct block f;
    if (!make_block(w, index, &f))
        return;
    for (int64_t j = 0; j < f.columns; j += nr)
        for (int64_t i = 0; i < f.rows; i += mr)
        {
            const struct tile t = make_tile(w, &f, i, j);
            const int64_t place = 2 * (j * w->plan.rows + i * nr);
            if (is_outside(w->problem->part, t.i, t.j, mr, nr))
                continue;
            for (int64_t stretch = 1; stretch < w->plan.stretches; stretch++)
                w->kernels->add(t.columns, apart_sums(w, index, stretch) + place, apart_sums(w, index, 0) + place);
            store_tile(w, &t, apart_sums(w, index, 0) + place);
        }
}

ddblasStatus_t ddblas_gemm_cpu_w(ddblasHandle_t handle, const struct ddblas_gemm_problem *problem)
{
    int threads = wanted_threads(handle, problem->m, problem->n, problem->k);
    struct plan plan = make_plan(threads, problem->m, problem->n, problem->k);
    if (handle->user_workspace && handle->user_workspace_bytes < whole_workspace(threads, &plan))
        plan.apart = 0;
    threads = threads_for(threads, &plan);
    void *workspace = NULL;
    const ddblasStatus_t status = plan.apart ? ddblas_workspace(handle, whole_workspace(threads, &plan), &workspace)
                                             : ddblas_workspace_shares(handle, plan.share, &threads, &workspace);
    if (status != DDBLAS_STATUS_SUCCESS)
        return status;
    const struct job w = make_job(problem, plan, (double *)((char *)workspace + (size_t)threads * plan.share));
    const int64_t blocks = plan.down * plan.across, work = plan.apart ? blocks * plan.stretches : blocks;
    if (threads == 1) /* Opening a parallel region takes longer than a small product. */
        for (int64_t index = 0; index < work; index++)
            compute(&w, index, workspace);
    else
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
        for (int64_t index = 0; index < work; index++)
            compute(&w, index, (double *)((char *)workspace + (size_t)omp_get_thread_num() * plan.share));
    for (int64_t index = 0; plan.apart && index < blocks; index++)
        join(&w, index);
    return DDBLAS_STATUS_SUCCESS;
}
