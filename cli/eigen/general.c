/*
 * Eigenvalues and right eigenvectors of a matrix without symmetry, by the library: complex numbers
 * in the order of their real parts, equal ones in that of their imaginary parts.
 */
#include <stdlib.h>

#include <inttypes.h>

#include "eigen.h"

/* Results of geev, in the library's order. */
struct results
{
    cuddreal *re, *im;   /* W: n numbers each */
    cuddcomplex *w;      /* U */
    void *V;             /* n x n; null without vectors */
    struct place *place; /* The eigenvalues in the order of the output. */
    int64_t info;
};

struct place
{
    cuddcomplex value;
    int64_t number;
};

static int compare(const void *a, const void *b)
{
    const struct place *one = a, *other = b;
    if (!cuddEq(one->value.x, other->value.x))
        return cuddLt(one->value.x, other->value.x) ? -1 : 1;
    if (!cuddEq(one->value.y, other->value.y))
        return cuddLt(one->value.y, other->value.y) ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

static void release(struct results *r)
{
    free(r->re);
    free(r->im);
    free(r->w);
    free(r->V);
    free(r->place);
}

/* Returns 0 if there is no memory. */
static int allocate(const struct cli_eig *s, int vectors, struct results *r)
{
    const size_t n = (size_t)s->A.n;
    const int complex = s->A.type == DDBLAS_TYPE_U;
    r->re = complex ? NULL : malloc(n * sizeof *r->re);
    r->im = complex ? NULL : malloc(n * sizeof *r->im);
    r->w = complex ? malloc(n * sizeof *r->w) : NULL;
    r->V = vectors ? malloc(n * n * cli_element_size(s->A.type)) : NULL;
    r->place = malloc(n * sizeof *r->place);
    return (complex ? r->w != NULL : r->re && r->im) && (!vectors || r->V) && r->place;
}

static ddblasStatus_t call(ddblasHandle_t handle, const struct cli_eig *s, struct results *r)
{
    const ddblasEigMode_t job = r->V ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR, none = DDBLAS_EIG_MODE_NOVECTOR;
    const int64_t n = s->A.n;
    if (s->A.type == DDBLAS_TYPE_U)
        return ddblasUgeev(handle, none, job, n, s->A.data, n, r->w, NULL, n, r->V, n, &r->info);
    return ddblasWgeev(handle, none, job, n, s->A.data, n, r->re, r->im, NULL, n, r->V, n, &r->info);
}

static cuddcomplex value_of(const struct results *r, int64_t j) { return r->w ? r->w[j] : cuddcMake(r->re[j], r->im[j]); }

/* Component i of the vector of eigenvalue j. In W the columns of a complex pair are the real and
 * the imaginary part of the first vector, and the second one is its conjugate. */
static cuddcomplex component_of(const struct results *r, int64_t n, int64_t i, int64_t j)
{
    if (r->w)
        return ((const cuddcomplex *)r->V)[i + j * n];
    const cuddreal *V = r->V;
    if (cuddIsZero(r->im[j]))
        return cuddcFromReal(V[i + j * n]);
    const int second = r->im[j].x < 0.0;
    const int64_t first = second ? j - 1 : j;
    const cuddreal im = V[i + (first + 1) * n];
    return cuddcMake(V[i + first * n], second ? cuddNeg(im) : im);
}

static void deliver(struct cli_eig *s, struct results *r)
{
    const int64_t n = s->A.n;
    for (int64_t j = 0; j < n; j++)
        r->place[j] = (struct place){value_of(r, j), j};
    qsort(r->place, (size_t)n, sizeof *r->place, compare);
    for (int64_t k = 0; k < n; k++)
    {
        cli_store(DDBLAS_TYPE_U, cli_element(&s->w, k, 0), r->place[k].value.x, r->place[k].value.y);
        for (int64_t i = 0; r->V && i < n; i++)
        {
            const cuddcomplex v = component_of(r, n, i, r->place[k].number);
            cli_store(DDBLAS_TYPE_U, cli_element(&s->V, i, k), v.x, v.y);
        }
    }
}

int cli_eig_find_general(ddblasHandle_t handle, int vectors, struct cli_eig *s)
{
    struct results r = {0};
    int code = cli_matrix_init(&s->w, DDBLAS_TYPE_U, s->A.n, 1);
    code = code || !vectors ? code : cli_matrix_init(&s->V, DDBLAS_TYPE_U, s->A.n, s->A.n);
    if (code == CLI_OK && !allocate(s, vectors, &r))
        code = cli_error(CLI_NO_RESOURCE, "no memory for the eigenvalues of a matrix of order %" PRId64, s->A.n);
    if (code == CLI_OK)
    {
        cli_stage(vectors ? "computing eigenvalues and vectors" : "computing eigenvalues", s->A.n);
        const double start = cli_seconds();
        const ddblasStatus_t t = call(handle, s, &r);
        s->seconds = cli_seconds() - start;
        cli_stage(NULL, s->A.n);
        if (t != DDBLAS_STATUS_SUCCESS)
            code = cli_status_error(handle, t);
        else if (r.info)
            code = cli_error(CLI_FAILED, "eig: %" PRId64 " eigenvalues did not converge", r.info);
        else
            deliver(s, &r);
    }
    release(&r);
    return code;
}
