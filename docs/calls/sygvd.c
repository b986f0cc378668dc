cuddreal A[4] = {W(4), zero, zero, W(4)}, B[4] = {W(4), zero, zero, W(1)}, w[2];
int64_t info;
ddblasWsygvd(handle, DDBLAS_EIG_TYPE_1, DDBLAS_EIG_MODE_VECTOR, DDBLAS_FILL_MODE_LOWER, 2, A, 2, B, 2, w, &info);
print_vector("w", 2, w);
// prints w = 1 4
