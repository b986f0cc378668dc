/*
 * Operands fitted to a function's form, and the error that its bound judges.
 */
#include "scalar_functions.h"

void dd_fit_operands(const struct dd_function *f, cuddreal *a, cuddreal *b, cuddreal *c)
{
    if (f->form == DD_FORM_DW)
        a->y = 0.0;
    if (f->form == DD_FORM_WD)
        b->y = 0.0;
    if (f->form == DD_FORM_W)
        *b = *a;
    if (f->form != DD_FORM_WWW)
        *c = *a;
}

double dd_function_error(const struct dd_function *f, cuddreal a, cuddreal b, cuddreal c, cuddreal r, struct dd_scalar_error *all)
{
    struct dd_scalar_error e = dd_oracle_scalar(f->operation, a, f->sign > 0.0 ? b : cuddMake(-b.x, -b.y), c, r);
    int by_terms = f->operation == DD_OP_MULTIPLYADD || f->bound == DD_BOUND_cuddAddSloppy;
    if (all != 0)
        *all = e;
    return by_terms ? e.scaled : e.relative;
}
