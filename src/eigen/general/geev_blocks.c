/*
 * geev over blocks, on the CPU engine:
 *
 *   M = 2^-e A                   the largest component is in [1/2, 1)
 *   M = D^-1 P^T M P D           balance.c, then scaled as before
 *   M = Q H Q^H, H = U T U^H     gehrd_blocks.c and schur_blocks.c, with Z = Q U
 *   VR = P D Z X                 X the right vectors of T
 *   VL = P D^-1 Z Y              Y the left vectors of T: with J, which reverses the order of rows,
 *                                these are the conjugates in W, in U the vectors, of J X', where X'
 *                                are right vectors of J T^H J
 */
#include <math.h>
#include <string.h>

#include "core/checks.h"
#include "core/sizes.h"
#include "general.h"

/* Offsets of the arrays in the workspace, in bytes, and its total size. */
struct layout
{
    size_t M, Z, X, tau, values, swap, scale, shared, all;
};

struct geev
{
    struct ddblas_block_run *b;
    const struct ddblas_geev_problem *p;
    struct layout l;
    char *M, *Z, *X;
    struct ddblas_balance balance;
    cuddcomplex *values;
    int exponent;
};

static struct layout layout_of(struct ddblas_block_run *b, const struct ddblas_geev_problem *p)
{
    struct layout l = {0};
    const double n = (double)p->n, vectors = p->left || p->right ? n * n : 0.0;
    l.M = ddblas_eigen_place(&l.all, n * n, b->size);
    l.Z = ddblas_eigen_place(&l.all, vectors, b->size);
    l.X = ddblas_eigen_place(&l.all, vectors, b->size);
    l.tau = ddblas_eigen_place(&l.all, n, b->size);
    l.values = ddblas_eigen_place(&l.all, 2.0 * n, sizeof(cuddcomplex));
    l.swap = ddblas_eigen_place(&l.all, n, sizeof(int64_t));
    l.scale = ddblas_eigen_place(&l.all, n, sizeof(int));
    l.shared = l.all;
    l.all += most_bytes(ddblas_gehrd_bytes(b, p->n), ddblas_schur_bytes(b, p->n));
    if (vectors > 0.0)
        l.all = most_bytes(l.all, l.shared + ddblas_orghr_bytes(b, p->n));
    return l;
}

/* ---- vectors of the Schur form --------------------------------------------------------------- */

/* Back-substitution for all vectors at once: a block of rows is solved for each vector by itself
 * (schur_kernel.h), and one product subtracts its part from the rows above. Components that grow
 * are divided by powers of two, vector by vector, so that nothing overflows; a divisor that is too
 * small is replaced as in LAPACK's trevc. */

/* Returns where a block that ends before row `end` begins; a diagonal block of order 2 is not cut.
 * */
static int64_t begin_of(const struct ddblas_block_run *b, const struct ddblas_schur_vectors *v, int64_t end)
{
    const int64_t row = most(end - DDBLAS_VECTORS_BLOCK, 0);
    if (row == 0 || ddblas_type_is_complex(b->type))
        return row;
    return cuddIsZero(((const cuddreal *)v->T)[row + (row - 1) * v->n]) ? row : row - 1;
}

static ddblasStatus_t subtract(struct ddblas_block_run *b, const struct ddblas_schur_vectors *v, int64_t row, int64_t end)
{
    const int64_t n = v->n;
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, row, n - row, end - row, b->minus, ddblas_block_at(b, v->T, row * n), n,
                             ddblas_block_at(b, v->X, row + row * n), n, b->one, ddblas_block_to(b, v->X, row * n), n);
}

/* The largest component of each vector becomes about 1. */
static void scale_vectors(const struct ddblas_block_run *b, const struct ddblas_schur_vectors *v)
{
    const int complex = ddblas_type_is_complex(b->type);
    for (int64_t j = 0; j < v->n; j++)
    {
        const int64_t columns = !complex && !cuddIsZero(v->values[j].y) ? 2 : 1, words = columns * v->n * (complex ? 2 : 1);
        ddblas_host_w *x = ddblas_block_to(b, v->X, j * v->n);
        ddblas_general_scale(words, x, -ddblas_general_exponent(words, x));
        j += columns - 1;
    }
}

static ddblasStatus_t schur_vectors(struct ddblas_block_run *b, const struct ddblas_schur_vectors *v)
{
    const int64_t n = v->n;
    if (b->planning)
    {
        ddblas_general_note_products(b, n);
        return DDBLAS_STATUS_SUCCESS;
    }
    memset(v->X, 0, (size_t)(n * n) * b->size);
    for (int64_t end = n; end > 0;)
    {
        const int64_t row = begin_of(b, v, end);
        const struct ddblas_schur_solve solve = {.n = n, .row = row, .end = end, .T = v->T, .values = v->values, .X = v->X};
        ddblas_schur_kernels_of(b->type)->solve(&solve);
        DDBLAS_CHECK(subtract(b, v, row, end));
        end = row;
    }
    scale_vectors(b, v);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- vectors of the matrix ------------------------------------------------------------------- */

/* M = J M^H J, in place. */
static void flip(const struct geev *c)
{
    const int64_t n = c->p->n;
    const size_t size = c->b->size;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i + j < n; i++)
        {
            char *a = c->M + (size_t)(i + j * n) * size, *z = c->M + (size_t)(n - 1 - j + (n - 1 - i) * n) * size;
            char kept[sizeof(cuddcomplex)];
            memcpy(kept, a, size);
            memmove(a, z, size);
            memcpy(z, kept, size);
        }
    cuddcomplex *all = (void *)c->M;
    for (int64_t k = 0; ddblas_type_is_complex(c->b->type) && k < n * n; k++)
        all[k] = cuddcConj(all[k]);
}

/* X = J X with its columns in reverse order; in W a pair of columns stays one, and the imaginary
 * parts change their signs. */
static void flip_vectors(const struct geev *c)
{
    const int64_t n = c->p->n, words = n * (ddblas_type_is_complex(c->b->type) ? 2 : 1);
    const size_t column = (size_t)n * c->b->size;
    char kept[sizeof(cuddcomplex)];
    for (int64_t k = 0; k < n * n / 2; k++)
    {
        char *a = c->X + (size_t)k * c->b->size, *z = c->X + (size_t)(n * n - 1 - k) * c->b->size;
        memcpy(kept, a, c->b->size);
        memcpy(a, z, c->b->size);
        memcpy(z, kept, c->b->size);
    }
    for (int64_t j = 0; words == n && j + 1 < n; j++)
    {
        ddblas_host_w *x = (void *)(c->X + (size_t)j * column);
        if (cuddIsZero(c->values[j].y))
            continue;
        for (int64_t i = 0; i < n; i++)
        {
            const cuddreal imaginary = x[i];
            x[i] = x[i + n];
            x[i + n] = cuddNeg(imaginary);
        }
        j++;
    }
}

/* V = Z X, where column j of X is 0 below row j + 1, or above row j - 1 if `left`. */
static ddblasStatus_t multiply_back(struct geev *c, int left, void *V, int64_t ldv)
{
    struct ddblas_block_run *b = c->b;
    const int64_t n = c->p->n;
    enum
    {
        WIDE = 64
    };
    for (int64_t j = 0; j < n; j += WIDE)
    {
        const int64_t columns = least(WIDE, n - j), first = left ? most(j - 1, 0) : 0, end = left ? n : least(j + columns + 1, n);
        DDBLAS_CHECK(ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, n, columns, end - first, b->one,
                                       ddblas_block_at(b, c->Z, first * n), n, ddblas_block_at(b, c->X, first + j * n), n,
                                       b->zero, ddblas_block_to(b, V, j * ldv), ldv));
    }
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t compute_vectors(struct geev *c, int left, void *V, int64_t ldv)
{
    const int64_t n = c->p->n;
    cuddcomplex *flipped = c->values + n;
    const struct ddblas_schur_vectors vectors = {.n = n, .T = c->M, .values = left ? flipped : c->values, .X = c->X};
    if (left && !c->b->planning)
    {
        flip(c);
        ddblas_schur_kernels_of(c->b->type)->values(n, c->M, n, flipped);
    }
    DDBLAS_CHECK(schur_vectors(c->b, &vectors));
    if (left && !c->b->planning)
        flip_vectors(c);
    if (c->b->planning)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(multiply_back(c, left, V, ldv));
    ddblas_balance_back(&c->balance, left, c->values, V, ldv);
    ddblas_general_normalise(c->b->type, n, c->values, V, ldv);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- the driver ------------------------------------------------------------------------------ */

/* Returns 0 if an element is Inf or NaN. */
static int load(struct geev *c)
{
    const struct ddblas_geev_problem *p = c->p;
    const int64_t n = p->n, words = n * n * (ddblas_type_is_complex(p->type) ? 2 : 1);
    ddblas_host_w *M = (void *)c->M;
    if (!ddblas_general_finite(p->type, n, n, p->A, p->lda))
        return 0;
    ddblas_copy_cpu(c->b->handle, c->b->size, n, n, p->A, p->lda, M, n);
    c->exponent = ddblas_general_exponent(words, M);
    ddblas_general_scale(words, M, -c->exponent);
    c->balance.M = M;
    ddblas_balance(&c->balance);
    const int balanced = ddblas_general_exponent(words, M);
    ddblas_general_scale(words, M, -balanced);
    c->exponent += balanced;
    return 1;
}

static ddblasStatus_t reduce(struct geev *c, int64_t *info)
{
    struct ddblas_block_run *b = c->b;
    const struct ddblas_geev_problem *p = c->p;
    char *shared = c->M - c->l.M + c->l.shared, *tau = c->M - c->l.M + c->l.tau;
    const int vectors = p->left || p->right;
    const int64_t n = p->n, first = c->balance.first, end = c->balance.end;
    const struct ddblas_gehrd g = {.n = n, .first = first, .end = end, .M = c->M, .tau = tau, .memory = shared};
    const struct ddblas_orghr q = {
        .n = n, .first = first, .end = end, .A = c->M, .lda = n, .tau = tau, .Q = c->Z, .ldq = n, .memory = shared};
    struct ddblas_schur s = {.n = n,
                             .first = first,
                             .end = end,
                             .whole = vectors,
                             .H = c->M,
                             .Z = vectors ? c->Z : NULL,
                             .memory = shared,
                             .values = c->values};
    DDBLAS_CHECK(ddblas_gehrd_blocks(b, &g));
    if (vectors)
        DDBLAS_CHECK(ddblas_orghr_blocks(b, &q));
    for (int64_t j = 0; j < n && !b->planning; j++)
        for (int64_t i = j + 2; i < n; i++)
            memset(c->M + (size_t)(i + j * n) * b->size, 0, b->size);
    DDBLAS_CHECK(ddblas_schur_blocks(b, &s));
    *info = s.info;
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_geev_routine(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_geev_problem *p = problem;
    const struct layout l = layout_of(b, p);
    char *memory = ddblas_block_scratch(b, (size_t)quotient_up((int64_t)l.all, (int64_t)b->size));
    static cuddcomplex nothing;
    char *base = b->planning ? (char *)&nothing : memory;
    struct geev c = {
        .b = b,
        .p = p,
        .l = l,
        .M = base + l.M,
        .Z = base + l.Z,
        .X = base + l.X,
        .balance = {.type = p->type, .n = p->n, .end = p->n, .swap = (void *)(base + l.swap), .scale = (void *)(base + l.scale)},
        .values = (void *)(base + l.values)};
    int64_t info = p->n + 1;
    if (b->planning || load(&c))
        DDBLAS_CHECK(reduce(&c, &info));
    if (!b->planning)
    {
        *p->info = info;
        ddblas_general_store_values(p->type, p->n, least(info, p->n), c.exponent, c.values, p->wr, p->wi);
        if (info != 0)
            return DDBLAS_STATUS_SUCCESS;
    }
    if (p->right)
        DDBLAS_CHECK(compute_vectors(&c, 0, p->VR, p->ldvr));
    if (p->left)
        DDBLAS_CHECK(compute_vectors(&c, 1, p->VL, p->ldvl));
    return DDBLAS_STATUS_SUCCESS;
}
