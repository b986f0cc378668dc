/*
 * Double-double gemm on the CPU: the plan of a call. It decides on the size of blocks, the
 * stretches of k, the number of threads and the workspace; gemm_cpu_w.c explains these terms.
 */
#include "gemm_cpu_w_job.h"

#include "core/sizes.h"
#include "gemm_cpu.h"

enum
{
    /* Largest number of rows, and of columns, of a block of C. */
    MOST_BLOCK = 288,
    UNIT = 24,                         /* A multiple of every mr and nr. */
    LEAST_STRETCH = 20 * GEMM_W_PIECE, /* Least number of terms of a stretch. */
    MOST_STRETCHES = 32,
    /* Largest number of terms for which no sums are kept in the workspace. */
    FEW = 2 * GEMM_W_LEAF,
    /* Largest number of rows, and of columns, of a block if k <= FEW. Such a block of C has 147
     * kB. */
    FEW_BLOCK = 96,
    /* Wanted number of blocks for each thread. With several, the threads end at nearly the same
     * time. */
    BLOCKS_PER_THREAD = 3,
    /* A thread is worth starting for at least this many multiply-adds: they take 60 microseconds,
     * ten times the cost of a parallel region. */
    THREAD_WORK = 1 << 17
};

static int64_t at_most(int64_t a, int64_t most, int64_t unit) { return a < most ? round_up(a, unit) : most; }

static int64_t parts_of(int64_t a, int64_t part) { return a / part + (a % part != 0); }

/* Returns 1 if there are fewer blocks than threads. Each side is compared first, because the
 * product of the two sides may exceed 64 bits. */
static int too_few(const struct gemm_w_plan *p, int64_t threads)
{
    return p->down < threads && p->across < threads && p->down * p->across < threads;
}

/* Returns twice a size, or the largest even number if that is less. */
static int64_t twice(int64_t size) { return size > INT64_MAX / 2 ? INT64_MAX - 1 : 2 * size; }

/* Returns the size of the real problem: a complex product is a real one of twice the columns and
 * twice the terms. */
static int64_t real_size(ddblasType_t type, int64_t size) { return ddblas_type_is_complex(type) ? twice(size) : size; }

/* A tile always has mr rows, which fill the lanes of a vector, but it may have fewer than nr
 * columns. A problem with few rows is therefore transposed, so that the small m becomes the number
 * of columns. Blocks are made smaller until there are enough of them for the threads. */
struct gemm_w_plan ddblas_gemm_w_make_plan(int threads, ddblasType_t type, int64_t m, int64_t n, int64_t k)
{
    struct gemm_w_plan p = {.transposed = m < n && m <= GEMM_W_THIN};
    n = real_size(type, n);
    k = real_size(type, k);
    p.k = k;
    p.few = k <= FEW && !p.transposed && !ddblas_type_is_complex(type);
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
    p.terms = at_most(k, GEMM_W_PIECE, GEMM_W_LEAF);
    p.stretch =
        parts_of(k, MOST_STRETCHES) <= LEAST_STRETCH ? LEAST_STRETCH : round_up(parts_of(k, MOST_STRETCHES), GEMM_W_PIECE);
    p.stretches = parts_of(k, p.stretch);
    p.apart = p.stretches > 1 && too_few(&p, threads);
    const size_t sums = sizeof(cuddreal) * (size_t)(p.rows * p.columns);
    const size_t packed = sizeof(cuddreal) * (size_t)((p.rows + p.columns) * p.terms);
    p.share = p.few ? 2 * packed : packed + (p.stretches > 1 ? 2 : 1) * sums;
    p.share = (p.share + 255) / 256 * 256;
    p.apart_bytes = p.apart ? (size_t)(p.down * p.across * p.stretches) * sums : 0;
    return p;
}

int ddblas_gemm_w_wanted_threads(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k)
{
    const double work = (double)m * (double)real_size(type, n) * (double)real_size(type, k);
    return ddblas_threads_useful(handle, type, 1.0 + work / THREAD_WORK);
}

int ddblas_gemm_w_threads_for(int threads, const struct gemm_w_plan *p)
{
    const int64_t parts = p->apart ? p->stretches : 1;
    return too_few(p, threads) && p->down * p->across * parts < threads ? (int)(p->down * p->across * parts) : threads;
}

size_t ddblas_gemm_w_total_workspace(int threads, const struct gemm_w_plan *p)
{
    return (size_t)ddblas_gemm_w_threads_for(threads, p) * p->share + p->apart_bytes;
}

size_t ddblas_gemm_cpu_w_workspace(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k)
{
    const int threads = ddblas_gemm_w_wanted_threads(handle, type, m, n, k);
    const struct gemm_w_plan p = ddblas_gemm_w_make_plan(threads, type, m, n, k);
    return ddblas_gemm_w_total_workspace(threads, &p);
}

size_t ddblas_gemm_cpu_w_least(ddblasHandle_t handle, ddblasType_t type, int64_t m, int64_t n, int64_t k)
{
    return ddblas_gemm_w_make_plan(ddblas_gemm_w_wanted_threads(handle, type, m, n, k), type, m, n, k).share;
}

int ddblas_gemm_cpu_w_pairs(ddblasType_t type, int64_t k) { return k <= GEMM_W_LEAF && !ddblas_type_is_complex(type); }
