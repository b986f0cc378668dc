/*
 * Elementary functions of cuddreal: exp, log, powers, trigonometric and hyperbolic functions and
 * their inverses. One header for C11, C++17 and CUDA device code, like dd/cuddreal.h; it needs
 * nothing but that header. Compile with FMA instructions (-mfma, -march=native) for speed.
 *
 * Accuracy. |computed - exact| <= 9/8 u^2 |exact| + 2^-1073, u = 2^-53, for every argument: little
 * more than a quarter of the unit u_w = 4 u^2 in which this library states its bounds. The leading
 * terms of every function are computed in three doubles (about 159 bits), so that an error is
 * little more than that of the last rounding: u^2/2, or u^2 where the low part of the result is
 * exactly half a unit in the last place of the high one. docs/numerics.md has the
 * analysis, with one open step for angles near multiples of pi/128, and
 * validation/records/elementary_sweep.csv has the largest errors found against MPFR.
 *
 * Same bits everywhere. The functions use IEEE operations and their own tables, none of the C
 * library's elementary functions: a CPU with or without FMA instructions and a GPU return the same
 * bits.
 *
 * Special values are those of C's Annex F: NaN for an argument outside of the domain, Inf at a pole
 * and beyond the range, -0 for -0 where the function is odd. No function sets errno; floating-point
 * exceptions are not specified.
 *
 *   cuddExp cuddExp2 cuddExp10 cuddExpm1          e^a, 2^a, 10^a, e^a - 1
 *   cuddLog cuddLog2 cuddLog10 cuddLog1p          logarithms to base e, 2, 10; log(1 + a)
 *   cuddPow cuddPowi cuddCbrt cuddHypot           a^b, a^n, cube root, sqrt(a^2 + b^2)
 *   cuddSin cuddCos cuddTan cuddSinCos            of radians, any size
 *   cuddAsin cuddAcos cuddAtan cuddAtan2          radians
 *   cuddSinh cuddCosh cuddTanh                    hyperbolic functions
 *   cuddAsinh cuddAcosh cuddAtanh                 and their inverses
 *
 * The square root is in dd/cuddreal.h (cuddSqrt).
 */
#ifndef DD_ELEMENTARY_H
#define DD_ELEMENTARY_H

#include <dd/elementary/exponential.h>
#include <dd/elementary/trigonometric.h>

#endif
