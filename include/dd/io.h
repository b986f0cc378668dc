/*
 * Numbers as text, and matrices in files. Everything here works on host memory and needs no handle.
 * All functions may be called from several threads at once and none depends on the locale: the
 * decimal point is a point. As all double-double arithmetic they need rounding to nearest and
 * subnormal numbers that are not flushed to zero.
 *
 * The functions that return a status leave a sentence in ddblasGetLastError(NULL) when they fail;
 * for files it has the form "file:line: what was expected" (line 1 in .npy files).
 */
#ifndef DD_IO_H
#define DD_IO_H

#include <dd/ddblas.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- text to number -------------------------------------------------------------------------- */

/*
 * *value = the double-double nearest to the number at the start of text, after white space.
 *
 *   number   [+-] digits with at most one point, then optionally an exponent e, E, d or D [+-]
 *            digits (any length)
 *            [+-] 0x hexadecimal digits with at most one point, then optionally p or P [+-] digits
 *            (any length)
 *            the pair form: two such hexadecimal numbers, the second with a sign: 0x1.8p+0-0x1p-54
 *            [+-] inf, infinity, nan, nan(letters, digits, _), in any case
 *   end      when not null, *end is the character after the number and what follows it is the
 *            caller's business: "+0e" is +0 followed by "e". When null the number must be all of
 *            the text but white space.
 *
 * Rounding: with v the exact value, value.x = RN(v) and value.y = RN(v - value.x), subnormal
 * numbers included, ties to even. Where value.y is then half a unit in the last place of an odd
 * value.x, the same sum is returned as the pair whose high part is even, so that the result is
 * always normalised. v that rounds beyond CUDD_MAX gives Inf, v below half the least subnormal
 * gives 0, both with SUCCESS. A zero low part is +0.
 * Pair form: each number is rounded to double; the pair comes back bit by bit when it is
 * normalised, as its normalised sum when not.
 *
 * FORMAT_ERROR: no number (*end = text), or something after it while end is null; *value is then 0.
 * INVALID_VALUE: text (1) or value (3) is null. Exact integer arithmetic; allocates nothing.
 */
DDBLAS_API ddblasStatus_t cuddFromString(const char *text, const char **end, cuddreal *value);

/* ---- number to text -----------------------------------------------------------------------------
 * As snprintf: at most size - 1 characters and a null character are written to buffer (nothing when
 * size is 0), and the length of the whole text is returned, so that a result >= size says that it
 * was cut. Inf and NaN are "inf", "-inf", "nan". A pair that is not normalised is written as its
 * exact sum. None allocates. */

/*
 * The value correctly rounded (ties to even, from all bits) in the form of printf: form 'e', 'f',
 * 'g' or 'E', 'F', 'G', digits the precision: the number of digits after the point for e and f, of
 * significant digits for g (0 counts as 1). Returns -1 for another form or digits outside 0 ..
 * 100000.
 */
DDBLAS_API int cuddToString(char *buffer, size_t size, cuddreal a, int digits, char form);

/* The decimal with the fewest digits such that cuddFromString of it is a, bit by bit (a normalised,
 * zero low parts +0), and that is a correctly rounded to so many digits: "0.1" is not the text of
 * cuddFromDouble(0.1). 33 or 34 digits for numbers with a full low part; up to about 630 for pairs
 * with a wide gap, such as (2^1023, 2^-1074). */
DDBLAS_API int cuddToShortest(char *buffer, size_t size, cuddreal a);

/* The exact hexadecimal pair form: "0x1.8p+0-0x1p-54"; the second number is left out when it is +0.
 * Gives back every normalised pair bit by bit, -0 parts included. At most 49 characters. */
DDBLAS_API int cuddToHex(char *buffer, size_t size, cuddreal a);

/* Sizes of buffers that always suffice for cuddToShortest and cuddToHex. */
#define CUDD_SHORTEST_SIZE 1440
#define CUDD_HEX_SIZE      64

/* ---- a matrix in host memory ----------------------------------------------------------------- */

/* The symmetry that a file declares. SYMMETRIC: A = A^T, SKEW: A = -A^T, HERMITIAN: A = A^H. */
typedef enum ddblasSymmetry_t
{
    DDBLAS_SYMMETRY_GENERAL = 0,
    DDBLAS_SYMMETRY_SYMMETRIC = 1,
    DDBLAS_SYMMETRY_SKEW = 2,
    DDBLAS_SYMMETRY_HERMITIAN = 3
} ddblasSymmetry_t;

/* An m x n column-major matrix: element (i, j), counted from 0, is element i + j lda of data. */
typedef struct ddblasHostMatrix
{
    ddblasType_t type;
    ddblasSymmetry_t symmetry; /* declared; writers then write one triangle */
    int64_t m, n, lda;         /* lda >= max(1, m) */
    void *data;                /* 64-byte aligned as readers make it, of W a multiple of 8 for writers; null when m n = 0 */
} ddblasHostMatrix;

/* Makes *A an m x n matrix of zeros, general, lda = max(1, m).
 * INVALID_VALUE: A (1) null, type (2), m (3), n (4) negative; ALLOC_FAILED, also when m n elements
 * exceed size_t. On failure *A is an empty matrix. */
DDBLAS_API ddblasStatus_t ddblasHostMatrixInit(ddblasHostMatrix *A, ddblasType_t type, int64_t m, int64_t n);

/* Frees the data and makes *A an empty matrix; null and already empty matrices are allowed. */
DDBLAS_API void ddblasHostMatrixFree(ddblasHostMatrix *A);

/* ---- files --------------------------------------------------------------------------------------
 * Matrix Market (.mtx), read: array and coordinate; real, integer, complex and pattern (every entry
 * named is 1); general, symmetric, skew-symmetric, hermitian; comment lines, blank lines, CRLF;
 * numbers in any form of cuddFromString up to 1 MiB each. Entries of a coordinate file named twice
 * are added. Inf and NaN are read as such. Refused with FORMAT_ERROR: entries too few or too many,
 * indices out of range, an entry above the diagonal of a file that is not general, a diagonal of a
 * skew-symmetric file that is not 0 or of a hermitian one that is not real, sizes that the length
 * of the file cannot hold.
 * NumPy (.npy), versions 1.0, 2.0, 3.0, C and Fortran order, either byte order: f2, f4, f8, c8,
 * c16, i1 to i8, u1 to u8, b1, and the long double of x86, f16 and c32, with one axis (a column)
 * or two; and f8 with a trailing axis of 2 after these, the pair (x, y): three axes, or, for one
 * axis of pairs, an n x 2 array, which the option npy_pairs tells from two columns. Pairs are
 * normalised on the way. The writer gives W matrices three axes, n x 1 x 2 for a vector, so that
 * they need no option.
 * Plain text and .csv, read: a line is a row, all rows have as many numbers as the first one;
 * between numbers blanks, or a comma or a semicolon, the same in all of the file; # begins a
 * comment; blank lines; CRLF; a first line in which nothing begins like a number, the names of
 * columns, is passed over. Numbers in any form of cuddFromString, and complex ones: 1+2j, 2j (i, I
 * and J too), (1+2j), (1,2). Text has no pairs: npy_pairs is not looked at.
 * Each of these may be compressed by gzip, if the library was built with zlib; NOT_SUPPORTED
 * otherwise.
 * Files are read in pieces: beside the matrix itself at most 2 MiB are in use (3 MiB if
 * compressed), and a second matrix for pairs in Fortran order that are read as another type than
 * W, and for n x 2 arrays read with DDBLAS_NPY_UNLESS_EITHER; for plain text up to three.
 */

typedef enum ddblasFileFormat_t
{
    DDBLAS_FORMAT_AUTO =
        0, /* reading: from the first bytes, and the name .csv; writing: from the name, .npy or else Matrix Market */
    DDBLAS_FORMAT_MTX = 1,
    DDBLAS_FORMAT_NPY = 2,
    DDBLAS_FORMAT_TEXT = 3 /* read only */
} ddblasFileFormat_t;

/* How an n x 2 array of f8 in a .npy file is read. One of f4 is always two columns, and with PAIRS
 * it is refused with FORMAT_ERROR. */
typedef enum ddblasNpyPairs_t
{
    DDBLAS_NPY_COLUMNS = 0, /* an n x 2 matrix of doubles */
    DDBLAS_NPY_PAIRS = 1,   /* a column of n double-double numbers, (high, low) in each row */
    /* Two columns, but FORMAT_ERROR where each row may be such a pair: the second number at most
     * 2^-20 of the first, or the first one not finite. */
    DDBLAS_NPY_UNLESS_EITHER = 2
} ddblasNpyPairs_t;

/*
 * Called now and then while a file is read or written, by the thread that called the library: done
 * of all units, bytes of a file that is read and elements of a matrix that is written. all is 0
 * where it is not known, as for a pipe. A return value other than 0 ends the call with CANCELLED.
 */
typedef int (*ddblasFileProgress_t)(void *data, int64_t done, int64_t all);

struct ddblasFileInfo;

/* All zero is the default. */
typedef struct ddblasReadOptions
{
    ddblasFileFormat_t format;
    int one_triangle;   /* 1: of a file that is not general fill the lower triangle only, as stored; 0: both triangles */
    int npy_pairs;      /* a ddblasNpyPairs_t */
    uint64_t max_bytes; /* largest matrix to allocate; more is ALLOC_FAILED. 0: the machine's memory */
    ddblasFileProgress_t progress; /* may be null */
    void *progress_data;
    struct ddblasFileInfo *info; /* null, or becomes what ddblasQueryMatrix says of the file that was read */
} ddblasReadOptions;

typedef enum ddblasDigits_t
{
    DDBLAS_DIGITS_SHORTEST = 0, /* the fewest digits that give the same bits back */
    DDBLAS_DIGITS_HEX = -1      /* the exact hexadecimal pair form; other programs will not read it */
} ddblasDigits_t;

/* All zero is the default. */
typedef struct ddblasWriteOptions
{
    ddblasFileFormat_t format;
    int digits;                    /* .mtx: n > 0 significant digits, or one of ddblasDigits_t */
    int coordinate;                /* .mtx: 1: coordinate form, entries that are not zero; 0: array form */
    const char *comment;           /* .mtx: comment lines, may hold several lines without the %; null for none */
    ddblasFileProgress_t progress; /* may be null */
    void *progress_data;
} ddblasWriteOptions;

/* The contents of a file, from its header. */
typedef struct ddblasFileInfo
{
    ddblasFileFormat_t format;
    ddblasType_t type; /* the least type that holds it: for .mtx W, or Z for complex numbers (W parts hold them fully) */
    ddblasSymmetry_t symmetry;
    int is_complex;
    int64_t m, n;
    int64_t entries; /* numbers stored; for complex files pairs */
    /* Significant bits of the numbers: 11, 24, 53, 64 of the types of .npy files, 106 of pairs; 0
     * for integers, which have no rounding errors, and for text, which may have any number of
     * digits. */
    int bits;
} ddblasFileInfo;

/* Reads the header of the file only, which with DDBLAS_NPY_UNLESS_EITHER counts as two columns;
 * all of plain text. options may be null. Errors as ddblasReadMatrix; INVALID_VALUE: path (1), info
 * (3). */
DDBLAS_API ddblasStatus_t ddblasQueryMatrix(const char *path, const ddblasReadOptions *options, ddblasFileInfo *info);

/*
 * Reads a matrix file into a new matrix of the wanted type; free it with ddblasHostMatrixFree.
 * The options may be null. Numbers are correctly rounded to the type: the nearest float, double or
 * double-double. Real files may be read as C or Z. On failure *A is an empty matrix.
 *
 * INVALID_VALUE: path (1), type (2) or A (4); FILE_ERROR: the file cannot be opened or read;
 * FORMAT_ERROR: it is not what it should be; NOT_SUPPORTED: a complex file for a real type (read it
 * as Z, or with ddblasReadMatrixParts); ALLOC_FAILED.
 */
DDBLAS_API ddblasStatus_t ddblasReadMatrix(const char *path, ddblasType_t type, const ddblasReadOptions *options,
                                           ddblasHostMatrix *A);

/* The same into two W matrices, real and imaginary part, each number the nearest double-double. For
 * a real file *im is an empty matrix (data null, m = n = 0). INVALID_VALUE: path (1), re (3), im
 * (4). */
DDBLAS_API ddblasStatus_t ddblasReadMatrixParts(const char *path, const ddblasReadOptions *options, ddblasHostMatrix *re,
                                                ddblasHostMatrix *im);

/*
 * Writes a matrix file. The file appears under its name only when it is complete, and on failure an
 * earlier file of that name is left as it was. Until then it has no name, and vanishes if the
 * process is killed. On file systems that know no such files (O_TMPFILE) it is path.PID.K.tmp (a
 * long name cut), which a process that is killed leaves. Where path is a symbolic link, the file
 * that it names is written, which need not exist. A file that is replaced keeps its mode, its owner
 * and its group as far as the system allows; where it does not keep the group, its mode is cut to
 * the rights of the owner. If no file had the name when writing began and another program has made
 * one meanwhile, that one stays and the call fails. Pipes and devices are written directly;
 * /dev/stdout, /dev/stderr, /dev/fd/N and /proc/self/fd/N are the open files of the process,
 * whatever they are. A matrix that is not declared general is written as its lower triangle (.mtx;
 * the upper one is not read) or in full (.npy; the upper triangle is formed from the lower one).
 * .npy: version 1.0, little-endian, Fortran order; W as f8 with a trailing axis of 2 in C order.
 *
 * INVALID_VALUE: path (1), A (2) or its fields, options (3); FILE_ERROR; ALLOC_FAILED.
 */
DDBLAS_API ddblasStatus_t ddblasWriteMatrix(const char *path, const ddblasHostMatrix *A, const ddblasWriteOptions *options);

/* Writes re + i im, W matrices of one shape and declared symmetry, as a complex Matrix Market file
 * with all their digits; .npy is NOT_SUPPORTED. A null or empty im writes re as a real matrix.
 * INVALID_VALUE: path (1), re (2), im (3), options (4).
 */
DDBLAS_API ddblasStatus_t ddblasWriteMatrixParts(const char *path, const ddblasHostMatrix *re, const ddblasHostMatrix *im,
                                                 const ddblasWriteOptions *options);

#ifdef __cplusplus
}
#endif

#endif
