/*
 * gemm of the CPU engine: the same bits whatever the instruction set, the threads, the workspace
 * and the matrix around an element; what lies around the operands; leading dimensions beyond 32
 * bits; and broken kernels that the bound must catch.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/core.h"
#include "backend/isa.h"
#include "gemm_case.h"
#include "handle.h"
#include "level3/gemm/cpu/gemm_cpu_w.h"
#include "gemm_cpu_bits.h"

extern const struct ddblas_gemm_w_kernels gemm_mutant, gemm_mutant_of_rounding;

/* Workspaces for all threads, for some, for one; and one byte less than that. */
static void over_workspaces(struct gemm_case *c, const void *first)
{
    size_t bytes = 0;
    assert_int_equal(ddblasSetThreads(h, 6), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasGemmWorkspaceSize(h, c->type, c->m, c->n, c->k, &bytes), DDBLAS_STATUS_SUCCESS);
    void *workspace = aligned_alloc(256, (bytes + 255) / 256 * 256);
    assert_non_null(workspace);
    memset(workspace, 0xff, bytes);
    assert_int_equal(ddblasSetWorkspace(h, workspace, bytes), DDBLAS_STATUS_SUCCESS);
    assert_same_bits(c, first, "whole workspace");
    assert_int_equal(ddblasSetWorkspace(h, workspace, bytes / 2), DDBLAS_STATUS_SUCCESS);
    assert_same_bits(c, first, "half a workspace");
    assert_int_equal(ddblasSetWorkspace(h, workspace, (bytes + 5) / 6), DDBLAS_STATUS_SUCCESS);
    assert_same_bits(c, first, "one thread's workspace");
    assert_int_equal(ddblasSetWorkspace(h, workspace, bytes / 6 - 1), DDBLAS_STATUS_SUCCESS);
    if (dd_type_is_pair(c->type))
    {
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
        assert_memory_equal(c->result, c->C, c->bytes_C);
    }
    assert_int_equal(ddblasSetWorkspace(h, NULL, 0), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
    free(workspace);
}

static void same_bits(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{301, 277, 203}, {1, 300, 500}, {300, 2, 19},
                                       {513, 40, 700},  {23, 310, 98}, {50, 9, 4001}};
    struct dd_random g;
    dd_random_start(&g, 401);
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT + PAIRS - 2; type++)
        for (int q = 0; q < 6; q++)
        {
            if (dd_test_leaves_out(6 * type + q))
                continue;
            const ddblasOperation_t op_a = (ddblasOperation_t)(q % 3), op_b = (ddblasOperation_t)(q / 2);
            const int64_t m = sizes[q][0], n = sizes[q][1], k = sizes[q][2];
            struct gemm_case *c = type < DDBLAS_TYPE_ALL_COUNT
                                      ? gemm_case_new((ddblasType_t)type, op_a, op_b, m, n, k, q)
                                      : new_pair(type - DDBLAS_TYPE_ALL_COUNT + 1, op_a, op_b, m, n, k, q);
            gemm_case_fill(c, &g, q % 2 ? GEMM_CANCEL : GEMM_UNIFORM);
            assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
            void *first = malloc(c->bytes_C);
            assert_non_null(first);
            memcpy(first, c->result, c->bytes_C);
            over_instruction_sets(c, first);
            over_threads(c, first);
            if (q == 0)
                over_workspaces(c, first);
            free(first);
            gemm_case_free(c);
        }
}

/* Rows [i, i + m) and columns [j, j + n) of a product, alone. */
static void assert_same_alone(struct gemm_case *c, int64_t i, int64_t j, int64_t m, int64_t n)
{
    char *block = malloc((size_t)(m * n) * c->size);
    assert_non_null(block);
    for (int64_t q = 0; q < m * n; q++)
        memcpy(block + (size_t)q * c->size, gemm_case_c(c, c->C, i + q % m, j + q / m), c->size);
    struct gemm_case alone = *c;
    alone.m = alone.ldc = m;
    alone.n = n;
    assert_int_equal(gemm_case_call(h, &alone, &c->alpha, gemm_case_a(c, i, 0), gemm_case_b(c, 0, j), &c->beta, block),
                     DDBLAS_STATUS_SUCCESS);
    for (int64_t q = 0; q < m * n; q++)
        assert_memory_equal(block + (size_t)q * c->size, gemm_case_c(c, c->result, i + q % m, j + q / m), c->size);
    free(block);
}

/* An element does not know the matrix around it: blocks of a product, also those of few rows or
 * columns, are products of rows and columns. */
static void same_bits_alone(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 402);
    for (int q = 0; q < 4 * PAIRS; q++)
    {
        const int op_a = q % 2, op_b = q / 2 % 2, complex = q / 4 == COMPLEX_PAIR;
        struct gemm_case *c = new_pair(q / 4, (ddblasOperation_t)(complex && op_a ? DDBLAS_OP_C : op_a), (ddblasOperation_t)op_b,
                                       203, 75, complex ? 197 : 391, 0);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t i = 0; i < c->m; i += 29)
            for (int64_t j = 0; j < c->n; j += 13)
                assert_same_alone(c, i, j, 1, 1);
        for (int64_t few = 1; few <= 25; few += few % 4 == 0 ? 4 : 1)
        {
            assert_same_alone(c, 100, 0, few, c->n);
            assert_same_alone(c, 0, 50, c->m, few);
            assert_same_alone(c, 7, 3, few, few + 2);
        }
        gemm_case_free(c);
    }
}

/* A number of full length. */
static cuddreal between(struct dd_random *g, double first, double last)
{
    const cuddreal part = cuddSub(cuddFabs(dd_random_full_pair(g, 0)), cuddFromDouble(1.0));
    return cuddAdd(cuddFromDouble(first), cuddMulD(part, last - first));
}

/* The kernels' sum of four terms overflows where the sum in order does not: such an element is
 * recomputed, with the same bits in a problem whose transpose is computed, as for a C of few rows,
 * and in any other one. */
static void same_bits_of_recomputed_sums(void **state)
{
    (void)state;
    enum
    {
        M = 30,
        N = 40,
        K = 12
    };
    struct dd_random g;
    dd_random_start(&g, 411);
    for (int op = 0; op < 4 * W_PAIRS; op++)
    {
        struct gemm_case *c = new_pair(op / 4, (ddblasOperation_t)(op % 2), (ddblasOperation_t)(op / 2 % 2), M, N, K, 0);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        c->alpha.w = dd_random_full_pair(&g, -1000);
        for (int64_t t = 0; t < 7; t += t == 0 ? 4 : 1) /* term 0 is -1.5 to -1.9, terms 4 to 6 are 0.75 to 0.95 2^1023 */
        {
            for (int64_t i = 0; i < M; i++)
                gemm_case_set_a(c, i, t, between(&g, 0x1p511, 0x1.1p511));
            for (int64_t j = 0; j < N; j++)
                gemm_case_set_b(c, t, j, t == 0 ? between(&g, -0x1.8p512, -0x1.bp512) : between(&g, 0x1.8p511, 0x1.bp511));
        }
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t i = 0; i < M; i += 7)
        {
            assert_same_alone(c, i, 0, 1, N);
            assert_same_alone(c, i, 3, 2, 5);
            assert_same_alone(c, 0, i, M, 1);
        }
        for (int64_t j = 0; j < N; j++)
            for (int64_t i = 0; i < M; i++)
                assert_true(gemm_case_error(c, i, j, 0.0) <= gemm_case_bound(c));
        gemm_case_free(c);
    }
}

/* An element that is not finite, here those of one row, leaves the bits of all others alone, among
 * them zeros of both signs. */
static void neighbours_of_special_values(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 405);
    for (int q = 0; q < 24 * W_PAIRS; q++)
    {
        if (dd_test_leaves_out(q))
            continue;
        struct gemm_case *c = new_pair(q / 24, (ddblasOperation_t)(q % 2), (ddblasOperation_t)(q / 2 % 2),
                                       dd_random_int(&g, 2, 30), dd_random_int(&g, 1, 30), dd_random_int(&g, 1, 40), 1);
        const int64_t row = dd_random_int(&g, 0, c->m - 1);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        gemm_case_scalars(c, -1.0, q % 3 == 0 ? 1.0 : 0.0);
        for (int64_t i = 0; i < c->m; i += 3)
            for (int64_t t = 0; t < c->k; t++)
                gemm_case_set_a(c, i, t, cuddFromDouble(0.0));
        (void)ddblas_isa_select(q % 5 == 4 ? "portable" : NULL);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        cuddreal *plain = malloc(c->bytes_C);
        assert_non_null(plain);
        memcpy(plain, c->result, c->bytes_C);
        gemm_case_set_a(c, row, c->k / 2, cuddFromDouble((double)INFINITY));
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        for (int64_t j = 0; j < c->n; j++)
            for (int64_t i = 0; i < c->m; i++)
                if (i != row)
                    assert_memory_equal(gemm_case_c(c, c->result, i, j), gemm_case_c(c, plain, i, j), sizeof *plain);
                else
                    assert_false(cuddIsFinite(*(cuddreal *)gemm_case_c(c, c->result, i, j)));
        free(plain);
        gemm_case_free(c);
    }
    (void)ddblas_isa_select(NULL);
}

/* ---- around the operands --------------------------------------------------------------------- */

struct guarded
{
    char *pages;
    size_t bytes;
    void *data;
};

/* A copy that ends, or begins, at a page that may not be touched. */
static struct guarded guard(const void *from, size_t bytes, int at_end)
{
    const size_t page = 4096, whole = (bytes + page - 1) / page * page;
    struct guarded f = {.bytes = whole + 2 * page};
    f.pages = mmap(NULL, f.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(f.pages != MAP_FAILED);
    assert_int_equal(mprotect(f.pages + page, whole, PROT_READ | PROT_WRITE), 0);
    f.data = f.pages + page + (at_end ? whole - bytes : 0);
    memcpy(f.data, from, bytes);
    return f;
}

/* The last column of an operand ends with its last row, whatever the leading dimension: nothing
 * beyond it, or before the first element, is touched. */
static void nothing_outside(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 407);
    for (int q = 0; q < 120 * PAIRS / (int)dd_test_scale(); q++)
    {
        struct gemm_case *c = new_pair(q / 24 % PAIRS, (ddblasOperation_t)(q % 2), (ddblasOperation_t)(q / 2 % 2),
                                       dd_random_int(&g, 1, 40), dd_random_int(&g, 1, 40), dd_random_int(&g, 1, 110), q % 3);
        const int64_t rows_a = c->transa == DDBLAS_OP_N ? c->m : c->k, rows_b = c->transb == DDBLAS_OP_N ? c->k : c->n;
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        if (ddblas_isa_select(instruction_sets[q / 4 % 3]) != 0)
            (void)ddblas_isa_select(NULL);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        struct guarded A = guard(c->A, c->bytes_A - (size_t)(c->lda - rows_a) * c->size_a, q / 12 % 2),
                       B = guard(c->B, c->bytes_B - (size_t)(c->ldb - rows_b) * c->size_b, q / 12 % 2),
                       C = guard(c->C, c->bytes_C - (size_t)(c->ldc - c->m) * c->size, q / 12 % 2);
        assert_int_equal(gemm_case_call(h, c, &c->alpha, A.data, B.data, &c->beta, C.data), DDBLAS_STATUS_SUCCESS);
        assert_memory_equal(C.data, c->result, c->bytes_C - (size_t)(c->ldc - c->m) * c->size);
        (void)munmap(A.pages, A.bytes);
        (void)munmap(B.pages, B.bytes);
        (void)munmap(C.pages, C.bytes);
        gemm_case_free(c);
    }
    (void)ddblas_isa_select(NULL);
}

/* alpha and beta may be elements of C: they are read before C is written. */
static void scalars_in_c(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 410);
    for (int q = 0; q < 4 * DDBLAS_TYPE_ALL_COUNT; q++)
    {
        struct gemm_case *c =
            gemm_case_new((ddblasType_t)(q / 4), DDBLAS_OP_N, DDBLAS_OP_T, 300, q % 2 ? 300 : 3, q % 4 < 2 ? 0 : 5, 0);
        gemm_case_fill(c, &g, GEMM_UNIFORM);
        memcpy(gemm_case_c(c, c->C, 0, 0), &c->alpha, c->size);
        memcpy(gemm_case_c(c, c->C, 1, 0), &c->beta, c->size);
        assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(gemm_call(h, c->type, c->transa, c->transb, c->m, c->n, c->k, gemm_case_c(c, c->C, 0, 0), c->A, c->lda,
                                   c->B, c->ldb, gemm_case_c(c, c->C, 1, 0), c->C, c->ldc),
                         DDBLAS_STATUS_SUCCESS);
        assert_memory_equal(c->C, c->result, c->bytes_C);
        gemm_case_free(c);
    }
}

/* ---- 64-bit sizes ---------------------------------------------------------------------------- */

/* A sparse array: only the pages that are touched exist. */
static void *sparse(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(p != MAP_FAILED);
    return p;
}

/* C = A B with leading dimensions beyond 2^31, against the same operands close together. Which are:
 * bits 1, 2, 4 of A, B, C. */
static void long_leading(ddblasType_t type, ddblasOperation_t op, int which)
{
    enum
    {
        M = 3,
        N = 2,
        K = 2
    };
    const int64_t near = 64, far = (INT64_C(1) << 31) + 64;
    const int64_t lda = which & 1 ? far : near, ldb = which & 2 ? far : near, ldc = which & 4 ? far : near;
    struct dd_random g;
    dd_random_start(&g, 403);
    struct gemm_case *c = gemm_case_new(type, op, op, M, N, K, 0);
    const size_t reach = (size_t)(2 * far + 64) * c->size;
    char *A = sparse(reach), *B = sparse(reach), *C = sparse(reach);
    gemm_case_fill(c, &g, GEMM_INTEGER);
    gemm_case_scalars(c, 2.0, -1.0);
    for (int64_t t = 0; t < K; t++)
    {
        for (int64_t i = 0; i < M; i++)
            memcpy(A + (size_t)(op == DDBLAS_OP_N ? i + t * lda : t + i * lda) * c->size, gemm_case_a(c, i, t), c->size);
        for (int64_t j = 0; j < N; j++)
            memcpy(B + (size_t)(op == DDBLAS_OP_N ? t + j * ldb : j + t * ldb) * c->size, gemm_case_b(c, t, j), c->size);
    }
    for (int64_t j = 0; j < N; j++)
        for (int64_t i = 0; i < M; i++)
            memcpy(C + (size_t)(i + j * ldc) * c->size, gemm_case_c(c, c->C, i, j), c->size);
    assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(gemm_call(h, type, op, op, M, N, K, &c->alpha, A, lda, B, ldb, &c->beta, C, ldc), DDBLAS_STATUS_SUCCESS);
    for (int64_t j = 0; j < N; j++)
        for (int64_t i = 0; i < M; i++)
            assert_memory_equal(C + (size_t)(i + j * ldc) * c->size, gemm_case_c(c, c->result, i, j), c->size);
    (void)munmap(A, reach);
    (void)munmap(B, reach);
    (void)munmap(C, reach);
    gemm_case_free(c);
}

static void beyond_32_bits(void **state)
{
    (void)state;
    for (int type = 0; type < DDBLAS_TYPE_ALL_COUNT; type++)
        for (int which = 1; which < 8; which++)
            long_leading((ddblasType_t)type, DDBLAS_OP_N, which);
    long_leading(DDBLAS_TYPE_S, DDBLAS_OP_T, 7);
}

/* ---- the mutant ------------------------------------------------------------------------------ */

/* The case, at most one tile, by the kernels themselves; the largest error. */
static double error_of_kernels(const struct ddblas_gemm_w_kernels *f, enum ddblas_gemm_w_form form, struct gemm_case *c)
{
    const int64_t mr = f->mr, nr = f->nr, padded = (c->k + 3) / 4 * 4;
    double *a = calloc((size_t)(2 * mr * padded), sizeof *a), *b = calloc((size_t)(2 * nr * padded), sizeof *b);
    double sums[2 * DDBLAS_GEMM_W_MOST_TILE] = {0}, largest = 0.0;
    cuddreal result[DDBLAS_GEMM_W_MOST_TILE];
    assert_true(a && b && c->m <= mr && c->n <= nr);
    const struct ddblas_gemm_w_part part_a = {c->A, 1, c->lda, c->m, c->k, c->m, c->k, c->typea == DDBLAS_TYPE_D ? 1 : 2},
                                    part_b = {c->B, c->ldb, 1, c->n, c->k, c->n, c->k, c->typeb == DDBLAS_TYPE_D ? 1 : 2};
    f->pack_a(&part_a, a);
    f->pack_b(&part_b, b);
    f->tile[form]((int)c->n, padded, a, b, sums);
    gemm_case_scalars(c, 1.0, 0.0);
    assert_true(f->combine((int)c->n, c->alpha.w, c->beta.w, sums, NULL, 0, result));
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < c->m; i++)
        {
            *(cuddreal *)gemm_case_c(c, c->result, i, j) = result[i + mr * j];
            const double error = gemm_case_error(c, i, j, 0.0);
            largest = error > largest ? error : largest;
        }
    free(a);
    free(b);
    return largest;
}

/* The same for a complex case of at most one tile of the real product, 2 n columns. */
static double error_of_complex_kernels(const struct ddblas_gemm_w_kernels *f, struct gemm_case *c)
{
    const int64_t mr = f->mr, nr = f->nr, terms = 2 * c->k, padded = (terms + 3) / 4 * 4;
    double *a = calloc((size_t)(2 * mr * padded), sizeof *a), *b = calloc((size_t)(2 * nr * padded), sizeof *b), largest = 0.0;
    double sums[2 * DDBLAS_GEMM_W_MOST_TILE] = {0};
    struct ddblas_gemm_u_group g = {0}, result;
    assert_true(a && b && c->m <= mr && 2 * c->n <= nr && c->m == 1);
    const struct ddblas_gemm_u_part part_a = {c->A, 1, c->lda, c->m, terms, c->m, c->k, 0, 0},
                                    part_b = {c->B, c->ldb, 1, 2 * c->n, terms, c->n, c->k, 1, 0};
    f->pack_complex_a(&part_a, a);
    f->pack_complex_b(&part_b, b);
    f->tile[0]((int)(2 * c->n), padded, a, b, sums);
    gemm_case_scalars(c, 1.0, 0.0);
    for (int64_t j = 0; j < c->n; j++)
    {
        const double *re = sums + 4 * mr * j, *im = re + 2 * mr;
        g.re[0][j] = re[0], g.re[1][j] = re[mr];
        g.im[0][j] = im[0], g.im[1][j] = im[mr];
    }
    assert_true(f->combine_complex(c->alpha.u, c->beta.u, &g, NULL, &result));
    for (int64_t j = 0; j < c->n; j++)
    {
        *(cuddcomplex *)gemm_case_c(c, c->result, 0, j) =
            cuddcMake(cuddMake(result.re[0][j], result.re[1][j]), cuddMake(result.im[0][j], result.im[1][j]));
        largest = fmax(largest, gemm_case_error(c, 0, j, 0.0));
    }
    free(a);
    free(b);
    return largest;
}

static void mutants_are_caught(void **state)
{
    (void)state;
    static const struct
    {
        enum ddblas_gemm_w_form form;
        int pair;
        const struct ddblas_gemm_w_kernels *mutants[2];
    } list[] = {{DDBLAS_GEMM_W_W, 0, {&gemm_mutant}},
                {DDBLAS_GEMM_W_W_TRANSPOSED, 0, {&gemm_mutant}},
                {DDBLAS_GEMM_D_W, 1, {&gemm_mutant, &gemm_mutant_of_rounding}},
                {DDBLAS_GEMM_W_D, 2, {&gemm_mutant, &gemm_mutant_of_rounding}},
                {DDBLAS_GEMM_D_D, 3, {&gemm_mutant_of_rounding}}};
    struct dd_random g;
    dd_random_start(&g, 404);
    for (int64_t k = 1; k <= 300; k += 23)
        for (int q = 0; q < 20; q++)
        {
            const enum ddblas_gemm_w_form form = list[q / 4].form;
            struct gemm_case *c = new_pair(list[q / 4].pair, DDBLAS_OP_N, DDBLAS_OP_N, 1, 1 + q % 4, k, 0);
            gemm_case_fill(c, &g, k % 2 ? GEMM_UNIFORM : GEMM_WIDE);
            assert_true(error_of_kernels(&ddblas_gemm_w_portable, form, c) <= gemm_case_bound(c));
            for (int i = 0; i < 2 && list[q / 4].mutants[i]; i++)
                assert_true(error_of_kernels(list[q / 4].mutants[i], form, c) > gemm_case_bound(c));
            gemm_case_free(c);
            c = gemm_case_new(DDBLAS_TYPE_U, DDBLAS_OP_N, DDBLAS_OP_N, 1, 1 + q % 2, k, 0);
            gemm_case_fill(c, &g, k % 2 ? GEMM_UNIFORM : GEMM_WIDE);
            assert_true(error_of_complex_kernels(&ddblas_gemm_w_portable, c) <= gemm_case_bound(c));
            assert_true(error_of_complex_kernels(&gemm_mutant, c) > gemm_case_bound(c));
            gemm_case_free(c);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits),
        cmocka_unit_test(same_bits_alone),
        cmocka_unit_test(same_bits_of_recomputed_sums),
        cmocka_unit_test(neighbours_of_special_values),
        cmocka_unit_test(scalars_in_c),
        cmocka_unit_test(nothing_outside),
        cmocka_unit_test(beyond_32_bits),
        cmocka_unit_test(mutants_are_caught),
    };
    return cmocka_run_group_tests_name("gemm on the CPU", tests, open_cpu_handle, close_handle);
}
