/*
 * potrf, getrf, sytrf and geqrf in W and U on one core of the CPU beside gemm of the same type and
 * order.
 * Usage: bench_factor_cpu [-q] [file.csv]
 *   -q  orders up to 500
 *
 * Counting: real multiply-adds, in U four for each complex one: n^3 for gemm, n^3 / 6 for potrf and
 * sytrf, n^3 / 3 for getrf and 2 n^3 / 3 for geqrf. The ceiling of a row is gemm's rate. All are
 * timed in turns, in CPU time of the thread, and the least of all turns counts, because the machine
 * may be busy with other work. Data: both parts full-length, below 1 in magnitude; the diagonal of
 * potrf's matrix is 4 n. Errors against exact sums at random elements of A - L L^H, P A - L U and
 * P A P^T - L D L^T, in units of 2^-104 of the sums of moduli; for geqrf A - Q R, Q by orgqr, over
 * the norm of A's column.
 */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "lib/sytrf_row.h"
#include "bounds.h"
#include "random.h"
#include "terms.h"

enum routine
{
    GEMM,
    POTRF,
    GETRF,
    SYTRF,
    GEQRF,
    ROUTINES
};

enum
{
    CHECKED = 8
};

/* Matrices of n x n elements of the type. F is what is factored. */
struct problem
{
    ddblasHandle_t handle;
    ddblasType_t type;
    int64_t n;
    size_t size, bytes;
    void *A[ROUTINES], *F, *Q, *tau;
    int64_t *ipiv, info;
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

static void *element(const struct problem *p, void *base, int64_t i, int64_t j)
{
    return (char *)base + (size_t)(i + j * p->n) * p->size;
}

static struct problem make(ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    struct problem p = {.handle = handle, .type = type, .n = n, .size = dd_type_size(type)};
    struct dd_random g;
    dd_random_start(&g, 1);
    p.bytes = (size_t)(n * n) * p.size;
    for (int r = 0; r < ROUTINES; r++)
    {
        p.A[r] = memory(p.bytes);
        for (int64_t e = 0; e < n * n; e++)
            dd_element_put(type, &g, 0, (int)dd_random_int(&g, -6, -1), (char *)p.A[r] + (size_t)e * p.size);
    }
    for (int64_t i = 0; i < n; i++)
        dd_element_set(type, element(&p, p.A[POTRF], i, i), 0, cuddFromDouble(4.0 * (double)n), cuddFromDouble(0.0));
    p.F = memory(p.bytes);
    p.Q = memory(p.bytes);
    p.tau = memory((size_t)n * p.size);
    p.ipiv = memory((size_t)n * sizeof *p.ipiv);
    return p;
}

static void discard(struct problem *p)
{
    for (int r = 0; r < ROUTINES; r++)
        free(p->A[r]);
    free(p->F);
    free(p->Q);
    free(p->tau);
    free(p->ipiv);
}

static ddblasStatus_t call_w(struct problem *p, enum routine routine)
{
    static const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    const int64_t n = p->n;
    if (routine == POTRF)
        return ddblasWpotrf(p->handle, DDBLAS_FILL_MODE_LOWER, n, p->F, n, &p->info);
    if (routine == GETRF)
        return ddblasWgetrf(p->handle, n, n, p->F, n, p->ipiv, &p->info);
    if (routine == SYTRF)
        return ddblasWsytrf(p->handle, DDBLAS_FILL_MODE_LOWER, n, p->F, n, p->ipiv, &p->info);
    if (routine == GEQRF)
        return ddblasWgeqrf(p->handle, n, n, p->F, n, p->tau);
    return ddblasWgemm(p->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one, p->A[GEMM], n, p->A[GETRF], n, &zero, p->F, n);
}

static ddblasStatus_t call_u(struct problem *p, enum routine routine)
{
    static const cuddcomplex one = {{1.0, 0.0}, {0.0, 0.0}}, zero = {{0.0, 0.0}, {0.0, 0.0}};
    const int64_t n = p->n;
    if (routine == POTRF)
        return ddblasUpotrf(p->handle, DDBLAS_FILL_MODE_LOWER, n, p->F, n, &p->info);
    if (routine == GETRF)
        return ddblasUgetrf(p->handle, n, n, p->F, n, p->ipiv, &p->info);
    if (routine == SYTRF)
        return ddblasUsytrf(p->handle, DDBLAS_FILL_MODE_LOWER, n, p->F, n, p->ipiv, &p->info);
    if (routine == GEQRF)
        return ddblasUgeqrf(p->handle, n, n, p->F, n, p->tau);
    return ddblasUgemm(p->handle, DDBLAS_OP_N, DDBLAS_OP_N, n, n, n, &one, p->A[GEMM], n, p->A[GETRF], n, &zero, p->F, n);
}

static double seconds_of(struct problem *p, enum routine routine)
{
    memcpy(p->F, p->A[routine], p->bytes);
    p->info = 0;
    const double start = cpu_seconds();
    if ((dd_type_is_complex(p->type) ? call_u : call_w)(p, routine) != DDBLAS_STATUS_SUCCESS || p->info != 0)
        abort();
    return cpu_seconds() - start;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* The row of A that has come to row i. */
static int64_t row_before(const struct problem *p, int64_t i)
{
    for (int64_t k = p->n - 1; k >= 0; k--)
        i = i == k ? p->ipiv[k] - 1 : i == p->ipiv[k] - 1 ? k : i;
    return i;
}

/* The error of element (i, j) of the factors in F, for potrf i >= j. */
static double error_at(const struct problem *p, enum routine routine, int64_t i, int64_t j)
{
    const int64_t last = i < j ? i : j;
    struct dd_terms s;
    dd_terms_start(&s);
    for (int64_t t = 0; t <= last; t++)
    {
        const struct dd_number l =
            routine == GETRF && t == i ? dd_number_of(1.0) : dd_number_load(p->type, element(p, p->F, i, t), 0);
        dd_terms_add(&s, l,
                     routine == POTRF ? dd_number_load(p->type, element(p, p->F, j, t), 1)
                                      : dd_number_load(p->type, element(p, p->F, t, j), 0));
    }
    const struct dd_number a = dd_number_load(p->type, element(p, p->A[routine], routine == GETRF ? row_before(p, i) : i, j), 0);
    dd_exact_add_pairs(s.re, a.re, cuddFromDouble(-1.0));
    dd_exact_add_pairs(s.im, a.im, cuddFromDouble(-1.0));
    const double error = dd_terms_error(&s, p->type, dd_number_of(0.0), 0.0);
    dd_terms_end(&s);
    return error;
}

/* L(i, t) of sytrf, which stands in row `at`. */
static struct dd_number sytrf_l(const struct problem *p, int64_t i, int64_t t, int64_t first, int64_t at)
{
    if (i == t)
        return dd_number_of(1.0);
    return i < t || first + (p->ipiv[first] > 0 ? 1 : 2) > i ? dd_number_of(0.0)
                                                             : dd_number_load(p->type, element(p, p->F, at, t), 0);
}

/* The error of element (i, j) of sytrf. */
static double sytrf_error_at(const struct problem *p, int64_t i, int64_t j)
{
    int64_t *at = memory(3 * (size_t)p->n * sizeof *at), *at_j = at + p->n, *first = at_j + p->n;
    const int64_t row = bench_sytrf_row(p->n, p->ipiv, i, at, first), column = bench_sytrf_row(p->n, p->ipiv, j, at_j, first);
    struct dd_terms sum, right;
    dd_terms_start(&sum);
    for (int64_t t = 0; t <= i; t++)
    {
        dd_terms_start(&right);
        for (int64_t s = first[t]; s < first[t] + bench_sytrf_order(p->ipiv, first[t]); s++)
            dd_terms_add(&right, dd_number_load(p->type, element(p, p->F, s > t ? s : t, s > t ? t : s), 0),
                         sytrf_l(p, j, s, first[s], at_j[s]));
        dd_terms_multiply(&right, sytrf_l(p, i, t, first[t], at[t]));
        dd_terms_add_terms(&sum, &right);
        dd_terms_end(&right);
    }
    const struct dd_number a =
        dd_number_load(p->type, element(p, p->A[SYTRF], row > column ? row : column, row > column ? column : row), 0);
    dd_exact_add_pairs(sum.re, a.re, cuddFromDouble(-1.0));
    dd_exact_add_pairs(sum.im, a.im, cuddFromDouble(-1.0));
    const double error = dd_terms_error(&sum, p->type, dd_number_of(0.0), 0.0);
    dd_terms_end(&sum);
    free(at);
    return error;
}

/* The error of element (i, j) of A - Q R, over the norm of column j of A. */
static double error_of_qr_at(const struct problem *p, int64_t i, int64_t j)
{
    struct dd_terms s;
    double square = 0.0;
    dd_terms_start(&s);
    for (int64_t t = 0; t <= j; t++)
        dd_terms_add(&s, dd_number_load(p->type, element(p, p->Q, i, t), 0), dd_number_load(p->type, element(p, p->F, t, j), 0));
    for (int64_t t = 0; t < p->n; t++)
    {
        const double a = dd_number_load(p->type, element(p, p->A[GEQRF], t, j), 0).modulus.x;
        square += a * a;
    }
    const struct dd_number a = dd_number_load(p->type, element(p, p->A[GEQRF], i, j), 0);
    dd_exact_add_pairs(s.re, a.re, cuddFromDouble(-1.0));
    dd_exact_add_pairs(s.im, a.im, cuddFromDouble(-1.0));
    dd_exact_zero(s.scale);
    dd_exact_add(s.scale, sqrt(square));
    const double error = dd_terms_error(&s, p->type, dd_number_of(0.0), 0.0);
    dd_terms_end(&s);
    return error;
}

static void form_q(struct problem *p)
{
    memcpy(p->Q, p->F, p->bytes);
    if ((dd_type_is_complex(p->type) ? ddblasUungqr(p->handle, p->n, p->n, p->n, p->Q, p->n, p->tau)
                                     : ddblasWorgqr(p->handle, p->n, p->n, p->n, p->Q, p->n, p->tau)) != DDBLAS_STATUS_SUCCESS)
        abort();
}

static double error_of(struct problem *p, enum routine routine)
{
    struct dd_random g;
    double worst = 0.0;
    dd_random_start(&g, 2);
    (void)seconds_of(p, routine);
    if (routine == GEQRF)
        form_q(p);
    for (int q = 0; q < CHECKED; q++)
    {
        const int64_t i = dd_random_int(&g, 0, p->n - 1), j = dd_random_int(&g, 0, p->n - 1);
        const int mirrored = routine == POTRF && i < j;
        worst = fmax(worst, routine == GEQRF   ? error_of_qr_at(p, i, j)
                            : routine == SYTRF ? sytrf_error_at(p, i, j)
                                               : error_at(p, routine, mirrored ? j : i, mirrored ? i : j));
    }
    return worst;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* G multiply-adds a second. */
static double rate_of(const struct problem *p, enum routine routine, double seconds)
{
    const double n = (double)p->n, work = n * n * n * (dd_type_is_complex(p->type) ? 4.0 : 1.0);
    static const double parts[ROUTINES] = {1.0, 6.0, 3.0, 6.0, 1.5};
    return 1e-9 * work / parts[routine] / seconds;
}

static int measure(FILE *out, ddblasHandle_t handle, ddblasType_t type, int64_t n)
{
    struct problem p = make(handle, type, n);
    double least[ROUTINES] = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
    const int turns = n >= 1000 ? 3 : n >= 500 ? 9 : 40;
    int good = 1;
    for (int turn = 0; turn < turns; turn++)
        for (int r = 0; r < ROUTINES; r++)
            least[r] = fmin(least[r], seconds_of(&p, (enum routine)r));
    for (int r = POTRF; r < ROUTINES; r++)
    {
        static const char *const names[ROUTINES] = {"gemm", "potrf", "getrf", "sytrf", "geqrf"};
        static const char *const variants[ROUTINES] = {"", "lower", "square", "lower", "square"};
        static const enum dd_routine bounds[ROUTINES] = {DD_ROUTINE_gemm, DD_ROUTINE_potrf, DD_ROUTINE_getrf, DD_ROUTINE_sytrf,
                                                         DD_ROUTINE_geqrf};
        const double unit = r == GEQRF ? (double)n : 1.0; /* geqrf's bound is in n u_w. */
        const struct bench_row row = {.routine = names[r],
                                      .type = dd_type_letter(type),
                                      .variant = variants[r],
                                      .m = n,
                                      .n = n,
                                      .k = n,
                                      .median_us = 1e6 * least[r],
                                      .achieved = rate_of(&p, (enum routine)r, least[r]),
                                      .ceiling = rate_of(&p, GEMM, least[GEMM]),
                                      .error = error_of(&p, (enum routine)r),
                                      .bound = unit * dd_routine_bound(bounds[r], type, (struct dd_bound_size){.k = n, .m = n})};
        good = bench_write(out, &row) && good;
    }
    discard(&p);
    return good;
}

int main(int count, char **arguments)
{
    static const int64_t orders[] = {64, 200, 500, 1000, 2000};
    const int quick = count > 1 && strcmp(arguments[1], "-q") == 0;
    const char *path = count > 1 + quick ? arguments[1 + quick] : NULL;
    ddblasHandle_t handle;
    int failures = 0;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS ||
        ddblasSetThreads(handle, 1) != DDBLAS_STATUS_SUCCESS)
        return 2;
    FILE *out = bench_open(path);
    bench_describe_host(out);
    bench_comment(out, "unit: G real multiply-adds a second in double-double, one thread, CPU time, the least of all turns; "
                       "ceiling: gemm of the same type and order; error in 2^-104 of the sum of moduli");
    bench_header(out);
    for (int type = 0; type < 2; type++)
        for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
            if (!quick || orders[i] <= 500)
                failures += !measure(out, handle, type ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, orders[i]);
    (void)ddblasDestroy(handle);
    if (out != stdout)
        (void)fclose(out);
    return failures > 0;
}
