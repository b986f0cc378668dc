/*
 * syevd, heevd, sygvd and hegvd in S, D, C and Z by LAPACK, on the CPU engine.
 */
#include "syevd_standard.h"

#define lapack_complex_float  ddblasComplex
#define lapack_complex_double ddblasDoubleComplex
#include <lapacke.h>

#include "core/cblas_threads.h"
#include "core/sizes.h"

enum
{
    ALIGNMENT = 16
};

/* The sizes that LAPACK's documentation asks for, in generalised problems too: its integers, its
 * numbers of the real type, and, in C and Z, its complex numbers. */
struct sizes
{
    size_t integers, reals, pairs;
};

static struct sizes sizes_of(const struct ddblas_syevd_standard *s)
{
    const size_t n = (size_t)s->n, squares = s->vectors ? n * n : 0;
    struct sizes z = {.integers = s->vectors ? 3 + 5 * n : 1};
    if (!ddblas_type_is_complex(s->type))
        z.reals = s->vectors ? 1 + 6 * n + 2 * squares : 1 + 2 * n;
    else
    {
        z.reals = s->vectors ? 1 + 5 * n + 2 * squares : n;
        z.pairs = s->vectors ? 2 * n + squares : 1 + n;
    }
    return z;
}

/* Offsets of the real and the complex numbers behind the integers; *end becomes the size. */
static void place(const struct ddblas_syevd_standard *s, struct sizes z, size_t *reals, size_t *pairs, size_t *end)
{
    *reals = round_up_bytes(z.integers * sizeof(lapack_int), ALIGNMENT);
    *pairs = round_up_bytes(*reals + z.reals * ddblas_type_word(s->type), ALIGNMENT);
    *end = *pairs + z.pairs * ddblas_type_size(s->type);
}

size_t ddblas_syevd_bytes_lapack(const struct ddblas_syevd_standard *s)
{
    size_t reals, pairs, end;
    place(s, sizes_of(s), &reals, &pairs, &end);
    return end;
}

/* LAPACK's arguments that do not depend on the type. */
struct arguments
{
    char jobz, uplo;
    lapack_int n, many, count, both;
    lapack_int *integers;
    void *reals, *pairs;
};

/* The routines of a type: of a real one, and of a complex one. */
#define DEFINE_REAL(L, l)                                                                                                        \
    static lapack_int call_##L(const struct ddblas_syevd_standard *s, const struct arguments *a)                                 \
    {                                                                                                                            \
        return s->itype ? LAPACKE_##l##sygvd_work(LAPACK_COL_MAJOR, s->itype, a->jobz, a->uplo, a->n, s->M, a->n, s->B, a->n,    \
                                                  s->values, a->reals, a->count, a->integers, a->many)                           \
                        : LAPACKE_##l##syevd_work(LAPACK_COL_MAJOR, a->jobz, a->uplo, a->n, s->M, a->n, s->values, a->reals,     \
                                                  a->count, a->integers, a->many);                                               \
    }

/* Defines call_<L> for C or Z. */
#define DEFINE_COMPLEX(L, l)                                                                                                     \
    static lapack_int call_##L(const struct ddblas_syevd_standard *s, const struct arguments *a)                                 \
    {                                                                                                                            \
        return s->itype ? LAPACKE_##l##hegvd_work(LAPACK_COL_MAJOR, s->itype, a->jobz, a->uplo, a->n, s->M, a->n, s->B, a->n,    \
                                                  s->values, a->pairs, a->both, a->reals, a->count, a->integers, a->many)        \
                        : LAPACKE_##l##heevd_work(LAPACK_COL_MAJOR, a->jobz, a->uplo, a->n, s->M, a->n, s->values, a->pairs,     \
                                                  a->both, a->reals, a->count, a->integers, a->many);                            \
    }

DEFINE_REAL(S, s)
DEFINE_REAL(D, d)
DEFINE_COMPLEX(C, c)
DEFINE_COMPLEX(Z, z)

int64_t ddblas_syevd_lapack(const struct ddblas_syevd_standard *s)
{
    const struct sizes z = sizes_of(s);
    size_t reals, pairs, end;
    place(s, z, &reals, &pairs, &end);
    const struct arguments a = {.jobz = s->vectors ? 'V' : 'N',
                                .uplo = s->uplo == DDBLAS_FILL_MODE_LOWER ? 'L' : 'U',
                                .n = (lapack_int)s->n,
                                .many = (lapack_int)z.integers,
                                .count = (lapack_int)z.reals,
                                .both = (lapack_int)z.pairs,
                                .integers = s->memory,
                                .reals = (char *)s->memory + reals,
                                .pairs = (char *)s->memory + pairs};
    ddblas_cblas_begin();
    const lapack_int info = s->type == DDBLAS_TYPE_S   ? call_S(s, &a)
                            : s->type == DDBLAS_TYPE_D ? call_D(s, &a)
                            : s->type == DDBLAS_TYPE_C ? call_C(s, &a)
                                                       : call_Z(s, &a);
    ddblas_cblas_end();
    return info;
}
