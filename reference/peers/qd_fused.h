/*
 * QD's dd_real as a peer at its fastest: products by a fused multiply-subtract, which its Debian
 * package leaves out.
 */
#ifndef DD_REFERENCE_QD_FUSED_H
#define DD_REFERENCE_QD_FUSED_H

#define QD_FMS(a, b, c) __builtin_fma(a, b, -(c))
#include <qd/dd_real.h>

#endif
