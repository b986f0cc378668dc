/*
 * Products with symmetric and Hermitian operands: symm, hemm, syrk, herk, syr2k, her2k.
 */
#include "checksums.h"

/* One form for all of them: side or trans is the first or the second letter. */
typedef ddblasStatus_t symm_call(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n,
                                 const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb, const void *beta,
                                 void *C, int64_t ldc);
typedef ddblasStatus_t syrk_call(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n, int64_t k,
                                 const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb, const void *beta,
                                 void *C, int64_t ldc);

#define SYMM(name)                                                                                                               \
    static ddblasStatus_t call_##name(ddblasHandle_t handle, ddblasSideMode_t side, ddblasFillMode_t uplo, int64_t m, int64_t n, \
                                      const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb,                 \
                                      const void *beta, void *C, int64_t ldc)                                                    \
    {                                                                                                                            \
        return ddblas##name(handle, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);                                      \
    }
#define SYRK(name)                                                                                                               \
    static ddblasStatus_t call_##name(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,          \
                                      int64_t k, const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb,      \
                                      const void *beta, void *C, int64_t ldc)                                                    \
    {                                                                                                                            \
        (void)B;                                                                                                                 \
        (void)ldb;                                                                                                               \
        return ddblas##name(handle, uplo, trans, n, k, alpha, A, lda, beta, C, ldc);                                             \
    }
#define SYR2K(name)                                                                                                              \
    static ddblasStatus_t call_##name(ddblasHandle_t handle, ddblasFillMode_t uplo, ddblasOperation_t trans, int64_t n,          \
                                      int64_t k, const void *alpha, const void *A, int64_t lda, const void *B, int64_t ldb,      \
                                      const void *beta, void *C, int64_t ldc)                                                    \
    {                                                                                                                            \
        return ddblas##name(handle, uplo, trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc);                                     \
    }
#define ROW_OF_TYPE(letter) SYMM(letter##symm) SYRK(letter##syrk) SYR2K(letter##syr2k)
EACH_LEVEL3_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE
#define ROW_OF_TYPE(letter) SYMM(letter##hemm) SYRK(letter##herk) SYR2K(letter##her2k)
EACH_COMPLEX_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE

struct symm_routine
{
    const char *name;
    int type;
    symm_call *call;
};

struct syrk_routine
{
    const char *name;
    int type, hermitian; /* hermitian: op(A)^H, and a real beta */
    int real_alpha;
    syrk_call *call;
};

#define ROW(name, letter) {#name, DDBLAS_TYPE_##letter, call_##name},
static const struct symm_routine symm_routines[] = {
#define ROW_OF_TYPE(letter) ROW(letter##symm, letter)
    EACH_LEVEL3_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE
#define ROW_OF_TYPE(letter) ROW(letter##hemm, letter)
        EACH_COMPLEX_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE
};
#undef ROW
#define ROW(name, letter, hermitian, real_alpha) {#name, DDBLAS_TYPE_##letter, hermitian, real_alpha, call_##name},
static const struct syrk_routine syrk_routines[] = {
#define ROW_OF_TYPE(letter) ROW(letter##syrk, letter, 0, 0) ROW(letter##syr2k, letter, 0, 0)
    EACH_LEVEL3_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE
#define ROW_OF_TYPE(letter) ROW(letter##herk, letter, 1, 1) ROW(letter##her2k, letter, 1, 0)
        EACH_COMPLEX_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE
};

static const struct variant
{
    int pads[3]; /* lda, ldb, ldc above the least */
    char alpha, beta;
    enum data data;
    int shift, device_scalars;
} variants[] = {
    {{0, 0, 0}, 'x', 'x', DATA_PLAIN, 0, 0},  {{3, 1, 5}, 'm', '0', DATA_WIDE, 1, 0},
    {{1, 0, 2}, '1', 'm', DATA_CANCEL, 0, 0}, {{0, 2, 1}, 'x', '0', DATA_SPECIAL, 0, 1},
    {{1, 1, 1}, 'x', '1', DATA_RANGE, 0, 0},  {{0, 1, 0}, '0', 'x', DATA_NAN, 0, 0},
    {{2, 0, 0}, 'x', '1', DATA_ZEROS, 0, 1},  {{0, 0, 3}, '0', '1', DATA_SPECIAL, 0, 0},
};

enum
{
    VARIANT_COUNT = sizeof variants / sizeof variants[0],
    COMMON = 2,     /* variants of every size */
    THOROUGH = 2,   /* sizes with every variant */
    LARGE = 4000000 /* multiply-adds from which only the first variant is run */
};

static size_t variants_of(size_t size, double work) { return size < THOROUGH ? VARIANT_COUNT : work > LARGE ? 1 : COMMON; }

static int64_t leading(int64_t rows, int pad) { return (rows > 0 ? rows : 1) + pad; }

/* The data of C: NaN where it is not read, and numbers where the others are not. */
static enum data result_data(const struct variant *v)
{
    return v->beta == '0' ? DATA_NAN : v->data == DATA_NAN ? DATA_PLAIN : v->data;
}

static void symm_case(struct run *run, const struct symm_routine *routine, int side, int uplo, int m, int n,
                      const struct variant *v)
{
    const int type = routine->type, q = side == DDBLAS_SIDE_LEFT ? m : n;
    if (!case_begin(run, vendor_always(type), (double)m * n * q, "%s %s %s m=%d n=%d ld=+%d,%d,%d alpha=%c beta=%c %s%s%s",
                    routine->name, side == DDBLAS_SIDE_LEFT ? "left" : "right",
                    uplo == DDBLAS_FILL_MODE_LOWER ? "lower" : "upper", m, n, v->pads[0], v->pads[1], v->pads[2], v->alpha,
                    v->beta, data_names[v->data], v->shift ? " shifted" : "", v->device_scalars ? " device-scalars" : ""))
        return;
    const int64_t lda = leading(q, v->pads[0]), ldb = leading(m, v->pads[1]), ldc = leading(m, v->pads[2]);
    must(run, ddblasSetPointerMode(run->handle, (ddblasPointerMode_t)v->device_scalars), "ddblasSetPointerMode");
    const void *alpha = operand_scalar(run, type, v->alpha), *beta = operand_scalar(run, type, v->beta);
    run->shift = v->shift;
    const void *A = operand_matrix(run, type, v->data, uplo == DDBLAS_FILL_MODE_LOWER ? PART_LOWER : PART_UPPER, q, q, lda);
    const void *B = operand_matrix(run, type, v->data, PART_WHOLE, m, n, ldb);
    void *C = operand_matrix(run, type, result_data(v), PART_WHOLE, m, n, ldc);
    const ddblasStatus_t status =
        routine->call(run->handle, (ddblasSideMode_t)side, (ddblasFillMode_t)uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);
    case_hash(run, C);
    must(run, ddblasSetPointerMode(run->handle, DDBLAS_POINTER_MODE_HOST), "ddblasSetPointerMode");
    case_end(run, status);
}

static void syrk_case(struct run *run, const struct syrk_routine *routine, int uplo, int trans, int n, int k,
                      const struct variant *v)
{
    const int type = routine->type;
    if (!case_begin(run, vendor_always(type), (double)n * n * k, "%s %s %c n=%d k=%d ld=+%d,%d,%d alpha=%c beta=%c %s%s%s",
                    routine->name, uplo == DDBLAS_FILL_MODE_LOWER ? "lower" : "upper", "NTC"[trans], n, k, v -> pads[0],
                    v -> pads[1], v -> pads[2], v -> alpha, v -> beta, data_names[v->data], v -> shift ? " shifted" : "",
                    v->device_scalars ? " device-scalars" : ""))
        return;
    const int rows = trans == DDBLAS_OP_N ? n : k, columns = trans == DDBLAS_OP_N ? k : n;
    const int64_t lda = leading(rows, v->pads[0]), ldb = leading(rows, v->pads[1]), ldc = leading(n, v->pads[2]);
    must(run, ddblasSetPointerMode(run->handle, (ddblasPointerMode_t)v->device_scalars), "ddblasSetPointerMode");
    const void *alpha = operand_scalar(run, routine->real_alpha ? type_real(type) : type, v->alpha);
    const void *beta = operand_scalar(run, routine->hermitian ? type_real(type) : type, v->beta);
    run->shift = v->shift;
    const void *A = operand_matrix(run, type, v->data, PART_WHOLE, rows, columns, lda);
    const void *B = operand_matrix(run, type, v->data, PART_WHOLE, rows, columns, ldb);
    void *C = operand_matrix(run, type, result_data(v), uplo == DDBLAS_FILL_MODE_LOWER ? PART_LOWER : PART_UPPER, n, n, ldc);
    const ddblasStatus_t status =
        routine->call(run->handle, (ddblasFillMode_t)uplo, (ddblasOperation_t)trans, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    case_hash(run, C);
    must(run, ddblasSetPointerMode(run->handle, DDBLAS_POINTER_MODE_HOST), "ddblasSetPointerMode");
    case_end(run, status);
}

/* Whether the routine knows this operation; real types take C as T, which one size shows. */
static int has_operation(const struct syrk_routine *routine, int trans, size_t size)
{
    if (trans == DDBLAS_OP_C)
        return routine->hermitian || (!type_is_complex(routine->type) && size == 0);
    return trans == DDBLAS_OP_N || !routine->hermitian;
}

void checksums_structured(struct run *run)
{
    static const int symm_sizes[][2] = {{33, 17},  {5, 70},  {0, 3},    {3, 0},    {1, 1},     {1, 40},    {40, 1},
                                        {8, 8},    {64, 65}, {127, 63}, {129, 33}, {256, 10},  {257, 40},  {300, 200},
                                        {65, 513}, {520, 9}, {9, 520},  {640, 64}, {700, 300}, {513, 517}, {1100, 900}};
    static const int syrk_sizes[][2] = {{33, 17},  {70, 5},   {0, 3},     {3, 0},     {1, 1},    {40, 1},    {41, 2},
                                        {42, 4},   {65, 8},   {66, 9},    {64, 65},   {127, 63}, {129, 33},  {200, 300},
                                        {257, 40}, {513, 12}, {12, 5000}, {300, 600}, {640, 64}, {700, 300}, {1100, 900}};
    for (size_t s = 0; s < sizeof symm_sizes / sizeof symm_sizes[0]; s++)
        for (size_t r = 0; r < sizeof symm_routines / sizeof symm_routines[0]; r++)
            for (int letters = 0; letters < 4; letters++)
            {
                const int m = symm_sizes[s][0], n = symm_sizes[s][1], side = letters % 2, uplo = letters / 2;
                const size_t count = variants_of(s, (double)m * n * (side ? n : m));
                for (size_t v = 0; v < count; v++)
                    symm_case(run, &symm_routines[r], side, uplo, m, n, &variants[v]);
            }
    for (size_t s = 0; s < sizeof syrk_sizes / sizeof syrk_sizes[0]; s++)
        for (size_t r = 0; r < sizeof syrk_routines / sizeof syrk_routines[0]; r++)
            for (int letters = 0; letters < 6; letters++)
            {
                const int n = syrk_sizes[s][0], k = syrk_sizes[s][1], trans = letters % 3, uplo = letters / 3;
                const size_t count = variants_of(s, (double)n * n * k);
                for (size_t v = 0; v < count && has_operation(&syrk_routines[r], trans, s); v++)
                    syrk_case(run, &syrk_routines[r], uplo, trans, n, k, &variants[v]);
            }
}
