/*
 * Blocks of Householder reflectors in the compact form I - V T V^H of R. Schreiber and C. Van Loan,
 * A storage-efficient WY representation for products of Householder transformations, SIAM J. Sci.
 * Stat. Comput. 10(1), 1989.
 *
 * A block is factored by halves, as by E. Elmroth and F. Gustavson, Applying recursion to serial
 * and parallel QR factorization leads to better performance, IBM J. Res. Develop. 44(4), 2000:
 *
 *   A1 = Q1 [R11; 0]               by halves again, or a panel if there are few columns
 *   [R12; A22] = Q1^H A2           products with V1 and T1
 *   A22 = Q2 [R22; 0]              by halves again
 *   T = [T1 T12; 0 T2]             T12 = -T1 (V1^H V2) T2
 *
 * T of a panel comes from V^H V and tau. Only the panels, copies, and T of a panel are kernels of
 * their own. Error bound: docs/numerics.md, "QR factorisation".
 */
#include "core/checks.h"
#include "core/sizes.h"
#include "qr.h"

enum
{
    /* Numbers of columns of a block, and numbers of reflectors from which on they are chosen. A
     * wide block makes products with many terms, but 2 w n^2 more operations in all. The numbers
     * for the CUDA engine have not been measured. */
    WIDE_CPU = 32,
    WIDER_CPU = 64,
    MANY_CPU = 192,
    WIDE_CUDA = 128,
    WIDER_CUDA = 256,
    WIDEST_CUDA = 512,
    MANY_CUDA = 2048,
    MOST_CUDA = 8192
};

/* ---- memory ---------------------------------------------------------------------------------- */

static int64_t columns_of_panel(const struct ddblas_block_run *b)
{
    const int is_complex = ddblas_type_is_complex(b->type);
    if (ddblas_factor_on_cuda(b))
        return is_complex ? DDBLAS_QR_PANEL_COMPLEX_CUDA : DDBLAS_QR_PANEL_CUDA;
    return is_complex ? DDBLAS_QR_PANEL_COMPLEX_CPU : DDBLAS_QR_PANEL_CPU;
}

static int64_t columns_of_block(const struct ddblas_block_run *b, int64_t k)
{
    if (!ddblas_factor_on_cuda(b))
        return k >= MANY_CPU ? WIDER_CPU : WIDE_CPU;
    return k >= MOST_CUDA ? WIDEST_CUDA : k >= MANY_CUDA ? WIDER_CUDA : WIDE_CUDA;
}

static int64_t panel_elements(const struct ddblas_block_run *b, int64_t rows)
{
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return quotient_up((int64_t)ddblas_qr_panel_scratch(rows), (int64_t)b->size);
#endif
    (void)b;
    (void)rows;
    return 0;
}

/* Elements of the parts of the memory; each is rounded up to a multiple of 256 bytes. */
struct parts
{
    int64_t V, T, S, product, panel;
};

static struct parts parts_of(const struct ddblas_block_run *b, int64_t rows, int64_t k, int64_t others)
{
    const int64_t unit = 256 / (int64_t)b->size, wide = least(columns_of_block(b, k), k);
    return (struct parts){.V = round_up(rows * wide, unit),
                          .T = round_up(wide * wide, unit),
                          .S = round_up(wide * wide, unit),
                          .product = round_up(wide * most(others, wide), unit),
                          .panel = round_up(panel_elements(b, rows), unit)};
}

size_t ddblas_qr_elements(struct ddblas_block_run *blocks, int64_t rows, int64_t k, int64_t others)
{
    const struct parts p = parts_of(blocks, rows, k, others);
    return (size_t)(p.V + p.T + p.S + 2 * p.product + p.panel);
}

void *ddblas_qr_memory(struct ddblas_block_run *blocks, size_t elements)
{
    static cuddcomplex nothing; /* Offsets from a null pointer are not defined. */
    void *scratch = ddblas_block_scratch(blocks, elements);
    return blocks->planning ? &nothing : scratch;
}

/* ---- operations of the engines --------------------------------------------------------------- */

static ddblasStatus_t factor_panel(struct ddblas_qr_block *q, int64_t rows, int64_t columns, void *A, int64_t lda, void *tau)
{
    struct ddblas_block_run *b = q->blocks;
    const struct ddblas_qr_panel panel = {
        .type = b->type, .rows = rows, .columns = columns, .A = A, .lda = lda, .tau = tau, .scratch = q->panel_scratch};
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return b->planning ? DDBLAS_STATUS_SUCCESS : ddblas_qr_panel_cuda(b->handle, &panel);
#endif
    if (!b->planning)
        return ddblas_qr_panel_cpu(b->handle, &panel);
    const size_t bytes = ddblas_qr_panel_cpu_workspace(b->handle, &panel);
    ddblas_block_note(b, bytes, bytes);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_qr_copy(struct ddblas_block_run *b, enum ddblas_qr_part part, int64_t rows, int64_t columns, int64_t above,
                              const void *A, int64_t lda, void *out, int64_t ldo)
{
    const struct ddblas_qr_copy copy = {.type = b->type,
                                        .part = part,
                                        .rows = rows,
                                        .columns = columns,
                                        .above = above,
                                        .A = A,
                                        .lda = lda,
                                        .out = out,
                                        .ldo = ldo};
    if (b->planning || rows == 0 || columns == 0)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_qr_copy_cuda(b->handle, &copy);
#endif
    ddblas_qr_copy_cpu(b->handle, &copy);
    return DDBLAS_STATUS_SUCCESS;
}

static ddblasStatus_t triangle_of_panel(struct ddblas_qr_block *q, int64_t order, const void *tau, void *T)
{
    struct ddblas_block_run *b = q->blocks;
    const struct ddblas_qr_triangle triangle = {
        .type = b->type, .order = order, .S = q->S, .lds = order, .tau = tau, .T = T, .ldt = q->wide};
    if (b->planning)
        return DDBLAS_STATUS_SUCCESS;
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b))
        return ddblas_qr_triangle_cuda(b->handle, &triangle);
#endif
    ddblas_qr_triangle_cpu(&triangle);
    return DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_qr_begin(struct ddblas_qr_block *q, struct ddblas_block_run *b, void *memory, int64_t rows, int64_t k,
                               int64_t others)
{
    const struct parts p = parts_of(b, rows, k, others);
    *q = (struct ddblas_qr_block){
        .blocks = b, .wide = least(columns_of_block(b, k), k), .panel = columns_of_panel(b), .rows = rows, .V = memory};
    q->T = ddblas_block_to(b, q->V, p.V);
    q->S = ddblas_block_to(b, q->T, p.T);
    q->first = ddblas_block_to(b, q->S, p.S);
    q->second = ddblas_block_to(b, q->first, p.product);
    q->panel_scratch = ddblas_block_to(b, q->second, p.product);
#if DDBLAS_HAVE_CUDA
    if (ddblas_factor_on_cuda(b) && !b->planning)
        DDBLAS_CHECK(ddblas_qr_prepare_cuda(b->handle, q->panel_scratch, rows));
#endif
    return ddblas_qr_copy(b, DDBLAS_QR_IDENTITY, q->wide, q->wide, q->wide, NULL, 1, q->T, q->wide);
}

/* ---- V and T --------------------------------------------------------------------------------- */

/* Reflectors [at, at + columns) of the block, from their row `row` on. */
static void *vectors_at(const struct ddblas_qr_block *q, int64_t row, int64_t at)
{
    return ddblas_block_to(q->blocks, q->V, row + at * q->rows);
}

static void *triangle_at(const struct ddblas_qr_block *q, int64_t row, int64_t column)
{
    return ddblas_block_to(q->blocks, q->T, row + column * q->wide);
}

/* An operand of a product that is a sum over the rows of V: its operation, its first element, its
 * leading dimension, and the distance between elements of neighbouring terms. */
struct over_rows
{
    ddblasOperation_t op;
    const void *X;
    int64_t ld, step;
};

/* out = op(A) op(B), m x n, with `terms` terms. The first `top` terms contain the ones on V's
 * diagonal. Beside them the other elements of a column, about 1 / sqrt(terms), are so small that
 * products by residues would have to be repaired: on the CUDA engine these terms are a product of
 * their own. */
static ddblasStatus_t sum_over_rows(struct ddblas_block_run *b, struct over_rows A, struct over_rows B, int64_t m, int64_t n,
                                    int64_t terms, int64_t top, void *out, int64_t ldo)
{
    const int64_t first = ddblas_factor_on_cuda(b) && top < terms ? top : 0;
    DDBLAS_CHECK(ddblas_block_gemm(b, A.op, B.op, m, n, terms - first, b->one, ddblas_block_at(b, A.X, first * A.step), A.ld,
                                   ddblas_block_at(b, B.X, first * B.step), B.ld, b->zero, out, ldo));
    return first == 0 ? DDBLAS_STATUS_SUCCESS
                      : ddblas_block_gemm(b, A.op, B.op, m, n, first, b->one, A.X, A.ld, B.X, B.ld, b->one, out, ldo);
}

/* T of the panel of reflectors [at, at + columns). */
static ddblasStatus_t form_panel(struct ddblas_qr_block *q, int64_t at, int64_t columns, const void *tau)
{
    struct ddblas_block_run *b = q->blocks;
    const void *V = vectors_at(q, at, at);
    DDBLAS_CHECK(ddblas_block_gemm(b, DDBLAS_OP_C, DDBLAS_OP_N, columns, columns, q->rows - at, b->one, V, q->rows, V, q->rows,
                                   b->zero, q->S, columns));
    return triangle_of_panel(q, columns, tau, triangle_at(q, at, at));
}

/* T12 of the reflectors [at, at + columns) from T1 of the first `half` of them and T2. */
static ddblasStatus_t join_halves(struct ddblas_qr_block *q, int64_t at, int64_t half, int64_t columns)
{
    struct ddblas_block_run *b = q->blocks;
    const int64_t middle = at + half, rest = columns - half;
    const struct over_rows left = {DDBLAS_OP_C, vectors_at(q, middle, at), q->rows, 1},
                           right = {DDBLAS_OP_N, vectors_at(q, middle, middle), q->rows, 1};
    DDBLAS_CHECK(sum_over_rows(b, left, right, half, rest, q->rows - middle, rest, q->S, half));
    DDBLAS_CHECK(ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, half, rest, rest, b->one, q->S, half,
                                   triangle_at(q, middle, middle), q->wide, b->zero, q->first, half));
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, half, rest, half, b->minus, triangle_at(q, at, at), q->wide, q->first,
                             half, b->zero, triangle_at(q, at, middle), q->wide);
}

static ddblasStatus_t form_triangle(struct ddblas_qr_block *q, int64_t at, int64_t columns, const void *tau)
{
    if (columns <= q->panel)
        return form_panel(q, at, columns, ddblas_block_at(q->blocks, tau, at));
    const int64_t half = ddblas_block_cut(columns, q->panel);
    DDBLAS_CHECK(form_triangle(q, at, half, tau));
    DDBLAS_CHECK(form_triangle(q, at + half, columns - half, tau));
    return join_halves(q, at, half, columns);
}

ddblasStatus_t ddblas_qr_form(struct ddblas_qr_block *q, int64_t rows, int64_t columns, const void *A, int64_t lda,
                              const void *tau)
{
    q->rows = rows;
    DDBLAS_CHECK(ddblas_qr_copy(q->blocks, DDBLAS_QR_VECTORS, rows, columns, 0, A, lda, q->V, rows));
    return form_triangle(q, 0, columns, tau);
}

/* ---- products with C ------------------------------------------------------------------------- */

/* C = C - V op(T) (V^H C), with the reflectors [at, at + columns). C has the rows from `at` on. */
static ddblasStatus_t apply_left(struct ddblas_qr_block *q, int adjoint, int64_t at, int64_t columns, void *C, int64_t ldc,
                                 int64_t others)
{
    struct ddblas_block_run *b = q->blocks;
    const void *V = vectors_at(q, at, at);
    const int64_t rows = q->rows - at;
    const struct over_rows vectors = {DDBLAS_OP_C, V, q->rows, 1}, matrix = {DDBLAS_OP_N, C, ldc, 1};
    DDBLAS_CHECK(sum_over_rows(b, vectors, matrix, columns, others, rows, columns, q->first, columns));
    DDBLAS_CHECK(ddblas_block_gemm(b, adjoint ? DDBLAS_OP_C : DDBLAS_OP_N, DDBLAS_OP_N, columns, others, columns, b->one,
                                   triangle_at(q, at, at), q->wide, q->first, columns, b->zero, q->second, columns));
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_N, rows, others, columns, b->minus, V, q->rows, q->second, columns, b->one,
                             C, ldc);
}

/* C = C - (C V) op(T) V^H with the first `columns` reflectors. */
static ddblasStatus_t apply_right(struct ddblas_qr_block *q, int adjoint, int64_t columns, void *C, int64_t ldc, int64_t others)
{
    struct ddblas_block_run *b = q->blocks;
    const struct over_rows matrix = {DDBLAS_OP_N, C, ldc, ldc}, vectors = {DDBLAS_OP_N, q->V, q->rows, 1};
    DDBLAS_CHECK(sum_over_rows(b, matrix, vectors, others, columns, q->rows, columns, q->first, others));
    DDBLAS_CHECK(ddblas_block_gemm(b, DDBLAS_OP_N, adjoint ? DDBLAS_OP_C : DDBLAS_OP_N, others, columns, columns, b->one,
                                   q->first, others, q->T, q->wide, b->zero, q->second, others));
    return ddblas_block_gemm(b, DDBLAS_OP_N, DDBLAS_OP_C, others, q->rows, columns, b->minus, q->second, others, q->V, q->rows,
                             b->one, C, ldc);
}

ddblasStatus_t ddblas_qr_apply(struct ddblas_qr_block *q, ddblasSideMode_t side, int adjoint, int64_t columns, void *C,
                               int64_t ldc, int64_t others)
{
    if (others == 0)
        return DDBLAS_STATUS_SUCCESS;
    return side == DDBLAS_SIDE_LEFT ? apply_left(q, adjoint, 0, columns, C, ldc, others)
                                    : apply_right(q, adjoint, columns, C, ldc, others);
}

/* ---- factorisation --------------------------------------------------------------------------- */

/* Neighbouring columns that are factored; element (0, 0) of A belongs to reflector 0. */
struct columns
{
    void *A;
    int64_t lda;
    void *tau;
};

static void *element_of(const struct ddblas_qr_block *q, const struct columns *c, int64_t i, int64_t j)
{
    return ddblas_block_to(q->blocks, c->A, i + j * c->lda);
}

/* Factors the columns [at, at + columns) in the rows from `at` on. */
static ddblasStatus_t factor_columns(struct ddblas_qr_block *q, const struct columns *c, int64_t at, int64_t columns, int forms)
{
    if (columns <= q->panel)
    {
        void *tau = ddblas_block_to(q->blocks, c->tau, at);
        DDBLAS_CHECK(factor_panel(q, q->rows - at, columns, element_of(q, c, at, at), c->lda, tau));
        if (!forms)
            return DDBLAS_STATUS_SUCCESS;
        DDBLAS_CHECK(ddblas_qr_copy(q->blocks, DDBLAS_QR_VECTORS, q->rows, columns, at, element_of(q, c, at, at), c->lda,
                                    vectors_at(q, 0, at), q->rows));
        return form_panel(q, at, columns, tau);
    }
    const int64_t half = ddblas_block_cut(columns, q->panel), rest = columns - half;
    DDBLAS_CHECK(factor_columns(q, c, at, half, 1));
    DDBLAS_CHECK(apply_left(q, 1, at, half, element_of(q, c, at, at + half), c->lda, rest));
    DDBLAS_CHECK(factor_columns(q, c, at + half, rest, forms));
    return forms ? join_halves(q, at, half, columns) : DDBLAS_STATUS_SUCCESS;
}

ddblasStatus_t ddblas_qr_factor(struct ddblas_qr_block *q, int64_t rows, int64_t columns, void *A, int64_t lda, void *tau,
                                int forms)
{
    const struct columns c = {A, lda, tau};
    q->rows = rows;
    return factor_columns(q, &c, 0, columns, forms);
}
