/*
 * Double-double to text: the exact decimal expansion of the value, rounded as the form asks.
 */
#include "text.h"

#include <string.h>

#include <dd/io.h>

enum
{
    EXACT_DIGITS = 1440, /* 309 before the point and 1074 after it, and room for mpn_get_str */
    MAX_PRECISION = 100000,
    FIRST_POSITIONAL = -5, /* shortest form: exponents from here on */
    LAST_POSITIONAL = 33   /* to here are written without exponent */
};

/* The value d[0].d[1]...d[n-1] 10^exponent, d[0] != 0 and no zeros at the end; n = 0 is zero.
 * Digits are values 0 to 9. */
struct expansion
{
    unsigned char d[EXACT_DIGITS];
    int n, exponent;
};

/* A bounded buffer that goes on counting when it is full. */
struct sink
{
    char *buffer;
    size_t size;
    int length;
};

static void put_character(struct sink *s, char c)
{
    if ((size_t)s->length + 1 < s->size)
        s->buffer[s->length] = c;
    s->length++;
}

static void put_text(struct sink *s, const char *text)
{
    while (*text)
        put_character(s, *text++);
}

static int finish_text(struct sink *s)
{
    if (s->size > 0)
        s->buffer[(size_t)s->length < s->size ? (size_t)s->length : s->size - 1] = '\0';
    return s->length;
}

/* |d| = *mantissa 2^*exponent with an odd mantissa, or 0. */
static void split_double(double d, uint64_t *mantissa, int *exponent)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    *mantissa = (bits & 0xfffffffffffffu) | (biased ? (uint64_t)1 << 52 : 0);
    *exponent = (biased ? biased : 1) - 1075;
    if (*mantissa)
    {
        int zeros = __builtin_ctzll(*mantissa);
        *mantissa >>= zeros;
        *exponent += zeros;
    }
}

static void set_limb(struct ddblas_big *a, uint64_t value, int64_t shift)
{
    a->size = value != 0;
    a->limb[0] = value;
    ddblas_big_shift(a, shift);
}

/* result = |a - b| or a + b, both with exponent 0; 1 when a < b. */
static int combine_parts(struct ddblas_big *a, struct ddblas_big *b, int subtract)
{
    mp_size_t size = a->size > b->size ? a->size : b->size;
    while (a->size < size)
        a->limb[a->size++] = 0;
    while (b->size < size)
        b->limb[b->size++] = 0;
    int reverse = 0;
    if (size == 0)
        return 0;
    if (!subtract)
    {
        mp_limb_t carry = mpn_add_n(a->limb, a->limb, b->limb, size);
        if (carry)
            a->limb[a->size++] = carry;
    }
    else
    {
        reverse = mpn_cmp(a->limb, b->limb, size) < 0;
        if (reverse)
            (void)mpn_sub_n(a->limb, b->limb, a->limb, size);
        else
            (void)mpn_sub_n(a->limb, a->limb, b->limb, size);
    }
    ddblas_big_trim(a);
    return reverse;
}

/* The exact decimal expansion of |a.x + a.y|, both finite; *negative is the sign. */
static void expand_pair(cuddreal a, struct expansion *x, int *negative)
{
    uint64_t high, low;
    int high_exponent, low_exponent;
    struct ddblas_big sum, second;
    split_double(a.x, &high, &high_exponent);
    split_double(a.y, &low, &low_exponent);
    int exponent = !low || (high && high_exponent < low_exponent) ? high_exponent : low_exponent;
    set_limb(&sum, high, high ? high_exponent - exponent : 0);
    set_limb(&second, low, low ? low_exponent - exponent : 0);
    int opposite = (signbit(a.x) != 0) != (signbit(a.y) != 0);
    int reverse = combine_parts(&sum, &second, opposite);
    *negative = (signbit(a.x) != 0) != reverse;
    x->n = 0;
    x->exponent = 0;
    if (sum.size == 0)
    {
        *negative = a.x == 0.0 && signbit(a.x) != 0;
        return;
    }
    /* N 2^-q = N 5^q 10^-q */
    if (exponent >= 0)
        ddblas_big_shift(&sum, exponent);
    else
        ddblas_big_mul_pow5(&sum, -(int64_t)exponent);
    int n = (int)mpn_get_str(x->d, 10, sum.limb, sum.size);
    int zeros = 0;
    while (x->d[zeros] == 0)
        zeros++;
    n -= zeros;
    memmove(x->d, x->d + zeros, (size_t)n);
    x->exponent = n - 1 + (exponent < 0 ? exponent : 0);
    while (x->d[n - 1] == 0)
        n--;
    x->n = n;
}

/* Rounds in place to the digits of weight 10^(exponent - keep + 1) and above, ties to even; keep
 * may be negative. */
static void round_to(struct expansion *x, int64_t keep)
{
    if (keep >= x->n)
        return;
    if (keep < 0 || x->n == 0)
    {
        x->n = 0;
        return;
    }
    int odd = keep > 0 ? x->d[keep - 1] & 1 : 0;
    int up = x->d[keep] > 5 || (x->d[keep] == 5 && (x->n > keep + 1 || odd));
    x->n = (int)keep;
    if (up)
    {
        while (x->n > 0 && x->d[x->n - 1] == 9)
            x->n--;
        if (x->n == 0)
        {
            x->d[x->n++] = 1;
            x->exponent++;
        }
        else
            x->d[x->n - 1]++;
        return;
    }
    while (x->n > 0 && x->d[x->n - 1] == 0)
        x->n--;
}

static char digit_at(const struct expansion *x, int k) { return (char)('0' + (k >= 0 && k < x->n ? x->d[k] : 0)); }

/* Digits of x with `decimals` of them after the point. */
static void put_positional(struct sink *s, const struct expansion *x, int decimals)
{
    int exponent = x->n ? x->exponent : 0;
    if (exponent < 0)
        put_character(s, '0');
    for (int k = 0; k <= exponent; k++)
        put_character(s, digit_at(x, k));
    if (decimals > 0)
        put_character(s, '.');
    for (int k = 1; k <= decimals; k++)
        put_character(s, digit_at(x, exponent + k));
}

static void put_scientific(struct sink *s, const struct expansion *x, int decimals, char letter)
{
    int exponent = x->n ? x->exponent : 0;
    put_character(s, digit_at(x, 0));
    if (decimals > 0)
        put_character(s, '.');
    for (int k = 1; k <= decimals; k++)
        put_character(s, digit_at(x, k));
    put_character(s, letter);
    put_character(s, exponent < 0 ? '-' : '+');
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    if (size >= 100)
        put_character(s, (char)('0' + size / 100));
    put_character(s, (char)('0' + size / 10 % 10));
    put_character(s, (char)('0' + size % 10));
}

/* 1 when a is written as a word, and writes it. */
static int put_word(struct sink *s, cuddreal a, int upper)
{
    if (cuddIsNan(a))
        put_text(s, upper ? "NAN" : "nan");
    else if (cuddIsInf(a))
    {
        if (a.x < 0.0)
            put_character(s, '-');
        put_text(s, upper ? "INF" : "inf");
    }
    else
        return 0;
    return 1;
}

/* %g: digits significant ones, no zeros at the end. */
static void put_general(struct sink *s, struct expansion *x, int digits, char letter)
{
    int precision = digits > 0 ? digits : 1;
    round_to(x, precision);
    int exponent = x->n ? x->exponent : 0;
    if (exponent < -4 || exponent >= precision)
        put_scientific(s, x, x->n > 1 ? x->n - 1 : 0, letter);
    else
        put_positional(s, x, x->n - 1 - exponent > 0 ? x->n - 1 - exponent : 0);
}

int cuddToString(char *buffer, size_t size, cuddreal a, int digits, char form)
{
    struct sink s = {buffer, buffer ? size : 0, 0};
    int upper = form == 'E' || form == 'F' || form == 'G';
    char lower = upper ? (char)(form | 32) : form;
    if ((lower != 'e' && lower != 'f' && lower != 'g') || digits < 0 || digits > MAX_PRECISION)
        return -1;
    if (put_word(&s, a, upper))
        return finish_text(&s);
    struct expansion x;
    int negative;
    expand_pair(a, &x, &negative);
    if (negative)
        put_character(&s, '-');
    if (lower == 'e')
    {
        round_to(&x, (int64_t)digits + 1);
        put_scientific(&s, &x, digits, upper ? 'E' : 'e');
    }
    else if (lower == 'f')
    {
        round_to(&x, (int64_t)x.exponent + 1 + digits);
        put_positional(&s, &x, digits);
    }
    else
        put_general(&s, &x, digits, upper ? 'E' : 'e');
    return finish_text(&s);
}

/* ---- shortest -------------------------------------------------------------------------------- */

static void put_shortest(struct sink *s, const struct expansion *x, int negative)
{
    if (negative)
        put_character(s, '-');
    if (x->n && (x->exponent < FIRST_POSITIONAL || x->exponent > LAST_POSITIONAL))
        put_scientific(s, x, x->n - 1, 'e');
    else
        put_positional(s, x, x->n - 1 - x->exponent > 0 ? x->n - 1 - x->exponent : 0);
}

/* 1 when the exact expansion, rounded to n digits, is read as the pair wanted. Leaves the rounded
 * digits in *rounded. */
static int comes_back(const struct expansion *exact, int n, int negative, cuddreal wanted, struct expansion *rounded)
{
    char text[EXACT_DIGITS + 16];
    struct sink s = {text, sizeof text, 0};
    cuddreal value;
    memcpy(rounded->d, exact->d, (size_t)(n + 1 < exact->n ? n + 1 : exact->n));
    rounded->n = exact->n;
    rounded->exponent = exact->exponent;
    round_to(rounded, n);
    if (negative)
        put_character(&s, '-');
    put_scientific(&s, rounded, rounded->n - 1, 'e');
    (void)finish_text(&s);
    (void)ddblas_scan_number(text, &value);
    return value.x == wanted.x && value.y == wanted.y;
}

/*
 * The fewest digits n with comes_back(n). The numbers read as one pair are an interval around it,
 * and a rounding to more digits is never farther away, so that comes_back is monotone but for one
 * case: the interval may reach twice as far on one side as on the other, and then a single n that
 * fails can follow one that does not. Bisection ends next to it, and n - 2 is tried.
 */
static int fewest_digits(const struct expansion *exact, int negative, cuddreal wanted, struct expansion *rounded)
{
    int fails = 0, works = exact->n;
    int probe = 33;
    for (int step = 0; works - fails > 1; step++)
    {
        if (step > 2 || probe <= fails || probe >= works)
            probe = fails + (works - fails) / 2;
        if (comes_back(exact, probe, negative, wanted, rounded))
            works = probe--;
        else
            fails = probe++;
    }
    if (works > 2 && comes_back(exact, works - 2, negative, wanted, rounded))
        works -= 2;
    return works;
}

int cuddToShortest(char *buffer, size_t size, cuddreal a)
{
    struct sink s = {buffer, buffer ? size : 0, 0};
    if (put_word(&s, a, 0))
        return finish_text(&s);
    struct expansion exact, rounded;
    int negative;
    expand_pair(a, &exact, &negative);
    if (exact.n > 0)
    {
        int n = fewest_digits(&exact, negative, cuddNormalize(a.x, a.y), &rounded);
        round_to(&exact, n);
    }
    put_shortest(&s, &exact, negative);
    return finish_text(&s);
}

/* ---- hexadecimal ----------------------------------------------------------------------------- */

/* |d| as 0x1.8p+0, finite. */
static void put_hex_double(struct sink *s, double d)
{
    uint64_t mantissa;
    int exponent;
    put_text(s, "0x");
    split_double(d, &mantissa, &exponent);
    if (mantissa == 0)
    {
        put_text(s, "0p+0");
        return;
    }
    /* leading 1 at bit 63, then 52 bits after the point */
    int zeros = __builtin_clzll(mantissa);
    exponent += 63 - zeros;
    uint64_t fraction = mantissa << zeros << 1;
    put_character(s, '1');
    if (fraction)
        put_character(s, '.');
    for (; fraction; fraction <<= 4)
        put_character(s, "0123456789abcdef"[fraction >> 60]);
    put_character(s, 'p');
    put_character(s, exponent < 0 ? '-' : '+');
    unsigned magnitude = (unsigned)(exponent < 0 ? -exponent : exponent);
    for (unsigned weight = 1000; weight > 0; weight /= 10)
        if (magnitude >= weight || weight == 1)
            put_character(s, (char)('0' + magnitude / weight % 10));
}

int cuddToHex(char *buffer, size_t size, cuddreal a)
{
    struct sink s = {buffer, buffer ? size : 0, 0};
    if (put_word(&s, a, 0))
        return finish_text(&s);
    if (signbit(a.x))
        put_character(&s, '-');
    put_hex_double(&s, a.x);
    if (a.y != 0.0 || signbit(a.y))
    {
        put_character(&s, signbit(a.y) ? '-' : '+');
        put_hex_double(&s, a.y);
    }
    return finish_text(&s);
}
