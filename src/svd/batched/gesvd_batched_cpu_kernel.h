/*
 * A member of a batch of singular value problems for one type, included by gesvd_batched_cpu.c with
 * these macros:
 *
 *   NAME(x)         names for the type
 *   ELEMENT         an element in host memory
 *   VALUE           an element
 *   REFLECTOR       the struct of a reflector, REFLECT(a, s) that of column (a; x) with s = |x|^2
 *   JACOBI          one-sided Jacobi of svd.h
 *   SUB, MUL, FMA, MUL_REAL, CONJ, FROM, FROM_DOUBLE, NORM, IS_FINITE, IS_ZERO, EXPONENT, SCALE
 *   SQUARE(a)       |a|^2 in double
 */

/* A member's matrices, column-major without padding. */
struct NAME(member)
{
    int rows, order, wide;
    ELEMENT *M;       /* rows x order; then R, and below its diagonal the reflectors. */
    ELEMENT *L, *G;   /* order x order. */
    ELEMENT *tau, *z; /* order; rows. */
    cuddreal *values; /* order. */
    int *permutation; /* order: column j of M P is column permutation[j] of M. */
};

static size_t NAME(bytes_of)(int rows, int order)
{
    return (size_t)(rows * order + 2 * order * order + order + rows) * sizeof(ELEMENT) +
           (size_t)order * (sizeof(cuddreal) + sizeof(int));
}

static struct NAME(member) NAME(member_in)(const struct ddblas_gesvd_batched *b, void *memory)
{
    struct NAME(member) m = {.wide = b->m < b->n, .M = memory};
    m.rows = m.wide ? b->n : b->m;
    m.order = m.wide ? b->m : b->n;
    m.L = m.M + m.rows * m.order;
    m.G = m.L + m.order * m.order;
    m.tau = m.G + m.order * m.order;
    m.z = m.tau + m.order;
    m.values = (cuddreal *)(void *)(m.z + m.rows);
    m.permutation = (int *)(void *)(m.values + m.order);
    return m;
}

/* The exponent of the largest element of A, 0 if all are 0. */
static int NAME(exponent_of)(const struct ddblas_gesvd_batched *b, const ELEMENT *A)
{
    int found = -SVD_BATCHED_NOT_FINITE;
    for (int j = 0; j < b->n; j++)
        for (int i = 0; i < b->m; i++)
        {
            const VALUE a = A[i + j * b->lda];
            const int e = !IS_FINITE(a) ? SVD_BATCHED_NOT_FINITE : IS_ZERO(a) ? -SVD_BATCHED_NOT_FINITE : EXPONENT(a);
            found = e > found ? e : found;
        }
    return found == -SVD_BATCHED_NOT_FINITE ? 0 : found;
}

static void NAME(load)(const struct ddblas_gesvd_batched *b, const ELEMENT *A, int exponent, const struct NAME(member) * m)
{
    const double power = qr_power(-exponent);
    for (int j = 0; j < m->order; j++)
    {
        m->permutation[j] = j;
        for (int i = 0; i < m->rows; i++)
            m->M[i + j * m->rows] = SCALE(m->wide ? CONJ(A[j + i * b->lda]) : A[i + j * b->lda], power);
    }
}

/* ---- QR factorisation with pivoting ---------------------------------------------------------- */

/* Exchanges column j with the longest of those from j on, below row j. */
static void NAME(bring_pivot)(const struct NAME(member) * m, int j)
{
    double longest = -1.0;
    int best = j;
    for (int k = j; k < m->order; k++)
    {
        double square = 0.0;
        for (int i = j; i < m->rows; i++)
            square += SQUARE(m->M[i + k * m->rows]);
        best = square > longest ? k : best;
        longest = square > longest ? square : longest;
    }
    const int number = m->permutation[j];
    m->permutation[j] = m->permutation[best];
    m->permutation[best] = number;
    for (int i = 0; i < m->rows && best != j; i++)
    {
        const VALUE a = m->M[i + j * m->rows];
        m->M[i + j * m->rows] = m->M[i + best * m->rows];
        m->M[i + best * m->rows] = a;
    }
}

/* The reflector of column j. */
static void NAME(make_reflector)(const struct NAME(member) * m, int j)
{
    ELEMENT *x = m->M + j * m->rows;
    int e = QR_LEAST_EXPONENT;
    for (int i = j; i < m->rows; i++)
        e = EXPONENT(x[i]) > e ? EXPONENT(x[i]) : e;
    cuddreal square = cuddFromDouble(0.0);
    for (int i = j + 1; i < m->rows; i++)
        square = cuddAdd(square, NORM(SCALE(x[i], qr_power(-e))));
    const REFLECTOR r = REFLECT(SCALE(x[j], qr_power(-e)), square);
    for (int i = j + 1; i < m->rows; i++)
        x[i] = MUL(SCALE(x[i], qr_power(-e)), r.factor);
    x[j] = FROM(qr_scale_w(r.beta, qr_power(e)));
    m->tau[j] = r.tau;
}

/* z = z - factor v (v^H z) with the reflector of column j. */
static void NAME(reflect)(const struct NAME(member) * m, int j, VALUE factor, ELEMENT *z)
{
    const ELEMENT *v = m->M + j * m->rows;
    VALUE sum = z[j];
    for (int i = j + 1; i < m->rows; i++)
        sum = FMA(CONJ(v[i]), z[i], sum);
    sum = MUL(factor, sum);
    z[j] = SUB(z[j], sum);
    for (int i = j + 1; i < m->rows; i++)
        z[i] = SUB(z[i], MUL(v[i], sum));
}

static void NAME(factor)(const struct NAME(member) * m)
{
    for (int j = 0; j < m->order; j++)
    {
        NAME(bring_pivot)(m, j);
        NAME(make_reflector)(m, j);
        for (int k = j + 1; k < m->order; k++)
            NAME(reflect)(m, j, CONJ(m->tau[j]), m->M + k * m->rows);
    }
    for (int j = 0; j < m->order; j++)
        for (int i = 0; i < m->order; i++)
            m->L[i + j * m->order] = i >= j ? CONJ(m->M[j + i * m->rows]) : FROM_DOUBLE(0.0);
}

/* ---- columns of norm 0 ----------------------------------------------------------------------- */

/* The row of X whose first j elements have the least norm. */
static int NAME(least_row)(const struct NAME(member) * m, int j)
{
    double least_square = 2.0;
    int best = 0;
    for (int i = 0; i < m->order; i++)
    {
        double square = 0.0;
        for (int k = 0; k < j; k++)
            square += SQUARE(m->L[i + k * m->order]);
        best = square < least_square ? i : best;
        least_square = square < least_square ? square : least_square;
    }
    return best;
}

/* Column j of X becomes a unit vector that is orthogonal to those before it: classical Gram-Schmidt
 * twice, from a unit vector whose distance from them is at least order^(-1/2). */
static void NAME(complete)(const struct NAME(member) * m, int j)
{
    const int n = m->order, row = NAME(least_row)(m, j);
    ELEMENT *x = m->L + j * n;
    for (int i = 0; i < n; i++)
        x[i] = FROM_DOUBLE(i == row ? 1.0 : 0.0);
    for (int turn = 0; turn < 2; turn++)
    {
        for (int k = 0; k < j; k++)
        {
            m->z[k] = FROM_DOUBLE(0.0);
            for (int i = 0; i < n; i++)
                m->z[k] = FMA(CONJ(m->L[i + k * n]), x[i], m->z[k]);
        }
        for (int k = 0; k < j; k++)
            for (int i = 0; i < n; i++)
                x[i] = SUB(x[i], MUL(m->L[i + k * n], m->z[k]));
    }
    cuddreal square = cuddFromDouble(0.0);
    for (int i = 0; i < n; i++)
        square = cuddAdd(square, NORM(x[i]));
    const cuddreal factor = cuddDDiv(1.0, cuddSqrt(square));
    for (int i = 0; i < n; i++)
        x[i] = MUL_REAL(x[i], factor);
}

/* ---- results --------------------------------------------------------------------------------- */

/* Vectors of the short side: column j of P X is U's or the conjugate of row j of VT. */
static void NAME(store_short)(const struct ddblas_gesvd_batched *b, const struct NAME(member) * m, ELEMENT *U, ELEMENT *VT)
{
    for (int j = 0; j < m->order; j++)
    {
        if (m->values[j].x < SVD_BATCHED_NULL)
            NAME(complete)(m, j);
        for (int i = 0; i < m->order; i++)
        {
            /* A function's result is stored in an aligned variable first, for the reason that
             * host_memory.h gives. */
            _Alignas(16) const ELEMENT of_u = m->L[i + j * m->order], of_vt = CONJ(of_u);
            if (m->wide)
                U[m->permutation[i] + j * b->ldu] = of_u;
            else
                VT[j + m->permutation[i] * b->ldvt] = of_vt;
        }
    }
}

/* Vectors of the long side, Q G. */
static void NAME(store_long)(const struct ddblas_gesvd_batched *b, const struct NAME(member) * m, ELEMENT *U, ELEMENT *VT)
{
    for (int j = 0; j < m->order; j++)
    {
        for (int i = 0; i < m->rows; i++)
            m->z[i] = i < m->order ? m->G[i + j * m->order] : FROM_DOUBLE(0.0);
        for (int k = m->order - 1; k >= 0; k--)
            NAME(reflect)(m, k, m->tau[k], m->z);
        for (int i = 0; i < m->rows; i++)
        {
            _Alignas(16) const ELEMENT of_u = m->z[i], of_vt = CONJ(of_u);
            if (m->wide)
                VT[j + i * b->ldvt] = of_vt;
            else
                U[i + j * b->ldu] = of_u;
        }
    }
}

static void NAME(compute_member)(const struct ddblas_gesvd_batched *b, int64_t number, void *memory)
{
    const struct NAME(member) m = NAME(member_in)(b, memory);
    const ELEMENT *A = (const ELEMENT *)b->A + number * b->stride_a;
    ELEMENT *U = b->left ? (ELEMENT *)b->U + number * b->stride_u : NULL;
    ELEMENT *VT = b->right ? (ELEMENT *)b->VT + number * b->stride_vt : NULL;
    ddblas_host_w *s = (ddblas_host_w *)b->s + number * b->stride_s;
    const int exponent = NAME(exponent_of)(b, A);
    int64_t info = exponent == SVD_BATCHED_NOT_FINITE ? m.order + 1 : 0;
    if (info == 0)
    {
        NAME(load)(b, A, exponent, &m);
        NAME(factor)(&m);
        info = JACOBI(m.order, m.L, m.G, m.values) ? 0 : m.order;
    }
    b->info[number] = info;
    for (int k = 0; k < m.order; k++)
        s[k] = info ? cuddNan() : cuddLdexp(m.values[k], exponent);
    if (info == 0 && (m.wide ? b->left : b->right))
        NAME(store_short)(b, &m, U, VT);
    if (info == 0 && (m.wide ? b->right : b->left))
        NAME(store_long)(b, &m, U, VT);
}
