/*
 * The random numbers and the judgement of Q and R that the tests of TSQR's accuracy share. The file
 * that includes this one includes cmocka, tsqr_case.h, oracle_qr.h and handle.h before.
 */
#ifndef DD_VALIDATION_TSQR_ERROR_H
#define DD_VALIDATION_TSQR_ERROR_H

static struct dd_random g;

static uint64_t seed;

static struct dd_qr_error worst[DDBLAS_TYPE_COUNT];

static inline int set_up(void **state)
{
    (void)open_handle(state);
    seed = dd_random_seed(601);
    dd_random_start(&g, seed);
    return 0;
}

static inline int tear_down(void **state)
{
    for (int type = 0; type < DDBLAS_TYPE_COUNT; type++)
        if (worst[type].residual > 0.0)
            printf("%c: residual %.3f, of a column %.3f, orthogonality %.3f, units of n u, n >= 4\n", "SDWCZU"[type],
                   worst[type].residual, worst[type].column, worst[type].orthogonality);
    return close_handle(state);
}

static inline void note(double *most, double value) { *most = value > *most ? value : *most; }

/* A factorisation whose errors are judged. */
struct factorisation
{
    ddblasType_t type;
    const ddblasTsqrPlan_t *plan;
    ddblasLayout_t layout;
    int64_t m, n;
    const char *data;
};

static inline void describe(const void *problem, int64_t i, int64_t j)
{
    const struct factorisation *f = problem;
    (void)i;
    (void)j;
    fprintf(stderr, "%s, %ctsqr, layout %d, m = %lld, n = %lld, design %d, fan_in %d, leaf_rows %lld", f->data,
            dd_type_letter(f->type), (int)f->layout, (long long)f->m, (long long)f->n, f->plan ? (int)f->plan->design : 0,
            f->plan ? (int)f->plan->fan_in : 0, f->plan ? (long long)f->plan->leaf_rows : 0);
}

static inline void judge(ddblasType_t type, const ddblasTsqrPlan_t *plan, ddblasLayout_t layout, int64_t m, int64_t n,
                         const void *A, const void *Q, const void *R, const char *data)
{
    const struct dd_qr_error e = dd_oracle_qr_error(type, m, n, A, Q, R);
    if (n >= 4)
    {
        note(&worst[type].residual, e.residual);
        note(&worst[type].column, e.column);
        note(&worst[type].orthogonality, e.orthogonality);
    }
    const struct factorisation f = {type, plan, layout, m, n, data};
    const struct
    {
        const char *name;
        double error;
    } errors[] = {{"residual", e.residual}, {"residual of a column", e.column}, {"orthogonality", e.orthogonality}};
    for (size_t k = 0; k < sizeof errors / sizeof errors[0]; k++)
    {
        const struct dd_judge q = {.problem = &f,
                                   .describe = describe,
                                   .bound = tsqr_bound(DD_ROUTINE_tsqr, type, m, n),
                                   .what = errors[k].name,
                                   .seed = seed};
        dd_judge_error(&q, errors[k].error, 0, 0);
    }
}

/* The diagonal of R is real and, on request, not negative; below it are zeros. */
static inline void check_form_of_R(ddblasType_t type, int64_t n, const void *R, int nonnegative)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++)
        {
            const struct dd_parts e = dd_parts_load(type, R, i + j * n);
            assert_true(e.im[0] == 0.0);
            assert_true(i == j ? !nonnegative || e.re[0] >= 0.0 : e.re[0] == 0.0);
        }
}

#endif
