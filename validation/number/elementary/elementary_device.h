/* The elementary functions run by a kernel, for the comparison with the host. */
#ifndef DD_VALIDATION_ELEMENTARY_DEVICE_H
#define DD_VALIDATION_ELEMENTARY_DEVICE_H

#include <dd/cuddreal.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Devices that can be used; 0 when there is no driver. */
int dd_elementary_devices(void);

/* r[i] = function(a[i], b[i]) for i < n, one thread each. 0, or the CUDA error with its text in
 * *why. *seconds gets the time of a second launch of the kernel alone. */
int dd_elementary_on_device(int function, long long n, const cuddreal *a, const cuddreal *b, cuddreal *r, double *seconds,
                            const char **why);

#ifdef __cplusplus
}
#endif

#endif
