/*
 * SHA-256 (FIPS 180-4): names of cached kernels and their checksums.
 */
#ifndef DDBLAS_SHA256_H
#define DDBLAS_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum
{
    DDBLAS_SHA256_BYTES = 32
};

struct ddblas_sha256
{
    uint32_t state[8];
    uint64_t bytes; /* taken in so far */
    unsigned char block[64];
};

void ddblas_sha256_start(struct ddblas_sha256 *s);
void ddblas_sha256_add(struct ddblas_sha256 *s, const void *data, size_t bytes);
/* A text with its closing zero, so that two texts in a row are not taken for one. */
void ddblas_sha256_add_text(struct ddblas_sha256 *s, const char *text);
void ddblas_sha256_end(struct ddblas_sha256 *s, unsigned char digest[DDBLAS_SHA256_BYTES]);

#endif
