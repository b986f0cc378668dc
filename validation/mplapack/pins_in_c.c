/*
 * The functions of ddblas_mplapack.h called from C. The test returns 0, or the number of the call
 * that failed.
 */
#include <ddblas_mplapack.h>

int pins_in_c(void);

int pins_in_c(void)
{
    static double numbers[2 * 6];
    if (ddblas_mplapack_pin(numbers, 2, 3, 2, 2 * sizeof *numbers) != 0)
        return 1;
    if (ddblas_mplapack_update(numbers) != 0)
        return 2;
    if (ddblas_mplapack_unpin(numbers) != 0)
        return 3;
    return ddblas_mplapack_unpin(numbers) == 1 ? 0 : 4;
}
