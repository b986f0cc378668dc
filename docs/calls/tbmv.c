/* The lower bidiagonal matrix with rows (1, 0, 0), (2, 1, 0), (0, 2, 1). */
cuddreal A[6] = {W(1), W(2), W(1), W(2), W(1), zero}, x[3] = {one, one, one};
ddblasWtbmv(handle, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 3, 1, A, 2, x, 1);
print_vector("A x", 3, x);
ddblasWtbsv(handle, DDBLAS_FILL_MODE_LOWER, DDBLAS_OP_N, DDBLAS_DIAG_NON_UNIT, 3, 1, A, 2, x, 1);
print_vector("x", 3, x);
// prints A x = 1 3 3
// prints x = 1 1 1
