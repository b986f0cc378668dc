/*
 * The oracle for QR and least squares. Matrices are dense and column-major on the host, leading
 * dimension = rows. Sums of products are exact; norms are MPFR's. All data finite.
 */
#ifndef DD_REFERENCE_ORACLE_QR_H
#define DD_REFERENCE_ORACLE_QR_H

#include <stdint.h>

#include <dd/ddblas.h>

/* In units of n u, u the unit of the type. */
struct dd_qr_error
{
    double residual;      /* ||A - Q R||_F / ||A||_F */
    double column;        /* the largest ||(A - Q R)_j|| / ||A_j||, columns of 0 left out */
    double orthogonality; /* ||Q^H Q - I||_F */
};

/* Below the diagonal R is finite and not used. Inf where Q or R is not finite. */
struct dd_qr_error dd_oracle_qr_error(ddblasType_t type, int64_t m, int64_t n, const void *A, const void *Q, const void *R);

/* H_i = I - tau_i v_i v_i^H, where v_i has i - 1 zeros, a one, and then the elements below the
 * diagonal in column i of F (m rows, k columns). In units of k u: the largest ||(H_1 ... H_k)_j -
 * Q_j|| of the n columns of Q (m x n), and the largest ||H_i^H H_i - I||. */
struct dd_reflector_error
{
    double product, unitarity;
};
struct dd_reflector_error dd_oracle_reflector_error(ddblasType_t type, int64_t m, int64_t n, int64_t k, const void *F,
                                                    const void *tau, const void *Q);

/* The largest ||X_j - (Q^H C)_j|| / ||C_j|| in units of n u: Q m x n, C m x p, X n x p. */
double dd_oracle_adjoint_error(ddblasType_t type, int64_t m, int64_t n, int64_t p, const void *Q, const void *C, const void *X);

/* The largest ||X_j - Y_j|| / ||Y_j|| in units of n u for m x p matrices; n gives the unit
 * alone. */
double dd_oracle_distance(ddblasType_t type, int64_t m, int64_t n, int64_t p, const void *X, const void *Y);

/* Least squares, one right-hand side, A of full rank: the errors of computed x (n elements) and rho
 * (one real). */
struct dd_lstsq_error
{
    double condition; /* ||A||_F ||A^+||_F */
    double forward;   /* ||x - exact|| / (n u (k ||exact|| + k^2 rho / ||A||_F)), k = condition: what theory bounds */
    double digits;    /* -log10 of the largest |x_i - exact_i| / |exact_i| */
    double residual;  /* |rho - exact| / (n u (||b|| + ||A||_F ||exact||)) */
};
struct dd_lstsq_error dd_oracle_lstsq_error(ddblasType_t type, int64_t m, int64_t n, const void *A, const void *b, const void *x,
                                            const void *rho);

#endif
