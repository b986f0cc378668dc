cuddreal A[6] = {W(3), W(4), zero, zero, zero, W(2)}, s[2], U[6], VT[4]; /* 3 x 2 */
int64_t info;
ddblasWgesvd(handle, DDBLAS_SVD_MODE_THIN, DDBLAS_SVD_MODE_THIN, 3, 2, A, 3, s, U, 3, VT, 2, &info);
print_vector("s", 2, s);
// prints s = 5 2
