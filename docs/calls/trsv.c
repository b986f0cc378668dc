cuddreal A[4] = {W(1), W(2), zero, W(3)}, x[2] = {W(1), W(5)};
ddblasWtrsv(handle, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 2, A, 2, x, 1);
print_vector("x", 2, x);
// prints x = 1 1
