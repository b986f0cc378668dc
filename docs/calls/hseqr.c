cuddreal H[4] = {zero, W(-1), W(1), zero}, wr[2], wi[2]; /* rows (0, 1), (-1, 0) */
int64_t info;
ddblasWhseqr(handle, DDBLAS_SCHUR_EIGENVALUES, DDBLAS_SCHUR_VECTORS_NONE, 2, 1, 2, H, 2, wr, wi, NULL, 1, &info);
print_vector("real parts", 2, wr);
print_vector("imaginary parts", 2, wi);
// prints real parts = 0 0
// prints imaginary parts = 1 -1
