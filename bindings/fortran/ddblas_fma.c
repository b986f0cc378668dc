/*
 * fma for the operators of ddblas_numbers.F90 where they are compiled with -DDDBLAS_FMA_IN_C and
 * link-time optimisation, which makes it one instruction. gfortran before version 13 has no
 * function that becomes one. This file is not part of the library; it is installed with the sources
 * of the numbers.
 */
double ddblas_fma(double a, double b, double c);

double ddblas_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
