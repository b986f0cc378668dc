cuddreal A[4] = {W(2), W(1), zero, W(4)};
int64_t info;
ddblasWtrtri(handle, DDBLAS_FILL_MODE_LOWER, DDBLAS_DIAG_NON_UNIT, 2, A, 2, &info);
print_matrix("X", 2, 2, A, 2);
// prints X = 0.5 0
// prints     -0.125 0.25
