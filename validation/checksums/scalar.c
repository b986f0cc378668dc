/*
 * The number itself: the functions of cuddreal.h and cuddcomplex.h as this program's compiler made
 * them, and numbers as text.
 */
#include "checksums.h"

#include <string.h>

#include <dd/io.h>

enum
{
    COUNT = 2000 /* operands of a case */
};

static void hash_real(struct run *run, cuddreal a) { case_hash_host(run, DDBLAS_TYPE_W, &a, sizeof a); }
static void hash_complex(struct run *run, cuddcomplex a) { case_hash_host(run, DDBLAS_TYPE_U, &a, sizeof a); }
static void hash_integer(struct run *run, int i)
{
    const double d = i;
    case_hash_host(run, DDBLAS_TYPE_D, &d, sizeof d);
}

/* One row for each function: its letter of the result, and the call on a and b. */
#define REAL_FUNCTIONS(X)                                                                                                        \
    X(cuddAdd, real, cuddAdd(a, b))                                                                                              \
    X(cuddSub, real, cuddSub(a, b))                                                                                              \
    X(cuddMul, real, cuddMul(a, b))                                                                                              \
    X(cuddDiv, real, cuddDiv(a, b))                                                                                              \
    X(cuddFma, real, cuddFma(a, b, cuddNeg(a)))                                                                                  \
    X(cuddAddD, real, cuddAddD(a, b.x))                                                                                          \
    X(cuddSubD, real, cuddSubD(a, b.x))                                                                                          \
    X(cuddDSub, real, cuddDSub(b.x, a))                                                                                          \
    X(cuddMulD, real, cuddMulD(a, b.x))                                                                                          \
    X(cuddDivD, real, cuddDivD(a, b.x))                                                                                          \
    X(cuddDDiv, real, cuddDDiv(b.x, a))                                                                                          \
    X(cuddAddSloppy, real, cuddAddSloppy(a, b))                                                                                  \
    X(cuddMulSloppy, real, cuddMulSloppy(a, b))                                                                                  \
    X(cuddDivSloppy, real, cuddDivSloppy(a, b))                                                                                  \
    X(cuddSqr, real, cuddSqr(a))                                                                                                 \
    X(cuddSqrt, real, cuddSqrt(a))                                                                                               \
    X(cuddFabs, real, cuddFabs(a))                                                                                               \
    X(cuddFmin, real, cuddFmin(a, b))                                                                                            \
    X(cuddFmax, real, cuddFmax(a, b))                                                                                            \
    X(cuddLdexp, real, cuddLdexp(a, (int)(i % 2200) - 1100))                                                                     \
    X(cuddFloor, real, cuddFloor(a))                                                                                             \
    X(cuddCeil, real, cuddCeil(a))                                                                                               \
    X(cuddTrunc, real, cuddTrunc(a))                                                                                             \
    X(cuddRint, real, cuddRint(a))                                                                                               \
    X(cuddNormalize, real, cuddNormalize(a.x, b.x))                                                                              \
    X(cuddTwoSum, real, cuddTwoSum(a.x, b.x))                                                                                    \
    X(cuddTwoProd, real, cuddTwoProd(a.x, b.x))                                                                                  \
    X(cuddEq, integer, cuddEq(a, b))                                                                                             \
    X(cuddLt, integer, cuddLt(a, b))                                                                                             \
    X(cuddLe, integer, cuddLe(a, b))                                                                                             \
    X(cuddIsFinite, integer, cuddIsFinite(a))                                                                                    \
    X(cuddcMul, complex, cuddcMul(cuddcMake(a, b), cuddcMake(b, cuddNeg(a))))                                                    \
    X(cuddcDiv, complex, cuddcDiv(cuddcMake(a, b), cuddcMake(b, a)))                                                             \
    X(cuddcFma, complex, cuddcFma(cuddcMake(a, b), cuddcMake(b, a), cuddcMake(b, b)))                                            \
    X(cuddcDivReal, complex, cuddcDivReal(cuddcMake(a, b), a))                                                                   \
    X(cuddcAbs, real, cuddcAbs(cuddcMake(a, b)))                                                                                 \
    X(cuddcNorm, real, cuddcNorm(cuddcMake(a, b)))

#define DEFINE(name, letter, value)                                                                                              \
    static void scalar_##name(struct run *run, cuddreal a, cuddreal b, int64_t i)                                                \
    {                                                                                                                            \
        (void)b;                                                                                                                 \
        (void)i;                                                                                                                 \
        hash_##letter(run, value);                                                                                               \
    }
REAL_FUNCTIONS(DEFINE)
#undef DEFINE

static const struct
{
    const char *name;
    void (*call)(struct run *run, cuddreal a, cuddreal b, int64_t i);
} functions[] = {
#define ROW(name, letter, value) {#name, scalar_##name},
    REAL_FUNCTIONS(ROW)
#undef ROW
};

static void text_case(struct run *run, enum data data)
{
    enum
    {
        NUMBERS = 200,
        LONGEST = 2000
    };
    if (!case_begin(run, OWN, NUMBERS, "text %s", data_names[data]))
        return;
    static const char forms[] = "efgEG";
    ddblasStatus_t status = DDBLAS_STATUS_SUCCESS;
    for (int i = 0; i < NUMBERS && status == DDBLAS_STATUS_SUCCESS; i++)
    {
        char text[LONGEST];
        cuddreal a, back;
        draw(run, DDBLAS_TYPE_W, data, &a, 1);
        for (int style = 0; style < 3 && status == DDBLAS_STATUS_SUCCESS; style++)
        {
            const int length = style == 0   ? cuddToString(text, sizeof text, a, i % 60, forms[i % 5])
                               : style == 1 ? cuddToShortest(text, sizeof text, a)
                                            : cuddToHex(text, sizeof text, a);
            for (int c = 0; c < length && c < LONGEST - 1; c++)
                hash_integer(run, text[c]);
            status = cuddFromString(text, NULL, &back);
            hash_real(run, back);
        }
    }
    case_end(run, status);
}

void checksums_scalar(struct run *run)
{
    for (int data = DATA_PLAIN; data <= DATA_SPECIAL; data++)
    {
        for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++)
        {
            if (!case_begin(run, OWN, COUNT, "%s %s", functions[f].name, data_names[data]))
                continue;
            for (int64_t i = 0; i < COUNT; i++)
            {
                cuddreal operands[2];
                draw(run, DDBLAS_TYPE_W, (enum data)data, operands, 2);
                functions[f].call(run, operands[0], operands[1], i);
            }
            case_end(run, DDBLAS_STATUS_SUCCESS);
        }
        text_case(run, (enum data)data);
    }
}
