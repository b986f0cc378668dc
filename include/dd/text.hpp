/*
 * Streams and strings of cuddreal and cuddcomplex in C++, correctly rounded both ways. Programs
 * that include this header link to the library; the numbers themselves are in cuddreal.hpp and
 * cuddcomplex.hpp.
 *
 *   std::cout << std::setprecision(32) << a;     precision, width, fill, showpos, uppercase,
 *                                                fixed and scientific as for double; showpoint,
 *                                                hexfloat and the locale have no effect
 *   std::cin >> a;                               reads all characters that can be part of a number;
 *                                                failbit and a = 0 if they are not one
 *   dd::to_string(a)                             the shortest text that reads back as a
 *   dd::from_string("0.1")                       the nearest cuddreal; std::invalid_argument
 */
#ifndef DD_TEXT_HPP
#define DD_TEXT_HPP

#include <ios>
#include <istream>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>

#include <dd/cuddcomplex.hpp>
#include <dd/io.h>

namespace dd
{

/* The shortest decimal that reads back as a, bit by bit for a normalised a. */
inline std::string to_string(cuddreal a)
{
    char text[CUDD_SHORTEST_SIZE];
    (void)cuddToShortest(text, sizeof text, a);
    return text;
}

/* a rounded to digits, in the form 'e', 'f' or 'g' of printf. */
inline std::string to_string(cuddreal a, int digits, char form = 'g')
{
    const int length = cuddToString(nullptr, 0, a, digits, form);
    if (length < 0)
        throw std::invalid_argument("dd::to_string: the form is one of e, f, g, and the digits are 0 to 100000");
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    (void)cuddToString(&text[0], text.size(), a, digits, form);
    text.resize(static_cast<std::size_t>(length));
    return text;
}

/* The cuddreal nearest to the number in text, which may have white space around it. Throws
 * std::invalid_argument if text is anything else. */
inline cuddreal from_string(const std::string &text)
{
    cuddreal a;
    if (text.find('\0') != std::string::npos || cuddFromString(text.c_str(), nullptr, &a) != DDBLAS_STATUS_SUCCESS)
        throw std::invalid_argument("dd::from_string: not a number: \"" + text + "\"");
    return a;
}

} // namespace dd

template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, cuddreal a)
{
    const auto flags = out.flags();
    const auto field = flags & std::ios_base::floatfield;
    char form = field == std::ios_base::fixed ? 'f' : field == std::ios_base::scientific ? 'e' : 'g';
    if (flags & std::ios_base::uppercase)
        form = static_cast<char>(form - 'a' + 'A');
    const int digits = out.precision() < 0 ? 6 : static_cast<int>(out.precision()); /* 6 as for double */
    std::string text = dd::to_string(a, digits, form);
    if ((flags & std::ios_base::showpos) && text[0] != '-')
        text.insert(text.begin(), '+');
    if ((flags & std::ios_base::adjustfield) == std::ios_base::internal && (text[0] == '-' || text[0] == '+') &&
        static_cast<std::streamsize>(text.size()) < out.width())
        text.insert(1, static_cast<std::size_t>(out.width()) - text.size(), out.fill());
    return out << text;
}

template <class Traits>
std::basic_istream<char, Traits> &operator>>(std::basic_istream<char, Traits> &in, cuddreal &a)
{
    std::string text;
    a = 0;
    typename std::basic_istream<char, Traits>::sentry ready(in);
    if (!ready)
        return in;
    const std::string allowed = "0123456789+-.eExXpPabcdfABCDFinINtyTY"; /* the characters of numbers, inf, infinity, nan */
    for (int c = in.peek(); c != Traits::eof() && allowed.find(static_cast<char>(c)) != std::string::npos; c = in.peek())
        text.push_back(static_cast<char>(in.get()));
    if (cuddFromString(text.c_str(), nullptr, &a) != DDBLAS_STATUS_SUCCESS)
    {
        a = 0;
        in.setstate(std::ios_base::failbit);
    }
    return in;
}

/* (re,im), as std::complex is written. */
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, cuddcomplex a)
{
    std::basic_ostringstream<char, Traits> text;
    text.flags(out.flags());
    text.precision(out.precision());
    text << '(' << a.x << ',' << a.y << ')';
    return out << text.str();
}

/* re, (re) or (re,im), as std::complex is read. */
template <class Traits>
std::basic_istream<char, Traits> &operator>>(std::basic_istream<char, Traits> &in, cuddcomplex &a)
{
    cuddreal real = 0, imaginary = 0;
    char c = 0;
    a = cuddcomplex(0);
    in >> std::ws;
    if (in.peek() != '(')
    {
        in >> real;
    }
    else
    {
        in >> c >> real >> c;
        if (in && c == ',')
            in >> imaginary >> c;
        if (in && c != ')')
            in.setstate(std::ios_base::failbit);
    }
    if (in)
        a = cuddcomplex(real, imaginary);
    return in;
}

#endif
