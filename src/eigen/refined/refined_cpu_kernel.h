/*
 * Operations on columns for the refinement of eigenvectors on the CPU engine, in the type that
 * refined_cpu.c defines before it includes this file: NAME(function) is a function of the type,
 * ELEMENT an element, HOST an element in memory, NARROW an element rounded to double, and
 * FROM_DOUBLE and FROM_REAL a real number, a double or a cuddreal, as an element. A result of a
 * function is first stored in a variable (simd/host_memory.h).
 */

static void NAME(narrow_column)(const struct ddblas_refined *r, int64_t j)
{
    const HOST *m = (const HOST *)r->M + j * r->n;
    NARROW *first = (NARROW *)r->first + j * r->n;
    double sum = 0.0;
    for (int64_t i = 0; i < r->n; i++)
    {
        first[i] = NAME(refined_narrow)(m[i]);
        sum += NAME(refined_square)(first[i]);
    }
    r->measured[j] = sqrt(sum);
}

static void NAME(widen_column)(const struct ddblas_refined *r, int64_t j)
{
    const NARROW *first = (const NARROW *)r->first + j * r->n;
    HOST *x = (HOST *)r->X + j * r->ldx;
    for (int64_t i = 0; i < r->n; i++)
    {
        const ELEMENT wide = NAME(refined_wide)(first[i]);
        x[i] = wide;
    }
}

/* Moves the element of the diagonal of M in column j out of it, or back. */
static void NAME(move_diagonal)(const struct ddblas_refined *r, int64_t j, int back)
{
    HOST *m = (HOST *)r->M + j + j * r->n;
    if (!back)
        r->diagonal[j] = NAME(refined_real_part)(*m);
    const ELEMENT element = back ? FROM_REAL(r->diagonal[j]) : FROM_DOUBLE(0.0);
    *m = element;
}

static void NAME(add_diagonal)(const struct ddblas_refined *r, int64_t j)
{
    const HOST *x = (const HOST *)r->X + j * r->ldx;
    HOST *t = (HOST *)r->T + j * r->n;
    for (int64_t i = 0; i < r->n; i++)
    {
        const ELEMENT sum = NAME(refined_add_times_real)(t[i], r->diagonal[i], x[i]);
        t[i] = sum;
    }
}

static void NAME(update_column)(const struct ddblas_refined *r, int64_t j)
{
    const NARROW *second = (const NARROW *)r->second + j * r->n;
    HOST *x = (HOST *)r->X + j * r->ldx;
    for (int64_t i = 0; i < r->n; i++)
    {
        const ELEMENT sum = NAME(refined_sum)(x[i], second[i]);
        x[i] = sum;
    }
}

static void NAME(residual_of_column)(const struct ddblas_refined *r, int64_t j)
{
    const HOST *x = (const HOST *)r->X + j * r->ldx, *t = (const HOST *)r->T + j * r->n;
    NARROW *second = (NARROW *)r->second + j * r->n, *third = (NARROW *)r->third + j * r->n;
    cuddreal product = cuddFromDouble(0.0), square = product;
    double sum = 0.0;
    for (int64_t i = 0; i < r->n; i++)
    {
        product = NAME(refined_add_real_product)(x[i], t[i], product);
        square = NAME(refined_add_real_product)(x[i], x[i], square);
    }
    const cuddreal value = cuddDiv(product, square);
    r->values[j] = value;
    r->defect[j] = cuddDSub(1.0, square).x;
    for (int64_t i = 0; i < r->n; i++)
    {
        second[i] = NAME(refined_narrow)(NAME(refined_shifted)(t[i], value, x[i]));
        third[i] = NAME(refined_narrow)(x[i]);
        sum += NAME(refined_square)(second[i]);
    }
    r->measured[j] = sqrt(sum);
}

static void NAME(correct_column)(const struct ddblas_refined *r, int64_t j)
{
    NARROW *e = (NARROW *)r->first + j * r->n;
    double largest = 0.0;
    for (int64_t i = 0; i < r->n; i++)
    {
        if (i == j)
            e[i] = NAME(refined_real)(e[i], 0.5 * r->defect[j]);
        else
            e[i] = r->members[i].first == r->members[j].first
                       ? NAME(refined_real)(e[i], 0.0)
                       : NAME(refined_quotient)(e[i], cuddSub(r->values[j], r->values[i]).x);
        if (i != j && !(NAME(refined_modulus)(e[i]) <= largest))
            largest = NAME(refined_modulus)(e[i]);
    }
    r->measured[j] = largest;
}

static void NAME(defect_of_column)(const struct ddblas_refined *r, int64_t j)
{
    const HOST *gram = (const HOST *)r->T;
    NARROW *first = (NARROW *)r->first + j * r->n;
    double sum = 0.0, weighted = 0.0;
    for (int64_t i = 0; i < r->n; i++)
    {
        const ELEMENT g = i >= j ? gram[i + j * r->n] : NAME(refined_conjugate)(gram[j + i * r->n]);
        const NARROW defect = NAME(refined_difference)(i == j ? 1.0 : 0.0, g);
        const double factor = 0.5 * cuddSub(r->values[i], r->values[j]).x;
        first[i] = NAME(refined_times)(defect, 0.5);
        sum += NAME(refined_square)(defect);
        weighted += NAME(refined_square)(NAME(refined_times)(defect, factor));
    }
    r->measured[j] = sqrt(sum);
    r->defect[j] = sqrt(weighted);
}

/* ---- clusters -------------------------------------------------------------------------------- */

static void NAME(gram_of_column)(const struct ddblas_refined *r, int64_t j)
{
    const struct ddblas_refined_member m = r->members[j];
    const HOST *X = (const HOST *)r->X, *x = X + j * r->ldx, *t = (const HOST *)r->T + j * r->n;
    HOST *small = (HOST *)r->small + m.at;
    for (int64_t i = j; i < m.first + m.count; i++)
    {
        const HOST *y = X + i * r->ldx;
        const cuddreal mu = r->values[m.first];
        ELEMENT product = FROM_DOUBLE(0.0), square = product;
        for (int64_t e = 0; e < r->n; e++)
        {
            const ELEMENT left = NAME(refined_conjugate)(y[e]);
            product = NAME(refined_add_product)(left, NAME(refined_shifted)(t[e], mu, x[e]), product);
            square = NAME(refined_add_product)(left, x[e], square);
        }
        small[i - m.first + (j - m.first) * m.count] = product;
        small[j - m.first + (i - m.first + 1) * m.count] = square;
    }
}

static void NAME(rotate_column)(const struct ddblas_refined *r, int64_t j, const void *from, int64_t ldf)
{
    const struct ddblas_refined_member m = r->members[j];
    const HOST *Q = (const HOST *)r->small + m.at + (j - m.first) * m.count, *A = (const HOST *)from + m.first * ldf;
    HOST *out = (HOST *)r->second + j * r->n;
    for (int64_t i = 0; i < r->n; i++)
    {
        ELEMENT sum = FROM_DOUBLE(0.0);
        for (int64_t p = 0; p < m.count; p++)
            sum = NAME(refined_add_product)(A[i + p * ldf], Q[p], sum);
        out[i] = sum;
    }
}

static void NAME(take_column)(const struct ddblas_refined *r, int64_t j, void *to, int64_t ldt)
{
    memcpy((HOST *)to + j * ldt, (const HOST *)r->second + j * r->n, (size_t)r->n * sizeof(HOST));
}

static void NAME(pass_over_column)(enum ddblas_refined_pass pass, const struct ddblas_refined *r, int64_t j)
{
    if (pass >= DDBLAS_REFINED_GRAM && r->members[j].at < 0)
        return;
    switch (pass)
    {
    case DDBLAS_REFINED_NARROW:
        NAME(narrow_column)(r, j);
        break;
    case DDBLAS_REFINED_WIDEN:
        NAME(widen_column)(r, j);
        break;
    case DDBLAS_REFINED_RESIDUAL:
        NAME(residual_of_column)(r, j);
        break;
    case DDBLAS_REFINED_CORRECT:
        NAME(correct_column)(r, j);
        break;
    case DDBLAS_REFINED_TAKE_DIAGONAL:
    case DDBLAS_REFINED_PUT_DIAGONAL:
        NAME(move_diagonal)(r, j, pass == DDBLAS_REFINED_PUT_DIAGONAL);
        break;
    case DDBLAS_REFINED_ADD_DIAGONAL:
        NAME(add_diagonal)(r, j);
        break;
    case DDBLAS_REFINED_UPDATE:
        NAME(update_column)(r, j);
        break;
    case DDBLAS_REFINED_DEFECT:
        NAME(defect_of_column)(r, j);
        break;
    case DDBLAS_REFINED_GRAM:
        NAME(gram_of_column)(r, j);
        break;
    case DDBLAS_REFINED_ROTATE_X:
        NAME(rotate_column)(r, j, r->X, r->ldx);
        break;
    case DDBLAS_REFINED_TAKE_X:
        NAME(take_column)(r, j, r->X, r->ldx);
        break;
    case DDBLAS_REFINED_ROTATE_T:
        NAME(rotate_column)(r, j, r->T, r->n);
        break;
    default:
        NAME(take_column)(r, j, r->T, r->n);
    }
}

#undef NAME
#undef ELEMENT
#undef HOST
#undef NARROW
#undef FROM_DOUBLE
#undef FROM_REAL
