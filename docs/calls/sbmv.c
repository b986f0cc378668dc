/* The lower half of the matrix with rows (2, 1, 0), (1, 2, 1), (0, 1, 2): the diagonal, and the
   subdiagonal. */
cuddreal A[6] = {W(2), W(1), W(2), W(1), W(2), zero}, x[3] = {W(1), W(2), W(3)}, y[3];
ddblasWsbmv(handle, DDBLAS_FILL_MODE_LOWER, 3, 1, &one, A, 2, x, 1, &zero, y, 1);
print_vector("y", 3, y);
// prints y = 4 8 8
