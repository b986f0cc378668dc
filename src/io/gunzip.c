/*
 * The bytes of a file that gzip compressed, by zlib; one that gzip wrote in several parts too.
 */
#include "file.h"

#include "gunzip.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"

int ddblas_is_gzip(const char *bytes, size_t count) { return count >= 2 && memcmp(bytes, "\x1f\x8b", 2) == 0; }

#if DDBLAS_HAVE_ZLIB

#include <zlib.h>

enum
{
    WINDOW = 15 + 16 /* zlib's word for the largest window and a header of gzip */
};

struct ddblas_gunzip
{
    z_stream z;
    int at_end; /* at the end of a part; the next one may follow */
    int file_at_end;
    unsigned char bytes[DDBLAS_SOURCE_BYTES];
};

ddblasStatus_t ddblas_gunzip_open(struct ddblas_gunzip **g, struct ddblas_source *s, const char *bytes, size_t count)
{
    struct ddblas_gunzip *o = ddblas_host_alloc(sizeof *o);
    *g = NULL;
    if (o)
        memset(&o->z, 0, sizeof o->z);
    if (!o || inflateInit2(&o->z, WINDOW) != Z_OK)
    {
        free(o);
        return ddblas_source_fail(s, DDBLAS_STATUS_ALLOC_FAILED, "no memory to uncompress the file");
    }
    memcpy(o->bytes, bytes, count);
    o->z.next_in = o->bytes;
    o->z.avail_in = (uInt)count;
    o->at_end = o->file_at_end = 0;
    *g = o;
    return DDBLAS_STATUS_SUCCESS;
}

/* More compressed bytes, if none are left. */
static ddblasStatus_t fetch(struct ddblas_gunzip *g, struct ddblas_source *s)
{
    if (g->z.avail_in > 0 || g->file_at_end)
        return DDBLAS_STATUS_SUCCESS;
    const size_t got = fread(g->bytes, 1, sizeof g->bytes, s->file);
    if (got == 0 && ferror(s->file))
        return ddblas_path_fail(s->path, "read");
    g->file_at_end = got == 0;
    g->z.next_in = g->bytes;
    g->z.avail_in = (uInt)got;
    s->fetched += (int64_t)got;
    return DDBLAS_STATUS_SUCCESS;
}

/* After the end of a part: zeros that fill a block of a tape, and then nothing or another part. */
static ddblasStatus_t next_part(struct ddblas_gunzip *g, struct ddblas_source *s)
{
    ddblasStatus_t status = fetch(g, s);
    while (!status && g->z.avail_in > 0 && *g->z.next_in == 0)
    {
        g->z.next_in++;
        g->z.avail_in--;
        status = fetch(g, s);
    }
    if (status || g->z.avail_in == 0)
        return status;
    g->at_end = 0;
    return inflateReset(&g->z) == Z_OK ? DDBLAS_STATUS_SUCCESS
                                       : ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "the compressed data are damaged");
}

ddblasStatus_t ddblas_gunzip_read(struct ddblas_gunzip *g, struct ddblas_source *s, char *bytes, size_t room, size_t *got)
{
    g->z.next_out = (unsigned char *)bytes;
    g->z.avail_out = (uInt)room;
    *got = 0;
    while (g->z.avail_out == room && room > 0)
    {
        ddblasStatus_t status = g->at_end ? next_part(g, s) : fetch(g, s);
        if (status || (g->at_end && g->z.avail_in == 0))
            return status;
        const int result = inflate(&g->z, Z_NO_FLUSH);
        if (result == Z_STREAM_END)
            g->at_end = 1;
        else if (result == Z_BUF_ERROR && g->file_at_end)
            return ddblas_source_fail(s, DDBLAS_STATUS_FORMAT_ERROR, "the compressed data end too early");
        else if (result != Z_OK && result != Z_BUF_ERROR)
            return ddblas_source_fail(s, result == Z_MEM_ERROR ? DDBLAS_STATUS_ALLOC_FAILED : DDBLAS_STATUS_FORMAT_ERROR,
                                      "the compressed data are damaged");
    }
    *got = room - g->z.avail_out;
    return DDBLAS_STATUS_SUCCESS;
}

void ddblas_gunzip_close(struct ddblas_gunzip *g)
{
    if (!g)
        return;
    (void)inflateEnd(&g->z);
    free(g);
}

#else

ddblasStatus_t ddblas_gunzip_open(struct ddblas_gunzip **g, struct ddblas_source *s, const char *bytes, size_t count)
{
    *g = NULL;
    (void)bytes;
    (void)count;
    return ddblas_source_fail(s, DDBLAS_STATUS_NOT_SUPPORTED,
                              "the file is compressed, and this library was built without zlib: uncompress it by gunzip first");
}

ddblasStatus_t ddblas_gunzip_read(struct ddblas_gunzip *g, struct ddblas_source *s, char *bytes, size_t room, size_t *got)
{
    (void)g;
    (void)s;
    (void)bytes;
    (void)room;
    *got = 0;
    return DDBLAS_STATUS_SUCCESS;
}

void ddblas_gunzip_close(struct ddblas_gunzip *g) { (void)g; }

#endif
