/*
 * symv and hemv for the tuner, on both engines: how a call is run and how its result is verified.
 *
 * Operands: each real number, and each part of a complex number, lies in [1/2, 1) and uses all its
 * bits. Hence (|A| |x|)_i <= 2 n for all such data. Two results that both satisfy the error bound
 * of dd/level2.h therefore differ by less than 2 sqrt(8) (n + 8) u_T 2 n in each part. Calls with
 * different turns use different parts of one allocation as the matrix.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "symv_work.h"
#include "core/sizes.h"

/* The forms, which are pairs of a routine and a triangle, in the order of ddblas_symv_form. */
const struct ddblas_tune_form ddblas_symv_forms[DDBLAS_SYMV_FORMS] = {
    {"symv", "lower", DDBLAS_TYPES_OF_SYMV},
    {"symv", "upper", DDBLAS_TYPES_OF_SYMV},
    {"hemv", "lower", DDBLAS_TYPES_OF_SYMV &DDBLAS_TYPES_COMPLEX},
    {"hemv", "upper", DDBLAS_TYPES_OF_SYMV &DDBLAS_TYPES_COMPLEX}};

/* ---- operands and calls --------------------------------------------------------------------- */

struct work
{
    ddblasType_t type;
    int form;
    int64_t capacity; /* Number of elements allocated for A. */
    void *A, *x, *y;  /* In memory of the engine. */
    char *host;       /* Room for two results in host memory. */
    /* The order n for which the first result in `host` was computed with the default parameters; 0:
     * there is none. */
    int64_t reference;
    int64_t n; /* The largest order. */
};

/* Returns the next number of a 64-bit xorshift generator. Any generator that fills all bits would
 * do. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static double random_half_to_one(uint64_t *state) { return 0.5 + 0x1p-54 * (double)(next_random(state) >> 11); }

static void fill_elements(ddblasType_t type, char *to, int64_t elements, uint64_t *state)
{
    const int64_t parts = elements * (ddblas_type_is_complex(type) ? 2 : 1);
    for (int64_t i = 0; i < parts; i++)
    {
        const double v = random_half_to_one(state);
        if (ddblas_type_is_single(type))
            ((float *)(void *)to)[i] = 0.5F + 0x1p-24F * (float)(next_random(state) >> 41);
        else if (ddblas_type_is_double_double(type))
            ((cuddreal *)(void *)to)[i] = cuddFastTwoSum(v, 0x1p-54 * random_half_to_one(state));
        else
            ((double *)(void *)to)[i] = v;
    }
}

enum
{
    /* Number of random elements. Longer arrays repeat these elements; that does not change the
     * time, because the time does not depend on the values. */
    PIECE = 1 << 16,
    LINE = 128 /* Bytes of a cache line. Columns start at cache line boundaries. */
};

static ddblasStatus_t upload(ddblasHandle_t handle, ddblasType_t type, void *to, int64_t elements)
{
    const size_t size = ddblas_type_size(type);
    const int64_t count = least(elements, PIECE);
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
    char *piece = ddblas_host_alloc(PIECE * size);
    if (!piece)
        return DDBLAS_STATUS_ALLOC_FAILED;
    fill_elements(type, piece, PIECE, &state);
    ddblasStatus_t status = ddblasSetVector(handle, count, size, piece, 1, to, 1);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = handle->backend->repeat(to, (size_t)count * size, (size_t)elements * size, handle->stream);
    free(piece);
    return status;
}

void ddblas_symv_release(ddblasHandle_t handle, void *pointer)
{
    struct work *w = pointer;
    if (!w)
        return;
    (void)ddblasFree(handle, w->A);
    (void)ddblasFree(handle, w->x);
    (void)ddblasFree(handle, w->y);
    free(w->host);
    free(w);
}

ddblasStatus_t ddblas_symv_prepare(ddblasHandle_t handle, ddblasType_t type, int form, int64_t n, void **pointer)
{
    const size_t size = ddblas_type_size(type);
    struct ddblas_device device;
    struct work *w = calloc(1, sizeof *w);
    *pointer = NULL;
    if (!w)
        return DDBLAS_STATUS_ALLOC_FAILED;
    (void)ddblas_device_facts(handle->backend, handle->device, &device);
    /* Calls of small orders use one part after another of an allocation that has four times the
     * size of the cache, if there is so much memory. So A is never in the cache. */
    const double rotated = 4.0 * device.cache / (double)size, memory = 0.25 * device.memory / (double)size;
    w->capacity = n * (n + 2 * LINE);
    if (rotated > (double)w->capacity && rotated < memory)
        w->capacity = (int64_t)rotated;
    w->type = type;
    w->form = form;
    w->n = n;
    ddblasStatus_t status = ddblasMalloc(handle, &w->A, (size_t)w->capacity * size);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasMalloc(handle, &w->x, (size_t)n * size);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasMalloc(handle, &w->y, (size_t)n * size);
    if (status == DDBLAS_STATUS_SUCCESS && !(w->host = ddblas_host_alloc(2 * (size_t)n * size)))
        status = DDBLAS_STATUS_ALLOC_FAILED;
    if (status == DDBLAS_STATUS_SUCCESS)
        status = upload(handle, type, w->A, w->capacity);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = upload(handle, type, w->x, n);
    if (status == DDBLAS_STATUS_SUCCESS)
        *pointer = w;
    else
        ddblas_symv_release(handle, w);
    return status;
}

/* The number 0. The first bytes of this element are the 0 of every type. */
static const cuddcomplex zero = {{0.0, 0.0}, {0.0, 0.0}};

/* Returns the leading dimension. On the GPU it lets the columns start on cache line boundaries,
 * which users who care about speed do too; with a negative turn columns start anywhere. On the CPU
 * the alignment makes no difference. */
static int64_t leading_dimension(ddblasHandle_t handle, ddblasType_t type, int64_t n, int turn)
{
    const int64_t line = LINE / (int64_t)ddblas_type_size(type), lda = round_up(n, line);
    if (handle->backend->engine != DDBLAS_ENGINE_CUDA)
        return n;
    return turn < 0 ? lda + 1 : lda;
}

ddblasStatus_t ddblas_symv_run(ddblasHandle_t handle, void *pointer, int64_t n, int turn)
{
    const struct work *w = pointer;
    const int64_t lda = leading_dimension(handle, w->type, n, turn), pieces = w->capacity / (lda * n);
    const int64_t piece = (turn < 0 ? -(int64_t)turn : turn) % pieces;
    const struct ddblas_symv_problem problem = {.type = w->type,
                                                .hermitian = w->form / 2,
                                                .uplo = w->form % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER,
                                                .n = n,
                                                .alpha = ddblas_type_one(w->type),
                                                .A = (const char *)w->A + (size_t)(piece * lda * n) * ddblas_type_size(w->type),
                                                .lda = lda,
                                                .x = w->x,
                                                .incx = 1,
                                                .beta = &zero,
                                                .y = w->y,
                                                .incy = 1};
#if DDBLAS_HAVE_CUDA
    if (handle->backend->engine == DDBLAS_ENGINE_CUDA)
    {
        const ddblasSymvOrder_t order = ddblas_symv_order(handle);
        ddblas_symv_set_order(handle, DDBLAS_SYMV_ORDER_FIXED); /* Tables exist for this order only. */
        const ddblasStatus_t status = ddblas_symv_cuda(handle, &problem);
        ddblas_symv_set_order(handle, order);
        return status;
    }
#endif
    return ddblas_symv_cpu(handle, &problem);
}

/* Runs one call and copies its result to the host. y is NaN before the call, so that elements that
 * the call does not write are detected. */
static ddblasStatus_t result(ddblasHandle_t handle, struct work *w, int64_t n, char *host)
{
    const size_t size = ddblas_type_size(w->type);
    memset(host, 0xff, (size_t)n * size);
    ddblasStatus_t status = ddblasSetVector(handle, n, size, host, 1, w->y, 1);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblas_symv_run(handle, w, n, 0);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasGetVector(handle, n, size, w->y, 1, host, 1);
    return status == DDBLAS_STATUS_SUCCESS ? ddblasSynchronize(handle) : status;
}

/* Returns |a - b| for part number i. If a or b is not finite, the result is not finite either, so
 * that the comparison fails. */
static double element_distance(ddblasType_t type, const char *a, const char *b, int64_t i)
{
    if (ddblas_type_is_single(type))
        return fabs((double)((const float *)(const void *)a)[i] - (double)((const float *)(const void *)b)[i]);
    if (ddblas_type_is_double_double(type))
        return fabs(cuddToDouble(cuddSub(((const cuddreal *)(const void *)a)[i], ((const cuddreal *)(const void *)b)[i])));
    return fabs(((const double *)(const void *)a)[i] - ((const double *)(const void *)b)[i]);
}

int ddblas_symv_agrees(ddblasHandle_t handle, void *pointer, int64_t n)
{
    struct work *w = pointer;
    char *other = w->host + (size_t)w->n * ddblas_type_size(w->type);
    if (w->reference != n)
    {
        struct ddblas_tune_table *table = ddblas_tune_exchange(handle, NULL);
        w->reference = 0;
        const ddblasStatus_t status = result(handle, w, n, w->host);
        (void)ddblas_tune_exchange(handle, table);
        if (status != DDBLAS_STATUS_SUCCESS)
            return 0;
        w->reference = n;
    }
    if (result(handle, w, n, other) != DDBLAS_STATUS_SUCCESS)
        return 0;
    const double bound = 2.0 * sqrt(8.0) * ((double)n + 8.0) * ddblas_type_unit(w->type) * 2.0 * (double)n;
    for (int64_t i = 0; i < n * (ddblas_type_is_complex(w->type) ? 2 : 1); i++)
        if (!(element_distance(w->type, w->host, other, i) <= bound))
            return 0;
    return 1;
}

double ddblas_symv_bytes(ddblasType_t type, int form, int64_t n)
{
    (void)form;
    return ((double)n * ((double)n + 1.0) / 2.0 + 2.0 * (double)n) * (double)ddblas_type_size(type);
}

int64_t ddblas_symv_largest(ddblasType_t type, double memory)
{
    return (int64_t)sqrt(0.25 * memory / (double)ddblas_type_size(type));
}
