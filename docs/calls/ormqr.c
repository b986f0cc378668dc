cuddreal A[2] = {W(3), W(4)}, tau[1], b[2] = {W(3), W(4)};
ddblasWgeqrf(handle, 2, 1, A, 2, tau);
ddblasWormqr(handle, DDBLAS_SIDE_LEFT, DDBLAS_OP_T, 2, 1, 1, A, 2, tau, b, 2);
print_vector("Q^T b", 2, b);
// prints Q^T b = -5 0
