cuddreal A[4] = {W(4), zero, zero, W(1)};
double rcond;
int64_t info;
ddblasWpotrf(handle, DDBLAS_FILL_MODE_LOWER, 2, A, 2, &info);
ddblasWpocon(handle, DDBLAS_FILL_MODE_LOWER, 2, A, 2, 4.0, &rcond); /* 4: the norm of A before potrf */
printf("rcond = %g\n", rcond);
// prints rcond = 0.25
