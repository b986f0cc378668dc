cuddreal A[4] = {zero, one, zero, zero}, B[2] = {W(2), W(1)};
int64_t pivots[2], info;
ddblasWsytrf(handle, DDBLAS_FILL_MODE_LOWER, 2, A, 2, pivots, &info);
ddblasWsytrs(handle, DDBLAS_FILL_MODE_LOWER, 2, 1, A, 2, pivots, B, 2);
print_vector("x", 2, B);
// prints x = 1 2
