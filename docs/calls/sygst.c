cuddreal A[4] = {W(4), zero, zero, W(4)}, B[4] = {W(4), zero, zero, W(1)};
int64_t info;
ddblasWpotrf(handle, DDBLAS_FILL_MODE_LOWER, 2, B, 2, &info);
ddblasWsygst(handle, DDBLAS_EIG_TYPE_1, DDBLAS_FILL_MODE_LOWER, 2, A, 2, B, 2);
print_matrix("C", 2, 2, A, 2);
// prints C = 1 0
// prints     0 4
