/*
 * .npy files: every form that is read, hostile headers, and round trips.
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

#include "random.h"

static char folder[] = "/tmp/ddblas_npy_XXXXXX";
static char path[64];

/* A file of that version with a header of `length` characters and the numbers. */
static void write_header(int version, const char *dictionary, size_t length, const void *numbers, size_t bytes)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    (void)fprintf(f, "\x93NUMPY%c%c%c%c", version, 0, (int)(length & 255), (int)(length >> 8 & 255));
    if (version > 1)
        (void)fprintf(f, "%c%c", (int)(length >> 16 & 255), (int)(length >> 24 & 255));
    if (length)
        assert_int_equal(fwrite(dictionary, 1, length, f), length);
    if (bytes)
        assert_int_equal(fwrite(numbers, 1, bytes, f), bytes);
    assert_int_equal(fclose(f), 0);
}

static void write_npy(int version, const char *dictionary, const void *numbers, size_t bytes)
{
    write_header(version, dictionary, strlen(dictionary), numbers, bytes);
}

static ddblasHostMatrix read_as(ddblasType_t type, const ddblasReadOptions *options)
{
    ddblasHostMatrix A;
    if (ddblasReadMatrix(path, type, options, &A) != DDBLAS_STATUS_SUCCESS)
        fail_msg("%s", ddblasGetLastError(NULL));
    return A;
}

static void doubles(void **state)
{
    static const double six[] = {1, 2, 3, 4, 5, 6};
    (void)state;
    for (int version = 1; version <= 3; version++)
    {
        write_npy(version, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }   \n", six, sizeof six);
        ddblasHostMatrix A = read_as(DDBLAS_TYPE_D, NULL);
        static const double columns[] = {1, 4, 2, 5, 3, 6};
        assert_true(A.m == 2 && A.n == 3);
        assert_memory_equal(A.data, columns, sizeof columns);
        ddblasHostMatrixFree(&A);
    }
    write_npy(1, "{\"shape\":(2,3),\"fortran_order\":True,\"descr\":\"<f8\"}", six, sizeof six);
    ddblasHostMatrix A = read_as(DDBLAS_TYPE_D, NULL);
    assert_memory_equal(A.data, six, sizeof six);
    ddblasHostMatrixFree(&A);
    write_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2L, 3L), }", six, sizeof six); /* Python 2 */
    A = read_as(DDBLAS_TYPE_D, NULL);
    assert_true(A.m == 2 && A.n == 3);
    for (int k = 0; k < 6; k++)
        assert_true(((double *)A.data)[k / 3 + 2 * (k % 3)] == six[k]);
    ddblasHostMatrixFree(&A);
    write_npy(1, "{'descr': '=f8', 'fortran_order': False, 'shape': (6,), }", six, sizeof six);
    A = read_as(DDBLAS_TYPE_W, NULL);
    assert_true(A.m == 6 && A.n == 1);
    for (int k = 0; k < 6; k++)
        assert_true(cuddEqD(((cuddreal *)A.data)[k], six[k]));
    ddblasHostMatrixFree(&A);
    write_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (), }", six, 8);
    A = read_as(DDBLAS_TYPE_D, NULL);
    assert_true(A.m == 1 && A.n == 1 && *(double *)A.data == 1.0);
    ddblasHostMatrixFree(&A);
    write_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 7), }", NULL, 0);
    A = read_as(DDBLAS_TYPE_D, NULL);
    assert_true(A.m == 0 && A.n == 7 && !A.data);
    ddblasHostMatrixFree(&A);
}

/* A matrix without elements takes no time however long its other side is. */
static void nothing_by_huge(void **state)
{
    (void)state;
    (void)alarm(60);
    for (int k = 0; k < 12; k++)
    {
        const ddblasType_t type = k % 2 ? DDBLAS_TYPE_W : DDBLAS_TYPE_D;
        const ddblasWriteOptions options = {.format = k / 4 < 2 ? DDBLAS_FORMAT_MTX : DDBLAS_FORMAT_NPY,
                                            .coordinate = k / 4 == 1};
        ddblasHostMatrix A;
        assert_int_equal(ddblasHostMatrixInit(&A, type, k % 4 < 2 ? 0 : INT64_MAX, k % 4 < 2 ? INT64_MAX : 0),
                         DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasWriteMatrix(path, &A, &options), DDBLAS_STATUS_SUCCESS);
        ddblasHostMatrix B = read_as(type, NULL);
        assert_true(B.m == A.m && B.n == A.n && !B.data);
    }
    write_npy(1, "{'descr': '<f8', 'fortran_order': True, 'shape': (0, 9223372036854775807, 2), }", NULL, 0);
    ddblasHostMatrix C = read_as(DDBLAS_TYPE_D, NULL);
    assert_true(C.m == 0 && C.n == INT64_MAX);
    (void)alarm(0);
}

static void other_kinds(void **state)
{
    static const unsigned char big[] = {0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0};
    static const unsigned char big_singles[] = {0x3f, 0xc0, 0, 0, 0xc0, 0, 0, 0};
    static const float singles[] = {1.5f, -2.0f};
    static const double doubles_[] = {1.5, -2.0};
    (void)state;
    write_npy(1, "{'descr': '>f8', 'fortran_order': False, 'shape': (2,), }", big, sizeof big);
    ddblasHostMatrix A = read_as(DDBLAS_TYPE_D, NULL);
    assert_memory_equal(A.data, doubles_, sizeof doubles_);
    ddblasHostMatrixFree(&A);
    write_npy(1, "{'descr': '>c16', 'fortran_order': False, 'shape': (1,), }", big, sizeof big);
    A = read_as(DDBLAS_TYPE_Z, NULL);
    assert_memory_equal(A.data, doubles_, sizeof doubles_);
    ddblasHostMatrixFree(&A);
    write_npy(1, "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }", big_singles, sizeof big_singles);
    A = read_as(DDBLAS_TYPE_S, NULL);
    assert_memory_equal(A.data, singles, sizeof singles);
    ddblasHostMatrixFree(&A);
    write_npy(1, "{'descr': '>c8', 'fortran_order': False, 'shape': (1,), }", big_singles, sizeof big_singles);
    A = read_as(DDBLAS_TYPE_C, NULL);
    assert_memory_equal(A.data, singles, sizeof singles);
    ddblasHostMatrixFree(&A);
    write_npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", singles, sizeof singles);
    A = read_as(DDBLAS_TYPE_S, NULL);
    assert_memory_equal(A.data, singles, sizeof singles);
    ddblasHostMatrixFree(&A);
    write_npy(1, "{'descr': '<c8', 'fortran_order': False, 'shape': (1, 1), }", singles, sizeof singles);
    A = read_as(DDBLAS_TYPE_C, NULL);
    assert_memory_equal(A.data, singles, sizeof singles);
    ddblasHostMatrixFree(&A);
    ddblasHostMatrix re, im;
    assert_int_equal(ddblasReadMatrixParts(path, NULL, &re, &im), DDBLAS_STATUS_SUCCESS);
    assert_true(cuddEqD(*(cuddreal *)re.data, 1.5) && cuddEqD(*(cuddreal *)im.data, -2.0));
    ddblasHostMatrixFree(&re);
    ddblasHostMatrixFree(&im);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_NOT_SUPPORTED);
}

/* The same 3 x 2 pairs in both orders; the last one is not normalised. */
static void pairs(void **state)
{
    cuddreal a[6];
    double c_order[12], fortran[12];
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        a[k] = cuddMake(k + 1.0, (k + 1.0) * 0x1p-60); /* column-major */
        double lo = a[k].y;
        if (k == 5)
        {
            a[k] = cuddNormalize(6.0, 7.0);
            lo = 7.0;
        }
        int i = k % 3, j = k / 3;
        c_order[2 * (2 * i + j)] = k + 1.0;
        c_order[2 * (2 * i + j) + 1] = lo;
        fortran[k] = k + 1.0;
        fortran[6 + k] = lo;
    }
    for (int order = 0; order < 2; order++)
    {
        write_npy(1,
                  order ? "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 2, 2), }"
                        : "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2, 2), }",
                  order ? fortran : c_order, sizeof fortran);
        ddblasHostMatrix A = read_as(DDBLAS_TYPE_W, NULL);
        assert_memory_equal(A.data, a, sizeof a);
        ddblasHostMatrixFree(&A);
        A = read_as(DDBLAS_TYPE_D, NULL);
        for (int k = 0; k < 6; k++)
            assert_true(((double *)A.data)[k] == a[k].x);
        ddblasHostMatrixFree(&A);
        write_npy(1,
                  order ? "{'descr': '<f8', 'fortran_order': True, 'shape': (6, 2), }"
                        : "{'descr': '<f8', 'fortran_order': False, 'shape': (6, 2), }",
                  fortran, sizeof fortran);
        ddblasReadOptions options = {.npy_pairs = 1};
        A = read_as(DDBLAS_TYPE_W, &options);
        assert_true(A.m == 6 && A.n == 1);
        ddblasHostMatrixFree(&A);
        A = read_as(DDBLAS_TYPE_D, NULL);
        assert_true(A.m == 6 && A.n == 2);
        ddblasHostMatrixFree(&A);
    }
}

/* With UNLESS_EITHER an n x 2 array is two columns where a row cannot be a pair, and refused where
 * each row can. */
static void columns_or_pairs(void **state)
{
    static const struct
    {
        double rows[3][2];
        int either;
    } cases[] = {
        {{{1.0, 0x1p-54}, {-3.0, 0x1p-53}, {0.0, 0.0}}, 1},
        {{{1.0, 0.0}, {2.0, -0.0}, {-0.0, 0.0}}, 1},
        {{{1.0, 0x1p-20}, {2.0, -0x1p-19}, {0x1p-1074, 0.0}}, 1}, /* not normalised */
        {{{(double)INFINITY, 7.0}, {(double)NAN, 1.0}, {1.0, 0.0}}, 1},
        {{{1.0, 0x1p-54}, {1.0, 0x1.0000000000001p-20}, {1.0, 0.0}}, 0},
        {{{1.0, 0.0}, {0.0, 1.0}, {0.0, 0.0}}, 0},
        {{{1.0, 0.0}, {1.0, 0.0}, {0.0, 0x1p-1074}}, 0},
        {{{1.0, 0.0}, {1.0, (double)NAN}, {1.0, 0.0}}, 0},
        {{{1.0, (double)INFINITY}, {1.0, 0.0}, {1.0, 0.0}}, 0},
        {{{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}}, 0},
    };
    const ddblasReadOptions options = {.npy_pairs = DDBLAS_NPY_UNLESS_EITHER};
    ddblasHostMatrix A, im;
    (void)state;
    for (size_t k = 0; k < 2 * sizeof cases / sizeof cases[0]; k++)
    {
        const double(*rows)[2] = cases[k / 2].rows;
        const double columns[6] = {rows[0][0], rows[1][0], rows[2][0], rows[0][1], rows[1][1], rows[2][1]};
        write_npy(1,
                  k % 2 ? "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 2), }"
                        : "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }",
                  k % 2 ? columns : rows[0], sizeof columns);
        for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
            if (cases[k / 2].either)
            {
                assert_int_equal(ddblasReadMatrix(path, (ddblasType_t)type, &options, &A), DDBLAS_STATUS_FORMAT_ERROR);
                assert_non_null(strstr(ddblasGetLastError(NULL), "3 x 2 doubles may be two columns or"));
                assert_null(A.data);
                assert_int_equal(ddblasReadMatrixParts(path, &options, &A, &im), DDBLAS_STATUS_FORMAT_ERROR);
                assert_null(A.data);
            }
            else
            {
                A = read_as((ddblasType_t)type, &options);
                assert_true(A.m == 3 && A.n == 2);
                if (type == DDBLAS_TYPE_D)
                    assert_memory_equal(A.data, columns, sizeof columns);
                ddblasHostMatrixFree(&A);
            }
        A = read_as(DDBLAS_TYPE_D, NULL);
        assert_memory_equal(A.data, columns, sizeof columns);
        ddblasHostMatrixFree(&A);
    }
    static const double three_axes[] = {1.0, 0x1p-54, 2.0, 0.0}, singles[] = {0.0, 0.0};
    write_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1, 2), }", three_axes, sizeof three_axes);
    A = read_as(DDBLAS_TYPE_W, &options);
    assert_true(A.m == 2 && A.n == 1 && cuddEq(*(cuddreal *)A.data, cuddMake(1.0, 0x1p-54)));
    ddblasHostMatrixFree(&A);
    write_npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }", singles, sizeof singles);
    A = read_as(DDBLAS_TYPE_D, &options);
    assert_true(A.m == 2 && A.n == 2);
    ddblasHostMatrixFree(&A);
    const ddblasReadOptions as_pairs = {.npy_pairs = DDBLAS_NPY_PAIRS}; /* f4 holds no pairs */
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_W, &as_pairs, &A), DDBLAS_STATUS_FORMAT_ERROR);
    assert_non_null(strstr(ddblasGetLastError(NULL), "found f4"));
    assert_null(A.data);
    write_npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }", three_axes, 16);
    for (int n = 1;; n++)
    {
        ddblas_inject_allocation_failure(n);
        const ddblasStatus_t status = ddblasReadMatrix(path, DDBLAS_TYPE_D, &options, &A);
        ddblas_inject_allocation_failure(0);
        assert_null(A.data);
        if (status != DDBLAS_STATUS_ALLOC_FAILED)
        {
            assert_int_equal(status, DDBLAS_STATUS_FORMAT_ERROR);
            assert_int_equal(n, 5); /* buffer, header, matrix, columns */
            break;
        }
    }
}

static void hostile(void **state)
{
#define HEAD "{'descr': '<f8', 'fortran_order': False, 'shape': "
    static const struct
    {
        const char *dictionary;
        ddblasStatus_t status;
        const char *words;
    } broken[] = {
        {HEAD "(2, 1), }", DDBLAS_STATUS_FORMAT_ERROR, "expected 16 bytes of numbers after the header, found 8"},
        {HEAD "(), 'x': 1}", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {HEAD "(1,), 'shape': (1,)}", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {HEAD "(1,)", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {HEAD "(1,)} }", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {HEAD "(-1,)}", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {HEAD "(1", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {HEAD "1}", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {HEAD "(99999999999999999999,)}", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {HEAD "(1,1,1,1)}", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {HEAD "(1,1,1)}", DDBLAS_STATUS_FORMAT_ERROR, "one or two axes"},
        {HEAD "(9223372036854775807, 9223372036854775807)}", DDBLAS_STATUS_FORMAT_ERROR, "63 bits"},
        {HEAD "(1000000000, 1000)}", DDBLAS_STATUS_FORMAT_ERROR, "found 8"},
        {"{'descr': '<M8', 'fortran_order': False, 'shape': (1,), }", DDBLAS_STATUS_NOT_SUPPORTED, "found \"<M8\""},
        {"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", DDBLAS_STATUS_NOT_SUPPORTED, "found \"|O\""},
        {"{'descr': '', 'fortran_order': False, 'shape': (1,), }", DDBLAS_STATUS_NOT_SUPPORTED, "found \"\""},
        {"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }", DDBLAS_STATUS_NOT_SUPPORTED, "records"},
        {"{'descr': '<f8', 'fortran_order': Maybe, 'shape': (1,), }", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {"{'descr': '<f8', 'shape': (1,), }", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {"{'descr': '<f8", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {"{}", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
        {"", DDBLAS_STATUS_FORMAT_ERROR, "expected a header"},
    };
    static const double one = 1.0;
    ddblasHostMatrix A;
    (void)state;
    for (size_t k = 0; k < sizeof broken / sizeof broken[0]; k++)
    {
        write_npy(1, broken[k].dictionary, &one, sizeof one);
        ddblasStatus_t status = ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A);
        if (status != broken[k].status || !strstr(ddblasGetLastError(NULL), broken[k].words))
            fail_msg("%s: status %d, \"%s\"", broken[k].dictionary, status, ddblasGetLastError(NULL));
        assert_non_null(strstr(ddblasGetLastError(NULL), ".npy:1: "));
        assert_null(A.data);
    }
    /* a null character anywhere: the text after it is part of the header too */
    static const char ended[] = HEAD "(1,), }\0 'x': 1}  \n";
    for (size_t place = strlen(ended); place < sizeof ended; place++)
    {
        char header[sizeof ended];
        memset(header, ' ', sizeof header);
        memcpy(header, ended, strlen(ended));
        header[place] = '\0';
        write_header(1, header, sizeof header, &one, sizeof one);
        assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
        assert_null(A.data);
    }
    write_npy(9, HEAD "(1,)}", &one, sizeof one);
    assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_NOT_SUPPORTED);
    /* every truncation of a good file */
    static const double six[6] = {1, 2, 3, 4, 5, 6};
    write_npy(2, HEAD "(3, 2), }", six, sizeof six);
    char whole[256];
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t size = fread(whole, 1, sizeof whole, f);
    (void)fclose(f);
    for (size_t length = 0; length < size; length++)
    {
        f = fopen(path, "wb");
        assert_non_null(f);
        (void)fwrite(whole, 1, length, f);
        (void)fclose(f);
        assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
    }
    /* a header said to be longer than the file, and longer than any */
    static const unsigned char longer[] = "\x93NUMPY\x01\x00\xff\x7f{'descr'";
    static const unsigned char longest[] = "\x93NUMPY\x02\x00\xff\xff\xff\x7f{'descr'";
    for (int k = 0; k < 2; k++)
    {
        f = fopen(path, "wb");
        assert_non_null(f);
        (void)fwrite(k ? longest : longer, 1, 18, f);
        (void)fclose(f);
        assert_int_equal(ddblasReadMatrix(path, DDBLAS_TYPE_D, NULL, &A), DDBLAS_STATUS_FORMAT_ERROR);
    }
}

static void written_and_read(void **state)
{
    struct dd_random g;
    (void)state;
    dd_random_start(&g, 3);
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
    {
        ddblasHostMatrix A, B;
        assert_int_equal(ddblasHostMatrixInit(&A, (ddblasType_t)type, 400, 123), DDBLAS_STATUS_SUCCESS);
        size_t element = ddblas_type_size(A.type), reals = element / sizeof(double);
        for (size_t k = 0; k < 400 * 123; k++)
        {
            cuddreal a = dd_random_pair(&g, (int)dd_random_int(&g, -1000, 1000));
            float f[2] = {(float)k, -(float)k};
            if (type == DDBLAS_TYPE_S || type == DDBLAS_TYPE_C)
                memcpy((char *)A.data + k * element, f, element);
            else
                memcpy((char *)A.data + k * element, &a, reals * sizeof(double));
        }
        assert_int_equal(ddblasWriteMatrix(path, &A, NULL), DDBLAS_STATUS_SUCCESS);
        ddblasFileInfo info;
        assert_int_equal(ddblasQueryMatrix(path, NULL, &info), DDBLAS_STATUS_SUCCESS);
        assert_true(info.type == A.type && info.m == 400 && info.n == 123 && info.format == DDBLAS_FORMAT_NPY);
        B = read_as(A.type, NULL);
        assert_memory_equal(A.data, B.data, 400 * 123 * element);
        ddblasHostMatrixFree(&B);
        for (int n = 1;; n++)
        {
            ddblas_inject_allocation_failure(n);
            ddblasStatus_t status = ddblasReadMatrix(path, A.type, NULL, &B);
            ddblas_inject_allocation_failure(0);
            if (status == DDBLAS_STATUS_SUCCESS)
            {
                assert_int_equal(n, 4); /* buffer, header, matrix */
                break;
            }
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_null(B.data);
        }
        ddblasHostMatrixFree(&A);
        ddblasHostMatrixFree(&B);
    }
}

/* The upper triangle is formed from the lower one. */
static void symmetric(void **state)
{
    ddblasHostMatrix A, B;
    (void)state;
    assert_int_equal(ddblasHostMatrixInit(&A, DDBLAS_TYPE_Z, 2, 2), DDBLAS_STATUS_SUCCESS);
    ddblasDoubleComplex *a = A.data;
    a[0] = (ddblasDoubleComplex){1, 9};
    a[1] = (ddblasDoubleComplex){2, 3};
    a[2] = (ddblasDoubleComplex){(double)NAN, (double)NAN};
    a[3] = (ddblasDoubleComplex){4, 0};
    A.symmetry = DDBLAS_SYMMETRY_HERMITIAN;
    assert_int_equal(ddblasWriteMatrix(path, &A, NULL), DDBLAS_STATUS_SUCCESS);
    B = read_as(DDBLAS_TYPE_Z, NULL);
    const ddblasDoubleComplex *b = B.data;
    assert_true(b[0].x == 1 && b[0].y == 0 && b[1].y == 3 && b[2].x == 2 && b[2].y == -3);
    ddblasHostMatrixFree(&B);
    ddblasHostMatrixFree(&A);
    assert_int_equal(ddblasHostMatrixInit(&A, DDBLAS_TYPE_W, 2, 2), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasHostMatrixInit(&B, DDBLAS_TYPE_W, 2, 2), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasWriteMatrixParts(path, &A, &B, NULL), DDBLAS_STATUS_NOT_SUPPORTED);
    ddblasHostMatrixFree(&A);
    ddblasHostMatrixFree(&B);
}

static int start(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    (void)snprintf(path, sizeof path, "%s/a.npy", folder);
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
        cmocka_unit_test(doubles),          cmocka_unit_test(nothing_by_huge),
        cmocka_unit_test(other_kinds),      cmocka_unit_test(pairs),
        cmocka_unit_test(columns_or_pairs), cmocka_unit_test(hostile),
        cmocka_unit_test(written_and_read), cmocka_unit_test(symmetric),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
