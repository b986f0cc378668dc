/*
 * The engine under test: DDBLAS_TEST_ENGINE=cpu (default) or cuda, so that each test program serves
 * both.
 */
#ifndef DD_VALIDATION_ENGINE_H
#define DD_VALIDATION_ENGINE_H

#include <dd/ddblas.h>

/* The engine that the environment names. */
ddblasEngine_t dd_test_engine(void);

/* For tests of the CUDA engine alone. Where there is no device and the environment does not ask for
 * this engine: prints a line and returns SKIP_RETURN_CODE, with which the test ends at once.
 * Otherwise 0. */
int dd_test_skips_without_device(void);

/* A handle on that engine; the test program ends with a message when there is none. */
ddblasHandle_t dd_test_handle(void);
/* A handle on the engine that a test names. */
ddblasHandle_t dd_test_handle_on(ddblasEngine_t engine);

/* A copy of `bytes` host bytes in the engine's memory, at `offset` bytes past a 256-byte boundary;
 * freed by dd_engine_free with the same offset. */
void *dd_engine_copy(ddblasHandle_t handle, const void *host, size_t bytes, size_t offset);
void dd_engine_free(ddblasHandle_t handle, void *pointer, size_t offset);
/* 1 when the guard bytes in front of that copy, `offset` of them, and the one behind it are as
 * dd_engine_copy wrote them. There is one only behind it, so that memory checkers see the end. */
int dd_engine_guarded(ddblasHandle_t handle, const void *pointer, size_t bytes, size_t offset);

/* Bytes past a multiple of 16 at which double-double operands may begin: 8 in host memory, 0 on a
 * device. And an offset at which they are refused. */
size_t dd_engine_half(ddblasHandle_t handle);
size_t dd_engine_misaligned(ddblasHandle_t handle);

/* A scalar in host memory at 8 mod 16, which every type accepts. */
struct dd_scalar
{
    _Alignas(16) unsigned char bytes[8 + sizeof(cuddcomplex)];
};
const void *dd_scalar_put(struct dd_scalar *scalar, const void *value, size_t size);

/* 1 when that copy is what the host's bytes are. */
int dd_engine_holds(ddblasHandle_t handle, const void *engine, const void *host, size_t bytes);

/* Back to the host. */
void dd_engine_read(ddblasHandle_t handle, void *host, const void *engine, size_t bytes);

#endif
