/*
 * Operands: the generator of their numbers, and their place in the engine's memory.
 */
#include "checksums.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const data_names[DATA_COUNT] = {"plain", "wide", "cancel", "zeros", "range", "special", "nan"};

/* ---- types ----------------------------------------------------------------------------------- */

static const struct
{
    size_t size;
    char letter;
    int is_complex, real;
} types[DDBLAS_TYPE_ALL_COUNT] = {
    [DDBLAS_TYPE_S] = {sizeof(float), 'S', 0, DDBLAS_TYPE_S},
    [DDBLAS_TYPE_D] = {sizeof(double), 'D', 0, DDBLAS_TYPE_D},
    [DDBLAS_TYPE_W] = {sizeof(cuddreal), 'W', 0, DDBLAS_TYPE_W},
    [DDBLAS_TYPE_C] = {sizeof(ddblasComplex), 'C', 1, DDBLAS_TYPE_S},
    [DDBLAS_TYPE_Z] = {sizeof(ddblasDoubleComplex), 'Z', 1, DDBLAS_TYPE_D},
    [DDBLAS_TYPE_U] = {sizeof(cuddcomplex), 'U', 1, DDBLAS_TYPE_W},
};

size_t type_size(int type) { return types[type].size; }
char type_letter(int type) { return types[type].letter; }
int type_is_complex(int type) { return types[type].is_complex; }
int type_real(int type) { return types[type].real; }

int vendor_always(int type) { return type != DDBLAS_TYPE_W && type != DDBLAS_TYPE_U; }
int vendor_on_cpu(const struct run *run, int type) { return run->engine == DDBLAS_ENGINE_CPU && vendor_always(type); }

/* ---- numbers --------------------------------------------------------------------------------- */

uint64_t random_bits(struct run *run)
{
    uint64_t z = run->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int random_below(struct run *run, int count) { return (int)(random_bits(run) % (uint64_t)count); }

/* An exponent e, where numbers are drawn from [2^(e-1), 2^e). */
static int draw_exponent(struct run *run, enum data data, int single)
{
    switch (data)
    {
    case DATA_WIDE:
        return single ? random_below(run, 37) - 18 : random_below(run, 301) - 150;
    case DATA_RANGE:
        return single ? random_below(run, 133) - 66 : random_below(run, 1041) - 520;
    case DATA_CANCEL:
        return single ? 8 * random_below(run, 3) : 30 * random_below(run, 3);
    default:
        return -random_below(run, 4);
    }
}

/* The numbers that DATA_ZEROS and DATA_SPECIAL mix in; 0 when none was drawn. */
static int draw_exception(struct run *run, enum data data, int single, double *value)
{
    const double largest = single ? (double)FLT_MAX : DBL_MAX, least = single ? 0x1p-149 : 0x1p-1074;
    const double specials[] = {(double)INFINITY, -(double)INFINITY, (double)NAN, largest, -largest / 2, least, 3 * least, -0.0};
    const int choice = random_below(run, data == DATA_ZEROS ? 3 : 256);
    if (data == DATA_ZEROS && choice < 2)
        *value = choice == 0 ? 0.0 : -0.0;
    else if (data == DATA_SPECIAL && choice < (int)(sizeof specials / sizeof specials[0]))
        *value = specials[choice];
    else
        return 0;
    return 1;
}

/* A number of `single` or double precision, and the low part that a double-double adds. Products of
 * integers of at most 53 bits by powers of two, all exact. */
static double draw_number(struct run *run, enum data data, int single, double *low)
{
    double value;
    *low = 0.0;
    if (data == DATA_NAN)
        return (double)NAN;
    if ((data == DATA_ZEROS || data == DATA_SPECIAL) && draw_exception(run, data, single, &value))
        return value;
    const int e = draw_exponent(run, data, single), digits = single ? 24 : 53;
    const uint64_t bits = random_bits(run), lead = UINT64_C(1) << (digits - 1);
    const uint64_t fraction = data == DATA_CANCEL ? 1 + (bits >> 60) : bits >> (65 - digits);
    const uint64_t low_bits = random_bits(run);
    value = ldexp((double)(lead | fraction), e - digits);
    *low = ldexp((double)(low_bits >> 12), e - 106) * (low_bits & 1 ? -1.0 : 1.0);
    if (bits & 1)
    {
        value = -value;
        *low = -*low;
    }
    return value;
}

static void draw_element(struct run *run, int type, enum data data, unsigned char *place)
{
    const int real = type_real(type);
    for (int part = 0; part <= type_is_complex(type); part++)
    {
        double pair[2];
        pair[0] = draw_number(run, data, real == DDBLAS_TYPE_S, &pair[1]);
        const float single = (float)pair[0];
        memcpy(place + (size_t)part * type_size(real), real == DDBLAS_TYPE_S ? (const void *)&single : (const void *)pair,
               type_size(real));
    }
}

void draw(struct run *run, int type, enum data data, void *host, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        draw_element(run, type, data, (unsigned char *)host + (size_t)i * type_size(type));
}

/* ---- operands -------------------------------------------------------------------------------- */

void must(struct run *run, ddblasStatus_t status, const char *what)
{
    if (status == DDBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "checksums: %s: %s: %s: %s\n", run->name, what, ddblasGetStatusName(status), ddblasGetLastError(run->handle));
    exit(2);
}

/* Room for `count` elements, and one at each end that the call must leave alone, all of them NaN.
 * */
static unsigned char *make_room(struct run *run, int type, int64_t count, size_t *bytes)
{
    *bytes = (size_t)(run->shift + count + 1) * type_size(type);
    unsigned char *host = malloc(*bytes);
    if (!host)
        must(run, DDBLAS_STATUS_ALLOC_FAILED, "operand");
    memset(host, 0xff, *bytes);
    return host;
}

/* Moves the host's array to the engine, and returns the address of its first element there. */
static void *to_engine(struct run *run, int type, unsigned char *host, size_t bytes)
{
    struct operand *const operand = &run->operands[run->operand_count++];
    if (run->operand_count > (int)(sizeof run->operands / sizeof run->operands[0]))
        must(run, DDBLAS_STATUS_INTERNAL_ERROR, "too many operands");
    operand->bytes = bytes;
    operand->type = type;
    must(run, ddblasMalloc(run->handle, &operand->engine, bytes), "ddblasMalloc");
    must(run, ddblasSetMatrix(run->handle, (int64_t)bytes, 1, 1, host, (int64_t)bytes, operand->engine, (int64_t)bytes),
         "ddblasSetMatrix");
    free(host);
    return (unsigned char *)operand->engine + (size_t)run->shift * type_size(type);
}

void *operand_matrix(struct run *run, int type, enum data data, enum part part, int64_t m, int64_t n, int64_t ld)
{
    size_t bytes;
    unsigned char *host = make_room(run, type, n > 0 ? (n - 1) * ld + m : 0, &bytes);
    for (int64_t j = 0; j < n; j++)
    {
        const int64_t first = part == PART_LOWER ? j : 0, end = part == PART_UPPER && j + 1 < m ? j + 1 : m;
        draw(run, type, data, host + (size_t)(run->shift + j * ld + first) * type_size(type), end - first);
    }
    return to_engine(run, type, host, bytes);
}

void *operand_vector(struct run *run, int type, enum data data, int64_t n, int64_t inc)
{
    const int64_t step = inc < 0 ? -inc : inc;
    size_t bytes;
    unsigned char *host = make_room(run, type, n > 0 ? (n - 1) * step + 1 : 0, &bytes);
    for (int64_t i = 0; i < n; i++)
        draw_element(run, type, data, host + (size_t)(run->shift + i * step) * type_size(type));
    return to_engine(run, type, host, bytes);
}

const void *operand_scalar(struct run *run, int type, char kind)
{
    static const struct
    {
        char kind;
        double value;
    } known[] = {{'0', 0.0}, {'1', 1.0}, {'m', -1.0}, {'i', (double)INFINITY}};
    static _Alignas(16) unsigned char places[4][sizeof(cuddcomplex)]; /* Host scalars of a case: alpha, beta. */
    static int next;
    unsigned char *place = places[next++ % 4];
    const int real = type_real(type);
    memset(place, 0, sizeof places[0]);
    if (kind == 'x')
        draw_element(run, type, DATA_PLAIN, place);
    else if (kind == 'r')
        draw_element(run, real, DATA_PLAIN, place);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].kind == kind)
        {
            const float single = (float)known[i].value;
            memcpy(place, real == DDBLAS_TYPE_S ? (const void *)&single : (const void *)&known[i].value,
                   real == DDBLAS_TYPE_S ? sizeof single : sizeof known[i].value);
        }
    ddblasPointerMode_t mode;
    must(run, ddblasGetPointerMode(run->handle, &mode), "ddblasGetPointerMode");
    if (mode == DDBLAS_POINTER_MODE_HOST)
        return place;
    const int64_t shift = run->shift;
    size_t bytes;
    run->shift = 0;
    unsigned char *host = make_room(run, type, 1, &bytes);
    memcpy(host, place, type_size(type));
    void *const engine = to_engine(run, type, host, bytes);
    run->shift = shift;
    return engine;
}

void operands_free(struct run *run)
{
    for (int i = 0; i < run->operand_count; i++)
        must(run, ddblasFree(run->handle, run->operands[i].engine), "ddblasFree");
    run->operand_count = 0;
    run->shift = 0;
}
