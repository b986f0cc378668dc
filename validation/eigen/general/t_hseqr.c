/*
 * gehrd, orghr (unghr) and hseqr in all types on the CPU engine: residuals and orthogonality from
 * exact sums, LAPACK's format, ilo and ihi, known eigenvalues, special values, arguments, bits,
 * workspaces, failing allocations.
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
#include "oracle_qr.h"
#include "poison.h"

static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_D, DDBLAS_TYPE_Z, DDBLAS_TYPE_S, DDBLAS_TYPE_C};

/* ---- calls ----------------------------------------------------------------------------------- */

#define OF_TYPE(type, call_s, call_d, call_w, call_c, call_z, call_u)                                                            \
    ((type) == DDBLAS_TYPE_S   ? (call_s)                                                                                        \
     : (type) == DDBLAS_TYPE_D ? (call_d)                                                                                        \
     : (type) == DDBLAS_TYPE_W ? (call_w)                                                                                        \
     : (type) == DDBLAS_TYPE_C ? (call_c)                                                                                        \
     : (type) == DDBLAS_TYPE_Z ? (call_z)                                                                                        \
                               : (call_u))

static ddblasStatus_t gehrd(ddblasHandle_t q, ddblasType_t t, int64_t n, int64_t ilo, int64_t ihi, void *A, int64_t lda,
                            void *tau)
{
    return OF_TYPE(t, ddblasSgehrd(q, n, ilo, ihi, A, lda, tau), ddblasDgehrd(q, n, ilo, ihi, A, lda, tau),
                   ddblasWgehrd(q, n, ilo, ihi, A, lda, tau), ddblasCgehrd(q, n, ilo, ihi, A, lda, tau),
                   ddblasZgehrd(q, n, ilo, ihi, A, lda, tau), ddblasUgehrd(q, n, ilo, ihi, A, lda, tau));
}

static ddblasStatus_t orghr(ddblasHandle_t q, ddblasType_t t, int64_t n, int64_t ilo, int64_t ihi, void *A, int64_t lda,
                            const void *tau)
{
    return OF_TYPE(t, ddblasSorghr(q, n, ilo, ihi, A, lda, tau), ddblasDorghr(q, n, ilo, ihi, A, lda, tau),
                   ddblasWorghr(q, n, ilo, ihi, A, lda, tau), ddblasCunghr(q, n, ilo, ihi, A, lda, tau),
                   ddblasZunghr(q, n, ilo, ihi, A, lda, tau), ddblasUunghr(q, n, ilo, ihi, A, lda, tau));
}

/* Arguments of hseqr; wi is not used in complex types. */
struct hseqr
{
    int job, compz;
    int64_t n, ilo, ihi;
    void *H;
    int64_t ldh;
    void *wr, *wi, *Z;
    int64_t ldz;
    int64_t *info;
};

#define REAL(letter)    ddblas##letter##hseqr(q, job, compz, a->n, a->ilo, a->ihi, a->H, a->ldh, a->wr, a->wi, a->Z, a->ldz, a->info)
#define COMPLEX(letter) ddblas##letter##hseqr(q, job, compz, a->n, a->ilo, a->ihi, a->H, a->ldh, a->wr, a->Z, a->ldz, a->info)

static ddblasStatus_t hseqr(ddblasHandle_t q, ddblasType_t t, const struct hseqr *a)
{
    const ddblasSchurJob_t job = (ddblasSchurJob_t)a->job;
    const ddblasSchurVectors_t compz = (ddblasSchurVectors_t)a->compz;
    return OF_TYPE(t, REAL(S), REAL(D), REAL(W), COMPLEX(C), COMPLEX(Z), COMPLEX(U));
}

/* ---- a reduction ----------------------------------------------------------------------------- */

/* A matrix, H with its reflectors, Q, and the Schur form; n x n with leading dimension n. */
struct schur
{
    struct general_case *c;
    size_t size;
    int64_t ilo, ihi, info;
    char *H, *tau, *Q, *T, *Z, *wr, *wi;
};

static char *copy_of(const void *from, size_t bytes)
{
    char *to = malloc(bytes + 1);
    assert_non_null(to);
    memcpy(to, from, bytes);
    return to;
}

/* H without its reflectors. */
static char *hessenberg(const struct schur *s, const char *from)
{
    const int64_t n = s->c->n;
    char *H = copy_of(from, (size_t)(n * n) * s->size);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 2; i < n; i++)
            memset(H + (size_t)(i + j * n) * s->size, 0, s->size);
    return H;
}

static struct schur schur_new(ddblasType_t type, int64_t n, enum general_family family, uint64_t seed)
{
    struct schur s = {.c = general_case_new(type, n, family, seed, 0), .size = dd_type_size(type), .ilo = 1};
    const size_t order = (size_t)s.c->n, bytes = order * order * s.size;
    s.ihi = s.c->n;
    s.H = dd_poisoned(bytes);
    s.tau = dd_poisoned(order * s.size);
    s.Q = dd_poisoned(bytes);
    s.T = dd_poisoned(bytes);
    s.Z = dd_poisoned(bytes);
    s.wr = dd_poisoned(order * s.size);
    s.wi = dd_poisoned(order * s.size);
    return s;
}

static void schur_free(struct schur *s)
{
    general_case_free(s->c);
    free(s->H);
    free(s->tau);
    free(s->Q);
    free(s->T);
    free(s->Z);
    free(s->wr);
    free(s->wi);
}

/* H and Q. */
static void reduce(struct schur *s)
{
    const int64_t n = s->c->n, ld = n > 0 ? n : 1;
    const size_t bytes = (size_t)(n * n) * s->size;
    memcpy(s->H, s->c->A, bytes);
    dd_must(h, gehrd(h, s->c->type, n, s->ilo, s->ihi, s->H, ld, s->tau), "gehrd");
    memcpy(s->Q, s->H, bytes);
    dd_must(h, orghr(h, s->c->type, n, s->ilo, s->ihi, s->Q, ld, s->tau), "orghr");
}

/* T, and Z = Q times the vectors of H. */
static void solve(struct schur *s)
{
    const int64_t n = s->c->n, ld = n > 0 ? n : 1;
    const size_t bytes = (size_t)(n * n) * s->size;
    const struct hseqr a = {1, 2, n, s->ilo, s->ihi, s->T, ld, s->wr, s->wi, s->Z, ld, &s->info};
    memcpy(s->T, s->H, bytes);
    memcpy(s->Z, s->Q, bytes);
    dd_must(h, hseqr(h, s->c->type, &a), "hseqr");
    assert_int_equal(s->info, 0);
}

static double bound_of(const struct schur *s)
{
    return dd_routine_bound(DD_ROUTINE_hseqr, s->c->type, (struct dd_bound_size){.k = s->c->n});
}

static void judge(const struct schur *s, double error, const char *name, const char *what)
{
    if (!(error <= bound_of(s)))
        fail_msg("%c n=%lld ilo=%lld ihi=%lld, %s: %s is %g n u, above %g", dd_type_letter(s->c->type), (long long)s->c->n,
                 (long long)s->ilo, (long long)s->ihi, what, name, error, bound_of(s));
}

static struct dd_parts part(const struct schur *s, const char *M, int64_t i, int64_t j)
{
    return dd_parts_load(s->c->type, M, i + j * s->c->n);
}

static cuddreal real_of(struct dd_parts a) { return cuddMake(a.re[0], a.re[1]); }

/* Zeros below; in real types blocks of order 2 in LAPACK's form. Eigenvalues belong to the
 * diagonal: exactly its elements, and of a block a +- i sqrt(-b c). */
static void assert_form(const struct schur *s)
{
    const int64_t n = s->c->n;
    const int complex = dd_type_is_complex(s->c->type);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + (complex ? 1 : 2); i < n; i++)
            assert_true(dd_parts_are_zero(part(s, s->T, i, j)));
    for (int64_t j = 0; j < n; j++)
    {
        const cuddcomplex w = general_value(s->c, s->wr, complex ? NULL : s->wi, j);
        const struct dd_parts d = part(s, s->T, j, j);
        assert_true(cuddEq(w.x, real_of(d)));
        if (complex)
            assert_true(cuddEq(w.y, cuddMake(d.im[0], d.im[1])));
        else if (j + 1 == n || dd_parts_are_zero(part(s, s->T, j + 1, j)))
            assert_true(cuddIsZero(w.y));
        else
        {
            const cuddreal b = real_of(part(s, s->T, j, j + 1)), c = real_of(part(s, s->T, j + 1, j)), product = cuddMul(b, c);
            assert_true(cuddEq(real_of(part(s, s->T, j + 1, j + 1)), real_of(d)));
            assert_true(product.x < 0.0 && w.y.x > 0.0);
            assert_true(fabs(cuddAdd(cuddSqr(w.y), product).x) <= 16.0 * s->c->unit * fabs(product.x));
            assert_true(j + 2 == n || dd_parts_are_zero(part(s, s->T, j + 2, j + 1)));
            j++;
        }
    }
}

static void judge_all(struct schur *s, double worst[3], const char *what)
{
    const struct general_case *c = s->c;
    reduce(s);
    char *H = hessenberg(s, s->H);
    const struct dd_schur_error first = dd_oracle_schur_error(c->type, c->n, c->A, s->Q, H);
    judge(s, first.residual, "A Q - Q H", what);
    judge(s, first.orthogonality, "Q^H Q - I", what);
    solve(s);
    const struct dd_schur_error e = dd_oracle_schur_error(c->type, c->n, c->A, s->Z, s->T);
    judge(s, e.residual, "A Z - Z T", what);
    judge(s, e.orthogonality, "Z^H Z - I", what);
    assert_form(s);
    worst[0] = fmax(worst[0], first.residual);
    worst[1] = fmax(worst[1], e.residual);
    worst[2] = fmax(worst[2], fmax(e.orthogonality, first.orthogonality));
    free(H);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static void bounds(void **state)
{
    static const int64_t orders[] = {1, 2, 3, 4, 8, 17, 18, 34, 40, 41, 66, 100};
    (void)state;
    const uint64_t seed = dd_random_seed(3001);
    double worst[3] = {0.0};
    for (int k = 0; k < 12; k++)
        for (int family = 0; family < GENERAL_FAMILIES; family++)
            for (int t = 0; t < 6; t++)
            {
                if ((t > 1 && family == GENERAL_COMPANION) || (orders[k] > 20 && (family + k + t) % (t > 1 ? 8 : 6) != 0))
                    continue;
                double none[3] = {0.0};
                struct schur s = schur_new(types[t], orders[k], (enum general_family)family, seed);
                judge_all(&s, t < 2 ? worst : none, general_family_name((enum general_family)family));
                schur_free(&s);
            }
    print_message("W and U: largest errors %.2f, %.2f and %.2f n u\n", worst[0], worst[1], worst[2]);
}

/* Order 200 in W: many windows, and deflation. */
static void large(void **state)
{
    (void)state;
    double worst[3] = {0.0};
    struct schur s = schur_new(DDBLAS_TYPE_W, 200, GENERAL_GRCAR, 3002);
    judge_all(&s, worst, "Grcar");
    print_message("largest errors %.2f, %.2f and %.2f n u\n", worst[0], worst[1], worst[2]);
    schur_free(&s);
}

/* The reflectors multiplied in MPFR are Q; and tau and Q outside ilo .. ihi. */
static void ranges(void **state)
{
    static const int64_t lows[] = {1, 3, 7, 30, 1, 12}, highs[] = {30, 25, 7, 30, 18, 13};
    (void)state;
    for (int k = 0; k < 12; k++)
    {
        const int64_t n = 30, ilo = lows[k / 2], ihi = highs[k / 2], order = ihi - ilo;
        struct schur s = schur_new(types[k % 2], n, GENERAL_RANDOM, 3003);
        double worst[3] = {0.0};
        s.ilo = ilo;
        s.ihi = ihi;
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = j + 1; i < n; i++)
                if (j + 1 < ilo || i + 1 > ihi)
                    dd_element_set(s.c->type, s.c->A, i + j * n, cuddFromDouble(0.0), cuddFromDouble(0.0));
        judge_all(&s, worst, "a range");
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                if (i < ilo || j < ilo || i >= ihi || j >= ihi)
                    assert_true(part(&s, s.Q, i, j).re[0] == (i == j ? 1.0 : 0.0));
        for (int64_t j = 0; j + 1 < n; j++)
            assert_true((j + 1 >= ilo && j + 1 < ihi) || dd_parts_are_zero(dd_parts_load(s.c->type, s.tau, j)));
        if (order > 0)
        {
            char *F = malloc((size_t)(order * order) * s.size), *Q = malloc((size_t)(order * order) * s.size);
            assert_true(F && Q);
            for (int64_t j = 0; j < order; j++)
            {
                memcpy(F + (size_t)(j * order) * s.size, s.H + (size_t)(ilo + (ilo - 1 + j) * n) * s.size,
                       (size_t)order * s.size);
                memcpy(Q + (size_t)(j * order) * s.size, s.Q + (size_t)(ilo + (ilo + j) * n) * s.size, (size_t)order * s.size);
            }
            const struct dd_reflector_error e =
                dd_oracle_reflector_error(s.c->type, order, order, order, F, s.tau + (size_t)(ilo - 1) * s.size, Q);
            judge(&s, fmax(e.product, e.unitarity), "the product of the reflectors", "a range");
            free(F);
            free(Q);
        }
        schur_free(&s);
    }
}

/* Every job and compz: the same eigenvalues as far as their condition goes, and INITIALISE gives H
 * = Z T Z^H. Without FORM, H stays as it was in W and U. */
static void jobs(void **state)
{
    (void)state;
    for (int k = 0; k < 12; k++)
    {
        const int64_t n = k % 2 ? 64 : 23;
        struct schur s = schur_new(types[k / 2], n, GENERAL_TOEPLITZ, 3004);
        const size_t bytes = (size_t)(n * n) * s.size;
        double *allowed = calloc((size_t)n, sizeof *allowed);
        assert_non_null(allowed);
        /* The matrix is similar to a normal one by a scaling of condition (4/3)^(n/2). */
        for (int64_t j = 0; j < n; j++)
            allowed[j] = 2.0 * bound_of(&s) * (double)n * s.c->unit * general_norm(s.c) * pow(4.0 / 3.0, (double)n / 2.0);
        reduce(&s);
        for (int form = 0; form < 4; form++)
        {
            const int job = form % 2, compz = form / 2;
            const struct hseqr a = {job, compz, n, 1, n, s.T, n, s.wr, s.wi, compz ? s.Z : NULL, n, &s.info};
            memcpy(s.T, s.H, bytes);
            dd_must(h, hseqr(h, s.c->type, &a), "hseqr");
            assert_int_equal(s.info, 0);
            if (!dd_type_is_single(s.c->type))
                judge(&s, general_distance(s.c, s.wr, dd_type_is_complex(s.c->type) ? NULL : s.wi, allowed),
                      "an eigenvalue over its bound", "jobs");
            if (!job && dd_type_is_pair(s.c->type))
                assert_memory_equal(s.T, s.H, bytes);
            if (job && compz)
            {
                char *H = hessenberg(&s, s.H);
                const struct dd_schur_error e = dd_oracle_schur_error(s.c->type, n, H, s.Z, s.T);
                judge(&s, e.residual, "H Z - Z T", "jobs");
                judge(&s, e.orthogonality, "Z^H Z - I", "jobs");
                free(H);
            }
        }
        free(allowed);
        schur_free(&s);
    }
}

/* The oracle notices an element of T that is wrong in its 20th digit. */
static void wrong_elements(void **state)
{
    (void)state;
    struct schur s = schur_new(DDBLAS_TYPE_W, 24, GENERAL_RANDOM, 3005);
    reduce(&s);
    solve(&s);
    cuddreal *T = (cuddreal *)(void *)s.T;
    T[24 * 20 + 3] = cuddAddD(T[24 * 20 + 3], 1e-20);
    assert_true(dd_oracle_schur_error(s.c->type, 24, s.c->A, s.Z, s.T).residual > bound_of(&s));
    schur_free(&s);
}

/* Norms of 2^-950 and 2^950 in W and U, with the same T up to the power of two. */
static void extreme_norms(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++)
    {
        struct schur s = schur_new(types[k % 2], 21, GENERAL_GRCAR, 3006), big = schur_new(types[k % 2], 21, GENERAL_GRCAR, 3006);
        const int e = k / 2 ? 950 : -950, words = k % 2 ? 882 : 441;
        reduce(&s);
        memcpy(big.H, s.H, (size_t)(21 * 21) * s.size);
        for (int i = 0; i < words; i++)
            ((cuddreal *)(void *)big.H)[i] = cuddLdexp(((cuddreal *)(void *)big.H)[i], e);
        memcpy(big.Q, s.Q, (size_t)(21 * 21) * s.size);
        solve(&s);
        solve(&big);
        for (int i = 0; i < words; i++)
            assert_true(((cuddreal *)(void *)big.T)[i].x == ldexp(((cuddreal *)(void *)s.T)[i].x, e));
        schur_free(&s);
        schur_free(&big);
    }
}

/* ---- special values -------------------------------------------------------------------------- */

/* NaN or Inf on or above the subdiagonal: info n + 1 and nothing else changes but the eigenvalues.
 * NaN below it is not read. */
static void special_values(void **state)
{
    (void)state;
    for (int k = 0; k < 18; k++)
    {
        const int64_t n = 11;
        struct schur s = schur_new(types[k % 6], n, GENERAL_RANDOM, 3007);
        const size_t bytes = (size_t)(n * n) * s.size;
        const cuddreal value = k / 6 == 1 ? cuddInf() : cuddNan();
        const int below = k / 6 == 2;
        const struct hseqr a = {1, 2, n, 1, n, s.T, n, s.wr, s.wi, s.Z, n, &s.info};
        reduce(&s);
        memcpy(s.T, s.H, bytes);
        memcpy(s.Z, s.Q, bytes);
        dd_element_set(s.c->type, s.T, below ? 7 + 2 * n : 4 + 3 * n, value, cuddFromDouble(0.0));
        char *before = copy_of(s.T, bytes);
        dd_must(h, hseqr(h, s.c->type, &a), "hseqr");
        assert_int_equal(s.info, below ? 0 : n + 1);
        if (below)
            assert_true(dd_oracle_schur_error(s.c->type, n, s.c->A, s.Z, s.T).residual <= bound_of(&s));
        else
        {
            assert_memory_equal(s.T, before, bytes);
            assert_memory_equal(s.Z, s.Q, bytes);
            for (int64_t j = 0; j < n; j++)
                assert_true(cuddIsNan(general_value(s.c, s.wr, NULL, j).x));
        }
        free(before);
        schur_free(&s);
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void assert_refused(ddblasStatus_t got, ddblasStatus_t status, int position)
{
    assert_int_equal(got, status);
    assert_int_equal(ddblasGetLastArgument(h), position);
    assert_true(strlen(ddblasGetLastError(h)) > 0);
}

static void refuse_hseqr(ddblasType_t t, struct hseqr good)
{
    const int z = dd_type_is_complex(t) ? 10 : 11;
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    struct hseqr a = good;
    assert_int_equal(hseqr(NULL, t, &a), DDBLAS_STATUS_NOT_INITIALIZED);
#define REFUSE(member, value, position)                                                                                          \
    a = good;                                                                                                                    \
    a.member = value;                                                                                                            \
    assert_refused(hseqr(h, t, &a), invalid, position)
    REFUSE(job, 2, 2);
    REFUSE(compz, 3, 3);
    REFUSE(n, -1, 4);
    REFUSE(ilo, 0, 5);
    REFUSE(ilo, 5, 5);
    REFUSE(ihi, 5, 6);
    REFUSE(ihi, 0, 6);
    REFUSE(H, NULL, 7);
    REFUSE(ldh, 3, 8);
    REFUSE(wr, NULL, 9);
    REFUSE(Z, NULL, z);
    REFUSE(ldz, 3, z + 1);
    REFUSE(info, NULL, z + 2);
#undef REFUSE
}

static void arguments(void **state)
{
    (void)state;
    static _Alignas(64) char at[1024];
    const ddblasStatus_t invalid = DDBLAS_STATUS_INVALID_VALUE;
    const int64_t huge = INT64_C(1) << 27;
    int64_t info = 3;
    size_t bytes;
    for (int k = 0; k < 6; k++)
    {
        const ddblasType_t t = types[k];
        assert_refused(gehrd(h, t, -1, 1, 4, at, 4, at), invalid, 2);
        assert_refused(gehrd(h, t, 4, 0, 4, at, 4, at), invalid, 3);
        assert_refused(gehrd(h, t, 4, 3, 2, at, 4, at), invalid, 4);
        assert_refused(gehrd(h, t, 4, 1, 4, NULL, 4, at), invalid, 5);
        assert_refused(gehrd(h, t, 4, 1, 4, at, 3, at), invalid, 6);
        assert_refused(gehrd(h, t, 4, 1, 4, at, 4, at + 2), DDBLAS_STATUS_MISALIGNED, 7);
        assert_refused(orghr(h, t, 4, 1, 5, at, 4, at), invalid, 4);
        assert_refused(orghr(h, t, 4, 1, 4, at, 4, NULL), invalid, 7);
        assert_refused(gehrd(h, t, huge, 1, huge, at, huge, at), DDBLAS_STATUS_NOT_SUPPORTED, 0);
        dd_must(h, gehrd(h, t, 0, 1, 0, NULL, 1, NULL), "n = 0");
        dd_must(h, orghr(h, t, 0, 1, 0, NULL, 1, NULL), "n = 0");
        refuse_hseqr(t, (struct hseqr){1, 1, 4, 1, 4, at, 4, at, at, at, 4, &info});
        const struct hseqr nothing = {1, 1, 0, 1, 0, NULL, 1, NULL, NULL, NULL, 1, &info};
        dd_must(h, hseqr(h, t, &nothing), "n = 0");
        assert_int_equal(info, 0);
    }
    assert_refused(ddblasGehrdWorkspaceSize(h, (ddblasType_t)50, 4, &bytes), invalid, 2);
    assert_refused(ddblasOrghrWorkspaceSize(h, DDBLAS_TYPE_W, -4, &bytes), invalid, 3);
    assert_refused(ddblasHseqrWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasSchurJob_t)2, (ddblasSchurVectors_t)0, 4, &bytes), invalid,
                   3);
    assert_refused(ddblasHseqrWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasSchurJob_t)1, (ddblasSchurVectors_t)3, 4, &bytes), invalid,
                   4);
    assert_refused(ddblasHseqrWorkspaceSize(h, DDBLAS_TYPE_W, (ddblasSchurJob_t)1, (ddblasSchurVectors_t)0, 4, NULL), invalid, 6);
}

/* ---- bits and memory ------------------------------------------------------------------------- */

static void same_bits(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++)
    {
        const int64_t n = 60;
        struct schur s = schur_new(types[k], n, GENERAL_RANDOM, 3008), again = schur_new(types[k], n, GENERAL_RANDOM, 3008);
        const size_t bytes = (size_t)(n * n) * s.size;
        size_t need[3], most = 0;
        void *memory = NULL;
        reduce(&s);
        solve(&s);
        dd_must(h, ddblasGehrdWorkspaceSize(h, types[k], n, &need[0]), "query");
        dd_must(h, ddblasOrghrWorkspaceSize(h, types[k], n, &need[1]), "query");
        dd_must(h, ddblasHseqrWorkspaceSize(h, types[k], DDBLAS_SCHUR_FORM, DDBLAS_SCHUR_VECTORS_ACCUMULATE, n, &need[2]),
                "query");
        for (int part_of = 0; part_of < 3; part_of++)
            most = need[part_of] > most ? need[part_of] : most;
        for (int threads = 1; threads <= 3; threads++)
        {
            dd_must(h, ddblasSetThreads(h, threads), "threads");
            dd_must(h, ddblasMalloc(h, &memory, most), "malloc");
            dd_must(h, ddblasSetWorkspace(h, memory, most), "workspace");
            reduce(&again);
            solve(&again);
            dd_must(h, ddblasSetWorkspace(h, NULL, 0), "workspace");
            dd_must(h, ddblasFree(h, memory), "free");
            assert_memory_equal(again.H, s.H, bytes);
            assert_memory_equal(again.Q, s.Q, bytes);
            assert_memory_equal(again.T, s.T, bytes);
            assert_memory_equal(again.Z, s.Z, bytes);
        }
        dd_must(h, ddblasSetThreads(h, 0), "threads");
        schur_free(&s);
        schur_free(&again);
    }
}

static void allocation_failure(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++)
    {
        struct schur s = schur_new(types[k], 20, GENERAL_RANDOM, 3009);
        int failing = 1;
        for (;; failing++)
        {
            ddblasHandle_t fresh = dd_test_handle_on(DDBLAS_ENGINE_CPU);
            memcpy(s.H, s.c->A, 400 * s.size);
            ddblas_inject_allocation_failure(failing);
            const ddblasStatus_t status = gehrd(fresh, types[k], 20, 1, 20, s.H, 20, s.tau);
            ddblas_inject_allocation_failure(0);
            assert_int_equal(ddblasDestroy(fresh), DDBLAS_STATUS_SUCCESS);
            if (status == DDBLAS_STATUS_SUCCESS)
                break;
            assert_int_equal(status, DDBLAS_STATUS_ALLOC_FAILED);
            assert_memory_equal(s.H, s.c->A, 400 * s.size);
        }
        assert_true(failing > 1);
        schur_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds),         cmocka_unit_test(large),
        cmocka_unit_test(ranges),         cmocka_unit_test(jobs),
        cmocka_unit_test(extreme_norms),  cmocka_unit_test(wrong_elements),
        cmocka_unit_test(special_values), cmocka_unit_test(arguments),
        cmocka_unit_test(same_bits),      cmocka_unit_test(allocation_failure),
    };
    choose_tests();
    return cmocka_run_group_tests_name("gehrd, orghr and hseqr", tests, open_cpu_handle, close_handle);
}
