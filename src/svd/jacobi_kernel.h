/*
 * One-sided Jacobi for one type, included by jacobi_columns.h with these macros:
 *
 *   NAME(x)      names for the type
 *   JACOBI_NAME  name of the function for others
 *   ELEMENT      an element in host memory
 *   VALUE        an element
 *   DOT(a, b)    conj(a) b
 *   NORM(a)      |a|^2
 *   PHASE(a)     a / |a|, exactly 1 or -1 for reals; a is not 0
 *   TURN(a, p)   a conj(p) for a phase p
 *   ROTATE       the rotation of two columns, by rotate_elements or otherwise
 *   ADD, MUL_REAL, ABS, EXPONENT, SCALE, FROM_DOUBLE
 */

static cuddreal NAME(square)(int64_t n, const ELEMENT *x)
{
    cuddreal sum = NORM(x[0]);
    for (int64_t i = 1; i < n; i++)
        sum = cuddAdd(sum, NORM(x[i]));
    return sum;
}

/* (x, y) becomes (c x - s b, s x + c b) with b = conj(phase) y, |phase| = 1, in the form whose
 * rounding errors are small where the angle is: x - s (b + t x) and b + s (x - t b), t = s / (1 +
 * c). */
static void NAME(rotate_elements)(int64_t n, ELEMENT *x, ELEMENT *y, struct rotation r, VALUE phase)
{
    for (int64_t i = 0; i < n; i++)
    {
        const VALUE a = x[i], b = TURN(y[i], phase);
        x[i] = ADD(a, MUL_REAL(ADD(b, MUL_REAL(a, r.t)), cuddNeg(r.s)));
        y[i] = ADD(b, MUL_REAL(ADD(a, MUL_REAL(b, cuddNeg(r.t))), r.s));
    }
}

static void NAME(exchange)(int64_t n, ELEMENT *x, ELEMENT *y)
{
    for (int64_t i = 0; i < n; i++)
    {
        const VALUE a = x[i];
        x[i] = y[i];
        y[i] = a;
    }
}

/* Makes columns p < q of A orthogonal. Returns 1 if they were not. */
static int NAME(treat_pair)(int64_t n, ELEMENT *A, ELEMENT *V, int64_t p, int64_t q, double small)
{
    ELEMENT *x = A + p * n, *y = A + q * n;
    cuddreal alpha = NORM(x[0]), beta = NORM(y[0]);
    VALUE gamma = DOT(x[0], y[0]);
    for (int64_t i = 1; i < n; i++) /* Three sums that do not wait for one another. */
    {
        alpha = cuddAdd(alpha, NORM(x[i]));
        beta = cuddAdd(beta, NORM(y[i]));
        gamma = ADD(gamma, DOT(x[i], y[i]));
    }
    const cuddreal modulus = ABS(gamma);
    if (!is_large(modulus, alpha, beta, small))
        return 0;
    const struct rotation r = rotation_of(alpha, beta, modulus);
    const VALUE phase = PHASE(gamma);
    ROTATE(n, x, y, r, phase);
    ROTATE(n, V + p * n, V + q * n, r, phase);
    return 1;
}

/* The norm of a column, which is divided by it; a column that is 0 stays. */
static cuddreal NAME(normalise)(int64_t n, ELEMENT *x)
{
    int e = QR_LEAST_EXPONENT;
    for (int64_t i = 0; i < n; i++)
        e = EXPONENT(x[i]) > e ? EXPONENT(x[i]) : e;
    for (int64_t i = 0; i < n; i++)
        x[i] = SCALE(x[i], qr_power(-e));
    const cuddreal square = NAME(square)(n, x);
    if (cuddIsZero(square))
        return square;
    const cuddreal norm = cuddSqrt(square), factor = cuddDDiv(1.0, norm);
    for (int64_t i = 0; i < n; i++)
        x[i] = MUL_REAL(x[i], factor);
    return cuddLdexp(norm, e);
}

/* Descending values, by exchanges. */
static void NAME(sort)(int64_t n, ELEMENT *A, ELEMENT *V, cuddreal *values)
{
    for (int64_t j = 0; j < n; j++)
    {
        int64_t best = j;
        for (int64_t k = j + 1; k < n; k++)
            best = cuddGt(values[k], values[best]) ? k : best;
        if (best == j)
            continue;
        const cuddreal value = values[j];
        values[j] = values[best];
        values[best] = value;
        NAME(exchange)(n, A + j * n, A + best * n);
        NAME(exchange)(n, V + j * n, V + best * n);
    }
}

/* Exchanges column j with the largest of the columns from j on. */
static void NAME(bring_largest)(int64_t n, ELEMENT *A, ELEMENT *V, int64_t j)
{
    int64_t best = j;
    cuddreal largest = NAME(square)(n, A + j * n);
    for (int64_t k = j + 1; k < n; k++)
    {
        const cuddreal square = NAME(square)(n, A + k * n);
        if (cuddLe(square, largest))
            continue;
        largest = square;
        best = k;
    }
    if (best == j)
        return;
    NAME(exchange)(n, A + j * n, A + best * n);
    NAME(exchange)(n, V + j * n, V + best * n);
}

int JACOBI_NAME(int64_t n, void *matrix, void *vectors, cuddreal *values)
{
    ELEMENT *A = matrix, *V = vectors;
    const double small = 0x1p-104 * sqrt((double)n);
    int rotated = 1;
    for (int64_t k = 0; k < n * n; k++)
        V[k] = FROM_DOUBLE(k % (n + 1) == 0 ? 1.0 : 0.0);
    for (int sweep = 0; rotated && sweep < MOST_SWEEPS; sweep++)
    {
        rotated = 0;
        for (int64_t p = 0; p + 1 < n; p++)
        {
            NAME(bring_largest)(n, A, V, p);
            for (int64_t q = p + 1; q < n; q++)
                rotated |= NAME(treat_pair)(n, A, V, p, q, small);
        }
    }
    for (int64_t j = 0; j < n; j++)
        values[j] = NAME(normalise)(n, A + j * n);
    NAME(sort)(n, A, V, values);
    return !rotated;
}
