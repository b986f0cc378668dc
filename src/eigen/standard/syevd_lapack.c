/*
 * syevd and heevd in S, D, C and Z by LAPACK, on the CPU engine.
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

/* The sizes that LAPACK's documentation asks for: its integers, its numbers of the real type, and,
 * in C and Z, its complex numbers. */
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

int64_t ddblas_syevd_lapack(const struct ddblas_syevd_standard *s)
{
    const struct sizes z = sizes_of(s);
    const lapack_int n = (lapack_int)s->n, many = (lapack_int)z.integers, count = (lapack_int)z.reals, both = (lapack_int)z.pairs;
    const char jobz = s->vectors ? 'V' : 'N';
    size_t at_reals, at_pairs, end;
    place(s, z, &at_reals, &at_pairs, &end);
    lapack_int *integers = s->memory;
    void *reals = (char *)s->memory + at_reals, *pairs = (char *)s->memory + at_pairs;
    lapack_int info;
    ddblas_cblas_begin();
    switch (s->type)
    {
    case DDBLAS_TYPE_S:
        info = LAPACKE_ssyevd_work(LAPACK_COL_MAJOR, jobz, 'L', n, s->M, n, s->values, reals, count, integers, many);
        break;
    case DDBLAS_TYPE_D:
        info = LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, jobz, 'L', n, s->M, n, s->values, reals, count, integers, many);
        break;
    case DDBLAS_TYPE_C:
        info = LAPACKE_cheevd_work(LAPACK_COL_MAJOR, jobz, 'L', n, s->M, n, s->values, pairs, both, reals, count, integers, many);
        break;
    default:
        info = LAPACKE_zheevd_work(LAPACK_COL_MAJOR, jobz, 'L', n, s->M, n, s->values, pairs, both, reals, count, integers, many);
    }
    ddblas_cblas_end();
    return info;
}
