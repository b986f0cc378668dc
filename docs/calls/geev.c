cuddreal A[4] = {zero, W(-4), W(1), zero}, wr[2], wi[2], VR[4]; /* rows (0, 1), (-4, 0) */
int64_t info;
ddblasWgeev(handle, DDBLAS_EIG_MODE_NOVECTOR, DDBLAS_EIG_MODE_VECTOR, 2, A, 2, wr, wi, NULL, 1, VR, 2, &info);
print_vector("real parts", 2, wr);
print_vector("imaginary parts", 2, wi);
// prints real parts = 0 0
// prints imaginary parts = 2 -2
