/*
 * sytrd, orgtr and ormtr as functions over blocks, on either engine.
 *
 *   sytrd   M = A's triangle, reduced by panels (sytrd_blocks.c), and back to A
 *   orgtr   M = the reflectors, moved right by one column; Q of these as in orgqr, and back to A
 *   ormtr   C's rows or columns from the second on are multiplied as in ormqr. With an upper
 *           triangle the reflectors are copied in reverse order, and C is reversed before and after
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "reduction.h"

static int is_reversed(ddblasFillMode_t uplo) { return uplo == DDBLAS_FILL_MODE_UPPER; }

/* Scratch memory of the run, not to be accessed while planning. */
static char *memory_of(struct ddblas_block_run *b, size_t bytes)
{
    return ddblas_qr_memory(b, (size_t)quotient_up((int64_t)bytes, (int64_t)b->size));
}

static ddblasStatus_t move_elements(struct ddblas_block_run *b, const struct ddblas_reduction_move *move)
{
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_reduction_move_cuda(b->handle, move);
#endif
    ddblas_reduction_move_cpu(move);
    return DDBLAS_STATUS_SUCCESS;
}

/* ---- sytrd ----------------------------------------------------------------------------------- */

ddblasStatus_t ddblas_sytrd_routine(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_sytrd_problem *p = problem;
    const double n = (double)p->n;
    size_t all = 0;
    const size_t M = ddblas_eigen_place(&all, n * n, b->size), tau = ddblas_eigen_place(&all, n, b->size),
                 d = ddblas_eigen_place(&all, n, sizeof(cuddreal)), e = ddblas_eigen_place(&all, n, sizeof(cuddreal)),
                 panels = all;
    char *memory = memory_of(b, all + ddblas_sytrd_bytes(b, p->n));
    struct ddblas_sytrd s = {.type = p->type, .n = p->n, .M = memory + M, .d = memory + d, .e = memory + e, .tau = memory + tau};
    struct ddblas_reduction_move move = {.type = p->type,
                                         .task = DDBLAS_REDUCTION_LOAD,
                                         .reversed = is_reversed(p->uplo),
                                         .n = p->n,
                                         .A = p->A,
                                         .lda = p->lda,
                                         .M = s.M,
                                         .d = s.d,
                                         .e = s.e,
                                         .tau = s.tau,
                                         .d_out = p->d,
                                         .e_out = p->e,
                                         .tau_out = p->tau};
    ddblas_sytrd_lay_out(b, &s, memory + panels);
    DDBLAS_CHECK(move_elements(b, &move));
    DDBLAS_CHECK(ddblas_sytrd_blocks(b, &s));
    move.task = DDBLAS_REDUCTION_STORE;
    return move_elements(b, &move);
}

/* ---- Q --------------------------------------------------------------------------------------- */

/* The memory of Q's reflectors in the format of geqrf: M, whose second row and column begin them,
 * tau, and the memory of their blocks. */
struct reflectors
{
    struct ddblas_qr_block q;
    char *M, *tau;
};

/* Lays the memory out for n - 1 >= 1 reflectors, which are applied to `others` columns or rows, and
 * fills M and tau if `copies`; otherwise there are none. */
static ddblasStatus_t begin_reflectors(struct reflectors *r, struct ddblas_block_run *b, const struct ddblas_orgtr_problem *p,
                                       int64_t others, int copies)
{
    const double n = copies ? (double)p->n : 0.0;
    const int64_t k = p->n - 1;
    size_t all = 0;
    const size_t M = ddblas_eigen_place(&all, n * n, b->size), tau = ddblas_eigen_place(&all, n, b->size),
                 blocks = ddblas_eigen_place(&all, (double)ddblas_qr_elements(b, k, k, others), b->size);
    char *memory = memory_of(b, all);
    r->M = memory + M;
    r->tau = memory + tau;
    const struct ddblas_reduction_move move = {.type = p->type,
                                               .task = DDBLAS_REDUCTION_SHIFT,
                                               .reversed = is_reversed(p->uplo),
                                               .n = p->n,
                                               .A = p->A,
                                               .lda = p->lda,
                                               .M = r->M,
                                               .tau = p->tau,
                                               .tau_out = r->tau};
    DDBLAS_CHECK(ddblas_qr_begin(&r->q, b, memory + blocks, k, k, others));
    return copies ? move_elements(b, &move) : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_orgtr_routine(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_orgtr_problem *p = problem;
    const int64_t k = p->n - 1;
    struct reflectors r;
    if (k == 0)
        return ddblas_qr_copy(b, DDBLAS_QR_IDENTITY, 1, 1, 0, NULL, 1, p->A, p->lda);
    DDBLAS_CHECK(begin_reflectors(&r, b, p, k, 1));
    const struct ddblas_orgqr_problem form = {
        .type = p->type, .m = k, .n = k, .k = k, .A = ddblas_block_to(b, r.M, 1 + p->n), .lda = p->n, .tau = r.tau};
    const struct ddblas_reduction_move back = {.type = p->type,
                                               .task = DDBLAS_REDUCTION_UNSHIFT,
                                               .reversed = is_reversed(p->uplo),
                                               .n = p->n,
                                               .A = p->A,
                                               .lda = p->lda,
                                               .M = r.M};
    DDBLAS_CHECK(ddblas_orgqr_form(&r.q, &form));
    return move_elements(b, &back);
}

static ddblasStatus_t reverse(struct ddblas_block_run *b, const struct ddblas_ormtr_problem *p)
{
    const struct ddblas_reduction_reversal reversal = {
        .type = p->type, .columns = p->side == DDBLAS_SIDE_RIGHT, .m = p->m, .n = p->n, .C = p->C, .ldc = p->ldc};
    if (b->planning || !is_reversed(p->uplo))
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_reduction_reverse_cuda(b->handle, &reversal);
#endif
    ddblas_reduction_reverse_cpu(&reversal);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_ormtr_routine(struct ddblas_block_run *b, const void *problem)
{
    const struct ddblas_ormtr_problem *p = problem;
    const int left = p->side == DDBLAS_SIDE_LEFT, copies = is_reversed(p->uplo);
    const int64_t order = left ? p->m : p->n, others = left ? p->n : p->m, k = order - 1;
    const struct ddblas_orgtr_problem q = {
        .type = p->type, .uplo = p->uplo, .n = order, .A = (void *)p->A, .lda = p->lda, .tau = p->tau};
    struct reflectors r;
    if (k == 0)
        return DDBLAS_STATUS_SUCCESS;
    DDBLAS_CHECK(begin_reflectors(&r, b, &q, others, copies));
    const struct ddblas_ormqr_problem multiply = {.type = p->type,
                                                  .side = p->side,
                                                  .adjoint = p->adjoint,
                                                  .m = left ? k : p->m,
                                                  .n = left ? p->n : k,
                                                  .k = k,
                                                  .A = copies ? ddblas_block_to(b, r.M, 1 + order) : ddblas_block_at(b, p->A, 1),
                                                  .lda = copies ? order : p->lda,
                                                  .tau = copies ? r.tau : p->tau,
                                                  .C = ddblas_block_to(b, p->C, left ? 1 : p->ldc),
                                                  .ldc = p->ldc};
    DDBLAS_CHECK(reverse(b, p));
    DDBLAS_CHECK(ddblas_ormqr_apply(&r.q, &multiply));
    return reverse(b, p);
}
