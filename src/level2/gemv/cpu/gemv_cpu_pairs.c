/*
 * gemv on the CPU in double-double, real (W, with A in W or D) and complex (U).
 *
 * The kernels know real matrices only (gemv_cpu_w.h). In memory the real part of a complex element
 * is followed by its imaginary part. So a complex matrix may be read as a real matrix M with twice
 * as many rows, in which row 2 i has the real parts of row i and row 2 i + 1 the imaginary parts. A
 * complex product then takes two real vectors, v0 and v1:
 *
 *   op        real vectors v0, v1                    result
 *   N         v0 = Re x, v1 = Im x, of n elements    Re y_i = (M v0)_2i - (M v1)_2i+1
 *                                                    Im y_i = (M v0)_2i+1 + (M v1)_2i
 *   T         v0 = (Re x_0, -Im x_0, ...)            Re y_j = (M^T v0)_j
 *             v1 = (Im x_0, Re x_0, ...)             Im y_j = (M^T v1)_j
 *   C         v0 = (Re x_0, Im x_0, ...), v1 = (Im x_0, -Re x_0, ...), results as for T
 *
 * There are `outputs` sums of `terms` terms each: one for each row of M if op is N, otherwise one
 * for each column. The sums are cut into tiles, and their terms into stretches of 4096. The sums of
 * a stretch begin from zero. The stretches of a tile are added in order. Hence the bits depend on
 * the shape alone. A thread takes a tile with all its stretches. If there are fewer tiles than
 * threads, the threads share the stretches too, and the stretches' sums are kept in the workspace
 * until they are added.
 *
 * Error bound: docs/numerics.md, "GEMV in double-double".
 */
#include "gemv_cpu.h"

#include <stdatomic.h>
#include <string.h>

#include "backend/isa.h"
#include "core/sizes.h"
#include "gemv_cpu_w.h"
#include "level2/symv/symv_special.h"

enum
{
    /* Number of terms of a stretch; a multiple of the lengths of the pieces of both kernels. */
    STRETCH = 4096,
    MOST_VECTORS = 2,                  /* Largest number of real vectors that x becomes. */
    MOST_OUTPUTS = DDBLAS_GEMV_W_ROWS, /* Largest number of outputs of a tile. */
    MOST_TERMS = DDBLAS_GEMV_W_TALL,   /* Largest number of terms of a piece. */
    /* An amount of work that is worth a thread: elements of M times vectors. It takes 30 us with
     * AVX2 if M is in the cache. */
    THREAD_WORK = 1 << 15
};

static const struct ddblas_gemv_w_kernels *const kernels_of[DDBLAS_ISA_COUNT] = {
    [DDBLAS_ISA_PORTABLE] = &ddblas_gemv_w_portable,
#if defined(__x86_64__)
    [DDBLAS_ISA_AVX2] = &ddblas_gemv_w_avx2,
    [DDBLAS_ISA_AVX512] = &ddblas_gemv_w_avx512,
#endif
};

static _Atomic(const struct ddblas_gemv_w_kernels *) substitute;

void ddblas_gemv_w_substitute(const struct ddblas_gemv_w_kernels *kernels) { atomic_store(&substitute, kernels); }

static const struct ddblas_gemv_w_kernels *kernels_in_use(void)
{
    const struct ddblas_gemv_w_kernels *other = atomic_load(&substitute);
    return other ? other : kernels_of[ddblas_isa()];
}

/* ---- the real problem ------------------------------------------------------------------------ */

struct job
{
    const struct ddblas_gemv_problem *problem;
    const struct ddblas_gemv_w_kernels *kernels;
    /* vectors: number of real vectors, 1 in W and 2 in U. transposed: op is T or C. */
    int vectors, transposed;
    int pairs;   /* 1: elements of A are double-double numbers; 0: they are doubles. */
    size_t size; /* Bytes of an element of M. */
    int64_t lda; /* Leading dimension of M. */
    int64_t outputs, terms;
    /* Number of outputs (tile) and of terms (piece) that a kernel treats in one call. */
    int64_t tile, piece;
    int64_t tiles, stretches;
    /* The sums of all stretches, for all outputs and vectors. Null if the threads do not share
     * stretches. */
    cuddreal *apart;
};

static struct job make_job(const struct ddblas_gemv_problem *p)
{
    const int vectors = ddblas_type_is_complex(p->type) ? 2 : 1, transposed = p->trans != DDBLAS_OP_N;
    const int pairs = ddblas_type_is_double_double(p->type_of_a);
    struct job job = {.problem = p,
                      .kernels = kernels_in_use(),
                      .vectors = vectors,
                      .transposed = transposed,
                      .pairs = pairs,
                      .size = pairs ? sizeof(cuddreal) : sizeof(double),
                      .lda = vectors * p->lda,
                      .outputs = transposed ? p->n : vectors * p->m,
                      .terms = transposed ? vectors * p->m : p->n,
                      .tile = transposed ? DDBLAS_GEMV_W_COLUMNS : DDBLAS_GEMV_W_ROWS,
                      .piece = transposed ? DDBLAS_GEMV_W_TALL : DDBLAS_GEMV_W_LONG};
    job.tiles = quotient_up(job.outputs, job.tile);
    job.stretches = quotient_up(job.terms, STRETCH);
    return job;
}

/* The sums of a tile, for each real vector. */
struct sums
{
    cuddreal of[MOST_VECTORS][MOST_OUTPUTS];
};

/* Returns element i of the caller's x as a complex number. */
static cuddcomplex load_x(const struct job *job, int64_t i)
{
    const struct ddblas_gemv_problem *p = job->problem;
    const int64_t at = ddblas_level1_at(i, ddblas_gemv_inputs(p), p->incx);
    return job->vectors == 1 ? cuddcFromReal(((const ddblas_host_w *)p->x)[at]) : ((const ddblas_host_u *)p->x)[at];
}

/* Sets v to the terms [first, first + count) of the real vectors; `first` is even. Zeros follow
 * them up to a multiple of 8 terms. */
static void load_vectors(const struct job *job, int64_t first, int64_t count, cuddreal v[MOST_VECTORS][MOST_TERMS])
{
    const int interleaved = job->transposed && job->vectors == 2, conjugate = job->problem->trans == DDBLAS_OP_C;
    for (int k = 0; k < job->vectors; k++)
        for (int64_t t = count; t % DDBLAS_GEMV_W_LANES != 0; t++)
            v[k][t] = cuddFromDouble(0.0);
    if (!interleaved)
        for (int64_t t = 0; t < count; t++)
        {
            const cuddcomplex x = load_x(job, first + t);
            v[0][t] = x.x;
            v[1][t] = x.y;
        }
    else
        for (int64_t t = 0; t < count; t += 2)
        {
            const cuddcomplex x = load_x(job, (first + t) / 2);
            v[0][t] = x.x;
            v[0][t + 1] = conjugate ? x.y : cuddNeg(x.y);
            v[1][t] = x.y;
            v[1][t + 1] = conjugate ? cuddNeg(x.x) : x.x;
        }
}

/* Computes the sums of the outputs [first, first + count) over one stretch. */
static void sum_stretch(const struct job *job, int64_t first, int64_t count, int64_t stretch, struct sums *sums)
{
    double unfinished[MOST_VECTORS][DDBLAS_GEMV_W_SUMS];
    cuddreal v[MOST_VECTORS][MOST_TERMS];
    const int64_t start = stretch * STRETCH, end = least(start + STRETCH, job->terms);
    const int64_t lanes = job->transposed ? DDBLAS_GEMV_W_LANES : 1;
    for (int k = 0; k < job->vectors; k++)
        memset(unfinished[k], 0, 2 * sizeof(double) * (size_t)(lanes * round_up(count, DDBLAS_GEMV_W_LANES)));
    for (int64_t t = start; t < end; t += job->piece)
    {
        const int64_t terms = least(job->piece, end - t);
        const int64_t row = job->transposed ? t : first, column = job->transposed ? first : t;
        const char *A = (const char *)job->problem->A + (row + column * job->lda) * (int64_t)job->size;
        load_vectors(job, t, terms, v);
        for (int k = 0; k < job->vectors; k++)
            if (job->transposed)
                job->kernels->columns[job->pairs](terms, count, A, job->lda, v[k], unfinished[k]);
            else
                job->kernels->rows[job->pairs](count, terms, A, job->lda, v[k], unfinished[k]);
    }
    for (int k = 0; k < job->vectors; k++)
        (job->transposed ? job->kernels->finish_columns : job->kernels->finish_rows)(count, unfinished[k], sums->of[k]);
}

static void add_sums(const struct job *job, int64_t count, const cuddreal *more, int64_t apart, struct sums *sums)
{
    for (int k = 0; k < job->vectors; k++)
        for (int64_t i = 0; i < count; i++)
            sums->of[k][i] = cuddAdd(sums->of[k][i], more[k * apart + i]);
}

/* ---- y --------------------------------------------------------------------------------------- */

/* Recomputes component i of y, because it is not finite, by the sums of symv_special.h. old: the
 * component before the call. */
static cuddcomplex special_component(const struct job *job, int64_t i, cuddcomplex alpha, cuddcomplex beta, cuddcomplex old)
{
    const struct ddblas_gemv_problem *p = job->problem;
    struct symv_special_pair sum = symv_special_pair_zero();
    for (int64_t t = 0; t < ddblas_gemv_inputs(p); t++)
    {
        const int64_t at = job->transposed ? t + i * p->lda : i + t * p->lda;
        const cuddcomplex x = load_x(job, t);
        if (!job->pairs)
            special_sum_add(&sum.re, cuddFromDouble(((const double *)p->A)[at]), x.x);
        else if (job->vectors == 1)
            special_sum_add(&sum.re, ((const ddblas_host_w *)p->A)[at], x.x);
        else
        {
            const cuddcomplex a = ((const ddblas_host_u *)p->A)[at];
            symv_special_pair_add(&sum, p->trans == DDBLAS_OP_C ? cuddcMake(a.x, cuddNeg(a.y)) : a, x, 0);
        }
    }
    return job->vectors == 1 ? cuddcFromReal(symv_special_real(sum.re, alpha.x, beta.x, old.x))
                             : symv_special_complex(sum, alpha, beta, old);
}

/* Returns component number i of a tile of op(A) x, computed from the real sums of the tile. */
static cuddcomplex product_of(const struct job *job, const struct sums *s, int64_t i)
{
    if (job->vectors == 1)
        return cuddcFromReal(s->of[0][i]);
    if (job->transposed)
        return cuddcMake(s->of[0][i], s->of[1][i]);
    return cuddcMake(cuddSub(s->of[0][2 * i], s->of[1][2 * i + 1]), cuddAdd(s->of[0][2 * i + 1], s->of[1][2 * i]));
}

static cuddcomplex load_scalar(const struct job *job, const void *scalar)
{
    return job->vectors == 2 ? *(const ddblas_host_u *)scalar : cuddcFromReal(*(const ddblas_host_w *)scalar);
}

/* Computes and stores the components of y that belong to the outputs [first, first + count), from
 * the sums of these outputs. */
static void store_tile(const struct job *job, int64_t first, int64_t count, const struct sums *sums)
{
    const struct ddblas_gemv_problem *p = job->problem;
    const int complex = job->vectors == 2;
    const cuddcomplex alpha = load_scalar(job, p->alpha), beta = load_scalar(job, p->beta);
    /* Number of outputs that make a component. */
    const int64_t step = complex && !job->transposed ? 2 : 1;
    for (int64_t i = 0; i < count / step; i++)
    {
        const int64_t at = ddblas_level1_at(first / step + i, ddblas_gemv_outputs(p), p->incy);
        const cuddcomplex sum = product_of(job, sums, i);
        ddblas_host_w *w = (ddblas_host_w *)p->y + at;
        ddblas_host_u *u = (ddblas_host_u *)p->y + at;
        cuddcomplex old = cuddcFromDoubles(0.0, 0.0), r;
        if (!cuddcIsZero(beta))
            old = complex ? *u : cuddcFromReal(*w);
        if (complex)
        {
            r = cuddcMul(alpha, sum);
            r = cuddcIsZero(beta) ? r : cuddcAdd(r, cuddcMul(beta, old));
        }
        else
        {
            r = cuddcFromReal(cuddMul(alpha.x, sum.x));
            r.x = cuddIsZero(beta.x) ? r.x : cuddAdd(r.x, cuddMul(beta.x, old.x));
        }
        if (!cuddIsFinite(r.x) || !cuddIsFinite(r.y))
            r = special_component(job, first / step + i, alpha, beta, old);
        if (complex)
            *u = r;
        else
            *w = r.x;
    }
}

/* ---- threads --------------------------------------------------------------------------------- */

/* Returns the place in the workspace of the sums of a stretch, for output `first` of vector 0. The
 * sums of vector 1 follow those of vector 0 for all outputs. */
static cuddreal *apart_at(const struct job *job, int64_t stretch, int64_t first)
{
    return job->apart + stretch * job->vectors * job->outputs + first;
}

/* Computes a tile with all its stretches. If the threads share stretches, it reads the sums of the
 * stretches from the workspace instead. */
static void compute_tile(const struct job *job, int64_t tile)
{
    const int64_t first = tile * job->tile, count = least(job->tile, job->outputs - first);
    struct sums sums, more;
    for (int64_t s = 0; s < job->stretches; s++)
        if (job->apart && s == 0)
            for (int k = 0; k < job->vectors; k++)
                memcpy(sums.of[k], apart_at(job, 0, first) + k * job->outputs, (size_t)count * sizeof(cuddreal));
        else if (job->apart)
            add_sums(job, count, apart_at(job, s, first), job->outputs, &sums);
        else
        {
            sum_stretch(job, first, count, s, s == 0 ? &sums : &more);
            if (s > 0)
                add_sums(job, count, more.of[0], MOST_OUTPUTS, &sums);
        }
    store_tile(job, first, count, &sums);
}

static void compute_apart(const struct job *job, int64_t tile, int64_t stretch)
{
    const int64_t first = tile * job->tile, count = least(job->tile, job->outputs - first);
    struct sums sums;
    sum_stretch(job, first, count, stretch, &sums);
    for (int k = 0; k < job->vectors; k++)
        memcpy(apart_at(job, stretch, first) + k * job->outputs, sums.of[k], (size_t)count * sizeof(cuddreal));
}

/* Returns the number of threads for which there is enough work. */
static int useful_threads(ddblasHandle_t handle, const struct job *job)
{
    const double worth = 1.0 + (double)job->outputs * (double)job->terms * job->vectors / THREAD_WORK;
    const double parts = (double)job->tiles * (double)job->stretches;
    return ddblas_threads_useful(handle, job->problem->type, worth < parts ? worth : parts);
}

/* Returns the bytes of the sums of all stretches if the threads share stretches, otherwise 0. */
static size_t bytes_apart(const struct job *job, int threads)
{
    if (job->tiles >= threads || job->stretches == 1)
        return 0;
    return (size_t)job->stretches * (size_t)job->outputs * (size_t)job->vectors * sizeof(cuddreal);
}

size_t ddblas_gemv_cpu_pairs_workspace(ddblasHandle_t handle, ddblasType_t type, ddblasOperation_t trans, int64_t m, int64_t n)
{
    const struct ddblas_gemv_problem problem = {.type = type, .type_of_a = type, .trans = trans, .m = m, .n = n, .lda = m};
    const struct job job = make_job(&problem);
    return bytes_apart(&job, useful_threads(handle, &job));
}

/* Computes the whole problem. With one thread no parallel region is opened, because that would take
 * most of the time of a small call. */
static void compute_all(const struct job *job, int threads)
{
    const int64_t parts = job->tiles * job->stretches;
    if (threads == 1)
    {
        for (int64_t tile = 0; tile < job->tiles; tile++)
            compute_tile(job, tile);
        return;
    }
    if (job->apart)
    {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int64_t k = 0; k < parts; k++)
            compute_apart(job, k % job->tiles, k / job->tiles);
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t tile = 0; tile < job->tiles; tile++)
        compute_tile(job, tile);
}

ddblasStatus_t ddblas_gemv_cpu_pairs(ddblasHandle_t handle, const struct ddblas_gemv_problem *problem)
{
    struct job job = make_job(problem);
    const int threads = useful_threads(handle, &job);
    const size_t bytes = bytes_apart(&job, threads);
    void *memory = NULL;
    /* If the caller has set a workspace that is too small for all threads, the threads do not share
     * stretches, so fewer of them work. */
    if (!handle->user_workspace || handle->user_workspace_bytes >= bytes)
    {
        const ddblasStatus_t status = ddblas_workspace(handle, bytes, &memory);
        if (status != DDBLAS_STATUS_SUCCESS)
            return status;
    }
    job.apart = memory;
    compute_all(&job, threads);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- batches --------------------------------------------------------------------------------- */

/* Computes tile number `task` of a batch. The tiles of all members are numbered, member after
 * member. */
static void compute_member_tile(const struct ddblas_gemv_batch *batch, const struct job *shape, int64_t task)
{
    const struct ddblas_gemv_problem member = ddblas_gemv_member(batch, task / shape->tiles);
    struct job job = *shape;
    job.problem = &member;
    compute_tile(&job, task % shape->tiles);
}

void ddblas_gemv_cpu_pairs_batch(ddblasHandle_t handle, const struct ddblas_gemv_batch *batch)
{
    const struct job shape = make_job(&batch->each);
    const int64_t tasks = batch->count * shape.tiles;
    const double worth = 1.0 + (double)batch->count * (double)shape.outputs * (double)shape.terms / THREAD_WORK;
    const int threads = ddblas_threads_useful(handle, DDBLAS_TYPE_W, worth < (double)tasks ? worth : (double)tasks);
    if (threads == 1)
    {
        for (int64_t task = 0; task < tasks; task++)
            compute_member_tile(batch, &shape, task);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t task = 0; task < tasks; task++)
        compute_member_tile(batch, &shape, task);
}
