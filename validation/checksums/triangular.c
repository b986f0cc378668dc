/*
 * Products with triangular matrices and systems: trmm and trsm.
 */
#include "checksums.h"

typedef ddblasStatus_t trmm_call(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                 ddblasDiagType_t diag, int64_t m, int64_t n, const void *alpha, const void *A, int64_t lda,
                                 const void *B, int64_t ldb, void *C, int64_t ldc);
typedef ddblasStatus_t trsm_call(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, ddblasOperation_t trans,
                                 ddblasDiagType_t diag, int64_t m, int64_t n, const void *alpha, const void *A, int64_t lda,
                                 void *B, int64_t ldb);

#define ROW_OF_TYPE(letter)                                                                                                      \
    static ddblasStatus_t trmm_##letter(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,                     \
                                        ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const void *alpha, \
                                        const void *A, int64_t lda, const void *B, int64_t ldb, void *C, int64_t ldc)            \
    {                                                                                                                            \
        return ddblas##letter##trmm(handle, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb, C, ldc);                       \
    }                                                                                                                            \
    static ddblasStatus_t trsm_##letter(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo,                     \
                                        ddblasOperation_t trans, ddblasDiagType_t diag, int64_t m, int64_t n, const void *alpha, \
                                        const void *A, int64_t lda, void *B, int64_t ldb)                                        \
    {                                                                                                                            \
        return ddblas##letter##trsm(handle, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb);                               \
    }
EACH_LEVEL3_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE
#define ROW_OF_TYPE(letter) [DDBLAS_TYPE_##letter] = {trmm_##letter, trsm_##letter},
static const struct
{
    trmm_call *trmm;
    trsm_call *trsm;
} calls[DDBLAS_TYPE_ALL_COUNT] = {EACH_LEVEL3_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE
};

enum task
{
    TRMM,
    TRMM_IN_PLACE,
    TRSM,
    TASK_COUNT
};

struct letters
{
    ddblasSideMode_t side;
    ddblasFillMode_t uplo;
    ddblasOperation_t trans;
    ddblasDiagType_t diag;
};

static const struct variant
{
    int pads[3]; /* lda, ldb, ldc above the least */
    char alpha;
    enum data data;
    int shift, device_scalars;
} variants[] = {
    {{0, 0, 0}, 'x', DATA_PLAIN, 0, 0},   {{3, 1, 5}, '1', DATA_CANCEL, 1, 0}, {{1, 0, 2}, 'm', DATA_ZEROS, 0, 1},
    {{0, 2, 1}, 'x', DATA_SPECIAL, 0, 0}, {{1, 1, 1}, 'x', DATA_RANGE, 0, 1},  {{0, 1, 0}, '0', DATA_NAN, 0, 0},
};

/* A system keeps numbers of its own size when the diagonal outweighs the rest: each element of the
 * diagonal is 1 above a multiple of 2^6. */
static void strengthen(struct run *run, int type, void *A, int64_t q, int64_t lda)
{
    const int real = type_real(type);
    for (int64_t i = 0; i < q; i++)
    {
        unsigned char element[sizeof(cuddcomplex)] = {0};
        const double value = 64.0 * (double)(1 + random_bits(run) % 4) + 1.0;
        const float single = (float)value;
        for (size_t b = 0; b < (real == DDBLAS_TYPE_S ? sizeof single : sizeof value); b++)
            element[b] = ((const unsigned char *)(real == DDBLAS_TYPE_S ? (const void *)&single : (const void *)&value))[b];
        must(run,
             ddblasSetMatrix(run->handle, 1, 1, type_size(type), element, 1,
                             (char *)A + (size_t)(i * (lda + 1)) * type_size(type), 1),
             "ddblasSetMatrix");
    }
}

static void triangular_case(struct run *run, int type, enum task task, const struct letters *l, int m, int n,
                            const struct variant *v)
{
    static const char *const names[TASK_COUNT] = {"trmm", "trmm", "trsm"};
    const int q = l->side == DDBLAS_SIDE_LEFT ? m : n;
    if (!case_begin(run, vendor_always(type), (double)m * n * q, "%c%s %s %s %c %s m=%d n=%d ld=+%d,%d,%d alpha=%c %s%s%s%s",
                    type_letter(type), names[task], l->side == DDBLAS_SIDE_LEFT ? "left" : "right",
                    l->uplo == DDBLAS_FILL_MODE_LOWER ? "lower" : "upper", "NTC"[l->trans],
                    l -> diag == DDBLAS_DIAG_UNIT ? "unit" : "non-unit", m, n, v->pads[0], v->pads[1], v->pads[2], v->alpha,
                    data_names[v->data], v->shift ? " shifted" : "", v->device_scalars ? " device-scalars" : "",
                    task == TRMM_IN_PLACE ? " in-place" : ""))
        return;
    const int64_t lda = (q > 0 ? q : 1) + v->pads[0], ldb = (m > 0 ? m : 1) + v->pads[1], ldc = (m > 0 ? m : 1) + v->pads[2];
    must(run, ddblasSetPointerMode(run->handle, (ddblasPointerMode_t)v->device_scalars), "ddblasSetPointerMode");
    const void *alpha = operand_scalar(run, type, v->alpha);
    run->shift = v->shift;
    void *A = operand_matrix(run, type, v->data, l->uplo == DDBLAS_FILL_MODE_LOWER ? PART_LOWER : PART_UPPER, q, q, lda);
    if (task == TRSM && v->data == DATA_PLAIN)
        strengthen(run, type, A, q, lda);
    void *B = operand_matrix(run, type, v->data, PART_WHOLE, m, n, ldb);
    void *C = task == TRMM ? operand_matrix(run, type, DATA_NAN, PART_WHOLE, m, n, ldc) : B;
    const ddblasStatus_t status =
        task == TRSM ? calls[type].trsm(run->handle, l->side, l->uplo, l->trans, l->diag, m, n, alpha, A, lda, B, ldb)
                     : calls[type].trmm(run->handle, l->side, l->uplo, l->trans, l->diag, m, n, alpha, A, lda, B, ldb, C,
                                        task == TRMM ? ldc : ldb);
    case_hash(run, C);
    must(run, ddblasSetPointerMode(run->handle, DDBLAS_POINTER_MODE_HOST), "ddblasSetPointerMode");
    case_end(run, status);
}

/* The first of these sizes takes every variant and all letters. The others take the first two
 * variants by turns, large ones the first, and for each of the other letters one diagonal. */
static const int sizes[][2] = {{19, 6},    {34, 40},   {0, 3},    {3, 0},    {1, 1},     {1, 20},   {20, 1},  {8, 8},
                               {16, 17},   {17, 33},   {65, 30},  {129, 4},  {5, 130},   {256, 7},  {257, 9}, {64, 200},
                               {300, 100}, {100, 300}, {513, 33}, {70, 515}, {640, 640}, {1030, 65}};

enum
{
    THOROUGH = 1,
    LARGE = 400000 /* multiply-adds from which only the first variant is run, and no operation C */
};

static void triangular_size(struct run *run, int type, size_t size, const struct letters *l)
{
    const int m = sizes[size][0], n = sizes[size][1], q = l->side == DDBLAS_SIDE_LEFT ? m : n;
    const double work = (double)m * n * q;
    const int thorough = size < THOROUGH;
    if (l->trans == DDBLAS_OP_C && !thorough && (work > LARGE || !type_is_complex(type)))
        return;
    const size_t only = work > LARGE ? 0 : size % 2;
    const int diag = ((int)size + (int)l->side + (int)l->uplo + (int)l->trans) % 2;
    for (int task = 0; task < TASK_COUNT; task++)
        for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++)
            if (thorough || (v == only && diag == (int)l->diag && (task != TRMM_IN_PLACE || v == 0)))
                triangular_case(run, type, (enum task)task, l, m, n, &variants[v]);
}

void checksums_triangular(struct run *run)
{
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
            for (int side = 0; side < 2; side++)
                for (int uplo = 0; uplo < 2; uplo++)
                    for (int trans = DDBLAS_OP_N; trans <= DDBLAS_OP_C; trans++)
                        for (int diag = 0; diag < 2; diag++)
                        {
                            const struct letters letters = {(ddblasSideMode_t)side, (ddblasFillMode_t)uplo,
                                                            (ddblasOperation_t)trans, (ddblasDiagType_t)diag};
                            triangular_size(run, type, s, &letters);
                        }
}
