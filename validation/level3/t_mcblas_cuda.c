/*
 * mcblas.cuh on the device, each routine alone: five types, by a warp and by a block, in global and
 * in shared memory, ragged sizes, all operations, increments of both signs, against exact sums.
 * Skipped without a device.
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "element.h"
#include "engine.h"
#include "generators.h"
#include "mcblas_gpu.h"
#include "oracle.h"

enum
{
    MOST = 4096, /* elements of an operand */
    CASES = 36   /* for each routine, type, team and place */
};

static int unit_bits(ddblasType_t type) { return -ilogb(dd_oracle_unit(type)); }

/* An element as real and imaginary part. */
struct parts
{
    cuddreal re, im;
};

static struct parts get(ddblasType_t type, const void *array, int64_t i)
{
    const struct dd_parts e = dd_parts_load(type, array, i);
    return (struct parts){cuddMake(e.re[0], e.re[1]), cuddMake(e.im[0], e.im[1])};
}

static cuddreal negative(cuddreal a) { return cuddMake(-a.x, -a.y); }
static cuddreal magnitude(cuddreal a) { return a.x < 0.0 ? negative(a) : a; }
static struct parts conjugate(struct parts p) { return (struct parts){p.re, negative(p.im)}; }

/* An exact complex sum of products, and the sum of the magnitudes of everything added. */
struct exact
{
    dd_exact *re, *im, *size;
};

static struct exact exact_new(void) { return (struct exact){dd_exact_new(), dd_exact_new(), dd_exact_new()}; }
static void exact_free(struct exact e)
{
    dd_exact_free(e.re);
    dd_exact_free(e.im);
    dd_exact_free(e.size);
}
static void exact_add(struct exact e, struct parts a, struct parts b)
{
    dd_exact_add_pairs(e.re, a.re, b.re);
    dd_exact_add_pairs(e.re, negative(a.im), b.im);
    dd_exact_add_pairs(e.im, a.re, b.im);
    dd_exact_add_pairs(e.im, a.im, b.re);
    dd_exact_add_pairs(e.size, magnitude(a.re), magnitude(b.re));
    dd_exact_add_pairs(e.size, magnitude(a.im), magnitude(b.im));
    dd_exact_add_pairs(e.size, magnitude(a.re), magnitude(b.im));
    dd_exact_add_pairs(e.size, magnitude(a.im), magnitude(b.re));
}

/* e becomes f e, then e += g h. */
static void exact_combine(struct exact e, struct parts f, struct parts g, struct parts h)
{
    struct exact by_re = exact_new(), by_im = exact_new();
    const cuddreal re = f.re, im = f.im;
    dd_exact_add_exact(by_re.re, e.re);
    dd_exact_add_exact(by_re.im, e.im);
    dd_exact_add_exact(by_re.size, e.size);
    dd_exact_add_exact(by_im.re, e.re);
    dd_exact_add_exact(by_im.im, e.im);
    dd_exact_add_exact(by_im.size, e.size);
    dd_exact_multiply(by_re.re, re);
    dd_exact_multiply(by_re.im, re);
    dd_exact_multiply(by_re.size, magnitude(re));
    dd_exact_multiply(by_im.re, im);
    dd_exact_multiply(by_im.im, negative(im));
    dd_exact_multiply(by_im.size, magnitude(im));
    dd_exact_zero(e.re);
    dd_exact_zero(e.im);
    dd_exact_zero(e.size);
    dd_exact_add_exact(e.re, by_re.re);
    dd_exact_add_exact(e.re, by_im.im);
    dd_exact_add_exact(e.im, by_re.im);
    dd_exact_add_exact(e.im, by_im.re);
    dd_exact_add_exact(e.size, by_re.size);
    dd_exact_add_exact(e.size, by_im.size);
    exact_add(e, g, h);
    exact_free(by_re);
    exact_free(by_im);
}

/* ---- a case ---------------------------------------------------------------------------------- */

static struct mcblas_call call;
static char A[MOST * 16], B[MOST * 16], C[MOST * 16], before[MOST * 16];

static int64_t vector_at(int n, int inc, int64_t i) { return inc < 0 ? (i - (n - 1)) * inc : i * inc; }

static struct parts operated(ddblasOperation_t op, const void *array, int64_t i)
{
    const struct parts p = get(call.type, array, i);
    return op == DDBLAS_OP_C ? conjugate(p) : p;
}

/* op(A)[i, j]; of a triangular A zeros and ones in the right places. */
static struct parts a_at(int i, int j)
{
    const int row = call.opa == DDBLAS_OP_N ? i : j, column = call.opa == DDBLAS_OP_N ? j : i;
    const struct parts zero = {{0.0, 0.0}, {0.0, 0.0}}, one = {{1.0, 0.0}, {0.0, 0.0}};
    if (call.routine == MCBLAS_TRMV || call.routine == MCBLAS_TRMM)
    {
        if (row == column && call.unit)
            return one;
        if (call.uplo == DDBLAS_FILL_MODE_UPPER ? row > column : row < column)
            return zero;
    }
    return operated(call.opa, A, row + (int64_t)column * call.lda);
}

static struct parts b_at(int i, int j)
{
    return operated(call.opb, B, call.opb == DDBLAS_OP_N ? i + (int64_t)j * call.ldb : j + (int64_t)i * call.ldb);
}

/* Sets e to the exact element (i, j) of the result. Returns the number of terms of its sum. */
static int expect(struct exact e, int i, int j)
{
    const struct parts alpha = {call.alpha[0], call.alpha[1]}, beta = {call.beta[0], call.beta[1]};
    const struct parts one = {{1.0, 0.0}, {0.0, 0.0}}, zero = {{0.0, 0.0}, {0.0, 0.0}};
    const int lines = call.opa == DDBLAS_OP_N ? call.m : call.n, terms = call.opa == DDBLAS_OP_N ? call.n : call.m;
    switch (call.routine)
    {
    case MCBLAS_DOT:
    case MCBLAS_DOTC:
        for (int k = 0; k < call.n; k++)
            exact_add(e, operated(call.routine == MCBLAS_DOTC ? DDBLAS_OP_C : DDBLAS_OP_N, A, vector_at(call.n, call.lda, k)),
                      get(call.type, B, vector_at(call.n, call.ldb, k)));
        return call.n;
    case MCBLAS_GEMV:
        for (int k = 0; k < terms; k++)
            exact_add(e, a_at(i, k), get(call.type, B, vector_at(terms, call.ldb, k)));
        exact_combine(e, alpha, beta,
                      beta.re.x == 0.0 && beta.im.x == 0.0 ? zero : get(call.type, before, vector_at(lines, call.ldc, i)));
        return terms;
    case MCBLAS_GER:
    case MCBLAS_GERC:
        exact_add(e, get(call.type, A, vector_at(call.m, call.lda, i)),
                  operated(call.routine == MCBLAS_GERC ? DDBLAS_OP_C : DDBLAS_OP_N, B, vector_at(call.n, call.ldb, j)));
        exact_combine(e, alpha, one, get(call.type, before, i + (int64_t)j * call.ldc));
        return 1;
    case MCBLAS_TRMV:
        for (int k = 0; k < call.n; k++)
            exact_add(e, a_at(i, k), get(call.type, before, vector_at(call.n, call.ldc, k)));
        return call.n;
    case MCBLAS_GEMM:
        for (int k = 0; k < call.k; k++)
            exact_add(e, a_at(i, k), b_at(k, j));
        exact_combine(e, alpha, beta,
                      beta.re.x == 0.0 && beta.im.x == 0.0 ? zero : get(call.type, before, i + (int64_t)j * call.ldc));
        return call.k;
    default:
        for (int k = 0; k < call.m; k++)
            exact_add(e, a_at(i, k), get(call.type, before, k + (int64_t)j * call.ldc));
        exact_combine(e, alpha, zero, zero);
        return call.m;
    }
}

/* The index of the result's element (i, j), and the extent of the result. */
static int64_t place(int i, int j)
{
    const int lines = call.routine == MCBLAS_TRMV ? call.n : call.opa == DDBLAS_OP_N ? call.m : call.n;
    if (call.routine == MCBLAS_GEMV || call.routine == MCBLAS_TRMV)
        return vector_at(lines, call.ldc, i);
    return i + (int64_t)j * call.ldc;
}

static void extent(int *rows, int *columns)
{
    *rows = call.routine <= MCBLAS_DOTC   ? 1
            : call.routine == MCBLAS_GEMV ? (call.opa == DDBLAS_OP_N ? call.m : call.n)
            : call.routine == MCBLAS_TRMV ? call.n
                                          : call.m;
    *columns = call.routine == MCBLAS_GER || call.routine == MCBLAS_GERC || call.routine >= MCBLAS_GEMM ? call.n : 1;
}

static void fail_case(int i, int j, double error, double bound)
{
    fail_msg("routine %d type %d warp %d shared %d op %d %d uplo %d unit %d m %d n %d k %d ld %d %d %d: element %d %d: error %g, "
             "bound %g",
             (int)call.routine, (int)call.type, call.warp, call.shared, (int)call.opa, (int)call.opb, (int)call.uplo, call.unit,
             call.m, call.n, call.k, call.lda, call.ldb, call.ldc, i, j, error, bound);
}

static void judge(void)
{
    static char touched[MOST];
    const size_t size = dd_type_size(call.type);
    int rows, columns;
    extent(&rows, &columns);
    memset(touched, 0, sizeof touched);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
        {
            struct exact e = exact_new();
            const double bound = dd_routine_bound(DD_ROUTINE_mcblas, call.type, (struct dd_bound_size){.k = expect(e, i, j)});
            const int64_t at = place(i, j);
            const struct parts got = get(call.type, C, at);
            double error = dd_exact_scaled_error(e.re, got.re, e.size, unit_bits(call.type));
            if (dd_type_is_complex(call.type))
                error = fmax(error, dd_exact_scaled_error(e.im, got.im, e.size, unit_bits(call.type)));
            touched[at] = 1;
            exact_free(e);
            if (!(error <= bound))
                fail_case(i, j, error, bound);
        }
    for (int i = 0; i < call.size_c; i++)
        if (!touched[i] && memcmp(C + (size_t)i * size, before + (size_t)i * size, size) != 0)
            fail_case(i, -1, NAN, 0.0);
}

/* n random elements; those that may not be read stay NaN. */
static void fill(struct dd_random *g, void *array, int n)
{
    const size_t size = dd_type_size(call.type);
    for (int i = 0; i < n; i++)
        dd_generate_element(g, DD_GENERATE_UNIFORM, call.type, (char *)array + (size_t)i * size);
}

static void spoil_triangle(void)
{
    const size_t size = dd_type_size(call.type);
    const int order = call.routine == MCBLAS_TRMV ? call.n : call.m;
    for (int j = 0; j < order; j++)
        for (int i = 0; i < order; i++)
            if ((call.uplo == DDBLAS_FILL_MODE_UPPER ? i > j : i < j) || (i == j && call.unit))
                memset(A + (size_t)(i + (int64_t)j * call.lda) * size, 0xff, size);
}

static int increment(struct dd_random *g)
{
    const int inc = (int)dd_random_int(g, 1, 3);
    return dd_random_int(g, 0, 1) ? inc : -inc;
}

static int span(int n, int inc) { return n == 0 ? 0 : (n - 1) * abs(inc) + 1; }

static void draw_sizes(struct dd_random *g, int number)
{
    const int small = number % 4 == 0;
    call.m = (int)dd_random_int(g, 0, small ? 4 : 37);
    call.n = (int)dd_random_int(g, 0, small ? 4 : 33);
    call.k = (int)dd_random_int(g, 0, small ? 4 : 40);
    call.opa = (ddblasOperation_t)dd_random_int(g, 0, 2);
    call.opb = (ddblasOperation_t)dd_random_int(g, 0, 2);
    call.uplo = (ddblasFillMode_t)dd_random_int(g, 0, 1);
    call.unit = (int)dd_random_int(g, 0, 1);
    if (call.routine <= MCBLAS_DOTC)
        call.n = (int)dd_random_int(g, 0, number % 2 ? 40 : 1300);
}

static void draw_layout(struct dd_random *g)
{
    const int pad = (int)dd_random_int(g, 0, 3), normal = call.opa == DDBLAS_OP_N;
    const int x = normal ? call.n : call.m, y = normal ? call.m : call.n;
    call.lda = call.ldb = call.ldc = 1;
    call.size_b = 1;
    switch (call.routine)
    {
    case MCBLAS_NRM2:
    case MCBLAS_DOT:
    case MCBLAS_DOTC:
        call.lda = increment(g);
        call.ldb = increment(g);
        call.size_a = span(call.n, call.lda);
        call.size_b = span(call.n, call.ldb);
        call.size_c = 1;
        break;
    case MCBLAS_GEMV:
        call.lda = call.m + 1 + pad;
        call.ldb = increment(g);
        call.ldc = increment(g);
        call.size_a = call.lda * call.n;
        call.size_b = span(x, call.ldb);
        call.size_c = span(y, call.ldc);
        break;
    case MCBLAS_GER:
    case MCBLAS_GERC:
        call.lda = increment(g);
        call.ldb = increment(g);
        call.ldc = call.m + 1 + pad;
        call.size_a = span(call.m, call.lda);
        call.size_b = span(call.n, call.ldb);
        call.size_c = call.ldc * call.n;
        break;
    case MCBLAS_TRMV:
        call.lda = call.n + 1 + pad;
        call.ldc = increment(g);
        call.size_a = call.lda * call.n;
        call.size_c = span(call.n, call.ldc);
        break;
    case MCBLAS_GEMM:
        call.lda = (normal ? call.m : call.k) + 1 + pad;
        call.ldb = (call.opb == DDBLAS_OP_N ? call.k : call.n) + 1;
        call.ldc = call.m + 1 + pad;
        call.size_a = call.lda * (normal ? call.k : call.m);
        call.size_b = call.ldb * (call.opb == DDBLAS_OP_N ? call.n : call.k);
        call.size_c = call.ldc * call.n;
        break;
    default:
        call.lda = call.m + 1 + pad;
        call.ldc = call.m + 1;
        call.size_a = call.lda * call.m;
        call.size_c = call.ldc * call.n;
        break;
    }
}

static void draw_scalars(struct dd_random *g, int number)
{
    for (int i = 0; i < 2; i++)
    {
        call.alpha[i] = cuddFromDouble((double)dd_random_int(g, -16, 16) / 8.0);
        call.beta[i] = cuddFromDouble(number % 3 == 0 ? 0.0 : (double)dd_random_int(g, 1, 16) / 8.0);
        if (i == 1 && !dd_type_is_complex(call.type))
            call.alpha[i] = call.beta[i] = cuddFromDouble(0.0);
    }
}

static void run_case(struct dd_random *g, int number)
{
    const size_t size = dd_type_size(call.type);
    draw_sizes(g, number);
    draw_layout(g);
    draw_scalars(g, number);
    fill(g, A, call.size_a);
    fill(g, B, call.size_b);
    fill(g, C, call.size_c);
    if (call.routine == MCBLAS_TRMV || call.routine == MCBLAS_TRMM)
        spoil_triangle();
    if ((call.routine == MCBLAS_GEMV || call.routine == MCBLAS_GEMM) && number % 3 == 0)
        memset(C, 0xff, (size_t)call.size_c * size); /* beta = 0 reads no C */
    memcpy(before, C, (size_t)call.size_c * size);
    call.A = A;
    call.B = B;
    call.C = C;
    assert_int_equal(mcblas_gpu_run(&call), 0);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void over_types_and_teams(enum mcblas_routine routine, void (*check)(void))
{
    struct dd_random g;
    dd_random_start(&g, dd_random_seed(500 + (uint64_t)routine));
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
        for (int how = 0; how < 4; how++)
            for (int64_t i = 0; i < CASES / dd_test_scale() + 1; i++)
            {
                memset(&call, 0, sizeof call);
                call.routine = routine;
                call.type = (ddblasType_t)type;
                call.warp = how & 1;
                call.shared = how >> 1;
                run_case(&g, (int)i);
                check();
            }
}

static void dot(void **state)
{
    (void)state;
    over_types_and_teams(MCBLAS_DOT, judge);
    over_types_and_teams(MCBLAS_DOTC, judge);
}

static void gemv(void **state)
{
    (void)state;
    over_types_and_teams(MCBLAS_GEMV, judge);
}

static void ger(void **state)
{
    (void)state;
    over_types_and_teams(MCBLAS_GER, judge);
    over_types_and_teams(MCBLAS_GERC, judge);
}

static void trmv(void **state)
{
    (void)state;
    over_types_and_teams(MCBLAS_TRMV, judge);
}

static void gemm(void **state)
{
    (void)state;
    over_types_and_teams(MCBLAS_GEMM, judge);
}

static void trmm(void **state)
{
    (void)state;
    over_types_and_teams(MCBLAS_TRMM, judge);
}

/* The norm squared against the exact sum of squares: twice the relative error. */
static void judge_norm(void)
{
    const ddblasType_t real = dd_type_real(call.type);
    const cuddreal norm = get(real, C, 0).re;
    struct exact e = exact_new();
    dd_exact *squared = dd_exact_new();
    for (int k = 0; k < call.n; k++)
    {
        const struct parts p = get(call.type, A, vector_at(call.n, call.lda, k));
        dd_exact_add_pairs(e.re, p.re, p.re);
        dd_exact_add_pairs(e.re, p.im, p.im);
    }
    /* norm^2 - sum, over the sum */
    dd_exact_add_pairs(squared, norm, norm);
    dd_exact_add_pairs(squared, cuddFromDouble(0.0), cuddFromDouble(0.0));
    const double sum = dd_exact_to_double(e.re);
    dd_exact *difference = dd_exact_new();
    dd_exact_add_exact(difference, e.re);
    dd_exact_multiply(difference, cuddFromDouble(-1.0));
    dd_exact_add_exact(difference, squared);
    const double error =
        call.n == 0 ? fabs(norm.x) : fabs(dd_exact_to_double(difference)) / sum * ldexp(1.0, unit_bits(call.type));
    dd_exact_free(difference);
    dd_exact_free(squared);
    exact_free(e);
    const double bound = dd_routine_bound(DD_ROUTINE_mcblas_nrm2, call.type, (struct dd_bound_size){.k = call.n});
    if (!(error <= bound))
        fail_case(0, 0, error, bound);
}

static void nrm2(void **state)
{
    (void)state;
    over_types_and_teams(MCBLAS_NRM2, judge_norm);
}

/* Elements whose squares leave the range: 3, 4 at 2^e has the norm 5 at 2^e. Inf and NaN pass
 * through. */
static void nrm2_range(void **state)
{
    (void)state;
    static const int exponents[] = {1000, 500, -500, -1000, -1040};
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
        for (int i = 0; i < 5; i++)
        {
            const int narrow = dd_type_is_single((ddblasType_t)type), e = narrow ? exponents[i] / 8 : exponents[i];
            const int parts = dd_type_is_complex((ddblasType_t)type) ? 2 : 1;
            memset(&call, 0, sizeof call);
            call.routine = MCBLAS_NRM2;
            call.type = (ddblasType_t)type;
            call.n = call.size_a = 70;
            call.lda = call.size_b = call.size_c = 1;
            call.A = A;
            call.B = B;
            call.C = C;
            memset(A, 0, sizeof A);
            for (int k = 0; k < 2; k++)
                if (narrow)
                    ((float *)(void *)A)[parts * (5 + 40 * k)] = ldexpf(3.0F + (float)k, e);
                else if (type == DDBLAS_TYPE_W)
                    ((cuddreal *)(void *)A)[5 + 40 * k].x = ldexp(3.0 + k, e);
                else
                    ((double *)(void *)A)[parts * (5 + 40 * k)] = ldexp(3.0 + k, e);
            assert_int_equal(mcblas_gpu_run(&call), 0);
            const double norm = narrow ? (double)*(float *)(void *)C : *(double *)(void *)C;
            assert_true(norm == ldexp(5.0, e));
            for (int special = 0; special < 2; special++)
            {
                const double value = special ? (double)NAN : (double)INFINITY;
                if (narrow)
                    ((float *)(void *)A)[parts * 60] = (float)value;
                else if (type == DDBLAS_TYPE_W)
                    ((cuddreal *)(void *)A)[60].x = value;
                else
                    ((double *)(void *)A)[parts * 60] = value;
                assert_int_equal(mcblas_gpu_run(&call), 0);
                const double result = narrow ? (double)*(float *)(void *)C : *(double *)(void *)C;
                assert_false(fabs(result) <= DBL_MAX);
            }
        }
}

int main(void)
{
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nrm2), cmocka_unit_test(nrm2_range), cmocka_unit_test(dot),  cmocka_unit_test(gemv),
        cmocka_unit_test(ger),  cmocka_unit_test(trmv),       cmocka_unit_test(gemm), cmocka_unit_test(trmm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
