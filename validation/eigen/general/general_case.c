#include "general_case.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "element.h"
#include "oracle.h"
#include "oracle_general.h"
#include "poison.h"

const char *general_family_name(enum general_family family)
{
    static const char *const names[] = {"random",    "unimodular", "Jordan", "companion", "circulant", "Toeplitz",
                                        "Clement",   "Frank",      "Grcar",  "shift",     "graded",    "scaled",
                                        "reducible", "repeated",   "zero",   "diagonal",  "skew"};
    return names[family];
}

/* ---- elements -------------------------------------------------------------------------------- */

static void put(struct general_case *c, int64_t i, int64_t j, cuddreal re, cuddreal im)
{
    dd_element_set(c->type, c->A, i + j * c->n, re, im);
}

static void put_double(struct general_case *c, int64_t i, int64_t j, double re)
{
    put(c, i, j, cuddFromDouble(re), cuddFromDouble(0.0));
}

/* A random element of modulus about 2^exponent, with low parts in W and U. */
static void put_random(struct general_case *c, int64_t i, int64_t j, struct dd_random *g, int exponent)
{
    const int pair = dd_type_is_pair(c->type), complex = dd_type_is_complex(c->type);
    cuddreal re = dd_random_pair(g, exponent), im = complex ? dd_random_pair(g, exponent) : cuddFromDouble(0.0);
    re = cuddMulD(re, dd_random_unit(g));
    if (!pair)
    {
        re = cuddFromDouble((double)(float)re.x);
        im = cuddFromDouble((double)(float)im.x);
    }
    put(c, i, j, re, im);
}

/* ---- X D X^-1 of integers -------------------------------------------------------------------- */

enum
{
    LARGEST = 1 << 20 /* S and C hold integers up to 2^24. */
};

/* Row i += s row j and column j -= s column i, unless an element becomes large. */
static void similarity(int64_t n, int64_t *M, int64_t i, int64_t j, int64_t s)
{
    for (int64_t k = 0; k < n; k++)
        if (llabs(M[i + k * n]) + llabs(M[j + k * n]) > LARGEST || llabs(M[k + i * n]) + llabs(M[k + j * n]) > LARGEST)
            return;
    for (int64_t k = 0; k < n; k++)
        M[i + k * n] += s * M[j + k * n];
    for (int64_t k = 0; k < n; k++)
        M[k + j * n] -= s * M[k + i * n];
}

/* The integer matrix D and its eigenvalues. */
static void integer_blocks(struct general_case *c, enum general_family family, struct dd_random *g, int64_t *M)
{
    const int64_t n = c->n;
    for (int64_t k = 0; k < n; k++)
    {
        const int64_t value = family == GENERAL_REPEATED ? (k % 2 ? 3 : -2) : family == GENERAL_JORDAN ? k / 5 + 1 : k + 1;
        const int pairs = family == GENERAL_UNIMODULAR && k % 3 == 1 && k + 1 < n;
        M[k * (n + 1)] = value;
        c->exact[k] = cuddcFromDoubles((double)value, 0.0);
        if (family == GENERAL_JORDAN && k % 5 != 4 && k + 1 < n)
            M[k + (k + 1) * n] = 1;
        if (!pairs)
            continue;
        const int64_t imaginary = dd_random_int(g, 1, 9);
        M[(k + 1) * (n + 1)] = value;
        M[k + 1 + k * n] = -imaginary;
        M[k + (k + 1) * n] = imaginary;
        c->exact[k] = cuddcFromDoubles((double)value, (double)imaginary);
        c->exact[k + 1] = cuddcFromDoubles((double)value, (double)-imaginary);
        k++;
    }
}

static void fill_unimodular(struct general_case *c, enum general_family family, struct dd_random *g)
{
    const int64_t n = c->n;
    int64_t *M = calloc((size_t)(n * n), sizeof *M);
    assert_non_null(M);
    integer_blocks(c, family, g, M);
    for (int64_t step = 0; n > 1 && step < 3 * n; step++)
    {
        const int64_t i = dd_random_int(g, 0, n - 1), j = dd_random_int(g, 0, n - 1);
        if (i != j)
            similarity(n, M, i, j, step % 2 ? 1 : -1);
    }
    for (int64_t k = 0; k < n * n; k++)
        put_double(c, k % n, k / n, (double)M[k]);
    c->simple = family == GENERAL_UNIMODULAR;
    free(M);
}

/* ---- matrices of formulas -------------------------------------------------------------------- */

/* The coefficients of (x - 1) ... (x - n), which are below 2^106 for n <= 20. */
static void fill_companion(struct general_case *c)
{
    const int64_t n = c->n;
    cuddreal p[24] = {{1.0, 0.0}};
    for (int64_t k = 1; k <= n; k++)
        for (int64_t j = k; j >= 1; j--)
            p[j] = cuddSub(p[j], cuddMulD(p[j - 1], (double)k));
    for (int64_t j = 0; j < n; j++)
    {
        put(c, 0, j, cuddNeg(p[j + 1]), cuddFromDouble(0.0));
        if (j + 1 < n)
            put_double(c, j + 1, j, 1.0);
        c->exact[j] = cuddcFromDoubles((double)(j + 1), 0.0);
    }
}

static void fill_circulant(struct general_case *c, enum general_family family)
{
    const int64_t n = c->n;
    double *first = calloc((size_t)n + 1, sizeof *first);
    assert_non_null(first);
    for (int64_t k = 0; k < n; k++)
        first[k] = family == GENERAL_SHIFT ? (k == 1 % n ? 1.0 : 0.0) : (double)(k * k % 7) - 2.5 + (double)k / 64.0;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            put_double(c, i, j, first[(i - j + n) % n]);
    dd_oracle_circulant(n, first, c->exact);
    free(first);
}

static void fill_skew(struct general_case *c, struct dd_random *g)
{
    for (int64_t j = 0; j < c->n; j++)
        for (int64_t i = 0; i < j; i++)
        {
            const double d = (double)dd_random_int(g, -99, 99);
            put_double(c, i, j, d);
            put_double(c, j, i, -d);
        }
}

static double formula(enum general_family family, int64_t n, int64_t i, int64_t j)
{
    switch (family)
    {
    case GENERAL_TOEPLITZ:
        return i == j ? 3.0 : i == j + 1 ? 1.5 : i == j - 1 ? 2.0 : 0.0;
    case GENERAL_CLEMENT:
        return i == j + 1 ? (double)(j + 1) : i == j - 1 ? (double)(n - j) : 0.0;
    case GENERAL_FRANK:
        return i > j + 1 ? 0.0 : (double)(n - (i > j ? i : j));
    case GENERAL_GRCAR:
        return i == j + 1 ? -1.0 : j >= i && j <= i + 3 ? 1.0 : 0.0;
    case GENERAL_DIAGONAL:
        return i == j ? (double)(j * 7 % 5) - 1.0 : 0.0;
    default:
        return 0.0;
    }
}

static void fill_formula(struct general_case *c, enum general_family family)
{
    const int64_t n = c->n;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            put_double(c, i, j, formula(family, n, i, j));
    for (int64_t k = 0; k < n; k++)
        c->exact[k] = cuddcFromDoubles(family == GENERAL_CLEMENT ? (double)(2 * k - n + 1) : formula(family, n, k, k), 0.0);
    if (family == GENERAL_TOEPLITZ)
        dd_oracle_toeplitz(n, 3.0, 1.5, 2.0, c->exact);
    c->simple = family == GENERAL_TOEPLITZ || family == GENERAL_CLEMENT;
}

static void fill_random(struct general_case *c, enum general_family family, struct dd_random *g)
{
    const int64_t n = c->n;
    const int range = dd_type_is_single(c->type) ? 8 : 40;
    int *scale = calloc((size_t)n + 1, sizeof *scale);
    int64_t *order = calloc((size_t)n + 1, sizeof *order);
    assert_true(scale && order);
    for (int64_t k = 0; k < n; k++)
    {
        scale[k] = (int)dd_random_int(g, -range / 2, range / 2);
        order[k] = k;
    }
    for (int64_t k = n - 1; k > 0; k--)
    {
        const int64_t other = dd_random_int(g, 0, k), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
        {
            const int64_t r = order[i], q = order[j];
            const int apart = family == GENERAL_REDUCIBLE && r > q && (r > n / 2 || q < n / 4);
            const int e = family == GENERAL_GRADED   ? -(int)((i + j) * range / (2 * n))
                          : family == GENERAL_SCALED ? scale[i] - scale[j]
                                                     : 0;
            if (apart)
                put_double(c, i, j, 0.0);
            else
                put_random(c, i, j, g, e);
        }
    free(scale);
    free(order);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static int is_known(enum general_family family)
{
    return family != GENERAL_RANDOM && family != GENERAL_FRANK && family != GENERAL_GRCAR && family != GENERAL_GRADED &&
           family != GENERAL_SCALED && family != GENERAL_REDUCIBLE && family != GENERAL_SKEW;
}

static void scale_case(struct general_case *c, int exponent)
{
    for (int64_t k = 0; k < c->n * c->n && exponent != 0; k++)
    {
        const struct dd_parts a = dd_parts_load(c->type, c->A, k);
        dd_element_set(c->type, c->A, k, cuddLdexp(cuddMake(a.re[0], a.re[1]), exponent),
                       cuddLdexp(cuddMake(a.im[0], a.im[1]), exponent));
    }
    for (int64_t k = 0; c->exact && k < c->n; k++)
        c->exact[k] = cuddcLdexp(c->exact[k], exponent);
}

struct general_case *general_case_new(ddblasType_t type, int64_t n, enum general_family family, uint64_t seed, int exponent)
{
    struct general_case *c = calloc(1, sizeof *c);
    struct dd_random g;
    assert_non_null(c);
    c->type = type;
    c->n = family == GENERAL_COMPANION && n > 20 ? 20 : n;
    c->unit = dd_oracle_unit(type);
    c->A = calloc((size_t)(c->n * c->n) + 1, dd_type_size(type));
    c->exact = calloc((size_t)c->n + 1, sizeof *c->exact);
    c->simple = 1;
    assert_true(c->A && c->exact);
    dd_random_start(&g, seed + (uint64_t)(n * 64 + (int64_t)family));
    if (family == GENERAL_UNIMODULAR || family == GENERAL_JORDAN || family == GENERAL_REPEATED)
        fill_unimodular(c, family, &g);
    else if (family == GENERAL_COMPANION)
        fill_companion(c);
    else if (family == GENERAL_CIRCULANT || family == GENERAL_SHIFT)
        fill_circulant(c, family);
    else if (family == GENERAL_SKEW)
        fill_skew(c, &g);
    else if (is_known(family) || family == GENERAL_FRANK || family == GENERAL_GRCAR)
        fill_formula(c, family);
    else
        fill_random(c, family, &g);
    if (!is_known(family))
    {
        free(c->exact);
        c->exact = NULL;
    }
    scale_case(c, exponent);
    return c;
}

void general_case_free(struct general_case *c)
{
    free(c->A);
    free(c->exact);
    free(c);
}

/* ---- calls ----------------------------------------------------------------------------------- */

struct general_result general_result_new(const struct general_case *c)
{
    const size_t size = dd_type_size(c->type), n = (size_t)c->n;
    return (struct general_result){.wr = dd_poisoned(n * size),
                                   .wi = dd_type_is_complex(c->type) ? NULL : dd_poisoned(n * size),
                                   .VL = dd_poisoned(n * n * size),
                                   .VR = dd_poisoned(n * n * size),
                                   .info = -7};
}

void general_result_free(struct general_result *r)
{
    free(r->wr);
    free(r->wi);
    free(r->VL);
    free(r->VR);
}

#define REAL(letter, element)                                                                                                    \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##geev(handle, (ddblasEigMode_t)jobvl, (ddblasEigMode_t)jobvr, n, A, lda, wr, wi, VL, ldvl, VR,     \
                                    ldvr, info)
#define COMPLEX(letter, element)                                                                                                 \
    case DDBLAS_TYPE_##letter:                                                                                                   \
        return ddblas##letter##geev(handle, (ddblasEigMode_t)jobvl, (ddblasEigMode_t)jobvr, n, A, lda, wr, VL, ldvl, VR, ldvr,   \
                                    info)

ddblasStatus_t general_geev(ddblasHandle_t handle, ddblasType_t type, int jobvl, int jobvr, int64_t n, const void *A, int64_t lda,
                            void *wr, void *wi, void *VL, int64_t ldvl, void *VR, int64_t ldvr, int64_t *info)
{
    switch (type)
    {
        REAL(S, float);
        REAL(D, double);
        REAL(W, cuddreal);
        COMPLEX(C, ddblasComplex);
        COMPLEX(Z, ddblasDoubleComplex);
    default:
        return ddblasUgeev(handle, (ddblasEigMode_t)jobvl, (ddblasEigMode_t)jobvr, n, A, lda, wr, VL, ldvl, VR, ldvr, info);
    }
}

/* Copies the columns of an n x n matrix; `ldf` and `ldt` are leading dimensions. */
static void copy_columns(size_t size, int64_t n, const char *from, int64_t ldf, char *to, int64_t ldt)
{
    for (int64_t j = 0; j < n; j++)
        memcpy(to + (size_t)(j * ldt) * size, from + (size_t)(j * ldf) * size, (size_t)n * size);
}

/* Rows behind the matrix are still poison. */
static void assert_gaps(size_t size, int64_t n, const char *V, int64_t ld)
{
    for (int64_t j = 0; j < n; j++)
        for (size_t k = (size_t)(j * ld + n) * size; k < (size_t)((j + 1) * ld) * size; k++)
            assert_int_equal((unsigned char)V[k], DD_POISON);
}

ddblasStatus_t general_call(ddblasHandle_t handle, const struct general_case *c, int left, int right, int64_t pad,
                            struct general_result *r)
{
    const size_t size = dd_type_size(c->type);
    const int64_t n = c->n, ld = n + pad > 0 ? n + pad : 1;
    const size_t bytes = (size_t)(ld * n) * size + 8;
    /* Operands begin at 8 mod 16, where the CPU engine allows it. */
    char *memory[3] = {dd_poisoned(bytes + 8), dd_poisoned(bytes + 8), dd_poisoned(bytes + 8)};
    char *A = memory[0] + 8, *VL = memory[1] + 8, *VR = memory[2] + 8, *before = malloc(bytes);
    assert_non_null(before);
    copy_columns(size, n, c->A, n, A, ld);
    memcpy(before, A, bytes);
    const ddblasStatus_t status = general_geev(handle, c->type, left, right, n, A, ld, r->wr, r->wi, left ? VL : NULL,
                                               left ? ld : 1, right ? VR : NULL, right ? ld : 1, &r->info);
    assert_memory_equal(before, A, bytes);
    assert_gaps(size, n, VL, ld);
    assert_gaps(size, n, VR, ld);
    if (left)
        copy_columns(size, n, VL, ld, r->VL, n);
    if (right)
        copy_columns(size, n, VR, ld, r->VR, n);
    for (int k = 0; k < 3; k++)
        free(memory[k]);
    free(before);
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

cuddcomplex general_value(const struct general_case *c, const void *wr, const void *wi, int64_t j)
{
    const struct dd_parts re = dd_parts_load(c->type, wr, j);
    if (!wi)
        return cuddcMake(cuddMake(re.re[0], re.re[1]), cuddMake(re.im[0], re.im[1]));
    const struct dd_parts im = dd_parts_load(c->type, wi, j);
    return cuddcMake(cuddMake(re.re[0], re.re[1]), cuddMake(im.re[0], im.re[1]));
}

double general_distance(const struct general_case *c, const void *wr, const void *wi, const double *allowed)
{
    double worst = 0.0;
    char *taken = calloc((size_t)c->n + 1, 1);
    assert_non_null(taken);
    for (int64_t k = 0; k < c->n; k++)
    {
        double nearest = INFINITY;
        int64_t found = -1;
        for (int64_t j = 0; j < c->n; j++)
        {
            const cuddcomplex d = cuddcSub(general_value(c, wr, wi, j), c->exact[k]);
            const double distance = hypot(d.x.x, d.y.x);
            if (!taken[j] && distance < nearest)
            {
                nearest = distance;
                found = j;
            }
        }
        if (found < 0)
        {
            worst = INFINITY;
            break;
        }
        taken[found] = 1;
        worst = fmax(worst, nearest == 0.0 ? 0.0 : nearest / allowed[found]);
    }
    free(taken);
    return worst;
}

double general_norm(const struct general_case *c)
{
    double sum = 0.0, largest = 0.0;
    for (int pass = 0; pass < 2; pass++)
        for (int64_t k = 0; k < c->n * c->n; k++)
        {
            const struct dd_parts a = dd_parts_load(c->type, c->A, k);
            if (pass == 0)
                largest = fmax(largest, fmax(fabs(a.re[0]), fabs(a.im[0])));
            else if (largest > 0.0)
                sum += (a.re[0] / largest) * (a.re[0] / largest) + (a.im[0] / largest) * (a.im[0] / largest);
        }
    return largest * sqrt(sum);
}
