/*
 * Batches of small symmetric and Hermitian eigenvalue problems on the engine that
 * DDBLAS_TEST_ENGINE names: residuals, orthogonality and eigenvalues on all families, bits, members
 * that fail, arguments, and on the CUDA engine devices with little shared memory.
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
#include "eigen/batched/room.h"
#include "eigen_case.h"
#include "handle.h"
#include "oracle_eigen.h"
#include "poison.h"

struct arguments
{
    int jobz, uplo;
    int64_t n;
    void *A;
    int64_t lda, stride_a;
    void *w;
    int64_t stride_w;
    int64_t *info;
    int64_t count;
};

static ddblasStatus_t call(ddblasHandle_t handle, ddblasType_t type, const struct arguments *a)
{
    const ddblasEigMode_t jobz = (ddblasEigMode_t)a->jobz;
    const ddblasFillMode_t uplo = (ddblasFillMode_t)a->uplo;
    return type == DDBLAS_TYPE_U ? ddblasUheevdStridedBatched(handle, jobz, uplo, a->n, a->A, a->lda, a->stride_a, a->w,
                                                              a->stride_w, a->info, a->count)
                                 : ddblasWsyevdStridedBatched(handle, jobz, uplo, a->n, a->A, a->lda, a->stride_a, a->w,
                                                              a->stride_w, a->info, a->count);
}

static ddblasStatus_t query(ddblasType_t type, int64_t n, int64_t count, size_t *bytes)
{
    return (type == DDBLAS_TYPE_U ? ddblasHeevdBatchedWorkspaceSize : ddblasSyevdBatchedWorkspaceSize)(h, n, count, bytes);
}

/* A batch, whose members are cases: their triangles in an array with gaps of NaN, and results. */
struct batch
{
    ddblasType_t type;
    size_t size; /* Bytes of an element. */
    ddblasEigMode_t jobz;
    ddblasFillMode_t uplo;
    int64_t n, lda, stride_a, stride_w, count;
    struct eigen_case **member;
    size_t bytes_a, bytes_w, bytes_info;
    char *A, *result;
    cuddreal *w;
    int64_t *info;
};

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

static struct batch batch_new(ddblasType_t type, ddblasEigMode_t jobz, int upper, int64_t n, int64_t pad, int64_t count)
{
    struct batch b = {.type = type,
                      .size = dd_type_size(type),
                      .jobz = jobz,
                      .uplo = upper ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER,
                      .n = n,
                      .count = count};
    b.lda = dd_least_leading(n) + pad;
    b.stride_a = b.lda * n + 3 * pad;
    b.stride_w = n + 2 * pad;
    b.bytes_a = (size_t)(b.stride_a * count) * b.size;
    b.bytes_w = (size_t)(b.stride_w * count) * sizeof(cuddreal);
    b.bytes_info = (size_t)count * sizeof *b.info;
    b.A = dd_poisoned(b.bytes_a);
    b.result = dd_poisoned(b.bytes_a);
    b.w = dd_poisoned(b.bytes_w);
    b.info = malloc(b.bytes_info);
    b.member = calloc((size_t)count, sizeof *b.member);
    assert_true(b.info && b.member);
    return b;
}

static void batch_free(struct batch *b)
{
    for (int64_t m = 0; m < b->count; m++)
        eigen_case_free(b->member[m]);
    free(b->member);
    free(b->A);
    free(b->result);
    free(b->w);
    free(b->info);
}

/* The matrix of member m in an array. */
static char *matrix_at(const struct batch *b, char *array, int64_t m) { return array + (size_t)(m * b->stride_a) * b->size; }

/* Member m is of family number first + m. */
static void batch_fill(struct batch *b, int first, uint64_t seed)
{
    struct dd_random g;
    dd_random_start(&g, seed);
    for (int64_t m = 0; m < b->count; m++)
    {
        struct eigen_case *c = b->member[m] = eigen_case_new(b->type, b->jobz, b->uplo, b->n, b->lda - dd_least_leading(b->n));
        eigen_case_fill(c, &g, (enum eigen_family)((first + (int)m) % EIGEN_FAMILIES));
        memcpy(matrix_at(b, b->A, m), c->A, c->bytes);
    }
}

/* Element (i, j) of the members: column j / n of member number j / n. The array as one matrix of
 * leading dimension stride_a. */
static int is_computed(const void *problem, int64_t i, int64_t j)
{
    const struct batch *b = problem;
    (void)j;
    return b->jobz == DDBLAS_EIG_MODE_VECTOR && i < b->lda * b->n && i % b->lda < b->n;
}

static int is_value(const void *problem, int64_t i, int64_t j)
{
    (void)j;
    return i < ((const struct batch *)problem)->n;
}

static ddblasStatus_t batch_run(ddblasHandle_t handle, struct batch *b)
{
    int64_t *before = malloc(b->bytes_info);
    void *w = dd_poisoned(b->bytes_w);
    assert_non_null(before);
    memset(before, 0x5a, b->bytes_info);
    struct dd_operand o[] = {dd_operand_written(b->A, b->result, b->bytes_a), dd_operand_written(w, b->w, b->bytes_w),
                             dd_operand_written(before, b->info, b->bytes_info)};
    dd_operands_put(h, o, 3, 0);
    const struct arguments a = {(int)b->jobz, (int)b->uplo, b->n,        o[0].at, b->lda,
                                b->stride_a,  o[1].at,      b->stride_w, o[2].at, b->count};
    const ddblasStatus_t status = call(handle, b->type, &a);
    dd_operands_take(h, o, 3, 0);
    dd_rest_unchanged("A", b->A, b->result, b->bytes_a, b->size, b->stride_a, is_computed, b);
    dd_rest_unchanged("w", w, b->w, b->bytes_w, sizeof(cuddreal), b->stride_w, is_value, b);
    if (status != DDBLAS_STATUS_SUCCESS)
    {
        assert_memory_equal(b->A, b->result, b->bytes_a);
        assert_memory_equal(w, b->w, b->bytes_w);
        assert_memory_equal(before, b->info, b->bytes_info);
    }
    free(before);
    free(w);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

static double judge_member(const struct batch *b, int64_t m, int exact)
{
    const int64_t n = b->n;
    const double bound = dd_routine_bound(DD_ROUTINE_syevd, b->type, (struct dd_bound_size){.k = n});
    const cuddreal *w = b->w + m * b->stride_w;
    double worst = exact ? dd_oracle_eigenvalue_error(b->type, n, b->member[m]->full, w) : 0.0;
    if (b->jobz == DDBLAS_EIG_MODE_VECTOR)
    {
        const size_t column = (size_t)n * b->size;
        char *V = malloc((size_t)n * column);
        assert_non_null(V);
        for (int64_t j = 0; j < n; j++)
            memcpy(V + (size_t)j * column, matrix_at(b, b->result, m) + (size_t)(j * b->lda) * b->size, column);
        const struct dd_eigen_error e = dd_oracle_eigen_error(b->type, n, b->member[m]->full, V, w);
        worst = fmax(worst, fmax(e.residual, e.orthogonality));
        free(V);
    }
    for (int64_t k = 1; k < n; k++)
        assert_true(cuddLe(w[k - 1], w[k]));
    if (b->info[m] != 0 || !(worst <= bound))
        fail_msg("%c, n=%d, member %d, %s: info %d, error %g n u, above %g", dd_type_letter(b->type), (int)n, (int)m,
                 eigen_family_name((enum eigen_family)(m % EIGEN_FAMILIES)), (int)b->info[m], worst, bound);
    return worst;
}

static void families(void **state)
{
    static const int64_t orders[] = {1, 2, 3, 4, 7, 12, 17, 20, 33, 64};
    (void)state;
    const uint64_t seed = dd_random_seed(1301);
    double worst = 0.0;
    for (int s = 0; s < 20; s++)
        for (int form = 0; form < (orders[s % 10] > 20 ? 1 : 2); form++)
        {
            const int64_t n = orders[s % 10];
            const ddblasEigMode_t jobz = form == 0 ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR;
            const int64_t count = n > 20 && dd_test_scale() > 1 ? (n > 40 ? 5 - 3 * (s / 10) : 11) : EIGEN_FAMILIES;
            struct batch b = batch_new(types[s / 10], jobz, (s + form) % 2, n, s % 3, count);
            batch_fill(&b, 0, seed + (uint64_t)s);
            dd_must(h, batch_run(h, &b), "batch");
            for (int64_t m = 0; m < b.count; m++)
                worst = fmax(worst, judge_member(&b, m, n <= 20 && (form == 1 || m % 3 == 0)));
            batch_free(&b);
        }
    print_message("largest error: %.2f n u_w\n", worst);
}

/* ---- bits ------------------------------------------------------------------------------------ */

/* A member has the same bits alone, for every number of threads, and in both triangles. */
static void assert_same_bits(ddblasType_t type)
{
    struct batch all = batch_new(type, DDBLAS_EIG_MODE_VECTOR, 0, 19, 1, 9);
    batch_fill(&all, 0, 1302);
    dd_must(h, batch_run(h, &all), "batch");
    char *first = malloc(all.bytes_a);
    assert_non_null(first);
    memcpy(first, all.result, all.bytes_a);
    for (int64_t m = 0; m < all.count; m++)
    {
        struct batch one = batch_new(type, DDBLAS_EIG_MODE_VECTOR, (int)(m % 2), 19, 0, 1);
        one.member[0] = eigen_case_new(type, one.jobz, one.uplo, 19, 0);
        memcpy(one.member[0]->full, all.member[m]->full, 19 * 19 * all.size);
        eigen_case_store(one.member[0]);
        memcpy(one.A, one.member[0]->A, one.bytes_a);
        dd_must(h, batch_run(h, &one), "alone");
        assert_memory_equal(one.w, all.w + m * all.stride_w, 19 * sizeof(cuddreal));
        for (int64_t j = 0; j < 19; j++)
            assert_memory_equal(one.result + (size_t)(j * 19) * all.size,
                                matrix_at(&all, all.result, m) + (size_t)(j * all.lda) * all.size, 19 * all.size);
        batch_free(&one);
    }
    for (int threads = 1; threads <= 3; threads++)
    {
        dd_must(h, ddblasSetThreads(h, threads), "threads");
        dd_must(h, batch_run(h, &all), "threads");
        assert_memory_equal(first, all.result, all.bytes_a);
    }
    dd_must(h, ddblasSetThreads(h, 0), "threads");
    free(first);
    batch_free(&all);
}

static void same_bits(void **state)
{
    (void)state;
    assert_same_bits(DDBLAS_TYPE_W);
    assert_same_bits(DDBLAS_TYPE_U);
}

/* With less shared memory the vectors are in the workspace, then the triangle is, and the bits are
 * the same. A set workspace suffices if it has the bytes of the query. */
static void little_shared_memory(void **state)
{
    (void)state;
    for (int k = 0; k < 8 && dd_test_engine() == DDBLAS_ENGINE_CUDA; k++)
    {
        const ddblasEigMode_t jobz = k / 4 ? DDBLAS_EIG_MODE_NOVECTOR : DDBLAS_EIG_MODE_VECTOR;
        struct batch b = batch_new(types[k % 2], jobz, 0, 20, 0, 4);
        const size_t triangle = 20 * 21 / 2 * b.size, vectors = k / 4 ? 0 : 20 * 20 * b.size;
        batch_fill(&b, 0, 1305);
        dd_must(h, batch_run(h, &b), "much shared memory");
        char *first = malloc(b.bytes_a), *values = malloc(b.bytes_w);
        assert_true(first && values);
        memcpy(first, b.result, b.bytes_a);
        memcpy(values, b.w, b.bytes_w);
        size_t bytes = 1;
        dd_must(h, query(b.type, 20, 4, &bytes), "query");
        assert_int_equal(bytes, 0);
        ddblas_batch_room_limit(2048 + (k / 2 % 2 ? 0 : (int64_t)triangle + 20 * (int64_t)b.size + 1024));
        dd_must(h, query(b.type, 20, 4, &bytes), "query"); /* For calls with vectors. */
        assert_true(k / 2 % 2 ? bytes >= 4 * (triangle + vectors) : bytes == 4 * 20 * 20 * b.size);
        void *poison = dd_poisoned(bytes), *workspace = dd_engine_copy(h, poison, bytes, 0);
        dd_must(h, ddblasSetWorkspace(h, workspace, bytes), "workspace");
        dd_must(h, batch_run(h, &b), "little shared memory");
        dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
        ddblas_batch_room_limit(0);
        assert_memory_equal(first, b.result, b.bytes_a);
        assert_memory_equal(values, b.w, b.bytes_w);
        dd_engine_free(h, workspace, 0);
        free(poison);
        free(first);
        free(values);
        batch_free(&b);
    }
}

/* The places of arrays: the first ones in shared memory as far as they fit, the others in a share
 * of 256 bytes or a multiple of it. */
static void places_of_arrays(void **state)
{
    static const size_t bytes[DDBLAS_ROOM_ARRAYS] = {1000, 5000, 500};
    (void)state;
    struct ddblas_batch_room r = ddblas_batch_room(10000, 8, 100, 1000, bytes);
    assert_true(r.inside[0] && r.inside[1] && r.inside[2]);
    assert_int_equal(r.blocks, 100);
    assert_int_equal(r.shared, 1024 + 5024 + 512);
    assert_int_equal(r.workspace, 0);
    assert_int_equal(r.from[2], 1024 + 5024);
    r = ddblas_batch_room(5000, 8, 100, 1000, bytes);
    assert_true(r.inside[0] && !r.inside[1] && r.inside[2]);
    assert_int_equal(r.blocks, 8);
    assert_int_equal(r.shared, 1024 + 512);
    assert_int_equal(r.share, 5120);
    assert_int_equal(r.workspace, 8 * 5120);
    assert_int_equal(r.from[1], 0);
    assert_int_equal(r.from[2], 1024);
    r = ddblas_batch_room(500, 8, 3, 1000, bytes);
    assert_true(!r.inside[0] && !r.inside[1] && !r.inside[2]);
    assert_int_equal(r.blocks, 3);
    assert_int_equal(r.shared, 0);
    assert_int_equal(r.from[2], 1024 + 5024);
}

/* ---- failures -------------------------------------------------------------------------------- */

/* A member with NaN or Inf has info n + 1 and NaN in w, and A stays; the others are as before. */
static void special_values(void **state)
{
    (void)state;
    for (int k = 0; k < 12; k++)
    {
        struct batch b = batch_new(types[k / 6], k % 2 ? DDBLAS_EIG_MODE_VECTOR : DDBLAS_EIG_MODE_NOVECTOR, k / 2 % 2, 10, 1, 3);
        batch_fill(&b, 0, 1303);
        const cuddreal value = k % 6 < 3 ? cuddNan() : cuddInf();
        char *at = matrix_at(&b, b.A, 1) + (size_t)(k / 2 % 2 ? 3 + 7 * b.lda : 7 + 3 * b.lda) * b.size;
        memcpy(at + b.size - sizeof value, &value, sizeof value); /* In U the imaginary part. */
        dd_must(h, batch_run(h, &b), "not finite");
        assert_int_equal(b.info[1], 11);
        assert_memory_equal(matrix_at(&b, b.A, 1), matrix_at(&b, b.result, 1), (size_t)b.stride_a * b.size);
        for (int64_t e = 0; e < 10; e++)
            assert_true(cuddIsNan(b.w[b.stride_w + e]));
        (void)judge_member(&b, 0, 1);
        (void)judge_member(&b, 2, 1);
        batch_free(&b);
    }
}

/* Imaginary parts of the diagonal are not read. */
static void imaginary_diagonal(void **state)
{
    (void)state;
    for (int upper = 0; upper < 2; upper++)
    {
        struct batch b = batch_new(DDBLAS_TYPE_U, DDBLAS_EIG_MODE_VECTOR, upper, 9, 0, 2);
        batch_fill(&b, 0, 1306);
        for (int64_t i = 0; i < 18; i++)
            ((cuddcomplex *)(void *)matrix_at(&b, b.A, i / 9))[i % 9 * 10].y = cuddNan();
        dd_must(h, batch_run(h, &b), "imaginary diagonal");
        (void)judge_member(&b, 0, 1);
        (void)judge_member(&b, 1, 1);
        batch_free(&b);
    }
}

static void assert_allocation_failure(int failing_type)
{
    struct batch b = batch_new(types[failing_type], DDBLAS_EIG_MODE_VECTOR, 0, 8, 0, 3);
    int failing = 1, done = 0;
    batch_fill(&b, 0, 1304);
    for (; !done; failing++)
    {
        ddblasHandle_t fresh = dd_test_handle();
        ddblas_inject_allocation_failure(0);
        int64_t none[3] = {-1, -1, -1};
        struct dd_operand o[] = {dd_operand_written(b.A, b.result, b.bytes_a), dd_operand_written(b.w, b.w, b.bytes_w),
                                 dd_operand_written(none, b.info, b.bytes_info)};
        dd_operands_put(h, o, 3, 0);
        ddblas_inject_allocation_failure(failing);
        const struct arguments a = {(int)b.jobz, (int)b.uplo, b.n,        o[0].at, b.lda,
                                    b.stride_a,  o[1].at,     b.stride_w, o[2].at, b.count};
        const ddblasStatus_t status = call(fresh, b.type, &a);
        ddblas_inject_allocation_failure(0);
        dd_operands_take(h, o, 3, 0);
        assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
        done = status == DDBLAS_STATUS_SUCCESS;
        if (!done)
        {
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_memory_equal(b.A, b.result, b.bytes_a);
            assert_int_equal(b.info[0], -1);
        }
    }
    /* The CUDA engine allocates nothing. */
    assert_true(dd_test_engine() == DDBLAS_ENGINE_CUDA || failing > 2);
    batch_free(&b);
}

static void allocation_failure(void **state)
{
    (void)state;
    assert_allocation_failure(0);
    assert_allocation_failure(1);
}

/* ---- arguments ------------------------------------------------------------------------------- */

static ddblasType_t type_of_calls;

static void assert_refused(const struct arguments *a, ddblasStatus_t status, int position)
{
    assert_int_equal(call(h, type_of_calls, a), status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(status == DDBLAS_STATUS_SUCCESS || strlen(ddblasGetLastError(h)) > 0);
}

#define REFUSED(member, value, status, position)                                                                                 \
    do                                                                                                                           \
    {                                                                                                                            \
        struct arguments wrong = right;                                                                                          \
        wrong.member = value;                                                                                                    \
        assert_refused(&wrong, DDBLAS_STATUS_##status, position);                                                                \
    } while (0)

static void assert_arguments(void)
{
    char host[8192];
    memset(host, 0x5a, sizeof host);
    char *memory = dd_engine_copy(h, host, sizeof host, 0);
    int64_t *integers = (int64_t *)(void *)(memory + 6144), *between = (int64_t *)(void *)(memory + 6148);
    const struct arguments right = {1, 0, 4, memory, 4, 16, memory + 4096, 4, integers, 3};
    const size_t off = dd_engine_misaligned(h), before = 4711;
    REFUSED(jobz, 2, INVALID_VALUE, 2);
    REFUSED(uplo, 2, INVALID_VALUE, 3);
    REFUSED(n, -1, INVALID_VALUE, 4);
    REFUSED(A, NULL, INVALID_VALUE, 5);
    REFUSED(A, memory + off, MISALIGNED, 5);
    REFUSED(lda, 3, INVALID_VALUE, 6);
    REFUSED(stride_a, 15, INVALID_VALUE, 7);
    REFUSED(w, NULL, INVALID_VALUE, 8);
    REFUSED(w, memory + 4096 + off, MISALIGNED, 8);
    REFUSED(stride_w, 3, INVALID_VALUE, 9);
    REFUSED(stride_w, -1, INVALID_VALUE, 9);
    REFUSED(info, NULL, INVALID_VALUE, 10);
    REFUSED(info, between, MISALIGNED, 10);
    REFUSED(count, -1, INVALID_VALUE, 11);
    struct arguments large = right;
    large.n = large.lda = large.stride_w = 65;
    large.stride_a = 65 * 65;
    assert_refused(&large, DDBLAS_STATUS_NOT_SUPPORTED, 0);
    assert_true(dd_engine_holds(h, memory, host, sizeof host));
    /* No members; members without rows. */
    const struct arguments none = {1, 0, 4, NULL, 4, 16, NULL, 4, NULL, 0}, empty = {1, 0, 0, NULL, 1, 0, NULL, 0, integers, 3};
    assert_refused(&none, DDBLAS_STATUS_SUCCESS, 0);
    assert_refused(&empty, DDBLAS_STATUS_SUCCESS, 0);
    int64_t after[3] = {-1, -1, -1};
    dd_engine_read(h, after, integers, sizeof after);
    assert_true(after[0] == 0 && after[1] == 0 && after[2] == 0);
    dd_engine_free(h, memory, 0);
    size_t bytes = before;
    assert_int_equal(query(type_of_calls, -1, 1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 2);
    assert_int_equal(query(type_of_calls, 1, -1, &bytes), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 3);
    assert_int_equal(query(type_of_calls, 1, 1, NULL), DDBLAS_STATUS_INVALID_VALUE);
    assert_int_equal(ddblasGetLastArgument(h), 4);
    assert_int_equal(query(type_of_calls, 65, 1, &bytes), DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(bytes, before);
    dd_must(h, query(type_of_calls, 64, 100, &bytes), "query");
    assert_true(dd_test_engine() == DDBLAS_ENGINE_CUDA ? bytes == 0 : bytes > 64 * 64 * sizeof(cuddreal));
}

static void wrong_arguments(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        type_of_calls = types[k];
        assert_arguments();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families),           cmocka_unit_test(same_bits),
        cmocka_unit_test(special_values),     cmocka_unit_test(little_shared_memory),
        cmocka_unit_test(places_of_arrays),   cmocka_unit_test(imaginary_diagonal),
        cmocka_unit_test(allocation_failure), cmocka_unit_test(wrong_arguments),
    };
    choose_tests();
    return cmocka_run_group_tests_name("syevd and heevd, batches", tests, open_handle, close_handle);
}
