cuddreal A[4] = {W(4), zero, zero, W(1)};
double rcond;
int64_t pivots[2], info;
ddblasWgetrf(handle, 2, 2, A, 2, pivots, &info);
ddblasWgecon(handle, DDBLAS_NORM_ONE, 2, A, 2, 4.0, &rcond); /* 4: the norm of A before getrf */
printf("rcond = %g\n", rcond);
// prints rcond = 0.25
