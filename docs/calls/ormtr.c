cuddreal A[9] = {one, W(3), W(4), zero, one, zero, zero, zero, one}, d[3], e[2], tau[2], c[3] = {zero, W(3), W(4)};
ddblasWsytrd(handle, DDBLAS_FILL_MODE_LOWER, 3, A, 3, d, e, tau);
ddblasWormtr(handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_T, 3, 1, A, 3, tau, c, 3);
print_vector("Q^T c", 2, c);
// prints Q^T c = 0 -5
