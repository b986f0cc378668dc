/*
 * A member of a batch of eigenvalue problems for one type, included by syevd_batched_cpu.c with
 * these macros:
 *
 *   NAME(x)         names for the type
 *   ELEMENT         an element in host memory
 *   VALUE           an element
 *   DIAGONAL(a)     an element of the diagonal, whose imaginary part counts as 0
 *   CONJ, IS_FINITE, IS_ZERO, EXPONENT, SCALE, FROM_DOUBLE
 */

/* The arrays of a member. */
struct NAME(member)
{
    ELEMENT *A;
    ddblas_host_w *w;
};

static struct NAME(member) NAME(member_of)(const struct ddblas_syevd_batched *b, int64_t number)
{
    return (struct NAME(member)){(ELEMENT *)b->A + number * b->stride_a, (ddblas_host_w *)b->w + number * b->stride_w};
}

/* Element (i, k) of the lower triangle. */
static VALUE NAME(stored)(const struct ddblas_syevd_batched *b, const ELEMENT *A, int i, int k)
{
    const VALUE a = b->uplo == DDBLAS_FILL_MODE_LOWER ? A[i + k * b->lda] : CONJ(A[k + i * b->lda]);
    return i == k ? DIAGONAL(a) : a;
}

/* The exponent of the largest element of the triangle, 0 if all are 0. */
static int NAME(exponent_of_member)(const struct ddblas_syevd_batched *b, const ELEMENT *A)
{
    int found = -NOT_FINITE;
    for (int i = 0; i < (int)b->n; i++)
        for (int k = 0; k <= i; k++)
        {
            const VALUE a = NAME(stored)(b, A, i, k);
            const int e = !IS_FINITE(a) ? NOT_FINITE : IS_ZERO(a) ? -NOT_FINITE : EXPONENT(a);
            found = e > found ? e : found;
        }
    return found == -NOT_FINITE ? 0 : found;
}

static void NAME(load)(const struct ddblas_syevd_batched *b, const ELEMENT *A, int exponent, const struct NAME(jacobi) * j)
{
    const double power = qr_power(-exponent);
    for (int i = 0; i < j->even; i++)
        for (int k = 0; k <= i; k++)
            *NAME(jacobi_at)(j, i, k) = i < j->n ? SCALE(NAME(stored)(b, A, i, k), power) : FROM_DOUBLE(0.0);
    for (int e = 0; j->V && e < j->n * j->even; e++)
        j->V[e] = FROM_DOUBLE(e % j->n == e / j->n ? 1.0 : 0.0);
}

/* Returns 1 if the sweeps have converged. */
static int NAME(run_sweeps)(const struct NAME(jacobi) * j)
{
    for (int sweep = 0; sweep < JACOBI_MOST_SWEEPS; sweep++)
    {
        int rotated = 0;
        for (int round = 0; round < j->even - 1; round++)
        {
            int of_round = 0;
            for (int k = 0; k < NAME(jacobi_pairs)(j); k++)
                of_round |= NAME(jacobi_rotate)(j, round, k);
            for (int item = 0; of_round && item < NAME(jacobi_items)(j); item++)
                NAME(jacobi_update)(j, item);
            rotated |= of_round;
        }
        if (!rotated)
            return 1;
    }
    return 0;
}

static void NAME(compute_member)(const struct ddblas_syevd_batched *b, int64_t number, void *memory)
{
    const struct NAME(member) m = NAME(member_of)(b, number);
    const struct NAME(jacobi) j =
        NAME(jacobi_in)((int)b->n, memory, b->vectors ? (char *)memory + NAME(jacobi_bytes)((int)b->n) : NULL);
    const int exponent = NAME(exponent_of_member)(b, m.A);
    int64_t info = exponent == NOT_FINITE ? b->n + 1 : 0;
    if (info == 0)
    {
        NAME(load)(b, m.A, exponent, &j);
        info = NAME(run_sweeps)(&j) ? 0 : b->n;
    }
    b->info[number] = info;
    for (int k = 0; k < j.n; k++)
    {
        const int place = info ? k : NAME(jacobi_place)(&j, k);
        m.w[place] = info ? cuddNan() : cuddLdexp(NAME(jacobi_value)(&j, k), exponent);
        for (int i = 0; b->vectors && info == 0 && i < j.n; i++)
            m.A[i + place * b->lda] = j.V[i + k * j.n];
    }
}
