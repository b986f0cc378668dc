/*
 * Matrix Market files: what is read, what is refused and with which words, what is written.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/core.h"
#include "folder.h"
#include "oracle_text.h"
#include "random.h"

static char folder[] = "/tmp/ddblas_mtx_XXXXXX";
static char path[64], other[64];

static void write_bytes(const char *name, const void *bytes, size_t size)
{
    FILE *f = fopen(name, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static void write_text(const char *text) { write_bytes(path, text, strlen(text)); }

static ddblasHostMatrix read_as(ddblasType_t type, const ddblasReadOptions *options)
{
    ddblasHostMatrix A;
    ddblasStatus_t status = ddblasReadMatrix(path, type, options, &A);
    if (status)
        fail_msg("%s", ddblasGetLastError(NULL));
    return A;
}

static void assert_element(const ddblasHostMatrix *A, int64_t i, int64_t j, double hi, double lo)
{
    cuddreal a = ((const cuddreal *)A->data)[i + j * A->lda];
    if (a.x != hi || a.y != lo)
        fail_msg("element %lld %lld: got (%a, %a), expected (%a, %a)", (long long)i, (long long)j, a.x, a.y, hi, lo);
}

/* ---- accepted -------------------------------------------------------------------------------- */

static void array_of_any_digits(void **state)
{
    (void)state;
    write_text("%%MatrixMarket MATRIX Array Real General\r\n% a comment\r\n\r\n  2 2 \r\n0.1\r\n"
               "1.2345678901234567890123\r\n  1.234567890123456789012345678901234567890 \r\n\r\n%x\r\n-1d-3");
    ddblasHostMatrix A = read_as(DDBLAS_TYPE_W, NULL);
    assert_true(A.m == 2 && A.n == 2 && A.lda == 2 && A.symmetry == DDBLAS_SYMMETRY_GENERAL && A.type == DDBLAS_TYPE_W);
    static const char *const texts[] = {"0.1", "1.2345678901234567890123", "1.234567890123456789012345678901234567890", "-1e-3"};
    for (int k = 0; k < 4; k++)
    {
        cuddreal wanted = dd_oracle_from_decimal(texts[k]);
        assert_element(&A, k % 2, k / 2, wanted.x, wanted.y);
    }
    ddblasHostMatrixFree(&A);
    assert_null(A.data);
}

static void symmetric_array(void **state)
{
    (void)state;
    write_text("%%MatrixMarket matrix array real symmetric\n3 3\n11\n21\n31\n22\n32\n33\n");
    ddblasHostMatrix A = read_as(DDBLAS_TYPE_W, NULL);
    assert_int_equal(A.symmetry, DDBLAS_SYMMETRY_SYMMETRIC);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_element(&A, i, j, i >= j ? 10 * i + j + 11 : 10 * j + i + 11, 0.0);
    ddblasHostMatrixFree(&A);
    ddblasReadOptions lower = {.one_triangle = 1};
    A = read_as(DDBLAS_TYPE_W, &lower);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_element(&A, i, j, i >= j ? 10 * i + j + 11 : 0.0, 0.0);
    ddblasHostMatrixFree(&A);
}

static void skew_and_hermitian(void **state)
{
    (void)state;
    write_text("%%MatrixMarket matrix array real skew-symmetric\n3 3\n21\n31\n32\n");
    ddblasHostMatrix A = read_as(DDBLAS_TYPE_D, NULL);
    static const double skew[] = {0, 21, 31, -21, 0, 32, -31, -32, 0};
    assert_memory_equal(A.data, skew, sizeof skew);
    ddblasHostMatrixFree(&A);

    write_text("%%MatrixMarket matrix coordinate complex hermitian\n2 2 3\n1 1 5 0\n2 1 0.1 -0.3\n2 2 nan 0\n");
    ddblasHostMatrix re, im;
    assert_int_equal(ddblasReadMatrixParts(path, NULL, &re, &im), DDBLAS_STATUS_SUCCESS);
    cuddreal tenth = dd_oracle_from_decimal("0.1"), three = dd_oracle_from_decimal("0.3");
    assert_element(&re, 1, 0, tenth.x, tenth.y);
    assert_element(&re, 0, 1, tenth.x, tenth.y);
    assert_element(&im, 1, 0, -three.x, -three.y);
    assert_element(&im, 0, 1, three.x, three.y);
    assert_element(&im, 0, 0, 0.0, 0.0);
    assert_true(((cuddreal *)re.data)[3].x != ((cuddreal *)re.data)[3].x);
    assert_int_equal(im.symmetry, DDBLAS_SYMMETRY_HERMITIAN);
    ddblasHostMatrixFree(&re);
    ddblasHostMatrixFree(&im);

    A = read_as(DDBLAS_TYPE_Z, NULL);
    assert_true(((ddblasDoubleComplex *)A.data)[1].y == -0.3 && ((ddblasDoubleComplex *)A.data)[2].y == 0.3);
    ddblasHostMatrixFree(&A);
    A = read_as(DDBLAS_TYPE_C, NULL);
    assert_true(((ddblasComplex *)A.data)[1].x == 0.1f && ((ddblasComplex *)A.data)[2].y == 0.3f);
    ddblasHostMatrixFree(&A);
}

static void coordinates(void **state)
{
    (void)state;
    /* repeated entries are added, in double-double */
    write_text("%%MatrixMarket matrix coordinate real general\n3 2 5\n3 2 1\n1 1 inf\n3 2 1e-30\n2 1 -0\n3 1 0x1p+0+0x1p-90\n");
    ddblasHostMatrix A = read_as(DDBLAS_TYPE_W, NULL);
    assert_element(&A, 2, 1, 1.0, 1e-30);
    assert_element(&A, 0, 0, (double)INFINITY, 0.0);
    assert_element(&A, 2, 0, 1.0, 0x1p-90);
    assert_element(&A, 0, 1, 0.0, 0.0);
    assert_true(signbit(((cuddreal *)A.data)[1].x));
    ddblasHostMatrixFree(&A);
    write_text("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n");
    A = read_as(DDBLAS_TYPE_S, NULL);
    static const float ones[] = {1, 1, 1, 0};
    assert_memory_equal(A.data, ones, sizeof ones);
    ddblasHostMatrixFree(&A);
    write_text("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 12345678901234567890123456789012\n");
    A = read_as(DDBLAS_TYPE_W, NULL);
    cuddreal wanted = dd_oracle_from_decimal("12345678901234567890123456789012");
    assert_element(&A, 0, 0, wanted.x, wanted.y);
    ddblasHostMatrixFree(&A);
    write_text("%%MatrixMarket matrix array real general\n0 5\n");
    A = read_as(DDBLAS_TYPE_W, NULL);
    assert_true(A.m == 0 && A.n == 5 && A.data == NULL && A.lda == 1);
    ddblasHostMatrixFree(&A);
    write_text("%%MatrixMarket matrix array real skew-symmetric\n0 0\n");
    A = read_as(DDBLAS_TYPE_W, NULL);
    ddblasHostMatrixFree(&A);
}

/* Numbers are rounded once, from all digits: 1 + 2^-24 + 2^-100 is above the midpoint of two
 * floats. */
static void rounded_once(void **state)
{
    (void)state;
    write_text("%%MatrixMarket matrix array real general\n2 1\n0x1.0000010000000000000000001p0\n0x1.000000ffffffffffffffffff\n");
    ddblasHostMatrix A = read_as(DDBLAS_TYPE_S, NULL);
    assert_true(((float *)A.data)[0] == 0x1.000002p0f && ((float *)A.data)[1] == 1.0f);
    ddblasHostMatrixFree(&A);
}

static void long_numbers(void **state)
{
    (void)state;
    static char text[(1 << 20) + 4096], digits[5001];
    memset(digits, '7', 5000);
    digits[0] = '.';
    int length = sprintf(text, "%%%%MatrixMarket matrix array real general\n300 1\n");
    for (int k = 0; k < 200; k++)
        length += sprintf(text + length, "%s\n", digits);
    for (int k = 200; k < 300; k++)
        length += sprintf(text + length, "0.%d\n", k);
    write_bytes(path, text, (size_t)length);
    ddblasHostMatrix A = read_as(DDBLAS_TYPE_W, NULL);
    cuddreal wanted = dd_oracle_from_decimal(digits);
    for (int k = 0; k < 200; k++)
        assert_element(&A, k, 0, wanted.x, wanted.y);
    wanted = dd_oracle_from_decimal("0.299");
    assert_element(&A, 299, 0, wanted.x, wanted.y);
    ddblasHostMatrixFree(&A);
    length = sprintf(text, "%%%%MatrixMarket matrix array real general\n1 1\n");
    memset(text + length, '1', (1 << 20) + 1);
    write_bytes(path, text, (size_t)length + (1 << 20) + 1);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
    assert_non_null(strstr(ddblasGetLastError(NULL), ":3: expected a line of at most 1 MiB"));
}

/* ---- refused --------------------------------------------------------------------------------- */

static void broken_files(void **state)
{
#define ARRAY   "%%MatrixMarket matrix array real general\n"
#define ENTRIES "%%MatrixMarket matrix coordinate real general\n"
    static const struct
    {
        const char *text;
        int line;
        const char *words;
    } broken[] = {
        {"", 1, "found an empty file"},
        {"hello\n", 1, "expected \"%%MatrixMarket matrix"},
        {"%%MatrixMarket vector array real general\n1 1\n1\n", 1, "expected \"%%MatrixMarket matrix"},
        {"%%MatrixMarket matrix dense real general\n1 1\n1\n", 1, "\"array\" or \"coordinate\""},
        {"%%MatrixMarket matrix array quaternion general\n1 1\n1\n", 1, "\"complex\""},
        {"%%MatrixMarket matrix array pattern general\n1 1\n1\n", 1, "\"complex\""},
        {"%%MatrixMarket matrix array real\n1 1\n1\n", 1, "as the last word"},
        {"%%MatrixMarket matrix array real general 5\n1 1\n1\n", 1, "as the last word"},
        {"%%MatrixMarket matrix array real hermitian\n1 1\n1\n", 1, "does not go with"},
        {ARRAY, 2, "expected rows and columns"},
        {ARRAY "2\n1\n1\n", 2, "expected rows and columns"},
        {ARRAY "2 -1\n", 2, "expected rows and columns"},
        {ARRAY "2 1 2\n1\n1\n", 2, "expected rows and columns"},
        {ARRAY "99999999999999999999 1\n1\n", 2, "expected rows and columns"},
        {ARRAY "9223372036854775807 9223372036854775807\n1\n", 2, "fit 63 bits"},
        {ARRAY "4000000000 2000000000\n1\n", 2, "cannot hold"},
        {ARRAY "1000000 1000000\n1\n", 2, "cannot hold"},
        {ARRAY "2 1\n1\n", 2, "cannot hold"},
        {ARRAY "2 1\n1.000\n", 4, "found the end of the file after 1"},
        {ARRAY "2 1\n1.5\n1e\n", 4, "expected a number and the end of the line"},
        {ARRAY "2 1\n1.5 2\n3\n", 3, "expected a number and the end of the line"},
        {ARRAY "2 1\n1.5\n3\n4\n", 5, "expected the end of the file after 2 entries"},
        {ARRAY "1 1\n1,5\n", 3, "expected a number"},
        {ENTRIES "2 2\n1 1 1\n", 2, "number of entries"},
        {ENTRIES "2 2 2\n1 1 1\n", 2, "cannot hold"},
        {ENTRIES "2 2 1\n3 1 1\n", 3, "found 3 1"},
        {ENTRIES "2 2 1\n0 1 1\n", 3, "found 0 1"},
        {ENTRIES "2 2 1\n1 1 1 1\n", 3, "end of the line"},
        {ENTRIES "2 2 1\n1 1.0 1\n", 3, "expected a row, a column"},
        {ENTRIES "2 2 1\n1 1 1\n2 2 2\n", 4, "expected the end of the file after 1 entries"},
        {"%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n", 3, "an integer"},
        {"%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1.5000\n", 3, "two numbers"},
        {"%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n", 3, "nothing else"},
        {"%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 1\n", 2, "as many rows as columns"},
        {"%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 1\n2 1 5\n1 2 5\n", 5,
         "found entry 1 2 above the diagonal"},
        {"%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n", 3, "0 on the diagonal"},
        {"%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n1 1 1 2\n", 3, "a real number on the diagonal"},
        {"%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n4\n", 6, "expected the end of the file after 3 entries"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof broken / sizeof broken[0]; k++)
    {
        char where[80];
        ddblasHostMatrix A = {.m = 5, .data = NULL};
        write_text(broken[k].text);
        ddblasStatus_t status = ddblasReadMatrix(path, DDBLAS_TYPE_Z, NULL, &A);
        (void)snprintf(where, sizeof where, "%s:%d: ", path, broken[k].line);
        const char *words = ddblasGetLastError(NULL);
        if (status != DDBLAS_STATUS_FORMAT_ERROR || strncmp(words, where, strlen(where)) != 0 || !strstr(words, broken[k].words))
            fail_msg("\"%s\": status %d, \"%s\", expected \"%s\"", broken[k].text, status, words, broken[k].words);
        assert_true(A.data == NULL && A.m == 0);
    }
    /* a null character inside a line, and bytes of no kind */
    ddblasHostMatrix A;
    static const char null_inside[] = ARRAY "1 1\n1\0002\n";
    write_bytes(path, null_inside, sizeof null_inside - 1);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
    struct dd_random g;
    dd_random_start(&g, 5);
    for (int k = 0; k < 200; k++)
    {
        unsigned char garbage[512];
        for (size_t b = 0; b < sizeof garbage; b++)
            garbage[b] = (unsigned char)dd_random_bits(&g);
        garbage[0] &= 0x7f;
        write_bytes(path, garbage, sizeof garbage);
        assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
    }
}

static void other_failures(void **state)
{
    ddblasHostMatrix A, B;
    (void)state;
    (void)snprintf(other, sizeof other, "%s/none.mtx", folder);
    assert_int_equal(ddblasReadMatrix(other, DDBLAS_TYPE_W, NULL, &A), DDBLAS_STATUS_FILE_ERROR);
    assert_non_null(strstr(ddblasGetLastError(NULL), "none.mtx: cannot open: "));
    assert_int_equal(ddblasReadMatrix(folder, DDBLAS_TYPE_W, NULL, &A), DDBLAS_STATUS_FILE_ERROR);
    write_text("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 2\n");
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, &A), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_non_null(strstr(ddblasGetLastError(NULL), "complex"));
    /* a sparse file whose dense form is beyond any memory, and beyond a limit */
    write_text("%%MatrixMarket matrix coordinate real general\n3000000000 3000000000 1\n1 1 1\n");
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, &A), DDBLAS_STATUS_ALLOC_FAILED);
    write_text("%%MatrixMarket matrix coordinate real general\n1000 1000 1\n1 1 1\n");
    ddblasReadOptions limit = {.max_bytes = 15999999};
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, &limit, &A), DDBLAS_STATUS_ALLOC_FAILED);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, &limit, &A), DDBLAS_STATUS_SUCCESS);
    ddblasHostMatrixFree(&A);
    assert_int_equal(ddblasReadMatrix(NULL, DDBLAS_TYPE_W, NULL, &A), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasReadMatrix(path, (ddblasType_t)77, NULL, &A), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasReadMatrixParts(path, NULL, &A, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasHostMatrixInit(&A, DDBLAS_TYPE_W, -1, 1), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasHostMatrixInit(&A, DDBLAS_TYPE_W, INT64_MAX, INT64_MAX), DDBLAS_STATUS_ALLOC_FAILED);

    assert_int_equal(ddblasHostMatrixInit(&A, DDBLAS_TYPE_W, 2, 3), DDBLAS_STATUS_SUCCESS);
    B = A;
    B.lda = 1;
    assert_int_equal(ddblasWriteMatrix(path, &B, NULL), DDBLAS_STATUS_INVALID_VALUE);
    B = A;
    B.symmetry = DDBLAS_SYMMETRY_SYMMETRIC;
    assert_int_equal(ddblasWriteMatrix(path, &B, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasWriteMatrix(NULL, &A, NULL), DDBLAS_STATUS_INVALID_VALUE);
    ddblasWriteOptions odd = {.digits = -2};
    assert_int_equal(ddblasWriteMatrix(path, &A, &odd), DDBLAS_STATUS_INVALID_VALUE);
    (void)snprintf(other, sizeof other, "%s/no/folder.mtx", folder);
    assert_int_equal(ddblasWriteMatrix(other, &A, NULL), DDBLAS_STATUS_FILE_ERROR);
    ddblasHostMatrixFree(&A);
}

/* ---- written --------------------------------------------------------------------------------- */

static void assert_same_data(const ddblasHostMatrix *A, const ddblasHostMatrix *B)
{
    assert_true(A->type == B->type && A->m == B->m && A->n == B->n && A->symmetry == B->symmetry);
    for (int64_t j = 0; j < A->n; j++)
        assert_memory_equal((char *)A->data + (size_t)(j * A->lda) * ddblas_type_size(A->type),
                            (char *)B->data + (size_t)(j * B->lda) * ddblas_type_size(A->type),
                            (size_t)A->m * ddblas_type_size(A->type));
}

/* A random matrix in the lower triangle with its mirror image as declared. */
static ddblasHostMatrix random_matrix(struct dd_random *g, ddblasType_t type, ddblasSymmetry_t symmetry, int64_t m, int64_t n)
{
    ddblasHostMatrix A;
    assert_int_equal(ddblasHostMatrixInit(&A, type, m, n), DDBLAS_STATUS_SUCCESS);
    A.symmetry = symmetry;
    uint64_t seed = dd_random_bits(g);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
        {
            int mirror = symmetry != DDBLAS_SYMMETRY_GENERAL && i < j;
            size_t at = (size_t)(i + j * m), from = (size_t)(mirror ? j + i * m : i + j * m);
            struct dd_random own;
            dd_random_start(&own, seed + 1000003 * from);
            cuddreal a = dd_random_pair(&own, (int)dd_random_int(&own, -100, 100));
            double s = mirror && symmetry == DDBLAS_SYMMETRY_SKEW ? -1.0 : 1.0;
            double t = mirror && symmetry != DDBLAS_SYMMETRY_SYMMETRIC ? -1.0 : 1.0;
            if (i == j && symmetry == DDBLAS_SYMMETRY_SKEW)
                continue;
            double y = i == j && symmetry == DDBLAS_SYMMETRY_HERMITIAN ? 0.0 : dd_random_double(&own, 0);
            if (type == DDBLAS_TYPE_S)
                ((float *)A.data)[at] = (float)(s * a.x);
            else if (type == DDBLAS_TYPE_D)
                ((double *)A.data)[at] = s * a.x;
            else if (type == DDBLAS_TYPE_W)
                ((cuddreal *)A.data)[at] = cuddMake(s * a.x, s * a.y);
            else if (type == DDBLAS_TYPE_C)
                ((ddblasComplex *)A.data)[at] = (ddblasComplex){(float)(s * a.x), y == 0.0 ? 0.0f : (float)(t * y)};
            else
                ((ddblasDoubleComplex *)A.data)[at] = (ddblasDoubleComplex){s * a.x, y == 0.0 ? 0.0 : t * y};
        }
    return A;
}

static void written_and_read(void **state)
{
    struct dd_random g;
    (void)state;
    dd_random_start(&g, 8);
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
        for (int symmetry = 0; symmetry < 4; symmetry++)
            for (int form = 0; form < 4; form++)
            {
                if (symmetry == DDBLAS_SYMMETRY_HERMITIAN && !ddblas_type_is_complex((ddblasType_t)type))
                    continue;
                ddblasWriteOptions options = {.coordinate = form & 1,
                                              .digits = form & 2 ? DDBLAS_DIGITS_HEX : DDBLAS_DIGITS_SHORTEST,
                                              .comment = "first\nsecond"};
                ddblasHostMatrix A = random_matrix(&g, (ddblasType_t)type, (ddblasSymmetry_t)symmetry, 7, symmetry ? 7 : 4);
                /* from the caller's memory at 8 mod 16 */
                ddblasHostMatrix moved = A;
                const size_t bytes = (size_t)(A.lda * A.n) * ddblas_type_size(A.type);
                char *memory = malloc(bytes + 8);
                assert_non_null(memory);
                moved.data = memcpy(memory + 8, A.data, bytes);
                assert_int_equal(ddblasWriteMatrix(path, &moved, &options), DDBLAS_STATUS_SUCCESS);
                free(memory);
                ddblasHostMatrix B = read_as((ddblasType_t)type, NULL);
                assert_same_data(&A, &B);
                ddblasFileInfo info;
                assert_int_equal(ddblasQueryMatrix(path, NULL, &info), DDBLAS_STATUS_SUCCESS);
                assert_true(info.m == A.m && info.n == A.n && info.symmetry == A.symmetry && info.format == DDBLAS_FORMAT_MTX &&
                            info.is_complex == ddblas_type_is_complex(A.type));
                ddblasHostMatrixFree(&A);
                ddblasHostMatrixFree(&B);
            }
    ddblasHostMatrix re = random_matrix(&g, DDBLAS_TYPE_W, DDBLAS_SYMMETRY_GENERAL, 5, 3);
    ddblasHostMatrix im = random_matrix(&g, DDBLAS_TYPE_W, DDBLAS_SYMMETRY_GENERAL, 5, 3), re2, im2;
    assert_int_equal(ddblasWriteMatrixParts(path, &re, &im, NULL), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasReadMatrixParts(path, NULL, &re2, &im2), DDBLAS_STATUS_SUCCESS);
    assert_same_data(&re, &re2);
    assert_same_data(&im, &im2);
    ddblasHostMatrixFree(&re2);
    ddblasHostMatrixFree(&im2);
    assert_int_equal(ddblasWriteMatrixParts(path, &re, NULL, NULL), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasReadMatrixParts(path, NULL, &re2, &im2), DDBLAS_STATUS_SUCCESS);
    assert_same_data(&re, &re2);
    assert_null(im2.data);
    ddblasHostMatrixFree(&re);
    ddblasHostMatrixFree(&im);
    ddblasHostMatrixFree(&re2);
}

/* A failed write leaves the earlier file and nothing beside it. */
static void no_partial_output(void **state)
{
    struct dd_random g;
    char before[64], after[64];
    (void)state;
    dd_random_start(&g, 9);
    write_text("precious\n");
    int files = files_in(folder);
    ddblasHostMatrix A = random_matrix(&g, DDBLAS_TYPE_W, DDBLAS_SYMMETRY_GENERAL, 300, 300);
    for (int n = 1; n <= 2; n++)
    {
        ddblas_inject_allocation_failure(n);
        assert_int_equal(ddblasWriteMatrix(path, &A, NULL), DDBLAS_STATUS_ALLOC_FAILED);
    }
    ddblas_inject_allocation_failure(0);
    assert_int_equal(files_in(folder), files);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    memset(before, 0, sizeof before);
    memset(after, 0, sizeof after);
    assert_int_equal(fread(after, 1, sizeof after - 1, f), 9);
    (void)fclose(f);
    strcpy(before, "precious\n");
    assert_string_equal(before, after);
    /* a device that is full is written directly and says so */
    if (access("/dev/full", W_OK) == 0)
    {
        assert_int_equal(ddblasWriteMatrix("/dev/full", &A, NULL), DDBLAS_STATUS_FILE_ERROR);
        assert_non_null(strstr(ddblasGetLastError(NULL), "/dev/full: cannot write"));
        /* also when the last buffer is the only one */
        ddblasHostMatrix one;
        assert_int_equal(ddblasHostMatrixInit(&one, DDBLAS_TYPE_W, 1, 1), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasWriteMatrix("/dev/full", &one, NULL), DDBLAS_STATUS_FILE_ERROR);
        ddblasHostMatrixFree(&one);
    }
    assert_int_equal(ddblasWriteMatrix("/dev/null", &A, NULL), DDBLAS_STATUS_SUCCESS);
    ddblasHostMatrixFree(&A);
}

static void allocation_failures(void **state)
{
    (void)state;
    write_text("%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 1 1 2\n");
    int n = 1;
    for (;; n++)
    {
        ddblasHostMatrix re, im;
        ddblas_inject_allocation_failure(n);
        ddblasStatus_t status = ddblasReadMatrixParts(path, NULL, &re, &im);
        ddblas_inject_allocation_failure(0);
        if (status == DDBLAS_STATUS_SUCCESS)
        {
            ddblasHostMatrixFree(&re);
            ddblasHostMatrixFree(&im);
            break;
        }
        assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
        assert_true(re.data == NULL && im.data == NULL && strlen(ddblasGetLastError(NULL)) > 0);
    }
    assert_int_equal(n, 4); /* the buffer and two matrices */
}

static int start(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    (void)snprintf(path, sizeof path, "%s/a.mtx", folder);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    (void)unlink(path);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(array_of_any_digits), cmocka_unit_test(symmetric_array),     cmocka_unit_test(skew_and_hermitian),
        cmocka_unit_test(coordinates),         cmocka_unit_test(rounded_once),        cmocka_unit_test(long_numbers),
        cmocka_unit_test(broken_files),        cmocka_unit_test(other_failures),      cmocka_unit_test(written_and_read),
        cmocka_unit_test(no_partial_output),   cmocka_unit_test(allocation_failures),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
