cuddreal A[4] = {W(4), W(2), zero, W(5)}; /* the lower triangle of the matrix with rows (4, 2), (2, 5) */
int64_t info;
ddblasWpotrf(handle, DDBLAS_FILL_MODE_LOWER, 2, A, 2, &info);
print_matrix("L", 2, 2, A, 2);
// prints L = 2 0
// prints     1 2
