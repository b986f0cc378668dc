/*
 * Double-double gemv on the CPU, real (W) and complex (U), N and T: each instruction set on one
 * core beside QD's dd_real, all cores beside one, if OpenMP has more than one thread. Usage:
 * bench_gemv_cpu [file.csv]
 *
 * Counting: real multiply-adds, m n in W and 4 m n in U, each with 12 FP64 operations, and 16 bytes
 * of A that are read for one of W or two of U. The ceiling of a row is the smaller of the measured
 * rate of fused multiply-adds (in vectors as wide as the kernel's) divided by 12, and the measured
 * bandwidth of reading divided by the bytes of a multiply-add: multiply-adds a second.
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
#include "qd_gemv.h"
#include "random.h"
#include "terms.h"

enum
{
    ROUNDS = 40,
    CHECKED = 100
};

static const double operations = 12.0;

struct problem
{
    ddblasHandle_t handle;
    ddblasType_t type;
    ddblasOperation_t trans;
    int64_t n;
    char *A, *x, *y;
};

static size_t size_of(const struct problem *p) { return dd_type_size(p->type); }

static char *random_elements(struct dd_random *g, ddblasType_t type, int64_t count)
{
    const size_t size = dd_type_size(type);
    char *p = aligned_alloc(256, ((size_t)count * size + 255) / 256 * 256);
    if (!p)
        abort();
    for (int64_t i = 0; i < count; i++)
        dd_element_put(type, g, 0, (int)dd_random_int(g, -4, 0), p + (size_t)i * size);
    return p;
}

static struct problem make(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    struct problem p = {.handle = handle, .type = type, .n = n};
    struct dd_random g;
    dd_random_start(&g, 1);
    p.A = random_elements(&g, type, n * n);
    p.x = random_elements(&g, type, n);
    p.y = random_elements(&g, type, n);
    return p;
}

static void discard(struct problem *p)
{
    free(p->A);
    free(p->x);
    free(p->y);
}

static void run_ours(void *data)
{
    struct problem *p = data;
    const union dd_element one = dd_element_integer(p->type, 1.0, 0.0), zero = dd_element_integer(p->type, 0.0, 0.0);
    const ddblasStatus_t status = p->type == DDBLAS_TYPE_W
                                      ? ddblasWgemv(p->handle, p->trans, p->n, p->n, &one.w, (cuddreal *)(void *)p->A, p->n,
                                                    (cuddreal *)(void *)p->x, 1, &zero.w, (cuddreal *)(void *)p->y, 1)
                                      : ddblasUgemv(p->handle, p->trans, p->n, p->n, &one.u, (cuddcomplex *)(void *)p->A, p->n,
                                                    (cuddcomplex *)(void *)p->x, 1, &zero.u, (cuddcomplex *)(void *)p->y, 1);
    if (status != DDBLAS_STATUS_SUCCESS)
        abort();
}

static void run_qd(void *data)
{
    struct problem *p = data;
    const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    qd_gemv(p->trans != DDBLAS_OP_N, p->n, p->n, &one, (cuddreal *)(void *)p->A, p->n, (cuddreal *)(void *)p->x, &zero,
            (cuddreal *)(void *)p->y);
}

/* The largest error of some components of one fresh call, in units of 2^-104. */
static double error_of(struct problem *p)
{
    double worst = 0.0;
    run_ours(p);
    for (int64_t k = 0; k < CHECKED; k++)
    {
        const int64_t i = k * (p->n - 1) / (CHECKED - 1);
        struct dd_terms s;
        dd_terms_start(&s);
        for (int64_t t = 0; t < p->n; t++)
        {
            const int64_t at = p->trans == DDBLAS_OP_N ? i + t * p->n : t + i * p->n;
            dd_terms_add(&s, dd_number_load(p->type, p->A + (size_t)at * size_of(p), 0),
                         dd_number_load(p->type, p->x + (size_t)t * size_of(p), 0));
        }
        const double e = dd_terms_error(&s, p->type, dd_number_load(p->type, p->y + (size_t)i * size_of(p), 0), 0.0);
        dd_terms_end(&s);
        worst = e > worst ? e : worst;
    }
    return worst;
}

struct run
{
    const char *isa;
    int width, threads;
};

struct ceiling
{
    double rate; /* G multiply-adds a second */
    const char *by;
};

static double multiply_adds(const struct problem *p)
{
    return (p->type == DDBLAS_TYPE_U ? 4.0 : 1.0) * (double)p->n * (double)p->n;
}

static struct ceiling ceiling_of(FILE *out, struct run r, const struct problem *p)
{
    const double bytes = (double)(p->n * p->n) * (double)size_of(p), each = bytes / multiply_adds(p);
    const double fma = bench_fma_rate(r.threads, r.width), read = bench_read_bandwidth(r.threads, (size_t)bytes);
    bench_comment(out,
                  "ceilings, %d threads, vectors of %d, %c, n = %lld: %.1f G FMA/s = %.3f; %.1f GB/s = %.3f G multiply-adds/s",
                  r.threads, r.width, dd_type_letter(p->type), (long long)p->n, fma, fma / operations, read, read / each);
    const int arithmetic = fma / operations < read / each;
    return (struct ceiling){arithmetic ? fma / operations : read / each, arithmetic ? "arithmetic" : "memory"};
}

/* One row; returns its time. */
static double measure(FILE *out, struct problem *p, struct run r, struct ceiling c, const char *peer, double peer_us, int *ok)
{
    char variant[96];
    if (ddblas_isa_select(r.isa) != 0 || ddblasSetThreads(p->handle, r.threads) != DDBLAS_STATUS_SUCCESS)
        return 0.0;
    const double us = bench_median_us(run_ours, p, 0.01, ROUNDS);
    snprintf(variant, sizeof variant, "%c %s %d threads limit %s", "NTC"[p->trans], r.isa, r.threads, c.by);
    const struct bench_row row = {.routine = "gemv",
                                  .type = dd_type_letter(p->type),
                                  .variant = variant,
                                  .m = p->n,
                                  .n = p->n,
                                  .median_us = us,
                                  .achieved = 1e-3 * multiply_adds(p) / us,
                                  .ceiling = c.rate,
                                  .peer = peer,
                                  .peer_us = peer_us,
                                  .error = error_of(p),
                                  .bound = dd_routine_bound(DD_ROUTINE_gemv, p->type, (struct dd_bound_size){.k = p->n})};
    *ok &= bench_write(out, &row);
    return us;
}

/* All rows of a type and order. The ceilings are measured beside them. */
static void measure_order(FILE *out, ddblasHandle_t handle, ddblasType_t type, int64_t n, int *ok)
{
    static const struct run sets[] = {{"avx512", 8, 1}, {"avx2", 4, 1}, {"portable", 2, 1}};
    const int first = (int)DDBLAS_ISA_AVX512 - (int)ddblas_isa_widest(), all = omp_get_max_threads(); /* the widest set first */
    struct problem p = make(handle, type, n);
    for (int k = first; k < 3; k++)
    {
        const struct ceiling c = ceiling_of(out, sets[k], &p);
        for (int trans = 0; trans < 2; trans++)
        {
            p.trans = (ddblasOperation_t)trans;
            const double qd = type == DDBLAS_TYPE_W ? bench_median_us(run_qd, &p, 0.01, ROUNDS / 4) : 0.0;
            measure(out, &p, sets[k], c, type == DDBLAS_TYPE_W ? "QD dd_real loop" : NULL, qd, ok);
        }
    }
    for (int trans = 0; trans < 2 && all > 1; trans++)
    {
        struct run together = sets[first];
        p.trans = (ddblasOperation_t)trans;
        (void)ddblas_isa_select(together.isa);
        (void)ddblasSetThreads(handle, 1);
        const double one = bench_median_us(run_ours, &p, 0.01, ROUNDS);
        together.threads = all;
        measure(out, &p, together, ceiling_of(out, together, &p), "one thread", one, ok);
    }
    discard(&p);
}

int main(int argc, char **argv)
{
    static const int64_t orders[] = {120, 500, 3000};
    FILE *out = bench_open(argc > 1 ? argv[1] : NULL);
    ddblasHandle_t handle = NULL;
    int ok = 1;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 2;
    bench_describe_host(out);
    bench_comment(out, "achieved and ceiling in G real multiply-adds/s: 12 FP64 operations each; error in units of 2^-104");
    bench_comment(out,
                  "time: median of a round, smallest of %d rounds, %d of QD; QD: dd_real::ieee_add and products by fused "
                  "multiply-subtract, -O3 -march=native",
                  ROUNDS, ROUNDS / 4);
    bench_header(out);
    for (int i = 0; i < 3; i++)
        for (int t = 0; t < 2; t++)
            measure_order(out, handle, t ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, t ? orders[i] / 2 : orders[i], &ok);
    ddblasDestroy(handle);
    if (argc > 1)
        fclose(out);
    return ok ? 0 : 1;
}
