cuddreal A[4] = {W(1), W(3), W(2), W(4)}, x[2] = {one, one}, y[2]; /* rows (1, 2), (3, 4) */
ddblasWgemv(handle, DDBLAS_OP_T, 2, 2, &one, A, 2, x, 1, &zero, y, 1);
print_vector("A^T x", 2, y);
// prints A^T x = 4 6
