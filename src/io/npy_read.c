/*
 * NumPy's .npy files, read. Format: numpy.lib.format, versions 1.0, 2.0 and 3.0: a magic string,
 * the length of a header, the header (a Python dictionary with descr, fortran_order and shape), the
 * numbers.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "core/sizes.h"
#include "npy.h"
#include "dd_arith/text.h"

enum
{
    MAX_HEADER = 65536,
    MAX_AXES = 3,
    PIECE = 1 << 18 /* bytes of numbers at a time, a multiple of every element size */
};

struct header
{
    char kind;      /* as in descr: f, c, i, u or b */
    int bytes;      /* bytes of one number, or of one complex number */
    int big_endian; /* the bytes of a number start with the most significant */
    int fortran, axes;
    int64_t shape[MAX_AXES];
    int pairs;  /* the last axis, of 2, makes double-double numbers */
    int either; /* n x 2, to be refused where its rows may be pairs */
    int64_t m, n;
};

/* ---- the dictionary -------------------------------------------------------------------------- */

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')
        p++;
    return p;
}

/* Steps over a character and the blanks around it. */
static int take_character(const char **p, char c)
{
    const char *q = skip_blanks(*p);
    if (*q != c)
        return 0;
    *p = skip_blanks(q + 1);
    return 1;
}

/* A quoted string of less than `size` characters. */
static int take_string(const char **p, char *text, size_t size)
{
    const char *q = skip_blanks(*p);
    char quote = *q;
    size_t n = 0;
    if (quote != '\'' && quote != '"')
        return 0;
    for (q++; *q && *q != quote && n + 1 < size; q++)
        text[n++] = *q;
    text[n] = '\0';
    if (*q != quote)
        return 0;
    *p = q + 1;
    return 1;
}

static int take_word(const char **p, const char *word)
{
    const char *q = skip_blanks(*p);
    size_t n = strlen(word);
    if (strncmp(q, word, n) != 0)
        return 0;
    *p = q + n;
    return 1;
}

/* "(3, 4)", "(3,)", "()". */
static int take_shape(const char **p, struct header *h)
{
    if (!take_character(p, '('))
        return 0;
    h->axes = 0;
    while (!take_character(p, ')'))
    {
        int64_t v = 0;
        const char *q = *p;
        if (h->axes == MAX_AXES || *q < '0' || *q > '9')
            return 0;
        for (; *q >= '0' && *q <= '9'; q++)
            if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, *q - '0', &v))
                return 0;
        h->shape[h->axes++] = v;
        *p = q + (*q == 'L'); /* Python 2 wrote 3L */
        if (!take_character(p, ',') && *skip_blanks(*p) != ')')
            return 0;
    }
    return 1;
}

static int machine_is_big_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 0;
}

static ddblasStatus_t read_descr(const struct ddblas_source *s, const char *descr, struct header *h)
{
    static const char *const known[] = {"f8", "f4", "c16", "c8", "i1", "i2", "i4",  "i8",
                                        "u1", "u2", "u4",  "u8", "b1", "f2", "f16", "c32"};
    int order = descr[0];
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    {
        if (order == '\0' || strcmp(descr + 1, known[k]) != 0 || !strchr(descr[2] == '1' && !descr[3] ? "<>=|" : "<>=", order))
            continue;
        h->kind = known[k][0];
        h->bytes = (int)strtol(known[k] + 1, NULL, 10);
        h->big_endian = order == '=' ? machine_is_big_endian() : order == '>';
        return DDBLAS_STATUS_SUCCESS;
    }
    return ddblas_source_fail(s, DDBLAS_STATUS_NOT_SUPPORTED,
                              "expected numbers of type f2, f4, f8, f16, c8, c16, c32, i1 to i8, u1 to u8 or b1, found \"%.32s\"",
                              descr);
}

static ddblasStatus_t read_dictionary(const struct ddblas_source *s, const char *p, struct header *h)
{
    char key[32], descr[64] = "";
    int seen = 0;
    int good = take_character(&p, '{');
    while (good && !take_character(&p, '}'))
    {
        int bit = 0;
        good = take_string(&p, key, sizeof key) && take_character(&p, ':');
        if (!good)
            break;
        if (strcmp(key, "descr") == 0)
        {
            bit = 1;
            if (*p == '[')
                return ddblas_source_fail(s, DDBLAS_STATUS_NOT_SUPPORTED, "expected plain numbers, found records");
            good = take_string(&p, descr, sizeof descr);
        }
        else if (strcmp(key, "fortran_order") == 0)
        {
            bit = 2;
            h->fortran = take_word(&p, "True");
            good = h->fortran || take_word(&p, "False");
        }
        else if (strcmp(key, "shape") == 0)
        {
            bit = 4;
            good = take_shape(&p, h);
        }
        good = good && bit && !(seen & bit) && (take_character(&p, ',') || *skip_blanks(p) == '}');
        seen |= bit;
    }
    if (!good || seen != 7 || *skip_blanks(p))
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                                  "expected a header {'descr': ..., 'fortran_order': ..., 'shape': (at most three sizes)}");
    return read_descr(s, descr, h);
}

/* ---- header ---------------------------------------------------------------------------------- */

/* Rows and columns from the axes. */
static ddblasStatus_t find_shape(const struct ddblas_source *s, const ddblasReadOptions *options, struct header *h)
{
    const int wanted = options ? options->npy_pairs : DDBLAS_NPY_COLUMNS;
    const int real_last = h->axes > 0 && h->kind == 'f' && h->shape[h->axes - 1] == 2;
    if (real_last && h->axes == 2 && h->bytes != 8 && wanted == DDBLAS_NPY_PAIRS)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected f8, of which pairs are made, found f%d", h->bytes);
    int last = real_last && h->bytes == 8, two = last && h->axes == 2;
    h->pairs = last && (h->axes == 3 || (two && wanted == DDBLAS_NPY_PAIRS));
    h->either = two && wanted == DDBLAS_NPY_UNLESS_EITHER;
    int axes = h->axes - h->pairs;
    if (axes > 2)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                                  "expected one or two axes, or f8 with a last axis of 2 after them");
    h->m = axes > 0 ? h->shape[0] : 1;
    h->n = axes > 1 ? h->shape[1] : 1;
    int64_t count;
    if (__builtin_mul_overflow(h->m, h->n, &count) || __builtin_mul_overflow(count, h->bytes * (1 + h->pairs), &count))
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected sizes that fit 63 bits");
    int64_t rest = s->size - s->consumed;
    if (s->size >= 0 && rest != count)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected %lld bytes of numbers after the header, found %lld",
                                  (long long)count, (long long)rest);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t read_header(struct ddblas_source *s, const ddblasReadOptions *options, struct header *h)
{
    const unsigned char *data;
    size_t available;
    s->line = 1;
    ddblasStatus_t status = ddblas_source_peek(s, 12, &data, &available);
    if (status)
        return status;
    if (available < 10 || memcmp(data, DDBLAS_NPY_MAGIC, 6) != 0)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected a .npy file, which starts with \\x93NUMPY");
    int version = data[6];
    size_t start = version == 1 ? 10 : 12;
    if (version < 1 || version > 3 || data[7] != 0)
        return ddblas_source_fail(s, DDBLAS_STATUS_NOT_SUPPORTED, "expected .npy version 1.0, 2.0 or 3.0, found %d.%d", version,
                                  data[7]);
    size_t length = (size_t)data[8] | (size_t)data[9] << 8;
    if (version > 1 && available >= start)
        length |= (size_t)data[10] << 16 | (size_t)data[11] << 24;
    if (available < start || length > MAX_HEADER)
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected a header of at most 64 KiB");
    ddblas_source_skip(s, start);
    status = ddblas_source_peek(s, length, &data, &available);
    if (status)
        return status;
    if (available < length || memchr(data, '\0', length))
        return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected a header of %llu characters",
                                  (unsigned long long)length);
    char *text = ddblas_host_alloc(length + 1);
    if (!text)
        return ddblas_fail(NULL, DDBLAS_STATUS_ALLOC_FAILED, "%s: no memory for the header", s->path);
    memcpy(text, data, length);
    text[length] = '\0';
    ddblas_source_skip(s, length);
    status = read_dictionary(s, text, h);
    free(text);
    return status ? status : find_shape(s, options, h);
}

/* The least type that holds the numbers. */
static ddblasType_t least_type(const struct header *h)
{
    if (h->kind == 'c')
        return h->bytes == 8 ? DDBLAS_TYPE_C : DDBLAS_TYPE_Z;
    if (h->kind == 'f')
        return h->pairs || h->bytes == 16 ? DDBLAS_TYPE_W : h->bytes == 8 ? DDBLAS_TYPE_D : DDBLAS_TYPE_S;
    return h->bytes == 8 ? DDBLAS_TYPE_W : h->bytes == 4 ? DDBLAS_TYPE_D : DDBLAS_TYPE_S;
}

static int bits_of(const struct header *h)
{
    const int bytes = h->kind == 'c' ? h->bytes / 2 : h->bytes;
    if (h->kind != 'c' && h->kind != 'f')
        return 0;
    return h->pairs ? 106 : bytes == 2 ? 11 : bytes == 4 ? 24 : bytes == 8 ? 53 : 64;
}

static void describe(const struct header *h, ddblasFileInfo *info)
{
    *info = (ddblasFileInfo){.format = DDBLAS_FORMAT_NPY,
                             .type = least_type(h),
                             .symmetry = DDBLAS_SYMMETRY_GENERAL,
                             .is_complex = h->kind == 'c',
                             .m = h->m,
                             .n = h->n,
                             .entries = h->m * h->n,
                             .bits = bits_of(h)};
}

static ddblasStatus_t npy_query(struct ddblas_source *s, const ddblasReadOptions *options, ddblasFileInfo *info)
{
    struct header h = {0};
    ddblasStatus_t status = read_header(s, options, &h);
    if (!status)
        describe(&h, info);
    return status;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* Where item k of the file goes. */
static void locate_element(const struct header *h, int64_t k, int64_t *i, int64_t *j)
{
    *i = h->fortran ? k % h->m : k / h->n;
    *j = h->fortran ? k / h->m : k % h->n;
}

/* One item: a number, a complex number, or a pair in C order. Returns 0 if it is no number. */
static int store_element(const struct header *h, const struct ddblas_destination *d, int64_t k, const unsigned char *p)
{
    const int swap = h->big_endian != machine_is_big_endian(), bytes = h->kind == 'c' ? h->bytes / 2 : h->bytes;
    cuddreal re, im = cuddMake(0.0, 0.0), low;
    int64_t i, j;
    int good = ddblas_npy_number(p, h->kind, bytes, swap, &re);
    if (h->kind == 'c')
        good = ddblas_npy_number(p + bytes, h->kind, bytes, swap, &im) && good;
    else if (h->pairs)
    {
        (void)ddblas_npy_number(p + bytes, h->kind, bytes, swap, &low);
        re = ddblas_pair_of_parts(re.x, low.x);
    }
    locate_element(h, k, &i, &j);
    ddblas_destination_add(d, i, j, re, im);
    return good;
}

/* Half of a pair in Fortran order, where all high parts come before all low parts. */
static void store_half(const struct header *h, const ddblasHostMatrix *W, int64_t k, const unsigned char *p)
{
    cuddreal half;
    (void)ddblas_npy_number(p, 'f', 8, h->big_endian != machine_is_big_endian(), &half);
    int64_t count = h->m * h->n, i, j;
    locate_element(h, k < count ? k : k - count, &i, &j);
    cuddreal *at = (cuddreal *)W->data + (i + j * W->lda);
    *at = k < count ? half : ddblas_pair_of_parts(at->x, half.x);
}

static ddblasStatus_t read_numbers(struct ddblas_source *s, const struct header *h, const struct ddblas_destination *d,
                                   const ddblasHostMatrix *halves)
{
    int64_t item = h->pairs && !halves ? 16 : h->bytes;
    int64_t count = h->m * h->n * (halves ? 2 : 1);
    for (int64_t k = 0; k < count;)
    {
        const unsigned char *data;
        size_t available;
        int64_t wanted = least(count - k, PIECE / item);
        ddblasStatus_t status = ddblas_source_peek(s, (size_t)(wanted * item), &data, &available);
        if (status)
            return status;
        if (available < (size_t)(wanted * item))
            return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected %lld numbers, found the end of the file",
                                      (long long)count);
        for (int64_t r = 0; r < wanted; r++)
        {
            const long long number = (long long)k + r + 1;
            if (halves)
                store_half(h, halves, k + r, data + r * item);
            else if (!store_element(h, d, k + r, data + r * item))
                return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                                          "expected the 80-bit numbers of x86 in 16 bytes each, which number %lld is not",
                                          number);
        }
        ddblas_source_skip(s, (size_t)(wanted * item));
        k += wanted;
    }
    return DDBLAS_STATUS_SUCCESS;
}

/* Pairs in Fortran order go to a W matrix first, for a number is known only with its second
 * half. */
static ddblasStatus_t read_halves(struct ddblas_source *s, const struct header *h, const struct ddblas_destination *d)
{
    ddblasHostMatrix halves = {.lda = 1};
    if (ddblas_type_is_double_double(d->type))
        return read_numbers(s, h, d, d->re);
    struct ddblas_destination own = {.re = &halves, .type = DDBLAS_TYPE_W, .options = d->options};
    ddblasStatus_t status = ddblas_destination_init(&own, s, 0, h->m, h->n, DDBLAS_SYMMETRY_GENERAL);
    if (!status)
        status = read_numbers(s, h, d, &halves);
    for (int64_t j = 0; !status && h->m > 0 && j < h->n; j++)
        for (int64_t i = 0; i < h->m; i++)
            ddblas_destination_add(d, i, j, ((cuddreal *)halves.data)[i + j * halves.lda], cuddMake(0.0, 0.0));
    ddblasHostMatrixFree(&halves);
    return status;
}

/* 1 when (x, y) may be the two parts of a double-double number, not necessarily a normalised
 * one. */
static int may_be_pair(double x, double y) { return !isfinite(x) || fabs(y) <= 0x1p-20 * fabs(x); }

/* Two columns, held back as doubles until every row is known. */
static ddblasStatus_t read_two_columns(struct ddblas_source *s, const struct header *h, const struct ddblas_destination *d)
{
    ddblasHostMatrix columns = {.lda = 1};
    struct ddblas_destination own = {.re = &columns, .type = DDBLAS_TYPE_D, .options = d->options};
    ddblasStatus_t status = ddblas_destination_init(&own, s, 0, h->m, h->n, DDBLAS_SYMMETRY_GENERAL);
    if (!status)
        status = read_numbers(s, h, &own, NULL);
    const double *x = columns.data;
    int64_t pairs = 0;
    for (int64_t i = 0; !status && i < h->m; i++)
    {
        pairs += may_be_pair(x[i], x[i + h->m]);
        for (int64_t j = 0; j < 2; j++)
            ddblas_destination_add(d, i, j, cuddFromDouble(x[i + j * h->m]), cuddFromDouble(0.0));
    }
    ddblasHostMatrixFree(&columns);
    if (!status && h->m > 0 && pairs == h->m)
        status =
            ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR,
                               "these %lld x 2 doubles may be two columns or a column of double-double numbers, (high, low): "
                               "expected npy_pairs, in the command --npy columns or --npy pairs",
                               (long long)h->m);
    return status;
}

static ddblasStatus_t npy_read(struct ddblas_source *s, struct ddblas_destination *d)
{
    struct header h = {0};
    ddblasStatus_t status = read_header(s, d->options, &h);
    if (!status && d->options && d->options->info)
        describe(&h, d->options->info);
    if (!status)
        status = ddblas_destination_init(d, s, h.kind == 'c', h.m, h.n, DDBLAS_SYMMETRY_GENERAL);
    if (status)
        return status;
    status = h.either ? read_two_columns(s, &h, d) : h.pairs && h.fortran ? read_halves(s, &h, d) : read_numbers(s, &h, d, NULL);
    const unsigned char *data;
    size_t available = 0;
    if (!status)
        status = ddblas_source_peek(s, 1, &data, &available);
    if (!status && available > 0)
        status = ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "expected the end of the file after the numbers");
    return status;
}

const struct ddblas_format ddblas_format_npy = {npy_query, npy_read, ddblas_npy_write};
