/*
 * Shared by the oracle's own files: MPFR and conversions from it.
 */
#ifndef DD_REFERENCE_ORACLE_MPFR_H
#define DD_REFERENCE_ORACLE_MPFR_H

#include <mpfr.h>

#include <dd/cuddreal.h>

#define RN MPFR_RNDN

/* RN(v) and RN(v - RN(v)). */
cuddreal dd_mpfr_pair(mpfr_srcptr v);

/* |error / scale| 2^unit_bits: 0 when error is 0, Inf when scale alone is. Neither is changed. */
double dd_mpfr_ratio(mpfr_srcptr error, mpfr_srcptr scale, int unit_bits);

/* sqrt(square / scale) / unit: 0 when square is 0, Inf when scale alone is. */
double dd_mpfr_root_ratio(mpfr_srcptr square, mpfr_srcptr scale, double unit);

#endif
