/*
 * The self-test of a handle's creation: two sums of known bits that contraction, extended precision, another rounding mode or
 * flush to zero would change.
 */
#include "core.h"

#include <string.h>

int ddblas_selftest(void)
{
    /* The operands pass through volatile, so that the machine computes and not the compiler. */
    volatile double pi_hi = cuddPi().x, pi_lo = cuddPi().y, e_hi = cuddE().x, e_lo = cuddE().y, tiny = 0x1p-1074;

    /* pi e by DWTimesDW3, its bits worked out in rational arithmetic. */
    cuddreal product = cuddMul(cuddMake(pi_hi, pi_lo), cuddMake(e_hi, e_lo));
    if (product.x != 0x1.114580b45d475p+3 || product.y != -0x1.867bdea1974bcp-51)
        return 1;

    /* Minus its high part, plus the smallest subnormal: exactly the low part and that. A comparison that takes subnormal numbers
     * for zero would see no difference, their bits do. */
    cuddreal rest = cuddAdd(product, cuddMake(-product.x, tiny));
    uint64_t low_bits;
    memcpy(&low_bits, &rest.y, sizeof low_bits);
    if (rest.x != -0x1.867bdea1974bcp-51 || low_bits != 1)
        return 2;
    return 0;
}
