/*
 * The operands of the small triangular systems, and how they are copied into shared memory: the
 * sizes of groups, steps and stages, the ring of stages, the asynchronous copies that fill it, and
 * the reciprocals of the diagonal. trsm_systems_kernel.cuh describes the whole algorithm.
 */
#ifndef DDBLAS_LEVEL3_TRSM_SYSTEMS_COPY_CUH
#define DDBLAS_LEVEL3_TRSM_SYSTEMS_COPY_CUH

#include <dd/scalar.cuh>

#include "backend/instructions.cuh"

/* The systems. T is lower triangular. Component i of vector v is x[i step + v stride], and T(i, j)
 * is A[i row + j column]. step, row and column may be negative. */
struct trsm_systems
{
    const cuddreal *A;
    cuddreal *x;
    int64_t row, column, step, stride, vectors;
    int n;
    bool unit;
    cuddreal alpha;
    const cuddreal *alpha_device;
    /* Keys and sums of upper bounds of the vectors, and the list of vectors whose key has grown:
     * see struct ddblas_systems. keys may be null. */
    uint32_t *keys, *uppers, *grown, *grown_count;

    __device__ __forceinline__ const cuddreal *t(int i, int j) const { return A + i * row + j * column; }
    __device__ __forceinline__ cuddreal *at(int i, int64_t v) const { return x + i * step + v * stride; }
};

enum
{
    TRSM_THREADS = 128, /* Number of threads of a group. */
    TRSM_ROWS = 64,     /* Number of rows whose sums are in registers at the same time. */
    TRSM_STEP = 16,     /* Number of rows that a step solves by substitution. */
    /* Number of terms of a stage. Sums are normalised after each stage. */
    TRSM_TERMS = 8,
    TRSM_STAGES = 4,
    TRSM_WARPS = TRSM_THREADS / 32,
    /* Numbers of named barriers. Barriers 1 and 2 are those of the threads of group 0 and of group
     * 1. At barriers 3 and 4 these groups wait for their turns. */
    TRSM_GROUP_BARRIER = 1,
    TRSM_TURN_BARRIER = 3
};

/* Shared memory of a group of threads, which solves V vectors. */
template <int V>
struct trsm_memory
{
    /* A stage holds eight terms: the elements of T in 64 rows and 8 columns, and 8 solved
     * components of V vectors. */
    struct stage
    {
        cuddreal t[TRSM_TERMS][TRSM_ROWS + 1], x[TRSM_TERMS][V + 1];
    };
    stage ring[TRSM_STAGES];
    /* The numbers r_i T(i, j). Row i is one of the 64 rows, and j is one of the 16 columns of the
     * triangle on the diagonal that contains row i. */
    cuddreal scaled[TRSM_STEP][TRSM_ROWS + 1];
    cuddreal reciprocal[TRSM_ROWS]; /* The numbers r_i of the 64 rows. */
    /* For each of the 64 rows: true if the diagonal element is so far from overflow and underflow
     * that r_i is accurate. */
    bool safe[TRSM_ROWS];
};

/* Returns -a without treating special values, so that the inner loop has no branch. */
DD_DEVICE cuddreal trsm_minus(cuddreal a) { return cuddMake(-a.x, -a.y); }

/* The elements that a thread copies to shared memory in each stage: (line + i lines, term + i
 * terms) for i = 0, 1, .... A line is a row of T or a vector. Neighbouring threads copy elements of
 * neighbouring lines if these lines are adjacent in memory, otherwise neighbouring terms. */
struct trsm_copy
{
    /* Address of the first element that the thread copies for the next stage. */
    const cuddreal *from;
    /* Distances in elements: step from one element of the thread to its next one, advance from one
     * stage to the next. */
    int64_t step, advance;
    int line, term, lines, terms;

    template <int Lines>
    __device__ __forceinline__ void start(const cuddreal *X, int64_t line_stride, int64_t term_stride)
    {
        const bool down = line_stride == 1 || line_stride == -1;
        line = down ? threadIdx.x % Lines : threadIdx.x / TRSM_TERMS;
        term = down ? threadIdx.x / Lines : threadIdx.x % TRSM_TERMS;
        lines = down ? 0 : TRSM_THREADS / TRSM_TERMS;
        terms = down ? TRSM_THREADS / Lines : 0;
        from = X + line * line_stride + term * term_stride;
        step = lines * line_stride + terms * term_stride;
        advance = TRSM_TERMS * term_stride;
    }
};

/* Loads the stages of 64 rows of T and of V vectors. */
template <int V>
struct trsm_loader
{
    trsm_copy t, x;
    /* first: the first of the 64 rows. rows: number of rows of T from there on. vectors: number of
     * vectors, at most V. next: number of the next stage. */
    int first, rows, vectors, next;

    __device__ __forceinline__ void start(const trsm_systems &s, int first_row, int64_t v0)
    {
        first = first_row;
        rows = s.n - first_row;
        vectors = (int)(s.vectors - v0 < V ? s.vectors - v0 : V);
        next = 0;
        t.start<TRSM_ROWS>(s.A + first * s.row, s.row, s.column);
        x.start<V>(s.x + v0 * s.stride, s.stride, s.step);
    }

    /* Starts the copies of the next stage: the elements of T below its diagonal, with zeros
     * elsewhere, and the solved components of the vectors. */
    __device__ __forceinline__ void fetch(trsm_memory<V> &memory)
    {
        typename trsm_memory<V>::stage &to = memory.ring[next % TRSM_STAGES];
        const int beyond = next * TRSM_TERMS - first;
        if (beyond < TRSM_ROWS)
#pragma unroll
            for (int i = 0; i < TRSM_ROWS * TRSM_TERMS / TRSM_THREADS; i++)
            {
                const int l = t.line + i * t.lines, j = t.term + i * t.terms;
                copy_async<16>(&to.t[j][l], t.from + i * t.step, l < rows && beyond + j < l ? 16 : 0);
            }
        if (beyond < 0)
#pragma unroll
            for (int i = 0; i < V * TRSM_TERMS / TRSM_THREADS; i++)
            {
                const int v = x.line + i * x.lines, j = x.term + i * x.terms;
                copy_async<16>(&to.x[j][v], x.from + i * x.step, v < vectors ? 16 : 0);
            }
        t.from += t.advance;
        x.from += x.advance;
        next++;
        copy_commit();
    }
};

/* Computes the reciprocals of the diagonal in the rows first .. first + 63. Stores them, and also
 * the numbers r_i T(i, j) for the columns j < i of the step to which row i belongs. */
template <int V>
DD_DEVICE void trsm_diagonal(const trsm_systems &s, trsm_memory<V> &memory, int first)
{
    const int l = threadIdx.x % TRSM_ROWS, from = threadIdx.x / TRSM_ROWS * TRSM_TERMS, i = first + l;
    const cuddreal d = i < s.n && !s.unit ? *s.t(i, i) : cuddFromDouble(1.0), reciprocal = cuddDDiv(1.0, d);
    if (from == 0)
    {
        memory.reciprocal[l] = reciprocal;
        memory.safe[l] = cuddIsFinite(d) && cudd_mid_range(d.x);
    }
#pragma unroll
    for (int j = from; j < from + TRSM_TERMS; j++)
    {
        const cuddreal t = j < l % TRSM_STEP && i < s.n ? *s.t(i, i - l % TRSM_STEP + j) : cuddFromDouble(0.0);
        memory.scaled[j][l] = cudd_mul_parts(t.x, t.y, reciprocal.x, reciprocal.y);
    }
}

#endif
