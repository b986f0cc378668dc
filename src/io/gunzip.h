/*
 * The bytes of a file that gzip compressed.
 */
#ifndef DDBLAS_IO_GUNZIP_H
#define DDBLAS_IO_GUNZIP_H

#include <stddef.h>

struct ddblas_source;
struct ddblas_gunzip;

/* 1 when the bytes begin a file of gzip. */
int ddblas_is_gzip(const char *bytes, size_t count);

/* Starts with the first bytes of the file, which have been read; the rest comes from s->file.
 * NOT_SUPPORTED without zlib; ALLOC_FAILED. */
ddblasStatus_t ddblas_gunzip_open(struct ddblas_gunzip **g, struct ddblas_source *s, const char *bytes, size_t count);
/* Up to `room` bytes; *got is 0 only at the end. FORMAT_ERROR, or FILE_ERROR. */
ddblasStatus_t ddblas_gunzip_read(struct ddblas_gunzip *g, struct ddblas_source *s, char *bytes, size_t room, size_t *got);
void ddblas_gunzip_close(struct ddblas_gunzip *g);

#endif
