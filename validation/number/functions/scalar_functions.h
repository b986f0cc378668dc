/*
 * The functions of cuddreal.h as a table, called through pointers of one type. scalar_functions.c
 * is compiled several times: with the flags of the library, with those of a user who leaves
 * contraction on, and against mutants of the header.
 */
#ifndef DD_VALIDATION_SCALAR_FUNCTIONS_H
#define DD_VALIDATION_SCALAR_FUNCTIONS_H

#include "bounds.h"
#include "oracle.h"

enum dd_form
{
    DD_FORM_WW,
    DD_FORM_WD,
    DD_FORM_DW,
    DD_FORM_W,
    DD_FORM_WWW
};

#define DD_FUNCTION(name, form, operation, sign, special, qd) DD_##name,
enum dd_function_index
{
#include "scalar_functions.def"
    DD_FUNCTION_COUNT
};

struct dd_function
{
    const char *name;
    enum dd_form form;
    dd_operation operation;
    double sign;
    int special;
    enum dd_bound bound;
    cuddreal (*call)(cuddreal a, cuddreal b, cuddreal c);
    void (*qd)(const double *a, const double *b, double *result); /* null: QD has none */
};

extern const struct dd_function dd_functions[DD_FUNCTION_COUNT];             /* with the library's flags */
extern const struct dd_function dd_functions_contracting[DD_FUNCTION_COUNT]; /* with contraction and -march=native */

/* Fits the operands to the form: a double has no low part, unused operands are those of a. */
void dd_fit_operands(const struct dd_function *f, cuddreal *a, cuddreal *b, cuddreal *c);

/* The error that the bound of f judges, in u^2, of result r for fitted operands: relative, or
 * relative to the magnitudes of the terms for the functions whose bound is so. *all, when not null,
 * gets the oracle's whole answer. */
double dd_function_error(const struct dd_function *f, cuddreal a, cuddreal b, cuddreal c, cuddreal r,
                         struct dd_scalar_error *all);

#endif
