/*
 * Plain text, .csv files, files compressed by gzip, and the numbers of .npy files that are not
 * float32 or float64. Expected pairs were formed by Python's fractions: the double nearest to the
 * value, and the double nearest to the rest.
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

#include <math.h>

#include "core/core.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* UTF-8 */

static char folder[] = "/tmp/ddblas_plain_XXXXXX";
static char path[64];

static void write_bytes(const char *name, const void *bytes, size_t count)
{
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, count, f), count);
    assert_int_equal(fclose(f), 0);
}

static void write_text(const char *name, const char *text) { write_bytes(name, text, strlen(text)); }

static void expect_numbers(const char *label, int64_t m, int64_t n, const double *columns)
{
    ddblasHostMatrix A;
    if (ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A) != DDBLAS_STATUS_SUCCESS)
        fail_msg("%s: %s", label, ddblasGetLastError(NULL));
    if (A.m != m || A.n != n || memcmp(A.data, columns, (size_t)(m * n) * sizeof *columns) != 0)
        fail_msg("%s: wrong matrix, %lld x %lld", label, (long long)A.m, (long long)A.n);
    ddblasHostMatrixFree(&A);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void separators(void **state)
{
    static const double columns[] = {1, -4, 2.5, 5, 3e10, 6};
    static const char *const texts[] = {"1 2.5 3e10\n-4 5 6\n",
                                        "1,2.5,3e10\n-4,5,6\n",
                                        "1;2.5;3e10\r\n-4;5;6\r\n",
                                        "1\t2.5\t3d10\n-4\t5\t6",
                                        " 1 , 2.5,\t3E+10 \n\n\t-4 ,5 , 6  # the end\n# more\n",
                                        "# a, b\n1,2.5,3e10\n   # c\n-4,5,6\n",
                                        BYTE_ORDER_MARK "1,2.5,3e10\n-4,5,6\n",
                                        "0x1p+0 0x1.4p+1 3e10\n-0x1p+2 5 6#\n"};
    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
    {
        write_text("a.txt", texts[k]);
        expect_numbers(texts[k], 2, 3, columns);
        write_text("a.csv", texts[k]);
        expect_numbers(texts[k], 2, 3, columns);
    }
    write_text("names.csv", "x, \"y\" ,z\n1,2.5,3e10\n-4,5,6\n");
    expect_numbers("names", 2, 3, columns);
    write_text("names.csv", "\"run 1\",\"(a) 2\",-z\n1,2.5,3e10\n-4,5,6\n");
    expect_numbers("names with numbers in them", 2, 3, columns);
    write_text("one", "7");
    expect_numbers("one number", 1, 1, (const double[]){7});
}

/* A text has columns: npy_pairs changes nothing. */
static void never_pairs(void **state)
{
    ddblasHostMatrix A;
    (void)state;
    write_text("pairs.txt", "1 1e-20\n2 1e-20\n");
    for (int npy = DDBLAS_NPY_COLUMNS; npy <= DDBLAS_NPY_UNLESS_EITHER; npy++)
    {
        const ddblasReadOptions options = {.npy_pairs = npy};
        assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, &options, &A), DDBLAS_STATUS_SUCCESS);
        assert_true(A.m == 2 && A.n == 2);
        ddblasHostMatrixFree(&A);
    }
}

/* The numbers of text are read with all the digits of double-double. */
static void all_digits(void **state)
{
    ddblasHostMatrix A;
    ddblasFileInfo info;
    const ddblasReadOptions options = {.info = &info};
    (void)state;
    write_text("third.csv", "0.1,0.3333333333333333333333333333333333333333\n");
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, &options, &A), DDBLAS_STATUS_SUCCESS);
    static const cuddreal expected[] = {{0x1.999999999999ap-4, -0x1.999999999999ap-58},
                                        {0x1.5555555555555p-2, 0x1.5555555555555p-56}};
    assert_true(A.m == 1 && A.n == 2);
    assert_memory_equal(A.data, expected, sizeof expected);
    assert_true(info.format == DDBLAS_FORMAT_TEXT && info.type == DDBLAS_TYPE_W && info.bits == 0 && !info.is_complex);
    assert_true(info.m == 1 && info.n == 2 && info.entries == 2);
    ddblasFileInfo asked;
    assert_int_equal(ddblasQueryMatrix(path, NULL, &asked), DDBLAS_STATUS_SUCCESS);
    assert_memory_equal(&asked, &info, sizeof info);
    ddblasHostMatrixFree(&A);
}

static void complex_numbers(void **state)
{
    static const ddblasDoubleComplex columns[] = {{1, 2}, {0, -5}, {3, -4}, {6, 0}, {1.5, 2.5}, {INFINITY, 1}};
    static const char *const texts[] = {"1+2j 3-4j (1.5,2.5)\n-5j 6 inf+1j\n", "(1+2i), (3-4J), ( 1.5 , 2.5 )\n-5I,6,(inf,1)\n"};
    ddblasHostMatrix A, re, im;
    (void)state;
    for (size_t k = 0; k < 2; k++)
    {
        write_text("z.csv", texts[k]);
        if (ddblasReadMatrix(path, DDBLAS_TYPE_Z, NULL, &A) != DDBLAS_STATUS_SUCCESS)
            fail_msg("%s", ddblasGetLastError(NULL));
        assert_true(A.m == 2 && A.n == 3);
        const ddblasDoubleComplex *got = A.data;
        for (int i = 0; i < 6; i++)
            assert_true(got[i].x == columns[i].x && got[i].y == columns[i].y);
        ddblasHostMatrixFree(&A);
        assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_int_equal(ddblasReadMatrixParts(path, NULL, &re, &im), DDBLAS_STATUS_SUCCESS);
        assert_true(((cuddreal *)im.data)[1].x == -5.0 && ((cuddreal *)re.data)[1].x == 0.0);
        ddblasHostMatrixFree(&re);
        ddblasHostMatrixFree(&im);
    }
}

/* More numbers than the first room, the complex ones last. */
static void long_file(void **state)
{
    enum
    {
        ROWS = 5000
    };
    ddblasHostMatrix A;
    (void)state;
    (void)snprintf(path, sizeof path, "%s/long", folder);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    for (int i = 0; i < ROWS; i++)
        (void)fprintf(f, "%d %d%s\n", i, -i, i == ROWS - 1 ? "j" : "");
    assert_int_equal(fclose(f), 0);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_Z, NULL, &A), DDBLAS_STATUS_SUCCESS);
    assert_true(A.m == ROWS && A.n == 2);
    const ddblasDoubleComplex *z = A.data;
    for (int i = 0; i < ROWS; i++)
        assert_true(z[i].x == i && z[i].y == 0.0 && z[i + ROWS].x == (i < ROWS - 1 ? -i : 0) &&
                    z[i + ROWS].y == (i < ROWS - 1 ? 0 : -i));
    ddblasHostMatrixFree(&A);
    const ddblasReadOptions small = {.max_bytes = 1000};
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_Z, &small, &A), DDBLAS_STATUS_ALLOC_FAILED);
    for (int n = 1;; n++)
    {
        ddblas_inject_allocation_failure(n);
        const ddblasStatus_t status = ddblasReadMatrix(path, DDBLAS_TYPE_Z, NULL, &A);
        ddblas_inject_allocation_failure(0);
        if (status == DDBLAS_STATUS_SUCCESS)
        {
            assert_true(n > 6); /* buffer, five rooms that double, imaginary parts, matrix */
            break;
        }
        assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
        assert_null(A.data);
    }
    ddblasHostMatrixFree(&A);
}

static void broken_text(void **state)
{
    static const struct
    {
        const char *text, *words;
    } broken[] = {{"", "expected numbers, found none"},
                  {"# 1\n", "expected numbers, found none"},
                  {"x,y\n", "expected numbers, found none"},
                  {"x,y\nz,t\n1,2\n", ":2: expected number 1 of the line, found \"z,t\""},
                  {"1,2\n3\n", ":2: expected 2 numbers as in the first row, found 1"},
                  {"1,2\n3,4,5\n", ":2: expected 2 numbers as in the first row, found 3"},
                  {"1,2,\n", "expected a number after the last ','"},
                  {"1,,2\n", "expected number 2 of the line, found \",2\""},
                  {",1\n", "expected number 1 of the line"},
                  {"1,5 2,5\n", "one kind of separator, found ' ' after ','"},
                  {"1,5;2,5\n", "one kind of separator, found ';' after ','"},
                  {"1 2\n3,4\n", ":2: expected one kind of separator"},
                  {"1x 2\n3\n", "a blank, a comma or a semicolon after number 1"},
                  {"1 2x\n", "a blank, a comma or a semicolon after number 2"},
                  {"1 1+2\n", "expected number 2 of the line, found \"1+2\""},
                  {"1 1+j\n", "expected number 2 of the line"},
                  {"1 (1,2\n", "expected number 2 of the line"},
                  {"1 (1+2j,3)\n", "expected number 2 of the line"},
                  {"1 0x1p+0-0x1p-60j\n", "expected number 2 of the line"},
                  {"1 \"2\"\n", "expected number 2 of the line"},
                  /* a first line that is wrong is not taken for names */
                  {"1_000\n2\n", ":1: expected a blank"},
                  {"1/3\n0.5\n", ":1: expected a blank"},
                  {"\"1\",\"2\"\n3,4\n", ":1: expected number 1 of the line"},
                  {"+-1\n2\n", ":1: expected number 1 of the line"},
                  {"(1 2)\n3\n", ":1: expected number 1 of the line"},
                  {"1 \x01\n", "found \"?\""}};
    ddblasHostMatrix A;
    (void)state;
    for (size_t k = 0; k < sizeof broken / sizeof broken[0]; k++)
    {
        write_text("broken.csv", broken[k].text);
        const ddblasStatus_t status = ddblasReadMatrix(path, DDBLAS_TYPE_Z, NULL, &A);
        if (status != DDBLAS_STATUS_FORMAT_ERROR || !strstr(ddblasGetLastError(NULL), broken[k].words))
            fail_msg("%s: status %d, \"%s\"", broken[k].text, (int)status, ddblasGetLastError(NULL));
        assert_null(A.data);
    }
    write_bytes("null.csv", "1 2\0 3\n", 7);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_Z, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
    write_bytes("archive.npz", "PK\x03\x04\x14\0", 6);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_non_null(strstr(ddblasGetLastError(NULL), "zip archive"));
    /* Without the name .csv these are bad Matrix Market files, as before. */
    write_text("other", "");
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
    assert_non_null(strstr(ddblasGetLastError(NULL), "MatrixMarket"));
    write_text("other.csv", "%%MatrixMarket matrix array real general\n1 1\n5\n");
    expect_numbers("Matrix Market of another name", 1, 1, (const double[]){5});
}

/* ---- gzip ------------------------------------------------------------------------------------ */

/* "1 2\n3 4\n", compressed by Python's gzip as a whole and in two parts. */
static const char whole[] =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x33\x54\x30\xe2\x32\x56\x30\xe1\x02\x00\x57\x00\xd6\x61\x08\x00\x00\x00";
static const char parts[] = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x33\x54\x30\xe2\x02\x00\x57\xbb\x3b\x5c\x04\x00\x00\x00\x1f"
                            "\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x33\x56\x30\xe1\x02\x00\x5a\xd4\x68\xa0\x04\x00\x00\x00";

static void gzip(void **state)
{
    static const double columns[] = {1, 3, 2, 4};
    ddblasHostMatrix A;
    (void)state;
    write_bytes("whole.csv.gz", whole, sizeof whole - 1);
    if (!DDBLAS_HAVE_ZLIB)
    {
        assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_NOT_SUPPORTED);
        assert_non_null(strstr(ddblasGetLastError(NULL), "without zlib"));
        return;
    }
    expect_numbers("whole", 2, 2, columns);
    write_bytes("any name", whole, sizeof whole - 1);
    expect_numbers("by content", 2, 2, columns);
    write_bytes("parts.csv.gz", parts, sizeof parts - 1);
    expect_numbers("parts", 2, 2, columns);
    char padded[sizeof whole + 99] = {0};
    memcpy(padded, whole, sizeof whole - 1);
    write_bytes("padded.gz", padded, sizeof padded);
    expect_numbers("padded by zeros", 2, 2, columns);
    for (size_t length = 2; length < sizeof whole - 1; length++)
    {
        write_bytes("cut.csv.gz", whole, length);
        assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
        assert_non_null(strstr(ddblasGetLastError(NULL), "the compressed data end too early"));
    }
    char damaged[sizeof whole];
    memcpy(damaged, whole, sizeof whole);
    damaged[sizeof whole - 9] ^= 1; /* the check sum */
    write_bytes("damaged.csv.gz", damaged, sizeof whole - 1);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
    assert_non_null(strstr(ddblasGetLastError(NULL), "damaged"));
    memset(padded + sizeof whole - 1, 'x', 9);
    write_bytes("more.csv.gz", padded, sizeof padded);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
    for (int n = 1;; n++)
    {
        write_bytes("whole.gz", whole, sizeof whole - 1);
        ddblas_inject_allocation_failure(n);
        const ddblasStatus_t status = ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A);
        ddblas_inject_allocation_failure(0);
        if (status == DDBLAS_STATUS_SUCCESS)
            break;
        assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
    }
    ddblasHostMatrixFree(&A);
}

/* ---- numbers of .npy files ------------------------------------------------------------------- */

/* One number of `bytes` bytes, in the order of this machine or the other one. */
static void write_npy(const char *descr, const unsigned char *number, int bytes, int count, int swap)
{
    unsigned char all[256];
    char text[128];
    const int length = snprintf(text, sizeof text, "{'descr': '%c%s', 'fortran_order': False, 'shape': (%d,), }",
                                bytes == 1 ? '|'
                                : swap     ? '>'
                                           : '<',
                                descr, count);
    (void)snprintf((char *)all, sizeof all, "\x93NUMPY\x01%c%c%c", 0, length, 0);
    memcpy(all, "\x93NUMPY\x01\x00", 8);
    all[8] = (unsigned char)length;
    all[9] = 0;
    memcpy(all + 10, text, (size_t)length);
    for (int c = 0; c < count; c++)
        for (int k = 0; k < bytes; k++)
            all[10 + length + c * bytes + k] = number[c * bytes + (swap ? bytes - 1 - k : k)];
    const int size = 10 + length + count * bytes;
    write_bytes("number.npy", all, (size_t)size);
}

static void expect_pair(const char *label, cuddreal expected)
{
    ddblasHostMatrix A;
    if (ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, &A) != DDBLAS_STATUS_SUCCESS)
        fail_msg("%s: %s", label, ddblasGetLastError(NULL));
    const cuddreal got = *(cuddreal *)A.data;
    if (got.x != expected.x || got.y != expected.y)
        fail_msg("%s: got %a %a, expected %a %a", label, got.x, got.y, expected.x, expected.y);
    ddblasHostMatrixFree(&A);
}

static void small_numbers(void **state)
{
    static const struct
    {
        const char *descr;
        uint64_t bits;
        cuddreal value;
    } numbers[] = {
        {"i1", 0x80U, {-0x1.0000000000000p+7, 0x0.0p+0}},
        {"i1", 0x7fU, {0x1.fc00000000000p+6, 0x0.0p+0}},
        {"u1", 0xffU, {0x1.fe00000000000p+7, 0x0.0p+0}},
        {"i2", 0x8000U, {-0x1.0000000000000p+15, 0x0.0p+0}},
        {"u2", 0xffffU, {0x1.fffe000000000p+15, 0x0.0p+0}},
        {"i4", 0x80000000U, {-0x1.0000000000000p+31, 0x0.0p+0}},
        {"u4", 0xffffffffU, {0x1.fffffffe00000p+31, 0x0.0p+0}},
        {"i8", 0x8000000000000000U, {-0x1.0000000000000p+63, 0x0.0p+0}},
        {"i8", 0x7fffffffffffffffU, {0x1.0000000000000p+63, -0x1.0000000000000p+0}},
        {"u8", 0xffffffffffffffffU, {0x1.0000000000000p+64, -0x1.0000000000000p+0}},
        {"u8", 0x20000000000001U, {0x1.0000000000000p+53, 0x1.0000000000000p+0}},
        {"i8", 0xffdfffffffffffffU, {-0x1.0000000000000p+53, -0x1.0000000000000p+0}},
        {"b1", 0x1U, {0x1.0000000000000p+0, 0x0.0p+0}},
        {"b1", 0x0U, {0x0.0p+0, 0x0.0p+0}},
        {"u8", 0x0U, {0x0.0p+0, 0x0.0p+0}},
        {"f2", 0x3c00U, {0x1.0000000000000p+0, 0.0}},
        {"f2", 0xc000U, {-0x1.0000000000000p+1, 0.0}},
        {"f2", 0x7bffU, {0x1.ffc0000000000p+15, 0.0}},
        {"f2", 0x1U, {0x1.0000000000000p-24, 0.0}},
        {"f2", 0x83ffU, {-0x1.ff80000000000p-15, 0.0}},
        {"f2", 0x400U, {0x1.0000000000000p-14, 0.0}},
        {"f2", 0x7c00U, {INFINITY, 0.0}},
        {"f2", 0xfc00U, {-INFINITY, 0.0}},
        {"f2", 0x3555U, {0x1.5540000000000p-2, 0.0}},
    };
    (void)state;
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        for (int swap = 0; swap < 2; swap++)
        {
            unsigned char bytes[8];
            for (int b = 0; b < 8; b++)
                bytes[b] = (unsigned char)(numbers[k].bits >> (8 * b));
            write_npy(numbers[k].descr, bytes, numbers[k].descr[1] - '0', 1, swap);
            expect_pair(numbers[k].descr, numbers[k].value);
        }
    ddblasFileInfo info;
    write_npy("f2", (const unsigned char[]){0, 0x7e}, 2, 1, 0);
    ddblasHostMatrix A;
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_S, NULL, &A), DDBLAS_STATUS_SUCCESS);
    assert_true(isnan(*(float *)A.data));
    ddblasHostMatrixFree(&A);
    assert_int_equal(ddblasQueryMatrix(path, NULL, &info), DDBLAS_STATUS_SUCCESS);
    assert_true(info.type == DDBLAS_TYPE_S && info.bits == 11);
    write_npy("i8", (const unsigned char[8]){1}, 8, 1, 0);
    assert_int_equal(ddblasQueryMatrix(path, NULL, &info), DDBLAS_STATUS_SUCCESS);
    assert_true(info.type == DDBLAS_TYPE_W && info.bits == 0);
}

static void extended(void **state)
{
    static const struct
    {
        uint64_t bits;
        uint16_t top;
        cuddreal value;
    } numbers[] = {
        {0xcccccccccccccccdU, 0x3ffb, {0x1.999999999999ap-4, -0x1.9980000000000p-58}},
        {0xc90fdaa22168c235U, 0xc000, {-0x1.921fb54442d18p+1, -0x1.1a80000000000p-53}},
        {0xffffffffffffffffU, 0x3fff, {0x1.0000000000000p+1, -0x1.0000000000000p-63}},
        {0x8000000000000000U, 0x3fff, {0x1.0000000000000p+0, 0x0.0p+0}},
        {0xffffffffffffffffU, 0x43fe, {INFINITY, 0x0.0p+0}},
        {0xfffffffffffffbffU, 0x43fe, {0x1.fffffffffffffp+1023, 0x1.ff80000000000p+969}},
        {0xc000000000000000U, 0xc400, {-INFINITY, 0x0.0p+0}},
        {0x8000000000000001U, 0x3c01, {0x1.0000000000000p-1022, 0x0.0p+0}},
        {0xcccccccccccccccdU, 0x3c00, {0x0.ccccccccccccdp-1022, 0x0.0p+0}},
        {0xcccccccccccccccdU, 0xbbdb, {-0x0.0000000006666p-1022, 0x0.0p+0}},
        {0x8000000000000000U, 0x3bcc, {0x0.0p+0, 0x0.0p+0}},
        {0x8000000000000001U, 0x3bcc, {0x0.0000000000001p-1022, 0x0.0p+0}},
        {0xc000000000000000U, 0x3bcd, {0x0.0000000000002p-1022, 0x0.0p+0}},
        {0xffffffffffffffffU, 0x3bcb, {0x0.0p+0, 0x0.0p+0}},
        {0xffffffffffffffffU, 0x3c00, {0x1.0000000000000p-1022, 0x0.0p+0}},
        {0x1U, 0x0000, {0x0.0p+0, 0x0.0p+0}},
        {0x8000000000000000U, 0x3b8c, {0x0.0p+0, 0x0.0p+0}},
        {0xcccccccccccccccdU, 0xbc17, {-0x1.999999999999ap-1000, 0x0.0000000199800p-1022}},
        {0x8000000000000401U, 0x3fff, {0x1.0000000000001p+0, -0x1.ff80000000000p-54}},
        {0x8000000000000000U, 0x7fff, {INFINITY, 0.0}},
        {0x8000000000000000U, 0xffff, {-INFINITY, 0.0}},
        {0x0U, 0x0000, {0.0, 0.0}},
    };
    unsigned char bytes[32] = {0};
    ddblasFileInfo info;
    ddblasHostMatrix A;
    (void)state;
    memset(bytes, 0xa5, sizeof bytes); /* six bytes are not used */
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        for (int swap = 0; swap < 2; swap++)
        {
            char label[32];
            (void)snprintf(label, sizeof label, "number %zu", k);
            memcpy(bytes, &numbers[k].bits, 8);
            memcpy(bytes + 8, &numbers[k].top, 2);
            write_npy("f16", bytes, 16, 1, swap);
            expect_pair(label, numbers[k].value);
        }
    assert_int_equal(ddblasQueryMatrix(path, NULL, &info), DDBLAS_STATUS_SUCCESS);
    assert_true(info.type == DDBLAS_TYPE_W && info.bits == 64);
    memcpy(bytes, &numbers[0].bits, 8);
    memcpy(bytes + 8, &numbers[0].top, 2);
    memcpy(bytes + 16, &numbers[1].bits, 8);
    memcpy(bytes + 24, &numbers[1].top, 2);
    write_npy("c32", bytes, 32, 1, 0);
    ddblasHostMatrix re, im;
    assert_int_equal(ddblasReadMatrixParts(path, NULL, &re, &im), DDBLAS_STATUS_SUCCESS);
    assert_memory_equal(re.data, &numbers[0].value, sizeof(cuddreal));
    assert_memory_equal(im.data, &numbers[1].value, sizeof(cuddreal));
    ddblasHostMatrixFree(&re);
    ddblasHostMatrixFree(&im);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_NOT_SUPPORTED);
    /* 1.0 as IEEE quadruple, and a NaN of x86 */
    static const unsigned char quadruple[16] = {[8] = 1, [14] = 0xff, [15] = 0x3f};
    write_npy("f16", quadruple, 16, 1, 0);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
    assert_non_null(strstr(ddblasGetLastError(NULL), "80-bit numbers of x86"));
    static const unsigned char nan_of_x86[16] = {[7] = 0xc0, [8] = 0xff, [9] = 0x7f};
    write_npy("f16", nan_of_x86, 16, 1, 0);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_SUCCESS);
    assert_true(isnan(*(double *)A.data));
    ddblasHostMatrixFree(&A);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[96];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command); /* NOLINT: a folder of this test */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separators), cmocka_unit_test(never_pairs),
        cmocka_unit_test(all_digits), cmocka_unit_test(complex_numbers),
        cmocka_unit_test(long_file),  cmocka_unit_test(broken_text),
        cmocka_unit_test(gzip),       cmocka_unit_test(small_numbers),
        cmocka_unit_test(extended),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
