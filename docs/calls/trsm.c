cuddreal A[4] = {W(1), W(2), zero, W(3)}, B[2] = {W(1), W(5)};
ddblasWtrsm(handle, DDBLAS_SIDE_LEFT, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 2, 1, &one, A, 2, B, 2);
print_vector("X", 2, B);
// prints X = 1 1
