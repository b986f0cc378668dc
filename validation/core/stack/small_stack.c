/*
 * Threads with a small stack (small_stack.h).
 */
#define _GNU_SOURCE /* setenv, execv */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "small_stack.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define LARGE_FRAMES
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LARGE_FRAMES
#endif

enum
{
#if defined(LARGE_FRAMES)
    STACK = 8 << 20, /* a sanitizer's frames are several times as large */
    /* A sanitizer starts no thread on the least stack of the C library. */
    LEAST_STACK = STACK,
#else
    STACK = 128 << 10,
    LEAST_STACK = 16 << 10, /* least of the C library where no library has thread-local data */
#endif
    PAGE = 4096
};

static void *nothing(void *argument) { return argument; }

/* Returns the size of stack with which a thread has STACK bytes for itself. The C library takes the
 * thread-local data of all loaded libraries, cuBLAS's among them, from a thread's stack, and
 * refuses stacks that have no room for it. */
static size_t size_of_stack(void)
{
    for (size_t size = LEAST_STACK;; size += PAGE)
    {
        pthread_attr_t attributes;
        pthread_t thread;
        int refused = pthread_attr_init(&attributes);
        if (!refused)
            refused = pthread_attr_setstacksize(&attributes, size) || pthread_create(&thread, &attributes, nothing, NULL);
        if (!refused)
            return pthread_join(thread, NULL) ? 0 : STACK + size - LEAST_STACK;
        if (size > (size_t)64 << 20)
            return 0;
    }
}

void on_small_stack(void *(*work)(void *), void *argument)
{
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, size_of_stack()), 0);
    assert_int_equal(pthread_create(&thread, &attributes, work, argument), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(pthread_attr_destroy(&attributes), 0);
}

void same_on_small_stack(void *(*work)(void *), void *argument, void *result, size_t bytes)
{
    void *first = malloc(bytes);
    assert_non_null(first);
    memcpy(first, result, bytes);
    on_small_stack(work, argument);
    assert_memory_equal(result, first, bytes);
    free(first);
}

void small_stack_restart(char **arguments)
{
    char stack[32];
    (void)snprintf(stack, sizeof stack, "%zuk", size_of_stack() >> 10);
    if (getenv("OMP_STACKSIZE"))
        return;
    (void)setenv("OMP_STACKSIZE", stack, 1);
    (void)execv("/proc/self/exe", arguments);
}
