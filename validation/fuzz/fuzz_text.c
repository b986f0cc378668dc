/*
 * Fuzzing of cuddFromString: what is read must be written and read back as the same number, in
 * every form.
 */
#include <stdlib.h>
#include <string.h>

#include <dd/io.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void check(int condition)
{
    if (!condition)
        abort();
}

static int same(cuddreal a, cuddreal b)
{
    return a.x == b.x ? a.y == b.y && (signbit(a.x) != 0) == (signbit(b.x) != 0) : a.x != a.x && b.x != b.x;
}

static void check_round_trip(cuddreal a)
{
    char text[CUDD_SHORTEST_SIZE];
    cuddreal back;
    check(cuddToShortest(text, sizeof text, a) < CUDD_SHORTEST_SIZE);
    check(cuddFromString(text, NULL, &back) == DDBLAS_STATUS_SUCCESS && same(a, back));
    check(cuddToHex(text, CUDD_HEX_SIZE, a) < CUDD_HEX_SIZE);
    check(cuddFromString(text, NULL, &back) == DDBLAS_STATUS_SUCCESS && same(a, back));
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    char *text = malloc(size + 1), form[2000];
    const char *end;
    cuddreal a;
    check(text != NULL);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    ddblasStatus_t status = cuddFromString(text, &end, &a);
    check(end >= text && end <= text + size);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        check(a.x != a.x || (cuddIsInf(a) && a.y == 0.0) || a.x + a.y == a.x);
        check_round_trip(a);
        int digits = size > 1 ? data[1] : 0;
        int length = cuddToString(form, sizeof form, a, digits, "efgEFG"[data[0] % 6]);
        check(length >= 0 && strlen(form) == (size_t)length);
    }
    else
        check(end == text && a.x == 0.0);
    /* any pair at all */
    if (size >= sizeof a)
    {
        memcpy(&a, data, sizeof a);
        check(cuddToShortest(form, sizeof form, a) < CUDD_SHORTEST_SIZE);
        check(cuddToHex(form, sizeof form, a) < CUDD_HEX_SIZE);
        check(cuddToString(form, sizeof form, a, 40, 'f') > 0);
        if (cuddIsFinite(a) && a.x + a.y == a.x && cuddIsFinite(cuddNormalize(a.x, a.y)))
            check_round_trip(a);
    }
    free(text);
    return 0;
}
