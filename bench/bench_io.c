/*
 * Reading and writing a dense n x n W matrix: Matrix Market with 34 significant digits, and .npy.
 *
 *   bench_io [n] [folder]     n = 5000, folder = /tmp: needs 42 n^2 bytes there
 *
 * The ceiling is reading the same file in pieces of 1 MiB without looking at it, from the page
 * cache as the reader finds it. What was read must be what was written, bit by bit; the column
 * error counts the elements that are not.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <dd/io.h>

enum
{
    REPEATS = 3,
    PIECE = 1 << 20
};

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void require(ddblasStatus_t status)
{
    if (status == DDBLAS_STATUS_SUCCESS)
        return;
    (void)fprintf(stderr, "bench_io: %s\n", ddblasGetLastError(NULL));
    exit(1);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *seconds)
{
    qsort(seconds, REPEATS, sizeof *seconds, by_value);
    return seconds[REPEATS / 2];
}

/* A multiplicative generator: numbers of both signs, exponents -1 .. -12, low parts full. */
static void fill(ddblasHostMatrix *A)
{
    uint64_t x = 88172645463325252u;
    for (int64_t k = 0; k < A->m * A->n; k++)
    {
        uint64_t part[2];
        for (int p = 0; p < 2; p++)
        {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            part[p] = x;
        }
        double hi = ldexp((double)(int64_t)(part[0] << 1 | 1), -64 - (int)(part[1] % 12));
        ((cuddreal *)A->data)[k] = cuddNormalize(hi, hi * 0x1p-53 * ((double)(int64_t)part[1] * 0x1p-64));
    }
}

/* Bytes of the file, and seconds to read them. */
static double plain_read(const char *path, double *bytes)
{
    char *piece = malloc(PIECE);
    FILE *f = fopen(path, "rb");
    size_t got;
    if (!f || !piece)
        exit(1);
    *bytes = 0;
    double start = now();
    while ((got = fread(piece, 1, PIECE, f)) > 0)
        *bytes += (double)got;
    double seconds = now() - start;
    (void)fclose(f);
    free(piece);
    return seconds;
}

static void row(const char *routine, const char *variant, int64_t n, double seconds, double bytes, double ceiling, int64_t wrong)
{
    double achieved = bytes / seconds * 1e-9;
    printf("%s,W,%s,%" PRId64 ",%" PRId64 ",0,%.0f,%.4f,", routine, variant, n, n, seconds * 1e6, achieved);
    if (ceiling > 0)
        printf("%.3f,%.4f,,,,", ceiling, achieved / ceiling);
    else
        printf(",,,,,");
    printf("%s%" PRId64 "\n", wrong ? "FAIL " : "", wrong);
    (void)fflush(stdout);
}

static void measure(const char *path, const char *format, const char *variant, const ddblasHostMatrix *A,
                    const ddblasWriteOptions *options, int64_t n)
{
    double read[REPEATS], plain[REPEATS], bytes = 0;
    char name[32];
    int64_t wrong = 0;
    double written = now();
    require(ddblasWriteMatrix(path, A, options));
    written = now() - written;
    for (int r = 0; r < REPEATS; r++)
        plain[r] = plain_read(path, &bytes);
    for (int r = 0; r < REPEATS; r++)
    {
        ddblasHostMatrix B;
        double start = now();
        require(ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, &B));
        read[r] = now() - start;
        const cuddreal *a = A->data, *b = B.data;
        for (int64_t k = 0; k < n * n; k++)
            wrong += a[k].x != b[k].x || a[k].y != b[k].y;
        ddblasHostMatrixFree(&B);
    }
    (void)unlink(path);
    (void)snprintf(name, sizeof name, "write_%s", format);
    row(name, variant, n, written, bytes, 0.0, 0);
    (void)snprintf(name, sizeof name, "read_%s", format);
    row(name, variant, n, median(read), bytes, bytes / median(plain) * 1e-9, wrong);
}

int main(int argc, char **argv)
{
    int64_t n = argc > 1 ? strtoll(argv[1], NULL, 10) : 5000;
    const char *folder = argc > 2 ? argv[2] : "/tmp";
    char path[1024];
    ddblasHostMatrix A, B;
    require(ddblasHostMatrixInit(&A, DDBLAS_TYPE_W, n, n));
    fill(&A);
    printf("# bench_io: one thread, reads median of %d, writes once; achieved and ceiling in GB/s of file; error counts elements "
           "that differ\n",
           REPEATS);
    printf("routine,type,variant,m,n,k,median_us,achieved,ceiling,fraction,peer,peer_us,speedup,error\n");

    /* 34 digits do not determine every pair, so the matrix compared is that which they give */
    ddblasWriteOptions digits = {.digits = 34};
    (void)snprintf(path, sizeof path, "%s/bench_io_%ld.mtx", folder, (long)getpid());
    require(ddblasWriteMatrix(path, &A, &digits));
    require(ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, &B));
    ddblasHostMatrixFree(&A);
    measure(path, "mtx", "34 digits", &B, &digits, n);
    ddblasWriteOptions hex = {.digits = DDBLAS_DIGITS_HEX};
    measure(path, "mtx", "hexadecimal pairs", &B, &hex, n);
    (void)snprintf(path, sizeof path, "%s/bench_io_%ld.npy", folder, (long)getpid());
    measure(path, "npy", "pairs", &B, NULL, n);
    ddblasHostMatrixFree(&B);
    return 0;
}
