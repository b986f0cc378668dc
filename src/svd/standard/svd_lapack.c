/*
 * Singular values and vectors of a square matrix in S, D, C or Z by LAPACK.
 */
#include "svd_standard.h"

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <lapacke.h>

#include "core/cblas_threads.h"
#include "core/sizes.h"

enum
{
    ALIGNMENT = 16,
    BLOCK = 64 /* Columns of a block for which gebrd and its relatives have workspace. */
};

/* At least the sizes that LAPACK's documentation asks for, of gesdd as of gesvd: its integers, its
 * numbers of the real type, and, in C and Z, its complex numbers. */
struct sizes
{
    size_t integers, reals, pairs;
};

static struct sizes sizes_of(const struct ddblas_svd_standard *s)
{
    const size_t n = (size_t)s->n, squares = s->vectors ? n * n : 0;
    const int complex = ddblas_type_is_complex(s->type);
    return (struct sizes){.integers = 8 * n,
                          .reals = complex ? 5 * squares + 7 * n : 4 * squares + (10 + 2 * BLOCK) * n,
                          .pairs = complex ? squares + (3 + 2 * BLOCK) * n : 0};
}

/* Offsets of the real and the complex numbers behind the integers; *end becomes the size. */
static void place(const struct ddblas_svd_standard *s, struct sizes z, size_t *reals, size_t *pairs, size_t *end)
{
    *reals = round_up_bytes(z.integers * sizeof(lapack_int), ALIGNMENT);
    *pairs = round_up_bytes(*reals + z.reals * ddblas_type_word(s->type), ALIGNMENT);
    *end = *pairs + z.pairs * ddblas_type_size(s->type);
}

size_t ddblas_svd_bytes_lapack(const struct ddblas_svd_standard *s)
{
    size_t reals, pairs, end;
    place(s, sizes_of(s), &reals, &pairs, &end);
    return end;
}

/* LAPACK's arguments that do not depend on the type. */
struct arguments
{
    char job;
    lapack_int n, count, both;
    lapack_int *integers;
    void *reals, *pairs;
};

/* gesdd, or gesvd if `slow`, of a real type and of a complex one. */
#define DEFINE_REAL(L, l)                                                                                                        \
    static lapack_int call_##L(const struct ddblas_svd_standard *s, const struct arguments *a, int slow)                         \
    {                                                                                                                            \
        return slow ? LAPACKE_##l##gesvd_work(LAPACK_COL_MAJOR, a->job, a->job, a->n, a->n, s->M, a->n, s->values, s->U, a->n,   \
                                              s->VT, a->n, a->reals, a->count)                                                   \
                    : LAPACKE_##l##gesdd_work(LAPACK_COL_MAJOR, a->job, a->n, a->n, s->M, a->n, s->values, s->U, a->n, s->VT,    \
                                              a->n, a->reals, a->count, a->integers);                                            \
    }

/* Defines call_<L> for C or Z. */
#define DEFINE_COMPLEX(L, l)                                                                                                     \
    static lapack_int call_##L(const struct ddblas_svd_standard *s, const struct arguments *a, int slow)                         \
    {                                                                                                                            \
        return slow ? LAPACKE_##l##gesvd_work(LAPACK_COL_MAJOR, a->job, a->job, a->n, a->n, s->M, a->n, s->values, s->U, a->n,   \
                                              s->VT, a->n, a->pairs, a->both, a->reals)                                          \
                    : LAPACKE_##l##gesdd_work(LAPACK_COL_MAJOR, a->job, a->n, a->n, s->M, a->n, s->values, s->U, a->n, s->VT,    \
                                              a->n, a->pairs, a->both, a->reals, a->integers);                                   \
    }

DEFINE_REAL(S, s)
DEFINE_REAL(D, d)
DEFINE_COMPLEX(C, c)
DEFINE_COMPLEX(Z, z)

int64_t ddblas_svd_lapack(const struct ddblas_svd_standard *s, int slow)
{
    const struct sizes z = sizes_of(s);
    size_t reals, pairs, end;
    place(s, z, &reals, &pairs, &end);
    const struct arguments a = {.job = s->vectors ? 'A' : 'N',
                                .n = (lapack_int)s->n,
                                .count = (lapack_int)z.reals,
                                .both = (lapack_int)z.pairs,
                                .integers = s->memory,
                                .reals = (char *)s->memory + reals,
                                .pairs = (char *)s->memory + pairs};
    ddblas_cblas_begin();
    const lapack_int info = s->type == DDBLAS_TYPE_S   ? call_S(s, &a, slow)
                            : s->type == DDBLAS_TYPE_D ? call_D(s, &a, slow)
                            : s->type == DDBLAS_TYPE_C ? call_C(s, &a, slow)
                                                       : call_Z(s, &a, slow);
    ddblas_cblas_end();
    return info;
}
