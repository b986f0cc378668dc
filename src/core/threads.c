/*
 * How many threads the CPU engine uses. OpenMP prints a line and ends the process when the system
 * refuses it a thread, so threads are tried before OpenMP is asked for them.
 */
#define _GNU_SOURCE /* syscall */
#include "core.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "cblas_threads.h"

/* Address space that a thread takes beside its stack: OpenMP's records of it, and the buffer that
 * OpenBLAS has for it, 128 MiB in version 0.3, without which OpenBLAS tries again for ever. */
#define BESIDE_STACK ((size_t)136 << 20)

/* ---- fork ------------------------------------------------------------------------------------ */

/* OpenMP's threads do not survive a fork, and GNU's waits for them in the child for ever: there the
 * caller's thread works alone.
 */
static atomic_int forked;

static void note_fork(void) { atomic_store(&forked, 1); }

static void watch_forks(void) { (void)pthread_atfork(NULL, NULL, note_fork); }

void ddblas_threads_watch_forks(void)
{
    static pthread_once_t watching = PTHREAD_ONCE_INIT;
    (void)pthread_once(&watching, watch_forks);
}

int ddblas_threads_forked(void) { return atomic_load(&forked); }

/* ---- trial ----------------------------------------------------------------------------------- */

struct tried
{
    pthread_mutex_t *gate;
    pthread_t thread;
    void *beside;
    long id; /* the system's number of the thread */
};

/* Stack size of OpenMP's threads where the environment sets one, otherwise 0: a number with B, K, M
 * or G, without a letter K. */
static size_t stack_size(void)
{
    const char *text = getenv("OMP_STACKSIZE");
    if (!text)
        text = getenv("GOMP_STACKSIZE");
    char *end = NULL;
    const unsigned long long number = text ? strtoull(text, &end, 10) : 0;
    if (number == 0)
        return 0;
    while (*end == ' ')
        end++;
    const char unit = (char)(*end & ~0x20); /* upper case */
    const int shift = unit == 'B' ? 0 : unit == 'M' ? 20 : unit == 'G' ? 30 : 10;
    return number <= SIZE_MAX >> shift ? (size_t)number << shift : SIZE_MAX;
}

static void *wait_at_gate(void *tried)
{
    struct tried *t = tried;
#if defined(__linux__)
    t->id = syscall(SYS_gettid);
#endif
    (void)pthread_mutex_lock(t->gate);
    (void)pthread_mutex_unlock(t->gate);
    return NULL;
}

static int start_trial(struct tried *t, pthread_mutex_t *gate, const pthread_attr_t *attributes)
{
    t->gate = gate;
    t->beside = mmap(NULL, BESIDE_STACK, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (t->beside == MAP_FAILED)
        return 0;
    if (pthread_create(&t->thread, attributes, wait_at_gate, t) == 0)
        return 1;
    (void)munmap(t->beside, BESIDE_STACK);
    return 0;
}

/* A thread that was joined counts against the system's limits until the system has put it away. */
static void finish_trial(struct tried *t)
{
    (void)pthread_join(t->thread, NULL);
#if defined(__linux__)
    for (int turn = 0; turn < 10000 && syscall(SYS_tgkill, (long)getpid(), t->id, 0L) == 0; turn++)
        (void)sched_yield();
#endif
    (void)munmap(t->beside, BESIDE_STACK);
}

/* Starts up to `most` threads that live at once, ends them, and returns how many there were. */
static int try_threads(int most)
{
    struct tried *tried = malloc((size_t)most * sizeof *tried);
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_attr_t attributes;
    sigset_t all, before;
    int count = 0;
    if (!tried || pthread_attr_init(&attributes))
    {
        free(tried);
        return 0;
    }
    const size_t stack = stack_size();
    if (stack > 0)
        (void)pthread_attr_setstacksize(&attributes, stack);
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before); /* the threads take no signal of the program's */
    (void)pthread_mutex_lock(&gate);
    while (count < most && start_trial(&tried[count], &gate, &attributes))
        count++;
    (void)pthread_mutex_unlock(&gate);
    for (int i = 0; i < count; i++)
        finish_trial(&tried[i]);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    free(tried);
    return count;
}

/* ---- the number ------------------------------------------------------------------------------ */

/* Each calling thread has OpenMP threads of its own. granted: how many the thread has been able to
 * start. refused: whether the system refused more. The number is kept from one call to the next,
 * because workspaces depend on it. */
static _Thread_local int granted = 1, refused;

void ddblas_threads_try_again(void) { refused = 0; }

/* Returns `wanted`, or fewer if the system refuses so many. `most` is the largest number that the
 * calling thread may ask for. */
static int grant_threads(int wanted, int most)
{
    if (wanted <= granted || refused)
        return wanted < granted ? wanted : granted;
    if (omp_get_active_level() >= omp_get_max_active_levels())
        return wanted; /* inside a parallel region of the program's OpenMP starts no threads */
    /* A power of 2 is tried, so that calls of growing size lead to few trials. */
    int tried = 2;
    while (tried < wanted)
        tried *= 2;
    tried = tried < most ? tried : most;
    /* Twice as many must fit: OpenMP ends threads that a call with fewer leaves over while it
     * already starts new ones for the next call, and the rest of the program needs some too. */
    const int others = try_threads(2 * (tried - 1)), mine = 1 + others / 2;
    refused = mine < tried;
    granted = mine > granted ? mine : granted;
    return wanted < granted ? wanted : granted;
}

/* The number that the handle's setting, or OpenMP's, asks for. */
static int asked_for(ddblasHandle_t handle)
{
    const int asked = handle->threads > 0 ? handle->threads : omp_get_max_threads();
    return asked < DDBLAS_MOST_THREADS ? asked : DDBLAS_MOST_THREADS;
}

int ddblas_threads(ddblasHandle_t handle)
{
    const int asked = asked_for(handle);
    return ddblas_threads_forked() ? 1 : grant_threads(asked, asked);
}

int ddblas_threads_useful(ddblasHandle_t handle, ddblasType_t type, double useful)
{
    const int asked = asked_for(handle), most = ddblas_type_is_double_double(type) ? asked : ddblas_cblas_most_threads();
    const int limit = asked < most ? asked : most, wanted = useful < limit ? (int)useful : limit;
    return wanted < 2 || ddblas_threads_forked() ? 1 : grant_threads(wanted, asked);
}

int ddblas_threads_for(ddblasHandle_t handle, ddblasType_t type)
{
    const int threads = ddblas_threads(handle), most = ddblas_cblas_most_threads();
    return ddblas_type_is_double_double(type) || threads < most ? threads : most;
}
