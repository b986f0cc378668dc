/*
 * The functions of small.h for one type of number. The including file defines NUMBER and HOST, the
 * type and its form in host memory; ADD, SUB, MUL, DIV, SCALE, which multiplies by a real number,
 * CONJ, REAL_PART, IS_ZERO and ZERO; TABLE_TYPE, the struct, and NAME(name), which makes names
 * unique.
 */

static NUMBER NAME(element)(const HOST *a, int conjugate)
{
    const NUMBER value = *a;
    return conjugate ? CONJ(value) : value;
}

/* Returns beta y + alpha sum. */
static NUMBER NAME(update)(NUMBER alpha, NUMBER sum, NUMBER beta, const HOST *y)
{
    const NUMBER product = MUL(alpha, sum);
    return IS_ZERO(beta) ? product : ADD(MUL(beta, *y), product);
}

/* Returns the sum of n > 0 products a_i x_i: the sum of those with an even i plus that of the
 * others, which do not wait for one another. The two sums exchange their names in each step, so
 * that both stay in registers. */
static NUMBER NAME(sum)(int64_t n, const HOST *a, int64_t step, int conjugate, const HOST *x, int64_t incx)
{
    NUMBER older = MUL(NAME(element)(a, conjugate), x[0]);
    if (n == 1)
        return older;
    NUMBER newer = MUL(NAME(element)(a + step, conjugate), x[incx]);
    for (int64_t i = 2; i < n; i++)
    {
        const NUMBER sum = ADD(older, MUL(NAME(element)(a + i * step, conjugate), x[i * incx]));
        older = newer;
        newer = sum;
    }
    return ADD(older, newer);
}

static void NAME(dot)(int64_t n, const NUMBER *x, int64_t incx, int conjugate, const NUMBER *y, int64_t incy, NUMBER *result)
{
    *(HOST *)result = NAME(sum)(n, (const HOST *)x, incx, conjugate, (const HOST *)y, incy);
}

static void NAME(axpy)(int64_t n, const NUMBER *alpha, const NUMBER *x, int64_t incx, NUMBER *y, int64_t incy)
{
    const NUMBER a = *(const HOST *)alpha;
    const HOST *from = (const HOST *)x;
    HOST *to = (HOST *)y;
    for (int64_t i = 0; i < n; i++)
        to[i * incy] = ADD(to[i * incy], MUL(a, from[i * incx]));
}

static void NAME(scal)(int64_t n, const NUMBER *alpha, NUMBER *x, int64_t incx)
{
    const NUMBER a = *(const HOST *)alpha;
    HOST *to = (HOST *)x;
    for (int64_t i = 0; i < n; i++)
        to[i * incx] = MUL(a, to[i * incx]);
}

static void NAME(swap)(int64_t n, NUMBER *x, int64_t incx, NUMBER *y, int64_t incy)
{
    HOST *one = (HOST *)x, *other = (HOST *)y;
    for (int64_t i = 0; i < n; i++)
    {
        const NUMBER old = one[i * incx];
        one[i * incx] = other[i * incy];
        other[i * incy] = old;
    }
}

static void NAME(rot)(int64_t n, NUMBER *x, int64_t incx, NUMBER *y, int64_t incy, const cuddreal *c, const cuddreal *s)
{
    const cuddreal cosine = *(const ddblas_host_w *)c, sine = *(const ddblas_host_w *)s;
    HOST *one = (HOST *)x, *other = (HOST *)y;
    for (int64_t i = 0; i < n; i++)
    {
        const NUMBER a = one[i * incx], b = other[i * incy];
        one[i * incx] = ADD(SCALE(cosine, a), SCALE(sine, b));
        other[i * incy] = SUB(SCALE(cosine, b), SCALE(sine, a));
    }
}

/* Adds a column times a factor to m sums, or sets them to it. The sums do not depend on one
 * another, so that a processor works on several at a time. */
static void NAME(add_column)(int64_t m, NUMBER *sums, int first, const HOST *column, int64_t row, int conjugate, NUMBER factor)
{
    for (int64_t i = 0; i < m; i++)
    {
        const NUMBER product = MUL(NAME(element)(column + i * row, conjugate), factor);
        sums[i] = first ? product : ADD(sums[i], product);
    }
}

static void NAME(gemv)(int64_t m, int64_t n, const NUMBER *alpha, const NUMBER *A, int64_t row, int64_t column, int conjugate,
                       const NUMBER *x, int64_t incx, const NUMBER *beta, NUMBER *y, int64_t incy)
{
    const NUMBER a = *(const HOST *)alpha, b = *(const HOST *)beta;
    NUMBER sums[DDBLAS_SMALL_MOST];
    HOST *to = (HOST *)y;
    for (int64_t i = 0; i < m; i++)
        sums[i] = ZERO;
    for (int64_t j = 0; j < n; j++)
        NAME(add_column)(m, sums, j == 0, (const HOST *)A + j * column, row, conjugate, ((const HOST *)x)[j * incx]);
    for (int64_t i = 0; i < m; i++)
        to[i * incy] = NAME(update)(a, sums[i], b, to + i * incy);
}

/* Column j of A is that part of it which is stored, below or above the diagonal, the diagonal,
 * whose imaginary part is not used, and the conjugate of a row. */
static void NAME(hemv)(int upper, int64_t n, const NUMBER *alpha, const NUMBER *A, int64_t lda, const NUMBER *x, int64_t incx,
                       const NUMBER *beta, NUMBER *y, int64_t incy)
{
    const NUMBER a = *(const HOST *)alpha, b = *(const HOST *)beta;
    NUMBER sums[DDBLAS_SMALL_MOST];
    HOST *to = (HOST *)y;
    for (int64_t j = 0; j < n; j++)
    {
        const HOST *const column = (const HOST *)A + j * lda, *const row = (const HOST *)A + j;
        const NUMBER factor = ((const HOST *)x)[j * incx];
        const NUMBER own = SCALE(REAL_PART(column[j]), factor);
        NAME(add_column)(j, sums, 0, upper ? column : row, upper ? 1 : lda, !upper, factor);
        sums[j] = j == 0 ? own : ADD(sums[j], own);
        if (j + 1 < n)
            NAME(add_column)
        (n - 1 - j, sums + j + 1, j == 0, upper ? row + (j + 1) * lda : column + j + 1, upper ? lda : 1, upper, factor);
    }
    for (int64_t i = 0; i < n; i++)
        to[i * incy] = NAME(update)(a, sums[i], b, to + i * incy);
}

static void NAME(ger)(int64_t m, int64_t n, const NUMBER *alpha, const NUMBER *x, int64_t incx, const NUMBER *y, int64_t incy,
                      int conjugate, NUMBER *A, int64_t lda)
{
    const NUMBER a = *(const HOST *)alpha;
    const HOST *from = (const HOST *)x;
    for (int64_t j = 0; j < n; j++)
    {
        const NUMBER factor = MUL(a, NAME(element)((const HOST *)y + j * incy, conjugate));
        HOST *to = (HOST *)A + j * lda;
        for (int64_t i = 0; i < m; i++)
            to[i] = ADD(to[i], MUL(from[i * incx], factor));
    }
}

/* The elements of a column of a triangular matrix without the diagonal are rows [*first, *end). */
static void NAME(rest_of_column)(int upper, int64_t n, int64_t j, int64_t *first, int64_t *end)
{
    *first = upper ? 0 : j + 1;
    *end = upper ? j : n;
}

static void NAME(trmv)(int upper, int unit, int64_t n, const NUMBER *A, int64_t row, int64_t column, int conjugate, NUMBER *x,
                       int64_t incx)
{
    HOST *v = (HOST *)x;
    for (int64_t k = 0; k < n; k++)
    {
        const int64_t j = upper ? k : n - 1 - k;
        const HOST *const own = (const HOST *)A + j * column;
        const NUMBER factor = v[j * incx];
        int64_t first, end;
        NAME(rest_of_column)(upper, n, j, &first, &end);
        for (int64_t i = first; i < end; i++)
            v[i * incx] = ADD(v[i * incx], MUL(NAME(element)(own + i * row, conjugate), factor));
        if (!unit)
            v[j * incx] = MUL(NAME(element)(own + j * row, conjugate), factor);
    }
}

static void NAME(trsv)(int upper, int unit, int64_t n, const NUMBER *A, int64_t row, int64_t column, int conjugate, NUMBER *x,
                       int64_t incx)
{
    HOST *v = (HOST *)x;
    for (int64_t k = 0; k < n; k++)
    {
        const int64_t j = upper ? n - 1 - k : k;
        const HOST *const own = (const HOST *)A + j * column;
        int64_t first, end;
        if (!unit)
            v[j * incx] = DIV(v[j * incx], NAME(element)(own + j * row, conjugate));
        const NUMBER factor = v[j * incx];
        NAME(rest_of_column)(upper, n, j, &first, &end);
        for (int64_t i = first; i < end; i++)
            v[i * incx] = SUB(v[i * incx], MUL(NAME(element)(own + i * row, conjugate), factor));
    }
}

static void NAME(gemm)(int64_t m, int64_t n, int64_t k, const NUMBER *alpha, const NUMBER *A, int64_t row_a, int64_t column_a,
                       int conjugate_a, const NUMBER *B, int64_t row_b, int64_t column_b, int conjugate_b, const NUMBER *beta,
                       NUMBER *C, int64_t ldc)
{
    const NUMBER a = *(const HOST *)alpha, b = *(const HOST *)beta;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++)
        {
            const HOST *const left = (const HOST *)A + i * row_a, *const right = (const HOST *)B + j * column_b;
            NUMBER s = ZERO;
            for (int64_t l = 0; l < k; l++)
            {
                const NUMBER product =
                    MUL(NAME(element)(left + l * column_a, conjugate_a), NAME(element)(right + l * row_b, conjugate_b));
                s = l == 0 ? product : ADD(s, product);
            }
            HOST *const to = (HOST *)C + i + j * ldc;
            *to = NAME(update)(a, s, b, to);
        }
}

const struct TABLE_TYPE NAME(ddblas_small) = {NAME(dot),  NAME(axpy), NAME(scal), NAME(swap), NAME(rot), NAME(gemv),
                                              NAME(hemv), NAME(ger),  NAME(trmv), NAME(trsv), NAME(gemm)};
