/*
 * ASPEN.K2's calling sequence, implemented by this library's symv and hemv. Each thread has a
 * handle of its own. The thread's first call creates it, a change of the thread's device replaces
 * it, and the end of the thread destroys it.
 */
#include <dd/aspen.h>
#include <dd/level2.h>

#include <pthread.h>
#include <stdio.h>

#include "core/core.h"

static _Thread_local ddblasHandle_t own;
static _Thread_local ddblasStatus_t last_status;
static _Thread_local char last_error[256];

static ddblasStatus_t note(ddblasStatus_t status)
{
    last_status = status;
    (void)snprintf(last_error, sizeof last_error, "%s", status == DDBLAS_STATUS_SUCCESS ? "" : ddblasGetLastError(own));
    return status;
}

/* Whether the thread's handle belongs to its current device. */
static int is_current(void)
{
#if DDBLAS_HAVE_CUDA
    char why[sizeof last_error];
    int device;
    return own && ddblas_backend_cuda.open(&device, why, sizeof why) == DDBLAS_STATUS_SUCCESS && device == own->device;
#else
    return 0;
#endif
}

/* The key's destructor destroys a thread's handle when the thread ends. */
static pthread_key_t key;
static int has_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void destroy_handle_of_thread(void *handle)
{
    own = NULL;
    (void)ddblasDestroy((ddblasHandle_t)handle);
}
static void make_key(void) { has_key = pthread_key_create(&key, destroy_handle_of_thread) == 0; }

static int has_handle(void)
{
    if (is_current())
        return 1;
    if (own)
        (void)ddblasDestroy(own);
    own = NULL;
    (void)pthread_once(&once, make_key);
    const ddblasStatus_t status = note(ddblasCreateWithEngine(&own, DDBLAS_ENGINE_CUDA));
    if (has_key)
        (void)pthread_setspecific(key, own);
    return status == DDBLAS_STATUS_SUCCESS;
}

/* Letters other than L and U become a value that the routine rejects with an error about uplo. */
static ddblasFillMode_t fill_mode(char uplo)
{
    if (uplo == 'L' || uplo == 'l')
        return DDBLAS_FILL_MODE_LOWER;
    return uplo == 'U' || uplo == 'u' ? DDBLAS_FILL_MODE_UPPER : (ddblasFillMode_t)-1;
}

/* Defines ASPEN_<name>, which calls a routine with the handle of this file. */
#define ASPEN(name, type, routine)                                                                                               \
    void ASPEN_##name(char uplo, int n, type alpha, const type *A, int lda, const type *x, int incx, type beta, type *y,         \
                      int incy)                                                                                                  \
    {                                                                                                                            \
        if (has_handle())                                                                                                        \
            (void)note(routine(own, fill_mode(uplo), n, &alpha, A, lda, x, incx, &beta, y, incy));                               \
    }

ASPEN(ssymv, float, ddblasSsymv)
ASPEN(dsymv, double, ddblasDsymv)
ASPEN(chemv, ddblasComplex, ddblasChemv)
ASPEN(zhemv, ddblasDoubleComplex, ddblasZhemv)
ASPEN(wsymv, cuddreal, ddblasWsymv)
ASPEN(uhemv, cuddcomplex, ddblasUhemv)

ddblasStatus_t ASPEN_last_status(void) { return last_status; }

const char *ASPEN_last_error(void) { return last_error; }
