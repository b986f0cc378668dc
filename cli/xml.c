/*
 * Text in XML (SVG pictures, JUnit reports), and files of text.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* XML has no U+FFFE and U+FFFF, which are ef bf be and ef bf bf in UTF-8. */
static int is_character(const unsigned char *c, int length) { return length && !(c[0] == 0xef && c[1] == 0xbf && c[2] >= 0xbe); }

void cli_xml_text(FILE *file, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    {
        const int length = cli_utf8_length(c);
        if (strchr("<>&\"'\t\n\r", *c))
            fprintf(file, "&#%d;", *c);
        else if (*c >= 0x20 && *c < 0x80)
            fputc(*c, file);
        else
        {
            if (is_character(c, length))
                fwrite(c, 1, (size_t)length, file);
            else
                fputs("&#xfffd;", file);
            c += length ? length - 1 : 0;
        }
    }
}

int cli_write_text(const char *path, const char *text, size_t size)
{
    struct stat about;
    FILE *file = fopen(path, "w");
    if (file)
    {
        const int is_regular = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode);
        int bad = fwrite(text, 1, size, file) != size;
        bad |= fclose(file) != 0;
        if (!bad)
            return CLI_OK;
        if (is_regular)
            (void)remove(path);
    }
    return cli_error(CLI_BAD_INPUT, "%s: cannot be written", path);
}

int cli_check_folder(const char *path)
{
    char folder[PATH_MAX];
    struct stat about;
    const char *slash = strrchr(path, '/');
    const size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    if (cli_is_stream(path) || length + 2 > sizeof folder)
        return CLI_OK;
    memcpy(folder, path, length);
    memcpy(folder + length, ".", 2);
    if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode))
        return access(path, W_OK) == 0 ? CLI_OK : cli_error(CLI_BAD_INPUT, "%s: cannot write: %s", path, strerror(errno));
    if (stat(path, &about) == 0)
        return cli_error(CLI_BAD_INPUT, "%s: cannot write: it is a folder", path);
    if (access(folder, W_OK | X_OK) == 0)
        return CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: cannot create: %s", path, strerror(errno));
}
