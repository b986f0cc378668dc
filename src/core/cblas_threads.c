/*
 * OpenBLAS held at one thread while a routine of ours calls it. Its functions are weak references: absent in other CBLAS.
 */
#include "cblas_threads.h"

#include <pthread.h>
#include <stddef.h>

extern void openblas_set_num_threads(int threads) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int users, threads_before;

static int is_openblas(void) { return openblas_set_num_threads != NULL && openblas_get_num_threads != NULL; }

void ddblas_cblas_begin(void)
{
    if (!is_openblas())
        return;
    (void)pthread_mutex_lock(&lock);
    if (users++ == 0)
    {
        threads_before = openblas_get_num_threads();
        openblas_set_num_threads(1);
    }
    (void)pthread_mutex_unlock(&lock);
}

void ddblas_cblas_end(void)
{
    if (!is_openblas())
        return;
    (void)pthread_mutex_lock(&lock);
    if (--users == 0)
        openblas_set_num_threads(threads_before);
    (void)pthread_mutex_unlock(&lock);
}
