/*
 * symv and hemv on the CPU for one type of CBLAS. symv_cpu_blas.c includes this file once per type,
 * after defining
 *
 *   E            element type;  IS_COMPLEX  0 or 1
 *   BLOCK        order of the pieces given to CBLAS
 *   WORTH        elements of A that are worth a thread
 *   NAME(f)      a name for this type;  OPS  the struct of symv_cpu.h to define
 *   GEMV(trans, m, k, A, lda, x, y)      y += op(A) x, contiguous vectors
 *   SYMV(uplo, m, A, lda, x, y)          y += A x, A symmetric or, of a complex type, Hermitian
 *
 * A tile is cut into pieces of BLOCK x BLOCK. Each piece is multiplied twice, A z and A^T x (or A^H
 * x); the second product reads the piece from the cache. A piece on the diagonal is one call of
 * CBLAS's symv or hemv. CBLAS has no complex symmetric symv: there the piece is copied to a full
 * square first, so that CBLAS reads no element outside the stored triangle.
 */

/* Returns a b. If the imaginary part of a is 0, it is not multiplied, so that it makes no NaN with
 * an Inf of b. */
static inline E NAME(times)(E a, E b)
{
#if IS_COMPLEX
    if (a.y == 0)
        return (E){a.x * b.x, a.x * b.y};
    return (E){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
#else
    return a * b;
#endif
}

static inline E NAME(plus)(E a, E b)
{
#if IS_COMPLEX
    return (E){a.x + b.x, a.y + b.y};
#else
    return a + b;
#endif
}

static int NAME(is_zero)(const void *scalar)
{
    E a = *(const E *)scalar;
#if IS_COMPLEX
    return a.x == 0 && a.y == 0;
#else
    return a == 0;
#endif
}

/* Computes y += A z and w += A^T x (w += A^H x in Hermitian problems) for an m x k piece A at (i,
 * j). If the leading dimension exceeds CBLAS's integers, the piece is copied first. */
static void NAME(piece)(const struct ddblas_symv_job *job, int64_t i, int64_t j, int m, int k, const E *x, const E *z, E *y, E *w)
{
    const E *A = ddblas_symv_element(job, i, j);
    int64_t lda = job->problem->lda;
    E copy[BLOCK * BLOCK];
    if (lda > INT32_MAX)
    {
        for (int q = 0; q < k; q++)
            memcpy(copy + q * BLOCK, A + q * lda, (size_t)m * sizeof(E));
        A = copy;
        lda = BLOCK;
    }
    GEMV(CblasNoTrans, m, k, A, (int)lda, z, y);
    GEMV(job->problem->hermitian ? CblasConjTrans : CblasTrans, m, k, A, (int)lda, x, w);
}

/* Computes y += A x for the m x m piece A on the diagonal at (i, i). */
static void NAME(square)(const struct ddblas_symv_job *job, int64_t i, int m, const E *x, E *y)
{
    const int lower = job->problem->uplo == DDBLAS_FILL_MODE_LOWER, mirrored = IS_COMPLEX && !job->problem->hermitian;
    const E *A = ddblas_symv_element(job, i, i);
    int64_t lda = job->problem->lda;
    E copy[BLOCK * BLOCK];
    if (mirrored || lda > INT32_MAX)
    {
        for (int q = 0; q < m; q++)
            for (int p = q; p < m; p++)
            {
                const int64_t row = lower ? p : q, column = lower ? q : p;
                copy[column * BLOCK + row] = A[column * lda + row];
                if (mirrored)
                    copy[row * BLOCK + column] = copy[column * BLOCK + row];
            }
        A = copy;
        lda = BLOCK;
    }
    if (mirrored)
        GEMV(CblasNoTrans, m, m, A, BLOCK, x, y);
    else
        SYMV(lower ? CblasLower : CblasUpper, m, A, (int)lda, x, y);
}

static void NAME(tile)(const struct ddblas_symv_job *job, int64_t ib, int64_t jb, void *scratch)
{
    const int lower = job->problem->uplo == DDBLAS_FILL_MODE_LOWER;
    const int m = (int)ddblas_symv_extent(job, ib), k = (int)ddblas_symv_extent(job, jb);
    const E *x = ddblas_symv_x(job, ib), *z = ddblas_symv_x(job, jb);
    E *y = ddblas_symv_part(job, ib, jb), *w = ddblas_symv_part(job, jb, ib);
    (void)scratch;
    memset(y, 0, (size_t)job->T * sizeof(E));
    memset(w, 0, (size_t)job->T * sizeof(E));
    for (int j = 0; j < k; j += BLOCK)
        for (int i = 0; i < m; i += BLOCK)
        {
            const int mi = m - i < BLOCK ? m - i : BLOCK, kj = k - j < BLOCK ? k - j : BLOCK;
            if (ib == jb && i == j)
                NAME(square)(job, ib * job->T + i, mi, x + i, y + i);
            else if (ib != jb || lower == (i > j))
                NAME(piece)(job, ib * job->T + i, jb * job->T + j, mi, kj, x + i, z + j, y + i, w + j);
        }
}

static void NAME(finish)(const struct ddblas_symv_job *job, int64_t ib)
{
    const struct ddblas_symv_problem *p = job->problem;
    const E alpha = *(const E *)p->alpha, beta = *(const E *)p->beta;
    const int with_y = !NAME(is_zero)(&beta);
    const int64_t m = ddblas_symv_extent(job, ib);
    const E *part = ddblas_symv_part(job, ib, 0);
    for (int64_t i = 0; i < m; i++)
    {
        E *y = (E *)p->y + ddblas_symv_index(ib * job->T + i, p->n, p->incy);
        E sum = part[i];
        for (int64_t jb = 1; jb < job->blocks; jb++)
            sum = NAME(plus)(sum, part[jb * job->T + i]);
        sum = NAME(times)(alpha, sum);
        *y = with_y ? NAME(plus)(sum, NAME(times)(beta, *y)) : sum;
    }
}

static void NAME(scale)(const struct ddblas_symv_problem *p)
{
    const E beta = *(const E *)p->beta;
    const int zero = NAME(is_zero)(&beta);
    for (int64_t i = 0; i < p->n; i++)
    {
        E *y = (E *)p->y + ddblas_symv_index(i, p->n, p->incy);
        if (zero)
            memset(y, 0, sizeof(E));
        else
            *y = NAME(times)(beta, *y);
    }
}

const struct ddblas_symv_cpu_ops OPS = {4 * BLOCK, BLOCK,      16 * BLOCK,   WORTH,       1,
                                        0,         NAME(tile), NAME(finish), NAME(scale), NAME(is_zero)};

#undef E
#undef IS_COMPLEX
#undef BLOCK
#undef NAME
#undef OPS
#undef GEMV
#undef SYMV
#undef WORTH
