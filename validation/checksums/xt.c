/*
 * Products over host memory: whole, and cut into blocks by a small device memory.
 */
#include "gemm_call.h"

#include <stdlib.h>
#include <string.h>

#define ROW_OF_TYPE(letter) GEMM_CALL(letter, ddblasXt##letter##gemm)
EACH_TYPE(ROW_OF_TYPE)
#undef ROW_OF_TYPE
static gemm_call *const calls[DDBLAS_TYPE_COUNT] = {EACH_TYPE(GEMM_CALL_OF_TYPE)};

static const struct options
{
    const char *name;
    int memory; /* bytes of the device, in units of 2^20; 0: the library's choice */
    int block, terms;
    int techniques;
} all_options[] = {
    {"whole", 0, 0, 0, DDBLAS_XT_DEFAULT},
    {"blocks", 64, 64, 32, DDBLAS_XT_DEFAULT},
    {"in-turn", 64, 50, 70, DDBLAS_XT_IN_TURN},
    {"drain", 64, 96, 0, DDBLAS_XT_DRAIN},
};

static void set_options(struct run *run, const struct options *o)
{
    ddblasXtOptions_t options = {.device_count = 1,
                                 .device_memory = (size_t)o->memory << 20,
                                 .block_rows = o->block,
                                 .block_columns = o->block,
                                 .block_terms = o->terms,
                                 .techniques = o->techniques};
    must(run, ddblasXtSetOptions(run->handle, &options), "ddblasXtSetOptions");
}

/* A matrix in host memory, its padding NaN. */
static void *host_matrix(struct run *run, int type, enum data data, int64_t m, int64_t n, int64_t ld, size_t *bytes)
{
    *bytes = (size_t)(n * ld + 1) * type_size(type);
    unsigned char *host = malloc(*bytes);
    if (!host)
        must(run, DDBLAS_STATUS_ALLOC_FAILED, "operand");
    memset(host, 0xff, *bytes);
    for (int64_t j = 0; j < n; j++)
        draw(run, type, data, host + (size_t)(j * ld) * type_size(type), m);
    return host;
}

static void gemm_case(struct run *run, int type, const int shape[3], int transa, int transb, char beta_kind, enum data data,
                      const struct options *o)
{
    const int m = shape[0], n = shape[1], k = shape[2];
    if (!case_begin(run, vendor_always(type), (double)m * n * k, "Xt%cgemm %c%c m=%d n=%d k=%d beta=%c %s %s", type_letter(type),
                    "NTC"[transa], "NTC"[transb], m, n, k, beta_kind, data_names[data], o -> name))
        return;
    const int rows_a = transa == DDBLAS_OP_N ? m : k, columns_a = transa == DDBLAS_OP_N ? k : m;
    const int rows_b = transb == DDBLAS_OP_N ? k : n, columns_b = transb == DDBLAS_OP_N ? n : k;
    size_t bytes;
    const void *alpha = operand_scalar(run, type, 'x'), *beta = operand_scalar(run, type, beta_kind);
    void *A = host_matrix(run, type, data, rows_a, columns_a, rows_a + 1, &bytes);
    void *B = host_matrix(run, type, data, rows_b, columns_b, rows_b + 2, &bytes);
    void *C = host_matrix(run, type, beta_kind == '0' ? DATA_NAN : data, m, n, m + 1, &bytes);
    set_options(run, o);
    const ddblasStatus_t status = calls[type](run->handle, (ddblasOperation_t)transa, (ddblasOperation_t)transb, m, n, k, alpha,
                                              A, rows_a + 1, B, rows_b + 2, beta, C, m + 1);
    case_hash_host(run, type, C, bytes);
    case_end(run, status);
    free(A);
    free(B);
    free(C);
}

static void syrk_case(struct run *run, int uplo, int trans, int n, int k, enum data data, const struct options *o)
{
    if (!case_begin(run, OWN, (double)n * n * k, "XtWsyrk %s %c n=%d k=%d %s %s",
                    uplo == DDBLAS_FILL_MODE_LOWER ? "lower" : "upper", "NT"[trans], n, k, data_names[data], o -> name))
        return;
    const int rows = trans == DDBLAS_OP_N ? n : k, columns = trans == DDBLAS_OP_N ? k : n;
    size_t bytes;
    const void *alpha = operand_scalar(run, DDBLAS_TYPE_W, 'x'), *beta = operand_scalar(run, DDBLAS_TYPE_W, 'x');
    void *A = host_matrix(run, DDBLAS_TYPE_W, data, rows, columns, rows + 1, &bytes);
    void *C = host_matrix(run, DDBLAS_TYPE_W, data, n, n, n + 1, &bytes);
    set_options(run, o);
    const ddblasStatus_t status =
        ddblasXtWsyrk(run->handle, (ddblasFillMode_t)uplo, (ddblasOperation_t)trans, n, k, alpha, A, rows + 1, beta, C, n + 1);
    case_hash_host(run, DDBLAS_TYPE_W, C, bytes);
    case_end(run, status);
    free(A);
    free(C);
}

void checksums_xt(struct run *run)
{
    static const int shapes[][3] = {{3, 5, 7}, {65, 40, 33}, {130, 100, 150}, {257, 129, 70}, {600, 500, 400}};
    for (size_t o = 0; o < sizeof all_options / sizeof all_options[0]; o++)
        for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
        {
            for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
                for (int ops = 0; ops < 4; ops++)
                    gemm_case(run, type, shapes[s], ops % 2, ops / 2, ops % 3 ? 'x' : '0', ops == 1 ? DATA_WIDE : DATA_PLAIN,
                              &all_options[o]);
            for (int letters = 0; letters < 4; letters++)
                syrk_case(run, letters % 2, letters / 2, shapes[s][0], shapes[s][2], letters == 1 ? DATA_CANCEL : DATA_PLAIN,
                          &all_options[o]);
        }
    must(run, ddblasXtSetOptions(run->handle, NULL), "ddblasXtSetOptions");
}
