cuddreal A[4] = {zero, W(2), zero, zero}; /* rows (0, 2), (2, 0) */
int64_t pivots[2], info;
ddblasWsytrf(handle, DDBLAS_FILL_MODE_LOWER, 2, A, 2, pivots, &info);
ddblasWsytri(handle, DDBLAS_FILL_MODE_LOWER, 2, A, 2, pivots, &info);
print_matrix("lower triangle of the inverse", 2, 2, A, 2);
// prints lower triangle of the inverse = 0 0
// prints                                 0.5 0
