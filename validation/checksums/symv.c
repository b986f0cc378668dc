/*
 * symv and hemv: every type and triangle, the orders of the GPU, and ASPEN.K2's entry points.
 */
#include "checksums.h"

#include <dd/aspen.h>

typedef ddblasStatus_t symv_call(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const void *alpha, const void *A,
                                 int64_t lda, const void *x, int64_t incx, const void *beta, void *y, int64_t incy);

#define DEFINE(name)                                                                                                             \
    static ddblasStatus_t call_##name(ddblasHandle_t handle, ddblasFillMode_t uplo, int64_t n, const void *alpha, const void *A, \
                                      int64_t lda, const void *x, int64_t incx, const void *beta, void *y, int64_t incy)         \
    {                                                                                                                            \
        return ddblas##name(handle, uplo, n, alpha, A, lda, x, incx, beta, y, incy);                                             \
    }
DEFINE(Ssymv)
DEFINE(Dsymv)
DEFINE(Wsymv)
DEFINE(Csymv)
DEFINE(Zsymv)
DEFINE(Usymv)
DEFINE(Chemv)
DEFINE(Zhemv)
DEFINE(Uhemv)
#undef DEFINE

static const struct routine
{
    const char *name;
    int type;
    symv_call *call;
} routines[] = {{"Ssymv", DDBLAS_TYPE_S, call_Ssymv}, {"Dsymv", DDBLAS_TYPE_D, call_Dsymv}, {"Wsymv", DDBLAS_TYPE_W, call_Wsymv},
                {"Csymv", DDBLAS_TYPE_C, call_Csymv}, {"Zsymv", DDBLAS_TYPE_Z, call_Zsymv}, {"Usymv", DDBLAS_TYPE_U, call_Usymv},
                {"Chemv", DDBLAS_TYPE_C, call_Chemv}, {"Zhemv", DDBLAS_TYPE_Z, call_Zhemv}, {"Uhemv", DDBLAS_TYPE_U, call_Uhemv}};

static const struct variant
{
    int pad, incx, incy; /* lda - n */
    char alpha, beta;
    enum data data;
    int shift, device_scalars;
} variants[] = {
    {0, 1, 1, 'x', 'x', DATA_PLAIN, 0, 0},   {3, -2, 3, 'x', '0', DATA_WIDE, 0, 0},    {1, 3, -1, 'm', '1', DATA_CANCEL, 1, 0},
    {0, 1, 1, '1', '0', DATA_SPECIAL, 0, 0}, {5, 1, -2, 'r', 'r', DATA_SPECIAL, 1, 1}, {2, -1, 1, 'x', 'm', DATA_RANGE, 0, 1},
    {0, 1, 1, '0', 'x', DATA_NAN, 0, 0},     {1, 1, 1, 'r', '1', DATA_ZEROS, 0, 0},    {0, 2, 2, 'i', 'x', DATA_PLAIN, 1, 0},
};

enum
{
    COMMON = 2,   /* variants of every order */
    ELEMENT = 10, /* multiply-adds in the time in which an element of A is drawn */
    LARGE = 3000  /* orders from which each triangle has one variant */
};

static void symv_case(struct run *run, const struct routine *routine, ddblasFillMode_t uplo, int n, const struct variant *v,
                      ddblasSymvOrder_t order)
{
    const int type = routine->type;
    if (!case_begin(run, vendor_on_cpu(run, type), (double)ELEMENT * n * n,
                    "%s %s n=%d lda=+%d incx=%d incy=%d alpha=%c beta=%c %s%s%s%s", routine->name,
                    uplo == DDBLAS_FILL_MODE_LOWER ? "lower" : "upper", n, v->pad, v->incx, v->incy, v->alpha, v->beta,
                    data_names[v->data], v->shift ? " shifted" : "", v->device_scalars ? " device-scalars" : "",
                    order == DDBLAS_SYMV_ORDER_TICKETS ? " tickets" : ""))
        return;
    const int64_t lda = (n > 0 ? n : 1) + v->pad;
    must(run, ddblasSetSymvOrder(run->handle, order), "ddblasSetSymvOrder");
    must(run, ddblasSetPointerMode(run->handle, (ddblasPointerMode_t)v->device_scalars), "ddblasSetPointerMode");
    const void *alpha = operand_scalar(run, type, v->alpha), *beta = operand_scalar(run, type, v->beta);
    run->shift = v->shift;
    const void *A = operand_matrix(run, type, v->data, uplo == DDBLAS_FILL_MODE_LOWER ? PART_LOWER : PART_UPPER, n, n, lda);
    const void *x = operand_vector(run, type, v->data, n, v->incx);
    void *y = operand_vector(run, type, v->beta == '0' ? DATA_NAN : v->data == DATA_NAN ? DATA_PLAIN : v->data, n, v->incy);
    const ddblasStatus_t status = routine->call(run->handle, uplo, n, alpha, A, lda, x, v->incx, beta, y, v->incy);
    case_hash(run, y);
    must(run, ddblasSetPointerMode(run->handle, DDBLAS_POINTER_MODE_HOST), "ddblasSetPointerMode");
    case_end(run, status);
}

/* Every variant of a few orders, the first of all. */
static void symv_orders(struct run *run, const struct routine *routine, ddblasFillMode_t uplo)
{
    static const int all[] = {1, 2, 7, 33, 129, 300}, /* every variant */
        some[] = {0,   3,   4,   5,   6,   8,   9,   15,  16,  17,  31,  32,  34,   48,   63,   64,   65,   95,   96,   97,  127,
                  128, 130, 191, 192, 193, 255, 256, 257, 511, 512, 513, 777, 1000, 1024, 1535, 2047, 2049, 3001, 4096, 5003};
    for (int order = DDBLAS_SYMV_ORDER_FIXED; order <= DDBLAS_SYMV_ORDER_TICKETS; order++)
    {
        if (order == DDBLAS_SYMV_ORDER_TICKETS && run->engine == DDBLAS_ENGINE_CPU)
            continue; /* It has one order. */
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
            for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++)
                symv_case(run, routine, uplo, all[i], &variants[v], (ddblasSymvOrder_t)order);
        for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
            for (size_t v = 0; v < COMMON; v++)
                if (some[i] < LARGE || v == (size_t)uplo)
                    symv_case(run, routine, uplo, some[i], &variants[v], (ddblasSymvOrder_t)order);
    }
}

/* ---- ASPEN.K2 -------------------------------------------------------------------------------- */

#define DEFINE(name, scalar, letter)                                                                                             \
    static void aspen_##name(struct run *run, int upper, int n)                                                                  \
    {                                                                                                                            \
        if (!case_begin(run, OWN, (double)n * n, "ASPEN_" #name " %s n=%d", upper ? "upper" : "lower", n))                       \
            return;                                                                                                              \
        const int type = DDBLAS_TYPE_##letter, lda = n + 1;                                                                      \
        const scalar *alpha = operand_scalar(run, type, 'x'), *beta = operand_scalar(run, type, 'x');                            \
        const scalar *A = operand_matrix(run, type, DATA_PLAIN, upper ? PART_UPPER : PART_LOWER, n, n, lda);                     \
        const scalar *x = operand_vector(run, type, DATA_PLAIN, n, 2);                                                           \
        scalar *y = operand_vector(run, type, DATA_PLAIN, n, -1);                                                                \
        ASPEN_##name(upper ? 'U' : 'l', n, *alpha, A, lda, x, 2, *beta, y, -1);                                                  \
        case_hash(run, y);                                                                                                       \
        case_end(run, ASPEN_last_status());                                                                                      \
    }
DEFINE(ssymv, float, S)
DEFINE(dsymv, double, D)
DEFINE(wsymv, cuddreal, W)
DEFINE(chemv, ddblasComplex, C)
DEFINE(zhemv, ddblasDoubleComplex, Z)
DEFINE(uhemv, cuddcomplex, U)
#undef DEFINE

static void aspen_cases(struct run *run)
{
    static void (*const cases[])(struct run * run, int upper, int n) = {aspen_ssymv, aspen_dsymv, aspen_wsymv,
                                                                        aspen_chemv, aspen_zhemv, aspen_uhemv};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int n = 0; n < 200; n += 49)
            for (int upper = 0; upper < 2; upper++)
                cases[i](run, upper, n);
}

void checksums_symv(struct run *run)
{
    for (size_t r = 0; r < sizeof routines / sizeof routines[0]; r++)
        for (int uplo = DDBLAS_FILL_MODE_LOWER; uplo <= DDBLAS_FILL_MODE_UPPER; uplo++)
            symv_orders(run, &routines[r], (ddblasFillMode_t)uplo);
    must(run, ddblasSetSymvOrder(run->handle, DDBLAS_SYMV_ORDER_FIXED), "ddblasSetSymvOrder");
    if (run->engine == DDBLAS_ENGINE_CUDA)
        aspen_cases(run);
}
