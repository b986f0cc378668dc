/*
 * Matrix Market files, written.
 */
#include "mtx.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"

const char *const ddblas_mtx_symmetry[] = {"general", "symmetric", "skew-symmetric", "hermitian"};

enum
{
    MAX_DIGITS = 2000 /* more than any exact expansion */
};

struct writer
{
    FILE *file;
    const ddblasHostMatrix *A, *im; /* im null unless the imaginary part is a matrix of its own */
    ddblasSymmetry_t symmetry;
    int is_complex, coordinate, digits;
    char *text; /* one number, MAX_DIGITS + 32 */
};

static void put_number(const struct writer *w, char before, cuddreal a)
{
    if (w->digits > 0)
        (void)cuddToString(w->text, MAX_DIGITS + 32, a, w->digits - 1, 'e');
    else if (w->digits == DDBLAS_DIGITS_HEX)
        (void)cuddToHex(w->text, MAX_DIGITS + 32, a);
    else
        (void)cuddToShortest(w->text, MAX_DIGITS + 32, a);
    if (before)
        (void)fputc(before, w->file);
    (void)fputs(w->text, w->file);
}

static void get_element(const struct writer *w, int64_t i, int64_t j, cuddreal *re, cuddreal *im)
{
    cuddreal unused;
    ddblas_matrix_get(w->A, i, j, re, im);
    if (w->im)
        ddblas_matrix_get(w->im, i, j, im, &unused);
}

static int is_stored(const struct writer *w, int64_t i, int64_t j)
{
    cuddreal re, im;
    get_element(w, i, j, &re, &im);
    return !(cuddIsZero(re) && cuddIsZero(im));
}

/* First row written of column j. */
static int64_t first_row(const struct writer *w, int64_t j)
{
    return w->symmetry == DDBLAS_SYMMETRY_GENERAL ? 0 : w->symmetry == DDBLAS_SYMMETRY_SKEW ? j + 1 : j;
}

/* Columns with anything in them: a matrix without rows may have any number of columns. */
static int64_t written_columns(const struct writer *w) { return w->A->m > 0 ? w->A->n : 0; }

static void put_entry(const struct writer *w, int64_t i, int64_t j)
{
    cuddreal re, im;
    get_element(w, i, j, &re, &im);
    if (w->symmetry == DDBLAS_SYMMETRY_HERMITIAN && i == j)
        im = cuddMake(0.0, 0.0);
    if (w->coordinate)
        (void)fprintf(w->file, "%lld %lld", (long long)i + 1, (long long)j + 1);
    put_number(w, w->coordinate ? ' ' : '\0', re);
    if (w->is_complex)
        put_number(w, ' ', im);
    (void)fputc('\n', w->file);
}

/* The text as comment lines. Control characters become blanks. */
static void put_comment(FILE *file, const char *text)
{
    while (text && *text)
    {
        (void)fputs("% ", file);
        for (; *text && *text != '\n'; text++)
            (void)fputc((unsigned char)*text < ' ' ? ' ' : *text, file);
        (void)fputc('\n', file);
        text += *text == '\n';
    }
}

static void put_header(const struct writer *w, const char *comment)
{
    (void)fprintf(w->file, "%%%%MatrixMarket matrix %s %s %s\n", w->coordinate ? "coordinate" : "array",
                  w->is_complex ? "complex" : "real", ddblas_mtx_symmetry[w->symmetry]);
    put_comment(w->file, comment);
    (void)fprintf(w->file, "%lld %lld", (long long)w->A->m, (long long)w->A->n);
    if (w->coordinate)
    {
        long long entries = 0;
        for (int64_t j = 0; j < written_columns(w); j++)
            for (int64_t i = first_row(w, j); i < w->A->m; i++)
                entries += is_stored(w, i, j);
        (void)fprintf(w->file, " %lld", entries);
    }
    (void)fputc('\n', w->file);
}

ddblasStatus_t ddblas_mtx_write(struct ddblas_target *t, const ddblasHostMatrix *A, const ddblasHostMatrix *im,
                                const ddblasWriteOptions *options)
{
    struct writer w = {.file = t->file, .A = A, .im = im};
    w.is_complex = im != NULL || ddblas_type_is_complex(A->type);
    /* a real hermitian matrix is a symmetric one, and the format knows it by that name alone */
    w.symmetry = A->symmetry == DDBLAS_SYMMETRY_HERMITIAN && !w.is_complex ? DDBLAS_SYMMETRY_SYMMETRIC : A->symmetry;
    w.coordinate = options && options->coordinate;
    w.digits = options ? options->digits : DDBLAS_DIGITS_SHORTEST;
    if (w.digits > MAX_DIGITS)
        w.digits = MAX_DIGITS;
    w.text = ddblas_host_alloc(MAX_DIGITS + 32);
    if (!w.text)
        return ddblas_fail(NULL, DDBLAS_STATUS_ALLOC_FAILED, "no memory for the text of a number");
    put_header(&w, options ? options->comment : NULL);
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    for (int64_t j = 0; j < written_columns(&w) && !status && !ferror(t->file); j++)
    {
        for (int64_t i = first_row(&w, j); i < A->m; i++)
            if (!w.coordinate || is_stored(&w, i, j))
                put_entry(&w, i, j);
        status = ddblas_target_progress(t, A, options, (j + 1) * A->m);
    }
    free(w.text);
    return status;
}
