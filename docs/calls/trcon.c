cuddreal A[4] = {W(1), zero, zero, W(4)}; /* norm 4, that of the inverse 1 */
double rcond;
ddblasWtrcon(handle, DDBLAS_NORM_ONE, DDBLAS_FILL_MODE_UPPER, DDBLAS_DIAG_NON_UNIT, 2, A, 2, 4.0, &rcond);
printf("rcond = %g\n", rcond);
// prints rcond = 0.25
