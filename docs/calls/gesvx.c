cuddreal A[4] = {W(4), W(2), W(2), W(5)}, B[2] = {W(8), W(12)}, LU[4], X[2];
double R[2], C[2], ferr, berr;
int64_t pivots[2];
ddblasEquilibration_t equed;
ddblasExpertReport_t report;
ddblasWgesvx(handle, DDBLAS_FACT_EQUILIBRATE, DDBLAS_OP_N, 2, 1, A, 2, LU, 2, pivots, &equed, R, C, B, 2, X, 2, &report, &ferr,
             &berr);
print_vector("x", 2, X);
printf("the error is below 1e-28: %s\n", ferr < 1e-28 ? "yes" : "no");
// prints x = 1 2
// prints the error is below 1e-28: yes
