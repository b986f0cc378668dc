cuddreal A[4] = {W(2), W(1), zero, W(3)}, result; /* the lower triangle of rows (2, 1), (1, 3) */
ddblasWlansy(handle, DDBLAS_NORM_INF, DDBLAS_FILL_MODE_LOWER, 2, A, 2, &result);
print_vector("norm", 1, &result);
// prints norm = 4
