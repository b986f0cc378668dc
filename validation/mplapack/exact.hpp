/*
 * Operands of small integers, whose sums and products are exact in double-double, so that loops
 * over integers give the only right result. Memory around vectors and between columns holds a
 * mark, a NaN that no routine may read or change.
 */
#ifndef DD_VALIDATION_MPLAPACK_EXACT_HPP
#define DD_VALIDATION_MPLAPACK_EXACT_HPP

#include <cmath>
#include <cstdarg>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#include <ddblas_mplapack.h>
#include <mplapack_dd.h>

extern "C" {
#include <cmocka.h>

#include "random.h"
}

namespace ddblas_mplapack
{
bool is_stale(const void *memory); /* compat/mplapack/pins.hpp */
}

namespace exact
{
/* A complex integer; real routines take those without an imaginary part. */
struct integer
{
    int64_t re = 0, im = 0;
};
inline integer operator+(integer a, integer b) { return {a.re + b.re, a.im + b.im}; }
inline integer operator-(integer a, integer b) { return {a.re - b.re, a.im - b.im}; }
inline integer operator*(integer a, integer b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
inline bool operator==(integer a, integer b) { return a.re == b.re && a.im == b.im; }
inline integer conj(integer a) { return {a.re, -a.im}; }

template <class T>
constexpr bool is_complex = sizeof(T) == 4 * sizeof(double);
template <class T>
constexpr int parts = (int)(sizeof(T) / sizeof(double));

template <class T>
T number(integer a)
{
    if constexpr (is_complex<T>)
        return T(dd_real((double)a.re), dd_real((double)a.im));
    else
        return T((double)a.re);
}

/* Chooses a routine by the type of its elements. */
template <class T, class R, class C>
auto choose(R real, C complex)
{
    if constexpr (is_complex<T>)
        return complex;
    else
        return real;
}

/* ---- random choices -------------------------------------------------------------------------- */

extern dd_random generator;
inline int64_t random(int64_t low, int64_t high) { return dd_random_int(&generator, low, high); }
template <class T>
integer random_integer(int64_t size = 9)
{
    return {random(-size, size), is_complex<T> ? random(-size, size) : 0};
}
/* 0 and 1 often, because routines treat them apart. */
template <class T>
integer random_scalar()
{
    const int64_t kind = random(0, 3);
    return kind == 0 ? integer{0, 0} : kind == 1 ? integer{1, 0} : random_integer<T>();
}
/* Sizes on both sides of those up to which the library takes loops. */
inline int64_t random_size()
{
    static const int64_t sizes[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 17, 33, 40};
    return sizes[random(0, (int64_t)(sizeof sizes / sizeof *sizes) - 1)];
}
inline int64_t random_increment()
{
    static const int64_t increments[] = {1, 1, 2, -1, -3};
    return increments[random(0, 4)];
}
/* A letter of the list, large or small. */
inline const char *random_letter(const char *letters)
{
    static char chosen[16][2];
    static int next;
    char *letter = chosen[next++ % 16];
    letter[0] = letters[random(0, (int64_t)std::strlen(letters) - 1)];
    if (random(0, 1))
        letter[0] = (char)(letter[0] - 'A' + 'a');
    return letter;
}
inline bool is_letter(const char *a, char b) { return *a == b || *a == b - 'A' + 'a'; }

/* ---- memory ---------------------------------------------------------------------------------- */

inline double mark()
{
    const uint64_t bits = 0x7ff8dead0000beef;
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

/* With DDBLAS_TEST_PINS=1 operands are pinned while the routines have them, and with
 * DDBLAS_MPLAPACK_CHECK_PINS=1 every change of their elements that no routine has announced is an
 * error. A copy of an operand is not pinned. */
class pin_of_operand
{
  public:
    pin_of_operand() = default;
    pin_of_operand(const pin_of_operand &) {}
    pin_of_operand &operator=(const pin_of_operand &)
    {
        end();
        return *this;
    }
    ~pin_of_operand() { end(); }
    void begin(const void *at, int64_t rows, int64_t columns, int64_t ld, size_t size)
    {
        static const bool pinning = std::getenv("DDBLAS_TEST_PINS") != nullptr;
        end();
        if (!pinning || rows <= 0 || columns <= 0)
            return;
        assert_int_equal(ddblas_mplapack_pin(at, rows, columns, ld, size), 0);
        pinned = at;
    }
    void end()
    {
        if (pinned && ddblas_mplapack::is_stale(pinned))
        {
            std::fprintf(stderr, "a routine has changed a pinned operand without dropping its copy\n");
            std::abort();
        }
        if (pinned)
            assert_int_equal(ddblas_mplapack_unpin(pinned), 0);
        pinned = nullptr;
    }

  private:
    const void *pinned = nullptr;
};

/* Elements in memory that is aligned to 8 bytes and, half of the time, not to 16. */
template <class T>
class memory
{
  public:
    explicit memory(int64_t count) : offset(margin + random(0, 1)), words((size_t)(count * parts<T>)+2 * margin + 1, mark()) {}
    /* The elements as a matrix, which may be pinned. */
    T *data(int64_t rows, int64_t columns, int64_t ld)
    {
        T *const first = elements();
        pin.begin(first, rows, columns, ld, sizeof(T));
        return first;
    }
    T *data()
    {
        const int64_t count = (int64_t)(words.size() - 2 * margin - 1) / parts<T>;
        return data(count, 1, count > 1 ? count : 1);
    }
    /* The elements for the test itself, no longer pinned. */
    T *elements()
    {
        pin.end();
        return reinterpret_cast<T *>(words.data() + offset);
    }
    /* Element i becomes a times a power of two. */
    void put(int64_t i, integer a, double scale = 1.0)
    {
        pin.end();
        double *word = at(i);
        for (int k = 0; k < parts<T>; k++)
            word[k] = 0.0;
        word[0] = (double)a.re * scale;
        if (is_complex<T>)
            word[2] = (double)a.im * scale;
    }
    void forget(int64_t i)
    {
        pin.end();
        for (int k = 0; k < parts<T>; k++)
            at(i)[k] = mark();
    }
    /* Every word is the same, where 0 and -0 count as the same. */
    void expect(const memory &other) const
    {
        for (size_t i = 0; i < words.size(); i++)
            if (std::memcmp(&words[i], &other.words[i], sizeof words[i]) != 0 && words[i] != other.words[i])
                fail_msg("word %lld of %lld is %g, expected %g", (long long)i - (long long)offset,
                         (long long)words.size() - 2 * margin - 1, words[i], other.words[i]);
    }

  private:
    static constexpr int margin = 6;
    int64_t offset;
    std::vector<double> words;
    pin_of_operand pin;
    double *at(int64_t i) { return words.data() + offset + i * parts<T>; }
};

/* A vector of n elements as BLAS counts them. */
template <class T>
struct vector
{
    int64_t n, inc;
    std::vector<integer> value;
    memory<T> own;
    vector(int64_t count, int64_t increment, int64_t size = 9)
        : n(count), inc(increment), value((size_t)count), own(count > 0 ? (count - 1) * std::abs(increment) + 1 : 0)
    {
        for (int64_t i = 0; i < n; i++)
            set(i, random_integer<T>(size));
    }
    T *data() { return own.data(); }
    int64_t place(int64_t i) const { return inc >= 0 ? i * inc : (i - n + 1) * inc; }
    void set(int64_t i, integer a)
    {
        value[(size_t)i] = a;
        own.put(place(i), a);
    }
    /* The vector is not read where it is overwritten: then it holds the mark. */
    void forget()
    {
        for (int64_t i = 0; i < n; i++)
            own.forget(place(i));
    }
    integer operator[](int64_t i) const { return value[(size_t)i]; }
};

/* A dense matrix, from which stored forms are made. */
struct dense
{
    int64_t rows, columns;
    std::vector<integer> value;
    dense(int64_t m, int64_t n) : rows(m), columns(n), value((size_t)(m * n)) {}
    integer &operator()(int64_t i, int64_t j) { return value[(size_t)(i + j * rows)]; }
    const integer &operator()(int64_t i, int64_t j) const { return value[(size_t)(i + j * rows)]; }
};
template <class T>
dense random_dense(int64_t m, int64_t n)
{
    dense a(m, n);
    for (integer &x : a.value)
        x = random_integer<T>();
    return a;
}
/* Symmetric, or Hermitian. */
template <class T>
dense random_symmetric(int64_t n, bool hermitian)
{
    dense a = random_dense<T>(n, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= j; i++)
            a(j, i) = hermitian ? conj(a(i, j)) : a(i, j);
    for (int64_t j = 0; j < n && hermitian; j++)
        a(j, j).im = 0;
    return a;
}
/* Triangular; with `invertible`, the diagonal is 1 or -1, and the other elements are few and small,
 * so that solutions stay small. */
template <class T>
dense random_triangular(int64_t n, bool upper, bool unit, bool invertible)
{
    dense a(n, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            if (i == j)
                a(i, j) = unit ? integer{1, 0} : invertible ? integer{random(0, 1) ? 1 : -1, 0} : random_integer<T>();
            else if ((i < j) == upper && (!invertible || random(0, 5) == 0))
                a(i, j) = random_integer<T>(invertible ? 1 : 9);
    return a;
}
/* op(A): N, T or C. */
inline dense operation(const dense &a, const char *letter)
{
    if (is_letter(letter, 'N'))
        return a;
    dense b(a.columns, a.rows);
    for (int64_t j = 0; j < a.columns; j++)
        for (int64_t i = 0; i < a.rows; i++)
            b(j, i) = is_letter(letter, 'C') ? conj(a(i, j)) : a(i, j);
    return b;
}
inline dense product(const dense &a, const dense &b)
{
    dense c(a.rows, b.columns);
    for (int64_t j = 0; j < b.columns; j++)
        for (int64_t l = 0; l < a.columns; l++)
            for (int64_t i = 0; i < a.rows; i++)
                c(i, j) = c(i, j) + a(i, l) * b(l, j);
    return c;
}
inline dense column(const std::vector<integer> &x)
{
    dense a((int64_t)x.size(), 1);
    a.value = x;
    return a;
}

/* Which elements of a matrix are stored. */
enum class part
{
    all,
    upper,
    lower
};
inline bool is_stored(part which, int64_t i, int64_t j) { return which == part::all || (which == part::upper ? i <= j : i >= j); }
inline part part_of(const char *uplo) { return is_letter(uplo, 'U') ? part::upper : part::lower; }

/* A matrix in memory: columns with a padding behind them. */
template <class T>
struct matrix
{
    int64_t rows, columns, ld;
    memory<T> own;
    matrix(int64_t m, int64_t n, int64_t padding)
        : rows(m), columns(n), ld((m > 1 ? m : 1) + padding), own(m > 0 && n > 0 ? (n - 1) * ld + m : 0)
    {
    }
    /* With `unit`, the diagonal is not read and holds the mark. */
    matrix(const dense &a, part which, bool unit = false) : matrix(a.rows, a.columns, random(0, 3)) { set(a, which, unit); }
    T *data() { return own.data(rows, columns, ld); }
    T *elements() { return own.elements(); }
    void set(const dense &a, part which, bool unit = false)
    {
        for (int64_t j = 0; j < columns; j++)
            for (int64_t i = 0; i < rows; i++)
                if (is_stored(which, i, j) && !(unit && i == j))
                    own.put(i + j * ld, a(i, j));
    }
    void forget()
    {
        for (int64_t j = 0; j < columns; j++)
            for (int64_t i = 0; i < rows; i++)
                own.forget(i + j * ld);
    }
};

/* A packed triangle. */
template <class T>
struct packed
{
    int64_t n;
    part which;
    memory<T> own;
    packed(const dense &a, part triangle, bool unit = false) : n(a.rows), which(triangle), own(n * (n + 1) / 2) { set(a, unit); }
    T *data() { return own.data(); }
    void set(const dense &a, bool unit = false)
    {
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++)
                if (is_stored(which, i, j) && !(unit && i == j))
                    own.put(which == part::upper ? i + j * (j + 1) / 2 : i + j * (2 * n - j - 1) / 2, a(i, j));
    }
};

/* A band: element (i, j) is in row `above` + i - j. Others are set to 0 in the dense matrix. */
template <class T>
struct band
{
    int64_t below, above, ld;
    memory<T> own;
    band(dense &a, int64_t kl, int64_t ku, bool unit = false)
        : below(kl), above(ku), ld(kl + ku + 1 + random(0, 2)), own(a.columns > 0 ? a.columns * ld : 0)
    {
        for (int64_t j = 0; j < a.columns; j++)
            for (int64_t i = 0; i < a.rows; i++)
                if (i - j > below || j - i > above)
                    a(i, j) = integer{};
                else if (!(unit && i == j))
                    own.put(above + i - j + j * ld, a(i, j));
    }
    T *data() { return own.data(); }
};

/* Runs a test in both types. */
#define EXACT_TEST(name)                                                                                                         \
    static void name##_real(void **) { name<dd_real>(); }                                                                        \
    static void name##_complex(void **) { name<dd_complex>(); }
} // namespace exact

#endif
