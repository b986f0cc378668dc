/*
 * One call of a batch of systems under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend/allocate.h"
#include "batch_case.h"
#include "poison.h"

static int has_b(const struct batch_case *c) { return c->routine != BATCH_POTRF; }
static int factors(const struct batch_case *c) { return c->routine != BATCH_POTRS; }

/* Elements from the first to the last one of a matrix, and of a batch of them. */
static int64_t extent_of(int64_t rows, int64_t columns, int64_t leading)
{
    return rows == 0 || columns == 0 ? 0 : leading * (columns - 1) + rows;
}

static size_t bytes_of(int64_t extent, int64_t stride, int64_t count, size_t size)
{
    return extent == 0 || count == 0 ? 0 : (size_t)(stride * (count - 1) + extent) * size;
}

struct batch_case *batch_case_new(enum batch_routine routine, ddblasType_t type, ddblasFillMode_t uplo, int64_t n, int64_t nrhs,
                                  int64_t count, int64_t pad)
{
    struct batch_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    *c = (struct batch_case){.routine = routine,
                             .type = type,
                             .uplo = uplo,
                             .n = n,
                             .nrhs = nrhs,
                             .pad = pad,
                             .lda = dd_least_leading(n) + pad,
                             .ldb = dd_least_leading(n) + (pad + 1) / 2,
                             .stride_pivots = n + pad,
                             .count = count,
                             .size = dd_type_size(type)};
    c->stride_a = c->lda * n + 3 * pad;
    c->stride_b = c->ldb * nrhs + 5 * pad;
    c->bytes_A = bytes_of(extent_of(n, n, c->lda), c->stride_a, count, c->size);
    c->bytes_B = bytes_of(extent_of(n, nrhs, c->ldb), c->stride_b, count, c->size);
    c->bytes_pivots = bytes_of(n, c->stride_pivots, count, sizeof *c->ipiv);
    c->A = dd_poisoned(c->bytes_A);
    c->B = dd_poisoned(c->bytes_B);
    c->result_A = dd_poisoned(c->bytes_A);
    c->result_B = dd_poisoned(c->bytes_B);
    c->original = dd_poisoned(c->bytes_A);
    c->ipiv = dd_poisoned(c->bytes_pivots);
    c->info = dd_poisoned((size_t)count * sizeof *c->info);
    return c;
}

void batch_case_free(struct batch_case *c)
{
    free(c->A);
    free(c->B);
    free(c->result_A);
    free(c->result_B);
    free(c->original);
    free(c->ipiv);
    free(c->info);
    free(c);
}

static void *a_of(const struct batch_case *c, const void *base, int64_t member, int64_t i, int64_t j)
{
    return (char *)base + (size_t)(member * c->stride_a + i + j * c->lda) * c->size;
}

static void *b_of(const struct batch_case *c, const void *base, int64_t member, int64_t i, int64_t j)
{
    return (char *)base + (size_t)(member * c->stride_b + i + j * c->ldb) * c->size;
}

void batch_case_put_a(struct batch_case *c, int64_t member, int64_t i, int64_t j, double re, double im)
{
    dd_element_set(c->type, a_of(c, c->A, member, i, j), 0, cuddFromDouble(re), cuddFromDouble(im));
}

void batch_case_put_b(struct batch_case *c, int64_t member, int64_t i, int64_t j, double re, double im)
{
    if (c->n > 0 && c->nrhs > 0)
        dd_element_set(c->type, b_of(c, c->B, member, i, j), 0, cuddFromDouble(re), cuddFromDouble(im));
}

struct dd_number batch_case_solution(const struct batch_case *c, int64_t member, int64_t i, int64_t j)
{
    return dd_number_load(c->type, b_of(c, c->result_B, member, i, j), 0);
}

struct dd_number batch_case_factor(const struct batch_case *c, int64_t member, int64_t i, int64_t j)
{
    const int lower = c->uplo == DDBLAS_FILL_MODE_LOWER;
    return dd_number_load(c->type, a_of(c, c->result_A, member, lower ? i : j, lower ? j : i), !lower);
}

/* ---- members --------------------------------------------------------------------------------- */

static size_t member_bytes_a(const struct batch_case *c) { return (size_t)extent_of(c->n, c->n, c->lda) * c->size; }
static size_t member_bytes_b(const struct batch_case *c) { return (size_t)extent_of(c->n, c->nrhs, c->ldb) * c->size; }

/* A case of the single routine with the operands and results of a member. */
static struct getrf_case *lu_of(const struct batch_case *c, int64_t member)
{
    struct getrf_case *s = getrf_case_new(GETRF_BOTH, c->type, DDBLAS_OP_N, c->n, c->n, c->nrhs, c->pad);
    assert_true(s->lda == c->lda && s->ldb == c->ldb);
    memcpy(s->A, a_of(c, c->A, member, 0, 0), member_bytes_a(c));
    memcpy(s->result_A, a_of(c, c->result_A, member, 0, 0), member_bytes_a(c));
    memcpy(s->B, b_of(c, c->B, member, 0, 0), member_bytes_b(c));
    memcpy(s->result_B, b_of(c, c->result_B, member, 0, 0), member_bytes_b(c));
    memcpy(s->ipiv, c->ipiv + member * c->stride_pivots, (size_t)c->n * sizeof *c->ipiv);
    return s;
}

static struct potrf_case *cholesky_of(const struct batch_case *c, int64_t member, const void *A)
{
    struct potrf_case *s = potrf_case_new(factors(c) ? POTRF_FACTOR : POTRF_SOLVE, c->type, c->uplo, c->n, c->nrhs, c->pad);
    assert_true(s->lda == c->lda && s->ldb == c->ldb);
    memcpy(s->A, a_of(c, A, member, 0, 0), member_bytes_a(c));
    memcpy(s->result_A, a_of(c, c->result_A, member, 0, 0), member_bytes_a(c));
    memcpy(s->B, b_of(c, c->B, member, 0, 0), member_bytes_b(c));
    memcpy(s->result_B, b_of(c, c->result_B, member, 0, 0), member_bytes_b(c));
    return s;
}

void batch_case_fill(struct batch_case *c, struct dd_random *g, int grade)
{
    for (int64_t m = 0; m < c->count && c->n > 0; m++)
    {
        struct getrf_case *lu = lu_of(c, m);
        struct potrf_case *cholesky = cholesky_of(c, m, c->A);
        const int general = c->routine == BATCH_GESV;
        if (general)
            getrf_case_fill(lu, g, grade, 0);
        else
            potrf_case_fill(cholesky, g, dd_random_int(g, 1, 20), grade, 0);
        memcpy(a_of(c, c->A, m, 0, 0), general ? lu->A : cholesky->A, member_bytes_a(c));
        memcpy(b_of(c, c->B, m, 0, 0), general ? lu->B : cholesky->B, member_bytes_b(c));
        getrf_case_free(lu);
        potrf_case_free(cholesky);
    }
}

void batch_case_take_factors(struct batch_case *c, const struct batch_case *potrf)
{
    assert_true(c->bytes_A == potrf->bytes_A && c->bytes_B == potrf->bytes_B);
    memcpy(c->original, potrf->A, c->bytes_A);
    memcpy(c->A, potrf->result_A, c->bytes_A);
    memcpy(c->B, potrf->B, c->bytes_B);
}

struct batch_case *batch_case_of_member(const struct batch_case *c, int64_t member)
{
    struct batch_case *one = batch_case_new(c->routine, c->type, c->uplo, c->n, c->nrhs, 1, c->pad);
    one->stride_a = one->stride_b = one->stride_pivots = 0;
    memcpy(one->A, a_of(c, c->A, member, 0, 0), member_bytes_a(c));
    memcpy(one->B, b_of(c, c->B, member, 0, 0), member_bytes_b(c));
    return one;
}

/* ---- call ------------------------------------------------------------------------------------ */

#define CALL(letter)                                                                                                             \
    switch (routine)                                                                                                             \
    {                                                                                                                            \
    case BATCH_GESV:                                                                                                             \
        return ddblas##letter##gesvStridedBatched(h, a->n, a->nrhs, a->A, a->lda, a->stride_a, a->ipiv, a->stride_pivots, a->B,  \
                                                  a->ldb, a->stride_b, a->info, a->count);                                       \
    case BATCH_POTRF:                                                                                                            \
        return ddblas##letter##potrfStridedBatched(h, a->uplo, a->n, a->A, a->lda, a->stride_a, a->info, a->count);              \
    default:                                                                                                                     \
        return ddblas##letter##potrsStridedBatched(h, a->uplo, a->n, a->nrhs, a->A, a->lda, a->stride_a, a->B, a->ldb,           \
                                                   a->stride_b, a->count);                                                       \
    }

ddblasStatus_t batch_call(ddblasHandle_t h, enum batch_routine routine, ddblasType_t type, const struct batch_arguments *a)
{
    if (type == DDBLAS_TYPE_W)
        CALL(W)
    else
        CALL(U)
}

/* Fails if an element of A that the call does not compute has changed. */
static void rest_of_a_unchanged(const struct batch_case *c)
{
    const int64_t all = (int64_t)(c->bytes_A / c->size);
    for (int64_t e = 0; e < all; e++)
    {
        const int64_t within = c->stride_a > 0 ? e % c->stride_a : e, i = within % c->lda, j = within / c->lda;
        const int inside = i < c->n && j < c->n;
        const int computed = inside && (c->routine == BATCH_GESV || (c->uplo == DDBLAS_FILL_MODE_LOWER ? i >= j : i <= j));
        const size_t at = (size_t)e * c->size;
        if (!computed && memcmp((const char *)c->A + at, (const char *)c->result_A + at, c->size) != 0)
            fail_msg("element %lld of A has changed", (long long)e);
    }
}

static void rest_of_b_unchanged(const struct batch_case *c)
{
    const int64_t all = (int64_t)(c->bytes_B / c->size);
    for (int64_t e = 0; e < all; e++)
    {
        const int64_t within = c->stride_b > 0 ? e % c->stride_b : e, i = within % c->ldb, j = within / c->ldb;
        const size_t at = (size_t)e * c->size;
        if (!(i < c->n && j < c->nrhs) && memcmp((const char *)c->B + at, (const char *)c->result_B + at, c->size) != 0)
            fail_msg("element %lld of B has changed", (long long)e);
    }
}

/* Pivots between the lists keep the bytes of a poisoned array. */
static void rest_of_pivots_unchanged(const struct batch_case *c)
{
    int64_t *before = dd_poisoned(c->bytes_pivots);
    for (int64_t e = 0; e < (int64_t)(c->bytes_pivots / sizeof *before) && c->stride_pivots > 0; e++)
        assert_true(e % c->stride_pivots < c->n || c->ipiv[e] == before[e]);
    free(before);
}

ddblasStatus_t batch_case_run(ddblasHandle_t h, struct batch_case *c)
{
    const size_t bytes_info = (size_t)c->count * sizeof *c->info;
    int64_t *pivots = dd_poisoned(c->bytes_pivots), *info = dd_poisoned(bytes_info);
    struct dd_operand o[] = {factors(c) ? dd_operand_written(c->A, c->result_A, c->bytes_A) : dd_operand_read(c->A, c->bytes_A),
                             has_b(c) ? dd_operand_written(c->B, c->result_B, c->bytes_B) : dd_operand_read(c->B, c->bytes_B),
                             dd_operand_written(pivots, c->ipiv, c->bytes_pivots), dd_operand_written(info, c->info, bytes_info)};
    dd_operands_put(h, o, 4, 0);
    const struct batch_arguments a = {c->uplo,          c->n,    c->nrhs, o[0].at,     c->lda,  c->stride_a, o[2].at,
                                      c->stride_pivots, o[1].at, c->ldb,  c->stride_b, o[3].at, c->count};
    ddblas_inject_allocation_failure(c->failing_allocation);
    const ddblasStatus_t status = batch_call(h, c->routine, c->type, &a);
    ddblas_inject_allocation_failure(0);
    dd_operands_take(h, o, 4, 0);
    free(pivots);
    free(info);
    if (factors(c))
        rest_of_a_unchanged(c);
    if (has_b(c))
        rest_of_b_unchanged(c);
    rest_of_pivots_unchanged(c);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

static double judge(double error, double bound, const struct batch_case *c, int64_t member, uint64_t seed)
{
    static const char *const names[] = {"gesv", "potrf", "potrs"};
    if (!(error <= bound))
        fail_msg("seed %llu, %c%s, n = %lld, nrhs = %lld, member %lld of %lld: error %g, bound %g", (unsigned long long)seed,
                 dd_type_letter(c->type), names[c->routine], (long long)c->n, (long long)c->nrhs, (long long)member,
                 (long long)c->count, error, bound);
    return error;
}

static double judge_lu(const struct batch_case *c, int64_t member, struct dd_random *g, int64_t samples, uint64_t seed)
{
    struct getrf_case *s = lu_of(c, member);
    int64_t *rows = malloc((size_t)c->n * sizeof *rows);
    double largest = 0.0;
    assert_non_null(rows);
    getrf_case_rows(s, rows);
    for (int64_t q = 0; q < samples; q++)
    {
        const int64_t i = dd_random_int(g, 0, c->n - 1), j = dd_random_int(g, 0, c->n - 1);
        largest = fmax(largest, judge(getrf_case_error(s, rows, i, j), getrf_case_bound(s), c, member, seed));
    }
    if (c->nrhs > 0)
        largest = fmax(largest, getrf_case_judge_solution(s, s, g, samples, "batch", seed));
    free(rows);
    getrf_case_free(s);
    return largest;
}

static double judge_cholesky(const struct batch_case *c, int64_t member, struct dd_random *g, int64_t samples, uint64_t seed)
{
    struct potrf_case *s = cholesky_of(c, member, c->A);
    double largest = 0.0;
    for (int64_t q = 0; q < samples && factors(c); q++)
    {
        const int64_t j = dd_random_int(g, 0, c->n - 1), i = dd_random_int(g, j, c->n - 1);
        largest = fmax(largest, judge(potrf_case_error(s, i, j), potrf_case_bound(s), c, member, seed));
    }
    if (!factors(c) && c->nrhs > 0)
    {
        struct potrf_case *original = cholesky_of(c, member, c->original);
        largest = potrf_case_judge_solution(s, original, g, samples, "batch", seed);
        potrf_case_free(original);
    }
    potrf_case_free(s);
    return largest;
}

double batch_case_judge(const struct batch_case *c, struct dd_random *g, int64_t samples, uint64_t seed)
{
    double largest = 0.0;
    for (int64_t m = 0; m < c->count; m++)
    {
        if (factors(c))
            assert_int_equal(c->info[m], 0);
        largest =
            fmax(largest, c->routine == BATCH_GESV ? judge_lu(c, m, g, samples, seed) : judge_cholesky(c, m, g, samples, seed));
    }
    return largest;
}

void batch_case_assert_member(const struct batch_case *c, int64_t member, const void *A, const void *B)
{
    assert_memory_equal(a_of(c, c->result_A, member, 0, 0), a_of(c, A, member, 0, 0), member_bytes_a(c));
    if (has_b(c))
        assert_memory_equal(b_of(c, c->result_B, member, 0, 0), b_of(c, B, member, 0, 0), member_bytes_b(c));
}

void batch_case_assert_equal(const struct batch_case *c, int64_t member, const struct batch_case *d, int64_t other)
{
    assert_memory_equal(a_of(c, c->result_A, member, 0, 0), a_of(d, d->result_A, other, 0, 0), member_bytes_a(c));
    if (has_b(c))
        assert_memory_equal(b_of(c, c->result_B, member, 0, 0), b_of(d, d->result_B, other, 0, 0), member_bytes_b(c));
}

void batch_case_assert_single(ddblasHandle_t h, const struct batch_case *c, int64_t member)
{
    struct getrf_case *lu = lu_of(c, member);
    struct potrf_case *cholesky = cholesky_of(c, member, c->A);
    const int general = c->routine == BATCH_GESV;
    dd_must(h, general ? getrf_case_run(h, lu) : potrf_case_run(h, cholesky), "single");
    assert_memory_equal(a_of(c, c->result_A, member, 0, 0), general ? lu->result_A : cholesky->result_A, member_bytes_a(c));
    if (general)
        assert_memory_equal(b_of(c, c->result_B, member, 0, 0), lu->result_B, member_bytes_b(c));
    getrf_case_free(lu);
    potrf_case_free(cholesky);
}
