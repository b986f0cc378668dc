/*
 * Level 1 in W and U on the CPU: each instruction set on one core beside QD's dd_real, all cores
 * beside one, if OpenMP has more than one thread. Usage: bench_level1_cpu [file.csv]
 *
 * Counting: elements a second. The table of routines has the FP64 operations of an element and the
 * bytes that it reads and writes. The ceiling of a row is the smaller of the measured rate of fused
 * multiply-adds (in vectors as wide as the kernel's) divided by the operations, and the measured
 * bandwidth, of reading or of updates in place, for memory of the same size, divided by the bytes.
 */
#define _POSIX_C_SOURCE 200809L

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "backend/isa.h"
#include "element.h"
#include "oracle.h"
#include "qd_level1.h"
#include "random.h"
#include "terms.h"

enum
{
    ROUNDS = 8,
    CHECKED = 200 /* elements of updates that are compared with exact ones */
};

struct problem
{
    ddblasHandle_t handle;
    int64_t n; /* elements */
    cuddcomplex a, b, result;
    cuddreal *x, *y, *work; /* 2 n words; updates change work, and x of scal and rot */
    int64_t index;
};

/* ---- the calls ------------------------------------------------------------------------------- */

#define OURS(name, call)                                                                                                         \
    static void our_##name(void *data)                                                                                           \
    {                                                                                                                            \
        struct problem *p = data;                                                                                                \
        if (call != DDBLAS_STATUS_SUCCESS)                                                                                       \
            abort();                                                                                                             \
    }
#define THEIRS(name, call)                                                                                                       \
    static void their_##name(void *data)                                                                                         \
    {                                                                                                                            \
        struct problem *p = data;                                                                                                \
        call;                                                                                                                    \
    }
#define AS_U(pointer) ((cuddcomplex *)(pointer))
OURS(dot, ddblasWdot(p->handle, p->n, p->x, 1, p->y, 1, &p->result.x))
THEIRS(dot, qd_dot(p->n, p->x, p->y, &p->result.x))
OURS(dotu, ddblasUdotu(p->handle, p->n, AS_U(p->x), 1, AS_U(p->y), 1, &p->result))
THEIRS(dotu, qd_dotu(p->n, AS_U(p->x), AS_U(p->y), &p->result))
OURS(nrm2, ddblasWnrm2(p->handle, p->n, p->x, 1, &p->result.x))
THEIRS(nrm2, qd_nrm2(p->n, p->x, &p->result.x))
OURS(asum, ddblasWasum(p->handle, p->n, p->x, 1, &p->result.x))
THEIRS(asum, qd_asum(p->n, p->x, &p->result.x))
OURS(amax, ddblasIwamax(p->handle, p->n, p->x, 1, &p->index))
THEIRS(amax, p->index = qd_amax(p->n, p->x))
OURS(axpy, ddblasWaxpy(p->handle, p->n, &p->a.x, p->x, 1, p->work, 1))
THEIRS(axpy, qd_axpy(p->n, &p->a.x, p->x, p->work))
OURS(axpy_complex, ddblasUaxpy(p->handle, p->n, &p->a, AS_U(p->x), 1, AS_U(p->work), 1))
THEIRS(axpy_complex, qd_axpy_complex(p->n, &p->a, AS_U(p->x), AS_U(p->work)))
OURS(scal, ddblasWscal(p->handle, p->n, &p->a.x, p->work, 1))
THEIRS(scal, qd_scal(p->n, &p->a.x, p->work))
OURS(rot, ddblasWrot(p->handle, p->n, p->work, 1, p->y, 1, &p->a.x, &p->b.x))
THEIRS(rot, qd_rot(p->n, p->work, p->y, &p->a.x, &p->b.x))

/* ---- errors ---------------------------------------------------------------------------------- */

static struct dd_number word(const cuddreal *at) { return dd_number_load(DDBLAS_TYPE_W, at, 0); }

/* The error of the last call, in units of 2^-104. `before` is what was in work. */
static double error_of_dot(const struct problem *p, const cuddreal *before)
{
    struct dd_terms sum;
    (void)before;
    dd_terms_start(&sum);
    for (int64_t i = 0; i < p->n; i++)
        dd_terms_add(&sum, word(&p->x[i]), word(&p->y[i]));
    const double error = dd_terms_error(&sum, DDBLAS_TYPE_W, word(&p->result.x), 0.0);
    dd_terms_end(&sum);
    return error;
}

static double error_of_dotu(const struct problem *p, const cuddreal *before)
{
    struct dd_terms sum;
    (void)before;
    dd_terms_start(&sum);
    for (int64_t i = 0; i < p->n; i++)
        dd_terms_add(&sum, dd_number_load(DDBLAS_TYPE_U, &p->x[2 * i], 0), dd_number_load(DDBLAS_TYPE_U, &p->y[2 * i], 0));
    const double error = dd_terms_error(&sum, DDBLAS_TYPE_U, dd_number_load(DDBLAS_TYPE_U, &p->result, 0), 0.0);
    dd_terms_end(&sum);
    return error;
}

static double error_of_sum(const struct problem *p, int squares)
{
    dd_exact *sum = dd_exact_new(), *rest = dd_exact_new();
    const cuddreal one = cuddFromDouble(1.0), r = p->result.x;
    for (int64_t i = 0; i < p->n; i++)
        dd_exact_add_pairs(sum, squares ? p->x[i] : cuddFabs(p->x[i]), squares ? p->x[i] : one);
    dd_exact_add_exact(rest, sum);
    dd_exact_add_pairs(rest, cuddNeg(r), squares ? r : one);
    const double error = dd_exact_scaled_error(rest, cuddFromDouble(0.0), sum, 104);
    dd_exact_free(sum);
    dd_exact_free(rest);
    return squares ? 0.5 * error : error;
}

static double error_of_nrm2(const struct problem *p, const cuddreal *before)
{
    (void)before;
    return error_of_sum(p, 1);
}

static double error_of_asum(const struct problem *p, const cuddreal *before)
{
    (void)before;
    return error_of_sum(p, 0);
}

static double error_of_nothing(const struct problem *p, const cuddreal *before)
{
    (void)p;
    (void)before;
    return BENCH_NOT_MEASURED;
}

static double error_of_axpy(const struct problem *p, const cuddreal *before)
{
    double worst = 0.0;
    for (int64_t k = 0; k < CHECKED; k++)
    {
        const int64_t i = k * (p->n - 1) / (CHECKED - 1);
        const double e = dd_ger_error(p->a.x, p->x[i], cuddFromDouble(1.0), before[i], p->work[i]);
        worst = e > worst ? e : worst;
    }
    return worst;
}

/* ---- the table ------------------------------------------------------------------------------- */

struct routine
{
    const char *name;
    char type;
    double operations, bytes;
    int updates; /* the bandwidth of updates limits it */
    enum dd_routine bound;
    void (*ours)(void *), (*theirs)(void *);
    double (*error)(const struct problem *p, const cuddreal *before);
};

static const struct routine routines[] = {
    {"dot", 'W', 10, 32, 0, DD_ROUTINE_dot, our_dot, their_dot, error_of_dot},
    {"dotu", 'U', 40, 64, 0, DD_ROUTINE_dot, our_dotu, their_dotu, error_of_dotu},
    {"nrm2", 'W', 10, 16, 0, DD_ROUTINE_nrm2, our_nrm2, their_nrm2, error_of_nrm2},
    {"asum", 'W', 8, 16, 0, DD_ROUTINE_asum, our_asum, their_asum, error_of_asum},
    {"amax", 'W', 2, 16, 0, DD_ROUTINE_asum, our_amax, their_amax, error_of_nothing},
    {"axpy", 'W', 29, 48, 1, DD_ROUTINE_axpy, our_axpy, their_axpy, error_of_axpy},
    {"axpy", 'U', 116, 96, 1, DD_ROUTINE_axpy, our_axpy_complex, their_axpy_complex, error_of_nothing},
    {"scal", 'W', 9, 32, 1, DD_ROUTINE_scal, our_scal, their_scal, error_of_nothing},
    {"rot", 'W', 76, 64, 1, DD_ROUTINE_rot, our_rot, their_rot, error_of_nothing},
};

/* ---- measuring ------------------------------------------------------------------------------- */

struct run
{
    const char *isa;
    int width, threads;
};

/* G elements a second. */
static double ceiling_of(const struct routine *r, double fma, double read, double update, const char **by)
{
    const double arithmetic = fma / r->operations, memory = (r->updates ? update : read) / r->bytes;
    *by = arithmetic < memory ? "arithmetic" : "memory";
    return arithmetic < memory ? arithmetic : memory;
}

static cuddreal *random_numbers(struct dd_random *g, int64_t count)
{
    cuddreal *p = aligned_alloc(256, ((size_t)count * sizeof(cuddreal) + 255) / 256 * 256);
    if (!p)
        abort();
    for (int64_t i = 0; i < count; i++)
        p[i] = dd_random_full_pair(g, (int)dd_random_int(g, -4, 0));
    return p;
}

static struct problem make(ddblasHandle_t handle, int64_t n)
{
    struct problem p = {.handle = handle, .n = n};
    struct dd_random g;
    dd_random_start(&g, 1);
    /* cos and sin of one angle to about 2^-53, so that repeated updates keep their size */
    p.a = cuddcMake(cuddMake(0.8, 0x1p-55), cuddMake(0.6, 0x1p-55));
    p.b = cuddcFromReal(cuddMake(0.6, 0x1p-56));
    p.x = random_numbers(&g, 2 * n);
    p.y = random_numbers(&g, 2 * n);
    p.work = random_numbers(&g, 2 * n);
    return p;
}

static void discard(struct problem *p)
{
    free(p->x);
    free(p->y);
    free(p->work);
}

/* The error of one call on fresh data. */
static double error_of(const struct routine *r, struct problem *p, void (*call)(void *))
{
    cuddreal *before = malloc((size_t)(2 * p->n) * sizeof *before);
    if (!before)
        abort();
    memcpy(p->work, p->y, (size_t)(2 * p->n) * sizeof *before);
    memcpy(before, p->work, (size_t)(2 * p->n) * sizeof *before);
    call(p);
    const double error = r->error(p, before);
    free(before);
    return error;
}

/* scal would run into underflow. */
static void refresh(const struct routine *r, struct problem *p)
{
    p->a = strcmp(r->name, "scal") == 0 ? cuddcFromReal(cuddMake(1.0, -0x1p-60)) : p->a;
}

static int measure_routine(FILE *out, const struct routine *r, struct problem *p, const struct run *runs, int count,
                           double ceilings[][3])
{
    int ok = 1;
    double one = 0.0;
    const struct dd_bound_size size = {.k = p->n, .m = p->n};
    const double bound = dd_routine_bound(r->bound, r->type == 'U' ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, size);
    refresh(r, p);
    for (int k = 0; k < count; k++)
    {
        char variant[96];
        const char *by;
        if (ddblas_isa_select(runs[k].isa) != 0 || ddblasSetThreads(p->handle, runs[k].threads) != DDBLAS_STATUS_SUCCESS)
            continue;
        /* ours and QD in turns */
        double us = 1e30, qd = 1e30;
        for (int turn = 0; turn < 3; turn++)
        {
            const double mine = bench_median_us(r->ours, p, 0.002, ROUNDS), theirs = bench_median_us(r->theirs, p, 0.002, 2);
            us = mine < us ? mine : us;
            qd = theirs < qd ? theirs : qd;
        }
        const double ceiling = ceiling_of(r, ceilings[k][0], ceilings[k][1], ceilings[k][2], &by);
        snprintf(variant, sizeof variant, "%s %d threads limit %s", runs[k].isa, runs[k].threads, by);
        const struct bench_row row = {.routine = r->name,
                                      .type = r->type,
                                      .variant = variant,
                                      .m = p->n,
                                      .n = 1,
                                      .median_us = us,
                                      .achieved = 1e-3 * (double)p->n / us,
                                      .ceiling = ceiling,
                                      .peer = runs[k].threads == 1 ? "QD dd_real loop" : "one thread",
                                      .peer_us = runs[k].threads == 1 ? qd : one,
                                      .error = error_of(r, p, r->ours),
                                      .bound = bound};
        ok &= bench_write(out, &row);
        one = k == 0 ? us : one;
    }
    return ok;
}

/* Rate of multiply-adds, bandwidth of reading and of updates, for two vectors of n words. */
static void measure_ceilings(FILE *out, const struct run *r, int64_t n, double ceilings[3])
{
    const size_t bytes = 2 * (size_t)n * sizeof(cuddreal);
    ceilings[0] = bench_fma_rate(r->threads, r->width);
    ceilings[1] = bench_read_bandwidth(r->threads, bytes);
    ceilings[2] = bench_update_bandwidth(r->threads, bytes);
    bench_comment(out, "ceilings, %s, %d threads, n = %lld: %.1f G multiply-adds/s, reading %.1f GB/s, updates %.1f GB/s", r->isa,
                  r->threads, (long long)n, ceilings[0], ceilings[1], ceilings[2]);
}

int main(int argc, char **argv)
{
    static const struct run sets[] = {{"avx512", 8, 1}, {"avx2", 4, 1}, {"portable", 2, 1}};
    static const int64_t sizes[] = {1000, 10000, 1000000, 8000000}; /* words of 16 bytes: 16 KB to 128 MB a vector */
    enum
    {
        MOST = 4,
        SIZES = sizeof sizes / sizeof sizes[0],
        ROUTINES = sizeof routines / sizeof routines[0]
    };
    FILE *out = bench_open(argc > 1 ? argv[1] : NULL);
    const int all = omp_get_max_threads(), first = (int)DDBLAS_ISA_AVX512 - (int)ddblas_isa_widest();
    ddblasHandle_t handle = NULL;
    struct run runs[MOST];
    int count = 0, ok = 1;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 2;
    for (int k = first; k < 3; k++)
        runs[count++] = sets[k];
    if (all > 1)
        runs[count++] = (struct run){sets[first].isa, sets[first].width, all};
    bench_describe_host(out);
    bench_comment(out, "achieved and ceiling in G elements/s; error in units of 2^-104");
    bench_comment(out,
                  "time: median of a round, smallest of %d rounds, ours and QD in turns; QD: dd_real::ieee_add and products "
                  "by fused multiply-subtract, -O3 -march=native",
                  3 * ROUNDS);
    double ceilings[SIZES][MOST][3];
    for (int i = 0; i < SIZES; i++)
        for (int k = 0; k < count; k++)
            measure_ceilings(out, &runs[k], sizes[i], ceilings[i][k]);
    bench_header(out);
    for (int i = 0; i < SIZES; i++)
        for (int r = 0; r < ROUTINES; r++)
        {
            struct problem p = make(handle, routines[r].type == 'U' ? sizes[i] / 2 : sizes[i]);
            ok &= measure_routine(out, &routines[r], &p, runs, count, ceilings[i]);
            discard(&p);
        }
    ddblasDestroy(handle);
    if (argc > 1)
        fclose(out);
    return ok ? 0 : 1;
}
