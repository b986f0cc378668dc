/*
 * The functions of cuddreal.h run by a kernel, for the comparison with the host. No cmocka, no
 * MPFR.
 */
#ifndef DD_VALIDATION_SCALAR_DEVICE_H
#define DD_VALIDATION_SCALAR_DEVICE_H

#include <dd/cuddreal.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Devices that can be used; 0 when there is no driver. */
int dd_device_count(void);

/* r[i] = dd_run(function, a[i], b[i], c[i]) for i < n by a kernel. 0, or the CUDA error with its
 * text in *why. */
int dd_device_run(int function, long long n, const cuddreal *a, const cuddreal *b, const cuddreal *c, cuddreal *r,
                  const char **why);

/* Sends an array of cuddreal to a kernel that takes it as double2 and exchanges .x and .y of
 * each. */
int dd_device_swap_as_double2(long long n, const cuddreal *a, cuddreal *r, const char **why);

/* The C++ operators in device code: r[i] = -((a + b) * a - b / a). */
int dd_device_operators(long long n, const cuddreal *a, const cuddreal *b, cuddreal *r, const char **why);

#ifdef __cplusplus
}
#endif

#endif
