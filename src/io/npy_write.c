/*
 * NumPy's .npy files, written: version 1.0, little-endian, column-major; double-double numbers as
 * pairs along a third axis, in C order so that the two parts of a number stand together.
 */
#include <string.h>

#include "core/core.h"
#include "npy.h"

enum
{
    ALIGN = 64 /* the numbers start at a multiple of it */
};

static void put_header(FILE *file, const ddblasHostMatrix *A)
{
    static const char *const descr[] = {[DDBLAS_TYPE_S] = "<f4",
                                        [DDBLAS_TYPE_D] = "<f8",
                                        [DDBLAS_TYPE_W] = "<f8",
                                        [DDBLAS_TYPE_C] = "<c8",
                                        [DDBLAS_TYPE_Z] = "<c16"};
    char text[3 * ALIGN];
    int pairs = ddblas_type_is_double_double(A->type);
    int length = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': %s, 'shape': (%lld, %lld%s), }", descr[A->type],
                          pairs ? "False" : "True", (long long)A->m, (long long)A->n, pairs ? ", 2" : "");
    /* padded with blanks, the last character an end of line */
    int total = (10 + length + 1 + ALIGN - 1) / ALIGN * ALIGN - 10;
    (void)fwrite(DDBLAS_NPY_MAGIC "\x01\x00", 1, 8, file);
    (void)fputc(total & 255, file);
    (void)fputc(total >> 8, file);
    (void)fprintf(file, "%-*s\n", total - 1, text);
}

/* One real number as little-endian bytes. */
static void put_real(FILE *file, double d, size_t bytes)
{
    unsigned char b[8];
    uint64_t bits;
    if (bytes == 4)
    {
        uint32_t word;
        float f = (float)d;
        memcpy(&word, &f, sizeof word);
        bits = word;
    }
    else
        memcpy(&bits, &d, sizeof bits);
    for (size_t k = 0; k < bytes; k++)
        b[k] = (unsigned char)(bits >> 8 * k & 255);
    (void)fwrite(b, 1, bytes, file);
}

/* Element (i, j) of the matrix that the declared symmetry makes of the lower triangle. */
static void get_element(const ddblasHostMatrix *A, int64_t i, int64_t j, cuddreal *re, cuddreal *im)
{
    int mirror = A->symmetry != DDBLAS_SYMMETRY_GENERAL && i < j;
    ddblas_matrix_get(A, mirror ? j : i, mirror ? i : j, re, im);
    if (mirror && A->symmetry == DDBLAS_SYMMETRY_SKEW)
        *re = cuddNeg(*re);
    if (mirror && A->symmetry != DDBLAS_SYMMETRY_SYMMETRIC)
        *im = cuddNeg(*im);
    if (i == j && A->symmetry == DDBLAS_SYMMETRY_HERMITIAN)
        *im = cuddMake(0.0, 0.0);
}

static void put_element(FILE *file, const ddblasHostMatrix *A, int64_t i, int64_t j)
{
    cuddreal re, im;
    size_t bytes = ddblas_type_word(A->type);
    get_element(A, i, j, &re, &im);
    put_real(file, re.x, bytes);
    if (ddblas_type_is_double_double(A->type))
        put_real(file, re.y, bytes);
    else if (ddblas_type_is_complex(A->type))
        put_real(file, im.x, bytes);
}

ddblasStatus_t ddblas_npy_write(struct ddblas_target *t, const ddblasHostMatrix *A, const ddblasHostMatrix *im,
                                const ddblasWriteOptions *options)
{
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    if (im)
        return ddblas_fail(NULL, DDBLAS_STATUS_NOT_SUPPORTED,
                           "complex double-double numbers have no .npy form: write Matrix Market");
    int pairs = ddblas_type_is_double_double(A->type);
    int64_t outer = pairs ? A->m : A->n, inner = pairs ? A->n : A->m;
    put_header(t->file, A);
    for (int64_t a = 0; inner > 0 && a < outer && !status && !ferror(t->file); a++)
    {
        for (int64_t b = 0; b < inner; b++)
            put_element(t->file, A, pairs ? a : b, pairs ? b : a);
        status = ddblas_target_progress(t, A, options, (a + 1) * inner);
    }
    return status;
}
