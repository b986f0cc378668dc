cuddreal A[4] = {W(4), W(2), W(2), W(5)}, B[2] = {W(8), W(12)}, LU[4], X[2];
double ferr, berr;
int64_t pivots[2], info;
ddblasWlacpy(handle, DDBLAS_FILL_MODE_FULL, 2, 2, A, 2, LU, 2);
ddblasWgetrf(handle, 2, 2, LU, 2, pivots, &info);
ddblasWcopy(handle, 2, B, 1, X, 1);
ddblasWgetrs(handle, DDBLAS_OP_N, 2, 1, LU, 2, pivots, X, 2);
ddblasWgerfs(handle, DDBLAS_OP_N, 2, 1, A, 2, LU, 2, pivots, B, 2, X, 2, &ferr, &berr);
print_vector("x", 2, X);
printf("the error is below 1e-28: %s\n", ferr < 1e-28 ? "yes" : "no");
// prints x = 1 2
// prints the error is below 1e-28: yes
