/*
 * geev in all types on the CPU engine: residuals of right and left eigenvectors from exact sums,
 * known eigenvalues within their condition, format, special values, arguments, bits, workspaces,
 * failing allocations.
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
#include "bounds.h"
#include "case.h"
#include "element.h"
#include "general_case.h"
#include "handle.h"
#include "oracle_general.h"
#include "poison.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_D, DDBLAS_TYPE_Z, DDBLAS_TYPE_S, DDBLAS_TYPE_C};

static double bound_of(const struct general_case *c)
{
    return dd_routine_bound(DD_ROUTINE_geev, c->type, (struct dd_bound_size){.k = c->n});
}

/* ---- judgement ------------------------------------------------------------------------------- */

/* |y^H x| for the vectors of eigenvalue j, 1 over its condition; `pair`: the first of a pair of a
 * real matrix. */
static double cosine(const struct general_case *c, const struct general_result *r, int64_t j, int pair)
{
    double re = 0.0, im = 0.0;
    for (int64_t i = 0; i < c->n; i++)
    {
        struct dd_parts x = dd_parts_load(c->type, r->VR, i + j * c->n), y = dd_parts_load(c->type, r->VL, i + j * c->n);
        if (pair)
        {
            x.im[0] = dd_parts_load(c->type, r->VR, i + (j + 1) * c->n).re[0];
            y.im[0] = dd_parts_load(c->type, r->VL, i + (j + 1) * c->n).re[0];
        }
        re += y.re[0] * x.re[0] + y.im[0] * x.im[0];
        im += y.re[0] * x.im[0] - y.im[0] * x.re[0];
    }
    return hypot(re, im);
}

/* The error of each eigenvalue that a backward error of the bound allows, to first order, and twice
 * that: J. H. Wilkinson, The Algebraic Eigenvalue Problem, 1965, chapter 2. */
static double *allowed_errors(const struct general_case *c, const struct general_result *r)
{
    double *allowed = calloc((size_t)c->n + 1, sizeof *allowed);
    const double backward = bound_of(c) * (double)c->n * c->unit * general_norm(c);
    assert_non_null(allowed);
    for (int64_t j = 0; j < c->n; j++)
    {
        const int pair = r->wi && !cuddIsZero(general_value(c, r->wr, r->wi, j).y);
        allowed[j] = 2.0 * backward / fmax(cosine(c, r, j, pair), 1e-300) + 1e-300;
        if (pair)
            allowed[j + 1] = allowed[j];
        j += pair;
    }
    return allowed;
}

static void judge(const struct general_case *c, double error, double bound, const char *name, const char *what)
{
    if (!(error <= bound))
        fail_msg("%cgeev n=%lld, %s: %s is %g, above %g", dd_type_letter(c->type), (long long)c->n, what, name, error, bound);
}

/* Complex pairs follow one another, the positive imaginary part first; and the largest component of
 * each vector is real. */
static void assert_format(const struct general_case *c, const struct general_result *r, const void *V)
{
    for (int64_t j = 0; j < c->n; j++)
    {
        const cuddcomplex value = general_value(c, r->wr, r->wi, j);
        const int pair = r->wi && !cuddIsZero(value.y);
        double largest = -1.0, imaginary = 1.0;
        if (r->wi && !pair)
            continue;
        if (pair)
        {
            const cuddcomplex next = general_value(c, r->wr, r->wi, j + 1);
            assert_true(cuddGtD(value.y, 0.0) && cuddEq(next.x, value.x) && cuddEq(next.y, cuddNeg(value.y)));
        }
        for (int64_t i = 0; i < c->n; i++)
        {
            const struct dd_parts x = dd_parts_load(c->type, V, i + j * c->n);
            const double im = pair ? dd_parts_load(c->type, V, i + (j + 1) * c->n).re[0] : x.im[0];
            if (hypot(x.re[0], im) > largest * (1.0 + 1e-6))
            {
                largest = hypot(x.re[0], im);
                imaginary = im;
            }
            else if (im == 0.0 && hypot(x.re[0], im) > largest * (1.0 - 1e-6))
                imaginary = 0.0;
        }
        assert_true(imaginary == 0.0);
        j += pair;
    }
}

static double judge_case(const struct general_case *c, const char *what)
{
    struct general_result r = general_result_new(c);
    struct dd_general_pairs pairs = {.type = c->type, .n = c->n, .A = c->A, .wr = r.wr, .wi = r.wi, .V = r.VR};
    dd_must(h, general_call(h, c, 1, 1, c->n % 3, &r), "geev");
    assert_int_equal(r.info, 0);
    const struct dd_pairs_error right = dd_oracle_pairs_error(&pairs);
    pairs.left = 1;
    pairs.V = r.VL;
    const struct dd_pairs_error left = dd_oracle_pairs_error(&pairs);
    judge(c, right.residual, bound_of(c), "A x - lambda x", what);
    judge(c, left.residual, bound_of(c), "A^H y - conj(lambda) y", what);
    judge(c, fmax(right.norm, left.norm), 100.0 * (double)c->n, "the norm of a vector", what);
    assert_format(c, &r, r.VR);
    assert_format(c, &r, r.VL);
    /* In S and C some of these matrices are too badly conditioned for a bound of first order. */
    if (c->exact && c->simple && !dd_type_is_single(c->type))
    {
        double *allowed = allowed_errors(c, &r);
        judge(c, general_distance(c, r.wr, r.wi, allowed), 1.0, "an eigenvalue over its bound", what);
        free(allowed);
    }
    general_result_free(&r);
    return fmax(right.residual, left.residual);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Orders around the blocks and windows; every family in W and U, fewer in the others. */
static void bounds(void **state)
{
    static const int64_t orders[] = {1, 2, 3, 4, 7, 20, 33, 41, 65, 90};
    (void)state;
    const uint64_t seed = dd_random_seed(2901);
    double worst[6] = {0.0};
    for (int s = 0; s < 10; s++)
        for (int family = 0; family < GENERAL_FAMILIES; family++)
            for (int t = 0; t < 6; t++)
            {
                if ((t > 1 && family == GENERAL_COMPANION) || (orders[s] > 20 && (family + s + t) % (t > 1 ? 6 : 4) != 0))
                    continue;
                struct general_case *c = general_case_new(types[t], orders[s], (enum general_family)family, seed, 0);
                worst[t] = fmax(worst[t], judge_case(c, general_family_name((enum general_family)family)));
                general_case_free(c);
            }
    for (int t = 0; t < 6; t++)
        print_message("%c: largest residual %.2f n u\n", dd_type_letter(types[t]), worst[t]);
}

/* Order 200: known eigenvalues by integers, and random elements. */
static void large(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++)
    {
        struct general_case *c =
            general_case_new(types[k == 2], k == 2 ? 120 : 200, k == 1 ? GENERAL_RANDOM : GENERAL_UNIMODULAR, 2902, 0);
        (void)judge_case(c, "large");
        general_case_free(c);
    }
}

/* Any norm: W and U scale. */
static void extreme_norms(void **state)
{
    static const int exponents[] = {-960, -830, 830, 1000};
    (void)state;
    for (int k = 0; k < 16; k++)
    {
        struct general_case *c =
            general_case_new(types[k % 2], 12, k / 8 ? GENERAL_UNIMODULAR : GENERAL_CIRCULANT, 2903, exponents[k / 2 % 4]);
        struct general_result r = general_result_new(c), plain = general_result_new(c);
        struct general_case *one = general_case_new(types[k % 2], 12, k / 8 ? GENERAL_UNIMODULAR : GENERAL_CIRCULANT, 2903, 0);
        dd_must(h, general_call(h, c, 1, 1, 0, &r), "geev");
        dd_must(h, general_call(h, one, 1, 1, 0, &plain), "geev");
        assert_int_equal(r.info, 0);
        assert_memory_equal(r.VR, plain.VR, 144 * dd_type_size(c->type));
        assert_memory_equal(r.VL, plain.VL, 144 * dd_type_size(c->type));
        for (int64_t j = 0; j < 12; j++)
        {
            const cuddcomplex w = general_value(c, r.wr, r.wi, j),
                              scaled = cuddcLdexp(general_value(c, plain.wr, plain.wi, j), exponents[k / 2 % 4]);
            assert_true(w.x.x == scaled.x.x && w.y.x == scaled.y.x);
        }
        general_result_free(&r);
        general_result_free(&plain);
        general_case_free(c);
        general_case_free(one);
    }
}

/* Balancing recovers the eigenvalues of D^-1 A D with D up to 2^280 for an A with diagonal 0; and
 * those of a permuted triangular matrix are its diagonal, exactly. */
static void balancing(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        const int64_t n = 15;
        struct general_case *c = general_case_new(types[k % 2], n, GENERAL_CLEMENT, 2904, 0);
        struct general_result plain = general_result_new(c), r = general_result_new(c);
        dd_must(h, general_call(h, c, 1, 1, 0, &plain), "geev");
        double *allowed = allowed_errors(c, &plain);
        for (int64_t i = 0; i < n * n; i++)
        {
            const struct dd_parts a = dd_parts_load(c->type, c->A, i);
            const int e = (int)(20 * (i / n * 7 % n) - 20 * (i % n * 7 % n));
            dd_element_set(c->type, c->A, i, cuddLdexp(cuddMake(a.re[0], a.re[1]), e), cuddFromDouble(0.0));
        }
        dd_must(h, general_call(h, c, k / 2, k / 2, 0, &r), "geev");
        double most = 0.0;
        for (int64_t j = 0; j < n; j++)
            most = fmax(most, allowed[j]);
        for (int64_t j = 0; j < n; j++)
            allowed[j] = 64.0 * most; /* Norms are alike only within a factor; D itself is 2^280. */
        judge(c, general_distance(c, r.wr, r.wi, allowed), 1.0, "an eigenvalue over its bound", "balancing");
        free(allowed);
        general_result_free(&plain);
        general_result_free(&r);
        general_case_free(c);
    }
    for (int t = 0; t < 2; t++)
    {
        const int64_t n = 31;
        struct general_case *c = general_case_new(types[t], n, GENERAL_DIAGONAL, 2905, 0);
        struct general_result r = general_result_new(c);
        double allowed[31];
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
            {
                const int64_t p = i * 12 % n, q = j * 12 % n; /* A triangle in another order. */
                dd_element_set(c->type, c->A, i + j * n,
                               cuddFromDouble(p < q    ? 1.0 + (double)(p * q % 11)
                                              : p == q ? (double)p
                                                       : 0.0),
                               cuddFromDouble(0.0));
            }
        for (int64_t j = 0; j < n; j++)
        {
            allowed[j] = 0.0;
            c->exact[j] = cuddcFromDoubles((double)j, 0.0);
        }
        dd_must(h, general_call(h, c, 0, 1, 1, &r), "geev");
        judge(c, general_distance(c, r.wr, r.wi, allowed), 0.0, "an eigenvalue of a triangle", "balancing");
        general_result_free(&r);
        general_case_free(c);
    }
}

/* The oracle notices an eigenvalue and a vector that are wrong in the 20th digit. */
static void wrong_elements(void **state)
{
    (void)state;
    struct general_case *c = general_case_new(DDBLAS_TYPE_W, 20, GENERAL_TOEPLITZ, 2906, 0);
    struct general_result r = general_result_new(c);
    const struct dd_general_pairs pairs = {.type = c->type, .n = 20, .A = c->A, .wr = r.wr, .wi = r.wi, .V = r.VR};
    dd_must(h, general_call(h, c, 1, 1, 0, &r), "geev");
    cuddreal *w = r.wr, *V = r.VR;
    w[7] = cuddMulD(w[7], 1.0 + 0x1p-52);
    assert_true(dd_oracle_pairs_error(&pairs).residual > bound_of(c));
    w[7] = cuddMulD(w[7], 1.0 - 0x1p-52);
    V[45] = cuddAddD(V[45], 1e-20);
    assert_true(dd_oracle_pairs_error(&pairs).residual > bound_of(c));
    general_result_free(&r);
    general_case_free(c);
}

/* ---- special values -------------------------------------------------------------------------- */

/* NaN or Inf anywhere: info n + 1, eigenvalues NaN, vectors as they were. */
static void special_values(void **state)
{
    (void)state;
    for (int k = 0; k < 24; k++)
    {
        struct general_case *c = general_case_new(types[k % 6], 9, GENERAL_RANDOM, 2907, 0);
        struct general_result r = general_result_new(c);
        const cuddreal value = cuddFromDouble(k / 6 % 2 ? (double)INFINITY : (double)NAN), zero = cuddFromDouble(0.0);
        const int imaginary = k / 12 && dd_type_is_complex(c->type);
        dd_element_set(c->type, c->A, k * 3, imaginary ? zero : value, imaginary ? value : zero);
        dd_must(h, general_call(h, c, 1, 1, 2, &r), "geev");
        assert_int_equal(r.info, 10);
        for (int64_t j = 0; j < 9; j++)
        {
            const cuddcomplex w = general_value(c, r.wr, r.wi, j);
            assert_true(cuddIsNan(w.x) && cuddIsNan(w.y));
        }
        for (size_t i = 0; i < 81 * dd_type_size(c->type); i++)
            assert_true(((unsigned char *)r.VL)[i] == DD_POISON && ((unsigned char *)r.VR)[i] == DD_POISON);
        general_result_free(&r);
        general_case_free(c);
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(ddblasStatus_t got, ddblasStatus_t status, int position)
{
    assert_int_equal(got, status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

static void arguments(void **state)
{
    (void)state;
    static _Alignas(64) char a[1024], w[256], v[1024];
    int64_t info = 5;
    int64_t *const odd_info = (int64_t *)(void *)((char *)&info + 1);
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE, off = DDBLAS_STATUS_MISALIGNED;
    for (int k = 0; k < 6; k++)
    {
        const ddblasType_t t = types[k];
        const int p = dd_type_is_complex(t) ? 8 : 9;
        const int64_t huge = INT64_C(1) << 27;
        assert_int_equal(general_geev(NULL, t, 1, 1, 4, a, 4, w, w, v, 4, v, 4, &info), DDBLAS_STATUS_NOT_INITIALIZED);
        assert_refused(general_geev(h, t, 2, 1, 4, a, 4, w, w, v, 4, v, 4, &info), invalid, 2);
        assert_refused(general_geev(h, t, 1, 3, 4, a, 4, w, w, v, 4, v, 4, &info), invalid, 3);
        assert_refused(general_geev(h, t, 1, 1, -1, a, 4, w, w, v, 4, v, 4, &info), invalid, 4);
        assert_refused(general_geev(h, t, 1, 1, 4, NULL, 4, w, w, v, 4, v, 4, &info), invalid, 5);
        assert_refused(general_geev(h, t, 1, 1, 4, a + 2, 4, w, w, v, 4, v, 4, &info), off, 5);
        assert_refused(general_geev(h, t, 1, 1, 4, a, 3, w, w, v, 4, v, 4, &info), invalid, 6);
        assert_refused(general_geev(h, t, 1, 1, 4, a, 4, NULL, w, v, 4, v, 4, &info), invalid, 7);
        if (!dd_type_is_complex(t))
            assert_refused(general_geev(h, t, 1, 1, 4, a, 4, w, NULL, v, 4, v, 4, &info), invalid, 8);
        assert_refused(general_geev(h, t, 1, 0, 4, a, 4, w, w, NULL, 4, NULL, 1, &info), invalid, p);
        assert_refused(general_geev(h, t, 1, 1, 4, a, 4, w, w, v, 3, v, 4, &info), invalid, p + 1);
        assert_refused(general_geev(h, t, 0, 1, 4, a, 4, w, w, NULL, 1, v + 1, 4, &info), off, p + 2);
        assert_refused(general_geev(h, t, 1, 1, 4, a, 4, w, w, v, 4, v, 3, &info), invalid, p + 3);
        assert_refused(general_geev(h, t, 0, 0, 4, a, 4, w, w, NULL, 1, NULL, 0, &info), invalid, p + 3);
        assert_refused(general_geev(h, t, 1, 1, 4, a, 4, w, w, v, 4, v, 4, NULL), invalid, p + 4);
        assert_refused(general_geev(h, t, 1, 1, 4, a, 4, w, w, v, 4, v, 4, odd_info), off, p + 4);
        assert_refused(general_geev(h, t, 1, 1, huge, a, huge, w, w, v, huge, v, huge, &info), DDBLAS_STATUS_NOT_SUPPORTED, 0);
        assert_int_equal(info, 5);
        info = 7;
        dd_must(h, general_geev(h, t, 1, 1, 0, NULL, 1, NULL, NULL, NULL, 1, NULL, 1, &info), "n = 0");
        assert_int_equal(info, 0);
        info = 5;
        size_t bytes = 0;
        dd_must(h, ddblasGeevWorkspaceSize(h, t, DDBLAS_EIG_MODE_VECTOR, DDBLAS_EIG_MODE_VECTOR, 0, &bytes), "query");
        assert_int_equal(bytes, 0);
    }
    size_t bytes = 0;
    const ddblasEigMode_t yes = DDBLAS_EIG_MODE_VECTOR;
    assert_refused(ddblasGeevWorkspaceSize(h, (ddblasType_t)77, yes, yes, 3, &bytes), invalid, 2);
    assert_refused(ddblasGeevWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasEigMode_t)4, yes, 3, &bytes), invalid, 3);
    assert_refused(ddblasGeevWorkspaceSize(h, DDBLAS_TYPE_W, yes, (ddblasEigMode_t)4, 3, &bytes), invalid, 4);
    assert_refused(ddblasGeevWorkspaceSize(h, DDBLAS_TYPE_W, yes, yes, -3, &bytes), invalid, 5);
    assert_refused(ddblasGeevWorkspaceSize(h, DDBLAS_TYPE_W, yes, yes, 3, NULL), invalid, 6);
}

/* A handle of the CUDA engine is refused. */
static void on_cuda(void **state)
{
    (void)state;
    static _Alignas(64) char a[2048];
    ddblasHandle_t device;
    if (ddblasCreateWithEngine(&device, DDBLAS_ENGINE_CUDA) != DDBLAS_STATUS_SUCCESS)
        skip();
    int64_t *const info = (int64_t *)(void *)(a + 1024);
    assert_int_equal(general_geev(device, DDBLAS_TYPE_W, 0, 0, 4, a, 4, a, a, NULL, 1, NULL, 1, info),
                     DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(general_geev(device, DDBLAS_TYPE_Z, 0, 0, 4, a, 4, a, a, NULL, 1, NULL, 1, info),
                     DDBLAS_STATUS_NOT_SUPPORTED);
    assert_int_equal(ddblasDestroy(device), DDBLAS_STATUS_SUCCESS);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static void assert_same(const struct general_case *c, const struct general_result *a, const struct general_result *b)
{
    const size_t size = dd_type_size(c->type), n = (size_t)c->n;
    assert_int_equal(a->info, b->info);
    assert_memory_equal(a->wr, b->wr, n * size);
    if (a->wi)
        assert_memory_equal(a->wi, b->wi, n * size);
    assert_memory_equal(a->VL, b->VL, n * n * size);
    assert_memory_equal(a->VR, b->VR, n * n * size);
}

/* The bits do not depend on threads, leading dimensions and workspace; with less workspace than
 * asked for nothing is written. */
static void same_bits(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        struct general_case *c = general_case_new(types[k], 70, GENERAL_RANDOM, 2908, 0);
        struct general_result first = general_result_new(c);
        size_t need;
        void *memory = NULL;
        dd_must(h, general_call(h, c, 1, 1, 0, &first), "geev");
        for (int threads = 1; threads <= 3; threads++)
        {
            struct general_result r = general_result_new(c);
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            dd_must(h, general_call(h, c, 1, 1, threads, &r), "geev");
            assert_same(c, &r, &first);
            dd_must(h, ddblasGeevWorkspaceSize(h, c->type, DDBLAS_EIG_MODE_VECTOR, DDBLAS_EIG_MODE_VECTOR, c->n, &need), "query");
            dd_must(h, ddblasMalloc(h, &memory, need), "malloc");
            dd_must(h, ddblasSetWorkspace(h, memory, need), "workspace");
            dd_must(h, general_call(h, c, 1, 1, 0, &r), "geev");
            assert_same(c, &r, &first);
            dd_must(h, ddblasSetWorkspace(h, memory, 4096), "workspace");
            r.info = 99;
            assert_int_equal(general_call(h, c, 1, 1, 0, &r), DDBLAS_STATUS_WORKSPACE_TOO_SMALL);
            assert_int_equal(r.info, 99);
            dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
            dd_must(h, ddblasFree(h, memory), "free");
            general_result_free(&r);
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        general_result_free(&first);
        general_case_free(c);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        struct general_case *c = general_case_new(types[k], 30, GENERAL_RANDOM, 2909, 0);
        struct general_result r = general_result_new(c);
        int failing = 1;
        for (;; failing++)
        {
            ddblasHandle_t fresh = dd_test_handle_on(DDBLAS_ENGINE_CPU);
            ddblas_inject_allocation_failure(failing);
            const ddblasStatus_t status = general_call(fresh, c, 1, 1, 0, &r);
            ddblas_inject_allocation_failure(0);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            if (status == DDBLAS_STATUS_SUCCESS)
                break;
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_int_equal(r.info, -7);
        }
        assert_true(failing > 1);
        general_result_free(&r);
        general_case_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds),         cmocka_unit_test(large),
        cmocka_unit_test(extreme_norms),  cmocka_unit_test(balancing),
        cmocka_unit_test(on_cuda),        cmocka_unit_test(wrong_elements),
        cmocka_unit_test(special_values), cmocka_unit_test(arguments),
        cmocka_unit_test(same_bits),      cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("geev", tests, open_cpu_handle, close_handle);
}
