cuddreal A[4] = {W(2), W(1), zero, W(3)}, x[2] = {W(1), W(2)}, y[2]; /* the lower triangle of rows (2, 1), (1, 3) */
ddblasWsymv(handle, DDBLAS_FILL_MODE_LOWER, 2, &one, A, 2, x, 1, &zero, y, 1);
print_vector("y", 2, y);
// prints y = 4 7
