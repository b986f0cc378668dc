cuddreal A[12] = {W(3), W(4), zero, zero, zero, W(2), W(1), zero, zero, zero, W(6), W(8)}; /* Two of 3 x 2. */
cuddreal s[4], U[12], VT[8];
int64_t info[2];
ddblasWgesvdStridedBatched(handle, DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_THIN, 3, 2, A, 3, 6, s, 2, U, 3, 6, VT, 2, 4, info, 2);
print_vector("s", 4, s);
// prints s = 5 2 10 1
