/*
 * trtri, potri and getri in W and U, and batches of gesv, on one core of the CPU, beside LAPACK in
 * D and Z. Usage: OMP_NUM_THREADS=1 bench_inverse_cpu [-q] [file.csv]
 *   -q  orders up to 200
 *
 * Counting: real multiply-adds, in U four for each complex one: n^3 / 6 for trtri, n^3 / 3 for
 * potri, 2 n^3 / 3 for getri, count (n^3 / 3 + n^2) for a batch with one right-hand side. The
 * ceiling of a row is the rate of gemm in the same type, of order n, for batches of order 200. All
 * are timed in turns, in CPU time of the thread, and the least of all turns counts, because the
 * machine may be busy with other work. Data: both parts full-length, below 1 in magnitude;
 * diagonals are 4 n. Errors of trtri against exact sums at random elements of X A - I, in units of
 * 2^-104 of |X| |A|. The other errors are not measured: the tests judge them.
 */
#define _POSIX_C_SOURCE 200809L

#include <complex.h>

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "random.h"
#include "terms.h"

enum routine
{
    TRTRI,
    POTRI,
    GETRI,
    BATCH,
    GEMM,
    ROUTINES
};
static const char *const names[] = {"trtri", "potri", "getri", "gesvStridedBatched"},
                         *const variants[] = {"lower", "lower", "in place", "members of 10^6 elements in all"},
                         *const peers[] = {"LAPACK trtri", "LAPACK potri", "LAPACK getri", "a loop of LAPACK gesv"};

enum
{
    CHECKED = 8,
    BATCH_ELEMENTS = 1000000
};

/* `count` matrices of n x n. A: the data; factors: what potri, getri take; F: what is computed. The
 * same in double for the peers. */
struct problem
{
    ddblasHandle_t handle;
    ddblasType_t type;
    int64_t n, count;
    size_t size, half; /* Bytes of an element, and of one in double. */
    char *A, *factors[GEMM], *F, *x, *b;
    char *double_factors[GEMM], *double_F, *double_x, *double_b;
    int64_t *ipiv, *info;
    lapack_int *pivots;
};

static double cpu_seconds(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *memory(size_t bytes)
{
    void *p = aligned_alloc(256, (bytes + 255) / 256 * 256);
    if (!p)
        abort();
    return p;
}

static int is_complex(const struct problem *p) { return p->type == DDBLAS_TYPE_U; }
static int64_t elements_of(const struct problem *p) { return p->n * p->n * p->count; }

/* The high parts of `count` elements. */
static void round_to_double(const struct problem *p, const void *from, void *to, int64_t count)
{
    for (int64_t e = 0; e < count * (is_complex(p) ? 2 : 1); e++)
        ((double *)to)[e] = ((const cuddreal *)from)[e].x;
}

static void must(ddblasStatus_t status)
{
    if (status != DDBLAS_STATUS_SUCCESS)
        abort();
}

static void factor(struct problem *p)
{
    const int64_t n = p->n;
    if (is_complex(p))
    {
        must(ddblasUpotrf(p->handle, DDBLAS_FILL_MODE_LOWER, n, (cuddcomplex *)(void *)p->factors[POTRI], n, p->info));
        must(ddblasUgetrf(p->handle, n, n, (cuddcomplex *)(void *)p->factors[GETRI], n, p->ipiv, p->info));
    }
    else
    {
        must(ddblasWpotrf(p->handle, DDBLAS_FILL_MODE_LOWER, n, (cuddreal *)(void *)p->factors[POTRI], n, p->info));
        must(ddblasWgetrf(p->handle, n, n, (cuddreal *)(void *)p->factors[GETRI], n, p->ipiv, p->info));
    }
    for (int64_t i = 0; i < n; i++)
        p->pivots[i] = (lapack_int)p->ipiv[i];
}

static struct problem make(ddblasHandle_t handle, ddblasType_t type, int64_t n, int64_t count)
{
    struct problem p = {.handle = handle, .type = type, .n = n, .count = count, .size = dd_type_size(type)};
    struct dd_random g;
    dd_random_start(&g, 1);
    p.half = p.size / 2;
    const size_t bytes = (size_t)elements_of(&p) * p.size, columns = (size_t)(n * count) * p.size;
    p.A = memory(bytes);
    p.F = memory(bytes);
    p.double_F = memory(bytes);
    p.x = memory(columns);
    p.b = memory(columns);
    p.double_x = memory(columns);
    p.double_b = memory(columns);
    p.ipiv = memory((size_t)(n * count) * sizeof *p.ipiv);
    p.info = memory((size_t)count * sizeof *p.info);
    p.pivots = memory((size_t)n * sizeof *p.pivots);
    for (int64_t e = 0; e < elements_of(&p); e++)
        dd_element_put(type, &g, 0, (int)dd_random_int(&g, -6, -1), p.A + (size_t)e * p.size);
    for (int64_t e = 0; e < n * count; e++)
    {
        dd_element_put(type, &g, 0, 0, p.b + (size_t)e * p.size);
        dd_element_set(type, p.A + (size_t)(e / n * n * n + e % n * (n + 1)) * p.size, 0, cuddFromDouble(4.0 * (double)n),
                       cuddFromDouble(0.0));
    }
    for (int r = 0; r < GEMM; r++)
    {
        p.factors[r] = memory(bytes);
        p.double_factors[r] = memory(bytes);
        memcpy(p.factors[r], p.A, bytes);
    }
    if (count == 1)
        factor(&p);
    for (int r = 0; r < GEMM; r++)
        round_to_double(&p, p.factors[r], p.double_factors[r], elements_of(&p));
    round_to_double(&p, p.b, p.double_b, n * count);
    return p;
}

static void discard(struct problem *p)
{
    void *const all[] = {p->A, p->F, p->double_F, p->x, p->b, p->double_x, p->double_b, p->ipiv, p->info, p->pivots};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k]);
    for (int r = 0; r < GEMM; r++)
    {
        free(p->factors[r]);
        free(p->double_factors[r]);
    }
}

#define CALL(letter, element)                                                                                                    \
    do                                                                                                                           \
    {                                                                                                                            \
        ddblasHandle_t handle = p->handle;                                                                                       \
        element *F = (element *)(void *)p->F, *x = (element *)(void *)p->x, *A = (element *)(void *)p->A;                        \
        if (routine == TRTRI)                                                                                                    \
            must(ddblas##letter##trtri(handle, DDBLAS_FILL_MODE_LOWER, DDBLAS_DIAG_NON_UNIT, n, F, n, p->info));                 \
        else if (routine == POTRI)                                                                                               \
            must(ddblas##letter##potri(handle, DDBLAS_FILL_MODE_LOWER, n, F, n, p->info));                                       \
        else if (routine == GETRI)                                                                                               \
            must(ddblas##letter##getri(handle, n, F, n, p->ipiv, F, n, p->info));                                                \
        else if (routine == BATCH)                                                                                               \
            must(ddblas##letter##gesvStridedBatched(handle, n, 1, F, n, n *n, p->ipiv, n, x, n, n, p->info, p->count));          \
        else                                                                                                                     \
            must(ddblas##letter##gemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one, A, n, A, n, &zero, F, n));                \
    } while (0)

static void call_w(struct problem *p, enum routine routine)
{
    static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    const int64_t n = p->n;
    CALL(W, cuddreal);
}

static void call_u(struct problem *p, enum routine routine)
{
    static const cuddcomplex one = {{1.0, 0.0}, {0.0, 0.0}}, zero = {{0.0, 0.0}, {0.0, 0.0}};
    const int64_t n = p->n;
    CALL(U, cuddcomplex);
}

static double seconds_of(struct problem *p, enum routine routine)
{
    if (routine != GEMM)
        memcpy(p->F, p->factors[routine], (size_t)elements_of(p) * p->size);
    memcpy(p->x, p->b, (size_t)(p->n * p->count) * p->size);
    const double start = cpu_seconds();
    (is_complex(p) ? call_u : call_w)(p, routine);
    const double seconds = cpu_seconds() - start;
    for (int64_t i = 0; i < p->count && routine != GEMM; i++)
        if (p->info[i] != 0)
            abort();
    return seconds;
}

#define LAPACK(letter, element)                                                                                                  \
    do                                                                                                                           \
    {                                                                                                                            \
        element *F = (element *)(void *)p->double_F, *x = (element *)(void *)p->double_x;                                        \
        if (routine == TRTRI)                                                                                                    \
            (void)LAPACKE_##letter##trtri(LAPACK_COL_MAJOR, 'L', 'N', n, F, n);                                                  \
        else if (routine == POTRI)                                                                                               \
            (void)LAPACKE_##letter##potri(LAPACK_COL_MAJOR, 'L', n, F, n);                                                       \
        else if (routine == GETRI)                                                                                               \
            (void)LAPACKE_##letter##getri(LAPACK_COL_MAJOR, n, F, n, p->pivots);                                                 \
        else                                                                                                                     \
            for (int64_t i = 0; i < p->count; i++)                                                                               \
                (void)LAPACKE_##letter##gesv(LAPACK_COL_MAJOR, n, 1, F + i * n * n, n, p->pivots, x + i * n, n);                 \
    } while (0)

static double seconds_of_peer(struct problem *p, enum routine routine)
{
    const lapack_int n = (lapack_int)p->n;
    memcpy(p->double_F, p->double_factors[routine], (size_t)elements_of(p) * p->half);
    memcpy(p->double_x, p->double_b, (size_t)(p->n * p->count) * p->half);
    const double start = cpu_seconds();
    if (is_complex(p))
        LAPACK(z, lapack_complex_double);
    else
        LAPACK(d, double);
    return cpu_seconds() - start;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static struct dd_number number(const struct problem *p, const char *base, int64_t i, int64_t j)
{
    return dd_number_load(p->type, base + (size_t)(i + j * p->n) * p->size, 0);
}

static double error_of_triangle(struct problem *p)
{
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, 2);
    (void)seconds_of(p, TRTRI);
    for (int q = 0; q < CHECKED; q++)
    {
        const int64_t j = dd_random_int(&g, 0, p->n - 1), i = dd_random_int(&g, j, p->n - 1);
        struct dd_terms s;
        dd_terms_start(&s);
        for (int64_t t = j; t <= i; t++)
            dd_terms_add(&s, number(p, p->F, i, t), number(p, p->A, t, j));
        worst = fmax(worst, dd_terms_error(&s, p->type, dd_number_of(i == j ? 1.0 : 0.0), 0.0));
        dd_terms_end(&s);
    }
    return worst;
}

/* G multiply-adds a second. */
static double rate_of(const struct problem *p, enum routine routine, double seconds)
{
    static const double share[] = {1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0, 1.0};
    const double n = (double)p->n, work = n * n * n * share[routine] + (routine == BATCH ? n * n : 0.0);
    return 1e-9 * work * (double)p->count * (is_complex(p) ? 4.0 : 1.0) / seconds;
}

/* Measures the routines [first, last). Returns the number of rows that fail; ceiling: 0 measures
 * gemm. */
static int measure(FILE *out, struct problem *p, int first, int last, double ceiling)
{
    double least[ROUTINES], least_peer[ROUTINES];
    const int turns = p->n >= 1000 ? 3 : p->n >= 500 ? 9 : 20;
    int failures = 0;
    for (int r = 0; r < ROUTINES; r++)
        least[r] = least_peer[r] = INFINITY;
    for (int turn = 0; turn < turns; turn++)
    {
        for (int r = first; r < last; r++)
        {
            least[r] = fmin(least[r], seconds_of(p, (enum routine)r));
            least_peer[r] = fmin(least_peer[r], seconds_of_peer(p, (enum routine)r));
        }
        if (ceiling == 0.0)
            least[GEMM] = fmin(least[GEMM], seconds_of(p, GEMM));
    }
    for (int r = first; r < last; r++)
    {
        static const enum dd_routine bounds[] = {DD_ROUTINE_trtri, DD_ROUTINE_potri, DD_ROUTINE_getri, DD_ROUTINE_getrs};
        const struct bench_row row = {.routine = names[r],
                                      .type = dd_type_letter(p->type),
                                      .variant = variants[r],
                                      .m = p->n,
                                      .n = p->n,
                                      .k = p->count,
                                      .median_us = 1e6 * least[r],
                                      .achieved = rate_of(p, (enum routine)r, least[r]),
                                      .ceiling = ceiling > 0.0 ? ceiling : rate_of(p, GEMM, least[GEMM]),
                                      .peer = peers[r],
                                      .peer_us = 1e6 * least_peer[r],
                                      .error = r == TRTRI ? error_of_triangle(p) : BENCH_NOT_MEASURED,
                                      .bound = dd_routine_bound(bounds[r], p->type, (struct dd_bound_size){.k = p->n})};
        failures += !bench_write(out, &row);
    }
    return failures;
}

static int measure_type(FILE *out, ddblasHandle_t handle, ddblasType_t type, int quick)
{
    static const int64_t orders[] = {64, 200, 500, 1000}, small[] = {4, 8, 16, 32, 64, 128};
    int failures = 0;
    double gemm = 0.0;
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
    {
        if (quick && orders[i] > 200)
            break;
        struct problem p = make(handle, type, orders[i], 1);
        failures += measure(out, &p, TRTRI, BATCH, 0.0);
        if (orders[i] == 200)
        {
            double least = INFINITY;
            for (int turn = 0; turn < 9; turn++)
                least = fmin(least, seconds_of(&p, GEMM));
            gemm = rate_of(&p, GEMM, least);
        }
        discard(&p);
    }
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++)
    {
        struct problem p = make(handle, type, small[i], BATCH_ELEMENTS / (small[i] * small[i]));
        failures += measure(out, &p, BATCH, GEMM, gemm);
        discard(&p);
    }
    return failures;
}

int main(int count, char **arguments)
{
    const int quick = count > 1 && strcmp(arguments[1], "-q") == 0;
    const char *path = count > 1 + quick ? arguments[1 + quick] : NULL;
    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS ||
        ddblasSetThreads(handle, 1) != DDBLAS_STATUS_SUCCESS)
        return 2;
    FILE *out = bench_open(path);
    bench_describe_host(out);
    bench_comment(out, "unit: G real multiply-adds a second in double-double, one thread, CPU time, the least of all turns; "
                       "ceiling: gemm of the same type; k: members; error in 2^-104 of |X| |A|, of trtri only");
    bench_header(out);
    const int failures = measure_type(out, handle, DDBLAS_TYPE_W, quick) + measure_type(out, handle, DDBLAS_TYPE_U, quick);
    (void)ddblasDestroy(handle);
    if (out != stdout)
        (void)fclose(out);
    return failures > 0;
}
