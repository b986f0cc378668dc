#!/usr/bin/env python3
"""Writes include/dd/elementary/tables.h: the constants of the elementary functions.

Usage: scripts/gen_elementary.py > include/dd/elementary/tables.h && scripts/check_style --fix
Needs mpmath. Each number is rounded to a sum of one, two or three doubles, each part to nearest.
"""
from mpmath import atan, floor, log, mp, mpf, pi, sin

mp.prec = 2000


def parts(value, count):
    """The leading `count` doubles of the expansion of value, each rounded to nearest."""
    rest, out = mpf(value), []
    for _ in range(count):
        high = float(rest)
        out.append(high)
        rest -= mpf(high)
    return out


def text(value, count):
    return "{" + ", ".join((0.0 if x == 0 else x).hex() if x else "0.0" for x in parts(value, count)) + "}"


def constant(name, value, comment):
    print(f"/* {comment} */")
    print(f"CUDD_FN cudd3 {name}(void) {{ return cudd3_make({', '.join(x.hex() for x in parts(value, 3))}); }}\n")


def table(name, rows, width, comment):
    print(f"/* {comment} */")
    print(f"CUDD_FN const double *{name}(int i)\n{{")
    print(f"    static const double table[{len(rows)}][{width}] = {{")
    for row in rows:
        print(f"        {row},")
    print("    };\n    return table[i];\n}\n")


def factorial(n):
    return mpf(1) if n < 2 else n * factorial(n - 1)


print('''/*
 * Constants of the elementary functions, written by scripts/gen_elementary.py. A number in two or
 * three doubles is the sum of its parts, each the nearest double to what the parts before it leave.
 */
#ifndef DD_ELEMENTARY_TABLES_H
#define DD_ELEMENTARY_TABLES_H

#include <dd/elementary/triple.h>
''')

constant("cudd3_ln2", log(2), "log 2")
constant("cudd3_ln10", log(10), "log 10")
constant("cudd3_step_exp", log(2) / 64, "log(2) / 64, the distance of the arguments in cudd_exp_table")
constant("cudd3_log2e", 1 / log(2), "1 / log 2")
constant("cudd3_log10e", 1 / log(10), "1 / log 10")
constant("cudd3_pi", pi, "pi")
constant("cudd3_half_pi", pi / 2, "pi / 2")
constant("cudd3_step_sin", pi / 128, "pi / 128, the distance of the arguments in cudd_sin_table")

table("cudd_exp_table", [text(mpf(2) ** (mpf(i) / 64), 3) for i in range(64)], 3, "2^(i/64), 0 <= i < 64, in three doubles.")

rows = []
for i in range(90, 183):
    c = floor(mpf(128) / i * 1024 + mpf(1) / 2) / 1024
    rows.append("{" + ", ".join([float(c).hex()] + [x.hex() if x else "0.0" for x in parts(-log(c), 3)]) + "}")
table("cudd_log_table", rows, 4, "For (i + 90)/128, 0 <= i < 93: its reciprocal c rounded to multiples of 2^-10, and -log c in three\n"
      " * doubles.")

table("cudd_sin_table", [text(sin(i * pi / 128), 3) for i in range(65)], 3, "sin(i pi/128), 0 <= i <= 64, in three doubles.")
table("cudd_atan_table", [text(atan(mpf(i) / 64), 3) for i in range(65)], 3, "atan(i/64), 0 <= i <= 64, in three doubles.")

table("cudd_exp_series", [text(1 / factorial(n), 2) for n in range(2, 14)], 2, "1/n!, n = i + 2 from 2 to 13, in two doubles.")
table("cudd_inverse_table", [text(mpf(1) / n, 2) for n in range(3, 18)], 2, "1/n, n = i + 3 from 3 to 17, in two doubles.")
table("cudd_sin_series", [text(mpf(-1) ** n / factorial(2 * n + 1), 2) for n in range(1, 8)], 2,
      "(-1)^n / (2n + 1)!, n = i + 1 from 1 to 7, in two doubles.")
table("cudd_cos_series", [text(mpf(-1) ** (n + 1) / factorial(2 * n), 2) for n in range(1, 8)], 2,
      "(-1)^(n+1) / (2n)!, n = i + 1 from 1 to 7, in two doubles.")

WORDS = 48
words, rest = [], 128 / pi / mpf(2) ** 32
for _ in range(WORDS):
    rest *= mpf(2) ** 32
    words.append(int(floor(rest)))
    rest -= words[-1]
print("/* Word i of the binary expansion of 128/pi, of weight 2^(-32 i); 0 outside of 0 <= i < 48. */")
print("CUDD_FN uint32_t cudd_word_128_over_pi(int i)\n{")
print(f"    static const uint32_t words[{WORDS}] = {{")
for i in range(0, WORDS, 8):
    print("        " + ", ".join(f"0x{w:08x}u" for w in words[i:i + 8]) + ",")
print(f"    }};\n    return i >= 0 && i < {WORDS} ? words[i] : 0;\n}}\n")
print("#endif")
