/*
 * Products with prepared operands on either engine: arguments, quick returns, what may be read and
 * written, exact cases, error bounds against MPFR, special values, bits, workspaces, allocation
 * failures, and the life of operands.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "gemm_case.h"
#include "handle.h"
#include "poison.h"

static const ddblasOperation_t operations[] = {DDBLAS_OP_N, DDBLAS_OP_T, DDBLAS_OP_C};
static const ddblasStatus_t ok = DDBLAS_STATUS_SUCCESS, invalid = DDBLAS_STATUS_INVALID_VALUE;

/* The route of products without prepared operands has the bits of the residue route. */
static int set_up(void **state)
{
    (void)open_handle(state);
    return ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_RESIDUES) != ok;
}

static int on_cuda(void) { return dd_test_engine() == DDBLAS_ENGINE_CUDA; }

/* ---- one product ----------------------------------------------------------------------------- */

/* A gemm problem on the engine. Sides that are prepared are bits of `sides`: 1 op(A), 2 op(B). */
struct product
{
    struct gemm_case *c;
    struct dd_operand array[3]; /* A, B, C */
    struct dd_scalars scalars;
    void *memory[2];
    ddblasGemmOperand_t operand[2];
};

static void put_product(ddblasHandle_t handle, struct product *p, struct gemm_case *c)
{
    *p = (struct product){.c = c,
                          .array = {dd_operand_read(c->A, c->bytes_A), dd_operand_read(c->B, c->bytes_B),
                                    dd_operand_written(c->C, c->result, c->bytes_C)}};
    dd_operands_put(handle, p->array, 3, c->offset);
    dd_scalars_put(handle, &p->scalars, c->size, &c->alpha, &c->beta, c->on_engine);
}

static int is_computed(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct gemm_case *)problem)->m;
}

/* Ends the operands, reads the result and judges what must not have changed. */
static void take_product(ddblasHandle_t handle, struct product *p)
{
    for (int side = 0; side < 2; side++)
    {
        if (p->operand[side])
            dd_must(handle, ddblasWgemmOperandDestroy(handle, p->operand[side]), "destroying an operand");
        dd_must(handle, ddblasFree(handle, p->memory[side]), "freeing an operand's memory");
    }
    dd_operands_take(handle, p->array, 3, p->c->offset);
    dd_scalars_take(handle, &p->scalars);
    dd_rest_unchanged("C", p->c->C, p->c->result, p->c->bytes_C, p->c->size, p->c->ldc, is_computed, p->c);
}

static int64_t rows_of(const struct gemm_case *c, int side) { return side == 0 ? c->m : c->k; }
static int64_t columns_of(const struct gemm_case *c, int side) { return side == 0 ? c->k : c->n; }
static ddblasOperation_t operation_of(const struct gemm_case *c, int side) { return side == 0 ? c->transa : c->transb; }
static int64_t leading_of(const struct gemm_case *c, int side) { return side == 0 ? c->lda : c->ldb; }
static ddblasSideMode_t mode_of(int side) { return side == 0 ? DDBLAS_SIDE_LEFT : DDBLAS_SIDE_RIGHT; }

/* Prepares a side, in poisoned memory of the caller if `given` is set. */
static void prepare_side(ddblasHandle_t handle, struct product *p, int side, int given)
{
    const struct gemm_case *c = p->c;
    const int64_t rows = rows_of(c, side), columns = columns_of(c, side);
    size_t bytes = 0;
    dd_must(handle, ddblasWgemmOperandSize(handle, mode_of(side), rows, columns, &bytes), "size");
    assert_true(on_cuda() || bytes == 0);
    if (given && bytes > 0)
    {
        void *poison = dd_poisoned(bytes);
        p->memory[side] = dd_engine_copy(handle, poison, bytes, 0);
        free(poison);
    }
    dd_must(handle, ddblasWgemmOperandCreate(handle, mode_of(side), rows, columns, p->memory[side], bytes, &p->operand[side]),
            "creating an operand");
    dd_must(handle,
            ddblasWgemmOperandPrepare(handle, p->operand[side], operation_of(c, side), p->array[side].at, leading_of(c, side)),
            "preparing an operand");
}

/* An element of the array of op(A) (op(B)): line `line`, the first term. */
static const cuddreal *line_of(const struct product *p, int side, int64_t line)
{
    const int along = (side == 0) == (operation_of(p->c, side) == DDBLAS_OP_N);
    return (const cuddreal *)p->array[side].at + line * (along ? 1 : leading_of(p->c, side));
}

/* The product of rows [i, i + m) of op(A) and columns [j, j + n) of op(B). */
static ddblasStatus_t multiply_part(ddblasHandle_t handle, const struct product *p, int64_t i, int64_t m, int64_t j, int64_t n)
{
    const struct gemm_case *c = p->c;
    return ddblasWgemmPrepared(handle, c->transa, c->transb, m, n, c->k, p->scalars.alpha, line_of(p, 0, i), c->lda,
                               p->operand[0], line_of(p, 1, j), c->ldb, p->operand[1], p->scalars.beta,
                               (cuddreal *)p->array[2].at + i + j * c->ldc, c->ldc);
}

/* The whole product with the sides prepared. */
static void run_prepared(ddblasHandle_t handle, struct gemm_case *c, int sides, int given)
{
    struct product p;
    put_product(handle, &p, c);
    for (int side = 0; side < 2; side++)
        if (sides >> side & 1)
            prepare_side(handle, &p, side, given);
    dd_must(handle, multiply_part(handle, &p, 0, c->m, 0, c->n), "product");
    take_product(handle, &p);
}

/* Judges the errors of a result. */
static double judge_result(const struct gemm_case *c, int64_t step)
{
    double largest = 0.0;
    for (int64_t e = 0; e < c->m * c->n; e += step)
        largest = fmax(largest, gemm_case_error(c, e % c->m, e / c->m, 0.0));
    if (!(largest <= gemm_case_bound(c)))
        fail_msg("%lld x %lld x %lld: error %g, bound %g", (long long)c->m, (long long)c->n, (long long)c->k, largest,
                 gemm_case_bound(c));
    return largest;
}

static struct gemm_case *random_case(struct dd_random *g, enum gemm_data data, int64_t m, int64_t n, int64_t k)
{
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_W, operations[dd_random_int(g, 0, 2)], operations[dd_random_int(g, 0, 2)], m,
                                        n, k, dd_random_int(g, 0, 3));
    gemm_case_fill(c, g, data);
    c->offset = on_cuda() ? (size_t)dd_random_int(g, 0, 3) * 16 : (size_t)dd_random_int(g, 0, 3) * 8;
    return c;
}

/* Compares with the product without preparation, which run_plain has left in `expected`. */
static void *run_plain(ddblasHandle_t handle, struct gemm_case *c)
{
    void *expected = malloc(c->bytes_C);
    assert_non_null(expected);
    assert_int_equal(gemm_case_run(handle, c), ok);
    memcpy(expected, c->result, c->bytes_C);
    return expected;
}

static void assert_bits(const struct gemm_case *c, const void *expected, const char *what)
{
    if (memcmp(c->result, expected, c->bytes_C) != 0)
        fail_msg("%s, %c%c, %lld x %lld x %lld: other bits", what, "NTC"[c->transa], "NTC"[c->transb], (long long)c -> m,
                 (long long)c -> n, (long long)c -> k);
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(ddblasStatus_t got, ddblasStatus_t status, int position, const char *words)
{
    assert_int_equal(got, status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    if (!strstr(ddblasGetLastError(h), words))
        fail_msg("\"%s\" does not say \"%s\"", ddblasGetLastError(h), words);
}

static void wrong_arguments_of_operands(void **state)
{
    (void)state;
    ddblasGemmOperand_t o = NULL;
    size_t bytes = 4711;
    void *memory = NULL;
    const int64_t huge = INT64_C(1) << 40;
    assert_refused(ddblasWgemmOperandSize(h, (ddblasSideMode_t)2, 3, 4, &bytes), invalid, 2, "side");
    assert_refused(ddblasWgemmOperandSize(h, DDBLAS_SIDE_LEFT, -1, 4, &bytes), invalid, 3, "rows");
    assert_refused(ddblasWgemmOperandSize(h, DDBLAS_SIDE_LEFT, 3, -1, &bytes), invalid, 4, "columns");
    assert_refused(ddblasWgemmOperandSize(h, DDBLAS_SIDE_LEFT, 3, 4, NULL), invalid, 5, "bytes");
    if (on_cuda())
        assert_refused(ddblasWgemmOperandSize(h, DDBLAS_SIDE_LEFT, huge, huge, &bytes), DDBLAS_STATUS_NOT_SUPPORTED, 0, "memory");
    assert_int_equal(bytes, 4711);
    assert_int_equal(ddblasWgemmOperandSize(h, DDBLAS_SIDE_LEFT, 0, 4, &bytes), ok);
    assert_int_equal(bytes, 0);
    assert_int_equal(ddblasWgemmOperandSize(h, DDBLAS_SIDE_LEFT, 3, 4, &bytes), ok);
    assert_int_equal(ddblasMalloc(h, &memory, bytes + 256), ok);

    assert_refused(ddblasWgemmOperandCreate(h, (ddblasSideMode_t)-1, 3, 4, NULL, 0, &o), invalid, 2, "side");
    assert_refused(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, -3, 4, NULL, 0, &o), invalid, 3, "rows");
    assert_refused(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_RIGHT, 3, -4, NULL, 0, &o), invalid, 4, "columns");
    assert_refused(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, 3, 4, (char *)memory + 128, bytes, &o), DDBLAS_STATUS_MISALIGNED,
                   5, "memory");
    if (on_cuda())
        assert_refused(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, 3, 4, memory, bytes - 1, &o), invalid, 6, "bytes");
    assert_refused(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, 3, 4, NULL, 0, NULL), invalid, 7, "operand");
    assert_null(o);

    assert_int_equal(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, 3, 4, memory, bytes, &o), ok);
    char *X = (char *)memory; /* Any address: a refused call does not read it. */
    assert_refused(ddblasWgemmOperandPrepare(h, NULL, DDBLAS_OP_N, (cuddreal *)(void *)X, 3), invalid, 2, "null");
    assert_refused(ddblasWgemmOperandPrepare(h, o, (ddblasOperation_t)3, (cuddreal *)(void *)X, 3), invalid, 3, "op");
    assert_refused(ddblasWgemmOperandPrepare(h, o, DDBLAS_OP_N, NULL, 3), invalid, 4, "X");
    assert_refused(ddblasWgemmOperandPrepare(h, o, DDBLAS_OP_N, (cuddreal *)(void *)(X + dd_engine_misaligned(h)), 3),
                   DDBLAS_STATUS_MISALIGNED, 4, "X");
    assert_refused(ddblasWgemmOperandPrepare(h, o, DDBLAS_OP_N, (cuddreal *)(void *)X, 2), invalid, 5, "ldx");
    assert_refused(ddblasWgemmOperandPrepare(h, o, DDBLAS_OP_T, (cuddreal *)(void *)X, 3), invalid, 5, "ldx");
    assert_refused(ddblasWgemmOperandDestroy(h, NULL), invalid, 2, "null");
    assert_int_equal(ddblasWgemmOperandDestroy(h, o), ok);
    assert_refused(ddblasWgemmOperandDestroy(h, o), invalid, 2, "destroyed");
    assert_refused(ddblasWgemmOperandPrepare(h, o, DDBLAS_OP_N, (cuddreal *)(void *)X, 3), invalid, 2, "destroyed");
    assert_int_equal(ddblasFree(h, memory), ok);
    assert_int_equal(ddblasWgemmOperandSize(NULL, DDBLAS_SIDE_LEFT, 3, 4, &bytes), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasWgemmOperandCreate(NULL, DDBLAS_SIDE_LEFT, 3, 4, NULL, 0, &o), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasWgemmOperandPrepare(NULL, o, DDBLAS_OP_N, NULL, 3), DDBLAS_STATUS_NOT_INITIALIZED);
    assert_int_equal(ddblasWgemmOperandDestroy(NULL, o), DDBLAS_STATUS_NOT_INITIALIZED);
}

/* Arguments of one product, all right at first. */
struct arguments
{
    int transa, transb;
    int64_t m, n, k, lda, ldb, ldc;
    const cuddreal *alpha, *A, *B, *beta;
    cuddreal *C;
    ddblasGemmOperand_t prepared_a, prepared_b;
};

static ddblasStatus_t call(struct arguments a)
{
    return ddblasWgemmPrepared(h, (ddblasOperation_t)a.transa, (ddblasOperation_t)a.transb, a.m, a.n, a.k, a.alpha, a.A, a.lda,
                               a.prepared_a, a.B, a.ldb, a.prepared_b, a.beta, a.C, a.ldc);
}

/* op(A) is 5 x 4 and op(B) 4 x 6; the call uses rows 1 to 3 and columns 2 to 4. */
static void wrong_arguments_of_products(void **state)
{
    (void)state;
    struct dd_random g;
    struct product p;
    dd_random_start(&g, 801);
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_W, DDBLAS_OP_N, DDBLAS_OP_T, 5, 6, 4, 1);
    gemm_case_fill(c, &g, GEMM_UNIFORM);
    put_product(h, &p, c);
    prepare_side(h, &p, 0, 0);
    prepare_side(h, &p, 1, 1);
    ddblasHandle_t other = dd_test_handle();
    ddblasGemmOperand_t strange = NULL, empty = NULL, destroyed = NULL, short_one = NULL;
    assert_int_equal(ddblasWgemmOperandCreate(other, DDBLAS_SIDE_LEFT, 5, 4, NULL, 0, &strange), ok);
    assert_int_equal(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, 5, 4, NULL, 0, &empty), ok);
    assert_int_equal(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, 5, 3, NULL, 0, &short_one), ok);
    assert_int_equal(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, 5, 4, NULL, 0, &destroyed), ok);
    assert_int_equal(ddblasWgemmOperandDestroy(h, destroyed), ok);
    const struct arguments right = {c->transa,
                                    c->transb,
                                    3,
                                    3,
                                    4,
                                    c->lda,
                                    c->ldb,
                                    c->ldc,
                                    p.scalars.alpha,
                                    line_of(&p, 0, 1),
                                    line_of(&p, 1, 2),
                                    p.scalars.beta,
                                    p.array[2].at,
                                    p.operand[0],
                                    p.operand[1]};
    struct arguments a;
#define REFUSED(field, value, status, position, words)                                                                           \
    a = right;                                                                                                                   \
    a.field = value;                                                                                                             \
    assert_refused(call(a), status, position, words)
    const char *half_A = (const char *)right.A + 8;
    REFUSED(transa, 3, invalid, 2, "transa");
    REFUSED(transb, 'N', invalid, 3, "transb");
    REFUSED(m, -1, invalid, 4, "m");
    REFUSED(n, -1, invalid, 5, "n");
    REFUSED(k, -1, invalid, 6, "k");
    REFUSED(alpha, NULL, invalid, 7, "alpha");
    REFUSED(A, NULL, invalid, 8, "A");
    REFUSED(lda, 2, invalid, 9, "lda");
    REFUSED(B, NULL, invalid, 11, "B");
    REFUSED(ldb, 2, invalid, 12, "ldb");
    REFUSED(beta, NULL, invalid, 14, "beta");
    REFUSED(C, NULL, invalid, 15, "C");
    REFUSED(ldc, 2, invalid, 16, "ldc");
    /* The operand is not the handle's, not prepared, or of another shape. */
    REFUSED(prepared_a, strange, invalid, 10, "another handle");
    REFUSED(prepared_a, destroyed, invalid, 10, "destroyed");
    REFUSED(prepared_a, empty, invalid, 10, "no matrix");
    REFUSED(prepared_a, short_one, invalid, 10, "k = 3");
    REFUSED(prepared_a, p.operand[1], invalid, 10, "right factor");
    REFUSED(prepared_b, strange, invalid, 13, "another handle");
    REFUSED(prepared_b, p.operand[0], invalid, 13, "left factor");
    /* The matrix is not the one that was prepared: operation, leading dimension, rows, columns. */
    REFUSED(transa, DDBLAS_OP_T, invalid, 10, "operation");
    REFUSED(lda, c->lda + 1, invalid, 10, "leading dimension");
    REFUSED(m, 5, invalid, 10, "5 rows");
    REFUSED(A, line_of(&p, 0, 0) - 1, invalid, 10, "does not lead");
    REFUSED(A, line_of(&p, 0, 3), invalid, 10, "does not lead");
    REFUSED(A, line_of(&p, 0, 0) + c->lda, invalid, 10, "does not lead");
    REFUSED(n, 5, invalid, 13, "5 columns");
    REFUSED(B, line_of(&p, 1, 0) + c->ldb, invalid, 13, "does not lead");
    REFUSED(B, line_of(&p, 1, 4), invalid, 13, "does not lead");
    REFUSED(A, (const cuddreal *)(const void *)half_A, on_cuda() ? DDBLAS_STATUS_MISALIGNED : invalid, on_cuda() ? 8 : 10, "");
    /* Queries. */
    size_t bytes = 0;
    assert_refused(ddblasWgemmPreparedWorkspaceSize(h, -1, 3, 4, NULL, NULL, &bytes), invalid, 2, "m");
    assert_refused(ddblasWgemmPreparedWorkspaceSize(h, 3, -1, 4, NULL, NULL, &bytes), invalid, 3, "n");
    assert_refused(ddblasWgemmPreparedWorkspaceSize(h, 3, 3, -4, NULL, NULL, &bytes), invalid, 4, "k");
    assert_refused(ddblasWgemmPreparedWorkspaceSize(h, 3, 3, 4, destroyed, NULL, &bytes), invalid, 5, "destroyed");
    assert_refused(ddblasWgemmPreparedWorkspaceSize(h, 3, 3, 4, short_one, NULL, &bytes), invalid, 5, "k = 3");
    assert_refused(ddblasWgemmPreparedWorkspaceSize(h, 3, 3, 4, NULL, p.operand[0], &bytes), invalid, 6, "left factor");
    assert_refused(ddblasWgemmPreparedWorkspaceSize(h, 3, 3, 4, p.operand[0], p.operand[1], NULL), invalid, 7, "bytes");
    assert_int_equal(ddblasWgemmPreparedWorkspaceSize(h, 3, 3, 4, empty, NULL, &bytes), ok);
#undef REFUSED
    /* Nothing has been written. */
    dd_engine_read(h, c->result, p.array[2].at, c->bytes_C);
    assert_memory_equal(c->result, c->C, c->bytes_C);
    assert_int_equal(call(right), ok);
    assert_int_equal(ddblasWgemmOperandDestroy(h, empty), ok);
    assert_int_equal(ddblasWgemmOperandDestroy(h, short_one), ok);
    assert_int_equal(ddblasDestroy(other), ok);
    take_product(h, &p);
    gemm_case_free(c);
}

/* ---- quick returns --------------------------------------------------------------------------- */

/* m, n, k or alpha is 0: operands are not looked at, and A and B are not read. */
static void quick_returns(void **state)
{
    (void)state;
    const cuddreal zero = cuddFromDouble(0.0), two = cuddFromDouble(2.0);
    cuddreal start[6], result[6];
    ddblasGemmOperand_t o = NULL;
    assert_int_equal(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, 2, 0, NULL, 0, &o), ok);
    assert_int_equal(ddblasWgemmOperandPrepare(h, o, DDBLAS_OP_N, NULL, 2), ok);
    for (int i = 0; i < 6; i++)
        start[i] = cuddFromDouble(i + 1);
    cuddreal *C = dd_engine_copy(h, start, sizeof start, 0);
    const ddblasOperation_t N = DDBLAS_OP_N;
    assert_int_equal(ddblasWgemmPrepared(h, N, N, 0, 3, 4, NULL, NULL, 1, o, NULL, 4, o, NULL, NULL, 1), ok);
    assert_int_equal(ddblasWgemmPrepared(h, N, N, 2, 0, 4, NULL, NULL, 2, o, NULL, 4, o, NULL, NULL, 2), ok);
    assert_int_equal(ddblasWgemmPrepared(h, N, N, 2, 3, 4, &zero, NULL, 2, o, NULL, 4, o, &two, C, 2), ok);
    dd_engine_read(h, result, C, sizeof result);
    for (int i = 0; i < 6; i++)
        assert_true(result[i].x == 2.0 * (i + 1) && result[i].y == 0.0);
    assert_int_equal(ddblasWgemmPrepared(h, N, N, 2, 3, 0, &two, NULL, 2, o, NULL, 1, NULL, &two, C, 2), ok);
    dd_engine_read(h, result, C, sizeof result);
    for (int i = 0; i < 6; i++)
        assert_true(result[i].x == 4.0 * (i + 1) && result[i].y == 0.0);
    dd_engine_free(h, C, 0);
    assert_int_equal(ddblasWgemmOperandDestroy(h, o), ok);
}

/* ---- exact and bounded ----------------------------------------------------------------------- */

static void integers(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 802);
    for (int q = 0; q < 24; q++)
    {
        struct gemm_case *c =
            random_case(&g, GEMM_INTEGER, dd_random_int(&g, 1, 70), dd_random_int(&g, 1, 70), dd_random_int(&g, 1, 80));
        run_prepared(h, c, 1 + q % 3, q % 2);
        assert_true(judge_result(c, 1) == 0.0);
        gemm_case_free(c);
    }
}

static int64_t edge(struct dd_random *g, int64_t largest)
{
    static const int64_t edges[] = {1, 2, 3, 7, 8, 15, 17, 31, 32, 33, 63, 64, 65, 96, 97, 127, 128, 129, 191, 257};
    for (;;)
    {
        const int64_t e = edges[dd_random_int(g, 0, (int64_t)(sizeof edges / sizeof edges[0]) - 1)];
        if (e <= largest)
            return e;
    }
}

/* Sizes astride the edges of tiles, all operations, every kind of data, one or both sides prepared:
 * the bound, and the bits of ddblasWgemm. */
static void bounds(void **state)
{
    (void)state;
    const uint64_t seed = dd_random_seed(803);
    double largest = 0.0;
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t q = 0; q < 6 + 240 / dd_test_scale(); q++)
    {
        const enum gemm_data data = (enum gemm_data)(q % GEMM_SUBNORMAL);
        struct gemm_case *c = random_case(&g, data, edge(&g, 200), edge(&g, 200), edge(&g, 400));
        if (q % 5 == 0)
            gemm_case_scalars(c, (double)(q % 3) - 1.0, (double)(q % 2));
        c->on_engine = q % 6 == 1;
        void *expected = run_plain(h, c);
        memcpy(c->result, c->C, c->bytes_C);
        run_prepared(h, c, 1 + (int)(q / 2 % 3), (int)q % 2);
        assert_bits(c, expected, gemm_data_name(data));
        largest = fmax(largest, judge_result(c, 1 + c->m * c->n / 24));
        free(expected);
        gemm_case_free(c);
    }
    print_message("largest error: %.3g units\n", largest);
}

/* Terms around the numbers at which the guard's step, the bytes of residues and the slices
 * change. */
static void terms(void **state)
{
    (void)state;
    static const int64_t all[] = {1, 63, 64, 65, 511, 513, 1023, 4095, 4096, 4097, 6657, 131077};
    const int64_t count = (int64_t)(sizeof all / sizeof all[0]);
    struct dd_random g;
    dd_random_start(&g, 804);
    for (int64_t q = 0; q < count; q++)
    {
        struct gemm_case *c =
            random_case(&g, q % 2 ? GEMM_UNIFORM : GEMM_WIDE, all[q] > 100000 ? 3 : 35, all[q] > 100000 ? 2 : 33, all[q]);
        void *expected = run_plain(h, c);
        run_prepared(h, c, 1 + (int)(q % 3), 1);
        assert_bits(c, expected, "terms");
        (void)judge_result(c, 1 + c->m * c->n / 10);
        free(expected);
        gemm_case_free(c);
    }
}

/* Inf, NaN, overflow and rows that the guard refuses, so that they are computed from the matrix:
 * the bits of ddblasWgemm. */
static void special_values(void **state)
{
    (void)state;
    const double inf = (double)INFINITY, nan_ = (double)NAN;
    const cuddreal list[] = {{inf, 0.0}, {-inf, 0.0}, {nan_, 1.0}, {1.0, nan_}, {0x1p1000, 0.0}, {0.0, 0.0}};
    struct dd_random g;
    dd_random_start(&g, 805);
    for (int q = 0; q < 12; q++)
    {
        struct gemm_case *c = random_case(&g, q % 2 ? GEMM_UNIFORM : GEMM_GRADED, 70, 45, 150);
        *(cuddreal *)gemm_case_a(c, dd_random_int(&g, 0, 69), dd_random_int(&g, 0, 149)) = list[q % 6];
        *(cuddreal *)gemm_case_b(c, dd_random_int(&g, 0, 149), dd_random_int(&g, 0, 44)) = list[(q + q / 6) % 6];
        void *expected = run_plain(h, c);
        run_prepared(h, c, 1 + q % 3, q / 3 % 2);
        assert_bits(c, expected, "special values");
        free(expected);
        gemm_case_free(c);
    }
}

/* ---- ranges of lines ------------------------------------------------------------------------- */

/* C in pieces that begin at any row of op(A) and any column of op(B), with operands of the whole
 * matrices: the bits of the whole product. Some rows are graded, so that repair has its part. */
static void judge_ranges(struct dd_random *g, int64_t m, int64_t n, int64_t k, const int64_t *rows, const int64_t *columns)
{
    struct gemm_case *c = random_case(g, GEMM_UNIFORM, m, n, k);
    for (int64_t t = 0; t < k; t++)
    {
        *(cuddreal *)gemm_case_a(c, m / 3, t) = dd_random_full_pair(g, (int)(600 * t / k) - 300);
        *(cuddreal *)gemm_case_b(c, t, n / 2) = dd_random_full_pair(g, 300 - (int)(600 * t / k));
    }
    void *expected = run_plain(h, c);
    for (int sides = 1; sides <= 3; sides++)
    {
        struct product p;
        memcpy(c->result, c->C, c->bytes_C);
        put_product(h, &p, c);
        for (int side = 0; side < 2; side++)
            if (sides >> side & 1)
                prepare_side(h, &p, side, 1);
        for (int r = 0; rows[r] < m; r++)
            for (int s = 0; columns[s] < n; s++)
            {
                const int64_t i = rows[r], j = columns[s];
                dd_must(h, multiply_part(h, &p, i, rows[r + 1] - i, j, columns[s + 1] - j), "range");
            }
        take_product(h, &p);
        assert_bits(c, expected, "ranges");
    }
    free(expected);
    gemm_case_free(c);
}

static void ranges(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 806);
    const int64_t rows[] = {0, 1, 38, 70, 134, 150}, columns[] = {0, 3, 64, 129, 141};
    judge_ranges(&g, 150, 141, 70, rows, columns);
    const int64_t few_rows[] = {0, 17, 66}, few_columns[] = {0, 31, 37};
    judge_ranges(&g, 66, 37, 4100, few_rows, few_columns); /* The guard takes every second term. */
}

/* ---- bits ------------------------------------------------------------------------------------ */

/* One operand in several products, prepared anew after the matrix has changed, and the same bits
 * whatever the route that is set. */
static void one_operand_many_products(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 807);
    struct gemm_case *c = gemm_case_new(DDBLAS_TYPE_W, DDBLAS_OP_T, DDBLAS_OP_N, 67, 20, 90, 1);
    ddblasGemmOperand_t o = NULL;
    assert_int_equal(ddblasWgemmOperandCreate(h, DDBLAS_SIDE_LEFT, c->m, c->k, NULL, 0, &o), ok);
    gemm_case_fill(c, &g, GEMM_UNIFORM);
    cuddreal *A = dd_engine_copy(h, c->A, c->bytes_A, 0);
    for (int q = 0; q < 6; q++)
    {
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        if (q % 3 == 0)
        {
            dd_engine_free(h, A, 0);
            A = dd_engine_copy(h, c->A, c->bytes_A, 0);
            assert_int_equal(ddblasWgemmOperandPrepare(h, o, c->transa, A, c->lda), ok);
        }
        else
            dd_engine_read(h, c->A, A, c->bytes_A);
        void *expected = run_plain(h, c);
        assert_int_equal(ddblasSetGemmRoute(h, (ddblasGemmRoute_t)(q % 3)), ok);
        cuddreal *B = dd_engine_copy(h, c->B, c->bytes_B, 0), *C = dd_engine_copy(h, c->C, c->bytes_C, 0);
        assert_int_equal(ddblasWgemmPrepared(h, c->transa, c->transb, c->m, c->n, c->k, &c->alpha.w, A, c->lda, o, B, c->ldb,
                                             NULL, &c->beta.w, C, c->ldc),
                         ok);
        dd_engine_read(h, c->result, C, c->bytes_C);
        assert_int_equal(ddblasSetGemmRoute(h, DDBLAS_GEMM_ROUTE_RESIDUES), ok);
        assert_bits(c, expected, "many products");
        dd_engine_free(h, B, 0);
        dd_engine_free(h, C, 0);
        free(expected);
    }
    dd_engine_free(h, A, 0);
    assert_int_equal(ddblasWgemmOperandDestroy(h, o), ok);
    gemm_case_free(c);
}

/* Every second row of op(A) and column of op(B) has its large elements in the terms [first, end),
 * so that the guard of their products depends on these terms alone. */
static void fill_concentrated(struct gemm_case *c, struct dd_random *g, int64_t first, int64_t end)
{
    for (int64_t t = 0; t < c->k; t++)
    {
        const int exponent = t >= first && t < end ? 0 : -60;
        for (int64_t i = 0; i < c->m; i += 2)
            *(cuddreal *)gemm_case_a(c, i, t) = dd_random_full_pair(g, exponent);
        for (int64_t j = 0; j < c->n; j += 2)
            *(cuddreal *)gemm_case_b(c, t, j) = dd_random_full_pair(g, exponent);
    }
}

/* A workspace that is set: of the size of the query, poisoned, with which nothing is allocated, and
 * smaller ones, in which blocks and chunks of terms are smaller. The same bits. */
static void workspaces(void **state)
{
    (void)state;
    struct dd_random g;
    struct product p;
    dd_random_start(&g, 808);
    struct gemm_case *c = random_case(&g, GEMM_UNIFORM, 100, 37, 4200);
    fill_concentrated(c, &g, 1024, 1724);
    void *expected = run_plain(h, c);
    int too_small = 0, done = 0;
    for (int sides = 1; sides <= 3; sides++)
    {
        size_t bytes = 0;
        put_product(h, &p, c);
        for (int side = 0; side < 2; side++)
            if (sides >> side & 1)
                prepare_side(h, &p, side, 1);
        assert_int_equal(ddblasWgemmPreparedWorkspaceSize(h, c->m, c->n, c->k, p.operand[0], p.operand[1], &bytes), ok);
        const size_t all = bytes;
        for (; bytes > 20000; bytes /= 4)
        {
            void *poison = dd_poisoned(bytes), *workspace = dd_engine_copy(h, poison, bytes, 0);
            free(poison);
            assert_int_equal(ddblasSetMatrix(h, 1, 1, c->bytes_C, c->C, 1, p.array[2].at, 1), ok);
            assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), ok);
            ddblas_inject_allocation_failure(bytes == all); /* A smaller one may be cublasLt's first use. */
            const ddblasStatus_t status = multiply_part(h, &p, 0, c->m, 0, c->n);
            ddblas_inject_allocation_failure(0);
            assert_int_equal(ddblasSetWorkspace(h, NULL, 0), ok);
            dd_engine_read(h, c->result, p.array[2].at, c->bytes_C);
            if (status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL)
                assert_memory_equal(c->result, c->C, c->bytes_C);
            else
            {
                assert_int_equal(status, ok);
                assert_bits(c, expected, "workspace");
            }
            too_small += status == DDBLAS_STATUS_WORKSPACE_TOO_SMALL;
            done += status == ok;
            assert_true(dd_engine_guarded(h, workspace, bytes, 0));
            dd_engine_free(h, workspace, 0);
        }
        take_product(h, &p);
    }
    print_message("%d workspaces suffice, %d are too small\n", done, too_small);
    assert_true(done >= 3 && (too_small > 0 || !on_cuda()));
    free(expected);
    gemm_case_free(c);
}

static void repetition(void **state)
{
    (void)state;
    struct dd_random g;
    struct product p;
    dd_random_start(&g, 809);
    struct gemm_case *c = random_case(&g, GEMM_WIDE, 130, 33, 300);
    void *expected = run_plain(h, c);
    put_product(h, &p, c);
    prepare_side(h, &p, 0, 0);
    for (int q = 0; q < 5; q++)
    {
        assert_int_equal(ddblasSetThreads(h, q + 1), ok);
        assert_int_equal(ddblasSetMatrix(h, 1, 1, c->bytes_C, c->C, 1, p.array[2].at, 1), ok);
        assert_int_equal(multiply_part(h, &p, 0, c->m, 0, c->n), ok);
        dd_engine_read(h, c->result, p.array[2].at, c->bytes_C);
        assert_bits(c, expected, "repetition");
    }
    assert_int_equal(ddblasSetThreads(h, 0), ok);
    take_product(h, &p);
    free(expected);
    gemm_case_free(c);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* The k-th allocation fails, for k = 1, 2, ... until creation and product succeed. */
static void allocation_failure(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 810);
    struct gemm_case *c = random_case(&g, GEMM_UNIFORM, 40, 40, 100);
    int failures = 0;
    for (int k = 1;; k++)
    {
        ddblasHandle_t mine = dd_test_handle();
        struct product p;
        put_product(mine, &p, c);
        ddblas_inject_allocation_failure(k);
        ddblasStatus_t status = ddblasWgemmOperandCreate(mine, DDBLAS_SIDE_LEFT, c->m, c->k, NULL, 0, &p.operand[0]);
        assert_true((status == ok) == (p.operand[0] != NULL));
        if (status == ok)
            assert_int_equal(ddblasWgemmOperandPrepare(mine, p.operand[0], c->transa, p.array[0].at, c->lda), ok);
        if (status == ok)
            status = multiply_part(mine, &p, 0, c->m, 0, c->n);
        ddblas_inject_allocation_failure(0);
        if (status != ok)
        {
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            dd_engine_read(mine, c->result, p.array[2].at, c->bytes_C);
            assert_memory_equal(c->result, c->C, c->bytes_C);
        }
        take_product(mine, &p);
        assert_int_equal(ddblasDestroy(mine), ok);
        if (status == ok)
            break;
        failures++;
    }
    assert_true(failures >= 2);
    gemm_case_free(c);
}

/* Operands that live when their handle is destroyed end with it; memory checkers see what is not
 * freed. The memory of the caller stays the caller's. */
static void handle_ends_operands(void **state)
{
    (void)state;
    ddblasHandle_t mine = dd_test_handle();
    ddblasGemmOperand_t o[4] = {NULL, NULL, NULL, NULL};
    void *memory = NULL;
    size_t bytes = 0;
    assert_int_equal(ddblasWgemmOperandSize(h, DDBLAS_SIDE_RIGHT, 30, 20, &bytes), ok);
    assert_int_equal(ddblasMalloc(h, &memory, bytes), ok);
    for (int i = 0; i < 4; i++)
        assert_int_equal(ddblasWgemmOperandCreate(mine, i % 2 ? DDBLAS_SIDE_LEFT : DDBLAS_SIDE_RIGHT, 30, 20,
                                                  i == 2 ? memory : NULL, bytes, &o[i]),
                         ok);
    /* Out of the middle and off both ends of the list. */
    assert_int_equal(ddblasWgemmOperandDestroy(mine, o[1]), ok);
    assert_int_equal(ddblasWgemmOperandDestroy(mine, o[3]), ok);
    assert_int_equal(ddblasWgemmOperandDestroy(mine, o[0]), ok);
    assert_int_equal(ddblasWgemmOperandCreate(mine, DDBLAS_SIDE_LEFT, 30, 20, NULL, 0, &o[1]), ok);
    assert_int_equal(ddblasDestroy(mine), ok);
    assert_int_equal(ddblasFree(h, memory), ok);
    assert_refused(ddblasWgemmOperandDestroy(h, o[2]), invalid, 2, "destroyed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_operands),
        cmocka_unit_test(wrong_arguments_of_products),
        cmocka_unit_test(quick_returns),
        cmocka_unit_test(integers),
        cmocka_unit_test(bounds),
        cmocka_unit_test(terms),
        cmocka_unit_test(special_values),
        cmocka_unit_test(ranges),
        cmocka_unit_test(one_operand_many_products),
        cmocka_unit_test(workspaces),
        cmocka_unit_test(repetition),
        cmocka_unit_test(allocation_failure),
        cmocka_unit_test(handle_ends_operands),
    };
    choose_tests();
    return cmocka_run_group_tests_name("prepared", tests, set_up, close_handle);
}
