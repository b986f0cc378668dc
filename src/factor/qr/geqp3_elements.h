/*
 * The work of a thread of either engine in a step of geqp3.h, for one type. The file that includes
 * this one defines NAME(function), the type T of an element, the type HOST of its place in memory,
 * and the operations ADD, SUBTRACT, MULTIPLY, CONJUGATE; SQUARE(a, power), which is |a|^2 in double
 * after a is multiplied by a power of two; and EXPONENT(a).
 */

CUDD_FN HOST *NAME(geqp3_at)(const struct ddblas_geqp3_step *s, int64_t i, int64_t j) { return (HOST *)s->A + i + j * s->lda; }

CUDD_FN HOST *NAME(geqp3_f)(const struct ddblas_geqp3_step *s, int64_t j, int64_t column)
{
    return (HOST *)s->F + j + (column - s->first) * s->n;
}

CUDD_FN void NAME(geqp3_exchange)(HOST *a, HOST *b)
{
    const T kept = *a;
    *a = *b;
    *b = kept;
}

/* Element (i, j) of A - V F^H with the reflectors first ... last - 1; row i is below their ones. */
CUDD_FN T NAME(geqp3_updated)(const struct ddblas_geqp3_step *s, int64_t i, int64_t j, int64_t last)
{
    T a = *NAME(geqp3_at)(s, i, j);
    for (int64_t l = s->first; l < last; l++)
    {
        const T v = *NAME(geqp3_at)(s, i, l), f = *NAME(geqp3_f)(s, j, l);
        a = SUBTRACT(a, MULTIPLY(v, CONJUGATE(f)));
    }
    return a;
}

/* Row i of column k, which has been exchanged with column `pivot`. */
CUDD_FN void NAME(geqp3_row)(const struct ddblas_geqp3_step *s, int64_t pivot, int64_t i)
{
    if (pivot != s->k)
        NAME(geqp3_exchange)(NAME(geqp3_at)(s, i, s->k), NAME(geqp3_at)(s, i, pivot));
    if (i >= s->k && s->k > s->first)
        *NAME(geqp3_at)(s, i, s->k) = NAME(geqp3_updated)(s, i, s->k, s->k);
}

/* Component j of A^H v; y has it for the rows below k, and the one of v belongs to row k. */
CUDD_FN T NAME(geqp3_product)(const struct ddblas_geqp3_step *s, int64_t j)
{
    const T a = *NAME(geqp3_at)(s, s->k, j);
    return s->k + 1 < s->m ? ADD(((const HOST *)s->y)[j], CONJUGATE(a)) : CONJUGATE(a);
}

/* F(j, k), a_kj, and norm j. Returns 1 if the norm has to be computed again. */
CUDD_FN int NAME(geqp3_column)(const struct ddblas_geqp3_step *s, int64_t j)
{
    const int64_t k = s->k;
    T f = NAME(geqp3_product)(s, j), a = NAME(geqp3_updated)(s, k, j, k);
    for (int64_t l = s->first; l < k; l++)
        f = SUBTRACT(f, MULTIPLY(*NAME(geqp3_f)(s, j, l), NAME(geqp3_product)(s, l)));
    f = MULTIPLY(((const HOST *)s->tau)[k], f);
    a = SUBTRACT(a, CONJUGATE(f));
    *NAME(geqp3_f)(s, j, k) = f;
    *NAME(geqp3_at)(s, k, j) = a;
    return geqp3_reduce_norm(s, j, sqrt(SQUARE(a, qr_power(-EXPONENT(a)))) * qr_power(EXPONENT(a)));
}

/* The largest exponent of column j in the rows `row`, row + step, ..., after k + 1 columns. */
CUDD_FN int NAME(geqp3_exponent)(const struct ddblas_geqp3_step *s, int64_t j, int64_t row, int64_t step)
{
    int largest = QR_LEAST_EXPONENT;
    for (int64_t i = row; i < s->m; i += step)
    {
        const T a = NAME(geqp3_updated)(s, i, j, s->k + 1);
        const int e = EXPONENT(a);
        largest = e > largest ? e : largest;
    }
    return largest;
}

/* The sum of squares of the same elements times 2^-exponent. */
CUDD_FN double NAME(geqp3_squares)(const struct ddblas_geqp3_step *s, int64_t j, int64_t row, int64_t step, int exponent)
{
    const double power = qr_power(-exponent);
    double sum = 0.0;
    for (int64_t i = row; i < s->m; i += step)
    {
        const T a = NAME(geqp3_updated)(s, i, j, s->k + 1);
        sum += SQUARE(a, power);
    }
    return sum;
}

#undef NAME
#undef T
#undef HOST
#undef ADD
#undef SUBTRACT
#undef MULTIPLY
#undef CONJUGATE
#undef SQUARE
#undef EXPONENT
