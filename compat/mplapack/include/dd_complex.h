/*
 * dd_complex: a complex number of two dd_real, with the layout and the binary interface of the
 * class of this name in MPLAPACK 2.0. Such a class is passed by reference, because it has a copy
 * constructor of its own.
 */
#ifndef DDBLAS_DD_COMPLEX_H
#define DDBLAS_DD_COMPLEX_H

/* MPLAPACK's own header. */
#define _DD_COMPLEX_H_

#include <qd/dd_real.h>

class dd_complex
{
    dd_real re, im;

  public:
    dd_complex() : re(0.0), im(0.0) {}
    dd_complex(const dd_complex &a) : re(a.re), im(a.im) {}
    dd_complex(const dd_real &a, const dd_real &b) : re(a), im(b) {}
    dd_complex(const dd_real &a) : re(a), im(0.0) {}
    dd_complex(double a, double b) : re(a), im(b) {}
    dd_complex(double a) : re(a), im(0.0) {}
    ~dd_complex() {}
    dd_complex &operator=(const dd_complex &a)
    {
        re = a.re;
        im = a.im;
        return *this;
    }

    dd_real &real() { return re; }
    const dd_real &real() const { return re; }
    dd_real &imag() { return im; }
    const dd_real &imag() const { return im; }
    void real(const dd_real r) { re = r; }
    void imag(const dd_real r) { im = r; }
};

#endif
