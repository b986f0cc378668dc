/*
 * The Q of a cluster in the type that refined_clusters.c defines before it includes this file:
 * NAME(function) is a function of the type and T a number of it, whose part of the real type is
 * REAL; MAGNITUDE is the modulus.
 */

/* C = A B, k x k. */
static void NAME(multiply)(int64_t k, const T *A, const T *B, T *C)
{
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = 0; i < k; i++)
        {
            T sum = FROM_DOUBLE(0.0);
            for (int64_t p = 0; p < k; p++)
                sum = NAME(refined_add_product)(A[i + p * k], B[p + j * k], sum);
            C[i + j * k] = sum;
        }
}

/* L from the small matrix; F and other are memory for k^2 numbers. Returns 0 if F is not small. */
static int NAME(form_root)(int64_t k, const T *small, T *F, T *other, T *L)
{
    static const double coefficients[TERMS] = {1.0, 1.0 / 2.0, 3.0 / 8.0, 5.0 / 16.0, 35.0 / 128.0, 63.0 / 256.0, 231.0 / 1024.0};
    double largest = 0.0;
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = j; i < k; i++)
        {
            const T f = SUBTRACT(FROM_DOUBLE(i == j ? 1.0 : 0.0), small[j + (i + 1) * k]);
            const double size = MAGNITUDE(f).x;
            F[j + i * k] = CONJUGATE(f);
            F[i + j * k] = f;
            largest = size <= largest ? largest : size;
        }
    for (int64_t e = 0; e < k * k; e++)
        L[e] = FROM_DOUBLE(e % (k + 1) == 0 ? coefficients[TERMS - 1] : 0.0);
    for (int term = TERMS - 2; term >= 0; term--)
    {
        NAME(multiply)(k, F, L, other);
        for (int64_t e = 0; e < k * k; e++)
            L[e] = e % (k + 1) == 0 ? ADD(other[e], FROM_DOUBLE(coefficients[term])) : other[e];
    }
    return largest * (double)k <= 0.05;
}

/* Rotates two lines of k numbers, `step` apart: (x, y) becomes (c x - conj(s) y, s x + c y). */
static void NAME(rotate_lines)(int64_t k, T *x, T *y, int64_t step, cuddreal c, T s)
{
    for (int64_t e = 0; e < k * step; e += step)
    {
        const T a = x[e], b = y[e];
        x[e] = SUBTRACT(TIMES_REAL(a, c), MULTIPLY(CONJUGATE(s), b));
        y[e] = ADD(MULTIPLY(s, a), TIMES_REAL(b, c));
    }
}

/* Makes S(p, q) zero, and applies the rotation to the columns of Q. With g = S(p, q), s / |s| is
 * g / |g|, and |s| and c are those of the real matrix with the element |g|. */
static void NAME(rotate_pair)(int64_t k, T *S, T *Q, int64_t p, int64_t q)
{
    const cuddreal one = cuddFromDouble(1.0), length = MAGNITUDE(S[p + q * k]);
    const T direction = OVER_REAL(S[p + q * k], length);
    const cuddreal theta = cuddDiv(cuddSub(REAL(S[q + q * k]), REAL(S[p + p * k])), cuddMulD(length, 2.0));
    const cuddreal root = cuddSqrt(cuddAdd(cuddSqr(theta), one)), sum = cuddAdd(cuddFabs(theta), root);
    const cuddreal size = cuddDiv(one, sum), t = theta.x < 0.0 ? cuddNeg(size) : size;
    const cuddreal c = cuddDiv(one, cuddSqrt(cuddAdd(cuddSqr(t), one)));
    const T s = TIMES_REAL(direction, cuddMul(t, c));
    NAME(rotate_lines)(k, S + p * k, S + q * k, 1, c, s);
    NAME(rotate_lines)(k, S + p, S + q, k, c, CONJUGATE(s));
    NAME(rotate_lines)(k, Q + p * k, Q + q * k, 1, c, s);
    S[p + q * k] = S[q + p * k] = FROM_DOUBLE(0.0);
}

/* Jacobi's method: elements of S beside the diagonal become at most `least`; Q's columns follow. */
static void NAME(diagonalise)(int64_t k, T *S, T *Q, double least)
{
    int rotated = 1;
    for (int sweep = 0; sweep < MOST_SWEEPS && rotated; sweep++)
    {
        rotated = 0;
        for (int64_t p = 0; p < k; p++)
            for (int64_t q = p + 1; q < k; q++)
                if (MAGNITUDE(S[p + q * k]).x > least)
                {
                    NAME(rotate_pair)(k, S, Q, p, q);
                    rotated = 1;
                }
    }
}

/* out = the columns of Q, in ascending order of S's diagonal. */
static void NAME(store_sorted)(int64_t k, const T *S, const T *Q, T *out)
{
    for (int64_t j = 0; j < k; j++)
    {
        const cuddreal value = REAL(S[j + j * k]);
        int64_t place = 0;
        for (int64_t i = 0; i < k; i++)
            place += cuddLt(REAL(S[i + i * k]), value) || (i < j && cuddEq(REAL(S[i + i * k]), value));
        for (int64_t i = 0; i < k; i++)
            out[i + place * k] = Q[i + j * k];
    }
}

/* `work` has 3 k^2 numbers. */
static int NAME(solve_cluster)(int64_t k, T *small, double small_element, T *work)
{
    T *L = work, *S = work + k * k, *other = S + k * k;
    double largest = 0.0;
    if (!NAME(form_root)(k, small, S, other, L))
        return 0;
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = j; i < k; i++)
        {
            S[j + i * k] = CONJUGATE(small[i + j * k]);
            S[i + j * k] = small[i + j * k];
        }
    NAME(multiply)(k, L, S, other);
    NAME(multiply)(k, other, L, S);
    for (int64_t e = 0; e < k * k; e++)
        largest = fmax(largest, MAGNITUDE(S[e]).x);
    NAME(diagonalise)(k, S, L, fmax(small_element, 0x1p-106 * largest));
    NAME(store_sorted)(k, S, L, small);
    return 1;
}

#undef NAME
#undef T
#undef FROM_DOUBLE
#undef ADD
#undef SUBTRACT
#undef MULTIPLY
#undef TIMES_REAL
#undef OVER_REAL
#undef CONJUGATE
#undef MAGNITUDE
#undef REAL
