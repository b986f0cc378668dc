cuddreal AP[3] = {W(2), W(1), W(3)}; /* the lower triangle of the matrix with rows (2, 1), (1, 3) */
cuddreal x[2] = {W(1), W(2)}, y[2];
ddblasWspmv(handle, DDBLAS_FILL_MODE_LOWER, 2, &one, AP, x, 1, &zero, y, 1);
print_vector("y", 2, y);
// prints y = 4 7
