/* The tridiagonal matrix with rows (2, 1, 0), (1, 2, 1), (0, 1, 2): a column of the array holds the
   diagonals' elements of a column of the matrix. */
cuddreal A[9] = {zero, W(2), W(1), W(1), W(2), W(1), W(1), W(2), zero}, x[3] = {W(1), W(2), W(3)}, y[3];
ddblasWgbmv(handle, DDBLAS_OP_N, 3, 3, 1, 1, &one, A, 3, x, 1, &zero, y, 1);
print_vector("y", 3, y);
// prints y = 4 8 8
