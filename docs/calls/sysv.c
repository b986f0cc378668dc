cuddreal A[4] = {zero, one, one, zero}, B[2] = {W(2), W(1)};
int64_t pivots[2], info;
ddblasWsysv(handle, DDBLAS_FILL_MODE_LOWER, 2, 1, A, 2, pivots, B, 2, &info);
print_vector("x", 2, B);
// prints x = 1 2
