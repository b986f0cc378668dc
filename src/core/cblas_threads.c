/*
 * OpenBLAS held at one thread while a routine of ours calls it. Its functions are weak references:
 * absent in other CBLAS.
 */
#include "cblas_threads.h"

#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern void openblas_set_num_threads(int threads) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));
extern char *openblas_get_config(void) __attribute__((weak));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* users: calls in progress that have set OpenBLAS's number of threads. threads_before: the caller's
 * setting while there are users, otherwise 0. */
static int users, threads_before;

static int is_openblas(void) { return openblas_set_num_threads != NULL && openblas_get_num_threads != NULL; }

/* A child of fork has the thread that forked and no other: nobody uses CBLAS there, and nobody
 * holds the lock. The next begin restores the setting, because here it may be too early to start
 * OpenBLAS's threads again. */
static void before_fork(void) { (void)pthread_mutex_lock(&lock); }

static void after_fork(void) { (void)pthread_mutex_unlock(&lock); }

static void in_child(void)
{
    users = 0;
    (void)pthread_mutex_unlock(&lock);
}

static void watch_forks(void) { (void)pthread_atfork(before_fork, after_fork, in_child); }

void ddblas_cblas_begin(void)
{
    static pthread_once_t watching = PTHREAD_ONCE_INIT;
    if (!is_openblas())
        return;
    (void)pthread_once(&watching, watch_forks);
    (void)pthread_mutex_lock(&lock);
    if (users++ == 0)
    {
        const int threads = openblas_get_num_threads();
        if (threads_before == 0 || threads != 1)
            threads_before = threads;
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
    {
        openblas_set_num_threads(threads_before);
        threads_before = 0;
    }
    (void)pthread_mutex_unlock(&lock);
}

static int most_threads = INT_MAX;

/* OpenBLAS writes the text anew at each call. */
static void read_config(void)
{
    static const char word[] = "MAX_THREADS=";
    const char *text = openblas_get_config != NULL ? strstr(openblas_get_config(), word) : NULL;
    const long most = text ? strtol(text + sizeof word - 1, NULL, 10) : 0;
    if (most > 0 && most < INT_MAX)
        most_threads = (int)most;
}

int ddblas_cblas_most_threads(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, read_config);
    return most_threads;
}
