/*
 * The inline functions of cuddreal.h and cuddcomplex.h for t_fortran_numbers.f90: a, b and r are
 * two doubles of a real number, four of a complex one; a comparison writes 0 or 1 to r[0].
 */
#include <stdint.h>
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <dd/cuddcomplex.h>
#include <dd/ddblas.h>

void cudd_call(int operation, const double *a, const double *b, double *r);
void cudd_integer(int64_t i, double *r);
int64_t bytes_in_use(void);
int64_t bytes_of_structure(int number);

/* The bytes that malloc has given out, for t_fortran_api.F90; 0 where nobody counts them. Under
 * AddressSanitizer malloc is another, and LeakSanitizer finds what was not freed. */
int64_t bytes_in_use(void)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    return (int64_t)mallinfo2().uordblks;
#else
    return 0;
#endif
}

static cuddreal number(const double *a) { return cuddMake(a[0], a[1]); }
static cuddcomplex complex_number(const double *a) { return cuddcMake(number(a), number(a + 2)); }

static void give(double *r, cuddreal a)
{
    r[0] = a.x;
    r[1] = a.y;
}

static void give_complex(double *r, cuddcomplex a)
{
    give(r, a.x);
    give(r + 2, a.y);
}

static void give_truth(double *r, int truth)
{
    r[0] = truth;
    r[1] = 0.0;
}

void cudd_integer(int64_t i, double *r) { give(r, cuddFromInt64(i)); }

static void complex_call(int operation, cuddcomplex a, cuddcomplex b, double *r)
{
    switch (operation)
    {
    case 41:
        give_complex(r, cuddcAdd(a, b));
        break;
    case 42:
        give_complex(r, cuddcSub(a, b));
        break;
    case 43:
        give_complex(r, cuddcMul(a, b));
        break;
    case 44:
        give_complex(r, cuddcDiv(a, b));
        break;
    case 45:
        give_complex(r, cuddcNeg(a));
        break;
    case 46:
        give_complex(r, cuddcConj(a));
        break;
    case 47:
        give(r, cuddcAbs(a));
        break;
    case 48:
        give_complex(r, cuddcMulReal(a, b.x));
        break;
    case 49:
        give_complex(r, cuddcDivReal(a, b.x));
        break;
    case 50:
        give_truth(r, cuddcEq(a, b));
        break;
    case 51:
        give_truth(r, cuddcNe(a, b));
        break;
    default:
        r[0] = r[1] = -1.0;
    }
}

void cudd_call(int operation, const double *a, const double *b, double *r)
{
    if (operation > 40)
    {
        complex_call(operation, complex_number(a), complex_number(b), r);
        return;
    }
    const cuddreal x = number(a), y = number(b);
    switch (operation)
    {
    case 1:
        give(r, cuddAdd(x, y));
        break;
    case 2:
        give(r, cuddSub(x, y));
        break;
    case 3:
        give(r, cuddMul(x, y));
        break;
    case 4:
        give(r, cuddDiv(x, y));
        break;
    case 5:
        give(r, cuddAddD(x, y.x));
        break;
    case 6:
        give(r, cuddSubD(x, y.x));
        break;
    case 7:
        give(r, cuddDSub(y.x, x));
        break;
    case 8:
        give(r, cuddMulD(x, y.x));
        break;
    case 9:
        give(r, cuddDivD(x, y.x));
        break;
    case 10:
        give(r, cuddDDiv(y.x, x));
        break;
    case 11:
        give(r, cuddSqrt(x));
        break;
    case 12:
        give(r, cuddNeg(x));
        break;
    case 13:
        give(r, cuddFabs(x));
        break;
    case 14:
        give(r, cuddFmin(x, y));
        break;
    case 15:
        give(r, cuddFmax(x, y));
        break;
    case 16:
        give(r, cuddTrunc(x));
        break;
    case 17:
        give(r, cuddNormalize(a[0], b[0]));
        break;
    case 21:
        give_truth(r, cuddEq(x, y));
        break;
    case 22:
        give_truth(r, cuddNe(x, y));
        break;
    case 23:
        give_truth(r, cuddLt(x, y));
        break;
    case 24:
        give_truth(r, cuddLe(x, y));
        break;
    case 25:
        give_truth(r, cuddGt(x, y));
        break;
    case 26:
        give_truth(r, cuddGe(x, y));
        break;
    case 31:
        give_truth(r, cuddEqD(x, y.x));
        break;
    case 33:
        give_truth(r, cuddLtD(x, y.x));
        break;
    case 34:
        give_truth(r, cuddLeD(x, y.x));
        break;
    case 35:
        give_truth(r, cuddGtD(x, y.x));
        break;
    case 36:
        give_truth(r, cuddGeD(x, y.x));
        break;
    case 18:
        give(r, cuddMax());
        break;
    case 19:
        give(r, cuddMin());
        break;
    case 20:
        give(r, cuddEps());
        break;
    default:
        r[0] = r[1] = -1.0;
    }
}

/* The sizes of the structures of the headers, in the order of t_fortran_api.F90. */
int64_t bytes_of_structure(int number)
{
    static const size_t bytes[] = {
        sizeof(ddblasExpertReport_t), sizeof(ddblasSyevxPlan_t),  sizeof(ddblasSyevxReport_t),  sizeof(ddblasHostMatrix),
        sizeof(ddblasReadOptions),    sizeof(ddblasWriteOptions), sizeof(ddblasFileInfo),       sizeof(ddblasRefineReport_t),
        sizeof(ddblasTsqrPlan_t),     sizeof(ddblasTuneChoice_t), sizeof(ddblasTuneProgress_t), sizeof(ddblasTuneOptions_t),
        sizeof(ddblasTuneSummary_t),  sizeof(ddblasTuneSample_t), sizeof(ddblasXtOptions_t),    sizeof(ddblasXtReport_t),
    };
    return number >= 0 && number < (int)(sizeof bytes / sizeof bytes[0]) ? (int64_t)bytes[number] : -1;
}
