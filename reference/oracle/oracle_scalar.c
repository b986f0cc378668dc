/*
 * The oracle of scalar operations.
 */
#include "oracle.h"
#include "oracle_mpfr.h"

#include <math.h>
#include <stdlib.h>

enum
{
    TERMS = 10,
    PRODUCT_BITS = 106,
    WORK_BITS = 320, /* quotients, roots and ratios of exact numbers */
    PAIR_BITS = 2200 /* a pair spans 2^-1074 .. 2^1024 */
};

/* Numbers that one thread uses again and again. */
struct scratch
{
    mpfr_t term[TERMS]; /* 106 bits: a double or a product of two */
    mpfr_t exact, error, scale, work;
    mpfr_ptr list[TERMS];
    int count;
};

static struct scratch *scratch(void)
{
    static _Thread_local struct scratch *mine; /* lives as long as its thread; the process ends soon after */
    if (mine != NULL)
        return mine;
    mine = malloc(sizeof *mine);
    if (mine == NULL)
        abort();
    for (int i = 0; i < TERMS; i++)
    {
        mpfr_init2(mine->term[i], PRODUCT_BITS);
        mine->list[i] = mine->term[i];
    }
    mpfr_init2(mine->exact, WORK_BITS);
    mpfr_init2(mine->error, WORK_BITS);
    mpfr_init2(mine->scale, WORK_BITS);
    mpfr_init2(mine->work, WORK_BITS);
    return mine;
}

static void push(struct scratch *s, double d)
{
    if (d != 0.0)
        mpfr_set_d(s->term[s->count++], d, RN);
}

static void push_product(struct scratch *s, double a, double b)
{
    if (a == 0.0 || b == 0.0)
        return;
    mpfr_set_d(s->term[s->count], a, RN);
    mpfr_mul_d(s->term[s->count], s->term[s->count], b, RN);
    s->count++;
}

static void push_pair_product(struct scratch *s, cuddreal a, cuddreal b)
{
    push_product(s, a.x, b.x);
    push_product(s, a.x, b.y);
    push_product(s, a.y, b.x);
    push_product(s, a.y, b.y);
}

/* The sum of the pushed terms, rounded once: MPFR's sum is correctly rounded whatever cancels. */
static void sum_terms(struct scratch *s, mpfr_ptr sum)
{
    if (s->count == 0)
        mpfr_set_zero(sum, 1);
    else
        mpfr_sum(sum, s->list, (unsigned long)s->count, RN);
}

/* a as one number, rounded to WORK_BITS. */
static void whole(mpfr_ptr v, cuddreal a)
{
    mpfr_set_d(v, a.x, RN);
    mpfr_add_d(v, v, a.y, RN);
}

/* exact = the rounded value of the operation. */
static void evaluate(struct scratch *s, dd_operation op, cuddreal a, cuddreal b, cuddreal c)
{
    s->count = 0;
    switch (op)
    {
    case DD_OP_SUM:
        push(s, a.x);
        push(s, a.y);
        push(s, b.x);
        push(s, b.y);
        break;
    case DD_OP_PRODUCT:
        push_pair_product(s, a, b);
        break;
    case DD_OP_MULTIPLYADD:
        push_pair_product(s, a, b);
        push(s, c.x);
        push(s, c.y);
        break;
    case DD_OP_QUOTIENT:
        whole(s->exact, a);
        whole(s->work, b);
        mpfr_div(s->exact, s->exact, s->work, RN);
        return;
    case DD_OP_ROOT:
        whole(s->exact, a);
        mpfr_sqrt(s->exact, s->exact, RN);
        return;
    }
    sum_terms(s, s->exact);
}

/* error = exact - r for sums of terms, by one more exact sum; r - exact = (r b - a) / b for
 * quotients and (r r - a) / (r + sqrt(a)) for roots, whose numerators are exact. */
static void residual(struct scratch *s, dd_operation op, cuddreal a, cuddreal b, cuddreal r)
{
    if (op == DD_OP_QUOTIENT || op == DD_OP_ROOT)
    {
        s->count = 0;
        push_pair_product(s, r, op == DD_OP_QUOTIENT ? b : r);
        push(s, -a.x);
        push(s, -a.y);
        sum_terms(s, s->error);
        if (op == DD_OP_QUOTIENT)
            whole(s->work, b);
        else
        {
            whole(s->work, r);
            mpfr_add(s->work, s->work, s->exact, RN);
        }
        if (!mpfr_zero_p(s->error))
            mpfr_div(s->error, s->error, s->work, RN);
        return;
    }
    push(s, -r.x);
    push(s, -r.y);
    sum_terms(s, s->error);
}

struct dd_scalar_error dd_oracle_scalar(dd_operation op, cuddreal a, cuddreal b, cuddreal c, cuddreal r)
{
    struct scratch *s = scratch();
    struct dd_scalar_error e;
    evaluate(s, op, a, b, c);
    e.magnitude = fabs(mpfr_get_d(s->exact, RN));
    if (!cuddIsFinite(r))
    {
        e.relative = e.scaled = e.absolute = (double)INFINITY;
        return e;
    }
    residual(s, op, a, b, r);
    e.relative = e.scaled = dd_mpfr_ratio(s->error, s->exact, 106);
    mpfr_mul_2si(s->work, s->error, 1074, RN);
    e.absolute = fabs(mpfr_get_d(s->work, RN));
    if (op == DD_OP_SUM)
    {
        whole(s->scale, cuddFabs(a));
        whole(s->work, cuddFabs(b));
        mpfr_add(s->scale, s->scale, s->work, RN);
        e.scaled = dd_mpfr_ratio(s->error, s->scale, 106);
    }
    if (op == DD_OP_MULTIPLYADD)
    {
        whole(s->scale, a);
        whole(s->work, b);
        mpfr_mul(s->scale, s->scale, s->work, RN);
        mpfr_abs(s->scale, s->scale, RN);
        mpfr_abs(s->work, s->exact, RN);
        mpfr_mul_d(s->work, s->work, 0.75, RN);
        mpfr_add(s->scale, s->scale, s->work, RN);
        e.scaled = dd_mpfr_ratio(s->error, s->scale, 106);
    }
    return e;
}

cuddreal dd_oracle_scalar_value(dd_operation op, cuddreal a, cuddreal b, cuddreal c)
{
    struct scratch *s = scratch();
    evaluate(s, op, a, b, c);
    return dd_mpfr_pair(s->exact);
}

int dd_oracle_compare(cuddreal a, cuddreal b)
{
    struct scratch *s = scratch();
    int sign;
    evaluate(s, DD_OP_SUM, a, cuddMake(-b.x, -b.y), a);
    sign = mpfr_sgn(s->exact);
    return (sign > 0) - (sign < 0);
}

/* a rounded to an integer by `rounding`, exactly; a zero has the sign of a. */
static cuddreal round_pair(cuddreal a, mpfr_rnd_t rounding)
{
    cuddreal r;
    mpfr_t v;
    mpfr_init2(v, PAIR_BITS);
    mpfr_set_d(v, a.x, RN);
    mpfr_add_d(v, v, a.y, RN);
    mpfr_rint(v, v, rounding);
    r = mpfr_zero_p(v) ? cuddMake(copysign(0.0, a.x), 0.0) : dd_mpfr_pair(v);
    mpfr_clear(v);
    return r;
}

cuddreal dd_oracle_floor(cuddreal a) { return round_pair(a, MPFR_RNDD); }
cuddreal dd_oracle_ceil(cuddreal a) { return round_pair(a, MPFR_RNDU); }
cuddreal dd_oracle_trunc(cuddreal a) { return round_pair(a, MPFR_RNDZ); }
cuddreal dd_oracle_rint(cuddreal a) { return round_pair(a, MPFR_RNDN); }

cuddreal dd_oracle_pi(void)
{
    struct scratch *s = scratch();
    mpfr_const_pi(s->exact, RN);
    return dd_mpfr_pair(s->exact);
}

cuddreal dd_oracle_e(void)
{
    struct scratch *s = scratch();
    mpfr_set_ui(s->exact, 1, RN);
    mpfr_exp(s->exact, s->exact, RN);
    return dd_mpfr_pair(s->exact);
}
