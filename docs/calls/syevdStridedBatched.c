cuddreal A[8] = {W(2), W(1), W(1), W(2), W(5), zero, zero, W(4)}, w[4];
int64_t info[2];
ddblasWsyevdStridedBatched(handle, DDBLAS_EIG_MODE_NOVECTOR, DDBLAS_FILL_MODE_LOWER, 2, A, 2, 4, w, 2, info, 2);
print_vector("w", 4, w);
// prints w = 1 3 4 5
