/*
 * Test matrices and vectors: one list, each kind with its formula. Entries are the exact numbers
 * rounded once to double-double.
 */
#include "cli.h"
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct context
{
    int64_t n;
    const struct cli_kind_options *options;
    struct cli_spectrum *spectrum;
    cuddreal *table; /* values that a kind forms once per row */
};

enum shape
{
    SYMMETRIC, /* n x n, entries asked for i >= j only */
    SQUARE,
    TALL,     /* (n + 1) x n */
    TALL_21,  /* 21 x n */
    VECTOR,   /* n x 1 */
    VECTOR_21 /* 21 x 1 */
};

struct cli_kind
{
    const char *name;
    enum shape shape;
    const char *explanation;
    cuddreal (*entry)(const struct context *c, int64_t i, int64_t j); /* i, j from 0 */
    int (*prepare)(struct context *c);                                /* or null; returns an exit code */
    int uses;                                                         /* options that its entries depend on */
};

enum /* bits of uses, in the order of CLI_KIND_OPTIONS */
{
    SEED = 1,
    MU = 2,
    COND = 4
};

/* ---- exact arithmetic on integers ------------------------------------------------------------ */

/* p / q for integers below 2^53: the remainder p - q RN(p / q) is a double, and its quotient by q
 * the low part. */
static cuddreal quotient(int64_t p, int64_t q)
{
    double hi = (double)p / (double)q;
    double rest = cudd_fma(-hi, (double)q, (double)p);
    return cuddFastTwoSum(hi, rest / (double)q);
}

/* sqrt(k) for an integer below 2^53: with s = RN(sqrt k), the rest is (k - s^2) / (sqrt k + s), its
 * numerator a double. */
static cuddreal root(int64_t k)
{
    double s = sqrt((double)k);
    double rest = cudd_fma(-s, s, (double)k);
    if (rest == 0.0)
        return cuddFromDouble(s);
    return cuddFastTwoSum(s, cuddDDiv(rest, cuddAddD(cuddSqrt(cuddFromInt64(k)), s)).x);
}

/* ---- random numbers by place: the same for every order of evaluation
 * ---------------------------------------------------------
 */

/* A well mixed function of (seed, index): the finaliser of splitmix64, twice. */
static uint64_t mix(uint64_t seed, uint64_t index)
{
    uint64_t z = seed * 0x9e3779b97f4a7c15u + index;
    for (int round = 0; round < 2; round++)
    {
        z += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
    }
    return z;
}

/* In [0, 1), with random bits down to 2^-105: 53 and 52 of them, the last one set. */
static cuddreal random_unit(uint64_t seed, uint64_t index)
{
    double hi = (double)(mix(seed, 2 * index) >> 11) * 0x1p-53;
    double lo = (double)((mix(seed, 2 * index + 1) >> 12) | 1u) * 0x1p-105;
    return cuddTwoSum(hi, lo);
}

/* In (-1, 1). */
static cuddreal random_signed(uint64_t seed, uint64_t index)
{
    cuddreal r = random_unit(seed, index);
    return mix(~seed, index) & 1u ? cuddNeg(r) : r;
}

static int64_t random_integer(uint64_t seed, uint64_t index) { return (int64_t)(mix(seed, index) >> 44) - (1 << 19); }

static uint64_t seed_of(const struct context *c) { return (uint64_t)c->options->seed; }

/* ---- the formulas, indices from 0
 * -------------------------------------------------------------------------------------------
 */

static int64_t larger(int64_t i, int64_t j) { return i > j ? i : j; }
static int64_t smaller(int64_t i, int64_t j) { return i < j ? i : j; }
static cuddreal integer(int64_t k) { return cuddFromInt64(k); }

#define ENTRY(name) static cuddreal name(const struct context *c, int64_t i, int64_t j)
#define UNUSED(a)   ((void)(a))

ENTRY(hilbert) { return UNUSED(c), quotient(1, i + j + 1); }
ENTRY(lotkin) { return UNUSED(c), i == 0 ? integer(1) : quotient(1, i + j + 1); }
ENTRY(lehmer) { return UNUSED(c), quotient(smaller(i, j) + 1, larger(i, j) + 1); }
ENTRY(minij) { return UNUSED(c), integer(smaller(i, j) + 1); }
ENTRY(second_difference) { return UNUSED(c), integer(i == j ? 2 : i - j == 1 ? -1 : 0); }
ENTRY(clement) { return i - j == 1 ? root(i * (c->n - i)) : integer(0); }
ENTRY(frank) { return integer(j >= i - 1 ? c->n - larger(i, j) : 0); }
ENTRY(pascal) { return UNUSED(c), cli_binomials(1, (unsigned long)(i + j), (unsigned long)i, 0, 0); }
ENTRY(wilkinson) { return i == j ? cuddFromDouble(fabs((double)i - 0.5 * (double)(c->n - 1))) : integer(i - j == 1); }
ENTRY(random_symmetric) { return random_signed(seed_of(c), (uint64_t)(i * c->n + j)); }
ENTRY(spectrum_entry) { return cli_spectrum_entry(c->spectrum, i, j); }
ENTRY(kahan) { return j < i ? integer(0) : c->table[j == i ? i : c->n + i]; }
ENTRY(wampler) { return UNUSED(c), cli_power(1, 1, (unsigned long)i, 1, (unsigned long)j); }
ENTRY(ones) { return UNUSED(c), UNUSED(i), UNUSED(j), integer(1); }
ENTRY(random_x) { return UNUSED(j), random_signed(seed_of(c), (uint64_t)i); }
ENTRY(wampler_y1) { return UNUSED(j), cli_power_sum((unsigned long)i, 1, c->n); }
ENTRY(wampler_y2) { return UNUSED(j), cli_power_sum((unsigned long)i, 10, c->n); }

ENTRY(laeuchli)
{
    if (i == 0)
        return cuddAddD(random_unit(seed_of(c), (uint64_t)j), 1.0);
    return i - 1 == j ? c->options->mu : integer(0);
}

/* Row sums of the inverse, i from 1: (-1)^(n-i) n C(n+i-1, i-1) C(n-1, i-1), integers. */
ENTRY(hilbert_x)
{
    unsigned long n = (unsigned long)c->n, k = (unsigned long)i;
    UNUSED(j);
    return cli_binomials((n - k) % 2 ? (long)n : -(long)n, n + k, k, n - 1, k);
}

/* s = 24/25, c = 7/25, s^2 + c^2 = 1: row i is s^i times (1, -c, -c, ...). */
static int prepare_kahan(struct context *c)
{
    for (int64_t i = 0; i < c->n; i++)
    {
        c->table[i] = cli_power(1, 1, 24, 25, (unsigned long)i);
        c->table[c->n + i] = cli_power(-7, 25, 24, 25, (unsigned long)i);
    }
    return CLI_OK;
}

static int prepare_spectrum(struct context *c)
{
    if (!cuddGe(c->options->cond, integer(1)) || !cuddIsFinite(c->options->cond))
        return cli_error(CLI_BAD_INPUT, "--cond: expected a condition number of at least 1");
    c->spectrum = cli_spectrum_make(c->n, c->options->cond, random_integer, seed_of(c));
    return c->spectrum ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory for a matrix of order %lld", (long long)c->n);
}

static const struct cli_kind kinds[] = {
    {"hilbert", SYMMETRIC, "1/(i+j-1), condition about e^(3.5 N)", hilbert, NULL, 0},
    {"lehmer", SYMMETRIC, "min(i,j)/max(i,j), inverse tridiagonal", lehmer, NULL, 0},
    {"minij", SYMMETRIC, "min(i,j), eigenvalues 1/(4 sin^2((2k-1)pi/(2(2N+1))))", minij, NULL, 0},
    {"1-2-1", SYMMETRIC, "second difference, eigenvalues 4 sin^2(k pi/(2(N+1)))", second_difference, NULL, 0},
    {"clement", SYMMETRIC, "tridiagonal with sqrt(i(N-i)), eigenvalues -(N-1), -(N-3), ..., N-1", clement, NULL, 0},
    {"pascal", SYMMETRIC, "binomial coefficients C(i+j-2,i-1), determinant 1", pascal, NULL, 0},
    {"wilkinson", SYMMETRIC, "tridiagonal, diagonal |i-(N+1)/2|, off-diagonal 1; N = 21 is W21+, with pairs of close eigenvalues",
     wilkinson, NULL, 0},
    {"random", SYMMETRIC, "random entries in (-1,1) of full length", random_symmetric, NULL, SEED},
    {"random-spectrum", SYMMETRIC, "Q D Q^T, D geometric from 1 to 1/COND (--cond, default 1e20), Q three random reflections",
     spectrum_entry, prepare_spectrum, SEED | COND},
    {"frank", SQUARE, "upper Hessenberg, N+1-max(i,j), determinant 1, ill-conditioned small eigenvalues", frank, NULL, 0},
    {"kahan", SQUARE, "upper triangular, s^(i-1) times (1, -c, -c, ...), s = 24/25, c = 7/25", kahan, prepare_kahan, 0},
    {"lotkin", SQUARE, "hilbert with a first row of ones", lotkin, NULL, 0},
    {"laeuchli", TALL, "(N+1) x N: a random row in (1,2) of full length over MU I (--mu, default 2^-60)", laeuchli, NULL,
     SEED | MU},
    {"wampler", TALL_21, "21 x N, powers 0 ... N-1 of 0, 1, ..., 20", wampler, NULL, 0},
    {"ones", VECTOR, "vector of ones", ones, NULL, 0},
    {"random-x", VECTOR, "vector of random entries in (-1,1) of full length", random_x, NULL, SEED},
    {"hilbert-x", VECTOR, "integers of both signs with hilbert N times it = (1, 1, ..., 1)", hilbert_x, NULL, 0},
    {"wampler-y1", VECTOR_21, "row sums of wampler N: the least-squares solution is (1, ..., 1)", wampler_y1, NULL, 0},
    {"wampler-y2", VECTOR_21, "sum of (i/10)^k, i = 0 ... 20, k < N: the solution is (1, 1/10, 1/100, ...)", wampler_y2, NULL, 0},
};

enum
{
    KIND_COUNT = sizeof kinds / sizeof kinds[0]
};

void cli_list_kinds(const char *before, int width, char between)
{
    for (int k = 0; k < KIND_COUNT; k++)
        printf("%s%-*s%c%s\n", before, width, kinds[k].name, between, kinds[k].explanation);
}

const struct cli_kind *cli_find_kind(const char *name)
{
    for (int k = 0; k < KIND_COUNT; k++)
        if (strcmp(name, kinds[k].name) == 0)
            return &kinds[k];
    cli_error(CLI_BAD_INPUT, "'%s' is not a kind of matrix or vector; 'ddblas gen --help' lists them", name);
    return NULL;
}

static void shape_of(const struct cli_kind *kind, int64_t n, int64_t *rows, int64_t *columns)
{
    *rows = kind->shape == TALL ? n + 1 : kind->shape == TALL_21 || kind->shape == VECTOR_21 ? 21 : n;
    *columns = kind->shape == VECTOR || kind->shape == VECTOR_21 ? 1 : n;
}

static int fill(const struct cli_kind *kind, const struct context *c, ddblasHostMatrix *A)
{
    cuddreal *a = A->data;
    int symmetric = kind->shape == SYMMETRIC;
    for (int64_t j = 0; j < A->n; j++)
    {
        for (int64_t i = symmetric ? j : 0; i < A->m; i++)
        {
            a[i + j * A->lda] = kind->entry(c, i, j);
            if (!cuddIsFinite(a[i + j * A->lda]))
                return cli_error(CLI_BAD_INPUT, "%s %lld: entry (%lld, %lld) is beyond the range of double-double", kind->name,
                                 (long long)c->n, (long long)i + 1, (long long)j + 1);
            if (symmetric)
                a[j + i * A->lda] = a[i + j * A->lda];
        }
        cli_progress(kind->name, j + 1, A->n);
    }
    A->symmetry = symmetric ? DDBLAS_SYMMETRY_SYMMETRIC : DDBLAS_SYMMETRY_GENERAL;
    return CLI_OK;
}

int cli_check_kind_unnamed(const char *kind, const char *file)
{
    return kind && file ? cli_error(CLI_BAD_INPUT, "%s: expected no kind '%s' beside the file", file, kind) : CLI_OK;
}

/* Options that have mattered so far. */
static int used;

int cli_check_kind_options(void)
{
    static const char *const names[] = {"--seed", "--mu", "--cond"};
    const int unused = ~used;
    used = 0;
    for (int k = 0; k < 3; k++)
        if (unused >> k & 1 && cli_was_given(names[k]))
            return cli_error(CLI_BAD_INPUT, "%s: it has no effect here: nothing is made that depends on it", names[k]);
    return CLI_OK;
}

int cli_make(const struct cli_kind *kind, int64_t n, const struct cli_kind_options *options, ddblasHostMatrix *A)
{
    struct context c = {n, options, NULL, NULL};
    int64_t rows, columns;
    used |= kind->uses;
    shape_of(kind, n, &rows, &columns);
    ddblasStatus_t status = ddblasHostMatrixInit(A, DDBLAS_TYPE_W, rows, columns);
    if (status != DDBLAS_STATUS_SUCCESS)
        return cli_status_error(NULL, status);
    int code = CLI_OK;
    if (kind->prepare)
    {
        c.table = malloc((size_t)(2 * n + 1) * sizeof *c.table);
        code = c.table ? kind->prepare(&c) : cli_error(CLI_NO_RESOURCE, "out of memory");
    }
    if (code == CLI_OK)
        code = fill(kind, &c, A);
    if (code != CLI_OK)
        ddblasHostMatrixFree(A);
    cli_spectrum_free(c.spectrum);
    free(c.table);
    return code;
}
