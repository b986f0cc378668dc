/*
 * Conversions between double and double-double arrays, and copies between host and engine.
 */
#include "checksums.h"

static const int sizes[][2] = {{0, 3},   {3, 0},    {1, 1},     {7, 1},     {1, 9},    {31, 5},   {64, 64},
                               {129, 3}, {300, 33}, {1000, 17}, {33, 1001}, {4097, 9}, {9, 20000}};

enum conversion
{
    D_TO_W,
    W_TO_D,
    SPLIT_TO_W,
    W_TO_SPLIT,
    CONVERSION_COUNT
};

static void convert_case(struct run *run, enum conversion conversion, const int size[2], int pad, enum data data)
{
    static const char *const names[CONVERSION_COUNT] = {"ConvertDtoW", "ConvertWtoD", "ConvertSplitToW", "ConvertWToSplit"};
    const int64_t m = size[0], n = size[1], ldd = (m > 0 ? m : 1) + pad, ldw = (m > 0 ? m : 1) + 3 * pad;
    if (!case_begin(run, OWN, (double)m * (double)n, "%s m=%d n=%d ld=+%d %s", names[conversion], size[0], size[1], pad,
                    data_names[data]))
        return;
    const int from_w = conversion == W_TO_D || conversion == W_TO_SPLIT;
    run->shift = pad;
    cuddreal *W = operand_matrix(run, DDBLAS_TYPE_W, from_w ? data : DATA_NAN, PART_WHOLE, m, n, ldw);
    double *hi = operand_matrix(run, DDBLAS_TYPE_D, from_w ? DATA_NAN : data, PART_WHOLE, m, n, ldd);
    double *lo = operand_matrix(run, DDBLAS_TYPE_D, from_w ? DATA_NAN : data, PART_WHOLE, m, n, ldd);
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    switch (conversion)
    {
    case D_TO_W:
        status = ddblasConvertDtoW(run->handle, m, n, hi, ldd, W, ldw);
        break;
    case W_TO_D:
        status = ddblasConvertWtoD(run->handle, m, n, W, ldw, hi, ldd);
        break;
    case SPLIT_TO_W:
        status = ddblasConvertSplitToW(run->handle, m, n, hi, lo, ldd, W, ldw);
        break;
    default:
        status = ddblasConvertWToSplit(run->handle, m, n, W, ldw, hi, lo, ldd);
    }
    case_hash(run, W);
    case_hash(run, hi);
    case_hash(run, lo);
    case_end(run, status);
}

/* A matrix and a vector that go from the host to the engine, and from there to another place of the
 * engine by way of the host. */
static void copy_case(struct run *run, int type, const int size[2])
{
    enum
    {
        MOST = 1100 * 20
    };
    static cuddcomplex host[MOST];
    const int64_t m = size[0], n = size[1], ld = (m > 0 ? m : 1) + 2;
    if (ld * n > MOST || !case_begin(run, OWN, (double)m * (double)n, "copies %c m=%d n=%d", type_letter(type), size[0], size[1]))
        return;
    draw(run, DDBLAS_TYPE_U, DATA_PLAIN, host, MOST);
    const size_t element = type_size(type);
    void *matrix = operand_matrix(run, type, DATA_PLAIN, PART_WHOLE, m, n, ld);
    void *vector = operand_vector(run, type, DATA_PLAIN, m * n, 2);
    ddblasStatus_t status = ddblasGetMatrix(run->handle, m, n, element, matrix, ld, host, ld);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasSetVector(run->handle, m * n / 2, element, host, 2, vector, 1);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasGetVector(run->handle, m * n / 3, element, vector, 1, host, 3);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasSetMatrix(run->handle, m, n, element, host, ld, matrix, ld);
    case_hash(run, matrix);
    case_hash(run, vector);
    case_hash_host(run, type, host, (size_t)(ld * n) * element);
    case_end(run, status);
}

void checksums_convert(struct run *run)
{
    static const enum data data[] = {DATA_PLAIN, DATA_WIDE, DATA_CANCEL, DATA_ZEROS, DATA_RANGE, DATA_SPECIAL};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
    {
        for (int conversion = 0; conversion < CONVERSION_COUNT; conversion++)
            for (size_t d = s % 2; d < sizeof data / sizeof data[0]; d += 2)
                convert_case(run, (enum conversion)conversion, sizes[s], (int)(d % 3), data[d]);
        for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
            copy_case(run, type, sizes[s]);
    }
}
