/*
 * Checksums of the results of every routine: one line a case, a name and a hash of the bits. Two
 * builds whose lines agree computed the same bits. The program uses public headers alone, so that
 * it can be compiled against an older release as well.
 *
 * A case is
 *
 *   if (!case_begin(run, ...the name...)) return;
 *   operands by operand_matrix, operand_vector and operand_scalar
 *   the call
 *   case_hash for each operand that the call writes, padding included
 *   case_end(run, status)
 *
 * The numbers of a case are drawn by an integer generator whose seed is the name of the case, so
 * that they depend neither on the other cases nor on a library.
 */
#ifndef DD_CHECKSUMS_H
#define DD_CHECKSUMS_H

#include <stdint.h>

#include <dd/ddblas.h>

/* The types of tsqr and Xt, and those of level 3, one ROW(letter) each. */
#define EACH_TYPE(ROW)         ROW(S) ROW(D) ROW(W) ROW(C) ROW(Z)
#define EACH_LEVEL3_TYPE(ROW)  EACH_TYPE(ROW) ROW(U)
#define EACH_COMPLEX_TYPE(ROW) ROW(C) ROW(Z) ROW(U)

/* How the numbers of an operand are drawn. */
enum data
{
    DATA_PLAIN,   /* magnitudes between 2^-4 and 1 */
    DATA_WIDE,    /* exponents from -150 to 150, in single precision from -18 to 18 */
    DATA_CANCEL,  /* nearly equal magnitudes of both signs: sums cancel to their last bits */
    DATA_ZEROS,   /* plain, with many zeros of both signs */
    DATA_RANGE,   /* exponents from -520 to 520 (single: -66 to 66): products over- and underflow */
    DATA_SPECIAL, /* plain, with some Inf, NaN, subnormal numbers and numbers near overflow */
    DATA_NAN,     /* NaN alone: an operand that is not read */
    DATA_COUNT
};
extern const char *const data_names[DATA_COUNT];

/* The part of a square matrix that is stored; the rest is NaN. */
enum part
{
    PART_WHOLE,
    PART_LOWER,
    PART_UPPER
};

/* An array of a case in the memory of its engine. */
struct operand
{
    void *engine;
    size_t bytes;
    int type; /* DDBLAS_TYPE_... of its elements */
};

struct record;

/* The settings of this run and the state of its case. */
struct run
{
    ddblasHandle_t handle;
    ddblasEngine_t engine;
    int own;                /* 1: only cases that no BLAS or LAPACK of a vendor computes */
    double most_work;       /* multiply-adds of the largest case that is run */
    uint64_t scale;         /* one case out of so many is run */
    const char *only;       /* pattern that names must match; null: all */
    struct record *against; /* null: nothing to compare with */
    char name[256];
    uint64_t state; /* state of the random generator */
    uint64_t hash;
    int64_t shift; /* operands start so many elements after a boundary of 256 bytes */
    struct operand operands[16];
    int operand_count;
    int64_t cases, unexpected, different;
};

/* ---- cases: record.c ------------------------------------------------------------------------- */

enum
{
    OWN = 0,
    VENDOR = 1 /* a BLAS or LAPACK of a vendor takes part on this engine */
};

/* Names the next case and returns 1 when it is to be run. work is in multiply-adds. */
__attribute__((format(printf, 4, 5))) int case_begin(struct run *run, int vendor, double work, const char *format, ...);
/* Adds to the hash the operand that holds an address, or bytes of the host. */
void case_hash(struct run *run, const void *engine);
void case_hash_host(struct run *run, int type, const void *host, size_t bytes);
/* The first so many elements of each column, of a matrix whose other elements are undefined. */
void case_hash_rows(struct run *run, int type, int64_t m, int64_t n, const void *engine, int64_t ld);
/* Prints the line, compares it with the record and frees the operands. A status other than SUCCESS
 * is unexpected. */
void case_end(struct run *run, ddblasStatus_t status);
/* The same where every status is a result: it becomes part of the line. */
void case_end_any(struct run *run, ddblasStatus_t status);

/* null when the file cannot be read, after a message. */
struct record *record_read(const char *path);
void record_free(struct record *record);
/* Prints and counts the lines of the record that this run should have had and did not have. */
int64_t record_missing(const struct record *record);

/* ---- operands: operand.c --------------------------------------------------------------------- */

size_t type_size(int type);
char type_letter(int type);
int type_is_complex(int type);
/* DDBLAS_TYPE_S for C, D for Z, W for U, the type itself for a real one. */
int type_real(int type);

uint64_t random_bits(struct run *run);
/* Numbers drawn one after another in the host's memory. */
void draw(struct run *run, int type, enum data data, void *host, int64_t count);

/* An m x n matrix, column-major, its padding and the part that is not stored NaN. */
void *operand_matrix(struct run *run, int type, enum data data, enum part part, int64_t m, int64_t n, int64_t ld);
/* n elements at increment inc != 0, what is between them NaN. */
void *operand_vector(struct run *run, int type, enum data data, int64_t n, int64_t inc);
/* A scalar in the memory that the pointer mode names: 0, 1, m (minus one), x (any number), r (any
 * number, its imaginary part 0), i (Inf). */
const void *operand_scalar(struct run *run, int type, char kind);
/* Host memory that is freed with the case, for operands of routines of host memory. */
void operand_to_host(struct run *run, const void *engine, void *host);
void operands_free(struct run *run);
/* Ends the program with a message when a call of the library that serves a case failed. */
void must(struct run *run, ddblasStatus_t status, const char *what);

/* ---- families -------------------------------------------------------------------------------- */

/* 1 where S, D, C, Z are a vendor's: always on the CPU engine, and on the CUDA engine for products
 * and systems. */
int vendor_on_cpu(const struct run *run, int type);
int vendor_always(int type);

void checksums_scalar(struct run *run);
void checksums_convert(struct run *run);
void checksums_symv(struct run *run);
void checksums_gemm(struct run *run);
void checksums_structured(struct run *run);
void checksums_triangular(struct run *run);
void checksums_tsqr(struct run *run);
void checksums_xt(struct run *run);
void checksums_factor(struct run *run);

#endif
