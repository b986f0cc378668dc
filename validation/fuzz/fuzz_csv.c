/*
 * Fuzzing of the reader of plain text and .csv files.
 */
#include "fuzz_file.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) { return fuzz_file(data, size, DDBLAS_FORMAT_TEXT); }
