/*
 * Fuzzing of the .npy reader.
 */
#include "fuzz_file.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) { return fuzz_file(data, size, DDBLAS_FORMAT_NPY); }
