/*
 * The facts that the library would know of an H200, for tests of its decisions without one.
 */
#ifndef DD_VALIDATION_H200_H
#define DD_VALIDATION_H200_H

#include "backend/backend.h"

static const struct ddblas_device h200 = {.engine = DDBLAS_ENGINE_CUDA,
                                          .name = "NVIDIA H200",
                                          .capability = 90,
                                          .multiprocessors = 132,
                                          .threads = 2048,
                                          .blocks = 32,
                                          .registers = 65536,
                                          .single_to_double = 2,
                                          .shared = 233472,
                                          .shared_of_block = 232448,
                                          .memory = 150e9,
                                          .cache = 60e6};

#endif
