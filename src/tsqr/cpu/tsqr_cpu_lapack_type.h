/*
 * TSQR blocks on the CPU for one of S, D, C, Z: LAPACK's QR, one call for each block. The including
 * file (tsqr_cpu_lapack.c) defines
 *
 *   ELEMENT, REAL, PARTS     the element, its real type, reals in an element
 *   GEQRF, MQR, GQR          LAPACKE's functions; ADJOINT, the letter of the adjoint
 *   FREXP, LDEXP, SQRT, FABS functions of REAL
 *   OPS, NAME(function)      the struct to define; names of its own for each type
 *
 * A block is column-major with leading dimension `rows`. T holds tau. LAPACK works in scratch and
 * allocates nothing.
 */

static size_t NAME(block_bytes)(int64_t rows, int64_t columns) { return (size_t)rows * (size_t)columns * sizeof(ELEMENT); }

static size_t NAME(scratch_bytes)(int64_t rows, int64_t n, int64_t p)
{
    (void)rows;
    return (size_t)work_elements(most(n, p)) * sizeof(ELEMENT);
}

static void NAME(clear)(const struct ddblas_tsqr_block *b) { memset(b->data, 0, NAME(block_bytes)(b->rows, b->columns)); }

static void NAME(load)(const struct ddblas_tsqr_block *b, int64_t first, int64_t count, struct ddblas_tsqr_view from)
{
    for (int64_t j = 0; j < b->columns; j++)
    {
        ELEMENT *to = (ELEMENT *)b->data + b->rows * j + first;
        const ELEMENT *x = (const ELEMENT *)from.at + j * from.column;
        for (int64_t i = 0; i < count; i++)
            to[i] = x[i * from.row];
    }
}

static void NAME(store)(const struct ddblas_tsqr_block *b, int64_t first, int64_t count, struct ddblas_tsqr_view to)
{
    for (int64_t j = 0; j < b->columns; j++)
    {
        const ELEMENT *from = (const ELEMENT *)b->data + b->rows * j + first;
        ELEMENT *x = (ELEMENT *)to.at + j * to.column;
        for (int64_t i = 0; i < count; i++)
            x[i * to.row] = from[i];
    }
}

/* Makes the reflection I - tau v v^H unitary to working precision. It is unitary if |tau|^2 v^H v =
 * 2 Re tau, but LAPACK rounds tau and v separately, so the two sides differ by some units in the
 * last place. The function computes this difference in double-double and multiplies tau by the real
 * factor that removes it. */
static void NAME(make_unitary)(const REAL *v, int64_t count, REAL *tau)
{
    const REAL im = PARTS == 2 ? tau[PARTS - 1] : 0;
    const cuddreal magnitude = cuddAdd(cuddSqr(cuddFromDouble((double)tau[0])), cuddSqr(cuddFromDouble((double)im)));
    cuddreal squares = cuddFromDouble(1.0);
    for (int64_t i = 0; i < PARTS * count; i++)
        squares = cuddAddSloppy(squares, cuddTwoProd((double)v[i], (double)v[i]));
    const cuddreal product = cuddMul(magnitude, squares);
    const double mismatch = cuddToDouble(cuddDiv(cuddSub(cuddFromDouble(2.0 * (double)tau[0]), product), product));
    if (!(fabs(mismatch) < 1e-3)) /* tau is 0, Inf or NaN, or the squares left the range. */
        return;
    for (int part = 0; part < PARTS; part++)
        tau[part] = (REAL)((double)tau[part] + (double)tau[part] * mismatch);
}

static void NAME(factor)(const struct ddblas_tsqr_block *b, void *T, void *scratch, int threads)
{
    (void)threads;
    (void)GEQRF(LAPACK_COL_MAJOR, (lapack_int)b->rows, (lapack_int)b->columns, b->data, (lapack_int)b->rows, T, scratch,
                work_elements(b->columns));
    for (int64_t j = 0; b->columns <= FEW && j < b->columns; j++)
        NAME(make_unitary)((const REAL *)b->data + PARTS * (b->rows * j + j + 1), b->rows - j - 1, (REAL *)T + PARTS * j);
}

static void NAME(apply)(int adjoint, const struct ddblas_tsqr_block *V, const void *T, const struct ddblas_tsqr_block *C,
                        void *scratch, int threads)
{
    (void)threads;
    (void)MQR(LAPACK_COL_MAJOR, 'L', adjoint ? ADJOINT : 'N', (lapack_int)C->rows, (lapack_int)C->columns, (lapack_int)V->columns,
              V->data, (lapack_int)V->rows, T, C->data, (lapack_int)C->rows, scratch,
              work_elements(most(V->columns, C->columns)));
}

static void NAME(form)(const struct ddblas_tsqr_block *V, const void *T, const struct ddblas_tsqr_block *C, void *scratch,
                       int threads)
{
    (void)threads;
    memcpy(C->data, V->data, NAME(block_bytes)(V->rows, V->columns));
    (void)GQR(LAPACK_COL_MAJOR, (lapack_int)C->rows, (lapack_int)C->columns, (lapack_int)C->columns, C->data, (lapack_int)C->rows,
              T, scratch, work_elements(C->columns));
}

/* Computes x = R^-1 x by back substitution. Only the real part of a diagonal element of R is read,
 * because the diagonal is real. */
static void NAME(solve)(int64_t n, const void *R, void *x, int64_t stride)
{
    REAL *b = x;
    for (int64_t j = n - 1; j >= 0; j--)
    {
        const REAL *column = (const REAL *)R + PARTS * n * j;
        REAL *v = b + PARTS * stride * j;
        for (int part = 0; part < PARTS; part++)
            v[part] /= column[PARTS * j];
        for (int64_t i = 0; i < j; i++)
        {
            const REAL *r = column + PARTS * i;
            REAL *to = b + PARTS * stride * i;
            to[0] -= r[0] * v[0];
#if PARTS == 2
            to[0] += r[1] * v[1];
            to[1] -= r[0] * v[1] + r[1] * v[0];
#endif
        }
    }
}

static void NAME(norm)(int64_t count, const void *x, int64_t stride, void *result)
{
    const REAL *v = x;
    REAL largest = 0, total = 0;
    int e = 0;
    for (int64_t i = 0; i < count; i++)
        for (int part = 0; part < PARTS; part++)
            largest = FABS(v[PARTS * stride * i + part]) > largest ? FABS(v[PARTS * stride * i + part]) : largest;
    if (largest > 0 && isfinite(largest))
        (void)FREXP(largest, &e);
    for (int64_t start = 0; start < count; start += RUN)
    {
        REAL sum = 0;
        for (int64_t i = start; i < count && i < start + RUN; i++)
            for (int part = 0; part < PARTS; part++)
            {
                const REAL s = LDEXP(v[PARTS * stride * i + part], -e);
                sum += s * s;
            }
        total += sum;
    }
    *(REAL *)result = LDEXP(SQRT(total), e);
}

const struct ddblas_tsqr_cpu_ops OPS = {1,          NAME(block_bytes), NAME(scratch_bytes), NAME(clear),
                                        NAME(load), NAME(store),       NAME(factor),        NAME(apply),
                                        NAME(form), NAME(solve),       NAME(norm)};

#undef ELEMENT
#undef REAL
#undef PARTS
#undef GEQRF
#undef MQR
#undef GQR
#undef ADJOINT
#undef FREXP
#undef LDEXP
#undef SQRT
#undef FABS
#undef OPS
#undef NAME
