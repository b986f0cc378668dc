/*
 * Reduction of a generalised eigenproblem to a standard one, in one triangle, by halves on either
 * engine. For B = L L^H, the lower triangle of A becomes that of
 *
 *   C = L^-1 A L^-H  (type 1)                        C = L^H A L  (types 2 and 3)
 *
 *     C11 = L11^-1 A11 L11^-H   by halves again        C11 = L11^H A11 L11      by halves again
 *     A21 = A21 L11^-H          trsm                   A21 = A21 L11            trmm
 *     A21 -= L21 C11 / 2        symm                   A21 += A22 L21 / 2       symm
 *     A22 -= A21 L21^H + ...    syr2k                  C11 += A21^H L21 + ...   syr2k
 *     A21 -= L21 C11 / 2        symm                   A21 += A22 L21 / 2       symm
 *     C21 = L22^-1 A21          trsm                   C21 = L22^H A21          trmm
 *     C22 = L22^-1 A22 L22^-H   by halves again        C22 = L22^H A22 L22      by halves again
 *
 * where "..." is the conjugate transpose of the product before it. These are the steps of LAPACK's
 * sygst. For B = U^H U, U is L^H and all blocks are conjugate transposes of those above. A block at
 * the end of halving is expanded to a full matrix, on which two systems or two products act.
 *
 * Error bound: docs/numerics.md, "Generalised eigenvalue problems".
 */
#include "core/checks.h"
#include "factor/inverse/inverse.h"
#include "level3/structured/symm.h"
#include "level3/structured/syrk.h"
#include "sygvd.h"

/* A scalar for either type: the real part of a complex number is at the number's own address. */
static const cuddcomplex half_of = {{0.5, 0.0}, {0.0, 0.0}}, minus_half_of = {{-0.5, 0.0}, {0.0, 0.0}};

static int is_complex(const struct ddblas_block_run *b) { return ddblas_type_is_complex(b->type); }

static ddblasOperation_t adjoint(const struct ddblas_block_run *b) { return is_complex(b) ? DDBLAS_OP_C : DDBLAS_OP_T; }

static int is_lower(const struct ddblas_sygvd_problem *p) { return p->uplo == DDBLAS_FILL_MODE_LOWER; }

static int divides(const struct ddblas_sygvd_problem *p) { return p->itype == DDBLAS_EIG_TYPE_1; }

static void *of_a(const struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, int64_t i, int64_t j)
{
    return ddblas_block_to(b, p->A, i + j * p->lda);
}

static const void *of_b(const struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, int64_t i, int64_t j)
{
    return ddblas_block_at(b, p->B, i + j * p->ldb);
}

/* ---- operations ------------------------------------------------------------------------------ */

/* Solves (type 1) or multiplies (types 2, 3) with the diagonal block [at, at + order) of the
 * factor: X = op(L)^-1 X, X op(L)^-1, op(L) X or X op(L). The other dimension of X is `other`. */
static ddblasStatus_t apply_factor(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, ddblasSideMode_t side,
                                   ddblasOperation_t trans, int64_t at, int64_t order, int64_t other, void *X, int64_t ldx)
{
    const struct ddblas_triangular_problem t = {.type = p->type,
                                                .side = side,
                                                .uplo = p->uplo,
                                                .trans = trans,
                                                .diag = DDBLAS_DIAG_NON_UNIT,
                                                .m = side == DDBLAS_SIDE_LEFT ? order : other,
                                                .n = side == DDBLAS_SIDE_LEFT ? other : order,
                                                .alpha = b->one,
                                                .A = of_b(b, p, at, at),
                                                .lda = p->ldb,
                                                .B = X,
                                                .ldb = ldx,
                                                .C = X,
                                                .ldc = ldx};
    return divides(p) ? ddblas_trsm_blocks(b, &t) : ddblas_trmm_blocks(b, &t);
}

/* The halves of a diagonal block: [at, at + half) and [at + half, at + half + rest). */
struct halves
{
    int64_t at, half, rest;
    void *block;        /* A21, or A12 if the triangle is upper. */
    const void *factor; /* L21 or U12. */
};

/* Adds -1/2 L21 C11 (type 1) or 1/2 A22 L21 to A21, or the conjugate transpose to A12. */
static ddblasStatus_t add_half_product(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, const struct halves *h)
{
    const int64_t at = divides(p) ? h->at : h->at + h->half;
    const struct ddblas_symm_problem s = {.type = p->type,
                                          .hermitian = is_complex(b),
                                          .side = divides(p) == is_lower(p) ? DDBLAS_SIDE_RIGHT : DDBLAS_SIDE_LEFT,
                                          .uplo = p->uplo,
                                          .m = is_lower(p) ? h->rest : h->half,
                                          .n = is_lower(p) ? h->half : h->rest,
                                          .A = of_a(b, p, at, at),
                                          .lda = p->lda,
                                          .B = h->factor,
                                          .ldb = p->ldb,
                                          .C = h->block,
                                          .ldc = p->lda};
    const void *alpha = b->alpha, *beta = b->beta;
    b->alpha = divides(p) ? &minus_half_of : &half_of;
    b->beta = b->one;
    const ddblasStatus_t status = ddblas_symm_blocks(b, &s);
    b->alpha = alpha;
    b->beta = beta;
    return status;
}

/* Subtracts A21 L21^H and its conjugate transpose from A22 (type 1), or adds A21^H L21 and its
 * conjugate transpose to C11. */
static ddblasStatus_t add_two_products(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, const struct halves *h)
{
    const int64_t at = divides(p) ? h->at + h->half : h->at;
    const struct ddblas_syrk_problem s = {.type = p->type,
                                          .hermitian = is_complex(b),
                                          .two = 1,
                                          .uplo = p->uplo,
                                          .trans = divides(p) == is_lower(p) ? DDBLAS_OP_N : adjoint(b),
                                          .n = divides(p) ? h->rest : h->half,
                                          .k = divides(p) ? h->half : h->rest,
                                          .A = h->block,
                                          .lda = p->lda,
                                          .B = h->factor,
                                          .ldb = p->ldb,
                                          .C = of_a(b, p, at, at),
                                          .ldc = p->lda};
    const void *alpha = b->alpha, *conj_alpha = b->conj_alpha, *beta = b->beta;
    b->alpha = b->conj_alpha = divides(p) ? b->minus : b->one;
    b->beta = b->one;
    const ddblasStatus_t status = ddblas_syrk_blocks(b, &s);
    b->alpha = alpha;
    b->conj_alpha = conj_alpha;
    b->beta = beta;
    return status;
}

/* ---- leaves ---------------------------------------------------------------------------------- */

static ddblasStatus_t copy_triangle(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, int64_t at, int64_t order,
                                    const void *X)
{
    const struct ddblas_triangle_step step = {.action = DDBLAS_TRIANGLE_COPY,
                                              .type = p->type,
                                              .uplo = p->uplo,
                                              .real_diagonal = 1,
                                              .n = order,
                                              .A = X,
                                              .lda = order,
                                              .C = of_a(b, p, at, at),
                                              .ldc = p->lda};
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_triangle_step_cuda(b->handle, &step);
#endif
    ddblas_triangle_step_cpu(&step);
    return DDBLAS_STATUS_SUCCESS;
}

/* Computes X = L^-1 X L^-H or U^-H X U^-1, where X is the diagonal block [at, at + order) as a full
 * matrix, by two systems so small that they need no scratch memory. */
static ddblasStatus_t divide_leaf(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, int64_t at, int64_t order,
                                  void *X)
{
    const ddblasOperation_t left = is_lower(p) ? DDBLAS_OP_N : adjoint(b), right = is_lower(p) ? adjoint(b) : DDBLAS_OP_N;
    DDBLAS_CHECK(apply_factor(b, p, DDBLAS_SIDE_LEFT, left, at, order, order, X, order));
    DDBLAS_CHECK(apply_factor(b, p, DDBLAS_SIDE_RIGHT, right, at, order, order, X, order));
    return copy_triangle(b, p, at, order, X);
}

/* Computes X = L^H X L or U X U^H, with the triangle expanded to T. Y is memory of the same size.
 * */
static ddblasStatus_t multiply_leaf(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, int64_t at, int64_t order,
                                    void *X)
{
    const ddblasOperation_t left = is_lower(p) ? adjoint(b) : DDBLAS_OP_N, right = is_lower(p) ? DDBLAS_OP_N : adjoint(b);
    void *T = X ? ddblas_block_to(b, X, order * order) : NULL, *Y = X ? ddblas_block_to(b, X, 2 * order * order) : NULL;
    DDBLAS_CHECK(ddblas_block_expand(b, DDBLAS_BLOCK_TRIANGULAR, p->uplo, order, of_b(b, p, at, at), p->ldb, T));
    DDBLAS_CHECK(ddblas_block_gemm(b, left, DDBLAS_OP_N, order, order, order, b->one, T, order, X, order, b->zero, Y, order));
    DDBLAS_CHECK(ddblas_block_gemm(b, DDBLAS_OP_N, right, order, order, order, b->one, Y, order, T, order, b->zero, X, order));
    return copy_triangle(b, p, at, order, X);
}

static ddblasStatus_t reduce_leaf(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, int64_t at, int64_t order)
{
    void *X = ddblas_block_scratch(b, (size_t)((divides(p) ? 1 : 3) * order * order));
    DDBLAS_CHECK(ddblas_block_expand(b, is_complex(b) ? DDBLAS_BLOCK_HERMITIAN : DDBLAS_BLOCK_SYMMETRIC, p->uplo, order,
                                     of_a(b, p, at, at), p->lda, X));
    return divides(p) ? divide_leaf(b, p, at, order, X) : multiply_leaf(b, p, at, order, X);
}

/* ---- halves ---------------------------------------------------------------------------------- */

static ddblasStatus_t reduce_halves(struct ddblas_block_run *b, const struct ddblas_sygvd_problem *p, int64_t at, int64_t order)
{
    const int64_t leaf = ddblas_block_system(b);
    if (order <= leaf)
        return reduce_leaf(b, p, at, order);
    const int64_t half = ddblas_block_cut(order, leaf), rest = order - half, second = at + half;
    const int lower = is_lower(p);
    const struct halves h = {at, half, rest, lower ? of_a(b, p, second, at) : of_a(b, p, at, second),
                             lower ? of_b(b, p, second, at) : of_b(b, p, at, second)};
    const ddblasSideMode_t first_side = lower ? DDBLAS_SIDE_RIGHT : DDBLAS_SIDE_LEFT;
    const ddblasSideMode_t second_side = lower ? DDBLAS_SIDE_LEFT : DDBLAS_SIDE_RIGHT;
    const ddblasOperation_t first_op = divides(p) ? adjoint(b) : DDBLAS_OP_N, second_op = divides(p) ? DDBLAS_OP_N : adjoint(b);
    DDBLAS_CHECK(reduce_halves(b, p, at, half));
    DDBLAS_CHECK(apply_factor(b, p, first_side, first_op, at, half, rest, h.block, p->lda));
    DDBLAS_CHECK(add_half_product(b, p, &h));
    DDBLAS_CHECK(add_two_products(b, p, &h));
    DDBLAS_CHECK(add_half_product(b, p, &h));
    DDBLAS_CHECK(apply_factor(b, p, second_side, second_op, second, rest, half, h.block, p->lda));
    return reduce_halves(b, p, second, rest);
}

ddblasStatus_t ddblas_sygst_blocks(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_sygvd_problem *p = problem;
    return reduce_halves(b, p, 0, p->n);
}
