/*
 * gemm: every type and operation, shapes of every kind, and the routes of the GPU.
 */
#include "gemm_call.h"

#define ROW_OF_TYPE(letter) GEMM_CALL(letter, ddblas##letter##gemm)
EACH_LEVEL3_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE
static gemm_call *const calls[DDBLAS_TYPE_ALL_COUNT] = {EACH_LEVEL3_TYPE(GEMM_CALL_OF_TYPE)};

static const struct variant
{
    int pads[3]; /* lda, ldb, ldc above the least */
    char alpha, beta;
    enum data data;
    int shift, device_scalars;
} variants[] = {
    {{0, 0, 0}, 'x', 'x', DATA_PLAIN, 0, 0},  {{3, 1, 5}, 'm', '0', DATA_WIDE, 1, 0},
    {{1, 0, 2}, '1', 'm', DATA_CANCEL, 0, 0}, {{0, 2, 1}, 'x', '0', DATA_SPECIAL, 0, 1},
    {{1, 1, 1}, 'r', '1', DATA_RANGE, 0, 0},  {{0, 1, 0}, '0', 'x', DATA_NAN, 0, 0},
    {{2, 0, 0}, 'x', '1', DATA_ZEROS, 0, 1},  {{0, 0, 3}, '0', '1', DATA_SPECIAL, 0, 0},
};

enum
{
    COMMON = 2 /* variants of every shape */
};

static void gemm_case(struct run *run, int type, const int shape[3], ddblasOperation_t transa, ddblasOperation_t transb,
                      const struct variant *v, ddblasGemmRoute_t route)
{
    static const char *const routes[] = {"", " plain-route", " residues"};
    const int m = shape[0], n = shape[1], k = shape[2];
    if (!case_begin(run, vendor_always(type), (double)m * n * k,
                    "%cgemm %c%c m=%d n=%d k=%d ld=+%d,%d,%d alpha=%c beta=%c %s%s%s%s", type_letter(type), "NTC"[transa],
                    "NTC"[transb], m, n, k, v -> pads[0], v -> pads[1], v -> pads[2], v -> alpha, v -> beta, data_names[v->data],
                    v -> shift ? " shifted" : "", v->device_scalars ? " device-scalars" : "", routes[route]))
        return;
    const int rows_a = transa == DDBLAS_OP_N ? m : k, columns_a = transa == DDBLAS_OP_N ? k : m;
    const int rows_b = transb == DDBLAS_OP_N ? k : n, columns_b = transb == DDBLAS_OP_N ? n : k;
    const int64_t lda = (rows_a > 0 ? rows_a : 1) + v->pads[0], ldb = (rows_b > 0 ? rows_b : 1) + v->pads[1];
    const int64_t ldc = (m > 0 ? m : 1) + v->pads[2];
    must(run, ddblasSetGemmRoute(run->handle, route), "ddblasSetGemmRoute");
    must(run, ddblasSetPointerMode(run->handle, (ddblasPointerMode_t)v->device_scalars), "ddblasSetPointerMode");
    const void *alpha = operand_scalar(run, type, v->alpha), *beta = operand_scalar(run, type, v->beta);
    run->shift = v->shift;
    const void *A = operand_matrix(run, type, v->data, PART_WHOLE, rows_a, columns_a, lda);
    const void *B = operand_matrix(run, type, v->data, PART_WHOLE, rows_b, columns_b, ldb);
    void *C = operand_matrix(run, type,
                             v->beta == '0'        ? DATA_NAN
                             : v->data == DATA_NAN ? DATA_PLAIN
                                                   : v->data,
                             PART_WHOLE, m, n, ldc);
    const ddblasStatus_t status = calls[type](run->handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    case_hash(run, C);
    must(run, ddblasSetPointerMode(run->handle, DDBLAS_POINTER_MODE_HOST), "ddblasSetPointerMode");
    case_end(run, status);
}

/* Shapes whose paths differ: empty ones, one row, column or term, thin ones, long sums, block
 * boundaries of the kernels. The first ones take every variant and operation. */
static const int shapes[][3] = {
    {5, 7, 3},      {33, 65, 129},   {0, 3, 2},        {3, 0, 2},         {3, 2, 0},          {1, 1, 1},        {1, 1, 100},
    {2, 3, 4},      {4, 4, 8},       {8, 6, 9},        {9, 17, 5},        {1, 64, 64},        {64, 1, 64},      {64, 64, 1},
    {63, 65, 2},    {66, 62, 7},     {16, 128, 16},    {17, 127, 33},     {128, 16, 64},      {100, 3, 1000},   {4, 200, 300},
    {2, 2, 20000},  {1, 1, 70000},   {3, 5, 132000},   {128, 128, 128},   {129, 255, 65},     {200, 300, 100},  {256, 256, 257},
    {1000, 1, 999}, {1, 1000, 999},  {300, 7, 2050},   {7, 300, 2050},    {513, 129, 300},    {640, 640, 64},   {511, 513, 512},
    {700, 900, 33}, {1024, 1024, 8}, {1024, 768, 640}, {1500, 1500, 700}, {2048, 1024, 1030}, {97, 20000, 300}, {20000, 97, 300},
};

enum
{
    THOROUGH = 2,
    LARGE = 4000000 /* multiply-adds from which only two cases are run: NN and TT */
};

static void gemm_shape(struct run *run, int type, const int shape[3], size_t variant_count, int last_op, ddblasGemmRoute_t route)
{
    const int large = (double)shape[0] * shape[1] * shape[2] > LARGE;
    for (int transa = DDBLAS_OP_N; transa <= last_op; transa++)
        for (int transb = DDBLAS_OP_N; transb <= last_op; transb++)
            for (size_t v = 0; v < variant_count; v++)
                if (variant_count > COMMON || (large ? transa == transb && v == (size_t)transa : v == (size_t)(shape[0] % 2)))
                    gemm_case(run, type, shape, (ddblasOperation_t)transa, (ddblasOperation_t)transb, &variants[v], route);
}

static void gemm_shapes(struct run *run, int type, ddblasGemmRoute_t route)
{
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        if (s < THOROUGH)
            gemm_shape(run, type, shapes[s], sizeof variants / sizeof variants[0], DDBLAS_OP_C, route);
        else
            gemm_shape(run, type, shapes[s], COMMON, DDBLAS_OP_T, route);
}

void checksums_gemm(struct run *run)
{
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
    {
        gemm_shapes(run, type, DDBLAS_GEMM_ROUTE_AUTO);
        if (vendor_always(type) || run->engine == DDBLAS_ENGINE_CPU)
            continue;
        gemm_shapes(run, type, DDBLAS_GEMM_ROUTE_PLAIN);
        gemm_shapes(run, type, DDBLAS_GEMM_ROUTE_RESIDUES);
    }
    must(run, ddblasSetGemmRoute(run->handle, DDBLAS_GEMM_ROUTE_AUTO), "ddblasSetGemmRoute");
}
