/*
 * Tables of the residue route, computed on first use: moduli, powers of two modulo each, weights of
 * the Chinese remainder theorem in digits. Long integers have eight 32-bit limbs, lowest first.
 */
#include "gemm_residue.h"

#include <math.h>
#include <pthread.h>

enum
{
    LIMBS = 8
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void compute_numbers(void);

static int32_t greatest_common_divisor(int32_t a, int32_t b)
{
    while (b != 0)
    {
        const int32_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static int32_t moduli_found[GEMM_MODULI_MOST];

int32_t ddblas_gemm_modulus(int i)
{
    (void)pthread_once(&once, compute_numbers);
    return moduli_found[i];
}

static void find_moduli(void)
{
    int32_t candidate = 256;
    for (int count = 0; count < GEMM_MODULI_MOST; candidate--)
    {
        int coprime = 1;
        for (int j = 0; j < count; j++)
            coprime &= greatest_common_divisor(moduli_found[j], candidate) == 1;
        if (coprime)
            moduli_found[count++] = candidate;
    }
}

/* Returns x mod p in [-p/2, p/2). */
static int32_t symmetric_residue(int32_t x, int32_t p)
{
    const int32_t r = (x % p + p) % p;
    return 2 * r >= p ? r - p : r;
}

static int32_t power_of_two_mod(int exponent, int32_t p)
{
    int32_t r = 1 % p;
    for (int i = 0; i < exponent; i++)
        r = 2 * r % p;
    return r;
}

static void make_split(struct gemm_residue_split *split)
{
    for (int i = 0; i < GEMM_MODULI_MOST; i++)
    {
        const int32_t p = moduli_found[i];
        for (int b = 0; b < 16; b++)
        {
            const int32_t w = symmetric_residue(power_of_two_mod(8 * b, p), p);
            split->weight[i][b / 4] |= ((uint32_t)w & 255) << (8 * (b % 4));
        }
        split->minus[i] = -p;
        split->inverse[i] = (float)(1.0 / p);
    }
}

/* Multiplies the long integer x by f. */
static void multiply_long(uint32_t *x, uint32_t f)
{
    uint64_t carry = 0;
    for (int l = 0; l < LIMBS; l++)
    {
        carry += (uint64_t)x[l] * f;
        x[l] = (uint32_t)carry;
        carry >>= 32;
    }
}

static uint32_t remainder_of(const uint32_t *x, uint32_t p)
{
    uint64_t r = 0;
    for (int l = LIMBS - 1; l >= 0; l--)
        r = (r << 32 | x[l]) % p;
    return (uint32_t)r;
}

/* Writes the digits of x as doubles, which hold them exactly. */
static void digits_of(const uint32_t *x, double *digits)
{
    for (int j = 0; j < GEMM_DIGITS; j++)
    {
        double d = 0.0;
        for (int bit = GEMM_DIGIT_BITS - 1; bit >= 0; bit--)
        {
            const int at = j * GEMM_DIGIT_BITS + bit;
            d = 2.0 * d + (double)(x[at / 32] >> (at % 32) & 1);
        }
        digits[j] = d;
    }
}

/* Returns the number t in [1, p) with a t = 1 mod p. */
static uint32_t inverse_mod(uint32_t a, uint32_t p)
{
    uint32_t t = 1;
    while (a * t % p != 1)
        t++;
    return t;
}

/* Returns the byte of a weight's digits that belongs to a column of a tile, or 0 if the column has
 * none. Columns 2 t and 2 t + 1 of all four tiles belong to lane t of four, which gives each lane
 * eight slots. Slots 0 to 4 are the five bytes of digit 0, 2, 3 or 5. Slots 5 to 7 are a part of
 * digit 1 (t < 2) or of digit 4 (t >= 2): its bytes 0 to 2 if t is even, and its bytes 3 and 4 if t
 * is odd. */
static uint32_t byte_of_weight(const double *digits, int tile, int column)
{
    static const int whole[4] = {0, 2, 3, 5}, shared[4] = {1, 1, 4, 4};
    const int t = column / 2, slot = 2 * tile + column % 2;
    const int byte = slot < 5 ? slot : slot - 5 + (t % 2 ? 3 : 0);
    return byte < 5 ? (uint32_t)((uint64_t)digits[slot < 5 ? whole[t] : shared[t]] >> (8 * byte)) & 255 : 0;
}

/* Fills weight_bytes. Byte b of word h of lane 4 g + t belongs to column g and modulus
 * 16 h + 4 b + t. */
static void make_weight_bytes(struct gemm_residue_join *join, int moduli)
{
    for (int at = 0; at < GEMM_BYTE_TILES * 2 * 32; at++)
    {
        const int tile = at / 64, half = at / 32 % 2, lane = at % 32;
        uint32_t word = 0;
        for (int b = 0; b < 4; b++)
        {
            const int i = 16 * half + 4 * b + lane % 4;
            if (i < moduli)
                word |= byte_of_weight(join->weight[i], tile, lane / 4) << (8 * b);
        }
        join->weight_bytes[tile][half][lane] = word;
    }
}

static void make_join(struct gemm_residue_join *join, int moduli, int centred)
{
    uint32_t product[LIMBS] = {1};
    for (int i = 0; i < moduli; i++)
        multiply_long(product, (uint32_t)moduli_found[i]);
    digits_of(product, join->product);
    double value = 0.0;
    for (int l = LIMBS - 1; l >= 0; l--)
        value = ldexp(value, 32) + product[l];
    join->inverse = ldexp(1.0, (GEMM_DIGITS - 1) * GEMM_DIGIT_BITS) / value;
    for (int i = 0; i < moduli; i++)
    {
        const int32_t p = moduli_found[i];
        /* First M / p; after the loop (M / p) ((M / p)^-1 mod p), which is below M. */
        uint32_t weight[LIMBS] = {1};
        for (int j = 0; j < moduli; j++)
            if (j != i)
                multiply_long(weight, (uint32_t)moduli_found[j]);
        multiply_long(weight, inverse_mod(remainder_of(weight, (uint32_t)p), (uint32_t)p));
        digits_of(weight, join->weight[i]);
        join->modulus[i] = p;
        join->reciprocal[i] = (int32_t)((0x200000000 / p + 1) / 2);
        join->below[i] = centred ? 128 : (256 - p) / 2;
    }
    make_weight_bytes(join, moduli);
    for (int j = 0; j < GEMM_DIGITS; j++)
    {
        join->offset[j] = 0x1p52;
        for (int i = 0; i < moduli; i++)
            join->offset[j] += join->below[i] * join->weight[i][j];
    }
}

enum
{
    CHOICES = GEMM_MODULI_MOST - GEMM_MODULI_LEAST + 1
};

static void make_byte_numbers(struct gemm_residue_byte_numbers *numbers, const struct gemm_residue_join *join)
{
    for (int i = 0; i < GEMM_MODULI_MOST; i++)
    {
        const int32_t p = moduli_found[i];
        numbers->minus[i] = -p;
        numbers->reciprocal[i] = join->reciprocal[i];
        numbers->high[i] = symmetric_residue(power_of_two_mod(16, p), p);
        numbers->inverse[i] = (float)(1.0 / p);
    }
}

static struct gemm_residue_split split_made;
static struct gemm_residue_byte_numbers byte_numbers_made;
/* The second index is `centred` of the form. */
static struct gemm_residue_join joins_made[CHOICES][2];
static int bits_of_product[CHOICES]; /* floor(log2 M). */

static void compute_numbers(void)
{
    find_moduli();
    make_split(&split_made);
    for (int c = 0; c < CHOICES; c++)
    {
        for (int centred = 0; centred < 2; centred++)
            make_join(&joins_made[c][centred], GEMM_MODULI_LEAST + c, centred);
        bits_of_product[c] = (GEMM_DIGITS - 1) * GEMM_DIGIT_BITS - 1 - ilogb(joins_made[c][0].inverse);
    }
    make_byte_numbers(&byte_numbers_made, &joins_made[CHOICES - 1][0]);
}

const struct gemm_residue_split *ddblas_gemm_residue_split_numbers(void)
{
    (void)pthread_once(&once, compute_numbers);
    return &split_made;
}

const struct gemm_residue_join *ddblas_gemm_residue_join_numbers(int moduli)
{
    (void)pthread_once(&once, compute_numbers);
    return &joins_made[moduli - GEMM_MODULI_LEAST][0];
}

const struct gemm_residue_join *ddblas_gemm_residue_join_numbers_of(const struct gemm_residue_form *form)
{
    (void)pthread_once(&once, compute_numbers);
    return &joins_made[form->moduli - GEMM_MODULI_LEAST][form->centred];
}

const struct gemm_residue_byte_numbers *ddblas_gemm_residue_byte_numbers(void)
{
    (void)pthread_once(&once, compute_numbers);
    return &byte_numbers_made;
}

double ddblas_gemm_guard_bound(int64_t k) { return k < 496 ? 4.0 + 0.25 * (double)k : 128.0; }

/* Returns the parameters of a product of k terms with this number of moduli. */
static struct gemm_residue_form form_of_moduli(int moduli, int64_t k)
{
    enum
    {
        /* From this number of terms on, every second term is enough for the guard. */
        STEP_TERMS = 4096
    };
    (void)pthread_once(&once, compute_numbers);
    struct gemm_residue_form form = {.moduli = moduli, .guard_step = k >= STEP_TERMS ? 2 : 1, .centred = k > GEMM_BYTE_TERMS};
    int log_k = 0;
    while (((int64_t)1 << log_k) < k)
        log_k++;
    form.bits = (bits_of_product[moduli - GEMM_MODULI_LEAST] - 1 - log_k) / 2;
    form.guard_factor = (float)(ddblas_gemm_guard_bound(k) * ldexp(1.0 - 0x1p-20, form.bits - 110));
    return form;
}

struct gemm_residue_form ddblas_gemm_residue_form_fine(int64_t k) { return form_of_moduli(GEMM_MODULI_MOST, k); }

struct gemm_residue_form ddblas_gemm_residue_form_of(int64_t k)
{
    /* Fewer moduli are used if an element still has 105 bits, and if k is so large that the guard
     * accepts most elements. */
    enum
    {
        LEAST_BITS = 105,
        LEAST_TERMS = 1024
    };
    const struct gemm_residue_form form = form_of_moduli(GEMM_MODULI_LEAST, k);
    return form.bits < LEAST_BITS || k < LEAST_TERMS ? ddblas_gemm_residue_form_fine(k) : form;
}

struct gemm_residue_form ddblas_gemm_residue_form_kept(int64_t k)
{
    struct gemm_residue_form form = ddblas_gemm_residue_form_of(k);
    form.guard_step = 1;
    form.guard_factor = (float)(GEMM_KEPT_BOUND * ldexp(1.0 - 0x1p-20, form.bits - 110));
    return form;
}
