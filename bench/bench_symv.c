/*
 * symv and hemv on the GPU beside cuBLAS, reproducible and with atomics, and beside recorded times
 * of ASPEN.K2. Usage: bench_symv [-o file.csv] [-t types] [-n orders, with commas] [-r repeats] [-p
 * peers.csv] [-a] [-m] [-f]
 *   -a  also the odd neighbours: lda = n + 1 from one element past an aligned address
 *   -m  also with the sums of blocks brought together under mutexes, by tickets and in any order
 *   -f  only plain reads of as many bytes as the triangle has, rows named "read": no symv takes
 *       less. The fastest of several grids counts, so that chance favours the reads
 *
 * Counting: n (n + 1) / 2 elements over the time between events around one call, GB/s, against the
 * read bandwidth measured in the same run. Matrices rotate through at least 1 GiB. Errors are
 * largest |y_i - exact| / (|A| |x|)_i over 64 rows, in units u_T of the type, exact in
 * double-double; a W or U result is judged by the same arithmetic and so to about 20 units only.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <dd/ddblas.h>

#include "lib/bench.h"
#include "bounds.h"
#include "lib/symv_device.h"

enum
{
    ORDERS = 17,
    WARM = 3,
    SHORT = 2048, /* orders whose calls are so short that the host's pauses tell: */
    MORE = 5,     /* times as many repeats */
    MOST_TURNS = 64,
    RECORDS = 512,
    TEXT = 256
};

static const int64_t all_orders[ORDERS] = {64,   128,  256,   512,   1000,  1536,  2048,  3000, 4096,
                                           6000, 8192, 10000, 12345, 16384, 20000, 30000, 38400};

#define GIB 1073741824.0

struct record
{
    char routine[8], type, variant[8];
    int64_t n;
    double us;
};

struct bench
{
    FILE *out;
    ddblasHandle_t handle;
    char *memory; /* matrices */
    size_t bytes;
    void *x, *y;
    double bandwidth, fma;
    int repeats, failures, odd, mutexes;
    struct record records[RECORDS];
    int record_count;
};

/* One problem, rotating through `turns` matrices. */
struct rotation
{
    struct bench_symv call;
    struct bench *bench;
    const char *first;
    size_t stride;
    int turns, atomics;
};

static const struct bench_symv *at_turn(struct rotation *r, int turn)
{
    r->call.A = r->first + (size_t)(turn % r->turns) * r->stride;
    return &r->call;
}

static union
{
    float s[2];
    double d[2];
    cuddreal w;
    cuddcomplex u;
} one_s = {.s = {1.0F, 0.0F}}, one_d = {.d = {1.0, 0.0}}, one_u = {.u = {{1.0, 0.0}, {0.0, 0.0}}},
  zero = {.u = {{0.0, 0.0}, {0.0, 0.0}}};

static void call_ours(void *data, int turn)
{
    struct rotation *r = data;
    const struct bench_symv *c = at_turn(r, turn);
    ddblasHandle_t h = r->bench->handle;
    ddblasStatus_t status = DDBLAS_STATUS_NOT_SUPPORTED;
    switch (c->type)
    {
    case DDBLAS_TYPE_S:
        status = ddblasSsymv(h, c->uplo, c->n, one_s.s, c->A, c->lda, c->x, 1, zero.s, c->y, 1);
        break;
    case DDBLAS_TYPE_D:
        status = ddblasDsymv(h, c->uplo, c->n, one_d.d, c->A, c->lda, c->x, 1, zero.d, c->y, 1);
        break;
    case DDBLAS_TYPE_W:
        status = ddblasWsymv(h, c->uplo, c->n, &one_d.w, c->A, c->lda, c->x, 1, &zero.w, c->y, 1);
        break;
    case DDBLAS_TYPE_C:
        status = (c->hermitian ? ddblasChemv : ddblasCsymv)(h, c->uplo, c->n, (const ddblasComplex *)(const void *)&one_s, c->A,
                                                            c->lda, c->x, 1, (const ddblasComplex *)(const void *)&zero, c->y, 1);
        break;
    case DDBLAS_TYPE_Z:
        status = (c->hermitian ? ddblasZhemv : ddblasZsymv)(h, c->uplo, c->n, (const ddblasDoubleComplex *)(const void *)&one_d,
                                                            c->A, c->lda, c->x, 1,
                                                            (const ddblasDoubleComplex *)(const void *)&zero, c->y, 1);
        break;
    case DDBLAS_TYPE_U:
        status = (c->hermitian ? ddblasUhemv : ddblasUsymv)(h, c->uplo, c->n, &one_u.u, c->A, c->lda, c->x, 1, &zero.u, c->y, 1);
        break;
    default:
        break;
    }
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_symv: %s: %s\n", ddblasGetStatusName(status), ddblasGetLastError(h));
        exit(2);
    }
}

static void call_cublas(void *data, int turn)
{
    struct rotation *r = data;
    (void)bench_cublas_symv(at_turn(r, turn), r->atomics);
}

/* ---- recorded peers -------------------------------------------------------------------------- */

static void read_records(struct bench *b, const char *path)
{
    char line[TEXT];
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in) && b->record_count < RECORDS)
    {
        struct record r = {0};
        long long n = 0;
        if (sscanf(line, "%7[a-z],%c,%7[a-z],%lld,%lf", r.routine, &r.type, r.variant, &n, &r.us) == 5)
        {
            r.n = n;
            b->records[b->record_count++] = r;
        }
    }
    if (in)
        fclose(in);
    else
        bench_comment(b->out, "no recorded peers: %s could not be read", path);
}

static double recorded(const struct bench *b, const char *routine, char type, const char *variant, int64_t n)
{
    for (int i = 0; i < b->record_count; i++)
    {
        const struct record *r = &b->records[i];
        if (strcmp(r->routine, routine) == 0 && r->type == type && strcmp(r->variant, variant) == 0 && r->n == n)
            return r->us;
    }
    return 0.0;
}

/* ---- one measurement ------------------------------------------------------------------------- */

static const char letters[] = {
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_SYMV
#define DDBLAS_TYPE(letter, type, real, is_complex) #letter[0],
#include <dd/types.def>
};

static size_t size_of(ddblasType_t type)
{
    static const size_t sizes[] = {
#define DDBLAS_TYPES                                DDBLAS_TYPES_OF_SYMV
#define DDBLAS_TYPE(letter, type, real, is_complex) sizeof(type),
#include <dd/types.def>
    };
    return sizes[type];
}

static double unit_of(ddblasType_t type)
{
    if (type == DDBLAS_TYPE_W || type == DDBLAS_TYPE_U)
        return 0x1p-104;
    return type == DDBLAS_TYPE_S || type == DDBLAS_TYPE_C ? 0x1p-24 : 0x1p-53;
}

static int repeats_of(const struct bench *b, int64_t n)
{
    const int repeats = n <= SHORT ? MORE * b->repeats : b->repeats;
    return repeats < BENCH_MOST_REPEATS ? repeats : BENCH_MOST_REPEATS;
}

static void write_rows(struct bench *b, struct bench_row *row, struct rotation *r)
{
    const char *routine = row->routine;
    const char *triangle = r->call.uplo == DDBLAS_FILL_MODE_UPPER ? "upper" : "lower";
    const double aspen = r->call.lda == r->call.n ? recorded(b, routine, row->type, triangle, row->n) : 0.0;
    struct
    {
        const char *name;
        double us;
    } peers[3] = {{"cublas", 0.0}, {"cublas-atomics", 0.0}, {"aspen.k2-recorded", aspen}};
    for (int atomics = 0; atomics < 2; atomics++)
        if (bench_cublas_symv(&r->call, atomics))
        {
            r->atomics = atomics;
            peers[atomics].us = bench_device_median_us(call_cublas, r, WARM, repeats_of(b, row->n));
        }
    int written = 0;
    for (int p = 0; p < 3; p++)
        if (peers[p].us > 0.0)
        {
            row->peer = peers[p].name;
            row->peer_us = peers[p].us;
            b->failures += !bench_write(b->out, row);
            written++;
        }
    if (written == 0)
        b->failures += !bench_write(b->out, row);
}

/* Fills as many matrices as wanted, or as fit; the first begins `offset` bytes past an aligned
 * address. */
static void prepare(struct rotation *r, struct bench *b, ddblasType_t type, int64_t n, int64_t lda, int uplo, size_t offset)
{
    r->bench = b;
    r->stride = ((size_t)n * (size_t)lda * size_of(type) + 255) / 256 * 256;
    r->first = b->memory + offset;
    r->turns =
        (int)fmin(fmin(ceil(GIB / (double)r->stride) + 1.0, MOST_TURNS), floor((double)(b->bytes - offset) / (double)r->stride));
    for (int t = 0; t < r->turns; t++)
        bench_device_fill(type, b->memory + offset + (size_t)t * r->stride, n, n, lda, uplo, (uint64_t)t << 40);
}

static void measure(struct bench *b, ddblasType_t type, int hermitian, ddblasFillMode_t uplo, int64_t n, int odd,
                    ddblasSymvOrder_t order)
{
    static const char *const of_order[] = {"", " tickets", " any"};
    const size_t size = size_of(type);
    const int64_t lda = n + odd;
    struct rotation r = {0};
    prepare(&r, b, type, n, lda, (int)uplo, odd ? size : 0);
    if (r.turns < 1)
        return;
    if (ddblasSetSymvOrder(b->handle, order) != DDBLAS_STATUS_SUCCESS)
        exit(2);
    r.call = (struct bench_symv){type, hermitian, uplo, n, lda, NULL, b->x, b->y};
    bench_device_fill(type, b->x, n, 1, n, -1, UINT64_C(77) << 50);
    bench_device_fill(type, b->y, n, 1, n, DDBLAS_FILL_MODE_LOWER, 5);

    char variant[32];
    struct bench_row row = {.routine = hermitian ? "hemv" : "symv", .type = letters[type], .n = n};
    call_ours(&r, 0);
    row.error = bench_device_symv_error(&r.call) / unit_of(type);
    row.bound = dd_routine_bound(DD_ROUTINE_symv, type, (struct dd_bound_size){.k = n});
    row.median_us = bench_device_median_us(call_ours, &r, WARM, repeats_of(b, n));
    row.achieved = 1e-3 * (double)n * (double)(n + 1) / 2.0 * (double)size / row.median_us;
    row.ceiling = b->bandwidth;
    snprintf(variant, sizeof variant, "%s%s%s", uplo == DDBLAS_FILL_MODE_UPPER ? "upper" : "lower", odd ? " odd" : "",
             of_order[order]);
    row.variant = variant;
    write_rows(b, &row, &r);
    fflush(b->out);
}

static void measure_type(struct bench *b, ddblasType_t type, const int64_t *orders, int count)
{
    const int is_complex = type == DDBLAS_TYPE_C || type == DDBLAS_TYPE_Z || type == DDBLAS_TYPE_U;
    for (int hermitian = is_complex; hermitian >= 0; hermitian--)
        for (int uplo = 0; uplo < 2; uplo++)
            for (int i = 0; i < count; i++)
            {
                for (int odd = 0; odd <= b->odd; odd++)
                    measure(b, type, hermitian, (ddblasFillMode_t)uplo, orders[i], odd, DDBLAS_SYMV_ORDER_FIXED);
                if (b->mutexes)
                {
                    measure(b, type, hermitian, (ddblasFillMode_t)uplo, orders[i], 0, DDBLAS_SYMV_ORDER_TICKETS);
                    measure(b, type, hermitian, (ddblasFillMode_t)uplo, orders[i], 0, DDBLAS_SYMV_ORDER_ANY);
                }
            }
}

struct read
{
    struct rotation rotation;
    size_t bytes;
    int grid;
};

static void call_read(void *data, int turn)
{
    const struct read *r = data;
    bench_device_read(r->rotation.first + (size_t)(turn % r->rotation.turns) * r->rotation.stride, r->bytes, r->grid);
}

static void measure_floor(struct bench *b, ddblasType_t type, int64_t n)
{
    const size_t size = size_of(type);
    struct read r = {.bytes = ((size_t)n * (size_t)(n + 1) / 2 * size + 15) / 16 * 16};
    prepare(&r.rotation, b, type, n, n, -1, 0);
    if (r.rotation.turns < 1)
        return;
    double best = INFINITY;
    for (r.grid = 0; r.grid < BENCH_READ_GRIDS; r.grid++)
        best = fmin(best, bench_device_median_us(call_read, &r, WARM, repeats_of(b, n)));
    const struct bench_row row = {.routine = "read",
                                  .type = letters[type],
                                  .variant = "",
                                  .n = n,
                                  .median_us = best,
                                  .achieved = 1e-3 * (double)n * (double)(n + 1) / 2.0 * (double)size / best,
                                  .ceiling = b->bandwidth,
                                  .error = BENCH_NOT_MEASURED};
    b->failures += !bench_write(b->out, &row);
    fflush(b->out);
}

static int parse_orders(const char *text, int64_t *orders)
{
    int count = 0;
    for (char *end; *text && count < ORDERS; text = *end ? end + 1 : end)
        orders[count++] = strtoll(text, &end, 10);
    return count;
}

int main(int argc, char **argv)
{
    static struct bench b;
    const char *path = NULL, *types = "SDCZWU", *peers = DDBLAS_BENCH_DIR "/peers/aspen_k2_h200.csv";
    int64_t orders[ORDERS];
    int count = ORDERS, floors = 0;
    memcpy(orders, all_orders, sizeof orders);
    b.repeats = 21;
    for (int i = 1; i < argc; i++)
    {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "-a") == 0)
            b.odd = 1;
        else if (strcmp(argv[i], "-m") == 0)
            b.mutexes = 1;
        else if (strcmp(argv[i], "-f") == 0)
            floors = 1;
        else if (strcmp(argv[i], "-o") == 0)
            path = argv[++i];
        else if (strcmp(argv[i], "-t") == 0)
            types = argv[++i];
        else if (strcmp(argv[i], "-r") == 0)
            b.repeats = atoi(argv[++i]);
        else if (strcmp(argv[i], "-p") == 0)
            peers = argv[++i];
        else if (strcmp(argv[i], "-n") == 0 && (count = parse_orders(value, orders)) > 0)
            i++;
        else
        {
            fprintf(stderr,
                    "usage: bench_symv [-o file.csv] [-t types] [-n orders] [-r repeats] [-p peers.csv] [-a] [-m] [-f]\n");
            return 2;
        }
    }
    b.out = bench_open(path);
    if (ddblasCreateWithEngine(&b.handle, DDBLAS_ENGINE_CUDA) != DDBLAS_STATUS_SUCCESS)
    {
        fprintf(stderr, "bench_symv: %s\n", ddblasGetLastError(NULL));
        return 2;
    }
    int64_t largest = 0;
    for (int i = 0; i < count; i++)
        largest = orders[i] > largest ? orders[i] : largest;
    b.bytes =
        (size_t)fmin(0.9 * (double)bench_device_free_memory(),
                     fmax(4.0 * GIB, (strchr(types, 'U') ? 32.0 : 16.0) * (double)(largest + 1) * (double)largest + 4096.0));
    b.memory = bench_device_alloc(b.bytes);
    b.x = bench_device_alloc((size_t)(largest + 1) * sizeof(cuddcomplex));
    b.y = bench_device_alloc((size_t)(largest + 1) * sizeof(cuddcomplex));

    char text[TEXT];
    bench_device_describe(text, sizeof text);
    bench_describe_host(b.out);
    bench_comment(b.out, "%s", text);
    bench_device_fill(DDBLAS_TYPE_D, b.memory, 8192, 65536, 8192, -1, 1);
    b.bandwidth = bench_device_read_bandwidth(b.memory, (size_t)4 << 30);
    b.fma = bench_device_fma_rate();
    bench_comment(b.out, "ceilings: read-only bandwidth %.0f GB/s of 4 GiB, %.0f G FP64 fused multiply-add instructions/s",
                  b.bandwidth, b.fma);
    bench_comment(b.out,
                  "microseconds between events around one call, median of %d, up to order %d of %d; matrices rotated "
                  "through 1 GiB or more; errors in units u of the type",
                  repeats_of(&b, SHORT + 1), SHORT, repeats_of(&b, SHORT));
    read_records(&b, peers);
    bench_header(b.out);
    for (int t = 0; t < DDBLAS_TYPE_ALL_COUNT; t++)
        if (strchr(types, letters[t]) && !floors)
            measure_type(&b, (ddblasType_t)t, orders, count);
        else if (strchr(types, letters[t]))
            for (int i = 0; i < count; i++)
                measure_floor(&b, (ddblasType_t)t, orders[i]);
    (void)ddblasDestroy(b.handle);
    return b.failures > 0;
}
