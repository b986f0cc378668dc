/*
 * sygvd, sytrd, stedc, stein and batches of syevd in W, and batches of heevd in U, on the GPU,
 * beside cuSOLVER's Dsygvd, Dsytrd, DsyevjBatched and ZheevjBatched of the same data, rounded to
 * double. cuSOLVER offers neither stedc nor stein.
 * Usage: bench_eigen_parts [-o file.csv] [-r rows] [n ...]
 *   -r  routines, or routine:variant, separated by commas, as in "sytrd,stedc:random"; all if it is
 *       not given
 *   n   orders for all routines, those up to 64 for batches and the others for the rest, instead of
 *       the usual ones: sygvd 1024 and 4096, sytrd 4096 and 8192, stedc and stein 8192, batches 32
 *
 * Rows and times: lib/eigen_rows.h. Data: numbers of W with both parts full-length, uniform in (-1,
 * 1); the diagonal of sygvd's B is 2 n. Variants of stedc and stein: random, T from sytrd of a
 * random matrix; 1-2-1, the second difference; stein computes all vectors or those of the n / 8
 * smallest eigenvalues, which stebz has computed. A batch has 5000 members, all with vectors.
 *
 * error in n 2^-104, the larger of residual and orthogonality: for stedc and stein ||T x - lambda
 * x|| over the norm of T's largest column and ||Z^T Z - I||_F; for sygvd the residual over (||A|| +
 * |lambda| ||B||) ||x|| and ||X^T B X - I||_F; for sytrd ||A Q - Q T||_F over ||A||_F and ||Q^T Q -
 * I||_F, Q by orgtr; for a batch the largest of three members.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "lib/eigen_device.h"
#include "lib/eigen_rows.h"
#include "hashed_matrix.h"
#include "lib/symv_device.h"
#include "lib/tsqr_device.h"

enum
{
    MEMBERS = 5000,
    BATCHED = 64, /* The largest order of a batch. */
    MOST_ARRAYS = 16
};

struct bench
{
    FILE *out;
    const char *rows;
    ddblasHandle_t handle;
    int complex;             /* A batch in U. */
    int64_t n, m;            /* The order, and the number of vectors of stein. */
    cuddreal *A, *B, *F, *G; /* n x n each, or a batch: the data, and what calls overwrite. */
    double *double_A, *double_B, *double_F, *double_G;
    cuddreal *d, *e, *tau, *w; /* n numbers, w of each member. */
    cuddreal *values;          /* The diagonal that stedc overwrites; stein's eigenvalues. */
    int64_t *info;
    void *arrays[MOST_ARRAYS]; /* All of the above but info. */
    int count;
};

static const cuddreal zero = {0.0, 0.0};

static void *new_array(struct bench *b, size_t bytes)
{
    if (b->count == MOST_ARRAYS)
        abort();
    return b->arrays[b->count++] = bench_device_alloc(bytes);
}

static void free_arrays(struct bench *b)
{
    while (b->count > 0)
        bench_tsqr_free(b->arrays[--b->count]);
}

static void fill(cuddreal *X, int64_t count, uint64_t seed)
{
    if (dd_hashed_fill(X, count, seed, 0) != 0)
        exit(2);
}

/* A diagonal of n numbers, or a subdiagonal of n - 1, from one number. */
static void set_diagonal(const struct bench *b, cuddreal value, int64_t count, cuddreal *to, int64_t increment)
{
    bench_eigen_must(b->handle, ddblasWlaset(b->handle, DDBLAS_FILL_MODE_FULL, 1, count, &value, &value, to, increment));
}

static int64_t info_of(const struct bench *b, int64_t member)
{
    int64_t info = -1;
    bench_eigen_must(b->handle, ddblasGetMatrix(b->handle, 1, 1, sizeof info, b->info + member, 1, &info, 1));
    return info;
}

static size_t matrix_bytes(const struct bench *b, size_t size) { return (size_t)(b->n * b->n) * size; }

/* ---- sygvd ----------------------------------------------------------------------------------- */

static void restore_pair(void *data)
{
    const struct bench *b = data;
    bench_tsqr_copy(b->F, b->A, matrix_bytes(b, sizeof *b->F));
    bench_tsqr_copy(b->G, b->B, matrix_bytes(b, sizeof *b->G));
    bench_tsqr_copy(b->double_F, b->double_A, matrix_bytes(b, sizeof *b->double_F));
    bench_tsqr_copy(b->double_G, b->double_B, matrix_bytes(b, sizeof *b->double_G));
}

static void run_sygvd(void *data)
{
    const struct bench *b = data;
    bench_eigen_must(b->handle, ddblasWsygvd(b->handle, DDBLAS_EIG_TYPE_1, DDBLAS_EIG_MODE_VECTOR, DDBLAS_FILL_MODE_LOWER, b->n,
                                             b->F, b->n, b->G, b->n, b->w, b->info));
}

static void run_peer_sygvd(void *data)
{
    const struct bench *b = data;
    bench_cusolver_sygvd(b->n, b->double_F, b->double_G);
}

static void measure_sygvd(struct bench *b)
{
    const int64_t n = b->n;
    const size_t bytes = matrix_bytes(b, sizeof(cuddreal));
    b->A = new_array(b, bytes);
    b->B = new_array(b, bytes);
    b->F = new_array(b, bytes);
    b->G = new_array(b, bytes);
    cuddreal *C = new_array(b, bytes);
    double **const in_double[] = {&b->double_A, &b->double_B, &b->double_F, &b->double_G};
    for (int k = 0; k < 4; k++)
        *in_double[k] = new_array(b, bytes / 2);
    b->w = new_array(b, (size_t)n * sizeof *b->w);
    fill(b->A, n * n, 1);
    fill(b->B, n * n, 2);
    set_diagonal(b, cuddFromDouble(2.0 * (double)n), n, b->B, n + 1);
    bench_eigen_must(b->handle, ddblasConvertWtoD(b->handle, n, n, b->A, n, b->double_A, n));
    bench_eigen_must(b->handle, ddblasConvertWtoD(b->handle, n, n, b->B, n, b->double_B, n));
    const double peer = bench_eigen_seconds(restore_pair, run_peer_sygvd, b),
                 ours = bench_eigen_seconds(restore_pair, run_sygvd, b);
    const struct bench_pairs pairs = {b->handle, 0, n, n, b->A, b->F, b->w, C};
    const double error = info_of(b, 0) == 0 ? bench_generalised_error(&pairs, b->B, b->G) : (double)INFINITY;
    bench_eigen_write(b->out, "sygvd", 'W', n, "random", ours, peer, error);
    free_arrays(b);
}

/* ---- sytrd ----------------------------------------------------------------------------------- */

static void restore_matrix(void *data)
{
    const struct bench *b = data;
    bench_tsqr_copy(b->F, b->A, matrix_bytes(b, sizeof *b->F));
    bench_tsqr_copy(b->double_F, b->double_A, matrix_bytes(b, sizeof *b->double_F));
}

static void run_sytrd(void *data)
{
    const struct bench *b = data;
    bench_eigen_must(b->handle, ddblasWsytrd(b->handle, DDBLAS_FILL_MODE_LOWER, b->n, b->F, b->n, b->d, b->e, b->tau));
}

static void run_peer_sytrd(void *data)
{
    const struct bench *b = data;
    bench_cusolver_sytrd(b->n, b->double_F);
}

/* All elements of T. */
static void form_tridiagonal(const struct bench *b, cuddreal *T)
{
    const int64_t n = b->n;
    bench_eigen_must(b->handle, ddblasWlaset(b->handle, DDBLAS_FILL_MODE_FULL, n, n, &zero, &zero, T, n));
    bench_eigen_must(b->handle, ddblasWcopy(b->handle, n, b->d, 1, T, n + 1));
    bench_eigen_must(b->handle, ddblasWcopy(b->handle, n - 1, b->e, 1, T + 1, n + 1));
    bench_eigen_must(b->handle, ddblasWcopy(b->handle, n - 1, b->e, 1, T + n, n + 1));
}

static void new_vectors(struct bench *b)
{
    cuddreal **const vectors[] = {&b->d, &b->e, &b->tau, &b->w, &b->values};
    for (int k = 0; k < 5; k++)
        *vectors[k] = new_array(b, (size_t)b->n * sizeof **vectors[k]);
}

static void measure_sytrd(struct bench *b)
{
    const int64_t n = b->n;
    const size_t bytes = matrix_bytes(b, sizeof(cuddreal));
    b->A = new_array(b, bytes);
    b->F = new_array(b, bytes);
    b->double_A = new_array(b, bytes / 2);
    b->double_F = new_array(b, bytes / 2);
    new_vectors(b);
    fill(b->A, n * n, 1);
    bench_eigen_must(b->handle, ddblasConvertWtoD(b->handle, n, n, b->A, n, b->double_A, n));
    const double peer = bench_eigen_seconds(restore_matrix, run_peer_sytrd, b),
                 ours = bench_eigen_seconds(restore_matrix, run_sytrd, b);
    cuddreal *T = new_array(b, bytes), *C = new_array(b, bytes), *D = new_array(b, bytes);
    form_tridiagonal(b, T);
    bench_eigen_must(b->handle, ddblasWorgtr(b->handle, DDBLAS_FILL_MODE_LOWER, n, b->F, n, b->tau));
    const struct bench_pairs pairs = {b->handle, 0, n, n, b->A, b->F, NULL, C};
    bench_eigen_write(b->out, "sytrd", 'W', n, "random", ours, peer, bench_similar_error(&pairs, T, D));
    free_arrays(b);
}

/* ---- stedc, stein ---------------------------------------------------------------------------- */

static void restore_values(void *data)
{
    const struct bench *b = data;
    bench_tsqr_copy(b->values, b->d, (size_t)b->n * sizeof *b->d);
}

static void restore_nothing(void *data) { (void)data; }

static void run_stedc(void *data)
{
    const struct bench *b = data;
    bench_eigen_must(b->handle, ddblasWstedc(b->handle, DDBLAS_EVECT_TRIDIAGONAL, b->n, b->values, b->e, b->F, b->n, b->info));
}

static void run_stein(void *data)
{
    const struct bench *b = data;
    bench_eigen_must(b->handle, ddblasWstein(b->handle, b->n, b->d, b->e, b->m, b->values, b->F, b->n, b->info));
}

/* d and e of the second difference, or of sytrd of a random matrix. */
static void make_tridiagonal(struct bench *b, int difference)
{
    if (difference)
    {
        set_diagonal(b, cuddFromDouble(2.0), b->n, b->d, 1);
        set_diagonal(b, cuddFromDouble(-1.0), b->n - 1, b->e, 1);
        return;
    }
    fill(b->F, b->n * b->n, 1);
    run_sytrd(b);
}

static void write_part(struct bench *b, const char *routine, const char *variant, double ours)
{
    const struct bench_pairs pairs = {b->handle, 0, b->n, b->m, b->A, b->F, b->values, b->G};
    bench_eigen_write(b->out, routine, 'W', b->n, variant, ours, 0.0,
                      info_of(b, 0) == 0 ? bench_pairs_error(&pairs) : (double)INFINITY);
}

/* stein, of the first m eigenvalues by stebz. */
static void measure_stein(struct bench *b, int64_t m, const char *variant)
{
    int64_t found = 0, *there = new_array(b, sizeof *there);
    if (!bench_selects(b->rows, "stein", variant))
        return;
    b->m = m;
    bench_eigen_must(b->handle,
                     ddblasWstebz(b->handle, DDBLAS_EIG_RANGE_I, b->n, NULL, NULL, 1, m, b->d, b->e, there, b->values, b->info));
    bench_eigen_must(b->handle, ddblasGetMatrix(b->handle, 1, 1, sizeof found, there, 1, &found, 1));
    if (found != m)
        exit(2);
    write_part(b, "stein", variant, bench_eigen_seconds(restore_nothing, run_stein, b));
}

static void measure_tridiagonal(struct bench *b)
{
    static const char *const variants[] = {"random", "1-2-1"};
    const size_t bytes = matrix_bytes(b, sizeof(cuddreal));
    b->A = new_array(b, bytes);
    b->F = new_array(b, bytes);
    b->G = new_array(b, bytes);
    new_vectors(b);
    for (int difference = 0; difference < 2; difference++)
    {
        make_tridiagonal(b, difference);
        form_tridiagonal(b, b->A);
        b->m = b->n;
        if (bench_selects(b->rows, "stedc", variants[difference]))
            write_part(b, "stedc", variants[difference], bench_eigen_seconds(restore_values, run_stedc, b));
        measure_stein(b, b->n, difference ? "1-2-1 all" : "random all");
        measure_stein(b, b->n / 8, difference ? "1-2-1 eighth" : "random eighth");
    }
    free_arrays(b);
}

/* ---- batches --------------------------------------------------------------------------------- */

static void restore_batch(void *data)
{
    const struct bench *b = data;
    const size_t parts = b->complex ? 2 : 1;
    bench_tsqr_copy(b->F, b->A, MEMBERS * parts * matrix_bytes(b, sizeof *b->F));
    bench_tsqr_copy(b->double_F, b->double_A, MEMBERS * parts * matrix_bytes(b, sizeof *b->double_F));
}

static void run_batch(void *data)
{
    const struct bench *b = data;
    const ddblasEigMode_t jobz = DDBLAS_EIG_MODE_VECTOR;
    const ddblasFillMode_t uplo = DDBLAS_FILL_MODE_LOWER;
    bench_eigen_must(b->handle, b->complex ? ddblasUheevdStridedBatched(b->handle, jobz, uplo, b->n, (cuddcomplex *)(void *)b->F,
                                                                        b->n, b->n * b->n, b->w, b->n, b->info, MEMBERS)
                                           : ddblasWsyevdStridedBatched(b->handle, jobz, uplo, b->n, b->F, b->n, b->n * b->n,
                                                                        b->w, b->n, b->info, MEMBERS));
}

static void run_peer_batch(void *data)
{
    const struct bench *b = data;
    bench_cusolver_syevj_batched(b->complex, b->n, MEMBERS, b->double_F);
}

static double error_of_member(const struct bench *b, int64_t member, void *C)
{
    const int64_t first = member * b->n * b->n * (b->complex ? 2 : 1);
    const struct bench_pairs pairs = {b->handle, b->complex, b->n, b->n, b->A + first, b->F + first, b->w + member * b->n, C};
    return info_of(b, member) == 0 ? bench_pairs_error(&pairs) : (double)INFINITY;
}

/* Elements of W, in U two for each element. */
static void measure_batch_of(struct bench *b, int complex)
{
    const int64_t n = b->n, parts = complex ? 2 : 1;
    const size_t bytes = MEMBERS * (size_t)parts * matrix_bytes(b, sizeof(cuddreal));
    double worst = 0.0;
    b->complex = complex;
    b->A = new_array(b, bytes);
    b->F = new_array(b, bytes);
    b->double_A = new_array(b, bytes / 2);
    b->double_F = new_array(b, bytes / 2);
    b->w = new_array(b, (size_t)(n * MEMBERS) * sizeof *b->w);
    void *C = new_array(b, (size_t)parts * matrix_bytes(b, sizeof(cuddreal)));
    fill(b->A, parts * n * n * MEMBERS, 1);
    bench_eigen_must(b->handle, ddblasConvertWtoD(b->handle, parts * n, n * MEMBERS, b->A, parts * n, b->double_A, parts * n));
    const double peer = bench_eigen_seconds(restore_batch, run_peer_batch, b),
                 ours = bench_eigen_seconds(restore_batch, run_batch, b);
    for (int64_t member = 0; member < MEMBERS; member += (MEMBERS - 1) / 2)
    {
        const double error = error_of_member(b, member, C);
        worst = error <= worst ? worst : error;
    }
    bench_eigen_write(b->out, complex ? "heevdStridedBatched" : "syevdStridedBatched", complex ? 'U' : 'W', n, "5000 members",
                      ours, peer, worst);
    free_arrays(b);
}

static void measure_batch(struct bench *b)
{
    if (!b->rows || strstr(b->rows, "syevdStridedBatched"))
        measure_batch_of(b, 0);
    if (!b->rows || strstr(b->rows, "heevdStridedBatched"))
        measure_batch_of(b, 1);
}

/* ---- main ------------------------------------------------------------------------------------ */

/* Whether -r names a routine, with or without a variant. */
static int wants(const struct bench *b, const char *routine) { return !b->rows || strstr(b->rows, routine) != NULL; }

static void measure_orders(struct bench *b, const struct bench_options *o, int64_t first, int64_t second,
                           void (*measure)(struct bench *b))
{
    const int64_t usual[] = {first, second};
    for (int i = 0; i < (o->count ? o->count : 2); i++)
    {
        b->n = o->count ? o->orders[i] : usual[i];
        if (b->n > 0 && (b->n <= BATCHED) == (measure == measure_batch))
            measure(b);
    }
}

int main(int count, char **arguments)
{
    struct bench_options options = {0};
    struct bench b = {0};
    if (!bench_read_options(count, arguments, &options) || options.quick)
    {
        fprintf(stderr, "usage: bench_eigen_parts [-o file.csv] [-r rows] [n ...]\n");
        return 2;
    }
    bench_eigen_must(NULL, ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA));
    b.info = bench_device_alloc(MEMBERS * sizeof *b.info);
    b.rows = options.rows;
    b.out = bench_eigen_open(
        &options, "times in seconds; the peers are cuSOLVER's Dsygvd, Dsytrd, DsyevjBatched and ZheevjBatched; error in n "
                  "2^-104");
    if (wants(&b, "sygvd"))
        measure_orders(&b, &options, 1024, 4096, measure_sygvd);
    if (wants(&b, "sytrd"))
        measure_orders(&b, &options, 4096, 8192, measure_sytrd);
    if (wants(&b, "stedc") || wants(&b, "stein"))
        measure_orders(&b, &options, 8192, 0, measure_tridiagonal);
    if (wants(&b, "syevdStridedBatched") || wants(&b, "heevdStridedBatched"))
        measure_orders(&b, &options, 32, 0, measure_batch);
    bench_close(b.out, b.handle);
    return 0;
}
